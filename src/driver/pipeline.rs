//! The pipeline: files, trees, typed program, IR in its forms, kernels, object, image.

use super::cli::{Common, Flags};
use super::kernels::Kernels;
use super::modfile::{self, Modules, Unit};
use super::progress::Progress;
use ferrotran_abi::kernel::CompiledKernel;
use ferrotran_backend::{CodegenOptions, Image};
use ferrotran_ir::text::Places;
use ferrotran_ir::{Forms, Loc, Module, Op, OpKind, PassOptions, Pipeline, Remark, parse_with_places, run_passes};
use ferrotran_source::message::{Diagnostic, Diagnostics, ErrorCode};
use ferrotran_source::{FileId, SourceMap, Span};
use ferrotran_typed::Program;
use std::collections::HashMap;
use std::io::Read;
use std::sync::Arc;
use std::time::Instant;

/// How far a module has come.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Form {
    /// As lowered.
    Array,
    /// After the array passes.
    Loop,
    /// After the offload passes.
    Device,
}

/// That a stage failed; the reason was reported.
#[derive(Debug)]
pub struct Failed;

/// Result of a stage.
pub type Res<T> = Result<T, Failed>;

/// One run of the compiler.
pub struct Session {
    /// All files read.
    pub map: SourceMap,
    /// All messages.
    pub diag: Diagnostics,
    /// What the flags mean.
    pub flags: Flags,
    /// Remarks of passes.
    pub remarks: Vec<Remark>,
    /// The flags as they were given, for C sources.
    pub(super) common: Common,
    /// `-v`
    pub(super) verbose: bool,
    modules: Modules,
    /// The text of the module after each pass is kept.
    pub(super) keep_texts: bool,
    /// Those texts.
    pub(super) texts: Vec<(&'static str, String)>,
    /// How far it is, on a terminal.
    pub(super) progress: Progress,
    /// Compiled kernels.
    pub(super) kernels: Kernels,
    /// Names of gcov's files for what is compiled next, without their endings; none where no object is made.
    pub(super) coverage_base: Option<std::path::PathBuf>,
}

impl Session {
    /// A session with these flags.
    pub fn new(common: &Common) -> Result<Session, String> {
        let mut diag = Diagnostics::new();
        diag.limit = common.max_errors;
        let flags = common.flags()?;
        if let Some(n) = flags.max_errors {
            diag.limit = n;
        }
        diag.no_warnings = common.quiet;
        diag.warnings_are_errors = common.warn.iter().any(|w| w == "error");
        Ok(Session {
            map: SourceMap::new(),
            diag,
            flags,
            remarks: vec![],
            common: common.clone(),
            verbose: false,
            modules: Modules::default(),
            keep_texts: false,
            texts: vec![],
            progress: Progress::new(!common.time && common.error_format == super::cli::ErrorFormat::Human),
            kernels: Kernels::default(),
            coverage_base: None,
        })
    }

    /// Prints all messages.
    pub fn report(&mut self) {
        self.progress.clear();
        self.diag.sort();
        if self.flags.json {
            eprint!("{}", ferrotran_diag::to_json(&self.diag, &self.map));
        } else {
            ferrotran_diag::eprint(&self.diag, &self.map);
        }
        self.diag.clear();
    }

    fn timed<T>(&mut self, name: &str, f: impl FnOnce(&mut Self) -> T) -> T {
        self.progress.stage(name);
        let start = Instant::now();
        let r = f(self);
        if self.common.time {
            eprintln!("{:8.3} ms  {name}", start.elapsed().as_secs_f64() * 1e3);
        }
        r
    }

    /// Parses files.
    pub fn parse(&mut self, files: &[String]) -> Res<Vec<Unit>> {
        let units = self.timed("parse", |s| {
            let mut out = vec![];
            s.progress.files(files.len());
            for f in files {
                s.progress.next("parse", f);
                match s.map.read(f) {
                    Ok(id) => out.push(s.parse_one(f, id)),
                    Err(e) => s.diag.error(ErrorCode::FileRead, Span::default(), super::build::cannot_read(f, &e)),
                }
            }
            out
        });
        self.parsed(units)
    }

    /// Parses texts that are not read from files, with the names of their files.
    pub fn parse_texts(&mut self, texts: &[(String, Arc<[u8]>)]) -> Res<Vec<Unit>> {
        let mut units = vec![];
        for (name, text) in texts {
            match self.map.add(name, text.clone()) {
                Some(id) => units.push(self.parse_one(name, id)),
                None => return Err(self.fail("the sources are larger than 4 GiB".into())),
            }
        }
        self.parsed(units)
    }

    fn parse_one(&mut self, name: &str, id: FileId) -> Unit {
        let lines = ferrotran_syntax::read_lines(&mut self.map, id, &self.flags.parse, &mut self.diag);
        let tree = ferrotran_syntax::parse_lines(&lines, &mut self.diag);
        Unit { name: name.to_string(), lines, tree }
    }

    fn parsed(&mut self, units: Vec<Unit>) -> Res<Vec<Unit>> {
        if !self.diag.has_errors() {
            return Ok(units);
        }
        // What was understood has its own errors, which the same run tells.
        let faults: Vec<super::recover::Fault> =
            self.diag.iter().filter(|d| d.level == ferrotran_source::message::Level::Error).map(Into::into).collect();
        if faults.len() == self.diag.error_count() && super::recover::recoverable(&faults) {
            let mut units = units;
            super::recover::mark(units.iter_mut().map(|u| &mut u.tree), &self.map, &faults);
            if units.iter().any(|u| !u.tree.units.is_empty()) {
                let _ = self.analyze(units);
            }
        }
        Err(Failed)
    }

    /// Analyses files that are compiled together. What is to be known of their modules is kept for
    /// [`Session::modules`].
    pub fn analyze(&mut self, units: Vec<Unit>) -> Res<Program> {
        let dirs = self.flags.dirs.clone();
        let imports = self.timed("modules", |s| {
            let all: Vec<&Unit> = units.iter().collect();
            let dialect = s.flags.parse.clone();
            let options = (&dialect, &s.flags.sema());
            let (imports, modules) = modfile::closure(&all, &dirs, s.flags.kinds(), options, &mut s.map, &mut s.diag);
            s.modules = modules;
            imports
        });
        let trees: Vec<ferrotran_syntax::ast::File> = units.into_iter().map(|u| u.tree).collect();
        self.timed("analyse", |s| {
            let program = ferrotran_sema::analyze(&trees, &imports, &s.map, &s.flags.sema(), &mut s.diag);
            if s.diag.has_errors() { Err(Failed) } else { Ok(program) }
        })
    }

    /// Array form of files that are compiled together.
    pub fn compile(&mut self, units: Vec<Unit>) -> Res<Module> {
        let program = self.analyze(units)?;
        let opts = ferrotran_lower::LowerOptions {
            checks: self.flags.checks,
            fpe_trap: self.flags.fpe_trap,
            init: self.flags.init,
            io: self.flags.io,
            keep_allocated: self.flags.keep_allocated,
            debug: self.flags.debug(),
            host_only: !self.flags.offload,
            coverage: super::coverage::instrumented(&self.flags, self.coverage_base.as_deref()),
            rounded: self.flags.contracts() && self.flags.protect_parens,
        };
        let lowered = self.timed("lower", |s| ferrotran_lower::lower(&program, &s.map, &opts));
        match lowered {
            Ok(mut m) => {
                self.modules.note(&mut m);
                Ok(m)
            }
            Err(errors) => {
                for e in errors {
                    self.diag.add(Diagnostic::error(ErrorCode::Unsupported, e.span, e.text).label("here"));
                }
                Err(Failed)
            }
        }
    }

    /// Modules of the files that were analysed last.
    pub fn modules(&self) -> &Modules {
        &self.modules
    }

    /// A module from Fortran files, or from one file of IR text.
    pub fn module(&mut self, files: &[String]) -> Res<(Module, Form)> {
        self.read_module(files, true)
    }

    /// As [`Session::module`], but ops of IR text that name no place have none: to be printed.
    pub fn module_as_written(&mut self, files: &[String]) -> Res<(Module, Form)> {
        self.read_module(files, false)
    }

    fn read_module(&mut self, files: &[String], places: bool) -> Res<(Module, Form)> {
        if let [f] = files
            && (f.ends_with(".ir") || f == "-")
        {
            let text = read_text(f).map_err(|e| self.fail(format!("{}: {}", e.place, e.text)))?;
            let (mut m, at) = parse_ir(f, &text, true).map_err(|faults| {
                for fault in faults {
                    self.fail(format!("{}: {}", fault.place, fault.text));
                }
                Failed
            })?;
            if places {
                self.map.add(f, text.as_bytes());
                place_ops(&mut m, f, &at);
            }
            let form = form_of(&m);
            if !self.flags.parse.openmp {
                self.pipeline(&mut m, Pipeline::Sequential)?;
            }
            return Ok((m, form));
        }
        let units = self.parse(files)?;
        Ok((self.compile(units)?, Form::Array))
    }

    /// Reports a failure that has no place.
    pub fn fail(&mut self, text: String) -> Failed {
        self.diag.error(ErrorCode::Unsupported, Span::default(), text);
        Failed
    }

    /// The source text of a location of a module.
    pub fn span(&self, m: &Module, loc: Loc) -> Span {
        let Some(name) = m.files.get(loc.file as usize) else { return Span::default() };
        let Some((_, f)) = self.map.files().find(|(_, f)| &*f.name == name.as_str()) else { return Span::default() };
        if loc.line == 0 {
            return Span::default();
        }
        let (lo, len) = f.line_range(loc.line);
        let col = u32::from(loc.col.max(1)) - 1;
        let at = lo + col.min(len);
        Span::new(at, (at + 1).min(lo + len).max(at))
    }

    /// An error at a location of a module. Where the file is not at hand, as may be of IR text, its name is in the message.
    pub fn error_at(&self, m: &Module, loc: Loc, text: String) -> Diagnostic {
        let span = self.span(m, loc);
        let text = match m.files.get(loc.file as usize) {
            Some(name) if span == Span::default() && loc.line > 0 => {
                format!("{name}:{}:{}: {text}", loc.line, loc.col)
            }
            _ => text,
        };
        Diagnostic::error(ErrorCode::Unsupported, span, text).label("here")
    }

    fn passes(&mut self, m: &mut Module, list: &str) -> Res<()> {
        let opts = PassOptions {
            print_after: self.keep_texts,
            verify: self.flags.verify_ir,
            timing: self.common.time,
            kernel_check: Some(self.kernels.check()),
            machine: super::machine(&self.flags),
            host_reads: std::env::var_os("FERROTRAN_SHADOW_CHECK").is_some_and(|v| !v.is_empty() && v != "0"),
        };
        match run_passes(m, list, &opts) {
            Ok(report) => {
                self.remarks.extend(report.remarks);
                self.texts.extend(report.printed);
                for (name, t) in report.times {
                    eprintln!("{:8.3} ms  {name}", t.as_secs_f64() * 1e3);
                }
                Ok(())
            }
            Err(e) => {
                let error = self.error_at(m, e.loc, e.text);
                self.diag.add(error);
                Err(Failed)
            }
        }
    }

    /// Brings a module to a form.
    pub fn bring_to(&mut self, m: &mut Module, from: Form, to: Form) -> Res<()> {
        if let Some(list) = self.common.passes.clone() {
            return self.passes(m, &list);
        }
        if let Some(last) = m.after.clone() {
            // Taken out within the pipelines `loop` and `device`: the rest of these.
            if to >= Form::Device {
                let rest: Vec<&str> = ferrotran_ir::passes::once().skip_while(|p| *p != last).skip(1).collect();
                return self.passes(m, &rest.join(","));
            }
            return Ok(());
        }
        if from < Form::Loop && to >= Form::Loop {
            self.pipeline(m, Pipeline::Array)?;
        }
        if from < Form::Device && to >= Form::Device {
            self.pipeline(m, Pipeline::Loop)?;
            self.pipeline(m, Pipeline::Device)?;
            self.say_of_loops(m)?;
        }
        Ok(())
    }

    /// What is asked for of the loops.
    fn say_of_loops(&mut self, m: &Module) -> Res<()> {
        let Some(info) = &self.flags.opt_info else { return Ok(()) };
        let text = info.text(m, &self.remarks);
        match info.file.clone() {
            None => eprint!("{text}"),
            Some(file) => std::fs::write(&file, text).map_err(|e| self.fail(format!("{file}: {e}")))?,
        }
        Ok(())
    }

    /// Runs a pipeline, without the passes that the flags forbid.
    fn pipeline(&mut self, m: &mut Module, p: Pipeline) -> Res<()> {
        self.progress.stage("passes");
        let targets = || m.walk(m.top).into_iter().any(|o| m.kind(o) == OpKind::OmpTarget);
        let stepwise = self.flags.keep_calls && !targets();
        let wanted = |pass: &&str| match *pass {
            "procedures" => !self.flags.keep_calls,
            pass => !stepwise || !ferrotran_ir::passes::STATEMENTS_MERGED.contains(&pass),
        };
        let list: Vec<&str> = p.passes().split(',').filter(wanted).collect();
        self.passes(m, &list.join(","))
    }

    /// Compiles the kernels of a module in device form.
    pub fn kernels(&mut self, m: &Module) -> Res<Vec<CompiledKernel>> {
        super::kernels::compile(self, m)
    }

    /// Code generation options.
    pub fn codegen(&self) -> CodegenOptions {
        CodegenOptions {
            opt_level: self.flags.opt_level,
            cpu: self.flags.cpu,
            lines: self.flags.lines,
            preemptible: self.flags.pic,
            ..CodegenOptions::default()
        }
    }

    /// The object of a module in device form.
    pub fn object(&mut self, m: &mut Module) -> Res<Vec<u8>> {
        let kernels = encode(&self.timed("kernels", |s| s.kernels(m))?);
        let opts = self.codegen();
        let r = self.timed("code", |_| ferrotran_backend::compile_object(m, &opts, &kernels));
        self.codegen_result(m, r)
    }

    /// The machine code of a module in device form as text, for people to read.
    pub fn assembly(&mut self, m: &mut Module) -> Res<String> {
        let kernels = encode(&self.kernels(m)?);
        let opts = self.codegen();
        let r = ferrotran_backend::asm_text(m, &opts, &kernels);
        self.codegen_result(m, r)
    }

    /// Reports errors of code generation.
    pub fn codegen_result<T>(&mut self, m: &Module, r: Result<T, Vec<ferrotran_backend::CodegenError>>) -> Res<T> {
        r.map_err(|errors| {
            for e in errors {
                let error = self.error_at(m, e.loc, e.text);
                self.diag.add(error);
            }
            Failed
        })
    }

    /// Links an object to a program in memory.
    pub fn link(&mut self, name: String, object: Vec<u8>) -> Res<Image> {
        let r = self.timed("link", |_| ferrotran_backend::link::link(&[(name, object)]));
        let image = r.map_err(|e| self.link_errors(e))?;
        if image.symbol("MAIN__").is_none() {
            self.diag.error(ErrorCode::Link, Span::default(), "there is no main program");
            return Err(Failed);
        }
        Ok(image)
    }

    /// Links to an executable or a library: the bytes of the file.
    pub fn link_file(&mut self, request: &ferrotran_linker::Request) -> Res<Vec<u8>> {
        let r = self.timed("link", |_| ferrotran_linker::link(request));
        r.map_err(|e| self.link_errors(e))
    }

    /// Reports what the linker found.
    fn link_errors(&mut self, e: ferrotran_backend::LinkError) -> Failed {
        let mut undefined: std::collections::BTreeMap<String, Vec<String>> = Default::default();
        for (symbol, place) in e.undefined {
            if symbol == "main" {
                self.diag.error(ErrorCode::Link, Span::default(), "there is no main program");
                continue;
            }
            undefined.entry(symbol).or_default().push(place);
        }
        for (symbol, places) in undefined {
            self.diag.add(undefined_symbol(&symbol, &places));
        }
        for (symbol, a, b) in e.duplicate {
            let text = match symbol.as_str() {
                "MAIN__" | "main" => format!("{a} and {b} both have a main program"),
                _ => format!("`{symbol}` is defined in {a} and in {b}"),
            };
            self.diag.error(ErrorCode::Link, Span::default(), text);
        }
        for text in e.other {
            self.diag.error(ErrorCode::Link, Span::default(), text);
        }
        Failed
    }
}

/// The report of a symbol that nothing defines.
fn undefined_symbol(symbol: &str, places: &[String]) -> Diagnostic {
    /// Places that are named.
    const SHOWN: usize = 5;
    let mut list = places.iter().take(SHOWN).cloned().collect::<Vec<_>>().join("; ");
    if places.len() > SHOWN {
        list.push_str(&format!("; and {} others", places.len() - SHOWN));
    }
    let error = |text: String| Diagnostic::error(ErrorCode::Link, Span::default(), text);
    if let Some((module, name)) = symbol.strip_prefix("__").and_then(|s| s.split_once("_MOD_")) {
        return error(format!("undefined: `{name}` of module `{module}` (used in {list})"))
            .with_help(format!("link the object of the file that defines module `{module}`"));
    }
    let name = symbol.strip_suffix('_').unwrap_or(symbol);
    let d = error(format!("undefined procedure or symbol `{name}` (used in {list})"));
    if symbol.starts_with("_gfortran") {
        return d
            .with_help("the object was compiled by gfortran: compile its source with ferrotran, or add -lgfortran");
    }
    if symbol.starts_with("_F90") || symbol.starts_with("_FortranA") {
        return d.with_help("the object was compiled by another compiler: compile its source with ferrotran");
    }
    d
}

/// Kernels by name, as the image carries them.
pub fn encode(kernels: &[CompiledKernel]) -> HashMap<String, Vec<u8>> {
    kernels.iter().map(|k| (k.name.clone(), k.encode())).collect()
}

/// What is wrong with a text of IR.
pub struct Fault {
    /// `file:line:column`, or the file.
    pub place: String,
    /// The reason.
    pub text: String,
}

/// The module that a text of IR describes, if it is sound.
pub fn parse_ir<'t>(file: &str, text: &'t str, verify: bool) -> Result<(Module, Places<'t>), Vec<Fault>> {
    /// Faults that are told.
    const TOLD: usize = 20;
    let fault = |(line, col): (u32, u32), text: String| Fault { place: format!("{file}:{line}:{col}"), text };
    let (m, places) = parse_with_places(text).map_err(|e| vec![fault((e.line, e.col), e.text)])?;
    if verify {
        let errors = ferrotran_ir::verify(&m, ferrotran_ir::passes::ANY);
        if !errors.is_empty() {
            let place = |e: &ferrotran_ir::VerifyError| places.of(e.op).unwrap_or_default();
            return Err(errors.into_iter().take(TOLD).map(|e| fault(place(&e), e.text)).collect());
        }
    }
    Ok((m, places))
}

/// Gives ops of a text of IR that name no place their places in the text.
fn place_ops(m: &mut Module, file: &str, places: &Places<'_>) {
    let Ok(file_number) = u16::try_from(m.files.len()) else { return };
    let mut any = false;
    for (op, (line, col)) in places.all() {
        if m.ops[op].loc.line == 0 {
            m.ops[op].loc = Loc { file: file_number, line, col: u16::try_from(col).unwrap_or(u16::MAX), call: 0 };
            any = true;
        }
    }
    if any {
        m.files.push(file.to_string());
    }
}

/// Text of a file, or of standard input.
pub fn read_text(file: &str) -> Result<String, Fault> {
    let mut bytes = Vec::new();
    let read = if file == "-" {
        std::io::stdin().read_to_end(&mut bytes).map(drop)
    } else {
        std::fs::read(file).map(|b| bytes = b)
    };
    read.map_err(|e| Fault { place: file.into(), text: format!("cannot read it: {e}") })?;
    String::from_utf8(bytes).map_err(|e| {
        let good = &e.as_bytes()[..e.utf8_error().valid_up_to()];
        let line = 1 + good.iter().filter(|&&b| b == b'\n').count();
        let col = 1 + good.iter().rev().take_while(|&&b| b != b'\n').count();
        Fault { place: format!("{file}:{line}:{col}"), text: "a byte that is not UTF-8".into() }
    })
}

/// True for ops that kernels have in device form, and of which passes make others for the host.
fn is_lowered_for_hosts(kind: OpKind) -> bool {
    matches!(kind, OpKind::Reduce | OpKind::OmpAtomicRead | OpKind::OmpAtomicWrite)
}

/// True for ops of kernels.
fn in_kernel(m: &Module, op: Op) -> bool {
    let mut around = std::iter::successors(Some(op), |&o| m.regions[m.ops[o].parent?].parent);
    around.any(|o| m.kind(o) == OpKind::Kernel)
}

/// The form of a module that was read as text: the earliest form that any of its ops needs.
fn form_of(m: &Module) -> Form {
    let mut form = Form::Device;
    for o in m.walk(m.top) {
        let forms = m.info(o).forms;
        if forms == Forms::ARRAY {
            return Form::Array;
        }
        if !forms.contains(Forms::DEVICE) || (is_lowered_for_hosts(m.kind(o)) && !in_kernel(m, o)) {
            form = Form::Loop;
        }
    }
    form
}
