//! List-directed output.

use super::Res;
use super::edit_out;
use super::transfer::{Handle, Ty, load_real, real_bytes};
use super::unit::{Delim, Sign};
use super::value::Real;
use crate::values::{load_int, load_unsigned};

/// What the next item depends on.
#[derive(Debug, Default)]
pub struct ListState {
    /// An item has been written.
    started: bool,
    /// The last item was a character string without delimiters.
    after_chr: bool,
}

impl ListState {
    /// After an item that a procedure wrote.
    pub fn wrote_defined(&mut self) {
        self.started = true;
        self.after_chr = false;
    }
}

/// Field width of an integer of that kind.
pub fn integer_width(kind: i32) -> u32 {
    match kind {
        1 => 4,
        2 => 6,
        4 => 11,
        8 => 20,
        _ => 40,
    }
}

/// Appends a complex number as `(re,im)`.
pub fn complex_text(out: &mut Vec<u8>, re: Real, im: Real, kind: i32, st: &edit_out::RealStyle) {
    out.push(b'(');
    edit_out::list_real(out, re, kind == 4, true, st);
    out.push(if st.comma { b';' } else { b',' });
    edit_out::list_real(out, im, kind == 4, true, st);
    out.push(b')');
}

/// Appends a string between delimiters, characters of either kind; delimiters inside are doubled.
pub fn quoted<C: Copy + PartialEq + From<u8>>(out: &mut Vec<C>, text: &[C], quote: u8) {
    let quote = C::from(quote);
    out.push(quote);
    for &c in text {
        if c == quote {
            out.push(c);
        }
        out.push(c);
    }
    out.push(quote);
}

/// Appends a string of kind 4.
///
/// # Safety
/// `p` points to `len` bytes.
pub unsafe fn wide_value(out: &mut Vec<u32>, p: *const u8, len: i64, delim: Delim) {
    // SAFETY: as required of the caller.
    let text = unsafe { super::wide::item_codes(p, len) };
    match delim {
        Delim::None | Delim::Unspecified => out.extend_from_slice(&text),
        Delim::Quote => quoted(out, &text, b'"'),
        Delim::Apostrophe => quoted(out, &text, b'\''),
    }
}

/// Writes one item.
///
/// # Safety
/// `p` points to a value of type `ty` (of `len` bytes).
pub unsafe fn item(h: &mut Handle, ty: Ty, p: *const u8, len: i64) -> Res<()> {
    let delim = h.modes.delim;
    let plain_chr = matches!(ty, Ty::Chr | Ty::Wide) && matches!(delim, Delim::None | Delim::Unspecified);
    let separate = !(h.list.started && h.list.after_chr && plain_chr);
    if ty == Ty::Wide {
        let mut out = if separate { vec![super::wide::BLANK] } else { Vec::new() };
        // SAFETY: as required of the caller.
        unsafe { wide_value(&mut out, p, len, delim) };
        h.put_codes(&out)?;
        h.list.started = true;
        h.list.after_chr = plain_chr;
        return Ok(());
    }
    h.emit(|out, st| {
        if separate {
            out.push(b' ');
        }
        // SAFETY (of this match): as required of the caller.
        match ty {
            Ty::Int(k) => {
                let w = integer_width(k);
                let v = unsafe { crate::values::load_integer(p, k) };
                // A sign may make the value wider than the field.
                let start = out.len();
                edit_out::integer(out, v, w, None, st.sign);
                if out[start..].contains(&b'*') {
                    out.truncate(start);
                    edit_out::integer(out, v, 0, None, st.sign);
                }
            }
            Ty::Unsigned(k) => {
                let v = unsafe { load_unsigned(p, k) };
                edit_out::magnitude(out, false, v, integer_width(k), None, st.sign);
            }
            Ty::Logical(k) => out.push(if unsafe { load_int(p, k) } != 0 { b'T' } else { b'F' }),
            Ty::Real(k) => edit_out::list_real(out, unsafe { load_real(p, k) }, k == 4, false, st),
            Ty::Complex(k) => {
                let (re, im) = unsafe { (load_real(p, k), load_real(p.add(real_bytes(k)), k)) };
                let start = out.len();
                complex_text(out, re, im, k, st);
                // Twice the field of a real and what stands around them.
                let width = match k {
                    4 => 35,
                    8 => 53,
                    10 => 63,
                    _ => 93,
                };
                let have = out.len() - start;
                if have < width {
                    out.resize(start + width, b' ');
                    out[start..].rotate_right(width - have);
                }
            }
            Ty::Chr => {
                let text = unsafe { crate::values::bytes(p, len) };
                match delim {
                    Delim::None | Delim::Unspecified => out.extend_from_slice(text),
                    Delim::Quote => quoted(out, text, b'"'),
                    Delim::Apostrophe => quoted(out, text, b'\''),
                }
            }
            // Kind 4 has been dealt with.
            Ty::Wide | Ty::Bytes => {}
        }
        Ok(())
    })?;
    h.list.started = true;
    h.list.after_chr = plain_chr;
    Ok(())
}

/// Appends a value as namelist output writes it; `packed`: after a repeat count, without leading blanks.
///
/// # Safety
/// `p` points to a value of type `ty` (of `len` bytes).
pub unsafe fn namelist_value(
    out: &mut Vec<u8>,
    ty: Ty,
    p: *const u8,
    len: i64,
    packed: bool,
    delim: Delim,
    st: &edit_out::RealStyle,
) {
    let start = out.len();
    // SAFETY (of this match): as required of the caller.
    match ty {
        Ty::Int(k) => {
            edit_out::integer(out, unsafe { crate::values::load_integer(p, k) }, 0, None, Sign::Default);
            let end = (start + integer_width(k) as usize).max(out.len());
            out.resize(end, b' ');
        }
        Ty::Unsigned(k) => {
            edit_out::magnitude(out, false, unsafe { load_unsigned(p, k) }, 0, None, Sign::Default);
            let end = (start + integer_width(k) as usize).max(out.len());
            out.resize(end, b' ');
        }
        Ty::Logical(k) => out.push(if unsafe { load_int(p, k) } != 0 { b'T' } else { b'F' }),
        Ty::Real(k) => {
            edit_out::list_real(out, unsafe { load_real(p, k) }, k == 4, false, st);
            if packed {
                let lead = out[start..].iter().take_while(|c| **c == b' ').count();
                out[start..].rotate_left(lead);
            }
        }
        Ty::Complex(k) => {
            let (re, im) = unsafe { (load_real(p, k), load_real(p.add(real_bytes(k)), k)) };
            complex_text(out, re, im, k, st);
        }
        Ty::Chr => {
            let text = unsafe { crate::values::bytes(p, len) };
            match delim {
                Delim::None | Delim::Unspecified => out.extend_from_slice(text),
                Delim::Quote => quoted(out, text, b'"'),
                Delim::Apostrophe => quoted(out, text, b'\''),
            }
        }
        // Kind 4: `wide_value`.
        Ty::Wide | Ty::Bytes => {}
    }
}
