//! Unsigned integers of more than 128 bits.

/// `x / 2**n`; a lowest bit stands for what is cut off.
pub(crate) fn shift_right_jam(x: u128, n: u32) -> u128 {
    match n {
        0 => x,
        1..=127 => x >> n | u128::from(x << (128 - n) != 0),
        _ => u128::from(x != 0),
    }
}

/// The product, high and low half.
pub(crate) fn mul_wide(x: u128, y: u128) -> (u128, u128) {
    let low = |v: u128| v & u128::from(u64::MAX);
    let (a, b, c, d) = (x >> 64, low(x), y >> 64, low(y));
    let (bd, ad, bc, ac) = (b * d, a * d, b * c, a * c);
    let middle = (bd >> 64) + low(ad) + low(bc);
    (ac + (ad >> 64) + (bc >> 64) + (middle >> 64), middle << 64 | low(bd))
}

/// Quotient and remainder of `high * 2**128 + low` by `d`, whose highest bit is set; `high < d`.
pub(crate) fn div_wide(high: u128, low: u128, d: u128) -> (u128, u128) {
    let half = |v: u128| v & u128::from(u64::MAX);
    let (d1, d0) = (d >> 64, half(d));
    let step = |r: u128, next: u128| -> (u128, u128) {
        // One digit of 64 bits of r * 2**64 + next.
        let mut q = r / d1;
        let mut rest = r % d1;
        while q >> 64 != 0 || q * d0 > (rest << 64 | next) {
            q -= 1;
            rest += d1;
            if rest >> 64 != 0 {
                break;
            }
        }
        let value = (r << 64 | next).wrapping_sub(q.wrapping_mul(d));
        (q, value)
    };
    let (q1, r) = step(high, low >> 64);
    let (q0, r) = step(r, half(low));
    (q1 << 64 | q0, r)
}

/// A natural number, lowest digits first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Nat(pub Vec<u64>);

impl Nat {
    pub fn from_u128(n: u128) -> Nat {
        let mut r = Nat(vec![n as u64, (n >> 64) as u64]);
        r.trim();
        r
    }
    fn trim(&mut self) {
        while self.0.last() == Some(&0) {
            self.0.pop();
        }
    }
    pub fn is_zero(&self) -> bool {
        self.0.is_empty()
    }
    pub fn bits(&self) -> usize {
        match self.0.last() {
            Some(top) => self.0.len() * 64 - top.leading_zeros() as usize,
            None => 0,
        }
    }
    /// `self * m + a`
    pub fn mul_add(&mut self, m: u64, a: u64) {
        let mut carry = u128::from(a);
        for d in &mut self.0 {
            let v = u128::from(*d) * u128::from(m) + carry;
            *d = v as u64;
            carry = v >> 64;
        }
        if carry > 0 {
            self.0.push(carry as u64);
        }
    }
    /// Divides by a small number; gives the remainder.
    pub fn div_small(&mut self, m: u64) -> u64 {
        let mut r = 0u128;
        for d in self.0.iter_mut().rev() {
            let v = r << 64 | u128::from(*d);
            *d = (v / u128::from(m)) as u64;
            r = v % u128::from(m);
        }
        self.trim();
        r as u64
    }
    pub fn shl(&mut self, n: usize) {
        if self.is_zero() {
            return;
        }
        let (words, bits) = (n / 64, n % 64);
        if bits > 0 {
            let mut carry = 0;
            for d in &mut self.0 {
                let v = *d << bits | carry;
                carry = *d >> (64 - bits);
                *d = v;
            }
            if carry > 0 {
                self.0.push(carry);
            }
        }
        if words > 0 {
            self.0.splice(0..0, std::iter::repeat_n(0, words));
        }
    }
    /// Cuts off the lowest bits; true where they were not all zero.
    pub fn shr(&mut self, n: usize) -> bool {
        let (words, bits) = (n / 64, n % 64);
        if words >= self.0.len() {
            let lost = !self.is_zero();
            self.0.clear();
            return lost;
        }
        let mut lost = self.0.drain(..words).any(|d| d != 0);
        if bits > 0 {
            lost |= self.0[0] << (64 - bits) != 0;
            let mut carry = 0;
            for d in self.0.iter_mut().rev() {
                let v = *d >> bits | carry;
                carry = *d << (64 - bits);
                *d = v;
            }
        }
        self.trim();
        lost
    }
    pub fn mul(&self, y: &Nat) -> Nat {
        let mut out = vec![0u64; self.0.len() + y.0.len()];
        for (i, &a) in self.0.iter().enumerate() {
            let mut carry = 0u128;
            for (j, &b) in y.0.iter().enumerate() {
                let v = u128::from(a) * u128::from(b) + u128::from(out[i + j]) + carry;
                out[i + j] = v as u64;
                carry = v >> 64;
            }
            out[i + y.0.len()] = carry as u64;
        }
        let mut r = Nat(out);
        r.trim();
        r
    }
    pub fn sub(&mut self, y: &Nat) {
        let mut borrow = false;
        for i in 0..self.0.len() {
            let (v, a) = self.0[i].overflowing_sub(y.0.get(i).copied().unwrap_or(0));
            let (v, b) = v.overflowing_sub(u64::from(borrow));
            self.0[i] = v;
            borrow = a || b;
        }
        self.trim();
    }
    pub fn add(&mut self, y: &Nat) {
        self.0.resize(self.0.len().max(y.0.len()) + 1, 0);
        let mut carry = false;
        for i in 0..self.0.len() {
            let (v, a) = self.0[i].overflowing_add(y.0.get(i).copied().unwrap_or(0));
            let (v, b) = v.overflowing_add(u64::from(carry));
            self.0[i] = v;
            carry = a || b;
        }
        self.trim();
    }
    pub fn compare(&self, y: &Nat) -> std::cmp::Ordering {
        self.0.len().cmp(&y.0.len()).then_with(|| self.0.iter().rev().cmp(y.0.iter().rev()))
    }
    /// Quotient and remainder (Knuth's algorithm D).
    pub fn div_rem(&self, d: &Nat) -> (Nat, Nat) {
        if self.compare(d).is_lt() {
            return (Nat::default(), self.clone());
        }
        if d.0.len() == 1 {
            let mut q = self.clone();
            let r = q.div_small(d.0[0]);
            let mut r = Nat(vec![r]);
            r.trim();
            return (q, r);
        }
        let s = d.0.last().map_or(0, |t| t.leading_zeros()) as usize;
        let (mut u, mut v) = (self.clone(), d.clone());
        v.shl(s);
        u.shl(s);
        let n = v.0.len();
        u.0.resize(self.0.len() + 1, 0);
        let m = u.0.len() - n;
        let mut q = vec![0u64; m];
        for j in (0..m).rev() {
            let top = u128::from(u.0[j + n]) << 64 | u128::from(u.0[j + n - 1]);
            let (mut digit, mut rest) = (top / u128::from(v.0[n - 1]), top % u128::from(v.0[n - 1]));
            while digit >> 64 != 0 || digit * u128::from(v.0[n - 2]) > (rest << 64 | u128::from(u.0[j + n - 2])) {
                digit -= 1;
                rest += u128::from(v.0[n - 1]);
                if rest >> 64 != 0 {
                    break;
                }
            }
            let (mut carry, mut borrow) = (0u128, false);
            for i in 0..n {
                let p = digit * u128::from(v.0[i]) + carry;
                carry = p >> 64;
                let (x, a) = u.0[i + j].overflowing_sub(p as u64);
                let (x, b) = x.overflowing_sub(u64::from(borrow));
                u.0[i + j] = x;
                borrow = a || b;
            }
            let (x, a) = u.0[j + n].overflowing_sub(carry as u64);
            let (x, b) = x.overflowing_sub(u64::from(borrow));
            u.0[j + n] = x;
            if a || b {
                digit -= 1;
                let mut carry = false;
                for i in 0..n {
                    let (x, a) = u.0[i + j].overflowing_add(v.0[i]);
                    let (x, b) = x.overflowing_add(u64::from(carry));
                    u.0[i + j] = x;
                    carry = a || b;
                }
                u.0[j + n] = u.0[j + n].wrapping_add(u64::from(carry));
            }
            q[j] = digit as u64;
        }
        let mut q = Nat(q);
        q.trim();
        u.trim();
        u.shr(s);
        (q, u)
    }
    /// The highest 128 bits as a normalized significand with the rest jammed into the lowest bit, and the weight of the
    /// highest bit.
    pub fn top(&self) -> (u128, usize) {
        let bits = self.bits();
        let mut n = self.clone();
        if bits > 128 {
            let lost = n.shr(bits - 128);
            return (u128::from(n.0[1]) << 64 | u128::from(n.0[0]) | u128::from(lost), bits - 1);
        }
        n.shl(128 - bits);
        (u128::from(n.0[1]) << 64 | u128::from(n.0[0]), bits - 1)
    }
    /// `10**n`
    pub fn power_of_ten(n: u32) -> Nat {
        // By squaring powers of five.
        let mut r = Nat::from_u128(1);
        let mut square = Nat::from_u128(5);
        let mut e = n;
        while e > 0 {
            if e & 1 == 1 {
                r = r.mul(&square);
            }
            e >>= 1;
            if e > 0 {
                square = square.mul(&square);
            }
        }
        r.shl(n as usize);
        r
    }
    /// Decimal digits without leading zeros; none for zero.
    pub fn to_decimal(&self) -> Vec<u8> {
        fn put(n: &Nat, width: Option<usize>, powers: &[(u32, Nat)], out: &mut Vec<u8>) {
            if n.0.len() <= 8 || powers.is_empty() {
                let mut n = n.clone();
                let mut groups = Vec::new();
                while !n.is_zero() {
                    groups.push(n.div_small(10u64.pow(19)));
                }
                let text: String = groups.iter().rev().map(|g| format!("{g:019}")).collect();
                let text = text.trim_start_matches('0');
                out.extend(std::iter::repeat_n(b'0', width.unwrap_or(0).saturating_sub(text.len())));
                out.extend_from_slice(text.as_bytes());
                return;
            }
            let (k, p) = &powers[powers.len() - 1];
            let rest = &powers[..powers.len() - 1];
            if n.compare(p).is_lt() {
                match width {
                    Some(w) if w >= *k as usize => {
                        out.extend(std::iter::repeat_n(b'0', w - *k as usize));
                        put(n, Some(*k as usize), rest, out);
                    }
                    _ => put(n, width, rest, out),
                }
                return;
            }
            let (q, r) = n.div_rem(p);
            put(&q, width.map(|w| w - *k as usize), rest, out);
            put(&r, Some(*k as usize), rest, out);
        }
        let mut powers: Vec<(u32, Nat)> = Vec::new();
        let mut k = 128;
        while (k as usize) * 3 < self.bits() {
            let p = match powers.last() {
                Some((_, p)) => p.mul(p),
                None => Nat::power_of_ten(k),
            };
            powers.push((k, p));
            k *= 2;
        }
        let mut out = Vec::new();
        put(self, None, &powers, &mut out);
        out
    }
}
