//! Straight-line loop bodies: what every vector emitter starts from.
//!
//! [`Straight`] says what one iteration of the innermost (first) dimension does: loads and stores at
//! addresses that advance by a fixed stride, and arithmetic between them. What does not depend on that
//! index is *uniform*: its scalar code runs once per row, before the loop ([`Straight::prelude`]), with
//! the index taken as zero, which gives the first address of every access as well. An emitter walks
//! [`Straight::steps`] for as many lanes as it likes; it knows nothing about the IR's memory ops.

use crate::codegen::func::FuncGen;
use ferrotran_ir::{Op, OpKind, Region, Traits, Type, TypeKind, Value};
use rustc_hash::FxHashMap;

/// Number of a node.
pub(crate) type NodeId = usize;

/// A value of the body that differs between lanes, or is broadcast to them.
#[derive(Clone, Debug)]
pub(crate) enum Node {
    /// The same in every lane.
    Uniform(Value),
    /// `value` (taken at index zero) plus `step` times the index.
    Linear { value: Value, step: i64 },
    /// An access's element.
    Load(usize),
    /// The IR op applied to the nodes of its operands.
    Compute { op: Op, args: Vec<NodeId> },
}

/// Accesses of memory that advance regularly.
#[derive(Clone, Debug)]
pub(crate) struct Access {
    /// The reference, whose code in the prelude is the address at index zero.
    pub addr: Value,
    /// Type of the element.
    pub elem: Type,
    /// The view, and for each of its dimensions how much the subscript advances per iteration.
    pub view: Value,
    pub steps: Vec<i64>,
}

/// What happens, in order.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Step {
    Eval(NodeId),
    Store { access: usize, value: NodeId },
}

/// A straight-line body.
#[derive(Default, Debug)]
pub(crate) struct Straight {
    /// Scalar ops to run once before the loop.
    pub prelude: Vec<Op>,
    pub nodes: Vec<Node>,
    /// Type of each node.
    pub types: Vec<Type>,
    pub accesses: Vec<Access>,
    pub steps: Vec<Step>,
    /// What the body yields (reductions).
    pub yields: Vec<NodeId>,
}

/// How a value of the body behaves along the index.
#[derive(Clone, Debug)]
enum Class {
    Uniform,
    /// An integer that advances by that much.
    Linear(i64),
    Vector(NodeId),
    /// A reference to the element of an access.
    Address(usize),
}

impl Straight {
    /// The body of a loop.parallel or loop.reduce, where it is straight-line.
    pub fn analyse(g: &FuncGen<'_, '_, '_>, r: Region) -> Option<Straight> {
        let m = g.m;
        let mut s = Straight::default();
        let mut class: FxHashMap<Value, Class> = FxHashMap::default();
        // Private scalars of the body: what was stored last.
        let mut private: FxHashMap<Value, Option<Value>> = FxHashMap::default();
        let index = *m.args(r).first()?;
        class.insert(index, Class::Linear(1));
        let get = |class: &FxHashMap<Value, Class>, v: Value| match class.get(&v) {
            Some(c) => c.clone(),
            None => Class::Uniform,
        };
        let ops = &m.regions[r].ops;
        for (k, &op) in ops.iter().enumerate() {
            if !m.ops[op].regions.is_empty() {
                return None;
            }
            let kind = m.kind(op);
            match kind {
                OpKind::Yield => {
                    if k + 1 != ops.len() {
                        return None;
                    }
                    for &v in m.operands(op) {
                        let n = s.node(m.ty(v), v, &get(&class, v))?;
                        s.yields.push(n);
                    }
                    continue;
                }
                OpKind::Const | OpKind::NullPtr | OpKind::AddrOf | OpKind::FuncAddr | OpKind::ChrConst => continue,
                OpKind::Alloca => {
                    if !g.promoted.contains_key(&m.result(op)) || m.flag(op, "zero") {
                        return None;
                    }
                    private.insert(m.result(op), None);
                    continue;
                }
                OpKind::Declare => {
                    let c = get(&class, m.operand(op, 0));
                    class.insert(m.result(op), c);
                    continue;
                }
                _ => {}
            }
            let operands: Vec<Class> = m.operands(op).iter().map(|&v| get(&class, v)).collect();
            match kind {
                OpKind::Store => {
                    if m.flag(op, "volatile") || m.flag(op, "atomic") {
                        return None;
                    }
                    let target = g.root(m.operand(op, 1));
                    if let Some(last) = private.get_mut(&target) {
                        *last = Some(m.operand(op, 0));
                        if matches!(operands[0], Class::Uniform | Class::Linear(_)) {
                            s.prelude.push(op);
                        }
                        continue;
                    }
                    let Class::Address(access) = operands[1] else { return None };
                    let v = m.operand(op, 0);
                    let value = s.node(m.ty(v), v, &operands[0])?;
                    s.steps.push(Step::Store { access, value });
                    continue;
                }
                OpKind::Load => {
                    if m.flag(op, "volatile") || m.flag(op, "atomic") {
                        return None;
                    }
                    let r = m.result(op);
                    let source = g.root(m.operand(op, 0));
                    if let Some(last) = private.get(&source) {
                        let v = (*last)?;
                        let c = get(&class, v);
                        if matches!(c, Class::Uniform | Class::Linear(_)) {
                            s.prelude.push(op);
                        }
                        class.insert(r, c);
                        continue;
                    }
                    match operands[0] {
                        Class::Address(a) => {
                            lane_size(g, m.ty(r))?;
                            let n = s.push(Node::Load(a), m.ty(r));
                            s.steps.push(Step::Eval(n));
                            class.insert(r, Class::Vector(n));
                        }
                        // Independent iterations cannot write what all of them read.
                        Class::Uniform => s.prelude.push(op),
                        _ => return None,
                    }
                    continue;
                }
                OpKind::ViewElem if operands.iter().any(|c| !matches!(c, Class::Uniform)) => {
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
                    let r = m.result(op);
                    let elem = m.types.elem(m.ty(r));
                    lane_size(g, elem)?;
                    s.prelude.push(op);
                    let access = s.accesses.len();
                    s.accesses.push(Access { addr: r, elem, view: m.operand(op, 0), steps });
                    class.insert(r, Class::Address(access));
                    continue;
                }
                _ => {}
            }
            let pure = m.has(op, Traits::PURE);
            if operands.iter().all(|c| matches!(c, Class::Uniform)) {
                let reads = matches!(
                    kind,
                    OpKind::BoxView | OpKind::BoxAddr | OpKind::BoxExtent | OpKind::BoxLbound | OpKind::BoxElemLen
                );
                if !(pure || reads) || kind == OpKind::ChrConcat {
                    return None;
                }
                s.prelude.push(op);
                continue;
            }
            if !pure {
                return None;
            }
            let r = *m.ops[op].results.first()?;
            // Sums of indices stay linear: they are subscripts more often than data.
            let linear = match (kind, operands.as_slice()) {
                (OpKind::Add, [Class::Linear(a), Class::Linear(b)]) => a.checked_add(*b),
                (OpKind::Add, [Class::Linear(a), Class::Uniform] | [Class::Uniform, Class::Linear(a)]) => Some(*a),
                (OpKind::Sub, [Class::Linear(a), Class::Linear(b)]) => a.checked_sub(*b),
                (OpKind::Sub, [Class::Linear(a), Class::Uniform]) => Some(*a),
                (OpKind::Sub, [Class::Uniform, Class::Linear(b)]) => b.checked_neg(),
                (OpKind::Mul, [Class::Linear(a), Class::Uniform]) => {
                    m.const_int(m.operand(op, 1)).and_then(|k| a.checked_mul(k))
                }
                (OpKind::Mul, [Class::Uniform, Class::Linear(a)]) => {
                    m.const_int(m.operand(op, 0)).and_then(|k| a.checked_mul(k))
                }
                (OpKind::Cast, [Class::Linear(a)]) if is_wide_int(g, m.ty(r)) => Some(*a),
                _ => None,
            };
            if let (Some(n), true) = (linear, is_wide_int(g, m.ty(r))) {
                s.prelude.push(op);
                class.insert(r, Class::Linear(n));
                continue;
            }
            if lane_size(g, m.ty(r)).is_none() {
                return None;
            }
            let mut args = Vec::new();
            for (&v, c) in m.operands(op).iter().zip(&operands) {
                lane_size(g, m.ty(v))?;
                args.push(s.node(m.ty(v), v, c)?);
            }
            let n = s.push(Node::Compute { op, args }, m.ty(r));
            s.steps.push(Step::Eval(n));
            class.insert(r, Class::Vector(n));
        }
        Some(s)
    }

    fn push(&mut self, n: Node, ty: Type) -> NodeId {
        self.nodes.push(n);
        self.types.push(ty);
        self.nodes.len() - 1
    }

    fn node(&mut self, ty: Type, v: Value, c: &Class) -> Option<NodeId> {
        Some(match c {
            Class::Vector(n) => *n,
            Class::Uniform => {
                let n = self.push(Node::Uniform(v), ty);
                self.steps.push(Step::Eval(n));
                n
            }
            Class::Linear(step) => {
                let n = self.push(Node::Linear { value: v, step: *step }, ty);
                self.steps.push(Step::Eval(n));
                n
            }
            Class::Address(_) => return None,
        })
    }
}

fn is_wide_int(g: &FuncGen<'_, '_, '_>, t: Type) -> bool {
    matches!(g.m.types.kind(t), TypeKind::Index | TypeKind::Int(32 | 64))
}

/// Bytes of a lane for values of a type; none where vectors cannot hold it. Truth values have the size
/// of what was compared (0 here); 8-bit and 16-bit integers travel in 32-bit lanes.
pub(crate) fn lane_size(g: &FuncGen<'_, '_, '_>, t: Type) -> Option<i64> {
    match g.m.types.kind(t) {
        TypeKind::Bool => Some(0),
        TypeKind::Int(8) | TypeKind::Logical(8) => Some(4),
        TypeKind::Int(32) | TypeKind::Float(32) | TypeKind::Logical(32) => Some(4),
        TypeKind::Int(64) | TypeKind::Float(64) | TypeKind::Logical(64) | TypeKind::Index => Some(8),
        _ => None,
    }
}
