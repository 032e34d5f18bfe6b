//! Local allocatables and pointers of which it is known where they are null: what asks there is answered, and a descriptor that
//! only one part of a choice uses is made there. A procedure that seldom needs its local array then does nothing for it.
//!
//! A part of `simplify`.

use crate::analysis::labels::labelled_regions;
use crate::choices::DeclareAttr;
use crate::entity::{Op, Region, Value};
use crate::module::{Builder, Module};
use crate::ops::OpKind;
use crate::types::{Type, TypeKind};
use ferrotran_abi::rt;
use rustc_hash::FxHashMap;

/// Answers questions and moves descriptors in a procedure's body; gives how many.
pub(super) fn run(m: &mut Module, body: Region) -> u64 {
    let all = m.walk(body);
    let made: Vec<Op> = all.into_iter().filter(|&o| is_descriptor(m, o)).collect();
    if made.is_empty() || !labelled_regions(m, body).is_empty() {
        return 0;
    }
    let mut n = 0;
    for alloca in made {
        let Some(touched) = touched(m, alloca) else { continue };
        let mut walk = Walk { m, touched: &touched, blocks: Vec::new(), null: Vec::new() };
        let home = m.ops[alloca].parent.expect("it stands in a region");
        walk.region(home, Some(State::Unknown));
        for asks in walk.null {
            let no = Builder::before(m, asks).int(0, Type::BOOL);
            let old = m.result(asks);
            m.replace_all_uses(old, no);
            m.detach(asks);
            n += 1;
        }
        n += u64::from(sink(m, alloca));
    }
    n
}

fn is_descriptor(m: &Module, op: Op) -> bool {
    m.kind(op) == OpKind::Alloca
        && !m.flag(op, "kept")
        && matches!(m.tk(m.result(op)), TypeKind::Ref(e) if matches!(m.types.kind(*e), TypeKind::Box { .. }))
}

/// What an op does with the descriptor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Touch {
    /// It is null afterwards.
    Null,
    /// It may be anything afterwards.
    Change,
    /// The op asks whether it is null.
    Ask,
}

/// All that is done with a descriptor, but for what only reads it; none where somebody may keep its address, or where
/// control around it has no structure.
fn touched(m: &Module, alloca: Op) -> Option<FxHashMap<Op, Touch>> {
    let home = m.ops[alloca].parent;
    let mut out = FxHashMap::default();
    let mut names: Vec<Value> = vec![m.result(alloca)];
    while let Some(name) = names.pop() {
        for (op, i) in m.uses(name) {
            let touch = match m.kind(op) {
                OpKind::BoxInit | OpKind::BoxNullify | OpKind::BoxDeallocate => Some(Touch::Null),
                OpKind::BoxAllocate | OpKind::BoxSet | OpKind::BoxSetDyn if i == 0 => Some(Touch::Change),
                OpKind::BoxAllocated => Some(Touch::Ask),
                OpKind::BoxView
                | OpKind::BoxRef
                | OpKind::BoxAddr
                | OpKind::BoxLbound
                | OpKind::BoxExtent
                | OpKind::BoxElemLen
                | OpKind::BoxDyn => None,
                OpKind::Declare if !m.has_choice(op, DeclareAttr::Volatile) => {
                    names.push(m.result(op));
                    None
                }
                OpKind::CastRef => {
                    names.push(m.result(op));
                    None
                }
                // A procedure may change a dummy argument while it runs, not later.
                OpKind::Call if !m.flag(op, "runtime") => Some(Touch::Change),
                OpKind::Call if m.runtime_fn(op) == Some(rt::frt_memmove) => (i == 0).then_some(Touch::Change),
                _ => return None,
            };
            if !structured(m, op, home) {
                return None;
            }
            match touch {
                // Of several things that a call does the worst counts.
                Some(Touch::Change) => drop(out.insert(op, Touch::Change)),
                Some(touch) => drop(out.entry(op).or_insert(touch)),
                None => {}
            }
        }
    }
    Some(out)
}

/// True where only choices, loops and blocks stand around an op, up to a region.
fn structured(m: &Module, mut op: Op, home: Option<Region>) -> bool {
    while m.ops[op].parent != home {
        let Some(around) = m.parent_op(op) else { return false };
        let fits = matches!(
            m.kind(around),
            OpKind::If
                | OpKind::SelectCase
                | OpKind::Block
                | OpKind::For
                | OpKind::While
                | OpKind::Parallel
                | OpKind::Reduce
        );
        if !fits {
            return false;
        }
        op = around;
    }
    true
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    Null,
    Unknown,
}

/// What holds where two ways come together, of which nothing may come.
fn join(a: Option<State>, b: Option<State>) -> Option<State> {
    match (a, b) {
        (None, x) | (x, None) => x,
        (Some(a), Some(b)) => Some(if a == b { a } else { State::Unknown }),
    }
}

struct Walk<'m> {
    m: &'m Module,
    touched: &'m FxHashMap<Op, Touch>,
    /// Blocks around the place at hand, with what comes out of them by jumps.
    blocks: Vec<(Op, Option<State>)>,
    /// Ops that ask where it is null.
    null: Vec<Op>,
}

impl Walk<'_> {
    /// What holds at the end of a region, if control comes there.
    fn region(&mut self, r: Region, mut now: Option<State>) -> Option<State> {
        let m = self.m;
        for &op in &m.regions[r].ops {
            now?;
            match (self.touched.get(&op), m.kind(op)) {
                (Some(Touch::Null), _) => now = Some(State::Null),
                (Some(Touch::Change), _) => now = Some(State::Unknown),
                (Some(Touch::Ask), _) => {
                    if now == Some(State::Null) {
                        self.null.push(op);
                    }
                }
                (None, OpKind::If | OpKind::SelectCase) => {
                    // There may be no case for it.
                    let mut after = if m.kind(op) == OpKind::SelectCase { now } else { None };
                    for &inner in &m.ops[op].regions {
                        after = join(after, self.region(inner, now));
                    }
                    now = after;
                }
                (None, OpKind::Block) => {
                    self.blocks.push((op, None));
                    let end = self.region(m.region(op, 0), now);
                    let jumps = self.blocks.pop().and_then(|b| b.1);
                    now = join(end, jumps);
                }
                (None, OpKind::Break) => {
                    let label = m.attr_str(op, "label");
                    let around =
                        self.blocks.iter_mut().rev().find(|b| label.is_some() && m.attr_str(b.0, "label") == label);
                    if let Some(block) = around {
                        block.1 = join(block.1, now);
                    }
                    return None;
                }
                (None, OpKind::Continue | OpKind::Return | OpKind::Unreachable) => return None,
                (None, _) => {
                    let regions = &m.ops[op].regions;
                    if regions.iter().any(|&r| m.walk(r).iter().any(|o| self.changes(*o))) {
                        now = Some(State::Unknown);
                    }
                    for &inner in regions {
                        self.region(inner, now);
                    }
                }
            }
        }
        now
    }

    fn changes(&self, op: Op) -> bool {
        self.touched.get(&op).is_some_and(|t| *t != Touch::Ask)
    }
}

/// Moves a descriptor into the part of a choice that alone uses it.
fn sink(m: &mut Module, alloca: Op) -> bool {
    let v = m.result(alloca);
    let users = m.users(v);
    let (inits, others): (Vec<Op>, Vec<Op>) = users.into_iter().partition(|&u| m.kind(u) == OpKind::BoxInit);
    let home = m.ops[alloca].parent;
    let &[init] = &inits[..] else { return false };
    if m.ops[init].parent != home || others.is_empty() {
        return false;
    }
    let mut part = None;
    for user in others {
        let mut at = user;
        let mut inside = None;
        while m.ops[at].parent != home {
            inside = m.ops[at].parent;
            let Some(around) = m.parent_op(at) else { return false };
            at = around;
        }
        let Some(inside) = inside.filter(|_| m.kind(at) == OpKind::If) else { return false };
        if m.position(at).1 < m.position(init).1 || part.is_some_and(|p| p != inside) {
            return false;
        }
        part = Some(inside);
    }
    let Some(part) = part else { return false };
    for (at, op) in [alloca, init].into_iter().enumerate() {
        m.detach(op);
        m.insert(part, at, op);
    }
    true
}
