//! Intrinsic procedures: what analysis knows of each stands in the file of its family (those of
//! `typed/src/intrinsics/table.rs`): `rules_of_` rules that the row cannot say, `type_of_` and `rank` what results are `Special` in
//! it, `extents` those of array results, `fold` the values for constant arguments. Here is what leads there, and what
//! holds for all rows.

mod arguments;
mod arrays;
mod bits;
mod c_binding;
mod characters;
mod collectives;
mod floats;
mod folding;
mod ieee;
mod ieee_support;
mod images;
mod mathematics;
mod models;
mod numbers;
mod objects;
mod reductions;
mod strings;
mod system;
mod wrappers;

use crate::call::{ArgIn, has_vector_subscript};
use crate::const_eval::extended::{self, of_kind};
use crate::const_eval::numeric::{
    bits_of, compare_chars, convert, convert_from, int_checked, int_max, low_bits, plain_zero, range_checked, round,
    unsigned_max, wrap,
};
use crate::const_eval::{Eval, Fail, Val, elements, ints, not_const, wrong};
use crate::ctx::*;
use crate::expr::ops::common_numeric;
use crate::expr::shape::{const_shape, constant_int, merge, shape_of, type_len};
use crate::expr::{Want, value_type};
use ferrotran_source::Span;
use ferrotran_source::message::ErrorCode;
use ferrotran_syntax::ast::Part;
use ferrotran_typed::intrinsics::family::{Arrays, CBinding, Characters, Objects};
use ferrotran_typed::intrinsics::{Class, Family, Intrinsic, Origin, Rank, ResultType, Specific, SpecificTy};
use ferrotran_typed::*;
use ferrotran_xreal::{Calc, Mode, Num, complex};
use folding::{Reals, Reference, Scalars, as_int};
use std::cmp::Ordering;

/// The arguments of a reference in the order of the row.
pub(crate) struct Arguments<'s> {
    pub id: Intrinsic,
    pub slots: &'s mut [Option<Expr>],
    /// The whole reference.
    pub span: Span,
}

impl Arguments<'_> {
    /// An argument.
    fn get(&self, i: usize) -> Option<&Expr> {
        self.slots.get(i).and_then(|a| a.as_ref())
    }

    /// The argument with that keyword.
    fn named(&self, keyword: &str) -> Option<&Expr> {
        self.id.row().arg(keyword).and_then(|i| self.get(i))
    }

    /// The generic name.
    fn name(&self) -> &'static str {
        self.id.name()
    }
}

/// The type that the value of an argument has.
fn type_of(slots: &[Option<Expr>], i: usize) -> Option<Ty> {
    slots.get(i).and_then(|s| s.as_ref()).map(|e| value_type(&e.ty))
}

impl<'a> Facts<'a> {
    /// The specific function with that name.
    pub fn specific(&self, name: &str) -> Option<&'static Specific> {
        let vax = || ferrotran_typed::intrinsics::vax_specific(name).filter(|_| self.opts.dec.ints);
        ferrotran_typed::intrinsics::specific(name).or_else(vax)
    }

    /// Whether the standard of `-std=` has an intrinsic procedure; where not, its name is that of an external one.
    pub fn in_standard(&self, id: Intrinsic) -> bool {
        self.opts.standard == 0 || self.opts.all_intrinsics || id.first_standard() <= self.opts.standard
    }

    /// Whether an expression is an assumed-rank dummy.
    pub fn is_assumed_rank(&self, e: &Expr) -> bool {
        matches!(&e.kind, ExprKind::Var(s) if self.sym(*s).dims == Dims::AssumedRank)
    }
}

impl<'a> Resolver<'a> {
    /// A reference by a name that may be an intrinsic function.
    pub fn intrinsic_by_name(&mut self, sc: ScopeId, p: &'a Part) -> Res<Option<Expr>> {
        let name = &p.name.name;
        let spec = self.specific(name);
        let id = match (spec, ferrotran_typed::intrinsics::lookup(name)) {
            (Some(s), _) => s.generic,
            (None, Some(i)) if matches!(i.row().origin, Origin::Standard | Origin::Extension) => i,
            _ => return Ok(None),
        };
        if self.procs.globals.contains_key(name) && id.row().origin == Origin::Extension {
            return Ok(None);
        }
        if id.row().subroutine() || !self.in_standard(id) {
            return Ok(None);
        }
        let Some(args) = &p.args else { return Ok(None) };
        let args = self.intrinsic_args(sc, id, args)?;
        let unit = self.unit_scope(sc);
        self.sc_mut(unit).referenced.insert(name.clone());
        self.intrinsic_function(sc, id, spec, args, p.span).map(Some)
    }

    /// A reference to a name that is known to be intrinsic.
    pub fn intrinsic_ref(&mut self, sc: ScopeId, id: Intrinsic, p: &'a Part, want: Want) -> Res<Expr> {
        let spec = self.specific(&p.name.name).filter(|s| s.generic == id);
        self.check_standard(id, p.name.span)?;
        match &p.args {
            Some(args) => {
                if id.row().subroutine() {
                    return Err(self.err(ErrorCode::Intrinsic, p.span, format!("`{}` is a subroutine", id.name())));
                }
                let args = self.intrinsic_args(sc, id, args)?;
                if let (Family::Objects(f), Some(a)) = (id.family(), args.first()) {
                    self.note_address(f, &a.expr);
                }
                self.intrinsic_function(sc, id, spec, args, p.span)
            }
            None if want == Want::Actual => self.intrinsic_as_argument(&p.name),
            None => Err(self.err(
                ErrorCode::Name,
                p.span,
                format!("`{}` is an intrinsic procedure, not a variable", p.name.name),
            )),
        }
    }

    /// Analyses a call of an intrinsic function.
    pub fn intrinsic_function(
        &mut self,
        sc: ScopeId,
        id: Intrinsic,
        spec: Option<&'static Specific>,
        args: Vec<ArgIn>,
        span: Span,
    ) -> Res<Expr> {
        match id.family() {
            Family::Objects(Objects::Null) => return self.null_ref(args, span),
            Family::Images(f) => {
                if let Some(e) = self.instead_of_images(f, &args, span)? {
                    return Ok(e);
                }
            }
            _ => {}
        }
        if !id.row().pure_()
            && let Some(why) = self.place.pure_context()
        {
            return Err(self.err(
                ErrorCode::Pure,
                span,
                format!("intrinsic `{}` is not pure, so it cannot be referenced in {why}", id.name()),
            ));
        }
        let mut slots = self.match_intrinsic(id, args, span)?;
        match (id.family(), slots.first_mut()) {
            (Family::Numbers(f), Some(Some(x))) => self.prepare_numbers(f, x)?,
            (Family::Models(f), Some(Some(x))) => {
                if let Some(e) = self.instead_of_models(f, x, span)? {
                    return Ok(e);
                }
            }
            _ => {}
        }
        if let (Some(s), true, Some(Some(Expr { ty: Ty::Integer(k), span: at, .. }))) =
            (spec, self.opts.pedantic, slots.first())
            && matches!(s.name, "float" | "dfloat")
            && *k != self.opts.default_integer
        {
            let text = format!("`{}` of an integer that is not default is an extension", s.name);
            self.diag.warning(ErrorCode::Extension, *at, text);
        }
        if let Some(s) = spec {
            self.specific_args(s, &mut slots, span)?;
            // A specific name that stands for the generic with a kind.
            if let (Some(SpecificTy::Complex(k)), Some(at)) = (s.result, id.row().arg("kind"))
                && let Some(slot @ None) = slots.get_mut(at)
            {
                let kind = ExprKind::Const(Const::Int(i128::from(k)));
                *slot = Some(Expr { kind, ty: Ty::Integer(4), rank: 0, span });
            }
        }
        self.check_args(id, &mut slots)?;
        self.same_kinds(id, &slots)?;
        self.promote(id, &mut slots)?;
        self.check_rules(sc, id, &mut slots, span)?;
        let rank = self.result_rank(id, &slots, span)?;
        let ty = self.result_type(id, &slots, span)?;
        if self.in_initial {
            self.check_initial_function(id, &slots, &ty, span)?;
        }
        match id.family() {
            Family::CBinding(CBinding::FCString) => return self.c_string(slots, ty, span),
            Family::Strings(f) => {
                if let Some(c) = self.known_length(f, &slots) {
                    return Ok(Expr { kind: ExprKind::Const(c), ty, rank, span });
                }
            }
            _ => {}
        }
        if matches!(ty, Ty::Class(_))
            && let Some(e) = gathered(id, &slots, &ty, rank, span)
        {
            return Ok(e);
        }
        let mut e = self.fold(Expr { kind: ExprKind::Intrinsic { id, args: slots }, ty, rank, span })?;
        if let Some(Specific { result: Some(r), .. }) = spec {
            let to = match r {
                SpecificTy::Integer(k) => Ty::Integer(*k),
                SpecificTy::Real(8) => Ty::Real(self.opts.default_double),
                SpecificTy::Real(k) => Ty::Real(*k),
                _ => return Ok(e),
            };
            e = self.convert(e, &to)?;
        }
        Ok(e)
    }

    /// CALL of an intrinsic subroutine.
    pub fn intrinsic_subroutine(&mut self, sc: ScopeId, id: Intrinsic, args: Vec<ArgIn>, span: Span) -> Res<StmtKind> {
        let row = id.row();
        if !row.subroutine() && row.class != Class::ImpureFunction {
            return Err(self.err(ErrorCode::Intrinsic, span, format!("intrinsic `{}` is a function", id.name())));
        }
        if !row.pure_()
            && let Some(why) = self.place.pure_context()
        {
            return Err(self.err(
                ErrorCode::Pure,
                span,
                format!("intrinsic subroutine `{}` is not pure, so it cannot be called in {why}", id.name()),
            ));
        }
        let mut slots = self.match_intrinsic(id, args, span)?;
        if let Family::CBinding(f) = id.family() {
            self.prepare_c_binding(f, &mut slots)?;
        }
        self.check_args(id, &mut slots)?;
        self.check_rules(sc, id, &mut slots, span)?;
        if row.class == Class::ElementalSubroutine {
            self.result_rank(id, &slots, span)?;
        }
        for (a, d) in slots.iter_mut().zip(&row.args) {
            if let Some(x) = a.take_if(|x| d.out && crate::images::is_coindexed(x)) {
                // Atomic subroutines reach what other images have; the others get a copy.
                let [object, ..] = self.of_image(x.clone());
                self.check_definable(&object, &format!("defined by `{}`", id.name()))?;
                let reaches = matches!(id.family(), Family::Collectives(_));
                *a = Some(if reaches { x } else { self.copied_in_and_out(sc, x) });
            } else if let Some(a) = a
                && d.out
            {
                self.check_definable(a, &format!("defined by `{}`", id.name()))?;
                if has_vector_subscript(a) && row.class != Class::ElementalSubroutine {
                    let text = format!("`{}` cannot define a section with a vector subscript", id.name());
                    return Err(self.err(ErrorCode::Definable, a.span, text));
                }
            }
        }
        if let Family::Collectives(f) = id.family()
            && let Some(s) = self.atomic_subroutine(f, &Arguments { id, slots: &mut slots, span })?
        {
            return Ok(s);
        }
        Ok(StmtKind::IntrinsicCall { id, args: slots })
    }

    /// Checks (and completes) the arguments of one intrinsic by what the row cannot say.
    fn check_rules(&mut self, sc: ScopeId, id: Intrinsic, slots: &mut [Option<Expr>], span: Span) -> Res<()> {
        let mut a = Arguments { id, slots, span };
        self.check_dim_and_mask(&a)?;
        if let Some(v) =
            a.slots.iter().flatten().find(|a| matches!(a.kind, ExprKind::Intrinsic { id: Intrinsic::Val, .. }))
        {
            let text = "`%val` is for arguments of external procedures only";
            return Err(self.err(ErrorCode::Argument, v.span, text));
        }
        match id.family() {
            Family::Numbers(f) => self.rules_of_numbers(f, &mut a),
            Family::Mathematics(f) => self.rules_of_mathematics(f, &a),
            Family::Floats(f) => self.rules_of_floats(f, &a),
            Family::Models(f) => self.rules_of_models(f, &a),
            Family::Bits(f) => self.rules_of_bits(f, &a),
            Family::Characters(f) => self.rules_of_characters(f, &a),
            Family::Strings(f) => self.rules_of_strings(f, &a),
            Family::Reductions(f) => self.rules_of_reductions(sc, f, &mut a),
            Family::Arrays(f) => self.rules_of_arrays(f, &mut a),
            Family::Objects(f) => self.rules_of_objects(f, &a),
            Family::Images(f) => self.rules_of_images(f, &a),
            Family::Collectives(f) => self.rules_of_collectives(sc, f, &mut a),
            Family::System(f) => self.rules_of_system(f, &a),
            Family::CBinding(f) => self.rules_of_c_binding(f, &a),
            Family::Extensions(_) | Family::Ieee(_) | Family::IeeeSupport(_) | Family::IeeeEnvironment(_) => Ok(()),
        }
    }
}

impl<'a> Rules<'a> {
    /// With `-std=` an intrinsic procedure that the standard does not have is none.
    pub fn check_standard(&mut self, id: Intrinsic, span: Span) -> Res<()> {
        let (first, year) = (id.first_standard(), self.opts.standard);
        if self.in_standard(id) {
            return Ok(());
        }
        let text = crate::checks::standard::since(&format!("intrinsic procedure `{}`", id.name()), first, year);
        Err(self.err(ErrorCode::Intrinsic, span, text))
    }

    /// With `-std=` a feature that the standard does not have is an error.
    pub fn newer(&mut self, first: u16, span: Span, what: &str) -> Res<()> {
        let year = self.opts.standard;
        if year == 0 || first <= year {
            return Ok(());
        }
        Err(self.err(ErrorCode::Syntax, span, crate::checks::standard::since(what, first, year)))
    }

    /// A constant DIM is one of the dimensions of the array, and a mask conforms with it.
    fn check_dim_and_mask(&mut self, args: &Arguments) -> Res<()> {
        let (id, Some(a)) = (args.id, args.get(0)) else { return Ok(()) };
        if let Some(d) = args.named("dim")
            && let Some(n) = self.try_int(d)
            && !self.is_assumed_rank(a)
        {
            let max = a.rank as i64 + i64::from(id == Intrinsic::Spread);
            if n < 1 || n > max {
                let text = format!("dimension {n} of `{}` is not in 1:{max}", id.name());
                return Err(self.err(ErrorCode::Argument, d.span, text));
            }
        }
        // Elsewhere the argument of that name is something else.
        let masked = matches!(
            id.family(),
            Family::Reductions(_) | Family::Arrays(Arrays::Pack) | Family::Characters(Characters::Merge)
        );
        if let Some(m) = args.named("mask").filter(|_| masked && id.row().arg("mask") != Some(0)) {
            if !matches!(m.ty, Ty::Logical(_)) {
                let t = ty_name(&self.prog, &m.ty);
                return Err(self.err(ErrorCode::Argument, m.span, format!("the mask must be logical, this is {t}")));
            }
            self.conform(a, m, &format!("array and mask of `{}`", id.name()), args.span)?;
        }
        Ok(())
    }

    /// The rank of the result for arguments in the order of the row.
    fn result_rank(&mut self, id: Intrinsic, slots: &[Option<Expr>], span: Span) -> Res<usize> {
        let row = id.row();
        let arg = |n: &str| row.arg(n).and_then(|k| slots.get(k)).and_then(|s| s.as_ref());
        let first = slots.first().and_then(|s| s.as_ref()).map_or(0, |e| e.rank);
        Ok(match row.rank {
            Rank::Scalar => 0,
            Rank::Same => first,
            Rank::Vector => 1,
            Rank::Reduce => {
                if arg("dim").is_some() {
                    first.saturating_sub(1)
                } else {
                    0
                }
            }
            Rank::Locate => {
                if arg("dim").is_some() {
                    first - 1
                } else {
                    1
                }
            }
            Rank::Bound => {
                if arg("dim").is_some() {
                    0
                } else {
                    1
                }
            }
            Rank::Elem => {
                let mut shaped: Option<Expr> = None;
                for a in slots.iter().flatten() {
                    if a.rank == 0 {
                        continue;
                    }
                    match &shaped {
                        None => shaped = Some(a.clone()),
                        Some(s) => {
                            let s = s.clone();
                            self.conform(&s, a, &format!("the arguments of `{}`", id.name()), span)?;
                        }
                    }
                }
                shaped.map_or(0, |e| e.rank)
            }
            Rank::Special => match id.family() {
                Family::Arrays(f) => self.rank_of_arrays(f, slots, span)?,
                Family::Mathematics(f) => mathematics::rank(f, slots),
                _ => 0,
            },
        })
    }

    /// The type of the result for arguments in the order of the row.
    fn result_type(&mut self, id: Intrinsic, slots: &[Option<Expr>], span: Span) -> Res<Ty> {
        let row = id.row();
        let kind = match row.arg("kind").and_then(|k| slots.get(k)).and_then(|s| s.as_ref()) {
            Some(k) => Some((self.const_int_expr(k)?, k.span)),
            None => None,
        };
        let arg = |i: usize| type_of(slots, i);
        let di = self.opts.default_integer;
        let dr = self.opts.default_real;
        let base = match row.result {
            ResultType::None => return Err(Reported),
            ResultType::Unsigned => Ty::Unsigned(di),
            ResultType::Arg(i) => {
                let t = arg(i as usize).unwrap_or(Ty::Integer(di));
                match id.family() {
                    Family::Models(f) => models::type_of_result(f, t),
                    _ => t,
                }
            }
            ResultType::PartOf(i) => match arg(i as usize) {
                Some(Ty::Complex(k)) => Ty::Real(k),
                Some(t) => t,
                None => Ty::Real(dr),
            },
            ResultType::Int => Ty::Integer(di),
            ResultType::Int8 => Ty::Integer(8),
            ResultType::Int4 => Ty::Integer(4),
            ResultType::Int2 => Ty::Integer(2),
            ResultType::Real => Ty::Real(dr),
            ResultType::Double => Ty::Real(self.opts.default_double),
            ResultType::Logical => Ty::Logical(self.opts.default_logical),
            ResultType::Char1 => Ty::Character(CharLen::Const(1), arg(0).map_or(1, |t| t.chr_kind())),
            ResultType::Char => Ty::Character(CharLen::Runtime, arg(0).map_or(1, |t| t.chr_kind())),
            ResultType::Special => match id.family() {
                Family::Numbers(f) => self.type_of_numbers(f, slots),
                Family::Mathematics(f) => self.type_of_mathematics(f, slots),
                Family::Arrays(f) => self.type_of_arrays(f, slots, span)?,
                Family::CBinding(f) => self.type_of_c_binding(f, span)?,
                Family::Ieee(f) => self.type_of_ieee(f, slots, span)?,
                // The length is that of the value.
                Family::System(_) => Ty::Character(CharLen::Runtime, 1),
                _ => Ty::Typeless,
            },
        };
        // Element lengths: trim and the like give run-time lengths.
        let Some((k, kspan)) = kind else { return Ok(base) };
        Ok(match base {
            // What `-finteger-4-integer-8` says of declarations and constants is not said of KIND arguments.
            Ty::Integer(_) if k == 4 => Ty::Integer(4),
            Ty::Integer(_) => Ty::Integer(self.check_kind(k, INTEGER_KINDS, "integer", kspan)?),
            Ty::Unsigned(_) => Ty::Unsigned(self.check_kind(k, &[1, 2, 4, 8], "unsigned", kspan)?),
            Ty::Real(_) => Ty::Real(self.check_kind(k, REAL_KINDS, "real", kspan)?),
            Ty::Complex(_) => Ty::Complex(self.check_kind(k, REAL_KINDS, "complex", kspan)?),
            Ty::Logical(_) => Ty::Logical(self.check_kind(k, INTEGER_KINDS, "logical", kspan)?),
            Ty::Character(len, _) => Ty::Character(len, self.check_kind(k, &[1, 4], "character", kspan)?),
            t => t,
        })
    }

    /// Functions that Fortran 95 does not allow in initialization expressions (there 7.1.6.1).
    fn check_initial_function(&mut self, id: Intrinsic, slots: &[Option<Expr>], ty: &Ty, span: Span) -> Res<()> {
        let plain = |t: &Ty| matches!(t, Ty::Integer(_) | Ty::Character(..));
        let allowed = match id.row().class {
            Class::Elemental => plain(ty) && slots.iter().flatten().all(|a| plain(&a.ty)),
            Class::Transformational => id.initial_in_1995(),
            _ => true,
        };
        match allowed {
            true => Ok(()),
            false => self.newer(2003, span, &format!("`{}` in an initialization expression", id.name())),
        }
    }
}

/// The extents of the array that a reference gives; `None` where not known.
pub(crate) fn extents(prog: &Program, id: Intrinsic, args: &[Option<Expr>], rank: usize) -> Vec<Option<i64>> {
    if id.row().class == Class::Elemental {
        let arrays = args.iter().flatten().filter(|a| a.rank == rank);
        return arrays.fold(vec![None; rank], |s, a| merge(&s, &shape_of(prog, a), rank));
    }
    match id.family() {
        Family::Reductions(f) => reductions::extents(prog, f, args, rank),
        Family::Arrays(f) => arrays::extents(prog, f, args, rank),
        Family::Objects(f) => objects::extents(prog, f, args, rank),
        _ => vec![None; rank],
    }
}

/// Whether types agree in all but the length of strings.
fn same_type_kind(a: &Ty, b: &Ty) -> bool {
    match (a, b) {
        (Ty::Character(_, a), Ty::Character(_, b)) => a == b,
        (Ty::Derived(x) | Ty::Class(Some(x)), Ty::Derived(y) | Ty::Class(Some(y))) => x == y,
        (x, y) => x == y,
    }
}

/// A function that only puts the elements of polymorphic arrays in another order: it is applied to their numbers, and the
/// elements are gathered by these, whatever their dynamic type.
fn gathered(id: Intrinsic, slots: &[Option<Expr>], ty: &Ty, rank: usize, span: Span) -> Option<Expr> {
    let sources = match id.family() {
        Family::Arrays(f) => arrays::sources(f),
        Family::Characters(f) => characters::sources(f),
        _ => &[],
    };
    if sources.is_empty() {
        return None;
    }
    let mut args = slots.to_vec();
    let mut list = vec![];
    for &p in sources {
        if let Some(slot @ Some(_)) = args.get_mut(p) {
            let source = slot.take()?;
            *slot = Some(element_numbers(source.clone(), list.len()));
            list.push(source);
        }
    }
    let index = Expr { kind: ExprKind::Intrinsic { id, args }, ty: Ty::Integer(8), rank, span };
    Some(gather(index, list, ty.clone(), span))
}

/// The numbers of the elements of the source at that position.
pub(crate) fn element_numbers(source: Expr, position: usize) -> Expr {
    let (rank, span) = (source.rank, source.span);
    let at = Expr { kind: ExprKind::Const(Const::Int(position as i128)), ty: Ty::Integer(4), rank: 0, span };
    let args = vec![Some(source), Some(at)];
    Expr { kind: ExprKind::Intrinsic { id: Intrinsic::ElementNumbers, args }, ty: Ty::Integer(8), rank, span }
}

/// The elements of some sources that an array of numbers names.
pub(crate) fn gather(index: Expr, sources: Vec<Expr>, ty: Ty, span: Span) -> Expr {
    let rank = index.rank;
    let args = std::iter::once(index).chain(sources).map(Some).collect();
    Expr { kind: ExprKind::Intrinsic { id: Intrinsic::Gather, args }, ty, rank, span }
}
