//! Sorting the ops of a region into the classes that the plan is made from, to a fixed point.

use super::{Class, Planner, is_host_only, is_kernel, is_structured};
use crate::analysis::effects::is_pure;
use crate::entity::{Op, Region, Value};
use crate::ops::OpKind;
use crate::passes::offload::memory::{Base, Root, effects, is_box_ref, is_scalar, is_scalar_ref, root_of};
use crate::types::TypeKind;

impl Planner<'_> {
    pub(super) fn on_device(&self, v: Value) -> bool {
        self.dev.contains(&v) && !self.need.contains(&v)
    }

    /// The alloca is a variable of this region.
    pub(super) fn is_region_local(&self, a: Op) -> bool {
        self.m.ops[a].parent.is_some_and(|r| self.m.is_inside(r, self.body))
    }

    pub(super) fn device_base(&self, b: &Base) -> bool {
        // Descriptors are the host's.
        let describes = |v: Value| is_box_ref(self.m, self.m.ty(v));
        match b {
            Base::Arg(v) if describes(*v) => false,
            Base::Local(a) if describes(self.m.result(*a)) => false,
            Base::Local(a) => !self.is_region_local(*a) || self.dev_alloca.contains(a),
            Base::Constant => false,
            _ => true,
        }
    }

    pub(super) fn inside_op(&self, a: Op, op: Op) -> bool {
        let Some(r) = self.m.ops[a].parent else { return false };
        self.m.ops[op].regions.iter().any(|&x| self.m.is_inside(r, x))
    }

    pub(super) fn mark_device(&mut self, r: &Root) {
        if let Base::Local(a) = r.base
            && self.is_region_local(a)
            && self.dev_alloca.insert(a)
        {
            self.changed = true;
        }
    }

    /// The host needs `v`.
    pub(super) fn want(&mut self, v: Value) {
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

    pub(super) fn mark_value(&mut self, v: Value) {
        if self.dev.insert(v) {
            self.changed = true;
        }
    }

    pub(super) fn classify(&mut self) {
        loop {
            self.changed = false;
            self.scan(self.body);
            if !self.changed {
                return;
            }
        }
    }

    pub(super) fn scan(&mut self, region: Region) {
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
    pub(super) fn scan_unit(&mut self, op: Op) {
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

    pub(super) fn class_of(&mut self, op: Op) -> Class {
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
            _ if is_pure(self.m, op) => {
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
    pub(super) fn is_control(&self, op: Op) -> bool {
        let mut all = Vec::new();
        for &r in &self.m.ops[op].regions {
            all.extend(self.m.walk(r));
        }
        all.iter().any(|&o| {
            let k = self.m.kind(o);
            is_kernel(k)
                || matches!(k, OpKind::LibPack | OpKind::Alloc | OpKind::Free | OpKind::Call | OpKind::DevHost)
                || matches!(k, OpKind::Break | OpKind::Continue) && self.leaves(o, op)
        })
    }

    /// The exit `o` inside `op` goes to something around `op`.
    pub(super) fn leaves(&self, o: Op, op: Op) -> bool {
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

    pub(super) fn touches_device(&self, op: Op) -> bool {
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
}
