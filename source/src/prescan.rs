//! Physical lines to logical lines: continuation, comments, sentinels, conditional compilation; free and fixed form.

use super::Span;
use super::lines::{LineKind, LogicalLine, PhysLine};
use crate::message::{Diagnostic, Diagnostics, ErrorCode};

/// What a free form line is, by its start.
enum Start {
    /// Blank or comment.
    Nothing,
    /// Text from a byte on.
    Text(usize),
    /// `!$omp`, text from a byte on.
    Omp(usize),
    /// `!$ `, text from a byte on.
    Conditional(usize),
    /// A directive that is taken as an attribute statement, from a byte on.
    Attribute(usize),
}

fn is_blank(b: u8) -> bool {
    b == b' ' || b == b'\t' || b == b'\x0c' || b == b'\r'
}

fn skip_blanks(t: &[u8], mut i: usize) -> usize {
    while i < t.len() && is_blank(t[i]) {
        i += 1;
    }
    i
}

/// Where the attribute begins in a directive after the comment sign at `i` that lets arguments of any type pass:
/// `GCC$ ATTRIBUTES NO_ARG_CHECK`, `DIR$ IGNORE_TKR`.
fn attribute_directive(t: &[u8], i: usize) -> Option<usize> {
    let word = |at: usize, w: &[u8]| t.get(at..at + w.len()).is_some_and(|x| x.eq_ignore_ascii_case(w));
    if ![&b"gcc$"[..], b"dir$", b"dec$"].iter().any(|s| word(i + 1, s)) {
        return None;
    }
    let mut at = skip_blanks(t, i + 5);
    if word(at, b"attributes") {
        at = skip_blanks(t, at + 10);
    }
    (word(at, b"no_arg_check") || word(at, b"ignore_tkr")).then_some(at)
}

fn free_start(t: &[u8], openmp: bool) -> Start {
    let i = skip_blanks(t, 0);
    if i >= t.len() {
        return Start::Nothing;
    }
    if t[i] != b'!' {
        return Start::Text(i);
    }
    if let Some(at) = attribute_directive(t, i) {
        return Start::Attribute(at);
    }
    if openmp && t.get(i + 1) == Some(&b'$') {
        let word = &t[i + 2..];
        if word.len() >= 3 && word[..3].eq_ignore_ascii_case(b"omp") {
            match word.get(3) {
                None => return Start::Omp(i + 5),
                Some(c) if is_blank(*c) || *c == b'&' => return Start::Omp(i + 5),
                // The `ompx` sentinel is for extensions of other compilers.
                Some(_) => return Start::Nothing,
            }
        }
        if word.is_empty() || is_blank(word[0]) || word[0] == b'&' {
            return Start::Conditional(i + 2);
        }
    }
    Start::Nothing
}

fn is_word(c: u8) -> bool {
    c.is_ascii_alphanumeric() || c == b'_'
}

/// Where a line goes on with the word that the `&` of the line before it cut off, as gfortran reads `!$ompword` in a directive
/// and `!$word` in a statement that is compiled conditionally: without a blank or `&` behind the sentinel.
fn rest_of_word(t: &[u8], openmp: bool, kind: LineKind) -> Option<usize> {
    let i = skip_blanks(t, 0);
    let sentinel: &[u8] = if kind == LineKind::Omp { b"!$omp" } else { b"!$" };
    let end = i + sentinel.len();
    let fits = t.get(i..end).is_some_and(|s| s.eq_ignore_ascii_case(sentinel));
    (openmp && fits && t.get(end).is_some_and(|c| is_word(*c))).then_some(end)
}

/// Free form.
pub fn free_form(lines: &[PhysLine], openmp: bool, limit: usize, diag: &mut Diagnostics) -> Vec<LogicalLine> {
    if limit > 0 {
        long_lines(lines, openmp, limit, diag);
    }
    let mut out = Vec::with_capacity(lines.len());
    let mut n = 0;
    while n < lines.len() {
        let start = free_start(cut(&lines[n], limit), openmp);
        let conditional = matches!(start, Start::Conditional(_));
        let (kind, from) = match start {
            Start::Nothing => {
                n += 1;
                continue;
            }
            Start::Text(i) | Start::Conditional(i) | Start::Attribute(i) => (LineKind::Statement, i),
            Start::Omp(i) => (LineKind::Omp, i),
        };
        let mut line = LogicalLine::new(kind, false);
        let mut i = from;
        let first = skip_blanks(cut(&lines[n], limit), i);
        if cut(&lines[n], limit).get(first) == Some(&b'&') {
            let rest = skip_blanks(cut(&lines[n], limit), first + 1);
            let at = Span::new(lines[n].pos(first), lines[n].pos(first) + 1);
            if rest < cut(&lines[n], limit).len() && cut(&lines[n], limit)[rest] != b'!' {
                diag.add(
                    Diagnostic::error(ErrorCode::Continuation, at, "this continuation line continues nothing")
                        .label("no line before ends with `&`"),
                );
            }
            i = first + 1;
        }
        // Quote that is open at the end of what has been taken so far.
        let mut quote: Option<u8> = None;
        let format = is_format(&cut(&lines[n], limit)[i.min(cut(&lines[n], limit).len())..]);
        loop {
            let phys = &lines[n];
            let t = cut(phys, limit);
            let (end, continued) = scan_free(t, i, &mut quote);
            line.push(phys, i, end);
            if kind == LineKind::Omp && !continued && line.text.is_empty() {
                // A directive that says nothing has a place nevertheless.
                line.push_blank(phys, i.min(t.len().saturating_sub(1)));
            }
            // In a FORMAT statement, where blanks count in strings alone, a quote goes on with that of the next line.
            let after_quote = format && end > i && matches!(t[end - 1], b'\'' | b'"');
            n += 1;
            if !continued {
                break;
            }
            // Find the next line that is not a comment.
            let mut next = None;
            let mut word_goes_on = false;
            let in_word = end > i && is_word(t[end - 1]);
            while n < lines.len() {
                let start = free_start(cut(&lines[n], limit), openmp);
                let takes_words = if kind == LineKind::Omp { in_word } else { conditional };
                if takes_words
                    && (kind == LineKind::Omp || matches!(start, Start::Nothing))
                    && let Some(i) = rest_of_word(cut(&lines[n], limit), openmp, kind)
                {
                    (next, word_goes_on) = (Some(i), in_word);
                    break;
                }
                match (start, kind) {
                    (Start::Nothing | Start::Attribute(_), _) => n += 1,
                    (Start::Text(i), LineKind::Statement) | (Start::Conditional(i), LineKind::Statement) => {
                        next = Some(i);
                        break;
                    }
                    (Start::Omp(i), LineKind::Omp) => {
                        next = Some(i);
                        break;
                    }
                    // A directive between the lines of a statement counts as a comment.
                    (Start::Omp(_), LineKind::Statement) => n += 1,
                    _ => break,
                }
            }
            let Some(start) = next else {
                let at = Span::new(phys.pos(end), phys.pos(end) + 1);
                let what = if kind == LineKind::Omp { "directive" } else { "statement" };
                let mut d = Diagnostic::error(
                    ErrorCode::Continuation,
                    at,
                    format!("this {what} is continued, but no continuation line follows"),
                )
                .label("`&` promises another line");
                if kind == LineKind::Omp {
                    d = d.with_help("each continuation line of a directive begins with `!$omp`");
                }
                diag.add(d);
                line.bad = true;
                break;
            };
            let t = cut(&lines[n], limit);
            let first = skip_blanks(t, start);
            if t.get(first) == Some(&b'&') {
                i = first + 1;
            } else {
                if quote.is_none() && !after_quote && !word_goes_on {
                    line.push_blank(&lines[n], start);
                }
                i = if quote.is_some() || after_quote { first } else { start };
            }
        }
        out.push(line);
    }
    out
}

/// Reports lines that have more than comments and blanks past the limit.
fn long_lines(lines: &[PhysLine], openmp: bool, limit: usize, diag: &mut Diagnostics) {
    for l in lines {
        let t = l.text();
        let start = match free_start(t, openmp) {
            Start::Nothing | Start::Attribute(_) => continue,
            Start::Text(i) | Start::Omp(i) | Start::Conditional(i) => i,
        };
        let mut quote = None;
        for (i, c) in t.iter().enumerate().skip(start) {
            match (quote, c) {
                (None, b'!') => break,
                (None, b'\'' | b'"') => quote = Some(*c),
                (Some(q), c) if q == *c => quote = None,
                _ => {}
            }
            if i >= limit && !is_blank(*c) {
                let pos = l.pos(i);
                let text = format!("the line has more than {limit} characters: the rest would be lost");
                diag.error(ErrorCode::Syntax, Span { lo: pos, hi: pos + 1 }, text);
                break;
            }
        }
    }
}

fn cut(line: &PhysLine, limit: usize) -> &[u8] {
    let t = line.text();
    if limit > 0 && t.len() > limit { &t[..limit] } else { t }
}

/// Whether a statement is `label FORMAT (`: Hollerith text may stand in it.
fn is_format(t: &[u8]) -> bool {
    let t = t.trim_ascii_start();
    let digits = t.iter().take_while(|b| b.is_ascii_digit()).count();
    let t = t[digits..].trim_ascii_start();
    digits > 0
        && t.len() > 6
        && t[..6].eq_ignore_ascii_case(b"format")
        && t[6..].trim_ascii_start().first() == Some(&b'(')
}

/// Where the Hollerith text `nH...` that begins at `i` ends. Outside of formats it stands behind an operator or separator.
fn hollerith_end(t: &[u8], i: usize, format: bool) -> Option<usize> {
    if !t[i].is_ascii_digit() || i > 0 && t[i - 1].is_ascii_alphanumeric() {
        return None;
    }
    if !format {
        let before = t[..i].trim_ascii_end();
        let keyword = |w: &[u8]| {
            before.len() >= w.len()
                && before[before.len() - w.len()..].eq_ignore_ascii_case(w)
                && !before[..before.len() - w.len()].last().is_some_and(u8::is_ascii_alphanumeric)
        };
        if !matches!(before.last(), Some(b'=' | b',' | b'(' | b'/' | b'*' | b'[' | b'.' | b'<' | b'>'))
            && !keyword(b"stop")
            && !keyword(b"pause")
        {
            return None;
        }
    }
    let digits = t[i..].iter().take_while(|b| b.is_ascii_digit()).count();
    if digits == 0 || !matches!(t.get(i + digits), Some(b'h' | b'H')) {
        return None;
    }
    let n: usize = std::str::from_utf8(&t[i..i + digits]).ok()?.parse().ok()?;
    Some((i + digits + 1).saturating_add(n).min(t.len()))
}

/// Where the text of a free form line ends (before a comment or `&`), and whether it is continued.
fn scan_free(t: &[u8], from: usize, quote: &mut Option<u8>) -> (usize, bool) {
    let mut i = from;
    let format = is_format(&t[from.min(t.len())..]);
    while i < t.len() {
        let c = t[i];
        if quote.is_none()
            && let Some(end) = hollerith_end(t, i, format)
        {
            i = end;
            continue;
        }
        match *quote {
            Some(q) => {
                if c == q {
                    *quote = None;
                } else if c == b'&' && t[i + 1..].iter().all(|b| is_blank(*b)) {
                    return (i, true);
                }
            }
            None => match c {
                b'\'' | b'"' => *quote = Some(c),
                b'!' => return (i, false),
                b'&' => {
                    let j = skip_blanks(t, i + 1);
                    if j >= t.len() || t[j] == b'!' {
                        return (i, true);
                    }
                }
                _ => {}
            },
        }
        i += 1;
    }
    // An open quote at the end of a line without `&` is an error that the lexer reports.
    *quote = None;
    let mut end = t.len();
    while end > from && is_blank(t[end - 1]) {
        end -= 1;
    }
    (end, false)
}

/// What a fixed form line is.
enum Fixed {
    Nothing,
    /// A first line: columns 1-5 and text from a byte on.
    Initial {
        label: (usize, usize),
        text: usize,
    },
    Continuation {
        text: usize,
    },
    OmpInitial {
        text: usize,
    },
    OmpContinuation {
        text: usize,
    },
}

fn fixed_start(t: &[u8], openmp: bool, d_lines: bool) -> Fixed {
    let Some(&c) = t.first() else { return Fixed::Nothing };
    // Column 1 of a line for debugging does not count.
    let debugging = d_lines && matches!(c, b'd' | b'D');
    let mut conditional = false;
    if !debugging
        && matches!(c, b'c' | b'C' | b'*' | b'!')
        && let Some(at) = attribute_directive(t, 0)
    {
        return Fixed::Initial { label: (at, at), text: at };
    }
    if !debugging && matches!(c, b'c' | b'C' | b'*' | b'!' | b'd' | b'D') {
        if !openmp || t.get(1) != Some(&b'$') || matches!(c, b'd' | b'D') {
            return Fixed::Nothing;
        }
        if t.len() >= 5 && t[2..5].eq_ignore_ascii_case(b"omp") {
            return match t.get(5) {
                None => Fixed::OmpInitial { text: t.len() },
                Some(b' ' | b'0' | b'\t') => Fixed::OmpInitial { text: 6 },
                Some(_) => Fixed::OmpContinuation { text: 6.min(t.len()) },
            };
        }
        // Conditional compilation: blanks or digits in columns 3 to 5, of a continuation blanks alone.
        let field = &t[2..t.len().min(5)];
        // A tab leads to the statement.
        let field = &field[..field.iter().position(|b| *b == b'\t').map_or(field.len(), |tab| tab + 1)];
        let goes_on = t.get(5).is_some_and(|b| !matches!(b, b' ' | b'0' | b'\t')) && !field.contains(&b'\t');
        if t.len() > 2 && field.iter().all(|b| *b == b' ' || b.is_ascii_digit() && !goes_on || *b == b'\t') {
            conditional = true;
        } else {
            return Fixed::Nothing;
        }
    }
    let from = if conditional { 2 } else { usize::from(debugging) };
    if t[from..].iter().all(|b| is_blank(*b)) {
        return Fixed::Nothing;
    }
    // A tab in the label field: the next character is a continuation digit 1-9 or the statement begins.
    if let Some(tab) = t.iter().take(6).position(|b| *b == b'\t')
        && t[from..tab].iter().all(|b| *b == b' ' || b.is_ascii_digit())
    {
        return match t.get(tab + 1) {
            Some(b'1'..=b'9') => Fixed::Continuation { text: tab + 2 },
            _ => Fixed::Initial { label: (from, tab), text: tab + 1 },
        };
    }
    // A comment in the label field or the statement field.
    let first = skip_blanks(t, from);
    if t[first] == b'!' && first != 5 {
        return Fixed::Nothing;
    }
    match t.get(5) {
        None | Some(b' ' | b'0') => Fixed::Initial { label: (from, t.len().min(5)), text: 6.min(t.len()) },
        Some(_) if t[from..5].iter().all(|b| *b == b' ') => Fixed::Continuation { text: 6 },
        // Something in columns 1 to 5 and 6: not a continuation, probably text that began too early.
        Some(_) => Fixed::Initial { label: (from, 5), text: 5 },
    }
}

/// Fixed form.
pub fn fixed_form(
    lines: &[PhysLine],
    openmp: bool,
    d_lines: bool,
    pad: bool,
    limit: usize,
    diag: &mut Diagnostics,
) -> Vec<LogicalLine> {
    let mut out: Vec<LogicalLine> = Vec::with_capacity(lines.len());
    // Quote that is open at the end of the last line, and columns missing from that line.
    let mut quote: Option<u8> = None;
    let mut open = false;
    for phys in lines {
        let t = fixed_cut(phys, limit);
        let (text, new) = match fixed_start(t, openmp, d_lines) {
            Fixed::Nothing => continue,
            Fixed::Initial { label, text } => {
                let mut line = LogicalLine::new(LineKind::Statement, true);
                let field = &t[label.0..label.1];
                if field.iter().all(|b| is_blank(*b) || b.is_ascii_digit()) {
                    line.push(phys, label.0, label.1);
                    line.push_blank(phys, label.1.min(t.len().saturating_sub(1)));
                } else {
                    let at = Span::new(phys.pos(label.0), phys.pos(label.1));
                    diag.add(
                        Diagnostic::error(
                            ErrorCode::FixedForm,
                            at,
                            "only a label may stand in columns 1 to 5 of fixed form",
                        )
                        .label("statements begin in column 7")
                        .with_help("for free form use the extension .f90 or -ffree-form"),
                    );
                    // The label field is dropped, so that the rest gives no second error.
                    quote = None;
                    open = false;
                    continue;
                }
                (text, Some(line))
            }
            Fixed::OmpInitial { text } => (text, Some(LogicalLine::new(LineKind::Omp, true))),
            Fixed::Continuation { text } | Fixed::OmpContinuation { text } => (text, None),
        };
        match new {
            Some(line) => {
                out.push(line);
                quote = None;
                open = true;
            }
            None if !open => {
                let at = Span::new(phys.pos(5.min(t.len())), phys.pos(5.min(t.len())) + 1);
                diag.add(Diagnostic::error(ErrorCode::Continuation, at, "this continuation line continues nothing"));
                continue;
            }
            None => {}
        }
        let Some(line) = out.last_mut() else { continue };
        let mut end = scan_fixed(t, text, &mut quote);
        if quote.is_none() {
            while end > text && is_blank(t[end - 1]) {
                end -= 1;
            }
        }
        line.push(phys, text, end);
        if line.kind == LineKind::Omp && line.text.is_empty() {
            line.push_blank(phys, text.min(t.len().saturating_sub(1)));
        }
        if quote.is_some() && pad && limit > 0 && t.len() < limit {
            // A character literal that goes on in the next line holds the blanks up to the last column.
            for _ in t.len()..limit {
                line.push_blank(phys, t.len());
            }
        }
    }
    out
}

fn fixed_cut(line: &PhysLine, limit: usize) -> &[u8] {
    let t = line.text();
    let t = t.strip_suffix(b"\r").unwrap_or(t);
    if limit == 0 {
        return t;
    }
    // A tab in the label field leads to column 7, every other one counts as one column (as in gfortran).
    let mut col = 0;
    for (i, b) in t.iter().enumerate() {
        if col >= limit {
            return &t[..i];
        }
        col += if *b == b'\t' && col < 6 { 6 - col } else { 1 };
    }
    t
}

fn scan_fixed(t: &[u8], from: usize, quote: &mut Option<u8>) -> usize {
    let format = is_format(t);
    let mut i = from;
    while i < t.len() {
        let c = t[i];
        if quote.is_none()
            && let Some(end) = hollerith_end(t, i, format)
        {
            i = end;
            continue;
        }
        match *quote {
            Some(q) if c == q => *quote = None,
            Some(_) => {}
            None => match c {
                b'\'' | b'"' => *quote = Some(c),
                b'!' => return i,
                _ => {}
            },
        }
        i += 1;
    }
    t.len()
}

/// A warning at the continuation line that is one too many for the standard that is asked for.
pub fn many_continuations(lines: &[PhysLine], opts: &super::ReadOptions, diag: &mut Diagnostics) {
    if opts.continuations == 0 {
        return;
    }
    let (mut count, mut goes_on, mut quote) = (0, false, None);
    for phys in lines {
        let continues = if opts.fixed {
            match fixed_start(fixed_cut(phys, opts.line_length), opts.openmp, opts.d_lines) {
                Fixed::Nothing => continue,
                Fixed::Continuation { .. } | Fixed::OmpContinuation { .. } => true,
                _ => false,
            }
        } else {
            let t = cut(phys, opts.line_length);
            let Start::Text(from) = free_start(t, opts.openmp) else { continue };
            let before = std::mem::take(&mut goes_on);
            goes_on = scan_free(t, from, &mut quote).1;
            before
        };
        count = if continues { count + 1 } else { 0 };
        if count == opts.continuations + 1 {
            let at = Span::new(phys.pos(0), phys.pos(0) + 1);
            let text = format!("a statement of the standard has at most {} continuation lines", opts.continuations);
            diag.warning(ErrorCode::Continuation, at, text);
        }
        if !goes_on {
            quote = None;
        }
    }
}

/// Statements of fixed form that go on behind the last column that counts.
pub fn truncated_lines(lines: &[PhysLine], opts: &super::ReadOptions, diag: &mut Diagnostics) {
    if !opts.warn_truncation || !opts.fixed || opts.line_length == 0 {
        return;
    }
    let mut quote = None;
    for phys in lines {
        let t = fixed_cut(phys, opts.line_length);
        let text = match fixed_start(t, opts.openmp, opts.d_lines) {
            Fixed::Initial { text, .. } => {
                quote = None;
                text
            }
            Fixed::Continuation { text } => text,
            _ => continue,
        };
        // A comment may go on.
        let ends = scan_fixed(t, text.min(t.len()), &mut quote) < t.len();
        let rest = &phys.text()[t.len()..];
        let first = rest.iter().position(|b| !is_blank(*b));
        if let Some(i) = first
            && !ends
            && (quote.is_some() || rest[i] != b'!')
        {
            let at = Span::new(phys.pos(t.len() + i), phys.pos(t.len() + i) + 1);
            let text = format!("the line is cut off at column {} [-Wline-truncation]", opts.line_length);
            diag.warning(ErrorCode::LineTruncated, at, text);
        }
    }
}
