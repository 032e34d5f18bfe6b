//! Module to text.

use super::{write_name, write_quoted};
use crate::entity::{Op, Region, Value};
use crate::module::{Attr, InlinedCall, Loc, Module};
use crate::types::TypeTable;
use rustc_hash::FxHashMap;
use std::fmt::Write;

/// The text of a whole module.
pub fn print_module(m: &Module) -> String {
    let mut p = Printer { m, out: String::new(), numbers: FxHashMap::default(), next: 0, loc: Loc::default() };
    p.out.push_str("module");
    let files = (!m.files.is_empty()).then(|| Attr::List(m.files.iter().map(|f| Attr::str(f)).collect()));
    let after = m.after.as_deref().map(Attr::str);
    let calls = (!m.calls.is_empty()).then(|| Attr::List(m.calls.iter().map(call_attr).collect()));
    let said: Vec<(&str, Attr)> =
        [("after", after), ("calls", calls), ("files", files)].into_iter().filter_map(|(k, v)| Some((k, v?))).collect();
    for (i, (key, value)) in said.iter().enumerate() {
        let _ = write!(p.out, "{}{key} = ", if i == 0 { " [" } else { ", " });
        write_attr(&m.types, value, &mut p.out);
    }
    if !said.is_empty() {
        p.out.push(']');
    }
    p.out.push('\n');
    for &op in &m.regions[m.top].ops {
        p.numbers.clear();
        p.next = 0;
        p.loc = Loc::default();
        p.number_op(op);
        p.op(op, 0);
    }
    p.out
}

/// A call that a body stands in place of: link name, name, place of the procedure, place of the call.
fn call_attr(c: &InlinedCall) -> Attr {
    let place = |l: Loc| Attr::ints(&[l.file.into(), l.line.into(), l.col.into(), l.call.into()]);
    Attr::List(vec![Attr::Sym(c.callee.clone()), Attr::str(&c.name), place(c.procedure), place(c.at)])
}

/// The text of one op with its regions; values are numbered as if it stood at the top, values from
/// outside print as `%outN` with their position in the arena.
pub fn print_op(m: &Module, op: Op) -> String {
    let mut p = Printer { m, out: String::new(), numbers: FxHashMap::default(), next: 0, loc: Loc::default() };
    p.number_op(op);
    p.op(op, 0);
    p.out
}

/// The numbers that the values of a top-level op have in the text.
pub fn value_names(m: &Module, op: Op) -> FxHashMap<Value, u32> {
    let mut p = Printer { m, out: String::new(), numbers: FxHashMap::default(), next: 0, loc: Loc::default() };
    p.number_op(op);
    p.numbers
}

/// The text of an attribute's value.
pub fn attr_text(types: &TypeTable, a: &Attr) -> String {
    let mut s = String::new();
    write_attr(types, a, &mut s);
    s
}

fn write_attr(types: &TypeTable, a: &Attr, out: &mut String) {
    const OK: &str = "writing to a String cannot fail";
    match a {
        Attr::Unit => out.push_str("true"),
        Attr::Int(i) => write!(out, "{i}").expect(OK),
        Attr::Float(f) if f.is_finite() => write!(out, "{f:?}").expect(OK),
        Attr::Float(f) => write!(out, "0xf{:016x}", f.to_bits()).expect(OK),
        Attr::Str(s) => write_quoted(s, out),
        Attr::Sym(s) => {
            out.push('@');
            write_name(s, out);
        }
        Attr::Type(t) => {
            out.push_str("type ");
            types.write(*t, out);
        }
        Attr::Bytes(b) => {
            out.push_str("hex\"");
            for x in b {
                write!(out, "{x:02x}").expect(OK);
            }
            out.push('"');
        }
        Attr::List(v) => {
            out.push('[');
            for (i, x) in v.iter().enumerate() {
                if i > 0 {
                    out.push_str(", ");
                }
                write_attr(types, x, out);
            }
            out.push(']');
        }
    }
}

struct Printer<'m> {
    m: &'m Module,
    out: String,
    numbers: FxHashMap<Value, u32>,
    next: u32,
    loc: Loc,
}

impl Printer<'_> {
    fn number(&mut self, v: Value) {
        self.numbers.insert(v, self.next);
        self.next += 1;
    }
    fn number_op(&mut self, op: Op) {
        let m = self.m;
        for &v in &m.ops[op].results {
            self.number(v);
        }
        for &r in &m.ops[op].regions {
            for &v in &m.regions[r].args {
                self.number(v);
            }
            for &o in &m.regions[r].ops {
                self.number_op(o);
            }
        }
    }
    fn value(&mut self, v: Value) {
        match self.numbers.get(&v) {
            Some(n) => write!(self.out, "%{n}"),
            None => write!(self.out, "%out{}", v.as_u32()),
        }
        .expect("writing to a String cannot fail");
    }
    fn values(&mut self, vs: &[Value]) {
        for (i, &v) in vs.iter().enumerate() {
            if i > 0 {
                self.out.push_str(", ");
            }
            self.value(v);
        }
    }
    fn indent(&mut self, depth: usize) {
        for _ in 0..depth {
            self.out.push_str("  ");
        }
    }
    fn op(&mut self, op: Op, depth: usize) {
        let m = self.m;
        let d = &m.ops[op];
        self.indent(depth);
        if !d.results.is_empty() {
            self.values(&d.results);
            self.out.push_str(" = ");
        }
        self.out.push_str(d.kind.info().name);
        if !self.m.operands(op).is_empty() {
            self.out.push(' ');
            self.values(self.m.operands(op));
        }
        if !d.attrs.is_empty() {
            let mut attrs: Vec<_> = d.attrs.iter().collect();
            attrs.sort_by_key(|(k, _)| *k);
            self.out.push_str(" [");
            for (i, (k, a)) in attrs.into_iter().enumerate() {
                if i > 0 {
                    self.out.push_str(", ");
                }
                self.out.push_str(k);
                if *a != Attr::Unit {
                    self.out.push_str(" = ");
                    write_attr(&m.types, a, &mut self.out);
                }
            }
            self.out.push(']');
        }
        for &r in &d.regions {
            self.region(r, depth);
        }
        if !d.results.is_empty() {
            self.out.push_str(" : ");
            for (i, &v) in d.results.iter().enumerate() {
                if i > 0 {
                    self.out.push_str(", ");
                }
                m.types.write(m.ty(v), &mut self.out);
            }
        }
        if d.loc != self.loc {
            self.loc = d.loc;
            if d.loc == Loc::default() {
                self.out.push_str(" @?");
            } else {
                const OK: &str = "writing to a String cannot fail";
                write!(self.out, " @{}:{}:{}", d.loc.file, d.loc.line, d.loc.col).expect(OK);
                if d.loc.call > 0 {
                    write!(self.out, ":{}", d.loc.call).expect(OK);
                }
            }
        }
        self.out.push('\n');
    }
    fn region(&mut self, r: Region, depth: usize) {
        let m = self.m;
        let d = &m.regions[r];
        if !d.args.is_empty() {
            self.out.push_str(" (");
            for (i, &v) in d.args.iter().enumerate() {
                if i > 0 {
                    self.out.push_str(", ");
                }
                self.value(v);
                self.out.push_str(": ");
                m.types.write(m.ty(v), &mut self.out);
            }
            self.out.push(')');
        }
        self.out.push_str(" {\n");
        for &o in &d.ops {
            self.op(o, depth + 1);
        }
        self.indent(depth);
        self.out.push('}');
    }
}
