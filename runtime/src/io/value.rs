//! Reals as output and input see them, whatever their kind.

use ferrotran_xreal::{Calc, Class, Num};

/// A real.
#[derive(Clone, Copy, Debug)]
pub enum Real {
    /// Of kind 4 or 8.
    Double(f64),
    /// Of kind 10 or 16.
    Ext(u8, Num),
}

impl From<f64> for Real {
    fn from(x: f64) -> Real {
        Real::Double(x)
    }
}

impl Real {
    /// Loads a real of a kind.
    ///
    /// # Safety
    /// `p` points to one.
    pub unsafe fn load(p: *const u8, kind: i32) -> Real {
        // SAFETY: as required of the caller.
        unsafe {
            match kind {
                4 => Real::Double(f64::from(p.cast::<f32>().read_unaligned())),
                8 => Real::Double(p.cast::<f64>().read_unaligned()),
                _ => Real::Ext(kind as u8, Num::from_memory(kind as u8, p.cast::<u128>().read_unaligned())),
            }
        }
    }
    /// As output shows it: zeros may lose their sign.
    pub fn shown(self) -> Real {
        match self {
            Real::Double(x) => Real::Double(super::defaults::shown(x)),
            Real::Ext(k, x) if x.is_zero() && super::defaults::plain_zero() => Real::Ext(k, Num::ZERO),
            x => x,
        }
    }
    pub fn is_nan(self) -> bool {
        match self {
            Real::Double(x) => x.is_nan(),
            Real::Ext(_, x) => x.is_nan(),
        }
    }
    pub fn is_finite(self) -> bool {
        match self {
            Real::Double(x) => x.is_finite(),
            Real::Ext(_, x) => x.is_finite(),
        }
    }
    pub fn is_zero(self) -> bool {
        match self {
            Real::Double(x) => x == 0.0,
            Real::Ext(_, x) => x.is_zero(),
        }
    }
    pub fn is_negative(self) -> bool {
        match self {
            Real::Double(x) => x.is_sign_negative(),
            Real::Ext(_, x) => x.neg,
        }
    }
    pub fn abs(self) -> Real {
        match self {
            Real::Double(x) => Real::Double(x.abs()),
            Real::Ext(k, x) => Real::Ext(k, x.abs()),
        }
    }
    /// Width, digits and digits of the exponent of list-directed output.
    pub fn list_field(self, single: bool) -> (u32, usize, u32) {
        match self {
            Real::Double(_) if single => (16, 9, 2),
            Real::Double(_) => (25, 17, 3),
            Real::Ext(10, _) => (30, 21, 4),
            Real::Ext(..) => (45, 36, 4),
        }
    }
    /// The hexadecimal form of a number that is not negative: the digit before the point, the digits of the fraction,
    /// the power of two.
    pub fn hexadecimal(self) -> (u64, Vec<u8>, i32) {
        match self {
            Real::Double(x) => {
                let bits = x.to_bits();
                let mut exp = (bits >> 52) as i32;
                let mut frac = bits & ((1 << 52) - 1);
                if exp == 0 && frac != 0 {
                    let shift = frac.leading_zeros() - 11;
                    frac = (frac << shift) & ((1 << 52) - 1);
                    exp = 1 - shift as i32;
                } else if x == 0.0 {
                    exp = 1023;
                }
                (u64::from(x != 0.0), format!("{frac:013X}").into_bytes(), exp - 1023)
            }
            Real::Ext(k, x) => {
                let n = if k == 10 { 16 } else { 28 };
                if x.class != Class::Finite {
                    return (0, vec![b'0'; n], 0);
                }
                let mut digits = format!("{:032X}", x.man << 1).into_bytes();
                digits.truncate(n);
                (1, digits, x.exp)
            }
        }
    }
    /// Where `Gw.d` takes the F form of a number of kind 10 or 16: as `general_exponent` of output, in the arithmetic of
    /// the kind.
    pub fn general_exponent(kind: u8, x: Num, d: u32, below: f64) -> Option<i32> {
        let mut c = Calc::kind(kind);
        let ten = Num::from_i128(10);
        let r = Num::from_f64(below);
        let m = x.abs();
        let power = |c: &mut Calc, n: u32| c.powi(ten, n.into());
        let whole = power(&mut c, d);
        let share = c.div(r, whole);
        let under = c.sub(Num::ONE, share);
        // The bound as gfortran's library has it: a tenth in double precision.
        let tenth = Num::from_f64(0.1);
        let least = c.mul(tenth, under);
        let rest = c.sub(whole, m);
        if m.lt(least) || rest.le(r) {
            return None;
        }
        for n in 0..d {
            let p = power(&mut c, n);
            if m.lt(c.mul(p, under)) {
                return Some(n as i32);
            }
        }
        Some(d as i32)
    }
}
