//! Elementary operations on arrays, one thread: nanoseconds of processor time for each element against
//! gfortran -O3 -march=native, as array statements and as DO loops.
//!
//! All rows are procedures of one program, so that each compiler is started once; the two executables run in
//! turn and the least time of each row counts.

use std::collections::HashMap;
use std::fmt::Write;
use std::path::Path;
use std::process::Command;

/// What a row computes: its name, the kind of result, and the expression. `$x` is an array (with its subscript
/// in the loop form), `@` the kind of the reals.
struct Row {
    name: &'static str,
    result: Kind,
    text: &'static str,
}

/// Type of the result.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Real,
    Complex,
    Integer,
    Long,
}
use Kind::{Complex, Integer, Long, Real};

const fn row(name: &'static str, result: Kind, text: &'static str) -> Row {
    Row { name, result, text }
}

/// Rows for both kinds of reals. `x` lies in (0.5, 3.5), `u` in (-0.95, 0.95), `w` and `q` in (-20, 20) and
/// (-5, 5), `i` in +-1000000, `j` in 1 to 1000, `l` and `m` are 64 bits wide.
const REAL_ROWS: &[Row] = &[
    row("exp", Real, "exp($q)"),
    row("log", Real, "log($x)"),
    row("log10", Real, "log10($x)"),
    row("sin", Real, "sin($w)"),
    row("cos", Real, "cos($w)"),
    row("tan", Real, "tan($w)"),
    row("asin", Real, "asin($u)"),
    row("acos", Real, "acos($u)"),
    row("atan", Real, "atan($w)"),
    row("atan2", Real, "atan2($u, $w)"),
    row("sinh", Real, "sinh($q)"),
    row("cosh", Real, "cosh($q)"),
    row("tanh", Real, "tanh($q)"),
    row("asinh", Real, "asinh($w)"),
    row("acosh", Real, "acosh($x + 1)"),
    row("atanh", Real, "atanh($u)"),
    row("erf", Real, "erf($q)"),
    row("erfc", Real, "erfc($q)"),
    row("gamma", Real, "gamma($x)"),
    row("log_gamma", Real, "log_gamma($x)"),
    row("sqrt", Real, "sqrt($x)"),
    row("x**y", Real, "$x ** $q"),
    row("x**2.5", Real, "$x ** 2.5_@"),
    row("x**0.5", Real, "$x ** 0.5_@"),
    row("x**(1/3)", Real, "$x ** (1.0_@ / 3.0_@)"),
    row("2.0**y", Real, "2.0_@ ** $q"),
    row("10.0**y", Real, "10.0_@ ** $q"),
    row("x**3", Real, "$x ** 3"),
    row("x**(-2)", Real, "$x ** (-2)"),
    row("x**i", Real, "$x ** $s"),
    row("hypot", Real, "hypot($w, $q)"),
    row("mod", Real, "mod($w, $x)"),
    row("modulo", Real, "modulo($w, $x)"),
    row("aint", Real, "aint($w)"),
    row("anint", Real, "anint($w)"),
    row("nint", Integer, "nint($w)"),
    row("int", Integer, "int($w)"),
    row("floor", Integer, "floor($w)"),
    row("ceiling", Integer, "ceiling($w)"),
    row("int to real", Real, "real($i, @)"),
    row("long to real", Real, "real($l, @)"),
    row("real to long", Long, "int($w, 8)"),
    row("abs", Real, "abs($w)"),
    row("sign", Real, "sign($x, $w)"),
    row("dim", Real, "dim($w, $q)"),
    row("min", Real, "min($w, $q)"),
    row("max", Real, "max($w, $q, $x)"),
    row("merge", Real, "merge($w, $q, $x > 2)"),
    row("a*b+c", Real, "$w * $q + $x"),
    row("a/b", Real, "$w / $x"),
    row("fraction", Real, "fraction($x)"),
    row("exponent", Integer, "exponent($x)"),
    row("scale", Real, "scale($x, $s)"),
    row("complex *", Complex, "$a * $b"),
    row("complex /", Complex, "$a / $b"),
    row("complex abs", Real, "abs($a)"),
    row("complex sqrt", Complex, "sqrt($a)"),
    row("complex exp", Complex, "exp($a)"),
    row("complex log", Complex, "log($a)"),
    row("complex sin", Complex, "sin($a)"),
    row("complex cos", Complex, "cos($a)"),
    row("complex **", Complex, "$a ** $b"),
    row("complex **3", Complex, "$a ** 3"),
    row("conjg", Complex, "conjg($a) * (2.0_@, 0.5_@)"),
    row("aimag", Real, "aimag($a) + real($b)"),
    row("cmplx", Complex, "cmplx($x, $w, @)"),
];

/// Rows without reals.
const INTEGER_ROWS: &[Row] = &[
    row("i*j", Integer, "$i * $j"),
    row("i/j", Integer, "$i / $j"),
    row("i/7", Integer, "$i / 7"),
    row("mod i", Integer, "mod($i, $j)"),
    row("mod i 7", Integer, "mod($i, 7)"),
    row("modulo i", Integer, "modulo($i, $j)"),
    row("modulo i 8", Integer, "modulo($i, 8)"),
    row("abs i", Integer, "abs($i)"),
    row("sign i", Integer, "sign($j, $i)"),
    row("min i", Integer, "min($i, $j)"),
    row("i**3", Integer, "$j ** 3"),
    row("iand ior ieor", Integer, "ieor(iand($i, 255), ior($j, 12))"),
    row("ishft", Integer, "ishft($i, 3) + ishft($j, -2)"),
    row("ishft var", Integer, "ishft($i, $s)"),
    row("shiftr var", Integer, "shiftr($i, abs($s))"),
    row("ishftc", Integer, "ishftc($i, 5)"),
    row("btest", Integer, "merge(1, 0, btest($i, 3))"),
    row("popcnt", Integer, "popcnt($i)"),
    row("leadz", Integer, "leadz($i)"),
    row("trailz", Integer, "trailz($i)"),
    row("not", Integer, "not($i)"),
    row("ibits", Integer, "ibits($i, 4, 9)"),
    row("long *", Long, "$l * $m"),
    row("long /", Long, "$l / $m"),
    row("long mod", Long, "mod($l, $m)"),
    row("long modulo 10", Long, "modulo($l, 10_8)"),
    row("long abs", Long, "abs($l)"),
    row("long max", Long, "max($l, $m)"),
    row("long shift", Long, "shiftl($l, 3) + shiftr($m, 1)"),
    row("long to int", Integer, "int($l)"),
];

const ARRAYS: &str = "xuwqabijslm";

/// The expression of a row with plain names or with subscripts.
fn expression(text: &str, kind: u32, subscript: &str) -> String {
    let mut out = String::new();
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match c {
            '$' => {
                out.extend(chars.next());
                out.push_str(subscript);
            }
            '@' => write!(out, "{kind}").expect("strings take everything"),
            c => out.push(c),
        }
    }
    out
}

/// One procedure for each row and form, and the program that times them.
fn program(rows: &[(&Row, u32)], elements: usize, repeat: usize) -> String {
    let mut s = String::from("module rows\n  implicit none\ncontains\n");
    let mut calls = String::new();
    for (k, &(row, kind)) in rows.iter().enumerate() {
        let (ty, result) = match row.result {
            Real => (format!("real({kind})"), "r"),
            Complex => (format!("complex({kind})"), "c"),
            Integer => ("integer".into(), "k"),
            Long => ("integer(8)".into(), "h"),
        };
        for (form, subscript) in [("array", ""), ("loop", "(t)")] {
            let names: Vec<char> = ARRAYS.chars().filter(|c| row.text.contains(&format!("${c}"))).collect();
            let list: String = names.iter().map(|c| format!(", {c}")).collect();
            let actual: String = names
                .iter()
                .map(|c| if "ijslm".contains(*c) { format!(", {c}") } else { format!(", {c}{kind}") })
                .collect();
            let value = expression(row.text, kind, subscript);
            writeln!(s, "  subroutine {form}{k}(n, z{list})\n    integer, intent(in) :: n").ok();
            writeln!(s, "    {ty}, intent(inout) :: z(n)").ok();
            for c in &names {
                let ty = match c {
                    'a' | 'b' => format!("complex({kind})"),
                    'i' | 'j' | 's' => "integer".into(),
                    'l' | 'm' => "integer(8)".into(),
                    _ => format!("real({kind})"),
                };
                writeln!(s, "    {ty}, intent(in) :: {c}(n)").ok();
            }
            if form == "array" {
                writeln!(s, "    z = {value}\n  end subroutine").ok();
            } else {
                writeln!(s, "    integer :: t\n    do t = 1, n\n      z(t) = {value}\n    end do\n  end subroutine")
                    .ok();
            }
            let target = if matches!(row.result, Real | Complex) { format!("{result}{kind}") } else { result.into() };
            // One element changes, so that no call can be left out.
            writeln!(
                calls,
                "  best = huge(best)\n  do rep = 1, {repeat}\n    {target}(1 + mod(rep, n)) = 0\n    call cpu_time(t0)\n    \
                 call {form}{k}(n, {target}{actual})\n    call cpu_time(t1)\n    best = min(best, t1 - t0)\n  end do\n  \
                 print '(a, f12.4, es24.10)', '{k} {form} ', best / n * 1d9, sum(real({target}, 8))"
            )
            .ok();
        }
    }
    s.push_str("end module\nprogram main\n  use rows\n  implicit none\n");
    writeln!(s, "  integer, parameter :: n = {elements}").ok();
    for kind in [4, 8] {
        writeln!(
            s,
            "  real({kind}), allocatable, dimension(:) :: x{kind}, u{kind}, w{kind}, q{kind}, r{kind}\n  \
             complex({kind}), allocatable, dimension(:) :: a{kind}, b{kind}, c{kind}"
        )
        .ok();
    }
    s.push_str(
        "  integer, allocatable, dimension(:) :: i, j, s, k\n  integer(8), allocatable, dimension(:) :: l, m, h\n  \
         real(8) :: t0, t1, best\n  integer :: rep, e\n",
    );
    for kind in [4, 8] {
        for c in "xuwqrabc".chars() {
            writeln!(s, "  allocate({c}{kind}(n))").ok();
        }
    }
    s.push_str("  allocate(i(n), j(n), s(n), k(n), l(n), m(n), h(n))\n  r4 = 0\n  r8 = 0\n  c4 = 0\n  c8 = 0\n  k = 0\n  h = 0\n");
    s.push_str(
        "  do e = 1, n\n    w8(e) = modulo(e * 0.6180339887498949d0, 1.0d0)\n    u8(e) = modulo(e * 0.7548776662466927d0, 1.0d0)\n  \
         end do\n  x8 = 0.5d0 + 3 * w8\n  q8 = 10 * u8 - 5\n  i = int(2000000 * w8) - 1000000\n  j = 1 + int(999 * u8)\n  \
         s = int(20 * u8) - 10\n  l = i * 1000003_8\n  m = j * 10007_8\n  a8 = cmplx(x8, q8, 8)\n  w8 = 40 * w8 - 20\n  \
         u8 = 1.9d0 * u8 - 0.95d0\n  b8 = cmplx(u8, w8 / 10, 8)\n",
    );
    for c in "xuwqab".chars() {
        let convert = if "ab".contains(c) { "cmplx" } else { "real" };
        writeln!(s, "  {c}4 = {convert}({c}8, kind=4)").ok();
    }
    s.push_str(&calls);
    s.push_str("end program\n");
    s
}

/// Nanoseconds and checksum by the first two words of each line.
fn run(exe: &Path) -> HashMap<String, (f64, f64)> {
    let out = Command::new(exe).env("OMP_NUM_THREADS", "1").output().expect("a built program starts");
    let text = String::from_utf8_lossy(&out.stdout).into_owned();
    text.lines()
        .filter_map(|l| {
            let w: Vec<&str> = l.split_whitespace().collect();
            let [k, form, time, sum] = w.as_slice() else { return None };
            Some((format!("{k} {form}"), (time.parse().ok()?, sum.parse().ok()?)))
        })
        .collect()
}

/// Builds the program with both compilers, runs the executables in turn, and lists the least times with their ratios.
/// `only`: part of the names of the rows that are wanted.
pub fn race(ferrotran: &str, dir: &Path, runs: usize, elements: usize, only: Option<&str>) {
    println!("elementary operations on {elements} elements, ns per element: ferrotran -O3, gfortran -O3 -march=native");
    if !crate::installed("gfortran") {
        println!("  gfortran is not installed");
        return;
    }
    let mut rows: Vec<(&Row, u32)> = Vec::new();
    for kind in [8, 4] {
        rows.extend(REAL_ROWS.iter().map(|r| (r, kind)));
    }
    rows.extend(INTEGER_ROWS.iter().map(|r| (r, 0)));
    rows.retain(|(r, k)| only.is_none_or(|o| o.split(',').any(|o| r.name == o || format!("{}:{k}", r.name) == o)));
    let src = dir.join("elementary.f90");
    std::fs::write(&src, program(&rows, elements, 5)).expect("the temporary directory is writable");
    let mut exes = Vec::new();
    for (i, command) in [ferrotran, "gfortran"].into_iter().enumerate() {
        let exe = dir.join(format!("elementary{i}.exe"));
        let mut c = Command::new(command);
        c.arg("-O3").arg(&src).arg("-o").arg(&exe).arg(format!("-J{}", dir.display()));
        if i == 1 {
            c.arg("-march=native");
        }
        match c.output() {
            Ok(o) if o.status.success() => exes.push(exe),
            Ok(o) => return println!("  does not build with {command}: {}", String::from_utf8_lossy(&o.stderr)),
            Err(e) => return println!("  {command} does not start: {e}"),
        }
    }
    let mut best: [HashMap<String, (f64, f64)>; 2] = Default::default();
    for _ in 0..runs.max(1) {
        for (exe, best) in exes.iter().zip(&mut best) {
            for (k, (t, sum)) in run(exe) {
                let b = best.entry(k).or_insert((t, sum));
                b.0 = b.0.min(t);
            }
        }
    }
    println!(
        "  {:18} {:>8} {:>8} {:>6}   {:>8} {:>8} {:>6}",
        "", "array", "gfortran", "ratio", "loop", "gfortran", "ratio"
    );
    let (mut logs, mut count) = (0.0, 0);
    for (k, (row, kind)) in rows.iter().enumerate() {
        let name = if *kind == 0 { row.name.to_string() } else { format!("{} real{}", row.name, kind * 8) };
        print!("  {name:18}");
        let mut differ = "";
        for form in ["array", "loop"] {
            let key = format!("{k} {form}");
            let (Some(&(a, x)), Some(&(b, y))) = (best[0].get(&key), best[1].get(&key)) else {
                print!("  no result");
                continue;
            };
            let ratio = a / b;
            print!(" {a:8.3} {b:8.3} {ratio:6.2}  ");
            let tolerance = if *kind == 4 { 1e-5 } else { 1e-10 };
            if (x - y).abs() > tolerance * (x.abs() + y.abs() + elements as f64) {
                differ = "RESULTS DIFFER";
            }
            if ratio.is_finite() && ratio > 0.0 {
                logs += ratio.ln();
                count += 1;
            }
        }
        println!(" {differ}");
    }
    println!("  geometric mean of the ratios: {:.3}", (logs / f64::from(count.max(1))).exp());
}
