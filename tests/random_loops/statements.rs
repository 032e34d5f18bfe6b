//! Statements: what they assign stays within the bounds of its type.

use super::expressions::*;

/// Where a name comes from: two designators of one root may be the same storage.
pub fn root(name: &str) -> String {
    let r: String = name.chars().take_while(|c| c.is_ascii_alphanumeric()).collect();
    match r.as_str() {
        // Equivalenced, and associated with each other.
        "e2" => "e1".into(),
        r if r.starts_with("ptr") => format!("tgt{}", &r[3..]),
        r => r.into(),
    }
}

impl Gen {
    fn assigned(&mut self, ty: T, depth: usize) -> String {
        match ty {
            L => self.logical(depth),
            S => self.string(depth),
            R4 | R8 => {
                let e = self.real(ty, depth);
                self.fit(e, ty)
            }
            _ => {
                let k = if ty == I8 { I8 } else { I4 };
                let e = self.int(k, depth);
                self.fit(e, ty)
            }
        }
    }

    /// A section or element of something, what gives it a value, and the name.
    fn assignment(&mut self, depth: usize) -> Option<String> {
        let v = self.var(|_| true)?;
        if v.extent == Extent::Dynamic {
            return Some(self.resize(&v));
        }
        if !v.ext.is_empty() && self.r.chance(35) {
            let (s, shape) = if self.r.chance(40) { (v.whole(), v.ext.clone()) } else { self.section(&v, None) };
            self.shape = Some(shape);
            let e = self.assigned(v.ty, depth.min(3));
            self.shape = None;
            return Some(format!("{s} = {e}"));
        }
        let s = self.element(&v, 1);
        let s = if v.ty == S && self.r.chance(30) {
            let a = self.r.range(1, 5);
            format!("{s}({a}:{})", self.r.range(a, 6))
        } else {
            s
        };
        // Conversions by assignment.
        if v.ty.integer() && self.r.chance(10) {
            let e = self.real(R8, depth);
            return Some(format!("{s} = mod({}, 97.0_8)", e.0));
        }
        let e = self.assigned(v.ty, depth);
        // A sum in a loop.
        if v.ty.integer() && self.r.chance(25) {
            let wide = if v.ty == I8 { "_8" } else { "" };
            let mine = if v.ty == I8 { s.clone() } else { format!("int({s})") };
            let c = v.ty.bound().min(997);
            return Some(format!("{s} = mod({mine} + {}, {c}{wide})", as_sum(&e)));
        }
        Some(format!("{s} = {e}"))
    }

    /// New elements for an allocatable vector, at most 12.
    fn resize(&mut self, v: &Var) -> String {
        let n = v.whole();
        let e = self.assigned(v.ty, 2);
        match self.r.below(6) {
            0 => format!("{n} = [{} :: {n}(lbound({n},1):lbound({n},1)+min(size({n}), 6)-1), {e}]", v.ty.spec()),
            1 => {
                let q = self.r.range(1, 6);
                format!("{n} = [{} :: ({e}, q = 1, {q})]", v.ty.spec())
            }
            2 => format!("{n} = {n}(ubound({n},1):lbound({n},1):-1)"),
            3 => match self.var(|w| w.ty == v.ty && w.ext.len() == 1 && w.extent == Extent::Fixed) {
                Some(w) => {
                    let (s, _) = self.section(&w, None);
                    format!("{n} = {s}")
                }
                None => format!("{n} = [{e}]"),
            },
            4 => format!("{n} = pack({n}, [(mod(q, 2) == 1, q = 1, size({n}))])"),
            _ => format!("{n}(lbound({n},1)) = {e}"),
        }
    }

    pub fn block(&mut self, out: &mut Vec<String>, many: usize) {
        let before = out.len();
        for _ in 0..1 + self.r.below(many) {
            self.statement(out);
        }
        if out.len() == before {
            out.push("n1 = mod(n1 + 1, 1000)".into());
        }
    }

    fn nested(&mut self, out: &mut Vec<String>, many: usize) {
        self.depth += 1;
        let mut inner = vec![];
        self.block(&mut inner, many);
        self.depth -= 1;
        out.extend(inner.into_iter().map(|l| format!("  {l}")));
    }

    pub fn statement(&mut self, out: &mut Vec<String>) {
        let deep = self.depth >= 3;
        match self.r.below(if deep { 12 } else { 34 }) {
            0..=8 => {
                let d = 1 + self.r.below(3);
                out.extend(self.assignment(d));
            }
            9 => self.masked(out),
            10 => self.procedure(out),
            11 => {
                if let Some(l) = self.leave() {
                    out.push(l);
                }
            }
            12..=19 => self.do_loop(out),
            20..=22 => {
                let c = self.logical(2);
                out.push(format!("if ({c}) then"));
                self.nested(out, 3);
                if self.r.chance(40) {
                    let c = self.logical(2);
                    out.push(format!("else if ({c}) then"));
                    self.nested(out, 2);
                }
                if self.r.chance(50) {
                    out.push("else".into());
                    self.nested(out, 2);
                }
                out.push("end if".into());
            }
            23 => self.select(out),
            24 => self.concurrent(out),
            25 => self.forall(out),
            26 => self.do_while(out),
            27 => self.scoped(out),
            28 | 29 => self.transformed(out),
            30 => self.objects(out),
            31 => self.pointed(out),
            32 => self.internal_file(out),
            _ => self.procedure(out),
        }
    }

    fn leave(&mut self) -> Option<String> {
        let name = self.loops.last()?.clone();
        let name = if self.r.chance(60) { name } else { self.loops[self.r.below(self.loops.len())].clone() };
        let c = self.logical(2);
        Some(format!("if ({c}) {} {name}", self.r.pick(&["exit", "cycle"])))
    }

    fn do_loop(&mut self, out: &mut Vec<String>) {
        let iv = format!("k{}", self.ivs.len() + 1);
        if self.ivs.len() >= 4 {
            return;
        }
        let (lo, hi) = self.r.pick(&[(1, 9), (1, 9), (2, 8), (1, 6), (0, 5), (2, 9), (1, 8), (3, 6), (-2, 3), (1, 40)]);
        self.fresh += 1;
        let name = format!("l{}", self.fresh);
        let (mut a, mut b) = (lo.to_string(), hi.to_string());
        if hi == 9 && self.r.chance(60) {
            b = "n".into();
        }
        if hi == 6 && self.r.chance(60) {
            b = "m".into();
        }
        // Triangular nests.
        let inside: Vec<(String, i64, i64)> = self.ivs.iter().filter(|v| v.1 >= lo && v.2 <= hi).cloned().collect();
        if let Some(v) = inside.last()
            && self.r.chance(25)
        {
            if self.r.chance(50) {
                a = v.0.clone();
            } else {
                b = v.0.clone();
            }
        }
        let head = match self.r.below(6) {
            0 => format!("do {iv} = {b}, {a}, -1"),
            1 => format!("do {iv} = {a}, {b}, {}", self.r.range(2, 3)),
            _ => format!("do {iv} = {a}, {b}"),
        };
        let named = self.r.chance(60);
        out.push(if named { format!("{name}: {head}") } else { head });
        self.ivs.push((iv, lo, hi));
        if named {
            self.loops.push(name.clone());
        }
        self.nested(out, 4);
        if named {
            self.loops.pop();
        }
        self.ivs.pop();
        out.push(if named { format!("end do {name}") } else { "end do".into() });
    }

    fn do_while(&mut self, out: &mut Vec<String>) {
        self.fresh += 1;
        let w = format!("w{}", self.depth);
        let c = self.logical(1);
        out.push(format!("{w} = 0"));
        out.push(format!("do while ({w} < {} .and. ({c} .or. {w} < 3))", self.r.range(2, 7)));
        out.push(format!("  {w} = {w} + 1"));
        self.nested(out, 3);
        out.push("end do".into());
    }

    fn select(&mut self, out: &mut Vec<String>) {
        if self.r.chance(30) {
            let s = self.string(1);
            out.push(format!("select case ({s})"));
            out.push("case ('a':'m')".into());
            self.nested(out, 2);
            out.push("case ('n', 'x', 'zz':)".into());
        } else {
            let e = self.int(I4, 2);
            out.push(format!("select case (modulo({}, 12))", e.0));
            out.push("case (0, 3:5)".into());
            self.nested(out, 2);
            out.push("case (7, 9)".into());
            self.nested(out, 2);
            out.push("case (10:)".into());
        }
        self.nested(out, 2);
        if self.r.chance(70) {
            out.push("case default".into());
            self.nested(out, 2);
        }
        out.push("end select".into());
    }

    fn mask(&mut self, shape: &[i64]) -> Option<String> {
        let fits = |v: &Var| {
            v.extent == Extent::Fixed && v.ext.len() == shape.len() && v.ext.iter().zip(shape).all(|(e, s)| e >= s)
        };
        let v = self.var(|v| v.ty.integer() && fits(v))?;
        let (s, _) = self.section(&v, Some(shape));
        let was = self.shape.replace(shape.to_vec());
        let c = self.int(I4, 1).0;
        self.shape = was;
        Some(format!("{s} {} {c}", self.r.pick(&["<", ">", "/="])))
    }

    fn masked(&mut self, out: &mut Vec<String>) {
        let Some(v) = self.var(|v| v.extent == Extent::Fixed && !v.ext.is_empty() && v.ty != S) else { return };
        let (s, shape) = if self.r.chance(40) { (v.whole(), v.ext.clone()) } else { self.section(&v, None) };
        let Some(c) = self.mask(&shape) else { return };
        let line = |g: &mut Gen| {
            g.shape = Some(shape.clone());
            let e = g.assigned(v.ty, 2);
            g.shape = None;
            e
        };
        let e = line(self);
        if self.r.chance(40) {
            out.push(format!("where ({c}) {s} = {e}"));
            return;
        }
        out.push(format!("where ({c})"));
        out.push(format!("  {s} = {e}"));
        if self.r.chance(40) {
            let Some(c) = self.mask(&shape) else { return out.push("end where".into()) };
            let e = line(self);
            out.push(format!("elsewhere ({c})"));
            out.push(format!("  {s} = {e}"));
        }
        if self.r.chance(60) {
            let e = line(self);
            out.push("elsewhere".into());
            out.push(format!("  {s} = {e}"));
        }
        out.push("end where".into());
    }

    /// Assignments to different elements of one array, whose storage nothing else there refers to.
    fn concurrent(&mut self, out: &mut Vec<String>) {
        let Some(v) = self.var(|v| v.extent == Extent::Fixed && v.ext.len() == 1 && !v.name.starts_with('e')) else {
            return;
        };
        let all = self.vars.clone();
        self.vars.retain(|w| root(&w.name) != root(&v.name));
        let (pure, loops) = (self.pure, std::mem::take(&mut self.loops));
        self.pure = true;
        let (a, b) = (v.lb[0], v.lb[0] + v.ext[0] - 1);
        self.ivs.push(("kc".into(), a, b));
        let c = if self.r.chance(30) { format!(", {}", self.logical(1)) } else { String::new() };
        out.push(format!("do concurrent (kc = {a}:{b}{c})"));
        let e = self.assigned(v.ty, 3);
        out.push(format!("  {} = {e}", v.with("kc")));
        out.push("end do".into());
        self.ivs.pop();
        (self.pure, self.loops, self.vars) = (pure, loops, all);
    }

    fn forall(&mut self, out: &mut Vec<String>) {
        let Some(v) = self.var(|v| v.extent == Extent::Fixed && !v.ext.is_empty()) else { return };
        let (pure, outer) = (self.pure, self.ivs.len());
        self.pure = true;
        let (mut heads, mut subs) = (vec![], vec![]);
        for (d, (lb, ext)) in v.lb.iter().zip(&v.ext).enumerate() {
            let n = ["ka", "kb"][d];
            heads.push(format!("{n} = {lb}:{}", lb + ext - 1));
            subs.push(n.to_string());
            self.ivs.push((n.into(), *lb, lb + ext - 1));
        }
        let c = if self.r.chance(40) { format!(", {}", self.logical(1)) } else { String::new() };
        let e = self.assigned(v.ty, 2);
        out.push(format!("forall ({}{c}) {} = {e}", heads.join(", "), v.with(&subs.join(","))));
        self.ivs.truncate(outer);
        self.pure = pure;
    }

    fn scoped(&mut self, out: &mut Vec<String>) {
        if self.depth > 1 {
            return;
        }
        self.fresh += 1;
        let n = self.fresh;
        if self.r.chance(50) {
            let Some(v) = self.var(|v| v.extent == Extent::Fixed && !v.ext.is_empty() && !v.name.starts_with('e'))
            else {
                return;
            };
            let (s, shape) = self.section(&v, None);
            let e = self.assigned(I4, 2);
            out.push(format!("associate (s{n} => {s}, c{n} => {e})"));
            let all = self.vars.clone();
            self.vars.retain(|w| root(&w.name) != root(&v.name));
            self.vars.push(Var {
                name: format!("s{n}"),
                ty: v.ty,
                lb: vec![1; shape.len()],
                ext: shape,
                extent: Extent::Fixed,
            });
            self.nested(out, 4);
            self.vars = all;
            out.push(format!("  n1 = mod(n1 + c{n}, 1000)"));
            out.push("end associate".into());
        } else {
            out.push("block".into());
            out.push(format!("  integer :: b{n}({}) ", "n"));
            out.push(format!("  b{n} = {}", self.r.range(-5, 50)));
            self.vars.push(Var { name: format!("b{n}"), ty: I4, lb: vec![1], ext: vec![9], extent: Extent::Fixed });
            self.nested(out, 4);
            self.vars.pop();
            out.push(format!("  n2 = mod(n2 + b{n}(3), 1000)"));
            out.push("end block".into());
        }
    }

    fn transformed(&mut self, out: &mut Vec<String>) {
        let Some(v) = self.var(|v| v.extent == Extent::Fixed && !v.ext.is_empty() && v.ty != L) else { return };
        let (s, shape) = self.section(&v, None);
        let fits = |w: &Var| {
            w.extent == Extent::Fixed
                && w.ty == v.ty
                && w.ext.len() == shape.len()
                && w.ext.iter().zip(&shape).all(|(e, s)| e >= s)
        };
        let Some(w) = self.var(fits) else { return };
        let (x, _) = self.section(&w, Some(&shape));
        let shift = self.int(I4, 1).0;
        let dim = self.r.range(1, shape.len() as i64);
        let e = match self.r.below(7) {
            0 | 1 => format!("cshift({x}, mod({shift}, 50), {dim})"),
            2 => format!("eoshift({x}, mod({shift}, 6), dim={dim})"),
            3 if shape.len() == 2 => {
                let back = vec![shape[1], shape[0]];
                let fits = |w: &Var| {
                    w.extent == Extent::Fixed
                        && w.ty == v.ty
                        && w.ext.len() == 2
                        && w.ext.iter().zip(&back).all(|(e, s)| e >= s)
                };
                let Some(w) = self.var(fits) else { return };
                format!("transpose({})", self.section(&w, Some(&back)).0)
            }
            3 | 4 => {
                let n: i64 = shape.iter().product();
                let l: Vec<String> = shape.iter().map(i64::to_string).collect();
                format!("reshape([{} :: ({}, q = 1, {n})], [{}])", v.ty.spec(), self.assigned(v.ty, 1), l.join(","))
            }
            5 if shape.len() == 2 => {
                let fits =
                    |w: &Var| w.extent == Extent::Fixed && w.ty == v.ty && w.ext.len() == 1 && w.ext[0] >= shape[0];
                let Some(w) = self.var(fits) else { return };
                format!("spread({}, 2, {})", self.section(&w, Some(&shape[..1])).0, shape[1])
            }
            _ => {
                let Some(c) = self.mask(&shape) else { return };
                format!("merge({x}, {s}, {c})")
            }
        };
        out.push(format!("{s} = {e}"));
    }

    fn procedure(&mut self, out: &mut Vec<String>) {
        match self.r.below(7) {
            0 | 1 => {
                let Some(v) = self.var(|v| v.ty == I4 && v.ext.len() == 1) else { return };
                let (s, _) = self.array_of(&v);
                let e = self.int(I4, 2);
                let e = self.fit(e, I4);
                let more = self.r.pick(&["", ", by=3", ", 5", ", last=n3", ", 2, n3"]);
                let more = if root(&v.name) == "n3" { "" } else { more };
                out.push(format!("call scale({s}, {e}{more})"));
            }
            2 => {
                let Some(v) = self.var(|v| v.ty == I4 && v.ext.len() == 2) else { return };
                let s = v.whole();
                out.push(format!("call flat({s}, size({s}), {})", self.r.range(-5, 9)));
            }
            3 => {
                let Some(v) = self.var(|v| v.ty == S && v.ext.is_empty()) else { return };
                let e = self.string(2);
                out.push(format!("call say({}, {e})", v.name));
            }
            4 => {
                let Some(v) = self.var(|v| v.ty == I4 && v.extent == Extent::Dynamic) else { return };
                let e = self.int(I4, 1).0;
                out.push(format!("{} = ramp(1+modulo({e}, 7))", v.whole()));
            }
            5 => {
                let Some(v) = self.var(|v| v.ty == I4 && v.extent == Extent::Fixed && v.ext.len() == 1) else { return };
                let (s, shape) = self.section(&v, None);
                let e = self.int(I4, 1).0;
                out.push(format!("{s} = twice({s}, {}) + mod({e}, 7)", shape[0]));
            }
            _ => {
                let e = self.int(I4, 1).0;
                out.push(format!("n2 = fib(modulo({e}, 12))"));
            }
        }
    }

    fn objects(&mut self, out: &mut Vec<String>) {
        let e = self.int(I4, 2);
        let e = self.fit(e, I4);
        let s = self.string(1);
        let (a, b) = self.r.pick(&[
            ("o1", "o2"),
            ("o2", "o1"),
            ("o1", "os(2)"),
            ("os(1)", "o2"),
            ("o2", "os(3)"),
            ("os(3)", "os(1)"),
        ]);
        out.push(match self.r.below(9) {
            0 | 1 => format!("{a} = {b}"),
            2 => format!("{a} = node({e}, [1, {e}, 3], [integer :: 4, 5], null())"),
            3 => "os = [o1, o2, os(1)]".into(),
            4 => "os = os(3:1:-1)".into(),
            5 => format!("{a}%d = [{b}%d(:min(2, size({b}%d))), {e}]"),
            6 => format!("{a} = made({e})"),
            7 => format!("if (.not. allocated({a}%next)) allocate({a}%next, source=leaf({e}, {s}))"),
            _ => format!("if (allocated({a}%next)) {a}%next%t = {a}%next%t(:min(8, len({a}%next%t)))//{s}"),
        });
    }

    fn pointed(&mut self, out: &mut Vec<String>) {
        if self.ivs.iter().any(|v| v.0 == "kc") {
            return;
        }
        let a = self.r.range(1, 12);
        out.push(match self.r.below(4) {
            0 => "ptr(1:9) => tgt(1:17:2)".into(),
            1 => format!("ptr(1:) => tgt({a}:{})", a + 8),
            2 => format!("ptr(1:9) => tgt({}:{a}:-1)", a + 8),
            _ => format!("ptr(2:5) = tgt({a}:{}) + ptr(1:4) - ptr(1)", a + 3),
        });
        // Sums of sums stay small.
        out.push("ptr = mod(ptr, 1000)".into());
    }

    fn internal_file(&mut self, out: &mut Vec<String>) {
        let e = self.int(I4, 2);
        let e = self.fit(e, I4);
        let Some(v) = self.var(|v| v.ty == S) else { return };
        let s = self.element(&v, 1);
        match self.r.below(3) {
            0 => out.push(format!("write({s}, '(i6)') {e}")),
            1 => out.push(format!("write({s}, '(a,z4.3)') 'h', abs({e})")),
            _ => {
                out.push(format!("write(line, '(i0,1x,3(i5,:,\",\"))') {e}, n1, n2, n3"));
                out.push("read(line, *) n1".into());
            }
        }
    }
}

/// A value as the right operand of a sum.
fn as_sum(e: &str) -> String {
    if e.starts_with('-') { format!("({e})") } else { e.into() }
}
