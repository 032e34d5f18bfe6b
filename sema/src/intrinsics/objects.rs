//! The family *objects*: bounds, allocation, association and type of objects.

use super::*;
use crate::const_eval::{assumed_rank, byte_size};
use ferrotran_typed::intrinsics::family::Objects;

impl<'a> Rules<'a> {
    pub(super) fn rules_of_objects(&mut self, id: Objects, a: &Arguments) -> Res<()> {
        match id {
            Objects::Size | Objects::Shape | Objects::Lbound | Objects::Ubound => self.check_array_inquiry(id, a),
            Objects::Allocated => match a.get(0) {
                Some(x) if crate::images::is_coindexed(x) && self.is_allocatable(&self.of_image(x.clone())[0]) => {
                    Ok(())
                }
                Some(x) if !self.is_allocatable(x) => {
                    let at = x.span;
                    Err(self.err(ErrorCode::Argument, at, "the argument of `allocated` must be allocatable"))
                }
                _ => Ok(()),
            },
            Objects::Associated => self.check_associated(a),
            Objects::Present => {
                let ok = match a.get(0).map(|x| &x.kind) {
                    Some(ExprKind::Var(s)) => self.sym(*s).optional,
                    Some(ExprKind::ProcRef(t)) => {
                        matches!(&**t, ProcTarget::Symbol(s) if self.sym(*s).optional)
                    }
                    _ => false,
                };
                if ok {
                    return Ok(());
                }
                let at = a.get(0).map_or(a.span, |x| x.span);
                Err(self.err(ErrorCode::Argument, at, "the argument of `present` must be an optional dummy argument"))
            }
            Objects::MoveAlloc => self.check_move(a),
            _ => Ok(()),
        }
    }

    /// The keyword that the row has for another: the argument of ALLOCATED is called by its rank.
    pub(super) fn keyword_of_objects<'k>(&mut self, id: Objects, a: &'k ArgIn) -> Res<&'k str> {
        let name = a.keyword.as_ref().map_or("", |k| &*k.name);
        if id != Objects::Allocated {
            return Ok(name);
        }
        if (name == "scalar") != (a.expr.rank == 0) && !self.is_assumed_rank(&a.expr) {
            let text = format!("argument `{name}` of `allocated` has rank {}", a.expr.rank);
            return Err(self.err(ErrorCode::Rank, a.span, text));
        }
        Ok(if name == "scalar" { "array" } else { name })
    }

    /// SIZE, SHAPE and bounds of something that is no array, or whose last extent is not known (16.9.109, 16.9.178).
    fn check_array_inquiry(&mut self, id: Objects, args: &Arguments) -> Res<()> {
        let Some(a) = args.get(0) else { return Ok(()) };
        if a.rank == 0 && id != Objects::Shape && !self.is_assumed_rank(a) {
            let text = format!("the argument of `{}` must be an array", args.name());
            return Err(self.err(ErrorCode::Rank, a.span, text));
        }
        if let ExprKind::Var(s) = &a.kind
            && matches!(self.sym(*s).dims, Dims::AssumedSize(..))
            && args.named("dim").is_none()
            && id != Objects::Lbound
        {
            let text = format!(
                "`{}` of the assumed-size array `{}` needs DIM: its last extent is not known",
                args.name(),
                self.sym(*s).name
            );
            return Err(self.err(ErrorCode::Argument, args.span, text));
        }
        Ok(())
    }

    fn check_associated(&mut self, a: &Arguments) -> Res<()> {
        let Some(p) = a.get(0) else { return Ok(()) };
        if !self.is_pointer(p) && !matches!(p.ty, Ty::Procedure) {
            let text = "the first argument of `associated` must be a pointer";
            return Err(self.err(ErrorCode::Argument, p.span, text));
        }
        let Some(t) = a.get(1) else { return Ok(()) };
        if matches!(t.kind, ExprKind::Null) || matches!(p.ty, Ty::Procedure) {
            return Ok(());
        }
        if !self.is_target(t) && !self.is_pointer(t) {
            let text = "the second argument of `associated` must be a pointer or a target";
            return Err(self.err(ErrorCode::Argument, t.span, text));
        }
        if self.is_assumed_rank(t) {
            // C838
            let text = "the second argument of `associated` cannot be of assumed rank";
            return Err(self.err(ErrorCode::Argument, t.span, text));
        }
        if t.rank != p.rank && !self.is_assumed_rank(p) {
            let text = format!("pointer and target of `associated` have ranks {} and {}", p.rank, t.rank);
            return Err(self.err(ErrorCode::Rank, t.span, text));
        }
        Ok(())
    }

    fn check_move(&mut self, args: &Arguments) -> Res<()> {
        let (Some(a), Some(b)) = (args.get(0), args.get(1)) else { return Ok(()) };
        for x in [a, b] {
            if !self.is_allocatable(x) {
                let text = "the arguments of `move_alloc` must be allocatable";
                return Err(self.err(ErrorCode::Argument, x.span, text));
            }
        }
        if a.rank != b.rank {
            let text = format!("the arguments of `move_alloc` have ranks {} and {}", a.rank, b.rank);
            return Err(self.err(ErrorCode::Rank, args.span, text));
        }
        if !self.types_fit(&b.ty, &a.ty) {
            let text = "the arguments of `move_alloc` have different types";
            return Err(self.err(ErrorCode::Type, args.span, text));
        }
        let corank = |e: &Expr| match self.coarray_of(e) {
            Some((d, root)) if self.same_place(&root, e) => d.rank().max(1),
            _ => 0,
        };
        let (m, n) = (corank(a), corank(b));
        if m != n {
            let text = format!("the arguments of `move_alloc` have coranks {m} and {n}");
            return Err(self.err(ErrorCode::Rank, args.span, text));
        }
        // 15.5.2.13
        if self.part_of(a, b) || self.part_of(b, a) {
            let text = "one argument of `move_alloc` is the other one, or a part of it";
            return Err(self.err(ErrorCode::Argument, args.span, text));
        }
        Ok(())
    }

    pub(super) fn null_ref(&mut self, args: Vec<ArgIn>, span: Span) -> Res<Expr> {
        let e = match args.into_iter().next() {
            Some(a)
                if matches!(&a.expr.kind, ExprKind::ProcRef(t) if match &**t {
                    ProcTarget::Symbol(s) => self.sym(*s).pointer,
                    ProcTarget::Pointer { .. } => true,
                    _ => false,
                }) =>
            {
                Expr { kind: ExprKind::Null, ty: Ty::Typeless, rank: 0, span }
            }
            Some(a) => {
                if !self.is_pointer(&a.expr) && !self.is_allocatable(&a.expr) {
                    return Err(self.err(ErrorCode::Argument, a.span, "the argument of NULL must be a pointer"));
                }
                Expr { kind: ExprKind::Null, ty: a.expr.ty, rank: a.expr.rank, span }
            }
            None => Expr { kind: ExprKind::Null, ty: Ty::Typeless, rank: 0, span },
        };
        Ok(e)
    }
}

impl<'a> Facts<'a> {
    /// LOC gives an address: what Cray pointers point to.
    pub(super) fn note_address(&mut self, id: Objects, x: &Expr) {
        if let (Objects::Loc, Some(s)) = (id, crate::decl::data::base_symbol(x)) {
            self.sym_mut(s).target = true;
        }
    }

    /// Whether two designators of names and components are the same.
    fn same_place(&self, a: &Expr, b: &Expr) -> bool {
        match (&a.kind, &b.kind) {
            (ExprKind::Var(x), ExprKind::Var(y)) => x == y,
            (ExprKind::Component { base: p, of: s, index: i }, ExprKind::Component { base: q, of: t, index: j }) => {
                s == t && i == j && self.same_place(p, q)
            }
            _ => false,
        }
    }

    /// Whether `b` is `a`, or a part of it.
    fn part_of(&self, a: &Expr, b: &Expr) -> bool {
        self.same_place(a, b) || matches!(&b.kind, ExprKind::Component { base, .. } if self.part_of(a, base))
    }
}

/// Whether the arguments are objects of this image.
pub(super) fn is_local(id: Objects) -> bool {
    matches!(id, Objects::MoveAlloc | Objects::Associated)
}

/// The extents of an array result.
pub(super) fn extents(prog: &Program, id: Objects, args: &[Option<Expr>], rank: usize) -> Vec<Option<i64>> {
    match (id, args.first()) {
        (Objects::Shape | Objects::Lbound | Objects::Ubound, Some(Some(a))) if rank == 1 => {
            // The rank of an assumed-rank object is known at run time only.
            vec![(!assumed_rank(prog, a)).then_some(a.rank as i64)]
        }
        _ => vec![None; rank],
    }
}

/// The value, where it is known at compile time.
pub(super) fn fold(id: Objects, mut r: Reference) -> Val {
    let Some(a) = r.arg(0) else { return Err(r.unknown()) };
    let prog = r.eval.prog;
    match id {
        Objects::Rank if a.rank > 0 || !assumed_rank(prog, a) => Ok(Const::Int(a.rank as i128)),
        Objects::Rank => Err(r.unknown()),
        Objects::StorageSize => {
            byte_size(prog, &a.ty).map(|n| Const::Int(i128::from(n) * 8)).ok_or_else(|| r.unknown())
        }
        Objects::Sizeof => size_in_bytes(&r),
        Objects::Shape => const_shape(prog, a).map(ints).ok_or_else(|| r.unknown()),
        Objects::Size => {
            let shape = shape(&mut r, a)?;
            match dimension(&mut r, shape.len())? {
                Some(d) => Ok(Const::Int(shape[d].into())),
                None => Ok(Const::Int(elements(&shape).into())),
            }
        }
        Objects::Lbound | Objects::Ubound => {
            let shape = shape(&mut r, a)?;
            let lower = r.eval.lower_bounds(a);
            if !bounds_known(prog, a) {
                return Err(r.unknown());
            }
            let bound = |d: usize| match (id, shape[d]) {
                (Objects::Lbound, 0) => 1,
                (Objects::Lbound, _) => lower[d],
                (_, 0) => 0,
                (_, n) => lower[d] + n - 1,
            };
            match dimension(&mut r, shape.len())? {
                Some(d) => Ok(Const::Int(bound(d).into())),
                None => Ok(ints((0..shape.len()).map(bound).collect())),
            }
        }
        Objects::EnumerationStep
        | Objects::Allocated
        | Objects::Associated
        | Objects::ExtendsTypeOf
        | Objects::IsContiguous
        | Objects::Present
        | Objects::SameTypeAs
        | Objects::Null
        | Objects::MoveAlloc
        | Objects::Loc
        | Objects::Val => Err(r.unknown()),
    }
}

/// SIZEOF and C_SIZEOF.
pub(super) fn size_in_bytes(r: &Reference) -> Val {
    let bytes = || {
        let a = r.arg(0)?;
        let size = byte_size(r.eval.prog, &a.ty)?;
        Some(i128::from(size) * i128::from(elements(&const_shape(r.eval.prog, a)?)))
    };
    bytes().map(Const::Int).ok_or_else(|| r.unknown())
}

/// The shape of an argument.
fn shape(r: &mut Reference, a: &Expr) -> Result<Vec<i64>, Fail> {
    match const_shape(r.eval.prog, a) {
        Some(s) => Ok(s),
        None => match r.eval.eval(a)? {
            Const::Array { shape, .. } => Ok(shape),
            _ => Err(r.unknown()),
        },
    }
}

/// The dimension (0-based) that DIM names.
fn dimension(r: &mut Reference, rank: usize) -> Result<Option<usize>, Fail> {
    let Some(d) = r.arg(1) else { return Ok(None) };
    let k = r.eval.eval_int(d)?;
    if k < 1 || k as usize > rank {
        return wrong(d.span, format!("dimension {k} of an array of rank {rank}"));
    }
    Ok(Some(k as usize - 1))
}

/// Whether the bounds of an array are those of its constant declaration (and not of a run-time descriptor).
fn bounds_known(prog: &Program, e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Var(s) => matches!(prog.symbols[s.0 as usize].dims, Dims::Explicit(_)),
        _ => true,
    }
}
