//! Regions and statements that the host runs use the device's values of what is there: it lends them, and takes them back.

use super::NO_OBJECTS;
use super::env::{Env, Item, Region, shown};
use super::mapping::{not_present, partly};
use super::object::{self, Ty};
use super::resident;
use super::section::Section;
use super::table::{Entry, FIRST_KEY, Found};
use super::trace;
use crate::omp::Kept;
use ferrotran_abi::map;
use rustc_hash::FxHashSet;
use std::ffi::c_char;
use std::ops::Range;
use std::thread::current;

/// Bytes of an address.
const WORD: u64 = 8;

/// What target regions that run on the host have of an entry.
pub(super) struct Lent {
    /// Regions that use it now.
    pub(super) regions: usize,
    /// The host's own value, which it gets back after the last of them.
    pub(super) own: Vec<u8>,
    /// All bytes when it was lent; none before they are there. The device gets what is not the same at the end.
    pub(super) seen: Vec<u8>,
    /// One of them may change it.
    pub(super) changes: bool,
}

/// What one target region on the host has borrowed.
#[derive(Default)]
pub struct Borrowed {
    /// Bases of entries.
    pub(super) bases: Vec<u64>,
    /// What it names, on the device or not, with the types of the elements.
    pub(super) named: Vec<(Section, Ty)>,
    /// Sections whose values go to the device at the end of a region of the host in that of the device.
    pub(super) crossing: Vec<Section>,
    /// Sections that the region copies to the host at its end (`always`).
    pub(super) results: Vec<Section>,
    /// What the host does in place of a region on the device that goes on afterwards: the region and its place.
    pub aside: Option<(Region, (*const c_char, i32))>,
    /// The task that would go on beside it.
    pub maker: Option<Kept>,
}

impl Env {
    /// The host does the next statements of the region of this thread.
    pub fn stand_aside(&mut self, place: (*const c_char, i32)) -> Borrowed {
        let region = self.regions.remove(&current().id()).unwrap_or_default();
        Borrowed { aside: Some((region, place)), ..Borrowed::default() }
    }

    /// The region of this thread goes on.
    pub fn go_on(&mut self, region: Region) {
        self.regions.insert(current().id(), region);
    }

    /// A target region on the host uses a variable: where the device has it, the host gets the device's value until the
    /// region ends, see [`Env::take_back`].
    pub fn lend(&mut self, item: &Item<'_>, to: &mut Borrowed) -> Result<(), String> {
        to.named.push((item.section, item.ty));
        self.lend_item(item, to)?;
        self.remember()
    }

    pub(super) fn lend_item(&mut self, item: &Item<'_>, to: &mut Borrowed) -> Result<(), String> {
        let Item { section, how, name, .. } = item;
        // Memory of the device itself has no other address.
        let Some(range) = section.bounds().filter(|r| r.start < FIRST_KEY) else { return Ok(()) };
        self.settle(&range)?;
        for part in self.parts(&range, *how, section.is_endless()) {
            let base = match self.table.find(&part) {
                Found::Inside(entry) => entry.base,
                Found::Partly(entry) => return Err(partly(name, &part, entry)),
                Found::Absent if how & map::PRESENT != 0 => return Err(not_present(name)),
                Found::Absent => continue,
            };
            if how & map::ANCESTOR != 0 && !self.lent.contains_key(&base) {
                if how & map::TO != 0 {
                    self.download(section)?;
                }
                if how & map::FROM != 0 {
                    to.crossing.push(*section);
                }
                continue;
            }
            if how & map::ALWAYS != 0 && how & map::TO != 0 {
                self.upload(section)?;
            }
            self.lend_entry(base, how & map::CHANGES != 0, to)?;
            if how & map::ALWAYS != 0 && how & map::FROM != 0 {
                to.results.push(*section);
            }
        }
        for part in item.parts() {
            self.lend_item(&part, to)?;
        }
        Ok(())
    }

    /// The same for what lies at an address, of which so many bytes are known.
    pub fn lend_address(&mut self, address: u64, bytes: u64, to: &mut Borrowed) -> Result<(), String> {
        if !(NO_OBJECTS..FIRST_KEY).contains(&address) {
            return Ok(());
        }
        self.settle(&(address..address + 1))?;
        match self.table.get(&(address..address + 1)).map(|e| e.base) {
            Some(base) => self.lend_entry(base, true, to)?,
            None if bytes != 0 => to.named.push((Section::new(address, bytes, &[]), std::ptr::null())),
            None => {}
        }
        self.remember()
    }

    /// The same for what addresses lead to that lie in what the region has borrowed or names, and so on; `statics`: also in
    /// variables of `declare target`. Any word may be an address.
    pub fn lend_reached(&mut self, statics: bool, to: &mut Borrowed) -> Result<(), String> {
        let mut todo: Vec<Range<u64>> = Vec::new();
        let mut named = to.named.clone();
        if statics {
            for range in resident::everything() {
                self.settle(&range)?;
                if let Some(base) = self.table.get(&range).map(|e| e.base) {
                    self.lend_entry(base, true, to)?;
                }
                todo.push(range);
            }
        }
        let mut at = 0;
        while let Some(&(section, ty)) = named.get(at) {
            at += 1;
            let Some(range) = section.bounds().filter(|_| !section.is_endless()) else { continue };
            // What is on the device as a whole was lent.
            let bytes_alone = ty.is_null() && !section.dims().is_empty();
            if self.table.get(&range).is_none() && !bytes_alone && section.elem >= WORD {
                todo.push(range);
            }
            // SAFETY: compiled code passes the type of the elements, and the host's objects are well formed.
            for (part, ty, _) in unsafe { object::components(&section, ty, "") } {
                if named.iter().any(|n| n.0.bounds() == part.bounds()) {
                    continue;
                }
                for base in part.bounds().map(|r| self.table.overlapping(&r)).unwrap_or_default() {
                    self.lend_entry(base, true, to)?;
                }
                named.push((part, ty));
            }
        }
        let mut seen: FxHashSet<u64> = FxHashSet::default();
        loop {
            self.remember()?;
            for &base in to.bases.iter().filter(|b| seen.insert(**b)) {
                let may_hold = |e: &&Entry<_>| e.addresses.is_some() || e.section.elem >= WORD || e.section.elem == 1;
                todo.extend(self.table.at(base).filter(may_hold).map(|e| e.base..e.base + e.len));
            }
            if todo.is_empty() {
                return Ok(());
            }
            for range in std::mem::take(&mut todo) {
                // Also of what was lent to be read: it may be changed through the address.
                let mut found: FxHashSet<u64> = FxHashSet::default();
                for at in
                    (range.start.next_multiple_of(WORD)..(range.end + 1).saturating_sub(WORD)).step_by(WORD as usize)
                {
                    // SAFETY: memory that the program names or has mapped is there.
                    let word = unsafe { (at as *const u64).read() };
                    if (NO_OBJECTS..FIRST_KEY).contains(&word)
                        && let Some(entry) = self.table.get(&(word..word + 1))
                    {
                        found.insert(entry.base);
                    }
                }
                for base in found {
                    self.lend_entry(base, true, to)?;
                }
            }
        }
    }

    pub(super) fn lend_entry(&mut self, base: u64, changes: bool, to: &mut Borrowed) -> Result<(), String> {
        let known = to.bases.contains(&base);
        if let Some(lent) = self.lent.get_mut(&base) {
            lent.changes |= changes;
            lent.regions += usize::from(!known);
        }
        if known {
            return Ok(());
        }
        let Some(entry) = self.table.at(base) else { return Ok(()) };
        let section = entry.elements();
        to.bases.push(base);
        if self.lent.contains_key(&base) {
            return self.lend_again(base);
        }
        trace(|| format!("lend {}: {} bytes", shown(&entry.name), section.bytes()));
        let mut own = Vec::with_capacity(section.bytes() as usize);
        entry.values(&section, &mut |r| {
            // SAFETY: host memory that is mapped belongs to the program while it is.
            own.extend_from_slice(unsafe {
                std::slice::from_raw_parts(r.start as *const u8, (r.end - r.start) as usize)
            });
        });
        self.lent.insert(base, Lent { regions: 1, own, seen: Vec::new(), changes });
        self.download(&section)
    }

    /// Another region borrows what the host has already: it sees what kernels have stored since.
    fn lend_again(&mut self, base: u64) -> Result<(), String> {
        self.remember()?;
        let image = self.image(base)?;
        let (Some(lent), Some(entry)) = (self.lent.get_mut(&base), self.table.at(base)) else { return Ok(()) };
        entry.values(&entry.elements(), &mut |r| {
            for at in (r.start - base) as usize..(r.end - base) as usize {
                if image[at] != lent.seen[at] {
                    lent.seen[at] = image[at];
                    // SAFETY: host memory that is mapped belongs to the program while it is.
                    unsafe { ((base + at as u64) as *mut u8).write(image[at]) };
                }
            }
        });
        Ok(())
    }

    /// The bytes that the device has of an entry.
    fn image(&mut self, base: u64) -> Result<Vec<u8>, String> {
        let Some(entry) = self.table.at(base) else { return Ok(Vec::new()) };
        let (memory, at, len) = (entry.memory.clone(), entry.offset(base), entry.len);
        let low = at / 4 * 4;
        let mut image = vec![0; ((at + len).next_multiple_of(4) - low) as usize];
        self.machine.read(&memory, low, &mut image)?;
        image.drain(..(at - low) as usize);
        image.truncate(len as usize);
        Ok(image)
    }

    /// What was lent is on the host. Keeps what it is.
    fn remember(&mut self) -> Result<(), String> {
        self.machine.finish()?;
        for (base, lent) in self.lent.iter_mut().filter(|l| l.1.seen.is_empty()) {
            if let Some(entry) = self.table.at(*base) {
                // SAFETY: host memory that is mapped belongs to the program while it is.
                lent.seen = unsafe { std::slice::from_raw_parts(*base as *const u8, entry.len as usize) }.to_vec();
            }
        }
        Ok(())
    }

    /// The device gets what the host has changed of an entry since it was lent, and nothing else: kernels may have changed
    /// other parts meanwhile.
    fn return_changes(&mut self, base: u64) -> Result<(), String> {
        let (Some(lent), Some(entry)) = (self.lent.get_mut(&base), self.table.at(base)) else { return Ok(()) };
        let section = entry.elements();
        // SAFETY: host memory that is mapped belongs to the program while it is.
        let now = unsafe { std::slice::from_raw_parts(base as *const u8, entry.len as usize) }.to_vec();
        // Runs of changed bytes, from the begin of the entry.
        let mut runs: Vec<Range<usize>> = Vec::new();
        section.runs(|address, n| {
            let from = (address - base) as usize;
            for at in (from..from + n as usize).filter(|&at| now[at] != lent.seen[at]) {
                match runs.last_mut() {
                    Some(r) if r.end == at => r.end += 1,
                    _ => runs.push(at..at + 1),
                }
            }
        });
        let Some((first, last)) = runs.first().zip(runs.last()).map(|(a, z)| (a.start, z.end)) else { return Ok(()) };
        runs.iter().for_each(|r| lent.seen[r.clone()].copy_from_slice(&now[r.clone()]));
        let all = section.is_contiguous() && runs.len() == 1 && last - first == now.len();
        if all {
            return self.upload(&section);
        }
        let (memory, at) = (entry.memory.clone(), entry.offset(base));
        self.note(|checks| checks.sent(base, &runs, None));
        let (begin, end) = ((at + first as u64) / 4 * 4, (at + last as u64).next_multiple_of(4));
        let mut image = vec![0; (end - begin) as usize];
        self.machine.read(&memory, begin, &mut image)?;
        for r in runs {
            let to = (at + r.start as u64 - begin) as usize;
            image[to..to + r.len()].copy_from_slice(&now[r]);
        }
        self.machine.upload(&memory, begin, &image)
    }

    /// The host gets its own values of what it has borrowed, and the device's are put aside, or the other way round. Those of
    /// the variables with these names cross: there both have the values that the host had before.
    pub fn exchange(&mut self, borrowed: &Borrowed, names: &str) -> Result<(), String> {
        if borrowed.aside.is_some() {
            return Ok(());
        }
        for base in &borrowed.bases {
            let (Some(lent), Some(entry)) = (self.lent.get_mut(base), self.table.at(*base)) else { continue };
            let variable = entry.name.split(['(', '%']).next().unwrap_or_default();
            let crosses = names.split(' ').any(|n| n.eq_ignore_ascii_case(variable));
            let mut at = 0;
            entry.values(&entry.elements(), &mut |r| {
                let n = (r.end - r.start) as usize;
                // SAFETY: host memory that is mapped belongs to the program while it is.
                let here = unsafe { std::slice::from_raw_parts_mut(r.start as *mut u8, n) };
                let aside = &mut lent.own[at..at + n];
                if crosses {
                    aside.copy_from_slice(here)
                } else {
                    here.swap_with_slice(aside)
                }
                at += n;
            });
        }
        Ok(())
    }

    /// The region on the host is over: the device gets what it borrowed, and the host its own values back.
    pub fn take_back(&mut self, borrowed: &Borrowed) -> Result<(), String> {
        for base in &borrowed.bases {
            let Some(lent) = self.lent.get_mut(base) else { continue };
            lent.regions -= 1;
            let (last, changes) = (lent.regions == 0, lent.changes);
            // What is not there any more belongs to the host.
            let Some(entry) = self.table.at(*base) else {
                self.lent.remove(base);
                continue;
            };
            let section = entry.elements();
            trace(|| format!("take back {}", shown(&entry.name)));
            if changes {
                self.return_changes(*base)?;
            }
            let Some(Lent { own, .. }) = last.then(|| self.lent.remove(base)).flatten() else { continue };
            self.note(|checks| checks.doubt(*base));
            let Some(entry) = self.table.at(*base) else { continue };
            let mut at = 0;
            entry.values(&section, &mut |r| {
                let n = (r.end - r.start) as usize;
                // SAFETY: as where it was lent; the value was taken from these bytes.
                unsafe { std::slice::from_raw_parts_mut(r.start as *mut u8, n) }.copy_from_slice(&own[at..at + n]);
                at += n;
            });
        }
        for section in &borrowed.crossing {
            self.upload(section)?;
        }
        for section in &borrowed.results {
            self.download(section)?;
        }
        self.machine.finish()
    }
}
