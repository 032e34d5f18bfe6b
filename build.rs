//! Links the compiler with the older versions of the C library's functions, as it links its programs, so that its file
//! runs on older systems than the one that built it.

#[path = "linker/src/glibc.rs"]
mod glibc;
#[path = "linker/src/system.rs"]
mod system;

use std::path::{Path, PathBuf};

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=linker/src/glibc.rs");
    println!("cargo::rerun-if-changed=linker/src/system.rs");
    let var = |n: &str| std::env::var(n).unwrap_or_default();
    let gnu = var("CARGO_CFG_TARGET_OS") == "linux" && var("CARGO_CFG_TARGET_ENV") == "gnu";
    if !gnu || var("TARGET") != var("HOST") {
        return;
    }
    let folder = PathBuf::from(var("OUT_DIR"));
    match libraries(&folder) {
        Ok(()) => {
            let loader = folder.join("loader.so");
            // The folder comes before those of the system.
            for arg in [
                format!("-L{}", folder.display()),
                "-Wl,--no-as-needed,-lpthread,-ldl,--as-needed".to_string(),
                loader.display().to_string(),
                // Libraries of this machine need what is hidden; those that the program finds are of one version.
                "-Wl,--allow-shlib-undefined".to_string(),
                "-Wl,-e,__ferrotran_start".to_string(),
            ] {
                println!("cargo::rustc-link-arg-bins={arg}");
            }
        }
        // The compiler is as good, but for this machine's C library and later ones.
        Err(e) => println!("cargo::warning=the compiler will need this machine's C library: {e}"),
    }
}

/// Writes the libraries as linkers are to see them, under the names that linkers look for.
fn libraries(folder: &Path) -> Result<(), String> {
    for (name, always) in system::LIBRARIES.iter().filter(|l| !l.0.starts_with("libgcc_s")) {
        let Some(path) = system::find(name) else {
            if *always {
                return Err(format!("{name} is not found"));
            }
            continue;
        };
        let mut bytes = std::fs::read(&path).map_err(|e| format!("cannot read {}: {e}", path.display()))?;
        glibc::show_older(&mut bytes, glibc::Newer::Hidden);
        let stem = if name.starts_with("ld-") { "loader" } else { name.split('.').next().unwrap_or(name) };
        let to = folder.join(format!("{stem}.so"));
        std::fs::write(&to, bytes).map_err(|e| format!("cannot write {}: {e}", to.display()))?;
    }
    Ok(())
}
