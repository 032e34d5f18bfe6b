//! Directives that say something of statements without changing what these do: ALLOCATE, ALLOCATORS, ASSUME and ASSUMES.

use super::*;
use ferrotran_ir::choices::Assumption;
use ferrotran_syntax::omp::ClauseKind;

impl<'p> Lower<'p> {
    /// ALLOCATE and ALLOCATORS, with the ALLOCATE statement. All memory spaces are ordinary memory.
    pub(super) fn allocation(&mut self, o: &'p Omp) {
        let loc = self.f.loc;
        let body = self.m.new_region(&[]);
        self.within(body, |s| s.stmts(&o.body));
        self.f.loc = loc;
        let mut inner = body;
        let mut asked = o.clauses.iter().rev().filter_map(|c| match c {
            Clause::Allocation { names, alignment } => Some((names, *alignment)),
            _ => None,
        });
        let mut next = asked.next();
        while let Some((names, alignment)) = next {
            next = asked.next();
            let names = strings(names);
            let align = (alignment > 0).then_some(Attr::Int(alignment));
            let build = |s: &mut Self| {
                s.b().op(OpKind::OmpAllocate).attr_opt("names", names).attr_opt("align", align).region(inner).build();
            };
            if next.is_none() {
                return build(self);
            }
            let around = self.m.new_region(&[]);
            self.within(around, build);
            inner = around;
        }
    }

    /// ASSUME, or ASSUMES, which has no statements of its own. Conditions are evaluated where that is cheap.
    pub(super) fn assume(&mut self, rest: Leaves<'p>) -> Lowered<()> {
        let o = rest.o;
        let (mut holds, mut assumptions) = (Vec::new(), Vec::new());
        for c in &o.clauses {
            let Clause::Inert { kind, args } = c else { continue };
            match kind {
                ClauseKind::Holds => {
                    for e in args {
                        match is_simple(e) {
                            true => holds.push(self.scalar(e)?),
                            false => assumptions.push(Assumption::Holds),
                        }
                    }
                }
                ClauseKind::NoOpenmp => assumptions.push(Assumption::NoOpenmp),
                ClauseKind::NoOpenmpConstructs => assumptions.push(Assumption::NoOpenmpConstructs),
                ClauseKind::NoOpenmpRoutines => assumptions.push(Assumption::NoOpenmpRoutines),
                ClauseKind::NoParallelism => assumptions.push(Assumption::NoParallelism),
                _ => {}
            }
        }
        let list = |wanted: ClauseKind| {
            let of = |c: &'p Clause| match c {
                Clause::Assumption { kind, names } if *kind == wanted => Some(names),
                _ => None,
            };
            strings(o.clauses.iter().filter_map(of).flatten())
        };
        let (absent, contains) = (list(ClauseKind::Absent), list(ClauseKind::Contains));
        let loc = self.f.loc;
        let body = self.m.new_region(&[]);
        let out = self.within(body, |s| s.leaf(rest));
        self.f.loc = loc;
        let mut b = self.b();
        let op = b.op(OpKind::OmpAssume).args(&holds).attr_opt("absent", absent).attr_opt("contains", contains);
        let op = if assumptions.is_empty() { op } else { op.choices(&assumptions) };
        op.region(body).build();
        out
    }
}

/// Operations on scalars that are there in any case, and nothing else.
fn is_simple(e: &Expr) -> bool {
    let mut simple = true;
    e.walk(&mut |x| {
        simple &= x.rank == 0
            && matches!(
                x.kind,
                ExprKind::Var(_)
                    | ExprKind::Const(_)
                    | ExprKind::Paren(_)
                    | ExprKind::Convert(_)
                    | ExprKind::Unary(..)
                    | ExprKind::Binary(..)
            )
            && !matches!(x.ty, Ty::Character(..) | Ty::Derived(_) | Ty::Class(_));
    });
    simple
}

/// A list of names, if there are any.
fn strings<'n>(names: impl IntoIterator<Item = &'n String>) -> Option<Attr> {
    let list: Vec<Attr> = names.into_iter().map(|n| Attr::str(n)).collect();
    (!list.is_empty()).then_some(Attr::List(list))
}
