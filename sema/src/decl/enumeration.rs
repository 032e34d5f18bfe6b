//! Enumeration types and enum types (Fortran 2023, 7.6).
//!
//! An enumeration type is a type of its own with one hidden component, the ordinal; an enum type of C is an integer of
//! C's kind by another name.

use crate::ctx::*;
use crate::expr::Want;
use ferrotran_source::Span;
use ferrotran_source::message::ErrorCode;
use ferrotran_syntax::ast::{self, Arg, ArgValue, Ident, Part};
use ferrotran_typed::intrinsics::Intrinsic;
use ferrotran_typed::*;

/// Kind of the ordinals, and of enum types.
const KIND: u8 = 4;
/// Name of the hidden component, which no program can write.
const ORDINAL: &str = "#ordinal";

impl<'a> Resolver<'a> {
    /// The named constants of the enumerators; the type is defined already.
    pub(super) fn collect_enumerators(&mut self, sc: ScopeId, def: &'a ast::DerivedTypeDef) {
        let Some(ast::Enumeration::Ordinals(names)) = &def.enumeration else { return };
        if self.newer(2023, def.name.span, "ENUMERATION TYPE").is_err() {
            return;
        }
        let Ok(t) = self.type_name(sc, &def.name) else { return };
        for (name, k) in names.iter().zip(1..) {
            let s = self.new_symbol(name.name.clone(), name.span, Ty::Derived(t), Dims::Scalar, Storage::Constant, sc);
            self.sym_mut(s).value = Some(Const::Struct { ty: t, values: vec![Some(Const::Int(k))] });
            self.si_mut(s).parameter = true;
            self.bind(sc, name.name.clone(), Entity::Symbol(s), name.span);
            self.sc_mut(sc).order.push(name.name.clone());
        }
    }

    /// `colour(2)`: the value with that ordinal, or of an enum type the integer.
    pub(super) fn enumeration_constructor(
        &mut self,
        sc: ScopeId,
        t: TypeId,
        args: &'a [Arg],
        span: Span,
    ) -> Option<Res<Expr>> {
        let kind = self.ty(t).enumeration?;
        let [Arg { keyword: None, value: ArgValue::Expr(e), .. }] = args else {
            let text = format!("the constructor of `{}` takes one integer", self.ty(t).name);
            return Some(Err(self.err(ErrorCode::Argument, span, text)));
        };
        Some(self.int_expr(sc, e, "the value of an enumeration constructor").and_then(|x| {
            if let (Enumeration::Ordinals(n), Some(k)) = (kind, self.try_int(&x))
                && !(1..=n).contains(&k)
            {
                let text = format!("`{}` has {n} enumerators, so it has no value {k}", self.ty(t).name);
                return Err(self.err(ErrorCode::Constant, e.span, text));
            }
            let x = self.convert(x, &Ty::Integer(KIND))?;
            match kind {
                Enumeration::Integers => Ok(Expr { span, ..x }),
                Enumeration::Ordinals(_) => self.of_ordinal(t, x, span),
            }
        }))
    }

    /// NEXT and PREVIOUS, which are intrinsic where their argument is of enumeration type: other programs have procedures
    /// of these names.
    pub fn enumeration_step(&mut self, sc: ScopeId, p: &'a Part) -> Res<Option<Expr>> {
        let by = match &*p.name.name {
            "next" => 1,
            "previous" => -1,
            _ => return Ok(None),
        };
        let Some(args) = &p.args else { return Ok(None) };
        let [first, rest @ ..] = &args[..] else { return Ok(None) };
        let (ArgValue::Expr(a), true, [] | [_]) = (&first.value, named(first, "a"), rest) else { return Ok(None) };
        // Only what surely has no other meaning is looked at before it is known what this is.
        if !matches!(&a.kind, ast::ExprKind::Ref(_) | ast::ExprKind::Paren(_)) || !self.is_enumeration(sc, a) {
            return Ok(None);
        }
        let x = self.expr(sc, a)?;
        let Some((t, n)) = self.enumeration_of(&x.ty) else { return Ok(None) };
        if x.rank > 0 {
            return Err(self.unsupported(x.span, format!("`{}` of an array", p.name.name)));
        }
        let stat = match rest {
            [r] if named(r, "stat") => match &r.value {
                ArgValue::Expr(e) => {
                    let s = self.expr_want(sc, e, Want::Variable)?;
                    if !matches!(s.ty, Ty::Integer(_)) || s.rank > 0 {
                        return Err(self.err(ErrorCode::Type, s.span, "STAT must be a scalar integer variable"));
                    }
                    self.check_definable(&s, "defined by STAT")?;
                    Some(s)
                }
                _ => return Err(self.err(ErrorCode::Argument, r.span, "STAT must be a scalar integer variable")),
            },
            [] => None,
            [r, ..] => {
                let text = format!("intrinsic `{}` has the arguments `a` and `stat`", p.name.name);
                return Err(self.err(ErrorCode::Argument, r.span, text));
            }
        };
        let (ordinal, span) = (self.ordinal(x)?, p.span);
        let int = |n: i64| Expr { kind: ExprKind::Const(Const::Int(n.into())), ty: Ty::Integer(KIND), rank: 0, span };
        if let (Some(k), None) = (self.try_int(&ordinal), &stat) {
            let to = k + by;
            if !(1..=n).contains(&to) {
                let text = format!("there is no {} enumerator: the program would stop here", p.name.name);
                return Err(self.err(ErrorCode::Constant, span, text));
            }
            return self.of_ordinal(t, int(to), span).map(Some);
        }
        let args = vec![Some(ordinal), Some(int(n)), Some(int(by)), stat];
        let kind = ExprKind::Intrinsic { id: Intrinsic::EnumerationStep, args };
        let to = Expr { kind, ty: Ty::Integer(KIND), rank: 0, span };
        self.of_ordinal(t, to, span).map(Some)
    }

    /// Whether an argument begins with the name of something of enumeration type, or with such a type.
    fn is_enumeration(&mut self, sc: ScopeId, e: &'a ast::Expr) -> bool {
        match &e.kind {
            ast::ExprKind::Paren(x) => self.is_enumeration(sc, x),
            ast::ExprKind::Ref(parts) => match self.lookup(sc, &parts[0].name.name).map(|e| e.ent) {
                Some(Entity::Symbol(s)) => match self.sym(s).ty.clone() {
                    Ty::Derived(_) if parts.len() > 1 => true,
                    ty => self.enumeration_of(&ty).is_some(),
                },
                Some(Entity::Proc(q)) => {
                    self.ensure_spec(q);
                    let r = self.proc(q).result;
                    r.is_some_and(|r| self.enumeration_of(&self.sym(r).ty).is_some())
                }
                Some(Entity::Type(t)) => self.ty(t).enumeration.is_some(),
                _ => matches!(&*parts[0].name.name, "next" | "previous" | "huge"),
            },
            _ => false,
        }
    }
}

impl<'a> Facts<'a> {
    /// Makes of a type whose definition is under way an enumeration type or enum type.
    pub(super) fn define_enumeration(&mut self, id: TypeId, e: &ast::Enumeration) {
        let t = &mut self.prog.types[id.0 as usize];
        t.components.push(Component::scalar(ORDINAL.into(), Ty::Integer(KIND), Role::Data));
        t.enumeration = Some(match e {
            ast::Enumeration::Ordinals(names) => Enumeration::Ordinals(names.len() as i64),
            ast::Enumeration::Integers => Enumeration::Integers,
        });
    }

    /// The type that the name of a type stands for: an enum type is an integer.
    pub(super) fn entity_type(&self, t: TypeId) -> Ty {
        match self.ty(t).enumeration {
            Some(Enumeration::Integers) => Ty::Integer(KIND),
            _ => Ty::Derived(t),
        }
    }

    /// An enumeration type, with the number of its enumerators.
    pub fn enumeration_of(&self, ty: &Ty) -> Option<(TypeId, i64)> {
        match ty {
            Ty::Derived(t) => match self.ty(*t).enumeration {
                Some(Enumeration::Ordinals(n)) => Some((*t, n)),
                _ => None,
            },
            _ => None,
        }
    }

    /// The value of enumeration type that has an ordinal.
    fn of_ordinal(&mut self, t: TypeId, ordinal: Expr, span: Span) -> Res<Expr> {
        let kind = match ordinal.kind {
            ExprKind::Const(c) => ExprKind::Const(Const::Struct { ty: t, values: vec![Some(c)] }),
            _ => ExprKind::StructCtor { ty: t, values: vec![Some(ordinal)] },
        };
        Ok(Expr { kind, ty: Ty::Derived(t), rank: 0, span })
    }
}

impl<'a> Rules<'a> {
    /// The ordinal of a value of enumeration type.
    pub fn ordinal(&mut self, e: Expr) -> Res<Expr> {
        let Ty::Derived(of) = e.ty else { return Ok(e) };
        let (rank, span) = (e.rank, e.span);
        let kind = ExprKind::Component { base: Box::new(e), of, index: 0 };
        self.fold(Expr { kind, ty: Ty::Integer(KIND), rank, span })
    }

    /// The last value of an enumeration type with so many of them.
    pub fn last_of_enumeration(&mut self, t: TypeId, n: i64, span: Span) -> Res<Expr> {
        let last = Expr { kind: ExprKind::Const(Const::Int(n.into())), ty: Ty::Integer(KIND), rank: 0, span };
        self.of_ordinal(t, last, span)
    }
}

/// Whether an argument is positional or has that keyword.
fn named(a: &Arg, name: &str) -> bool {
    a.keyword.as_ref().is_none_or(|k: &Ident| &*k.name == name)
}
