//! Coarrays of several images (Fortran 2018, 5.4.7 and 11.6): who is there, where the objects of other images lie, and
//! what waits for them. How bytes get there is a [`Transport`]; there is one over MPI, and one for a lone image.
//!
//! Every image has two ranges of memory that the others reach: its heap, from which the whole program allocates, and the
//! static data of the executable. The heap begins with [`control`] words.

ferrotran_abi::images_rows! { implementations }

mod heap;
mod mpi;
mod sync;
mod team;
mod transfer;
mod word;

pub use sync::{frt_image_critical, frt_image_fail, frt_image_message, frt_image_sync, frt_image_sync_set};
pub use team::{
    frt_image_failed, frt_image_list, frt_image_number, frt_image_of, frt_image_status, frt_image_team_change,
    frt_image_team_form,
};
pub use transfer::{
    frt_image_box, frt_image_broadcast, frt_image_gather, frt_image_get, frt_image_get_array, frt_image_put,
    frt_image_put_array,
};
pub use word::frt_image_word;

use crate::desc::Desc;
use crate::error::fatal;
use heap::Heap;
use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering, fence};
use std::sync::{Mutex, MutexGuard, OnceLock};

/// Values of `stat_stopped_image` and `stat_failed_image`.
pub(crate) const STOPPED: i32 = 6000;
pub(crate) const FAILED: i32 = 6001;

/// Windows of every image.
const HEAP: usize = 0;
const DATA: usize = 1;

/// Words at the beginning of the heap, by their place.
mod control {
    /// Where the heap is, where the static data.
    pub const HEAP: usize = 0;
    pub const HEAP_BYTES: usize = 1;
    pub const DATA: usize = 2;
    pub const DATA_BYTES: usize = 3;
    /// 0, or why the image does nothing any more.
    pub const STATUS: usize = 4;
    /// What collective statements tell the other images.
    pub const TOLD: usize = 5;
    /// Locks of CRITICAL constructs, which those of image 1 are.
    pub const CRITICAL: usize = 8;
    pub const CRITICALS: usize = 1024;
    /// For each image: how often it has come to where both wait for each other.
    pub const COME: usize = CRITICAL + CRITICALS;
}

/// What is done to an integer of another image.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Op {
    Read,
    Write,
    Add,
    And,
    Or,
    Xor,
}

/// How images reach each other. Images are counted from 0 here.
pub(crate) trait Transport: Send + Sync {
    /// This image.
    fn me(&self) -> usize;
    /// How many there are.
    fn images(&self) -> usize;
    /// Makes memory a window that the others reach; all images do the same.
    fn expose(&self, base: *mut u8, bytes: usize);
    /// Begins to copy from a window.
    ///
    /// # Safety
    /// `dest` has room until the transfer is complete.
    unsafe fn get(&self, image: usize, window: usize, offset: usize, dest: *mut u8, bytes: usize);
    /// Begins to copy to a window.
    ///
    /// # Safety
    /// `source` has the bytes until the transfer is complete.
    unsafe fn put(&self, image: usize, window: usize, offset: usize, source: *const u8, bytes: usize);
    /// Waits until what was begun (with one image) is done.
    fn complete(&self, image: Option<usize>);
    /// Waits until what was begun in one window of an image is done.
    fn complete_window(&self, image: usize, window: usize);
    /// An integer of 8 (`wide`) or 4 bytes before the operation, which is atomic.
    fn fetch(&self, image: usize, window: usize, offset: usize, wide: bool, op: Op, value: i64) -> i64;
    /// The same; the new value is stored where the old one is that of `compare`.
    fn swap_if(&self, image: usize, window: usize, offset: usize, wide: bool, compare: i64, new: i64) -> i64;
    /// Lets transfers of other images go on.
    fn progress(&self);
    /// Waits for all images.
    fn barrier(&self);
    /// The end, of all images together.
    fn end(&self);
    /// Ends all images at once.
    fn abort(&self, status: i32);
}

/// The image of a program that was started alone. Its memory needs no transfers, so that only atomic operations are left.
struct Alone {
    windows: Mutex<Vec<usize>>,
}

impl Alone {
    fn at(&self, window: usize, offset: usize) -> *mut u8 {
        let windows = self.windows.lock().unwrap_or_else(|e| e.into_inner());
        std::ptr::with_exposed_provenance_mut(windows[window] + offset)
    }

    fn read(p: *mut u8, wide: bool) -> i64 {
        // SAFETY: an integer of the program.
        unsafe { if wide { p.cast::<i64>().read_unaligned() } else { i64::from(p.cast::<i32>().read_unaligned()) } }
    }

    fn write(p: *mut u8, wide: bool, v: i64) {
        // SAFETY: as above.
        unsafe { if wide { p.cast::<i64>().write_unaligned(v) } else { p.cast::<i32>().write_unaligned(v as i32) } }
    }
}

impl Transport for Alone {
    fn me(&self) -> usize {
        0
    }
    fn images(&self) -> usize {
        1
    }
    fn expose(&self, base: *mut u8, _: usize) {
        self.windows.lock().unwrap_or_else(|e| e.into_inner()).push(base.expose_provenance());
    }
    unsafe fn get(&self, _: usize, window: usize, offset: usize, dest: *mut u8, bytes: usize) {
        // SAFETY: the caller's promise; both may be the same object.
        unsafe { std::ptr::copy(self.at(window, offset), dest, bytes) };
    }
    unsafe fn put(&self, _: usize, window: usize, offset: usize, source: *const u8, bytes: usize) {
        // SAFETY: the caller's promise; both may be the same object.
        unsafe { std::ptr::copy(source, self.at(window, offset), bytes) };
    }
    fn complete(&self, _: Option<usize>) {}
    fn complete_window(&self, _: usize, _: usize) {}
    fn fetch(&self, _: usize, window: usize, offset: usize, wide: bool, op: Op, value: i64) -> i64 {
        let p = self.at(window, offset);
        // Threads of the one image take turns.
        let _one = self.windows.lock().unwrap_or_else(|e| e.into_inner());
        let old = Self::read(p, wide);
        let new = match op {
            Op::Read => old,
            Op::Write => value,
            Op::Add => old.wrapping_add(value),
            Op::And => old & value,
            Op::Or => old | value,
            Op::Xor => old ^ value,
        };
        Self::write(p, wide, new);
        old
    }
    fn swap_if(&self, _: usize, window: usize, offset: usize, wide: bool, compare: i64, new: i64) -> i64 {
        let p = self.at(window, offset);
        let _one = self.windows.lock().unwrap_or_else(|e| e.into_inner());
        let old = Self::read(p, wide);
        if old == compare {
            Self::write(p, wide, new);
        }
        old
    }
    fn progress(&self) {}
    fn barrier(&self) {}
    fn end(&self) {}
    fn abort(&self, _: i32) {}
}

/// Ranges of an image that others reach: address and bytes, by window.
type Ranges = [(usize, usize); 2];

/// An allocated coarray: its bytes, and where it lies in the images of the team that allocated it.
struct Coarray {
    bytes: usize,
    /// By image of the initial team; 0: the image has none.
    bases: Vec<usize>,
    /// The images that wait for each other where it is freed.
    team: Vec<usize>,
}

/// All that is known of images.
struct World {
    t: Box<dyn Transport>,
    ranges: Vec<Ranges>,
    coarrays: Mutex<BTreeMap<usize, Coarray>>,
    /// Images of the teams that were formed, by the value of the team, and how the sibling teams are called: members.
    teams: Mutex<HashMap<i64, team::Formed>>,
    /// For each image: how often this one has waited for it.
    waited: Mutex<Vec<u64>>,
}

static WORLD: OnceLock<World> = OnceLock::new();
static MEMORY: OnceLock<Mutex<Heap>> = OnceLock::new();

fn world() -> &'static World {
    match WORLD.get() {
        Some(w) => w,
        None => fatal("the main program was not compiled with -fcoarray=mpi"),
    }
}

fn guard<T>(m: &Mutex<T>) -> MutexGuard<'_, T> {
    m.lock().unwrap_or_else(|e| e.into_inner())
}

fn memory() -> MutexGuard<'static, Heap> {
    match MEMORY.get() {
        Some(m) => guard(m),
        None => fatal("the memory of coarrays was not reserved"),
    }
}

/// Bytes of addresses for the heap: what the user says, or as much as the machine has memory.
fn heap_bytes() -> usize {
    let asked = std::env::var("FERROTRAN_IMAGE_HEAP").ok().and_then(|v| {
        let v = v.trim().to_ascii_uppercase();
        let (digits, unit) = match v.strip_suffix(['K', 'M', 'G', 'T']) {
            Some(d) => (d, 10 * (1 + "KMGT".find(&v[d.len()..]).unwrap_or(0))),
            None => (&v[..], 0),
        };
        digits.parse::<usize>().ok()?.checked_shl(unit as u32)
    });
    // SAFETY: plain queries.
    let all = unsafe { libc::sysconf(libc::_SC_PHYS_PAGES) * libc::sysconf(libc::_SC_PAGESIZE) };
    asked.unwrap_or(all.max(1 << 30) as usize).max(1 << 20)
}

/// See the table.
pub extern "C" fn frt_images_start() {
    if WORLD.get().is_some() {
        return;
    }
    let t: Box<dyn Transport> = match mpi::Mpi::start() {
        Some(m) => Box::new(m),
        None => Box::new(Alone { windows: Mutex::new(vec![]) }),
    };
    let Some(mut heap) = Heap::reserve(heap_bytes()) else { fatal("no memory for coarrays") };
    let n = t.images();
    let Some((words, _)) = heap.take((control::COME + n) * 8, 4096) else { fatal("no memory for coarrays") };
    let range = heap.range();
    let (data, data_bytes) = mpi::static_data();
    assert_eq!(words, range.0, "the first block begins where the heap begins");
    for (at, v) in [
        (control::HEAP, range.0),
        (control::HEAP_BYTES, range.1),
        (control::DATA, data.expose_provenance()),
        (control::DATA_BYTES, data_bytes),
    ] {
        own_word(words, at).store(v as u64, Ordering::SeqCst);
    }
    t.expose(std::ptr::with_exposed_provenance_mut(range.0), range.1);
    t.expose(data, data_bytes);
    t.barrier();
    let mut ranges = vec![];
    for image in 0..n {
        let mut w = [0usize; 4];
        // SAFETY: the variable has room; the transfer ends here.
        unsafe { t.get(image, HEAP, control::HEAP * 8, w.as_mut_ptr().cast(), 32) };
        t.complete(Some(image));
        ranges.push([(w[0], w[1]), (w[2], w[3])]);
    }
    let world =
        World { t, ranges, coarrays: Mutex::default(), teams: Mutex::default(), waited: Mutex::new(vec![0; n]) };
    let _ = MEMORY.set(Mutex::new(heap));
    let _ = WORLD.set(world);
    crate::memory::use_heap(crate::memory::OtherHeap { base: range.0, bytes: range.1, take, size, give });
    crate::error::several_images(sync::ending);
}

/// A control word of this image.
fn own_word(base: usize, at: usize) -> &'static AtomicU64 {
    // SAFETY: the first block of the heap has these words, and stays.
    unsafe { &*std::ptr::with_exposed_provenance::<AtomicU64>(base + 8 * at) }
}

fn take(bytes: usize, align: usize) -> *mut u8 {
    match memory().take(bytes, align) {
        Some((at, used)) => {
            let p: *mut u8 = std::ptr::with_exposed_provenance_mut(at);
            if used && bytes < 1024 {
                // SAFETY: the block is that large. Small blocks are cleared.
                unsafe { std::ptr::write_bytes(p, 0, bytes) };
            }
            p
        }
        None => std::ptr::null_mut(),
    }
}

fn size(p: *mut u8) -> usize {
    memory().size(p as usize).unwrap_or(0)
}

/// Frees a block; where it is a coarray, when all images of its team do so.
fn give(p: *mut u8) {
    let w = world();
    let coarray = guard(&w.coarrays).remove(&(p as usize));
    if let Some(c) = coarray {
        w.wait_for(&c.team);
    }
    memory().give(p as usize);
}

/// See the table.
///
/// # Safety
/// `desc` is a descriptor, or null.
pub unsafe extern "C" fn frt_image_allocated(desc: *const u8) {
    // SAFETY: the caller's promise.
    let d = unsafe { Desc::new(desc) };
    let base = d.base() as usize;
    if base == 0 {
        return;
    }
    let w = world();
    let bytes = (d.elem_len() * d.count()).max(1) as usize;
    let team = w.members();
    let told = w.exchange(&team, [base as u64, bytes as u64]);
    let mut bases = vec![0; w.t.images()];
    for (&image, t) in team.iter().zip(&told) {
        bases[image] = t[0] as usize;
        if t[1] as usize != bytes {
            fatal(&format!("a coarray is allocated with {bytes} bytes here, and with {} by another image", t[1]));
        }
    }
    guard(&w.coarrays).insert(base, Coarray { bytes, bases, team: team.clone() });
    w.wait_for(&team);
}

impl World {
    fn me(&self) -> usize {
        self.t.me()
    }

    fn own(&self, at: usize) -> &'static AtomicU64 {
        own_word(self.ranges[self.me()][HEAP].0, at)
    }

    /// Where an address of an image is: window and offset.
    fn window_of(&self, image: usize, addr: usize, bytes: usize) -> Option<(usize, usize)> {
        let inside = |&(base, len): &(usize, usize)| addr >= base && addr + bytes <= base + len;
        let window = self.ranges[image].iter().position(inside)?;
        Some((window, addr - self.ranges[image][window].0))
    }

    /// The address in an image of what is at `addr` here, or of what is at `addr` there.
    fn address_in(&self, image: usize, addr: usize, remote: bool) -> usize {
        if remote || image == self.me() {
            return addr;
        }
        let coarrays = guard(&self.coarrays);
        if let Some((&base, c)) = coarrays.range(..=addr).next_back()
            && addr < base + c.bytes
        {
            match c.bases[image] {
                0 => fatal(&format!("image {} is not in the team that allocated the coarray", image + 1)),
                there => return there + (addr - base),
            }
        }
        let (base, len) = self.ranges[self.me()][DATA];
        if addr >= base && addr < base + len {
            return self.ranges[image][DATA].0 + (addr - base);
        }
        fatal("this object is no part of a coarray of this executable, so other images have none");
    }

    /// As [`Self::address_in`], as window and offset.
    fn place(&self, image: usize, addr: usize, bytes: usize, remote: bool) -> (usize, usize) {
        let there = self.address_in(image, addr, remote);
        match self.window_of(image, there, bytes) {
            Some(p) => p,
            None if there == 0 => {
                fatal(&format!("the object of image {} is not allocated or not associated", image + 1))
            }
            None => fatal(&format!(
                "the object of image {} is in memory that others do not reach: neither allocated nor static",
                image + 1
            )),
        }
    }

    /// Tells the images of a team two words and learns theirs. Ends with no wait: what comes next must be one.
    fn exchange(&self, team: &[usize], words: [u64; 2]) -> Vec<[u64; 2]> {
        for (i, w) in words.iter().enumerate() {
            self.own(control::TOLD + i).store(*w, Ordering::SeqCst);
        }
        self.wait_for(team);
        let mut told = vec![[0u64; 2]; team.len()];
        for (&image, t) in team.iter().zip(&mut told) {
            if image == self.me() {
                *t = words;
            } else {
                // SAFETY: the variable lies here until the transfers are complete.
                unsafe { self.t.get(image, HEAP, control::TOLD * 8, t.as_mut_ptr().cast(), 16) };
            }
        }
        self.t.complete(None);
        told
    }
}

/// What this image wrote is there before what comes next, and what others wrote before is seen.
fn in_order() {
    fence(Ordering::SeqCst);
    static BETWEEN: AtomicI64 = AtomicI64::new(0);
    BETWEEN.fetch_add(1, Ordering::SeqCst);
}
