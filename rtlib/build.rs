//! Gives the archive a name of its own for every configuration.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let out = std::env::var("OUT_DIR").unwrap_or_default();
    println!("cargo::rustc-env=FERROTRAN_RTLIB_ID={out};");
}
