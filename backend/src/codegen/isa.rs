//! The machine that code is generated for: the host, with the instruction sets it has.

use cranelift_codegen::isa::{self, OwnedTargetIsa};
use cranelift_codegen::settings::{self, Configurable};

/// The host's instruction set for that optimization level (0 = none).
pub(crate) fn host(opt_level: u8) -> Result<OwnedTargetIsa, String> {
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
    features(&mut b)?;
    b.finish(settings::Flags::new(flags)).map_err(|e| e.to_string())
}

fn triple() -> &'static str {
    if cfg!(target_arch = "aarch64") { "aarch64-unknown-linux-gnu" } else { "x86_64-unknown-linux-gnu" }
}

#[cfg(target_arch = "x86_64")]
fn features(b: &mut isa::Builder) -> Result<(), String> {
    macro_rules! detect {
        ($($feature:tt => $flag:literal),* $(,)?) => { [$(($flag, std::is_x86_feature_detected!($feature))),*] };
    }
    let found = detect! {
        "sse3" => "has_sse3", "ssse3" => "has_ssse3", "sse4.1" => "has_sse41", "sse4.2" => "has_sse42",
        "cmpxchg16b" => "has_cmpxchg16b", "popcnt" => "has_popcnt", "avx" => "has_avx", "avx2" => "has_avx2",
        "fma" => "has_fma", "bmi1" => "has_bmi1", "bmi2" => "has_bmi2", "lzcnt" => "has_lzcnt",
        "avx512bitalg" => "has_avx512bitalg", "avx512dq" => "has_avx512dq", "avx512vl" => "has_avx512vl",
        "avx512vbmi" => "has_avx512vbmi", "avx512f" => "has_avx512f",
    };
    for (flag, on) in found {
        if on {
            b.enable(flag).map_err(|e| e.to_string())?;
        }
    }
    Ok(())
}

#[cfg(not(target_arch = "x86_64"))]
fn features(_: &mut isa::Builder) -> Result<(), String> {
    Ok(())
}
