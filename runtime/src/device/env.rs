//! The data environment of one device: what lies there, regions in progress, and transfers. Maps are in [`super::mapping`].

use super::audit::{Found as Seen, Pending};
use super::check::{self, Checks};
use super::gather::Gathered;
use super::launch::Launcher;
use super::lending::Lent;
use super::looplimit;
use super::machine::{Machine, Rest, Work};
use super::mapping::Directive;
use super::memory::Memory;
use super::object::{self, Addresses, Ty};
use super::pipelines::Driven;
use super::resident;
use super::section::Section;
use super::select::{Adapter, AdapterInfo};
use super::shadow::Shadow;
use super::table::{Entry, FIRST_KEY, FOREVER, Found, Table, device_bytes};
use super::trace;
use crate::omp::icv::{Offload, settings};
use ferrotran_abi::map;
use rustc_hash::{FxHashMap, FxHashSet};
use std::ffi::c_void;
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
    pub(super) fn parts(&self) -> Vec<Item<'n>> {
        if self.how & map::DEEP == 0 || self.section.is_endless() {
            return Vec::new();
        }
        // SAFETY: compiled code passes the type of the elements, and the host's objects are well formed.
        let parts = unsafe { object::components(&self.section, self.ty, self.name) };
        let how = self.how | map::MEMBER;
        parts.into_iter().map(|(section, ty, name)| Item { section, ty, how, name }).collect()
    }
}

/// A target region in progress.
#[derive(Default)]
pub struct Region {
    /// Bases of what it has mapped.
    pub(super) own: Vec<u64>,
    /// Bases of all that its maps name, present before or not.
    pub(super) listed: Vec<u64>,
    /// It has launched something.
    pub(super) launched: bool,
}

/// One device in use.
pub struct Env {
    pub(super) machine: Box<dyn Machine>,
    pub(super) table: Table<Memory>,
    pub(super) launcher: Launcher,
    /// Entries whose values are on the host, by base, see [`Env::lend`].
    pub(super) lent: FxHashMap<u64, Lent>,
    /// Regions in progress, by the thread that runs them.
    pub(super) regions: FxHashMap<ThreadId, Region>,
    /// Directives in progress.
    pub(super) directives: FxHashMap<ThreadId, Directive>,
    /// Static variables that are here, by where they begin.
    pub(super) residents: FxHashSet<u64>,
    /// Memory for what the region is going to map, with the sizes asked for.
    pub(super) reserved: Vec<(u64, Memory)>,
    /// What a region that can be undone has overwritten: bases and copies.
    pub(super) saved: Vec<(u64, Memory)>,
    /// Keys of the region's own temporary arrays.
    pub(super) temporaries: Vec<u64>,
    /// Components that were brought together, by key.
    pub(super) gathered: FxHashMap<u64, Gathered>,
    /// What is checked of the program's maps.
    pub(super) checks: Option<Checks>,
}

pub(super) fn shown(name: &str) -> &str {
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
            gathered: FxHashMap::default(),
        })
    }

    /// Sends SPIR-V through wgpu's own front end and validation, as on Metal and DX12.
    #[cfg(test)]
    pub fn without_passthrough(&mut self) {
        self.machine.without_passthrough();
    }

    /// Nothing is there that it could lend.
    pub fn is_empty(&self) -> bool {
        self.table.is_empty() && resident::everything().is_empty()
    }

    /// A region begins.
    pub fn enter(&mut self) {
        self.regions.insert(current().id(), Region::default());
        if self.regions.len() > 1 {
            self.unguard();
        }
    }

    /// The region just entered keeps what it overwrites, so that it can be undone: loops of its kernels may be longer than
    /// this device runs them. Not where regions run side by side, nor where offloading is mandatory: that is an error then.
    pub fn guard(&mut self) {
        let wanted = self.regions.len() == 1 && settings().offload != Offload::Mandatory;
        self.machine.undo_mut().guard = wanted && looplimit::concerns(&self.machine.info().name);
    }

    pub(super) fn region(&mut self) -> Option<&mut Region> {
        self.regions.get_mut(&current().id())
    }

    /// The region of this thread has mapped what lies at `base`.
    pub(super) fn is_own(&self, base: u64) -> bool {
        self.regions.get(&current().id()).is_some_and(|r| r.own.contains(&base))
    }

    pub(super) fn unguard(&mut self) {
        self.machine.undo_mut().guard = false;
        self.temporaries.clear();
        for (_, memory) in std::mem::take(&mut self.saved) {
            self.release(memory);
        }
    }

    /// Keeps the contents of an entry that was there before the region. False where it cannot be undone.
    pub(super) fn save(&mut self, base: u64) -> Result<bool, String> {
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
    pub(super) fn undo(&mut self) -> Result<(), String> {
        for i in 0..self.saved.len() {
            let (base, copy) = (self.saved[i].0, self.saved[i].1.clone());
            if let Some(entry) = self.table.at(base) {
                let (memory, bytes) = (entry.memory.clone(), (entry.lead + entry.len).next_multiple_of(4));
                self.machine.copy(&copy, 0, &memory, 0, bytes)?;
            }
        }
        self.machine.finish()
    }

    /// A region ends: what the host is to see of it is there when this returns. Gives the reason where it was undone.
    #[cfg(test)]
    pub fn leave(&mut self) -> Result<Option<String>, String> {
        let (undone, rest) = self.begin_to_leave()?;
        rest.map_or(Ok(()), |rest| rest())?;
        Ok(undone)
    }

    /// A region ends. Gives the reason where it was undone, and what is left to be done before the host sees its results.
    pub fn begin_to_leave(&mut self) -> Result<(Option<String>, Option<Rest>), String> {
        self.regions.remove(&current().id());
        self.give_up_reserved();
        let ended = self.machine.end_region();
        let cut = self.machine.undo_mut().cut.take();
        if cut.is_some() {
            // The region was left in the middle.
            for key in std::mem::take(&mut self.temporaries) {
                self.free(key);
            }
        }
        let undone = if cut.is_some() && ended.is_ok() { self.undo() } else { Ok(()) };
        self.unguard();
        let rest = ended?;
        undone?;
        Ok((cut, rest))
    }

    /// Waits for the regions that the host has not waited for.
    pub fn catch_up(&mut self) -> Result<(), String> {
        self.machine.catch_up()
    }

    pub(super) fn release(&mut self, memory: Memory) {
        self.machine.give(memory);
    }

    /// Copies elements of `section`, which lies inside the entry at `base`, to the device, and no
    /// other bytes.
    pub(super) fn upload(&mut self, section: &Section) -> Result<(), String> {
        let Some(range) = section.bounds() else { return Ok(()) };
        if self.machine.is_coming(range.start, range.end) {
            self.machine.finish()?;
        }
        let Some(entry) = self.table.get(&range) else { return Ok(()) };
        let base = entry.base;
        // SAFETY: nothing is read.
        if unsafe { whole(entry, section) }.is_some() {
            self.check_overwritten(base);
        }
        let Some(entry) = self.table.get(&range) else { return Ok(()) };
        if let Some(checks) = &mut self.checks {
            // SAFETY: the program says that it owns these addresses.
            checks.sent(entry.base, &runs_in(entry, section), unsafe { whole(entry, section) });
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
    pub(super) fn download(&mut self, section: &Section) -> Result<(), String> {
        let Some(range) = section.bounds() else { return Ok(()) };
        let Some(entry) = self.table.get(&range) else { return Ok(()) };
        let (memory, at, addresses) = (entry.memory.clone(), entry.offset(range.start), entry.addresses.clone());
        self.machine.download(&memory, at, section, addresses.as_ref())?;
        if let (Some(checks), Some(entry)) = (&mut self.checks, self.table.get(&range)) {
            // SAFETY: the program says that it owns these addresses.
            checks.fetched(entry.base, &runs_in(entry, section), unsafe { whole(entry, section) });
        }
        Ok(())
    }

    /// Gives the device the static variables of a range that it has from the start and that nothing referred to so far.
    pub(super) fn settle(&mut self, range: &Range<u64>) -> Result<(), String> {
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
            let first = r.first.clone().unwrap_or_else(|| vec![0; bytes as usize].into());
            self.note(|checks| checks.sent(r.range.start, &[], Some(&first)));
            let section = Section::new(r.range.start, bytes, &[]);
            self.table.insert(&section, &r.range, &r.name, memory.clone());
            let Some(entry) = self.table.at_mut(r.range.start) else { continue };
            entry.count = Some(FOREVER);
            let count = (bytes / r.elem.max(1)) as i64;
            let elements = Section::new(r.range.start, r.elem, &[(count, r.elem as i64)]);
            // SAFETY: registered with the type of its elements.
            entry.addresses = unsafe { Addresses::of(&elements, r.ty) }.map(Arc::new);
            let at = entry.offset(r.range.start);
            self.machine.upload(&memory, at, &first)?;
        }
        Ok(())
    }

    /// Host memory is freed: it stands for nothing here any more.
    pub fn forget(&mut self, range: &Range<u64>) -> Result<(), String> {
        self.note(|checks| checks.forget(range));
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

    /// Device memory with a key.
    pub fn alloc(&mut self, bytes: u64) -> Result<u64, String> {
        if bytes > self.machine.limit() {
            return Err(self.temporary_too_big(bytes));
        }
        trace(|| format!("alloc {bytes} bytes"));
        let memory = self.take(bytes.max(16)).map_err(|e| format!("a temporary array: {e}"))?;
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

    /// The address that a device knows an address by whose memory is there: its own of memory that the program has associated,
    /// the host's of all that is mapped.
    pub fn address_of(&self, address: u64) -> u64 {
        let entry = self.table.get(&(address..address + 1));
        entry.and_then(|e| Some(e.device? + (address - e.base))).unwrap_or(address)
    }

    /// Makes a range of host memory, which is absent, stand for allocated device memory. False if that cannot be.
    pub fn associate(&mut self, host: Range<u64>, device: Range<u64>) -> bool {
        let Some(entry) = self.table.get(&device).filter(|e| e.count.is_none()) else { return false };
        let (memory, lead, key) = (entry.memory.clone(), entry.offset(device.start), entry.base);
        // Elements of 8 bytes at most must lie as on the host.
        if !matches!(self.table.find(&host), Found::Absent) || !(lead ^ host.start).is_multiple_of(8) {
            return false;
        }
        self.table.associate(&host, memory, lead, device.start);
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
        self.copy_before(to, from, false)
    }

    /// The same; `free`: the rest of the last word of the target belongs to nothing.
    pub(super) fn copy_before(&mut self, to: &Section, from: &Section, free: bool) -> Result<(), String> {
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
        let free = free || target.end == b.base + b.len;
        let (a, a_at) = (a.memory.clone(), a.offset(source.start));
        let (b, b_at) = (b.memory.clone(), b.offset(target.start));
        if self.machine.undo().guard && !self.save(base)? {
            self.unguard();
        }
        trace(|| format!("copy {bytes} bytes on the device"));
        self.note(|checks| checks.doubt(base));
        // Memory of devices is whole words.
        if (a_at | b_at).is_multiple_of(4) && (free || bytes.is_multiple_of(4)) {
            return self.machine.copy(&a, a_at, &b, b_at, bytes.next_multiple_of(4));
        }
        let mut data = vec![0u8; bytes as usize];
        self.machine.read(&a, a_at, &mut data)?;
        self.write(target.start, &data)
    }

    /// Queues a kernel and runs it where that is left to the caller.
    ///
    /// # Safety
    /// As [`Launcher::launch`].
    #[cfg(test)]
    pub unsafe fn launch(
        &mut self,
        kernel: *const u8,
        code: *const c_void,
        args: *const *const u8,
    ) -> Result<(), String> {
        // SAFETY: the caller's promise.
        let found = unsafe { self.queue(kernel, code, args)? }.run()?;
        self.check_order(found);
        Ok(())
    }

    /// Queues a kernel.
    ///
    /// # Safety
    /// As [`Launcher::launch`].
    pub unsafe fn queue(
        &mut self,
        kernel: *const u8,
        code: *const c_void,
        args: *const *const u8,
    ) -> Result<Queued, String> {
        if let Some(r) = self.region() {
            r.launched = true;
        }
        if self.machine.undo().cut.is_some() {
            return Ok(Queued { work: None, pending: Vec::new() });
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
        let work = unsafe { self.launcher.launch(&mut *self.machine, &self.table, kernel, code, args, &listed)? };
        Ok(Queued { work, pending })
    }
}

/// A kernel that was queued.
pub struct Queued {
    /// What is left to the caller.
    work: Option<Work>,
    /// What is to be looked at behind it.
    pending: Vec<Pending>,
}

impl Queued {
    /// Something is left to be done.
    pub fn is_open(&self) -> bool {
        self.work.is_some() || !self.pending.is_empty()
    }

    /// Runs the kernel where the device does not. Gives what it has done, for [`Env::check_order`].
    pub fn run(self) -> Result<Vec<Seen>, String> {
        let Queued { work, pending } = self;
        let mut found = Vec::new();
        let mut over = || found = pending.iter().map(Pending::look).collect();
        match work {
            Some(work) => work(&mut over)?,
            None => over(),
        }
        Ok(found)
    }
}

/// The host's bytes of an entry, where a section is all of it and nothing lies between its elements; else `None`.
///
/// # Safety
/// Host memory of the entry belongs to the program.
pub(super) unsafe fn whole<'a>(entry: &Entry<Memory>, section: &Section) -> Option<&'a [u8]> {
    let all = section.bounds() == Some(entry.base..entry.base + entry.len);
    let host = all && entry.base < FIRST_KEY && section.is_contiguous();
    // SAFETY: the caller's promise.
    host.then(|| unsafe { std::slice::from_raw_parts(entry.base as *const u8, entry.len as usize) })
}

/// The bytes of an entry that a section covers, counted from the entry's first.
fn runs_in(entry: &Entry<Memory>, section: &Section) -> Vec<Range<usize>> {
    let mut out = Vec::new();
    section.runs(|address, n| {
        let at = address.saturating_sub(entry.base) as usize;
        out.push(at..at + n as usize);
    });
    out
}

fn absent(start: u64, bytes: u64) -> String {
    format!("{bytes} bytes at {start:#x} are not on the device")
}
