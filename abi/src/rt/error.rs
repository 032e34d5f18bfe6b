//! Run-time errors, STOP and ERROR STOP, the end of a program.

family! { ($) error_rows ERROR
    /// Stops the program: flushes all units, prints `At line LINE of file FILE` and
    /// `Fortran runtime error: MSG` on standard error, exits with status 2. Does not return.
    fn frt_error(file: Ptr, line: I32, msg: Ptr, len: I64);
    /// As `frt_error`; `%1` and `%2` in the text stand for the two numbers. Does not return.
    fn frt_error_numbers(file: Ptr, line: I32, msg: Ptr, len: I64, a: I64, b: I64);
    /// Subscript out of bounds: name of the array, dimension (one-based), subscript, lower and
    /// upper bound. Does not return.
    fn frt_bounds_error(file: Ptr, line: I32, name: Ptr, name_len: I64, dim: I32, index: I64, lower: I64, upper: I64);
    /// As `frt_bounds_error`, for the first or last subscript of a section or one of a vector subscript.
    fn frt_section_error(file: Ptr, line: I32, name: Ptr, name_len: I64, dim: I32, index: I64, lower: I64, upper: I64);
    /// A variable that is not allocated (`kind` 0) or associated (1) is an actual argument for a dummy that is
    /// neither optional, allocatable nor a pointer. Does not return.
    fn frt_actual_error(file: Ptr, line: I32, name: Ptr, name_len: I64, kind: I32);
    /// Shapes of an array assignment, argument or operation differ: name (may be empty), dimension
    /// (one-based), extent found, extent wanted. Does not return.
    fn frt_shape_error(file: Ptr, line: I32, name: Ptr, name_len: I64, dim: I32, got: I64, want: I64);
    /// An argument of an intrinsic has the wrong extent or size: what it is, the value, the value wanted; `least` is
    /// not 0 where more would do too. Does not return.
    fn frt_argument_error(file: Ptr, line: I32, text: Ptr, text_len: I64, is: I64, want: I64, least: I32);
    /// Lengths of strings that must agree do not: where, both lengths in characters. Does not return.
    fn frt_length_error(file: Ptr, line: I32, text: Ptr, text_len: I64, a: I64, b: I64);
    /// Substring out of bounds: name, first, last (one-based), length of the string. Does not return.
    fn frt_substring_error(file: Ptr, line: I32, name: Ptr, name_len: I64, first: I64, last: I64, len: I64);
    /// Use of an unallocated variable or a null pointer of that name. `kind`: 0 allocatable, 1 pointer,
    /// 2 procedure pointer, 3 absent optional argument. Does not return.
    fn frt_null_error(file: Ptr, line: I32, name: Ptr, name_len: I64, kind: I32);
    /// Integer division by zero. Does not return.
    fn frt_div_zero(file: Ptr, line: I32);
    /// DO loop with step zero. Does not return.
    fn frt_step_zero(file: Ptr, line: I32);
    /// ALLOCATE or DEALLOCATE without STAT= failed with that status for the variable of that name. Does not return.
    fn frt_alloc_error(file: Ptr, line: I32, status: I32, name: Ptr, name_len: I64);
    /// Stores the text of an allocation status in ERRMSG= (does nothing for status 0).
    fn frt_alloc_errmsg(status: I32, msg: Ptr, msg_len: I64);
    /// STOP without a code: status 0. `quiet` as for the others. Does not return.
    fn frt_stop(quiet: I32);
    /// STOP with an integer: prints `STOP n` unless quiet; status n. Does not return.
    fn frt_stop_int(code: I32, quiet: I32);
    /// STOP with a character code: prints `STOP text` unless quiet; status 0. Does not return.
    fn frt_stop_chr(text: Ptr, len: I64, quiet: I32);
    /// PAUSE: shows a text and waits for a line of standard input; anything but `go` ends the program with status 0.
    fn frt_pause_chr(text: Ptr, len: I64);
    /// PAUSE with a number.
    fn frt_pause_int(code: I64);
    /// ERROR STOP without a code: status 1. Does not return.
    fn frt_error_stop(quiet: I32);
    /// ERROR STOP with an integer: status n. Does not return.
    fn frt_error_stop_int(code: I32, quiet: I32);
    /// ERROR STOP with a character code: status 1. Does not return.
    fn frt_error_stop_chr(text: Ptr, len: I64, quiet: I32);
    /// CALL EXIT: flushes everything, ends with that status. Does not return.
    fn frt_exit(status: I32);
    /// CALL ABORT: flushes everything, raises SIGABRT. Does not return.
    fn frt_abort();
}
