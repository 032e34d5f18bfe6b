//! From a file to logical lines: preprocessing where asked for, INCLUDE lines, then the source form.

use super::cpp::Macros;
use super::lines::{LogicalLine, PhysLine};
use super::{FileId, SourceMap, Span, prescan};
use crate::message::{Diagnostic, Diagnostics, ErrorCode};

/// What reading needs to know.
#[derive(Clone, Debug, Default)]
pub struct ReadOptions {
    /// Fixed form.
    pub fixed: bool,
    /// Read `!$omp` and `!$`.
    pub openmp: bool,
    /// Preprocess.
    pub cpp: bool,
    /// `-D` and `-U`.
    pub defines: Vec<(String, Option<String>)>,
    /// `-I`.
    pub include_dirs: Vec<String>,
    /// Columns that count (0: all).
    pub line_length: usize,
    /// Lines of fixed form with D in column 1 are statements.
    pub d_lines: bool,
    /// Lines of fixed form are as wide as they can be where a character literal goes on in the next one.
    pub pad: bool,
    /// Texts that are there without a file: name and what writes the text.
    pub own_includes: &'static [OwnInclude],
    /// Files that come before the first line.
    pub first: Vec<String>,
    /// Continuation lines that a statement may have without a warning (0: any number).
    pub continuations: usize,
    /// Warn of text of fixed form behind the last column that counts.
    pub warn_truncation: bool,
    /// INCLUDE lines stay as they are: only `#include` is followed.
    pub keep_includes: bool,
}

/// An include file that the compiler brings along: its name and its text.
pub type OwnInclude = (&'static str, fn() -> String);

/// Files may include each other this deep.
const MAX_INCLUDE: usize = 64;
/// Lines that the arguments of one macro may take.
const MAX_CALL_LINES: usize = 100;

/// Reads a file that is in the map already.
pub fn logical_lines(
    map: &mut SourceMap,
    file: FileId,
    opts: &ReadOptions,
    diag: &mut Diagnostics,
) -> Vec<LogicalLine> {
    let lines = physical_lines(map, file, opts, diag);
    prescan::many_continuations(&lines, opts, diag);
    prescan::truncated_lines(&lines, opts, diag);
    if opts.fixed {
        prescan::fixed_form(&lines, opts.openmp, opts.d_lines, opts.pad, opts.line_length, diag)
    } else {
        prescan::free_form(&lines, opts.openmp, opts.line_length, diag)
    }
}

/// The lines of a file after preprocessing and INCLUDE.
pub fn physical_lines(map: &mut SourceMap, file: FileId, opts: &ReadOptions, diag: &mut Diagnostics) -> Vec<PhysLine> {
    read(map, file, opts, diag).0
}

/// `#define` lines of the macros that are defined at the end of a file.
pub fn macro_definitions(map: &mut SourceMap, file: FileId, opts: &ReadOptions, diag: &mut Diagnostics) -> Vec<u8> {
    read(map, file, opts, diag).1.definitions()
}

fn read(map: &mut SourceMap, file: FileId, opts: &ReadOptions, diag: &mut Diagnostics) -> (Vec<PhysLine>, Macros) {
    let mut macros = Macros::predefined(opts.openmp);
    for (name, value) in &opts.defines {
        match value {
            Some(v) => {
                if !macros.define_option(name, v) {
                    diag.error(ErrorCode::Preprocessor, Span::default(), format!("-D{name}: not a macro definition"));
                }
            }
            None => macros.undef(name.as_bytes()),
        }
    }
    let mut r = Reader { map, opts, diag, lines: vec![], stack: vec![], macros, conds: vec![], comment: false };
    for name in &opts.first {
        r.include(name, Span::default());
    }
    r.file(file);
    (r.lines, r.macros)
}

struct Reader<'a> {
    map: &'a mut SourceMap,
    opts: &'a ReadOptions,
    diag: &'a mut Diagnostics,
    lines: Vec<PhysLine>,
    stack: Vec<FileId>,
    macros: Macros,
    conds: Vec<Cond>,
    /// Inside of a C comment that began on an earlier line.
    comment: bool,
}

/// An open `#if`.
struct Cond {
    /// Whether its lines are kept now.
    on: bool,
    /// Whether some branch was kept already.
    done: bool,
    /// Whether `#else` was seen.
    last: bool,
    span: Span,
}

impl Reader<'_> {
    fn file(&mut self, id: FileId) {
        let f = self.map.file(id);
        let (bytes, start) = (f.bytes.clone(), f.start);
        self.stack.push(id);
        // A byte order mark is not text.
        let mut lo = if bytes.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 };
        let conds = self.conds.len();
        let mut number = 0;
        while lo < bytes.len() {
            let end = bytes[lo..].iter().position(|b| *b == b'\n').map_or(bytes.len(), |n| lo + n);
            let hi = if end > lo && bytes[end - 1] == b'\r' { end - 1 } else { end };
            number += 1;
            let mut line = PhysLine::original(&bytes, lo, hi, start + lo as u32);
            lo = end + 1;
            if !self.opts.cpp {
                if is_line_marker(line.text()) {
                    continue;
                }
                if line.text().first() == Some(&b'#') {
                    self.diag.add(
                        Diagnostic::warning(ErrorCode::Preprocessor, line.span(), "this preprocessor line is ignored")
                            .label("preprocessing is off")
                            .with_help("it is on for .F90 files, or with -cpp"),
                    );
                    continue;
                }
                self.line(line);
                continue;
            }
            let first = line.text().iter().position(|b| *b != b' ' && *b != b'\t');
            if first.is_some_and(|i| line.text()[i] == b'#') && !self.comment {
                // A directive may be continued by a backslash.
                let mut text = line.text().to_vec();
                while text.last() == Some(&b'\\') && lo < bytes.len() {
                    text.pop();
                    let end = bytes[lo..].iter().position(|b| *b == b'\n').map_or(bytes.len(), |n| lo + n);
                    let hi = if end > lo && bytes[end - 1] == b'\r' { end - 1 } else { end };
                    text.extend_from_slice(&bytes[lo..hi]);
                    lo = end + 1;
                    number += 1;
                }
                self.directive(&text, line.span(), number);
                continue;
            }
            if !self.active() {
                continue;
            }
            let Some(part) = self.without_comment(line) else { continue };
            line = part;
            let file = self.map.file(id).name.clone();
            // The arguments of a macro may go over several lines, which become one.
            let at = number;
            let mut joined = 0;
            while joined < MAX_CALL_LINES && lo < bytes.len() && self.macros.open_call(line.text()) {
                let end = bytes[lo..].iter().position(|b| *b == b'\n').map_or(bytes.len(), |n| lo + n);
                let hi = if end > lo && bytes[end - 1] == b'\r' { end - 1 } else { end };
                line = line.join(&PhysLine::original(&bytes, lo, hi, start + lo as u32));
                lo = end + 1;
                number += 1;
                joined += 1;
            }
            if let Some(l) = self.macros.expand_line(&line, self.opts.fixed, &file, at) {
                line = l;
            }
            self.line(line);
        }
        self.stack.pop();
        while self.conds.len() > conds {
            if let Some(c) = self.conds.pop() {
                self.diag.add(
                    Diagnostic::error(ErrorCode::Preprocessor, c.span, "this `#if` has no `#endif`")
                        .label("opened here"),
                );
            }
        }
    }

    fn active(&self) -> bool {
        self.conds.iter().all(|c| c.on)
    }

    /// The part of a line outside of C comments that go over several lines.
    fn without_comment(&mut self, line: PhysLine) -> Option<PhysLine> {
        let t = line.text();
        let mut lo = 0;
        if self.comment {
            lo = t.windows(2).position(|w| w == b"*/")? + 2;
            self.comment = false;
        }
        let (mut i, mut quote) = (lo, 0u8);
        let mut hi = t.len();
        while i < t.len() {
            match t[i] {
                c if quote != 0 => {
                    if c == quote {
                        quote = 0;
                    }
                }
                c @ (b'\'' | b'"') => quote = c,
                b'!' => break,
                b'/' if t.get(i + 1) == Some(&b'*') => match t[i + 2..].windows(2).position(|w| w == b"*/") {
                    // Comments within a line go when macros are expanded.
                    Some(n) => {
                        i += n + 4;
                        continue;
                    }
                    None => {
                        self.comment = true;
                        hi = i;
                        break;
                    }
                },
                _ => {}
            }
            i += 1;
        }
        let blank = t[lo..hi].trim_ascii().is_empty();
        if lo == 0 && hi == t.len() {
            Some(line)
        } else if blank {
            None
        } else {
            Some(line.part(lo, hi))
        }
    }

    /// A preprocessor directive.
    fn directive(&mut self, text: &[u8], span: Span, number: u32) {
        let joins = text.trim_ascii_start()[1..].trim_ascii_start().starts_with(b"define");
        let text = super::cpp::without_comments(text, joins);
        let t = text.trim_ascii_start()[1..].trim_ascii_start();
        let n = t.iter().take_while(|b| b.is_ascii_alphabetic()).count();
        let (word, rest) = (&t[..n], t[n..].trim_ascii());
        let file = self.stack.last().map(|f| self.map.file(*f).name.clone()).unwrap_or_else(|| "".into());
        let bad = |r: &mut Self, message: String| {
            r.diag.add(Diagnostic::error(ErrorCode::Preprocessor, span, message).label("in this directive"));
        };
        let name =
            |rest: &[u8]| rest[..rest.iter().take_while(|b| b.is_ascii_alphanumeric() || **b == b'_').count()].to_vec();
        match word {
            b"if" | b"ifdef" | b"ifndef" => {
                let mut on = false;
                if self.active() {
                    on = match word {
                        b"ifdef" => self.macros.defined(&name(rest)),
                        b"ifndef" => !self.macros.defined(&name(rest)),
                        _ => match self.macros.condition(rest, &file, number) {
                            Ok(v) => v,
                            Err(e) => {
                                bad(self, format!("the condition of `#if` has no value: {e}"));
                                false
                            }
                        },
                    };
                }
                // In lines that are left out no branch is taken.
                let done = on || !self.active();
                self.conds.push(Cond { on, done, last: false, span });
            }
            b"elif" | b"else" => {
                let Some(mut c) = self.conds.pop() else {
                    bad(self, format!("`#{}` without `#if`", String::from_utf8_lossy(word)));
                    return;
                };
                if c.last {
                    bad(self, format!("`#{}` after `#else`", String::from_utf8_lossy(word)));
                }
                if word == b"else" {
                    c.on = !c.done;
                    c.last = true;
                } else if c.done {
                    c.on = false;
                } else {
                    c.on = match self.macros.condition(rest, &file, number) {
                        Ok(v) => v,
                        Err(e) => {
                            bad(self, format!("the condition of `#elif` has no value: {e}"));
                            false
                        }
                    };
                }
                c.done |= c.on;
                self.conds.push(c);
            }
            b"endif" => {
                if self.conds.pop().is_none() {
                    bad(self, "`#endif` without `#if`".into());
                }
            }
            _ if !self.active() => {}
            b"define" => {
                if let Err(e) = self.macros.define(rest) {
                    bad(self, e.into());
                }
            }
            b"undef" => self.macros.undef(&name(rest)),
            b"include" => {
                let close = match rest.first() {
                    Some(b'"') => b'"',
                    Some(b'<') => b'>',
                    _ => return bad(self, "`#include` needs a file name in quotes".into()),
                };
                match rest[1..].iter().position(|b| *b == close) {
                    Some(n) => {
                        let name = String::from_utf8_lossy(&rest[1..=n]).into_owned();
                        self.include(&name, span);
                    }
                    None => bad(self, "the file name of `#include` is not closed".into()),
                }
            }
            b"error" => {
                let text = String::from_utf8_lossy(rest).into_owned();
                self.diag
                    .add(Diagnostic::error(ErrorCode::PreprocessorError, span, format!("#error {text}")).label("here"));
            }
            b"warning" => {
                let text = String::from_utf8_lossy(rest).into_owned();
                self.diag.warning(ErrorCode::PreprocessorError, span, format!("#warning {text}"));
            }
            // Line numbers of the file itself are more useful than those that another program gave.
            b"line" | b"pragma" | b"ident" | b"" => {}
            _ => bad(self, format!("`#{}` is not a preprocessor directive", String::from_utf8_lossy(word))),
        }
    }

    fn line(&mut self, line: PhysLine) {
        match include_line(line.text(), self.opts.openmp).filter(|_| !self.opts.keep_includes) {
            Some(range) => {
                let name = String::from_utf8_lossy(&line.text()[range.clone()]).into_owned();
                let span = Span::new(line.pos(range.start), line.pos(range.end.max(1) - 1) + 1);
                self.include(&name, span);
            }
            None => self.lines.push(line),
        }
    }

    fn include(&mut self, name: &str, at: Span) {
        if self.stack.len() >= MAX_INCLUDE {
            self.diag.add(
                Diagnostic::error(
                    ErrorCode::IncludeCycle,
                    at,
                    format!("includes are nested more than {MAX_INCLUDE} deep"),
                )
                .label("not included"),
            );
            return;
        }
        // The folder of the including file first, then those of the files that included it.
        let folder = |f: &FileId| {
            let file = &self.map.file(*f).name;
            std::path::Path::new(&**file).parent().map(|p| p.join(name))
        };
        let mut candidates: Vec<std::path::PathBuf> = self.stack.iter().rev().filter_map(folder).collect();
        if self.stack.is_empty() {
            candidates.push(name.into());
        }
        candidates.extend(self.opts.include_dirs.iter().map(|d| std::path::Path::new(d).join(name)));
        let Some((path, bytes)) = candidates
            .iter()
            .find_map(|p| std::fs::read(p).ok().map(|b| (p.to_string_lossy().into_owned(), b)))
            .or_else(|| {
                let own = self.opts.own_includes.iter().find(|o| o.0 == name)?;
                Some((name.to_string(), own.1().into_bytes()))
            })
        else {
            self.diag.add(
                Diagnostic::error(ErrorCode::FileRead, at, format!("cannot read the include file `{name}`"))
                    .label("not found")
                    .with_help("directories to search are given by -I"),
            );
            return;
        };
        if self.stack.iter().any(|f| *self.map.file(*f).name == *path) {
            self.diag.add(
                Diagnostic::error(ErrorCode::IncludeCycle, at, format!("`{name}` includes itself"))
                    .label("included again here"),
            );
            return;
        }
        match self.map.add_included(&path, bytes, at) {
            Some(id) => self.file(id),
            None => self.diag.error(ErrorCode::FileRead, at, "the sources are larger than 4 GiB"),
        }
    }
}

/// Whether a line is what a preprocessor leaves to say where the next line comes from: `# 1 "file"`.
fn is_line_marker(t: &[u8]) -> bool {
    let Some(rest) = t.strip_prefix(b"#") else {
        return false;
    };
    let rest = rest.trim_ascii_start();
    let rest = rest.strip_prefix(b"line").unwrap_or(rest).trim_ascii_start();
    let n = rest.iter().take_while(|b| b.is_ascii_digit()).count();
    let file = rest[n..].trim_ascii();
    n > 0 && (file.is_empty() || file[0] == b'"')
}

/// The file name of an INCLUDE line; with `openmp` also of one that is compiled conditionally.
fn include_line(t: &[u8], openmp: bool) -> Option<std::ops::Range<usize>> {
    let blank = |b: &u8| matches!(b, b' ' | b'\t');
    let mut start = t.iter().position(|b| !blank(b))?;
    let sentinel = t[start..].starts_with(b"!$") || start == 0 && matches!(t, [b'c' | b'C' | b'*', b'$', ..]);
    if openmp && sentinel && t.get(start + 2).is_some_and(blank) {
        start += 2 + t[start + 2..].iter().position(|b| !blank(b))?;
    }
    if t.len() < start + 10 || !t[start..start + 7].eq_ignore_ascii_case(b"include") {
        return None;
    }
    let q = start + 7 + t[start + 7..].iter().position(|b| *b != b' ' && *b != b'\t')?;
    if t[q] != b'\'' && t[q] != b'"' {
        return None;
    }
    let end = q + 1 + t[q + 1..].iter().position(|b| *b == t[q])?;
    let rest = t[end + 1..].trim_ascii_start();
    (end > q + 1 && (rest.is_empty() || rest[0] == b'!')).then_some(q + 1..end)
}

#[cfg(test)]
mod tests {
    use super::include_line;

    #[test]
    fn include_lines() {
        assert_eq!(include_line(b"  include 'a.inc' ! note", false), Some(11..16));
        assert_eq!(include_line(b"!$ include 'a.inc'", true), Some(12..17));
        assert_eq!(include_line(b"c$    include 'a.inc'", true), Some(15..20));
        assert_eq!(include_line(b"!$ include 'a.inc'", false), None);
        assert_eq!(include_line(b"!$include 'a.inc'", true), None);
    }
}
