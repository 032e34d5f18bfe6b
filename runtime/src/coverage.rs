//! The counts of what a program runs (`--coverage`), in files for gcov ([`ferrotran_abi::coverage`]).
//!
//! They are written when the program ends, by whatever way, also by a signal: everything that needs memory is made when
//! an object tells of its counters. Files are those of the last compilation: counts of another one are overwritten, those of the same one
//! added to, while a lock on the file keeps other processes away.

use crate::stderr::report;
use ferrotran_abi::coverage::{COUNTERS, DATA, FUNCTION, HEAD, SUMMARY, TABLE_HEAD};
use std::ffi::{CStr, CString, OsString, c_char};
use std::os::unix::ffi::OsStringExt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, Once, PoisonError, TryLockError};

ferrotran_abi::coverage_rows! { implementations }

/// The counters of one object.
struct Object {
    counters: *const AtomicU64,
    path: CString,
    /// The file as it would be if nothing had run.
    image: Vec<u8>,
    /// Room for the file as it was and is to be.
    file: Vec<u8>,
    /// Written before: it is one run still.
    written: bool,
}
// SAFETY: the counters are static storage of the program, which is read and written by atomic accesses only.
unsafe impl Send for Object {}

static OBJECTS: Mutex<Vec<Object>> = Mutex::new(Vec::new());

/// The file's name where the program may say by its environment that it has another place.
fn placed(path: &[u8]) -> Vec<u8> {
    let var = |name: &str| std::env::var_os(name).map(OsString::into_vec);
    let strip: usize = var("GCOV_PREFIX_STRIP")
        .and_then(|v| String::from_utf8(v).ok())
        .and_then(|v| v.trim().parse().ok())
        .unwrap_or(0);
    let prefix = match var("GCOV_PREFIX") {
        Some(p) => p,
        None if strip > 0 => b".".to_vec(),
        None => return path.to_vec(),
    };
    let mut rest = path;
    for _ in 0..strip {
        // The first folder goes, but never the file.
        match rest.iter().skip(1).position(|&b| b == b'/') {
            Some(at) => rest = &rest[at + 1..],
            None => break,
        }
    }
    let mut out = prefix;
    while out.last() == Some(&b'/') {
        out.pop();
    }
    if rest.first() != Some(&b'/') {
        out.push(b'/');
    }
    out.extend_from_slice(rest);
    out
}

/// See the table.
unsafe extern "C" fn frt_coverage_register(table: *const u64) {
    // SAFETY: the table of an object, as the ABI describes it: constant data that lives as long as the object.
    let (counters, name, file) = unsafe {
        let [counters, name, file] = [0, 1, 2].map(|i| *table.add(i));
        let bytes = table.add(TABLE_HEAD).cast::<u8>();
        let (name, file) = (name as usize, file as usize);
        let text = std::slice::from_raw_parts(bytes, name);
        (counters, text, std::slice::from_raw_parts(bytes.add(name.next_multiple_of(8)), file))
    };
    let Ok(path) = CString::new(placed(name)) else { return };
    let counters = counters as usize as *const AtomicU64;
    let object = Object { counters, path, image: file.to_vec(), file: vec![0; file.len()], written: false };
    OBJECTS.lock().unwrap_or_else(PoisonError::into_inner).push(object);
    extern "C" fn at_exit() {
        write(true);
    }
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        // SAFETY: a function without arguments that lives as long as the process.
        unsafe { libc::atexit(at_exit) };
    });
}

/// Writes all counts.
pub fn finish() {
    write(false);
}

/// The program has ended and its storage may go.
pub fn forget() {
    write(false);
    OBJECTS.lock().unwrap_or_else(PoisonError::into_inner).clear();
}

/// The same in a handler of a signal: not where it has interrupted just that.
pub fn finish_idle() {
    let mut list = match OBJECTS.try_lock() {
        Ok(l) => l,
        Err(TryLockError::Poisoned(p)) => p.into_inner(),
        Err(TryLockError::WouldBlock) => return,
    };
    list.iter_mut().for_each(Object::write);
}

/// `late`: libraries may have been unloaded.
fn write(late: bool) {
    let mut list = OBJECTS.lock().unwrap_or_else(PoisonError::into_inner);
    for o in list.iter_mut() {
        if !late || is_loaded(o.counters) {
            o.write();
        }
    }
}

/// True for an address in an object that is loaded.
fn is_loaded(address: *const AtomicU64) -> bool {
    let mut info = std::mem::MaybeUninit::<libc::Dl_info>::uninit();
    // SAFETY: fills in what it finds.
    unsafe { libc::dladdr(address.cast(), info.as_mut_ptr()) != 0 }
}

/// The word at a place; 0 behind the end.
fn word(bytes: &[u8], at: usize) -> u32 {
    bytes.get(at..at + 4).map_or(0, |b| u32::from_le_bytes([b[0], b[1], b[2], b[3]]))
}

fn put(bytes: &mut [u8], at: usize, v: u32) {
    if let Some(b) = bytes.get_mut(at..at + 4) {
        b.copy_from_slice(&v.to_le_bytes());
    }
}

fn counter(bytes: &[u8], at: usize) -> u64 {
    u64::from(word(bytes, at)) | u64::from(word(bytes, at + 4)) << 32
}

/// Calls `f` with the place of every record of a file of counts: its tag, where its content begins, and its bytes.
fn records(bytes: &[u8], f: &mut dyn FnMut(u32, usize, usize)) {
    let mut at = HEAD;
    while at + 8 <= bytes.len() {
        let (tag, len) = (word(bytes, at), word(bytes, at + 4) as usize);
        f(tag, at + 8, len);
        at += 8 + len;
    }
}

/// True where two files are about the same compilation.
fn same_program(image: &[u8], file: &[u8], length: usize) -> bool {
    let mut same = length == image.len() && image[..HEAD - 4] == file[..HEAD - 4];
    if same {
        records(image, &mut |tag, at, len| {
            same &=
                image[at - 8..at] == file[at - 8..at] && (tag != FUNCTION || image[at..at + len] == file[at..at + len]);
        });
    }
    same
}

impl Object {
    /// Adds the counts since the last time to the file. Nothing is allocated.
    fn write(&mut self) {
        if self.written && self.is_quiet() {
            return;
        }
        let Some(file) = open(&self.path) else {
            complain(&self.path, "cannot be opened: ", true);
            return;
        };
        lock(file, libc::F_WRLCK);
        match self.merge(file) {
            Ok(()) => self.written = true,
            Err(why) => complain(&self.path, why, false),
        }
        // SAFETY: a descriptor of this function; closing it ends the lock.
        unsafe { libc::close(file) };
    }

    fn is_quiet(&self) -> bool {
        let mut quiet = true;
        let mut number = 0;
        records(&self.image, &mut |tag, _, len| {
            if tag == COUNTERS {
                for i in number..number + len / 8 {
                    // SAFETY: the object has as many counters as its table says.
                    quiet &= unsafe { (*self.counters.add(i)).load(Ordering::Relaxed) } == 0;
                }
                number += len / 8;
            }
        });
        quiet
    }

    fn merge(&mut self, to: i32) -> Result<(), &'static str> {
        let length = read(to, &mut self.file);
        if length >= 4 && word(&self.file, 0) != DATA {
            return Err(" is no file of counts: it stays as it is");
        }
        if !same_program(&self.image, &self.file, length) {
            self.file.copy_from_slice(&self.image);
        }
        let (first, file, counters) = (!self.written, &mut self.file, self.counters);
        let (mut number, mut most, mut summary) = (0, 0, 0);
        records(&self.image, &mut |tag, at, len| match tag {
            SUMMARY => summary = at,
            COUNTERS => {
                for k in 0..len / 8 {
                    // SAFETY: the object has as many counters as its table says.
                    let n = unsafe { (*counters.add(number)).swap(0, Ordering::Relaxed) };
                    let sum = counter(file, at + 8 * k).saturating_add(n);
                    put(file, at + 8 * k, sum as u32);
                    put(file, at + 8 * k + 4, (sum >> 32) as u32);
                    most = most.max(sum);
                    number += 1;
                }
            }
            _ => {}
        });
        let runs = word(file, summary).saturating_add(u32::from(first));
        put(file, summary, runs);
        put(file, summary + 4, most.min(u64::from(u32::MAX)) as u32);
        if write_all(to, file) { Ok(()) } else { Err(" cannot be written") }
    }
}

/// Opens the file to read and write, and makes it and its folders where they are not there.
fn open(path: &CStr) -> Option<i32> {
    // SAFETY: a string that ends in a zero.
    let attempt = || unsafe { libc::open(path.as_ptr(), libc::O_RDWR | libc::O_CREAT | libc::O_CLOEXEC, 0o666) };
    let mut file = attempt();
    if file < 0 {
        folders(path.to_bytes());
        file = attempt();
    }
    (file >= 0).then_some(file)
}

/// Makes the folders of a path.
fn folders(path: &[u8]) {
    let mut part = [0u8; libc::PATH_MAX as usize];
    if path.len() >= part.len() {
        return;
    }
    for (i, &b) in path.iter().enumerate() {
        if b == b'/' && i > 0 {
            // SAFETY: the bytes so far are followed by a zero.
            unsafe { libc::mkdir(part.as_ptr().cast::<c_char>(), 0o777) };
        }
        part[i] = b;
    }
}

/// Waits for the lock on a whole file.
fn lock(file: i32, kind: i32) {
    loop {
        // SAFETY: a structure of numbers, for which zero is a value.
        let mut l: libc::flock = unsafe { std::mem::zeroed() };
        l.l_type = kind as libc::c_short;
        l.l_whence = libc::SEEK_SET as libc::c_short;
        // SAFETY: the structure lives as long as the call. Where the file system knows no locks, the counts are written without.
        let done = unsafe { libc::fcntl(file, libc::F_SETLKW, &raw const l) } == 0;
        if done || std::io::Error::last_os_error().raw_os_error() != Some(libc::EINTR) {
            return;
        }
    }
}

/// Reads the file from its start; the bytes that it has, more than there is room for if it is longer.
fn read(file: i32, room: &mut [u8]) -> usize {
    let mut have = 0;
    while have < room.len() {
        // SAFETY: reads at most as many bytes as there is room for.
        let n = unsafe { libc::pread(file, room[have..].as_mut_ptr().cast(), room.len() - have, have as libc::off_t) };
        if n <= 0 {
            return have;
        }
        have += n as usize;
    }
    let mut more = 0u8;
    // SAFETY: reads at most one byte into a variable of one byte.
    let n = unsafe { libc::pread(file, (&raw mut more).cast(), 1, have as libc::off_t) };
    have + usize::from(n > 0)
}

fn write_all(file: i32, bytes: &[u8]) -> bool {
    let mut have = 0;
    while have < bytes.len() {
        // SAFETY: writes from the slice.
        let n = unsafe { libc::pwrite(file, bytes[have..].as_ptr().cast(), bytes.len() - have, have as libc::off_t) };
        if n <= 0 {
            return false;
        }
        have += n as usize;
    }
    // SAFETY: a descriptor of the caller.
    unsafe { libc::ftruncate(file, bytes.len() as libc::off_t) == 0 }
}

/// Says on standard error what is wrong with a file.
fn complain(path: &CStr, what: &str, reason: bool) {
    report("ferrotran: the file of counts ");
    report(path.to_str().unwrap_or("(its name is not UTF-8)"));
    if reason {
        report(" ");
    }
    report(what);
    if reason {
        // SAFETY: the text of the last error, which ends in a zero.
        let text = unsafe { CStr::from_ptr(libc::strerror(*libc::__errno_location())) };
        report(text.to_str().unwrap_or("error"));
    }
    report("\n");
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferrotran_abi::coverage::VERSION;

    fn image(stamp: u32) -> Vec<u8> {
        let words = [DATA, VERSION, stamp, 0, SUMMARY, 8, 0, 0, FUNCTION, 12, 1, 2, 3, COUNTERS, 16, 0, 0, 0, 0, 0];
        words.iter().flat_map(|w| w.to_le_bytes()).collect()
    }

    #[test]
    fn counts_of_the_same_compilation_are_added() {
        let dir = std::env::temp_dir().join(format!("ferrotran-counts-{}", std::process::id()));
        let path = dir.join("a/b/x.gcda");
        let counters = [AtomicU64::new(3), AtomicU64::new(1 << 33)];
        let object = |stamp| Object {
            counters: counters.as_ptr(),
            path: CString::new(path.as_os_str().as_encoded_bytes()).unwrap(),
            image: image(stamp),
            file: vec![0; image(stamp).len()],
            written: false,
        };
        let counts = || {
            let b = std::fs::read(&path).unwrap();
            assert_eq!(b.len(), image(7).len());
            (word(&b, 24), counter(&b, 60), counter(&b, 68))
        };
        let mut first = object(7);
        first.write();
        assert_eq!(counts(), (1, 3, 1 << 33));
        // The same process goes on: no other run.
        counters[0].store(2, Ordering::Relaxed);
        first.write();
        assert_eq!(counts(), (1, 5, 1 << 33));
        counters[1].store(1, Ordering::Relaxed);
        object(7).write();
        assert_eq!(counts(), (2, 5, (1 << 33) + 1));
        counters[0].store(9, Ordering::Relaxed);
        object(8).write();
        assert_eq!(counts(), (1, 9, 0));
        // What is something else stays.
        std::fs::write(&path, "a letter").unwrap();
        object(8).write();
        assert_eq!(std::fs::read(&path).unwrap(), b"a letter");
        std::fs::remove_dir_all(dir).unwrap();
    }
}
