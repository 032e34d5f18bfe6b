//! Specific names of intrinsic functions: the generic each stands for, the type of its arguments and of its result.

use super::Intrinsic;
use rustc_hash::FxHashMap;
use std::sync::LazyLock;

/// Type of arguments or result of a specific function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum SpecificTy {
    Integer(u8),
    Real(u8),
    Complex(u8),
    /// Default character.
    Char,
    /// Any type the generic takes (`float` of any integer kind).
    AnyInteger,
    AnyReal,
    AnyComplex,
    /// Any type the generic takes, in every argument (`dcmplx`).
    AnyNumber,
}

/// A specific name.
#[derive(Clone, Copy, Debug)]
pub struct Specific {
    /// The name.
    pub name: &'static str,
    /// What it is a case of.
    pub generic: Intrinsic,
    /// Type that all data arguments must have.
    pub arg: SpecificTy,
    /// Type of the result where it is not that of the generic with such arguments (`max1`: integer).
    pub result: Option<SpecificTy>,
    /// May be an actual argument.
    pub actual: bool,
}

macro_rules! specifics {
    ($table:ident $($name:literal $generic:ident $arg:expr, $result:expr, $actual:literal;)*) => {
        static $table: &[Specific] = &[$(Specific {
            name: $name, generic: Intrinsic::$generic, arg: $arg, result: $result, actual: $actual,
        }),*];
    };
}

const I: SpecificTy = SpecificTy::Integer(4);
const R: SpecificTy = SpecificTy::Real(4);
const D: SpecificTy = SpecificTy::Real(8);
const C: SpecificTy = SpecificTy::Complex(4);
const Z: SpecificTy = SpecificTy::Complex(8);
const ANY_I: SpecificTy = SpecificTy::AnyInteger;
const ANY_R: SpecificTy = SpecificTy::AnyReal;
const ANY_C: SpecificTy = SpecificTy::AnyComplex;
const ANY_N: SpecificTy = SpecificTy::AnyNumber;

specifics! { TABLE
    "alog" Log R, None, true;
    "alog10" Log10 R, None, true;
    "amax0" Max I, Some(R), false;
    "amax1" Max R, None, false;
    "amin0" Min I, Some(R), false;
    "amin1" Min R, None, false;
    "amod" Mod R, None, true;
    "cabs" Abs C, None, true;
    "ccos" Cos C, None, true;
    "cdabs" Abs Z, None, true;
    "cdcos" Cos Z, None, true;
    "cdexp" Exp Z, None, true;
    "cdlog" Log Z, None, true;
    "cdsin" Sin Z, None, true;
    "cdsqrt" Sqrt Z, None, true;
    "cexp" Exp C, None, true;
    "clog" Log C, None, true;
    "csin" Sin C, None, true;
    "csqrt" Sqrt C, None, true;
    "dabs" Abs D, None, true;
    "dacos" Acos D, None, true;
    "dacosh" Acosh D, None, true;
    "dasin" Asin D, None, true;
    "dasinh" Asinh D, None, true;
    "datan" Atan D, None, true;
    "datan2" Atan2 D, None, true;
    "datanh" Atanh D, None, true;
    "dbesj0" BesselJ0 D, None, true;
    "dbesj1" BesselJ1 D, None, true;
    "dbesy0" BesselY0 D, None, true;
    "dbesy1" BesselY1 D, None, true;
    "dbesjn" BesselJn D, None, false;
    "dbesyn" BesselYn D, None, false;
    "besjn" BesselJn ANY_R, None, false;
    "besyn" BesselYn ANY_R, None, false;
    "besj0" BesselJ0 ANY_R, None, true;
    "besj1" BesselJ1 ANY_R, None, true;
    "besy0" BesselY0 ANY_R, None, true;
    "besy1" BesselY1 ANY_R, None, true;
    "dcmplx" Cmplx ANY_N, Some(Z), false;
    "dconjg" Conjg Z, None, true;
    "dcos" Cos D, None, true;
    "dacosd" Acosd D, None, true;
    "dasind" Asind D, None, true;
    "datand" Atand D, None, true;
    "datan2d" Atan2d D, None, true;
    "dcosd" Cosd D, None, true;
    "dsind" Sind D, None, true;
    "dtand" Tand D, None, true;
    "dcotan" Cotan D, None, true;
    "dcotand" Cotand D, None, true;
    "dcosh" Cosh D, None, true;
    "ddim" Dim D, None, true;
    "derf" Erf D, None, true;
    "derfc" Erfc D, None, true;
    "dexp" Exp D, None, true;
    "dfloat" Dble ANY_I, None, false;
    "dgamma" Gamma D, None, true;
    "dimag" Aimag Z, None, true;
    "dint" Aint D, None, true;
    "dlgama" LogGamma D, None, true;
    "dlog" Log D, None, true;
    "dlog10" Log10 D, None, true;
    "dmax1" Max D, None, false;
    "dmin1" Min D, None, false;
    "dmod" Mod D, None, true;
    "dnint" Anint D, None, true;
    "dreal" Real Z, Some(D), false;
    "dsign" Sign D, None, true;
    "dsin" Sin D, None, true;
    "dsinh" Sinh D, None, true;
    "dsqrt" Sqrt D, None, true;
    "dtan" Tan D, None, true;
    "dtanh" Tanh D, None, true;
    "float" Real ANY_I, Some(R), false;
    "iabs" Abs I, None, true;
    "idim" Dim I, None, true;
    "idint" Int D, Some(I), false;
    "idnint" Nint D, Some(I), true;
    "ifix" Int R, Some(I), false;
    "imag" Aimag ANY_C, None, true;
    "imagpart" Aimag ANY_C, None, true;
    "isign" Sign I, None, true;
    "algama" LogGamma ANY_R, None, true;
    "lgamma" LogGamma ANY_R, None, true;
    "lnblnk" LenTrim SpecificTy::Char, None, false;
    "max0" Max I, None, false;
    "max1" Max R, Some(I), false;
    "min0" Min I, None, false;
    "min1" Min R, Some(I), false;
    "realpart" Real ANY_C, None, false;
    "sngl" Real ANY_R, Some(R), false;
    "zabs" Abs Z, None, true;
    "zcos" Cos Z, None, true;
    "zexp" Exp Z, None, true;
    "zlog" Log Z, None, true;
    "zsin" Sin Z, None, true;
    "zsqrt" Sqrt Z, None, true;
}

// Names of VAX Fortran for integers of one kind (`-fdec-intrinsic-ints`).
specifics! { VAX
    "babs" Abs ANY_I, None, false;
    "bbclr" Ibclr ANY_I, None, false;
    "bbits" Ibits ANY_I, None, false;
    "bbset" Ibset ANY_I, None, false;
    "bbtest" Btest ANY_I, None, false;
    "biand" Iand ANY_I, None, false;
    "bieor" Ieor ANY_I, None, false;
    "bior" Ior ANY_I, None, false;
    "bitest" Btest ANY_I, None, false;
    "bjtest" Btest ANY_I, None, false;
    "bktest" Btest ANY_I, None, false;
    "bmod" Mod ANY_I, None, false;
    "bnot" Not ANY_I, None, false;
    "bshft" Ishft ANY_I, None, false;
    "bshftc" Ishftc ANY_I, None, false;
    "floati" Real ANY_I, Some(R), false;
    "floatj" Real ANY_I, Some(R), false;
    "floatk" Real ANY_I, Some(R), false;
    "iiabs" Abs ANY_I, None, false;
    "iiand" Iand ANY_I, None, false;
    "iibclr" Ibclr ANY_I, None, false;
    "iibits" Ibits ANY_I, None, false;
    "iibset" Ibset ANY_I, None, false;
    "iieor" Ieor ANY_I, None, false;
    "iior" Ior ANY_I, None, false;
    "iishft" Ishft ANY_I, None, false;
    "iishftc" Ishftc ANY_I, None, false;
    "imod" Mod ANY_I, None, false;
    "inot" Not ANY_I, None, false;
    "jiabs" Abs ANY_I, None, false;
    "jiand" Iand ANY_I, None, false;
    "jibclr" Ibclr ANY_I, None, false;
    "jibits" Ibits ANY_I, None, false;
    "jibset" Ibset ANY_I, None, false;
    "jieor" Ieor ANY_I, None, false;
    "jior" Ior ANY_I, None, false;
    "jishft" Ishft ANY_I, None, false;
    "jishftc" Ishftc ANY_I, None, false;
    "jmod" Mod ANY_I, None, false;
    "jnot" Not ANY_I, None, false;
    "kiabs" Abs ANY_I, None, false;
    "kiand" Iand ANY_I, None, false;
    "kibclr" Ibclr ANY_I, None, false;
    "kibits" Ibits ANY_I, None, false;
    "kibset" Ibset ANY_I, None, false;
    "kieor" Ieor ANY_I, None, false;
    "kior" Ior ANY_I, None, false;
    "kishft" Ishft ANY_I, None, false;
    "kishftc" Ishftc ANY_I, None, false;
    "kmod" Mod ANY_I, None, false;
    "knot" Not ANY_I, None, false;
}

/// The specific integer function of VAX Fortran with that name.
pub fn vax_specific(name: &str) -> Option<&'static Specific> {
    VAX.iter().find(|s| s.name == name)
}

static BY_NAME: LazyLock<FxHashMap<&'static str, &'static Specific>> =
    LazyLock::new(|| TABLE.iter().map(|s| (s.name, s)).collect());

/// The specific function with that name.
pub fn specific(name: &str) -> Option<&'static Specific> {
    BY_NAME.get(name).copied()
}
