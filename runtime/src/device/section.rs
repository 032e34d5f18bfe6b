//! Which bytes of host memory an array section covers.

use crate::desc::{Dim, Header, MAX_RANK};
use std::ops::Range;

/// An array section, or a scalar: elements of `elem` bytes at `base` plus multiples of the strides.
#[derive(Clone, Copy, Debug)]
pub struct Section {
    /// Address of element (0, 0, ..).
    pub base: u64,
    /// Bytes of one element.
    pub elem: u64,
    rank: usize,
    dims: [(i64, i64); MAX_RANK],
}

impl Section {
    /// A section from its parts; `dims` are (extent, byte stride).
    pub fn new(base: u64, elem: u64, dims: &[(i64, i64)]) -> Section {
        let mut s = Section { base, elem, rank: dims.len(), dims: [(0, 0); MAX_RANK] };
        s.dims[..dims.len()].copy_from_slice(dims);
        s
    }

    /// What a descriptor describes.
    ///
    /// # Safety
    /// `desc` is the address of a `CFI_cdesc_t`.
    pub unsafe fn read(desc: *const u8) -> Section {
        // SAFETY: the caller's promise; the rank says how many dimensions follow.
        unsafe {
            let head = desc.cast::<Header>().read_unaligned();
            let rank = (head.rank as usize).min(MAX_RANK);
            let mut s = Section { base: head.base_addr as u64, elem: head.elem_len, rank, dims: [(0, 0); MAX_RANK] };
            let dims = desc.add(size_of::<Header>()).cast::<Dim>();
            for i in 0..rank {
                let d = dims.add(i).read_unaligned();
                s.dims[i] = (d.extent, d.sm);
            }
            s
        }
    }

    /// (extent, byte stride) of each dimension.
    pub fn dims(&self) -> &[(i64, i64)] {
        &self.dims[..self.rank]
    }

    /// Its end is not known: an assumed-size array, of which lowering gives the last dimension the largest extent.
    pub fn is_endless(&self) -> bool {
        self.dims().last().is_some_and(|d| d.0 == i64::from(i32::MAX))
    }

    /// No element, or no memory.
    pub fn is_empty(&self) -> bool {
        self.base == 0 || self.elem == 0 || self.dims().iter().any(|d| d.0 <= 0)
    }

    /// From the first to behind the last byte; `None` for an empty section.
    pub fn bounds(&self) -> Option<Range<u64>> {
        if self.is_empty() {
            return None;
        }
        let (mut low, mut high) = (self.base, self.base + self.elem);
        for &(extent, stride) in self.dims() {
            let reach = (extent - 1) * stride;
            if reach < 0 { low = low.wrapping_add_signed(reach) } else { high += reach as u64 }
        }
        Some(low..high)
    }

    /// How many elements.
    pub fn elements(&self) -> u64 {
        if self.is_empty() { 0 } else { self.dims().iter().fold(1, |n: u64, d| n.saturating_mul(d.0 as u64)) }
    }

    /// Bytes of all elements.
    pub fn bytes(&self) -> u64 {
        if self.is_empty() { 0 } else { self.dims().iter().fold(self.elem, |n, d| n * d.0 as u64) }
    }

    /// The elements fill their bounds without gaps.
    pub fn is_contiguous(&self) -> bool {
        self.bounds().is_none_or(|b| b.end - b.start == self.bytes())
    }

    /// Calls `f` with the address of every element.
    pub fn each(&self, mut f: impl FnMut(u64)) {
        self.runs(|address, n| {
            for i in 0..n / self.elem {
                f(address + i * self.elem);
            }
        });
    }

    /// Calls `f` with the address of every element, in the order of the program.
    pub fn in_order(&self, mut f: impl FnMut(u64)) {
        for mut n in 0..self.elements() {
            let mut at = self.base;
            for &(extent, stride) in self.dims() {
                at = at.wrapping_add_signed((n % extent as u64) as i64 * stride);
                n /= extent as u64;
            }
            f(at);
        }
    }

    /// Calls `f(address, bytes)` for runs of bytes that together are the elements.
    pub fn runs(&self, mut f: impl FnMut(u64, u64)) {
        let Some(bounds) = self.bounds() else { return };
        // As sets of bytes the order and direction of dimensions do not matter.
        let mut dims: Vec<(u64, u64)> =
            self.dims().iter().filter(|d| d.0 > 1).map(|d| (d.0 as u64, d.1.unsigned_abs())).collect();
        dims.sort_by_key(|d| d.1);
        let mut run = self.elem;
        let inner = dims.iter().take_while(|&&(extent, stride)| {
            let joins = stride == run;
            if joins {
                run *= extent;
            }
            joins
        });
        let outer = &dims[inner.count()..];
        let mut at = vec![0u64; outer.len()];
        let mut address = bounds.start;
        loop {
            f(address, run);
            let mut d = 0;
            loop {
                if d == outer.len() {
                    return;
                }
                at[d] += 1;
                address += outer[d].1;
                if at[d] < outer[d].0 {
                    break;
                }
                address -= outer[d].1 * outer[d].0;
                at[d] = 0;
                d += 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn runs(s: &Section) -> Vec<(u64, u64)> {
        let mut out = Vec::new();
        s.runs(|a, n| out.push((a, n)));
        out
    }

    #[test]
    fn whole_arrays_are_one_run() {
        let s = Section::new(1000, 4, &[(10, 4), (5, 40)]);
        assert_eq!(s.bounds(), Some(1000..1200));
        assert!(s.is_contiguous());
        assert_eq!(runs(&s), [(1000, 200)]);
        // Reversed, or seen as its transpose.
        assert_eq!(runs(&Section::new(1036, 4, &[(10, -4), (5, 40)])), [(1000, 200)]);
        assert_eq!(runs(&Section::new(1000, 4, &[(5, 40), (10, 4)])), [(1000, 200)]);
    }

    #[test]
    fn sections_have_gaps() {
        let s = Section::new(1000, 4, &[(3, 8), (2, 40)]);
        assert_eq!(s.bounds(), Some(1000..1060));
        assert!(!s.is_contiguous());
        assert_eq!(runs(&s), [(1000, 4), (1008, 4), (1016, 4), (1040, 4), (1048, 4), (1056, 4)]);
        let columns = Section::new(1000, 4, &[(10, 4), (3, -80)]);
        assert_eq!(runs(&columns), [(840, 40), (920, 40), (1000, 40)]);
    }

    #[test]
    fn empty_and_scalar() {
        assert_eq!(Section::new(1000, 4, &[(0, 4)]).bounds(), None);
        assert!(runs(&Section::new(1000, 4, &[(5, 4), (-1, 20)])).is_empty());
        let scalar = Section::new(1000, 8, &[]);
        assert_eq!(scalar.bounds(), Some(1000..1008));
        assert_eq!(runs(&scalar), [(1000, 8)]);
    }
}
