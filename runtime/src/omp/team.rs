//! Teams of threads: workers that live as long as the process and wait for parallel regions, and what
//! each thread knows about the region that it is in.

use super::gate::{Apart, Gate, Lock, Turns, full_fence};
use super::icv::{self, Icv, Schedule, settings};
use super::places;
use super::queue::Tasks;
use super::seeded;
use super::slots::{SLOTS, Slot};
use super::task;
use super::work::RegionFn;
use std::cell::{RefCell, UnsafeCell};
use std::ffi::c_void;
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicPtr, AtomicU32, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

/// One parallel region in progress.
pub struct Team {
    /// Number of threads.
    pub size: usize,
    /// Nesting depth, counting regions of one thread.
    pub level: i32,
    /// Nesting depth, not counting them.
    pub active_level: i32,
    /// The team around it, and the number there of the thread that became this team's thread 0.
    pub parent: *const Team,
    /// See `parent`.
    pub parent_num: usize,
    /// Its explicit tasks, and what its threads share of worksharing constructs.
    pub tasks: &'static Tasks,
    /// The parallel region is cancelled: nothing in it waits for other threads any more.
    cancelled: AtomicBool,
    /// What [`Tasks::departed`] counts when all threads beside thread 0 have come to the end of the region.
    all_departed: u64,
    /// Barrier: threads that have arrived and, above [`PASSED`], the number of completed barriers. One word, so that a
    /// thread fetches its cache line once where it arrives.
    barrier: Apart<AtomicU64>,
    /// SINGLE constructs that a thread has come to.
    pub singles: Apart<AtomicU64>,
    /// How threads combine what they reduce.
    pub combining: Apart<Combining>,
    /// Values that a `single` construct gives to the other threads.
    pub copies: AtomicPtr<c_void>,
}

/// The lowest bit of the number of completed barriers.
const PASSED: u32 = 32;

/// The order in which threads combine what they reduce.
#[derive(Default)]
pub struct Combining {
    /// Thread whose turn it is.
    pub turn: AtomicI32,
    /// Held by the thread that combines, where the region may be cancelled.
    pub lock: Lock,
    /// Where threads wait for their turn, here or in an ordered region.
    pub turns: Turns,
    /// The numbers of the last iterations that have assigned conditional variables, of the threads whose turn is over.
    latest: Mutex<Vec<i64>>,
}

/// The worksharing loop that a thread is in.
#[derive(Clone, Copy)]
pub struct Loop {
    /// Schedule.
    pub schedule: Schedule,
    /// Iterations.
    pub total: i64,
    /// Chunk size (positive).
    pub chunk: i64,
    /// Chunks may come in any order.
    pub any_order: bool,
    /// Static schedules: start of this thread's next chunk; `total` or more = none left.
    pub pos: i64,
    /// Static schedules: size of this thread's chunks, and distance between their starts.
    pub share: i64,
    /// See `share`.
    pub stride: i64,
    /// Number of the construct.
    pub construct: u64,
    /// Its shared state, once this thread has asked for an iteration of a loop that gives them away one after the other.
    pub slot: *const Slot,
    /// Ordered loops: the iteration that runs, and whether its ordered region is over.
    pub iteration: i64,
    /// See `iteration`.
    pub passed: bool,
    /// The end of the chunk that runs.
    pub chunk_end: i64,
    /// All iterations before the chunk are through with their ordered regions.
    pub in_turn: bool,
}

/// What a thread knows about its place.
#[derive(Clone, Copy)]
pub struct Place {
    /// Its team; null outside any parallel region.
    pub team: *const Team,
    /// Its number in the team.
    pub num: usize,
    /// Threads of the team.
    pub size: usize,
    /// Its control variables.
    pub icv: Icv,
    /// The loop it is in.
    pub work: Loop,
    /// Worksharing constructs that it has met in this region.
    pub constructs: u64,
    /// SINGLE constructs among others that it has met there.
    pub singles: u64,
    /// The tasks of its team.
    pub tasks: Option<&'static Tasks>,
    /// The control variables may be others than those with which the region began.
    pub changed: bool,
    /// The number of its implicit task, once somebody has asked for it.
    pub task_number: u64,
}

impl Place {
    /// At the start of a region.
    fn new(team: *const Team, num: usize, size: usize, icv: Icv, tasks: Option<&'static Tasks>) -> Place {
        Place { team, num, size, icv, work: NO_LOOP, constructs: 0, singles: 0, tasks, changed: false, task_number: 0 }
    }

    /// A target region begins on this thread: no team, as on a device.
    pub fn begin_contention_group(&mut self) {
        *self = Place::new(std::ptr::null(), 0, 1, self.icv, None);
    }
}

/// No loop.
pub const NO_LOOP: Loop = Loop {
    schedule: Schedule::Static,
    total: 0,
    chunk: 1,
    any_order: false,
    pos: 0,
    share: 1,
    stride: 1,
    construct: 0,
    slot: std::ptr::null(),
    iteration: 0,
    passed: false,
    chunk_end: 0,
    in_turn: false,
};

thread_local! {
    static PLACE: UnsafeCell<Option<Place>> = const { UnsafeCell::new(None) };
}

/// Runs `f` on this thread's place. `f` must not call `with` itself (all uses below only read and
/// write fields).
#[inline]
pub fn with<R>(f: impl FnOnce(&mut Place) -> R) -> R {
    PLACE.with(|p| {
        // SAFETY: the cell belongs to this thread and `f` does not come back here, so this is the
        // only reference to its content.
        f(match unsafe { &mut *p.get() } {
            Some(p) => p,
            none => initial(none),
        })
    })
}

/// The number of this thread in its team, and the size of that.
#[inline]
pub fn number_and_size() -> (usize, usize) {
    // SAFETY: as in `with`; nothing is called meanwhile.
    PLACE.with(|p| unsafe { (*p.get()).as_ref() }.map_or((0, 1), |p| (p.num, p.size)))
}

/// The place of a thread that has been in no region yet.
#[cold]
#[inline(never)]
fn initial(p: &mut Option<Place>) -> &mut Place {
    p.insert(Place::new(std::ptr::null(), 0, 1, settings().icv, None))
}

/// This thread's team, if it is in a parallel region, and its number there.
pub fn team<'a>() -> Option<(&'a Team, usize)> {
    let (team, num) = with(|p| (p.team, p.num));
    // SAFETY: a team lives until all of its threads have left the region, and a thread's place
    // names only the team of the region that the thread is in. Callers use it within the region.
    unsafe { team.as_ref() }.map(|t| (t, num))
}

impl Team {
    /// Whether an iteration is the last so far that has assigned a conditional variable, and from now on it is. `first`: of
    /// the thread whose turn is the first of a construct.
    pub fn assigned(&self, number: i64, which: usize, first: bool) -> bool {
        let mut known = self.combining.latest.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() <= which {
            known.resize(which + 1, -1);
        }
        if first {
            known[which] = -1;
        }
        let is = number > known[which];
        if is {
            known[which] = number;
        }
        is
    }

    fn new(size: usize, parent: *const Team, parent_num: usize, icv: &Icv) -> Team {
        // SAFETY: as in `team`: the parent region is still in progress.
        let (level, active) = unsafe { parent.as_ref() }.map_or((0, 0), |p| (p.level, p.active_level));
        let tasks = Tasks::begin(size, icv);
        Team {
            size,
            level: level + 1,
            active_level: active + i32::from(size > 1),
            parent,
            parent_num,
            tasks,
            cancelled: AtomicBool::new(false),
            all_departed: tasks.departed() + (size - 1) as u64,
            barrier: Apart::default(),
            singles: Apart::default(),
            combining: Apart::default(),
            copies: AtomicPtr::default(),
        }
    }

    /// How long the threads wait busily.
    pub fn spins(&self) -> u32 {
        self.tasks.spins()
    }

    /// Where threads wait for each other.
    pub fn gate(&self) -> &Gate {
        &self.tasks.gate
    }

    /// Whether the region is cancelled.
    pub fn cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Acquire)
    }

    /// Cancels the region: threads that wait for others go on.
    pub fn cancel(&self) {
        self.cancelled.store(true, Ordering::Release);
        self.gate().notify();
        self.combining.turns.notify_all();
    }

    /// Runs tasks, or waits for those that run, until all are over.
    fn end_tasks(&self) {
        while !self.tasks.all_over() {
            self.tasks.help();
            let _wait = super::waits("tasks");
            self.gate().wait(self.spins(), || self.tasks.all_over() || self.tasks.some_ready());
        }
    }

    /// The end of the region on thread 0: waits for the other threads and for all tasks, which it helps with.
    fn end(&self) {
        if self.size == 1 {
            self.end_tasks();
        } else {
            let over = || self.tasks.departed() == self.all_departed && self.tasks.all_over();
            loop {
                self.tasks.help();
                if over() {
                    break;
                }
                let _wait = super::waits("the end of the team");
                self.gate().wait(self.spins(), || over() || self.tasks.some_ready());
            }
        }
        if self.cancelled() {
            // Threads may not have left their loops.
            (0..SLOTS).for_each(|slot| self.tasks.parts.end(slot, self.size));
        }
        self.tasks.end();
        super::task::after_barrier();
    }

    /// Waits until every thread of the team has come here and all tasks are over, which it helps with.
    pub fn barrier(&self) {
        self.barrier_with(|| ());
    }

    /// The same; the last thread to come does something before the others go on. In a cancelled region there may be none.
    pub fn barrier_with(&self, last: impl FnOnce()) {
        match self.tasks.is_used() {
            true => super::task::at_rest(|| self.meet(last)),
            false => self.meet(last),
        }
    }

    /// See there.
    fn meet(&self, last: impl FnOnce()) {
        if self.size == 1 {
            // Only detachable tasks are left for later here.
            self.end_tasks();
            super::task::after_barrier();
            last();
            return;
        }
        self.tasks.help();
        if self.cancelled() {
            return;
        }
        let before = self.barrier.fetch_add(1, Ordering::AcqRel);
        let passed = before >> PASSED;
        if before as u32 as usize + 1 == self.size {
            self.end_tasks();
            super::task::after_barrier();
            last();
            // The number of those that have arrived is zero again.
            self.barrier.swap((passed + 1) << PASSED, Ordering::AcqRel);
            self.gate().notify_after_exchange();
        } else {
            let over = || self.barrier.load(Ordering::Acquire) >> PASSED != passed || self.cancelled();
            while !over() {
                {
                    let _wait = super::waits("barrier");
                    self.gate().wait(self.spins(), || over() || self.tasks.some_ready());
                }
                if !over() {
                    self.tasks.help();
                }
            }
        }
    }

    /// The slot of construct number `n`, once the construct that had it before is over. In a cancelled region that may
    /// never be.
    #[inline]
    pub fn slot(&self, n: u64) -> Option<&Slot> {
        seeded::disturb();
        let slot = self.tasks.slots.of(n);
        if slot.owner.load(Ordering::Acquire) == n { Some(slot) } else { self.slot_to_come(slot, n) }
    }

    /// Waits for that.
    #[cold]
    fn slot_to_come<'a>(&self, slot: &'a Slot, n: u64) -> Option<&'a Slot> {
        let mine = || slot.owner.load(Ordering::Acquire) == n;
        self.gate().wait(self.spins(), || mine() || self.cancelled());
        mine().then_some(slot)
    }

    /// This thread is through with construct `n`; the last thread clears the slot for the next.
    pub fn leave_slot(&self, slot: &Slot, n: u64) {
        if slot.done.fetch_add(1, Ordering::AcqRel) + 1 == self.size {
            self.clear_slot(slot, n);
            self.gate().notify();
        }
    }

    /// All threads are through with construct `n`.
    pub fn clear_slot(&self, slot: &Slot, n: u64) {
        if slot.parts.load(Ordering::Relaxed) {
            self.tasks.parts.end(n as usize % SLOTS, self.size);
        }
        slot.clear(n + SLOTS as u64);
    }
}

/// The letter box of a worker thread, which waits busily for what is written there: all that it has to know is in one
/// cache line.
#[repr(C, align(128))]
struct Worker {
    /// Counts the jobs it was given.
    posted: AtomicU32,
    gate: Gate,
    job: UnsafeCell<Job>,
    /// In other lines.
    given: Apart<UnsafeCell<Given>>,
}

/// What a worker has been told before.
struct Given {
    /// The control variables with which it began its last job, or is to begin this one where that says so.
    icv: Icv,
    /// The tasks of the team of its last job: it may still sleep there. For the thread that holds the worker.
    tasks: Option<&'static Tasks>,
}

impl Worker {
    /// Gives the worker something to do, as thread `num` of a team. For the thread that holds it.
    fn post(&self, team: &Team, num: usize, icv: &Icv, work: Work) {
        // SAFETY: see `Sync` below.
        let (job, given) = unsafe { (&mut *self.job.get(), &mut *self.given.get()) };
        let new_icv = given.icv != *icv;
        if new_icv {
            given.icv = *icv;
        }
        let address = |t: Option<&'static Tasks>| t.map(std::ptr::from_ref);
        if address(given.tasks) != address(job.tasks) {
            given.tasks = job.tasks;
        }
        let size = (team.size as u32) << 1 | u32::from(new_icv);
        let (tasks, all_departed) = (Some(team.tasks), team.all_departed);
        *job = Job { team, tasks, work, all_departed, num: num as u32, size };
        // No other thread changes it now.
        self.posted.store(self.posted.load(Ordering::Relaxed).wrapping_add(1), Ordering::Release);
    }

    /// Wakes the worker, behind a fence after that. It may sleep where its last team has waited.
    fn wake(&self) {
        self.gate.wake();
        // SAFETY: see `Sync` below.
        if let Some(tasks) = unsafe { (*self.given.get()).tasks } {
            tasks.gate.wake();
        }
    }
}

// SAFETY: `job` and `given` are written by the thread that holds the worker (took it off the free list) before
// it raises `posted`, and read by the worker after it saw that; never at the same time.
unsafe impl Sync for Worker {}

/// What the threads of a team do: the function, and what it is called with.
#[derive(Clone, Copy)]
pub struct Work {
    /// The function.
    pub body: RegionFn,
    /// Its argument.
    pub context: *mut c_void,
}

const _: () = assert!(std::mem::offset_of!(Worker, job) + size_of::<Job>() <= 64);

#[derive(Clone, Copy)]
struct Job {
    team: *const Team,
    tasks: Option<&'static Tasks>,
    work: Work,
    all_departed: u64,
    num: u32,
    /// Twice the size of the team, and one more where the control variables are others than those of the last job.
    size: u32,
}

/// Workers without a job that are nobody's.
static FREE: Mutex<Vec<&'static Worker>> = Mutex::new(Vec::new());
/// The workers of the teams that a thread forks outside any region, in the order of their numbers: a
/// thread number means the same thread from one region to the next.
#[derive(Default)]
struct Crew(Vec<&'static Worker>);

impl Drop for Crew {
    fn drop(&mut self) {
        FREE.lock().unwrap_or_else(|e| e.into_inner()).append(&mut self.0);
    }
}

thread_local! {
    static MINE: RefCell<Crew> = RefCell::default();
}

/// Threads in teams, the initial thread included.
static IN_USE: AtomicUsize = AtomicUsize::new(1);

/// How many threads are in teams.
pub fn threads() -> usize {
    IN_USE.load(Ordering::Relaxed)
}

/// Turns of busy waiting where there are more threads than processors: who waits keeps others from what it waits for.
const SPINS_OF_A_CROWD: u32 = 50;

/// Turns of busy waiting before a thread sleeps now.
pub fn spins() -> u32 {
    let crowded = threads() > icv::num_procs() as usize;
    if crowded { icv::spins().min(SPINS_OF_A_CROWD) } else { icv::spins() }
}

/// Workers that were started.
static STARTED: AtomicUsize = AtomicUsize::new(0);

/// Mappings of memory that a thread may need at most (stack, signal stack, pages that guard them, arenas of the allocator).
const MAPPINGS_OF_A_THREAD: usize = 8;

/// Workers that the process can have. A thread that the system starts but has no mapping left for ends the program, so
/// that is not tried.
fn most_workers() -> usize {
    static MOST: OnceLock<usize> = OnceLock::new();
    *MOST.get_or_init(|| {
        let mappings = std::fs::read_to_string("/proc/sys/vm/max_map_count").ok();
        workers_with(mappings.and_then(|t| t.trim().parse().ok()).unwrap_or(1 << 16))
    })
}

/// Workers for which so many mappings are enough.
fn workers_with(mappings: usize) -> usize {
    (mappings / MAPPINGS_OF_A_THREAD).max(1)
}

extern "C" fn nothing(_: *mut c_void) {}

fn spawn() -> Option<&'static Worker> {
    if STARTED.fetch_add(1, Ordering::Relaxed) >= most_workers() {
        STARTED.fetch_sub(1, Ordering::Relaxed);
        return None;
    }
    let work = Work { body: nothing, context: std::ptr::null_mut() };
    let idle = Job { team: std::ptr::null(), tasks: None, work, all_departed: 0, num: 0, size: 2 };
    // Workers live as long as the process.
    let worker: &'static Worker = Box::leak(Box::new(Worker {
        posted: AtomicU32::new(0),
        gate: Gate::new(),
        job: UnsafeCell::new(idle),
        given: Apart(UnsafeCell::new(Given { icv: settings().icv, tasks: None })),
    }));
    let thread = std::thread::Builder::new().name("omp".into()).stack_size(settings().stack_size);
    if thread.spawn(move || serve(worker)).is_err() {
        STARTED.fetch_sub(1, Ordering::Relaxed);
        return None;
    }
    Some(worker)
}

fn serve(me: &'static Worker) {
    super::private::mark_worker();
    let mut seen = 0;
    let (mut icv, mut spins) = (settings().icv, icv::spins());
    loop {
        me.gate.wait(spins, || me.posted.load(Ordering::Acquire) != seen);
        seen = seen.wrapping_add(1);
        // SAFETY: see `Sync for Worker`.
        let job = unsafe { *me.job.get() };
        if job.size & 1 != 0 {
            // SAFETY: as above.
            icv = unsafe { (*me.given.get()).icv };
        }
        with(|p| *p = Place::new(job.team, job.num as usize, (job.size >> 1) as usize, icv, job.tasks));
        places::bind(icv.spot);
        task::put_aside();
        seeded::disturb();
        // SAFETY: thread 0 keeps team and context alive until all have departed.
        unsafe { (job.work.body)(job.work.context) };
        task::at_rest(|| leave(&job, || me.posted.load(Ordering::Acquire) != seen));
        task::put_aside();
        spins = job.tasks.map_or(spins, Tasks::spins);
        with(|p| (p.team, p.tasks, p.size) = (std::ptr::null(), None, 1));
    }
}

/// The end of the region on a worker, which may not look at the team any more. It helps with tasks until thread 0
/// says that the region is over, or `called` says that there is another.
fn leave(job: &Job, called: impl Fn() -> bool) {
    let Some(tasks) = job.tasks else { return };
    // The region goes on until this thread is counted below.
    let region = tasks.region();
    tasks.help();
    // Who is woken for each thread that leaves makes the end of a team cost the square of its size.
    if tasks.depart() == job.all_departed {
        tasks.gate.notify_after_exchange();
    }
    tasks.help_to_the_end(region, called);
}

/// Threads that a parallel region started here by this thread would get, `want` being the value of
/// the `num_threads` clause or 0.
pub fn team_size(want: i32) -> usize {
    let (icv, team) = with(|p| (p.icv, p.team));
    // SAFETY: as in `team`.
    let (level, active) = unsafe { team.as_ref() }.map_or((0, 0), |t| (t.level, t.active_level));
    if active >= icv.max_active_levels {
        return 1;
    }
    let mut n = if want > 0 { want as u32 } else { threads_at(&icv, level) };
    if icv.dynamic {
        n = n.min(icv::num_procs());
    }
    n.clamp(1, icv.thread_limit) as usize
}

/// nthreads-var at a nesting level.
pub fn threads_at(icv: &Icv, level: i32) -> u32 {
    let level = (level.max(0) as usize).min(icv::LEVELS - 1);
    let given = icv.nthreads[..=level].iter().rev().find(|n| **n != 0);
    given.copied().unwrap_or_else(icv::num_procs)
}

/// Runs `body` once on each thread of a new team of about `size` threads and waits for them.
pub fn fork(size: usize, body: &(dyn Fn() + Sync)) {
    /// Calls the closure that a reference leads to.
    extern "C" fn call(body: *mut c_void) {
        // SAFETY: `body` below lives until all threads have called it.
        unsafe { (*body.cast::<&(dyn Fn() + Sync)>())() }
    }
    let mut body = body;
    // SAFETY: any thread may call the closure, as it says.
    unsafe { fork_work(size, Work { body: call, context: (&raw mut body).cast() }) }
}

/// The same for a function.
///
/// # Safety
/// Any thread may call it with its context.
pub unsafe fn fork_work(size: usize, work: Work) {
    let outer = with(|p| *p);
    let mine = outer.team.is_null();
    let (mut workers, rest) = if size > 1 { take_workers(size - 1, &outer.icv, mine) } else { <_>::default() };
    let team = Team::new(workers.len() + 1, outer.team, outer.num, &outer.icv);
    let policy = places::policy(team.level - 1);
    let icv_of = |i| places::of_thread(&outer.icv, policy, i, team.size);
    for (i, w) in workers.iter().enumerate() {
        w.post(&team, i + 1, &icv_of(i + 1), work);
    }
    if !workers.is_empty() {
        full_fence();
        workers.iter().for_each(|w| w.wake());
    }
    let aside = task::put_aside();
    let icv = icv_of(0);
    with(|p| *p = Place::new(&team, 0, team.size, icv, Some(team.tasks)));
    places::bind(icv.spot);
    // SAFETY: the caller's promise.
    unsafe { (work.body)(work.context) };
    task::at_rest(|| team.end());
    with(|p| *p = outer);
    task::take_up(aside);
    if workers.is_empty() {
        return;
    }
    IN_USE.fetch_sub(workers.len(), Ordering::Relaxed);
    if mine {
        MINE.with_borrow_mut(|m| {
            workers.extend(rest);
            workers.append(&mut m.0);
            m.0 = workers;
        });
    } else {
        FREE.lock().unwrap_or_else(|e| e.into_inner()).extend(workers);
    }
}

/// Workers for a team, as many of `want` as there can be; those of this thread first, if it may take them (`mine`), of which
/// the rest is the second result.
fn take_workers(want: usize, icv: &Icv, mine: bool) -> (Vec<&'static Worker>, Vec<&'static Worker>) {
    // The limit counts all threads of the program.
    let limit = icv.thread_limit as usize;
    let mut taken = 0;
    let _ = IN_USE.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |used| {
        taken = want.min(limit.saturating_sub(used));
        Some(used + taken)
    });
    let mut workers = if mine { MINE.with_borrow_mut(|m| std::mem::take(&mut m.0)) } else { Vec::new() };
    if workers.len() == taken {
        return (workers, Vec::new());
    }
    let rest = workers.split_off(taken.min(workers.len()));
    let mut free = FREE.lock().unwrap_or_else(|e| e.into_inner());
    let keep = free.len() - (taken - workers.len()).min(free.len());
    workers.extend(free.drain(keep..));
    drop(free);
    while workers.len() < taken {
        match spawn() {
            Some(w) => workers.push(w),
            None => break, // the system gives no more threads: a smaller team
        }
    }
    IN_USE.fetch_sub(taken - workers.len(), Ordering::Relaxed);
    (workers, rest)
}
