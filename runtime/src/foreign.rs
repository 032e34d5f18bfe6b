//! Descriptors of arrays as gfortran has them.

use crate::desc::{Desc, Dim, class};
use ferrotran_abi::foreign::{ALLOCATABLE, ANY_RANK, DIM_WORDS, IN, OLD, OLD_WORDS, OUT, POINTER, WORDS};

ferrotran_abi::foreign_rows! { implementations }

/// Words of a descriptor.
const BASE: usize = 0;
const OFFSET: usize = 1;
const ELEM_LEN: usize = 2;
const TYPE: usize = 3;
const SPAN: usize = 4;

/// gfortran's number of a type.
fn type_number(class: i16) -> i64 {
    match class {
        class::INTEGER | class::UNSIGNED => 1,
        class::LOGICAL => 2,
        class::REAL => 3,
        class::COMPLEX => 4,
        class::CHARACTER => 6,
        _ => 5,
    }
}

/// A descriptor of gfortran's: its words.
struct Foreign {
    at: *mut i64,
    old: bool,
}

impl Foreign {
    fn get(&self, word: usize) -> i64 {
        // SAFETY: promised to the functions below.
        unsafe { self.at.add(word).read_unaligned() }
    }
    fn set(&self, word: usize, v: i64) {
        // SAFETY: promised to the functions below.
        unsafe { self.at.add(word).write_unaligned(v) }
    }
    fn dim(&self, i: usize) -> usize {
        (if self.old { OLD_WORDS } else { WORDS }) + DIM_WORDS * i
    }
}

fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a.abs() } else { gcd(b, a % b) }
}

/// See the table.
///
/// # Safety
/// `desc` is null or a descriptor, and `to` has room for gfortran's of its rank.
pub unsafe extern "C" fn frt_gfortran_pass(to: *mut u8, desc: *const u8, what: i32) -> *mut u8 {
    if desc.is_null() {
        return std::ptr::null_mut();
    }
    // SAFETY: as required of the caller.
    let d = unsafe { Desc::new(desc) };
    if what & ALLOCATABLE != 0 && what & OUT != 0 {
        crate::memory::frt_free(d.base());
        d.set_base(std::ptr::null_mut());
    }
    let f = Foreign { at: to.cast(), old: what & OLD != 0 };
    let whole = what & (POINTER | ALLOCATABLE) != 0;
    if d.rank() == 0 && what & ANY_RANK == 0 {
        f.set(BASE, d.base() as i64);
        return to;
    }
    let elem = d.elem_len();
    let odd = elem > 0 && d.dims().any(|x| x.extent > 1 && x.sm % elem != 0);
    // Strides count elements: those of others are counted in their common part, where the program is prepared for that.
    let span = match odd && whole {
        true => d.dims().filter(|x| x.extent > 1).fold(0, |g, x| gcd(g, x.sm)),
        false => elem,
    };
    let copied = odd && !whole;
    let base = if copied { pack(&d) } else { d.base() };
    f.set(BASE, base as i64);
    let number = type_number(d.class());
    if f.old {
        f.set(2, d.rank() as i64 | number << 3 | elem << 6);
    } else {
        f.set(ELEM_LEN, elem);
        f.set(TYPE, (d.rank() as i64) << 32 | number << 40);
        f.set(SPAN, span);
    }
    let (mut offset, mut dense) = (0, 1);
    for (i, x) in d.dims().enumerate() {
        let lower = if whole { x.lower_bound } else { 1 };
        let stride = match (copied, x.extent <= 1 && x.sm % span.max(1) != 0) {
            (true, _) | (false, true) => dense,
            (false, false) => x.sm / span.max(1),
        };
        let at = f.dim(i);
        f.set(at, stride);
        f.set(at + 1, lower);
        // The last extent of assumed size is -1, and so is this bound.
        f.set(at + 2, if x.extent == -1 { -1 } else { lower + x.extent - 1 });
        offset -= lower * stride;
        dense *= x.extent.max(0);
    }
    f.set(OFFSET, offset);
    to
}

/// The elements one behind the other, in storage of their own.
fn pack(d: &Desc) -> *mut u8 {
    let n = d.elem_len() as usize;
    let copy = crate::memory::frt_alloc(d.count() * d.elem_len());
    let mut to = copy;
    d.for_each(|p| {
        // SAFETY: the descriptor says that there is an element, and the copy has room for all.
        unsafe {
            std::ptr::copy_nonoverlapping(p, to, n);
            to = to.add(n);
        }
    });
    copy
}

/// See the table.
///
/// # Safety
/// As for [`frt_gfortran_pass`], which gave `from` for `desc`.
pub unsafe extern "C" fn frt_gfortran_return(desc: *mut u8, from: *mut u8, what: i32) {
    if desc.is_null() || from.is_null() {
        return;
    }
    // SAFETY: as required of the caller.
    let d = unsafe { Desc::new(desc) };
    let f = Foreign { at: from.cast(), old: what & OLD != 0 };
    let base = f.get(BASE) as *mut u8;
    let scalar = d.rank() == 0 && what & ANY_RANK == 0;
    if what & (POINTER | ALLOCATABLE) == 0 {
        if scalar || base == d.base() {
            return;
        }
        let n = d.elem_len() as usize;
        let mut copy = base;
        if what & IN == 0 {
            d.for_each(|p| {
                // SAFETY: as in `pack`.
                unsafe {
                    std::ptr::copy_nonoverlapping(copy, p, n);
                    copy = copy.add(n);
                }
            });
        }
        crate::memory::frt_free(base);
        return;
    }
    if what & IN != 0 {
        return;
    }
    if scalar {
        d.set_base(base);
        return;
    }
    let elem = d.elem_len();
    let span = match f.old {
        true => elem,
        // Allocatable arrays need none.
        false if what & POINTER == 0 || f.get(SPAN) == 0 => elem,
        false => f.get(SPAN),
    };
    let mut first = f.get(OFFSET);
    for i in 0..d.rank() {
        let at = f.dim(i);
        let (stride, lower, upper) = (f.get(at), f.get(at + 1), f.get(at + 2));
        first += stride * lower;
        d.set_dim(i, Dim { lower_bound: lower, extent: (upper - lower + 1).max(0), sm: stride * span });
    }
    // Of a pointer to every other element, say, the address may be that of another element than the first.
    let shift = if what & POINTER != 0 && !base.is_null() { first * span } else { 0 };
    d.set_base(base.wrapping_offset(shift as isize));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::desc::test_desc;

    fn described(elem: u64, dims: &[(i64, i64)], strides: &[i64], base: *mut u8) -> Vec<u64> {
        let v = test_desc(crate::desc::type_code(class::INTEGER, elem as i16), elem, dims);
        // SAFETY: a descriptor of the tests.
        let d = unsafe { Desc::new(v.as_ptr().cast()) };
        d.set_base(base);
        for (i, sm) in strides.iter().enumerate() {
            d.set_dim(i, Dim { sm: *sm, ..d.dim(i) });
        }
        v
    }

    #[test]
    fn both_ways() {
        for old in [0, OLD] {
            let mut data = [0i32; 40];
            let v = described(4, &[(2, 3), (-1, 4)], &[8, 24], data.as_mut_ptr().cast());
            let before = v.clone();
            let mut to = [0i64; 20];
            let (desc, room) = (v.as_ptr() as *mut u8, to.as_mut_ptr().cast::<u8>());
            // SAFETY: both are as they have to be.
            unsafe {
                assert_eq!(frt_gfortran_pass(room, desc, POINTER | old), room);
                frt_gfortran_return(desc, room, POINTER | old);
            }
            assert_eq!(v, before);
            let words = if old == 0 { WORDS } else { OLD_WORDS };
            assert_eq!(to[words..words + 6], [2, 2, 4, 6, -1, 2]);
            assert_eq!(to[OFFSET], -(2 * 2) + 6);
        }
    }

    #[test]
    fn odd_strides_are_copied() {
        let mut data: Vec<u8> = (0..60).collect();
        let v = described(4, &[(1, 5)], &[10], data.as_mut_ptr());
        let mut to = [0i64; 8];
        let (desc, room) = (v.as_ptr() as *mut u8, to.as_mut_ptr().cast::<u8>());
        // SAFETY: both are as they have to be.
        unsafe {
            frt_gfortran_pass(room, desc, 0);
            let copy = to[0] as *mut u8;
            assert_ne!(copy, data.as_mut_ptr());
            assert_eq!(*copy.add(4), 10);
            *copy.add(4) = 99;
            frt_gfortran_return(desc, room, 0);
        }
        assert_eq!(data[10], 99);
    }
}
