//! OpenMP and the device plan.

use super::loops::one_each;
use super::{Checked, Verdict, need};
use crate::choices::{AtomicKind, MapKind, Mapping};
use crate::ops::OpKind;
use crate::reduction;
use crate::types::{Type, TypeKind};
use ferrotran_abi::reduction::ReduceOp;

/// What is mapped: variables, not addresses without a type.
pub(super) fn variables(c: &Checked<'_>, group: usize) -> Verdict {
    need(c.group(group).iter().all(|&v| c.m.ty(v) != Type::PTR), "an address without a type is no variable")
}

/// `omp.target`
pub fn omp_target(c: &Checked<'_>) -> Verdict {
    variables(c, 3)?;
    one_each(c.items("map_kinds"), c.group(3).len(), "map_kinds")?;
    let ends = c.m.mappings(c.op).iter().any(|k| matches!(k.kind, MapKind::Release | MapKind::Delete));
    need(!ends, "a region maps what it uses, and neither releases nor deletes it")?;
    let explicit = c.m.attr_int(c.op, "explicit_maps").unwrap_or(0);
    need(explicit <= c.group(3).len() as i64, "`explicit_maps` is more than there are maps")
}

/// Data directives of OpenMP.
pub fn map_kinds(c: &Checked<'_>) -> Verdict {
    use MapKind::*;
    variables(c, 2)?;
    one_each(c.items("map_kinds"), c.group(2).len(), "map_kinds")?;
    for k in c.items("map_kinds") {
        let word = k.as_str().unwrap_or_default();
        let Some(Mapping { kind, .. }) = Mapping::from_text(word) else {
            return Err(format!("unknown map kind {word}"));
        };
        let fits = match c.m.kind(c.op) {
            OpKind::OmpTargetUpdate => matches!(kind, To | From),
            OpKind::OmpTargetExit => matches!(kind, From | ToFrom | Release | Delete),
            OpKind::OmpTargetEnter => matches!(kind, To | ToFrom | Alloc),
            _ => matches!(kind, To | From | ToFrom | Alloc),
        };
        need(fits, &format!("map kind {word} has no meaning here"))?;
    }
    Ok(())
}

/// `omp.wsloop`
pub fn omp_wsloop(c: &Checked<'_>) -> Verdict {
    let n = c.group(0).len();
    need(n > 0 && c.group(1).len() == n && c.group(2).len() == n, "bounds and steps are not as many")?;
    need(c.group(4).is_empty() || c.m.flag(c.op, "kind"), "`dist_chunk` is for loops that teams share")?;
    c.args_are(c.m.region(c.op, 0), &vec![c.ty(0); n])
}

/// `omp.reduce_into`
pub fn omp_reduce_into(c: &Checked<'_>) -> Verdict {
    let kind: ReduceOp = c.m.choice(c.op);
    let elem = c.elem(c.ty(0));
    // The strides of the shared variable are its own.
    let arrays = |v: Type| matches!(c.kind(v), TypeKind::View { .. });
    c.fit(elem == c.elem(c.ty(1)) && arrays(c.ty(0)) == arrays(c.ty(1)))?;
    if arrays(c.ty(0)) {
        c.fit(c.shapes_fit(c.ty(0), c.ty(1)))?;
    }
    let fits = reduction::sort(c.kind(elem)).is_some_and(|s| kind.takes(s));
    need(fits, &format!("{} of values of type {}", kind.name(), c.m.types.text(elem)))
}

/// `omp.atomic`
pub fn omp_atomic(c: &Checked<'_>) -> Verdict {
    use AtomicKind::*;
    let elem = c.elem(c.ty(0));
    let results = &c.m.ops[c.op].results;
    c.fit(c.ty(1) == elem && results.len() <= 1 && results.iter().all(|&v| c.m.ty(v) == elem))?;
    need(!c.m.flag(c.op, "new") || !results.is_empty(), "`new` says what the result is, and there is none")?;
    let kind: AtomicKind = c.m.choice(c.op);
    let k = c.kind(elem);
    let integer = matches!(k, TypeKind::Int(_) | TypeKind::Index);
    let truth = matches!(k, TypeKind::Bool | TypeKind::Logical(_));
    let number = integer || matches!(k, TypeKind::Float(_) | TypeKind::Complex(_));
    let fits = match kind {
        Add | Sub | Mul | Div => number,
        And | Or | Xor => integer || truth,
        Eqv | Neqv => truth,
        Min | Max => number && !matches!(k, TypeKind::Complex(_)),
        Write => number || truth,
    };
    need(fits, &format!("{} of values of type {}", kind.name(), c.m.types.text(elem)))
}

/// `omp.task`, `omp.task_depend`
pub fn dep_kinds(c: &Checked<'_>) -> Verdict {
    let deps = c.m.group(c.op, "deps").len();
    one_each(c.items("dep_kinds"), deps, "dep_kinds")
}

/// `omp.taskloop`
pub fn omp_taskloop(c: &Checked<'_>) -> Verdict {
    need(c.group(1).is_empty() || c.group(2).is_empty(), "the size of tasks and their number are given")?;
    c.args_are(c.m.region(c.op, 0), &[Type::I64, Type::I64])
}
