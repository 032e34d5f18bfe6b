//! `contract`: a product and the sum that takes it become one fused multiply-add, which rounds once (`-ffp-contract=fast`).
//!
//! A product goes into its sums where all that uses it, itself or with the other sign, are sums and differences of the same region,
//! in the order of the program: of two products that are added the first one. A product in parentheses (`rounded`) stays.
//! What a scalar loop sums up, from one iteration to the next, stays as well: the products do not wait for the sum, and an addition is
//! done before a multiply-add would be.
//! Kernels stay as they are, and their functions of the host with them: devices differ in what their multiply-adds round.

use crate::choices::MathFn;
use crate::entity::{Op, Region, Value};
use crate::module::{Builder, Module};
use crate::ops::OpKind;
use crate::passes::{PassCtx, PassError};
use crate::types::{Type, TypeKind};
use rustc_hash::FxHashSet;

/// Constant powers up to this one are products in machine code, of complex numbers and of reals.
const POWERS: (i64, i64) = (16, 64);

/// Runs the pass.
pub fn run(m: &mut Module, cx: &mut PassCtx) -> Result<(), PassError> {
    if !cx.machine.contract || !cx.machine.fma {
        return Ok(());
    }
    let launches = m.walk(m.top).into_iter().filter(|&o| m.kind(o) == OpKind::DevLaunch);
    let kernels: FxHashSet<String> = launches.filter_map(|o| m.attr_str(o, "code").map(str::to_string)).collect();
    for f in m.top_ops(OpKind::Func).collect::<Vec<_>>() {
        if m.attr_str(f, "sym").is_some_and(|s| kernels.contains(s)) {
            continue;
        }
        let body = m.region(f, 0);
        for op in m.walk(body) {
            match m.kind(op) {
                OpKind::Math => power(m, op),
                OpKind::Mul => parts(m, op),
                _ => {}
            }
        }
        for op in m.walk(body) {
            if m.kind(op) == OpKind::Mul && is_real(m, m.result(op)) {
                cx.count("sums", product(m, op));
            }
        }
    }
    Ok(())
}

/// Numbers, or lanes of numbers, of which the machine has fused multiply-adds.
fn is_real(m: &Module, v: Value) -> bool {
    let elem = match m.tk(v) {
        TypeKind::Vec { elem, .. } => *elem,
        _ => m.ty(v),
    };
    elem == Type::F32 || elem == Type::F64
}

/// The type of the parts of a complex number.
fn part(m: &Module, v: Value) -> Option<Type> {
    match m.tk(v) {
        TypeKind::Complex(32) => Some(Type::F32),
        TypeKind::Complex(64) => Some(Type::F64),
        _ => None,
    }
}

/// A sum or difference that takes a product, as that value, which may have the other sign.
struct Sum {
    op: Op,
    taken: Value,
    negative: bool,
}

/// The sums that a value goes into; `None` where something else uses it.
fn sums(m: &Module, v: Value, home: Option<Region>) -> Option<Vec<Sum>> {
    let mut found: Vec<Sum> = Vec::new();
    let mut values = vec![(v, false)];
    while let Some((taken, negative)) = values.pop() {
        for op in m.users(taken) {
            if m.ops[op].parent != home || found.iter().any(|s| s.op == op) {
                return None;
            }
            match m.kind(op) {
                OpKind::Add | OpKind::Sub if m.operand(op, 0) != m.operand(op, 1) => {
                    found.push(Sum { op, taken, negative });
                }
                OpKind::Neg if !negative => values.push((m.result(op), true)),
                _ => return None,
            }
        }
    }
    Some(found)
}

/// Puts a product into its sums; gives their number.
fn product(m: &mut Module, op: Op) -> u64 {
    if m.flag(op, "rounded") {
        return 0;
    }
    let v = m.result(op);
    let Some(mut found) = sums(m, v, m.ops[op].parent) else { return 0 };
    if found.iter().any(|s| sums_up(m, s)) {
        return 0;
    }
    found.sort_unstable_by_key(|s| m.position(s.op).1);
    let (x, y) = (m.operand(op, 0), m.operand(op, 1));
    for s in &found {
        let (first, second) = (m.operand(s.op, 0), m.operand(s.op, 1));
        let leads = first == s.taken;
        let other = if leads { second } else { first };
        let difference = m.kind(s.op) == OpKind::Sub;
        let old = m.result(s.op);
        let b = &mut Builder::before(m, s.op);
        let mut signed = |v: Value, minus: bool| {
            let t = b.m.ty(v);
            if minus { b.unary(OpKind::Neg, v, t) } else { v }
        };
        let x = signed(x, s.negative != (difference && !leads));
        let other = signed(other, difference && leads);
        let new = b.math(MathFn::Fma, &[x, y, other]);
        m.replace_all_uses(old, new);
        m.detach(s.op);
    }
    if found.is_empty() {
        return 0;
    }
    for minus in m.users(v) {
        m.detach(minus);
    }
    m.detach(op);
    found.len() as u64
}

/// Whether a sum of numbers takes what an iteration of a loop begins with, and is what it ends with, after further sums maybe.
fn sums_up(m: &Module, s: &Sum) -> bool {
    let result = m.result(s.op);
    if matches!(m.tk(result), TypeKind::Vec { .. }) {
        return false;
    }
    let Some(home) = m.ops[s.op].parent else { return false };
    let Some(around) = m.regions[home].parent else { return false };
    // Of the arguments of the body, those which it hands on to the next iteration.
    let first = match m.kind(around) {
        OpKind::For => 1,
        OpKind::While => 0,
        _ => return false,
    };
    let Some(&end) = m.regions[home].ops.last() else { return false };
    if m.kind(end) != OpKind::Yield {
        return false;
    }
    let other = m.operands(s.op).iter().copied().find(|&v| v != s.taken);
    let Some(from) = other.and_then(|v| argument(m, v, home, MOST_SUMS)) else { return false };
    let Some(&to) = from.checked_sub(first).and_then(|k| m.operands(end).get(k)) else { return false };
    comes_to(m, to, result, MOST_SUMS)
}

/// Most sums that follow each other from one iteration to the next.
const MOST_SUMS: u32 = 6;

/// The number of the argument of a region that a value is, or that a value is a sum with.
fn argument(m: &Module, v: Value, home: Region, left: u32) -> Option<usize> {
    if let Some((r, at)) = m.argument(v) {
        return (r == home).then_some(at);
    }
    let d = m.def(v).filter(|&d| m.ops[d].parent == Some(home) && left > 0)?;
    match m.kind(d) {
        OpKind::Add | OpKind::Sub => m.operands(d).iter().find_map(|&x| argument(m, x, home, left - 1)),
        _ => None,
    }
}

/// Whether a value is `sum`, or a sum with it.
fn comes_to(m: &Module, v: Value, sum: Value, left: u32) -> bool {
    v == sum
        || left > 0
            && m.def(v).is_some_and(|d| {
                matches!(m.kind(d), OpKind::Add | OpKind::Sub)
                    && m.operands(d).iter().any(|&x| comes_to(m, x, sum, left - 1))
            })
}

/// A product of complex numbers by parts.
fn parts(m: &mut Module, op: Op) {
    let old = m.result(op);
    let Some(t) = part(m, old) else { return };
    let (x, y) = (m.operand(op, 0), m.operand(op, 1));
    let ty = m.ty(old);
    let b = &mut Builder::before(m, op);
    let of = |b: &mut Builder<'_>, v: Value| (b.unary(OpKind::ComplexRe, v, t), b.unary(OpKind::ComplexIm, v, t));
    let (p, q) = (of(b, x), of(b, y));
    let mut mul = |x, y| b.binary(OpKind::Mul, x, y);
    let (rr, ii, ri, ir) = (mul(p.0, q.0), mul(p.1, q.1), mul(p.0, q.1), mul(p.1, q.0));
    let (re, im) = (b.binary(OpKind::Sub, rr, ii), b.binary(OpKind::Add, ri, ir));
    let new = b.op(OpKind::ComplexMake).arg(re).arg(im).result(ty).value();
    m.replace_all_uses(old, new);
    m.detach(op);
}

/// A small constant power as products, in the order of machine code, where the last of them goes into sums or has parts.
fn power(m: &mut Module, op: Op) {
    if m.choice::<MathFn>(op) != MathFn::Ipow {
        return;
    }
    let exponent = m.operand(op, 1);
    let exponent = m.def_of(exponent, OpKind::VecSplat).map_or(exponent, |s| m.operand(s, 0));
    let Some(n) = m.const_int(exponent) else { return };
    let old = m.result(op);
    let complex = part(m, old).is_some();
    let goes_on = || sums(m, old, m.ops[op].parent).is_some_and(|s| !s.is_empty());
    let fits =
        if complex { (2..=POWERS.0).contains(&n) } else { (2..=POWERS.1).contains(&n) && is_real(m, old) && goes_on() };
    if !fits {
        return;
    }
    let rounded = m.flag(op, "rounded");
    let base = m.operand(op, 0);
    let b = &mut Builder::before(m, op);
    let mut made = Vec::new();
    let mut mul = |x: Value, y: Value| {
        let t = b.m.ty(x);
        let product = b.op(OpKind::Mul).arg(x).arg(y).result(t).build();
        made.push(product);
        b.m.result(product)
    };
    let (mut result, mut square, mut left) = (None, base, n);
    while left > 0 {
        if left & 1 == 1 {
            result = Some(result.map_or(square, |r| mul(r, square)));
        }
        left >>= 1;
        if left > 0 {
            square = mul(square, square);
        }
    }
    m.replace_all_uses(old, result.expect("the exponent is positive"));
    m.detach(op);
    if rounded {
        m.set_attr(*made.last().expect("the exponent is at least two"), "rounded", crate::module::Attr::Unit);
    }
    if complex {
        for product in made {
            parts(m, product);
        }
    }
}
