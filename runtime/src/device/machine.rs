//! What the data environment asks of a device. Below this line there are GPUs ([`super::pipelines`]) and separate memory
//! on the host ([`super::shadow`]); everything above it is one code for both.

use super::launch::Launch;
use super::memory::Memory;
use super::object::Addresses;
use super::section::Section;
use super::select::AdapterInfo;
use std::sync::Arc;

/// For devices that end loops early: what is known of the region in progress.
#[derive(Debug, Default)]
pub struct Undo {
    /// What it has done so far can be undone.
    pub guard: bool,
    /// Why that is necessary.
    pub cut: Option<String>,
}

/// A kernel that is yet to run, by the thread that has queued it, which needs the device no more: others use it meanwhile.
/// What it is given is called when the kernel is over, before anything else may use the memory that it has used.
pub type Work = Box<dyn FnOnce(&mut dyn FnMut()) -> Result<(), String>>;

/// A wait for results, after which they are on the host: for the thread whose region ends, while others use the device.
pub type Rest = Box<dyn FnOnce() -> Result<(), String>>;

/// One open device. What it is told to do happens in order; results are on the host after [`Machine::finish`].
pub trait Machine: Send {
    /// What it is.
    fn info(&self) -> &AdapterInfo;

    /// Bytes of the largest array.
    fn limit(&self) -> u64;

    /// Memory of at least so many bytes.
    fn take(&mut self, bytes: u64) -> Result<Memory, String>;

    /// Gives memory back.
    fn give(&mut self, memory: Memory);

    /// Bytes that were taken and not given back, and bytes of staging memory that transfers still hold.
    fn in_use(&self) -> (u64, u64);

    /// Queues a copy of host bytes to `at` in device memory. Other bytes of the 32-bit words of the first and last byte
    /// may be lost.
    fn upload(&mut self, memory: &Memory, at: u64, data: &[u8]) -> Result<(), String>;

    /// The same for several runs of bytes, each at its place, all of whole words: one transfer.
    fn upload_runs(&mut self, memory: &Memory, runs: &[(u64, &[u8])]) -> Result<(), String> {
        runs.iter().try_for_each(|(at, data)| self.upload(memory, *at, data))
    }

    /// Queues a copy of device memory to the host: the bytes for host addresses from the start of `section` on lie at
    /// `at`; of objects all but their addresses.
    fn download(
        &mut self,
        memory: &Memory,
        at: u64,
        section: &Section,
        addresses: Option<&Arc<Addresses>>,
    ) -> Result<(), String>;

    /// Queues a copy within the device; offsets and size are multiples of 4.
    fn copy(&mut self, from: &Memory, from_at: u64, to: &Memory, to_at: u64, bytes: u64) -> Result<(), String>;

    /// Reads device memory now.
    fn read(&mut self, memory: &Memory, at: u64, into: &mut [u8]) -> Result<(), String> {
        let section = Section::new(into.as_mut_ptr() as u64, into.len() as u64, &[]);
        self.download(memory, at, &section, None)?;
        self.finish()
    }

    /// Host bytes in `start..end` are still on their way.
    fn is_coming(&self, start: u64, end: u64) -> bool;

    /// Waits until everything is done, and what was to be copied is on the host.
    fn finish(&mut self) -> Result<(), String>;

    /// The end of a region: the same where the host is to see something of it. What is left of that needs the device no more.
    fn end_region(&mut self) -> Result<Option<Rest>, String>;

    /// Waits for regions that were not waited for.
    fn catch_up(&mut self) -> Result<(), String>;

    /// The region in progress.
    fn undo(&self) -> &Undo;

    /// The same, to be changed.
    fn undo_mut(&mut self) -> &mut Undo;

    /// Queues a kernel, or gives what the caller has to run. What the device is told to do with the kernel's memory later
    /// waits for that.
    ///
    /// # Safety
    /// The addresses of the arguments are those of descriptors and scalars that the kernel asks for, and its `code` is null
    /// or a function that takes a list of such addresses. They stay until the kernel was queued or has run.
    unsafe fn launch(&mut self, launch: &Launch<'_>) -> Result<Option<Work>, String>;

    /// Sends SPIR-V through wgpu's own front end.
    #[cfg(test)]
    fn without_passthrough(&mut self) {}
}
