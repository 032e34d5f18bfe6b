//! What pages for people say is what the compiler does: pages of codes with their examples and cures, the README and the
//! pages of `docs` with kinds, limits, commands, options and warnings.

use ferrotran_source::message::{CODES, ErrorCode};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const FC: &str = env!("CARGO_BIN_EXE_ferrotran");

fn folder(name: &str) -> PathBuf {
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("pages-{name}"));
    let _ = std::fs::remove_dir_all(&dir);
    std::fs::create_dir_all(&dir).expect("a folder for the test");
    dir
}

fn run(dir: &Path, args: &[&str]) -> Output {
    Command::new(FC).args(args).current_dir(dir).env("NO_COLOR", "1").output().expect("the compiler starts")
}

fn text(file: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

// ---- codes

/// Codes without an example: rules that have none of their own, what this version does not do, faults of the compiler.
const WITHOUT_EXAMPLE: &[ErrorCode] = &[
    ErrorCode::NotSupported,
    ErrorCode::Semantic,
    ErrorCode::OmpRule,
    ErrorCode::Unsupported,
    ErrorCode::Internal,
    ErrorCode::Fallback,
];

/// A program of a page.
struct Program {
    file: String,
    options: Vec<String>,
    links: bool,
    text: String,
}

fn programs(page: &str) -> Vec<Program> {
    let mut out = vec![];
    let mut rest = page;
    while let Some((_, tail)) = rest.split_once("```fortran") {
        let (head, tail) = tail.split_once('\n').expect("a program begins on its own line");
        let (text, tail) = tail.split_once("```").expect("a program has an end");
        let words: Vec<&str> = head.split_whitespace().collect();
        let value = |key: &str| -> Vec<String> {
            words.iter().filter_map(|w| w.strip_prefix(key)).map(str::to_string).collect()
        };
        out.push(Program {
            file: value("file=").pop().expect("a program has a file"),
            options: value("options="),
            links: words.contains(&"link"),
            text: text.to_string(),
        });
        rest = tail;
    }
    out
}

/// The codes of the messages that a program gets, and whether it is accepted.
fn codes(dir: &Path, p: &Program) -> (Vec<String>, bool, String) {
    std::fs::write(dir.join(&p.file), &p.text).expect("a file of the test");
    let mut args: Vec<&str> = if p.links { vec!["-o", "x", &p.file] } else { vec!["check", &p.file] };
    args.extend(p.options.iter().map(String::as_str));
    let out = run(dir, &args);
    let said = String::from_utf8_lossy(&out.stderr).into_owned();
    let marks = said.lines().filter_map(|l| l.strip_prefix("error[").or_else(|| l.strip_prefix("warning[")));
    (marks.filter_map(|l| l.get(..5)).map(str::to_string).collect(), out.status.success(), said)
}

#[test]
fn examples_get_their_codes_and_cures_compile() {
    let dir = folder("codes");
    for (code, number, sentence) in CODES {
        let page = ferrotran_diag::page(*code);
        let title = page.lines().next().unwrap_or_default();
        assert_eq!(title, format!("# {number}: {}", sentence.trim_end_matches('.')));
        let list = programs(page);
        if WITHOUT_EXAMPLE.contains(code) {
            assert!(list.is_empty(), "{number} has an example: take it out of the list");
            continue;
        }
        let [example, cure] = &list[..] else { panic!("{number}: an example and a cure") };
        let (got, accepted, said) = codes(&dir, example);
        assert!(got.iter().any(|c| c == number), "{number}: the example gets {got:?}\n{said}");
        assert_eq!(accepted, number.starts_with('W'), "{number}\n{said}");
        let (got, accepted, said) = codes(&dir, cure);
        assert!(got.is_empty() && accepted, "{number}: the cure gets {got:?}\n{said}");
    }
}

#[test]
fn explain_answers_about_codes() {
    let dir = folder("explain");
    for (_, number, _) in CODES {
        let out = run(&dir, &["explain", number]);
        let said = String::from_utf8_lossy(&out.stdout).into_owned();
        assert!(out.status.success() && said.starts_with(number) && !said.contains("```"), "{said}");
    }
    let said = |args: &[&str]| {
        let out = run(&dir, args);
        let text = |b: &[u8]| String::from_utf8_lossy(b).into_owned();
        (out.status.code(), text(&out.stdout), text(&out.stderr))
    };
    let (status, list, _) = said(&["explain", "--list"]);
    assert_eq!((status, list.lines().count()), (Some(0), CODES.len()));
    assert!(list.contains("E0302  The ranks"), "{list}");
    let (status, out, err) = said(&["explain", "E0333"]);
    assert_eq!((status, &*out), (Some(2), ""));
    assert!(err.contains("there is no code `E0333`") && err.contains("E0303") && err.contains("--list"), "{err}");
    let (_, lower, _) = said(&["explain", "e302"]);
    assert_eq!(lower, said(&["explain", "E0302"]).1);
}

// ---- what pages say

fn joined(list: &[u8]) -> String {
    let (last, head) = list.split_last().expect("there is a kind");
    format!("{} and {last}", head.iter().map(u8::to_string).collect::<Vec<_>>().join(", "))
}

fn commas(list: &[u8]) -> String {
    list.iter().map(u8::to_string).collect::<Vec<_>>().join(", ")
}

/// A statement that pages make, with the truth in it.
struct Fact {
    pages: &'static [&'static str],
    /// What stands before and behind it, blanks aside.
    before: &'static str,
    behind: &'static str,
    truth: String,
}

/// The truths that pages repeat.
fn facts() -> Vec<Fact> {
    let fact = |pages, before, truth: String, behind| Fact { pages, before, behind, truth };
    vec![
        fact(&["docs/status.md"], "all intrinsic types of kinds ", commas(ferrotran_typed::INTEGER_KINDS), " (reals"),
        fact(&["docs/status.md"], "(reals ", joined(ferrotran_typed::REAL_KINDS), "); named constants"),
        fact(&["README.md"], "integers and logicals of kinds ", joined(ferrotran_typed::INTEGER_KINDS), ", reals"),
        fact(&["README.md"], ", reals of kinds ", joined(ferrotran_typed::REAL_KINDS), ";"),
        fact(
            &["diag/pages/E0303.md"],
            "Integers and logicals have the kinds ",
            joined(ferrotran_typed::INTEGER_KINDS),
            ",",
        ),
        fact(&["diag/pages/E0303.md"], "complex numbers ", joined(ferrotran_typed::REAL_KINDS), "."),
        fact(
            &["docs/status.md", "docs/devices.md"],
            "ends the loops of an invocation after ",
            loop_limit(),
            " iterations",
        ),
        fact(&["docs/status.md"], "arrays of rank 1 to ", "15".into(), ","),
        fact(&["docs/status.md"], "same run, at most ", "1000".into(), " errors of it"),
    ]
}

/// The number of iterations after which a software device ends loops, as the runtime tells it.
fn loop_limit() -> String {
    let source = text("runtime/src/device/looplimit.rs");
    let (_, tail) = source.split_once("more loop iterations than the ").expect("the runtime says so");
    tail.chars().take_while(char::is_ascii_digit).collect()
}

fn flat(t: &str) -> String {
    t.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn pages_say_what_is_true() {
    for f in facts() {
        for page in f.pages {
            let t = flat(&text(page));
            let mut said = t.split(f.before).skip(1).peekable();
            assert!(said.peek().is_some(), "{page} does not say `{}...`", f.before);
            for s in said {
                // The words may go on in another way elsewhere; where a number follows, it is the true one.
                if s.starts_with(|c: char| c.is_ascii_digit()) {
                    let whole = format!("{}{}", f.truth, f.behind.trim_end());
                    assert!(
                        s.starts_with(&whole),
                        "{page}: `{}{}` should go on with `{whole}`",
                        f.before,
                        &s[..40.min(s.len())]
                    );
                }
            }
        }
    }
    // What pages must not say any more.
    let readme = flat(&text("README.md"));
    assert!(!readme.contains("without 16-byte kinds"), "there are kinds of 16 bytes");
    assert!(!readme.contains("and type parameters that only the run knows"), "there are length parameters");
}

/// The first words of the lines that begin with `ferrotran` and a command.
#[test]
fn the_readme_names_all_commands() {
    let help = String::from_utf8_lossy(&run(Path::new("."), &["--help"]).stdout).into_owned();
    let (_, tail) = help.split_once("Commands:\n").expect("help names commands");
    let commands = tail.lines().take_while(|l| !l.is_empty()).filter_map(|l| l.split_whitespace().next());
    let readme = text("README.md");
    for c in commands.filter(|c| *c != "help") {
        assert!(readme.contains(&format!("\nferrotran {c}")), "README.md does not name `ferrotran {c}`");
    }
    let stages = String::from_utf8_lossy(&run(Path::new("."), &["emit", "--help"]).stdout).into_owned();
    let line = readme.lines().find(|l| l.starts_with("ferrotran emit")).expect("README.md names emit");
    let list = stages.split_once("[possible values: ").and_then(|t| t.1.split_once(']')).expect("help names stages").0;
    for stage in list.split(", ") {
        assert!(line.contains(stage), "README.md does not name the stage {stage}");
    }
}

/// Options in backquotes that stand for themselves.
fn options(t: &str) -> Vec<String> {
    let mut out = vec![];
    for word in t.split('`').skip(1).step_by(2).flat_map(str::split_whitespace) {
        let plain = word.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'=');
        if plain && (word.starts_with("-f") || word.starts_with("-W")) && !word.ends_with(['=', '-']) && word.len() > 3
        {
            out.push(word.to_string());
        }
    }
    out.sort();
    out.dedup();
    out
}

#[test]
fn options_that_pages_name_are_taken() {
    let dir = folder("options");
    std::fs::write(dir.join("p.f90"), "print *, 1\nend\n").expect("a file of the test");
    for page in ["README.md", "docs/status.md", "docs/devices.md", "docs/openmp.md"] {
        for o in options(&text(page)) {
            // Names of a compiler's own, and options that want a number.
            let place = o.rsplit(['=', '-']).next().unwrap_or_default();
            if place.bytes().all(|b| b.is_ascii_uppercase()) || o == "-fuse-ld" {
                continue;
            }
            let out = run(&dir, &["check", "p.f90", &o]);
            assert!(out.status.success(), "{page} names {o}: {}", String::from_utf8_lossy(&out.stderr));
        }
    }
}

#[test]
fn the_status_names_all_warnings() {
    let source = text("sema/src/warn.rs");
    let (_, rows) = source.split_once("\nwarnings! {\n").expect("the table of warnings");
    let status = text("docs/status.md");
    for row in rows.lines().take_while(|l| *l != "}") {
        let name = row.split('"').nth(1).expect("a row has a name");
        assert!(status.contains(&format!("`{name}`")), "docs/status.md does not name the warning `{name}`");
    }
}

// ---- what became of a program

#[test]
fn explain_as_a_page_and_as_data() {
    let dir = folder("html");
    let program = "\
module m
  implicit none
  real :: x(1000), y(1000)
contains
  subroutine s
    integer :: i
    !$omp target teams workdistribute map(to: x) map(from: y)
    y = 2.0 * x + 1.0
    !$omp end target teams workdistribute
    do i = 1, 1000
      x(i) = y(i) * y(i)
    end do
  end subroutine s
end module m
program p
  use m
  x = 1.0
  call s
  print *, '</script>', x(1)
end program p
";
    std::fs::write(dir.join("p.f90"), program).expect("a file of the test");
    let out = run(&dir, &["explain", "--json", "p.f90"]);
    let data: serde_json::Value = serde_json::from_slice(&out.stdout).expect("JSON");
    let list = |k: &str| data[k].as_array().expect("a list").clone();
    assert_eq!(list("sources")[0]["lines"].as_array().map(Vec::len), Some(program.lines().count()));
    assert!(list("passes").len() > 10 && list("passes")[0]["name"] == "lowered");
    let kernels = list("kernels");
    let of = |k: &serde_json::Value| k["lines"].as_array().expect("lines").iter().any(|l| l == "0:8");
    assert!(kernels.iter().any(of), "{kernels:?}");
    let regions = list("regions");
    assert_eq!(regions[0]["line"], 7);
    // 1000 elements of x in, as many of y out, a product and a sum for each; the region must move the same.
    assert_eq!(kernels[0]["iterations"], 1000);
    assert_eq!((&kernels[0]["reads"]["each"], &kernels[0]["reads"]["total"]), (&4.into(), &4000.into()));
    assert_eq!((&kernels[0]["writes"]["each"], &kernels[0]["writes"]["total"]), (&4.into(), &4000.into()));
    assert_eq!((&kernels[0]["operations"], &kernels[0]["limit"]), (&2.into(), &"memory".into()));
    assert_eq!((&regions[0]["moved"]["total"], &regions[0]["ideal"]["total"]), (&8000.into(), &8000.into()));
    let steps: Vec<String> = regions[0]["steps"]
        .as_array()
        .expect("steps")
        .iter()
        .map(|s| format!("{} {}", s["do"].as_str().unwrap_or_default(), s["kind"].as_str().unwrap_or("kernel")))
        .collect();
    assert!(
        steps.contains(&"map to".into())
            && steps.contains(&"launch kernel".into())
            && steps.contains(&"unmap from".into()),
        "{steps:?}"
    );
    let text = String::from_utf8(run(&dir, &["explain", "p.f90"]).stdout).expect("text");
    assert!(
        text.contains("reads 4 bytes, writes 4 and computes 2 operations in each of 1000 iterations; memory limits it"),
        "{text}"
    );
    assert!(
        text.contains("the region of line 7 moves 8000 bytes on the device, its statements must move 8000 bytes"),
        "{text}"
    );
    // Names of modules are as the user wrote them, and every line of IR after lowering has its place.
    let text = data["passes"].to_string();
    assert!(!text.contains("_MOD_") && text.contains("@x"), "names of the representation are shown");
    assert!(list("remarks").iter().any(|r| r["kind"] == "kernel" && r["at"] == "0:8"));
    let out = run(&dir, &["explain", "--html", "-o", "p.html", "p.f90"]);
    assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
    let page = std::fs::read_to_string(dir.join("p.html")).expect("the page");
    assert!(page.contains("<svg") && page.contains("copy x") && page.contains("copy back y"), "the plan is drawn");
    assert!(!page.contains("http://") && !page.contains("https://"), "the page is one file");
    assert_eq!(page.matches("</script>").count(), 2, "nothing of the program ends the data");
}

// ---- what is said of loops

#[test]
fn what_becomes_of_loops() {
    let dir = folder("optinfo");
    let program = "\
subroutine s(n, x, y)
  integer, intent(in) :: n
  real, intent(inout) :: x(n), y(n)
  integer :: i
  do i = 1, n
    y(i) = 2 * x(i)
  end do
  do i = 2, n
    x(i) = x(i - 1) + y(i)
  end do
  do i = 1, n
    print *, y(i)
  end do
end subroutine s
";
    std::fs::write(dir.join("s.f90"), program).expect("a file of the test");
    let said = |flags: &[&str]| {
        let out = run(&dir, &[&["-O3", "-c", "s.f90"], flags].concat());
        assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
        String::from_utf8(out.stderr).expect("text")
    };
    let all = said(&["-fopt-info-vec-all"]);
    let lines: Vec<&str> = all.lines().collect();
    // The place of a loop is that of its first statement.
    let starts = ["s.f90:6:5: optimized: ", "s.f90:9:5: missed: no vectors: ", "s.f90:12:5: missed: no vectors: "];
    assert_eq!(lines.len(), starts.len(), "{all}");
    assert!(lines.iter().zip(starts).all(|(l, s)| l.starts_with(s)), "{all}");
    assert_eq!(said(&["-fopt-info"]), format!("{}\n", lines[0]));
    assert_eq!(said(&["-fopt-info-loop-missed=missed.txt"]), "");
    assert_eq!(text(&dir.join("missed.txt").to_string_lossy()), format!("{}\n{}\n", lines[1], lines[2]));
    assert_eq!(said(&["-fopt-info", "-fno-opt-info"]), "");
}

// ---- what is made for shells and for man

#[test]
fn the_man_page_and_completions() {
    let out = run(Path::new("."), &["--man"]);
    let page = String::from_utf8_lossy(&out.stdout).into_owned();
    assert!(out.status.success() && page.contains(".TH ferrotran 1"), "{page}");
    for word in [
        "COMMAND run",
        "COMMAND explain",
        "COMMAND lsp",
        "\\-\\-device",
        "EXIT STATUS",
        "ENVIRONMENT",
        "FERROTRAN_DEVICE",
    ] {
        assert!(page.contains(word), "no {word}");
    }
    for shell in ["bash", "zsh", "fish"] {
        let out = run(Path::new("."), &["--completions", shell]);
        let script = String::from_utf8_lossy(&out.stdout).into_owned();
        assert!(out.status.success() && script.contains("workdistribute") | script.contains("explain"), "{shell}");
    }
    assert_eq!(run(Path::new("."), &["--completions", "nosuch"]).status.code(), Some(2));
}

/// A progress line is for terminals: nothing of it comes where standard error is something else.
#[test]
fn no_progress_in_files() {
    let dir = folder("progress");
    let names: Vec<String> = (0..20).map(|i| format!("s{i}.f90")).collect();
    for (i, n) in names.iter().enumerate() {
        std::fs::write(dir.join(n), format!("subroutine s{i}()\n  print *, {i}\nend subroutine\n")).expect("a file");
    }
    let args: Vec<&str> = std::iter::once("-c").chain(names.iter().map(String::as_str)).collect();
    let out = run(&dir, &args);
    assert_eq!((out.status.success(), &*String::from_utf8_lossy(&out.stderr)), (true, ""));
}
