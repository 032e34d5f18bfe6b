//! `summaries`: calls say what they read and write ([`crate::analysis::summaries`]). What is true of a procedure stays
//! true whatever passes make of its body, so that this runs once.

use crate::analysis::calls::List;
use crate::analysis::summaries::summaries;
use crate::choices::CallEffects;
use crate::module::{Attr, Module};
use crate::ops::OpKind;
use crate::passes::{PassCtx, PassError};

/// Runs the pass.
pub fn run(m: &mut Module, cx: &mut PassCtx) -> Result<(), PassError> {
    let known = summaries(m);
    for op in m.walk(m.top) {
        if m.kind(op) != OpKind::Call || m.flag(op, "runtime") {
            continue;
        }
        let Some(s) = m.attr_str(op, "callee").and_then(|name| known.get(name)) else { continue };
        let n = m.operands(op).len() as i64;
        let fits = |list: &Attr| list.items().iter().filter_map(highest).all(|i| i < n);
        let lists = [(List::Reads, s.reads()), (List::Writes, s.writes())];
        for (list, places) in lists {
            match places.filter(fits) {
                Some(places) => m.set_attr(op, list.key(), places),
                None => m.remove_attr(op, list.key()),
            }
        }
        if s.only_reads() && !m.flag(op, "pure") {
            m.set_choice(op, CallEffects::Read);
            cx.count("only read", 1);
        }
        cx.count("calls", 1);
    }
    Ok(())
}

/// The number of the operand that an entry is about.
fn highest(entry: &Attr) -> Option<i64> {
    match entry.items() {
        [inner] => inner.as_int(),
        _ => entry.as_int(),
    }
}
