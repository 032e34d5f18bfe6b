//! `workdistribute`: the SPIR-V copy of a target region becomes a host plan with device units.
//!
//! Every op of the region is one of these:
//! - *kernel*: a parallel op (`loop.parallel`, `loop.reduce`, `lib.matmul`, `lib.transpose`, copies):
//!   gets a unit of its own.
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

use super::constructs::{promote, unwrap_constructs};
use super::memory::{Base, Root, effects, effects_deep, is_box_read, is_scalar, is_scalar_ref, may_alias, root_of};
use super::{Unsupported, for_device_copies};
use crate::entity::{Op, Region, Value};
use crate::module::{Attr, Builder, Loc, Module, Point};
use crate::ops::{OpKind, Traits};
use crate::passes::{PassCtx, PassError};
use crate::types::{Type, TypeKind};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

type Result<T> = std::result::Result<T, Unsupported>;

/// Runs the pass.
pub fn run(m: &mut Module, cx: &mut PassCtx) -> std::result::Result<(), PassError> {
    for_device_copies(m, cx, |m, cx, op| {
        let body = m.region(op, 0);
        check_region(m, body)?;
        unwrap_constructs(m, body)?;
        strip_declares(m, body);
        promote(m, body);
        dead_stores(m, body);
        let mut p = Planner::new(m, body);
        p.classify();
        p.uses = p.m.uses(body);
        p.process(body)?;
        p.sink_locals();
        let (units, reads) = (p.units, p.reads);
        for &loc in &p.waits {
            cx.remark(loc, "wait", "the host waits here for a value that the device computes");
        }
        cx.count("units", units);
        cx.count("reads", reads);
        Ok(())
    })
}

/// Ops that no part of a device region may hold.
fn check_region(m: &Module, body: Region) -> Result<()> {
    for o in m.walk(body) {
        let no = |what: &str| Err(Unsupported::new(m, o, what));
        match m.kind(o) {
            OpKind::CallPtr => return no("it calls a procedure through a pointer"),
            OpKind::FuncAddr => return no("it takes the address of a procedure"),
            OpKind::BoxInit | OpKind::BoxSet => return no("it changes an array descriptor"),
            OpKind::BoxMake => return no("it passes an array by descriptor"),
            OpKind::BoxAllocate | OpKind::BoxDeallocate => return no("it allocates or frees a variable"),
            OpKind::Return => return no("it returns from the procedure"),
            OpKind::Label | OpKind::Goto => return no("it contains a jump to a label"),
            OpKind::OmpTarget
            | OpKind::OmpTargetData
            | OpKind::OmpTargetEnter
            | OpKind::OmpTargetExit
            | OpKind::OmpTargetUpdate => return no("it contains another device construct"),
            OpKind::Store | OpKind::OmpAtomic => {
                let t = m.ty(m.operand(o, if m.kind(o) == OpKind::Store { 0 } else { 1 }));
                if !is_scalar(m, t) {
                    return no("it stores an address");
                }
            }
            _ => {}
        }
    }
    Ok(())
}

/// Local variables are known by their alloca alone.
fn strip_declares(m: &mut Module, body: Region) {
    for o in m.walk(body) {
        if m.kind(o) != OpKind::Declare {
            continue;
        }
        let inner = m.operand(o, 0);
        if let Some(a) = m.def_of(inner, OpKind::Alloca)
            && m.ops[a].parent.is_some_and(|r| m.is_inside(r, body))
        {
            if m.attr(a, "name").is_none()
                && let Some(n) = m.attr(o, "name").cloned()
            {
                m.set_attr(a, "name", n);
            }
            let r = m.result(o);
            m.replace_uses(body, r, inner);
            m.detach(o);
        }
    }
}

/// Stores to local scalars that the next access overwrites.
fn dead_stores(m: &mut Module, region: Region) {
    let ops = m.regions[region].ops.clone();
    for (i, &s) in ops.iter().enumerate() {
        for r in m.ops[s].regions.clone() {
            if is_structured(m.kind(s)) {
                dead_stores(m, r);
            }
        }
        if m.kind(s) != OpKind::Store {
            continue;
        }
        let target = m.operand(s, 1);
        let local = m.def_of(target, OpKind::Alloca).is_some() && is_scalar_ref(m, m.ty(target));
        if !local {
            continue;
        }
        for &o in &ops[i + 1..] {
            if m.kind(o) == OpKind::Store && m.operand(o, 1) == target {
                m.detach(s);
                break;
            }
            let mut inner = vec![o];
            for &r in &m.ops[o].regions {
                inner.extend(m.walk(r));
            }
            // Any other use, and any way out of straight-line code.
            let stop = inner.iter().any(|&x| {
                m.operands(x).contains(&target) || matches!(m.kind(x), OpKind::Break | OpKind::Continue | OpKind::Goto)
            });
            if stop {
                break;
            }
        }
    }
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
    uses: FxHashMap<Value, Vec<(Op, usize)>>,
    floats: Vec<Float>,
    float_of: FxHashMap<Value, usize>,
    pending: Vec<(u32, Op)>,
    pending_reduce: bool,
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
    matches!(k, OpKind::Parallel | OpKind::Reduce | OpKind::LibMatmul | OpKind::LibTranspose | OpKind::Copy)
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
                | OpKind::CastRef
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
            also_keep: Vec::new(),
            clock: 0,
            slots: FxHashMap::default(),
            done: FxHashSet::default(),
            units: 0,
            reads: 0,
            waits: Vec::new(),
        }
    }

    // ---- classification -------------------------------------------------------------------------

    fn on_device(&self, v: Value) -> bool {
        self.dev.contains(&v) && !self.need.contains(&v)
    }

    /// The alloca is a variable of this region.
    fn is_region_local(&self, a: Op) -> bool {
        self.m.ops[a].parent.is_some_and(|r| self.m.is_inside(r, self.body))
    }

    fn device_base(&self, b: &Base) -> bool {
        match b {
            Base::Local(a) => !self.is_region_local(*a) || self.dev_alloca.contains(a),
            Base::Constant => false,
            _ => true,
        }
    }

    fn inside_op(&self, a: Op, op: Op) -> bool {
        let Some(r) = self.m.ops[a].parent else { return false };
        self.m.ops[op].regions.iter().any(|&x| self.m.is_inside(r, x))
    }

    fn mark_device(&mut self, r: &Root) {
        if let Base::Local(a) = r.base
            && self.is_region_local(a)
            && self.dev_alloca.insert(a)
        {
            self.changed = true;
        }
    }

    /// The host needs `v`.
    fn want(&mut self, v: Value) {
        if !self.dev.contains(&v) || !self.need.insert(v) {
            return;
        }
        self.changed = true;
        let Some(op) = self.m.def(v) else { return };
        if is_kernel(self.m.kind(op)) || is_structured(self.m.kind(op)) || self.m.kind(op) == OpKind::LibPack {
            return;
        }
        for o in self.m.operands(op).to_vec() {
            self.want(o);
        }
    }

    fn mark_value(&mut self, v: Value) {
        if self.dev.insert(v) {
            self.changed = true;
        }
    }

    fn classify(&mut self) {
        loop {
            self.changed = false;
            self.scan(self.body);
            if !self.changed {
                return;
            }
        }
    }

    fn scan(&mut self, region: Region) {
        for op in self.m.regions[region].ops.clone() {
            match self.class_of(op) {
                Class::Kernel => {
                    // The host computes grids and passes views; captured values may be the device's.
                    let mut operands = self.m.operands(op).to_vec();
                    if self.m.kind(op) == OpKind::LibMatmul {
                        operands.truncate(3);
                    }
                    for o in operands {
                        self.want(o);
                    }
                    self.scan_unit(op);
                    for r in self.m.ops[op].results.clone() {
                        self.mark_value(r);
                    }
                }
                Class::Effect => {
                    self.scan_unit(op);
                    if self.m.kind(op) == OpKind::LibPack {
                        for o in self.m.operands(op).to_vec() {
                            self.want(o);
                        }
                    }
                    for r in self.m.ops[op].results.clone() {
                        self.mark_value(r);
                    }
                }
                Class::Control => {
                    for o in self.m.operands(op).to_vec() {
                        self.want(o);
                    }
                    for r in self.m.ops[op].regions.clone() {
                        self.scan(r);
                    }
                }
                Class::Float => {
                    for r in self.m.ops[op].results.clone() {
                        self.mark_value(r);
                    }
                }
                Class::Host => {
                    for o in self.m.operands(op).to_vec() {
                        self.want(o);
                    }
                    if self.m.kind(op) == OpKind::Load && self.device_base(&root_of(self.m, self.m.operand(op, 0)).base)
                    {
                        // A value that the host reads from the device.
                        let r = self.m.result(op);
                        self.mark_value(r);
                    }
                }
            }
        }
    }

    /// Local variables of the region that a unit does more with than load them whole.
    fn scan_unit(&mut self, op: Op) {
        let mut all = vec![op];
        for &r in &self.m.ops[op].regions {
            all.extend(self.m.walk(r));
        }
        for o in all {
            let e = effects(self.m, o);
            let plain_load = self.m.kind(o) == OpKind::Load && is_scalar(self.m, self.m.ty(self.m.result(o)));
            for r in &e.reads {
                if let Base::Local(a) = r.base
                    && !self.inside_op(a, op)
                    && !(plain_load && r.whole)
                {
                    self.mark_device(r);
                }
            }
            for r in &e.writes {
                if let Base::Local(a) = r.base
                    && !self.inside_op(a, op)
                {
                    self.mark_device(r);
                }
            }
        }
    }

    fn class_of(&mut self, op: Op) -> Class {
        let k = self.m.kind(op);
        if is_kernel(k) {
            return Class::Kernel;
        }
        if k == OpKind::LibPack {
            return Class::Effect;
        }
        if is_structured(k) {
            return if self.is_control(op) {
                Class::Control
            } else if self.touches_device(op) {
                Class::Effect
            } else {
                Class::Host
            };
        }
        if is_host_only(k) {
            return Class::Host;
        }
        match k {
            OpKind::Store => {
                let r = root_of(self.m, self.m.operand(op, 1));
                let direct = r.whole && is_scalar_ref(self.m, self.m.ty(r.var));
                if !direct || self.on_device(self.m.operand(op, 0)) {
                    self.mark_device(&r);
                }
                if self.device_base(&r.base) { Class::Effect } else { Class::Host }
            }
            OpKind::ChrAssign | OpKind::CopyObject => {
                let e = effects(self.m, op);
                for r in e.reads.iter().chain(&e.writes) {
                    self.mark_device(r);
                }
                Class::Effect
            }
            OpKind::Load => {
                let r = root_of(self.m, self.m.operand(op, 0));
                let result = self.m.result(op);
                if !(r.whole && is_scalar(self.m, self.m.ty(result))) {
                    self.mark_device(&r);
                }
                let address = matches!(self.m.types.kind(self.m.ty(result)), TypeKind::Ptr | TypeKind::Ref(_));
                if !self.device_base(&r.base) || address || self.need.contains(&result) {
                    Class::Host
                } else {
                    Class::Float
                }
            }
            OpKind::Declare => Class::Host,
            _ if self.m.has(op, Traits::PURE) => {
                let device = self.m.operands(op).iter().any(|&v| self.on_device(v));
                let reads = !effects(self.m, op).reads.is_empty()
                    && effects(self.m, op).reads.iter().any(|r| self.device_base(&r.base));
                let needed = self.m.ops[op].results.iter().any(|r| self.need.contains(r));
                if (device || reads) && !needed { Class::Float } else { Class::Host }
            }
            _ => Class::Host,
        }
    }

    /// Structured code that the host must run: it holds parallel ops, or leaves an outer construct.
    fn is_control(&self, op: Op) -> bool {
        let mut all = Vec::new();
        for &r in &self.m.ops[op].regions {
            all.extend(self.m.walk(r));
        }
        all.iter().any(|&o| {
            let k = self.m.kind(o);
            is_kernel(k)
                || matches!(k, OpKind::LibPack | OpKind::Alloc | OpKind::Free | OpKind::Call)
                || matches!(k, OpKind::Break | OpKind::Continue) && self.leaves(o, op)
        })
    }

    /// The exit `o` inside `op` goes to something around `op`.
    fn leaves(&self, o: Op, op: Op) -> bool {
        let label = self.m.attr_str(o, "label");
        let mut at = o;
        loop {
            if at == op {
                return true;
            }
            let Some(p) = self.m.parent_op(at) else { return true };
            let hit = match label {
                Some(l) => self.m.attr_str(p, "label") == Some(l),
                None => matches!(self.m.kind(p), OpKind::For | OpKind::While | OpKind::Parallel | OpKind::Reduce),
            };
            if hit {
                return false;
            }
            at = p;
        }
    }

    fn touches_device(&self, op: Op) -> bool {
        if self.m.operands(op).iter().any(|&v| self.on_device(v)) {
            return true;
        }
        for &r in &self.m.ops[op].regions {
            for o in self.m.walk(r) {
                if self.m.operands(o).iter().any(|&v| self.on_device(v)) {
                    return true;
                }
                let e = effects(self.m, o);
                let scalar_only = matches!(self.m.kind(o), OpKind::Load | OpKind::Store);
                for x in e.reads.iter().chain(&e.writes) {
                    let own = matches!(x.base, Base::Local(a) if self.inside_op(a, op));
                    let constant = x.base == Base::Constant;
                    if constant {
                        continue;
                    }
                    if !own && (self.device_base(&x.base) || !scalar_only || !x.whole) {
                        return true;
                    }
                }
            }
        }
        false
    }

    // ---- the plan ---------------------------------------------------------------------------------

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
                    let writes = effects_deep(self.m, op).writes;
                    self.flush_keeping(op, &writes)?;
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
        if k == OpKind::Free {
            self.flush_before(op)?;
            let freed = root_of(self.m, self.m.operand(op, 0));
            return self.keep_before(op, std::slice::from_ref(&freed));
        }
        if k == OpKind::Load && self.device_base(&root_of(self.m, self.m.operand(op, 0)).base) {
            let ty = self.m.ty(self.m.result(op));
            if !is_scalar(self.m, ty) {
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
        if self.m.kind(op) != OpKind::Call {
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
        self.hoist(op);
        // Values loaded before from what this kernel writes.
        let writes: Vec<Root> = effects_deep(self.m, op)
            .writes
            .into_iter()
            .filter(|r| !matches!(r.base, Base::Local(a) if self.inside_op(a, op)))
            .collect();
        self.flush_keeping(op, &writes)?;
        if self.m.kind(op) == OpKind::Reduce {
            let at = self.m.position(op);
            self.m.detach(op);
            self.pending.push((self.clock, op));
            self.pending_reduce = true;
            if self.need_results(op) {
                self.flush_at(at.0, Some(at.1))?;
            }
            return Ok(());
        }
        let kind = match self.m.kind(op) {
            OpKind::Parallel => "parallel",
            OpKind::LibMatmul => "matmul",
            _ => "transpose",
        };
        let (r, at) = self.m.position(op);
        self.m.detach(op);
        self.make_unit(Point { region: r, at: Some(at) }, kind, vec![(self.clock, op)], &[])
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
            let x = b.elem(s, &subs);
            let y = b.elem(d, &subs);
            match b.m.types.kind(b.m.types.elem(b.m.ty(d))) {
                TypeKind::Char(_) => {
                    let v = b.load(x);
                    b.op(OpKind::ChrAssign).arg(v).arg(y).build();
                }
                TypeKind::Derived(_) => {
                    b.op(OpKind::CopyObject).arg(y).arg(x).build();
                }
                _ => {
                    let v = b.load(x);
                    b.store(v, y);
                }
            }
        });
        // Later passes of this walk know nothing of the new ops' uses; they use plan values only.
        for o in self.m.walk(inner) {
            for (i, &v) in self.m.ops[o].operands.iter().enumerate() {
                self.uses.entry(v).or_default().push((o, i));
            }
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
                || matches!(
                    k,
                    OpKind::ViewMake
                        | OpKind::AddrOf
                        | OpKind::CastRef
                        | OpKind::PtrAdd
                        | OpKind::ViewAddr
                        | OpKind::NullPtr
                ) {
                true
            } else if matches!(k, OpKind::Field | OpKind::ViewElem | OpKind::Declare) {
                // On the way to a descriptor in an object of derived type.
                result_ty.is_some_and(|t| match self.m.types.kind(t) {
                    TypeKind::Ref(e) => matches!(self.m.types.kind(*e), TypeKind::Box { .. } | TypeKind::Derived(_)),
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
                let integer =
                    result_ty.is_some_and(|t| matches!(self.m.types.kind(t), TypeKind::Int(_) | TypeKind::Index));
                let traps = integer && matches!(k, OpKind::Div | OpKind::Rem | OpKind::Modulo);
                self.m.has(o, Traits::PURE)
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
                        self.m.ops[o].operands[i] = self.m.result(copy);
                    }
                }
                self.m.detach(o);
                let (r, at) = self.m.position(op);
                self.m.insert(r, at, o);
            }
        }
    }

    // ---- units ------------------------------------------------------------------------------------

    fn flush_before(&mut self, op: Op) -> Result<()> {
        if self.pending.is_empty() {
            return Ok(());
        }
        let (r, at) = self.m.position(op);
        self.flush_at(r, Some(at))
    }

    /// As [`Self::flush_before`]; the unit also keeps the values of loads that `writes` will spoil.
    fn flush_keeping(&mut self, op: Op, writes: &[Root]) -> Result<()> {
        self.also_keep = self.spoiled(writes);
        let flushed = !self.pending.is_empty();
        self.flush_before(op)?;
        self.also_keep.clear();
        if flushed { Ok(()) } else { self.keep_before(op, writes) }
    }

    /// Floats whose memory `writes` will spoil and that are needed later.
    fn spoiled(&self, writes: &[Root]) -> Vec<usize> {
        let mut keep = Vec::new();
        for (i, f) in self.floats.iter().enumerate() {
            let Some(b) = &f.loads else { continue };
            let r = self.m.result(f.op);
            if !self.slots.contains_key(&r) && writes.iter().any(|w| may_alias(self.m, w, b)) && self.needed_later(r) {
                keep.push(i);
            }
        }
        keep
    }

    fn flush_end(&mut self, region: Region) -> Result<()> {
        self.flush_at(region, None)
    }

    /// Makes a unit of the pending ops at that position (`None`: the end).
    fn flush_at(&mut self, region: Region, at: Option<usize>) -> Result<()> {
        if self.pending.is_empty() {
            return Ok(());
        }
        let effects_list = std::mem::take(&mut self.pending);
        let kind = if std::mem::take(&mut self.pending_reduce) { "reduce" } else { "scalar" };
        for &(_, o) in &effects_list {
            for x in self.deep(o) {
                self.done.insert(x);
            }
        }
        // Values loaded before something of this unit overwrites them, and needed later.
        let mut keep = std::mem::take(&mut self.also_keep);
        for &(time, o) in &effects_list {
            let writes = effects_deep(self.m, o).writes;
            for i in 0..self.floats.len() {
                let f = &self.floats[i];
                let Some(b) = &f.loads else { continue };
                let r = self.m.result(f.op);
                if f.time < time
                    && !keep.contains(&i)
                    && !self.slots.contains_key(&r)
                    && writes.iter().any(|w| may_alias(self.m, w, b))
                    && self.needed_later(r)
                {
                    keep.push(i);
                }
            }
        }
        let at = at.unwrap_or(self.m.regions[region].ops.len());
        self.make_unit(Point { region, at: Some(at) }, kind, effects_list, &keep)
    }

    /// True where an op that is in no unit yet uses the value, directly or through floats.
    fn needed_later(&self, v: Value) -> bool {
        let Some(list) = self.uses.get(&v) else { return false };
        list.iter().any(|&(u, _)| {
            if self.done.contains(&u) {
                return false;
            }
            if self.m.ops[u].results.first().is_some_and(|r| self.float_of.contains_key(r)) {
                return self.m.ops[u].results.iter().any(|&r| self.needed_later(r));
            }
            true
        })
    }

    /// Keeps the values of loads that `writes` will spoil in slots, before `op`.
    fn keep_before(&mut self, op: Op, writes: &[Root]) -> Result<()> {
        if writes.is_empty() || self.floats.is_empty() {
            return Ok(());
        }
        let keep = self.spoiled(writes);
        if keep.is_empty() {
            return Ok(());
        }
        let (r, at) = self.m.position(op);
        self.make_unit(Point { region: r, at: Some(at) }, "scalar", Vec::new(), &keep)
    }

    fn slot_type(&self, ty: Type) -> Option<Type> {
        Some(match self.m.types.kind(ty) {
            TypeKind::Bool => Type::L32,
            // Subscripts on a device have 32 bits.
            TypeKind::Index => Type::I32,
            _ if is_scalar(self.m, ty) => ty,
            _ => return None,
        })
    }

    /// Storage on the device for one value.
    fn new_slot(&mut self, ty: Type, loc: Loc) -> Value {
        let rt = self.m.types.reference(ty);
        let mut b = Builder { m: self.m, point: Point { region: self.body, at: Some(0) }, loc };
        let v = b.op(OpKind::Alloca).result(rt).value();
        if let Some(a) = self.m.def(v) {
            self.dev_alloca.insert(a);
        }
        v
    }

    fn make_unit(&mut self, point: Point, kind: &str, work: Vec<(u32, Op)>, keep: &[usize]) -> Result<()> {
        for &(_, o) in &work {
            for x in self.deep(o) {
                self.done.insert(x);
            }
        }
        let mut point = point;
        let anchor = point.at.and_then(|i| self.m.regions[point.region].ops.get(i).copied());
        // Which floats take part.
        let mut needed: BTreeSet<usize> = BTreeSet::new();
        let mut from_slots: Vec<Value> = Vec::new();
        let mut stack: Vec<Value> = Vec::new();
        for &(_, o) in &work {
            for x in self.deep(o) {
                stack.extend(self.m.operands(x).iter().copied());
            }
        }
        for &i in keep {
            needed.insert(i);
            stack.extend(self.m.operands(self.floats[i].op).iter().copied());
        }
        let own: FxHashSet<Value> = work.iter().flat_map(|&(_, o)| self.m.ops[o].results.to_vec()).collect();
        let mut seen = FxHashSet::default();
        while let Some(v) = stack.pop() {
            if !seen.insert(v) || own.contains(&v) {
                continue;
            }
            if self.slots.contains_key(&v) {
                from_slots.push(v);
                continue;
            }
            if let Some(&i) = self.float_of.get(&v) {
                needed.insert(i);
                for &x in &self.floats[i].op_operands(self.m) {
                    stack.push(x);
                }
            }
        }
        from_slots.sort();

        let inner = self.m.new_region(&[]);
        let loc = work
            .first()
            .map(|w| self.m.ops[w.1].loc)
            .unwrap_or_else(|| keep.first().map(|&i| self.m.ops[self.floats[i].op].loc).unwrap_or_default());
        let mut map: FxHashMap<Value, Value> = FxHashMap::default();
        for v in from_slots {
            let slot = self.slots[&v];
            let ty = self.m.ty(v);
            let mut b = Builder::at_end(self.m, inner);
            b.loc = loc;
            let x = b.load(slot);
            let x = b.cast(x, ty);
            map.insert(v, x);
        }
        let mut line: Vec<(u32, Option<usize>, Option<Op>)> =
            needed.iter().map(|&i| (self.floats[i].time, Some(i), None)).collect();
        line.extend(work.iter().map(|&(t, o)| (t, None, Some(o))));
        line.sort_by_key(|x| x.0);
        let mut read_back: Vec<(Value, Value)> = Vec::new();
        for (_, float, op) in line {
            if let Some(i) = float {
                let f = self.floats[i].op;
                let c = self.m.clone_op(f, &mut map);
                self.push(inner, c);
                if keep.contains(&i) {
                    let v = self.m.result(f);
                    let copy = map[&v];
                    self.keep_value(inner, v, copy, loc)?;
                }
            }
            if let Some(o) = op {
                self.push(inner, o);
                for x in self.deep(o) {
                    for v in self.m.ops[x].operands.iter_mut() {
                        if let Some(&n) = map.get(v) {
                            *v = n;
                        }
                    }
                }
                for v in self.m.ops[o].results.clone() {
                    if self.need.contains(&v) || self.needed_later(v) {
                        self.keep_value(inner, v, v, loc)?;
                        if self.need.contains(&v) {
                            read_back.push((v, self.slots[&v]));
                        }
                    }
                }
            }
        }
        // Slots were added at the start of the body: find the place again.
        point.at = match anchor {
            Some(a) => Some(self.m.position(a).1),
            None => Some(self.m.regions[point.region].ops.len()),
        };
        check_unit(self.m, inner, kind)?;
        let body = self.body;
        let mut b = Builder { m: self.m, point, loc };
        let unit = b.op(OpKind::OmpTeams).attr("kind", Attr::str(kind)).region(inner).build();
        for (v, slot) in read_back {
            let ty = b.m.ty(v);
            let st = b.m.types.elem(b.m.ty(slot));
            let r = b.op(OpKind::DevRead).arg(slot).result(st).value();
            let r = b.cast(r, ty);
            self.reads += 1;
            self.waits.push(loc);
            // Uses outside the unit.
            for o in b.m.walk(body) {
                let inside = b.m.ops[o].parent.is_some_and(|p| b.m.is_inside(p, b.m.region(unit, 0)));
                if !inside {
                    for x in b.m.ops[o].operands.iter_mut() {
                        if *x == v {
                            *x = r;
                        }
                    }
                }
            }
        }
        self.units += 1;
        Ok(())
    }

    /// Stores the value to a new slot, at the end of `region`.
    fn keep_value(&mut self, region: Region, v: Value, copy: Value, loc: Loc) -> Result<()> {
        let ty = self.m.ty(v);
        let Some(st) = self.slot_type(ty) else {
            return Err(Unsupported {
                loc,
                reason: "a string or address computed on the device is used after its memory changed".into(),
            });
        };
        let slot = self.new_slot(st, loc);
        let mut b = Builder::at_end(self.m, region);
        b.loc = loc;
        let x = b.cast(copy, st);
        b.store(x, slot);
        self.slots.insert(v, slot);
        Ok(())
    }

    fn push(&mut self, region: Region, op: Op) {
        let end = self.m.regions[region].ops.len();
        self.m.insert(region, end, op);
    }

    /// Variables that one unit of straight-line plan code uses alone become its own.
    fn sink_locals(&mut self) {
        let uses = self.m.uses(self.body);
        for a in self.m.regions[self.body].ops.clone() {
            if self.m.kind(a) != OpKind::Alloca {
                continue;
            }
            let v = self.m.result(a);
            let Some(list) = uses.get(&v) else {
                self.m.detach(a);
                continue;
            };
            let mut unit = None;
            let mut one = true;
            for &(u, _) in list {
                let t = self.unit_of(u);
                one &= t.is_some() && (unit.is_none() || unit == t);
                unit = t;
            }
            if let (true, Some(t)) = (one, unit)
                && self.m.ops[t].parent == Some(self.body)
                && self.m.attr_str(t, "kind") == Some("scalar")
            {
                self.m.detach(a);
                let r = self.m.region(t, 0);
                self.m.insert(r, 0, a);
            }
        }
    }

    fn unit_of(&self, op: Op) -> Option<Op> {
        let mut at = op;
        loop {
            if self.m.kind(at) == OpKind::OmpTeams {
                return Some(at);
            }
            at = self.m.parent_op(at)?;
            if self.m.kind(at) == OpKind::OmpTarget {
                return None;
            }
        }
    }
}

impl Float {
    fn op_operands(&self, m: &Module) -> Vec<Value> {
        m.operands(self.op).to_vec()
    }
}

/// The name of a procedure as the programmer knows it.
fn readable(callee: &str) -> String {
    if let Some(rest) = callee.strip_prefix("__")
        && let Some((module, name)) = rest.split_once("_MOD_")
    {
        return format!("{name} of module {module}");
    }
    if callee.starts_with("frt_write") || callee.starts_with("frt_read") {
        return "input or output".into();
    }
    callee.trim_end_matches('_').to_string()
}

/// What may stand in a kernel.
fn check_unit(m: &Module, region: Region, kind: &str) -> Result<()> {
    for o in m.walk(region) {
        let no = |what: String| Err(Unsupported::new(m, o, what));
        let k = m.kind(o);
        let name = m.info(o).name;
        let family = name.split('.').next().unwrap_or("");
        match k {
            OpKind::Call => return no(format!("it calls {}", readable(m.attr_str(o, "callee").unwrap_or("?")))),
            OpKind::Alloc | OpKind::Free => return no("it needs a temporary inside a kernel".into()),
            OpKind::ViewMake => return no("it makes an array from an address inside a kernel".into()),
            _ if is_box_read(k) => return no("it reads an array descriptor in device memory".into()),
            OpKind::LibMatmul | OpKind::LibTranspose | OpKind::LibPack | OpKind::Copy => {
                let top = m.ops[o].parent == Some(region);
                if !top || !matches!(kind, "matmul" | "transpose" | "scalar") {
                    return no(format!("{name} inside a parallel loop"));
                }
            }
            OpKind::OmpAtomic => {}
            OpKind::Load | OpKind::Store => {
                let t = match k {
                    OpKind::Load => m.ty(m.result(o)),
                    _ => m.ty(m.operand(o, 0)),
                };
                if !is_scalar(m, t) && !matches!(m.types.kind(t), TypeKind::Char(_)) {
                    return no("it handles addresses in device memory".into());
                }
            }
            OpKind::Alloca | OpKind::CopyObject | OpKind::Field | OpKind::Declare | OpKind::CastRef => {}
            _ if matches!(family, "arith" | "complex" | "math" | "view" | "loop" | "chr") => {}
            _ => return no(format!("the op {name} cannot run on a device")),
        }
    }
    Ok(())
}
