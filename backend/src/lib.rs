//! From a module of the IR to machine code: Cranelift code generation ([`codegen`]), vector loops,
//! and the built-in linker and loader ([`link`]).

pub mod codegen;
pub mod cpu;
pub mod error;
pub mod link;
mod loops;
mod vector;

pub use codegen::{CodegenOptions, CompiledObject, compile};
pub use cpu::Cpu;
pub use error::CodegenError;
pub use link::{Image, LinkError, link};

use ferrotran_ir::Module;
use std::collections::HashMap;

/// The relocatable ELF object of a module. `kernels` are the encoded kernels that `dev.launch` names.
pub fn compile_object(
    m: &Module,
    opts: &CodegenOptions,
    kernels: &HashMap<String, Vec<u8>>,
) -> Result<Vec<u8>, Vec<CodegenError>> {
    compile(m, opts, kernels).map(|c| c.object)
}

/// Cranelift's text of a module (`emit clif`).
pub fn clif_text(
    m: &Module,
    opts: &CodegenOptions,
    kernels: &HashMap<String, Vec<u8>>,
) -> Result<String, Vec<CodegenError>> {
    compile(m, &CodegenOptions { want_clif: true, ..opts.clone() }, kernels).map(|c| c.clif)
}

/// The machine code's text of a module (`emit asm`).
pub fn asm_text(
    m: &Module,
    opts: &CodegenOptions,
    kernels: &HashMap<String, Vec<u8>>,
) -> Result<String, Vec<CodegenError>> {
    compile(m, &CodegenOptions { want_asm: true, ..opts.clone() }, kernels).map(|c| c.asm)
}
