//! `counted-sums`: a loop that adds one whole number again and again (a sum over an array of which every element is known, a count
//! that is kept as a real) is a multiplication, where all sums on the way are exact.
//!
//! That is asked at run time: the sum begins with a whole number, and neither it nor the number of iterations is so large that
//! a sum would be rounded. Otherwise the loop runs.

use crate::choices::{MathFn, Pred};
use crate::entity::{Op, Value};
use crate::module::{Attr, Builder, Module};
use crate::ops::OpKind;
use crate::passes::{PassCtx, PassError};
use crate::types::Type;

/// Runs the pass.
pub fn run(m: &mut Module, cx: &mut PassCtx) -> Result<(), PassError> {
    for f in m.top_ops(OpKind::Func).collect::<Vec<_>>() {
        for op in m.walk(m.region(f, 0)) {
            if m.kind(op) == OpKind::For
                && let Some(sum) = find(m, op)
            {
                carry_out(m, op, &sum);
                cx.count("sums", 1);
            }
        }
    }
    Ok(())
}

/// What a loop adds in every iteration, and up to where that is exact.
struct Sum {
    number: f64,
    ty: Type,
    /// Below this a sum may begin, in absolute value.
    first: f64,
    /// Fewer iterations than this.
    iterations: i64,
}

/// The sum of a loop that does nothing else.
fn find(m: &Module, op: Op) -> Option<Sum> {
    let &[_, _, step, _] = m.operands(op) else { return None };
    let body = m.region(op, 0);
    let &[_, sum] = m.args(body) else { return None };
    if m.const_int(step) != Some(1) {
        return None;
    }
    let mut work = m.regions[body].ops.iter().copied().filter(|&o| m.kind(o) != OpKind::Const);
    let (add, end) = (work.next()?, work.next()?);
    let only = work.next().is_none() && m.kind(add) == OpKind::Add && m.kind(end) == OpKind::Yield;
    if !only || m.operands(end) != [m.result(add)] {
        return None;
    }
    let (a, b) = (m.operand(add, 0), m.operand(add, 1));
    let term = if a == sum { b } else { a };
    if !(a == sum || b == sum) {
        return None;
    }
    let number = match m.attr(m.def_of(term, OpKind::Const)?, "value")? {
        Attr::Float(x) => *x,
        Attr::Int(n) => *n as f64,
        _ => return None,
    };
    // Whole numbers up to 2**24 and 2**53 have a place each.
    let (most, first, iterations) = match m.ty(sum) {
        Type::F32 => (256.0, f64::from(1 << 22), 1 << 12),
        Type::F64 => (f64::from(1 << 16), (1i64 << 51) as f64, 1 << 32),
        _ => return None,
    };
    let fits = number != 0.0 && number.trunc() == number && number.abs() <= most;
    fits.then_some(Sum { number, ty: m.ty(sum), first, iterations })
}

fn carry_out(m: &mut Module, op: Op, sum: &Sum) {
    let [lb, ub, init] = [0, 1, 3].map(|k| m.operand(op, k));
    let old = m.result(op);
    let (then, other) = (m.new_region(&[]), m.new_region(&[]));
    let b = &mut Builder::before(m, op);
    let runs = b.cmp(Pred::Le, lb, ub);
    // Where it runs, so many iterations and one, up to a multiple of 2**64.
    let (from, to) = (b.cast(lb, Type::INDEX), b.cast(ub, Type::INDEX));
    let more = b.binary(OpKind::Sub, to, from);
    let (none, many) = (b.int(0, Type::INDEX), b.int(sum.iterations - 1, Type::INDEX));
    let (counted, few) = (b.cmp(Pred::Ge, more, none), b.cmp(Pred::Lt, more, many));
    let whole = b.math(MathFn::Trunc, &[init]);
    let whole = b.cmp(Pred::Eq, whole, init);
    let size = b.math(MathFn::Abs, &[init]);
    let limit = b.float(sum.first, sum.ty);
    let small = b.cmp(Pred::Lt, size, limit);
    let exact = [counted, few, whole, small].into_iter().fold(runs, |all: Value, c| b.binary(OpKind::And, all, c));
    let choice = b.op(OpKind::If).arg(exact).region(then).region(other).result(sum.ty).build();
    let new = m.result(choice);
    m.replace_all_uses(old, new);
    m.detach(op);
    m.insert(other, 0, op);
    Builder::at_end(m, other).op(OpKind::Yield).arg(old).build();
    let b = &mut Builder::at_end(m, then);
    let one = b.int(1, Type::INDEX);
    let count = b.binary(OpKind::Add, more, one);
    let count = b.cast(count, sum.ty);
    let number = b.float(sum.number, sum.ty);
    let product = b.binary(OpKind::Mul, count, number);
    let all = b.binary(OpKind::Add, init, product);
    b.op(OpKind::Yield).arg(all).build();
}
