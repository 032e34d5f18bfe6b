//! Legal programs and the typed program made of them.

use super::*;

#[test]
fn conversions_are_explicit() {
    let p = ok("program p\nimplicit none\nreal(8) :: x\ninteger :: i\ni = 2\nx = i + 1.0\nend program");
    let b = body(&p, "MAIN__");
    let StmtKind::Assign { lhs, rhs, realloc: false } = b[1] else { panic!("{b:?}") };
    assert_eq!((&lhs.ty, &rhs.ty), (&Ty::Real(8), &Ty::Real(8)));
    let ExprKind::Convert(sum) = &rhs.kind else { panic!("{rhs:?}") };
    assert_eq!(sum.ty, Ty::Real(4));
    let ExprKind::Binary(Op2::Add, l, _) = &sum.kind else { panic!("{sum:?}") };
    assert!(matches!(l.kind, ExprKind::Convert(_)));
}

#[test]
fn an_integer_power_keeps_its_exponent() {
    let p = ok("program p\nreal :: x\ninteger :: n\nx = x ** n\nend program");
    let b = body(&p, "MAIN__");
    let StmtKind::Assign { rhs, .. } = b[0] else { panic!("{b:?}") };
    let ExprKind::Binary(Op2::Pow, _, e) = &rhs.kind else { panic!("{rhs:?}") };
    assert_eq!(e.ty, Ty::Integer(4));
}

#[test]
fn implicit_typing() {
    let p = ok("program p\ni = 1\nx = 2\nend");
    assert_eq!((&symbol(&p, "i").ty, &symbol(&p, "x").ty), (&Ty::Integer(4), &Ty::Real(4)));
    let p = ok("program p\nimplicit real(8) (a-h, o-z)\nx = 2\nend");
    assert_eq!(symbol(&p, "x").ty, Ty::Real(8));
}

#[test]
fn link_names() {
    let p = ok(
        "module m\ninteger :: v\ncontains\nsubroutine s()\ncall t()\ncontains\nsubroutine t()\nv = 1\nend\nend\nend\n\
        subroutine e()\nend\nsubroutine c() bind(c, name='cee')\nend\nsubroutine d() bind(c)\nend\nprogram p\nuse m\ncall s()\nend",
    );
    for l in ["__m_MOD_s", "e_", "cee", "d", "MAIN__", "__m_MOD_s.t"] {
        proc(&p, l);
    }
    assert_eq!(symbol(&p, "v").storage, Storage::Static { link_name: "__m_MOD_v".into() });
    assert!(proc(&p, "__m_MOD_s.t").host.is_some());
}

#[test]
fn modules_in_any_order() {
    ok("program p\nuse b\nimplicit none\nx = y\nend\nmodule b\nuse a, only: y => x\nimplicit none\nreal :: x\nend\n\
        module a\nreal :: x = 3\nend");
}

#[test]
fn arguments_by_keyword_and_optional() {
    let p = ok("program p\ncall s(c=3, a=1)\ncontains\nsubroutine s(a, b, c)\ninteger :: a\ninteger, optional :: b\n\
        integer :: c\nend\nend");
    let b = body(&p, "MAIN__");
    let StmtKind::Call(c) = b[0] else { panic!("{b:?}") };
    assert!(matches!(&c.args[..], [Actual::Expr(_), Actual::Absent, Actual::Expr(_)]));
}

#[test]
fn generics() {
    let p = ok(
        "module m\ninterface g\nmodule procedure gi, gr\nend interface\ninterface operator(+)\nmodule procedure addt\n\
        end interface\ninterface assignment(=)\nmodule procedure seti\nend interface\ntype t\ninteger :: v\nend type\ncontains\n\
        integer function gi(x)\ninteger, intent(in) :: x\ngi = x\nend\nreal function gr(x)\nreal, intent(in) :: x\ngr = x\nend\n\
        type(t) function addt(a, b)\ntype(t), intent(in) :: a, b\naddt%v = a%v + b%v\nend\n\
        subroutine seti(a, n)\ntype(t), intent(out) :: a\ninteger, intent(in) :: n\na%v = n\nend\nend module\n\
        program p\nuse m\ntype(t) :: a, b\na = 3\nb = a + a\nprint *, g(1), g(1.0)\nend",
    );
    let b = body(&p, "MAIN__");
    assert!(matches!(b[0], StmtKind::Call(_)));
    let StmtKind::Assign { rhs, .. } = b[1] else { panic!("{b:?}") };
    assert!(matches!(rhs.kind, ExprKind::Call(_)));
}

#[test]
fn type_bound_procedures() {
    let p = ok(
        "module m\ntype, abstract :: s\ncontains\nprocedure(area_i), deferred :: area\nend type\nabstract interface\n\
        real function area_i(this)\nimport s\nclass(s), intent(in) :: this\nend function\nend interface\n\
        type, extends(s) :: sq\nreal :: a\ncontains\nprocedure :: area => sq_area\nend type\ncontains\n\
        real function sq_area(this)\nclass(sq), intent(in) :: this\nsq_area = this%a ** 2\nend\nend module\n\
        program p\nuse m\nclass(s), allocatable :: x\ntype(sq) :: y\nallocate(x, source=sq(2.0))\nprint *, x%area(), y%area()\nend",
    );
    let b = body(&p, "MAIN__");
    let StmtKind::Io(io) = b[1] else { panic!("{b:?}") };
    let target = |i: &IoItem| match i {
        IoItem::Expr(Expr { kind: ExprKind::Call(c), .. }) => c.target.clone(),
        i => panic!("{i:?}"),
    };
    assert!(matches!(target(&io.items[0]), ProcTarget::Bound { slot: 0, .. }));
    assert!(matches!(target(&io.items[1]), ProcTarget::Proc(_)));
}

#[test]
fn layout_of_types() {
    let p = ok(
        "program p\ntype t\ninteger(1) :: a\nreal(8) :: b\nreal, allocatable :: c(:, :)\ncharacter(3) :: d\nend type\n\
        type, extends(t) :: u\ninteger :: e\nend type\ntype(u) :: x\nend",
    );
    let t = p.types.iter().find(|t| &*t.name == "t").unwrap();
    assert_eq!(t.components.iter().map(|c| c.offset).collect::<Vec<_>>(), [0, 8, 16, 88]);
    assert_eq!((t.size, t.align), (96, 8));
    let u = p.types.iter().find(|t| &*t.name == "u").unwrap();
    assert_eq!((&*u.components[0].name, u.components[1].offset, u.size), ("t", 96, 104));
}

#[test]
fn common_equivalence_and_data() {
    let p = ok("program p\ninteger :: a, b(3), c(2)\nreal(8) :: d\ncommon /blk/ a, d\nequivalence (b(2), c(1))\n\
        data b /3*7/\nend");
    assert_eq!(symbol(&p, "d").storage, Storage::Common { block: 0, offset: 8 });
    assert_eq!((p.commons[0].size, &*p.commons[0].link_name), (16, "blk_"));
    let Storage::Equivalence { offset: 4, .. } = symbol(&p, "c").storage else { panic!() };
    let p = ok(
        "program p\ninteger :: i, a(4), b(2, 2)\ncharacter(4) :: s\ndata (a(i), i = 1, 4, 2) /1, 2/, b(1, :) /2*9/\n\
        data s(2:3) /'xy'/\nend",
    );
    let Some(Const::Array { elems, .. }) = &symbol(&p, "a").value else { panic!() };
    assert_eq!(elems, &[Some(Const::Int(1)), None, Some(Const::Int(2)), None]);
    assert_eq!(symbol(&p, "s").value, Some(Const::text(b" xy ")));
}

#[test]
fn statement_functions_and_entries() {
    let p =
        ok("subroutine s(a, n)\nreal a(n)\nf(x) = x * 2\na(1) = f(3.0)\nreturn\nentry t(b)\nb = 1\nend\nprogram p\n\
        call t(c)\nend");
    proc(&p, "s_.f".replace('_', "").as_str());
    proc(&p, "t_");
}

#[test]
fn loops_and_exits() {
    let p = ok(
        "program p\nouter: do i = 1, 3\ndo j = 1, 3\nif (i == j) cycle outer\nif (j > 2) exit\nend do\nend do outer\nend",
    );
    let b = body(&p, "MAIN__");
    let StmtKind::Do { id: outer, body, .. } = b[0] else { panic!("{b:?}") };
    let StmtKind::Do { id: inner, body, .. } = &body[0].kind else { panic!() };
    let jump = |s: &Stmt| match &s.kind {
        StmtKind::If { arms, .. } => arms[0].1[0].kind.clone(),
        k => panic!("{k:?}"),
    };
    assert!(matches!(jump(&body[0]), StmtKind::Cycle(c) if c == *outer));
    assert!(matches!(jump(&body[1]), StmtKind::Exit(c) if c == *inner));
}

#[test]
fn names_of_the_host() {
    let p = ok("program p\ninteger :: n = 3\ncall s()\ncontains\nsubroutine s()\ninteger :: k\nk = n\nend\nend");
    assert_eq!(symbol(&p, "n").storage, Storage::Static { link_name: "MAIN__.n".into() });
    assert_eq!(symbol(&p, "k").storage, Storage::Local);
}

#[test]
fn big_arrays_of_the_main_program_are_static() {
    let p = ok("program p\nreal :: a(1000, 1000), b(2)\na = 1\nb = 2\nend");
    assert!(matches!(symbol(&p, "a").storage, Storage::Static { .. }));
    assert_eq!(symbol(&p, "b").storage, Storage::Local);
}

#[test]
fn intrinsics_as_arguments_and_old_declarations() {
    ok("program p\nintrinsic dsin\nexternal f\nreal(8) dsqrt, f\nprint *, dsqrt(2d0), f(dsin)\nend");
}

#[test]
fn self_reference_in_a_value() {
    let p = ok("program p\ninteger :: i\ninteger, parameter :: a(3) = [(i, i = 1, size(a))]\nend");
    assert_eq!(value(&p, "a"), super::super::const_eval::ints(vec![1, 2, 3]));
}

#[test]
fn submodules() {
    ok(
        "module m\ninterface\nmodule subroutine s(n)\ninteger, intent(in) :: n\nend subroutine\nmodule integer function f()\n\
        end function\nend interface\ninteger :: v\nend module\nsubmodule (m) sub\ncontains\nmodule procedure s\nv = n\nend procedure\n\
        module integer function f()\nf = v\nend function\nend submodule\nprogram p\nuse m\ncall s(f())\nend",
    );
}
