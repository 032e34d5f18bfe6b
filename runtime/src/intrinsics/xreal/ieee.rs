//! Functions of the IEEE modules, with the meanings that `intrinsics::ieee` gives their numbers.

use super::{calculate, fenv, load, store};
use ferrotran_xreal::{Calc, Class, Format, Mode, Num};

// SAFETY (of what follows): as in the room's root.

pub(super) unsafe extern "C" fn class<const K: u8>(a: *const u8) -> i32 {
    // SAFETY: see above.
    let x = unsafe { load::<K>(a) };
    let pick = |n: i32, p: i32| if x.neg { n } else { p };
    match x.class {
        Class::Nan if x.is_signaling() => 1,
        Class::Nan => 2,
        Class::Infinite => pick(3, 10),
        Class::Zero => pick(6, 7),
        Class::Finite if x.is_subnormal(Format::of_kind(K)) => pick(5, 8),
        Class::Finite => pick(4, 9),
    }
}

pub(super) unsafe extern "C" fn value<const K: u8>(out: *mut u8, class: i32) {
    let below = Format::of_kind(K).tiny().shift(-1);
    let r = match class {
        // The first digit below the one that says quiet.
        1 => Num { man: 1 << 127 | 1 << 125, ..Num::NAN },
        3 => Num::infinity(true),
        4 => Num::from_i128(-42),
        5 => below.neg(),
        6 => Num::zero(true),
        7 => Num::ZERO,
        8 => below,
        9 => Num::from_i128(42),
        10 => Num::INFINITY,
        _ => Num::NAN,
    };
    // SAFETY: see above.
    unsafe { store::<K>(out, r) }
}

pub(super) unsafe extern "C" fn next_after<const K: u8>(out: *mut u8, a: *const u8, b: *const u8) {
    // SAFETY: see above.
    let (x, y) = unsafe { (load::<K>(a), load::<K>(b)) };
    let r = if y.is_nan() || x.is_nan() {
        if x.is_nan() { x } else { y }
    } else if x.same(y) {
        x
    } else {
        Calc::kind(K).next(x, x.lt(y))
    };
    // SAFETY: see above.
    unsafe { store::<K>(out, r) }
}

pub(super) unsafe extern "C" fn rem<const K: u8>(out: *mut u8, a: *const u8, b: *const u8) {
    // SAFETY: see above.
    let (x, y) = unsafe { (load::<K>(a), load::<K>(b)) };
    let r = calculate::<K, _>(|c| c.ieee_rem(x, y));
    // SAFETY: see above.
    unsafe { store::<K>(out, r) }
}

pub(super) unsafe extern "C" fn rint<const K: u8>(out: *mut u8, a: *const u8, mode: i32) {
    // SAFETY: see above.
    let x = unsafe { load::<K>(a) };
    let r = calculate::<K, _>(|c| {
        let mode = match mode {
            0 => Mode::Nearest,
            1 => Mode::Zero,
            2 => Mode::Up,
            3 => Mode::Down,
            4 => Mode::Away,
            _ => c.mode,
        };
        c.integral(x, mode)
    });
    // SAFETY: see above.
    unsafe { store::<K>(out, r) }
}

pub(super) unsafe extern "C" fn logb<const K: u8>(out: *mut u8, a: *const u8) {
    // SAFETY: see above.
    let x = unsafe { load::<K>(a) };
    let r = calculate::<K, _>(|c| match x.class {
        Class::Zero => c.div(Num::ONE.neg(), Num::ZERO),
        Class::Infinite => Num::INFINITY,
        Class::Nan => x,
        Class::Finite => Num::from_i128(x.exp.into()),
    });
    // SAFETY: see above.
    unsafe { store::<K>(out, r) }
}

pub(super) unsafe extern "C" fn extremum<const K: u8>(out: *mut u8, a: *const u8, b: *const u8, which: i32) {
    // SAFETY: see above.
    let (x, y) = unsafe { (load::<K>(a), load::<K>(b)) };
    let r = if x.is_nan() || y.is_nan() {
        if x.is_nan() { y } else { x }
    } else {
        let (p, q) = if which >= 2 { (x.abs(), y.abs()) } else { (x, y) };
        let same = p.same(q);
        let first = if which % 2 == 0 { q.lt(p) } else { p.lt(q) };
        // Of equal magnitudes the numbers themselves are compared.
        let tie = if which == 2 { y.lt(x) } else { x.lt(y) };
        if first || same && (which < 2 || tie) { x } else { y }
    };
    // SAFETY: see above.
    unsafe { store::<K>(out, r) }
}

pub(super) unsafe extern "C" fn signal<const K: u8>(a: *const u8, b: *const u8) {
    // SAFETY: see above.
    if unsafe { load::<K>(a).is_nan() || load::<K>(b).is_nan() } {
        fenv::set_flags(1, 0);
    }
}

pub(super) unsafe extern "C" fn arith<const K: u8>(out: *mut u8, a: *const u8, b: *const u8, op: i32) {
    // SAFETY: see above.
    let (x, y) = unsafe { (load::<K>(a), load::<K>(b)) };
    let r = calculate::<K, _>(|c| match op {
        0 => c.add(x, y),
        1 => c.sub(x, y),
        2 => c.mul(x, y),
        _ => c.div(x, y),
    });
    // SAFETY: see above.
    unsafe { store::<K>(out, r) }
}
