//! The inner loops of products without blocks, compiled for each width of vectors that processors have.
//!
//! Where the processor multiplies and adds with one rounding, these loops do so, like the kernels of large products.

use super::Element;
#[cfg(target_arch = "x86_64")]
use crate::vectors::{Vectors, vectors};

/// `x y + sum`, rounded once if `FUSED`.
#[inline(always)]
fn mul_add<T: Element, const FUSED: bool>(x: T, y: T, sum: T) -> T {
    if FUSED { x.fused(y, sum) } else { x.mul_add(y, sum) }
}

/// # Safety
/// As for [`add_columns`].
#[inline(always)]
unsafe fn columns<T: Element, const FUSED: bool>(to: &mut [T], a: *const T, step: isize, f: &[T]) {
    let n = to.len();
    // SAFETY: as required of the caller.
    let column = |l: usize| unsafe { std::slice::from_raw_parts(a.wrapping_offset(l as isize * step), n) };
    let factors = f.len();
    let fours = f.chunks_exact(4);
    let rest = fours.remainder();
    for (k, f) in fours.enumerate() {
        // Four columns at a time: fewer passes over the target.
        let s: [&[T]; 4] = std::array::from_fn(|x| column(4 * k + x));
        for i in 0..n {
            let mut sum = to[i];
            for x in 0..4 {
                sum = mul_add::<T, FUSED>(s[x][i], f[x], sum);
            }
            to[i] = sum;
        }
    }
    for (k, f) in rest.iter().enumerate() {
        for (t, x) in to.iter_mut().zip(column(factors - rest.len() + k)) {
            *t = mul_add::<T, FUSED>(*x, *f, *t);
        }
    }
}

/// # Safety
/// As for [`dot_rows`].
#[inline(always)]
unsafe fn dots<T: Element, const FUSED: bool, const LANES: usize>(
    to: *mut T,
    to_step: isize,
    rows: usize,
    a: *const T,
    step: isize,
    x: &[T],
) {
    // SAFETY: as required of the caller.
    let row = |i: usize| unsafe { std::slice::from_raw_parts(a.wrapping_offset(i as isize * step), x.len()) };
    let whole = x.len() / LANES * LANES;
    let mut i = 0;
    while i < rows {
        // Four rows at a time hide the latency of the sums, and the vector is read once for all. Near the end they repeat.
        let at: [usize; 4] = std::array::from_fn(|r| (i + r).min(rows - 1));
        let s = at.map(row);
        let mut sums = [[T::ZERO; LANES]; 4];
        let mut k = 0;
        while k < whole {
            let v: [T; LANES] = std::array::from_fn(|q| x[k + q]);
            for (sum, s) in sums.iter_mut().zip(&s) {
                let s = &s[k..k + LANES];
                for q in 0..LANES {
                    sum[q] = mul_add::<T, FUSED>(s[q], v[q], sum[q]);
                }
            }
            k += LANES;
        }
        for ((sum, s), at) in sums.iter_mut().zip(&s).zip(at) {
            for q in whole..x.len() {
                sum[q - whole] = mul_add::<T, FUSED>(s[q], x[q], sum[q - whole]);
            }
            let mut n = LANES;
            while n > 1 {
                n /= 2;
                for q in 0..n {
                    sum[q] = sum[q].plus(sum[q + n]);
                }
            }
            // SAFETY: as required of the caller.
            unsafe { *to.wrapping_offset(at as isize * to_step) = sum[0] };
        }
        i += 4;
    }
}

macro_rules! versions {
    ($(#[$doc:meta])* unsafe fn $name:ident($($arg:ident: $ty:ty),*) { $body:ident $(, $lanes:literal $half:literal)? }) => {
        $(#[$doc])*
        pub(super) unsafe fn $name<T: Element>($($arg: $ty),*) {
            #[inline(always)]
            unsafe fn body<T: Element, const FUSED: bool>($($arg: $ty),*) {
                // SAFETY: as required of the caller.
                unsafe { versions!(@call $body FUSED ($($arg),*) $($lanes $half)?) }
            }
            #[cfg(target_arch = "x86_64")]
            {
                #[target_feature(enable = "avx512f,avx512dq,avx512vl,avx512bw,avx2,fma")]
                unsafe fn wide<T: Element>($($arg: $ty),*) {
                    // SAFETY: as required of the caller.
                    unsafe { body::<T, true>($($arg),*) }
                }
                #[target_feature(enable = "avx2,fma")]
                unsafe fn middle<T: Element>($($arg: $ty),*) {
                    // SAFETY: as required of the caller.
                    unsafe { body::<T, true>($($arg),*) }
                }
                match vectors() {
                    // SAFETY: the processor has what it uses; the rest as required of the caller.
                    Vectors::Avx512 => return unsafe { wide($($arg),*) },
                    // SAFETY: as above.
                    Vectors::Avx2 => return unsafe { middle($($arg),*) },
                    Vectors::Sse2 => {}
                }
            }
            // SAFETY: as required of the caller.
            unsafe { body::<T, { cfg!(target_arch = "aarch64") }>($($arg),*) }
        }
    };
    (@call $body:ident $fused:ident ($($arg:ident),*)) => { $body::<T, $fused>($($arg),*) };
    (@call $body:ident $fused:ident ($($arg:ident),*) $lanes:literal $half:literal) => {
        if size_of::<T>() <= 4 { $body::<T, $fused, $lanes>($($arg),*) } else { $body::<T, $fused, $half>($($arg),*) }
    };
}

versions! {
    /// Adds columns of a matrix, each times a factor, to a vector. Columns are as long as the vector and without gaps; `step`
    /// elements lie between their beginnings.
    ///
    /// # Safety
    /// The matrix is valid and does not overlap the vector.
    unsafe fn add_columns(to: &mut [T], a: *const T, step: isize, f: &[T]) { columns }
}

versions! {
    /// The inner products of the rows of a matrix with a vector, put at `to`, `to + to_step` and so on. Rows are as long as the
    /// vector and without gaps; `step` elements lie between their beginnings.
    ///
    /// # Safety
    /// The matrix and the places of the results are valid and do not overlap.
    unsafe fn dot_rows(to: *mut T, to_step: isize, rows: usize, a: *const T, step: isize, x: &[T]) { dots, 16 8 }
}
