//! PACK.

use crate::desc::Desc;
use crate::values::load_int;

/// See the table.
///
/// # Safety
/// All are descriptors of valid arrays, `src` and `mask` of one shape.
pub unsafe extern "C" fn frt_pack_array(dst: *const u8, src: *const u8, mask: *const u8) -> i64 {
    // SAFETY: as required of the caller.
    let (d, s, m) = unsafe { (Desc::new(dst), Desc::new(src), Desc::new(mask)) };
    let len = s.elem_len() as usize;
    let kind = m.elem_len() as i32;
    let target = d.dim(0);
    let mut to = d.base();
    let mut found = 0i64;
    // Addresses of the mask in step with those of the source.
    let mut masks = Vec::new();
    let whole_mask = m.rank() == 0;
    if !whole_mask {
        masks.reserve(m.count() as usize);
        m.for_each(|p| masks.push(p));
    }
    let mut i = 0;
    s.for_each(|p| {
        let at = if whole_mask { m.base() } else { masks[i] };
        i += 1;
        // SAFETY: an element of the mask.
        if unsafe { load_int(at, kind) } != 0 {
            if found < target.extent {
                // SAFETY: elements of source and target.
                unsafe { std::ptr::copy_nonoverlapping(p, to, len) };
                to = to.wrapping_offset(target.sm as isize);
            }
            found += 1;
        }
    });
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::desc::{test_array, type_code};

    #[test]
    fn packs() {
        let mut a = [1f64, 2.0, 3.0, 4.0];
        let mut m = [1i8, 0, 1, 1];
        let mut r = [0f64; 2];
        let da = test_array(type_code(3, 8), &mut a, &[(1, 2), (1, 2)]);
        let dm = test_array(type_code(2, 1), &mut m, &[(1, 2), (1, 2)]);
        let dr = test_array(type_code(3, 8), &mut r, &[(1, 2)]);
        // SAFETY: valid descriptors.
        let n = unsafe { frt_pack_array(dr.as_ptr().cast(), da.as_ptr().cast(), dm.as_ptr().cast()) };
        assert_eq!((n, r), (3, [1.0, 3.0]));
    }
}
