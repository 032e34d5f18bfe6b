//! Random programs of data directives, regions and host constructs, which know what their variables must be. A model keeps
//! for every element whether the host and the device have its value, so that no program depends on whether they share
//! memory: what only one side has is copied by the directive that OpenMP has for it before the other side looks. Every
//! program runs on the host, optimized and not, and on a device. What can be set: `random/mod.rs`.

mod random;

use random::{Rng, Without};
use std::fmt::Write;

/// Elements of every array, numbered from 1.
const SIZE: usize = 12;
/// What values stay below.
const LIMIT: i64 = 10007;
/// Steps of a program.
const STEPS: usize = 24;

/// How a variable comes to devices.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Scalar,
    Array,
    /// Of an allocatable array.
    Allocatable,
    /// An allocatable component of an object, mapped by itself.
    Component,
    /// In `declare target`.
    Resident,
}

/// A variable of the program.
struct Variable {
    name: &'static str,
    kind: Kind,
    values: Vec<i64>,
    /// Elements whose value the host has, and those whose value the device has.
    host: Vec<bool>,
    device: Vec<bool>,
    /// Times that it was entered.
    count: usize,
}

impl Variable {
    fn new(name: &'static str, kind: Kind) -> Variable {
        let n = if kind == Kind::Scalar { 1 } else { SIZE };
        let device = vec![kind == Kind::Resident; n];
        Variable { name, kind, values: vec![0; n], host: vec![true; n], device, count: 0 }
    }

    fn present(&self) -> bool {
        self.count > 0 || self.kind == Kind::Resident
    }

    /// The section as it is written in clauses.
    fn section(&self, (lo, hi): (usize, usize)) -> String {
        if self.kind == Kind::Scalar || (lo, hi) == (0, SIZE - 1) {
            self.name.to_string()
        } else {
            format!("{}({}:{})", self.name, lo + 1, hi + 1)
        }
    }
}

/// The elements of an array that a loop runs over, both included, from 0.
type Range = (usize, usize);

struct Program {
    rng: Rng,
    text: String,
    vars: Vec<Variable>,
    checks: usize,
}

/// What an element becomes: `mod(factor * other(i) + addend * i + c, LIMIT)`.
#[derive(Clone, Copy)]
struct Formula {
    factor: i64,
    addend: i64,
    c: i64,
}

impl Formula {
    fn of(self, other: i64, i: usize) -> i64 {
        (self.factor * other + self.addend * (i as i64 + 1) + self.c) % LIMIT
    }

    fn text(self, other: &str, i: &str) -> String {
        format!("mod({} * {other} + {} * {i} + {}, {LIMIT})", self.factor, self.addend, self.c)
    }
}

impl Program {
    fn line(&mut self, text: &str) {
        let _ = writeln!(self.text, "  {text}");
    }

    fn formula(&mut self) -> Formula {
        Formula { factor: self.rng.range(1, 5), addend: self.rng.range(0, 3), c: self.rng.range(0, 9) }
    }

    fn array(&mut self) -> usize {
        let arrays: Vec<usize> = (0..self.vars.len()).filter(|&v| self.vars[v].kind != Kind::Scalar).collect();
        self.rng.pick(&arrays)
    }

    fn scalar(&mut self) -> usize {
        let scalars: Vec<usize> = (0..self.vars.len()).filter(|&v| self.vars[v].kind == Kind::Scalar).collect();
        self.rng.pick(&scalars)
    }

    fn range(&mut self) -> Range {
        if self.rng.chance(50) {
            return (0, SIZE - 1);
        }
        let lo = self.rng.below(SIZE - 2);
        (lo, lo + 1 + self.rng.below(SIZE - lo - 1))
    }

    /// Brings values of the device to the host where the host has not got them.
    fn to_host(&mut self, v: usize, r: Range) {
        if self.vars[v].host[r.0..=r.1].iter().all(|&b| b) {
            return;
        }
        // Elements whose values only the host has are not overwritten: they are brought to the device first.
        self.to_device(v, r);
        let item = self.vars[v].section(r);
        self.line(&format!("!$omp target update from({item})"));
        self.vars[v].host[r.0..=r.1].fill(true);
    }

    /// Brings values of the host to the device where it has not got them.
    fn to_device(&mut self, v: usize, r: Range) {
        debug_assert!(self.vars[v].present());
        for i in r.0..=r.1 {
            if !self.vars[v].device[i] {
                let item = self.vars[v].section((i, i));
                self.line(&format!("!$omp target update to({item})"));
                self.vars[v].device[i] = true;
            }
        }
    }

    fn check(&mut self, v: usize, r: Range) {
        self.to_host(v, r);
        self.checks += 1;
        let (n, x) = (self.checks, &self.vars[v]);
        let text = if x.kind == Kind::Scalar {
            format!("if ({} /= {}) error stop {n}", x.name, x.values[0])
        } else {
            let list: Vec<String> = x.values[r.0..=r.1].iter().map(i64::to_string).collect();
            format!("if (any({}({}:{}) /= [{}])) error stop {n}", x.name, r.0 + 1, r.1 + 1, list.join(", "))
        };
        self.line(&text);
    }

    /// The host has changed elements.
    fn host_wrote(&mut self, v: usize, r: Range) {
        self.vars[v].host[r.0..=r.1].fill(true);
        self.vars[v].device[r.0..=r.1].fill(false);
    }

    // ---- data directives ------------------------------------------------------------------------
    fn enter(&mut self) {
        let v = self.rng.below(self.vars.len());
        if self.vars[v].kind == Kind::Resident || self.vars[v].count > 2 {
            return;
        }
        let name = self.vars[v].name;
        let kind = if self.rng.chance(25) { "alloc" } else { "to" };
        self.line(&format!("!$omp target enter data map({kind}: {name})"));
        let x = &mut self.vars[v];
        x.count += 1;
        if x.count == 1 {
            x.device.fill(kind == "to");
        }
    }

    fn exit(&mut self) {
        let v = self.rng.below(self.vars.len());
        if self.vars[v].count == 0 {
            return;
        }
        let all = (0, self.vars[v].values.len() - 1);
        let name = self.vars[v].name;
        let whole = |l: &[bool]| l.iter().all(|&b| b);
        let (host, device) = (whole(&self.vars[v].host), whole(&self.vars[v].device));
        let last = self.vars[v].count == 1;
        let kind = match () {
            () if device && self.rng.chance(60) => "from",
            () if host && self.rng.chance(20) => "delete",
            () if host || !last => "release",
            () => {
                self.to_device(v, all);
                "from"
            }
        };
        self.line(&format!("!$omp target exit data map({kind}: {name})"));
        let x = &mut self.vars[v];
        x.count = if kind == "delete" { 0 } else { x.count - 1 };
        if x.count == 0 {
            x.host.fill(true);
            x.device.fill(false);
        }
    }

    fn update(&mut self) {
        let v = self.rng.below(self.vars.len());
        if !self.vars[v].present() {
            return;
        }
        let r = if self.vars[v].kind == Kind::Scalar { (0, 0) } else { self.range() };
        if self.rng.chance(50) {
            self.to_host(v, r);
        } else if self.vars[v].host[r.0..=r.1].iter().all(|&b| b) {
            let item = self.vars[v].section(r);
            self.line(&format!("!$omp target update to({item})"));
            self.vars[v].device[r.0..=r.1].fill(true);
        }
    }

    /// The map clause of a region that reads, or writes, elements of a variable, which are on the device then.
    fn mapped(&mut self, v: usize, r: Range, writes: bool) -> String {
        if self.vars[v].present() {
            self.to_device(v, r);
            return if self.vars[v].kind == Kind::Scalar || self.rng.chance(50) && self.vars[v].kind != Kind::Resident {
                // It is there already: nothing is copied.
                format!(" map({}: {})", if writes { "tofrom" } else { "to" }, self.vars[v].section(r))
            } else {
                String::new()
            };
        }
        let kind = if writes { "tofrom" } else { "to" };
        // Sections of one component and the whole object would overlap.
        let must = matches!(self.vars[v].kind, Kind::Component) || writes && self.vars[v].kind == Kind::Scalar;
        if must || self.rng.chance(60) {
            return format!(" map({kind}: {})", self.vars[v].section(r));
        }
        String::new()
    }

    /// The device has changed elements.
    fn device_wrote(&mut self, v: usize, r: Range) {
        if self.vars[v].present() {
            self.vars[v].device[r.0..=r.1].fill(true);
            self.vars[v].host[r.0..=r.1].fill(false);
        }
    }

    // ---- regions --------------------------------------------------------------------------------
    /// `a(i) = f(b(i))` in a region.
    fn region(&mut self) {
        let (a, b, r, f) = (self.array(), self.array(), self.range(), self.formula());
        // Where an array is not there, the region maps one section of it.
        let mut maps = self.mapped(a, r, true);
        if a != b {
            maps += &self.mapped(b, r, false);
        }
        let (x, y) = (self.vars[a].name, self.vars[b].name);
        let (lo, hi) = (r.0 + 1, r.1 + 1);
        let element = format!("{x}(i) = {}", f.text(&format!("{y}(i)"), "i"));
        match self.rng.below(5) {
            0 => {
                self.line(&format!("!$omp target{maps}"));
                self.line(&format!("do i = {lo}, {hi}"));
                self.line(&format!("  {element}"));
                self.line("end do");
                self.line("!$omp end target");
            }
            1 => {
                // The subscripts are a value that the implied loop makes.
                let right = f.text(&format!("{y}({lo}:{hi})"), &format!("[(i, i = {lo}, {hi})]"));
                self.line(&format!("!$omp target teams workdistribute{maps}"));
                self.line(&format!("{x}({lo}:{hi}) = {right}"));
                self.line("!$omp end target teams workdistribute");
            }
            k => {
                let construct = self.rng.pick(&[
                    "target parallel do",
                    "target teams distribute parallel do",
                    "target teams distribute",
                    "target simd",
                    "target teams loop",
                    "target teams distribute parallel do simd",
                ]);
                let private = if k == 2 { " private(t)" } else { "" };
                self.line(&format!("!$omp {construct}{maps}{private}"));
                self.line(&format!("do i = {lo}, {hi}"));
                if k == 2 {
                    self.line(&format!("  t = {}", f.text(&format!("{y}(i)"), "i")));
                    self.line(&format!("  {x}(i) = t"));
                } else {
                    self.line(&format!("  {element}"));
                }
                self.line("end do");
            }
        }
        for i in r.0..=r.1 {
            self.vars[a].values[i] = f.of(self.vars[b].values[i], i);
        }
        self.device_wrote(a, r);
    }

    /// A reduction of an array in a region, or on the host.
    fn reduction(&mut self, on_device: bool) {
        let (s, a, r) = (self.scalar(), self.array(), self.range());
        let maps = if on_device {
            let to = self.mapped(s, (0, 0), true);
            to + &self.mapped(a, r, false)
        } else {
            self.to_host(s, (0, 0));
            self.to_host(a, r);
            String::new()
        };
        let construct = if on_device {
            self.rng.pick(&["target parallel do", "target teams distribute parallel do", "target teams loop"])
        } else {
            self.rng.pick(&["parallel do", "parallel do simd", "parallel do schedule(dynamic, 2)", "simd"])
        };
        let (op, result): (&str, fn(i64, i64) -> i64) = self.rng.pick(&[
            ("+", (|s, e| s + e) as fn(i64, i64) -> i64),
            ("max", i64::max),
            ("min", i64::min),
            ("ieor", |s, e| s ^ e),
            ("ior", |s, e| s | e),
        ]);
        let (x, y) = (self.vars[s].name, self.vars[a].name);
        let each = if op == "+" { format!("{x} + {y}(i)") } else { format!("{op}({x}, {y}(i))") };
        self.line(&format!("!$omp {construct}{maps} reduction({op}: {x})"));
        self.line(&format!("do i = {}, {}", r.0 + 1, r.1 + 1));
        self.line(&format!("  {x} = {each}"));
        self.line("end do");
        let mut value = self.vars[s].values[0];
        for i in r.0..=r.1 {
            value = result(value, self.vars[a].values[i]);
        }
        self.vars[s].values[0] = value;
        if on_device {
            self.device_wrote(s, (0, 0));
        } else {
            self.host_wrote(s, (0, 0));
        }
        // It stays small.
        self.check(s, (0, 0));
        self.line(&format!("{x} = mod({x}, {LIMIT})"));
        self.vars[s].values[0] %= LIMIT;
        self.host_wrote(s, (0, 0));
    }

    /// A scalar or an array that a region has of its own.
    fn private(&mut self) {
        let (a, r, c) = (self.array(), self.range(), self.rng.range(1, 9));
        let s = self.scalar();
        let maps = self.mapped(a, r, true);
        self.to_host(s, (0, 0));
        let (x, y) = (self.vars[a].name, self.vars[s].name);
        let how = self.rng.pick(&["firstprivate", "implicit"]);
        let clause = if how == "implicit" { String::new() } else { format!(" firstprivate({y})") };
        self.line(&format!("!$omp target{clause}{maps}"));
        self.line(&format!("{y} = {y} + {c}"));
        self.line(&format!("do i = {}, {}", r.0 + 1, r.1 + 1));
        self.line(&format!("  {x}(i) = mod({x}(i) + {y}, {LIMIT})"));
        self.line("end do");
        self.line("!$omp end target");
        let add = self.vars[s].values[0] + c;
        for i in r.0..=r.1 {
            self.vars[a].values[i] = (self.vars[a].values[i] + add) % LIMIT;
        }
        self.device_wrote(a, r);
        self.check(s, (0, 0));
    }

    // ---- the host -------------------------------------------------------------------------------
    fn host_loop(&mut self) {
        let (a, b, r, f) = (self.array(), self.array(), self.range(), self.formula());
        self.to_host(a, r);
        self.to_host(b, r);
        let (x, y) = (self.vars[a].name, self.vars[b].name);
        let clause =
            self.rng.pick(&["", " schedule(static, 1)", " schedule(guided)", " num_threads(3)", " collapse(1)"]);
        self.line(&format!("!$omp parallel do private(t){clause}"));
        self.line(&format!("do i = {}, {}", r.0 + 1, r.1 + 1));
        self.line(&format!("  t = {}", f.text(&format!("{y}(i)"), "i")));
        self.line(&format!("  {x}(i) = t"));
        self.line("end do");
        for i in r.0..=r.1 {
            self.vars[a].values[i] = f.of(self.vars[b].values[i], i);
        }
        self.host_wrote(a, r);
    }

    /// A whole array on the host.
    fn fill(&mut self) {
        let (a, c) = (self.array(), self.rng.range(0, 99));
        let x = self.vars[a].name;
        self.line(&format!("{x} = {c}"));
        self.vars[a].values.fill(c);
        self.host_wrote(a, (0, SIZE - 1));
    }

    fn lastprivate(&mut self) {
        let (s, r, f) = (self.scalar(), self.range(), self.formula());
        let x = self.vars[s].name;
        let construct = self.rng.pick(&["parallel do", "parallel do simd", "parallel do schedule(dynamic)", "simd"]);
        self.line(&format!("!$omp {construct} lastprivate({x})"));
        self.line(&format!("do i = {}, {}", r.0 + 1, r.1 + 1));
        self.line(&format!("  {x} = {}", f.text("i", "i")));
        self.line("end do");
        self.vars[s].values[0] = f.of(r.1 as i64 + 1, r.1);
        self.host_wrote(s, (0, 0));
    }

    fn sections(&mut self) {
        let (s, t, c, d) = (self.scalar(), self.scalar(), self.rng.range(1, 9), self.rng.range(1, 9));
        self.to_host(s, (0, 0));
        self.to_host(t, (0, 0));
        let (x, y) = (self.vars[s].name, self.vars[t].name);
        self.line("!$omp parallel sections");
        for (v, c) in [(x, c), (y, d)] {
            self.line("!$omp section");
            self.line("!$omp atomic");
            self.line(&format!("{v} = {v} + {c}"));
        }
        self.line("!$omp end parallel sections");
        for (v, c) in [(s, c), (t, d)] {
            self.vars[v].values[0] += c;
            self.host_wrote(v, (0, 0));
        }
    }

    fn tasks(&mut self) {
        let (a, r, c) = (self.array(), self.range(), self.rng.range(1, 9));
        self.to_host(a, r);
        let x = self.vars[a].name;
        self.line("!$omp parallel num_threads(2)");
        self.line("!$omp single");
        if self.rng.chance(50) {
            self.line(&format!("do i = {}, {}", r.0 + 1, r.1 + 1));
            self.line("  !$omp task firstprivate(i)");
            self.line(&format!("  {x}(i) = mod({x}(i) + i * {c}, {LIMIT})"));
            self.line("  !$omp end task");
            self.line("end do");
        } else {
            let clause = self.rng.pick(&["", " grainsize(2)", " num_tasks(3)", " nogroup"]);
            self.line(&format!("!$omp taskloop{clause}"));
            self.line(&format!("do i = {}, {}", r.0 + 1, r.1 + 1));
            self.line(&format!("  {x}(i) = mod({x}(i) + i * {c}, {LIMIT})"));
            self.line("end do");
        }
        self.line("!$omp end single");
        self.line("!$omp end parallel");
        for i in r.0..=r.1 {
            self.vars[a].values[i] = (self.vars[a].values[i] + (i as i64 + 1) * c) % LIMIT;
        }
        self.host_wrote(a, r);
    }

    /// Every thread adds to what one of them has given to all.
    fn team(&mut self) {
        let (s, c, n) = (self.scalar(), self.rng.range(1, 9), self.rng.range(1, 4));
        self.to_host(s, (0, 0));
        let x = self.vars[s].name;
        self.line(&format!("!$omp parallel num_threads({n}) private(t) reduction(+: {x})"));
        self.line("!$omp single");
        self.line(&format!("t = {c}"));
        self.line("!$omp end single copyprivate(t)");
        self.line(&format!("{x} = {x} + t"));
        self.line("!$omp end parallel");
        self.vars[s].values[0] = (self.vars[s].values[0] + c * n) % LIMIT;
        self.line(&format!("{x} = mod({x}, {LIMIT})"));
        self.host_wrote(s, (0, 0));
    }
}

/// Tasks.
impl Program {
    /// An array that may have copies: components cannot.
    fn whole_array(&mut self) -> usize {
        let own = |k: Kind| matches!(k, Kind::Array | Kind::Allocatable);
        let arrays: Vec<usize> = (0..self.vars.len()).filter(|&v| own(self.vars[v].kind)).collect();
        self.rng.pick(&arrays)
    }

    /// Host tasks that change scalars in the order of their dependences.
    fn dependent_tasks(&mut self) {
        let n = self.rng.range(1, 3);
        for v in 0..self.vars.len() {
            if self.vars[v].kind == Kind::Scalar {
                self.to_host(v, (0, 0));
            }
        }
        self.line(&format!("!$omp parallel num_threads({n})"));
        self.line("!$omp single");
        for _ in 0..self.rng.range(2, 6) {
            let (s, t, f) = (self.scalar(), self.scalar(), self.formula());
            let (x, y) = (self.vars[s].name, self.vars[t].name);
            let kind = self.rng.pick(&["inout", "out", "mutexinoutset"]);
            let reads = if s == t { String::new() } else { format!(" depend(in: {y})") };
            let more = self.rng.pick(&["", " untied", " priority(3)", " if(t < 0)", " mergeable", " final(t > 0)"]);
            self.line(&format!("!$omp task depend({kind}: {x}){reads}{more}"));
            self.line(&format!("{x} = {}", f.text(y, "2")));
            self.line("!$omp end task");
            self.vars[s].values[0] = f.of(self.vars[t].values[0], 1);
            self.host_wrote(s, (0, 0));
        }
        self.line("!$omp end single");
        self.line("!$omp end parallel");
    }

    /// Regions that nobody waits for until they are all there.
    fn target_tasks(&mut self) {
        let all = (0, SIZE - 1);
        let arrays: Vec<usize> = (0..2).map(|_| self.array()).collect();
        for &v in &arrays {
            if self.vars[v].present() {
                self.to_device(v, all);
            }
        }
        for _ in 0..self.rng.range(2, 4) {
            let (a, b, f) = (self.rng.pick(&arrays), self.rng.pick(&arrays), self.formula());
            let (x, y) = (self.vars[a].name, self.vars[b].name);
            let mut clauses = format!(" map(tofrom: {x}) depend(inout: {x})");
            if a != b {
                clauses += &format!(" map(to: {y}) depend(in: {y})");
            }
            let construct =
                self.rng.pick(&["target teams distribute parallel do", "target parallel do", "target teams loop"]);
            self.line(&format!("!$omp {construct} nowait{clauses}"));
            self.line(&format!("do i = 1, {SIZE}"));
            self.line(&format!("  {x}(i) = {}", f.text(&format!("{y}(i)"), "i")));
            self.line("end do");
            for i in 0..SIZE {
                self.vars[a].values[i] = f.of(self.vars[b].values[i], i);
            }
            self.device_wrote(a, all);
        }
        self.line("!$omp taskwait");
    }

    /// A reduction in which tasks take part.
    fn task_reduction(&mut self) {
        let (s, a, r) = (self.scalar(), self.array(), self.range());
        self.to_host(s, (0, 0));
        self.to_host(a, r);
        let (x, y) = (self.vars[s].name, self.vars[a].name);
        let (op, each, result): (&str, String, fn(i64, i64) -> i64) = match self.rng.below(3) {
            0 => ("+", format!("{x} + {y}(i)"), |s, e| s + e),
            1 => ("max", format!("max({x}, {y}(i))"), i64::max),
            _ => ("ieor", format!("ieor({x}, {y}(i))"), |s, e| s ^ e),
        };
        self.line("!$omp parallel num_threads(2)");
        self.line("!$omp single");
        let (lo, hi) = (r.0 + 1, r.1 + 1);
        if self.rng.chance(50) {
            self.line(&format!("!$omp taskgroup task_reduction({op}: {x})"));
            self.line(&format!("do i = {lo}, {hi}"));
            self.line(&format!("  !$omp task in_reduction({op}: {x}) firstprivate(i)"));
            self.line(&format!("  {x} = {each}"));
            self.line("  !$omp end task");
            self.line("end do");
            self.line("!$omp end taskgroup");
        } else {
            self.line(&format!("!$omp taskloop reduction({op}: {x}) num_tasks(3)"));
            self.line(&format!("do i = {lo}, {hi}"));
            self.line(&format!("  {x} = {each}"));
            self.line("end do");
        }
        self.line("!$omp end single");
        self.line("!$omp end parallel");
        let mut value = self.vars[s].values[0];
        for i in r.0..=r.1 {
            value = result(value, self.vars[a].values[i]);
        }
        self.line(&format!("{x} = mod({x}, {LIMIT})"));
        self.vars[s].values[0] = value % LIMIT;
        self.host_wrote(s, (0, 0));
    }

    /// Copies of a whole array, of threads or of a task.
    fn own_arrays(&mut self) {
        let (s, a, r, c, n) =
            (self.scalar(), self.whole_array(), self.range(), self.rng.range(1, 9), self.rng.range(1, 3));
        self.to_host(s, (0, 0));
        self.to_host(a, (0, SIZE - 1));
        let (x, y) = (self.vars[s].name, self.vars[a].name);
        let part = format!("{y}({}:{})", r.0 + 1, r.1 + 1);
        let sum: i64 = self.vars[a].values[r.0..=r.1].iter().map(|v| v + c).sum();
        if self.rng.chance(50) {
            self.line(&format!("!$omp parallel num_threads({n}) firstprivate({y}) reduction(+: {x})"));
            self.line(&format!("{part} = {part} + {c}"));
            self.line(&format!("{x} = {x} + sum({part})"));
            self.line("!$omp end parallel");
            self.vars[s].values[0] += sum * n;
        } else {
            self.line(&format!("!$omp task firstprivate({y}) shared({x})"));
            self.line(&format!("{part} = {part} + {c}"));
            self.line(&format!("{x} = {x} + sum({part})"));
            self.line("!$omp end task");
            self.line("!$omp taskwait");
            self.vars[s].values[0] += sum;
        }
        self.line(&format!("{x} = mod({x}, {LIMIT})"));
        self.vars[s].values[0] %= LIMIT;
        self.host_wrote(s, (0, 0));
        self.check(a, r);
    }
}

fn program(seed: u64, without: &Without) -> String {
    let vars = vec![
        Variable::new("p", Kind::Scalar),
        Variable::new("q", Kind::Scalar),
        Variable::new("a", Kind::Array),
        Variable::new("b", Kind::Array),
        Variable::new("c", Kind::Allocatable),
        Variable::new("o%u", Kind::Component),
        Variable::new("o%w", Kind::Component),
        Variable::new("g", Kind::Resident),
    ];
    let mut p = Program { rng: Rng::of_step(seed, STEPS), text: String::new(), vars, checks: 0 };
    for step in 0..p.rng.range(6, STEPS as i64) as usize {
        if without.has(step) {
            continue;
        }
        p.rng = Rng::of_step(seed, step);
        match p.rng.below(20) {
            0 | 1 => p.enter(),
            2 => p.exit(),
            3 => p.update(),
            4..=6 => p.region(),
            7 => p.reduction(true),
            8 => p.private(),
            9 => p.host_loop(),
            10 => p.reduction(false),
            11 => p.fill(),
            12 => p.lastprivate(),
            13 => p.sections(),
            14 => p.tasks(),
            15 => p.dependent_tasks(),
            16 => p.target_tasks(),
            17 => p.task_reduction(),
            18 => p.own_arrays(),
            _ => p.team(),
        }
        if p.rng.chance(25) {
            let v = p.rng.below(p.vars.len());
            let r = if p.vars[v].kind == Kind::Scalar { (0, 0) } else { p.range() };
            p.check(v, r);
        }
    }
    for v in 0..p.vars.len() {
        let all = (0, p.vars[v].values.len() - 1);
        p.check(v, all);
    }
    format!(
        "module m#
  implicit none
  type t1
    integer, allocatable :: u(:)
    integer :: k
    integer, allocatable :: w(:)
  end type
  integer :: g({SIZE}) = 0
  !$omp declare target (g)
end module
subroutine case#
  use m#
  implicit none
  integer :: p, q, a({SIZE}), b({SIZE}), i, t
  integer, allocatable :: c(:)
  type(t1) :: o
  allocate (c({SIZE}), o%u({SIZE}), o%w({SIZE}))
  p = 0; q = 0; a = 0; b = 0; c = 0; o%u = 0; o%w = 0; o%k = 0; t = 0
{}end subroutine
",
        p.text
    )
}

#[test]
fn random_openmp() {
    random::compare(&random::Suite {
        prelude: "",
        case: program,
        reference: None,
        ways: &[&["--device", "host"], &["--device", "vulkan"], &["--device", "shadow"]],
        levels: &[&[], &["-O0"], &["-O1"], &["-O3"]],
    });
}
