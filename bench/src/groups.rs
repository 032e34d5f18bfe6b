//! Kernels in groups, one after the other in one run: the least time of each by Ferrotran, gfortran and flang, with
//! `-O3 -march=native` by all of them.
//!
//! The procedures of a group stand in a file apart from the program that calls them, so that no compiler can leave out
//! calls whose results are not used. Every row prints a number too, and rows whose numbers differ are marked.

use std::path::{Path, PathBuf};
use std::process::Command;

/// Programs of a group: a name, for those of one kernel, and their files in the order of compilation.
struct Unit {
    /// The name of the row, where the program prints a result and then its seconds; empty, where it prints rows of `name|seconds|number`.
    row: &'static str,
    sources: &'static [(&'static str, &'static str)],
}

/// Kernels of one kind.
struct Group {
    name: &'static str,
    units: &'static [Unit],
    /// Threads, and with several of them OpenMP for the peers.
    threads: u32,
    /// The words that begin and end shared array statements, by Ferrotran and by the peers.
    shared: Option<[&'static str; 2]>,
}

macro_rules! rows {
    ($($name:literal),+) => {
        &[Unit {
            row: "",
            sources: &[
                ("timing.f90", include_str!("../kernels/groups/timing.f90")),
                $(($name, include_str!(concat!("../kernels/groups/", $name)))),+
            ],
        }]
    };
}

macro_rules! programs {
    ($($row:literal $name:literal),+ $(,)?) => {
        &[$(Unit { row: $row, sources: &[($name, include_str!(concat!("../kernels/programs/", $name)))] }),+]
    };
}

const GROUPS: &[Group] = &[
    Group { name: "streams", units: rows!("streams.f90", "streams_main.f90"), threads: 1, shared: None },
    Group { name: "functions", units: rows!("functions.f90", "functions_main.f90"), threads: 1, shared: None },
    Group { name: "stencils", units: rows!("stencils.f90", "stencils_main.f90"), threads: 1, shared: None },
    Group { name: "reductions", units: rows!("reductions.f90", "reductions_main.f90"), threads: 1, shared: None },
    Group { name: "products", units: rows!("products.f90", "products_main.f90"), threads: 1, shared: None },
    Group { name: "scalars", units: rows!("scalars.f90", "scalars_main.f90"), threads: 1, shared: None },
    Group {
        name: "programs",
        units: programs!(
            "n-body" "nbody.f90",
            "LU decomposition" "lu.f90",
            "FFT" "fft.f90",
            "quicksort" "quicksort.f90",
            "sieve" "sieve.f90",
            "sparse matrix-vector" "spmv.f90",
            "string building" "strings.f90",
            "recursive calls" "recursion.f90",
            "linked list" "list.f90",
            "levenshtein" "levenshtein.f90",
        ),
        threads: 1,
        shared: None,
    },
    Group { name: "files", units: rows!("files.f90", "files_main.f90"), threads: 1, shared: None },
    Group {
        name: "overheads",
        units: &[Unit { row: "", sources: &[("overheads.f90", include_str!("../kernels/groups/overheads.f90"))] }],
        threads: 2,
        shared: None,
    },
    Group {
        name: "workdistribute",
        units: rows!("shares.f90", "shares_main.f90"),
        threads: 2,
        shared: Some(["teams workdistribute", "parallel workshare"]),
    },
];

/// The words that stand for benchmarks of this module.
pub fn names() -> impl Iterator<Item = &'static str> {
    GROUPS.iter().map(|g| g.name)
}

/// Seconds and a number of a row.
type Measured = (String, f64, String);

/// A compiler, and the least times of the rows of its programs.
struct Contender<'a> {
    name: &'a str,
    command: &'a str,
    exes: Vec<PathBuf>,
    rows: Vec<Measured>,
}

impl Contender<'_> {
    /// Makes the executables of a group. Those that it cannot build have a message.
    fn build(&mut self, group: &Group, dir: &Path) {
        let ours = self.name == "ferrotran";
        for (k, unit) in group.units.iter().enumerate() {
            let dir = dir.join(format!("{}-{}-{k}", group.name, self.name));
            std::fs::create_dir_all(&dir).expect("a temporary directory can be made");
            let exe = dir.join("program");
            let mut c = Command::new(self.command);
            c.args(["-O3", "-march=native"]).current_dir(&dir).arg("-o").arg(&exe);
            if group.threads > 1 && !ours {
                c.arg("-fopenmp");
            }
            for (name, text) in unit.sources {
                let text = match group.shared {
                    Some([our, theirs]) => {
                        let word = if ours { our } else { theirs };
                        text.replace("!$omp BEGIN", &format!("!$omp {word}"))
                            .replace("!$omp END", &format!("!$omp end {word}"))
                    }
                    None => text.to_string(),
                };
                std::fs::write(dir.join(name), text).expect("the temporary directory is writable");
                c.arg(name);
            }
            match c.output() {
                Ok(o) if o.status.success() => {}
                Ok(o) => {
                    let text = String::from_utf8_lossy(&o.stderr).into_owned();
                    let why = text.lines().next().unwrap_or("");
                    println!("  {} {} does not build with {}: {why}", group.name, unit.row, self.name);
                }
                Err(e) => println!("  {} does not start: {e}", self.name),
            }
            self.exes.push(exe);
        }
    }

    /// Runs everything once, and keeps what is less than before.
    fn run(&mut self, group: &Group) {
        for (unit, exe) in group.units.iter().zip(&self.exes) {
            let out = Command::new(exe).env("OMP_NUM_THREADS", group.threads.to_string()).output();
            let Some(out) = out.ok().filter(|o| o.status.success()) else { continue };
            let text = String::from_utf8_lossy(&out.stdout).into_owned();
            for (name, seconds, number) in rows_of(unit.row, &text) {
                match self.rows.iter_mut().find(|r| r.0 == name) {
                    Some(r) => r.1 = r.1.min(seconds),
                    None => self.rows.push((name, seconds, number)),
                }
            }
        }
    }
}

/// The rows that a program printed.
fn rows_of(row: &str, text: &str) -> Vec<Measured> {
    if row.is_empty() {
        return text
            .lines()
            .filter_map(|l| {
                let [name, seconds, number] = l.split('|').collect::<Vec<_>>()[..] else { return None };
                Some((name.trim().to_string(), seconds.trim().parse().ok()?, number.trim().to_string()))
            })
            .collect();
    }
    let Some((result, seconds)) = text.trim_end().rsplit_once('\n') else { return Vec::new() };
    let Ok(seconds) = seconds.trim().parse() else { return Vec::new() };
    vec![(row.to_string(), seconds, result.split_whitespace().collect::<Vec<_>>().join(" "))]
}

/// Whether two numbers are the same but for rounding.
fn agree(a: &str, b: &str) -> bool {
    match (a.parse::<f64>(), b.parse::<f64>()) {
        (Ok(a), Ok(b)) => (a - b).abs() <= 1e-5 * (a.abs() + b.abs()) + 1e-12,
        _ => a == b,
    }
}

/// Builds and runs the groups that `wants` names by all compilers in turn, and prints how many times faster Ferrotran
/// is than each of them, with geometric means.
pub fn race(ferrotran: &str, dir: &Path, runs: usize, wants: &dyn Fn(&str) -> bool) {
    let peers: Vec<(&str, &str)> =
        [("gfortran", "gfortran"), ("flang", "flang-22")].into_iter().filter(|p| crate::installed(p.1)).collect();
    for group in GROUPS.iter().filter(|g| wants(g.name)) {
        println!("{}, least seconds of a call; behind those of a peer, how many times faster ferrotran is", group.name);
        let mut all: Vec<Contender> = std::iter::once(("ferrotran", ferrotran))
            .chain(peers.iter().copied())
            .map(|(name, command)| Contender { name, command, exes: Vec::new(), rows: Vec::new() })
            .collect();
        for c in &mut all {
            c.build(group, dir);
        }
        for _ in 0..runs.max(1) {
            for c in &mut all {
                c.run(group);
            }
        }
        let (ours, theirs) = all.split_at(1);
        report(&ours[0], theirs);
    }
}

/// The table of a group.
fn report(ours: &Contender, peers: &[Contender]) {
    let mut means = vec![(0.0, 0); peers.len() + 1];
    for (name, seconds, number) in &ours.rows {
        print!("  {name:30} {seconds:10.3e}");
        let mut best = f64::INFINITY;
        let mut differ = "";
        for (peer, mean) in peers.iter().zip(&mut means[1..]) {
            match peer.rows.iter().find(|r| r.0 == *name) {
                Some((_, t, n)) => {
                    print!("   {} {t:10.3e} {:6.2}", peer.name, t / seconds);
                    *mean = (mean.0 + (t / seconds).ln(), mean.1 + 1);
                    best = best.min(*t);
                    if !agree(number, n) {
                        differ = "   RESULTS DIFFER";
                    }
                }
                None => print!("   {} {:>17}", peer.name, "-"),
            }
        }
        println!("{}{differ}", if best < *seconds { "   slower" } else { "" });
        if best.is_finite() {
            means[0] = (means[0].0 + (best / seconds).ln(), means[0].1 + 1);
        }
    }
    let mean = |m: &(f64, i32)| match m.1 {
        0 => "-".to_string(),
        n => format!("{:.2}", (m.0 / f64::from(n)).exp()),
    };
    print!("  geometric mean against the better one {}", mean(&means[0]));
    for (peer, m) in peers.iter().zip(&means[1..]) {
        print!(", {} {}", peer.name, mean(m));
    }
    println!();
}
