//! Variables and expressions. Every expression carries a bound of its magnitude, so that nothing overflows, and reals are
//! multiples of a power of two that fit their fraction, so that no operation rounds.

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum T {
    I1,
    I2,
    I4,
    I8,
    R4,
    R8,
    L,
    S,
}
pub use crate::random::Rng;
pub use T::{I1, I2, I4, I8, L, R4, R8, S};

impl T {
    pub fn spec(self) -> &'static str {
        match self {
            I1 => "integer(1)",
            I2 => "integer(2)",
            I4 => "integer(4)",
            I8 => "integer(8)",
            R4 => "real(4)",
            R8 => "real(8)",
            L => "logical",
            S => "character(len=6)",
        }
    }
    pub fn integer(self) -> bool {
        matches!(self, I1 | I2 | I4 | I8)
    }
    /// Variables of this type hold no larger magnitudes.
    pub fn bound(self) -> i64 {
        match self {
            I1 => 100,
            I2 | I4 => 1000,
            I8 => 100_000,
            R4 => 100,
            _ => 1000,
        }
    }
    /// The magnitude that no intermediate result may exceed.
    fn limit(self) -> i64 {
        match self {
            I8 => 1 << 60,
            R4 => 1 << 21,
            R8 => 1 << 48,
            _ => (1 << 31) - 1,
        }
    }
    fn zero(self) -> String {
        match self {
            I1 => "1_1",
            I2 => "1_2",
            I8 => "1_8",
            R4 => "1.0",
            R8 => "1.0_8",
            _ => "1",
        }
        .into()
    }
    fn constant(self, n: i64) -> String {
        let t = match self {
            I8 => format!("{n}_8"),
            R4 => format!("{n}.0"),
            R8 => format!("{n}.0_8"),
            _ => format!("{n}"),
        };
        if n < 0 { format!("({t})") } else { t }
    }
}

/// How the extents of an array are known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Extent {
    Fixed,
    /// An allocatable vector that changes its size; it always has an element.
    Dynamic,
}

#[derive(Clone, Debug)]
pub struct Var {
    /// The designator; subscripts go where the `@` is, else to the end.
    pub name: String,
    pub ty: T,
    pub lb: Vec<i64>,
    pub ext: Vec<i64>,
    pub extent: Extent,
}

impl Var {
    pub fn with(&self, subs: &str) -> String {
        match self.name.split_once('@') {
            Some((a, b)) => format!("{a}({subs}){b}"),
            None => format!("{}({subs})", self.name),
        }
    }
    pub fn whole(&self) -> String {
        if self.name.contains('@') { self.with(&vec![":"; self.ext.len()].join(",")) } else { self.name.clone() }
    }
}

pub struct Gen {
    pub r: Rng,
    pub vars: Vec<Var>,
    /// DO and FORALL variables with their range; not to be changed.
    pub ivs: Vec<(String, i64, i64)>,
    pub fresh: usize,
    /// Only pure things may be referenced here.
    pub pure: bool,
    pub depth: usize,
    /// Names of loops that EXIT and CYCLE may name.
    pub loops: Vec<String>,
    /// Operands may be arrays of this shape.
    pub shape: Option<Vec<i64>>,
}

pub type Ex = (String, i64);

impl Gen {
    pub fn var(&mut self, f: impl Fn(&Var) -> bool) -> Option<Var> {
        let l: Vec<&Var> = self.vars.iter().filter(|v| f(v)).collect();
        if l.is_empty() { None } else { Some(l[self.r.below(l.len())].clone()) }
    }

    /// An expression within `lo` and `hi` for a subscript.
    pub fn subscript(&mut self, lo: i64, hi: i64, depth: usize) -> String {
        let fit: Vec<(String, i64, i64)> = self.ivs.iter().filter(|v| v.2 - v.1 <= hi - lo).cloned().collect();
        if !fit.is_empty() && self.r.chance(75) {
            let (name, a, b) = fit[self.r.below(fit.len())].clone();
            let (least, most) = (lo - a, hi - b);
            let d = if (least..=most).contains(&0) && self.r.chance(40) {
                0
            } else {
                self.r.range(least.max(-2).min(most), most.min(2).max(least))
            };
            // Backwards through the range.
            if self.r.chance(12) {
                return format!("{}-{name}", a + b + d);
            }
            return if d == 0 { name } else { format!("{name}{d:+}") };
        }
        if self.r.chance(60) || depth == 0 {
            return self.r.range(lo, hi).to_string();
        }
        let e = self.int(I4, depth - 1).0;
        if lo == 0 { format!("modulo({e}, {})", hi + 1) } else { format!("{lo}+modulo({e}, {})", hi - lo + 1) }
    }

    /// Does something where only scalars may stand.
    pub fn scalar<X>(&mut self, f: impl FnOnce(&mut Self) -> X) -> X {
        let was = self.shape.take();
        let x = f(self);
        self.shape = was;
        x
    }

    /// A variable of the type as an operand: an element, or a section of the shape of the expression.
    fn operand(&mut self, f: impl Fn(&Var) -> bool, depth: usize) -> Option<(String, T)> {
        if let Some(shape) = self.shape.clone()
            && self.r.chance(65)
            && let Some(v) = self.var(|v| {
                f(v) && v.extent == Extent::Fixed
                    && v.ext.len() == shape.len()
                    && v.ext.iter().zip(&shape).all(|(e, s)| e >= s)
            })
        {
            return Some((self.section(&v, Some(&shape)).0, v.ty));
        }
        let v = self.var(f)?;
        Some((self.scalar(|g| g.element(&v, depth)), v.ty))
    }

    pub fn element(&mut self, v: &Var, depth: usize) -> String {
        if v.ext.is_empty() {
            return v.name.clone();
        }
        if v.extent == Extent::Dynamic {
            let e = self.int(I4, depth.min(1)).0;
            let n = v.whole();
            return v.with(&format!("lbound({n},1)+modulo({e}, size({n}))"));
        }
        let s: Vec<String> =
            v.lb.iter().zip(&v.ext).map(|(l, e)| self.subscript(*l, l + e - 1, depth)).collect::<Vec<_>>();
        v.with(&s.join(","))
    }

    /// A value reduced to what variables of the type may hold.
    pub fn fit(&mut self, e: Ex, ty: T) -> String {
        if e.1 <= ty.bound() { e.0 } else { self.wrap_to(e, ty, ty.bound()).0 }
    }

    fn wrap_to(&mut self, e: Ex, ty: T, bound: i64) -> Ex {
        if e.1 <= bound {
            return e;
        }
        let f = if self.r.chance(70) { "mod" } else { "modulo" };
        let wide = if ty == I1 || ty == I2 { I4 } else { ty };
        let c = wide.constant(bound.min(1009));
        (format!("{f}({}, {c})", e.0), bound.min(1009))
    }

    /// An integer expression of kind 4 or 8.
    pub fn int(&mut self, k: T, depth: usize) -> Ex {
        let cast = |s: String| if k == I8 { format!("int({s}, 8)") } else { format!("int({s})") };
        if depth == 0 || self.r.chance(18) {
            return match self.r.below(6) {
                0 => {
                    let n = self.r.range(-9, 99);
                    (k.constant(n), n.abs())
                }
                1 if !self.ivs.is_empty() => {
                    let (name, a, b) = self.ivs[self.r.below(self.ivs.len())].clone();
                    (if k == I8 { cast(name) } else { name }, a.abs().max(b.abs()))
                }
                _ => match self.operand(|v| v.ty.integer(), depth.saturating_sub(1)) {
                    Some((s, ty)) => (if ty == k { s } else { cast(s) }, ty.bound()),
                    None => (k.constant(3), 3),
                },
            };
        }
        let d = depth - 1;
        match self.r.below(22) {
            0..=2 => self.binary(k, "+", d),
            3 | 4 => self.binary(k, "-", d),
            5 | 6 => self.binary(k, "*", d),
            7 => {
                let (a, b) = (self.int(k, d), self.int(k, d));
                let b = self.wrap_to(b, k, 1000);
                (format!("({}/(abs({})+{}))", a.0, b.0, k.zero()), a.1)
            }
            8 => {
                let (a, b) = (self.int(k, d), self.int(k, d));
                let b = self.wrap_to(b, k, 1000);
                let f = self.r.pick(&["mod", "modulo"]);
                (format!("{f}({}, abs({})+{})", a.0, b.0, k.zero()), b.1 + 1)
            }
            9 => {
                let a = self.int(k, d);
                (format!("abs({})", a.0), a.1)
            }
            10 => {
                let (a, b) = (self.int(k, d), self.int(k, d));
                let f = self.r.pick(&["min", "max"]);
                (format!("{f}({}, {})", a.0, b.0), a.1.max(b.1))
            }
            11 => {
                let (a, b) = (self.int(k, d), self.int(k, d));
                let c = self.logical(d);
                (format!("merge({}, {}, {c})", a.0, b.0), a.1.max(b.1))
            }
            12 => {
                let (a, b) = (self.int(k, d), self.int(k, d));
                let f = self.r.pick(&["iand", "ior", "ieor"]);
                let top = (a.1.max(b.1) as u64 + 1).next_power_of_two() as i64;
                (format!("{f}({}, {})", a.0, b.0), top.min(k.limit()))
            }
            13 => {
                let a = self.int(k, d);
                let a = self.wrap_to(a, k, 1000);
                match self.r.below(4) {
                    0 => (format!("ishft(abs({}), {})", a.0, self.r.range(-3, 3)), a.1 * 8),
                    1 => (format!("ibits(abs({}), {}, {})", a.0, self.r.range(0, 3), self.r.range(1, 5)), 32),
                    2 => (format!("ibset(abs({}), {})", a.0, self.r.range(0, 8)), a.1 + 512),
                    _ => (format!("not({})", a.0), a.1 + 1),
                }
            }
            14 => {
                let a = self.real(R8, d);
                let a = self.wrap_real(a, R8);
                let f = self.r.pick(&["int", "nint", "floor", "ceiling"]);
                let s = format!("{f}({})", a.0);
                (if k == I8 { format!("int({s}, 8)") } else { s }, a.1 + 1)
            }
            15 => {
                let a = self.int(k, d);
                let a = self.wrap_to(a, k, 30);
                (format!("{}**{}", paren(&a.0), self.r.range(0, 3)), a.1.max(1).pow(3))
            }
            16 => {
                let a = self.int(I4, d);
                let a = self.wrap_to(a, I4, 1000);
                let b = self.int(I4, d);
                let b = self.wrap_to(b, I4, 1000);
                let f = self.r.pick(&["f1", "f2", "f3", "fh"]);
                let f = if (self.pure || self.shape.is_some()) && f == "fh" { "f1" } else { f };
                (if k == I8 { cast(format!("{f}({}, {})", a.0, b.0)) } else { format!("{f}({}, {})", a.0, b.0) }, 1009)
            }
            17 => self.reduction(k, d),
            18 => {
                let s = self.string(d);
                match self.r.below(4) {
                    0 => (cast(format!("len_trim({s})")), 40),
                    1 => (cast(format!("index({s}, '{}')", self.r.pick(&["a", "b", "m", "am", " "]))), 40),
                    2 => (cast(format!("ichar({})", self.r.pick(&["'a'", "'Q'", "' '"]))), 127),
                    _ => (cast(format!("scan({s}, 'aeiou')")), 40),
                }
            }
            19 => {
                let a = self.int(k, d);
                (format!("(-{})", paren(&a.0)), a.1)
            }
            _ => self.binary(k, "+", d),
        }
    }

    fn binary(&mut self, k: T, op: &str, d: usize) -> Ex {
        let (mut a, mut b) = (self.int(k, d), self.int(k, d));
        let size = |a: &Ex, b: &Ex| if op == "*" { a.1.saturating_mul(b.1) } else { a.1.saturating_add(b.1) };
        if size(&a, &b) > k.limit() {
            b = self.wrap_to(b, k, 97);
        }
        if size(&a, &b) > k.limit() {
            a = self.wrap_to(a, k, 997);
        }
        let n = size(&a, &b);
        (format!("({} {op} {})", a.0, paren_sign(&b.0)), n)
    }

    /// Reductions and inquiries of arrays, none of which rounds or overflows.
    fn reduction(&mut self, k: T, d: usize) -> Ex {
        self.scalar(|g| g.reduction_of(k, d))
    }

    fn reduction_of(&mut self, k: T, d: usize) -> Ex {
        let cast = |s: String| if k == I8 { format!("int({s}, 8)") } else { format!("int({s})") };
        let Some(v) = self.var(|v| v.ty.integer() && !v.ext.is_empty()) else { return (k.constant(7), 7) };
        let (a, n) = self.array_of(&v);
        let n = n.unwrap_or(40);
        match self.r.below(8) {
            0 | 1 => (cast(format!("sum(int({a}, 8))")), v.ty.bound() * n),
            2 => (cast(format!("maxval({a})")), v.ty.bound()),
            // Of no elements it is the largest number.
            3 => (cast(format!("mod(int(minval({a}, {a} > {}), 8), 997_8)", self.r.range(-20, 20))), 997),
            4 => {
                let c = self.r.range(-20, 20);
                (cast(format!("count({a} > {c})")), n)
            }
            5 => (cast(format!("size({a})")), n),
            6 if v.ext.len() == 1 => (cast(format!("maxloc({a}, 1)")), n),
            _ => {
                let c = self.int(I4, d.min(1));
                let m = format!("iand(int({a}, 8), 1_8) == mod(abs({}), 2)", c.0);
                (cast(format!("sum(int({a}, 8), {m})")), v.ty.bound() * n)
            }
        }
    }

    /// A whole array or a section of it, and its number of elements.
    pub fn array_of(&mut self, v: &Var) -> (String, Option<i64>) {
        if v.extent == Extent::Dynamic {
            return (v.whole(), None);
        }
        if self.r.chance(50) {
            return (v.whole(), Some(v.ext.iter().product()));
        }
        let (s, shape) = self.section(v, None);
        (s, Some(shape.iter().product()))
    }

    /// A section, with the shape where one is asked for.
    pub fn section(&mut self, v: &Var, shape: Option<&[i64]>) -> (String, Vec<i64>) {
        let mut out = vec![];
        let mut l = vec![];
        for (d, (lb, ext)) in v.lb.iter().zip(&v.ext).enumerate() {
            let n = match shape {
                Some(s) => s[d],
                None => self.r.range(1, *ext),
            };
            let most = if n > 1 { (ext - 1) / (n - 1) } else { 1 };
            let step = self.r.range(1, most.clamp(1, 2));
            let start = self.r.range(0, ext - 1 - (n - 1) * step);
            let (a, b) = (lb + start, lb + start + (n - 1) * step);
            l.push(match self.r.below(4) {
                0 => format!("{b}:{a}:{}", -step),
                _ if step == 1 && n == *ext => ":".to_string(),
                _ if step == 1 => format!("{a}:{b}"),
                _ => format!("{a}:{b}:{step}"),
            });
            out.push(n);
        }
        (v.with(&l.join(",")), out)
    }

    fn wrap_real(&mut self, e: Ex, k: T) -> Ex {
        if e.1 <= 200 {
            return e;
        }
        (format!("mod({}, {})", e.0, k.constant(128)), 128)
    }

    /// A real expression: multiples of one quarter at most.
    pub fn real(&mut self, k: T, depth: usize) -> Ex {
        let kind = if k == R8 { 8 } else { 4 };
        if depth == 0 || self.r.chance(20) {
            return match self.r.below(4) {
                0 => {
                    let n = self.r.range(-9, 30);
                    (k.constant(n), n.abs())
                }
                1 => {
                    let e = self.int(I4, 0);
                    let e = self.wrap_to(e, I4, 97);
                    (format!("real({}, {kind})", e.0), e.1)
                }
                _ => match self.operand(|v| v.ty == k, depth.saturating_sub(1)) {
                    Some((s, _)) => (s, k.bound()),
                    None => (k.constant(2), 2),
                },
            };
        }
        let d = depth - 1;
        let (mut a, mut b) = (self.real(k, d), self.real(k, d));
        match self.r.below(12) {
            0..=2 => (format!("({} + {})", a.0, paren_sign(&b.0)), a.1 + b.1),
            3 | 4 => (format!("({} - {})", a.0, paren_sign(&b.0)), a.1 + b.1),
            5 | 6 => {
                a = self.wrap_real(a, k);
                b = self.wrap_real(b, k);
                (format!("({} * {})", a.0, paren_sign(&b.0)), a.1 * b.1)
            }
            7 => (format!("abs({})", a.0), a.1),
            8 => {
                let f = self.r.pick(&["min", "max"]);
                (format!("{f}({}, {})", a.0, b.0), a.1.max(b.1))
            }
            9 => {
                let c = self.logical(d);
                (format!("merge({}, {}, {c})", a.0, b.0), a.1.max(b.1))
            }
            10 => {
                let f = self.r.pick(&["aint", "anint"]);
                (format!("{f}({}*{})", a.0, if k == R8 { "0.5_8" } else { "0.5" }), a.1)
            }
            _ => {
                a = self.wrap_real(a, k);
                b = self.wrap_real(b, k);
                if k == R8 { (format!("g8({}, {})", a.0, b.0), 1000) } else { (format!("g4({}, {})", a.0, b.0), 600) }
            }
        }
        .bounded(k)
    }

    pub fn logical(&mut self, depth: usize) -> String {
        let d = depth.saturating_sub(1);
        match self.r.below(if depth == 0 { 4 } else { 11 }) {
            0 | 1 => {
                let (a, b) = (self.int(I4, d).0, self.int(I4, d).0);
                format!("{a} {} {b}", self.r.pick(&["<", ">", "==", "/=", "<=", ">="]))
            }
            2 => match self.operand(|v| v.ty == L, d) {
                Some((s, _)) => s,
                None => ".true.".into(),
            },
            3 => {
                let (a, b) = (self.real(R8, d).0, self.real(R8, d).0);
                format!("{a} {} {b}", self.r.pick(&["<", ">", "=="]))
            }
            4 | 5 => {
                let (a, b) = (self.logical(d), self.logical(d));
                format!("({a} {} {b})", self.r.pick(&[".and.", ".or."]))
            }
            6 => format!(".not. ({})", self.logical(d)),
            7 => {
                let (a, b) = (self.logical(d), self.logical(d));
                format!("(({a}) {} ({b}))", self.r.pick(&[".eqv.", ".neqv."]))
            }
            8 => {
                let (a, b) = (self.string(d), self.string(d));
                format!("{a} {} {b}", self.r.pick(&["<", ">", "==", "/=", "<="]))
            }
            9 => match self.var(|v| v.ty.integer() && !v.ext.is_empty()) {
                Some(v) => {
                    let (a, _) = self.scalar(|g| g.array_of(&v));
                    let f = self.r.pick(&["any", "all"]);
                    format!("{f}({a} > {})", self.r.range(-90, 20))
                }
                None => ".false.".into(),
            },
            _ => {
                let e = self.int(I4, d);
                format!("btest({}, {})", e.0, self.r.range(0, 6))
            }
        }
    }

    /// A string of at most 36 characters.
    pub fn string(&mut self, depth: usize) -> String {
        let d = depth.saturating_sub(1);
        let leaf = match self.r.below(3) {
            0 => format!("'{}'", self.r.pick(&["ab", "mn o", "", "Zed", "b"])),
            _ => match self.operand(|v| v.ty == S, d) {
                Some((s, _)) => s,
                None => "'none'".into(),
            },
        };
        if self.shape.is_some() {
            return match self.r.below(3) {
                0 => format!("adjustl({leaf})"),
                1 => format!("({leaf}//'q')"),
                _ => leaf,
            };
        }
        if depth == 0 {
            return leaf;
        }
        match self.r.below(9) {
            0 | 1 => match self.var(|v| v.ty == S) {
                Some(v) => {
                    let a = self.r.range(1, 4);
                    let e = self.element(&v, d);
                    if self.r.chance(40) {
                        let n = self.int(I4, d.min(1)).0;
                        format!("{e}({a}:{a}+modulo({n}, 3))")
                    } else {
                        format!("{e}({a}:{})", self.r.range(a - 1, 6))
                    }
                }
                None => leaf,
            },
            2 | 3 if d < 2 => format!("({leaf}//{})", self.string(d)),
            4 => format!("trim({leaf})"),
            5 => format!("adjustl({leaf})"),
            6 => {
                let e = self.int(I4, d.min(1)).0;
                format!("achar(97+modulo({e}, 26))")
            }
            7 => format!("repeat({}, {})", self.r.pick(&["'x'", "'ab'", "'é'"]).replace('é', "y"), self.r.range(0, 3)),
            _ => {
                let e = self.int(I4, d.min(1));
                let e = self.wrap_to(e, I4, 1000);
                format!("str({})", e.0)
            }
        }
    }
}

trait Bounded {
    fn bounded(self, k: T) -> Ex;
}
impl Bounded for Ex {
    fn bounded(self, k: T) -> Ex {
        if self.1 > k.limit() >> 4 { (format!("mod({}, {})", self.0, k.constant(64)), 64) } else { self }
    }
}

fn paren(s: &str) -> String {
    if s.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_') { s.into() } else { format!("({s})") }
}

fn paren_sign(s: &str) -> String {
    if s.starts_with('-') { format!("({s})") } else { s.into() }
}
