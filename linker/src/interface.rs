//! What an output shows to other files of one process.
//!
//! A dynamic library of ours carries the whole runtime and shows it, and an executable that uses such a library does
//! the same: the dynamic linker takes the first definition of every name, so that all files of a process have one
//! runtime, with one table of units and one team of threads, whoever starts it.

use crate::files::{Bytes, Files};
use crate::{Input, Kind, Request};
use ferrotran_abi::rt::{self, Part};
use ferrotran_backend::LinkError;
use object::read::archive::ArchiveFile;
use object::read::{Object, ObjectSymbol, ReadCache, ReadRef};
use std::fs::File;
use std::path::Path;
use std::sync::Arc;

/// The names of the runtime's functions.
fn runtime_names<'a>() -> impl Iterator<Item = &'a str> {
    rt::all().map(|f| f.name()).chain(ferrotran_runtime::cfi::NAMES.iter().copied())
}

/// Options that show all symbols of an executable (`-rdynamic`): those of its own files are meant, not the runtime's.
pub(super) const EXPORT_ALL: &[&str] = &["--export-dynamic", "-export-dynamic", "-E"];

/// Adds what is needed for one runtime in a process, and for what was asked to be shown.
pub(super) fn share_runtime(request: &Request, files: &mut Files, out: &mut Vec<String>) -> Result<(), LinkError> {
    match request.kind {
        Kind::Shared => {
            let mut shown = vec![];
            for i in &request.inputs {
                definitions(i, &mut shown)?;
            }
            let script = version_script(&shown);
            let path = files.add("exports", Bytes::Made(Arc::new(script.into_bytes())));
            out.push(format!("--version-script={path}"));
        }
        Kind::Executable | Kind::FixedExecutable => {
            if request.options.iter().any(|o| EXPORT_ALL.contains(&o.as_str())) {
                let mut shown = vec![];
                for i in &request.inputs {
                    definitions(i, &mut shown)?;
                }
                out.extend(shown.iter().map(|n| format!("--export-dynamic-symbol={n}")));
            }
            if !request.inputs.iter().any(uses_runtime) {
                return Ok(());
            }
            out.extend(runtime_names().map(|n| format!("--export-dynamic-symbol={n}")));
        }
        Kind::Static | Kind::Relocatable => return Ok(()),
    }
    for n in runtime_names() {
        out.push("-u".into());
        out.push(n.into());
    }
    Ok(())
}

/// The last part of the runtime that is needed.
pub(super) fn last_part(request: &Request) -> Part {
    let mut last = Part::Host;
    if request.kind == Kind::Shared || request.inputs.iter().any(uses_runtime) {
        return Part::Devices;
    }
    for i in &request.inputs {
        let mut called = vec![];
        match i {
            Input::Bytes(_, bytes) => references(bytes.as_slice(), &mut called),
            Input::File(path) => {
                let Ok(cache) = read(path) else { continue };
                references(&cache, &mut called);
            }
        }
        last = called.into_iter().map(|f| f.part()).max().unwrap_or(last).max(last);
    }
    last
}

/// The functions of the runtime that a file refers to.
fn references<'d>(bytes: impl ReadRef<'d>, out: &mut Vec<rt::RuntimeFn>) {
    match ArchiveFile::parse(bytes) {
        Ok(archive) => members(&archive, bytes).for_each(|data| called_by(data, out)),
        Err(_) => called_by(bytes, out),
    }
}

/// What the members of an archive hold.
fn members<'d, R: ReadRef<'d>>(archive: &ArchiveFile<'d, R>, bytes: R) -> impl Iterator<Item = &'d [u8]> {
    archive.members().flatten().filter_map(move |m| m.data(bytes).ok())
}

/// The functions of the runtime that an object or a dynamic library refers to. What a library defines by such a
/// name (libgomp does) the output shows as well, to take its place.
fn called_by<'d>(bytes: impl ReadRef<'d>, out: &mut Vec<rt::RuntimeFn>) {
    let Ok(file) = object::File::parse(bytes) else { return };
    let dynamic = file.kind() == object::ObjectKind::Dynamic;
    let named = file.symbols().chain(file.dynamic_symbols()).filter(|s| dynamic || s.is_undefined());
    out.extend(named.filter_map(|s| rt::lookup(s.name().ok()?)));
}

/// The symbols that a library shows: its own and the runtime's.
fn version_script(own: &[String]) -> String {
    let mut text = String::from("{\nglobal:\n");
    for n in own.iter().map(String::as_str).chain(runtime_names()) {
        text.push_str(&format!("\"{n}\";\n"));
    }
    text.push_str("local: *;\n};\n");
    text
}

/// The bytes of a file, as they are asked for.
fn read(path: &Path) -> Result<ReadCache<File>, LinkError> {
    let file = File::open(path).map_err(|e| LinkError::text(format!("cannot read {}: {e}", path.display())))?;
    Ok(ReadCache::new(file))
}

/// The global symbols that an input defines.
fn definitions(input: &Input, out: &mut Vec<String>) -> Result<(), LinkError> {
    match input {
        Input::Bytes(_, bytes) => of_file(bytes.as_slice(), out),
        Input::File(path) => of_file(&read(path)?, out),
    }
    Ok(())
}

fn of_file<'d>(bytes: impl ReadRef<'d>, out: &mut Vec<String>) {
    match ArchiveFile::parse(bytes) {
        Ok(archive) => members(&archive, bytes).for_each(|data| of_object(data, out)),
        Err(_) => of_object(bytes, out),
    }
}

fn of_object<'d>(bytes: impl ReadRef<'d>, out: &mut Vec<String>) {
    let Ok(file) = object::File::parse(bytes) else { return };
    if file.kind() == object::ObjectKind::Relocatable {
        let shown = file.symbols().filter(|s| s.is_global() && (s.is_definition() || s.is_common()));
        out.extend(shown.filter_map(|s| s.name().ok().map(str::to_string)));
    }
}

/// Whether an input is a dynamic library with our runtime.
fn uses_runtime(input: &Input) -> bool {
    let Input::File(path) = input else { return false };
    let Ok(cache) = read(path) else { return false };
    let Ok(file) = object::File::parse(&cache) else { return false };
    file.kind() == object::ObjectKind::Dynamic
        && file.dynamic_symbols().any(|s| s.name() == Ok(rt::frt_initialize.name()))
}
