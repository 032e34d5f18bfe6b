//! Separate compilation: objects, module files, archives, C objects and dynamic libraries, builds by make. What needs
//! make or a C compiler is left out, with a note, where there is none.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const FC: &str = env!("CARGO_BIN_EXE_ferrotran");

/// A folder of its own for a test, empty.
fn folder(name: &str) -> PathBuf {
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&dir);
    std::fs::create_dir_all(&dir).expect("a folder for the test");
    dir
}

fn write(dir: &Path, name: &str, text: &str) {
    std::fs::write(dir.join(name), text).expect("a file of the test");
}

fn run(dir: &Path, program: &str, args: &[&str]) -> Output {
    Command::new(program)
        .args(args)
        .current_dir(dir)
        .env("NO_COLOR", "1")
        .output()
        .unwrap_or_else(|e| panic!("{program}: {e}"))
}

fn has(program: &str) -> bool {
    let there = Command::new(program).arg("--version").output().is_ok_and(|o| o.status.success());
    if !there {
        eprintln!("there is no {program}: left out");
    }
    there
}

/// A command that succeeds; its standard output.
fn ok(dir: &Path, program: &str, args: &[&str]) -> String {
    let o = run(dir, program, args);
    let err = String::from_utf8_lossy(&o.stderr);
    assert!(o.status.success(), "{program} {args:?}: {:?}\n{err}", o.status.code());
    String::from_utf8_lossy(&o.stdout).into_owned()
}

/// A command that is refused with status 1; its messages.
fn refused(dir: &Path, args: &[&str]) -> String {
    let o = run(dir, FC, args);
    let err = String::from_utf8_lossy(&o.stderr).into_owned();
    assert_eq!(o.status.code(), Some(1), "{args:?}\n{err}");
    err
}

const BASE: &str = "\
module base
  implicit none
  private
  integer, parameter, public :: wp = kind(1d0)
  real(wp), public :: scale = 2
  integer, protected, public :: calls = 0
  integer, target :: hidden = 41
  integer, pointer, public :: watch => hidden
  type, public :: vec
    real(wp) :: x = 1, y = 2
  end type
  interface operator(+)
    module procedure add
  end interface
  interface show
    module procedure show_i, show_r
  end interface
  public :: operator(+), show, f
contains
  pure elemental real(wp) function f(x)
    real(wp), intent(in) :: x
    f = helper(x)
  end function
  pure real(wp) function helper(x)
    real(wp), intent(in) :: x
    helper = 2 * x + 1
  end function
  type(vec) function add(a, b)
    type(vec), intent(in) :: a, b
    add = vec(a%x + b%x, a%y + b%y)
    calls = calls + 1
  end function
  subroutine show_i(i)
    integer, intent(in) :: i
    print '(a,i0)', 'integer ', i
  end subroutine
  subroutine show_r(r)
    real(wp), intent(in) :: r
    print '(a,f6.2)', 'real ', r
  end subroutine
end module
";
const MIDDLE: &str = "\
module middle
  use base, only: wp, vec, f, factor => scale, operator(+)
  implicit none
  integer :: e1(4), e2(2)
  common /block/ shared
  integer :: shared
  equivalence (e1(2), e2(1))
  interface
    module subroutine later(n)
      integer, intent(in) :: n
    end subroutine
  end interface
contains
  function twice(v) result(r)
    type(vec), intent(in) :: v
    type(vec) :: r
    r = v + v
    factor = 5
    e2 = [10, 20]
    shared = 7
  end function
end module
";
const SUBMODULE: &str = "\
submodule (middle) parts
  implicit none
  integer :: state = 3
  interface
    module subroutine deeper(n)
      integer, intent(in) :: n
    end subroutine
  end interface
contains
  module procedure later
    call deeper(n + state)
  end procedure
end submodule
";
const DEEPER: &str = "\
submodule (middle:parts) more
contains
  module subroutine deeper(n)
    integer, intent(in) :: n
    print '(a,2i4)', 'deeper', n, state
  end subroutine
end submodule
";
const MAIN: &str = "\
program main
  use base
  use middle
  implicit none
  type(vec) :: v
  real(wp) :: a(3)
  v = twice(vec())
  call show(calls)
  call show(v%x + v%y)
  a = f([1.0_wp, 2.0_wp, 3.0_wp])
  print '(4f6.1)', a, scale
  print '(6i4)', watch, shared, e1
  call later(4)
end program
";
const OUTPUT: &str = "integer 1\nreal   6.00\n   3.0   5.0   7.0   5.0\n  41   7   0  10  20   0\ndeeper   7   3\n";

fn sources(dir: &Path) {
    for (name, text) in
        [("base.f90", BASE), ("middle.f90", MIDDLE), ("parts.f90", SUBMODULE), ("more.f90", DEEPER), ("main.f90", MAIN)]
    {
        write(dir, name, text);
    }
}

#[test]
fn objects_and_module_files() {
    let dir = folder("objects");
    sources(&dir);
    // Any order in one command.
    ok(&dir, FC, &["-c", "main.f90", "more.f90", "parts.f90", "middle.f90", "base.f90"]);
    let objects = ["main.o", "more.o", "parts.o", "middle.o", "base.o"];
    ok(&dir, FC, &[&objects[..], &["-o", "all"]].concat());
    assert_eq!(ok(&dir, "./all", &[]), OUTPUT);
    // One at a time, with a folder for modules.
    std::fs::create_dir(dir.join("mods")).expect("a folder");
    for m in ["base.mod", "middle.mod"] {
        std::fs::remove_file(dir.join(m)).expect("it was written");
    }
    let missing = refused(&dir, &["-c", "-I", "mods", "middle.f90"]);
    assert!(missing.contains("module `base` is not found"), "{missing}");
    assert!(missing.contains("no file `base.mod` in: `.`, `mods`"), "{missing}");
    for f in ["base", "middle", "parts", "more", "main"] {
        ok(&dir, FC, &["-c", "-J", "mods", &format!("{f}.f90"), "-o", &format!("x_{f}.o")]);
    }
    let objects: Vec<String> = ["main", "more", "parts", "middle", "base"].map(|f| format!("x_{f}.o")).into();
    let mut args: Vec<&str> = objects.iter().map(String::as_str).collect();
    args.extend(["-o", "parts"]);
    ok(&dir, FC, &args);
    assert_eq!(ok(&dir, "./parts", &[]), OUTPUT);
    // Objects and sources together, and in memory.
    ok(&dir, FC, &["-Imods", "main.f90", "x_base.o", "x_middle.o", "x_more.o", "x_parts.o", "-o", "mixed"]);
    assert_eq!(ok(&dir, "./mixed", &[]), OUTPUT);
    let all = ["run", "main.f90", "more.f90", "parts.f90", "middle.f90", "base.f90"];
    assert_eq!(ok(&dir, FC, &all), OUTPUT);
    // What is missing is said with its place.
    let e = refused(&dir, &["x_main.o", "x_middle.o", "x_more.o", "x_parts.o"]);
    assert!(e.contains("undefined: `show_i` of module `base` (used in x_main.o, in `MAIN__`)"), "{e}");
    let e = refused(&dir, &["x_base.o"]);
    assert!(e.contains("there is no main program"), "{e}");
}

#[test]
fn changed_modules() {
    let dir = folder("changed");
    sources(&dir);
    let build = |f: &str| ok(&dir, FC, &["-c", f]);
    for f in ["base.f90", "middle.f90", "parts.f90", "more.f90", "main.f90"] {
        build(f);
    }
    let time = |f: &str| std::fs::metadata(dir.join(f)).and_then(|m| m.modified()).expect("the file is there");
    let first = time("base.mod");
    // What users cannot see leaves the file as it is.
    write(&dir, "base.f90", &BASE.replace("'integer '", "'whole   '").replace("private\n", "private\n  ! a remark\n"));
    build("base.f90");
    assert_eq!(time("base.mod"), first);
    let all = ["main.o", "middle.o", "more.o", "parts.o", "base.o", "-o", "x"];
    ok(&dir, FC, &all);
    assert_eq!(ok(&dir, "./x", &[]), OUTPUT.replace("integer ", "whole   "));
    // A body that stands in place of calls elsewhere is seen.
    write(&dir, "base.f90", &BASE.replace("2 * x + 1", "3 * x + 1"));
    build("base.f90");
    assert_ne!(time("base.mod"), first);
    let e = refused(&dir, &["-c", "main.f90"]);
    assert!(e.contains("module `middle` was compiled with another version of module `base`"), "{e}");
    assert!(e.contains("main.f90:3:7"), "{e}");
    let e = refused(&dir, &all);
    assert!(e.contains("middle.o was compiled with another version of module `base` than that in base.o"), "{e}");
    for f in ["middle.f90", "parts.f90", "more.f90", "main.f90"] {
        build(f);
    }
    ok(&dir, FC, &all);
    assert!(ok(&dir, "./x", &[]).contains("   4.0   7.0  10.0"));
}

#[test]
fn damaged_module_files() {
    let dir = folder("damaged");
    sources(&dir);
    ok(&dir, FC, &["-c", "base.f90"]);
    let good = std::fs::read(dir.join("base.mod")).expect("it was written");
    write(&dir, "user.f90", "program p\n  use base, only: wp\n  print *, wp\nend program\n");
    let mut cases: Vec<(Vec<u8>, &str)> = vec![
        (vec![], "is not a module file of ferrotran"),
        (vec![0x1f, 0x8b, 8, 0], "of gfortran cannot be read"),
        (b"!mod$ v1 sum:0\n".to_vec(), "was written by flang"),
        (good[..good.len() / 2].to_vec(), "is damaged"),
        ([&b"ferrotran module file, format 999\n"[..], &good[..]].concat(), "has format 999"),
    ];
    for at in [60, good.len() / 2, good.len() - 3] {
        let mut b = good.clone();
        b[at] ^= 0x15;
        cases.push((b, "base.mod` "));
    }
    for (bytes, why) in cases {
        std::fs::write(dir.join("base.mod"), bytes).expect("written");
        let e = refused(&dir, &["-c", "user.f90"]);
        assert!(e.contains("the module file `./base.mod`") && e.contains(why), "{why}: {e}");
        assert!(e.contains("user.f90:2:7"), "{e}");
    }
    std::fs::write(dir.join("base.mod"), good).expect("written");
    ok(&dir, FC, &["-c", "user.f90"]);
    // Modules compiled with other default kinds keep theirs.
    write(&dir, "kinds.f90", "module kinds\n  real :: r = 1.5\n  integer, parameter :: k = kind(1.0)\nend module\n");
    write(&dir, "asks.f90", "program p\n  use kinds\n  print '(3i3)', kind(r), k, kind(1.0)\nend program\n");
    ok(&dir, FC, &["-c", "-fdefault-real-8", "kinds.f90"]);
    ok(&dir, FC, &["asks.f90", "kinds.o", "-o", "asks"]);
    assert_eq!(ok(&dir, "./asks", &[]), "  8  8  4\n");
}

const C_SIDE: &str = r#"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
static int started = 5;
int common_counter;
double half_(double *x);
__thread int each = 7;
static __thread int zero;
static const char *names[] = {"alpha", "beta"};
static void start(void) __attribute__((constructor));
static void start(void) { started = 10; }
static void finish(void) __attribute__((destructor));
static void finish(void) { fputs("finished\n", stdout); fflush(stdout); }
__attribute__((weak)) int maybe(void) { return 1; }
extern int nowhere(void) __attribute__((weak));
double from_c_(double *x, int *n) {
  double s = 0;
  for (int i = 0; i < *n; i++) s += half_(&x[i]);
  printf("C: %d %s %d %.1f\n", started, names[*n > 2], nowhere ? 1 : 0, sqrt(*x));
  fflush(stdout);
  each++; zero += 3; common_counter += each + zero;
  return s + maybe();
}
int counter_(void) { return common_counter; }
static int order(const void *a, const void *b) { return *(int *)a - *(int *)b; }
void sort_(int *v, int *n) {
  qsort(v, *n, sizeof(int), order);
  switch (*n) { case 1: puts("1"); break; case 2: puts("2"); break; case 3: puts("three"); break;
    case 4: puts("4"); break; case 5: puts("5"); break; }
  fflush(stdout);
}
"#;
const FORTRAN_SIDE: &str = "\
real(8) function half(x)
  real(8) :: x
  half = x / 2
end function
program p
  implicit none
  real(8), external :: from_c
  integer, external :: counter
  real(8) :: x(3) = [4d0, 8d0, 12d0]
  integer :: v(3) = [3, 1, 2]
  print '(f6.1)', from_c(x, 3)
  flush (6)
  print '(f6.1)', from_c(x, 2)
  print '(i4)', counter()
  flush (6)
  call sort(v, 3)
  print '(3i3)', v
end program
";
const BOTH: &str = "C: 10 beta 0 2.0\n  13.0\nC: 10 alpha 0 2.0\n   7.0\n  26\nthree\n  1  2  3\nfinished\n";

#[test]
fn c_objects() {
    if !has("cc") {
        return;
    }
    let dir = folder("c_objects");
    write(&dir, "c.c", C_SIDE);
    write(&dir, "f.f90", FORTRAN_SIDE);
    for flags in ["", "-O2", "-fPIC", "-O2 -fno-pie", "-fPIC -ftls-model=global-dynamic", "-O3 -ffunction-sections"] {
        let mut args: Vec<&str> = flags.split_whitespace().collect();
        args.extend(["-c", "c.c", "-o", "c.o"]);
        ok(&dir, "cc", &args);
        ok(&dir, FC, &["f.f90", "c.o", "-o", "p"]);
        assert_eq!(ok(&dir, "./p", &[]), BOTH, "{flags}");
    }
    assert_eq!(ok(&dir, FC, &["run", "f.f90", "c.o"]), BOTH);
    // A main program in C.
    write(&dir, "m.c", "double half_(double *); int main(int c, char **v) { double x = 6; return half_(&x) + c; }\n");
    write(&dir, "h.f90", &FORTRAN_SIDE[..FORTRAN_SIDE.find("program").expect("it is there")]);
    ok(&dir, "cc", &["-c", "m.c"]);
    ok(&dir, FC, &["m.o", "h.f90", "-o", "m"]);
    assert_eq!(run(&dir, "./m", &["a", "b"]).status.code(), Some(6));
    // An archive, of which only what is needed is taken, and a library that calls back.
    write(&dir, "bad.c", "void never_called(void); void unused_(void) { never_called(); }\n");
    ok(&dir, "cc", &["-c", "bad.c"]);
    if has("ar") {
        ok(&dir, "ar", &["rcs", "libside.a", "c.o", "bad.o"]);
        ok(&dir, FC, &["f.f90", "-L.", "-lside", "-o", "a"]);
        assert_eq!(ok(&dir, "./a", &[]), BOTH);
    }
    write(&dir, "dyn.c", "int base = 40; int dyn_(int *k) { return base + *k; }\n");
    write(&dir, "d.f90", "program d\n  integer, external :: dyn\n  print '(i0)', dyn(2)\nend program\n");
    ok(&dir, "cc", &["-shared", "-fPIC", "dyn.c", "-o", "libdyn.so"]);
    ok(&dir, FC, &["d.f90", "-L", ".", "-l", "dyn", "-o", "d"]);
    assert_eq!(ok(&dir, "./d", &[]), "42\n");
    let e = refused(&dir, &["d.f90", "-lno_such_library"]);
    assert!(e.contains("cannot find the library -lno_such_library"), "{e}");
    let e = refused(&dir, &["d.f90", "bad.o"]);
    assert!(e.contains("`dyn` (used in d.f90, in `MAIN__`)"), "{e}");
}

const DESCRIPTORS_C: &str = include_str!("separate/descriptors.c");
const DESCRIPTORS_FORTRAN: &str = include_str!("separate/descriptors.f90");
const DESCRIPTORS: &str = "\
shape: rank 1 attr 2 type 2051 len 8 [0 6 8] c1
shape: rank 1 attr 2 type 2051 len 8 [0 3 16] c0
shape: rank 1 attr 2 type 2051 len 8 [0 6 -8] c0
  21.0   9.0  21.0
any: rank 2 attr 2 type 1025 len 4 [0 2 4] [0 3 8] c1
any: rank 0 attr 2 type 2051 len 8 c1
any: rank 0 attr 2 type 261 len 5 c1
any: rank 0 attr 2 type 2052 len 16 c1
absent
opt: rank 2 attr 2 type 1025 len 4 [0 2 4] [0 3 8] c1
opt: rank 2 attr 2 type 1025 len 4 [0 2 4] [0 2 16] c0
0
  0  1  4  9  2
str len 5 'hello'
**llo
0
  1  2  3  4  5  6  1  0  2  2
sec 0
a  2  2  1  1
  10  20   3   4  50  60
";

#[test]
fn array_descriptors_in_c() {
    if !has("cc") {
        return;
    }
    let dir = folder("descriptors");
    let include = ok(&dir, FC, &["--print-include-dir"]);
    write(&dir, "c.c", DESCRIPTORS_C);
    write(&dir, "f.f90", DESCRIPTORS_FORTRAN);
    ok(&dir, "cc", &["-Wall", "-Werror", "-c", "-I", include.trim(), "c.c"]);
    ok(&dir, FC, &["f.f90", "c.o", "-o", "p"]);
    assert_eq!(ok(&dir, "./p", &[]), DESCRIPTORS);
}

const LONG_DOUBLE_C: &str = r#"
#include <complex.h>
#include <stdio.h>
#include <ISO_Fortran_binding.h>
long double sum_long(long double a, long double b) { return a + b; }
__float128 sum_quad(__float128 a, __float128 b) { return a + b; }
long double complex conjugate(long double complex z) { return conjl(z); }
void both(int i, long double a, __float128 q, double x, long double b) {
  printf("%d %.15Lg %.15g %g %.15Lg\n", i, a, (double)q, x, b);
  fflush(stdout);
}
long double last(int a, int b, int c, int d, int e, int f, int g, long double x, double y, long double z) {
  return a + b + c + d + e + f + g + x + y + z;
}
void change(long double *a, __float128 *q) { *a *= 3; *q /= 7; }
long double through(long double (*f)(long double), long double x) { return f(x) + 1; }
int codes(CFI_cdesc_t *l, CFI_cdesc_t *q, CFI_cdesc_t *n) {
  return l->type == CFI_type_long_double && q->type == CFI_type_float128_Complex && n->type == CFI_type_int128_t
    && l->elem_len == sizeof(long double) && q->elem_len == 32 && n->elem_len == 16;
}
"#;

const LONG_DOUBLE_FORTRAN: &str = "program p
  use iso_c_binding
  implicit none
  interface
    real(c_long_double) function sum_long(a, b) bind(c)
      import
      real(c_long_double), value :: a, b
    end function
    real(c_float128) function sum_quad(a, b) bind(c)
      import
      real(c_float128), value :: a, b
    end function
    complex(c_long_double) function conjugate(z) bind(c)
      import
      complex(c_long_double), value :: z
    end function
    subroutine both(i, a, q, x, b) bind(c)
      import
      integer(c_int), value :: i
      real(c_long_double), value :: a, b
      real(c_float128), value :: q
      real(c_double), value :: x
    end subroutine
    real(c_long_double) function last(a, b, c, d, e, f, g, x, y, z) bind(c)
      import
      integer(c_int), value :: a, b, c, d, e, f, g
      real(c_long_double), value :: x, z
      real(c_double), value :: y
    end function
    subroutine change(a, q) bind(c)
      import
      real(c_long_double) :: a
      real(c_float128) :: q
    end subroutine
    real(c_long_double) function through(f, x) bind(c)
      import
      type(c_funptr), value :: f
      real(c_long_double), value :: x
    end function
    integer(c_int) function codes(l, q, n) bind(c)
      import
      real(c_long_double) :: l(:)
      complex(c_float128) :: q(:)
      integer(c_int128_t) :: n(:)
    end function
  end interface
  real(c_long_double) :: a, l(2)
  real(c_float128) :: q
  complex(c_float128) :: z(3)
  integer(c_int128_t) :: n(1)
  print *, sum_long(1.5_10, 1/3._10), sum_quad(1.5_16, 1/3._16)
  flush(6)
  call both(7, 1/7._10, 1/9._16, 2.5d0, 3.0_10)
  a = 2
  q = 3
  call change(a, q)
  print *, a, q
  print *, conjugate((1.0_10, 2.0_10))
  print *, through(c_funloc(twice), 1/3._10), codes(l, z, n)
  print *, last(1, 2, 3, 4, 5, 6, 7, 0.5_10, 0.25d0, 0.125_10), mine(1, 2, 3, 4, 5, 6, 7, 0.5_10)
contains
  function twice(x) bind(c)
    real(c_long_double), value :: x
    real(c_long_double) :: twice
    twice = 2*x
  end function
  real(10) function mine(a, b, c, d, e, f, g, x)
    integer, value :: a, b, c, d, e, f, g
    real(10), value :: x
    mine = a + b + c + d + e + f + g + x
  end function
end program
";
const LONG_DOUBLE: &str = "   1.83333333333333333337         1.83333333333333333333333333333333327      
7 0.142857142857143 0.111111111111111 2.5 3
   6.00000000000000000000        0.428571428571428571428571428571428551      
                (1.00000000000000000000,-2.00000000000000000000)
   1.66666666666666666674                 1
   28.8750000000000000000         28.5000000000000000000      
";

#[test]
#[cfg(target_arch = "x86_64")]
fn long_double_of_c() {
    if !has("cc") {
        return;
    }
    let dir = folder("long_double");
    let include = ok(&dir, FC, &["--print-include-dir"]);
    write(&dir, "c.c", LONG_DOUBLE_C);
    write(&dir, "f.f90", LONG_DOUBLE_FORTRAN);
    for optimization in ["-O0", "-O2"] {
        ok(&dir, "cc", &["-c", optimization, "-I", include.trim(), "c.c"]);
        ok(&dir, FC, &[optimization, "f.f90", "c.o", "-o", "p"]);
        assert_eq!(ok(&dir, "./p", &[]), LONG_DOUBLE);
    }
}

const MODULES: usize = 30;

fn module_text(k: usize) -> String {
    let used = if k == 1 { String::new() } else { format!("  use m{}, only: before => total{}\n", k - 1, k - 1) };
    let sum = if k == 1 { "0".to_string() } else { "before(x)".to_string() };
    format!(
        "module m{k}\n{used}  implicit none\n  integer, parameter :: own{k} = {k}\ncontains\n  \
         function total{k}(x) result(r)\n    integer, intent(in) :: x\n    integer :: r\n    \
         r = {sum} + own{k} * x\n  end function\nend module\n"
    )
}

#[test]
fn a_library_by_make() {
    if !(has("make") && has("cc") && has("ar")) {
        return;
    }
    let dir = folder("library");
    for k in 1..=MODULES {
        write(&dir, &format!("m{k}.f90"), &module_text(k));
    }
    write(&dir, "side.c", "int side(int x) { return x + 1; }\n");
    write(
        &dir,
        "main.f90",
        &format!(
            "program main\n  use, intrinsic :: iso_c_binding\n  use m{MODULES}\n  implicit none\n  interface\n    \
             integer(c_int) function side(x) bind(c)\n      import c_int\n      integer(c_int), value :: x\n    \
             end function\n  end interface\n  print '(i0)', side(total{MODULES}(2))\nend program\n"
        ),
    );
    let mut rules = String::new();
    for k in 2..=MODULES {
        rules.push_str(&format!("m{k}.o: m{}.mod\n", k - 1));
    }
    let objects: Vec<String> = (1..=MODULES).map(|k| format!("m{k}.o")).collect();
    // A module file is as new as its object, unless what it says did not change.
    write(
        &dir,
        "Makefile",
        &format!(
            "FC = {FC}\nOBJECTS = {}\nmain: main.o side.o libm.a\n\t$(FC) -o $@ main.o side.o -L. -l:libm.a\n\
             libm.a: $(OBJECTS)\n\tar rcs $@ $(OBJECTS)\nmain.o: m{MODULES}.mod\n%.o: %.f90\n\t$(FC) -c $<\n\
             %.mod: %.o ;\n{rules}",
            objects.join(" ")
        ),
    );
    ok(&dir, "make", &["-s", "-j", "4", "main"]);
    assert_eq!(ok(&dir, "./main", &[]), "931\n");
    assert_eq!(ok(&dir, "make", &["main"]).lines().filter(|l| l.contains(" -c ")).count(), 0);
    // Another body: that file, the archive and the program, nothing else.
    std::thread::sleep(std::time::Duration::from_millis(20));
    write(&dir, "m7.f90", &module_text(7).replace("own7 * x", "own7 * x + 100"));
    let out = ok(&dir, "make", &["-j", "4", "main"]);
    assert_eq!(out.lines().filter(|l| l.contains(" -c ")).count(), 1, "{out}");
    assert_eq!(ok(&dir, "./main", &[]), "1031\n");
}

#[test]
fn backtraces() {
    let dir = &folder("separate_backtrace");
    write(
        dir,
        "low.f90",
        "module low\ncontains\n  subroutine set(a, n)\n    real, intent(inout) :: a(:)\n    integer, intent(in) :: n\n\
         a(n) = 1\n  end subroutine\n  subroutine hit(p)\n    integer, pointer, intent(in) :: p\n    p = 1\n  end subroutine\n\
         end module\n",
    );
    write(
        dir,
        "top.f90",
        "program top\n  use low\n  real :: x(5)\n  integer, pointer :: none\n  character(8) :: what\n  none => null()\n\
         call get_command_argument(1, what)\n  print *, 'begins'\n  select case (what)\n  case ('bounds')\n\
         call inner(7)\n  case ('stop')\n    error stop 4\n  case ('signal')\n    call hit(none)\n  end select\ncontains\n\
         subroutine inner(n)\n    integer, intent(in) :: n\n    call set(x, n)\n  end subroutine\nend program\n",
    );
    ok(dir, FC, &["-c", "-g", "-fcheck=bounds", "low.f90"]);
    ok(dir, FC, &["-c", "-g", "top.f90"]);
    ok(dir, FC, &["-o", "with", "top.o", "low.o"]);
    ok(dir, FC, &["-g", "-fno-backtrace", "-fcheck=bounds", "-o", "without", "low.f90", "top.f90"]);
    let frames = |program: &str, what: &str| {
        let o = run(dir, dir.join(program).to_str().expect("a name of letters"), &[what]);
        assert_eq!(String::from_utf8_lossy(&o.stdout), " begins\n", "{what}");
        // Without the addresses.
        let err = String::from_utf8_lossy(&o.stderr).into_owned();
        let lines: Vec<String> = err
            .lines()
            .filter_map(|l| match l.strip_prefix('#') {
                Some(frame) => frame.split_once(" in ").map(|f| f.1.to_string()),
                None => l.strip_prefix("\tat ").map(str::to_string),
            })
            .collect();
        (o.status.code(), lines.join(" "))
    };
    let frame = |status: i32, text: &str| (Some(status), text.to_string());
    let bounds = "__low_MOD_set low.f90:6 inner top.f90:20 top top.f90:11";
    assert_eq!(frames("with", "bounds"), frame(2, bounds));
    assert_eq!(frames("with", "stop"), frame(4, "top top.f90:13"));
    assert_eq!(frames("with", "signal"), (None, "__low_MOD_hit low.f90:10 top top.f90:15".to_string()));
    assert_eq!(frames("without", "bounds"), frame(2, ""));
}

#[test]
fn options_of_other_compilers() {
    let dir = &folder("separate_options");
    write(
        dir,
        "o.f90",
        "program t\n  integer :: i, j(2)\n  real :: x\n  logical :: l\n  character(4) :: c\n  print '(a)', 'a\\tb\\x41'\n\
         print '(3(i0,1x),l1,f6.1,1x,a)', i, j, l, x, c\n  print '(f4.1)', -0.0\n\
         open(10, file='o.bin', form='unformatted', access='sequential')\n  write(10) 1, 2.0\n  close(10)\n\
         open(10, file='o.bin', form='unformatted')\n  backspace(10)\n  read(10) i, x\n  print *, i, x\n\
         call count(1)\n  call count(2)\n  call count(3)\ncontains\n  subroutine count(k)\n    integer, intent(in) :: k\n\
         integer :: n\n    if (k == 1) n = 40\n    n = n + 1\n    if (k == 3) print *, n\n  end subroutine\nend program\n",
    );
    let init = "-finit-integer=7 -finit-real=zero -finit-logical=true -finit-character=65 -fno-automatic -fbackslash";
    let files = "-fno-sign-zero -fconvert=big-endian -frecord-marker=8 -o o o.f90";
    let args: Vec<&str> = init.split(' ').chain(files.split(' ')).collect();
    ok(dir, FC, &args);
    assert_eq!(ok(dir, "./o", &[]), "a\tbA\n7 7 7 T   0.0 AAAA\n 0.0\n           1   2.00000000    \n          43\n");
    let bytes = std::fs::read(dir.join("o.bin")).expect("the program wrote it");
    assert_eq!(bytes, [[0, 0, 0, 0, 0, 0, 0, 8], [0, 0, 0, 1, 0x40, 0, 0, 0], [0, 0, 0, 0, 0, 0, 0, 8]].concat());
    write(
        dir,
        "d.f",
        "      program d\nD     print *, 'debugging'\n      call plain\n      end\n      subroutine plain\n      end\n",
    );
    ok(dir, FC, &["-fd-lines-as-code", "d.f", "-o", "d"]);
    assert_eq!(ok(dir, "./d", &[]), " debugging\n");
    ok(dir, FC, &["-c", "-fno-underscoring", "d.f"]);
    let object = std::fs::read(dir.join("d.o")).expect("an object");
    let has = |name: &[u8]| object.windows(name.len()).any(|w| w == name);
    assert!(has(b"\0plain\0") && !has(b"plain_"));
    let o = run(dir, FC, &["-finit-real=two", "o.f90"]);
    assert_eq!(o.status.code(), Some(2));
}

#[test]
fn rules_for_make() {
    let dir = &folder("separate_rules");
    write(dir, "m.f90", "module m\n  include 'c.inc'\nend module\n");
    write(dir, "c.inc", "integer :: k = 1\n");
    write(dir, "p.f90", "program p\n  use m\n  print *, k\nend program\n");
    assert_eq!(ok(dir, FC, &["-MM", "m.f90"]), "m.o m.mod: m.f90 c.inc\n");
    ok(dir, FC, &["-MD", "-MP", "-c", "m.f90"]);
    let text = |name: &str| std::fs::read_to_string(dir.join(name)).expect("a file of rules");
    assert_eq!(text("m.d"), "m.o m.mod: m.f90 c.inc\nc.inc:\n");
    ok(dir, FC, &["-MMD", "-MF", "rules", "-MT", "target", "-c", "p.f90"]);
    assert_eq!(text("rules"), "target: p.f90 m.mod\n");
    ok(dir, FC, &["-S", "p.f90"]);
    assert!(text("p.s").starts_with("MAIN__:"));
}

#[test]
fn arguments_of_intrinsics_are_checked() {
    let dir = &folder("separate_checks");
    write(
        dir,
        "c.f90",
        "program c\n  real :: x\n  real, allocatable :: a(:,:), b(:,:), v(:), w(:)\n  character(8) :: what\n  integer :: n\n\
         n = 3\n  allocate(a(2,n), b(n+1,2), v(n), w(n+1))\n  a = 1; b = 1; v = 1; w = 1\n\
         call get_command_argument(1, what)\n  select case (what)\n  case ('matmul'); print *, matmul(a, b)\n\
         case ('dot'); print *, dot_product(v, w)\n  case ('reshape'); print *, reshape(v, [n, 2])\n\
         case ('pack'); print *, pack(v, w > 0)\n  case ('shift'); print *, cshift(a, [1, 2])\n\
         case ('flags')\n    x = 0\n    x = 1 / x\n    print *, x\n    stop 3\n  end select\nend program\n",
    );
    ok(dir, FC, &["-fcheck=all", "c.f90", "-o", "c"]);
    for (what, text) in [
        ("matmul", "Incorrect extent in argument B in MATMUL intrinsic in dimension 1: is 4, should be 3"),
        ("dot", "Incorrect extent in argument B in DOT_PRODUCT intrinsic in dimension 1: is 4, should be 3"),
        ("reshape", "Incorrect size in SOURCE argument to RESHAPE intrinsic: is 3, should be at least 6"),
        ("pack", "Incorrect extent in MASK argument of the intrinsic in dimension 1: is 4, should be 3"),
        ("shift", "Incorrect extent in SHIFT argument of CSHIFT intrinsic in dimension 1: is 2, should be 3"),
    ] {
        let o = run(dir, dir.join("c").to_str().expect("a name of letters"), &[what]);
        let err = String::from_utf8_lossy(&o.stderr).into_owned();
        assert_eq!(o.status.code(), Some(2), "{what}\n{err}");
        assert!(err.contains(text), "{what}\n{err}");
    }
    // Exceptions of constant operands happen at run time too.
    let o = run(dir, dir.join("c").to_str().expect("a name of letters"), &["flags"]);
    assert_eq!(o.status.code(), Some(3));
    assert!(String::from_utf8_lossy(&o.stderr).contains("signalling: IEEE_DIVIDE_BY_ZERO"));
}

#[test]
fn command_line() {
    let dir = folder("command_line");
    write(&dir, "a.F90", "#ifdef TEXT\nprint *, TEXT\n#endif\nend\n");
    let e = ok(&dir, FC, &["-E", "-DTEXT='hello'", "a.F90"]);
    assert_eq!(e, "# 2 \"a.F90\"\nprint *, 'hello'\n# 4 \"a.F90\"\nend\n");
    let e = refused(&dir, &["-c", "nothing.f90"]);
    assert!(e.contains("cannot read nothing.f90: No such file or directory"), "{e}");
    for bad in ["-fno-such-flag", "-fno-no-backslash", "-m32", "--no-such", "-Z"] {
        assert_eq!(run(&dir, FC, &["-c", bad, "a.F90"]).status.code(), Some(2), "{bad}");
    }
    ok(&dir, FC, &["emit", "array", "a.F90", "-o", "a.ir"]);
    ok(&dir, FC, &["-fno-openmp", "-c", "a.ir"]);
    write(&dir, "args", "-c -DTEXT=\"'a b'\"\n-o b.o -fPIC -O2 -Wall -pthread -march=native a.F90\n");
    ok(&dir, FC, &["@args"]);
    ok(&dir, FC, &["b.o", "-Wl,-rpath,/tmp", "-lm", "-lpthread", "-o", "b"]);
    assert_eq!(ok(&dir, "./b", &[]), " a b\n");
    assert!(ok(&dir, FC, &["--version"]).starts_with("ferrotran "));
}

/// Flags that build systems repeat, lines that a preprocessor left, and the macros and include files that sources for
/// other compilers expect.
#[test]
fn habits_of_build_systems() {
    let dir = folder("build_systems");
    write(&dir, "p.f90", "# 1 \"/somewhere/p.F90\"\n# 1 \"<built-in>\"\n#line 7\nprint *, 'p'\nend\n");
    let twice = "-v -v -w -w -cpp -nocpp -nocpp -std=gnu -std=f2018 -pedantic -pedantic -O1 -O2 -static -static";
    let parts = "-B/usr/lib -B /usr/lib -fuse-ld=gold -u main -z now -frandom-seed=1 -fstack-check -J. -J .";
    let args: Vec<&str> = twice.split(' ').chain(parts.split(' ')).chain(["p.f90", "-o", "q", "-o", "p"]).collect();
    ok(&dir, FC, &args);
    assert_eq!(ok(&dir, "./p", &[]), " p\n");
    let o = run(&dir, FC, &["-c", "p.f90"]);
    assert!(o.status.success() && o.stderr.is_empty(), "{}", String::from_utf8_lossy(&o.stderr));
    write(&dir, "w.f90", "#define a\nend\n");
    let o = run(&dir, FC, &["-c", "w.f90"]);
    assert!(String::from_utf8_lossy(&o.stderr).contains("this preprocessor line is ignored"));
    write(
        &dir,
        "n.F90",
        "#define CAT(a,b) a/**/b\n#define NAME one\n#define WORD(x) CAT(x,_one)\n#define BLANK 1 /* two */ + 2\n\
         #if !defined(__GFORTRAN__) || __GNUC__ * 100 + __GNUC_MINOR__ < 900\n#error other\n#endif\n\
         integer :: two_one, one = 5\nCAT(pri,nt) *, CAT(NAME,), BLANK\nWORD(two) = 3\nprint *, two_one, one\nend\n",
    );
    ok(&dir, FC, &["n.F90", "-o", "n"]);
    assert_eq!(ok(&dir, "./n", &[]), "           5           3\n           3           5\n");
    for (file, form) in [("h.f", "      "), ("h.f90", "")] {
        let text = format!(
            "{form}program h\n{form}implicit none\n{form}include 'omp_lib.h'\n{form}integer(omp_lock_kind) k\n\
             {form}integer n\n{form}call omp_init_lock(k)\n{form}call omp_set_num_threads(3)\n{form}n = 0\n\
             !$omp parallel reduction(+:n)\n{form}call omp_set_lock(k)\n{form}n = n + omp_get_thread_num() + 1\n\
             {form}call omp_unset_lock(k)\n!$omp end parallel\n\
             {form}print *, n, omp_in_parallel(), omp_get_wtime() > 0\n\
             {form}print *, omp_sched_dynamic\n{form}end\n"
        );
        write(&dir, file, &text);
        ok(&dir, FC, &["-fopenmp", file, "-o", "h"]);
        assert_eq!(ok(&dir, "./h", &[]), "           6 F T\n           2\n");
    }
}

#[test]
fn files_before_the_first_line() {
    let dir = &folder("separate_first");
    write(dir, "first.h", "#define ONE 1\n");
    write(dir, "kinds.inc", "integer, parameter :: k = 5\n");
    write(dir, "p.F90", "program p\ninclude 'kinds.inc'\nprint *, k, ONE\nend\n");
    ok(dir, FC, &["-include", "first.h", "-nostdlib", "p.F90", "-o", "p"]);
    assert_eq!(ok(dir, "./p", &[]), "           5           1\n");
    let text = ok(dir, FC, &["-E", "-include", "first.h", "p.F90"]);
    assert!(text.contains("include 'kinds.inc'\n") && text.contains("print *, k, 1\n"), "{text}");
    let macros = ok(dir, FC, &["-dM", "-E", "-DX(a)=a+1", "-include", "first.h", "p.F90"]);
    assert!(macros.contains("#define ONE 1\n") && macros.contains("#define X(a) a+1\n"), "{macros}");
    write(dir, "wide.f", &format!("      print *, 1{}+ 2\n      end\n", " ".repeat(60)));
    let wide = |flag: &str| String::from_utf8_lossy(&run(dir, FC, &["-c", flag, "wide.f"]).stderr).into_owned();
    assert!(wide("-Wall").contains("the line is cut off at column 72"));
    assert!(wide("-O1").is_empty());
    write(dir, "pre.inc", "implicit none\n");
    write(dir, "q.f90", "i = 1\nprint *, i\nend\n");
    refused(dir, &["-fpre-include=pre.inc", "-c", "q.f90"]);
    write(dir, "m.f90", "module m\n  integer :: a = 1\n  integer, public :: b = 2\nend module\n");
    write(dir, "u.f90", "use m\nimplicit none\nprint *, b\nprint *, a\nend\n");
    ok(dir, FC, &["-fmodule-private", "-c", "m.f90"]);
    assert!(refused(dir, &["-c", "u.f90"]).contains("`a`"));
}

/// What is no ordinary file is written to; a name that is renamed into its place would remove a device.
#[cfg(unix)]
#[test]
fn output_that_is_no_file() {
    use std::os::unix::fs::FileTypeExt;
    let dir = folder("no_file");
    write(&dir, "a.f90", "print *, 'written'\nend\n");
    let pipe = dir.join("pipe");
    let _ = std::fs::remove_file(&pipe);
    ok(&dir, "mkfifo", &["pipe"]);
    let reader = std::thread::spawn({
        let pipe = pipe.clone();
        move || std::fs::read(pipe).expect("the pipe gives the executable")
    });
    ok(&dir, FC, &["a.f90", "-o", "pipe"]);
    let bytes = reader.join().expect("the reader ends");
    assert!(std::fs::symlink_metadata(&pipe).expect("it is still there").file_type().is_fifo());
    std::fs::write(dir.join("b"), bytes).expect("the folder is writable");
    ok(&dir, "chmod", &["+x", "b"]);
    assert_eq!(ok(&dir, "./b", &[]), " written\n");
    // Objects too.
    let reader = std::thread::spawn({
        let pipe = pipe.clone();
        move || std::fs::read(pipe).expect("the pipe gives the object")
    });
    ok(&dir, FC, &["-c", "a.f90", "-o", "pipe"]);
    assert!(reader.join().expect("the reader ends").starts_with(b"\x7fELF"));
    assert!(std::fs::symlink_metadata(&pipe).expect("it is still there").file_type().is_fifo());
    let e = refused(&dir, &["a.f90", "-o", "."]);
    assert!(e.contains("directory"), "{e}");
}

/// C sources of the command line: the machine's C compiler makes objects of them.
#[test]
fn c_sources_on_the_command_line() {
    if !has("cc") {
        return;
    }
    let dir = folder("c_sources");
    write(&dir, "side.c", include_str!("separate/side.c"));
    write(&dir, "main.f90", include_str!("separate/main.f90"));
    let expected = include_str!("separate/expected.txt");
    ok(&dir, FC, &["-DSCALE=7", "main.f90", "side.c", "-o", "p"]);
    assert_eq!(ok(&dir, "./p", &[]), expected);
    ok(&dir, FC, &["-DSCALE=7", "-O2", "-g", "-c", "side.c", "main.f90"]);
    assert_eq!(ok(&dir, FC, &["run", "main.o", "side.o"]), expected);
    let e = refused(&dir, &["main.f90", "side.c", "-o", "q"]);
    assert!(e.contains("the macro of the command line is missing") && e.contains("side.c: the C compiler"), "{e}");
    let nowhere =
        Command::new(FC).args(["main.f90", "side.c"]).current_dir(&dir).env_remove("CC").env("PATH", "").output();
    let o = nowhere.expect("the compiler runs");
    let e = String::from_utf8_lossy(&o.stderr);
    assert!(o.status.code() == Some(1) && e.contains("side.c is C: no C compiler was found"), "{e}");
}

/// A region with an object of a type that only another file knows runs on the host, which calls what the object says.
#[test]
fn types_of_other_files_in_regions() {
    let dir = &folder("separate_types");
    write(dir, "shapes.f90", include_str!("separate/shapes.f90"));
    write(dir, "more_shapes.f90", include_str!("separate/more_shapes.f90"));
    ok(dir, FC, &["-fopenmp", "-c", "shapes.f90", "-o", "shapes.o"]);
    ok(dir, FC, &["-fopenmp", "-c", "more_shapes.f90", "-o", "more_shapes.o"]);
    ok(dir, FC, &["-fopenmp", "shapes.o", "more_shapes.o", "-o", "p"]);
    let out = Command::new(dir.join("p")).env("FERROTRAN_DEVICE", "shadow").output().expect("the program runs");
    let lines: Vec<String> = String::from_utf8_lossy(&out.stdout)
        .lines()
        .map(|l| l.split_whitespace().collect::<Vec<_>>().join(" "))
        .collect();
    assert_eq!(lines, ["55.0000000 F", "220.000000 F", "1485.00000 T"]);
}

/// What `-fdec` and `-fbackslash` mean stays with a module that is used without them.
#[test]
fn dialects_of_modules() {
    let dir = &folder("separate_dialects");
    write(
        dir,
        "m.f90",
        "module m\n  implicit none\n  type :: pair\n    integer :: a = 1, b = 2\n  end type\n\
         character(*), parameter :: tab = 'x\\ty'\ncontains\n  pure integer function masked(p, n)\n\
         type(pair), intent(in) :: p\n    integer, intent(in) :: n\n    masked = (p.a + p.b) .and. n\n  end function\n\
         end module\n",
    );
    write(
        dir,
        "p.f90",
        "program t\n  use m\n  implicit none\n  type(pair) :: p\n  p%b = 12\n  print *, masked(p, 7), len(tab), ichar(tab(2:2))\n\
         end program\n",
    );
    let limits = ["--param", "max-inline-insns-auto=5", "-floop-nest-optimize", "-funsigned", "-g", "-g"];
    ok(dir, FC, &[&["-c", "-c", "-O1", "-fdec", "-fbackslash", "m.f90"][..], &limits[..]].concat());
    ok(dir, FC, &["-O1", "p.f90", "m.o", "-o", "p"]);
    assert_eq!(ok(dir, "./p", &[]), "           5           3           9\n");
}

/// Files of one command know no more of each other than files compiled one by one: arguments that do not fit are a warning.
#[test]
fn arguments_across_files() {
    let dir = &folder("separate_arguments");
    write(
        dir,
        "main.f90",
        "program p\n  integer :: n(2), flag\n  n = [4, 5]\n  call s(n, flag)\n  print *, n, flag\nend program\n",
    );
    write(
        dir,
        "s.f90",
        "subroutine s(n, flag)\n  integer :: n\n  logical :: flag\n  n = n + 1\n  flag = .false.\nend subroutine\n",
    );
    ok(dir, FC, &["main.f90", "s.f90", "-o", "p"]);
    let o = run(dir, dir.join("p").to_str().expect("a name of letters"), &[]);
    assert_eq!(String::from_utf8_lossy(&o.stdout).split_whitespace().collect::<Vec<_>>(), ["5", "5", "0"]);
    let o = run(dir, FC, &["-std=f2018", "main.f90", "s.f90", "-o", "p"]);
    assert_eq!(o.status.code(), Some(1));
}

const RESIDENT: &str = include_str!("separate/store.f90");

const USES_RESIDENT: &str = include_str!("separate/uses_store.f90");

/// Constructors of every object tell the runtime which variables devices have from the start.
#[test]
fn variables_of_declare_target() {
    let dir = folder("resident");
    write(&dir, "store.f90", RESIDENT);
    write(&dir, "main.f90", USES_RESIDENT);
    ok(&dir, FC, &["-c", "store.f90"]);
    ok(&dir, FC, &["-c", "main.f90"]);
    ok(&dir, FC, &["main.o", "store.o", "-o", "prog"]);
    for device in ["host", "vulkan", "shadow"] {
        let o = Command::new(dir.join("prog")).env("FERROTRAN_DEVICE", device).output().expect("the program starts");
        let lines: Vec<String> = String::from_utf8_lossy(&o.stdout).lines().map(|l| l.trim_end().to_string()).collect();
        assert_eq!(lines, WANT_RESIDENT, "{device}: {}", String::from_utf8_lossy(&o.stderr));
    }
}

const WANT_RESIDENT: [&str; 8] = [
    " host          10   1.50000000",
    "         115",
    "           9",
    "           1           9           3           7         115",
    "   51.5000000       52.5000000     T",
    "   1.00000000       5.00000000",
    "   6.00000000",
    "         119",
];
