//! Straight-line loop bodies: what every vector emitter starts from.
//!
//! [`Straight`] says what one iteration of the innermost (first) dimension does: loads and stores at
//! addresses that advance by a fixed stride, and arithmetic between them. What does not depend on that
//! index is *uniform*: its scalar code runs once per row, before the loop ([`Straight::prelude`]), with
//! the index taken as zero, which gives the first address of every access as well. An emitter walks
//! [`Straight::steps`] for as many lanes as it likes; it knows nothing about the IR's memory ops.

use super::effects::{is_box_read, is_pure, is_volatile_access, makes_storage, may_trap, surely_exists, writes};
use super::price::price;

mod inner;

use crate::choices::{DeclareAttr, MathFn, Pred};
use crate::entity::{Op, Region, Value};
use crate::module::Module;
use crate::ops::OpKind;
use crate::types::{Type, TypeKind};
use ferrotran_abi::reduction::ReduceOp;
use rustc_hash::FxHashMap;

/// Price up to which steps run for all lanes rather than under a mask.
const CHEAP: u32 = 4;

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

/// A comparison with a value that the loop carries.
#[derive(Clone, Copy, Debug)]
struct Better {
    carry: usize,
    value: Value,
    node: NodeId,
    /// More is better.
    more: bool,
    /// Equal is better, too.
    equal: bool,
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

/// What a conditional yields where its mask is set.
enum Part {
    Node(NodeId),
    /// What that carried value came to.
    Carry(usize, Value),
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
        let doubtful = |c: &Carry| c.strict && matches!(m.types.kind(c.ty), TypeKind::Float(_));
        let broken = stores(&s.steps) && s.carries.iter().any(doubtful);
        (!broken).then_some(s)
    }

    /// Values that have a sign of zero in doubt after all iterations, by number.
    pub fn doubtful(&self, m: &Module) -> Vec<usize> {
        let real = |c: &Carry| c.strict && matches!(m.types.kind(c.ty), TypeKind::Float(_));
        (0..self.carries.len()).filter(|&k| real(&self.carries[k])).collect()
    }

    /// An operation on what a value that the loop carries came to so far.
    fn carried(&mut self, m: &Module, op: Op, operands: &[Class], facts: &mut Facts) -> Option<()> {
        let r = *m.ops[op].results.first()?;
        if m.kind(op) == OpKind::Cmp {
            return self.better(m, op, operands, facts);
        }
        let (k, other) = match operands {
            [Class::Carry(_), Class::Carry(_)] => return None,
            [Class::Carry(k), _] => (*k, 1),
            [_, Class::Carry(k)] if m.kind(op) != OpKind::Sub => (*k, 0),
            _ => return None,
        };
        let kind = match m.kind(op) {
            OpKind::Add | OpKind::Sub => ReduceOp::Sum,
            OpKind::And => ReduceOp::Iall,
            OpKind::Or => ReduceOp::Iany,
            OpKind::Xor => ReduceOp::Iparity,
            // Which of two zeros it is may depend on the order, as what Fortran's MAX gives of them.
            OpKind::Min if !matches!(m.tk(r), TypeKind::Int(8)) => ReduceOp::Min,
            OpKind::Max if !matches!(m.tk(r), TypeKind::Int(8)) => ReduceOp::Max,
            OpKind::Mul if !is_wide_int(m, m.ty(r)) => ReduceOp::Product,
            _ => return None,
        };
        let float = matches!(m.tk(r), TypeKind::Float(32 | 64));
        let any_order = is_wide_int(m, m.ty(r)) || float && (self.reassociate || kind.is_extreme());
        let carry = &self.carries[k];
        if carry.strict || carry.follows.is_some() || !self.open.is_empty() {
            return None;
        }
        if !any_order || *self.carries[k].kind.get_or_insert(kind) != kind {
            return None;
        }
        if self.carries[k].now != m.operand(op, 1 - other) {
            return None;
        }
        let v = m.operand(op, other);
        let value = self.node(m, v, &operands[other])?;
        self.carries[k].now = r;
        self.steps.push(Step::Carry { carry: k, value, negate: m.kind(op) == OpKind::Sub });
        facts.class.insert(r, Class::Carry(k));
        Some(())
    }

    /// A comparison with a value that the loop carries.
    fn better(&mut self, m: &Module, op: Op, operands: &[Class], facts: &mut Facts) -> Option<()> {
        let (carry, other) = match operands {
            [Class::Carry(_), Class::Carry(_)] => return None,
            [Class::Carry(k), _] => (*k, 1),
            [_, Class::Carry(k)] => (*k, 0),
            _ => return None,
        };
        let (more, equal) = match m.choice(op) {
            Pred::Gt => (true, false),
            Pred::Ge => (true, true),
            Pred::Lt => (false, false),
            Pred::Le => (false, true),
            _ => return None,
        };
        let (value, r) = (m.operand(op, other), m.result(op));
        let number = is_wide_int(m, m.ty(value)) || matches!(m.tk(value), TypeKind::Float(32 | 64));
        if self.masks || !self.open.is_empty() || !number || self.carries[carry].now != m.operand(op, 1 - other) {
            return None;
        }
        let node = self.node(m, value, &operands[other])?;
        let better = Better { carry, value, node, more: more == (other == 0), equal };
        facts.class.insert(r, Class::Better(better));
        Some(())
    }

    /// A conditional on such a comparison: the better value is taken, with others.
    fn best(&mut self, m: &Module, op: Op, facts: &mut Facts, context: Context, better: Better) -> Option<()> {
        let Better { carry, value, node, more, equal } = better;
        let (then, other) = (only_yields(m, m.region(op, 0))?, only_yields(m, m.region(op, 1))?);
        let free = |s: &Straight, k: usize| {
            let c = &s.carries[k];
            c.kind.is_none() && !c.strict && c.follows.is_none()
        };
        if !matches!(context, Context::Always | Context::Chosen) || !free(self, carry) {
            return None;
        }
        let (mut with, mut seen) = (Vec::new(), false);
        for ((&r, new), old) in m.ops[op].results.iter().zip(then).zip(other) {
            let Class::Carry(k) = facts.get(old) else { return None };
            if self.carries[k].now != old {
                return None;
            }
            if k == carry {
                if new != value || seen {
                    return None;
                }
                seen = true;
            } else {
                // Of equal ones the first counts, which is the least number.
                let Class::Linear(step) = facts.get(new) else { return None };
                if equal || step == 0 || !free(self, k) || !is_wide_int(m, m.ty(new)) {
                    return None;
                }
                with.push((k, self.node(m, new, &Class::Linear(step))?));
                self.carries[k].follows = Some((carry, step));
            }
            self.carries[k].now = r;
            facts.class.insert(r, Class::Carry(k));
        }
        if !seen {
            return None;
        }
        self.carries[carry].kind = Some(if more { ReduceOp::Max } else { ReduceOp::Min });
        self.carries[carry].strict = true;
        self.steps.push(Step::Best { carry, value: node, more, with });
        Some(())
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
            // Narrow registers have no masks that keep lanes from raising exceptions.
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

    fn store(&mut self, m: &Module, op: Op, operands: &[Class], context: Context) -> Option<()> {
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

    fn load(&mut self, m: &Module, op: Op, from: &Class, facts: &mut Facts, context: Context) -> Option<()> {
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
    fn element(&mut self, m: &Module, op: Op, operands: &[Class], facts: &mut Facts) -> Option<()> {
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

    /// A loop.if as steps under masks: with accesses of memory that is found to be there, else without any.
    fn conditional(&mut self, m: &Module, op: Op, facts: &mut Facts, context: Context) -> Option<()> {
        let outermost = matches!(context, Context::Always | Context::Masked | Context::Chosen)
            && matches!(facts.get(m.operand(op, 0)), Class::Vector(_));
        if self.ordered && !self.masks && outermost && !m.flag(op, "masked") {
            let carries = self.carries.clone();
            let marks = (self.nodes.len(), self.accesses.len(), self.prelude.len(), self.late.len(), self.steps.len());
            let done = self.masked(m, op, facts, context, Context::Guarded);
            if done.is_some() {
                return done;
            }
            self.carries = carries;
            self.cut(marks.0, marks.1, marks.2, marks.3);
            self.steps.truncate(marks.4);
        }
        let inner = match context {
            Context::Private | Context::Leaving | Context::Guarded | Context::Lanes => context,
            Context::Always | Context::Masked | Context::Chosen if m.flag(op, "masked") => Context::Masked,
            Context::Always | Context::Masked | Context::Chosen if self.masks => Context::Lanes,
            Context::Always | Context::Masked | Context::Chosen => Context::Private,
        };
        self.masked(m, op, facts, context, inner)
    }

    /// Forgets what was found last, but for so much.
    fn cut(&mut self, nodes: usize, accesses: usize, prelude: usize, late: usize) {
        self.nodes.truncate(nodes);
        self.types.truncate(nodes);
        self.rare.truncate(nodes);
        self.scopes.truncate(nodes);
        self.accesses.truncate(accesses);
        self.prelude.truncate(prelude);
        self.late.truncate(late);
        self.elements.truncate(late);
    }

    /// A loop.if whose parts stand in `inner`.
    fn masked(&mut self, m: &Module, op: Op, facts: &mut Facts, context: Context, inner: Context) -> Option<()> {
        let cond = m.operand(op, 0);
        let mask = match facts.get(cond) {
            Class::Vector(mask) => mask,
            Class::Uniform => return self.choice(m, op, facts, context),
            Class::Better(better) => return self.best(m, op, facts, context, better),
            _ => return None,
        };
        let one_sided = only_yields(m, m.region(op, 1));
        let marks = (self.nodes.len(), self.accesses.len(), self.prelude.len(), self.late.len());
        let before: Vec<Value> = self.carries.iter().map(|c| c.now).collect();
        let was_rare = std::mem::replace(&mut self.in_rare, inner == Context::Private && one_sided.is_some());
        let then = self.part(m, m.region(op, 0), facts, inner);
        self.in_rare = was_rare;
        let Some((steps, then)) = then else {
            self.cut(marks.0, marks.1, marks.2, marks.3);
            return self.bail(m, op, facts, (context, mask), &one_sided?);
        };
        let Some(values) = one_sided else {
            return self.two_sided(m, op, facts, (inner, mask), &before, (steps, then));
        };
        let elsewhere: Vec<(Value, Class)> = values.into_iter().map(|v| (v, facts.get(v))).collect();
        let mut merges = Vec::new();
        for ((&result, then), (v, old)) in m.ops[op].results.iter().zip(then).zip(elsewhere) {
            let class = match (then, old) {
                (Part::Carry(k, now), Class::Carry(c)) => {
                    // What it was before, or what it came to under the mask.
                    if c != k || self.carries[k].now != now || before[k] != v {
                        return None;
                    }
                    self.carries[k].now = result;
                    Class::Carry(k)
                }
                (Part::Node(new), old) => {
                    let old = self.node(m, v, &old)?;
                    lane_size(m, m.ty(result))?;
                    let merged = self.push(Node::Merge, m.ty(result));
                    merges.push((merged, new, old));
                    Class::Vector(merged)
                }
                (Part::Carry(..), _) => return None,
            };
            facts.class.insert(result, class);
        }
        self.no_carry_is_lost(m, op, &before)?;
        self.steps.push(Step::If { mask, steps, merges });
        Some(())
    }

    /// Leaves the elements for which a rare case occurs that only gives other values to scalar code.
    fn bail(
        &mut self,
        m: &Module,
        op: Op,
        facts: &mut Facts,
        (context, mask): (Context, NodeId),
        elsewhere: &[Value],
    ) -> Option<()> {
        let values_only = m.walk(m.region(op, 0)).iter().all(|&o| writes(m, o).is_empty());
        // The mask of a WHERE is no rare case.
        let rare = values_only && !m.flag(op, "masked");
        if self.ordered || context != Context::Always || !rare || stores(&self.steps) {
            return None;
        }
        self.bails = true;
        self.steps.push(Step::Bail { mask });
        for (&result, &v) in m.ops[op].results.iter().zip(elsewhere) {
            let n = self.node(m, v, &facts.get(v))?;
            facts.class.insert(result, Class::Vector(n));
        }
        Some(())
    }

    /// A loop.if with two parts, of which the first one was looked at. Steps stay in the order of the source; only arithmetic that costs
    /// next to nothing, and can be noticed by nobody, runs in all lanes and before.
    fn two_sided(
        &mut self,
        m: &Module,
        op: Op,
        facts: &mut Facts,
        (inner, mask): (Context, NodeId),
        before: &[Value],
        (steps, then): (Vec<Step>, Vec<Part>),
    ) -> Option<()> {
        let after: Vec<Value> = self.carries.iter().map(|c| c.now).collect();
        for (c, &old) in self.carries.iter_mut().zip(before) {
            c.now = old;
        }
        let (other, parts) = self.part(m, m.region(op, 1), facts, inner)?;
        if self.carries.iter().zip(before).any(|(c, &old)| c.now != old) {
            return None;
        }
        for (c, now) in self.carries.iter_mut().zip(after) {
            c.now = now;
        }
        let early = self.is_cheap(m, &other) && !self.loads(&other) && !self.is_noticed(m, &other);
        let (mut merges, mut others) = (Vec::new(), Vec::new());
        for ((&result, then), part) in m.ops[op].results.iter().zip(then).zip(parts) {
            let class = match (then, part) {
                (Part::Carry(k, now), Part::Carry(c, v)) => {
                    // What it was before, or what it came to under the mask.
                    if c != k || self.carries[k].now != now || before[k] != v {
                        return None;
                    }
                    self.carries[k].now = result;
                    Class::Carry(k)
                }
                (Part::Node(new), Part::Node(n)) => {
                    lane_size(m, m.ty(result))?;
                    let ty = m.ty(result);
                    let merged = if early {
                        let merged = self.push(Node::Merge, ty);
                        merges.push((merged, new, n));
                        merged
                    } else {
                        let zero = self.now(Node::Zero, ty);
                        let first = self.push(Node::Merge, ty);
                        merges.push((first, new, zero));
                        let merged = self.push(Node::Merge, ty);
                        others.push((merged, n, first));
                        merged
                    };
                    Class::Vector(merged)
                }
                (Part::Carry(..), _) | (_, Part::Carry(..)) => return None,
            };
            facts.class.insert(result, class);
        }
        self.no_carry_is_lost(m, op, before)?;
        if early {
            self.steps.extend(other);
            self.steps.push(Step::If { mask, steps, merges });
        } else {
            self.steps.push(Step::If { mask, steps, merges });
            let contrary = self.now(Node::Not(mask), Type::BOOL);
            self.steps.push(Step::If { mask: contrary, steps: other, merges: others });
        }
        Some(())
    }

    /// What a carried value came to under a mask is a result of the conditional.
    fn no_carry_is_lost(&self, m: &Module, op: Op, before: &[Value]) -> Option<()> {
        let results = &m.ops[op].results;
        let lost = self.carries.iter().zip(before).any(|(c, &old)| c.now != old && !results.contains(&c.now));
        (!lost).then_some(())
    }

    /// Whether steps load anything.
    fn loads(&self, steps: &[Step]) -> bool {
        steps.iter().any(|s| matches!(s, Step::Eval(n) if matches!(self.nodes[*n], Node::Load(_))))
    }

    /// Whether steps compute with reals, which may raise exceptions.
    pub fn may_raise(&self, m: &Module, steps: &[Step]) -> bool {
        steps.iter().any(|s| match s {
            Step::Eval(n) => matches!(self.nodes[*n], Node::Compute { op, .. } if may_raise(m, op)),
            Step::Store { .. } | Step::Carry { .. } | Step::Bail { .. } | Step::Stop { .. } => false,
            Step::Best { .. } => true,
            Step::If { steps, .. } | Step::Leave { steps, .. } => self.may_raise(m, steps),
            Step::Loop(inner) => self.may_raise(m, &inner.steps),
            Step::Choice { parts, .. } => parts.iter().any(|p| self.may_raise(m, p)),
        })
    }

    /// Whether an op raises exceptions that somebody may notice, if lanes run it that do not take part.
    fn raises(&self, m: &Module, op: Op) -> bool {
        if self.masks { may_raise(m, op) } else { risk(m, op).is_some() }
    }

    /// The same of steps.
    fn is_noticed(&self, m: &Module, steps: &[Step]) -> bool {
        steps.iter().any(|s| match s {
            Step::Eval(n) => matches!(self.nodes[*n], Node::Compute { op, .. } if self.raises(m, op)),
            Step::Store { .. } | Step::Carry { .. } | Step::Bail { .. } | Step::Stop { .. } => false,
            Step::If { steps, .. } => self.is_noticed(m, steps),
            // In these no operands are exchanged.
            Step::Best { .. } | Step::Loop(_) | Step::Leave { .. } | Step::Choice { .. } => {
                self.may_raise(m, std::slice::from_ref(s))
            }
        })
    }

    /// One part of a conditional: its steps, and what it yields.
    fn part(&mut self, m: &Module, r: Region, facts: &mut Facts, inner: Context) -> Option<(Vec<Step>, Vec<Part>)> {
        let outer = std::mem::take(&mut self.steps);
        let parts = self.yielded(m, r, facts, inner);
        let steps = std::mem::replace(&mut self.steps, outer);
        Some((steps, parts?))
    }

    fn yielded(&mut self, m: &Module, r: Region, facts: &mut Facts, inner: Context) -> Option<Vec<Part>> {
        let yields = self.ops(m, r, facts, inner)?;
        yields
            .into_iter()
            .map(|v| match facts.get(v) {
                Class::Carry(k) => Some(Part::Carry(k, v)),
                class => self.node(m, v, &class).map(Part::Node),
            })
            .collect()
    }

    /// Whether steps cost less than to find out whether some lane needs them.
    pub fn is_cheap(&self, m: &Module, steps: &[Step]) -> bool {
        let price = |s: &Step| match s {
            Step::Eval(n) => match &self.nodes[*n] {
                Node::Compute { op, .. } => Some(price(m, *op)),
                Node::Load(_) => Some(1),
                Node::Uniform(_) | Node::Linear { .. } | Node::Merge | Node::Not(_) | Node::Zero => Some(0),
            },
            Step::Store { .. } | Step::Carry { .. } | Step::Bail { .. } | Step::If { .. } => None,
            Step::Loop(_) | Step::Leave { .. } | Step::Stop { .. } | Step::Choice { .. } | Step::Best { .. } => None,
        };
        steps.iter().try_fold(0u32, |sum, s| Some(sum.saturating_add(price(s)?))).is_some_and(|sum| sum <= CHEAP)
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
        OpKind::ViewMake => m.def(m.operand(op, 0)).is_none_or(|o| makes_storage(m.kind(o))),
        k => makes_storage(k) || k == OpKind::AddrOf,
    }
}

/// Whether an op computes with reals, which may raise exceptions.
fn may_raise(m: &Module, op: Op) -> bool {
    let real = |v: Value| matches!(m.tk(v), TypeKind::Float(_));
    match m.kind(op) {
        OpKind::Add | OpKind::Sub | OpKind::Mul | OpKind::Div | OpKind::Rem | OpKind::Modulo => real(m.operand(op, 0)),
        OpKind::Cast => real(m.operand(op, 0)),
        OpKind::Math => {
            let quiet = matches!(m.choice(op), MathFn::Abs | MathFn::CopySign | MathFn::IsNan);
            real(m.operand(op, 0)) && !quiet
        }
        _ => false,
    }
}

/// The operand by which a division or function of reals divides by zero or is invalid for numbers that programs keep from it,
/// and a number for which it is neither.
pub fn risk(m: &Module, op: Op) -> Option<(usize, f64)> {
    use MathFn::*;
    if !matches!(m.tk(*m.operands(op).first()?), TypeKind::Float(_)) {
        return None;
    }
    match m.kind(op) {
        OpKind::Div | OpKind::Rem | OpKind::Modulo => Some((1, 1.0)),
        OpKind::Cast if !matches!(m.tk(m.result(op)), TypeKind::Float(_)) => Some((0, 0.0)),
        OpKind::Math => match m.choice(op) {
            Abs | CopySign | IsNan | Fma | Conj | Floor | Ceil | Trunc | Round | Rint => None,
            Acosh | Pow | Ipow | Hypot => Some((0, 1.0)),
            Sqrt | Exp | Log | Log10 | Sin | Cos | Tan | Asin | Acos | Atan | Sinh | Cosh | Tanh | Asinh | Atanh
            | Atan2 | Erf | Erfc | Gamma | LogGamma | BesselJ0 | BesselJ1 | BesselY0 | BesselY1 | Exp2 | Log2
            | Cbrt | Sind | Cosd | Tand | Asind | Acosd | Atand | Atan2d => Some((0, 0.5)),
        },
        _ => None,
    }
}

/// What a region yields, if it does nothing else.
fn only_yields(m: &Module, r: Region) -> Option<Vec<Value>> {
    match m.regions[r].ops.as_slice() {
        [] => Some(Vec::new()),
        [y] if m.kind(*y) == OpKind::Yield => Some(m.operands(*y).to_vec()),
        _ => None,
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
