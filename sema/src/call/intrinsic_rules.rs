//! Rules of single intrinsics that the table cannot say.

use crate::const_eval::elements;
use crate::ctx::*;
use crate::expr::ops::common_numeric;
use crate::expr::shape::{shape_of, type_len};
use ferrotran_source::Span;
use ferrotran_source::message::ErrorCode;
use ferrotran_typed::intrinsics::Intrinsic;
use ferrotran_typed::*;
use ferrotran_xreal::Num;

impl<'a> Resolver<'a> {
    /// Checks (and completes) the arguments of one intrinsic.
    pub(super) fn check_rules(
        &mut self,
        sc: ScopeId,
        id: Intrinsic,
        slots: &mut [Option<Expr>],
        span: Span,
    ) -> Res<()> {
        let row = id.row();
        let named = |n: &str, slots: &[Option<Expr>]| row.arg(n).and_then(|k| slots.get(k)).cloned().flatten();
        let first = slots.first().cloned().flatten();
        // A constant DIM must be one of the array's dimensions.
        if let (Some(d), Some(a)) = (named("dim", slots), &first)
            && let Some(n) = self.try_int(&d)
            && !self.is_assumed_rank(a)
        {
            let max = a.rank as i64 + i64::from(id == Intrinsic::Spread);
            if n < 1 || n > max {
                return Err(self.err(
                    ErrorCode::Argument,
                    d.span,
                    format!("dimension {n} of `{}` is not in 1:{max}", id.name()),
                ));
            }
        }
        // A mask conforms with the array.
        if let (Some(m), Some(a)) = (named("mask", slots), &first)
            && !matches!(
                id,
                Intrinsic::All
                    | Intrinsic::Any
                    | Intrinsic::Count
                    | Intrinsic::Parity
                    | Intrinsic::MergeBits
                    | Intrinsic::Unpack
                    | Intrinsic::Umask
            )
        {
            if !matches!(m.ty, Ty::Logical(_)) {
                let t = ty_name(&self.prog, &m.ty);
                return Err(self.err(ErrorCode::Argument, m.span, format!("the mask must be logical, this is {t}")));
            }
            self.conform(a, &m, &format!("array and mask of `{}`", id.name()), span)?;
        }
        if let (Intrinsic::CFPointer | Intrinsic::CFProcpointer, Some(Ty::Derived(t))) =
            (id, first.as_ref().map(|f| &f.ty))
        {
            let want = if id == Intrinsic::CFPointer { "c_ptr" } else { "c_funptr" };
            if &*self.ty(*t).name != want || self.types.info[t.0 as usize].def.is_some() {
                let text = format!("argument `cptr` of `{}` must be of type({want})", id.name());
                return Err(self.err(ErrorCode::Argument, first.map_or(span, |f| f.span), text));
            }
        }
        self.check_array_inquiry(id, &first, named("dim", slots).is_some(), span)?;
        self.check_bit_arguments(id, slots, span)?;
        self.check_constant_arguments(id, slots)?;
        let newer = [
            Intrinsic::Tan,
            Intrinsic::Sinh,
            Intrinsic::Cosh,
            Intrinsic::Tanh,
            Intrinsic::Asin,
            Intrinsic::Acos,
            Intrinsic::Atan,
            Intrinsic::Asinh,
            Intrinsic::Acosh,
            Intrinsic::Atanh,
        ];
        if newer.contains(&id) && matches!(first.as_ref().map(|f| &f.ty), Some(Ty::Complex(_))) {
            self.newer(2008, span, &format!("`{}` of a complex argument", id.name()))?;
        }
        self.check_products(id, slots, span)?;
        self.check_arrays(sc, id, slots, span)?;
        self.check_conversions(id, slots, span)?;
        self.check_states(id, slots, span)?;
        self.check_numbers(id, slots, span)?;
        self.check_interop(id, slots, span)?;
        self.check_system(id, slots, span)
    }

    /// Rules of rearrangements of arrays, searches, REDUCE.
    fn check_arrays(&mut self, sc: ScopeId, id: Intrinsic, slots: &mut [Option<Expr>], span: Span) -> Res<()> {
        let row = id.row();
        let named = |n: &str, slots: &[Option<Expr>]| row.arg(n).and_then(|k| slots.get(k)).cloned().flatten();
        let first = slots.first().cloned().flatten();
        match id {
            Intrinsic::Pack | Intrinsic::Unpack | Intrinsic::Reshape | Intrinsic::Eoshift => {
                let other = match id {
                    Intrinsic::Pack => named("vector", slots),
                    Intrinsic::Unpack => named("field", slots),
                    Intrinsic::Reshape => named("pad", slots),
                    _ => named("boundary", slots),
                };
                if let (Some(o), Some(a)) = (&other, &first)
                    && !same_type_kind(&a.ty, &o.ty)
                {
                    let (t, u) = (ty_name(&self.prog, &a.ty), ty_name(&self.prog, &o.ty));
                    return Err(self.err(
                        ErrorCode::Argument,
                        o.span,
                        format!("the arguments of `{}` must have one type and kind, not {t} and {u}", id.name()),
                    ));
                }
                if id == Intrinsic::Eoshift
                    && let (Some(o), Some(a)) = (other.clone(), first.clone())
                {
                    self.check_boundary(&a, &o, named("dim", slots))?;
                }
                if id == Intrinsic::Eoshift
                    && other.is_none()
                    && let Some(Expr { ty: Ty::Derived(_) | Ty::Class(_), .. }) = &first
                {
                    return Err(self.err(
                        ErrorCode::Argument,
                        span,
                        "`eoshift` of an array of derived type needs the argument `boundary`",
                    ));
                }
                if let (Intrinsic::Pack | Intrinsic::Unpack, Some(mask)) = (id, &slots[1]) {
                    let vector = if id == Intrinsic::Pack { named("vector", slots) } else { first.clone() };
                    self.check_vector_size(id, &mask.clone(), vector)?;
                }
                if id == Intrinsic::Pack
                    && let (Some(m), Some(a)) = (&slots[1], &first)
                {
                    let (m, a) = (m.clone(), a.clone());
                    self.conform(&a, &m, "array and mask of `pack`", span)?;
                }
                if id == Intrinsic::Unpack
                    && let (Some(m), Some(f)) = (&slots[1], &slots[2])
                {
                    let (m, f) = (m.clone(), f.clone());
                    self.conform(&m, &f, "mask and field of `unpack`", span)?;
                }
                if id == Intrinsic::Reshape
                    && let Some(o) = named("order", slots)
                {
                    self.check_order(&o)?;
                }
                if id == Intrinsic::Reshape
                    && let Some(s) = slots[1].clone()
                    && let Some(Const::Array { elems, .. }) = self.try_const(&s)
                    && elems.iter().any(|e| matches!(e, Some(Const::Int(n)) if *n < 0))
                {
                    return Err(self.err(
                        ErrorCode::Argument,
                        s.span,
                        "an extent in the shape of `reshape` is negative",
                    ));
                }
                if id == Intrinsic::Reshape
                    && named("pad", slots).is_none()
                    && let (Some(a), Some(s)) = (&first, &slots[1])
                    && let (Some(have), Some(Const::Array { elems, .. })) = (self.const_shape(a), self.try_const(s))
                {
                    let have = elements(&have);
                    let need: i128 = elems
                        .iter()
                        .map(|c| match c {
                            Some(Const::Int(n)) => *n,
                            _ => 0,
                        })
                        .product();
                    if need > have as i128 {
                        return Err(self.err(
                            ErrorCode::Rank,
                            span,
                            format!("`reshape` needs {need} elements but its source has {have}, and there is no PAD"),
                        ));
                    }
                }
            }
            Intrinsic::Findloc => {
                let (Some(a), Some(v)) = (slots[0].clone(), slots[1].clone()) else { return Ok(()) };
                match common_numeric(&a.ty, &v.ty) {
                    // The value is converted to the type of the array, as elsewhere.
                    Some(_) => slots[1] = Some(self.convert(v, &a.ty)?),
                    None if matches!((&a.ty, &v.ty), (Ty::Logical(_), Ty::Logical(_)))
                        || a.ty.same_characters(&v.ty) => {}
                    None => {
                        return Err(self.err(
                            ErrorCode::Argument,
                            v.span,
                            "the value that `findloc` looks for cannot be compared with the array's elements",
                        ));
                    }
                }
            }
            Intrinsic::CoReduce => {
                if let (Some(a), Some(op)) = (slots[0].clone(), slots[1].clone()) {
                    self.check_operation(id, &a, &op)?;
                }
            }
            Intrinsic::Reduce => {
                if let (Some(a), Some(op)) = (slots[0].clone(), slots[1].clone()) {
                    self.check_operation(id, &a, &op)?;
                }
                self.reduce_operation(sc, slots)?
            }
            _ => {}
        }
        Ok(())
    }
}

impl<'a> Rules<'a> {
    /// Rules of products, MERGE.
    fn check_products(&mut self, id: Intrinsic, slots: &mut [Option<Expr>], span: Span) -> Res<()> {
        match id {
            Intrinsic::Matmul => {
                let (Some(a), Some(b)) = (&slots[0], &slots[1]) else { return Ok(()) };
                let (a, b) = (a.clone(), b.clone());
                if a.rank > 2 || b.rank > 2 || a.rank + b.rank < 3 {
                    return Err(self.err(
                        ErrorCode::Rank,
                        span,
                        format!(
                            "the arguments of `matmul` must be a matrix and a matrix or vector, not of ranks {} and {}",
                            a.rank, b.rank
                        ),
                    ));
                }
                let (x, y) = (shape_of(&self.prog, &a), shape_of(&self.prog, &b));
                if let (Some(Some(m)), Some(Some(n))) = (x.last(), y.first())
                    && m != n
                {
                    return Err(self.err(
                        ErrorCode::Rank,
                        span,
                        format!("`matmul`: the first argument has {m} columns, the second {n} rows"),
                    ));
                }
                self.common_pair(slots)?;
            }
            Intrinsic::DotProduct => {
                let (Some(a), Some(b)) = (slots[0].clone(), slots[1].clone()) else { return Ok(()) };
                self.conform(&a, &b, "the arguments of `dot_product`", span)?;
                self.common_pair(slots)?;
            }
            Intrinsic::Merge => {
                let (Some(a), Some(b)) = (&slots[0], &slots[1]) else { return Ok(()) };
                if !same_type_kind(&a.ty, &b.ty) {
                    let (t, u) = (ty_name(&self.prog, &a.ty), ty_name(&self.prog, &b.ty));
                    let at = b.span;
                    return Err(self.err(
                        ErrorCode::Argument,
                        at,
                        format!("the first two arguments of `merge` must have one type and kind, not {t} and {u}"),
                    ));
                }
                if let (Some(m), Some(n)) = (type_len(&a.ty), type_len(&b.ty))
                    && m != n
                {
                    let at = b.span;
                    let text = format!("the first two arguments of `merge` have lengths {m} and {n}");
                    return Err(self.err(ErrorCode::Argument, at, text));
                }
            }
            Intrinsic::Dprod => {
                for a in slots.iter().flatten() {
                    if a.ty != Ty::Real(self.opts.default_real) {
                        let at = a.span;
                        return Err(self.err(ErrorCode::Argument, at, "the arguments of `dprod` must be default real"));
                    }
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// Rules of conversions.
    fn check_conversions(&mut self, id: Intrinsic, slots: &mut [Option<Expr>], span: Span) -> Res<()> {
        let row = id.row();
        let named = |n: &str, slots: &[Option<Expr>]| row.arg(n).and_then(|k| slots.get(k)).cloned().flatten();
        let first = slots.first().cloned().flatten();
        match id {
            Intrinsic::Cmplx => {
                if let (Some(x), Some(y)) = (&slots[0], &slots[1])
                    && matches!(x.ty, Ty::Complex(_))
                {
                    let at = y.span;
                    return Err(self.err(ErrorCode::Argument, at, "`cmplx` of a complex value takes no second part"));
                }
                // BOZ parts are real bit patterns of the result's kind.
                let k = match named("kind", slots) {
                    Some(k) => self.const_int_expr(&k)? as u8,
                    None => self.opts.default_real,
                };
                for s in slots.iter_mut().take(2) {
                    if let Some(e) = s
                        && matches!(e.ty, Ty::Typeless)
                    {
                        *s = Some(self.convert(e.clone(), &Ty::Real(k))?);
                    }
                }
            }
            Intrinsic::Int
            | Intrinsic::Uint
            | Intrinsic::Real
            | Intrinsic::Dble
            | Intrinsic::Int2
            | Intrinsic::Int8 => {
                if let Some(e) = slots[0].clone()
                    && matches!(e.ty, Ty::Typeless)
                {
                    let k = match named("kind", slots) {
                        Some(k) => self.const_int_expr(&k)? as u8,
                        None => match id {
                            Intrinsic::Dble => self.opts.default_double,
                            Intrinsic::Int8 => 8,
                            Intrinsic::Int2 => 2,
                            Intrinsic::Real => self.opts.default_real,
                            _ => self.opts.default_integer,
                        },
                    };
                    let t = match id {
                        Intrinsic::Real | Intrinsic::Dble => Ty::Real(k),
                        Intrinsic::Uint => Ty::Unsigned(k),
                        _ => Ty::Integer(k),
                    };
                    slots[0] = Some(self.convert(e, &t)?);
                }
            }
            Intrinsic::Ichar | Intrinsic::Iachar => {
                if let Some(Ty::Character(CharLen::Const(n), _)) = first.as_ref().map(|f| &f.ty)
                    && *n != 1
                {
                    return Err(self.err(
                        ErrorCode::Argument,
                        first.map_or(span, |f| f.span),
                        format!("the argument of `{}` must have length one", id.name()),
                    ));
                }
            }
            Intrinsic::Transfer => {
                self.warn_partial_transfer(slots, span);
                if let (Some(source), Some(mold)) = (&slots[0], &slots[1])
                    && self.size_of(&mold.ty) == Some(0)
                    && self.size_of(&source.ty).is_some_and(|n| n > 0)
                    && (mold.rank > 0 || slots.get(2).is_some_and(|s| s.is_some()))
                {
                    let at = mold.span;
                    return Err(self.err(ErrorCode::Argument, at, "the mold of `transfer` has a size of zero bytes"));
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// Rules of allocation, association, presence.
    fn check_states(&mut self, id: Intrinsic, slots: &[Option<Expr>], span: Span) -> Res<()> {
        let first = slots.first().cloned().flatten();
        match id {
            Intrinsic::Allocated => {
                if let Some(a) = &first
                    && !self.is_allocatable(a)
                {
                    return Err(self.err(
                        ErrorCode::Argument,
                        a.span,
                        "the argument of `allocated` must be allocatable",
                    ));
                }
            }
            Intrinsic::Associated => {
                if let Some(a) = &first
                    && !self.is_pointer(a)
                    && !matches!(a.ty, Ty::Procedure)
                {
                    return Err(self.err(
                        ErrorCode::Argument,
                        a.span,
                        "the first argument of `associated` must be a pointer",
                    ));
                }
                if let (Some(p), Some(t)) = (&first, slots[1].clone())
                    && !matches!(t.kind, ExprKind::Null)
                    && !matches!(p.ty, Ty::Procedure)
                {
                    if !self.is_target(&t) && !self.is_pointer(&t) {
                        return Err(self.err(
                            ErrorCode::Argument,
                            t.span,
                            "the second argument of `associated` must be a pointer or a target",
                        ));
                    }
                    if self.is_assumed_rank(&t) {
                        // C838
                        let text = "the second argument of `associated` cannot be of assumed rank";
                        return Err(self.err(ErrorCode::Argument, t.span, text));
                    }
                    if t.rank != p.rank && !self.is_assumed_rank(p) {
                        let (a, b) = (p.rank, t.rank);
                        return Err(self.err(
                            ErrorCode::Rank,
                            t.span,
                            format!("pointer and target of `associated` have ranks {a} and {b}"),
                        ));
                    }
                }
            }
            Intrinsic::Present => {
                let ok = match first.as_ref().map(|f| &f.kind) {
                    Some(ExprKind::Var(s)) => self.sym(*s).optional,
                    Some(ExprKind::ProcRef(t)) => {
                        matches!(&**t, ProcTarget::Symbol(s) if self.sym(*s).optional)
                    }
                    _ => false,
                };
                if !ok {
                    return Err(self.err(
                        ErrorCode::Argument,
                        first.map_or(span, |f| f.span),
                        "the argument of `present` must be an optional dummy argument",
                    ));
                }
            }
            Intrinsic::MoveAlloc => {
                for s in slots.iter().take(2).flatten().cloned().collect::<Vec<_>>() {
                    if !self.is_allocatable(&s) {
                        return Err(self.err(
                            ErrorCode::Argument,
                            s.span,
                            "the arguments of `move_alloc` must be allocatable",
                        ));
                    }
                }
                if let (Some(a), Some(b)) = (&slots[0], &slots[1]) {
                    if a.rank != b.rank {
                        let (x, y) = (a.rank, b.rank);
                        return Err(self.err(
                            ErrorCode::Rank,
                            span,
                            format!("the arguments of `move_alloc` have ranks {x} and {y}"),
                        ));
                    }
                    if !self.types_fit(&b.ty, &a.ty) {
                        return Err(self.err(
                            ErrorCode::Type,
                            span,
                            "the arguments of `move_alloc` have different types",
                        ));
                    }
                    let corank = |e: &Expr| match self.coarray_of(e) {
                        Some((d, root)) if self.same_place(&root, e) => d.rank().max(1),
                        _ => 0,
                    };
                    let (m, n) = (corank(a), corank(b));
                    if m != n {
                        let text = format!("the arguments of `move_alloc` have coranks {m} and {n}");
                        return Err(self.err(ErrorCode::Rank, span, text));
                    }
                    // 15.5.2.13
                    if self.part_of(a, b) || self.part_of(b, a) {
                        let text = "one argument of `move_alloc` is the other one, or a part of it";
                        return Err(self.err(ErrorCode::Argument, span, text));
                    }
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// Rules of numbers, bits and kinds.
    fn check_numbers(&mut self, id: Intrinsic, slots: &[Option<Expr>], span: Span) -> Res<()> {
        let first = slots.first().cloned().flatten();
        match id {
            Intrinsic::Sqrt | Intrinsic::Log | Intrinsic::Log10 => {
                if let Some((x, text, span)) = first.as_ref().and_then(real_constant) {
                    let bad = match id {
                        Intrinsic::Sqrt => x.lt(Num::ZERO),
                        _ => x.le(Num::ZERO),
                    };
                    if bad {
                        return Err(self.err(
                            ErrorCode::Argument,
                            span,
                            format!(
                                "`{}` of {text}: the argument must be {}",
                                id.name(),
                                if id == Intrinsic::Sqrt { "zero or positive" } else { "positive" }
                            ),
                        ));
                    }
                }
            }
            Intrinsic::Acos | Intrinsic::Asin => {
                if let Some((x, text, span)) = first.as_ref().and_then(real_constant)
                    && Num::ONE.lt(x.abs())
                {
                    return Err(self.err(
                        ErrorCode::Argument,
                        span,
                        format!("`{}` of {text}: the argument must be between -1 and 1", id.name()),
                    ));
                }
            }
            Intrinsic::Mod | Intrinsic::Modulo => {
                if let Some(Expr { kind: ExprKind::Const(Const::Int(0)), span, .. }) =
                    slots.get(1).and_then(|s| s.as_ref())
                {
                    return Err(self.err(
                        ErrorCode::Argument,
                        *span,
                        format!("the second argument of `{}` is zero", id.name()),
                    ));
                }
            }
            Intrinsic::Nearest => {
                if let Some(Expr { kind: ExprKind::Const(Const::Real(0.0)), span, .. }) = &slots[1] {
                    return Err(self.err(ErrorCode::Argument, *span, "the second argument of `nearest` is zero"));
                }
            }
            Intrinsic::Btest | Intrinsic::Ibset | Intrinsic::Ibclr | Intrinsic::Ibits => {
                if let (
                    Some(Expr { ty: Ty::Integer(k) | Ty::Unsigned(k), .. }),
                    Some(Expr { kind: ExprKind::Const(Const::Int(p)), span, .. }),
                ) = (&first, slots.get(1).and_then(|s| s.as_ref()))
                    && (*p < 0 || *p >= *k as i128 * 8 + i128::from(id == Intrinsic::Ibits))
                {
                    return Err(self.err(
                        ErrorCode::Argument,
                        *span,
                        format!("bit position {p} is not in an integer({k})"),
                    ));
                }
            }
            Intrinsic::BesselJn | Intrinsic::BesselYn => {
                let orders = slots.get(2).is_some_and(|s| s.is_some());
                if let Some(x) = &slots[1]
                    && matches!(x.ty, Ty::Integer(_)) != orders
                {
                    let (at, t) = (x.span, ty_name(&self.prog, &x.ty));
                    let want = if orders { "an integer, the last order" } else { "real" };
                    return Err(self.err(
                        ErrorCode::Argument,
                        at,
                        format!("the second argument of `{}` must be {want}; this is {t}", id.name()),
                    ));
                }
                if orders && slots.iter().take(2).flatten().any(|e| e.rank > 0) {
                    return Err(self.err(
                        ErrorCode::Rank,
                        span,
                        format!("the orders of `{}` must be scalar", id.name()),
                    ));
                }
            }
            // gfortran takes the kind with the least precision and range.
            Intrinsic::SelectedRealKind if slots.iter().all(|s| s.is_none()) && self.opts.standard != 0 => {
                let text = "`selected_real_kind` needs one of its arguments at least";
                return Err(self.err(ErrorCode::Argument, span, text));
            }
            Intrinsic::SelectedRealKind if slots[2].is_some() => {
                self.newer(2008, span, "the argument RADIX of `selected_real_kind`")?;
            }
            Intrinsic::Max | Intrinsic::Min if matches!(first.as_ref().map(|f| &f.ty), Some(Ty::Character(..))) => {
                self.newer(2003, span, "MAX and MIN of strings")?;
            }
            _ => {}
        }
        Ok(())
    }

    /// Rules of the procedures of ISO_C_BINDING.
    fn check_interop(&mut self, id: Intrinsic, slots: &[Option<Expr>], span: Span) -> Res<()> {
        let first = slots.first().cloned().flatten();
        match id {
            Intrinsic::CLoc if matches!(first.as_ref().map(|f| &f.ty), Some(Ty::Class(_))) => {
                let at = first.map_or(span, |f| f.span);
                return Err(self.err(ErrorCode::Argument, at, "the argument of `c_loc` cannot be polymorphic"));
            }
            Intrinsic::CLoc => {
                if let Some(a) = &first {
                    let a = a.clone();
                    self.check_address(&a)?;
                }
            }
            Intrinsic::CFunloc => {
                if let Some(a) = &first
                    && let Some(ProcIface::Explicit(p)) = self.procedure_of(a)
                    && !self.proc(p).bind_c
                {
                    self.newer(2018, a.span, "`c_funloc` of a procedure without BIND(C)")?;
                }
            }
            Intrinsic::CSizeof => {
                let noninteroperable = |t: &TypeId| !self.ty(*t).bind_c && self.types.info[t.0 as usize].def.is_some();
                let why = match first.as_ref().map(|f| (&f.kind, &f.ty)) {
                    Some((ExprKind::Var(s), _)) if matches!(self.sym(*s).dims, Dims::AssumedSize(..)) => {
                        "an array of assumed size"
                    }
                    Some((_, Ty::Derived(t))) if noninteroperable(t) => "of a type without BIND(C)",
                    Some((_, Ty::Class(_))) => "polymorphic",
                    _ => return Ok(()),
                };
                let text = format!("the argument of `c_sizeof` cannot be {why}");
                return Err(self.err(ErrorCode::Argument, first.map_or(span, |f| f.span), text));
            }
            Intrinsic::CFStrpointer => self.check_string_pointer(slots, span)?,
            Intrinsic::CAssociated => {
                if let (Some(a), Some(Some(b))) = (&slots[0], slots.get(1))
                    && a.ty != b.ty
                {
                    let (x, y) = (ty_name(&self.prog, &b.ty), ty_name(&self.prog, &a.ty));
                    let text = format!("the second argument of `c_associated` has {x}, the first one {y}");
                    let at = b.span;
                    return Err(self.err(ErrorCode::Argument, at, text));
                }
            }
            Intrinsic::CFPointer => {
                if let (Some(f), Some(c)) = (&slots[1], &slots[0]) {
                    let (f, c) = (f.clone(), c.clone());
                    if matches!(f.ty, Ty::Class(_)) {
                        let text = "argument `fptr` of `c_f_pointer` cannot be polymorphic";
                        return Err(self.err(ErrorCode::Argument, f.span, text));
                    }
                    if !self.is_pointer(&f) {
                        return Err(self.err(
                            ErrorCode::Argument,
                            f.span,
                            "argument `fptr` of `c_f_pointer` must be a pointer",
                        ));
                    }
                    if slots.get(2).is_some_and(|s| s.is_some()) != (f.rank > 0) {
                        return Err(self.err(
                            ErrorCode::Argument,
                            c.span,
                            "argument `shape` of `c_f_pointer` is needed for array pointers, and for those only",
                        ));
                    }
                }
            }

            _ => {}
        }
        Ok(())
    }

    /// Rules of the clock, random numbers, tokens.
    fn check_system(&mut self, id: Intrinsic, slots: &[Option<Expr>], span: Span) -> Res<()> {
        let row = id.row();
        let named = |n: &str, slots: &[Option<Expr>]| row.arg(n).and_then(|k| slots.get(k)).cloned().flatten();
        match id {
            Intrinsic::SystemClock => self.check_clock(slots)?,
            Intrinsic::RandomSeed
                if slots
                    .iter()
                    .flatten()
                    .filter(|a| !matches!(a.kind, ExprKind::Var(s) if self.sym(s).optional))
                    .count()
                    > 1 =>
            {
                return Err(self.err(ErrorCode::Argument, span, "`random_seed` takes one argument at most"));
            }
            Intrinsic::RandomSeed => {
                for a in slots.iter().skip(1).flatten() {
                    let need = if a.ty == Ty::Integer(8) { 4 } else { 8 };
                    if let Some(Some(n)) = shape_of(&self.prog, a).first()
                        && *n < need
                    {
                        let text = format!("a seed has {need} elements, this array has {n}");
                        return Err(self.err(ErrorCode::Argument, a.span, text));
                    }
                }
            }
            Intrinsic::DateAndTime => {
                if let Some(v) = named("values", slots) {
                    if let Ty::Integer(1) = v.ty {
                        let text = "the values of `date_and_time` need an integer of two bytes at least";
                        return Err(self.err(ErrorCode::Argument, v.span, text));
                    }
                    if let Some(Some(n)) = shape_of(&self.prog, &v).first()
                        && *n < 8
                    {
                        let text = format!("`date_and_time` gives eight values, this has {n} elements");
                        return Err(self.err(ErrorCode::Argument, v.span, text));
                    }
                }
            }
            Intrinsic::Tokenize => self.check_tokenize(slots, span)?,
            _ => {}
        }
        Ok(())
    }

    /// TOKENIZE gives tokens (and what separates them), or where they begin and end.
    fn check_tokenize(&mut self, slots: &[Option<Expr>], span: Span) -> Res<()> {
        let [_, _, Some(tokens), separator] = slots else { return Err(Reported) };
        let numbers = matches!(tokens.ty, Ty::Integer(_));
        if numbers != separator.as_ref().is_some_and(|s| matches!(s.ty, Ty::Integer(_))) {
            let text = "the last two arguments of `tokenize` are both integer or both character";
            return Err(self.err(ErrorCode::Argument, separator.as_ref().map_or(span, |s| s.span), text));
        }
        for a in [Some(tokens), separator.as_ref()].into_iter().flatten() {
            let deferred = match &a.kind {
                _ if numbers => true,
                ExprKind::Var(s) => matches!(self.sym(*s).ty, Ty::Character(CharLen::Deferred, _)),
                ExprKind::Component { of, index, .. } => {
                    matches!(self.ty(*of).components[*index].ty, Ty::Character(CharLen::Deferred, _))
                }
                _ => false,
            };
            if !self.is_allocatable(a) || !deferred {
                let text = "`tokenize` allocates this argument, which must be allocatable, with deferred length where it is of type character";
                return Err(self.err(ErrorCode::Argument, a.span, text));
            }
        }
        Ok(())
    }

    /// C_F_STRPOINTER makes a pointer to a string of deferred length.
    fn check_string_pointer(&mut self, slots: &[Option<Expr>], span: Span) -> Res<()> {
        let [Some(array), Some(pointer), count] = slots else { return Err(Reported) };
        let deferred = match &pointer.kind {
            ExprKind::Var(s) => matches!(self.sym(*s).ty, Ty::Character(CharLen::Deferred, _)),
            ExprKind::Component { of, index, .. } => {
                matches!(self.ty(*of).components[*index].ty, Ty::Character(CharLen::Deferred, _))
            }
            _ => false,
        };
        if !self.is_pointer(pointer) || !deferred {
            let text =
                "argument `fstrptr` of `c_f_strpointer` must be a pointer of type character with deferred length";
            return Err(self.err(ErrorCode::Argument, pointer.span, text));
        }
        let unbounded = match &array.kind {
            _ if !matches!(array.ty, Ty::Character(..)) => true,
            ExprKind::Var(s) => matches!(self.sym(*s).dims, Dims::AssumedSize(..)),
            _ => false,
        };
        if unbounded && count.is_none() {
            let text = "`c_f_strpointer` needs `nchars` here: nothing else says where the string ends";
            return Err(self.err(ErrorCode::Argument, span, text));
        }
        if matches!(array.ty, Ty::Character(..)) && array.rank != 1 {
            let text = "argument `cstrarray` of `c_f_strpointer` must have rank 1";
            return Err(self.err(ErrorCode::Rank, array.span, text));
        }
        Ok(())
    }

    /// SIZE, SHAPE and bounds of something that is no array, or whose last extent is not known (16.9.109, 16.9.178).
    fn check_array_inquiry(&mut self, id: Intrinsic, a: &Option<Expr>, dim: bool, span: Span) -> Res<()> {
        if !matches!(id, Intrinsic::Size | Intrinsic::Shape | Intrinsic::Lbound | Intrinsic::Ubound) {
            return Ok(());
        }
        let Some(a) = a else { return Ok(()) };
        if a.rank == 0 && id != Intrinsic::Shape && !self.is_assumed_rank(a) {
            return Err(self.err(ErrorCode::Rank, a.span, format!("the argument of `{}` must be an array", id.name())));
        }
        if let ExprKind::Var(s) = &a.kind
            && matches!(self.sym(*s).dims, Dims::AssumedSize(..))
            && !dim
            && id != Intrinsic::Lbound
        {
            let text = format!(
                "`{}` of the assumed-size array `{}` needs DIM: its last extent is not known",
                id.name(),
                self.sym(*s).name
            );
            return Err(self.err(ErrorCode::Argument, span, text));
        }
        Ok(())
    }

    /// Shifts and widths lie within the integer; two BOZ constants have no kind to go by (16.9).
    fn check_bit_arguments(&mut self, id: Intrinsic, slots: &[Option<Expr>], span: Span) -> Res<()> {
        let arg = |k: usize| slots.get(k).and_then(|s| s.as_ref());
        let bits = |k: usize| match arg(k).map(|e| &e.ty) {
            Some(Ty::Integer(n) | Ty::Unsigned(n)) => Some(i128::from(*n) * 8),
            _ => None,
        };
        // Argument, least and greatest value.
        let limit = match (id, bits(0)) {
            (Intrinsic::Ishft | Intrinsic::Ishftc, Some(n)) => (1, -n, n),
            (Intrinsic::Shiftl | Intrinsic::Shiftr | Intrinsic::Shifta, Some(n)) => (1, 0, n),
            (Intrinsic::Dshiftl | Intrinsic::Dshiftr, Some(n)) => (2, 0, n),
            (Intrinsic::Maskl | Intrinsic::Maskr | Intrinsic::Umaskl | Intrinsic::Umaskr, _) => {
                let kind = match arg(1) {
                    Some(k) => self.try_int(k).unwrap_or(4),
                    None => i64::from(self.opts.default_integer),
                };
                (0, 0, i128::from(kind) * 8)
            }
            (Intrinsic::Mvbits, Some(n)) => {
                let value = |k: usize| arg(k).and_then(|e| self.try_int(e)).map(i128::from);
                let width = bits(3).unwrap_or(n);
                let checks = [(value(1), n), (value(2), n), (value(4), width)];
                for (k, (v, max)) in [1usize, 2, 4].into_iter().zip(checks) {
                    if let (Some(v), Some(e)) = (v, arg(k))
                        && (v < 0 || v > max)
                    {
                        let text = format!("{v} is not between 0 and {max}, the bits of the integer");
                        return Err(self.err(ErrorCode::Argument, e.span, text));
                    }
                }
                if let (Some(f), Some(l)) = (value(1), value(2))
                    && f + l > n
                {
                    let text = format!("`mvbits` copies bits {f} to {} of an integer of {n} bits", f + l - 1);
                    return Err(self.err(ErrorCode::Argument, span, text));
                }
                if let (Some(t), Some(l)) = (value(4), value(2))
                    && t + l > width
                {
                    let text = format!("`mvbits` sets bits {t} to {} of an integer of {width} bits", t + l - 1);
                    return Err(self.err(ErrorCode::Argument, span, text));
                }
                return Ok(());
            }
            _ => return Ok(()),
        };
        let (k, least, greatest) = limit;
        let Some(e) = arg(k) else { return Ok(()) };
        let values: Vec<i128> = match self.try_const(e) {
            Some(Const::Int(n)) => vec![n],
            Some(Const::Array { elems, .. }) => elems
                .iter()
                .filter_map(|c| match c {
                    Some(Const::Int(n)) => Some(*n),
                    _ => None,
                })
                .collect(),
            _ => return Ok(()),
        };
        match values.iter().find(|n| **n < least || **n > greatest) {
            Some(n) => {
                let text = format!("{n} is not between {least} and {greatest}, which `{}` takes here", id.name());
                Err(self.err(ErrorCode::Argument, e.span, text))
            }
            None => Ok(()),
        }
    }

    /// The vector of PACK and UNPACK has an element for every true one of a constant mask (16.9.144, 16.9.203).
    fn check_vector_size(&mut self, id: Intrinsic, mask: &Expr, vector: Option<Expr>) -> Res<()> {
        let Some(v) = vector.filter(|v| v.rank == 1) else { return Ok(()) };
        let (Some(Some(have)), Some(m)) = (shape_of(&self.prog, &v).first().copied(), self.try_const(mask)) else {
            return Ok(());
        };
        let Const::Array { elems, .. } = m else { return Ok(()) };
        let need = elems.iter().filter(|e| matches!(e, Some(Const::Logical(true)))).count() as i64;
        if have < need {
            let text = format!("`{}` needs a vector of {need} elements at least, this has {have}", id.name());
            return Err(self.err(ErrorCode::Argument, v.span, text));
        }
        Ok(())
    }

    /// The constant ORDER of RESHAPE is a permutation of 1 to the rank.
    fn check_order(&mut self, order: &Expr) -> Res<()> {
        let Some(Const::Array { elems, .. }) = self.try_const(order) else { return Ok(()) };
        let mut seen: Vec<i128> = elems
            .iter()
            .filter_map(|e| match e {
                Some(Const::Int(n)) => Some(*n),
                _ => None,
            })
            .collect();
        seen.sort_unstable();
        if seen.iter().enumerate().any(|(i, n)| *n != i as i128 + 1) {
            let text = format!("ORDER of `reshape` must be a permutation of 1 to {}", elems.len());
            return Err(self.err(ErrorCode::Argument, order.span, text));
        }
        Ok(())
    }

    /// Converts two numeric arguments to their common type.
    fn common_pair(&mut self, slots: &mut [Option<Expr>]) -> Res<()> {
        let (Some(a), Some(b)) = (slots[0].clone(), slots[1].clone()) else { return Ok(()) };
        if let Some(t) = common_numeric(&a.ty, &b.ty) {
            slots[0] = Some(self.convert(a, &t)?);
            slots[1] = Some(self.convert(b, &t)?);
        }
        Ok(())
    }
}

fn same_type_kind(a: &Ty, b: &Ty) -> bool {
    match (a, b) {
        (Ty::Character(_, a), Ty::Character(_, b)) => a == b,
        (Ty::Derived(x) | Ty::Class(Some(x)), Ty::Derived(y) | Ty::Class(Some(y))) => x == y,
        (x, y) => x == y,
    }
}

impl<'a> Resolver<'a> {
    /// The operation of REDUCE: a pure function of two scalars of the array's type. Its place among the arguments is
    /// taken by a reference with two variables that stand for the operands.
    fn reduce_operation(&mut self, sc: ScopeId, slots: &mut [Option<Expr>]) -> Res<()> {
        let (Some(array), Some(op)) = (slots[0].clone(), slots[1].clone()) else { return Ok(()) };
        let wrong = "the operation of `reduce` must be a function with an explicit interface and two arguments";
        let ExprKind::ProcRef(target) = &op.kind else {
            return Err(self.err(ErrorCode::Argument, op.span, wrong));
        };
        let iface = match &**target {
            ProcTarget::Proc(p) => *p,
            ProcTarget::Symbol(s) => match &self.sym(*s).proc {
                Some(ProcIface::Explicit(p)) => *p,
                _ => return Err(self.err(ErrorCode::Argument, op.span, wrong)),
            },
            _ => return Err(self.err(ErrorCode::Argument, op.span, wrong)),
        };
        self.ensure_spec(iface);
        if !self.pi(iface).function || self.proc(iface).args.len() != 2 {
            return Err(self.err(ErrorCode::Argument, op.span, wrong));
        }
        let mut args = vec![];
        for name in ["%left", "%right"] {
            let ty = crate::expr::value_type(&array.ty);
            let s = self.new_symbol(name.into(), op.span, ty.clone(), Dims::Scalar, Storage::Associate, sc);
            let expr = Expr { kind: ExprKind::Var(s), ty, rank: 0, span: op.span };
            args.push(super::ArgIn { part: false, coindexed: false, keyword: None, expr, span: op.span });
        }
        let (call, rank) = self.build_call(sc, iface, (**target).clone(), args, op.span)?;
        let value = self.call_expr(iface, call, rank, op.span)?;
        let same = match (&value.ty, &array.ty) {
            (Ty::Character(_, a), Ty::Character(_, b)) => a == b,
            (a, b) => a == b,
        };
        if !same || value.rank != 0 {
            return Err(self.err(
                ErrorCode::Argument,
                op.span,
                "the operation of `reduce` must give a scalar of the type of the array",
            ));
        }
        slots[1] = Some(value);
        Ok(())
    }
}

/// Value, text and place of a real constant.
fn real_constant(e: &Expr) -> Option<(Num, String, Span)> {
    match &e.kind {
        ExprKind::Const(Const::Real(x)) => Some((Num::from_f64(*x), x.to_string(), e.span)),
        ExprKind::Const(Const::Ext(x)) => Some((*x, x.to_string(), e.span)),
        _ => None,
    }
}
