//! Inputs of the linker; finding libraries by name.

use crate::archive::{self, Member};
use crate::system;
use object::read::archive::ArchiveFile;
use std::borrow::Cow;
use std::ffi::OsStr;
use std::fs::File;
use std::io::Read;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

/// An input of the linker.
#[derive(Clone, Debug)]
pub enum Input {
    /// An object or an archive in memory: its name for messages, its bytes.
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

    /// All objects of an archive, whether something needs them or not; what is no archive stays.
    ///
    /// # Errors
    /// The file, or one that a thin archive names, cannot be read.
    pub fn all_of(path: &Path) -> std::io::Result<Vec<Input>> {
        let file = Input::File(path.into());
        let bytes = match file.whole() {
            Some(Input::Bytes(_, bytes)) => bytes,
            _ => std::fs::read(path)?,
        };
        let Ok(archive) = ArchiveFile::parse(&*bytes) else { return Ok(vec![file]) };
        if archive.is_thin() {
            return Err(std::io::Error::new(std::io::ErrorKind::NotFound, "files that it names are missing"));
        }
        let members = archive.members().map(|m| {
            let m = m?;
            let name = format!("{}({})", path.display(), String::from_utf8_lossy(m.name()));
            Ok(Input::Bytes(name, m.data(&*bytes)?.to_vec()))
        });
        let members: object::read::Result<Vec<Input>> = members.collect();
        members.map_err(|e| std::io::Error::new(std::io::ErrorKind::InvalidData, e.to_string()))
    }

    /// A thin archive, which only names the files of its members, as an archive that has them; none for what is no such
    /// archive, or where a member cannot be read.
    pub(crate) fn whole(&self) -> Option<Input> {
        const THIN: &[u8] = b"!<thin>\n";
        let Input::File(path) = self else { return None };
        let mut start = [0; THIN.len()];
        File::open(path).ok()?.read_exact(&mut start).ok()?;
        if start != THIN {
            return None;
        }
        let bytes = std::fs::read(path).ok()?;
        let mut members = vec![];
        for m in ArchiveFile::parse(&*bytes).ok()?.members() {
            let file = PathBuf::from(OsStr::from_bytes(m.ok()?.name()));
            // Names are relative to the archive's folder.
            let data = std::fs::read(path.with_file_name("").join(&file)).ok()?;
            members.push(Member { name: file.file_name()?.to_string_lossy().into_owned(), data });
        }
        Some(Input::Bytes(self.name(), archive::write(&members)))
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
