//! ASSUMES: what is assumed of the procedures of a scope (OpenMP 6.0, 10.6.2).

use super::clauses::assumption;
use super::*;
use ferrotran_syntax::ast::{OmpArg, OmpConstruct};
use ferrotran_syntax::omp::ClauseKind;

impl<'a> Resolver<'a> {
    /// The directive as a statement that procedures begin with.
    pub fn assumptions(&mut self, sc: ScopeId, c: &'a OmpConstruct) -> Option<Stmt> {
        let mut clauses = vec![];
        for cl in &c.clauses {
            let args = match (cl.kind, cl.args.first()) {
                (ClauseKind::Holds, Some(OmpArg::Expr(e))) => {
                    let x = self.logical_expr(sc, e, "the expression of `holds`").ok()?;
                    vec![x]
                }
                _ => vec![],
            };
            clauses.push(assumption(cl, args));
        }
        let omp = Omp { directive: c.directive, clauses, body: vec![], sections: vec![], name: None };
        Some(Stmt { kind: StmtKind::Omp(Box::new(omp)), span: c.span })
    }
}
