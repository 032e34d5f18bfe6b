//! The device data environment: which device a region runs on, which host memory has a copy there,
//! and the queue of kernels and copies.
//!
//! Invariants. Nothing here touches a GPU driver before the program reaches a target construct or asks
//! for the number of devices, and with `FERROTRAN_DEVICE=host` not even then. Only this room names
//! wgpu. A device is used under its lock, one call at a time, and its queue runs in order.
//!
//! `FERROTRAN_DEVICE_TRACE=1` writes a line to standard error for everything that is mapped, launched
//! or copied; the lines start with `device: `.

mod audit;
mod check;
mod clock;
mod devices;
mod env;
mod exits;
mod fibers;
mod gather;
mod gpu;
mod joint;
mod landing;
mod launch;
mod leaks;
mod lending;
mod looplimit;
mod machine;
mod mapping;
mod memory;
mod object;
mod pipelines;
mod reads;
mod rect;
mod reserve;
mod resident;
mod section;
mod select;
mod shadow;
mod spaces;
mod table;
mod teams;
#[cfg(test)]
mod tests;
mod uid;

pub use select::{AdapterInfo, adapters, choice, choose, feature_names};

use crate::desc::{Desc, size};
use crate::error::{DeviceMemory, device_memory, fatal};
use crate::memory::watch;
use crate::omp::icv::{Offload, settings};
use crate::timeline::{self, Arg, Place, Span};
use devices::{DEVICES, Device, Locked, devices};
use env::{Env, Item};
use ferrotran_abi::codes::{NO_DEVICE, on_host};
use ferrotran_abi::map;
use lending::Borrowed;
use machine::Rest;
use mapping::Failure;
use object::Ty;
use reserve::Expected;
use resident::Resident;
use section::Section;
use std::cell::{Cell, RefCell};
use std::ffi::{CStr, c_char, c_void};
use std::io::Write;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, OnceLock};

/// Writes a line to standard error. Where that is closed the line is lost; the program goes on.
fn say(text: std::fmt::Arguments<'_>) {
    let _ = writeln!(std::io::stderr(), "{text}");
}

/// Writes a line of the trace.
fn trace(text: impl FnOnce() -> String) {
    static ON: OnceLock<bool> = OnceLock::new();
    if *ON.get_or_init(|| std::env::var_os("FERROTRAN_DEVICE_TRACE").is_some_and(|v| !v.is_empty() && v != "0")) {
        say(format_args!("device: {}", text()));
    }
}

/// Number of devices that target regions can be sent to.
fn num_devices() -> i32 {
    if settings().offload == Offload::Disabled || SHARED.load(Ordering::Relaxed) { 0 } else { devices().len() as i32 }
}

/// Number of the device of the region that this thread is in.
fn region_device() -> Option<i32> {
    let device = REGION.get()?;
    devices().iter().position(|d| std::ptr::eq(d, device)).map(|n| n as i32)
}

/// The device that target regions go to by default, if it is not the host.
pub fn default_device() -> Option<&'static AdapterInfo> {
    resolve(NO_DEVICE).map(|d| &d.info)
}

thread_local! {
    /// The device of the region that this thread is in.
    static REGION: Cell<Option<&'static Device>> = const { Cell::new(None) };
    /// Where it is in the program.
    static PLACE: Cell<(*const c_char, i32)> = const { Cell::new((std::ptr::null(), 0)) };
    /// Where the target task is in the program that this thread runs.
    static TASK: Cell<(*const c_char, i32)> = const { Cell::new((std::ptr::null(), 0)) };
    /// The device on which this thread's last region was undone, and why.
    static UNDONE: Cell<Option<(&'static Device, String)>> = const { Cell::new(None) };
    /// What the kernels of the next region need.
    static NEEDS: Cell<u32> = const { Cell::new(0) };
    /// Storage buffers that a kernel of the next region binds.
    static BUFFERS: Cell<u32> = const { Cell::new(0) };
    /// Kernels of the next region have loops, and it cannot be undone.
    static STEADY: Cell<bool> = const { Cell::new(false) };
    /// What the next region needs room for.
    static EXPECTED: RefCell<Vec<Expected>> = const { RefCell::new(Vec::new()) };
    /// The device that was to run the region which this thread is about to run on the host.
    static REFUSED: Cell<Option<&'static Device>> = const { Cell::new(None) };
    /// What regions that this thread runs on the host have borrowed of devices, innermost last.
    static BORROWED: RefCell<Vec<(&'static Device, Borrowed)>> = const { RefCell::new(Vec::new()) };
}

/// The program requires memory that devices share with the host.
static SHARED: AtomicBool = AtomicBool::new(false);

extern "C" fn require_shared() {
    SHARED.store(true, Ordering::Relaxed);
}

/// Numbers that programs have names for.
const OMP_INITIAL_DEVICE: i32 = -1;
const OMP_INVALID_DEVICE: i32 = -4;
/// `omp_default_device`
const OMP_DEFAULT_DEVICE: i32 = -5;

/// What a number is, of the default device where none is named.
fn effective(number: i32) -> i32 {
    if !matches!(number, NO_DEVICE | OMP_DEFAULT_DEVICE) {
        return number;
    }
    crate::omp::default_device().unwrap_or_else(of_process)
}

/// Where launchers of MPI, and Slurm, say the number of a process among those of the job on its machine.
const LOCAL_RANKS: [&str; 6] = [
    "OMPI_COMM_WORLD_LOCAL_RANK",
    "MPI_LOCALRANKID",
    "MV2_COMM_WORLD_LOCAL_RANK",
    "PALS_LOCAL_RANKID",
    "FLUX_TASK_LOCAL_ID",
    "SLURM_LOCALID",
];

/// The device of a process that nobody told which one to take: the processes of a job on one machine share its devices
/// of the first one's kind evenly.
fn of_process() -> i32 {
    static RANK: OnceLock<usize> = OnceLock::new();
    let read = || LOCAL_RANKS.iter().find_map(|name| std::env::var(name).ok()?.trim().parse().ok());
    let rank = *RANK.get_or_init(|| read().unwrap_or(0));
    if rank == 0 || num_devices() == 0 {
        return 0;
    }
    let list = devices();
    let alike = list.iter().take_while(|d| d.info.kind == list[0].info.kind).count();
    (rank % alike) as i32
}

/// The number is that of the host.
fn is_host(number: i32) -> bool {
    matches!(effective(number), OMP_INITIAL_DEVICE) || effective(number) == num_devices()
}

/// The device of that number, `None` for the host.
fn resolve(number: i32) -> Option<&'static Device> {
    if settings().offload == Offload::Disabled || SHARED.load(Ordering::Relaxed) {
        return None;
    }
    devices().get(usize::try_from(effective(number)).ok()?)
}

/// The device of the region, of that number, or the default; `at`: the place of the directive that names it.
fn target(number: i32, at: (*const c_char, i32)) -> Option<&'static Device> {
    if number == NO_DEVICE
        && let Some(d) = REGION.get()
    {
        return Some(d);
    }
    let Some(device) = resolve(number) else {
        let place = || place_at(at).map_or("a directive".into(), |p| format!("the directive at {}:{}", p.file, p.line));
        no_such_device(number, &place);
        return None;
    };
    match device.open() {
        Ok(_) => Some(device),
        Err(e) => host_instead(&e),
    }
}

/// A directive that names a number without device is an error where it must not run on the host, and worth a word where
/// the program has devices.
fn no_such_device(number: i32, place: &dyn Fn() -> String) {
    let n = effective(number);
    if n == OMP_INVALID_DEVICE {
        fatal(&format!("{} names omp_invalid_device", place()));
    }
    let there = num_devices();
    let of_host = is_host(n) && (number != NO_DEVICE || there > 0);
    if of_host || settings().offload == Offload::Disabled || SHARED.load(Ordering::Relaxed) {
        return;
    }
    if settings().offload == Offload::Mandatory {
        let of = if choice() == "host" { " (FERROTRAN_DEVICE is host)" } else { "" };
        let which = if number == NO_DEVICE { "device".into() } else { format!("device number {n}") };
        fatal(&format!("{} has no {which}{of}, and OMP_TARGET_OFFLOAD is mandatory", place()));
    }
    if there > 0 {
        static SAID: OnceLock<()> = OnceLock::new();
        let word = || say(format_args!("ferrotran: warning: {} has no device number {n}: it is the host's", place()));
        SAID.get_or_init(word);
    }
}

/// Whether the program got memory of a device from `omp_target_alloc`.
static GAVE_MEMORY: AtomicBool = AtomicBool::new(false);
/// The last target region that could have run on a device but ran on the host, and why.
static HOST_REGION: Mutex<(String, String)> = Mutex::new((String::new(), String::new()));

/// Whether some address of the program may be a key of device memory.
fn gave_memory() -> bool {
    GAVE_MEMORY.load(Ordering::Relaxed)
}

/// Whether an address is in the range of keys.
fn is_key(address: u64) -> bool {
    address >= table::FIRST_KEY
}

/// Calls `f` with the last region that fell back to the host and the reason, if there is one. For handlers of signals:
/// nothing is allocated or waited for.
fn host_region(f: &mut dyn FnMut(&str, &str)) {
    if let Ok(last) = HOST_REGION.try_lock()
        && !last.0.is_empty()
    {
        f(&last.0, &last.1);
    }
}

/// Keeps what [`host_region`] gives, where device memory that the host cannot read may be used.
fn remember(place: &str, why: &str) {
    if gave_memory() {
        let mut last = HOST_REGION.lock().unwrap_or_else(|e| e.into_inner());
        *last = (place.into(), why.into());
    }
}

/// The device of the region; where there is none, the default.
fn current() -> &'static Device {
    match target(NO_DEVICE, (std::ptr::null(), 0)) {
        Some(d) => d,
        None => fatal("device memory is used outside a target region, and there is no device"),
    }
}

/// What cannot run on a device runs on the host, unless that is forbidden.
fn host_instead(why: &str) -> Option<&'static Device> {
    if settings().offload == Offload::Mandatory {
        fatal(&format!("{why}, and OMP_TARGET_OFFLOAD is mandatory"));
    }
    static SAID: OnceLock<()> = OnceLock::new();
    SAID.get_or_init(|| say(format_args!("ferrotran: warning: {why}; target regions run on the host")));
    None
}

/// Ends a directive: waits for what it copies to the host, while others use the device.
fn land(device: &Device, ends: impl FnOnce(&mut Env) -> Result<Option<Rest>, String>) -> Result<(), String> {
    let begun = ends(&mut device.lock());
    let Some(rest) = begun? else { return Ok(()) };
    let _driver = crate::fenv::Default::begin();
    rest()
}

fn done(result: Result<(), String>) {
    if let Err(e) = result {
        failed(&e);
    }
}

/// Ends the program. A target task may run late: its place is said.
fn failed(why: &str) -> ! {
    failed_at((std::ptr::null(), 0), why)
}

/// Ends the program for what a directive at that place has done: the region's or the task's is said where there is one.
fn failed_at(at: (*const c_char, i32), why: &str) -> ! {
    if let Some(p) = place_at(TASK.get()) {
        fatal(&format!("the target construct at {}:{}: {why}", p.file, p.line));
    }
    if REGION.get().is_some() {
        fatal(&format!("{}: {why}", place()));
    }
    match place_at(at) {
        Some(p) => fatal(&format!("the directive at {}:{}: {why}", p.file, p.line)),
        None => fatal(why),
    }
}

unsafe extern "C" fn task(file: *const c_char, line: i32) {
    TASK.set((file, line));
}

/// Where the target task is that this thread runs.
fn place_of_task() -> Option<Place> {
    place_at(TASK.get())
}

/// This thread runs a target task, which may be another order than that of the program's text.
fn in_task() -> bool {
    !TASK.get().0.is_null()
}

/// # Safety
/// `p` is null or a NUL-terminated string that lives long enough.
unsafe fn text<'a>(p: *const c_char) -> std::borrow::Cow<'a, str> {
    if p.is_null() {
        return "".into();
    }
    // SAFETY: the caller's promise.
    unsafe { CStr::from_ptr(p) }.to_string_lossy()
}

// The link names of the functions.
use self::{
    alloc as frt_dev_alloc, ancestor_begin as frt_dev_ancestor_begin, ancestor_end as frt_dev_ancestor_end,
    aside as frt_dev_aside, borrows as frt_dev_borrows, buffers as frt_dev_buffers, copy as frt_dev_copy,
    enter as frt_dev_enter, expect as frt_dev_expect, expect_bytes as frt_dev_expect_bytes,
    expect_iterations as frt_dev_expect_iterations, free as frt_dev_free, gather as frt_dev_gather,
    gather_count as frt_dev_gather_count, gather_table as frt_dev_gather_table, get_mapped_ptr as omp_get_mapped_ptr,
    give_back as frt_dev_return, going as frt_dev_going, guard as frt_dev_guard, heap as frt_dev_heap,
    kept as frt_dev_kept, launch as frt_dev_launch, leave as frt_dev_leave, lend as frt_dev_lend,
    lend_address as frt_dev_lend_address, lend_reached as frt_dev_lend_reached, map as frt_dev_map,
    mapped as frt_dev_mapped, read as frt_dev_read, require as frt_dev_require,
    require_shared as frt_dev_require_shared, resident as frt_dev_resident, scatter as frt_dev_scatter,
    steady as frt_dev_steady, target_alloc as omp_target_alloc, target_associate as omp_target_associate_ptr,
    target_disassociate as omp_target_disassociate_ptr, target_free as omp_target_free,
    target_is_accessible as omp_target_is_accessible, target_is_present as omp_target_is_present, task as frt_dev_task,
    unmap as frt_dev_unmap, unsupported as frt_dev_unsupported, update as frt_dev_update,
};
use exits::maps_kept as frt_dev_maps_kept;
use reads::{host_reads as frt_dev_host_reads, host_reads_array as frt_dev_host_reads_array};
use rect::{
    memcpy as omp_target_memcpy, memcpy_async as omp_target_memcpy_async, memcpy_rect as omp_target_memcpy_rect,
    memcpy_rect_async as omp_target_memcpy_rect_async, memset as omp_target_memset,
    memset_async as omp_target_memset_async,
};
use spaces::{
    device_allocator as omp_get_device_allocator_, device_and_host_allocator as omp_get_device_and_host_allocator_,
    device_and_host_memspace as omp_get_device_and_host_memspace_, device_memspace as omp_get_device_memspace_,
    device_num_teams as omp_get_device_num_teams_, device_teams_thread_limit as omp_get_device_teams_thread_limit_,
    devices_all_allocator as omp_get_devices_all_allocator_, devices_all_memspace as omp_get_devices_all_memspace_,
    devices_allocator as omp_get_devices_allocator_, devices_and_host_allocator as omp_get_devices_and_host_allocator_,
    devices_and_host_memspace as omp_get_devices_and_host_memspace_, devices_memspace as omp_get_devices_memspace_,
    max_progress_width as omp_get_max_progress_width_, memspace_num_resources as omp_get_memspace_num_resources_,
    memspace_pagesize as omp_get_memspace_pagesize_, set_device_num_teams as omp_set_device_num_teams_,
    set_device_teams_thread_limit as omp_set_device_teams_thread_limit_, submemspace as omp_get_submemspace_,
};
use teams::{
    barrier as frt_dev_team_barrier, memory as frt_dev_team_memory, team as frt_dev_team, teams as frt_dev_teams,
    thread as frt_dev_team_thread, threads as frt_dev_team_threads,
};

use uid::{device_from_uid as omp_get_device_from_uid_, uid_from_device as omp_get_uid_from_device_};

ferrotran_abi::device_rows! { implementations }

extern "C" fn heap() -> i64 {
    /// Where FERROTRAN_DEVICE_HEAP says nothing.
    const USUAL: i64 = 64 << 20;
    let given = std::env::var("FERROTRAN_DEVICE_HEAP").ok().and_then(|s| s.trim().parse::<i64>().ok());
    given.filter(|n| *n > 0).unwrap_or(USUAL).min(i64::from(i32::MAX))
}

extern "C" fn steady() {
    STEADY.set(true);
}

extern "C" fn buffers(count: i32) {
    BUFFERS.set(count.max(0) as u32);
}

extern "C" fn require(needs: i32) {
    NEEDS.set(needs as u32);
}

/// No object has an address below this: what seems to is a component of an argument that is absent.
const NO_OBJECTS: u64 = 1 << 16;

/// What compiled code gives.
///
/// # Safety
/// `desc` is the address of a descriptor, `name` null or a static string, `ty` null or a type descriptor; the kind says
/// whether the descriptor has another.
unsafe fn item<'n>(desc: *const c_void, kind: i32, ty: *const c_void, name: &'n str) -> Item<'n> {
    // An argument that is absent is nowhere, but its map may be the last one of the directive.
    if desc.is_null() {
        return Item { section: Section::new(0, 0, &[]), ty: ty.cast(), how: kind, name };
    }
    // SAFETY: the caller's promise.
    unsafe {
        let mut of: Ty = ty.cast();
        if kind & map::CLASS != 0 {
            let rank = Desc::new(desc.cast()).rank();
            let dynamic = desc.cast::<u8>().add(size(rank)).cast::<Ty>().read_unaligned();
            of = if dynamic.is_null() { of } else { dynamic };
        }
        let mut section = Section::read(desc.cast());
        if section.base < NO_OBJECTS {
            section.base = 0;
        }
        Item { section, ty: of, how: kind, name }
    }
}

/// Devices have memory for these addresses of the host.
fn stands_for_host(range: &Range<u64>) {
    if range.start < table::FIRST_KEY {
        watch(range, forget);
    }
}

/// The host frees memory: it stands for nothing on any device any more.
fn forget(range: Range<u64>) {
    // What a kernel frees on the host it has allocated itself: no device has it. The device is locked meanwhile.
    if shadow::in_kernel() {
        return;
    }
    for d in DEVICES.get().into_iter().flatten() {
        if let Some(Ok(_)) = d.env.get() {
            done(d.lock().forget(&range));
        }
    }
}

unsafe extern "C" fn expect(desc: *const c_void, kind: i32, ty: *const c_void, name: *const c_char) {
    if settings().offload == Offload::Disabled {
        return;
    }
    // An argument that is absent is nowhere, and kernels that could use it get an empty array.
    if desc.is_null() {
        return;
    }
    // SAFETY: compiled code passes a static name or null.
    let name = unsafe { text(name) };
    // SAFETY: compiled code passes a descriptor and a type.
    let item = unsafe { item(desc, kind, ty, &name) };
    EXPECTED.with_borrow_mut(|list| expect_item(&item, list));
}

/// The item and what belongs to it.
fn expect_item(item: &Item<'_>, list: &mut Vec<Expected>) {
    if let Some(range) = item.section.bounds() {
        let (elements, endless) = (item.section.elements(), item.section.is_endless());
        list.push(Expected::Map { range, how: item.how, name: item.name.into(), endless, elements });
    }
    item.parts().iter().for_each(|part| expect_item(part, list));
}

extern "C" fn expect_bytes(bytes: i64) {
    EXPECTED.with_borrow_mut(|list| list.push(Expected::Bytes(bytes.max(0) as u64)));
}

extern "C" fn expect_iterations(count: i64, wide: i32) {
    EXPECTED.with_borrow_mut(|list| list.push(Expected::Iterations { count, wide: wide != 0 }));
}

unsafe extern "C" fn enter(number: i32, cond: i32, file: *const c_char, line: i32) -> i32 {
    let needs = NEEDS.take();
    let buffers = BUFFERS.take();
    let steady = STEADY.take() && settings().offload != Offload::Mandatory;
    let expected = EXPECTED.take();
    if cond == 0 || settings().offload == Offload::Disabled {
        return 0;
    }
    let place = || {
        // SAFETY: compiled code passes a static NUL-terminated name or null.
        let file = unsafe { text(file) };
        if file.is_empty() { "a target region".into() } else { format!("the target region at {file}:{line}") }
    };
    let device = match resolve(number) {
        Some(d) => {
            let missing = needs & !d.info.features;
            match d.open() {
                Ok(env) => {
                    let mut env = Locked::new(env.lock().unwrap_or_else(|e| e.into_inner()));
                    let obstacle = if missing != 0 {
                        Err(format!("{} needs {}, which {} lacks", place(), feature_names(missing), d.info.name))
                    } else if steady && looplimit::concerns(&d.info.name) {
                        Err(format!("{} has loops, which {} may end early", place(), d.info.name))
                    } else if buffers > d.info.max_storage_buffers {
                        let (name, most) = (&d.info.name, d.info.max_storage_buffers);
                        Err(format!("{} has a kernel that uses {buffers} buffers, {name} allows {most}", place()))
                    } else {
                        env.reserve(&expected).map_err(|e| format!("{} cannot run on the device: {e}", place()))
                    };
                    match obstacle {
                        Ok(()) => Some(d),
                        Err(why) => {
                            let of_device = expected.iter().find_map(|e| match e {
                                Expected::Map { range, name, .. } if is_key(range.start) => Some(name),
                                _ => None,
                            });
                            if let Some(name) = of_device {
                                fatal(&format!(
                                    "{why}, and '{name}' is memory that omp_target_alloc took on the device"
                                ));
                            }
                            remember(&place(), &why);
                            REFUSED.set(Some(d));
                            host_instead(&why)
                        }
                    }
                }
                Err(e) => host_instead(&e),
            }
        }
        None => {
            no_such_device(number, &place);
            None
        }
    };
    trace(|| match device {
        Some(d) => format!("enter {} on {}", place(), d.info.name),
        None => format!("enter {} on the host", place()),
    });
    let Some(device) = device else {
        on_the_host(&place, "");
        return 0;
    };
    if timeline::on() {
        // SAFETY: compiled code passes a static NUL-terminated name or null.
        let at = Place { file: unsafe { text(file) }.into_owned(), line: line as u32 };
        timeline::begin(
            "region",
            "target region",
            &[("at", Arg::At(Some(&at))), ("device", Arg::Text(&device.info.name))],
        );
    }
    device.lock().enter();
    REGION.set(Some(device));
    PLACE.set((file, line));
    1
}

/// The region of a device that this thread is in, for messages.
pub fn region_now() -> Option<String> {
    REGION.get().map(|_| place())
}

/// The same for the timeline.
fn place_of_region() -> Option<Place> {
    place_at(PLACE.get())
}

/// A place in the program as compiled code gives it.
fn place_at((file, line): (*const c_char, i32)) -> Option<Place> {
    // SAFETY: compiled code passes a static NUL-terminated name or null.
    let file = unsafe { text(file) }.into_owned();
    (!file.is_empty()).then_some(Place { file, line: line as u32 })
}

/// The timeline's word for a region that runs on the host.
fn on_the_host(place: &dyn Fn() -> String, why: &str) {
    if timeline::on() {
        timeline::instant("region", "on the host", &[("region", Arg::Text(&place())), ("why", Arg::Text(why))]);
    }
}

/// What the timeline says while a section is mapped, unmapped or updated.
fn maps(what: &str, name: &str, section: &Section) -> Option<Span> {
    timeline::span_if_on(|| {
        let at = timeline::here().or_else(|| place_at(TASK.get()));
        let bytes = Arg::Number(section.bytes());
        timeline::span("map", what, &[("variable", Arg::Text(name)), ("bytes", bytes), ("at", Arg::At(at.as_ref()))])
    })
}

/// Where the last region that was entered is in the program.
fn place() -> String {
    let (file, line) = PLACE.get();
    // SAFETY: what the region was entered with: a static NUL-terminated name or null.
    let file = unsafe { text(file) };
    if file.is_empty() { "a target region".into() } else { format!("the target region at {file}:{line}") }
}

extern "C" fn leave() {
    if let Some(device) = REGION.take() {
        let leaves = || {
            let (undone, rest) = device.lock().begin_to_leave()?;
            if let Some(rest) = rest {
                let _driver = crate::fenv::Default::begin();
                rest()?;
            }
            Ok::<_, String>(undone)
        };
        match timeline::because("the end of a target region", leaves) {
            Ok(undone) => UNDONE.set(undone.map(|why| (device, why))),
            Err(e) => fatal(&format!("{}: {e}", place())),
        }
        trace(|| "leave".into());
        timeline::end();
    }
}

extern "C" fn guard() {
    if let Some(device) = REGION.get() {
        device.lock().guard();
    }
}

extern "C" fn going() -> i32 {
    i32::from(REGION.get().is_none_or(|device| device.lock().going()))
}

extern "C" fn kept() -> i32 {
    let Some((device, why)) = UNDONE.take() else { return 1 };
    let why = format!("{}: {why}", place());
    if settings().offload == Offload::Mandatory {
        fatal(&format!("{why}, and OMP_TARGET_OFFLOAD is mandatory"));
    }
    static SAID: OnceLock<()> = OnceLock::new();
    SAID.get_or_init(|| say(format_args!("ferrotran: warning: {why}; this region runs on the host")));
    trace(|| format!("{} is undone and runs on the host", place()));
    remember(&place(), &why);
    REFUSED.set(Some(device));
    0
}

extern "C" fn borrows() -> i32 {
    let Some(device) = REFUSED.take() else { return 0 };
    let maker = if device.lock().is_empty() { None } else { crate::omp::keep_maker() };
    BORROWED.with_borrow_mut(|list| list.push((device, Borrowed { maker, ..Borrowed::default() })));
    1
}

/// The host runs statements of the region that this thread is in: it is in none meanwhile.
extern "C" fn aside() {
    let Some(device) = REGION.take() else { return };
    let maker = crate::omp::keep_maker();
    let borrowed = Borrowed { maker, ..device.lock().stand_aside(PLACE.get()) };
    BORROWED.with_borrow_mut(|list| list.push((device, borrowed)));
}

/// Runs `f` with the device that the region on the host borrows from.
fn borrow(f: impl FnOnce(&mut Env, &mut Borrowed) -> Result<(), String>) {
    let top = BORROWED.with_borrow_mut(Vec::pop);
    if let Some((device, mut borrowed)) = top {
        done(f(&mut device.lock(), &mut borrowed));
        BORROWED.with_borrow_mut(|list| list.push((device, borrowed)));
    }
}

unsafe extern "C" fn lend(desc: *const c_void, kind: i32, ty: *const c_void, name: *const c_char) {
    // An argument that is absent is not used.
    if !desc.is_null() {
        // SAFETY: compiled code passes a static name or null.
        let name = unsafe { text(name) };
        // SAFETY: compiled code passes a descriptor and a type.
        let item = unsafe { item(desc, kind, ty, &name) };
        borrow(|env, borrowed| env.lend(&item, borrowed));
    }
}

/// A region of the host in one that runs on the host in place of a device.
unsafe extern "C" fn ancestor_begin(names: *const c_char) {
    // SAFETY: compiled code passes a static string.
    let names = unsafe { text(names) };
    borrow(|env, borrowed| env.exchange(borrowed, &names));
}

unsafe extern "C" fn ancestor_end(names: *const c_char) {
    // SAFETY: compiled code passes a static string.
    let names = unsafe { text(names) };
    borrow(|env, borrowed| env.exchange(borrowed, &names));
}

extern "C" fn lend_address(address: *const c_void, bytes: i64) {
    borrow(|env, borrowed| env.lend_address(address as u64, bytes.max(0) as u64, borrowed));
}

extern "C" fn lend_reached(statics: i32) {
    borrow(|env, borrowed| env.lend_reached(statics != 0, borrowed));
}

extern "C" fn give_back() {
    if let Some((device, mut borrowed)) = BORROWED.with_borrow_mut(Vec::pop) {
        let mut env = device.lock();
        let result = timeline::because("statements on the host", || env.take_back(&borrowed));
        if let Some((region, place)) = borrowed.aside.take() {
            env.go_on(region);
            PLACE.set(place);
            REGION.set(Some(device));
        }
        drop(env);
        drop(borrowed.maker.take());
        done(result);
    }
}

unsafe extern "C" fn map(
    desc: *const c_void,
    kind: i32,
    ty: *const c_void,
    name: *const c_char,
    number: i32,
    cond: i32,
    file: *const c_char,
    line: i32,
) {
    if cond == 0 {
        return;
    }
    if let Some(d) = target(number, (file, line)) {
        // SAFETY: compiled code passes a static name or null.
        let name = unsafe { text(name) };
        // SAFETY: compiled code passes a descriptor and a type.
        let item = unsafe { item(desc, kind, ty, &name) };
        let _span = maps("map", &name, &item.section);
        match timeline::because("map", || reads::directive((file, line), || d.lock().map(&item))) {
            Ok(()) => {}
            // The host's memory is as good: regions that use this variable run there.
            Err(Failure::NoRoom(why)) if REGION.get().is_none() => {
                let at = place_at((file, line))
                    .map_or(String::new(), |p| format!("the directive at {}:{}: ", p.file, p.line));
                host_instead(&format!("{at}{why}"));
            }
            Err(Failure::NoRoom(e) | Failure::Other(e)) => failed_at((file, line), &e),
        }
    }
}

unsafe extern "C" fn unmap(
    desc: *const c_void,
    kind: i32,
    ty: *const c_void,
    name: *const c_char,
    number: i32,
    cond: i32,
    file: *const c_char,
    line: i32,
) {
    if cond == 0 {
        return;
    }
    if kind & (map::DELETE | map::IMPLICIT) == map::DELETE | map::IMPLICIT {
        if desc.is_null() {
            return;
        }
        // SAFETY: compiled code passes a descriptor.
        let section = unsafe { Section::read(desc.cast()) };
        return section.bounds().into_iter().for_each(forget);
    }
    if let Some(d) = target(number, (file, line)) {
        // SAFETY: compiled code passes a static name or null.
        let name = unsafe { text(name) };
        // SAFETY: compiled code passes a descriptor and a type.
        let item = unsafe { item(desc, kind, ty, &name) };
        let item = Item { how: kind & !map::LATER, ..item };
        if kind & map::LATER != 0 { exits::later(d, &item, (file, line)) } else { exits::leave(d, &item, (file, line)) }
    }
}

extern "C" fn mapped() {
    for d in DEVICES.get().into_iter().flatten() {
        if let Some(Ok(_)) = d.env.get() {
            done(land(d, Env::mapped));
        }
    }
}

unsafe extern "C" fn update(
    desc: *const c_void,
    kind: i32,
    ty: *const c_void,
    name: *const c_char,
    number: i32,
    cond: i32,
    file: *const c_char,
    line: i32,
) {
    if cond == 0 {
        return;
    }
    if let Some(d) = target(number, (file, line)) {
        // SAFETY: compiled code passes a static name or null.
        let name = unsafe { text(name) };
        // SAFETY: compiled code passes a descriptor and a type.
        let item = unsafe { item(desc, kind, ty, &name) };
        let _span = maps("update", &name, &item.section);
        let update = || land(d, |env| env.update(&item));
        if let Err(e) = timeline::because("update", || reads::directive((file, line), update)) {
            failed_at((file, line), &e);
        }
    }
}

unsafe extern "C" fn resident(address: *const c_void, bytes: i64, flags: i32, ty: *const c_void, name: *const c_char) {
    let start = address as u64;
    if bytes <= 0 || choice().eq_ignore_ascii_case("host") {
        return;
    }
    if flags & 2 != 0 {
        return resident::register_mapped(start..start + bytes as u64);
    }
    // SAFETY: compiled code registers static data with its size and type, and a static name.
    let (now, elem, name) = unsafe {
        let now = std::slice::from_raw_parts(address.cast::<u8>(), bytes as usize);
        let ty: Ty = ty.cast();
        (now, if ty.is_null() { bytes as u64 } else { (*ty).size as u64 }, text(name))
    };
    let first = (flags & 1 != 0 && now.iter().any(|b| *b != 0)).then(|| now.into());
    resident::register(Resident {
        range: start..start + bytes as u64,
        ty: ty.cast(),
        elem,
        name: name.into_owned(),
        first,
    });
}

extern "C" fn alloc(bytes: i64) -> *mut c_void {
    match current().lock().alloc_temporary(bytes.max(0) as u64) {
        Ok(key) => key as *mut c_void,
        Err(e) => failed(&e),
    }
}

unsafe extern "C" fn gather(
    objects: *const c_void,
    offset: i64,
    bytes: i64,
    rank: i64,
    outer: *const i64,
    levels: i64,
    name: *const c_char,
) -> *mut c_void {
    // SAFETY: compiled code passes a descriptor of objects that have such components, a static list and a static name.
    let (key, name) = unsafe {
        let objects = Section::read(objects.cast());
        let list = if levels > 0 { std::slice::from_raw_parts(outer, levels as usize * 2) } else { &[] };
        let mut way: Vec<(u64, usize)> = list.chunks(2).map(|p| (p[0] as u64, p[1] as usize)).collect();
        way.push((offset as u64, rank as usize));
        (current().lock().gather(&objects, &way, bytes as u64), text(name))
    };
    match key.map_err(|e| if name.is_empty() { e } else { format!("'{name}', of objects that a kernel picks: {e}") }) {
        Ok(key) => key as *mut c_void,
        Err(e) => failed(&e),
    }
}

extern "C" fn gather_count(key: *mut c_void, table: i32) -> i64 {
    current().lock().gathered_count(key as u64, table != 0) as i64
}

extern "C" fn gather_table(key: *mut c_void) -> *mut c_void {
    current().lock().gathered_table(key as u64) as *mut c_void
}

extern "C" fn scatter(key: *mut c_void, changed: i32) {
    done(current().lock().scatter(key as u64, changed != 0));
}

extern "C" fn free(key: *mut c_void) {
    if !key.is_null() && !current().lock().free(key as u64) {
        fatal("device memory is freed that was not allocated");
    }
}

unsafe extern "C" fn launch(kernel: *const u8, code: *const c_void, args: *const *const c_void) {
    // SAFETY: compiled code passes a kernel of its image, its function, and the arguments that the kernel asks for.
    let queued = unsafe { current().lock().queue(kernel, code, args.cast()) };
    let queued = queued.unwrap_or_else(|e| failed(&e));
    if !queued.is_open() {
        return;
    }
    // Others use the device while this thread runs the kernel for it.
    let found = {
        let _driver = crate::fenv::Default::begin();
        queued.run()
    };
    match found {
        Ok(found) => current().lock().check_order(found),
        Err(e) => failed(&e),
    }
}

unsafe extern "C" fn read(dst: *mut c_void, src: *const c_void, bytes: i64) {
    if bytes > 0 {
        // SAFETY: compiled code passes memory of its own of that size.
        let read = || unsafe { current().lock().read(dst.cast(), src as u64, bytes as u64) };
        done(timeline::because("a value that the host needs", read));
    }
}

unsafe extern "C" fn copy(dst: *const c_void, src: *const c_void) {
    // SAFETY: compiled code passes descriptors.
    let (to, from) = unsafe { (Section::read(dst.cast()), Section::read(src.cast())) };
    done(current().lock().copy(&to, &from));
}

unsafe extern "C" fn unsupported(number: i32, cond: i32, file: *const c_char, line: i32, reason: *const u8, len: i64) {
    let host = number != NO_DEVICE && (is_host(number) || settings().offload == Offload::Disabled);
    if cond == 0 || host {
        return;
    }
    let mandatory = settings().offload == Offload::Mandatory;
    // SAFETY: compiled code passes a static NUL-terminated name or null, and the bytes of a constant.
    let (file, why) = unsafe {
        let bytes = if reason.is_null() { &[] } else { std::slice::from_raw_parts(reason, len.max(0) as usize) };
        (text(file), String::from_utf8_lossy(bytes))
    };
    if mandatory && cond != on_host::STANDS_IN {
        fatal(&format!(
            "the target region at {file}:{line} cannot run on a device ({why}), and OMP_TARGET_OFFLOAD is mandatory"
        ));
    }
    trace(|| format!("enter the target region at {file}:{line} on the host: {why}"));
    on_the_host(&|| format!("the target region at {file}:{line}"), &why);
    remember(&format!("the target region at {file}:{line}"), &why);
    // If no device was opened, nothing is there to be borrowed but what devices have from the start.
    let opened = |d: &&Device| if resident::any() { d.open().is_ok() } else { matches!(d.env.get(), Some(Ok(_))) };
    if (DEVICES.get().is_some() || resident::any())
        && let Some(device) = resolve(number).filter(|d| opened(d))
    {
        REFUSED.set(Some(device));
    }
}

/// The device of that number; `None` for the host's.
fn numbered(number: i32) -> Option<&'static Device> {
    if settings().offload == Offload::Disabled {
        return None;
    }
    devices().get(usize::try_from(effective(number)).ok()?)
}

/// See the table.
extern "C" fn omp_get_default_device_() -> i32 {
    effective(NO_DEVICE)
}

/// See the table.
extern "C" fn omp_get_num_devices_() -> i32 {
    num_devices()
}

/// The device that this code runs on: the host, as kernels make no calls.
extern "C" fn omp_get_device_num_() -> i32 {
    region_device().unwrap_or_else(num_devices)
}

extern "C" fn omp_get_initial_device_() -> i32 {
    num_devices()
}

unsafe extern "C" fn target_alloc(size: i64, number: i32) -> *mut c_void {
    if size <= 0 {
        return std::ptr::null_mut();
    }
    match numbered(number) {
        Some(d) => {
            GAVE_MEMORY.store(true, Ordering::Relaxed);
            device_memory(DeviceMemory { is_key, host_region });
            d.lock().alloc(size as u64).map_or(std::ptr::null_mut(), |key| key as *mut c_void)
        }
        // SAFETY: an ordinary allocation.
        None if is_host(number) => unsafe { libc::malloc(size as usize) },
        None => std::ptr::null_mut(),
    }
}

unsafe extern "C" fn target_free(ptr: *mut c_void, number: i32) {
    if ptr.is_null() {
        return;
    }
    match numbered(number) {
        Some(d) => {
            if !d.lock().free(ptr as u64) {
                fatal("omp_target_free: no such memory on the device");
            }
        }
        // SAFETY: the program got it from omp_target_alloc for the host.
        None => unsafe { libc::free(ptr) },
    }
}

unsafe extern "C" fn target_is_present(ptr: *const c_void, number: i32) -> i32 {
    match numbered(number) {
        Some(d) => i32::from(d.lock().holds(ptr as u64, 1)),
        None => i32::from(!ptr.is_null() && is_host(number)),
    }
}

unsafe extern "C" fn get_mapped_ptr(ptr: *const c_void, number: i32) -> *const c_void {
    // SAFETY: nothing is read through the address.
    if unsafe { target_is_present(ptr, number) } == 0 {
        return std::ptr::null();
    }
    numbered(number).map_or(ptr, |d| d.lock().address_of(ptr as u64) as *const c_void)
}

unsafe extern "C" fn target_is_accessible(ptr: *const c_void, size: i64, number: i32) -> i32 {
    match numbered(number) {
        // What the device holds by an address of its own; host memory it cannot read.
        Some(d) => i32::from(ptr as u64 >= table::FIRST_KEY && d.lock().holds(ptr as u64, size.max(1) as u64)),
        None => i32::from(!ptr.is_null() && (ptr as u64) < table::FIRST_KEY && is_host(number)),
    }
}

unsafe extern "C" fn target_associate(
    host: *const c_void,
    device_ptr: *const c_void,
    size: i64,
    device_offset: i64,
    number: i32,
) -> i32 {
    let Some(d) = numbered(number) else { return libc::EINVAL };
    if size <= 0 || host.is_null() {
        return libc::EINVAL;
    }
    let at = (device_ptr as u64).wrapping_add_signed(device_offset);
    let host = host as u64;
    if d.lock().associate(host..host + size as u64, at..at + size as u64) { 0 } else { libc::EINVAL }
}

unsafe extern "C" fn target_disassociate(ptr: *const c_void, number: i32) -> i32 {
    match numbered(number) {
        Some(d) if d.lock().disassociate(ptr as u64) => 0,
        _ => libc::EINVAL,
    }
}
