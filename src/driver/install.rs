//! What other tools are told of this compiler: facts that build systems ask for, and the files that other linkers, C
//! compilers and build systems need. The compiler is one program; such files are written when they are asked for.

use super::modfile::replace_file;
use ferrotran_linker as linker;
use std::path::{Path, PathBuf};

/// A header of the runtime: its name, its text.
type Header = (&'static str, &'static str);

/// For C compilers.
const HEADERS: &[Header] = &[("ISO_Fortran_binding.h", include_str!("../../runtime/include/ISO_Fortran_binding.h"))];

/// Files that teach build systems this compiler: the path below the folder, the text.
const INTEGRATION: &[Header] = &[
    ("cmake/ferrotran.cmake", include_str!("../../integration/cmake/ferrotran.cmake")),
    (
        "cmake/Compiler/Ferrotran-Fortran.cmake",
        include_str!("../../integration/cmake/Compiler/Ferrotran-Fortran.cmake"),
    ),
    (
        "cmake/Platform/Linux-Ferrotran-Fortran.cmake",
        include_str!("../../integration/cmake/Platform/Linux-Ferrotran-Fortran.cmake"),
    ),
    ("meson/ferrotran.ini", include_str!("../../integration/meson/ferrotran.ini")),
    ("README.md", include_str!("../../integration/README.md")),
];

/// What the built-in linker says of itself (`-Wl,--version`): which options it has.
pub(super) const LINKER_VERSION: &str = "Wild 0.10.0 (compatible with GNU ld)";

const ARCHIVE: &str = "libferrotran.a";
/// A script for linkers that some build systems (Meson) name when a C compiler links Fortran: they look in the folders of
/// `--print-search-dirs` for it.
const STAND_IN: &str = "gfortran/libgfortran.a";

const LIBRARY: &str = "libferrotran.so";

/// Whether the command is called by a name with `gfortran` in it: then it answers as that compiler does, for projects that
/// know compilers by their names only.
pub(super) fn as_gfortran() -> bool {
    let name = std::env::args_os().next();
    let name = name.as_ref().and_then(|n| Path::new(n).file_name());
    name.is_some_and(|n| n.to_string_lossy().contains("gfortran"))
}

/// The version of gfortran whose options and macros these are.
fn gfortran() -> String {
    ferrotran_source::GFORTRAN.map(|n| n.to_string()).join(".")
}

/// What `--version` prints.
fn version_text() -> String {
    let own = env!("CARGO_PKG_VERSION");
    match as_gfortran() {
        true => format!("GNU Fortran (Ferrotran {own}) {}", gfortran()),
        false => format!("ferrotran {own} (with the options and macros of GNU Fortran {})", gfortran()),
    }
}

/// What `-v` prints first. The last line is gcc's, for those who look for it.
pub(super) fn about() -> String {
    let last = if as_gfortran() { format!("\ngcc version {} (Ferrotran)", gfortran()) } else { String::new() };
    format!("{}\nTarget: {}\nThread model: posix{last}", version_text(), machine())
}

fn machine() -> String {
    format!("{}-linux-gnu", std::env::consts::ARCH)
}

/// Where files of this version are kept that are written when they are needed.
pub(super) fn cache() -> PathBuf {
    let var = |n: &str| std::env::var_os(n).filter(|v| !v.is_empty()).map(PathBuf::from);
    let cache = var("XDG_CACHE_HOME").or_else(|| var("HOME").map(|h| h.join(".cache")));
    cache.unwrap_or_else(std::env::temp_dir).join("ferrotran").join(env!("CARGO_PKG_VERSION"))
}

/// Writes a file that is not there, or is another one.
fn keep(file: &Path, bytes: &[u8]) -> std::io::Result<()> {
    if !std::fs::read(file).is_ok_and(|b| b == bytes) {
        if let Some(folder) = file.parent() {
            std::fs::create_dir_all(folder)?;
        }
        replace_file(file, bytes)?;
    }
    Ok(())
}

/// The folder of headers for C compilers.
pub(super) fn include_dir() -> std::io::Result<PathBuf> {
    let folder = cache().join("include");
    for (name, text) in HEADERS {
        keep(&folder.join(name), text.as_bytes())?;
    }
    Ok(folder)
}

/// A folder with `libferrotran.a` alone, so that what another linker makes with it needs no library of ours.
pub(super) fn library_dir() -> Result<PathBuf, String> {
    let folder = cache().join("lib");
    if !fits(&folder) {
        write_archive(&folder)?;
    }
    Ok(folder)
}

/// The mark of a folder that has the runtime of this compiler.
const MARK: &str = "ferrotran/mark";

fn fits(folder: &Path) -> bool {
    let same = |m: String| m == linker::runtime_mark().to_string();
    std::fs::read_to_string(folder.join(MARK)).is_ok_and(same)
        && [ARCHIVE, STAND_IN].iter().all(|f| folder.join(f).is_file())
}

fn said(e: ferrotran_backend::LinkError) -> String {
    let undefined = e.undefined.iter().map(|(s, _)| format!("undefined: {s}"));
    e.other.iter().cloned().chain(undefined).collect::<Vec<_>>().join("; ")
}

/// Writes the archive, and last the mark that says that it is whole.
fn write_archive(folder: &Path) -> Result<(), String> {
    let failed = |e: std::io::Error| format!("cannot write to {}: {e}", folder.display());
    std::fs::create_dir_all(folder).map_err(failed)?;
    replace_file(&folder.join(ARCHIVE), &linker::runtime_archive().map_err(said)?).map_err(failed)?;
    let script = format!("INPUT(\"{}\" {})\n", folder.join(ARCHIVE).display(), libraries());
    keep(&folder.join(STAND_IN), script.as_bytes()).map_err(failed)?;
    keep(&folder.join(MARK), linker::runtime_mark().to_string().as_bytes()).map_err(failed)
}

/// Writes the dynamic library.
fn write_library(folder: &Path) -> Result<PathBuf, String> {
    let file = folder.join(LIBRARY);
    let failed = |e: std::io::Error| format!("cannot write to {}: {e}", folder.display());
    keep(&file, &linker::runtime_library().map_err(said)?).map_err(failed)?;
    Ok(file)
}

/// `--install-runtime`
pub(super) fn runtime(folder: &Path) -> Result<(), String> {
    let failed = |e: std::io::Error| format!("cannot write to {}: {e}", folder.display());
    std::fs::create_dir_all(folder).map_err(failed)?;
    // What is written down must hold wherever it is read.
    let folder = &folder.canonicalize().map_err(failed)?;
    write_archive(folder)?;
    write_library(folder)?;
    let pc = format!(
        "libdir={dir}\nincludedir={dir}/ferrotran/include\n\nName: ferrotran\nDescription: runtime of the Fortran compiler \
         Ferrotran\nVersion: {}\nLibs: -L${{libdir}} -lferrotran\nLibs.private: {}\nCflags: -I${{includedir}}\n",
        env!("CARGO_PKG_VERSION"),
        libraries(),
        dir = folder.display(),
    );
    keep(&folder.join("pkgconfig/ferrotran.pc"), pc.as_bytes()).map_err(failed)?;
    for (name, text) in HEADERS {
        keep(&folder.join("ferrotran/include").join(name), text.as_bytes()).map_err(failed)?;
    }
    for (name, text) in INTEGRATION {
        keep(&folder.join("ferrotran").join(name), text.as_bytes()).map_err(failed)?;
    }
    let bin = folder.join("ferrotran/bin");
    std::fs::create_dir_all(&bin).map_err(failed)?;
    let this = std::env::current_exe().map_err(|e| format!("cannot find this program's file: {e}"))?;
    for name in ["ferrotran", "ferrotran-gfortran"] {
        let link = bin.join(name);
        let _ = std::fs::remove_file(&link);
        std::os::unix::fs::symlink(&this, &link).map_err(failed)?;
    }
    Ok(())
}

/// The C library's parts that the runtime needs, for a command line.
fn libraries() -> String {
    linker::LIBRARIES.iter().map(|l| format!("-l{l}")).collect::<Vec<_>>().join(" ")
}

/// The answer to an option that asks for a fact (`--print-libs`, `-dumpmachine`).
pub(super) fn answer(what: &str) -> Result<String, String> {
    let shown = |p: PathBuf| p.display().to_string();
    Ok(match what.split_once('=') {
        Some(("file-name", name)) => match name {
            ARCHIVE => shown(library_dir()?.join(name)),
            LIBRARY => shown(write_library(&cache().join("shared"))?),
            // As compilers answer for what they do not have: the name itself.
            name => linker::system_file(name).map_or(name.to_string(), shown),
        },
        Some(("prog-name", name)) => name.to_string(),
        Some((what, _)) => return Err(format!("unrecognized option `--print-{what}`")),
        None => match what {
            "machine" | "multiarch" => machine(),
            "about" => version_text(),
            "version" if as_gfortran() => gfortran().split('.').next().unwrap_or_default().to_string(),
            "full-version" if as_gfortran() => gfortran(),
            "version" | "full-version" => env!("CARGO_PKG_VERSION").to_string(),
            "include-dir" => shown(include_dir().map_err(|e| format!("cannot write ISO_Fortran_binding.h: {e}"))?),
            "libs" => format!("-L{} -lferrotran {}", library_dir()?.display(), libraries()),
            "libgcc-file-name" => linker::system_file("libgcc.a").map_or("libgcc.a".into(), shown),
            "multi-lib" | "multi-directory" | "multi-os-directory" | "sysroot-headers-suffix" => ".".into(),
            "sysroot" => String::new(),
            "search-dirs" => {
                let dirs: Vec<String> = linker::system_dirs().into_iter().map(shown).collect();
                let own = library_dir()?;
                let stand_in = own.join(STAND_IN).with_file_name("");
                format!(
                    "install: {1}\nprograms: =\nlibraries: ={0}:{1}:{2}",
                    stand_in.display(),
                    own.display(),
                    dirs.join(":")
                )
            }
            _ => return Err(format!("unrecognized option `--print-{what}`")),
        },
    })
}

/// The command line of a linker that would do the same as the built-in one: what `-v` shows, from which build systems
/// learn the folders and libraries that other linkers need.
pub(super) fn link_line(output: &Path, shared: bool, files: &[String], dirs: &[String], libs: &[String]) -> String {
    let mut words: Vec<String> = vec!["ld".into(), "--eh-frame-hdr".into()];
    words.push(if shared { "-shared" } else { "-pie" }.into());
    words.extend(["-o".into(), output.display().to_string()]);
    words.extend(dirs.iter().map(|d| format!("-L{d}")));
    words.extend(library_dir().map(|d| format!("-L{}", d.display())));
    words.extend(linker::system_dirs().iter().filter(|d| d.is_dir()).map(|d| format!("-L{}", d.display())));
    words.extend(files.iter().cloned());
    words.extend(libs.iter().map(|l| format!("-l{l}")));
    words.push("-lferrotran".into());
    words.push(libraries());
    let quoted: Vec<String> =
        words.iter().map(|w| if w.contains('"') { format!("\"{w}\"") } else { w.clone() }).collect();
    format!(" {}", quoted.join(" "))
}
