//! Assumed rank: dummy arguments `(..)`, inquiries about them, SELECT RANK.
//!
//! Such a dummy is bound to its descriptor as one of rank 0; the descriptor itself says the rank.

use super::array::Prep;
use super::place::{Place, is_designator};
use super::*;
use ferrotran_abi::desc;
use ferrotran_ir::{DeclareAttr, Pred, TypeKind};
use ferrotran_typed::intrinsics::Intrinsic;

/// Byte offsets in a descriptor as the IR counts them.
const ELEM_LEN: i64 = desc::ELEM_LEN as i64;
const RANK: i64 = desc::RANK as i64;
const DIMS: i64 = desc::DIMS as i64;
const DIM_BYTES: i64 = desc::DIM_BYTES as i64;
const EXTENT: i64 = desc::EXTENT as i64;
const STRIDE: i64 = desc::STRIDE as i64;

/// Dummies that are neither allocatable nor pointers and yet are bound to their descriptors.
pub(super) fn keeps_descriptor(s: &Symbol) -> bool {
    s.dims == Dims::AssumedRank || (s.ty == Ty::Assumed && matches!(s.dims, Dims::Assumed(_)))
}

impl FunctionBuilder {
    /// Field of dimension `d` (zero-based) of a descriptor.
    fn dim_field(&mut self, desc: Value, d: Value, at: i64) -> Value {
        let size = self.idx(DIM_BYTES);
        let o = self.mul(d, size);
        let first = self.idx(DIMS + at);
        let o = self.add(o, first);
        let p = self.b().op(OpKind::PtrAdd).arg(desc).arg(o).result(Type::PTR).value();
        let rt = self.m.types.reference(Type::INDEX);
        self.cast_ref(p, rt)
    }

    /// Bytes of an element (index) in a descriptor, whatever its type seems to be here.
    pub fn described_len(&mut self, bx: Value) -> Value {
        let p = self.cast_ref(bx, Type::PTR);
        let cell = self.field_at(p, ELEM_LEN, Type::INDEX);
        self.b().load(cell)
    }

    /// Rank (index) in a descriptor.
    fn dynamic_rank(&mut self, bx: Value) -> Value {
        let p = self.cast_ref(bx, Type::PTR);
        let cell = self.field_at(p, RANK, Type::I8);
        let v = self.b().load(cell);
        self.to_index(v)
    }

    /// i1: the descriptor is of an assumed-size array, whose last extent is -1 (F2023 18.5.3).
    fn is_assumed_size(&mut self, bx: Value, rank: Value) -> Lowered<Value> {
        let cell = self.alloca(Type::BOOL, None);
        let no = self.b().int(0, Type::BOOL);
        self.b().store(no, cell);
        let zero = self.idx(0);
        let array = self.b().cmp(Pred::Gt, rank, zero);
        let desc = self.cast_ref(bx, Type::PTR);
        self.if_else(
            array,
            |s| {
                let one = s.idx(1);
                let last = s.sub(rank, one);
                let f = s.dim_field(desc, last, EXTENT);
                let n = s.b().load(f);
                let unknown = s.idx(-1);
                let v = s.b().cmp(Pred::Eq, n, unknown);
                s.b().store(v, cell);
                Ok(())
            },
            |_| Ok(()),
        )?;
        Ok(self.b().load(cell))
    }

    /// The descriptor of a dummy of assumed rank that is neither allocatable nor a pointer as a pointer's: its lower
    /// bounds are 1.
    pub fn unranked_as_pointer(&mut self, bx: Value, rt: Type) -> Value {
        let room = self.m.types.boxed(desc::MAX_RANK + 1, Type::I8);
        let copy = self.alloca(room, None);
        let (copy, desc) = (self.cast_ref(copy, Type::PTR), self.cast_ref(bx, Type::PTR));
        let one = self.idx(1);
        let p = self.rt_value(rt::frt_desc_rebased, &[copy, desc, one], Type::PTR);
        self.cast_ref(p, rt)
    }

    fn set_extent(&mut self, bx: Value, dim: Value, extent: i64) {
        let desc = self.cast_ref(bx, Type::PTR);
        let f = self.dim_field(desc, dim, EXTENT);
        let n = self.idx(extent);
        self.b().store(n, f);
    }

    /// An assumed-rank dummy of a derived type as a polymorphic entity: a copy of its descriptor with the type.
    pub fn unranked_as_class(&mut self, bx: Value, dynamic: class::Dyn, rt: Type) -> Value {
        let room = self.m.types.boxed(desc::MAX_RANK + 1, Type::I8);
        let copy = self.alloca(room, None);
        let (copy, desc) = (self.cast_ref(copy, Type::PTR), self.cast_ref(bx, Type::PTR));
        let one = self.idx(1);
        let p = self.rt_value(rt::frt_desc_rebased, &[copy, desc, one], Type::PTR);
        let rank = self.dynamic_rank(bx);
        let f = self.dim_field(copy, rank, 0);
        let f = self.cast_ref(f, Type::PTR);
        let cell = self.field_at(f, 0, Type::PTR);
        self.b().store(dynamic.ty, cell);
        self.cast_ref(p, rt)
    }
}

impl Declarations<'_> {
    /// The dummy of assumed rank that the expression is.
    pub fn unranked(&self, e: &Expr) -> Option<SymbolId> {
        match &e.kind {
            ExprKind::Var(s) if self.sym(*s).dims == Dims::AssumedRank => Some(*s),
            _ => None,
        }
    }

    /// The dummy bound to its descriptor that the expression is: of assumed rank, or an array of assumed type, whose
    /// elements nobody here knows.
    pub fn described(&self, e: &Expr) -> Option<SymbolId> {
        match &e.kind {
            ExprKind::Var(s) if keeps_descriptor(self.sym(*s)) => Some(*s),
            _ => None,
        }
    }

    /// Lower bound, upper bound or extent of dimension `d` (zero-based).
    fn unranked_bound(&mut self, id: Intrinsic, s: SymbolId, desc: Value, d: Value) -> Value {
        let sym = self.sym(s);
        let f = self.dim_field(desc, d, EXTENT);
        let n = self.b().load(f);
        let one = self.idx(1);
        // Lower bounds of dummies that are neither allocatable nor pointers are 1.
        let lb = if sym.allocatable || sym.pointer {
            let f = self.dim_field(desc, d, 0);
            self.b().load(f)
        } else {
            one
        };
        let zero = self.idx(0);
        match id {
            Intrinsic::Lbound if lb == one => one,
            Intrinsic::Lbound => {
                let empty = self.b().cmp(Pred::Eq, n, zero);
                self.select(empty, one, lb)
            }
            Intrinsic::Ubound => {
                let u = self.add(lb, n);
                let u = self.sub(u, one);
                let empty = self.b().cmp(Pred::Eq, n, zero);
                self.select(empty, zero, u)
            }
            _ => n,
        }
    }

    /// True for whole assumed-size arrays.
    pub fn is_assumed_size_array(&self, x: &Expr) -> bool {
        matches!(&x.kind, ExprKind::Var(s) if matches!(self.sym(*s).dims, Dims::AssumedSize(..)))
    }

    /// The descriptor of a whole assumed-size array has no last extent: -1 (F2018 18.5.3).
    pub fn mark_assumed_size(&mut self, bx: Value, x: &Expr) {
        let ExprKind::Var(s) = &x.kind else { return };
        if let Dims::AssumedSize(b, _) = &self.sym(*s).dims {
            let last = self.idx(b.len() as i64);
            self.set_extent(bx, last, -1);
        }
    }

    /// A descriptor (`ref<box>` or null) of the same elements without gaps, copied where need be; what ends the use of
    /// it stores the elements back.
    pub fn contiguous_box(&mut self, bx: Value, rank: usize, intent: Intent) -> (Value, Cleanup) {
        let rt = self.m.ty(bx);
        let room = self.m.types.boxed(rank, Type::I8);
        let copy = self.alloca(room, None);
        let (copy, desc) = (self.cast_ref(copy, Type::PTR), self.cast_ref(bx, Type::PTR));
        let packed = self.rt_value(rt::frt_pack, &[desc], Type::PTR);
        let p = self.rt_value(rt::frt_desc_packed, &[copy, desc, packed], Type::PTR);
        let cleanup = match intent {
            Intent::In => Cleanup::UnpackIn { desc, packed },
            _ => Cleanup::Unpack { desc, packed },
        };
        (self.cast_ref(p, rt), cleanup)
    }
}

impl<'p> Expressions<'p> {
    /// RANK, SIZE, LBOUND, UBOUND of an assumed-rank dummy as a scalar (index).
    pub fn unranked_inquiry(
        &mut self,
        id: Intrinsic,
        s: SymbolId,
        dim: Option<&'p Expr>,
        span: Span,
    ) -> Lowered<Value> {
        let Binding::Box(bx) = self.binding(s, span)? else { return unsupported(span, "this assumed-rank object") };
        let rank = self.dynamic_rank(bx);
        let desc = self.cast_ref(bx, Type::PTR);
        if id == Intrinsic::Rank {
            return Ok(rank);
        }
        if let Some(d) = dim {
            let v = self.scalar(d)?;
            let v = self.to_index(v);
            self.check_number("the rank of an array for argument DIM", rank, v, true)?;
            let one = self.idx(1);
            let d = self.sub(v, one);
            return Ok(self.unranked_bound(id, s, desc, d));
        }
        let total = self.alloca(Type::INDEX, None);
        let one = self.idx(1);
        self.b().store(one, total);
        self.count_loop(rank, |l, d| {
            let n = l.unranked_bound(Intrinsic::Size, s, desc, d);
            let t = l.b().load(total);
            let t = l.mul(t, n);
            l.b().store(t, total);
            Ok(())
        })?;
        Ok(self.b().load(total))
    }

    /// Where `v` holds: whether what a descriptor of any rank describes agrees with a target in rank, shape and strides,
    /// and has elements.
    pub fn same_shape_unranked(&mut self, bx: Value, t: &'p Expr, v: Value) -> Lowered<Value> {
        let rank = self.dynamic_rank(bx);
        let want = self.idx(t.rank as i64);
        let same = self.b().cmp(Pred::Eq, rank, want);
        let v = self.b().binary(OpKind::And, v, same);
        let cell = self.alloca(Type::BOOL, None);
        self.b().store(v, cell);
        if t.rank > 0 {
            let Place::Array { view, .. } = self.place(t)? else { return unsupported(t.span, "this target") };
            let desc = self.cast_ref(bx, Type::PTR);
            // The dimensions of a descriptor of another rank are not there.
            self.if_else(
                v,
                |l| {
                    let mut v = v;
                    for d in 0..t.rank {
                        let at = l.idx(d as i64);
                        let f = l.dim_field(desc, at, EXTENT);
                        let m = l.b().load(f);
                        let f = l.dim_field(desc, at, STRIDE);
                        let a = l.b().load(f);
                        let n = l.view_extent(view, d);
                        let at = Attr::Int(d as i64);
                        let b = l.b().op(OpKind::ViewStride).arg(view).attr("dim", at).result(Type::INDEX).value();
                        let (zero, one) = (l.idx(0), l.idx(1));
                        let shape = l.b().cmp(Pred::Eq, m, n);
                        let some = l.b().cmp(Pred::Ne, m, zero);
                        let steps = l.b().cmp(Pred::Eq, a, b);
                        let single = l.b().cmp(Pred::Eq, m, one);
                        let steps = l.b().binary(OpKind::Or, steps, single);
                        for c in [shape, some, steps] {
                            v = l.b().binary(OpKind::And, v, c);
                        }
                    }
                    l.b().store(v, cell);
                    Ok(())
                },
                |_| Ok(()),
            )?;
        }
        Ok(self.b().load(cell))
    }

    /// SHAPE, LBOUND, UBOUND of an assumed-rank dummy as an array of `elem`.
    pub fn unranked_bounds(&mut self, id: Intrinsic, s: SymbolId, elem: Type, span: Span) -> Lowered<Prep<'p>> {
        let Binding::Box(bx) = self.binding(s, span)? else { return unsupported(span, "this assumed-rank object") };
        let rank = self.dynamic_rank(bx);
        let desc = self.cast_ref(bx, Type::PTR);
        let view = self.temp_view(&[rank], elem, "bounds", span)?;
        self.count_loop(rank, |l, d| {
            let n = l.unranked_bound(id, s, desc, d);
            let n = l.cast(n, elem);
            let r = l.b().elem(view, &[d]);
            l.b().store(n, r);
            Ok(())
        })?;
        Ok(self.load_view(view))
    }

    /// Descriptor of an actual argument for an assumed-rank dummy, as `rt`.
    pub fn actual_unranked(&mut self, x: &'p Expr, d: &'p Symbol, rt: Type) -> Lowered<Value> {
        if d.optional && matches!(x.kind, ExprKind::Null) {
            return Ok(self.b().op(OpKind::NullPtr).result(rt).value());
        }
        if let Some(s) = self.described(x)
            && let Binding::Box(b) = self.binding(s, x.span)?
        {
            let b = if d.contiguous && !self.sym(s).contiguous {
                let (bx, cleanup) = self.contiguous_box(b, desc::MAX_RANK, d.intent);
                self.f.cleanups.after_statement(cleanup);
                bx
            } else {
                b
            };
            let value = self.cast_ref(b, rt);
            // The descriptor of a dummy that is absent is null itself.
            let may_be_empty = self.sym(s).allocatable || self.sym(s).pointer;
            return if d.optional && may_be_empty { self.null_where_absent(x, value, rt) } else { Ok(value) };
        }
        let view = self.view_of(x)?;
        let bt = {
            let vt = self.m.ty(view);
            let (rank, elem) = (self.m.types.rank(vt), self.m.types.elem(vt));
            self.m.types.boxed(rank, elem)
        };
        let mine = self.m.types.reference(bt);
        let bx = self.b().op(OpKind::BoxMake).arg(view).args(&[]).result(mine).value();
        self.mark_assumed_size(bx, x);
        let vt = self.m.ty(view);
        let bx = if d.contiguous && matches!(self.m.tk(view), TypeKind::View { .. }) && !self.m.types.is_contig(vt) {
            let rank = self.m.types.rank(vt);
            let (bx, cleanup) = self.contiguous_box(bx, rank, d.intent);
            self.f.cleanups.after_statement(cleanup);
            bx
        } else {
            bx
        };
        let value = self.cast_ref(bx, rt);
        if d.optional && is_designator(x) { self.null_where_absent(x, value, rt) } else { Ok(value) }
    }

    /// Descriptor of an actual argument for an array of strings of assumed length in an interoperable procedure
    /// (F2018 18.3.6): its shape is that of the dummy. The other dummies are bound to their arguments.
    pub fn actual_strings(&mut self, x: &'p Expr, d: &'p Symbol, bt: Type) -> Lowered<Value> {
        let rt = self.m.types.reference(bt);
        if d.optional && matches!(x.kind, ExprKind::Null) {
            return Ok(self.b().op(OpKind::NullPtr).result(rt).value());
        }
        let (base, view) = self.actual_array(x, d.intent)?;
        let len = self.elem_len_of(x, view)?;
        let rank = d.rank();
        let (bounds, star) = match &d.dims {
            Dims::Explicit(b) => (&b[..], false),
            Dims::AssumedSize(b, _) => (&b[..], true),
            _ => return unsupported(x.span, "this argument of an interoperable procedure"),
        };
        let mut ext = vec![];
        for (lo, hi) in bounds {
            let (lo, hi) = (self.scalar(lo)?, self.scalar(hi)?);
            let (lo, hi) = (self.to_index(lo), self.to_index(hi));
            let n = self.sub(hi, lo);
            let one = self.idx(1);
            let n = self.add(n, one);
            ext.push(self.max0(n));
        }
        if star {
            ext.push(self.idx(1));
        }
        let shape = vec![None; ext.len()];
        let elem = self.m.types.elem(bt);
        let vt = self.m.types.view(shape, elem, true);
        let chr_len = matches!(self.m.types.kind(elem), TypeKind::Char(None, _)).then_some(len);
        let v = self.b().op(OpKind::ViewMake).arg(base).args(&ext).args(&[]).opt(chr_len).result(vt).value();
        let bx = self.b().op(OpKind::BoxMake).arg(v).args(&[]).result(rt).value();
        if star {
            let last = self.idx(rank as i64 - 1);
            self.set_extent(bx, last, -1);
        }
        if d.optional && is_designator(x) { self.null_where_absent(x, bx, rt) } else { Ok(bx) }
    }

    /// Binds the associate name as the case sees it.
    fn bind_rank(&mut self, case: &'p RankCase, bx: Value) -> Lowered<()> {
        let s = self.sym(case.assoc);
        let t = self.ir_ty(&s.ty, s.span)?;
        let class = class::is_class(&s.ty);
        let b = match case.rank {
            None => Binding::Box(bx),
            Some(-1) if class => return unsupported(s.span, "RANK (*) of a polymorphic selector"),
            Some(-1) => {
                let p = self.b().unary(OpKind::BoxAddr, bx, Type::PTR);
                let len = self.b().unary(OpKind::BoxElemLen, bx, Type::INDEX);
                self.explicit_array(s, p, t, Some(len), &[DeclareAttr::Dummy])?
            }
            Some(n) => {
                let n = i64::from(n).clamp(0, desc::MAX_RANK as i64) as usize;
                let bt = self.m.types.boxed(n, t);
                let rt = self.m.types.reference(bt);
                let bx = self.cast_ref(bx, rt);
                if s.allocatable || s.pointer {
                    Binding::Box(bx)
                } else {
                    if class {
                        let dynamic = self.box_type(bx);
                        self.entities.set_dynamic(case.assoc, Some(dynamic));
                    }
                    let v = self.box_view(bx);
                    let v = self.declare(v, s, &[DeclareAttr::Dummy]);
                    if n == 0 {
                        Binding::Scalar(v)
                    } else {
                        let one = self.idx(1);
                        Binding::Array { view: v, lbs: vec![one; n] }
                    }
                }
            }
        };
        self.entities.bind(case.assoc, b);
        Ok(())
    }
}

impl<'p> Lower<'p> {
    /// SELECT RANK.
    pub fn select_rank(&mut self, selector: &'p Expr, cases: &'p [RankCase]) -> Lowered<()> {
        let Some(bx) = self.box_of(selector)? else { return unsupported(selector.span, "this selector") };
        let rank = self.dynamic_rank(bx);
        let star = self.is_assumed_size(bx, rank)?;
        self.rank_chain(bx, rank, star, cases)
    }

    /// The cases in order, the default last; exactly one runs.
    fn rank_chain(&mut self, bx: Value, rank: Value, star: Value, cases: &'p [RankCase]) -> Lowered<()> {
        let mut ordered: Vec<&'p RankCase> = cases.iter().filter(|c| c.rank.is_some()).collect();
        ordered.extend(cases.iter().filter(|c| c.rank.is_none()));
        self.rank_cases(bx, rank, star, &ordered)
    }

    fn rank_cases(&mut self, bx: Value, rank: Value, star: Value, cases: &[&'p RankCase]) -> Lowered<()> {
        let Some((case, rest)) = cases.split_first() else { return Ok(()) };
        let cond = match case.rank {
            None => {
                self.bind_rank(case, bx)?;
                self.stmts(&case.body);
                return Ok(());
            }
            Some(-1) => star,
            Some(n) => {
                let n = self.idx(i64::from(n));
                let same = self.b().cmp(Pred::Eq, rank, n);
                let sized = self.b().unary(OpKind::Not, star, Type::BOOL);
                self.b().binary(OpKind::And, same, sized)
            }
        };
        self.if_else(
            cond,
            |s| {
                s.bind_rank(case, bx)?;
                s.stmts(&case.body);
                Ok(())
            },
            |s| s.rank_cases(bx, rank, star, rest),
        )
    }
}
