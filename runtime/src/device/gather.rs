//! What an allocatable component holds in all objects of an array, brought together in one array on the device: kernels
//! that pick objects by what they compute index that, and a table says where the part of each object is.

use super::env::Env;
use super::section::Section;
use super::trace;
use crate::desc::{Dim, Header};

/// One array that was brought together.
pub(super) struct Gathered {
    /// Key of the table.
    table: u64,
    /// How many elements.
    count: u64,
    /// How many numbers are in the table.
    words: u64,
    /// The parts, and the places of their first bytes among the elements.
    parts: Vec<(Section, u64)>,
}

impl Env {
    /// Brings together the components to which a way leads: offsets of descriptors in the objects, and their dimensions.
    /// Gives the key.
    ///
    /// # Safety
    /// The section is one of objects that have such descriptors.
    pub(super) unsafe fn gather(&mut self, objects: &Section, way: &[(u64, usize)], bytes: u64) -> Result<u64, String> {
        let mut rows: Vec<i32> = Vec::new();
        let mut parts = Vec::new();
        let mut count = 0u64;
        let mut failed = None;
        let mut now: Vec<u64> = Vec::new();
        objects.in_order(|object| now.push(object));
        for (level, &(offset, rank)) in way.iter().enumerate() {
            let last = level + 1 == way.len();
            // The rows of the objects in these come behind theirs.
            let inner_rows = rows.len() + now.len() * (1 + 2 * rank);
            let inner_width = way.get(level + 1).map_or(0, |w| 1 + 2 * w.1);
            let mut inner: Vec<u64> = Vec::new();
            for object in std::mem::take(&mut now) {
                let at = (object + offset) as *const u8;
                // SAFETY: the caller's promise.
                let part = unsafe { Section::read(at) };
                let place = if last { count } else { (inner_rows + inner.len() * inner_width) as u64 };
                rows.push(if part.base == 0 { -1 } else { i32::try_from(place).unwrap_or(i32::MAX) });
                for d in 0..rank {
                    // SAFETY: the descriptor has that many dimensions.
                    let dim = unsafe { at.add(size_of::<Header>()).cast::<Dim>().add(d).read_unaligned() };
                    let (extent, lower) = if part.base == 0 { (0, 1) } else { (dim.extent.max(0), dim.lower_bound) };
                    match (i32::try_from(extent), i32::try_from(lower)) {
                        (Ok(extent), Ok(lower)) => rows.extend([extent, lower]),
                        _ => failed = Some("a component has bounds that do not fit into 32 bits"),
                    }
                }
                if part.is_empty() {
                    continue;
                }
                if last {
                    parts.push((part, count * bytes));
                    // The next part begins in a word of its own.
                    count += part.elements().next_multiple_of(elements_of_words(bytes));
                } else {
                    part.in_order(|object| inner.push(object));
                }
            }
            now = inner;
        }
        if let Some(why) = failed {
            return Err(why.into());
        }
        if count.max(rows.len() as u64) > i32::MAX as u64 {
            return Err(format!(
                "components of {count} elements in all are more than the 32-bit indices of kernels count"
            ));
        }
        trace(|| format!("gather {} parts, {} bytes", parts.len(), count * bytes));
        let key = self.alloc_temporary((count * bytes).max(1))?;
        let table = self.alloc_temporary((rows.len() as u64 * 4).max(1))?;
        let words: Vec<u8> = rows.iter().flat_map(|n| n.to_ne_bytes()).collect();
        if !words.is_empty() {
            self.write(table, &words)?;
        }
        for (part, at) in &parts {
            self.copy_before(&among(key, *at, part), part, true)?;
        }
        self.gathered.insert(key, Gathered { table, count, words: rows.len() as u64, parts });
        Ok(key)
    }

    /// How many elements were brought together, or numbers are in the table.
    pub(super) fn gathered_count(&self, key: u64, table: bool) -> u64 {
        self.gathered.get(&key).map_or(0, |g| if table { g.words } else { g.count })
    }

    /// The key of the table.
    pub(super) fn gathered_table(&self, key: u64) -> u64 {
        self.gathered.get(&key).map_or(0, |g| g.table)
    }

    /// Every part gets its elements back, where they were changed.
    pub(super) fn scatter(&mut self, key: u64, changed: bool) -> Result<(), String> {
        let Some(gathered) = self.gathered.remove(&key) else { return Ok(()) };
        trace(|| format!("scatter {} parts", if changed { gathered.parts.len() } else { 0 }));
        for (part, at) in gathered.parts.iter().filter(|_| changed) {
            self.copy(part, &among(key, *at, part))?;
        }
        self.free(gathered.table);
        self.free(key);
        Ok(())
    }
}

/// Where a part is among the elements.
fn among(key: u64, at: u64, part: &Section) -> Section {
    Section::new(key + at, part.elem, &[(part.elements() as i64, part.elem as i64)])
}

/// How many elements of that size are whole words.
fn elements_of_words(bytes: u64) -> u64 {
    4 >> bytes.trailing_zeros().min(2)
}
