//! Length parameters of derived types (Fortran 2018, 7.5.3): an object holds their values as hidden components, and what
//! depends on them is allocated with the object. Here are the statements that give a new object both.

use crate::ctx::*;
use crate::decl::resolve::int8;
use ferrotran_source::Span;
use ferrotran_source::message::ErrorCode;
use ferrotran_syntax::ast::{self, Name};
use ferrotran_typed::intrinsics::Intrinsic;
use ferrotran_typed::*;

/// The value of a length parameter in a type specification.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum LenArg {
    Value(Expr),
    /// `*`
    Assumed,
    /// `:`
    Deferred,
}

/// A length parameter of a type made from a definition.
#[derive(Clone, Debug)]
pub(crate) struct LenParam {
    pub name: Name,
    /// Stands for the value in the bounds, lengths and initial values of the components.
    pub symbol: SymbolId,
}

/// A component that needs statements of its own in a new object.
#[derive(Clone, Debug)]
pub(crate) struct Sized {
    pub index: usize,
    /// Bounds, where the component is an array that is allocated with the object.
    pub bounds: Vec<(Expr, Expr)>,
    /// Whether it is allocated with the object at all.
    pub allocate: bool,
    pub char_len: Option<Expr>,
    pub init: Option<Expr>,
    /// Length parameters of its own type.
    pub lens: Vec<LenArg>,
}

/// What is done to an object.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fill {
    /// It is new: nothing of it is allocated.
    New,
    /// It has its parameters; only default values are assigned (INTENT(OUT)).
    Defaults,
}

impl<'a> Facts<'a> {
    /// Whether objects of a type hold length parameters, their own or those of components.
    pub fn has_lengths(&self, t: TypeId) -> bool {
        let i = &self.types.info[t.0 as usize];
        !i.lens.is_empty() || !i.sized.is_empty() || self.ty(t).extends.is_some_and(|p| self.has_lengths(p))
    }

    /// The length parameters that a type specification gave, in order.
    pub fn lens_of_spec(&self, sc: ScopeId, spec: &ast::TypeSpec) -> Vec<LenArg> {
        self.types.lengths.get(&(sc, spec.span)).cloned().unwrap_or_default()
    }

    /// Length parameters of a declared object: those of its declaration.
    pub fn declared_lens(&self, e: &Expr) -> Vec<LenArg> {
        match &e.kind {
            ExprKind::Var(s) => self.si(*s).lens.clone(),
            ExprKind::Component { of, index, .. } => {
                self.types.info[of.0 as usize].component_lens.get(index).cloned().unwrap_or_default()
            }
            ExprKind::Elem { base, .. } | ExprKind::Section { base, .. } => self.declared_lens(base),
            _ => vec![],
        }
    }

    fn part(&self, e: &Expr, of: TypeId, index: usize) -> Expr {
        let c = &self.ty(of).components[index];
        let kind = ExprKind::Component { base: Box::new(e.clone()), of, index };
        Expr { kind, ty: c.ty.clone(), rank: c.dims.rank(), span: e.span }
    }

    /// Default values of components that do not depend on length parameters.
    fn plain_defaults(&self, e: &Expr, of: TypeId, out: &mut Vec<Stmt>) {
        let span = e.span;
        for (index, c) in self.ty(of).components.iter().enumerate() {
            let Some(init) = &c.init else { continue };
            if c.role != Role::Data || c.pointer || matches!(init, Const::Null | Const::Target(_)) {
                continue;
            }
            let lhs = self.part(e, of, index);
            let rank = if matches!(init, Const::Array { .. }) { lhs.rank } else { 0 };
            let rhs = Expr { kind: ExprKind::Const(init.clone()), ty: c.ty.clone(), rank, span };
            out.push(Stmt { kind: StmtKind::Assign { lhs, rhs, realloc: false }, span });
        }
    }

    /// The length of a string component whose object has constant length parameters.
    pub(crate) fn constant_char_len(&self, e: &Expr) -> Option<i64> {
        let ExprKind::Component { base, of, index } = &e.kind else { return None };
        let ExprKind::Var(s) = &base.kind else { return None };
        let mut len = self.types.info[of.0 as usize].sized.iter().find(|s| s.index == *index)?.char_len.clone()?;
        let params = &self.types.info[of.0 as usize].lens;
        // Those of a parent are the first ones of its extensions, too.
        let given = &self.si(*s).lens;
        len.replace(&|k: &Expr| {
            let ExprKind::Var(v) = &k.kind else { return None };
            let at = params.iter().position(|p| p.symbol == *v)?;
            match given.get(at)? {
                LenArg::Value(v) => Some(v.clone()),
                _ => None,
            }
        });
        self.try_int(&len)
    }
}

impl<'a> Resolver<'a> {
    /// The statements that a declared object begins with.
    pub(crate) fn begin_lengths(&mut self, sc: ScopeId, s: SymbolId, fill: Fill, out: &mut Vec<Stmt>) {
        let y = self.sym(s).clone();
        let Ty::Derived(t) = y.ty else { return };
        let e = Expr { kind: ExprKind::Var(s), ty: y.ty.clone(), rank: y.rank(), span: y.span };
        let lens = self.si(s).lens.clone();
        if let Ok(list) = self.fill_lengths(sc, e, t, &lens, fill) {
            out.extend(list);
        }
    }

    /// The statements at the start of a scope for its objects; those of static storage are for the start of the program.
    pub(crate) fn scope_lengths(&mut self, sc: ScopeId) -> Vec<Stmt> {
        let mut out = vec![];
        for s in self.sc(sc).locals.clone() {
            let y = self.sym(s);
            let Ty::Derived(t) = y.ty else { continue };
            if y.allocatable || y.pointer || !self.has_lengths(t) {
                continue;
            }
            match y.storage {
                Storage::Local | Storage::Result => self.begin_lengths(sc, s, Fill::New, &mut out),
                Storage::Dummy(_) if self.si(s).lens_out && !y.optional => {
                    self.begin_lengths(sc, s, Fill::Defaults, &mut out)
                }
                Storage::Dummy(_) | Storage::Static { .. } | Storage::Associate => {}
                _ => {
                    let at = y.span;
                    self.unsupported(at, "an object with length parameters of this storage");
                }
            }
        }
        out
    }

    /// The statements that fill an object, an element of it after the other.
    pub(crate) fn fill_lengths(
        &mut self,
        sc: ScopeId,
        e: Expr,
        t: TypeId,
        lens: &[LenArg],
        fill: Fill,
    ) -> Res<Vec<Stmt>> {
        let span = e.span;
        if e.rank == 0 {
            return self.fill_scalar(sc, e, t, lens, fill);
        }
        let mut subs = vec![];
        let mut loops = vec![];
        for d in 1..=e.rank {
            let n = self.fresh();
            let name: Name = format!("(len.{n})").into();
            let v = self.new_symbol(name, span, Ty::Integer(8), Dims::Scalar, Storage::Local, sc);
            self.si_mut(v).used = true;
            self.sc_mut(sc).locals.push(v);
            let var = Expr { kind: ExprKind::Var(v), ty: Ty::Integer(8), rank: 0, span };
            let bound = |id: Intrinsic| Expr {
                kind: ExprKind::Intrinsic { id, args: vec![Some(e.clone()), Some(int8(d as i64, span)), None] },
                ty: Ty::Integer(8),
                rank: 0,
                span,
            };
            loops.push((var.clone(), bound(Intrinsic::Lbound), bound(Intrinsic::Ubound)));
            subs.push(var);
        }
        let ty = e.ty.clone();
        let elem = Expr { kind: ExprKind::Elem { base: Box::new(e), subs }, ty, rank: 0, span };
        let mut body = self.fill_scalar(sc, elem, t, lens, fill)?;
        for (var, lower, upper) in loops {
            let id = self.place.construct_number();
            body = vec![Stmt { kind: StmtKind::Do { var, lower, upper, step: None, body, id }, span }];
        }
        Ok(body)
    }

    fn fill_scalar(&mut self, sc: ScopeId, e: Expr, t: TypeId, lens: &[LenArg], fill: Fill) -> Res<Vec<Stmt>> {
        let span = e.span;
        let mut out = vec![];
        let params = self.types.info[t.0 as usize].lens.clone();
        if fill == Fill::New {
            for (k, p) in params.iter().enumerate() {
                let Some(LenArg::Value(v)) = lens.get(k) else {
                    let text = format!("length parameter `{}` needs a value here", p.name);
                    return Err(self.err(ErrorCode::DerivedType, span, text));
                };
                let Some((of, index, _)) = self.find_component(t, &p.name) else { continue };
                let lhs = self.part(&e, of, index);
                let rhs = self.convert(v.clone(), &lhs.ty.clone())?;
                out.push(Stmt { kind: StmtKind::Assign { lhs, rhs, realloc: false }, span });
            }
        }
        // Those of the parents first.
        let mut chain = vec![];
        let mut cur = Some(t);
        while let Some(x) = cur {
            chain.push(x);
            cur = self.ty(x).extends;
        }
        for x in chain.into_iter().rev() {
            let mut body = vec![];
            for s in self.types.info[x.0 as usize].sized.clone() {
                self.fill_component(sc, &e, x, &s, fill, &mut body)?;
            }
            if fill == Fill::Defaults {
                self.plain_defaults(&e, x, &mut body);
            }
            if body.is_empty() {
                continue;
            }
            let mut assocs = vec![];
            for p in self.types.info[x.0 as usize].lens.clone() {
                if let Some((of, index, _)) = self.find_component(x, &p.name) {
                    assocs.push((p.symbol, self.part(&e, of, index)));
                }
            }
            let id = self.place.construct_number();
            out.push(Stmt { kind: StmtKind::Associate { assocs, body, id }, span });
        }
        Ok(out)
    }

    fn fill_component(
        &mut self,
        sc: ScopeId,
        e: &Expr,
        of: TypeId,
        s: &Sized,
        fill: Fill,
        out: &mut Vec<Stmt>,
    ) -> Res<()> {
        let span = e.span;
        let part = self.part(e, of, s.index);
        if fill == Fill::New && s.allocate {
            let bounds = s.bounds.iter().map(|(l, u)| (Some(l.clone()), u.clone())).collect();
            let item = AllocItem {
                object: part.clone(),
                bounds,
                ty: None,
                char_len: s.char_len.clone(),
                alignment: 0,
                allocator: None,
            };
            let kind = StmtKind::Allocate { items: vec![item], source: None, mold: None, stat: None, errmsg: None };
            out.push(Stmt { kind, span });
        }
        if let Some(rhs) = &s.init {
            let kind = StmtKind::Assign { lhs: part.clone(), rhs: rhs.clone(), realloc: false };
            out.push(Stmt { kind, span });
        }
        if let Ty::Derived(t) = part.ty
            && self.has_lengths(t)
        {
            let list = self.fill_lengths(sc, part, t, &s.lens, fill)?;
            out.extend(list);
        }
        Ok(())
    }

    /// After ALLOCATE without SOURCE: the statements that fill the object. `spec`: the type given in the statement.
    pub(crate) fn allocated_lengths(
        &mut self,
        sc: ScopeId,
        item: &AllocItem,
        spec: Option<&'a ast::TypeSpec>,
        guarded: bool,
    ) -> Res<Vec<Stmt>> {
        let object = item.object.clone();
        let span = object.span;
        let (Some(Ty::Derived(t) | Ty::Class(Some(t))), false) =
            (item.ty.clone().or(Some(object.ty.clone())), matches!(object.ty, Ty::Class(None)))
        else {
            if let Some(Ty::Derived(t)) = &item.ty
                && self.has_lengths(*t)
            {
                return Err(self.unsupported(span, "a class(*) object with length parameters"));
            }
            return Ok(vec![]);
        };
        if !self.has_lengths(t) {
            return Ok(vec![]);
        }
        let lens = match spec {
            Some(s) => self.lens_of_spec(sc, s),
            None => self.declared_lens(&object),
        };
        let given = |l: &[LenArg]| l.iter().all(|x| matches!(x, LenArg::Value(_)));
        if lens.contains(&LenArg::Assumed) {
            // In a type spec the values are those of the dummy argument.
            return Err(self.unsupported(span, "the allocation of an object with assumed length parameters"));
        }
        if !given(&lens) {
            let text = "an object with deferred length parameters needs a type spec with their values, or SOURCE";
            return Err(self.err(ErrorCode::DerivedType, span, text));
        }
        let mut list = if matches!(object.ty, Ty::Derived(_)) {
            self.fill_lengths(sc, object.clone(), t, &lens, Fill::New)?
        } else {
            let dims = if object.rank == 0 { Dims::Scalar } else { Dims::Deferred(object.rank) };
            let n = self.fresh();
            let name: Name = format!("(object.{n})").into();
            let assoc = self.new_symbol(name, span, Ty::Derived(t), dims, Storage::Associate, sc);
            let e = Expr { kind: ExprKind::Var(assoc), ty: Ty::Derived(t), rank: object.rank, span };
            let body = self.fill_lengths(sc, e, t, &lens, Fill::New)?;
            let guards = vec![TypeGuard { ty: Some(Ty::Derived(t)), exact: true, assoc, body }];
            let id = self.place.construct_number();
            let kind = StmtKind::SelectType { selector: object.clone(), assoc, guards, id };
            vec![Stmt { kind, span }]
        };
        // What the declared parameters of the containing object are called in the values.
        if spec.is_none()
            && let ExprKind::Component { base, of, .. } = &object.kind
        {
            let mut assocs = vec![];
            for p in self.types.info[of.0 as usize].lens.clone() {
                if let Some((o, index, _)) = self.find_component(*of, &p.name) {
                    assocs.push((p.symbol, self.part(base, o, index)));
                }
            }
            if !assocs.is_empty() {
                let id = self.place.construct_number();
                list = vec![Stmt { kind: StmtKind::Associate { assocs, body: list, id }, span }];
            }
        }
        if guarded {
            let pointer = self.is_pointer(&object);
            let (inquiry, args) = match pointer {
                true => (Intrinsic::Associated, vec![Some(object), None]),
                false => (Intrinsic::Allocated, vec![Some(object)]),
            };
            let ty = Ty::Logical(self.opts.default_logical);
            let cond = Expr { kind: ExprKind::Intrinsic { id: inquiry, args }, ty, rank: 0, span };
            let id = self.place.construct_number();
            list = vec![Stmt { kind: StmtKind::If { arms: vec![(cond, list)], otherwise: vec![], id }, span }];
        }
        Ok(list)
    }

    /// Objects of static storage with length parameters get them before the program starts.
    pub(crate) fn static_lengths(&mut self, sc: ScopeId) -> Vec<Stmt> {
        let mut out = vec![];
        for i in 0..self.prog.symbols.len() {
            let s = SymbolId(i as u32);
            let y = self.sym(s);
            let (Ty::Derived(t), Storage::Static { .. }, false) = (&y.ty, &y.storage, y.allocatable || y.pointer)
            else {
                continue;
            };
            let t = *t;
            let imported = self.si(s).scope.is_some_and(|s| self.sc(s).imported);
            if imported || !self.has_lengths(t) || !self.prog.statics.contains(&s) {
                continue;
            }
            self.begin_lengths(sc, s, Fill::New, &mut out);
        }
        out
    }
}

impl<'a> Rules<'a> {
    /// The value of a component that is allocated with its object, in a structure constructor: an array of the right
    /// lower bounds, a string of the right length.
    pub(crate) fn sized_value(
        &mut self,
        sc: ScopeId,
        of: TypeId,
        index: usize,
        x: Expr,
        lens: &[(Name, Expr)],
    ) -> Res<Expr> {
        let Some(s) = self.types.info[of.0 as usize].sized.iter().find(|s| s.index == index).cloned() else {
            return Ok(x);
        };
        if !s.allocate {
            return Ok(x);
        }
        let span = x.span;
        if s.bounds.iter().any(|(l, _)| super::resolve::int_const(l) != Some(1)) {
            return Err(self.unsupported(span, "a structure constructor for a component with this lower bound"));
        }
        let params = self.types.info[of.0 as usize].lens.clone();
        let value_of = |e: &Expr| {
            let mut e = e.clone();
            e.replace(&|k: &Expr| {
                let ExprKind::Var(v) = &k.kind else { return None };
                let p = params.iter().find(|p| p.symbol == *v)?;
                lens.iter().find(|(n, _)| *n == p.name).map(|(_, v)| v.clone())
            });
            e
        };
        let mut x = x;
        if let Some(l) = &s.char_len {
            let n = value_of(l);
            let n = self.fold(n)?;
            let (have, want) = (crate::expr::shape::type_len(&x.ty), super::resolve::int_const(&n));
            if have.is_none() || have != want {
                if x.rank > 0 || !s.bounds.is_empty() {
                    return Err(
                        self.unsupported(span, "an array of strings of another length in a structure constructor")
                    );
                }
                let blank = Expr {
                    kind: ExprKind::Const(Const::text(b" ")),
                    ty: Ty::Character(CharLen::Const(1), x.ty.chr_kind()),
                    rank: 0,
                    span,
                };
                let ty = Ty::Character(CharLen::Runtime, x.ty.chr_kind());
                let args = vec![Some(blank), Some(n.clone())];
                let pad =
                    Expr { kind: ExprKind::Intrinsic { id: Intrinsic::Repeat, args }, ty: ty.clone(), rank: 0, span };
                let kind = ExprKind::Binary(Op2::Concat, Box::new(x), Box::new(pad));
                let long = Expr { kind, ty: ty.clone(), rank: 0, span };
                let kind = ExprKind::Substring { base: Box::new(long), lower: None, upper: Some(Box::new(n)) };
                x = Expr { kind, ty, rank: 0, span };
            }
        }
        if x.rank == 0 && !s.bounds.is_empty() {
            // The scalar as often as there are elements.
            let mut extents = vec![];
            for (_, upper) in &s.bounds {
                let upper = value_of(upper);
                extents.push(self.convert(upper, &Ty::Integer(8))?);
            }
            let product = |a: Expr, b: &Expr| Expr {
                kind: ExprKind::Binary(Op2::Mul, Box::new(a), Box::new(b.clone())),
                ty: Ty::Integer(8),
                rank: 0,
                span,
            };
            let upper = extents.iter().skip(1).fold(extents[0].clone(), product);
            let n = self.fresh();
            let name: Name = format!("(len.{n})").into();
            let var = self.new_symbol(name, span, Ty::Integer(8), Dims::Scalar, Storage::Index, sc);
            let ty = x.ty.clone();
            let items = vec![AcItem::Expr(x)];
            let item = AcItem::ImpliedDo { var, lower: int8(1, span), upper, step: None, items };
            x = Expr { kind: ExprKind::ArrayCtor(vec![item]), ty: ty.clone(), rank: 1, span };
            let rank = extents.len();
            if rank > 1 {
                let kind = ExprKind::ArrayCtor(extents.into_iter().map(AcItem::Expr).collect());
                let shape = Expr { kind, ty: Ty::Integer(8), rank: 1, span };
                let args = vec![Some(x), Some(shape), None, None];
                x = Expr { kind: ExprKind::Intrinsic { id: Intrinsic::Reshape, args }, ty, rank, span };
            }
        }
        Ok(x)
    }

    /// Objects with length parameters get no value by initialization.
    pub(crate) fn no_initial_lengths(&mut self, ty: &Ty, span: Span) -> Res<()> {
        match ty {
            Ty::Derived(t) if self.has_lengths(*t) => {
                Err(self.unsupported(span, "an initial value of an object with length parameters"))
            }
            _ => Ok(()),
        }
    }
}
