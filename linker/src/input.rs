//! Inputs of the linker; finding libraries by name.

use crate::system;
use std::borrow::Cow;
use std::path::PathBuf;

/// An input of the linker.
#[derive(Clone, Debug)]
pub enum Input {
    /// An object in memory: its name for messages, its bytes.
    Bytes(String, Vec<u8>),
    /// An object, archive, dynamic library or linker script.
    File(PathBuf),
}

impl Input {
    /// What the file has; `None` where it cannot be read.
    pub(crate) fn bytes(&self) -> Option<Cow<'_, [u8]>> {
        match self {
            Input::Bytes(_, b) => Some(Cow::Borrowed(b)),
            Input::File(path) => std::fs::read(path).ok().map(Cow::Owned),
        }
    }

    /// Its name for messages.
    pub(crate) fn name(&self) -> String {
        match self {
            Input::Bytes(name, _) => name.clone(),
            Input::File(path) => path.display().to_string(),
        }
    }
}

/// Libraries that every program is linked with.
const ALWAYS_THERE: &[&str] = &["c", "m", "pthread", "dl", "rt", "util", "gcc", "gcc_s", "ferrotran"];

/// Libraries of other compilers, whose functions ours has or does not need: it is no fault where they are not found.
const OF_OTHERS: &[&str] = &["gfortran", "gomp", "quadmath", "caf_single"];

/// The file of `-l NAME`, looked for in these folders, those of `LIBRARY_PATH` and those of the system. `Ok(None)`:
/// a library that need not be there. `prefer_archives`: `-static`.
pub fn find_library(name: &str, dirs: &[PathBuf], prefer_archives: bool) -> Result<Option<PathBuf>, String> {
    if ALWAYS_THERE.contains(&name) {
        return Ok(None);
    }
    let mut all: Vec<PathBuf> = dirs.to_vec();
    if let Some(v) = std::env::var_os("LIBRARY_PATH") {
        all.extend(std::env::split_paths(&v).filter(|p| !p.as_os_str().is_empty()));
    }
    all.push("/usr/local/lib".into());
    all.extend(system::dirs());
    let (shared, archive) = (format!("lib{name}.so"), format!("lib{name}.a"));
    let names = match name.strip_prefix(':') {
        Some(file) => vec![file],
        None if prefer_archives => vec![&*archive, &*shared],
        None => vec![&*shared, &*archive],
    };
    for d in &all {
        for n in &names {
            let p = d.join(n);
            if p.is_file() {
                return Ok(Some(p));
            }
        }
    }
    if OF_OTHERS.contains(&name) {
        return Ok(None);
    }
    let list: Vec<String> = dirs.iter().map(|d| d.display().to_string()).collect();
    let places = if list.is_empty() { String::new() } else { format!(" in {} or", list.join(", ")) };
    Err(format!("cannot find the library -l{name}: no {} {places} in the folders of the system", names.join(" or "))
        .replace("  ", " "))
}
