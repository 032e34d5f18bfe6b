//! Modules that another compilation defines: which bodies are analysed all the same, and what becomes of their storage.

use crate::ctx::*;
use ferrotran_syntax::ast::{self, StmtKind, Unit, UnitKind};
use ferrotran_typed::*;
use rustc_hash::FxHashSet;

/// True where a procedure's body may stand in place of its calls in other compilations: pure and elemental procedures,
/// and those that kernels may call.
pub fn keeps_body(u: &Unit) -> bool {
    let header = match &u.kind {
        UnitKind::Subroutine(h) | UnitKind::Function { header: h, .. } => h,
        _ => return false,
    };
    header.pure_ || header.elemental || declares_target(&u.spec) || declares_target(&u.body)
}

/// True where one of the statements is a `declare target` directive.
pub fn declares_target(b: &[ast::Stmt]) -> bool {
    use ferrotran_syntax::omp::Leaf;
    b.iter().any(|s| matches!(&s.kind, StmtKind::Omp(c) if c.directive.has(Leaf::DeclareTarget)))
}

impl Facts<'_> {
    /// What was analysed of imported modules becomes references to other objects.
    pub fn imported_entities(&mut self) {
        if self.modules.imported.is_empty() {
            return;
        }
        // A body with variables of its own that last has them once, in its object.
        let mut whole: FxHashSet<ProcId> = FxHashSet::default();
        for i in 0..self.prog.symbols.len() {
            let id = SymbolId(i as u32);
            if !self.si(id).scope.is_some_and(|s| self.sc(s).imported) {
                continue;
            }
            let s = self.sym_mut(id);
            s.initial_target = None;
            match (&s.storage, s.owner) {
                (Storage::Static { .. }, Some(p)) => {
                    whole.insert(self.outermost(p));
                }
                (Storage::Static { link_name }, None) => {
                    s.storage = Storage::Extern { link_name: link_name.clone() };
                    s.value = None;
                }
                (Storage::Common { .. }, _) => s.value = None,
                _ => {}
            }
        }
        let mut statics = std::mem::take(&mut self.prog.statics);
        statics.retain(|s| !self.si(*s).scope.is_some_and(|s| self.sc(s).imported));
        self.prog.statics = statics;
        for i in 0..self.prog.procs.len() {
            let id = ProcId(i as u32);
            if !self.sc(self.pi(id).scope).imported || self.proc(id).body.is_none() {
                continue;
            }
            let gone = whole.contains(&self.outermost(id));
            let p = self.proc_mut(id);
            p.available = true;
            if gone {
                p.body = None;
            }
        }
    }

    fn outermost(&self, mut p: ProcId) -> ProcId {
        while let Some(h) = self.proc(p).host {
            p = h;
        }
        p
    }
}
