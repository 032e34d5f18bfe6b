//! Mapping an image into this process, and finding what it imports.

use super::{FixupKind, Image, PAGE, Protection};
use ferrotran_abi as abi;
use std::ffi::CString;
use std::sync::OnceLock;

/// An image in memory. It stays mapped for the life of the process.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// Address of the image's base.
    pub base: usize,
    symbols: Vec<(String, u64, u64)>,
    /// Addresses of functions to call before the main program.
    constructors: Vec<usize>,
    /// Where the tables of source lines are: (distance from the base, bytes).
    lines: Vec<(u64, u64)>,
}

impl Loaded {
    /// Address of a global symbol.
    pub fn symbol(&self, name: &str) -> Option<*const u8> {
        self.symbols.iter().find(|s| s.0 == name).map(|s| (self.base + s.1 as usize) as *const u8)
    }
    /// The main program.
    pub fn entry(&self) -> Option<extern "C" fn()> {
        let p = self.symbol("MAIN__")?;
        // SAFETY: `MAIN__` is the symbol of the main program, compiled as a function without arguments.
        Some(unsafe { std::mem::transmute::<*const u8, extern "C" fn()>(p) })
    }

    /// Calls what pointers with initial targets ask for before the main program.
    pub fn run_constructors(&self) {
        for &f in &self.constructors {
            // SAFETY: an entry of the image's table of constructors, relocated: functions without arguments.
            unsafe { std::mem::transmute::<usize, extern "C" fn()>(f)() };
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
            lines: self.lines.clone(),
        };
        Ok(loaded)
    }

    /// Addresses of what the image takes from the runtime and from the C library.
    fn import_addresses(&self) -> Result<Vec<usize>, String> {
        self.imports.iter().map(|n| find(n).ok_or_else(|| format!("the runtime has no `{n}`"))).collect()
    }

    /// Memory for the image, filled with zeros: its address.
    fn map_image(&self, size: usize) -> Result<usize, String> {
        // SAFETY: a fresh anonymous mapping at an address the system chooses.
        let base = unsafe {
            libc::mmap(
                std::ptr::null_mut(),
                size,
                libc::PROT_READ | libc::PROT_WRITE,
                libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE,
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
        for f in &self.fixups {
            if u64::from(f.at) + 8 > size as u64 {
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
                    FixupKind::Import(n) => {
                        let Some(&a) = addresses.get(n as usize) else {
                            return Err("malformed program: an import that is not listed".into());
                        };
                        let p = place as *mut u64;
                        p.write_unaligned(p.read_unaligned().wrapping_add(a as u64));
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

/// Address of a function or variable of the runtime or the C library.
pub(super) fn find(name: &str) -> Option<usize> {
    if let Some(f) = abi::lookup(name) {
        return Some(ferrotran_runtime::address(f) as usize);
    }
    if let Some(a) = ferrotran_runtime::cfi::lookup(name) {
        return Some(a);
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
