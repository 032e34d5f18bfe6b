//! Reals: from hexadecimal digits to decimal ones, exactly.

/// The decimal text (`d.ddd` with an exponent letter `e`) of a real as gfortran writes it: `-0.3243f6a8885a30@1`, whose
/// exponent counts hexadecimal digits. `None` for what is no number.
pub(crate) fn decimal(text: &str) -> Option<String> {
    let (negative, rest) = match text.strip_prefix('-') {
        Some(r) => (true, r),
        None => (false, text),
    };
    let (digits, exponent) = rest.strip_prefix("0.")?.split_once('@')?;
    let exponent: i64 = exponent.parse().ok()?;
    let digits = digits.trim_end_matches('0');
    if digits.len() > 64 || exponent.abs() > 8000 || !digits.bytes().all(|b| b.is_ascii_hexdigit()) {
        return None;
    }
    let sign = if negative { "-" } else { "" };
    let mut value = Natural(vec![]);
    for d in digits.chars() {
        value.multiply_add(16, d.to_digit(16)?);
    }
    // The value is an integer times 2 to that power.
    let mut power = 4 * (exponent - digits.len() as i64);
    let mut tens = 0i64;
    while power >= 16 {
        value.multiply_add(1 << 16, 0);
        power -= 16;
    }
    while power > 0 {
        value.multiply_add(2, 0);
        power -= 1;
    }
    while power <= -8 {
        value.multiply_add(390_625, 0);
        tens -= 8;
        power += 8;
    }
    while power < 0 {
        value.multiply_add(5, 0);
        tens -= 1;
        power += 1;
    }
    let all = value.digits();
    let point = all.len() as i64 - 1 + tens;
    let (first, rest) = all.split_at(1);
    let rest = rest.trim_end_matches('0');
    let rest = if rest.is_empty() { "0" } else { rest };
    Some(if all == "0" { format!("{sign}0.0e0") } else { format!("{sign}{first}.{rest}e{point}") })
}

/// A natural number, its parts of nine decimal digits from the lowest.
struct Natural(Vec<u32>);

impl Natural {
    fn multiply_add(&mut self, factor: u32, more: u32) {
        let mut carry = u64::from(more);
        for part in &mut self.0 {
            let v = u64::from(*part) * u64::from(factor) + carry;
            *part = (v % 1_000_000_000) as u32;
            carry = v / 1_000_000_000;
        }
        while carry > 0 {
            self.0.push((carry % 1_000_000_000) as u32);
            carry /= 1_000_000_000;
        }
    }

    fn digits(&self) -> String {
        let mut out = String::new();
        for part in self.0.iter().rev() {
            out.push_str(&format!("{part:09}"));
        }
        let out = out.trim_start_matches('0');
        if out.is_empty() { "0".into() } else { out.into() }
    }
}

#[cfg(test)]
mod tests {
    use super::decimal;

    #[test]
    fn reals_are_exact() {
        let of = |t: &str| decimal(t).and_then(|d| d.parse::<f64>().ok());
        assert_eq!(of("0.3243f6a8885a30@1"), Some(std::f64::consts::PI));
        assert_eq!(of("-0.2800000@1"), Some(-2.5));
        assert_eq!(of("0.10000000000000@1"), Some(1.0));
        assert_eq!(of("0.fffffffffffff8@256"), Some(f64::MAX));
        assert_eq!(of("0.4@-268"), Some(f64::from_bits(1)));
        assert_eq!(of("0.@0"), Some(0.0));
        assert_eq!(decimal("@Inf@"), None);
        assert_eq!(decimal("0.1@99999999999"), None);
    }
}
