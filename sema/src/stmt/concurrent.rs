//! DO CONCURRENT as a construct of OpenMP (`-fdo-concurrent=host`, `=device`): threads of the host or a device share its
//! iterations.

use crate::DoConcurrent;
use crate::ctx::*;
use ferrotran_source::Span;
use ferrotran_syntax::ast::Name;
use ferrotran_syntax::omp::{Directive, Leaf};
use ferrotran_typed::*;

/// A DO CONCURRENT construct.
pub(crate) struct Concurrent {
    indices: Vec<ForallIndex>,
    mask: Option<Expr>,
    locality: Vec<Locality>,
    body: Vec<Stmt>,
    id: ConstructId,
}

impl Concurrent {
    /// The construct that a statement is; the statement itself where it is another one.
    pub fn of(kind: StmtKind) -> Result<Self, StmtKind> {
        match kind {
            StmtKind::DoConcurrent { indices, mask, locality, body, id } => {
                Ok(Concurrent { indices, mask, locality, body, id })
            }
            other => Err(other),
        }
    }
}

/// What DO CONCURRENT is for a directive.
pub(crate) struct Counted {
    /// The loops.
    pub nest: Stmt,
    /// Their variables.
    pub locals: Vec<SymbolId>,
    /// What the directive is to say of them.
    pub clauses: Vec<Clause>,
}

impl Sema<'_> {
    /// The loop as it is, or the construct that the option asks for where it may stand here.
    pub(super) fn shared_concurrent(&mut self, sc: ScopeId, kind: StmtKind, span: Span) -> StmtKind {
        let device = match self.opts.do_concurrent {
            DoConcurrent::None => return kind,
            DoConcurrent::Host => false,
            DoConcurrent::Device => true,
        };
        if !self.may_share_work() {
            return kind;
        }
        let leaves: &[Leaf] = if device {
            &[Leaf::Target, Leaf::Teams, Leaf::Distribute, Leaf::Parallel, Leaf::Do]
        } else {
            &[Leaf::Parallel, Leaf::Do]
        };
        let Some(directive) = Directive::of_leaves(leaves) else { return kind };
        let concurrent = match Concurrent::of(kind) {
            Ok(c) => c,
            Err(other) => return other,
        };
        let Counted { nest, locals, mut clauses } = self.counted_concurrent(sc, concurrent, device, span);
        if device {
            // What one iteration assigns others may not refer to, but it is there after the loop.
            clauses.push(Clause::Defaultmap { how: DefaultMapping::Tofrom, of: Category::Scalar });
        }
        let omp = Omp { directive, clauses, body: vec![nest], sections: Vec::new(), name: None };
        let body = vec![Stmt { kind: StmtKind::Omp(Box::new(omp)), span }];
        StmtKind::Block { locals, body, id: self.place.construct_number() }
    }

    /// DO CONCURRENT as a nest of counted loops for a directive.
    pub(crate) fn counted_concurrent(&mut self, sc: ScopeId, c: Concurrent, device: bool, span: Span) -> Counted {
        let Concurrent { indices, mask, locality, body, id } = c;
        let stmt = |kind| Stmt { kind, span };
        let mut clauses = Vec::new();
        if indices.len() > 1 {
            clauses.push(Clause::Collapse(indices.len()));
        }
        let mut copies = Vec::new();
        for l in locality {
            clauses.push(match l {
                Locality::Local(v) if device && self.begins_undefined(v) => Clause::Private(vec![v]),
                Locality::Local(_) | Locality::LocalInit(_) => {
                    copies.push(l);
                    continue;
                }
                Locality::Shared(v) => Clause::Shared(vec![v]),
                Locality::Reduce(op, v) => Clause::Reduction { op, items: vec![self.whole(v, span)] },
            });
        }
        // Threads keep their copies, iterations have their own: those of a loop of one iteration.
        let (body, id) = if copies.is_empty() {
            (body, id)
        } else {
            let name = Name::from("iteration");
            let var = self.new_symbol(name, span, Ty::Integer(4), Dims::Scalar, Storage::Index, sc);
            let one = Expr { kind: ExprKind::Const(Const::Int(1)), ty: Ty::Integer(4), rank: 0, span };
            let indices = vec![ForallIndex { var, lower: one.clone(), upper: one, step: None }];
            let own = StmtKind::DoConcurrent { indices, mask: None, locality: copies, body, id };
            (vec![stmt(own)], self.place.construct_number())
        };
        let mut inner = match mask {
            Some(m) => {
                let id = self.place.construct_number();
                vec![stmt(StmtKind::If { arms: vec![(m, body)], otherwise: Vec::new(), id })]
            }
            None => body,
        };
        let mut locals = Vec::new();
        // The first index is that of the innermost loop, as of arrays. CYCLE ends an iteration of that loop.
        for (k, i) in indices.into_iter().enumerate() {
            let id = if k == 0 { id } else { self.place.construct_number() };
            let proc = self.place.proc;
            let y = self.sym_mut(i.var);
            y.storage = Storage::Local;
            y.owner = proc;
            locals.push(i.var);
            let var = self.whole(i.var, span);
            let (lower, upper, step) = (i.lower, i.upper, i.step);
            inner = vec![stmt(StmtKind::Do { var, lower, upper, step, body: inner, id })];
        }
        let nest = inner.pop().expect("a header has at least one index (F2023 R1125)");
        Counted { nest, locals, clauses }
    }

    /// Whether a local of an iteration has no value, status or bounds of its own when the iteration begins.
    fn begins_undefined(&self, v: SymbolId) -> bool {
        let sym = self.sym(v);
        !sym.allocatable && !matches!(sym.ty, Ty::Derived(_) | Ty::Class(_))
    }

    /// Whether a construct that no directive names may stand here: those around say who runs what is in them, and pure
    /// procedures may be called by anyone.
    pub(super) fn may_share_work(&self) -> bool {
        let p = &self.place;
        let data = |f: &crate::omp::Frame| f.directive.leaves() == [Leaf::TargetData];
        p.omp.frames.iter().all(data) && !p.pure_ && p.in_forall == 0 && p.in_concurrent == 0
    }

    /// A reference to all of a variable.
    fn whole(&self, v: SymbolId, span: Span) -> Expr {
        let y = self.sym(v);
        Expr { kind: ExprKind::Var(v), ty: y.ty.clone(), rank: y.rank(), span }
    }
}
