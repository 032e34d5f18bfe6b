//! Run-time errors, STOP and ERROR STOP, signals, and the orderly end of a program.

crate::abi_table! { pub static ABI;
    /// Stops the program: flushes all units, prints `At line LINE of file FILE` and
    /// `Fortran runtime error: MSG` on standard error, exits with status 2. Does not return.
    fn frt_error(file: *const u8, line: i32, msg: *const u8, len: i64);
    /// Subscript out of bounds: name of the array, dimension (one-based), subscript, lower and
    /// upper bound. Does not return.
    fn frt_bounds_error(file: *const u8, line: i32, name: *const u8, name_len: i64, dim: i32, index: i64, lower: i64, upper: i64);
    /// Shapes of an array assignment, argument or operation differ: name (may be empty), dimension
    /// (one-based), extent found, extent wanted. Does not return.
    fn frt_shape_error(file: *const u8, line: i32, name: *const u8, name_len: i64, dim: i32, got: i64, want: i64);
    /// Substring out of bounds: name, first, last (one-based), length of the string. Does not return.
    fn frt_substring_error(file: *const u8, line: i32, name: *const u8, name_len: i64, first: i64, last: i64, len: i64);
    /// Use of an unallocated variable or a null pointer of that name. `kind`: 0 allocatable, 1 pointer,
    /// 2 procedure pointer, 3 absent optional argument. Does not return.
    fn frt_null_error(file: *const u8, line: i32, name: *const u8, name_len: i64, kind: i32);
    /// Integer division by zero. Does not return.
    fn frt_div_zero(file: *const u8, line: i32);
    /// DO loop with step zero. Does not return.
    fn frt_step_zero(file: *const u8, line: i32);
    /// ALLOCATE or DEALLOCATE without STAT= failed with that status for the variable of that name. Does not return.
    fn frt_alloc_error(file: *const u8, line: i32, status: i32, name: *const u8, name_len: i64);
    /// Stores the text of an allocation status in ERRMSG= (does nothing for status 0).
    fn frt_alloc_errmsg(status: i32, msg: *mut u8, msg_len: i64);
    /// STOP without a code: status 0. `quiet` as for the others. Does not return.
    fn frt_stop(quiet: i32);
    /// STOP with an integer: prints `STOP n` unless quiet; status n. Does not return.
    fn frt_stop_int(code: i32, quiet: i32);
    /// STOP with a character code: prints `STOP text` unless quiet; status 0. Does not return.
    fn frt_stop_chr(text: *const u8, len: i64, quiet: i32);
    /// ERROR STOP without a code: status 1. Does not return.
    fn frt_error_stop(quiet: i32);
    /// ERROR STOP with an integer: status n. Does not return.
    fn frt_error_stop_int(code: i32, quiet: i32);
    /// ERROR STOP with a character code: status 1. Does not return.
    fn frt_error_stop_chr(text: *const u8, len: i64, quiet: i32);
    /// CALL EXIT: flushes everything, ends with that status. Does not return.
    fn frt_exit(status: i32);
    /// CALL ABORT: flushes everything, raises SIGABRT. Does not return.
    fn frt_abort();
}
