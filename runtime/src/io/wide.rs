//! Records of characters that are more than bytes: internal units of kind 4, and files in UTF-8.
//!
//! Such a record is kept twice, character by character: `Handle::rec` has one byte for each (`?` where kind 1 lacks the
//! character), which is all that numbers and separators need, and `Handle::codes` has the codes, for character items.
//! Positions and widths thus count characters (Fortran 2018, 12.3.3.3 and 13.7.4).

use super::transfer::Handle;
use super::{IoError, Res, code};
use crate::characters::Wide;

/// The code of the blank.
pub const BLANK: u32 = 0x20;

/// Marks a byte of a default character that goes to a UTF-8 file as it is: programs hold UTF-8 text in such characters.
const RAW: u32 = 1 << 31;

/// The character of kind 1, `?` where there is none.
pub fn narrow(code: u32) -> u8 {
    Wide::new(code & !RAW).narrow()
}

/// The code that stands for a character of kind 1 in a UTF-8 file.
fn raw(byte: u8) -> u32 {
    if byte < 0x80 { u32::from(byte) } else { RAW | u32::from(byte) }
}

/// The codes that stand for characters of kind 1 in a UTF-8 file.
pub fn raw_codes(bytes: &[u8]) -> Vec<u32> {
    bytes.iter().map(|&b| raw(b)).collect()
}

/// Appends characters in UTF-8; codes beyond Unicode take up to six bytes, as ISO 10646 had them.
pub fn encode(codes: &[u32], out: &mut Vec<u8>) {
    for &c in codes {
        if c & RAW != 0 {
            out.push(c as u8);
            continue;
        }
        let tail = match c {
            0..0x80 => {
                out.push(c as u8);
                continue;
            }
            0x80..0x800 => 1,
            0x800..0x1_0000 => 2,
            0x1_0000..0x20_0000 => 3,
            0x20_0000..0x400_0000 => 4,
            _ => 5,
        };
        // As many leading ones as the character has bytes.
        let lead = !(0xff_u8 >> (tail + 1));
        out.push(lead | (c >> (6 * tail)) as u8);
        for k in (0..tail).rev() {
            out.push(0x80 | (c >> (6 * k)) as u8 & 0x3f);
        }
    }
}

/// The characters of UTF-8 text; `None` where it is none.
fn decode(bytes: &[u8]) -> Option<Vec<u32>> {
    let mut codes = Vec::with_capacity(bytes.len());
    let mut rest = bytes;
    while let Some((&lead, mut tail)) = rest.split_first() {
        let n = lead.leading_ones() as usize;
        let code = match n {
            0 => u32::from(lead),
            2..=6 => {
                let (more, after) = tail.split_at_checked(n - 1)?;
                tail = after;
                more.iter().try_fold(u32::from(lead & (0x7f >> n)), |c, &b| {
                    (b & 0xc0 == 0x80).then_some(c << 6 | u32::from(b & 0x3f))
                })?
            }
            _ => return None,
        };
        codes.push(code);
        rest = tail;
    }
    Some(codes)
}

impl Handle {
    /// Bytes have been put at the positions from `start` on.
    pub(super) fn put_in_codes(&mut self, start: usize) {
        let utf8 = self.internal.is_none();
        let Some(codes) = &mut self.codes else { return };
        codes.resize(self.rec.len(), BLANK);
        let end = self.pos.min(self.rec.len());
        for (c, &b) in codes[start.min(end)..end].iter_mut().zip(&self.rec[start.min(end)..end]) {
            *c = if utf8 { raw(b) } else { u32::from(b) };
        }
    }
    /// Writes characters of kind 4 at the position.
    pub(super) fn put_codes(&mut self, text: &[u32]) -> Res<()> {
        let start = self.pos;
        self.emit(|out, _| {
            out.extend(text.iter().map(|&c| narrow(c)));
            Ok(())
        })?;
        if let Some(codes) = &mut self.codes {
            // The codes have the record's length after output.
            codes[start..start + text.len()].copy_from_slice(text);
        }
        Ok(())
    }
    /// The record as bytes of the file.
    pub(super) fn encoded(&mut self) {
        if let Some(codes) = &mut self.codes {
            codes.resize(self.rec.len(), BLANK);
            self.rec.clear();
            encode(codes, &mut self.rec);
            codes.clear();
        }
    }
    /// The record has just been read from a UTF-8 file.
    pub(super) fn decoded(&mut self) -> Res<()> {
        if self.codes.is_none() {
            return Ok(());
        }
        let Some(codes) = decode(&self.rec) else {
            return Err(IoError::new(code::READ_VALUE, "Invalid UTF-8 encoding"));
        };
        self.set_codes(codes);
        Ok(())
    }
    /// Makes these characters the record.
    pub(super) fn set_codes(&mut self, codes: Vec<u32>) {
        self.rec.clear();
        self.rec.extend(codes.iter().map(|&c| narrow(c)));
        self.codes = Some(codes);
    }
    /// The characters at these positions of the record.
    pub(super) fn codes_at(&self, range: std::ops::Range<usize>) -> Vec<u32> {
        match &self.codes {
            Some(c) => c[range].iter().map(|c| c & !RAW).collect(),
            None => self.rec[range].iter().copied().map(u32::from).collect(),
        }
    }
}

/// The characters of an item of kind 4.
///
/// # Safety
/// `p` points to `len` bytes.
pub unsafe fn item_codes(p: *const u8, len: i64) -> Vec<u32> {
    // SAFETY: as required of the caller.
    unsafe { crate::values::characters::<Wide>(p, len / 4) }.iter().map(|c| c.code()).collect()
}

/// Stores characters to a variable of kind 4, with blank padding or truncation.
///
/// # Safety
/// `p` points to `len` writable bytes.
pub unsafe fn store(p: *mut u8, len: i64, codes: &[u32]) {
    let text: Vec<Wide> = codes.iter().map(|&c| Wide::new(c)).collect();
    // SAFETY: as required of the caller.
    crate::values::store_padded(unsafe { crate::values::characters_mut(p, len / 4) }, &text);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn utf8() {
        let text = "a\u{e9}\u{4d2}\u{20ac}\u{1f600}";
        let codes: Vec<u32> = text.chars().map(u32::from).collect();
        let mut out = Vec::new();
        encode(&codes, &mut out);
        assert_eq!(out, text.as_bytes());
        assert_eq!(decode(&out), Some(codes));
        let large = [0x1f_ffff, 0x20_0000, 0x3ff_ffff, 0x400_0000, 0x7fff_ffff];
        out.clear();
        encode(&large, &mut out);
        assert_eq!(out.len(), 4 + 5 + 5 + 6 + 6);
        assert_eq!(decode(&out).as_deref(), Some(&large[..]));
        assert_eq!(decode(&[0xc3]), None);
        assert_eq!(decode(&[0xc3, 0x41]), None);
        assert_eq!(decode(&[0x80]), None);
        out.clear();
        encode(&[raw(0xe9), raw(b'x')], &mut out);
        assert_eq!(out, [0xe9, b'x']);
    }
}
