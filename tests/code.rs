//! What the code of programs made here looks like: the frame does not grow with the number of statements, and a jump
//! leaves loops elsewhere alone.

use std::path::PathBuf;
use std::process::Command;

/// Cranelift's text of a program.
fn clif(name: &str, text: &str) -> String {
    let dir = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let file = dir.join(format!("{name}.f90"));
    std::fs::write(&file, text).expect("a file can be written");
    let out = Command::new(env!("CARGO_BIN_EXE_ferrotran")).args(["emit", "clif"]).arg(&file).output();
    let out = out.expect("the compiler starts");
    assert!(out.status.success(), "{name}: {}", String::from_utf8_lossy(&out.stderr));
    String::from_utf8_lossy(&out.stdout).into_owned()
}

/// Bytes of all stack slots.
fn frame(clif: &str) -> u64 {
    let sizes = clif.lines().filter_map(|l| l.split_once("explicit_slot ")).map(|(_, r)| r.split(',').next());
    sizes.map(|s| s.and_then(|s| s.trim().parse::<u64>().ok()).expect("a slot has a size")).sum()
}

/// Statements, `#` for the number of each.
const STATEMENTS: &[(&str, &str)] = &[
    ("print", "x = x + #\nprint *, x, i"),
    ("format", "write(*, '(i5, f8.3)') i + #, x"),
    ("string", "s = trim(s) // 'a#'\nprint *, s"),
    ("internal", "write(s, '(i0)') i + #"),
    ("call", "call sub(i + #, x * 2.0, a(1:n:2))"),
    ("allocate", "allocate(p(#), stat=i)\np = 1\ndeallocate(p)"),
    ("section", "a = a + #\nprint *, a(1:n), s(2:) // t"),
    ("concatenation", "s = s(2:) // t(1:3) // 'b#'"),
    ("branch", "if (i == n) then\nprint *, 'case', i + #\nend if"),
];

fn program(statement: &str, times: usize) -> String {
    let mut text = String::from(
        "subroutine many(i, n, x, a, s, t)\ninteger :: i, n\nreal :: x, a(10)\ncharacter(20) :: s, t\nreal, allocatable :: p(:)\n",
    );
    for k in 1..=times {
        // As many digits in all programs.
        text += &statement.replace('#', &(10 + k % 80).to_string());
        text.push('\n');
    }
    text + "contains\nsubroutine sub(i, x, b)\ninteger :: i\nreal :: x, b(:)\nprint *, i, x, b(1)\nend\nend\n"
}

#[test]
fn frames_do_not_grow_with_the_number_of_statements() {
    for (name, statement) in STATEMENTS {
        let small = frame(&clif(&format!("{name}_40"), &program(statement, 40)));
        let large = frame(&clif(&format!("{name}_160"), &program(statement, 160)));
        assert_eq!(small, large, "{name}: the frame of 40 statements and of 160");
        assert!(large < 4096, "{name}: {large} bytes");
    }
}

#[test]
fn jumps_elsewhere_leave_loops_alone() {
    let with = |first: &str, last: &str| {
        format!(
            "subroutine s(a, b, n, k)\ninteger, intent(in) :: n\nreal, intent(inout) :: a(n), b(n)\ninteger :: i, k\nk = 0\n{first}\ndo i = 1, n\na(i) = a(i) * 2.0 + b(i) * k\nend do\n{last}\nend\n"
        )
    };
    let vectors = |name: &str, text: &str| clif(name, text).matches("f32x4").count();
    let plain = vectors("no_jump", &with("", ""));
    assert!(plain > 0, "the loop is vectorized");
    assert_eq!(vectors("jump_around", &with("if (n > 1000) goto 10", "10 k = k + 1")), plain);
    assert_eq!(vectors("jump_back", &with("10 k = k + 1", "if (k < 3) goto 10")), plain);
}
