//! What calls and procedures say of themselves, against what is found in the procedures.

use super::{CLAIMS, MODULE_TWICE};
use crate::analysis::calls::List;
use crate::analysis::summaries::summaries;
use crate::choices::CallEffects;
use crate::entity::Op;
use crate::module::{Attr, Module};
use crate::ops::OpKind;

type Report<'r> = &'r mut dyn FnMut(Op, &'static str, String);

/// Checks a module that is sound otherwise. Of procedures of which nothing is known anything is believed.
pub fn check(m: &Module, report: Report<'_>) {
    let mut targets = Vec::new();
    for d in m.top_ops(OpKind::DevModule) {
        let target = m.attr_str(d, "target");
        if targets.contains(&target) {
            report(d, MODULE_TWICE, "there is one for this target already".into());
        }
        targets.push(target);
    }
    let says = |op: Op| match m.kind(op) {
        OpKind::Func => m.flag(op, "pure"),
        OpKind::Call => !m.flag(op, "runtime") && ["pure", "effects", "reads", "writes"].iter().any(|k| m.flag(op, k)),
        _ => false,
    };
    let ops: Vec<Op> = m.walk(m.top).into_iter().filter(|&o| says(o)).collect();
    if ops.is_empty() {
        return;
    }
    let known = summaries(m);
    for op in ops {
        let name = if m.kind(op) == OpKind::Func { "sym" } else { "callee" };
        let Some(found) = m.attr_str(op, name).and_then(|name| known.get(name)) else { continue };
        let lists = [(List::Reads, found.reads()), (List::Writes, found.writes())];
        let writes = lists[1].1.as_ref().map(Attr::items).unwrap_or_default();
        if m.flag(op, "pure")
            && let Some(sym) = writes.iter().find_map(variable)
        {
            report(op, CLAIMS, format!("is pure, and changes {sym}"));
        }
        if m.kind(op) == OpKind::Func {
            continue;
        }
        if m.choice_opt(op) == Some(CallEffects::Read) && !writes.is_empty() {
            report(op, CLAIMS, "only reads, and the procedure writes".into());
        }
        for (list, found) in &lists {
            let (Some(said), Some(found)) = (m.attr(op, list.key()), found) else { continue };
            if found.items().iter().any(|place| !said.items().contains(place)) {
                report(op, CLAIMS, format!("`{}` is not all that the procedure does", list.key()));
            }
        }
    }
}

/// The variable of static storage that a place is one of.
fn variable(place: &Attr) -> Option<&str> {
    match place {
        Attr::Sym(sym) => Some(sym),
        Attr::List(inner) => inner.first().and_then(variable),
        _ => None,
    }
}
