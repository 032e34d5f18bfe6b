//! A device of separate memory on the host: kernels run as machine code of the host, in order, by the thread that launches
//! them, or by the threads of a team (`teams.rs`), on memory of their own. No driver is needed.
//!
//! Nothing works there by accident. Memory that nothing was copied to is filled with [`PATTERN`], every piece of memory
//! stands alone between pages that nobody may touch, and what is freed is unmapped. A kernel that leaves what is mapped
//! ends the program with a message that names the variable ([`fault`]).

use super::check;
use super::launch::{Argument, Launch};
use super::machine::{Machine, Rest, Undo, Work};
use super::memory::Memory;
use super::object::Addresses;
use super::section::Section;
use super::select::{self, AdapterInfo};
use super::teams;
use crate::desc::Header;
use crate::timeline::{self, Arg};
use ferrotran_abi::kernel as abi;
use rustc_hash::FxHashMap;
use std::cell::Cell;
use std::ffi::c_void;
use std::ops::Range;
use std::ptr;
use std::sync::{Arc, Condvar, Mutex, MutexGuard};

/// What memory holds before anything was stored there: no number as a real, conspicuous as an integer.
const PATTERN: u32 = 0x7ff4_dead;

/// Least and most bytes on both sides of a piece of memory that nobody may touch.
const GUARD: Range<usize> = 64 << 10..64 << 20;

/// A piece of memory.
#[derive(Debug)]
pub struct Block {
    /// What is reserved of the address space.
    whole: Range<u64>,
    /// Where the memory begins.
    start: u64,
    size: u64,
}

impl Block {
    /// Memory of so many bytes, a multiple of 16. It ends where a page ends, so that the first byte behind it is noticed.
    fn new(bytes: u64) -> Option<Block> {
        // SAFETY: asks the system for a constant.
        let page = unsafe { libc::sysconf(libc::_SC_PAGESIZE) } as usize;
        let size = usize::try_from(bytes).ok()?.checked_next_multiple_of(16)?;
        let used = size.checked_next_multiple_of(page)?;
        let guard = size.clamp(GUARD.start, GUARD.end).next_multiple_of(page);
        let all = used.checked_add(2 * guard)?;
        let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS;
        // SAFETY: new pages, of which only the middle ones become accessible; nothing else lies there.
        let base = unsafe {
            let base = libc::mmap(ptr::null_mut(), all, libc::PROT_NONE, flags, -1, 0);
            if base == libc::MAP_FAILED {
                return None;
            }
            let inner = base.cast::<u8>().add(guard);
            if libc::mprotect(inner.cast(), used, libc::PROT_READ | libc::PROT_WRITE) != 0 {
                libc::munmap(base, all);
                return None;
            }
            base as u64
        };
        let block =
            Block { whole: base..base + all as u64, start: base + (guard + used - size) as u64, size: size as u64 };
        // SAFETY: the block's own bytes, a multiple of 16 at such an address.
        unsafe { std::slice::from_raw_parts_mut(block.start as *mut u32, size / 4) }.fill(PATTERN);
        Some(block)
    }

    /// Its bytes.
    pub fn size(&self) -> u64 {
        self.size
    }

    /// A copy of a byte range.
    pub fn bytes(&self, offset: u64, bytes: u64) -> Result<Vec<u8>, String> {
        let from = self.at(offset, bytes)?;
        // SAFETY: the block has these bytes.
        Ok(unsafe { std::slice::from_raw_parts(from, bytes as usize) }.to_vec())
    }

    /// The address of a byte range.
    fn at(&self, offset: u64, bytes: u64) -> Result<*mut u8, String> {
        let end = offset.checked_add(bytes).filter(|end| *end <= self.size);
        match end {
            Some(_) => Ok((self.start + offset) as *mut u8),
            None => Err(format!("bytes {offset} to {} of {} on the device", offset.wrapping_add(bytes), self.size)),
        }
    }
}

impl Drop for Block {
    fn drop(&mut self) {
        let bytes = (self.whole.end - self.whole.start) as usize;
        // SAFETY: these pages are the block's, and nothing refers to them any more.
        unsafe { libc::munmap(self.whole.start as *mut c_void, bytes) };
    }
}

/// What a kernel that runs uses.
struct Run {
    number: u64,
    /// Numbers of memory, and whether the kernel may write there.
    uses: Vec<(u64, bool)>,
    /// It has atomic updates.
    atomic: bool,
}

/// The kernels that run now, each on a thread of its own that does not hold the device.
#[derive(Default)]
struct Kernels {
    list: Mutex<Vec<Run>>,
    over: Condvar,
}

impl Kernels {
    /// Waits until none is left that holds up what is to come next.
    fn wait(&self, hinders: impl Fn(&Run) -> bool) -> MutexGuard<'_, Vec<Run>> {
        let list = self.list.lock().unwrap_or_else(|e| e.into_inner());
        self.over.wait_while(list, |list| list.iter().any(&hinders)).unwrap_or_else(|e| e.into_inner())
    }
}

/// While it lives a kernel runs.
struct Ticket {
    number: u64,
    kernels: Arc<Kernels>,
}

impl Drop for Ticket {
    fn drop(&mut self) {
        let mut list = self.kernels.list.lock().unwrap_or_else(|e| e.into_inner());
        list.retain(|r| r.number != self.number);
        self.kernels.over.notify_all();
    }
}

/// The open device.
pub struct Shadow {
    info: AdapterInfo,
    limit: u64,
    used: u64,
    most: u64,
    next_id: u64,
    undo: Undo,
    kernels: Arc<Kernels>,
    /// What kernels have changed is looked at: where one may write no other is meanwhile.
    checked: bool,
    /// Which kernels have atomic updates.
    atomic: FxHashMap<u64, bool>,
}

impl Shadow {
    /// Opens it.
    pub fn open(info: AdapterInfo) -> Shadow {
        crate::error::on_kernel_fault(fault);
        let most = select::bytes_variable("FERROTRAN_DEVICE_MEMORY").unwrap_or(u64::MAX);
        Shadow {
            limit: info.max_array_bytes / 16 * 16,
            info,
            used: 0,
            most,
            next_id: 0,
            undo: Undo::default(),
            kernels: Arc::default(),
            checked: check::wanted(),
            atomic: FxHashMap::default(),
        }
    }

    /// Waits for the kernels that use memory which is about to be copied. They need nothing of the device.
    fn settle(&self, memory: &Memory) {
        drop(self.kernels.wait(|r| r.uses.iter().any(|u| u.0 == memory.id)));
    }

    /// Lets a kernel begin as soon as those that run may go on beside it. Which of them use the same memory in which order
    /// is the program's business, but for updates that are atomic, and where it is looked at what each has changed.
    fn begin(&mut self, uses: Vec<(u64, bool)>, atomic: bool) -> Ticket {
        let checked = self.checked;
        let hinders = |r: &Run| {
            let meets =
                |a: &(u64, bool), b: &(u64, bool)| a.0 == b.0 && (atomic && r.atomic || checked && (a.1 || b.1));
            r.uses.iter().any(|a| uses.iter().any(|b| meets(a, b)))
        };
        let mut list = self.kernels.wait(hinders);
        self.next_id += 1;
        let number = self.next_id;
        list.push(Run { number, uses, atomic });
        drop(list);
        Ticket { number, kernels: self.kernels.clone() }
    }
}

impl Machine for Shadow {
    fn info(&self) -> &AdapterInfo {
        &self.info
    }

    fn limit(&self) -> u64 {
        self.limit
    }

    fn take(&mut self, bytes: u64) -> Result<Memory, String> {
        if self.used.saturating_add(bytes) > self.most {
            let name = &self.info.name;
            return Err(format!(
                "device {name} has no {bytes} bytes of memory left: it would be more than FERROTRAN_DEVICE_MEMORY allows"
            ));
        }
        let block = Block::new(bytes.max(16))
            .ok_or_else(|| format!("device {} has no {bytes} bytes of memory left", self.info.name))?;
        timeline::instant("memory", "allocate", &[("bytes", Arg::Number(block.size()))]);
        self.used += block.size();
        self.next_id += 1;
        Ok(Memory::of_block(block, self.next_id))
    }

    fn give(&mut self, memory: Memory) {
        self.used -= memory.size();
    }

    fn in_use(&self) -> (u64, u64) {
        (self.used, 0)
    }

    fn upload(&mut self, memory: &Memory, at: u64, data: &[u8]) -> Result<(), String> {
        timeline::instant("transfer", "copy to device", &[("bytes", Arg::Number(data.len() as u64))]);
        let to = memory.block().at(at, data.len() as u64)?;
        self.settle(memory);
        // SAFETY: the block has these bytes; the host's memory lies elsewhere.
        unsafe { ptr::copy_nonoverlapping(data.as_ptr(), to, data.len()) };
        Ok(())
    }

    fn download(
        &mut self,
        memory: &Memory,
        at: u64,
        section: &Section,
        addresses: Option<&Arc<Addresses>>,
    ) -> Result<(), String> {
        let Some(bounds) = section.bounds() else { return Ok(()) };
        timeline::instant("transfer", "copy to host", &[("bytes", Arg::Number(section.bytes()))]);
        let from = memory.block().at(at, bounds.end - bounds.start)? as u64;
        self.settle(memory);
        let mut store = |r: Range<u64>| {
            let bytes = (r.end - r.start) as usize;
            // SAFETY: the program mapped these addresses as its own memory, or compiled code passed them; the block has as
            // many bytes as the bounds of the section.
            unsafe {
                ptr::copy_nonoverlapping((from + (r.start - bounds.start)) as *const u8, r.start as *mut u8, bytes)
            };
        };
        section.runs(|address, n| match addresses {
            Some(a) => a.between(address..address + n, &mut store),
            None => store(address..address + n),
        });
        Ok(())
    }

    fn copy(&mut self, from: &Memory, from_at: u64, to: &Memory, to_at: u64, bytes: u64) -> Result<(), String> {
        let (source, target) = (from.block().at(from_at, bytes)?, to.block().at(to_at, bytes)?);
        self.settle(from);
        self.settle(to);
        // SAFETY: the blocks have these bytes.
        unsafe { ptr::copy(source, target, bytes as usize) };
        Ok(())
    }

    fn is_coming(&self, _start: u64, _end: u64) -> bool {
        false
    }

    fn finish(&mut self) -> Result<(), String> {
        Ok(())
    }

    fn end_region(&mut self) -> Result<Option<Rest>, String> {
        Ok(None)
    }

    fn catch_up(&mut self) -> Result<(), String> {
        Ok(())
    }

    fn undo(&self) -> &Undo {
        &self.undo
    }

    fn undo_mut(&mut self) -> &mut Undo {
        &mut self.undo
    }

    unsafe fn launch(&mut self, launch: &Launch<'_>) -> Result<Option<Work>, String> {
        if launch.code.is_null() {
            return Err("it was compiled without code for the host".into());
        }
        let kernel = Arc::clone(launch.kernel);
        super::trace(|| format!("launch {}: on the host", kernel.name));
        // Where nothing is mapped no byte may be used. What is empty may lend its first element to a choice that does not
        // take it, as it does on GPUs.
        let elements = launch.arguments.iter().map(|a| match a {
            Argument::View { section, .. } => section.elem,
            Argument::Scalar(_) => 0,
        });
        let nothing = Block::new(elements.max().unwrap_or(0)).ok_or("there is no memory left")?;
        // Descriptors are copied; their addresses become those of the device.
        let mut descriptors: Vec<Vec<u64>> = Vec::new();
        let mut list: Vec<*const u8> = Vec::new();
        let mut uses = Vec::new();
        let (mut memories, mut numbers) = (Vec::new(), Vec::new());
        for (arg, a) in kernel.args.iter().zip(launch.arguments) {
            match a {
                Argument::Scalar(p) => list.push(*p),
                Argument::View { descriptor, section, held } => {
                    let size = crate::desc::size(section.dims().len());
                    let mut copy = vec![0u64; size.div_ceil(8)];
                    // SAFETY: the caller's promise; a descriptor of that rank has so many bytes.
                    unsafe { ptr::copy_nonoverlapping(*descriptor, copy.as_mut_ptr().cast::<u8>(), size) };
                    copy[std::mem::offset_of!(Header, base_addr) / 8] = match held {
                        Some(h) => h.memory.block().start.wrapping_add_signed(h.offset),
                        None if section.is_empty() => nothing.start,
                        None => nothing.whole.start + GUARD.start as u64 / 2,
                    };
                    if let Some(h) = held {
                        let block = h.memory.block();
                        let mapped = block.start + h.mapped.start..block.start + h.mapped.end;
                        uses.push(Use { whole: block.whole.clone(), mapped, name: h.name.clone() });
                        numbers.push((h.memory.id, matches!(arg, abi::Arg::View(v) if v.writes)));
                        memories.push(h.memory.clone());
                    }
                    list.push(copy.as_ptr().cast());
                    // The buffer stays where it is when the list of them grows.
                    descriptors.push(copy);
                }
            }
        }
        let place = super::place();
        // SAFETY: the caller's promise.
        let shape = unsafe { teams::shape(&kernel, launch.arguments)? };
        // SAFETY: the caller's promise: the function takes such a list.
        let code = unsafe { std::mem::transmute::<*const c_void, unsafe extern "C" fn(*const *const u8)>(launch.code) };
        let atomic = *self.atomic.entry(launch.id).or_insert_with(|| check::has_atomics(&kernel));
        let ticket = self.begin(numbers, atomic);
        Ok(Some(Box::new(move |over| {
            let span = timeline::span_if_on(|| {
                let place = super::place_of_region();
                timeline::span("launch", &kernel.name, &[("at", Arg::At(place.as_ref()))])
            });
            let running = Running { kernel: &kernel.name, place: &place, uses: &uses };
            let now = Now::begin(&running);
            // SAFETY: the caller's promise; the list and what it names live until all threads have ended.
            let work = || unsafe { code(list.as_ptr()) };
            let result = match &shape {
                Some(shape) => teams::run(shape, &work),
                None => {
                    work();
                    Ok(())
                }
            };
            drop((now, span));
            over();
            drop((ticket, memories, descriptors, nothing));
            result
        })))
    }
}

/// What a kernel uses.
struct Use {
    /// The memory with the pages around it.
    whole: Range<u64>,
    /// What is mapped.
    mapped: Range<u64>,
    name: String,
}

/// The kernel that a thread runs.
struct Running<'a> {
    kernel: &'a str,
    place: &'a str,
    uses: &'a [Use],
}

thread_local! {
    static RUNNING: Cell<*const Running<'static>> = const { Cell::new(ptr::null()) };
}

/// Whether this thread runs a kernel.
pub fn in_kernel() -> bool {
    !RUNNING.get().is_null()
}

/// While it lives the thread runs a kernel.
struct Now;

impl Now {
    fn begin(running: &Running<'_>) -> Now {
        RUNNING.set(ptr::from_ref(running).cast());
        Now
    }
}

impl Drop for Now {
    fn drop(&mut self) {
        RUNNING.set(ptr::null());
    }
}

/// Says what a kernel did that used an address which it must not. False where this thread runs no kernel. For handlers of
/// signals: nothing is allocated or waited for.
fn fault(address: u64, say: &mut dyn FnMut(&str)) -> bool {
    let running = RUNNING.get();
    if running.is_null() {
        return false;
    }
    // SAFETY: what it points to lives while the kernel runs, which has just been interrupted.
    let running = unsafe { &*running };
    for part in ["kernel ", running.kernel, " of ", running.place] {
        say(part);
    }
    match running.uses.iter().find(|u| u.whole.contains(&address)) {
        Some(u) => {
            let (far, where_) = if address < u.mapped.start {
                (u.mapped.start - address, " bytes before the mapped part of '")
            } else {
                (address - u.mapped.end, " bytes behind the end of the mapped part of '")
            };
            say(" uses memory ");
            say(decimal(far, &mut [0; 20]));
            say(where_);
            say(&u.name);
            say("'");
        }
        None => say(" uses memory that is not mapped"),
    }
    true
}

/// A number as text.
fn decimal(mut n: u64, digits: &mut [u8; 20]) -> &str {
    let mut at = digits.len();
    loop {
        at -= 1;
        digits[at] = b'0' + (n % 10) as u8;
        n /= 10;
        if n == 0 {
            break;
        }
    }
    std::str::from_utf8(&digits[at..]).unwrap_or("")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_stands_alone() {
        let b = Block::new(100).unwrap();
        assert_eq!(b.size(), 112);
        assert!(b.whole.start + (64 << 10) <= b.start && b.start + b.size() + (64 << 10) <= b.whole.end);
        assert_eq!((b.start + b.size()) % 4096, 0, "the next byte is on another page");
        // SAFETY: the first word of the block.
        assert_eq!(unsafe { *(b.start as *const u32) }, PATTERN);
        assert!(f32::from_bits(PATTERN).is_nan());
        assert!(f64::from_bits(u64::from(PATTERN) << 32 | u64::from(PATTERN)).is_nan());
        assert!(b.at(100, 13).is_err());
    }

    #[test]
    fn numbers_without_allocation() {
        assert_eq!(decimal(0, &mut [0; 20]), "0");
        assert_eq!(decimal(u64::MAX, &mut [0; 20]), "18446744073709551615");
    }
}
