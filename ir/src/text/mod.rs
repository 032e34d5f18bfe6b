//! The text format: one uniform syntax for every op, driven by the op table.
//!
//! ```text
//! module [files = ["a.f90"]]
//! func.func [main, sym = @MAIN__] {
//!   %0 = mem.alloca [name = "x"] : ref<f32> @0:1:3
//!   %1 = arith.const [value = 1.5] : f32
//!   mem.store %1, %0 @0:2:3
//! }
//! ```
//!
//! Behind `module` may also stand `after = "PASS"`: the pass of the pipeline `device` that ran last where the text was taken out
//! within that pipeline. What compiles the text goes on behind it; passes of earlier pipelines refuse it. `calls` are the calls that
//! bodies of procedures stand in place of: for each the link name, the name in the source, and file, line, column and call (as
//! below) of the procedure and of the call.
//!
//! `results = name operands [attributes] (region arguments) { ops } : result types @file:line:col:call`, where `call` is the number
//! of the call that the op stands in place of, from 1 on, and nothing where it is none.
//! Attributes are sorted by key. The location is that of the op whose text ended before where it is
//! left out (unknown at the start of every top-level op); `@?` is the unknown one. `;` starts a
//! comment in input. Printing what was parsed from printed text gives the same bytes.

mod parse;
mod print;

pub use parse::{ParseError, Places, append_module, parse_module, parse_with_places};
pub use print::{attr_text, print_module, print_op, value_names};

/// True for the bytes that names may have without quotes.
pub(crate) fn is_name_byte(b: u8) -> bool {
    b.is_ascii_alphanumeric() || matches!(b, b'_' | b'.' | b'$')
}

/// Appends `bytes` as a quoted string.
pub(crate) fn write_quoted(bytes: &[u8], out: &mut String) {
    use std::fmt::Write;
    out.push('"');
    for &b in bytes {
        match b {
            b'"' => out.push_str("\\\""),
            b'\\' => out.push_str("\\\\"),
            b'\n' => out.push_str("\\n"),
            b'\t' => out.push_str("\\t"),
            0x20..=0x7e => out.push(b as char),
            _ => write!(out, "\\x{b:02x}").expect("writing to a String cannot fail"),
        }
    }
    out.push('"');
}

/// Appends a name, quoted where it has odd characters.
pub(crate) fn write_name(name: &str, out: &mut String) {
    if !name.is_empty() && name.bytes().all(is_name_byte) {
        out.push_str(name);
    } else {
        write_quoted(name.as_bytes(), out);
    }
}
