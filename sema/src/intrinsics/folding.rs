//! What folding of every family asks for: the constant arguments of a reference, and values that are rounded and checked.

use super::*;
use crate::const_eval::map;
use crate::const_eval::numeric::int;

/// A reference to an elemental function with constant scalars as arguments.
pub(crate) struct Scalars<'v> {
    pub id: Intrinsic,
    /// The values of the arguments; none where they are absent.
    pub values: &'v [Option<Const>],
    /// Their types.
    pub types: &'v [Option<Ty>],
    /// Type of the result.
    pub ty: &'v Ty,
    pub span: Span,
}

/// Real arguments: of kinds 4 and 8 alone, or as numbers where a real of kind 10 or 16 is among them or is the result.
pub(super) enum Reals<const N: usize> {
    Small([f64; N]),
    Wide([Num; N]),
}

/// Kind of a number or truth value.
fn kind(ty: &Ty) -> u8 {
    match ty {
        Ty::Integer(k) | Ty::Unsigned(k) | Ty::Real(k) | Ty::Complex(k) | Ty::Logical(k) => *k,
        _ => 4,
    }
}

impl Scalars<'_> {
    /// The value of an argument.
    pub fn get(&self, i: usize) -> Option<&Const> {
        self.values.get(i).and_then(|x| x.as_ref())
    }

    /// The type of an argument.
    pub fn ty_of(&self, i: usize) -> Option<&Ty> {
        self.types.get(i).and_then(|t| t.as_ref())
    }

    /// The kind of an argument.
    pub fn kind_of(&self, i: usize) -> u8 {
        self.ty_of(i).map_or(4, kind)
    }

    /// The kind of the result.
    pub fn kind(&self) -> u8 {
        kind(self.ty)
    }

    /// The value of an integer argument.
    pub fn int(&self, i: usize) -> Option<i128> {
        match self.get(i) {
            Some(Const::Int(n)) => Some(*n),
            _ => None,
        }
    }

    /// The first arguments, where they are integers.
    pub fn ints<const N: usize>(&self) -> Option<[i128; N]> {
        let mut out = [0; N];
        for (i, n) in out.iter_mut().enumerate() {
            *n = self.int(i)?;
        }
        Some(out)
    }

    /// Whether reals of kind 10 or 16 take part.
    pub fn is_wide(&self) -> bool {
        extended::is_extended(self.ty) || self.values.iter().flatten().any(extended::is_constant)
    }

    /// The first arguments, where they are real.
    pub fn reals<const N: usize>(&self) -> Option<Reals<N>> {
        if self.is_wide() {
            let mut out = [Num::ZERO; N];
            for (i, x) in out.iter_mut().enumerate() {
                *x = extended::number(self.get(i)?)?;
            }
            return Some(Reals::Wide(out));
        }
        let mut out = [0.0; N];
        for (i, x) in out.iter_mut().enumerate() {
            let Const::Real(y) = self.get(i)? else { return None };
            *x = *y;
        }
        Some(Reals::Small(out))
    }

    /// Whether an argument is a zero.
    pub fn is_zero(&self, i: usize) -> bool {
        match self.get(i) {
            Some(Const::Int(n)) => *n == 0,
            Some(Const::Real(x)) => *x == 0.0,
            Some(Const::Ext(x)) => x.is_zero(),
            _ => false,
        }
    }

    /// Arguments of these types give no constant.
    pub fn no_value<T>(&self) -> Result<T, Fail> {
        not_const(self.span, format!("`{}` has no value at compile time here", self.id.name()))
    }

    /// What only the program itself computes.
    pub fn at_run_time<T>(&self) -> Result<T, Fail> {
        not_const(self.span, format!("`{}` is evaluated at run time", self.id.name()))
    }

    /// A real of kind 4 or 8: an error where finite arguments give none that is finite.
    pub fn small(&self, x: f64) -> Val {
        let infinite = |c: &Const| matches!(c, Const::Real(y) if !y.is_finite());
        self.finite(x, !self.values.iter().flatten().any(infinite), || " has no finite result here".into())
    }

    fn finite(&self, x: f64, finite_arguments: bool, why: impl Fn() -> String) -> Val {
        let r = round(self.kind(), x);
        if !r.is_finite() && finite_arguments && range_checked() {
            return wrong(self.span, format!("`{}`{}", self.id.name(), why()));
        }
        Ok(Const::Real(r))
    }

    /// A real of any kind, for arguments of kinds 10 and 16; the same.
    fn wide(&self, x: Num, arguments: &[Num]) -> Val {
        extended::real(self.kind(), x, arguments.iter().all(|y| y.is_finite()), self.span)
    }

    /// A real function of one real, which kinds 10 and 16 may be without.
    pub fn known1(&self, small: impl Fn(f64) -> f64, wide: impl Fn(&mut Calc, Num) -> Option<Num>) -> Val {
        match self.reals() {
            Some(Reals::Small([x])) => self.finite(small(x), x.is_finite(), || format!(" of {x} has no finite result")),
            Some(Reals::Wide([x])) => match wide(&mut Calc::kind(self.kind_of(0)), x) {
                Some(r) => self.wide(r, &[x]),
                None => self.at_run_time(),
            },
            None => self.no_value(),
        }
    }

    /// A real function of one real.
    pub fn real1(&self, small: impl Fn(f64) -> f64, wide: impl Fn(&mut Calc, Num) -> Num) -> Val {
        self.known1(small, |c, x| Some(wide(c, x)))
    }

    /// A real function of two reals, which kinds 10 and 16 may be without.
    pub fn known2(&self, small: impl Fn(f64, f64) -> f64, wide: impl Fn(&mut Calc, Num, Num) -> Option<Num>) -> Val {
        match self.reals() {
            Some(Reals::Small([x, y])) => self.small(small(x, y)),
            Some(Reals::Wide([x, y])) => match wide(&mut Calc::kind(self.kind_of(0)), x, y) {
                Some(r) => self.wide(r, &[x, y]),
                None => self.at_run_time(),
            },
            None => self.no_value(),
        }
    }

    /// A real function of two reals.
    pub fn real2(&self, small: impl Fn(f64, f64) -> f64, wide: impl Fn(&mut Calc, Num, Num) -> Num) -> Val {
        self.known2(small, |c, x, y| Some(wide(c, x, y)))
    }

    /// A real function of two reals whose result may be infinite whatever they are.
    pub fn any2(&self, small: impl Fn(f64, f64) -> f64, wide: impl Fn(&mut Calc, Num, Num) -> Num) -> Val {
        match self.reals() {
            Some(Reals::Small([x, y])) => Ok(Const::Real(round(self.kind(), small(x, y)))),
            Some(Reals::Wide([x, y])) => Ok(of_kind(self.kind(), wide(&mut Calc::kind(self.kind_of(0)), x, y))),
            None => self.no_value(),
        }
    }

    /// As [`Self::any2`], of one real.
    pub fn any1(&self, small: impl Fn(f64) -> f64, wide: impl Fn(&mut Calc, Num) -> Num) -> Val {
        match self.reals() {
            Some(Reals::Small([x])) => Ok(Const::Real(round(self.kind(), small(x)))),
            Some(Reals::Wide([x])) => Ok(of_kind(self.kind(), wide(&mut Calc::kind(self.kind_of(0)), x))),
            None => self.no_value(),
        }
    }

    /// What is true of a real.
    pub fn test1(&self, small: impl Fn(f64) -> bool, wide: impl Fn(Num) -> bool) -> Val {
        match self.reals() {
            Some(Reals::Small([x])) => Ok(Const::Logical(small(x))),
            Some(Reals::Wide([x])) => Ok(Const::Logical(wide(x))),
            None => self.no_value(),
        }
    }

    /// What is true of two reals.
    pub fn test2(&self, small: impl Fn(f64, f64) -> bool, wide: impl Fn(Num, Num) -> bool) -> Val {
        match self.reals() {
            Some(Reals::Small([x, y])) => Ok(Const::Logical(small(x, y))),
            Some(Reals::Wide([x, y])) => Ok(Const::Logical(wide(x, y))),
            None => self.no_value(),
        }
    }

    /// A real rounded to a whole number, as an integer.
    pub fn whole(&self, small: impl Fn(f64) -> f64, wide: Mode) -> Val {
        match self.reals() {
            Some(Reals::Small([x])) => convert(Const::Real(small(x)), self.ty, self.span),
            Some(Reals::Wide([x])) => {
                let x = Calc::kind(self.kind_of(0)).integral(x, wide);
                convert(Const::Ext(x), self.ty, self.span)
            }
            None => self.no_value(),
        }
    }
}

/// A reference to another function that is evaluated at compile time.
pub(crate) struct Reference<'r, 'p> {
    pub eval: &'r mut Eval<'p>,
    pub id: Intrinsic,
    /// The arguments in the order of the row.
    pub args: &'r [Option<Expr>],
    /// The reference.
    pub e: &'r Expr,
}

impl<'r> Reference<'r, '_> {
    /// An argument.
    pub fn arg(&self, i: usize) -> Option<&'r Expr> {
        self.args.get(i).and_then(|a| a.as_ref())
    }

    /// The values of all arguments.
    pub fn values(&mut self) -> Result<Vec<Option<Const>>, Fail> {
        self.args.iter().map(|a| a.as_ref().map(|a| self.eval.eval(a)).transpose()).collect()
    }

    /// What only the program itself computes.
    pub fn at_run_time<T>(&self) -> Result<T, Fail> {
        not_const(self.e.span, format!("`{}` is evaluated at run time", self.id.name()))
    }

    /// An inquiry whose argument has properties that only the program itself knows.
    pub fn unknown(&self) -> Fail {
        let text = format!("`{}` of this argument is known at run time only", self.id.name());
        Fail::NotConst(self.e.span, text)
    }
}

/// The value of a constant integer.
pub(super) fn as_int(c: Option<&Const>) -> Option<i64> {
    match c {
        Some(Const::Int(n)) => i64::try_from(*n).ok(),
        _ => None,
    }
}

impl Eval<'_> {
    /// A reference to an intrinsic function.
    pub(crate) fn intrinsic(&mut self, id: Intrinsic, args: &[Option<Expr>], e: &Expr) -> Val {
        let value = self.value_of_family(id, args, e)?;
        match e.ty {
            // The kind may be too small for what a function counts.
            Ty::Integer(k) => map(value, &mut |c| match c {
                Const::Int(n) => int(k, n, e.span),
                c => Ok(c),
            }),
            _ => Ok(value),
        }
    }

    fn value_of_family(&mut self, id: Intrinsic, args: &[Option<Expr>], e: &Expr) -> Val {
        let r = Reference { eval: self, id, args, e };
        match id.family() {
            Family::Numbers(f) => element_by_element(r, |call| numbers::fold(f, call)),
            Family::Mathematics(f) => element_by_element(r, |call| mathematics::fold(f, call)),
            Family::Floats(f) => element_by_element(r, |call| floats::fold(f, call)),
            Family::Bits(f) => element_by_element(r, |call| bits::fold(f, call)),
            Family::Characters(f) => element_by_element(r, |call| characters::fold(f, call)),
            Family::Ieee(f) => element_by_element(r, |call| ieee::fold(f, call)),
            Family::Models(f) => models::fold(f, r),
            Family::Strings(f) => strings::fold(f, r),
            Family::Reductions(f) => reductions::fold(f, r),
            Family::Arrays(f) => arrays::fold(f, r),
            Family::Objects(f) => objects::fold(f, r),
            Family::System(f) => system::fold(f, r),
            Family::CBinding(f) => c_binding::fold(f, r),
            Family::IeeeSupport(f) => ieee_support::fold(f, r),
            Family::Images(_) | Family::Collectives(_) | Family::Extensions(_) | Family::IeeeEnvironment(_) => {
                r.at_run_time()
            }
        }
    }
}

/// Applies an elemental function, element by element where arrays are among the arguments.
fn element_by_element(mut r: Reference, fold: impl Fn(&Scalars) -> Val) -> Val {
    let values = r.values()?;
    let types: Vec<Option<Ty>> = r.args.iter().map(|a| a.as_ref().map(|a| a.ty.clone())).collect();
    let one = |values: &[Option<Const>]| {
        let call = Scalars { id: r.id, values, types: &types, ty: &r.e.ty, span: r.e.span };
        let value = fold(&call)?;
        Ok(match (value, &r.e.ty) {
            // It may come as the integer of the same bits.
            (Const::Int(n), Ty::Unsigned(k)) => Const::Int(n & unsigned_max(*k)),
            (value, _) => value,
        })
    };
    let shape = values.iter().flatten().find_map(|v| match v {
        Const::Array { shape, .. } => Some(shape.clone()),
        _ => None,
    });
    let Some(shape) = shape else { return one(&values) };
    let n = elements(&shape);
    let mut elems = Vec::with_capacity(n as usize);
    for k in 0..n as usize {
        let scalars: Vec<Option<Const>> = values
            .iter()
            .map(|v| match v {
                Some(Const::Array { elems, .. }) => elems.get(k).cloned().flatten(),
                v => v.clone(),
            })
            .collect();
        elems.push(Some(one(&scalars)?));
    }
    Ok(Const::Array { shape, elems })
}
