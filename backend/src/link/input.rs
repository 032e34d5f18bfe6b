//! Inputs of the linker: objects, archives, dynamic libraries; finding libraries by name.

use super::{Input, LinkError};
use memmap2::Mmap;
use object::read::archive::{ArchiveFile, ArchiveOffset};
use object::read::{Object, ObjectSymbol};
use rustc_hash::{FxHashMap, FxHashSet};
use std::fs::File;
use std::path::{Path, PathBuf};

/// Where the system keeps libraries.
const SYSTEM_DIRS: &[&str] = &[
    "/usr/local/lib",
    "/lib/x86_64-linux-gnu",
    "/usr/lib/x86_64-linux-gnu",
    "/lib/aarch64-linux-gnu",
    "/usr/lib/aarch64-linux-gnu",
    "/lib64",
    "/usr/lib64",
    "/lib",
    "/usr/lib",
];

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
    all.extend(SYSTEM_DIRS.iter().map(PathBuf::from));
    all.extend(gcc_dirs());
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

/// Folders of gcc's own libraries (`/usr/lib/gcc/MACHINE/VERSION`).
fn gcc_dirs() -> Vec<PathBuf> {
    let inside = |d: PathBuf| -> Vec<PathBuf> {
        std::fs::read_dir(d).map(|l| l.flatten().map(|e| e.path()).collect()).unwrap_or_default()
    };
    let mut all: Vec<PathBuf> = inside("/usr/lib/gcc".into()).into_iter().flat_map(inside).collect();
    all.sort();
    all
}

/// An archive: its bytes stay mapped, members are taken as they are needed.
pub(super) struct Archive<'d> {
    pub name: String,
    pub bytes: &'d [u8],
    index: FxHashMap<&'d [u8], u64>,
    taken: FxHashSet<u64>,
}

/// A dynamic library: what it exports.
pub(super) struct Shared {
    /// Name by which it is loaded, and the file.
    pub soname: String,
    pub path: String,
    pub exports: FxHashSet<String>,
    pub used: bool,
}

/// A library, in command line order.
pub(super) enum Library<'d> {
    Archive(Archive<'d>),
    Shared(Shared),
}

/// The bytes of an input.
pub(super) enum Bytes {
    Owned(Vec<u8>),
    Mapped(Mmap),
}

impl Bytes {
    pub fn get(&self) -> &[u8] {
        match self {
            Bytes::Owned(v) => v,
            Bytes::Mapped(m) => m,
        }
    }
}

/// An input with its bytes.
pub(super) struct Opened {
    pub name: String,
    pub bytes: Bytes,
}

/// Opens inputs; linker scripts give way to the libraries that they name.
pub(super) fn open(inputs: &[Input], errors: &mut LinkError) -> Vec<Opened> {
    let mut out = vec![];
    let mut work: Vec<(Input, u32)> = inputs.iter().rev().map(|i| (i.clone(), 0)).collect();
    while let Some((input, depth)) = work.pop() {
        match input {
            Input::Bytes(name, b) => out.push(Opened { name, bytes: Bytes::Owned(b) }),
            Input::File(path) => match map(&path) {
                Ok(bytes) => {
                    let text = bytes.get();
                    let is_text = !text.starts_with(b"\x7fELF") && !text.starts_with(b"!<");
                    if is_text
                        && depth < 4
                        && let Some(files) = linker_script(text)
                    {
                        for f in files.into_iter().rev() {
                            match script_file(&f, &path) {
                                Some(p) => work.push((Input::File(p), depth + 1)),
                                None => errors.other.push(format!("{}: names {f}, which is not found", path.display())),
                            }
                        }
                        continue;
                    }
                    out.push(Opened { name: path.display().to_string(), bytes });
                }
                Err(e) => errors.other.push(format!("cannot read {}: {e}", path.display())),
            },
        }
    }
    out
}

fn map(path: &Path) -> std::io::Result<Bytes> {
    let f = File::open(path)?;
    if f.metadata()?.len() == 0 {
        return Ok(Bytes::Owned(vec![]));
    }
    // SAFETY: the file is only read; another process that cuts it off while it is linked would break any linker.
    Ok(Bytes::Mapped(unsafe { Mmap::map(&f)? }))
}

/// The files that a text such as `GROUP ( /lib/libm.so.6 AS_NEEDED ( libmvec.so.1 ) )` names.
fn linker_script(text: &[u8]) -> Option<Vec<String>> {
    let text = std::str::from_utf8(text.get(..text.len().min(64 << 10))?).ok()?;
    let mut plain = String::new();
    let mut rest = text;
    while let Some(i) = rest.find("/*") {
        plain.push_str(&rest[..i]);
        rest = rest[i..].find("*/").map_or("", |j| &rest[i + j + 2..]);
    }
    plain.push_str(rest);
    let spaced = plain.replace('(', " ( ").replace(')', " ) ");
    let (mut files, mut open, mut any, mut skip) = (vec![], 0, false, false);
    for w in spaced.split_whitespace() {
        match w {
            "GROUP" | "INPUT" => any = true,
            "OUTPUT_FORMAT" => skip = true,
            "(" => open += 1,
            ")" => {
                open -= 1;
                skip = skip && open > 0;
            }
            "AS_NEEDED" => {}
            w if open > 0 && any && !skip => files.push(w.trim_matches(',').to_string()),
            _ => {}
        }
    }
    any.then_some(files)
}

fn script_file(name: &str, script: &Path) -> Option<PathBuf> {
    if let Some(l) = name.strip_prefix("-l") {
        return find_library(l, &[script.parent()?.to_path_buf()], false).ok().flatten();
    }
    let p = PathBuf::from(name);
    if p.is_absolute() {
        return p.is_file().then_some(p);
    }
    let near = script.parent().map(PathBuf::from);
    near.into_iter().chain(SYSTEM_DIRS.iter().map(PathBuf::from)).map(|d| d.join(name)).find(|p| p.is_file())
}

impl<'d> Archive<'d> {
    pub fn open(name: &str, bytes: &'d [u8]) -> Result<Archive<'d>, String> {
        let bad = |e: object::read::Error| format!("{name}: not an archive that can be read ({e})");
        let file = ArchiveFile::parse(bytes).map_err(bad)?;
        if file.is_thin() {
            return Err(format!("{name}: thin archives are not supported; make it without `T`"));
        }
        let mut index: FxHashMap<&'d [u8], u64> = FxHashMap::default();
        match file.symbols().map_err(bad)? {
            Some(symbols) => {
                for s in symbols {
                    let s = s.map_err(bad)?;
                    index.entry(s.name()).or_insert(s.offset().0);
                }
            }
            // Without a table of symbols every member is looked at.
            None => {
                for m in file.members() {
                    let m = m.map_err(bad)?;
                    let data = m.data(bytes).map_err(bad)?;
                    let Ok(f) = object::File::parse(data) else { continue };
                    // The header of 60 bytes stands before the data.
                    let at = m.file_range().0.saturating_sub(60);
                    for s in f.symbols().filter(|s| s.is_global() && s.is_definition()) {
                        if let Ok(n) = s.name_bytes() {
                            index.entry(n).or_insert(at);
                        }
                    }
                }
            }
        }
        Ok(Archive { name: name.into(), bytes, index, taken: FxHashSet::default() })
    }

    /// The member that defines a symbol, where it was not taken yet: its name and bytes.
    pub fn take(&mut self, symbol: &str) -> Result<Option<(String, &'d [u8])>, String> {
        let Some(&at) = self.index.get(symbol.as_bytes()) else { return Ok(None) };
        if !self.taken.insert(at) {
            return Ok(None);
        }
        let bad = |e: object::read::Error| format!("{}: a member cannot be read ({e})", self.name);
        let file = ArchiveFile::parse(self.bytes).map_err(bad)?;
        let m = file.member(ArchiveOffset(at)).map_err(bad)?;
        let name = format!("{}({})", self.name, String::from_utf8_lossy(m.name()));
        Ok(Some((name, m.data(self.bytes).map_err(bad)?)))
    }
}

impl Shared {
    pub fn open(name: &str, f: &object::File<'_>) -> Shared {
        let path = std::fs::canonicalize(name).map_or_else(|_| name.to_string(), |p| p.display().to_string());
        let exports = f
            .dynamic_symbols()
            .filter(|s| s.is_definition() && !s.is_local())
            .filter_map(|s| s.name().ok().map(str::to_string))
            .collect();
        let base = Path::new(name).file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
        Shared { soname: soname(f).unwrap_or(base), path, exports, used: false }
    }
}

/// DT_SONAME of a dynamic library.
fn soname(f: &object::File<'_>) -> Option<String> {
    use object::read::elf::{Dyn, FileHeader};
    let object::File::Elf64(elf) = f else { return None };
    let (endian, data) = (elf.endian(), elf.data());
    let sections = elf.elf_header().sections(endian, data).ok()?;
    let (dynamic, link) = sections.dynamic(endian, data).ok()??;
    let strings = sections.strings(endian, data, link).ok()?;
    dynamic
        .iter()
        .find(|d| d.d_tag(endian) == object::elf::DT_SONAME)
        .and_then(|d| d.string(endian, strings).ok())
        .map(|s| String::from_utf8_lossy(s).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn linker_scripts() {
        let s = b"/* GNU ld script\n*/\nOUTPUT_FORMAT(elf64-x86-64)\nGROUP ( /lib/libc.so.6 x.a  AS_NEEDED ( /lib/ld.so ) )";
        assert_eq!(linker_script(s), Some(vec!["/lib/libc.so.6".into(), "x.a".into(), "/lib/ld.so".into()]));
        assert_eq!(linker_script(b"hello"), None);
    }
}
