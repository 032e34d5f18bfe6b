//! The memory of the interpreter: blocks of bytes, every access checked.

use std::collections::BTreeMap;

/// Blocks by address. Addresses are never used twice, so use after release is found.
#[derive(Default, Debug)]
pub struct Memory {
    blocks: BTreeMap<u64, Vec<u8>>,
    next: u64,
    /// Blocks from mem.alloc that were not released.
    pub heap: std::collections::BTreeSet<u64>,
}

impl Memory {
    /// A new zeroed block.
    pub fn alloc(&mut self, bytes: u64) -> u64 {
        if self.next == 0 {
            self.next = 0x1000;
        }
        let at = self.next;
        self.blocks.insert(at, vec![0; bytes as usize]);
        // A gap between blocks, so that running over an end is found.
        self.next = at + (bytes + 127) / 64 * 64;
        at
    }
    /// Releases a block; false where there is none at that address.
    pub fn free(&mut self, at: u64) -> bool {
        self.heap.remove(&at);
        self.blocks.remove(&at).is_some()
    }
    /// Bytes at an address, all in one block.
    pub fn bytes(&self, at: u64, n: u64) -> Option<&[u8]> {
        if n == 0 {
            return Some(&[]);
        }
        let (start, block) = self.blocks.range(..=at).next_back()?;
        let from = (at - start) as usize;
        block.get(from..from.checked_add(n as usize)?)
    }
    /// The same, to be changed.
    pub fn bytes_mut(&mut self, at: u64, n: u64) -> Option<&mut [u8]> {
        if n == 0 {
            return Some(&mut []);
        }
        let (start, block) = self.blocks.range_mut(..=at).next_back()?;
        let from = (at - start) as usize;
        block.get_mut(from..from.checked_add(n as usize)?)
    }
}
