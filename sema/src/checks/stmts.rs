//! Constraints on executable statements that need no types.

use super::Checker;
use ferrotran_source::message::{Diagnostic, ErrorCode};
use ferrotran_syntax::ast::{Arg, ForallHeader, Name, Stmt, StmtKind};
use rustc_hash::FxHashMap;

impl Checker<'_> {
    /// One statement, not what is in it.
    pub(super) fn statement(&mut self, st: &Stmt) {
        match &st.kind {
            StmtKind::Allocate { options, .. } | StmtKind::Deallocate { options, .. } => self.options(options),
            StmtKind::Critical { args, .. } | StmtKind::Image { args, .. } => self.options(args),
            StmtKind::ChangeTeam { args, end, .. } => {
                self.options(args);
                self.options(end);
            }
            StmtKind::Do(d) => {
                if let ferrotran_syntax::ast::DoControl::Concurrent { header, .. } = &d.control {
                    self.header(header, &[]);
                }
            }
            _ => {}
        }
    }

    /// An option stands once (C942).
    fn options(&mut self, options: &[Arg]) {
        let mut seen = FxHashMap::default();
        for k in options.iter().filter_map(|o| o.keyword.as_ref()) {
            self.twice(&mut seen, &k.name, k, "the option");
        }
    }

    /// Indices of a header differ from each other, and those of a FORALL from those around it (C1035, C1121).
    pub(super) fn header(&mut self, h: &ForallHeader, outer: &[Name]) {
        let mut seen = FxHashMap::default();
        for (id, ..) in &h.indices {
            self.twice(&mut seen, &id.name, id, "the index");
            if outer.contains(&id.name) {
                let text = format!("`{}` is the index of an enclosing FORALL, too", id.name);
                self.diag.add(Diagnostic::error(ErrorCode::Semantic, id.span, text));
            }
        }
    }
}
