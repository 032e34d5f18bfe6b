//! Explicit tasks: a queue of ready tasks for each team, groups, events. Threads run tasks where they wait, in
//! barriers all that are ready, in TASKWAIT and at the end of TASKGROUP those that descend from the task that waits.
//!
//! Target tasks (target constructs with DEPEND or NOWAIT, asynchronous copies of memory) are such tasks. Where one thread
//! is all of the team, another thread runs those that may be deferred, see `helper`.

use super::depend::{self, Dependence, Users};
use super::helper;
use super::icv::{Icv, settings};
use super::order::{self, Node};
use super::queue::Tasks;
use super::seeded;
use super::team::{self, with};
use super::work::{RangeFn, RegionFn};
use crate::timeline::{self, Arg};
use ferrotran_abi::codes::task as flag;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::cell::{Cell, OnceCell, RefCell, UnsafeCell};
use std::ffi::c_void;
use std::mem::MaybeUninit;
use std::ptr::NonNull;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};

/// Contexts of at most so many words are kept in the task itself.
const SMALL: usize = 8;

type Word = MaybeUninit<u64>;

/// What a task uses from outside, as the compiled code filled it.
enum Context {
    /// Nothing.
    None,
    Small(UnsafeCell<[Word; SMALL]>),
    Large(Box<UnsafeCell<[Word]>>),
    /// That of all the tasks of a loop.
    Loop(Arc<Context>),
}

// SAFETY: after the task is made the content is only read, or belongs to the task alone.
unsafe impl Send for Context {}
// SAFETY: as above.
unsafe impl Sync for Context {}

impl Context {
    /// A copy.
    ///
    /// # Safety
    /// `context` has so many words.
    unsafe fn new(context: *const c_void, words: i64) -> Context {
        let words = words.max(0) as usize;
        let from = context.cast::<Word>();
        if words <= SMALL {
            let mut few = [Word::uninit(); SMALL];
            // SAFETY: the caller's promise, and there is room.
            unsafe { std::ptr::copy_nonoverlapping(from, few.as_mut_ptr(), words) };
            return Context::Small(UnsafeCell::new(few));
        }
        let mut many = Box::<[u64]>::new_uninit_slice(words);
        // SAFETY: as above.
        unsafe { std::ptr::copy_nonoverlapping(from, many.as_mut_ptr(), words) };
        // SAFETY: the cell is its content, and nothing else (UnsafeCell is transparent).
        Context::Large(unsafe { Box::from_raw(Box::into_raw(many) as *mut UnsafeCell<[Word]>) })
    }

    /// Its address.
    fn address(&self) -> *mut c_void {
        match self {
            Context::None => std::ptr::null_mut(),
            Context::Small(words) => words.get().cast(),
            Context::Large(words) => words.get().cast(),
            Context::Loop(shared) => shared.address(),
        }
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

/// What they have said.
fn take_next() -> Next {
    if HAS_NEXT.replace(false) { NEXT.take() } else { Next::default() }
}

/// A task that is not over yet.
pub struct Task {
    event: Option<Arc<Event>>,
    /// Where it is run; nowhere but on the thread that makes it, if there is none.
    home: Option<&'static Tasks>,
    code: Code,
    context: Context,
    parent: Option<Arc<Task>>,
    group: Option<Arc<Group>>,
    icv: Icv,
    is_final: bool,
    /// Runs even where its taskgroup is cancelled: it looks for itself.
    begins: bool,
    /// A target task: a contention group of its own, which threads outside of the team may run.
    target: bool,
    /// Ready tasks of higher priority come first.
    priority: i32,
    /// It has dependences, so that others may wait for it.
    depends: bool,
    /// Locks are owned by tasks.
    number: u64,
    /// Where it was made, if there is a timeline.
    place: Option<Box<timeline::Place>>,
    /// Child tasks that are not over.
    children: AtomicUsize,
    /// Tasks that must be over before this one begins.
    waits_for: AtomicUsize,
    /// Tasks that wait for this one; `None` when it is over.
    successors: Mutex<Option<SmallVec<[Arc<Task>; 2]>>>,
    /// Where somebody asks for orders: tasks that dependences put before this one, and the number of the next task when it
    /// last waited for its children.
    before: Mutex<Vec<u64>>,
    synced: AtomicU64,
    /// What that was for the parent when this one was made.
    made_after: u64,
    /// The parent goes on after it only.
    waited_for: bool,
    /// By address: the child tasks that the next one with a dependence on it has to wait for.
    last: Mutex<FxHashMap<usize, Users<Arc<Task>>>>,
    /// Whether there has been one.
    ordered: AtomicBool,
}

impl Task {
    /// Where it is run.
    fn home(&self) -> &'static Tasks {
        self.home.expect("a task that is started has a home")
    }

    /// Whether it descends from the other one.
    pub(super) fn descends(&self, of: &Arc<Task>) -> bool {
        let mut up = self.parent.as_ref();
        while let Some(p) = up {
            if Arc::ptr_eq(p, of) {
                return true;
            }
            up = p.parent.as_ref();
        }
        false
    }

    /// Whether it is a target task.
    pub(super) fn is_target(&self) -> bool {
        self.target
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

/// An explicit task that a thread is in, or the code of a target task, on the thread's stack while it runs.
#[derive(Default)]
struct Frame {
    /// What runs below it. Null: an implicit task.
    outer: Option<NonNull<Frame>>,
    /// The task, made when somebody first asks for it.
    task: OnceCell<Arc<Task>>,
    explicit: bool,
    is_final: bool,
    /// It is over before the task below goes on.
    included: bool,
    /// The control variables of the task around an included one, once this one has changed them.
    icv: OnceCell<Box<Icv>>,
}

/// What belongs to the implicit task of a thread.
#[derive(Default)]
struct Current {
    task: Option<Arc<Task>>,
    /// The taskgroup region of whatever runs.
    group: Option<Arc<Group>>,
}

thread_local! {
    static CURRENT: RefCell<Current> = const { RefCell::new(Current { task: None, group: None }) };
    /// The innermost task that is not the implicit one.
    static TOP: Cell<Option<NonNull<Frame>>> = const { Cell::new(None) };
    static NEXT: RefCell<Next> = RefCell::default();
    /// Whether there is something in it.
    static HAS_NEXT: Cell<bool> = const { Cell::new(false) };
    /// The target task that this thread runs, where somebody asks for orders.
    static NODE: RefCell<Option<Node>> = const { RefCell::new(None) };
    /// Tasks of this thread outside of parallel regions.
    static SERIAL: &'static Tasks = Tasks::of_thread();
}

/// Where the tasks are run that this thread makes.
fn home() -> &'static Tasks {
    match team::team() {
        Some((team, _)) => team.tasks,
        None => SERIAL.with(|s| *s),
    }
}

pub(super) fn lock<T>(m: &Mutex<T>) -> MutexGuard<'_, T> {
    m.lock().unwrap_or_else(|e| e.into_inner())
}

/// What a thread was doing, put aside while it runs an implicit task of another region.
pub struct Aside(Current, Option<NonNull<Frame>>);

/// A new implicit task begins on this thread.
pub fn put_aside() -> Aside {
    Aside(CURRENT.take(), TOP.take())
}

/// It is over.
pub fn take_up(a: Aside) {
    CURRENT.set(a.0);
    TOP.set(a.1);
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

fn new_task(code: Code, context: Context, parent: Option<Arc<Task>>, is_final: bool) -> Arc<Task> {
    Arc::new(Task {
        number: NUMBER.fetch_add(1, Ordering::Relaxed),
        place: timeline::here().map(Box::new),
        event: None,
        home: None,
        code,
        context,
        group: CURRENT.with_borrow(|c| c.group.clone()),
        icv: with(|p| p.icv),
        is_final,
        begins: false,
        target: false,
        priority: 0,
        depends: false,
        made_after: parent.as_ref().map_or(0, |p| p.synced.load(Ordering::Acquire)),
        waited_for: false,
        parent,
        children: AtomicUsize::new(0),
        waits_for: AtomicUsize::new(1),
        successors: Mutex::new(Some(SmallVec::new())),
        before: Mutex::default(),
        synced: AtomicU64::new(0),
        last: Mutex::default(),
        ordered: AtomicBool::new(false),
    })
}

/// A task that nobody else knows yet.
fn unshared(t: &mut Arc<Task>) -> &mut Task {
    Arc::get_mut(t).expect("nobody knows a new task")
}

/// The innermost task that is not the implicit one.
#[inline]
fn top<'a>() -> Option<&'a Frame> {
    // SAFETY: a frame lives while its task runs, and `TOP` names it no longer; callers keep what they get no longer either.
    TOP.get().map(|f| unsafe { f.as_ref() })
}

/// The task that runs; implicit and included ones are made when they are first asked for.
fn current() -> Arc<Task> {
    made(top())
}

/// The task of a frame, or the implicit one.
fn made(frame: Option<&Frame>) -> Arc<Task> {
    let Some(f) = frame else {
        if let Some(t) = CURRENT.with_borrow(|c| c.task.clone()) {
            return t;
        }
        let t = new_task(Code::None, Context::None, None, false);
        CURRENT.with_borrow_mut(|c| c.task = Some(t.clone()));
        return t;
    };
    let make = || {
        // SAFETY: as in `top`: what is below lives longer.
        let parent = f.included.then(|| made(f.outer.map(|o| unsafe { o.as_ref() })));
        new_task(Code::None, Context::None, parent, f.is_final)
    };
    f.task.get_or_init(make).clone()
}

/// The control variables of this thread change: an included task keeps those of the task around it.
pub fn keep_icv() {
    if let Some(f) = top().filter(|f| f.included) {
        f.icv.get_or_init(|| Box::new(with(|p| p.icv)));
    }
}

/// Runs a task of which nothing is asked but that it is over when this returns.
///
/// # Safety
/// `body` may be called with the context.
#[inline]
unsafe fn included(body: RegionFn, context: *mut c_void, is_final: bool) {
    let outer = TOP.get();
    let frame = Frame {
        outer,
        is_final: is_final || in_final(),
        explicit: true,
        included: true,
        task: OnceCell::new(),
        icv: OnceCell::new(),
    };
    TOP.set(Some(NonNull::from(&frame)));
    // SAFETY: the caller's promise.
    unsafe { body(context) };
    TOP.set(outer);
    if frame.task.get().is_some() || frame.icv.get().is_some() {
        end_included(frame);
    }
}

/// An included task is over of which something was asked.
#[cold]
fn end_included(frame: Frame) {
    if let Some(t) = frame.task.get() {
        lock(&t.last).clear();
    }
    if let Some(icv) = frame.icv.into_inner() {
        with(|p| p.icv = *icv);
    }
}

/// A task becomes ready.
fn push(t: Arc<Task>) {
    let (home, target, priority) = (t.home(), t.target, t.priority);
    home.push(t, priority);
    if target && (home.size() == 1 || seeded::chance(3)) {
        helper::offer(home);
    }
    home.changed();
}

/// Runs a task that was taken.
pub fn run(t: &Arc<Task>) {
    execute(t);
    complete(t);
    t.home().has_run();
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
    // The code of a target task is that of an implicit one.
    let frame = match t.target {
        true => Frame::default(),
        false => Frame { task: t.clone().into(), explicit: true, is_final: t.is_final, ..Frame::default() },
    };
    let outer = TOP.replace(Some(NonNull::from(&frame)));
    let group = CURRENT.with_borrow_mut(|c| std::mem::replace(&mut c.group, group));
    let around = (t.target && order::wanted()).then(|| NODE.replace(Some(node_of(t))));
    let place = with(|p| {
        let place = *p;
        p.icv = t.icv;
        if t.target {
            p.begin_contention_group();
        }
        place
    });
    let context = t.context.address();
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
    CURRENT.with_borrow_mut(|c| c.group = group);
    TOP.set(outer);
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
    if t.ordered.load(Ordering::Relaxed) {
        lock(&t.last).clear();
    }
    // Whether somebody may have waited for just this one.
    let mut last = false;
    if t.depends {
        let successors = lock(&t.successors).take().unwrap_or_default();
        for s in successors {
            match s.waits_for.fetch_sub(1, Ordering::AcqRel) {
                1 => push(s),
                _ => last = true,
            }
        }
    }
    if let Some(p) = &t.parent {
        last |= p.children.fetch_sub(1, Ordering::AcqRel) == 1;
    }
    if let Some(g) = &t.group {
        last |= g.tasks.fetch_sub(1, Ordering::AcqRel) == 1;
    }
    t.home().one_over(last);
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
fn start(mut t: Arc<Task>, deferred: bool, dependences: &[Dependence]) {
    let new = unshared(&mut t);
    new.home = Some(home());
    new.waited_for = !deferred;
    new.depends = !dependences.is_empty();
    let Some(parent) = t.parent.clone() else { return };
    let home = t.home();
    parent.children.fetch_add(1, Ordering::AcqRel);
    if let Some(g) = &t.group {
        g.tasks.fetch_add(1, Ordering::AcqRel);
    }
    home.one_more();
    if !dependences.is_empty() {
        parent.ordered.store(true, Ordering::Relaxed);
        depend::register(&mut lock(&parent.last), &t, dependences);
    }
    if !deferred {
        home.wait(&parent, "dependences", || t.waits_for.load(Ordering::Acquire) == 1);
    } else if t.waits_for.fetch_sub(1, Ordering::AcqRel) != 1 {
        return;
    } else if home.size() > 1 || t.target {
        push(t);
        return;
    }
    home.runs();
    run(&t);
    if !deferred && !dependences.is_empty() {
        has_waited(&parent);
    }
}

/// # Safety
/// `list` has `n` pairs of words.
unsafe fn dependences(list: *const i64, n: i64) -> SmallVec<[Dependence; 4]> {
    // SAFETY: the caller's promise.
    let word = |i: usize| unsafe { *list.add(i) };
    (0..n.max(0) as usize).map(|i| Dependence::new(word(2 * i), word(2 * i + 1))).collect()
}

/// The priority that a number in a PRIORITY clause stands for.
fn priority_of(n: i32) -> i32 {
    if n <= 0 { 0 } else { n.min(settings().max_task_priority) }
}

/// A task that runs `body(context)`.
///
/// # Safety
/// `context` has so many words, see also [`dependences`]; `body` may be called with the context, and with a copy of it on
/// any thread.
pub unsafe extern "C" fn task(
    body: RegionFn,
    context: *mut c_void,
    words: i64,
    cond: i32,
    is_final: i32,
    list: *const i64,
    n: i64,
    priority: i32,
    flags: i32,
) {
    if n == 0
        && flags & flag::TARGET == 0
        && !HAS_NEXT.get()
        && !is_observed()
        && (cond == 0 || is_final != 0 || in_final() || runs_at_once(priority))
    {
        // It is over when this returns, and nobody else hears of it.
        // SAFETY: the caller's promise.
        unsafe { included(body, context, is_final != 0) };
        return;
    }
    // SAFETY: the caller's promise.
    unsafe { make(body, context, words, cond, is_final, list, n, priority, flags) };
}

/// A task that runs `body(context)`, and has no clause but IF.
///
/// # Safety
/// As for [`task`].
pub unsafe extern "C" fn task_plain(body: RegionFn, context: *mut c_void, words: i64, cond: i32) {
    if !HAS_NEXT.get() && !is_observed() && (cond == 0 || in_final() || runs_at_once(0)) {
        // SAFETY: the caller's promise.
        unsafe { included(body, context, false) };
        return;
    }
    // SAFETY: the caller's promise.
    unsafe { make(body, context, words, cond, 0, std::ptr::null(), 0, 0, 0) };
}

/// Whether a thread had better run a task that may be deferred at once.
#[inline(never)]
fn runs_at_once(priority: i32) -> bool {
    let home = home();
    home.size() == 1 || home.are_many() && priority_of(priority) == 0 || seeded::chance(4)
}

/// A task of its own, see [`task`].
///
/// # Safety
/// As there.
#[inline(never)]
unsafe fn make(
    body: RegionFn,
    context: *mut c_void,
    words: i64,
    cond: i32,
    is_final: i32,
    list: *const i64,
    n: i64,
    priority: i32,
    flags: i32,
) {
    let is_final = is_final != 0 || in_final();
    let deferred = cond != 0 && !is_final;
    // SAFETY: the caller's promise.
    let (own, mut list) = unsafe { (Context::new(context, words), dependences(list, n)) };
    let mut task = new_task(Code::Region(body), own, Some(current()), is_final);
    let next = take_next();
    let new = unshared(&mut task);
    new.priority = priority_of(priority);
    new.begins = flags & flag::BEGINS != 0;
    new.target = flags & flag::TARGET != 0;
    new.event = next.event;
    list.extend(next.dependences);
    start(task, deferred, &list);
}

/// Whether somebody looks at every single task.
fn is_observed() -> bool {
    timeline::on() || order::wanted() || settings().cancellation
}

/// A dependence of the next task, or of the next wait for dependences, of this thread.
pub extern "C" fn depend_next(kind: i64, address: *const c_void) {
    HAS_NEXT.set(true);
    NEXT.with_borrow_mut(|n| n.dependences.push(Dependence::new(kind, address as i64)));
}

/// An event for the next task of this thread, as `omp_event_handle_kind` holds it.
pub extern "C" fn detach_next() -> i64 {
    let event = Arc::new(Event { state: Mutex::default() });
    HAS_NEXT.set(true);
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
        if *handle == ferrotran_abi::codes::task::NO_EVENT {
            return;
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
    let mut task = new_task(Code::Own(Mutex::new(Some(work))), Context::None, Some(current()), false);
    unshared(&mut task).target = true;
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
    priority: i32,
) {
    if total <= 0 {
        return;
    }
    // SAFETY: the caller's promise.
    let own = unsafe { Context::new(context, words) };
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
    let (parent, shared, priority) = (current(), Arc::new(own), priority_of(priority));
    let is_final = is_final != 0 || parent.is_final;
    for i in 0..tasks {
        let (begin, end) = if strict && grainsize > 0 {
            (i * grainsize, ((i + 1) * grainsize).min(total))
        } else {
            super::work::share(total, tasks, i)
        };
        let code = Code::Range(body, begin, end);
        let mut task = new_task(code, Context::Loop(shared.clone()), Some(parent.clone()), is_final);
        unshared(&mut task).priority = priority;
        start(task, cond != 0 && !is_final, &[]);
    }
    if !nogroup {
        group_end();
    }
}

/// Waits for the child tasks of the current task.
pub extern "C" fn taskwait() {
    let over = |t: &Arc<Task>| t.children.load(Ordering::Acquire) == 0;
    let no_children = || match top() {
        Some(f) => f.task.get().is_none_or(over),
        None => CURRENT.with_borrow(|c| c.task.as_ref().is_none_or(over)),
    };
    if !order::wanted() && no_children() {
        return;
    }
    let t = current();
    home().wait(&t, "taskwait", || over(&t));
    has_waited(&t);
}

/// Waits for the child tasks that have these dependences.
///
/// # Safety
/// See [`dependences`].
pub unsafe extern "C" fn depend_wait(list: *const i64, n: i64) {
    // SAFETY: the caller's promise.
    let mut list = unsafe { dependences(list, n) };
    list.extend(take_next().dependences);
    let parent = current();
    start(new_task(Code::None, Context::None, Some(parent), false), false, &list);
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
    top().is_some_and(|f| f.is_final)
}

/// Whether the current task is explicit.
pub fn in_explicit() -> bool {
    top().is_some_and(|f| f.explicit)
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
        let mut context = [counter as i64, depth];
        // SAFETY: two words, as `split` wants them.
        unsafe { task(split, context.as_mut_ptr().cast(), 2, 1, 0, std::ptr::null(), 0, 0, 0) };
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
