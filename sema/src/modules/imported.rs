//! Modules that another compilation defines: which bodies are analysed all the same, and what becomes of their storage.

use crate::ctx::*;
use ferrotran_source::Span;
use ferrotran_source::message::{Diagnostic, ErrorCode};
use ferrotran_syntax::ast::{self, Name, StmtKind, Unit, UnitKind};
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

    /// Marks what another compiler makes of a module that gfortran compiled.
    pub fn mark_foreign(&mut self, sc: ScopeId, module: &Name) {
        let version = self.opts.gfortran;
        if version == 0 {
            return;
        }
        let own: Vec<ProcId> = self.sc(sc).names.values().filter_map(|e| proc_of(&e.ent)).collect();
        for p in own {
            let here = self.sc(self.pi(p).scope).parent == Some(sc);
            if here && !self.proc(p).bind_c {
                self.proc_mut(p).convention = Convention::Gfortran { old: version < 15 };
            }
        }
        for f in self.modules.foreign.get(module).copied().unwrap_or_default() {
            let Some(e) = self.sc(sc).names.get(&*f.name).cloned() else {
                let why = Entity::Refused(f.why.as_str().into());
                self.bind(sc, f.name.as_str().into(), why, Span::default());
                continue;
            };
            match (e.ent, f.called) {
                (Entity::Proc(p), true) => drop(self.modules.only_called.insert(p, &f.why)),
                (Entity::Proc(p), false) => {
                    self.proc_mut(p).convention = Convention::Refused;
                    self.modules.refused_procs.insert(p, &f.why);
                }
                (Entity::Type(t), _) => drop(self.modules.refused_types.insert(t, &f.why)),
                (Entity::Symbol(s), _) => drop(self.modules.refused_symbols.insert(s, &f.why)),
                _ => {}
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

fn proc_of(e: &Entity) -> Option<ProcId> {
    match e {
        Entity::Proc(p) => Some(*p),
        _ => None,
    }
}

impl Rules<'_> {
    /// Reports that an entity of a gfortran module cannot be used, if it is one.
    pub fn usable(&mut self, name: &str, why: Option<&str>, span: Span) -> Res<()> {
        match why {
            Some(why) if self.opts.gfortran == 0 => Err(self.refused(name, why, span)),
            _ => Ok(()),
        }
    }

    /// Whether a procedure may be an actual argument or the target of a pointer: those who call it then follow the
    /// conventions of this compiler.
    pub fn check_passed_on(&mut self, p: ProcId, span: Span) -> Res<()> {
        let name = self.proc(p).name.clone();
        let why = self.modules.refused_procs.get(&p).copied();
        self.usable(&name, why, span)?;
        let Some(why) = self.modules.only_called.get(&p).copied().filter(|_| self.opts.gfortran == 0) else {
            return Ok(());
        };
        let text = format!("`{name}` was compiled by gfortran and can only be called here: {why}");
        let d = Diagnostic::error(ErrorCode::Module, span, text).with_help("pass a procedure on that calls it");
        Err(self.report(d))
    }

    /// Reports that an entity of a gfortran module cannot be used.
    pub fn refused(&mut self, name: &str, why: &str, span: Span) -> Reported {
        let text = format!("`{name}` was compiled by gfortran and cannot be used here: {why}");
        let d = Diagnostic::error(ErrorCode::Module, span, text)
            .with_help("compile the module with this compiler, or give it an interface with BIND(C)");
        self.report(d)
    }
}
