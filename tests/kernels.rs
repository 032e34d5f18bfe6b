//! Every SPIR-V module of the programs in `tests/run` and `samples` passes spirv-val (where it is installed) and translates
//! through naga to WGSL, HLSL and, where it has no 64-bit floats (which Metal lacks), MSL. And the IR stages of every program can be
//! printed, read back, and reached by running the passes by hand.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

const EXE: &str = env!("CARGO_BIN_EXE_ferrotran");

fn sources(dir: &Path, out: &mut Vec<PathBuf>) {
    for e in std::fs::read_dir(dir).into_iter().flatten().flatten() {
        let p = e.path();
        if p.is_dir() {
            sources(&p, out);
        } else if p.extension().is_some_and(|x| x == "f90") {
            out.push(p);
        }
    }
    out.sort();
}

fn programs() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut list = Vec::new();
    sources(&root.join("tests/run"), &mut list);
    sources(&root.join("samples"), &mut list);
    assert!(!list.is_empty());
    list
}

fn ferrotran(args: &[&str]) -> Output {
    Command::new(EXE).args(args).output().expect("the compiler starts")
}

/// The options that a program's header asks for.
fn options_of(file: &str) -> Vec<String> {
    let text = std::fs::read_to_string(file).unwrap_or_default();
    let options = text.lines().find_map(|l| l.strip_prefix("! options:")).unwrap_or_default();
    options.split_whitespace().chain(["-fverify-ir"]).map(str::to_string).collect()
}

/// The object of a file of Fortran or of IR; modules go to the object's folder.
fn compile(file: &str, options: &[String], out: &Path) -> Output {
    let folder = out.parent().expect("a file in a folder");
    let mut c = Command::new(EXE);
    c.arg("-c").args(options).arg("-J").arg(folder).arg(file).arg("-o").arg(out);
    c.output().expect("the compiler starts")
}

/// `emit` of a stage of a program, with the options that the program's header asks for.
fn emit(stage: &str, file: &str, rest: &[&str]) -> Output {
    let options = options_of(file);
    let mut args = vec!["emit", stage];
    args.extend(options.iter().map(String::as_str));
    args.push(file);
    args.extend(rest);
    ferrotran(&args)
}

/// Runs `f` on every program, two at a time, and fails with all that it found.
fn for_all(f: impl Fn(&Path, &Path) -> Vec<String> + Sync) {
    let list = programs();
    let dir = std::env::temp_dir().join(format!(
        "ferrotran-kernels-{}-{:?}",
        std::process::id(),
        std::thread::current().id()
    ));
    let next = AtomicUsize::new(0);
    let failures = Mutex::new(Vec::new());
    std::thread::scope(|s| {
        for _ in 0..2 {
            s.spawn(|| {
                loop {
                    let i = next.fetch_add(1, Ordering::Relaxed);
                    let Some(p) = list.get(i) else { break };
                    let work = dir.join(i.to_string());
                    std::fs::create_dir_all(&work).expect("a temporary directory");
                    let found = f(p, &work);
                    failures.lock().expect("nothing panics while it holds this").extend(found);
                }
            });
        }
    });
    let _ = std::fs::remove_dir_all(&dir);
    let failures = failures.into_inner().expect("no thread panicked");
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn modules_are_valid_and_translate() {
    let validator = Command::new("spirv-val").arg("--version").output().is_ok();
    if !validator {
        eprintln!("note: spirv-val is not installed; modules are checked by naga only");
    }
    for_all(|p, work| {
        let mut bad = Vec::new();
        let file = p.to_string_lossy().into_owned();
        if !std::fs::read_to_string(p).unwrap_or_default().to_lowercase().contains("!$omp target") {
            return bad;
        }
        let out = work.join("k.spv");
        let r = emit("spirv", &file, &["-o", &out.to_string_lossy()]);
        if !r.status.success() {
            bad.push(format!("{file}: emit spirv fails: {}", String::from_utf8_lossy(&r.stderr)));
        }
        if validator {
            for m in std::fs::read_dir(work).into_iter().flatten().flatten() {
                let r = Command::new("spirv-val")
                    .args(["--target-env", "vulkan1.1"])
                    .arg(m.path())
                    .output()
                    .expect("spirv-val starts");
                if !r.status.success() {
                    bad.push(format!("{file}: {:?}: {}", m.file_name(), String::from_utf8_lossy(&r.stderr)));
                }
            }
        }
        for stage in ["wgsl", "hlsl", "msl"] {
            let r = emit(stage, &file, &[]);
            let err = String::from_utf8_lossy(&r.stderr);
            let no_f64 = stage == "msl" && err.contains("Metal has no 64-bit floats");
            if !r.status.success() && !no_f64 {
                bad.push(format!("{file}: emit {stage} fails: {err}"));
            }
        }
        bad
    });
}

#[test]
fn stages_read_back_and_passes_by_hand_agree() {
    for_all(|p, work| {
        let mut bad = Vec::new();
        let file = p.to_string_lossy().into_owned();
        let stage = |name: &str| {
            let out = work.join(format!("{name}.ir")).to_string_lossy().into_owned();
            let r = emit(name, &file, &["-o", &out]);
            (r.status.success(), out)
        };
        let texts = ["array", "loop", "device"].map(|n| (n, stage(n)));
        for (n, (ok, out)) in &texts {
            if !ok {
                bad.push(format!("{file}: emit {n} fails"));
                return bad;
            }
            let same = ferrotran(&["opt", out]);
            if same.stdout != std::fs::read(out).unwrap_or_default() {
                bad.push(format!("{file}: the {n} text does not read back byte for byte"));
            }
        }
        for (from, passes, to) in [(0, "array", 1), (1, "loop,device", 2)] {
            let mut args = vec!["opt", "--passes", passes, &texts[from].1.1];
            // What the passes ask of the machine is said to `opt` by options of its own.
            for o in options_of(&file) {
                match o.as_str() {
                    "-fsame-bits" => args.push("--same-bits"),
                    "-ffp-contract=fast" => args.push("--contract"),
                    "-march=x86-64" => args.extend(["--vector-bytes", "16"]),
                    _ => {}
                }
            }
            let by_hand = ferrotran(&args);
            if by_hand.stdout != std::fs::read(&texts[to].1.1).unwrap_or_default() {
                bad.push(format!(
                    "{file}: the passes of `{passes}` by hand do not give the {} text: {}",
                    texts[to].0,
                    String::from_utf8_lossy(&by_hand.stderr)
                ));
            }
        }
        // Nothing changes the IR after the last stage that is printed.
        let object = |from: &str, name: &str| {
            let out = work.join(name);
            let r = compile(from, &options_of(&file), &out);
            (r, std::fs::read(&out).unwrap_or_default())
        };
        let ((whole, a), (printed, b)) = (object(&file, "whole.o"), object(&texts[2].1.1, "printed.o"));
        if !whole.status.success() || !printed.status.success() || a != b {
            let err = String::from_utf8_lossy(&printed.stderr);
            bad.push(format!("{file}: the object of the device text is not that of the program: {err}"));
        }
        bad
    });
}
