//! Programs of loop nests over arrays of every type, that run with many numbers of iterations, from beginnings that are not
//! aligned, with elements that lie apart, under conditions, with sums, extremes, early ends, and loops in loops.
//!
//! Reals are whole numbers that stay so small that every order of operations gives the same bits.

use crate::random::Rng;
use std::fmt::Write;

/// Numbers of iterations that every program runs with.
const SIZES: &str = "[0, 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 23, 31, 33, 40, 64, 67, 70]";

#[derive(Clone, Copy, PartialEq)]
enum T {
    I1,
    I2,
    I4,
    I8,
    R4,
    R8,
    C8,
    L1,
    L4,
    S,
}
use T::*;

impl T {
    fn spec(self) -> &'static str {
        match self {
            I1 => "integer(1)",
            I2 => "integer(2)",
            I4 => "integer(4)",
            I8 => "integer(8)",
            R4 => "real(4)",
            R8 => "real(8)",
            C8 => "complex(8)",
            L1 => "logical(1)",
            L4 => "logical(4)",
            S => "character(1)",
        }
    }
    /// What an array begins with, as an expression of `q`.
    fn initial(self, seed: i64) -> String {
        let n = format!("mod((q + {seed})*{}, 41) - 20", 7 + 2 * (seed % 9));
        match self {
            I1 => format!("int({n}, 1)"),
            I2 => format!("int({n}, 2)"),
            I4 => n,
            I8 => format!("int({n}, 8)"),
            R4 => format!("real({n}, 4)"),
            R8 => format!("real({n}, 8)"),
            C8 => format!("cmplx({n}, mod(q*3, 11), 8)"),
            L1 => format!("logical({n} > 0, 1)"),
            L4 => format!("{n} > 2"),
            S => format!("achar(97 + mod(q*{}, 26))", 3 + seed % 7),
        }
    }
    fn is_real(self) -> bool {
        matches!(self, R4 | R8)
    }
    fn is_int(self) -> bool {
        matches!(self, I1 | I2 | I4 | I8)
    }
    fn is_number(self) -> bool {
        self.is_real() || self.is_int()
    }
    fn kind(self) -> &'static str {
        match self {
            I1 | L1 => "1",
            I2 => "2",
            I4 | R4 | L4 | S => "4",
            I8 | R8 | C8 => "8",
        }
    }
}

struct Gen {
    r: Rng,
    /// Types of the arrays `a0`, `a1`, ...
    arrays: Vec<T>,
    /// The variables of the loops around, of which the last is the innermost.
    ivs: Vec<&'static str>,
    text: String,
    indent: usize,
    /// Reductions that were used, so that each is used in one way.
    sums: Vec<&'static str>,
}

impl Gen {
    fn line(&mut self, l: &str) {
        let (mut rest, mut first) = (l, "");
        let indent = 4 + 2 * self.indent;
        while rest.len() > 90 {
            let _ = writeln!(self.text, "{:indent$}{first}{}&", "", &rest[..90]);
            (rest, first) = (&rest[90..], "&");
        }
        let _ = writeln!(self.text, "{:indent$}{first}{rest}", "");
    }

    /// An element near that of the loop.
    fn element(&mut self, a: usize) -> String {
        let i = self.ivs[self.r.below(self.ivs.len())];
        match self.r.below(30) {
            0 => format!("a{a}({i} + 1)"),
            1 => format!("a{a}({i} + 2)"),
            2 => format!("a{a}(2*{i} + 1)"),
            3 => format!("a{a}({})", self.r.range(1, 6)),
            4 => format!("a{a}(n + 3 - i)"),
            _ => format!("a{a}({i} + {})", self.shift(a)),
        }
    }

    /// Arrays have a distance of their own, so that accesses mostly meet in one iteration.
    fn shift(&self, a: usize) -> usize {
        a % 3
    }

    fn array(&mut self, fits: impl Fn(T) -> bool) -> Option<usize> {
        let l: Vec<usize> = (0..self.arrays.len()).filter(|&k| fits(self.arrays[k])).collect();
        if l.is_empty() { None } else { Some(self.r.pick(&l)) }
    }

    /// A number of that type, not above a few hundreds for reals.
    fn number(&mut self, t: T, depth: usize) -> String {
        if depth == 0 || self.r.chance(25) {
            return match self.r.below(5) {
                0 => match t {
                    R4 | R8 => format!("({}._{})", self.r.range(-3, 4), t.kind()),
                    _ => format!("{}_{}", self.r.range(0, 5), t.kind()),
                },
                1 if !matches!(t, I1) => {
                    let i = self.ivs[self.r.below(self.ivs.len())];
                    if t.is_real() { format!("real({i}, {})", t.kind()) } else { format!("int({i}, {})", t.kind()) }
                }
                2 => match self.array(T::is_int) {
                    Some(a) if t.is_real() => format!("real({}, {})", self.element(a), t.kind()),
                    Some(a) if self.arrays[a] == t => self.element(a),
                    Some(a) if t != I1 || self.arrays[a] == I1 => format!("int({}, {})", self.element(a), t.kind()),
                    _ => format!("{}_{}", self.r.range(0, 5), t.kind()),
                },
                _ => match self.array(|x| x == t) {
                    Some(a) => self.element(a),
                    None => format!("{}_{}", self.r.range(0, 5), t.kind()),
                },
            };
        }
        let (a, b) = (self.number(t, depth - 1), self.number(t, depth - 1));
        if t.is_real() {
            match self.r.below(8) {
                0 | 1 => format!("({a} + {b})"),
                2 => format!("({a} - {b})"),
                3 => format!("(2*{a})"),
                4 => format!("max({a}, {b})"),
                5 => format!("min({a}, {b})"),
                6 => format!("abs({a})"),
                _ => {
                    let c = self.condition(depth - 1);
                    format!("merge({a}, {b}, {c})")
                }
            }
        } else {
            let mask = if t == I1 { 15 } else { 63 };
            match self.r.below(8) {
                0 | 1 => format!("(iand({a}, {mask}_{0}) + iand({b}, {mask}_{0}))", t.kind()),
                2 => format!("(iand({a}, {mask}_{0}) - iand({b}, {mask}_{0}))", t.kind()),
                3 => format!("(iand({a}, 7_{0})*iand({b}, 7_{0}))", t.kind()),
                4 => format!("max({a}, {b})"),
                5 => format!("min({a}, {b})"),
                6 => format!("ieor({a}, {b})"),
                _ => {
                    let c = self.condition(depth - 1);
                    format!("merge({a}, {b}, {c})")
                }
            }
        }
    }

    fn condition(&mut self, depth: usize) -> String {
        match self.r.below(16) {
            0 | 1 if depth > 0 => {
                let (a, b) = (self.condition(depth - 1), self.condition(depth - 1));
                format!("({a} .{}. {b})", self.r.pick(&["and", "or"]))
            }
            2 => match self.array(|t| matches!(t, L1 | L4)) {
                Some(a) if self.arrays[a] == L4 => self.element(a),
                Some(a) => format!("logical({}, 4)", self.element(a)),
                None => "flag".to_string(),
            },
            3 => match self.array(|t| t == S) {
                Some(a) => format!(
                    "{} {} '{}'",
                    self.element(a),
                    self.r.pick(&["<", "==", ">="]),
                    self.r.pick(&["f", "m", "t"])
                ),
                None => "flag".to_string(),
            },
            4 => "flag".to_string(),
            5 => {
                let i = self.ivs[self.r.below(self.ivs.len())];
                format!("{i} {} {}", self.r.pick(&["<", "==", "/=", ">"]), self.r.pick(&["1", "n", "n/2", "5"]))
            }
            _ => {
                let Some(a) = self.array(T::is_number) else { return "flag".into() };
                let t = self.arrays[a];
                let (x, y) = (self.element(a), self.number(t, depth.min(1)));
                format!("{x} {} {y}", self.r.pick(&["<", "<=", ">", ">=", "==", "/="]))
            }
        }
    }

    /// What is stored: reals are kept small.
    fn stored(&mut self, t: T, depth: usize) -> String {
        match t {
            R4 | R8 => {
                let x = self.number(t, depth);
                let k = t.kind();
                format!("max(min({x}, 200._{k}), -200._{k})")
            }
            I1 | I2 | I4 | I8 => {
                let x = self.number(t, depth);
                if t == I1 { x } else { format!("iand({x}, 127_{})", t.kind()) }
            }
            C8 => {
                let x = self.number(R8, depth);
                let a = self.array(|t| t == C8).expect("there is one");
                format!("cmplx(max(min({x}, 200._8), -200._8), aimag({}), 8)", self.element(a))
            }
            L4 => self.condition(depth),
            L1 => format!("logical({}, 1)", self.condition(depth)),
            S => {
                let a = self.array(|t| t == S).expect("there is one");
                format!("achar(97 + mod(iachar({}) + {}, 26))", self.element(a), self.r.range(1, 5))
            }
        }
    }

    /// An assignment to an element that every iteration has for itself, mostly.
    fn assignment(&mut self) {
        let a = self.r.below(self.arrays.len());
        let i = *self.ivs.first().expect("a loop");
        let at = match self.r.below(16) {
            0 => format!("a{a}({i} + {})", self.r.range(0, 3)),
            1 => format!("a{a}(2*{i})"),
            _ => format!("a{a}({i} + {})", self.shift(a)),
        };
        let x = self.stored(self.arrays[a], 2);
        self.line(&format!("{at} = {x}"));
    }

    /// A scalar that all iterations change in one way.
    fn reduction(&mut self) {
        let name = self.r.pick(&["s4", "s8", "sr", "sd", "mi", "md", "mm", "nc", "any", "ix"]);
        if self.sums.contains(&name) {
            return self.assignment();
        }
        self.sums.push(name);
        let i = *self.ivs.last().expect("a loop");
        match name {
            "s4" => {
                let x = self.number(I4, 1);
                self.line(&format!("s4 = s4 + {x}"));
            }
            "s8" => {
                let x = self.number(I4, 1);
                self.line(&format!("s8 = s8 + iand({x}, 1023)"));
            }
            "sr" => {
                let x = self.stored(R4, 1);
                self.line(&format!("sr = sr + {x}"));
            }
            "sd" => {
                let x = self.stored(R8, 1);
                let l = format!("sd = sd {} {x}", self.r.pick(&["+", "-"]));
                self.line(&l);
            }
            "mi" | "md" => {
                let t = if name == "mi" { I4 } else { R8 };
                let x = self
                    .array(|x| x == t)
                    .map_or("5".to_string() + if t == R8 { "._8" } else { "" }, |a| self.element(a));
                let with = self.r.chance(40);
                let cmp = self.r.pick(&[">", ">", "<", ">=", "<="]);
                let k = if name == "mi" { "ki" } else { "kd" };
                match self.r.below(3) {
                    0 => self.line(&format!("if ({name} {cmp} {x}) {name} = {x}")),
                    _ if with => {
                        self.line(&format!("if ({x} {cmp} {name}) then"));
                        self.line(&format!("  {name} = {x}"));
                        self.line(&format!("  {k} = {i}"));
                        self.line("end if");
                    }
                    _ => self.line(&format!("if ({x} {cmp} {name}) {name} = {x}")),
                }
            }
            "mm" => {
                let x = self.number(R4, 1);
                let l = format!("mm = {}(mm, {x})", self.r.pick(&["max", "min"]));
                self.line(&l);
            }
            "nc" => {
                let c = self.condition(1);
                self.line(&format!("if ({c}) nc = nc + 1"));
            }
            "any" => {
                let c = self.condition(1);
                let l = format!("found = found .{}. ({c})", self.r.pick(&["or", "and"]));
                self.line(&l);
            }
            _ => {
                let c = self.condition(1);
                self.line(&format!("if ({c}) ix = {i}"));
            }
        }
    }

    fn statement(&mut self, depth: usize) {
        match self.r.below(12) {
            0..=4 => self.assignment(),
            5 | 6 => self.reduction(),
            7 | 8 => {
                let c = self.condition(1);
                self.line(&format!("if ({c}) then"));
                self.indent += 1;
                self.assignment();
                if self.r.chance(30) {
                    self.assignment();
                }
                self.indent -= 1;
                if self.r.chance(40) {
                    self.line("else");
                    self.indent += 1;
                    self.assignment();
                    self.indent -= 1;
                }
                self.line("end if");
            }
            9 if self.r.chance(40) => {
                let c = self.condition(1);
                let l = format!("if ({c}) {}", self.r.pick(&["exit", "cycle"]));
                self.line(&l);
            }
            _ if depth > 0 => self.inner(),
            _ => self.assignment(),
        }
    }

    /// A loop in the loop that computes a scalar, which is then stored.
    fn inner(&mut self) {
        let t = self.r.pick(&[R8, R8, R4, I4]);
        let (acc, k) = match t {
            R8 => ("td", "8"),
            R4 => ("tr", "4"),
            _ => ("ti", "4"),
        };
        let number = |x: i64| if t == I4 { format!("{x}") } else { format!("{x}._{k}") };
        let start = self.r.range(0, 3);
        self.line(&format!("{acc} = {}", number(start)));
        self.line("kk = 0");
        let iv = self.r.pick(&["k", "k2"]);
        let outer = self.ivs.clone();
        let (mut after, mut first) = (None, "");
        match self.r.below(4) {
            0 => {
                self.line("k = 1");
                let bound = self.r.range(1, 12);
                match self.r.below(3) {
                    0 => self.line(&format!("do while (k < {bound})")),
                    1 => {
                        let l = format!("do while (k < {bound} .and. {acc} < {})", number(self.r.range(3, 60)));
                        self.line(&l);
                    }
                    _ => {
                        let l = format!("do while ({acc} < {})", number(self.r.range(3, 60)));
                        self.line(&l);
                    }
                }
                after = Some("k = k + 1");
                first = "if (k > 20) exit";
                self.ivs.push("k");
            }
            1 => {
                self.line(&format!("do {iv} = 1, m"));
                self.ivs.push(iv);
            }
            _ => {
                let (lo, hi) = (self.r.range(1, 3), self.r.range(1, 10));
                if self.r.chance(20) {
                    self.line(&format!("do {iv} = {hi}, {lo}, -1"));
                } else {
                    self.line(&format!("do {iv} = {lo}, {hi}"));
                }
                self.ivs.push(iv);
            }
        }
        self.indent += 1;
        if !first.is_empty() {
            self.line(first);
        }
        if self.r.chance(35) {
            match self.r.below(3) {
                0 => {
                    let l = format!("if ({acc} > {}) exit", number(self.r.range(4, 90)));
                    self.line(&l);
                }
                1 => {
                    let l = format!("if ({acc} > {}) then", number(self.r.range(4, 90)));
                    self.line(&l);
                    let l = format!("  kk = {}", self.ivs.last().expect("a loop"));
                    self.line(&l);
                    self.line("  exit");
                    self.line("end if");
                }
                _ => {
                    let c = self.condition(1);
                    self.line(&format!("if ({c}) exit"));
                }
            }
        }
        let x = self.stored(t, 1);
        match self.r.below(5) {
            0 if t != I4 => self.line(&format!("{acc} = max({acc}, {x})")),
            1 if t != I4 => self.line(&format!("{acc} = min({acc}*2, 90._{k}) + abs({x})")),
            2 => {
                let c = self.condition(1);
                self.line(&format!("if ({c}) {acc} = {acc} + {x}"));
            }
            _ => self.line(&format!("{acc} = {acc} + {x}")),
        }
        if self.r.chance(30) {
            self.line("kk = kk + 1");
        }
        if let Some(l) = after {
            self.line(l);
        }
        self.indent -= 1;
        self.line("end do");
        self.ivs = outer;
        let i = *self.ivs.first().expect("a loop");
        match self.array(|x| x == t) {
            Some(a) => {
                let x = if t == I4 {
                    format!("iand({acc}, 1023)")
                } else {
                    format!("max(min({acc}, 200._{k}), -200._{k})")
                };
                self.line(&format!("a{a}({i} + {}) = {x}", self.shift(a)));
            }
            None => self.line(&format!("nc = nc + int({acc})")),
        }
        if let (true, Some(a)) = (self.r.chance(50), self.array(|x| x == I4)) {
            self.line(&format!("a{a}({i} + {}) = kk", self.shift(a)));
        }
    }

    /// A loop, or a nest of two.
    fn nest(&mut self) {
        self.sums.clear();
        let two = self.r.chance(20);
        if two {
            let l = format!("do j = 1, {}", self.r.pick(&["3", "m"]));
            self.line(&l);
            self.indent += 1;
        }
        match self.r.below(8) {
            0 => self.line("do i = 2, n"),
            1 => self.line("do i = n, 1, -1"),
            2 => self.line("do i = 1, n, 2"),
            3 => self.line("do i = n, 1, -3"),
            _ => self.line("do i = 1, n"),
        }
        self.indent += 1;
        self.ivs = if two { vec!["i", "j"] } else { vec!["i"] };
        for _ in 0..1 + self.r.below(3) {
            self.statement(1);
        }
        self.indent -= 1;
        self.line("end do");
        if two {
            self.indent -= 1;
            self.line("end do");
        }
        self.ivs = vec!["i"];
    }
}

/// The program of a seed.
pub fn program(seed: u64) -> String {
    let mut g = Gen {
        r: Rng(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ 0x5bd1),
        arrays: vec![R8, R4, I4],
        ivs: vec!["i"],
        text: String::new(),
        indent: 0,
        sums: vec![],
    };
    for _ in 0..5 {
        g.r.below(9);
    }
    for _ in 0..1 + g.r.below(5) {
        let t = g.r.pick(&[I1, I1, I2, I4, I8, R4, R8, R8, C8, L1, L4, S]);
        g.arrays.push(t);
    }
    let names: Vec<String> = (0..g.arrays.len()).map(|k| format!("a{k}")).collect();
    let (mut dummies, mut actual, mut init, mut show, mut args) = Default::default();
    let (d, a, i, s): (&mut String, &mut String, &mut String, &mut String) =
        (&mut dummies, &mut actual, &mut init, &mut show);
    for (k, &t) in g.arrays.clone().iter().enumerate() {
        let spec = t.spec();
        let how = g.r.below(6);
        let shape = match how {
            0 => "(:)".to_string(),
            1 => "(*)".to_string(),
            2 => "(200)".to_string(),
            _ => "(2*n + 50)".to_string(),
        };
        let extra = if how == 0 && g.r.chance(20) { ", pointer" } else { "" };
        let _ = writeln!(d, "    {spec}{extra} :: a{k}{shape}");
        let target = if extra.is_empty() { "" } else { ", target" };
        let _ = writeln!(a, "    {spec}{target} :: a{k}(420)");
        if !extra.is_empty() {
            let _ = writeln!(a, "    {spec}, pointer :: p{k}(:)");
            let step = g.r.pick(&["", ":2"]);
            let _ = writeln!(i, "      p{k} => a{k}(1:419{step})");
        }
        let _ = writeln!(
            i,
            "      do q = 1, 420\n        a{k}(q) = {}\n      end do",
            t.initial(k as i64 + seed as i64 % 50)
        );
        let argument: String = match how {
            0 if !extra.is_empty() => format!("p{k}"),
            0 => format!("a{k}{}", g.r.pick(&["", "(2:)", "(1:419:2)", "(:)"])),
            _ => format!("a{k}{}", g.r.pick(&["", "(2)", "(3)", "(4)"])),
        };
        let list: &mut Vec<String> = &mut args;
        list.push(argument);
        let value = match t {
            I1 | I2 | I4 | I8 => format!("int(a{k}(q), 8)"),
            R4 | R8 => format!("int(a{k}(q), 8)"),
            C8 => format!("int(real(a{k}(q)) + 3*aimag(a{k}(q)), 8)"),
            L1 | L4 => format!("merge(1_8, 0_8, a{k}(q))"),
            S => format!("int(iachar(a{k}(q)), 8)"),
        };
        let _ = writeln!(
            s,
            "      h = 0\n      do q = 1, 420\n        h = mod(h*31 + {value} + 1000, 1000003_8)\n      end do\n      print *, '{}', sizes(z), h",
            names[k]
        );
    }
    for _ in 0..2 + g.r.below(2) {
        g.nest();
    }
    let (list, actuals) = (names.join(", "), args.join(", "));
    let body = std::mem::take(&mut g.text);
    let scalars = "integer :: i, j, k, k2, kk, ti, s4, mi, ki, kd, nc, ix
    integer(8) :: s8
    real(4) :: sr, tr, mm
    real(8) :: sd, td, md
    logical :: found";
    let set = "s4 = 1; mi = 3; ki = -1; kd = -1; nc = 0; ix = 0; s8 = 5; sr = 0; mm = 1; sd = 0; md = 0; found = .false.; kk = 0
    i = 0; j = 0; k = 0; k2 = 0; ti = 0; tr = 0; td = 0";
    format!(
        "module unit#
  implicit none
contains
  subroutine work(n, m, flag, {list})
    integer, intent(in) :: n, m
    logical, intent(in) :: flag
{dummies}    {scalars}
    {set}
{body}    print *, s4, mi, ki, kd, nc, ix, s8, found
    print '(4f20.1)', sr, mm, sd, md
  end subroutine
  subroutine case
    integer, parameter :: sizes(*) = {SIZES}
    integer :: z, q
    integer(8) :: h
{actual}    do z = 1, size(sizes)
{init}      call work(sizes(z), mod(z, 6), mod(z, 2) == 0, &
        {actuals})
{show}    end do
  end subroutine
end module
subroutine case#
  use unit#
  call case
end subroutine
"
    )
}
