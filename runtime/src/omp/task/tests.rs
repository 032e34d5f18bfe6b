//! Tests of tasks on teams of threads.

use super::*;
use crate::omp::next::detach_next;
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

/// Runs a closure on each thread of a team.
fn on_threads(n: i32, f: &(dyn Fn() + Sync)) {
    unsafe extern "C" fn call(ctx: *mut c_void) {
        // SAFETY: the address of a closure reference that lives during the region.
        unsafe { (*ctx.cast::<&(dyn Fn() + Sync)>())() }
    }
    let mut f = f;
    // SAFETY: see `call`.
    unsafe { work::parallel(call, (&raw mut f).cast(), n, 1) }
}

/// A task that runs a closure, which outlives it, with a number.
fn deferred(f: &&(dyn Fn(i64) + Sync), n: i64, list: &[i64], priority: i32) {
    unsafe extern "C" fn call(ctx: *mut c_void) {
        // SAFETY: `deferred` fills two words: the address of a closure reference and a number.
        unsafe { (**ctx.cast::<*const &(dyn Fn(i64) + Sync)>())(*ctx.cast::<i64>().add(1)) }
    }
    let mut context = [std::ptr::from_ref(f) as i64, n];
    let (list, pairs) = (list.as_ptr(), list.len() as i64 / 2);
    // SAFETY: two words, as `call` wants them.
    unsafe { task(call, context.as_mut_ptr().cast(), 2, 1, 0, list, pairs, priority, 0) };
}

#[test]
fn every_task_runs_once() {
    for size in [4, 2, 3, 7, 2] {
        let runs: Vec<AtomicI64> = (0..3000).map(|_| AtomicI64::new(0)).collect();
        let one = |n: i64| _ = runs[n as usize].fetch_add(1, Ordering::Relaxed);
        let one: &(dyn Fn(i64) + Sync) = &one;
        on_threads(size, &|| {
            if work::single_begin() != 0 {
                (0..1000).for_each(|n| deferred(&one, n, &[], 0));
                taskwait();
                assert!(runs[..1000].iter().all(|r| r.load(Ordering::Relaxed) == 1));
                group_begin();
                (1000..2000).for_each(|n| deferred(&one, n, &[], (n % 3) as i32));
                group_end();
                assert!(runs[..2000].iter().all(|r| r.load(Ordering::Relaxed) == 1));
                (2000..3000).for_each(|n| deferred(&one, n, &[], 0));
            }
            work::single_end(0);
            assert!(runs.iter().all(|r| r.load(Ordering::Relaxed) == 1));
        });
    }
}

#[test]
fn dependences_order_tasks() {
    use ferrotran_abi::codes::depend::{IN, INOUT};
    let cells: [AtomicI64; 3] = Default::default();
    let at = |i: i64| (&raw const cells[i as usize % 3]) as i64;
    // Writers of a cell come one after the other; a reader between them sees what the one before has written.
    let step = |n: i64| {
        let value = cells[n as usize % 3].load(Ordering::Relaxed);
        if n % 2 == 0 {
            cells[n as usize % 3].store(value + 1, Ordering::Relaxed);
        } else {
            assert_eq!(value, (0..n).filter(|k| k % 2 == 0 && k % 3 == n % 3).count() as i64);
        }
    };
    let step: &(dyn Fn(i64) + Sync) = &step;
    for _ in 0..20 {
        cells.iter().for_each(|c| c.store(0, Ordering::Relaxed));
        on_threads(4, &|| {
            if work::single_begin() != 0 {
                (0..600).for_each(|n| deferred(&step, n, &[if n % 2 == 0 { INOUT } else { IN }, at(n)], 0));
            }
            work::single_end(0);
        });
        assert!(cells.iter().all(|c| c.load(Ordering::Relaxed) == 100));
    }
}

#[test]
fn lines_of_parents_end() {
    // Each task makes one and does not wait for it; what comes before it is kept until the last one is over.
    struct Line(AtomicI64);
    impl Line {
        fn next(&'static self, n: i64) {
            self.0.fetch_add(1, Ordering::Relaxed);
            if n > 0 {
                let f: &'static (dyn Fn(i64) + Sync) = Box::leak(Box::new(move |n| self.next(n)));
                deferred(Box::leak(Box::new(f)), n - 1, &[], 0);
            }
        }
    }
    static LINE: Line = Line(AtomicI64::new(0));
    on_threads(3, &|| {
        if work::masked() != 0 {
            LINE.next(20_000);
        }
    });
    assert_eq!(LINE.0.load(Ordering::Relaxed), 20_001);
}

#[test]
fn events_end_tasks() {
    for _ in 0..50 {
        let (ended, handle) = (AtomicI64::new(0), AtomicI64::new(0));
        let none = |_: i64| ();
        let none: &(dyn Fn(i64) + Sync) = &none;
        let end = |_: i64| {
            ended.fetch_add(1, Ordering::Relaxed);
            // SAFETY: the handle of an event that nobody else fulfills.
            unsafe { fulfill_event(&handle.load(Ordering::Relaxed)) };
        };
        let end: &(dyn Fn(i64) + Sync) = &end;
        on_threads(3, &|| {
            if work::single_begin() != 0 {
                handle.store(detach_next(), Ordering::Relaxed);
                deferred(&none, 0, &[], 0);
                deferred(&end, 0, &[], 0);
                taskwait();
                assert_eq!(ended.load(Ordering::Relaxed), 1);
            }
            work::single_end(0);
        });
    }
}
