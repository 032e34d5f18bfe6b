//! From kernels (`dev.kernel`) to SPIR-V.
//!
//! [`compile`] turns one kernel into the stages that the device runtime launches, with the layout of
//! its parameters and bindings (`ferrotran_abi::kernel`). Control flow stays structured;
//! variables are memory of the invocation, so no phi functions are made; what SPIR-V leaves undefined
//! (division by zero, remainders of negative numbers) is guarded. Every module is accepted by
//! `spirv-val` and by naga, whose writers give the languages of other graphics interfaces
//! ([`to_wgsl`], [`to_msl`], [`to_hlsl`]).
#![forbid(unsafe_code)]

mod access;
mod along;
mod arith;
mod atomic;
mod chr;
mod emit;
mod flow;
mod kernel;
mod lanes;
mod library;
mod math;
mod matmul;
mod mem;
mod pack;
mod parallel;
mod reduce;
mod spv;
pub mod stats;
mod team;
mod translate;
mod transpose;

use ferrotran_abi::kernel::{CompiledKernel, Expr, Twin};
use ferrotran_ir::{KernelKind, KernelWidth, Loc, Module, Op, OpKind, TypeKind};
use rustc_hash::FxHashSet;

pub use translate::{disassemble, parse, to_hlsl, to_msl, to_wgsl};

/// What the device can and how kernels are cut.
#[derive(Clone, Debug)]
pub struct Options {
    /// The device has 64-bit floats.
    pub f64: bool,
    /// The device has 64-bit integers.
    pub i64: bool,
    /// Invocations of a workgroup of a parallel kernel.
    pub workgroup: u32,
    /// Edge of the largest tile of a matrix product (64 or 32).
    pub max_tile: u32,
}

impl Default for Options {
    fn default() -> Self {
        Options { f64: true, i64: true, workgroup: 256, max_tile: 64 }
    }
}

/// Why a kernel can not run on the device.
#[derive(Clone, PartialEq, Debug)]
pub struct Unsupported {
    /// What it needs, as a noun phrase.
    pub reason: String,
    /// Where.
    pub loc: Loc,
}

impl std::fmt::Display for Unsupported {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "not possible on the device: {}", self.reason)
    }
}

impl std::error::Error for Unsupported {}

/// Whether a module has loops.
pub fn has_loops(spirv: &[u32]) -> bool {
    ferrotran_abi::kernel::instructions(spirv).any(|i| i[0] & 0xffff == rspirv::spirv::Op::LoopMerge as u32)
}

/// Compiles the kernel `op` (a `dev.kernel`) of `m`: with indices of 32 bits, with those of 64 where they need that, and with
/// both where that is only known at the launch.
pub fn compile(m: &Module, op: Op, options: &Options) -> Result<CompiledKernel, Unsupported> {
    let wide = m.choice_opt(op);
    if wide == Some(KernelWidth::Always) || has_far_index(m, op) {
        return with_indices(m, op, options, true);
    }
    let mut narrow = with_indices(m, op, options, false)?;
    if wide == Some(KernelWidth::Launch) {
        narrow.twin = Some(Box::new(twin(m, op, options)?));
    }
    Ok(narrow)
}

/// Whether a constant of a kernel is an index that 32 bits do not hold.
fn has_far_index(m: &Module, op: Op) -> bool {
    let far = |n: i64| i32::try_from(n).is_err();
    m.walk(m.region(op, 0)).into_iter().filter(|&o| m.kind(o) == OpKind::Const).any(|o| {
        let v = m.result(o);
        *m.tk(v) == TypeKind::Index && m.const_int(v).is_some_and(far)
    })
}

/// What to launch where a loop has more iterations than 32 bits count. Those of loops in iterations and of the threads of teams
/// come from the arguments.
fn twin(m: &Module, op: Op, options: &Options) -> Result<Twin, Unsupported> {
    let k = kernel::Kernel::new(m, op, options, FxHashSet::default(), false)?;
    let loops = m.walk(m.region(op, 0)).into_iter().filter(|&o| matches!(m.kind(o), OpKind::Parallel | OpKind::Reduce));
    let count = |o: Op| {
        let list: Option<Vec<Expr>> = m.group(o, "extents").iter().map(|&v| k.expr(v)).collect();
        Some(Expr::product(list?.into_iter().map(|e| e.max(Expr::Const(0)))))
    };
    let args = m.args(m.region(op, 0)).iter().zip(0..);
    let integer = |t: &TypeKind| matches!(t, TypeKind::Index | TypeKind::Int(64));
    let given = args.filter(|(a, _)| integer(m.tk(**a))).map(|(_, i)| Expr::Scalar(i));
    let iterations = loops.filter_map(count).chain(given).reduce(Expr::max).unwrap_or(Expr::Const(0));
    Ok(Twin { iterations, kernel: with_indices(m, op, options, true)?.into() })
}

fn with_indices(m: &Module, op: Op, options: &Options, wide: bool) -> Result<CompiledKernel, Unsupported> {
    let mut atomic = FxHashSet::default();
    loop {
        let mut k = kernel::Kernel::new(m, op, options, atomic, wide)?;
        let done = match m.choice(op) {
            KernelKind::Parallel => parallel::compile(&mut k)?,
            KernelKind::Reduce => reduce::compile(&mut k)?,
            KernelKind::Matmul => matmul::compile(&mut k)?,
            KernelKind::Transpose => transpose::compile(&mut k)?,
            KernelKind::Scalar => pack::compile(&mut k)?,
            KernelKind::Teams => Some(team::compile(&mut k)?),
        };
        if done.is_none() {
            // Whatever it is, one invocation computes it right.
            k = kernel::Kernel::new(m, op, options, k.atomic, wide)?;
            parallel::compile_scalar(&mut k)?;
        }
        if k.again {
            atomic = k.atomic;
            continue;
        }
        return k.finish();
    }
}
