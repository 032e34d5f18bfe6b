//! Coarrays with several images (`-fcoarray=mpi`): what coindexed objects, image control statements and inquiries about
//! images become, which is references to intrinsic procedures without names (`typed/src/intrinsics/table.rs`).

use super::ctx::*;
use super::decl::resolve::int8;
use crate::call::has_vector_subscript;
use crate::coarrays::assign;
use ferrotran_abi::codes::word;
use ferrotran_source::Span;
use ferrotran_source::message::ErrorCode;
use ferrotran_syntax::ast::{self, Arg, ArgValue};
use ferrotran_typed::intrinsics::Intrinsic;
use ferrotran_typed::*;

/// The value that the initial team has at run time.
const INITIAL_TEAM: i64 = i64::MAX;

/// Of which team something is said: nothing (the current one), a value, a number.
#[derive(Clone)]
pub(super) struct TeamRef {
    pub team: Expr,
    pub how: i64,
}

/// An image selector.
pub(super) struct Selector {
    pub subs: Vec<Expr>,
    pub team: TeamRef,
    pub stat: Option<Expr>,
}

/// Cobounds of a coarray: all but the last codimension, and the lower one of that.
pub(super) type Cobounds = (Vec<(Expr, Expr)>, Expr);

impl<'a> Facts<'a> {
    /// The current team.
    pub(super) fn current_team(&self, span: Span) -> TeamRef {
        TeamRef { team: int8(0, span), how: 0 }
    }

    /// The number of images of a team (0), or the index of this one (1).
    pub(super) fn image_number(&self, what: i64, t: &TeamRef, span: Span) -> Expr {
        let args = vec![self.int4(what, span), t.team.clone(), self.int4(t.how, span)];
        self.internal(Intrinsic::ImageNumber, args, Ty::Integer(8), span)
    }

    /// The image that runs this, as an index in the initial team.
    fn own_image(&self, span: Span) -> Expr {
        self.image_number(1, &TeamRef { team: int8(INITIAL_TEAM, span), how: 1 }, span)
    }

    /// The cobounds of a coarray or of a part of one.
    pub(super) fn cobounds_of(&self, x: &Expr) -> Option<Cobounds> {
        let span = x.span;
        match self.coarray_of(x)? {
            (Dims::AssumedSize(b, last), _) => Some((b, *last)),
            (d, root) => {
                let bound = |id: Intrinsic, i: usize| {
                    let dim = self.int4(i as i64 + 1, span);
                    self.internal(id, vec![root.clone(), dim], Ty::Integer(8), span)
                };
                let n = d.rank().max(1);
                let explicit =
                    (0..n - 1).map(|i| (bound(Intrinsic::Lcobound, i), bound(Intrinsic::Ucobound, i))).collect();
                Some((explicit, bound(Intrinsic::Lcobound, n - 1)))
            }
        }
    }

    /// How many allocatable and pointer components a designator has behind its coarray.
    fn far_components(&self, x: &Expr) -> i64 {
        match &x.kind {
            ExprKind::Component { of, index, .. } if self.types.info[of.0 as usize].coranks.contains_key(index) => 0,
            ExprKind::Component { base, of, index } => {
                let c = &self.ty(*of).components[*index];
                i64::from(c.allocatable || c.pointer) + self.far_components(base)
            }
            ExprKind::Elem { base, .. }
            | ExprKind::Section { base, .. }
            | ExprKind::Substring { base, .. }
            | ExprKind::ComplexPart { base, .. } => self.far_components(base),
            _ => 0,
        }
    }

    /// What references to objects of images begin with: the designator without its image selector, the image that has
    /// the object, and how many of its components have descriptors there.
    pub(super) fn of_image(&self, x: Expr) -> [Expr; 3] {
        let span = x.span;
        match x.kind {
            ExprKind::Intrinsic { id: Intrinsic::Coindexed, args } => {
                let mut args = args.into_iter().flatten();
                match [args.next(), args.next(), args.next()] {
                    [Some(object), Some(image), Some(far)] => [object, image, far],
                    _ => [int8(0, span), self.own_image(span), self.int4(0, span)],
                }
            }
            ExprKind::Component { base, of, index }
                if matches!(base.kind, ExprKind::Intrinsic { id: Intrinsic::Coindexed, .. }) =>
            {
                let [object, image, far] = self.of_image(*base);
                let kind = ExprKind::Component { base: Box::new(object), of, index };
                [Expr { kind, ty: x.ty, rank: x.rank, span }, image, far]
            }
            _ => [x, self.own_image(span), self.int4(0, span)],
        }
    }
}

/// Whether an expression is an object of another image.
pub(super) fn is_coindexed(x: &Expr) -> bool {
    matches!(x.kind, ExprKind::Intrinsic { id: Intrinsic::Coindexed, .. })
}

impl<'a> Resolver<'a> {
    fn wide(&mut self, x: Expr) -> Res<Expr> {
        self.convert(x, &Ty::Integer(8))
    }

    /// The image that a selector names, as an index in the initial team; `object` is the coarray in front of it.
    pub(super) fn selected_image(&mut self, object: &Expr, s: Selector, span: Span) -> Res<Expr> {
        let Some((bounds, last)) = self.cobounds_of(object) else {
            return Err(self.err(ErrorCode::Shape, span, "what stands in front of an image selector is not a coarray"));
        };
        let mut index = int8(1, span);
        let mut weight = int8(1, span);
        for (i, sub) in s.subs.into_iter().enumerate() {
            let lower = bounds.get(i).map_or(&last, |b| &b.0).clone();
            let (sub, lower) = (self.wide(sub)?, self.wide(lower)?);
            let step = self.sum(Op2::Sub, sub, lower.clone());
            let step = self.sum(Op2::Mul, step, weight.clone());
            index = self.sum(Op2::Add, index, step);
            if let Some((_, upper)) = bounds.get(i) {
                let extent = self.extent_of(&lower, upper, span)?;
                weight = self.sum(Op2::Mul, weight, extent);
            }
        }
        let args = vec![index, s.team.team, self.int4(s.team.how, span)];
        let image = self.internal(Intrinsic::ImageOf, args, Ty::Integer(8), span);
        if let Some(stat) = s.stat {
            let failed = self.internal(Intrinsic::ImageFailed, vec![image.clone()], Ty::Integer(4), span);
            let rhs = self.convert(failed, &stat.ty)?;
            self.place.before.push(Stmt { kind: assign(stat, rhs), span });
        }
        Ok(image)
    }

    fn extent_of(&mut self, lower: &Expr, upper: &Expr, span: Span) -> Res<Expr> {
        let (lower, upper) = (self.wide(lower.clone())?, self.wide(upper.clone())?);
        let n = self.sum(Op2::Sub, upper, lower);
        Ok(self.sum(Op2::Add, n, int8(1, span)))
    }

    /// An object of an image, as a value or to be defined.
    pub(super) fn coindexed(&mut self, object: Expr, image: Expr, variable: bool) -> Res<Expr> {
        let span = object.span;
        if matches!(object.ty, Ty::Class(_)) {
            return Err(self.unsupported(span, "a polymorphic object of another image"));
        }
        if let Ty::Derived(t) = object.ty
            && self.any_component(t, &|_, c| c.allocatable)
        {
            return Err(
                self.unsupported(span, "the whole of an object of another image that has allocatable components")
            );
        }
        if has_vector_subscript(&object) {
            if variable {
                return Err(
                    self.unsupported(span, "a vector subscript in the definition of an object of another image")
                );
            }
            return self.gathered(object, image);
        }
        let (ty, rank) = (object.ty.clone(), object.rank);
        let far = self.int4(self.far_components(&object), span);
        let kind = ExprKind::Intrinsic { id: Intrinsic::Coindexed, args: vec![Some(object), Some(image), Some(far)] };
        Ok(Expr { kind, ty, rank, span })
    }

    /// `a(v)[i]`: elements of `a(:)[i]`.
    fn gathered(&mut self, object: Expr, image: Expr) -> Res<Expr> {
        let (span, ty, rank) = (object.span, object.ty, object.rank);
        let ExprKind::Section { base, subs } = object.kind else {
            return Err(self.unsupported(span, "this vector subscript in an object of another image"));
        };
        let (mut near, mut far) = (vec![], vec![]);
        let all = || Subscript::Range { lower: None, upper: None, step: None };
        for (d, s) in subs.into_iter().enumerate() {
            match s {
                Subscript::Index(x) => far.push(Subscript::Index(x)),
                Subscript::Range { .. } => {
                    far.push(s);
                    near.push(all());
                }
                Subscript::Vector(v) => {
                    far.push(all());
                    let dim = self.int4(d as i64 + 1, span);
                    let lower = self.internal(Intrinsic::Lbound, vec![(*base).clone(), dim], Ty::Integer(8), span);
                    let before = self.sum(Op2::Sub, lower, int8(1, span));
                    let v = self.wide(v)?;
                    let kind = ExprKind::Binary(Op2::Sub, Box::new(v), Box::new(before));
                    near.push(Subscript::Vector(Expr { kind, ty: Ty::Integer(8), rank: 1, span }));
                }
            }
        }
        let whole = Expr { kind: ExprKind::Section { base, subs: far }, ty: ty.clone(), rank, span };
        let value = self.coindexed(whole, image, false)?;
        Ok(Expr { kind: ExprKind::Section { base: Box::new(value), subs: near }, ty, rank, span })
    }

    /// A statement that calls a function which gives a status (of type integer(4), or of kind 8).
    pub(super) fn with_status(&mut self, call: Expr, stat: Option<Expr>, errmsg: Option<Expr>) -> Res<StmtKind> {
        let span = call.span;
        let Some(stat) = stat else {
            let failed = self.compare(Op2::Ne, call, 0);
            return Ok(StmtKind::If {
                arms: vec![(failed, vec![])],
                otherwise: vec![],
                id: self.place.construct_number(),
            });
        };
        if let Some(msg) = errmsg {
            let status = self.convert(stat.clone(), &Ty::Integer(4))?;
            let kind = StmtKind::IntrinsicCall { id: Intrinsic::MessageOfStatus, args: vec![Some(status), Some(msg)] };
            self.place.after.push(Stmt { kind, span });
        }
        let v = self.convert(call, &stat.ty)?;
        Ok(assign(stat, v))
    }

    /// An operation on the integer of a lock, an event or an atomic variable.
    pub(super) fn word_of_image(&mut self, x: Expr, op: i32, a: Expr, b: Expr) -> Expr {
        let span = x.span;
        let [object, image, far] = self.of_image(x);
        let args = vec![object, image, far, self.int4(op.into(), span), a, b];
        self.internal(Intrinsic::ImageWord, args, Ty::Integer(8), span)
    }

    /// Atomic subroutines and EVENT_QUERY; the arguments in the order of their rows.
    pub(super) fn atomic_of_images(
        &mut self,
        id: ferrotran_typed::intrinsics::family::Collectives,
        args: &[Option<Expr>],
        span: Span,
    ) -> Res<Option<StmtKind>> {
        use ferrotran_typed::intrinsics::family::Collectives as C;
        let arg = |k: usize| args.get(k).cloned().flatten();
        let (Some(a), Some(b)) = (arg(0), arg(1)) else { return Err(Reported) };
        let none = || int8(0, span);
        let (op, atom, value, old, stat) = match id {
            C::AtomicDefine => (word::WRITE, a, Some(b), None, arg(2)),
            C::AtomicRef => (word::READ, b, None, Some(a), arg(2)),
            C::AtomicAdd => (word::ADD, a, Some(b), None, arg(2)),
            C::AtomicAnd => (word::AND, a, Some(b), None, arg(2)),
            C::AtomicOr => (word::OR, a, Some(b), None, arg(2)),
            C::AtomicXor => (word::XOR, a, Some(b), None, arg(2)),
            C::AtomicFetchAdd => (word::ADD, a, Some(b), arg(2), arg(3)),
            C::AtomicFetchAnd => (word::AND, a, Some(b), arg(2), arg(3)),
            C::AtomicFetchOr => (word::OR, a, Some(b), arg(2), arg(3)),
            C::AtomicFetchXor => (word::XOR, a, Some(b), arg(2), arg(3)),
            C::AtomicCas => (word::SWAP_IF, a, arg(2), Some(b), arg(4)),
            C::EventQuery => (word::READ, self.opaque_part(a, "event_type")?, None, Some(b), arg(2)),
            _ => return Ok(None),
        };
        if let Some(s) = stat {
            let zero = self.convert(int8(0, span), &s.ty)?;
            self.place.before.push(Stmt { kind: assign(s, zero), span });
        }
        let ty = atom.ty.clone();
        let value = match value {
            Some(v) => self.bits_of_word(v, &ty)?,
            None => none(),
        };
        let second = match (id, arg(3)) {
            (C::AtomicCas, Some(new)) => self.bits_of_word(new, &ty)?,
            _ => none(),
        };
        let was = self.word_of_image(atom, op, value, second);
        let Some(old) = old else {
            // Only what it does counts.
            let never = self.compare(Op2::Eq, was, i64::MIN);
            return Ok(Some(StmtKind::If {
                arms: vec![(never, vec![])],
                otherwise: vec![],
                id: self.place.construct_number(),
            }));
        };
        let v = match &old.ty {
            Ty::Logical(_) => {
                let v = self.compare(Op2::Ne, was, 0);
                self.convert(v, &old.ty)?
            }
            _ => self.convert(was, &old.ty)?,
        };
        Ok(Some(assign(old, v)))
    }

    /// An integer or truth value as an integer.
    fn bits_of_word(&mut self, v: Expr, ty: &Ty) -> Res<Expr> {
        if !matches!(ty, Ty::Logical(_)) {
            return self.wide(v);
        }
        let span = v.span;
        let v = self.convert(v, &Ty::Logical(4))?;
        let args = vec![int8(1, span), int8(0, span), v];
        Ok(self.internal(Intrinsic::Merge, args, Ty::Integer(8), span))
    }

    /// CO_SUM and its kin: the values of all images, and what is made of them.
    pub(super) fn collective_of_images(
        &mut self,
        id: ferrotran_typed::intrinsics::family::Collectives,
        args: &[Option<Expr>],
        span: Span,
    ) -> Res<Option<StmtKind>> {
        use ferrotran_typed::intrinsics::family::Collectives as C;
        let arg = |k: usize| args.get(k).cloned().flatten();
        let Some(a) = arg(0) else { return Err(Reported) };
        let (reduce, operation, stat) = match id {
            C::CoSum => (Intrinsic::Sum, None, 2),
            C::CoMin => (Intrinsic::Minval, None, 2),
            C::CoMax => (Intrinsic::Maxval, None, 2),
            C::CoReduce => (Intrinsic::Reduce, arg(1), 3),
            C::CoBroadcast => (Intrinsic::Sum, None, 2),
            _ => return Ok(None),
        };
        if let Some(s) = arg(stat) {
            let zero = self.convert(int8(0, span), &s.ty)?;
            self.place.before.push(Stmt { kind: assign(s, zero), span });
        }
        if let Ty::Derived(t) = a.ty
            && self.any_component(t, &|_, c| c.allocatable)
        {
            return Err(self.unsupported(span, "a collective subroutine for objects with allocatable components"));
        }
        if id == C::CoBroadcast {
            let Some(image) = arg(1) else { return Err(Reported) };
            let image = self.wide(image)?;
            let kind = StmtKind::IntrinsicCall { id: Intrinsic::BroadcastOfImages, args: vec![Some(a), Some(image)] };
            return Ok(Some(kind));
        }
        let (ty, rank) = (a.ty.clone(), a.rank);
        let kind = ExprKind::Intrinsic { id: Intrinsic::Gathered, args: vec![Some(a.clone())] };
        let all = Expr { kind, ty: ty.clone(), rank: rank + 1, span };
        let dim = (rank > 0).then(|| self.int4(rank as i64 + 1, span));
        let mut list = vec![Some(all)];
        list.extend(operation.map(Some));
        list.push(dim);
        list.resize(reduce.row().args.len(), None);
        let mut value = Expr { kind: ExprKind::Intrinsic { id: reduce, args: list }, ty: ty.clone(), rank, span };
        if let Some(result) = arg(stat - 1)
            && !matches!(ty, Ty::Derived(_))
        {
            // The other images keep what they have.
            let result = self.wide(result)?;
            let own = self.image_number(1, &self.current_team(span), span);
            let here = self.operation(Op2::Eq, own, result, Ty::Logical(4));
            let args = vec![Some(value), Some(a.clone()), Some(here)];
            value = Expr { kind: ExprKind::Intrinsic { id: Intrinsic::Merge, args }, ty, rank, span };
        }
        Ok(Some(assign(a, value)))
    }
}

impl<'a> Sema<'a> {
    /// Image control statements and their kin.
    pub(super) fn statement_of_images(
        &mut self,
        sc: ScopeId,
        word: &str,
        args: &'a [Arg],
        (stat, errmsg): (Option<Expr>, Option<Expr>),
        span: Span,
    ) -> Res<Option<StmtKind>> {
        let fatal = self.int4(i64::from(stat.is_none()), span);
        let sync = |s: &Self, team: Expr, how: i64, fatal: Expr| {
            s.internal(Intrinsic::ImageSync, vec![team, s.int4(how, span), fatal], Ty::Integer(4), span)
        };
        let call = match word {
            "syncall" => sync(self, int8(0, span), 0, fatal),
            "syncmemory" => sync(self, int8(0, span), 3, fatal),
            "syncteam" => {
                let team = self.opaque_value(sc, args, "team_type", span)?;
                sync(self, team, 1, fatal)
            }
            "syncimages" => match args.first() {
                Some(Arg { value: ArgValue::Expr(e), keyword: None, .. }) => {
                    let x = self.expr(sc, e)?;
                    if !matches!(x.ty, Ty::Integer(_)) || x.rank > 1 {
                        return Err(self.err(ErrorCode::Type, x.span, "SYNC IMAGES takes integers or `*`"));
                    }
                    let mut set = self.convert(x, &Ty::Integer(8))?;
                    if set.rank == 0 {
                        let kind = ExprKind::ArrayCtor(vec![AcItem::Expr(set)]);
                        set = Expr { kind, ty: Ty::Integer(8), rank: 1, span };
                    }
                    self.internal(Intrinsic::ImageSyncSet, vec![set, fatal], Ty::Integer(4), span)
                }
                _ => sync(self, int8(0, span), 0, fatal),
            },
            "formteam" => {
                let (number, team, index) = self.team_to_form(sc, args, span)?;
                let index = index.unwrap_or_else(|| int8(0, span));
                self.internal(Intrinsic::FormTeamOfImages, vec![number, index, team, fatal], Ty::Integer(4), span)
            }
            "failimage" => return Ok(Some(StmtKind::IntrinsicCall { id: Intrinsic::FailImage, args: vec![] })),
            "unlock" | "lock" => {
                let v = self.opaque_value(sc, args, "lock_type", span)?;
                let fatal = self.convert(fatal, &Ty::Integer(8))?;
                let acquired = args.iter().find(|a| a.keyword.as_ref().is_some_and(|k| &*k.name == "acquired_lock"));
                if let Some(Arg { value: ArgValue::Expr(e), .. }) = acquired {
                    return self.try_lock(sc, v, e, (stat, errmsg));
                }
                let op = if word == "lock" { word::LOCK } else { word::UNLOCK };
                self.word_of_image(v, op, int8(0, span), fatal)
            }
            "eventpost" => {
                let v = self.opaque_value(sc, args, "event_type", span)?;
                self.word_of_image(v, word::POST, int8(0, span), int8(0, span))
            }
            "eventwait" => {
                let v = self.opaque_value(sc, args, "event_type", span)?;
                let until = args.iter().find(|a| a.keyword.as_ref().is_some_and(|k| &*k.name == "until_count"));
                let n = match until {
                    Some(Arg { value: ArgValue::Expr(e), .. }) => {
                        let x = self.int_expr(sc, e, "UNTIL_COUNT")?;
                        self.convert(x, &Ty::Integer(8))?
                    }
                    _ => int8(1, span),
                };
                self.word_of_image(v, word::WAIT, n, int8(0, span))
            }
            _ => return Err(self.unsupported(span, word.to_uppercase())),
        };
        self.with_status(call, stat, errmsg).map(Some)
    }

    /// LOCK with ACQUIRED_LOCK: the status is -1 where another image has the lock.
    fn try_lock(
        &mut self,
        sc: ScopeId,
        v: Expr,
        acquired: &'a ast::Expr,
        (stat, errmsg): (Option<Expr>, Option<Expr>),
    ) -> Res<Option<StmtKind>> {
        let span = v.span;
        let l = self.expr_want(sc, acquired, super::expr::Want::Variable)?;
        self.check_definable(&l, "defined by LOCK")?;
        if !matches!(l.ty, Ty::Logical(_)) || l.rank != 0 {
            return Err(self.err(ErrorCode::Type, l.span, "ACQUIRED_LOCK needs a scalar logical variable"));
        }
        let status = self.statement_variable(sc, Ty::Integer(8), Dims::Scalar, false, span);
        let fatal = int8(i64::from(stat.is_none()), span);
        let call = self.word_of_image(v, word::TRY_LOCK, int8(0, span), fatal);
        self.place.before.push(Stmt { kind: assign(status.clone(), call), span });
        let free = self.compare(Op2::Eq, status.clone(), 0);
        let free = self.convert(free, &l.ty)?;
        if let Some(stat) = stat {
            let zero = int8(0, span);
            let args = vec![status, zero];
            let v = ExprKind::Intrinsic { id: Intrinsic::Max, args: args.into_iter().map(Some).collect() };
            let v = Expr { kind: v, ty: Ty::Integer(8), rank: 0, span };
            let kind = self.with_status(v, Some(stat), errmsg)?;
            self.place.before.push(Stmt { kind, span });
        }
        Ok(Some(assign(l, free)))
    }
}

impl<'a> Resolver<'a> {
    /// A variable of the current statement.
    pub(super) fn statement_variable(
        &mut self,
        sc: ScopeId,
        ty: Ty,
        dims: Dims,
        allocatable: bool,
        span: Span,
    ) -> Expr {
        let rank = dims.rank();
        let s = self.new_symbol("of the statement".into(), span, ty.clone(), dims, Storage::Local, sc);
        let owner = self.place.proc;
        let m = self.sym_mut(s);
        m.owner = owner;
        m.allocatable = allocatable;
        self.place.own.push(s);
        Expr { kind: ExprKind::Var(s), ty, rank, span }
    }

    /// A variable that has the value of a coindexed object, which gets the variable's value behind the statement.
    pub(super) fn copied_in_and_out(&mut self, sc: ScopeId, x: Expr) -> Expr {
        let (span, rank) = (x.span, x.rank);
        let ty = match &x.ty {
            Ty::Character(CharLen::Const(n), k) => Ty::Character(CharLen::Const(*n), *k),
            Ty::Character(_, k) => Ty::Character(CharLen::Deferred, *k),
            t => t.clone(),
        };
        let deferred = rank > 0 || matches!(ty, Ty::Character(CharLen::Deferred, _));
        let dims = if rank > 0 { Dims::Deferred(rank) } else { Dims::Scalar };
        let v = self.statement_variable(sc, ty, dims, deferred, span);
        let kind = StmtKind::Assign { lhs: v.clone(), rhs: x.clone(), realloc: deferred };
        self.place.before.push(Stmt { kind, span });
        let [object, image, far] = self.of_image(x);
        let args = vec![Some(object), Some(image), Some(far), Some(v.clone())];
        self.place.after.push(Stmt { kind: StmtKind::IntrinsicCall { id: Intrinsic::CoindexedPut, args }, span });
        v
    }
}
