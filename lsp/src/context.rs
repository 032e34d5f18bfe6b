//! What stands before the cursor in a statement that need not be finished: references, open calls, directives.

use crate::text::{Text, in_name};

/// The statement before a place.
#[derive(Debug, Default)]
pub struct Before {
    /// Its text, continuation lines joined; that of a directive without its sentinel.
    pub text: Vec<u8>,
    /// It is a directive of OpenMP.
    pub omp: bool,
    /// The place is in a comment or in a character literal.
    pub inert: bool,
}

/// An open list of arguments.
#[derive(Debug, Default, PartialEq)]
pub struct Call {
    /// The reference before the parenthesis: names between `%`.
    pub chain: Vec<String>,
    /// Number of the argument, from 0.
    pub argument: usize,
    /// Its keyword.
    pub keyword: Option<String>,
}

/// Whether a file is in fixed form, by its extension.
pub fn is_fixed(path: &str) -> bool {
    let ext = path.rsplit_once('.').map_or("", |e| e.1).to_ascii_lowercase();
    matches!(&*ext, "f" | "for" | "ftn" | "fpp" | "f77")
}

/// The sentinel of a directive, and what follows it.
fn directive(line: &[u8]) -> Option<&[u8]> {
    let t = line.trim_ascii_start();
    let head = t.get(..5)?;
    let mark = matches!(head[0], b'!' | b'c' | b'C' | b'*');
    (mark && head[1..].eq_ignore_ascii_case(b"$omp")).then(|| &t[5..])
}

/// A line without its comment; true where it ends within a character literal.
fn code(line: &[u8]) -> (&[u8], bool, bool) {
    let mut quote = None;
    for (i, &b) in line.iter().enumerate() {
        match (b, quote) {
            (b'\'' | b'"', None) => quote = Some(b),
            (b, Some(q)) if b == q => quote = None,
            (b'!', None) => return (&line[..i], false, true),
            _ => {}
        }
    }
    (line, quote.is_some(), false)
}

/// The statement before an offset.
pub fn before(text: &Text, offset: u32, fixed: bool) -> Before {
    let line = text.line_of(offset);
    let start = text.line_start(line);
    let own = &text.line(line)[..((offset - start) as usize).min(text.line(line).len())];
    if let Some(rest) = directive(own) {
        let mut parts = vec![rest.to_vec()];
        let mut at = line;
        while at > 0 && directive(text.line(at - 1)).is_some_and(|l| code(l).0.trim_ascii_end().ends_with(b"&")) {
            at -= 1;
            let l = directive(text.line(at)).unwrap_or_default();
            parts.push(code(l).0.trim_ascii_end().strip_suffix(b"&").unwrap_or_default().to_vec());
        }
        parts.reverse();
        let text: Vec<u8> = parts.concat();
        let inert = code(&text).1 || code(&text).2;
        return Before { text, omp: true, inert };
    }
    if fixed && own.first().is_some_and(|b| matches!(b, b'c' | b'C' | b'*' | b'!')) {
        return Before { inert: true, ..Before::default() };
    }
    let body = |l: &[u8]| if fixed { l.get(6..).unwrap_or_default().to_vec() } else { l.to_vec() };
    let continues = |l: &[u8]| l.len() > 5 && !matches!(l[5], b' ' | b'0') && l[..5].iter().all(|b| *b == b' ');
    let mut parts = vec![body(own)];
    let mut at = line;
    while at > 0 {
        let goes_on = match fixed {
            true => continues(text.line(at)),
            false => code(text.line(at - 1)).0.trim_ascii_end().ends_with(b"&"),
        };
        if !goes_on {
            break;
        }
        at -= 1;
        let l = body(text.line(at));
        let (l, ..) = code(&l);
        let l = l.trim_ascii_end();
        parts.push(l.strip_suffix(b"&").unwrap_or(l).to_vec());
    }
    parts.reverse();
    let mut joined = parts.concat();
    let (kept, literal, comment) = code(&joined);
    let inert = literal || comment;
    // Only the last of several statements on a line.
    let mut last = 0;
    let mut quote = None;
    for (i, &b) in kept.iter().enumerate() {
        match (b, quote) {
            (b'\'' | b'"', None) => quote = Some(b),
            (b, Some(q)) if b == q => quote = None,
            (b';', None) => last = i + 1,
            _ => {}
        }
    }
    joined.drain(..last);
    Before { text: joined, omp: false, inert }
}

/// The name that ends at the end of a text: where it begins.
pub fn word_start(text: &[u8]) -> usize {
    text.iter().rposition(|b| !in_name(*b)).map_or(0, |i| i + 1)
}

/// The reference that ends at the end of a text, as names between `%`, without its last name.
pub fn chain(text: &[u8], dots: bool) -> Vec<String> {
    let mut out = vec![];
    let mut rest = text;
    loop {
        rest = rest.trim_ascii_end();
        let Some((last, head)) = rest.split_last() else { break };
        if *last != b'%' && !(dots && *last == b'.') {
            break;
        }
        match name_before(head) {
            Some((name, before)) => {
                out.push(name);
                rest = before;
            }
            None => break,
        }
    }
    out.reverse();
    out
}

/// The name with its argument lists that ends a text, and what stands before it.
fn name_before(text: &[u8]) -> Option<(String, &[u8])> {
    let mut rest = text.trim_ascii_end();
    while let Some(b')' | b']') = rest.last() {
        let mut depth = 0;
        let at = rest.iter().rposition(|b| {
            match b {
                b')' | b']' => depth += 1,
                b'(' | b'[' => depth -= 1,
                _ => {}
            }
            depth == 0
        })?;
        rest = rest[..at].trim_ascii_end();
    }
    let start = word_start(rest);
    let name = &rest[start..];
    if !name.first()?.is_ascii_alphabetic() {
        return None;
    }
    Some((String::from_utf8_lossy(name).to_ascii_lowercase(), &rest[..start]))
}

/// The innermost call whose list of arguments is open at the end of a text.
pub fn open_call(text: &[u8]) -> Option<Call> {
    let mut stack: Vec<(usize, usize, usize)> = vec![];
    let mut quote = None;
    for (i, &b) in text.iter().enumerate() {
        match (b, quote) {
            (b'\'' | b'"', None) => quote = Some(b),
            (b, Some(q)) if b == q => quote = None,
            (_, Some(_)) => {}
            (b'(' | b'[', None) => stack.push((i, 0, i + 1)),
            (b')' | b']', None) => {
                stack.pop();
            }
            (b',', None) => {
                if let Some(top) = stack.last_mut() {
                    top.1 += 1;
                    top.2 = i + 1;
                }
            }
            _ => {}
        }
    }
    let (open, argument, from) = stack.pop()?;
    if text[open] != b'(' {
        return None;
    }
    let (name, before) = name_before(&text[..open])?;
    let mut chain = chain(before, false);
    chain.push(name);
    let own = text[from..].trim_ascii_start();
    let end = own.iter().position(|b| !in_name(*b)).unwrap_or(own.len());
    let after = own[end..].trim_ascii_start();
    let is_keyword = end > 0 && after.first() == Some(&b'=') && !matches!(after.get(1), Some(b'='));
    let keyword = is_keyword.then(|| String::from_utf8_lossy(&own[..end]).to_ascii_lowercase());
    Some(Call { chain, argument, keyword })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_that_are_open() {
        let call = |t: &str| open_call(t.as_bytes());
        let c = call("call a%b(i, f(2))%run(x, (1+2), key = ").unwrap();
        assert_eq!(
            c,
            Call { chain: vec!["a".into(), "b".into(), "run".into()], argument: 2, keyword: Some("key".into()) }
        );
        assert_eq!(call("x = f(a) + ("), None);
        assert_eq!(call("x = f(a == ").unwrap().keyword, None);
        assert_eq!(call("print *, 'f('"), None);
    }

    #[test]
    fn chains() {
        assert_eq!(chain(b"x = a(i, g(2)) % b%", false), ["a", "b"]);
        assert!(chain(b"x = a", false).is_empty());
    }

    #[test]
    fn statements() {
        let t = Text::new(b"x = 1; call foo(a, & ! c\n  & b\n".to_vec());
        let b = before(&t, 27, false);
        assert_eq!(String::from_utf8_lossy(&b.text).trim(), "call foo(a,");
        let b = String::from_utf8_lossy(&before(&t, 30, false).text).into_owned();
        assert!(b.trim().starts_with("call foo(a,") && b.ends_with('b'), "{b}");
        let t = Text::new(b"!$omp target &\n!$omp& map(to: \n".to_vec());
        assert!(before(&t, 30, false).omp);
    }
}
