//! The present table: which ranges of host addresses (or keys of device allocations) have memory on
//! the device, and how many times they are mapped.

use super::object::Addresses;
use super::section::Section;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

/// Keys of device allocations start here, far above any address that a process can have.
pub const FIRST_KEY: u64 = 1 << 60;
/// Device memory keeps host addresses modulo this, so that natural alignment survives.
pub const ALIGN: u64 = 16;

/// The count of what a device has for good.
pub const FOREVER: u64 = u64::MAX;

/// One range of addresses with its device memory.
#[derive(Debug)]
pub struct Entry<B> {
    /// First address.
    pub base: u64,
    /// Bytes.
    pub len: u64,
    /// How often it is mapped; `None` for a device allocation, which is freed by name.
    pub count: Option<u64>,
    /// Only target regions have mapped it, which end that themselves.
    pub of_region: bool,
    /// What it is called, for messages.
    pub name: String,
    /// The elements that were mapped; a device allocation is all bytes.
    pub section: Section,
    /// Which of its bytes are addresses of the host, that no copy to the host touches.
    pub addresses: Option<Arc<Addresses>>,
    /// The memory. Address `a` lies at byte `self.offset(a)` of it.
    pub memory: B,
    /// Where the base lies in the memory.
    pub lead: u64,
    /// Of host memory that the program has associated: the address on the device that its base stands for.
    pub device: Option<u64>,
}

impl<B> Entry<B> {
    /// The elements that were mapped, as far as they are here.
    pub fn elements(&self) -> Section {
        let inside = self.section.bounds().is_some_and(|b| self.base <= b.start && b.end <= self.base + self.len);
        if inside { self.section } else { Section::new(self.base, self.len, &[]) }
    }

    /// Calls `f` for the bytes of a section that copies to the host write.
    pub fn values(&self, section: &Section, f: &mut dyn FnMut(Range<u64>)) {
        section.runs(|address, n| match &self.addresses {
            Some(a) => a.between(address..address + n, f),
            None => f(address..address + n),
        });
    }

    /// Counts one map more.
    pub fn count_up(&mut self) {
        self.count = self.count.map(|n| n.saturating_add(1));
    }

    /// Counts one map less, or all of them.
    pub fn count_down(&mut self, all: bool) {
        if let Some(n) = &mut self.count
            && *n != FOREVER
        {
            *n = if all { 0 } else { n.saturating_sub(1) };
        }
    }

    /// Where an address of the range lies in the device memory.
    pub fn offset(&self, address: u64) -> u64 {
        address - self.base + self.lead
    }
}

/// Bytes of device memory that a range needs.
pub fn device_bytes(range: &Range<u64>) -> u64 {
    (range.end - range.start + range.start % ALIGN).next_multiple_of(ALIGN)
}

/// What the table knows about a range.
#[derive(Debug)]
pub enum Found<'a, B> {
    /// It lies within this entry.
    Inside(&'a mut Entry<B>),
    /// No byte of it is there.
    Absent,
    /// It overlaps this entry, which does not hold all of it.
    Partly(&'a Entry<B>),
}

/// The table of one device.
#[derive(Debug)]
pub struct Table<B> {
    entries: BTreeMap<u64, Entry<B>>,
    next_key: u64,
}

impl<B> Default for Table<B> {
    fn default() -> Self {
        Table { entries: BTreeMap::new(), next_key: FIRST_KEY }
    }
}

/// Keys of devices differ, so that what is one device's is not taken for another's.
const KEYS_OF_DEVICE: u64 = 1 << 50;

impl<B> Table<B> {
    /// The table of the device of that number.
    pub fn of_device(number: usize) -> Table<B> {
        Table { next_key: FIRST_KEY + number as u64 * KEYS_OF_DEVICE, ..Table::default() }
    }

    /// Looks for a range, which is not empty.
    pub fn find(&mut self, range: &Range<u64>) -> Found<'_, B> {
        // Entries do not overlap, so the last one that starts before the range's end is the only one
        // that can hold the range, and overlaps it if any does.
        match self.entries.range_mut(..range.end).next_back() {
            Some((_, e)) if e.base + e.len > range.start => {
                if e.base <= range.start && range.end <= e.base + e.len {
                    Found::Inside(e)
                } else {
                    Found::Partly(e)
                }
            }
            _ => Found::Absent,
        }
    }

    /// The entry that holds a range.
    pub fn get(&self, range: &Range<u64>) -> Option<&Entry<B>> {
        let (_, e) = self.entries.range(..range.end).next_back()?;
        (e.base <= range.start && range.end <= e.base + e.len).then_some(e)
    }

    /// The first entry that shares bytes with a range. That is the mapped part of an assumed-size array: its end is not
    /// known, so the range reaches over whatever lies behind it.
    pub fn first_touching(&self, range: &Range<u64>) -> Option<&Entry<B>> {
        let list = self.entries.range(..range.end).rev().map(|(_, e)| e);
        list.take_while(|e| e.base + e.len > range.start).last()
    }

    /// It has no entries.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Bases of all entries that share bytes with a range.
    pub fn overlapping(&self, range: &Range<u64>) -> Vec<u64> {
        let list = self.entries.range(..range.end).rev().map(|(_, e)| e);
        list.take_while(|e| e.base + e.len > range.start).map(|e| e.base).collect()
    }

    /// Adds a section with its bounds, which are absent; it is mapped once.
    pub fn insert(&mut self, section: &Section, range: &Range<u64>, name: &str, memory: B) {
        let len = range.end - range.start;
        let (base, name, section) = (range.start, name.to_string(), *section);
        let lead = base % ALIGN;
        let entry = Entry {
            base,
            len,
            count: Some(1),
            of_region: false,
            name,
            section,
            addresses: None,
            memory,
            lead,
            device: None,
        };
        self.entries.insert(range.start, entry);
    }

    /// Adds a device allocation and gives its key.
    pub fn insert_key(&mut self, len: u64, memory: B) -> u64 {
        let key = self.next_key;
        // A gap behind each allocation: an address behind its end is not the next one's start.
        self.next_key += (len + 1).next_multiple_of(256);
        let (name, section) = (String::new(), Section::new(key, len, &[]));
        let lead = key % ALIGN;
        self.entries.insert(
            key,
            Entry {
                base: key,
                len,
                count: None,
                of_region: false,
                name,
                section,
                addresses: None,
                memory,
                lead,
                device: None,
            },
        );
        key
    }

    /// Adds a range of host memory, which is absent, that stands for memory allocated by the program, from that address on.
    pub fn associate(&mut self, range: &Range<u64>, memory: B, lead: u64, device: u64) {
        let (base, len) = (range.start, range.end - range.start);
        let section = Section::new(base, len, &[]);
        let name = String::new();
        self.entries.insert(
            base,
            Entry {
                base,
                len,
                count: None,
                of_region: false,
                name,
                section,
                addresses: None,
                memory,
                lead,
                device: Some(device),
            },
        );
    }

    /// The entry that starts at an address.
    pub fn at(&self, base: u64) -> Option<&Entry<B>> {
        self.entries.get(&base)
    }

    /// Bases of all entries.
    pub fn all(&self) -> Vec<u64> {
        self.entries.keys().copied().collect()
    }

    /// The entry that starts at an address, to be changed.
    pub fn at_mut(&mut self, base: u64) -> Option<&mut Entry<B>> {
        self.entries.get_mut(&base)
    }

    /// Removes the entry that starts at an address.
    pub fn remove(&mut self, base: u64) -> Option<Entry<B>> {
        self.entries.remove(&base)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges() {
        let mut t = Table::default();
        let section = Section::new(1000, 100, &[]);
        t.insert(&section, &(1000..1100), "a", 1);
        t.insert(&section, &(1100..1200), "b", 2);
        assert!(matches!(t.find(&(1000..1100)), Found::Inside(e) if e.memory == 1));
        assert!(matches!(t.find(&(1050..1060)), Found::Inside(e) if e.memory == 1));
        assert!(matches!(t.find(&(1100..1101)), Found::Inside(e) if e.memory == 2));
        assert!(matches!(t.find(&(900..1000)), Found::Absent));
        assert!(matches!(t.find(&(1200..1300)), Found::Absent));
        assert!(matches!(t.find(&(999..1001)), Found::Partly(e) if e.name == "a"));
        assert!(matches!(t.find(&(1050..1150)), Found::Partly(_)));
        assert!(matches!(t.find(&(900..2000)), Found::Partly(_)));
        assert_eq!(t.remove(1000).map(|e| e.memory), Some(1));
        assert!(matches!(t.find(&(1000..1100)), Found::Absent));
        assert!(t.get(&(1150..1200)).is_some());
        assert!(t.get(&(1150..1201)).is_none());
    }

    #[test]
    fn alignment_is_kept() {
        let mut t = Table::default();
        t.insert(&Section::new(1004, 96, &[]), &(1004..1100), "a", ());
        let e = t.get(&(1008..1016)).unwrap();
        assert_eq!(e.offset(1008) % 16, 1008 % 16);
        assert_eq!(device_bytes(&(1004..1100)), 112);
    }

    #[test]
    fn keys() {
        let mut t = Table::default();
        let a = t.insert_key(100, 'a');
        let b = t.insert_key(0, 'b');
        let c = t.insert_key(256, 'c');
        assert!(a >= FIRST_KEY && a < b && b < c);
        assert_eq!(t.get(&(a + 50..a + 100)).map(|e| e.memory), Some('a'));
        assert!(t.get(&(a + 100..a + 101)).is_none());
        assert_eq!(t.at(b).map(|e| e.memory), Some('b'));
        assert!(matches!(t.find(&(c..c + 1)), Found::Inside(e) if e.count.is_none()));
    }
}
