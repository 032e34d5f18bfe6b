//! Explicit tasks: a queue of ready tasks for each team, groups, events. Threads run tasks where they wait, in
//! barriers all that are ready, in TASKWAIT and at the end of TASKGROUP those that descend from the task that waits.
//!
//! Target tasks (target constructs with DEPEND or NOWAIT, asynchronous copies of memory) are such tasks. Where one thread
//! is all of the team, another thread runs those that may be deferred, see `helper`.

use super::depend::{self, Dependence, Users};
use super::held::Held;
use super::helper;
use super::icv::{Icv, settings};
use super::next::{self, Event};
use super::order::{self, Node};
use super::queue::Tasks;
use super::rest::Rest;
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
use std::ops::Deref;
use std::ptr::NonNull;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU8, AtomicU64, AtomicUsize, Ordering};
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
    Loop(Arc<OfLoop>),
}

/// What the tasks of a loop have in common.
struct OfLoop {
    context: Context,
    body: RangeFn,
    cut: Cut,
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
            Context::Loop(shared) => shared.context.address(),
        }
    }
}

/// The code of a task.
enum Code {
    /// An implicit task, or one that is nothing but its dependences.
    None,
    Region(RegionFn),
    /// Tasks of a loop, of those numbers. More than one are included in the first, which nobody can tell.
    Loop(i64, i64),
    /// Something that the runtime does.
    Own(Box<Mutex<Option<Box<dyn FnOnce() + Send>>>>),
}

/// How the tasks of a loop share its iterations.
#[derive(Clone, Copy)]
struct Cut {
    total: i64,
    tasks: i64,
    /// Iterations of each but the last; 0: nearly equal shares.
    each: i64,
}

impl Cut {
    /// The iterations of task number `i`.
    fn of(self, i: i64) -> (i64, i64) {
        match self.each {
            0 => super::work::share(self.total, self.tasks, i),
            n => (i * n, (i + 1).saturating_mul(n).min(self.total)),
        }
    }
}

/// What is kept of a task where somebody looks at every single one.
struct Observed {
    /// Where it was made, if there is a timeline.
    place: Option<timeline::Place>,
    /// Tasks that dependences put before this one, and the number of the next task when it last waited for its children.
    before: Mutex<Vec<u64>>,
    synced: AtomicU64,
    /// What that was for the parent when this one was made.
    made_after: u64,
}

/// By address: the child tasks that the next one with a dependence on it has to wait for.
type Table = FxHashMap<usize, Users<Held>>;

/// A task that is not over yet.
#[repr(align(64))]
pub struct Task {
    code: Code,
    context: Context,
    /// Where it is run; nowhere but on the thread that makes it, if there is none.
    home: Option<&'static Tasks>,
    pub(super) parent: Option<Held>,
    group: Option<Arc<Group>>,
    event: Option<Arc<Event>>,
    /// Its control variables, if they may be others than those that the region began with.
    icv: Option<Box<Icv>>,
    observed: Option<Box<Observed>>,
    /// Locks are owned by tasks.
    number: u64,
    /// Ready tasks of higher priority come first.
    priority: i32,
    is_final: bool,
    /// Runs even where its taskgroup is cancelled: it looks for itself.
    begins: bool,
    /// A target task: a contention group of its own, which threads outside of the team may run.
    target: bool,
    /// It has dependences, so that others may wait for it.
    depends: bool,
    /// The parent goes on after it only.
    waited_for: bool,
    /// Whether it stands still.
    pub(super) rest: Rest,
    /// Who knows it.
    pub(super) shares: AtomicUsize,
    /// Child tasks that are over, less those that it has waited for. While it waits that is less than zero, and zero at
    /// the end.
    over: AtomicI64,
    /// Tasks that must be over before this one begins.
    waits_for: AtomicUsize,
    /// Tasks that wait for this one; `None` when it is over.
    successors: Mutex<Option<SmallVec<[Held; 2]>>>,
    /// For the thread that runs it: the child tasks that it has made and not waited for.
    made: Cell<i64>,
    /// The same: shares that are counted but nobody has yet.
    spare: Cell<u32>,
    /// The same.
    last: Cell<Option<Box<Table>>>,
}

// More cache lines than four make tasks dearer that another thread runs.
const _: () = assert!(size_of::<Task>() <= 256);

// SAFETY: cells are used by the thread that runs the task alone, or by the one that ends it afterwards.
unsafe impl Send for Task {}
// SAFETY: as above.
unsafe impl Sync for Task {}

/// Shares that a task counts at once for child tasks to come.
const SPARE: u32 = 64;

impl Task {
    /// Where it is run.
    fn home(&self) -> &'static Tasks {
        self.home.expect("a task that is started has a home")
    }

    /// Whether it descends from the other one.
    pub(super) fn descends(&self, of: &Task) -> bool {
        let mut up = self.parent.as_ref();
        while let Some(p) = up {
            if std::ptr::eq(&**p, of) {
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

    /// Its code is over: no more child tasks are made.
    fn makes_no_more(&self) {
        self.rest.begin();
        // Its children may live on, but nobody waits for them through it.
        drop(self.last.take());
        let n = self.spare.take();
        if n != 0 {
            // Who calls this has one more share.
            self.shares.fetch_sub(n as usize, Ordering::Release);
        }
    }

    /// The number that [`Observed::synced`] holds.
    fn synced(&self) -> u64 {
        self.observed.as_ref().map_or(0, |o| o.synced.load(Ordering::Acquire))
    }

    /// Says that this thread waits for the child tasks; whether they are over already.
    fn begins_to_wait(&self) -> bool {
        let made = self.made.take();
        made == 0 || self.over.fetch_sub(made, Ordering::AcqRel) == made
    }
}

/// A task that runs on this thread, while it does.
#[derive(Clone, Copy)]
struct Running(NonNull<Task>);

impl Deref for Running {
    type Target = Task;

    fn deref(&self) -> &Task {
        // SAFETY: it lives while it runs, and what names it is kept no longer.
        unsafe { self.0.as_ref() }
    }
}

impl Running {
    /// A share for a child task.
    fn share(self) -> Held {
        let n = match self.spare.get() {
            0 => {
                self.shares.fetch_add(SPARE as usize, Ordering::Relaxed);
                SPARE
            }
            n => n,
        };
        self.spare.set(n - 1);
        // SAFETY: it has just been taken out of those that nobody has.
        unsafe { Held::counted(self.0) }
    }
}

/// A task of a thread that no queue has: an implicit or an included one.
struct Own(Held);

impl Drop for Own {
    fn drop(&mut self) {
        self.0.makes_no_more();
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
    /// The task that a queue has had.
    runs: Option<NonNull<Task>>,
    /// Otherwise the task, made when somebody first asks for it.
    task: OnceCell<Own>,
    explicit: bool,
    is_final: bool,
    /// It is over before the task below goes on.
    included: bool,
    /// The control variables of this thread before the task changed them.
    icv: OnceCell<Box<(Icv, bool)>>,
}

/// What belongs to the implicit task of a thread.
#[derive(Default)]
struct Current {
    task: Option<Own>,
    /// The taskgroup region of whatever runs.
    group: Option<Arc<Group>>,
}

thread_local! {
    static CURRENT: RefCell<Current> = const { RefCell::new(Current { task: None, group: None }) };
    /// The innermost task that is not the implicit one.
    static TOP: Cell<Option<NonNull<Frame>>> = const { Cell::new(None) };
    /// The innermost target task that this thread runs.
    static TARGET: Cell<Option<NonNull<Task>>> = const { Cell::new(None) };
    /// The same as others know it, where somebody asks for orders.
    static NODE: RefCell<Option<Node>> = const { RefCell::new(None) };
    /// Tasks of this thread outside of parallel regions.
    static SERIAL: &'static Tasks = Tasks::of_thread();
}

/// Where the tasks are run that this thread makes.
fn home() -> &'static Tasks {
    with(|p| p.tasks).unwrap_or_else(|| SERIAL.with(|s| *s))
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

/// Numbers that a thread takes at once where nobody asks in which order tasks are made.
const NUMBERS: u64 = 256;

/// The number of a new task.
fn next_number() -> u64 {
    thread_local! {
        /// The next number of this thread, and how many there are.
        static MINE: Cell<(u64, u64)> = const { Cell::new((0, 0)) };
    }
    if is_observed() {
        return NUMBER.fetch_add(1, Ordering::Relaxed);
    }
    let (n, left) = match MINE.get() {
        (_, 0) => (NUMBER.fetch_add(NUMBERS, Ordering::Relaxed), NUMBERS),
        mine => mine,
    };
    MINE.set((n + 1, left - 1));
    n
}

/// What this thread does, among the target tasks and regions of its task.
pub fn node() -> Node {
    NODE.with_borrow(Clone::clone).unwrap_or_else(|| {
        let t = current();
        Node::new(t.number, NUMBER.load(Ordering::Acquire), true, t.synced(), Vec::new())
    })
}

/// The task that runs has waited.
fn has_waited(t: &Task) {
    if let Some(o) = &t.observed {
        o.synced.fetch_max(NUMBER.load(Ordering::Acquire), Ordering::AcqRel);
    }
}

/// A barrier ends.
pub fn after_barrier() {
    if is_observed() && order::wanted() {
        order::barrier(NUMBER.load(Ordering::Acquire));
    }
}

/// What is kept of a new task.
#[cold]
fn observe(parent: Option<Running>) -> Box<Observed> {
    Box::new(Observed {
        place: timeline::here(),
        before: Mutex::default(),
        synced: AtomicU64::new(0),
        made_after: parent.map_or(0, |p| p.synced()),
    })
}

fn new_task(code: Code, context: Context, parent: Option<Running>, is_final: bool) -> Held {
    let home = home();
    let icv = with(|p| (p.changed || home.is_of_thread()).then(|| Box::new(p.icv)));
    let group = CURRENT.with_borrow(|c| c.group.clone());
    let (observed, number) = (is_observed().then(|| observe(parent)), next_number());
    let parent = parent.map(Running::share);
    Held::new(|| Task {
        code,
        context,
        home: Some(home),
        parent,
        group,
        event: None,
        icv,
        observed,
        number,
        priority: 0,
        is_final,
        begins: false,
        target: false,
        depends: false,
        waited_for: false,
        rest: Rest::default(),
        shares: AtomicUsize::new(1),
        over: AtomicI64::new(0),
        waits_for: AtomicUsize::new(1),
        successors: Mutex::new(Some(SmallVec::new())),
        made: Cell::new(0),
        spare: Cell::new(0),
        last: Cell::new(None),
    })
}

/// The innermost task that is not the implicit one.
#[inline]
fn top<'a>() -> Option<&'a Frame> {
    // SAFETY: a frame lives while its task runs, and `TOP` names it no longer; callers keep what they get no longer either.
    TOP.get().map(|f| unsafe { f.as_ref() })
}

/// The task that runs; implicit and included ones are made when they are first asked for.
fn current() -> Running {
    made(top())
}

/// The task of a frame, or the implicit one.
fn made(frame: Option<&Frame>) -> Running {
    Running(match frame {
        None => CURRENT.with_borrow(|c| c.task.as_ref().map(|t| t.0.address())).unwrap_or_else(|| {
            let t = new_task(Code::None, Context::None, None, false);
            let at = t.address();
            CURRENT.with_borrow_mut(|c| c.task = Some(Own(t)));
            at
        }),
        Some(f) => f.runs.unwrap_or_else(|| {
            let make = || {
                // SAFETY: as in `top`: what is below lives longer.
                let parent = f.included.then(|| made(f.outer.map(|o| unsafe { o.as_ref() })));
                Own(new_task(Code::None, Context::None, parent, f.is_final))
            };
            f.task.get_or_init(make).0.address()
        }),
    })
}

/// The control variables of this thread change: a task keeps those that were there before it.
pub fn keep_icv() {
    if let Some(f) = top().filter(|f| f.explicit) {
        f.icv.get_or_init(|| Box::new(with(|p| (p.icv, p.changed))));
    }
}

/// Runs a task of which nothing is asked but that it is over when this returns.
///
/// # Safety
/// `body` may be called with the context.
#[inline]
unsafe fn included(body: RegionFn, context: *mut c_void, is_final: bool) {
    // SAFETY: as above.
    include(is_final, || unsafe { body(context) });
}

/// The same for tasks of a loop.
///
/// # Safety
/// As there.
unsafe fn all_included(body: RangeFn, context: *mut c_void, cut: Cut, first: i64, last: i64, is_final: bool) {
    for (begin, end) in (first..last).map(|i| cut.of(i)) {
        // SAFETY: the caller's promise.
        include(is_final, || unsafe { body(context, begin, end) });
    }
}

/// Runs the code of an included task.
#[inline]
fn include(is_final: bool, code: impl FnOnce()) {
    let outer = TOP.get();
    let frame = Frame {
        outer,
        is_final: is_final || in_final(),
        explicit: true,
        included: true,
        runs: None,
        task: OnceCell::new(),
        icv: OnceCell::new(),
    };
    TOP.set(Some(NonNull::from(&frame)));
    code();
    TOP.set(outer);
    if frame.task.get().is_some() || frame.icv.get().is_some() {
        end_included(frame);
    }
}

/// An included task is over of which something was asked.
#[cold]
fn end_included(frame: Frame) {
    if let Some(icv) = frame.icv.into_inner() {
        with(|p| (p.icv, p.changed) = *icv);
    }
}

/// A task becomes ready.
fn push(t: Held) {
    let (home, target, priority) = (t.home(), t.target, t.priority);
    home.push(t, priority);
    if target && (home.size() == 1 || seeded::chance(3)) {
        helper::offer(home);
    }
}

/// Runs a task that was taken.
pub fn run(t: Held) {
    let home = t.home();
    if !is_discarded(&t) {
        match t.target {
            true => execute_target(&t),
            false => execute(&t),
        }
    }
    complete(t);
    home.has_run();
}

/// Whether a task that has not begun is not to begin any more.
fn is_discarded(t: &Task) -> bool {
    is_observed()
        && !t.begins
        && settings().cancellation
        && (t.group.as_ref().is_some_and(|g| g.is_cancelled())
            || team::team().is_some_and(|(team, _)| team.cancelled()))
}

/// Calls a task's code.
fn call(t: &Held) {
    let _span = timeline::span_if_on(|| {
        let name = if t.target { "target task" } else { "task" };
        let place = t.observed.as_ref().and_then(|o| o.place.as_ref());
        timeline::span("task", name, &[("number", Arg::Number(t.number)), ("at", Arg::At(place))])
    });
    let context = t.context.address();
    match &t.code {
        Code::None => {}
        // SAFETY: compiled code made the body for this context.
        Code::Region(body) => unsafe { body(context) },
        Code::Loop(first, last) => {
            let Context::Loop(all) = &t.context else { return };
            // SAFETY: as above.
            unsafe { call_of_loop(all, *first, *last, t.is_final) }
        }
        Code::Own(work) => {
            let work = lock(work).take();
            if let Some(work) = work {
                work();
            }
        }
    }
}

/// Calls the code of the tasks of a loop that have these numbers, of which the first is the task that runs.
///
/// # Safety
/// As for [`taskloop`].
unsafe fn call_of_loop(all: &OfLoop, first: i64, last: i64, is_final: bool) {
    let (body, context) = (all.body, all.context.address());
    if last - first == 1 {
        let (begin, end) = all.cut.of(first);
        // SAFETY: the caller's promise.
        unsafe { body(context, begin, end) };
    } else {
        // SAFETY: as above.
        unsafe { all_included(body, context, all.cut, first, last, is_final) };
    }
}

/// Runs a task's code on this thread.
fn execute(t: &Held) {
    let frame = Frame { runs: Some(t.address()), explicit: true, is_final: t.is_final, ..Frame::default() };
    let outer = TOP.replace(Some(NonNull::from(&frame)));
    let group = CURRENT.with_borrow_mut(|c| std::mem::replace(&mut c.group, t.group.clone()));
    if t.icv.is_some() || with(|p| p.changed) {
        let _ = frame.icv.set(Box::new(with(|p| (p.icv, p.changed))));
        let icv = t.icv.as_ref().map_or_else(|| t.home().icv(), |i| **i);
        with(|p| (p.icv, p.changed) = (icv, t.icv.is_some()));
    }
    call(t);
    if let Some(icv) = frame.icv.get() {
        with(|p| (p.icv, p.changed) = **icv);
    }
    CURRENT.with_borrow_mut(|c| c.group = group);
    TOP.set(outer);
}

/// The same for a target task. Its code is that of an implicit one.
fn execute_target(t: &Held) {
    // The tasks of a target region are over at its end.
    let own = Arc::new(Group::default());
    let frame = Frame::default();
    let outer = TOP.replace(Some(NonNull::from(&frame)));
    let group = CURRENT.with_borrow_mut(|c| c.group.replace(own.clone()));
    let around = order::wanted().then(|| NODE.replace(Some(node_of(t))));
    let target = TARGET.replace(Some(t.address()));
    let place = with(|p| {
        let place = *p;
        p.icv = t.icv.as_ref().map_or_else(|| t.home().icv(), |i| **i);
        p.begin_contention_group();
        place
    });
    call(t);
    home().wait(&current(), "the end of a target region", || own.tasks.load(Ordering::Acquire) == 0);
    with(|p| *p = place);
    TARGET.set(target);
    if let Some(around) = around {
        NODE.set(around);
    }
    CURRENT.with_borrow_mut(|c| c.group = group);
    TOP.set(outer);
}

/// The task that has made the target task of this thread, kept at a scheduling point.
pub struct Kept(Held);

impl Drop for Kept {
    fn drop(&mut self) {
        self.0.rest.let_go();
    }
}

/// Waits until the task that has made the target task of this thread, and goes on beside it, comes to a scheduling point.
/// It stays there until what this gives is dropped. Nothing where no task goes on beside.
pub fn keep_maker() -> Option<Kept> {
    // SAFETY: the task lives while this thread runs it.
    let target = Running(TARGET.get()?);
    let maker = target.parent.as_ref().filter(|_| !target.waited_for)?.clone();
    let _wait = super::waits("the task that goes on beside a region of the host");
    maker.rest.keep();
    Some(Kept(maker))
}

/// Runs `f`, in which the task that runs waits for others. Others that this thread is in stand still, or go on, as before;
/// a task that nobody has asked for has made none.
pub fn at_rest<R>(f: impl FnOnce() -> R) -> R {
    let mut tasks: SmallVec<[Running; 2]> = SmallVec::new();
    let mut frame = top();
    loop {
        let of_frame = |f: &Frame| f.runs.or_else(|| f.task.get().map(|t| t.0.address()));
        let implicit = || CURRENT.with_borrow(|c| c.task.as_ref().map(|t| t.0.address()));
        tasks.extend(frame.map_or_else(implicit, of_frame).map(Running));
        // What has included the task waits for it.
        let Some(f) = frame.filter(|f| f.included) else { break };
        // SAFETY: as in `top`: what is below lives longer.
        frame = f.outer.map(|o| unsafe { o.as_ref() });
    }
    tasks.iter().for_each(|t| t.rest.begin());
    let r = f();
    tasks.iter().for_each(|t| t.rest.end());
    r
}

/// A target task that begins on this thread.
fn node_of(t: &Task) -> Node {
    let (before, made_after) = match &t.observed {
        Some(o) => (lock(&o.before).clone(), o.made_after),
        None => (Vec::new(), 0),
    };
    let parent = t.parent.as_ref().map_or(0, |p| p.number);
    let mut node = Node::new(parent, t.number, t.waited_for, made_after, before);
    let here = 0u8;
    node.begins_at(std::hint::black_box(&raw const here) as usize);
    node
}

/// A task's code is done: it is over, unless its event is still to come.
fn complete(t: Held) {
    t.makes_no_more();
    if let Some(e) = t.event.clone() {
        let mut state = lock(&e.state);
        if !state.fulfilled {
            state.waiting = Some(t);
            return;
        }
    }
    finish(t);
}

/// What follows the end of a task.
fn finish(t: Held) {
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
        last |= p.over.fetch_add(1, Ordering::AcqRel) == -1;
    }
    if let Some(g) = &t.group {
        last |= g.tasks.fetch_sub(1, Ordering::AcqRel) == 1;
    }
    let home = t.home();
    drop(t);
    home.one_over(last);
}

impl depend::Node for Held {
    fn is(&self, other: &Held) -> bool {
        self.address() == other.address()
    }

    fn is_over(&self) -> bool {
        lock(&self.successors).is_none()
    }

    fn follows(&self, before: &Held) {
        if let (Some(o), Some(b)) = (&self.observed, &before.observed) {
            let mut all = lock(&o.before);
            all.push(before.number);
            all.extend_from_slice(&lock(&b.before));
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
fn start(mut t: Held, deferred: bool, dependences: &[Dependence]) {
    let new = t.unshared();
    new.waited_for = !deferred;
    new.depends = !dependences.is_empty();
    let Some(parent) = &t.parent else { return };
    let home = t.home();
    parent.made.set(parent.made.get() + 1);
    if let Some(g) = &t.group {
        g.tasks.fetch_add(1, Ordering::AcqRel);
    }
    home.one_more();
    if !dependences.is_empty() {
        let mut last = parent.last.take();
        depend::register(last.get_or_insert_default(), &t, dependences);
        parent.last.set(last);
    }
    if !deferred {
        home.wait(parent, "dependences", || t.waits_for.load(Ordering::Acquire) == 1);
    } else if !dependences.is_empty() && t.waits_for.fetch_sub(1, Ordering::AcqRel) != 1 {
        return;
    } else if home.size() > 1 || t.target {
        push(t);
        return;
    }
    home.runs();
    let waited = !deferred && !dependences.is_empty();
    run(t);
    if waited {
        has_waited(&current());
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
        && !next::is_given()
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
    if !next::is_given() && !is_observed() && (cond == 0 || in_final() || runs_at_once(0)) {
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
    // A final task is done at once where nothing is in the way; what it depends on may need the thread that meets it.
    let deferred = cond != 0 && !in_final() && !(is_final && n == 0);
    // SAFETY: the caller's promise.
    let own = unsafe { Context::new(context, words) };
    let mut task = new_task(Code::Region(body), own, Some(current()), is_final);
    let new = task.unshared();
    new.priority = priority_of(priority);
    new.begins = flags & flag::BEGINS != 0;
    new.target = flags & flag::TARGET != 0;
    if n == 0 && !next::is_given() {
        return start(task, deferred, &[]);
    }
    // SAFETY: the caller's promise.
    let mut list = unsafe { dependences(list, n) };
    let next = next::take();
    if next.event.is_some() {
        new.event = next.event;
    }
    list.extend(next.dependences);
    start(task, deferred, &list);
}

/// Whether somebody looks at every single task.
#[inline]
fn is_observed() -> bool {
    /// 0: not known yet, 1: no, 2: yes.
    static KNOWN: AtomicU8 = AtomicU8::new(0);
    #[cold]
    fn find_out() -> bool {
        let yes = order::wanted() || settings().cancellation;
        KNOWN.store(1 + u8::from(yes), Ordering::Relaxed);
        yes
    }
    timeline::on()
        || match KNOWN.load(Ordering::Relaxed) {
            0 => find_out(),
            n => n == 2,
        }
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
        finish(task);
    }
}

/// A target task that the runtime itself makes, deferred: an asynchronous copy. `objects` are dependence objects.
pub fn target_task(objects: &[i64], work: Box<dyn FnOnce() + Send>) {
    let list: Vec<Dependence> = objects.iter().map(|&o| Dependence::of_object(o)).collect();
    let mut task = new_task(Code::Own(Box::new(Mutex::new(Some(work)))), Context::None, Some(current()), false);
    task.unshared().target = true;
    start(task, !in_final(), &list);
}

/// Tasks of a loop for each thread above which several of them are one in the queue.
const MANY_OF_A_LOOP: i64 = 32;

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
    let cut = Cut { total, tasks, each: if strict && grainsize > 0 { grainsize } else { 0 } };
    let (is_final, home) = (is_final != 0 || in_final(), home());
    let deferred = cond != 0 && !is_final;
    if !is_observed() && (!deferred || home.size() == 1) {
        // SAFETY: the caller's promise.
        unsafe { all_included(body, context, cut, 0, tasks, is_final) };
    } else {
        // SAFETY: the caller's promise.
        let own = unsafe { Context::new(context, words) };
        let shared = Arc::new(OfLoop { context: own, body, cut });
        let (parent, priority) = (current(), priority_of(priority));
        // What is more is a burden to the queue.
        let several = !is_observed() && !seeded::on();
        let queued = if several { tasks.min(MANY_OF_A_LOOP * home.size() as i64) } else { tasks };
        for i in 0..queued {
            let (first, last) = super::work::share(tasks, queued, i);
            let mut task = new_task(Code::Loop(first, last), Context::Loop(shared.clone()), Some(parent), is_final);
            task.unshared().priority = priority;
            start(task, deferred, &[]);
        }
    }
    if !nogroup {
        group_end();
    }
}

/// Waits for the child tasks of the current task.
pub extern "C" fn taskwait() {
    let has_none = |t: &Task| t.made.get() == 0;
    let no_children = || match top() {
        Some(Frame { runs: Some(t), .. }) => has_none(&Running(*t)),
        Some(f) => f.task.get().is_none_or(|t| has_none(&t.0)),
        None => CURRENT.with_borrow(|c| c.task.as_ref().is_none_or(|t| has_none(&t.0))),
    };
    if !is_observed() && no_children() {
        return;
    }
    let t = current();
    if !t.begins_to_wait() {
        home().wait(&t, "taskwait", || t.over.load(Ordering::Acquire) == 0);
    }
    has_waited(&t);
}

/// Waits for the child tasks that have these dependences.
///
/// # Safety
/// See [`dependences`].
pub unsafe extern "C" fn depend_wait(list: *const i64, n: i64) {
    // SAFETY: the caller's promise.
    let mut list = unsafe { dependences(list, n) };
    list.extend(next::take().dependences);
    start(new_task(Code::None, Context::None, Some(current()), false), false, &list);
}

/// Lets another task of this one's run.
pub extern "C" fn taskyield() {
    if let Some(t) = home().descendant(&current()) {
        at_rest(|| run(t));
    }
}

/// A barrier outside of all parallel regions, at the end of the program too: what this thread has deferred is done first,
/// except where a task waits for an event that nothing here can fulfill. In a target region it waits for the tasks of that.
pub fn sequential_barrier() {
    if team::team().is_some() || in_explicit() {
        return;
    }
    if top().is_none() {
        return at_rest(|| SERIAL.with(|s| s.drain()));
    }
    // Of this thread's tasks the region's own is not over.
    if let Some(group) = CURRENT.with_borrow(|c| c.group.clone()) {
        home().wait(&current(), "tasks of a target region", || group.tasks.load(Ordering::Acquire) == 0);
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
    if top().is_some() {
        return current().number;
    }
    match with(|p| p.task_number) {
        0 => {
            let number = current().number;
            with(|p| p.task_number = number);
            number
        }
        known => known,
    }
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
mod tests;
