//! The generator: variables, expressions and statements, with the shapes that they need.

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum T {
    I4,
    I8,
    R4,
    R8,
    C4,
    L,
    S,
}
pub use crate::random::Rng;
pub use T::{C4, I4, I8, L, R4, R8, S};

impl T {
    pub fn spec(self) -> &'static str {
        match self {
            I4 => "integer(4)",
            I8 => "integer(8)",
            R4 => "real(4)",
            R8 => "real(8)",
            C4 => "complex(4)",
            L => "logical",
            S => "character(len=3)",
        }
    }
    pub fn number(self) -> bool {
        matches!(self, I4 | I8 | R4 | R8)
    }
    pub fn int(self) -> bool {
        matches!(self, I4 | I8)
    }
}

/// An array that statements may use; shapes and bounds are known here, the program gets them in variables.
#[derive(Clone, Debug)]
pub struct Var {
    pub name: String,
    pub ty: T,
    pub lb: Vec<i64>,
    pub ext: Vec<i64>,
    /// An allocatable variable, which assignment may reshape.
    pub alloc: bool,
    /// The last upper bound is not known to the program.
    pub assumed_size: bool,
}

pub const N: i64 = 7;
pub const M: i64 = 5;
pub const K: i64 = 2;
/// Scalars that regions read and write.
pub const SCALARS: [(&str, T); 7] = [("s1", I4), ("s2", I4), ("t1", I8), ("x1", R4), ("y1", R8), ("g1", L), ("z1", C4)];

pub struct Gen {
    pub r: Rng,
    pub vars: Vec<Var>,
    /// Loop variables of FORALL that expressions may use, with their range.
    pub ivs: Vec<(&'static str, i64, i64)>,
    /// Inside of FORALL and of masked statements some things may not stand.
    pub simple: bool,
    pub may_reshape: bool,
    pub fresh: usize,
}

impl Gen {
    /// An index of a known value in one of several forms.
    pub fn ix(&mut self, v: i64) -> String {
        let (name, is) = match self.r.below(7) {
            0 => ("n", N),
            1 => ("m", M),
            2 => ("k", K),
            _ => return if v < 0 { format!("({v})") } else { v.to_string() },
        };
        match v - is {
            0 => name.into(),
            d if d > 0 => format!("{name}+{d}"),
            d => format!("{name}-{}", -d),
        }
    }

    /// `lo : hi : step` of `e` elements inside a dimension.
    pub fn triplet(&mut self, lb: i64, ext: i64, e: i64, assumed: bool) -> String {
        if e == ext && !assumed && self.r.chance(50) {
            return ":".into();
        }
        if e == 0 {
            let x = self.r.range(lb, lb + ext - 1);
            return format!("{}:{}", self.ix(x), self.ix(x - 1));
        }
        let steps: Vec<i64> =
            [1, 1, 1, 1, 2, -1, -1, -2, 3].into_iter().filter(|s: &i64| (e - 1) * s.abs() < ext).collect();
        let st = steps[self.r.below(steps.len())];
        let span = (e - 1) * st.abs();
        let low = lb + self.r.range(0, ext - 1 - span);
        let (a, b) = if st > 0 { (low, low + span) } else { (low + span, low) };
        // An upper bound that the step does not hit is the same section.
        let b = if st == 2 && b < lb + ext - 1 && self.r.chance(30) { b + 1 } else { b };
        let (a, b) = (self.ix(a), self.ix(b));
        if st == 1 { format!("{a}:{b}") } else { format!("{a}:{b}:{st}") }
    }

    pub fn subscript(&mut self, lb: i64, ext: i64) -> String {
        if self.r.chance(12) && !self.simple {
            return format!("{}+modulo(s1,{})", self.ix(lb), self.ix(ext));
        }
        let ivs: Vec<_> = self.ivs.iter().filter(|v| v.2 - v.1 < ext).copied().collect();
        if !ivs.is_empty() && self.r.chance(60) {
            let (v, lo, hi) = ivs[self.r.below(ivs.len())];
            let d = self.r.range(lb - lo, lb + ext - 1 - hi);
            return match d {
                0 => v.into(),
                d if d > 0 => format!("{v}+{d}"),
                d => format!("{v}-{}", -d),
            };
        }
        let x = self.r.range(lb, lb + ext - 1);
        self.ix(x)
    }

    /// A designator of this type and shape; `None` where no variable has room for it.
    pub fn designator(&mut self, ty: T, shape: &[i64], write: bool, vector: bool) -> Option<String> {
        let fits = |v: &&Var| {
            v.ty == ty && v.ext.len() >= shape.len() && {
                // Greedy from the left: each dimension of the shape finds one that is long enough.
                let mut k = 0;
                for &e in &v.ext {
                    if k < shape.len() && e >= shape[k] {
                        k += 1;
                    }
                }
                k == shape.len() && v.ext.iter().all(|e| *e > 0)
            }
        };
        let list: Vec<Var> = self.vars.iter().filter(fits).cloned().collect();
        if list.is_empty() {
            return None;
        }
        let v = list[self.r.below(list.len())].clone();
        if v.ext == shape && !v.assumed_size && self.r.chance(35) && !shape.is_empty() {
            return Some(v.name);
        }
        // Which dimensions are sections.
        let mut take = vec![false; v.ext.len()];
        let mut k = shape.len();
        for d in (0..v.ext.len()).rev() {
            let left = &v.ext[..d];
            let room = |k: usize| {
                let mut j = 0;
                for &e in left {
                    if j < k && e >= shape[j] {
                        j += 1;
                    }
                }
                j == k
            };
            if k > 0 && v.ext[d] >= shape[k - 1] && room(k - 1) && (!room(k) || self.r.chance(60)) {
                take[d] = true;
                k -= 1;
            }
        }
        if k > 0 {
            return None;
        }
        let mut subs = Vec::new();
        let mut j = 0;
        for d in 0..v.ext.len() {
            if take[d] {
                let e = shape[j];
                j += 1;
                if vector && e > 0 && e <= 4 && self.r.chance(12) {
                    // A vector subscript; in a variable that is assigned without repetition.
                    let mut pool: Vec<i64> = (v.lb[d]..v.lb[d] + v.ext[d]).collect();
                    let mut l = Vec::new();
                    for _ in 0..e {
                        let at = self.r.below(pool.len());
                        let x = if write { pool.remove(at) } else { pool[at] };
                        l.push(self.ix(x));
                    }
                    subs.push(format!("[{}]", l.join(", ")));
                } else {
                    let assumed = v.assumed_size && d + 1 == v.ext.len();
                    let t = self.triplet(v.lb[d], v.ext[d], e, assumed);
                    subs.push(t);
                }
            } else {
                let s = self.subscript(v.lb[d], v.ext[d]);
                subs.push(s);
            }
        }
        Some(match v.name.split_once("@") {
            _ if subs.is_empty() => v.name,
            Some((a, b)) => format!("{a}({}){b}", subs.join(", ")),
            None => format!("{}({})", v.name, subs.join(", ")),
        })
    }

    pub fn literal(&mut self, ty: T) -> String {
        let v = self.r.range(-9, 9);
        let p = |s: String| if v < 0 { format!("({s})") } else { s };
        match ty {
            I4 => p(v.to_string()),
            I8 => p(format!("{v}_8")),
            R4 => p(format!("{v}.0")),
            R8 => p(format!("{v}.0d0")),
            C4 => format!("({v}.0, 2.0)"),
            L => if v > 0 { ".true." } else { ".false." }.into(),
            S => format!("'{}b{}'", (b'a' + (v + 9) as u8) as char, (b'k' + (v + 9) as u8 % 10) as char),
        }
    }

    /// A scalar expression.
    pub fn scalar(&mut self, ty: T, depth: usize) -> String {
        if self.r.chance(20) || depth == 0 {
            let l: Vec<&str> = SCALARS.iter().filter(|s| s.1 == ty).map(|s| s.0).collect();
            if !self.ivs.is_empty() && ty == I4 && self.r.chance(50) {
                return self.ivs[self.r.below(self.ivs.len())].0.into();
            }
            if !l.is_empty() && self.r.chance(50) {
                return l[self.r.below(l.len())].into();
            }
            if self.r.chance(50)
                && let Some(d) = self.designator(ty, &[], false, false)
            {
                return d;
            }
            return self.literal(ty);
        }
        if self.r.chance(45) {
            return self.expr(ty, &[], depth);
        }
        let shape = self.some_shape();
        let d = depth - 1;
        let a = self.numeric_of(&shape, ty, d);
        match ty {
            I4 => match self.r.below(8) {
                0 => {
                    let m = self.mask(&shape, d);
                    format!("count({m})")
                }
                1 if shape.len() == 1 => {
                    let f = self.r.pick(&["maxloc", "minloc"]);
                    let t = [I4, R4, I8, R8][self.r.below(4)];
                    let (x, b) = (self.expr(t, &shape, d), self.r.pick(&["", ", back=.true.", ", kind=4"]));
                    format!("{f}({x}, 1{b})")
                }
                2 if shape.len() == 1 => {
                    let (x, v, m) = (self.expr(I4, &shape, d), self.scalar(I4, 0), self.mask(&shape, d));
                    let opt = self.r.below(3);
                    match opt {
                        0 => format!("findloc({x}, {v}, 1)"),
                        1 => format!("findloc({x}, {v}, 1, mask={m})"),
                        _ => format!("findloc({x}, {v}, 1, back=.true.)"),
                    }
                }
                3 => {
                    let f = self.r.pick(&["iall", "iany", "iparity"]);
                    format!("{f}({a})")
                }
                _ => self.reduction(ty, &a, &shape, d),
            },
            I8 | R4 | R8 => self.reduction(ty, &a, &shape, d),
            C4 => format!("sum({a})"),
            L => {
                let (f, m) = (self.r.pick(&["any", "all", "parity"]), self.mask(&shape, d));
                format!("{f}({m})")
            }
            S => self.literal(S),
        }
    }

    pub fn reduction(&mut self, ty: T, a: &str, shape: &[i64], d: usize) -> String {
        let mask = if self.r.chance(40) {
            let m = self.mask(shape, d);
            format!(", mask={m}")
        } else {
            String::new()
        };
        let lit = if ty.int() { "3" } else { "3.0" };
        match self.r.below(6) {
            0 => {
                let kind = match ty {
                    I8 => "_8",
                    R8 => "d0",
                    _ => "",
                };
                format!("product(mod({a}, {lit}{kind}){mask})")
            }
            1 if shape.len() == 1 => {
                let b = self.expr(ty, shape, d);
                format!("dot_product({}, {})", self.small(ty, a), self.small(ty, &b))
            }
            // An empty set gives the type's extreme: not a small number.
            2 if mask.is_empty() && shape.iter().all(|e| *e > 0) => format!("maxval({a})"),
            3 if mask.is_empty() && shape.iter().all(|e| *e > 0) => format!("minval({a})"),
            _ => format!("sum({a}{mask})"),
        }
    }

    pub fn numeric_of(&mut self, shape: &[i64], ty: T, d: usize) -> String {
        self.expr(if matches!(ty, L | S) { I4 } else { ty }, shape, d)
    }

    /// A small remainder of the value.
    pub fn small(&self, ty: T, e: &str) -> String {
        match ty {
            I4 => format!("mod({e}, 10)"),
            I8 => format!("mod({e}, 10_8)"),
            R4 => format!("mod({e}, 8.0)"),
            R8 => format!("mod({e}, 8.0d0)"),
            _ => e.to_string(),
        }
    }

    pub fn bounded(&self, ty: T, e: &str) -> String {
        match ty {
            I4 => format!("mod({e}, 1000)"),
            I8 => format!("mod({e}, 1000_8)"),
            R4 => format!("mod({e}, 128.0)"),
            R8 => format!("mod({e}, 128.0d0)"),
            _ => e.to_string(),
        }
    }

    pub fn some_shape(&mut self) -> Vec<i64> {
        if self.r.chance(4) {
            return vec![0];
        }
        match self.r.below(10) {
            0..=5 => vec![self.r.range(1, N)],
            6..=8 => vec![self.r.range(1, N), self.r.range(1, M)],
            _ => vec![self.r.range(1, 4), self.r.range(1, 3), self.r.range(1, 2)],
        }
    }

    pub fn mask(&mut self, shape: &[i64], depth: usize) -> String {
        self.expr(L, shape, depth.max(1))
    }

    pub fn shape_text(&mut self, shape: &[i64]) -> String {
        let l: Vec<String> = shape.iter().map(|e| self.ix(*e)).collect();
        format!("[{}]", l.join(", "))
    }

    /// An array (or, with an empty shape, scalar) expression.
    pub fn expr(&mut self, ty: T, shape: &[i64], depth: usize) -> String {
        if depth == 0 || self.r.chance(15) {
            if self.r.chance(85)
                && let Some(d) = self.designator(ty, shape, false, true)
            {
                return d;
            }
            if shape.is_empty() {
                return self.scalar(ty, 0);
            }
            return self.leaf(ty, shape);
        }
        let d = depth - 1;
        if !shape.is_empty() && !self.simple && self.r.chance(30) {
            return self.transformed(ty, shape, d);
        }
        // One operand in a few is a scalar.
        let a = self.expr(ty, shape, d);
        let b = if self.r.chance(25) { self.scalar(ty, d.min(1)) } else { self.expr(ty, shape, d) };
        match ty {
            I4 | I8 | R4 | R8 => match self.r.below(16) {
                0 => format!("({a} - {b})"),
                1 => format!("{} * {}", self.small(ty, &a), self.small(ty, &b)),
                2 => format!("min({a}, {b})"),
                3 => format!("max({a}, {b})"),
                4 => {
                    let m = self.mask(shape, d);
                    format!("merge({a}, {b}, {m})")
                }
                5 => format!("abs({a})"),
                6 if ty.int() => format!("{}({a}, {b})", self.r.pick(&["iand", "ior", "ieor"])),
                6 => format!("sign({a}, {b})"),
                7 if ty.int() => format!("ishft({a}, 1)"),
                7 => format!("aint({a} / 2)"),
                8 => {
                    let from = [I4, I8, R4, R8][self.r.below(4)];
                    let x = self.expr(from, shape, d);
                    match ty {
                        I4 => format!("int({x})"),
                        I8 => format!("int({x}, 8)"),
                        R4 => format!("real({x})"),
                        _ => format!("real({x}, 8)"),
                    }
                }
                9 if ty == I4 => format!("fi({a})"),
                9 if ty == R4 => format!("fx({a}, {b})"),
                9 => format!("(-{a})"),
                10 if ty == I4 => {
                    let x = self.expr(S, shape, 0);
                    format!("len_trim({x})")
                }
                10 if ty == R4 => {
                    let x = self.expr(C4, shape, d);
                    format!("{}({x})", self.r.pick(&["real", "aimag"]))
                }
                11 => {
                    let seven = if ty == I4 {
                        "7"
                    } else if ty == I8 {
                        "7_8"
                    } else if ty == R4 {
                        "7.0"
                    } else {
                        "7.0d0"
                    };
                    format!("modulo({a}, {seven})")
                }
                _ => format!("({a} + {b})"),
            },
            C4 => match self.r.below(6) {
                0 => format!("conjg({a})"),
                1 => format!("({a} - {b})"),
                2 => format!("({a}) * (0.0, 1.0)"),
                3 => {
                    let (x, y) = (self.expr(R4, shape, d), self.expr(R4, shape, d));
                    format!("cmplx({x}, {y})")
                }
                4 => {
                    let m = self.mask(shape, d);
                    format!("merge({a}, {b}, {m})")
                }
                _ => format!("({a} + {b})"),
            },
            L => match self.r.below(8) {
                0 => format!("(.not. {a})"),
                1 => format!("({a} {} {b})", self.r.pick(&[".and.", ".or.", ".eqv.", ".neqv."])),
                2 => {
                    let (x, y) = (self.expr(S, shape, 0), self.expr(S, shape, 0));
                    format!("({x} {} {y})", self.r.pick(&["==", "<", ">="]))
                }
                _ => {
                    let t = [I4, I8, R4, R8][self.r.below(4)];
                    let (x, y) = (self.expr(t, shape, d), self.scalar(t, 0));
                    let y = if self.r.chance(40) { self.expr(t, shape, d) } else { y };
                    format!("({x} {} {y})", self.r.pick(&["==", "/=", "<", "<=", ">", ">="]))
                }
            },
            S => match self.r.below(4) {
                0 => {
                    let m = self.mask(shape, d);
                    format!("merge({a}, {b}, {m})")
                }
                _ => a,
            },
        }
    }

    /// An array without a variable of that shape.
    pub fn leaf(&mut self, ty: T, shape: &[i64]) -> String {
        if let [e] = shape
            && ty != S
        {
            if *e <= 3 && *e > 0 && self.r.chance(50) {
                let l: Vec<String> = (0..*e).map(|_| self.scalar(ty, 0)).collect();
                return format!("[{} :: {}]", ty.spec(), l.join(", "));
            }
            self.fresh += 1;
            let x = match ty {
                I4 => "3*q - 5",
                I8 => "int(q, 8) + n",
                R4 => "real(q) * 2",
                R8 => "real(q, 8)",
                C4 => "cmplx(q, 1)",
                L => "mod(q, 3) == 1",
                S => "'abc'",
            };
            let e = self.ix(*e);
            return format!("[{} :: ({x}, q = 1, {e})]", ty.spec());
        }
        if shape.is_empty() {
            return self.scalar(ty, 0);
        }
        let (s, v) = (self.shape_text(shape), self.literal(ty));
        format!("reshape([{v}], {s}, pad=[{v}])")
    }

    /// An expression whose elements come from other places.
    pub fn transformed(&mut self, ty: T, shape: &[i64], d: usize) -> String {
        let rank = shape.len();
        let dim = self.r.below(rank);
        let more = |e: i64| {
            let mut s = shape.to_vec();
            s.insert(dim, e);
            s
        };
        let empty = shape.contains(&0);
        match self.r.below(13) {
            0 => {
                let a = self.expr(ty, shape, d);
                let s = if rank == 2 && self.r.chance(30) {
                    let other = vec![shape[1 - dim]];
                    self.expr(I4, &other, 0)
                } else {
                    self.scalar(I4, 0)
                };
                format!("cshift({a}, {s}, {})", dim + 1)
            }
            1 if ty != S => {
                let a = self.expr(ty, shape, d);
                let (s, b) = (self.scalar(I4, 0), self.scalar(ty, 0));
                match self.r.below(2) {
                    0 => format!("eoshift({a}, {s}, dim={})", dim + 1),
                    _ => format!("eoshift({a}, {s}, {b}, {})", dim + 1),
                }
            }
            2 if rank == 2 => {
                let a = self.expr(ty, &[shape[1], shape[0]], d);
                format!("transpose({a})")
            }
            3 => {
                let total: i64 = shape.iter().product();
                let s = self.shape_text(shape);
                let from = match self.r.below(3) {
                    0 if total > 0 && total <= N * M => vec![N, M],
                    1 => shape.iter().rev().copied().collect(),
                    _ => vec![total.min(N)],
                };
                let have: i64 = from.iter().product();
                let a = self.expr(ty, &from, d);
                let pad = if have < total || self.r.chance(20) {
                    let (x, y) = (self.scalar(ty, 0), self.scalar(ty, 0));
                    format!(", pad=[{} :: {x}, {y}]", ty.spec())
                } else {
                    String::new()
                };
                let order = if rank == 2 && self.r.chance(40) { ", order=[2, 1]" } else { "" };
                format!("reshape({a}, {s}{pad}{order})")
            }
            4 => {
                let mut less = shape.to_vec();
                let e = less.remove(dim);
                let a = if less.is_empty() { self.scalar(ty, d) } else { self.expr(ty, &less, d) };
                format!("spread({a}, {}, {})", dim + 1, self.ix(e))
            }
            5 if rank == 1 && !empty => {
                let from = self.some_shape();
                let (a, m, v) = (self.expr(ty, &from, d), self.mask(&from, d), self.expr(ty, shape, 0));
                // The vector must be as long as what may be true.
                if from.iter().product::<i64>() <= shape[0] {
                    return format!("pack({a}, {m}, {v})");
                }
                self.expr(ty, shape, d)
            }
            6 if !empty => {
                let total: i64 = shape.iter().product();
                if total > N {
                    return self.expr(ty, shape, d);
                }
                let v = self.expr(ty, &[total], d);
                let m = self.mask(shape, d);
                let f = if self.r.chance(30) { self.scalar(ty, 0) } else { self.expr(ty, shape, d) };
                format!("unpack({v}, {m}, {f})")
            }
            7 if ty.number() && rank == 2 => {
                let q = self.r.range(1, M);
                let (a, b) = (self.expr(ty, &[shape[0], q], d), self.expr(ty, &[q, shape[1]], d));
                format!("matmul({}, {})", self.small(ty, &a), self.small(ty, &b))
            }
            7 | 8 if ty.number() && rank == 1 => {
                let q = self.r.range(1, M);
                if self.r.chance(50) {
                    let (a, b) = (self.expr(ty, &[shape[0], q], d), self.expr(ty, &[q], d));
                    format!("matmul({}, {})", self.small(ty, &a), self.small(ty, &b))
                } else {
                    let (a, b) = (self.expr(ty, &[q], d), self.expr(ty, &[q, shape[0]], d));
                    format!("matmul({}, {})", self.small(ty, &a), self.small(ty, &b))
                }
            }
            9 | 10 if ty.number() && rank < 3 => {
                let s = more(self.r.range(1, 4));
                let a = self.expr(ty, &s, d);
                let m = if self.r.chance(40) {
                    let m = self.mask(&s, d);
                    format!(", mask={m}")
                } else {
                    String::new()
                };
                let f = if m.is_empty() { self.r.pick(&["sum", "maxval", "minval"]) } else { "sum" };
                format!("{f}({a}, {}{m})", dim + 1)
            }
            11 if ty == I4 && rank < 3 => {
                let s = more(self.r.range(1, 4));
                match self.r.below(4) {
                    0 => {
                        let m = self.mask(&s, d);
                        format!("count({m}, {})", dim + 1)
                    }
                    1 => {
                        let a = self.expr(I4, &s, d);
                        format!("{}({a}, {})", self.r.pick(&["iall", "iany", "iparity"]), dim + 1)
                    }
                    2 => {
                        let (t, b) = ([I4, R8][self.r.below(2)], self.r.pick(&["", ", back=.true."]));
                        let a = self.expr(t, &s, d);
                        format!("{}({a}, {}{b})", self.r.pick(&["maxloc", "minloc"]), dim + 1)
                    }
                    _ => {
                        let (a, v) = (self.expr(I4, &s, d), self.scalar(I4, 0));
                        format!("findloc({a}, {v}, {})", dim + 1)
                    }
                }
            }
            11 if ty == L && rank < 3 => {
                let s = more(self.r.range(1, 4));
                let m = self.mask(&s, d);
                format!("{}({m}, {})", self.r.pick(&["any", "all", "parity"]), dim + 1)
            }
            12 if ty == I4 && (1..=3).contains(&shape[0]) && rank == 1 => {
                let s: Vec<i64> = (0..shape[0]).map(|_| self.r.range(1, 3)).collect();
                let a = self.expr(I4, &s, d);
                let back = self.r.pick(&["", ", back=.true."]);
                format!("{}({a}{back})", self.r.pick(&["maxloc", "minloc"]))
            }
            _ => self.leaf(ty, shape),
        }
    }

    pub fn assignment(&mut self, depth: usize) -> Option<String> {
        let ty = [I4, I4, I8, R4, R4, R8, C4, L, S][self.r.below(9)];
        let mut shape = self.some_shape();
        if self.r.chance(30) {
            let own: Vec<Vec<i64>> = self.vars.iter().filter(|v| v.ty == ty).map(|v| v.ext.clone()).collect();
            if !own.is_empty() {
                shape = own[self.r.below(own.len())].clone();
            }
        }
        let lhs = self.designator(ty, &shape, true, true)?;
        let from = if ty.number() && self.r.chance(20) { [I4, I8, R4, R8][self.r.below(4)] } else { ty };
        let rhs = if self.r.chance(10) { self.scalar(from, depth) } else { self.expr(from, &shape, depth) };
        Some(format!("{lhs} = {}", self.bounded(from, &rhs)))
    }

    pub fn statement(&mut self, out: &mut Vec<String>) {
        match self.r.below(20) {
            0..=9 => out.extend(self.assignment(3)),
            10..=12 => {
                let (s, ty) = SCALARS[self.r.below(SCALARS.len())];
                let e = self.scalar(ty, 3);
                out.push(format!("{s} = {}", self.bounded(ty, &e)));
            }
            13..=15 => {
                let shape = self.some_shape();
                let m = self.mask(&shape, 2);
                let one = |g: &mut Self| {
                    let ty = [I4, I8, R4, R8, C4, L][g.r.below(6)];
                    let lhs = g.designator(ty, &shape, true, false)?;
                    let e = g.expr(ty, &shape, 2);
                    Some(format!("{lhs} = {}", g.bounded(ty, &e)))
                };
                if self.r.chance(30) {
                    if let Some(a) = one(self) {
                        out.push(format!("where ({m}) {a}"));
                    }
                    return;
                }
                out.push(format!("where ({m})"));
                out.extend(one(self));
                if self.r.chance(30) {
                    let m = self.mask(&shape, 1);
                    out.push(format!("where ({m})"));
                    out.extend(one(self));
                    out.push("elsewhere".into());
                    out.extend(one(self));
                    out.push("end where".into());
                }
                if self.r.chance(50) {
                    let m = self.mask(&shape, 1);
                    out.push(format!("elsewhere ({m})"));
                    out.extend(one(self));
                }
                if self.r.chance(50) {
                    out.push("elsewhere".into());
                    out.extend(one(self));
                }
                out.push("end where".into());
            }
            16..=17 => {
                // FORALL: its variables are the subscripts of what is assigned.
                let list: Vec<Var> = self
                    .vars
                    .iter()
                    .filter(|v| (1..=2).contains(&v.ext.len()) && v.ty != S && v.ext.iter().all(|e| *e > 0))
                    .cloned()
                    .collect();
                if list.is_empty() {
                    return;
                }
                let v = list[self.r.below(list.len())].clone();
                let names = ["fa", "fb"];
                let mut heads = Vec::new();
                let mut subs = Vec::new();
                for d in 0..v.ext.len() {
                    let (lo, hi) = (v.lb[d], v.lb[d] + v.ext[d] - 1);
                    let lo2 = self.r.range(lo, hi);
                    let hi2 = self.r.range(lo2, hi);
                    let st = self.r.pick(&["", "", ":2"]);
                    heads.push(format!("{} = {}:{}{st}", names[d], self.ix(lo2), self.ix(hi2)));
                    self.ivs.push((names[d], lo2, hi2));
                    subs.push(names[d]);
                }
                let simple = std::mem::replace(&mut self.simple, true);
                let e = self.expr(v.ty, &[], 3);
                if self.r.chance(35) {
                    heads.push(self.mask(&[], 2));
                }
                self.simple = simple;
                self.ivs.clear();
                let lhs = match v.name.split_once('@') {
                    Some((a, b)) => format!("{a}({}){b}", subs.join(", ")),
                    None => format!("{}({})", v.name, subs.join(", ")),
                };
                out.push(format!("forall ({}) {lhs} = {}", heads.join(", "), self.bounded(v.ty, &e)));
            }
            18 if self.may_reshape => {
                let Some(k) = self.vars.iter().position(|v| v.alloc) else { return };
                let v = self.vars[k].clone();
                let mut shape: Vec<i64> = v.ext.clone();
                shape[0] = self.r.range(1, N);
                let e = self.expr(v.ty, &shape, 2);
                out.push(format!("{} = {}", v.name, self.bounded(v.ty, &e)));
                let v = &mut self.vars[k];
                if v.ext != shape {
                    v.lb = vec![1; shape.len()];
                    v.ext = shape;
                }
            }
            _ => {
                let s = self.some_shape();
                let x = self.expr(I4, &s, 2);
                if let Some(y) = self.designator(I4, &s, true, false) {
                    // The argument is an expression, so it does not alias what is written.
                    out.push(format!("call es(({}), {y})", self.bounded(I4, &x)));
                }
            }
        }
    }
}
