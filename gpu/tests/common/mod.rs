//! Helpers of the tests: kernels from IR text, and validation of what comes out.
#![allow(dead_code)]

use ferrotran_abi::kernel::CompiledKernel;
use ferrotran_gpu::{Options, Unsupported, compile};
use ferrotran_ir::{Module, Op, OpKind};
use std::io::Write;
use std::process::{Command, Stdio};

/// Parses a module of kernels.
pub fn module(text: &str) -> Module {
    match ferrotran_ir::text::parse_module(text) {
        Ok(m) => m,
        Err(e) => panic!("{e:?}\n{text}"),
    }
}

/// The kernels of a module.
pub fn kernels(m: &Module) -> Vec<Op> {
    let module = m.top_ops(OpKind::DevModule).next().expect("a dev.module");
    let ops = m.regions[m.region(module, 0)].ops.clone();
    ops.into_iter().filter(|&o| m.kind(o) == OpKind::Kernel).collect()
}

/// Puts a kernel's text into a module.
pub fn wrap(kernel: &str) -> String {
    format!("module\ndev.module [target = \"spirv\"] {{\n{kernel}\n}}\n")
}

/// Compiles the only kernel.
pub fn try_build(kernel: &str) -> Result<CompiledKernel, Unsupported> {
    let text = if kernel.trim_start().starts_with("module") { kernel.to_string() } else { wrap(kernel) };
    let m = module(&text);
    compile(&m, kernels(&m)[0], &Options::default())
}

/// Compiles the only kernel and validates it, also with indices of 64 bits.
pub fn build(kernel: &str) -> CompiledKernel {
    let k = try_build(kernel).unwrap_or_else(|e| panic!("{e:?}"));
    check(&k);
    let wide = kernel.replacen("dev.kernel [", "dev.kernel [wide = \"always\", ", 1);
    let wide = try_build(&wide).unwrap_or_else(|e| panic!("{e:?}"));
    assert!(wide.wide);
    check(&wide);
    k
}

/// spirv-val on the words; `None` where it is not installed.
pub fn spirv_val(words: &[u32]) -> Option<Result<(), String>> {
    let mut child = Command::new("spirv-val")
        .args(["--target-env", "vulkan1.1", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .ok()?;
    let bytes: Vec<u8> = words.iter().flat_map(|w| w.to_le_bytes()).collect();
    child.stdin.take()?.write_all(&bytes).ok()?;
    let out = child.wait_with_output().ok()?;
    let text = String::from_utf8_lossy(&out.stdout).into_owned() + &String::from_utf8_lossy(&out.stderr);
    Some(if out.status.success() { Ok(()) } else { Err(text) })
}

/// Everything that a module must pass.
pub fn check(k: &CompiledKernel) {
    k.validate().expect("valid metadata");
    assert_eq!(CompiledKernel::decode(&k.encode()).expect("decodes"), *k);
    for s in &k.stages {
        let text = || ferrotran_gpu::disassemble(&s.spirv).unwrap_or_default();
        match spirv_val(&s.spirv) {
            Some(Err(e)) => panic!("spirv-val: {e}\n{}", text()),
            Some(Ok(())) => {}
            None => eprintln!("note: spirv-val is not installed, its check is left out"),
        }
        if let Err(e) = ferrotran_gpu::parse(&s.spirv) {
            panic!("naga: {e}\n{}", text());
        }
        let wide = k.needs != 0;
        if let Err(e) = ferrotran_gpu::to_msl(&s.spirv) {
            // Metal has no 64-bit floats.
            assert!(wide, "msl: {e}\n{}", text());
        }
        if let Err(e) = ferrotran_gpu::to_hlsl(&s.spirv) {
            assert!(wide, "hlsl: {e}\n{}", text());
        }
        if let Err(e) = ferrotran_gpu::to_wgsl(&s.spirv) {
            assert!(wide, "wgsl: {e}\n{}", text());
        }
    }
}
