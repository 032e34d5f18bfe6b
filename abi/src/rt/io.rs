//! Input and output.

family! { ($) io_rows IO
    /// Begins WRITE or PRINT; result: the handle for the item calls and frt_write_end (never null).
    fn frt_write_begin(block: Ptr) -> Ptr;
    /// Ends it. Result: IOSTAT.
    fn frt_write_end(handle: Ptr) -> I32;
    /// Writes an unsigned integer of kind 1, 2, 4 or 8 (zero-extended).
    fn frt_write_unsigned(handle: Ptr, value: I64, kind: I32);
    /// Writes an integer of kind 1, 2, 4 or 8 (sign-extended).
    fn frt_write_int(handle: Ptr, value: I64, kind: I32);
    /// Writes a logical of that kind; true where `value` is not 0.
    fn frt_write_logical(handle: Ptr, value: I32, kind: I32);
    /// Writes a real(4).
    fn frt_write_f32(handle: Ptr, value: F32);
    /// Writes a real(8).
    fn frt_write_f64(handle: Ptr, value: F64);
    /// Writes a complex(4).
    fn frt_write_c32(handle: Ptr, re: F32, im: F32);
    /// Writes a complex(8).
    fn frt_write_c64(handle: Ptr, re: F64, im: F64);
    /// Writes a default character string.
    fn frt_write_chr(handle: Ptr, text: Ptr, len: I64);
    /// Writes a character string of kind 4; `len` counts characters.
    fn frt_write_chr4(handle: Ptr, text: Ptr, len: I64);
    /// Writes every element of an array in element order; the type is that of the descriptor.
    fn frt_write_array(handle: Ptr, desc: Ptr);
    /// Begins READ.
    fn frt_read_begin(block: Ptr) -> Ptr;
    /// Ends it. Result: IOSTAT.
    fn frt_read_end(handle: Ptr) -> I32;
    /// Reads an unsigned integer variable of kind 1, 2, 4 or 8.
    fn frt_read_unsigned(handle: Ptr, var: Ptr, kind: I32);
    /// Reads an integer variable of kind 1, 2, 4 or 8.
    fn frt_read_int(handle: Ptr, var: Ptr, kind: I32);
    /// Reads a logical variable of that kind.
    fn frt_read_logical(handle: Ptr, var: Ptr, kind: I32);
    /// Reads a real variable of kind 4 or 8.
    fn frt_read_real(handle: Ptr, var: Ptr, kind: I32);
    /// Reads a complex variable of kind 4 or 8.
    fn frt_read_complex(handle: Ptr, var: Ptr, kind: I32);
    /// Reads a default character variable.
    fn frt_read_chr(handle: Ptr, var: Ptr, len: I64);
    /// Reads a character variable of kind 4; `len` counts characters.
    fn frt_read_chr4(handle: Ptr, var: Ptr, len: I64);
    /// Reads every element of an array in element order.
    fn frt_read_array(handle: Ptr, desc: Ptr);
    /// Whether the next item, of a type with defined input/output, goes to the procedure (1) or by components (0).
    fn frt_defined_wanted(handle: Ptr) -> I32;
    /// Transfers an object by a procedure; `ty` is its type's descriptor where the dummy is polymorphic, else null.
    fn frt_defined_item(handle: Ptr, procedure: Ptr, object: Ptr, ty: Ptr);
    /// Begins INQUIRE(IOLENGTH=): a handle for the write calls, which only count.
    fn frt_iolength_begin() -> Ptr;
    /// Ends it. Result: the length in bytes.
    fn frt_iolength_end(handle: Ptr) -> I64;
    /// OPEN. Result of this and the following: IOSTAT.
    fn frt_open(block: Ptr) -> I32;
    /// CLOSE.
    fn frt_close(block: Ptr) -> I32;
    /// INQUIRE by unit or (slot FILE) by file.
    fn frt_inquire(block: Ptr) -> I32;
    /// REWIND.
    fn frt_rewind(block: Ptr) -> I32;
    /// BACKSPACE.
    fn frt_backspace(block: Ptr) -> I32;
    /// ENDFILE.
    fn frt_endfile(block: Ptr) -> I32;
    /// FLUSH; all units where UNIT is absent.
    fn frt_flush(block: Ptr) -> I32;
    /// WAIT (transfers are synchronous).
    fn frt_wait(block: Ptr) -> I32;
    /// Sets defaults: other order of bytes in unformatted files, bytes of record markers (4 or 8), longest part of a
    /// record (0: the usual one), zeros without sign, exceptions that STOP tells of, the standard (its year; 0 with
    /// extensions, 1 old programs), bits of the dialect.
    fn frt_io_defaults(swap: I32, marker: I32, subrecord: I32, plain_zero: I32, fpe_summary: I32, standard: I32, dialect: I32);
}
