//! Loads and stores: of what elements, and which of them have to be tested to be there.

use super::{Access, Class, Context, Facts, Node, NodeId, Step, Straight, lane_size};
use crate::analysis::effects::{is_volatile_access, makes_storage};
use crate::choices::DeclareAttr;
use crate::entity::{Op, Value};
use crate::module::Module;
use crate::ops::OpKind;
use crate::types::{OPEN_EXTENT, TypeKind};

impl Straight {
    pub(super) fn store(&mut self, m: &Module, op: Op, operands: &[Class], context: Context) -> Option<()> {
        let v = m.operand(op, 0);
        let Class::Address(access) = operands[1] else { return None };
        lane_size(m, m.ty(v))?;
        if is_volatile_access(m, op) || matches!(context, Context::Private | Context::Leaving) {
            return None;
        }
        self.needs_masks |= context == Context::Lanes;
        let value = self.node(m, v, &operands[0])?;
        self.steps.push(Step::Store { access, value });
        Some(())
    }

    pub(super) fn load(&mut self, m: &Module, op: Op, from: &Class, facts: &mut Facts, context: Context) -> Option<()> {
        if is_volatile_access(m, op) {
            return None;
        }
        let r = m.result(op);
        match *from {
            Class::Address(a) if context != Context::Private => {
                if matches!(context, Context::Guarded | Context::Leaving) {
                    let Access { ref mut tested, scope, view, addr, .. } = self.accesses[a];
                    if scope != 0 || !is_array(m, view) || element_of(m, addr).is_none() {
                        return None;
                    }
                    *tested = true;
                }
                self.needs_masks |= context == Context::Lanes;
                lane_size(m, m.ty(r))?;
                let n = self.now(Node::Load(a), m.ty(r));
                facts.class.insert(r, Class::Vector(n));
            }
            // Independent iterations cannot write what all of them read.
            Class::Uniform if context.reads(m, m.operand(op, 0), false) => self.prelude.push(op),
            Class::Uniform if matches!(context, Context::Guarded | Context::Leaving) => {
                let n = self.late_load(m, op)?;
                facts.class.insert(r, Class::Vector(n));
            }
            _ => return None,
        }
        Some(())
    }

    /// The address of an element that lanes do not have in common.
    pub(super) fn element(&mut self, m: &Module, op: Op, operands: &[Class], facts: &mut Facts) -> Option<()> {
        if !matches!(operands[0], Class::Uniform) {
            return None;
        }
        let mut steps = Vec::new();
        for c in &operands[1..] {
            steps.push(match c {
                Class::Uniform => 0,
                Class::Linear(n) => *n,
                _ => return None,
            });
        }
        let (r, view) = (m.result(op), m.operand(op, 0));
        let elem = m.types.elem(m.ty(r));
        // Of complex numbers the parts are accessed.
        if !matches!(m.types.kind(elem), TypeKind::Complex(32 | 64)) {
            lane_size(m, elem)?;
        }
        // In front of everything it must be known how far apart the elements are.
        if self.scope(m, view) != 0 {
            return None;
        }
        self.prelude.push(op);
        let (access, scope) = (self.accesses.len(), self.scope(m, r));
        self.accesses.push(Access { addr: r, elem, view, steps, scope, tested: false });
        facts.class.insert(r, Class::Address(access));
        Some(())
    }

    /// A load of an element that is the same for all lanes, where perhaps no lane takes part.
    fn late_load(&mut self, m: &Module, op: Op) -> Option<NodeId> {
        let (r, elem) = (m.result(op), m.def_of(m.operand(op, 0), OpKind::ViewElem)?);
        lane_size(m, m.ty(r))?;
        let here = m.operands(elem).iter().all(|&v| self.scope(m, v) == 0) && self.scope(m, m.result(elem)) == 0;
        if !here || !is_array(m, m.operand(elem, 0)) {
            return None;
        }
        self.elements.push(elem);
        self.late.push(op);
        let n = self.now(Node::Uniform(r), m.ty(r));
        self.scopes[n] = 0;
        Some(n)
    }
}

/// The op that finds the element at an address, or of which a part is there.
pub fn element_of(m: &Module, addr: Value) -> Option<Op> {
    let part = m.def_of(addr, OpKind::Field).map(|field| m.operand(field, 0));
    m.def_of(part.unwrap_or(addr), OpKind::ViewElem)
}

/// Whether a view is an array with all its elements, so that its extents say what is there.
fn is_array(m: &Module, view: Value) -> bool {
    let Some(op) = m.def(view) else { return false };
    match m.kind(op) {
        OpKind::Declare => !m.has_choice(op, DeclareAttr::Optional) && is_array(m, m.operand(op, 0)),
        OpKind::ViewMake => {
            let is_open = m.group(op, "extents").last().is_some_and(|&n| m.const_int(n) == Some(OPEN_EXTENT));
            !is_open && m.def(m.operand(op, 0)).is_none_or(|o| makes_storage(m.kind(o)))
        }
        k => makes_storage(k) || k == OpKind::AddrOf,
    }
}
