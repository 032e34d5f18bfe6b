//! What gdb shows of programs compiled with `-g`. Where there is no gdb the tests are left out, with a note.

use std::path::{Path, PathBuf};
use std::process::Command;

const FC: &str = env!("CARGO_BIN_EXE_ferrotran");

/// A folder of its own for a test, empty.
fn folder(name: &str) -> PathBuf {
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join("debugger").join(name);
    let _ = std::fs::remove_dir_all(&dir);
    std::fs::create_dir_all(&dir).expect("a folder for the test");
    dir
}

fn has(program: &str) -> bool {
    let there = Command::new(program).arg("--version").output().is_ok_and(|o| o.status.success());
    if !there {
        eprintln!("there is no {program}: left out");
    }
    there
}

/// A command that succeeds; what it prints, with what it says of errors.
fn ok(dir: &Path, program: &str, args: &[&str]) -> String {
    let mut c = Command::new(program);
    let o = c.args(args).current_dir(dir).env("NO_COLOR", "1").output().unwrap_or_else(|e| panic!("{program}: {e}"));
    let err = String::from_utf8_lossy(&o.stderr);
    assert!(o.status.success(), "{program} {args:?}: {:?}\n{err}", o.status.code());
    String::from_utf8_lossy(&o.stdout).into_owned() + &err
}

fn compile(dir: &Path, text: &str, args: &[&str]) {
    std::fs::write(dir.join("t.f90"), text).expect("a file of the test");
    ok(dir, FC, &[&["-g", "t.f90", "-o", "t"], args].concat());
}

/// Runs the commands, and looks at what each one printed: `=` all of it, `~` a part of it.
fn session(dir: &Path, script: &[(&str, &str)]) {
    let mut lines = "set width 0\nset height 0\nset print thread-events off\nset breakpoint pending off\n".to_string();
    for (k, (command, _)) in script.iter().enumerate() {
        lines += &format!("echo \\n<<{k}>>\\n\n{command}\n");
    }
    lines += "echo \\n<<end>>\\n\n";
    std::fs::write(dir.join("script"), lines).expect("a file of the test");
    // Commands from standard input go on behind one that fails.
    let input = std::fs::File::open(dir.join("script")).expect("it was written");
    let mut c = Command::new("gdb");
    let o = c.args(["-q", "-nx", "./t"]).stdin(input).current_dir(dir).env("NO_COLOR", "1").output().expect("gdb runs");
    let out = String::from_utf8_lossy(&o.stdout).into_owned();
    let all = format!("{out}\n{}", String::from_utf8_lossy(&o.stderr));
    for (k, (command, wanted)) in script.iter().enumerate() {
        let from = out.split(&format!("\n<<{k}>>\n")).nth(1).unwrap_or_else(|| panic!("no answer to {command}\n{all}"));
        let answer = from.split("\n<<").next().unwrap_or_default();
        let answer = answer.replace("(gdb)", "");
        let answer = answer.trim();
        let right = match wanted.strip_prefix('=') {
            Some(w) => answer.split_once(" = ").is_some_and(|a| a.1 == w),
            None => answer.contains(wanted.trim_start_matches('~')),
        };
        assert!(right, "{command}: wanted {wanted}, got {answer}\n----\n{all}");
    }
}

const TYPES: &str = include_str!("debugger/types.f90");
const PROCEDURES: &str = include_str!("debugger/procedures.f90");
const INLINED: &str = include_str!("debugger/inlined.f90");
const PARALLEL: &str = include_str!("debugger/parallel.f90");

/// The line of the file that ends in `!mark`.
fn line(text: &str, mark: &str) -> String {
    let at = text.lines().position(|l| l.ends_with(&format!("!{mark}"))).expect("the mark is there");
    format!("break t.f90:{}", at + 1)
}

#[test]
fn variables_of_all_types() {
    if !has("gdb") {
        return;
    }
    let dir = &folder("types");
    compile(dir, TYPES, &["-O0"]);
    session(
        dir,
        &[
            (&line(TYPES, "end"), "~Breakpoint 1"),
            ("run", "~Breakpoint 1"),
            ("print i1", "=1"),
            ("print i2", "=-2"),
            ("print i4", "=4"),
            ("print i8", "=8"),
            ("print r4", "=1.5"),
            ("print r8", "=2.5"),
            ("print r10", "=3.5"),
            ("print r16", "=4.5"),
            ("print c4", "=(1,-2)"),
            ("print c8", "=(3,4)"),
            ("print l1", "=.TRUE."),
            ("print l4", "=.FALSE."),
            ("print word", "='abc  '"),
            ("print text", "='any length'"),
            ("whatis r16", "=real(kind=16)"),
            ("ptype grid", "=real(kind=4) (3,-1:2)"),
            ("print grid(2,0)", "=6.5"),
            ("print grid(2,-1:0)", "=(0, 6.5)"),
            ("print none", "=<not allocated>"),
            ("print some", "=(10, 20, 30, 40)"),
            ("print some(-1)", "=10"),
            ("ptype some", "~integer(kind=4), allocatable (-1:2)"),
            ("print one", "=12"),
            ("print part", "=(2, 4, 6)"),
            ("print nobody", "=<not associated>"),
            ("print p%x", "=1.5"),
            ("print p%y(3)", "=3.5"),
            ("print p%id", "=7"),
            ("print p%base%id", "=7"),
            ("print p%name", "='point'"),
            ("print p%list", "=(1, 2, 3)"),
            ("print p%next%x", "=1.5"),
            ("print p", "~id = 7"),
            ("ptype p", "~Type, extends(base) :: point"),
            ("print many(2)%x", "=8"),
            ("print pp%name", "='point'"),
            ("print object%id", "=9"),
            ("print limit", "=17"),
            ("print primes", "=(2, 3, 5)"),
            ("print cx", "=3.25"),
            ("info common", "~cy = 4.5"),
            ("print counter", "=41"),
            ("print vars::counter", "=41"),
            ("print kept", "=5"),
            ("print wide", "~abc"),
            ("print *fp", "~double_it"),
        ],
    );
}

#[test]
fn procedures_and_scopes() {
    if !has("gdb") {
        return;
    }
    let dir = &folder("procedures");
    compile(dir, PROCEDURES, &["-O0"]);
    session(
        dir,
        &[
            ("break lib::twice", "~Breakpoint 1"),
            ("run", "~twice (i=3)"),
            ("finish", "~Value returned is $1 = 6"),
            ("delete", "~"),
            ("break lib::work", "~Breakpoint 2"),
            ("continue", "~work (n=3"),
            ("info args", "~n = 3"),
            ("print a(2,1)", "=1"),
            ("print b", "=(4, 4, 6)"),
            ("print c(2)", "=5"),
            ("print s", "='hello'"),
            ("print d", "=('ab', 'cd')"),
            ("next", "~16"),
            ("print local", "=(7, 7, 7, 7)"),
            ("print local(0)", "=7"),
            ("print total", "=20"),
            ("watch total", "~Hardware watchpoint"),
            ("continue", "~New value = 21"),
            ("delete", "~"),
            (&line(PROCEDURES, "block"), "~Breakpoint"),
            ("continue", "~Breakpoint"),
            ("print inside", "=6"),
            ("print word", "='hel'"),
            (&line(PROCEDURES, "associate"), "~Breakpoint"),
            ("continue", "~Breakpoint"),
            ("print alias", "=(1, 1)"),
            ("print sum2", "=10"),
            ("break inner", "~Breakpoint"),
            ("continue", "~inner (k=5)"),
            ("backtrace", "~lib::work (n=3"),
            ("next", "~34"),
            ("print own", "=8"),
            ("print n", "=3"),
            ("print local", "=(7, 7, 7, 7)"),
            ("up", "~lib::work"),
            ("print s", "='hello'"),
            ("up", "~main"),
            ("print matrix(1,2)", "=1"),
            ("print shown", "=3"),
            ("print other", "=11"),
        ],
    );
}

/// `-g` changes nothing in optimized code; what it says of variables is true.
#[test]
fn optimized_code() {
    let dir = &folder("optimized");
    for text in [TYPES, PROCEDURES] {
        compile(dir, text, &["-O2"]);
        ok(dir, FC, &["-O2", "-g", "-c", "t.f90", "-o", "g.o"]);
        ok(dir, FC, &["-O2", "-c", "t.f90", "-o", "n.o"]);
        if has("objcopy") {
            for section in [".text", ".data", ".rodata"] {
                let bytes = |object: &str| {
                    ok(dir, "objcopy", &["-O", "binary", "-j", section, object, "bytes"]);
                    std::fs::read(dir.join("bytes")).expect("it was written")
                };
                assert_eq!(bytes("g.o"), bytes("n.o"), "{section}");
            }
        }
        for level in ["-O0", "-O2"] {
            ok(dir, FC, &[level, "-g", "t.f90", "-o", "t"]);
            if has("llvm-dwarfdump") {
                let out = ok(dir, "llvm-dwarfdump", &["--verify", "t"]);
                assert!(out.contains("No errors."), "{out}");
            }
            if has("readelf") {
                let out = ok(dir, "readelf", &["--debug-dump=info,abbrev,loc,ranges,line", "t"]);
                assert!(!out.contains("readelf: "), "{out}");
            }
        }
    }
    if !has("gdb") {
        return;
    }
    session(
        dir,
        &[
            ("break lib::work", "~Breakpoint 1"),
            ("run", "~work (n=3"),
            ("print n", "~ = "),
            ("print total", "=20"),
            ("print lib::total", "=20"),
            ("up", "~main"),
            ("print matrix(1,2)", "=1"),
            ("print shown", "=3"),
        ],
    );
}

/// The sections of code and data of an object of 64 bits, by their names. (System V ABI, chapter 4.)
fn sections(object: &Path) -> std::collections::BTreeMap<String, Vec<u8>> {
    const PROGBITS: u64 = 1;
    const ALLOC: u64 = 2;
    let b = std::fs::read(object).unwrap_or_else(|e| panic!("{}: {e}", object.display()));
    let number = |at: usize, n: usize| b[at..at + n].iter().rev().fold(0u64, |v, &x| v << 8 | u64::from(x));
    let (table, count, names) = (number(0x28, 8) as usize, number(0x3c, 2) as usize, number(0x3e, 2) as usize);
    let head = |i: usize| table + 64 * i;
    let bytes = |i: usize| {
        let (at, len) = (number(head(i) + 24, 8) as usize, number(head(i) + 32, 8) as usize);
        &b[at..at + len]
    };
    let name = |i: usize| {
        let rest = &bytes(names)[number(head(i), 4) as usize..];
        String::from_utf8_lossy(rest.split(|&c| c == 0).next().unwrap_or_default()).into_owned()
    };
    let code = |i: &usize| number(head(*i) + 4, 4) == PROGBITS && number(head(*i) + 8, 8) & ALLOC != 0;
    (0..count).filter(code).map(|i| (name(i), bytes(i).to_vec())).collect()
}

/// With `-g` optimized code is the same, to the byte: what debuggers are told keeps no variable and no procedure.
#[test]
fn code_is_the_same_with_and_without() {
    let dir = &folder("same");
    let programs = [
        "classes/parent_component_first.f90",
        "language/control_flow.f90",
        "language/loop_exit_values.f90",
        "language/host_array_in_inlined_procedure.f90",
        "language/parameterized_types.f90",
        "openmp/atomic_forms.f90",
        "openmp/alternate_returns_of_threads.f90",
        "programs/alternate_returns.f90",
        "programs/calculator.f90",
        "programs/effects_of_calls.f90",
        "programs/visitor.f90",
    ];
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/run");
    for program in programs {
        let source = root.join(program).display().to_string();
        let object = |name: &str, more: &[&str]| {
            ok(dir, FC, &[&["-O2", "-c", &source, "-o", name], more].concat());
            let mut all = sections(&dir.join(name));
            // The table of source lines is for backtraces.
            all.remove("ferrotran_lines");
            all
        };
        let plain = object("n.o", &[]);
        assert!(plain.values().any(|b| b.len() > 64), "{program}");
        for level in ["-g", "-g1", "-g3"] {
            let with = object("g.o", &[level]);
            assert_eq!(plain.keys().collect::<Vec<_>>(), with.keys().collect::<Vec<_>>(), "{program} {level}");
            for (name, bytes) in &plain {
                assert!(with[name] == *bytes, "{program} {level}: {name} differs");
            }
        }
    }
}

/// Without optimization procedures of other objects stay theirs, those that could be put in place of calls too, and what
/// nothing names is not there.
#[test]
fn procedures_of_other_objects() {
    let dir = &folder("objects");
    let write = |name: &str, text: &str| std::fs::write(dir.join(name), text).expect("a file of the test");
    write(
        "m.f90",
        "module far\n  implicit none\ncontains\n  pure integer function twice(n)\n    integer, intent(in) :: n\n    \
         twice = half(4 * n)\n  end function\n  elemental integer function half(n)\n    integer, intent(in) :: n\n    \
         half = n / 2\n  end function\nend module\n",
    );
    write(
        "t.f90",
        "program t\n  use far\n  implicit none\n  integer :: a(3) = [1, 2, 3]\n  a = twice(2) * half(a * 2)\n  \
         print '(3i4)', a\ncontains\n  subroutine unused\n    external :: nowhere\n    call nowhere\n  end subroutine\n\
         end program\n",
    );
    for how in [&["-g"][..], &["-g", "-O0"], &["-g1", "-O0"], &["-O0"], &["-g", "-O2"]] {
        ok(dir, FC, &[how, &["-c", "m.f90"]].concat());
        ok(dir, FC, &[how, &["-c", "t.f90"]].concat());
        ok(dir, FC, &["t.o", "m.o", "-o", "t"]);
        assert_eq!(ok(dir, "./t", &[]), "   4   8  12\n", "{how:?}");
        ok(dir, FC, &[how, &["m.f90", "t.f90", "-o", "t"]].concat());
        assert_eq!(ok(dir, "./t", &[]), "   4   8  12\n", "{how:?}");
    }
}

/// The levels of `-g`.
#[test]
fn levels() {
    let dir = &folder("levels");
    std::fs::write(dir.join("t.f90"), PROCEDURES).expect("a file of the test");
    let size = |level: &str| {
        ok(dir, FC, &[level, "-O0", "-c", "t.f90"]);
        let b = std::fs::read(dir.join("t.o")).expect("it was written");
        let has = |text: &str| b.windows(text.len()).any(|w| w == text.as_bytes());
        // What only lines and procedures have; what only variables have.
        (has(".debug_line"), has("sum2"))
    };
    for level in ["-g0", "-ggdb0"] {
        assert_eq!(size(level), (false, false), "{level}");
    }
    for level in ["-g1", "-ggdb1", "-gline-tables-only"] {
        assert_eq!(size(level), (true, false), "{level}");
    }
    for level in ["-g", "-g2", "-g3", "-ggdb", "-ggdb3", "-gdwarf-4", "-gdwarf-5", "-gdwarf"] {
        assert_eq!(size(level), (true, true), "{level}");
    }
}

/// Calls in whose place the body of the procedure stands.
#[test]
fn inlined_calls() {
    let dir = &folder("inlined");
    compile(dir, INLINED, &["-O2"]);
    if has("llvm-dwarfdump") {
        let out = ok(dir, "llvm-dwarfdump", &["--verify", "t"]);
        assert!(out.contains("No errors."), "{out}");
    }
    if has("readelf") {
        let out = ok(dir, "readelf", &["--debug-dump=info", "t"]);
        for (tag, n) in [("DW_TAG_inlined_subroutine", 3), ("DW_AT_call_line", 3), ("DW_INL", 2)] {
            let found = out.matches(tag).count();
            assert!(found >= n || tag == "DW_INL" && out.contains("(inlined)"), "{tag}: {found}\n{out}");
        }
    }
    if !has("gdb") {
        return;
    }
    session(
        dir,
        &[
            (&line(INLINED, "bump"), "~Breakpoint 1"),
            ("run", "~bump"),
            ("backtrace", "~lib::twice"),
            ("backtrace", "~t.f90:11"),
            ("backtrace", "~t () at t.f90:20"),
            ("print state", "=1"),
            ("continue", "~bump"),
            ("backtrace", "~t.f90:12"),
            ("print lib::state", "=4"),
            ("up", "~call bump(n + 1)"),
            ("up", "~call twice(k)"),
        ],
    );
}

/// What a parallel region has of its own and what it shares.
#[test]
fn parallel_regions() {
    let dir = &folder("sections");
    for program in ["empty_sections", "sections_in_order", "threads"] {
        let source = format!("{}/tests/run/openmp/{program}.f90", env!("CARGO_MANIFEST_DIR"));
        ok(dir, FC, &["-g", "-O0", "-fverify-ir", "-c", &source, "-o", "t.o"]);
    }
    if !has("gdb") {
        return;
    }
    let dir = &folder("parallel");
    compile(dir, PARALLEL, &["-O0"]);
    session(
        dir,
        &[
            (&line(PARALLEL, "region"), "~Breakpoint 1"),
            ("run", "~Breakpoint 1"),
            ("print mine", "=4"),
            ("print seen", "=5"),
            ("print factor", "=3"),
            (&line(PARALLEL, "loop"), "~Breakpoint 2"),
            ("continue", "~Breakpoint 2"),
            ("print k", "=1"),
            ("print b", "=(1, 1, 1, 1)"),
            ("print factor", "=3"),
            ("continue", "~Breakpoint 2"),
            ("print k", "=2"),
            ("print b(1)", "=3"),
            (&line(PARALLEL, "after"), "~Breakpoint 3"),
            ("delete 2", "~"),
            ("continue", "~Breakpoint 3"),
            ("print seen", "=9"),
        ],
    );
}

/// Modules in other objects, and in a dynamic library.
#[test]
fn several_files() {
    if !has("gdb") {
        return;
    }
    let dir = &folder("files");
    let write = |name: &str, text: &str| std::fs::write(dir.join(name), text).expect("a file of the test");
    write(
        "m.f90",
        "module far\n  implicit none\n  integer :: value = 23\n  real, allocatable :: items(:)\ncontains\n\
         subroutine change(x)\n    integer, intent(in) :: x\n    value = x\n  end subroutine\nend module\n",
    );
    write(
        "t.f90",
        "program t\n  use far\n  implicit none\n  items = [1.0, 2.0]\n  call change(5)\n  print *, value\nend program\n",
    );
    let script = &[
        ("break far::change", "~Breakpoint 1"),
        ("run", "~change (x=5)"),
        ("print value", "=23"),
        ("up", "~in t ()"),
        ("print value", "=23"),
        ("print far::items", "=(1, 2)"),
        ("print items(2)", "=2"),
    ];
    ok(dir, FC, &["-g", "-c", "m.f90"]);
    ok(dir, FC, &["-g", "-c", "t.f90"]);
    ok(dir, FC, &["t.o", "m.o", "-o", "t"]);
    session(dir, script);
    ok(dir, FC, &["-g", "-shared", "m.f90", "-o", "libm2.so"]);
    ok(dir, FC, &["-g", "t.f90", "-L.", "-lm2", "-Wl,-rpath,.", "-o", "t"]);
    let mut pending = script.to_vec();
    pending[0] = ("break t.f90:5", "~Breakpoint 1");
    pending[1] = ("run", "~t.f90:5");
    pending[2] = ("print far::value", "=23");
    pending[3] = ("step", "~change (x=5)");
    session(dir, &pending[..5]);
}
