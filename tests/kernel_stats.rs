//! What kernels cost (`emit kernel-stats`) stands in `tests/kernel_stats`, so that no change makes one worse unseen.
//! FERROTRAN_UPDATE=1 writes the file anew.

use std::path::Path;
use std::process::{Command, Output};

fn emit(stage: &str, rest: &[&str]) -> Output {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let file = root.join("tests/kernel_stats/representative.f90");
    let mut c = Command::new(env!("CARGO_BIN_EXE_ferrotran"));
    c.args(["emit", stage]).arg(file).args(rest).output().expect("the compiler starts")
}

fn stats(rest: &[&str]) -> String {
    let out = emit("kernel-stats", rest);
    assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
    String::from_utf8(out.stdout).expect("text")
}

#[test]
fn costs_are_those_of_the_file() {
    let have = stats(&[]);
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/kernel_stats/representative.txt");
    if std::env::var_os("FERROTRAN_UPDATE").is_some() {
        std::fs::write(&path, &have).expect("the file is written");
    }
    let want = std::fs::read_to_string(&path).expect("the file is there");
    for (w, h) in want.lines().zip(have.lines()) {
        assert_eq!(w, h, "another cost (FERROTRAN_UPDATE=1 takes it)");
    }
    assert_eq!(want.lines().count(), have.lines().count());
}

/// The number behind a name in the line of a kernel's first launched stage.
fn count(text: &str, kernel: &str, name: &str) -> f64 {
    let at = text.find(&format!("kernel {kernel}")).unwrap_or_else(|| panic!("no kernel {kernel}"));
    let line = text[at..].lines().find(|l| l.contains(&format!("{name} "))).expect("a line of counts");
    let number = line.split(&format!("{name} ")).nth(1).and_then(|r| r.split([',', ' ']).next()).expect("a number");
    number.parse().expect("a number")
}

#[test]
fn no_work_for_subscripts() {
    let text = stats(&[]);
    for kernel in ["elementwise_", "vector_", "bytes_", "reduced_"] {
        assert_eq!(count(&text, kernel, "divisions").floor(), if kernel == "reduced_" { 2.0 } else { 0.0 }, "{kernel}");
    }
    // Four elements of 4 bytes are one access of each array.
    assert_eq!(count(&text, "elementwise_", "loads"), 2.0);
    assert_eq!(count(&text, "elementwise_", "load_bytes"), 32.0);
    // Whole words, not parts of them.
    assert_eq!(count(&text, "bytes_", "atomics"), 0.0);
}

#[test]
fn numbers_for_programs() {
    let text = stats(&["--json", "--size", "32"]);
    let all: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(all["size"], 32);
    let kernels = all["kernels"].as_array().expect("a list");
    let first = &kernels[0];
    assert!(first["name"].as_str().is_some_and(|n| n.starts_with("elementwise_")));
    assert_eq!(first["stages"][0]["counts"]["divisions"], 0.0);
    assert!(first["stages"][0]["registers"].as_u64().is_some_and(|n| n > 0));
    // Other stages have no such form.
    for rest in [&["--json"][..], &["--size", "32"]] {
        assert!(!emit("array", rest).status.success(), "{rest:?}");
    }
}
