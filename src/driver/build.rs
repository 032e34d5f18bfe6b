//! Compiling and linking: which inputs are compiled, in what order, and what is written.

use super::commands::{io_error, write_output};
use super::modfile::{self, Unit};
use super::pipeline::{Failed, Form, Res, Session};
use super::{cli, coverage, csource, depend, install};
use csource::Want;
use ferrotran_backend::Image;
use ferrotran_linker::{Input, Kind, Request, find_library};
use ferrotran_source::Span;
use ferrotran_source::message::ErrorCode;
use std::path::{Path, PathBuf};

/// The files of a command by what is done with them.
#[derive(Default)]
pub(super) struct Inputs {
    /// Fortran, and IR text.
    sources: Vec<String>,
    /// C, for the machine's C compiler.
    c: Vec<String>,
    /// Objects, archives and libraries.
    linked: Vec<Input>,
}

impl Inputs {
    /// The sources of ours, where there is nothing else.
    pub(super) fn only_sources(&self) -> Option<&[String]> {
        (self.c.is_empty() && self.linked.is_empty()).then_some(&self.sources)
    }

    /// Looks at the names of files, and finds libraries.
    pub(super) fn sort(s: &mut Session, files: &[String], link: &cli::Link) -> Res<Inputs> {
        let mut inputs = Inputs::default();
        for f in files {
            let name = Path::new(f).file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
            let ext = name.rsplit_once('.').map_or("", |e| e.1);
            let linked = matches!(ext, "o" | "obj" | "lo" | "a" | "so" | "lib") || name.contains(".so.");
            if linked {
                if let Err(e) = std::fs::File::open(f) {
                    return Err(s.fail(cannot_read(f, &e)));
                }
                inputs.linked.push(Input::File(f.into()));
            } else if csource::is_c(f) {
                inputs.c.push(f.clone());
            } else if matches!(ext, "cc" | "cpp" | "cxx" | "C" | "h" | "s" | "S") {
                return Err(s.fail(format!(
                    "{f}: ferrotran compiles Fortran and C only; compile it with its own compiler (-c) and give the object"
                )));
            } else {
                inputs.sources.push(f.clone());
            }
        }
        let dirs: Vec<PathBuf> = link.lib_dirs.iter().map(PathBuf::from).collect();
        let mut find = |l: &str| match find_library(l, &dirs, link.prefer_archives) {
            Ok(p) => p,
            Err(e) => {
                s.diag.error(ErrorCode::Link, Span::default(), e);
                None
            }
        };
        let whole: Vec<PathBuf> =
            link.whole.iter().filter_map(|w| w.strip_prefix("-l").map_or_else(|| Some(w.into()), &mut find)).collect();
        let libraries: Vec<PathBuf> = link.libs.iter().filter_map(|l| find(l)).collect();
        for path in whole {
            match Input::all_of(&path) {
                Ok(all) => inputs.linked.extend(all),
                Err(e) => return Err(s.fail(cannot_read(&path.display().to_string(), &e))),
            }
        }
        inputs.linked.extend(libraries.into_iter().map(Input::File));
        if s.diag.has_errors() { Err(Failed) } else { Ok(inputs) }
    }
}

/// The text of a file that cannot be read.
pub(super) fn cannot_read(file: &str, e: &std::io::Error) -> String {
    let why = e.to_string();
    format!("cannot read {file}: {}", why.split(" (os error").next().unwrap_or_default())
}

/// Compiles sources together to a program in memory.
pub(super) fn image(s: &mut Session, sources: &[String]) -> Res<Image> {
    let (name, object) = compiled(s, sources)?;
    s.link(name, object)
}

/// Compiles sources together: the object, and its name for messages.
fn compiled(s: &mut Session, sources: &[String]) -> Res<(String, Vec<u8>)> {
    let (mut m, form) = s.module(sources)?;
    s.bring_to(&mut m, form, Form::Device)?;
    if s.flags.dirs.output.is_some() {
        write_modules(s)?;
    }
    let object = s.object(&mut m)?;
    if let Some(base) = s.coverage_base.clone() {
        coverage::write_notes(s, &m, &base)?;
    }
    Ok((sources.first().cloned().unwrap_or_default(), object))
}

/// Compiles sources together: what is linked, in order.
fn objects(s: &mut Session, inputs: Inputs) -> Res<Vec<Input>> {
    let Inputs { sources, c, mut linked } = inputs;
    // Before what takes longer: their errors come first.
    let c: Vec<Input> =
        c.into_iter().map(|f| csource::object(s, &f).map(|o| Input::Bytes(f, o))).collect::<Res<_>>()?;
    linked.splice(0..0, c);
    if !sources.is_empty() {
        let (name, object) = compiled(s, &sources)?;
        linked.insert(0, Input::Bytes(name, object));
    }
    Ok(linked)
}

/// The command without a subcommand.
pub(super) fn compile(s: &mut Session, c: &cli::Compile) -> Res<u8> {
    s.verbose = c.verbose || c.dry_run;
    if s.verbose {
        eprintln!("{}", install::about());
    }
    if c.preprocess {
        return preprocess(s, c);
    }
    s.flags.pic |= c.shared;
    let inputs = Inputs::sort(s, &c.files, &c.link)?;
    match depend::instead(c) {
        Ok(false) => {}
        Ok(true) => {
            if let Some(f) = inputs.c.first() {
                return Err(s.fail(format!("{f}: ask the C compiler for rules of C sources")));
            }
            let units = s.parse(&inputs.sources)?;
            depend::write(s, c, &units)?;
            return Ok(0);
        }
        Err(e) => return Err(s.fail(e)),
    }
    if s.flags.syntax_only {
        let units = s.parse(&inputs.sources)?;
        s.analyze(units)?;
        write_modules(s)?;
        for f in &inputs.c {
            csource::compile(s, f, Want::Nothing, Path::new(""), &[])?;
        }
        return Ok(0);
    }
    let path = c.output.clone().unwrap_or("a.out".into());
    if s.verbose && !c.compile_only && !c.assembly && !c.relocatable {
        let files: Vec<String> = c.files.iter().map(|f| linked_name(f)).collect();
        let line = install::link_line(Path::new(&path), c.shared, &files, &c.link.lib_dirs, &c.link.libs);
        eprintln!("{line}");
    }
    if c.dry_run {
        return Ok(0);
    }
    if c.compile_only || c.assembly {
        for l in &inputs.linked {
            if let Input::File(p) = l {
                eprintln!("ferrotran: warning: {} is not used: nothing is linked with -c", p.display());
            }
        }
        objects_of(s, &inputs, c)?;
        return Ok(0);
    }
    if inputs.sources.contains(&path) || inputs.c.contains(&path) {
        return Err(s.fail(format!("{path} is an input, it cannot be the output too")));
    }
    let kind = match c {
        _ if c.relocatable => Kind::Relocatable,
        _ if c.shared => Kind::Shared,
        _ if c.link.prefer_archives => Kind::Static,
        _ => Kind::Executable,
    };
    executable(s, inputs, kind, Path::new(&path))?;
    Ok(0)
}

/// The file's name without its ending and folder.
pub(super) fn stem_here(file: &str) -> PathBuf {
    Path::new(file).file_stem().map_or("a".into(), PathBuf::from)
}

/// The name under which a file would be linked: that of its object.
fn linked_name(file: &str) -> String {
    let path = Path::new(file);
    let stays = path.extension().is_some_and(|e| e == "o" || e == "a" || e == "so") || file.contains(".so.");
    let object = || path.file_stem().map_or(file.into(), |n| format!("{}.o", n.to_string_lossy()));
    if stays { file.to_string() } else { object() }
}

/// Compiles and links to a file.
pub(super) fn executable(s: &mut Session, inputs: Inputs, kind: Kind, path: &Path) -> Res<()> {
    if s.coverage_base.is_none() {
        s.coverage_base = Some(coverage::beside_program(path, &inputs.sources));
    }
    let shared = kind == Kind::Shared && !inputs.sources.is_empty();
    let inputs = objects(s, inputs)?;
    if shared {
        // Whoever uses the library needs them.
        write_modules(s)?;
    }
    let file =
        s.link_file(&Request { kind, inputs, options: s.flags.linker.clone(), linker: s.flags.use_ld.clone() })?;
    write_executable(path, &file).map_err(|e| io_error(s, &path.display().to_string(), &e))
}

/// Puts an executable in its place. A running program keeps its old file: the name moves, the file is not overwritten.
fn write_executable(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    use std::io::Write;
    use std::os::unix::fs::OpenOptionsExt;
    // Something else than a file (a device, a pipe) is written to, not replaced.
    if std::fs::metadata(path).is_ok_and(|m| !m.is_file()) {
        return std::fs::write(path, bytes);
    }
    let name = path.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
    let temporary = path.with_file_name(format!(".{name}.{}", std::process::id()));
    let write = || {
        let mut f = std::fs::OpenOptions::new().write(true).create(true).truncate(true).mode(0o777).open(&temporary)?;
        f.write_all(bytes)?;
        // Some file systems write a file out at once that takes the place of another by renaming, so the old name
        // goes first.
        let _ = std::fs::remove_file(path);
        std::fs::rename(&temporary, path)
    };
    write().inspect_err(|_| {
        let _ = std::fs::remove_file(&temporary);
    })
}

/// `-E`
fn preprocess(s: &mut Session, c: &cli::Compile) -> Res<u8> {
    let (files, output) = (&c.files, c.output.as_deref());
    let mut text = vec![];
    for f in files {
        let f = if f == "-" { cli::STANDARD_INPUT } else { f };
        if csource::is_c(f) {
            csource::compile(s, f, Want::Preprocessed, Path::new(output.unwrap_or("-")), &[])?;
            continue;
        }
        match s.map.read(f) {
            Ok(id) if c.common.dump_macros => {
                text.extend(ferrotran_syntax::macro_definitions(&mut s.map, id, &s.flags.parse, &mut s.diag));
            }
            Ok(id) => text.extend(ferrotran_syntax::preprocessed(&mut s.map, id, &s.flags.parse, &mut s.diag)),
            Err(e) => return Err(s.fail(cannot_read(f, &e))),
        }
    }
    if s.diag.has_errors() {
        return Err(Failed);
    }
    if c.no_line_markers {
        let marker = |l: &&[u8]| l.strip_prefix(b"# ").and_then(|l| l.first()).is_some_and(u8::is_ascii_digit);
        text = text.split_inclusive(|b| *b == b'\n').filter(|l| !marker(l)).collect::<Vec<_>>().concat();
    }
    if files.iter().all(|f| csource::is_c(f)) { Ok(0) } else { write_output(s, output, &text) }
}

fn write_modules(s: &mut Session) -> Res<()> {
    let dirs = s.flags.dirs.clone();
    s.modules().write(&dirs).map_err(|e| s.fail(e))
}

/// `-c`: an object for each file, modules before what uses them.
fn objects_of(s: &mut Session, inputs: &Inputs, c: &cli::Compile) -> Res<()> {
    let sources = &inputs.sources;
    if c.output.is_some() && sources.len() + inputs.c.len() > 1 {
        return Err(s.fail("-o with -c takes one source file: each file becomes an object of its own".into()));
    }
    for f in &inputs.c {
        let want = if c.assembly { Want::Assembly } else { Want::Object };
        let rules: Vec<String> = c.depend.iter().map(|w| format!("-M{w}")).collect();
        csource::compile(s, f, want, Path::new(&output_of(f, c)), &rules)?;
    }
    let is_ir = |f: &&String| f.ends_with(".ir") || *f == "-";
    for f in sources.iter().filter(is_ir) {
        let (mut m, form) = s.module(std::slice::from_ref(f))?;
        s.bring_to(&mut m, form, Form::Device)?;
        write_object(s, &mut m, f, c)?;
    }
    let fortran: Vec<String> = sources.iter().filter(|f| !is_ir(f)).cloned().collect();
    let units = s.parse(&fortran)?;
    depend::write(s, c, &units)?;
    let order = modfile::dependency_order(&units);
    s.progress.files(order.len());
    let mut units: Vec<Option<Unit>> = units.into_iter().map(Some).collect();
    for i in order {
        let Some(u) = units[i].take() else { continue };
        let name = u.name.clone();
        s.progress.next("compile", &name);
        s.coverage_base = Some(coverage::beside_object(&output_of(&name, c)));
        let mut m = s.compile(vec![u])?;
        s.bring_to(&mut m, Form::Array, Form::Device)?;
        write_object(s, &mut m, &name, c)?;
        write_modules(s)?;
    }
    Ok(())
}

/// The file that `-c` and `-S` write for a source.
fn output_of(source: &str, c: &cli::Compile) -> String {
    let stem = Path::new(source).file_stem().map_or("a".into(), |n| n.to_string_lossy().into_owned());
    c.output.clone().unwrap_or(format!("{stem}.{}", if c.assembly { "s" } else { "o" }))
}

fn write_object(s: &mut Session, m: &mut ferrotran_ir::Module, source: &str, c: &cli::Compile) -> Res<()> {
    let object = if c.assembly { s.assembly(m)?.into_bytes() } else { s.object(m)? };
    let path = output_of(source, c);
    coverage::write_notes(s, m, &coverage::beside_object(&path))?;
    if c.assembly && path == "-" {
        return write_output(s, None, &object).map(|_| ());
    }
    modfile::replace_file(Path::new(&path), &object).map_err(|e| io_error(s, &path, &e))
}
