//! Defined input/output (Fortran 2018, 12.6.4.8): which procedures transfer the objects of an I/O statement.

use crate::ctx::*;
use ferrotran_source::Span;
use ferrotran_source::message::{Diagnostic, ErrorCode};
use ferrotran_typed::*;

impl<'a> Sema<'a> {
    /// Enters the procedures for objects of a type, and of its components, in the list.
    pub(super) fn collect_defined(
        &mut self,
        sc: ScopeId,
        t: TypeId,
        generic: &'static str,
        span: Span,
        out: &mut Vec<DefinedIo>,
    ) -> Res<()> {
        if out.iter().any(|d| d.ty == t) {
            return Ok(());
        }
        if let Some(d) = self.defined_io(sc, t, generic, span)? {
            out.push(d);
            return Ok(());
        }
        for (of, i) in self.flat_components(t) {
            let c = &self.ty(of).components[i];
            if let (Ty::Derived(x), false, false) = (&c.ty, c.allocatable, c.pointer) {
                let x = *x;
                self.collect_defined(sc, x, generic, span, out)?;
            }
        }
        Ok(())
    }

    /// The procedure for objects of a type: a type-bound one, or one of an interface.
    fn defined_io(&mut self, sc: ScopeId, t: TypeId, generic: &'static str, span: Span) -> Res<Option<DefinedIo>> {
        for (_, slot) in self.generic_binding(t, generic) {
            let b = self.ty(t).bindings[slot].clone();
            let Some(iface) = b.proc.or(b.iface) else { continue };
            self.ensure_spec(iface);
            if let Some(class) = self.takes_object(iface, t) {
                self.check_transfer_procedure(iface, generic, span)?;
                return Ok(Some(DefinedIo { ty: t, proc: iface, slot: Some(slot), class }));
            }
        }
        for p in self.generic_candidates(sc, generic) {
            self.ensure_spec(p);
            if let Some(class) = self.takes_object(p, t) {
                self.check_transfer_procedure(p, generic, span)?;
                return Ok(Some(DefinedIo { ty: t, proc: p, slot: None, class }));
            }
        }
        Ok(None)
    }
}

impl<'a> Facts<'a> {
    /// Whether the first dummy takes objects of the type; then, whether it is polymorphic.
    fn takes_object(&self, p: ProcId, t: TypeId) -> Option<bool> {
        match &self.sym(*self.proc(p).args.first()?).ty {
            Ty::Derived(x) if *x == t => Some(false),
            Ty::Class(Some(x)) => {
                let mut cur = Some(t);
                while let Some(y) = cur {
                    if y == *x {
                        return Some(true);
                    }
                    cur = self.ty(y).extends;
                }
                None
            }
            _ => None,
        }
    }
}

impl<'a> Rules<'a> {
    /// The interface that such a procedure must have.
    fn check_transfer_procedure(&mut self, p: ProcId, generic: &str, span: Span) -> Res<()> {
        let formatted = !generic.contains("(unformatted");
        let args = self.proc(p).args.clone();
        let want: &[&str] = if formatted { &["o", "i", "c", "v", "i", "c"] } else { &["o", "i", "i", "c"] };
        let fits = |s: &Symbol, w: &str| {
            let plain = !s.allocatable && !s.pointer && !s.optional && !s.by_value;
            plain
                && match w {
                    "o" => s.rank() == 0,
                    "i" => s.ty == Ty::Integer(4) && s.rank() == 0,
                    "v" => s.ty == Ty::Integer(4) && matches!(&s.dims, Dims::Assumed(l) if l.len() == 1),
                    _ => s.ty == Ty::Character(CharLen::Assumed, 1) && s.rank() == 0,
                }
        };
        let ok = !self.pi(p).function
            && args.len() == want.len()
            && args.iter().zip(want).all(|(a, w)| fits(self.sym(*a), w));
        if ok {
            return Ok(());
        }
        let d = Diagnostic::error(
            ErrorCode::Interface,
            self.proc(p).span,
            format!("`{}` does not have the interface of a procedure for {}", self.proc(p).name, generic),
        )
        .also(span, "used here");
        Err(self.report(d))
    }
}
