//! What the shadow device finds wrong with the maps of programs (`FERROTRAN_SHADOW_CHECK=1`), each with variable and line. The
//! programs of `tests/shadow` say what is found in them, by lines `! finds:` with the parts of one message between `|`; where
//! there are none they are right, and nothing may be found.

use std::path::Path;
use std::process::Command;

#[test]
fn programs_are_found_wrong_or_right() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/shadow");
    let mut files: Vec<_> =
        std::fs::read_dir(&folder).expect("the folder").map(|e| e.expect("an entry").path()).collect();
    files.sort();
    let faults: Vec<String> = files.iter().filter_map(|f| fault(&folder, f).err()).collect();
    assert!(files.len() >= 40 && faults.is_empty(), "{} programs:\n{}", files.len(), faults.join("\n"));
}

fn fault(folder: &Path, file: &Path) -> Result<(), String> {
    let text = std::fs::read_to_string(file).expect("a readable file");
    let out = Command::new(env!("CARGO_BIN_EXE_ferrotran"))
        .args(["run", "-fverify-ir", "--device", "shadow"])
        .arg(file)
        .env("FERROTRAN_SHADOW_CHECK", "1")
        .env("OMP_NUM_THREADS", "2")
        .output()
        .expect("the compiler starts");
    let said = String::from_utf8_lossy(&out.stderr).replace(&format!("{}/", folder.display()), "");
    let mut found: Vec<&str> = said.lines().collect();
    for want in text.lines().filter_map(|l| l.strip_prefix("! finds: ")) {
        let fits = |l: &&str| want.split(" | ").all(|part| l.contains(part));
        let Some(i) = found.iter().position(fits) else {
            return Err(format!("{}: not found: {want}\n{said}", file.display()));
        };
        found.remove(i);
    }
    if found.is_empty() && out.status.success() {
        Ok(())
    } else {
        Err(format!("{}: {}", file.display(), found.join("\n")))
    }
}
