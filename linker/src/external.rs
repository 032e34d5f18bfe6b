//! Other linkers (`-fuse-ld=`): the same arguments, with the files that only exist in memory in a folder.

use crate::OUTPUT;
use crate::files::Files;
use ferrotran_backend::LinkError;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Runs a linker; gives the bytes of its output. What it says goes to standard error, or is the error.
pub(super) fn run(name: &str, files: &Files, arguments: &[String]) -> Result<Vec<u8>, LinkError> {
    let program = find(name).ok_or_else(|| {
        LinkError::text(format!("-fuse-ld={name}: no program of that name (ld.{name}) is in the folders of PATH"))
    })?;
    let failed = |what: &str, e: std::io::Error| LinkError::text(format!("-fuse-ld={name}: cannot {what}: {e}"));
    let folder = tempfile::tempdir().map_err(|e| failed("make a temporary folder", e))?;
    let output = folder.path().join(OUTPUT);
    let mut words = vec![];
    // The first word is the program's name.
    for (i, a) in arguments.iter().enumerate().skip(1) {
        words.push(match arguments[i - 1].as_str() {
            "-o" => output.display().to_string(),
            _ => files.on_disk(a, folder.path()).map_err(|e| failed("write to the temporary folder", e))?,
        });
    }
    let done = Command::new(&program).args(&words).output().map_err(|e| failed("run it", e))?;
    let said = String::from_utf8_lossy(&done.stderr);
    let said = said.trim().replace(&format!("{}/", folder.path().display()), "");
    if !done.status.success() {
        let text = if said.is_empty() { format!("{} failed: {}", program.display(), done.status) } else { said };
        return Err(LinkError::text(text));
    }
    if !said.is_empty() {
        eprintln!("{said}");
    }
    std::fs::read(&output).map_err(|e| failed("read its output", e))
}

/// The program that a linker's name means.
fn find(name: &str) -> Option<PathBuf> {
    if name.contains('/') {
        return Path::new(name).is_file().then(|| name.into());
    }
    let path = std::env::var_os("PATH")?;
    let names = if name == "ld" { vec!["ld".into()] } else { vec![format!("ld.{name}"), name.to_string()] };
    let mut all = std::env::split_paths(&path).flat_map(|d| names.iter().map(move |n| d.join(n)).collect::<Vec<_>>());
    all.find(|p| p.is_file())
}
