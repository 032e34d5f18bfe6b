//! Mathematical functions of reals and complex numbers of kinds 4 and 8: those of the C library, and what they are made
//! into. The runtime computes with them and sema folds constants with them, so both give the same bits.

/// A complex number as C passes it.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct C32 {
    /// Real part.
    pub re: f32,
    /// Imaginary part.
    pub im: f32,
}
/// A complex number as C passes it.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct C64 {
    /// Real part.
    pub re: f64,
    /// Imaginary part.
    pub im: f64,
}

#[link(name = "m")]
unsafe extern "C" {
    /// `expf` of the C library.
    pub safe fn expf(x: f32) -> f32;
    /// `logf` of the C library.
    pub safe fn logf(x: f32) -> f32;
    /// `log10f` of the C library.
    pub safe fn log10f(x: f32) -> f32;
    /// `sinf` of the C library.
    pub safe fn sinf(x: f32) -> f32;
    /// `cosf` of the C library.
    pub safe fn cosf(x: f32) -> f32;
    /// `tanf` of the C library.
    pub safe fn tanf(x: f32) -> f32;
    /// `asinf` of the C library.
    pub safe fn asinf(x: f32) -> f32;
    /// `acosf` of the C library.
    pub safe fn acosf(x: f32) -> f32;
    /// `atanf` of the C library.
    pub safe fn atanf(x: f32) -> f32;
    /// `sinhf` of the C library.
    pub safe fn sinhf(x: f32) -> f32;
    /// `coshf` of the C library.
    pub safe fn coshf(x: f32) -> f32;
    /// `tanhf` of the C library.
    pub safe fn tanhf(x: f32) -> f32;
    /// `asinhf` of the C library.
    pub safe fn asinhf(x: f32) -> f32;
    /// `acoshf` of the C library.
    pub safe fn acoshf(x: f32) -> f32;
    /// `atanhf` of the C library.
    pub safe fn atanhf(x: f32) -> f32;
    /// `erff` of the C library.
    pub safe fn erff(x: f32) -> f32;
    /// `erfcf` of the C library.
    pub safe fn erfcf(x: f32) -> f32;
    /// `exp2f` of the C library.
    pub safe fn exp2f(x: f32) -> f32;
    /// `log2f` of the C library.
    pub safe fn log2f(x: f32) -> f32;
    /// `cbrtf` of the C library.
    pub safe fn cbrtf(x: f32) -> f32;
    /// `tgammaf` of the C library.
    pub safe fn tgammaf(x: f32) -> f32;
    /// `lgammaf` of the C library.
    pub safe fn lgammaf(x: f32) -> f32;
    /// `j0f` of the C library.
    pub safe fn j0f(x: f32) -> f32;
    /// `j1f` of the C library.
    pub safe fn j1f(x: f32) -> f32;
    /// `y0f` of the C library.
    pub safe fn y0f(x: f32) -> f32;
    /// `y1f` of the C library.
    pub safe fn y1f(x: f32) -> f32;
    /// `atan2f` of the C library.
    pub safe fn atan2f(x: f32, y: f32) -> f32;
    /// `hypotf` of the C library.
    pub safe fn hypotf(x: f32, y: f32) -> f32;
    /// `powf` of the C library.
    pub safe fn powf(x: f32, y: f32) -> f32;
    /// `fmodf` of the C library.
    pub safe fn fmodf(x: f32, y: f32) -> f32;
    /// `nextafterf` of the C library.
    pub safe fn nextafterf(x: f32, y: f32) -> f32;
    /// `jnf` of the C library.
    pub safe fn jnf(n: i32, x: f32) -> f32;
    /// `ynf` of the C library.
    pub safe fn ynf(n: i32, x: f32) -> f32;
    /// `ldexpf` of the C library.
    pub safe fn ldexpf(x: f32, n: i32) -> f32;
    fn frexpf(x: f32, e: *mut i32) -> f32;
    /// `exp` of the C library.
    pub safe fn exp(x: f64) -> f64;
    /// `log` of the C library.
    pub safe fn log(x: f64) -> f64;
    /// `log10` of the C library.
    pub safe fn log10(x: f64) -> f64;
    /// `sin` of the C library.
    pub safe fn sin(x: f64) -> f64;
    /// `cos` of the C library.
    pub safe fn cos(x: f64) -> f64;
    /// `tan` of the C library.
    pub safe fn tan(x: f64) -> f64;
    /// `asin` of the C library.
    pub safe fn asin(x: f64) -> f64;
    /// `acos` of the C library.
    pub safe fn acos(x: f64) -> f64;
    /// `atan` of the C library.
    pub safe fn atan(x: f64) -> f64;
    /// `sinh` of the C library.
    pub safe fn sinh(x: f64) -> f64;
    /// `cosh` of the C library.
    pub safe fn cosh(x: f64) -> f64;
    /// `tanh` of the C library.
    pub safe fn tanh(x: f64) -> f64;
    /// `asinh` of the C library.
    pub safe fn asinh(x: f64) -> f64;
    /// `acosh` of the C library.
    pub safe fn acosh(x: f64) -> f64;
    /// `atanh` of the C library.
    pub safe fn atanh(x: f64) -> f64;
    /// `erf` of the C library.
    pub safe fn erf(x: f64) -> f64;
    /// `erfc` of the C library.
    pub safe fn erfc(x: f64) -> f64;
    /// `exp2` of the C library.
    pub safe fn exp2(x: f64) -> f64;
    /// `log2` of the C library.
    pub safe fn log2(x: f64) -> f64;
    /// `cbrt` of the C library.
    pub safe fn cbrt(x: f64) -> f64;
    /// `tgamma` of the C library.
    pub safe fn tgamma(x: f64) -> f64;
    /// `lgamma` of the C library.
    pub safe fn lgamma(x: f64) -> f64;
    /// `j0` of the C library.
    pub safe fn j0(x: f64) -> f64;
    /// `j1` of the C library.
    pub safe fn j1(x: f64) -> f64;
    /// `y0` of the C library.
    pub safe fn y0(x: f64) -> f64;
    /// `y1` of the C library.
    pub safe fn y1(x: f64) -> f64;
    /// `atan2` of the C library.
    pub safe fn atan2(x: f64, y: f64) -> f64;
    /// `hypot` of the C library.
    pub safe fn hypot(x: f64, y: f64) -> f64;
    /// `pow` of the C library.
    pub safe fn pow(x: f64, y: f64) -> f64;
    /// `fmod` of the C library.
    pub safe fn fmod(x: f64, y: f64) -> f64;
    /// `nextafter` of the C library.
    pub safe fn nextafter(x: f64, y: f64) -> f64;
    /// `jn` of the C library.
    pub safe fn jn(n: i32, x: f64) -> f64;
    /// `yn` of the C library.
    pub safe fn yn(n: i32, x: f64) -> f64;
    /// `ldexp` of the C library.
    pub safe fn ldexp(x: f64, n: i32) -> f64;
    fn frexp(x: f64, e: *mut i32) -> f64;
    /// `csqrtf` of the C library.
    pub safe fn csqrtf(z: C32) -> C32;
    /// `cexpf` of the C library.
    pub safe fn cexpf(z: C32) -> C32;
    /// `clogf` of the C library.
    pub safe fn clogf(z: C32) -> C32;
    /// `csinf` of the C library.
    pub safe fn csinf(z: C32) -> C32;
    /// `ccosf` of the C library.
    pub safe fn ccosf(z: C32) -> C32;
    /// `ctanf` of the C library.
    pub safe fn ctanf(z: C32) -> C32;
    /// `casinf` of the C library.
    pub safe fn casinf(z: C32) -> C32;
    /// `cacosf` of the C library.
    pub safe fn cacosf(z: C32) -> C32;
    /// `catanf` of the C library.
    pub safe fn catanf(z: C32) -> C32;
    /// `csinhf` of the C library.
    pub safe fn csinhf(z: C32) -> C32;
    /// `ccoshf` of the C library.
    pub safe fn ccoshf(z: C32) -> C32;
    /// `ctanhf` of the C library.
    pub safe fn ctanhf(z: C32) -> C32;
    /// `casinhf` of the C library.
    pub safe fn casinhf(z: C32) -> C32;
    /// `cacoshf` of the C library.
    pub safe fn cacoshf(z: C32) -> C32;
    /// `catanhf` of the C library.
    pub safe fn catanhf(z: C32) -> C32;
    /// `cpowf` of the C library.
    pub safe fn cpowf(a: C32, b: C32) -> C32;
    /// `csqrt` of the C library.
    pub safe fn csqrt(z: C64) -> C64;
    /// `cexp` of the C library.
    pub safe fn cexp(z: C64) -> C64;
    /// `clog` of the C library.
    pub safe fn clog(z: C64) -> C64;
    /// `csin` of the C library.
    pub safe fn csin(z: C64) -> C64;
    /// `ccos` of the C library.
    pub safe fn ccos(z: C64) -> C64;
    /// `ctan` of the C library.
    pub safe fn ctan(z: C64) -> C64;
    /// `casin` of the C library.
    pub safe fn casin(z: C64) -> C64;
    /// `cacos` of the C library.
    pub safe fn cacos(z: C64) -> C64;
    /// `catan` of the C library.
    pub safe fn catan(z: C64) -> C64;
    /// `csinh` of the C library.
    pub safe fn csinh(z: C64) -> C64;
    /// `ccosh` of the C library.
    pub safe fn ccosh(z: C64) -> C64;
    /// `ctanh` of the C library.
    pub safe fn ctanh(z: C64) -> C64;
    /// `casinh` of the C library.
    pub safe fn casinh(z: C64) -> C64;
    /// `cacosh` of the C library.
    pub safe fn cacosh(z: C64) -> C64;
    /// `catanh` of the C library.
    pub safe fn catanh(z: C64) -> C64;
    /// `cpow` of the C library.
    pub safe fn cpow(a: C64, b: C64) -> C64;
}

/// Fraction in [0.5, 1) and exponent of a number.
pub fn split_f32(x: f32) -> (f32, i32) {
    let mut e = 0;
    // SAFETY: the function writes to `e`, which is a local.
    let f = unsafe { frexpf(x, &mut e) };
    (f, e)
}

/// Fraction in [0.5, 1) and exponent of a number.
pub fn split_f64(x: f64) -> (f64, i32) {
    let mut e = 0;
    // SAFETY: the function writes to `e`, which is a local.
    let f = unsafe { frexp(x, &mut e) };
    (f, e)
}

/// ERFC_SCALED: exp(x**2) * erfc(x).
pub fn erfc_scaled(x: f64) -> f64 {
    if x.is_nan() {
        return x;
    }
    if x < 10.0 {
        // The square is split into an exact part and a small rest.
        let z = f64::from_bits(x.to_bits() & !0x7ff_ffff);
        let rest = (x - z) * (x + z);
        return exp(z * z) * exp(rest) * erfc(x);
    }
    // Asymptotic series: terms fall below rounding long before they grow again.
    let y = 0.5 / (x * x);
    let (mut term, mut sum) = (1.0, 1.0);
    let mut k = 1.0;
    while k < 40.0 {
        term *= -k * y;
        if sum + term == sum {
            break;
        }
        sum += term;
        k += 2.0;
    }
    sum / (x * std::f64::consts::PI.sqrt())
}

/// A function of a complex number by its Fortran name.
pub fn complex_value(name: &str, re: f64, im: f64) -> Option<(f64, f64)> {
    let f: extern "C" fn(C64) -> C64 = match name {
        "sqrt" => csqrt,
        "exp" => cexp,
        "log" => clog,
        "sin" => csin,
        "cos" => ccos,
        "tan" => ctan,
        "asin" => casin,
        "acos" => cacos,
        "atan" => catan,
        "sinh" => csinh,
        "cosh" => ccosh,
        "tanh" => ctanh,
        "asinh" => casinh,
        "acosh" => cacosh,
        "atanh" => catanh,
        _ => return None,
    };
    let r = f(C64 { re, im });
    Some((r.re, r.im))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scaled_error_function() {
        // Reference values to 17 digits.
        for (x, want) in [
            (0.0, 1.0),
            (1.0, 0.427_583_576_155_807),
            (-1.0, 5.008_980_080_762_283),
            (5.0, 0.110_704_637_733_068_63),
            (12.0, 0.046_854_221_014_893_76),
            (100.0, 0.005_641_613_782_989_433),
        ] {
            let got = erfc_scaled(x);
            assert!((got - want).abs() <= 4e-16 * want * 2.0, "{x}: {got} {want}");
        }
    }
}
