//! C sources of a command: the machine's C compiler makes objects of them, which are linked like any other.

use super::build::cannot_read;
use super::cli::Common;
use super::install::include_dir;
use super::pipeline::{Failed, Res, Session};
use ferrotran_source::Span;
use ferrotran_source::message::ErrorCode;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What the C compiler makes of a source.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Want {
    Object,
    Assembly,
    Preprocessed,
    /// Messages only.
    Nothing,
}

/// Whether a file is a C source by its name.
pub(super) fn is_c(file: &str) -> bool {
    Path::new(file).extension().is_some_and(|e| e == "c")
}

/// The C compiler, and the arguments that always come first: `$CC` as make understands it, or what `PATH` has.
fn compiler() -> Option<Vec<String>> {
    if let Ok(cc) = std::env::var("CC") {
        let words: Vec<String> = cc.split_whitespace().map(str::to_string).collect();
        if !words.is_empty() {
            return Some(words);
        }
    }
    let path = std::env::var_os("PATH")?;
    ["cc", "gcc", "clang"]
        .iter()
        .find(|n| std::env::split_paths(&path).any(|d| d.join(n).is_file()))
        .map(|n| vec![n.to_string()])
}

/// The options of the command that mean the same in C.
fn options(common: &Common) -> Vec<String> {
    let mut out: Vec<String> = vec![];
    for (letter, values) in
        [("I", &common.include), ("D", &common.define), ("U", &common.undef), ("m", &common.machine)]
    {
        out.extend(values.iter().map(|v| format!("-{letter}{v}")));
    }
    if let Some(level) = &common.opt {
        out.push(format!("-O{level}"));
    }
    if let Some(level) = &common.debug {
        out.push(if level == "2" { "-g".into() } else { format!("-g{level}") });
    }
    if common.quiet {
        out.push("-w".into());
    }
    // Standards of Fortran have other names (f2018, legacy).
    if let Some(std) = common.std.as_deref().filter(|s| s.starts_with('c') || s.starts_with("iso") || gnu(s)) {
        out.push(format!("-std={std}"));
    }
    // The program has dynamic libraries anywhere in memory: their variables are reached through tables.
    out.push("-fPIC".into());
    out
}

/// `gnu17` and the like; `gnu` alone is Fortran's.
fn gnu(std: &str) -> bool {
    std.strip_prefix("gnu").is_some_and(|r| !r.is_empty())
}

/// Runs the C compiler on a file; `output` is standard output where it is `-`.
pub(super) fn compile(s: &mut Session, file: &str, want: Want, output: &Path, extra: &[String]) -> Res<()> {
    if let Err(e) = std::fs::File::open(file) {
        return Err(s.fail(cannot_read(file, &e)));
    }
    let Some(cc) = compiler() else {
        let place = s.map.read(file).map_or_else(
            |_| Span::default(),
            |id| {
                let (lo, len) = s.map.file(id).line_range(1);
                Span::new(lo, lo + len)
            },
        );
        let text = format!("{file} is C: no C compiler was found ($CC, or cc, gcc or clang on PATH)");
        s.diag.error(ErrorCode::FileRead, place, text);
        return Err(Failed);
    };
    let include = include_dir().map_err(|e| s.fail(format!("cannot write ISO_Fortran_binding.h: {e}")))?;
    let mut command = Command::new(&cc[0]);
    command.args(&cc[1..]).args(options(&s.common)).arg("-isystem").arg(include).args(extra).arg(match want {
        Want::Object => "-c",
        Want::Assembly => "-S",
        Want::Preprocessed => "-E",
        Want::Nothing => "-fsyntax-only",
    });
    command.arg(file);
    if want != Want::Nothing {
        command.arg("-o").arg(output);
    }
    if s.verbose {
        let words = std::iter::once(command.get_program()).chain(command.get_args());
        eprintln!("{}", words.map(|w| w.to_string_lossy()).collect::<Vec<_>>().join(" "));
    }
    let cc = cc.join(" ");
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(_) => Err(s.fail(format!("{file}: the C compiler `{cc}` found errors"))),
        Err(e) => Err(s.fail(format!("{file}: cannot run the C compiler `{cc}`: {e}"))),
    }
}

/// The object of a file, in memory.
pub(super) fn object(s: &mut Session, file: &str) -> Res<Vec<u8>> {
    let dir = Scratch::new().map_err(|e| s.fail(format!("cannot make a folder for the object of {file}: {e}")))?;
    let path = dir.0.join("c.o");
    compile(s, file, Want::Object, &path, &[])?;
    std::fs::read(&path).map_err(|e| s.fail(cannot_read(&path.to_string_lossy(), &e)))
}

/// A folder of our own that goes when this does.
struct Scratch(PathBuf);

impl Scratch {
    fn new() -> std::io::Result<Scratch> {
        let mut n = 0;
        loop {
            let dir = std::env::temp_dir().join(format!("ferrotran-{}-{n}", std::process::id()));
            match std::fs::create_dir(&dir) {
                Ok(()) => return Ok(Scratch(dir)),
                Err(e) if e.kind() == std::io::ErrorKind::AlreadyExists && n < 1000 => n += 1,
                Err(e) => return Err(e),
            }
        }
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // Where it stays, no harm is done.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
