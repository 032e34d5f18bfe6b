//! Whether a variable may be defined (assigned, passed to be changed, read into).

use crate::ctx::*;
use ferrotran_source::Span;
use ferrotran_source::message::{Diagnostic, ErrorCode};
use ferrotran_typed::intrinsics::Intrinsic;
use ferrotran_typed::*;

impl<'a> Resolver<'a> {
    /// Checks that an expression is a variable that may be defined.
    pub fn check_definable(&mut self, e: &Expr, what: &str) -> Res<()> {
        let span = e.span;
        let mut cur = e;
        // Through a pointer the target changes, not the entity that holds the pointer.
        let mut through_pointer = false;
        loop {
            match &cur.kind {
                ExprKind::Var(s) => return self.check_definable_symbol(*s, span, what, through_pointer),
                ExprKind::Component { base, of, index } => {
                    // The last one, too: what is defined is its target.
                    through_pointer |= self.ty(*of).components[*index].pointer;
                    cur = base;
                }
                ExprKind::Elem { base, .. }
                | ExprKind::Section { base, .. }
                | ExprKind::Substring { base, .. }
                | ExprKind::ComplexPart { base, .. } => {
                    if self.is_pointer(base) && matches!(base.kind, ExprKind::Component { .. }) {
                        through_pointer = true;
                    }
                    cur = base;
                }
                ExprKind::Call(_) if self.is_pointer(cur) => {
                    return self.newer(2008, span, "a reference to a pointer function as a variable");
                }
                ExprKind::Const(_) => {
                    return Err(self.err(ErrorCode::Definable, span, format!("a constant cannot be {what}")));
                }
                ExprKind::Intrinsic { id: Intrinsic::Coindexed, .. } => {
                    return Err(self.unsupported(span, format!("an object of another image that is {what}")));
                }
                _ => {
                    return Err(self.err(
                        ErrorCode::Definable,
                        span,
                        format!("an expression cannot be {what}: a variable is needed"),
                    ));
                }
            }
        }
    }

    fn check_definable_symbol(&mut self, s: SymbolId, span: Span, what: &str, through_pointer: bool) -> Res<()> {
        let y = self.sym(s).clone();
        let deny = |this: &mut Self, why: String| {
            let d = Diagnostic::error(ErrorCode::Definable, span, format!("`{}` cannot be {what}: {why}", y.name))
                .also(y.span, "declared here");
            Err(this.report(d))
        };
        if y.storage == Storage::Constant {
            return deny(self, "it is a named constant".into());
        }
        if self.si(s).procedure && !y.pointer {
            return deny(self, "it is a procedure".into());
        }
        if let Some(why) = self.si(s).locked
            && !through_pointer
        {
            return deny(self, format!("it is {why}"));
        }
        if y.intent == Intent::In && !through_pointer && !y.pointer {
            return deny(self, "it has INTENT(IN)".into());
        }
        if let Some(m) = &self.si(s).protected_in
            && !through_pointer
            && !y.pointer
            && self.place.module.as_ref() != Some(m)
        {
            return deny(self, format!("it is PROTECTED in module `{m}`"));
        }
        if self.place.do_vars.contains(&s) && !through_pointer {
            return deny(self, "it is the variable of the enclosing DO loop".into());
        }
        if let Some(why) = self.place.pure_proc() {
            // C1594: what pointers of such objects point to, too.
            if y.intent == Intent::In && y.owner == self.place.proc {
                return deny(self, "it has INTENT(IN), in a pure procedure".into());
            }
            let here = self.place.proc;
            let mut outside = y.owner != here || matches!(y.storage, Storage::Common { .. });
            if matches!(y.storage, Storage::Associate | Storage::Index) {
                outside = false;
            }
            if self.is_inside(y.owner, here) && !matches!(y.storage, Storage::Common { .. }) {
                outside = false;
            }
            if outside {
                return deny(self, format!("it is not local to {why}"));
            }
        }
        Ok(())
    }
}

impl<'a> Facts<'a> {
    fn is_inside(&self, owner: Option<ProcId>, here: Option<ProcId>) -> bool {
        owner.is_some() && owner == here
    }
}
