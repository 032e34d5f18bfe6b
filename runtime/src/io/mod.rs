//! Fortran input and output. Control lists come in parameter blocks, see [`crate::abi::params`].
//!
//! A data transfer statement is `h = frt_write_begin(block)`, one call for each item, and
//! `frt_write_end(h)`, whose result is the value of IOSTAT: 0, positive for an error, -1 at the end
//! of the file, -2 at the end of the record. Where the block has no IOSTAT and the statement no label
//! for what happened (`FLAG_ERR`, `FLAG_END`, `FLAG_EOR`), the program has stopped with a message; where the
//! result is not 0, compiled code goes to the label. After an error the remaining item calls do nothing.
//! Implied DO loops are loops around item calls.

crate::abi_table! { pub static ABI;
    /// Begins WRITE or PRINT; result: the handle for the item calls and frt_write_end (never null).
    fn frt_write_begin(block: *const u8) -> *mut u8;
    /// Ends it. Result: IOSTAT.
    fn frt_write_end(handle: *mut u8) -> i32;
    /// Writes an integer of kind 1, 2, 4 or 8 (sign-extended).
    fn frt_write_int(handle: *mut u8, value: i64, kind: i32);
    /// Writes a logical of that kind; true where `value` is not 0.
    fn frt_write_logical(handle: *mut u8, value: i32, kind: i32);
    /// Writes a real(4).
    fn frt_write_f32(handle: *mut u8, value: f32);
    /// Writes a real(8).
    fn frt_write_f64(handle: *mut u8, value: f64);
    /// Writes a complex(4).
    fn frt_write_c32(handle: *mut u8, re: f32, im: f32);
    /// Writes a complex(8).
    fn frt_write_c64(handle: *mut u8, re: f64, im: f64);
    /// Writes a default character string.
    fn frt_write_chr(handle: *mut u8, text: *const u8, len: i64);
    /// Writes every element of an array in element order; the type is that of the descriptor.
    fn frt_write_array(handle: *mut u8, desc: *const u8);
    /// Begins READ.
    fn frt_read_begin(block: *const u8) -> *mut u8;
    /// Ends it. Result: IOSTAT.
    fn frt_read_end(handle: *mut u8) -> i32;
    /// Reads an integer variable of kind 1, 2, 4 or 8.
    fn frt_read_int(handle: *mut u8, var: *mut u8, kind: i32);
    /// Reads a logical variable of that kind.
    fn frt_read_logical(handle: *mut u8, var: *mut u8, kind: i32);
    /// Reads a real variable of kind 4 or 8.
    fn frt_read_real(handle: *mut u8, var: *mut u8, kind: i32);
    /// Reads a complex variable of kind 4 or 8.
    fn frt_read_complex(handle: *mut u8, var: *mut u8, kind: i32);
    /// Reads a default character variable.
    fn frt_read_chr(handle: *mut u8, var: *mut u8, len: i64);
    /// Reads every element of an array in element order.
    fn frt_read_array(handle: *mut u8, desc: *const u8);
    /// Begins INQUIRE(IOLENGTH=): a handle for the write calls, which only count.
    fn frt_iolength_begin() -> *mut u8;
    /// Ends it. Result: the length in bytes.
    fn frt_iolength_end(handle: *mut u8) -> i64;
    /// OPEN. Result of this and the following: IOSTAT.
    fn frt_open(block: *const u8) -> i32;
    /// CLOSE.
    fn frt_close(block: *const u8) -> i32;
    /// INQUIRE by unit or (slot FILE) by file.
    fn frt_inquire(block: *const u8) -> i32;
    /// REWIND.
    fn frt_rewind(block: *const u8) -> i32;
    /// BACKSPACE.
    fn frt_backspace(block: *const u8) -> i32;
    /// ENDFILE.
    fn frt_endfile(block: *const u8) -> i32;
    /// FLUSH; all units where UNIT is absent.
    fn frt_flush(block: *const u8) -> i32;
    /// WAIT (transfers are synchronous).
    fn frt_wait(block: *const u8) -> i32;
}
