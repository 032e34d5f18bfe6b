//! Bad programs and the exact report: `tests/diag/NAME.f90` with `NAME.stderr` beside it.
//! `FERROTRAN_UPDATE=1` writes what is missing or differs.

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
