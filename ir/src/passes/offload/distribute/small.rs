//! What kernels cannot do as it stands, but in another form: temporaries of a known size are storage of the invocation, and sums
//! of complex numbers that are formed atomically are two sums of reals, where nothing else is done atomically with complex
//! numbers.

use crate::entity::{Op, Region, Value};
use crate::module::{Attr, Builder, Module};
use crate::ops::OpKind;
use crate::passes::offload::locks::is_atomic;
use crate::types::{Type, TypeKind};

/// Bytes of a temporary that an invocation may have for itself.
const MOST: i64 = 8 << 10;

/// Rewrites them in a region.
pub(super) fn rewrite(m: &mut Module, body: Region) {
    let complex = |m: &Module, o: Op| {
        is_atomic(m.kind(o)) && matches!(m.types.kind(m.types.elem(m.ty(m.operand(o, 0)))), TypeKind::Complex(_))
    };
    // Other operations would see one of the two alone.
    let all: Vec<Op> = m.walk(body).into_iter().filter(|&o| complex(m, o)).collect();
    let halves: Option<Vec<Halves>> = all.iter().map(|&o| halves(m, o)).collect();
    for h in halves.into_iter().flatten() {
        split(m, h);
    }
    for op in m.walk(body) {
        match m.kind(op) {
            OpKind::Alloc if is_of_thread(m, op, body) => keep(m, op),
            OpKind::ViewOverlap if is_of_thread(m, op, body) => {
                // Addresses cannot be compared.
                let yes = Builder::before(m, op).int(1, Type::BOOL);
                let old = m.result(op);
                m.replace_all_uses(old, yes);
                m.detach(op);
            }
            _ => {}
        }
    }
}

/// The op stands in code that each thread or iteration runs for itself.
fn is_of_thread(m: &Module, op: Op, body: Region) -> bool {
    let mut at = op;
    while m.ops[at].parent != Some(body) {
        let Some(p) = m.parent_op(at) else { return false };
        use OpKind::*;
        match m.kind(p) {
            OmpParallel | OmpWsLoop | Parallel | Reduce => return true,
            // The host runs it.
            DevHost => return false,
            _ => at = p,
        }
    }
    false
}

/// Whether an op stands in code that is run for each iteration of a loop that is spread.
pub(super) fn is_of_iteration(body: Region) -> impl Fn(&Module, Op) -> bool {
    move |m, op| {
        let mut at = op;
        let mut found = false;
        while m.ops[at].parent != Some(body) {
            let Some(p) = m.parent_op(at) else { return false };
            use OpKind::*;
            match m.kind(p) {
                DevHost => return false,
                k => found |= matches!(k, OmpWsLoop | Parallel | Reduce),
            }
            at = p;
        }
        found
    }
}

/// Makes a variable of a temporary whose size is known.
fn keep(m: &mut Module, alloc: Op) {
    let address = m.result(alloc);
    let (mut views, mut frees) = (Vec::new(), Vec::new());
    for u in m.users(address) {
        match m.kind(u) {
            OpKind::ViewMake => views.push(u),
            OpKind::Free => frees.push(u),
            _ => return,
        }
    }
    let (&[view], Some(bytes)) = (views.as_slice(), m.const_int(m.operand(alloc, 0))) else { return };
    // An allocatable gets it, and frees it when it will.
    if m.users(m.result(view)).iter().any(|&u| m.kind(u) == OpKind::BoxSet) {
        return;
    }
    let ty = m.ty(m.result(view));
    let elem = m.types.elem(ty);
    let Some(size) = m.types.size_of(elem).filter(|_| m.types.is_contig(ty)) else { return };
    let extents: Option<Vec<i64>> = m.group(view, "extents").iter().map(|&e| m.const_int(e)).collect();
    let Some(extents) = extents.filter(|e| e.len() == m.types.rank(ty) && e.iter().all(|&n| n >= 0)) else { return };
    let needed = extents.iter().try_fold(size as i64, |n, &e| n.checked_mul(e));
    if !(1..=MOST).contains(&bytes) || needed.is_none_or(|n| n > bytes) {
        return;
    }
    let known = m.types.view(extents.into_iter().map(Some).collect(), elem, true);
    let mut b = Builder::before(m, alloc);
    let mut v = b.op(OpKind::Alloca).attr("size", Attr::Int(bytes)).result(known).value();
    if known != ty {
        v = b.op(OpKind::ViewCast).arg(v).result(ty).value();
    }
    let old = m.result(view);
    m.replace_all_uses(old, v);
    for op in frees.into_iter().chain([view, alloc]) {
        m.detach(op);
    }
}

/// An atomic update that is `variable = variable + x`, or `- x`, with complex numbers.
struct Halves {
    op: Op,
    kind: OpKind,
    x: Value,
    bits: u8,
}

fn halves(m: &Module, op: Op) -> Option<Halves> {
    if m.kind(op) != OpKind::OmpAtomicUpdate || !m.ops[op].results.is_empty() {
        return None;
    }
    let (variable, update) = (m.operand(op, 0), m.region(op, 0));
    let TypeKind::Complex(bits @ (32 | 64)) = *m.types.kind(m.types.elem(m.ty(variable))) else { return None };
    let old = m.args(update)[0];
    let &[sum, end] = m.regions[update].ops.as_slice() else { return None };
    let kind = m.kind(sum);
    let x: Value = match (kind, m.operands(sum)) {
        (OpKind::Add | OpKind::Sub, &[a, x]) if a == old && x != old => x,
        (OpKind::Add, &[x, a]) if a == old && x != old => x,
        _ => return None,
    };
    (m.kind(end) == OpKind::Yield && m.operands(end) == [m.result(sum)]).then_some(Halves { op, kind, x, bits })
}

/// Makes an atomic update of each of the two parts.
fn split(m: &mut Module, Halves { op, kind, x, bits }: Halves) {
    let variable = m.operand(op, 0);
    let part = if bits == 32 { Type::F32 } else { Type::F64 };
    let to = m.types.reference(part);
    let mut b = Builder::before(m, op);
    let start = b.op(OpKind::CastRef).arg(variable).result(Type::PTR).value();
    for (which, at) in [(OpKind::ComplexRe, 0), (OpKind::ComplexIm, i64::from(bits) / 8)] {
        let x = b.unary(which, x, part);
        let at = b.index(at);
        let at = b.op(OpKind::PtrAdd).arg(start).arg(at).result(Type::PTR).value();
        let at = b.op(OpKind::CastRef).arg(at).result(to).value();
        let inner = b.m.new_region(&[part]);
        let old = b.m.args(inner)[0];
        b.op(OpKind::OmpAtomicUpdate).arg(at).region(inner).build();
        b.inside(inner, |b| {
            let new = b.binary(kind, old, x);
            b.op(OpKind::Yield).args(&[new]).build();
        });
    }
    m.detach(op);
}
