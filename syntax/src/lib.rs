//! From logical lines to the abstract syntax tree.
#![forbid(unsafe_code)]
#![allow(clippy::result_large_err)]

pub mod ast;
mod build;
mod dump;
mod fixed;
mod grammar;
mod lexer;
pub mod omp;
mod raw;
mod stmt;
#[cfg(test)]
mod tests;
mod token;

use ferrotran_source::message::Diagnostics;
use ferrotran_source::{FileId, LineKind, OwnInclude, ReadOptions, SourceMap};

/// Source form.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// Decide by the file's extension.
    Auto,
    /// Free form.
    Free,
    /// Fixed form.
    Fixed,
}

/// What the front end needs to know before it reads a file.
#[derive(Clone, Debug)]
pub struct ParseOptions {
    /// Source form.
    pub form: Form,
    /// Whether `!$omp` and `!$` lines are read.
    pub openmp: bool,
    /// Preprocess: `None` decides by the extension (`.F90`, `.F`, `.fpp` ...).
    pub cpp: Option<bool>,
    /// `-D` and `-U` in order: name (perhaps with parameters) and value, or `None` to undefine.
    pub defines: Vec<(String, Option<String>)>,
    /// `-I` directories.
    pub include_dirs: Vec<String>,
    /// Columns of a fixed form line that count (0: all).
    pub fixed_line_length: usize,
    /// Columns of a free form line that count (0: all).
    pub free_line_length: usize,
    /// Backslashes in character literals begin escapes.
    pub backslash: bool,
    /// `.` selects components, too (`-fdec-structure`).
    pub dec_structure: bool,
    /// Lines of fixed form with D in column 1 are statements.
    pub d_lines: bool,
    /// Character literals of fixed form hold the blanks up to the end of a line that is continued.
    pub pad_source: bool,
    /// Names may have a `$` (`-fdollar-ok`).
    pub dollars: bool,
    /// `8E` is `8E0`.
    pub bare_exponents: bool,
    /// Include files that the compiler brings along.
    pub own_includes: &'static [OwnInclude],
    /// Continuation lines of a statement in free and fixed form without a warning (0: any number).
    pub continuations: [usize; 2],
    /// `-Wline-truncation`
    pub warn_truncation: bool,
    /// `-include`: files that are preprocessed before each file that is.
    pub first: Vec<String>,
    /// `-fpre-include=`: files that are included before each file.
    pub pre_includes: Vec<String>,
}

impl Default for ParseOptions {
    fn default() -> Self {
        ParseOptions {
            form: Form::Auto,
            openmp: true,
            cpp: None,
            defines: vec![],
            include_dirs: vec![],
            fixed_line_length: 72,
            free_line_length: 0,
            backslash: false,
            dec_structure: false,
            d_lines: false,
            pad_source: true,
            dollars: false,
            bare_exponents: false,
            own_includes: &[],
            continuations: [0; 2],
            warn_truncation: false,
            first: vec![],
            pre_includes: vec![],
        }
    }
}

/// Whether a file is fixed form, by its extension.
fn is_fixed(name: &str, form: Form) -> bool {
    match form {
        Form::Free => false,
        Form::Fixed => true,
        Form::Auto => {
            let ext = name.rsplit_once('.').map_or("", |e| e.1);
            matches!(ext, "f" | "F" | "for" | "FOR" | "ftn" | "FTN" | "fpp" | "FPP" | "f77" | "F77")
        }
    }
}

/// Whether a file is preprocessed, by its extension.
fn is_preprocessed(name: &str) -> bool {
    let ext = name.rsplit_once('.').map_or("", |e| e.1);
    matches!(ext, "F" | "FOR" | "FTN" | "FPP" | "fpp" | "F77" | "F90" | "F95" | "F03" | "F08" | "F18" | "F23")
}

fn read_options(map: &SourceMap, file: FileId, opts: &ParseOptions) -> ReadOptions {
    let name = &map.file(file).name;
    let fixed = is_fixed(name, opts.form);
    let cpp = opts.cpp.unwrap_or_else(|| is_preprocessed(name));
    let first = if cpp { &opts.first[..] } else { &[] };
    ReadOptions {
        first: first.iter().chain(&opts.pre_includes).cloned().collect(),
        keep_includes: false,
        warn_truncation: opts.warn_truncation,
        continuations: opts.continuations[usize::from(fixed)],
        fixed,
        openmp: opts.openmp,
        cpp,
        defines: opts.defines.clone(),
        include_dirs: opts.include_dirs.clone(),
        line_length: if fixed { opts.fixed_line_length } else { opts.free_line_length },
        d_lines: opts.d_lines,
        pad: opts.pad_source,
        own_includes: opts.own_includes,
    }
}

/// The tree of a file as text (`emit ast`).
pub fn dump_ast(file: &ast::File) -> String {
    dump::ast(file)
}

/// The tokens of a file as text, one statement a line (`emit tokens`).
pub fn dump_tokens(map: &mut SourceMap, file: FileId, opts: &ParseOptions, diag: &mut Diagnostics) -> String {
    let lines = read_lines(map, file, opts, diag);
    let mut texts = token::Texts::default();
    let mut out = String::new();
    for line in &lines {
        for s in lexer::statements(line, &mut texts, diag) {
            let number = map.loc(s.span.lo).map_or(0, |l| l.line);
            out.push_str(&dump::tokens(&s, &texts, line.kind == LineKind::Omp, number));
        }
    }
    out
}

/// Parses a file. Every fault is reported to `diag`; the tree holds what could be understood.
pub fn parse_file(map: &mut SourceMap, file: FileId, opts: &ParseOptions, diag: &mut Diagnostics) -> ast::File {
    parse_lines(&read_lines(map, file, opts, diag), diag)
}

/// The logical lines of a file.
pub fn read_lines(
    map: &mut SourceMap,
    file: FileId,
    opts: &ParseOptions,
    diag: &mut Diagnostics,
) -> Vec<ferrotran_source::LogicalLine> {
    let read = read_options(map, file, opts);
    let mut lines = ferrotran_source::logical_lines(map, file, &read, diag);
    for l in &mut lines {
        l.backslash = opts.backslash;
        l.bare_exponents = opts.bare_exponents;
        l.dots = opts.dec_structure;
        l.dollars = opts.dollars;
    }
    lines
}

/// The text of a file after preprocessing, with a line `# LINE "FILE"` wherever the place jumps.
pub fn preprocessed(map: &mut SourceMap, file: FileId, opts: &ParseOptions, diag: &mut Diagnostics) -> Vec<u8> {
    let read = ReadOptions { keep_includes: true, ..read_options(map, file, opts) };
    let lines = ferrotran_source::physical_lines(map, file, &read, diag);
    let mut out = vec![];
    let mut next: Option<(FileId, u32)> = None;
    for l in &lines {
        if let Some(at) = map.loc(l.pos(0)) {
            if next != Some((at.file, at.line)) {
                out.extend_from_slice(format!("# {} \"{}\"\n", at.line, map.file(at.file).name).as_bytes());
            }
            next = Some((at.file, at.line + 1));
        }
        out.extend_from_slice(l.text());
        out.push(b'\n');
    }
    out
}

/// The macros that are defined at the end of a file, as `#define` lines.
pub fn macro_definitions(map: &mut SourceMap, file: FileId, opts: &ParseOptions, diag: &mut Diagnostics) -> Vec<u8> {
    let read = ReadOptions { cpp: true, ..read_options(map, file, opts) };
    ferrotran_source::macro_definitions(map, file, &read, diag)
}

/// Parses logical lines.
pub fn parse_lines(lines: &[ferrotran_source::LogicalLine], diag: &mut Diagnostics) -> ast::File {
    let mut parser = stmt::StmtParser::default();
    let mut raws = Vec::with_capacity(lines.len());
    for line in lines {
        match line.kind {
            LineKind::Statement if !line.fixed => {
                for s in lexer::statements(line, &mut parser.state.texts, diag) {
                    raws.push(parser.statement(&s, diag));
                }
            }
            LineKind::Statement => {
                let mut first = Diagnostics::new();
                first.limit = usize::MAX;
                let statements = lexer::statements(line, &mut parser.state.texts, &mut first);
                let mut parsed: Vec<_> = statements.iter().map(|s| parser.statement(s, &mut first)).collect();
                if first.has_errors()
                    && let Some(s) = fixed::reread(&mut parser, line)
                {
                    parsed = vec![parser.statement(&s, diag)];
                } else {
                    first.iter().for_each(|d| diag.add(d.clone()));
                }
                raws.append(&mut parsed);
            }
            LineKind::Omp if line.fixed => {
                let mut first = Diagnostics::new();
                first.limit = usize::MAX;
                let mut raw = omp::parse::directive(&mut parser, line, &mut first);
                match first.has_errors().then(|| omp::joined::reread(&mut parser, line)).flatten() {
                    Some((again, warnings)) => {
                        raw = again;
                        warnings.iter().for_each(|d| diag.add(d.clone()));
                    }
                    None => first.iter().for_each(|d| diag.add(d.clone())),
                }
                raws.push(raw);
            }
            LineKind::Omp => raws.push(omp::parse::directive(&mut parser, line, diag)),
        }
    }
    build::build(raws, diag)
}
