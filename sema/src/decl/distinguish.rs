//! Whether the specific procedures of a generic identifier can be told apart (Fortran 2018, 15.4.3.4.5).

use crate::ctx::*;
use ferrotran_source::message::{Diagnostic, ErrorCode};
use ferrotran_typed::*;

/// A specific procedure and the position of its passed-object dummy argument.
type Specific = (ProcId, Option<usize>);

impl<'a> Facts<'a> {
    /// Whether no reference by a generic identifier could tell two procedures apart.
    pub fn ambiguous(&self, generic: &str, a: ProcId, b: ProcId) -> bool {
        a != b && !self.distinguishable(generic, (a, None), (b, None))
    }

    fn distinguishable(&self, generic: &str, a: Specific, b: Specific) -> bool {
        let ((p, i), (q, j)) = (a, b);
        if self.pi(p).function != self.pi(q).function {
            return true;
        }
        if self.pi(p).state != State::Done || self.pi(q).state != State::Done {
            return true;
        }
        let (x, y) = (self.proc(p).args.clone(), self.proc(q).args.clone());
        if x.iter().chain(&y).any(|s| matches!(self.sym(*s).ty, Ty::Typeless)) {
            return true;
        }
        if generic.ends_with(')') {
            // Operators, assignment and defined input/output have no keywords: positions alone count (C1511 to C1513).
            return x.len() != y.len() || x.iter().zip(&y).any(|(s, t)| self.dummies_differ(*s, *t));
        }
        // Passed objects of types that do not extend one another.
        if let (Some(i), Some(j)) = (i, j)
            && self.dummies_differ(x[i], y[j])
        {
            return true;
        }
        self.outnumbers(&x, i, &y, j)
            || self.outnumbers(&y, j, &x, i)
            || self.position_and_keyword(&x, i, &y, j)
            || self.position_and_keyword(&y, j, &x, i)
    }

    /// Rule 1: a nonoptional argument of one procedure for which there are more like it than the other has that could take
    /// their place.
    fn outnumbers(&self, x: &[SymbolId], i: Option<usize>, y: &[SymbolId], j: Option<usize>) -> bool {
        let others = |v: &[SymbolId], pass: Option<usize>| -> Vec<SymbolId> {
            v.iter().enumerate().filter(|(k, _)| Some(*k) != pass).map(|(_, s)| *s).collect()
        };
        let (x, y) = (others(x, i), others(y, j));
        x.iter().any(|s| {
            if self.sym(*s).optional || self.si(*s).procedure {
                return false;
            }
            let like = x.iter().filter(|t| !self.sym(**t).optional && !self.dummies_differ(*s, **t)).count();
            let could = y.iter().filter(|t| !self.dummies_differ(*s, **t)).count();
            like > could
        })
    }

    /// Rule 3: one argument tells by its position, and the same or a later one by its keyword.
    fn position_and_keyword(&self, x: &[SymbolId], i: Option<usize>, y: &[SymbolId], j: Option<usize>) -> bool {
        let effective = |v: &[SymbolId], pass: Option<usize>| -> Vec<SymbolId> {
            v.iter().enumerate().filter(|(k, _)| Some(*k) != pass).map(|(_, s)| *s).collect()
        };
        let (x, y) = (effective(x, i), effective(y, j));
        let by_position = |k: usize| {
            !self.sym(x[k]).optional
                && match y.get(k) {
                    None => true,
                    Some(t) => self.dummies_differ(x[k], *t),
                }
        };
        let by_keyword = |k: usize| {
            let s = self.sym(x[k]);
            !s.optional
                && match y.iter().find(|t| self.sym(**t).name == s.name) {
                    None => true,
                    Some(t) => self.dummies_differ(x[k], *t),
                }
        };
        (0..x.len()).find(|k| by_position(*k)).is_some_and(|first| (first..x.len()).any(by_keyword))
    }

    /// Whether two dummy arguments are distinguishable.
    fn dummies_differ(&self, a: SymbolId, b: SymbolId) -> bool {
        let (s, t) = (self.sym(a), self.sym(b));
        if self.si(a).procedure != self.si(b).procedure {
            return true;
        }
        let labels = |y: &Symbol| &*y.name == crate::stmt::legacy::CHOICE;
        if labels(s) != labels(t) {
            return true;
        }
        if self.si(a).procedure {
            let function = |y: &Symbol| match &y.proc {
                Some(ProcIface::Explicit(p)) => Some(self.pi(*p).function),
                Some(ProcIface::Implicit(Some(_))) => Some(true),
                _ => None,
            };
            if matches!((function(s), function(t)), (Some(x), Some(y)) if x != y) {
                return true;
            }
            // Functions are told apart by what they return, as objects are.
            let result = |y: &Symbol| match &y.proc {
                Some(ProcIface::Explicit(p)) if self.pi(*p).state == State::Done => {
                    let r = self.sym(self.proc(*p).result?);
                    Some((r.ty.clone(), r.rank()))
                }
                Some(ProcIface::Implicit(Some(ty))) => Some((ty.clone(), 0)),
                _ => None,
            };
            return match (result(s), result(t)) {
                (Some((x, m)), Some((y, n))) => m != n || !self.types_fit(&x, &y) && !self.types_fit(&y, &x),
                _ => false,
            };
        }
        if !self.types_fit(&s.ty, &t.ty) && !self.types_fit(&t.ty, &s.ty) {
            return true;
        }
        let any_rank = matches!(s.dims, Dims::AssumedRank) || matches!(t.dims, Dims::AssumedRank);
        if s.rank() != t.rank() && !any_rank {
            return true;
        }
        // Fortran 2008
        if (1..2008).contains(&self.opts.standard) {
            return false;
        }
        s.allocatable && t.pointer && t.intent != Intent::In || t.allocatable && s.pointer && s.intent != Intent::In
    }
}

impl<'a> Resolver<'a> {
    /// The specific bindings of the generic bindings of a type can be told apart (C15xx of 7.5.5 refer to 15.4.3.4.5).
    pub fn check_bound_generics(&mut self, sc: ScopeId) {
        for i in 0..self.prog.types.len() {
            let t = TypeId(i as u32);
            if self.types.info[i].scope != sc || self.sc(sc).imported || self.types.info[i].def.is_none() {
                continue;
            }
            for (name, own, _) in self.types.info[i].generics.clone() {
                let all = self.generic_binding(t, &name);
                let specifics: Vec<(ferrotran_syntax::ast::Ident, Specific)> = all
                    .iter()
                    .filter_map(|(id, slot)| {
                        let b = self.ty(t).bindings.get(*slot)?;
                        Some((id.clone(), (b.proc.or(b.iface)?, b.pass.map(|p| p as usize))))
                    })
                    .collect();
                for (_, (p, _)) in &specifics {
                    self.ensure_spec(*p);
                }
                for (id, (p, pass)) in specifics.iter().filter(|(id, _)| own.iter().any(|o| o.name == id.name)) {
                    self.check_bound_operator(&name, id, *p, *pass);
                }
                for (k, (id, x)) in specifics.iter().enumerate() {
                    for (other, y) in &specifics[k + 1..] {
                        let at = if own.iter().any(|o| o.name == other.name) { other } else { id };
                        if (x.0 != y.0 || x.1 != y.1) && !self.distinguishable(&name, *x, *y) {
                            let text = format!(
                                "`{}` and `{}` of generic binding `{name}` cannot be told apart by their arguments",
                                id.name, other.name
                            );
                            let d = Diagnostic::error(ErrorCode::Generic, at.span, text);
                            self.report(d);
                        }
                    }
                }
            }
        }
    }
}

impl<'a> Rules<'a> {
    /// A binding for an operator or assignment passes its object, and has the form that these need (C776, C777).
    fn check_bound_operator(
        &mut self,
        generic: &str,
        id: &ferrotran_syntax::ast::Ident,
        p: ProcId,
        pass: Option<usize>,
    ) {
        let (function, n) = (self.pi(p).function, self.proc(p).args.len());
        let why = if !generic.starts_with("operator(") && generic != "assignment(=)" {
            return;
        } else if pass.is_none() {
            "must pass its object: it has NOPASS".to_string()
        } else if generic == "assignment(=)" && (function || n != 2) {
            "must be a subroutine of two arguments to be an assignment".to_string()
        } else if generic != "assignment(=)" && (!function || n == 0 || n > 2) {
            "must be a function of one or two arguments to be an operator".to_string()
        } else {
            return;
        };
        let d = Diagnostic::error(ErrorCode::Interface, id.span, format!("`{}` {why}", id.name));
        let at = self.proc(p).span;
        self.report(d.also(at, "the procedure"));
    }
}
