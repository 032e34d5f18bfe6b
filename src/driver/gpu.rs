//! The GPU code generator as the driver uses it; until it is connected no kernel is possible, and regions run on the host.
use ferrotran_ir::{Loc, Module, Op};
use ferrotran_runtime::abi::kernel::CompiledKernel;

#[derive(Default)]
pub struct Options;
pub struct Unsupported {
    pub reason: String,
    pub loc: Loc,
}
pub fn compile(m: &Module, op: Op, _: &Options) -> Result<CompiledKernel, Unsupported> {
    Err(Unsupported { reason: "kernels are not connected yet".into(), loc: m.ops[op].loc })
}
pub fn disassemble(_: &[u32]) -> Result<String, String> {
    Err("not connected yet".into())
}
pub use disassemble as to_wgsl;
pub use disassemble as to_msl;
pub use disassemble as to_hlsl;
