//! Whole programs: everything under `tests/run` and `samples` is run from memory and as an executable, and, where it
//! has target regions, on the host and on a Vulkan device; the output must be that in the file's `!> ` lines.
//! The compiler verifies the IR between passes (`-fverify-ir`), and memory that is lost on a device is an error
//! (`FERROTRAN_DEVICE_LEAKS`).
//! `! status: n` in a file gives the exit status (default 0), `! args: a b` its arguments, `! stdin: text` a line of input,
//! `! options: -fdec` what the compiler is told, `! environment: NAME=value` a variable of the environment,
//! `! devices: 2` how many devices there are of a kind, `! regions: on the device` that the host runs no statement of theirs.
//! With FERROTRAN_SEEDS=n programs with tasks and threads also run under n values of FERROTRAN_SCHEDULE_SEED, if not
//! `! seeds: none`.
//! Programs of `tests/run/openmp` also run without OpenMP, as what `omp-strip` leaves of their array form and of their
//! loop form, if they have no line `! stripped: no` (what they show depends on threads, devices, or when tasks run).
//! With FERROTRAN_UPDATE=1 the `!> ` lines are rewritten from the run on the host.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

fn sources(dir: &Path, out: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(dir) else { return };
    for e in entries.flatten() {
        let p = e.path();
        if p.is_dir() {
            sources(&p, out);
        } else if p.extension().is_some_and(|x| ["f90", "F90", "f", "F"].iter().any(|e| x == *e)) {
            out.push(p);
        }
    }
    out.sort();
}

fn header<'a>(text: &'a str, key: &str) -> Option<&'a str> {
    text.lines().find_map(|l| l.strip_prefix("! ").and_then(|l| l.strip_prefix(key)).map(str::trim))
}

fn run(mut c: Command, text: &str) -> Output {
    use std::io::Write;
    if let Some((name, value)) = header(text, "environment:").and_then(|e| e.split_once('=')) {
        c.env(name, value);
    }
    let input = header(text, "stdin:").map(|s| s.replace("\\n", "\n") + "\n").unwrap_or_default();
    let mut child = c
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .env("OMP_NUM_THREADS", "2")
        .env("FERROTRAN_DEVICE_LEAKS", "1")
        .spawn()
        .expect("the program starts");
    if let Some(mut s) = child.stdin.take() {
        // A program that reads nothing may be gone already.
        let _ = s.write_all(input.as_bytes());
    }
    child.wait_with_output().expect("the program ends")
}

/// True where a Vulkan adapter is there; otherwise the device runs are left out, with a note.
fn has_vulkan(exe: &str) -> bool {
    let out = Command::new(exe).arg("devices").output().expect("the compiler starts");
    String::from_utf8_lossy(&out.stdout).to_lowercase().contains("vulkan")
}

fn check(name: &str, how: &str, out: &Output, want: &str, status: i32) -> Result<(), String> {
    let got = String::from_utf8_lossy(&out.stdout);
    if out.status.code() != Some(status) {
        let err = String::from_utf8_lossy(&out.stderr);
        return Err(format!("{name} ({how}): exit status {:?}, expected {status}\n{err}{got}", out.status.code()));
    }
    if got != want {
        return Err(format!("{name} ({how}): output differs\n--- expected\n{want}--- got\n{got}"));
    }
    Ok(())
}

/// Seeds under which programs with tasks and threads run: as many as FERROTRAN_SEEDS says.
fn seeds() -> std::ops::Range<u32> {
    let n = std::env::var("FERROTRAN_SEEDS").ok().and_then(|n| n.parse().ok());
    1..n.unwrap_or(0) + 1
}

/// Whether tasks or threads may come in another order.
fn has_threads(text: &str) -> bool {
    let text = text.to_lowercase();
    let directive = |l: &str| l.trim_start().starts_with("!$omp") && !l.contains("declare");
    text.lines().any(|l| directive(l) && ["task", "parallel", "nowait", "depend"].iter().any(|w| l.contains(w)))
}

/// What is said where llvmpipe has ended a loop of a kernel.
const SOFTWARE_LIMIT: &str = "runs in one invocation";

fn one(exe: &str, path: &Path, vulkan: bool, dir: &Path, update: bool) -> Result<(), String> {
    let text = String::from_utf8_lossy(&std::fs::read(path).expect("the file is readable")).into_owned();
    let name = path.strip_prefix(env!("CARGO_MANIFEST_DIR")).unwrap_or(path).display().to_string();
    let status = header(&text, "status:").map_or(0, |s| s.parse().expect("a number"));
    let args: Vec<&str> = header(&text, "args:").map(|a| a.split_whitespace().collect()).unwrap_or_default();
    let mut options: Vec<&str> = header(&text, "options:").map(|a| a.split_whitespace().collect()).unwrap_or_default();
    options.push("-fverify-ir");
    let offload = text.to_lowercase().contains("!$omp target");
    let count = header(&text, "devices:").map_or(1, |n| n.parse().expect("a number"));
    let named = |device: &str| if device == "host" { device.into() } else { vec![device; count].join(",") };
    let jit = |device: &str| {
        let mut c = Command::new(exe);
        c.args(["run", "--device", &named(device)]).args(&options).arg(path).arg("--").args(&args);
        run(c, &text)
    };
    if update {
        let out = jit("host");
        let mut new: String =
            text.lines().filter(|l| !l.starts_with("!> ") && *l != "!>").map(|l| format!("{l}\n")).collect();
        for l in String::from_utf8_lossy(&out.stdout).lines() {
            new.push_str(format!("!> {l}").trim_end_matches(' '));
            new.push('\n');
        }
        std::fs::write(path, new).expect("the file is writable");
        return Ok(());
    }
    let mut want = String::new();
    for l in text.lines().filter_map(|l| l.strip_prefix("!>")) {
        want.push_str(l.strip_prefix(' ').unwrap_or(l));
        want.push('\n');
    }
    let same = |a: &Output, how: &str| {
        // Trailing blanks are not kept in the expected lines.
        let trimmed: String =
            String::from_utf8_lossy(&a.stdout).lines().map(|l| format!("{}\n", l.trim_end())).collect();
        let want: String = want.lines().map(|l| format!("{}\n", l.trim_end())).collect();
        check(&name, how, &Output { stdout: trimmed.into_bytes(), ..a.clone() }, &want, status)
    };
    if header(&text, "regions:") == Some("on the device") {
        let out = Command::new(exe).arg("explain").args(&options).arg(path).output().expect("the compiler starts");
        let said = String::from_utf8_lossy(&out.stdout);
        if let Some(l) = said.lines().find(|l| l.trim_start().starts_with("host:") || l.contains("fallback:")) {
            return Err(format!("{name}: {}", l.trim_start()));
        }
    }
    same(&jit("host"), "run --device host")?;
    if offload && vulkan {
        let on_vulkan = || {
            let mut c = Command::new(exe);
            c.args(["run", "--device", &named("vulkan")]).args(&options).arg(path).arg("--").args(&args);
            c.env("OMP_TARGET_OFFLOAD", header(&text, "offload:").unwrap_or("mandatory"));
            run(c, &text)
        };
        let mut out = on_vulkan();
        // How often an invocation looks whether a lock is free depends on what else the machine does.
        for _ in 0..3 {
            if !String::from_utf8_lossy(&out.stderr).contains(SOFTWARE_LIMIT) {
                break;
            }
            out = on_vulkan();
        }
        same(&out, "run --device vulkan")?;
    }
    let program = dir.join(format!("{}.exe", name.replace(['/', '.'], "_")));
    let built =
        Command::new(exe).args(&options).arg(path).arg("-o").arg(&program).output().expect("the compiler starts");
    if !built.status.success() {
        return Err(format!("{name}: does not build\n{}", String::from_utf8_lossy(&built.stderr)));
    }
    let on = |device: &str, seed: Option<u32>| {
        let mut c = Command::new(&program);
        c.args(&args).env("PATH", "").env("FERROTRAN_DEVICE", named(device));
        let mut how = format!("executable, device {device}");
        if let Some(seed) = seed {
            c.env("FERROTRAN_SCHEDULE_SEED", seed.to_string());
            how += &format!(", FERROTRAN_SCHEDULE_SEED={seed}");
        }
        if device != "host" {
            c.env("OMP_TARGET_OFFLOAD", header(&text, "offload:").unwrap_or("mandatory"));
        }
        same(&run(c, &text), &how)
    };
    let mut result = on("host", None).and_then(|()| if offload { on("shadow", None) } else { Ok(()) });
    let seeds = if has_threads(&text) && header(&text, "seeds:") != Some("none") { seeds() } else { 0..0 };
    for seed in seeds {
        let device = if offload && seed % 2 == 1 { "shadow" } else { "host" };
        result = result.and_then(|()| on(device, Some(seed)));
    }
    // A copy of the compiler each: they add up.
    let _ = std::fs::remove_file(&program);
    result?;
    if !name.starts_with("tests/run/openmp") || header(&text, "stripped:") == Some("no") {
        return Ok(());
    }
    for stage in ["array", "loop"] {
        let ir = program.with_extension("ir");
        let emitted = Command::new(exe).args(["emit", stage]).args(&options).arg(path).arg("-o").arg(&ir).output();
        let emitted = emitted.expect("the compiler starts");
        if !emitted.status.success() {
            return Err(format!("{name}: emit {stage} fails\n{}", String::from_utf8_lossy(&emitted.stderr)));
        }
        let mut c = Command::new(exe);
        c.args(["run", "--device", "host", "-fno-openmp", "-fverify-ir"]).arg(&ir).arg("--").args(&args);
        same(&run(c, &text), &format!("run -fno-openmp of the {stage} form"))?;
        let _ = std::fs::remove_file(&ir);
    }
    Ok(())
}

#[test]
fn programs() {
    let exe = env!("CARGO_BIN_EXE_ferrotran");
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut list = Vec::new();
    sources(&root.join("tests/run"), &mut list);
    sources(&root.join("samples"), &mut list);
    if let Ok(only) = std::env::var("FERROTRAN_TEST") {
        list.retain(|p| p.to_string_lossy().contains(&only));
    }
    assert!(!list.is_empty());
    let vulkan = has_vulkan(exe);
    if !vulkan {
        eprintln!("note: no Vulkan adapter here; the runs on the device are left out");
    }
    let update = std::env::var_os("FERROTRAN_UPDATE").is_some();
    let dir = std::env::temp_dir().join(format!("ferrotran-programs-{}", std::process::id()));
    std::fs::create_dir_all(&dir).expect("a temporary directory");
    let next = AtomicUsize::new(0);
    let failures = Mutex::new(Vec::new());
    std::thread::scope(|s| {
        for _ in 0..std::thread::available_parallelism().map_or(2, |n| n.get()) {
            s.spawn(|| {
                while let Some(p) = list.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if let Err(e) = one(exe, p, vulkan, &dir, update) {
                        failures.lock().expect("no test panics while it holds this").push(e);
                    }
                }
            });
        }
    });
    let _ = std::fs::remove_dir_all(&dir);
    let failures = failures.into_inner().expect("no test panicked");
    println!("{} programs, {} failed", list.len(), failures.len());
    assert!(failures.is_empty(), "{} of {} programs fail\n\n{}", failures.len(), list.len(), failures.join("\n"));
}
