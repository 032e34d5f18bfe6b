//! `complex-parts`: complex numbers of loops that may have vectors become their parts, so that lanes hold them. Only for machines with
//! wide vectors, in whose registers neighbours are put in order cheaply.
//!
//! A loop of which some complex value has no form in parts stays as it is.

use crate::analysis::effects::is_volatile_access;
use crate::analysis::locals::unmark_shared;
use crate::choices::{MathFn, Pred};
use crate::entity::{Op, Region, Value};
use crate::module::{Attr, Builder, Module};
use crate::ops::OpKind;
use crate::passes::{PassCtx, PassError};
use crate::types::{Type, TypeKind};
use rustc_hash::FxHashMap;

/// Bytes of the vectors from which on it is worth it.
const LEAST: u32 = 32;

/// Runs the pass.
pub fn run(m: &mut Module, cx: &mut PassCtx) -> Result<(), PassError> {
    if !cx.machine.vectors || cx.machine.bytes < LEAST {
        return Ok(());
    }
    let mut changed = false;
    for f in m.top_ops(OpKind::Func).collect::<Vec<_>>() {
        for op in m.walk(m.region(f, 0)) {
            let candidate = match m.kind(op) {
                OpKind::For => m.flag(op, "lanes"),
                OpKind::Parallel => true,
                _ => false,
            };
            if !candidate || !fits(m, m.region(op, 0), cx.machine.same_bits) {
                continue;
            }
            let mut parts = Parts { known: FxHashMap::default() };
            parts.region(m, m.region(op, 0));
            cx.count("loops", 1);
            changed = true;
        }
    }
    // Parts of numbers have references of their own.
    if changed {
        unmark_shared(m);
    }
    Ok(())
}

/// The type of the parts of a complex value that lanes can hold.
fn part(m: &Module, v: Value) -> Option<Type> {
    match m.tk(v) {
        TypeKind::Complex(32) => Some(Type::F32),
        TypeKind::Complex(64) => Some(Type::F64),
        _ => None,
    }
}

fn is_complex(m: &Module, v: Value) -> bool {
    matches!(m.tk(v), TypeKind::Complex(_))
}

/// Whether there are complex numbers, all of them with a form in parts, and no inner loops.
fn fits(m: &Module, r: Region, same_bits: bool) -> bool {
    let mut some = false;
    for op in m.walk(r) {
        if matches!(m.kind(op), OpKind::For | OpKind::Parallel | OpKind::While | OpKind::Reduce) {
            return false;
        }
        let of: Vec<Value> =
            m.ops[op].results.iter().chain(m.operands(op)).copied().filter(|&v| is_complex(m, v)).collect();
        if of.is_empty() {
            continue;
        }
        if of.iter().any(|&v| part(m, v).is_none()) {
            return false;
        }
        // Copies need no lanes.
        some |= !matches!(m.kind(op), OpKind::Load | OpKind::Store);
        let form = match m.kind(op) {
            OpKind::Load | OpKind::Store => !is_volatile_access(m, op),
            OpKind::Add | OpKind::Sub | OpKind::Mul | OpKind::Div | OpKind::Neg => true,
            OpKind::ComplexMake | OpKind::ComplexRe | OpKind::ComplexIm | OpKind::Select => true,
            OpKind::Cast => {
                let (from, to) = (m.operand(op, 0), m.result(op));
                let plain = |v: Value| matches!(m.tk(v), TypeKind::Float(32 | 64) | TypeKind::Int(32 | 64));
                (is_complex(m, from) || plain(from)) && (is_complex(m, to) || plain(to))
            }
            OpKind::Math => match m.choice(op) {
                MathFn::Conj => true,
                MathFn::Abs => !same_bits,
                _ => false,
            },
            _ => false,
        };
        if !form {
            return false;
        }
    }
    some
}

/// A rewrite in progress: complex values with their parts.
struct Parts {
    known: FxHashMap<Value, (Value, Value)>,
}

impl Parts {
    fn region(&mut self, m: &mut Module, r: Region) {
        for op in m.regions[r].ops.clone() {
            for inner in m.ops[op].regions.clone() {
                self.region(m, inner);
            }
            let complex = m.ops[op].results.iter().chain(m.operands(op)).any(|&v| is_complex(m, v));
            if complex {
                self.op(m, op);
            }
        }
    }

    /// The parts of a value; what comes from outside of the loop is taken apart where it is used.
    fn of(&self, b: &mut Builder<'_>, v: Value) -> (Value, Value) {
        if let Some(&p) = self.known.get(&v) {
            return p;
        }
        let t = part(b.m, v).expect("checked before");
        (b.unary(OpKind::ComplexRe, v, t), b.unary(OpKind::ComplexIm, v, t))
    }

    fn op(&mut self, m: &mut Module, op: Op) {
        let x = m.operands(op).to_vec();
        let result = m.ops[op].results.first().copied();
        let kind = m.kind(op);
        let b = &mut Builder::before(m, op);
        let new = match kind {
            OpKind::Load => {
                let (re, im) = places(b, x[0]);
                (b.load(re), b.load(im))
            }
            OpKind::Store => {
                let (p, q) = self.of(b, x[0]);
                let (re, im) = places(b, x[1]);
                b.store(p, re);
                b.store(q, im);
                m.detach(op);
                return;
            }
            OpKind::ComplexRe | OpKind::ComplexIm => {
                // Of what comes from outside it stays.
                if let Some(&(re, im)) = self.known.get(&x[0]) {
                    let new = if kind == OpKind::ComplexRe { re } else { im };
                    m.detach(op);
                    m.replace_all_uses(result.expect("it has a result"), new);
                }
                return;
            }
            OpKind::ComplexMake => (x[0], x[1]),
            OpKind::Select => {
                let ((a, c), (p, q)) = (self.of(b, x[1]), self.of(b, x[2]));
                let select = |b: &mut Builder<'_>, a: Value, p: Value| {
                    let t = b.m.ty(a);
                    b.op(OpKind::Select).arg(x[0]).arg(a).arg(p).result(t).value()
                };
                (select(b, a, p), select(b, c, q))
            }
            OpKind::Neg => {
                let (re, im) = self.of(b, x[0]);
                let t = b.m.ty(re);
                (b.unary(OpKind::Neg, re, t), b.unary(OpKind::Neg, im, t))
            }
            OpKind::Math if b.m.choice::<MathFn>(op) == MathFn::Conj => {
                let (re, im) = self.of(b, x[0]);
                let t = b.m.ty(im);
                (re, b.unary(OpKind::Neg, im, t))
            }
            OpKind::Math => {
                let (re, im) = self.of(b, x[0]);
                let t = b.m.ty(re);
                let call = b.op(OpKind::Math).args(&[re, im]).choice(MathFn::Hypot).result(t);
                let new = call.attr("batch", Attr::Unit).value();
                m.detach(op);
                m.replace_all_uses(result.expect("it has a result"), new);
                return;
            }
            OpKind::Cast => {
                let to = result.expect("it has a result");
                let from = if is_complex(b.m, x[0]) { Some(self.of(b, x[0])) } else { None };
                match (from, part(b.m, to)) {
                    (Some((re, im)), Some(t)) => (b.cast(re, t), b.cast(im, t)),
                    (None, Some(t)) => (b.cast(x[0], t), b.zero(t)),
                    (Some((re, _)), None) => {
                        let t = b.m.ty(to);
                        let new = b.cast(re, t);
                        m.detach(op);
                        m.replace_all_uses(to, new);
                        return;
                    }
                    (None, None) => return,
                }
            }
            _ => {
                let (a, c) = (self.of(b, x[0]), self.of(b, x[1]));
                match kind {
                    OpKind::Add | OpKind::Sub => (b.binary(kind, a.0, c.0), b.binary(kind, a.1, c.1)),
                    OpKind::Mul => product(b, a, c),
                    _ => quotient(b, a, c),
                }
            }
        };
        m.detach(op);
        self.known.insert(result.expect("it has a result"), new);
    }
}

/// The places of the parts of a number in memory.
fn places(b: &mut Builder<'_>, r: Value) -> (Value, Value) {
    let lane = match b.m.types.kind(b.m.types.elem(b.m.ty(r))) {
        TypeKind::Complex(32) => Type::F32,
        _ => Type::F64,
    };
    let t = b.m.types.reference(lane);
    let mut field = |name: &str| b.op(OpKind::Field).arg(r).attr("field", Attr::str(name)).result(t).value();
    (field("re"), field("im"))
}

fn product(b: &mut Builder<'_>, (ar, ai): (Value, Value), (br, bi): (Value, Value)) -> (Value, Value) {
    let mut mul = |x, y| b.binary(OpKind::Mul, x, y);
    let (p, q, r, s) = (mul(ar, br), mul(ai, bi), mul(ar, bi), mul(ai, br));
    (b.binary(OpKind::Sub, p, q), b.binary(OpKind::Add, r, s))
}

/// By Smith's method (Algorithm 116, CACM 5, 1962): divide by the larger part of the divisor first. The same steps as in scalar code.
fn quotient(b: &mut Builder<'_>, (ar, ai): (Value, Value), (br, bi): (Value, Value)) -> (Value, Value) {
    let (cr, ci) = (b.math(MathFn::Abs, &[br]), b.math(MathFn::Abs, &[bi]));
    let swap = b.cmp(Pred::Lt, cr, ci);
    let pick = |b: &mut Builder<'_>, x: Value, y: Value| {
        let t = b.m.ty(x);
        b.op(OpKind::Select).arg(swap).arg(x).arg(y).result(t).value()
    };
    let (small, large) = (pick(b, br, bi), pick(b, bi, br));
    let ratio = b.binary(OpKind::Div, small, large);
    let t = b.binary(OpKind::Mul, small, ratio);
    let den = b.binary(OpKind::Add, t, large);
    let (ra, rb) = (b.binary(OpKind::Mul, ar, ratio), b.binary(OpKind::Mul, ai, ratio));
    let (p, q) = (pick(b, ra, ar), pick(b, ai, rb));
    let re = b.binary(OpKind::Add, p, q);
    let (u, w) = (pick(b, rb, ai), pick(b, ar, ra));
    let im = b.binary(OpKind::Sub, u, w);
    (b.binary(OpKind::Div, re, den), b.binary(OpKind::Div, im, den))
}
