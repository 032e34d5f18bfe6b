//! `omp-sections`: sections become a loop over their numbers, of which every thread takes one after the other.

use crate::choices::{Schedule, ScheduleModifier};
use crate::entity::Op;
use crate::module::{Attr, Builder, Module};
use crate::ops::OpKind;
use crate::passes::{PassCtx, PassError};
use crate::types::Type;

/// Runs the pass.
pub fn run(m: &mut Module, cx: &mut PassCtx) -> Result<(), PassError> {
    for op in m.walk(m.top) {
        if m.kind(op) == OpKind::OmpSections {
            cx.count("sections", 1);
            shared_loop(m, op);
        }
    }
    Ok(())
}

fn shared_loop(m: &mut Module, op: Op) {
    let body = m.region(op, 0);
    let (sections, before): (Vec<Op>, Vec<Op>) =
        m.regions[body].ops.iter().partition(|&&o| m.kind(o) == OpKind::OmpSection);
    let originals = m.group(op, "originals").to_vec();
    let copies = m.copies(op);
    let nowait = m.flag(op, "nowait");
    let label = m.attr(op, "label").cloned();
    let each = m.new_region(&[Type::I64]);
    let number = m.args(each)[0];
    for o in before {
        m.detach(o);
        let at = m.regions[each].ops.len();
        m.insert(each, at, o);
    }
    for &o in &sections {
        m.detach(o);
    }
    let sections = with_statements(m, sections);
    let (mut cases, mut regions) = (Vec::new(), Vec::new());
    for (k, &o) in sections.iter().enumerate() {
        cases.push(Attr::List(vec![Attr::ints(&[k as i64, k as i64])]));
        regions.push(m.region(o, 0));
    }
    cases.push(Attr::List(vec![]));
    regions.push(m.new_region(&[]));
    let mut b = Builder::at_end(m, each);
    b.loc = b.m.ops[op].loc;
    let select = b.op(OpKind::SelectCase).arg(number).attr("cases", Attr::List(cases)).build();
    for r in regions {
        m.attach_region(select, r);
    }
    let mut b = Builder::before(m, op);
    b.loc = b.m.ops[op].loc;
    let (zero, one, last) = (b.int(0, Type::I64), b.int(1, Type::I64), b.int(sections.len() as i64 - 1, Type::I64));
    b.inside(body, |b| {
        b.op(OpKind::OmpLoopNest).arg(zero).arg(last).arg(one).args(&[]).region(each).build();
    });
    let shared = (b.op(OpKind::OmpWsLoop).opt(None).opt(None).args(&originals).args(&[]).choice(Schedule::Dynamic))
        .flag("nowait", nowait)
        .attr_opt("label", label)
        .copies(&copies)
        .build();
    // A thread has its sections in their order: what one leaves in a private variable, none before it in the text meets.
    m.set_choice(shared, ScheduleModifier::Monotonic);
    m.ops[op].regions.clear();
    m.attach_region(shared, body);
    m.detach(op);
}

/// The sections that do something. What is assigned last by an empty one is what the thread has that executes it, so that it may
/// belong to the section before.
fn with_statements(m: &Module, mut sections: Vec<Op>) -> Vec<Op> {
    let does_nothing = |o: &Op| m.regions[m.region(*o, 0)].ops.is_empty();
    if sections.iter().all(does_nothing) {
        sections.truncate(1);
    } else {
        sections.retain(|o| !does_nothing(o));
    }
    sections
}
