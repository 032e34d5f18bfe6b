//! Warnings: what is legal but probably not meant. Each has gfortran's name (`-Wunused-variable`) and belongs to `-Wall`
//! or `-Wextra`, or to neither.

use super::ctx::*;
use ferrotran_source::message::{Diagnostic, ErrorCode};
use ferrotran_source::{SourceMap, Span};
use ferrotran_syntax::ast::{BinOp, Name};
use ferrotran_typed::*;
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
    /// On without a flag.
    Default,
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
    ImplicitProcedure "implicit-procedure" Alone Suspicious;
    Zerotrip "zerotrip" All Suspicious;
    UndefinedDoLoop "undefined-do-loop" All Suspicious;
    DoSubscript "do-subscript" Extra Suspicious;
    UnusedLabel "unused-label" All Unused;
    Aliasing "aliasing" All Suspicious;
    TargetLifetime "target-lifetime" All Suspicious;
    CBindingType "c-binding-type" All Suspicious;
    ReallocLhs "realloc-lhs" Alone Suspicious;
    ReallocLhsAll "realloc-lhs-all" Alone Suspicious;
    ArrayTemporaries "array-temporaries" Alone Suspicious;
    UseWithoutOnly "use-without-only" Alone Suspicious;
    ConversionExtra "conversion-extra" Alone Conversion;
    Tabs "tabs" All Extension;
    Ampersand "ampersand" All Extension;
    AlignCommons "align-commons" Default Suspicious;
    Underflow "underflow" Default Conversion;
    UnusedFunction "unused-function" All Unused;
    UnusedValue "unused-value" All Unused;
    LineTruncation "line-truncation" All LineTruncated;
    DeprecatedOpenmp "deprecated-openmp" Default Suspicious;
}

/// Which warnings are given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Warnings {
    on: u64,
    /// Those that are errors (`-Werror=`).
    errors: u64,
    /// Those that are no errors whatever the others are (`-Wno-error=`).
    no_errors: u64,
}

/// The names of all warnings, without `-W`.
pub fn names() -> impl Iterator<Item = &'static str> {
    TABLE.iter().map(|r| r.1)
}

impl Default for Warnings {
    fn default() -> Self {
        let on = TABLE.iter().filter(|r| r.2 == Group::Default);
        Warnings { on: on.fold(0, |bits, r| bits | 1 << r.0 as u64), errors: 0, no_errors: 0 }
    }
}

impl Warnings {
    /// No warning at all.
    pub fn none() -> Self {
        Warnings { on: 0, errors: 0, no_errors: 0 }
    }

    /// Whether one is on.
    pub fn has(self, w: Warn) -> bool {
        self.on & 1 << w as u64 != 0
    }

    /// Whether one is an error.
    pub fn is_error(self, w: Warn) -> bool {
        self.errors & 1 << w as u64 != 0
    }

    /// Whether one is no error though warnings are.
    pub fn is_no_error(self, w: Warn) -> bool {
        self.no_errors & 1 << w as u64 != 0
    }

    /// Applies the word after `-W`; false where it names none of these warnings and no group of them.
    pub fn apply(&mut self, word: &str) -> bool {
        // `-W` alone is the old name of `-Wextra`.
        if matches!(word, "error" | "no-error" | "") {
            return true;
        }
        let (on, error, name) = match word.strip_prefix("no-") {
            Some(n) => match n.strip_prefix("error=") {
                // What is no error may still be a warning.
                Some(n) => (None, Some(false), n),
                None => (Some(false), None, n),
            },
            None => match word.strip_prefix("error=") {
                Some(n) => (Some(true), Some(true), n),
                None => (Some(true), None, word),
            },
        };
        let mut bits = 0;
        for (w, text, group, _) in TABLE {
            let hit = match name {
                "all" => *group == Group::All,
                "extra" => *group == Group::Extra,
                "unused" => text.starts_with("unused") && *group == Group::All,
                "maybe-uninitialized" => *w == Warn::Uninitialized,
                "pedantic" => *w == Warn::Tabs,
                n => n == *text,
            };
            bits |= u64::from(hit) << *w as u64;
        }
        let set = |mask: &mut u64, on: Option<bool>| match on {
            Some(true) => *mask |= bits,
            Some(false) => *mask &= !bits,
            None => {}
        };
        set(&mut self.on, on);
        set(&mut self.errors, error);
        set(&mut self.no_errors, error.map(|e| !e));
        bits != 0
    }
}

impl<'a> Facts<'a> {
    /// Whether a warning is wanted.
    pub fn wants(&self, w: Warn) -> bool {
        self.opts.warnings.has(w)
    }
}

impl<'a> Rules<'a> {
    /// Gives a warning where it is wanted.
    pub fn warn(&mut self, w: Warn, span: Span, text: impl AsRef<str>) {
        if !self.wants(w) {
            return;
        }
        let Some((_, name, _, code)) = TABLE.iter().find(|r| r.0 == w) else { return };
        let text = text.as_ref();
        self.report(match self.opts.warnings.is_error(w) {
            true => Diagnostic::error(*code, span, format!("{text} [-Werror={name}]")),
            false => Diagnostic {
                stays_warning: self.opts.warnings.is_no_error(w),
                ..Diagnostic::warning(*code, span, format!("{text} [-W{name}]"))
            },
        });
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
        let (a, b) = (ty_name(&self.prog, &e.ty), ty_name(&self.prog, to));
        let numeric = |t: &Ty| matches!(t, Ty::Integer(_) | Ty::Real(_) | Ty::Complex(_));
        if loses && !exact {
            self.warn(Warn::Conversion, span, format!("the conversion from {a} to {b} may change the value"));
        } else if a != b && numeric(to) && numeric(&e.ty) && !matches!(e.kind, ExprKind::Const(_)) {
            self.warn(Warn::ConversionExtra, span, format!("conversion from {a} to {b}"));
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
            (BinOp::Pow, base, ExprKind::Const(Const::Int(n)))
                if *n < 0 && matches!(x.ty, Ty::Integer(_)) && !matches!(base, ExprKind::Const(Const::Int(-1 | 1))) =>
            {
                self.warn(
                    Warn::IntegerDivision,
                    span,
                    "an integer to a negative power is zero but for the bases 1 and -1",
                );
            }
            _ => {}
        }
    }

    /// What an assignment to an allocatable variable may do.
    pub fn warn_reallocation(&mut self, lhs: &Expr, rhs: &Expr, span: Span) {
        let array =
            lhs.rank > 0 && rhs.rank > 0 && !matches!(lhs.ty, Ty::Derived(_) | Ty::Class(_) | Ty::Character(..));
        let text = "this assignment may allocate its variable again";
        if array && self.wants(Warn::ReallocLhs) {
            self.warn(Warn::ReallocLhs, span, text);
        } else {
            self.warn(Warn::ReallocLhsAll, span, text);
        }
    }

    /// One variable for an argument that is defined and for another one.
    pub fn warn_aliasing(&mut self, proc: &Procedure, args: &[Actual]) {
        if !self.wants(Warn::Aliasing) || proc.elemental {
            return;
        }
        let mut seen: Vec<(SymbolId, Intent, Name)> = vec![];
        for (d, a) in proc.args.iter().zip(args) {
            let Actual::Expr(a) = a else { continue };
            let ExprKind::Var(s) = a.kind else { continue };
            let d = self.sym(*d).clone();
            if matches!(d.intent, Intent::Unspecified | Intent::InOut) || d.by_value {
                continue;
            }
            if let Some((_, _, other)) =
                seen.iter().find(|(t, i, _)| *t == s && (*i == Intent::Out || d.intent == Intent::Out))
            {
                let text =
                    format!("one variable is passed to `{other}` and to `{}`, of which one has INTENT(OUT)", d.name);
                self.warn(Warn::Aliasing, a.span, text);
            }
            seen.push((s, d.intent, d.name));
        }
    }

    /// A source of TRANSFER that has fewer bytes than the result.
    pub fn warn_partial_transfer(&mut self, slots: &[Option<Expr>], span: Span) {
        let (Some(Some(source)), Some(Some(mold))) = (slots.first(), slots.get(1)) else { return };
        let bytes = |s: &Self, e: &Expr| {
            let n: i64 = if e.rank == 0 { 1 } else { s.const_shape(e)?.iter().product() };
            Some(s.size_of(&e.ty)? as i64 * n)
        };
        let elem = self.size_of(&mold.ty).map(|n| n as i64);
        let want = match slots.get(2) {
            Some(Some(n)) => self.try_int(n).zip(elem).map(|(n, b)| n * b),
            _ if mold.rank > 0 => None,
            _ => elem,
        };
        if let (Some(have), Some(want)) = (bytes(self, source), want)
            && have < want
        {
            let text = format!("the result of `transfer` has {want} bytes, of which the source gives {have}");
            self.warn(Warn::Surprising, span, text);
        }
    }

    /// Dummy arguments of BIND(C) procedures whose kind does not come from ISO_C_BINDING.
    pub fn warn_c_binding(&mut self, p: ProcId) {
        use ferrotran_syntax::ast::{ExprKind, KindSel, TypeSpecKind};
        if !self.wants(Warn::CBindingType) {
            return;
        }
        let scope = self.pi(p).scope;
        for a in self.proc(p).args.clone() {
            let s = self.sym(a).clone();
            if !matches!(s.ty, Ty::Integer(_) | Ty::Real(_) | Ty::Complex(_) | Ty::Logical(_)) {
                continue;
            }
            let kind = self.sc(scope).decls.get(&s.name).and_then(|d| d.ty).map(|t| &t.kind);
            let of_c = match kind {
                Some(
                    TypeSpecKind::Integer(Some(k))
                    | TypeSpecKind::Real(Some(k))
                    | TypeSpecKind::Complex(Some(k))
                    | TypeSpecKind::Logical(Some(k)),
                ) => {
                    matches!(k, KindSel::Expr(e) if matches!(&e.kind, ExprKind::Ref(p) if p[0].name.name.starts_with("c_")))
                }
                _ => false,
            };
            if !of_c {
                let at = self.si(a).named.unwrap_or(s.span);
                let text = format!("the kind of `{}` is not one of ISO_C_BINDING, so it may not be that of C", s.name);
                self.warn(Warn::CBindingType, at, text);
            }
        }
    }

    /// Tabs are no characters of Fortran: one warning for each line of the files.
    pub fn warn_tabs(&mut self, map: &SourceMap, files: &[ferrotran_syntax::ast::File]) {
        if !self.wants(Warn::Tabs) {
            return;
        }
        let Some(start) = files.iter().flat_map(|f| &f.units).map(|u| u.span.lo).min() else { return };
        let Some(file) = map.file_at(start) else { return };
        let (text, base) = (&map.file(file).bytes, map.file(file).start);
        let mut found = vec![];
        let mut at = 0;
        for line in text.split(|c| *c == b'\n') {
            let mut quote = None;
            for (i, c) in line.iter().enumerate() {
                match (quote, c) {
                    (None, b'!') => break,
                    (None, b'\'' | b'"') => quote = Some(*c),
                    (Some(q), c) if q == *c => quote = None,
                    (None, b'\t') => {
                        found.push(at + i);
                        break;
                    }
                    _ => {}
                }
            }
            at += line.len() + 1;
        }
        for i in found {
            let lo = base + i as u32;
            self.warn(Warn::Tabs, Span { lo, hi: lo + 1 }, "a tab is not a character of Fortran");
        }
    }

    /// A character constant that is continued goes on after an `&` (6.3.2.4).
    pub fn warn_ampersands(&mut self, map: &SourceMap, files: &[ferrotran_syntax::ast::File]) {
        let Some(start) = files.iter().flat_map(|f| &f.units).map(|u| u.span.lo).min() else { return };
        let Some(file) = map.file_at(start).filter(|_| self.wants(Warn::Ampersand)) else { return };
        let (text, base) = (&map.file(file).bytes, map.file(file).start);
        let fixed = [".f", ".F", ".for", ".FOR", ".ftn", ".f77"].iter().any(|e| map.file(file).name.ends_with(e));
        if fixed {
            return;
        }
        let mut found = vec![];
        let (mut at, mut open) = (0, None);
        for line in text.split(|c| *c == b'\n') {
            let first = line.iter().position(|c| !c.is_ascii_whitespace());
            if let (Some(_), Some(f)) = (open, first)
                && line[f] != b'&'
            {
                found.push(at + f);
            }
            let last = line.iter().rposition(|c| !c.is_ascii_whitespace());
            let mut quote = open.take();
            for (i, c) in line.iter().enumerate() {
                match (quote, c) {
                    (None, b'!') => break,
                    (None, b'\'' | b'"') => quote = Some(*c),
                    (Some(q), c) if q == *c => quote = None,
                    (Some(_), b'&') if Some(i) == last && Some(i) != first => open = quote,
                    _ => {}
                }
            }
            at += line.len() + 1;
        }
        for i in found {
            let lo = base + i as u32;
            let text = "a character constant that is continued goes on after `&`";
            self.warn(Warn::Ampersand, Span { lo, hi: lo + 1 }, text);
        }
    }

    /// Procedures that hide an intrinsic of their name.
    fn warn_shadows(&mut self) {
        for i in 0..self.prog.procs.len() {
            let p = &self.prog.procs[i];
            if p.body.is_some()
                && !p.is_main
                && !self.pi(ProcId(i as u32)).stmt_func
                && (ferrotran_typed::intrinsics::lookup(&p.name).is_some()
                    || ferrotran_typed::intrinsics::specific(&p.name).is_some())
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
                    let key = u.span;
                    self.procs.entry_units.contains_key(&key) || self.procs.entry_hosts.contains_key(&key)
                });
                self.proc(p).body.is_some() && !entries && !self.pi(p).stmt_func && self.pi(p).unit.is_some()
            })
            .collect();
        for (i, own) in unit_procs.iter().enumerate() {
            let p = &self.prog.procs[i];
            if *own
                && let Some(r) = p.result
                && matches!(self.sym(r).ty, Ty::Character(CharLen::Assumed, _))
            {
                self.uses_feature(super::checks::standard::Typed::AssumedLengthFunction, p.span);
            }
        }
        for i in 0..self.prog.symbols.len() {
            let id = SymbolId(i as u32);
            let s = self.sym(id).clone();
            let Some(owner) = s.owner else { continue };
            if !unit_procs[owner.0 as usize] || s.name.contains('.') || self.si(id).implicit {
                continue;
            }
            if self.proc(owner).result == Some(id) {
                let valued = matches!(&s.ty, Ty::Derived(t) if self.has_default_init(*t));
                if !self.si(id).used && !valued {
                    let (f, at) = (self.proc(owner).name.clone(), self.proc(owner).span);
                    self.warn(Warn::ReturnType, at, format!("the result of function `{f}` is never set"));
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
            let at = self.si(id).named.unwrap_or(s.span);
            let valued = matches!(&s.ty, Ty::Derived(t) if self.has_default_init(*t));
            if w == Warn::UnusedDummy && s.intent == Intent::Out && !valued {
                self.warn(w, at, format!("dummy argument `{}` has INTENT(OUT) and is never set", s.name));
                continue;
            }
            self.warn(w, at, format!("{what} `{}` is never used", s.name));
        }
        self.warn_unused_imports();
        self.warn_unused_procedures(&unit_procs);
        self.warn_unused_private();
        if self.wants(Warn::Uninitialized) {
            for (i, own) in unit_procs.iter().enumerate() {
                if *own {
                    self.warn_uninitialized(ProcId(i as u32));
                }
            }
        }
    }

    /// Variables and constants that USE names and nothing refers to.
    fn warn_unused_imports(&mut self) {
        for (sc, name, at) in std::mem::take(&mut self.modules.only) {
            if self.sc(sc).imported || self.modules.used.contains(&(sc, name.clone())) {
                continue;
            }
            let Some(Entry { ent: Entity::Symbol(s), .. }) = self.sc(sc).names.get(&name) else { continue };
            let text = format!("`{name}` is imported and never used");
            match self.sym(*s).storage {
                Storage::Static { .. } => self.warn(Warn::UnusedVariable, at, text),
                Storage::Constant => self.warn(Warn::UnusedParameter, at, text),
                _ => {}
            }
        }
    }

    /// Internal procedures that nothing refers to.
    fn warn_unused_procedures(&mut self, own: &[bool]) {
        if !self.wants(Warn::UnusedFunction) {
            return;
        }
        let used = std::cell::RefCell::new(FxHashSet::<ProcId>::default());
        let target = |t: &ProcTarget| {
            if let ProcTarget::Proc(p) = t {
                used.borrow_mut().insert(*p);
            }
        };
        for p in &self.prog.procs {
            let Some(b) = &p.body else { continue };
            ferrotran_typed::visit::stmts(
                &b.stmts,
                &mut |e| match &e.kind {
                    ExprKind::ProcRef(t) => target(t),
                    ExprKind::Call(c) => target(&c.target),
                    _ => {}
                },
                &mut |c| target(&c.target),
            );
        }
        let mut used = used.into_inner();
        used.extend(self.generics.iter().flat_map(|g| g.procs.iter().copied()));
        for t in &self.prog.types {
            used.extend(t.bindings.iter().filter_map(|b| b.proc));
            used.extend(t.finals.iter().copied());
        }
        for (i, own) in own.iter().enumerate() {
            let p = &self.prog.procs[i];
            if *own && p.host.is_some() && !p.bind_c && !used.contains(&ProcId(i as u32)) {
                let (text, at) = (format!("internal procedure `{}` is never used", p.name), p.span);
                self.warn(Warn::UnusedFunction, at, text);
            }
        }
    }

    /// Private variables of modules that nothing refers to.
    fn warn_unused_private(&mut self) {
        use ferrotran_syntax::ast::Access;
        if !self.wants(Warn::UnusedValue) {
            return;
        }
        let mut found = vec![];
        for s in self.scopes.iter().filter(|s| s.kind == ScopeKind::Module && !s.imported) {
            for e in s.names.values() {
                let private = e.access.map_or(s.default_private, |a| a == Access::Private);
                if let Entity::Symbol(v) = e.ent
                    && private
                    && e.from.is_none()
                    && !self.si(v).used
                    && matches!(self.sym(v).storage, Storage::Static { .. })
                    && !self.sym(v).bind_c
                {
                    found.push((self.sym(v).span, self.sym(v).name.clone()));
                }
            }
        }
        found.sort_by_key(|f| f.0.lo);
        for (span, name) in found {
            self.warn(Warn::UnusedValue, span, format!("private module variable `{name}` is never used"));
        }
    }

    fn warn_uninitialized(&mut self, p: ProcId) {
        let mut flow = Flow { prog: &self.prog, proc: p, defined: FxHashSet::default(), found: vec![], in_loop: false };
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
            let (name, allocatable) = (self.sym(s).name.clone(), self.sym(s).allocatable);
            let what = if allocatable { "is allocated" } else { "has a value" };
            self.warn(Warn::Uninitialized, span, format!("`{name}` is used before it {what}"));
        }
    }
}

impl<'a> Resolver<'a> {
    /// A scalar subscript with the variable of a loop whose values leave the array, where the reference is always reached.
    pub fn warn_loop_subscript(&mut self, x: &Expr, bounds: Option<&(Option<i64>, Option<i64>)>, name: &str) {
        let Some(&(lo, hi)) = bounds else { return };
        // What is surely executed needs no flag.
        let proven = self.place.conditional == 0;
        if self.place.do_ranges.is_empty() || !proven && !self.wants(Warn::DoSubscript) {
            return;
        }
        let mut used: Vec<SymbolId> = vec![];
        x.walk(&mut |e| {
            if let ExprKind::Var(s) = e.kind {
                used.push(s);
            }
        });
        let [v] = used[..] else { return };
        let Some(&(_, first, last)) = self.place.do_ranges.iter().find(|r| r.0 == v) else { return };
        for n in [first, last] {
            let mut y = x.clone();
            let span = x.span;
            y.replace(&|e| {
                let kind = ExprKind::Const(Const::Int(n.into()));
                (e.kind == ExprKind::Var(v)).then(|| Expr { kind, ty: e.ty.clone(), rank: 0, span })
            });
            let Some(k) = self.try_int(&y) else { return };
            let why = match (lo, hi) {
                (Some(l), _) if k < l => format!("below {l}"),
                (_, Some(h)) if k > h => format!("above {h}"),
                _ => continue,
            };
            let text = format!("the subscript of `{name}` becomes {k} in this loop, which is {why}");
            match proven {
                true => self.diag.warning(ErrorCode::Suspicious, span, text),
                false => self.warn(Warn::DoSubscript, span, text),
            }
            return;
        }
    }
}

impl<'a> Sema<'a> {
    /// A pointer that lives on when its target is gone.
    pub fn warn_lifetime(&mut self, lhs: &Expr, rhs: &Expr, span: Span) {
        let (Some(p), Some(t)) = (lhs.variable(), direct_target(&self.prog, rhs)) else { return };
        let (p, t) = (self.sym(p), self.sym(t));
        let local = t.storage == Storage::Local && t.owner == self.place.proc && !t.pointer;
        let main = t.owner.is_some_and(|o| self.proc(o).is_main);
        let lives =
            matches!(p.storage, Storage::Dummy(_) | Storage::Result | Storage::Static { .. } | Storage::Common { .. })
                || p.owner != self.place.proc;
        if local && !main && lives {
            let text = format!("pointer `{}` may live longer than its target `{}`", p.name, t.name);
            self.warn(Warn::TargetLifetime, span, text);
        }
    }

    /// Labels that nothing refers to.
    pub fn warn_labels(&mut self, used: &FxHashSet<ferrotran_syntax::ast::LabelNo>) {
        if !self.wants(Warn::UnusedLabel) {
            return;
        }
        let mut list: Vec<(u32, Span)> = self
            .flow
            .labels
            .iter()
            .filter(|(l, i)| !used.contains(l) && !i.used && **l < super::decl::entry::FIRST_LABEL)
            .filter_map(|(l, i)| Some((*l, i.defined?)))
            .collect();
        list.sort_by_key(|l| l.1.lo);
        for (l, span) in list {
            self.warn(Warn::UnusedLabel, span, format!("label {l} is defined but not used"));
        }
    }
}

/// Scalars and allocatable variables of a procedure in the order of its statements: which have got a value. A construct
/// first defines all that any of its statements might define, so that only what surely has no value is found; of a loop
/// the statements that its first iteration executes whatever happens are followed.
struct Flow<'p> {
    in_loop: bool,
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
            && (y.rank() == 0 || y.allocatable)
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
        ferrotran_typed::visit::stmts(
            list,
            &mut |e| {
                if let ExprKind::Var(s) = &e.kind {
                    defined.borrow_mut().insert(*s);
                }
            },
            &mut |_| {},
        );
        ferrotran_typed::visit::other_symbols(list, &mut |s| {
            self.defined.insert(s);
        });
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
            ExprKind::Intrinsic { id, .. } if id.row().class == ferrotran_typed::intrinsics::Class::Inquiry => {}
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

    /// The first iteration of a loop.
    fn iteration(&mut self, body: &'p [Stmt]) {
        self.in_loop = true;
        self.stmts(body);
        self.in_loop = false;
        self.touch_all(body);
    }

    fn stmts(&mut self, list: &'p [Stmt]) {
        for (i, s) in list.iter().enumerate() {
            match &s.kind {
                StmtKind::Assign { lhs, rhs, .. } => {
                    self.read(rhs);
                    self.define(lhs);
                }
                StmtKind::Call(c) => self.call(c),
                StmtKind::Block { body, .. } => self.stmts(body),
                StmtKind::Do { var, lower, upper, step, body, .. } if !self.in_loop => {
                    [Some(lower), Some(upper), step.as_ref()].into_iter().flatten().for_each(|e| self.read(e));
                    self.define(var);
                    self.iteration(body);
                }
                StmtKind::DoWhile { cond, body, .. } if !self.in_loop => {
                    cond.iter().for_each(|c| self.read(c));
                    self.iteration(body);
                }
                StmtKind::If { arms, .. } if self.in_loop => {
                    arms.iter().take(1).for_each(|a| self.read(&a.0));
                    // Another iteration may have come before.
                    self.touch_all(std::slice::from_ref(s));
                }
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

/// The variable whose storage a target is, or is part of: no pointer and no allocatable component is on the way.
fn direct_target(prog: &Program, e: &Expr) -> Option<SymbolId> {
    match &e.kind {
        ExprKind::Var(s) => Some(*s),
        ExprKind::Elem { base, .. } | ExprKind::Section { base, .. } | ExprKind::Substring { base, .. } => {
            direct_target(prog, base)
        }
        ExprKind::Component { base, of, index } => {
            (!prog.types[of.0 as usize].components[*index].pointer).then(|| direct_target(prog, base)).flatten()
        }
        _ => None,
    }
}
