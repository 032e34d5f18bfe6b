//! DEPOBJ: dependence objects, and the dependences that clauses give them (OpenMP 6.0, 17.9.4).

use super::*;
use crate::expr::Want;
use ferrotran_syntax::ast::OmpClause;
use ferrotran_syntax::omp::ClauseKind;

impl<'a> Sema<'a> {
    /// The object of DEPOBJ, which the directive or its clause names, or both.
    pub(super) fn omp_dependence_object(
        &mut self,
        sc: ScopeId,
        c: &'a ast::OmpConstruct,
        clauses: &[Clause],
    ) -> Res<Expr> {
        let own = [ClauseKind::Init, ClauseKind::Destroy, ClauseKind::Update];
        let of_clause = c.clauses.iter().filter(|k| own.contains(&k.kind));
        let mut object: Option<Expr> = None;
        for a in c.args.iter().chain(of_clause.flat_map(|k| &k.args)) {
            let ast::OmpArg::Expr(e) = a else { continue };
            let x = self.expr_want(sc, e, Want::Variable)?;
            if !matches!(x.ty, Ty::Integer(8 | 16)) || x.rank != 0 {
                let text = "the object of `depobj` is a scalar integer(omp_depend_kind)";
                return Err(self.err(ErrorCode::OmpRule, x.span, text));
            }
            if let Some(first) = &object
                && !visit::same_place(first, &x)
            {
                let text = "the clause names another object than the directive";
                let d = Diagnostic::error(ErrorCode::OmpRule, x.span, text).also(first.span, "the object");
                return Err(self.report(d));
            }
            object = object.or(Some(x));
        }
        let of_objects =
            |k: &Clause| matches!(k, Clause::Depend { kind: Dependence::Depobj, .. } | Clause::Iterated { .. });
        if clauses.iter().any(of_objects) {
            let text = "an object of `depobj` is of one storage location, without `depobj` and iterators";
            return Err(self.err(ErrorCode::OmpRule, c.span, text));
        }
        let items: usize =
            clauses.iter().map(|k| if let Clause::Depend { items, .. } = k { items.len() } else { 0 }).sum();
        if items > 1 {
            return Err(self.err(ErrorCode::OmpRule, c.span, "an object of `depobj` is of one storage location"));
        }
        let text = "`depobj` names no object, which stands in parentheses behind it";
        object.ok_or_else(|| self.err(ErrorCode::OmpRule, c.span, text))
    }

    /// UPDATE of DEPOBJ: the kind that the dependence gets.
    pub(super) fn depobj_update(&mut self, cl: &'a OmpClause) -> Res<Clause> {
        let word = cl.args.iter().find_map(|a| if let ast::OmpArg::Word(w) = a { Some(w) } else { None });
        let kind = match word {
            Some(w) => match self.dependence_type(&w.name, w.span)? {
                Dependence::Depobj => {
                    let text = "`depobj` is no type that `update` gives to a dependence";
                    return Err(self.err(ErrorCode::OmpClauseSyntax, w.span, text));
                }
                kind => kind,
            },
            None => Dependence::Inout,
        };
        Ok(Clause::Depend { kind, items: Vec::new() })
    }

    /// INIT of DEPOBJ: the type and the storage of the dependence.
    pub(super) fn depobj_init(&mut self, sc: ScopeId, cl: &'a OmpClause) -> Res<Clause> {
        let Some((m, e)) = cl.modifiers.iter().find_map(|m| m.args.first().map(|e| (m, e))) else {
            let text = "`init` of a dependence object says what it depends on: `init(in(x): object)`";
            return Err(self.err(ErrorCode::OmpModifier, cl.span, text));
        };
        let kind = self.dependence_type(&m.name, m.span)?;
        let x = self.expr_want(sc, e, Want::Variable)?;
        if !crate::stmt::control::is_variable(&x) {
            return Err(self.err(ErrorCode::OmpData, e.span, "a dependence is one of a variable"));
        }
        Ok(Clause::Depend { kind, items: vec![x] })
    }
}
