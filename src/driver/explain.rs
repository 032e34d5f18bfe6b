//! `explain`: what became of each offloaded statement, and why, from the remarks of the passes; what codes of messages mean.

use super::pipeline::Session;
use ferrotran_ir::analysis::traffic::{self, Bytes, Limit};
use ferrotran_ir::{KernelKind, Module, Op, OpKind, Region};
use ferrotran_source::message::CODES;
use std::collections::BTreeMap;
use std::fmt::Write;

/// Remarks by file and line: pass, kind and text.
pub fn by_line(s: &Session) -> BTreeMap<(u16, u32), Vec<(&str, &str, &str)>> {
    let mut lines: BTreeMap<(u16, u32), Vec<(&str, &str, &str)>> = BTreeMap::new();
    for r in &s.remarks {
        let v = lines.entry((r.loc.file, r.loc.line)).or_default();
        if !v.iter().any(|o| o.2 == r.text) {
            v.push((r.pass, r.kind, &r.text));
        }
    }
    lines
}

/// The report.
pub fn report(s: &Session, m: &Module) -> String {
    let mut out = String::new();
    let lines = by_line(s);
    for ((file, line), remarks) in &lines {
        let name = m.files.get(*file as usize).map_or("?", |f| f.as_str());
        let text = s
            .map
            .files()
            .find(|(_, f)| &*f.name == name)
            .map(|(id, _)| String::from_utf8_lossy(s.map.line_text(id, *line)).trim().to_string())
            .unwrap_or_default();
        if *line == 0 {
            let _ = writeln!(out, "the whole program");
        } else {
            let _ = writeln!(out, "{name}:{line}: {text}");
        }
        for (pass, kind, text) in remarks {
            let _ = writeln!(out, "    {kind}: {text}  [{pass}]");
        }
    }
    let kernels: Vec<_> = m.walk(m.top).into_iter().filter(|o| m.kind(*o) == OpKind::Kernel).collect();
    let _ = writeln!(out, "{} kernel{}", kernels.len(), if kernels.len() == 1 { "" } else { "s" });
    for k in kernels {
        let loc = m.ops[k].loc;
        let name = m.files.get(loc.file as usize).map_or("?", |f| f.as_str());
        let _ = writeln!(
            out,
            "    {} ({}) of {name}:{}",
            m.attr_str(k, "sym").unwrap_or("?"),
            m.choice::<KernelKind>(k).name(),
            loc.line
        );
        let _ = writeln!(out, "        {}", moved(&traffic::kernel(m, k)));
    }
    for (enter, plan) in plans(m) {
        let t = traffic::region(m, plan);
        let _ = writeln!(
            out,
            "the region of line {} moves {} on the device, its statements must move {}",
            m.attr_int(enter, "line").unwrap_or(0),
            amount(t.generated),
            amount(t.ideal)
        );
    }
    out
}

/// The regions of device code: where each is entered, and the part of its choice that is the device's plan.
pub fn plans(m: &Module) -> Vec<(Op, Region)> {
    let mut out = vec![];
    for enter in m.walk(m.top).into_iter().filter(|o| m.kind(*o) == OpKind::DevEnter) {
        let branch = m.users(m.result(enter)).into_iter().find(|&o| m.kind(o) == OpKind::If);
        if let Some(&device) = branch.and_then(|o| m.ops[o].regions.first()) {
            out.push((enter, device));
        }
    }
    out
}

/// What a kernel moves and computes, in words.
fn moved(k: &traffic::Kernel) -> String {
    let of = match k.iterations {
        _ if k.limit == Limit::Launch => String::new(),
        Some(n) => format!(" in each of {n} iterations"),
        None => " in each iteration".to_string(),
    };
    let each = if k.limit == Limit::Launch {
        format!("reads {} and writes {}", amount(k.read), amount(k.written))
    } else {
        format!("reads {} bytes, writes {} and computes {} operations{of}", k.read.each, k.written.each, k.operations)
    };
    format!("{each}; {}", limited(k.limit))
}

/// What limits a kernel, in words.
fn limited(limit: Limit) -> &'static str {
    match limit {
        Limit::Memory => "memory limits it",
        Limit::Arithmetic => "arithmetic limits it",
        Limit::Launch => "one invocation",
    }
}

/// A number of bytes, in words.
fn amount(b: Bytes) -> String {
    match b.total {
        Some(n) => format!("{n} bytes"),
        None => format!("{} bytes for each iteration", b.each),
    }
}

/// Whether a word is meant as the code of a message.
pub fn is_code(word: &str) -> bool {
    let digits = word.strip_prefix(['E', 'e', 'W', 'w']).unwrap_or(word);
    (1..=5).contains(&digits.len()) && digits.bytes().all(|b| b.is_ascii_digit())
}

/// A code with all its digits: `E0302` for `e302`; without a letter as it is.
pub fn full(word: &str) -> String {
    match word.strip_prefix(['E', 'e', 'W', 'w']) {
        Some(digits) => format!("{}{digits:0>4}", &word[..1]),
        None => word.to_string(),
    }
}

/// The page of a code as text for terminals.
pub fn plain(page: &str) -> String {
    let mut out = String::new();
    let mut program = false;
    for line in page.lines() {
        if line.starts_with("```") {
            program = !program;
        } else if program {
            let _ = writeln!(out, "{}", format!("    {line}").trim_end());
        } else {
            let _ = writeln!(out, "{}", line.trim_start_matches('#').trim_start());
        }
    }
    out
}

/// The message about a code that is not there, with those near to it.
pub fn no_such_code(word: &str) -> String {
    /// Codes that are told.
    const TOLD: usize = 4;
    let word = word.to_ascii_uppercase();
    let letter = word.chars().next().filter(char::is_ascii_alphabetic);
    let number = |w: &str| w.trim_start_matches(|c: char| !c.is_ascii_digit()).parse::<i64>().unwrap_or(0);
    let padded = format!("{:04}", number(&word));
    // Digits that differ count more than how far they are apart.
    let apart = |code: &str| {
        let digits = code[1..].bytes().zip(padded.bytes()).filter(|(a, b)| a != b).count();
        let kind = letter.is_some_and(|l| !code.starts_with(l));
        (kind, digits, (number(code) - number(&word)).abs())
    };
    let mut near: Vec<&(_, &str, &str)> = CODES.iter().collect();
    near.sort_by_key(|c| apart(c.1));
    let mut out = format!("there is no code `{word}`; near to it are");
    for (_, code, text) in near.into_iter().take(TOLD) {
        let _ = write!(out, "\n    {code}  {text}");
    }
    out.push_str("\n`ferrotran explain --list` names all");
    out
}
