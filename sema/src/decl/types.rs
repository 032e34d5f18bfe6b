//! Type specs: kinds, character lengths, derived types by name; sizes.

use super::resolve::int_const;
use crate::const_eval::extent;
use crate::ctx::*;
use ferrotran_source::Span;
use ferrotran_source::message::{Diagnostic, ErrorCode};
use ferrotran_syntax::ast::{self, KindSel, TypeSpecKind};
use ferrotran_typed::*;

impl<'a> Resolver<'a> {
    /// The type that a type spec names.
    pub fn type_spec(&mut self, sc: ScopeId, t: &'a ast::TypeSpec) -> Res<Ty> {
        Ok(match &t.kind {
            TypeSpecKind::Integer(k) => {
                let d = self.opts.default_integer;
                Ty::Integer(self.kind_sel(sc, k.as_ref(), d, INTEGER_KINDS, "integer", t.span)?)
            }
            TypeSpecKind::Unsigned { kind, derived } => {
                // A derived type of that name goes before.
                if let Some(name) = derived
                    && kind.is_none()
                    && matches!(
                        self.lookup(sc, &name.name),
                        Some(Entry { ent: Entity::Type(_) | Entity::Resolving, .. })
                    )
                {
                    let id = self.type_name(sc, name)?;
                    return Ok(Ty::Derived(self.concrete_type(sc, id, &[], t.span)?.0));
                }
                let d = self.opts.default_integer;
                Ty::Unsigned(self.kind_sel(sc, kind.as_ref(), d, &[1, 2, 4, 8], "unsigned", t.span)?)
            }
            TypeSpecKind::Real(k) => {
                let d = self.opts.default_real;
                Ty::Real(self.kind_sel(sc, k.as_ref(), d, REAL_KINDS, "real", t.span)?)
            }
            TypeSpecKind::DoublePrecision => Ty::Real(self.opts.default_double),
            TypeSpecKind::Complex(k) => {
                let d = self.opts.default_real;
                // `complex*16` counts both parts.
                match k {
                    Some(KindSel::Star(n, span)) => match n {
                        8 => Ty::Complex(self.asked_real(4)),
                        16 => Ty::Complex(self.asked_real(8)),
                        20 => Ty::Complex(10),
                        32 => Ty::Complex(16),
                        _ => return Err(self.err(ErrorCode::Kind, *span, format!("complex*{n} does not exist"))),
                    },
                    k => Ty::Complex(self.kind_sel(sc, k.as_ref(), d, REAL_KINDS, "complex", t.span)?),
                }
            }
            TypeSpecKind::DoubleComplex => Ty::Complex(self.opts.default_double),
            TypeSpecKind::Logical(k) => {
                let d = self.opts.default_logical;
                Ty::Logical(self.kind_sel(sc, k.as_ref(), d, INTEGER_KINDS, "logical", t.span)?)
            }
            TypeSpecKind::Character { len, kind } => {
                let kind = match kind {
                    Some(k) => {
                        let n = self.const_int(sc, k)?;
                        self.check_kind(n, &[1, 4], "character", k.span)?
                    }
                    None => 1,
                };
                match len {
                    None => Ty::Character(CharLen::Const(1), kind),
                    Some(l) => Ty::Character(self.char_len(sc, l)?, kind),
                }
            }
            TypeSpecKind::Type { name, params } => {
                let id = self.type_name(sc, name)?;
                let (id, lens) = self.concrete_type(sc, id, params, t.span)?;
                self.note_lens(sc, t, lens);
                self.entity_type(id)
            }
            TypeSpecKind::Class { name, params } => {
                let id = self.type_name(sc, name)?;
                let (id, lens) = self.concrete_type(sc, id, params, t.span)?;
                self.note_lens(sc, t, lens);
                let d = self.ty(id);
                if d.sequence || d.bind_c || d.enumeration.is_some() {
                    return Err(self.err(
                        ErrorCode::DerivedType,
                        name.span,
                        format!("type `{}` is not extensible, so it cannot be polymorphic", name.name),
                    ));
                }
                Ty::Class(Some(id))
            }
            TypeSpecKind::TypeStar => Ty::Assumed,
            TypeSpecKind::ClassStar => Ty::Class(None),
            TypeSpecKind::OfEntity(class, entity) => self.type_of_entity(sc, *class, entity)?,
        })
    }

    /// The declared type of an object, with its type parameters (Fortran 2023, 7.3.2.1).
    fn type_of_entity(&mut self, sc: ScopeId, class: bool, e: &'a ast::Expr) -> Res<Ty> {
        self.newer(2023, e.span, if class { "CLASSOF" } else { "TYPEOF" })?;
        let x = self.expr_want(sc, e, crate::expr::Want::Actual)?;
        let declared = match &x.kind {
            ExprKind::Var(s) => self.sym(*s).ty.clone(),
            ExprKind::Component { of, index, .. } => self.ty(*of).components[*index].ty.clone(),
            _ => x.ty.clone(),
        };
        Ok(match (class, declared) {
            (true, Ty::Derived(t) | Ty::Class(Some(t))) => Ty::Class(Some(t)),
            (true, Ty::Class(None)) => Ty::Class(None),
            (false, Ty::Class(Some(t))) => Ty::Derived(t),
            (false, t @ (Ty::Integer(_) | Ty::Unsigned(_) | Ty::Real(_) | Ty::Complex(_) | Ty::Logical(_))) => t,
            (false, t @ Ty::Derived(_)) => t,
            (false, t @ Ty::Character(CharLen::Const(_) | CharLen::Expr(_) | CharLen::Deferred, _)) => t,
            (false, Ty::Character(_, k)) => {
                let span = x.span;
                let args = vec![Some(x), None];
                let kind = ExprKind::Intrinsic { id: ferrotran_typed::intrinsics::Intrinsic::Len, args };
                Ty::Character(CharLen::Expr(Box::new(Expr { kind, ty: Ty::Integer(8), rank: 0, span })), k)
            }
            (_, t) => {
                let t = ty_name(&self.prog, &t);
                let what = if class { "CLASSOF" } else { "TYPEOF" };
                return Err(self.err(ErrorCode::Type, e.span, format!("{what} does not take an object of type {t}")));
            }
        })
    }

    /// Whether a name that is no type is that of a STRUCTURE.
    fn is_structure(&mut self, sc: ScopeId, name: &ast::Name) -> bool {
        !matches!(self.lookup(sc, name), Some(Entry { ent: Entity::Type(_) | Entity::Bad | Entity::Resolving, .. }))
            && self.find_scope(sc, &format!("/{name}/")).is_some()
    }

    /// Resolves the name of a derived type.
    pub fn type_name(&mut self, sc: ScopeId, name: &ast::Ident) -> Res<TypeId> {
        // A structure may be named like another type.
        if !name.name.starts_with('/') && self.is_structure(sc, &name.name) {
            let name = ast::Ident { name: format!("/{}/", name.name).into(), span: name.span };
            return self.type_name(sc, &name);
        }
        // Intrinsic types may be written `type(integer)`; the parser keeps those apart.
        match self.lookup(sc, &name.name) {
            Some(Entry { ent: Entity::Type(t), .. }) => {
                let why = self.modules.refused_types.get(&t).copied();
                self.usable(&name.name, why, name.span)?;
                Ok(t)
            }
            Some(Entry { ent: Entity::Bad, .. }) => Err(Reported),
            Some(Entry { ent: Entity::Refused(why), .. }) => Err(self.refused(&name.name, &why, name.span)),
            Some(Entry { ent: Entity::Resolving, .. }) => {
                // The definition is under way (a component of its own type): its id is known.
                match self.type_in_progress(sc, &name.name) {
                    Some(t) => Ok(t),
                    None => Err(self.err(
                        ErrorCode::DerivedType,
                        name.span,
                        format!("`{}` is not a derived type", name.name),
                    )),
                }
            }
            Some(e) => {
                let d = Diagnostic::error(
                    ErrorCode::DerivedType,
                    name.span,
                    format!("`{}` is not a derived type", name.name),
                )
                .also(e.span, "declared here");
                Err(self.report(d))
            }
            None => Err(self.undeclared(sc, name, "derived type")),
        }
    }

    fn kind_sel(
        &mut self,
        sc: ScopeId,
        k: Option<&'a KindSel>,
        default: u8,
        kinds: &[u8],
        what: &str,
        span: Span,
    ) -> Res<u8> {
        let (n, span) = match k {
            None => return Ok(default),
            Some(KindSel::Star(n, s)) => (*n as i64, if *s == Span::default() { span } else { *s }),
            Some(KindSel::Expr(e)) => {
                self.warn_kind_of_c(sc, e, what);
                (self.const_int(sc, e)?, e.span)
            }
        };
        self.check_kind(n, kinds, what, span)
    }

    /// A kind of ISO_C_BINDING that is meant for another type.
    fn warn_kind_of_c(&mut self, sc: ScopeId, e: &'a ast::Expr, what: &str) {
        let ast::ExprKind::Ref(parts) = &e.kind else { return };
        let [p] = &parts[..] else { return };
        let meant = match p.name.name.strip_prefix("c_") {
            Some("float" | "double" | "long_double" | "float128") => "real",
            Some("float_complex" | "double_complex" | "long_double_complex" | "float128_complex") => "complex",
            Some("bool") => "logical",
            Some("char") => "character",
            Some(n) if n.starts_with("int") || n.ends_with("_t") => "integer",
            Some("short" | "long" | "long_long" | "signed_char") => "integer",
            _ => return,
        };
        let numbers = |t: &str| matches!(t, "real" | "complex");
        if meant == what || numbers(meant) && numbers(what) {
            return;
        }
        let of_c = |x: &Entry| x.from.as_deref() == Some("iso_c_binding");
        if !self.sc(sc).imported && self.lookup(sc, &p.name.name).is_some_and(|x| of_c(&x)) {
            let text = format!("`{}` is a kind for type {meant}, this is {what}", p.name.name);
            self.diag.warning(ErrorCode::Suspicious, e.span, text);
        }
    }

    /// A constant integer expression.
    pub fn const_int(&mut self, sc: ScopeId, e: &'a ast::Expr) -> Res<i64> {
        let x = self.expr(sc, e)?;
        self.const_int_expr(&x)
    }

    /// Length of a declared character.
    pub fn char_len(&mut self, sc: ScopeId, l: &'a ast::CharLen) -> Res<CharLen> {
        Ok(match l {
            ast::CharLen::Assumed => CharLen::Assumed,
            ast::CharLen::Deferred => CharLen::Deferred,
            ast::CharLen::Expr(e) => {
                let x = self.spec_expr(sc, e)?;
                if !matches!(x.ty, Ty::Integer(_)) {
                    let t = ty_name(&self.prog, &x.ty);
                    return Err(self.err(
                        ErrorCode::Shape,
                        e.span,
                        format!("a character length must be an integer, this is {t}"),
                    ));
                }
                let x = self.convert(x, &Ty::Integer(8))?;
                match int_const(&x) {
                    Some(n) => CharLen::Const(n.max(0)),
                    None => CharLen::Expr(Box::new(x)),
                }
            }
        })
    }
}

impl<'a> Facts<'a> {
    fn note_lens(&mut self, sc: ScopeId, t: &'a ast::TypeSpec, lens: Vec<super::lengths::LenArg>) {
        if !lens.is_empty() {
            self.types.lengths.insert((sc, t.span), lens);
        }
    }

    /// The kind that reals of a kind have (`-freal-4-real-8`, `-freal-8-real-4`).
    pub fn asked_real(&self, k: u8) -> u8 {
        match k {
            4 => self.opts.real_kinds[0],
            8 => self.opts.real_kinds[1],
            _ => k,
        }
    }

    /// Size in bytes of one scalar of a type, where it is known.
    pub fn size_of(&self, ty: &Ty) -> Option<u64> {
        Some(match ty {
            Ty::Integer(k) | Ty::Unsigned(k) | Ty::Logical(k) => *k as u64,
            Ty::Real(k) => real_bytes(*k) as u64,
            Ty::Complex(k) => 2 * real_bytes(*k) as u64,
            Ty::Character(CharLen::Const(n), k) => *n as u64 * u64::from(*k),
            Ty::Character(..) => return None,
            Ty::Derived(t) => self.ty(*t).size,
            Ty::Procedure => 8,
            _ => return None,
        })
    }

    /// Alignment of a type.
    pub fn align_of(&self, ty: &Ty) -> u64 {
        match ty {
            Ty::Integer(k) | Ty::Unsigned(k) | Ty::Logical(k) => *k as u64,
            Ty::Real(k) | Ty::Complex(k) => real_bytes(*k) as u64,
            Ty::Character(_, k) => u64::from(*k),
            Ty::Derived(t) => self.ty(*t).align,
            _ => 8,
        }
    }
}

impl<'a> Rules<'a> {
    /// Checks a kind number.
    pub fn check_kind(&mut self, n: i64, kinds: &[u8], what: &str, span: Span) -> Res<u8> {
        if let Some(k) = kinds.iter().find(|k| **k as i64 == n) {
            return Ok(match (what, *k) {
                ("real" | "complex", k) => self.asked_real(k),
                ("integer", 4) => self.opts.integer_4,
                (_, k) => k,
            });
        }
        if n == 16 {
            return Err(self.unsupported(span, format!("{what}({n})")));
        }
        Err(self.err(ErrorCode::Kind, span, format!("{what} kind {n} does not exist")))
    }

    /// The value of a typed expression that must be a constant scalar integer.
    pub fn const_int_expr(&mut self, x: &Expr) -> Res<i64> {
        if x.rank != 0 {
            return Err(self.err(ErrorCode::Rank, x.span, "a scalar constant is required"));
        }
        if !matches!(x.ty, Ty::Integer(_)) {
            let t = ty_name(&self.prog, &x.ty);
            return Err(self.err(ErrorCode::Type, x.span, format!("an integer constant is required, this is {t}")));
        }
        match self.const_value(x)? {
            Const::Int(n) => Ok(n as i64),
            _ => Err(self.err(ErrorCode::Constant, x.span, "an integer constant is required")),
        }
    }
}

/// Number of elements of explicit constant dims; 1 for scalars.
pub(crate) fn const_elements(dims: &Dims) -> Option<i64> {
    match dims {
        Dims::Scalar => Some(1),
        Dims::Explicit(v) => {
            let mut n: i64 = 1;
            for (l, h) in v {
                n = n.checked_mul(extent(int_const(l)?, int_const(h)?))?;
            }
            Some(n)
        }
        _ => None,
    }
}

/// Extents of explicit constant dims.
pub(crate) fn const_extents(dims: &Dims) -> Option<Vec<i64>> {
    match dims {
        Dims::Scalar => Some(vec![]),
        Dims::Explicit(v) => v.iter().map(|(l, h)| Some(extent(int_const(l)?, int_const(h)?))).collect(),
        _ => None,
    }
}
