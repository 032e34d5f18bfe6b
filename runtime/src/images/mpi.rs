//! An MPI library that is found when the program runs: its functions and the values of its handles. Both families of
//! binary interfaces are known, that of MPICH (handles are integers) and that of Open MPI (handles are addresses).

use std::ffi::{CStr, CString, c_int, c_void};
use std::ptr::null_mut;
use std::sync::{Mutex, MutexGuard};

use super::{Op, Transport};
use crate::error::fatal;

/// A handle of either interface: those of MPICH have 32 bits.
type Handle = usize;

/// Bytes that one call transfers at most: counts are of type `int`.
const PIECE: usize = 1 << 30;

macro_rules! functions {
    ($($field:ident $name:literal ($($t:ty),*);)*) => {
        /// Functions of the library.
        struct Functions { $($field: unsafe extern "C" fn($($t),*) -> c_int,)* }
        impl Functions {
            /// All of them, or the name of one that is not there.
            fn find(lib: *mut c_void) -> Result<Functions, &'static CStr> {
                Ok(Functions { $($field: {
                    let p = symbol(lib, $name);
                    if p.is_null() {
                        return Err($name);
                    }
                    // SAFETY: the standard of MPI says what type the function of that name has.
                    unsafe { std::mem::transmute::<*mut c_void, unsafe extern "C" fn($($t),*) -> c_int>(p) }
                },)* })
            }
        }
    };
}
functions! {
    init_thread c"MPI_Init_thread" (*mut c_int, *mut *mut *mut i8, c_int, *mut c_int);
    initialized c"MPI_Initialized" (*mut c_int);
    finalize c"MPI_Finalize" ();
    abort c"MPI_Abort" (Handle, c_int);
    comm_rank c"MPI_Comm_rank" (Handle, *mut c_int);
    comm_size c"MPI_Comm_size" (Handle, *mut c_int);
    barrier c"MPI_Barrier" (Handle);
    iprobe c"MPI_Iprobe" (c_int, c_int, Handle, *mut c_int, *mut c_void);
    win_create c"MPI_Win_create" (*mut c_void, isize, c_int, Handle, Handle, *mut Handle);
    win_free c"MPI_Win_free" (*mut Handle);
    win_lock_all c"MPI_Win_lock_all" (c_int, Handle);
    win_unlock_all c"MPI_Win_unlock_all" (Handle);
    win_lock c"MPI_Win_lock" (c_int, c_int, c_int, Handle);
    win_unlock c"MPI_Win_unlock" (c_int, Handle);
    win_flush_all c"MPI_Win_flush_all" (Handle);
    win_flush c"MPI_Win_flush" (c_int, Handle);
    win_sync c"MPI_Win_sync" (Handle);
    get c"MPI_Get" (*mut c_void, c_int, Handle, c_int, isize, c_int, Handle, Handle);
    put c"MPI_Put" (*const c_void, c_int, Handle, c_int, isize, c_int, Handle, Handle);
    fetch_and_op c"MPI_Fetch_and_op" (*const c_void, *mut c_void, Handle, c_int, isize, Handle, Handle);
    compare_and_swap c"MPI_Compare_and_swap"
        (*const c_void, *const c_void, *mut c_void, Handle, c_int, isize, Handle);
}

/// Values of handles and constants.
struct Values {
    world: Handle,
    info_null: Handle,
    byte: Handle,
    int32: Handle,
    int64: Handle,
    sum: Handle,
    and: Handle,
    or: Handle,
    xor: Handle,
    replace: Handle,
    no_op: Handle,
    no_check: c_int,
    takes_turns: bool,
    any_source: c_int,
    status_ignore: usize,
}

/// The library, and the windows through which it reaches the memory of other images.
pub struct Mpi {
    f: Functions,
    v: Values,
    me: usize,
    images: usize,
    windows: Mutex<Vec<Handle>>,
    /// A window that is locked around atomic operations on words of the program. Open MPI needs that: its
    /// MPI_Compare_and_swap fails in windows of memory that it has not allocated itself.
    turns: Option<Handle>,
    /// Whether the end of the program ends MPI, too: not where the program began with it itself.
    ends: bool,
}

fn symbol(lib: *mut c_void, name: &CStr) -> *mut c_void {
    // SAFETY: a library that is open, a string that ends with NUL.
    unsafe { libc::dlsym(lib, name.as_ptr()) }
}

fn open(name: &str) -> Option<*mut c_void> {
    let name = CString::new(name).ok()?;
    // Parts of Open MPI look for symbols of the library among the global ones.
    // SAFETY: loads a library that the user has installed or named.
    let lib = unsafe { libc::dlopen(name.as_ptr(), libc::RTLD_NOW | libc::RTLD_GLOBAL) };
    (!lib.is_null()).then_some(lib)
}

/// What the environment says about who has started the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Launcher {
    /// `mpirun` of Open MPI and relatives.
    OpenMpi,
    /// Hydra and other process managers that talk PMI.
    Pmi,
}

/// The launcher of this process, and the number of processes that it says it has started.
pub fn launcher(variable: impl Fn(&str) -> Option<String>) -> Option<(Launcher, usize)> {
    let number = |name: &str| variable(name)?.trim().parse::<usize>().ok();
    if let Some(n) = number("OMPI_COMM_WORLD_SIZE") {
        return Some((Launcher::OpenMpi, n));
    }
    if let Some(n) = number("PMI_SIZE") {
        return Some((Launcher::Pmi, n));
    }
    if variable("PMIX_RANK").is_some() {
        return Some((Launcher::OpenMpi, number("SLURM_NTASKS").unwrap_or(2)));
    }
    number("PMI_RANK").map(|_| (Launcher::Pmi, number("SLURM_NTASKS").unwrap_or(2)))
}

impl Mpi {
    /// Opens the library that goes with the launcher and initializes it; none where the program was started alone.
    pub fn start() -> Option<Mpi> {
        // One process alone needs nobody; Open MPI gives it no windows.
        let (launcher, processes) = launcher(|name| std::env::var(name).ok()).filter(|l| l.1 > 1)?;
        let named = std::env::var("FERROTRAN_MPI").ok().filter(|n| !n.is_empty());
        let names: Vec<&str> = match (&named, launcher) {
            (Some(n), _) => vec![n],
            (None, Launcher::OpenMpi) => vec!["libmpi.so.40", "libmpi.so.80", "libmpi.so.20", "libmpi.so"],
            (None, Launcher::Pmi) => vec!["libmpich.so.12", "libmpi.so.12", "libmpi_cray.so.12", "libmpich.so"],
        };
        let Some(lib) = names.iter().find_map(|n| open(n)) else {
            fatal(&format!(
                "{processes} images were started, but no MPI library was found ({}); FERROTRAN_MPI names one",
                names.join(", ")
            ));
        };
        let f = match Functions::find(lib) {
            Ok(f) => f,
            Err(name) => fatal(&format!("the MPI library has no function {}", name.to_string_lossy())),
        };
        let v = Values::of(lib);
        let mut mpi = Mpi { f, v, me: 0, images: 1, windows: Mutex::new(vec![]), turns: None, ends: false };
        mpi.initialize();
        Some(mpi)
    }

    fn initialize(&mut self) {
        /// MPI_THREAD_SERIALIZED has this value in both interfaces.
        const SERIALIZED: c_int = 2;
        let (mut done, mut level, mut rank, mut size) = (0, 0, 0, 0);
        // SAFETY: as the standard of MPI says; every address is that of a variable.
        unsafe {
            (self.f.initialized)(&mut done);
            if done == 0 {
                self.ends = true;
                if (self.f.init_thread)(null_mut(), null_mut(), SERIALIZED, &mut level) != 0 {
                    fatal("MPI cannot be initialized");
                }
            }
            (self.f.comm_rank)(self.v.world, &mut rank);
            (self.f.comm_size)(self.v.world, &mut size);
        }
        self.me = rank.max(0) as usize;
        self.images = size.max(1) as usize;
        if self.v.takes_turns {
            let room = Box::leak(Box::new([0u64; 8]));
            let (base, bytes) = (room.as_mut_ptr().cast(), size_of_val(room) as isize);
            let mut w: Handle = 0;
            // SAFETY: the memory stays as long as the process; all images do the same.
            let result = unsafe { (self.f.win_create)(base, bytes, 1, self.v.info_null, self.v.world, &mut w) };
            self.checked(result, "MPI_Win_create");
            self.turns = Some(w);
        }
    }

    /// Runs `f` while no other image does this for words of the same image.
    fn in_turn<T>(&self, image: c_int, f: impl FnOnce() -> T) -> T {
        /// MPI_LOCK_EXCLUSIVE of Open MPI.
        const EXCLUSIVE: c_int = 1;
        let Some(w) = self.turns else { return f() };
        // SAFETY: a window that is there.
        let result = unsafe { (self.f.win_lock)(EXCLUSIVE, image, 0, w) };
        self.checked(result, "MPI_Win_lock");
        let out = f();
        // SAFETY: locked above.
        let result = unsafe { (self.f.win_unlock)(image, w) };
        self.checked(result, "MPI_Win_unlock");
        out
    }

    /// MPI_Fetch_and_op, complete.
    fn fetch_now(&self, w: Handle, at: (c_int, isize), wide: bool, op: Op, value: i64) -> i64 {
        let mut old = 0i64;
        let t = if wide { self.v.int64 } else { self.v.int32 };
        let (image, place) = at;
        // SAFETY: both variables have room for either type, and lie here until the flush.
        let result = unsafe {
            let (value, old) = ((&raw const value).cast(), (&raw mut old).cast());
            let r = (self.f.fetch_and_op)(value, old, t, image, place, self.v.op(op), w);
            if r == 0 { (self.f.win_flush)(image, w) } else { r }
        };
        self.checked(result, "MPI_Fetch_and_op");
        if wide { old } else { i64::from(old as i32) }
    }

    /// One call at a time; the windows.
    fn lock(&self) -> MutexGuard<'_, Vec<Handle>> {
        self.windows.lock().unwrap_or_else(|e| e.into_inner())
    }

    /// Transfers so many bytes of a window by calls that are given where a piece begins, its length, and the window.
    fn in_pieces(&self, window: usize, bytes: usize, what: &str, piece: impl Fn(usize, c_int, Handle) -> c_int) {
        let windows = self.lock();
        let mut at = 0;
        while at < bytes {
            let n = (bytes - at).min(PIECE);
            self.checked(piece(at, n as c_int, windows[window]), what);
            at += n;
        }
    }

    fn checked(&self, result: c_int, what: &str) {
        if result != 0 {
            fatal(&format!("{what} failed with the status {result}"));
        }
    }
}

impl Values {
    fn of(lib: *mut c_void) -> Values {
        let s = |name: &CStr| symbol(lib, name) as usize;
        if symbol(lib, c"ompi_mpi_comm_world").is_null() {
            return Values {
                world: 0x4400_0000,
                info_null: 0x1c00_0000,
                byte: 0x4c00_010d,
                int32: 0x4c00_0439,
                int64: 0x4c00_083a,
                sum: 0x5800_0003,
                and: 0x5800_0006,
                or: 0x5800_0008,
                xor: 0x5800_000a,
                replace: 0x5800_000d,
                no_op: 0x5800_000e,
                no_check: 1024,
                takes_turns: false,
                any_source: -2,
                status_ignore: 1,
            };
        }
        Values {
            world: s(c"ompi_mpi_comm_world"),
            info_null: s(c"ompi_mpi_info_null"),
            byte: s(c"ompi_mpi_byte"),
            int32: s(c"ompi_mpi_int32_t"),
            int64: s(c"ompi_mpi_int64_t"),
            sum: s(c"ompi_mpi_op_sum"),
            and: s(c"ompi_mpi_op_band"),
            or: s(c"ompi_mpi_op_bor"),
            xor: s(c"ompi_mpi_op_bxor"),
            replace: s(c"ompi_mpi_op_replace"),
            no_op: s(c"ompi_mpi_op_no_op"),
            no_check: 1,
            takes_turns: true,
            any_source: -1,
            status_ignore: 0,
        }
    }

    fn op(&self, op: Op) -> Handle {
        match op {
            Op::Read => self.no_op,
            Op::Write => self.replace,
            Op::Add => self.sum,
            Op::And => self.and,
            Op::Or => self.or,
            Op::Xor => self.xor,
        }
    }
}

impl Transport for Mpi {
    fn me(&self) -> usize {
        self.me
    }

    fn images(&self) -> usize {
        self.images
    }

    fn expose(&self, base: *mut u8, bytes: usize) {
        let mut windows = self.lock();
        let mut w: Handle = 0;
        // SAFETY: the memory stays as long as the process; all images do the same.
        let result =
            unsafe { (self.f.win_create)(base.cast(), bytes as isize, 1, self.v.info_null, self.v.world, &mut w) };
        self.checked(result, "MPI_Win_create");
        // SAFETY: the window that was made.
        let result = unsafe { (self.f.win_lock_all)(self.v.no_check, w) };
        self.checked(result, "MPI_Win_lock_all");
        windows.push(w);
    }

    unsafe fn get(&self, image: usize, window: usize, offset: usize, dest: *mut u8, bytes: usize) {
        self.in_pieces(window, bytes, "MPI_Get", |at, n, w| {
            let (t, place) = (self.v.byte, (offset + at) as isize);
            // SAFETY: the caller's promise.
            unsafe { (self.f.get)(dest.add(at).cast(), n, t, image as c_int, place, n, t, w) }
        });
    }

    unsafe fn put(&self, image: usize, window: usize, offset: usize, source: *const u8, bytes: usize) {
        self.in_pieces(window, bytes, "MPI_Put", |at, n, w| {
            let (t, place) = (self.v.byte, (offset + at) as isize);
            // SAFETY: the caller's promise.
            unsafe { (self.f.put)(source.add(at).cast(), n, t, image as c_int, place, n, t, w) }
        });
    }

    fn complete(&self, image: Option<usize>) {
        let windows = self.lock();
        for w in windows.iter() {
            // SAFETY: a window that is there.
            let result = unsafe {
                match image {
                    Some(i) => (self.f.win_flush)(i as c_int, *w),
                    None => (self.f.win_flush_all)(*w),
                }
            };
            self.checked(result, "MPI_Win_flush");
            // SAFETY: as above.
            unsafe { (self.f.win_sync)(*w) };
        }
    }

    fn complete_window(&self, image: usize, window: usize) {
        let windows = self.lock();
        // SAFETY: a window that is there.
        let result = unsafe { (self.f.win_flush)(image as c_int, windows[window]) };
        self.checked(result, "MPI_Win_flush");
    }

    fn fetch(&self, image: usize, window: usize, offset: usize, wide: bool, op: Op, value: i64) -> i64 {
        let windows = self.lock();
        let (w, at) = (windows[window], (image as c_int, offset as isize));
        // Control words are swapped only where nothing else changes them.
        if op == Op::Read || window == super::HEAP && offset < 8 * (super::control::COME + self.images) {
            return self.fetch_now(w, at, wide, op, value);
        }
        self.in_turn(at.0, || self.fetch_now(w, at, wide, op, value))
    }

    fn swap_if(&self, image: usize, window: usize, offset: usize, wide: bool, compare: i64, new: i64) -> i64 {
        let windows = self.lock();
        let w = windows[window];
        let mut old = 0i64;
        let t = if wide { self.v.int64 } else { self.v.int32 };
        let (i, at) = (image as c_int, offset as isize);
        if self.turns.is_some() {
            return self.in_turn(i, || {
                let old = self.fetch_now(w, (i, at), wide, Op::Read, 0);
                if old == compare {
                    self.fetch_now(w, (i, at), wide, Op::Write, new);
                }
                old
            });
        }
        // SAFETY: the variables have room for either type, and lie here until the flush.
        let result = unsafe {
            let (new, compare) = ((&raw const new).cast(), (&raw const compare).cast());
            let r = (self.f.compare_and_swap)(new, compare, (&raw mut old).cast(), t, i, at, w);
            if r == 0 { (self.f.win_flush)(i, w) } else { r }
        };
        self.checked(result, "MPI_Compare_and_swap");
        if wide { old } else { i64::from(old as i32) }
    }

    fn progress(&self) {
        /// MPI_ANY_TAG has this value in both interfaces.
        const ANY_TAG: c_int = -1;
        let windows = self.lock();
        let mut flag = 0;
        let status = std::ptr::without_provenance_mut(self.v.status_ignore);
        // SAFETY: asks for a message; the status is that of the interface which says that none is wanted.
        unsafe { (self.f.iprobe)(self.v.any_source, ANY_TAG, self.v.world, &mut flag, status) };
        for w in windows.iter() {
            // SAFETY: a window that is there.
            unsafe { (self.f.win_sync)(*w) };
        }
    }

    fn end(&self) {
        let mut windows = self.lock();
        for mut w in windows.drain(..) {
            // SAFETY: a window that is there; all images end it.
            unsafe {
                (self.f.win_unlock_all)(w);
                (self.f.win_free)(&mut w);
            }
        }
        if let Some(mut w) = self.turns {
            // SAFETY: a window that is there, which nobody has locked.
            unsafe { (self.f.win_free)(&mut w) };
        }
        if self.ends {
            // SAFETY: MPI was initialized, and nothing of it is used any more.
            unsafe { (self.f.finalize)() };
        }
    }

    fn barrier(&self) {
        let _one = self.lock();
        // SAFETY: all images do the same.
        unsafe { (self.f.barrier)(self.v.world) };
    }

    fn abort(&self, status: i32) {
        // The thread that has the lock may be this one.
        // SAFETY: ends the processes of all images.
        unsafe { (self.f.abort)(self.v.world, status) };
    }
}

/// The writable segment of the executable, in which static coarrays lie.
#[cfg(not(target_os = "linux"))]
pub fn static_data() -> (*mut u8, usize) {
    (std::ptr::dangling_mut(), 0)
}

/// The writable segment of the executable, in which static coarrays lie.
#[cfg(target_os = "linux")]
pub fn static_data() -> (*mut u8, usize) {
    unsafe extern "C" fn first(info: *mut libc::dl_phdr_info, _: usize, data: *mut c_void) -> c_int {
        // SAFETY: the dynamic linker gives a description that is valid during the call; `data` is that below.
        let (info, found) = unsafe { (&*info, &mut *data.cast::<(usize, usize)>()) };
        for i in 0..usize::from(info.dlpi_phnum) {
            // SAFETY: one of so many headers.
            let h = unsafe { &*info.dlpi_phdr.add(i) };
            if h.p_type == libc::PT_LOAD && h.p_flags & libc::PF_W != 0 {
                let start = (info.dlpi_addr + h.p_vaddr) as usize;
                let end = start + h.p_memsz as usize;
                *found = if found.1 == 0 { (start, end) } else { (found.0.min(start), found.1.max(end)) };
            }
        }
        // The executable is the first; that is all.
        1
    }
    let mut found = (0usize, 0usize);
    // SAFETY: the function keeps to what it is given.
    unsafe { libc::dl_iterate_phdr(Some(first), (&raw mut found).cast()) };
    // Whole pages: some transports want that.
    // SAFETY: a plain query.
    let page = unsafe { libc::sysconf(libc::_SC_PAGESIZE) }.max(1) as usize;
    let (start, end) = (found.0 / page * page, found.1.next_multiple_of(page));
    (std::ptr::with_exposed_provenance_mut(start), end - start)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn launchers_are_known_by_their_variables() {
        let with = |list: &[(&str, &str)]| {
            let list: Vec<(String, String)> = list.iter().map(|(a, b)| (a.to_string(), b.to_string())).collect();
            launcher(move |n| list.iter().find(|(a, _)| a == n).map(|(_, b)| b.clone()))
        };
        assert_eq!(with(&[]), None);
        assert_eq!(with(&[("OMPI_COMM_WORLD_SIZE", "4"), ("PMIX_RANK", "0")]), Some((Launcher::OpenMpi, 4)));
        assert_eq!(with(&[("PMI_RANK", "1"), ("PMI_SIZE", "3")]), Some((Launcher::Pmi, 3)));
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn static_data_has_statics() {
        static mut CELL: u64 = 1;
        let (base, bytes) = static_data();
        let at = (&raw const CELL) as usize;
        assert!(at >= base as usize && at < base as usize + bytes);
    }
}
