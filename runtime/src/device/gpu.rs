//! One open device: its queue, the commands that are being recorded, transfers through staging
//! memory, and errors.
//!
//! Commands are recorded into one encoder, dispatches that follow each other into one pass of it;
//! [`Gpu::submit`] hands all of it to the queue. wgpu puts barriers between dispatches that share a
//! written buffer.

use super::clock::{self, Clock, Writes};
use super::landing::{self, Airborne, Download, Landing, Part, STATUS};
use super::looplimit::{self, Status};
use super::machine::{Rest, Undo};
use super::memory::{Memory, Pool};
use super::object::Addresses;
use super::section::Section;
use super::select::{self, AdapterInfo};
use crate::omp::icv::{Offload, settings};
use crate::timeline::{self, Arg};
use std::sync::{Arc, Mutex, MutexGuard};
use wgpu::{
    Buffer, BufferDescriptor, BufferUsages, CommandEncoder, ComputePass, ComputePassDescriptor, Device,
    DeviceDescriptor, ErrorFilter, ExperimentalFeatures, Features, MapMode, MemoryHints, PollType, Queue,
    SubmissionIndex, Trace,
};

/// Bytes of the buffer that holds the parameter blocks of the launches of one submission.
pub const RING: u64 = 256 << 10;
/// Largest piece of a transfer.
const PIECE: u64 = 32 << 20;
/// Smallest staging buffer.
const CHUNK: u64 = 1 << 20;
/// Staging memory in flight before we wait for it.
const STAGING: u64 = 256 << 20;
/// Launches after which the device may start on them.
const BATCH: u32 = 64;
/// Most runs of bytes that one transfer packs.
const MOST_RUNS: usize = 4096;
/// Regions that the device may be behind the host.
const AHEAD: u32 = 256;

/// A staging buffer that the host fills.
struct Upload {
    buffer: Buffer,
    used: u64,
}

/// One open device.
pub struct Gpu {
    /// What it is.
    pub info: AdapterInfo,
    /// wgpu's device.
    pub device: Device,
    /// Bytes of the largest array.
    pub limit: u64,
    /// Alignment of parameter blocks.
    pub param_align: u64,
    /// SPIR-V goes to the driver unchanged.
    pub passthrough: bool,
    /// Buffers.
    pub pool: Pool,
    /// The parameter blocks of the launches recorded so far.
    pub ring: Memory,
    params: Vec<u8>,
    queue: Queue,
    // The pass is declared before the encoder that it records into, to be dropped first.
    pass: Option<ComputePass<'static>>,
    encoder: Option<CommandEncoder>,
    /// Where there is a timeline.
    clock: Option<Clock>,
    launches: u32,
    uploads: Vec<Upload>,
    upload_bytes: u64,
    ready: Arc<Mutex<Vec<Buffer>>>,
    downloads: Vec<Download>,
    landing: Arc<Landing>,
    /// The last submission: wgpu's index, and how many there were.
    last: Option<SubmissionIndex>,
    submissions: u64,
    failure: Arc<Mutex<Option<String>>>,
    /// The regions whose work was submitted since the host last waited, each once.
    under_way: Vec<String>,
    status: Option<Status>,
    /// Regions that were submitted and not waited for.
    ahead: u32,
    /// Whether the region in progress can be undone.
    pub undo: Undo,
}

fn lock<T>(m: &Mutex<T>) -> MutexGuard<'_, T> {
    m.lock().unwrap_or_else(|e| e.into_inner())
}

impl Gpu {
    /// Opens a device with everything it offers that kernels can use.
    pub fn open(info: AdapterInfo, adapter: &wgpu::Adapter) -> Result<Gpu, String> {
        let offered = adapter.features();
        let passthrough = info.backend == "vulkan" && offered.contains(Features::PASSTHROUGH_SHADERS);
        let mut features = select::FEATURES.iter().fold(Features::empty(), |all, f| all | (offered & f.1));
        if passthrough {
            features |= Features::PASSTHROUGH_SHADERS;
        }
        if timeline::on() {
            features |= offered & clock::FEATURES;
        }
        let desc = DeviceDescriptor {
            label: Some("ferrotran"),
            required_features: features,
            required_limits: adapter.limits(),
            // SAFETY: no experimental feature is requested; the token only allows passthrough shaders,
            // which come from our own code generator.
            experimental_features: unsafe { ExperimentalFeatures::enabled() },
            memory_hints: MemoryHints::Performance,
            trace: Trace::Off,
        };
        let (device, queue) = pollster::block_on(adapter.request_device(&desc))
            .map_err(|e| format!("device {} cannot be opened: {e}", info.name))?;
        let failure: Arc<Mutex<Option<String>>> = Arc::default();
        let note = Arc::clone(&failure);
        device.on_uncaptured_error(Arc::new(move |e: wgpu::Error| {
            lock(&note).get_or_insert(e.to_string());
        }));
        let note = Arc::clone(&failure);
        device.set_device_lost_callback(move |_, why| {
            lock(&note).get_or_insert(format!("the device is lost: {why}"));
        });
        let clock = Clock::new(&info.name, &device, &queue);
        let mut pool = Pool::default();
        let ring = pool.take(&device, RING, RING)?;
        pool.max_bytes = select::bytes_variable("FERROTRAN_DEVICE_MEMORY").map(|n| n + RING);
        Ok(Gpu {
            limit: info.max_array_bytes / 16 * 16,
            param_align: u64::from(device.limits().min_storage_buffer_offset_alignment).max(16),
            info,
            passthrough,
            pool,
            ring,
            params: Vec::new(),
            queue,
            clock,
            pass: None,
            encoder: None,
            launches: 0,
            uploads: Vec::new(),
            upload_bytes: 0,
            ready: Arc::default(),
            downloads: Vec::new(),
            landing: Arc::default(),
            last: None,
            submissions: 0,
            failure,
            under_way: Vec::new(),
            status: None,
            ahead: 0,
            undo: Undo::default(),
            device,
        })
    }

    /// The first error that the device has reported.
    pub fn check(&self) -> Result<(), String> {
        match lock(&self.failure).take() {
            Some(e) => Err(self.named(&e)),
            None => Ok(()),
        }
    }

    /// What a device says of work that it was given before: which regions that may be of.
    fn named(&self, error: &str) -> String {
        format!("{}: {error}", self.at_work())
    }

    /// The device, and what it may be at work on.
    fn at_work(&self) -> String {
        let device = &self.info.name;
        match self.under_way.as_slice() {
            [] => format!("device {device}"),
            [one] => format!("device {device}, at work on {one}"),
            all => format!("device {device}, at work on one of {}", all.join(", ")),
        }
    }

    /// Work of the region that this thread is in goes to the device.
    fn note_under_way(&mut self) {
        if self.landing.has_reached(self.submissions) {
            self.ahead = 0;
            self.under_way.clear();
        }
        let place = super::place();
        if !self.under_way.contains(&place) {
            self.under_way.push(place);
        }
    }

    /// Runs `f` and gives the error that wgpu found in what it did.
    pub fn checked<T>(&self, f: impl FnOnce() -> T) -> Result<T, String> {
        let scopes = [ErrorFilter::Internal, ErrorFilter::OutOfMemory, ErrorFilter::Validation]
            .map(|filter| self.device.push_error_scope(filter));
        let value = f();
        let mut error = None;
        for scope in scopes.into_iter().rev() {
            error = pollster::block_on(scope.pop()).or(error);
        }
        error.map_or(Ok(value), |e| Err(format!("device {}: {e}", self.info.name)))
    }

    /// A parameter block in the ring buffer: its offset.
    pub fn push_params(&mut self, words: &[u32]) -> Result<u32, String> {
        let bytes = (words.len() as u64 * 4).next_multiple_of(16).max(16);
        if bytes > RING {
            return Err("a kernel's parameter block is too long".into());
        }
        if self.params.len() as u64 + bytes > RING {
            self.submit()?;
        }
        let at = self.params.len();
        self.params.extend_from_slice(bytemuck::cast_slice(words));
        let end = (at as u64 + bytes).next_multiple_of(self.param_align).min(RING);
        self.params.resize(end as usize, 0);
        Ok(at as u32)
    }

    fn encoder(&mut self) -> &mut CommandEncoder {
        self.pass = None;
        self.encoder.get_or_insert_with(|| self.device.create_command_encoder(&Default::default()))
    }

    /// The pass in which the dispatches of a kernel are recorded. Where there is a clock it is one for this kernel alone.
    pub fn pass(&mut self, kernel: &str) -> &mut ComputePass<'static> {
        let name = || kernel.to_string();
        let timed = self.clock.as_mut().and_then(|c| c.kernel(&self.device, name(), super::place_of_region()));
        if self.pass.is_none() || timed.is_some() {
            let desc = ComputePassDescriptor { label: None, timestamp_writes: timed.as_ref().map(Writes::get) };
            let pass = self.encoder().begin_compute_pass(&desc).forget_lifetime();
            self.pass = Some(pass);
        }
        self.pass.as_mut().expect("it was just opened")
    }

    /// Records a transfer.
    fn transfer(&mut self, name: &str, bytes: u64, record: impl FnOnce(&mut CommandEncoder)) {
        let mut clock = self.clock.take();
        let device = self.device.clone();
        let encoder = self.encoder();
        let timed = clock.as_mut().and_then(|c| c.transfer(&device, encoder, name, bytes));
        record(encoder);
        if let Some(t) = timed {
            t.end(encoder);
        }
        self.clock = clock;
    }

    /// A launch is recorded completely.
    pub fn launched(&mut self) -> Result<(), String> {
        self.launches += 1;
        if self.launches >= BATCH { self.submit() } else { Ok(()) }
    }

    /// Gives everything recorded to the queue.
    pub fn submit(&mut self) -> Result<(), String> {
        self.pass = None;
        let mut main = self.encoder.take();
        if main.is_none() && self.params.is_empty() {
            return Ok(());
        }
        let mut lists = Vec::new();
        if !self.params.is_empty() {
            // Ahead of the launches that read it, behind those of the submission before.
            let params = std::mem::take(&mut self.params);
            let mut encoder = self.device.create_command_encoder(&Default::default());
            let n = params.len() as u64;
            let (chunk, at) = self.stage(n, &mut |to| to.copy_from_slice(&params))?;
            encoder.copy_buffer_to_buffer(&self.uploads[chunk].buffer, at, self.ring.buffer(), 0, n);
            lists.push(encoder.finish());
            self.params = params;
            self.params.clear();
        }
        let clock = self.clock.as_mut().zip(main.as_mut());
        let times = clock.and_then(|(c, encoder)| c.resolve(&self.device, encoder));
        lists.extend(main.map(CommandEncoder::finish));
        for u in &self.uploads {
            u.buffer.unmap();
        }
        self.note_under_way();
        self.last = Some(self.queue.submit(lists));
        self.submissions += 1;
        if let Some(t) = times {
            t.submitted();
        }
        super::trace(|| format!("submit {} launches", self.launches));
        timeline::instant("device", "submit", &[("launches", Arg::Number(self.launches.into()))]);
        self.launches = 0;
        self.upload_bytes = 0;
        for u in self.uploads.drain(..) {
            let ready = Arc::clone(&self.ready);
            let buffer = u.buffer.clone();
            u.buffer.map_async(MapMode::Write, .., move |result| {
                if result.is_ok() {
                    lock(&ready).push(buffer);
                }
            });
        }
        self.check()
    }

    /// Waits until the device has done everything submitted.
    pub fn wait(&mut self) -> Result<(), String> {
        let reason = timeline::reason();
        let _wait = timeline::span_if_on(|| timeline::span("wait", "wait", &[("reason", Arg::Text(reason))]));
        self.ahead = 0;
        let result = self.device.poll(PollType::wait_indefinitely());
        self.check()?;
        result.map_err(|e| self.named(&e.to_string()))?;
        self.under_way.clear();
        Ok(())
    }

    /// Fills staging memory of `bytes` (a multiple of 4, at most `PIECE`): which buffer, and where.
    fn stage(
        &mut self,
        bytes: u64,
        fill: &mut dyn FnMut(&mut wgpu::WriteOnly<'_, [u8]>),
    ) -> Result<(usize, u64), String> {
        let fits = |u: &Upload| u.used + bytes <= u.buffer.size();
        let chunk = match self.uploads.iter().rposition(fits) {
            Some(i) => i,
            None => {
                // Staging buffers of finished submissions come back when the device is polled.
                let _ = self.device.poll(PollType::Poll);
                let mut ready = lock(&self.ready);
                let found = ready.iter().position(|b| b.size() >= bytes).map(|i| ready.swap_remove(i));
                drop(ready);
                let buffer = match found {
                    Some(b) => b,
                    None => {
                        let size = bytes.next_power_of_two().max(CHUNK);
                        let usage = BufferUsages::MAP_WRITE | BufferUsages::COPY_SRC;
                        let desc = BufferDescriptor { label: None, size, usage, mapped_at_creation: true };
                        self.checked(|| self.device.create_buffer(&desc))?
                    }
                };
                self.uploads.push(Upload { buffer, used: 0 });
                self.uploads.len() - 1
            }
        };
        let u = &mut self.uploads[chunk];
        let at = u.used;
        u.used = (at + bytes).next_multiple_of(16);
        self.upload_bytes += bytes;
        let mut view = u.buffer.get_mapped_range_mut(at..at + bytes).map_err(|e| e.to_string())?;
        fill(&mut view.slice(..));
        drop(view);
        Ok((chunk, at))
    }

    /// Queues a copy of host bytes to `at` in device memory. Bytes that share a 32-bit word with the
    /// first or last one are overwritten with zeros.
    pub fn upload(&mut self, memory: &Memory, at: u64, data: &[u8]) -> Result<(), String> {
        let mut at = at;
        let mut data = data;
        timeline::instant("transfer", "copy to device", &[("bytes", Arg::Number(data.len() as u64))]);
        while !data.is_empty() {
            let head = at % 4;
            let n = data.len().min((PIECE - 16 - head) as usize / 16 * 16 - head as usize);
            let (piece, rest) = data.split_at(n);
            let bytes = (head + n as u64).next_multiple_of(4);
            if self.upload_bytes + bytes > STAGING {
                self.submit()?;
                self.wait()?;
            }
            let (chunk, from) = self.stage(bytes, &mut |to| {
                to.slice(..head as usize).fill(0);
                to.slice(head as usize..head as usize + n).copy_from_slice(piece);
                to.slice(head as usize + n..).fill(0);
            })?;
            let staging = self.uploads[chunk].buffer.clone();
            self.transfer("to device", n as u64, |encoder| {
                encoder.copy_buffer_to_buffer(&staging, from, memory.buffer(), at - head, bytes);
            });
            at += n as u64;
            data = rest;
        }
        Ok(())
    }

    /// The same for runs of whole words: they are packed in staging memory, so that one piece of it crosses.
    pub fn upload_runs(&mut self, memory: &Memory, runs: &[(u64, &[u8])]) -> Result<(), String> {
        let bytes: u64 = runs.iter().map(|r| r.1.len() as u64).sum();
        if runs.len() < 2 || bytes > PIECE {
            return runs.iter().try_for_each(|(at, data)| self.upload(memory, *at, data));
        }
        timeline::instant("transfer", "copy to device", &[("bytes", Arg::Number(bytes))]);
        if self.upload_bytes + bytes > STAGING {
            self.submit()?;
            self.wait()?;
        }
        let (chunk, mut from) = self.stage(bytes, &mut |to| {
            let mut at = 0;
            for (_, data) in runs {
                to.slice(at..at + data.len()).copy_from_slice(data);
                at += data.len();
            }
        })?;
        let staging = self.uploads[chunk].buffer.clone();
        self.transfer("to device", bytes, |encoder| {
            for (at, data) in runs {
                encoder.copy_buffer_to_buffer(&staging, from, memory.buffer(), *at, data.len() as u64);
                from += data.len() as u64;
            }
        });
        Ok(())
    }

    /// The runs of a section that are to be packed for a transfer to the host: whole words with more bytes between them than in
    /// them, and not too many. `at` is where its first byte lies on the device.
    fn packed(at: u64, section: &Section) -> Option<Vec<(u64, u64)>> {
        let bounds = section.bounds()?;
        let bytes = section.bytes();
        if bounds.end - bounds.start < 2 * bytes || bytes > PIECE {
            return None;
        }
        let mut runs = Vec::new();
        let mut words = true;
        section.runs(|address, n| {
            words &= (at + address - bounds.start).is_multiple_of(4) && n.is_multiple_of(4);
            if runs.len() <= MOST_RUNS {
                runs.push((address, n));
            }
        });
        (words && runs.len() <= MOST_RUNS).then_some(runs)
    }

    /// Queues a copy of device memory to the host: the bytes for host addresses from the start of
    /// `section` on lie at `at`; of objects all but their addresses. They arrive with [`Gpu::finish`].
    pub fn download(
        &mut self,
        memory: &Memory,
        at: u64,
        section: &Section,
        addresses: Option<&Arc<Addresses>>,
    ) -> Result<(), String> {
        timeline::instant("transfer", "copy to host", &[("bytes", Arg::Number(section.bytes()))]);
        self.queue_download(memory, at, section, addresses, true)
    }

    fn queue_download(
        &mut self,
        memory: &Memory,
        at: u64,
        section: &Section,
        addresses: Option<&Arc<Addresses>>,
        limited: bool,
    ) -> Result<(), String> {
        let Some(bounds) = section.bounds() else { return Ok(()) };
        if let Some(runs) = Self::packed(at, section) {
            let (i, mut slot) = self.slot(section.bytes(), limited)?;
            let staging = self.downloads[i].buffer.clone();
            for (from, n) in runs {
                let (run, addresses) = (Section::new(from, n, &[]), addresses.cloned());
                self.downloads[i].parts.push(Part { at: slot, from, to: from + n, section: run, addresses });
                let source = at + (from - bounds.start);
                self.transfer("to host", n, |encoder| {
                    encoder.copy_buffer_to_buffer(memory.buffer(), source, &staging, slot, n);
                });
                slot += n;
            }
            return Ok(());
        }
        let mut from = bounds.start;
        while from < bounds.end {
            let to = bounds.end.min(from + PIECE);
            let source = at + (from - bounds.start);
            let head = source % 4;
            let bytes = (head + to - from).next_multiple_of(4);
            let (i, slot) = self.slot(bytes, limited)?;
            let d = &mut self.downloads[i];
            d.parts.push(Part { at: slot + head, from, to, section: *section, addresses: addresses.cloned() });
            let staging = d.buffer.clone();
            self.transfer("to host", to - from, |encoder| {
                encoder.copy_buffer_to_buffer(memory.buffer(), source - head, &staging, slot, bytes);
            });
            from = to;
        }
        Ok(())
    }

    /// Room for so many bytes in a staging buffer that the device fills: which one, and where.
    fn slot(&mut self, bytes: u64, limited: bool) -> Result<(usize, u64), String> {
        let in_flight: u64 = self.downloads.iter().map(|d| d.used).sum();
        if limited && in_flight + bytes > STAGING {
            self.finish()?;
        }
        let fits = |d: &Download| d.used + bytes <= d.buffer.size();
        let i = match self.downloads.iter().rposition(fits) {
            Some(i) => i,
            None => {
                let buffer = match self.landing.take(bytes) {
                    Some(b) => b,
                    None => {
                        let size = bytes.next_power_of_two().max(CHUNK);
                        let usage = BufferUsages::MAP_READ | BufferUsages::COPY_DST;
                        let desc = BufferDescriptor { label: None, size, usage, mapped_at_creation: false };
                        self.checked(|| self.device.create_buffer(&desc))?
                    }
                };
                self.downloads.push(Download { buffer, used: 0, parts: Vec::new() });
                self.downloads.len() - 1
            }
        };
        let d = &mut self.downloads[i];
        let slot = d.used;
        d.used = (slot + bytes).next_multiple_of(16);
        Ok((i, slot))
    }

    /// Host bytes in `start..end` are still on their way.
    pub fn is_coming(&self, start: u64, end: u64) -> bool {
        let own = self.downloads.iter().flat_map(|d| &d.parts).any(|p| p.from < end && start < p.to);
        own || self.landing.is_coming(start, end)
    }

    /// The status words of a device that ends loops early, with the number for a kernel of that name.
    pub fn status(&mut self, name: &str) -> Result<u32, String> {
        if self.status.is_none() {
            let memory = self.take(16)?;
            let words: [u32; looplimit::WORDS] = [0, looplimit::ITERATIONS, 0];
            self.upload(&memory, 0, bytemuck::cast_slice(&words))?;
            self.status = Some(Status { memory, names: Vec::new(), pending: false });
        }
        let status = self.status.as_mut().expect("it was just made");
        status.names.push(format!("{name} of {}", super::place()));
        Ok(status.names.len() as u32)
    }

    /// The memory of the status words, for a launch that may write to them.
    pub fn status_memory(&mut self) -> Option<Memory> {
        let status = self.status.as_mut()?;
        status.pending = true;
        Some(status.memory.clone())
    }

    /// Submits, waits, and stores what was downloaded in host memory. Where a loop was ended early nothing is stored; that
    /// is an error, unless the region can be undone.
    pub fn finish(&mut self) -> Result<(), String> {
        let Some(status) = self.status.as_mut().filter(|s| s.pending) else { return self.finish_all().map(drop) };
        status.pending = false;
        let memory = status.memory.clone();
        self.queue_download(&memory, 0, &Section::new(STATUS, 4, &[]), None, false)?;
        let Some(before) = self.finish_all()?.checked_sub(1) else { return Ok(()) };
        self.upload(&memory, 0, &[0; 4])?;
        let name = self.status.as_ref().and_then(|s| s.names.get(before as usize));
        let why = looplimit::message(name.map_or("", String::as_str), &self.info.name);
        if !self.undo.guard {
            let mandatory = settings().offload == Offload::Mandatory;
            return Err(if mandatory { format!("{why}, and OMP_TARGET_OFFLOAD is mandatory") } else { why });
        }
        self.undo.cut = Some(why);
        Ok(())
    }

    /// The end of a region: the same where loops may have been ended early. Else the work is submitted, and what is left is to
    /// wait for results, if there are any, which needs the device no more.
    pub fn end_region(&mut self) -> Result<Option<Rest>, String> {
        // Where nothing is undone the status word is looked at before the host sees anything of the device: an error then.
        let watched =
            self.status.as_ref().is_some_and(|s| s.pending) && (self.undo.guard || !self.downloads.is_empty());
        if watched || self.ahead >= AHEAD {
            return self.finish().map(|()| None);
        }
        self.submit()?;
        let before = self.landing.last();
        let landing = Arc::clone(&self.landing);
        let Some(index) = self.last.clone().filter(|_| !self.downloads.is_empty()) else {
            self.ahead += 1;
            // Staging buffers that the device is done with come back.
            self.device.poll(PollType::Poll).map_err(|e| format!("device {}: {e}", self.info.name))?;
            self.check()?;
            // Results of this region may have been taken along by another.
            let rest = before.map(|last| -> Rest {
                Box::new(move || {
                    landing.wait(last);
                    Ok(())
                })
            });
            return Ok(rest);
        };
        let downloads = std::mem::take(&mut self.downloads);
        landing::request(&downloads);
        let flight = Airborne { landing: Arc::clone(&landing), number: landing.begin(&downloads) };
        let (device, submission, failure) = (self.device.clone(), self.submissions, Arc::clone(&self.failure));
        let reason = timeline::reason();
        let at_work = self.at_work();
        Ok(Some(Box::new(move || {
            let _wait = timeline::span_if_on(|| timeline::span("wait", "wait", &[("reason", Arg::Text(reason))]));
            let result = device.poll(PollType::Wait { submission_index: Some(index), timeout: None });
            if let Some(e) = lock(&failure).take() {
                return Err(format!("{at_work}: {e}"));
            }
            result.map_err(|e| format!("{at_work}: {e}"))?;
            if let Some(last) = before {
                landing.wait(last);
            }
            landing.store(downloads)?;
            landing.reached(submission);
            drop(flight);
            Ok(())
        })))
    }

    /// Waits for regions that were not waited for.
    pub fn catch_up(&mut self) -> Result<(), String> {
        match &self.status {
            Some(status) if status.pending => self.finish(),
            _ if self.ahead > 0 => self.wait(),
            _ => Ok(()),
        }
    }

    /// Gives the status word, if it was asked for, else 0.
    fn finish_all(&mut self) -> Result<u32, String> {
        self.submit()?;
        let downloads = std::mem::take(&mut self.downloads);
        landing::request(&downloads);
        self.wait()?;
        // Other threads may have taken results along that somebody is going to need now.
        if let Some(last) = self.landing.last() {
            self.landing.wait(last);
        }
        self.landing.store(downloads)
    }

    /// Queues a copy within the device; offsets and size are multiples of 4.
    pub fn copy(&mut self, from: &Memory, from_at: u64, to: &Memory, to_at: u64, bytes: u64) -> Result<(), String> {
        if from.id == to.id {
            // One buffer cannot be both sides of a copy.
            let through = self.take(bytes)?;
            self.encoder().copy_buffer_to_buffer(from.buffer(), from_at, through.buffer(), 0, bytes);
            self.encoder().copy_buffer_to_buffer(through.buffer(), 0, to.buffer(), to_at, bytes);
            self.pool.give(through);
        } else {
            self.encoder().copy_buffer_to_buffer(from.buffer(), from_at, to.buffer(), to_at, bytes);
        }
        Ok(())
    }

    /// Bytes of memory of the program's data, and of staging memory in use.
    pub fn in_use(&self) -> (u64, u64) {
        let own = self.ring.size() + self.status.as_ref().map_or(0, |s| s.memory.size());
        let up: u64 = self.uploads.iter().map(|u| u.used).sum();
        let down: u64 = self.downloads.iter().map(|d| d.used).sum();
        (self.pool.used_bytes() - own, up + down)
    }

    /// Device memory; frees what lies idle where there is no other left.
    pub fn take(&mut self, bytes: u64) -> Result<Memory, String> {
        let first = self.pool.take(&self.device, bytes, self.limit);
        first.or_else(|_| {
            self.submit()?;
            self.wait()?;
            self.pool.clear();
            let _ = self.device.poll(PollType::Poll);
            let text = |e| format!("device {} has no {bytes} bytes of memory left: {e}", self.info.name);
            self.pool.take(&self.device, bytes, self.limit).map_err(text)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn late_errors_name_their_regions() {
        select::choose("vulkan");
        let Some((info, select::Adapter::Wgpu(adapter))) = select::devices().into_iter().next() else {
            eprintln!("skipped: no Vulkan adapter");
            return;
        };
        let mut gpu = Gpu::open(info, &adapter).expect("the device opens");
        gpu.under_way = ["the target region at a.f90:3", "the target region at a.f90:9"].map(String::from).to_vec();
        *lock(&gpu.failure) = Some("the device is lost".into());
        let e = gpu.wait().expect_err("a failure was noted");
        assert!(
            e.contains("one of the target region at a.f90:3, the target region at a.f90:9: the device is lost"),
            "{e}"
        );
        gpu.wait().expect("it was told");
        assert!(gpu.under_way.is_empty());
    }
}
