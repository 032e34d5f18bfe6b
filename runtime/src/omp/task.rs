//! Explicit tasks: a queue of ready tasks for each team, groups, events. Threads run tasks where they wait, in
//! barriers all that are ready, in TASKWAIT and at the end of TASKGROUP those that descend from the task that waits.
//!
//! Target tasks (target constructs with DEPEND or NOWAIT, asynchronous copies of memory) are such tasks. Where one thread
//! is all of the team, another thread runs those that may be deferred, see `helper`.

use super::depend::{self, Dependence, Users};
use super::gate::Gate;
use super::helper;
use super::icv::{self, Icv, settings};
use super::order::{self, Node};
use super::team::{self, with};
use super::work::{RangeFn, RegionFn};
use crate::timeline::{self, Arg};
use ferrotran_abi::codes::task as flag;
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
enum Code {
    /// An implicit task, or one that is nothing but its dependences.
    None,
    Region(RegionFn),
    /// Iterations of a loop.
    Range(RangeFn, i64, i64),
    /// Something that the runtime does.
    Own(Mutex<Option<Box<dyn FnOnce() + Send>>>),
}

/// What a detachable task is over with, besides its code.
struct Event {
    state: Mutex<EventState>,
}

#[derive(Default)]
struct EventState {
    fulfilled: bool,
    /// The task whose code is done.
    waiting: Option<Arc<Task>>,
}

/// What calls have said about the next task of this thread.
#[derive(Default)]
struct Next {
    dependences: Vec<Dependence>,
    event: Option<Arc<Event>>,
}

/// A task that is not over yet.
pub struct Task {
    event: Option<Arc<Event>>,
    /// Where it is run; nowhere but on the thread that makes it, if there is none.
    home: Option<Arc<Tasks>>,
    code: Code,
    context: Option<Arc<Context>>,
    parent: Option<Arc<Task>>,
    group: Option<Arc<Group>>,
    icv: Icv,
    explicit: bool,
    is_final: bool,
    /// Runs even where its taskgroup is cancelled: it looks for itself.
    begins: bool,
    /// A target task: a contention group of its own, which threads outside of the team may run.
    target: bool,
    /// Locks are owned by tasks.
    number: u64,
    /// Where it was made, if there is a timeline.
    place: Option<Box<timeline::Place>>,
    /// Child tasks that are not over.
    children: AtomicUsize,
    /// Tasks that must be over before this one begins.
    waits_for: AtomicUsize,
    /// Tasks that wait for this one; `None` when it is over.
    successors: Mutex<Option<Vec<Arc<Task>>>>,
    /// Where somebody asks for orders: tasks that dependences put before this one, and the number of the next task when it
    /// last waited for its children.
    before: Mutex<Vec<u64>>,
    synced: AtomicU64,
    /// What that was for the parent when this one was made.
    made_after: u64,
    /// The parent goes on after it only.
    waited_for: bool,
    /// By address: the child tasks that the next one with a dependence on it has to wait for.
    last: Mutex<HashMap<usize, Users<Arc<Task>>>>,
}

impl Task {
    /// Where it is run.
    fn home(&self) -> &Arc<Tasks> {
        self.home.as_ref().expect("a task that is started has a home")
    }
}

/// A taskgroup region.
#[derive(Default)]
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

/// Tasks of a team, or those that a thread outside of parallel regions has made.
pub struct Tasks {
    /// Where the threads wait, for tasks and for each other.
    pub gate: Gate,
    /// Number of threads.
    size: usize,
    ready: Mutex<VecDeque<Arc<Task>>>,
    /// Number of ready tasks.
    count: AtomicUsize,
    /// Tasks that run.
    running: AtomicUsize,
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
    /// The target task that this thread runs, where somebody asks for orders.
    static NODE: RefCell<Option<Node>> = const { RefCell::new(None) };
    /// Tasks of this thread outside of parallel regions.
    static SERIAL: Arc<Tasks> = Arc::new(Tasks::new(1));
}

/// Where the tasks are run that this thread makes.
fn home() -> Arc<Tasks> {
    with_home(Arc::clone)
}

/// The same for a moment: threads of a team do not all change one count.
fn with_home<R>(f: impl FnOnce(&Arc<Tasks>) -> R) -> R {
    match team::team() {
        Some((team, _)) => f(&team.tasks),
        None => SERIAL.with(f),
    }
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

/// The number of the next task.
static NUMBER: AtomicU64 = AtomicU64::new(1);

/// What this thread does, among the target tasks and regions of its task.
pub fn node() -> Node {
    NODE.with_borrow(Clone::clone).unwrap_or_else(|| {
        let t = current();
        let synced = t.synced.load(Ordering::Acquire);
        Node::new(t.number, NUMBER.load(Ordering::Acquire), true, synced, Vec::new())
    })
}

/// The task that runs has waited.
fn has_waited(t: &Task) {
    t.synced.fetch_max(NUMBER.load(Ordering::Acquire), Ordering::AcqRel);
}

/// A barrier ends.
pub fn after_barrier() {
    if order::wanted() {
        order::barrier(NUMBER.load(Ordering::Acquire));
    }
}

fn new_task(code: Code, context: Option<Arc<Context>>, parent: Option<Arc<Task>>, is_final: bool) -> Task {
    Task {
        number: NUMBER.fetch_add(1, Ordering::Relaxed),
        place: timeline::here().map(Box::new),
        event: None,
        home: None,
        code,
        context,
        group: CURRENT.with_borrow(|c| c.group.clone()),
        icv: with(|p| p.icv),
        explicit: parent.is_some(),
        is_final,
        begins: false,
        target: false,
        made_after: parent.as_ref().map_or(0, |p| p.synced.load(Ordering::Acquire)),
        waited_for: false,
        parent,
        children: AtomicUsize::new(0),
        waits_for: AtomicUsize::new(1),
        successors: Mutex::new(Some(Vec::new())),
        before: Mutex::default(),
        synced: AtomicU64::new(0),
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
    /// For a team of so many threads.
    pub fn new(size: usize) -> Tasks {
        Tasks {
            gate: Gate::new(),
            size,
            ready: Mutex::default(),
            count: AtomicUsize::new(0),
            running: AtomicUsize::new(0),
            unfinished: AtomicUsize::new(0),
            changes: AtomicU32::new(0),
        }
    }

    /// Busy waiting makes sense only while every thread of the team can have a processor.
    pub fn spins(&self) -> u32 {
        if self.size > icv::num_procs() as usize { icv::spins().min(50) } else { icv::spins() }
    }

    fn changed(&self) {
        self.changes.fetch_add(1, Ordering::Release);
        self.gate.notify();
    }

    /// Takes the ready task at the place that `which` chooses.
    fn take(&self, which: impl FnOnce(&VecDeque<Arc<Task>>) -> Option<usize>) -> Option<Arc<Task>> {
        if self.count.load(Ordering::Acquire) == 0 {
            return None;
        }
        let mut ready = lock(&self.ready);
        let at = which(&ready)?;
        let t = ready.remove(at)?;
        // There is no moment at which it is neither ready nor runs.
        self.running.fetch_add(1, Ordering::AcqRel);
        self.count.fetch_sub(1, Ordering::AcqRel);
        Some(t)
    }

    /// The oldest ready task.
    fn any(&self) -> Option<Arc<Task>> {
        self.take(|ready| (!ready.is_empty()).then_some(0))
    }

    /// The oldest ready target task.
    pub fn target(&self) -> Option<Arc<Task>> {
        self.take(|ready| ready.iter().position(|t| t.target))
    }

    /// The newest ready task that descends from `of`.
    fn descendant(&self, of: &Arc<Task>) -> Option<Arc<Task>> {
        let descends = |t: &Arc<Task>| {
            let mut up = t.parent.as_ref();
            while let Some(p) = up {
                if Arc::ptr_eq(p, of) {
                    return true;
                }
                up = p.parent.as_ref();
            }
            false
        };
        self.take(|ready| ready.iter().rposition(descends))
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
    pub fn help(&self) {
        while let Some(t) = self.any() {
            run(&t);
        }
    }

    /// Runs descendants of `of` until `done`.
    fn wait(&self, of: &Arc<Task>, reason: &str, done: impl Fn() -> bool) {
        loop {
            let seen = self.changes.load(Ordering::Acquire);
            if done() {
                return;
            }
            match self.descendant(of) {
                Some(t) => run(&t),
                None => {
                    let _wait = super::waits(reason);
                    self.gate.wait(self.spins(), || done() || self.changes.load(Ordering::Acquire) != seen);
                }
            }
        }
    }

    /// Runs tasks, and waits for those that run, until nothing here can become ready any more unless somebody else
    /// fulfills an event.
    fn drain(&self) {
        loop {
            let seen = self.changes.load(Ordering::Acquire);
            self.help();
            if !self.some_ready() && self.running.load(Ordering::Acquire) == 0 {
                return;
            }
            let _wait = super::waits("tasks at the end of the program");
            self.gate.wait(self.spins(), || self.changes.load(Ordering::Acquire) != seen);
        }
    }
}

/// A task becomes ready.
fn push(t: Arc<Task>) {
    let home = Arc::clone(t.home());
    let helps = t.target && home.size == 1;
    lock(&home.ready).push_back(t);
    home.count.fetch_add(1, Ordering::AcqRel);
    if helps {
        helper::offer(Arc::clone(&home));
    }
    home.changed();
}

/// Runs a task that was taken.
pub fn run(t: &Arc<Task>) {
    execute(t);
    complete(t);
    t.home().running.fetch_sub(1, Ordering::AcqRel);
    if t.home().size == 1 {
        // The end of the program looks at that.
        t.home().changed();
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
    let _span = timeline::span_if_on(|| {
        let name = if t.target { "target task" } else { "task" };
        timeline::span("task", name, &[("number", Arg::Number(t.number)), ("at", Arg::At(t.place.as_deref()))])
    });
    // The tasks of a target region are over at its end.
    let own = t.target.then(|| Arc::new(Group::default()));
    let group = own.clone().or_else(|| t.group.clone());
    // Its code is that of an implicit task.
    let task = if t.target { None } else { Some(t.clone()) };
    let outer = CURRENT.replace(Current { task, group });
    let around = (t.target && order::wanted()).then(|| NODE.replace(Some(node_of(t))));
    let place = with(|p| {
        let place = *p;
        p.icv = t.icv;
        if t.target {
            p.begin_contention_group();
        }
        place
    });
    let context = t.context.as_ref().map_or(std::ptr::null_mut(), |c| c.0.cast::<c_void>());
    match &t.code {
        Code::None => {}
        // SAFETY: compiled code made the body for this context.
        Code::Region(body) => unsafe { body(context) },
        // SAFETY: as above.
        Code::Range(body, begin, end) => unsafe { body(context, *begin, *end) },
        Code::Own(work) => {
            let work = lock(work).take();
            if let Some(work) = work {
                work();
            }
        }
    }
    if let Some(own) = own {
        home().wait(&current(), "the end of a target region", || own.tasks.load(Ordering::Acquire) == 0);
    }
    with(|p| *p = place);
    if let Some(around) = around {
        NODE.set(around);
    }
    CURRENT.set(outer);
}

/// A target task that begins on this thread.
fn node_of(t: &Task) -> Node {
    let before = lock(&t.before).clone();
    let parent = t.parent.as_ref().map_or(0, |p| p.number);
    let mut node = Node::new(parent, t.number, t.waited_for, t.made_after, before);
    let here = 0u8;
    node.begins_at(std::hint::black_box(&raw const here) as usize);
    node
}

/// A task's code is done: it is over, unless its event is still to come.
fn complete(t: &Arc<Task>) {
    if let Some(e) = &t.event {
        let mut state = lock(&e.state);
        if !state.fulfilled {
            state.waiting = Some(t.clone());
            return;
        }
    }
    finish(t);
}

/// What follows the end of a task.
fn finish(t: &Arc<Task>) {
    // Its children may live on, but nobody waits for them through it.
    lock(&t.last).clear();
    let successors = lock(&t.successors).take().unwrap_or_default();
    for s in successors {
        if s.waits_for.fetch_sub(1, Ordering::AcqRel) == 1 {
            push(s);
        }
    }
    if let Some(p) = &t.parent {
        p.children.fetch_sub(1, Ordering::AcqRel);
    }
    if let Some(g) = &t.group {
        g.tasks.fetch_sub(1, Ordering::AcqRel);
    }
    t.home().unfinished.fetch_sub(1, Ordering::AcqRel);
    t.home().changed();
}

impl depend::Node for Arc<Task> {
    fn is(&self, other: &Arc<Task>) -> bool {
        Arc::ptr_eq(self, other)
    }

    fn is_over(&self) -> bool {
        lock(&self.successors).is_none()
    }

    fn follows(&self, before: &Arc<Task>) {
        if order::wanted() {
            let mut all = lock(&self.before);
            all.push(before.number);
            all.extend_from_slice(&lock(&before.before));
            all.sort_unstable();
            all.dedup();
        }
        if let Some(s) = lock(&before.successors).as_mut() {
            self.waits_for.fetch_add(1, Ordering::AcqRel);
            s.push(self.clone());
        }
    }
}

/// Makes a task: it runs at once where it may not be deferred, or nobody else could run it. What the tasks before it have
/// to do first is never waited for, where it may be deferred.
fn start(mut t: Task, deferred: bool, dependences: &[Dependence]) {
    t.home = Some(home());
    t.waited_for = !deferred;
    let t = Arc::new(t);
    let Some(parent) = t.parent.clone() else { return };
    let home = t.home();
    parent.children.fetch_add(1, Ordering::AcqRel);
    if let Some(g) = &t.group {
        g.tasks.fetch_add(1, Ordering::AcqRel);
    }
    home.unfinished.fetch_add(1, Ordering::AcqRel);
    if !dependences.is_empty() {
        depend::register(&mut lock(&parent.last), &t, dependences);
    }
    if !deferred {
        home.wait(&parent, "dependences", || t.waits_for.load(Ordering::Acquire) == 1);
    } else if t.waits_for.fetch_sub(1, Ordering::AcqRel) != 1 {
        return;
    } else if home.size > 1 || t.target {
        push(t);
        return;
    }
    home.running.fetch_add(1, Ordering::AcqRel);
    run(&t);
    if !deferred && !dependences.is_empty() {
        has_waited(&parent);
    }
}

/// # Safety
/// `list` has `n` pairs of words.
unsafe fn dependences(list: *const i64, n: i64) -> Vec<Dependence> {
    // SAFETY: the caller's promise.
    let word = |i: usize| unsafe { *list.add(i) };
    (0..n.max(0) as usize).map(|i| Dependence::new(word(2 * i), word(2 * i + 1))).collect()
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
    flags: i32,
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
    task.begins = flags & flag::BEGINS != 0;
    task.target = flags & flag::TARGET != 0;
    if !deferred && list.is_empty() && task.event.is_none() && !task.target {
        // It is over when this returns, and nobody else hears of it.
        let task = Arc::new(task);
        execute(&task);
        lock(&task.last).clear();
        return;
    }
    start(task, deferred, &list);
}

/// A dependence of the next task, or of the next wait for dependences, of this thread.
pub extern "C" fn depend_next(kind: i64, address: *const c_void) {
    NEXT.with_borrow_mut(|n| n.dependences.push(Dependence::new(kind, address as i64)));
}

/// An event for the next task of this thread, as `omp_event_handle_kind` holds it.
pub extern "C" fn detach_next() -> i64 {
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
    if let Some(task) = waiting {
        finish(&task);
    }
}

/// A target task that the runtime itself makes, deferred: an asynchronous copy. `objects` are dependence objects.
pub fn target_task(objects: &[i64], work: Box<dyn FnOnce() + Send>) {
    let list: Vec<Dependence> = objects.iter().map(|&o| Dependence::of_object(o)).collect();
    let mut task = new_task(Code::Own(Mutex::new(Some(work))), None, Some(current()), false);
    task.target = true;
    start(task, !in_final(), &list);
}

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
    let over = |t: &Arc<Task>| t.children.load(Ordering::Acquire) == 0;
    if !order::wanted() && CURRENT.with_borrow(|c| c.task.as_ref().is_none_or(over)) {
        return;
    }
    let t = current();
    with_home(|h| h.wait(&t, "taskwait", || over(&t)));
    has_waited(&t);
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
    if let Some(t) = home().descendant(&current()) {
        run(&t);
    }
}

/// The program ends on this thread: what it has deferred is done first, except where a task waits for an event that
/// nothing here can fulfill.
pub fn end_of_program() {
    if team::team().is_none() && !in_explicit() {
        SERIAL.with(|s| s.drain());
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
    let t = current();
    home().wait(&t, "taskgroup", || g.tasks.load(Ordering::Acquire) == 0);
    has_waited(&t);
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
