//! Rules on DECLARE REDUCTION (OpenMP 5.2, 5.5.11).

use super::*;
use crate::syntax::ast::OmpArg;

impl<'a> Sema<'a> {
    /// A reduction is declared once for a type in a scope, and not where OpenMP has one.
    pub fn check_reductions(&mut self, sc: ScopeId) {
        if self.sc(sc).imported {
            return;
        }
        let mut seen: Vec<(String, Ty, Span)> = vec![];
        for c in self.sc(sc).reductions.clone() {
            let Some(OmpArg::Word(id)) = c.args.first() else { continue };
            for a in &c.args {
                let OmpArg::Type(t) = a else { continue };
                let Ok(ty) = self.type_spec(sc, t) else { continue };
                let shown = ty_name(&self.prog, &ty);
                if predefined(&id.name, &ty) {
                    let text = format!("the reduction `{}` of type {shown} is predefined", id.name);
                    self.err(ErrorCode::OmpRule, c.span, text);
                } else if let Some((.., first)) = seen.iter().find(|s| s.0 == *id.name && s.1 == ty) {
                    let text = format!("the reduction `{}` is declared twice for type {shown}", id.name);
                    let d = Diagnostic::error(ErrorCode::OmpRule, c.span, text).also(*first, "declared here first");
                    self.report(d);
                } else {
                    seen.push((id.name.to_string(), ty, c.span));
                }
            }
        }
    }
}

/// Whether OpenMP has that reduction for that type.
fn predefined(name: &str, ty: &Ty) -> bool {
    match name {
        "+" | "*" | "-" => matches!(ty, Ty::Integer(_) | Ty::Real(_) | Ty::Complex(_)),
        ".and." | ".or." | ".eqv." | ".neqv." => matches!(ty, Ty::Logical(_)),
        "max" | "min" => matches!(ty, Ty::Integer(_) | Ty::Real(_)),
        "iand" | "ior" | "ieor" => matches!(ty, Ty::Integer(_)),
        _ => false,
    }
}
