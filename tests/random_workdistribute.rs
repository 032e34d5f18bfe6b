//! Random programs of the main job: array statements under `target teams workdistribute`. Every program is compared
//! with itself without directives (`-fno-openmp -O0`), on the host's threads, and on a Vulkan device where there is one.
//! Values are small integers in every type, so results are exact whatever the order.
//!
//! FERROTRAN_CASES=n runs n programs instead of the usual few, FERROTRAN_SEED=s begins elsewhere, FERROTRAN_KEEP=dir keeps
//! the sources of what fails.

#[path = "random_workdistribute/programs.rs"]
mod programs;
#[path = "random_workdistribute/statements.rs"]
mod statements;

use programs::program;
use std::process::{Command, Output};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

fn run(exe: &str, args: &[&str], file: &std::path::Path) -> Output {
    Command::new(exe).arg("run").args(args).arg(file).env("OMP_NUM_THREADS", "2").output().expect("the compiler starts")
}

#[test]
fn random_programs() {
    let exe = env!("CARGO_BIN_EXE_ferrotran");
    let number = |name: &str, default: u64| std::env::var(name).ok().and_then(|s| s.parse().ok()).unwrap_or(default);
    let (cases, first) = (number("FERROTRAN_CASES", 10), number("FERROTRAN_SEED", 1));
    let devices = Command::new(exe).arg("devices").output().expect("the compiler starts");
    let vulkan = String::from_utf8_lossy(&devices.stdout).to_lowercase().contains("vulkan");
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
                    let want = run(exe, &["-fno-openmp", "-O0"], &file);
                    let mut wrong = Vec::new();
                    if !want.status.success() {
                        wrong.push(format!("without directives: {}", String::from_utf8_lossy(&want.stderr)));
                    } else {
                        let mut how: Vec<&[&str]> = vec![&["-fno-openmp"], &["--device", "host"]];
                        if vulkan {
                            how.push(&["--device", "vulkan"]);
                        }
                        for args in how {
                            let got = run(exe, args, &file);
                            if got.status.code() != Some(0) || got.stdout != want.stdout {
                                let (a, b) =
                                    (String::from_utf8_lossy(&got.stdout), String::from_utf8_lossy(&want.stdout));
                                let at = a.lines().zip(b.lines()).find(|(x, y)| x != y);
                                wrong.push(format!(
                                    "{args:?}: {:?} {at:?}\n{}",
                                    got.status.code(),
                                    String::from_utf8_lossy(&got.stderr).lines().take(6).collect::<Vec<_>>().join("\n")
                                ));
                            }
                        }
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
