//! Products of every type, shape and flag against the definition.

use super::*;
use crate::desc::{test_array, type_code};

/// A small linear congruential sequence.
fn numbers(seed: u64) -> impl FnMut() -> i64 {
    let mut x = seed * 2 + 1;
    move || {
        x = x.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((x >> 33) % 7) as i64 - 3
    }
}

trait Make: Element + PartialEq + std::fmt::Debug {
    const CODE: i16;
    fn make(a: i64, b: i64) -> Self;
}
macro_rules! make {
    ($($t:ty, $class:expr, $kind:expr, $a:ident $b:ident $e:expr;)*) => { $( impl Make for $t {
        const CODE: i16 = type_code($class, $kind);
        fn make($a: i64, $b: i64) -> $t { $e }
    } )* };
}
make! {
    i8, class::INTEGER, 1, a _b a as i8;
    i16, class::INTEGER, 2, a _b a as i16;
    i32, class::INTEGER, 4, a _b a as i32;
    i64, class::INTEGER, 8, a _b a;
    f32, class::REAL, 4, a _b a as f32;
    f64, class::REAL, 8, a _b a as f64;
    c32, class::COMPLEX, 4, a b c32 { re: a as f32, im: b as f32 };
    c64, class::COMPLEX, 8, a b c64 { re: a as f64, im: b as f64 };
}

/// A matrix (or vector where `n` is `None`) stored with `step` elements between neighbours, maybe upside down.
struct Stored<T> {
    data: Vec<T>,
    desc: Vec<u64>,
    rows: usize,
    step: usize,
    reversed: bool,
}

fn stored<T: Make>(
    m: usize,
    n: Option<usize>,
    step: usize,
    reversed: bool,
    next: &mut impl FnMut() -> i64,
) -> Stored<T> {
    let count = m * n.unwrap_or(1);
    let mut data: Vec<T> = (0..count * step).map(|_| T::make(next(), next())).collect();
    let mut dims = vec![(1, m as i64)];
    dims.extend(n.map(|n| (1, n as i64)));
    let mut desc = test_array(T::CODE, &mut data, &dims);
    let size = size_of::<T>() as i64;
    let s = step as i64 * size;
    desc[5] = s as u64;
    if n.is_some() {
        desc[8] = (s * m as i64) as u64;
    }
    if reversed && m > 0 {
        desc[0] += ((m as i64 - 1) * s) as u64;
        desc[5] = (-s) as u64;
    }
    Stored { data, desc, rows: m, step, reversed }
}

impl<T: Make> Stored<T> {
    fn get(&self, i: usize, j: usize) -> T {
        let i = if self.reversed { self.rows - 1 - i } else { i };
        self.data[(i + j * self.rows) * self.step]
    }
}

#[allow(clippy::too_many_arguments)]
fn check<T: Make>(m: usize, n: usize, k: usize, flags: i32, va: bool, vb: bool, step: usize, reversed: bool) {
    let mut next = numbers((m * 31 + n * 7 + k) as u64);
    let (ta, tb) = (flags & TRANSPOSE_A != 0, flags & TRANSPOSE_B != 0);
    let a: Stored<T> = match (va, ta) {
        (true, _) => stored(k, None, step, reversed, &mut next),
        (_, false) => stored(m, Some(k), step, reversed, &mut next),
        (_, true) => stored(k, Some(m), step, reversed, &mut next),
    };
    let b: Stored<T> = match (vb, tb) {
        (true, _) => stored(k, None, step, reversed, &mut next),
        (_, false) => stored(k, Some(n), step, reversed, &mut next),
        (_, true) => stored(n, Some(k), step, reversed, &mut next),
    };
    let c: Stored<T> = match (va, vb) {
        (true, _) => stored(n, None, step, reversed, &mut next),
        (_, true) => stored(m, None, step, reversed, &mut next),
        _ => stored(m, Some(n), step, reversed, &mut next),
    };
    // SAFETY: valid descriptors whose shapes go together.
    unsafe { frt_matmul(c.desc.as_ptr().cast(), a.desc.as_ptr().cast(), b.desc.as_ptr().cast(), flags) };
    let conj = |x: T, f: i32| if flags & f != 0 { x.conj() } else { x };
    for j in 0..if vb { 1 } else { n } {
        for i in 0..if va { 1 } else { m } {
            let mut sum = T::ZERO;
            for l in 0..k {
                let x = if va {
                    a.get(l, 0)
                } else if ta {
                    a.get(l, i)
                } else {
                    a.get(i, l)
                };
                let y = if vb {
                    b.get(l, 0)
                } else if tb {
                    b.get(j, l)
                } else {
                    b.get(l, j)
                };
                sum = conj(x, CONJUGATE_A).mul_add(conj(y, CONJUGATE_B), sum);
            }
            // Small whole numbers: every order of summation gives the same.
            let got = if va { c.get(j, 0) } else { c.get(i, j) };
            assert_eq!(got, sum, "{m} {n} {k} flags {flags} at {i} {j}");
        }
    }
}

fn all_shapes<T: Make>() {
    for flags in [0, 1, 2, 3, 4, 8, 12, 15] {
        for (m, n, k) in [(1, 1, 1), (2, 3, 4), (5, 1, 3), (1, 5, 3), (4, 4, 0), (0, 3, 2), (17, 19, 23), (33, 40, 37)]
        {
            check::<T>(m, n, k, flags, false, false, 1, false);
            check::<T>(m, n, k, flags, false, false, 2, true);
            check::<T>(m, 1, k, flags & !2, false, true, 1, false);
            check::<T>(m, 1, k, flags & !2, false, true, 3, true);
            check::<T>(1, n, k, flags & !1, true, false, 1, false);
            check::<T>(1, n, k, flags & !1, true, false, 2, true);
        }
    }
    check::<T>(130, 140, 150, 0, false, false, 1, false);
    check::<T>(150, 60, 130, 2, false, false, 1, true);
    check::<T>(700, 1, 300, 0, false, true, 1, false);
    check::<T>(1, 700, 300, 0, true, false, 1, false);
}

#[test]
fn integers() {
    all_shapes::<i8>();
    all_shapes::<i16>();
    all_shapes::<i32>();
    all_shapes::<i64>();
}

#[test]
fn reals() {
    all_shapes::<f32>();
    all_shapes::<f64>();
}

#[test]
fn complex() {
    all_shapes::<c32>();
    all_shapes::<c64>();
}

#[test]
fn odd_strides() {
    // The real(8) component of a packed 12-byte type.
    let mut raw = [0u8; 12 * 6];
    for i in 0..6 {
        raw[12 * i + 4..12 * i + 12].copy_from_slice(&(i as f64 + 1.0).to_le_bytes());
    }
    let mut da = test_array(f64::CODE, &mut [0f64; 6], &[(1, 2), (1, 3)]);
    da[0] = raw.as_ptr() as u64 + 4;
    (da[5], da[8]) = (12, 24);
    let mut x = [1f64, 1.0, 1.0];
    let mut y = [0f64; 2];
    let dx = test_array(f64::CODE, &mut x, &[(1, 3)]);
    let dy = test_array(f64::CODE, &mut y, &[(1, 2)]);
    // SAFETY: valid descriptors.
    unsafe { frt_matmul(dy.as_ptr().cast(), da.as_ptr().cast(), dx.as_ptr().cast(), 0) };
    assert_eq!(y, [9.0, 12.0]);
}

#[test]
fn logicals() {
    let code = type_code(class::LOGICAL, 4);
    let mut a = [1i32, 0, 0, 0, 1, 0];
    let mut b = [0i32, 0, 1, 1, 1, 1];
    let mut c = [7i32; 4];
    let da = test_array(code, &mut a, &[(1, 2), (1, 3)]);
    let db = test_array(code, &mut b, &[(1, 3), (1, 2)]);
    let dc = test_array(code, &mut c, &[(1, 2), (1, 2)]);
    // SAFETY: valid descriptors.
    unsafe { frt_matmul(dc.as_ptr().cast(), da.as_ptr().cast(), db.as_ptr().cast(), 0) };
    assert_eq!(c, [1, 0, 1, 0]);
    // SAFETY: valid descriptors; c = b^T a^T has the shape of c.
    unsafe { frt_matmul(dc.as_ptr().cast(), db.as_ptr().cast(), da.as_ptr().cast(), 3) };
    assert_eq!(c, [1, 1, 0, 0]);
}
