//! Element by element over arrays that lie side by side: four neighbouring elements (of 8 bytes and more: two) for each invocation, whole vectors loaded
//! and stored, no division for subscripts.
//!
//! Whether arrays are like that (contiguous, of one shape, aligned) the launch sees, and chooses between this stage and that of
//! [`crate::parallel`]. The iterations of an invocation go side by side: each op is done for all of them before the next one, which is an
//! order that independent iterations may take. What is left over at the end gets an invocation for each element.

use crate::access::Piece;
use crate::emit::{Emit, Val};
use crate::flow::FrameKind;
use crate::kernel::{Emitted, Kernel};
use crate::mem::Base;
use crate::spv::RegType;
use ferrotran_abi::kernel::{Expr, Grid};
use ferrotran_ir::analysis::effects::is_pure;
use ferrotran_ir::{Op, OpKind, Type, TypeKind, Value, ValueDef};
use rspirv::spirv::{Op as SpvOp, Word};
use rustc_hash::{FxHashMap, FxHashSet};

/// Most ops of a body, which is written down five times.
const MOST_OPS: usize = 160;
/// Most arrays: each takes another binding.
const MOST_VIEWS: usize = 8;

/// Most elements of an invocation.
pub const LANES: usize = 4;

/// How the iterations of a loop go side by side.
pub struct Lanes {
    /// view.elem ops with the indices of the loop as subscripts, and the kernel argument that they are of.
    direct: FxHashMap<Op, usize>,
    /// Elements of an invocation, 2 or 4.
    count: usize,
    /// 1 where the arrays are as this needs it, else 0.
    pub gate: Expr,
}

/// The argument that a view is all of.
fn whole_argument(k: &Kernel<'_>, mut v: Value) -> Option<usize> {
    let m = k.m;
    loop {
        match m.values[v].def {
            ValueDef::Arg(r, i) => return (r == m.region(k.op, 0)).then_some(usize::from(i)),
            ValueDef::Result(op, _) if matches!(m.kind(op), OpKind::Declare | OpKind::ViewCast) => {
                v = m.operand(op, 0);
            }
            ValueDef::Result(..) => return None,
        }
    }
}

/// Whether an address lies in an argument of the kernel.
fn in_argument(k: &Kernel<'_>, mut v: Value) -> bool {
    let m = k.m;
    loop {
        match m.values[v].def {
            ValueDef::Arg(r, _) => return r == m.region(k.op, 0),
            ValueDef::Result(op, _) => match (m.kind(op), m.operands(op).first()) {
                (OpKind::Alloca, _) | (_, None) => return false,
                (_, Some(&base)) => v = base,
            },
        }
    }
}

/// Whether elements of a type are loaded and stored as parts of vectors.
fn fits(k: &Kernel<'_>, t: Type) -> bool {
    matches!(
        k.m.types.kind(t),
        TypeKind::Int(8 | 16 | 32 | 64)
            | TypeKind::Float(32 | 64)
            | TypeKind::Complex(32 | 64)
            | TypeKind::Logical(8 | 16 | 32)
    )
}

/// Whether `lanes` iterations of the loop `op` can go side by side (1: whether its elements can be found by their number
/// alone).
pub fn choice(k: &Kernel<'_>, op: Op, extents: &[Expr], lanes: usize) -> Option<Lanes> {
    let m = k.m;
    let body = m.region(op, 0);
    let (ops, args) = (&m.regions[body].ops, m.args(body));
    if k.index != RegType::I32 || args.is_empty() || ops.len() > MOST_OPS {
        return None;
    }
    let mut direct = FxHashMap::default();
    let mut views = FxHashSet::default();
    for &o in ops {
        let address = match m.kind(o) {
            OpKind::Load => Some(m.operand(o, 0)),
            OpKind::Store => Some(m.operand(o, 1)),
            _ => None,
        };
        // Memory of the invocation would be one for all four.
        if address.is_some_and(|a| !in_argument(k, a)) {
            return None;
        }
        use OpKind::{Div, Math, Modulo, Rem, Yield};
        let simple = address.is_some() || is_pure(m, o) || matches!(m.kind(o), Div | Math | Modulo | Rem | Yield);
        if !simple || !m.ops[o].regions.is_empty() {
            return None;
        }
        let uses_ids = m.operands(o).iter().any(|v| args.contains(v));
        if m.kind(o) == OpKind::ViewElem && m.operands(o)[1..] == *args {
            let view = m.operand(o, 0);
            if let Some(arg) = whole_argument(k, view)
                && fits(k, m.types.elem(m.ty(view)))
                && m.types.elem(m.ty(view)) == k.view(arg).elem
            {
                direct.insert(o, arg);
                views.insert(arg);
                continue;
            }
        }
        // Indices of more than one dimension are not known one by one.
        if uses_ids && args.len() > 1 {
            return None;
        }
    }
    let is_access = |o: Op, v: Value| match m.kind(o) {
        OpKind::Load => true,
        OpKind::Store => m.operand(o, 0) != v,
        _ => false,
    };
    let alone = |v: Value| ops.iter().all(|&o| !m.operands(o).contains(&v) || is_access(o, v));
    if views.is_empty() || views.len() > MOST_VIEWS || !direct.keys().all(|&o| alone(m.result(o))) {
        return None;
    }
    let mut views: Vec<usize> = views.into_iter().collect();
    views.sort_unstable();
    let mut sizes = Vec::new();
    for &arg in &views {
        sizes.push(k.size_of(k.view(arg).elem).ok()? as u32);
    }
    // Accesses of 16 bytes side by side, where all arrays are of such elements.
    let count = if sizes.iter().all(|&n| n >= 8) { 2 } else { LANES };
    let mut terms = Vec::new();
    for (&arg, size) in views.iter().zip(sizes) {
        let bytes = (size * lanes.min(count) as u32).min(16);
        terms.push(Expr::Lined { arg: arg as u32, bytes });
        for (d, n) in extents.iter().enumerate().take(extents.len() - 1) {
            let own = Expr::Extent { arg: arg as u32, dim: d as u32 };
            if own != *n {
                terms.push(Expr::equal(own, n.clone()));
            }
        }
    }
    Some(Lanes { direct, count, gate: Expr::all(terms) })
}

/// The stage. `before`: the ops in front of the loop.parallel `op`; `n`: its iterations, 0 where another stage is chosen.
pub fn compile(k: &mut Kernel<'_>, before: &[Op], op: Op, lanes: &Lanes, n: Expr) -> Emitted<()> {
    let m = k.m;
    let width = crate::parallel::width(k);
    let extents = m.group(op, "extents").to_vec();
    let mut e = Emit::new(k)?;
    for &o in before {
        e.op(o)?;
    }
    let me = e.linear_invocation(width);
    let mut total = e.spv.i32(1);
    for s in e.indices(&extents)? {
        total = e.index_product(total, s);
    }
    let count = lanes.count as u32;
    let (shift, mask) = (e.spv.u32(count.trailing_zeros()), e.spv.u32(count - 1));
    let utotal = e.spv.op(SpvOp::Bitcast, RegType::U32, &[total]);
    let ume = e.spv.op(SpvOp::Bitcast, RegType::U32, &[me]);
    let whole = e.spv.op(SpvOp::ShiftRightLogical, RegType::U32, &[utotal, shift]);
    let rest = e.spv.op(SpvOp::BitwiseAnd, RegType::U32, &[utotal, mask]);
    let all = e.spv.op(SpvOp::IAdd, RegType::U32, &[whole, rest]);
    let is_whole = e.spv.op(SpvOp::ULessThan, RegType::Bool, &[ume, whole]);
    e.push_frame(FrameKind::Invocation, None, 0, 0);
    e.if_else(
        is_whole,
        |e| e.side_by_side(op, lanes, ume),
        Some(|e: &mut Emit<'_, '_>| {
            let inside = e.spv.op(SpvOp::ULessThan, RegType::Bool, &[ume, all]);
            e.if_then(inside, |e| {
                let done = e.spv.op(SpvOp::ShiftLeftLogical, RegType::U32, &[whole, shift]);
                let at = e.spv.op(SpvOp::ISub, RegType::U32, &[ume, whole]);
                let at = e.spv.op(SpvOp::IAdd, RegType::U32, &[done, at]);
                let at = e.spv.op(SpvOp::Bitcast, RegType::I32, &[at]);
                e.one_of(op, lanes, at).map(drop)
            })
        }),
    )?;
    e.frames.clear();
    let some = || Box::new(Expr::Const(i64::from(count)));
    let (quads, left) = (Expr::Div(Box::new(n.clone()), some()), Expr::Rem(Box::new(n), some()));
    e.finish([width, 1, 1], Grid::Linear(Expr::Add(Box::new(quads), Box::new(left))));
    Ok(())
}

impl Emit<'_, '_> {
    /// Gives an index of a loop over one dimension its value.
    fn bind_index(&mut self, arg: Value, at: Word) -> Emitted<Val> {
        let (from, s) = (self.index(), self.reg(self.m.ty(arg))?);
        Ok(Val::Scalar(self.cast_part(at, from, s)))
    }

    /// The iteration for element number `at`; gives what it yields.
    pub fn one_of(&mut self, op: Op, lanes: &Lanes, at: Word) -> Emitted<Vec<Val>> {
        let m = self.m;
        let body = m.region(op, 0);
        if let [arg] = *m.args(body) {
            let v = self.bind_index(arg, at)?;
            self.env.insert(arg, v);
        }
        for o in m.regions[body].ops.clone() {
            let Some(&arg) = lanes.direct.get(&o) else {
                if m.kind(o) == OpKind::Yield {
                    return m.operands(o).iter().map(|&v| self.val(v)).collect();
                }
                self.op(o)?;
                continue;
            };
            let mut view = self.view(m.operand(o, 0))?;
            let units = (self.kernel.size_of(view.elem)? / u64::from(self.kernel.view(arg).unit)) as i64;
            let units = crate::mem::Dim::Id(self.spv.i32(units));
            view.dims = vec![(units, units)];
            let place = self.element(&view, &[at])?;
            self.set(o, Val::Ref(place));
        }
        Ok(Vec::new())
    }

    /// Four iterations (or two), of which this is group number `group` (u32).
    fn side_by_side(&mut self, op: Op, lanes: &Lanes, group: Word) -> Emitted<()> {
        let m = self.m;
        let body = m.region(op, 0);
        let mut values: Vec<FxHashMap<Value, Val>> = vec![FxHashMap::default(); lanes.count];
        if let [arg] = *m.args(body) {
            let shift = self.spv.u32(lanes.count.trailing_zeros());
            let first = self.spv.op(SpvOp::ShiftLeftLogical, RegType::U32, &[group, shift]);
            let first = self.spv.op(SpvOp::Bitcast, RegType::I32, &[first]);
            for (k, values) in values.iter_mut().enumerate() {
                let n = self.spv.i32(k as i64);
                let at = self.iadd(first, n);
                values.insert(arg, self.bind_index(arg, at)?);
            }
        }
        let direct = |v: Value| m.def(v).and_then(|d| lanes.direct.get(&d).copied());
        for o in m.regions[body].ops.clone() {
            if lanes.direct.contains_key(&o) || m.kind(o) == OpKind::Yield {
                continue;
            }
            let operands = m.operands(o).to_vec();
            match m.kind(o) {
                OpKind::Load => {
                    if let Some(arg) = direct(operands[0]) {
                        let four = self.load_some(arg, group, lanes.count)?;
                        for (values, v) in values.iter_mut().zip(four) {
                            values.insert(m.result(o), v);
                        }
                        continue;
                    }
                }
                OpKind::Store => {
                    if let Some(arg) = direct(operands[1]) {
                        let mut four = Vec::new();
                        for values in &values {
                            four.push(match values.get(&operands[0]) {
                                Some(v) => v.clone(),
                                None => self.val(operands[0])?,
                            });
                        }
                        self.store_some(arg, group, &four)?;
                        continue;
                    }
                }
                _ => {}
            }
            let same = !operands.iter().any(|v| values[0].contains_key(v)) && is_pure(m, o);
            for k in 0..lanes.count {
                for v in &operands {
                    if let Some(x) = values[k].get(v) {
                        self.env.insert(*v, x.clone());
                    }
                }
                self.op(o)?;
                if same {
                    break;
                }
                for &r in &m.ops[o].results {
                    if let Some(x) = self.env.remove(&r) {
                        values[k].insert(r, x);
                    }
                }
            }
        }
        Ok(())
    }

    /// The vectors in which `n` elements of that type lie: register type and width of each, and how many there are.
    fn vectors(&self, t: Type, n: usize) -> Emitted<(RegType, u32, u32)> {
        let (piece, parts) = self.piece(t)?;
        Ok(match piece {
            Piece::Entry(s) => {
                let width = 16 / s.bytes();
                (s, width, (n * parts) as u32 / width)
            }
            Piece::Truth => (RegType::U32, 4, 1),
            Piece::SmallTruth(bits) | Piece::Small(bits) => (RegType::U32, bits / 8, 1),
            Piece::Index | Piece::Pair | Piece::WideTruth => {
                return Err(self.unsupported("elements of this type side by side"));
            }
        })
    }

    /// Pointers to the vectors of the `n` elements of group number `group` of an argument, with their type and width.
    fn some_at(&mut self, arg: usize, group: Word, n: usize, write: bool) -> Emitted<(RegType, u32, Vec<Word>)> {
        let info = self.kernel.view(arg);
        let (ty, unit, word) = (info.elem, info.unit, info.word);
        let (s, width, count) = self.vectors(ty, n)?;
        self.touch(Base::Arg(arg), write);
        let var = self.wide_view_var(arg, s, width);
        let off = self.param(word);
        let start = self.rescale(off, unit, s.bytes() * width);
        let group = self.spv.op(SpvOp::Bitcast, RegType::I32, &[group]);
        let by = self.spv.i32(i64::from(count));
        let first = self.imul(group, by);
        let first = self.iadd(start, first);
        let mut out = Vec::new();
        for k in 0..count {
            let by = self.spv.i32(i64::from(k));
            let at = self.iadd(first, by);
            out.push(self.spv.wide_buffer_at(var, s, width, at));
        }
        Ok((s, width, out))
    }

    /// `n` neighbouring elements of an argument.
    fn load_some(&mut self, arg: usize, group: Word, n: usize) -> Emitted<Vec<Val>> {
        let ty = self.kernel.view(arg).elem;
        let (piece, parts) = self.piece(ty)?;
        let (s, width, pointers) = self.some_at(arg, group, n, false)?;
        let mut words = Vec::new();
        for p in pointers {
            words.extend(self.spv.load_wide(p, s, width));
        }
        let zero = self.spv.u32(0);
        let mut out = Vec::new();
        for k in 0..n {
            out.push(match piece {
                Piece::SmallTruth(bits) | Piece::Small(bits) => {
                    let per = (32 / bits) as usize;
                    let shift = self.spv.u32((k % per) as u32 * bits);
                    let mask = self.spv.u32((1u32 << bits) - 1);
                    let low = self.spv.op(SpvOp::ShiftRightLogical, RegType::U32, &[words[k / per], shift]);
                    let low = self.spv.op(SpvOp::BitwiseAnd, RegType::U32, &[low, mask]);
                    if matches!(piece, Piece::SmallTruth(_)) {
                        Val::Scalar(self.spv.op(SpvOp::INotEqual, RegType::Bool, &[low, zero]))
                    } else {
                        let i = self.spv.op(SpvOp::Bitcast, RegType::I32, &[low]);
                        Val::Scalar(self.sign_extend(i, bits))
                    }
                }
                Piece::Truth => Val::Scalar(self.spv.op(SpvOp::INotEqual, RegType::Bool, &[words[k], zero])),
                _ => Self::from_parts(&words[k * parts..(k + 1) * parts]),
            });
        }
        Ok(out)
    }

    /// Stores neighbouring elements of an argument.
    fn store_some(&mut self, arg: usize, group: Word, elements: &[Val]) -> Emitted<()> {
        let ty = self.kernel.view(arg).elem;
        let (piece, _) = self.piece(ty)?;
        let (one, zero) = (self.spv.u32(1), self.spv.u32(0));
        let mut words = Vec::new();
        for v in elements {
            let parts = self.parts(v)?;
            match piece {
                Piece::Truth | Piece::SmallTruth(_) => {
                    words.push(self.spv.op(SpvOp::Select, RegType::U32, &[parts[0], one, zero]));
                }
                Piece::Small(bits) => {
                    let mask = self.spv.u32((1u32 << bits) - 1);
                    let low = self.spv.op(SpvOp::Bitcast, RegType::U32, &[parts[0]]);
                    words.push(self.spv.op(SpvOp::BitwiseAnd, RegType::U32, &[low, mask]));
                }
                _ => words.extend(parts),
            }
        }
        if let Piece::Small(bits) | Piece::SmallTruth(bits) = piece {
            let mut packed = Vec::new();
            for some in words.chunks((32 / bits) as usize) {
                let mut word = some[0];
                for (k, &w) in some.iter().enumerate().skip(1) {
                    let shift = self.spv.u32(k as u32 * bits);
                    let high = self.spv.op(SpvOp::ShiftLeftLogical, RegType::U32, &[w, shift]);
                    word = self.spv.op(SpvOp::BitwiseOr, RegType::U32, &[word, high]);
                }
                packed.push(word);
            }
            words = packed;
        }
        let (s, width, pointers) = self.some_at(arg, group, elements.len(), true)?;
        for (p, some) in pointers.into_iter().zip(words.chunks(width as usize)) {
            self.spv.store_wide(p, s, some);
        }
        Ok(())
    }
}
