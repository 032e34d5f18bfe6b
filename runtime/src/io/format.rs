//! Format specifications: parsing into a flat program, and running it.

use super::unit::{Leading, Round, Sign};
use super::{IoError, Res, code, defaults};
use std::cell::RefCell;
use std::rc::Rc;

/// The width (and the number of digits) of a descriptor that leaves them to the type of its item.
pub const DEFAULT: u32 = u32::MAX;

/// A data edit descriptor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Edit {
    /// `Iw.m`
    I { w: u32, m: Option<u32> },
    /// `Bw.m`, `Ow.m`, `Zw.m`: bits per digit 1, 3, 4.
    Bits { shift: u32, w: u32, m: Option<u32> },
    /// `Fw.d`
    F { w: u32, d: u32 },
    /// `Ew.dEe`, or `Dw.d`.
    E { w: u32, d: u32, e: Option<u32>, letter: u8 },
    /// `ENw.dEe`
    EN { w: u32, d: u32, e: Option<u32> },
    /// `ESw.dEe`
    ES { w: u32, d: u32, e: Option<u32> },
    /// `EXw.dEe`
    EX { w: u32, d: u32, e: Option<u32> },
    /// `Gw.dEe`
    G { w: u32, d: Option<u32>, e: Option<u32> },
    /// `Lw`
    L { w: u32 },
    /// `Aw`
    A { w: Option<u32> },
    /// `AT`: without trailing blanks.
    At,
    /// `DT'type'(list)`: position in [`Format::types`].
    Dt { at: u32 },
}

impl Edit {
    /// The descriptor with the widths that items of `bytes` bytes have where it names none.
    pub fn for_kind(self, real: bool, bytes: i64) -> Edit {
        let (width, digits) = match (real, bytes) {
            (false, ..=2) => (7, 0),
            (false, ..=4) => (12, 0),
            (false, ..=8) => (23, 0),
            (false, _) => (44, 0),
            (true, ..=4) => (15, 7),
            (true, ..=8) => (25, 16),
            (true, _) => (42, 33),
        };
        let mut edit = self;
        match &mut edit {
            Edit::I { w, .. } | Edit::Bits { w, .. } if *w == DEFAULT => *w = width,
            Edit::F { w, d }
            | Edit::E { w, d, .. }
            | Edit::EN { w, d, .. }
            | Edit::ES { w, d, .. }
            | Edit::EX { w, d, .. }
                if *w == DEFAULT =>
            {
                *w = width;
                *d = digits;
            }
            Edit::G { w, d, .. } if *w == DEFAULT => {
                *w = width;
                *d = real.then_some(digits);
            }
            _ => {}
        }
        edit
    }
}

/// What a DT descriptor hands to the procedure: the text behind DT, and the list.
pub type DtText = (Box<[u8]>, Vec<i32>);

/// One step of the program.
#[derive(Clone, PartialEq, Debug)]
pub enum Op {
    Data(Edit, u32),
    Text(Box<[u8]>),
    /// Ends so many records.
    Slash(u32),
    Colon,
    /// `nX`, `TRn`
    Right(u32),
    /// `TLn`
    Left(u32),
    /// `Tn`, one-based.
    Tab(u32),
    Scale(i32),
    Sign(Sign),
    Leading(Leading),
    BlankZero(bool),
    Round(Round),
    DecimalComma(bool),
    /// `$`: no record end.
    Dollar,
    /// Begins a group; `u32::MAX` times for `*`. `end` is the index of its `Close`.
    Open {
        count: u32,
        end: usize,
    },
    Close {
        start: usize,
    },
}

/// A parsed format.
#[derive(Debug)]
pub struct Format {
    pub ops: Vec<Op>,
    /// Where control goes when the format is used up: the `Open` of the last group at top level, or 0.
    revert: usize,
    /// Some data edit descriptor stands from `revert` on.
    revert_has_data: bool,
    text: Box<[u8]>,
    positions: Vec<u32>,
    /// Of the DT descriptors.
    pub types: Vec<DtText>,
}

struct Parser<'a> {
    /// The format is for input.
    input: bool,
    types: Vec<DtText>,
    text: &'a [u8],
    at: usize,
    ops: Vec<Op>,
    positions: Vec<u32>,
    last_group: Option<usize>,
    /// Where the current item begins.
    item: usize,
}

/// An error with the format and a caret under the place.
fn format_error(msg: &str, text: &[u8], at: usize) -> IoError {
    let shown = String::from_utf8_lossy(text);
    IoError::new(code::FORMAT, format!("{msg}\n{shown}\n{:at$}^", ""))
}

impl Parser<'_> {
    fn error<T>(&self, msg: &str) -> Res<T> {
        Err(format_error(msg, self.text, self.at.min(self.text.len().saturating_sub(1))))
    }
    /// Next character that is no blank, upper case; 0 at the end.
    fn peek(&mut self) -> u8 {
        while self.at < self.text.len() && matches!(self.text[self.at], b' ' | b'\t' | b'\n' | b'\r') {
            self.at += 1;
        }
        self.text.get(self.at).map_or(0, |c| c.to_ascii_uppercase())
    }
    fn next(&mut self) -> u8 {
        let c = self.peek();
        if c != 0 {
            self.at += 1;
        }
        c
    }
    fn accept(&mut self, c: u8) -> bool {
        if self.peek() == c {
            self.at += 1;
            return true;
        }
        false
    }
    /// Whether a digit stands `n` characters ahead.
    fn digit_after(&self, n: usize) -> bool {
        self.text.get(self.at + n).is_some_and(u8::is_ascii_digit)
    }
    /// Whether the rest of `Tn`, `TLn` or `TRn` stands `n` characters ahead.
    fn tab_after(&self, n: usize) -> bool {
        self.digit_after(n)
            || self.text.get(self.at + n).is_some_and(|c| matches!(c, b'l' | b'L' | b'r' | b'R'))
                && self.digit_after(n + 1)
    }
    fn number(&mut self) -> Res<Option<u32>> {
        let mut n: Option<u32> = None;
        while self.peek().is_ascii_digit() {
            let digit = u32::from(self.next() - b'0');
            let value = n.unwrap_or(0).checked_mul(10).and_then(|v| v.checked_add(digit));
            match value {
                Some(v) if v < 1 << 30 => n = Some(v),
                _ => return self.error("Number too large in format"),
            }
        }
        Ok(n)
    }
    fn push(&mut self, op: Op) {
        self.positions.push(self.item as u32);
        self.ops.push(op);
    }
    /// A width; zero only in output, where `since` is the first standard that knows it there.
    fn required_width(&mut self, integer: bool, since: u32) -> Res<u32> {
        match self.number()? {
            Some(0) if self.input && integer => self.error("Positive integer required in format"),
            Some(0) if self.input || defaults::zero_width_is_wrong(since) => {
                self.error("Zero width in format descriptor")
            }
            Some(w) => Ok(w),
            None if defaults::default_widths() => Ok(DEFAULT),
            None if self.input && integer => self.error("Positive integer required in format"),
            None => self.error("Nonnegative width required in format"),
        }
    }
    fn w_m(&mut self) -> Res<(u32, Option<u32>)> {
        let w = self.required_width(true, 0)?;
        let m = if self.accept(b'.') {
            match self.number()? {
                Some(m) => Some(m),
                None => return self.error("Nonnegative width required in format"),
            }
        } else {
            None
        };
        if w != 0 && m.is_some_and(|m| m > w) {
            return self.error("Minimum digits exceeds field width");
        }
        Ok((w, m))
    }
    fn w_d(&mut self, since: u32) -> Res<(u32, u32)> {
        let w = self.required_width(false, since)?;
        if w == DEFAULT {
            return Ok((w, DEFAULT));
        }
        if !self.accept(b'.') {
            if w == 0 || defaults::legacy() {
                return Ok((w, 0));
            }
            return self.error("Period required in format");
        }
        match self.number()? {
            Some(d) => Ok((w, d)),
            None => self.error("Nonnegative width required in format"),
        }
    }
    fn exponent(&mut self) -> Res<Option<u32>> {
        if !self.accept(b'E') {
            return Ok(None);
        }
        match self.number()? {
            Some(e) => Ok(Some(e)),
            None => self.error("Positive exponent width required"),
        }
    }
    fn quoted(&mut self, quote: u8) -> Res<Box<[u8]>> {
        let mut s = Vec::new();
        loop {
            match self.text.get(self.at) {
                None => return self.error("Unterminated character constant in format"),
                Some(&c) if c == quote => {
                    self.at += 1;
                    if self.text.get(self.at) == Some(&quote) {
                        s.push(quote);
                        self.at += 1;
                    } else {
                        return Ok(s.into());
                    }
                }
                Some(&c) => {
                    s.push(c);
                    self.at += 1;
                }
            }
        }
    }
    /// Whether only a comma can separate the item before from what follows (Fortran 2018, 13.3.1 (C1302)); strings
    /// and `nX` end by themselves, as an extension.
    fn comma_needed(&self) -> bool {
        let Some(last) = self.ops.last() else { return false };
        !matches!(
            last,
            Op::Open { .. } | Op::Slash(_) | Op::Colon | Op::Scale(_) | Op::Text(_) | Op::Right(_) | Op::Dollar
        )
    }
    /// Items up to the closing parenthesis, which is consumed.
    fn items(&mut self, depth: u32) -> Res<()> {
        if depth > 100 {
            return self.error("Format nested too deeply");
        }
        loop {
            let comma = self.accept(b',');
            if comma && self.peek() == b',' {
                return self.error("Unexpected element ',' in format");
            }
            if self.accept(b')') {
                return Ok(());
            }
            let c = self.peek();
            if !comma
                && self.comma_needed()
                && !matches!(c, b'/' | b':' | b'$' | b'\\' | b'\'' | b'"' | 0)
                && !defaults::legacy()
            {
                return self.error("Missing comma in format");
            }
            self.item = self.at;
            self.item(depth)?;
        }
    }

    /// One item with its repeat count or scale factor.
    fn item(&mut self, depth: u32) -> Res<()> {
        let negative = match self.peek() {
            b'-' => {
                self.at += 1;
                Some(true)
            }
            b'+' => {
                self.at += 1;
                Some(false)
            }
            _ => None,
        };
        let star = negative.is_none() && self.accept(b'*');
        let count = if star { None } else { self.number()? };
        if let Some(neg) = negative {
            let Some(k) = count else { return self.error("Expected integer in format") };
            if !self.accept(b'P') {
                return self.error("Expected P edit descriptor in format");
            }
            self.push(Op::Scale(if neg { -(k as i32) } else { k as i32 }));
            return Ok(());
        }
        if star && self.peek() != b'(' {
            return self.error("Left parenthesis required after '*'");
        }
        let c = self.next();
        let repeat = count.unwrap_or(1);
        if count == Some(0) && !matches!(c, b'P' | b'X') {
            return self.error("Expected P edit descriptor in format");
        }
        match c {
            0 => return self.error("Unexpected end of format string"),
            b'(' => return self.group(depth, if star { None } else { Some(repeat) }),
            b'P' => {
                self.push(Op::Scale(repeat as i32));
                return Ok(());
            }
            b'X' => {
                self.push(Op::Right(repeat));
                return Ok(());
            }
            b'/' => {
                self.push(Op::Slash(repeat));
                return Ok(());
            }
            b'H' => {
                let n = repeat as usize;
                if self.at + n > self.text.len() {
                    return self.error("Unterminated character constant in format");
                }
                let s: Box<[u8]> = self.text[self.at..self.at + n].into();
                self.at += n;
                self.push(Op::Text(s));
                return Ok(());
            }
            _ => {}
        }
        if self.data_edit(c, count, repeat)? {
            return Ok(());
        }
        if count.is_some() {
            let msg = format!("Unexpected element '{}' in format", char::from(c));
            return self.error(&msg);
        }
        self.control_edit(c)
    }

    /// Items in parentheses, so many times; any number of times without.
    fn group(&mut self, depth: u32, count: Option<u32>) -> Res<()> {
        let start = self.ops.len();
        if depth == 0 {
            self.last_group = Some(start);
        }
        self.push(Op::Open { count: count.unwrap_or(u32::MAX), end: 0 });
        self.items(depth + 1)?;
        let end = self.ops.len();
        self.push(Op::Close { start });
        if let Op::Open { end: e, .. } = &mut self.ops[start] {
            *e = end;
        }
        if count.is_none() && !self.ops[start..end].iter().any(|o| matches!(o, Op::Data(..))) {
            return self.error("'*' requires at least one associated data item");
        }
        Ok(())
    }

    /// An edit descriptor of a data item; false where the letter begins none.
    fn data_edit(&mut self, c: u8, count: Option<u32>, repeat: u32) -> Res<bool> {
        match c {
            b'I' => {
                let (w, m) = self.w_m()?;
                self.push(Op::Data(Edit::I { w, m }, repeat));
            }
            b'B' | b'O' | b'Z' if !(c == b'B' && matches!(self.peek(), b'N' | b'Z')) => {
                let (w, m) = self.w_m()?;
                let shift = match c {
                    b'B' => 1,
                    b'O' => 3,
                    _ => 4,
                };
                self.push(Op::Data(Edit::Bits { shift, w, m }, repeat));
            }
            b'B' => {
                let zero = self.next() == b'Z';
                self.push(Op::BlankZero(zero));
            }
            b'F' => {
                let (w, d) = self.w_d(0)?;
                self.push(Op::Data(Edit::F { w, d }, repeat));
            }
            b'E' => {
                let sub = self.peek();
                if matches!(sub, b'N' | b'S' | b'X') {
                    self.at += 1;
                }
                let (w, d) = self.w_d(2018)?;
                let e = if w == DEFAULT { None } else { self.exponent()? };
                let edit = match sub {
                    b'N' => Edit::EN { w, d, e },
                    b'S' => Edit::ES { w, d, e },
                    b'X' => Edit::EX { w, d, e },
                    _ => Edit::E { w, d, e, letter: b'E' },
                };
                self.push(Op::Data(edit, repeat));
            }
            b'D' => match self.peek() {
                b'C' | b'P' => {
                    let comma = self.next() == b'C';
                    self.push(Op::DecimalComma(comma));
                }
                b'T' => {
                    self.at += 1;
                    let (text, list) = self.derived_type()?;
                    let at = self.types.len() as u32;
                    self.types.push((text, list));
                    self.push(Op::Data(Edit::Dt { at }, repeat));
                }
                _ => {
                    let (w, d) = self.w_d(2018)?;
                    self.push(Op::Data(Edit::E { w, d, e: None, letter: b'D' }, repeat));
                }
            },
            b'G' => {
                let w = self.required_width(false, 2008)?;
                let d = if self.accept(b'.') {
                    match self.number()? {
                        Some(d) => Some(d),
                        None => return self.error("Nonnegative width required in format"),
                    }
                } else {
                    None
                };
                let e = if d.is_some() { self.exponent()? } else { None };
                self.push(Op::Data(Edit::G { w, d, e }, repeat));
            }
            // `LZ8` of old programs is a logical and a number.
            b'L' if count.is_none() && self.peek() == b'Z' && !self.digit_after(1) => {
                self.at += 1;
                let mode = match self.peek() {
                    b'S' => Leading::Suppress,
                    b'P' => Leading::Print,
                    _ => Leading::Default,
                };
                if mode != Leading::Default {
                    self.at += 1;
                }
                self.push(Op::Leading(mode));
            }
            b'A' if self.peek() == b'T' && !self.tab_after(1) => {
                if self.input {
                    return self.error("AT edit descriptor is not allowed in input");
                }
                self.at += 1;
                self.push(Op::Data(Edit::At, repeat));
            }
            b'L' => {
                let w = self.number()?.unwrap_or(1);
                self.push(Op::Data(Edit::L { w: w.max(1) }, repeat));
            }
            b'A' => {
                let w = self.number()?;
                if w == Some(0) {
                    return self.error("Zero width in format descriptor");
                }
                self.push(Op::Data(Edit::A { w }, repeat));
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// What follows `DT`: the text and the numbers that the procedure gets.
    fn derived_type(&mut self) -> Res<(Box<[u8]>, Vec<i32>)> {
        let text = match self.peek() {
            q @ (b'\'' | b'"') => {
                self.at += 1;
                self.quoted(q)?
            }
            _ => Box::default(),
        };
        let mut list = Vec::new();
        if self.accept(b'(') {
            loop {
                let negative = self.accept(b'-');
                let _ = !negative && self.accept(b'+');
                let Some(n) = self.number()? else {
                    return self.error("Expected integer in format");
                };
                list.push(if negative { -(n as i32) } else { n as i32 });
                if self.accept(b')') {
                    break;
                }
                if !self.accept(b',') {
                    return self.error("Missing comma or right parenthesis in format");
                }
            }
        }
        Ok((text, list))
    }

    /// An edit descriptor that takes neither data nor a repeat count.
    fn control_edit(&mut self, c: u8) -> Res<()> {
        match c {
            b'T' => {
                let kind = self.peek();
                if matches!(kind, b'L' | b'R') {
                    self.at += 1;
                }
                let Some(n) = self.number()? else { return self.error("Positive integer required in format") };
                match kind {
                    b'L' => self.push(Op::Left(n)),
                    b'R' => self.push(Op::Right(n)),
                    _ if n == 0 => return self.error("Positive integer required in format"),
                    _ => self.push(Op::Tab(n)),
                }
            }
            b':' => self.push(Op::Colon),
            b'$' | b'\\' => self.push(Op::Dollar),
            b'S' => {
                let mode = match self.peek() {
                    b'P' => Sign::Plus,
                    b'S' => Sign::Suppress,
                    _ => Sign::Default,
                };
                if mode != Sign::Default || self.peek() == b'U' {
                    self.at += 1;
                }
                self.push(Op::Sign(mode));
            }
            b'R' => {
                let mode = match self.next() {
                    b'U' => Round::Up,
                    b'D' => Round::Down,
                    b'Z' => Round::Zero,
                    b'N' => Round::Nearest,
                    b'C' => Round::Compatible,
                    b'P' => Round::ProcessorDefined,
                    _ => return self.error("Unexpected element in format"),
                };
                self.push(Op::Round(mode));
            }
            b'\'' | b'"' => {
                let s = self.quoted(c)?;
                self.push(Op::Text(s));
            }
            _ => {
                let msg = format!("Unexpected element '{}' in format", char::from(c));
                self.at -= 1;
                return self.error(&msg);
            }
        }
        Ok(())
    }
}

impl Format {
    /// Parses a format; text behind the closing parenthesis is ignored.
    pub fn parse(text: &[u8], input: bool) -> Res<Format> {
        let mut p = Parser {
            input,
            text,
            at: 0,
            ops: Vec::new(),
            positions: Vec::new(),
            last_group: None,
            item: 0,
            types: Vec::new(),
        };
        if !p.accept(b'(') {
            return p.error("Missing initial left parenthesis in format");
        }
        p.items(0)?;
        let revert = p.last_group.unwrap_or(0);
        let revert_has_data = p.ops[revert..].iter().any(|o| matches!(o, Op::Data(..)));
        Ok(Format { ops: p.ops, revert, revert_has_data, text: text.into(), positions: p.positions, types: p.types })
    }
    /// The parsed form of a text, from a cache.
    pub fn cached(text: &[u8], input: bool) -> Res<Rc<Format>> {
        const SIZE: usize = 64;
        type Cache = Vec<(Box<[u8]>, bool, Rc<Format>)>;
        thread_local!(static CACHE: RefCell<Cache> = const { RefCell::new(Vec::new()) });
        CACHE.with(|c| {
            let mut c = c.borrow_mut();
            if let Some(i) = c.iter().position(|(t, i, _)| *i == input && **t == *text) {
                let f = c[i].2.clone();
                if i > 0 {
                    c.swap(i, i / 2);
                }
                return Ok(f);
            }
            let f = Rc::new(Format::parse(text, input)?);
            if c.len() >= SIZE {
                c.pop();
            }
            c.push((text.into(), input, f.clone()));
            Ok(f)
        })
    }
}

/// What the transfer has to do next.
#[derive(Debug)]
pub enum Step {
    /// Transfer an item with this descriptor.
    Data(Edit),
    /// A control item.
    Control(usize),
    /// The format is used up and starts again: new record.
    Revert,
    /// No item is left and the format has come to a data descriptor, a colon or its end.
    Done,
}

/// A format being run.
#[derive(Debug)]
pub struct Runner {
    pub format: Rc<Format>,
    pc: usize,
    /// Remaining repetitions of the open groups.
    counts: Vec<u32>,
    edit_left: u32,
}

impl Runner {
    /// At the beginning.
    pub fn new(format: Rc<Format>) -> Runner {
        Runner { format, pc: 0, counts: Vec::new(), edit_left: 0 }
    }
    /// Goes on to the next step; `more` says that an item is waiting.
    pub fn step(&mut self, more: bool) -> Res<Step> {
        loop {
            let Some(op) = self.format.ops.get(self.pc) else {
                if !more {
                    return Ok(Step::Done);
                }
                if !self.format.revert_has_data {
                    let text = &self.format.text;
                    return Err(format_error("Insufficient data descriptors in format after reversion", text, 0));
                }
                self.pc = self.format.revert;
                self.counts.clear();
                return Ok(Step::Revert);
            };
            match op {
                Op::Data(edit, repeat) => {
                    if !more {
                        return Ok(Step::Done);
                    }
                    if self.edit_left == 0 {
                        self.edit_left = *repeat;
                    }
                    self.edit_left -= 1;
                    if self.edit_left == 0 {
                        self.pc += 1;
                    }
                    return Ok(Step::Data(*edit));
                }
                Op::Open { count, .. } => {
                    self.counts.push(*count);
                    self.pc += 1;
                }
                Op::Close { start } => {
                    // `Open` pushed the count.
                    let left = self.counts.last_mut().unwrap();
                    if *left == u32::MAX {
                        self.pc = start + 1;
                    } else {
                        *left -= 1;
                        if *left > 0 {
                            self.pc = start + 1;
                        } else {
                            self.counts.pop();
                            self.pc += 1;
                        }
                    }
                }
                Op::Colon => {
                    if !more {
                        return Ok(Step::Done);
                    }
                    self.pc += 1;
                }
                _ => {
                    self.pc += 1;
                    return Ok(Step::Control(self.pc - 1));
                }
            }
        }
    }
    /// An error that points to the descriptor used last.
    pub fn error(&self, msg: &str) -> IoError {
        let pc = if self.edit_left > 0 { self.pc } else { self.pc.saturating_sub(1) };
        let at = self.format.positions.get(pc).map_or(0, |p| *p as usize);
        format_error(msg, &self.format.text, at)
    }
}
