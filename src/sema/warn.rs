//! Warnings: what is legal but probably not meant. Each has gfortran's name (`-Wunused-variable`) and belongs to `-Wall`
//! or `-Wextra`, or to neither.

use super::ctx::*;
use super::typed::*;
use crate::diag::{Diagnostic, ErrorCode};
use crate::source::Span;
use crate::syntax::ast::BinOp;
use rustc_hash::FxHashSet;

macro_rules! warnings {
    ($($name:ident $text:literal $group:ident $code:ident;)*) => {
        /// A warning that a flag turns on or off.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[allow(missing_docs)]
        pub enum Warn { $($name,)* }

        /// Every warning: its flag without `-W`, the group that turns it on, and its code.
        const TABLE: &[(Warn, &str, Group, ErrorCode)] = &[$((Warn::$name, $text, Group::$group, ErrorCode::$code),)*];
    };
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Group {
    All,
    Extra,
    Alone,
}

warnings! {
    UnusedVariable "unused-variable" All Unused;
    UnusedDummy "unused-dummy-argument" All Unused;
    UnusedParameter "unused-parameter" Extra Unused;
    ReturnType "return-type" All Uninitialized;
    Uninitialized "uninitialized" All Uninitialized;
    Conversion "conversion" All Conversion;
    CharacterTruncation "character-truncation" All Conversion;
    IntegerDivision "integer-division" All Conversion;
    Surprising "surprising" All Suspicious;
    IntrinsicShadow "intrinsic-shadow" All Suspicious;
    CompareReals "compare-reals" Extra Suspicious;
    ImplicitInterface "implicit-interface" Alone Suspicious;
}

/// Which warnings are given.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Warnings(u32);

impl Warnings {
    /// Whether one is on.
    pub fn has(self, w: Warn) -> bool {
        self.0 & 1 << w as u32 != 0
    }

    /// Applies the word after `-W`. Unknown ones are for other compilers and change nothing.
    pub fn apply(&mut self, word: &str) {
        let (on, name) = match word.strip_prefix("no-") {
            Some(n) => (false, n),
            None => (true, word.strip_prefix("error=").unwrap_or(word)),
        };
        for (w, text, group, _) in TABLE {
            let hit = match name {
                "all" => *group == Group::All,
                "extra" => *group == Group::Extra,
                "unused" => text.starts_with("unused") && *group == Group::All,
                "maybe-uninitialized" => *w == Warn::Uninitialized,
                n => n == *text,
            };
            if hit && on {
                self.0 |= 1 << *w as u32;
            } else if hit {
                self.0 &= !(1 << *w as u32);
            }
        }
    }
}

impl<'a> Sema<'a> {
    /// Whether a warning is wanted.
    pub fn wants(&self, w: Warn) -> bool {
        self.opts.warnings.has(w)
    }

    /// Gives a warning where it is wanted.
    pub fn warn(&mut self, w: Warn, span: Span, text: impl AsRef<str>) {
        if !self.wants(w) {
            return;
        }
        let Some((_, name, _, code)) = TABLE.iter().find(|r| r.0 == w) else { return };
        self.report(Diagnostic::warning(*code, span, format!("{} [-W{name}]", text.as_ref())));
    }

    /// Conversions of an assignment that may lose something.
    pub fn warn_conversion(&mut self, to: &Ty, from: &Expr, span: Span) {
        let mut e = from;
        while let ExprKind::Paren(x) = &e.kind {
            e = x;
        }
        let loses = match (to, &e.ty) {
            (Ty::Integer(a), Ty::Integer(b)) | (Ty::Real(a), Ty::Real(b)) | (Ty::Complex(a), Ty::Complex(b)) => a < b,
            (Ty::Complex(a), Ty::Real(b)) => a < b,
            (Ty::Integer(_), Ty::Real(_) | Ty::Complex(_)) | (Ty::Real(_), Ty::Complex(_)) => true,
            _ => false,
        };
        let exact = match (&e.kind, to) {
            (ExprKind::Const(Const::Int(_)), _) => true,
            (ExprKind::Const(Const::Real(x)), Ty::Integer(_)) => x.fract() == 0.0,
            (ExprKind::Const(Const::Ext(x)), Ty::Integer(_)) => x.is_integer(),
            (ExprKind::Const(Const::Ext(x)), Ty::Real(k)) => ferrotran_xreal::Calc::kind(*k).convert(*x) == *x,
            (ExprKind::Const(Const::Real(x)), Ty::Real(4)) => f64::from(*x as f32) == *x,
            _ => false,
        };
        if loses && !exact {
            let (a, b) = (ty_name(&self.prog, &e.ty), ty_name(&self.prog, to));
            self.warn(Warn::Conversion, span, format!("the conversion from {a} to {b} may change the value"));
        }
        if let (Some(m), Some(n)) = (super::expr::shape::type_len(to), super::expr::shape::type_len(&from.ty))
            && m < n
        {
            self.warn(Warn::CharacterTruncation, span, format!("a character value of length {n} is cut to {m}"));
        }
    }

    /// Operations that are seldom meant: equality of reals, integer division of constants with a remainder.
    pub fn warn_operation(&mut self, op: BinOp, x: &Expr, y: &Expr, span: Span) {
        let real = |t: &Ty| matches!(t, Ty::Real(_) | Ty::Complex(_));
        match (op, &x.kind, &y.kind) {
            (BinOp::Eq | BinOp::Ne, ..) if real(&x.ty) || real(&y.ty) => {
                self.warn(Warn::CompareReals, span, "reals are compared for equality");
            }
            (BinOp::Div, ExprKind::Const(Const::Int(a)), ExprKind::Const(Const::Int(b)))
                if *b != 0 && a % b != 0 && matches!((&x.ty, &y.ty), (Ty::Integer(_), Ty::Integer(_))) =>
            {
                let q = a / b;
                self.warn(Warn::IntegerDivision, span, format!("this integer division gives {q}"));
            }
            _ => {}
        }
    }

    /// Procedures that hide an intrinsic of their name.
    fn warn_shadows(&mut self) {
        for i in 0..self.prog.procs.len() {
            let p = &self.prog.procs[i];
            if p.body.is_some()
                && !p.is_main
                && !self.pi(ProcId(i as u32)).stmt_func
                && (super::intrinsics::lookup(&p.name).is_some() || super::intrinsics::specific(&p.name).is_some())
            {
                let (name, span) = (p.name.clone(), p.span);
                self.warn(Warn::IntrinsicShadow, span, format!("`{name}` has the name of an intrinsic procedure"));
            }
        }
    }

    /// What is declared and never used, and results without a value. After all bodies.
    pub fn warn_unused(&mut self) {
        self.warn_shadows();
        let unit_procs: Vec<bool> = (0..self.prog.procs.len())
            .map(|i| {
                let p = ProcId(i as u32);
                let entries = self.pi(p).unit.is_some_and(|u| {
                    let key = std::ptr::from_ref(u) as usize;
                    self.entry_units.contains_key(&key) || self.entry_hosts.contains_key(&key)
                });
                self.proc(p).body.is_some() && !entries && !self.pi(p).stmt_func && self.pi(p).unit.is_some()
            })
            .collect();
        for i in 0..self.prog.symbols.len() {
            let id = SymbolId(i as u32);
            let s = self.sym(id).clone();
            let Some(owner) = s.owner else { continue };
            if !unit_procs[owner.0 as usize] || s.name.contains('.') || self.si(id).implicit {
                continue;
            }
            if self.proc(owner).result == Some(id) {
                if !self.si(id).used && !matches!(s.ty, Ty::Derived(_)) && !s.allocatable && !s.pointer {
                    let f = self.proc(owner).name.clone();
                    self.warn(Warn::ReturnType, s.span, format!("the result of function `{f}` is never set"));
                }
                continue;
            }
            if self.si(id).used {
                continue;
            }
            let (w, what) = match s.storage {
                Storage::Local | Storage::Static { .. } => (Warn::UnusedVariable, "variable"),
                Storage::Dummy(_) => (Warn::UnusedDummy, "dummy argument"),
                Storage::Constant => (Warn::UnusedParameter, "named constant"),
                _ => continue,
            };
            self.warn(w, s.span, format!("{what} `{}` is never used", s.name));
        }
        if self.wants(Warn::Uninitialized) {
            for (i, own) in unit_procs.iter().enumerate() {
                if *own {
                    self.warn_uninitialized(ProcId(i as u32));
                }
            }
        }
    }

    fn warn_uninitialized(&mut self, p: ProcId) {
        let mut flow = Flow { prog: &self.prog, proc: p, defined: FxHashSet::default(), found: vec![] };
        // What internal procedures touch is not followed.
        for q in &self.prog.procs {
            if q.host == Some(p)
                && let Some(b) = &q.body
            {
                flow.touch_all(&b.stmts);
            }
        }
        if let Some(b) = &self.prog.procs[p.0 as usize].body {
            flow.stmts(&b.stmts);
        }
        for (s, span) in flow.found {
            let name = self.sym(s).name.clone();
            self.warn(Warn::Uninitialized, span, format!("`{name}` is used before it has a value"));
        }
    }
}

/// Scalars of a procedure in the order of its statements: which have got a value. A construct first defines all that any
/// of its statements might define, so that only what surely has no value is found.
struct Flow<'p> {
    prog: &'p Program,
    proc: ProcId,
    defined: FxHashSet<SymbolId>,
    found: Vec<(SymbolId, Span)>,
}

impl<'p> Flow<'p> {
    fn candidate(&self, s: SymbolId) -> bool {
        let y = &self.prog.symbols[s.0 as usize];
        y.storage == Storage::Local
            && y.owner == Some(self.proc)
            && y.rank() == 0
            && !y.allocatable
            && !y.pointer
            && !y.target
            && !y.volatile
            && matches!(
                y.ty,
                Ty::Integer(_) | Ty::Unsigned(_) | Ty::Real(_) | Ty::Complex(_) | Ty::Logical(_) | Ty::Character(..)
            )
    }

    fn touch_all(&mut self, list: &'p [Stmt]) {
        let defined = std::cell::RefCell::new(&mut self.defined);
        crate::lower::walk::stmts(
            list,
            &mut |e| {
                if let ExprKind::Var(s) = &e.kind {
                    defined.borrow_mut().insert(*s);
                }
            },
            &mut |_| {},
        );
    }

    /// A designator that gets a value; its subscripts are read.
    fn define(&mut self, e: &'p Expr) {
        match &e.kind {
            ExprKind::Var(_) => {}
            _ => {
                let base = e.variable();
                let mut inner: Vec<&'p Expr> = vec![];
                e.children(&mut |c| inner.push(c));
                for c in inner {
                    if base.is_some() && c.variable() == base {
                        self.define(c);
                    } else {
                        self.read(c);
                    }
                }
            }
        }
        self.defined.extend(e.variable());
    }

    fn read(&mut self, e: &'p Expr) {
        match &e.kind {
            ExprKind::Var(s) => {
                if self.candidate(*s) && self.defined.insert(*s) {
                    self.found.push((*s, e.span));
                }
            }
            ExprKind::Call(c) => self.call(c),
            ExprKind::Intrinsic { id, .. } if id.row().class == super::intrinsics::Class::Inquiry => {}
            ExprKind::ProcRef(_) => {}
            _ => {
                let mut inner: Vec<&'p Expr> = vec![];
                e.children(&mut |c| inner.push(c));
                inner.into_iter().for_each(|c| self.read(c));
            }
        }
    }

    fn call(&mut self, c: &'p Call) {
        for a in &c.args {
            if let Actual::Expr(x) = a {
                // The procedure may define it.
                if x.variable().is_some() { self.define(x) } else { self.read(x) }
            }
        }
    }

    fn stmts(&mut self, list: &'p [Stmt]) {
        for (i, s) in list.iter().enumerate() {
            match &s.kind {
                StmtKind::Assign { lhs, rhs, .. } => {
                    self.read(rhs);
                    self.define(lhs);
                }
                StmtKind::Call(c) => self.call(c),
                StmtKind::If { arms, otherwise, .. } => {
                    for (c, _) in arms {
                        self.read(c);
                    }
                    let mut out = self.defined.clone();
                    for b in arms.iter().map(|a| &a.1).chain([otherwise]) {
                        let before = self.defined.clone();
                        self.stmts(b);
                        out.extend(std::mem::replace(&mut self.defined, before));
                    }
                    self.defined = out;
                }
                StmtKind::Stop { code, .. } | StmtKind::Pause(code) => code.iter().for_each(|c| self.read(c)),
                StmtKind::Io(io) if matches!(io.kind, IoKind::Print | IoKind::Write) && io.specs.is_empty() => {
                    if let IoUnit::Internal(e) = &io.unit {
                        self.define(e);
                    }
                    for item in &io.items {
                        match item {
                            IoItem::Expr(e) => self.read(e),
                            _ => self.touch_all(std::slice::from_ref(s)),
                        }
                    }
                }
                // From here on control may come from elsewhere.
                StmtKind::Label(_) => {
                    self.touch_all(&list[i..]);
                    return;
                }
                _ => self.touch_all(std::slice::from_ref(s)),
            }
        }
    }
}
