//! Input editing: text to values.

use super::unit::{Modes, Round};
use super::{IoError, Res, code};
use ferrotran_xreal::{Calc, Mode, Num, decimal};

fn bad<T>(what: &str) -> Res<T> {
    Err(IoError::new(code::READ_VALUE, what))
}

/// The characters of a numeric field: blanks dropped, or (BZ) taken as zeros behind the first other character.
fn significant(text: &[u8], modes: &Modes) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    for &c in text {
        match c {
            b' ' | b'\t' if modes.blank_zero && !out.is_empty() => out.push(b'0'),
            b' ' | b'\t' | b'\r' => {}
            _ => out.push(c),
        }
    }
    out
}

/// A field without the blanks around it; none where blanks inside it count.
fn trimmed<'a>(text: &'a [u8], modes: &Modes) -> Option<&'a [u8]> {
    let t = text.trim_ascii();
    (!modes.blank_zero && !t.is_empty()).then_some(t)
}

/// The quick way for integers that are surely in range of `kind`; none where a closer look is needed.
pub fn plain_integer(text: &[u8], kind: i32) -> Option<i64> {
    let (negative, digits) = match text.first()? {
        b'-' => (true, &text[1..]),
        b'+' => (false, &text[1..]),
        _ => (false, text),
    };
    if digits.is_empty() || digits.len() > 18 {
        return None;
    }
    let mut v = 0i64;
    for c in digits {
        let d = c.wrapping_sub(b'0');
        if d > 9 {
            return None;
        }
        v = v * 10 + i64::from(d);
    }
    let v = if negative { -v } else { v };
    let fits = match kind {
        1 => i8::try_from(v).is_ok(),
        2 => i16::try_from(v).is_ok(),
        4 => i32::try_from(v).is_ok(),
        _ => true,
    };
    fits.then_some(v)
}

/// How a number that is read is rounded.
pub fn input_mode(round: Round) -> Mode {
    match round {
        Round::Up => Mode::Up,
        Round::Down => Mode::Down,
        Round::Zero => Mode::Zero,
        Round::Compatible => Mode::Away,
        Round::Nearest | Round::ProcessorDefined | Round::Unspecified => Mode::Nearest,
    }
}

/// The quick way for reals in the notation that most input has; false where a closer look is needed.
///
/// # Safety
/// `p` points to a real of that kind.
pub unsafe fn store_plain_real(text: &[u8], p: *mut u8, kind: i32) -> bool {
    let usual = |c: &u8| matches!(c, b'0'..=b'9' | b'.' | b'+' | b'-' | b'e' | b'E');
    if !text.iter().all(usual) {
        return false;
    }
    let Ok(text) = std::str::from_utf8(text) else { return false };
    // SAFETY: as required of the caller.
    unsafe {
        match kind {
            4 => text.parse().map(|v: f32| p.cast::<f32>().write_unaligned(v)).is_ok(),
            8 => text.parse().map(|v: f64| p.cast::<f64>().write_unaligned(v)).is_ok(),
            _ => false,
        }
    }
}

/// Parses `[+-]digits` to an integer of `kind` bytes; `Err(true)` for an overflow.
pub fn parse_integer(text: &[u8], kind: i32) -> Result<i128, bool> {
    let (negative, digits) = match text.first() {
        Some(b'-') => (true, &text[1..]),
        Some(b'+') => (false, &text[1..]),
        _ => (false, text),
    };
    if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
        return Err(false);
    }
    let mut v: u128 = 0;
    for &c in digits {
        v = v.saturating_mul(10).saturating_add(u128::from(c - b'0'));
    }
    let most = i128::MAX >> (128 - kind.clamp(1, 16) * 8);
    if v > most as u128 + u128::from(negative) {
        return Err(true);
    }
    Ok(if negative { (v as i128).wrapping_neg() } else { v as i128 })
}

/// `Iw`
pub fn integer(text: &[u8], kind: i32, modes: &Modes) -> Res<i128> {
    if let Some(v) = trimmed(text, modes).and_then(|t| plain_integer(t, kind)) {
        return Ok(v.into());
    }
    let t = significant(text, modes);
    if t.is_empty() {
        return Ok(0);
    }
    parse_integer(&t, kind).or_else(|overflow| {
        if overflow {
            Err(IoError::new(code::READ_OVERFLOW, "Value overflowed during integer read"))
        } else {
            bad("Bad value during integer read")
        }
    })
}

/// Why a text is no unsigned number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BadUnsigned {
    /// Other characters than digits.
    Text,
    /// Out of range.
    Overflow,
    /// A sign, where the dialect is strict.
    Negative,
}

/// Parses `[+-]digits` to an unsigned number of `kind` bytes. A negative number is taken modulo its range (extension).
pub fn parse_unsigned(text: &[u8], kind: i32) -> Result<u64, BadUnsigned> {
    let (negative, digits) = match text.first() {
        Some(b'-') => (true, &text[1..]),
        Some(b'+') => (false, &text[1..]),
        _ => (false, text),
    };
    if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
        return Err(BadUnsigned::Text);
    }
    if negative && super::defaults::pedantic() {
        return Err(BadUnsigned::Negative);
    }
    let v = digits.iter().fold(0u128, |v, c| (v * 10 + u128::from(c - b'0')).min(1 << 100));
    let mask = u64::MAX >> (64 - 8 * kind.clamp(1, 8));
    if v > u128::from(mask) {
        return Err(BadUnsigned::Overflow);
    }
    Ok(if negative { (v as u64).wrapping_neg() & mask } else { v as u64 })
}

/// `Iw` of an unsigned number.
pub fn unsigned(text: &[u8], kind: i32, modes: &Modes) -> Res<u64> {
    let t = significant(text, modes);
    if t.is_empty() {
        return Ok(0);
    }
    parse_unsigned(&t, kind).or_else(|e| match e {
        BadUnsigned::Text => bad("Bad value during unsigned integer read"),
        BadUnsigned::Overflow => {
            Err(IoError::new(code::READ_OVERFLOW, "Value overflowed during unsigned integer read"))
        }
        BadUnsigned::Negative => bad("Negative sign for unsigned integer read"),
    })
}

/// `Bw`, `Ow`, `Zw`
pub fn bits(text: &[u8], shift: u32, width: usize, modes: &Modes) -> Res<u128> {
    let t = significant(text, modes);
    // A sign may stand there, though only descriptors of integers write one.
    let (negative, t) = match t.first() {
        Some(b'-') => (true, &t[1..]),
        Some(b'+') => (false, &t[1..]),
        _ => (false, &t[..]),
    };
    let mut v: u128 = 0;
    for &c in t {
        let Some(d) = char::from(c).to_digit(1 << shift) else { return bad("Bad value during integer read") };
        if v >> (128 - shift) != 0 {
            return Err(IoError::new(code::READ_OVERFLOW, "Value overflowed during integer read"));
        }
        v = (v << shift) | u128::from(d);
    }
    if width < 128 && v >> width != 0 {
        return Err(IoError::new(code::READ_OVERFLOW, "Value overflowed during integer read"));
    }
    Ok(if negative { v.wrapping_neg() } else { v })
}

/// `Lw`
pub fn logical(text: &[u8]) -> Res<bool> {
    let t: Vec<u8> = text.iter().copied().skip_while(|c| *c == b' ').collect();
    let t = t.strip_prefix(b".").unwrap_or(&t);
    match t.first().map(u8::to_ascii_uppercase) {
        Some(b'T') => Ok(true),
        Some(b'F') => Ok(false),
        _ => bad("Bad value on logical read"),
    }
}

/// A real as the standard writes it: digits, point, exponent; or an IEEE special value.
#[derive(Debug, PartialEq)]
pub struct RealText {
    negative: bool,
    digits: Vec<u8>,
    /// Power of ten of the last digit.
    exp: i64,
    /// An exponent was given.
    has_exp: bool,
    /// A decimal point was given.
    has_point: bool,
    special: Option<f64>,
}

impl RealText {
    /// Takes a text without blanks apart.
    pub fn parse(text: &[u8], comma: bool) -> Option<RealText> {
        let mut r = RealText {
            negative: false,
            digits: Vec::with_capacity(text.len()),
            exp: 0,
            has_exp: false,
            has_point: false,
            special: None,
        };
        let mut t = text;
        match t.first()? {
            b'-' => {
                r.negative = true;
                t = &t[1..];
            }
            b'+' => t = &t[1..],
            _ => {}
        }
        if matches!(t.first()?, b'i' | b'I' | b'n' | b'N') {
            let s = String::from_utf8_lossy(t).to_ascii_uppercase();
            r.special = match s.as_str() {
                "INF" | "INFINITY" => Some(f64::INFINITY),
                _ if s == "NAN" || (s.starts_with("NAN(") && s.ends_with(')')) => Some(f64::NAN),
                _ => return None,
            };
            return Some(r);
        }
        let point = if comma { b',' } else { b'.' };
        let mut i = 0;
        while i < t.len() {
            match t[i] {
                c if c.is_ascii_digit() => {
                    r.digits.push(c);
                    if r.has_point {
                        r.exp -= 1;
                    }
                }
                c if c == point && !r.has_point => r.has_point = true,
                _ => break,
            }
            i += 1;
        }
        if r.digits.is_empty() {
            return None;
        }
        if i < t.len() {
            let mut e = &t[i..];
            if matches!(e[0], b'e' | b'E' | b'd' | b'D' | b'q' | b'Q') {
                e = &e[1..];
            } else if !matches!(e[0], b'+' | b'-') {
                return None;
            }
            let bare = e.is_empty() && super::defaults::bare_exponents();
            let v = if bare { 0 } else { parse_integer(e, 8).ok()? };
            r.exp = r.exp.saturating_add(v.clamp(-1_000_000, 1_000_000) as i64);
            r.has_exp = true;
        }
        Some(r)
    }
    /// Stores the value, times ten to the power `shift`, rounded by the mode (F2018 13.7.2.3.8).
    ///
    /// # Safety
    /// `p` points to a real of that kind.
    pub unsafe fn store(&self, p: *mut u8, kind: i32, shift: i64, round: Round) {
        let mode = input_mode(round);
        if mode != Mode::Nearest && self.special.is_none() {
            let mut c = Calc::kind(kind as u8);
            c.mode = mode;
            let places = self.digits.len() as i64;
            let v = decimal::parse(&mut c, self.negative, &self.digits, self.exp.saturating_add(shift + places));
            // SAFETY: as required of the caller.
            unsafe {
                match kind {
                    4 => p.cast::<f32>().write_unaligned(v.to_f32()),
                    8 => p.cast::<f64>().write_unaligned(v.to_f64()),
                    _ => p.cast::<u128>().write_unaligned(v.to_memory(kind as u8)),
                }
            }
            return;
        }
        if kind == 8
            && self.special.is_none()
            && let Some(v) = super::decimal::number(&self.digits, self.exp + shift)
        {
            // SAFETY: as required of the caller.
            unsafe { p.cast::<f64>().write_unaligned(if self.negative { -v } else { v }) };
            return;
        }
        if kind > 8 {
            let k = kind as u8;
            let v = match self.special {
                Some(s) => Num { neg: self.negative, ..Num::from_f64(s) },
                None => {
                    let places = self.digits.len() as i64;
                    decimal::parse(&mut Calc::kind(k), self.negative, &self.digits, self.exp + shift + places)
                }
            };
            // SAFETY: as required of the caller.
            unsafe { p.cast::<u128>().write_unaligned(v.to_memory(k)) };
            return;
        }
        let text = || {
            let digits = std::str::from_utf8(&self.digits).unwrap_or("0");
            format!("{}{digits}e{}", if self.negative { "-" } else { "" }, self.exp + shift)
        };
        let special = self.special.map(|s| if self.negative { -s } else { s });
        // SAFETY: as required of the caller. The text is a number by construction.
        unsafe {
            if kind == 4 {
                let v = special.map_or_else(|| text().parse().unwrap_or(f32::NAN), |s| s as f32);
                p.cast::<f32>().write_unaligned(v);
            } else {
                let v = special.unwrap_or_else(|| text().parse().unwrap_or(f64::NAN));
                p.cast::<f64>().write_unaligned(v);
            }
        }
    }
}

/// A numeric field without digits in its significand: a sign, a point, an exponent, any of them alone. It counts as blank.
fn without_digits(text: &[u8], comma: bool) -> bool {
    let skip = |t: &mut &[u8], chars: &[u8]| {
        if let Some((c, rest)) = t.split_first()
            && chars.contains(c)
        {
            *t = rest;
        }
    };
    let mut t = text;
    skip(&mut t, b"+-");
    skip(&mut t, if comma { b"," } else { b"." });
    if t.first().is_some_and(u8::is_ascii_digit) {
        return false;
    }
    skip(&mut t, b"eEdDqQ");
    skip(&mut t, b"+-");
    t.iter().all(u8::is_ascii_digit)
}

/// `Fw.d` and all other real descriptors.
///
/// # Safety
/// `p` points to a real of that kind.
pub unsafe fn real(text: &[u8], p: *mut u8, kind: i32, d: u32, scale: i32, modes: &Modes) -> Res<()> {
    if scale == 0
        && !modes.decimal_comma
        && input_mode(modes.round) == Mode::Nearest
        && let Some(t) = trimmed(text, modes)
        && (d == 0 || t.contains(&b'.'))
        // SAFETY: as required of the caller.
        && unsafe { store_plain_real(t, p, kind) }
    {
        return Ok(());
    }
    let t = significant(text, modes);
    let zero = RealText { negative: false, digits: vec![b'0'], exp: 0, has_exp: false, has_point: true, special: None };
    let r = if without_digits(&t, modes.decimal_comma) {
        zero
    } else {
        RealText::parse(&t, modes.decimal_comma).map_or_else(|| bad("Bad value during floating point read"), Ok)?
    };
    let mut shift = 0;
    if !r.has_point {
        shift -= i64::from(d);
    }
    if !r.has_exp {
        shift -= i64::from(scale);
    }
    // SAFETY: as required of the caller.
    unsafe { r.store(p, kind, shift, modes.round) };
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn f64_of(text: &str, d: u32, scale: i32) -> Res<f64> {
        let mut v = 0f64;
        // SAFETY: a local of that kind.
        unsafe { real(text.as_bytes(), (&raw mut v).cast(), 8, d, scale, &Modes::default())? };
        Ok(v)
    }

    #[test]
    fn reals() {
        assert_eq!(f64_of("12345", 2, 0), Ok(123.45));
        assert_eq!(f64_of(" 1.5 ", 2, 0), Ok(1.5));
        assert_eq!(f64_of("1.5+3", 0, 0), Ok(1500.0));
        assert_eq!(f64_of("1D-3", 1, 0), Ok(1e-4));
        assert_eq!(f64_of("15", 0, 1), Ok(1.5));
        assert_eq!(f64_of("", 3, 0), Ok(0.0));
        assert_eq!(f64_of("-inf", 3, 0), Ok(f64::NEG_INFINITY));
        assert_eq!(f64_of("1e400", 3, 0), Ok(f64::INFINITY));
        assert!(f64_of("1x3", 1, 0).is_err());
    }

    #[test]
    fn integers() {
        let m = Modes::default();
        assert_eq!(integer(b" 1 2 ", 4, &m), Ok(12));
        assert_eq!(integer(b" 1 2 ", 4, &Modes { blank_zero: true, ..m }), Ok(1020));
        assert_eq!(integer(b"-2147483648", 4, &m), Ok(-2147483648));
        assert_eq!(integer(b"2147483648", 4, &m).unwrap_err().code, code::READ_OVERFLOW);
        assert_eq!(integer(b"1a", 4, &m).unwrap_err().msg, "Bad value during integer read");
        assert_eq!(bits(b"fF", 4, 32, &m), Ok(255));
        assert!(bits(b"2", 1, 32, &m).is_err());
        assert_eq!(logical(b" .true."), Ok(true));
        assert_eq!(logical(b"f"), Ok(false));
        assert!(logical(b"   ").is_err());
        assert_eq!(bits(b" -12", 4, 32, &m), Ok((-18i128) as u128));
        assert_eq!(plain_integer(b"-128", 1), Some(-128));
        assert_eq!(plain_integer(b"128", 1), None);
        assert_eq!(plain_integer(b"+", 4), None);
    }
}
