//! Copies between strided arrays, packing for arguments, filling and transposition.

use crate::desc::{Desc, MAX_RANK};

/// A loop nest over elements of two arrays: extents and byte strides, first dimension fastest.
#[derive(Clone, Copy, Debug)]
struct Nest {
    rank: usize,
    extent: [i64; MAX_RANK],
    dst: [i64; MAX_RANK],
    src: [i64; MAX_RANK],
}

impl Nest {
    /// The nest for the shape, dimensions of one element dropped and adjoining ones merged.
    fn new(dims: impl Iterator<Item = (i64, i64, i64)>) -> Option<Nest> {
        let mut n = Nest { rank: 0, extent: [1; MAX_RANK], dst: [0; MAX_RANK], src: [0; MAX_RANK] };
        for (extent, dst, src) in dims {
            if extent <= 0 {
                return None;
            }
            if extent == 1 {
                continue;
            }
            if n.rank > 0 {
                let i = n.rank - 1;
                if n.dst[i] * n.extent[i] == dst && n.src[i] * n.extent[i] == src {
                    n.extent[i] *= extent;
                    continue;
                }
            }
            n.extent[n.rank] = extent;
            n.dst[n.rank] = dst;
            n.src[n.rank] = src;
            n.rank += 1;
        }
        n.rank = n.rank.max(1);
        Some(n)
    }
    /// Calls `f` with the addresses of the first elements of every innermost row.
    fn rows(&self, dst: *mut u8, src: *const u8, mut f: impl FnMut(*mut u8, *const u8)) {
        let (mut d, mut s) = (dst, src);
        let mut at = [0i64; MAX_RANK];
        loop {
            f(d, s);
            let mut i = 1;
            loop {
                if i >= self.rank {
                    return;
                }
                at[i] += 1;
                d = d.wrapping_offset(self.dst[i] as isize);
                s = s.wrapping_offset(self.src[i] as isize);
                if at[i] < self.extent[i] {
                    break;
                }
                d = d.wrapping_offset((-self.dst[i] * self.extent[i]) as isize);
                s = s.wrapping_offset((-self.src[i] * self.extent[i]) as isize);
                at[i] = 0;
                i += 1;
            }
        }
    }
}

/// Copies `n` elements of type `T` between strided rows.
///
/// # Safety
/// Both rows are valid and do not overlap.
unsafe fn row<T: Copy>(mut d: *mut u8, mut s: *const u8, n: i64, dst: i64, src: i64) {
    for _ in 0..n {
        // SAFETY: as required of the caller; addresses need not be aligned.
        unsafe { d.cast::<T>().write_unaligned(s.cast::<T>().read_unaligned()) };
        d = d.wrapping_offset(dst as isize);
        s = s.wrapping_offset(src as isize);
    }
}

/// Copies all elements of a nest.
///
/// # Safety
/// The elements are valid; target and source do not overlap.
unsafe fn run(nest: &Nest, dst: *mut u8, src: *const u8, len: usize) {
    let (n, ds, ss) = (nest.extent[0], nest.dst[0], nest.src[0]);
    let unit = ds == len as i64 && ss == len as i64;
    nest.rows(dst, src, |d, s| {
        // SAFETY: as required of the caller.
        unsafe {
            if unit {
                std::ptr::copy_nonoverlapping(s, d, n as usize * len);
                return;
            }
            match len {
                1 => row::<u8>(d, s, n, ds, ss),
                2 => row::<u16>(d, s, n, ds, ss),
                4 => row::<u32>(d, s, n, ds, ss),
                8 => row::<u64>(d, s, n, ds, ss),
                16 => row::<u128>(d, s, n, ds, ss),
                _ => {
                    let (mut d, mut s) = (d, s);
                    for _ in 0..n {
                        std::ptr::copy_nonoverlapping(s, d, len);
                        d = d.wrapping_offset(ds as isize);
                        s = s.wrapping_offset(ss as isize);
                    }
                }
            }
        }
    });
}

/// Copies the elements of `src` to `dst` of the same shape; no overlap.
///
/// # Safety
/// Both are valid arrays.
pub unsafe fn copy_elements(dst: Desc, src: Desc) {
    let dims = dst.dims().zip(src.dims()).map(|(d, s)| (d.extent, d.sm, s.sm));
    if let Some(nest) = Nest::new(dims) {
        // SAFETY: as required of the caller.
        unsafe { run(&nest, dst.base(), src.base(), dst.elem_len() as usize) };
    }
}

/// The nest between an array and contiguous storage of its elements.
fn contiguous_nest(d: Desc, storage_is_dst: bool) -> Option<Nest> {
    let mut sm = d.elem_len();
    Nest::new(d.dims().map(|x| {
        let mine = sm;
        sm *= x.extent;
        if storage_is_dst { (x.extent, mine, x.sm) } else { (x.extent, x.sm, mine) }
    }))
}

/// Copies the elements of an array to contiguous storage.
///
/// # Safety
/// `to` has room for all elements and does not overlap the array.
pub unsafe fn gather(d: Desc, to: *mut u8) {
    if let Some(nest) = contiguous_nest(d, true) {
        // SAFETY: as required of the caller.
        unsafe { run(&nest, to, d.base(), d.elem_len() as usize) };
    }
}

/// See the table.
///
/// # Safety
/// `desc` is a descriptor of a valid array, or null (an absent argument).
pub unsafe extern "C" fn frt_pack(desc: *const u8) -> *mut u8 {
    if desc.is_null() {
        return std::ptr::null_mut();
    }
    // SAFETY: as required of the caller.
    let d = unsafe { Desc::new(desc) };
    if d.is_contiguous() {
        return d.base();
    }
    let p = crate::memory::frt_alloc(d.count() * d.elem_len());
    // SAFETY: the block is new and large enough.
    unsafe { gather(d, p) };
    p
}

/// See the table.
///
/// # Safety
/// `packed` came from frt_pack with this descriptor.
pub unsafe extern "C" fn frt_unpack(desc: *const u8, packed: *mut u8, copy_back: i32) {
    if packed.is_null() {
        return;
    }
    // SAFETY: as required of the caller.
    let d = unsafe { Desc::new(desc) };
    if packed == d.base() {
        return;
    }
    if copy_back != 0
        && let Some(nest) = contiguous_nest(d, false)
    {
        // SAFETY: as required of the caller.
        unsafe { run(&nest, d.base(), packed, d.elem_len() as usize) };
    }
    crate::memory::frt_free(packed);
}

/// See the table.
///
/// # Safety
/// `desc` is a descriptor.
pub unsafe extern "C" fn frt_is_contiguous(desc: *const u8) -> i32 {
    // SAFETY: as required of the caller.
    unsafe { Desc::new(desc) }.is_contiguous().into()
}

/// See the table.
///
/// # Safety
/// Both are descriptors of valid arrays of one shape.
pub unsafe extern "C" fn frt_copy_view(dst: *const u8, src: *const u8) {
    // SAFETY: as required of the caller.
    unsafe { copy_elements(Desc::new(dst), Desc::new(src)) }
}

/// Lowest address and the one behind the highest.
fn range(d: Desc) -> (isize, isize) {
    let (mut lo, mut hi) = (0, 0);
    for x in d.dims() {
        let far = (x.extent.max(1) - 1) * x.sm;
        lo += far.min(0);
        hi += far.max(0);
    }
    let base = d.base() as isize;
    (base + lo as isize, base + (hi + d.elem_len()) as isize)
}

/// See the table.
///
/// # Safety
/// Both are descriptors of valid arrays of one shape.
pub unsafe extern "C" fn frt_copy_view_overlap(dst: *const u8, src: *const u8) {
    // SAFETY: as required of the caller.
    let (d, s) = unsafe { (Desc::new(dst), Desc::new(src)) };
    if d.count() == 0 {
        return;
    }
    let ((d0, d1), (s0, s1)) = (range(d), range(s));
    if d1 <= s0 || s1 <= d0 {
        // SAFETY: as required of the caller; the ranges are disjoint.
        return unsafe { copy_elements(d, s) };
    }
    if d.is_contiguous() && s.is_contiguous() {
        // SAFETY: as required of the caller; this copy allows overlap.
        return unsafe { std::ptr::copy(s.base(), d.base(), (d.count() * d.elem_len()) as usize) };
    }
    let p = crate::memory::frt_alloc(s.count() * s.elem_len());
    // SAFETY: the block is new and large enough.
    unsafe {
        gather(s, p);
        if let Some(nest) = contiguous_nest(d, false) {
            run(&nest, d.base(), p, d.elem_len() as usize);
        }
    }
    crate::memory::frt_free(p);
}

/// See the table.
///
/// # Safety
/// `dst` is a descriptor of a valid array, `value` points to one element outside of it.
pub unsafe extern "C" fn frt_fill_view(dst: *const u8, value: *const u8) {
    // SAFETY: as required of the caller.
    let d = unsafe { Desc::new(dst) };
    if let Some(nest) = Nest::new(d.dims().map(|x| (x.extent, x.sm, 0))) {
        // SAFETY: as required of the caller.
        unsafe { run(&nest, d.base(), value, d.elem_len() as usize) };
    }
}

/// Transposes in blocks that stay in the cache.
///
/// # Safety
/// dst is n x m, src m x n (byte strides given), both valid, no overlap.
unsafe fn transpose<T: Copy>(dst: *mut u8, ds: (i64, i64), src: *const u8, ss: (i64, i64), m: i64, n: i64) {
    const BLOCK: i64 = 16;
    for j0 in (0..n).step_by(BLOCK as usize) {
        let j1 = (j0 + BLOCK).min(n);
        for i0 in (0..m).step_by(BLOCK as usize) {
            let i1 = (i0 + BLOCK).min(m);
            for i in i0..i1 {
                for j in j0..j1 {
                    let from = src.wrapping_offset((i * ss.0 + j * ss.1) as isize).cast::<T>();
                    let to = dst.wrapping_offset((j * ds.0 + i * ds.1) as isize).cast::<T>();
                    // SAFETY: as required of the caller.
                    unsafe { to.write_unaligned(from.read_unaligned()) };
                }
            }
        }
    }
}

/// See the table.
///
/// # Safety
/// Both are descriptors of valid matrices, dst of the transposed shape.
pub unsafe extern "C" fn frt_transpose(dst: *const u8, src: *const u8) {
    // SAFETY: as required of the caller.
    let (d, s) = unsafe { (Desc::new(dst), Desc::new(src)) };
    let (m, n) = (s.dim(0).extent, s.dim(1).extent);
    let (ds, ss) = ((d.dim(0).sm, d.dim(1).sm), (s.dim(0).sm, s.dim(1).sm));
    let len = d.elem_len() as usize;
    let (to, from) = (d.base(), s.base());
    // SAFETY: as required of the caller.
    unsafe {
        match len {
            1 => transpose::<u8>(to, ds, from, ss, m, n),
            2 => transpose::<u16>(to, ds, from, ss, m, n),
            4 => transpose::<u32>(to, ds, from, ss, m, n),
            8 => transpose::<u64>(to, ds, from, ss, m, n),
            16 => transpose::<u128>(to, ds, from, ss, m, n),
            _ => {
                if let Some(nest) = Nest::new([(m, ds.1, ss.0), (n, ds.0, ss.1)].into_iter()) {
                    run(&nest, to, from, len);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::desc::{test_array, type_code};

    const INT4: i16 = type_code(1, 4);

    #[test]
    fn copy_in_and_out() {
        let mut data: Vec<i32> = (0..24).collect();
        // data(2:4:2, 4:1:-1) of a 4 x 6 array
        let mut d = test_array(INT4, &mut data, &[(1, 2), (1, 4)]);
        d[0] += 4 + 3 * 16;
        (d[5], d[8]) = (8, -16i64 as u64);
        let p = d.as_ptr().cast::<u8>();
        // SAFETY: a valid descriptor.
        unsafe {
            assert_eq!(frt_is_contiguous(p), 0);
            let q = frt_pack(p).cast::<i32>();
            let packed = std::slice::from_raw_parts_mut(q, 8);
            assert_eq!(packed, [13, 15, 9, 11, 5, 7, 1, 3]);
            packed[0] = 100;
            frt_unpack(p, q.cast(), 1);
        }
        assert_eq!(data[13], 100);
        assert_eq!(data[15], 15);
        let mut c = test_array(INT4, &mut data, &[(1, 24)]);
        let p = c.as_mut_ptr().cast::<u8>();
        // SAFETY: a valid descriptor.
        unsafe {
            let q = frt_pack(p);
            assert_eq!(q, data.as_mut_ptr().cast());
            frt_unpack(p, q, 1);
        }
    }

    #[test]
    fn overlapping_copy() {
        let mut data: Vec<i32> = (0..10).collect();
        // a(1:10) = a(10:1:-1)
        let d = test_array(INT4, &mut data, &[(1, 10)]);
        let mut s = test_array(INT4, &mut data, &[(1, 10)]);
        s[0] += 36;
        s[5] = -4i64 as u64;
        // SAFETY: valid descriptors.
        unsafe { frt_copy_view_overlap(d.as_ptr().cast(), s.as_ptr().cast()) };
        assert_eq!(data, (0..10).rev().collect::<Vec<_>>());
    }

    #[test]
    fn transposes_and_fills() {
        let (m, n) = (37i64, 21i64);
        let mut a: Vec<i64> = (0..m * n).collect();
        let mut b = vec![0i64; (m * n) as usize];
        let da = test_array(type_code(1, 8), &mut a, &[(1, m), (1, n)]);
        let db = test_array(type_code(1, 8), &mut b, &[(1, n), (1, m)]);
        // SAFETY: valid descriptors.
        unsafe { frt_transpose(db.as_ptr().cast(), da.as_ptr().cast()) };
        for i in 0..m {
            for j in 0..n {
                assert_eq!(b[(j + i * n) as usize], a[(i + j * m) as usize]);
            }
        }
        // SAFETY: valid descriptors and element.
        unsafe { frt_fill_view(db.as_ptr().cast(), (&raw const a[5]).cast()) };
        assert!(b.iter().all(|x| *x == 5));
        let mut t = [*b"abc", *b"def", *b"ghi", *b"jkl"];
        let mut u = [[0u8; 3]; 4];
        let dt = test_array(type_code(5, 1), &mut t, &[(1, 2), (1, 2)]);
        let du = test_array(type_code(5, 1), &mut u, &[(1, 2), (1, 2)]);
        // SAFETY: valid descriptors.
        unsafe { frt_transpose(du.as_ptr().cast(), dt.as_ptr().cast()) };
        assert_eq!(u, [*b"abc", *b"ghi", *b"def", *b"jkl"]);
    }
}
