//! `omp-scan`: a shared loop with a scan in three steps, each of which threads or invocations do at once: reduce, then scan
//! (Blelloch, Prefix Sums and Their Applications, 1990). The iterations are [`BLOCKS`] blocks. A loop over these runs the input phases
//! of each and keeps what they come to; one thread makes the prefixes of the blocks of that; and a second loop runs the input phases again,
//! with the prefix of the block, and the scan phases. Input phases that may not run twice, and loops of forms that are seldom
//! met, are left to `omp-in-order`. The blocks depend on nothing but the number of iterations: sums of reals are the same in every team
//! and on every device.

use super::{Part, Place, Recipes, in_target, need_loops, nest, repeat};
use crate::analysis::alias::root;
use crate::analysis::effects::{Access, writes};
use crate::analysis::trips;
use crate::choices::{DataSharing, Schedule, VariableCopy};
use crate::entity::{Op, Region, Value};
use crate::module::{Attr, Builder, Loc, Module, Point};
use crate::ops::OpKind;
use crate::passes::offload::constructs::{combine_copies, iteration_value};
use crate::passes::{PassCtx, PassError};
use crate::types::{Type, TypeKind};
use rustc_hash::FxHashMap;

/// Blocks of iterations: enough for the invocations of a device, few for one thread.
const BLOCKS: i64 = 1024;

/// Runs the pass.
pub fn run(m: &mut Module, cx: &mut PassCtx) -> Result<(), PassError> {
    need_loops(m)?;
    let recipes = Recipes::new(m);
    for op in m.walk(m.top) {
        if let Some(scan) = Scan::find(m, op) {
            cx.count("scans", 1);
            scan.run(m, &recipes);
        }
    }
    Ok(())
}

/// A loop that can be cut.
struct Scan {
    shared: Op,
    nest: Op,
    parallel: Op,
    /// What the scan has of each variable, and the variables.
    copies: Vec<VariableCopy>,
    originals: Vec<Value>,
    loc: Loc,
}

/// What both loops over blocks know.
struct Blocks {
    lb: Value,
    step: Value,
    /// The number of iterations, and how many a block has.
    trips: Value,
    length: Value,
    /// Of each variable: what the input phases of a block come to, then what comes before the block.
    sums: Vec<Value>,
}

impl Scan {
    fn find(m: &mut Module, shared: Op) -> Option<Scan> {
        if m.kind(shared) != OpKind::OmpWsLoop || !m.flag(shared, "in_order") || m.attr(shared, "kind").is_some() {
            return None;
        }
        let nest = nest::find(m, shared)?;
        let body = m.region(nest, 0);
        let mut scans = m.walk(body).into_iter().filter(|&o| m.kind(o) == OpKind::OmpScan);
        let scan = scans.next()?;
        let rank = m.group(nest, "lbs").len();
        let plain_copies = m
            .copies(shared)
            .iter()
            .all(|c| matches!(c.how, DataSharing::Private | DataSharing::Firstprivate | DataSharing::LoopVariable));
        let counts = matches!(m.types.kind(m.ty(m.args(body)[0])), TypeKind::Int(..=64) | TypeKind::Index);
        let originals = m.group(scan, "originals").to_vec();
        let numbers =
            originals.iter().zip(m.args(m.region(scan, 0))).all(|(&v, &own)| is_number(m, v) && is_number(m, own));
        let parallel = parallel_around(m, shared)?;
        if scans.next().is_some()
            || rank != 1
            || !plain_copies
            || !counts
            || !numbers
            || !has_no_copies_between(m, shared, nest)
            || !runs_twice(m, shared, nest, scan)
        {
            return None;
        }
        nest::values_in_front(m, shared, nest);
        let inside = m.region(shared, 0);
        let bounds = ["lbs", "ubs", "steps"].map(|g| m.group(nest, g)[0]);
        if bounds.iter().any(|&v| m.home(v).is_some_and(|h| m.is_inside(h, inside))) {
            return None;
        }
        let (copies, loc) = (m.copies(scan), m.ops[shared].loc);
        Some(Scan { shared, nest, parallel, copies, originals, loc })
    }

    fn run(&self, m: &mut Module, recipes: &Recipes) {
        let [lb, ub, step] = ["lbs", "ubs", "steps"].map(|g| m.group(self.nest, g)[0]);
        let mut sums = Vec::new();
        for (&v, copy) in self.originals.iter().zip(&self.copies) {
            let elem = m.types.elem(m.ty(v));
            let ty = m.types.view(vec![Some(BLOCKS)], elem, true);
            let mut b = Builder::before(m, self.parallel);
            sums.push(b.op(OpKind::Alloca).attr("name", Attr::str(&copy.name)).result(ty).value());
        }
        let mut b = Builder::before(m, self.shared);
        let trips = trips::count(&mut b, lb, ub, step);
        let (blocks, last) = (b.index(BLOCKS), b.index(BLOCKS - 1));
        let more = b.binary(OpKind::Add, trips, last);
        let length = b.binary(OpKind::Div, more, blocks);
        let blocks = Blocks { lb, step, trips, length, sums };
        let first = m.clone_op(self.shared, &mut FxHashMap::default());
        let (region, at) = m.position(self.shared);
        m.insert(region, at, first);
        m.remove_attr(first, "nowait");
        self.loop_over_blocks(m, recipes, first, &blocks, true);
        self.prefixes(m, recipes, &blocks);
        if m.parent_op(self.shared) != Some(self.parallel) {
            // Another loop may come here again, which needs the memory.
            m.remove_attr(self.shared, "nowait");
        }
        self.loop_over_blocks(m, recipes, self.shared, &blocks, false);
    }

    /// Makes a loop over the blocks of a loop: the first one only sums up.
    fn loop_over_blocks(&self, m: &mut Module, recipes: &Recipes, shared: Op, blocks: &Blocks, first: bool) {
        let nest = nest::of(m, shared);
        let body = m.region(nest, 0);
        let iv = m.args(body)[0];
        let scan = m.walk(body).into_iter().find(|&o| m.kind(o) == OpKind::OmpScan).expect("the loop has a scan");
        let each = m.new_region(&[Type::INDEX]);
        let number = m.args(each)[0];
        let cells = self.cells(m, recipes, each);
        let mut b = Builder::at_end(m, each);
        b.loc = self.loc;
        if !first {
            for (&cell, &sums) in cells.iter().zip(&blocks.sums) {
                let place = b.elem(sums, &[number]);
                let before = b.load(place);
                b.store(before, cell);
            }
        }
        let begin = b.binary(OpKind::Mul, number, blocks.length);
        let end = b.binary(OpKind::Add, begin, blocks.length);
        let end = b.binary(OpKind::Min, end, blocks.trips);
        let one = b.index(1);
        let last = b.binary(OpKind::Sub, end, one);
        let inner = b.m.new_region(&[Type::INDEX]);
        b.op(OpKind::For).arg(begin).arg(last).arg(one).region(inner).build();
        let variable = (m.copies(shared).iter()).position(|c| c.how == DataSharing::LoopVariable);
        let variable = variable.map(|k| m.args(m.region(shared, 0))[k]);
        let k = m.args(inner)[0];
        let mut b = Builder::at_end(m, inner);
        b.loc = self.loc;
        let value = iteration_value(&mut b, blocks.lb, blocks.step, k);
        if let Some(v) = variable {
            b.store(value, v);
        }
        for o in std::mem::take(&mut m.regions[body].ops) {
            m.ops[o].parent = None;
            let end = m.regions[inner].ops.len();
            m.insert(inner, end, o);
        }
        m.replace_uses(inner, iv, value);
        m.set_group(scan, "originals", &cells);
        for (&original, &cell) in self.originals.iter().zip(&cells) {
            m.replace_uses(inner, original, cell);
        }
        if first {
            let reads = m.region(scan, 1);
            for o in m.regions[reads].ops.clone() {
                m.detach(o);
            }
            let mut b = Builder::at_end(m, each);
            b.loc = self.loc;
            for (&cell, &sums) in cells.iter().zip(&blocks.sums) {
                let (sum, place) = (b.load(cell), b.elem(sums, &[number]));
                b.store(sum, place);
            }
        }
        let mut b = Builder::before(m, shared);
        let (zero, last_block, one) = (b.index(0), b.index(BLOCKS - 1), b.index(1));
        m.ops[nest].regions.clear();
        m.attach_region(nest, each);
        m.set_group(nest, "lbs", &[zero]);
        m.set_group(nest, "ubs", &[last_block]);
        m.set_group(nest, "steps", &[one]);
        m.remove_attr(shared, "in_order");
        m.set_group(shared, "chunk", &[]);
        m.set_choice(shared, Schedule::Static);
        self.own_loop_variables(m, shared);
    }

    /// Variables of the loop become private: the block has all their values.
    fn own_loop_variables(&self, m: &mut Module, shared: Op) {
        let mut copies = m.copies(shared);
        for c in copies.iter_mut().filter(|c| c.how == DataSharing::LoopVariable) {
            c.how = DataSharing::Private;
        }
        m.set_copies(shared, &copies);
    }

    /// Variables of a region with the identity of each reduction.
    fn cells(&self, m: &mut Module, recipes: &Recipes, region: Region) -> Vec<Value> {
        let list = self.originals.iter().zip(&self.copies);
        list.map(|(&original, copy)| {
            let place = Place { point: Point { region, at: None }, loc: self.loc, name: &copy.name };
            repeat(m, recipes.region(m, &copy.recipe, Part::Init), &[original], &place).0[0]
        })
        .collect()
    }

    /// One thread combines the sums of the blocks with the variables, one after the other, and leaves what each had before.
    fn prefixes(&self, m: &mut Module, recipes: &Recipes, blocks: &Blocks) {
        let (alone, inner) = (m.new_region(&[]), m.new_region(&[Type::INDEX]));
        let mut b = Builder::before(m, self.shared);
        b.loc = self.loc;
        b.op(OpKind::OmpSingle).opt(None).args(&[]).args(&[]).region(alone).build();
        b.inside(alone, |b| {
            let (zero, last, one) = (b.index(0), b.index(BLOCKS - 1), b.index(1));
            b.op(OpKind::For).arg(zero).arg(last).arg(one).region(inner).build();
        });
        let number = m.args(inner)[0];
        let cells = self.cells(m, recipes, inner);
        for (k, copy) in self.copies.iter().enumerate() {
            let (original, cell) = (self.originals[k], cells[k]);
            let mut b = Builder::at_end(m, inner);
            b.loc = self.loc;
            let (place, before) = (b.elem(blocks.sums[k], &[number]), b.load(original));
            let sum = b.load(place);
            b.store(sum, cell);
            b.store(before, place);
            let place = Place { point: Point { region: inner, at: None }, loc: self.loc, name: &copy.name };
            let begin = m.regions[inner].ops.len();
            let (_, n) = repeat(m, recipes.region(m, &copy.recipe, Part::Combine), &[original, cell], &place);
            let placed: Vec<Op> = m.regions[inner].ops[begin..begin + n].to_vec();
            for op in placed {
                if m.kind(op) == OpKind::OmpReduction {
                    combine_copies(m, op);
                }
            }
        }
    }
}

/// Whether a variable is a number, which loads and stores move.
fn is_number(m: &Module, v: Value) -> bool {
    use TypeKind::*;
    let of =
        |t: Type| matches!(m.types.kind(t), Bool | Int(_) | Index | Float(32 | 64) | Complex(32 | 64) | Logical(_));
    matches!(m.tk(v), Ref(t) if of(*t))
}

/// The parallel construct that a loop is bound to, if it is seen and the memory for the blocks can stand in front of it.
fn parallel_around(m: &Module, shared: Op) -> Option<Op> {
    use OpKind::*;
    let mut at = shared;
    let parallel = loop {
        at = m.parent_op(at)?;
        match m.kind(at) {
            OmpParallel => break at,
            Block | If | For | While | SelectCase | OmpScope => {}
            _ => return None,
        }
    };
    // A team of a device has no memory that all its threads see but the region's.
    let teams = std::iter::successors(m.parent_op(parallel), |&o| m.parent_op(o));
    let in_team = teams.into_iter().any(|o| matches!(m.kind(o), OmpTeams | OmpParallel));
    (!in_team || !in_target(m, parallel)).then_some(parallel)
}

/// Whether an omp.simd around the nest has nothing of its own.
fn has_no_copies_between(m: &Module, shared: Op, nest: Op) -> bool {
    m.parent_op(nest).is_some_and(|p| p == shared || m.attr(p, "copies").is_none())
}

/// Whether all but the scan phase of an iteration may run twice: it changes only what ends with the iteration, and copies
/// that the loop and the scan make.
fn runs_twice(m: &Module, shared: Op, nest: Op, scan: Op) -> bool {
    let (body, phase) = (m.region(nest, 0), m.region(scan, 1));
    let own = m.args(m.region(shared, 0)).to_vec();
    let ends = |v: Value| {
        let r = root(m, v);
        own.contains(&r)
            || m.args(m.region(scan, 0)).contains(&r)
            || m.def_of(r, OpKind::Alloca).is_some_and(|a| m.ops[a].parent.is_some_and(|p| m.is_inside(p, body)))
    };
    let harmless = |&o: &Op| {
        // The number of an iteration is not that of its block.
        let asks = matches!(m.kind(o), OpKind::OmpIteration | OpKind::OmpLastIteration);
        o == scan
            || !asks
                && writes(m, o).iter().all(|w| match *w {
                    Access::Data(v) | Access::Object(v) => ends(v),
                    Access::Desc(_) | Access::Pointee(_) | Access::Described(_) | Access::Static(_) | Access::All => {
                        false
                    }
                })
    };
    m.walk(body).iter().filter(|&&o| !m.ops[o].parent.is_some_and(|p| m.is_inside(p, phase))).all(harmless)
}
