//! What directives say of the memory of variables: ALLOCATE, ALLOCATORS and ALIGN (OpenMP 6.0, 8.3 to 8.7). All memory spaces
//! are ordinary memory; addresses are aligned as the program asks.

use super::variant_rules::named as whole_name;
use super::*;
use ferrotran_syntax::ast::{OmpArg, OmpClause, OmpConstruct};
use ferrotran_syntax::omp::ClauseKind;

/// What one directive says of a list of variables.
struct Asked {
    /// The variables, or all.
    names: Vec<ast::Name>,
    alignment: i64,
    allocator: Option<Expr>,
}

impl Rules<'_> {
    /// An item of an ALLOCATE directive that is no name of a variable or COMMON block.
    pub(super) fn no_part(&mut self, a: &OmpArg, directive: Span) -> Res<()> {
        let span = if let OmpArg::Expr(e) = a { e.span } else { directive };
        Err(self.err(ErrorCode::OmpRule, span, "`allocate` takes names of variables, not parts of them"))
    }
}

impl<'a> Resolver<'a> {
    /// The value of a clause ALIGN; 0 where there is none.
    pub(super) fn omp_align(&mut self, sc: ScopeId, cl: Option<&'a OmpClause>) -> Res<i64> {
        let Some(OmpArg::Expr(e)) = cl.and_then(|k| k.args.first()) else { return Ok(0) };
        self.power_of_two(sc, e)
    }

    fn power_of_two(&mut self, sc: ScopeId, e: &'a ast::Expr) -> Res<i64> {
        match self.const_int(sc, e) {
            Ok(n) if n > 0 && n & (n - 1) == 0 => Ok(n),
            _ => Err(self.err(ErrorCode::OmpRule, e.span, "the alignment must be a constant power of two")),
        }
    }

    pub(super) fn allocator(&mut self, sc: ScopeId, e: Option<&'a ast::Expr>) -> Res<Option<Expr>> {
        let Some(e) = e else { return Ok(None) };
        let x = self.int_expr(sc, e, "the allocator")?;
        if x.ty != Ty::Integer(8) || x.rank != 0 {
            let text = "an allocator is a scalar integer(omp_allocator_handle_kind)";
            return Err(self.err(ErrorCode::OmpRule, e.span, text));
        }
        Ok(Some(x))
    }
}

impl<'a> Sema<'a> {
    /// Tells the ALLOCATE statement of a construct how its objects are allocated. The result: what the construct says of that.
    pub(super) fn omp_allocation(&mut self, sc: ScopeId, c: &'a OmpConstruct, body: &mut [Stmt]) -> Res<Vec<Clause>> {
        let mut asked = vec![];
        if c.directive.has(Leaf::Allocators) {
            for cl in c.clauses.iter().filter(|k| k.kind == ClauseKind::Allocate) {
                let of = |name: &str| cl.modifiers.iter().find(|m| &*m.name == name).and_then(|m| m.args.first());
                let alignment = of("align").map_or(Ok(0), |e| self.power_of_two(sc, e))?;
                let allocator = self.allocator(sc, of("allocator"))?;
                asked.push(Asked { names: named(&cl.args), alignment, allocator });
            }
        } else {
            self.allocated_here(c)?;
            let find = |k: ClauseKind| c.clauses.iter().find(|x| x.kind == k);
            let alignment = self.omp_align(sc, find(ClauseKind::Align))?;
            let allocator = match find(ClauseKind::Allocator).and_then(|k| k.args.first()) {
                Some(OmpArg::Expr(e)) => self.allocator(sc, Some(e))?,
                _ => None,
            };
            asked.push(Asked { names: named(&c.args), alignment, allocator });
        }
        self.tell_allocations(&asked, body);
        let clause = |a: Asked| Clause::Allocation {
            names: a.names.iter().map(ToString::to_string).collect(),
            alignment: a.alignment,
        };
        Ok(asked.into_iter().map(clause).collect())
    }

    /// The rules of an ALLOCATE directive in front of an ALLOCATE statement: it names what that allocates, by names of
    /// variables, and what no other directive of the statement names.
    fn allocated_here(&mut self, c: &'a OmpConstruct) -> Res<()> {
        let mut others: Vec<&'a OmpConstruct> = vec![];
        let mut at = c;
        let objects = loop {
            match at.body.as_deref() {
                Some([ast::Stmt { kind: ast::StmtKind::Omp(inner), .. }]) => {
                    others.push(inner);
                    at = inner;
                }
                Some([ast::Stmt { kind: ast::StmtKind::Allocate { objects, .. }, .. }]) => break objects,
                // What stands for a statement with an error.
                _ => return Ok(()),
            }
        };
        if let Some(second) = others.iter().find(|o| o.args.is_empty() && c.args.is_empty()) {
            let text = "only one `allocate` directive of an ALLOCATE statement may be without a list";
            return Err(self.err(ErrorCode::OmpRule, second.span, text));
        }
        let mut seen: Vec<&ast::Name> = vec![];
        for a in &c.args {
            let Some((n, span)) = whole_name(a) else { return self.no_part(a, c.span) };
            let allocated = objects
                .iter()
                .any(|o| matches!(&o.object.kind, ast::ExprKind::Ref(p) if p.len() == 1 && p[0].name.name == *n));
            let text = match () {
                () if !allocated => format!("`{n}` is not allocated by the statement of this directive"),
                () if seen.contains(&n)
                    || others.iter().flat_map(|o| &o.args).any(|a| whole_name(a).is_some_and(|x| x.0 == n)) =>
                {
                    format!("`{n}` is in `allocate` directives twice")
                }
                () => {
                    seen.push(n);
                    continue;
                }
            };
            return Err(self.err(ErrorCode::OmpRule, span, text));
        }
        Ok(())
    }

    fn tell_allocations(&mut self, asked: &[Asked], body: &mut [Stmt]) {
        for s in body {
            match &mut s.kind {
                StmtKind::Allocate { items, .. } => {
                    for it in items {
                        let name = it.object.variable().map(|s| self.sym(s).name.clone());
                        let mine =
                            |a: &&Asked| a.names.is_empty() || name.as_ref().is_some_and(|n| a.names.contains(n));
                        for a in asked.iter().filter(mine) {
                            it.alignment = it.alignment.max(a.alignment);
                            it.allocator = a.allocator.clone().or(it.allocator.take());
                        }
                    }
                }
                // Directives in a row hold each other.
                StmtKind::Omp(o) => self.tell_allocations(asked, &mut o.body),
                _ => {}
            }
        }
    }
}

fn named(args: &[OmpArg]) -> Vec<ast::Name> {
    args.iter().filter_map(item_rules::first_name).map(|(n, _)| n.clone()).collect()
}
