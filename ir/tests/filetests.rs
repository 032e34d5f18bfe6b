//! Runs every `tests/filetests/**/*.ir`: IR text through the passes that its first line names, and
//! the result compared with the text after the line `; ---- output`. `FERROTRAN_UPDATE=1` rewrites it.
//!
//! Header: `; passes: a,b`. An error that a pass reports prints as `error: line:col: text`.
//! `; vector bytes: N`: how wide vectors are. `; stats` in the header adds the counters, `; remarks` the remarks; `; host-reads` and `; contract` are options of these passes.

use ferrotran_ir::passes::offload::Unsupported;
use ferrotran_ir::passes::offload::kernel_check::{KernelCheck, KernelFacts};
use ferrotran_ir::passes::vectorize::Machine;
use ferrotran_ir::passes::{PASSES, Pipeline};
use ferrotran_ir::{KernelKind, Module, Op, PassOptions, parse_module, print_module, run_passes};
use std::fmt::Write;
use std::path::{Path, PathBuf};

const MARK: &str = "; ---- output\n";

fn files(dir: &Path, out: &mut Vec<PathBuf>) {
    let mut entries: Vec<_> = std::fs::read_dir(dir).unwrap().map(|e| e.unwrap().path()).collect();
    entries.sort();
    for p in entries {
        if p.is_dir() {
            files(&p, out);
        } else if p.extension().is_some_and(|e| e == "ir") {
            out.push(p);
        }
    }
}

/// Stands for the kernel compiler: it cannot sum, and kernels of loops have loops.
fn kernel_check(m: &Module, kernel: Op) -> Result<KernelFacts, Unsupported> {
    match m.choice(kernel) {
        KernelKind::Reduce => Err(Unsupported::new(m, kernel, "reductions")),
        kind => {
            let parallel = kind == KernelKind::Parallel;
            Ok(KernelFacts { loops: parallel, buffers: if parallel { 9 } else { 3 } })
        }
    }
}

fn run(input: &str) -> String {
    let header: Vec<&str> = input.lines().take_while(|l| l.starts_with(';')).collect();
    let passes = header.iter().find_map(|l| l.strip_prefix("; passes:")).expect("a line `; passes: ...`").trim();
    let mut m = match parse_module(input) {
        Ok(m) => m,
        Err(e) => return format!("parse error: {e}\n"),
    };
    let host_reads = header.contains(&"; host-reads");
    let kernel_check = Some(KernelCheck::new(kernel_check));
    let mut machine = Machine::default();
    if let Some(n) = header.iter().find_map(|l| l.strip_prefix("; vector bytes:")) {
        machine.bytes = n.trim().parse().expect("a number of bytes");
    }
    machine.contract = header.contains(&"; contract");
    machine.fma = machine.contract;
    let opts = PassOptions { verify: true, kernel_check, host_reads, machine, ..Default::default() };
    let mut out = String::new();
    match run_passes(&mut m, passes, &opts) {
        Ok(report) => {
            if header.contains(&"; stats") {
                for ((pass, counter), n) in &report.stats {
                    writeln!(out, "; {pass}.{counter}: {n}").unwrap();
                }
            }
            if header.contains(&"; remarks") {
                for r in &report.remarks {
                    writeln!(out, "; remark {}:{} {} {}: {}", r.loc.line, r.loc.col, r.pass, r.kind, r.text).unwrap();
                }
            }
            let text = print_module(&m);
            let again = parse_module(&text).unwrap_or_else(|e| panic!("output does not parse: {e}\n{text}"));
            assert_eq!(print_module(&again), text, "output does not round-trip");
            out.push_str(&text);
        }
        Err(e) => writeln!(out, "error: {e}").unwrap(),
    }
    out
}

#[test]
fn filetests() {
    let mut list = Vec::new();
    files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/filetests"), &mut list);
    let update = std::env::var_os("FERROTRAN_UPDATE").is_some();
    let mut failed = Vec::new();
    for path in &list {
        let text = std::fs::read_to_string(path).unwrap();
        let (input, expected) = text.split_once(MARK).unwrap_or((&text, ""));
        let input = input.trim_end_matches('\n').to_string() + "\n";
        let got = std::panic::catch_unwind(|| run(&input)).unwrap_or_else(|_| "panicked\n".into());
        if got != expected {
            if update {
                std::fs::write(path, format!("{input}{MARK}{got}")).unwrap();
            } else {
                println!("==== {}\n---- expected\n{expected}---- got\n{got}", path.display());
                failed.push(path.clone());
            }
        }
    }
    assert!(failed.is_empty(), "failed: {failed:#?}");
    assert!(!list.is_empty());
}

#[test]
fn ir_reference_is_up_to_date() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/ir.md");
    let want = ferrotran_ir::doc::ir_reference();
    if std::env::var_os("FERROTRAN_UPDATE").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, &want).unwrap();
    }
    let have = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(have == want, "docs/ir.md is old: run with FERROTRAN_UPDATE=1");
}

#[test]
fn every_pass_runs_in_a_pipeline() {
    let runs = |name: &str| Pipeline::ALL.iter().any(|p| p.passes().split(',').any(|n| n == name));
    let idle: Vec<&str> = PASSES.iter().map(|p| p.name).filter(|n| !runs(n)).collect();
    assert!(idle.is_empty(), "passes of the table that no pipeline names: {idle:?}");
}

#[test]
fn every_pass_has_file_tests() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/filetests");
    let mut missing = Vec::new();
    for p in PASSES {
        let mut list = Vec::new();
        let folder = root.join(p.name.replace('-', "_"));
        if folder.is_dir() {
            files(&folder, &mut list);
        }
        let runs = |f: &PathBuf| {
            let text = std::fs::read_to_string(f).unwrap();
            text.lines()
                .find_map(|l| l.strip_prefix("; passes:"))
                .is_some_and(|l| l.split(',').any(|n| n.trim() == p.name))
        };
        if !list.iter().any(runs) {
            missing.push(p.name);
        }
    }
    assert!(missing.is_empty(), "passes without a file in tests/filetests/<name>: {missing:?}");
}
