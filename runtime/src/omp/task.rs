//! Explicit tasks: a queue of ready tasks for each team, dependences, groups. Threads run tasks where they wait, in
//! barriers all that are ready, in TASKWAIT and at the end of TASKGROUP those that descend from the task that waits.

use super::icv::{Icv, settings};
use super::team::{self, Team, with};
use super::work::{RangeFn, RegionFn};
use std::cell::RefCell;
use std::collections::{HashMap, VecDeque};
use std::ffi::c_void;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};

/// What a task uses from outside, as the compiled code filled it.
struct Context(*mut u64, usize);

// SAFETY: after the task is made the content is only read, or belongs to the task alone.
unsafe impl Send for Context {}
// SAFETY: as above.
unsafe impl Sync for Context {}

impl Drop for Context {
    fn drop(&mut self) {
        // SAFETY: `new_context` made it of a boxed slice of that length.
        drop(unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(self.0, self.1)) });
    }
}

/// The code of a task.
#[derive(Clone, Copy)]
enum Code {
    /// An implicit task, or one that is nothing but its dependences.
    None,
    Region(RegionFn),
    /// Iterations of a loop.
    Range(RangeFn, i64, i64),
}

/// What a detachable task is over with, besides its code.
struct Event {
    state: Mutex<EventState>,
}

#[derive(Default)]
struct EventState {
    fulfilled: bool,
    /// The task whose code is done, and its team.
    waiting: Option<(Arc<Task>, Option<TeamPtr>)>,
}

/// A team that waits for its unfinished tasks, and so is there until then.
#[derive(Clone, Copy)]
struct TeamPtr(*const Team);

// SAFETY: a team is made for several threads.
unsafe impl Send for TeamPtr {}

/// Detachable tasks have been made.
static EVENTS: AtomicBool = AtomicBool::new(false);

/// What calls have said about the next task of this thread.
#[derive(Default)]
struct Next {
    dependences: Vec<(i64, usize)>,
    event: Option<Arc<Event>>,
}

/// A task that is not over yet.
struct Task {
    event: Option<Arc<Event>>,
    code: Code,
    context: Option<Arc<Context>>,
    parent: Option<Arc<Task>>,
    group: Option<Arc<Group>>,
    icv: Icv,
    explicit: bool,
    is_final: bool,
    /// Runs even where its taskgroup is cancelled: it looks for itself.
    begins: bool,
    /// Locks are owned by tasks.
    number: u64,
    /// Child tasks that are not over.
    children: AtomicUsize,
    /// Tasks that must be over before this one begins.
    waits_for: AtomicUsize,
    /// Tasks that wait for this one; `None` when it is over.
    successors: Mutex<Option<Vec<Arc<Task>>>>,
    /// By address: the child tasks that the next one with a dependence on it has to wait for.
    last: Mutex<HashMap<usize, Users>>,
}

/// Child tasks that depend on one storage location.
#[derive(Default)]
struct Users {
    /// The last one that writes.
    writer: Option<Arc<Task>>,
    /// Those that read after it.
    readers: Vec<Arc<Task>>,
}

/// A taskgroup region.
struct Group {
    /// Tasks in it that are not over.
    tasks: AtomicUsize,
    cancelled: AtomicBool,
    outer: Option<Arc<Group>>,
}

impl Group {
    /// Whether the region, or one around it whose tasks its tasks belong to, is cancelled.
    fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Acquire) || self.outer.as_ref().is_some_and(|g| g.is_cancelled())
    }
}

/// Tasks of a team.
#[derive(Default)]
pub struct Tasks {
    ready: Mutex<VecDeque<Arc<Task>>>,
    /// Number of ready tasks.
    count: AtomicUsize,
    /// Tasks that were made and are not over.
    unfinished: AtomicUsize,
    /// Counts what waiting threads have to look at again.
    changes: AtomicU32,
}

#[derive(Default)]
struct Current {
    task: Option<Arc<Task>>,
    group: Option<Arc<Group>>,
}

thread_local! {
    static CURRENT: RefCell<Current> = RefCell::default();
    static NEXT: RefCell<Next> = RefCell::default();
}

fn lock<T>(m: &Mutex<T>) -> MutexGuard<'_, T> {
    m.lock().unwrap_or_else(|e| e.into_inner())
}

/// What a thread was doing, put aside while it runs an implicit task of another region.
pub struct Aside(Current);

/// A new implicit task begins on this thread.
pub fn put_aside() -> Aside {
    Aside(CURRENT.take())
}

/// It is over.
pub fn take_up(a: Aside) {
    CURRENT.set(a.0);
}

fn new_task(code: Code, context: Option<Arc<Context>>, parent: Option<Arc<Task>>, is_final: bool) -> Task {
    static NUMBER: AtomicU64 = AtomicU64::new(1);
    Task {
        number: NUMBER.fetch_add(1, Ordering::Relaxed),
        event: None,
        code,
        context,
        group: CURRENT.with_borrow(|c| c.group.clone()),
        icv: with(|p| p.icv),
        explicit: parent.is_some(),
        is_final,
        begins: false,
        parent,
        children: AtomicUsize::new(0),
        waits_for: AtomicUsize::new(1),
        successors: Mutex::new(Some(Vec::new())),
        last: Mutex::default(),
    }
}

/// The task that runs; an implicit one is made when it is first asked for.
fn current() -> Arc<Task> {
    if let Some(t) = CURRENT.with_borrow(|c| c.task.clone()) {
        return t;
    }
    let t = Arc::new(new_task(Code::None, None, None, false));
    CURRENT.with_borrow_mut(|c| c.task = Some(t.clone()));
    t
}

impl Tasks {
    fn push(&self, team: &Team, t: Arc<Task>) {
        lock(&self.ready).push_back(t);
        self.count.fetch_add(1, Ordering::Release);
        self.changed(team);
    }

    fn changed(&self, team: &Team) {
        self.changes.fetch_add(1, Ordering::Release);
        team.gate.notify();
    }

    /// The oldest ready task.
    fn any(&self) -> Option<Arc<Task>> {
        if self.count.load(Ordering::Acquire) == 0 {
            return None;
        }
        let t = lock(&self.ready).pop_front()?;
        self.count.fetch_sub(1, Ordering::Relaxed);
        Some(t)
    }

    /// The newest ready task that descends from `of`.
    fn descendant(&self, of: &Arc<Task>) -> Option<Arc<Task>> {
        if self.count.load(Ordering::Acquire) == 0 {
            return None;
        }
        let mut ready = lock(&self.ready);
        let at = ready.iter().rposition(|t| {
            let mut up = t.parent.as_ref();
            while let Some(p) = up {
                if Arc::ptr_eq(p, of) {
                    return true;
                }
                up = p.parent.as_ref();
            }
            false
        })?;
        let t = ready.remove(at)?;
        self.count.fetch_sub(1, Ordering::Relaxed);
        Some(t)
    }

    /// True where a barrier may let its threads go as far as tasks are concerned.
    pub fn all_over(&self) -> bool {
        self.unfinished.load(Ordering::Acquire) == 0
    }

    /// True where a waiting thread could run a task.
    pub fn some_ready(&self) -> bool {
        self.count.load(Ordering::Acquire) != 0
    }

    /// Runs ready tasks until there are none.
    pub fn help(&self, team: &Team) {
        while let Some(t) = self.any() {
            execute(&t);
            complete(&t, Some(team));
        }
    }

    /// Runs descendants of `of` until `done`.
    fn wait(&self, team: &Team, of: &Arc<Task>, done: impl Fn() -> bool) {
        loop {
            let seen = self.changes.load(Ordering::Acquire);
            if done() {
                return;
            }
            match self.descendant(of) {
                Some(t) => {
                    execute(&t);
                    complete(&t, Some(team));
                }
                None => team.gate.wait(team.spins(), || done() || self.changes.load(Ordering::Acquire) != seen),
            }
        }
    }
}

/// Whether a task that has not begun is not to begin any more.
fn is_discarded(t: &Task) -> bool {
    !t.begins
        && settings().cancellation
        && (t.group.as_ref().is_some_and(|g| g.is_cancelled())
            || team::team().is_some_and(|(team, _)| team.cancelled()))
}

/// Runs a task's code on this thread.
fn execute(t: &Arc<Task>) {
    if is_discarded(t) {
        return;
    }
    let outer = CURRENT.replace(Current { task: Some(t.clone()), group: t.group.clone() });
    let (work, icv) = with(|p| (p.work, std::mem::replace(&mut p.icv, t.icv)));
    let context = t.context.as_ref().map_or(std::ptr::null_mut(), |c| c.0.cast::<c_void>());
    match t.code {
        Code::None => {}
        // SAFETY: compiled code made the body for this context.
        Code::Region(body) => unsafe { body(context) },
        // SAFETY: as above.
        Code::Range(body, begin, end) => unsafe { body(context, begin, end) },
    }
    with(|p| (p.work, p.icv) = (work, icv));
    CURRENT.set(outer);
}

/// A task's code is done: it is over, unless its event is still to come.
fn complete(t: &Arc<Task>, team: Option<&Team>) {
    if let Some(e) = &t.event {
        let mut state = lock(&e.state);
        if !state.fulfilled {
            state.waiting = Some((t.clone(), team.map(|t| TeamPtr(t))));
            return;
        }
    }
    finish(t, team);
}

/// What follows the end of a task; `team`: it was counted there.
fn finish(t: &Arc<Task>, team: Option<&Team>) {
    // Its children may live on, but nobody waits for them through it.
    lock(&t.last).clear();
    let successors = lock(&t.successors).take().unwrap_or_default();
    let here = team.or_else(|| team::team().map(|t| t.0));
    for s in successors {
        if s.waits_for.fetch_sub(1, Ordering::AcqRel) == 1
            && let Some(team) = here
        {
            team.tasks.push(team, s);
        }
    }
    if let Some(p) = &t.parent {
        p.children.fetch_sub(1, Ordering::AcqRel);
    }
    if let Some(g) = &t.group {
        g.tasks.fetch_sub(1, Ordering::AcqRel);
    }
    if let Some(team) = team {
        team.tasks.unfinished.fetch_sub(1, Ordering::AcqRel);
    }
    if let Some(team) = here {
        team.tasks.changed(team);
    }
}

/// The address of a dependence that names `omp_all_memory`.
const ALL_MEMORY: usize = 0;

/// Registers the dependences of a new task: pairs of kind (0 in, 1 the others) and address.
fn depend(t: &Arc<Task>, parent: &Task, list: &[(i64, usize)]) {
    let after = |before: &Arc<Task>| {
        if Arc::ptr_eq(before, t) {
            return;
        }
        if let Some(s) = lock(&before.successors).as_mut() {
            t.waits_for.fetch_add(1, Ordering::AcqRel);
            s.push(t.clone());
        }
    };
    let mut last = lock(&parent.last);
    for &(kind, address) in list {
        if address == ALL_MEMORY {
            for users in last.values() {
                users.writer.iter().chain(&users.readers).for_each(after);
            }
            last.clear();
        } else if let Some(all) = last.get(&ALL_MEMORY) {
            all.writer.iter().for_each(after);
        }
        let users = last.entry(address).or_default();
        users.writer.iter().for_each(after);
        if kind == 0 {
            users.readers.push(t.clone());
        } else {
            users.readers.iter().for_each(after);
            *users = Users { writer: Some(t.clone()), readers: Vec::new() };
        }
    }
}

/// Makes a task: it runs at once where it may not be deferred, or nobody else could run it.
fn start(t: Task, deferred: bool, dependences: &[(i64, usize)]) {
    let t = Arc::new(t);
    let Some(parent) = t.parent.clone() else { return };
    parent.children.fetch_add(1, Ordering::AcqRel);
    if let Some(g) = &t.group {
        g.tasks.fetch_add(1, Ordering::AcqRel);
    }
    let events = EVENTS.load(Ordering::Acquire);
    let team = team::team().map(|t| t.0).filter(|t| t.size > 1 || events);
    let Some(team) = team else {
        if events && !dependences.is_empty() {
            // Other threads of the program may complete what this one depends on.
            depend(&t, &parent, dependences);
            while t.waits_for.load(Ordering::Acquire) != 1 {
                std::thread::sleep(PAUSE);
            }
        }
        // Every task before it is over.
        execute(&t);
        complete(&t, None);
        return;
    };
    if !dependences.is_empty() {
        depend(&t, &parent, dependences);
    }
    if !deferred {
        team.tasks.wait(team, &parent, || t.waits_for.load(Ordering::Acquire) == 1);
        let counted = t.event.as_ref().map(|_| team);
        if counted.is_some() {
            team.tasks.unfinished.fetch_add(1, Ordering::AcqRel);
        }
        execute(&t);
        complete(&t, counted);
        return;
    }
    team.tasks.unfinished.fetch_add(1, Ordering::AcqRel);
    if t.waits_for.fetch_sub(1, Ordering::AcqRel) == 1 {
        team.tasks.push(team, t);
    }
}

/// # Safety
/// `list` has `n` pairs of words.
unsafe fn dependences(list: *const i64, n: i64) -> Vec<(i64, usize)> {
    // SAFETY: the caller's promise.
    (0..n.max(0) as usize).map(|i| unsafe { (*list.add(2 * i), *list.add(2 * i + 1) as usize) }).collect()
}

/// Memory for the context of a task.
pub extern "C" fn new_context(words: i64) -> *mut c_void {
    Box::into_raw(vec![0u64; words.max(1) as usize].into_boxed_slice()).cast()
}

/// # Safety
/// `context` is from [`new_context`] with the same number of words, and belongs to the task from now on.
unsafe fn own(context: *mut c_void, words: i64) -> Option<Arc<Context>> {
    Some(Arc::new(Context(context.cast(), words.max(1) as usize)))
}

/// A task that runs `body(context)`.
///
/// # Safety
/// See [`own`] and [`dependences`]; `body` may be called with the context on any thread.
pub unsafe extern "C" fn task(
    body: RegionFn,
    context: *mut c_void,
    words: i64,
    cond: i32,
    is_final: i32,
    list: *const i64,
    n: i64,
    begins: i32,
) {
    let parent = current();
    // SAFETY: the caller's promise.
    let (context, mut list) = unsafe { (own(context, words), dependences(list, n)) };
    let next = NEXT.take();
    list.extend(next.dependences);
    let is_final = is_final != 0 || parent.is_final;
    let deferred = cond != 0 && !is_final;
    let mut task = new_task(Code::Region(body), context, Some(parent), is_final);
    task.event = next.event;
    task.begins = begins != 0;
    start(task, deferred, &list);
}

/// A dependence of the next task, or of the next wait for dependences, of this thread.
pub extern "C" fn depend_next(kind: i64, address: *const c_void) {
    NEXT.with_borrow_mut(|n| n.dependences.push((kind, address as usize)));
}

/// An event for the next task of this thread, as `omp_event_handle_kind` holds it.
pub extern "C" fn detach_next() -> i64 {
    EVENTS.store(true, Ordering::Release);
    let event = Arc::new(Event { state: Mutex::default() });
    NEXT.with_borrow_mut(|n| n.event = Some(event.clone()));
    Arc::into_raw(event) as i64
}

/// omp_fulfill_event.
///
/// # Safety
/// `handle` is null or the address of an event's handle that is not fulfilled yet.
pub unsafe extern "C" fn fulfill_event(handle: *const i64) {
    // SAFETY: the caller's promise; the handle's share of the event ends here.
    let event = unsafe {
        if handle.is_null() || *handle == 0 {
            crate::error::fatal("omp_fulfill_event: this is no event");
        }
        Arc::from_raw(*handle as *const Event)
    };
    let waiting = {
        let mut state = lock(&event.state);
        state.fulfilled = true;
        state.waiting.take()
    };
    if let Some((task, team)) = waiting {
        // SAFETY: the team waits for this task.
        finish(&task, team.map(|t| unsafe { &*t.0 }));
    }
}

/// How long to look away where nothing tells that a task is over.
const PAUSE: std::time::Duration = std::time::Duration::from_micros(50);

/// Tasks that together run `body(context, begin, end)` for all of [0, total), and a wait for them unless `nogroup`.
///
/// # Safety
/// As for [`task`].
pub unsafe extern "C" fn taskloop(
    body: RangeFn,
    context: *mut c_void,
    words: i64,
    total: i64,
    grainsize: i64,
    num_tasks: i64,
    flags: i32,
    cond: i32,
    is_final: i32,
) {
    // SAFETY: the caller's promise.
    let context = unsafe { own(context, words) };
    if total <= 0 {
        return;
    }
    let (nogroup, strict) = (flags & 1 != 0, flags & 2 != 0);
    let size = team::team().map_or(1, |t| t.0.size as i64);
    let tasks = match (grainsize, num_tasks) {
        (g, _) if g > 0 && strict => (total - 1) / g + 1,
        (g, _) if g > 0 => (total / g).max(1),
        (_, n) if n > 0 => n.min(total),
        _ => (8 * size).min(total),
    };
    if !nogroup {
        group_begin();
    }
    let parent = current();
    let is_final = is_final != 0 || parent.is_final;
    for i in 0..tasks {
        let (begin, end) = if strict && grainsize > 0 {
            (i * grainsize, ((i + 1) * grainsize).min(total))
        } else {
            super::work::share(total, tasks, i)
        };
        let code = Code::Range(body, begin, end);
        start(new_task(code, context.clone(), Some(parent.clone()), is_final), cond != 0 && !is_final, &[]);
    }
    if !nogroup {
        group_end();
    }
}

/// Waits for the child tasks of the current task.
pub extern "C" fn taskwait() {
    let t = current();
    let over = || t.children.load(Ordering::Acquire) == 0;
    match team::team() {
        Some((team, _)) => team.tasks.wait(team, &t, over),
        None => {
            while EVENTS.load(Ordering::Acquire) && !over() {
                std::thread::sleep(PAUSE);
            }
        }
    }
}

/// Waits for the child tasks that have these dependences.
///
/// # Safety
/// See [`dependences`].
pub unsafe extern "C" fn depend_wait(list: *const i64, n: i64) {
    // SAFETY: the caller's promise.
    let mut list = unsafe { dependences(list, n) };
    list.extend(NEXT.take().dependences);
    let parent = current();
    start(new_task(Code::None, None, Some(parent), false), false, &list);
}

/// Lets another task of this one's run.
pub extern "C" fn taskyield() {
    if let Some((team, _)) = team::team()
        && let Some(t) = team.tasks.descendant(&current())
    {
        execute(&t);
        complete(&t, Some(team));
    }
}

/// A taskgroup region begins.
pub extern "C" fn group_begin() {
    CURRENT.with_borrow_mut(|c| {
        let outer = c.group.take();
        c.group = Some(Arc::new(Group { tasks: AtomicUsize::new(0), cancelled: AtomicBool::new(false), outer }));
    });
}

/// Waits for the tasks of the region and their descendants.
pub extern "C" fn group_end() {
    let Some(g) = CURRENT.with_borrow(|c| c.group.clone()) else { return };
    let over = || g.tasks.load(Ordering::Acquire) == 0;
    match team::team() {
        Some((team, _)) => team.tasks.wait(team, &current(), over),
        None => {
            while EVENTS.load(Ordering::Acquire) && !over() {
                std::thread::sleep(PAUSE);
            }
        }
    }
    CURRENT.with_borrow_mut(|c| c.group = g.outer.clone());
}

/// Whether the taskgroup of the current task is cancelled; with `now` it is from now on.
pub fn cancel_group(now: bool) -> bool {
    let group = CURRENT.with_borrow(|c| c.group.clone());
    group.is_some_and(|g| {
        if now {
            g.cancelled.store(true, Ordering::Release);
        }
        g.is_cancelled()
    })
}

/// The number of the current task.
pub fn number() -> u64 {
    current().number
}

/// Whether the current task is final.
pub fn in_final() -> bool {
    CURRENT.with_borrow(|c| c.task.as_ref().is_some_and(|t| t.is_final))
}

/// Whether the current task is explicit.
pub fn in_explicit() -> bool {
    CURRENT.with_borrow(|c| c.task.as_ref().is_some_and(|t| t.explicit))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::omp::work;
    use std::sync::atomic::AtomicI64;

    /// A task that adds the number in its context to a counter and makes smaller tasks.
    unsafe extern "C" fn split(ctx: *mut c_void) {
        // SAFETY: `spawn` fills two words: the counter's address and a depth.
        let (counter, depth) = unsafe { (*ctx.cast::<*const AtomicI64>(), *ctx.cast::<i64>().add(1)) };
        // SAFETY: the counter outlives the region.
        unsafe { &*counter }.fetch_add(1, Ordering::Relaxed);
        if depth > 0 {
            // SAFETY: as above.
            unsafe {
                spawn(&*counter, depth - 1);
                spawn(&*counter, depth - 1);
            }
            taskwait();
        }
    }

    unsafe fn spawn(counter: *const AtomicI64, depth: i64) {
        let ctx = new_context(2);
        // SAFETY: two words, as `split` wants them.
        unsafe {
            *ctx.cast::<*const AtomicI64>() = counter;
            *ctx.cast::<i64>().add(1) = depth;
            task(split, ctx, 2, 1, 0, std::ptr::null(), 0, 0);
        }
    }

    unsafe extern "C" fn region(ctx: *mut c_void) {
        if work::single_begin() != 0 {
            // SAFETY: the counter lives during the region.
            unsafe { spawn(ctx.cast(), 8) };
        }
        work::single_end(0);
        // SAFETY: as above.
        let n = unsafe { &*ctx.cast::<AtomicI64>() }.load(Ordering::Relaxed);
        assert_eq!(n, 511);
    }

    #[test]
    fn a_barrier_finishes_all_tasks() {
        for _ in 0..20 {
            let mut counter = AtomicI64::new(0);
            // SAFETY: the region is made for a counter.
            unsafe { work::parallel(region, (&raw mut counter).cast(), 4, 1) };
        }
    }
}
