//! Executables and libraries: objects, archives and dynamic libraries, with the runtime and the C library's parts, are
//! handed to libwild, which is part of this program. Nothing of the system's development files is needed.

#[path = "../build/archive.rs"]
mod archive;
mod commons;
mod external;
mod faults;
mod files;
mod glibc;
mod input;
mod interface;
mod lto;
mod runtime;
mod system;

use ferrotran_abi::rt::Part;
use ferrotran_backend::LinkError;
use files::{Bytes, Files};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

pub use glibc::OLDEST;
pub use input::{Input, find_library};
pub use runtime::{LIBRARIES, runtime_archive, runtime_library, runtime_mark};
pub use system::{dirs as system_dirs, find as system_file};

/// The objects of a part of the runtime.
fn part(part: Part) -> &'static [u8] {
    match part {
        Part::Host => include_bytes!(concat!(env!("OUT_DIR"), "/Host.a")),
        Part::Products => include_bytes!(concat!(env!("OUT_DIR"), "/Products.a")),
        Part::Devices => include_bytes!(concat!(env!("OUT_DIR"), "/Devices.a")),
    }
}

/// What is made of the inputs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Kind {
    /// An executable that can be loaded anywhere.
    #[default]
    Executable,
    /// An executable at a fixed address.
    FixedExecutable,
    /// An executable that needs no dynamic library.
    Static,
    /// A dynamic library.
    Shared,
    /// An object.
    Relocatable,
}

/// A link.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// What is made.
    pub kind: Kind,
    /// Objects, archives and dynamic libraries, in order.
    pub inputs: Vec<Input>,
    /// Options for the linker (`-Wl,`), after ours.
    pub options: Vec<String>,
    /// Another linker than the built-in one (`-fuse-ld=`): `bfd`, `gold`, `lld`, `mold`, or its path.
    pub linker: Option<String>,
}

/// Where the dynamic linker of this machine is.
const INTERPRETER: &str =
    if cfg!(target_arch = "aarch64") { "/lib/ld-linux-aarch64.so.1" } else { "/lib64/ld-linux-x86-64.so.2" };

/// The machine of objects.
const MACHINE: object::Architecture =
    if cfg!(target_arch = "aarch64") { object::Architecture::Aarch64 } else { object::Architecture::X86_64 };

/// The output's name on the linker's command line.
const OUTPUT: &str = "output";

/// Links; gives the bytes of the file.
pub fn link(request: &Request) -> Result<Vec<u8>, LinkError> {
    let mut request = request.clone();
    for i in &mut request.inputs {
        if let Some(whole) = i.whole() {
            *i = whole;
        }
    }
    let errors = faults::modules(&request.inputs);
    if !errors.other.is_empty() {
        return Err(errors);
    }
    let once = |request: &Request| {
        let mut files = Files::default();
        let arguments = arguments(request, &mut files)?;
        match &request.linker {
            Some(name) => external::run(name, &files, &arguments),
            None => run(files, &arguments, &request.inputs),
        }
    };
    // What only needs another form of the output or of an input, or gcc's runtime of OpenMP for its own objects, is no fault.
    loop {
        match once(&request) {
            Err(e) if wants_gomp(&e) && !request.inputs.iter().any(is_gomp) => match system::find(GOMP) {
                Some(path) => request.inputs.push(Input::File(path)),
                None => return Err(e),
            },
            Err(e) if request.kind == Kind::Executable && e.other.iter().any(|t| wants_fixed_address(t)) => {
                request.kind = Kind::FixedExecutable;
            }
            Err(e) if e.other.iter().any(|t| t.contains("LTO inputs were detected")) => {
                let mut any = false;
                for i in &mut request.inputs {
                    if let Some(new) = lto::without(i)? {
                        *i = new;
                        any = true;
                    }
                }
                if !any {
                    return Err(e);
                }
            }
            r => return r,
        }
    }
}

/// The runtime that gcc's code for OpenMP calls.
const GOMP: &str = "libgomp.so.1";

/// Whether what nothing defines is of that runtime.
fn wants_gomp(e: &LinkError) -> bool {
    e.undefined.iter().any(|u| u.0.starts_with("GOMP_")) || e.other.iter().any(|t| t.contains("`GOMP_"))
}

/// Whether an input is that runtime.
fn is_gomp(input: &Input) -> bool {
    matches!(input, Input::File(path) if path.file_name().is_some_and(|n| n.to_string_lossy().starts_with("libgomp")))
}

/// Whether a linker's message says that an object cannot be part of an executable that is loaded anywhere.
fn wants_fixed_address(text: &str) -> bool {
    text.contains("link with -no-pie") || text.contains("recompile with -fPI")
}

/// The arguments for the linker.
fn arguments(request: &Request, files: &mut Files) -> Result<Vec<String>, LinkError> {
    let mut out: Vec<String> = vec!["wild".into()];
    let mut add = |words: &[&str]| out.extend(words.iter().map(|w| w.to_string()));
    add(&["-o", OUTPUT, "-z", "noexecstack", "--no-demangle"]);
    if request.linker.is_none() {
        // All of them are wanted, with their places.
        add(&["--warn-unresolved-symbols"]);
    }
    if request.kind == Kind::Relocatable {
        add(&["-r"]);
    } else {
        add(&["--gc-sections", "--eh-frame-hdr", "--hash-style=gnu", "--build-id", "-z", "relro"]);
    }
    match request.kind {
        Kind::Executable => add(&["-pie", "-dynamic-linker", INTERPRETER]),
        Kind::FixedExecutable => add(&["-no-pie", "-dynamic-linker", INTERPRETER]),
        Kind::Static => add(&["-static", "-no-pie"]),
        Kind::Shared => add(&["-shared"]),
        Kind::Relocatable => {}
    }
    if matches!(request.kind, Kind::Executable | Kind::FixedExecutable) {
        add(&["--entry=__ferrotran_start"]);
    }
    if request.kind == Kind::Static {
        for name in ["crt1.o", "crti.o"] {
            out.push(static_file(name)?);
        }
    }
    interface::share_runtime(request, files, &mut out)?;
    let shared = commons::of_libraries(&request.inputs);
    for i in &request.inputs {
        out.push(match (commons::of_others(i, &shared), i) {
            (Some(bytes), Input::Bytes(name, _)) => files.add(name, Bytes::Made(Arc::new(bytes))),
            (Some(bytes), Input::File(path)) => files.add(&path.display().to_string(), Bytes::Made(Arc::new(bytes))),
            (None, Input::Bytes(name, bytes)) => files.add(name, Bytes::Made(Arc::new(bytes.clone()))),
            (None, Input::File(path)) => path.display().to_string(),
        });
    }
    if request.kind != Kind::Relocatable {
        out.push(files.add("handle.o", Bytes::Made(Arc::new(handle()?))));
        let last = interface::last_part(request);
        for p in Part::ALL.into_iter().filter(|p| *p <= last) {
            out.push(files.add(&format!("libferrotran.a[{p:?}]"), Bytes::Static(part(p))));
        }
        if request.kind == Kind::Static {
            out.push("--start-group".into());
            for name in ["libc.a", "libm.a", "libgcc_eh.a", "libgcc.a", "crtn.o"] {
                out.push(static_file(name)?);
            }
            out.push("--end-group".into());
        } else {
            system_libraries(files, &mut out)?;
        }
    }
    out.extend(request.options.iter().filter(|o| !interface::EXPORT_ALL.contains(&o.as_str())).cloned());
    Ok(out)
}

/// A file of the C library or of gcc for static executables.
fn static_file(name: &str) -> Result<String, LinkError> {
    let missing = || {
        LinkError::text(format!("-static needs {name}, which is not found: install the C library's development files"))
    };
    system::find(name).map(|p| p.display().to_string()).ok_or_else(missing)
}

/// An object with `__dso_handle`, by whose address the C library tells executables and libraries of a process apart.
/// (Itanium C++ ABI, section 3.3.6.3.)
fn handle() -> Result<Vec<u8>, LinkError> {
    use object::write::{Object, StandardSection, Symbol, SymbolSection};
    let mut o = Object::new(object::BinaryFormat::Elf, MACHINE, object::Endianness::Little);
    let data = o.section_id(StandardSection::Data);
    let symbol = o.add_symbol(Symbol {
        name: b"__dso_handle".to_vec(),
        value: 0,
        size: 0,
        kind: object::SymbolKind::Data,
        scope: object::SymbolScope::Linkage,
        weak: false,
        section: SymbolSection::Undefined,
        flags: object::SymbolFlags::None,
    });
    o.add_symbol_data(symbol, data, &[0; 8], 8);
    o.add_section(vec![], b".note.GNU-stack".to_vec(), object::SectionKind::Metadata);
    o.write().map_err(|e| LinkError::text(e.to_string()))
}

/// The dynamic libraries that every program may use.
fn system_libraries(files: &mut Files, out: &mut Vec<String>) -> Result<(), LinkError> {
    for (name, always) in system::LIBRARIES {
        let Some(path) = system::find(name) else {
            if *always {
                return Err(LinkError::text(format!("the C library's {name} is not found on this machine")));
            }
            continue;
        };
        let mut bytes =
            std::fs::read(&path).map_err(|e| LinkError::text(format!("cannot read {}: {e}", path.display())))?;
        glibc::show_older(&mut bytes, glibc::Newer::Shown);
        out.push(if *always { "--no-as-needed" } else { "--as-needed" }.into());
        out.push(files.add(name, Bytes::Made(Arc::new(bytes))));
    }
    Ok(())
}

/// Runs the linker.
fn run(files: Files, arguments: &[String], inputs: &[Input]) -> Result<Vec<u8>, LinkError> {
    let words = || arguments.iter().map(String::as_str);
    let warnings: Arc<Mutex<Vec<String>>> = Arc::default();
    let failed = |e: libwild::error::Error| failure(&files::readable(&e.to_string()), inputs);
    let mut args = libwild::Args::new(words).map_err(failed)?;
    let to = warnings.clone();
    args.on_warning(Box::new(move |w| {
        to.lock().unwrap_or_else(PoisonError::into_inner).push(w.warning().to_string());
    }));
    args.parse(words).map_err(failed)?;
    let linker = libwild::Linker::with_file_system(files.clone());
    linker.run(&args).map_err(failed)?;
    let warnings = std::mem::take(&mut *warnings.lock().unwrap_or_else(PoisonError::into_inner));
    let errors = undefined(&warnings, inputs);
    if errors.undefined.is_empty() && errors.other.is_empty() { Ok(files.output()) } else { Err(errors) }
}

/// The symbols that nothing defines, which the linker warns of; its other warnings are handed on.
fn undefined(warnings: &[String], inputs: &[Input]) -> LinkError {
    let mut out = LinkError::default();
    let mut symbols: BTreeMap<String, String> = BTreeMap::new();
    for w in warnings {
        match w.strip_prefix("Undefined symbol ").and_then(|r| r.split_once(", referenced by ")) {
            Some((symbol, place)) => {
                let place = place.lines().map(str::trim).rfind(|l| !l.is_empty()).unwrap_or_default();
                symbols.insert(symbol.to_string(), files::readable(place));
            }
            // Words that are not known: rather an error than a program that lacks something.
            None if w.to_ascii_lowercase().contains("undefined") => out.other.push(files::readable(w)),
            None => eprintln!("ferrotran: warning: {}", files::readable(w)),
        }
    }
    if !symbols.is_empty() {
        out.undefined = faults::references(inputs, &symbols.keys().cloned().collect());
        for (symbol, place) in symbols {
            if !out.undefined.iter().any(|u| u.0 == symbol) {
                out.undefined.push((symbol, place));
            }
        }
    }
    out
}

/// What the linker gave up with.
fn failure(text: &str, inputs: &[Input]) -> LinkError {
    let mut out = LinkError::default();
    match text.split_once("Duplicate symbols detected: ") {
        Some((_, list)) => {
            for line in list.lines() {
                let Some((symbol, _)) = line.split_once(", defined in ") else { continue };
                let mut by = faults::definers(inputs, symbol).into_iter();
                if let (Some(a), Some(b)) = (by.next(), by.next()) {
                    out.duplicate.push((symbol.to_string(), a, b));
                }
            }
            if out.duplicate.is_empty() {
                out.other.push(text.to_string());
            }
        }
        None => out.other.push(text.to_string()),
    }
    out
}
