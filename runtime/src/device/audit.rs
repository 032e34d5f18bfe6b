//! What the shadow device is told of the program's maps, kernels and updates, see [`super::check`].

use super::check::{self, Checks, Touch};
use super::env::{Env, shown, whole};
use super::memory::Memory;
use crate::omp::node;
use crate::timeline::Place;
use ferrotran_abi::map;
use std::ops::Range;

/// What is to be looked at after a launch.
pub(super) struct Pending {
    /// The entry.
    base: u64,
    /// The kernel and its region.
    what: String,
    /// The device's bytes before, where the kernel may write them.
    before: Option<Vec<u8>>,
    /// Where they are.
    memory: Memory,
    lead: u64,
    /// Bytes of an element.
    elem: u64,
}

/// What a kernel has done with an entry.
pub(super) struct Found {
    base: u64,
    what: String,
    touch: Touch,
}

impl Pending {
    /// Looks at what has become of it, before another kernel changes it.
    pub(super) fn look(&self) -> Found {
        let touch = match &self.before {
            None => Touch::Read,
            Some(before) => {
                let now = self.memory.block().bytes(self.lead, before.len() as u64);
                Touch::between(before, &now.unwrap_or_default(), self.elem as usize)
            }
        };
        Found { base: self.base, what: self.what.clone(), touch }
    }
}

impl Env {
    /// Tells the checks of something.
    pub(super) fn note(&mut self, f: impl FnOnce(&mut Checks)) {
        if let Some(checks) = &mut self.checks {
            f(checks);
        }
    }

    /// A variable that this map copies to the device only leaves it: what kernels have stored there is lost.
    pub(super) fn check_lost(&mut self, base: u64) {
        if !self.unseen(base) {
            return;
        }
        let device = self.contents(base);
        if let (Some(checks), Some(entry)) = (&mut self.checks, self.table.at(base)) {
            // SAFETY: host memory that is mapped belongs to the program while it is.
            let host = unsafe { whole(entry, &entry.elements()) }.unwrap_or_default();
            checks.leaves(base, shown(&entry.name), host.to_vec(), device);
        }
    }

    /// The host's bytes are about to be copied over all of a variable.
    pub(super) fn check_overwritten(&mut self, base: u64) {
        if let Some(p) = super::reads::place_of_directive()
            && !super::in_task()
            && self.unseen(base)
            && let (Some(checks), Some(entry)) = (&mut self.checks, self.table.at(base))
        {
            let how = format!("the directive at {}:{} copies the host's values over it", p.file, p.line);
            checks.lost(base, shown(&entry.name), &how);
        }
    }

    /// The host reads memory: whether a device has newer values of it.
    pub(super) fn check_host_read(&mut self, range: &Range<u64>, place: &Place) {
        let Some(checks) = &mut self.checks else { return };
        let Some(entry) = self.table.get(range) else {
            // SAFETY: the program is about to read these bytes.
            let now =
                unsafe { std::slice::from_raw_parts(range.start as *const u8, (range.end - range.start) as usize) };
            return checks.read_after(range.start, now, &format!("{}:{}", place.file, place.line));
        };
        let n = (range.end - range.start) as usize;
        let at = (range.start - entry.base) as usize;
        let newer = checks.newer(entry.base, at..at + n).filter(|_| !self.lent.contains_key(&entry.base));
        let Some((kernel, before)) = newer else { return };
        let mut there = vec![0u8; n];
        // SAFETY: the program is about to read these bytes.
        let here = unsafe { std::slice::from_raw_parts(range.start as *const u8, n) };
        let read = self.machine.read(&entry.memory, entry.offset(range.start), &mut there);
        // What the host itself has stored since then is not old.
        if read.is_ok() && here != there && before == here {
            let (kernel, name) = (kernel.to_string(), shown(&entry.name));
            checks.read_by_host(name, &kernel, &format!("{}:{}", place.file, place.line));
        }
    }

    /// Kernels have stored values in a variable that nothing has read since, and that the host does not have.
    fn unseen(&mut self, base: u64) -> bool {
        let Some(checks) = &mut self.checks else { return false };
        let Some(entry) = self.table.at(base).filter(|_| checks.writer(base).is_some()) else { return false };
        let section = entry.elements();
        let mut differs = false;
        entry.values(&section, &mut |r| {
            let mut here = vec![0u8; (r.end - r.start) as usize];
            // SAFETY: host memory that is mapped belongs to the program while it is.
            let own = unsafe { std::slice::from_raw_parts(r.start as *const u8, here.len()) };
            let read = self.machine.read(&entry.memory, entry.offset(r.start), &mut here);
            differs |= read.is_ok() && own != here;
        });
        differs
    }

    /// Checks the order of an update.
    pub(super) fn check_update(&mut self, range: &Range<u64>, how: i32) {
        if let (Some(checks), Some(entry)) = (&mut self.checks, self.table.get(range)) {
            let place = super::place_of_task().or_else(super::reads::place_of_directive);
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
    pub(super) fn contents(&mut self, base: u64) -> Vec<u8> {
        let Some(entry) = self.table.at(base) else { return Vec::new() };
        let mut bytes = vec![0; entry.len as usize];
        let read = self.machine.read(&entry.memory, entry.lead, &mut bytes);
        if read.is_ok() { bytes } else { Vec::new() }
    }

    /// Checks what a kernel is about to use.
    ///
    /// # Safety
    /// As [`Launcher::launch`].
    pub(super) unsafe fn check_launch(
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
                checks.launch(u.base, shown(&entry.name), &name, u.access, host.unwrap_or_default(), atomic);
            } else {
                checks.doubt(u.base);
            }
        }
        let mut pending = Vec::new();
        for u in uses.iter().filter(|u| u.one && !atomic) {
            let before = if u.access.writes { Some(self.contents(u.base)) } else { None };
            let Some(entry) = self.table.at(u.base) else { continue };
            let elem = if entry.section.is_contiguous() { entry.section.elem } else { 1 };
            let (memory, lead) = (entry.memory.clone(), entry.lead);
            pending.push(Pending { base: u.base, what: name.clone(), before, memory, lead, elem });
        }
        Ok(pending)
    }

    /// Checks the order of what a kernel has done.
    pub(super) fn check_order(&mut self, found: Vec<Found>) {
        for Found { base, what, touch } in found {
            if let Touch::Changed { runs, all } = &touch {
                self.note(|checks| {
                    checks.changed(base, runs);
                    if *all {
                        checks.all_changed(base);
                    }
                });
            }
            if let (Some(checks), Some(entry)) = (&mut self.checks, self.table.at(base)) {
                checks.order(base, shown(&entry.name), &what, touch, &node());
            }
        }
    }
}
