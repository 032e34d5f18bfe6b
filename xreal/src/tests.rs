//! Known values, properties, round trips.

use crate::arith::{Calc, Mode, flag};
use crate::complex;
use crate::decimal::{expand, from_text, parse, short};
use crate::functions::{bessel_j, bessel_y, binary, unary};
use crate::num::{Format, Num};
use proptest::prelude::*;

fn quad(text: &str) -> Num {
    from_text(&mut Calc::kind(16), text).expect("a number")
}

/// Within one unit in the last place.
fn near(got: Num, want: &str) {
    let want = quad(want);
    let mut c = Calc::kind(16);
    let gap = c.sub(got, want).abs();
    let ulp = Num::power_of_two(want.exp - 112);
    assert!(gap.le(ulp), "{got} is not {want}");
}

fn f(name: &str, x: &str) -> Num {
    unary(name, &mut Calc::kind(16), quad(x)).expect("a function")
}

#[test]
fn known_values() {
    near(f("exp", "1"), "2.718281828459045235360287471352662497757247093699959574967");
    near(f("log", "10"), "2.302585092994045684017991454684364207601101488628772976033");
    near(f("sin", "1e22"), "-0.852200849767188801772705893753029368261762150410043656257");
    near(f("atan", "1"), "0.785398163397448309615660845819875721049292349843776455244");
    near(f("gamma", "0.5"), "1.772453850905516027298167483341145182797549456122387128214");
    near(f("log_gamma", "0.5"), "0.572364942924700087071713675676529355823647406457655785757");
    near(f("erf", "0.5"), "0.520499877813046537682746653891964528736451575757963700058806");
    near(f("erfc", "10"), "2.08848758376254475700078629495778861156081811932116372701e-45");
    near(f("erfc_scaled", "10"), "0.0561409927438225858575173872204683115651572566550754835");
    near(f("bessel_j0", "1"), "0.765197686557966551449717526102663220909274289755325241861549");
    near(f("bessel_y1", "1"), "-0.781212821300288716547150000047964820549906390716444607843833");
    let mut c = Calc::kind(16);
    near(bessel_j(&mut c, 5, Num::ONE), "0.000249757730211234431375065540988045198158367776980070726748926");
    near(bessel_y(&mut c, 0, Num::ONE), "0.0882569642156769579829267660235151628278175230906755467110438");
    near(
        binary("pow", &mut c, quad("2"), quad("0.5")).expect("pow"),
        "1.41421356237309504880168872420969807856967187537694807",
    );
}

#[test]
fn exact_results() {
    let mut c = Calc::kind(16);
    assert_eq!(f("exp", "0"), Num::ONE);
    assert_eq!(f("log10", "1e30"), quad("30"));
    assert_eq!(f("log2", "1024"), quad("10"));
    assert_eq!(f("cbrt", "-27"), quad("-3"));
    assert_eq!(f("gamma", "21"), quad("2432902008176640000"));
    assert_eq!(f("sind", "30"), quad("0.5"));
    assert_eq!(f("cosd", "-120"), quad("-0.5"));
    assert_eq!(binary("pow", &mut c, quad("10"), quad("20")), Some(quad("1e20")));
    assert_eq!(c.sqrt(quad("1.44e2")), quad("12"));
    assert_eq!(complex::div(&mut c, (quad("5"), quad("10")), (quad("1"), quad("2"))).0, quad("5"));
}

#[test]
fn ends_of_the_range() {
    let mut c = Calc::kind(10);
    let huge = Format::EXTENDED.huge();
    assert!(c.add(huge, huge).is_infinite());
    assert_ne!(c.flags & flag::OVERFLOW, 0);
    let tiny = Format::EXTENDED.tiny();
    let least = Num::power_of_two(-16445);
    assert_eq!(c.scale(tiny, -63), least);
    assert!(c.scale(tiny, -65).is_zero());
    assert_eq!(c.next(Num::ZERO, true), least);
    assert!(c.next(huge, true).is_infinite());
    assert!(c.sqrt(Num::ONE.neg()).is_nan());
    assert_ne!(c.flags & flag::INVALID, 0);
    c.mode = Mode::Zero;
    assert_eq!(c.mul(huge, huge), huge);
    assert_eq!(short(10, huge), "1.189731495357231765e4932");
    assert_eq!(short(16, quad("0.1")), "1.0e-1");
}

fn any_quad() -> impl Strategy<Value = Num> {
    any::<u128>().prop_map(Num::from_quad)
}

proptest! {
    #[test]
    fn memory_keeps_every_number(bits: u128) {
        prop_assert_eq!(Num::from_quad(bits).to_quad(), bits);
    }

    #[test]
    fn doubles_are_exact(x: f64) {
        prop_assert_eq!(Num::from_f64(x).to_f64().to_bits(), x.to_bits());
    }

    #[test]
    fn double_arithmetic(x: f64, y: f64) {
        let (a, b) = (Num::from_f64(x), Num::from_f64(y));
        let mut c = Calc::kind(8);
        let same = |n: Num, want: f64| n.to_f64().to_bits() == want.to_bits() || n.is_nan() && want.is_nan();
        prop_assert!(same(c.add(a, b), x + y));
        prop_assert!(same(c.mul(a, b), x * y));
        prop_assert!(same(c.div(a, b), x / y));
        prop_assert!(same(c.rem(a, b), x % y));
        prop_assert!(same(c.sqrt(a), x.sqrt()));
        prop_assert!(same(c.fma(a, b, a), x.mul_add(y, x)));
    }

    #[test]
    fn text_gives_the_number_back(x in any_quad()) {
        prop_assume!(x.is_finite() && !x.is_zero());
        let (digits, exp) = expand(x);
        prop_assert_eq!(parse(&mut Calc::kind(16), x.neg, &digits, exp.into()), x);
        prop_assert_eq!(from_text(&mut Calc::kind(16), &short(16, x)), Some(x));
    }

    #[test]
    fn squares_have_roots(x in any_quad()) {
        let mut c = Calc::kind(16);
        let x = x.abs();
        prop_assume!(x.is_finite() && !x.is_zero());
        // The root rounded down, and its neighbour, enclose the number.
        c.mode = Mode::Zero;
        let r = c.sqrt(x);
        let above = c.next(r, true);
        let mut wide = Calc::new(Format { digits: 127, max: 1 << 20 });
        wide.mode = Mode::Zero;
        prop_assert!(wide.mul(r, r).le(x));
        prop_assert!(x.le(wide.mul(above, above)));
    }
}
