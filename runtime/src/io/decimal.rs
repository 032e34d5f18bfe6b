//! Exact decimal digits of moderate numbers by integer arithmetic: the fast way of real output, and of real input.

/// Powers of ten that 128 bits hold.
const POWERS: [u128; 39] = {
    let mut p = [1u128; 39];
    let mut i = 1;
    while i < 39 {
        p[i] = p[i - 1] * 10;
        i += 1;
    }
    p
};

/// `x * 10**places` rounded to an integer, ties to even, for finite `x >= 0`; `None` where 128 bits do not suffice.
pub fn scaled(x: f64, places: i32) -> Option<u128> {
    let bits = x.to_bits();
    let (mut m, mut e) = (bits & ((1 << 52) - 1), (bits >> 52) as i32);
    if e == 0 {
        e = 1;
    } else {
        m |= 1 << 52;
    }
    e -= 1075;
    if m == 0 {
        return Some(0);
    }
    let m = u128::from(m);
    // The value is num / den * 2**e.
    if places >= 0 {
        if places > 22 {
            return None;
        }
        // Less than 2**127.
        let num = m * POWERS[places as usize];
        if e >= 0 {
            return (num.leading_zeros() as i32 > e).then(|| num << e);
        }
        let s = -e as u32;
        if s >= 128 {
            return Some(0);
        }
        let (q, rest, half) = (num >> s, num & ((1 << s) - 1), 1u128 << (s - 1));
        return Some(q + u128::from(rest > half || rest == half && q & 1 == 1));
    }
    let mut den = *POWERS.get(-places as usize)?;
    let mut num = m;
    if e >= 0 {
        if num.leading_zeros() as i32 <= e {
            return None;
        }
        num <<= e;
    } else {
        if den.leading_zeros() as i32 <= -e {
            // Far below one half.
            return if -e > 60 { Some(0) } else { None };
        }
        den <<= -e;
    }
    let (q, rest) = (num / den, num % den);
    let other = den - rest;
    Some(q + u128::from(rest > other || rest == other && q & 1 == 1))
}

/// Decimal digits of a number, without leading zeros (none for zero), at the end of the buffer; gives their start.
pub fn digits(mut q: u128, buf: &mut [u8; 40]) -> usize {
    let mut at = buf.len();
    while q > u128::from(u64::MAX) {
        let (high, low) = (q / 10u128.pow(18), (q % 10u128.pow(18)) as u64);
        let mut low = low;
        for _ in 0..18 {
            at -= 1;
            buf[at] = b'0' + (low % 10) as u8;
            low /= 10;
        }
        q = high;
    }
    let mut v = q as u64;
    while v >= 100 {
        let pair = (v % 100) as u8;
        v /= 100;
        at -= 2;
        buf[at] = b'0' + pair / 10;
        buf[at + 1] = b'0' + pair % 10;
    }
    if v >= 10 {
        at -= 2;
        buf[at] = b'0' + (v / 10) as u8;
        buf[at + 1] = b'0' + (v % 10) as u8;
    } else if v > 0 {
        at -= 1;
        buf[at] = b'0' + v as u8;
    }
    at
}

/// `n` significant digits (1 to 17) of `x > 0` and its exponent (the value is `0.DIGITS * 10**exp`).
pub fn significant(x: f64, n: usize, buf: &mut [u8; 40]) -> Option<(usize, i32)> {
    if !(1e-6..1e22).contains(&x) || n > 17 {
        return None;
    }
    // The decimal exponent, possibly too small by one.
    let mut exp = x.log10().floor() as i32 + 1;
    for _ in 0..2 {
        let mut q = scaled(x, n as i32 - exp)?;
        if q < POWERS[n - 1] {
            // The guess was too large.
            exp -= 1;
            continue;
        }
        if q == POWERS[n - 1] {
            // A power of ten, or what is just below it: then one place more shows other digits.
            let more = scaled(x, n as i32 - exp + 1)?;
            if more < POWERS[n] {
                return Some((digits(more, buf), exp - 1));
            }
        }
        if q >= POWERS[n] {
            // Too small, or rounding has carried into another digit: the latter leaves a power of ten.
            if q > POWERS[n] {
                exp += 1;
                continue;
            }
            if x < 10f64.powi(exp) {
                q /= 10;
            } else {
                q = scaled(x, n as i32 - exp - 1)?;
            }
            exp += 1;
        }
        return Some((digits(q, buf), exp));
    }
    None
}

/// `digits * 10**exp` where that needs one rounding only.
pub fn number(digits: &[u8], exp: i64) -> Option<f64> {
    const EXACT: [f64; 23] = [
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
        1e20, 1e21, 1e22,
    ];
    if digits.len() > 15 || exp.unsigned_abs() > 22 {
        return None;
    }
    let v = digits.iter().fold(0u64, |v, c| v * 10 + u64::from(c - b'0')) as f64;
    let p = EXACT[exp.unsigned_abs() as usize];
    Some(if exp < 0 { v / p } else { v * p })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agrees_with_exact_formatting() {
        let mut seed = 12345u64;
        let mut buf = [0; 40];
        for i in 0..200_000 {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            let x = match i % 4 {
                0 => (seed >> 20) as f64 / 1024.0,
                1 => (seed >> 40) as f64 * 1e-5,
                2 => f64::from((seed >> 44) as u32) / 8.0,
                _ => 10f64.powi((seed >> 59) as i32 % 28 - 6) * (1.0 + (seed >> 30 & 0xffff) as f64 * 1e-16),
            };
            let places = (seed % 9) as i32;
            if let Some(q) = scaled(x, places) {
                let at = digits(q, &mut buf);
                let want = format!("{x:.*}", places as usize).replace('.', "");
                assert_eq!(String::from_utf8_lossy(&buf[at..]), want.trim_start_matches('0'), "{x:e} {places}");
            }
            let n = 1 + (seed >> 8) as usize % 17;
            if x > 0.0
                && let Some((at, exp)) = significant(x, n, &mut buf)
            {
                let want = format!("{x:.*e}", n - 1);
                let (m, e) = want.split_once('e').unwrap();
                assert_eq!(String::from_utf8_lossy(&buf[at..]), m.replace('.', ""), "{x:e} {n}");
                assert_eq!(exp - 1, e.parse::<i32>().unwrap(), "{x:e} {n}");
            }
        }
    }

    #[test]
    fn around_powers_of_ten() {
        let mut buf = [0; 40];
        for power in -6..22 {
            let middle: f64 = format!("1e{power}").parse().unwrap();
            for x in [middle.next_down().next_down(), middle.next_down(), middle, middle.next_up()] {
                for n in 1..=17 {
                    let Some((at, exp)) = significant(x, n, &mut buf) else { continue };
                    let want = format!("{x:.*e}", n - 1);
                    let (m, e) = want.split_once('e').unwrap();
                    assert_eq!(String::from_utf8_lossy(&buf[at..]), m.replace('.', ""), "{x:e} {n}");
                    assert_eq!(exp - 1, e.parse::<i32>().unwrap(), "{x:e} {n}");
                }
            }
        }
    }

    #[test]
    fn numbers() {
        assert_eq!(number(b"123", -2), Some(1.23));
        assert_eq!(number(b"1234567890123456", 0), None);
    }
}
