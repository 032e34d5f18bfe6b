//! OpenMP: clauses, data sharing, nesting, and the rules of workdistribute.

use super::*;

fn region(body: &str) -> String {
    format!(
        "module m\ncontains\npure real function pf(x)\nreal, intent(in) :: x\npf = x\nend\nreal function nf(x)\nreal, intent(in) :: x\n\
         nf = x\nend\nelemental subroutine es(x)\nreal, intent(inout) :: x\nx = x + 1\nend\nsubroutine ns(x)\nreal :: x\nx = 1\nend\nend\n\
         program p\nuse m\nreal :: a(4), b(4), s\nreal, pointer :: q(:)\nreal, target :: t(4)\nreal, allocatable :: c(:)\ninteger :: i\n\
         !$omp target teams workdistribute\n{body}\n!$omp end target teams workdistribute\nend\n"
    )
}

#[test]
fn workdistribute_takes_assignments_and_pure_calls() {
    let p = ok(&region(
        "a = b * 2\ns = sum(a)\na = a / s\nwhere (a > 1) a = 0\nforall (i = 1:4) b(i) = i\na = pf(s)\ncall es(a)",
    ));
    let b = body(&p, "MAIN__");
    let StmtKind::Omp(o) = b[0] else { panic!("{b:?}") };
    assert_eq!((o.directive.name(), o.body.len()), ("target teams workdistribute", 7));
}

#[test]
fn workdistribute_rules() {
    let mut bad = vec![];
    for (stmt, text) in [
        ("print *, a", "an input/output statement is not allowed in a `workdistribute` region"),
        ("allocate(c(3))", "ALLOCATE is not allowed"),
        ("if (s > 1) s = 2", "IF is not allowed"),
        ("do i = 1, 3\na(i) = 1\nend do", "a DO loop is not allowed"),
        ("q => t", "a pointer assignment is not allowed"),
        ("call ns(s)", "`ns` is not pure"),
        ("a = nf(s)", "`nf` is not pure"),
        ("call random_number(a)", "`random_number` is not pure"),
        ("stop", "STOP is not allowed"),
        ("return", "RETURN is not allowed"),
        ("call ext(a)", "implicit interface"),
    ] {
        let e = errors(&region(stmt));
        if !(e.len() == 1 && e[0].starts_with("28: ") && e[0].contains(text)) {
            bad.push(format!("{stmt}: {e:#?}"));
        }
    }
    assert!(bad.is_empty(), "{bad:#?}");
}

#[test]
fn workdistribute_allows_no_defined_assignment() {
    one_error(
        "module m\ntype t\ninteger :: v\nend type\ninterface assignment(=)\nmodule procedure s\nend interface\ncontains\n\
         pure subroutine s(a, n)\ntype(t), intent(out) :: a\ninteger, intent(in) :: n\na%v = n\nend\nend\nprogram p\nuse m\n\
         type(t) :: x\n!$omp teams workdistribute\nx = 3\n!$omp end teams workdistribute\nend",
        19,
        "user-defined assignment",
    );
}

#[test]
fn workdistribute_is_nested_in_teams() {
    one_error(
        "program p\nreal :: a(3)\n!$omp workdistribute\na = 1\n!$omp end workdistribute\nend",
        3,
        "closely nested in a `teams`",
    );
    one_error(
        "program p\nreal :: a(3), b\n!$omp teams\nb = 1\n!$omp workdistribute\na = 1\n!$omp end workdistribute\n!$omp end teams\nend",
        4,
        "may contain nothing else",
    );
    ok(
        "program p\nreal :: a(3)\n!$omp target\n!$omp teams\n!$omp workdistribute\na = 1\n!$omp end workdistribute\n!$omp end teams\n\
        !$omp end target\nend",
    );
}

#[test]
fn clauses() {
    let p = ok("program p\nreal :: a(10), s\ninteger :: i, n\nn = 10\ns = 0\n\
        !$omp target teams distribute parallel do map(to: a) map(tofrom: s) reduction(+: s) collapse(1) num_teams(4) if(target: n > 3)\n\
        do i = 1, n\ns = s + a(i)\nend do\nend");
    let b = body(&p, "MAIN__");
    let Some(StmtKind::Omp(o)) = b.iter().find(|s| matches!(s, StmtKind::Omp(_))) else { panic!("{b:?}") };
    assert!(o.clauses.iter().any(|c| matches!(c, Clause::Reduction { op: ReduceOp::Sum, .. })));
    assert!(o.clauses.iter().any(|c| matches!(c, Clause::If { leaf: Some(ferrotran_syntax::omp::Leaf::Target), .. })));
    assert!(o.clauses.iter().any(|c| matches!(c, Clause::Collapse(1))));
    assert!(matches!(o.body[..], [Stmt { kind: StmtKind::Do { .. }, .. }]));
}

#[test]
fn data_sharing() {
    let head = "program p\nimplicit none\ninteger :: i, x, y\nreal :: a(3)\ninteger, parameter :: n = 3\n";
    one_error(
        &format!("{head}!$omp parallel default(none) shared(x)\nx = y\n!$omp end parallel\nend"),
        7,
        "`y` has no data-sharing",
    );
    ok(&format!("{head}!$omp parallel do default(none) shared(a)\ndo i = 1, n\na(i) = i\nend do\nend"));
    one_error(
        &format!("{head}!$omp parallel private(x) shared(x)\nx = 1\n!$omp end parallel\nend"),
        6,
        "more than one data-sharing",
    );
    one_error(&format!("{head}!$omp parallel private(n)\nx = 1\n!$omp end parallel\nend"), 6, "named constant");
    one_error(
        &format!("{head}!$omp parallel do reduction(.and.: x)\ndo i = 1, 3\nx = 1\nend do\nend"),
        6,
        "does not apply to type integer(4)",
    );
    one_error(
        &format!("{head}!$omp parallel do shared(i)\ndo i = 1, 3\na(i) = 1\nend do\nend"),
        7,
        "the loop variable `i` is private",
    );
}

#[test]
fn loops_of_directives() {
    let head = "program p\ninteger :: i, j\nreal :: a(3, 3)\n";
    one_error(
        &format!(
            "{head}!$omp parallel do ordered(2)\ndo i = 1, 3\na(i, 1) = 1\ndo j = 1, 3\na(i, j) = 1\nend do\nend do\nend"
        ),
        7,
        "perfectly nested",
    );
    one_error(
        &format!("{head}!$omp parallel do\ndo while (i < 3)\ni = i + 1\nend do\nend"),
        5,
        "needs a counted DO loop",
    );
    one_error(&format!("{head}!$omp parallel do\ndo i = 1, 3\nif (i == 2) exit\nend do\nend"), 6, "EXIT may not leave");
    one_error(&format!("{head}!$omp parallel do schedule(fast)\ndo i = 1, 3\na(i, 1) = 1\nend do\nend"), 4, "`fast`");
}

#[test]
fn nesting() {
    let head = "program p\ninteger :: i, j\nreal :: a(3)\n";
    one_error(
        &format!("{head}!$omp parallel do\ndo i = 1, 3\n!$omp do\ndo j = 1, 3\na(j) = 1\nend do\nend do\nend"),
        6,
        "may not be closely nested in `do`",
    );
    one_error(
        &format!("{head}!$omp parallel do\ndo i = 1, 3\n!$omp barrier\na(i) = 1\nend do\nend"),
        6,
        "`barrier` may not",
    );
    one_error(
        &format!("{head}!$omp target\n!$omp target\na = 1\n!$omp end target\n!$omp end target\nend"),
        5,
        "nested in a `target`",
    );
    one_error(
        &format!("{head}!$omp parallel\n!$omp teams\na = 1\n!$omp end teams\n!$omp end parallel\nend"),
        5,
        "`teams` must be strictly nested",
    );
    one_error(
        &format!("{head}!$omp parallel\ngoto 10\n!$omp end parallel\n10 continue\nend"),
        5,
        "leaves the `parallel` region",
    );
}

#[test]
fn omp_lib_is_there() {
    let p = ok(
        "program p\nuse omp_lib\nreal(8) :: t\ninteger(omp_lock_kind) :: l\nt = omp_get_wtime()\ncall omp_init_lock(l)\n\
        print *, omp_get_max_threads()\nend",
    );
    assert!(p.procs.iter().any(|q| q.link_name == "omp_get_wtime_"));
}
