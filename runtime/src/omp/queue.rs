//! The tasks of a team: those that are ready, and how many are not over. Threads run them where they wait.
//!
//! Each thread of a team has a line of the tasks that it has made ready; who finds nothing in its own takes from others'.
//! Tasks with a priority, target tasks and those that other threads than the team's make ready are in a line for all,
//! which comes first.
//!
//! A queue is never freed, and serves one team after the other: a thread that has come to the end of its region may still
//! look at it when the region is over. The number of the region tells it that.

use super::gate::{Apart, Gate, Lock};
use super::held::{self, Held};
use super::icv::{self, Icv, settings};
use super::parts::Parts;
use super::ready::Ready;
use super::seeded;
use super::slots::Slots;
use super::task::{self, Task, lock};
use super::team::{self, with};
use smallvec::SmallVec;
use std::cell::{Cell, UnsafeCell};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, AtomicUsize, Ordering, fence};

/// Ready tasks for each thread of a team above which threads run the tasks that they make.
const MANY: usize = 64;

/// Tasks that a thread takes at once from the line of another, at most.
const AT_ONCE: usize = 32;

/// Tasks of another thread that are so few that it may be worth while to wait a moment for more, and how long that is in
/// turns of busy waiting.
const FEW: usize = 4;
/// See [`FEW`].
const PATIENCE: usize = 32;

/// The ready tasks that one thread of a team has made, in cache lines of their own.
#[derive(Default)]
#[repr(align(128))]
struct Line {
    lock: Lock,
    /// Tasks in it, changed by who has the lock.
    count: AtomicUsize,
    /// Counts those that were put in, changed as above.
    pushes: AtomicU32,
    list: UnsafeCell<Ready<Held>>,
}

/// How many tasks a thread of a team has made, and how many that are over it has run; changed by itself alone, in cache
/// lines of their own.
#[derive(Default)]
#[repr(align(128))]
struct Counts {
    made: AtomicU64,
    over: AtomicU64,
    /// It has made too many.
    full: AtomicBool,
}

impl Line {
    /// Uses the list.
    fn with<R>(&self, f: impl FnOnce(&mut Ready<Held>) -> R) -> R {
        self.lock.acquire();
        // SAFETY: who has the lock is alone, and no function that is called here comes back to it.
        let list = unsafe { &mut *self.list.get() };
        let r = f(list);
        self.count.store(list.len(), Ordering::Relaxed);
        self.lock.release();
        r
    }

    /// Some more.
    fn push(&self, tasks: impl IntoIterator<Item = Held>) {
        self.with(|list| {
            tasks.into_iter().for_each(|t| list.push(t, 0));
            self.pushes.store(self.pushes.load(Ordering::Relaxed).wrapping_add(1), Ordering::Relaxed);
        });
    }

    fn is_empty(&self) -> bool {
        self.count.load(Ordering::SeqCst) == 0
    }
}

// SAFETY: the list is used by one thread at a time, see `Line::with`.
unsafe impl Sync for Line {}

/// Adds to a number that only this thread changes.
fn add(to: &AtomicU64, n: u64) {
    to.store(to.load(Ordering::Relaxed) + n, Ordering::Release);
}

/// Tasks of a team, or those that a thread outside of parallel regions has made.
pub struct Tasks {
    /// Where the threads wait, for tasks and for each other.
    pub gate: Gate,
    /// Of one thread outside of parallel regions, for as long as it lives.
    of_thread: bool,
    /// Number of threads.
    size: AtomicUsize,
    /// Turns of busy waiting, which makes sense only while every thread of the program's teams can have a processor.
    spins: AtomicU32,
    /// Number of the region.
    region: AtomicU64,
    /// Whether the region has made a task.
    used: AtomicBool,
    /// What the threads of the team have ready, and what they have made and run; at least as many as there are threads.
    lines: Box<[Line]>,
    counts: Box<[Counts]>,
    /// What they have left of the loops that they share.
    pub parts: Parts,
    /// What the threads share of each worksharing construct.
    pub slots: Slots,
    /// What is ready for all.
    ready: Apart<Mutex<Ready<Held>>>,
    /// Number of those.
    count: AtomicUsize,
    /// Tasks that run, of a thread alone.
    running: AtomicUsize,
    /// Tasks that others than the threads of the team have made, and those over that they have run.
    made: AtomicU64,
    over: AtomicU64,
    /// Counts what waiting threads have to look at again, besides what the lines count.
    changes: AtomicU32,
    /// Counts the threads, beside thread 0, that have come to the ends of regions.
    departed: Apart<AtomicU64>,
    /// The control variables that the region began with.
    icv: Apart<UnsafeCell<Icv>>,
}

// SAFETY: `icv` changes only between regions; it is read where a task is not over, or by the thread that changes it.
unsafe impl Sync for Tasks {}

/// Queues without a team.
static POOL: Mutex<Vec<&'static Tasks>> = Mutex::new(Vec::new());

thread_local! {
    /// The queue of the last team that this thread has made.
    static SPARE: Cell<Option<&'static Tasks>> = const { Cell::new(None) };
}

impl Tasks {
    fn new(of_thread: bool, most: usize) -> &'static Tasks {
        Box::leak(Box::new(Tasks {
            gate: Gate::new(),
            of_thread,
            size: AtomicUsize::new(1),
            spins: AtomicU32::new(icv::spins()),
            region: AtomicU64::new(0),
            used: AtomicBool::new(false),
            lines: (0..most).map(|_| Line::default()).collect(),
            counts: (0..most).map(|_| Counts::default()).collect(),
            parts: Parts::new(most),
            slots: Slots::new(),
            ready: Apart::default(),
            count: AtomicUsize::new(0),
            running: AtomicUsize::new(0),
            made: AtomicU64::new(0),
            over: AtomicU64::new(0),
            changes: AtomicU32::new(0),
            departed: Apart::default(),
            icv: Apart(UnsafeCell::new(settings().icv)),
        }))
    }

    /// For a thread outside of parallel regions.
    pub fn of_thread() -> &'static Tasks {
        Tasks::new(true, 0)
    }

    /// For a team of so many threads, which begins with these control variables.
    pub fn begin(size: usize, icv: &Icv) -> &'static Tasks {
        let large = |t: &&'static Tasks| t.lines.len() >= size;
        let pooled = || {
            let mut pool = lock(&POOL);
            pool.iter().rposition(large).map(|at| pool.swap_remove(at))
        };
        let spare = SPARE.take();
        let tasks = match spare.filter(large) {
            Some(t) => t,
            None => {
                spare.into_iter().for_each(|t| lock(&POOL).push(t));
                pooled().unwrap_or_else(|| Tasks::new(false, size.next_power_of_two()))
            }
        };
        // What does not change stays in the caches of the threads.
        if tasks.size() != size {
            tasks.size.store(size, Ordering::Relaxed);
        }
        let spins = team::spins();
        if tasks.spins() != spins {
            tasks.spins.store(spins, Ordering::Relaxed);
        }
        tasks.slots.begin();
        if tasks.used.load(Ordering::Relaxed) {
            tasks.used.store(false, Ordering::Relaxed);
            tasks.counts.iter().flat_map(|c| [&c.made, &c.over]).for_each(|n| n.store(0, Ordering::Relaxed));
            tasks.made.store(0, Ordering::Relaxed);
            tasks.over.store(0, Ordering::Relaxed);
        }
        // SAFETY: no region has the queue, so none of its tasks is there that could look at them.
        unsafe { *tasks.icv.get() = *icv };
        tasks
    }

    /// The region is over: its threads go, and the next team may have the queue. Who sleeps at the gate is woken when it is
    /// given something to do.
    pub fn end(&'static self) {
        // No other thread changes it.
        self.region.store(self.region.load(Ordering::Relaxed) + 1, Ordering::Release);
        if let Some(other) = SPARE.replace(Some(self)) {
            lock(&POOL).push(other);
        }
    }

    /// How many threads have come to the ends of regions.
    pub fn departed(&self) -> u64 {
        self.departed.load(Ordering::Acquire)
    }

    /// One more; their number now.
    pub fn depart(&self) -> u64 {
        self.departed.fetch_add(1, Ordering::AcqRel) + 1
    }

    /// Number of threads.
    pub fn size(&self) -> usize {
        self.size.load(Ordering::Relaxed)
    }

    /// The region that the queue serves.
    pub fn region(&self) -> u64 {
        self.region.load(Ordering::Acquire)
    }

    /// Whether it is that of a thread outside of parallel regions.
    pub fn is_of_thread(&self) -> bool {
        self.of_thread
    }

    /// The control variables that the region began with. For a thread that runs one of its tasks.
    pub fn icv(&self) -> Icv {
        // SAFETY: see `Sync`.
        unsafe { *self.icv.get() }
    }

    /// Whether the region has made a task.
    pub fn is_used(&self) -> bool {
        self.used.load(Ordering::Acquire)
    }

    /// Turns of busy waiting.
    pub fn spins(&self) -> u32 {
        self.spins.load(Ordering::Relaxed)
    }

    /// The number of this thread in the team that the queue serves.
    fn me(&self) -> Option<usize> {
        with(|p| p.tasks.is_some_and(|t| std::ptr::eq(t, self)).then_some(p.num))
    }

    /// Threads that wait look again.
    pub fn changed(&self) {
        self.changes.fetch_add(1, Ordering::Release);
        self.gate.notify();
    }

    /// A task is ready.
    pub fn push(&self, t: Held, priority: i32) {
        if priority == 0
            && !t.is_target()
            && self.size() > 1
            && let Some(me) = self.me()
            && !seeded::chance(2)
        {
            self.lines[me].push([t]);
            self.gate.notify_after_exchange();
            return;
        }
        lock(&self.ready).push(t, priority);
        self.count.fetch_add(1, Ordering::AcqRel);
        self.changed();
    }

    /// A task was made, by this thread.
    pub fn one_more(&self) {
        if !self.used.load(Ordering::Relaxed) {
            self.used.store(true, Ordering::Release);
        }
        match self.me() {
            Some(me) => add(&self.counts[me].made, 1),
            None => _ = self.made.fetch_add(1, Ordering::AcqRel),
        }
    }

    /// A task is over that this thread has run. `awaited`: somebody may have waited for just this one.
    pub fn one_over(&self, awaited: bool) {
        match self.me() {
            Some(me) => add(&self.counts[me].over, 1),
            None => {
                self.over.fetch_add(1, Ordering::AcqRel);
                return self.changed();
            }
        }
        if awaited {
            self.gate.notify();
        }
    }

    /// A task runs that was not taken.
    pub fn runs(&self) {
        if self.of_thread {
            self.running.fetch_add(1, Ordering::AcqRel);
        }
    }

    /// A task has run.
    pub fn has_run(&self) {
        if self.of_thread {
            self.running.fetch_sub(1, Ordering::AcqRel);
            // The end of the program looks at that.
            self.changed();
        }
    }

    /// Takes the task from the line for all that `which` chooses. `region`: that the thread belongs to, if it may be over.
    fn take(&self, region: Option<u64>, which: impl FnOnce(&mut Ready<Held>) -> Option<Held>) -> Option<Held> {
        if self.count.load(Ordering::Acquire) == 0 {
            return None;
        }
        let mut ready = lock(&self.ready);
        // As long as the region's tasks are here it is not over.
        if region.is_some_and(|r| r != self.region()) {
            return None;
        }
        let t = which(&mut ready)?;
        // There is no moment at which it is neither ready nor runs.
        self.runs();
        self.count.fetch_sub(1, Ordering::AcqRel);
        Some(t)
    }

    /// The oldest ready target task.
    pub fn target(&self) -> Option<Held> {
        self.take(None, |ready| ready.oldest_of(|t| t.is_target()))
    }

    /// The lines, that of this thread first.
    fn lines(&self, me: usize) -> impl Iterator<Item = (usize, &Line)> {
        let n = self.size().min(self.lines.len());
        let first = seeded::pick(n).unwrap_or(me);
        (first..n).chain(0..first.min(n)).map(|i| (i, &self.lines[i])).filter(|l| !l.1.is_empty())
    }

    /// A ready task that descends from `of`: the newest of this thread, the oldest of the others.
    pub fn descendant(&self, of: &Task) -> Option<Held> {
        if let Some(t) = self.take(None, |ready| ready.newest_of(|t| t.descends(of))) {
            return Some(t);
        }
        let me = self.me().filter(|_| self.used.load(Ordering::Acquire))?;
        self.lines(me).find_map(|(i, line)| {
            line.with(|list| match i == me {
                true => list.newest_of(|t| t.descends(of)),
                false => list.oldest_of(|t| t.descends(of)),
            })
        })
    }

    /// A ready task, the oldest of a line. From the line of another thread it takes more than that, where there are many.
    fn oldest(&self, region: Option<u64>) -> Option<Held> {
        if let Some(t) = self.take(region, Ready::oldest) {
            return Some(t);
        }
        let me = self.me().filter(|_| self.used.load(Ordering::Acquire))?;
        self.lines(me).find_map(|(i, line)| {
            if i != me && line.count.load(Ordering::Relaxed) < FEW {
                // Who has begun to make tasks may make more of them: that costs both threads less than each by itself.
                (0..PATIENCE).for_each(|_| std::hint::spin_loop());
            }
            let mut more = SmallVec::<[Held; AT_ONCE]>::new();
            let first = line.with(|list| {
                if region.is_some_and(|r| r != self.region()) {
                    return None;
                }
                let first = list.oldest()?;
                if i != me {
                    let n = (list.len() / 2).min(AT_ONCE);
                    more.extend(std::iter::from_fn(|| list.oldest()).take(n));
                }
                Some(first)
            })?;
            if !more.is_empty() {
                more.iter().for_each(|t| held::fetch(t.address()));
                self.lines[me].push(more);
                self.gate.notify_after_exchange();
            }
            Some(first)
        })
    }

    /// Whether there are so many ready tasks that this thread had better run its next one than leave it to the others.
    pub fn are_many(&self) -> bool {
        if !self.used.load(Ordering::Relaxed) {
            return false;
        }
        let Some(me) = self.me() else { return false };
        let (n, counts) = (self.lines[me].count.load(Ordering::Relaxed), &self.counts[me]);
        // Once there are too many, others have time to take half of them.
        let was = counts.full.load(Ordering::Relaxed);
        let full = n > if was { MANY / 2 } else { MANY } * self.size();
        if full != was {
            counts.full.store(full, Ordering::Relaxed);
        }
        full
    }

    /// On a thread that has come to the end of the region and may not look at its team any more: runs tasks until the region
    /// is over, or there is something else to do.
    pub fn help_to_the_end(&self, region: u64, called: impl Fn() -> bool) {
        let over = || self.region() != region || called();
        while !over() {
            self.help_with(Some(region));
            let _wait = super::waits("the end of the team");
            self.gate.wait(self.spins(), || over() || self.some_ready());
        }
    }

    /// True where a barrier may let its threads go as far as tasks are concerned.
    pub fn all_over(&self) -> bool {
        if !self.used.load(Ordering::Acquire) {
            return true;
        }
        // What is over was made before that: where the second sum is not more, nothing was left when the first was there.
        let counts = &self.counts[..self.size().min(self.counts.len())];
        let over: u64 = counts.iter().map(|c| c.over.load(Ordering::Acquire)).sum();
        let over = over.wrapping_add(self.over.load(Ordering::Acquire));
        let made: u64 = counts.iter().map(|c| c.made.load(Ordering::Acquire)).sum();
        over == made.wrapping_add(self.made.load(Ordering::Acquire))
    }

    /// True where a waiting thread could run a task.
    pub fn some_ready(&self) -> bool {
        self.used.load(Ordering::Acquire)
            && (self.count.load(Ordering::SeqCst) != 0 || self.lines.iter().take(self.size()).any(|l| !l.is_empty()))
    }

    /// Runs ready tasks until there are none.
    pub fn help(&self) {
        self.help_with(None);
    }

    /// See [`Tasks::help`] and [`Tasks::take`].
    fn help_with(&self, region: Option<u64>) {
        let mut some = false;
        while let Some(t) = self.oldest(region) {
            some = true;
            task::run(t);
        }
        if some {
            // Of the threads that run the last tasks one at least sees that all are over.
            fence(Ordering::SeqCst);
            if self.all_over() {
                self.gate.notify();
            }
        }
    }

    /// Counts what threads that look for a task to run might find.
    fn news(&self) -> u32 {
        let lines = if self.used.load(Ordering::Acquire) { &self.lines[..] } else { &[] };
        let pushes = lines.iter().take(self.size()).map(|l| l.pushes.load(Ordering::SeqCst));
        pushes.fold(self.changes.load(Ordering::Acquire), u32::wrapping_add)
    }

    /// Runs descendants of `of` until `done`.
    pub fn wait(&self, of: &Task, reason: &str, done: impl Fn() -> bool) {
        if done() {
            return;
        }
        of.rest.begin();
        self.run_until(of, reason, done);
        of.rest.end();
    }

    /// See there.
    fn run_until(&self, of: &Task, reason: &str, done: impl Fn() -> bool) {
        loop {
            let seen = self.news();
            if done() {
                return;
            }
            seeded::disturb();
            match self.descendant(of) {
                Some(t) => task::run(t),
                None => {
                    let _wait = super::waits(reason);
                    self.gate.wait(self.spins(), || done() || self.news() != seen);
                }
            }
        }
    }

    /// Runs tasks, and waits for those that run, until nothing here can become ready any more unless somebody else
    /// fulfills an event.
    pub fn drain(&self) {
        loop {
            let seen = self.changes.load(Ordering::Acquire);
            self.help();
            if !self.some_ready() && self.running.load(Ordering::Acquire) == 0 {
                return;
            }
            let _wait = super::waits("tasks outside of parallel regions");
            self.gate.wait(self.spins(), || self.changes.load(Ordering::Acquire) != seen);
        }
    }
}
