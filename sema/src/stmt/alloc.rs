//! ALLOCATE and DEALLOCATE.

use crate::ctx::*;
use crate::expr::Want;
use ferrotran_source::Span;
use ferrotran_source::message::{Diagnostic, ErrorCode};
use ferrotran_syntax::ast::{self, Arg, ArgValue};
use ferrotran_syntax::omp::{Directive, Leaf};
use ferrotran_typed::*;

/// Options of ALLOCATE and DEALLOCATE.
#[derive(Default)]
struct Opts {
    source: Option<Expr>,
    mold: Option<Expr>,
    stat: Option<Expr>,
    errmsg: Option<Expr>,
}

impl<'a> Sema<'a> {
    fn alloc_options(&mut self, sc: ScopeId, options: &'a [Arg], dealloc: bool) -> Res<Opts> {
        let mut o = Opts::default();
        for a in options {
            let Some(k) = &a.keyword else {
                return Err(self.err(ErrorCode::Syntax, a.span, "a keyword is expected here"));
            };
            let ArgValue::Expr(e) = &a.value else {
                return Err(self.err(ErrorCode::Syntax, a.span, "an expression is expected here"));
            };
            match &*k.name {
                "stat" => {
                    let x = self.expr_want(sc, e, Want::Variable)?;
                    if !matches!(x.ty, Ty::Integer(_)) || x.rank != 0 {
                        return Err(self.err(ErrorCode::Type, e.span, "STAT needs a scalar integer variable"));
                    }
                    self.check_definable(&x, "the STAT variable")?;
                    o.stat = Some(x);
                }
                "errmsg" => {
                    let x = self.expr_want(sc, e, Want::Variable)?;
                    if !matches!(x.ty, Ty::Character(_, 1)) || x.rank != 0 {
                        return Err(self.err(ErrorCode::Type, e.span, "ERRMSG needs a scalar character variable"));
                    }
                    self.check_definable(&x, "the ERRMSG variable")?;
                    o.errmsg = Some(x);
                }
                "source" if !dealloc => o.source = Some(self.expr(sc, e)?),
                "mold" if !dealloc => o.mold = Some(self.expr(sc, e)?),
                _ => {
                    return Err(self.err(ErrorCode::Syntax, k.span, format!("`{}` is not an option here", k.name)));
                }
            }
        }
        if o.source.is_some() && o.mold.is_some() {
            return Err(self.err(ErrorCode::Semantic, options[0].span, "SOURCE and MOLD exclude each other"));
        }
        Ok(o)
    }

    pub(super) fn allocate(
        &mut self,
        sc: ScopeId,
        spec: Option<&'a ast::TypeSpec>,
        objects: &'a [ast::AllocObject],
        options: &'a [Arg],
    ) -> Res<StmtKind> {
        let opts = self.alloc_options(sc, options, false);
        let declared = match spec {
            Some(s) => Some((self.type_spec(sc, s)?, s.span)),
            None => None,
        };
        let opts = opts?;
        let model = opts.source.as_ref().or(opts.mold.as_ref()).cloned();
        if let (Some(_), Some(m)) = (&declared, &model) {
            return Err(self.err(ErrorCode::Semantic, m.span, "SOURCE and MOLD exclude a type spec"));
        }
        let mut items = vec![];
        let mut failed = false;
        for o in objects {
            match self.alloc_item(sc, o, declared.as_ref(), model.as_ref()) {
                Ok(i) => {
                    if items.iter().any(|x: &AllocItem| overlaps(&x.object, &i.object)) {
                        let text = match i.object.variable() {
                            Some(s) => format!("`{}` (or this part of it) is allocated twice here", self.sym(s).name),
                            None => "this object is allocated twice here".into(),
                        };
                        self.err(ErrorCode::Semantic, o.span, text);
                        failed = true;
                    }
                    failed |= self.check_own_status(&i.object, &opts, "allocation").is_err();
                    if let Some(s) = opts.source.as_ref().filter(|s| s.rank > 0) {
                        failed |= self.check_allocated_shape(&i.bounds, s).is_err();
                    }
                    items.push(i)
                }
                Err(_) => failed = true,
            }
        }
        failed |= self.check_alloc_bounds(&items).is_err();
        if failed {
            return Err(Reported);
        }
        if opts.source.is_none() {
            for i in &items {
                let list = self.allocated_lengths(sc, i, spec, opts.stat.is_some())?;
                if let (Some(m), false) = (&opts.mold, list.is_empty()) {
                    return Err(self.unsupported(m.span, "MOLD with length parameters"));
                }
                self.place.after.extend(list);
            }
        }
        for i in &items {
            let mapped = self.automapped(&i.object, opts.source.is_some());
            self.place.after.extend(mapped);
        }
        Ok(StmtKind::Allocate { items, source: opts.source, mold: opts.mold, stat: opts.stat, errmsg: opts.errmsg })
    }

    /// What enters an allocated variable with `automap` to the default device (OpenMP 6.0, 7.9.7): with its value where the
    /// allocation gives it one. Its deallocation ends it there, as that of any variable.
    fn automapped(&self, object: &Expr, valued: bool) -> Option<Stmt> {
        let s = object.variable()?;
        let sym = self.sym(s);
        if sym.on_devices != OnDevices::Automapped || !matches!(object.kind, ExprKind::Var(_)) {
            return None;
        }
        let valued = valued || matches!(sym.ty, Ty::Derived(_) | Ty::Class(_));
        let ty = if valued { MapType::To } else { MapType::Alloc };
        let omp = Omp {
            directive: Directive::of(Leaf::TargetEnterData),
            clauses: vec![Clause::Map { ty, ways: MapWays::default(), items: vec![object.clone()] }],
            body: vec![],
            sections: vec![],
            name: None,
        };
        Some(Stmt { kind: StmtKind::Omp(Box::new(omp)), span: object.span })
    }

    fn alloc_item(
        &mut self,
        sc: ScopeId,
        o: &'a ast::AllocObject,
        declared: Option<&(Ty, Span)>,
        model: Option<&Expr>,
    ) -> Res<AllocItem> {
        let x = self.allocated_object(sc, o)?;
        let bounds = self.allocated_bounds(sc, o, &x, model)?;
        let (mut ty, mut char_len) = (None, None);
        if let Some((t, span)) = declared {
            self.check_allocated_type(&x, t, *span)?;
            if let Ty::Character(l, _) = t {
                char_len = match l {
                    CharLen::Const(n) => Some(crate::decl::resolve::int8(*n, *span)),
                    CharLen::Expr(e) => Some((**e).clone()),
                    _ => None,
                };
            }
            ty = Some(t.clone());
        } else if model.is_none() {
            self.check_type_is_known(&x)?;
        }
        if let Some(m) = model {
            self.check_model(&x, m)?;
        }
        if let Some(list) = &o.coshape {
            self.allocated_coarray(sc, &x, list)?;
        }
        let alignment = x.variable().map_or(0, |s| self.sym(s).alignment).max(0);
        let alignment = if matches!(x.kind, ExprKind::Var(_)) { alignment } else { 0 };
        Ok(AllocItem { object: x, bounds, ty, char_len, alignment, allocator: None })
    }

    /// What is allocated: an allocatable or a pointer that may be defined.
    fn allocated_object(&mut self, sc: ScopeId, o: &'a ast::AllocObject) -> Res<Expr> {
        let x = self.expr_want(sc, &o.object, Want::Variable)?;
        self.not_coindexed(&o.object, "ALLOCATE")?;
        self.coarray_storage(&x, "ALLOCATE")?;
        if matches!(x.ty, Ty::Procedure) {
            return Err(self.err(ErrorCode::Attribute, x.span, "a procedure pointer cannot be allocated"));
        }
        if let ExprKind::Var(s) = &x.kind
            && self.si(*s).cobounds.is_some()
            && o.coshape.is_none()
        {
            let text = format!("coarray `{}` needs cobounds here, such as `[*]`", self.sym(*s).name);
            return Err(self.err(ErrorCode::Shape, x.span, text));
        }
        if !self.is_allocatable(&x) && !self.is_pointer(&x) {
            let mut d = ferrotran_source::message::Diagnostic::error(
                ErrorCode::Attribute,
                x.span,
                "the object of ALLOCATE is neither allocatable nor a pointer",
            );
            if let ExprKind::Var(s) = &x.kind {
                d = d.also(self.sym(*s).span, "declared here");
            }
            return Err(self.report(d));
        }
        if self.is_pointer(&x) {
            self.check_pointer_definable(&x, "allocated")?;
        } else {
            self.check_definable(&x, "allocated")?;
        }
        Ok(x)
    }

    /// The bounds of an allocation; none where they are those of SOURCE or MOLD.
    fn allocated_bounds(
        &mut self,
        sc: ScopeId,
        o: &'a ast::AllocObject,
        x: &Expr,
        model: Option<&Expr>,
    ) -> Res<Vec<(Option<Expr>, Expr)>> {
        let mut bounds = vec![];
        if let ([(l, u)], 2..) = (&o.shape[..], x.rank) {
            // Arrays of bounds (Fortran 2023, R933).
            let upper = self.expr(sc, u)?;
            let lower = l.as_ref().map(|l| self.expr(sc, l)).transpose()?;
            if upper.rank == 1 || lower.as_ref().is_some_and(|l| l.rank == 1) {
                self.newer(2023, u.span, "bounds by arrays")?;
                let list = |s: &mut Self, x: Expr| if x.rank == 1 { s.elements_of(x) } else { Ok(vec![x]) };
                let upper = list(self, upper)?;
                match lower {
                    Some(l) => {
                        let l = list(self, l)?;
                        bounds = self.pair_bounds(l, upper, u.span)?.into_iter().map(|(l, u)| (Some(l), u)).collect();
                    }
                    None => bounds = upper.into_iter().map(|u| (None, u)).collect(),
                }
            }
        }
        let shape: &'a [_] = if bounds.is_empty() { &o.shape } else { &[] };
        for (l, u) in shape {
            let l = l.as_ref().map(|e| self.int_expr(sc, e, "an array bound")).transpose();
            let u = self.int_expr(sc, u, "an array bound");
            bounds.push((l?, u?));
        }
        if x.rank == 0 && !bounds.is_empty() {
            return Err(self.err(ErrorCode::Rank, o.span, "a scalar is allocated without bounds"));
        }
        if x.rank > 0 {
            if bounds.is_empty() {
                match model {
                    Some(m) if m.rank == x.rank => {}
                    Some(m) => {
                        return Err(self.err(
                            ErrorCode::Rank,
                            o.span,
                            format!("the array has rank {}, SOURCE or MOLD rank {}: bounds are needed", x.rank, m.rank),
                        ));
                    }
                    None => return Err(self.err(ErrorCode::Rank, o.span, "an array is allocated with bounds: (...)")),
                }
            } else if bounds.len() != x.rank {
                return Err(self.err(
                    ErrorCode::Rank,
                    o.span,
                    format!("the array has rank {} but {} bounds are given", x.rank, bounds.len()),
                ));
            }
        }
        Ok(bounds)
    }

    /// To allocate or deallocate a coarray is image control (11.6.1).
    fn coarray_storage(&mut self, x: &Expr, what: &str) -> Res<()> {
        match self.coarray_of(x) {
            Some(_) if self.is_allocatable(x) => self.image_control(&format!("{what} of a coarray"), x.span),
            _ => Ok(()),
        }
    }

    pub(super) fn deallocate(&mut self, sc: ScopeId, objects: &'a [ast::Expr], options: &'a [Arg]) -> Res<StmtKind> {
        let o = self.alloc_options(sc, options, true)?;
        let mut items = vec![];
        let mut failed = false;
        for e in objects {
            let Ok(x) = self.expr_want(sc, e, Want::Variable) else {
                failed = true;
                continue;
            };
            if self.not_coindexed(e, "DEALLOCATE").is_err() || self.coarray_storage(&x, "DEALLOCATE").is_err() {
                failed = true;
                continue;
            }
            if !self.is_allocatable(&x) && !self.is_pointer(&x) {
                self.err(ErrorCode::Attribute, e.span, "the object of DEALLOCATE is neither allocatable nor a pointer");
                failed = true;
                continue;
            }
            failed |= if self.is_pointer(&x) {
                self.check_pointer_definable(&x, "deallocated").is_err()
            } else {
                self.check_definable(&x, "deallocated").is_err()
            };
            // C1596
            if let Some(why) = self.place.pure_proc()
                && matches!(x.ty, Ty::Class(_))
            {
                // Other compilers let it pass: what a type that is not known finalizes need not be pure.
                let text = format!("a polymorphic object cannot be deallocated in {why}");
                let strict = self.opts.standard != 0;
                failed |= strict;
                self.report(match strict {
                    true => Diagnostic::error(ErrorCode::Pure, e.span, text),
                    false => Diagnostic::warning(ErrorCode::Pure, e.span, text),
                });
            }
            if items.iter().any(|i| overlaps(i, &x)) {
                self.err(ErrorCode::Semantic, e.span, "this object is deallocated twice here");
                failed = true;
            }
            failed |= self.check_own_status(&x, &o, "deallocation").is_err();
            items.push(x);
        }
        if failed {
            return Err(Reported);
        }
        Ok(StmtKind::Deallocate { items, stat: o.stat, errmsg: o.errmsg })
    }
}

impl<'a> Rules<'a> {
    /// STAT and ERRMSG are not (part of) what the statement allocates or deallocates (F2018 9.7.4, 9.7.5).
    fn check_own_status(&mut self, object: &Expr, opts: &Opts, what: &str) -> Res<()> {
        for x in [&opts.stat, &opts.errmsg].into_iter().flatten() {
            if part_of(x, object) {
                let text = format!("the STAT or ERRMSG variable cannot be part of an object of its own {what}");
                return Err(self.err(ErrorCode::Semantic, x.span, text));
            }
        }
        Ok(())
    }

    /// Bounds do not depend on what the same statement allocates (F2018 9.7.1.2).
    fn check_alloc_bounds(&mut self, items: &[AllocItem]) -> Res<()> {
        let objects: Vec<SymbolId> = items
            .iter()
            .filter_map(|i| match i.object.kind {
                ExprKind::Var(s) if i.object.rank > 0 || self.sym(s).allocatable => Some(s),
                _ => None,
            })
            .collect();
        let mut found = None;
        for e in items.iter().flat_map(|i| &i.bounds).flat_map(|(l, u)| l.iter().chain([u])) {
            e.walk(&mut |x| {
                if let ExprKind::Var(s) = &x.kind
                    && objects.contains(s)
                {
                    found = found.or(Some((*s, x.span)));
                }
            });
        }
        match found {
            Some((s, span)) => {
                let text = format!("a bound depends on `{}`, which the same statement allocates", self.sym(s).name);
                Err(self.err(ErrorCode::Semantic, span, text))
            }
            None => Ok(()),
        }
    }

    /// The length in a type specification is `*` for dummy arguments of assumed length, and for those only (C935); else it
    /// is that of the object (C937).
    fn check_alloc_length(&mut self, x: &Expr, t: &Ty, span: Span) -> Res<()> {
        let Ty::Character(given, _) = t else { return Ok(()) };
        let own = match &x.kind {
            ExprKind::Var(s) => &self.sym(*s).ty,
            ExprKind::Component { of, index, .. } => &self.ty(*of).components[*index].ty,
            _ => return Ok(()),
        };
        let Ty::Character(own, _) = own else { return Ok(()) };
        let text = match (given, own) {
            (CharLen::Deferred, _) => "the length in a type specification of ALLOCATE cannot be deferred".to_string(),
            (CharLen::Assumed, CharLen::Assumed) => return Ok(()),
            (CharLen::Assumed, _) => "the length `*` is for dummy arguments of assumed length only".to_string(),
            (_, CharLen::Assumed) => "an object of assumed length is allocated with the length `*`".to_string(),
            (CharLen::Const(m), CharLen::Const(n)) if m != n => {
                format!("the object has length {n}, the type specification length {m}")
            }
            _ => return Ok(()),
        };
        Err(self.err(ErrorCode::Type, span, text))
    }

    /// An array in SOURCE= has the shape of the object (F2018 9.7.1.2).
    fn check_allocated_shape(&mut self, bounds: &[(Option<Expr>, Expr)], model: &Expr) -> Res<()> {
        let Some(shape) = self.const_shape(model) else { return Ok(()) };
        for (d, ((l, u), n)) in bounds.iter().zip(shape).enumerate() {
            let lower = match l {
                Some(l) => self.try_int(l),
                None => Some(1),
            };
            let (Some(l), Some(u)) = (lower, self.try_int(u)) else { continue };
            let have = (u - l + 1).max(0);
            if have != n {
                let text = format!("the array gets {have} elements in dimension {}, but SOURCE has {n} there", d + 1);
                return Err(self.err(ErrorCode::Shape, model.span, text));
            }
        }
        Ok(())
    }

    /// Whether the type of the statement fits the object.
    fn check_allocated_type(&mut self, x: &Expr, t: &Ty, span: Span) -> Res<()> {
        let ok = match (&x.ty, t) {
            (Ty::Character(_, a), Ty::Character(_, b)) => a == b,
            (Ty::Class(None), _) => true,
            (Ty::Class(Some(a)), Ty::Derived(b)) => self.extends(*b, *a),
            (Ty::Derived(a), Ty::Derived(b)) => self.same_type(*a, *b),
            (a, b) => a == b,
        };
        if !ok {
            let (a, b) = (ty_name(&self.prog, t), ty_name(&self.prog, &x.ty));
            return Err(self.err(ErrorCode::Type, span, format!("type {a} does not fit the object of type {b}")));
        }
        self.check_alloc_length(x, t, span)?;
        if let Ty::Derived(d) = t
            && self.ty(*d).abstract_
        {
            return Err(self.err(ErrorCode::DerivedType, span, "an object cannot be allocated with an abstract type"));
        }
        Ok(())
    }

    /// Without a type, SOURCE or MOLD the declared one must be enough.
    fn check_type_is_known(&mut self, x: &Expr) -> Res<()> {
        if matches!(x.ty, Ty::Character(CharLen::Deferred, _)) {
            return Err(self.err(
                ErrorCode::Type,
                x.span,
                "an object of deferred length needs a type spec with its length, SOURCE or MOLD",
            ));
        }
        match &x.ty {
            Ty::Class(None) => {
                return Err(self.err(ErrorCode::Type, x.span, "a class(*) object needs a type spec, SOURCE or MOLD"));
            }
            Ty::Class(Some(t)) if self.ty(*t).abstract_ => {
                return Err(self.err(
                    ErrorCode::DerivedType,
                    x.span,
                    "an object of abstract declared type needs a type spec, SOURCE or MOLD",
                ));
            }
            _ => {}
        }
        Ok(())
    }

    /// Whether SOURCE or MOLD fits the object.
    fn check_model(&mut self, x: &Expr, m: &Expr) -> Res<()> {
        self.no_typeless(m)?;
        if let ExprKind::Null = m.kind {
            return Err(self.err(ErrorCode::Pointer, m.span, "NULL cannot be SOURCE or MOLD"));
        }
        if self.opts.standard != 0
            && let (Some(a), Some(b)) = (crate::expr::shape::type_len(&x.ty), crate::expr::shape::type_len(&m.ty))
            && a != b
        {
            let text = format!("the object has length {a}, SOURCE or MOLD length {b}");
            return Err(self.err(ErrorCode::Type, m.span, text));
        }
        let ok = match (&x.ty, &m.ty) {
            (Ty::Character(_, a), Ty::Character(_, b)) => a == b,
            (Ty::Class(None), _) => true,
            (Ty::Class(Some(a)), Ty::Derived(b) | Ty::Class(Some(b))) => self.extends(*b, *a),
            (Ty::Derived(a), Ty::Derived(b) | Ty::Class(Some(b))) => self.same_type(*a, *b),
            (a, b) => a == b,
        };
        if !ok {
            let (a, b) = (ty_name(&self.prog, &m.ty), ty_name(&self.prog, &x.ty));
            return Err(self.err(ErrorCode::Type, m.span, format!("SOURCE or MOLD of type {a} does not fit type {b}")));
        }
        if m.rank != 0 && m.rank != x.rank {
            return Err(self.err(
                ErrorCode::Rank,
                m.span,
                format!("SOURCE or MOLD has rank {}, the object rank {}", m.rank, x.rank),
            ));
        }
        Ok(())
    }

    /// What a statement changes the allocation or association of is not on another image (C934, C938, C944).
    pub(super) fn not_coindexed(&mut self, e: &ast::Expr, what: &str) -> Res<()> {
        if super::assign::coindexed(e) {
            return Err(self.err(ErrorCode::Semantic, e.span, format!("the object of {what} cannot be coindexed")));
        }
        Ok(())
    }
}

/// Whether two designators surely are of one object.
fn same_object(a: &Expr, b: &Expr) -> bool {
    let subscript = |x: &Expr, y: &Expr| match (&x.kind, &y.kind) {
        (ExprKind::Const(m), ExprKind::Const(n)) => m == n,
        _ => same_object(x, y),
    };
    match (&a.kind, &b.kind) {
        (ExprKind::Var(s), ExprKind::Var(t)) => s == t,
        (ExprKind::Component { base: x, of, index }, ExprKind::Component { base: y, of: o, index: i }) => {
            of == o && index == i && same_object(x, y)
        }
        (ExprKind::Elem { base: x, subs: u }, ExprKind::Elem { base: y, subs: v }) => {
            same_object(x, y) && u.len() == v.len() && u.iter().zip(v).all(|(s, t)| subscript(s, t))
        }
        _ => false,
    }
}

/// Whether one of two objects is the other, or a part of it that its allocation decides about (9.7.1.2, 9.7.3.1).
fn overlaps(a: &Expr, b: &Expr) -> bool {
    part_of(a, b) || part_of(b, a)
}

/// Whether a designator is of an object or of a part of it.
fn part_of(part: &Expr, whole: &Expr) -> bool {
    same_object(part, whole) || part.whole().is_some_and(|e| part_of(e, whole))
}
