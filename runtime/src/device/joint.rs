//! Where a kernel finds its arrays. A kernel takes an array whole where only sections of it are mapped, and uses no more
//! than those. Where it may use several of them they lie in one memory while the kernel runs (a [`Joint`]).

use super::machine::Machine;
use super::memory::Memory;
use super::section::Section;
use super::table::{ALIGN, Entry, Table, device_bytes};
use std::ops::Range;

/// An array argument of a launch.
pub struct View {
    /// What it is, for messages; may be empty.
    pub name: String,
    /// Its elements.
    pub section: Section,
    /// The kernel may write to it.
    pub writes: bool,
    /// The kernel asks for more than its shape.
    pub used: bool,
}

/// The mapped sections of an array that a kernel takes whole.
#[derive(Debug, PartialEq, Eq)]
pub enum Place {
    /// No element is ever used.
    Nothing,
    /// All that is used lies in the entry with this base.
    Entry(u64),
    /// In that of [`Places::joints`].
    Joint(usize),
}

/// Several entries of the table that a kernel takes as one.
#[derive(Debug, PartialEq, Eq)]
pub struct Joint {
    /// Bases of the entries, in order.
    pub bases: Vec<u64>,
    /// The kernel may write to it.
    pub writes: bool,
}

/// Where the arguments of a launch are.
#[derive(Debug, Default)]
pub struct Places {
    /// Of each view, in order.
    pub of: Vec<Place>,
    /// Entries that are taken together.
    pub joints: Vec<Joint>,
}

/// The entries of the table that a view uses; `listed` are the bases that the maps of the region name.
fn entries(table: &Table<Memory>, section: &Section, listed: &[u64]) -> Option<Vec<u64>> {
    let Some(range) = section.bounds() else { return Some(vec![]) };
    if let Some(e) = table.get(&range) {
        return Some(vec![e.base]);
    }
    if section.is_endless() {
        // Nothing mapped: a section of size zero.
        return Some(table.first_touching(&range).map(|e| e.base).into_iter().collect());
    }
    let mut all = table.overlapping(&range);
    all.reverse();
    let named: Vec<u64> = all.iter().copied().filter(|b| listed.contains(b)).collect();
    // What the region names is what it may use.
    let used = if named.is_empty() { all } else { named };
    (!used.is_empty()).then_some(used)
}

/// Finds the views of a launch.
pub fn places(table: &Table<Memory>, views: &[View], listed: &[u64]) -> Result<Places, String> {
    let mut uses = Vec::with_capacity(views.len());
    for (i, v) in views.iter().enumerate() {
        if !v.used {
            uses.push(vec![]);
            continue;
        }
        uses.push(entries(table, &v.section, listed).ok_or_else(|| {
            let range = v.section.bounds().unwrap_or_default();
            let what = if v.name.is_empty() { format!("array {i}") } else { v.name.clone() };
            format!("{what} ({} bytes at {:#x}) is not mapped", range.end - range.start, range.start)
        })?);
    }
    let mut joints: Vec<Joint> = Vec::new();
    for bases in uses.iter().filter(|b| b.len() > 1) {
        let mut new = Joint { bases: bases.clone(), writes: false };
        // Views that share an entry share the memory.
        let (joined, rest) = joints.into_iter().partition(|j: &Joint| j.bases.iter().any(|b| new.bases.contains(b)));
        joints = rest;
        for j in joined {
            new.bases.extend(j.bases);
        }
        new.bases.sort_unstable();
        new.bases.dedup();
        joints.push(new);
    }
    let mut of = Vec::with_capacity(views.len());
    for (v, bases) in views.iter().zip(&uses) {
        of.push(
            match (bases.first(), joints.iter().position(|j| bases.first().is_some_and(|b| j.bases.contains(b)))) {
                (None, _) => Place::Nothing,
                (Some(_), Some(j)) => {
                    joints[j].writes |= v.writes;
                    Place::Joint(j)
                }
                (Some(&base), None) => Place::Entry(base),
            },
        );
    }
    Ok(Places { of, joints })
}

/// From the first entry of a joint to the end of its last one.
fn span(table: &Table<Memory>, j: &Joint) -> Result<Range<u64>, String> {
    let mut parts = j.bases.iter().filter_map(|&b| table.at(b));
    match (parts.next(), parts.next_back()) {
        (Some(a), Some(z)) => Ok(a.base..z.base + z.len),
        _ => Err("a mapped section is gone".into()),
    }
}

/// The memory of a [`Joint`].
pub struct Joined {
    /// From the first entry to the end of the last one.
    range: Range<u64>,
    /// The memory, which keeps host addresses modulo [`ALIGN`].
    pub memory: Memory,
}

impl Joined {
    /// Where an address lies in the memory; negative before the first entry.
    pub fn offset(&self, address: u64) -> i64 {
        address.wrapping_sub(self.range.start) as i64 + (self.range.start % ALIGN) as i64
    }

    /// Which bytes of the memory may be used.
    pub fn mapped(&self) -> Range<u64> {
        let lead = self.range.start % ALIGN;
        lead..lead + (self.range.end - self.range.start)
    }

    /// Bytes of memory that a joint needs.
    pub fn bytes(machine: &dyn Machine, table: &Table<Memory>, j: &Joint) -> Result<u64, String> {
        let size = device_bytes(&span(table, j)?);
        if size > machine.limit() {
            let (name, limit) = (&machine.info().name, machine.limit());
            return Err(format!("the sections of an array that it uses span {size} bytes, {name} allows {limit}"));
        }
        Ok(size)
    }

    /// Brings the entries of a joint together in memory of [`Joined::bytes`].
    pub fn gather(
        machine: &mut dyn Machine,
        table: &Table<Memory>,
        j: &Joint,
        memory: Memory,
    ) -> Result<Joined, String> {
        let joined = Joined { range: span(table, j)?, memory };
        let parts: Vec<&Entry<Memory>> = j.bases.iter().filter_map(|&b| table.at(b)).collect();
        let size = joined.range.end - joined.range.start;
        super::trace(|| format!("join {} sections, {size} bytes", parts.len()));
        for e in &parts {
            let words = Words::of(e);
            let to = joined.offset(words.range.start) as u64;
            machine.copy(&e.memory, words.at, &joined.memory, to, words.range.end - words.range.start)?;
        }
        // Words that two entries share are made of the bytes of each.
        for pair in parts.windows(2) {
            let word = pair[1].base / 4 * 4;
            if pair[0].base + pair[0].len <= word {
                continue;
            }
            let mut whole = [0u8; 4];
            for e in parts.iter().filter(|e| e.base < word + 4 && word < e.base + e.len) {
                let (low, high) = (e.base.max(word), (e.base + e.len).min(word + 4));
                let bytes = &mut whole[(low - word) as usize..(high - word) as usize];
                machine.read(&e.memory, e.offset(low), bytes)?;
            }
            machine.upload(&joined.memory, joined.offset(word) as u64, &whole)?;
        }
        Ok(joined)
    }

    /// Gives every entry its bytes back.
    pub fn scatter(&self, machine: &mut dyn Machine, table: &Table<Memory>, j: &Joint) -> Result<(), String> {
        for e in j.bases.iter().filter_map(|&b| table.at(b)) {
            let words = Words::of(e);
            let from = self.offset(words.range.start) as u64;
            machine.copy(&self.memory, from, &e.memory, words.at, words.range.end - words.range.start)?;
        }
        Ok(())
    }
}

/// An entry in whole words, as copies on the device ask for. Its memory begins and ends with whole words.
struct Words {
    range: Range<u64>,
    at: u64,
}

impl Words {
    fn of(e: &Entry<Memory>) -> Words {
        let range = e.base / 4 * 4..(e.base + e.len).next_multiple_of(4);
        Words { at: e.lead - (e.base - range.start), range }
    }
}
