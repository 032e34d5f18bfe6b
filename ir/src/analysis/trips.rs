//! Numbers of iterations.

use crate::choices::Pred;
use crate::entity::{Region, Value};
use crate::module::{Attr, Builder, Module};
use crate::ops::OpKind;
use crate::types::{Type, TypeKind};

/// No loop has more iterations than that: they would never end, and sums of such numbers and of sizes of chunks and tiles
/// still fit 64 bits.
pub const MOST: i64 = 1 << 62;

/// Bits of addresses.
const ADDRESS_BITS: u32 = 48;

/// How many iterations a DO loop with these bounds has; none where the step is zero.
pub fn known(lb: i64, ub: i64, step: i64) -> Option<i64> {
    let (lb, ub, step) = (i128::from(lb), i128::from(ub), i128::from(step));
    let n = (ub - lb + step).checked_div(step)?.clamp(0, MOST.into());
    i64::try_from(n).ok()
}

/// The number of iterations of a DO loop (an index), by ops. A step of zero stops the program.
pub fn count(b: &mut Builder<'_>, lb: Value, ub: Value, step: Value) -> Value {
    let ty = b.m.ty(lb);
    if let Some(n) = constant(b.m, lb, ub, step) {
        return b.index(n);
    }
    if *b.m.types.kind(ty) == TypeKind::Int(128) {
        return wide(b, lb, ub, step);
    }
    let by = b.m.const_int(step);
    if by.is_none_or(|n| n == 0) || !near(b.m, lb, ub, by) {
        return b.op(OpKind::Trips).arg(lb).arg(ub).arg(step).result(Type::INDEX).value();
    }
    let (lb, ub) = (b.cast(lb, Type::INDEX), b.cast(ub, Type::INDEX));
    let span = b.binary(OpKind::Sub, ub, lb);
    let zero = b.index(0);
    let n = if by == Some(1) {
        let one = b.index(1);
        b.binary(OpKind::Add, span, one)
    } else {
        let step = b.cast(step, Type::INDEX);
        let up = b.binary(OpKind::Add, span, step);
        b.binary(OpKind::Div, up, step)
    };
    b.binary(OpKind::Max, n, zero)
}

/// The same, by one op where an integer of 32 bits may not hold the number: what has no larger ones must ask.
pub fn count_asked(b: &mut Builder<'_>, lb: Value, ub: Value, step: Value) -> Value {
    let (first, last) = (range(b.m, lb), range(b.m, ub));
    let most = match (first, last, b.m.const_int(step)) {
        (Some(first), Some(last), Some(by)) if by > 0 => span(first.0, last.1, by),
        (Some(first), Some(last), Some(by)) if by < 0 => span(last.0, first.1, -by),
        _ => i128::MAX,
    };
    if most <= i128::from(i32::MAX) || constant(b.m, lb, ub, step).is_some() {
        return count(b, lb, ub, step);
    }
    if matches!(b.m.types.kind(b.m.ty(lb)), TypeKind::Int(128)) {
        return count(b, lb, ub, step);
    }
    b.op(OpKind::Trips).arg(lb).arg(ub).arg(step).result(Type::INDEX).value()
}

/// The largest number that comes about where iterations are counted.
fn span(lb: i64, ub: i64, by: i64) -> i128 {
    i128::from(ub) - i128::from(lb) + i128::from(by)
}

/// The least and the largest that an integer may be, as far as its type and how it comes about say.
fn range(m: &Module, v: Value) -> Option<(i64, i64)> {
    if let Some(n) = m.const_int(v) {
        return Some((n, n));
    }
    let own = match m.types.kind(m.ty(v)) {
        TypeKind::Int(n) if *n < 64 => Some((-(1 << (n - 1)), (1 << (n - 1)) - 1)),
        _ => None,
    };
    let Some(op) = m.def(v) else { return own };
    let of = |k: usize| range(m, m.operand(op, k));
    let found = match m.kind(op) {
        OpKind::Cast if matches!(m.types.kind(m.ty(m.operand(op, 0))), TypeKind::Int(_) | TypeKind::Index) => of(0),
        OpKind::ViewExtent => Some((0, i32::MAX.into())),
        // An integer of the program that wraps around is an error of the program.
        OpKind::Add => of(0).zip(of(1)).and_then(|(x, y)| x.0.checked_add(y.0).zip(x.1.checked_add(y.1))),
        OpKind::Sub => of(0).zip(of(1)).and_then(|(x, y)| x.0.checked_sub(y.1).zip(x.1.checked_sub(y.0))),
        OpKind::Max => of(0).zip(of(1)).map(|(x, y)| (x.0.max(y.0), x.1.max(y.1))),
        OpKind::Min => of(0).zip(of(1)).map(|(x, y)| (x.0.min(y.0), x.1.min(y.1))),
        _ => None,
    };
    match (own, found) {
        (Some(own), Some(found)) => Some((own.0.max(found.0), own.1.min(found.1))).filter(|r| r.0 <= r.1).or(Some(own)),
        (own, found) => found.or(own),
    }
}

/// The product of two numbers of iterations, at most [`MOST`] too.
pub fn product(b: &mut Builder<'_>, x: Value, y: Value) -> Value {
    if let (Some(x), Some(y)) = (b.m.const_int(x), b.m.const_int(y)) {
        return b.index(x.saturating_mul(y).min(MOST));
    }
    let plain = b.binary(OpKind::Mul, x, y);
    if bits(b.m, x) + bits(b.m, y) <= 66 {
        return plain;
    }
    let (one, most) = (b.index(1), b.index(MOST));
    let least = b.binary(OpKind::Max, x, one);
    let limit = b.binary(OpKind::Div, most, least);
    let fits = b.cmp(Pred::Le, y, limit);
    b.op(OpKind::Select).arg(fits).arg(plain).arg(most).result(Type::INDEX).value()
}

/// A loop over the values of a variable: its body and the value there. What counts has no more than 64 bits.
pub fn each(b: &mut Builder<'_>, lb: Value, ub: Value, step: Value, label: Option<Attr>) -> (Region, Value) {
    let ty = b.m.ty(lb);
    let is_wide = *b.m.types.kind(ty) == TypeKind::Int(128);
    let inner = b.m.new_region(&[if is_wide { Type::INDEX } else { ty }]);
    let mut value = b.m.args(inner)[0];
    let (mut first, mut last, mut by) = (lb, ub, step);
    if is_wide {
        let n = count(b, lb, ub, step);
        value = b.inside(inner, |b| {
            let number = b.cast(value, ty);
            let way = b.binary(OpKind::Mul, number, step);
            b.binary(OpKind::Add, lb, way)
        });
        (first, by) = (b.index(0), b.index(1));
        last = b.binary(OpKind::Sub, n, by);
    }
    b.op(OpKind::For).arg(first).arg(last).arg(by).attr_opt("label", label).region(inner).build();
    (inner, value)
}

fn constant(m: &Module, lb: Value, ub: Value, step: Value) -> Option<i64> {
    known(m.const_int(lb)?, m.const_int(ub)?, m.const_int(step)?)
}

/// Whether the distance of two bounds is surely an index.
fn near(m: &Module, lb: Value, ub: Value, by: Option<i64>) -> bool {
    match m.types.kind(m.ty(lb)) {
        // What counts from somewhere near, whose upper bound is one less than a number of iterations.
        TypeKind::Index => true,
        TypeKind::Int(64) => is_narrow(m, lb) && is_narrow(m, ub) || by == Some(1) && m.const_int(lb) == Some(1),
        _ => true,
    }
}

/// Whether a value is one of 62 bits, since it comes of integers of fewer bits.
fn is_narrow(m: &Module, v: Value) -> bool {
    bits(m, v) <= 62
}

/// How many bits an integer needs at most, its sign among them.
pub fn bits(m: &Module, v: Value) -> u32 {
    bits_at(m, v, 64, 0)
}

/// The same, where extents of arrays have no more bits than addresses of processors have.
pub fn bits_of_index(m: &Module, v: Value) -> u32 {
    bits_at(m, v, ADDRESS_BITS, 0)
}

fn bits_at(m: &Module, v: Value, extent: u32, depth: u32) -> u32 {
    if let Some(n) = m.const_int(v) {
        return 65 - if n < 0 { (!n).leading_zeros() } else { n.leading_zeros() };
    }
    let own = match m.types.kind(m.ty(v)) {
        TypeKind::Int(n) => u32::from(*n),
        TypeKind::Bool => 2,
        _ => 64,
    };
    let (Some(op), true) = (m.def(v), own >= 64 && depth < 8) else { return own };
    let of = |k: usize| bits_at(m, m.operand(op, k), extent, depth + 1);
    let n = match m.kind(op) {
        OpKind::Cast if matches!(m.types.kind(m.ty(m.operand(op, 0))), TypeKind::Int(_) | TypeKind::Index) => of(0),
        OpKind::Add | OpKind::Sub => of(0).max(of(1)) + 1,
        OpKind::Mul => of(0) + of(1),
        OpKind::Div => of(0) + 1,
        OpKind::Neg => of(0) + 1,
        OpKind::Max | OpKind::Min => of(0).max(of(1)),
        OpKind::Modulo => of(1),
        OpKind::ViewExtent | OpKind::BoxExtent => extent,
        _ => own,
    };
    // What may wrap around may be anything.
    if n > own { 64.max(own) } else { n }
}

/// The same for integers of 128 bits.
fn wide(b: &mut Builder<'_>, lb: Value, ub: Value, step: Value) -> Value {
    let ty = b.m.ty(lb);
    let (zero, one) = (b.int(0, ty), b.int(1, ty));
    let (up, none) = (b.cmp(Pred::Gt, step, zero), b.cmp(Pred::Eq, step, zero));
    // A step of zero is that of a loop.
    let known = b.cast(none, Type::I64);
    let (first, last) = (b.int(0, Type::I64), b.int(1, Type::I64));
    let by = b.binary(OpKind::Sub, last, known);
    let checked = b.op(OpKind::Trips).arg(first).arg(first).arg(by).result(Type::INDEX).value();
    let checked = b.cast(checked, ty);
    let minus = b.binary(OpKind::Sub, zero, step);
    let mut choose = |c: Value, x: Value, y: Value| b.op(OpKind::Select).arg(c).arg(x).arg(y).result(ty).value();
    let (from, to) = (choose(up, lb, ub), choose(up, ub, lb));
    let size = choose(up, step, minus);
    let size = choose(none, one, size);
    // Half of the distance is a signed number.
    let span = b.binary(OpKind::Sub, to, from);
    let half = b.binary(OpKind::ShrU, span, one);
    let half = b.binary(OpKind::Div, half, size);
    let most = b.int(MOST / 4, ty);
    let twice = b.binary(OpKind::Min, half, most);
    let twice = b.binary(OpKind::Add, twice, twice);
    let done = b.binary(OpKind::Mul, twice, size);
    let rest = b.binary(OpKind::Sub, span, done);
    let more = b.cmp(Pred::Uge, rest, size);
    let two = b.op(OpKind::Select).arg(more).arg(one).arg(zero).result(ty).value();
    let n = b.binary(OpKind::Add, twice, two);
    let n = b.binary(OpKind::Add, n, checked);
    let any = b.cmp(Pred::Le, from, to);
    let n = b.op(OpKind::Select).arg(any).arg(n).arg(zero).result(ty).value();
    b.cast(n, Type::INDEX)
}
