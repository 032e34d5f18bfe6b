//! `workdistribute`: the SPIR-V copy of a target region becomes a host plan with device units.
//!
//! Every op of the region is one of these:
//! - *kernel*: a parallel op (`loop.parallel`, `loop.reduce`, `lib.matmul`, `lib.transpose`, copies):
//!   gets a unit of its own, or shares one with the loops that are one pass with it.
//! - *effect*: scalar code that writes device memory, or structured code without parallel ops that
//!   touches it: joins a unit of one invocation, or the epilogue of the reduction before it.
//! - *float*: a load from device memory or an operation on what it gives, without effect: computed
//!   again in every unit that needs it. Where its memory is overwritten first, its value is kept in a
//!   slot of device memory.
//! - *control*: structured code around parallel ops: stays on the host.
//! - *host*: everything that depends on host values only. Local scalars that never hold a device
//!   value live on the host, and kernels get their values as arguments.
//!
//! The host needs some device values: conditions and bounds of control, extents, sizes of
//! temporaries. Loads of these become `dev.read`, the only places where the host waits.

mod cancel;
mod check;
mod classify;
mod depobj;
mod league;
mod small;
pub(super) mod statements;
pub(in crate::passes::offload) mod strings;
mod taskloops;
mod units;

use super::constructs::{copy_element, promote, unwrap_constructs};
use super::gather;
use super::guards::{self, asks_for_type};
use super::locks;
use super::maps::bring_before;
use super::memory::{Base, Root, effects, effects_deep, holds_c_address, is_scalar, root_of};
use super::objects::holds_addresses;
use super::pool;
use super::privates;
use super::team::{self, Teams};
use super::{Unsupported, for_device_copies};
use crate::analysis::effects::{is_box_read, is_pure, may_trap};
use crate::analysis::joint;
use crate::choices::KernelKind;
use crate::entity::{Op, Region, Value};
use crate::module::{Builder, Loc, Module, Point};
use crate::ops::{OpKind, Traits};
use crate::passes::{PassCtx, PassError};
use crate::types::{Type, TypeKind};
use check::{answer_queries, check_region, dead_stores, readable, strip_declares};
use rustc_hash::{FxHashMap, FxHashSet};

type Result<T> = std::result::Result<T, Unsupported>;

/// Runs the pass.
pub fn run(m: &mut Module, cx: &mut PassCtx) -> std::result::Result<(), PassError> {
    for_device_copies(m, cx, |m, cx, op| {
        guards::add(m, op);
        let Counts { units, reads, waits } = statements::cut_around(m, cx, op)?;
        for &loc in &waits {
            cx.remark(loc, "wait", "the host waits here for a value that the device computes");
        }
        cx.count("units", units);
        cx.count("reads", reads);
        Ok(())
    })?;
    for f in m.top_ops(OpKind::Func).collect::<Vec<_>>() {
        if m.flag(f, "template") {
            m.detach(f);
        }
    }
    Ok(())
}

/// What became of a region.
struct Counts {
    units: u64,
    reads: u64,
    /// Where the host reads from the device.
    waits: Vec<Loc>,
}

/// Cuts a region into units. `teams`: whether kernels of teams were made.
fn cut(m: &mut Module, op: Op, which: Teams, teams: &mut bool) -> Result<Counts> {
    let body = m.region(op, 0);
    small::rewrite(m, body);
    strings::rewrite(m, body);
    taskloops::rewrite(m, body);
    cancel::rewrite(m, body);
    depobj::rewrite(m, body);
    pool::prepare(m, body, &small::is_of_iteration(body));
    let made = team::make(m, body, which);
    *teams = made.as_ref().map_or(true, |&any| any);
    made?;
    if league::make_leagues(m, body)? {
        pool::prepare(m, body, &small::is_of_iteration(body));
    }
    let all = m.walk(body);
    answer_queries(m, body, all, false);
    check_region(m, body)?;
    privates::prepare(m, body)?;
    unwrap_constructs(m, body)?;
    locks::exclude(m, body);
    strip_declares(m, body);
    promote(m, body);
    dead_stores(m, body);
    gather::run(m, body);
    let hosts = pool::expand(m, body)?;
    let hidden = statements::hide(m, hosts);
    let mut p = Planner::new(m, body);
    p.classify();
    for o in p.m.walk(body) {
        p.note_uses(o);
    }
    p.process(body)?;
    p.sink_locals();
    for o in p.m.walk(body) {
        if p.m.kind(o) == OpKind::LibMatmul {
            // Code of its regions that depends on host values only went to the plan.
            p.m.capture(o);
        }
    }
    let counts = Counts { units: p.units, reads: p.reads, waits: p.waits };
    statements::show(m, hidden);
    Ok(counts)
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Class {
    Host,
    Float,
    Effect,
    Kernel,
    Control,
}

/// A device value that units compute again, its op detached.
struct Float {
    op: Op,
    time: u32,
    /// Variable it loads, if it is a load.
    loads: Option<Root>,
}

struct Planner<'m> {
    m: &'m mut Module,
    body: Region,
    /// Local variables that live on the device.
    dev_alloca: FxHashSet<Op>,
    /// Values computed on the device.
    dev: FxHashSet<Value>,
    /// Device values that the host needs.
    need: FxHashSet<Value>,
    changed: bool,
    /// Ops of the region that use a value, also those that wait detached for their unit.
    uses: FxHashMap<Value, Vec<Op>>,
    floats: Vec<Float>,
    float_of: FxHashMap<Value, usize>,
    pending: Vec<(u32, Op)>,
    pending_reduce: bool,
    /// Loops that are one pass with those of the pending unit: more of that pass come.
    pass: Vec<Op>,
    /// Floats that the next unit keeps besides its own.
    also_keep: Vec<usize>,
    clock: u32,
    /// Values kept in device memory: the slot's ref.
    slots: FxHashMap<Value, Value>,
    done: FxHashSet<Op>,
    units: u64,
    reads: u64,
    /// Where the host reads from the device.
    waits: Vec<Loc>,
}

fn is_kernel(k: OpKind) -> bool {
    k == OpKind::Copy || KernelKind::of_op(k).is_some()
}

fn is_structured(k: OpKind) -> bool {
    matches!(k, OpKind::For | OpKind::While | OpKind::If | OpKind::SelectCase | OpKind::Block)
}

/// Ops on the plan that stay with the host whatever they depend on.
fn is_host_only(k: OpKind) -> bool {
    is_box_read(k)
        || matches!(
            k,
            OpKind::Alloca
                | OpKind::Alloc
                | OpKind::Free
                | OpKind::ViewMake
                | OpKind::AddrOf
                | OpKind::BoxInit
                | OpKind::CastRef
                | OpKind::BoxGuard
                | OpKind::DevGather
                | OpKind::DevGatherCount
                | OpKind::DevGatherTable
                | OpKind::DevScatter
                | OpKind::PtrAdd
                | OpKind::PtrCmp
                | OpKind::NullPtr
                | OpKind::ViewAddr
                | OpKind::ViewIsContig
                | OpKind::ViewOverlap
                | OpKind::ViewStride
                | OpKind::ViewElemLen
                | OpKind::Call
                | OpKind::Break
                | OpKind::Continue
                | OpKind::Yield
                | OpKind::Unreachable
        )
}

impl<'m> Planner<'m> {
    /// Takes down what an op uses.
    fn note_uses(&mut self, op: Op) {
        for &v in self.m.operands(op) {
            self.uses.entry(v).or_default().push(op);
        }
    }

    fn new(m: &'m mut Module, body: Region) -> Self {
        Planner {
            m,
            body,
            dev_alloca: FxHashSet::default(),
            dev: FxHashSet::default(),
            need: FxHashSet::default(),
            changed: false,
            uses: FxHashMap::default(),
            floats: Vec::new(),
            float_of: FxHashMap::default(),
            pending: Vec::new(),
            pending_reduce: false,
            pass: Vec::new(),
            also_keep: Vec::new(),
            clock: 0,
            slots: FxHashMap::default(),
            done: FxHashSet::default(),
            units: 0,
            reads: 0,
            waits: Vec::new(),
        }
    }

    fn process(&mut self, region: Region) -> Result<()> {
        let outer_floats = self.floats.len();
        for op in self.m.regions[region].ops.clone() {
            self.clock += 1;
            match self.class_of(op) {
                Class::Host => self.host_op(op)?,
                Class::Float => {
                    let loads = (self.m.kind(op) == OpKind::Load).then(|| root_of(self.m, self.m.operand(op, 0)));
                    self.m.detach(op);
                    for r in self.m.ops[op].results.clone() {
                        self.float_of.insert(r, self.floats.len());
                    }
                    self.floats.push(Float { op, time: self.clock, loads });
                }
                Class::Effect => {
                    self.hoist(op);
                    if self.m.kind(op) == OpKind::LibPack {
                        self.flush_before(op)?;
                    }
                    // The epilogue of a reduction runs in the same unit.
                    let (_, at) = self.m.position(op);
                    self.m.detach(op);
                    self.pending.push((self.clock, op));
                    if self.need_results(op) {
                        self.flush_at(region, Some(at))?;
                    }
                }
                Class::Kernel => self.kernel_op(op)?,
                Class::Control => {
                    // What the host does in it may change whatever the device has, and values that are kept in a part of it are not there
                    // behind it.
                    let host = |o: Op| {
                        let k = self.m.kind(o);
                        matches!(k, OpKind::DevHost | OpKind::DevGather | OpKind::DevScatter)
                    };
                    if self.deep(op).into_iter().any(host) {
                        self.flush_keeping_all(op)?;
                    } else {
                        let writes = effects_deep(self.m, op).writes;
                        self.flush_keeping(op, &writes)?;
                    }
                    for r in self.m.ops[op].regions.clone() {
                        self.process(r)?;
                    }
                }
            }
        }
        self.flush_end(region)?;
        self.floats.truncate(outer_floats);
        let n = outer_floats;
        self.float_of.retain(|_, i| *i < n);
        Ok(())
    }

    fn need_results(&self, op: Op) -> bool {
        self.m.ops[op].results.iter().any(|r| self.need.contains(r))
    }

    fn host_op(&mut self, op: Op) -> Result<()> {
        let k = self.m.kind(op);
        for inner in self.deep(op) {
            self.check_host(inner)?;
        }
        if self.m.has(op, Traits::TERMINATOR) || matches!(k, OpKind::Call) {
            return self.flush_before(op);
        }
        if matches!(k, OpKind::DevHost | OpKind::DevGather | OpKind::DevScatter) {
            return self.flush_keeping_all(op);
        }
        if k == OpKind::Free {
            self.flush_before(op)?;
            let freed = root_of(self.m, self.m.operand(op, 0));
            return self.keep_before(op, std::slice::from_ref(&freed));
        }
        if k == OpKind::Load && self.device_base(&root_of(self.m, self.m.operand(op, 0)).base) {
            let ty = self.m.ty(self.m.result(op));
            let address = ty == Type::PTR && holds_c_address(self.m, self.m.operand(op, 0));
            if !is_scalar(self.m, ty) && !address {
                return Err(Unsupported::new(self.m, op, "the host needs an address or a string from device memory"));
            }
            self.flush_before(op)?;
            self.m.ops[op].kind = OpKind::DevRead;
            self.m.ops[op].attrs.clear();
            self.reads += 1;
            self.waits.push(self.m.ops[op].loc);
            return Ok(());
        }
        let waits = self.deep(op).into_iter().any(|o| {
            self.m.operands(o).iter().any(|&v| self.m.def(v).is_some_and(|d| self.pending.iter().any(|p| p.1 == d)))
        });
        if waits {
            self.flush_before(op)?;
        }
        Ok(())
    }

    /// Calls on the plan may only look at values and constant strings.
    fn check_host(&self, op: Op) -> Result<()> {
        if self.m.kind(op) != OpKind::Call || asks_for_type(self.m, op) {
            return Ok(());
        }
        let callee = self.m.attr_str(op, "callee").unwrap_or("?").to_string();
        let ok = self.m.flag(op, "runtime")
            && self.m.operands(op).iter().all(|&v| {
                is_scalar(self.m, self.m.ty(v))
                    || match root_of(self.m, v).base {
                        Base::Constant => true,
                        Base::Global(s, _) => self
                            .m
                            .top_ops(OpKind::Global)
                            .any(|g| self.m.attr_str(g, "sym") == Some(&s) && self.m.flag(g, "constant")),
                        _ => false,
                    }
            });
        if ok {
            return Ok(());
        }
        Err(Unsupported::new(self.m, op, format!("it calls {}", readable(&callee))))
    }

    fn deep(&self, op: Op) -> Vec<Op> {
        let mut all = vec![op];
        for &r in &self.m.ops[op].regions {
            all.extend(self.m.walk(r));
        }
        all
    }

    fn kernel_op(&mut self, op: Op) -> Result<()> {
        let mut op = op;
        if self.m.kind(op) == OpKind::Copy {
            let (d, s) = (self.m.ty(self.m.operand(op, 0)), self.m.ty(self.m.operand(op, 1)));
            let plain = self.m.types.is_contig(d)
                && self.m.types.is_contig(s)
                && self.m.types.elem(d) == self.m.types.elem(s)
                && self.m.types.size_of(self.m.types.elem(d)).is_some();
            if plain {
                let w = root_of(self.m, self.m.operand(op, 0));
                self.flush_keeping(op, &[w])?;
                self.m.ops[op].kind = OpKind::DevCopy;
                self.m.ops[op].attrs.clear();
                return Ok(());
            }
            op = self.copy_loop(op);
        }
        if self.pass.first() == Some(&op) {
            // The unit is that of the loop before it.
            self.pass.remove(0);
            return self.reduction_op(op);
        }
        let mut pass = joint::group(self.m, op);
        for &o in &pass {
            self.hoist(o);
        }
        // Values loaded before from what this kernel writes.
        let mut writes: Vec<Root> = Vec::new();
        for &o in &pass {
            let all = effects_deep(self.m, o).writes.into_iter();
            writes.extend(all.filter(|r| !matches!(r.base, Base::Local(a) if self.inside_op(a, o))));
        }
        self.flush_keeping(op, &writes)?;
        if pass.len() > 1 || self.m.kind(op) == OpKind::Reduce {
            pass.remove(0);
            self.pass = pass;
            return self.reduction_op(op);
        }
        let filled = self.m.kind(op);
        let Some(kind) = KernelKind::of_op(filled) else {
            return Err(Unsupported::new(self.m, op, format!("a kernel of {}", filled.info().name)));
        };
        let (r, at) = self.m.position(op);
        self.m.detach(op);
        self.make_unit(Point { region: r, at: Some(at) }, kind, vec![(self.clock, op)], &[])
    }

    /// A reduction, or a loop that is one pass with reductions: with what comes behind it, it is the pending unit.
    fn reduction_op(&mut self, op: Op) -> Result<()> {
        let (region, at) = self.m.position(op);
        self.m.detach(op);
        self.pending.push((self.clock, op));
        self.pending_reduce = true;
        let needed = self.pending.iter().any(|&(_, o)| self.need_results(o));
        if self.pass.is_empty() && needed {
            self.flush_at(region, Some(at))?;
        }
        Ok(())
    }

    /// A copy between strided views as a parallel loop in its place.
    fn copy_loop(&mut self, op: Op) -> Op {
        let (d, s) = (self.m.operand(op, 0), self.m.operand(op, 1));
        let rank = self.m.types.rank(self.m.ty(d));
        let inner = self.m.new_region(&vec![Type::INDEX; rank]);
        let subs = self.m.args(inner).to_vec();
        let mut b = Builder::before(self.m, op);
        let extents: Vec<Value> = (0..rank).map(|k| b.extent(d, k)).collect();
        let nest = b.op(OpKind::Parallel).args(&extents).region(inner).build();
        b.inside(inner, |b| {
            let (from, to) = (b.elem(s, &subs), b.elem(d, &subs));
            copy_element(b, from, to);
        });
        // Later passes of this walk know nothing of the new ops' uses; they use plan values only.
        for o in self.m.walk(inner) {
            self.note_uses(o);
        }
        self.m.detach(op);
        self.done.insert(op);
        nest
    }

    /// Moves host work out of an op that goes to a unit: descriptor reads, views made of host
    /// values, loads of host variables, and arithmetic on host values.
    fn hoist(&mut self, op: Op) {
        if self.m.ops[op].regions.is_empty() {
            return;
        }
        let mut inner = Vec::new();
        for &r in &self.m.ops[op].regions {
            inner.extend(self.m.walk(r));
        }
        for o in inner {
            let k = self.m.kind(o);
            if k == OpKind::ViewMake {
                self.hoist_operands(op, o);
            }
            let within = |p: &Self, v: Value| {
                p.m.home(v).is_some_and(|h| p.m.ops[op].regions.iter().any(|&r| p.m.is_inside(h, r)))
            };
            let ready = self
                .m
                .operands(o)
                .iter()
                .all(|&v| !self.on_device(v) && (!within(self, v) || self.m.def_of(v, OpKind::Const).is_some()));
            if !ready {
                continue;
            }
            let result = self.m.ops[o].results.first().copied();
            let result_ty = result.map(|r| self.m.ty(r));
            let movable = if is_box_read(k)
                || asks_for_type(self.m, o)
                || matches!(
                    k,
                    OpKind::ViewMake
                        | OpKind::AddrOf
                        | OpKind::CastRef
                        | OpKind::BoxGuard
                        | OpKind::PtrCmp
                        | OpKind::PtrAdd
                        | OpKind::ViewAddr
                        | OpKind::NullPtr
                ) {
                true
            } else if k == OpKind::ViewExtent && holds_addresses(self.m, self.m.operand(o, 0)) {
                // Whether an object that a descriptor is a part of is one of an array.
                true
            } else if matches!(
                k,
                OpKind::Field
                    | OpKind::ViewElem
                    | OpKind::Declare
                    | OpKind::ViewCast
                    | OpKind::ViewSection
                    | OpKind::ViewField
                    | OpKind::ViewPermute
            ) {
                // On the way to a descriptor in an object of derived type.
                result.zip(result_ty).is_some_and(|(r, t)| match self.m.types.kind(t) {
                    TypeKind::Ref(e) => matches!(self.m.types.kind(*e), TypeKind::Box { .. } | TypeKind::Derived(_)),
                    TypeKind::View { .. } => holds_addresses(self.m, r),
                    _ => false,
                })
            } else if k == OpKind::Load {
                let r = root_of(self.m, self.m.operand(o, 0));
                let address =
                    result_ty.is_some_and(|t| matches!(self.m.types.kind(t), TypeKind::Ptr | TypeKind::Ref(_)));
                address || !self.device_base(&r.base) && !matches!(r.base, Base::Constant)
            } else {
                let scalar = result_ty.is_some_and(|t| is_scalar(self.m, t));
                let reads = !effects(self.m, o).reads.is_empty();
                let traps = may_trap(self.m, o);
                is_pure(self.m, o)
                    && self.m.ops[o].regions.is_empty()
                    && scalar
                    && !reads
                    && !traps
                    && !matches!(k, OpKind::Const | OpKind::ViewExtent | OpKind::ViewStride | OpKind::ViewElemLen)
            };
            if movable {
                for i in 0..self.m.operands(o).len() {
                    let v = self.m.operand(o, i);
                    if within(self, v)
                        && let Some(c) = self.m.def_of(v, OpKind::Const)
                    {
                        let copy = self.m.clone_op(c, &mut FxHashMap::default());
                        let (r, at) = self.m.position(op);
                        self.m.insert(r, at, copy);
                        let c = self.m.result(copy);
                        self.m.set_operand(o, i, c);
                    }
                }
                self.m.detach(o);
                let (r, at) = self.m.position(op);
                self.m.insert(r, at, o);
            }
        }
    }

    /// An array that is made inside an op of what the plan knows: its parts are computed in front of the op.
    fn hoist_operands(&mut self, op: Op, make: Op) {
        let Some(inside) = self.m.ops[op]
            .regions
            .iter()
            .copied()
            .find(|&r| self.m.ops[make].parent.is_some_and(|p| self.m.is_inside(p, r)))
        else {
            return;
        };
        let operands = self.m.operands(make).to_vec();
        if !operands.iter().all(|&v| self.known_on_plan(inside, v)) {
            return;
        }
        for (i, v) in operands.into_iter().enumerate() {
            if let Some(out) = bring_before(self.m, op, inside, v) {
                self.m.set_operand(make, i, out);
            }
        }
    }

    /// The value depends on nothing but values of the plan outside of the region, and can be computed whether or not the
    /// region is reached.
    fn known_on_plan(&self, inside: Region, v: Value) -> bool {
        if !self.m.home(v).is_some_and(|h| self.m.is_inside(h, inside)) {
            return !self.on_device(v);
        }
        self.m.def(v).is_some_and(|o| {
            is_pure(self.m, o)
                && self.m.ops[o].regions.is_empty()
                && effects(self.m, o).reads.is_empty()
                && !may_trap(self.m, o)
                && self.m.operands(o).iter().all(|&v| self.known_on_plan(inside, v))
        })
    }
}
