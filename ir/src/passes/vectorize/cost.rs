//! Which loops are worth vectors, and how many lanes they get.

use super::Machine;
use crate::analysis::straight::{Access, Node, NodeId, Step, Straight, lane_size};
use crate::choices::{MathFn, Pred};
use crate::entity::Op;
use crate::module::Module;
use crate::ops::OpKind;
use crate::types::{Type, TypeKind};

/// Bytes of registers from which on they are wide.
const WIDE: u32 = 32;
/// Bytes of registers with masks of their own, with gathers and scatters, and with forms for everything.
const WIDEST: u32 = 64;

/// Judges bodies of loops for one machine.
pub(crate) struct Cost<'a> {
    pub m: &'a Module,
    pub s: &'a Straight,
    pub machine: Machine,
}

impl Cost<'_> {
    /// Whether something has 32 bits.
    pub fn is_narrow(&self) -> bool {
        let narrow = |t: &Type| lane_size(self.m, *t) == Some(4);
        self.s.types.iter().any(narrow) || self.s.accesses.iter().any(|a| narrow(&a.elem))
    }

    /// Whether something in memory has one or two bytes.
    pub fn is_small(&self) -> bool {
        self.s.accesses.first().is_some_and(|a| small_size(self.m, a.elem).is_some())
    }

    /// Lanes that belong together: four where something has 32 bits, else two.
    pub fn width(&self) -> i64 {
        if self.is_narrow() { 4 } else { 2 }
    }

    /// Lanes of the machine's widest registers, where it has wider ones than all machines have, everything that the body does has a
    /// form for them, and so many iterations may run together.
    pub fn wide(&self, limit: i64) -> Option<i64> {
        let half = |t: Type| matches!(self.m.types.kind(t), TypeKind::Int(16) | TypeKind::Logical(16));
        let halves = self.s.types.iter().any(|&t| half(t)) || self.s.accesses.iter().any(|a| half(a.elem));
        if self.machine.bytes < WIDE || self.s.bails || self.s.loops != 0 || halves {
            return None;
        }
        let lanes = i64::from(self.machine.bytes) / if self.is_narrow() { 4 } else { 8 };
        if self.machine.bytes < WIDEST && !self.fits_vector_masks() {
            return None;
        }
        let fits = |(n, t): (&Node, &Type)| match n {
            Node::Compute { op, args } => self.batched(n) || self.has_wide_form(*op, args),
            Node::Uniform(_) | Node::Linear { .. } | Node::Load(_) | Node::Merge | Node::Not(_) | Node::Zero => {
                lane_size(self.m, *t).is_some()
            }
        };
        (limit >= self.least_wide(lanes).unwrap_or(lanes) && self.s.nodes.iter().zip(&self.s.types).all(fits))
            .then_some(lanes)
    }

    /// Lanes of a register of 256 bits where all that the body does is done to integers of one or two bytes, which stay as small as
    /// they are in memory. There are no masks for them there.
    pub fn packed(&self, limit: i64) -> Option<i64> {
        let s = self.s;
        let m = self.m;
        let no = self.machine.bytes < WIDE || s.bails || s.loops != 0 || s.needs_masks || !s.carries.is_empty();
        if no || stores_under(&s.steps, false) {
            return None;
        }
        let size = small_size(m, s.accesses.first()?.elem)?;
        let beside = |a: &Access| {
            let neighbours = a.steps.first() == Some(&1) && a.steps[1..].iter().all(|&n| n == 0);
            neighbours && small_size(m, a.elem) == Some(size) && m.def_of(a.view, OpKind::ViewField).is_none()
        };
        let fits = |(n, t): (&Node, &Type)| {
            let lanes = small_size(m, *t) == Some(size) || matches!(m.types.kind(*t), TypeKind::Bool);
            lanes
                && match n {
                    Node::Compute { op, args } => self.has_packed_form(*op, args),
                    Node::Linear { .. } => false,
                    Node::Uniform(_) | Node::Load(_) | Node::Merge | Node::Not(_) | Node::Zero => true,
                }
        };
        let lanes = i64::from(WIDE) / size;
        let all = s.accesses.iter().all(beside) && s.nodes.iter().zip(&s.types).all(fits);
        (all && limit >= lanes).then_some(lanes)
    }

    /// Whether an op on small integers and truth values has a form for lanes that are as small.
    fn has_packed_form(&self, op: Op, args: &[NodeId]) -> bool {
        let m = self.m;
        let truth = |t: Type| matches!(m.types.kind(t), TypeKind::Bool);
        let integer = matches!(m.tk(m.result(op)), TypeKind::Int(8 | 16));
        match m.kind(op) {
            OpKind::Add | OpKind::Sub | OpKind::Min | OpKind::Max | OpKind::Neg => integer,
            OpKind::Mul => matches!(m.tk(m.result(op)), TypeKind::Int(16)),
            OpKind::And | OpKind::Or | OpKind::Xor | OpKind::Not | OpKind::Select => true,
            OpKind::Cmp => !m.choice::<Pred>(op).is_unsigned() && !truth(self.s.types[args[0]]),
            // What has not the size of the others is no node.
            OpKind::Cast => true,
            _ => false,
        }
    }

    /// Whether a body fits registers whose masks are vectors: those mask no bytes in memory.
    fn fits_vector_masks(&self) -> bool {
        !self.s.accesses.iter().any(|a| self.m.types.size_of(a.elem) == Some(1))
    }

    /// Whether the widest registers have a form for an op: for what others have, and more.
    fn has_wide_form(&self, op: Op, args: &[NodeId]) -> bool {
        let m = self.m;
        let is_byte = matches!(m.tk(m.result(op)), TypeKind::Int(8) | TypeKind::Logical(8));
        let from = m.types.kind(self.s.types[args[0]]);
        match m.kind(op) {
            OpKind::Cast | OpKind::Add | OpKind::Sub | OpKind::Mul | OpKind::Min | OpKind::Max if is_byte => false,
            // Bytes become integers first.
            OpKind::Cast if matches!(m.tk(m.operand(op, 0)), TypeKind::Int(8)) => {
                !matches!(m.tk(m.result(op)), TypeKind::Float(_)) && self.native(op, args)
            }
            OpKind::Cast
                if self.machine.bytes < WIDEST
                    && matches!(from, TypeKind::Float(_))
                    && matches!(m.tk(m.result(op)), TypeKind::Int(64) | TypeKind::Index) =>
            {
                false
            }
            OpKind::Popcnt | OpKind::Clz | OpKind::Ctz | OpKind::Shl | OpKind::ShrU | OpKind::ShrS => {
                lane_size(m, m.ty(m.result(op))).is_some() && !is_byte
            }
            OpKind::Math if m.choice::<MathFn>(op) == MathFn::Abs && !is_byte => true,
            _ => self.native(op, args),
        }
    }

    /// Rows of fewer iterations are better off with narrow vectors: a loop in the widest registers costs some to begin. None
    /// where bodies are long, or call functions, so that this does not count.
    pub fn least_wide(&self, lanes: i64) -> Option<i64> {
        match self.s.nodes.len() {
            _ if self.has_blocks() => None,
            0..=12 => Some(3 * lanes),
            13..=24 => Some(2 * lanes),
            _ => None,
        }
    }

    /// Copies of a body in the widest registers: enough that the loop itself costs little.
    pub fn wide_copies(&self) -> i64 {
        match self.s.nodes.len() {
            _ if self.has_blocks() => 1,
            0..=8 => 4,
            9..=20 => 2,
            _ => 1,
        }
    }

    /// Copies of a body of so many nodes with loops in it: values that these carry stay in registers.
    pub fn nest_copies(&self, nodes: usize) -> i64 {
        let long = |t: &Type| lane_size(self.m, *t) == Some(8);
        // With four lanes these have two registers already.
        let pairs = self.is_narrow() && self.s.types.iter().any(long);
        match nodes {
            0..=8 if !pairs => 4,
            0..=8 => 2,
            9..=40 if !pairs => 2,
            _ => 1,
        }
    }

    /// Whether the runtime computes a node in blocks.
    pub fn batched(&self, n: &Node) -> bool {
        matches!(n, Node::Compute { op, .. } if self.m.kind(*op) == OpKind::Math && self.m.flag(*op, "batch"))
    }

    /// Whether the runtime computes something in blocks.
    pub fn has_blocks(&self) -> bool {
        self.s.nodes.iter().any(|n| self.batched(n))
    }

    /// Whether vectors are worth it for iterations that are apart: most of the work has a vector form.
    pub fn worthwhile(&self) -> bool {
        let (mut yes, mut no) = (self.s.accesses.len(), 0);
        for (n, rare) in self.s.nodes.iter().zip(&self.s.rare) {
            if let Node::Compute { op, args } = n
                && !rare
            {
                if self.batched(n) {
                    yes += 8;
                } else if self.has_form(*op, args) {
                    yes += 1;
                } else {
                    no += 2;
                }
            }
        }
        yes >= no
    }

    /// Whether running the iterations of an ordinary loop together is worth it: most accesses have neighbours in lanes.
    pub fn profitable(&self) -> bool {
        let m = self.m;
        let vf = self.width() as usize;
        let (mut yes, mut no) = (self.s.carries.iter().filter(|c| c.kind.is_some()).count(), 0);
        // What loops in the body do counts more.
        let weight = |scope: usize| if scope == 0 { 1 } else { 4 };
        for a in &self.s.accesses {
            // Views of components advance by whole objects; steps other than one skip elements.
            let component = m.def_of(a.view, OpKind::ViewField).is_some();
            let neighbours = a.steps.first() == Some(&1) && a.steps[1..].iter().all(|&n| n == 0) && !component;
            if neighbours {
                yes += weight(a.scope);
            } else if self.s.loops != 0 {
                // Loops in the body may be better off with elements side by side.
                if !super::strides::advance(m, a.view, &a.steps).1.is_empty() {
                    return false;
                }
                no += vf * weight(a.scope);
            } else {
                no += 1;
            }
        }
        for (n, &scope) in self.s.nodes.iter().zip(&self.s.scopes) {
            if let Node::Compute { op, args } = n {
                if self.batched(n) {
                    yes += 4 * vf;
                } else if self.has_form(*op, args) {
                    yes += weight(scope);
                } else {
                    no += vf * weight(scope);
                }
            }
        }
        yes > no
    }

    /// Whether lanes of some width have a form for an op.
    fn has_form(&self, op: Op, args: &[NodeId]) -> bool {
        self.native(op, args) || self.machine.bytes >= WIDE && self.has_wide_form(op, args)
    }

    /// Whether the machine has an instruction, or a few, for an op on lanes.
    pub fn native(&self, op: Op, args: &[NodeId]) -> bool {
        let m = self.m;
        let narrow = self.is_narrow();
        let rt = m.types.kind(m.ty(m.result(op)));
        let at = m.types.kind(self.s.types[args[0]]);
        let float = matches!(rt, TypeKind::Float(_));
        let small = |t: &TypeKind| matches!(t, TypeKind::Int(8 | 16) | TypeKind::Logical(8 | 16));
        let four = |t: &TypeKind| matches!(t, TypeKind::Int(32) | TypeKind::Logical(32) | TypeKind::Float(32));
        let constant = || m.const_int(m.operand(op, 1));
        match m.kind(op) {
            // Small integers are kept in their range.
            OpKind::Add | OpKind::Sub | OpKind::Mul => narrow || !small(rt),
            OpKind::Neg => !small(rt),
            OpKind::Div if float => true,
            OpKind::Div | OpKind::Rem | OpKind::Modulo => {
                matches!(rt, TypeKind::Int(32)) && narrow && constant().is_some_and(divides)
            }
            OpKind::Min | OpKind::Max => float || matches!(rt, TypeKind::Int(_) | TypeKind::Index),
            OpKind::And | OpKind::Or | OpKind::Xor | OpKind::Not => true,
            OpKind::Shl | OpKind::ShrU | OpKind::ShrS => {
                let bits = if four(rt) { 32 } else { 64 };
                !small(rt) && constant().is_some_and(|n| (0..bits).contains(&n))
            }
            OpKind::Cmp => !m.choice::<Pred>(op).is_unsigned() && !matches!(at, TypeKind::Bool),
            OpKind::Select => true,
            OpKind::Bitcast => !small(rt) && !small(at) && four(rt) == four(at),
            OpKind::Cast => match (at, rt) {
                (TypeKind::Float(_), TypeKind::Float(_)) => true,
                (TypeKind::Int(8 | 16 | 32), TypeKind::Float(_)) => true,
                (TypeKind::Index | TypeKind::Int(64), TypeKind::Float(64)) => true,
                (TypeKind::Float(_), TypeKind::Int(32)) => true,
                (TypeKind::Float(64), TypeKind::Int(64) | TypeKind::Index) => true,
                (TypeKind::Float(_), _) | (_, TypeKind::Float(_)) => false,
                _ => narrow || (!small(at) && !small(rt)),
            },
            OpKind::Math => match m.choice(op) {
                MathFn::Sqrt
                | MathFn::Floor
                | MathFn::Ceil
                | MathFn::Trunc
                | MathFn::Rint
                | MathFn::Round
                | MathFn::CopySign => float,
                MathFn::Abs => float || matches!(rt, TypeKind::Int(32)),
                MathFn::IsNan => true,
                MathFn::Fma => float && self.machine.fma,
                MathFn::Ipow => !small(rt) && constant().is_some_and(|n| (1..=64).contains(&n)),
                _ => false,
            },
            _ => false,
        }
    }
}

/// Bytes of integers and logicals of one or two bytes.
fn small_size(m: &Module, t: Type) -> Option<i64> {
    match m.types.kind(t) {
        TypeKind::Int(8) | TypeKind::Logical(8) => Some(1),
        TypeKind::Int(16) | TypeKind::Logical(16) => Some(2),
        _ => None,
    }
}

/// Whether something is stored under a mask, or steps are none that run for all lanes.
fn stores_under(steps: &[Step], masked: bool) -> bool {
    steps.iter().any(|s| match s {
        Step::Eval(_) => false,
        Step::Store { .. } => masked,
        Step::If { steps, .. } => stores_under(steps, true),
        Step::Carry { .. }
        | Step::Bail { .. }
        | Step::Best { .. }
        | Step::Loop(_)
        | Step::Leave { .. }
        | Step::Choice { .. }
        | Step::Stop { .. } => true,
    })
}

/// Whether lanes of 32-bit integers can be divided by a constant: by multiplication, or by shifts.
fn divides(n: i64) -> bool {
    i32::try_from(n).is_ok_and(|n| n != i32::MIN && n.abs() >= 2)
}
