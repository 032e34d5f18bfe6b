//! Dependences between iterations (OpenMP 6.0, 17.9.7): the clauses `doacross`, and `depend` of `ordered`.

use super::*;
use ferrotran_syntax::ast::OmpArg;

impl<'a> Sema<'a> {
    /// `source` and `sink: vector`: the vector has an element for each loop of `ordered(n)`, its variable with a distance. The
    /// result is the vector of a sink, without elements for the iteration before.
    pub(super) fn iteration_dependence(&mut self, sc: ScopeId, cl: &'a ast::OmpClause) -> Res<Option<Vec<Expr>>> {
        let of = self.place.omp.frames.iter().rev().find(|f| f.directive.has(Leaf::Do) || f.directive.has(Leaf::Simd));
        let loops = of.map_or(0, |f| f.doacross);
        if of.is_some_and(|f| f.faulty) {
            return Err(Reported);
        }
        let names = of.map_or_else(Vec::new, |f| f.loop_names.clone());
        if loops == 0 {
            let text = "dependences between iterations need the clause `ordered(n)` on the loop directive around them";
            return Err(self.err(ErrorCode::OmpRule, cl.span, text));
        }
        let source = cl.modifiers.iter().any(|m| &*m.name == "source");
        let current = |e: &ast::Expr| match &e.kind {
            ast::ExprKind::Ref(p) => p.len() == 1 && &*p[0].name.name == "omp_cur_iteration",
            _ => false,
        };
        let mut elements = vec![];
        for a in &cl.args {
            match a {
                OmpArg::Expr(e) => elements.push(e),
                OmpArg::Word(w) if &*w.name == "omp_cur_iteration" && cl.args.len() == 1 && source => return Ok(None),
                _ => return Err(self.err(ErrorCode::OmpClauseSyntax, cl.span, "iterations are given by expressions")),
            }
        }
        match (&elements[..], source) {
            ([], true) => return Ok(None),
            ([one], true) if current(one) => return Ok(None),
            ([one], false) => match &one.kind {
                ast::ExprKind::Binary(ast::BinOp::Sub, a, b)
                    if current(a) && matches!(b.kind, ast::ExprKind::Int { value: 1, .. }) =>
                {
                    return Ok(Some(vec![]));
                }
                _ => {}
            },
            (_, true) => {
                let text = "`source` is of the current iteration: `omp_cur_iteration` or nothing";
                return Err(self.err(ErrorCode::OmpClauseSyntax, cl.span, text));
            }
            _ => {}
        }
        if elements.len() != loops {
            let text =
                format!("the vector of `sink` has {} elements, the loops of `ordered` are {loops}", elements.len());
            return Err(self.err(ErrorCode::OmpRule, cl.span, text));
        }
        let mut vector = vec![];
        for (k, e) in elements.into_iter().enumerate() {
            let (var, distance) = match &e.kind {
                ast::ExprKind::Ref(_) => (e, None),
                ast::ExprKind::Binary(ast::BinOp::Add | ast::BinOp::Sub, v, d)
                    if matches!(v.kind, ast::ExprKind::Ref(_)) =>
                {
                    (&**v, Some(&**d))
                }
                _ => {
                    let text = "an element of `sink` is a loop variable, with a constant added or subtracted";
                    return Err(self.err(ErrorCode::OmpClauseSyntax, e.span, text));
                }
            };
            if let (ast::ExprKind::Ref(p), Some(wanted)) = (&var.kind, names.get(k))
                && p[0].name.name != *wanted
            {
                let text = format!("element {} of `sink` is about the variable of that loop, `{wanted}`", k + 1);
                return Err(self.err(ErrorCode::OmpRule, var.span, text));
            }
            self.int_expr(sc, var, "an element of `sink`")?;
            if let Some(d) = distance {
                self.const_int(sc, d)?;
            }
            vector.push(self.int_expr(sc, e, "an element of `sink`")?);
        }
        Ok(Some(vector))
    }
}
