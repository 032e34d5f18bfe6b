//! Checks of constant format specifications (clause 13 of the standard).

/// The format with all its commas, or its first fault with the offset of the byte it was found at. `text` starts with the
/// parenthesis. `old`: what programs before Fortran 90 leave out may be missing; `widths`: so may widths; `strict`: commas
/// may not.
pub(crate) fn check(text: &[u8], old: bool, widths: bool, strict: bool) -> Result<Vec<u8>, (usize, String)> {
    let c = run(Checker { text, at: 0, old, widths, strict, zero: false, loose: true, commas: vec![] })?;
    let mut out = Vec::with_capacity(text.len() + c.commas.len());
    let mut from = 0;
    for at in c.commas {
        out.extend_from_slice(&text[from..at]);
        out.push(b',');
        from = at;
    }
    out.extend_from_slice(&text[from..]);
    Ok(out)
}

/// Whether a legal format has an edit descriptor of width zero, which input does not take (13.7.2.1).
pub(crate) fn zero_width(text: &[u8]) -> bool {
    let c = Checker { text, at: 0, old: true, widths: true, strict: false, zero: false, loose: true, commas: vec![] };
    run(c).is_ok_and(|c| c.zero)
}

fn run(mut c: Checker<'_>) -> Result<Checker<'_>, (usize, String)> {
    c.blanks();
    if !c.eat(b'(') {
        c.fail("a format starts with a left parenthesis")?;
    }
    // What follows the closing parenthesis is ignored.
    c.items(0)?;
    Ok(c)
}

struct Checker<'t> {
    text: &'t [u8],
    at: usize,
    old: bool,
    widths: bool,
    strict: bool,
    /// An edit descriptor has the width zero.
    zero: bool,
    /// The last item needs no comma behind it.
    loose: bool,
    /// Where commas are missing.
    commas: Vec<usize>,
}

type Check = Result<(), (usize, String)>;

impl Checker<'_> {
    fn fail(&self, msg: impl Into<String>) -> Check {
        Err((self.at.min(self.text.len().saturating_sub(1)), msg.into()))
    }
    fn blanks(&mut self) {
        while matches!(self.text.get(self.at), Some(b' ' | b'\t')) {
            self.at += 1;
        }
    }
    fn peek(&mut self) -> Option<u8> {
        self.blanks();
        self.text.get(self.at).map(|c| c.to_ascii_lowercase())
    }
    fn eat(&mut self, c: u8) -> bool {
        if self.peek() == Some(c) {
            self.at += 1;
            return true;
        }
        false
    }
    fn digit_at(&self, n: usize) -> bool {
        self.text.get(self.at + n).is_some_and(u8::is_ascii_digit)
    }
    /// At a T: whether it is TN, TLn or TRn.
    fn tab_ahead(&self) -> bool {
        let letter = self.text.get(self.at + 1).is_some_and(|c| matches!(c.to_ascii_lowercase(), b'l' | b'r'));
        self.digit_at(1) || letter && self.digit_at(2)
    }
    fn number(&mut self) -> Option<u64> {
        self.blanks();
        let mut n: Option<u64> = None;
        while let Some(d) = self.peek().filter(|c| c.is_ascii_digit()) {
            n = Some(n.unwrap_or(0).saturating_mul(10).saturating_add((d - b'0') as u64));
            self.at += 1;
        }
        n
    }

    /// Items up to the closing parenthesis.
    fn items(&mut self, depth: usize) -> Check {
        if depth > 100 {
            return self.fail("the groups of the format are nested too deeply");
        }
        self.loose = true;
        let (mut comma, mut first) = (false, true);
        loop {
            match self.peek() {
                None => return self.fail("the parentheses of the format are not balanced"),
                Some(b')') => {
                    if comma && !self.old {
                        return self.fail("an item is missing after the last comma of the format");
                    }
                    self.at += 1;
                    self.loose = false;
                    return Ok(());
                }
                Some(b',') => {
                    if (comma || first) && !self.old {
                        return self.fail("an item is missing before a comma of the format");
                    }
                    self.at += 1;
                    self.loose = true;
                    comma = true;
                }
                Some(c) => {
                    (comma, first) = (false, false);
                    // 13.3.1 (C1302); strings and `nX` end by themselves, as an extension.
                    if !self.loose && !matches!(c, b'/' | b':' | b'$' | b'\\' | b'\'' | b'"') {
                        if self.strict {
                            return self.fail("a comma is missing in the format, which no standard allows");
                        }
                        self.commas.push(self.at);
                    }
                    self.loose = false;
                    self.item(depth)?;
                }
            }
        }
    }

    fn item(&mut self, depth: usize) -> Check {
        if self.eat(b'*') {
            if !self.eat(b'(') {
                return self.fail("`*` repeats a group in parentheses");
            }
            return self.items(depth + 1);
        }
        if let Some(sign @ (b'+' | b'-')) = self.peek() {
            self.at += 1;
            if self.number().is_none() || !self.eat(b'p') {
                return self.fail(format!("a scale factor is expected after `{}`", sign as char));
            }
            self.loose = true;
            return Ok(());
        }
        let start = self.at;
        let repeat = self.number();
        if repeat == Some(0) && self.peek() != Some(b'p') {
            self.at = start;
            return self.fail("a repeat count must be positive");
        }
        let Some(c) = self.peek() else {
            return self.fail("the parentheses of the format are not balanced");
        };
        self.at += 1;
        match c {
            b'(' => self.items(depth + 1),
            b'\'' | b'"' => {
                let q = self.text[self.at - 1];
                loop {
                    match self.text.get(self.at) {
                        None => return self.fail("a character string in the format is not closed"),
                        Some(x) if *x == q => {
                            self.at += 1;
                            if self.text.get(self.at) != Some(&q) {
                                self.loose = true;
                                return Ok(());
                            }
                            self.at += 1;
                        }
                        Some(_) => self.at += 1,
                    }
                }
            }
            b'h' => {
                self.loose = true;
                let Some(n) = repeat else { return self.fail("a Hollerith string needs its length before H") };
                self.at += n as usize;
                if self.at > self.text.len() {
                    return self.fail("the Hollerith string ends after the format");
                }
                Ok(())
            }
            b'i' | b'b' | b'o' | b'z' if !(c == b'b' && matches!(self.peek(), Some(b'n' | b'z'))) => {
                let width = self.number();
                self.zero |= width == Some(0);
                if width.is_none() && !self.widths {
                    let name = (c as char).to_ascii_uppercase();
                    return self.fail(format!("a width is expected after {name} (-fdec-format-defaults allows that)"));
                }
                if self.eat(b'.') {
                    match (width, self.number()) {
                        (_, None) => return self.fail("a number of digits is expected after the period"),
                        (Some(w), Some(m)) if w != 0 && m > w => {
                            return self.fail(format!("the {m} digits demanded do not fit into the width {w}"));
                        }
                        _ => {}
                    }
                }
                Ok(())
            }
            b'b' => {
                self.at += 1;
                Ok(())
            }
            b'f' | b'e' | b'g' | b'd' if !(c == b'd' && matches!(self.peek(), Some(b'c' | b'p' | b't'))) => {
                self.real(c)
            }
            b'd' => {
                let k = self.peek();
                self.at += 1;
                if k == Some(b't') {
                    return self.defined();
                }
                Ok(())
            }
            // AT, LZ, LZS and LZP of Fortran 2023; with a number behind them they are two descriptors of old programs.
            b'a' if self.peek() == Some(b't') && !self.tab_ahead() => {
                self.at += 1;
                Ok(())
            }
            b'l' if repeat.is_none() && self.peek() == Some(b'z') && !self.digit_at(1) => {
                self.at += 1;
                if matches!(self.peek(), Some(b's' | b'p')) {
                    self.at += 1;
                }
                Ok(())
            }
            b'a' | b'l' => {
                self.number();
                Ok(())
            }
            b'x' => {
                self.loose = true;
                Ok(())
            }
            b'/' | b':' | b'$' | b'\\' => {
                self.loose = true;
                Ok(())
            }
            b't' => {
                if matches!(self.peek(), Some(b'l' | b'r')) {
                    self.at += 1;
                }
                match self.number() {
                    Some(n) if n > 0 => Ok(()),
                    _ => self.fail("a positive column is expected after T, TL or TR"),
                }
            }
            b's' => {
                if matches!(self.peek(), Some(b's' | b'p' | b'u')) {
                    self.at += 1;
                }
                Ok(())
            }
            b'p' if repeat.is_some() => {
                self.loose = true;
                Ok(())
            }
            b'r' => match self.peek() {
                Some(b'u' | b'd' | b'z' | b'n' | b'c' | b'p') => {
                    self.at += 1;
                    Ok(())
                }
                _ => self.fail("`R` is followed by U, D, Z, N, C or P"),
            },
            c => {
                self.at -= 1;
                self.fail(format!("`{}` is not an edit descriptor", (c as char).to_ascii_uppercase()))
            }
        }
    }

    /// What follows DT: a string and a list of integers.
    fn defined(&mut self) -> Check {
        if let Some(q @ (b'\'' | b'"')) = self.peek() {
            self.at += 1;
            loop {
                match self.text.get(self.at) {
                    None => return self.fail("a character string in the format is not closed"),
                    Some(x) if *x == q => {
                        self.at += 1;
                        if self.text.get(self.at) != Some(&q) {
                            break;
                        }
                        self.at += 1;
                    }
                    Some(_) => self.at += 1,
                }
            }
        }
        if self.eat(b'(') {
            loop {
                let _ = self.eat(b'-') || self.eat(b'+');
                if self.number().is_none() {
                    return self.fail("an integer is expected in the list of DT");
                }
                if self.eat(b')') {
                    break;
                }
                if !self.eat(b',') {
                    return self.fail("a comma or a parenthesis is expected in the list of DT");
                }
            }
        }
        Ok(())
    }

    fn real(&mut self, c: u8) -> Check {
        let mut name = (c as char).to_ascii_uppercase().to_string();
        if c == b'e'
            && let Some(k @ (b'n' | b's' | b'x')) = self.peek()
        {
            self.at += 1;
            name.push((k as char).to_ascii_uppercase());
        }
        let width = self.number();
        self.zero |= width == Some(0) && name != "G";
        match width {
            None if self.peek() != Some(b'.') && self.widths => return Ok(()),
            None if self.peek() != Some(b'.') => {
                return self.fail(format!("a width is expected after {name} (-fdec-format-defaults allows that)"));
            }
            None => return self.fail(format!("a width is expected after {name}: {name}w.d")),
            _ => {}
        }
        if !self.eat(b'.') {
            // `g0`, and `f8` as nothing but a mistake.
            if name == "G" || self.old {
                return Ok(());
            }
            return self.fail(format!("the edit descriptor {name} needs a number of digits: {name}w.d"));
        }
        if self.number().is_none() {
            return self.fail("a number of digits is expected after the period");
        }
        if self.peek() == Some(b'e') && name != "F" && name != "D" {
            let mark = self.at;
            self.at += 1;
            if self.number().is_none() {
                // The next descriptor, with the comma left out.
                self.at = mark;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::check;

    #[test]
    fn legal_formats() {
        for f in [
            "()",
            "(i5)",
            "(3(i3.2,1x),/,a)",
            "(1p,e12.4e3,-2pf8.3)",
            "(g0)",
            "(*(g0,1x))",
            "('it''s',5hhello)",
            "(t10,tl2,tr3,x)",
            "(ss,sp,s,bn,bz,dc,dp,ru,l2,a10,b8.8,o3,z4)",
            "(es10.3,en12.4,f0.2)",
            "(i5,:,\",\")",
            "(at,2at,lz,f5.2,lzs,lzp)",
        ] {
            assert_eq!(check(f.as_bytes(), false, false, true), Ok(f.into()), "{f}");
        }
        for (f, g) in [("(f8.3f8.3)", "(f8.3,f8.3)"), ("(f8)", "(f8)"), ("(2xi3 i4)", "(2xi3 ,i4)")] {
            assert_eq!(check(f.as_bytes(), true, false, false), Ok(g.into()), "{f}");
        }
    }

    #[test]
    fn widths() {
        for f in ["(i)", "(f)", "(3e)", "(l)"] {
            assert_eq!(check(f.as_bytes(), false, true, true), Ok(f.into()), "{f}");
        }
        assert!(super::zero_width(b"(a,i0)") && super::zero_width(b"(f0.2)") && !super::zero_width(b"(i10,g0)"));
    }

    #[test]
    fn faulty_formats() {
        for f in [
            "i5)", "(i5", "(f8)", "(e10)", "(q5)", "(t0)", "(0i3)", "('abc)", "(f8.)", "(i3.)", "(*i3)", "(5)",
            "(i3i4)", "(i)", "(f)",
        ] {
            assert!(check(f.as_bytes(), false, false, true).is_err(), "{f}");
        }
    }
}
