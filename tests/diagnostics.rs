//! Bad programs. The exact report: `tests/diag/NAME.f90` with `NAME.stderr` beside it (`FERROTRAN_UPDATE=1` writes what is
//! missing or differs). One violated rule each: `tests/diag/corpus/*.f90`, many small programs in a file, each begun by
//! a line `!=== what is wrong`; a comment `!! words` stands on the line of the error and quotes its message.

use std::path::{Path, PathBuf};
use std::process::Command;

fn cases(dir: &Path) -> Vec<PathBuf> {
    let mut v: Vec<PathBuf> = std::fs::read_dir(dir)
        .expect("tests/diag exists")
        .map(|e| e.expect("a readable folder").path())
        .filter(|p| matches!(p.extension().and_then(|e| e.to_str()), Some("f90" | "F90" | "f" | "F")))
        .collect();
    v.sort();
    v
}

#[test]
fn reports_are_exact() {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/diag");
    let update = std::env::var_os("FERROTRAN_UPDATE").is_some();
    let mut wrong = vec![];
    let list = cases(&dir);
    assert!(list.len() >= 40, "the cases are there");
    for path in list {
        let name = path.file_name().and_then(|n| n.to_str()).expect("a plain name").to_string();
        let out = Command::new(env!("CARGO_BIN_EXE_ferrotran"))
            .current_dir(&dir)
            .env("NO_COLOR", "1")
            .args(["check", &name])
            .output()
            .expect("the compiler starts");
        let got = String::from_utf8_lossy(&out.stderr).into_owned();
        let stored = dir.join(format!("{name}.stderr"));
        if out.status.code() != Some(1) {
            wrong.push(format!("{name}: exit status {:?}", out.status.code()));
        }
        let errors = got.lines().filter(|l| l.starts_with("error")).count();
        if errors == 0 {
            wrong.push(format!("{name}: no error is reported"));
        }
        let want = std::fs::read_to_string(&stored).unwrap_or_default();
        if want != got {
            if update {
                std::fs::write(&stored, &got).expect("the report can be stored");
            } else {
                wrong.push(format!("{name}: the report differs\n--- stored\n{want}\n--- now\n{got}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A program of the corpus: what is wrong, its text, and the lines with errors with what the messages say.
struct Bad {
    title: String,
    text: String,
    want: Vec<(u64, String)>,
}

fn corpus(path: &Path) -> Vec<Bad> {
    let mut out: Vec<Bad> = vec![];
    let mut line = 0;
    for l in std::fs::read_to_string(path).expect("a readable file").lines() {
        if let Some(title) = l.strip_prefix("!===") {
            out.push(Bad { title: title.trim().to_string(), text: String::new(), want: vec![] });
            line = 0;
            continue;
        }
        let b = out.last_mut().expect("a title comes first");
        line += 1;
        if let Some((_, words)) = l.split_once("!!") {
            b.want.push((line, words.trim().to_lowercase()));
        }
        b.text.push_str(l);
        b.text.push('\n');
    }
    out
}

/// What is wrong with the report on a program, if anything.
fn verdict(b: &Bad, path: &Path) -> Option<String> {
    std::fs::write(path, &b.text).expect("the program can be written");
    let out = Command::new(env!("CARGO_BIN_EXE_ferrotran"))
        .args(["check", "--error-format=json"])
        .arg(path)
        .output()
        .expect("the compiler starts");
    let text = String::from_utf8_lossy(&out.stderr);
    let mut got: Vec<(u64, String)> = vec![];
    for l in text.lines() {
        let Ok(v) = serde_json::from_str::<serde_json::Value>(l) else { return Some(format!("not a message: {l}")) };
        if v["level"] == "error" {
            got.push((v["place"]["line"].as_u64().unwrap_or(0), v["message"].as_str().unwrap_or("").to_lowercase()));
        }
    }
    // A second message may say more about the same line.
    let fits = got.len() <= b.want.len() + 1
        && got.iter().all(|(l, _)| b.want.iter().any(|(line, _)| l == line))
        && b.want.iter().all(|(line, words)| got.iter().any(|(l, m)| l == line && m.contains(words.as_str())));
    (out.status.code() != Some(1) || !fits).then(|| format!("{}: expected {:?}, reported {got:?}", b.title, b.want))
}

#[test]
fn violated_rules_are_reported_on_their_line() {
    let files = cases(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/diag/corpus"));
    let all: Vec<Bad> = files.iter().flat_map(|f| corpus(f)).collect();
    assert!(all.len() >= 500, "the corpus is there");
    assert!(all.iter().all(|b| !b.want.is_empty()), "every program says what is wrong");
    let wrong = in_parallel(&all, verdict);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What is wrong with each program, judged on all cores.
fn in_parallel(all: &[Bad], judge: fn(&Bad, &Path) -> Option<String>) -> Vec<String> {
    static CALLS: std::sync::atomic::AtomicUsize = std::sync::atomic::AtomicUsize::new(0);
    let call = CALLS.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
    let dir = std::env::temp_dir().join(format!("ferrotran-corpus-{}-{call}", std::process::id()));
    std::fs::create_dir_all(&dir).expect("a folder for the programs");
    let threads = std::thread::available_parallelism().map_or(2, |n| n.get());
    let next = std::sync::atomic::AtomicUsize::new(0);
    let wrong = std::sync::Mutex::new(vec![]);
    std::thread::scope(|s| {
        for _ in 0..threads {
            s.spawn(|| {
                loop {
                    let i = next.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
                    let Some(b) = all.get(i) else { return };
                    if let Some(w) = judge(b, &dir.join(format!("p{i}.f90"))) {
                        wrong.lock().expect("no thread panics while it holds the list").push(w);
                    }
                }
            });
        }
    });
    let _ = std::fs::remove_dir_all(&dir);
    wrong.into_inner().expect("all threads have ended")
}

/// What is wrong with the run-time error of a program under `-fcheck=all`, if anything.
fn run_verdict(b: &Bad, path: &Path) -> Option<String> {
    std::fs::write(path, &b.text).expect("the program can be written");
    let out = Command::new(env!("CARGO_BIN_EXE_ferrotran"))
        .args(["run", "-w", "-fcheck=all", "-fopenmp"])
        .arg(path)
        .output()
        .expect("the compiler starts");
    let text = String::from_utf8_lossy(&out.stderr).into_owned();
    let (line, words) = &b.want[0];
    let low = text.to_lowercase();
    let fits =
        low.contains(&format!("at line {line} of file ")) && low.contains(&format!("fortran runtime error: {words}"));
    (out.status.code() != Some(2) || !fits).then(|| format!("{}: line {line}, {words}: {text}", b.title))
}

#[test]
fn checks_stop_the_program_where_it_goes_wrong() {
    let all = corpus(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/diag/checks/checks.f90"));
    assert!(all.len() >= 20, "the programs are there");
    let wrong = in_parallel(&all, run_verdict);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What is wrong with the warnings of a program, if anything.
fn warning_verdict(b: &Bad, path: &Path) -> Option<String> {
    std::fs::write(path, &b.text).expect("the program can be written");
    let check = |flags: &[&str]| {
        let mut c = Command::new(env!("CARGO_BIN_EXE_ferrotran"));
        c.args(["check", "--error-format=json"]).args(flags).arg(path).output().expect("the compiler starts")
    };
    let out = check(&["-Wall", "-Wextra", "-Wimplicit-interface"]);
    let text = String::from_utf8_lossy(&out.stderr).into_owned();
    let mut got: Vec<(u64, String)> = vec![];
    for l in text.lines() {
        let Ok(v) = serde_json::from_str::<serde_json::Value>(l) else { return Some(format!("not a message: {l}")) };
        got.push((v["place"]["line"].as_u64().unwrap_or(0), v["message"].as_str().unwrap_or("").to_lowercase()));
    }
    let fits = got.len() == b.want.len()
        && b.want.iter().all(|(line, words)| got.iter().any(|(l, m)| l == line && m.contains(words.as_str())));
    if out.status.code() != Some(0) || !fits {
        return Some(format!("{}: expected {:?}, reported {got:?}", b.title, b.want));
    }
    // Quiet without the flags and under -w, an error under -Werror.
    let plain = check(&[]);
    let quiet = check(&["-Wall", "-Wextra", "-Wimplicit-interface", "-w"]);
    if !plain.stderr.is_empty() || !quiet.stderr.is_empty() {
        return Some(format!("{}: a warning that nobody asked for", b.title));
    }
    let strict = check(&["-Wall", "-Wextra", "-Wimplicit-interface", "-Werror"]);
    (strict.status.code() != Some(1)).then(|| format!("{}: -Werror gives {:?}", b.title, strict.status.code()))
}

#[test]
fn warnings_are_given_where_asked_for() {
    let all = corpus(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/diag/warnings/warnings.f90"));
    assert!(all.len() >= 15, "the programs are there");
    let wrong = in_parallel(&all, warning_verdict);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What is wrong with the messages on a program under the flags that its title names, if anything.
fn dialect_verdict(b: &Bad, path: &Path) -> Option<String> {
    std::fs::write(path, &b.text).expect("the program can be written");
    let (flags, _) = b.title.split_once(':').expect("flags stand in the title");
    let check = |more: &[&str]| {
        let mut c = Command::new(env!("CARGO_BIN_EXE_ferrotran"));
        c.args(["check", "--error-format=json"]).args(flags.split_whitespace()).args(more).arg(path);
        c.output().expect("the compiler starts")
    };
    let out = check(&[]);
    let got: Vec<(u64, String)> = String::from_utf8_lossy(&out.stderr)
        .lines()
        .filter_map(|l| serde_json::from_str::<serde_json::Value>(l).ok())
        .map(|v| (v["place"]["line"].as_u64().unwrap_or(0), v["message"].as_str().unwrap_or("").to_lowercase()))
        .collect();
    let fits = got.len() == b.want.len()
        && b.want.iter().all(|(line, words)| got.iter().any(|(l, m)| l == line && m.contains(words.as_str())));
    let quiet = check(&["-w"]);
    (out.status.code() != Some(0) || !fits || !quiet.stderr.is_empty())
        .then(|| format!("{}: expected {:?}, reported {got:?}", b.title, b.want))
}

#[test]
fn dialects_give_warnings() {
    let all = corpus(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/diag/warnings/dialects.f90"));
    assert!(all.len() >= 12, "the programs are there");
    let wrong = in_parallel(&all, dialect_verdict);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What is wrong with a program under the `-std=` that its title names, or without it, if anything.
fn standard_verdict(b: &Bad, path: &Path) -> Option<String> {
    std::fs::write(path, &b.text).expect("the program can be written");
    let standard = b.title.split(':').next().unwrap_or("");
    let check = |flag: Option<&str>| {
        let mut c = Command::new(env!("CARGO_BIN_EXE_ferrotran"));
        c.args(["check", "--error-format=json"]).args(flag).arg(path).output().expect("the compiler starts")
    };
    let plain = check(None);
    let strict = check(Some(&format!("-std={standard}")));
    let text = String::from_utf8_lossy(&strict.stderr).into_owned();
    let got: Vec<(u64, String)> = text
        .lines()
        .filter_map(|l| serde_json::from_str::<serde_json::Value>(l).ok())
        .map(|v| (v["place"]["line"].as_u64().unwrap_or(0), v["message"].as_str().unwrap_or("").to_lowercase()))
        .collect();
    let fits = b.want.iter().all(|(line, words)| got.iter().any(|(l, m)| l == line && m.contains(words.as_str())))
        && got.iter().all(|(l, _)| b.want.iter().any(|(line, _)| l == line));
    (plain.status.code() != Some(0) || strict.status.code() != Some(1) || !fits)
        .then(|| format!("{}: expected {:?}, reported {got:?}", b.title, b.want))
}

#[test]
fn standards_restrict_the_language() {
    let all = corpus(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/diag/standards/standards.f90"));
    assert!(all.len() >= 8, "the programs are there");
    let wrong = in_parallel(&all, standard_verdict);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
