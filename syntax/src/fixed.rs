//! Fixed form, where blanks do not count: a statement that does not parse with its blanks as they stand is read again
//! without them, its keywords split off anew (`DO10I=1,5`, `GOTO10`, `CALL SUB ROUTINE`).

use super::lexer::{self, Statement};
use super::stmt::StmtParser;
use ferrotran_source::message::Diagnostics;
use ferrotran_source::{LogicalLine, Segment};

/// Keywords that begin statements, longer ones before their beginnings.
const KEYWORDS: &[&str] = &[
    "doubleprecisionfunction",
    "doubleprecision",
    "doublecomplex",
    "endblockdata",
    "endsubroutine",
    "endfunction",
    "endprogram",
    "endmodule",
    "endinterface",
    "endselect",
    "endwhere",
    "endforall",
    "endtype",
    "endfile",
    "enddo",
    "endif",
    "endstructure",
    "endunion",
    "endmap",
    "end",
    "elseif",
    "elsewhere",
    "else",
    "equivalence",
    "external",
    "entry",
    "exit",
    "automatic",
    "static",
    "structure",
    "record",
    "byte",
    "allocatable",
    "allocate",
    "assign",
    "backspace",
    "blockdata",
    "call",
    "casedefault",
    "case",
    "character",
    "close",
    "common",
    "complexfunction",
    "complex",
    "contains",
    "continue",
    "cycle",
    "data",
    "deallocate",
    "dimension",
    "dowhile",
    "do",
    "elemental",
    "forall",
    "format",
    "function",
    "goto",
    "if",
    "implicitnone",
    "implicit",
    "inquire",
    "integerfunction",
    "integer",
    "intent(inout)",
    "intent(in)",
    "intent(out)",
    "interface",
    "intrinsic",
    "logicalfunction",
    "logical",
    "module",
    "namelist",
    "nullify",
    "open",
    "optional",
    "parameter",
    "pause",
    "pointer",
    "print",
    "private",
    "program",
    "public",
    "pure",
    "read",
    "realfunction",
    "real",
    "recursive",
    "return",
    "rewind",
    "save",
    "selectcase",
    "stop",
    "subroutine",
    "target",
    "type",
    "unsignedfunction",
    "unsigned",
    "use",
    "where",
    "while",
    "write",
];

/// Text without blanks outside of quotes, with the map of its bytes.
pub(crate) struct Squeezed {
    pub text: Vec<u8>,
    from: Vec<usize>,
}

impl Squeezed {
    /// The line of the text behind the first `lo` bytes of `line`, with blanks at these places, which are in order.
    pub fn respaced(&self, line: &LogicalLine, lo: usize, places: &[usize]) -> LogicalLine {
        let mut l = LogicalLine::new(line.kind, true);
        l.backslash = line.backslash;
        l.bare_exponents = line.bare_exponents;
        l.dots = line.dots;
        l.dollars = line.dollars;
        l.text.extend_from_slice(&line.text[..lo]);
        l.map = line.map.iter().take_while(|m| (m.off as usize) < lo).copied().collect();
        let mut places = places.iter().peekable();
        for (i, b) in self.text.iter().enumerate() {
            while places.peek() == Some(&&i) {
                places.next();
                l.map.push(Segment { off: l.text.len() as u32, pos: line.pos(self.from[i]), linear: false });
                l.text.push(b' ');
            }
            l.map.push(Segment { off: l.text.len() as u32, pos: line.pos(self.from[i]), linear: false });
            l.text.push(*b);
        }
        l
    }
}

/// The text from a byte on; none where several statements stand in it.
pub(crate) fn squeeze(line: &LogicalLine, lo: usize) -> Option<Squeezed> {
    let mut s = Squeezed { text: vec![], from: vec![] };
    let mut quote = 0u8;
    let mut i = lo;
    while i < line.text.len() {
        let c = line.text[i];
        if quote != 0 {
            if c == quote {
                quote = 0;
            }
        } else if c == b'\'' || c == b'"' {
            quote = c;
        } else if c == b' ' || c == b'\t' {
            i += 1;
            continue;
        } else if c == b';' {
            return None;
        }
        s.text.push(c);
        s.from.push(i);
        i += 1;
    }
    Some(s)
}

/// Where blanks may be put into `text[at..]` so that it reads as a statement: lists of places, best first.
fn readings(text: &[u8], at: usize, depth: usize) -> Vec<Vec<usize>> {
    let mut out = vec![];
    let rest = &text[at..];
    for k in KEYWORDS {
        if rest.len() < k.len() || !rest[..k.len()].eq_ignore_ascii_case(k.as_bytes()) {
            continue;
        }
        let after = at + k.len();
        let tail = &text[after..];
        match *k {
            "if" | "elseif" => {
                // What follows the condition is a statement.
                let Some(close) = close(text, after) else { continue };
                if depth < 3 {
                    for mut r in readings(text, close + 1, depth + 1) {
                        r.insert(0, after);
                        out.push(r);
                    }
                }
                out.push(vec![after]);
            }
            "do" => {
                let digits = tail.iter().take_while(|b| b.is_ascii_digit()).count();
                let mut r = vec![after];
                if digits > 0 {
                    r.push(after + digits);
                    if text[after + digits..].len() > 5 && text[after + digits..][..5].eq_ignore_ascii_case(b"while") {
                        r.push(after + digits + 5);
                    }
                }
                out.push(r);
            }
            "assign" => {
                let digits = tail.iter().take_while(|b| b.is_ascii_digit()).count();
                out.push(vec![after, after + digits, after + digits + 2]);
            }
            "realfunction"
            | "integerfunction"
            | "unsignedfunction"
            | "logicalfunction"
            | "complexfunction"
            | "doubleprecisionfunction" => {
                out.push(vec![after - 8, after]);
            }
            "pure" | "elemental" | "recursive" | "implicit" | "module" | "blockdata" if depth < 3 => {
                for mut r in readings(text, after, depth + 1) {
                    r.insert(0, after);
                    out.push(r);
                }
                out.push(vec![after]);
            }
            "integer" | "unsigned" | "real" | "logical" | "complex" | "character" if depth < 3 => {
                // `real*8 function f`
                let mut i = after;
                if text.get(i) == Some(&b'*') {
                    i += 1;
                    i += text[i..].iter().take_while(|b| b.is_ascii_digit()).count();
                }
                if text.get(i) == Some(&b'(') {
                    i = close(text, i).map_or(i, |c| c + 1);
                }
                if text.len() > i + 8 && text[i..i + 8].eq_ignore_ascii_case(b"function") {
                    out.push(vec![i, i + 8]);
                }
                out.push(vec![after, i]);
            }
            _ => out.push(vec![after]),
        }
    }
    out
}

/// The parenthesis that closes the one at `open`.
pub(crate) fn close(text: &[u8], open: usize) -> Option<usize> {
    if text.get(open) != Some(&b'(') {
        return None;
    }
    let (mut depth, mut quote) = (0usize, 0u8);
    for (i, c) in text.iter().enumerate().skip(open) {
        match c {
            _ if quote != 0 => {
                if *c == quote {
                    quote = 0;
                }
            }
            b'\'' | b'"' => quote = *c,
            b'(' => depth += 1,
            b')' => {
                depth -= 1;
                if depth == 0 {
                    return Some(i);
                }
            }
            _ => {}
        }
    }
    None
}

/// Another reading of a line that does not parse as it stands.
pub fn reread(p: &mut StmtParser, line: &LogicalLine) -> Option<Statement> {
    // The label keeps its place.
    let lo = line.text.iter().position(|b| !b.is_ascii_digit() && *b != b' ' && *b != b'\t')?;
    let s = squeeze(line, lo)?;
    let mut tries = vec![vec![]];
    tries.extend(readings(&s.text, 0, 0));
    for places in tries {
        let l = s.respaced(line, lo, &places);
        let mut quiet = Diagnostics::new();
        let mut found = lexer::statements(&l, &mut p.state.texts, &mut quiet);
        if found.len() == 1 && !found[0].bad && !quiet.has_errors() && p.fits(&found[0].tokens) {
            return found.pop();
        }
    }
    None
}
