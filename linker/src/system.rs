//! Where the system keeps its libraries.

use std::path::PathBuf;

/// Folders of libraries, as `ld.so` has them built in, with those of distributions with several architectures.
const DIRS: &[&str] = if cfg!(target_arch = "aarch64") {
    &["/lib/aarch64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/lib64", "/usr/lib64", "/lib", "/usr/lib"]
} else {
    &["/lib/x86_64-linux-gnu", "/usr/lib/x86_64-linux-gnu", "/lib64", "/usr/lib64", "/lib", "/usr/lib"]
};

/// The dynamic libraries of every program, and whether it must name them though it needs nothing of them now: before
/// version 2.34 the C library's threads and `dlopen` were libraries of their own, and a program that runs there must
/// name those.
pub const LIBRARIES: &[(&str, bool)] = &[
    ("libc.so.6", true),
    ("libm.so.6", false),
    ("libpthread.so.0", true),
    ("libdl.so.2", true),
    ("librt.so.1", false),
    ("libutil.so.1", false),
    ("libgcc_s.so.1", false),
    (if cfg!(target_arch = "aarch64") { "ld-linux-aarch64.so.1" } else { "ld-linux-x86-64.so.2" }, false),
];

/// Folders of libraries, the last ones gcc's own (`/usr/lib/gcc/MACHINE/VERSION`).
pub fn dirs() -> Vec<PathBuf> {
    let inside = |d: PathBuf| -> Vec<PathBuf> {
        std::fs::read_dir(d).map(|l| l.flatten().map(|e| e.path()).collect()).unwrap_or_default()
    };
    let mut gcc: Vec<PathBuf> = inside("/usr/lib/gcc".into()).into_iter().flat_map(inside).collect();
    gcc.sort();
    DIRS.iter().map(PathBuf::from).chain(gcc).collect()
}

/// A file in one of these folders.
pub fn find(name: &str) -> Option<PathBuf> {
    dirs().into_iter().map(|d| d.join(name)).find(|p| p.is_file())
}
