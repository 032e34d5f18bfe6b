//! Random programs of scalars, loops, arrays, strings and derived types. Every program is compared with itself at `-O0`.
//! Values are small and exact, so results do not depend on the order of operations.
//!
//! FERROTRAN_CASES=n runs n programs instead of the usual few, FERROTRAN_SEED=s begins elsewhere, FERROTRAN_KEEP=dir keeps
//! the sources of what fails, FERROTRAN_ORACLE=flang compares with what that compiler makes of them, too.

#[path = "random_loops/expressions.rs"]
mod expressions;
#[path = "random_loops/programs.rs"]
mod programs;
#[path = "random_loops/statements.rs"]
mod statements;

use programs::program;
use std::process::{Command, Output};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// What was printed, without the spaces and zeros in which compilers differ.
fn words(o: &Output) -> Vec<String> {
    let text = String::from_utf8_lossy(&o.stdout);
    let plain = |w: &str| if w.contains('.') { w.trim_end_matches('0').to_string() } else { w.to_string() };
    text.split_whitespace().map(plain).collect()
}

fn run(exe: &str, args: &[&str], file: &std::path::Path) -> Output {
    Command::new(exe).arg("run").args(args).arg(file).env("OMP_NUM_THREADS", "2").output().expect("the compiler starts")
}

#[test]
fn random_programs() {
    let exe = env!("CARGO_BIN_EXE_ferrotran");
    let number = |name: &str, default: u64| std::env::var(name).ok().and_then(|s| s.parse().ok()).unwrap_or(default);
    let (cases, first) = (number("FERROTRAN_CASES", 10), number("FERROTRAN_SEED", 1));
    let oracle = std::env::var_os("FERROTRAN_ORACLE");
    let keep = std::env::var_os("FERROTRAN_KEEP").map(std::path::PathBuf::from);
    let dir = std::env::temp_dir().join(format!("ferrotran-random-{}", std::process::id()));
    for d in [Some(&dir), keep.as_ref()].into_iter().flatten() {
        std::fs::create_dir_all(d).expect("a folder for the programs");
    }
    let (next, failures) = (AtomicU64::new(first), Mutex::new(Vec::new()));
    std::thread::scope(|s| {
        for _ in 0..2 {
            s.spawn(|| {
                loop {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    if seed >= first + cases {
                        break;
                    }
                    let file = dir.join(format!("w{seed}.f90"));
                    std::fs::write(&file, program(seed)).expect("the folder is writable");
                    let want = run(exe, &["-O0"], &file);
                    let mut wrong = Vec::new();
                    let mut compare = |how: &str, got: &Output, same: bool| {
                        if !got.status.success() || !same {
                            let (a, b) = (String::from_utf8_lossy(&got.stdout), String::from_utf8_lossy(&want.stdout));
                            let at = a.lines().zip(b.lines()).find(|(x, y)| x != y);
                            let errors = String::from_utf8_lossy(&got.stderr);
                            let errors: Vec<&str> = errors.lines().take(6).collect();
                            wrong.push(format!("{how}: {:?} {at:?}\n{}", got.status.code(), errors.join("\n")));
                        }
                    };
                    for how in ["-O0", "-O1", "-O3", "-fcheck=all"] {
                        // The first answers for itself: it must end well.
                        let got = if how == "-O0" { want.clone() } else { run(exe, &[how], &file) };
                        compare(how, &got, got.stdout == want.stdout);
                    }
                    if let Some(oracle) = &oracle {
                        let modules = dir.join(format!("w{seed}"));
                        std::fs::create_dir_all(&modules).expect("the folder is writable");
                        let program = modules.join("program");
                        let made = Command::new(oracle)
                            .args(["-w", "-J"])
                            .arg(&modules)
                            .arg(&file)
                            .arg("-o")
                            .arg(&program)
                            .output()
                            .expect("the oracle starts");
                        let got = if made.status.success() {
                            Command::new(&program).output().expect("it starts")
                        } else {
                            made
                        };
                        compare("the oracle", &got, words(&got) == words(&want));
                        let _ = std::fs::remove_dir_all(&modules);
                    }
                    if !wrong.is_empty() {
                        if let Some(k) = &keep {
                            let _ = std::fs::copy(&file, k.join(format!("w{seed}.f90")));
                        }
                        failures
                            .lock()
                            .expect("nothing panics while it holds this")
                            .push(format!("seed {seed}: {}", wrong.join("\n")));
                    }
                    let _ = std::fs::remove_file(&file);
                }
            });
        }
    });
    let _ = std::fs::remove_dir_all(&dir);
    let failures = failures.into_inner().expect("no thread panicked");
    assert!(failures.is_empty(), "{} of {cases} programs fail\n{}", failures.len(), failures.join("\n"));
}
