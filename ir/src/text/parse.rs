//! Text to module. Any input gives a module or an error with its place, never a panic.

use super::is_name_byte;
use crate::entity::{EntityRef, Op, Region, Value};
use crate::module::{Attr, InlinedCall, Key, Loc, Module};
use crate::ops::{OPS, OpKind};
use crate::passes::once;
use crate::types::{Type, TypeKind};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// What is wrong with the text, and where (one-based line and column).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseError {
    /// One-based line.
    pub line: u32,
    /// One-based column, in bytes.
    pub col: u32,
    /// What is wrong.
    pub text: String,
}

impl std::fmt::Display for ParseError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.col, self.text)
    }
}
impl std::error::Error for ParseError {}

type Res<T> = Result<T, ParseError>;

/// Most lanes of a vector: far more than any machine has.
const MAX_LANES: i64 = 1024;
/// Deepest nesting of regions.
const MAX_DEPTH: usize = 400;
/// Most results of an op, and most arguments of a region.
const MAX_VALUES: usize = 10_000;
/// Deepest nesting of types and attribute lists.
const MAX_NEST: usize = 60;

/// Parses a whole module.
pub fn parse_module(text: &str) -> Result<Module, ParseError> {
    parse_with_places(text).map(|(m, _)| m)
}

/// Where the ops of a module stand in the text that it was parsed from.
#[derive(Clone, Debug)]
pub struct Places<'t> {
    text: &'t str,
    /// Byte positions by op.
    ops: Vec<usize>,
}

impl Places<'_> {
    /// One-based line and column of an op; none for ops that were made later.
    pub fn of(&self, op: Op) -> Option<(u32, u32)> {
        self.ops.get(op.index()).map(|&at| line_and_column(self.text.as_bytes(), at))
    }

    /// One-based lines and columns of all ops, in the order of the text.
    pub fn all(&self) -> impl Iterator<Item = (Op, (u32, u32))> + '_ {
        let (mut line, mut start, mut seen) = (1, 0, 0);
        self.ops.iter().enumerate().map(move |(i, &at)| {
            for (k, _) in self.text.as_bytes()[seen..at].iter().enumerate().filter(|(_, b)| **b == b'\n') {
                line += 1;
                start = seen + k + 1;
            }
            seen = at;
            (Op::new(i), (line, (at - start) as u32 + 1))
        })
    }
}

/// Parses a whole module, and notes where its ops stand.
pub fn parse_with_places(text: &str) -> Result<(Module, Places<'_>), ParseError> {
    let mut p = Parser {
        s: text.as_bytes(),
        pos: 0,
        m: Module::default(),
        values: FxHashMap::default(),
        names: Vec::new(),
        loc: Loc::default(),
        places: Vec::new(),
    };
    p.module()?;
    Ok((p.m, Places { text, ops: p.places }))
}

/// One-based line and column, in bytes.
fn line_and_column(text: &[u8], at: usize) -> (u32, u32) {
    let before = &text[..at.min(text.len())];
    let line = before.iter().filter(|&&b| b == b'\n').count() as u32 + 1;
    let start = before.iter().rposition(|&b| b == b'\n').map_or(0, |i| i + 1);
    (line, (before.len() - start) as u32 + 1)
}

/// Parses a whole module and adds what stands in it to `m`; gives the new ops. The text must name no files.
pub fn append_module(m: &mut Module, text: &str) -> Result<Vec<Op>, ParseError> {
    let before = m.regions[m.top].ops.len();
    let mut p = Parser {
        s: text.as_bytes(),
        pos: 0,
        m: std::mem::take(m),
        values: FxHashMap::default(),
        names: Vec::new(),
        loc: Loc::default(),
        places: Vec::new(),
    };
    let done = p.module();
    *m = p.m;
    done?;
    Ok(m.regions[m.top].ops[before..].to_vec())
}

struct Parser<'t> {
    s: &'t [u8],
    pos: usize,
    m: Module,
    values: FxHashMap<&'t [u8], Value>,
    /// Names in order of definition; those of a region are forgotten at its end.
    names: Vec<&'t [u8]>,
    loc: Loc,
    /// Positions of ops in order of their making.
    places: Vec<usize>,
}

impl<'t> Parser<'t> {
    fn fail_at<T>(&self, pos: usize, text: impl Into<String>) -> Res<T> {
        let (line, col) = line_and_column(self.s, pos);
        Err(ParseError { line, col, text: text.into() })
    }
    fn fail<T>(&self, text: impl Into<String>) -> Res<T> {
        self.fail_at(self.pos, text)
    }
    fn byte(&self) -> u8 {
        self.s.get(self.pos).copied().unwrap_or(0)
    }
    /// Skips blanks, line ends and comments.
    fn skip(&mut self) {
        while let Some(&b) = self.s.get(self.pos) {
            match b {
                b' ' | b'\t' | b'\r' | b'\n' => self.pos += 1,
                b';' => {
                    while self.pos < self.s.len() && self.s[self.pos] != b'\n' {
                        self.pos += 1;
                    }
                }
                _ => break,
            }
        }
    }
    fn at_end(&mut self) -> bool {
        self.skip();
        self.pos >= self.s.len()
    }
    fn peek(&mut self, b: u8) -> bool {
        self.skip();
        self.pos < self.s.len() && self.byte() == b
    }
    fn eat(&mut self, b: u8) -> bool {
        let yes = self.peek(b);
        self.pos += usize::from(yes);
        yes
    }
    fn expect(&mut self, b: u8) -> Res<()> {
        if self.eat(b) { Ok(()) } else { self.fail(format!("expected `{}`", b as char)) }
    }
    fn name_bytes(&mut self) -> &'t [u8] {
        let start = self.pos;
        while self.pos < self.s.len() && is_name_byte(self.s[self.pos]) {
            self.pos += 1;
        }
        &self.s[start..self.pos]
    }
    fn word(&mut self) -> Res<&'t str> {
        self.skip();
        let w = self.name_bytes();
        if w.is_empty() {
            return self.fail("expected a name");
        }
        Ok(std::str::from_utf8(w).unwrap_or_default()) // name bytes are ASCII
    }
    /// A name with or without quotes.
    fn name(&mut self) -> Res<String> {
        if self.byte() == b'"' {
            let start = self.pos;
            let b = self.string()?;
            return String::from_utf8(b).or_else(|_| self.fail_at(start, "a name must be UTF-8"));
        }
        Ok(self.word()?.to_string())
    }
    fn string(&mut self) -> Res<Vec<u8>> {
        let start = self.pos;
        self.expect(b'"')?;
        let mut out = Vec::new();
        loop {
            let Some(&b) = self.s.get(self.pos) else {
                return self.fail_at(start, "string without end");
            };
            self.pos += 1;
            match b {
                b'"' => return Ok(out),
                b'\n' => return self.fail_at(start, "string without end"),
                b'\\' => {
                    let e = self.byte();
                    self.pos += 1;
                    match e {
                        b'"' | b'\\' => out.push(e),
                        b'n' => out.push(b'\n'),
                        b't' => out.push(b'\t'),
                        b'x' => {
                            let h = self.s.get(self.pos..self.pos + 2);
                            match h.and_then(hex_byte) {
                                Some(v) => out.push(v),
                                None => return self.fail("expected two hexadecimal digits"),
                            }
                            self.pos += 2;
                        }
                        _ => return self.fail_at(self.pos - 1, "unknown escape in a string"),
                    }
                }
                _ => out.push(b),
            }
        }
    }
    fn int(&mut self) -> Res<i64> {
        self.skip();
        let start = self.pos;
        if self.byte() == b'-' {
            self.pos += 1;
        }
        while self.byte().is_ascii_digit() {
            self.pos += 1;
        }
        let text = std::str::from_utf8(&self.s[start..self.pos]).unwrap_or_default();
        text.parse().or_else(|_| self.fail_at(start, "expected an integer of 64 bits"))
    }

    // ---- types and attributes -----------------------------------------------------------------
    fn ty(&mut self, depth: usize) -> Res<Type> {
        if depth > MAX_NEST {
            return self.fail("type nested too deeply");
        }
        self.skip();
        let start = self.pos;
        if self.byte() == b'!' {
            self.pos += 1;
            let n = self.name()?;
            return Ok(self.m.types.intern(TypeKind::Derived(n)));
        }
        // A type name has no `.`, `_` or `$`; take letters and digits.
        while self.byte().is_ascii_alphanumeric() {
            self.pos += 1;
        }
        let word = &self.s[start..self.pos];
        Ok(match word {
            b"i1" => Type::BOOL,
            b"i8" => Type::I8,
            b"i16" => Type::I16,
            b"i32" => Type::I32,
            b"i64" => Type::I64,
            b"f80" => self.m.types.intern(TypeKind::Float(80)),
            b"f128" => self.m.types.intern(TypeKind::Float(128)),
            b"c80" => self.m.types.intern(TypeKind::Complex(80)),
            b"c128" => self.m.types.intern(TypeKind::Complex(128)),
            b"i128" => self.m.types.intern(TypeKind::Int(128)),
            b"l128" => self.m.types.intern(TypeKind::Logical(128)),
            b"index" => Type::INDEX,
            b"f32" => Type::F32,
            b"f64" => Type::F64,
            b"c32" => Type::C32,
            b"c64" => Type::C64,
            b"l8" => Type::L8,
            b"l16" => Type::L16,
            b"l32" => Type::L32,
            b"l64" => Type::L64,
            b"ptr" => Type::PTR,
            b"map" => Type::MAP,
            b"bounds" => Type::BOUNDS,
            b"chr" | b"chr4" => {
                let kind = if word.len() == 4 { 4 } else { 1 };
                self.expect(b'<')?;
                let len = if self.eat(b'?') {
                    None
                } else {
                    let n = self.int()?;
                    if n < 0 {
                        return self.fail("a length must not be negative");
                    }
                    Some(n)
                };
                self.expect(b'>')?;
                self.m.types.intern(TypeKind::Char(len, kind))
            }
            b"ref" => {
                self.expect(b'<')?;
                let t = self.ty(depth + 1)?;
                self.expect(b'>')?;
                self.m.types.reference(t)
            }
            b"box" => {
                self.expect(b'<')?;
                let shape = self.dims()?;
                // Polymorphic descriptors have a word more than dimensions.
                let [Some(rank @ 0..=16)] = shape[..] else {
                    return self.fail("expected a rank from 0 to 16");
                };
                let elem = self.ty(depth + 1)?;
                self.expect(b'>')?;
                self.m.types.boxed(rank as usize, elem)
            }
            b"vec" => {
                self.expect(b'<')?;
                let [Some(lanes @ 1..=MAX_LANES)] = self.dims()?[..] else {
                    return self.fail(format!("expected a number of lanes from 1 to {MAX_LANES}"));
                };
                let elem = self.ty(depth + 1)?;
                self.expect(b'>')?;
                self.m.types.vec(lanes as u32, elem)
            }
            b"view" | b"array" => {
                self.expect(b'<')?;
                let shape = self.dims()?;
                let elem = self.ty(depth + 1)?;
                let mut contig = false;
                if word == b"view" && self.eat(b',') {
                    if self.word()? != "contig" {
                        return self.fail("expected `contig`");
                    }
                    contig = true;
                }
                self.expect(b'>')?;
                if word == b"view" { self.m.types.view(shape, elem, contig) } else { self.m.types.array(shape, elem) }
            }
            _ => return self.fail_at(start, "expected a type"),
        })
    }
    /// `4x?x`: dimensions, each followed by `x`.
    fn dims(&mut self) -> Res<Vec<Option<i64>>> {
        let mut out = Vec::new();
        loop {
            self.skip();
            match self.byte() {
                b'?' => {
                    self.pos += 1;
                    out.push(None);
                }
                b'0'..=b'9' => out.push(Some(self.int()?)),
                _ => return Ok(out),
            }
            if self.byte() != b'x' {
                return self.fail("expected `x` after an extent");
            }
            self.pos += 1;
        }
    }
    fn attr(&mut self, depth: usize) -> Res<Attr> {
        if depth > MAX_NEST {
            return self.fail("list nested too deeply");
        }
        self.skip();
        let start = self.pos;
        match self.byte() {
            b'"' => Ok(Attr::Str(self.string()?)),
            b'@' => {
                self.pos += 1;
                Ok(Attr::Sym(self.name()?))
            }
            b'[' => {
                self.pos += 1;
                let mut items = Vec::new();
                if !self.eat(b']') {
                    loop {
                        items.push(self.attr(depth + 1)?);
                        if !self.eat(b',') {
                            break;
                        }
                    }
                    self.expect(b']')?;
                }
                Ok(Attr::List(items))
            }
            b'0'..=b'9' | b'-' => self.number(),
            _ => match self.name_bytes() {
                b"true" => Ok(Attr::Unit),
                b"type" => Ok(Attr::Type(self.ty(0)?)),
                b"hex" => {
                    let digits = self.string()?;
                    let bytes = digits.chunks(2).map(hex_byte).collect::<Option<Vec<u8>>>();
                    match bytes {
                        Some(b) => Ok(Attr::Bytes(b)),
                        None => self.fail_at(start, "expected pairs of hexadecimal digits"),
                    }
                }
                _ => self.fail_at(start, "expected an attribute value"),
            },
        }
    }
    fn number(&mut self) -> Res<Attr> {
        let start = self.pos;
        if self.s[start..].starts_with(b"0xf") {
            self.pos += 3;
            let digits = self.name_bytes();
            let bits = std::str::from_utf8(digits).ok().and_then(|t| u64::from_str_radix(t, 16).ok());
            return match bits {
                Some(b) if digits.len() == 16 => Ok(Attr::Float(f64::from_bits(b))),
                _ => self.fail_at(start, "expected 16 hexadecimal digits after 0xf"),
            };
        }
        while matches!(self.byte(), b'0'..=b'9' | b'.' | b'e' | b'E')
            || (matches!(self.byte(), b'-' | b'+')
                && (self.pos == start || matches!(self.s[self.pos - 1], b'e' | b'E')))
        {
            self.pos += 1;
        }
        let text = std::str::from_utf8(&self.s[start..self.pos]).unwrap_or_default();
        if text.contains(['.', 'e', 'E']) {
            match text.parse::<f64>() {
                Ok(f) if f.is_finite() => Ok(Attr::Float(f)),
                _ => self.fail_at(start, "not a number"),
            }
        } else {
            match text.parse::<i64>() {
                Ok(i) => Ok(Attr::Int(i)),
                Err(_) => self.fail_at(start, "expected an integer of 64 bits"),
            }
        }
    }

    // ---- ops ----------------------------------------------------------------------------------
    /// The names of source files.
    fn files(&mut self, list: &Attr) -> Res<()> {
        if !matches!(list, Attr::List(_)) {
            return self.fail("expected a list of file names");
        }
        for f in list.items() {
            match f.as_str() {
                Some(s) => self.m.files.push(s.to_string()),
                None => return self.fail("expected a list of file names"),
            }
        }
        Ok(())
    }

    /// Calls that bodies stand in place of; each one names only calls before it.
    fn calls(&mut self, list: &Attr) -> Res<()> {
        fn place(a: &Attr, known: usize) -> Option<Loc> {
            let [file, line, col, call] = a.items() else { return None };
            let call = u32::try_from(call.as_int()?).ok().filter(|&c| c as usize <= known)?;
            let (file, col) = (file.as_int()?.try_into().ok()?, col.as_int()?.try_into().ok()?);
            Some(Loc { file, line: line.as_int()?.try_into().ok()?, col, call })
        }
        for c in list.items() {
            let known = self.m.calls.len();
            let found = match c.items() {
                [callee, name, procedure, at] => callee.as_str().zip(name.as_str()).and_then(|(callee, name)| {
                    let (procedure, at) = (place(procedure, 0)?, place(at, known)?);
                    Some(InlinedCall { callee: callee.into(), name: name.into(), procedure, at })
                }),
                _ => None,
            };
            match found {
                Some(c) => self.m.calls.push(c),
                None => return self.fail("expected calls: [callee, name, place of the procedure, place of the call]"),
            }
        }
        Ok(())
    }

    fn module(&mut self) -> Res<()> {
        if self.word()? != "module" {
            return self.fail("expected `module` at the start");
        }
        if self.eat(b'[') {
            loop {
                let key = self.word()?.to_string();
                self.expect(b'=')?;
                let value = self.attr(0)?;
                match key.as_str() {
                    "files" => self.files(&value)?,
                    "calls" => self.calls(&value)?,
                    "after" => match value.as_str() {
                        Some(pass) if once().any(|p| p == pass) => {
                            self.m.after = Some(pass.to_string());
                        }
                        _ => return self.fail("expected the name of a pass of the pipelines `loop` and `device`"),
                    },
                    _ => return self.fail("expected `files`, `calls` or `after`"),
                }
                if !self.eat(b',') {
                    break;
                }
            }
            self.expect(b']')?;
        }
        let top = self.m.top;
        while !self.at_end() {
            self.values.clear();
            self.names.clear();
            self.loc = Loc::default();
            let op = self.op(0)?;
            self.m.insert(top, self.m.regions[top].ops.len(), op);
        }
        Ok(())
    }
    fn value_name(&mut self) -> Res<&'t [u8]> {
        self.expect(b'%')?;
        let n = self.name_bytes();
        if n.is_empty() { self.fail("expected a value name after `%`") } else { Ok(n) }
    }
    fn define(&mut self, at: usize, name: &'t [u8], v: Value) -> Res<()> {
        if self.values.insert(name, v).is_some() {
            return self.fail_at(at, format!("value %{} is defined twice", String::from_utf8_lossy(name)));
        }
        self.names.push(name);
        Ok(())
    }
    fn op(&mut self, depth: usize) -> Res<Op> {
        if depth > MAX_DEPTH {
            return self.fail("regions nested too deeply");
        }
        self.skip();
        let start = self.pos;
        let mut names: SmallVec<[(usize, &'t [u8]); 2]> = SmallVec::new();
        if self.peek(b'%') {
            loop {
                self.skip();
                let at = self.pos;
                if names.len() == MAX_VALUES {
                    return self.fail("too many results");
                }
                names.push((at, self.value_name()?));
                if !self.eat(b',') {
                    break;
                }
            }
            self.expect(b'=')?;
        }
        self.skip();
        let kind_at = self.pos;
        let word = self.word()?;
        let Some(kind) = OpKind::from_name(word) else {
            return self.fail_at(kind_at, format!("no op `{word}`"));
        };
        let op = self.m.new_op(kind, SmallVec::new(), SmallVec::new(), Loc::default());
        self.places.push(start);
        // Operands start on the op's own line: a `%` on the next one is a result of the next op.
        let blanks = self.s[self.pos..].iter().take_while(|b| matches!(b, b' ' | b'\t')).count();
        if self.s.get(self.pos + blanks) == Some(&b'%') {
            loop {
                self.skip();
                let at = self.pos;
                let n = self.value_name()?;
                let Some(&v) = self.values.get(n) else {
                    return self.fail_at(at, format!("value %{} is not defined yet", String::from_utf8_lossy(n)));
                };
                let end = self.m.operands(op).len();
                self.m.insert_operand(op, end, v);
                if !self.eat(b',') {
                    break;
                }
            }
        }
        if self.peek(b'[') {
            self.attrs(op, kind)?;
        }
        // Results get their types after the regions but must exist before them.
        let mut results = SmallVec::<[Value; 2]>::new();
        for &(at, n) in &names {
            let v = self.m.add_result(op, Type::BOOL);
            results.push(v);
            // A result is not visible in the op's own regions.
            if self.values.contains_key(n) {
                return self.fail_at(at, format!("value %{} is defined twice", String::from_utf8_lossy(n)));
            }
        }
        while self.peek(b'(') || self.peek(b'{') {
            let r = self.region(depth)?;
            self.m.attach_region(op, r);
        }
        if !results.is_empty() {
            if !self.eat(b':') {
                return self.fail("expected `:` and the types of the results");
            }
            for (i, &v) in results.iter().enumerate() {
                if i > 0 {
                    self.expect(b',')?;
                }
                let t = self.ty(0)?;
                self.m.values[v].ty = t;
            }
            for (&(at, n), &v) in names.iter().zip(&results) {
                self.define(at, n, v)?;
            }
        }
        if self.eat(b'@') {
            self.loc = if self.eat(b'?') {
                Loc::default()
            } else {
                let at = self.pos;
                let file = self.int()?;
                self.expect(b':')?;
                let line = self.int()?;
                self.expect(b':')?;
                let col = self.int()?;
                let call = if self.eat(b':') { self.int()? } else { 0 };
                let known = self.m.calls.len();
                let call = u32::try_from(call).ok().filter(|&c| c as usize <= known);
                match (file.try_into(), line.try_into(), col.try_into(), call) {
                    (Ok(file), Ok(line), Ok(col), Some(call)) => Loc { file, line, col, call },
                    _ => return self.fail_at(at, "location out of range"),
                }
            };
        }
        self.m.ops[op].loc = self.loc;
        debug_assert!(self.pos > start);
        Ok(op)
    }
    fn attrs(&mut self, op: Op, kind: OpKind) -> Res<()> {
        self.expect(b'[')?;
        if self.eat(b']') {
            return Ok(());
        }
        loop {
            self.skip();
            let at = self.pos;
            let word = self.word()?;
            let Some(key) = key_of(kind, word) else {
                return self.fail_at(at, format!("no attribute `{word}`"));
            };
            let value = if self.eat(b'=') { self.attr(0)? } else { Attr::Unit };
            if self.m.attr(op, key).is_some() {
                return self.fail_at(at, format!("attribute `{word}` is given twice"));
            }
            self.m.set_attr(op, key, value);
            if !self.eat(b',') {
                break;
            }
        }
        self.expect(b']')
    }
    fn region(&mut self, depth: usize) -> Res<Region> {
        let r = self.m.new_region(&[]);
        let outside = self.names.len();
        if self.eat(b'(') {
            loop {
                self.skip();
                let at = self.pos;
                let n = self.value_name()?;
                self.expect(b':')?;
                let t = self.ty(0)?;
                if self.m.args(r).len() == MAX_VALUES {
                    return self.fail_at(at, "too many arguments");
                }
                let v = self.m.add_arg(r, t);
                self.define(at, n, v)?;
                if !self.eat(b',') {
                    break;
                }
            }
            self.expect(b')')?;
        }
        self.expect(b'{')?;
        while !self.eat(b'}') {
            if self.at_end() {
                return self.fail("expected `}`");
            }
            let op = self.op(depth + 1)?;
            self.m.insert(r, self.m.regions[r].ops.len(), op);
        }
        for n in self.names.split_off(outside) {
            self.values.remove(n);
        }
        Ok(r)
    }
}

/// The table's key of that text: an attribute of the op, else of any op (the verifier objects then).
fn key_of(kind: OpKind, word: &str) -> Option<Key> {
    if word == "segs" {
        return Some("segs");
    }
    let find = |i: &'static crate::ops::OpInfo| i.attrs.iter().map(|a| a.key).find(|k| *k == word);
    find(kind.info()).or_else(|| OPS.iter().find_map(find))
}

fn hex_byte(b: &[u8]) -> Option<u8> {
    let digit = |c: u8| (c as char).to_digit(16);
    match *b {
        [h, l] => Some((digit(h)? * 16 + digit(l)?) as u8),
        _ => None,
    }
}
