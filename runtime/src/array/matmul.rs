//! Matrix products on descriptors: reals by kernels of our own where the processor has AVX2 and nothing wider, other
//! floats through `gemm`, split over the threads by columns or rows; products with vectors and of small matrices by
//! loops of our own; integers and logicals by blocked loops.

#[cfg(target_arch = "x86_64")]
mod avx2;
mod plain;

use super::gather;
use crate::desc::{Desc, class};
use crate::omp::{fork, max_threads, par_for};
use ferrotran_abi::codes::matmul::{CONJUGATE_A, CONJUGATE_B, LOGICAL, TRANSPOSE_A, TRANSPOSE_B};
use ferrotran_xreal::{Calc, Num, complex};
use gemm::{Parallelism, c32, c64};
use std::ffi::c_void;

/// A matrix in memory; strides in elements.
#[derive(Clone, Copy, Debug)]
struct Matrix<T> {
    p: *mut T,
    rows: usize,
    cols: usize,
    rs: isize,
    cs: isize,
}

impl<T: Copy> Matrix<T> {
    /// # Safety
    /// `i` and `j` lie within the matrix.
    unsafe fn at(&self, i: usize, j: usize) -> *mut T {
        self.p.wrapping_offset(i as isize * self.rs + j as isize * self.cs)
    }
    fn transposed(self) -> Self {
        Matrix { rows: self.cols, cols: self.rows, rs: self.cs, cs: self.rs, ..self }
    }
}

/// What products need of an element type.
trait Element: Copy + Send + Sync + 'static {
    const ZERO: Self;
    fn mul_add(self, b: Self, sum: Self) -> Self;
    /// The same with one rounding, where the type has that.
    #[inline(always)]
    fn fused(self, b: Self, sum: Self) -> Self {
        self.mul_add(b, sum)
    }
    fn plus(self, b: Self) -> Self;
    fn conj(self) -> Self {
        self
    }
}
macro_rules! integers {
    ($($t:ty),*) => { $( impl Element for $t {
        const ZERO: $t = 0;
        #[inline(always)]
        fn mul_add(self, b: $t, sum: $t) -> $t {
            sum.wrapping_add(self.wrapping_mul(b))
        }
        fn plus(self, b: $t) -> $t {
            self.wrapping_add(b)
        }
    } )* };
}
integers!(i8, i16, i32, i64, i128);
macro_rules! reals {
    ($($t:ty),*) => { $( impl Element for $t {
        const ZERO: $t = 0.0;
        #[inline(always)]
        fn mul_add(self, b: $t, sum: $t) -> $t {
            self * b + sum
        }
        #[inline(always)]
        fn fused(self, b: $t, sum: $t) -> $t {
            <$t>::mul_add(self, b, sum)
        }
        #[inline(always)]
        fn plus(self, b: $t) -> $t {
            self + b
        }
    } )* };
}
reals!(f32, f64);
macro_rules! complexes {
    ($($t:ident),*) => { $( impl Element for $t {
        const ZERO: $t = $t { re: 0.0, im: 0.0 };
        #[inline(always)]
        fn mul_add(self, b: $t, sum: $t) -> $t {
            $t { re: sum.re + (self.re * b.re - self.im * b.im), im: sum.im + (self.re * b.im + self.im * b.re) }
        }
        #[inline(always)]
        fn fused(self, b: $t, sum: $t) -> $t {
            $t {
                re: self.re.mul_add(b.re, (-self.im).mul_add(b.im, sum.re)),
                im: self.re.mul_add(b.im, self.im.mul_add(b.re, sum.im)),
            }
        }
        #[inline(always)]
        fn plus(self, b: $t) -> $t {
            $t { re: self.re + b.re, im: self.im + b.im }
        }
        fn conj(self) -> $t {
            $t { re: self.re, im: -self.im }
        }
    } )* };
}
complexes!(c32, c64);

/// A real of kind 10 or 16 as it lies in memory.
#[derive(Clone, Copy)]
#[repr(transparent)]
struct Ext<const K: u8>(u128);
impl<const K: u8> Ext<K> {
    fn get(self) -> Num {
        Num::from_memory(K, self.0)
    }
    fn of(x: Num) -> Self {
        Ext(x.to_memory(K))
    }
}
impl<const K: u8> Element for Ext<K> {
    const ZERO: Self = Ext(0);
    fn mul_add(self, b: Self, sum: Self) -> Self {
        let mut c = Calc::kind(K);
        let p = c.mul(self.get(), b.get());
        Ext::of(c.add(p, sum.get()))
    }
    fn plus(self, b: Self) -> Self {
        Ext::of(Calc::kind(K).add(self.get(), b.get()))
    }
}

/// A complex number of kind 10 or 16.
#[derive(Clone, Copy)]
#[repr(C)]
struct ExtComplex<const K: u8>(Ext<K>, Ext<K>);
impl<const K: u8> ExtComplex<K> {
    fn get(self) -> complex::Pair {
        (self.0.get(), self.1.get())
    }
    fn of(x: complex::Pair) -> Self {
        ExtComplex(Ext::of(x.0), Ext::of(x.1))
    }
}
impl<const K: u8> Element for ExtComplex<K> {
    const ZERO: Self = ExtComplex(Ext(0), Ext(0));
    fn mul_add(self, b: Self, sum: Self) -> Self {
        let mut c = Calc::kind(K);
        let p = complex::mul(&mut c, self.get(), b.get());
        Self::of(complex::add(&mut c, p, sum.get()))
    }
    fn plus(self, b: Self) -> Self {
        Self::of(complex::add(&mut Calc::kind(K), self.get(), b.get()))
    }
    fn conj(self) -> Self {
        let (re, im) = self.get();
        Self::of((re, im.neg()))
    }
}

/// Copies made because strides are no multiple of the element's size; freed when dropped.
#[derive(Default)]
struct Temporaries(Vec<*mut u8>);
impl Drop for Temporaries {
    fn drop(&mut self) {
        for p in &self.0 {
            crate::memory::frt_free(*p);
        }
    }
}

/// A descriptor's array as a matrix; a vector as one column (or one row).
fn matrix<T: Copy>(d: Desc, row: bool, temporaries: &mut Temporaries) -> Matrix<T> {
    let size = size_of::<T>() as i64;
    let fits = d.dims().all(|x| x.sm % size == 0) && (d.base() as usize).is_multiple_of(align_of::<T>());
    let (base, strides) = if fits {
        let stride = |k: usize| if k < d.rank() { d.dim(k).sm / size } else { 0 };
        (d.base(), [stride(0), stride(1)])
    } else {
        let p = crate::memory::frt_alloc(d.count() * size);
        temporaries.0.push(p);
        // SAFETY: the block is new and large enough.
        unsafe { gather(d, p) };
        (p, [1, d.dim(0).extent])
    };
    let n0 = d.dim(0).extent.max(0) as usize;
    let p = base.cast();
    if d.rank() == 2 {
        let n1 = d.dim(1).extent.max(0) as usize;
        return Matrix { p, rows: n0, cols: n1, rs: strides[0] as isize, cs: strides[1] as isize };
    }
    let s = strides[0] as isize;
    // The other stride is never used with an index but 0; a harmless value.
    let column = Matrix { p, rows: n0, cols: 1, rs: s, cs: s * n0 as isize };
    if row { column.transposed() } else { column }
}

/// See the table.
///
/// # Safety
/// `c`, `a`, `b` are descriptors of valid arrays with shapes that go together; `c` overlaps neither.
pub unsafe extern "C" fn frt_matmul(c: *const u8, a: *const u8, b: *const u8, flags: i32) {
    // SAFETY: as required of the caller.
    let (c, a, b) = unsafe { (Desc::new(c), Desc::new(a), Desc::new(b)) };
    let (kind, len) = (c.class(), c.elem_len());
    // SAFETY (of all calls): as required of the caller; the element type is that of the descriptors.
    unsafe {
        if flags & LOGICAL != 0 || kind == class::LOGICAL {
            return logical(c, a, b, flags);
        }
        match (kind, len) {
            (class::REAL, 4) => product::<f32>(c, a, b, flags, Some(real)),
            (class::REAL, 8) => product::<f64>(c, a, b, flags, Some(real)),
            (class::REAL, _) if c.kind() == 10 => product::<Ext<10>>(c, a, b, flags, None),
            (class::REAL, 16) => product::<Ext<16>>(c, a, b, flags, None),
            (class::COMPLEX, 32) if c.kind() == 10 => product::<ExtComplex<10>>(c, a, b, flags, None),
            (class::COMPLEX, 32) => product::<ExtComplex<16>>(c, a, b, flags, None),
            (class::COMPLEX, 8) => product::<c32>(c, a, b, flags, Some(large)),
            (class::COMPLEX, 16) => product::<c64>(c, a, b, flags, Some(large)),
            (_, 1) => product::<i8>(c, a, b, flags, None),
            (_, 2) => product::<i16>(c, a, b, flags, None),
            (_, 4) => product::<i32>(c, a, b, flags, None),
            (class::INTEGER, 16) => product::<i128>(c, a, b, flags, None),
            _ => product::<i64>(c, a, b, flags, None),
        }
    }
}

type Large<T> = unsafe fn(&Matrix<T>, &Matrix<T>, &Matrix<T>, bool, bool);

/// # Safety
/// As for [`frt_matmul`]; `T` is the element type.
unsafe fn product<T: Element>(c: Desc, a: Desc, b: Desc, flags: i32, gemm: Option<Large<T>>) {
    let mut temporaries = Temporaries::default();
    let mut am = matrix::<T>(a, true, &mut temporaries);
    let mut bm = matrix::<T>(b, false, &mut temporaries);
    if flags & TRANSPOSE_A != 0 && a.rank() == 2 {
        am = am.transposed();
    }
    if flags & TRANSPOSE_B != 0 && b.rank() == 2 {
        bm = bm.transposed();
    }
    let size = size_of::<T>() as i64;
    let direct = c.dims().all(|x| x.sm % size == 0) && (c.base() as usize).is_multiple_of(align_of::<T>());
    let cm = if direct {
        let mut none = Temporaries::default();
        matrix::<T>(c, a.rank() == 1, &mut none)
    } else {
        let p = crate::memory::frt_alloc(c.count() * size);
        temporaries.0.push(p);
        let n0 = c.dim(0).extent.max(0) as usize;
        let (rows, cols) = if c.rank() == 2 {
            (n0, c.dim(1).extent.max(0) as usize)
        } else if a.rank() == 1 {
            (1, n0)
        } else {
            (n0, 1)
        };
        Matrix { p: p.cast(), rows, cols, rs: 1, cs: rows as isize }
    };
    let (ca, cb) = (flags & CONJUGATE_A != 0, flags & CONJUGATE_B != 0);
    // SAFETY: as required of the caller.
    unsafe {
        multiply(&cm, &am, &bm, ca, cb, gemm);
        if !direct {
            scatter(c, cm.p);
        }
    }
}

/// # Safety
/// `from` points to as many elements as `c` has, in order.
unsafe fn scatter<T: Copy>(c: Desc, from: *mut T) {
    let mut i = 0;
    c.for_each(|p| {
        // SAFETY: elements of both.
        unsafe { p.cast::<T>().write_unaligned(*from.add(i)) };
        i += 1;
    });
}

/// # Safety
/// The matrices are valid and their shapes go together.
unsafe fn multiply<T: Element>(
    c: &Matrix<T>,
    a: &Matrix<T>,
    b: &Matrix<T>,
    ca: bool,
    cb: bool,
    gemm: Option<Large<T>>,
) {
    let (m, n, k) = (c.rows, c.cols, a.cols);
    if m == 0 || n == 0 {
        return;
    }
    // SAFETY (of all calls): as required of the caller.
    unsafe {
        if m * n * k <= FEW {
            return few(c, a, b, ca, cb);
        }
        if n == 1 {
            return times_vector(c, a, b, ca, cb);
        }
        if m == 1 {
            // (a b)^T = b^T a^T
            return times_vector(&c.transposed(), &b.transposed(), &a.transposed(), cb, ca);
        }
        match gemm {
            Some(gemm) if k > 0 && m * n * k > 16 * 16 * 16 => gemm(c, a, b, ca, cb),
            _ => columns(c, a, b, ca, cb),
        }
    }
}

/// A few elements, one after the other: preparations would take longer.
///
/// # Safety
/// The matrices are valid and their shapes go together.
unsafe fn few<T: Element>(c: &Matrix<T>, a: &Matrix<T>, b: &Matrix<T>, ca: bool, cb: bool) {
    let conj = |x: T, yes: bool| if yes { x.conj() } else { x };
    for j in 0..c.cols {
        for i in 0..c.rows {
            let mut sum = T::ZERO;
            for l in 0..a.cols {
                // SAFETY: within the matrices.
                sum = unsafe { conj(*a.at(i, l), ca).mul_add(conj(*b.at(l, j), cb), sum) };
            }
            // SAFETY: as above; c overlaps neither operand.
            unsafe { *c.at(i, j) = sum };
        }
    }
}

/// Multiplications up to which a product has no preparations.
const FEW: usize = 64;

/// Matrices that threads share.
#[derive(Clone, Copy)]
struct Shared<'a, T>(&'a T);
// SAFETY: the threads only read operands, and write disjoint parts of the result.
unsafe impl<T> Sync for Shared<'_, T> {}

/// Runs `f(begin, end)` over parts of 0..total on the threads.
fn split<F: Fn(usize, usize) + Sync>(total: usize, grain: usize, f: F) {
    extern "C" fn body<F: Fn(usize, usize) + Sync>(ctx: *mut c_void, begin: i64, end: i64) {
        // SAFETY: the context is the closure below, alive until the loop has ended.
        let f = unsafe { &*ctx.cast::<F>() };
        f(begin as usize, end as usize);
    }
    // SAFETY: the closure may be called from any thread and outlives the loop.
    unsafe { par_for(body::<F>, (&raw const f).cast_mut().cast(), total as i64, grain as i64) };
}

/// `c = a b` of reals.
///
/// # Safety
/// As for [`large`].
#[cfg(target_arch = "x86_64")]
unsafe fn real<T: Scalar + avx2::Lanes>(c: &Matrix<T>, a: &Matrix<T>, b: &Matrix<T>, ca: bool, cb: bool) {
    // SAFETY: as required of the caller.
    unsafe {
        // Below, packing costs more than it gives; `gemm` leaves it out for small operands.
        if c.rows.min(c.cols) < 384 || a.cols < 64 || !avx2::usable() {
            return large(c, a, b, ca, cb);
        }
        avx2::multiply(c, a, b, max_threads(), fork);
    }
}
#[cfg(not(target_arch = "x86_64"))]
use large as real;

/// Multiplications from which on a product is worth several threads.
const PARALLEL: usize = 64 * 64 * 64;

/// `c = a b` by the blocked kernels of `gemm`, each thread a part of the columns or rows.
///
/// # Safety
/// The matrices are valid, `k > 0`.
unsafe fn large<T: Scalar>(c: &Matrix<T>, a: &Matrix<T>, b: &Matrix<T>, ca: bool, cb: bool) {
    let (m, n, k) = (c.rows, c.cols, a.cols);
    let threads = max_threads();
    let parts = Shared(&(*c, *a, *b));
    let run = |rows: std::ops::Range<usize>, cols: std::ops::Range<usize>| {
        let parts = &parts;
        let (c, a, b) = parts.0;
        if rows.is_empty() || cols.is_empty() {
            return;
        }
        // SAFETY: as required of the caller; the parts lie within the matrices.
        unsafe {
            gemm::gemm(
                rows.len(),
                cols.len(),
                k,
                c.at(rows.start, cols.start),
                c.cs,
                c.rs,
                false,
                a.at(rows.start, 0),
                a.cs,
                a.rs,
                b.at(0, cols.start),
                b.cs,
                b.rs,
                T::ZERO,
                T::ONE,
                false,
                ca,
                cb,
                Parallelism::None,
            );
        }
    };
    if threads <= 1 || m * n * k < PARALLEL {
        return run(0..m, 0..n);
    }
    // Parts are multiples of the kernels' tile.
    const TILE: usize = 16;
    if n >= m || n >= threads * 4 * TILE {
        let tiles = n.div_ceil(TILE);
        split(tiles, 1, |from, to| run(0..m, from * TILE..(to * TILE).min(n)));
    } else {
        let tiles = m.div_ceil(TILE * 3);
        split(tiles, 1, |from, to| run(from * TILE * 3..(to * TILE * 3).min(m), 0..n));
    }
}

/// Types that `gemm` knows.
trait Scalar: Element {
    const ONE: Self;
}
impl Scalar for f32 {
    const ONE: f32 = 1.0;
}
impl Scalar for f64 {
    const ONE: f64 = 1.0;
}
impl Scalar for c32 {
    const ONE: c32 = c32 { re: 1.0, im: 0.0 };
}
impl Scalar for c64 {
    const ONE: c64 = c64 { re: 1.0, im: 0.0 };
}

/// Column by column, the columns of `a` added up: small matrices and integers.
///
/// # Safety
/// The matrices are valid.
unsafe fn columns<T: Element>(c: &Matrix<T>, a: &Matrix<T>, b: &Matrix<T>, ca: bool, cb: bool) {
    let (m, n, k) = (c.rows, c.cols, a.cols);
    let conj = |x: T, yes: bool| if yes { x.conj() } else { x };
    // Columns of `a` without gaps, where many columns of `b` make the copy worth while.
    let mut copy: Vec<T> = Vec::new();
    let mut a = *a;
    if (a.rs != 1 || ca) && n > 2 {
        copy.reserve_exact(m * k);
        for l in 0..k {
            for i in 0..m {
                // SAFETY: within the matrix.
                copy.push(conj(unsafe { *a.at(i, l) }, ca));
            }
        }
        a = Matrix { p: copy.as_mut_ptr(), rows: m, cols: k, rs: 1, cs: m as isize };
    }
    let ca = ca && copy.is_empty();
    let unit = a.rs == 1 && c.rs == 1 && !ca;
    let whole = Shared(&(*c, a, *b));
    let column = |j: usize| {
        let whole = &whole;
        let (c, a, b) = whole.0;
        // SAFETY (of the block): all subscripts lie within the matrices; c overlaps neither operand.
        unsafe {
            if unit {
                let to = std::slice::from_raw_parts_mut(c.at(0, j), m);
                to.fill(T::ZERO);
                let mut factors = [T::ZERO; 64];
                for from in (0..k).step_by(factors.len()) {
                    let f = &mut factors[..(k - from).min(64)];
                    for (l, f) in f.iter_mut().enumerate() {
                        *f = conj(*b.at(from + l, j), cb);
                    }
                    plain::add_columns(to, a.at(0, from), a.cs, f);
                }
                return;
            }
            for i in 0..m {
                let mut sum = T::ZERO;
                for l in 0..k {
                    sum = conj(*a.at(i, l), ca).mul_add(conj(*b.at(l, j), cb), sum);
                }
                *c.at(i, j) = sum;
            }
        }
    };
    if m * n * k < PARALLEL {
        (0..n).for_each(column);
    } else {
        split(n, 1, |from, to| (from..to).for_each(&column));
    }
}

/// `c = a b` where `b` and `c` have one column.
///
/// # Safety
/// The matrices are valid.
unsafe fn times_vector<T: Element>(c: &Matrix<T>, a: &Matrix<T>, b: &Matrix<T>, ca: bool, cb: bool) {
    let (m, k) = (a.rows, a.cols);
    let conj = |x: T, yes: bool| if yes { x.conj() } else { x };
    // The vector without gaps.
    // SAFETY: within the vector.
    let x: Vec<T> = (0..k).map(|l| conj(unsafe { *b.at(l, 0) }, cb)).collect();
    let whole = Shared(&(*c, *a));
    // Rows from..to.
    let part = |from: usize, to: usize| {
        let whole = &whole;
        let (c, a) = whole.0;
        // SAFETY (of the block): all subscripts lie within the matrices; c overlaps neither operand.
        unsafe {
            if a.rs == 1 && !ca {
                // Pieces of the result that stay in the first-level cache while the columns pass by.
                const PIECE: usize = 1024;
                let mut buf = [T::ZERO; PIECE];
                let mut i0 = from;
                while i0 < to {
                    let n = PIECE.min(to - i0);
                    let sum = &mut buf[..n];
                    sum.fill(T::ZERO);
                    plain::add_columns(sum, a.at(i0, 0), a.cs, &x);
                    for (i, v) in sum.iter().enumerate() {
                        *c.at(i0 + i, 0) = *v;
                    }
                    i0 += n;
                }
                return;
            }
            if a.cs == 1 && !ca {
                plain::dot_rows(c.at(from, 0), c.rs, to - from, a.at(from, 0), a.rs, &x);
                return;
            }
            for i in from..to {
                let mut sum = [T::ZERO; 8];
                for (l, v) in x.iter().enumerate() {
                    sum[l % 8] = conj(*a.at(i, l), ca).mul_add(*v, sum[l % 8]);
                }
                *c.at(i, 0) = add_all(sum);
            }
        }
    };
    if m * k < 1 << 16 {
        part(0, m);
    } else {
        split(m.div_ceil(256), 1, |from, to| part(from * 256, (to * 256).min(m)));
    }
}

/// The sum of eight partial sums in a fixed order.
fn add_all<T: Element>(s: [T; 8]) -> T {
    s.into_iter().reduce(T::plus).unwrap_or(T::ZERO)
}

/// # Safety
/// As for [`frt_matmul`].
unsafe fn logical(c: Desc, a: Desc, b: Desc, flags: i32) {
    let ta = flags & TRANSPOSE_A != 0 && a.rank() == 2;
    let tb = flags & TRANSPOSE_B != 0 && b.rank() == 2;
    let stride = |d: Desc, i: usize| if i < d.rank() { d.dim(i).sm } else { 0 };
    // Row and column strides of the operands, in bytes.
    let (ar, ac) = match (a.rank(), ta) {
        (1, _) => (0, stride(a, 0)),
        (_, false) => (stride(a, 0), stride(a, 1)),
        (_, true) => (stride(a, 1), stride(a, 0)),
    };
    let (br, bc) = match (b.rank(), tb) {
        (1, _) => (stride(b, 0), 0),
        (_, false) => (stride(b, 0), stride(b, 1)),
        (_, true) => (stride(b, 1), stride(b, 0)),
    };
    let k = if a.rank() == 1 { a.dim(0).extent } else { a.dim(usize::from(!ta)).extent };
    let (m, n, cr, cc) = match (c.rank(), a.rank()) {
        (2, _) => (c.dim(0).extent, c.dim(1).extent, stride(c, 0), stride(c, 1)),
        (_, 1) => (1, c.dim(0).extent, 0, stride(c, 0)),
        _ => (c.dim(0).extent, 1, stride(c, 0), 0),
    };
    let (ak, bk, ck) = (a.elem_len() as i32, b.elem_len() as i32, c.elem_len() as i32);
    let at = |d: Desc, x: i64| d.base().wrapping_offset(x as isize);
    for j in 0..n {
        for i in 0..m {
            // SAFETY: subscripts within the arrays.
            let any = (0..k).any(|l| unsafe {
                crate::values::load_int(at(b, l * br + j * bc), bk) != 0
                    && crate::values::load_int(at(a, i * ar + l * ac), ak) != 0
            });
            // SAFETY: as above.
            unsafe { crate::values::store_int(at(c, i * cr + j * cc), ck, any.into()) };
        }
    }
}

#[cfg(test)]
mod tests;
