//! `contiguous`: procedures whose assumed-shape dummies are arrays without gaps, as they mostly are, have code of their own for
//! that: elements lie side by side, so that addresses need no multiplications and loops no tests of strides.
//!
//! The code behind the start of the procedure, where the arrays are taken from their descriptors, stands in both parts of a
//! choice. In one of them the types of the arrays say that there are no gaps.

use crate::analysis::effects::{is_pure, is_volatile_access};
use crate::choices::DeclareAttr;
use crate::entity::{Op, Region, Value};
use crate::module::{Builder, Module};
use crate::ops::{OpKind, Traits};
use crate::passes::procedures::called_in_targets;
use crate::passes::{PassCtx, PassError};
use crate::types::{Type, TypeKind};
use rustc_hash::FxHashMap;

/// Procedures with more ops are left alone.
const MAX_OPS: usize = 600;
/// Most arrays that are looked at; the rest may have gaps.
const MAX_ARRAYS: usize = 6;

/// Runs the pass.
pub fn run(m: &mut Module, cx: &mut PassCtx) -> Result<(), PassError> {
    let funcs: FxHashMap<String, Op> =
        m.top_ops(OpKind::Func).filter_map(|f| Some((m.attr_str(f, "sym")?.to_string(), f))).collect();
    let kernels = called_in_targets(m, &funcs);
    for f in m.top_ops(OpKind::Func).collect::<Vec<_>>() {
        if kernels.contains(&f) {
            continue;
        }
        if let Some(plan) = plan(m, f) {
            cx.count("procedures", 1);
            split(m, plan);
        }
    }
    Ok(())
}

/// What is to be done with one procedure.
struct Plan {
    body: Region,
    /// Arrays of dummies.
    views: Vec<Value>,
    /// Local storage that is used behind the choice.
    before: Vec<Op>,
    /// The ops that go into the choice.
    ops: Vec<Op>,
}

fn plan(m: &Module, f: Op) -> Option<Plan> {
    if m.flag(f, "available") || m.flag(f, "template") || m.ops[f].regions.is_empty() {
        return None;
    }
    let body = m.region(f, 0);
    let all = m.walk(body);
    if all.len() > MAX_OPS || !all.iter().all(|&o| is_ordinary(m, o)) {
        return None;
    }
    let ops = &m.regions[body].ops;
    let views: Vec<Value> = ops.iter().filter_map(|&o| dummy(m, o, body)).take(MAX_ARRAYS).collect();
    let last = views.iter().filter_map(|&v| m.def(v)).chain(views.iter().flat_map(|&v| declares(m, v)));
    let start = last.map(|o| m.position(o).1 + 1).max()?;
    // The results are read at the end.
    let mut end = ops.len().checked_sub(1)?;
    if m.kind(ops[end]) != OpKind::Return {
        return None;
    }
    while end > start && is_read(m, ops[end - 1]) {
        end -= 1;
    }
    let mut inside = ops.get(start..end)?.to_vec();
    // Of what is inside nothing is used behind it but local storage, which may stand before.
    let mut before = Vec::new();
    let mut used: Vec<Value> = ops[end..].iter().flat_map(|&o| m.operands(o)).copied().collect();
    while let Some(v) = used.pop() {
        let Some(d) = m.def(v).filter(|d| inside.contains(d)) else { continue };
        if !matches!(m.kind(d), OpKind::Alloca | OpKind::Declare) || m.flag(d, "zero") {
            return None;
        }
        inside.retain(|&o| o != d);
        before.push(d);
        used.extend(m.operands(d));
    }
    before.sort_by_key(|&o| m.position(o).1);
    let fits = !inside.is_empty() && views.iter().any(|&v| is_used_in_loops(m, v, body));
    fits.then_some(Plan { body, views, before, ops: inside })
}

/// True for ops that may stand twice.
fn is_ordinary(m: &Module, op: Op) -> bool {
    let name = m.info(op).name;
    !matches!(m.kind(op), OpKind::Label | OpKind::Goto)
        && !name.starts_with("omp.")
        && !name.starts_with("dev.")
        && !["par", "schedule"].iter().any(|k| m.attr(op, k).is_some())
}

fn is_read(m: &Module, op: Op) -> bool {
    m.ops[op].regions.is_empty()
        && !m.has(op, Traits::TERMINATOR)
        && (is_pure(m, op) || m.kind(op) == OpKind::Load && !is_volatile_access(m, op))
}

/// The array of a dummy argument that may have gaps, taken from its descriptor at the start of the procedure.
fn dummy(m: &Module, op: Op, body: Region) -> Option<Value> {
    if m.kind(op) != OpKind::BoxView || !m.args(body).contains(&m.operand(op, 0)) {
        return None;
    }
    let v = m.result(op);
    let TypeKind::View { contig: false, elem, shape } = m.tk(v) else { return None };
    let number = matches!(
        m.types.kind(*elem),
        TypeKind::Int(_) | TypeKind::Float(_) | TypeKind::Logical(_) | TypeKind::Complex(_) | TypeKind::Derived(_)
    );
    let declares = declares(m, v);
    // One that may be absent has no descriptor to look at.
    let plain =
        declares.iter().all(|&d| !m.choices(d).any(|a| DeclareAttr::is_shared(a) || a == DeclareAttr::Optional));
    (number && !shape.is_empty() && plain && !declares.is_empty()).then_some(v)
}

/// The declarations of an array in the region where it is made.
fn declares(m: &Module, v: Value) -> Vec<Op> {
    let home = m.home(v);
    m.users(v).into_iter().filter(|&u| m.kind(u) == OpKind::Declare && m.ops[u].parent == home).collect()
}

/// True where elements of an array, or sections of it, are used in loops.
fn is_used_in_loops(m: &Module, v: Value, body: Region) -> bool {
    let mut names = vec![v];
    while let Some(name) = names.pop() {
        for u in m.users(name) {
            let mut at = u;
            while m.ops[at].parent != Some(body) {
                let Some(around) = m.parent_op(at) else { break };
                if matches!(m.kind(around), OpKind::For | OpKind::While | OpKind::Parallel | OpKind::Reduce) {
                    return true;
                }
                at = around;
            }
            if matches!(m.kind(u), OpKind::Declare | OpKind::ViewSection | OpKind::ViewElem) {
                names.extend(m.ops[u].results.iter().copied());
            }
        }
    }
    false
}

/// Makes the choice.
fn split(m: &mut Module, plan: Plan) {
    let (dense, strided) = (m.new_region(&[]), m.new_region(&[]));
    let first = plan.ops[0];
    let loc = m.ops[first].loc;
    let mut all: Option<Value> = None;
    for &v in &plan.views {
        let mut b = Builder::before(m, first);
        let c = b.unary(OpKind::ViewIsContig, v, Type::BOOL);
        all = Some(match all {
            Some(a) => b.binary(OpKind::And, a, c),
            None => c,
        });
    }
    let all = all.expect("there are arrays");
    let choice = Builder::before(m, first).op(OpKind::If).arg(all).region(dense).region(strided).build();
    m.ops[choice].loc = loc;
    for &o in &plan.ops {
        m.ops[o].parent = Some(strided);
        m.regions[strided].ops.push(o);
    }
    for o in plan.before {
        m.detach(o);
        let (home, at) = m.position(choice);
        m.insert(home, at, o);
    }
    m.regions[plan.body].ops.retain(|o| !plan.ops.contains(o));
    let mut map: FxHashMap<Value, Value> = FxHashMap::default();
    for &v in &plan.views {
        let TypeKind::View { shape, elem, .. } = m.tk(v).clone() else { continue };
        let ty = m.types.view(shape, elem, true);
        let cast = Builder::at_end(m, dense).unary(OpKind::ViewCast, v, ty);
        for d in declares(m, v) {
            let mut own: FxHashMap<Value, Value> = FxHashMap::default();
            own.insert(v, cast);
            let copy = m.clone_op(d, &mut own);
            let end = m.regions[dense].ops.len();
            m.insert(dense, end, copy);
            let named = m.result(copy);
            m.values[named].ty = ty;
            map.insert(m.result(d), named);
        }
        map.insert(v, cast);
    }
    for &o in &plan.ops {
        let copy = m.clone_op(o, &mut map);
        let end = m.regions[dense].ops.len();
        m.insert(dense, end, copy);
    }
}
