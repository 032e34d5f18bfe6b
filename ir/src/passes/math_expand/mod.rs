//! `math-expand`: elementary functions in parallel loops, reductions and kernels become arithmetic, in
//! a form without branches where possible, so that loops vectorize and devices compute the same as the
//! host. Functions of f32 use f32 and i32 arithmetic alone; those of f64 also i64. Errors are at most
//! 1 ulp in f32 and 2 ulp in f64.
//!
//! sqrt, abs, floor, ceil, trunc, round, rint, copysign and fma stay: every target has them.
//! On the host, functions for which no expansion exists stay calls of the library; in a kernel they
//! make the region fall back to the host (the device code generator refuses them).

mod emit;
mod erf;
mod explog;
mod misc;
#[allow(clippy::excessive_precision, clippy::approx_constant)]
mod poly;
#[allow(clippy::excessive_precision, clippy::approx_constant)]
mod trig;

use crate::choices::MathFn;
use crate::entity::{Op, Region, Value};
use crate::module::{Attr, Builder, Module};
use crate::ops::OpKind;
use crate::passes::{PassCtx, PassError};
use crate::types::{Type, TypeKind};
use emit::Gen;

/// Who will run the code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Target {
    /// Host loops: functions of which the runtime has the expansions are left to it.
    Host,
    /// What the runtime is made from, and host loops that give the bits of kernels: expansions.
    Inline,
    /// Device kernels: everything.
    Device,
}

/// Functions of reals, with their number of arguments, that the runtime computes for host loops in blocks and one by
/// one, by code that is printed from the expansions: in loops of the host they stay calls with the mark `batch`.
pub const BATCHED: &[(MathFn, usize)] = &[
    (MathFn::Exp, 1),
    (MathFn::Exp2, 1),
    (MathFn::Log, 1),
    (MathFn::Log2, 1),
    (MathFn::Log10, 1),
    (MathFn::Pow, 2),
    (MathFn::Sin, 1),
    (MathFn::Cos, 1),
    (MathFn::Tan, 1),
    (MathFn::Asin, 1),
    (MathFn::Acos, 1),
    (MathFn::Atan, 1),
    (MathFn::Atan2, 2),
    (MathFn::Sinh, 1),
    (MathFn::Cosh, 1),
    (MathFn::Tanh, 1),
    (MathFn::Asinh, 1),
    (MathFn::Acosh, 1),
    (MathFn::Atanh, 1),
    (MathFn::Erf, 1),
    (MathFn::Erfc, 1),
    (MathFn::Hypot, 2),
    (MathFn::Cbrt, 1),
];

/// Runs the pass.
pub fn run(m: &mut Module, cx: &mut PassCtx) -> Result<(), PassError> {
    for op in m.walk(m.top) {
        if m.kind(op) != OpKind::Math {
            continue;
        }
        let place = match place(m, op) {
            Some(Target::Host) if cx.machine.same_bits => Some(Target::Inline),
            place => place,
        };
        if let Some(t) = place
            && expand(m, op, t)
        {
            cx.count("expanded", 1);
        }
    }
    Ok(())
}

/// Expands every function in a region.
pub fn expand_region(m: &mut Module, region: Region, target: Target) {
    for op in m.walk(region) {
        if m.kind(op) == OpKind::Math {
            expand(m, op, target);
        }
    }
}

/// In a kernel, or in a parallel loop of the host.
fn place(m: &Module, op: Op) -> Option<Target> {
    let mut at = op;
    let mut found = None;
    while let Some(p) = m.parent_op(at) {
        match m.kind(p) {
            OpKind::Kernel => return Some(Target::Device),
            OpKind::Parallel | OpKind::Reduce => found = Some(Target::Host),
            OpKind::LibMatmul => found = Some(Target::Host),
            _ => {}
        }
        at = p;
    }
    found
}

/// Whether the runtime computes a function with results of that type in blocks.
pub(crate) fn is_batched(f: MathFn, ty: Type) -> bool {
    matches!(ty, Type::F32 | Type::F64) && BATCHED.iter().any(|&(g, _)| g == f)
}

/// Replaces one op by its expansion; false where it stays.
pub(super) fn expand(m: &mut Module, op: Op, target: Target) -> bool {
    let f: MathFn = m.choice(op);
    let args = m.operands(op).to_vec();
    let result = m.result(op);
    let ty = m.ty(result);
    let (region, _) = m.position(op);
    if target == Target::Host && is_batched(f, ty) {
        let fresh = !m.flag(op, "batch");
        m.set_attr(op, "batch", Attr::Unit);
        return fresh;
    }
    let arg_ty = m.ty(args[0]);
    let mut b = Builder::before(m, op);
    let new = if f == MathFn::Ipow {
        let constant = b.m.const_int(args[1]).is_some();
        if target == Target::Host && !constant { None } else { Some(misc::ipow(&mut b, args[0], args[1])) }
    } else if matches!(b.m.types.kind(arg_ty), TypeKind::Complex(_)) {
        if target == Target::Host { None } else { misc::complex(&mut b, f, &args) }
    } else if ty == Type::F32 || ty == Type::F64 {
        real(&mut b, ty, f, &args, target)
    } else {
        None
    };
    let Some(new) = new else { return false };
    if m.flag(op, "rounded")
        && let Some(last) = m.def_of(new, OpKind::Mul)
    {
        m.set_attr(last, "rounded", Attr::Unit);
    }
    m.detach(op);
    m.replace_uses(region, result, new);
    true
}

/// Expansion of a real function.
fn real(b: &mut Builder<'_>, ty: Type, f: MathFn, a: &[Value], target: Target) -> Option<Value> {
    let mut g = Gen::new(b, ty, target);
    Some(match f {
        MathFn::Exp => g.exp(a[0]),
        MathFn::Exp2 => g.exp2(a[0]),
        MathFn::Log => g.log(a[0]),
        MathFn::Sinh => g.sinh(a[0]),
        MathFn::Cosh => g.cosh(a[0]),
        MathFn::Tanh => g.tanh(a[0]),
        MathFn::Asin => g.asin(a[0]),
        MathFn::Acos => g.acos(a[0]),
        MathFn::Atan => g.atan(a[0]),
        MathFn::Hypot => g.hypot(a[0], a[1]),
        MathFn::Log2 => g.log2(a[0]),
        MathFn::Log10 => g.log10(a[0]),
        MathFn::Asinh => g.asinh(a[0]),
        MathFn::Acosh => g.acosh(a[0]),
        MathFn::Atanh => g.atanh(a[0]),
        MathFn::Atan2 => g.atan2(a[0], a[1]),
        MathFn::Cbrt => g.cbrt(a[0]),
        MathFn::Sin => g.sin(a[0]),
        MathFn::Cos => g.cos(a[0]),
        MathFn::Tan => g.tan(a[0]),
        MathFn::Erf => g.erf(a[0]),
        MathFn::Erfc => g.erfc(a[0]),
        MathFn::Pow => g.pow(a[0], a[1]),
        MathFn::Sqrt
        | MathFn::Gamma
        | MathFn::LogGamma
        | MathFn::BesselJ0
        | MathFn::BesselJ1
        | MathFn::BesselY0
        | MathFn::BesselY1
        | MathFn::Abs
        | MathFn::Floor
        | MathFn::Ceil
        | MathFn::Trunc
        | MathFn::Round
        | MathFn::Rint
        | MathFn::CopySign
        | MathFn::Fma
        | MathFn::Ipow
        | MathFn::Conj
        | MathFn::IsNan
        | MathFn::Sind
        | MathFn::Cosd
        | MathFn::Tand
        | MathFn::Asind
        | MathFn::Acosd
        | MathFn::Atand
        | MathFn::Atan2d => return None,
    })
}
