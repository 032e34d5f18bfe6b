//! The memory that other images reach: one reserved range of addresses, of which pages are used as they are touched.

use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};

/// Blocks begin at multiples of this, which is a cache line.
const ALIGN: usize = 64;

/// A range of memory and what of it is in use. Sizes and addresses are kept beside the memory, not in it.
#[derive(Debug, Default)]
pub struct Heap {
    base: usize,
    len: usize,
    /// What begins here was never used.
    top: usize,
    /// Free blocks by address: sizes.
    free: BTreeMap<usize, usize>,
    /// Free blocks by size.
    by_size: BTreeSet<(usize, usize)>,
    /// Blocks in use: sizes.
    used: FxHashMap<usize, usize>,
}

impl Heap {
    /// Takes `bytes` of addresses; less where there are not so many.
    pub fn reserve(bytes: usize) -> Option<Heap> {
        let mut len = bytes;
        while len >= 1 << 20 {
            let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE;
            let access = libc::PROT_READ | libc::PROT_WRITE;
            // SAFETY: new memory at an address that the system chooses.
            let p = unsafe { libc::mmap(std::ptr::null_mut(), len, access, flags, -1, 0) };
            if p != libc::MAP_FAILED {
                return Some(Heap::over(p.expose_provenance(), len));
            }
            len /= 2;
        }
        None
    }

    fn over(base: usize, len: usize) -> Heap {
        Heap { base, len, top: base, ..Heap::default() }
    }

    /// Where it begins and how long it is.
    pub fn range(&self) -> (usize, usize) {
        (self.base, self.len)
    }

    /// `bytes` at a multiple of `align`, a power of two, and whether the memory may have been used before.
    pub fn take(&mut self, bytes: usize, align: usize) -> Option<(usize, bool)> {
        let size = bytes.max(1).checked_next_multiple_of(ALIGN)?;
        let align = align.max(ALIGN);
        let fits = |&&(n, at): &&(usize, usize)| at.next_multiple_of(align) - at + size <= n;
        if let Some(&(n, at)) = self.by_size.range((size, 0)..).take(16).find(fits) {
            self.by_size.remove(&(n, at));
            self.free.remove(&at);
            let start = at.next_multiple_of(align);
            self.put_free(at, start - at);
            self.put_free(start + size, at + n - start - size);
            self.used.insert(start, size);
            return Some((start, true));
        }
        let start = self.top.checked_next_multiple_of(align)?;
        let end = start.checked_add(size)?;
        if end > self.base + self.len {
            return None;
        }
        let gap = start - self.top;
        let at = self.top;
        self.top = end;
        self.put_free(at, gap);
        self.used.insert(start, size);
        Some((start, false))
    }

    fn put_free(&mut self, at: usize, size: usize) {
        if size > 0 {
            self.free.insert(at, size);
            self.by_size.insert((size, at));
        }
    }

    /// Bytes of a block in use.
    pub fn size(&self, at: usize) -> Option<usize> {
        self.used.get(&at).copied()
    }

    /// Gives a block back.
    pub fn give(&mut self, at: usize) {
        let Some(mut size) = self.used.remove(&at) else { return };
        let mut start = at;
        if let Some((&before, &n)) = self.free.range(..at).next_back()
            && before + n == at
        {
            self.free.remove(&before);
            self.by_size.remove(&(n, before));
            start = before;
            size += n;
        }
        if let Some(n) = self.free.remove(&(start + size)) {
            self.by_size.remove(&(n, start + size));
            size += n;
        }
        if start + size == self.top {
            self.top = start;
        } else {
            self.put_free(start, size);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_apart_and_come_back() {
        let mut h = Heap::over(4096, 1 << 20);
        let (a, fresh) = h.take(100, 1).expect("room");
        assert_eq!((a, fresh, h.size(a)), (4096, false, Some(128)));
        let (b, _) = h.take(64, 1).expect("room");
        let (c, _) = h.take(1000, 4096).expect("room");
        assert_eq!((b, c % 4096), (4096 + 128, 0));
        h.give(a);
        h.give(b);
        // The two are one block again.
        assert_eq!(h.take(192, 1), Some((a, true)));
        h.give(c);
        h.give(a);
        assert_eq!((h.top, h.free.len(), h.used.len()), (4096, 0, 0));
        assert_eq!(h.take(1 << 21, 1), None);
    }
}
