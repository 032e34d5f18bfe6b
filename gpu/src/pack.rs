//! PACK in parallel: each workgroup counts the true elements of its part of the mask; then each knows from the counts of those
//! before where its elements go, and moves them in order.

use crate::emit::{Emit, Val};
use crate::flow::FrameKind;
use crate::kernel::{Emitted, Kernel};
use crate::matmul::only;
use crate::mem::View;
use crate::reduce::WIDTH;
use crate::spv::RegType;
use ferrotran_abi::kernel::{Expr, Grid};
use ferrotran_ir::{Op, OpKind, Type, TypeKind};
use rspirv::spirv::{self, Op as SpvOp, Word};

/// Neighbouring elements that an invocation moves at a time.
const PER: u32 = 8;
/// Elements that a workgroup moves at a time.
const ROW: u32 = WIDTH * PER;
/// Most workgroups: each looks at the counts of all before it.
const MAX_GROUPS: i64 = 1024;

/// A kernel that is one lib.pack. `None` where it has another form.
pub fn compile(k: &mut Kernel<'_>) -> Emitted<Option<()>> {
    let m = k.m;
    let Some((before, op)) = only(k, OpKind::LibPack) else { return Ok(None) };
    let (src, mask) = (m.operand(op, 1), m.operand(op, 2));
    let rank = m.types.rank(m.ty(src));
    if rank == 0 || m.types.rank(m.ty(mask)) != rank {
        return Ok(None);
    }
    let list: Option<Vec<Expr>> = (0..rank).map(|d| k.extent_expr(src, d)).collect();
    let Some(list) = list else { return Ok(None) };
    let n = Expr::product(list.into_iter().map(|e| e.max(Expr::Const(0))));
    let groups = n.ceil_div(Expr::Const(i64::from(ROW))).max(Expr::Const(1)).min(Expr::Const(MAX_GROUPS));
    let bytes = Expr::Mul(Box::new(groups.clone()), Box::new(Expr::Const(4)));
    let counts = k.new_scratch(RegType::I32, bytes);
    for moving in [false, true] {
        let mut e = Emit::new(k)?;
        for &o in &before {
            e.op(o)?;
        }
        let p = e.pack(op)?;
        if moving {
            e.pack_move(&p, counts)?
        } else {
            e.pack_count(&p, counts)?
        }
        e.finish([WIDTH, 1, 1], Grid::Groups([groups.clone(), Expr::Const(1), Expr::Const(1)]));
    }
    Ok(Some(()))
}

/// A lib.pack, and the part of it that a workgroup has.
struct Pack {
    dst: View,
    src: View,
    mask: View,
    sizes: Vec<Word>,
    /// Elements (u32).
    total: Word,
    /// Number of the workgroup (u32), its first element, and its rows.
    group: Word,
    first: Word,
    rows: Word,
}

impl Emit<'_, '_> {
    fn pack(&mut self, op: Op) -> Emitted<Pack> {
        let m = self.m;
        let (dst, src) = (self.view(m.operand(op, 0))?, self.view(m.operand(op, 1))?);
        let mask = self.view(m.operand(op, 2))?;
        let mut sizes = Vec::new();
        let (zero, mut total) = (self.spv.i32(0), self.spv.i32(1));
        for d in &src.dims {
            let n = self.dim(d.0);
            let some = self.spv.op(SpvOp::SGreaterThan, RegType::Bool, &[n, zero]);
            let n = self.spv.op(SpvOp::Select, RegType::I32, &[some, n, zero]);
            total = self.imul(total, n);
            sizes.push(n);
        }
        let u = RegType::U32;
        let total = self.spv.op(SpvOp::Bitcast, u, &[total]);
        let group = self.spv.builtin3(spirv::BuiltIn::WorkgroupId, 0);
        let groups = self.spv.builtin3(spirv::BuiltIn::NumWorkgroups, 0);
        // Rows of all workgroups, then of one: quotients rounded up.
        let (row, less, one) = (self.spv.u32(ROW), self.spv.u32(ROW - 1), self.spv.u32(1));
        let up = self.spv.op(SpvOp::IAdd, u, &[total, less]);
        let all = self.spv.op(SpvOp::UDiv, u, &[up, row]);
        let up = self.spv.op(SpvOp::IAdd, u, &[all, groups]);
        let up = self.spv.op(SpvOp::ISub, u, &[up, one]);
        let rows = self.spv.op(SpvOp::UDiv, u, &[up, groups]);
        let before = self.spv.op(SpvOp::IMul, u, &[group, rows]);
        let first = self.spv.op(SpvOp::IMul, u, &[before, row]);
        Ok(Pack { dst, src, mask, sizes, total, group, first, rows })
    }

    /// Subscripts (i32) of element number `at` (u32).
    fn pack_subscripts(&mut self, p: &Pack, at: Word) -> Vec<Word> {
        let mut rest = at;
        let mut ids = Vec::new();
        for (d, &n) in p.sizes.iter().enumerate() {
            let mut id = rest;
            if d + 1 < p.sizes.len() {
                let n = self.spv.op(SpvOp::Bitcast, RegType::U32, &[n]);
                rest = self.spv.op(SpvOp::UDiv, RegType::U32, &[id, n]);
                let whole = self.spv.op(SpvOp::IMul, RegType::U32, &[rest, n]);
                id = self.spv.op(SpvOp::ISub, RegType::U32, &[id, whole]);
            }
            ids.push(self.spv.op(SpvOp::Bitcast, RegType::I32, &[id]));
        }
        ids
    }

    /// Adds 1, moved left by so many bits, to a variable (i32) where the mask is true at element number `at` (u32).
    fn pack_flag(&mut self, p: &Pack, at: Word, flags: Word, bit: u32) -> Emitted<()> {
        let inside = self.spv.op(SpvOp::ULessThan, RegType::Bool, &[at, p.total]);
        self.if_then(inside, |e| {
            let ids = e.pack_subscripts(p, at);
            let place = e.element(&p.mask, &ids)?;
            let v = e.load_place(&place)?;
            let mut take = e.parts(&v)?[0];
            if matches!(e.m.types.kind(p.mask.elem), TypeKind::Int(_)) {
                let s = e.reg(p.mask.elem)?;
                take = e.cast_part(take, s, RegType::Bool);
            }
            let (yes, no) = (e.spv.i32(1 << bit), e.spv.i32(0));
            let one = e.spv.op(SpvOp::Select, RegType::I32, &[take, yes, no]);
            let old = e.spv.load(flags, RegType::I32);
            let new = e.spv.op(SpvOp::IAdd, RegType::I32, &[old, one]);
            e.spv.store(flags, new);
            Ok(())
        })
    }

    /// The count of each workgroup.
    fn pack_count(&mut self, p: &Pack, counts: usize) -> Emitted<()> {
        let u = RegType::U32;
        let r = self.sum_of(Type::I32)?;
        let vars = self.state_vars(&r)?;
        let l = self.spv.local_index();
        let (width, per) = (self.spv.u32(WIDTH), self.spv.u32(PER));
        let lines = self.spv.op(SpvOp::IMul, u, &[p.rows, per]);
        let begin = self.spv.op(SpvOp::IAdd, u, &[p.first, l]);
        self.counted(u, lines, FrameKind::Hidden, None, |e, k| {
            let d = e.spv.op(SpvOp::IMul, u, &[k, width]);
            let at = e.spv.op(SpvOp::IAdd, u, &[begin, d]);
            e.pack_flag(p, at, vars[0], 0)
        })?;
        self.tree(&r, &vars)?;
        let zero = self.spv.u32(0);
        let leader = self.spv.op(SpvOp::IEqual, RegType::Bool, &[l, zero]);
        self.if_then(leader, |e| {
            let to = e.scratch_var(counts);
            let to = e.spv.buffer_at(to, RegType::I32, p.group);
            let n = e.spv.load(vars[0], RegType::I32);
            e.spv.store(to, n);
            Ok(())
        })
    }

    /// Moves the elements of each workgroup.
    fn pack_move(&mut self, p: &Pack, counts: usize) -> Emitted<()> {
        let (u, i) = (RegType::U32, RegType::I32);
        let r = self.sum_of(Type::I32)?;
        let base = self.state_vars(&r)?;
        let l = self.spv.local_index();
        let (width, row, per) = (self.spv.u32(WIDTH), self.spv.u32(ROW), self.spv.u32(PER));
        self.strided(u, (l, p.group, width), None, |e, k| {
            let from = e.scratch_var(counts);
            let from = e.spv.buffer_at(from, i, k);
            let n = e.spv.load(from, i);
            e.reduction_add(&r, &base, &[Val::Scalar(n)], k)
        })?;
        self.tree(&r, &base)?;
        let room = match p.dst.dims.first() {
            Some(d) => self.dim(d.0),
            None => return Err(self.unsupported("a pack into a scalar")),
        };
        let shared = self.spv.shared(i, WIDTH);
        let flags = self.spv.local(i, 1);
        let mine = self.spv.op(SpvOp::IMul, u, &[l, per]);
        let begin = self.spv.op(SpvOp::IAdd, u, &[p.first, mine]);
        self.counted(u, p.rows, FrameKind::Hidden, None, |e, k| {
            let d = e.spv.op(SpvOp::IMul, u, &[k, row]);
            let begin = e.spv.op(SpvOp::IAdd, u, &[begin, d]);
            let zero = e.spv.i32(0);
            e.spv.store(flags, zero);
            let mut places = Vec::new();
            for q in 0..PER {
                let q_ = e.spv.u32(q);
                let at = e.spv.op(SpvOp::IAdd, u, &[begin, q_]);
                e.pack_flag(p, at, flags, q)?;
                places.push(at);
            }
            let bits = e.spv.load(flags, i);
            let count = e.spv.op(SpvOp::BitCount, i, &[bits]);
            let (up_to, all) = e.scan(shared, l, count);
            let start = e.spv.load(base[0], i);
            let mut to = e.spv.op(SpvOp::ISub, i, &[up_to, count]);
            to = e.spv.op(SpvOp::IAdd, i, &[start, to]);
            for (q, at) in places.into_iter().enumerate() {
                let bit = e.spv.i32(1 << q);
                let bit = e.spv.op(SpvOp::BitwiseAnd, i, &[bits, bit]);
                let take = e.spv.op(SpvOp::INotEqual, RegType::Bool, &[bit, zero]);
                let fits = e.spv.op(SpvOp::SLessThan, RegType::Bool, &[to, room]);
                let moves = e.spv.op(SpvOp::LogicalAnd, RegType::Bool, &[take, fits]);
                e.if_then(moves, |e| {
                    let ids = e.pack_subscripts(p, at);
                    let (d, s) = (e.element(&p.dst, &[to])?, e.element(&p.src, &ids)?);
                    e.copy_object(&d, &s)
                })?;
                let one = e.spv.i32(1);
                let one = e.spv.op(SpvOp::Select, i, &[take, one, zero]);
                to = e.spv.op(SpvOp::IAdd, i, &[to, one]);
            }
            let next = e.spv.op(SpvOp::IAdd, i, &[start, all]);
            e.spv.store(base[0], next);
            Ok(())
        })
    }

    /// The sum of the values (i32) of the invocations of a workgroup up to each, and of all.
    fn scan(&mut self, shared: Word, l: Word, value: Word) -> (Word, Word) {
        let i = RegType::I32;
        let (zero, mut sum) = (self.spv.i32(0), value);
        let mut step = 1;
        let own = self.spv.shared_at(shared, i, l);
        while step < WIDTH {
            self.spv.store(own, sum);
            self.spv.barrier();
            let by = self.spv.u32(step);
            let has = self.spv.op(SpvOp::UGreaterThanEqual, RegType::Bool, &[l, by]);
            let before = self.spv.op(SpvOp::ISub, RegType::U32, &[l, by]);
            let first = self.spv.u32(0);
            let before = self.spv.op(SpvOp::Select, RegType::U32, &[has, before, first]);
            let before = self.spv.shared_at(shared, i, before);
            let before = self.spv.load(before, i);
            let before = self.spv.op(SpvOp::Select, i, &[has, before, zero]);
            sum = self.spv.op(SpvOp::IAdd, i, &[sum, before]);
            self.spv.barrier();
            step *= 2;
        }
        self.spv.store(own, sum);
        self.spv.barrier();
        let last = self.spv.u32(WIDTH - 1);
        let last = self.spv.shared_at(shared, i, last);
        let all = self.spv.load(last, i);
        // Who is behind still looks at it.
        self.spv.barrier();
        (sum, all)
    }
}
