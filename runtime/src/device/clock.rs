//! When a device has done what: timestamps around kernels and transfers for the timeline (`FERROTRAN_TRACE`), where the
//! device has them. A submission's timestamps are read when the host learns that it is over, and become events on a track of
//! the device.

use crate::timeline::{self, Arg, Place};
use std::sync::atomic::{AtomicU32, Ordering};
use wgpu::{
    Buffer, BufferDescriptor, BufferUsages, CommandEncoder, ComputePassTimestampWrites, Device, Features, MapMode,
    PollType, QUERY_RESOLVE_BUFFER_ALIGNMENT, QUERY_SIZE, QuerySet, QuerySetDescriptor, QueryType, Queue,
};

/// What a device must have; transfers have times only with the second one.
pub const FEATURES: Features = Features::TIMESTAMP_QUERY.union(Features::TIMESTAMP_QUERY_INSIDE_ENCODERS);

/// Timestamps of a submission at most: what comes after them has none.
const MOST: u32 = 1024;

/// Something that the device does between two timestamps.
struct Work {
    kind: &'static str,
    name: String,
    bytes: Option<u64>,
    place: Option<Place>,
}

/// The clock of an open device.
pub struct Clock {
    /// Its track in the timeline.
    track: u32,
    /// Nanoseconds of a tick.
    period: f64,
    /// Ticks at a moment of the timeline (nanoseconds).
    ticks: u64,
    moment: u128,
    /// Whether commands outside of passes may have timestamps.
    inside: bool,
    /// What is recorded for the next submission.
    set: Option<QuerySet>,
    work: Vec<Work>,
}

impl Clock {
    /// That of a device, where there is a timeline and the device has timestamps.
    pub fn new(name: &str, device: &Device, queue: &Queue) -> Option<Clock> {
        static TRACKS: AtomicU32 = AtomicU32::new(1_000_000);
        let features = device.features();
        if !timeline::on() || !features.contains(Features::TIMESTAMP_QUERY) {
            return None;
        }
        let track = TRACKS.fetch_add(1, Ordering::Relaxed);
        let mut clock = Clock {
            track,
            period: f64::from(queue.get_timestamp_period()),
            ticks: 0,
            moment: 0,
            inside: features.contains(Features::TIMESTAMP_QUERY_INSIDE_ENCODERS),
            set: None,
            work: Vec::new(),
        };
        // An empty pass now tells what the device's clock shows.
        let mut encoder = device.create_command_encoder(&Default::default());
        let writes = clock.kernel(device, String::new(), None);
        let desc = wgpu::ComputePassDescriptor { label: None, timestamp_writes: writes.as_ref().map(Writes::get) };
        drop(encoder.begin_compute_pass(&desc));
        let read = clock.resolve(device, &mut encoder)?;
        queue.submit([encoder.finish()]);
        read.buffer.map_async(MapMode::Read, .., |_| {});
        device.poll(PollType::wait_indefinitely()).ok()?;
        clock.moment = timeline::now();
        clock.ticks = *read.ticks()?.get(1)?;
        timeline::track(track, name);
        Some(clock)
    }

    fn next(&mut self, device: &Device, work: Work) -> Option<(QuerySet, u32)> {
        let at = 2 * self.work.len() as u32;
        if at + 2 > MOST {
            return None;
        }
        let desc = QuerySetDescriptor { label: None, ty: QueryType::Timestamp, count: MOST };
        let set = self.set.get_or_insert_with(|| device.create_query_set(&desc)).clone();
        self.work.push(work);
        Some((set, at))
    }

    /// A pass of its own begins for a kernel.
    pub fn kernel(&mut self, device: &Device, name: String, place: Option<Place>) -> Option<Writes> {
        self.next(device, Work { kind: "kernel", name, bytes: None, place }).map(|(set, at)| Writes { set, at })
    }

    /// A transfer between `begin` and the call of `Transfer::end`.
    pub fn transfer(
        &mut self,
        device: &Device,
        encoder: &mut CommandEncoder,
        name: &str,
        bytes: u64,
    ) -> Option<Transfer> {
        if !self.inside {
            return None;
        }
        let place = timeline::here();
        let work = Work { kind: "transfer", name: name.to_string(), bytes: Some(bytes), place };
        let (set, at) = self.next(device, work)?;
        encoder.write_timestamp(&set, at);
        Some(Transfer { set, at })
    }

    /// Everything is recorded that the encoder has.
    pub fn resolve(&mut self, device: &Device, encoder: &mut CommandEncoder) -> Option<Reading> {
        let (set, work) = (self.set.take()?, std::mem::take(&mut self.work));
        let n = 2 * work.len() as u32;
        let size = (u64::from(n) * u64::from(QUERY_SIZE)).next_multiple_of(QUERY_RESOLVE_BUFFER_ALIGNMENT);
        let buffer =
            |usage| device.create_buffer(&BufferDescriptor { label: None, size, usage, mapped_at_creation: false });
        let resolved = buffer(BufferUsages::QUERY_RESOLVE | BufferUsages::COPY_SRC);
        let read = buffer(BufferUsages::MAP_READ | BufferUsages::COPY_DST);
        encoder.resolve_query_set(&set, 0..n, &resolved, 0);
        encoder.copy_buffer_to_buffer(&resolved, 0, &read, 0, size);
        let Clock { track, period, ticks, moment, .. } = *self;
        Some(Reading { buffer: read, work, track, period, ticks, moment })
    }
}

/// Where a pass writes its timestamps.
pub struct Writes {
    set: QuerySet,
    at: u32,
}

impl Writes {
    /// As the pass wants it.
    pub fn get(&self) -> ComputePassTimestampWrites<'_> {
        ComputePassTimestampWrites {
            query_set: &self.set,
            beginning_of_pass_write_index: Some(self.at),
            end_of_pass_write_index: Some(self.at + 1),
        }
    }
}

/// A transfer that is being recorded.
pub struct Transfer {
    set: QuerySet,
    at: u32,
}

impl Transfer {
    /// It is recorded.
    pub fn end(self, encoder: &mut CommandEncoder) {
        encoder.write_timestamp(&self.set, self.at + 1);
    }
}

/// The timestamps of a submission.
pub struct Reading {
    buffer: Buffer,
    work: Vec<Work>,
    track: u32,
    period: f64,
    ticks: u64,
    moment: u128,
}

impl Reading {
    fn ticks(&self) -> Option<Vec<u64>> {
        let view = self.buffer.get_mapped_range(..).ok()?;
        Some(view.chunks_exact(8).map(|c| u64::from_le_bytes(c.try_into().expect("eight bytes"))).collect())
    }

    /// The submission was given to the queue: its events are written when it is over.
    pub fn submitted(self) {
        let buffer = self.buffer.clone();
        buffer.map_async(MapMode::Read, .., move |result| {
            if let Some(ticks) = result.ok().and_then(|()| self.ticks()) {
                for (w, t) in self.work.iter().zip(ticks.chunks_exact(2)) {
                    let from = self.moment as f64 + (t[0] as f64 - self.ticks as f64) * self.period;
                    let length = t[1].saturating_sub(t[0]) as f64 * self.period;
                    let mut args = vec![("at", Arg::At(w.place.as_ref()))];
                    args.extend(w.bytes.map(|n| ("bytes", Arg::Number(n))));
                    timeline::complete(self.track, w.kind, &w.name, (from.max(0.0), length), &args);
                }
            }
        });
    }
}
