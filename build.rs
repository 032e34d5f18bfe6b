//! Puts the code that only the compiler itself runs into a section of its own: executables that the compiler writes
//! are copies of it, and leave that section out (see `backend/src/link/exe.rs`).

use std::path::Path;

/// Crates that only the driver uses. What programs run (the runtime with what it uses, the loader of the back end, the
/// standard library) cannot call anything of their objects.
const ABOVE: &[&str] = &[
    "ferrotran",
    "ferrotran_diag",
    "ferrotran_lower",
    "ferrotran_sema",
    "ferrotran_source",
    "ferrotran_syntax",
    "ferrotran_typed",
    "ferrotran_gpu",
    "ariadne",
    "chumsky",
    "clap",
    "clap_builder",
    "rspirv",
];

/// Crates that the back end uses to compile. rustc lets crates share instances of functions that are never inlined, so
/// the loader may call an instance of the standard library's functions in their objects: only what is their own by its
/// name is out of its reach. (Not `object`: the standard library has one too.)
const BELOW: &[&str] = &[
    "cranelift_assembler_x64",
    "cranelift_codegen",
    "cranelift_frontend",
    "cranelift_module",
    "cranelift_object",
    "ferrotran_ir",
    "regalloc2",
];

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let var = |name: &str| std::env::var(name).unwrap_or_default();
    if var("CARGO_CFG_TARGET_OS") != "linux" || var("CARGO_CFG_TARGET_ENV") != "gnu" {
        return;
    }
    // Linkers that somebody chose may not know the commands of the script.
    if ["mold", "gold", "wild"].iter().any(|l| var("CARGO_ENCODED_RUSTFLAGS").contains(l)) {
        return;
    }
    // With less optimization crates share the instances of all generic functions.
    if !matches!(var("OPT_LEVEL").as_str(), "2" | "3") {
        return;
    }
    let above = ABOVE.iter().map(|c| format!("    *lib{c}-*.rlib:*(.text .text.*)\n"));
    // Symbols of this form name the types that a function belongs to, but neither its type arguments nor the crate that
    // has the instance; those of the newer form (`_R`) do.
    let below = BELOW.iter().map(|c| {
        let names: String = BELOW.iter().map(|n| format!(" .text._ZN*{n}* .text.unlikely._ZN*{n}*")).collect();
        format!("    *lib{c}-*.rlib:*({})\n", names.trim_start())
    });
    let files: String = above.chain(below).collect();
    let script = format!(
        "SECTIONS {{\n  .compiler : ALIGN(4096) {{\n{files}    . = ALIGN(4096);\n  }}\n}}\nINSERT AFTER .text;\n"
    );
    let path = Path::new(&var("OUT_DIR")).join("sections.ld");
    if std::fs::write(&path, script).is_ok() {
        println!("cargo::rustc-link-arg-bins=-Wl,-T,{}", path.display());
    }
}
