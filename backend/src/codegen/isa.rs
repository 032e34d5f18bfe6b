//! The machine that code is generated for.

use crate::cpu::Cpu;
use cranelift_codegen::isa::{self, OwnedTargetIsa};
use cranelift_codegen::settings::{self, Configurable};

/// The target with the instruction sets of a processor, for that optimization level (0 = none).
pub(crate) fn target(opt_level: u8, cpu: Cpu) -> Result<OwnedTargetIsa, String> {
    let mut flags = settings::builder();
    for (k, v) in [
        ("is_pic", "true"),
        ("opt_level", if opt_level == 0 { "none" } else { "speed" }),
        ("enable_verifier", if cfg!(debug_assertions) { "true" } else { "false" }),
        ("enable_probestack", "true"),
        ("probestack_strategy", "inline"),
        ("preserve_frame_pointers", "true"),
        // 128-bit integers as arguments and results.
        ("enable_llvm_abi_extensions", "true"),
    ] {
        flags.set(k, v).map_err(|e| e.to_string())?;
    }
    let mut b = isa::lookup_by_name(triple()).map_err(|e| e.to_string())?;
    for flag in cpu.flags() {
        b.enable(flag).map_err(|e| e.to_string())?;
    }
    b.finish(settings::Flags::new(flags)).map_err(|e| e.to_string())
}

fn triple() -> &'static str {
    if cfg!(target_arch = "aarch64") { "aarch64-unknown-linux-gnu" } else { "x86_64-unknown-linux-gnu" }
}
