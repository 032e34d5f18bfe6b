//! Tests of the parser: shapes of trees, and that nothing makes it panic or hang.

use super::*;
use ast::*;
use proptest::prelude::*;

fn parse_as(name: &str, text: &[u8]) -> (File, Diagnostics, SourceMap) {
    let mut map = SourceMap::new();
    let mut diag = Diagnostics::new();
    let id = map.add(name, text).expect("small");
    let file = parse_file(&mut map, id, &ParseOptions::default(), &mut diag);
    (file, diag, map)
}

fn good(text: &str) -> File {
    let (f, d, map) = parse_as("t.f90", text.as_bytes());
    let mut out = vec![];
    ferrotran_diag::render(&d, &map, ferrotran_diag::Color::Never, &mut out).expect("memory");
    assert!(!d.has_errors(), "{}", String::from_utf8_lossy(&out));
    f
}

#[test]
fn the_printed_tree_is_that_of_the_standard_library() {
    let f = good(
        "module m
  type, extends(base) :: t
    integer :: a(2, 0:3) = 1, b
  end type
contains
  subroutine s(x, *)
    character(len=*), intent(in) :: x
    print '(a, \"{ [x] }\")', x // 'it''s, (so) \\ {or} [not]', \"say \"\"hi\"\" \", f()
    !$omp target teams distribute parallel do private(i) map(tofrom: b(1:2))
    do i = 1, 10
      b(i) = -(a%c(i) + 2 * (1.5, 2.0)) .my. [integer ::]
    end do
    write (*, 10) (x, i = 1, 3)
10  format (1x, 'a,b', (i3))
    return
  end subroutine
end module
",
    );
    assert_eq!(dump_ast(&f), format!("{f:#?}\n"));
}

/// An expression with all parentheses written out.
fn show(e: &Expr) -> String {
    match &e.kind {
        ExprKind::Int { value, .. } => value.to_string(),
        ExprKind::Real { text, .. } => text.to_string(),
        ExprKind::Logical { value, .. } => value.to_string(),
        ExprKind::Ref(parts) => parts
            .iter()
            .map(|p| match &p.args {
                None => p.name.name.to_string(),
                Some(a) => format!("{}({})", p.name.name, a.iter().map(arg).collect::<Vec<_>>().join(",")),
            })
            .collect::<Vec<_>>()
            .join("%"),
        ExprKind::Unary(op, a) => format!("({op:?} {})", show(a)),
        ExprKind::Binary(op, a, b) => format!("({} {op:?} {})", show(a), show(b)),
        ExprKind::DefinedUnary(n, a) => format!("(.{}. {})", n.name, show(a)),
        ExprKind::DefinedBinary(n, a, b) => format!("({} .{}. {})", show(a), n.name, show(b)),
        ExprKind::Paren(a) => format!("[{}]", show(a)),
        ExprKind::Complex(a, b) => format!("<{},{}>", show(a), show(b)),
        ExprKind::ArrayCtor { values, .. } => format!("ctor{}", values.len()),
        other => format!("{other:?}"),
    }
}

fn arg(a: &Arg) -> String {
    let key = a.keyword.as_ref().map_or(String::new(), |k| format!("{}=", k.name));
    let part = |e: &Option<Expr>| e.as_ref().map_or(String::new(), show);
    key + &match &a.value {
        ArgValue::Expr(e) => show(e),
        ArgValue::Section { lower, upper, step } => format!("{}:{}:{}", part(lower), part(upper), part(step)),
        other => format!("{other:?}"),
    }
}

fn expr(text: &str) -> String {
    let f = good(&format!("x = {text}\nend\n"));
    match &f.units[0].body[0].kind {
        StmtKind::Assign { value, .. } => show(value),
        other => panic!("{other:?}"),
    }
}

#[test]
fn precedence() {
    assert_eq!(expr("a + b * c ** d ** e"), "(a Add (b Mul (c Pow (d Pow e))))");
    assert_eq!(expr("-a ** 2 + b"), "((Minus (a Pow 2)) Add b)");
    assert_eq!(expr("-a * b - c"), "((Minus (a Mul b)) Sub c)");
    assert_eq!(expr("a - b - c"), "((a Sub b) Sub c)");
    assert_eq!(expr("2 ** (-1)"), "(2 Pow [(Minus 1)])");
    assert_eq!(expr("a // b == c // d"), "((a Concat b) Eq (c Concat d))");
    assert_eq!(expr(".not. a .and. b .or. c .eqv. d"), "((((Not a) And b) Or c) Eqv d)");
    assert_eq!(expr("a < b .and. .not. c == d"), "((a Lt b) And (Not (c Eq d)))");
    assert_eq!(expr("a .op. b + c .op. d"), "((a .op. (b Add c)) .op. d)");
    assert_eq!(expr(".inv. a ** 2"), "((.inv. a) Pow 2)");
    assert_eq!(expr("1.eq.2 .or. 1.e3 > x"), "((1 Eq 2) Or (1.e3 Gt x))");
    assert_eq!(expr("(1.0, -2.0)"), "<1.0,(Minus 2.0)>");
    assert_eq!(expr("a(1, :, ::2, i:j)%b%c(k=3)"), "a(1,::,::2,i:j:)%b%c(k=3)");
    assert_eq!(expr("(/ 1, 2/3, (i, i=1,3) /)"), "ctor3");
    assert_eq!(expr("[integer :: ]"), "ctor0");
}

#[test]
fn keywords_are_names_too() {
    let f = good(
        "integer :: if, do, end, data(3), real, print, then\nif = 1\ndo = 2\nend = 3\ndata(1) = 4\nreal = if + do\nif (if == 1) then = 2\nprint = then\nend\n",
    );
    assert_eq!(f.units[0].body.len(), 7);
}

#[test]
fn loops_that_share_their_end() {
    let f = good("do 10 i = 1, 3\ndo 10 j = 1, 3\nx = i\n10 y = j\nz = 1\nend\n");
    let body = &f.units[0].body;
    assert_eq!(body.len(), 2);
    let StmtKind::Do(outer) = &body[0].kind else { panic!() };
    assert_eq!(outer.body.len(), 1);
    let StmtKind::Do(inner) = &outer.body[0].kind else { panic!() };
    assert_eq!(inner.body.len(), 2);
    assert_eq!(inner.body[1].label, Some(10));
}

#[test]
fn continuation_inside_tokens_and_strings() {
    let f = good("program t\nx = 1&\n&23 + len('ab&\n   &cd') ! comment\n! another\nend program\n");
    let StmtKind::Assign { value, .. } = &f.units[0].body[0].kind else { panic!() };
    let ExprKind::Binary(_, a, b) = &value.kind else { panic!() };
    assert_eq!(show(a), "123");
    let ExprKind::Ref(p) = &b.kind else { panic!() };
    let ArgValue::Expr(e) = &p[0].args.as_ref().expect("arguments")[0].value else { panic!() };
    assert!(matches!(&e.kind, ExprKind::Char { value, .. } if *value == [97, 98, 99, 100]));
}

#[test]
fn directives_govern_blocks_and_loops() {
    let f = good(
        "real :: x(3)\n!$omp target teams workdistribute map(tofrom: x)\nx = 1\nx = 2\n!$omp end target teams workdistribute\n\
         !$omp parallel do &\n!$omp& collapse(2) reduction(+: s)\ndo i = 1, 3\ndo j = 1, 3\nend do\nend do\n\
         !$omp target\nblock\nx = 1\nend block\nx = 2\n\
         !$omp sections\n!$omp section\nx = 1\n!$omp section\nx = 2\n!$omp end sections nowait\n\
         !$omp atomic\nx(1) = x(1) + 1\nx = 3\nend\n",
    );
    let body = &f.units[0].body;
    let omp = |i: usize| match &body[i].kind {
        StmtKind::Omp(c) => c,
        other => panic!("{other:?}"),
    };
    assert_eq!(omp(0).directive.name(), "target teams workdistribute");
    assert_eq!(omp(0).body.as_ref().map(Vec::len), Some(2));
    assert_eq!(&*omp(0).clauses[0].modifiers[0].name, "tofrom");
    assert_eq!(omp(1).body.as_ref().map(Vec::len), Some(1));
    assert_eq!(&*omp(1).clauses[1].modifiers[0].name, "+");
    // A BLOCK construct is the whole region.
    assert_eq!(omp(2).body.as_ref().map(Vec::len), Some(1));
    assert!(matches!(body[3].kind, StmtKind::Assign { .. }));
    assert_eq!(omp(4).sections.len(), 2);
    assert_eq!(omp(4).clauses.len(), 1);
    assert_eq!(omp(5).body.as_ref().map(Vec::len), Some(1));
    assert_eq!(body.len(), 7);
}

#[test]
fn conditional_compilation() {
    let text = b"x = 1\n!$ x = 2\nend\n";
    let (f, ..) = parse_as("t.f90", text);
    assert_eq!(f.units[0].body.len(), 2);
    let mut map = SourceMap::new();
    let id = map.add("t.f90", &text[..]).expect("small");
    let f = parse_file(&mut map, id, &ParseOptions { openmp: false, ..Default::default() }, &mut Diagnostics::new());
    assert_eq!(f.units[0].body.len(), 1);
}

#[test]
fn fixed_form_without_blanks() {
    let text = "      PROGRAMFOO\n      DO10I=1,1 0\n   10 K(I)=I\n      DO20I=1.5\n      IF(I.EQ.3)GOTO10\nC comment\n      X = 1 . 0\n     1  + 2.0\n      END\n";
    let (f, d, _) = parse_as("t.f", text.as_bytes());
    assert!(!d.has_errors());
    let body = &f.units[0].body;
    assert!(
        matches!(&body[0].kind, StmtKind::Do(d) if matches!(&d.control, DoControl::Count { upper, .. } if show(upper) == "10"))
    );
    assert!(matches!(&body[1].kind, StmtKind::Assign { target, .. } if show(target) == "do20i"));
    assert!(matches!(&body[2].kind, StmtKind::IfStmt(_, s) if matches!(s.kind, StmtKind::Goto(10))));
    assert!(matches!(&body[3].kind, StmtKind::Assign { value, .. } if show(value) == "(1.0 Add 2.0)"));
}

#[test]
fn positions_lead_to_the_original_text() {
    let (_, d, map) = parse_as("t.F90", b"#define M(a) (a) +\nprogram t\nx = M(1)\nend program\n");
    let e = d.iter().next().expect("an error");
    assert_eq!(map.describe(e.primary.span).map(|p| (p.1, p.2 > 4)), Some((3, true)));
}

#[test]
fn long_and_deep_expressions() {
    let worker = std::thread::Builder::new().stack_size(1 << 29).spawn(|| {
        for deep in [
            format!("x = {}1{}\nend\n", "(".repeat(200), ")".repeat(200)),
            format!("x = {}1{}\nend\n", "f(".repeat(200), ")".repeat(200)),
            format!("x = {}1\nend\n", "1 + ".repeat(3000)),
            format!("x = {}1\nend\n", "2 ** ".repeat(500)),
            format!("x = {}y\nend\n", ".not. ".repeat(500)),
        ] {
            good(&deep);
        }
        for deep in [
            format!("x = {}1{}\nend\n", "(".repeat(5000), ")".repeat(5000)),
            format!("x = {}1{}\nend\n", "[".repeat(5000), "]".repeat(5000)),
            format!("x = {}1\nend\n", "- ".repeat(50000)),
            format!("x = {}1\nend\n", "2 ** ".repeat(50000)),
            format!("{}\nend\n", "if (x) then\n".repeat(5000)),
            format!("{}\nend\n", "do\n".repeat(5000)),
        ] {
            assert!(parse_as("t.f90", deep.as_bytes()).1.has_errors());
        }
    });
    worker.expect("a thread").join().expect("no overflow");
}

const SAMPLE: &str = "module m\n use iso_fortran_env, only: dp => real64\n implicit none\n type, extends(base) :: p\n  real :: a = 1.0, b(3)\n contains\n  procedure :: f => g\n  generic :: operator(+) => f\n end type p\n interface operator(.x.)\n  module procedure g\n end interface\ncontains\n pure elemental real(dp) function g(x, y) result(r) bind(c, name='g')\n  real(dp), intent(in) :: x, y(:, 2:*)\n  data i, (a(j), j=1,3) /1, 3*0/\n  outer: do i = 1, 10, 2\n   if (i > 3 .and. .not. l) cycle outer\n   select case (i)\n   case (1:3, 5)\n    write (*, '(a,i0)', iostat=k) 'it''s', (x(k), k=1,3)\n   case default\n    goto 10\n   end select\n  end do outer\n  10 continue\n  !$omp target teams distribute parallel do map(always, tofrom: x(1:n)) reduction(max: y) if(target: n > 3)\n  do concurrent (i=1:3, j=1:4, i /= j) local(x)\n   where (x > 0) y = -x ** 2\n  end do\n  allocate (real(dp) :: z(2:3, n), stat=k)\n  associate (q => x%y(1)); q = [real :: 1, (i, i=1,3)]; end associate\n end function\nend module m\n";

#[test]
fn every_truncation_is_survived() {
    for n in 0..SAMPLE.len() {
        parse_as("t.f90", &SAMPLE.as_bytes()[..n]);
    }
    for n in (0..SAMPLE.len()).step_by(7) {
        parse_as("t.f", &SAMPLE.as_bytes()[..n]);
        let mut cut = SAMPLE.as_bytes().to_vec();
        cut.drain(n..(n + 9).min(SAMPLE.len()));
        parse_as("t.F90", &cut);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_bytes_are_survived(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        for name in ["t.f90", "t.f", "t.F90"] {
            let (_, d, map) = parse_as(name, &bytes);
            let mut out = vec![];
            ferrotran_diag::render(&d, &map, ferrotran_diag::Color::Never, &mut out).expect("memory");
            ferrotran_diag::to_json(&d, &map);
        }
    }

    #[test]
    fn random_words_are_survived(words in proptest::collection::vec(0usize..96, 0..80)) {
        const WORDS: &[&str] = &[
            "if", "then", "else", "end", "do", "while", "concurrent", "(", ")", "[", "]", ",", ":", "::", "=", "=>", "==", "+", "-", "*",
            "**", "/", "//", "%", "&", "\n", "\n", "\n", ";", "x", "y", "1", "2.5", "'s'", ".and.", ".not.", ".op.", "select", "case", "type",
            "is", "class", "default", "integer", "real", "character", "program", "module", "subroutine", "function", "contains",
            "interface", "procedure", "where", "elsewhere", "forall", "associate", "block", "data", "common", "allocate", "print", "write",
            "read", "call", "use", "only", "implicit", "none", "enum", "import", "\n!$omp", "target", "teams", "workdistribute", "parallel",
            "map", "tofrom", "reduction", "sections", "section", "atomic", "\n10", "continue", "goto", "10", "format", "entry", "#if 1\n",
            "#endif\n", "#define x", "\ninclude 'x'\n", "!$", "rank", "(/", "/)",
        ];
        let text: String = words.iter().map(|w| WORDS[w % WORDS.len()]).collect::<Vec<_>>().join(" ");
        for name in ["t.f90", "t.f", "t.F90"] {
            parse_as(name, text.as_bytes());
        }
    }
}
