//! The table of directives and clauses in `docs/openmp.md`: made of the table of OpenMP, whose ops and passes are there, and
//! of the tests. `FERROTRAN_UPDATE=1` rewrites it.

use ferrotran_ir::passes::PASSES;
use ferrotran_ir::{DataSharing, OPS, OpInfo};
use ferrotran_syntax::omp::table::{ClauseInfo, LeafInfo};
use ferrotran_syntax::omp::{ClauseKind, Directive};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};

const BEGIN: &str = "<!-- begin of the table -->\n";
const END: &str = "<!-- end of the table -->\n";
const REFUSED: &str = "not supported yet";

fn leaves() -> impl Iterator<Item = &'static LeafInfo> {
    Directive::all().filter(|d| d.leaves().len() == 1).map(|d| d.leaves()[0].info())
}

fn op(name: &str) -> &'static OpInfo {
    OPS.iter().find(|o| o.name == name).unwrap_or_else(|| panic!("the table names {name}, which is no op"))
}

/// A version, marked where OpenMP 3.1 has it.
fn since(version: u16) -> String {
    format!("{}.{}{}", version / 10, version % 10, if version <= 31 { " *" } else { "" })
}

/// Texts of the tests of a folder, by their names in order.
fn tests(folder: &str, ext: &str) -> BTreeMap<String, String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let (mut out, mut folders) = (BTreeMap::new(), vec![root.clone()]);
    while let Some(dir) = folders.pop() {
        for path in std::fs::read_dir(&dir).expect("the folder is there").flatten().map(|e| e.path()) {
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|x| x == ext) {
                let name = path.strip_prefix(&root).expect("in the folder").with_extension("").display().to_string();
                let text = String::from_utf8_lossy(&std::fs::read(&path).expect("readable")).to_lowercase();
                out.insert(name, text);
            }
        }
    }
    out
}

/// The directives of a program, one line each, words separated by one blank, with a blank at both ends.
fn directives(text: &str) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    let mut goes_on = false;
    for line in text.lines().map(str::trim) {
        let Some(rest) = line.strip_prefix("!$omp") else {
            goes_on = false;
            continue;
        };
        let rest = rest.trim_start_matches('&').trim();
        let more = rest.ends_with('&');
        let rest: String =
            rest.trim_end_matches('&').replace(['(', ','], " ").split_whitespace().collect::<Vec<_>>().join(" ");
        match out.last_mut() {
            Some(last) if goes_on => *last = format!("{last}{rest} "),
            _ => out.push(format!(" {rest} ")),
        }
        goes_on = more;
    }
    out
}

/// The first program with a directive that has all these words.
fn program(programs: &BTreeMap<String, Vec<String>>, words: &[&str]) -> String {
    let has = |d: &String| words.iter().all(|w| d.contains(&format!(" {w} ")));
    programs.iter().find(|(_, list)| list.iter().any(has)).map_or_else(String::new, |(name, _)| format!("`{name}`"))
}

/// How an op has a clause.
fn place(o: &OpInfo, clause: ClauseKind) -> Option<String> {
    let name = clause.name();
    let operand = |n: &str| o.operands.iter().any(|x| x.trim_end_matches(['?', '.']) == n);
    let attribute = |n: &str| o.attrs.iter().any(|a| a.key.trim_end_matches('?') == n);
    let copied = DataSharing::NAMES.contains(&name) && attribute("copies") && operand("originals");
    let (is, how) = match clause {
        _ if operand(name) => (true, "operand".to_string()),
        _ if attribute(name) => (true, "attribute".into()),
        _ if copied => (true, "in `copies`".into()),
        ClauseKind::Map | ClauseKind::To | ClauseKind::From => (operand("maps"), "operand `maps`".into()),
        ClauseKind::Depend => (operand("deps"), "operand `deps`".into()),
        ClauseKind::Init | ClauseKind::Use | ClauseKind::Destroy => {
            (attribute("actions"), "attribute `actions`".into())
        }
        ClauseKind::Induction => (operand("linear"), "in `copies` and operand `linear`".into()),
        ClauseKind::Detach => (operand("event"), "operand `event`".into()),
        ClauseKind::TaskReduction => (operand("reduced"), "operand `reduced`".into()),
        ClauseKind::Schedule => (operand("chunk"), "operand `chunk`".into()),
        ClauseKind::DistSchedule => (operand("dist_chunk"), "operand `dist_chunk`".into()),
        ClauseKind::Collapse => (operand("lbs"), "operands `lbs`, `ubs`, `steps`".into()),
        ClauseKind::AcqRel | ClauseKind::Acquire | ClauseKind::Relaxed | ClauseKind::Release | ClauseKind::SeqCst => {
            (attribute("order"), "attribute `order`".into())
        }
        // The op says which of them it is.
        ClauseKind::Read => (o.name == "omp.atomic_read", "choice".into()),
        ClauseKind::Write => (o.name == "omp.atomic_write", "choice".into()),
        ClauseKind::Update | ClauseKind::Capture | ClauseKind::Compare => {
            (o.name == "omp.atomic_update", "body".into())
        }
        ClauseKind::Allocate => (o.name == "omp.allocate", "attributes".into()),
        ClauseKind::InitComplete => (o.name == "omp.initialized", "presence".into()),
        ClauseKind::NoOpenmp
        | ClauseKind::NoOpenmpConstructs
        | ClauseKind::NoOpenmpRoutines
        | ClauseKind::NoParallelism => (attribute("assumptions"), "attribute `assumptions`".into()),
        ClauseKind::Exclusive => (attribute("inclusive"), "no attribute `inclusive`".into()),
        ClauseKind::Doacross => (operand("iteration"), "operands `iteration` and attribute `kind`".into()),
        ClauseKind::Partial => (operand("factor"), "operand `factor`".into()),
        ClauseKind::Looprange => (attribute("first"), "attributes `first` and `count`".into()),
        ClauseKind::Apply => (attribute("at"), "attributes `nest` and `at`".into()),
        ClauseKind::CancelDo
        | ClauseKind::CancelParallel
        | ClauseKind::CancelSections
        | ClauseKind::CancelTaskgroup => (attribute("construct"), "attribute `construct`".into()),
        // Sema or lowering makes of it what it is, or it is a hint that changes nothing.
        _ => (false, String::new()),
    };
    is.then(|| format!("{how} of `{}`", o.name))
}

fn table() -> String {
    let files = tests("ir/tests/filetests", "ir");
    let programs: BTreeMap<String, Vec<String>> =
        tests("tests/run", "f90").into_iter().map(|(name, text)| (name, directives(&text))).collect();
    let mut out = String::from(
        "A star marks what OpenMP 3.1 has. *In kernels*: what the directive is in a target region that a device runs. Tests are \
         the first that show it.\n\n\
         | directive | since | op | consumed by | on the host | in kernels | file test | program |\n|---|---|---|---|---|---|---|---|\n",
    );
    let code = |list: &[&str]| list.iter().map(|s| format!("`{s}`")).collect::<Vec<_>>().join(", ");
    for leaf in leaves() {
        leaf.ops.iter().for_each(|o| {
            op(o);
        });
        for p in leaf.passes {
            assert!(PASSES.iter().any(|x| x.name == *p), "the table names {p}, which is no pass");
        }
        let shown = leaf.ops.first().and_then(|o| files.iter().find(|(_, t)| t.contains(&format!("{o} "))));
        let shown = shown.map_or_else(String::new, |(name, _)| format!("`{name}`"));
        let words: Vec<&str> = leaf.name.split(' ').collect();
        let (ops, passes) = (code(leaf.ops), code(leaf.passes));
        let program = program(&programs, &words);
        let _ = writeln!(
            out,
            "| `{}` | {} | {ops} | {passes} | {} | {} | {shown} | {program} |",
            leaf.name,
            since(leaf.version),
            if leaf.on_host.is_empty() { REFUSED } else { leaf.on_host },
            leaf.in_kernels
        );
    }
    out.push_str("\n| clause | since | in the representation | program |\n|---|---|---|---|\n");
    for clause in ClauseKind::all() {
        let _ = writeln!(out, "{}", of_clause(clause, &programs));
    }
    out
}

fn of_clause(clause: &ClauseInfo, programs: &BTreeMap<String, Vec<String>>) -> String {
    let mut places: Vec<String> = Vec::new();
    let mut shown = String::new();
    for leaf in leaves().filter(|l| l.clauses.contains(&clause.kind)) {
        let here = leaf.ops.iter().filter_map(|o| place(op(o), clause.kind));
        here.for_each(|p| {
            if !places.contains(&p) {
                places.push(p)
            }
        });
        if shown.is_empty() {
            let mut words: Vec<&str> = leaf.name.split(' ').collect();
            words.push(clause.name);
            shown = program(programs, &words);
        }
    }
    let places = if clause.refused { REFUSED.into() } else { places.join("; ") };
    format!("| `{}` | {} | {places} | {shown} |", clause.name, since(clause.version))
}

#[test]
fn the_page_has_the_table() {
    let path: PathBuf = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/openmp.md");
    let page = std::fs::read_to_string(&path).expect("the page is there");
    let (before, rest) = page.split_once(BEGIN).expect("the page has the begin of the table");
    let (have, after) = rest.split_once(END).expect("the page has the end of the table");
    let want = table();
    if std::env::var_os("FERROTRAN_UPDATE").is_some() {
        std::fs::write(&path, format!("{before}{BEGIN}{want}{END}{after}")).expect("the page is writable");
    } else {
        assert!(have == want, "the table of docs/openmp.md is old: run with FERROTRAN_UPDATE=1");
    }
}
