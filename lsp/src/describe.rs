//! Entities in the words of their declarations, for people.

use crate::target::{Facts, Target};
use ferrotran_source::SourceMap;
use ferrotran_typed::intrinsics::{Class, DummyRank, Intrinsic, Origin};
use ferrotran_typed::*;

/// A describer of entities.
pub struct Describe<'d> {
    /// The analysis.
    pub facts: &'d Facts,
    /// The texts.
    pub map: &'d SourceMap,
}

/// A signature: its text, and where in it the arguments stand.
pub struct Signature {
    /// All of it.
    pub label: String,
    /// Names of the arguments, and their places in the label.
    pub args: Vec<(String, u32, u32)>,
}

impl Describe<'_> {
    fn sym(&self, s: SymbolId) -> &Symbol {
        &self.facts.program.symbols[s.0 as usize]
    }

    fn expr(&self, e: &Expr) -> String {
        if let ExprKind::Const(c) = &e.kind {
            return self.constant(c, &e.ty);
        }
        let text = String::from_utf8_lossy(self.map.text(e.span)).into_owned();
        if text.is_empty() { "...".into() } else { text.split_whitespace().collect::<Vec<_>>().join(" ") }
    }

    /// A constant as Fortran writes it.
    pub fn constant(&self, c: &Const, ty: &Ty) -> String {
        /// Elements of arrays that are shown.
        const SHOWN: usize = 8;
        match c {
            Const::Int(i) => i.to_string(),
            Const::Real(r) => real(*r, ty),
            Const::Complex(re, im) => format!("({}, {})", real(*re, ty), real(*im, ty)),
            Const::Logical(b) => if *b { ".true." } else { ".false." }.into(),
            Const::Char(codes) => {
                let text: String = codes.iter().take(200).filter_map(|c| char::from_u32(*c)).collect();
                format!("'{}'", text.replace('\'', "''"))
            }
            Const::Array { elems, .. } => {
                let one = |e: &Option<Const>| e.as_ref().map_or("?".into(), |c| self.constant(c, ty));
                let mut list: Vec<String> = elems.iter().take(SHOWN).map(one).collect();
                if elems.len() > SHOWN {
                    list.push("...".into());
                }
                format!("[{}]", list.join(", "))
            }
            Const::Struct { ty, values } => {
                let t = &self.facts.program.types[ty.0 as usize];
                let one =
                    |(v, c): (&Option<Const>, &Component)| v.as_ref().map_or("?".into(), |v| self.constant(v, &c.ty));
                let list: Vec<String> = values.iter().zip(&t.components).map(one).collect();
                format!("{}({})", t.name, list.join(", "))
            }
            Const::Null => "null()".into(),
            Const::Ext(_) | Const::ExtComplex(..) | Const::Target(_) => "...".into(),
        }
    }

    /// A type as Fortran writes it.
    pub fn ty(&self, ty: &Ty) -> String {
        let name = |t: &TypeId| self.facts.program.types[t.0 as usize].name.clone();
        match ty {
            Ty::Integer(k) => format!("integer({k})"),
            Ty::Unsigned(k) => format!("unsigned({k})"),
            Ty::Real(k) => format!("real({k})"),
            Ty::Complex(k) => format!("complex({k})"),
            Ty::Logical(k) => format!("logical({k})"),
            Ty::Character(len, kind) => {
                let len = match len {
                    CharLen::Const(n) => n.to_string(),
                    CharLen::Assumed => "*".into(),
                    CharLen::Deferred => ":".into(),
                    CharLen::Expr(e) => self.expr(e),
                    CharLen::Runtime => "...".into(),
                };
                let kind = if *kind == 1 { String::new() } else { format!(", kind={kind}") };
                format!("character(len={len}{kind})")
            }
            Ty::Derived(t) => format!("type({})", name(t)),
            Ty::Class(Some(t)) => format!("class({})", name(t)),
            Ty::Class(None) => "class(*)".into(),
            Ty::Assumed => "type(*)".into(),
            Ty::Procedure => "procedure()".into(),
            Ty::Typeless => "typeless".into(),
        }
    }

    fn bounds(&self, lo: &Expr, hi: &Expr) -> String {
        match &lo.kind {
            ExprKind::Const(Const::Int(1)) => self.expr(hi),
            _ => format!("{}:{}", self.expr(lo), self.expr(hi)),
        }
    }

    fn dims(&self, d: &Dims) -> Option<String> {
        let list: Vec<String> = match d {
            Dims::Scalar => return None,
            Dims::Explicit(v) => v.iter().map(|(lo, hi)| self.bounds(lo, hi)).collect(),
            Dims::Assumed(v) => v
                .iter()
                .map(|lo| match &lo.kind {
                    ExprKind::Const(Const::Int(1)) => ":".into(),
                    _ => format!("{}:", self.expr(lo)),
                })
                .collect(),
            Dims::Deferred(n) => vec![":".to_string(); *n],
            Dims::AssumedSize(v, lo) => {
                let last = match &lo.kind {
                    ExprKind::Const(Const::Int(1)) => "*".into(),
                    _ => format!("{}:*", self.expr(lo)),
                };
                v.iter().map(|(lo, hi)| self.bounds(lo, hi)).chain([last]).collect()
            }
            Dims::AssumedRank => vec!["..".into()],
        };
        Some(format!("dimension({})", list.join(", ")))
    }

    fn proc_type(&self, iface: &Option<ProcIface>) -> String {
        match iface {
            Some(ProcIface::Explicit(p)) => format!("procedure({})", self.facts.program.procs[p.0 as usize].name),
            Some(ProcIface::Implicit(Some(t))) => format!("procedure({})", self.ty(t)),
            _ => "procedure()".into(),
        }
    }

    /// The declaration of a data entity.
    pub fn symbol(&self, s: SymbolId) -> String {
        let s = self.sym(s);
        let mut words = vec![if s.ty == Ty::Procedure { self.proc_type(&s.proc) } else { self.ty(&s.ty) }];
        words.extend(self.dims(&s.dims));
        match s.intent {
            Intent::In => words.push("intent(in)".into()),
            Intent::Out => words.push("intent(out)".into()),
            Intent::InOut => words.push("intent(inout)".into()),
            Intent::Unspecified => {}
        }
        let flags = [
            (s.storage == Storage::Constant, "parameter"),
            (s.allocatable, "allocatable"),
            (s.pointer, "pointer"),
            (s.target, "target"),
            (s.optional, "optional"),
            (s.by_value, "value"),
            (s.contiguous, "contiguous"),
            (s.volatile, "volatile"),
            (s.asynchronous, "asynchronous"),
            (s.bind_c, "bind(c)"),
        ];
        words.extend(flags.iter().filter(|f| f.0).map(|f| f.1.to_string()));
        let main = |p: ProcId| self.facts.program.procs[p.0 as usize].is_main;
        if matches!(s.storage, Storage::Static { .. }) && s.owner.is_some_and(|p| !main(p)) {
            words.push("save".into());
        }
        let value = match (&s.value, &s.storage) {
            (Some(c), Storage::Constant) => format!(" = {}", self.constant(c, &s.ty)),
            _ => String::new(),
        };
        format!("{} :: {}{value}", words.join(", "), s.name)
    }

    fn component(&self, t: TypeId, i: usize) -> String {
        let c = &self.facts.program.types[t.0 as usize].components[i];
        let mut words = vec![if c.ty == Ty::Procedure { self.proc_type(&c.proc) } else { self.ty(&c.ty) }];
        words.extend(self.dims(&c.dims));
        let flags = [(c.allocatable, "allocatable"), (c.pointer, "pointer"), (c.private, "private")];
        words.extend(flags.iter().filter(|f| f.0).map(|f| f.1.to_string()));
        let init = match (&c.init, c.pointer) {
            (Some(Const::Null), true) => " => null()".into(),
            (Some(v), false) => format!(" = {}", self.constant(v, &c.ty)),
            _ => String::new(),
        };
        format!("{} :: {}{init}", words.join(", "), c.name)
    }

    /// The signature of a procedure under a name; the passed object may be left out.
    pub fn signature(&self, p: ProcId, name: &str, passed: Option<u32>) -> Signature {
        let proc = &self.facts.program.procs[p.0 as usize];
        let facts = &self.facts.names.procs[p.0 as usize];
        let mut label = String::new();
        let prefixes = [
            (proc.elemental, "elemental "),
            (proc.pure_ && !proc.elemental, "pure "),
            (proc.says_recursive, "recursive "),
        ];
        prefixes.iter().filter(|f| f.0).for_each(|f| label.push_str(f.1));
        label.push_str(match (proc.is_main, facts.function) {
            (true, _) => "program ",
            (_, true) => "function ",
            _ => "subroutine ",
        });
        label.push_str(name);
        let mut args = vec![];
        if !proc.is_main {
            label.push('(');
            let list = proc.args.iter().enumerate().filter(|(i, _)| Some(*i as u32) != passed);
            for (k, (_, a)) in list.enumerate() {
                if k > 0 {
                    label.push_str(", ");
                }
                let s = self.sym(*a);
                let lo = label.len() as u32;
                let text = if s.optional { format!("[{}]", s.name) } else { s.name.to_string() };
                label.push_str(&text);
                args.push((s.name.to_string(), lo, label.len() as u32));
            }
            label.push(')');
        }
        if let Some(r) = proc.result.map(|r| self.sym(r)) {
            if r.name != proc.name {
                label.push_str(&format!(" result({})", r.name));
            }
        }
        Signature { label, args }
    }

    fn procedure(&self, p: ProcId, name: &str) -> String {
        let proc = &self.facts.program.procs[p.0 as usize];
        let mut out = self.signature(p, name, None).label;
        for s in proc.args.iter().chain(&proc.result) {
            out.push_str(&format!("\n    {}", self.symbol(*s)));
        }
        out
    }

    /// The syntax of an intrinsic procedure.
    pub fn intrinsic(&self, i: Intrinsic) -> Signature {
        let row = i.row();
        let mut label = if row.subroutine() { "call ".to_string() } else { String::new() };
        label.push_str(row.name);
        label.push('(');
        let mut args = vec![];
        for (k, a) in row.args.iter().enumerate() {
            if k > 0 {
                label.push_str(", ");
            }
            let lo = label.len() as u32;
            label.push_str(&if a.optional { format!("[{}]", a.name) } else { a.name.to_string() });
            args.push((a.name.to_string(), lo, label.len() as u32));
        }
        label.push(')');
        Signature { label, args }
    }

    /// What an intrinsic procedure is.
    pub fn intrinsic_facts(&self, i: Intrinsic) -> String {
        let row = i.row();
        let class = match row.class {
            Class::Elemental => "elemental intrinsic function",
            Class::Transformational => "transformational intrinsic function",
            Class::Inquiry => "intrinsic inquiry function",
            Class::ImpureFunction => "intrinsic function with side effects",
            Class::PureSubroutine => "pure intrinsic subroutine",
            Class::ElementalSubroutine => "elemental intrinsic subroutine",
            Class::Subroutine => "intrinsic subroutine",
        };
        let origin = match row.origin {
            Origin::Internal => "",
            _ => origin_words(&row.origin),
        };
        let mut out = format!("{class}{origin}");
        for a in row.args.iter().filter(|a| a.name != "...") {
            let rank = match a.rank {
                DummyRank::Any => String::new(),
                DummyRank::Exactly(0) => ", scalar".into(),
                DummyRank::Exactly(n) => format!(", rank {n}"),
                DummyRank::Array => ", array".into(),
            };
            let optional = if a.optional { ", optional" } else { "" };
            out.push_str(&format!("\n- `{}`: {}{rank}{optional}", a.name, classes(a.classes)));
        }
        out
    }

    /// The declaration of what a name stands for.
    pub fn declaration(&self, t: &Target) -> String {
        let f = self.facts;
        match t {
            Target::Symbol(s) => self.symbol(*s),
            Target::Proc(p) => self.procedure(*p, &f.program.procs[p.0 as usize].name),
            Target::Generic(s, n) => self.overloads("interface", n, f.specifics(*s, n)),
            Target::TypeGeneric(ty, n) => self.overloads("generic ::", n, &f.type_specifics(*ty, n)),
            Target::Type(ty) => self.derived(*ty),
            Target::Component(ty, i) => self.component(*ty, *i),
            Target::Binding(ty, slot) => {
                let b = &f.program.types[ty.0 as usize].bindings[*slot];
                match f.binding_proc(*ty, *slot) {
                    Some(p) => self.procedure(p, &b.name),
                    None => format!("procedure :: {}", b.name),
                }
            }
            Target::Intrinsic(i) => self.intrinsic(*i).label,
            Target::Module(n) => match n.split_once(':') {
                Some((ancestor, name)) => format!("submodule ({ancestor}) {name}"),
                None => format!("module {n}"),
            },
            Target::External(link, ty) => match ty {
                Some(t) => format!("{}, external :: {}", self.ty(t), link.trim_end_matches('_')),
                None => format!("external :: {}", link.trim_end_matches('_')),
            },
            Target::Namelist(_, n) => format!("namelist /{n}/"),
        }
    }

    fn overloads(&self, word: &str, name: &str, procs: &[ProcId]) -> String {
        let one = |p: &ProcId| {
            format!("\n    {}", self.signature(*p, &self.facts.program.procs[p.0 as usize].name, None).label)
        };
        format!("{word} {name}{}", procs.iter().map(one).collect::<String>())
    }

    fn derived(&self, t: TypeId) -> String {
        let d = &self.facts.program.types[t.0 as usize];
        let mut words = vec!["type".to_string()];
        if d.abstract_ {
            words.push("abstract".into());
        }
        if d.bind_c {
            words.push("bind(c)".into());
        }
        if let Some(up) = d.extends {
            words.push(format!("extends({})", self.facts.program.types[up.0 as usize].name));
        }
        let mut out = format!("{} :: {}", words.join(", "), d.name);
        for i in 0..d.components.len().min(40) {
            out.push_str(&format!("\n    {}", self.component(t, i)));
        }
        for b in d.bindings.iter().take(40) {
            out.push_str(&format!("\n    procedure :: {}", b.name));
        }
        out
    }

    /// Where an entity belongs, in words.
    pub fn belongs(&self, t: &Target) -> Option<String> {
        let f = self.facts;
        match t {
            Target::Symbol(s) => {
                let sym = self.sym(*s);
                let what = match &sym.storage {
                    Storage::Dummy(_) => "dummy argument",
                    Storage::Result => "function result",
                    Storage::Constant => "named constant",
                    Storage::Associate => "associate name",
                    Storage::Index => "index",
                    Storage::Common { .. } => "variable in COMMON",
                    _ => "variable",
                };
                let scope = f.names.symbols.get(s.0 as usize).copied().flatten();
                let place = match sym.owner {
                    Some(p) => format!(" of `{}`", f.program.procs[p.0 as usize].name),
                    None => {
                        scope.and_then(|s| self.module_name(s)).map_or(String::new(), |m| format!(" of module `{m}`"))
                    }
                };
                Some(format!("{what}{place}"))
            }
            Target::Component(ty, _) => Some(format!("component of type `{}`", f.program.types[ty.0 as usize].name)),
            Target::Binding(ty, _) | Target::TypeGeneric(ty, _) => {
                Some(format!("type-bound procedure of `{}`", f.program.types[ty.0 as usize].name))
            }
            Target::Intrinsic(i) => Some(self.intrinsic_facts(*i)),
            Target::Proc(p) => {
                let own = f.names.procs[p.0 as usize].scope;
                let host = f.names.scopes[own].parent?;
                match f.names.scopes[host].proc {
                    Some(h) => Some(format!("internal procedure of `{}`", f.program.procs[h.0 as usize].name)),
                    None => self.module_name(host).map(|m| format!("procedure of module `{m}`")),
                }
            }
            _ => None,
        }
    }

    fn module_name(&self, scope: usize) -> Option<String> {
        self.facts.names.modules.iter().find(|(_, s)| **s == scope).map(|(n, _)| n.to_string())
    }
}

fn real(r: f64, ty: &Ty) -> String {
    match ty {
        Ty::Real(4) | Ty::Complex(4) => format!("{:?}", r as f32),
        Ty::Real(8) | Ty::Complex(8) => format!("{r:?}_8"),
        _ => format!("{r:?}"),
    }
}

fn origin_words(o: &Origin) -> &'static str {
    match o {
        Origin::IeeeArithmetic => " of `ieee_arithmetic`",
        Origin::IeeeExceptions => " of `ieee_exceptions`",
        _ => "",
    }
}

/// Letters of the table of intrinsic procedures in words.
fn classes(letters: &str) -> String {
    let word = |c: char| match c {
        'i' => "integer",
        'u' => "unsigned",
        'r' => "real",
        'z' => "complex",
        'l' => "logical",
        'c' => "character",
        'b' | 'B' => "BOZ constant",
        'd' => "derived type",
        '*' => "any data",
        '=' => "the type of the first argument",
        'k' => "kind (constant integer)",
        'p' => "procedure",
        _ => "anything",
    };
    let list: Vec<&str> = letters.chars().filter(|c| *c != '!').map(word).collect();
    list.join(" or ")
}
