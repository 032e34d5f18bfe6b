//! `--coverage`: what the files for gcov say. One test reads them itself, so that something is always looked at; where
//! gcov, gcovr or lcov is missing, what they say is left out, with a note.

mod tools;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::{Command, Stdio};
use tools::{FC, folder, has, ok, run, write};

const FLOW: &str = include_str!("coverage/flow.f90");

fn command(dir: &Path, program: &str, args: &[&str]) -> Command {
    let mut c = Command::new(program);
    c.args(args).current_dir(dir).env("NO_COLOR", "1").stdin(Stdio::null());
    c
}

// ---- reading the files --------------------------------------------------------------------------------------------------

/// Words and texts of a file.
struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    fn word(&mut self) -> u32 {
        let b = &self.bytes[self.at..self.at + 4];
        self.at += 4;
        u32::from_le_bytes(b.try_into().expect("four bytes"))
    }
    fn text(&mut self) -> String {
        let n = self.word() as usize;
        let t = &self.bytes[self.at..self.at + n];
        self.at += n;
        String::from_utf8_lossy(t.strip_suffix(&[0]).unwrap_or(t)).into_owned()
    }
    fn more(&self) -> bool {
        self.at + 8 <= self.bytes.len()
    }
}

struct Arc {
    from: usize,
    to: usize,
    tree: bool,
    count: Option<u64>,
}

#[derive(Default)]
struct Procedure {
    name: String,
    line: u32,
    /// Number and checksums.
    key: [u32; 3],
    blocks: usize,
    arcs: Vec<Arc>,
    /// The lines of blocks.
    lines: Vec<(usize, u32)>,
}

/// The procedures of the notes.
fn notes(bytes: &[u8]) -> (u32, Vec<Procedure>) {
    let mut r = Reader { bytes, at: 0 };
    assert_eq!(r.word(), 0x6763_6e6f);
    r.word();
    let stamp = r.word();
    r.word();
    assert!(Path::new(&r.text()).is_dir());
    r.word();
    let mut out: Vec<Procedure> = vec![];
    while r.more() {
        let (tag, len) = (r.word(), r.word() as usize);
        let end = r.at + len;
        if tag == 0x0100_0000 {
            let key = [r.word(), r.word(), r.word()];
            let name = r.text();
            r.word();
            r.text();
            out.push(Procedure { key, name, line: r.word(), ..Procedure::default() });
            r.at = end;
            continue;
        }
        let p = out.last_mut().expect("a procedure comes first");
        match tag {
            0x0141_0000 => p.blocks = r.word() as usize,
            0x0143_0000 => {
                let from = r.word() as usize;
                while r.at < end {
                    let (to, flags) = (r.word() as usize, r.word());
                    p.arcs.push(Arc { from, to, tree: flags & 1 != 0, count: None });
                }
            }
            0x0145_0000 => {
                let block = r.word() as usize;
                loop {
                    match r.word() {
                        0 if r.text().is_empty() => break,
                        0 => {}
                        line => p.lines.push((block, line)),
                    }
                }
            }
            other => panic!("a record {other:x}"),
        }
        assert_eq!(r.at, end);
    }
    (stamp, out)
}

/// How often the program ran, and the counters by the keys of procedures.
fn counts(bytes: &[u8]) -> (u32, u32, BTreeMap<[u32; 3], Vec<u64>>) {
    let mut r = Reader { bytes, at: 0 };
    assert_eq!(r.word(), 0x6763_6461);
    r.word();
    let stamp = r.word();
    r.word();
    let (mut runs, mut key, mut out) = (0, [0; 3], BTreeMap::new());
    while r.more() {
        let (tag, len) = (r.word(), r.word());
        match tag {
            0xa100_0000 => runs = (r.word(), r.word()).0,
            0x0100_0000 => key = [r.word(), r.word(), r.word()],
            0x01a1_0000 => {
                let list = (0..len / 8).map(|_| u64::from(r.word()) | u64::from(r.word()) << 32).collect();
                out.insert(key, list);
            }
            other => panic!("a record {other:x}"),
        }
    }
    (stamp, runs, out)
}

impl Procedure {
    /// Counts of all arcs: those of the tree follow from what comes into blocks and leaves them.
    fn solve(&mut self, counters: &[u64]) {
        let mut next = counters.iter();
        for a in self.arcs.iter_mut().filter(|a| !a.tree) {
            a.count = Some(*next.next().expect("a counter for the arc"));
        }
        assert!(next.next().is_none(), "{}: too many counters", self.name);
        while self.arcs.iter().any(|a| a.count.is_none()) {
            let mut found = false;
            for b in 2..self.blocks {
                let sum = |of: &dyn Fn(&Arc) -> bool| -> (u64, Vec<usize>) {
                    let all = || self.arcs.iter().enumerate().filter(|a| of(a.1));
                    let open = all().filter(|a| a.1.count.is_none()).map(|a| a.0).collect();
                    (all().filter_map(|a| a.1.count).sum(), open)
                };
                let ((entries, a), (exits, z)) = (sum(&|x| x.to == b), sum(&|x| x.from == b));
                let found_here = match (&a[..], &z[..]) {
                    ([], [one]) => Some((*one, entries.checked_sub(exits))),
                    ([one], []) => Some((*one, exits.checked_sub(entries))),
                    _ => None,
                };
                if let Some((arc, count)) = found_here {
                    self.arcs[arc].count = Some(count.unwrap_or_else(|| panic!("{}: block {b}", self.name)));
                    found = true;
                }
            }
            assert!(found, "{}: the counters do not say everything", self.name);
        }
    }

    /// How often control comes to each line from others.
    fn by_line(&self) -> BTreeMap<u32, u64> {
        let lines: BTreeSet<u32> = self.lines.iter().map(|l| l.1).collect();
        let count = |line: u32| {
            let inside = |b: usize| self.lines.contains(&(b, line));
            self.arcs.iter().filter(|a| inside(a.to) && !inside(a.from)).filter_map(|a| a.count).sum()
        };
        lines.into_iter().map(|l| (l, count(l))).collect()
    }
}

/// The counts of the lines of a program, and the names of its procedures with their lines.
fn read(base: &Path) -> (BTreeMap<u32, u64>, BTreeMap<String, u32>) {
    let file = |ending: &str| {
        let path = base.with_extension(ending);
        std::fs::read(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
    };
    let (stamp, procedures) = notes(&file("gcno"));
    let (other, _, counters) = counts(&file("gcda"));
    assert_eq!(stamp, other);
    let (mut lines, mut names) = (BTreeMap::new(), BTreeMap::new());
    for mut p in procedures {
        p.solve(&counters[&p.key]);
        for (l, n) in p.by_line() {
            *lines.entry(l).or_insert(0) += n;
        }
        names.insert(p.name, p.line);
    }
    (lines, names)
}

/// The counts that a program says of itself, and its lines with directives.
fn wanted(text: &str) -> (BTreeMap<u32, u64>, BTreeSet<u32>) {
    let (mut counts, mut free) = (BTreeMap::new(), BTreeSet::new());
    for (i, l) in text.lines().enumerate().skip(1) {
        let line = i as u32 + 1;
        if let Some((_, n)) = l.split_once("!=") {
            counts.insert(line, n.trim().parse().expect("a number"));
        } else if l.trim_start().starts_with("!$") {
            free.insert(line);
        }
    }
    (counts, free)
}

fn compare(what: &str, text: &str, got: &BTreeMap<u32, u64>) {
    let (want, free) = wanted(text);
    let mut wrong = String::new();
    for l in want.keys().chain(got.keys()).collect::<BTreeSet<_>>() {
        if want.get(l) != got.get(l) && !free.contains(l) {
            let text = text.lines().nth(*l as usize - 1).unwrap_or_default();
            wrong += &format!("{l}: {:?} instead of {:?}: {text}\n", got.get(l), want.get(l));
        }
    }
    assert!(wrong.is_empty(), "{what}\n{wrong}");
}

#[test]
fn every_line_has_its_count() {
    for level in ["-O0", "-O1", "-O2", "-O3", "-g"] {
        let dir = folder(&format!("coverage-lines{level}"));
        write(&dir, "flow.f90", FLOW);
        ok(&dir, FC, &[level, "--coverage", "flow.f90", "-o", "flow"]);
        ok(&dir, "./flow", &[]);
        let (lines, names) = read(&dir.join("flow"));
        compare(level, FLOW, &lines);
        let line =
            |text: &str| FLOW.lines().position(|l| l.trim_start().starts_with(text)).expect("it is there") as u32 + 1;
        assert_eq!(names["shapes::add"], line("subroutine add"));
        assert_eq!(names["flow::finish"], line("subroutine finish"));
        assert_eq!(names["flow"], line("program flow"));
        assert_eq!(names.len(), 7);
    }
}

#[test]
fn gcov_and_others_read_the_files() {
    let dir = folder("coverage-gcov");
    write(&dir, "flow.f90", FLOW);
    // One file for each object, as build systems have it.
    ok(&dir, FC, &["--coverage", "-c", "flow.f90", "-o", "flow.f90.o"]);
    ok(&dir, FC, &["--coverage", "flow.f90.o", "-o", "flow"]);
    assert!(dir.join("flow.f90.gcno").is_file());
    ok(&dir, "./flow", &[]);
    if has("gcov") {
        let said = ok(&dir, "gcov", &["-b", "flow.f90.gcda"]);
        assert!(said.contains("File 'flow.f90'") && !said.contains("mismatch"), "{said}");
        let mut lines = BTreeMap::new();
        let report = std::fs::read_to_string(dir.join("flow.f90.gcov")).expect("gcov wrote it");
        for l in report.lines() {
            let mut parts = l.splitn(3, ':');
            let (Some(n), Some(line), Some(_)) = (parts.next(), parts.next(), parts.next()) else { continue };
            let n = n.trim().trim_end_matches('*');
            // Others are about branches and procedures.
            let Ok(line) = line.trim().parse::<u32>() else { continue };
            match n {
                "-" => {}
                "#####" | "=====" => drop(lines.insert(line, 0)),
                n => drop(lines.insert(line, n.parse().expect("a count"))),
            }
        }
        compare("gcov", FLOW, &lines);
        assert!(report.contains("function shapes::add called 10 returned 100%"), "{report}");
        // IF (N > 3) of ten calls.
        assert!(report.contains("branch  0 taken 70%"), "{report}");
    }
    if has("gcovr") {
        let json = ok(&dir, "gcovr", &["--json", "-r", "."]);
        for (line, count) in wanted(FLOW).0 {
            let found = json.split("{\"branches\"").any(|l| {
                l.contains(&format!("\"line_number\": {line}")) && l.contains(&format!("\"count\": {count},"))
            });
            assert!(found, "{line} {count}: {json}");
        }
    }
    if has("lcov") {
        ok(&dir, "lcov", &["-q", "--rc", "lcov_branch_coverage=1", "-c", "-d", ".", "-o", "flow.info"]);
        let info = std::fs::read_to_string(dir.join("flow.info")).expect("lcov wrote it");
        for (line, count) in wanted(FLOW).0 {
            assert!(info.lines().any(|l| l == format!("DA:{line},{count}")), "{line} {count}\n{info}");
        }
        assert!(info.contains("FNDA:10,shapes::add"), "{info}");
    }
}

const COUNTING: &str = "program p\n  integer :: i, n = 0\n  do i = 1, 5\n    call one\n  end do\n  call the_end\ncontains\n\
                        subroutine one\n    n = n + 1\n  end subroutine\nsubroutine the_end\n    END\n  end subroutine\nend program\n";

/// The runs, and how often line 9 of the program above ran.
fn ones(base: &Path) -> (u32, u64) {
    let bytes = std::fs::read(base.with_extension("gcda")).unwrap_or_else(|e| panic!("{}: {e}", base.display()));
    (counts(&bytes).1, read(base).0[&9])
}

/// However the program ends.
#[test]
fn counts_are_written_at_every_end() {
    let dir = folder("coverage-ends");
    let abort = "integer, pointer :: x(:); allocate (x(2)); read (99, *) x";
    let signal =
        "interface; subroutine raise(n) bind(c); integer, value :: n; end subroutine; end interface; call raise(15)";
    let exit = "interface; subroutine leave(n) bind(c, name='exit'); integer, value :: n; end subroutine; end interface; \
                call leave(3)";
    let ends = [
        ("plain", "continue", Some(0)),
        ("stop", "stop 4", Some(4)),
        ("error", "error stop", Some(1)),
        ("exit", "call exit(5)", Some(5)),
        ("leave", exit, Some(3)),
        ("fails", abort, Some(2)),
        ("aborts", "call abort()", None),
        ("killed", signal, None),
    ];
    for (name, end, status) in ends {
        write(&dir, &format!("{name}.f90"), &COUNTING.replace("END\n", &format!("{end}\n")));
        ok(&dir, FC, &["--coverage", &format!("{name}.f90"), "-o", name]);
        let o = run(&dir, &format!("./{name}"), &[]);
        assert_eq!(o.status.code(), status, "{name}");
        assert_eq!(ones(&dir.join(name)), (1, 5), "{name}");
        run(&dir, &format!("./{name}"), &[]);
        assert_eq!(ones(&dir.join(name)), (2, 10), "{name}");
    }
    // In the process of the compiler, too.
    ok(&dir, FC, &["run", "--coverage", "plain.f90"]);
    assert_eq!(ones(&dir.join("plain")), (3, 15));
}

#[test]
fn processes_add_to_one_file() {
    let dir = folder("coverage-processes");
    write(&dir, "p.f90", &COUNTING.replace("END\n", "continue\n"));
    ok(&dir, FC, &["--coverage", "p.f90", "-o", "p"]);
    let many: Vec<_> = (0..20).map(|_| command(&dir, "./p", &[]).spawn().expect("it starts")).collect();
    for mut c in many {
        assert!(c.wait().expect("it ends").success());
    }
    assert_eq!(ones(&dir.join("p")), (20, 100));
    // Another place.
    let there = dir.join("elsewhere");
    let prefixed = |strip: usize| {
        let strip = strip.to_string();
        let mut c = command(&dir, "./p", &[]);
        let o = c.env("GCOV_PREFIX", &there).env("GCOV_PREFIX_STRIP", strip).output().expect("it starts");
        assert!(o.status.success() && o.stderr.is_empty(), "{o:?}");
    };
    prefixed(0);
    let all = dir.canonicalize().expect("it is there");
    assert!(there.join(all.strip_prefix("/").expect("from the root")).join("p.gcda").is_file());
    prefixed(all.components().count() - 1);
    assert!(there.join("p.gcda").is_file());
    prefixed(1000);
    assert_eq!(counts(&std::fs::read(there.join("p.gcda")).expect("it is there")).1, 2);
    assert_eq!(ones(&dir.join("p")), (20, 100));
    // Counts of another compilation are no longer true.
    write(&dir, "p.f90", &COUNTING.replace("END\n", "n = n\n    n = n\n"));
    ok(&dir, FC, &["--coverage", "p.f90", "-o", "p"]);
    ok(&dir, "./p", &[]);
    assert_eq!(ones(&dir.join("p")), (1, 5));
    // A place where nothing can be written is told of, and the program is not harmed.
    let o = command(&dir, "./p", &[]).env("GCOV_PREFIX", "/proc/none").output().expect("it starts");
    let err = String::from_utf8_lossy(&o.stderr).into_owned();
    assert!(o.status.success() && err.contains("cannot be opened"), "{err}");
}

#[test]
fn options() {
    let dir = folder("coverage-options");
    write(&dir, "p.f90", &COUNTING.replace("END\n", "continue\n"));
    ok(&dir, FC, &["-ftest-coverage", "p.f90", "-o", "p"]);
    ok(&dir, "./p", &[]);
    assert!(dir.join("p.gcno").is_file() && !dir.join("p.gcda").exists());
    std::fs::remove_file(dir.join("p.gcno")).expect("it is there");
    std::fs::create_dir(dir.join("d")).expect("a folder");
    ok(&dir, FC, &["-fprofile-arcs", "-fprofile-dir=d", "-fprofile-update=single", "p.f90"]);
    ok(&dir, "./a.out", &[]);
    assert!(!dir.join("a-p.gcno").exists());
    let names: Vec<_> =
        std::fs::read_dir(dir.join("d")).expect("it is there").flatten().map(|e| e.file_name()).collect();
    assert!(matches!(&names[..], [n] if n.to_string_lossy().ends_with("#a-p.gcda")), "{names:?}");
    ok(&dir, FC, &["--coverage", "-c", "p.f90", "-o", "d/p.o"]);
    assert!(dir.join("d/p.gcno").is_file());
    let o = run(&dir, FC, &["-fprofile-update=never", "-c", "p.f90"]);
    assert!(!o.status.success());
    let o = run(&dir, FC, &["-fcondition-coverage", "-c", "p.f90"]);
    assert!(String::from_utf8_lossy(&o.stderr).contains("counts lines and branches"));
}

/// gfortran's counts are the same.
#[test]
fn as_gfortran_counts() {
    if !has("gfortran") || !has("gcov") {
        return;
    }
    let text = "program p\n  implicit none\n  integer :: i, n\n  n = 0\n  do i = 1, 7\n    n = n + 1\n    \
                if (mod(i, 2) == 0) then\n      n = n + 10\n    else if (i > 5) then\n      n = n + 100\n    else\n      \
                n = n + 1000\n    end if\n    call more(i)\n  end do\n  print *, n\ncontains\n  subroutine more(k)\n    \
                integer, intent(in) :: k\n    if (k > 3) return\n    n = n + k\n  end subroutine\nend program\n";
    let report = |name: &str, fc: &str| {
        let dir = folder(&format!("coverage-{name}"));
        write(&dir, "p.f90", text);
        ok(&dir, fc, &["-O0", "--coverage", "p.f90", "-o", "p"]);
        ok(&dir, "./p", &[]);
        ok(&dir, "gcov", &["p.gcda"]);
        let report = std::fs::read_to_string(dir.join("p.f90.gcov")).expect("gcov wrote it");
        let line = |l: &str| {
            let mut parts = l.splitn(3, ':');
            let n = parts.next()?.trim().trim_end_matches('*').to_string();
            let at: u32 = parts.next()?.trim().parse().ok()?;
            let text = parts.next()?.trim().to_string();
            // What ends a loop or a program is counted by gfortran in the line before its end.
            let other = ["end ", "call more", "print"].iter().any(|t| text.starts_with(t));
            (n != "-" && !other).then_some((at, (n, text)))
        };
        report.lines().filter_map(line).collect::<BTreeMap<_, _>>()
    };
    assert_eq!(report("ours", FC), report("gfortran", "gfortran"));
}
