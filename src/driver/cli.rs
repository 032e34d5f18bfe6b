//! The command line: subcommands, and without one the flags of gfortran and flang.

use super::modfile::Dirs;
use super::{install, options};
use clap::{Args, CommandFactory, Parser, Subcommand, ValueEnum};
use ferrotran_syntax::ParseOptions;
use std::ffi::OsString;

/// A parsed command.
#[derive(Debug)]
pub enum Command {
    /// Compile and link, or with `-c` compile only.
    Compile(Compile),
    /// Compile in memory and run.
    Run(Run),
    /// Report errors only.
    Check(Check),
    /// Print a stage.
    Emit(Emit),
    /// Run passes on IR text.
    Opt(Opt),
    /// What became of each offloaded statement.
    Explain(Explain),
    /// A language server for editors.
    Lsp(Lsp),
    /// Adapters of the machine.
    Devices,
}

/// A Fortran compiler for array notation on any GPU and on the host.
#[derive(Parser, Debug)]
#[command(name = "ferrotran", version, args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
// Build systems repeat flags: the last one counts.
#[command(args_override_self = true)]
#[command(override_usage = "ferrotran [flags] FILES [-o OUTPUT]\n       ferrotran COMMAND ...")]
struct Cli {
    #[command(subcommand)]
    command: Option<Sub>,
    /// Print the man page
    #[arg(long)]
    man: bool,
    /// Print the completions of a shell
    #[arg(long, value_name = "SHELL")]
    completions: Option<clap_complete::Shell>,
    #[command(flatten)]
    compile: Compile,
}

#[derive(Subcommand, Debug)]
enum Sub {
    /// Compile in memory and run
    Run(Run),
    /// Report errors and warnings only
    Check(Check),
    /// Print a stage: tokens ast array loop device clif asm spirv spirv-asm wgsl msl hlsl kernel-stats
    Emit(Emit),
    /// Run passes on IR text (- for standard input)
    Opt(Opt),
    /// What became of each offloaded statement, and why; or the meaning of an error code
    Explain(Explain),
    /// Serve an editor over standard input and output (Language Server Protocol)
    Lsp(Lsp),
    /// Adapters of this machine, their limits, what each can run
    Devices,
}

/// How messages are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ErrorFormat {
    /// For people.
    Human,
    /// One JSON object a line.
    Json,
}

/// Flags that every command which reads Fortran takes.
#[derive(Args, Debug, Clone)]
pub struct Common {
    /// Folder with include and module files
    #[arg(short = 'I', value_name = "DIR")]
    pub include: Vec<String>,
    /// Folder for module files that are written
    #[arg(short = 'J', value_name = "DIR")]
    pub module_dir: Option<String>,
    /// Define a preprocessor macro
    #[arg(short = 'D', value_name = "NAME[=VALUE]")]
    pub define: Vec<String>,
    /// Undefine a preprocessor macro
    #[arg(short = 'U', value_name = "NAME")]
    pub undef: Vec<String>,
    /// Preprocess whatever the extension
    #[arg(long)]
    pub cpp: bool,
    /// Do not preprocess
    #[arg(long)]
    pub nocpp: bool,
    /// A file that is preprocessed before the others
    #[arg(long = "include", value_name = "FILE")]
    pub first: Vec<String>,
    /// With -E: the macros instead of the text
    #[arg(long)]
    pub dump_macros: bool,
    /// openmp, no-openmp, check=all, fixed-form, free-form, fixed-line-length-N, default-real-8, do-concurrent=host|device|none,
    /// offload-arrays, no-offload ...
    #[arg(short = 'f', value_name = "FLAG")]
    pub f: Vec<String>,
    /// Optimization level
    #[arg(short = 'O', value_name = "LEVEL", overrides_with = "opt")]
    pub opt: Option<String>,
    /// Debug information
    #[arg(short = 'g', value_name = "LEVEL", num_args = 0..=1, default_missing_value = "2", require_equals = true,
        overrides_with = "debug")]
    pub debug: Option<String>,
    /// Warnings
    #[arg(short = 'W', value_name = "WARNING")]
    pub warn: Vec<String>,
    /// No warnings
    #[arg(short = 'w')]
    pub quiet: bool,
    /// Language standard
    #[arg(long, value_name = "STD")]
    pub std: Option<String>,
    /// What the chosen standard does not know is an error where the runtime finds it
    #[arg(long)]
    pub pedantic: bool,
    /// What the code may use of the processor: arch=native (as without it), arch=x86-64-v3, avx2, no-fma ...
    #[arg(short = 'm', value_name = "FLAG")]
    pub machine: Vec<String>,
    /// Form of messages
    #[arg(long, value_enum, default_value = "human")]
    pub error_format: ErrorFormat,
    /// Number of errors that are shown
    #[arg(long, default_value_t = 1000)]
    pub max_errors: usize,
    /// Passes to run instead of the usual ones
    #[arg(long, value_name = "LIST")]
    pub passes: Option<String>,
    /// Time of each stage
    #[arg(long)]
    pub time: bool,
    /// The options as they were given.
    #[arg(skip)]
    pub given: String,
}

/// Compiling and linking.
#[derive(Args, Debug, Clone)]
pub struct Compile {
    /// Fortran files, C files (for the machine's C compiler), objects, libraries
    #[arg(value_name = "FILES")]
    pub files: Vec<String>,
    /// The executable or object
    #[arg(short = 'o', value_name = "OUTPUT")]
    pub output: Option<String>,
    /// Compile only
    #[arg(short = 'c', overrides_with = "compile_only")]
    pub compile_only: bool,
    /// Write the machine code as text, for people to read
    #[arg(short = 'S')]
    pub assembly: bool,
    /// Make a dynamic library
    #[arg(long)]
    pub shared: bool,
    /// Make one object of all inputs
    #[arg(long)]
    pub relocatable: bool,
    /// Rules for make: -M instead of compiling, -MD beside it; -MF FILE, -MT TARGET, -MP
    #[arg(short = 'M', value_name = "WHAT", num_args = 0..=1, default_missing_value = "", allow_hyphen_values = true)]
    pub depend: Vec<String>,
    /// Preprocess only, to standard output or the file of -o
    #[arg(short = 'E')]
    pub preprocess: bool,
    /// -P: with -E, no lines that say where the text comes from
    #[arg(long, hide = true)]
    pub no_line_markers: bool,
    /// Write the runtime for other linkers (libferrotran.a, libferrotran.so, a file for pkg-config, headers) and files
    /// that teach build systems this compiler
    #[arg(long, value_name = "DIR")]
    pub install_runtime: Option<String>,
    /// Print a fact: include-dir (the folder of ISO_Fortran_binding.h), libs (what another linker needs),
    /// file-name=NAME (where a library is), search-dirs; also as --print-libs ...
    #[arg(long, value_name = "WHAT")]
    pub print: Option<String>,
    /// Say what is done
    #[arg(short = 'v')]
    pub verbose: bool,
    /// -###: say what would be done, and do nothing
    #[arg(long, hide = true)]
    pub dry_run: bool,
    #[command(flatten)]
    pub link: Link,
    #[command(flatten)]
    pub common: Common,
}

/// Libraries.
#[derive(Args, Debug, Clone)]
pub struct Link {
    /// Libraries to link
    #[arg(short = 'l', value_name = "NAME")]
    pub libs: Vec<String>,
    /// Archives, or `-lNAME`, of which everything is linked
    #[arg(long, hide = true)]
    pub whole: Vec<String>,
    /// Folders of libraries
    #[arg(short = 'L', value_name = "DIR")]
    pub lib_dirs: Vec<String>,
    /// Make an executable that needs no dynamic libraries
    #[arg(long = "static")]
    pub prefer_archives: bool,
}

/// Running.
#[derive(Args, Debug, Clone)]
pub struct Run {
    /// Fortran files (or one file of IR text)
    #[arg(required = true)]
    pub files: Vec<String>,
    /// Where target regions run: auto, host, vulkan, metal, dx12, shadow, or a part of an adapter's name
    #[arg(long, value_name = "DEVICE")]
    pub device: Option<String>,
    /// Arguments of the program
    #[arg(last = true)]
    pub args: Vec<OsString>,
    #[command(flatten)]
    pub link: Link,
    #[command(flatten)]
    pub common: Common,
}

/// Checking.
#[derive(Args, Debug, Clone)]
pub struct Check {
    /// Fortran files
    #[arg(required = true)]
    pub files: Vec<String>,
    #[command(flatten)]
    pub common: Common,
}

/// A stage of the compiler.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
#[allow(missing_docs)]
pub enum Stage {
    Tokens,
    Ast,
    Array,
    Loop,
    Device,
    Clif,
    Asm,
    Spirv,
    SpirvAsm,
    Wgsl,
    Msl,
    Hlsl,
    KernelStats,
}

/// Printing a stage.
#[derive(Args, Debug, Clone)]
pub struct Emit {
    /// The stage
    #[arg(value_enum)]
    pub stage: Stage,
    /// Fortran files (or one file of IR text)
    #[arg(required = true)]
    pub files: Vec<String>,
    /// With kernel-stats: numbers for programs
    #[arg(long)]
    pub json: bool,
    /// With kernel-stats: elements in each dimension of arrays (vectors have the square), 1 to 1024 (default: 64)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub size: Option<u32>,
    /// Where to write it
    #[arg(short = 'o', value_name = "OUTPUT")]
    pub output: Option<String>,
    #[command(flatten)]
    pub common: Common,
}

/// Passes on IR text.
#[derive(Args, Debug, Clone)]
pub struct Opt {
    /// Passes in order, with commas between; `array`, `loop` and `device` stand for the usual lists
    #[arg(long, value_name = "LIST", default_value = "")]
    pub passes: String,
    /// IR text (- for standard input)
    #[arg(default_value = "-")]
    pub file: String,
    /// Where to write it
    #[arg(short = 'o', value_name = "OUTPUT")]
    pub output: Option<String>,
    /// Print the module after every pass
    #[arg(long)]
    pub print_after_all: bool,
    /// Print what passes counted
    #[arg(long)]
    pub stats: bool,
    /// Print what passes remarked
    #[arg(long)]
    pub remarks: bool,
    /// Print the time of each pass
    #[arg(long)]
    pub time: bool,
    /// The pass `host-reads` has an effect
    #[arg(long)]
    pub host_reads: bool,
    /// Host loops get elementary functions as kernels have them (-fsame-bits)
    #[arg(long)]
    pub same_bits: bool,
    /// Products and sums round once (-ffp-contract=fast)
    #[arg(long)]
    pub contract: bool,
    /// Bytes of the machine's widest vectors, 16, 32 or 64 (default: those of this machine)
    #[arg(long)]
    pub vector_bytes: Option<u32>,
    /// Do not verify between passes
    #[arg(long)]
    pub no_verify: bool,
    /// List the passes
    #[arg(long)]
    pub list: bool,
}

/// Explaining.
#[derive(Args, Debug, Clone)]
pub struct Explain {
    /// Fortran files, or the code of a message such as E0101
    #[arg(required_unless_present = "list")]
    pub files: Vec<String>,
    /// List the codes of messages
    #[arg(long)]
    pub list: bool,
    /// A page of its own: source, IR after each pass, kernels, plans of regions
    #[arg(long)]
    pub html: bool,
    /// The same as data
    #[arg(long, conflicts_with = "html")]
    pub json: bool,
    /// Where to write it
    #[arg(short = 'o', value_name = "OUTPUT")]
    pub output: Option<String>,
    #[command(flatten)]
    pub common: Common,
}

/// The file that standard input is.
pub(super) const STANDARD_INPUT: &str = "/dev/stdin";

/// Serving an editor.
#[derive(Args, Debug, Clone)]
pub struct Lsp {
    /// What editors say of the channel; there is one only
    #[arg(long)]
    pub stdio: bool,
    #[command(flatten)]
    pub common: Common,
}

/// Flags with one dash and several letters, as clap takes them.
fn normalize(args: impl Iterator<Item = OsString>) -> Result<Vec<OsString>, String> {
    let mut out = vec![OsString::from("ferrotran")];
    let mut raw = false;
    let mut args: std::collections::VecDeque<OsString> = args.collect();
    let mut language = false;
    // Files of arguments may name further ones, but not for ever.
    let mut files = 100;
    while let Some(a) = args.pop_front() {
        if raw {
            out.push(a);
            continue;
        }
        let text = a.to_string_lossy().into_owned();
        let new: Option<String> = match text.as_str() {
            "--" => {
                raw = true;
                None
            }
            "-cpp" => Some("--cpp".into()),
            "-nocpp" => Some("--nocpp".into()),
            "--coverage" | "-coverage" => {
                out.push("-fprofile-arcs".into());
                Some("-ftest-coverage".into())
            }
            "-O" => Some("-O1".into()),
            "-static" => Some("--static".into()),
            "-shared" => Some("--shared".into()),
            "-r" => Some("--relocatable".into()),
            "-P" => Some("--no-line-markers".into()),
            "-###" => Some("--dry-run".into()),
            // What follows is a word of its own; without the blank it stays with its option.
            "-MF" | "-MT" | "-MQ" => args.pop_front().map(|v| format!("{text}{}", v.to_string_lossy())),
            "-M" => Some("-MM".into()),
            "-include" => args.pop_front().map(|v| format!("--include={}", v.to_string_lossy())),
            "-dM" => Some("--dump-macros".into()),
            "-fintrinsic-modules-path" => args.pop_front().map(|v| format!("-I{}", v.to_string_lossy())),
            t if t.starts_with("-fintrinsic-modules-path=") => Some(t.replacen("-fintrinsic-modules-path=", "-I", 1)),
            // Of a language that is named, standard input is a source; else it is text of the IR.
            "-" if language => Some(STANDARD_INPUT.into()),
            "-x" => match args
                .pop_front()
                .inspect(|l| language = l.to_string_lossy().starts_with('f'))
                .map(|v| v.to_string_lossy().into_owned())
                .as_deref()
            {
                Some("f77") => Some("-ffixed-form".into()),
                Some("f77-cpp-input") => {
                    out.push("-ffixed-form".into());
                    Some("--cpp".into())
                }
                Some("f95") => Some("-ffree-form".into()),
                Some("f95-cpp-input") => {
                    out.push("-ffree-form".into());
                    Some("--cpp".into())
                }
                Some("none") => continue,
                language => Some(format!("-x{}", language.unwrap_or_default())),
            },
            "-module-dir" | "--module-dir" | "-module" => Some("-J".into()),
            t if t.starts_with("-module-dir=") => Some(format!("-J{}", &t["-module-dir=".len()..])),
            "-isystem" | "-iquote" | "-idirafter" => Some("-I".into()),
            "-pedantic" | "-pedantic-errors" => Some("--pedantic".into()),
            "-Xpreprocessor" => match args.pop_front() {
                Some(v) => {
                    args.push_front(v);
                    continue;
                }
                None => None,
            },
            t if t.starts_with("-Wp,") => {
                for w in t[4..].rsplit(',').filter(|w| !w.is_empty()) {
                    args.push_front(w.into());
                }
                continue;
            }
            "-Xlinker" => args.pop_front().map(|v| format!("-Wl,{}", v.to_string_lossy())),
            "-dumpmachine" => Some("--print=machine".into()),
            "-dumpversion" => Some("--print=version".into()),
            "-dumpfullversion" => Some("--print=full-version".into()),
            "--version" | "-V" => Some("--print=about".into()),
            t if let Some(what) = t.strip_prefix("--print-").or(t.strip_prefix("-print-")) => {
                Some(format!("--print={what}"))
            }
            t if t.starts_with('@') && files > 0 => match std::fs::read_to_string(&t[1..]) {
                Ok(text) => {
                    files -= 1;
                    for w in words(&text).into_iter().rev() {
                        args.push_front(w.into());
                    }
                    continue;
                }
                Err(_) => None,
            },
            t if t.starts_with("-std=") => Some(format!("-{t}")),
            t if let Some(level) = options::debug_level(t) => {
                if !level.is_empty() {
                    out.push(format!("-g={level}").into());
                }
                continue;
            }
            t if let Some((shape, fate)) = options::word(t) => {
                let value = if shape == options::Shape::Pair { args.pop_front() } else { None };
                match fate {
                    options::Fate::Harmless(_) => continue,
                    options::Fate::Refused(why) => return Err(format!("{t} is not supported: {why}")),
                    options::Fate::Linker => {
                        let value = value.map(|v| format!(",{}", v.to_string_lossy())).unwrap_or_default();
                        Some(format!("-Wl,{}{value}", options::for_linker(t)))
                    }
                }
            }
            _ => None,
        };
        out.push(new.map_or(a, OsString::from));
    }
    Ok(whole_archives(out))
}

/// Archives between `--whole-archive` and `--no-whole-archive` (or `--pop-state`), words for the linker that are about what
/// stands between them, have an option of their own.
fn whole_archives(args: Vec<OsString>) -> Vec<OsString> {
    let mut out: Vec<OsString> = vec![];
    let (mut on, mut kept) = (false, vec![]);
    let held = |w: &str| w.len() > 2 && w.starts_with("-l") || !w.starts_with('-') && w.ends_with(".a");
    let mut args = args.into_iter();
    while let Some(a) = args.next() {
        let text = a.to_string_lossy().into_owned();
        if let Some(words) = text.strip_prefix("-Wl,") {
            let mut others = vec![];
            for w in words.split(',') {
                match w {
                    "--whole-archive" | "-whole-archive" => on = true,
                    "--no-whole-archive" | "-no-whole-archive" => on = false,
                    "--push-state" | "-push-state" => kept.push(on),
                    "--pop-state" | "-pop-state" => on = kept.pop().unwrap_or(false),
                    w if on && held(w) => out.push(format!("--whole={w}").into()),
                    w => others.push(w),
                }
            }
            if !others.is_empty() {
                out.push(format!("-Wl,{}", others.join(",")).into());
            }
            continue;
        }
        match &*text {
            "--" => {
                out.push(a);
                break;
            }
            "-o" => {
                out.push(a);
                out.extend(args.next());
            }
            "-l" if on => out.push(args.next().map_or(a, |n| format!("--whole=-l{}", n.to_string_lossy()).into())),
            t if on && held(t) => out.push(format!("--whole={t}").into()),
            _ => out.push(a),
        }
    }
    out.extend(args);
    out
}

/// Words of a file of arguments: blanks separate, quotes and backslashes keep.
fn words(text: &str) -> Vec<String> {
    let mut out: Vec<String> = vec![];
    let (mut word, mut any, mut quote) = (String::new(), false, None);
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match (c, quote) {
            ('\\', q) if q != Some('\'') => {
                word.extend(chars.next());
                any = true;
            }
            (c, Some(q)) if c == q => quote = None,
            (c, Some(_)) => word.push(c),
            ('"' | '\'', None) => {
                quote = Some(c);
                any = true;
            }
            (c, None) if c.is_whitespace() => {
                if std::mem::take(&mut any) {
                    out.push(std::mem::take(&mut word));
                }
            }
            (c, None) => {
                word.push(c);
                any = true;
            }
        }
    }
    if any {
        out.push(word);
    }
    out
}

/// The options that code depends on, as they were given: what COMPILER_OPTIONS tells.
fn given_options(args: &[OsString]) -> String {
    let mut out: Vec<String> = vec![];
    let mut args = args.iter().map(|a| a.to_string_lossy()).take_while(|a| a != "--");
    while let Some(a) = args.next() {
        match &*a {
            "-o" | "-MF" | "-MT" | "-MQ" | "-Xlinker" | "-u" | "-z" | "-T" | "--device" => drop(args.next()),
            "-I" | "-J" | "-D" | "-U" | "-x" | "-include" | "--include" | "-isystem" => {
                out.push(a.to_string());
                out.extend(args.next().map(|v| v.to_string()));
            }
            "-c" | "-S" | "-v" | "-" => {}
            a if ["-l", "-L", "-Wl,", "-M", "-o"].iter().any(|p| a.starts_with(p)) => {}
            a if a.starts_with('-') => out.push(a.to_string()),
            _ => {}
        }
    }
    out.join(" ")
}

/// Writes an answer to standard output; gives the exit status.
fn printed(answer: std::io::Result<Vec<u8>>) -> u8 {
    use std::io::Write;
    match answer.and_then(|a| std::io::stdout().write_all(&a)) {
        Ok(()) => 0,
        // Nobody reads on: not our failure.
        Err(e) if e.kind() == std::io::ErrorKind::BrokenPipe => 0,
        Err(e) => {
            eprintln!("ferrotran: error: cannot write to standard output: {e}");
            super::REJECTED
        }
    }
}

/// Parses the command line; an error has been printed, the exit status is given.
pub fn parse(args: impl Iterator<Item = OsString>) -> Result<Command, u8> {
    let args: Vec<OsString> = args.collect();
    let given = given_options(&args);
    let args = match normalize(args.into_iter()) {
        Ok(a) => a,
        Err(e) => {
            eprintln!("ferrotran: error: {e}");
            return Err(super::USAGE);
        }
    };
    let mut cli = match Cli::try_parse_from(args) {
        Ok(c) => c,
        Err(e) => {
            // Help and version are no errors.
            let status = if e.use_stderr() { super::USAGE } else { 0 };
            let _ = e.print();
            return Err(status);
        }
    };
    cli.compile.common.given.clone_from(&given);
    Ok(match cli.command {
        Some(Sub::Run(mut r)) => {
            r.common.given = given;
            Command::Run(r)
        }
        Some(Sub::Check(c)) => Command::Check(c),
        Some(Sub::Emit(e)) => Command::Emit(e),
        Some(Sub::Opt(o)) => Command::Opt(o),
        Some(Sub::Explain(e)) => Command::Explain(e),
        Some(Sub::Lsp(l)) => Command::Lsp(l),
        Some(Sub::Devices) => Command::Devices,
        None if cli.man => return Err(printed(super::manual::page(&Cli::command()))),
        None if cli.completions.is_some() => {
            let made = cli.completions.map(|shell| super::manual::completions(&mut Cli::command(), shell));
            return Err(printed(Ok(made.unwrap_or_default())));
        }
        None if cli.compile.print.is_some() || cli.compile.install_runtime.is_some() => {
            let answer = match (&cli.compile.install_runtime, &cli.compile.print) {
                (Some(dir), _) => install::runtime(std::path::Path::new(dir)).map(|()| None),
                (None, what) => install::answer(what.as_deref().unwrap_or_default()).map(Some),
            };
            return Err(match answer {
                Ok(text) => {
                    if let Some(text) = text {
                        println!("{text}");
                    }
                    0
                }
                Err(e) => {
                    eprintln!("ferrotran: error: {e}");
                    super::REJECTED
                }
            });
        }
        None if cli.compile.files.is_empty() && (cli.compile.verbose || cli.compile.dry_run) => {
            eprintln!("{}", install::about());
            return Err(0);
        }
        None if cli.compile.files.is_empty() && cli.compile.common.linker().iter().any(|w| w == "--version") => {
            // Build systems learn the linker's kind that way.
            println!("{}", install::LINKER_VERSION);
            return Err(0);
        }
        None if cli.compile.files.is_empty() && cli.compile.link.whole.is_empty() => {
            eprintln!("ferrotran: error: no input files\n\nFor more information, try '--help'.");
            return Err(super::USAGE);
        }
        None => Command::Compile(cli.compile),
    })
}

/// What the flags mean.
#[derive(Clone, Debug)]
pub struct Flags {
    /// For the parser.
    pub parse: ParseOptions,
    /// `-fcheck=...`
    pub checks: ferrotran_lower::Checks,
    /// `-fno-realloc-lhs`
    pub keep_allocated: bool,
    /// `-ffpe-trap=...`: a mask of the flags of the floating-point environment.
    pub fpe_trap: u32,
    /// `-O`
    pub opt_level: u8,
    /// `-march=`, `-mavx2`: what code may use.
    pub cpu: ferrotran_backend::Cpu,
    /// All options that code depends on, as they were given.
    pub given: String,
    /// `-ffast-math`, `-fassociative-math`, `-Ofast`: sums of floats may be taken in any order.
    pub reassociate: bool,
    /// `-fsame-bits`: elementary functions in loops of the host give the bits that kernels give.
    pub same_bits: bool,
    /// `-ffp-contract=`: whether products and the sums that take them may round once; `None` where nothing is said.
    pub contract: Option<bool>,
    /// `-ffast-math`, `-Ofast`
    pub fast: bool,
    /// `-fprotect-parens`: what stands in parentheses is rounded.
    pub protect_parens: bool,
    /// What the code may use of the processor was said.
    pub chosen_cpu: bool,
    /// `-fopt-info...`: what is said of the loops.
    pub opt_info: Option<super::optinfo::OptInfo>,
    /// `-fPIC`
    pub pic: bool,
    /// `-fdefault-real-8`, `-fdefault-real-10`, `-fdefault-real-16`
    pub default_real: Option<u8>,
    /// `-fdefault-double-8`
    pub default_double_8: bool,
    /// `-fdefault-integer-8`
    pub default_integer_8: bool,
    /// Coarrays have several images (`-fcoarray=mpi`).
    pub several_images: bool,
    /// `-fno-automatic`
    pub save_all: bool,
    /// `-fmax-stack-var-size=`
    pub save_above: Option<u64>,
    /// `-fno-underscoring`, `-fsecond-underscore`
    pub underscores: ferrotran_sema::Underscores,
    /// `-fdec`, `-fdec-char-conversions`
    pub dec: ferrotran_sema::Dec,
    /// `-fallow-invalid-boz`
    pub invalid_boz: bool,
    /// `-fdo-concurrent=...`
    pub do_concurrent: ferrotran_sema::DoConcurrent,
    /// `-foffload-arrays`
    pub offload_arrays: bool,
    /// `-fno-offload`: target regions run on the host.
    pub offload: bool,
    /// `-fall-intrinsics`
    pub all_intrinsics: bool,
    /// `-fmodule-private`
    pub module_private: bool,
    /// `-finit-...`
    pub init: ferrotran_lower::InitLocals,
    /// `-fconvert=`, `-frecord-marker=`, `-fmax-subrecord-length=`, `-fno-sign-zero`
    pub io: ferrotran_lower::IoDefaults,
    /// `-fmax-errors=`
    pub max_errors: Option<usize>,
    /// `-fallow-argument-mismatch`
    pub argument_mismatch: bool,
    /// `-fimplicit-none`
    pub implicit_none: bool,
    /// The kind of what is declared as integer(4) (`-finteger-4-integer-8`).
    pub integer_4: u8,
    /// `-freal-4-real-8`, `-freal-8-real-4`
    pub real_kinds: [u8; 2],
    /// `-frange-check`
    pub range_check: bool,
    /// `-W...`
    pub warnings: ferrotran_sema::warn::Warnings,
    /// `-J` and `-I`.
    pub dirs: Dirs,
    /// `-fsyntax-only`
    pub syntax_only: bool,
    /// Options of the linker (`-Wl,`).
    pub linker: Vec<String>,
    /// `-fuse-ld=`: another linker than the built-in one.
    pub use_ld: Option<String>,
    /// `-fdiagnostics-format=json`
    pub json: bool,
    /// `-g`: which source lines the code comes from, unless `-fno-backtrace` leaves it out.
    pub lines: bool,
    /// `-g` without optimization: calls stay calls, so that backtraces show every procedure.
    pub keep_calls: bool,
    /// `-g`, but not `-g1`: debuggers are told of variables.
    pub variables: bool,
    /// `--coverage`
    pub coverage: super::coverage::CoverageFlags,
    /// `-fverify-ir`: the IR is verified before the first pass and after every one.
    pub verify_ir: bool,
}

impl Flags {
    /// Whether products and the sums that take them round once: on request, or, as gfortran does it, where an option says that
    /// the processor has an instruction for that.
    pub fn contracts(&self) -> bool {
        let wanted = self.contract.unwrap_or(self.fast || self.chosen_cpu);
        wanted && self.opt_level > 0 && self.cpu.has_fma() && !self.same_bits
    }

    /// What debuggers are told of variables.
    pub fn debug(&self) -> ferrotran_lower::Debug {
        match (self.variables, self.keep_calls) {
            (false, _) => ferrotran_lower::Debug::None,
            (true, false) => ferrotran_lower::Debug::Named,
            (true, true) => ferrotran_lower::Debug::Kept,
        }
    }

    /// For the semantic analysis.
    pub fn sema(&self) -> ferrotran_sema::Options {
        let [default_integer, default_real, default_logical, default_double] = self.kinds();
        ferrotran_sema::Options {
            gfortran: 0,
            openmp: self.parse.openmp,
            several_images: self.several_images,
            default_integer,
            default_real,
            default_double,
            default_logical,
            check_calls: !self.argument_mismatch,
            old_formats: self.io.standard == 1,
            default_widths: self.io.dialect & ferrotran_abi::codes::dialect::DEFAULT_WIDTHS != 0,
            implicit_none: self.implicit_none,
            range_check: self.range_check,
            integer_4: self.integer_4,
            real_kinds: self.real_kinds,
            plain_zero: self.io.plain_zero,
            save_all: self.save_all,
            save_above: self.save_above,
            underscores: self.underscores,
            pedantic: self.io.dialect & ferrotran_abi::codes::dialect::PEDANTIC != 0,
            dec: self.dec,
            all_intrinsics: self.all_intrinsics,
            module_private: self.module_private,
            invalid_boz: self.invalid_boz,
            offload_arrays: self.offload_arrays,
            do_concurrent: self.do_concurrent,
            standard: if self.io.standard >= 1990 { self.io.standard as u16 } else { 0 },
            warnings: self.warnings,
            given: self.given.clone(),
        }
    }

    /// Kinds of default integer, real and logical, and of double precision.
    pub fn kinds(&self) -> [u8; 4] {
        let integer = if self.default_integer_8 { 8 } else { self.integer_4 };
        let asked = |k: u8| match k {
            4 => self.real_kinds[0],
            8 => self.real_kinds[1],
            k => k,
        };
        // Double precision has more digits than what is the default, unless it is told to stay.
        let double = match self.default_real {
            Some(_) if !self.default_double_8 => 16,
            _ => 8,
        };
        [integer, asked(self.default_real.unwrap_or(4)), integer, asked(double)]
    }
}

impl Common {
    /// Interprets the flags; an error is a wrong command line.
    pub fn flags(&self) -> Result<Flags, String> {
        let mut parse = ParseOptions {
            include_dirs: self.include.clone(),
            own_includes: &[("omp_lib.h", ferrotran_sema::omp_header)],
            openmp: !install::as_gfortran(),
            ..ParseOptions::default()
        };
        if let Some(m) = &self.module_dir {
            parse.include_dirs.push(m.clone());
        }
        if self.cpp {
            parse.cpp = Some(true);
        }
        if self.nocpp {
            parse.cpp = Some(false);
        }
        for d in &self.define {
            let (n, v) = d.split_once('=').unwrap_or((d, "1"));
            parse.defines.push((n.into(), Some(v.into())));
        }
        parse.defines.extend(self.undef.iter().map(|u| (u.clone(), None)));
        parse.first.clone_from(&self.first);
        let opt_level = match self.opt.as_deref().unwrap_or("2") {
            "0" => 0,
            "1" => 1,
            "2" | "s" | "z" => 2,
            "g" => 1,
            "3" | "fast" => 3,
            other => return Err(format!("-O{other}: there are the levels 0, 1, 2, 3, s and fast")),
        };
        let dirs = Dirs { output: self.module_dir.clone(), include: self.include.clone() };
        let mut flags = Flags {
            parse,
            checks: ferrotran_lower::Checks::default(),
            keep_allocated: false,
            fpe_trap: 0,
            opt_level,
            cpu: Default::default(),
            given: self.given.clone(),
            pic: false,
            reassociate: self.opt.as_deref() == Some("fast"),
            contract: None,
            fast: self.opt.as_deref() == Some("fast"),
            protect_parens: self.opt.as_deref() != Some("fast"),
            chosen_cpu: self.machine.iter().any(|m| m.starts_with("arch=") || m == "fma"),
            same_bits: false,
            default_real: None,
            default_double_8: false,
            default_integer_8: false,
            several_images: false,
            save_all: false,
            save_above: None,
            underscores: Default::default(),
            dec: Default::default(),
            all_intrinsics: false,
            module_private: false,
            invalid_boz: false,
            do_concurrent: Default::default(),
            offload_arrays: false,
            offload: true,
            init: Default::default(),
            io: Default::default(),
            max_errors: None,
            // What old programs do, as gfortran's -std=legacy has it.
            argument_mismatch: self.std.as_deref() == Some("legacy"),
            implicit_none: false,
            range_check: true,
            integer_4: 4,
            real_kinds: [4, 8],
            warnings: Default::default(),
            dirs,
            syntax_only: false,
            linker: self.linker(),
            use_ld: None,
            json: self.error_format == ErrorFormat::Json,
            // A timeline shows where its events are in the program.
            lines: self.debug.as_deref().is_some_and(|l| l != "0") || ferrotran_runtime::timeline_wanted(),
            keep_calls: self.debug.as_deref().is_some_and(|l| l != "0") && self.opt.as_deref().is_none_or(|o| o == "0"),
            variables: self.debug.as_deref().is_some_and(|l| l != "0" && l != "1"),
            coverage: Default::default(),
            opt_info: None,
            verify_ir: cfg!(debug_assertions),
        };
        flags.io.standard = self.std.as_deref().map_or(Ok(0), options::standard)?;
        if self.pedantic {
            flags.io.dialect |= ferrotran_abi::codes::dialect::PEDANTIC;
        }
        for w in &self.warn {
            options::warning(&mut flags.warnings, w)?;
        }
        // -std=gnu and old programs may have lines of any length.
        flags.parse.free_line_length = match flags.io.standard {
            1990..2023 => 132,
            2023.. => 10000,
            _ => 0,
        };
        flags.parse.warn_truncation = flags.warnings.has(ferrotran_sema::warn::Warn::LineTruncation);
        flags.parse.continuations = match flags.io.standard {
            1990..2003 => [39, 19],
            2003..2023 => [255, 255],
            _ => [0; 2],
        };
        if self.warn.iter().any(|w| matches!(&**w, "no-line-truncation" | "no-all" | "no-error")) {
            flags.parse.free_line_length = 0;
        }
        for f in &self.f {
            super::fflags::apply(&mut flags, f)?;
        }
        flags.checks.strict_optional = matches!(self.std.as_deref(), Some("f95" | "f2003"));
        for m in &self.machine {
            options::machine(&mut flags.cpu, m)?;
        }
        Ok(flags)
    }

    /// What follows `-Wl,`, word by word.
    fn linker(&self) -> Vec<String> {
        let words = self.warn.iter().filter_map(|w| w.strip_prefix("l,")).flat_map(|w| w.split(','));
        words.map(str::to_string).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_argument_files() {
        assert_eq!(words("-c  a.f90\n-DX=\"a b\" 'c d' e\\ f ''"), ["-c", "a.f90", "-DX=a b", "c d", "e f", ""]);
    }
}
