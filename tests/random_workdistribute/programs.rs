//! Whole programs of generated statements: declarations, initial values, drivers that print every result.

use super::statements::*;
use std::fmt::Write;

pub fn wrap(out: &mut String, line: &str) {
    let mut rest = line;
    while rest.len() > 110 {
        let at = rest[..110].rfind(' ').unwrap_or(0);
        if at < 20 {
            break;
        }
        let _ = writeln!(out, "    {}&", &rest[..=at]);
        rest = &rest[at + 1..];
        out.push_str("      &");
    }
    let _ = writeln!(out, "    {rest}");
}

pub fn initial(v: &Var, seed: usize) -> String {
    let total: i64 = v.ext.iter().product();
    let x = match v.ty {
        I4 => format!("mod(q*{}, 37) - 15", seed + 3),
        I8 => format!("int(mod(q*{}, 31) - 12, 8)", seed + 5),
        R4 => format!("real(mod(q*{}, 23) - 9)", seed + 2),
        R8 => format!("real(mod(q*{}, 29) - 11, 8)", seed + 7),
        C4 => format!("cmplx(mod(q*{}, 7), q)", seed + 1),
        L => format!("mod(q*{}, 5) < 2", seed + 2),
        S => format!("achar(97+mod(q*{}, 20))//'m'//achar(97+mod(q, 4))", seed + 3),
    };
    let shape: Vec<String> = v.ext.iter().map(i64::to_string).collect();
    let array = format!("[{} :: ({x}, q = 1, {total})]", v.ty.spec());
    if v.ext.len() == 1 { array } else { format!("reshape({array}, [{}])", shape.join(", ")) }
}

/// The bounds of an array, as its procedure knows them.
fn bounds_at_run_time(v: &Var) -> String {
    let l: Vec<String> =
        v.lb.iter()
            .zip(&v.ext)
            .map(|(l, e)| {
                let u = l + e - 1;
                if *e == N {
                    format!("{l}:n{:+}", u - N)
                } else if *e == M {
                    format!("{l}:m{:+}", u - M)
                } else {
                    format!("{l}:{u}")
                }
            })
            .collect();
    l.join(", ")
}

/// The bounds of an array as numbers.
fn bounds(v: &Var) -> String {
    let l: Vec<String> = v.lb.iter().zip(&v.ext).map(|(l, e)| format!("{l}:{}", l + e - 1)).collect();
    l.join(", ")
}

/// What stands for the arrays in a procedure and in its driver.
#[derive(Default)]
struct Arrays {
    types: String,
    args: Vec<String>,
    /// Declarations, initial values and output in the procedure.
    decls: String,
    own_init: String,
    own_show: String,
    /// The same in the driver, of the actual arguments.
    actual: String,
    init: String,
    show: String,
    /// Sections that need a map, because the last upper bound is not known.
    maps: Vec<String>,
}

impl Arrays {
    /// Array number `j` of unit `id`, in one of many flavors.
    fn add(&mut self, g: &mut Gen, id: usize, j: usize, ty: T) {
        let shapes: [&[i64]; 6] = [&[N], &[N], &[N, M], &[M, N], &[4, 3, 2], &[2, 3, 2, 2, 2]];
        let ext = match j {
            0 => vec![N],
            1 => vec![N, M],
            _ => shapes[g.r.below(if j > 8 { 6 } else { 4 })].to_vec(),
        };
        let name = format!("v{j}");
        let flavor = g.r.below(10);
        let lb: Vec<i64> = ext.iter().map(|_| if g.r.chance(60) { 1 } else { g.r.range(-3, 4) }).collect();
        let mut v = Var { name: name.clone(), ty, lb, ext, alloc: false, assumed_size: false };
        let rank = v.ext.len();
        let colons = vec![":"; rank].join(", ");
        let start = initial(&v, j + id);
        let spec = ty.spec();
        match flavor {
            // Explicit shape, with bounds at run time.
            0 | 1 => {
                let _ = writeln!(self.decls, "    {spec} :: {name}({})", bounds_at_run_time(&v));
                let _ = writeln!(self.actual, "    {spec} :: {name}({})", bounds(&v));
            }
            // Assumed shape, of a section or of the whole.
            2 | 3 => {
                let l: Vec<String> = v.lb.iter().map(|l| format!("{l}:")).collect();
                let _ = writeln!(self.decls, "    {spec} :: {name}({})", l.join(", "));
                let _ = writeln!(self.actual, "    {spec} :: {name}({})", bounds(&v));
            }
            4 => {
                let _ = writeln!(self.decls, "    {spec}, allocatable :: {name}({colons})");
                let _ = writeln!(self.actual, "    {spec}, allocatable :: {name}({colons})");
                let _ = writeln!(self.init, "    allocate({name}({}))", bounds(&v));
                v.alloc = true;
            }
            // A pointer to every second element.
            5 => {
                let _ = writeln!(self.decls, "    {spec}, pointer :: {name}({colons})");
                let big: Vec<String> = v.ext.iter().map(|e| format!("{}", 2 * e)).collect();
                let _ = writeln!(self.actual, "    {spec}, pointer :: {name}({colons})");
                let _ = writeln!(self.actual, "    {spec}, target :: w{j}({})", big.join(", "));
                let every: Vec<String> = v.ext.iter().map(|e| format!("{}:{}:2", 2, 2 * e)).collect();
                let low: Vec<String> = v.lb.iter().map(|l| format!("{l}:")).collect();
                let _ = writeln!(self.init, "    {name}({}) => w{j}({})", low.join(", "), every.join(", "));
            }
            // A component.
            6 => {
                let _ = writeln!(self.decls, "    type(d{id}_{j}) :: o{j}");
                let _ = writeln!(self.actual, "    type(d{id}_{j}) :: o{j}");
                let _ = writeln!(
                    self.types,
                    "  type d{id}_{j}\n    integer :: pre = 3\n    {spec} :: c({})\n  end type",
                    bounds(&v)
                );
                v.name = format!("o{j}%c");
            }
            // A component of the elements of an array.
            7 if ty != S => {
                let _ = writeln!(self.decls, "    type(e{id}_{j}) :: o{j}({})", bounds_at_run_time(&v));
                let _ = writeln!(self.actual, "    type(e{id}_{j}) :: o{j}({})", bounds(&v));
                let _ = writeln!(self.types, "  type e{id}_{j}\n    {spec} :: c\n    integer :: post = 4\n  end type");
                v.name = format!("o{j}@%c");
            }
            8 => {
                let mut l: Vec<String> = v.lb.iter().zip(&v.ext).map(|(l, e)| format!("{l}:{}", l + e - 1)).collect();
                let last = l.pop().unwrap_or_default();
                l.push(format!("{}:*", last.split(':').next().unwrap_or("1")));
                let _ = writeln!(self.decls, "    {spec} :: {name}({})", l.join(", "));
                let _ = writeln!(self.actual, "    {spec} :: {name}({})", bounds(&v));
                v.assumed_size = true;
                self.maps.push(format!("{name}({})", bounds(&v)));
            }
            // A local variable of the procedure.
            _ => {
                let _ = writeln!(self.decls, "    {spec} :: {name}({})", bounds_at_run_time(&v));
                let _ = writeln!(self.own_init, "    {name} = {start}");
                let _ = writeln!(self.own_show, "    print *, '{name}', {name}");
            }
        }
        let flat = v.name.replace('@', &format!("({colons})"));
        // In the pool the subscripts of `o@%c` go where the `@` is; a whole array of that kind needs them.
        let local = flavor == 9 || flavor == 7 && ty == S;
        if !local {
            self.args.push(v.name.split(['%', '@']).next().unwrap_or(&name).to_string());
            let _ = writeln!(self.init, "    {flat} = {start}");
            let _ = writeln!(self.show, "    print *, '{name}', {flat}");
        }
        g.vars.push(v);
    }
}

/// The kind of a region, and its directive with the clauses.
fn directive(g: &mut Gen, data: bool, maps: &[String]) -> (&'static str, String) {
    let mapped = SCALARS.map(|s| s.0).join(", ");
    let kinds =
        ["target teams workdistribute", "target teams workdistribute", "parallel workshare", "teams workdistribute"];
    let kind = kinds[g.r.below(if data { 2 } else { 4 })];
    let mut dir = String::from(kind);
    if dir.starts_with("target") {
        if g.r.chance(50) {
            let _ = write!(dir, " map(tofrom:{})", mapped.replace(' ', ""));
        } else {
            dir.push_str(" defaultmap(tofrom:scalar)");
        }
        if !maps.is_empty() {
            let _ = write!(dir, "&\n    !$omp& map(tofrom:{})", maps.join(","));
        }
    }
    (kind, dir)
}

/// A region with its statements, perhaps in a loop.
fn region(g: &mut Gen, data: bool, maps: &[String], body: &mut String) {
    let looped = g.r.chance(20);
    if looped {
        g.may_reshape = false;
        let _ = writeln!(body, "    do it = 1, k");
    }
    let (kind, dir) = directive(g, data, maps);
    let workshare = kind.starts_with("parallel");
    let _ = writeln!(body, "    !$omp {dir}");
    let mut list = vec![];
    for _ in 0..1 + g.r.below(5) {
        g.statement(&mut list);
    }
    if list.is_empty() || workshare && list.iter().any(|l| l.starts_with("call")) {
        list = vec!["s1 = mod(s1 + 1, 1000)".into()];
    }
    for l in list {
        wrap(body, &l);
    }
    let _ = writeln!(body, "    !$omp end {kind}");
    if looped {
        let _ = writeln!(body, "    end do");
    }
}

/// Updates of some arrays between regions, one of which the host changes between them.
fn updates(g: &mut Gen, tofrom: &[String], body: &mut String) {
    let pick: Vec<String> = tofrom.iter().filter(|_| g.r.chance(30)).cloned().collect();
    if !pick.is_empty() {
        let l = pick.join(",");
        let first = &pick[0];
        let _ = writeln!(body, "    !$omp target update from({l})");
        if let Some(v) = g.vars.iter().find(|v| v.name == *first && v.ty == I4) {
            let subs: Vec<String> = v.lb.iter().map(i64::to_string).collect();
            let _ = writeln!(body, "    {first}({}) = 17", subs.join(", "));
        }
        let _ = writeln!(body, "    !$omp target update to({l})");
    }
}

/// The regions of a procedure, perhaps in a data region.
fn regions(g: &mut Gen, maps: &[String]) -> String {
    let mut body = String::new();
    let data = g.r.chance(30);
    let tofrom: Vec<String> = g
        .vars
        .iter()
        .filter(|v| !v.assumed_size)
        .map(|v| v.name.split(['%', '@']).next().unwrap_or("").into())
        .collect();
    if data {
        g.may_reshape = false;
        let mut l = tofrom.clone();
        l.extend(maps.iter().cloned());
        let parts: Vec<String> = l.chunks(6).map(|c| format!("map(tofrom:{})", c.join(","))).collect();
        let _ = writeln!(body, "    !$omp target data {}", parts.join("&\n    !$omp& "));
    }
    for _ in 0..1 + g.r.below(3) {
        let may = g.may_reshape;
        region(g, data, maps, &mut body);
        if data && g.r.chance(60) {
            updates(g, &tofrom, &mut body);
        }
        g.may_reshape = may;
    }
    if data {
        let _ = writeln!(body, "    !$omp end target data");
    }
    // Whole arrays of derived types' components are written with their colons.
    for v in &g.vars {
        if let Some((a, b)) = v.name.split_once('@') {
            let colons = vec![":"; v.ext.len()].join(",");
            body = body.replace(&v.name, &format!("{a}({colons}){b}"));
        }
    }
    body
}

/// One procedure with its driver.
pub fn unit(seed: u64, id: usize, text: &mut String) {
    let mut g = Gen {
        r: Rng(seed.wrapping_mul(0x9E3779B97F4A7C15)),
        vars: vec![],
        ivs: vec![],
        simple: false,
        may_reshape: true,
        fresh: 0,
    };
    for _ in 0..5 {
        g.r.below(9);
    }
    let mut arrays = Arrays::default();
    for (j, ty) in [I4, I4, I4, I8, R4, R4, R8, C4, L, S, I4, R4].into_iter().enumerate() {
        arrays.add(&mut g, id, j, ty);
    }
    let Arrays { types, args, decls, own_init, own_show, actual, init, show, maps } = arrays;
    let _ = writeln!(text, "{types}contains");
    let body = regions(&mut g, &maps);
    let scalars: String = SCALARS.iter().map(|(s, t)| format!("    {} :: {s}\n", t.spec())).collect();
    let list = args.join(", ");
    let comma = if list.is_empty() { "" } else { ", " };
    let mut head = String::new();
    wrap(&mut head, &format!("subroutine work(n, m, k{comma}{list})"));
    let _ = write!(
        text,
        "{head}    integer, intent(in) :: n, m, k\n{decls}{scalars}    integer :: q, it, fa, fb\n    \
         s1 = 3; s2 = -2; t1 = 5; x1 = 2; y1 = -3; g1 = .true.; z1 = (1.0, 2.0); it = 0; q = 0; fa = 0; fb = 0\n{own_init}{body}{own_show}    \
         print *, s1, s2, t1, x1, y1, g1, z1\n  end subroutine\n  subroutine case\n{actual}    integer :: q\n{init}"
    );
    wrap(text, &format!("call work({N}, {M}, {K}{comma}{list})"));
    let _ = writeln!(text, "{show}  end subroutine");
}

/// Procedures that all programs use.
pub const PROCEDURES: &str = "module procs
contains
  elemental integer(4) function fi(a)
    integer(4), intent(in) :: a
    fi = mod(a, 13) + 1
    if (a < 0) fi = -a
  end function
  elemental real(4) function fx(a, b)
    real(4), intent(in) :: a, b
    fx = a - mod(b, 4.0)
  end function
  elemental subroutine es(a, b)
    integer(4), intent(in) :: a
    integer(4), intent(inout) :: b
    if (a > b) then
      b = a - 1
    else
      b = b + 2
    end if
  end subroutine
end module\n";

pub fn program(seed: u64) -> String {
    let mut text = String::new();
    let units = 3;
    for id in 0..units {
        let _ = writeln!(text, "module u{id}_#\n  use procs\n  implicit none");
        unit(seed * 16 + id as u64, id, &mut text);
        text.push_str("end module\n");
    }
    text.push_str("subroutine case#\n");
    for id in 0..units {
        let _ = writeln!(text, "  use u{id}_#, only: unit{id} => case");
    }
    for id in 0..units {
        let _ = writeln!(text, "  call unit{id}");
    }
    text.push_str("end subroutine\n");
    text
}
