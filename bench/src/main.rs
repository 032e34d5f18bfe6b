//! Measurements of Ferrotran against gfortran, flang and OpenBLAS, side by side in one run: every program is run by all
//! compilers in turn, several times, and the medians are compared, so that a machine whose speed drifts treats all alike.
//! Peers that are not installed are left out.

mod compile;
mod elementary;
mod gpu;
mod groups;
mod programs;

use clap::Parser;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Compares Ferrotran with its peers on this machine.
#[derive(Parser)]
#[command(name = "ferrotran-bench", version)]
struct Args {
    /// Benchmarks to run (default: all but gpu, the table of a device): gpu, matmul, chain, elementary, compile, and the groups of kernels
    #[arg(value_parser = clap::builder::PossibleValuesParser::new(names()))]
    benchmarks: Vec<String>,
    /// Runs of each program by each compiler
    #[arg(short = 'n', long, default_value_t = 5)]
    runs: usize,
    /// The compiler to measure (default: the one beside this program)
    #[arg(long)]
    ferrotran: Option<PathBuf>,
    /// Edge of the matrices
    #[arg(long, default_value_t = 2048)]
    size: usize,
    /// Elements of the arrays of the elementary operations
    #[arg(long, default_value_t = 1_000_000)]
    elements: usize,
    /// Rows of the elementary operations, by name or name:kind, separated by commas (default: all)
    #[arg(long)]
    rows: Option<String>,
    /// The device of gpu, as in FERROTRAN_DEVICE
    #[arg(long, default_value = "auto")]
    device: String,
    /// Small arrays in gpu, for software adapters
    #[arg(long)]
    quick: bool,
    /// The file for the table of gpu (default: gpu-NAME.txt)
    #[arg(long)]
    output: Option<PathBuf>,
}

/// One way to build and run a program.
pub struct Contender {
    /// Name in the report.
    pub name: String,
    /// Command that builds, without source and output.
    pub build: Vec<String>,
    /// Options behind the source.
    pub libs: Vec<String>,
    /// Environment of the run.
    pub env: Vec<(&'static str, &'static str)>,
    /// Source text.
    pub source: String,
}

/// True where a command can be started.
pub fn installed(command: &str) -> bool {
    Command::new(command).arg("--version").output().is_ok_and(|o| o.status.success())
}

/// Middle of the values.
pub fn median(v: &[f64]) -> f64 {
    let mut v = v.to_vec();
    v.sort_by(f64::total_cmp);
    if v.is_empty() { f64::NAN } else { v[v.len() / 2] }
}

/// Builds every contender, runs them in turn and reports the seconds that each prints as its last word.
pub fn race(title: &str, dir: &Path, contenders: &[Contender], runs: usize) {
    println!("{title}");
    let mut ready = Vec::new();
    for (i, c) in contenders.iter().enumerate() {
        let (src, exe) = (dir.join(format!("p{i}.f90")), dir.join(format!("p{i}.exe")));
        std::fs::write(&src, &c.source).expect("the temporary directory is writable");
        let out = Command::new(&c.build[0]).args(&c.build[1..]).arg(&src).arg("-o").arg(&exe).args(&c.libs).output();
        match out {
            Ok(o) if o.status.success() => ready.push((c, exe, Vec::new())),
            Ok(o) => {
                let text = String::from_utf8_lossy(&o.stderr).into_owned();
                println!("  {:28} does not build: {}", c.name, text.lines().next().unwrap_or(""));
            }
            Err(e) => println!("  {:28} does not start: {e}", c.name),
        }
    }
    for _ in 0..runs {
        for (c, exe, times) in &mut ready {
            let out = Command::new(&*exe).envs(c.env.iter().copied()).output().expect("a built program starts");
            let text = String::from_utf8_lossy(&out.stdout).into_owned();
            if let Some(t) = text.split_whitespace().last().and_then(|w| w.parse::<f64>().ok()) {
                times.push(t);
            }
        }
    }
    let first = ready.first().map(|r| median(&r.2)).unwrap_or(f64::NAN);
    for (c, _, times) in &ready {
        let m = median(times);
        println!("  {:28} {m:10.5} s   ferrotran/this = {:.3}", c.name, first / m);
    }
}

/// The words that stand for benchmarks.
fn names() -> impl Iterator<Item = &'static str> {
    ["gpu", "matmul", "chain", "elementary", "compile"].into_iter().chain(groups::names())
}

fn main() {
    let args = Args::parse();
    let here = std::env::current_exe().ok().and_then(|p| p.parent().map(Path::to_path_buf)).unwrap_or_default();
    let ferrotran = args.ferrotran.clone().unwrap_or_else(|| here.join("ferrotran"));
    if !ferrotran.exists() {
        eprintln!("{} is not there; build it first: cargo build --release", ferrotran.display());
        std::process::exit(1);
    }
    let ferrotran = ferrotran.to_string_lossy().into_owned();
    let dir = std::env::temp_dir().join(format!("ferrotran-bench-{}", std::process::id()));
    std::fs::create_dir_all(&dir).expect("a temporary directory can be made");
    let wants = |name: &str| args.benchmarks.is_empty() || args.benchmarks.iter().any(|b| b == name);
    if args.benchmarks.iter().any(|b| b == "gpu") {
        let options = gpu::Options { device: &args.device, quick: args.quick, output: args.output.as_deref() };
        gpu::run(&ferrotran, &dir, &options);
    }
    if wants("matmul") {
        programs::matmul(&ferrotran, &dir, args.size, args.runs);
    }
    if wants("chain") {
        programs::chain(&ferrotran, &dir, args.runs);
    }
    if wants("elementary") {
        elementary::race(&ferrotran, &dir, args.runs, args.elements, args.rows.as_deref());
    }
    groups::race(&ferrotran, &dir, args.runs, &wants);
    if wants("compile") {
        compile::speed(&ferrotran, &dir, args.runs);
    }
    let _ = std::fs::remove_dir_all(&dir);
}
