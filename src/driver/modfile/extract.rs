//! The lines of a module that go into its file.

use super::Line;
use ferrotran_sema::{body_is_visible, declares_target};
use ferrotran_source::{LogicalLine, SourceMap, Span};
use ferrotran_syntax::ast::{self, StmtKind};
use std::collections::HashMap;

/// Places of logical lines.
struct Index<'l> {
    lines: &'l [LogicalLine],
    /// (first position, position after the last, line), ordered.
    places: Vec<(u32, u32, usize)>,
}

impl<'l> Index<'l> {
    fn new(lines: &'l [LogicalLine]) -> Index<'l> {
        // A continued line has one stretch for each of its parts.
        let mut places = vec![];
        for (i, l) in lines.iter().enumerate() {
            for (k, s) in l.map.iter().enumerate() {
                let next = l.map.get(k + 1).map_or(l.text.len() as u32, |n| n.off);
                let len = if s.linear { next.saturating_sub(s.off) } else { 1 };
                places.push((s.pos, s.pos + len.max(1), i));
            }
        }
        places.sort_unstable();
        Index { lines, places }
    }

    /// The line that holds a position, and where in it.
    fn find(&self, pos: u32) -> Option<(usize, usize)> {
        let i = self.places.partition_point(|p| p.0 <= pos).checked_sub(1)?;
        let &(_, end, line) = self.places.get(i)?;
        if pos > end {
            return None;
        }
        let l = &self.lines[line];
        let s = l.map.iter().rev().find(|s| s.pos <= pos)?;
        let off = if s.linear { s.off + (pos - s.pos) } else { s.off };
        Some((line, (off as usize).min(l.text.len())))
    }
}

/// The lines of a module or submodule that its users need: all but the bodies that stay in its object. Gives the
/// names of the files they come from, too.
pub(super) fn visible(lines: &[LogicalLine], unit: &ast::Unit, map: &SourceMap) -> Option<(Vec<String>, Vec<Line>)> {
    let index = Index::new(lines);
    let (first, from) = index.find(unit.span.lo)?;
    let (last, to) = index.find(unit.end_span.hi.saturating_sub(1))?;
    let mut left_out = vec![false; lines.len()];
    if !declares_target(&unit.spec) {
        for p in unit.contains.iter().filter(|p| !body_is_visible(p)) {
            if let Some(range) = body_lines(&index, p) {
                left_out[range].fill(true);
            }
        }
    }
    let mut files: Vec<String> = vec![];
    let mut numbers: HashMap<u32, usize> = HashMap::new();
    let mut out = vec![];
    for i in first..=last {
        let l = &lines[i];
        if left_out[i] {
            continue;
        }
        let mut text = l.text.clone();
        // Other units on the same line, in place of which blanks keep columns of fixed form.
        if i == last {
            text.truncate(to + 1);
        }
        if i == first {
            text[..from].fill(b' ');
        }
        let start = text.iter().position(|b| !b.is_ascii_whitespace()).unwrap_or(0);
        let Some(place) = map.loc(l.pos(start)) else { continue };
        let file = *numbers.entry(place.file.0).or_insert_with(|| {
            files.push(map.file(place.file).name.replace('\n', " "));
            files.len() - 1
        });
        out.push(Line { file, number: place.line, kind: l.kind, fixed: l.fixed, text });
    }
    Some((files, out))
}

/// The lines of a procedure's execution part and internal procedures, where they are lines of their own.
fn body_lines(index: &Index, p: &ast::Unit) -> Option<std::ops::Range<usize>> {
    let (start, _) = index.find(p.body.first()?.span.lo)?;
    let (end, at) = index.find(p.end_span.lo)?;
    let shares = |span: Span| index.find(span.lo).is_none_or(|(l, _)| l >= start);
    let before = &index.lines[end].text[..at];
    let own = !shares(p.span)
        && !p.spec.iter().any(|s| shares(s.span))
        && !p.body.iter().any(|s| matches!(s.kind, StmtKind::Entry { .. }))
        // A label of the END statement goes with the statements that name it.
        && before.iter().all(|b| b.is_ascii_whitespace() || b.is_ascii_digit());
    (own && start < end).then_some(start..end)
}
