//! The verifier: `tests/filetests/verify/` has texts that it must reject, named after the rule that they break (with a word
//! behind it where a rule has several). Every rule has one. `; forms: loop` at the head of a file restricts the forms.

use ferrotran_ir::verify::STRUCTURE;
use ferrotran_ir::{Forms, OPS, PassOptions, Pipeline, parse_module, run_passes, verify};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Rules that no text can break.
const OF_ARENAS: &[&str] = &["arena"];

fn rules() -> BTreeSet<&'static str> {
    let structure = STRUCTURE.iter().map(|(name, _)| *name);
    structure.chain(OPS.iter().filter_map(|o| o.rule.map(|r| r.name))).collect()
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/filetests")
}

fn files(dir: &Path, out: &mut Vec<PathBuf>) {
    for e in std::fs::read_dir(dir).unwrap().flatten() {
        let p = e.path();
        if p.is_dir() {
            files(&p, out);
        } else if p.extension().is_some_and(|e| e == "ir") {
            out.push(p);
        }
    }
    out.sort();
}

/// The rule after which a file is named: the longest that fits.
fn rule_of(stem: &str) -> Option<&'static str> {
    let fits = |r: &&str| stem == *r || stem.strip_prefix(*r).is_some_and(|rest| rest.starts_with('_'));
    rules().into_iter().filter(fits).max_by_key(|r| r.len())
}

#[test]
fn every_rule_rejects() {
    let mut list = Vec::new();
    files(&folder().join("verify"), &mut list);
    let (mut tested, mut failed) = (BTreeSet::new(), Vec::new());
    for path in &list {
        let stem = path.file_stem().unwrap().to_str().unwrap();
        let text = std::fs::read_to_string(path).unwrap();
        let text = text.split("; ---- output").next().unwrap();
        let rule = rule_of(stem);
        let forms = if text.contains("; forms: loop") { Forms::LOOP } else { Forms(7) };
        let m = match parse_module(text) {
            Ok(m) => m,
            Err(e) => {
                failed.push(format!("{stem}: {e}"));
                continue;
            }
        };
        let errors = verify(&m, forms);
        if rule.is_none() || !errors.iter().any(|e| Some(e.rule) == rule) {
            failed.push(format!("{stem}: {errors:?}"));
        }
        tested.extend(rule);
    }
    assert!(failed.is_empty(), "{failed:#?}");
    let untested: Vec<_> = rules().into_iter().filter(|r| !tested.contains(r) && !OF_ARENAS.contains(r)).collect();
    assert!(untested.is_empty(), "rules without a file in tests/filetests/verify: {untested:?}");
}

/// Numbers that look random.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % n.max(1)
    }
}

/// Words, numbers and signs of a text, with the blanks behind them.
fn tokens(text: &str) -> Vec<&str> {
    let mut out = Vec::new();
    let (mut start, mut last) = (0, ' ');
    for (i, c) in text.char_indices() {
        let word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '%' | '@' | '!');
        if i > start && !(word(c) && word(last)) && !(c == ' ' && last == ' ') {
            out.push(&text[start..i]);
            start = i;
        }
        last = c;
    }
    out.push(&text[start..]);
    out
}

/// A text with a few words or lines replaced by others, doubled, exchanged or left out.
fn mutated(text: &str, r: &mut Random) -> String {
    if r.below(4) == 0 {
        let mut lines: Vec<&str> = text.lines().collect();
        let (a, b) = (r.below(lines.len()), r.below(lines.len()));
        match r.below(3) {
            0 => lines.swap(a, b),
            1 => lines.insert(a, lines[b]),
            _ => drop(lines.remove(a)),
        }
        return lines.join("\n");
    }
    let mut words = tokens(text);
    for _ in 0..1 + r.below(3) {
        let (a, b) = (r.below(words.len()), r.below(words.len()));
        match r.below(8) {
            0 => drop(words.remove(a)),
            1 => words.insert(a, words[b]),
            2 => words[a] = ["0", "-1", "1", "99999999999", "9223372036854775807", "3.5"][r.below(6)],
            3 => words[a] = ["i32", "index", "f64", "i1", "ptr", "l32", "chr<?>", "ref<i32>", "c32"][r.below(9)],
            4 => words[a] = words[b],
            _ => {
                // A word of the same sort: a value for a value, a number for a number.
                let sort = |w: &str| w.trim_start().chars().next().map(|c| if c.is_ascii_digit() { '0' } else { c });
                if let Some(&w) = (0..20).map(|_| &words[r.below(words.len())]).find(|w| sort(w) == sort(words[a])) {
                    words[a] = w;
                }
            }
        }
    }
    words.concat()
}

/// Whatever a text says, it is rejected or the passes take it: nothing panics. `FERROTRAN_CASES` gives how many texts are
/// made of each file.
#[test]
fn no_text_panics() {
    let cases: usize = std::env::var("FERROTRAN_CASES").ok().and_then(|s| s.parse().ok()).unwrap_or(6);
    let mut list = Vec::new();
    files(&folder(), &mut list);
    let hook = std::panic::take_hook();
    let show = std::env::var_os("FERROTRAN_SHOW").is_some();
    if !show {
        std::panic::set_hook(Box::new(|_| {}));
    }
    let (mut failed, mut taken) = (Vec::new(), 0);
    for (n, path) in list.iter().enumerate() {
        let text = std::fs::read_to_string(path).unwrap();
        let text = text.split("; ---- output").next().unwrap();
        let own = text.lines().find_map(|l| l.strip_prefix("; passes:")).unwrap_or_default().trim();
        for case in 0..cases {
            let mut r = Random((n * 1000003 + case) as u64);
            let text = mutated(text, &mut r);
            let passes = if case % 2 == 0 { own } else { Pipeline::ALL[r.below(Pipeline::ALL.len())].passes() };
            let outcome = std::panic::catch_unwind(|| {
                let Ok(mut m) = parse_module(&text) else { return 0 };
                let options = PassOptions { verify: true, ..PassOptions::default() };
                match run_passes(&mut m, passes, &options) {
                    Ok(_) => 1,
                    // Passes before those that were asked for may be missing.
                    Err(e) if e.text.contains("is not allowed in this form") => 0,
                    Err(e) if e.text.starts_with("invalid IR after") && !e.text.contains("the input") => {
                        println!("{}", e.text);
                        2
                    }
                    Err(_) => 0,
                }
            });
            match outcome {
                Ok(1) => taken += 1,
                Ok(0) => {}
                Ok(_) => failed.push((path.clone(), "a pass makes invalid IR", passes.to_string(), text)),
                Err(_) => failed.push((path.clone(), "panic", passes.to_string(), text)),
            }
        }
    }
    std::panic::set_hook(hook);
    println!("{taken} texts were taken");
    assert!(taken > 0);
    for (path, what, passes, text) in failed.iter().take(5) {
        println!("---- {}: {what} ({passes})\n{text}", path.display());
    }
    assert!(failed.is_empty(), "{} of the texts", failed.len());
}
