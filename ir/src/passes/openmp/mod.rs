//! Loop transformations are carried out. What constructs of OpenMP make of variables: the recipes that they name become code where the copies are made. Then what
//! constructs need not do: barriers between what has nothing in common, teams where there is one already, the same value again.

pub mod barriers;
mod cells;
pub mod collapse;
mod conditional;
pub mod in_order;
pub mod invariants;
mod kept;
pub mod merge;
pub mod nest;
pub mod privatize;
mod received;
pub mod reductions;
pub mod scan;
pub mod sections;
pub mod strip;
pub mod tasks;
pub mod transform;

use crate::entity::{Op, Region, Value};
use crate::module::{Attr, Loc, Module, Point};
use crate::ops::OpKind;
use crate::passes::PassError;
use rustc_hash::FxHashMap;

/// A region of a recipe.
#[derive(Clone, Copy)]
enum Part {
    Init = 0,
    Copy = 1,
    Combine = 2,
    Dealloc = 3,
}

/// The recipes of a module.
struct Recipes(FxHashMap<String, Op>);

impl Recipes {
    fn new(m: &Module) -> Recipes {
        let named = |op| Some((m.attr_str(op, "sym")?.to_string(), op));
        Recipes(m.top_ops(OpKind::OmpRecipe).filter_map(named).collect())
    }

    fn get(&self, recipe: &str) -> Op {
        *self.0.get(recipe).expect("the verifier knows the recipe")
    }

    fn region(&self, m: &Module, recipe: &str, part: Part) -> Region {
        m.region(self.get(recipe), part as usize)
    }
}

/// Fails where loops have transformations that are not carried out.
fn need_loops(m: &Module) -> Result<(), PassError> {
    let waits = |&o: &Op| nest::is_transformation(m.kind(o)) || nest::takes_generated(m, o);
    match m.walk(m.top).into_iter().find(waits) {
        Some(o) => Err(PassError::at(m, o, "transformations of loops come first: omp-transform")),
        None => Ok(()),
    }
}

/// Whether a construct stands in a target region.
fn in_target(m: &Module, op: Op) -> bool {
    let mut at = op;
    while let Some(around) = m.parent_op(at) {
        if m.kind(around) == OpKind::OmpTarget {
            return true;
        }
        at = around;
    }
    false
}

/// Where code is put, and what it is for.
struct Place<'n> {
    point: Point,
    loc: Loc,
    /// The name of the variable.
    name: &'n str,
}

/// Repeats a region at a place, where its arguments are these. The result is what it ends with, and how many ops it is.
fn repeat(m: &mut Module, region: Region, args: &[Value], place: &Place<'_>) -> (Vec<Value>, usize) {
    let mut map: FxHashMap<Value, Value> = m.args(region).iter().copied().zip(args.iter().copied()).collect();
    let mut n = 0;
    for op in m.regions[region].ops.clone() {
        if m.kind(op) == OpKind::Yield {
            let ends = m.operands(op).iter().map(|v| *map.get(v).unwrap_or(v)).collect();
            return (ends, n);
        }
        if m.kind(op) == OpKind::ViewAddr {
            // The address of what was made just before.
            let view = *map.get(&m.operand(op, 0)).unwrap_or(&m.operand(op, 0));
            if let Some(made) = m.def_of(view, OpKind::ViewMake) {
                map.insert(m.result(op), m.operand(made, 0));
                continue;
            }
        }
        let copy = m.clone_op(op, &mut map);
        belongs(m, copy, place);
        let at = place.point.at.map_or(m.regions[place.point.region].ops.len(), |at| at + n);
        m.insert(place.point.region, at, copy);
        n += 1;
    }
    (Vec::new(), n)
}

/// Gives an op and those in it the location and the name of what they are for.
fn belongs(m: &mut Module, op: Op, place: &Place<'_>) {
    let inner: Vec<Op> = m.ops[op].regions.iter().flat_map(|&r| m.walk(r)).collect();
    for o in inner.into_iter().chain([op]) {
        m.ops[o].loc = place.loc;
        if m.attr_str(o, "name") == Some("") {
            m.set_attr(o, "name", Attr::str(place.name));
        }
    }
}

/// Takes the recipes away that no construct names.
fn drop_unused(m: &mut Module) {
    let mut named: Vec<String> = Vec::new();
    for op in m.walk(m.top) {
        for key in ["copies", "copyin", "copyprivate"] {
            named.extend(m.copies_in(op, key).into_iter().map(|c| c.recipe));
        }
    }
    for op in m.top_ops(OpKind::OmpRecipe).collect::<Vec<_>>() {
        if !m.attr_str(op, "sym").is_some_and(|s| named.iter().any(|n| n == s)) {
            m.detach(op);
        }
    }
}
