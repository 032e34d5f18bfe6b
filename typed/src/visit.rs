//! Visits the expressions and symbols of typed statements.

use crate::*;
use ferrotran_syntax::omp::Leaf;

fn io_exprs<'a>(i: &'a IoItem, f: &mut dyn FnMut(&'a Expr)) {
    match i {
        IoItem::Expr(e) => e.walk(f),
        IoItem::ImpliedDo { var, lower, upper, step, items } => {
            for x in [var, lower, upper].into_iter().chain(step) {
                x.walk(f);
            }
            items.iter().for_each(|i| io_exprs(i, f));
        }
    }
}

fn indices<'a>(v: &'a [ForallIndex], f: &mut dyn FnMut(&'a Expr)) {
    for i in v {
        for x in [&i.lower, &i.upper].into_iter().chain(&i.step) {
            x.walk(f);
        }
    }
}

/// Calls `f` for every expression of the statements (nested ones too), `calls` for every call statement.
pub fn stmts<'a>(list: &'a [Stmt], f: &mut dyn FnMut(&'a Expr), calls: &mut dyn FnMut(&'a Call)) {
    macro_rules! all {
        ($($e:expr),* $(,)?) => { for x in [$($e),*].into_iter() { x.walk(f) } };
    }
    macro_rules! opts {
        ($($e:expr),* $(,)?) => { for x in [$($e),*].into_iter().flatten() { x.walk(f) } };
    }
    for s in list {
        match &s.kind {
            StmtKind::Label(_) | StmtKind::Exit(_) | StmtKind::Cycle(_) | StmtKind::Goto(_) | StmtKind::Return => {}
            StmtKind::Assign { lhs, rhs, .. } => all!(lhs, rhs),
            StmtKind::PointerAssign { lhs, rhs, bounds } => {
                all!(lhs, rhs);
                bounds.iter().for_each(|(a, b)| opts!(a, b));
            }
            StmtKind::Call(c) => {
                calls(c);
                c.walk(f);
            }
            StmtKind::IntrinsicCall { args, .. } => args.iter().flatten().for_each(|a| a.walk(f)),
            StmtKind::If { arms, otherwise, .. } | StmtKind::Where { arms, otherwise } => {
                for (c, b) in arms {
                    c.walk(f);
                    stmts(b, f, calls);
                }
                stmts(otherwise, f, calls);
            }
            StmtKind::Do { var, lower, upper, step, body, .. } => {
                all!(var, lower, upper);
                opts!(step);
                stmts(body, f, calls);
            }
            StmtKind::DoWhile { cond, body, .. } => {
                opts!(cond);
                stmts(body, f, calls);
            }
            StmtKind::DoConcurrent { indices: ix, mask, body, .. } | StmtKind::Forall { indices: ix, mask, body } => {
                indices(ix, f);
                opts!(mask);
                stmts(body, f, calls);
            }
            StmtKind::SelectCase { selector, cases, .. } => {
                selector.walk(f);
                cases.iter().for_each(|c| stmts(&c.body, f, calls));
            }
            StmtKind::SelectType { selector, guards, .. } => {
                selector.walk(f);
                guards.iter().for_each(|g| stmts(&g.body, f, calls));
            }
            StmtKind::SelectRank { selector, cases, .. } => {
                selector.walk(f);
                cases.iter().for_each(|g| stmts(&g.body, f, calls));
            }
            StmtKind::Associate { assocs, body, .. } => {
                assocs.iter().for_each(|(_, e)| e.walk(f));
                stmts(body, f, calls);
            }
            StmtKind::Block { body, .. } => stmts(body, f, calls),
            StmtKind::Allocate { items, source, mold, stat, errmsg } => {
                for i in items {
                    i.object.walk(f);
                    for (l, u) in &i.bounds {
                        opts!(l);
                        u.walk(f);
                    }
                    opts!(&i.char_len);
                }
                opts!(source, mold, stat, errmsg);
            }
            StmtKind::Deallocate { items, stat, errmsg } => {
                items.iter().for_each(|i| i.walk(f));
                opts!(stat, errmsg);
            }
            StmtKind::Nullify(items) => items.iter().for_each(|i| i.walk(f)),
            StmtKind::ComputedGoto { selector, .. } => selector.walk(f),
            StmtKind::ArithIf { value, .. } => value.walk(f),
            StmtKind::Stop { code, quiet, .. } => opts!(code, quiet),
            StmtKind::Pause(code) => opts!(code),
            StmtKind::Io(io) => {
                match &io.unit {
                    IoUnit::External(e) | IoUnit::Internal(e) => e.walk(f),
                    IoUnit::Star | IoUnit::None => {}
                }
                if let IoFormat::Expr(e) = &io.format {
                    e.walk(f);
                }
                io.specs.iter().for_each(|(_, e)| e.walk(f));
                io.items.iter().for_each(|i| io_exprs(i, f));
            }
            StmtKind::Omp(o) => {
                for c in &o.clauses {
                    clause_exprs(c, f);
                }
                stmts(&o.body, f, calls);
                o.sections.iter().for_each(|b| stmts(b, f, calls));
            }
        }
    }
}

/// Calls `f` with all expressions in a clause.
pub fn clause_exprs<'a>(c: &'a Clause, f: &mut dyn FnMut(&'a Expr)) {
    match c {
        Clause::Map { items, .. }
        | Clause::Update { items, .. }
        | Clause::Reduction { items, .. }
        | Clause::InReduction { items, .. }
        | Clause::UserReduction { items, .. }
        | Clause::Interop { objects: items, .. }
        | Clause::Depend { items, .. } => {
            items.iter().for_each(|i| i.walk(f));
        }
        Clause::If { cond: e, .. }
        | Clause::Device(e)
        | Clause::NumTeams(e)
        | Clause::ThreadLimit(e)
        | Clause::NumThreads(e)
        | Clause::Filter(e)
        | Clause::Final(e)
        | Clause::Priority(e)
        | Clause::Detach(e)
        | Clause::Depobj(e)
        | Clause::GraphId(e)
        | Clause::Induction { step: e, .. }
        | Clause::Grainsize { iterations: e, .. }
        | Clause::NumTasks { tasks: e, .. } => e.walk(f),
        Clause::Schedule { chunk: e, .. } | Clause::DistSchedule(e) | Clause::Linear(_, e) => {
            e.iter().for_each(|e| e.walk(f));
        }
        Clause::Doacross { sink } => sink.iter().flatten().for_each(|e| e.walk(f)),
        Clause::Nowait(cond) | Clause::GraphReset(cond) => cond.iter().for_each(|e| e.walk(f)),
        Clause::Inscan(reduction) => clause_exprs(reduction, f),
        Clause::Apply(list) => {
            list.iter().flat_map(|a| &a.transformation.clauses).for_each(|c| clause_exprs(c, f));
        }
        Clause::Sizes(args)
        | Clause::Permutation(args)
        | Clause::Counts(args)
        | Clause::Looprange(args)
        | Clause::Partial(args)
        | Clause::Inert { args, .. } => args.iter().for_each(|i| i.walk(f)),
        Clause::Iterated { vars, clause } => {
            vars.iter().for_each(|(_, lo, hi, step)| [lo, hi, step].into_iter().for_each(|e| e.walk(f)));
            clause_exprs(clause, f);
        }
        Clause::UsesAllocators(list) => list.iter().for_each(|(_, e)| e.walk(f)),
        // `clause_symbols` gives what they list.
        Clause::Private(_)
        | Clause::Firstprivate(_)
        | Clause::Lastprivate(_)
        | Clause::LastprivateConditional(_)
        | Clause::Shared(_)
        | Clause::Copyin(_)
        | Clause::Copyprivate(_)
        | Clause::TaskReduction(_)
        | Clause::UseDevicePtr(_)
        | Clause::UseDeviceAddr(_)
        | Clause::IsDevicePtr(_)
        | Clause::HasDeviceAddr(_) => {}
        Clause::ReductionByTasks
        | Clause::Transparent(_)
        | Clause::Default { .. }
        | Clause::Ancestor
        | Clause::Collapse(_)
        | Clause::Ordered(_)
        | Clause::Defaultmap { .. }
        | Clause::Init
        | Clause::Nogroup
        | Clause::Simd
        | Clause::Threads
        | Clause::Bind(_)
        | Clause::ProcBind(_)
        | Clause::Cancelled(_)
        | Clause::Atomic(_)
        | Clause::MemoryOrder(_)
        | Clause::FailOrder(_)
        | Clause::Flushed(_)
        | Clause::Full
        | Clause::Order(_)
        | Clause::Safelen(_)
        | Clause::Simdlen(_)
        | Clause::Aligned(..)
        | Clause::Nontemporal(_)
        | Clause::Hint(_)
        | Clause::Allocate(..)
        | Clause::InitComplete
        | Clause::Allocation { .. }
        | Clause::Assumption { .. }
        | Clause::Scan { .. } => {}
    }
}

/// Symbols that a clause lists by name.
pub fn clause_symbols(c: &Clause) -> &[SymbolId] {
    match c {
        Clause::Private(v)
        | Clause::Firstprivate(v)
        | Clause::Lastprivate(v)
        | Clause::LastprivateConditional(v)
        | Clause::Shared(v)
        | Clause::Linear(v, _)
        | Clause::Induction { list: v, .. }
        | Clause::Copyin(v)
        | Clause::Copyprivate(v)
        | Clause::UseDevicePtr(v)
        | Clause::UseDeviceAddr(v)
        | Clause::IsDevicePtr(v)
        | Clause::HasDeviceAddr(v) => v,
        // The variables of a task reduction are those of its items.
        Clause::TaskReduction(_) => &[],
        // They have values of their own in the region.
        Clause::UsesAllocators(_) => &[],
        // Another clause lists them.
        Clause::Allocate(..) => &[],
        Clause::Iterated { .. }
        | Clause::Map { .. }
        | Clause::Update { .. }
        | Clause::Reduction { .. }
        | Clause::UserReduction { .. }
        | Clause::ReductionByTasks
        | Clause::InReduction { .. }
        | Clause::Default { .. }
        | Clause::If { .. }
        | Clause::Device(_)
        | Clause::Ancestor
        | Clause::NumTeams(_)
        | Clause::ThreadLimit(_)
        | Clause::NumThreads(_)
        | Clause::Collapse(_)
        | Clause::Ordered(_)
        | Clause::Schedule { .. }
        | Clause::DistSchedule(_)
        | Clause::Nowait(_)
        | Clause::Depend { .. }
        | Clause::Doacross { .. }
        | Clause::Defaultmap { .. }
        | Clause::Inscan(_)
        | Clause::InitComplete
        | Clause::Allocation { .. }
        | Clause::Assumption { .. }
        | Clause::Scan { .. }
        | Clause::Filter(_)
        | Clause::Final(_)
        | Clause::Priority(_)
        | Clause::Detach(_)
        | Clause::Depobj(_)
        | Clause::Transparent(_)
        | Clause::GraphId(_)
        | Clause::GraphReset(_)
        | Clause::Interop { .. }
        | Clause::Init
        | Clause::Grainsize { .. }
        | Clause::NumTasks { .. }
        | Clause::Nogroup
        | Clause::Simd
        | Clause::Threads
        | Clause::Bind(_)
        | Clause::ProcBind(_)
        | Clause::Cancelled(_)
        | Clause::Atomic(_)
        | Clause::MemoryOrder(_)
        | Clause::FailOrder(_)
        | Clause::Flushed(_)
        | Clause::Sizes(_)
        | Clause::Permutation(_)
        | Clause::Counts(_)
        | Clause::Looprange(_)
        | Clause::Partial(_)
        | Clause::Full
        | Clause::Apply(_)
        | Clause::Order(_)
        | Clause::Safelen(_)
        | Clause::Simdlen(_)
        // They say nothing of how the variables are shared.
        | Clause::Aligned(..)
        | Clause::Nontemporal(_)
        | Clause::Hint(_)
        | Clause::Inert { .. } => &[],
    }
}

/// All variables named in an expression.
pub fn symbols(e: &Expr) -> Vec<SymbolId> {
    let mut out = Vec::new();
    e.walk(&mut |x| {
        if let ExprKind::Var(s) = &x.kind
            && !out.contains(s)
        {
            out.push(*s);
        }
    });
    out
}

/// Symbols that statements name outside of expressions: in clauses, namelists, localities.
pub fn other_symbols(list: &[Stmt], f: &mut dyn FnMut(SymbolId)) {
    for s in list {
        match &s.kind {
            StmtKind::Omp(o) => {
                for c in &o.clauses {
                    clause_symbols(c).iter().for_each(|&s| f(s));
                }
            }
            StmtKind::Io(io) => {
                if let IoFormat::Namelist { members, .. } = &io.format {
                    members.iter().for_each(|(_, s)| f(*s));
                }
            }
            StmtKind::DoConcurrent { locality, .. } => {
                for l in locality {
                    match l {
                        Locality::Local(s) | Locality::LocalInit(s) | Locality::Shared(s) | Locality::Reduce(_, s) => {
                            f(*s)
                        }
                    }
                }
            }
            _ => {}
        }
        blocks(s, &mut |b| other_symbols(b, f));
    }
}

/// Variables that TARGET ENTER DATA maps, whole or in part.
pub fn entered(list: &[Stmt], f: &mut dyn FnMut(SymbolId)) {
    fn items(c: &Clause, f: &mut dyn FnMut(SymbolId)) {
        match c {
            Clause::Map { items, .. } => items.iter().filter_map(mapped_object).for_each(f),
            Clause::Iterated { clause, .. } => items(clause, f),
            _ => {}
        }
    }
    for s in list {
        if let StmtKind::Omp(o) = &s.kind
            && o.directive.has(Leaf::TargetEnterData)
        {
            o.clauses.iter().for_each(|c| items(c, f));
        }
        blocks(s, &mut |b| entered(b, f));
    }
}

/// The variable of which a list item of a map is a part.
fn mapped_object(e: &Expr) -> Option<SymbolId> {
    match &e.kind {
        ExprKind::Component { base, .. } | ExprKind::Elem { base, .. } | ExprKind::Section { base, .. } => {
            mapped_object(base)
        }
        _ => e.variable(),
    }
}

/// Variables of sequential loops: of DO loops and of implied DO loops in input and output that are in no task of their own
/// (OpenMP 6.0, 7.1.1). Those of loops that belong to directives are none, but that of SIMD counts where each of the
/// iterations around has its own (`shared_out`): what it is behind the loop would be the value of any of them.
pub fn loop_variables(list: &[Stmt], shared_out: bool, f: &mut dyn FnMut(SymbolId)) {
    use ferrotran_syntax::omp::Leaf;
    fn implied(i: &IoItem, f: &mut dyn FnMut(SymbolId)) {
        if let IoItem::ImpliedDo { var, items, .. } = i {
            variable(var, f);
            items.iter().for_each(|i| implied(i, f));
        }
    }
    fn variable(e: &Expr, f: &mut dyn FnMut(SymbolId)) {
        if let ExprKind::Var(s) = &e.kind {
            f(*s);
        }
    }
    for s in list {
        match &s.kind {
            StmtKind::Do { var, .. } => variable(var, f),
            StmtKind::Io(io) => io.items.iter().for_each(|i| implied(i, f)),
            StmtKind::Omp(o) if o.directive.has(Leaf::Task) || o.directive.has(Leaf::Taskloop) => continue,
            StmtKind::Omp(o) if divides_loop(o) => {
                let f: &mut dyn FnMut(SymbolId) = &mut |s| {
                    let listed = |c: &Clause| match c {
                        Clause::Lastprivate(l) | Clause::LastprivateConditional(l) => l.contains(&s),
                        _ => false,
                    };
                    if !o.clauses.iter().any(listed) {
                        f(s);
                    }
                };
                if let Some(nest) = nests::transformed(o, collapsed(o)) {
                    nest.bodies().into_iter().for_each(|b| loop_variables(b, false, f));
                    continue;
                }
                // The loops of a doacross nest belong to the directive too.
                let nest = o.clauses.iter().find_map(|c| if let Clause::Ordered(n) = c { *n } else { None });
                loop_variables(nested(o, nest.unwrap_or(1).max(collapsed(o))).1, false, f);
                continue;
            }
            StmtKind::Omp(o) if shared_out && o.directive.leaves() == [Leaf::Simd] => {
                loop_variables(associated(o).1, false, f);
                continue;
            }
            _ => {}
        }
        blocks(s, &mut |b| loop_variables(b, shared_out, f));
    }
}

/// True for directives that divide the iterations of the loops after them.
pub fn divides_loop(o: &Omp) -> bool {
    use ferrotran_syntax::omp::{Association, Leaf};
    let d = o.directive;
    d.association() == Association::Loop && d.leaves() != [Leaf::Simd] && !nests::is_transformation(d)
}

/// The loops that belong to a loop directive, outermost first, and the body of the innermost.
pub fn associated(o: &Omp) -> (Vec<&Stmt>, &[Stmt]) {
    nested(o, collapsed(o))
}

/// The number of loops that COLLAPSE names.
pub fn collapsed(o: &Omp) -> usize {
    o.clauses.iter().find_map(|c| if let Clause::Collapse(n) = c { Some(*n) } else { None }).unwrap_or(1)
}

/// The outermost `depth` loops behind a directive, and the body of the innermost.
fn nested(o: &Omp, depth: usize) -> (Vec<&Stmt>, &[Stmt]) {
    let mut loops = Vec::new();
    let mut list: &[Stmt] = &o.body;
    while loops.len() < depth {
        let Some(l) = list.iter().find(|s| !matches!(s.kind, StmtKind::Label(_))) else { break };
        let StmtKind::Do { body, .. } = &l.kind else { break };
        loops.push(l);
        list = body;
    }
    (loops, list)
}

/// The statement lists directly inside a statement.
pub fn blocks<'a>(s: &'a Stmt, f: &mut dyn FnMut(&'a [Stmt])) {
    match &s.kind {
        StmtKind::Omp(o) => {
            f(&o.body);
            o.sections.iter().for_each(|b| f(b));
        }
        StmtKind::If { arms, otherwise, .. } | StmtKind::Where { arms, otherwise } => {
            arms.iter().for_each(|(_, b)| f(b));
            f(otherwise);
        }
        StmtKind::Do { body, .. }
        | StmtKind::DoWhile { body, .. }
        | StmtKind::DoConcurrent { body, .. }
        | StmtKind::Forall { body, .. }
        | StmtKind::Associate { body, .. }
        | StmtKind::Block { body, .. } => f(body),
        StmtKind::SelectCase { cases, .. } => cases.iter().for_each(|c| f(&c.body)),
        StmtKind::SelectType { guards, .. } => guards.iter().for_each(|c| f(&c.body)),
        StmtKind::SelectRank { cases, .. } => cases.iter().for_each(|c| f(&c.body)),
        StmtKind::Label(_)
        | StmtKind::Assign { .. }
        | StmtKind::PointerAssign { .. }
        | StmtKind::Call(_)
        | StmtKind::IntrinsicCall { .. }
        | StmtKind::Allocate { .. }
        | StmtKind::Deallocate { .. }
        | StmtKind::Nullify(_)
        | StmtKind::Exit(_)
        | StmtKind::Cycle(_)
        | StmtKind::Goto(_)
        | StmtKind::ComputedGoto { .. }
        | StmtKind::ArithIf { .. }
        | StmtKind::Return
        | StmtKind::Pause(_)
        | StmtKind::Stop { .. }
        | StmtKind::Io(_) => {}
    }
}

/// Bounds of declared dimensions.
pub fn dims_exprs<'a>(d: &'a Dims, f: &mut dyn FnMut(&'a Expr)) {
    match d {
        Dims::Explicit(b) => b.iter().for_each(|(l, u)| {
            l.walk(f);
            u.walk(f);
        }),
        Dims::Assumed(l) => l.iter().for_each(|e| e.walk(f)),
        Dims::AssumedSize(b, last) => {
            b.iter().for_each(|(l, u)| {
                l.walk(f);
                u.walk(f);
            });
            last.walk(f);
        }
        Dims::Scalar | Dims::Deferred(_) | Dims::AssumedRank => {}
    }
}

/// Bounds and length in the declaration of an entity.
pub fn declaration_exprs<'a>(s: &'a Symbol, f: &mut dyn FnMut(&'a Expr)) {
    if let Ty::Character(CharLen::Expr(n), _) = &s.ty {
        n.walk(f);
    }
    dims_exprs(&s.dims, f);
}

/// True where both name the same object by the same text, whenever they are evaluated: there are no calls in them.
pub fn same_designator(a: &Expr, b: &Expr) -> bool {
    Likeness { calls: false }.exprs(a, b)
}

/// Whether two designators are written alike, so that they are one variable for the statements of an atomic construct,
/// which evaluate subscripts as if once (OpenMP 6.0, 17.8.5). Functions in them are the same where their arguments are.
pub fn same_place(a: &Expr, b: &Expr) -> bool {
    Likeness { calls: true }.exprs(a, b)
}

/// What counts as written alike.
#[derive(Clone, Copy)]
struct Likeness {
    /// Calls of one function with arguments alike.
    calls: bool,
}

impl Likeness {
    fn exprs(self, a: &Expr, b: &Expr) -> bool {
        match (&a.kind, &b.kind) {
            (ExprKind::Var(x), ExprKind::Var(y)) => x == y,
            (ExprKind::Const(x), ExprKind::Const(y)) => x == y && a.ty == b.ty,
            (ExprKind::Elem { base: p, subs: s }, ExprKind::Elem { base: q, subs: t }) => {
                self.exprs(p, q) && s.len() == t.len() && s.iter().zip(t).all(|(x, y)| self.exprs(x, y))
            }
            (ExprKind::Component { base: p, index: i, of: s }, ExprKind::Component { base: q, index: j, of: t }) => {
                i == j && s == t && self.exprs(p, q)
            }
            (ExprKind::Section { base: p, subs: s }, ExprKind::Section { base: q, subs: t }) => {
                self.exprs(p, q) && s.len() == t.len() && s.iter().zip(t).all(|(x, y)| self.subscripts(x, y))
            }
            (
                ExprKind::Substring { base: p, lower: l, upper: u },
                ExprKind::Substring { base: q, lower: m, upper: v },
            ) => self.exprs(p, q) && self.bounds(l.as_deref(), m.as_deref()) && self.bounds(u.as_deref(), v.as_deref()),
            (ExprKind::ComplexPart { base: p, imag: i }, ExprKind::ComplexPart { base: q, imag: j }) => {
                i == j && self.exprs(p, q)
            }
            (ExprKind::Unary(o, p), ExprKind::Unary(r, q)) => o == r && self.exprs(p, q),
            (ExprKind::Convert(p), ExprKind::Convert(q)) => a.ty == b.ty && self.exprs(p, q),
            (ExprKind::Paren(p), ExprKind::Paren(q)) => self.exprs(p, q),
            (ExprKind::Binary(o, p, x), ExprKind::Binary(r, q, y)) => o == r && self.exprs(p, q) && self.exprs(x, y),
            (ExprKind::Intrinsic { id: i, args: s }, ExprKind::Intrinsic { id: j, args: t }) => {
                let same = |(x, y): (&Option<Expr>, &Option<Expr>)| self.bounds(x.as_ref(), y.as_ref());
                i == j && s.len() == t.len() && s.iter().zip(t).all(same)
            }
            (ExprKind::Call(c), ExprKind::Call(d)) if self.calls => {
                let same = |(x, y): (&Actual, &Actual)| match (x, y) {
                    (Actual::Expr(x), Actual::Expr(y)) => self.exprs(x, y),
                    (Actual::Absent, Actual::Absent) => true,
                    _ => false,
                };
                c.target == d.target && c.args.len() == d.args.len() && c.args.iter().zip(&d.args).all(same)
            }
            _ => false,
        }
    }

    /// Whether both are absent, or alike.
    fn bounds(self, a: Option<&Expr>, b: Option<&Expr>) -> bool {
        match (a, b) {
            (Some(a), Some(b)) => self.exprs(a, b),
            (None, None) => true,
            _ => false,
        }
    }

    fn subscripts(self, a: &Subscript, b: &Subscript) -> bool {
        match (a, b) {
            (Subscript::Index(x), Subscript::Index(y)) | (Subscript::Vector(x), Subscript::Vector(y)) => {
                self.exprs(x, y)
            }
            (Subscript::Range { lower: l, upper: u, step: s }, Subscript::Range { lower: m, upper: v, step: t }) => {
                self.bounds(l.as_ref(), m.as_ref())
                    && self.bounds(u.as_ref(), v.as_ref())
                    && self.bounds(s.as_ref(), t.as_ref())
            }
            (Subscript::Index(_) | Subscript::Vector(_) | Subscript::Range { .. }, _) => false,
        }
    }
}

/// Calls `f` for every label of the statements, nested ones too.
pub fn labels(list: &[Stmt], f: &mut dyn FnMut(ferrotran_syntax::ast::LabelNo)) {
    for s in list {
        if let StmtKind::Label(l) = &s.kind {
            f(*l);
        }
        blocks(s, &mut |b| labels(b, f));
    }
}
