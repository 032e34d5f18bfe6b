//! Every row of the table of intrinsic procedures is known to the rules of sema, to constant evaluation and to lowering: a
//! call is made from the row's own arguments, so a new row is tested as soon as it stands there.

use ferrotran_typed::intrinsics::{Class, Dummy, DummyRank, Origin, ResultType, Row, rows};
use std::process::Command;

/// Calls with more in them than the row says.
const CALLS: &[(&str, &str)] = &[
    ("allocated", "allocated(a1)"),
    ("associated", "associated(p0)"),
    ("atomic_add", "atomic_add(k0, i0)"),
    ("atomic_and", "atomic_and(k0, i0)"),
    ("atomic_cas", "atomic_cas(k0, i0, i0, i0)"),
    ("atomic_define", "atomic_define(k0, i0)"),
    ("atomic_fetch_add", "atomic_fetch_add(k0, i0, i0)"),
    ("atomic_fetch_and", "atomic_fetch_and(k0, i0, i0)"),
    ("atomic_fetch_or", "atomic_fetch_or(k0, i0, i0)"),
    ("atomic_fetch_xor", "atomic_fetch_xor(k0, i0, i0)"),
    ("atomic_or", "atomic_or(k0, i0)"),
    ("atomic_ref", "atomic_ref(i0, k0)"),
    ("atomic_xor", "atomic_xor(k0, i0)"),
    ("bessel_jn", "bessel_jn(i0, r0)"),
    ("bessel_yn", "bessel_yn(i0, r0)"),
    ("c_f_pointer", "c_f_pointer(w0, p0)"),
    ("c_f_procpointer", "c_f_procpointer(v0, g0)"),
    ("c_f_strpointer", "c_f_strpointer(w0, q0, 1)"),
    ("c_loc", "c_loc(p0)"),
    ("co_reduce", "co_reduce(i0, f)"),
    ("coshape", "coshape(k0)"),
    ("event_query", "event_query(e0, i0)"),
    ("ieee_support_rounding", "ieee_support_rounding(ieee_nearest)"),
    ("image_index", "image_index(k0, [1])"),
    ("lbound", "lbound(i1)"),
    ("lcobound", "lcobound(k0)"),
    ("matmul", "matmul(i2, i1)"),
    ("move_alloc", "move_alloc(a1, b1)"),
    ("present", "present(o0)"),
    ("reduce", "reduce(i1, f)"),
    ("size", "size(i1)"),
    ("tokenize", "tokenize(c0, c0, y1)"),
    ("ubound", "ubound(i1)"),
    ("ucobound", "ucobound(k0)"),
];

/// Constant references, the same.
const CONSTANTS: &[(&str, &str)] = &[
    ("acosh", "acosh(1.5)"),
    ("bessel_jn", "bessel_jn(1, 0.5)"),
    ("bessel_yn", "bessel_yn(1, 0.5)"),
    ("ieee_support_flag", "ieee_support_flag(ieee_invalid)"),
    ("ieee_support_halting", "ieee_support_halting(ieee_invalid)"),
    ("ieee_support_rounding", "ieee_support_rounding(ieee_nearest)"),
    ("int2", "int2(1), int2(2)"),
    ("lbound", "lbound([1, 2])"),
    ("matmul", "matmul(reshape([1, 2, 3, 4], [2, 2]), [1, 1])"),
    ("size", "size([1, 2])"),
    ("tanpi", "tanpi(0.25)"),
    ("ubound", "ubound([1, 2])"),
];

/// Whether a program can refer to it in an expression or a CALL statement: names with blanks or parentheses are those of
/// references that sema makes itself, and NULL stands in pointer assignments and initial values only.
fn is_called(row: &Row) -> bool {
    row.origin != Origin::Internal && !row.name.contains([' ', '(']) && row.name != "null"
}

/// An actual argument: a variable, or a constant.
fn actual(d: &Dummy, first: Option<&Dummy>, constant: bool) -> String {
    let own = d.classes.chars().next();
    let class = match if own == Some('=') { first.and_then(|f| f.classes.chars().next()) } else { own } {
        Some('*' | 't' | '=') | None => 'i',
        Some(c) => c,
    };
    let letter = if class == 'b' { 'i' } else { class };
    let rank = match d.rank {
        DummyRank::Any => 0,
        DummyRank::Exactly(n) => n,
        DummyRank::Array => 1,
    };
    if !constant {
        return format!("{letter}{rank}");
    }
    let scalar = match letter {
        'r' => "0.5",
        'z' => "(0.5, 1.0)",
        'l' => ".true.",
        'c' => "'a'",
        'u' => "1u",
        _ => "1",
    };
    match rank {
        0 => scalar.to_string(),
        1 => format!("[{scalar}, {scalar}]"),
        _ => format!("reshape([{scalar}, {scalar}, {scalar}, {scalar}], [2, 2])"),
    }
}

/// The call of a row with what it needs.
fn call(row: &Row, constant: bool) -> String {
    let first = row.args.first();
    let args: Vec<String> = row.args.iter().filter(|d| !d.optional).map(|d| actual(d, first, constant)).collect();
    format!("{}({})", row.name, args.join(", "))
}

/// The text of a program, and what compiling it to that stage says.
fn messages(name: &str, how: &str, stage: &[&str], lines: &str) -> Result<(), String> {
    let text = format!(
        "subroutine s(o0)
  use iso_c_binding
  use iso_fortran_env, only: atomic_int_kind, event_type, compiler_version, compiler_options
  use ieee_arithmetic
  type t
    integer :: i
  end type
  integer, optional :: o0
  integer :: i0, i1(2), i2(2, 2)
  unsigned :: u0, u1(2), u2(2, 2)
  real :: r0, r1(2), r2(2, 2)
  complex :: z0, z1(2), z2(2, 2)
  logical :: l0, l1(2), l2(2, 2)
  character :: c0, c1(2)
  character(:), allocatable :: y1(:)
  character(:), pointer :: q0
  integer, pointer :: p0
  integer, allocatable :: a1(:), b1(:)
  integer(atomic_int_kind), save :: k0[*]
  type(event_type), save :: e0[*]
  type(c_ptr) :: w0
  type(c_funptr) :: v0
  procedure(f), pointer :: g0
  class(t), allocatable :: d0
{lines}
contains
  pure integer function f(a, b)
    integer, intent(in) :: a, b
    f = a + b
  end function
end subroutine
"
    );
    let path = std::env::temp_dir().join(format!("ferrotran-{name}-{how}-{}.f90", std::process::id()));
    std::fs::write(&path, &text).expect("the program can be written");
    let out = Command::new(env!("CARGO_BIN_EXE_ferrotran"))
        .args(stage)
        .args(["-funsigned", "-w"])
        .arg(&path)
        .output()
        .expect("the compiler starts");
    let _ = std::fs::remove_file(&path);
    match out.status.success() {
        true => Ok(()),
        false => Err(format!("{name} ({how}): {lines}\n{}", String::from_utf8_lossy(&out.stderr))),
    }
}

fn listed<'a>(list: &'a [(&str, &'a str)], row: &Row) -> Option<&'a str> {
    list.iter().find(|(n, _)| *n == row.name).map(|(_, what)| *what)
}

#[test]
fn every_intrinsic_is_lowered() {
    let mut wrong = vec![];
    for row in rows().iter().filter(|r| is_called(r)) {
        let call = listed(CALLS, row).map_or_else(|| call(row, false), str::to_string);
        let statement = match row.class {
            Class::PureSubroutine | Class::ElementalSubroutine | Class::Subroutine => format!("  call {call}"),
            _ => format!("  associate (x => {call})\n  end associate"),
        };
        wrong.extend(messages(row.name, "lowering", &["emit", "array"], &statement).err());
    }
    assert!(wrong.is_empty(), "{} rows\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn rows_that_fold_are_constant() {
    let mut wrong = vec![];
    for row in rows().iter().filter(|r| r.folds && is_called(r)) {
        let call = listed(CONSTANTS, row).map_or_else(|| call(row, true), str::to_string);
        let text = match row.result {
            ResultType::Char | ResultType::Char1 => true,
            ResultType::Arg(n) => row.args[usize::from(n)].classes == "c",
            ResultType::Special => row.name.starts_with("compiler_"),
            _ => false,
        };
        let statement = match text {
            true => format!("  character(*), parameter :: x = {call}"),
            // The bits of the value are needed at compile time.
            false => format!("  integer, parameter :: x(*) = transfer([{call}], [0])"),
        };
        wrong.extend(messages(row.name, "folding", &["check"], &statement).err());
    }
    assert!(wrong.is_empty(), "{} rows\n{}", wrong.len(), wrong.join("\n"));
}
