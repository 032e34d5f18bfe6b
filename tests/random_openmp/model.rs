//! The model: for every element of every variable its value, and whether the host and the device have it. What only one
//! side has is copied by the directive that OpenMP has for it before the other side looks.

use crate::random::Rng;
use std::fmt::Write;

/// Elements of every array, numbered from 1.
pub const SIZE: usize = 12;
/// What values stay below.
pub const LIMIT: i64 = 10007;

/// How a variable comes to devices.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Scalar,
    Array,
    /// Of an allocatable array.
    Allocatable,
    /// What a pointer points to.
    Pointer,
    /// An allocatable component of an object, mapped by itself.
    Component,
    /// In `declare target`.
    Resident,
}

/// A variable of the program.
pub struct Variable {
    pub name: &'static str,
    pub kind: Kind,
    /// Default integers are read as they are, others as such.
    pub default: bool,
    pub values: Vec<i64>,
    /// Elements whose value the host has, and those whose value the device has.
    pub host: Vec<bool>,
    pub device: Vec<bool>,
    /// Times that it was entered, and how many of them are regions around what follows.
    pub count: usize,
    pub floor: usize,
    /// Elements that are there while it is.
    pub there: Range,
}

/// The elements of an array that a loop runs over, both included, from 0.
pub type Range = (usize, usize);

impl Variable {
    pub fn new(name: &'static str, kind: Kind, default: bool) -> Variable {
        let n = if kind == Kind::Scalar { 1 } else { SIZE };
        let device = vec![kind == Kind::Resident; n];
        let (values, host, there) = (vec![0; n], vec![true; n], (0, n - 1));
        Variable { name, kind, default, values, host, device, count: 0, floor: 0, there }
    }

    pub fn present(&self) -> bool {
        self.count > 0 || self.kind == Kind::Resident
    }

    pub fn all(&self) -> Range {
        (0, self.values.len() - 1)
    }

    /// Only a section of it is there.
    pub fn partial(&self) -> bool {
        self.count > 0 && self.there != self.all()
    }

    /// The section as it is written in clauses.
    pub fn section(&self, (lo, hi): Range) -> String {
        if self.kind == Kind::Scalar || (lo, hi) == self.all() {
            self.name.to_string()
        } else {
            format!("{}({}:{})", self.name, lo + 1, hi + 1)
        }
    }

    /// The value of an element, or of a section, as a default integer.
    pub fn value(&self, subscript: &str) -> String {
        if self.default { format!("{}({subscript})", self.name) } else { format!("int({}({subscript}))", self.name) }
    }
}

pub struct Program {
    pub rng: Rng,
    pub text: String,
    pub vars: Vec<Variable>,
    pub checks: usize,
}

/// What an element becomes: `mod(factor * other(i) + addend * i + c, LIMIT)`.
#[derive(Clone, Copy)]
pub struct Formula {
    factor: i64,
    addend: i64,
    c: i64,
    /// The product is that of a procedure.
    call: bool,
}

impl Formula {
    pub fn of(self, other: i64, i: usize) -> i64 {
        (self.factor * other + self.addend * (i as i64 + 1) + self.c) % LIMIT
    }

    pub fn text(self, other: &str, i: &str) -> String {
        let Formula { factor, addend, c, call } = self;
        let product = if call { format!("fun({factor}, {other})") } else { format!("{factor} * {other}") };
        format!("mod({product} + {addend} * {i} + {c}, {LIMIT})")
    }
}

impl Program {
    pub fn line(&mut self, text: &str) {
        let _ = writeln!(self.text, "  {text}");
    }

    /// Several lines.
    pub fn lines(&mut self, text: &str) {
        text.lines().for_each(|l| self.line(l.trim_start()));
    }

    pub fn formula(&mut self) -> Formula {
        let (factor, addend, c) = (self.rng.range(1, 5), self.rng.range(0, 3), self.rng.range(0, 9));
        Formula { factor, addend, c, call: self.rng.chance(15) }
    }

    fn one_of(&mut self, which: impl Fn(&Variable) -> bool) -> usize {
        let list: Vec<usize> = (0..self.vars.len()).filter(|&v| which(&self.vars[v])).collect();
        self.rng.pick(&list)
    }

    pub fn array(&mut self) -> usize {
        self.one_of(|v| v.kind != Kind::Scalar)
    }

    /// An array of default integers that may have copies: components cannot.
    pub fn plain_array(&mut self) -> usize {
        self.one_of(|v| v.default && matches!(v.kind, Kind::Array | Kind::Allocatable))
    }

    pub fn scalar(&mut self) -> usize {
        self.one_of(|v| v.kind == Kind::Scalar)
    }

    pub fn range(&mut self) -> Range {
        self.range_in((0, SIZE - 1))
    }

    /// Some of these elements, or all.
    pub fn range_in(&mut self, (lo, hi): Range) -> Range {
        if lo == hi || self.rng.chance(50) {
            return (lo, hi);
        }
        let a = lo + self.rng.below(hi - lo);
        (a, a + 1 + self.rng.below(hi - a))
    }

    /// Some elements that a region may use of two arrays; where none can be, the first one is both.
    pub fn common(&mut self, a: usize, b: usize) -> (usize, Range) {
        let there = |v: &Variable| if v.present() { v.there } else { v.all() };
        let (x, y) = (there(&self.vars[a]), there(&self.vars[b]));
        let both = (x.0.max(y.0), x.1.min(y.1));
        if both.0 <= both.1 { (b, self.range_in(both)) } else { (a, self.range_in(x)) }
    }

    /// Elements of a range that are there.
    fn clamped(&self, v: usize, r: Range) -> Range {
        (r.0.max(self.vars[v].there.0), r.1.min(self.vars[v].there.1))
    }

    /// Brings values of the device to the host where the host has not got them.
    pub fn to_host(&mut self, v: usize, r: Range) {
        if self.vars[v].host[r.0..=r.1].iter().all(|&b| b) {
            return;
        }
        let r = self.clamped(v, r);
        // Elements whose values only the host has are not overwritten: they are brought to the device first.
        self.to_device(v, r);
        let item = self.vars[v].section(r);
        self.line(&format!("!$omp target update from({item})"));
        self.vars[v].host[r.0..=r.1].fill(true);
    }

    /// Brings values of the host to the device where it has not got them.
    pub fn to_device(&mut self, v: usize, r: Range) {
        debug_assert!(self.vars[v].present());
        for i in r.0..=r.1 {
            if !self.vars[v].device[i] {
                let item = self.vars[v].section((i, i));
                self.line(&format!("!$omp target update to({item})"));
                self.vars[v].device[i] = true;
            }
        }
    }

    pub fn check(&mut self, v: usize, r: Range) {
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
    pub fn host_wrote(&mut self, v: usize, r: Range) {
        self.vars[v].host[r.0..=r.1].fill(true);
        self.vars[v].device[r.0..=r.1].fill(false);
        if self.vars[v].kind != Kind::Resident && self.vars[v].count == 0 {
            self.vars[v].device.fill(false);
        }
    }

    /// The device has changed elements.
    pub fn device_wrote(&mut self, v: usize, r: Range) {
        if self.vars[v].present() {
            self.vars[v].device[r.0..=r.1].fill(true);
            self.vars[v].host[r.0..=r.1].fill(false);
        }
    }

    /// A scalar has become this on the host, and is made small.
    pub fn scalar_became(&mut self, s: usize, value: i64) {
        let x = self.vars[s].name;
        self.line(&format!("{x} = mod({x}, {LIMIT})"));
        self.vars[s].values[0] = value % LIMIT;
        self.host_wrote(s, (0, 0));
    }
}
