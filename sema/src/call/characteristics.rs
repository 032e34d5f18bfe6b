//! Characteristics of procedures (Fortran 2018, 15.3): whether a procedure may stand where an interface is demanded.

use super::{ArgIn, Mismatch, same_class};
use crate::ctx::*;
use crate::decl::resolve::int_const;
use crate::expr::shape::type_len;
use ferrotran_source::Span;
use ferrotran_source::message::{Diagnostic, ErrorCode};
use ferrotran_typed::*;

/// Interfaces may name dummy procedures with interfaces; deeper nesting than this is not compared.
const MAX_DEPTH: usize = 8;

/// How closely interfaces are compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Compared {
    /// In all characteristics.
    Fully,
    /// Without the attributes that calls do not notice.
    ForCalls,
}

impl<'a> Facts<'a> {
    /// What a procedure expression refers to: its interface where that is explicit, the type of its result where only
    /// that is known.
    pub fn procedure_of(&self, e: &Expr) -> Option<ProcIface> {
        match &e.kind {
            ExprKind::ProcRef(t) => match &**t {
                ProcTarget::Proc(p) => Some(ProcIface::Explicit(*p)),
                ProcTarget::Symbol(s) => self.sym(*s).proc.clone(),
                ProcTarget::Pointer { iface, .. } => Some(iface.clone()),
                ProcTarget::Bound { iface, .. } => Some(ProcIface::Explicit(*iface)),
                ProcTarget::Implicit { link_name, .. } => self.global_by_link(link_name).map(ProcIface::Explicit),
            },
            ExprKind::Var(s) => self.sym(*s).proc.clone(),
            ExprKind::Component { of, index, .. } => self.ty(*of).components[*index].proc.clone(),
            _ => None,
        }
    }

    fn global_by_link(&self, link: &str) -> Option<ProcId> {
        self.procs.globals.values().copied().find(|g| self.proc(*g).link_name == link)
    }

    /// Whether a procedure fits a dummy procedure.
    pub(super) fn iface_fits(&self, d: &Symbol, a: &Expr) -> Result<(), Mismatch> {
        let Some(want) = &d.proc else { return Ok(()) };
        match self.target_difference(want, a) {
            Some(why) => {
                Err((a.span, format!("the procedure does not have the interface of argument `{}`: {why}", d.name)))
            }
            None => Ok(()),
        }
    }

    /// How a procedure expression differs from the interface of a dummy procedure or procedure pointer.
    pub fn target_difference(&self, want: &ProcIface, e: &Expr) -> Option<String> {
        let got = self.procedure_of(e)?;
        let known_elsewhere = matches!(&e.kind, ExprKind::ProcRef(t) if matches!(**t, ProcTarget::Implicit { .. }));
        match (want, &got) {
            (ProcIface::Explicit(w), ProcIface::Explicit(g)) => self.iface_difference(*w, *g, Compared::Fully),
            (ProcIface::Implicit(Some(t)), ProcIface::Explicit(g)) => {
                if self.pi(*g).state != State::Done {
                    return None;
                }
                if !self.pi(*g).function {
                    return Some("it is a subroutine, not a function".into());
                }
                let r = self.proc(*g).result?;
                self.type_difference(t, &self.sym(r).ty)
            }
            (ProcIface::Explicit(w), ProcIface::Implicit(Some(t))) => {
                if self.pi(*w).state != State::Done || known_elsewhere {
                    return None;
                }
                if !self.pi(*w).function {
                    return Some("it is a function, not a subroutine".into());
                }
                let r = self.proc(*w).result?;
                self.type_difference(&self.sym(r).ty, t)
            }
            (ProcIface::Implicit(Some(a)), ProcIface::Implicit(Some(b))) => self.type_difference(a, b),
            _ => None,
        }
    }

    fn type_difference(&self, want: &Ty, got: &Ty) -> Option<String> {
        if self.same_declared(want, got) || matches!(want, Ty::Typeless) || matches!(got, Ty::Typeless) {
            return None;
        }
        Some(format!("the result has type {} instead of {}", ty_name(&self.prog, got), ty_name(&self.prog, want)))
    }

    /// Why a procedure can only be referenced where its interface is explicit (15.4.2.2).
    pub fn needs_explicit(&self, id: ProcId) -> Option<&'static str> {
        if self.pi(id).state != State::Done {
            return None;
        }
        let p = self.proc(id);
        if p.elemental && !self.pi(id).interface {
            return Some("it is elemental");
        }
        if p.bind_c {
            return None;
        }
        for a in &p.args {
            let s = self.sym(*a);
            if matches!(s.ty, Ty::Class(_)) {
                return Some("it has a polymorphic argument");
            }
            if s.allocatable || (s.pointer && !self.si(*a).procedure) {
                return Some("it has an allocatable or pointer argument");
            }
            if s.optional {
                return Some("it has an optional argument");
            }
            if matches!(s.dims, Dims::Assumed(_) | Dims::AssumedRank) {
                return Some("it has an argument of assumed shape or rank");
            }
            let attributes = [
                (s.by_value, "it has an argument with VALUE"),
                (s.target, "it has an argument with TARGET"),
                (s.asynchronous, "it has an argument with ASYNCHRONOUS"),
                (s.volatile, "it has an argument with VOLATILE"),
            ];
            if let Some((_, why)) = attributes.iter().find(|(set, _)| *set) {
                return Some(why);
            }
        }
        let r = self.sym(p.result?);
        (r.rank() > 0 || r.allocatable || r.pointer).then_some("its result is an array, allocatable or a pointer")
    }

    /// What the body of a separate module procedure has to repeat beyond its characteristics (15.6.2.5).
    pub fn separate_difference(&self, want: ProcId, got: ProcId) -> Option<String> {
        let (w, g) = (self.proc(want), self.proc(got));
        for (x, y) in w.args.iter().zip(&g.args) {
            let (x, y) = (&self.sym(*x).name, &self.sym(*y).name);
            if x != y {
                return Some(format!("argument `{x}` is named `{y}`"));
            }
        }
        if w.pure_ != g.pure_ {
            return Some("only one of them is PURE".into());
        }
        if w.elemental != g.elemental {
            return Some("only one of them is ELEMENTAL".into());
        }
        if w.says_recursive != g.says_recursive || w.recursive != g.recursive {
            return Some("only one of them is RECURSIVE or NON_RECURSIVE".into());
        }
        if w.bind_c && g.bind_c && w.link_name != g.link_name {
            return Some("it has another binding label".into());
        }
        (w.bind_c != g.bind_c).then(|| "only one of them has BIND(C)".into())
    }

    /// How a procedure differs from a demanded interface.
    pub fn iface_difference(&self, want: ProcId, got: ProcId, compared: Compared) -> Option<String> {
        self.difference(want, got, compared, 0)
    }

    fn difference(&self, want: ProcId, got: ProcId, compared: Compared, depth: usize) -> Option<String> {
        if want == got || depth > MAX_DEPTH || self.pi(want).state != State::Done || self.pi(got).state != State::Done {
            return None;
        }
        if self.pi(want).function != self.pi(got).function {
            return Some("one is a function, the other a subroutine".into());
        }
        let (w, g) = (self.proc(want), self.proc(got));
        if w.args.len() != g.args.len() {
            return Some(format!("it has {} arguments instead of {}", g.args.len(), w.args.len()));
        }
        if w.pure_ && !g.pure_ {
            return Some("it is not pure".into());
        }
        for (x, y) in w.args.iter().zip(&g.args) {
            if let Some(why) = self.dummy_difference(*x, *y, compared, depth) {
                return Some(why);
            }
        }
        self.result_difference(want, got)
    }

    /// How the result of a function differs (15.3.3).
    pub fn result_difference(&self, want: ProcId, got: ProcId) -> Option<String> {
        let (w, g) = (self.proc(want), self.proc(got));
        let (x, y) = (w.result?, g.result?);
        let (p, q) = (self.sym(x), self.sym(y));
        if let Some(why) = self.type_difference(&p.ty, &q.ty) {
            return Some(why);
        }
        if p.rank() != q.rank() {
            return Some(format!("the result has rank {} instead of {}", q.rank(), p.rank()));
        }
        if p.allocatable != q.allocatable || p.pointer != q.pointer {
            return Some("only one of the results is allocatable or a pointer".into());
        }
        if let Some((d, m, n)) = extents_differ(&p.dims, &q.dims) {
            return Some(format!("the result has {n} instead of {m} elements in dimension {d}"));
        }
        if let (Some(m), Some(n)) = (type_len(&p.ty), type_len(&q.ty))
            && m != n
        {
            return Some(format!("the result has length {n} instead of {m}"));
        }
        None
    }

    /// How a dummy argument differs in its characteristics (15.3.2); `depth`: that of procedures as arguments of others.
    pub fn dummy_difference(&self, want: SymbolId, got: SymbolId, compared: Compared, depth: usize) -> Option<String> {
        let for_calls = compared == Compared::ForCalls;
        let (p, q) = (self.sym(want), self.sym(got));
        if self.si(want).procedure || self.si(got).procedure {
            if self.si(want).procedure != self.si(got).procedure {
                return Some(format!("argument `{}` is a procedure in only one of them", q.name));
            }
            let why = match (&p.proc, &q.proc) {
                (Some(ProcIface::Explicit(a)), Some(ProcIface::Explicit(b))) => {
                    self.difference(*a, *b, compared, depth + 1)
                }
                (Some(ProcIface::Implicit(Some(a))), Some(ProcIface::Implicit(Some(b)))) => self.type_difference(a, b),
                _ => None,
            };
            return why.map(|w| format!("argument `{}` is another procedure: {w}", q.name));
        }
        let classes = for_calls && matches!((&p.ty, &q.ty), (Ty::Class(Some(_)), Ty::Class(Some(_))));
        if !classes && !self.same_declared(&p.ty, &q.ty) {
            return Some(format!(
                "argument `{}` has type {} instead of {}",
                q.name,
                ty_name(&self.prog, &q.ty),
                ty_name(&self.prog, &p.ty)
            ));
        }
        if p.rank() != q.rank() {
            return Some(format!("argument `{}` has rank {} instead of {}", q.name, q.rank(), p.rank()));
        }
        let shape = |d: &Dims| match d {
            Dims::Assumed(_) => 1,
            Dims::AssumedRank => 2,
            _ => 0,
        };
        if shape(&p.dims) != shape(&q.dims) {
            return Some(format!("argument `{}` has assumed shape or rank in only one of them", q.name));
        }
        if p.intent != q.intent && !for_calls {
            return Some(format!("argument `{}` has another INTENT", q.name));
        }
        let pairs = [
            (p.allocatable, q.allocatable, "ALLOCATABLE"),
            (p.pointer, q.pointer, "POINTER"),
            (p.optional, q.optional, "OPTIONAL"),
            (p.by_value, q.by_value, "VALUE"),
            (p.contiguous, q.contiguous, "CONTIGUOUS"),
            (p.asynchronous, q.asynchronous, "ASYNCHRONOUS"),
            (p.volatile, q.volatile, "VOLATILE"),
            (p.target, q.target, "TARGET"),
        ];
        // These say nothing about how the argument is passed.
        let light = |word: &str| for_calls && matches!(word, "TARGET" | "VOLATILE" | "ASYNCHRONOUS");
        if let Some((.., word)) = pairs.iter().find(|(a, b, w)| a != b && !light(w)) {
            return Some(format!("argument `{}` has the attribute {word} in only one of them", q.name));
        }
        if let Some((d, m, n)) = extents_differ(&p.dims, &q.dims) {
            return Some(format!("argument `{}` has {n} instead of {m} elements in dimension {d}", q.name));
        }
        None
    }
}

impl<'a> Rules<'a> {
    /// References by an implicit interface to one procedure agree in the types of their arguments.
    pub(super) fn compare_calls(&mut self, link: &str, args: &[ArgIn], span: Span) -> Res<()> {
        if self.modules.missing || self.procs.globals.values().any(|g| self.proc(*g).link_name == link) {
            // Compared with the definition.
            return Ok(());
        }
        let passed = |e: &Expr, part: bool| match &e.kind {
            // An element of a named constant is its value by now.
            ExprKind::Const(_) if part => Passed::Either,
            _ if e.rank > 0 => Passed::Array,
            _ if matches!(e.ty, Ty::Character(..) | Ty::Procedure) => Passed::Either,
            ExprKind::Elem { base, .. } if !self.descriptor_array(base) => Passed::Either,
            ExprKind::Component { .. } => Passed::Either,
            _ => Passed::Scalar,
        };
        let now: Vec<(Ty, Passed)> = args.iter().map(|a| (a.expr.ty.clone(), passed(&a.expr, a.part))).collect();
        let Some((before, at)) = self.procs.implicit_calls.get(link).cloned() else {
            self.procs.implicit_calls.insert(link.to_string(), (now, span));
            return Ok(());
        };
        let simple = |t: &Ty| {
            matches!(
                t,
                Ty::Integer(_) | Ty::Unsigned(_) | Ty::Real(_) | Ty::Complex(_) | Ty::Logical(_) | Ty::Character(..)
            )
        };
        for (k, ((x, p), (y, q))) in before.iter().zip(&now).enumerate() {
            // `-fallow-argument-mismatch` makes warnings of them.
            let strict = self.opts.check_calls;
            let found = |s: &mut Self, text: String| {
                let at_argument = args[k].span;
                let d = match strict {
                    true => Diagnostic::error(ErrorCode::Argument, at_argument, text),
                    false => Diagnostic::warning(ErrorCode::Argument, at_argument, text),
                };
                let reported = s.report(d.also(at, "the other reference"));
                if strict { Err(reported) } else { Ok(()) }
            };
            if matches!((p, q), (Passed::Scalar, Passed::Array) | (Passed::Array, Passed::Scalar)) {
                let word = |p: &Passed| if *p == Passed::Array { "an array" } else { "a scalar" };
                let text = format!(
                    "this argument is {}, in another reference to the same procedure it is {}",
                    word(q),
                    word(p)
                );
                return found(self, text);
            }
            if simple(x) && simple(y) && !same_class(x, y) {
                let (a, b) = (ty_name(&self.prog, y), ty_name(&self.prog, x));
                let text =
                    format!("this argument has type {a}, in another reference to the same procedure it has type {b}");
                return found(self, text);
            }
        }
        Ok(())
    }
}

/// The first dimension in which constant extents differ: its number and both extents.
fn extents_differ(a: &Dims, b: &Dims) -> Option<(usize, i64, i64)> {
    let (Dims::Explicit(a), Dims::Explicit(b)) = (a, b) else { return None };
    let extent = |(l, h): &(Expr, Expr)| Some(crate::const_eval::extent(int_const(l)?, int_const(h)?));
    a.iter().zip(b).enumerate().find_map(|(i, (x, y))| {
        let (m, n) = (extent(x)?, extent(y)?);
        (m != n).then_some((i + 1, m, n))
    })
}
