//! Constant evaluation.

use super::*;

/// The value of an expression of a type.
fn constant(ty: &str, e: &str) -> Const {
    value(&ok(&format!("program p\nimplicit none\ninteger :: i, j\n{ty}, parameter :: c = {e}\nend program\n")), "c")
}
fn int(e: &str) -> i128 {
    match constant("integer", e) {
        Const::Int(n) => n,
        c => panic!("{c:?}"),
    }
}
fn real8(e: &str) -> f64 {
    match constant("real(8)", e) {
        Const::Real(x) => x,
        c => panic!("{c:?}"),
    }
}
fn real4(e: &str) -> f64 {
    match constant("real", e) {
        Const::Real(x) => x,
        c => panic!("{c:?}"),
    }
}
fn logical(e: &str) -> bool {
    constant("logical", e) == Const::Logical(true)
}
fn text(e: &str) -> String {
    match constant("character(len=*)", e) {
        Const::Char(s) => String::from_utf8(narrow(&s)).unwrap(),
        c => panic!("{c:?}"),
    }
}

#[test]
fn arithmetic() {
    assert_eq!(int("7 / 2 * 2"), 6);
    assert_eq!(int("-7 / 2"), -3);
    assert_eq!(int("2 ** 10"), 1024);
    assert_eq!(int("2 ** (-1)"), 0);
    assert_eq!(int("-2147483648"), -2147483648);
    assert_eq!(int("mod(-7, 3)"), -1);
    assert_eq!(int("modulo(-7, 3)"), 2);
    assert_eq!(int("nint(-2.5)"), -3);
    assert_eq!(int("int(3.99d0)"), 3);
    assert_eq!(int("floor(-1.5) + ceiling(1.2)"), 0);
}

#[test]
fn reals_of_kind_4_are_rounded() {
    assert_eq!(real4("0.1"), 0.1f32 as f64);
    assert_eq!(real4("1.0 / 3.0"), (1.0f32 / 3.0) as f64);
    assert_eq!(real8("0.1"), 0.1f32 as f64);
    assert_eq!(real8("0.1d0"), 0.1);
    assert_eq!(real8("1.0 / 3.0 + 0d0"), (1.0f32 / 3.0) as f64);
    assert_eq!(real4("16777216.0 + 1.0"), 16777216.0);
    assert_eq!(real4("sqrt(2.0)"), 2f32.sqrt() as f64);
    assert_eq!(real4("real(0.1d0, 4)"), 0.1f32 as f64);
    assert_eq!(real4("16777217"), 16777216.0);
}

#[test]
fn inquiries() {
    assert_eq!(int("huge(1)"), i32::MAX as i128);
    assert_eq!(int("kind(1d0) + selected_int_kind(18) + selected_real_kind(6)"), 20);
    assert_eq!(int("digits(1.0) + maxexponent(1d0) + bit_size(1_8)"), 24 + 1024 + 64);
    assert_eq!(real4("epsilon(1.0)"), f32::EPSILON as f64);
    assert_eq!(real8("tiny(1d0)"), f64::MIN_POSITIVE);
    assert_eq!(real8("spacing(1d0)"), f64::EPSILON);
    assert_eq!(real4("nearest(1.0, 1.0)"), 1.0 + f32::EPSILON as f64);
    assert_eq!(int("exponent(8.0)"), 4);
    let p = ok("program p\nreal :: a(3, 0:4)\ninteger, parameter :: c = size(a) + ubound(a, 2)\nend");
    assert_eq!(value(&p, "c"), Const::Int(19));
}

#[test]
fn bits() {
    assert_eq!(int("iand(12, 10) + ior(12, 10) * 100 + ieor(12, 10) * 10000"), 8 + 1400 + 60000);
    assert_eq!(int("ishft(-1, -28)"), 15);
    assert_eq!(int("ishftc(1, -1)"), i32::MIN as i128);
    assert_eq!(int("not(0)"), -1);
    assert_eq!(int("popcnt(-1) + leadz(1) + trailz(8)"), 32 + 31 + 3);
    assert_eq!(int("int(z'ff')"), 255);
    assert_eq!(int("maskl(1)"), i32::MIN as i128);
    assert_eq!(int("shifta(-8, 1)"), -4);
    assert_eq!(real4("transfer(1065353216, 1.0)"), 1.0);
    assert!(logical("btest(4, 2) .and. bge(-1, 1)"));
}

#[test]
fn characters() {
    assert_eq!(text("'ab' // \"cd\""), "abcd");
    assert_eq!(text("trim('ab  ') // adjustl('  x')"), "abx  ");
    assert_eq!(text("repeat('xy', 3)"), "xyxyxy");
    assert_eq!(int("index('banana', 'an', back=.true.) + len_trim('a  ') * 10"), 14);
    assert_eq!(int("scan('fortran', 'tr') + verify('aab', 'a') * 10"), 33);
    assert_eq!(int("ichar('A') + iachar('a')"), 65 + 97);
    assert_eq!(text("achar(72) // char(105)"), "Hi");
    assert!(logical("'abc' < 'abd' .and. 'a' == 'a  ' .and. llt('A', 'a')"));
    let p = ok("program p\ncharacter(len=5), parameter :: c = 'ab'\ncharacter(len=2), parameter :: d = 'abc'\nend");
    assert_eq!(value(&p, "c"), Const::text(b"ab   "));
    assert_eq!(value(&p, "d"), Const::text(b"ab"));
}

#[test]
fn arrays() {
    assert_eq!(int("sum([(i * i, i = 1, 4)])"), 30);
    assert_eq!(int("maxval([3, 9, 2]) + minval([3, 9, 2]) * 10"), 29);
    assert_eq!(int("dot_product([1, 2, 3], [4, 5, 6])"), 32);
    assert_eq!(int("sum(matmul(reshape([1, 2, 3, 4], [2, 2]), reshape([1, 0, 0, 1], [2, 2])))"), 10);
    assert_eq!(int("sum(maxloc([1, 5, 5])) + 10 * sum(maxloc([1, 5, 5], back=.true.))"), 32);
    assert_eq!(int("findloc([1, 5, 5], 5, dim=1)"), 2);
    assert_eq!(int("count([.true., .false., .true.])"), 2);
    assert_eq!(int("sum(pack([1, 2, 3], [.true., .false., .true.]))"), 4);
    assert_eq!(int("sum(cshift([1, 2, 3], 1) * [1, 10, 100])"), 2 + 30 + 100);
    assert_eq!(int("sum(eoshift([1, 2, 3], -1) * [1, 10, 100])"), 10 + 200);
    assert_eq!(int("product(shape(spread([1, 2], 1, 3)))"), 6);
    assert!(logical("all([1, 2] == [1, 2]) .and. .not. any([.false.])"));
    let p = ok("program p\ninteger :: i\ninteger, parameter :: t(2, 3) = reshape([(i, i = 1, 6)], [2, 3])\n\
        integer, parameter :: c = t(2, 3) + sum(t(1, :)), d(*) = [4, 5]\nend");
    assert_eq!(value(&p, "c"), Const::Int(6 + 9));
    assert_eq!(value(&p, "d"), super::super::const_eval::ints(vec![4, 5]));
}

#[test]
fn structures() {
    let p = ok("program p\ntype :: t\ninteger :: a = 3\nreal :: b(2) = [1.0, 2.0]\nend type\n\
        type(t), parameter :: x = t(b=[5.0, 6.0])\ninteger, parameter :: c = x%a\nreal, parameter :: d = x%b(2)\nend");
    assert_eq!(value(&p, "c"), Const::Int(3));
    assert_eq!(value(&p, "d"), Const::Real(6.0));
}

#[test]
fn kinds_from_modules() {
    let p =
        ok("module k\nuse iso_fortran_env, only: real64, dp => real64\nimplicit none\ninteger, parameter :: wp = dp\n\
        end module\nprogram p\nuse k\nimplicit none\nreal(wp) :: x\nx = 1.5_wp\nend program");
    assert_eq!(symbol(&p, "x").ty, Ty::Real(8));
}

#[test]
fn faults() {
    let fault = |e: &str, text: &str| one_error(&format!("program p\ninteger, parameter :: c = {e}\nend"), 2, text);
    fault("2147483647 + 1", "does not fit in integer(4)");
    fault("1 / 0", "division by zero");
    fault("2147483648", "too large for integer(4)");
    fault("huge(1) * 2", "overflow");
    fault("int(1e20)", "does not fit");
    one_error("program p\ninteger :: n\ninteger, parameter :: c = n\nend", 3, "`n` is a variable");
    one_error("program p\nreal, parameter :: c = 1e38 * 10.0\nend", 2, "overflow");
    one_error("program p\ninteger, parameter :: a(2) = [1, 2]\ninteger, parameter :: c = a(3)\nend", 3, "outside 1:2");
}
