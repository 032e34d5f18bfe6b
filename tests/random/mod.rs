//! What the tests of random programs share: numbers from a seed, and the loop that writes programs, runs them in several
//! ways, and looks at what they print. Many programs share one file, as procedures that its main program calls one after
//! the other; where a file fails, each of its programs stands alone, and loses the steps without which it fails as well.
//!
//! FERROTRAN_CASES=n runs n programs instead of the usual few, FERROTRAN_SEED=s begins elsewhere, FERROTRAN_BATCH=n puts
//! n programs into a file, FERROTRAN_JOBS=n runs n files at a time, FERROTRAN_WAYS=shadow runs only the ways with that
//! word, FERROTRAN_KEEP=dir keeps the sources of what fails, FERROTRAN_COMPILER=file is another ferrotran than that of the
//! build, FERROTRAN_ORACLE=compiler compares with what that compiler makes of them, too.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// The programs of the usual run.
const CASES: u64 = 12;
/// The programs of a file.
const BATCH: u64 = 6;
/// What a run may take.
const LIMIT: Duration = Duration::from_secs(240);
/// Steps that a program has at most.
const STEPS: usize = 40;

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
    /// For a step of a program: the other steps do not hang on it.
    #[allow(dead_code)]
    pub fn of_step(seed: u64, step: usize) -> Rng {
        let mut r = Rng((seed ^ (step as u64) << 40).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        r.below(2);
        r
    }
}

/// Steps that a program does without.
#[derive(Clone, Default)]
pub struct Without(BTreeSet<usize>);
impl Without {
    #[allow(dead_code)]
    pub fn has(&self, step: usize) -> bool {
        self.0.contains(&step)
    }
}

/// Random programs of one kind, and how they are run.
pub struct Suite {
    /// Modules that stand in every file once.
    pub prelude: &'static str,
    /// The program of a seed: modules, and a subroutine `case#` outside of them that runs it. A `#` in names is the number.
    pub case: fn(u64, &Without) -> String,
    /// What prints the results that the ways must print; without it programs know themselves what is right.
    pub reference: Option<&'static [&'static str]>,
    pub ways: &'static [&'static [&'static str]],
    /// Each file is run at one of these in each of the ways.
    pub levels: &'static [&'static [&'static str]],
}

/// How a file is run.
struct Run {
    flags: Vec<&'static str>,
    /// Threads, and the seed of odd orders.
    threads: u64,
    odd: Option<u64>,
}

impl Run {
    fn text(&self) -> String {
        let odd = self.odd.map_or(String::new(), |n| format!("FERROTRAN_SCHEDULE_SEED={n} "));
        format!("OMP_NUM_THREADS={} {odd}ferrotran run {}", self.threads, self.flags.join(" "))
    }
}

/// What a run came to.
struct Outcome {
    code: Option<i32>,
    late: bool,
    stdout: String,
    stderr: String,
}

impl Outcome {
    fn ends_well(&self) -> bool {
        self.code == Some(0) && !self.late
    }
}

/// The file of some programs.
fn file(suite: &Suite, seeds: &[u64], without: &Without) -> String {
    let mut text = suite.prelude.to_string();
    for s in seeds {
        text += &(suite.case)(*s, without).replace('#', &s.to_string());
    }
    text += "program main\n";
    for s in seeds {
        text += &format!("  print '(a)', '{s}'\n  call case{s}\n");
    }
    text + "end program\n"
}

/// Runs the programs of a suite.
pub fn compare(suite: &Suite) {
    let number = |name: &str, default: u64| std::env::var(name).ok().and_then(|s| s.parse().ok()).unwrap_or(default);
    let (cases, first) = (number("FERROTRAN_CASES", CASES), number("FERROTRAN_SEED", 1));
    let batch = number("FERROTRAN_BATCH", BATCH).max(1);
    let keep = std::env::var_os("FERROTRAN_KEEP").map(PathBuf::from);
    // Suites of one file run at the same time.
    static SUITES: AtomicU64 = AtomicU64::new(0);
    let suite_number = SUITES.fetch_add(1, Ordering::Relaxed);
    let dir = std::env::temp_dir().join(format!("ferrotran-random-{}-{suite_number}", std::process::id()));
    for d in [Some(&dir), keep.as_ref()].into_iter().flatten() {
        std::fs::create_dir_all(d).expect("a folder for the programs");
    }
    let (next, failures) = (AtomicU64::new(0), Mutex::new(Vec::new()));
    std::thread::scope(|s| {
        for _ in 0..number("FERROTRAN_JOBS", 2) {
            s.spawn(|| {
                loop {
                    let b = next.fetch_add(1, Ordering::Relaxed);
                    if b * batch >= cases {
                        break;
                    }
                    let seeds: Vec<u64> = (b * batch..((b + 1) * batch).min(cases)).map(|k| first + k).collect();
                    let found = failures_of(suite, &seeds, first / batch + b, &dir);
                    for (name, text, why) in found {
                        if let Some(k) = &keep {
                            let _ = std::fs::write(
                                k.join(format!("{name}.f90")),
                                format!("{text}! {}\n", why.replace('\n', "\n! ")),
                            );
                        }
                        failures.lock().expect("nothing panics while it holds this").push(format!("{name}: {why}"));
                    }
                }
            });
        }
    });
    let _ = std::fs::remove_dir_all(&dir);
    let failures = failures.into_inner().expect("no thread panicked");
    assert!(failures.is_empty(), "{} of {cases} programs fail\n{}", failures.len(), failures.join("\n"));
}

/// What fails in the file of these programs: names, sources, and why.
fn failures_of(suite: &Suite, seeds: &[u64], batch: u64, dir: &Path) -> Vec<(String, String, String)> {
    let mut out = Vec::new();
    let only = std::env::var("FERROTRAN_WAYS").unwrap_or_default();
    for (w, way) in suite.ways.iter().enumerate().filter(|(_, way)| way.join(" ").contains(&only)) {
        let level = suite.levels[(batch as usize + w) % suite.levels.len()];
        let run = Run {
            flags: way.iter().chain(level).copied().collect(),
            threads: [2, 2, 3, 1][batch as usize % 4],
            odd: (batch % 3 == 1).then_some(batch),
        };
        let none = Without::default();
        let Some(first) = is_wrong(suite, seeds, &none, &run, dir) else { continue };
        let before = out.len();
        for s in seeds {
            if is_wrong(suite, &[*s], &none, &run, dir).is_none() {
                continue;
            }
            let mut without = none.clone();
            for step in (0..STEPS).rev() {
                let mut less = without.clone();
                less.0.insert(step);
                let shorter = file(suite, &[*s], &less) != file(suite, &[*s], &without);
                if shorter && is_wrong(suite, &[*s], &less, &run, dir).is_some() {
                    without = less;
                }
            }
            let why = is_wrong(suite, &[*s], &without, &run, dir);
            let why = why.unwrap_or_else(|| format!("not every time; in a file of many {first}"));
            out.push((format!("w{s}-{w}"), file(suite, &[*s], &without), format!("{}\n{why}", run.text())));
        }
        if out.len() == before {
            let why = is_wrong(suite, seeds, &none, &run, dir);
            let why = why.unwrap_or_else(|| format!("not every time; the first time {first}"));
            out.push((
                format!("w{}-{}-{w}", seeds[0], seeds.len()),
                file(suite, seeds, &none),
                format!("{}\n{why}", run.text()),
            ));
        }
    }
    out
}

/// What is wrong with a file of programs, run in one way.
fn is_wrong(suite: &Suite, seeds: &[u64], without: &Without, how: &Run, dir: &Path) -> Option<String> {
    let source = dir.join(format!("w{}.f90", seeds[0]));
    std::fs::write(&source, file(suite, seeds, without)).expect("the folder is writable");
    let want = match suite.reference {
        None => seeds.iter().map(|s| format!("{s}\n")).collect(),
        Some(flags) => {
            let plain = Run { flags: flags.to_vec(), threads: 1, odd: None };
            let want = run(&plain, &source);
            if !want.ends_well() {
                return Some(format!("{}: {}", plain.text(), report(&want, &want.stdout)));
            }
            want.stdout
        }
    };
    let got = run(how, &source);
    if !got.ends_well() || got.stdout != want {
        return Some(report(&got, &want));
    }
    let oracle = std::env::var_os("FERROTRAN_ORACLE")?;
    let got = by_oracle(&oracle, &source);
    (!got.ends_well() || words(&got.stdout) != words(&want)).then(|| format!("the oracle: {}", report(&got, &want)))
}

/// What another compiler makes of a file.
fn by_oracle(oracle: &std::ffi::OsStr, source: &Path) -> Outcome {
    let made = source.with_extension("oracle");
    std::fs::create_dir_all(&made).expect("the folder is writable");
    let executable = made.join("program");
    let mut compiler = Command::new(oracle);
    compiler.args(["-w", "-J"]).arg(&made).arg(source).arg("-o").arg(&executable);
    let mut got = finish(&mut compiler, &made);
    if got.ends_well() {
        got = finish(&mut Command::new(&executable), &made);
    }
    let _ = std::fs::remove_dir_all(&made);
    got
}

fn run(how: &Run, source: &Path) -> Outcome {
    let built = || env!("CARGO_BIN_EXE_ferrotran").into();
    let mut c = Command::new(std::env::var_os("FERROTRAN_COMPILER").unwrap_or_else(built));
    c.arg("run").args(&how.flags).arg(source).env("OMP_NUM_THREADS", how.threads.to_string());
    c.env("FERROTRAN_DEVICE_LEAKS", "1");
    if let Some(seed) = how.odd {
        c.env("FERROTRAN_SCHEDULE_SEED", seed.to_string());
    }
    finish(&mut c, &source.with_extension("out"))
}

/// Runs a command to its end, or to the limit of time.
fn finish(c: &mut Command, out: &Path) -> Outcome {
    let (stdout, stderr) = (out.with_extension("stdout"), out.with_extension("stderr"));
    let made = |p: &Path| Stdio::from(std::fs::File::create(p).expect("the folder is writable"));
    let mut child = c.stdout(made(&stdout)).stderr(made(&stderr)).spawn().expect("it starts");
    let (begin, mut pause) = (Instant::now(), Duration::from_millis(1));
    let (code, late) = loop {
        if let Some(status) = child.try_wait().expect("a child can be waited for") {
            break (status.code(), false);
        }
        if begin.elapsed() > LIMIT {
            let threads = threads_of(child.id());
            let _ = child.kill();
            let _ = child.wait();
            let _ = std::fs::write(&stderr, threads);
            break (None, true);
        }
        std::thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(20));
    };
    let text = |p: &Path| {
        let bytes = std::fs::read(p).unwrap_or_default();
        let _ = std::fs::remove_file(p);
        String::from_utf8_lossy(&bytes).into_owned()
    };
    Outcome { code, late, stdout: text(&stdout), stderr: text(&stderr) }
}

/// What the threads of a process do, where the system tells: names, states, and ticks of processor time.
fn threads_of(process: u32) -> String {
    let mut out = String::new();
    for t in std::fs::read_dir(format!("/proc/{process}/task")).into_iter().flatten().flatten() {
        let stat = std::fs::read_to_string(t.path().join("stat")).unwrap_or_default();
        let name = stat.split(['(', ')']).nth(1).unwrap_or_default();
        let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
        let field = |n: usize| fields.get(n).copied().unwrap_or("?");
        out += &format!("{name}: {} {} {}; ", field(0), field(11), field(12));
    }
    out
}

/// The first line that differs, and the first messages.
fn report(got: &Outcome, want: &str) -> String {
    let at = got.stdout.lines().zip(want.lines()).find(|(x, y)| x != y);
    let errors: Vec<&str> = got.stderr.lines().take(8).collect();
    let late = if got.late { "not over in time " } else { "" };
    format!("{late}{:?} {at:?}\n{}", got.code, errors.join("\n"))
}

/// What was printed, without the spaces and zeros in which compilers differ.
fn words(text: &str) -> Vec<String> {
    let plain = |w: &str| if w.contains('.') { w.trim_end_matches('0').to_string() } else { w.to_string() };
    text.split_whitespace().map(plain).collect()
}
