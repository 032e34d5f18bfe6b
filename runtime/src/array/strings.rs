//! MAXVAL, MINVAL, MAXLOC and MINLOC of character arrays.

use crate::characters::{Character, Wide, compare};
use crate::desc::{Desc, MAX_RANK};
use crate::values::{characters, characters_mut, load_int};
use ferrotran_abi::codes::chr_reduce as code;
use std::cmp::Ordering;

/// See the table.
///
/// # Safety
/// All are descriptors of valid arrays (`mask` may be null), `src` and `mask` of one shape, `result` contiguous.
pub unsafe extern "C" fn frt_chr_reduce(result: *const u8, src: *const u8, mask: *const u8, what: i32, dim: i32) {
    // SAFETY: as required of the caller.
    let (r, s) = unsafe { (Desc::new(result), Desc::new(src)) };
    // SAFETY: as required of the caller.
    unsafe {
        if s.kind() == 4 {
            reduce::<Wide>(r, s, mask, what, dim, Wide::new(u32::MAX));
        } else {
            reduce::<u8>(r, s, mask, what, dim, u8::MAX);
        }
    }
}

/// `last`: the last character of the collating sequence.
///
/// # Safety
/// As above.
unsafe fn reduce<T: Character>(r: Desc, s: Desc, mask: *const u8, what: i32, dim: i32, last: T) {
    let len = s.elem_len();
    let count = len / size_of::<T>() as i64;
    let (location, least, back) = (what & code::LOCATION != 0, what & code::LEAST != 0, what & code::LAST != 0);
    let mut masks = Vec::new();
    if !mask.is_null() {
        // SAFETY: as required of the caller.
        let m = unsafe { Desc::new(mask) };
        let kind = m.elem_len() as i32;
        // SAFETY: an element of the mask.
        m.for_each(|p| masks.push(unsafe { load_int(p, kind) } != 0));
    }
    let rank = s.rank();
    let along = (dim > 0).then(|| dim as usize - 1);
    let groups = if dim > 0 { r.count().max(0) as usize } else { 1 };
    // The best element of each group, and where it stands.
    let mut best: Vec<Option<(*mut u8, [i64; MAX_RANK])>> = vec![None; groups];
    let extents: Vec<i64> = s.dims().map(|d| d.extent).collect();
    let mut at = [0i64; MAX_RANK];
    let mut i = 0;
    s.for_each(|p| {
        if masks.is_empty() || masks[i] {
            let mut group = 0;
            if let Some(d) = along {
                for k in (0..rank).rev().filter(|k| *k != d) {
                    group = group * extents[k] + at[k];
                }
            }
            let slot = &mut best[group as usize];
            let better = match slot {
                None => true,
                Some((q, _)) => {
                    // SAFETY: elements of the array.
                    let order = unsafe { compare::<T>(characters(p, count), characters(*q, count)) };
                    let order = if least { order.reverse() } else { order };
                    order == Ordering::Greater || back && order == Ordering::Equal
                }
            };
            if better {
                *slot = Some((p, at));
            }
        }
        i += 1;
        for k in 0..rank {
            at[k] += 1;
            if at[k] < extents[k] {
                break;
            }
            at[k] = 0;
        }
    });
    let base = r.base();
    for (g, found) in best.iter().enumerate() {
        // SAFETY: the result has an element for each group (or, without a dimension, one for each dimension).
        unsafe {
            if location {
                let to = base.cast::<i64>();
                match along {
                    Some(d) => *to.add(g) = found.map_or(0, |(_, at)| at[d] + 1),
                    None => {
                        for k in 0..rank {
                            *to.add(k) = found.map_or(0, |(_, at)| at[k] + 1);
                        }
                    }
                }
            } else {
                let to = base.add(g * len as usize);
                match found {
                    Some((p, _)) => std::ptr::copy_nonoverlapping(*p, to, len as usize),
                    None if least => characters_mut(to, count).fill(last),
                    None => std::ptr::write_bytes(to, 0, len as usize),
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::desc::{test_array, type_code};

    #[test]
    fn extremes() {
        let mut a = [*b"ab", *b"zz", *b"aa", *b"zz"];
        let mut loc = [0i64; 2];
        let da = test_array(type_code(5, 1), &mut a, &[(1, 2), (1, 2)]);
        let dr = test_array(type_code(1, 8), &mut loc, &[(1, 2)]);
        let none = std::ptr::null();
        // SAFETY: valid descriptors.
        unsafe { frt_chr_reduce(dr.as_ptr().cast(), da.as_ptr().cast(), none, 2 | 4, 0) };
        assert_eq!(loc, [2, 2]);
        // SAFETY: as above.
        unsafe { frt_chr_reduce(dr.as_ptr().cast(), da.as_ptr().cast(), none, 3, 1) };
        assert_eq!(loc, [1, 1]);
    }
}
