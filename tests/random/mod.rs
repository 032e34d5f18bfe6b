//! What the tests of random programs share: numbers from a seed, and the loop that writes programs, runs each in several
//! ways, and compares what they print.
//!
//! FERROTRAN_CASES=n runs n programs instead of the usual few, FERROTRAN_SEED=s begins elsewhere, FERROTRAN_KEEP=dir keeps
//! the sources of what fails, FERROTRAN_ORACLE=compiler compares with what that compiler makes of them, too.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// The programs of the usual run.
const CASES: u64 = 10;

/// Numbers that depend on the seed alone (a linear congruential generator: Knuth, TAOCP 2, 3.3.4, MMIX).
pub struct Rng(pub u64);
impl Rng {
    pub fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((self.0 >> 33) % n.max(1) as u64) as usize
    }
    pub fn range(&mut self, lo: i64, hi: i64) -> i64 {
        lo + self.below((hi - lo + 1).max(1) as usize) as i64
    }
    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }
    pub fn pick<X: Copy>(&mut self, l: &[X]) -> X {
        l[self.below(l.len())]
    }
}

/// Runs the programs of `program` with the flags of `reference`, which must end well, and in each of the `ways`, which must
/// print the same.
pub fn compare(program: fn(u64) -> String, reference: &[&str], ways: &[&[&str]]) {
    let number = |name: &str, default: u64| std::env::var(name).ok().and_then(|s| s.parse().ok()).unwrap_or(default);
    let (cases, first) = (number("FERROTRAN_CASES", CASES), number("FERROTRAN_SEED", 1));
    let keep = std::env::var_os("FERROTRAN_KEEP").map(PathBuf::from);
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
                    let wrong = differences(&file, reference, ways);
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

/// What is wrong with one program.
fn differences(file: &Path, reference: &[&str], ways: &[&[&str]]) -> Vec<String> {
    let want = run(reference, file);
    if !want.status.success() {
        return vec![report(reference, &want, &want)];
    }
    let mut wrong: Vec<String> = ways
        .iter()
        .map(|how| (how, run(how, file)))
        .filter(|(_, got)| !got.status.success() || got.stdout != want.stdout)
        .map(|(how, got)| report(how, &got, &want))
        .collect();
    if let Some(oracle) = std::env::var_os("FERROTRAN_ORACLE") {
        let made = file.with_extension("oracle");
        std::fs::create_dir_all(&made).expect("the folder is writable");
        let executable = made.join("program");
        let compiled = Command::new(oracle).args(["-w", "-J"]).arg(&made).arg(file).arg("-o").arg(&executable).output();
        let mut got = compiled.expect("the oracle starts");
        if got.status.success() {
            got = Command::new(&executable).output().expect("it starts");
        }
        if !got.status.success() || words(&got) != words(&want) {
            wrong.push(report(&["the oracle"], &got, &want));
        }
        let _ = std::fs::remove_dir_all(&made);
    }
    wrong
}

fn run(how: &[&str], file: &Path) -> Output {
    let exe = env!("CARGO_BIN_EXE_ferrotran");
    Command::new(exe).arg("run").args(how).arg(file).env("OMP_NUM_THREADS", "2").output().expect("the compiler starts")
}

/// The first line that differs, and the first messages.
fn report(how: &[&str], got: &Output, want: &Output) -> String {
    let (a, b) = (String::from_utf8_lossy(&got.stdout), String::from_utf8_lossy(&want.stdout));
    let at = a.lines().zip(b.lines()).find(|(x, y)| x != y);
    let errors = String::from_utf8_lossy(&got.stderr);
    let errors: Vec<&str> = errors.lines().take(6).collect();
    format!("{}: {:?} {at:?}\n{}", how.join(" "), got.status.code(), errors.join("\n"))
}

/// What was printed, without the spaces and zeros in which compilers differ.
fn words(o: &Output) -> Vec<String> {
    let text = String::from_utf8_lossy(&o.stdout);
    let plain = |w: &str| if w.contains('.') { w.trim_end_matches('0').to_string() } else { w.to_string() };
    text.split_whitespace().map(plain).collect()
}
