//! Decimal text of numbers: exact in both directions.

use crate::arith::Calc;
use crate::num::{Class, Num, TOP};
use crate::uint::Nat;

/// The exact expansion of a number `> 0`: digits without zeros at the ends, and the exponent (the value is
/// `0.DIGITS * 10**exp`).
pub fn expand(x: Num) -> (Vec<u8>, i32) {
    if x.class != Class::Finite {
        return (vec![], 0);
    }
    let zeros = x.man.trailing_zeros();
    let (man, e) = (x.man >> zeros, x.exp - 127 + zeros as i32);
    let mut n = Nat::from_u128(man);
    let mut places = 0;
    if e >= 0 {
        n.shl(e as usize);
    } else {
        // man / 2**k = man * 5**k / 10**k
        places = -e;
        let mut p = Nat::power_of_ten(places as u32);
        p.shr(places as usize);
        n = n.mul(&p);
    }
    let mut digits = n.to_decimal();
    let exp = digits.len() as i32 - places;
    while digits.last() == Some(&b'0') {
        digits.pop();
    }
    (digits, exp)
}

/// The number nearest to `0.DIGITS * 10**exp` by the mode of the calculation; digits are ASCII.
pub fn parse(c: &mut Calc, neg: bool, digits: &[u8], exp: i64) -> Num {
    let start = digits.iter().position(|&d| d != b'0').unwrap_or(digits.len());
    let end = digits.iter().rposition(|&d| d != b'0').map_or(start, |e| e + 1);
    let exp = exp - start as i64;
    let digits = &digits[start..end];
    if digits.is_empty() {
        return Num::zero(neg);
    }
    if !(-6000..=6000).contains(&exp) {
        let far = Num::power_of_two(if exp < 0 { -60_000 } else { 60_000 });
        return c.convert(Num { neg, ..far });
    }
    let mut n = Nat::default();
    for group in digits.chunks(19) {
        let v = group.iter().fold(0u64, |v, d| v * 10 + u64::from(d - b'0'));
        n.mul_add(10u64.pow(group.len() as u32), v);
    }
    let e = exp - digits.len() as i64;
    if e >= 0 {
        let n = n.mul(&Nat::power_of_ten(e as u32));
        let (man, top) = n.top();
        return c.round(neg, top as i32, man);
    }
    let d = Nat::power_of_ten(-e as u32);
    // A quotient of at least 130 bits.
    let shift = (d.bits() as i64 - n.bits() as i64 + 131).max(0) as usize;
    n.shl(shift);
    let (q, r) = n.div_rem(&d);
    let (man, top) = q.top();
    debug_assert!(man & TOP != 0);
    c.round(neg, top as i32 - shift as i32, man | u128::from(!r.is_zero()))
}

/// A number as in source text: digits with at most one point, perhaps an exponent after a letter. `None`: malformed.
pub fn from_text(c: &mut Calc, text: &str) -> Option<Num> {
    let (neg, text) = match text.strip_prefix('-') {
        Some(t) => (true, t),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let at = text.find(|ch: char| ch.is_ascii_alphabetic()).unwrap_or(text.len());
    let exponent = text.get(at + 1..).filter(|t| !t.is_empty());
    let exponent = match exponent {
        // So many digits are beyond every range.
        Some(t) => t.parse::<i64>().ok().or_else(|| {
            let t = t.strip_prefix(['+', '-']).unwrap_or(t);
            t.bytes().all(|b| b.is_ascii_digit()).then_some(if exponent?.starts_with('-') { -1 << 40 } else { 1 << 40 })
        })?,
        None => 0,
    };
    let mut digits = Vec::new();
    let mut point = None;
    for b in text[..at].bytes() {
        match b {
            b'.' if point.is_none() => point = Some(digits.len()),
            b'0'..=b'9' => digits.push(b),
            _ => return None,
        }
    }
    if digits.is_empty() {
        return None;
    }
    let before = point.unwrap_or(digits.len()) as i64;
    Some(parse(c, neg, &digits, exponent.saturating_add(before)))
}

/// Text with enough digits to read the same number back: for messages.
pub fn short(kind: u8, x: Num) -> String {
    match x.class {
        Class::Nan => "NaN".into(),
        Class::Infinite => if x.neg { "-Infinity" } else { "Infinity" }.into(),
        Class::Zero => if x.neg { "-0.0" } else { "0.0" }.into(),
        Class::Finite => {
            let (digits, exp) = expand(x);
            let sign = if x.neg { "-" } else { "" };
            for n in 1..40 {
                let mut cut = digits.clone();
                let mut e = exp;
                if n < cut.len() {
                    let up = cut[n] >= b'5';
                    cut.truncate(n);
                    if up {
                        match cut.iter().rposition(|&d| d != b'9') {
                            Some(i) => {
                                cut[i] += 1;
                                cut.truncate(i + 1);
                            }
                            None => {
                                cut = vec![b'1'];
                                e += 1;
                            }
                        }
                    }
                }
                if parse(&mut Calc::kind(kind), x.neg, &cut, e.into()) == x {
                    let text = String::from_utf8_lossy(&cut).into_owned();
                    return format!("{sign}{}.{}e{}", &text[..1], if text.len() > 1 { &text[1..] } else { "0" }, e - 1);
                }
            }
            format!("{sign}0.{}e{exp}", String::from_utf8_lossy(&digits))
        }
    }
}

impl std::fmt::Display for Num {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&short(16, *self))
    }
}
