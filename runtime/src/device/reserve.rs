//! Room for what a region is going to need, taken before it is entered, so that the region can still run on the host.

use super::env::{Env, shown};
use super::memory::Memory;
use super::table::{Found, device_bytes};
use ferrotran_abi::kernel::{MAX_GROUPS, needs};
use ferrotran_abi::map;
use std::ops::Range;

/// Kernels count elements and, where they have no other form, iterations in 32 bits with a sign.
const MOST_INDICES: u64 = i32::MAX as u64;

/// So many invocations one launch can start, of workgroups that are not tiny.
const MOST_STARTED: u64 = (MAX_GROUPS as u64) * (MAX_GROUPS as u64) * 64;

/// Something that a region will need room for.
#[derive(Debug)]
pub enum Expected {
    /// A map.
    Map {
        /// The bytes.
        range: Range<u64>,
        /// Bits of [`kind`].
        how: i32,
        /// Its name.
        name: String,
        /// Its end is not known.
        endless: bool,
        /// How many elements it has.
        elements: u64,
    },
    /// A temporary array.
    Bytes(u64),
    /// A kernel with iterations.
    Iterations {
        /// How many.
        count: i64,
        /// It has a form with indices of 64 bits.
        wide: bool,
    },
}

/// Memory of at least so many bytes is allocated before a region is entered, so that the region can still run on the host.
const RESERVED: u64 = 1 << 16;

impl Env {
    /// Makes sure that there is room for what the next region is going to map and allocate. If not, nothing has changed.
    pub fn reserve(&mut self, list: &[Expected]) -> Result<(), String> {
        let mut seen: Vec<Range<u64>> = Vec::new();
        for one in list {
            let size = match one {
                Expected::Map { name, how, .. } if how & map::SELF != 0 => {
                    self.give_up_reserved();
                    return Err(self.not_the_hosts(name));
                }
                Expected::Map { range, how, name, endless, elements } => {
                    if *elements > MOST_INDICES && !*endless {
                        self.give_up_reserved();
                        let name = shown(name);
                        return Err(format!(
                            "'{name}' has {elements} elements, more than the 32-bit indices of kernels count"
                        ));
                    }
                    if let Err(e) = self.settle(range) {
                        self.give_up_reserved();
                        return Err(e);
                    }
                    let [range] = &self.parts(range, *how, *endless)[..] else { continue };
                    if !matches!(self.table.find(range), Found::Absent) {
                        continue;
                    }
                    if *endless {
                        self.give_up_reserved();
                        let name = shown(name);
                        return Err(format!(
                            "the size of the assumed-size array '{name}' is not known; map a section of it"
                        ));
                    }
                    let size = device_bytes(range);
                    if size > self.machine.limit() {
                        self.give_up_reserved();
                        return Err(self.too_big(name, size));
                    }
                    if seen.iter().any(|r| r.start < range.end && range.start < r.end) {
                        continue;
                    }
                    seen.push(range.clone());
                    size
                }
                Expected::Bytes(bytes) => {
                    if *bytes > self.machine.limit() {
                        self.give_up_reserved();
                        return Err(self.temporary_too_big(*bytes));
                    }
                    (*bytes).max(16)
                }
                Expected::Iterations { count, wide } => {
                    if let Err(e) = self.can_count(*count, *wide) {
                        self.give_up_reserved();
                        return Err(e);
                    }
                    continue;
                }
            };
            if size >= RESERVED {
                match self.machine.take(size) {
                    Ok(memory) => self.reserved.push((size, memory)),
                    Err(e) => {
                        self.give_up_reserved();
                        let what = match one {
                            Expected::Map { name, .. } => format!("'{}'", shown(name)),
                            Expected::Bytes(_) | Expected::Iterations { .. } => "a temporary array".into(),
                        };
                        return Err(format!("{what}: {e}"));
                    }
                }
            }
        }
        Ok(())
    }

    /// Whether a kernel can have so many iterations.
    fn can_count(&self, count: i64, wide: bool) -> Result<(), String> {
        let n = u64::try_from(count).unwrap_or(0);
        if n <= MOST_INDICES {
            return Ok(());
        }
        let info = self.machine.info();
        if !wide {
            return Err(format!("a loop has {n} iterations, more than the 32-bit indices of kernels count"));
        }
        if info.features & needs::I64 == 0 {
            let name = &info.name;
            return Err(format!("a loop has {n} iterations, which takes integers of 64 bits, and {name} has none"));
        }
        if n > MOST_STARTED {
            return Err(format!("a loop has {n} iterations, more than a device can start at once"));
        }
        Ok(())
    }

    pub(super) fn give_up_reserved(&mut self) {
        for (_, memory) in std::mem::take(&mut self.reserved) {
            self.release(memory);
        }
    }

    /// Device memory: what was reserved, or new.
    pub(super) fn take(&mut self, size: u64) -> Result<Memory, String> {
        match self.reserved.iter().position(|r| r.0 == size) {
            Some(i) => Ok(self.reserved.swap_remove(i).1),
            None => self.machine.take(size),
        }
    }

    pub(super) fn temporary_too_big(&self, bytes: u64) -> String {
        let (name, limit) = (&self.machine.info().name, self.machine.limit());
        format!("a temporary array needs {bytes} bytes, but {name} allows at most {limit} bytes for one array")
    }

    /// Why nothing is mapped with SELF.
    pub(super) fn not_the_hosts(&self, name: &str) -> String {
        let device = &self.machine.info().name;
        format!("'{}' is mapped as the host's own memory (self), which {device} does not use", shown(name))
    }

    pub(super) fn too_big(&self, name: &str, size: u64) -> String {
        let (device, limit) = (&self.machine.info().name, self.machine.limit());
        format!(
            "'{}' needs {size} bytes on the device, but {device} allows at most {limit} bytes for one array",
            shown(name)
        )
    }
}
