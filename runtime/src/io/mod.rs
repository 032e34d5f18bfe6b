//! Fortran input and output. Control lists come in parameter blocks, see [`ferrotran_abi::params`].
//!
//! A data transfer statement is `h = frt_write_begin(block)`, one call for each item, and
//! `frt_write_end(h)`, whose result is the value of IOSTAT: 0, positive for an error, -1 at the end
//! of the file, -2 at the end of the record. Where the block has no IOSTAT and the statement no label
//! for what happened (`FLAG_ERR`, `FLAG_END`, `FLAG_EOR`), the program has stopped with a message; where the
//! result is not 0, compiled code goes to the label. After an error the remaining item calls do nothing.
//! Implied DO loops are loops around item calls.

use child::{frt_defined_item, frt_defined_wanted};

ferrotran_abi::io_rows! { implementations }

mod calls;
mod child;
mod control;
mod decimal;
pub mod defaults;
mod edit_in;
mod edit_out;
mod edited;
mod format;
mod list_read;
mod list_write;
mod namelist;
mod position;
pub mod stream;
mod transfer;
mod unformatted;
pub mod unit;
mod value;
mod wide;

#[cfg(test)]
mod tests;

pub use calls::*;
use control::{frt_close, frt_flush, frt_inquire, frt_open, frt_wait};
pub use defaults::MAX_SUBRECORD;
use defaults::frt_io_defaults;
use ferrotran_abi::params;
use position::{frt_backspace, frt_endfile, frt_rewind};

/// Status codes, the values of IOSTAT.
pub mod code {
    /// End of a record.
    pub const EOR: i32 = -2;
    /// End of the file.
    pub const END: i32 = -1;
    pub const OPTION_CONFLICT: i32 = 5001;
    pub const BAD_OPTION: i32 = 5002;
    pub const MISSING_OPTION: i32 = 5003;
    pub const BAD_UNIT: i32 = 5005;
    pub const FORMAT: i32 = 5006;
    pub const BAD_ACTION: i32 = 5007;
    pub const READ_VALUE: i32 = 5010;
    pub const READ_OVERFLOW: i32 = 5011;
    pub const DIRECT_EOR: i32 = 5015;
    pub const SHORT_RECORD: i32 = 5016;
    pub const CORRUPT_FILE: i32 = 5017;
    pub const INQUIRE_INTERNAL: i32 = 5018;
    pub const RECURSIVE_IO: i32 = 5020;
}

/// What went wrong in an I/O statement.
#[derive(Debug, Clone, PartialEq)]
pub struct IoError {
    /// Value of IOSTAT.
    pub code: i32,
    /// Text of IOMSG.
    pub msg: String,
}

impl IoError {
    /// An error.
    pub fn new(code: i32, msg: impl Into<String>) -> IoError {
        IoError { code, msg: msg.into() }
    }
    /// End of file.
    pub fn end() -> IoError {
        IoError::new(code::END, "End of file")
    }
    /// End of record.
    pub fn eor() -> IoError {
        IoError::new(code::EOR, "End of record")
    }
}

impl From<std::io::Error> for IoError {
    fn from(e: std::io::Error) -> IoError {
        let errno = e.raw_os_error().unwrap_or(5000);
        IoError::new(errno, os_text(errno))
    }
}

/// The system's text of an error number.
pub fn os_text(errno: i32) -> String {
    // SAFETY: `strerror` returns a NUL-terminated text for any number.
    unsafe { std::ffi::CStr::from_ptr(libc::strerror(errno)) }.to_string_lossy().into_owned()
}

/// A negative unit number that no NEWUNIT= gave.
pub fn unconnected() -> IoError {
    IoError::new(code::BAD_OPTION, "Unit number is negative and unit was not already opened with OPEN(NEWUNIT=...)")
}

/// Result of an I/O operation.
pub type Res<T> = Result<T, IoError>;

/// The control list of a statement, see [`ferrotran_abi::params`].
#[derive(Clone, Copy, Debug)]
pub struct Block {
    at: *const u64,
    slots: u32,
}

impl Block {
    /// Wraps a parameter block.
    ///
    /// # Safety
    /// `at` points to `slots` slots filled as documented, alive as long as the value; the other methods
    /// rely on it.
    pub unsafe fn new(at: *const u8, slots: u32) -> Block {
        Block { at: at.cast(), slots }
    }
    /// Both words of a slot; zero for those that this kind of block lacks.
    fn slot(&self, slot: u32) -> (u64, u64) {
        if slot >= self.slots {
            return (0, 0);
        }
        // SAFETY: promised to `new`.
        unsafe { (*self.at.add(2 * slot as usize), *self.at.add(2 * slot as usize + 1)) }
    }
    /// An integer value.
    fn value(&self, slot: u32) -> Option<i64> {
        let (v, present) = self.slot(slot);
        (present != 0).then_some(v as i64)
    }
    /// An address.
    fn address(&self, slot: u32) -> Option<*const u8> {
        let (v, _) = self.slot(slot);
        (v != 0).then_some(v as *const u8)
    }
    /// A character value.
    fn text(&self, slot: u32) -> Option<&'static [u8]> {
        let (p, n) = self.slot(slot);
        // SAFETY: promised to `new`; callers drop the slice before the statement ends.
        (p != 0).then(|| unsafe { crate::values::bytes(p as *const u8, n as i64) })
    }
    /// A character value as a keyword: upper case without trailing blanks.
    fn keyword(&self, slot: u32) -> Option<String> {
        self.text(slot).map(|t| String::from_utf8_lossy(t).trim_end().to_ascii_uppercase())
    }
    /// The number of the unit; none where UNIT is absent.
    fn unit(&self) -> Res<Option<i32>> {
        match self.value(params::UNIT) {
            None => Ok(None),
            Some(n) => match i32::try_from(n) {
                Ok(n) => Ok(Some(n)),
                Err(_) => Err(IoError::new(code::BAD_UNIT, "Unit number in I/O statement too large")),
            },
        }
    }
    fn flags(&self) -> i64 {
        self.slot(params::FLAGS).0 as i64
    }
    /// Stores to an integer or logical variable.
    fn store_int(&self, slot: u32, value: i64) {
        let (p, kind) = self.slot(slot);
        if p != 0 {
            // SAFETY: promised to `new`.
            unsafe { crate::values::store_int(p as *mut u8, kind as i32, value) };
        }
    }
    /// Stores to an integer variable; a value that it cannot hold becomes the greatest that it can.
    fn store_saturated(&self, slot: u32, value: i64) {
        let most = match self.slot(slot).1 {
            1 => i8::MAX.into(),
            2 => i16::MAX.into(),
            4 => i32::MAX.into(),
            _ => i64::MAX,
        };
        self.store_int(slot, value.min(most));
    }
    /// Stores to a character variable.
    fn store_text(&self, slot: u32, text: &[u8]) {
        let (p, n) = self.slot(slot);
        if p != 0 {
            // SAFETY: promised to `new`.
            crate::values::store_padded(unsafe { crate::values::bytes_mut(p as *mut u8, n as i64) }, text);
        }
    }
    /// Ends a statement: stores IOSTAT and IOMSG, or stops the program where nobody asks for the
    /// status. `place`: ` (unit = 10, file = 'name')` for the message. Returns IOSTAT.
    fn finish(&self, error: Option<IoError>, place: &str) -> i32 {
        let Some(e) = error else {
            self.store_int(params::IOSTAT, 0);
            return 0;
        };
        self.store_text(params::IOMSG, e.msg.as_bytes());
        self.store_int(params::IOSTAT, i64::from(e.code));
        let flag = match e.code {
            code::END => params::FLAG_END,
            code::EOR => params::FLAG_EOR,
            _ => params::FLAG_ERR,
        };
        if self.slot(params::IOSTAT).0 == 0 && self.flags() & flag == 0 {
            let (file, line) = self.slot(params::SOURCE);
            // SAFETY: promised to `new`.
            let file = unsafe { crate::values::file_name(file as *const u8) };
            let text = format!("{file}{place}");
            crate::error::fatal_at(if file.is_empty() { "" } else { &text }, line as i32, &e.msg);
        }
        e.code
    }
}

/// Writes out all buffers.
pub fn flush_all() {
    unit::for_all(true, |u| {
        let _ = u.flush();
    });
}

/// Writes out the buffers of units that nobody is using.
pub fn flush_idle() {
    unit::for_all(false, |u| {
        let _ = u.flush();
    });
}

/// At the end of the program: completes and writes out everything, removes scratch files.
pub fn finish_all() {
    unit::for_all(true, |u| {
        let _ = u.finish_partial();
        let _ = u.stream.flush();
    });
}

/// Writes out the buffers of all units but one that this thread holds (before waiting for a terminal).
pub fn flush_all_but(number: i32) {
    unit::for_all(true, |u| {
        if u.number != number {
            let _ = u.flush();
        }
    });
}

/// True where the unit is connected to a terminal.
pub fn unit_is_terminal(number: i32) -> bool {
    unit::find(number).ok().flatten().is_some_and(|u| u.stream.terminal)
}

/// Calls `f` with the unit of that number; `None` where nothing is connected.
pub fn with_unit<T>(number: i32, f: impl FnOnce(&mut unit::Unit) -> T) -> Option<T> {
    unit::find(number).ok().flatten().map(|mut u| f(&mut u))
}
