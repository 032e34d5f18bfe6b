//! Output editing: values to text.

use super::decimal;
use super::unit::{Leading, Round, Sign};
use super::value::Real;
use std::fmt::Write;

/// Settings that real output depends on.
#[derive(Clone, Copy, Debug)]
pub struct RealStyle {
    pub scale: i32,
    pub sign: Sign,
    pub comma: bool,
    pub round: Round,
    pub leading: Leading,
}

/// Decimal digits: the value is `0.DIGITS * 10**exp`.
struct Decimal {
    digits: Vec<u8>,
    exp: i32,
}

struct Sink<'a>(&'a mut Vec<u8>);
impl Write for Sink<'_> {
    fn write_str(&mut self, s: &str) -> std::fmt::Result {
        self.0.extend_from_slice(s.as_bytes());
        Ok(())
    }
}

/// True where the rounding mode needs the exact expansion; `Unspecified` and `Nearest` round ties to even.
fn directed(round: Round) -> bool {
    !matches!(round, Round::Unspecified | Round::Nearest | Round::ProcessorDefined)
}

/// `x > 0` in scientific form with `n >= 1` digits (round to nearest, ties to even, exact).
fn scientific(x: f64, n: usize) -> Decimal {
    let mut buf = [0; 40];
    if let Some((at, exp)) = decimal::significant(x, n, &mut buf) {
        return Decimal { digits: buf[at..].to_vec(), exp };
    }
    let mut digits = Vec::with_capacity(n + 8);
    // Writing to a Vec cannot fail.
    let _ = write!(Sink(&mut digits), "{:.*e}", n - 1, x);
    let e = digits.iter().rposition(|&c| c == b'e').unwrap_or(digits.len());
    let mut exp = 0i32;
    let negative = digits.get(e + 1) == Some(&b'-');
    for &c in &digits[(e + 1 + usize::from(negative)).min(digits.len())..] {
        exp = exp * 10 + i32::from(c - b'0');
    }
    if negative {
        exp = -exp;
    }
    digits.truncate(e);
    if digits.len() > 1 {
        digits.remove(1);
    }
    Decimal { digits, exp: exp + 1 }
}

/// The exact expansion of `x > 0`.
fn exact(x: Real) -> Decimal {
    let x = match x {
        Real::Double(x) => x,
        Real::Ext(_, x) => {
            let (digits, exp) = ferrotran_xreal::decimal::expand(x);
            return Decimal { digits, exp };
        }
    };
    let mut d = scientific(x, 768);
    while d.digits.len() > 1 && d.digits.last() == Some(&b'0') {
        d.digits.pop();
    }
    d
}

/// Keeps the first `n` digits (may be zero or negative) of an exact expansion.
fn cut(mut d: Decimal, n: i64, round: Round, negative: bool) -> Decimal {
    let keep = n.clamp(0, i64::from(u32::MAX)) as usize;
    if keep >= d.digits.len() {
        d.digits.resize(keep.max(d.digits.len()), b'0');
        return d;
    }
    let first = if n < 0 { b'0' } else { d.digits[keep] };
    let rest = n < 0 || d.digits[keep + 1..].iter().any(|&c| c != b'0');
    let any = rest || first != b'0';
    let odd = keep > 0 && (d.digits[keep - 1] - b'0') % 2 == 1;
    let up = match round {
        Round::Up => any && !negative,
        Round::Down => any && negative,
        Round::Zero => false,
        Round::Compatible => first >= b'5',
        _ => first > b'5' || (first == b'5' && (rest || odd)),
    };
    d.digits.truncate(keep);
    if n < 0 {
        // All digits are dropped, below the last place that counts.
        d.exp -= n as i32;
    }
    if up {
        let mut i = keep;
        loop {
            if i == 0 {
                d.digits.insert(0, b'1');
                d.exp += 1;
                // One digit more stands before the cut now.
                break;
            }
            i -= 1;
            if d.digits[i] == b'9' {
                d.digits[i] = b'0';
            } else {
                d.digits[i] += 1;
                break;
            }
        }
    }
    d
}

/// `n >= 1` significant digits of `x >= 0`.
fn significant(x: Real, n: usize, round: Round, negative: bool) -> Decimal {
    if x.is_zero() {
        return Decimal { digits: vec![b'0'; n], exp: 0 };
    }
    match x {
        Real::Double(x) if !directed(round) => scientific(x, n),
        _ => {
            let mut d = cut(exact(x), n as i64, round, negative);
            d.digits.truncate(n);
            d
        }
    }
}

/// Digits of `x >= 0` down to the place `10**-places`; none where that is zero.
fn to_places(x: Real, places: i64, round: Round, negative: bool) -> Decimal {
    if x.is_zero() {
        return Decimal { digits: Vec::new(), exp: 0 };
    }
    if let (Real::Double(x), false, 0..2000) = (x, directed(round), places) {
        let mut buf = [0; 40];
        if let Some(q) = decimal::scaled(x, places as i32) {
            let at = decimal::digits(q, &mut buf);
            let n = (buf.len() - at) as i32;
            return Decimal { digits: buf[at..].to_vec(), exp: n - places as i32 };
        }
        let mut text = Vec::with_capacity(32);
        // Writing to a Vec cannot fail.
        let _ = write!(Sink(&mut text), "{:.*}", places as usize, x);
        let point = text.iter().position(|&c| c == b'.').unwrap_or(text.len());
        if point < text.len() {
            text.remove(point);
        }
        let zeros = text.iter().take_while(|&&c| c == b'0').count();
        text.drain(..zeros);
        return Decimal { exp: point as i32 - zeros as i32, digits: text };
    }
    let d = exact(x);
    let n = i64::from(d.exp) + places;
    let r = cut(d, n, round, negative);
    if r.digits.iter().all(|&c| c == b'0') { Decimal { digits: Vec::new(), exp: 0 } } else { r }
}

fn stars(out: &mut Vec<u8>, w: u32) {
    out.resize(out.len() + w.max(1) as usize, b'*');
}

fn blanks(out: &mut Vec<u8>, n: usize) {
    out.resize(out.len() + n, b' ');
}

fn sign_char(negative: bool, sign: Sign) -> Option<u8> {
    if negative {
        Some(b'-')
    } else if sign == Sign::Plus {
        Some(b'+')
    } else {
        None
    }
}

/// Infinities and NaN.
fn special(out: &mut Vec<u8>, x: Real, w: u32, sign: Sign) {
    let w = w as usize;
    if x.is_nan() {
        match w {
            0 => out.extend_from_slice(b"NaN"),
            1 | 2 => stars(out, w as u32),
            _ => {
                blanks(out, w - 3);
                out.extend_from_slice(b"NaN");
            }
        }
        return;
    }
    let mut s = sign_char(x.is_negative(), sign);
    if w == 3 && s == Some(b'+') {
        s = None;
    }
    let n = usize::from(s.is_some());
    let text: &[u8] = if w >= 8 + n { b"Infinity" } else { b"Inf" };
    if w != 0 && w < text.len() + n {
        return stars(out, w as u32);
    }
    blanks(out, w.saturating_sub(text.len() + n));
    out.extend(s);
    out.extend_from_slice(text);
}

/// `Fw.d` of a number of few digits, without detours; false where it takes more.
fn fixed_fast(out: &mut Vec<u8>, x: f64, w: u32, d: u32, st: &RealStyle) -> bool {
    let (w, d) = (w as usize, d as usize);
    if st.scale != 0 || st.comma || directed(st.round) || st.sign == Sign::Plus || d > 18 || w == 0 {
        return false;
    }
    let Some(q) = decimal::scaled(x.abs(), d as i32) else { return false };
    let mut buf = [0; 40];
    let at = decimal::digits(q, &mut buf);
    let digits = &buf[at..];
    let negative = usize::from(x.is_sign_negative());
    if digits.len() <= d || digits == b"0" || digits.len() + 1 + negative > w {
        return false;
    }
    let whole = digits.len() - d;
    blanks(out, w - digits.len() - 1 - negative);
    if negative == 1 {
        out.push(b'-');
    }
    out.extend_from_slice(&digits[..whole]);
    out.push(b'.');
    out.extend_from_slice(&digits[whole..]);
    true
}

/// `Fw.d`. `keep_zero`: a width of 0 does not drop the zero before the point.
fn fixed(out: &mut Vec<u8>, x: Real, w: u32, d: u32, st: &RealStyle, keep_zero: bool) {
    if let Real::Double(x) = x
        && fixed_fast(out, x, w, d, st)
    {
        return;
    }
    let negative = x.is_negative();
    let mut dec = to_places(x.abs(), i64::from(d) + i64::from(st.scale), st.round, negative);
    if !dec.digits.is_empty() {
        dec.exp += st.scale;
    }
    let negative = negative && !(dec.digits.iter().all(|c| *c == b'0') && super::defaults::plain_zero());
    let d = d as usize;
    let whole = dec.exp.max(0) as usize;
    let s = sign_char(negative, st.sign);
    let body = usize::from(s.is_some()) + whole + 1 + d;
    let mut zero = whole == 0;
    let w = w as usize;
    if zero && d > 0 && ((w == 0 && !keep_zero) || (w != 0 && body + 1 > w)) {
        zero = false;
    }
    match st.leading {
        Leading::Suppress if d > 0 => zero = false,
        Leading::Print => zero = whole == 0,
        _ => {}
    }
    let len = body + usize::from(zero);
    if w != 0 && len > w {
        return stars(out, w as u32);
    }
    blanks(out, w.saturating_sub(len));
    out.extend(s);
    if zero {
        out.push(b'0');
    }
    let have = whole.min(dec.digits.len());
    out.extend_from_slice(&dec.digits[..have]);
    out.resize(out.len() + whole - have, b'0');
    out.push(if st.comma { b',' } else { b'.' });
    let lead = ((-dec.exp).max(0) as usize).min(d);
    let lead = if dec.digits.is_empty() { d } else { lead };
    out.resize(out.len() + lead, b'0');
    let rest = &dec.digits[have..];
    let n = rest.len().min(d - lead);
    out.extend_from_slice(&rest[..n]);
    out.resize(out.len() + d - lead - n, b'0');
}

/// Text of an exponent; `None` where it does not fit.
fn exponent_text(exp: i32, e: Option<u32>, letter: u8, minimal: bool) -> Option<Vec<u8>> {
    let digits = exp.unsigned_abs().to_string();
    let sign = if exp < 0 { b'-' } else { b'+' };
    let mut t = Vec::with_capacity(8);
    match e {
        None if minimal => t.push(letter),
        None if digits.len() <= 2 => t.push(letter),
        None if digits.len() == 3 => {}
        None => return None,
        Some(e) => {
            if e != 0 && digits.len() > e as usize {
                return None;
            }
            t.push(letter);
        }
    }
    t.push(sign);
    let want = match e {
        None if minimal => 0,
        None => 2,
        Some(e) => e as usize,
    };
    t.resize(t.len() + want.saturating_sub(digits.len()), b'0');
    t.extend_from_slice(digits.as_bytes());
    Some(t)
}

/// Mantissa and exponent: `before` digits (a zero, dropped if need be, where it is 0), the point, and the rest.
#[allow(clippy::too_many_arguments)]
fn mantissa(
    out: &mut Vec<u8>,
    digits: &[u8],
    before: usize,
    zeros: usize,
    exp_text: Option<Vec<u8>>,
    w: u32,
    negative: bool,
    st: &RealStyle,
) {
    let Some(exp_text) = exp_text else { return stars(out, w) };
    let s = sign_char(negative, st.sign);
    let body = usize::from(s.is_some()) + digits.len() + zeros + 1 + exp_text.len();
    let w = w as usize;
    let mut zero = before == 0;
    if zero && w != 0 && body + 1 > w {
        zero = false;
    }
    match st.leading {
        Leading::Suppress => zero = false,
        Leading::Print => zero = before == 0,
        Leading::Default => {}
    }
    let len = body + usize::from(zero);
    if w != 0 && len > w {
        return stars(out, w as u32);
    }
    blanks(out, w.saturating_sub(len));
    out.extend(s);
    if zero {
        out.push(b'0');
    }
    out.extend_from_slice(&digits[..before]);
    out.push(if st.comma { b',' } else { b'.' });
    out.resize(out.len() + zeros, b'0');
    out.extend_from_slice(&digits[before..]);
    out.extend_from_slice(&exp_text);
}

/// `Ew.dEe` and `Dw.d`.
#[allow(clippy::too_many_arguments)]
fn exponential(
    out: &mut Vec<u8>,
    x: Real,
    single: bool,
    w: u32,
    d: u32,
    e: Option<u32>,
    letter: u8,
    st: &RealStyle,
) -> Result<(), &'static str> {
    let k = st.scale;
    let d = d as i32;
    if (k <= 0 && (d + k) <= 0) || (k > 0 && k >= d + 2) {
        return Err("Scale factor out of range in format specifier 'E' or 'D'");
    }
    let negative = x.is_negative();
    let n = if k > 0 { d + 1 } else { d + k };
    let dec = significant(x.abs(), n as usize, st.round, negative);
    let exp = if x.is_zero() { 0 } else { dec.exp - k };
    let text = exponent_text(exp, e, letter, w == 0);
    let (before, zeros) = if k > 0 { (k as usize, 0) } else { (0, (-k) as usize) };
    let mut w = w;
    if w == 0
        && before == 0
        && st.leading == Leading::Default
        && let Some(t) = &text
    {
        // A field that chooses its own width leaves out the zero where it would be wider than list-directed output.
        let body = usize::from(sign_char(negative, st.sign).is_some()) + dec.digits.len() + zeros + 1 + t.len();
        if body + 1 > x.list_field(single).0 as usize {
            w = body as u32;
        }
    }
    mantissa(out, &dec.digits, before, zeros, text, w, negative, st);
    Ok(())
}

/// `ESw.dEe`
fn scientific_edit(out: &mut Vec<u8>, x: Real, w: u32, d: u32, e: Option<u32>, st: &RealStyle) {
    let negative = x.is_negative();
    let dec = significant(x.abs(), d as usize + 1, st.round, negative);
    let exp = if x.is_zero() { 0 } else { dec.exp - 1 };
    mantissa(out, &dec.digits, 1, 0, exponent_text(exp, e, b'E', w == 0), w, negative, st);
}

/// `ENw.dEe`
fn engineering(out: &mut Vec<u8>, x: Real, w: u32, d: u32, e: Option<u32>, st: &RealStyle) {
    let negative = x.is_negative();
    if x.is_zero() {
        let digits = vec![b'0'; d as usize + 1];
        return mantissa(out, &digits, 1, 0, exponent_text(0, e, b'E', w == 0), w, negative, st);
    }
    // The power of ten is a multiple of three; rounding may lift the value to the next one.
    let mut exp = (significant(x.abs(), 17, Round::Zero, negative).exp - 1).div_euclid(3) * 3;
    let mut dec = to_places(x.abs(), i64::from(d) - i64::from(exp), st.round, negative);
    let mut before = dec.exp - exp;
    if before > 3 {
        exp += 3;
        before = 1;
    }
    let before = before.max(1) as usize;
    dec.digits.resize(before + d as usize, b'0');
    mantissa(out, &dec.digits, before, 0, exponent_text(exp, e, b'E', w == 0), w, negative, st);
}

/// `EXw.dEe`: hexadecimal significand.
fn hexadecimal(out: &mut Vec<u8>, x: Real, w: u32, d: u32, e: Option<u32>, st: &RealStyle) {
    let negative = x.is_negative();
    let (mut lead, mut digits, exp) = x.abs().hexadecimal();
    let d = d as usize;
    if d == 0 {
        while digits.last() == Some(&b'0') {
            digits.pop();
        }
    } else if d < digits.len() {
        let value = |c: u8| char::from(c).to_digit(16).unwrap_or(0);
        let (first, rest) = (value(digits[d]), digits[d + 1..].iter().any(|&c| c != b'0'));
        let odd = value(digits[d - 1]) & 1 == 1;
        digits.truncate(d);
        if first > 8 || first == 8 && (rest || odd) {
            // The carry goes through the digits that are full.
            let stop = digits.iter().rposition(|&c| c != b'F');
            digits[stop.map_or(0, |i| i + 1)..].fill(b'0');
            match stop {
                Some(i) => digits[i] = b"0123456789ABCDEF"[value(digits[i]) as usize + 1],
                None => lead += 1,
            }
        }
    } else {
        digits.resize(d, b'0');
    }
    let s = sign_char(negative, st.sign);
    let power = exp.unsigned_abs().to_string();
    let mut text = Vec::new();
    text.extend(s);
    text.extend_from_slice(b"0X");
    text.push(b'0' + lead as u8);
    text.push(if st.comma { b',' } else { b'.' });
    text.extend_from_slice(&digits);
    text.push(b'P');
    text.push(if exp < 0 { b'-' } else { b'+' });
    let want = e.unwrap_or(0) as usize;
    if want != 0 && power.len() > want {
        return stars(out, w);
    }
    text.resize(text.len() + want.saturating_sub(power.len()), b'0');
    text.extend_from_slice(power.as_bytes());
    right(out, &text, w);
}

/// Where `Gw.d` (`d > 0`) takes the F form: the power of ten that the value stays below (Fortran 2018, 13.7.5.2.2), from 0
/// to `d`. The bounds are computed in the arithmetic of the value's kind.
fn general_exponent(x: Real, single: bool, d: u32, round: Round) -> i32 {
    let negative = x.is_negative();
    let directed = matches!(round, Round::Up | Round::Down | Round::Zero);
    let r = match (round, negative) {
        (Round::Up, false) | (Round::Down, true) => 1.0,
        _ if directed => 0.0,
        _ => 0.5,
    };
    let x = match x {
        Real::Double(x) => x,
        Real::Ext(kind, n) if !directed => return Real::general_exponent(kind, n, d, r).unwrap_or(-1),
        Real::Ext(..) => {
            let exp = significant(x.abs(), d as usize, round, negative).exp;
            return exp.max(-1);
        }
    };
    let m = x.abs();
    let kind = |v: f64| if single { f64::from(v as f32) } else { v };
    let power = |n: u32| kind(10f64.powi(n as i32));
    let below = kind(1.0 - kind(r / power(d)));
    let least = kind(kind(0.1) * below);
    if directed {
        let exp = significant(Real::Double(m), d as usize, round, negative).exp;
        return if exp < 0 && m >= least { 0 } else { exp };
    }
    if m < least || r >= kind(power(d) - m) {
        return -1;
    }
    (0..d).find(|n| m < kind(power(*n) * below)).unwrap_or(d) as i32
}

/// Which real descriptor.
#[derive(Clone, Copy, Debug)]
pub enum RealEdit {
    F,
    E(u8),
    EN,
    ES,
    EX,
    G,
}

/// A real value by a descriptor. `d` of `G0` without digits is `None`; `single`: the value is a real(4).
#[allow(clippy::too_many_arguments)]
pub fn real(
    out: &mut Vec<u8>,
    x: impl Into<Real>,
    single: bool,
    edit: RealEdit,
    w: u32,
    d: Option<u32>,
    e: Option<u32>,
    st: &RealStyle,
) -> Result<(), &'static str> {
    let x = x.into().shown();
    if !x.is_finite() {
        special(out, x, w, st.sign);
        return Ok(());
    }
    let all = x.list_field(single).1 as u32;
    let mut digits = d.unwrap_or(all);
    if w == 0 && digits == 0 && matches!(edit, RealEdit::E(_) | RealEdit::G) {
        digits = all;
    }
    match edit {
        RealEdit::F => fixed(out, x, w, digits, st, false),
        RealEdit::E(letter) => return exponential(out, x, single, w, digits, e, letter, st),
        RealEdit::EN => engineering(out, x, w, digits, e, st),
        RealEdit::ES => scientific_edit(out, x, w, digits, e, st),
        RealEdit::EX => hexadecimal(out, x, w, digits, e, st),
        RealEdit::G => {
            let n = e.map_or(4, |e| e + 2);
            let plain = RealStyle { scale: 0, ..*st };
            let exp = if x.is_zero() {
                1
            } else if digits == 0 {
                // Without digits only the E form is left.
                -1
            } else {
                general_exponent(x, single, digits, st.round)
            };
            if exp >= 0 && exp <= digits as i32 {
                let d = (digits as i32 - exp).max(0) as u32;
                if w == 0 {
                    fixed(out, x, 0, d, &plain, true);
                } else if w > n {
                    let start = out.len();
                    fixed(out, x, w - n, d, &plain, false);
                    if out[start..].iter().all(|&c| c == b'*') {
                        out.truncate(start);
                        stars(out, w);
                    } else {
                        blanks(out, n as usize);
                    }
                } else {
                    stars(out, w);
                }
            } else {
                // `G0` has as many digits as the kind needs, wherever the point stands.
                let less = u32::from(d.is_none() && st.scale > 0);
                return exponential(out, x, single, w, digits - less, e, b'E', st);
            }
        }
    }
    Ok(())
}

/// A real in list-directed form, right-justified in gfortran's field; in a complex number without
/// blanks and with one digit more in the exponent form.
pub fn list_real(out: &mut Vec<u8>, x: impl Into<Real>, single: bool, in_complex: bool, st: &RealStyle) {
    let x = x.into().shown();
    let (w, digits, e) = x.list_field(single);
    let w = if in_complex { 0 } else { w };
    if !x.is_finite() {
        return special(out, x, w, st.sign);
    }
    let negative = x.is_negative();
    let dec = significant(x.abs(), digits, st.round, negative);
    let exp = match x {
        _ if x.is_zero() => 1,
        Real::Double(_) => dec.exp,
        Real::Ext(..) => general_exponent(x, single, digits as u32, st.round),
    };
    if exp >= 0 && exp <= digits as i32 {
        // The digits are those of the fixed form too: no second conversion.
        let s = sign_char(negative, st.sign);
        let n = if in_complex { 0 } else { e as usize + 2 };
        let len = usize::from(s.is_some()) + digits + 1 + usize::from(exp == 0);
        blanks(out, (w as usize).saturating_sub(n + len));
        out.extend(s);
        if exp == 0 {
            out.push(b'0');
        }
        out.extend_from_slice(&dec.digits[..exp as usize]);
        out.push(if st.comma { b',' } else { b'.' });
        out.extend_from_slice(&dec.digits[exp as usize..]);
        blanks(out, n);
        return;
    }
    let wide = if in_complex { significant(x.abs(), digits + 1, st.round, negative) } else { dec };
    mantissa(out, &wide.digits, 1, 0, exponent_text(wide.exp - 1, Some(e), b'E', false), w, negative, st);
}

/// Appends `text` right-justified in a field of `w` (0: as wide as it is); stars where it does not fit.
pub fn right(out: &mut Vec<u8>, text: &[u8], w: u32) {
    let w = w as usize;
    if w != 0 && text.len() > w {
        return stars(out, w as u32);
    }
    blanks(out, w.saturating_sub(text.len()));
    out.extend_from_slice(text);
}

/// `Iw.m`
pub fn integer(out: &mut Vec<u8>, value: i128, w: u32, m: Option<u32>, sign: Sign) {
    magnitude(out, value < 0, value.unsigned_abs(), w, m, sign);
}

/// `Iw.m` of a number given by its magnitude.
pub fn magnitude(out: &mut Vec<u8>, negative: bool, value: u128, w: u32, m: Option<u32>, sign: Sign) {
    let mut buf = [0u8; 39];
    let mut at = buf.len();
    let mut wide = value;
    while wide > u128::from(u64::MAX) {
        at -= 1;
        buf[at] = b'0' + (wide % 10) as u8;
        wide /= 10;
    }
    let mut n = wide as u64;
    while n > 0 {
        at -= 1;
        buf[at] = b'0' + (n % 10) as u8;
        n /= 10;
    }
    let digits = &buf[at..];
    let least = m.unwrap_or(1) as usize;
    if m == Some(0) && value == 0 {
        // At least one blank (F2018 13.7.2.1).
        return blanks(out, (w as usize).max(1));
    }
    let s = sign_char(negative, sign);
    let zeros = least.saturating_sub(digits.len());
    let len = usize::from(s.is_some()) + zeros + digits.len();
    if w != 0 && len > w as usize {
        return stars(out, w);
    }
    blanks(out, (w as usize).saturating_sub(len));
    out.extend(s);
    out.resize(out.len() + zeros, b'0');
    out.extend_from_slice(digits);
}

/// `Bw.m`, `Ow.m`, `Zw.m` of the little-endian bytes of a value.
pub fn bits(out: &mut Vec<u8>, bytes: &[u8], shift: u32, w: u32, m: Option<u32>) {
    let bit = |i: usize| bytes.get(i / 8).map_or(0, |b| (b >> (i % 8)) & 1);
    let total = bytes.len() * 8;
    let mut text: Vec<u8> = Vec::with_capacity(total);
    for digit in (0..total.div_ceil(shift as usize)).rev() {
        let v = (0..shift as usize).fold(0, |v, i| v | (bit(digit * shift as usize + i) << i));
        if v != 0 || !text.is_empty() {
            text.push(b"0123456789ABCDEF"[usize::from(v)]);
        }
    }
    let zero = text.is_empty();
    if zero && m == Some(0) {
        return blanks(out, (w as usize).max(1));
    }
    let least = m.unwrap_or(1) as usize;
    if text.len() < least {
        text.splice(0..0, std::iter::repeat_n(b'0', least - text.len()));
    }
    right(out, &text, w);
}

#[cfg(test)]
mod tests {
    use super::*;
    const PLAIN: RealStyle =
        RealStyle { scale: 0, sign: Sign::Default, comma: false, round: Round::Unspecified, leading: Leading::Default };

    fn show(edit: RealEdit, w: u32, d: Option<u32>, e: Option<u32>, x: f64) -> String {
        let mut s = Vec::new();
        real(&mut s, x, true, edit, w, d, e, &PLAIN).unwrap();
        String::from_utf8(s).unwrap()
    }

    #[test]
    fn real_descriptors() {
        use RealEdit::*;
        assert_eq!(show(F, 8, Some(3), None, 3.16159), "   3.162");
        assert_eq!(show(F, 3, Some(1), None, 0.25), "0.2");
        assert_eq!(show(F, 2, Some(1), None, 0.25), ".2");
        assert_eq!(show(F, 1, Some(0), None, 0.25), "*");
        assert_eq!(show(F, 0, Some(0), None, 0.25), "0.");
        assert_eq!(show(F, 0, Some(0), None, 1.5), "2.");
        assert_eq!(show(F, 0, Some(0), None, -0.3), "-0.");
        assert_eq!(show(F, 0, Some(3), None, -0.3), "-.300");
        assert_eq!(show(F, 5, Some(2), None, -0.001), "-0.00");
        assert_eq!(show(F, 4, Some(2), None, 123.4), "****");
        assert_eq!(show(F, 0, Some(3), None, 1e20), "100000000000000000000.000");
        assert_eq!(show(E(b'E'), 12, Some(4), None, 1e100), "  0.1000+101");
        assert_eq!(show(E(b'E'), 9, Some(3), None, -0.5), "-.500E+00");
        assert_eq!(show(E(b'E'), 10, Some(2), Some(4), 1e-200), "0.10E-0199");
        assert_eq!(show(E(b'E'), 0, Some(3), None, 12.3), "0.123E+2");
        assert_eq!(show(ES, 0, Some(3), None, 12.3), "1.230E+1");
        assert_eq!(show(ES, 10, Some(3), Some(1), 1e12), "**********");
        assert_eq!(show(EN, 12, Some(1), None, 99999.9), "   100.0E+03");
        assert_eq!(show(EN, 15, Some(3), None, 0.00123), "      1.230E-03");
        assert_eq!(show(G, 10, Some(3), None, 0.05), " 0.500E-01");
        assert_eq!(show(G, 10, Some(3), None, 99.96), "  100.    ");
        assert_eq!(show(G, 10, Some(3), None, 999.6), " 0.100E+04");
        assert_eq!(show(G, 10, Some(3), None, 0.0), "  0.00    ");
        assert_eq!(show(G, 0, None, None, 0.1f32.into()), "0.100000001");
        assert_eq!(show(G, 0, Some(3), None, 0.1f32.into()), "0.100");
        assert_eq!(show(G, 0, None, None, 1e10), "0.100000000E+11");
        assert_eq!(show(G, 12, Some(4), Some(3), 1e20), " 0.1000E+021");
        assert_eq!(show(F, 8, Some(2), None, f64::INFINITY), "Infinity");
        assert_eq!(show(E(b'E'), 8, Some(2), None, f64::NEG_INFINITY), "    -Inf");
        assert_eq!(show(F, 2, Some(2), None, f64::NAN), "**");
        assert_eq!(show(EX, 0, Some(3), None, 1.5), "0X1.800P+0");
    }

    #[test]
    fn rounding_modes() {
        let r = |x: f64, round| {
            let mut s = Vec::new();
            real(&mut s, x, true, RealEdit::F, 6, Some(1), None, &RealStyle { round, ..PLAIN }).unwrap();
            String::from_utf8(s).unwrap().trim().to_string()
        };
        assert_eq!(r(0.25, Round::Up), "0.3");
        assert_eq!(r(0.25, Round::Down), "0.2");
        assert_eq!(r(0.25, Round::Nearest), "0.2");
        assert_eq!(r(0.25, Round::Compatible), "0.3");
        assert_eq!(r(-0.25, Round::Up), "-0.2");
        assert_eq!(r(-0.25, Round::Down), "-0.3");
        assert_eq!(r(0.01, Round::Up), "0.1");
        assert_eq!(r(9.99, Round::Up), "10.0");
        assert_eq!(r(0.35, Round::Unspecified), "0.3");
        assert_eq!(r(0.75, Round::Unspecified), "0.8");
    }

    #[test]
    fn list_layout() {
        let s = |x: f64, single| {
            let mut s = Vec::new();
            list_real(&mut s, x, single, false, &PLAIN);
            String::from_utf8(s).unwrap()
        };
        assert_eq!(s(1.0, true), "  1.00000000    ");
        assert_eq!(s(0.1f32.into(), true), " 0.100000001    ");
        assert_eq!(s(1e10, true), "  1.00000000E+10");
        assert_eq!(s(0.0, true), "  0.00000000    ");
        assert_eq!(s(-0.0, true), " -0.00000000    ");
        assert_eq!(s(99999999.0, true), "  99999999.0    ");
        assert_eq!(s(1e9, true), "  1.00000000E+09");
        assert_eq!(s(1.0, false), "  1.0000000000000000     ");
        assert_eq!(s(1e-10, false), "  1.0000000000000000E-010");
        assert_eq!(s(5e-324, false), "  4.9406564584124654E-324");
        assert_eq!(s(f64::NAN, true), "             NaN");
    }

    #[test]
    fn integers_and_bits() {
        let i = |v: i128, w, m| {
            let mut s = Vec::new();
            integer(&mut s, v, w, m, Sign::Default);
            String::from_utf8(s).unwrap()
        };
        assert_eq!(i(42, 0, Some(5)), "00042");
        assert_eq!(i(-42, 8, Some(5)), "  -00042");
        assert_eq!(i(0, 5, Some(0)), "     ");
        assert_eq!(i(12345, 3, None), "***");
        assert_eq!(i(i64::MIN.into(), 0, None), "-9223372036854775808");
        let b = |v: i32, shift, w, m| {
            let mut s = Vec::new();
            bits(&mut s, &v.to_le_bytes(), shift, w, m);
            String::from_utf8(s).unwrap()
        };
        assert_eq!(b(5, 1, 8, Some(4)), "    0101");
        assert_eq!(b(-1, 3, 0, None), "37777777777");
        assert_eq!(b(255, 4, 4, Some(4)), "00FF");
    }
}
