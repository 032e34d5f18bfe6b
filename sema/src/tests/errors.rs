//! Illegal programs: one located error each.

use super::*;

fn main(body: &str) -> String {
    format!(
        "program p\nimplicit none\ninteger :: i, n, v(3)\nreal :: x, a(4), m(2, 2)\nlogical :: l\ncharacter(5) :: c\n\
         real, allocatable :: al(:)\nreal, pointer :: pt(:)\nreal, target :: tg(4)\ntype :: t\ninteger :: k\nend type\ntype(t) :: d\n\
         {body}\nend program\n"
    )
}

#[test]
fn statements() {
    let mut bad = vec![];
    for (stmt, text) in [
        ("y = 1", "name `y` is not declared"),
        ("i = 'a'", "cannot be assigned to type integer(4)"),
        ("l = x", "cannot be assigned to type logical(4)"),
        ("x = a", "an array of rank 1 is assigned to a scalar"),
        ("a = m", "rank 2 is assigned to one of rank 1"),
        ("a = a(1:3)", "different shapes"),
        ("a = a + v", "different shapes"),
        ("x = l + 1", "`+` is not defined for logical(4)"),
        ("l = l == l", "`==` is not defined for"),
        ("x = a(1, 2)", "has rank 1 but is given 2 subscripts"),
        ("c = c(1:9)", "beyond the length 5"),
        ("c(2:9) = 'x'", "beyond the length 5"),
        ("if (i) x = 1", "must be logical"),
        ("do x = 1, 'a'\nend do", "a loop bound must be an integer"),
        ("do i = 1, 3, 0\nend do", "step of a loop cannot be zero"),
        ("do i = 1, 3\ni = 2\nend do", "the variable of the enclosing DO loop"),
        ("exit", "EXIT is not inside a loop"),
        ("goto 99", "label 99 is not defined"),
        ("call nosuch%f()", "name `nosuch` is not declared"),
        ("d%z = 1", "has no component `z`"),
        ("x = nofun(3)", "`nofun` is not declared"),
        ("pt => a", "must have the TARGET or POINTER"),
        ("pt => m(1, 1)", "TARGET or POINTER"),
        ("a => tg", "is not a pointer"),
        ("allocate(a(3))", "neither allocatable nor a pointer"),
        ("allocate(al)", "allocated with bounds"),
        ("allocate(al(2, 2))", "rank 1 but 2 bounds"),
        ("deallocate(x)", "neither allocatable nor a pointer"),
        ("nullify(a)", "NULLIFY needs a pointer"),
        ("select case (x)\ncase default\nend select", "must be integer, logical or character"),
        ("select case (i)\ncase (1)\ncase (1:3)\nend select", "overlaps"),
        ("where (a > 0) x = 1", "must be to an array"),
        ("where (x > 0) a = 1", "must be an array"),
        ("x = matmul(a, a)", "must be a matrix"),
        ("x = sum(x)", "must be an array"),
        ("x = sin('a')", "must be real or complex"),
        ("x = sqrt(1)", "must be real or complex"),
        ("x = dsqrt(1.0)", "use the generic `sqrt`"),
        ("x = sum(a, dim=3)", "dimension 3"),
        ("x = sqrt(x, kind=4)", "has no argument `kind`"),
        ("print *, allocated(a)", "must be allocatable"),
        ("write(*, '(i3') i", "not balanced"),
        ("read(5, *, iostat=x) i", "IOSTAT needs a scalar integer"),
        ("read(5, *) 3", "cannot be read into"),
        ("open(10, fil='a')", "is not a specifier"),
        ("print 10, x", "no FORMAT statement with label 10"),
        ("x = 1.0_7", "kind 7 does not exist"),
        ("v = [1, 2.0]", "must have one type"),
        ("v = []", "needs a type"),
        ("x = -'a'", "operand of `-`"),
        ("return 1", "among its dummy arguments"),
        ("d = 3", "cannot be assigned to type type(t)"),
        ("print *, d%k%j", "there is no component `j`"),
        ("a(1:4:0) = 1", "stride of a section cannot be zero"),
        ("stop 1.5", "stop code"),
        ("cycle", "CYCLE is not inside a loop"),
        ("x = reshape([1.0], [2, 2])", "needs 4 elements"),
    ] {
        let e = errors(&main(stmt));
        let line: u32 = e.first().and_then(|e| e.split(':').next()?.parse().ok()).unwrap_or(0);
        if e.len() != 1 || !e[0].contains(text) || !(14..=17).contains(&line) {
            bad.push(format!("{stmt}: {e:#?}"));
        }
    }
    assert!(bad.is_empty(), "{bad:#?}");
}

#[test]
fn declarations() {
    let mut bad = vec![];
    for (decl, text) in [
        ("integer :: a\nreal :: a", "already has a type"),
        ("integer, parameter :: n", "has no value"),
        ("integer, allocatable, pointer :: p2", "ALLOCATABLE conflicts with POINTER"),
        ("integer, intent(in) :: q", "is not a dummy argument"),
        ("integer(3) :: k", "integer kind 3 does not exist"),
        ("integer :: a(:)", "assumed-shape array `a` must be a dummy"),
        ("integer, allocatable :: a(3)", "must have a deferred shape"),
        ("integer :: n\ninteger :: a(n)", "local variable `n` cannot be used"),
        ("character(len=*) :: c", "assumed length"),
        ("type(nosuch) :: x", "derived type `nosuch` is not declared"),
        ("type t\ntype(t) :: x\nend type", "must be allocatable or a pointer"),
        ("type t\ninteger :: x\nreal :: x\nend type", "already has a component"),
        ("class(*) :: x", "must be a dummy argument, allocatable or a pointer"),
        ("integer, parameter :: a(2) = [1, 2, 3]", "but its value has shape"),
        ("integer :: x = 'a'", "cannot be assigned"),
        ("use nomod", "module `nomod` is not found"),
        ("use iso_fortran_env, only: real63", "no public entity `real63`"),
        ("integer :: i(2)\ndata i /1, 2, 3/", "1 value more"),
        ("integer :: i(3)\ndata i /1, 2/", "fewer values"),
    ] {
        let e = errors(&format!("program p\n{decl}\nend program\n"));
        if e.len() != 1 || !e[0].contains(text) {
            bad.push(format!("{decl}: {e:#?}"));
        }
    }
    assert!(bad.is_empty(), "{bad:#?}");
}

#[test]
fn procedures() {
    let with = |call: &str| {
        format!(
            "program p\nimplicit none\ninteger :: i\nreal :: a(3), x\n{call}\ncontains\nsubroutine s(n, y)\ninteger, intent(in) :: n\n\
             real, intent(out) :: y\ny = n\nend\nsubroutine arr(z)\nreal, intent(in) :: z(:)\nend\nreal function f(z)\nreal, intent(in) :: z\n\
             f = z\nend\nend program"
        )
    };
    for (call, text) in [
        ("call s(1)", "argument `y` of `s` is missing"),
        ("call s(1, x, 3)", "one too many"),
        ("call s(1.0, x)", "argument `n` has type integer(4), this is real(4)"),
        ("call s(1, 2.0)", "a constant cannot be passed to `y`"),
        ("call s(1, x + 1)", "an expression cannot be passed"),
        ("call s(1, a)", "is scalar, this has rank 1"),
        ("call s(n=1, yy=x)", "has no argument `yy`"),
        ("call s(n=1, x)", "without keyword"),
        ("call arr(x)", "has rank 1, this has rank 0"),
        ("call f(x)", "is a function, not a subroutine"),
        ("x = s(1, x)", "is a subroutine, not a function"),
        ("x = f", "is a function, not a variable"),
        ("f = 1", "is a function, not a variable"),
    ] {
        let e = errors(&with(call));
        assert!(e.len() == 1 && e[0].starts_with("5: ") && e[0].contains(text), "{call}: {e:#?}");
    }
}

#[test]
fn pure_procedures() {
    let with = |body: &str| {
        format!(
            "module m\nreal :: g\ncontains\npure subroutine s(x, n)\nreal, intent(inout) :: x\ninteger, intent(in) :: n\n{body}\nend\n\
             subroutine imp()\nend\nend module"
        )
    };
    for (body, text) in [
        ("g = 1", "not local to this pure procedure"),
        ("n = 1", "it has INTENT(IN)"),
        ("print *, x", "not allowed in a pure procedure"),
        ("call imp()", "`imp` is not pure"),
        ("stop", "STOP is not allowed"),
    ] {
        let e = errors(&with(body));
        assert!(e.len() == 1 && e[0].starts_with("7: ") && e[0].contains(text), "{body}: {e:#?}");
    }
    one_error("elemental real function f(a)\nreal, intent(in) :: a(3)\nf = 1\nend", 1, "elemental");
}

#[test]
fn ambiguity_and_access() {
    one_error(
        "module a\ninteger :: x\nend\nmodule b\ninteger :: x\nend\nprogram p\nuse a\nuse b\nx = 1\nend",
        10,
        "ambiguous",
    );
    one_error("module a\nprivate\ninteger :: x\nend\nprogram p\nuse a, only: x\nend", 6, "no public entity `x`");
    one_error("module a\ninteger, protected :: x\nend\nprogram p\nuse a\nx = 1\nend", 6, "PROTECTED");
    one_error(
        "module a\ntype t\ninteger, private :: k\nend type\nend\nprogram p\nuse a\ntype(t) :: y\ny%k = 1\nend",
        9,
        "private to its module",
    );
    one_error(
        "module m\ninterface g\nmodule procedure a, b\nend interface\ncontains\nsubroutine a(x)\ninteger :: x\nend\nsubroutine b(y)\n\
         integer :: y\nend\nend",
        6,
        "cannot be told apart",
    );
    one_error("module a\nuse b\nend\nmodule b\nuse a\nend", 5, "uses itself");
}

#[test]
fn no_cascades() {
    let e = errors("program p\nimplicit none\nreal :: a(3)\na = b + b * c(1)\na(bb) = 3\nend");
    assert_eq!(e.len(), 3, "{e:#?}");
    let e = errors("program p\nimplicit none\ntype(nope) :: x\nx%a = 1\nprint *, x%b, x\nend");
    assert_eq!(e.len(), 1, "{e:#?}");
    let e = errors("program p\nuse nope\nimplicit none\ny = 1\ncall s(y)\nend");
    assert_eq!(e.len(), 1, "{e:#?}");
}

#[test]
fn misspelt_names_get_a_suggestion() {
    let mut map = SourceMap::new();
    let src = "program p\nimplicit none\nreal :: temperature\ntemperatur = 1\nend\n";
    let id = map.add("t.f90", src.as_bytes().to_vec()).unwrap();
    let mut diag = Diagnostics::new();
    let trees = [parse_file(&mut map, id, &ParseOptions::default(), &mut diag)];
    super::super::analyze(
        &trees,
        &super::super::Imports::default(),
        &map,
        &super::super::Options::default(),
        &mut diag,
    );
    assert!(diag.iter().any(|d| d.help.iter().any(|h| h.contains("temperature"))));
}
