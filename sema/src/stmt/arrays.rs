//! Array statements outside of directives as target regions (`-foffload-arrays`). A region of neighbouring statements goes to a
//! device where its arrays are large, which the program looks at when it comes there.

use crate::ctx::*;
use ferrotran_source::Span;
use ferrotran_syntax::ast::Name;
use ferrotran_syntax::omp::{Directive, Leaf};
use ferrotran_typed::intrinsics::{Class, Intrinsic, lookup};
use ferrotran_typed::*;

/// Statements about fewer elements stay on the host.
const LARGE: i128 = 1 << 16;

/// The name of such a region.
const NAME: &str = "array statements";

impl Sema<'_> {
    /// The last statement of a list becomes part of a region where it may.
    pub(super) fn offload_array(&mut self, out: &mut Vec<Stmt>) {
        if !self.opts.offload_arrays || !self.may_share_work() || self.flow.in_where > 0 {
            return;
        }
        let Some(last) = out.last() else { return };
        let span = last.span;
        let Some(size) = self.array_statement(last) else { return };
        // In a TARGET DATA construct the values are on the device, whatever their number.
        let everywhere = !self.place.omp.frames.is_empty();
        let (size, cond) = match (size, lookup("size")) {
            (Some(size), Some(id)) => (Some(size.clone()), is_large(size, id, span)),
            _ if everywhere => {
                let never = ExprKind::Const(Const::Logical(false));
                (None, Expr { kind: never, ty: Ty::Logical(4), rank: 0, span })
            }
            _ => return,
        };
        let Some(stmt) = out.pop() else { return };
        if let Some(Stmt { kind: StmtKind::Omp(o), .. }) = out.last_mut()
            && o.name.as_deref() == Some(NAME)
        {
            // What the region itself gives a shape or bounds cannot be asked for before.
            let known = size.is_some_and(|size| !assigns(&o.body, &size));
            for c in &mut o.clauses {
                if let Clause::If { cond: old, .. } = c
                    && known
                {
                    let both = (Box::new(old.clone()), Box::new(cond.clone()));
                    old.kind = ExprKind::Binary(Op2::Or, both.0, both.1);
                }
            }
            o.body.push(stmt);
            return;
        }
        let leaves = [Leaf::Target, Leaf::Teams, Leaf::Workdistribute];
        let Some(directive) = Directive::of_leaves(&leaves) else {
            out.push(stmt);
            return;
        };
        let mut clauses = vec![Clause::Defaultmap { how: DefaultMapping::Tofrom, of: Category::Scalar }];
        if !everywhere {
            clauses.push(Clause::If { leaf: Some(Leaf::Target), cond });
        }
        let name = Some(Name::from(NAME));
        let omp = Omp { directive, clauses, body: vec![stmt], sections: Vec::new(), name };
        out.push(Stmt { kind: StmtKind::Omp(Box::new(omp)), span });
    }

    /// Whether a statement is about arrays of numbers and what devices compute: `Some` with an array that says how many
    /// elements that are, where one is known before.
    fn array_statement(&self, s: &Stmt) -> Option<Option<Expr>> {
        match &s.kind {
            StmtKind::Assign { lhs, rhs, realloc } => {
                if !self.is_plain_variable(lhs) || !self.is_plain(rhs) {
                    return None;
                }
                let from_right = *realloc || lhs.rank == 0;
                let size = if from_right { self.first_array(rhs) } else { Some(lhs.clone()) };
                // A scalar without arrays belongs to the host.
                (lhs.rank > 0 || size.is_some()).then_some(size)
            }
            StmtKind::Where { arms, otherwise } => {
                let masks = arms.iter().all(|(mask, _)| self.is_plain(mask));
                let mut bodies = arms.iter().map(|a| &a.1).chain([otherwise]).flatten();
                let size = arms.first().and_then(|(mask, _)| self.first_array(mask));
                (masks && bodies.all(|s| self.array_statement(s).is_some())).then_some(size)
            }
            StmtKind::Forall { indices, mask, body } => {
                let bounds = indices.iter().all(|i| {
                    self.is_plain(&i.lower)
                        && self.is_plain(&i.upper)
                        && i.step.as_ref().is_none_or(|s| self.is_plain(s))
                });
                let element = |s: &Stmt| match &s.kind {
                    StmtKind::Assign { lhs, rhs, .. } => self.is_plain_variable(lhs) && self.is_plain(rhs),
                    _ => self.array_statement(s).is_some(),
                };
                let plain = bounds && mask.as_ref().is_none_or(|m| self.is_plain(m)) && body.iter().all(element);
                let size = body.iter().find_map(|s| match &s.kind {
                    StmtKind::Assign { lhs: Expr { kind: ExprKind::Elem { base, .. }, .. }, .. } => {
                        Some((**base).clone())
                    }
                    _ => None,
                });
                plain.then_some(size)
            }
            _ => None,
        }
    }

    /// A value of an array constructor that [`Self::is_plain`] accepts.
    fn is_plain_item(&self, item: &AcItem) -> bool {
        match item {
            AcItem::Expr(e) => self.is_plain(e),
            AcItem::ImpliedDo { lower, upper, step, items, .. } => {
                let mut bounds = [lower, upper].into_iter().chain(step);
                bounds.all(|e| self.is_plain(e)) && items.iter().all(|i| self.is_plain_item(i))
            }
        }
    }

    /// An array, section or scalar of numbers or logicals that devices know, of a variable that is there when the region begins.
    fn is_plain_variable(&self, e: &Expr) -> bool {
        match &e.kind {
            ExprKind::Var(v) => {
                let y = self.sym(*v);
                let lives = matches!(
                    y.storage,
                    Storage::Local
                        | Storage::Static { .. }
                        | Storage::Extern { .. }
                        | Storage::Dummy(_)
                        | Storage::Result
                        | Storage::Index
                );
                let known =
                    !y.pointer && !y.optional && !y.volatile && !y.asynchronous && !y.threadprivate && !y.by_value;
                lives
                    && known
                    && is_number(&y.ty)
                    && self.si(*v).cobounds.is_none()
                    && !matches!(y.dims, Dims::AssumedSize(..))
            }
            ExprKind::Elem { base, subs } => self.is_plain_variable(base) && subs.iter().all(|s| self.is_plain(s)),
            ExprKind::Section { base, subs } => {
                self.is_plain_variable(base)
                    && subs.iter().all(|s| match s {
                        Subscript::Index(e) => self.is_plain(e),
                        Subscript::Range { lower, upper, step } => {
                            [lower, upper, step].into_iter().flatten().all(|e| self.is_plain(e))
                        }
                        Subscript::Vector(_) => false,
                    })
            }
            _ => false,
        }
    }

    /// An expression of such variables, without procedures of the program.
    fn is_plain(&self, e: &Expr) -> bool {
        if !is_number(&e.ty) {
            return false;
        }
        match &e.kind {
            ExprKind::Const(_) => e.rank == 0,
            ExprKind::Var(_) | ExprKind::Elem { .. } | ExprKind::Section { .. } => self.is_plain_variable(e),
            ExprKind::Unary(_, x) | ExprKind::Convert(x) | ExprKind::Paren(x) => self.is_plain(x),
            ExprKind::Binary(_, x, y) => self.is_plain(x) && self.is_plain(y),
            ExprKind::Intrinsic { id, args } => {
                matches!(id.row().class, Class::Elemental | Class::Transformational | Class::Inquiry)
                    && args.iter().flatten().all(|x| self.is_plain(x))
            }
            ExprKind::ArrayCtor(items) => items.iter().all(|i| self.is_plain_item(i)),
            ExprKind::Component { .. }
            | ExprKind::Substring { .. }
            | ExprKind::ComplexPart { .. }
            | ExprKind::Call(_)
            | ExprKind::StructCtor { .. }
            | ExprKind::Null
            | ExprKind::ProcRef(_) => false,
        }
    }

    /// An array variable in an expression that [`Self::is_plain`] accepts.
    fn first_array(&self, e: &Expr) -> Option<Expr> {
        match &e.kind {
            ExprKind::Var(_) | ExprKind::Section { .. } => (e.rank > 0).then(|| e.clone()),
            ExprKind::Unary(_, x) | ExprKind::Convert(x) | ExprKind::Paren(x) => self.first_array(x),
            ExprKind::Binary(_, x, y) => self.first_array(x).or_else(|| self.first_array(y)),
            ExprKind::Intrinsic { args, .. } => args.iter().flatten().find_map(|x| self.first_array(x)),
            _ => None,
        }
    }
}

/// Integers, reals, complex numbers and logicals of at most 8 bytes a part.
fn is_number(ty: &Ty) -> bool {
    matches!(ty, Ty::Integer(1..=8) | Ty::Real(4 | 8) | Ty::Complex(4 | 8) | Ty::Logical(1..=8))
}

/// `size(array) >= LARGE`
fn is_large(array: Expr, size: Intrinsic, span: Span) -> Expr {
    let wide = |kind| Expr { kind, ty: Ty::Integer(8), rank: 0, span };
    let kind = Expr { kind: ExprKind::Const(Const::Int(8)), ty: Ty::Integer(4), rank: 0, span };
    let n = wide(ExprKind::Intrinsic { id: size, args: vec![Some(array), None, Some(kind)] });
    let large = wide(ExprKind::Const(Const::Int(LARGE)));
    Expr { kind: ExprKind::Binary(Op2::Ge, Box::new(n), Box::new(large)), ty: Ty::Logical(4), rank: 0, span }
}

/// One of the statements gives the variable of an array a shape.
fn assigns(body: &[Stmt], array: &Expr) -> bool {
    let variable = |e: &Expr| {
        let mut e = e;
        while let ExprKind::Section { base, .. } | ExprKind::Elem { base, .. } = &e.kind {
            e = base;
        }
        match e.kind {
            ExprKind::Var(v) => Some(v),
            _ => None,
        }
    };
    let subscripts = |e: &Expr| matches!(e.kind, ExprKind::Section { .. });
    body.iter().any(|s| match &s.kind {
        // Bounds of a section may be anything that was assigned.
        StmtKind::Assign { lhs, realloc, .. } => subscripts(array) || *realloc && variable(lhs) == variable(array),
        // They give no shape.
        StmtKind::Where { .. } | StmtKind::Forall { .. } => subscripts(array),
        _ => true,
    })
}
