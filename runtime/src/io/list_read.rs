//! List-directed input. The reader of values serves namelist input too.

use super::edit_in::{
    BadUnsigned, RealText, input_mode, parse_integer, parse_unsigned, plain_integer, store_plain_real,
};
use super::transfer::{Handle, Ty};
use super::unit::Modes;
use super::{IoError, Res, code};
use crate::values::store_int;

/// What the next item depends on.
#[derive(Debug, Default)]
pub struct ListReader {
    /// How often the saved value is still to be used.
    repeat: u64,
    value: Value,
    /// Characters of a plain or quoted value.
    codes: Vec<u32>,
    /// A slash has ended the input.
    pub ended: bool,
    /// A value was read, its separator not yet.
    pub after_value: bool,
    /// A child statement has taken the end of the record too.
    pub line_done: bool,
    /// `!` begins a comment.
    pub namelist: bool,
}

/// A value as it stands in the input.
#[derive(Debug, Default, Clone)]
enum Value {
    #[default]
    Null,
    Plain(Vec<u8>),
    Quoted(Vec<u8>),
    Complex(Vec<u8>),
}

impl Handle {
    /// Character at the position; `None` at the end of the record.
    pub fn peek(&self) -> Option<u8> {
        self.rec.get(self.pos).copied()
    }
    /// What separates values, blanks apart.
    pub fn separator(&self) -> u8 {
        if self.modes.decimal_comma { b';' } else { b',' }
    }
    /// Skips blanks, record ends and comments up to a character, which stays.
    pub fn skip_blanks(&mut self) -> Res<u8> {
        loop {
            match self.peek() {
                Some(b' ' | b'\t' | b'\r' | b'\n') => self.pos += 1,
                Some(b'!') if self.reader.namelist => match self.rec[self.pos..].iter().position(|c| *c == b'\n') {
                    Some(n) => self.pos += n,
                    None => self.next_record_read()?,
                },
                Some(c) => return Ok(c),
                None => self.next_record_read()?,
            }
        }
    }
    /// Whether a character ends a value.
    fn ends_value(&self, c: u8) -> bool {
        matches!(c, b' ' | b'\t' | b'/' | b'\r' | b'\n')
            || c == self.separator()
            || (self.reader.namelist && matches!(c, b'!'))
    }
    /// Notes the character at the position as one of the value.
    fn note_code(&mut self) {
        if self.codes.is_some() {
            let c = self.codes_at(self.pos..self.pos + 1);
            self.reader.codes.extend(c);
        }
    }
    /// The string up to the closing quote, over record ends.
    fn quoted_value(&mut self, quote: u8) -> Res<Vec<u8>> {
        self.pos += 1;
        self.reader.codes.clear();
        let mut s = Vec::new();
        loop {
            match self.peek() {
                Some(c) if c == quote => {
                    self.pos += 1;
                    if self.peek() != Some(quote) {
                        return Ok(s);
                    }
                    s.push(quote);
                    self.note_code();
                    self.pos += 1;
                }
                Some(c) => {
                    s.push(c);
                    self.note_code();
                    self.pos += 1;
                }
                // The end of the input ends an open string too.
                None => match self.next_record_read() {
                    Err(e) if e.code == code::END && !s.is_empty() => return Ok(s),
                    r => r?,
                },
            }
        }
    }
    fn plain_value(&mut self) -> Vec<u8> {
        let start = self.pos;
        // A slash may stand in an unquoted string of list-directed input only as its end.
        while let Some(c) = self.peek() {
            if self.ends_value(c) {
                break;
            }
            self.pos += 1;
        }
        if self.codes.is_some() {
            self.reader.codes = self.codes_at(start..self.pos);
        }
        self.rec[start..self.pos].to_vec()
    }
    /// The text up to the closing parenthesis (NaN may have parentheses of its own), which ends the value.
    fn complex_value(&mut self) -> Res<Vec<u8>> {
        let mut s = Vec::new();
        let mut depth = 0;
        loop {
            match self.peek() {
                Some(c) => {
                    self.pos += 1;
                    if !matches!(c, b' ' | b'\t' | b'\r' | b'\n') {
                        s.push(c);
                    }
                    depth += i32::from(c == b'(') - i32::from(c == b')');
                    if depth == 0 {
                        if self.peek().is_some_and(|c| !self.ends_value(c)) {
                            s.push(b'?');
                        }
                        return Ok(s);
                    }
                }
                None => self.next_record_read()?,
            }
        }
    }
    /// Reads a number that stands in the record in its usual notation, without looking closer; false where there is
    /// something else, and then nothing has happened.
    ///
    /// # Safety
    /// `p` points to a variable of type `ty`.
    unsafe fn plain_number(&mut self, ty: Ty, p: *mut u8) -> bool {
        let rest = self.rec.get(self.pos..).unwrap_or_default();
        let mut at = rest.iter().take_while(|c| matches!(c, b' ' | b'\t')).count();
        if self.reader.after_value && rest.get(at) == Some(&b',') && !self.modes.decimal_comma {
            at += 1;
            at += rest[at..].iter().take_while(|c| matches!(c, b' ' | b'\t')).count();
        }
        let text = &rest[at..];
        let number = |c: &u8| matches!(c, b'0'..=b'9' | b'.' | b'+' | b'-' | b'e' | b'E');
        let len = text.iter().position(|c| !number(c)).unwrap_or(text.len());
        let directed = matches!(ty, Ty::Real(_)) && input_mode(self.modes.round) != ferrotran_xreal::Mode::Nearest;
        if len == 0 || directed || self.modes.decimal_comma || text.get(len).is_some_and(|&c| !self.ends_value(c)) {
            return false;
        }
        let text = &text[..len];
        let stored = match ty {
            Ty::Int(k) => match plain_integer(text, k) {
                Some(v) => {
                    // SAFETY: as required of the caller.
                    unsafe { store_int(p, k, v) };
                    true
                }
                None => false,
            },
            // SAFETY: as required of the caller.
            Ty::Real(k) => unsafe { store_plain_real(text, p, k) },
            _ => false,
        };
        if stored {
            self.pos += at + len;
            self.reader.after_value = true;
        }
        stored
    }
    /// Reads the next value of the input into the reader.
    fn next_value(&mut self, ty: Ty) -> Res<()> {
        let sep = self.separator();
        let mut c = self.skip_blanks()?;
        if self.reader.after_value {
            self.reader.after_value = false;
            if c == sep {
                self.pos += 1;
                c = self.skip_blanks()?;
            }
        }
        self.reader.repeat = 1;
        if c == b'/' {
            self.reader.ended = true;
            return Ok(());
        }
        self.reader.after_value = true;
        if c == sep {
            self.reader.value = Value::Null;
            return Ok(());
        }
        let digits = self.rec[self.pos..].iter().take_while(|c| c.is_ascii_digit()).count();
        if digits > 0 && self.rec.get(self.pos + digits) == Some(&b'*') {
            let text = &self.rec[self.pos..self.pos + digits];
            let n = parse_integer(text, 4).map_err(|_| {
                IoError::new(code::READ_VALUE, format!("Repeat count overflow in item {} of list input", self.item))
            })?;
            if n == 0 {
                let msg = format!("Zero repeat count in item {} of list input", self.item);
                return Err(IoError::new(code::READ_VALUE, msg));
            }
            self.reader.repeat = n as u64;
            self.pos += digits + 1;
            if self.peek().is_none_or(|c| self.ends_value(c)) {
                self.reader.value = Value::Null;
                return Ok(());
            }
            c = self.rec[self.pos];
        }
        self.reader.value = match c {
            b'"' | b'\'' if matches!(ty, Ty::Chr | Ty::Wide) => Value::Quoted(self.quoted_value(c)?),
            b'(' if matches!(ty, Ty::Complex(_)) => Value::Complex(self.complex_value()?),
            _ => Value::Plain(self.plain_value()),
        };
        Ok(())
    }
}

/// Stores a value; `Err` with the message of gfortran.
///
/// # Safety
/// `p` points to a variable of type `ty` (of `len` bytes).
unsafe fn store(value: &Value, ty: Ty, p: *mut u8, len: i64, item: i32, modes: &Modes) -> Res<()> {
    let (comma, round) = (modes.decimal_comma, modes.round);
    let bad = |msg: String| Err(IoError::new(code::READ_VALUE, msg));
    // SAFETY (of the whole function): as required of the caller.
    match (value, ty) {
        (Value::Null, _) => {}
        (Value::Plain(t) | Value::Quoted(t), Ty::Chr) => {
            crate::values::store_padded(unsafe { crate::values::bytes_mut(p, len) }, t);
        }
        (Value::Plain(t), Ty::Int(k)) => match parse_integer(t, k) {
            Ok(v) => unsafe { crate::values::store_integer(p, k, v) },
            Err(true) => return bad(format!("Integer overflow while reading item {item}")),
            Err(false) => return bad(format!("Bad integer for item {item} in list input")),
        },
        (Value::Plain(t), Ty::Unsigned(k)) => match parse_unsigned(t, k) {
            Ok(v) => unsafe { store_int(p, k, v as i64) },
            Err(BadUnsigned::Overflow) => {
                return bad(format!("Unsigned integer overflow while reading item {item} of list input"));
            }
            Err(BadUnsigned::Text) => return bad(format!("Bad unsigned integer for item {item} in list input")),
            Err(BadUnsigned::Negative) => {
                return bad(format!("Negative sign for unsigned integer in item {item} of list input "));
            }
        },
        (Value::Plain(t), Ty::Logical(k)) => {
            let s = t.strip_prefix(b".").unwrap_or(t);
            match s.first().map(u8::to_ascii_uppercase) {
                Some(b'T') => unsafe { store_int(p, k, 1) },
                Some(b'F') => unsafe { store_int(p, k, 0) },
                Some(b'0'..=b'9') => return bad(format!("Bad repeat count in item {item} of list input")),
                _ => return bad(format!("Bad logical value while reading item {item}")),
            }
        }
        (Value::Plain(t), Ty::Real(k)) => match RealText::parse(t, comma) {
            Some(r) => unsafe { r.store(p, k, 0, round) },
            None => return bad(format!("Bad real number in item {item} of list input")),
        },
        (Value::Complex(t), Ty::Complex(k)) => {
            let Some(inner) = t.strip_prefix(b"(").and_then(|t| t.strip_suffix(b")")) else {
                return bad(format!("Bad complex floating point number for item {item}"));
            };
            let sep = if comma { b';' } else { b',' };
            let parts: Vec<_> = inner.split(|c| *c == sep).map(|t| RealText::parse(t, comma)).collect();
            match parts.as_slice() {
                [Some(re), Some(im)] => unsafe {
                    re.store(p, k, 0, round);
                    im.store(p.add(super::transfer::real_bytes(k)), k, 0, round);
                },
                _ => return bad(format!("Bad complex floating point number for item {item}")),
            }
        }
        (_, Ty::Complex(_)) => return bad(format!("Bad complex value in item {item} of list input")),
        _ => return bad(format!("Bad value for item {item} in list input")),
    }
    Ok(())
}

/// Reads one item.
///
/// # Safety
/// `p` points to a variable of type `ty` (of `len` bytes).
pub unsafe fn item(h: &mut Handle, ty: Ty, p: *mut u8, len: i64) -> Res<()> {
    if h.reader.ended {
        return Ok(());
    }
    if h.reader.repeat == 0 {
        // SAFETY: as required of the caller.
        if unsafe { h.plain_number(ty, p) } {
            return Ok(());
        }
        h.next_value(ty)?;
        if h.reader.ended {
            return Ok(());
        }
    }
    h.reader.repeat -= 1;
    if let (Ty::Wide, Value::Plain(t) | Value::Quoted(t)) = (ty, &h.reader.value) {
        let widened: Vec<u32>;
        let codes = if h.codes.is_some() {
            &h.reader.codes
        } else {
            widened = t.iter().copied().map(u32::from).collect();
            &widened
        };
        // SAFETY: as required of the caller.
        unsafe { super::wide::store(p, len, codes) };
        return Ok(());
    }
    let item = h.item;
    // SAFETY: as required of the caller.
    unsafe { store(&h.reader.value, ty, p, len, item, &h.modes) }
}

/// Values left over from a repeat count (namelist: more values than elements).
pub fn left_over(h: &Handle) -> bool {
    h.reader.repeat > 0
}
