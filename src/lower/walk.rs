//! Visits the expressions and symbols of typed statements.

use crate::sema::typed::*;

/// Calls `f` for every expression in `e`, outer before inner.
pub(crate) fn exprs<'a>(e: &'a Expr, f: &mut dyn FnMut(&'a Expr)) {
    f(e);
    let opt = |x: &'a Option<Box<Expr>>, f: &mut dyn FnMut(&'a Expr)| {
        if let Some(x) = x {
            exprs(x, f);
        }
    };
    match &e.kind {
        ExprKind::Const(_) | ExprKind::Var(_) | ExprKind::Null => {}
        ExprKind::Elem { base, subs } => {
            exprs(base, f);
            subs.iter().for_each(|s| exprs(s, f));
        }
        ExprKind::Section { base, subs } => {
            exprs(base, f);
            for s in subs {
                match s {
                    Subscript::Index(x) | Subscript::Vector(x) => exprs(x, f),
                    Subscript::Range { lower, upper, step } => {
                        for x in [lower, upper, step].into_iter().flatten() {
                            exprs(x, f);
                        }
                    }
                }
            }
        }
        ExprKind::Component { base, .. } | ExprKind::ComplexPart { base, .. } => exprs(base, f),
        ExprKind::Substring { base, lower, upper } => {
            exprs(base, f);
            opt(lower, f);
            opt(upper, f);
        }
        ExprKind::Unary(_, a) | ExprKind::Convert(a) | ExprKind::Paren(a) => exprs(a, f),
        ExprKind::Binary(_, a, b) => {
            exprs(a, f);
            exprs(b, f);
        }
        ExprKind::Call(c) => call_exprs(c, f),
        ExprKind::Intrinsic { args, .. } => args.iter().flatten().for_each(|a| exprs(a, f)),
        ExprKind::ArrayCtor(items) => items.iter().for_each(|i| ac_exprs(i, f)),
        ExprKind::StructCtor { values, .. } => values.iter().flatten().for_each(|v| exprs(v, f)),
        ExprKind::ProcRef(t) => target_exprs(t, f),
    }
}

fn target_exprs<'a>(t: &'a ProcTarget, f: &mut dyn FnMut(&'a Expr)) {
    match t {
        ProcTarget::Pointer { expr, .. } => exprs(expr, f),
        ProcTarget::Bound { object, .. } => exprs(object, f),
        ProcTarget::Proc(_) | ProcTarget::Implicit { .. } | ProcTarget::Symbol(_) => {}
    }
}

/// Expressions of a call.
pub(crate) fn call_exprs<'a>(c: &'a Call, f: &mut dyn FnMut(&'a Expr)) {
    target_exprs(&c.target, f);
    for a in &c.args {
        if let Actual::Expr(e) = a {
            exprs(e, f);
        }
    }
}

fn ac_exprs<'a>(i: &'a AcItem, f: &mut dyn FnMut(&'a Expr)) {
    match i {
        AcItem::Expr(e) => exprs(e, f),
        AcItem::ImpliedDo { lower, upper, step, items, .. } => {
            exprs(lower, f);
            exprs(upper, f);
            if let Some(s) = step {
                exprs(s, f);
            }
            items.iter().for_each(|i| ac_exprs(i, f));
        }
    }
}

fn io_exprs<'a>(i: &'a IoItem, f: &mut dyn FnMut(&'a Expr)) {
    match i {
        IoItem::Expr(e) => exprs(e, f),
        IoItem::ImpliedDo { var, lower, upper, step, items } => {
            for x in [var, lower, upper].into_iter().chain(step) {
                exprs(x, f);
            }
            items.iter().for_each(|i| io_exprs(i, f));
        }
    }
}

fn indices<'a>(v: &'a [ForallIndex], f: &mut dyn FnMut(&'a Expr)) {
    for i in v {
        for x in [&i.lower, &i.upper].into_iter().chain(&i.step) {
            exprs(x, f);
        }
    }
}

/// Calls `f` for every expression of the statements (nested ones too), `calls` for every call statement.
pub(crate) fn stmts<'a>(list: &'a [Stmt], f: &mut dyn FnMut(&'a Expr), calls: &mut dyn FnMut(&'a Call)) {
    macro_rules! all {
        ($($e:expr),* $(,)?) => { for x in [$($e),*].into_iter() { exprs(x, f) } };
    }
    macro_rules! opts {
        ($($e:expr),* $(,)?) => { for x in [$($e),*].into_iter().flatten() { exprs(x, f) } };
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
                call_exprs(c, f);
            }
            StmtKind::IntrinsicCall { args, .. } => args.iter().flatten().for_each(|a| exprs(a, f)),
            StmtKind::If { arms, otherwise, .. } | StmtKind::Where { arms, otherwise } => {
                for (c, b) in arms {
                    exprs(c, f);
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
                exprs(selector, f);
                cases.iter().for_each(|c| stmts(&c.body, f, calls));
            }
            StmtKind::SelectType { selector, guards, .. } => {
                exprs(selector, f);
                guards.iter().for_each(|g| stmts(&g.body, f, calls));
            }
            StmtKind::SelectRank { selector, cases, .. } => {
                exprs(selector, f);
                cases.iter().for_each(|g| stmts(&g.body, f, calls));
            }
            StmtKind::Associate { assocs, body, .. } => {
                assocs.iter().for_each(|(_, e)| exprs(e, f));
                stmts(body, f, calls);
            }
            StmtKind::Block { body, .. } => stmts(body, f, calls),
            StmtKind::Allocate { items, source, mold, stat, errmsg } => {
                for i in items {
                    exprs(&i.object, f);
                    for (l, u) in &i.bounds {
                        opts!(l);
                        exprs(u, f);
                    }
                    opts!(&i.char_len);
                }
                opts!(source, mold, stat, errmsg);
            }
            StmtKind::Deallocate { items, stat, errmsg } => {
                items.iter().for_each(|i| exprs(i, f));
                opts!(stat, errmsg);
            }
            StmtKind::Nullify(items) => items.iter().for_each(|i| exprs(i, f)),
            StmtKind::ComputedGoto { selector, .. } => exprs(selector, f),
            StmtKind::ArithIf { value, .. } => exprs(value, f),
            StmtKind::Stop { code, quiet, .. } => opts!(code, quiet),
            StmtKind::Io(io) => {
                match &io.unit {
                    IoUnit::External(e) | IoUnit::Internal(e) => exprs(e, f),
                    IoUnit::Star | IoUnit::None => {}
                }
                if let IoFormat::Expr(e) = &io.format {
                    exprs(e, f);
                }
                io.specs.iter().for_each(|(_, e)| exprs(e, f));
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

fn clause_exprs<'a>(c: &'a Clause, f: &mut dyn FnMut(&'a Expr)) {
    match c {
        Clause::Map { items, .. }
        | Clause::Update { items, .. }
        | Clause::Reduction { items, .. }
        | Clause::Depend { items, .. } => {
            items.iter().for_each(|i| exprs(i, f));
        }
        Clause::If { cond: e, .. }
        | Clause::Device(e)
        | Clause::NumTeams(e)
        | Clause::ThreadLimit(e)
        | Clause::NumThreads(e) => exprs(e, f),
        Clause::Schedule { chunk: Some(e), .. }
        | Clause::DistSchedule(Some(e))
        | Clause::Hint(_, Some(e))
        | Clause::Linear(_, Some(e)) => exprs(e, f),
        Clause::Other { args, .. } => args.iter().for_each(|i| exprs(i, f)),
        _ => {}
    }
}

/// Symbols that a clause lists by name.
pub(crate) fn clause_symbols(c: &Clause) -> &[SymbolId] {
    match c {
        Clause::Private(v)
        | Clause::Firstprivate(v)
        | Clause::Lastprivate(v)
        | Clause::Shared(v)
        | Clause::Linear(v, _)
        | Clause::Copyin(v)
        | Clause::Copyprivate(v)
        | Clause::UseDevicePtr(v)
        | Clause::UseDeviceAddr(v)
        | Clause::IsDevicePtr(v)
        | Clause::HasDeviceAddr(v) => v,
        _ => &[],
    }
}

/// All variables named in an expression.
pub(crate) fn symbols(e: &Expr) -> Vec<SymbolId> {
    let mut out = Vec::new();
    exprs(e, &mut |x| {
        if let ExprKind::Var(s) = &x.kind
            && !out.contains(s)
        {
            out.push(*s);
        }
    });
    out
}

/// Symbols that statements name outside of expressions: in clauses, namelists, localities.
pub(crate) fn other_symbols(list: &[Stmt], f: &mut dyn FnMut(SymbolId)) {
    for s in list {
        match &s.kind {
            StmtKind::Omp(o) => {
                for c in &o.clauses {
                    clause_symbols(c).iter().for_each(|&s| f(s));
                }
                other_symbols(&o.body, f);
                o.sections.iter().for_each(|b| other_symbols(b, f));
            }
            StmtKind::Io(io) => {
                if let IoFormat::Namelist { members, .. } = &io.format {
                    members.iter().for_each(|&s| f(s));
                }
            }
            StmtKind::DoConcurrent { locality, body, .. } => {
                for l in locality {
                    match l {
                        Locality::Local(s) | Locality::LocalInit(s) | Locality::Shared(s) | Locality::Reduce(_, s) => {
                            f(*s)
                        }
                    }
                }
                other_symbols(body, f);
            }
            StmtKind::If { arms, otherwise, .. } | StmtKind::Where { arms, otherwise } => {
                arms.iter().for_each(|(_, b)| other_symbols(b, f));
                other_symbols(otherwise, f);
            }
            StmtKind::Do { body, .. }
            | StmtKind::DoWhile { body, .. }
            | StmtKind::Forall { body, .. }
            | StmtKind::Associate { body, .. }
            | StmtKind::Block { body, .. } => other_symbols(body, f),
            StmtKind::SelectCase { cases, .. } => cases.iter().for_each(|c| other_symbols(&c.body, f)),
            StmtKind::SelectType { guards, .. } => guards.iter().for_each(|c| other_symbols(&c.body, f)),
            StmtKind::SelectRank { cases, .. } => cases.iter().for_each(|c| other_symbols(&c.body, f)),
            _ => {}
        }
    }
}

/// Bounds of declared dimensions.
pub(crate) fn dims_exprs<'a>(d: &'a Dims, f: &mut dyn FnMut(&'a Expr)) {
    match d {
        Dims::Explicit(b) => b.iter().for_each(|(l, u)| {
            exprs(l, f);
            exprs(u, f);
        }),
        Dims::Assumed(l) => l.iter().for_each(|e| exprs(e, f)),
        Dims::AssumedSize(b, last) => {
            b.iter().for_each(|(l, u)| {
                exprs(l, f);
                exprs(u, f);
            });
            exprs(last, f);
        }
        Dims::Scalar | Dims::Deferred(_) | Dims::AssumedRank => {}
    }
}
