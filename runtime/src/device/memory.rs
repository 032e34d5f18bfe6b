//! Device memory: buffers in size classes, reused after they are freed.
//!
//! A freed buffer may be given away again at once: everything that used it stands before everything
//! that will use it in the one in-order queue.

use super::shadow::Block;
use std::collections::BTreeMap;
use std::sync::Arc;
use wgpu::{Buffer, BufferDescriptor, BufferUsages, Device, ErrorFilter};

/// One piece of memory of a device.
#[derive(Clone, Debug)]
pub struct Memory {
    store: Store,
    /// Tells it from every other piece that the device ever had.
    pub id: u64,
}

#[derive(Clone, Debug)]
enum Store {
    Buffer(Buffer),
    Block(Arc<Block>),
}

impl Memory {
    /// Memory of a shadow device.
    pub fn of_block(block: Block, id: u64) -> Memory {
        Memory { store: Store::Block(Arc::new(block)), id }
    }

    /// Its size in bytes.
    pub fn size(&self) -> u64 {
        match &self.store {
            Store::Buffer(b) => b.size(),
            Store::Block(b) => b.size(),
        }
    }

    /// The buffer of a GPU's memory.
    pub fn buffer(&self) -> &Buffer {
        match &self.store {
            Store::Buffer(b) => b,
            Store::Block(_) => unreachable!("a GPU's data environment holds its own memory only"),
        }
    }

    /// The block of a shadow device's memory.
    pub fn block(&self) -> &Block {
        match &self.store {
            Store::Block(b) => b,
            Store::Buffer(_) => unreachable!("a shadow device's data environment holds its own memory only"),
        }
    }
}

/// Free buffers of one device.
#[derive(Debug, Default)]
pub struct Pool {
    free: BTreeMap<u64, Vec<Memory>>,
    free_bytes: u64,
    used_bytes: u64,
    next_id: u64,
    /// The user's limit of all buffers together.
    pub max_bytes: Option<u64>,
}

/// Bytes of free buffers that are kept however little is in use.
const KEEP: u64 = 256 << 20;

/// The size of the buffer that serves a request: few classes, at most an eighth wasted.
fn class(bytes: u64, limit: u64) -> u64 {
    let n = bytes.max(256);
    let step = if n <= 4096 { n.next_power_of_two() } else { (1 << n.ilog2()) / 8 };
    let size = n.next_multiple_of(step);
    if size > limit { bytes.next_multiple_of(16) } else { size }
}

impl Pool {
    /// A buffer of at least so many bytes, or what went wrong. `limit` is the largest buffer the
    /// device can bind.
    pub fn take(&mut self, device: &Device, bytes: u64, limit: u64) -> Result<Memory, String> {
        let size = class(bytes, limit);
        if let Some(list) = self.free.get_mut(&size)
            && let Some(m) = list.pop()
        {
            self.free_bytes -= size;
            self.used_bytes += size;
            return Ok(m);
        }
        if let Some(max) = self.max_bytes
            && self.used_bytes + self.free_bytes + size > max
        {
            return Err("it would be more than FERROTRAN_DEVICE_MEMORY allows".into());
        }
        let usage = BufferUsages::STORAGE | BufferUsages::COPY_SRC | BufferUsages::COPY_DST;
        let desc = BufferDescriptor { label: None, size, usage, mapped_at_creation: false };
        let memory_scope = device.push_error_scope(ErrorFilter::OutOfMemory);
        let scope = device.push_error_scope(ErrorFilter::Validation);
        let buffer = device.create_buffer(&desc);
        let invalid = pollster::block_on(scope.pop());
        let no_memory = pollster::block_on(memory_scope.pop());
        if let Some(e) = invalid.or(no_memory) {
            return Err(e.to_string());
        }
        self.used_bytes += size;
        self.next_id += 1;
        crate::timeline::instant("memory", "allocate", &[("bytes", crate::timeline::Arg::Number(size))]);
        Ok(Memory { store: Store::Buffer(buffer), id: self.next_id })
    }

    /// Gives a buffer back. True if so much lies idle that the caches should be cleared.
    pub fn give(&mut self, m: Memory) -> bool {
        self.free_bytes += m.size();
        self.used_bytes -= m.size();
        self.free.entry(m.size()).or_default().push(m);
        self.free_bytes > KEEP.max(self.used_bytes)
    }

    /// Bytes that are given away.
    pub fn used_bytes(&self) -> u64 {
        self.used_bytes
    }

    /// Drops all free buffers. False if there were none.
    pub fn clear(&mut self) -> bool {
        self.free_bytes = 0;
        !std::mem::take(&mut self.free).is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::class;

    #[test]
    fn classes() {
        let limit = (1 << 27) - 16;
        for n in [1, 100, 256, 257, 4096, 4097, 5000, 1 << 20, (1 << 20) + 1, 100_000_000] {
            let c = class(n, limit);
            assert!(c >= n && c.is_multiple_of(16) && (n < 4096 || c <= n + n / 8 + 512), "{n} -> {c}");
            assert_eq!(class(c, limit), c);
        }
        assert_eq!(class(limit - 20, limit), limit - 16, "never above what can be bound");
    }
}
