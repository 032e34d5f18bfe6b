//! Products of real matrices on x86-64 processors with AVX2 and FMA.
//!
//! The blocking is that of K. Goto and R. van de Geijn, "Anatomy of High-Performance Matrix Multiplication" (ACM
//! Transactions on Mathematical Software 34, 2008), in the form of loops around a small kernel of F. Van Zee and R. van
//! de Geijn, "BLIS: A Framework for Rapidly Instantiating BLAS Functionality" (ACM Transactions on Mathematical Software
//! 41, 2015), with the operands in exchanged places since our vectors run down the columns: a slice of some columns
//! of `a` is packed once for all threads and stays in the last cache; a thread packs a chunk of columns of `b`, which
//! stays in its second-level cache; one panel of `a` stays in the first-level cache while the panels of the chunk pass
//! by; and the kernel keeps a tile of `c` in registers.
//!
//! Threads take tickets from one counter: to pack a part of `a` or to compute a block of `c`. While a slice is computed
//! the next one is packed into a second buffer, so that nobody waits for the slowest thread but at the end. Every element
//! is summed in the order of the slices: the bits do not depend on the number of threads.

use super::{Matrix, Shared};
use crate::vectors::{Vectors, vectors};
use std::arch::x86_64::*;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Vectors of a tile.
const VECTORS: usize = 2;
/// Columns of a tile.
const COLUMNS: usize = 6;
/// Rows of `a` in a slice, at most: two slices of real(8) are 16 MiB.
const ROWS: usize = 4096;
/// Columns of `b` in a chunk, at most; a multiple of `COLUMNS`.
const CHUNK: usize = 192;

/// Whether this processor has what the kernels need, and no wider vectors.
pub fn usable() -> bool {
    vectors() == Vectors::Avx2
}

/// Vectors of 32 bytes.
///
/// # Safety
/// Of all functions: the processor has AVX2 and FMA, and addresses are valid for what is moved.
pub trait Lanes: Copy + Send + Sync + 'static {
    type Vector: Copy;
    const ZERO: Self;
    /// Elements of a vector.
    const LANES: usize;
    /// Columns of `a` in a slice, at most: a panel of `a` with one of `b` fills a first-level cache of 32 KiB. The better of
    /// 256 and 384 where it was measured.
    const DEPTH: usize;
    unsafe fn zero() -> Self::Vector;
    unsafe fn load(p: *const Self) -> Self::Vector;
    unsafe fn store(p: *mut Self, v: Self::Vector);
    /// The first `n` elements.
    unsafe fn load_first(p: *const Self, n: usize) -> Self::Vector;
    unsafe fn store_first(p: *mut Self, n: usize, v: Self::Vector);
    unsafe fn splat(p: *const Self) -> Self::Vector;
    unsafe fn add(a: Self::Vector, b: Self::Vector) -> Self::Vector;
    unsafe fn mul_add(a: Self::Vector, b: Self::Vector, sum: Self::Vector) -> Self::Vector;
    /// Four rows of four elements, `step` apart, are the columns of what is written, `to_step` apart.
    unsafe fn transpose4(from: *const Self, step: isize, to: *mut Self, to_step: usize);
    /// The same for two rows.
    unsafe fn transpose2(from: *const Self, step: isize, to: *mut Self, to_step: usize);
}

/// All ones in the first `n` of eight 32-bit elements.
///
/// # Safety
/// The processor has AVX2; `n` is at most 8.
#[inline(always)]
unsafe fn mask(n: usize) -> __m256i {
    static ONES: [i32; 16] = [-1, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0];
    // SAFETY: eight elements from 8-n on.
    unsafe { _mm256_loadu_si256(ONES.as_ptr().add(8 - n).cast()) }
}

// SAFETY (of all blocks of both): as required of the caller.
impl Lanes for f32 {
    type Vector = __m256;
    const ZERO: f32 = 0.0;
    const LANES: usize = 8;
    const DEPTH: usize = 384;
    #[inline(always)]
    unsafe fn zero() -> __m256 {
        unsafe { _mm256_setzero_ps() }
    }
    #[inline(always)]
    unsafe fn load(p: *const f32) -> __m256 {
        unsafe { _mm256_loadu_ps(p) }
    }
    #[inline(always)]
    unsafe fn store(p: *mut f32, v: __m256) {
        unsafe { _mm256_storeu_ps(p, v) }
    }
    #[inline(always)]
    unsafe fn load_first(p: *const f32, n: usize) -> __m256 {
        unsafe { _mm256_maskload_ps(p, mask(n)) }
    }
    #[inline(always)]
    unsafe fn store_first(p: *mut f32, n: usize, v: __m256) {
        unsafe { _mm256_maskstore_ps(p, mask(n), v) }
    }
    #[inline(always)]
    unsafe fn splat(p: *const f32) -> __m256 {
        unsafe { _mm256_broadcast_ss(&*p) }
    }
    #[inline(always)]
    unsafe fn add(a: __m256, b: __m256) -> __m256 {
        unsafe { _mm256_add_ps(a, b) }
    }
    #[inline(always)]
    unsafe fn mul_add(a: __m256, b: __m256, sum: __m256) -> __m256 {
        unsafe { _mm256_fmadd_ps(a, b, sum) }
    }
    #[inline(always)]
    unsafe fn transpose4(from: *const f32, step: isize, to: *mut f32, to_step: usize) {
        unsafe {
            let row = |i: isize| _mm_loadu_ps(from.offset(i * step));
            let (a, b, c, d) = (row(0), row(1), row(2), row(3));
            let (ab, ab2) = (_mm_unpacklo_ps(a, b), _mm_unpackhi_ps(a, b));
            let (cd, cd2) = (_mm_unpacklo_ps(c, d), _mm_unpackhi_ps(c, d));
            _mm_storeu_ps(to, _mm_movelh_ps(ab, cd));
            _mm_storeu_ps(to.add(to_step), _mm_movehl_ps(cd, ab));
            _mm_storeu_ps(to.add(2 * to_step), _mm_movelh_ps(ab2, cd2));
            _mm_storeu_ps(to.add(3 * to_step), _mm_movehl_ps(cd2, ab2));
        }
    }
    #[inline(always)]
    unsafe fn transpose2(from: *const f32, step: isize, to: *mut f32, to_step: usize) {
        unsafe {
            let (a, b) = (_mm_loadu_ps(from), _mm_loadu_ps(from.offset(step)));
            let (low, high) = (_mm_castps_pd(_mm_unpacklo_ps(a, b)), _mm_castps_pd(_mm_unpackhi_ps(a, b)));
            // Unaligned moves of two elements.
            _mm_storel_pd(to.cast(), low);
            _mm_storeh_pd(to.add(to_step).cast(), low);
            _mm_storel_pd(to.add(2 * to_step).cast(), high);
            _mm_storeh_pd(to.add(3 * to_step).cast(), high);
        }
    }
}

impl Lanes for f64 {
    type Vector = __m256d;
    const ZERO: f64 = 0.0;
    const LANES: usize = 4;
    const DEPTH: usize = 256;
    #[inline(always)]
    unsafe fn zero() -> __m256d {
        unsafe { _mm256_setzero_pd() }
    }
    #[inline(always)]
    unsafe fn load(p: *const f64) -> __m256d {
        unsafe { _mm256_loadu_pd(p) }
    }
    #[inline(always)]
    unsafe fn store(p: *mut f64, v: __m256d) {
        unsafe { _mm256_storeu_pd(p, v) }
    }
    #[inline(always)]
    unsafe fn load_first(p: *const f64, n: usize) -> __m256d {
        unsafe { _mm256_maskload_pd(p, mask(2 * n)) }
    }
    #[inline(always)]
    unsafe fn store_first(p: *mut f64, n: usize, v: __m256d) {
        unsafe { _mm256_maskstore_pd(p, mask(2 * n), v) }
    }
    #[inline(always)]
    unsafe fn splat(p: *const f64) -> __m256d {
        unsafe { _mm256_broadcast_sd(&*p) }
    }
    #[inline(always)]
    unsafe fn add(a: __m256d, b: __m256d) -> __m256d {
        unsafe { _mm256_add_pd(a, b) }
    }
    #[inline(always)]
    unsafe fn mul_add(a: __m256d, b: __m256d, sum: __m256d) -> __m256d {
        unsafe { _mm256_fmadd_pd(a, b, sum) }
    }
    #[inline(always)]
    unsafe fn transpose4(from: *const f64, step: isize, to: *mut f64, to_step: usize) {
        unsafe {
            let row = |i: isize| _mm256_loadu_pd(from.offset(i * step));
            let (a, b, c, d) = (row(0), row(1), row(2), row(3));
            let (ab, ab2) = (_mm256_unpacklo_pd(a, b), _mm256_unpackhi_pd(a, b));
            let (cd, cd2) = (_mm256_unpacklo_pd(c, d), _mm256_unpackhi_pd(c, d));
            _mm256_storeu_pd(to, _mm256_permute2f128_pd::<0x20>(ab, cd));
            _mm256_storeu_pd(to.add(to_step), _mm256_permute2f128_pd::<0x20>(ab2, cd2));
            _mm256_storeu_pd(to.add(2 * to_step), _mm256_permute2f128_pd::<0x31>(ab, cd));
            _mm256_storeu_pd(to.add(3 * to_step), _mm256_permute2f128_pd::<0x31>(ab2, cd2));
        }
    }
    #[inline(always)]
    unsafe fn transpose2(from: *const f64, step: isize, to: *mut f64, to_step: usize) {
        unsafe {
            let (a, b) = (_mm256_loadu_pd(from), _mm256_loadu_pd(from.offset(step)));
            let (low, high) = (_mm256_unpacklo_pd(a, b), _mm256_unpackhi_pd(a, b));
            _mm_storeu_pd(to, _mm256_castpd256_pd128(low));
            _mm_storeu_pd(to.add(to_step), _mm256_castpd256_pd128(high));
            _mm_storeu_pd(to.add(2 * to_step), _mm256_extractf128_pd::<1>(low));
            _mm_storeu_pd(to.add(3 * to_step), _mm256_extractf128_pd::<1>(high));
        }
    }
}

/// What one call of the kernel works on.
struct Tile<T> {
    /// Panels of `a` and `b`, and the first element of the tile of `c`.
    a: *const T,
    b: *const T,
    c: *mut T,
    /// Strides of `c`.
    rs: isize,
    cs: isize,
    depth: usize,
    /// Rows of the tile.
    rows: usize,
    /// Whether the sums are added to what `c` has.
    add: bool,
    /// A piece of what is needed soon, in bytes.
    soon: *const i8,
    soon_len: usize,
}

/// Computes the first `V` vectors of `N` columns of a tile.
///
/// # Safety
/// The processor has AVX2 and FMA; panels and tile are valid, `t.rows` is above `V - 1` vectors and at most `V`.
#[target_feature(enable = "avx2,fma")]
unsafe fn kernel<T: Lanes, const V: usize, const N: usize>(t: &Tile<T>) {
    // SAFETY (of the block): as required of the caller; panels have `depth` groups of `VECTORS` vectors or `COLUMNS`
    // elements; prefetches may have any address.
    unsafe {
        for j in 0..N {
            let column = t.c.wrapping_offset(j as isize * t.cs);
            _mm_prefetch::<_MM_HINT_T0>(column.cast());
            _mm_prefetch::<_MM_HINT_T0>(column.wrapping_offset((t.rows as isize - 1) * t.rs).cast());
        }
        let mut at = 0;
        while at < t.soon_len {
            _mm_prefetch::<_MM_HINT_T1>(t.soon.wrapping_add(at));
            at += 64;
        }
        let mut sums = [[T::zero(); V]; N];
        let (mut a, mut b) = (t.a, t.b);
        let step = |a: *const T, b: *const T, sums: &mut [[T::Vector; V]; N]| {
            let x: [T::Vector; V] = std::array::from_fn(|i| T::load(a.add(i * T::LANES)));
            for (j, sums) in sums.iter_mut().enumerate() {
                let y = T::splat(b.add(j));
                for (s, x) in sums.iter_mut().zip(x) {
                    *s = T::mul_add(x, y, *s);
                }
            }
        };
        for _ in 0..t.depth / 4 {
            for u in 0..4 {
                step(a.add(u * VECTORS * T::LANES), b.add(u * COLUMNS), &mut sums);
            }
            a = a.add(4 * VECTORS * T::LANES);
            b = b.add(4 * COLUMNS);
        }
        for u in 0..t.depth % 4 {
            step(a.add(u * VECTORS * T::LANES), b.add(u * COLUMNS), &mut sums);
        }
        let last = t.rows - (V - 1) * T::LANES;
        if t.rs == 1 {
            for (j, sums) in sums.iter().enumerate() {
                let column = t.c.offset(j as isize * t.cs);
                for (i, s) in sums.iter().enumerate() {
                    let (p, mut s) = (column.add(i * T::LANES), *s);
                    if i + 1 < V || last == T::LANES {
                        if t.add {
                            s = T::add(T::load(p), s);
                        }
                        T::store(p, s);
                    } else {
                        if t.add {
                            s = T::add(T::load_first(p, last), s);
                        }
                        T::store_first(p, last, s);
                    }
                }
            }
            return;
        }
        for (j, sums) in sums.iter().enumerate() {
            for (i, s) in sums.iter().enumerate() {
                let n = if i + 1 < V { T::LANES } else { last };
                let mut part = [T::ZERO; 8];
                let at = |x: usize| t.c.offset(j as isize * t.cs + (i * T::LANES + x) as isize * t.rs);
                let mut s = *s;
                if t.add {
                    for (x, p) in part.iter_mut().enumerate().take(n) {
                        *p = *at(x);
                    }
                    s = T::add(T::load(part.as_ptr()), s);
                }
                T::store(part.as_mut_ptr(), s);
                for (x, p) in part.iter().enumerate().take(n) {
                    *at(x) = *p;
                }
            }
        }
    }
}

type Kernel<T> = unsafe fn(&Tile<T>);

/// The kernel for a number of vectors and columns.
fn kernel_for<T: Lanes>(vectors: usize, columns: usize) -> Kernel<T> {
    match (vectors, columns) {
        (1, 1) => kernel::<T, 1, 1>,
        (1, 2) => kernel::<T, 1, 2>,
        (1, 3) => kernel::<T, 1, 3>,
        (1, 4) => kernel::<T, 1, 4>,
        (1, 5) => kernel::<T, 1, 5>,
        (1, _) => kernel::<T, 1, COLUMNS>,
        (_, 1) => kernel::<T, VECTORS, 1>,
        (_, 2) => kernel::<T, VECTORS, 2>,
        (_, 3) => kernel::<T, VECTORS, 3>,
        (_, 4) => kernel::<T, VECTORS, 4>,
        (_, 5) => kernel::<T, VECTORS, 5>,
        _ => kernel::<T, VECTORS, COLUMNS>,
    }
}

/// Copies lines `from..to` of `m` into panels of `W` lines, the missing lines of the last panel as zeros: a panel has the
/// elements of its lines with one subscript side by side. A line is a row of `m`.
///
/// # Safety
/// The processor has AVX2; the lines are those of `m`, `from` is a multiple of `W`, and `panels` has space for all.
#[target_feature(enable = "avx2,fma")]
unsafe fn pack<T: Lanes, const W: usize>(m: &Matrix<T>, from: usize, to: usize, panels: *mut T) {
    let depth = m.cols;
    // SAFETY (of the block): the subscripts lie within the matrix, and the places within the panels.
    unsafe {
        let whole = from + (to - from) / W * W;
        if m.rs == 1 {
            // A few columns at a time: a column is read without gaps, and a panel written by whole lines of the cache.
            const GROUP: usize = 8;
            for l0 in (0..depth).step_by(GROUP) {
                let l1 = (l0 + GROUP).min(depth);
                for i in (from..whole).step_by(W) {
                    let panel = panels.add((i - from) * depth);
                    for l in l0..l1 {
                        std::ptr::copy_nonoverlapping(m.at(i, l), panel.add(l * W), W);
                    }
                }
            }
        } else {
            for i in (from..whole).step_by(W) {
                let panel = panels.add((i - from) * depth);
                let mut l0 = 0;
                if m.cs == 1 {
                    while l0 + 4 <= depth {
                        let mut w = 0;
                        while w + 4 <= W {
                            T::transpose4(m.at(i + w, l0), m.rs, panel.add(l0 * W + w), W);
                            w += 4;
                        }
                        while w + 2 <= W {
                            T::transpose2(m.at(i + w, l0), m.rs, panel.add(l0 * W + w), W);
                            w += 2;
                        }
                        l0 += 4;
                    }
                }
                for l in l0..depth {
                    for w in 0..W {
                        *panel.add(l * W + w) = *m.at(i + w, l);
                    }
                }
            }
        }
        if whole < to {
            let panel = panels.add((whole - from) * depth);
            for l in 0..depth {
                for w in 0..W {
                    *panel.add(l * W + w) = if whole + w < to { *m.at(whole + w, l) } else { T::ZERO };
                }
            }
        }
    }
}

/// A part of a matrix.
fn part<T: Copy>(m: &Matrix<T>, rows: (usize, usize), cols: (usize, usize)) -> Matrix<T> {
    // SAFETY: the address is only computed.
    let p = unsafe { m.at(rows.0, cols.0) };
    Matrix { p, rows: rows.1 - rows.0, cols: cols.1 - cols.0, ..*m }
}

/// Part `i` of `n` nearly equal parts of 0..total whose borders are multiples of `unit`.
fn cut(total: usize, unit: usize, n: usize, i: usize) -> (usize, usize) {
    let units = total.div_ceil(unit);
    ((units * i / n * unit).min(total), (units * (i + 1) / n * unit).min(total))
}

/// Blocks of memory that wait for the next product: fresh pages cost more than small products.
static BUFFERS: std::sync::Mutex<Vec<Buffer>> = std::sync::Mutex::new(Vec::new());

/// A block of memory that begins at a page.
struct Buffer {
    p: *mut u8,
    layout: std::alloc::Layout,
}
// SAFETY: the block has one owner.
unsafe impl Send for Buffer {}

impl Drop for Buffer {
    fn drop(&mut self) {
        // SAFETY: allocated with this layout.
        unsafe { std::alloc::dealloc(self.p, self.layout) }
    }
}

impl Buffer {
    const KEPT: usize = 16;

    fn take(bytes: usize) -> Buffer {
        let mut kept = BUFFERS.lock().unwrap_or_else(|e| e.into_inner());
        let fits = |b: &Buffer| b.layout.size() >= bytes && b.layout.size() / 8 <= bytes.max(1 << 17);
        if let Some(i) = kept.iter().position(fits) {
            return kept.swap_remove(i);
        }
        drop(kept);
        let layout = std::alloc::Layout::from_size_align(bytes.next_power_of_two().max(1 << 16), 4096);
        let layout = layout.expect("blocks are small and the alignment is a power of two");
        // SAFETY: the size is not zero.
        let p = unsafe { std::alloc::alloc(layout) };
        if p.is_null() {
            std::alloc::handle_alloc_error(layout);
        }
        Buffer { p, layout }
    }

    fn give(self) {
        let mut kept = BUFFERS.lock().unwrap_or_else(|e| e.into_inner());
        if kept.len() < Self::KEPT {
            kept.push(self);
        }
    }
}

/// How a product is cut into tickets.
struct Plan<T> {
    c: Matrix<T>,
    a: Matrix<T>,
    b: Matrix<T>,
    /// Parts of the rows of `a`, and of its columns: a stage computes with one slice of `a`.
    bands: usize,
    slices: usize,
    /// Blocks of `c` in a stage.
    row_parts: usize,
    chunks: usize,
    /// Parts in which a slice is packed.
    packs: usize,
    /// Space for two slices.
    packed: *mut T,
    slice_size: usize,
    next: AtomicUsize,
    /// What is done of each stage: parts that are packed, blocks that are computed.
    done_packs: Vec<AtomicUsize>,
    done_blocks: Vec<AtomicUsize>,
    /// Stages that each block of `c` has been through.
    passed: Vec<AtomicUsize>,
}

/// Waits for other threads.
fn wait(ready: impl Fn() -> bool) {
    let mut turns = 0u32;
    while !ready() {
        turns += 1;
        if turns < 2000 { std::hint::spin_loop() } else { std::thread::yield_now() }
    }
}

impl<T: Lanes> Plan<T> {
    /// Rows of a panel of `a`.
    const PANEL: usize = VECTORS * T::LANES;

    fn new(c: &Matrix<T>, a: &Matrix<T>, b: &Matrix<T>, threads: usize) -> Plan<T> {
        let (m, n, k) = (c.rows, c.cols, a.cols);
        let (bands, slices) = (m.div_ceil(ROWS), k.div_ceil(T::DEPTH));
        let stages = bands * slices;
        let mut chunks = n.div_ceil(CHUNK);
        let mut row_parts = 1;
        let mut packs = 1;
        if threads > 1 {
            // Enough tickets that the threads end together, none too small.
            let want = 8 * threads;
            chunks = chunks.max(want.min(n / 48)).max(1);
            let panels = m.min(ROWS).div_ceil(Self::PANEL);
            if chunks < want {
                row_parts = (want / chunks).min(panels / 4).max(1);
            }
            packs = (2 * threads).min(panels);
        }
        let rows = m.min(ROWS).next_multiple_of(Self::PANEL);
        let slice_size = rows * k.min(T::DEPTH);
        let zeros = |n: usize| (0..n).map(|_| AtomicUsize::new(0)).collect::<Vec<_>>();
        Plan {
            c: *c,
            a: *a,
            b: *b,
            bands,
            slices,
            row_parts,
            chunks,
            packs,
            packed: std::ptr::null_mut(),
            slice_size,
            next: AtomicUsize::new(0),
            done_packs: zeros(stages),
            done_blocks: zeros(stages),
            passed: zeros(row_parts * chunks),
        }
    }

    fn stages(&self) -> usize {
        self.bands * self.slices
    }

    fn blocks(&self) -> usize {
        self.row_parts * self.chunks
    }

    fn packed(&self, stage: usize) -> *mut T {
        self.packed.wrapping_add(stage % 2 * self.slice_size)
    }

    /// The rows and columns of `a` in a stage.
    fn slice(&self, stage: usize) -> ((usize, usize), (usize, usize)) {
        let (band, slice) = (stage / self.slices, stage % self.slices);
        (cut(self.a.rows, Self::PANEL, self.bands, band), cut(self.a.cols, 4, self.slices, slice))
    }

    /// The work of one thread: tickets until there are none. The parts of the first slice come first; then half of the
    /// blocks of a stage, the parts of the next slice, and the other blocks.
    ///
    /// # Safety
    /// The matrices are valid, and the processor has AVX2 and FMA.
    unsafe fn work(&self) {
        let buffer = Buffer::take(CHUNK * T::DEPTH * size_of::<T>());
        let mut held = None;
        let (blocks, packs, stages) = (self.blocks(), self.packs, self.stages());
        loop {
            let ticket = self.next.fetch_add(1, Ordering::Relaxed);
            // SAFETY (of the calls): as required of the caller.
            unsafe {
                if ticket < packs {
                    self.pack_a(0, ticket);
                    continue;
                }
                let (stage, i) = ((ticket - packs) / (blocks + packs), (ticket - packs) % (blocks + packs));
                if stage >= stages {
                    break;
                }
                let half = blocks / 2;
                if i < half {
                    self.block(stage, i, buffer.p.cast(), &mut held);
                } else if i >= half + packs {
                    self.block(stage, i - packs, buffer.p.cast(), &mut held);
                } else if stage + 1 < stages {
                    self.pack_a(stage + 1, i - half);
                }
            }
        }
        buffer.give();
    }

    /// # Safety
    /// As for [`Plan::work`].
    unsafe fn pack_a(&self, stage: usize, i: usize) {
        if stage >= 2 {
            wait(|| self.done_blocks[stage - 2].load(Ordering::Acquire) == self.blocks());
        }
        let (rows, cols) = self.slice(stage);
        let a = part(&self.a, rows, cols);
        let (from, to) = cut(a.rows, Self::PANEL, self.packs, i);
        let panels = self.packed(stage).wrapping_add(from * a.cols);
        // SAFETY: as required of the caller; nobody else writes these panels, and nobody reads them yet.
        unsafe {
            match T::LANES {
                8 => pack::<T, { VECTORS * 8 }>(&a, from, to, panels),
                _ => pack::<T, { VECTORS * 4 }>(&a, from, to, panels),
            }
        }
        self.done_packs[stage].fetch_add(1, Ordering::Release);
    }

    /// Computes a block of `c` with one slice. `chunk` holds what `held` says.
    ///
    /// # Safety
    /// As for [`Plan::work`].
    unsafe fn block(&self, stage: usize, i: usize, chunk: *mut T, held: &mut Option<(usize, usize)>) {
        let (rows, depth) = self.slice(stage);
        let cols = cut(self.b.cols, COLUMNS, self.chunks, i / self.row_parts);
        let count = cols.1 - cols.0;
        if *held != Some((stage, cols.0)) {
            let b = part(&self.b, depth, cols).transposed();
            // SAFETY: as required of the caller; a chunk has space for its panels.
            unsafe { pack::<T, COLUMNS>(&b, 0, count, chunk) };
            *held = Some((stage, cols.0));
        }
        wait(|| self.done_packs[stage].load(Ordering::Acquire) == self.packs);
        wait(|| self.passed[i].load(Ordering::Acquire) == stage);
        let band = rows.1 - rows.0;
        let (from, to) = cut(band, Self::PANEL, self.row_parts, i % self.row_parts);
        let depth = depth.1 - depth.0;
        for i0 in (from..to).step_by(Self::PANEL) {
            let a = self.packed(stage).wrapping_add(i0 * depth).cast_const();
            let height = Self::PANEL.min(to - i0);
            let vectors = height.div_ceil(T::LANES);
            let whole = kernel_for::<T>(vectors, COLUMNS);
            // The panels of the chunk bring the next panel of `a` with them.
            let panels = count.div_ceil(COLUMNS);
            let soon_len = (Self::PANEL * depth * size_of::<T>()).div_ceil(panels).next_multiple_of(64);
            let soon: *const i8 = a.wrapping_add(Self::PANEL * depth).cast();
            for (x, j0) in (0..count).step_by(COLUMNS).enumerate() {
                let width = COLUMNS.min(count - j0);
                // SAFETY: as required of the caller.
                unsafe {
                    let tile = Tile {
                        a,
                        b: chunk.add(j0 * depth),
                        c: self.c.at(rows.0 + i0, cols.0 + j0),
                        rs: self.c.rs,
                        cs: self.c.cs,
                        depth,
                        rows: height,
                        add: !stage.is_multiple_of(self.slices),
                        soon: soon.wrapping_add(x * soon_len),
                        soon_len,
                    };
                    if width == COLUMNS { whole(&tile) } else { kernel_for::<T>(vectors, width)(&tile) }
                }
            }
        }
        self.passed[i].fetch_add(1, Ordering::Release);
        self.done_blocks[stage].fetch_add(1, Ordering::Release);
    }
}

/// `c = a b`; `all(threads, f)` runs `f` on so many threads, or fewer.
///
/// # Safety
/// [`usable`] says so; the matrices are valid and not empty, their shapes go together, and `c` overlaps neither operand.
pub unsafe fn multiply<T: Lanes>(
    c: &Matrix<T>,
    a: &Matrix<T>,
    b: &Matrix<T>,
    threads: usize,
    all: impl FnOnce(usize, &(dyn Fn() + Sync)),
) {
    if c.rs != 1 && c.cs == 1 {
        let (c, a, b) = (c.transposed(), b.transposed(), a.transposed());
        // SAFETY: as required of the caller.
        return unsafe { multiply(&c, &a, &b, threads, all) };
    }
    let mut plan = Plan::new(c, a, b, threads);
    let slices = plan.stages().min(2);
    let buffer = Buffer::take(slices * plan.slice_size * size_of::<T>());
    plan.packed = buffer.p.cast();
    let shared = Shared(&plan);
    let body = || {
        let shared = &shared;
        // SAFETY: as required of the caller.
        unsafe { shared.0.work() }
    };
    if threads > 1 {
        all(threads, &body)
    } else {
        body()
    }
    buffer.give();
}

#[cfg(test)]
mod tests;
