//! Tests of semantic analysis on small programs.

mod constants;
mod errors;
mod openmp;
mod programs;

use ferrotran_source::SourceMap;
use ferrotran_source::message::{Diagnostics, Level};
use ferrotran_syntax::{ParseOptions, parse_file};
use ferrotran_typed::*;

/// Analyses a source; the program and the errors as `line: message`.
fn analyze(src: &str) -> (Program, Vec<String>) {
    let mut map = SourceMap::new();
    let id = map.add("t.f90", src.as_bytes().to_vec()).expect("small");
    let mut diag = Diagnostics::new();
    let tree = parse_file(&mut map, id, &ParseOptions::default(), &mut diag);
    let trees = [tree];
    let program = super::analyze(&trees, &super::Imports::default(), &map, &super::Options::default(), &mut diag);
    let errors = diag
        .iter()
        .filter(|d| d.level == Level::Error)
        .map(|d| format!("{}: {}", map.loc(d.primary.span.lo).map_or(0, |l| l.line), d.message))
        .collect();
    (program, errors)
}

/// A program without errors.
fn ok(src: &str) -> Program {
    let (p, e) = analyze(src);
    assert!(e.is_empty(), "{e:#?}\n{src}");
    p
}

/// The errors of a program.
fn errors(src: &str) -> Vec<String> {
    analyze(src).1
}

/// Checks that a program has exactly one error, on that line, with that text in it.
#[track_caller]
fn one_error(src: &str, line: u32, text: &str) {
    let e = errors(src);
    assert!(
        e.len() == 1 && e[0].starts_with(&format!("{line}: ")) && e[0].contains(text),
        "wanted one error on line {line} with `{text}`, got {e:#?}"
    );
}

/// The value of a named constant.
fn value(p: &Program, name: &str) -> Const {
    p.symbols
        .iter()
        .find(|s| &*s.name == name && s.storage == Storage::Constant && s.owner.is_some())
        .and_then(|s| s.value.clone())
        .unwrap_or_else(|| panic!("no constant {name}"))
}

/// The symbol of a name that belongs to some procedure or module of the source.
fn symbol<'p>(p: &'p Program, name: &str) -> &'p Symbol {
    p.symbols.iter().rev().find(|s| &*s.name == name).unwrap_or_else(|| panic!("no symbol {name}"))
}

/// The procedure of a link name.
fn proc<'p>(p: &'p Program, link: &str) -> &'p Procedure {
    p.procs.iter().find(|q| q.link_name == link && q.body.is_some()).unwrap_or_else(|| panic!("no procedure {link}"))
}

/// Statements of a procedure without labels.
fn body<'p>(p: &'p Program, link: &str) -> Vec<&'p StmtKind> {
    proc(p, link).body.as_ref().expect("has a body").stmts.iter().map(|s| &s.kind).collect()
}
