//! Mapping, unmapping and updating of host memory as OpenMP defines it.

use super::env::{Env, Item, shown};
use super::machine::Rest;
use super::memory::Memory;
use super::object::{Addresses, Ty};
use super::section::Section;
use super::table::{Entry, FIRST_KEY, FOREVER, Found, device_bytes};
use super::trace;
use ferrotran_abi::map;
use rustc_hash::{FxHashMap, FxHashSet};
use std::ops::Range;
use std::sync::Arc;
use std::thread::current;

/// The maps of a directive in progress. What several of them name is counted once.
#[derive(Default)]
pub(super) struct Directive {
    /// Bases of what it has entered; true where they were absent and nothing was copied to them.
    pub(super) entered: FxHashMap<u64, bool>,
    /// Bases of what it has left.
    pub(super) left: FxHashSet<u64>,
    /// What it copies to the host, when the last of its maps has been worked out.
    pub(super) results: Vec<Section>,
    /// An update copies something to the host.
    pub(super) fetches: bool,
}

/// Why something could not be mapped.
#[derive(Debug)]
pub enum Failure {
    /// It is larger than one array may be, or there is no memory left.
    NoRoom(String),
    /// Anything else.
    Other(String),
}

impl From<String> for Failure {
    fn from(e: String) -> Failure {
        Failure::Other(e)
    }
}

impl Env {
    /// Enters an item into the data environment.
    pub fn map(&mut self, item: &Item<'_>) -> Result<(), Failure> {
        let result = self.map_item(item);
        if item.how & map::MORE == 0 || result.is_err() {
            let rest = self.mapped().map_err(Failure::Other)?;
            rest.map_or(Ok(()), |rest| rest()).map_err(Failure::Other)?;
        }
        result
    }

    pub(super) fn map_item(&mut self, item: &Item<'_>) -> Result<(), Failure> {
        let Item { section, ty, how, name } = *item;
        let Some(range) = section.bounds() else { return Ok(()) };
        self.settle(&range).map_err(Failure::NoRoom)?;
        if how & map::SELF != 0 {
            let why = self.not_the_hosts(name);
            let absent = matches!(self.table.find(&range), Found::Absent);
            return Err(if absent { Failure::NoRoom(why) } else { Failure::Other(why) });
        }
        let mapping = self.region().is_some_and(|r| !r.launched);
        if matches!(self.table.find(&range), Found::Partly(_)) {
            if how & map::MEMBER != 0 {
                // A directive has named the part of it that counts.
                return Ok(());
            }
            if mapping && self.join(&range, name)? {
                return Ok(());
            }
        }
        for part in self.parts(&range, how, section.is_endless()) {
            self.map_part(&section, &part, how, name, mapping)?;
            self.note_addresses(&section, &part, ty);
        }
        for part in item.parts() {
            self.map_item(&part)?;
        }
        Ok(())
    }

    /// Keeps which bytes of an entry are addresses, where that was not known.
    pub(super) fn note_addresses(&mut self, section: &Section, range: &Range<u64>, ty: Ty) {
        if !ty.is_null()
            && let Found::Inside(entry) = self.table.find(range)
            && entry.addresses.is_none()
        {
            // SAFETY: compiled code passes the type of the elements.
            entry.addresses = unsafe { Addresses::of(section, ty) }.map(Arc::new);
        }
    }

    /// The directive of this thread is complete, but for what is left before the host sees its results.
    pub fn mapped(&mut self) -> Result<Option<Rest>, String> {
        let Some(directive) = self.directives.remove(&current().id()) else { return Ok(None) };
        for section in &directive.results {
            self.download(section)?;
        }
        for base in directive.left {
            if self.table.at(base).is_some_and(|e| e.count == Some(0))
                && let Some(entry) = self.table.remove(base)
            {
                self.note(|checks| checks.end(base));
                self.release(entry.memory);
            }
        }
        if !directive.results.is_empty() && self.region().is_none() { self.machine.end_region() } else { Ok(None) }
    }

    pub(super) fn directive(&mut self) -> &mut Directive {
        self.directives.entry(current().id()).or_default()
    }

    /// Enters a part of a section: all of it, or what was mapped before.
    pub(super) fn map_part(
        &mut self,
        section: &Section,
        range: &Range<u64>,
        how: i32,
        name: &str,
        mapping: bool,
    ) -> Result<(), Failure> {
        let bytes = range.end - range.start;
        match self.table.find(range) {
            Found::Inside(_) if how & map::RENEW != 0 => Ok(()),
            Found::Inside(entry) => {
                let directive = self.directives.entry(current().id()).or_default();
                let empty = directive.entered.get(&entry.base).copied();
                entry.of_region &= mapping;
                if empty.is_none() {
                    entry.count_up();
                    directive.entered.insert(entry.base, false);
                }
                let count = entry.count;
                let base = entry.base;
                if mapping && let Some(r) = self.regions.get_mut(&current().id()) {
                    r.listed.push(base);
                }
                let always = how & map::ALWAYS != 0 && !is_device_memory(range);
                let copies = how & map::TO != 0 && (always || empty == Some(true));
                trace(|| {
                    let count = match count {
                        None => "device memory".into(),
                        Some(FOREVER) => "always there".into(),
                        Some(n) => format!("count {n}"),
                    };
                    format!("map {}: present, {count}{}", shown(name), if copies { ", copy to device" } else { "" })
                });
                if copies {
                    self.upload(section)?;
                }
                Ok(())
            }
            Found::Partly(entry) => Err(Failure::Other(partly(name, range, entry))),
            Found::Absent if how & map::PRESENT != 0 => Err(Failure::Other(not_present(name))),
            Found::Absent => {
                let size = device_bytes(range);
                if size > self.machine.limit() {
                    return Err(Failure::NoRoom(self.too_big(name, size)));
                }
                let copies = how & map::TO != 0;
                trace(|| {
                    let copy = if copies { ", copy to device" } else { "" };
                    format!("map {}: {bytes} bytes{copy}", shown(name))
                });
                let memory = self.take(size).map_err(|e| Failure::NoRoom(format!("'{}': {e}", shown(name))))?;
                self.table.insert(section, range, name, memory.clone());
                if let Some(entry) = self.table.at_mut(range.start) {
                    entry.of_region = mapping;
                }
                super::stands_for_host(range);
                self.note(|checks| checks.begin(range.start, how & map::PRIVATE != 0));
                self.directive().entered.insert(range.start, !copies);
                if (mapping || how & map::RENEW != 0)
                    && let Some(r) = self.region()
                {
                    r.own.push(range.start);
                    r.listed.push(range.start);
                }
                if copies {
                    if self.machine.is_coming(range.start, range.end) {
                        self.machine.finish()?;
                    }
                    let start = self.table.get(range).map_or(0, |e| e.offset(range.start));
                    // SAFETY: the bounds of a section lie within its array.
                    let data = unsafe { std::slice::from_raw_parts(range.start as *const u8, bytes as usize) };
                    self.machine.upload(&memory, start, data)?;
                    let whole = section.is_contiguous().then_some(data);
                    self.note(|checks| checks.sent(range.start, &[], whole));
                }
                Ok(())
            }
        }
    }

    /// A region uses variables that overlap in part, as pointers to sections of one array do: makes one entry of
    /// them and `range`. False where one of them was mapped before the region, which the program must not extend.
    pub(super) fn join(&mut self, range: &Range<u64>, name: &str) -> Result<bool, String> {
        let bases = self.table.overlapping(range);
        if bases.iter().any(|&b| !self.is_own(b)) {
            return Ok(false);
        }
        let mut all = range.clone();
        for e in bases.iter().filter_map(|&b| self.table.at(b)) {
            all = all.start.min(e.base)..all.end.max(e.base + e.len);
        }
        let size = device_bytes(&all);
        if size > self.machine.limit() {
            return Err(self.too_big(name, size));
        }
        trace(|| format!("map {}: overlaps, {} bytes in all, copy to device", shown(name), all.end - all.start));
        let memory = self.take(size).map_err(|e| format!("'{}': {e}", shown(name)))?;
        for b in bases {
            if let Some(r) = self.region() {
                r.own.retain(|&x| x != b);
                r.listed.retain(|&x| x != b);
            }
            if let Some(old) = self.table.remove(b) {
                self.release(old.memory);
            }
        }
        if let Some(r) = self.region() {
            r.own.push(all.start);
            r.listed.push(all.start);
        }
        if self.machine.is_coming(all.start, all.end) {
            self.machine.finish()?;
        }
        let section = Section::new(all.start, all.end - all.start, &[]);
        self.table.insert(&section, &all, name, memory);
        super::stands_for_host(&all);
        self.directive().entered.insert(all.start, false);
        // Nothing has run on the device since these were mapped: the host has their values.
        self.upload(&section)?;
        Ok(true)
    }

    /// The range, or where no clause names the variable and parts of it were mapped before, those parts. What has no known
    /// end is there only as far as it was mapped.
    pub(super) fn parts(&self, range: &Range<u64>, how: i32, endless: bool) -> Vec<Range<u64>> {
        if how & map::IMPLICIT == 0 {
            return vec![range.clone()];
        }
        let bases = match self.table.first_touching(range) {
            Some(first) if endless => vec![first.base],
            _ => self.table.overlapping(range),
        };
        if bases.is_empty() {
            return vec![range.clone()];
        }
        let entries = bases.iter().filter_map(|&b| self.table.at(b));
        entries.map(|e| range.start.max(e.base)..range.end.min(e.base + e.len)).collect()
    }

    /// Takes an item out of the data environment. What is copied to the host is there at the end of the
    /// region, or, outside of regions, of the directive, when what this gives has been done.
    pub fn unmap(&mut self, item: &Item<'_>) -> Result<Option<Rest>, String> {
        let result = self.unmap_item(item);
        let rest = if item.how & map::MORE == 0 || result.is_err() { self.mapped()? } else { None };
        result.map(|()| rest)
    }

    pub(super) fn unmap_item(&mut self, item: &Item<'_>) -> Result<(), String> {
        let Item { section, ty, how, name } = *item;
        let Some(range) = section.bounds() else { return Ok(()) };
        if how & map::SELF != 0 {
            return Ok(());
        }
        self.settle(&range)?;
        if how & map::MEMBER != 0 && matches!(self.table.find(&range), Found::Partly(_)) {
            return Ok(());
        }
        // First the components: they are found through the object.
        for part in item.parts() {
            self.unmap_item(&part)?;
        }
        for part in self.parts(&range, how, section.is_endless()) {
            self.note_addresses(&section, &part, ty);
            self.unmap_part(&section, &part, how, name)?;
        }
        Ok(())
    }

    /// Takes a part of a section out. What is counted for the last time goes with the end of the directive.
    pub(super) fn unmap_part(
        &mut self,
        section: &Section,
        range: &Range<u64>,
        how: i32,
        name: &str,
    ) -> Result<(), String> {
        let directive = self.directives.entry(current().id()).or_default();
        let count = match self.table.find(range) {
            Found::Absent => return Ok(()),
            Found::Partly(entry) => return Err(partly(name, range, entry)),
            Found::Inside(entry) => {
                // What the program has associated is there whatever directives say.
                if let Some(before) = entry.count
                    && (directive.left.insert(entry.base) || how & map::DELETE != 0 && before != 0)
                {
                    entry.count_down(how & map::DELETE != 0);
                }
                entry.count
            }
        };
        let copies = how & map::FROM != 0
            && (count == Some(0) || how & map::ALWAYS != 0)
            && !is_device_memory(range)
            && self.machine.undo().cut.is_none();
        if copies {
            directive.results.push(*section);
        }
        trace(|| {
            let copy = if copies { ", copy to host" } else { "" };
            let left = match count {
                Some(0) => "free".into(),
                Some(FOREVER) | None => "always there".into(),
                Some(n) => format!("count {n}"),
            };
            format!("unmap {}: {left}{copy}", shown(name))
        });
        let sent_only = how & (map::TO | map::FROM | map::PRIVATE | map::IMPLICIT) == map::TO;
        if count == Some(0)
            && sent_only
            && let Some(base) = self.table.get(range).map(|e| e.base)
        {
            self.check_lost(base);
        }
        Ok(())
    }

    /// Copies an item that is present; does nothing for one that is not. The host has the values at the end of the directive,
    /// when what this gives has been done.
    pub fn update(&mut self, item: &Item<'_>) -> Result<Option<Rest>, String> {
        self.update_item(item)?;
        if item.how & map::FROM != 0 {
            self.directive().fetches = true;
        }
        if item.how & map::MORE != 0 {
            return Ok(None);
        }
        let fetches = self.directives.remove(&current().id()).is_some_and(|d| d.fetches);
        if fetches { self.machine.end_region() } else { Ok(None) }
    }

    pub(super) fn update_item(&mut self, item: &Item<'_>) -> Result<(), String> {
        let Item { section, ty, how, name } = *item;
        let Some(range) = section.bounds() else { return Ok(()) };
        self.settle(&range)?;
        match self.table.find(&range) {
            Found::Absent if how & (map::PRESENT | map::MEMBER) == map::PRESENT => return Err(not_present(name)),
            Found::Absent => trace(|| format!("update {}: not present", shown(name))),
            Found::Partly(_) if how & map::MEMBER != 0 => {}
            Found::Partly(entry) => return Err(partly(name, &range, entry)),
            Found::Inside(_) => {
                self.note_addresses(&section, &range, ty);
                self.check_update(&range, how);
                let bytes = section.bytes();
                if how & map::TO != 0 {
                    trace(|| format!("update {}: {bytes} bytes, copy to device", shown(name)));
                    self.upload(&section)?;
                }
                if how & map::FROM != 0 {
                    trace(|| format!("update {}: {bytes} bytes, copy to host", shown(name)));
                    self.download(&section)?;
                }
            }
        }
        for part in item.parts() {
            self.update_item(&part)?;
        }
        Ok(())
    }
}

/// The addresses are those of memory of a device, which stands for no memory of the host.
fn is_device_memory(range: &Range<u64>) -> bool {
    range.start >= FIRST_KEY
}

pub(super) fn not_present(name: &str) -> String {
    format!("'{}' is not present on the device, as its map clause says it is", shown(name))
}

pub(super) fn partly(name: &str, range: &Range<u64>, entry: &Entry<Memory>) -> String {
    format!(
        "'{}' ({} bytes at {:#x}) is only partly on the device: '{}' ({} bytes at {:#x}) is mapped; OpenMP allows \
         neither to extend a mapped array section nor to use a part that is not mapped",
        shown(name),
        range.end - range.start,
        range.start,
        shown(&entry.name),
        entry.len,
        entry.base,
    )
}
