//! Directives in fixed form, where blanks do not count: one that does not parse with its blanks as they stand is read again
//! without them, the name of the directive and those of clauses without arguments split off anew
//! (`c$omp paralleldoshared(a)`).

use super::parse::directive;
use super::table::{ClauseKind, Directive};
use crate::fixed::{close, squeeze};
use crate::raw::RawStmt;
use crate::stmt::StmtParser;
use ferrotran_source::LogicalLine;
use ferrotran_source::message::Diagnostics;

/// Another reading of a directive that does not parse as it stands, and what there is to say of it.
pub(crate) fn reread(p: &mut StmtParser, line: &LogicalLine) -> Option<(RawStmt, Diagnostics)> {
    let s = squeeze(line, 0)?;
    let text = s.text.to_ascii_lowercase();
    for (d, end) in names(&text) {
        let Some(mut places) = clauses(&text, d, end) else { continue };
        if end < text.len() && text[end] != b'(' {
            places.insert(0, end);
        }
        let mut quiet = Diagnostics::new();
        let raw = directive(p, &s.respaced(line, 0, &places), &mut quiet);
        if !quiet.has_errors() {
            return Some((raw, quiet));
        }
    }
    None
}

/// The directives whose names the text may begin with, longer ones first, and where these end.
fn names(text: &[u8]) -> Vec<(Directive, usize)> {
    let mut found: Vec<(Directive, usize)> = Vec::new();
    for d in Directive::all() {
        for prefix in ["", "end"] {
            let name = format!("{prefix}{}", d.name().replace(' ', ""));
            if (prefix.is_empty() || d.has_end()) && text.starts_with(name.as_bytes()) {
                found.push((d, name.len()));
            }
        }
    }
    found.sort_by_key(|f| std::cmp::Reverse(f.1));
    found
}

/// Where blanks may be put behind a directive's name so that the rest reads as clauses.
fn clauses(text: &[u8], d: Directive, from: usize) -> Option<Vec<usize>> {
    let known: Vec<&str> = ClauseKind::all().map(|c| c.name).collect();
    let mut at = from;
    let mut out = Vec::new();
    if d.takes_args() && text.get(at) == Some(&b'(') {
        at = close(text, at)? + 1;
        out.push(at);
    }
    while at < text.len() {
        if text[at] == b',' {
            at += 1;
            continue;
        }
        let run = text[at..].iter().take_while(|b| b.is_ascii_alphanumeric() || **b == b'_').count();
        out.extend(words(&text[at..at + run], &known)?.into_iter().map(|w| at + w));
        at += run;
        if text.get(at) == Some(&b'(') {
            at = close(text, at)? + 1;
            out.push(at);
        } else if run == 0 {
            return None;
        }
    }
    out.retain(|&p| p < text.len());
    Some(out)
}

/// Where the words behind the first begin of which a text is made, each as long as the rest allows.
fn words(text: &[u8], known: &[&str]) -> Option<Vec<usize>> {
    // How long the word is that begins at each place, where words go on from there to the end.
    let mut longest: Vec<Option<usize>> = vec![None; text.len() + 1];
    longest[text.len()] = Some(0);
    for at in (0..text.len()).rev() {
        let fits = |k: &&&str| text[at..].starts_with(k.as_bytes()) && longest[at + k.len()].is_some();
        longest[at] = known.iter().filter(fits).map(|k| k.len()).max();
    }
    let mut out = Vec::new();
    let mut at = longest[0]?;
    while at < text.len() {
        out.push(at);
        at += longest[at]?;
    }
    Some(out)
}
