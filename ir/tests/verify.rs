//! The verifier: `tests/filetests/verify/` has texts that it must reject, named after the rule that they break (with a word
//! behind it where a rule has several). Every rule has one. `; forms: loop` at the head of a file restricts the forms.

use ferrotran_ir::verify::STRUCTURE;
use ferrotran_ir::{Forms, OPS, parse_module, verify};
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
