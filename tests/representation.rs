//! What directives are in array form: ops, and no calls of the runtime. Only routines of OpenMP that the program itself
//! calls are calls.

use std::path::Path;
use std::process::Command;

/// Functions of the runtime for directives: what threads, tasks and devices do. Routines that programs call have the names
/// of OpenMP.
fn for_directives(name: &str) -> bool {
    ["frt_omp_", "frt_par_", "frt_threadprivate", "frt_dev_"].iter().any(|p| name.starts_with(p))
}

#[test]
fn directives_are_ops() {
    let exe = env!("CARGO_BIN_EXE_ferrotran");
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/run");
    let (mut seen, mut found) = (0, Vec::new());
    for folder in ["openmp", "workdistribute"] {
        let entries = std::fs::read_dir(root.join(folder)).expect("the folder is there");
        for path in entries.flatten().map(|e| e.path()).filter(|p| p.extension().is_some_and(|x| x == "f90")) {
            let text = String::from_utf8_lossy(&std::fs::read(&path).expect("the file is readable")).into_owned();
            let options = text.lines().find_map(|l| l.strip_prefix("! options:")).unwrap_or_default();
            let mut emit = Command::new(exe);
            emit.args(["emit", "array"]).args(options.split_whitespace()).arg(&path);
            let out = emit.output().expect("the compiler starts");
            let ir = String::from_utf8_lossy(&out.stdout);
            assert!(out.status.success(), "{}: {}", path.display(), String::from_utf8_lossy(&out.stderr));
            seen += ir.matches("omp.").count();
            for call in ir.split("callee = @").skip(1) {
                let name = call.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default();
                if for_directives(name) {
                    found.push(format!("{}: {name}", path.display()));
                }
            }
        }
    }
    found.sort();
    found.dedup();
    assert!(seen > 1000, "the programs have directives: {seen}");
    assert!(found.is_empty(), "lowering makes calls of the runtime for directives:\n{}", found.join("\n"));
}
