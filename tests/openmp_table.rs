//! The table of directives and clauses in `docs/openmp.md`: made of the tables of OpenMP, of the ops and of the passes, and
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

/// What becomes of a directive.
struct Row {
    directive: &'static str,
    /// Its ops; none where it is no more than what sema makes of it.
    ops: &'static [&'static str],
    /// The passes that consume these on the host.
    passes: &'static [&'static str],
    /// What it is in the kernels of a target region.
    device: &'static str,
}

const fn row(
    directive: &'static str,
    ops: &'static [&'static str],
    passes: &'static [&'static str],
    device: &'static str,
) -> Row {
    Row { directive, ops, passes, device }
}

const INVOCATIONS: &str = "invocations";
const ONE: &str = "one invocation";
const NOTHING: &str = "nothing to do";
const HOST: &str = "the region runs on the host";
const NONE: &str = "";

/// Every directive that is not combined, in the order of the table of OpenMP.
const ROWS: &[Row] = &[
    row("parallel", &["omp.parallel"], &["omp-host"], "the threads of its loops are invocations"),
    row("teams", &["omp.teams"], &["omp-host", "workdistribute"], "the teams of its loops are invocations"),
    row("simd", &["omp.simd"], &["omp-privatize"], "a loop"),
    row("masked", &["omp.single"], &["omp-host"], ONE),
    row("master", &["omp.single"], &["omp-host"], ONE),
    row("single", &["omp.single"], &["omp-host"], ONE),
    row("scope", &["omp.scope"], &["omp-privatize"], ONE),
    row("sections", &["omp.sections"], &["omp-sections"], INVOCATIONS),
    row("section", &["omp.section"], &["omp-sections"], INVOCATIONS),
    row("workshare", &["omp.workshare"], &["omp-host"], ONE),
    row("workdistribute", &["omp.workdistribute"], &["omp-host", "workdistribute"], "a kernel for each statement"),
    row("do", &["omp.wsloop", "omp.loop_nest"], &["omp-host", "workdistribute"], INVOCATIONS),
    row("distribute", &["omp.wsloop", "omp.loop_nest"], &["omp-host", "workdistribute"], INVOCATIONS),
    row("loop", &["omp.wsloop", "omp.loop_nest", "omp.simd"], &["omp-host", "workdistribute"], INVOCATIONS),
    row("task", &["omp.task", "omp.event"], &["omp-host"], "runs where it is met"),
    row("taskloop", &["omp.taskloop", "omp.loop_nest"], &["omp-host"], HOST),
    row("task_iteration", &[], &[], NONE),
    row("taskgroup", &["omp.taskgroup"], &["omp-host"], ONE),
    row("taskgraph", &[], &[], NONE),
    row("taskyield", &["omp.taskyield"], &["omp-host"], NOTHING),
    row("taskwait", &["omp.taskwait", "omp.task_depend"], &["omp-host"], NOTHING),
    row("target", &["omp.target"], &["target-split", "workdistribute", "outline"], "kernels and a host plan"),
    row("target data", &["omp.target_data"], &["target-data"], NONE),
    row("target enter data", &["omp.target_enter_data"], &["target-data"], NONE),
    row("target exit data", &["omp.target_exit_data"], &["target-data"], NONE),
    row("target update", &["omp.target_update"], &["target-data"], NONE),
    row("interop", &["omp.task_depend"], &["omp-host"], NONE),
    row("critical", &["omp.critical"], &["omp-host"], "one invocation; in loops the region runs on the host"),
    row("barrier", &["omp.barrier"], &["omp-host"], NOTHING),
    row("atomic", &["omp.atomic_read", "omp.atomic_write", "omp.atomic_update"], &["omp-host"], "atomic instructions"),
    row("flush", &["omp.flush"], &["omp-host"], NOTHING),
    row("depobj", &["omp.depobj"], &["omp-host"], HOST),
    row("ordered", &["omp.ordered"], &["omp-host"], "the loop runs in order"),
    row("cancel", &["omp.cancel"], &["omp-host"], "nothing is cancelled"),
    row("cancellation point", &["omp.cancellation_point"], &["omp-host"], "nothing is cancelled"),
    row("threadprivate", &["mem.global"], &[], NONE),
    row("groupprivate", &[], &[], NONE),
    row("scan", &[], &[], "the loop runs in order"),
    row("declare reduction", &["omp.recipe"], &["omp-reductions"], HOST),
    row("declare induction", &[], &[], NONE),
    row("declare mapper", &["omp.map"], &["target-data", "maps"], NONE),
    row("allocate", &[], &[], NONE),
    row("allocators", &[], &[], NONE),
    row("metadirective", &[], &[], NONE),
    row("begin metadirective", &[], &[], NONE),
    row("declare variant", &[], &[], NONE),
    row("declare simd", &[], &[], NONE),
    row("declare target", &["mem.global"], &[], NONE),
    row("dispatch", &["omp.task_depend"], &["omp-host"], NONE),
    row("error", &[], &[], NONE),
    row("assume", &[], &[], NONE),
    row("assumes", &[], &[], NONE),
    row("requires", &[], &[], NONE),
    row("nothing", &[], &[], NONE),
    row("tile", &["omp.tile"], &["omp-transform"], "loops"),
    row("unroll", &["omp.unroll"], &["omp-transform"], "loops"),
    row("interchange", &["omp.interchange"], &["omp-transform"], "loops"),
    row("reverse", &["omp.reverse"], &["omp-transform"], "loops"),
    row("split", &["omp.split"], &["omp-transform"], "loops"),
    row("stripe", &["omp.stripe"], &["omp-transform"], "loops"),
    row("fuse", &["omp.fuse"], &["omp-transform"], "loops"),
];

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
        ClauseKind::Detach => (operand("event"), "operand `event`".into()),
        ClauseKind::TaskReduction => (operand("reduced"), "operand `reduced`".into()),
        ClauseKind::Schedule => (operand("chunk"), "operand `chunk`".into()),
        ClauseKind::DistSchedule => (operand("dist_chunk"), "operand `dist_chunk`".into()),
        ClauseKind::Collapse => (operand("lbs"), "operands `lbs`, `ubs`, `steps`".into()),
        ClauseKind::AcqRel | ClauseKind::Acquire | ClauseKind::Relaxed | ClauseKind::Release | ClauseKind::SeqCst => {
            (attribute("order"), "attribute `order`".into())
        }
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
         | directive | since | op | consumed by | in kernels | file test | program |\n|---|---|---|---|---|---|---|\n",
    );
    let code = |list: &[&str]| list.iter().map(|s| format!("`{s}`")).collect::<Vec<_>>().join(", ");
    for (leaf, r) in leaves().zip(ROWS) {
        assert_eq!(leaf.name, r.directive, "the rows of this test are in the order of the table of OpenMP");
        r.ops.iter().for_each(|o| {
            op(o);
        });
        for p in r.passes {
            assert!(PASSES.iter().any(|x| x.name == *p), "the table names {p}, which is no pass");
        }
        let shown = r.ops.first().and_then(|o| files.iter().find(|(_, t)| t.contains(&format!("{o} "))));
        let shown = shown.map_or_else(String::new, |(name, _)| format!("`{name}`"));
        let words: Vec<&str> = leaf.name.split(' ').collect();
        let (ops, passes) = (code(r.ops), code(r.passes));
        let program = program(&programs, &words);
        let _ = writeln!(
            out,
            "| `{}` | {} | {ops} | {passes} | {} | {shown} | {program} |",
            leaf.name,
            since(leaf.version),
            r.device
        );
    }
    assert_eq!(leaves().count(), ROWS.len(), "every directive has a row");
    out.push_str("\n| clause | since | in the representation | program |\n|---|---|---|---|\n");
    for clause in ClauseKind::all() {
        let _ = writeln!(out, "{}", of_clause(clause, &programs));
    }
    out
}

fn of_clause(clause: &ClauseInfo, programs: &BTreeMap<String, Vec<String>>) -> String {
    let mut places: Vec<String> = Vec::new();
    let mut shown = String::new();
    for (leaf, r) in leaves().zip(ROWS).filter(|(l, _)| l.clauses.contains(&clause.kind)) {
        let here = r.ops.iter().filter_map(|o| place(op(o), clause.kind));
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
    format!("| `{}` | {} | {} | {shown} |", clause.name, since(clause.version), places.join("; "))
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
