//! Ten classic kernels in ordinary Fortran, one thread each: processor time against gfortran -O2.

use std::path::Path;
use std::process::Command;

/// Name and source. Each program prints a result, and on its last line the seconds of its kernel.
const KERNELS: [(&str, &str); 10] = [
    ("n-body", include_str!("../kernels/nbody.f90")),
    ("LU decomposition", include_str!("../kernels/lu.f90")),
    ("FFT", include_str!("../kernels/fft.f90")),
    ("quicksort", include_str!("../kernels/quicksort.f90")),
    ("sieve", include_str!("../kernels/sieve.f90")),
    ("sparse matrix-vector", include_str!("../kernels/spmv.f90")),
    ("string building", include_str!("../kernels/strings.f90")),
    ("recursive calls", include_str!("../kernels/recursion.f90")),
    ("linked list", include_str!("../kernels/list.f90")),
    ("levenshtein", include_str!("../kernels/levenshtein.f90")),
];

/// Seconds that a program prints on its last line, and what it printed before.
fn run(exe: &Path) -> Option<(f64, String)> {
    let out = Command::new(exe).output().ok().filter(|o| o.status.success())?;
    let text = String::from_utf8_lossy(&out.stdout).into_owned();
    let (result, seconds) = text.trim_end().rsplit_once('\n')?;
    Some((seconds.trim().parse().ok()?, result.split_whitespace().collect::<Vec<_>>().join(" ")))
}

/// Builds and runs each kernel with both compilers in turn, and gives the geometric mean of the ratios of the least
/// times.
pub fn race(ferrotran: &str, dir: &Path, runs: usize) {
    println!("ten kernels, ferrotran -O2 against gfortran -O2");
    if !crate::installed("gfortran") {
        println!("  gfortran is not installed");
        return;
    }
    let (mut logs, mut count) = (0.0, 0);
    for (name, source) in KERNELS {
        let src = dir.join("kernel.f90");
        std::fs::write(&src, source).expect("the temporary directory is writable");
        let mut exes = Vec::new();
        for (i, command) in [ferrotran, "gfortran"].into_iter().enumerate() {
            let exe = dir.join(format!("kernel{i}.exe"));
            let built = Command::new(command)
                .arg("-O2")
                .arg(&src)
                .arg("-o")
                .arg(&exe)
                .arg(format!("-J{}", dir.display()))
                .output()
                .is_ok_and(|o| o.status.success());
            if built {
                exes.push(exe);
            } else {
                println!("  {name:22} does not build with {command}");
            }
        }
        let [ours, theirs] = exes.as_slice() else { continue };
        let mut best = [f64::INFINITY; 2];
        let mut results = [String::new(), String::new()];
        for _ in 0..runs.max(1) {
            for (i, exe) in [ours, theirs].into_iter().enumerate() {
                if let Some((t, result)) = run(exe) {
                    best[i] = best[i].min(t);
                    results[i] = result;
                }
            }
        }
        let ratio = best[0] / best[1];
        let differ = if results[0] == results[1] { "" } else { "   RESULTS DIFFER" };
        println!("  {name:22} {:9.4} s  {:9.4} s   ratio {ratio:.3}{differ}", best[0], best[1]);
        logs += ratio.ln();
        count += 1;
    }
    println!("  geometric mean of the ratios: {:.3}", (logs / f64::from(count.max(1))).exp());
}
