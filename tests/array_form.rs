//! Lowering makes ops of directives and nothing else: the array form of no program calls the runtime for a directive. What
//! OpenMP's library is asked is what the program asks.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// What constructs of the host still call, until they are ops too.
const EXCEPTIONS: [&str; 12] = [
    "frt_omp_accumulator",
    "frt_omp_accumulator_end",
    "frt_omp_cancel",
    "frt_omp_copy_give",
    "frt_omp_copy_take",
    "frt_omp_depend_next",
    "frt_omp_depobj",
    "frt_omp_depobj_update",
    "frt_omp_detach_next",
    "frt_omp_my_address",
    "frt_omp_reduced",
    "frt_omp_single_begin",
];

/// The functions of OpenMP and of devices that the text of a module calls.
fn called(ir: &str) -> BTreeSet<String> {
    let callees = ir.split("callee = @").skip(1).map(|rest| {
        let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
        &rest[..end]
    });
    let of_openmp = |name: &&str| ["frt_omp_", "frt_dev_", "omp_"].iter().any(|p| name.starts_with(p));
    callees.filter(of_openmp).map(str::to_string).collect()
}

#[test]
fn directives_are_ops() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut list: Vec<PathBuf> = Vec::new();
    for dir in ["tests/run/openmp", "tests/run/workdistribute"] {
        let files = std::fs::read_dir(root.join(dir)).expect("the folder is there");
        list.extend(files.map(|f| f.expect("the folder is readable").path()));
    }
    list.retain(|p| p.extension().is_some_and(|e| e == "f90"));
    assert!(!list.is_empty());
    let (next, wrong, met) = (AtomicUsize::new(0), Mutex::new(Vec::new()), Mutex::new(BTreeSet::new()));
    std::thread::scope(|s| {
        for _ in 0..std::thread::available_parallelism().map_or(2, |n| n.get()) {
            s.spawn(|| {
                while let Some(path) = list.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let mut c = Command::new(env!("CARGO_BIN_EXE_ferrotran"));
                    let out = c.args(["emit", "array"]).arg(path).output().expect("the compiler starts");
                    assert!(out.status.success(), "{}: {}", path.display(), String::from_utf8_lossy(&out.stderr));
                    let source = std::fs::read(path).expect("the program is readable");
                    let source = String::from_utf8_lossy(&source).to_lowercase();
                    for name in called(&String::from_utf8_lossy(&out.stdout)) {
                        let asked = name.starts_with("omp_") && source.contains(name.trim_end_matches('_'));
                        if EXCEPTIONS.contains(&name.as_str()) {
                            met.lock().expect("no test panics while it holds this").insert(name);
                        } else if !asked {
                            let text = format!("{} calls {name}", path.display());
                            wrong.lock().expect("no test panics while it holds this").push(text);
                        }
                    }
                }
            });
        }
    });
    let (wrong, met) = (wrong.into_inner().expect("no panic"), met.into_inner().expect("no panic"));
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let idle: Vec<&str> = EXCEPTIONS.into_iter().filter(|n| !met.contains(*n)).collect();
    assert!(idle.is_empty(), "exceptions that are none any more: {idle:?}");
}
