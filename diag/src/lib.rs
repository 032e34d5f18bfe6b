//! Rendering of messages: for people with the source line (ariadne), or one JSON object a line.

#![forbid(unsafe_code)]

mod pages;

pub use pages::page;

use ariadne::{Config, IndexType, Label as ALabel, Report, ReportKind, Source};
use ferrotran_source::message::{Diagnostic, Diagnostics, Label, Level};
use ferrotran_source::{FileId, SourceMap, Span};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::io::Write;

/// Whether output may contain colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Color {
    /// Plain text.
    Never,
    /// With terminal colours.
    Always,
}

/// The files as ariadne wants them: text with every invalid byte replaced by one `?`, so that byte offsets hold.
struct Files<'a> {
    map: &'a SourceMap,
    texts: HashMap<FileId, Source<String>>,
}

impl Files<'_> {
    fn source(&mut self, id: FileId) -> &Source<String> {
        let map = self.map;
        self.texts.entry(id).or_insert_with(|| Source::from(readable(&map.file(id).bytes)))
    }
}

/// Text of the same length in bytes with what is not UTF-8 (or would move the cursor) replaced.
fn readable(bytes: &[u8]) -> String {
    let mut out = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        for c in chunk.valid().chars() {
            // Control characters and other line separators would break the drawing; the number of bytes is kept.
            match c {
                '\n' | '\t' => out.push(c),
                c if c.is_ascii_control() => out.push(' '),
                c if !c.is_ascii() && (c.is_control() || c.is_whitespace()) => {
                    out.extend(std::iter::repeat_n('?', c.len_utf8()));
                }
                c => out.push(c),
            }
        }
        out.extend(std::iter::repeat_n('?', chunk.invalid().len()));
    }
    out
}

impl ariadne::Cache<FileId> for &mut Files<'_> {
    type Storage = String;
    fn fetch(&mut self, id: &FileId) -> Result<&Source<String>, impl std::fmt::Debug> {
        Ok::<_, ()>(self.source(*id))
    }
    fn display<'a>(&self, id: &'a FileId) -> Option<impl std::fmt::Display + 'a> {
        Some(self.map.file(*id).name.to_string())
    }
}

/// Writes all messages for people, and a last line with the number of errors.
pub fn render(list: &Diagnostics, map: &SourceMap, color: Color, out: &mut dyn Write) -> std::io::Result<()> {
    let mut files = Files { map, texts: HashMap::new() };
    for d in list.iter() {
        render_one(d, &mut files, color, out)?;
    }
    if list.error_count() > list.limit {
        writeln!(out, "{} more errors are not shown", list.error_count() - list.limit)?;
    }
    Ok(())
}

/// All messages as JSON, one object a line.
pub fn to_json(list: &Diagnostics, map: &SourceMap) -> String {
    list.iter().map(|d| json_one(d, map).to_string() + "\n").collect()
}

/// Writes all messages to standard error, with colours where it is a terminal.
pub fn eprint(list: &Diagnostics, map: &SourceMap) {
    let tty = std::io::IsTerminal::is_terminal(&std::io::stderr());
    let color = if tty && std::env::var_os("NO_COLOR").is_none() { Color::Always } else { Color::Never };
    let mut text = vec![];
    // Writing to memory does not fail; a closed standard error is no reason to stop.
    let _ = render(list, map, color, &mut text);
    let _ = std::io::stderr().write_all(&text);
}

fn place(map: &SourceMap, span: Span) -> Option<(FileId, std::ops::Range<usize>)> {
    let id = map.file_at(span.lo)?;
    let f = map.file(id);
    let len = f.bytes.len();
    let lo = ((span.lo - f.start) as usize).min(len);
    let hi = (span.hi.saturating_sub(f.start) as usize).clamp(lo, len);
    // Places within a character are moved to its ends.
    let within = |i: usize| i < len && f.bytes[i] & 0xc0 == 0x80;
    let (mut lo, mut hi) = (lo, hi);
    while lo > 0 && within(lo) {
        lo -= 1;
    }
    while within(hi) {
        hi += 1;
    }
    Some((id, lo..hi))
}

fn render_one(d: &Diagnostic, files: &mut Files, color: Color, out: &mut dyn Write) -> std::io::Result<()> {
    let map = files.map;
    let word = match d.level {
        Level::Error => "error",
        Level::Warning => "warning",
        Level::Note => "note",
    };
    let Some(at) = place(map, d.primary.span) else {
        match d.code {
            Some(c) => writeln!(out, "{word}[{}]: {}", c.number(), d.message)?,
            None => writeln!(out, "{word}: {}", d.message)?,
        }
        for n in &d.notes {
            writeln!(out, "  note: {n}")?;
        }
        for h in &d.help {
            writeln!(out, "  help: {h}")?;
        }
        return Ok(());
    };
    let tint = match d.level {
        Level::Error => ariadne::Color::Red,
        Level::Warning => ariadne::Color::Yellow,
        Level::Note => ariadne::Color::Blue,
    };
    // The title is written here, so that it reads the same in every report; ariadne draws the source.
    let code = d.code.map_or(String::new(), |c| format!("[{}]", c.number()));
    let kind = ReportKind::Custom("", tint);
    let config =
        Config::default().with_color(color == Color::Always).with_index_type(IndexType::Byte).with_compact(false);
    let mut r = Report::build(kind, at.clone()).with_config(config);
    let here = "here".to_string();
    let text = if d.primary.text.is_empty() { &here } else { &d.primary.text };
    // In the order of the file: else the drawing jumps back.
    let mut labels = vec![(at.clone(), text, tint)];
    for Label { span, text } in &d.secondary {
        if let Some(p) = place(map, *span) {
            labels.push((p, text, ariadne::Color::Cyan));
        }
    }
    labels.sort_by_key(|l| (l.0.0 != at.0, l.0.0, l.0.1.start));
    for (at, text, color) in labels {
        r = r.with_label(ALabel::new(at).with_message(text).with_color(color));
    }
    let mut notes = d.notes.clone();
    let mut f = map.file_at(d.primary.span.lo);
    while let Some(id) = f {
        let at = map.file(id).included_at;
        f = map.file_at(at.lo);
        if let Some((name, line, _)) = map.describe(at) {
            notes.push(format!("in a file included at {name}:{line}"));
        }
    }
    r = r.with_notes_from(&notes, &d.help);
    let mut body = vec![];
    r.finish().write(files, &mut body)?;
    // Drop ariadne's own title line.
    let body = String::from_utf8_lossy(&body);
    let body = body.split_once('\n').map_or("", |b| b.1);
    if color == Color::Always {
        let c = if d.level == Level::Error {
            31
        } else if d.level == Level::Warning {
            33
        } else {
            34
        };
        writeln!(out, "\x1b[1;{c}m{word}{code}\x1b[0m\x1b[1m: {}\x1b[0m", d.message)?;
    } else {
        writeln!(out, "{word}{code}: {}", d.message)?;
    }
    for line in body.lines() {
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}

/// Adding a list of notes and helps in one go.
trait WithNotes {
    fn with_notes_from(self, notes: &[String], help: &[String]) -> Self;
}

impl<S: ariadne::Span> WithNotes for ariadne::ReportBuilder<'_, S> {
    fn with_notes_from(mut self, notes: &[String], help: &[String]) -> Self {
        for n in notes {
            self.add_note(n);
        }
        for h in help {
            self.add_help(h);
        }
        self
    }
}

fn json_one(d: &Diagnostic, map: &SourceMap) -> Value {
    let place = |span: Span| {
        let lo = map.loc(span.lo)?;
        let hi = map.loc(span.hi.max(span.lo)).unwrap_or(lo);
        Some(json!({
            "file": &*map.file(lo.file).name, "line": lo.line, "column": lo.col,
            "end_line": hi.line, "end_column": hi.col,
        }))
    };
    let level = match d.level {
        Level::Error => "error",
        Level::Warning => "warning",
        Level::Note => "note",
    };
    let secondary: Vec<Value> = d.secondary.iter().map(|l| json!({ "place": place(l.span), "text": l.text })).collect();
    json!({
        "level": level, "code": d.code.map(|c| c.number()), "message": d.message, "place": place(d.primary.span),
        "label": d.primary.text, "secondary": secondary, "notes": d.notes, "help": d.help,
    })
}
