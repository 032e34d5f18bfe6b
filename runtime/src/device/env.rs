//! The data environment of one device: mapping, unmapping and updating of host memory as OpenMP
//! defines it.

use super::check::{self, Checks, Touch};
use super::launch::Launcher;
use super::looplimit;
use super::machine::Machine;
use super::memory::Memory;
use super::object::{self, Addresses, Ty};
use super::pipelines::Driven;
use super::resident;
use super::section::Section;
use super::select::{Adapter, AdapterInfo};
use super::shadow::Shadow;
use super::table::{Entry, FIRST_KEY, FOREVER, Found, Table, device_bytes};
use super::trace;
use crate::omp::node;
use ferrotran_abi::map;
use rustc_hash::{FxHashMap, FxHashSet};
use std::ffi::{c_char, c_void};
use std::ops::Range;
use std::sync::Arc;
use std::thread::{ThreadId, current};

/// What a directive maps, unmaps or updates.
#[derive(Clone, Copy)]
pub struct Item<'n> {
    /// The elements.
    pub section: Section,
    /// Their type; null where they hold no addresses.
    pub ty: Ty,
    /// Bits of [`map`].
    pub how: i32,
    /// Its name.
    pub name: &'n str,
}

impl<'n> Item<'n> {
    /// What belongs to it: allocatable components that are allocated.
    fn parts(&self) -> Vec<Item<'n>> {
        if self.how & map::DEEP == 0 || self.section.is_endless() {
            return Vec::new();
        }
        // SAFETY: compiled code passes the type of the elements, and the host's objects are well formed.
        let parts = unsafe { object::components(&self.section, self.ty) };
        parts.into_iter().map(|(section, ty)| Item { section, ty, ..*self }).collect()
    }
}

/// The maps of a directive in progress. What several of them name is counted once.
#[derive(Default)]
pub(super) struct Directive {
    /// Bases of what it has entered; true where they were absent and nothing was copied to them.
    entered: FxHashMap<u64, bool>,
    /// Bases of what it has left.
    left: FxHashSet<u64>,
    /// Something is on its way to the host.
    copied: bool,
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

/// Kernels count elements and iterations in 32 bits with a sign.
const MOST_INDICES: u64 = i32::MAX as u64;

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
    /// A kernel with so many iterations.
    Iterations(i64),
}

/// Memory of at least so many bytes is allocated before a region is entered, so that the region can still run on the host.
const RESERVED: u64 = 1 << 20;

/// A target region in progress.
#[derive(Default)]
pub struct Region {
    /// Bases of what it has mapped.
    own: Vec<u64>,
    /// Bases of all that its maps name, present before or not.
    listed: Vec<u64>,
    /// It has launched something.
    launched: bool,
}

/// What target regions that run on the host have of an entry.
pub(super) struct Lent {
    /// Regions that use it now.
    regions: usize,
    /// The host's own value, which it gets back after the last of them.
    own: Vec<u8>,
    /// One of them may change it.
    changes: bool,
}

/// What one target region on the host has borrowed.
#[derive(Default)]
pub struct Borrowed {
    /// Bases of entries.
    bases: Vec<u64>,
    /// Sections that the region copies to the host at its end (`always`).
    results: Vec<Section>,
    /// What the host does in place of a region on the device that goes on afterwards: the region and its place.
    pub aside: Option<(Region, (*const c_char, i32))>,
}

/// What is to be looked at after a launch.
struct Pending {
    /// The entry.
    base: u64,
    /// The kernel and its region.
    what: String,
    /// The device's bytes before, where the kernel may write them.
    before: Option<Vec<u8>>,
}

/// One device in use.
pub struct Env {
    pub(super) machine: Box<dyn Machine>,
    pub(super) table: Table<Memory>,
    launcher: Launcher,
    /// Entries whose values are on the host, by base, see [`Env::lend`].
    pub(super) lent: FxHashMap<u64, Lent>,
    /// Regions in progress, by the thread that runs them.
    pub(super) regions: FxHashMap<ThreadId, Region>,
    /// Directives in progress.
    pub(super) directives: FxHashMap<ThreadId, Directive>,
    /// Static variables that are here, by where they begin.
    residents: FxHashSet<u64>,
    /// Memory for what the region is going to map, with the sizes asked for.
    pub(super) reserved: Vec<(u64, Memory)>,
    /// What a region that can be undone has overwritten: bases and copies.
    pub(super) saved: Vec<(u64, Memory)>,
    /// Keys of the region's own temporary arrays.
    temporaries: Vec<u64>,
    /// What is checked of the program's maps.
    checks: Option<Checks>,
}

fn shown(name: &str) -> &str {
    if name.is_empty() { "(unnamed)" } else { name }
}

impl Env {
    /// Opens the device of that number.
    pub fn open(info: AdapterInfo, adapter: &Adapter, number: usize) -> Result<Env, String> {
        let machine: Box<dyn Machine> = match adapter {
            Adapter::Wgpu(adapter) => Box::new(Driven::open(info, adapter)?),
            Adapter::Shadow => Box::new(Shadow::open(info)),
        };
        let checks = matches!(adapter, Adapter::Shadow) && check::wanted();
        Ok(Env {
            machine,
            checks: checks.then(Checks::new),
            table: Table::of_device(number),
            launcher: Launcher::default(),
            lent: FxHashMap::default(),
            regions: FxHashMap::default(),
            directives: FxHashMap::default(),
            residents: FxHashSet::default(),
            reserved: Vec::new(),
            saved: Vec::new(),
            temporaries: Vec::new(),
        })
    }

    /// Sends SPIR-V through wgpu's own front end and validation, as on Metal and DX12.
    #[cfg(test)]
    pub fn without_passthrough(&mut self) {
        self.machine.without_passthrough();
    }

    /// Makes sure that there is room for what the next region is going to map and allocate. If not, nothing has changed.
    pub fn reserve(&mut self, list: &[Expected]) -> Result<(), String> {
        let mut seen: Vec<Range<u64>> = Vec::new();
        for one in list {
            let size = match one {
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
                Expected::Iterations(n) => {
                    if u64::try_from(*n).is_ok_and(|n| n > MOST_INDICES) {
                        self.give_up_reserved();
                        return Err(format!(
                            "a loop has {n} iterations, more than the 32-bit indices of kernels count"
                        ));
                    }
                    continue;
                }
            };
            if size >= RESERVED {
                match self.machine.take(size) {
                    Ok(memory) => self.reserved.push((size, memory)),
                    Err(e) => {
                        self.give_up_reserved();
                        return Err(e);
                    }
                }
            }
        }
        Ok(())
    }

    fn give_up_reserved(&mut self) {
        for (_, memory) in std::mem::take(&mut self.reserved) {
            self.release(memory);
        }
    }

    /// Device memory: what was reserved, or new.
    fn take(&mut self, size: u64) -> Result<Memory, String> {
        match self.reserved.iter().position(|r| r.0 == size) {
            Some(i) => Ok(self.reserved.swap_remove(i).1),
            None => self.machine.take(size),
        }
    }

    /// A region begins.
    pub fn enter(&mut self) {
        self.regions.insert(current().id(), Region::default());
        if self.regions.len() > 1 {
            self.unguard();
        }
    }

    /// The region just entered keeps what it overwrites, so that it can be undone: loops of its kernels may be longer than
    /// this device runs them. Not where regions run side by side.
    pub fn guard(&mut self) {
        self.machine.undo_mut().guard = self.regions.len() == 1 && looplimit::concerns(&self.machine.info().name);
    }

    /// The host does the next statements of the region of this thread.
    pub fn stand_aside(&mut self, place: (*const c_char, i32)) -> Borrowed {
        let region = self.regions.remove(&current().id()).unwrap_or_default();
        Borrowed { aside: Some((region, place)), ..Borrowed::default() }
    }

    /// The region of this thread goes on.
    pub fn go_on(&mut self, region: Region) {
        self.regions.insert(current().id(), region);
    }

    fn region(&mut self) -> Option<&mut Region> {
        self.regions.get_mut(&current().id())
    }

    /// The region of this thread has mapped what lies at `base`.
    fn is_own(&self, base: u64) -> bool {
        self.regions.get(&current().id()).is_some_and(|r| r.own.contains(&base))
    }

    fn unguard(&mut self) {
        self.machine.undo_mut().guard = false;
        self.temporaries.clear();
        for (_, memory) in std::mem::take(&mut self.saved) {
            self.release(memory);
        }
    }

    /// Keeps the contents of an entry that was there before the region. False where it cannot be undone.
    fn save(&mut self, base: u64) -> Result<bool, String> {
        let known = self.is_own(base) || self.temporaries.contains(&base);
        if known || self.saved.iter().any(|s| s.0 == base) {
            return Ok(true);
        }
        let Some(entry) = self.table.at(base).filter(|e| e.count.is_some()) else { return Ok(false) };
        let memory = entry.memory.clone();
        let bytes = (entry.lead + entry.len).next_multiple_of(4);
        let Ok(copy) = self.take(bytes.max(16)) else { return Ok(false) };
        trace(|| format!("keep {bytes} bytes"));
        self.machine.copy(&memory, 0, &copy, 0, bytes)?;
        self.saved.push((base, copy));
        Ok(true)
    }

    /// Puts back what the region has overwritten.
    fn undo(&mut self) -> Result<(), String> {
        for i in 0..self.saved.len() {
            let (base, copy) = (self.saved[i].0, self.saved[i].1.clone());
            if let Some(entry) = self.table.at(base) {
                let (memory, bytes) = (entry.memory.clone(), (entry.lead + entry.len).next_multiple_of(4));
                self.machine.copy(&copy, 0, &memory, 0, bytes)?;
            }
        }
        self.machine.finish()
    }

    /// A target region on the host uses a variable: where the device has it, the host gets the device's value until the
    /// region ends, see [`Env::take_back`].
    pub fn lend(&mut self, item: &Item<'_>, to: &mut Borrowed) -> Result<(), String> {
        self.lend_item(item, to)?;
        self.machine.finish()
    }

    fn lend_item(&mut self, item: &Item<'_>, to: &mut Borrowed) -> Result<(), String> {
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
            if how & map::ALWAYS != 0 && how & map::TO != 0 {
                self.upload(section)?;
            }
            self.lend_entry(base, how & map::FROM != 0, to)?;
            if how & map::ALWAYS != 0 && how & map::FROM != 0 {
                to.results.push(*section);
            }
        }
        for part in item.parts() {
            self.lend_item(&part, to)?;
        }
        Ok(())
    }

    /// The same for everything that stands for host memory.
    pub fn lend_all(&mut self, to: &mut Borrowed) -> Result<(), String> {
        self.settle(&(0..FIRST_KEY))?;
        for base in self.table.of_host() {
            self.lend_entry(base, true, to)?;
        }
        self.machine.finish()
    }

    fn lend_entry(&mut self, base: u64, changes: bool, to: &mut Borrowed) -> Result<(), String> {
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
            return Ok(());
        }
        trace(|| format!("lend {}: {} bytes", shown(&entry.name), section.bytes()));
        let mut own = Vec::with_capacity(section.bytes() as usize);
        entry.values(&section, &mut |r| {
            // SAFETY: host memory that is mapped belongs to the program while it is.
            own.extend_from_slice(unsafe {
                std::slice::from_raw_parts(r.start as *const u8, (r.end - r.start) as usize)
            });
        });
        self.lent.insert(base, Lent { regions: 1, own, changes });
        self.download(&section)
    }

    /// The region on the host is over: the device gets what it borrowed, and the host its own values back.
    pub fn take_back(&mut self, borrowed: &Borrowed) -> Result<(), String> {
        for base in &borrowed.bases {
            let Some(lent) = self.lent.get_mut(base) else { continue };
            lent.regions -= 1;
            if lent.regions != 0 {
                continue;
            }
            let Some(Lent { own, changes, .. }) = self.lent.remove(base) else { continue };
            // What is not there any more belongs to the host.
            let Some(entry) = self.table.at(*base) else { continue };
            let section = entry.elements();
            trace(|| format!("take back {}", shown(&entry.name)));
            if changes {
                self.upload(&section)?;
            }
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
        for section in &borrowed.results {
            self.download(section)?;
        }
        self.machine.finish()
    }

    /// A region ends: what the host is to see of it is there when this returns. Gives the reason where it was undone.
    pub fn leave(&mut self) -> Result<Option<String>, String> {
        self.regions.remove(&current().id());
        self.give_up_reserved();
        let mut result = self.machine.end_region();
        let cut = self.machine.undo_mut().cut.take();
        if cut.is_some() {
            // The region was left in the middle.
            for key in std::mem::take(&mut self.temporaries) {
                self.free(key);
            }
        }
        if cut.is_some() && result.is_ok() {
            result = self.undo();
        }
        self.unguard();
        result.map(|()| cut)
    }

    /// Waits for the regions that the host has not waited for.
    pub fn catch_up(&mut self) -> Result<(), String> {
        self.machine.catch_up()
    }

    fn release(&mut self, memory: Memory) {
        self.machine.give(memory);
    }

    /// Copies elements of `section`, which lies inside the entry at `base`, to the device, and no
    /// other bytes.
    fn upload(&mut self, section: &Section) -> Result<(), String> {
        let Some(range) = section.bounds() else { return Ok(()) };
        if self.machine.is_coming(range.start, range.end) {
            self.machine.finish()?;
        }
        let Some(entry) = self.table.get(&range) else { return Ok(()) };
        if let Some(checks) = &mut self.checks {
            // SAFETY: the program says that it owns these addresses.
            checks.sent(entry.base, unsafe { whole(entry, section) });
        }
        let (memory, at) = (entry.memory.clone(), entry.offset(range.start));
        let words = |a: u64, n: u64| a.is_multiple_of(4) && n.is_multiple_of(4);
        let mut runs = 0u64;
        let mut aligned = true;
        section.runs(|address, n| {
            runs += 1;
            aligned &= words(at + address - range.start, n);
        });
        if aligned && runs <= 4096 {
            let mut list = Vec::with_capacity(runs as usize);
            section.runs(|address, n| {
                // SAFETY: the program says that it owns these addresses.
                list.push((at + address - range.start, unsafe {
                    std::slice::from_raw_parts(address as *const u8, n as usize)
                }));
            });
            return self.machine.upload_runs(&memory, &list);
        }
        // Bytes between the elements must stay as they are on the device.
        let (low, high) = (at / 4 * 4, (at + range.end - range.start).next_multiple_of(4));
        let mut image = vec![0u8; (high - low) as usize];
        self.machine.read(&memory, low, &mut image)?;
        section.runs(|address, n| {
            let to = (at - low + address - range.start) as usize;
            // SAFETY: as above.
            let bytes = unsafe { std::slice::from_raw_parts(address as *const u8, n as usize) };
            image[to..to + n as usize].copy_from_slice(bytes);
        });
        self.machine.upload(&memory, low, &image)
    }

    /// Copies elements of `section` to the host.
    fn download(&mut self, section: &Section) -> Result<(), String> {
        let Some(range) = section.bounds() else { return Ok(()) };
        let Some(entry) = self.table.get(&range) else { return Ok(()) };
        let (memory, at, addresses) = (entry.memory.clone(), entry.offset(range.start), entry.addresses.clone());
        self.machine.download(&memory, at, section, addresses.as_ref())?;
        if let (Some(checks), Some(entry)) = (&mut self.checks, self.table.get(&range)) {
            // SAFETY: the program says that it owns these addresses.
            checks.fetched(entry.base, unsafe { whole(entry, section) });
        }
        Ok(())
    }

    /// Tells the checks of something.
    fn note(&mut self, f: impl FnOnce(&mut Checks)) {
        if let Some(checks) = &mut self.checks {
            f(checks);
        }
    }

    /// A variable that this map copies to the device only leaves it: what kernels have stored there is lost.
    fn check_lost(&mut self, base: u64) {
        let Some(checks) = &mut self.checks else { return };
        let Some(entry) = self.table.at(base).filter(|_| checks.writer(base).is_some()) else { return };
        let section = entry.elements();
        let mut differs = false;
        entry.values(&section, &mut |r| {
            let mut here = vec![0u8; (r.end - r.start) as usize];
            // SAFETY: host memory that is mapped belongs to the program while it is.
            let own = unsafe { std::slice::from_raw_parts(r.start as *const u8, here.len()) };
            let read = self.machine.read(&entry.memory, entry.offset(r.start), &mut here);
            differs |= read.is_ok() && own != here;
        });
        if differs {
            checks.lost(base, shown(&entry.name));
        }
    }

    /// Checks the order of an update.
    fn check_update(&mut self, range: &Range<u64>, how: i32) {
        if let (Some(checks), Some(entry)) = (&mut self.checks, self.table.get(range)) {
            let place = super::place_of_task();
            let what = place.map_or("an update".into(), |p| format!("the update at {}:{}", p.file, p.line));
            let (start, end) = ((range.start - entry.base) as usize, (range.end - entry.base) as usize);
            let touch = match how & map::TO {
                0 => Touch::Read,
                _ => Touch::Changed {
                    runs: std::iter::once(start..end).collect(),
                    all: end - start == entry.len as usize,
                },
            };
            checks.order(entry.base, shown(&entry.name), &what, touch, &node());
        }
    }

    /// The device's bytes of an entry.
    fn contents(&mut self, base: u64) -> Vec<u8> {
        let Some(entry) = self.table.at(base) else { return Vec::new() };
        let mut bytes = vec![0; entry.len as usize];
        let read = self.machine.read(&entry.memory, entry.lead, &mut bytes);
        if read.is_ok() { bytes } else { Vec::new() }
    }

    /// Checks what a kernel is about to use.
    ///
    /// # Safety
    /// As [`Launcher::launch`].
    unsafe fn check_launch(
        &mut self,
        kernel: *const u8,
        args: *const *const u8,
        listed: &[u64],
    ) -> Result<Vec<Pending>, String> {
        let Some(checks) = &mut self.checks else { return Ok(Vec::new()) };
        // SAFETY: the caller's promise.
        let (kernel, uses) = unsafe { self.launcher.uses(&*self.machine, &self.table, kernel, args, listed)? };
        let name = format!("kernel {} of {}", kernel.name, super::place());
        let atomic = check::has_atomics(&kernel);
        for u in &uses {
            let Some(entry) = self.table.at(u.base) else { continue };
            let comparable = entry.addresses.is_none() && !self.lent.contains_key(&u.base) && !super::in_task();
            if u.one && comparable {
                // SAFETY: host memory that is mapped belongs to the program while it is.
                let host = unsafe { whole(entry, &entry.elements()) };
                checks.launch(u.base, shown(&entry.name), &name, u.access, host.unwrap_or_default());
            } else {
                checks.doubt(u.base);
            }
        }
        let mut pending = Vec::new();
        for u in uses.iter().filter(|u| u.one && !atomic) {
            let before = if u.access.writes { Some(self.contents(u.base)) } else { None };
            pending.push(Pending { base: u.base, what: name.clone(), before });
        }
        Ok(pending)
    }

    /// Checks the order of what a kernel has done.
    fn check_order(&mut self, pending: Vec<Pending>) {
        for Pending { base, what, before } in pending {
            let touch = match before {
                None => Touch::Read,
                Some(before) => {
                    let elem =
                        self.table.at(base).map_or(1, |e| if e.section.is_contiguous() { e.section.elem } else { 1 });
                    Touch::between(&before, &self.contents(base), elem as usize)
                }
            };
            if let (Some(checks), Some(entry)) = (&mut self.checks, self.table.at(base)) {
                checks.order(base, shown(&entry.name), &what, touch, &node());
            }
        }
    }

    /// Gives the device the static variables of a range that it has from the start and that nothing referred to so far.
    fn settle(&mut self, range: &Range<u64>) -> Result<(), String> {
        for r in resident::touching(range) {
            if self.residents.contains(&r.range.start) {
                continue;
            }
            let (bytes, size) = (r.range.end - r.range.start, device_bytes(&r.range));
            if size > self.machine.limit() {
                return Err(self.too_big(&r.name, size));
            }
            trace(|| format!("settle {}: {bytes} bytes", shown(&r.name)));
            let memory = self.take(size).map_err(|e| format!("'{}': {e}", shown(&r.name)))?;
            self.residents.insert(r.range.start);
            self.note(|checks| checks.sent(r.range.start, None));
            let section = Section::new(r.range.start, bytes, &[]);
            self.table.insert(&section, &r.range, &r.name, memory.clone());
            let Some(entry) = self.table.at_mut(r.range.start) else { continue };
            entry.count = Some(FOREVER);
            let count = (bytes / r.elem.max(1)) as i64;
            let elements = Section::new(r.range.start, r.elem, &[(count, r.elem as i64)]);
            // SAFETY: registered with the type of its elements.
            entry.addresses = unsafe { Addresses::of(&elements, r.ty) }.map(Arc::new);
            let at = entry.offset(r.range.start);
            match &r.first {
                Some(first) => self.machine.upload(&memory, at, first)?,
                None => self.machine.upload(&memory, at, &vec![0; bytes as usize])?,
            }
        }
        Ok(())
    }

    /// Host memory is freed: it stands for nothing here any more.
    pub fn forget(&mut self, range: &Range<u64>) -> Result<(), String> {
        for base in self.table.overlapping(range) {
            let Some(entry) = self.table.at(base).filter(|e| e.count != Some(FOREVER)) else { continue };
            trace(|| format!("forget {}: {} bytes", shown(&entry.name), entry.len));
            if self.machine.is_coming(entry.base, entry.base + entry.len) {
                self.machine.finish()?;
            }
            self.lent.remove(&base);
            self.note(|checks| checks.freed(base));
            if let Some(entry) = self.table.remove(base)
                && entry.count.is_some()
            {
                self.release(entry.memory);
            }
        }
        Ok(())
    }

    /// Enters an item into the data environment.
    pub fn map(&mut self, item: &Item<'_>) -> Result<(), Failure> {
        let result = self.map_item(item, false);
        if item.how & map::MORE == 0 || result.is_err() {
            self.mapped().map_err(Failure::Other)?;
        }
        result
    }

    fn map_item(&mut self, item: &Item<'_>, is_part: bool) -> Result<(), Failure> {
        let Item { section, ty, how, name } = *item;
        let Some(range) = section.bounds() else { return Ok(()) };
        self.settle(&range).map_err(Failure::NoRoom)?;
        let mapping = self.region().is_some_and(|r| !r.launched);
        if matches!(self.table.find(&range), Found::Partly(_)) {
            if is_part {
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
            self.map_item(&part, true)?;
        }
        Ok(())
    }

    /// Keeps which bytes of an entry are addresses, where that was not known.
    fn note_addresses(&mut self, section: &Section, range: &Range<u64>, ty: Ty) {
        if !ty.is_null()
            && let Found::Inside(entry) = self.table.find(range)
            && entry.addresses.is_none()
        {
            // SAFETY: compiled code passes the type of the elements.
            entry.addresses = unsafe { Addresses::of(section, ty) }.map(Arc::new);
        }
    }

    /// The directive of this thread is complete.
    pub fn mapped(&mut self) -> Result<(), String> {
        let Some(directive) = self.directives.remove(&current().id()) else { return Ok(()) };
        for base in directive.left {
            if self.table.at(base).is_some_and(|e| e.count == Some(0))
                && let Some(entry) = self.table.remove(base)
            {
                self.note(|checks| checks.end(base));
                self.release(entry.memory);
            }
        }
        if directive.copied && self.region().is_none() { self.machine.finish() } else { Ok(()) }
    }

    fn directive(&mut self) -> &mut Directive {
        self.directives.entry(current().id()).or_default()
    }

    /// Enters a part of a section: all of it, or what was mapped before.
    fn map_part(
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
                let copies = how & map::TO != 0 && (how & map::ALWAYS != 0 || empty == Some(true));
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
                    self.note(|checks| checks.sent(range.start, whole));
                }
                Ok(())
            }
        }
    }

    /// A region uses variables that overlap in part, as pointers to sections of one array do: makes one entry of
    /// them and `range`. False where one of them was mapped before the region, which the program must not extend.
    fn join(&mut self, range: &Range<u64>, name: &str) -> Result<bool, String> {
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
    fn parts(&self, range: &Range<u64>, how: i32, endless: bool) -> Vec<Range<u64>> {
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

    fn temporary_too_big(&self, bytes: u64) -> String {
        let (name, limit) = (&self.machine.info().name, self.machine.limit());
        format!("a temporary array needs {bytes} bytes, but {name} allows at most {limit} bytes for one array")
    }

    fn too_big(&self, name: &str, size: u64) -> String {
        let (device, limit) = (&self.machine.info().name, self.machine.limit());
        format!(
            "'{}' needs {size} bytes on the device, but {device} allows at most {limit} bytes for one array",
            shown(name)
        )
    }

    /// Takes an item out of the data environment. What is copied to the host is there at the end of the
    /// region, or, outside of regions, of the directive.
    pub fn unmap(&mut self, item: &Item<'_>) -> Result<(), String> {
        let result = self.unmap_item(item, false);
        if item.how & map::MORE == 0 || result.is_err() {
            self.mapped()?;
        }
        result
    }

    fn unmap_item(&mut self, item: &Item<'_>, is_part: bool) -> Result<(), String> {
        let Item { section, ty, how, name } = *item;
        let Some(range) = section.bounds() else { return Ok(()) };
        self.settle(&range)?;
        if is_part && matches!(self.table.find(&range), Found::Partly(_)) {
            return Ok(());
        }
        // First the components: they are found through the object.
        for part in item.parts() {
            self.unmap_item(&part, true)?;
        }
        for part in self.parts(&range, how, section.is_endless()) {
            self.note_addresses(&section, &part, ty);
            self.unmap_part(&section, &part, how, name)?;
        }
        Ok(())
    }

    /// Takes a part of a section out. What is counted for the last time goes with the end of the directive.
    fn unmap_part(&mut self, section: &Section, range: &Range<u64>, how: i32, name: &str) -> Result<(), String> {
        let directive = self.directives.entry(current().id()).or_default();
        let count = match self.table.find(range) {
            Found::Absent => return Ok(()),
            Found::Partly(entry) => return Err(partly(name, range, entry)),
            Found::Inside(entry) => {
                let Some(before) = entry.count else { return Ok(()) };
                if directive.left.insert(entry.base) || how & map::DELETE != 0 && before != 0 {
                    entry.count_down(how & map::DELETE != 0);
                }
                entry.count
            }
        };
        let copies =
            how & map::FROM != 0 && (count == Some(0) || how & map::ALWAYS != 0) && self.machine.undo().cut.is_none();
        directive.copied |= copies;
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
        if copies { self.download(section) } else { Ok(()) }
    }

    /// Copies an item that is present; does nothing for one that is not.
    pub fn update(&mut self, item: &Item<'_>) -> Result<(), String> {
        self.update_item(item, false)?;
        if item.how & map::FROM != 0 { self.machine.finish() } else { Ok(()) }
    }

    fn update_item(&mut self, item: &Item<'_>, is_part: bool) -> Result<(), String> {
        let Item { section, ty, how, name } = *item;
        let Some(range) = section.bounds() else { return Ok(()) };
        self.settle(&range)?;
        match self.table.find(&range) {
            Found::Absent if how & map::PRESENT != 0 && !is_part => return Err(not_present(name)),
            Found::Absent => trace(|| format!("update {}: not present", shown(name))),
            Found::Partly(_) if is_part => {}
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
            self.update_item(&part, true)?;
        }
        Ok(())
    }

    /// Device memory with a key.
    pub fn alloc(&mut self, bytes: u64) -> Result<u64, String> {
        if bytes > self.machine.limit() {
            return Err(self.temporary_too_big(bytes));
        }
        trace(|| format!("alloc {bytes} bytes"));
        let memory = self.take(bytes.max(16))?;
        let key = self.table.insert_key(bytes, memory);
        self.note(|checks| checks.begin(key, false));
        Ok(key)
    }

    /// The same, for a temporary array of the region in progress.
    pub fn alloc_temporary(&mut self, bytes: u64) -> Result<u64, String> {
        let key = self.alloc(bytes)?;
        if let Some(entry) = self.table.at_mut(key) {
            entry.of_region = true;
        }
        if self.machine.undo().guard {
            self.temporaries.push(key);
        }
        Ok(key)
    }

    /// Frees it. False if there is no such key.
    pub fn free(&mut self, key: u64) -> bool {
        if key < FIRST_KEY || self.table.at(key).is_none_or(|e| e.count.is_some()) {
            return false;
        }
        trace(|| "free".into());
        if let Some(entry) = self.table.remove(key) {
            self.note(|checks| checks.freed(key));
            self.release(entry.memory);
        }
        true
    }

    /// Whether every byte of a range is here.
    pub fn holds(&mut self, start: u64, bytes: u64) -> bool {
        let range = start..start + bytes.max(1);
        // Where there is no room for it, it is not here.
        let _ = self.settle(&range);
        self.table.get(&range).is_some()
    }

    /// Makes a range of host memory, which is absent, stand for allocated device memory. False if that cannot be.
    pub fn associate(&mut self, host: Range<u64>, device: Range<u64>) -> bool {
        let Some(entry) = self.table.get(&device).filter(|e| e.count.is_none()) else { return false };
        let (memory, lead, key) = (entry.memory.clone(), entry.offset(device.start), entry.base);
        // Elements of 8 bytes at most must lie as on the host.
        if !matches!(self.table.find(&host), Found::Absent) || !(lead ^ host.start).is_multiple_of(8) {
            return false;
        }
        self.table.associate(&host, memory, lead);
        self.note(|checks| checks.doubt(key));
        true
    }

    /// Ends that. False for memory that is not associated.
    pub fn disassociate(&mut self, host: u64) -> bool {
        let associated = host < FIRST_KEY && self.table.at(host).is_some_and(|e| e.count.is_none());
        if associated {
            self.table.remove(host);
        }
        associated
    }

    /// Reads device memory now.
    ///
    /// # Safety
    /// `bytes` bytes can be written at `to`.
    pub unsafe fn read(&mut self, to: *mut u8, from: u64, bytes: u64) -> Result<(), String> {
        let entry = self.table.get(&(from..from + bytes)).ok_or_else(|| absent(from, bytes))?;
        let (memory, at) = (entry.memory.clone(), entry.offset(from));
        trace(|| format!("read {bytes} bytes"));
        // SAFETY: the caller's promise.
        let into = unsafe { std::slice::from_raw_parts_mut(to, bytes as usize) };
        if self.machine.undo().cut.is_none() {
            self.machine.read(&memory, at, into)?;
        }
        if self.machine.undo().cut.is_some() {
            into.fill(0);
        }
        Ok(())
    }

    /// Whether the region in progress is not going to be undone.
    pub fn going(&self) -> bool {
        self.machine.undo().cut.is_none()
    }

    /// Writes device memory.
    pub fn write(&mut self, to: u64, data: &[u8]) -> Result<(), String> {
        let bytes = data.len() as u64;
        let entry = self.table.get(&(to..to + bytes)).ok_or_else(|| absent(to, bytes))?;
        let (memory, at, base) = (entry.memory.clone(), entry.offset(to), entry.base);
        self.note(|checks| checks.doubt(base));
        if at.is_multiple_of(4) && bytes.is_multiple_of(4) {
            return self.machine.upload(&memory, at, data);
        }
        let (low, high) = (at / 4 * 4, (at + bytes).next_multiple_of(4));
        let mut image = vec![0u8; (high - low) as usize];
        self.machine.read(&memory, low, &mut image)?;
        image[(at - low) as usize..][..data.len()].copy_from_slice(data);
        self.machine.upload(&memory, low, &image)
    }

    /// Queues a copy between contiguous sections of equal size.
    pub fn copy(&mut self, to: &Section, from: &Section) -> Result<(), String> {
        let (Some(source), Some(target)) = (from.bounds(), to.bounds()) else { return Ok(()) };
        if self.machine.undo().cut.is_some() {
            return Ok(());
        }
        let bytes = from.bytes();
        if !from.is_contiguous() || !to.is_contiguous() || bytes != to.bytes() {
            return Err("a device copy is between contiguous arrays of equal size".into());
        }
        let a = self.table.get(&source).ok_or_else(|| absent(source.start, bytes))?;
        let b = self.table.get(&target).ok_or_else(|| absent(target.start, bytes))?;
        let base = b.base;
        let (a, a_at) = (a.memory.clone(), a.offset(source.start));
        let (b, b_at) = (b.memory.clone(), b.offset(target.start));
        if self.machine.undo().guard && !self.save(base)? {
            self.unguard();
        }
        trace(|| format!("copy {bytes} bytes on the device"));
        self.note(|checks| checks.doubt(base));
        if (a_at | b_at | bytes).is_multiple_of(4) {
            return self.machine.copy(&a, a_at, &b, b_at, bytes);
        }
        let mut data = vec![0u8; bytes as usize];
        self.machine.read(&a, a_at, &mut data)?;
        self.write(target.start, &data)
    }

    /// Queues a kernel.
    ///
    /// # Safety
    /// As [`Launcher::launch`].
    pub unsafe fn launch(
        &mut self,
        kernel: *const u8,
        code: *const c_void,
        args: *const *const u8,
    ) -> Result<(), String> {
        if let Some(r) = self.region() {
            r.launched = true;
        }
        if self.machine.undo().cut.is_some() {
            return Ok(());
        }
        let listed = self.region().map(|r| r.listed.clone()).unwrap_or_default();
        if self.machine.undo().guard {
            // SAFETY: the caller's promise.
            for base in unsafe { self.launcher.targets(&*self.machine, &self.table, kernel, args, &listed)? } {
                if !self.save(base)? {
                    self.unguard();
                    break;
                }
            }
        }
        // SAFETY: the caller's promise.
        let pending = unsafe { self.check_launch(kernel, args, &listed)? };
        // SAFETY: the caller's promise.
        unsafe { self.launcher.launch(&mut *self.machine, &self.table, kernel, code, args, &listed)? };
        self.check_order(pending);
        Ok(())
    }
}

/// The host's bytes of an entry, where a section is all of it and nothing lies between its elements; else `None`.
///
/// # Safety
/// Host memory of the entry belongs to the program.
unsafe fn whole<'a>(entry: &Entry<Memory>, section: &Section) -> Option<&'a [u8]> {
    let all = section.bounds() == Some(entry.base..entry.base + entry.len);
    let host = all && entry.base < FIRST_KEY && section.is_contiguous();
    // SAFETY: the caller's promise.
    host.then(|| unsafe { std::slice::from_raw_parts(entry.base as *const u8, entry.len as usize) })
}

fn absent(start: u64, bytes: u64) -> String {
    format!("{bytes} bytes at {start:#x} are not on the device")
}

fn not_present(name: &str) -> String {
    format!("'{}' is not present on the device, as its map clause says it is", shown(name))
}

fn partly(name: &str, range: &Range<u64>, entry: &Entry<Memory>) -> String {
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
