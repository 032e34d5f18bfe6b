//! Data references: names, elements, sections, components, substrings, and what looks like them (function
//! references, structure constructors, type-bound procedures).

use super::Want;
use crate::call::ArgIn;
use crate::const_eval::extent;
use crate::ctx::*;
use ferrotran_source::Span;
use ferrotran_source::message::{Diagnostic, ErrorCode};
use ferrotran_syntax::ast::{self, Arg, ArgValue, Part};
use ferrotran_typed::intrinsics::Intrinsic;
use ferrotran_typed::*;

/// Lower and upper bound of a dimension, where they are known.
type Bounds = (Option<i64>, Option<i64>);

fn out_of_bounds(n: i64, (lo, hi): &Bounds) -> bool {
    lo.is_some_and(|l| n < l) || hi.is_some_and(|h| n > h)
}

impl<'a> Resolver<'a> {
    /// Analyses a reference.
    pub fn reference_public(&mut self, sc: ScopeId, parts: &'a [Part], span: Span, want: Want) -> Res<Expr> {
        self.reference(sc, parts, span, want)
    }

    /// Analyses a reference.
    pub(super) fn reference(&mut self, sc: ScopeId, parts: &'a [Part], span: Span, want: Want) -> Res<Expr> {
        let mut selector = None;
        for (i, p) in parts.iter().enumerate() {
            if let Some(list) = &p.cosubscripts {
                selector = self.image_selector(sc, p, list, i == 0)?.map(|s| (i, s));
            }
        }
        let mut image = None;
        let single = parts.len() == 1;
        let w = if single { want } else { Want::Variable };
        let mut base = self.first_part(sc, &parts[0], w)?;
        self.second_list(&parts[0], &base)?;
        if let Some((_, s)) = selector.take_if(|s| s.0 == 0) {
            image = Some(self.selected_image(&base, s, parts[0].span)?);
        }
        for (i, p) in parts.iter().enumerate().skip(1) {
            // C920: neither the result of a function nor a constructor has parts that can be named.
            if matches!(base.kind, ExprKind::Call(_)) {
                let text = "a component of a function result cannot be referenced: give the result a name";
                return Err(self.err(ErrorCode::Syntax, span, text));
            }
            let last = i + 1 == parts.len();
            base = self.component_ref(sc, base, p, if last { want } else { Want::Variable })?;
            self.second_list(p, &base)?;
            if let Some((_, s)) = selector.take_if(|s| s.0 == i) {
                image = Some(self.selected_image(&base, s, p.span)?);
            }
        }
        base.span = span;
        if let (ExprKind::Component { .. }, Ty::Derived(t)) = (&base.kind, &base.ty)
            && self.ty(*t).abstract_
        {
            let text = format!("an object of the abstract type `{}` must be polymorphic here", self.ty(*t).name);
            return Err(self.err(ErrorCode::DerivedType, span, text));
        }
        if want == Want::Value {
            self.check_value(&base)?;
        }
        if let Some(image) = image {
            return self.coindexed(base, image, want == Want::Variable);
        }
        if want == Want::Variable {
            return Ok(base);
        }
        if let (ExprKind::Section { subs, .. }, Ty::Class(_)) = (&base.kind, &base.ty)
            && subs.iter().any(|s| matches!(s, Subscript::Vector(_)))
        {
            return self.gathered_section(base);
        }
        self.fold(base)
    }

    fn first_part(&mut self, sc: ScopeId, p: &'a Part, want: Want) -> Res<Expr> {
        let name = &p.name.name;
        let entry = self.lookup(sc, name);
        match entry {
            Some(Entry { ent: Entity::Symbol(s), generic, .. }) => {
                if generic.is_some() && p.args.is_some() {
                    return self.generic_ref(sc, p, None);
                }
                self.symbol_ref(sc, s, p, want)
            }
            Some(Entry { ent, generic: Some(_), .. }) if p.args.is_some() => {
                let fallback = match ent {
                    Entity::Type(t) => Some(t),
                    _ => None,
                };
                self.generic_ref(sc, p, fallback)
            }
            Some(Entry { ent: Entity::Proc(id), .. }) => self.proc_ref(sc, id, p, want),
            Some(Entry { ent: Entity::Type(t), .. }) => match &p.args {
                Some(args) => self.constructor(sc, t, p, args),
                None => Err(self.err(ErrorCode::Name, p.span, format!("`{name}` is a derived type, not a value"))),
            },
            Some(Entry { ent: Entity::Intrinsic(i), .. }) => self.intrinsic_ref(sc, i, p, want),
            Some(Entry { ent: Entity::External { link_name, ty }, .. }) => {
                self.external_ref(sc, link_name, ty, p, want)
            }
            Some(Entry { ent: Entity::Namelist(_), .. }) => {
                Err(self.err(ErrorCode::Name, p.name.span, format!("`{name}` is a namelist group")))
            }
            Some(Entry { ent: Entity::Ambiguous, .. }) => {
                let d = Diagnostic::error(
                    ErrorCode::Name,
                    p.name.span,
                    format!("`{name}` is ambiguous: different entities of that name come from several modules"),
                )
                .with_help("rename one of them on its USE statement, or list what you need with ONLY");
                Err(self.report(d))
            }
            Some(Entry { ent: Entity::Bad, .. }) => Err(Reported),
            Some(Entry { ent: Entity::Refused(why), .. }) => Err(self.refused(name, &why, p.name.span)),
            Some(Entry { ent: Entity::Resolving, .. }) => {
                Err(self.err(ErrorCode::Name, p.name.span, format!("the declaration of `{name}` depends on itself")))
            }
            Some(Entry { ent: Entity::Generic, generic: Some(g), .. }) => {
                // As an actual argument a generic name stands for the specific of that name, if any.
                let same = self.generics[g.0 as usize].procs.iter().copied().find(|q| self.proc(*q).name == *name);
                match same {
                    Some(q) => self.proc_ref(sc, q, p, want),
                    None => {
                        Err(self.err(ErrorCode::Name, p.name.span, format!("generic `{name}` needs an argument list")))
                    }
                }
            }
            Some(Entry { ent: Entity::Generic | Entity::Pending, .. }) | None => self.unknown_ref(sc, p, want),
        }
    }

    /// A name that nothing declares: an intrinsic, an external function, or an implicitly typed variable.
    fn unknown_ref(&mut self, sc: ScopeId, p: &'a Part, want: Want) -> Res<Expr> {
        let name = &p.name.name;
        if let Some(args) = &p.args {
            let ranges = args.iter().any(|a| matches!(a.value, ArgValue::Section { .. }));
            if !ranges {
                if let Some(e) = self.intrinsic_by_name(sc, p)? {
                    return Ok(e);
                }
                if let Some(e) = self.enumeration_step(sc, p)? {
                    return Ok(e);
                }
                if let Some(g) = self.sibling_entry(sc, name) {
                    return self.proc_ref(sc, g, p, want);
                }
                let unit = self.unit_scope(sc);
                if let Some(t) = self.implicit_type(unit, name)
                    && want != Want::Variable
                {
                    if self.implicit_none_external(sc) {
                        return Err(self.undeclared(sc, &p.name, "function"));
                    }
                    let ty = self.implicit_to_ty(unit, t)?;
                    let link = self.external_link(name);
                    let ent = Entity::External { link_name: link.clone(), ty: Some(ty.clone()) };
                    self.bind(unit, name.clone(), ent, p.name.span);
                    return self.external_ref(sc, link, Some(ty), p, want);
                }
            }
            return Err(self.undeclared(sc, &p.name, "function or array"));
        }
        if want == Want::Actual
            && (self.specific(name).is_some_and(|s| s.actual) || ferrotran_typed::intrinsics::lookup(name).is_some())
            && (self.implicit_type(self.unit_scope(sc), name).is_none()
                || self.sc(self.unit_scope(sc)).referenced.contains(name))
        {
            return self.intrinsic_as_argument(&p.name);
        }
        let main = self.sc(self.unit_scope(sc)).proc;
        if let Some(q) = main
            && self.proc(q).is_main
            && self.proc(q).name == *name
            && self.pi(q).unit.is_some_and(|u| u.name.is_some())
        {
            let text = format!("`{name}` is the name of this program, not a variable");
            return Err(self.err(ErrorCode::Name, p.name.span, text));
        }
        let s = self.implicit_variable(sc, &p.name)?;
        self.symbol_ref(sc, s, p, want)
    }

    fn symbol_ref(&mut self, sc: ScopeId, s: SymbolId, p: &'a Part, want: Want) -> Res<Expr> {
        let sym = self.sym(s);
        let span = p.span;
        let name = sym.name.clone();
        // The name of a function inside itself, with arguments: a recursive reference.
        if self.si(s).is_result
            && !self.si(s).procedure
            && let Some(args) = &p.args
            && sym.rank() == 0
            && let Some(owner) = sym.owner
            && self.proc(owner).name == name
            && !args.iter().any(|a| matches!(a.value, ArgValue::Section { .. }))
        {
            // 15.6.2.2
            let at = self.proc(owner).span;
            let text = format!("`{name}` is the result of the function here: a recursive reference needs RESULT");
            return Err(self.report(Diagnostic::error(ErrorCode::Name, p.span, text).also(at, "the function")));
        }
        if self.si(s).procedure {
            return self.procedure_symbol_ref(sc, s, p, want);
        }
        if let Some(args) = &p.args
            && sym.rank() == 0
            && !matches!(sym.dims, Dims::AssumedRank)
            && !args.iter().any(|a| matches!(a.value, ArgValue::Section { .. }))
        {
            return self.scalar_with_args(sc, s, p, want);
        }
        let ty = sym.ty.clone();
        let rank = sym.rank();
        let base = Expr { kind: ExprKind::Var(s), ty, rank, span: p.name.span };
        self.use_symbol(sc, s, p.name.span)?;
        self.subscripted(sc, base, p.args.as_deref(), p.second.as_deref(), span, &name)
    }

    /// `f(x)` where `f` is declared as a scalar: an intrinsic whose type is confirmed, or an external function.
    fn scalar_with_args(&mut self, sc: ScopeId, s: SymbolId, p: &'a Part, want: Want) -> Res<Expr> {
        let sym = self.sym(s).clone();
        let plain = !sym.allocatable
            && !sym.pointer
            && sym.value.is_none()
            && matches!(sym.storage, Storage::Local | Storage::Dummy(_) | Storage::Static { .. })
            && matches!(
                sym.ty,
                Ty::Integer(_)
                    | Ty::Unsigned(_)
                    | Ty::Real(_)
                    | Ty::Complex(_)
                    | Ty::Logical(_)
                    | Ty::Character(..)
                    | Ty::Derived(_)
            )
            && !self.si(s).implicit
            && sym.intent == Intent::Unspecified;
        if !plain || want == Want::Variable {
            let d = Diagnostic::error(
                ErrorCode::Name,
                p.span,
                format!("`{}` is neither an array nor a function", sym.name),
            )
            .also(sym.span, "declared as a scalar here");
            return Err(self.report(d));
        }
        let decl_scope = self.si(s).scope;
        // What the host did not reference as a function is a variable there (19.5.1.4).
        let unit = self.unit_scope(sc);
        if let Some(d) = decl_scope
            && d != unit
            && !self.sc(unit).proc.is_some_and(|p| self.pi(p).stmt_func)
            && !self.sc(d).imported
            && self.sc(d).kind == ScopeKind::Proc
        {
            let text = format!("`{}` is a variable of the host, not a function", sym.name);
            let d = Diagnostic::error(ErrorCode::Name, p.span, text).also(sym.span, "declared as a scalar here");
            return Err(self.report(d));
        }
        if matches!(sym.storage, Storage::Dummy(_)) {
            let m = self.sym_mut(s);
            m.proc = Some(ProcIface::Implicit(Some(sym.ty.clone())));
            m.ty = Ty::Procedure;
            self.si_mut(s).procedure = true;
            return self.procedure_symbol_ref(sc, s, p, want);
        }
        // It never was a variable.
        if let Some(d) = decl_scope {
            self.sc_mut(d).locals.retain(|x| *x != s);
            self.prog.statics.retain(|x| *x != s);
            if ferrotran_typed::intrinsics::lookup(&sym.name).is_some() || self.specific(&sym.name).is_some() {
                let id = ferrotran_typed::intrinsics::lookup(&sym.name)
                    .or_else(|| self.specific(&sym.name).map(|x| x.generic))
                    .expect("checked");
                if !id.row().subroutine() {
                    self.bind(d, sym.name.clone(), Entity::Intrinsic(id), sym.span);
                    if let Some(e) = self.intrinsic_by_name(sc, p)? {
                        return Ok(e);
                    }
                }
            }
            let link = self.external_link(&sym.name);
            let ent = Entity::External { link_name: link.clone(), ty: Some(sym.ty.clone()) };
            self.bind(d, sym.name.clone(), ent, sym.span);
            return self.external_ref(sc, link, Some(sym.ty), p, want);
        }
        Err(Reported)
    }

    /// Applies subscripts and a substring range to a data object.
    pub fn subscripted(
        &mut self,
        sc: ScopeId,
        base: Expr,
        args: Option<&'a [Arg]>,
        second: Option<&'a [Arg]>,
        span: Span,
        name: &str,
    ) -> Res<Expr> {
        let Some(args) = args else { return Ok(base) };
        let declared_rank = self.own_rank(&base);
        if declared_rank == 0 {
            if matches!(base.ty, Ty::Character(..)) {
                if second.is_some() {
                    return Err(self.err(ErrorCode::Syntax, span, "a substring of a substring"));
                }
                return self.substring(sc, base, args, span);
            }
            return Err(self.err(ErrorCode::Rank, span, format!("`{name}` is not an array")));
        }
        let e = self.subscripts(sc, base, args, span, name)?;
        match second {
            Some(r) => self.substring(sc, e, r, span),
            None => Ok(e),
        }
    }

    pub(super) fn substring(&mut self, sc: ScopeId, base: Expr, args: &'a [Arg], span: Span) -> Res<Expr> {
        let [Arg { value: ArgValue::Section { lower, upper, step: None }, keyword: None, .. }] = args else {
            return Err(self.err(ErrorCode::Syntax, span, "a substring range `(lower:upper)` is expected here"));
        };
        if !matches!(base.ty, Ty::Character(..)) {
            let t = ty_name(&self.prog, &base.ty);
            return Err(self.err(ErrorCode::Type, span, format!("a substring of something of type {t}")));
        }
        let lower = lower.as_ref().map(|e| self.int_expr(sc, e, "a substring bound")).transpose()?;
        let upper = upper.as_ref().map(|e| self.int_expr(sc, e, "a substring bound")).transpose()?;
        let lo = match &lower {
            Some(l) => self.try_int(l),
            None => Some(1),
        };
        let len = super::shape::type_len(&base.ty);
        let hi = match &upper {
            Some(u) => self.try_int(u),
            None => len,
        };
        let mut new_len = CharLen::Runtime;
        if let (Some(lo), Some(hi)) = (lo, hi) {
            new_len = CharLen::Const(extent(lo, hi));
            if lo <= hi {
                let e = lower.as_ref().map_or(span, |l| l.span);
                if lo < 1 {
                    return Err(self.err(ErrorCode::Shape, e, format!("substring start {lo} is less than one")));
                }
                if let Some(n) = len
                    && hi > n
                {
                    let e = upper.as_ref().map_or(span, |l| l.span);
                    return Err(self.err(ErrorCode::Shape, e, format!("substring end {hi} is beyond the length {n}")));
                }
            }
        }
        let rank = base.rank;
        let ty = Ty::Character(new_len, base.ty.chr_kind());
        Ok(Expr {
            kind: ExprKind::Substring { base: Box::new(base), lower: lower.map(Box::new), upper: upper.map(Box::new) },
            ty,
            rank,
            span,
        })
    }

    /// The subscripts with those that `@` brings written one by one (Fortran 2023, 9.5.3.2).
    fn multiple_subscripts(&mut self, sc: ScopeId, args: &'a [Arg]) -> Res<&'a [Arg]> {
        let multiple = |a: &'a Arg| match &a.value {
            ArgValue::Expr(ast::Expr { kind: ast::ExprKind::Multiple(e), .. }) => Some(&**e),
            _ => None,
        };
        if !args.iter().any(|a| multiple(a).is_some()) {
            return Ok(args);
        }
        let mut out = vec![];
        for a in args {
            let Some(e) = multiple(a) else {
                out.push(a.clone());
                continue;
            };
            self.newer(2023, a.span, "`@` before subscripts")?;
            let mut x = self.expr(sc, e)?;
            if let Some(c @ Const::Array { .. }) = self.try_const(&x) {
                x.kind = ExprKind::Const(c);
            }
            let one = |value: ast::ExprKind| Arg {
                keyword: None,
                value: ArgValue::Expr(ast::Expr { kind: value, span: e.span }),
                span: a.span,
            };
            let number = |n: i64| {
                let size = ast::ExprKind::Int { value: n.unsigned_abs().into(), kind: None };
                if n >= 0 {
                    return size;
                }
                ast::ExprKind::Unary(ast::UnOp::Minus, Box::new(ast::Expr { kind: size, span: e.span }))
            };
            match (&x.kind, &e.kind, self.declared_bounds(&x).first()) {
                _ if x.rank != 1 || !matches!(x.ty, Ty::Integer(_)) => {
                    return Err(self.err(ErrorCode::Rank, e.span, "`@` takes an integer array of rank 1"));
                }
                (ExprKind::Const(Const::Array { elems, .. }), ..) => {
                    for c in elems {
                        let Some(Const::Int(n)) = c else { return Err(Reported) };
                        out.push(one(number(*n as i64)));
                    }
                }
                (_, ast::ExprKind::Ref(parts), Some((Some(lo), Some(hi)))) => {
                    for k in *lo..=*hi {
                        let mut parts = parts.clone();
                        if let Some(p) = parts.last_mut() {
                            p.args = Some(vec![one(number(k))]);
                        }
                        out.push(one(ast::ExprKind::Ref(parts)));
                    }
                }
                _ => {
                    let text = "`@` before anything but a constant or a whole array of constant size";
                    return Err(self.unsupported(e.span, text));
                }
            }
        }
        // As long as the tree, which is as long as the process.
        Ok(out.leak())
    }

    fn subscripts(&mut self, sc: ScopeId, base: Expr, args: &'a [Arg], span: Span, name: &str) -> Res<Expr> {
        let args = self.multiple_subscripts(sc, args)?;
        let own = self.own_rank(&base);
        if args.len() != own {
            return Err(self.err(
                ErrorCode::Rank,
                span,
                format!(
                    "`{name}` has rank {own} but is given {} subscript{}",
                    args.len(),
                    if args.len() == 1 { "" } else { "s" }
                ),
            ));
        }
        let assumed_size = matches!(&base.kind, ExprKind::Var(s) if matches!(self.sym(*s).dims, Dims::AssumedSize(..)));
        let mut subs = vec![];
        let mut rank = 0;
        let mut failed = false;
        let bounds = self.declared_bounds(&base);
        for (i, a) in args.iter().enumerate() {
            if let Some(k) = &a.keyword {
                self.err(ErrorCode::Syntax, k.span, "a subscript has no keyword");
                failed = true;
                continue;
            }
            match &a.value {
                ArgValue::Expr(e) => {
                    let Ok(mut x) = self.expr(sc, e) else {
                        failed = true;
                        continue;
                    };
                    if matches!(x.ty, Ty::Real(_)) && x.rank <= 1 {
                        self.diag.warning(ErrorCode::Extension, e.span, "a subscript of type real is not standard");
                        let kind = self.opts.default_integer;
                        let Ok(n) = self.convert(x, &Ty::Integer(kind)) else {
                            failed = true;
                            continue;
                        };
                        x = n;
                    }
                    if !matches!(x.ty, Ty::Integer(_)) {
                        let t = ty_name(&self.prog, &x.ty);
                        self.err(ErrorCode::Type, e.span, format!("a subscript must be an integer, this is {t}"));
                        failed = true;
                        continue;
                    }
                    match x.rank {
                        0 => {
                            if let Some(n) = self.try_int(&x) {
                                self.warn_subscript(x.span, n, bounds.get(i), (name, i));
                            } else {
                                self.warn_loop_subscript(&x, bounds.get(i), name);
                            }
                            subs.push(Subscript::Index(x))
                        }
                        1 => {
                            if let ExprKind::Const(Const::Array { elems, .. }) = &x.kind
                                && let Some(n) = elems.iter().find_map(|e| match e {
                                    Some(Const::Int(n)) => out_of_bounds(*n as i64, bounds.get(i)?).then_some(*n),
                                    _ => None,
                                })
                            {
                                self.warn_subscript(x.span, n as i64, bounds.get(i), (name, i));
                            }
                            rank += 1;
                            subs.push(Subscript::Vector(x));
                        }
                        r => {
                            self.err(ErrorCode::Rank, e.span, format!("a vector subscript has rank 1, this has {r}"));
                            failed = true;
                        }
                    }
                }
                ArgValue::Section { lower, upper, step } => {
                    let part = |this: &mut Self, e: &'a Option<ast::Expr>, what: &str| -> Res<Option<Expr>> {
                        match e {
                            Some(e) => this.int_expr(sc, e, what).map(Some),
                            None => Ok(None),
                        }
                    };
                    let l = part(self, lower, "a section bound");
                    let u = part(self, upper, "a section bound");
                    let s = part(self, step, "a section stride");
                    let (Ok(l), Ok(u), Ok(s)) = (l, u, s) else {
                        failed = true;
                        continue;
                    };
                    if let Some(s) = &s
                        && self.try_int(s) == Some(0)
                    {
                        self.err(ErrorCode::Shape, s.span, "the stride of a section cannot be zero");
                        failed = true;
                    }
                    if u.is_none() && assumed_size && i + 1 == own {
                        self.err(
                            ErrorCode::Shape,
                            a.span,
                            format!("the last dimension of assumed-size `{name}` needs an upper bound here"),
                        );
                        failed = true;
                    }
                    self.warn_section(l.as_ref(), u.as_ref(), s.as_ref(), bounds.get(i), (name, i));
                    rank += 1;
                    subs.push(Subscript::Range { lower: l, upper: u, step: s });
                }
                _ => {
                    self.err(ErrorCode::Syntax, a.span, "this is not a subscript");
                    failed = true;
                }
            }
        }
        if failed {
            return Err(Reported);
        }
        let base_rank = base.rank - own;
        if base_rank > 0 && rank > 0 {
            return Err(self.err(
                ErrorCode::Rank,
                span,
                "two parts of a reference have a rank: only one may be an array",
            ));
        }
        // The value of an entity with a declared run-time length keeps the declared type.
        let ty = base.ty.clone();
        if rank == 0 {
            let subs: Vec<Expr> = subs
                .into_iter()
                .filter_map(|s| match s {
                    Subscript::Index(e) => Some(e),
                    _ => None,
                })
                .collect();
            return Ok(Expr { kind: ExprKind::Elem { base: Box::new(base), subs }, ty, rank: base_rank, span });
        }
        Ok(Expr { kind: ExprKind::Section { base: Box::new(base), subs }, ty, rank, span })
    }

    pub(super) fn component_ref(&mut self, sc: ScopeId, base: Expr, p: &'a Part, want: Want) -> Res<Expr> {
        let name = &p.name.name;
        let span = base.span.to(p.span);
        let intrinsic = !matches!(base.ty, Ty::Derived(_) | Ty::Class(_));
        if intrinsic && matches!(&**name, "kind" | "len") && p.args.is_none() {
            self.newer(2003, p.span, "%KIND and %LEN")?;
        }
        match (&base.ty, &**name) {
            (Ty::Complex(k), "re" | "im") if p.args.is_none() => {
                let (k, rank) = (*k, base.rank);
                self.newer(2008, p.span, "%RE and %IM")?;
                return Ok(Expr {
                    kind: ExprKind::ComplexPart { base: Box::new(base), imag: &**name == "im" },
                    ty: Ty::Real(k),
                    rank,
                    span,
                });
            }
            (Ty::Integer(k) | Ty::Unsigned(k) | Ty::Real(k) | Ty::Complex(k) | Ty::Logical(k), "kind")
                if p.args.is_none() =>
            {
                let c = Const::Int(*k as i128);
                let ty = Ty::Integer(self.opts.default_integer);
                return Ok(Expr { kind: ExprKind::Const(c), ty, rank: 0, span });
            }
            (Ty::Character(_, k), "kind") if p.args.is_none() => {
                let c = Const::Int((*k).into());
                let ty = Ty::Integer(self.opts.default_integer);
                return Ok(Expr { kind: ExprKind::Const(c), ty, rank: 0, span });
            }
            (Ty::Character(..), "len") if p.args.is_none() => {
                let ty = Ty::Integer(self.opts.default_integer);
                if let Some(n) = self.constant_char_len(&base) {
                    return Ok(Expr { kind: ExprKind::Const(Const::Int(n.into())), ty, rank: 0, span });
                }
                return self.fold(Expr {
                    kind: ExprKind::Intrinsic {
                        id: ferrotran_typed::intrinsics::Intrinsic::Len,
                        args: vec![Some(base), None],
                    },
                    ty,
                    rank: 0,
                    span,
                });
            }
            _ => {}
        }
        let t = match &base.ty {
            Ty::Derived(t) | Ty::Class(Some(t)) => *t,
            other => {
                let tn = ty_name(&self.prog, other);
                return Err(self.err(
                    ErrorCode::DerivedType,
                    p.name.span,
                    format!("there is no component `{name}`: the object has type {tn}"),
                ));
            }
        };
        let Some((of, index, private)) = self.find_component(t, name) else {
            if let Some(e) = self.bound_ref(sc, &base, t, p, want)? {
                return Ok(e);
            }
            if let (Some(v), None) = (self.parameter_value(t, name), &p.args) {
                let ty = Ty::Integer(self.opts.default_integer);
                return Ok(Expr { kind: ExprKind::Const(Const::Int(v.into())), ty, rank: 0, span });
            }
            return Err(self.no_component(t, &p.name));
        };
        if private && self.types.info[of.0 as usize].module != self.sc(sc).module {
            let tn = self.ty(of).name.clone();
            return Err(self.err(
                ErrorCode::DerivedType,
                p.name.span,
                format!("component `{name}` of type `{tn}` is private to its module"),
            ));
        }
        let c = self.ty(of).components[index].clone();
        // 7.5.7.2: the parent component is as accessible as its type.
        if let Ty::Derived(t) = &c.ty
            && self.ty(of).extends == Some(*t)
            && self.ty(*t).name == *name
            && let Some(home) = self.types.info[t.0 as usize].def.is_some().then(|| self.types.info[t.0 as usize].scope)
            && self.sc(home).module != self.sc(sc).module
            && let Some(e) = self.sc(home).names.get(&self.ty(*t).name)
            && e.access.map_or(self.sc(home).default_private, |a| a == ast::Access::Private)
        {
            let text = format!("the parent component `{name}` is private: its type is");
            return Err(self.err(ErrorCode::DerivedType, p.name.span, text));
        }
        let own = c.dims.rank();
        if c.role == Role::LenParam
            && let Some(v) = self.constant_length(&base, name)
        {
            return Ok(v);
        }
        if base.rank > 0 && c.role == Role::LenParam {
            // A type parameter inquiry is scalar even of an array (F2018 9.4.5): all elements have the same.
            let rank = base.rank;
            let all =
                Expr { kind: ExprKind::Component { base: Box::new(base), of, index }, ty: c.ty.clone(), rank, span };
            let kind = ExprKind::Intrinsic {
                id: ferrotran_typed::intrinsics::Intrinsic::Maxval,
                args: vec![Some(all), None, None],
            };
            return Ok(Expr { kind, ty: c.ty, rank: 0, span });
        }
        if base.rank > 0 && c.role == Role::Sized {
            return Err(
                self.unsupported(span, "a component that depends on length parameters of all elements of an array")
            );
        }
        if base.rank > 0 && (c.allocatable || c.pointer) {
            return Err(self.err(
                ErrorCode::DerivedType,
                p.name.span,
                format!("`{name}` is allocatable or a pointer, so what is left of it must be scalar"),
            ));
        }
        if base.rank > 0
            && own > 0
            && (p.args.is_none()
                || p.args.as_ref().is_some_and(|a| a.iter().any(|x| matches!(x.value, ArgValue::Section { .. }))))
        {
            return Err(self.err(
                ErrorCode::Rank,
                span,
                "two parts of a reference have a rank: only one may be an array",
            ));
        }
        let rank = base.rank + own;
        if let Some(iface) = &c.proc {
            let e = Expr {
                kind: ExprKind::Component { base: Box::new(base), of, index },
                ty: Ty::Procedure,
                rank: 0,
                span,
            };
            return self.component_proc_ref(sc, e, iface.clone(), t, p, want);
        }
        let e = Expr { kind: ExprKind::Component { base: Box::new(base), of, index }, ty: c.ty, rank, span };
        self.subscripted(sc, e, p.args.as_deref(), p.second.as_deref(), span, name)
    }

    /// Arguments of an intrinsic procedure as written, analysed.
    pub fn intrinsic_args(&mut self, sc: ScopeId, id: Intrinsic, args: &'a [Arg]) -> Res<Vec<ArgIn>> {
        // These ask for the type only: no function is referenced for them.
        let asked = matches!(id, Intrinsic::Len | Intrinsic::Kind).then(|| std::mem::take(&mut self.in_spec));
        let args = self.args_in(sc, args);
        self.in_spec = asked.unwrap_or(self.in_spec);
        args
    }

    /// Arguments as written, analysed.
    pub fn args_in(&mut self, sc: ScopeId, args: &'a [Arg]) -> Res<Vec<ArgIn>> {
        let mut v = vec![];
        let mut labels = vec![];
        let mut failed = false;
        for a in args {
            match &a.value {
                ArgValue::Expr(e) => match self.expr_want(sc, e, Want::Actual) {
                    Ok(x) => v.push(ArgIn {
                        part: matches!(&e.kind, ast::ExprKind::Ref(p) if p.iter().any(|p| p.args.is_some())),
                        coindexed: crate::stmt::assign::coindexed(e),
                        keyword: a.keyword.clone(),
                        expr: x,
                        span: a.span,
                    }),
                    Err(_) => failed = true,
                },
                ArgValue::AltReturn(l) => labels.push(*l),
                _ => {
                    self.err(ErrorCode::Syntax, a.span, "this is not an actual argument");
                    failed = true;
                }
            }
        }
        if let (Some(a), false) = (args.last(), labels.is_empty()) {
            v.push(self.alternate_return_actual(sc, labels, a.span));
        }
        if failed { Err(Reported) } else { Ok(v) }
    }

    /// Called for each use of a data entity by name; checks that belong to the place of the use.
    fn use_symbol(&mut self, _sc: ScopeId, s: SymbolId, span: Span) -> Res<()> {
        if matches!(self.sym(s).ty, Ty::Typeless) {
            return Err(Reported);
        }
        if let Some(why) = self.modules.refused_symbols.get(&s).copied() {
            let name = self.sym(s).name.clone();
            self.usable(&name, Some(why), span)?;
        }
        self.note_use(s, span);
        // C1575
        if let Some(at) = self.si(s).entry_at
            && span.lo < at
            && self.si(s).scope.is_some_and(|d| self.sc(d).finished)
        {
            let text =
                format!("dummy argument `{}` is used before the ENTRY statement that names it", self.sym(s).name);
            return Err(self.err(ErrorCode::Misplaced, span, text));
        }
        Ok(())
    }
}

impl<'a> Rules<'a> {
    /// A second list in parentheses: the substring range of an array element, or the values in a constructor of a
    /// parameterized type. Nothing else takes one (R908, R1522).
    fn second_list(&mut self, p: &Part, e: &Expr) -> Res<()> {
        let constructor =
            matches!(e.ty, Ty::Derived(_)) && matches!(e.kind, ExprKind::StructCtor { .. } | ExprKind::Const(_));
        if constructor || matches!(e.kind, ExprKind::Substring { .. }) {
            return Ok(());
        }
        self.one_list(p)
    }

    /// Refuses a second list in parentheses.
    pub fn one_list(&mut self, p: &Part) -> Res<()> {
        let Some(second) = &p.second else { return Ok(()) };
        let at = second.first().map_or(p.span, |a| a.span);
        let range = matches!(second.as_slice(), [Arg { value: ArgValue::Section { .. }, .. }]);
        let d = Diagnostic::error(ErrorCode::Syntax, at, format!("`{}` takes one argument list", p.name.name));
        Err(self.report(match range {
            true => d.with_help("the result of a function has no substrings: give it a name"),
            false => d,
        }))
    }

    fn check_value(&mut self, e: &Expr) -> Res<()> {
        if let ExprKind::Var(s) = &e.kind
            && matches!(self.sym(*s).dims, Dims::AssumedSize(..))
        {
            let name = self.sym(*s).name.clone();
            return Err(self.err(
                ErrorCode::Shape,
                e.span,
                format!("the whole assumed-size array `{name}` cannot be used here: its last extent is not known"),
            ));
        }
        if matches!(e.ty, Ty::Assumed) {
            return Err(self.err(ErrorCode::Type, e.span, "an entity of type(*) can only be an actual argument"));
        }
        Ok(())
    }

    /// Warns of a section some of whose elements are surely not in the array.
    fn warn_section(
        &mut self,
        lower: Option<&Expr>,
        upper: Option<&Expr>,
        step: Option<&Expr>,
        b: Option<&Bounds>,
        of: (&str, usize),
    ) {
        let Some((lo, hi)) = b else { return };
        let known = |this: &Self, e: Option<&Expr>, default: Option<i64>| match e {
            Some(e) => this.try_int(e),
            None => default,
        };
        let step = known(self, step, Some(1));
        let (first, last) = (*lo, *hi);
        let (Some(first), Some(last), Some(step)) = (known(self, lower, first), known(self, upper, last), step) else {
            return;
        };
        if step == 0 || (last - first) / step < 0 || (last < first) == (step > 0) && last != first {
            return; // no elements
        }
        let reached = first + (last - first) / step * step;
        for (n, e) in [(first, lower), (reached, upper)] {
            if let Some(e) = e
                && out_of_bounds(n, &(*lo, *hi))
            {
                self.warn_subscript(e.span, n, b, of);
            }
        }
    }

    /// Warns where a constant subscript of a dimension of `of` is outside its bounds.
    fn warn_subscript(&mut self, span: Span, n: i64, b: Option<&Bounds>, (name, dim): (&str, usize)) {
        let Some(b) = b else { return };
        let (lo, hi) = b;
        if out_of_bounds(n, b) {
            // Constant subscripts out of bounds in code that never runs are common in old programs: a warning, as elsewhere.
            let range = format!(
                "{}:{}",
                lo.map_or("*".to_string(), |l| l.to_string()),
                hi.map_or("*".to_string(), |h| h.to_string())
            );
            self.diag.warning(
                ErrorCode::Suspicious,
                span,
                format!("subscript {n} of dimension {} of `{name}` is outside its bounds {range}", dim + 1),
            );
        }
    }

    /// The value of a polymorphic section with vector subscripts: its elements by their numbers in the whole array.
    fn gathered_section(&mut self, e: Expr) -> Res<Expr> {
        use crate::intrinsics::{element_numbers, gather};
        let ExprKind::Section { base, subs } = &e.kind else { return Ok(e) };
        let span = e.span;
        // Of the array of numbers all lower bounds are one.
        let mut shift = |x: &Expr, d: usize| -> Res<Expr> {
            let dim = Expr { kind: ExprKind::Const(Const::Int(d as i128 + 1)), ty: Ty::Integer(8), rank: 0, span };
            let one = Expr { kind: ExprKind::Const(Const::Int(1)), ty: Ty::Integer(8), rank: 0, span };
            let args = vec![Some((**base).clone()), Some(dim), None];
            let id = ferrotran_typed::intrinsics::Intrinsic::Lbound;
            let lower = Expr { kind: ExprKind::Intrinsic { id, args }, ty: Ty::Integer(8), rank: 0, span };
            let x = self.convert(x.clone(), &Ty::Integer(8))?;
            let rank = x.rank;
            let minus = |a: Expr, b: Expr, rank: usize| Expr {
                kind: ExprKind::Binary(Op2::Sub, Box::new(a), Box::new(b)),
                ty: Ty::Integer(8),
                rank,
                span,
            };
            let off = minus(lower, one, 0);
            Ok(minus(x, off, rank))
        };
        let mut list = vec![];
        for (d, s) in subs.iter().enumerate() {
            list.push(match s {
                Subscript::Index(x) => Subscript::Index(shift(x, d)?),
                Subscript::Vector(x) => Subscript::Vector(shift(x, d)?),
                Subscript::Range { lower, upper, step } => Subscript::Range {
                    lower: lower.as_ref().map(|x| shift(x, d)).transpose()?,
                    upper: upper.as_ref().map(|x| shift(x, d)).transpose()?,
                    step: step.clone(),
                },
            });
        }
        let numbers = element_numbers((**base).clone(), 0);
        let kind = ExprKind::Section { base: Box::new(numbers), subs: list };
        let index = Expr { kind, ty: Ty::Integer(8), rank: e.rank, span };
        Ok(gather(index, vec![(**base).clone()], e.ty.clone(), span))
    }
}

impl<'a> Facts<'a> {
    /// An entry point of the procedure at hand, by its name.
    fn sibling_entry(&self, sc: ScopeId, name: &str) -> Option<ProcId> {
        let host = |p: ProcId| {
            let unit = self.pi(p).unit?;
            let key = unit.span;
            Some(self.procs.entry_hosts.get(&key).map_or(key, |h| h.span))
        };
        let g = self.procs.globals.get(name).copied()?;
        let own = self.sc(self.unit_scope(sc)).proc?;
        (g != own && host(g).is_some() && host(g) == host(own)).then_some(g)
    }

    fn implicit_none_external(&self, sc: ScopeId) -> bool {
        let mut cur = Some(sc);
        while let Some(s) = cur {
            if self.sc(s).implicit_none_external {
                return true;
            }
            cur = self.sc(s).parent;
        }
        false
    }

    /// The link name of an external procedure.
    pub fn external_link(&self, name: &str) -> String {
        match self.procs.globals.get(name) {
            Some(p) => self.proc(*p).link_name.clone(),
            None => self.opts.underscores.link_name(name),
        }
    }

    /// Rank of the last part itself (a component of an array of structures has its own).
    pub fn own_rank(&self, e: &Expr) -> usize {
        match &e.kind {
            ExprKind::Component { of, index, .. } => self.ty(*of).components[*index].dims.rank(),
            _ => e.rank,
        }
    }

    /// Constant bounds of an explicit-shape object, by dimension.
    fn declared_bounds(&self, base: &Expr) -> Vec<Bounds> {
        let dims = match &base.kind {
            ExprKind::Var(s) => &self.sym(*s).dims,
            ExprKind::Component { of, index, .. } => &self.ty(*of).components[*index].dims,
            _ => return vec![],
        };
        match dims {
            Dims::Explicit(v) => v.iter().map(|(l, h)| (self.try_int(l), self.try_int(h))).collect(),
            Dims::AssumedSize(v, l) => {
                let mut b: Vec<_> = v.iter().map(|(l, h)| (self.try_int(l), self.try_int(h))).collect();
                b.push((self.try_int(l), None));
                b
            }
            _ => vec![],
        }
    }

    /// The value of a length parameter that the declaration of an object gives as a constant.
    fn constant_length(&mut self, base: &Expr, name: &str) -> Option<Expr> {
        let ExprKind::Var(s) = &base.kind else { return None };
        let (Ty::Derived(t) | Ty::Class(Some(t))) = base.ty else { return None };
        let at = self.types.info[t.0 as usize].lens.iter().position(|p| &*p.name == name)?;
        match self.si(*s).lens.get(at) {
            Some(crate::decl::lengths::LenArg::Value(v)) if matches!(v.kind, ExprKind::Const(_)) => Some(v.clone()),
            _ => None,
        }
    }
}
