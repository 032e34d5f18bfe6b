//! Preprocessing: macros and their expansion, and the expressions of `#if`. Which lines are kept is decided in
//! [`super::read`].

use super::lines::{PhysLine, Segment};
use rustc_hash::FxHashMap;

/// Macros may expand into each other this deep.
const MAX_EXPANSION: usize = 64;
/// Bytes that one line may grow to.
const MAX_LINE: usize = 1 << 20;

/// A macro.
#[derive(Clone, Debug)]
pub struct Macro {
    /// Parameters of a macro with arguments.
    params: Option<Vec<Vec<u8>>>,
    body: Vec<u8>,
}

/// The macros that are defined.
#[derive(Debug, Default)]
pub struct Macros {
    map: FxHashMap<Vec<u8>, Macro>,
}

fn is_start(b: u8) -> bool {
    b.is_ascii_alphabetic() || b == b'_'
}

fn is_word(b: u8) -> bool {
    b.is_ascii_alphanumeric() || b == b'_'
}

fn word_end(t: &[u8], i: usize) -> usize {
    i + t[i..].iter().take_while(|b| is_word(**b)).count()
}

fn skip(t: &[u8], i: usize) -> usize {
    i + t[i..].iter().take_while(|b| **b == b' ' || **b == b'\t').count()
}

/// In the body of a macro: here stood a C comment between two words, which become one when the macro is expanded, as
/// old preprocessors have it (`a/**/b`).
const JOIN: u8 = 1;

/// Text of a directive with a blank for each C comment, or with [`JOIN`] for one that touches its neighbours.
pub fn without_comments(t: &[u8], join: bool) -> Vec<u8> {
    let mut out = Vec::with_capacity(t.len());
    let mut i = 0;
    while i < t.len() {
        match t[i] {
            b'\'' | b'"' => {
                let end = quoted_end(t, i);
                out.extend_from_slice(&t[i..end]);
                i = end;
            }
            b'/' if t.get(i + 1) == Some(&b'*') => {
                i = t[i + 2..].windows(2).position(|w| w == b"*/").map_or(t.len(), |n| i + n + 4);
                let touches = |b: Option<&u8>| b.is_some_and(|b| !b.is_ascii_whitespace());
                out.push(if join && touches(out.last()) && touches(t.get(i)) { JOIN } else { b' ' });
            }
            c => {
                out.push(c);
                i += 1;
            }
        }
    }
    out
}

/// Where a quoted text that begins at `i` ends.
fn quoted_end(t: &[u8], i: usize) -> usize {
    t[i + 1..].iter().position(|b| *b == t[i]).map_or(t.len(), |n| i + n + 2)
}

/// The version of gfortran that build systems and sources are told, where they ask for one: what it can is there, and
/// no project that is known refuses it.
pub const GFORTRAN: [u8; 3] = [14, 2, 0];

impl Macros {
    /// Macros that are always there.
    pub fn predefined(openmp: bool) -> Macros {
        let mut m = Macros::default();
        let mut set = |n: &str, v: &str| m.set(n, v);
        set("__FERROTRAN__", "1");
        // What build systems and sources that know gfortran ask for: its options and its dialect are understood.
        set("__GFORTRAN__", "1");
        set("_LANGUAGE_FORTRAN", "1");
        let [major, minor, patch] = GFORTRAN.map(|n| n.to_string());
        set("__VERSION__", &format!("\"{major}.{minor}.{patch}\""));
        set("__GNUC__", &major);
        set("__GNUC_MINOR__", &minor);
        set("__GNUC_PATCHLEVEL__", &patch);
        set("__SIZEOF_POINTER__", "8");
        set("__ORDER_LITTLE_ENDIAN__", "1234");
        set("__ORDER_BIG_ENDIAN__", "4321");
        set("__BYTE_ORDER__", if cfg!(target_endian = "little") { "1234" } else { "4321" });
        set("__LP64__", "1");
        set("_LP64", "1");
        if cfg!(target_os = "linux") {
            set("__linux__", "1");
            set("__linux", "1");
            set("__unix__", "1");
        }
        if cfg!(target_os = "macos") {
            set("__APPLE__", "1");
        }
        if cfg!(target_os = "windows") {
            set("_WIN32", "1");
        }
        if cfg!(target_arch = "x86_64") {
            set("__x86_64__", "1");
        }
        if cfg!(target_arch = "aarch64") {
            set("__aarch64__", "1");
        }
        if openmp {
            set("_OPENMP", "202411");
        }
        m
    }

    fn set(&mut self, name: &str, value: &str) {
        self.map.insert(name.as_bytes().to_vec(), Macro { params: None, body: value.as_bytes().to_vec() });
    }

    /// `-DNAME=value` or `-DNAME(a)=value`.
    pub fn define_option(&mut self, name: &str, value: &str) -> bool {
        self.define(format!("{name} {value}").as_bytes()).is_ok()
    }

    /// `#define` lines of all macros, in the order of their names.
    pub fn definitions(&self) -> Vec<u8> {
        let mut all: Vec<_> = self.map.iter().collect();
        all.sort_by(|a, b| a.0.cmp(b.0));
        let mut out = vec![];
        for (name, m) in all {
            out.extend_from_slice(b"#define ");
            out.extend_from_slice(name);
            if let Some(p) = &m.params {
                out.push(b'(');
                out.extend_from_slice(&p.join(&b',')[..]);
                out.push(b')');
            }
            out.push(b' ');
            out.extend(m.body.iter().filter(|b| **b != JOIN));
            out.push(b'\n');
        }
        out
    }

    /// `#define` with the text after the keyword.
    pub fn define(&mut self, text: &[u8]) -> Result<(), &'static str> {
        let i = skip(text, 0);
        if i >= text.len() || !is_start(text[i]) {
            return Err("a macro needs a name");
        }
        let end = word_end(text, i);
        let name = text[i..end].to_vec();
        let mut body = end;
        let mut params = None;
        if text.get(end) == Some(&b'(') {
            let close = text[end..].iter().position(|b| *b == b')').ok_or("the parameters are not closed")? + end;
            let list = text[end + 1..close].trim_ascii();
            let mut v = vec![];
            if !list.is_empty() {
                for p in list.split(|b| *b == b',') {
                    let p = p.trim_ascii();
                    if p != b"..." && (p.is_empty() || !is_start(p[0]) || word_end(p, 0) != p.len()) {
                        return Err("a parameter is not a name");
                    }
                    v.push(p.to_vec());
                }
            }
            params = Some(v);
            body = close + 1;
        }
        self.map.insert(name, Macro { params, body: text[body..].trim_ascii().to_vec() });
        Ok(())
    }

    /// `#undef`
    pub fn undef(&mut self, name: &[u8]) {
        self.map.remove(name);
    }

    /// Whether a name is defined.
    pub fn defined(&self, name: &[u8]) -> bool {
        let builtin: [&[u8]; 5] = [b"__LINE__", b"__FILE__", b"__DATE__", b"__TIME__", b"__TIMESTAMP__"];
        self.map.contains_key(name) || builtin.contains(&name)
    }

    /// A line with its macros expanded; `None` where it has none.
    pub fn expand_line(&self, line: &PhysLine, fixed: bool, file: &str, number: u32) -> Option<PhysLine> {
        let t = line.text();
        if !self.concerns(t) {
            return None;
        }
        let mut out = vec![];
        let mut map: Vec<Segment> = vec![];
        let mut last = 0;
        let mut changed = false;
        let first = skip(t, 0);
        let sentinel = t.get(first) == Some(&b'!') && t.get(first + 1) == Some(&b'$');
        if fixed
            && matches!(t.first(), Some(b'c' | b'C' | b'*' | b'd' | b'D'))
            && t.get(1) != Some(&b'$')
            && !(t.len() > 1 && matches!(t[0], b'd' | b'D'))
        {
            return None;
        }
        let mut i = 0;
        let keep = |out: &mut Vec<u8>, map: &mut Vec<Segment>, lo: usize, hi: usize| {
            if lo < hi {
                map.push(Segment { off: out.len() as u32, pos: line.pos(lo), linear: true });
                out.extend_from_slice(&t[lo..hi]);
            }
        };
        while i < t.len() {
            match t[i] {
                b'\'' | b'"' => i = quoted_end(t, i),
                b'!' if !(sentinel && i == first) => break,
                b'/' if t.get(i + 1) == Some(&b'*') => {
                    // A C comment within the line.
                    match t[i + 2..].windows(2).position(|w| w == b"*/") {
                        Some(n) => {
                            keep(&mut out, &mut map, last, i);
                            i += n + 4;
                            last = i;
                            changed = true;
                        }
                        None => i += 2,
                    }
                }
                c if is_start(c) => {
                    let end = word_end(t, i);
                    let mut next = end;
                    if let Some(text) = self.invoke(t, i, end, &mut next, &mut vec![], file, number) {
                        keep(&mut out, &mut map, last, i);
                        map.push(Segment { off: out.len() as u32, pos: line.pos(i), linear: false });
                        out.extend_from_slice(&text);
                        last = next;
                        changed = true;
                    }
                    i = next;
                }
                c if c.is_ascii_digit() => i = word_end(t, i),
                _ => i += 1,
            }
        }
        if !changed || out.len() > MAX_LINE {
            return None;
        }
        keep(&mut out, &mut map, last, t.len());
        Some(PhysLine::made(out, map))
    }

    /// Whether the arguments of a macro are not closed on this line.
    pub fn open_call(&self, t: &[u8]) -> bool {
        let mut i = 0;
        while i < t.len() {
            match t[i] {
                b'\'' | b'"' => i = quoted_end(t, i),
                b'!' => return false,
                c if is_start(c) => {
                    let end = word_end(t, i);
                    let open = skip(t, end);
                    if t.get(open) == Some(&b'(')
                        && self.map.get(&t[i..end]).is_some_and(|m| m.params.is_some())
                        && arguments(t, open).is_none()
                    {
                        return true;
                    }
                    i = end;
                }
                c if c.is_ascii_digit() => i = word_end(t, i),
                _ => i += 1,
            }
        }
        false
    }

    /// Quick test whether any word of a line is a macro.
    fn concerns(&self, t: &[u8]) -> bool {
        let mut i = 0;
        while i < t.len() {
            if is_start(t[i]) {
                let end = word_end(t, i);
                let w = &t[i..end];
                if self.map.contains_key(w) || w.starts_with(b"__") {
                    return true;
                }
                i = end;
            } else if t[i] == b'/' && t.get(i + 1) == Some(&b'*') {
                return true;
            } else {
                i += 1;
            }
        }
        false
    }

    /// Expansion of the word `t[lo..hi]`; `next` is set past its arguments.
    #[allow(clippy::too_many_arguments)]
    fn invoke(
        &self,
        t: &[u8],
        lo: usize,
        hi: usize,
        next: &mut usize,
        active: &mut Vec<Vec<u8>>,
        file: &str,
        number: u32,
    ) -> Option<Vec<u8>> {
        let word = &t[lo..hi];
        match word {
            b"__LINE__" => return Some(number.to_string().into_bytes()),
            b"__FILE__" => return Some(format!("\"{}\"", file.replace('"', "\"\"")).into_bytes()),
            b"__DATE__" => return Some(b"\"Jan 01 1970\"".to_vec()),
            b"__TIME__" => return Some(b"\"00:00:00\"".to_vec()),
            b"__TIMESTAMP__" => return Some(b"\"Thu Jan 01 00:00:00 1970\"".to_vec()),
            _ => {}
        }
        let m = self.map.get(word)?;
        if active.iter().any(|a| a == word) || active.len() >= MAX_EXPANSION {
            return None;
        }
        let mut text = m.body.clone();
        if let Some(params) = &m.params {
            let open = skip(t, hi);
            if t.get(open) != Some(&b'(') {
                return None;
            }
            let (args, end) = arguments(t, open)?;
            *next = end;
            let args: Vec<Vec<u8>> = args.into_iter().map(|a| a.trim_ascii().to_vec()).collect();
            text = substitute(&m.body, params, &args, |a| self.expand_text(a, active, file, number));
        } else {
            text = paste(&text);
        }
        text.retain(|b| *b != JOIN);
        active.push(word.to_vec());
        let r = self.expand_text(&text, active, file, number);
        active.pop();
        Some(r)
    }

    fn expand_text(&self, t: &[u8], active: &mut Vec<Vec<u8>>, file: &str, number: u32) -> Vec<u8> {
        let mut out = vec![];
        let mut i = 0;
        while i < t.len() && out.len() < MAX_LINE {
            let start = i;
            match t[i] {
                b'\'' | b'"' => i = quoted_end(t, i),
                c if is_start(c) => {
                    let end = word_end(t, i);
                    let mut next = end;
                    if let Some(text) = self.invoke(t, i, end, &mut next, active, file, number) {
                        out.extend_from_slice(&text);
                        i = next;
                        continue;
                    }
                    i = end;
                }
                c if c.is_ascii_digit() => i = word_end(t, i),
                _ => i += 1,
            }
            out.extend_from_slice(&t[start..i]);
        }
        out
    }

    /// Value of the expression of `#if`.
    pub fn condition(&self, t: &[u8], file: &str, number: u32) -> Result<bool, String> {
        // `defined` is looked at before macros are expanded.
        let mut text = vec![];
        let mut i = 0;
        while i < t.len() {
            if is_start(t[i]) {
                let end = word_end(t, i);
                if &t[i..end] == b"defined" {
                    let mut j = skip(t, end);
                    let paren = t.get(j) == Some(&b'(');
                    if paren {
                        j = skip(t, j + 1);
                    }
                    let e = word_end(t, j.min(t.len()));
                    if e == j {
                        return Err("`defined` needs a name".into());
                    }
                    text.extend_from_slice(if self.defined(&t[j..e]) { b" 1 " } else { b" 0 " });
                    i = e;
                    if paren {
                        i = skip(t, i);
                        if t.get(i) != Some(&b')') {
                            return Err("`defined(` is not closed".into());
                        }
                        i += 1;
                    }
                    continue;
                }
                text.extend_from_slice(&t[i..end]);
                i = end;
            } else if t[i] == b'/' && t.get(i + 1) == Some(&b'/') {
                break;
            } else if t[i] == b'/' && t.get(i + 1) == Some(&b'*') {
                i = t[i + 2..].windows(2).position(|w| w == b"*/").map_or(t.len(), |n| i + n + 4);
            } else {
                text.push(t[i]);
                i += 1;
            }
        }
        let text = self.expand_text(&text, &mut vec![], file, number);
        let mut e = Eval { t: &text, i: 0, depth: 0 };
        let v = e.ternary()?;
        e.blanks();
        if e.i < e.t.len() {
            return Err(format!("unexpected `{}`", String::from_utf8_lossy(&e.t[e.i..])));
        }
        Ok(v != 0)
    }
}

/// Arguments in the parentheses that open at `open`, and what follows them.
fn arguments(t: &[u8], open: usize) -> Option<(Vec<&[u8]>, usize)> {
    let mut args = vec![];
    let (mut depth, mut lo, mut i) = (0, open + 1, open);
    while i < t.len() {
        match t[i] {
            b'\'' | b'"' => {
                i = quoted_end(t, i);
                continue;
            }
            b'(' => depth += 1,
            b')' => {
                depth -= 1;
                if depth == 0 {
                    args.push(&t[lo..i]);
                    return Some((args, i + 1));
                }
            }
            b',' if depth == 1 => {
                args.push(&t[lo..i]);
                lo = i + 1;
            }
            _ => {}
        }
        i += 1;
    }
    None
}

/// Puts arguments for parameters, inside of quotes too (as traditional preprocessors do), with `#p` and `##`.
fn substitute(body: &[u8], params: &[Vec<u8>], args: &[Vec<u8>], mut expand: impl FnMut(&[u8]) -> Vec<u8>) -> Vec<u8> {
    let variadic = params.last().is_some_and(|p| p == b"...");
    let find = |w: &[u8]| -> Option<Vec<u8>> {
        if variadic && w == b"__VA_ARGS__" {
            return Some(args.get(params.len() - 1..).unwrap_or_default().join(&b", "[..]));
        }
        params.iter().position(|p| p == w).map(|i| args.get(i).cloned().unwrap_or_default())
    };
    let mut out: Vec<u8> = vec![];
    let mut i = 0;
    let mut quote = 0u8;
    while i < body.len() {
        let c = body[i];
        if is_start(c) {
            let end = word_end(body, i);
            match find(&body[i..end]) {
                Some(a) => {
                    let pasted = out.ends_with(b"##") || body[skip(body, end)..].starts_with(b"##");
                    out.extend_from_slice(&if quote != 0 || pasted { a } else { expand(&a) });
                }
                None => out.extend_from_slice(&body[i..end]),
            }
            i = end;
            continue;
        }
        if c == b'#' && quote == 0 && body.get(i + 1) != Some(&b'#') && !out.ends_with(b"#") {
            let j = skip(body, i + 1);
            if j < body.len() && is_start(body[j]) {
                let end = word_end(body, j);
                if let Some(a) = find(&body[j..end]) {
                    out.push(b'"');
                    for b in a {
                        if b == b'"' {
                            out.push(b'"');
                        }
                        out.push(b);
                    }
                    out.push(b'"');
                    i = end;
                    continue;
                }
            }
        }
        if quote == 0 && (c == b'\'' || c == b'"') {
            quote = c;
        } else if c == quote {
            quote = 0;
        }
        // Blanks around `##` go with it.
        if quote == 0 && c == b'#' && body.get(i + 1) == Some(&b'#') {
            while out.last().is_some_and(|b| *b == b' ' || *b == b'\t') {
                out.pop();
            }
            out.extend_from_slice(b"##");
            i = skip(body, i + 2);
            continue;
        }
        out.push(c);
        i += 1;
    }
    paste(&out)
}

/// Removes `##`.
fn paste(t: &[u8]) -> Vec<u8> {
    let mut out: Vec<u8> = Vec::with_capacity(t.len());
    let mut i = 0;
    while i < t.len() {
        if t[i..].starts_with(b"##") {
            while out.last().is_some_and(|b| *b == b' ') {
                out.pop();
            }
            i = skip(t, i + 2);
        } else {
            out.push(t[i]);
            i += 1;
        }
    }
    out
}

/// Integer expressions of `#if`.
struct Eval<'a> {
    t: &'a [u8],
    i: usize,
    depth: usize,
}

impl Eval<'_> {
    fn blanks(&mut self) {
        while self.t.get(self.i).is_some_and(u8::is_ascii_whitespace) {
            self.i += 1;
        }
    }

    fn eat(&mut self, s: &[u8]) -> bool {
        self.blanks();
        let fits = self.t[self.i..].starts_with(s);
        if fits {
            self.i += s.len();
        }
        fits
    }

    fn ternary(&mut self) -> Result<i64, String> {
        self.depth += 1;
        if self.depth > 200 {
            return Err("the expression is nested too deeply".into());
        }
        let c = self.binary(0)?;
        let v = if self.eat(b"?") {
            let a = self.ternary()?;
            if !self.eat(b":") {
                return Err("`?` without `:`".into());
            }
            let b = self.ternary()?;
            if c != 0 { a } else { b }
        } else {
            c
        };
        self.depth -= 1;
        Ok(v)
    }

    fn operator(&mut self) -> Option<(&'static [u8], u8)> {
        const OPS: &[(&[u8], u8)] = &[
            (b"||", 1),
            (b"&&", 2),
            (b"==", 6),
            (b"!=", 6),
            (b"<=", 7),
            (b">=", 7),
            (b"<<", 8),
            (b">>", 8),
            (b"<", 7),
            (b">", 7),
            (b"|", 3),
            (b"^", 4),
            (b"&", 5),
            (b"+", 9),
            (b"-", 9),
            (b"*", 10),
            (b"/", 10),
            (b"%", 10),
        ];
        self.blanks();
        OPS.iter().copied().find(|(s, _)| self.t[self.i..].starts_with(s))
    }

    fn binary(&mut self, min: u8) -> Result<i64, String> {
        let mut a = self.unary()?;
        while let Some((op, power)) = self.operator() {
            if power <= min {
                break;
            }
            self.i += op.len();
            let b = self.binary(power)?;
            a = match op {
                b"||" => i64::from(a != 0 || b != 0),
                b"&&" => i64::from(a != 0 && b != 0),
                b"==" => i64::from(a == b),
                b"!=" => i64::from(a != b),
                b"<=" => i64::from(a <= b),
                b">=" => i64::from(a >= b),
                b"<" => i64::from(a < b),
                b">" => i64::from(a > b),
                b"<<" => a.wrapping_shl(b as u32),
                b">>" => a.wrapping_shr(b as u32),
                b"|" => a | b,
                b"^" => a ^ b,
                b"&" => a & b,
                b"+" => a.wrapping_add(b),
                b"-" => a.wrapping_sub(b),
                b"*" => a.wrapping_mul(b),
                // Not evaluated in `0 && 1/0`; a value there does no harm.
                b"/" if b == 0 => return Err("division by zero".into()),
                b"/" => a.wrapping_div(b),
                _ if b == 0 => return Err("division by zero".into()),
                _ => a.wrapping_rem(b),
            };
        }
        Ok(a)
    }

    fn unary(&mut self) -> Result<i64, String> {
        self.depth += 1;
        if self.depth > 200 {
            return Err("the expression is nested too deeply".into());
        }
        self.blanks();
        let v = match self.t.get(self.i) {
            Some(b'!') => {
                self.i += 1;
                i64::from(self.unary()? == 0)
            }
            Some(b'-') => {
                self.i += 1;
                self.unary()?.wrapping_neg()
            }
            Some(b'+') => {
                self.i += 1;
                self.unary()?
            }
            Some(b'~') => {
                self.i += 1;
                !self.unary()?
            }
            Some(b'(') => {
                self.i += 1;
                let v = self.ternary()?;
                if !self.eat(b")") {
                    return Err("a parenthesis is not closed".into());
                }
                v
            }
            Some(c) if c.is_ascii_digit() => {
                let end = word_end(self.t, self.i);
                let text = String::from_utf8_lossy(&self.t[self.i..end]).to_ascii_lowercase();
                let digits = text.trim_end_matches(['u', 'l']);
                self.i = end;
                let v = if let Some(h) = digits.strip_prefix("0x") {
                    i64::from_str_radix(h, 16)
                } else if digits.len() > 1 && digits.starts_with('0') {
                    i64::from_str_radix(&digits[1..], 8)
                } else {
                    digits.parse()
                };
                v.map_err(|_| format!("`{text}` is not an integer"))?
            }
            Some(c) if is_start(*c) => {
                self.i = word_end(self.t, self.i);
                // A macro call of something undefined: its arguments are skipped.
                if self.eat(b"(") {
                    let (_, end) = arguments(self.t, self.i - 1).ok_or("a parenthesis is not closed")?;
                    self.i = end;
                }
                0
            }
            Some(c) => return Err(format!("unexpected `{}`", *c as char)),
            None => return Err("an expression is missing".into()),
        };
        self.depth -= 1;
        Ok(v)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn expand(defs: &[&str], line: &str) -> String {
        let mut m = Macros::default();
        for d in defs {
            m.define(d.as_bytes()).unwrap();
        }
        String::from_utf8(m.expand_text(line.as_bytes(), &mut vec![], "f.F90", 7)).unwrap()
    }

    #[test]
    fn macros() {
        assert_eq!(
            expand(&["N 10", "SQ(x) ((x)*(x))"], "a(N) = SQ(b(1,2)) + 'N'"),
            "a(10) = ((b(1,2))*(b(1,2))) + 'N'"
        );
        assert_eq!(expand(&["STR(x) \"x\""], "STR(hello)"), "\"hello\"");
        assert_eq!(expand(&["STR(x) #x"], "STR(a b)"), "\"a b\"");
        assert_eq!(expand(&["CAT(a,b) a ## b"], "CAT(x, 1)"), "x1");
        assert_eq!(expand(&["A B", "B A"], "A"), "A");
        assert_eq!(expand(&[], "__LINE__ __FILE__"), "7 \"f.F90\"");
    }

    #[test]
    fn conditions() {
        let mut m = Macros::default();
        m.define(b"V 5").unwrap();
        let c = |s: &str| m.condition(s.as_bytes(), "f", 1);
        assert_eq!(c("defined(V) && V >= 4 && !defined W"), Ok(true));
        assert_eq!(c("(V + 1) * 2 == 12 ? 0 : 1"), Ok(false));
        assert_eq!(c("UNKNOWN || 0x10 == 16"), Ok(true));
        assert!(c("1 +").is_err());
        assert!(c("1 / 0").is_err());
    }
}
