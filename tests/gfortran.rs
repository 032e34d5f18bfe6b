//! Modules that gfortran compiled. `tests/gfortran/library.mod` is what gfortran made of the source beside it; what is run
//! needs gfortran for the object, and is left out where it is missing.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const FC: &str = env!("CARGO_BIN_EXE_ferrotran");

fn files() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/gfortran")
}

/// A folder of its own for a test, with the module file and a program in it.
fn folder(name: &str, program: &str) -> PathBuf {
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join("gfortran").join(name);
    let _ = std::fs::remove_dir_all(&dir);
    std::fs::create_dir_all(&dir).expect("a folder for the test");
    for name in ["library.mod", "more.mod"] {
        std::fs::copy(files().join(name), dir.join(name)).expect("a module file");
    }
    std::fs::write(dir.join("p.f90"), program).expect("a file of the test");
    dir
}

fn run(dir: &Path, program: &str, args: &[&str]) -> Output {
    let mut c = Command::new(program);
    c.args(args).current_dir(dir).env("NO_COLOR", "1");
    c.output().unwrap_or_else(|e| panic!("{program}: {e}"))
}

fn ok(dir: &Path, program: &str, args: &[&str]) -> String {
    let o = run(dir, program, args);
    let err = String::from_utf8_lossy(&o.stderr);
    assert!(o.status.success(), "{program} {args:?}: {:?}\n{err}", o.status.code());
    String::from_utf8_lossy(&o.stdout).into_owned()
}

/// What the compiler says of a program with these declarations and statements.
fn said(name: &str, declarations: &str, statements: &str) -> String {
    let text = format!("program p\nuse library\nimplicit none\n{declarations}\n{statements}\nend program\n");
    let dir = folder(name, &text);
    let o = run(&dir, FC, &["-fsyntax-only", "p.f90"]);
    format!("{}{}", String::from_utf8_lossy(&o.stdout), String::from_utf8_lossy(&o.stderr))
}

/// Words of each line, numbers as they are.
fn words(text: &str) -> Vec<Vec<&str>> {
    text.lines().map(|l| l.split_whitespace().collect()).collect()
}

#[test]
fn programs_call_what_gfortran_compiled() {
    if Command::new("gfortran").arg("--version").output().is_err() {
        eprintln!("there is no gfortran: left out");
        return;
    }
    let program = std::fs::read_to_string(files().join("user.f90")).expect("the program");
    let want = std::fs::read_to_string(files().join("user.txt")).expect("what it prints");
    let dir = folder("calls", &program);
    std::fs::copy(files().join("library.f90"), dir.join("library.f90")).expect("the library");
    ok(&dir, "gfortran", &["-c", "-O1", "-fopenmp", "library.f90"]);
    for level in ["-O0", "-O2"] {
        // gfortran writes the module file again: what is read is of the version that is installed.
        ok(&dir, FC, &[level, "p.f90", "library.o", "-lgfortran", "-o", "p"]);
        let got = ok(&dir, "./p", &[]);
        assert_eq!(words(&got), words(&want), "{level}");
    }
}

#[test]
fn programs_are_compiled_without_the_library() {
    let program = std::fs::read_to_string(files().join("user.f90")).expect("the program");
    let dir = folder("object", &program);
    ok(&dir, FC, &["-c", "p.f90"]);
    // The file of gfortran stays as it was.
    let now = std::fs::read(dir.join("library.mod")).expect("it is there");
    assert_eq!(now, std::fs::read(files().join("library.mod")).expect("the module file"));
}

#[test]
fn what_cannot_be_used_is_an_error_there() {
    let cases = [
        ("variable", "", "print *, size(list)", "`list` was compiled by gfortran and cannot be used here"),
        ("type", "type(owner) :: o", "", "`owner` was compiled by gfortran"),
        ("polymorphic", "type(base) :: b", "call show(b)", "`show` was compiled by gfortran"),
        ("bound", "type(base) :: b", "call b%show()", "argument `self`: it is polymorphic"),
        ("deferred", "character(:), allocatable :: s", "call text(s)", "its length is deferred"),
        ("result", "", "print *, pointed()", "its result is allocatable or a pointer"),
        ("callback", "external :: f", "call calls(f)", "`calls` was compiled by gfortran"),
        (
            "passed",
            "external :: f",
            "call f(scale)",
            "can only be called here: gfortran differs in the descriptor of `x`",
        ),
        ("pointer", "procedure(scale), pointer :: q", "", "`scale` was compiled by gfortran and can only be called"),
        ("name", "", "print *, nothing", "nothing"),
        ("wide", "", "print *, quad((1.0_16, 2.0_16))", "its result is complex(16)"),
        ("hidden", "", "print *, hidden", "hidden"),
    ];
    for (name, declarations, statements, want) in cases {
        let got = said(name, declarations, statements);
        assert!(got.contains(want), "{name}: {got}");
        assert!(got.contains("p.f90:"), "{name}: {got}");
    }
}

#[test]
fn what_does_not_need_it_goes_on() {
    let got = said("plain", "type(base) :: b\ntype(node) :: n", "print *, b%k + n%value");
    assert_eq!(got, "");
    let got = said("opaque", "type(node) :: n", "print *, associated(n%next)");
    assert!(got.contains("next"), "{got}");
}

#[test]
fn damaged_files_are_errors() {
    let dir = folder("damaged", "program p\nuse library\nend program\n");
    let whole = std::fs::read(dir.join("library.mod")).expect("the module file");
    for part in [&whole[..2], &whole[..40], &whole[..whole.len() / 2]] {
        std::fs::write(dir.join("library.mod"), part).expect("a file of the test");
        let o = run(&dir, FC, &["-c", "p.f90"]);
        let err = String::from_utf8_lossy(&o.stderr).into_owned();
        assert_eq!(o.status.code(), Some(1), "{err}");
        assert!(err.contains("of gfortran cannot be read") && err.contains("p.f90:2"), "{err}");
    }
}

#[test]
fn a_module_of_this_compiler_takes_the_place_of_the_file() {
    let dir = folder("written", "module library\ninteger :: mine = 4\nend module\n");
    ok(&dir, FC, &["-c", "p.f90"]);
    std::fs::write(dir.join("q.f90"), "program q\nuse library\nprint '(i0)', mine\nend program\n").expect("a file");
    ok(&dir, FC, &["q.f90", "p.o", "-o", "q"]);
    assert_eq!(ok(&dir, "./q", &[]), "4\n");
}

#[test]
fn submodules_are_refused() {
    let dir = folder("submodule", "submodule (library) s\nend submodule\n");
    let o = run(&dir, FC, &["-c", "p.f90"]);
    let err = String::from_utf8_lossy(&o.stderr).into_owned();
    assert!(err.contains("can have no submodule"), "{err}");
}

/// Objects agree on a module whatever else of gfortran they were compiled with.
#[test]
fn objects_agree() {
    let dir = folder("objects", "program p\nuse library\nprint '(i0)', primes(3)\ncall other()\nend program\n");
    let other = "subroutine other()\nuse more\nuse library\nprint '(i0)', primes(4)\nend subroutine\n";
    std::fs::write(dir.join("q.f90"), other).expect("a file");
    ok(&dir, FC, &["-c", "p.f90"]);
    ok(&dir, FC, &["-c", "q.f90"]);
    ok(&dir, FC, &["p.o", "q.o", "-o", "p"]);
    assert_eq!(ok(&dir, "./p", &[]), "5\n7\n");
}
