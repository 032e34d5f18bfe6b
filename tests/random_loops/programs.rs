//! Whole programs: declarations, initial values, and a print of every variable at the end.

use super::expressions::*;
use std::fmt::Write;

const N: i64 = 9;
const M: i64 = 6;

fn wrap(out: &mut String, line: &str) {
    let (mut rest, mut first) = (line.to_string(), true);
    while rest.len() > 110 {
        let _ = writeln!(out, "    {}{}&", if first { "" } else { "&" }, &rest[..110]);
        rest = rest[110..].to_string();
        first = false;
    }
    let _ = writeln!(out, "    {}{rest}", if first { "" } else { "&" });
}

fn initial(v: &Var, seed: usize) -> String {
    let total: i64 = v.ext.iter().product();
    let x = match v.ty {
        I1 => format!("int(mod(q*{}, 41) - 20, 1)", seed + 3),
        I2 => format!("int(mod(q*{}, 337) - 150, 2)", seed + 3),
        I4 => format!("mod(q*{}, 37) - 15", seed + 3),
        I8 => format!("int(mod(q*{}, 31) - 12, 8)", seed + 5),
        R4 => format!("real(mod(q*{}, 23) - 9)", seed + 2),
        R8 => format!("real(mod(q*{}, 29) - 11, 8)", seed + 7),
        L => format!("mod(q*{}, 5) < 2", seed + 2),
        S => format!("achar(97+mod(q*{}, 20))//'m'//achar(97+mod(q, 4))", seed + 3),
    };
    let shape: Vec<String> = v.ext.iter().map(i64::to_string).collect();
    let array = format!("[{} :: ({x}, q = 1, {total})]", v.ty.spec());
    match v.ext.len() {
        0 => x.replace('q', "3"),
        1 => array,
        _ => format!("reshape({array}, [{}])", shape.join(", ")),
    }
}

/// What all programs use.
pub const HELPERS: &str = "module helpers
  implicit none
  type leaf
    integer :: v = 0
    character(:), allocatable :: t
  end type
  type node
    integer :: i = 1
    integer :: c(3) = [4, 5, 6]
    integer, allocatable :: d(:)
    type(leaf), allocatable :: next
  end type
contains
  elemental integer function f1(a, b)
    integer, intent(in) :: a, b
    f1 = mod(a - b, 13)
    if (a < 0) f1 = mod(b, 100) + 1
  end function
  elemental integer function f2(a, b) result(r)
    integer, intent(in) :: a, b
    integer :: k
    r = a
    do k = 1, 3
      if (r > b) exit
      r = mod(r + k*k, 900)
    end do
    r = mod(r, 1000)
  end function
  pure elemental integer function f3(a, b)
    integer, intent(in) :: a, b
    select case (mod(a, 4))
    case (1, -1)
      f3 = mod(b, 50)
    case (2)
      f3 = min(a, b, 99)
    case default
      f3 = ieor(iand(a, 255), 3)
    end select
    f3 = mod(f3, 1000)
  end function
  elemental real(4) function g4(a, b)
    real(4), intent(in) :: a, b
    g4 = a - mod(b, 16.0)*2
  end function
  elemental real(8) function g8(a, b)
    real(8), intent(in) :: a, b
    g8 = merge(a + 1, -b, a > b)
  end function
  pure function str(n) result(s)
    integer, intent(in) :: n
    character(:), allocatable :: s
    character(12) :: t
    write(t, '(i0)') n
    s = trim(t)
  end function
  subroutine scale(a, e, by, last)
    integer, intent(inout) :: a(:)
    integer, intent(in) :: e
    integer, intent(in), optional :: by
    integer, intent(inout), optional :: last
    integer :: k
    k = 1
    if (present(by)) k = by
    a = mod(a*k + e, 1000)
    if (present(last)) last = mod(last + a(size(a)), 1000)
  end subroutine
  subroutine flat(a, n, e)
    integer, intent(in) :: n, e
    integer, intent(inout) :: a(n)
    integer :: k
    do k = 2, n
      a(k) = mod(a(k) + a(k - 1)*e, 1000)
    end do
  end subroutine
  subroutine say(s, t)
    character(*), intent(inout) :: s
    character(*), intent(in) :: t
    s = t(max(1, len(t)):)//s(2:)//t
    if (len(t) > 3) s(2:3) = t(1:2)
  end subroutine
  function ramp(n) result(r)
    integer, intent(in) :: n
    integer, allocatable :: r(:)
    integer :: k
    allocate(r(0:n - 1))
    do k = 0, n - 1
      r(k) = k*k - 3
    end do
  end function
  function twice(a, n) result(r)
    integer, intent(in) :: a(:), n
    integer :: r(n)
    r = mod(2*a(:n), 900)
  end function
  recursive integer function fib(n) result(r)
    integer, intent(in) :: n
    if (n < 2) then
      r = n
    else
      r = fib(n - 1) + fib(n - 2)
    end if
  end function
  function made(n) result(r)
    integer, intent(in) :: n
    type(node) :: r
    r%i = n
    r%d = [n, n - 1]
    if (mod(n, 2) == 0) r%next = leaf(n, 'made')
  end function
  subroutine show(o)
    type(node), intent(in) :: o
    print *, o%i, o%c
    if (allocated(o%d)) print *, size(o%d), o%d
    if (allocated(o%next)) print *, o%next%v, o%next%t
  end subroutine
end module\n";

/// What stands for the variables in the program.
#[derive(Default)]
struct Variables {
    types: String,
    /// Declarations of the module.
    shared: String,
    args: Vec<String>,
    /// Declarations, initial values and output in the procedure.
    decls: String,
    own: String,
    own_show: String,
    /// The same in its caller, of the actual arguments.
    actual: String,
    init: String,
    show: String,
}

impl Variables {
    /// Variable number `j`: of some shape, and a dummy argument, a variable of the module, a component or a local one.
    fn add(&mut self, g: &mut Gen, seed: u64, j: usize, ty: T) {
        let ext = match j {
            0 => vec![N],
            1 => vec![N, M],
            _ => g.r.pick(&[&[N] as &[i64], &[N], &[M], &[N, M], &[M, N], &[5, 7], &[40], &[]]).to_vec(),
        };
        let lb: Vec<i64> = ext.iter().map(|_| if g.r.chance(60) { 1 } else { g.r.range(-3, 4) }).collect();
        let name = format!("v{j}");
        let mut v = Var { name: name.clone(), ty, lb, ext, extent: Extent::Fixed };
        let fixed: Vec<String> = v.lb.iter().zip(&v.ext).map(|(l, e)| format!("{l}:{}", l + e - 1)).collect();
        let run: Vec<String> =
            v.lb.iter()
                .zip(&v.ext)
                .map(|(l, e)| match *e {
                    N => format!("{l}:n{:+}", l - 1),
                    M => format!("{l}:m{:+}", l - 1),
                    e => format!("{l}:{}", l + e - 1),
                })
                .collect();
        let dims = |l: &[String]| if l.is_empty() { String::new() } else { format!("({})", l.join(",")) };
        let colons = dims(&vec![":".to_string(); v.ext.len()]);
        let (spec, start, scalar) = (ty.spec(), initial(&v, j + seed as usize % 50), v.ext.is_empty());
        let (mut dummy, mut outside) = (false, false);
        match g.r.below(9) {
            0 | 1 => {
                dummy = true;
                let _ = writeln!(self.decls, "    {spec}, intent(inout) :: {name}{}", dims(&run));
                let _ = writeln!(self.actual, "    {spec} :: {name}{}", dims(&fixed));
            }
            2 if !scalar => {
                dummy = true;
                let l: Vec<String> = v.lb.iter().map(|l| format!("{l}:")).collect();
                let _ = writeln!(self.decls, "    {spec}, intent(inout) :: {name}{}", dims(&l));
                let _ = writeln!(self.actual, "    {spec} :: {name}{}", dims(&fixed));
            }
            3 if !scalar => {
                dummy = true;
                let _ = writeln!(self.decls, "    {spec}, allocatable :: {name}{colons}");
                let _ = writeln!(self.actual, "    {spec}, allocatable :: {name}{colons}");
                let _ = writeln!(self.init, "    allocate({name}{})", dims(&fixed));
            }
            4 => {
                outside = true;
                let _ = writeln!(self.shared, "  {spec} :: {name}{}", dims(&fixed));
            }
            5 => {
                let _ = writeln!(
                    self.types,
                    "  type d{j}\n    integer :: pre = 3\n    {spec} :: c{}\n  end type",
                    dims(&fixed)
                );
                let _ = writeln!(self.decls, "    type(d{j}) :: x{j}");
                v.name = format!("x{j}%c");
            }
            6 if !scalar && ty != S => {
                let _ = writeln!(self.types, "  type a{j}\n    {spec} :: c\n    integer :: post = 4\n  end type");
                let _ = writeln!(self.decls, "    type(a{j}) :: x{j}{}", dims(&run));
                v.name = format!("x{j}@%c");
            }
            _ => {
                let _ = writeln!(self.decls, "    {spec} :: {name}{}", dims(&run));
            }
        }
        let whole = v.whole();
        if dummy {
            self.args.push(name.clone());
            let _ = writeln!(self.init, "    {whole} = {start}");
            let _ = writeln!(self.show, "    print *, '{name}', {whole}");
        } else {
            let at = if outside { &mut self.init } else { &mut self.own };
            let _ = writeln!(at, "    {whole} = {start}");
            let _ = writeln!(self.own_show, "    print *, '{name}', {whole}");
        }
        g.vars.push(v);
    }
}

/// Variables that every program has.
fn usual_variables(g: &mut Gen) {
    for (name, ty, ext) in
        [("n1", I4, vec![]), ("n2", I4, vec![]), ("n3", I4, vec![]), ("z1", R8, vec![]), ("t1", S, vec![])]
    {
        g.vars.push(Var { name: name.into(), ty, lb: vec![], ext, extent: Extent::Fixed });
    }
    for (name, lb, ext) in
        [("tgt", 1, 20), ("ptr", 1, 9), ("e1", 1, 12), ("e2", 0, 10), ("o1%c", 1, 3), ("os@%i", 1, 3)]
    {
        g.vars.push(Var { name: name.into(), ty: I4, lb: vec![lb], ext: vec![ext], extent: Extent::Fixed });
    }
    for (name, ty) in [("dy1", I4), ("dy2", I8), ("dy3", S), ("o2%d", I4)] {
        g.vars.push(Var { name: name.into(), ty, lb: vec![1], ext: vec![1], extent: Extent::Dynamic });
    }
}

pub fn program(seed: u64) -> String {
    let mut g = Gen {
        r: Rng(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15)),
        vars: vec![],
        ivs: vec![],
        fresh: 0,
        pure: false,
        depth: 0,
        loops: vec![],
        shape: None,
    };
    for _ in 0..5 {
        g.r.below(9);
    }
    let mut text = String::from("module unit#\n  use helpers\n  implicit none\n");
    let mut variables = Variables::default();
    for (j, ty) in [I4, I4, I4, I4, I4, I8, I8, I2, I1, R4, R4, R8, R8, L, L, S, S, I4, R8].into_iter().enumerate() {
        variables.add(&mut g, seed, j, ty);
    }
    let Variables { types, shared, args, decls, own, own_show, actual, init, show } = variables;
    usual_variables(&mut g);
    let mut body = vec![];
    for _ in 0..6 + g.r.below(10) {
        g.statement(&mut body);
    }
    let list = args.join(", ");
    let comma = if list.is_empty() { "" } else { ", " };
    let _ = writeln!(text, "{types}{shared}contains");
    wrap(&mut text, &format!("subroutine work(n, m{comma}{list})"));
    let _ = write!(
        text,
        "    integer, intent(in) :: n, m\n{decls}    integer :: n1, n2, n3, k1, k2, k3, k4, ka, kb, kc, q, w0, w1, w2, w3
    real(8) :: z1
    character(6) :: t1
    character(60) :: line
    integer, target :: tgt(20)
    integer, pointer :: ptr(:)
    integer :: e1(12), e2(0:9)
    integer, allocatable :: dy1(:)
    integer(8), allocatable :: dy2(:)
    character(6), allocatable :: dy3(:)
    type(node) :: o1, o2, os(3)
    equivalence (e1(3), e2(0))
    n1 = 3; n2 = -2; n3 = 8; z1 = 5; t1 = 'start'; w0 = 0; w1 = 0; w2 = 0; w3 = 0
    tgt = [(q*3 - 20, q = 1, 20)]; ptr(1:9) => tgt(1:17:2); e1 = [(q, q = 1, 12)]
    dy1 = [4, 5, 6]; dy2 = [9_8]; dy3 = ['x     ', 'yz    ']
    o1%d = [7, 8]; o2%d = [-1]; os(1)%d = [3]; os(2)%d = [integer ::]; os(3)%d = [5, 5]\n{own}"
    );
    for l in body {
        wrap(&mut text, &l);
    }
    let _ = write!(
        text,
        "{own_show}    print *, n1, n2, n3, z1, t1
    print *, tgt, ptr, e1, e2
    print *, lbound(dy1), dy1
    print *, dy2, dy3
    call show(o1)
    call show(o2)
    do q = 1, 3
      call show(os(q))
    end do
  contains
    integer function fh(a, b)
      integer, intent(in) :: a, b
      fh = mod(a + n - b*m, 1000)
    end function
  end subroutine
  subroutine case
{actual}    integer :: q\n{init}"
    );
    wrap(&mut text, &format!("call work({N}, {M}{comma}{list})"));
    let _ = write!(
        text,
        "{show}  end subroutine\nend module\nsubroutine case#\n  use unit#\n  call case\nend subroutine\n"
    );
    text
}
