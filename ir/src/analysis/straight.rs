//! Straight-line loop bodies: what every vector emitter starts from.
//!
//! [`Straight`] says what one iteration of the innermost (first) dimension does: loads and stores at
//! addresses that advance by a fixed stride, and arithmetic between them. What does not depend on that
//! index is *uniform*: its scalar code runs once per row, before the loop ([`Straight::prelude`]), with
//! the index taken as zero, which gives the first address of every access as well. An emitter walks
//! [`Straight::steps`] for as many lanes as it likes; it knows nothing about the IR's memory ops.

mod carries;
mod conditionals;
mod exceptions;
mod inner;
mod memory;

pub use exceptions::risk;
pub use memory::element_of;

use super::effects::{is_box_read, is_pure, makes_storage, may_trap, surely_exists};
use carries::Better;
use conditionals::Part;
use exceptions::may_raise;

use crate::entity::{Op, Region, Value};
use crate::module::Module;
use crate::ops::OpKind;
use crate::types::{Type, TypeKind};
use ferrotran_abi::reduction::ReduceOp;
use rustc_hash::FxHashMap;

/// Number of a node.
pub type NodeId = usize;

/// A value of the body that differs between lanes, or is broadcast to them.
#[derive(Clone, Debug)]
pub enum Node {
    /// The same in every lane.
    Uniform(Value),
    /// `value` (taken at index zero) plus `step` times the index.
    Linear { value: Value, step: i64 },
    /// An access's element.
    Load(usize),
    /// The IR op applied to the nodes of its operands.
    Compute { op: Op, args: Vec<NodeId> },
    /// What a conditional step leaves.
    Merge,
    /// The contrary of a mask.
    Not(NodeId),
    /// Zeros, which nobody looks at.
    Zero,
}

/// Accesses of memory that advance regularly.
#[derive(Clone, Debug)]
pub struct Access {
    /// The reference, whose code in the prelude is the address at index zero.
    pub addr: Value,
    /// Type of what is accessed: the element, or a part of it where that is a complex number.
    pub elem: Type,
    /// The view, and for each of its dimensions how much the subscript advances per iteration.
    pub view: Value,
    pub steps: Vec<i64>,
    /// The loop in the body in whose iterations the address is known, as in [`Straight::scopes`].
    pub scope: usize,
    /// Lanes that do not get there access it as well: whether the elements are there has to be tested.
    pub tested: bool,
}

/// What happens, in order.
#[derive(Clone, Debug)]
pub enum Step {
    Eval(NodeId),
    Store {
        access: usize,
        value: NodeId,
    },
    /// A value that the loop carries takes another one: the lanes are combined after the loop.
    Carry {
        carry: usize,
        value: NodeId,
        /// The value is subtracted.
        negate: bool,
    },
    /// Scalar code runs these elements from the start where any lane's mask is set; nothing has been
    /// stored yet.
    Bail {
        mask: NodeId,
    },
    /// Steps for the lanes whose mask is set: skipped where no lane is. Their stores leave the other
    /// lanes' elements as they are.
    If {
        mask: NodeId,
        steps: Vec<Step>,
        /// (the merged node, its value where the mask is set, its value elsewhere)
        merges: Vec<(NodeId, NodeId, NodeId)>,
    },
    /// A value that the loop carries takes another one in the lanes where that is more, or less; others that it carries take
    /// values there, too.
    Best {
        carry: usize,
        value: NodeId,
        more: bool,
        with: Vec<(usize, NodeId)>,
    },
    /// A loop that all lanes run through together.
    Loop(Box<Inner>),
    /// The lanes whose mask is set leave the loop around, after some steps. What they leave it with, where that is not what it carries.
    Leave {
        mask: NodeId,
        steps: Vec<Step>,
        values: Vec<Option<NodeId>>,
    },
    /// One of two lists of steps, the same for all lanes.
    Choice {
        cond: Value,
        parts: [Vec<Step>; 2],
        /// (the merged node, its value in the first one, its value in the second one)
        merges: Vec<(NodeId, NodeId, NodeId)>,
    },
    /// All lanes leave the loop around, unless that is true, with what it carries.
    Stop {
        unless: Value,
    },
}

/// A loop in the body of the one whose iterations are the lanes.
#[derive(Clone, Debug)]
pub struct Inner {
    /// loop.for, with bounds that are the same for all lanes, or loop.while.
    pub op: Op,
    /// Its number, from one: see [`Straight::scopes`].
    pub scope: usize,
    /// Scalar ops, which come first in every iteration.
    pub prelude: Vec<Op>,
    pub carried: Vec<Carried>,
    pub steps: Vec<Step>,
    /// Lanes leave it before others do.
    pub exits: bool,
    /// What it leaves, where that is used.
    pub results: Vec<Option<NodeId>>,
}

/// A value that a loop in the body carries.
#[derive(Clone, Debug)]
pub enum Carried {
    /// The same in all lanes: what an iteration leaves.
    Scalar(Value),
    /// What it begins with, what an iteration gets, and what it leaves.
    Lanes { first: NodeId, now: NodeId, next: NodeId },
}

/// A loop in the body that is being looked at.
#[derive(Debug)]
struct Open {
    op: Op,
    scope: usize,
    /// For each value that it carries the node that an iteration gets, where lanes differ.
    now: Vec<Option<NodeId>>,
    exits: bool,
}

/// A value that a loop carries.
#[derive(Clone, Debug)]
pub struct Carry {
    pub ty: Type,
    /// The one kind of operation that iterations use it in, once one was seen.
    pub kind: Option<ReduceOp>,
    /// It takes values under conditions: NaNs and zeros of the other sign are no better.
    pub strict: bool,
    /// The number of the value that this one is changed with, and by how much it grows from one iteration to the next.
    pub follows: Option<(usize, i64)>,
    /// What it came to so far in the iteration.
    now: Value,
}

/// What an iteration leaves for a value that the loop carries, whatever it was before.
#[derive(Clone, Debug)]
pub enum Last {
    /// That one of [`Straight::yields`].
    Yield(usize),
    /// The same in every iteration.
    Uniform(Value),
    /// `value` (taken at index zero) plus `step` times the index.
    Linear { value: Value, step: i64 },
}

/// A straight-line body.
#[derive(Default, Debug)]
pub struct Straight {
    /// Scalar ops to run once before the loop.
    pub prelude: Vec<Op>,
    pub nodes: Vec<Node>,
    /// Type of each node.
    pub types: Vec<Type>,
    /// Nodes of conditional steps without memory accesses, which are expected to be skipped.
    pub rare: Vec<bool>,
    in_rare: bool,
    /// For each node the loop in the body in whose iterations it is known, zero: in front of all.
    pub scopes: Vec<usize>,
    /// How many loops there are in the body.
    pub loops: usize,
    /// Those around what is looked at.
    open: Vec<Open>,
    /// The loop.break at the end of the conditional that is looked at.
    leaving: Option<Op>,
    /// Some step is [`Step::Bail`].
    pub bails: bool,
    pub accesses: Vec<Access>,
    pub steps: Vec<Step>,
    /// Loads that come after the tests of [`Self::elements`] only; their values are in nodes.
    pub late: Vec<Op>,
    /// Elements, the same for all lanes, of which it has to be tested that they are there.
    pub elements: Vec<Op>,
    /// What the body yields (reductions), or leaves for values that the loop carries.
    pub yields: Vec<NodeId>,
    /// Loads and stores under a mask touch nothing in other lanes.
    masks: bool,
    /// Some access counts upon that.
    pub needs_masks: bool,
    /// The iterations of a loop.for.
    ordered: bool,
    /// Sums of floats may be taken in any order.
    reassociate: bool,
    /// The values that the loop carries, in order.
    pub carries: Vec<Carry>,
    /// Those of them, by number, that every iteration leaves anew.
    pub last: Vec<(usize, Last)>,
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
    /// What a value that the loop carries came to so far.
    Carry(usize),
    /// Whether a value is better than such a one.
    Better(Better),
}

/// What is known while a body is walked.
#[derive(Default)]
struct Facts {
    class: FxHashMap<Value, Class>,
}

impl Facts {
    fn get(&self, v: Value) -> Class {
        self.class.get(&v).cloned().unwrap_or(Class::Uniform)
    }
}

/// Where a list of ops stands.
#[derive(Clone, Copy, PartialEq)]
enum Context {
    /// Runs for every lane.
    Always,
    /// Runs for all lanes or for none.
    Chosen,
    /// Under a mask, with memory that exists for every lane.
    Masked,
    /// Under a mask, with memory that was found to be there for every lane.
    Guarded,
    /// Under a mask; other lanes access nothing.
    Lanes,
    /// Under a mask, without memory accesses.
    Private,
    /// In a loop that lanes leave before others, without memory accesses of lanes.
    Leaving,
}

impl Context {
    /// Whether what is the same for all lanes may be read there once, before the loop. `descriptor`: the operand is one.
    fn reads(self, m: &Module, from: Value, descriptor: bool) -> bool {
        match self {
            Context::Always => true,
            // Perhaps no lane takes part.
            Context::Chosen | Context::Masked | Context::Guarded | Context::Lanes | Context::Leaving => {
                surely_exists(m, from, descriptor)
            }
            Context::Private => false,
        }
    }
}

impl Straight {
    /// The body of a loop.parallel or loop.reduce, where it is straight-line but for conditionals that
    /// masks can express; `masks`: those of accesses too.
    pub fn analyse(m: &Module, r: Region, masks: bool) -> Option<Straight> {
        let mut s = Straight { masks, ..Straight::default() };
        let mut facts = Facts::default();
        facts.class.insert(*m.args(r).first()?, Class::Linear(1));
        for v in s.ops(m, r, &mut facts, Context::Always)? {
            let n = s.node(m, v, &facts.get(v))?;
            s.yields.push(n);
        }
        Some(s)
    }

    /// The body of a loop.for whose iterations may run together, with the step of its variable. Values that it carries may
    /// be left anew by every iteration, or sum up what the iterations give.
    pub fn analyse_loop(m: &Module, r: Region, step: i64, reassociate: bool, masks: bool) -> Option<Straight> {
        let mut s = Straight { ordered: true, reassociate, masks, ..Straight::default() };
        let mut facts = Facts::default();
        facts.class.insert(*m.args(r).first()?, Class::Linear(step));
        for (k, &v) in m.args(r)[1..].iter().enumerate() {
            facts.class.insert(v, Class::Carry(k));
            s.carries.push(Carry { ty: m.ty(v), kind: None, strict: false, follows: None, now: v });
        }
        let left = s.ops(m, r, &mut facts, Context::Always)?;
        for (k, (v, &arg)) in left.into_iter().zip(&m.args(r)[1..]).enumerate() {
            let class = facts.get(v);
            if !matches!(class, Class::Carry(_)) && s.carries[k].now != arg {
                return None;
            }
            let last = match class {
                Class::Carry(c) if c == k && s.carries[k].now == v => continue,
                Class::Carry(_) | Class::Address(_) | Class::Better(_) => return None,
                Class::Uniform => Last::Uniform(v),
                Class::Linear(step) => Last::Linear { value: v, step },
                Class::Vector(n) => {
                    if matches!(m.types.kind(s.types[n]), TypeKind::Bool) {
                        return None;
                    }
                    s.yields.push(n);
                    Last::Yield(s.yields.len() - 1)
                }
            };
            s.last.push((k, last));
        }
        // Which of two zeros it is tells a second run, which must leave nothing else.
        let broken = stores(&s.steps) && !s.doubtful(m).is_empty();
        (!broken).then_some(s)
    }

    /// The ops of a region; what it yields.
    fn ops(&mut self, m: &Module, r: Region, facts: &mut Facts, context: Context) -> Option<Vec<Value>> {
        for &op in &m.regions[r].ops {
            let kind = m.kind(op);
            if kind == OpKind::If {
                match self.exit(m, op) {
                    Some(end) => self.leave(m, op, end, facts, context)?,
                    None => self.conditional(m, op, facts, context)?,
                }
                continue;
            }
            if matches!(kind, OpKind::For | OpKind::While) {
                self.inner(m, op, facts, context)?;
                continue;
            }
            if !m.ops[op].regions.is_empty() {
                return None;
            }
            match kind {
                OpKind::Yield => return Some(m.operands(op).to_vec()),
                OpKind::Break if self.leaving == Some(op) => return Some(Vec::new()),
                OpKind::Const | OpKind::NullPtr | OpKind::AddrOf | OpKind::FuncAddr | OpKind::ChrConst => continue,
                OpKind::Alloca => return None,
                OpKind::Declare => {
                    let c = facts.get(m.operand(op, 0));
                    facts.class.insert(m.result(op), c);
                    continue;
                }
                _ => {}
            }
            let operands: Vec<Class> = m.operands(op).iter().map(|&v| facts.get(v)).collect();
            match kind {
                OpKind::Store => {
                    self.store(m, op, &operands, context)?;
                    continue;
                }
                OpKind::Load => {
                    self.load(m, op, &operands[0], facts, context)?;
                    continue;
                }
                OpKind::Field if let Class::Address(a) = operands[0] => {
                    let r = m.result(op);
                    let elem = m.types.elem(m.ty(r));
                    let Access { view, ref steps, elem: of, scope, .. } = self.accesses[a];
                    if !matches!(m.types.kind(of), TypeKind::Complex(_)) {
                        return None;
                    }
                    let steps = steps.clone();
                    self.prelude.push(op);
                    facts.class.insert(r, Class::Address(self.accesses.len()));
                    self.accesses.push(Access { addr: r, elem, view, steps, scope, tested: false });
                    continue;
                }
                OpKind::ViewElem if operands.iter().any(|c| !matches!(c, Class::Uniform)) => {
                    self.element(m, op, &operands, facts)?;
                    continue;
                }
                _ => {}
            }
            if operands.iter().any(|c| matches!(c, Class::Better(_))) {
                return None;
            }
            if operands.iter().any(|c| matches!(c, Class::Carry(_))) {
                self.carried(m, op, &operands, facts)?;
                continue;
            }
            let pure = is_pure(m, op);
            if context != Context::Always && may_trap(m, op) {
                // Not for lanes that do not take part.
                return None;
            }
            // What lanes load that do not get there, or go on with after they have left, may be anything: whatever computes with
            // it raises exceptions, not divisions and functions alone.
            if matches!(context, Context::Guarded | Context::Leaving) && may_raise(m, op) {
                return None;
            }
            // Under a mask reals are computed with for the lanes that take part, be they all the same; in a choice only where
            // that is taken.
            let raises = if context == Context::Chosen { may_raise(m, op) } else { self.raises(m, op) };
            let for_lanes = context != Context::Always && raises;
            if operands.iter().all(|c| matches!(c, Class::Uniform)) && !for_lanes {
                let reads = is_box_read(kind) && context.reads(m, m.operand(op, 0), true);
                if !(pure || reads) || makes_storage(kind) {
                    return None;
                }
                self.prelude.push(op);
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
                (OpKind::Cast, [Class::Linear(a)]) if is_wide_int(m, m.ty(r)) => Some(*a),
                _ => None,
            };
            if let (Some(n), true) = (linear, is_wide_int(m, m.ty(r))) {
                self.prelude.push(op);
                facts.class.insert(r, Class::Linear(n));
                continue;
            }
            lane_size(m, m.ty(r))?;
            let mut args = Vec::new();
            for (&v, c) in m.operands(op).iter().zip(&operands) {
                lane_size(m, m.ty(v))?;
                args.push(self.node(m, v, c)?);
            }
            let n = self.now(Node::Compute { op, args }, m.ty(r));
            facts.class.insert(r, Class::Vector(n));
        }
        Some(Vec::new())
    }

    /// A node that is evaluated here.
    fn now(&mut self, n: Node, ty: Type) -> NodeId {
        let n = self.push(n, ty);
        self.steps.push(Step::Eval(n));
        n
    }

    fn push(&mut self, n: Node, ty: Type) -> NodeId {
        self.nodes.push(n);
        self.types.push(ty);
        self.rare.push(self.in_rare);
        self.scopes.push(self.open.last().map_or(0, |o| o.scope));
        self.nodes.len() - 1
    }

    fn node(&mut self, m: &Module, v: Value, c: &Class) -> Option<NodeId> {
        let ty = m.ty(v);
        Some(match c {
            Class::Vector(n) => *n,
            Class::Uniform => {
                let n = self.now(Node::Uniform(v), ty);
                self.scopes[n] = self.scope(m, v);
                n
            }
            Class::Linear(step) => {
                let n = self.now(Node::Linear { value: v, step: *step }, ty);
                self.scopes[n] = self.scope(m, v);
                n
            }
            Class::Address(_) | Class::Carry(_) | Class::Better(_) => return None,
        })
    }
}

fn stores(steps: &[Step]) -> bool {
    steps.iter().any(|s| match s {
        Step::Store { .. } => true,
        Step::If { steps, .. } | Step::Leave { steps, .. } => stores(steps),
        Step::Loop(inner) => stores(&inner.steps),
        Step::Choice { parts, .. } => parts.iter().any(|p| stores(p)),
        Step::Eval(_) | Step::Carry { .. } | Step::Best { .. } | Step::Bail { .. } | Step::Stop { .. } => false,
    })
}

fn is_wide_int(m: &Module, t: Type) -> bool {
    matches!(m.types.kind(t), TypeKind::Index | TypeKind::Int(32 | 64))
}

/// Bytes of a lane for values of a type; none where vectors cannot hold it. Truth values have the size
/// of what was compared (0 here); 8-bit and 16-bit integers travel in 32-bit lanes.
pub fn lane_size(m: &Module, t: Type) -> Option<i64> {
    match m.types.kind(t) {
        TypeKind::Bool => Some(0),
        TypeKind::Int(8 | 16) | TypeKind::Logical(8 | 16) => Some(4),
        TypeKind::Int(32) | TypeKind::Float(32) | TypeKind::Logical(32) => Some(4),
        TypeKind::Int(64) | TypeKind::Float(64) | TypeKind::Logical(64) | TypeKind::Index => Some(8),
        _ => None,
    }
}
