//! `unused`: procedures that nothing names are not there, and those that other objects define (`available`) have served
//! when `inline` is over.

use crate::entity::Op;
use crate::module::{Attr, Module};
use crate::ops::OpKind;
use crate::passes::{PassCtx, PassError};
use rustc_hash::{FxHashMap, FxHashSet};

/// Runs the pass.
pub fn run(m: &mut Module, _: &mut PassCtx) -> Result<(), PassError> {
    drop_available(m);
    drop_unused(m);
    Ok(())
}

/// Calls `f` with the symbols and texts in an attribute.
pub(super) fn names(a: &Attr, f: &mut dyn FnMut(&str)) {
    match a {
        Attr::Sym(s) => f(s),
        Attr::Str(b) => {
            if let Ok(s) = std::str::from_utf8(b) {
                f(s);
            }
        }
        Attr::List(l) => l.iter().for_each(|a| names(a, f)),
        _ => {}
    }
}

/// Internal procedures that nothing names, directly or through others of their kind, are not there: what they refer to
/// need not exist.
fn drop_unused(m: &mut Module) {
    let mut unused: FxHashMap<String, Op> = m
        .top_ops(OpKind::Func)
        .filter(|&f| m.flag(f, "internal") && !m.flag(f, "main") && !m.flag(f, "constructor"))
        .filter_map(|f| Some((m.attr_str(f, "sym")?.to_string(), f)))
        .collect();
    if unused.is_empty() {
        return;
    }
    let all: FxHashSet<Op> = unused.values().copied().collect();
    // What debuggers and gcov are told is no use.
    let told = |o: Op| {
        use OpKind::{CoverageFile, CoverageProcedure, DebugType, DebugUse, DebugVariable};
        matches!(m.kind(o), DebugVariable | DebugType | DebugUse | CoverageFile | CoverageProcedure)
    };
    let mut work: Vec<Op> = m.regions[m.top].ops.iter().copied().filter(|&o| !all.contains(&o) && !told(o)).collect();
    while let Some(op) = work.pop() {
        let inner: Vec<Op> = (0..m.ops[op].regions.len()).flat_map(|i| m.walk(m.region(op, i))).collect();
        for o in inner.into_iter().chain([op]) {
            for (_, a) in &m.ops[o].attrs {
                names(a, &mut |s| work.extend(unused.remove(s)));
            }
        }
    }
    for f in unused.into_values() {
        m.detach(f);
    }
}

/// Procedures that other objects define have served. Internal procedures of theirs stay where something that came from
/// them names them.
fn drop_available(m: &mut Module) {
    let mut there: Vec<Op> = m.top_ops(OpKind::Func).filter(|&f| m.flag(f, "available")).collect();
    there.retain(|&f| {
        let internal = m.flag(f, "internal");
        if !internal {
            m.detach(f);
        }
        internal
    });
    while !there.is_empty() {
        let mut named: FxHashSet<String> = FxHashSet::default();
        for o in m.walk(m.top) {
            named.extend(m.attr_str(o, "callee").map(str::to_string));
        }
        let before = there.len();
        there.retain(|&f| {
            let used = m.attr_str(f, "sym").is_some_and(|s| named.contains(s));
            if !used {
                m.detach(f);
            }
            used
        });
        if there.len() == before {
            break;
        }
    }
}
