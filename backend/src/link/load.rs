//! Mapping an image into this process, and finding what it imports.

use super::{FixupKind, Image, PAGE, Protection, tls};
use ferrotran_abi as abi;
use std::ffi::CString;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock};

/// An image in memory. It stays mapped for the life of the process.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// Address of the image's base.
    pub base: usize,
    symbols: Vec<(String, u64, u64)>,
    /// Addresses of functions to call before the main program, and after it.
    constructors: Vec<usize>,
    destructors: Vec<usize>,
    /// Where the tables of source lines are: (distance from the base, bytes).
    lines: Vec<(u64, u64)>,
}

/// Functions to call at the end of the process, in order.
static AT_EXIT: Mutex<Vec<usize>> = Mutex::new(Vec::new());

extern "C" fn run_destructors() {
    let list = AT_EXIT.lock().map(|mut l| std::mem::take(&mut *l)).unwrap_or_default();
    for f in list {
        // SAFETY: an entry of the image's table of destructors: functions without arguments.
        unsafe { std::mem::transmute::<usize, extern "C" fn()>(f)() };
    }
}

/// Address of the `main` of a C object.
static C_MAIN: AtomicUsize = AtomicUsize::new(0);

/// Calls the `main` of a C object with the program's arguments and ends the process with its result.
extern "C" fn c_main() {
    let args: Vec<CString> = ferrotran_runtime::arguments().into_iter().filter_map(|a| CString::new(a).ok()).collect();
    let mut argv: Vec<*const libc::c_char> = args.iter().map(|a| a.as_ptr()).collect();
    let argc = argv.len() as libc::c_int;
    argv.push(std::ptr::null());
    unsafe extern "C" {
        static environ: *const *const libc::c_char;
    }
    type Main = extern "C" fn(libc::c_int, *const *const libc::c_char, *const *const libc::c_char) -> libc::c_int;
    // SAFETY: the address of a function `main` in the image; the arguments end with null and outlive the call; `environ`
    // is the C library's. Ending the process runs what was registered for its end.
    unsafe {
        let main: Main = std::mem::transmute(C_MAIN.load(Ordering::Relaxed));
        let status = main(argc, argv.as_ptr(), environ);
        ferrotran_runtime::finish();
        libc::exit(status)
    }
}

impl Loaded {
    /// Address of a global symbol.
    pub fn symbol(&self, name: &str) -> Option<*const u8> {
        self.symbols.iter().find(|s| s.0 == name).map(|s| (self.base + s.1 as usize) as *const u8)
    }
    /// The main program: `MAIN__`, or the function `main` of a C object.
    pub fn entry(&self) -> Option<extern "C" fn()> {
        if let Some(p) = self.symbol("MAIN__") {
            // SAFETY: `MAIN__` is the symbol of the main program, compiled as a function without arguments.
            return Some(unsafe { std::mem::transmute::<*const u8, extern "C" fn()>(p) });
        }
        let p = self.symbol("main")?;
        C_MAIN.store(p as usize, Ordering::Relaxed);
        Some(c_main)
    }

    /// Calls what C objects and pointers with initial targets ask for before the main program; what is to be called
    /// after it is noted for the end of the process.
    pub fn run_constructors(&self) {
        if !self.destructors.is_empty()
            && let Ok(mut list) = AT_EXIT.lock()
        {
            list.extend(self.destructors.iter().copied());
            // SAFETY: a function without arguments that lives as long as the process.
            unsafe { libc::atexit(run_destructors) };
        }
        for &f in &self.constructors {
            if f != 0 && f != usize::MAX {
                // SAFETY: an entry of the image's table of constructors, relocated; they take (argc, argv, envp) or
                // nothing, and none of those that the linker takes in relies on arguments.
                unsafe {
                    let f: extern "C" fn(i32, *const *const u8, *const *const u8) = std::mem::transmute(f);
                    f(0, [std::ptr::null()].as_ptr(), [std::ptr::null()].as_ptr());
                }
            }
        }
    }
}

impl Loaded {
    /// Tells the runtime where the tables of source lines are.
    pub fn enable_backtraces(&self) {
        for &(at, len) in &self.lines {
            // SAFETY: a part of the image, which is read-only by now and stays mapped as long as the process.
            let table = unsafe { std::slice::from_raw_parts((self.base + at as usize) as *const u8, len as usize) };
            ferrotran_runtime::backtrace::enable(table);
        }
    }
}

impl Image {
    /// Maps the image into this process.
    pub fn load(&self) -> Result<Loaded, String> {
        let size = self.size() as usize;
        if size == 0 {
            return Err("the program is empty".into());
        }
        let addresses = self.import_addresses()?;
        let base = self.map_image(size)?;
        self.fill(base);
        self.relocate(base, size, &addresses)?;
        self.protect(base)?;
        let functions = |places: &[u64]| -> Result<Vec<usize>, String> {
            places
                .iter()
                .map(|&p| {
                    if p + 8 > size as u64 {
                        return Err("malformed program: a constructor outside of the image".to_string());
                    }
                    // SAFETY: the place lies inside the mapping, which is readable.
                    Ok(unsafe { ((base + p as usize) as *const usize).read_unaligned() })
                })
                .collect()
        };
        let loaded = Loaded {
            base,
            symbols: self.symbols.clone(),
            constructors: functions(&self.constructors)?,
            destructors: functions(&self.destructors)?,
            lines: self.lines.clone(),
        };
        if self.tls.size > 0 {
            tls::begin(&self.tls.data);
        }
        Ok(loaded)
    }

    /// Addresses of what the image takes from the runtime and from dynamic libraries.
    fn import_addresses(&self) -> Result<Vec<usize>, String> {
        let libraries = open_libraries(&self.libraries)?;
        let mut addresses = Vec::with_capacity(self.imports.len());
        for name in &self.imports {
            match find_in(name, &libraries) {
                Some(a) => addresses.push(a),
                None if self.libraries.is_empty() => {
                    return Err(format!("the runtime has no `{name}`: the program was made by another version"));
                }
                None => {
                    return Err(format!("`{name}` is not in the libraries found now: {}", self.libraries.join(", ")));
                }
            }
        }
        Ok(addresses)
    }

    /// Memory for the image, filled with zeros: its address.
    fn map_image(&self, size: usize) -> Result<usize, String> {
        #[cfg(target_arch = "x86_64")]
        let low = if self.low { libc::MAP_32BIT } else { 0 };
        #[cfg(not(target_arch = "x86_64"))]
        let low = 0;
        // SAFETY: a fresh anonymous mapping at an address the system chooses.
        let base = unsafe {
            libc::mmap(
                std::ptr::null_mut(),
                size,
                libc::PROT_READ | libc::PROT_WRITE,
                libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE | low,
                -1,
                0,
            )
        };
        if base == libc::MAP_FAILED {
            return Err(format!("cannot map the program: {}", std::io::Error::last_os_error()));
        }
        Ok(base as usize)
    }

    /// Brings the contents of the segments to an image that is mapped at `base`.
    fn fill(&self, base: usize) {
        for s in &self.segments {
            // SAFETY: the segment lies inside the mapping made above (`size` covers all segments).
            unsafe {
                std::ptr::copy_nonoverlapping(s.data.as_ptr(), (base + s.offset as usize) as *mut u8, s.data.len())
            };
        }
    }

    /// Applies the relocations to an image of `size` bytes that is mapped, and writable, at `base`.
    fn relocate(&self, base: usize, size: usize, addresses: &[usize]) -> Result<(), String> {
        let thread = if self.tls.size > 0 { tls::distance() } else { 0 };
        for f in &self.fixups {
            let width = if matches!(f.what, FixupKind::Base32 | FixupKind::Tls32) { 4 } else { 8 };
            if u64::from(f.at) + width > size as u64 {
                return Err("malformed program: a relocation outside of the image".into());
            }
            let place = base + f.at as usize;
            // SAFETY: the place lies inside the mapping (checked above), which is still writable.
            unsafe {
                match f.what {
                    FixupKind::Base => {
                        let p = place as *mut u64;
                        p.write_unaligned(p.read_unaligned().wrapping_add(base as u64));
                    }
                    FixupKind::Base32 => {
                        let p = place as *mut u32;
                        p.write_unaligned(p.read_unaligned().wrapping_add(base as u32));
                    }
                    FixupKind::Import(n) => {
                        let Some(&a) = addresses.get(n as usize) else {
                            return Err("malformed program: an import that is not listed".into());
                        };
                        let p = place as *mut u64;
                        p.write_unaligned(p.read_unaligned().wrapping_add(a as u64));
                    }
                    FixupKind::Copy(n) => {
                        let Some(&a) = addresses.get(n as usize) else {
                            return Err("malformed program: an import that is not listed".into());
                        };
                        (place as *mut u64).write_unaligned((a as *const u64).read_unaligned());
                    }
                    FixupKind::Tls32 => {
                        let p = place as *mut i32;
                        p.write_unaligned(p.read_unaligned().wrapping_add(thread as i32));
                    }
                    FixupKind::Tls64 => {
                        let p = place as *mut i64;
                        p.write_unaligned(p.read_unaligned().wrapping_add(thread));
                    }
                }
            }
        }
        Ok(())
    }

    /// Takes the rights from the segments of an image at `base` that they do not need.
    fn protect(&self, base: usize) -> Result<(), String> {
        for s in &self.segments {
            let prot = match s.protection {
                Protection::ReadExecute => libc::PROT_READ | libc::PROT_EXEC,
                Protection::Read => libc::PROT_READ,
                Protection::ReadWrite => continue,
            };
            let len = s.size.next_multiple_of(PAGE) as usize;
            // SAFETY: whole pages of the mapping made above; segments do not share pages.
            let r = unsafe { libc::mprotect((base + s.offset as usize) as *mut libc::c_void, len, prot) };
            if r != 0 {
                return Err(format!("cannot protect the program: {}", std::io::Error::last_os_error()));
            }
        }
        Ok(())
    }
}

/// Loads dynamic libraries, each by the first of its names that is found.
fn open_libraries(list: &[String]) -> Result<Vec<usize>, String> {
    let mut out = Vec::with_capacity(list.len());
    for names in list {
        let mut handle = std::ptr::null_mut();
        let mut why = String::new();
        for n in names.split(':') {
            let Ok(c) = CString::new(n) else { continue };
            // SAFETY: loads a library that the program was linked with; its initialization is part of the program.
            // Functions that nobody calls need not be there.
            handle = unsafe { libc::dlopen(c.as_ptr(), libc::RTLD_LAZY | libc::RTLD_GLOBAL) };
            if !handle.is_null() {
                break;
            }
            // SAFETY: dlerror gives null or a string that lives until the next call.
            let text = unsafe { libc::dlerror() };
            if why.is_empty() && !text.is_null() {
                // SAFETY: checked for null; a NUL-terminated string.
                why = unsafe { std::ffi::CStr::from_ptr(text) }.to_string_lossy().into_owned();
            }
        }
        if handle.is_null() {
            return Err(format!("cannot load a library: {why}"));
        }
        out.push(handle as usize);
    }
    Ok(out)
}

/// Address of a function or variable of the runtime, of one of the libraries or of the C library.
fn find_in(name: &str, libraries: &[usize]) -> Option<usize> {
    if abi::lookup(name).is_none() {
        let c = CString::new(name).ok()?;
        for &l in libraries {
            // SAFETY: a handle that dlopen gave, and a NUL-terminated name.
            let p = unsafe { libc::dlsym(l as *mut libc::c_void, c.as_ptr()) };
            if !p.is_null() {
                return Some(p as usize);
            }
        }
    }
    find(name)
}

/// Address of a function or variable of the runtime or the C library.
pub(super) fn find(name: &str) -> Option<usize> {
    if let Some(f) = abi::lookup(name) {
        return Some(ferrotran_runtime::address(f) as usize);
    }
    if let Some(a) = ferrotran_runtime::cfi::lookup(name) {
        return Some(a);
    }
    // What the C library puts into every program instead of its dynamic part.
    match name {
        "atexit" => return Some(libc::atexit as *const () as usize),
        "pthread_atfork" => return Some(libc::pthread_atfork as *const () as usize),
        _ => {}
    }
    let c = CString::new(name).ok()?;
    // SAFETY: a NUL-terminated name; dlsym has no other preconditions.
    let p = unsafe { libc::dlsym(libc::RTLD_DEFAULT, c.as_ptr()) };
    if !p.is_null() {
        return Some(p as usize);
    }
    static LIBM: OnceLock<usize> = OnceLock::new();
    let libm = *LIBM.get_or_init(|| {
        // SAFETY: loads the C library's own mathematics part, whose initialization has no effects.
        unsafe { libc::dlopen(c"libm.so.6".as_ptr(), libc::RTLD_NOW | libc::RTLD_GLOBAL) as usize }
    });
    if libm == 0 {
        return None;
    }
    // SAFETY: a handle that dlopen gave, and a NUL-terminated name.
    let p = unsafe { libc::dlsym(libm as *mut libc::c_void, c.as_ptr()) };
    (!p.is_null()).then_some(p as usize)
}

/// Whether an import is a variable, not a function.
pub(super) fn is_variable(name: &str) -> bool {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    {
        if abi::lookup(name).is_some() {
            return false;
        }
        let Some(address) = find(name) else { return false };
        let mut info: libc::Dl_info = empty_info();
        let mut symbol: *const libc::Elf64_Sym = std::ptr::null();
        // SAFETY: both out-parameters are valid; with RTLD_DL_SYMENT (1) the last receives the symbol.
        let found = unsafe {
            dladdr1(address as *const libc::c_void, &mut info, (&raw mut symbol).cast::<*mut libc::c_void>(), 1)
        };
        // SAFETY: a symbol entry of a loaded library, which stays loaded.
        found != 0 && !symbol.is_null() && unsafe { (*symbol).st_info & 0xf } == 1
    }
    #[cfg(not(all(target_os = "linux", target_env = "gnu")))]
    {
        let _ = name;
        false
    }
}

#[cfg(all(target_os = "linux", target_env = "gnu"))]
fn empty_info() -> libc::Dl_info {
    libc::Dl_info {
        dli_fname: std::ptr::null(),
        dli_fbase: std::ptr::null_mut(),
        dli_sname: std::ptr::null(),
        dli_saddr: std::ptr::null_mut(),
    }
}

#[cfg(all(target_os = "linux", target_env = "gnu"))]
unsafe extern "C" {
    fn dladdr1(
        addr: *const libc::c_void,
        info: *mut libc::Dl_info,
        extra: *mut *mut libc::c_void,
        flags: libc::c_int,
    ) -> libc::c_int;
}
