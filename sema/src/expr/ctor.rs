//! Array and structure constructors.

use crate::ctx::*;
use ferrotran_source::Span;
use ferrotran_source::message::ErrorCode;
use ferrotran_syntax::ast::{self, AcValue, Arg, ArgValue, Name};
use ferrotran_typed::*;

/// The values of a structure constructor as they are collected.
struct Values {
    /// The type.
    t: TypeId,
    /// Its components in order, those of parents first: the type that has them, and their number there.
    flat: Vec<(TypeId, usize)>,
    /// Their values.
    given: Vec<Option<Expr>>,
    /// Parents that are given as a whole: `t(parent=p, ...)`.
    whole: Vec<(TypeId, Expr)>,
    /// How many values without keyword there were.
    pos: usize,
    keyword_seen: bool,
}

impl<'a> Resolver<'a> {
    pub(super) fn array_ctor(
        &mut self,
        sc: ScopeId,
        spec: Option<&'a ast::TypeSpec>,
        values: &'a [AcValue],
        span: Span,
    ) -> Res<Expr> {
        let declared = match spec {
            Some(s) => Some(self.type_spec(sc, s)?),
            None => None,
        };
        if let Some(Ty::Character(CharLen::Assumed | CharLen::Deferred, _)) = &declared {
            return Err(self.err(ErrorCode::Shape, span, "the type of an array constructor needs a definite length"));
        }
        let mut items = self.ac_values(sc, values)?;
        let mut ty = declared.clone();
        let mut bad = None;
        if ty.is_none() {
            let mut first: Option<Ty> = None;
            // Lengths of variables and results need not agree here; the first one counts.
            let mut constants = true;
            visit(&items, &mut |e| constants &= matches!(e.kind, ExprKind::Const(_)));
            let strict = constants || self.opts.pedantic || self.opts.standard != 0;
            // The dynamic type of a constructor is its declared type (Fortran 2018, 7.8).
            let declared_type = |t: &Ty| match t {
                Ty::Class(Some(t)) => Ty::Derived(*t),
                t => super::value_type(t),
            };
            visit(&items, &mut |e| match &first {
                None => first = Some(declared_type(&e.ty)),
                Some(t) => {
                    match (t, &e.ty) {
                        (Ty::Character(a, j), Ty::Character(b, k)) if j == k => {
                            if let (CharLen::Const(a), CharLen::Const(b)) = (a, b)
                                && a != b
                                && strict
                            {
                                bad = bad.take().or(Some((e.span, format!("this has length {b}, the first value length {a}: give the constructor a type spec"))));
                            }
                        }
                        (a, b) if a == b => {}
                        (Ty::Derived(a), Ty::Derived(b) | Ty::Class(Some(b))) if a == b => {}
                        (a, b) => {
                            let (a, b) = (ty_name(&self.prog, a), ty_name(&self.prog, b));
                            bad = bad.take().or(Some((
                                e.span,
                                format!("the values of an array constructor must have one type: {b} after {a}"),
                            )));
                        }
                    }
                }
            });
            // Lengths that differ as far as is known here: that of the first value is found at run time.
            if let Some(Ty::Character(CharLen::Const(a), k)) = &first {
                let (k, mut same) = (*k, true);
                visit(&items, &mut |e| same &= matches!(&e.ty, Ty::Character(CharLen::Const(b), _) if a == b));
                if !same && !constants {
                    first = Some(Ty::Character(CharLen::Runtime, k));
                }
            }
            ty = first;
        }
        if let Some((span, msg)) = bad {
            return Err(self.err(ErrorCode::Type, span, msg));
        }
        let Some(ty) = ty else {
            return Err(self.err(ErrorCode::Type, span, "an empty array constructor needs a type: [integer ::]"));
        };
        if declared.is_some() {
            let mut failed = false;
            let mut check: Vec<Expr> = vec![];
            visit(&items, &mut |e| check.push(e.clone()));
            for e in check {
                failed |= self.check_assignable_types(&ty, &e, e.span).is_err();
            }
            if failed {
                return Err(Reported);
            }
        }
        let mut hollerith = matches!(ty, Ty::Typeless);
        visit(&items, &mut |e| hollerith &= super::typeless::is_hollerith(e));
        if hollerith {
            // The context says what becomes of the bytes.
            return Ok(Expr { kind: ExprKind::ArrayCtor(items), ty, rank: 1, span });
        }
        if matches!(ty, Ty::Typeless | Ty::Procedure) {
            return Err(self.err(ErrorCode::Type, span, "the values of an array constructor must have a type"));
        }
        self.convert_items(&mut items, &ty)?;
        Ok(Expr { kind: ExprKind::ArrayCtor(items), ty, rank: 1, span })
    }

    fn ac_values(&mut self, sc: ScopeId, values: &'a [AcValue]) -> Res<Vec<AcItem>> {
        let mut out = vec![];
        let mut failed = false;
        for v in values {
            match v {
                AcValue::Expr(e) => match self.expr(sc, e) {
                    Ok(x) => out.push(AcItem::Expr(x)),
                    Err(_) => failed = true,
                },
                AcValue::ImpliedDo(d) => match self.ac_implied_do(sc, d) {
                    Ok(x) => out.push(x),
                    Err(_) => failed = true,
                },
            }
        }
        if failed { Err(Reported) } else { Ok(out) }
    }

    fn ac_implied_do(&mut self, sc: ScopeId, d: &'a ast::ImpliedDo<AcValue>) -> Res<AcItem> {
        let inner = self.block_scope(sc);
        if let Some(o) = d.items.iter().find_map(|i| same_index(i, &d.var.name)) {
            let dd = ferrotran_source::message::Diagnostic::error(
                ErrorCode::Semantic,
                o,
                format!("`{}` is already the index of the enclosing implied do", d.var.name),
            )
            .also(d.var.span, "the outer index");
            return Err(self.report(dd));
        }
        let var = self.index_variable(sc, inner, &d.var, d.spec.as_ref())?;
        let lower = self.int_expr(sc, &d.lower, "the bound of an implied do");
        let upper = self.int_expr(sc, &d.upper, "the bound of an implied do");
        let step = d.step.as_ref().map(|s| self.int_expr(sc, s, "the step of an implied do")).transpose();
        let items = self.ac_values(inner, &d.items);
        if let (Ok(a), Ok(b)) = (&lower, &upper)
            && let (Some(a), Some(b)) = (self.try_int(a), self.try_int(b))
            && step.as_ref().is_ok_and(|s| match s {
                Some(s) => self.try_int(s).is_some_and(|k| (k > 0 && a > b) || (k < 0 && a < b)),
                None => a > b,
            })
        {
            self.warn(crate::warn::Warn::Zerotrip, d.lower.span, "this implied do is executed zero times");
        }
        let ty = self.sym(var).ty.clone();
        let (lower, upper) = (self.convert(lower?, &ty)?, self.convert(upper?, &ty)?);
        let step = match step? {
            Some(s) => Some(self.convert(s, &ty)?),
            None => None,
        };
        Ok(AcItem::ImpliedDo { var, lower, upper, step, items: items? })
    }

    /// Makes the index of an implied do, FORALL or DO CONCURRENT in its own scope: of the type given, else of a variable of
    /// that name outside, else by the implicit rules.
    pub fn index_variable(
        &mut self,
        outer: ScopeId,
        inner: ScopeId,
        id: &ast::Ident,
        spec: Option<&'a ast::TypeSpec>,
    ) -> Res<SymbolId> {
        let ty = match spec {
            Some(s) => self.type_spec(outer, s)?,
            None => match self.lookup(outer, &id.name) {
                Some(Entry { ent: Entity::Symbol(s), .. }) if self.sym(s).storage == Storage::Constant => {
                    let text = format!("index `{}` has the name of a constant: it must be that of a variable", id.name);
                    return Err(self.err(ErrorCode::Name, id.span, text));
                }
                Some(Entry { ent: Entity::Symbol(s), .. }) => self.sym(s).ty.clone(),
                _ => {
                    let unit = self.unit_scope(outer);
                    match self.implicit_type(unit, &id.name) {
                        Some(t) => self.implicit_to_ty(unit, t)?,
                        None => return Err(self.undeclared(outer, id, "index")),
                    }
                }
            },
        };
        if !matches!(ty, Ty::Integer(_)) {
            let t = ty_name(&self.prog, &ty);
            return Err(self.err(
                ErrorCode::Type,
                id.span,
                format!("index `{}` must be an integer, this is {t}", id.name),
            ));
        }
        let s = self.new_symbol(id.name.clone(), id.span, ty, Dims::Scalar, Storage::Index, inner);
        self.si_mut(s).locked = Some("the index of the enclosing construct");
        self.bind(inner, id.name.clone(), Entity::Symbol(s), id.span);
        Ok(s)
    }

    /// A structure constructor.
    pub fn struct_ctor(
        &mut self,
        sc: ScopeId,
        t: TypeId,
        args: &'a [Arg],
        lens: &[(Name, Expr)],
        span: Span,
    ) -> Res<Expr> {
        let d = self.ty(t).clone();
        if d.abstract_ {
            return Err(self.err(ErrorCode::DerivedType, span, format!("type `{}` is abstract", d.name)));
        }
        // Components in order, those of the parent flattened: (path of parent types, index).
        let flat = self.flat_components(t);
        let mut values = Values { t, given: vec![None; flat.len()], flat, whole: vec![], pos: 0, keyword_seen: false };
        let mut failed = false;
        for a in args {
            failed |= self.ctor_argument(sc, a, lens, &mut values).is_err();
        }
        if failed {
            return Err(Reported);
        }
        self.check_all_given(&values, span)?;
        let Values { flat, given, whole, .. } = values;
        let mut it = flat.into_iter().zip(given).map(|((o, i), v)| (o, i, v)).collect::<Vec<_>>();
        Ok(self.nest(t, &mut it, &whole, lens, span))
    }

    /// Takes one argument of a structure constructor.
    fn ctor_argument(&mut self, sc: ScopeId, a: &'a Arg, lens: &[(Name, Expr)], values: &mut Values) -> Res<()> {
        let ArgValue::Expr(ae) = &a.value else {
            return Err(self.err(ErrorCode::Syntax, a.span, "this is not a component value"));
        };
        let Some(index) = self.component_meant(sc, a, ae, values)? else { return Ok(()) };
        // `t(p, ...)` with the parent as a whole in first place, where no component of its type stands there.
        if index == 0
            && a.keyword.is_none()
            && values.pos == 1
            && self.ty(values.t).extends.is_some()
            && !self.starts_with_parent(values.t, &values.flat)
        {
            return self.parent_in_front(sc, a, ae, lens, values);
        }
        let Some(&(o, i)) = values.flat.get(index) else { return Err(self.too_many_values(a.span, values)) };
        if self.ty(o).components[i].private && self.types.info[o.0 as usize].module != self.sc(sc).module {
            let n = self.ty(o).components[i].name.clone();
            return Err(self.err(ErrorCode::DerivedType, a.span, format!("component `{n}` is private to its module")));
        }
        if values.given[index].is_some() {
            let n = self.ty(o).components[i].name.clone();
            return Err(self.err(ErrorCode::Argument, a.span, format!("component `{n}` is given twice")));
        }
        let c = self.ty(o).components[i].clone();
        let want = if c.pointer || c.proc.is_some() { super::Want::Actual } else { super::Want::Value };
        let value = match c.proc.is_some() {
            true => match self.function_itself(sc, ae) {
                Some(x) => x,
                None => self.procedure_target(sc, ae)?,
            },
            false => self.expr_want(sc, ae, want)?,
        };
        let value = self.component_value(o, i, value, a.span)?;
        values.given[index] = Some(self.sized_value(sc, o, i, value, lens)?);
        Ok(())
    }

    /// The component that an argument gives a value, by its place among all; none for a parent that is given as a whole.
    fn component_meant(
        &mut self,
        sc: ScopeId,
        a: &'a Arg,
        ae: &'a ast::Expr,
        values: &mut Values,
    ) -> Res<Option<usize>> {
        let Some(k) = &a.keyword else {
            if values.keyword_seen {
                return Err(self.err(ErrorCode::Argument, a.span, "a value without keyword follows one with keyword"));
            }
            values.pos += 1;
            return Ok(Some(values.pos - 1));
        };
        let _ = self.newer(2003, k.span, "a keyword in a structure constructor");
        values.keyword_seen = true;
        if let Some(i) = values.flat.iter().position(|(o, i)| self.ty(*o).components[*i].name == k.name) {
            return Ok(Some(i));
        }
        // A parent by its type name.
        let mut cur = self.ty(values.t).extends;
        let mut found = None;
        while let Some(p) = cur {
            if self.ty(p).name == k.name {
                found = Some(p);
            }
            cur = self.ty(p).extends;
        }
        let Some(p) = found else {
            self.no_component(values.t, k);
            return Err(Reported);
        };
        values.whole.push((p, self.expr(sc, ae)?));
        Ok(None)
    }

    /// The first argument where the type has a parent: that as a whole, or its first component.
    fn parent_in_front(
        &mut self,
        sc: ScopeId,
        a: &'a Arg,
        ae: &'a ast::Expr,
        lens: &[(Name, Expr)],
        values: &mut Values,
    ) -> Res<()> {
        let x = self.expr_want(sc, ae, super::Want::Actual)?;
        if let (Ty::Derived(xt), Some(p)) = (&x.ty, self.parent_like(values.t, &x.ty))
            && self.same_type(*xt, p)
        {
            values.whole.push((p, x));
            values.pos = self.flat_components(p).len();
            return Ok(());
        }
        let Some(&(o, i)) = values.flat.first() else { return Err(self.too_many_values(a.span, values)) };
        let x = self.component_value(o, i, x, a.span)?;
        values.given[0] = Some(self.sized_value(sc, o, i, x, lens)?);
        Ok(())
    }

    fn component_value(&mut self, of: TypeId, index: usize, x: Expr, span: Span) -> Res<Expr> {
        let c = self.ty(of).components[index].clone();
        let rank = c.dims.rank();
        if matches!(x.kind, ExprKind::Null) {
            if c.pointer || c.allocatable && c.role == Role::Data {
                return Ok(Expr { ty: c.ty, rank, ..x });
            }
            return Err(self.err(ErrorCode::Type, span, format!("component `{}` is not a pointer", c.name)));
        }
        if matches!((&x.ty, &x.kind), (Ty::Typeless, ExprKind::Const(Const::Int(_)))) {
            return Err(self.err(
                ErrorCode::Type,
                span,
                "a BOZ constant cannot be a component value: use `int` or `real`",
            ));
        }
        if c.proc.is_some() {
            if !matches!(x.ty, Ty::Procedure) {
                return Err(self.err(ErrorCode::Type, span, format!("component `{}` is a procedure pointer", c.name)));
            }
            if let Some(want) = &c.proc {
                for i in [Some(want.clone()), self.procedure_of(&x)].into_iter().flatten() {
                    if let ProcIface::Explicit(p) = i {
                        self.ensure_spec(p);
                    }
                }
                if let Some(why) = self.target_difference(want, &x) {
                    let text = format!("the procedure does not have the interface of component `{}`: {why}", c.name);
                    return Err(self.err(ErrorCode::Interface, span, text));
                }
            }
            return Ok(x);
        }
        if c.pointer {
            if x.rank != rank {
                return Err(self.err(
                    ErrorCode::Rank,
                    span,
                    format!("pointer component `{}` has rank {rank}, its target rank {}", c.name, x.rank),
                ));
            }
            self.check_pointer_types(&c.ty, &x, span)?;
            if let (Some(m), Some(n)) = (super::shape::type_len(&c.ty), super::shape::type_len(&x.ty))
                && m != n
            {
                let text = format!("pointer component `{}` has length {m}, its target length {n}", c.name);
                return Err(self.err(ErrorCode::Pointer, span, text));
            }
            // C1594
            self.check_pure_target(&x)?;
            // C7106: what may stand in a pointer assignment.
            if !self.is_target(&x) && !self.is_pointer(&x) {
                let text =
                    format!("the target of pointer component `{}` must have the TARGET or POINTER attribute", c.name);
                return Err(self.err(ErrorCode::Pointer, span, text));
            }
            if crate::call::has_vector_subscript(&x) {
                return Err(self.err(ErrorCode::Pointer, span, "a section with a vector subscript cannot be a target"));
            }
            return Ok(x);
        }
        self.check_assignable_types(&c.ty, &x, span)?;
        if x.rank != rank && (x.rank != 0 || c.allocatable && c.role != Role::Sized) {
            return Err(self.err(
                ErrorCode::Rank,
                span,
                format!("component `{}` has rank {rank}, its value rank {}", c.name, x.rank),
            ));
        }
        if let (Some(want), Some(have)) = (crate::decl::types::const_extents(&c.dims), self.const_shape(&x))
            && rank > 0
            && x.rank == rank
            && c.role == Role::Data
            && want != have
        {
            let text = format!("component `{}` has shape {want:?}, its value shape {have:?}", c.name);
            return Err(self.err(ErrorCode::Shape, span, text));
        }
        self.warn_conversion(&c.ty, &x, span);
        match &c.ty {
            Ty::Integer(_) | Ty::Unsigned(_) | Ty::Real(_) | Ty::Complex(_) | Ty::Logical(_) | Ty::Character(..) => {
                self.convert(x, &c.ty)
            }
            _ => Ok(x),
        }
    }
}

impl<'a> Rules<'a> {
    fn convert_items(&mut self, items: &mut [AcItem], ty: &Ty) -> Res<()> {
        for i in items {
            match i {
                AcItem::Expr(e) => {
                    if !matches!(ty, Ty::Derived(_) | Ty::Class(_)) {
                        let x = e.clone();
                        *e = self.convert(x, ty)?;
                    }
                }
                AcItem::ImpliedDo { items, .. } => self.convert_items(items, ty)?,
            }
        }
        Ok(())
    }

    fn too_many_values(&mut self, span: Span, values: &Values) -> Reported {
        let (n, name) = (values.flat.len(), self.ty(values.t).name.clone());
        self.err(ErrorCode::Argument, span, format!("type `{name}` has {n} component{}", if n == 1 { "" } else { "s" }))
    }

    /// Components without a value have a default.
    fn check_all_given(&mut self, values: &Values, span: Span) -> Res<()> {
        let Values { t, flat, given, whole, .. } = values;
        for (k, (o, i)) in flat.iter().enumerate() {
            let c = &self.ty(*o).components[*i];
            let covered = whole.iter().any(|(p, _)| self.extends(*p, *o));
            if given[k].is_none() && !covered && c.role == Role::Sized {
                let what = "a structure constructor without a value for a component of this shape";
                return Err(self.unsupported(span, what));
            }
            if given[k].is_none()
                && !covered
                && matches!(&c.ty, Ty::Derived(x) if !c.pointer && !c.allocatable && self.has_lengths(*x))
            {
                let what = "a structure constructor without a value for a component with length parameters";
                return Err(self.unsupported(span, what));
            }
            if given[k].is_none() && !covered && c.init.is_none() && !c.allocatable && !c.pointer {
                // A component of a type with default initialization is fine as well.
                if let Ty::Derived(ct) = &c.ty
                    && self.has_default_init(*ct)
                {
                    continue;
                }
                let n = c.name.clone();
                return Err(self.err(
                    ErrorCode::Argument,
                    span,
                    format!("component `{n}` of type `{}` has no value and no default", self.ty(*t).name),
                ));
            }
        }
        Ok(())
    }

    /// Puts flattened component values back into nested parents.
    fn nest(
        &mut self,
        t: TypeId,
        given: &mut Vec<(TypeId, usize, Option<Expr>)>,
        whole: &[(TypeId, Expr)],
        lens: &[(Name, Expr)],
        span: Span,
    ) -> Expr {
        let d = self.ty(t).clone();
        let mut values = vec![];
        for (i, c) in d.components.iter().enumerate() {
            if c.role == Role::LenParam {
                let value = lens.iter().find(|(n, _)| *n == c.name).map(|(_, v)| v.clone());
                values.push(value.and_then(|v| self.convert(v, &c.ty).ok()));
                continue;
            }
            if i == 0
                && let Some(p) = d.extends
            {
                values.push(Some(match whole.iter().find(|(w, _)| *w == p) {
                    Some((_, e)) => e.clone(),
                    None => self.nest(p, given, whole, lens, span),
                }));
                continue;
            }
            let v = given.iter_mut().find(|(o, k, _)| *o == t && *k == i).and_then(|g| g.2.take());
            values.push(v);
        }
        Expr { kind: ExprKind::StructCtor { ty: t, values }, ty: Ty::Derived(t), rank: 0, span }
    }
}

impl<'a> Facts<'a> {
    /// Whether the first component has itself the type that a type extends.
    fn starts_with_parent(&self, t: TypeId, flat: &[(TypeId, usize)]) -> bool {
        flat.first().is_some_and(|(o, i)| match &self.ty(*o).components[*i].ty {
            x @ Ty::Derived(_) => self.parent_like(t, x).is_some(),
            Ty::Class(Some(c)) => self.parent_like(t, &Ty::Derived(*c)).is_some(),
            _ => false,
        })
    }

    /// The type that a type extends, directly or not, and that a value has.
    fn parent_like(&self, t: TypeId, ty: &Ty) -> Option<TypeId> {
        let Ty::Derived(x) = ty else { return None };
        let mut cur = self.ty(t).extends;
        while let Some(p) = cur {
            if self.same_type(*x, p) {
                return Some(p);
            }
            cur = self.ty(p).extends;
        }
        None
    }

    /// Components of a type with those of its parents first: (declaring type, index).
    pub fn flat_components(&self, t: TypeId) -> Vec<(TypeId, usize)> {
        let d = self.ty(t);
        let mut v = match d.extends {
            Some(p) => self.flat_components(p),
            None => vec![],
        };
        let skip = usize::from(d.extends.is_some());
        let data = |i: &usize| d.components[*i].role != Role::LenParam;
        v.extend((skip..d.components.len()).filter(data).map(|i| (t, i)));
        v
    }
}

fn visit(items: &[AcItem], f: &mut dyn FnMut(&Expr)) {
    for i in items {
        match i {
            AcItem::Expr(e) => f(e),
            AcItem::ImpliedDo { items, .. } => visit(items, f),
        }
    }
}

/// Where an implied do in an item uses an index of this name again.
fn same_index(v: &AcValue, name: &str) -> Option<ferrotran_source::Span> {
    match v {
        AcValue::Expr(_) => None,
        AcValue::ImpliedDo(d) if &*d.var.name == name => Some(d.var.span),
        AcValue::ImpliedDo(d) => d.items.iter().find_map(|i| same_index(i, name)),
    }
}
