//! The words of the text: parentheses, integers, names, strings.

use crate::Error;

/// How deep lists may be nested.
const DEPTH: u32 = 500;

/// A word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Word<'t> {
    Open,
    Close,
    Int(i64),
    Name(&'t str),
    /// What stands between apostrophes, those within still doubled.
    Text(&'t [u8]),
    End,
}

/// Reads words from a text.
pub(crate) struct Scanner<'t> {
    text: &'t [u8],
    at: usize,
    /// Where the last word began.
    begin: usize,
    depth: u32,
}

pub(crate) type Res<T> = Result<T, Error>;

impl<'t> Scanner<'t> {
    pub fn new(text: &'t [u8]) -> Scanner<'t> {
        Scanner { text, at: 0, begin: 0, depth: 0 }
    }

    /// An error at the last word.
    pub fn error<T>(&self, what: impl Into<String>) -> Res<T> {
        let before = &self.text[..self.begin.min(self.text.len())];
        let line = 1 + before.iter().filter(|b| **b == b'\n').count();
        let column = 1 + before.iter().rev().take_while(|b| **b != b'\n').count();
        Err(Error { line: line as u32, column: column as u32, text: what.into() })
    }

    /// Skips to the end of the line.
    pub fn skip_line(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.iter().position(|b| *b == b'\n').map_or(rest.len(), |n| n + 1);
    }

    /// The next word.
    pub fn word(&mut self) -> Res<Word<'t>> {
        let text = self.text;
        while text.get(self.at).is_some_and(u8::is_ascii_whitespace) {
            self.at += 1;
        }
        self.begin = self.at;
        let Some(&first) = text.get(self.at) else { return Ok(Word::End) };
        self.at += 1;
        match first {
            b'(' => {
                self.depth += 1;
                if self.depth > DEPTH {
                    return self.error("lists are nested too deep");
                }
                Ok(Word::Open)
            }
            b')' => {
                self.depth = self.depth.saturating_sub(1);
                Ok(Word::Close)
            }
            b'\'' => self.quoted(),
            b'0'..=b'9' | b'-' => {
                let end = self.while_true(u8::is_ascii_digit);
                let digits = std::str::from_utf8(&text[self.begin..end]).unwrap_or_default();
                match digits.parse() {
                    Ok(n) => Ok(Word::Int(n)),
                    Err(_) => self.error("an integer is too large"),
                }
            }
            b if b.is_ascii_alphabetic() || b == b'_' => {
                let end = self.while_true(|b| b.is_ascii_alphanumeric() || *b == b'_' || *b == b'-');
                Ok(Word::Name(std::str::from_utf8(&text[self.begin..end]).unwrap_or_default()))
            }
            _ => self.error("a character does not belong here"),
        }
    }

    fn while_true(&mut self, f: impl Fn(&u8) -> bool) -> usize {
        while self.text.get(self.at).is_some_and(&f) {
            self.at += 1;
        }
        self.at
    }

    fn quoted(&mut self) -> Res<Word<'t>> {
        loop {
            match self.text.get(self.at) {
                None => return self.error("a string has no end"),
                Some(b'\'') if self.text.get(self.at + 1) == Some(&b'\'') => self.at += 2,
                Some(b'\'') => {
                    self.at += 1;
                    return Ok(Word::Text(&self.text[self.begin + 1..self.at - 1]));
                }
                Some(_) => self.at += 1,
            }
        }
    }

    /// The next word, which is read again by the next call.
    pub fn peek(&mut self) -> Res<Word<'t>> {
        let (at, depth) = (self.at, self.depth);
        let w = self.word();
        (self.at, self.depth) = (at, depth);
        w
    }

    pub fn open(&mut self) -> Res<()> {
        match self.word()? {
            Word::Open => Ok(()),
            _ => self.error("`(` is missing"),
        }
    }

    pub fn close(&mut self) -> Res<()> {
        match self.word()? {
            Word::Close => Ok(()),
            _ => self.error("`)` is missing"),
        }
    }

    /// Whether the list ends here; its `)` is taken then.
    pub fn closes(&mut self) -> Res<bool> {
        match self.peek()? {
            Word::Close => self.word().map(|_| true),
            Word::End => {
                self.begin = self.at;
                self.error("the text ends within a list")
            }
            _ => Ok(false),
        }
    }

    /// Items up to the end of a list whose `(` is next.
    pub fn list<T>(&mut self, mut item: impl FnMut(&mut Self) -> Res<T>) -> Res<Vec<T>> {
        self.open()?;
        self.rest(&mut item)
    }

    /// Items up to the end of a list.
    pub fn rest<T>(&mut self, mut item: impl FnMut(&mut Self) -> Res<T>) -> Res<Vec<T>> {
        let mut out = vec![];
        while !self.closes()? {
            out.push(item(self)?);
        }
        Ok(out)
    }

    pub fn int(&mut self) -> Res<i64> {
        match self.word()? {
            Word::Int(n) => Ok(n),
            _ => self.error("an integer is missing"),
        }
    }

    /// A number that is not negative and not large.
    pub fn number(&mut self) -> Res<u32> {
        match u32::try_from(self.int()?) {
            Ok(n) => Ok(n),
            Err(_) => self.error("a number is too large"),
        }
    }

    pub fn name(&mut self) -> Res<&'t str> {
        match self.word()? {
            Word::Name(n) => Ok(n),
            _ => self.error("a name is missing"),
        }
    }

    /// A string, as it was written.
    pub fn bytes(&mut self) -> Res<Vec<u8>> {
        let Word::Text(t) = self.word()? else { return self.error("a string is missing") };
        let mut out = Vec::with_capacity(t.len());
        let mut k = 0;
        while k < t.len() {
            out.push(t[k]);
            k += if t[k] == b'\'' { 2 } else { 1 };
        }
        Ok(out)
    }

    /// A string that is an identifier, a number or a label: ASCII.
    pub fn string(&mut self) -> Res<String> {
        match String::from_utf8(self.bytes()?) {
            Ok(s) if s.bytes().all(|b| (0x20..0x7f).contains(&b)) => Ok(s),
            _ => self.error("a name has characters that no name has"),
        }
    }

    /// Skips up to the end of a list.
    pub fn skip_rest(&mut self) -> Res<()> {
        let mut depth = 0u32;
        loop {
            match self.word()? {
                Word::Open => depth += 1,
                Word::Close if depth == 0 => return Ok(()),
                Word::Close => depth -= 1,
                Word::End => return self.error("the text ends within a list"),
                _ => {}
            }
        }
    }

    /// Skips a list.
    pub fn skip_list(&mut self) -> Res<()> {
        self.open()?;
        self.skip_rest()
    }
}
