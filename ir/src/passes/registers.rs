//! `registers`: what a DO loop reads and writes at one place of memory all the time stays in a local scalar meanwhile.
//!
//! Four cases, in loops that do nothing but compute, load and store:
//! - an element that does not change in the loop is loaded once, before it;
//! - the code of a character that does not change in the loop is taken once, before it;
//! - an element that every iteration stores to (a sum in a dummy argument, `c(i, j)` in a loop over `k`) is in a scalar
//!   during the loop and stored once, after it; so is one that some iterations store to, if it was stored to just before;
//! - what an iteration stores for the next one to load (`x(i) = f(x(i - 1))`) is handed over in a scalar too.
//!
//! The loads before the loop stand in a branch that is taken where the loop runs at all. Storage is only written where
//! the loop itself would have written it.

use super::dependence::{Around, Meeting, meeting, sure_meeting};
use crate::analysis::alias::{Place, place_of_ref};
use crate::analysis::effects::{
    Access, clobbers, depends_on_operands_only, is_box_read, is_volatile_access, reads, speculatable, tree_clobbers,
};
use crate::analysis::locals::mark_unshared;
use crate::choices::Pred;
use crate::entity::{Op, Region, Value};
use crate::module::{Attr, Builder, Module};
use crate::ops::{OpKind, Traits};
use crate::passes::{PassCtx, PassError};
use crate::types::TypeKind;
use rustc_hash::{FxHashMap, FxHashSet};

/// Bodies with more ops or accesses are left alone.
const MAX_OPS: usize = 300;
const MAX_ACCESSES: usize = 48;
/// Most scalars for one loop: there are not many registers.
const MAX_SCALARS: usize = 6;

/// Runs the pass.
pub fn run(m: &mut Module, cx: &mut PassCtx) -> Result<(), PassError> {
    for f in m.top_ops(OpKind::Func).collect::<Vec<_>>() {
        let body = m.region(f, 0);
        mark_unshared(m, body);
        for op in m.walk(body) {
            if m.kind(op) == OpKind::For
                && let Some(plan) = plan(m, op)
            {
                cx.count("scalars", plan.steps.len() as u64);
                carry_out(m, op, plan);
            }
        }
    }
    Ok(())
}

/// An access of memory in the body of a loop.
struct Element {
    op: Op,
    /// The reference.
    at: Value,
    place: Place,
    write: bool,
    /// It is reached in every iteration that begins.
    always: bool,
}

/// What is to be done for one scalar.
enum Step {
    /// Loads of a reference from outside of the loop: once before it.
    Load { at: Value, loads: Vec<Op> },
    /// The code of a string of one character that is referred to outside of the loop: once before it.
    Code { codes: Vec<Op> },
    /// As that, with stores that also store to the scalar; `after`: these stores give way to one after the loop; `fresh`: every iteration
    /// stores before it loads, so that nothing is loaded before the loop.
    Keep { at: Value, loads: Vec<Op>, stores: Vec<Op>, after: bool, fresh: bool },
    /// A load of what the store of the iteration before stored.
    Hand { load: Op, store: Op },
}

struct Plan {
    steps: Vec<Step>,
    step: i64,
}

fn plan(m: &Module, op: Op) -> Option<Plan> {
    let (around, env) = Around::of(m, op)?;
    let body = m.region(op, 0);
    let ops = m.walk(body);
    if ops.len() > MAX_OPS || around.trips == Some(0) {
        return None;
    }
    // Whether something may end an iteration early, and where in the body that is first.
    let mut leaves = None;
    let mut list: Vec<Element> = Vec::new();
    // What string operations read.
    let mut strings: Vec<Access> = Vec::new();
    // Codes of characters outside of the loop, and whether every iteration takes them.
    let mut codes: Vec<(Op, bool)> = Vec::new();
    let label = m.attr_str(op, "label");
    for (n, &o) in ops.iter().enumerate() {
        match m.kind(o) {
            OpKind::Load | OpKind::Store => {
                if is_volatile_access(m, o) {
                    return None;
                }
                let write = m.kind(o) == OpKind::Store;
                let at = m.operand(o, usize::from(write));
                let place = place_of_ref(m, at, &env);
                if super::dependence::is_register(m, &place) {
                    continue;
                }
                let always = m.ops[o].parent == Some(body) && leaves.is_none();
                list.push(Element { op: o, at, place, write, always });
            }
            // Leaves this loop or goes on with it: what stands after the loop is reached.
            OpKind::Break | OpKind::Continue if m.attr_str(o, "label").is_none_or(|l| Some(l) == label) => {
                leaves.get_or_insert(n);
            }
            OpKind::If => {
                // An op inside may leave; what follows it in the body does not always run.
                let inside = m.ops[o].regions.iter().flat_map(|&r| m.walk(r));
                if inside.into_iter().any(|x| matches!(m.kind(x), OpKind::Break | OpKind::Continue)) {
                    leaves.get_or_insert(n);
                }
            }
            OpKind::Alloca if m.flag(o, "unshared") => {}
            OpKind::ChrCmp | OpKind::ChrCode => {
                strings.extend(reads(m, o));
                if m.kind(o) == OpKind::ChrCode && referred_outside(m, o, body) {
                    codes.push((o, m.ops[o].parent == Some(body) && leaves.is_none()));
                }
            }
            k if is_box_read(k) => {}
            _ if depends_on_operands_only(m, o) && !m.has(o, Traits::TERMINATOR) && m.ops[o].regions.is_empty() => {}
            _ => return None,
        }
    }
    if list.is_empty() && codes.is_empty() || list.len() > MAX_ACCESSES {
        return None;
    }
    let mut steps = Vec::new();
    let mut taken: Vec<Op> = Vec::new();
    for &(o, _) in codes.iter().filter(|x| x.1) {
        let constant = list.iter().filter(|x| x.write).all(|x| {
            let stored = Access::Data(x.at);
            reads(m, o).iter().all(|&read| !clobbers(m, stored, read))
        });
        if taken.contains(&o) || !constant || steps.len() == MAX_SCALARS {
            continue;
        }
        let same = |x: &Op| referred(m, *x) == referred(m, o);
        let same: Vec<Op> = codes.iter().map(|x| x.0).filter(same).collect();
        taken.extend(&same);
        steps.push(Step::Code { codes: same });
    }
    let mut done: Vec<Value> = Vec::new();
    for e in &list {
        if steps.len() == MAX_SCALARS {
            break;
        }
        if done.contains(&e.at) || !is_scalar(m, e.at) || inside(m, e.at, body) {
            continue;
        }
        done.push(e.at);
        let (own, others): (Vec<&Element>, Vec<&Element>) = list.iter().partition(|x| x.at == e.at);
        let written = own.iter().any(|x| x.write);
        let apart = others
            .iter()
            .filter(|x| x.write || written)
            .all(|x| meeting(m, &around, &e.place, &x.place) == Meeting::Never);
        let before = written && own[0].place.exact && stored_before(m, op, e.at);
        if !apart || !before && !own.iter().any(|x| x.always) {
            continue;
        }
        let ops = |write: bool| own.iter().filter(|x| x.write == write).map(|x| x.op).collect::<Vec<_>>();
        let (loads, stores) = (ops(false), ops(true));
        if stores.is_empty() {
            steps.push(Step::Load { at: e.at, loads });
            continue;
        }
        let after = before || own.iter().any(|x| x.write && x.always);
        if after && strings.iter().any(|&s| clobbers(m, Access::Data(e.at), s)) {
            continue;
        }
        if after || !loads.is_empty() {
            let fresh = own[0].write && own[0].always;
            steps.push(Step::Keep { at: e.at, loads, stores, after, fresh });
        }
    }
    if leaves.is_none() {
        for (n, l) in list.iter().enumerate() {
            if l.write || !l.always || !is_scalar(m, l.at) || !inside(m, l.at, body) {
                continue;
            }
            if steps.len() == MAX_SCALARS {
                break;
            }
            if let Some(store) = from_before(m, &around, &list, n)
                && movable(m, l.at, body)
            {
                steps.push(Step::Hand { load: l.op, store });
            }
        }
    }
    (!steps.is_empty()).then_some(Plan { steps, step: around.step })
}

/// True where the thread has stored to a place in front of a loop, and has met no other thread since: so it is there, may be
/// written, and nobody else may use it.
fn stored_before(m: &Module, op: Op, at: Value) -> bool {
    let plain = |o: Op| match m.kind(o) {
        OpKind::Load | OpKind::Store => !is_volatile_access(m, o),
        OpKind::If | OpKind::For | OpKind::Yield | OpKind::Alloca => true,
        OpKind::Break | OpKind::Continue => true,
        k => is_box_read(k) || depends_on_operands_only(m, o) && m.ops[o].regions.is_empty(),
    };
    let mut here = op;
    loop {
        let (region, n) = m.position(here);
        for &o in m.regions[region].ops[..n].iter().rev() {
            if m.kind(o) == OpKind::Store && m.operand(o, 1) == at {
                return !is_volatile_access(m, o);
            }
            if !plain(o) || m.ops[o].regions.iter().any(|&r| !m.walk(r).into_iter().all(plain)) {
                return false;
            }
        }
        let Some(around) = m.parent_op(here) else { return false };
        let fits = match m.kind(around) {
            OpKind::If => true,
            // Iterations before this one stand between as well.
            OpKind::For => m.walk(m.region(around, 0)).into_iter().all(plain),
            _ => false,
        };
        if !fits {
            return false;
        }
        here = around;
    }
}

/// What was stored to a place in front of a loop, where that is sure to be there still.
fn stored_value(m: &Module, op: Op, at: Value) -> Option<Value> {
    let mut here = op;
    loop {
        let (region, n) = m.position(here);
        for &o in m.regions[region].ops[..n].iter().rev() {
            if m.kind(o) == OpKind::Store && m.operand(o, 1) == at {
                return Some(m.operand(o, 0));
            }
            if tree_clobbers(m, o, &[Access::Data(at)]) {
                return None;
            }
        }
        here = m.parent_op(here).filter(|&o| m.kind(o) == OpKind::If)?;
    }
}

/// What the string of a `chr.code` is loaded from, or the string itself.
fn referred(m: &Module, code: Op) -> Value {
    let s = m.operand(code, 0);
    m.def_of(s, OpKind::Load).map_or(s, |l| m.operand(l, 0))
}

/// True for the code of a string that is the same reference in every iteration.
fn referred_outside(m: &Module, code: Op, body: Region) -> bool {
    let plain = m.def_of(m.operand(code, 0), OpKind::Load).is_none_or(|l| !is_volatile_access(m, l));
    plain && !inside(m, referred(m, code), body)
}

/// The store in every iteration that gives what a load of the next iteration reads, if the load stands before it: where
/// it stands after it, several iterations can run together.
fn from_before(m: &Module, around: &Around, list: &[Element], n: usize) -> Option<Op> {
    let load = &list[n];
    let mut found = None;
    for (k, s) in list.iter().enumerate().filter(|(_, x)| x.write) {
        match meeting(m, around, &load.place, &s.place) {
            Meeting::At(1)
                if k > n
                    && found.is_none()
                    && s.always
                    && m.ty(s.at) == m.ty(load.at)
                    && sure_meeting(m, around, &load.place, &s.place).is_some() =>
            {
                found = Some(s.op);
            }
            Meeting::Never => {}
            // Stored before that, or after the load.
            Meeting::At(d) if !(0..=1).contains(&d) => {}
            _ => return None,
        }
    }
    found
}

/// True where an address in the loop can be computed before it for the first iteration.
fn movable(m: &Module, v: Value, body: Region) -> bool {
    if !inside(m, v, body) || m.args(body).contains(&v) {
        return true;
    }
    let Some(op) = m.def(v) else { return false };
    speculatable(m, op) && m.operands(op).iter().all(|&o| movable(m, o, body))
}

fn inside(m: &Module, v: Value, r: Region) -> bool {
    m.home(v).is_some_and(|h| m.is_inside(h, r))
}

/// A reference to something that a register holds.
fn is_scalar(m: &Module, r: Value) -> bool {
    let TypeKind::Ref(e) = m.tk(r) else { return false };
    matches!(
        m.types.kind(*e),
        TypeKind::Int(_) | TypeKind::Index | TypeKind::Float(_) | TypeKind::Complex(_) | TypeKind::Logical(_)
    )
}

fn carry_out(m: &mut Module, op: Op, plan: Plan) {
    let body = m.region(op, 0);
    let (lb, ub) = (m.operand(op, 0), m.operand(op, 1));
    let runs = match (m.const_int(lb), m.const_int(ub)) {
        (Some(a), Some(b)) => Some(if plan.step > 0 { a <= b } else { a >= b }),
        _ => None,
    };
    if runs == Some(false) {
        return;
    }
    if runs.is_none() {
        let (home, at) = m.position(op);
        let loc = m.ops[op].loc;
        let (then, other) = (m.new_region(&[]), m.new_region(&[]));
        let mut b = Builder::before(m, op);
        let c = b.cmp(if plan.step > 0 { Pred::Le } else { Pred::Ge }, lb, ub);
        let choice = b.op(OpKind::If).arg(c).region(then).region(other).build();
        m.ops[choice].loc = loc;
        // Two ops were put before the loop.
        m.regions[home].ops.remove(at + 2);
        m.ops[op].parent = None;
        m.insert(then, 0, op);
    }
    for step in plan.steps {
        match step {
            Step::Load { at, loads } => {
                let v = Builder::before(m, op).load(at);
                for l in loads {
                    let old = m.result(l);
                    m.replace_uses(body, old, v);
                    m.detach(l);
                }
            }
            Step::Code { codes } => {
                let at = referred(m, codes[0]);
                let ty = m.ty(m.result(codes[0]));
                let mut b = Builder::before(m, op);
                let s = if matches!(b.m.tk(at), TypeKind::Ref(_)) { b.load(at) } else { at };
                let v = b.unary(OpKind::ChrCode, s, ty);
                for o in codes {
                    let old = m.result(o);
                    m.replace_uses(body, old, v);
                    m.detach(o);
                }
            }
            Step::Keep { at, loads, stores, after, fresh } => {
                let cell = cell(m, op, at);
                let mut b = Builder::before(m, op);
                let v = match stored_value(b.m, op, at) {
                    Some(v) => v,
                    None if fresh => {
                        let elem = b.m.types.elem(b.m.ty(at));
                        b.zero(elem)
                    }
                    None => b.load(at),
                };
                b.store(v, cell);
                for l in loads {
                    m.set_operand(l, 0, cell);
                }
                for s in stores {
                    if after {
                        m.set_operand(s, 1, cell);
                    } else {
                        let v = m.operand(s, 0);
                        Builder::after(m, s).store(v, cell);
                    }
                }
                if after {
                    let mut b = Builder::after(m, op);
                    let v = b.load(cell);
                    b.store(v, at);
                }
            }
            Step::Hand { load, store } => {
                let at = m.operand(load, 0);
                let cell = cell(m, op, at);
                let first = first_address(m, op, at, &mut FxHashMap::default());
                let mut b = Builder::before(m, op);
                let v = b.load(first);
                b.store(v, cell);
                m.set_operand(load, 0, cell);
                let v = m.operand(store, 0);
                Builder::after(m, store).store(v, cell);
                let handed = m.result(load);
                regroup(m, body, handed);
            }
        }
    }
}

/// Integer operations that may be grouped otherwise are, so that what the iteration before hands over comes in last:
/// `min(min(x, y), z)` becomes `min(x, min(y, z))` where only `x` comes of it. Iterations wait less for each other.
fn regroup(m: &mut Module, body: Region, handed: Value) {
    let ops = m.regions[body].ops.clone();
    let mut late: FxHashSet<Value> = FxHashSet::default();
    late.insert(handed);
    for &o in &ops {
        if m.operands(o).iter().any(|v| late.contains(v)) {
            late.extend(m.ops[o].results.iter().copied());
        }
    }
    let associative =
        |k: OpKind| matches!(k, OpKind::Min | OpKind::Max | OpKind::Add | OpKind::And | OpKind::Or | OpKind::Xor);
    for o in ops {
        let kind = m.kind(o);
        if !associative(kind) || !matches!(m.tk(m.result(o)), TypeKind::Int(_) | TypeKind::Index) {
            continue;
        }
        for (first, other) in [(0, 1), (1, 0)] {
            let (inner, z) = (m.operand(o, first), m.operand(o, other));
            let Some(d) = m.def_of(inner, kind).filter(|&d| m.ops[d].parent == Some(body)) else { continue };
            if late.contains(&z) || m.uses(inner).len() != 1 {
                continue;
            }
            let (p, q) = (m.operand(d, 0), m.operand(d, 1));
            let (x, y) = match (late.contains(&p), late.contains(&q)) {
                (true, false) => (p, q),
                (false, true) => (q, p),
                _ => continue,
            };
            let early = Builder::before(m, o).binary(kind, y, z);
            m.set_operand(o, 0, x);
            m.set_operand(o, 1, early);
            m.detach(d);
            break;
        }
    }
}

/// A local scalar of the type that a reference refers to.
fn cell(m: &mut Module, op: Op, at: Value) -> Value {
    let elem = m.types.elem(m.ty(at));
    let ty = m.types.reference(elem);
    Builder::before(m, op).op(OpKind::Alloca).attr("unshared", Attr::Unit).result(ty).value()
}

/// An address of the body as it is in the first iteration, computed before the loop.
fn first_address(m: &mut Module, op: Op, v: Value, map: &mut FxHashMap<Value, Value>) -> Value {
    let body = m.region(op, 0);
    if !inside(m, v, body) {
        return v;
    }
    if m.args(body).contains(&v) {
        return m.operand(op, 0);
    }
    if let Some(&n) = map.get(&v) {
        return n;
    }
    let def = m.def(v).expect("results of ops, see movable");
    for o in m.operands(def).to_vec() {
        let n = first_address(m, op, o, map);
        map.insert(o, n);
    }
    let copy = m.clone_op(def, map);
    let (home, at) = m.position(op);
    m.insert(home, at, copy);
    map[&v]
}
