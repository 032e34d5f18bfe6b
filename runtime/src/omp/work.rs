//! What compiled code calls inside and around parallel regions: forking, worksharing, single,
//! critical, ordered, reductions.

use super::gate::Lock;
use super::icv::{Icv, Schedule};
use super::parts;
use super::slots::{SLOTS, Slot};
use super::team::{self, Loop, Place, Team, Work, with};
use crate::timeline::{self, Arg, Span};
use ferrotran_abi::codes::schedule as code;
use std::cell::{Cell, RefCell};
use std::ffi::c_void;
use std::sync::atomic::Ordering;

/// Body of a parallel region.
pub type RegionFn = unsafe extern "C" fn(*mut c_void);
/// Body of a parallel loop: iterations from the first number up to, not including, the second.
pub type RangeFn = unsafe extern "C" fn(*mut c_void, i64, i64);

/// An address that may go to another thread.
#[derive(Clone, Copy)]
struct Shared(*mut c_void);
// SAFETY: the compiled code that gives the address promises that its threads may share what is there.
unsafe impl Sync for Shared {}

impl Shared {
    fn get(&self) -> *mut c_void {
        self.0
    }
}

/// Share number `i` of `n` nearly equal shares of `total`, the first ones larger by one.
#[inline]
pub fn share(total: i64, n: i64, i: i64) -> (i64, i64) {
    let (quotient, rest) = if n & (n - 1) == 0 {
        // Divisions take processors long, and more so of long numbers.
        (total >> n.trailing_zeros(), total & (n - 1))
    } else if (total | n) >> 32 == 0 {
        (i64::from(total as u32 / n as u32), i64::from(total as u32 % n as u32))
    } else {
        (total / n, total % n)
    };
    let begin = i * quotient + i.min(rest);
    (begin, begin + quotient + i64::from(i < rest))
}

/// Calls `body(ctx, begin, end)` for ranges that together make up [0, `total`), on several threads
/// where this is worth it (`total` above `grain`) and we are not in a parallel region yet.
///
/// # Safety
/// `body` may be called with `ctx` on any thread.
pub unsafe extern "C" fn par_for(body: RangeFn, ctx: *mut c_void, total: i64, grain: i64) {
    if total <= 0 {
        return;
    }
    let grain = grain.max(1);
    let active = team::team().is_some_and(|(t, _)| t.active_level > 0);
    let threads = if active || total <= grain { 1 } else { team::team_size(0) as i64 };
    let threads = threads.min((total - 1) / grain + 1);
    if threads <= 1 {
        // SAFETY: the caller's promise.
        unsafe { body(ctx, 0, total) };
        return;
    }
    let ctx = Shared(ctx);
    let _span = forks("parallel loop", threads as usize);
    team::fork(threads as usize, &|| {
        let (t, num) = team::team().expect("a thread of a team is in it");
        let (begin, end) = share(total, t.size as i64, num as i64);
        if begin < end {
            // SAFETY: the caller's promise.
            unsafe { body(ctx.get(), begin, end) };
        }
    });
}

/// What the timeline says of a parallel region.
fn forks(name: &str, threads: usize) -> Option<Span> {
    timeline::span_if_on(|| {
        let at = timeline::here();
        timeline::span("omp", name, &[("threads", Arg::Number(threads as u64)), ("at", Arg::At(at.as_ref()))])
    })
}

/// Runs `body(ctx)` on every thread of a new team.
///
/// # Safety
/// `body` may be called with `ctx` on any thread.
pub unsafe extern "C" fn parallel(body: RegionFn, ctx: *mut c_void, num_threads: i32, cond: i32) {
    let size = if cond == 0 { 1 } else { team::team_size(num_threads) };
    if !timeline::on() && !super::icv::settings().display_affinity {
        // SAFETY: the caller's promise.
        return unsafe { team::fork_work(size, Work { body, context: ctx }) };
    }
    let ctx = Shared(ctx);
    let _span = forks("parallel", size);
    team::fork(size, &|| {
        let _span = timeline::span_if_on(|| {
            let num = team::team().map_or(0, |(_, num)| num as u64);
            timeline::span("omp", "thread of a team", &[("number", Arg::Number(num))])
        });
        super::affinity::show_new_thread();
        // SAFETY: the caller's promise.
        unsafe { body(ctx.get()) };
    });
}

/// A teams region on the host: the initial threads of the teams run `body(ctx)` one after the other. Without a number
/// (`num_teams` 0) nteams-var decides, one team where that is not set.
///
/// # Safety
/// `body` may be called with `ctx`.
pub unsafe extern "C" fn teams(body: RegionFn, ctx: *mut c_void, num_teams: i32, thread_limit: i32, cond: i32) {
    let (saved, changed) = with(|p| (p.icv, p.changed));
    let size = match (cond, num_teams) {
        (0, _) => 1,
        (_, n) if n > 0 => n,
        _ => saved.num_teams.max(1),
    };
    let limit = if thread_limit > 0 { thread_limit } else { saved.teams_thread_limit };
    for num in 0..size {
        with(|p| {
            p.changed = true;
            p.icv.league = (num, size);
            if limit > 0 {
                p.icv.thread_limit = p.icv.thread_limit.min(limit as u32);
            }
        });
        // SAFETY: the caller's promise.
        unsafe { body(ctx) };
        with(|p| (p.icv, p.changed) = (saved, changed));
    }
}

thread_local! {
    /// Control variables of the tasks that have met the target regions which this thread runs on the host.
    static ENCOUNTERING: RefCell<Vec<(Icv, bool)>> = const { RefCell::new(Vec::new()) };
}

/// A target region begins on the host: what it sets is seen in it alone.
pub extern "C" fn target_begin() {
    let icv = with(|p| (p.icv, p.changed));
    ENCOUNTERING.with_borrow_mut(|list| list.push(icv));
}

/// It ends.
pub extern "C" fn target_end() {
    if let Some(icv) = ENCOUNTERING.with_borrow_mut(Vec::pop) {
        with(|p| (p.icv, p.changed) = icv);
    }
}

/// The next range of iterations of this team, of a loop that the teams of the league share: chunks of `chunk`
/// iterations in turn, or (0) one nearly equal share each. `state` begins with 0.
///
/// # Safety
/// The addresses are valid for reading and writing.
pub unsafe extern "C" fn dist_next(state: *mut i64, total: i64, chunk: i64, begin: *mut i64, end: *mut i64) -> i32 {
    let (num, size) = with(|p| p.icv.league);
    let (num, size, total) = (i64::from(num), i64::from(size), total.max(0));
    // SAFETY: the caller's promise.
    unsafe {
        let turn = *state;
        *state += 1;
        (*begin, *end) = if chunk > 0 {
            let at = turn.saturating_mul(size).saturating_add(num).saturating_mul(chunk);
            (at, at.saturating_add(chunk).min(total))
        } else if turn == 0 {
            share(total, size, num)
        } else {
            (0, 0)
        };
        i32::from(*begin < *end)
    }
}

/// Waits until all threads of the team are here.
pub extern "C" fn barrier() {
    match team::team() {
        Some((t, _)) => t.barrier(),
        None => super::task::sequential_barrier(),
    }
}

/// Starts a worksharing loop of `total` normalized iterations on this thread.
pub extern "C" fn for_init(schedule: i32, total: i64, chunk: i64) {
    with(|p| {
        let (size, num) = (p.size as i64, p.num as i64);
        let (mut kind, mut chunk) = match schedule & !code::MONOTONIC {
            code::DYNAMIC => (Schedule::Dynamic, chunk),
            code::GUIDED => (Schedule::Guided, chunk),
            code::AUTO => (Schedule::Auto, 0),
            code::RUNTIME => (p.icv.schedule, p.icv.chunk),
            _ => (Schedule::Static, chunk),
        };
        if kind == Schedule::Auto || size == 1 {
            (kind, chunk) = (Schedule::Static, 0);
        }
        let total = total.max(0);
        let mut w =
            Loop { schedule: kind, total, chunk: chunk.max(1), construct: p.constructs, share: 0, ..team::NO_LOOP };
        let any_order = match schedule {
            code::RUNTIME => !p.icv.monotonic,
            _ => schedule == code::DYNAMIC,
        };
        w.any_order = kind == Schedule::Dynamic && any_order && chunks(&w) < parts::MOST;
        if kind == Schedule::Static {
            if chunk <= 0 {
                let (begin, end) = share(total, size, num);
                (w.pos, w.share, w.stride) = (if begin < end { begin } else { total }, end - begin, i64::MAX);
            } else {
                (w.pos, w.share) = (num.saturating_mul(chunk), chunk);
                w.stride = chunk.saturating_mul(size);
            }
        }
        p.constructs += 1;
        p.work = w;
    });
}

/// How many chunks a loop has.
fn chunks(w: &Loop) -> i64 {
    if w.chunk == 1 { w.total } else { w.total / w.chunk + i64::from(w.total % w.chunk != 0) }
}

/// The next chunk of a loop whose threads take them one after the other.
fn next_chunk(slot: &Slot, w: &Loop, threads: i64) -> Option<(i64, i64)> {
    let (guided, total, chunk) = (w.schedule == Schedule::Guided, w.total, w.chunk);
    if !guided && (total | chunk) >> 32 == 0 {
        // What the threads add behind the end, each of them once, stays small.
        let at = slot.next.fetch_add(chunk, Ordering::Relaxed);
        return (at < total).then(|| (at, (at + chunk).min(total)));
    }
    let take = |at: i64| {
        let left = total - at;
        let guided = if guided { left / (2 * threads) } else { 0 };
        at + chunk.max(guided).min(left)
    };
    let step = |at: i64| (at < total).then(|| take(at));
    let taken = slot.next.fetch_update(Ordering::Relaxed, Ordering::Relaxed, step);
    taken.ok().map(|at| (at, take(at)))
}

/// The next range of iterations of this thread.
///
/// # Safety
/// `begin` and `end` are valid for writing.
pub unsafe extern "C" fn for_next(begin: *mut i64, end: *mut i64) -> i32 {
    with(|p| {
        let Some((b, e)) = next_range(p) else { return 0 };
        p.work.chunk_end = e;
        // SAFETY: the caller's promise.
        unsafe { (*begin, *end) = (b, e) };
        1
    })
}

#[inline]
fn next_range(p: &mut Place) -> Option<(i64, i64)> {
    let w = &mut p.work;
    if matches!(w.schedule, Schedule::Static | Schedule::Auto) {
        let at = w.pos;
        w.pos = at.saturating_add(w.stride);
        return (at < w.total).then(|| (at, at.saturating_add(w.share).min(w.total)));
    }
    if w.slot.is_null() {
        // SAFETY: the thread is in this region.
        let t = unsafe { p.team.as_ref() }.expect("a loop without a team has a static schedule");
        let slot = t.slot(w.construct)?;
        if w.any_order {
            slot.parts.store(true, Ordering::Relaxed);
        }
        w.slot = std::ptr::from_ref(slot);
    }
    if w.any_order {
        let parts = &p.tasks.expect("a thread of a team has its tasks").parts;
        let at = parts.next(w.construct as usize % SLOTS, p.num, p.size, || chunks(w))? * w.chunk;
        return Some((at, at.saturating_add(w.chunk).min(w.total)));
    }
    // SAFETY: the slot is the loop's until this thread leaves it.
    next_chunk(unsafe { &*w.slot }, w, p.size as i64)
}

/// Ends a worksharing loop on this thread.
pub extern "C" fn for_end(nowait: i32) {
    let Some((t, _)) = team::team() else { return };
    let construct = with(|p| p.work.construct);
    match t.slot(construct) {
        Some(slot) if nowait != 0 => t.leave_slot(slot, construct),
        // The barrier counts the threads.
        Some(slot) => t.barrier_with(|| t.clear_slot(slot, construct)),
        None if nowait == 0 => t.barrier(),
        None => {}
    }
}

/// The chunks of this thread of a loop of `total` iterations with a static schedule, which nothing but that connects with
/// other threads: the first begins with iteration `first`, each has `size` iterations (the last one of the loop may have
/// less), and from one to the next there are `stride`. The result is their number. Without a `chunk` (0) it is one chunk, or
/// none, of which the size is zero.
///
/// # Safety
/// The addresses are valid for writing.
pub unsafe extern "C" fn for_static(total: i64, chunk: i64, first: *mut i64, size: *mut i64, stride: *mut i64) -> i64 {
    let (num, threads) = team::number_and_size();
    let (num, threads, total) = (num as i64, threads as i64, total.max(0));
    if chunk > 0 && threads > 1 {
        // SAFETY: the caller's promise.
        return unsafe { chunks_of_thread(total, chunk, threads, num, first, size, stride) };
    }
    let (begin, end) = share(total, threads, num);
    // SAFETY: the caller's promise.
    unsafe { (*first, *size, *stride) = (begin, end - begin, 0) };
    i64::from(begin < end)
}

/// The same for chunks that threads get in turn.
///
/// # Safety
/// As there.
#[inline(never)]
unsafe fn chunks_of_thread(
    total: i64,
    chunk: i64,
    threads: i64,
    num: i64,
    first: *mut i64,
    size: *mut i64,
    stride: *mut i64,
) -> i64 {
    let chunks = total / chunk + i64::from(total % chunk != 0);
    // SAFETY: the caller's promise.
    unsafe { (*first, *size, *stride) = (num.saturating_mul(chunk), chunk, chunk.saturating_mul(threads)) };
    // Products of numbers of chunks that there are stay below the total.
    if num < chunks { (chunks - num - 1) / threads + 1 } else { 0 }
}

/// Iteration `iteration` of a loop with ordered regions begins on this thread.
pub extern "C" fn ordered_start(iteration: i64) {
    with(|p| (p.work.iteration, p.work.passed) = (iteration, false));
}

/// Waits until every iteration before this one is through with its ordered region.
pub extern "C" fn ordered_begin() {
    // Of the iterations of a chunk the first waits for all.
    if with(|p| p.work.in_turn) {
        return;
    }
    if let Some((t, _)) = team::team() {
        let w = with(|p| {
            p.work.in_turn = true;
            p.work
        });
        let Some(slot) = t.slot(w.construct) else { return };
        let ready = || slot.ordered.load(Ordering::Acquire) == w.iteration || t.cancelled();
        t.combining.turns.wait(w.iteration as usize, t.size, t.spins(), ready);
    }
}

/// The ordered region of this iteration is over.
pub extern "C" fn ordered_end() {
    let (next, construct, last) = with(|p| {
        let w = &mut p.work;
        let next = w.iteration + 1;
        w.passed = true;
        // Within a chunk no other thread waits.
        let last = next == w.chunk_end;
        w.in_turn &= !last;
        (next, w.construct, last)
    });
    if last && let Some((t, _)) = team::team() {
        if let Some(slot) = t.slot(construct) {
            slot.ordered.swap(next, Ordering::AcqRel);
        }
        t.combining.turns.notify_after_exchange(next as usize);
    }
}

/// The end of an iteration, which may have had no ordered region.
pub extern "C" fn ordered_finish() {
    if !with(|p| p.work.passed) {
        ordered_begin();
        ordered_end();
    }
}

/// 1 on the thread that is to run the body of a `single` construct.
pub extern "C" fn single_begin() -> i32 {
    let Some((t, _)) = team::team() else { return 1 };
    super::seeded::disturb();
    let n = with(|p| {
        p.singles += 1;
        p.singles - 1
    });
    // The first thread that comes to a construct counts it. A look before that would fetch the cache line twice.
    i32::from(t.singles.compare_exchange(n, n + 1, Ordering::AcqRel, Ordering::Relaxed).is_ok())
}

/// End of a `single` construct, on every thread.
pub extern "C" fn single_end(nowait: i32) {
    if nowait == 0 {
        barrier();
    }
}

/// 1 on the primary thread.
pub extern "C" fn masked() -> i32 {
    i32::from(team::number_and_size().0 == 0)
}

/// The critical sections without a name.
static UNNAMED: Lock = Lock::new();

/// The lock of a critical section: the variable whose address is its name.
///
/// # Safety
/// `name` is null or the address of a variable of eight bytes that was zero at first and serves nothing else.
unsafe fn critical<'a>(name: *const c_void) -> &'a Lock {
    // SAFETY: the caller's promise; a lock is any word that began with zero.
    if name.is_null() { &UNNAMED } else { unsafe { &*name.cast() } }
}

/// Enters the critical section called by the address `name` (null: the unnamed one).
///
/// # Safety
/// See [`critical`].
pub unsafe extern "C" fn critical_begin(name: *const c_void) {
    // SAFETY: the caller's promise.
    unsafe { critical(name) }.acquire();
}

/// Leaves it.
///
/// # Safety
/// See [`critical`].
pub unsafe extern "C" fn critical_end(name: *const c_void) {
    // SAFETY: the caller's promise.
    unsafe { critical(name) }.release();
}

static ATOMIC: Lock = Lock::new();

thread_local! {
    /// How many atomic operations this thread is in: the value of one may come from a function with others.
    static ATOMIC_DEPTH: Cell<u32> = const { Cell::new(0) };
}

/// Enters the section of atomic operations that have no machine instruction.
pub extern "C" fn atomic_begin() {
    if ATOMIC_DEPTH.replace(ATOMIC_DEPTH.get() + 1) == 0 {
        ATOMIC.acquire();
    }
}

/// Leaves it.
pub extern "C" fn atomic_end() {
    ATOMIC_DEPTH.set(ATOMIC_DEPTH.get() - 1);
    if ATOMIC_DEPTH.get() == 0 {
        ATOMIC.release();
    }
}

/// The thread of a `single` construct shows where its values are.
pub extern "C" fn copy_give(values: *mut c_void) {
    if let Some((t, _)) = team::team() {
        t.copies.store(values, Ordering::Release);
    }
}

/// Where they are, after a barrier; null where a cancelled region has no values to give.
pub extern "C" fn copy_take() -> *mut c_void {
    let team = team::team().filter(|(t, _)| !t.cancelled());
    team.map_or(std::ptr::null_mut(), |(t, _)| t.copies.load(Ordering::Acquire))
}

/// A cancellation point of the parallel region (`kind` 1), the worksharing construct (2) or the taskgroup (3) that this
/// thread is in; `cond`: cancels it first. 1 where the region is cancelled, so that the thread leaves it.
pub extern "C" fn cancel(kind: i32, cond: i32) -> i32 {
    if !super::icv::settings().cancellation {
        return 0;
    }
    let team = team::team().map(|t| t.0);
    if kind == 3 {
        return i32::from(super::task::cancel_group(cond != 0) || team.is_some_and(Team::cancelled));
    }
    // Outside of a team the thread is all there is.
    let Some(t) = team else { return i32::from(cond != 0) };
    if kind == 1 {
        if cond != 0 {
            t.cancel();
        }
        return i32::from(t.cancelled());
    }
    let construct = with(|p| p.work.construct);
    let Some(slot) = t.slot(construct) else { return 1 };
    if cond != 0 {
        slot.cancelled.store(true, Ordering::Release);
    }
    i32::from(slot.cancelled.load(Ordering::Acquire) || t.cancelled())
}

/// Waits for this thread's turn to combine its part of a reduction: threads come in the order of
/// their numbers. Every thread of the team calls it once per construct.
pub extern "C" fn reduce_begin() {
    if let Some((t, num)) = team::team() {
        let c = &t.combining;
        let ready = || c.turn.load(Ordering::Acquire) as usize == num || t.cancelled();
        c.turns.wait(num, t.size, t.spins(), ready);
        if super::icv::settings().cancellation {
            // Threads of a cancelled region come in any order.
            c.lock.acquire();
        }
    }
}

/// Lets the next thread combine.
pub extern "C" fn reduce_end() {
    if let Some((t, num)) = team::team() {
        let c = &t.combining;
        if super::icv::settings().cancellation {
            c.lock.release();
        }
        let next = if num + 1 == t.size { 0 } else { num + 1 };
        c.turn.swap(next as i32, Ordering::AcqRel);
        c.turns.notify_after_exchange(next);
    }
}

/// See `frt_omp_latest`. Thread 0 is the first of a construct.
pub extern "C" fn latest(number: i64, which: i64) -> i32 {
    let Some((t, num)) = team::team() else { return i32::from(number >= 0) };
    i32::from(t.assigned(number, usize::try_from(which).unwrap_or(0), num == 0))
}

/// Makes this thread's view of memory consistent.
pub extern "C" fn flush() {
    super::gate::full_fence();
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Mutex;
    use std::sync::atomic::AtomicI64;

    /// A region that runs a closure.
    unsafe extern "C" fn call(ctx: *mut c_void) {
        // SAFETY: `region` passes the address of a closure reference that lives during the region.
        unsafe { (*ctx.cast::<&(dyn Fn() + Sync)>())() }
    }

    fn region(threads: i32, f: &(dyn Fn() + Sync)) {
        let mut f = f;
        // SAFETY: see `call`.
        unsafe { parallel(call, (&raw mut f).cast(), threads, 1) }
    }

    fn num() -> usize {
        team::team().map_or(0, |t| t.1)
    }

    #[test]
    fn every_thread_runs_once_many_times() {
        for round in 0..500 {
            let n = 1 + round % 5;
            let seen = Mutex::new(vec![0; n]);
            region(n as i32, &|| seen.lock().unwrap()[num()] += 1);
            assert_eq!(*seen.lock().unwrap(), vec![1; n]);
        }
    }

    #[test]
    fn barriers_separate_phases() {
        let counter = AtomicI64::new(0);
        region(4, &|| {
            for phase in 0..300 {
                counter.fetch_add(1, Ordering::Relaxed);
                barrier();
                assert_eq!(counter.load(Ordering::Relaxed), 4 * (phase + 1));
                barrier();
            }
        });
    }

    #[test]
    fn every_schedule_covers_every_iteration_once() {
        for schedule in [0, 1, 2, 3, 4, code::DYNAMIC | code::MONOTONIC] {
            for chunk in [0, 1, 7] {
                for total in [0i64, 1, 3, 100, 1001] {
                    let hits: Vec<AtomicI64> = (0..total).map(|_| AtomicI64::new(0)).collect();
                    region(3, &|| {
                        // Twice, the first time without a barrier at the end.
                        for nowait in [1, 0] {
                            for_init(schedule, total, chunk);
                            let (mut b, mut e) = (0, 0);
                            // SAFETY: both are local.
                            while unsafe { for_next(&mut b, &mut e) } != 0 {
                                assert!(b < e && e <= total);
                                (b..e).for_each(|i| {
                                    hits[i as usize].fetch_add(1, Ordering::Relaxed);
                                });
                            }
                            for_end(nowait);
                        }
                    });
                    assert!(hits.iter().all(|h| h.load(Ordering::Relaxed) == 2), "{schedule} {chunk} {total}");
                }
            }
        }
    }

    #[test]
    fn threads_may_run_far_ahead() {
        let sum = AtomicI64::new(0);
        region(3, &|| {
            for _ in 0..200 {
                for_init(1, 10, 1);
                let (mut b, mut e) = (0, 0);
                // SAFETY: both are local.
                while unsafe { for_next(&mut b, &mut e) } != 0 {
                    sum.fetch_add(e - b, Ordering::Relaxed);
                }
                for_end(1);
            }
        });
        assert_eq!(sum.load(Ordering::Relaxed), 2000);
    }

    #[test]
    fn loops_outside_regions_are_serial() {
        for schedule in 0..5 {
            for_init(schedule, 10, 3);
            let (mut b, mut e, mut next) = (0, 0, 0);
            // SAFETY: both are local.
            while unsafe { for_next(&mut b, &mut e) } != 0 {
                assert_eq!(b, next);
                next = e;
            }
            assert_eq!(next, 10);
            for_end(0);
        }
    }

    #[test]
    fn ordered_iterations_come_in_order() {
        let log = Mutex::new(Vec::new());
        region(4, &|| {
            for_init(code::DYNAMIC | code::MONOTONIC, 60, 1);
            let (mut b, mut e) = (0, 0);
            // SAFETY: both are local.
            while unsafe { for_next(&mut b, &mut e) } != 0 {
                for i in b..e {
                    ordered_start(i);
                    if i % 3 != 0 {
                        ordered_begin();
                        log.lock().unwrap().push(i);
                        ordered_end();
                    }
                    ordered_finish();
                }
            }
            for_end(0);
        });
        assert_eq!(*log.lock().unwrap(), (0..60).filter(|i| i % 3 != 0).collect::<Vec<_>>());
    }

    #[test]
    fn one_thread_runs_single() {
        let count = AtomicI64::new(0);
        region(4, &|| {
            for i in 0..100 {
                if single_begin() != 0 {
                    count.fetch_add(1, Ordering::Relaxed);
                }
                single_end(0);
                assert_eq!(count.load(Ordering::Relaxed), i + 1);
                barrier();
            }
        });
    }

    #[test]
    fn reductions_come_in_thread_order() {
        for _ in 0..50 {
            let log = Mutex::new(Vec::new());
            region(4, &|| {
                for _ in 0..3 {
                    reduce_begin();
                    log.lock().unwrap().push(num());
                    reduce_end();
                }
            });
            assert_eq!(*log.lock().unwrap(), [0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3]);
        }
    }

    #[test]
    fn critical_excludes() {
        static CELL: AtomicI64 = AtomicI64::new(0);
        static OTHER: AtomicI64 = AtomicI64::new(0);
        let mut total = 0i64;
        let at = (&raw mut total) as usize;
        region(4, &|| {
            for _ in 0..1000 {
                // SAFETY: the variables are zero and nothing else; `total` lives, and changes in the section only.
                unsafe {
                    critical_begin((&raw const CELL).cast());
                    critical_begin((&raw const OTHER).cast());
                    *(at as *mut i64) += 1;
                    critical_end((&raw const OTHER).cast());
                    critical_end((&raw const CELL).cast());
                }
            }
        });
        assert_eq!(total, 4000);
    }

    #[test]
    fn nested_regions_have_one_thread_by_default() {
        let inner = AtomicI64::new(0);
        region(3, &|| {
            region(4, &|| {
                let (t, _) = team::team().unwrap();
                assert_eq!((t.size, t.level, t.active_level), (1, 2, 1));
                inner.fetch_add(1, Ordering::Relaxed);
            });
            assert_eq!(team::team().unwrap().0.level, 1);
        });
        assert_eq!(inner.load(Ordering::Relaxed), 3);
        assert!(team::team().is_none());
    }

    #[test]
    fn nested_regions_where_allowed() {
        let inner = AtomicI64::new(0);
        let saved = with(|p| std::mem::replace(&mut p.icv.max_active_levels, 2));
        region(2, &|| {
            region(3, &|| {
                assert_eq!(team::team().unwrap().0.size, 3);
                barrier();
                inner.fetch_add(1, Ordering::Relaxed);
            });
        });
        with(|p| p.icv.max_active_levels = saved);
        assert_eq!(inner.load(Ordering::Relaxed), 6);
    }

    unsafe extern "C" fn mark(ctx: *mut c_void, begin: i64, end: i64) {
        // SAFETY: `par_for` below passes a vector that lives long enough.
        let hits = unsafe { &*ctx.cast::<Vec<AtomicI64>>() };
        (begin..end).for_each(|i| {
            hits[i as usize].fetch_add(1, Ordering::Relaxed);
        });
    }

    #[test]
    fn parallel_loop() {
        for (total, grain) in [(0, 1), (1, 1), (10, 100), (1000, 1), (1000, 333), (7, 0)] {
            let mut hits: Vec<AtomicI64> = (0..total).map(|_| AtomicI64::new(0)).collect();
            // SAFETY: see `mark`.
            unsafe { par_for(mark, (&raw mut hits).cast(), total, grain) };
            assert!(hits.iter().all(|h| h.load(Ordering::Relaxed) == 1));
        }
    }

    unsafe extern "C" fn nothing(_: *mut c_void, _: i64, _: i64) {}

    #[test]
    #[ignore = "prints times"]
    fn times() {
        for n in [2, 4] {
            with(|p| p.icv.nthreads[0] = n);
            let start = std::time::Instant::now();
            for _ in 0..10_000 {
                // SAFETY: the body does nothing.
                unsafe { par_for(nothing, std::ptr::null_mut(), 1000, 1) };
            }
            eprintln!("{n} threads: {:?} for a parallel loop", start.elapsed() / 10_000);
        }
    }
}
