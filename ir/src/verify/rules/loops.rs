//! Structured control flow.

use super::arrays::reduces;
use super::{Checked, Verdict, need};
use crate::analysis::alias::root;
use crate::analysis::effects::{Access, is_volatile_access, own_writes};
use crate::choices::{ChoiceAttr, LoopReduceKind, ReduceKind, Search};
use crate::entity::{Op, Value};
use crate::module::{Attr, Module};
use crate::ops::{Effect, OpKind};
use crate::passes::dependence;
use crate::types::{Type, TypeKind};
use ferrotran_abi::reduction::ReduceOp;
use rustc_hash::FxHashSet;

/// The types of values.
fn types(c: &Checked<'_>, values: &[Value]) -> Vec<Type> {
    values.iter().map(|&v| c.m.ty(v)).collect()
}

/// What a loop carries: the types of its results, which are those of the values that it begins with.
fn carried(c: &Checked<'_>, inits: usize) -> Result<Vec<Type>, String> {
    let carried = types(c, &c.m.ops[c.op].results);
    need(
        types(c, c.group(inits)) == carried,
        "the results are not of the types of the values that the loop begins with",
    )?;
    Ok(carried)
}

/// `loop.for`
pub fn loop_for(c: &Checked<'_>) -> Verdict {
    let mut args = vec![c.ty(0)];
    args.extend(carried(c, 3)?);
    need(*c.kind(c.ty(0)) != TypeKind::Int(128), "what counts the iterations has at most 64 bits")?;
    c.args_are(c.m.region(c.op, 0), &args)
}

/// Checks the type of bounds.
pub fn loop_trips(c: &Checked<'_>) -> Verdict {
    need(*c.kind(c.ty(0)) != TypeKind::Int(128), "what counts the iterations has at most 64 bits")
}

/// Checks that nothing in a loop whose iterations are said to run together forbids it at first sight: what changes or
/// orders anything, and variables from outside that every iteration both reads and defines. The body is sound.
pub fn runs_together(m: &Module, op: Op) -> Verdict {
    let body = m.region(op, 0);
    let (mut loaded, mut stored) = (FxHashSet::default(), FxHashSet::default());
    for o in m.walk(body) {
        let effects = m.info(o).effects;
        let lone = effects.iter().any(|e| matches!(e, Effect::Synchronizes | Effect::Allocates | Effect::Frees(_)))
            || (m.kind(o) != OpKind::VecStore && own_writes(m, o).contains(&Access::All))
            || matches!(m.kind(o), OpKind::Return | OpKind::Goto | OpKind::Label)
            || m.kind(o) == OpKind::Break && !dependence::stays_inside(m, o, body)
            || is_volatile_access(m, o);
        need(!lone, &format!("iterations with {} do not run together", m.info(o).name))?;
        let place = match m.kind(o) {
            OpKind::Load => m.operand(o, 0),
            OpKind::Store => m.operand(o, 1),
            _ => continue,
        };
        let root = root(m, place);
        let held = m.def_of(root, OpKind::Alloca).is_some_and(|a| m.flag(a, "unshared"));
        if !held && m.home(place).is_some_and(|home| !m.is_inside(home, body)) {
            if m.kind(o) == OpKind::Load {
                loaded.insert(place)
            } else {
                stored.insert(place)
            };
        }
    }
    let apart = loaded.is_disjoint(&stored) && !dependence::is_broken(m, op);
    need(apart, "iterations that read what others define do not run together")
}

/// `loop.while`
pub fn loop_while(c: &Checked<'_>) -> Verdict {
    let carried = carried(c, 0)?;
    c.args_are(c.m.region(c.op, 0), &carried)?;
    c.args_are(c.m.region(c.op, 1), &carried)?;
    match c.yielded(c.m.region(c.op, 0)) {
        [v, rest @ ..] => {
            need(c.m.ty(*v) == Type::BOOL, "the condition is no i1")?;
            need(types(c, rest) == carried, "the condition does not yield the values that the loop carries")
        }
        [] => Err("the condition yields no value".into()),
    }
}

/// `loop.select`
pub fn loop_select(c: &Checked<'_>) -> Verdict {
    let cases = c.items("cases");
    need(cases.len() == c.m.ops[c.op].regions.len(), "`cases` must have an entry for every region")?;
    let default = cases.last().is_some_and(|c| c.items().is_empty());
    need(default || c.m.ops[c.op].results.is_empty(), "results need a default region")?;
    let bits = match c.kind(c.ty(0)) {
        TypeKind::Int(bits) => u32::from(*bits).min(64),
        _ => 64,
    };
    let least = i64::MIN >> (64 - bits);
    let mut ranges = Vec::new();
    for (i, case) in cases.iter().enumerate() {
        need(!case.items().is_empty() || i + 1 == cases.len(), "the default must be the last region")?;
        for pair in case.items() {
            let [low, high] = pair.items() else { continue };
            let (Some(low), Some(high)) = (low.as_int(), high.as_int()) else { continue };
            need(low <= high, "a case whose low value is above the high one")?;
            let inside = |v: i64| (least..=!least).contains(&v) || v == i64::MIN || v == i64::MAX;
            need(inside(low) && inside(high), "a case that the value cannot have")?;
            ranges.push((low, high));
        }
    }
    ranges.sort_unstable();
    need(ranges.windows(2).all(|w| w[0].1 < w[1].0), "cases overlap")
}

/// `loop.parallel`
pub fn loop_parallel(c: &Checked<'_>) -> Verdict {
    c.args_are(c.m.region(c.op, 0), &vec![Type::INDEX; c.group(0).len()])
}

/// `loop.reduce`
pub fn loop_reduce(c: &Checked<'_>) -> Verdict {
    let body = c.m.region(c.op, 0);
    c.args_are(body, &vec![Type::INDEX; c.group(0).len()])?;
    need(c.m.ops[c.op].results.len() == 1, "must have one result")?;
    let (value, mask) = match c.yielded(body) {
        [v] => (c.m.ty(*v), None),
        [v, mask] => (c.m.ty(*v), Some(c.m.ty(*mask))),
        other => return Err(format!("yields {} values", other.len())),
    };
    need(mask.is_none_or(|t| t == Type::BOOL), "the mask is no i1")?;
    let kind: LoopReduceKind = c.m.choice(c.op);
    let (of, result) = match kind {
        LoopReduceKind::Reduce(of @ ReduceKind::Op(_)) => (of, value),
        LoopReduceKind::Reduce(ReduceKind::Count) => (ReduceKind::Count, Type::INDEX),
        LoopReduceKind::Search(Search::MaxLoc | Search::MinLoc | Search::LastMaxLoc | Search::LastMinLoc) => {
            (ReduceKind::Op(ReduceOp::Max), Type::INDEX)
        }
        LoopReduceKind::Search(Search::FindFirst | Search::FindLast) => (ReduceKind::Op(ReduceOp::Any), Type::INDEX),
    };
    need(!matches!(c.kind(value), TypeKind::Char(..)), "strings are not reduced by loops")?;
    need(reduces(c, of, value), &format!("{} of values of type {}", kind.word(), c.m.types.text(value)))?;
    let fits = c.same_elem(c.result(), result);
    need(fits, "the result has another type than the values")
}

/// Lists of kinds have one for each operand of a group.
pub(super) fn one_each(list: &[Attr], operands: usize, key: &str) -> Verdict {
    need(list.len() == operands, &format!("`{key}` has {} entries for {operands} operands", list.len()))
}
