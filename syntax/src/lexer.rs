//! The tokenizer: a logical line to the tokens of its statements. Parentheses are checked here, so that the grammar
//! only sees balanced statements of bounded depth.

use super::token::{Kw, NONE, Texts, Token, TokenKind};
use ferrotran_source::message::{Diagnostic, Diagnostics, ErrorCode};
use ferrotran_source::{LineKind, LogicalLine, Span};

/// Parentheses may be nested this deep.
pub const MAX_PARENS: usize = 256;
/// Operators that nest to the right (`**`, `.not.`, signs) in one statement.
const MAX_RIGHT: usize = 2000;
/// Characters of a name (Fortran 2018, C601).
const MAX_NAME: usize = 63;
/// Tokens of one statement.
const MAX_TOKENS: usize = 4_000_000;

/// The tokens of one statement.
#[derive(Debug, Default)]
pub struct Statement {
    /// Its label.
    pub label: Option<(u32, Span)>,
    /// Tokens after the label.
    pub tokens: Vec<Token>,
    /// Whether an error was reported; the statement is then not parsed.
    pub bad: bool,
    /// Byte after the last token.
    pub span: Span,
}

struct Lexer<'a> {
    line: &'a LogicalLine,
    text: &'a [u8],
    i: usize,
    /// Segment of the line's map in which the last position was.
    seg: usize,
    texts: &'a mut Texts,
    diag: &'a mut Diagnostics,
}

/// The character that an escape at a backslash stands for; gives where the text goes on. What is no escape stays.
fn escape(text: &[u8], at: usize, out: &mut Vec<u32>) -> usize {
    let plain = |c: u8| Some((u32::from(c), 2));
    let digits = |n: usize| -> Option<u32> {
        let t = text.get(at + 2..at + 2 + n)?;
        t.iter().try_fold(0u32, |a, c| Some(a << 4 | (*c as char).to_digit(16)?))
    };
    let found = match text.get(at + 1) {
        Some(b'a') => plain(7),
        Some(b'b') => plain(8),
        Some(b't') => plain(9),
        Some(b'n') => plain(10),
        Some(b'v') => plain(11),
        Some(b'f') => plain(12),
        Some(b'r') => plain(13),
        Some(b'0') => plain(0),
        Some(b'\\') => plain(b'\\'),
        Some(b'x') => digits(2).map(|n| (n, 4)),
        Some(b'u') => digits(4).map(|n| (n, 6)),
        Some(b'U') => digits(8).map(|n| (n, 10)),
        _ => None,
    };
    match found {
        Some((c, n)) => {
            out.push(c);
            at + n
        }
        None => {
            out.push(u32::from(b'\\'));
            at + 1
        }
    }
}

/// A text with all its escapes replaced.
fn unescaped(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    let mut i = 0;
    while let Some(&c) = text.get(i) {
        if c == b'\\' {
            i = escape(text, i, &mut out);
        } else {
            out.push(c.into());
            i += 1;
        }
    }
    // What is no byte has no place in a format.
    out.into_iter().map(|c| u8::try_from(c).unwrap_or(b'?')).collect()
}

/// Splits a logical line into statements.
pub fn statements(line: &LogicalLine, texts: &mut Texts, diag: &mut Diagnostics) -> Vec<Statement> {
    let mut lx = Lexer { line, text: &line.text, i: 0, seg: 0, texts, diag };
    let mut out = vec![];
    // What is missing of the line is no reason for further errors.
    let mut quiet = Diagnostics::new();
    if line.bad {
        lx.diag = &mut quiet;
    }
    while lx.i < lx.text.len() {
        let mut s = lx.statement();
        s.bad |= line.bad;
        if s.bad || !s.tokens.is_empty() || s.label.is_some() {
            out.push(s);
        }
    }
    out
}

/// What is open within a statement.
#[derive(Default)]
struct Nesting {
    /// Parentheses and brackets.
    open: Vec<(TokenKind, Span)>,
    /// Operators whose right operand nests in them.
    right: usize,
}

impl Nesting {
    /// Counts a token and checks it against what is open; `previous` stands before it.
    fn add(&mut self, t: Token, previous: Option<TokenKind>) -> Result<(), Box<Diagnostic>> {
        match t.kind {
            TokenKind::LParen | TokenKind::LBracket => {
                self.open.push((t.kind, t.span));
                if self.open.len() > MAX_PARENS {
                    return Err(Box::new(
                        Diagnostic::error(ErrorCode::TooDeep, t.span, "parentheses are nested too deeply")
                            .label(format!("more than {MAX_PARENS} are open here")),
                    ));
                }
            }
            TokenKind::RParen | TokenKind::RBracket => return self.close(t),
            TokenKind::StarStar | TokenKind::Not | TokenKind::DefOp | TokenKind::Plus | TokenKind::Minus => {
                let nested = matches!(t.kind, TokenKind::StarStar | TokenKind::Not)
                    || matches!(previous, Some(TokenKind::Plus | TokenKind::Minus | TokenKind::DefOp));
                self.right += usize::from(nested);
                if self.right > MAX_RIGHT {
                    let text = "this expression is nested too deeply";
                    return Err(Box::new(Diagnostic::error(ErrorCode::TooDeep, t.span, text)));
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// Closes what is open last.
    fn close(&mut self, t: Token) -> Result<(), Box<Diagnostic>> {
        let want = if t.kind == TokenKind::RParen { TokenKind::LParen } else { TokenKind::LBracket };
        let unbalanced =
            |text: String| Diagnostic::error(ErrorCode::UnbalancedParens, t.span, text).label("closes nothing");
        match self.open.pop() {
            Some((open, _)) if open == want => Ok(()),
            Some((open, span)) => Err(Box::new(
                unbalanced(format!("{} does not match the {} before it", t.kind.text(), open.text()))
                    .also(span, "this is still open"),
            )),
            None => Err(Box::new(unbalanced(format!("{} without {}", t.kind.text(), want.text())))),
        }
    }
}

impl Lexer<'_> {
    fn pos(&mut self, off: usize) -> u32 {
        let m = &self.line.map;
        let off = off as u32;
        if m.is_empty() {
            return 0;
        }
        if m[self.seg].off > off {
            self.seg = 0;
        }
        while self.seg + 1 < m.len() && m[self.seg + 1].off <= off {
            self.seg += 1;
        }
        let s = m[self.seg];
        if s.linear { s.pos + (off - s.off) } else { s.pos }
    }

    fn span(&mut self, lo: usize, hi: usize) -> Span {
        let a = self.pos(lo);
        let b = if hi > lo { self.pos(hi - 1) + 1 } else { a };
        Span::new(a, b.max(a))
    }

    fn peek(&self, n: usize) -> u8 {
        self.text.get(self.i + n).copied().unwrap_or(0)
    }

    fn skip_blanks(&mut self) {
        while matches!(self.peek(0), b' ' | b'\t' | b'\r' | b'\x0c') && self.i < self.text.len() {
            self.i += 1;
        }
    }

    /// Skips to the end of the statement after an error.
    fn skip_statement(&mut self) {
        let mut quote = 0;
        while self.i < self.text.len() {
            let c = self.text[self.i];
            if quote != 0 {
                if c == quote {
                    quote = 0;
                }
            } else if c == b'\'' || c == b'"' {
                quote = c;
            } else if c == b';' {
                self.i += 1;
                return;
            }
            self.i += 1;
        }
    }

    fn statement(&mut self) -> Statement {
        let mut s = Statement::default();
        self.skip_blanks();
        let start = self.i;
        if self.peek(0).is_ascii_digit() {
            s.label = self.label();
            self.skip_blanks();
        }
        let mut nesting = Nesting::default();
        loop {
            let before = self.i;
            self.skip_blanks();
            let blank = self.i > before;
            if self.i >= self.text.len() {
                break;
            }
            if self.peek(0) == b';' {
                self.i += 1;
                break;
            }
            if s.tokens.len() == 1 && s.label.is_some() && self.format_follows(&s) {
                let token = self.format();
                s.tokens.push(token);
                break;
            }
            let at = self.i;
            match self.token(blank, s.tokens.last().map(|t| t.kind)) {
                Ok(t) => {
                    if let Err(d) = nesting.add(t, s.tokens.last().map(|t| t.kind)) {
                        self.diag.add(*d);
                        s.bad = true;
                    }
                    s.tokens.push(t);
                    if s.tokens.len() > MAX_TOKENS {
                        self.diag.error(ErrorCode::TooDeep, t.span, "this statement is too long");
                        s.bad = true;
                    }
                }
                Err(d) => {
                    self.diag.add(*d);
                    s.bad = true;
                    self.i = self.i.max(at + 1);
                }
            }
            if s.bad {
                self.skip_statement();
                break;
            }
        }
        if !s.bad
            && let Some((open, span)) = nesting.open.pop()
        {
            self.diag.add(
                Diagnostic::error(ErrorCode::UnbalancedParens, span, format!("{} is never closed", open.text()))
                    .label("opened here"),
            );
            s.bad = true;
        }
        s.span = match (s.tokens.first(), s.tokens.last()) {
            (Some(a), Some(b)) => a.span.to(b.span),
            _ => self.span(start, self.i.max(start)),
        };
        s
    }

    /// The label of a statement: digits at its start.
    fn label(&mut self) -> Option<(u32, Span)> {
        let lo = self.i;
        let mut value = 0u32;
        let mut digits = 0;
        while self.peek(0).is_ascii_digit() || (self.line.fixed && self.peek(0) == b' ') {
            if self.peek(0) != b' ' {
                value = value.saturating_mul(10).saturating_add((self.peek(0) - b'0') as u32);
                digits += usize::from(digits > 0 || self.peek(0) != b'0');
            }
            self.i += 1;
        }
        let hi = lo + self.text[lo..self.i].trim_ascii_end().len();
        let span = self.span(lo, hi);
        if value != 0 && digits <= 5 {
            return Some((value, span));
        }
        self.diag.add(
            Diagnostic::error(ErrorCode::BadLabel, span, "a statement label has one to five digits, not all zero")
                .label("not a label"),
        );
        None
    }

    /// The text of a FORMAT statement, from its `(` to the end of the statement.
    fn format(&mut self) -> Token {
        let lo = self.i;
        self.i = self.text.len();
        let text = self.text[lo + 1..self.i].to_vec();
        // The last parenthesis closes it.
        let end = text.iter().rposition(|b| *b == b')').unwrap_or(0);
        let mut text = text[..end].to_vec();
        if self.line.backslash {
            text = unescaped(&text);
        }
        self.literal(TokenKind::Format, text, lo, self.i, NONE)
    }

    /// Whether this is a FORMAT statement whose text is to be kept raw.
    fn format_follows(&self, s: &Statement) -> bool {
        self.peek(0) == b'(' && s.tokens[0].kw == Kw::Format && self.text.trim_ascii_end().last() == Some(&b')')
    }

    fn literal(&mut self, t: TokenKind, bytes: Vec<u8>, lo: usize, hi: usize, aux: u32) -> Token {
        let text = self.texts.chars.len() as u32;
        self.texts.chars.push(bytes);
        Token { kind: t, kw: Kw::No, text, aux, span: self.span(lo, hi), blank: false }
    }

    fn plain(&mut self, t: TokenKind, len: usize, blank: bool) -> Token {
        let lo = self.i;
        self.i += len;
        Token { kind: t, kw: Kw::No, text: NONE, aux: NONE, span: self.span(lo, lo + len), blank }
    }

    fn bad_char(&mut self) -> Box<Diagnostic> {
        let c = self.text[self.i];
        let len = match c {
            0xc2..=0xdf => 2,
            0xe0..=0xef => 3,
            0xf0..=0xf4 => 4,
            _ => 1,
        }
        .min(self.text.len() - self.i);
        let span = self.span(self.i, self.i + len);
        let shown = match std::str::from_utf8(&self.text[self.i..self.i + len]) {
            Ok(s) if !s.chars().any(char::is_control) => format!("`{s}`"),
            _ => format!("the byte {c:#04x}"),
        };
        let mut d = Diagnostic::error(ErrorCode::BadCharacter, span, format!("{shown} has no meaning in Fortran"))
            .label("unexpected character");
        match &self.text[self.i..self.i + len] {
            b"#" => d = d.with_help("preprocessing is on for .F90 files, or with -cpp"),
            b"\\" => d = d.with_help("integer division is `/`"),
            _ if shown.contains(['“', '”', '‘', '’']) => d = d.with_help("write straight quotes"),
            _ => {}
        }
        self.i += len;
        Box::new(d)
    }

    fn token(&mut self, blank: bool, prev: Option<TokenKind>) -> Result<Token, Box<Diagnostic>> {
        let c = self.peek(0);
        let p = |s: &mut Self, t, n| Ok::<Token, Box<Diagnostic>>(s.plain(t, n, blank));
        let mut tok = match c {
            b'a'..=b'z' | b'A'..=b'Z' | b'_' => return self.word(blank),
            b'0'..=b'9' => return self.number(blank, prev),
            b'\'' | b'"' => return self.string(self.i, NONE),
            b'.' => return self.dot(blank, prev),
            b'(' => p(self, TokenKind::LParen, 1),
            b')' => p(self, TokenKind::RParen, 1),
            b'[' => p(self, TokenKind::LBracket, 1),
            b']' => p(self, TokenKind::RBracket, 1),
            b',' => p(self, TokenKind::Comma, 1),
            b'%' => p(self, TokenKind::Percent, 1),
            b'+' => p(self, TokenKind::Plus, 1),
            b'-' => p(self, TokenKind::Minus, 1),
            b'@' => p(self, TokenKind::At, 1),
            b'?' => p(self, TokenKind::Question, 1),
            b'$' => p(self, TokenKind::Dollar, 1),
            // Context selectors of directives.
            b'{' if self.line.kind == LineKind::Omp => p(self, TokenKind::LBrace, 1),
            b'}' if self.line.kind == LineKind::Omp => p(self, TokenKind::RBrace, 1),
            b':' if self.peek(1) == b':' => p(self, TokenKind::DColon, 2),
            b':' => p(self, TokenKind::Colon, 1),
            b'*' if self.peek(1) == b'*' => p(self, TokenKind::StarStar, 2),
            b'*' => p(self, TokenKind::Star, 1),
            b'/' if self.peek(1) == b'/' => p(self, TokenKind::SlashSlash, 2),
            b'/' if self.peek(1) == b'=' && self.peek(2) != b'=' => p(self, TokenKind::Ne, 2),
            b'/' => p(self, TokenKind::Slash, 1),
            b'=' if self.peek(1) == b'=' => p(self, TokenKind::Eq, 2),
            b'=' if self.peek(1) == b'>' => p(self, TokenKind::Arrow, 2),
            b'=' => p(self, TokenKind::Assign, 1),
            b'<' if self.peek(1) == b'=' => p(self, TokenKind::Le, 2),
            b'<' if self.peek(1) == b'>' => p(self, TokenKind::Ne, 2),
            b'<' => p(self, TokenKind::Lt, 1),
            b'>' if self.peek(1) == b'=' => p(self, TokenKind::Ge, 2),
            b'>' => p(self, TokenKind::Gt, 1),
            _ => return Err(self.bad_char()),
        }?;
        // Fixed form: blanks inside operators do not count.
        if self.line.fixed {
            let merged = |a: TokenKind, n: u8| match (a, n) {
                (TokenKind::Star, b'*') => Some(TokenKind::StarStar),
                (TokenKind::Assign, b'=') => Some(TokenKind::Eq),
                (TokenKind::Lt, b'=') => Some(TokenKind::Le),
                (TokenKind::Gt, b'=') => Some(TokenKind::Ge),
                _ => None,
            };
            let save = self.i;
            self.skip_blanks();
            if self.i > save
                && let Some(t) = merged(tok.kind, self.peek(0))
                && !(tok.kind == TokenKind::Star && self.peek(1) == b'*')
            {
                self.i += 1;
                tok.kind = t;
            } else {
                self.i = save;
            }
        }
        Ok(tok)
    }

    fn name_end(&self, mut i: usize) -> usize {
        while i < self.text.len() && matches!(self.text[i], b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'_' | b'$') {
            i += 1;
        }
        i
    }

    fn word(&mut self, blank: bool) -> Result<Token, Box<Diagnostic>> {
        let lo = self.i;
        let hi = self.name_end(lo);
        let word = &self.text[lo..hi];
        if let Some(q @ (b'\'' | b'"')) = self.text.get(hi).copied() {
            let base = match word {
                b"b" | b"B" => 2,
                b"o" | b"O" => 8,
                b"z" | b"Z" | b"x" | b"X" => 16,
                _ => 0,
            };
            if base != 0 {
                return self.boz(lo, hi, q, base, blank);
            }
            if word.len() > 1 && word.ends_with(b"_") {
                let aux = self.texts.intern(&word[..word.len() - 1]);
                self.i = hi;
                return self.string(lo, aux);
            }
        }
        if word.first() == Some(&b'_') || word.len() > MAX_NAME {
            let text = if word.len() > MAX_NAME {
                format!("a name has at most {MAX_NAME} characters, this has {}", word.len())
            } else {
                "a name begins with a letter, not with `_`".to_string()
            };
            self.i = hi;
            return Err(Box::new(Diagnostic::error(ErrorCode::Syntax, self.span(lo, hi), text).label("not a name")));
        }
        self.i = hi;
        if !self.line.dollars
            && let Some(at) = word.iter().position(|b| *b == b'$')
        {
            let d = Diagnostic::error(ErrorCode::BadCharacter, self.span(lo + at, lo + at + 1), "a name has no `$`")
                .label("not standard Fortran")
                .with_help("-fdollar-ok allows it");
            // Fixed form may find another reading.
            if self.line.fixed {
                return Err(Box::new(d));
            }
            // Once is enough: the names are known in spite of it.
            if !std::mem::replace(&mut self.texts.dollar, true) {
                self.diag.add(d);
            }
        }
        let text = self.texts.intern(word);
        Ok(Token { kind: TokenKind::Name, kw: self.texts.kw(text), text, aux: NONE, span: self.span(lo, hi), blank })
    }

    fn boz(&mut self, lo: usize, open: usize, quote: u8, base: u32, blank: bool) -> Result<Token, Box<Diagnostic>> {
        let close = self.text[open + 1..].iter().position(|b| *b == quote).map(|n| open + 1 + n);
        let Some(close) = close else { return Err(self.unclosed(open)) };
        let digits: Vec<u8> = self.text[open + 1..close].iter().copied().filter(|b| *b != b' ').collect();
        if digits.is_empty() || !digits.iter().all(|b| (*b as char).is_digit(base)) {
            let span = self.span(lo, close + 1);
            return Err(Box::new(
                Diagnostic::error(ErrorCode::BadLiteral, span, format!("not a BOZ literal of base {base}"))
                    .label("only digits of the base may stand between the quotes"),
            ));
        }
        self.i = close + 1;
        let text = self.texts.intern(&digits);
        Ok(Token { kind: TokenKind::Boz, kw: Kw::No, text, aux: base, span: self.span(lo, close + 1), blank })
    }

    fn unclosed(&mut self, open: usize) -> Box<Diagnostic> {
        let end = self.text.len();
        let span = self.span(open, end);
        let start = self.span(open, open + 1);
        self.i = end;
        Box::new(
            Diagnostic::error(
                ErrorCode::UnclosedString,
                if span.hi > start.lo { start.to(span) } else { start },
                "this character literal is never closed",
            )
            .label("no closing quote on this line"),
        )
    }

    /// A character literal whose token starts at `lo`; the quote is at `self.i`.
    fn string(&mut self, lo: usize, aux: u32) -> Result<Token, Box<Diagnostic>> {
        let open = self.i;
        let quote = self.text[open];
        let mut value = vec![];
        let mut i = open + 1;
        loop {
            match self.text.get(i) {
                None => return Err(self.unclosed(open)),
                Some(c) if *c == quote => {
                    if self.text.get(i + 1) == Some(&quote) {
                        value.push(u32::from(quote));
                        i += 2;
                    } else {
                        break;
                    }
                }
                Some(b'\\') if self.line.backslash => i = escape(self.text, i, &mut value),
                Some(c) => {
                    value.push(u32::from(*c));
                    i += 1;
                }
            }
        }
        self.i = i + 1;
        // The suffix form of BOZ, an old extension: '1f'x.
        if aux == NONE
            && matches!(self.peek(0), b'x' | b'X' | b'z' | b'Z' | b'b' | b'B' | b'o' | b'O')
            && self.name_end(self.i) == self.i + 1
        {
            let base: u32 = match self.peek(0).to_ascii_lowercase() {
                b'b' => 2,
                b'o' => 8,
                _ => 16,
            };
            let digits: Option<Vec<u8>> = value.iter().map(|c| u8::try_from(*c).ok()).collect();
            if let Some(digits) = digits.filter(|d| !d.is_empty() && d.iter().all(|b| (*b as char).is_digit(base))) {
                self.i += 1;
                let text = self.texts.intern(&digits);
                let span = self.span(lo, self.i);
                return Ok(Token { kind: TokenKind::Boz, kw: Kw::No, text, aux: base, span, blank: false });
            }
        }
        let text = self.texts.add_codes(value);
        Ok(Token { kind: TokenKind::Char, kw: Kw::No, text, aux, span: self.span(lo, i + 1), blank: false })
    }

    fn digits_end(&self, mut i: usize) -> usize {
        while i < self.text.len() && self.text[i].is_ascii_digit() {
            i += 1;
        }
        i
    }

    /// Whether an exponent begins at `i`; gives its end.
    fn exponent(&self, i: usize) -> Option<usize> {
        if !matches!(self.text.get(i), Some(b'e' | b'E' | b'd' | b'D' | b'q' | b'Q')) {
            return None;
        }
        let mut j = i + 1;
        if matches!(self.text.get(j), Some(b'+' | b'-')) {
            j += 1;
        }
        let end = self.digits_end(j);
        if end == i + 1 && self.line.bare_exponents && self.name_end(end) == end {
            return Some(end);
        }
        (end > j).then_some(end)
    }

    /// The text of a number; an exponent letter without digits gets a zero.
    fn number_text(&self, lo: usize, hi: usize) -> Vec<u8> {
        let mut text = self.text[lo..hi].to_vec();
        if text.last().is_some_and(u8::is_ascii_alphabetic) {
            text.push(b'0');
        }
        text
    }

    /// `.` after digits belongs to the number unless an operator begins there.
    fn dot_is_decimal(&self, i: usize) -> bool {
        let mut j = i + 1;
        // `0..or.`: the second one begins the operator.
        if self.text.get(j) == Some(&b'.') {
            return true;
        }
        if self.exponent(j).is_some() {
            return true;
        }
        while self.text.get(j).is_some_and(u8::is_ascii_alphabetic) {
            j += 1;
        }
        !(j > i + 1 && self.text.get(j) == Some(&b'.'))
    }

    fn number(&mut self, blank: bool, prev: Option<TokenKind>) -> Result<Token, Box<Diagnostic>> {
        let lo = self.i;
        let mut i = self.digits_end(lo);
        let mut real = false;
        // `x%1`: never a real after a dot-like position; `1.` after a name cannot be a member.
        if self.text.get(i) == Some(&b'.') && self.dot_is_decimal(i) {
            real = true;
            i = self.digits_end(i + 1);
        }
        if let Some(end) = self.exponent(i) {
            real = true;
            i = end;
        }
        // Hollerith: 3habc.
        if !real && matches!(self.text.get(i), Some(b'h' | b'H')) {
            let n: usize = std::str::from_utf8(&self.text[lo..i]).ok().and_then(|s| s.parse().ok()).unwrap_or(0);
            // Lines of fixed form end in blanks, as many as are needed.
            let there = n.min(self.text.len() - i - 1);
            if n > 0 && (there == n || self.line.fixed) && !matches!(prev, None | Some(TokenKind::Name)) {
                let mut bytes = self.text[i + 1..i + 1 + there].to_vec();
                bytes.resize(n, b' ');
                self.i = i + 1 + there;
                return Ok(self.literal(TokenKind::Hollerith, bytes, lo, self.i, NONE));
            }
        }
        let digits = self.number_text(lo, i);
        let mut aux = NONE;
        // `12u`, `12u_8` of Fortran 202Y.
        let unsigned = !real
            && matches!(self.text.get(i), Some(b'u' | b'U'))
            && !self.text.get(i + 1).is_some_and(|c| c.is_ascii_alphanumeric() || matches!(c, b'\'' | b'"' | b'%'));
        if unsigned {
            i += 1;
        }
        let mut end = i;
        if self.text.get(i) == Some(&b'_') {
            let k = self.name_end(i + 1);
            if matches!(self.text.get(i + 1), Some(b'\'' | b'"')) && !real && !unsigned {
                // The kind of a character literal.
                aux = self.texts.intern(&digits);
                self.i = i + 1;
                return self.string(lo, aux);
            }
            if k > i + 1 {
                aux = self.texts.intern(&self.text[i + 1..k]);
                end = k;
            } else {
                let span = self.span(lo, i + 1);
                self.i = i + 1;
                return Err(Box::new(
                    Diagnostic::error(ErrorCode::BadLiteral, span, "a kind parameter is missing after `_`")
                        .label("a literal constant's kind is a number or a named constant"),
                ));
            }
        }
        self.i = end;
        let text = self.texts.intern(&digits);
        let t = match real {
            true => TokenKind::Real,
            false if unsigned => TokenKind::Unsigned,
            false => TokenKind::Int,
        };
        if t != TokenKind::Real && digits.len() > 38 && self.texts.str(text).parse::<u128>().is_err() {
            let span = self.span(lo, end);
            return Err(Box::new(Diagnostic::error(ErrorCode::BadLiteral, span, "this integer is too large")));
        }
        Ok(Token { kind: t, kw: Kw::No, text, aux, span: self.span(lo, end), blank })
    }

    fn dot(&mut self, blank: bool, prev: Option<TokenKind>) -> Result<Token, Box<Diagnostic>> {
        let lo = self.i;
        if self.peek(1).is_ascii_digit() {
            let mut i = self.digits_end(lo + 1);
            if let Some(end) = self.exponent(i) {
                i = end;
            }
            let digits = self.number_text(lo, i);
            let mut aux = NONE;
            if self.text.get(i) == Some(&b'_') {
                let k = self.name_end(i + 1);
                aux = self.texts.intern(&self.text[i + 1..k]);
                i = k;
            }
            self.i = i;
            let text = self.texts.intern(&digits);
            return Ok(Token { kind: TokenKind::Real, kw: Kw::No, text, aux, span: self.span(lo, i), blank });
        }
        if self.peek(1) == b'.' {
            return Ok(self.plain(TokenKind::DotDot, 2, blank));
        }
        // Letters up to the next dot; in fixed form blanks may stand between.
        let mut j = lo + 1;
        let mut word: Vec<u8> = vec![];
        while let Some(c) = self.text.get(j) {
            if c.is_ascii_alphabetic() {
                word.push(c.to_ascii_lowercase());
            } else if !(self.line.fixed && *c == b' ') {
                break;
            }
            j += 1;
        }
        if word.is_empty() || self.text.get(j) != Some(&b'.') {
            // `a.b`: the component operator of other languages.
            let mut t = self.plain(TokenKind::Dot, 1, blank);
            if self.line.dots && !word.is_empty() && matches!(prev, Some(TokenKind::Name | TokenKind::RParen)) {
                t.kind = TokenKind::Percent;
            } else if prev == Some(TokenKind::Name) && !word.is_empty() {
                return Err(Box::new(
                    Diagnostic::error(ErrorCode::Syntax, t.span, "`.` does not select a component in Fortran")
                        .label("write `%`"),
                ));
            }
            t.blank = blank;
            return Ok(t);
        }
        j += 1;
        let t = match &word[..] {
            b"and" => TokenKind::And,
            b"or" => TokenKind::Or,
            b"not" => TokenKind::Not,
            b"eqv" => TokenKind::Eqv,
            b"neqv" => TokenKind::Neqv,
            b"xor" => TokenKind::Neqv,
            b"eq" => TokenKind::Eq,
            b"ne" => TokenKind::Ne,
            b"lt" => TokenKind::Lt,
            b"le" => TokenKind::Le,
            b"gt" => TokenKind::Gt,
            b"ge" => TokenKind::Ge,
            b"true" => TokenKind::True,
            b"false" => TokenKind::False,
            // `a.b.c`: an operator only where one of that name was defined.
            _ if self.line.dots
                && matches!(prev, Some(TokenKind::Name | TokenKind::RParen))
                && self.text.get(j).is_some_and(u8::is_ascii_alphabetic)
                && !self.texts.operators.contains(&word) =>
            {
                return Ok(self.plain(TokenKind::Percent, 1, blank));
            }
            _ => {
                if self.line.dots && prev == Some(TokenKind::LParen) {
                    self.texts.operators.insert(word.clone());
                }
                TokenKind::DefOp
            }
        };
        let mut aux = NONE;
        if matches!(t, TokenKind::True | TokenKind::False) && self.text.get(j) == Some(&b'_') {
            let k = self.name_end(j + 1);
            if k > j + 1 {
                aux = self.texts.intern(&self.text[j + 1..k]);
                j = k;
            }
        }
        self.i = j;
        let text = self.texts.intern(&word);
        Ok(Token { kind: t, kw: Kw::No, text, aux, span: self.span(lo, j), blank })
    }
}
