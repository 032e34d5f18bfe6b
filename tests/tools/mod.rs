//! Programs that tests run: the compiler, and tools of the machine.
#![allow(dead_code)] // each test file uses a part

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The compiler.
pub const FC: &str = env!("CARGO_BIN_EXE_ferrotran");

/// A folder of its own for a test, empty.
pub fn folder(name: &str) -> PathBuf {
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join("tools").join(name);
    let _ = std::fs::remove_dir_all(&dir);
    std::fs::create_dir_all(&dir).expect("a folder for the test");
    dir
}

/// Writes a file of a test.
pub fn write(dir: &Path, name: &str, text: &str) {
    std::fs::write(dir.join(name), text).expect("a file of the test");
}

/// Runs a program in a folder.
pub fn run(dir: &Path, program: &str, args: &[&str]) -> Output {
    let mut c = Command::new(program);
    c.args(args).current_dir(dir).env("NO_COLOR", "1");
    c.output().unwrap_or_else(|e| panic!("{program}: {e}"))
}

/// Whether a program is there; a note if not.
pub fn has(program: &str) -> bool {
    let there = Command::new(program).arg("--version").output().is_ok_and(|o| o.status.success());
    if !there {
        eprintln!("there is no {program}: left out");
    }
    there
}

/// A command that succeeds; its standard output.
pub fn ok(dir: &Path, program: &str, args: &[&str]) -> String {
    let o = run(dir, program, args);
    let err = String::from_utf8_lossy(&o.stderr);
    assert!(o.status.success(), "{program} {args:?}: {:?}\n{err}", o.status.code());
    String::from_utf8_lossy(&o.stdout).into_owned()
}
