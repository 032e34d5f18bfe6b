//! What the constructs of OpenMP cost on two threads, against gfortran's libgomp.

use std::path::Path;
use std::process::Command;

const PROGRAM: &str = include_str!("../kernels/overheads.f90");

/// Name and nanoseconds of each construct.
fn run(exe: &Path) -> Vec<(String, f64)> {
    let Some(out) = Command::new(exe).output().ok().filter(|o| o.status.success()) else { return Vec::new() };
    let text = String::from_utf8_lossy(&out.stdout).into_owned();
    let row = |l: &str| {
        let (name, time) = l.trim_end().rsplit_once(' ')?;
        Some((name.trim().to_string(), time.parse().ok()?))
    };
    text.lines().filter_map(row).collect()
}

/// Runs both in turn and prints the least time of each: other work on the machine only makes them longer.
pub fn race(ferrotran: &str, dir: &Path, runs: usize) {
    println!("overheads on 2 threads: least nanoseconds of {runs} runs");
    let source = dir.join("overheads.f90");
    std::fs::write(&source, PROGRAM).expect("the temporary directory is writable");
    let build = |command: &[&str], exe: &Path| {
        let mut c = Command::new(command[0]);
        c.args(&command[1..]).arg(&source).arg("-o").arg(exe).current_dir(dir);
        c.status().is_ok_and(|s| s.success())
    };
    let (ours, theirs) = (dir.join("overheads-f"), dir.join("overheads-g"));
    if !build(&[ferrotran, "-O2"], &ours) || !build(&["gfortran", "-O2", "-fopenmp"], &theirs) {
        println!("  does not build, or there is no gfortran");
        return;
    }
    let mut rows: Vec<(String, [f64; 2])> = Vec::new();
    for _ in 0..runs {
        for (k, exe) in [&ours, &theirs].into_iter().enumerate() {
            for (name, time) in run(exe) {
                let at = rows.iter().position(|r| r.0 == name).unwrap_or_else(|| {
                    rows.push((name, [f64::INFINITY; 2]));
                    rows.len() - 1
                });
                rows[at].1[k] = rows[at].1[k].min(time);
            }
        }
    }
    for (name, [f, g]) in rows {
        println!("  {name:28} {f:10.1}  libgomp {g:10.1}  ferrotran/libgomp = {:.2}", f / g);
    }
}
