//! `subscripts`: integers of 32 bits that a loop carries, changes by constants and uses as subscripts are carried with 64, so that no
//! iteration extends them. Subscripts do not overflow in a correct program; for all other uses the lower half is taken, which wraps
//! around as before.
//!
//! Loops of vectors have no scalars of their own that memory is found by, and stay.

use crate::entity::{Op, Region, Value};
use crate::module::{Builder, Module};
use crate::ops::OpKind;
use crate::passes::{PassCtx, PassError};
use crate::types::{Type, TypeKind};
use rustc_hash::FxHashMap;

/// Most sums between a carried integer and a subscript.
const MOST_SUMS: u32 = 4;

/// Runs the pass.
pub fn run(m: &mut Module, cx: &mut PassCtx) -> Result<(), PassError> {
    if !cx.machine.vectors {
        return Ok(());
    }
    for f in m.top_ops(OpKind::Func).collect::<Vec<_>>() {
        let mut wide = Wide::default();
        // From the inside to the outside: what an inner loop begins with is what the outer one carries.
        for op in m.walk(m.region(f, 0)).into_iter().rev() {
            if matches!(m.kind(op), OpKind::For | OpKind::While) {
                cx.count("integers", wide.a_loop(m, op));
            }
        }
    }
    Ok(())
}

/// The integers of 64 bits of which integers of 32 bits are the lower half.
#[derive(Default)]
struct Wide(FxHashMap<Value, Value>);

impl Wide {
    /// What a loop carries; gives the number of integers with 64 bits.
    fn a_loop(&mut self, m: &mut Module, op: Op) -> u64 {
        let narrow: Vec<usize> =
            (0..m.ops[op].results.len()).filter(|&k| m.ty(m.ops[op].results[k]) == Type::I32).collect();
        if narrow.is_empty() || is_left_alone(m, op) {
            return 0;
        }
        let ends = ends(m, op);
        let mut n = 0;
        for k in narrow {
            let carried = arguments(m, op, k);
            let mut subscripts = Vec::new();
            for &a in &carried {
                casts(m, a, MOST_SUMS, &mut subscripts);
            }
            let changes =
                ends.iter().all(|&(end, from)| self.is_near(m, m.operand(end, from + k), &carried, MOST_SUMS));
            if subscripts.is_empty() || !changes {
                continue;
            }
            self.widen(m, op, k, &carried, &ends, &subscripts);
            n += 1;
        }
        n
    }

    /// Whether a value is one of those that are carried, or comes from one by constants, or has 64 bits anyway.
    fn is_near(&self, m: &Module, v: Value, carried: &[Value], left: u32) -> bool {
        if carried.contains(&v) || self.0.contains_key(&v) || m.const_int(v).is_some() || is_cast(m, v) {
            return true;
        }
        let Some(d) = m.def(v).filter(|_| left > 0) else { return false };
        matches!(m.kind(d), OpKind::Add | OpKind::Sub)
            && m.const_int(m.operand(d, 1)).is_some()
            && self.is_near(m, m.operand(d, 0), carried, left - 1)
    }

    fn widen(&mut self, m: &mut Module, op: Op, k: usize, carried: &[Value], ends: &[(Op, usize)], subscripts: &[Op]) {
        let result = m.ops[op].results[k];
        let fixed = if m.kind(op) == OpKind::For { 3 } else { 0 };
        for &v in carried.iter().chain([&result]) {
            m.values[v].ty = Type::INDEX;
        }
        for &a in carried {
            let home = m.home(a).expect("an argument has a region");
            let first = m.regions[home].ops[0];
            self.lower_half(m, a, first);
        }
        let (home, at) = m.position(op);
        if let Some(&next) = m.regions[home].ops.get(at + 1) {
            self.lower_half(m, result, next);
        }
        let start = self.of(m, op, m.operand(op, fixed + k));
        m.set_operand(op, fixed + k, start);
        for &(end, from) in ends {
            let v = self.of(m, end, m.operand(end, from + k));
            m.set_operand(end, from + k, v);
        }
        for &cast in subscripts {
            if m.is_attached(cast) {
                let new = self.of(m, cast, m.operand(cast, 0));
                let old = m.result(cast);
                m.replace_all_uses(old, new);
                m.detach(cast);
            }
        }
    }

    /// Puts the lower half of a value in front of an op, for all that uses the value.
    fn lower_half(&mut self, m: &mut Module, v: Value, before: Op) {
        let half = Builder::before(m, before).cast(v, Type::I32);
        let cast = m.def(half).expect("the types differ");
        m.replace_all_uses(v, half);
        m.set_operand(cast, 0, v);
        self.0.insert(half, v);
    }

    /// A value with 64 bits, in front of an op.
    fn of(&mut self, m: &mut Module, before: Op, v: Value) -> Value {
        if let Some(&w) = self.0.get(&v) {
            return w;
        }
        if let Some(n) = m.const_int(v) {
            return Builder::before(m, before).index(n);
        }
        let sum =
            m.def(v).filter(|&d| matches!(m.kind(d), OpKind::Add | OpKind::Sub) && self.is_known_sum(m, d, MOST_SUMS));
        if let Some(d) = sum {
            let x = self.of(m, before, m.operand(d, 0));
            let y = self.of(m, before, m.operand(d, 1));
            let kind = m.kind(d);
            return Builder::before(m, before).binary(kind, x, y);
        }
        Builder::before(m, before).cast(v, Type::INDEX)
    }

    /// Whether a sum is one of a value with 64 bits and constants.
    fn is_known_sum(&self, m: &Module, d: Op, left: u32) -> bool {
        let x = m.operand(d, 0);
        let inner = || {
            m.def(x)
                .is_some_and(|e| matches!(m.kind(e), OpKind::Add | OpKind::Sub) && self.is_known_sum(m, e, left - 1))
        };
        left > 0 && m.const_int(m.operand(d, 1)).is_some() && (self.0.contains_key(&x) || inner())
    }
}

/// The arguments that have the carried value of that number.
fn arguments(m: &Module, op: Op, k: usize) -> Vec<Value> {
    let iv = usize::from(m.kind(op) == OpKind::For);
    m.ops[op].regions.iter().map(|&r| m.args(r)[iv + k]).collect()
}

/// The ops that hand on what a loop carries, each with the number of its first operand that is carried.
fn ends(m: &Module, op: Op) -> Vec<(Op, usize)> {
    let mut found = Vec::new();
    for (part, &r) in m.ops[op].regions.iter().enumerate() {
        let asks = m.kind(op) == OpKind::While && part == 0;
        for o in m.walk(r) {
            match m.kind(o) {
                OpKind::Yield if m.ops[o].parent == Some(r) => found.push((o, usize::from(asks))),
                OpKind::Break | OpKind::Continue if m.jump_target(o) == Some(op) => found.push((o, 0)),
                _ => {}
            }
        }
    }
    found
}

fn is_vector(m: &Module, v: Value) -> bool {
    matches!(m.tk(v), TypeKind::Vec { .. })
}

/// Whether there are vectors in a loop, or products whose regions name what they take from around.
fn is_left_alone(m: &Module, op: Op) -> bool {
    let vectors = |o: Op| m.ops[o].results.iter().chain(m.operands(o)).any(|&v| is_vector(m, v));
    let inside = |&r: &Region| m.walk(r).into_iter().any(|o| m.kind(o) == OpKind::LibMatmul || vectors(o));
    m.ops[op].regions.iter().any(inside)
}

/// Whether the value is extended to a subscript somewhere.
fn is_cast(m: &Module, v: Value) -> bool {
    m.users(v).iter().any(|&u| m.kind(u) == OpKind::Cast && m.ty(m.result(u)) == Type::INDEX)
}

/// The casts that make subscripts of a value, or of its sums with constants.
fn casts(m: &Module, v: Value, left: u32, found: &mut Vec<Op>) {
    for u in m.users(v) {
        match m.kind(u) {
            OpKind::Cast if m.ty(m.result(u)) == Type::INDEX => found.push(u),
            OpKind::Add | OpKind::Sub if left > 0 && m.operand(u, 0) == v && m.const_int(m.operand(u, 1)).is_some() => {
                casts(m, m.result(u), left - 1, found);
            }
            _ => {}
        }
    }
}
