//! Loop nests of independent iterations: vector loops for straight-line bodies, and reductions.
//!
//! The innermost (first) dimension is vectorized. A row of a nest becomes: scalar code for what does
//! not depend on the first index; a test that accesses whose stride is not known advance by one
//! element; a vector loop where they do; and a scalar loop for the rest of the row (all of it where
//! they do not). Which machine vectors are used is the emitter's matter: [`emit128`] is one, a wider
//! one can stand beside it and starts from the same [`Straight`].

mod divide;
mod emit128;
mod emit128_ops;
pub(crate) mod ops;
pub(crate) mod reduce;

use crate::codegen::func::FuncGen;
use crate::codegen::value::{Ix, Val};
use crate::error::Res;
use cranelift_codegen::ir::{Block, InstBuilder, Value as Cv, condcodes::IntCC, types};
pub(crate) use emit128::Lanes;
use emit128::{Advance, Emit};
use emit128_ops::Wide;
use ferrotran_ir::analysis::straight::{Node, Step, Straight};
use ferrotran_ir::{Attr, Op, OpKind, Region, TypeKind, Value};

/// Rows shorter than this are not worth a vector loop.
const MIN_ROW: i64 = 4;
/// Bodies with more nodes are not generated twice.
const MAX_COLLAPSED: usize = 40;

/// Generates a loop.parallel with vector instructions; false where it is not of the right form.
pub(crate) fn parallel(g: &mut FuncGen<'_, '_, '_>, op: Op) -> Res<bool> {
    let m = g.m;
    let r = m.region(op, 0);
    let Some(s) = Straight::analyse(m, r) else { return Ok(false) };
    let vf = emit128::width(g, &s);
    if s.accesses.is_empty() || !emit128::worthwhile(g, &s, vf) {
        return Ok(false);
    }
    let extents = g.loop_extents(op)?;
    let short = |e: &Ix| e.as_const().is_some_and(|n| n < MIN_ROW);
    if extents.first().is_none_or(short) && !(s.nodes.len() <= MAX_COLLAPSED && collapsible(g, &s, r)) {
        return Ok(false);
    }
    // Enough copies to hide latencies, not so many that registers run out; blocks for the runtime's functions.
    let copies = match s.nodes.len() {
        _ if s.nodes.iter().any(|n| emit128::batched(g, n)) => 8,
        0..=12 => 8 / vf,
        13..=24 => 4 / vf,
        _ => 1,
    }
    .max(1);
    let mut done = None;
    if s.nodes.len() <= MAX_COLLAPSED && collapsible(g, &s, r) {
        let (total, test) = one_run(g, op, &s, &extents)?;
        let nest = g.block();
        let end = g.block();
        if let Some(c) = test {
            let whole = g.block();
            g.brif(c, whole, nest);
            g.b.seal_block(whole);
            g.start(whole);
        }
        let zero = g.b.ins().iconst(types::I64, 0);
        let outer = vec![(zero, g.depth); extents.len() - 1];
        row(g, op, &Row { r, s: &s, n: total, vf, copies, first: Ix::C(0), step: 1, apart: true }, &outer, &mut Plain)?;
        if test.is_none() {
            return Ok(true);
        }
        g.jump(end);
        g.b.seal_block(nest);
        g.start(nest);
        done = Some(end);
    }
    rows(g, &extents, extents.len(), &mut Vec::new(), &mut |g, outer| {
        row(
            g,
            op,
            &Row { r, s: &s, n: extents[0], vf, copies, first: Ix::C(0), step: 1, apart: true },
            outer,
            &mut Plain,
        )
    })?;
    if let Some(end) = done {
        g.jump(end);
        g.b.seal_block(end);
        g.start(end);
    }
    Ok(true)
}

/// Generates a loop.for of which several iterations may run together with vector instructions; false where that does
/// not fit or does not pay.
pub(crate) fn ordered(g: &mut FuncGen<'_, '_, '_>, op: Op) -> Res<bool> {
    let m = g.m;
    let limit = match m.attr_int(op, "lanes") {
        None => return Ok(false),
        Some(0) => i64::MAX,
        Some(n) => n,
    };
    let r = m.region(op, 0);
    let Some(step) = m.const_int(m.operand(op, 2)).filter(|s| *s != 0) else { return Ok(false) };
    if !m.args(r).first().is_some_and(|&v| matches!(m.tk(v), TypeKind::Int(32 | 64) | TypeKind::Index)) {
        return Ok(false);
    }
    let any_order = m.flag(op, "reassociate") || g.cx.opts.reassociate;
    let Some(s) = Straight::analyse_loop(m, r, step, any_order) else { return Ok(false) };
    let vf = emit128::width(g, &s);
    if s.accesses.is_empty() || limit < vf || !emit128::profitable(g, &s, vf) {
        return Ok(false);
    }
    let (lb, ub) = (g.ix(m.operand(op, 0))?, g.ix(m.operand(op, 1))?);
    let n = trips(g, lb, ub, step);
    if n.as_const().is_some_and(|n| n < vf) {
        return Ok(false);
    }
    // Rows are often short: no more copies than hide the price of the loop itself.
    let floats = s.carries.iter().any(|c| c.kind.is_some() && matches!(m.types.kind(c.ty), TypeKind::Float(_)));
    let copies = match s.nodes.len() {
        // Blocks for the runtime's functions.
        _ if limit == i64::MAX && s.nodes.iter().any(|n| emit128::batched(g, n)) => 8,
        // A sum of floats waits for itself.
        0..=12 if floats => 4.min(limit / vf),
        0..=24 => 2.min(limit / vf),
        _ => 1,
    };
    g.hand_over(op, &m.operands(op)[3..])?;
    row(g, op, &Row { r, s: &s, n, vf, copies, first: lb, step, apart: limit == i64::MAX }, &[], &mut Plain)?;
    g.take(op, &m.ops[op].results)?;
    Ok(true)
}

/// Number of iterations of a DO loop; not positive where there are none.
fn trips(g: &mut FuncGen<'_, '_, '_>, lb: Ix, ub: Ix, step: i64) -> Ix {
    let (from, to) = if step > 0 { (lb, ub) } else { (ub, lb) };
    let (size, span) = (step.saturating_abs(), g.ix_sub(to, from));
    let n = match (g.ix_add(span, Ix::C(size)), size) {
        (n, 1) => n,
        (Ix::C(n), s) => Ix::C(n / s),
        (Ix::V(v), s) => Ix::V(g.b.ins().sdiv_imm_s(v, s)),
    };
    let Ix::V(n) = n else { return n };
    // The difference may be too large for its type where the loop does not run.
    let (a, b) = (g.ixv(from), g.ixv(to));
    let some = g.b.ins().icmp(IntCC::SignedLessThanOrEqual, a, b);
    let zero = g.b.ins().iconst(types::I64, 0);
    Ix::V(g.b.ins().select(some, n, zero))
}

/// Whether the nest may run as one loop over all elements where its arrays are contiguous: every access
/// is subscripted by the indices in order (plus what does not change), which have no other use.
fn collapsible(g: &FuncGen<'_, '_, '_>, s: &Straight, r: Region) -> bool {
    let m = g.m;
    let args = m.args(r);
    if args.len() < 2 {
        return false;
    }
    let outside = |v: Value| m.home(v).is_some_and(|h| !m.is_inside(h, r));
    // Accesses and sums that may use the indices, with their results.
    let mut allowed: Vec<(Op, Value)> = Vec::new();
    for a in &s.accesses {
        let Some(elem) = m.def_of(a.addr, OpKind::ViewElem) else { return false };
        let subs = &m.operands(elem)[1..];
        if subs.len() != args.len() || !outside(a.view) {
            return false;
        }
        for (&sub, &arg) in subs.iter().zip(args) {
            if sub == arg {
                continue;
            }
            match m.def_of(sub, OpKind::Add).map(|o| (o, m.operand(o, 0), m.operand(o, 1))) {
                Some((o, x, y)) if x == arg && outside(y) || y == arg && outside(x) => allowed.push((o, sub)),
                _ => return false,
            }
        }
        allowed.push((elem, a.addr));
    }
    m.walk(r).iter().all(|&o| {
        allowed.iter().any(|a| a.0 == o)
            || m.operands(o)
                .iter()
                .all(|v| !args.contains(v) && !allowed.iter().any(|a| a.1 == *v && m.kind(a.0) == OpKind::Add))
    })
}

/// The number of iterations of a nest, and the run-time test (none where it always holds) that all its
/// accesses lie in one run.
fn one_run(g: &mut FuncGen<'_, '_, '_>, op: Op, s: &Straight, extents: &[Ix]) -> Res<(Ix, Option<Cv>)> {
    let mut tests: Vec<(Ix, Ix)> = Vec::new();
    for a in &s.accesses {
        let w = g.view(op, a.view)?;
        let mut expect = Ix::C(g.cx.size_of(a.elem).unwrap_or(8));
        for (k, &e) in extents.iter().enumerate() {
            tests.push((w.strides[k], expect));
            if k + 1 < extents.len() {
                tests.push((w.extents[k], e));
                expect = g.ix_mul(expect, e);
            }
        }
    }
    // Loops with empty dimensions do nothing in either form, whatever the sign of the extents.
    let total = extents.iter().fold(Ix::C(1), |t, &e| {
        let e = g.ix_clamp(e);
        g.ix_mul(t, e)
    });
    let mut all: Option<Cv> = None;
    let mut seen: Vec<(Ix, Ix)> = Vec::new();
    for (a, b) in tests {
        if a == b || seen.contains(&(a, b)) {
            continue;
        }
        seen.push((a, b));
        let (x, y) = (g.ixv(a), g.ixv(b));
        let c = g.b.ins().icmp(IntCC::Equal, x, y);
        all = Some(match all {
            Some(d) => g.b.ins().band(c, d),
            None => c,
        });
    }
    Ok((total, all))
}

/// Generates one row for the outer indices (outermost first) with their loop depths.
type RowBody<'a> = &'a mut dyn FnMut(&mut FuncGen<'_, '_, '_>, &[(Cv, u32)]) -> Res<()>;

/// Scalar loops over all dimensions but the first.
fn rows(
    g: &mut FuncGen<'_, '_, '_>,
    extents: &[Ix],
    level: usize,
    outer: &mut Vec<(Cv, u32)>,
    body: RowBody<'_>,
) -> Res<()> {
    if level == 1 {
        return body(g, outer);
    }
    g.count_loop(Ix::C(0), extents[level - 1], 1, &mut |g, i, _, _| {
        outer.push((i, g.depth));
        rows(g, extents, level - 1, outer, body)?;
        outer.pop();
        Ok(())
    })
}

/// What a row is made from.
struct Row<'s> {
    r: Region,
    s: &'s Straight,
    /// Number of elements.
    n: Ix,
    vf: i64,
    copies: i64,
    /// The first argument of the region is `first` plus `step` times the index.
    first: Ix,
    step: i64,
    /// Any number of iterations may run together.
    apart: bool,
}

impl Row<'_> {
    /// The first argument of the region for an index.
    fn variable(&self, g: &mut FuncGen<'_, '_, '_>, i: Cv) -> Cv {
        let i = g.ix_mul(Ix::V(i), Ix::C(self.step));
        let i = g.ix_add(i, self.first);
        let i = g.ixv(i);
        let arg = g.m.args(self.r)[0];
        g.index_as(i, arg)
    }
}

/// What is done around and inside the loops of a row (reductions).
trait Hooks {
    /// Before the vector loop.
    fn before(&mut self, _g: &mut FuncGen<'_, '_, '_>, _e: &Emit<'_>) -> Res<()> {
        Ok(())
    }
    /// With what the body yields.
    fn step(&mut self, _g: &mut FuncGen<'_, '_, '_>, _e: &Emit<'_>, _y: Vec<Lanes>) -> Res<()> {
        Ok(())
    }
    /// After the vector loop.
    fn after(&mut self, _g: &mut FuncGen<'_, '_, '_>, _e: &Emit<'_>) -> Res<()> {
        Ok(())
    }
    /// With what one scalar iteration yields, and its index.
    fn scalar(&mut self, _g: &mut FuncGen<'_, '_, '_>, _y: &[Value], _i: Cv) -> Res<()> {
        Ok(())
    }
}

struct Plain;
impl Hooks for Plain {}

/// One row: vector loop and scalar rest.
fn row(g: &mut FuncGen<'_, '_, '_>, op: Op, row: &Row<'_>, outer: &[(Cv, u32)], hooks: &mut dyn Hooks) -> Res<()> {
    let &Row { r, s, n, vf, copies, first, step, apart } = row;
    let args = g.m.args(r).to_vec();
    // Outer indices are the last arguments; `outer` lists them outermost first.
    for (&a, &(i, d)) in args[1..].iter().zip(outer.iter().rev()) {
        let c = g.index_as(i, a);
        g.set(a, Val::S(c), d);
    }
    let nv = g.ixv(n);
    let (start, done) = (g.block(), g.block());
    let some = g.b.ins().icmp_imm_s(IntCC::SignedGreaterThan, nv, 0);
    g.brif(some, start, done);
    g.b.seal_block(start);
    g.start(start);
    // The prelude, at index zero.
    let zero = g.b.ins().iconst(types::I64, 0);
    let z = row.variable(g, zero);
    g.wide.remove(&z);
    let d = g.depth;
    g.set(args[0], Val::S(z), d);
    for &o in &s.prelude {
        g.one(o)?;
    }
    let mut accesses = Vec::new();
    let mut check: Option<Cv> = None;
    for a in &s.accesses {
        let start = g.s(a.addr)?;
        let w = g.view(op, a.view)?;
        let size = g.cx.size_of(a.elem).unwrap_or(8);
        let mut stride = Ix::C(0);
        for (&k, &st) in a.steps.iter().zip(&w.strides) {
            let t = g.ix_mul(st, Ix::C(k));
            stride = g.ix_add(stride, t);
        }
        accesses.push((
            start,
            match stride {
                Ix::C(n) if n == size => Advance::Unit,
                Ix::C(n) => Advance::Bytes(n),
                Ix::V(v) => {
                    let c = g.b.ins().icmp_imm_s(IntCC::Equal, v, size);
                    check = Some(match check {
                        Some(d) => g.b.ins().band(c, d),
                        None => c,
                    });
                    Advance::Unit
                }
            },
        ));
    }
    let scalar = g.block();
    let from = g.b.append_block_param(scalar, types::I64);
    let width = vf * copies;
    let full = match n {
        Ix::C(n) => Ix::C(n & -width),
        Ix::V(v) => Ix::V(g.b.ins().band_imm_s(v, -width)),
    };
    if let Some(c) = check {
        let fast = g.block();
        g.b.ins().brif(c, fast, &[], scalar, &[zero.into()]);
        g.b.seal_block(fast);
        g.start(fast);
    }
    if apart {
        bulk(g, s, nv, &accesses, done)?;
    }
    let mut e = Emit::new(s, Wide { vf, lanes: width }, accesses);
    e.begin_carries(g, op)?;
    hooks.before(g, &e)?;
    g.count_loop(Ix::C(0), full, width, &mut |g, i, _, _| {
        let bail = g.block();
        let y = e.body(g, i, bail)?;
        if !s.last.is_empty() {
            let end = g.b.ins().iadd_imm_s(i, width - 1);
            e.last_values(g, end, &y)?;
        }
        hooks.step(g, &e, y)?;
        if s.bails {
            let next = g.block();
            g.jump(next);
            g.b.set_cold_block(bail);
            g.b.seal_block(bail);
            g.start(bail);
            let end = g.ix_add(Ix::V(i), Ix::C(width));
            g.count_loop(Ix::V(i), end, 1, &mut |g, i, _, _| {
                let c = row.variable(g, i);
                let d = g.depth;
                g.set(args[0], Val::S(c), d);
                g.region(r)?;
                Ok(())
            })?;
            g.jump(next);
            g.b.seal_block(next);
            g.start(next);
        } else {
            // Nothing jumps there; the block is never entered.
            g.b.seal_block(bail);
        }
        Ok(())
    })?;
    e.end_carries(g);
    hooks.after(g, &e)?;
    let full = g.ixv(full);
    g.b.ins().jump(scalar, &[full.into()]);
    g.b.seal_block(scalar);
    g.start(scalar);
    // The rest of the row, or all of it.
    // A variable that counts up counts itself.
    let (mut from, mut to) = (Ix::V(from), Ix::V(nv));
    if step == 1 {
        (from, to) = (g.ix_add(from, first), g.ix_add(to, first));
    }
    g.count_loop(from, to, 1, &mut |g, i, _, _| {
        let c = if step == 1 { g.index_as(i, args[0]) } else { row.variable(g, i) };
        let d = g.depth;
        g.set(args[0], Val::S(c), d);
        if g.m.kind(op) == OpKind::For {
            g.take(op, &args[1..])?;
            let y = g.region(r)?;
            return g.hand_over(op, &y);
        }
        let y = g.region(r)?;
        hooks.scalar(g, &y, i)
    })?;
    g.jump(done);
    g.b.seal_block(done);
    g.start(done);
    Ok(())
}

/// A long row that only copies elements that lie together, or makes all their bytes zero: the library does that best.
/// All is read before it is stored, which is what running the iterations together means. Goes to `done` then.
fn bulk(g: &mut FuncGen<'_, '_, '_>, s: &Straight, n: Cv, accesses: &[(Cv, Advance)], done: Block) -> Res<()> {
    /// Bytes that are worth a call.
    const LONG: i64 = 4096;
    let [Step::Eval(v), Step::Store { access, value }] = s.steps[..] else { return Ok(()) };
    if v != value || !s.last.is_empty() || !s.carries.is_empty() || !s.yields.is_empty() {
        return Ok(());
    }
    let (to, Advance::Unit) = accesses[access] else { return Ok(()) };
    let size = g.cx.size_of(s.accesses[access].elem).unwrap_or(8);
    let from = match s.nodes[value] {
        Node::Load(a) => match accesses[a] {
            (from, Advance::Unit) if g.m.ty(s.accesses[a].addr) == g.m.ty(s.accesses[access].addr) => Some(from),
            _ => return Ok(()),
        },
        Node::Uniform(v) => {
            let zero = g.m.def_of(v, OpKind::Const).and_then(|c| g.m.attr(c, "value")).is_some_and(|a| match a {
                Attr::Int(i) => *i == 0,
                Attr::Float(f) => f.to_bits() == 0,
                _ => false,
            });
            if !zero {
                return Ok(());
            }
            None
        }
        _ => return Ok(()),
    };
    let (call, go_on) = (g.block(), g.block());
    let long = g.b.ins().icmp_imm_s(IntCC::SignedGreaterThanOrEqual, n, LONG / size);
    g.brif(long, call, go_on);
    g.b.seal_block(call);
    g.start(call);
    let bytes = g.ix_mul(Ix::V(n), Ix::C(size));
    match from {
        Some(from) => g.memcpy(to, from, bytes)?,
        None => g.memset(to, 0, bytes)?,
    }
    g.jump(done);
    g.b.seal_block(go_on);
    g.start(go_on);
    Ok(())
}

/// A nest that reduces what a straight-line body yields; false where vectors do not fit. `copies` of
/// the body run per iteration of the vector loop, `lanes / vf`.
fn reduce_nest(
    g: &mut FuncGen<'_, '_, '_>,
    op: Op,
    lanes: i64,
    fits: &dyn Fn(&FuncGen<'_, '_, '_>, &Straight, i64) -> bool,
    h: &mut dyn Hooks,
) -> Res<bool> {
    if !g.cx.opts.vectorize || g.cx.opts.opt_level == 0 {
        return Ok(false);
    }
    let r = g.m.region(op, 0);
    let Some(s) = Straight::analyse(g.m, r) else { return Ok(false) };
    let vf = emit128::width(g, &s);
    if s.bails || s.accesses.is_empty() || !emit128::worthwhile(g, &s, vf) || !fits(g, &s, vf) {
        return Ok(false);
    }
    let extents = g.loop_extents(op)?;
    if extents.is_empty() || extents[0].as_const().is_some_and(|n| n < lanes) {
        return Ok(false);
    }
    rows(g, &extents, extents.len(), &mut Vec::new(), &mut |g, outer| {
        row(
            g,
            op,
            &Row { r, s: &s, n: extents[0], vf, copies: (lanes / vf).max(1), first: Ix::C(0), step: 1, apart: true },
            outer,
            h,
        )
    })?;
    Ok(true)
}
