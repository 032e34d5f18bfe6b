//! Results of a GPU on their way to the host, in staging memory that the device fills. The host waits for those of a region
//! without holding the device, so that other regions are submitted meanwhile.

use super::object::Addresses;
use super::section::Section;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use wgpu::{Buffer, MapMode};

/// Stands for the host's place of the status word: no object of a program lies there.
pub const STATUS: u64 = 16;

/// A staging buffer that the device fills.
pub struct Download {
    /// The buffer.
    pub buffer: Buffer,
    /// Bytes of it in use.
    pub used: u64,
    /// What they are.
    pub parts: Vec<Part>,
}

/// Bytes on their way to the host.
pub struct Part {
    /// Where they are in the staging buffer.
    pub at: u64,
    /// Host addresses they stand for.
    pub from: u64,
    /// See `from`.
    pub to: u64,
    /// The elements among them that are wanted.
    pub section: Section,
    /// Which of these bytes stay as they are.
    pub addresses: Option<Arc<Addresses>>,
}

/// Results that a thread waits for without the device.
struct Flight {
    number: u64,
    /// Host addresses.
    ranges: Vec<Range<u64>>,
}

/// What is shared by the device and the threads that wait.
#[derive(Default)]
pub struct Landing {
    flights: Mutex<Vec<Flight>>,
    next: AtomicU64,
    over: Condvar,
    /// Staging buffers to be used again.
    idle: Mutex<Vec<Buffer>>,
    /// The last submission that was waited for, of those that the device counts.
    done: AtomicU64,
}

fn lock<T>(m: &Mutex<T>) -> MutexGuard<'_, T> {
    m.lock().unwrap_or_else(|e| e.into_inner())
}

/// Asks for the results of what was submitted.
pub fn request(downloads: &[Download]) {
    for d in downloads {
        d.buffer.map_async(MapMode::Read, 0..d.used, |_| {}); // a failure shows where they are read
    }
}

impl Landing {
    /// These results are waited for from now on: their number.
    pub fn begin(&self, downloads: &[Download]) -> u64 {
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        let ranges = downloads.iter().flat_map(|d| &d.parts).map(|p| p.from..p.to).collect();
        lock(&self.flights).push(Flight { number, ranges });
        number
    }

    /// They are there.
    fn end(&self, number: u64) {
        lock(&self.flights).retain(|f| f.number != number);
        self.over.notify_all();
    }

    /// The number of the last results that are waited for.
    pub fn last(&self) -> Option<u64> {
        lock(&self.flights).last().map(|f| f.number)
    }

    /// Waits until results up to that number are on the host.
    pub fn wait(&self, number: u64) {
        let flights = lock(&self.flights);
        drop(self.over.wait_while(flights, |all| all.iter().any(|f| f.number <= number)));
    }

    /// Host bytes in `start..end` are waited for.
    pub fn is_coming(&self, start: u64, end: u64) -> bool {
        lock(&self.flights).iter().flat_map(|f| &f.ranges).any(|r| r.start < end && start < r.end)
    }

    /// A staging buffer of so many bytes that is free.
    pub fn take(&self, bytes: u64) -> Option<Buffer> {
        let mut idle = lock(&self.idle);
        let at = idle.iter().position(|b| b.size() >= bytes)?;
        Some(idle.swap_remove(at))
    }

    /// A submission was waited for, and all before it.
    pub fn reached(&self, submission: u64) {
        self.done.fetch_max(submission, Ordering::Relaxed);
    }

    /// Whether a submission was waited for.
    pub fn has_reached(&self, submission: u64) -> bool {
        self.done.load(Ordering::Relaxed) >= submission
    }

    /// Stores what has come in host memory and gives the status word, if it was asked for, else 0. Where that is another
    /// number nothing is stored.
    pub fn store(&self, downloads: Vec<Download>) -> Result<u32, String> {
        let mut number = 0;
        for d in &downloads {
            for p in d.parts.iter().filter(|p| p.from == STATUS) {
                let view = d.buffer.get_mapped_range(p.at..p.at + 4).map_err(|e| e.to_string())?;
                number = u32::from_le_bytes(view[..4].try_into().expect("four bytes"));
            }
        }
        for d in downloads {
            let view = d.buffer.get_mapped_range(0..d.used).map_err(|e| e.to_string())?;
            for p in d.parts.iter().filter(|p| number == 0 && p.from != STATUS) {
                let mut store = |r: Range<u64>| {
                    let at = (p.at + r.start - p.from) as usize;
                    let bytes = &view[at..at + (r.end - r.start) as usize];
                    // SAFETY: the program mapped these addresses as its own memory and keeps it
                    // until the region that copies them back has ended.
                    unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), r.start as *mut u8, bytes.len()) };
                };
                p.section.runs(|address, n| {
                    let range = address.max(p.from)..(address + n).min(p.to);
                    match &p.addresses {
                        _ if range.is_empty() => {}
                        Some(a) => a.between(range, &mut store),
                        None => store(range),
                    }
                });
            }
            drop(view);
            d.buffer.unmap();
            lock(&self.idle).push(d.buffer);
        }
        Ok(number)
    }
}

/// Ends a flight however the thread leaves that waits for it.
pub struct Airborne {
    /// What it is counted in.
    pub landing: Arc<Landing>,
    /// Its number.
    pub number: u64,
}

impl Drop for Airborne {
    fn drop(&mut self) {
        self.landing.end(self.number);
    }
}
