//! The atomic construct. Its statements are run on what expressions mean: of the variable x that the construct changes,
//! the value is a function of the old one, and so are the values that others get. What does not depend on x is computed
//! before, once; the rest becomes the body of `omp.atomic_update`.

use super::*;
use ferrotran_ir::{CriticalKind, MemoryOrder};
use ferrotran_syntax::omp::ClauseKind;
use ferrotran_typed as typed;
use ferrotran_typed::intrinsics::Class;
use ferrotran_typed::visit::same_place;

/// A value that depends on the old value of the variable, which it names by the expressions that compute it.
#[derive(Clone)]
enum Dependent<'p> {
    /// The old value itself.
    Old,
    /// One that is known in front of the operation.
    Known(Value),
    /// The expression's operation on these operands.
    Op(&'p Expr, Vec<Option<Dependent<'p>>>),
    /// The second value where the first holds, else the third.
    Choice(Box<[Dependent<'p>; 3]>),
}

/// What a designator stands for after the statements so far.
#[derive(Clone)]
struct Assigned<'p> {
    to: &'p Expr,
    value: Dependent<'p>,
    /// It is assigned only where this holds.
    when: Option<Dependent<'p>>,
}

/// What expressions are without parentheses and conversions around them.
fn strip(mut e: &Expr) -> &Expr {
    while let ExprKind::Paren(x) | ExprKind::Convert(x) = &e.kind {
        e = x;
    }
    e
}

/// The variable that the construct is about, if it is one of numbers or truth values.
fn variable<'p>(o: &'p Omp) -> Option<&'p Expr> {
    let does = |access: AtomicAccess| o.clauses.iter().any(|c| matches!(c, Clause::Atomic(a) if *a == access));
    let list = flat(&o.body)?;
    let changed = list.iter().find_map(|s| match &s.kind {
        StmtKind::If { arms, .. } => arms.first().and_then(|(_, body)| match &body[..] {
            [Stmt { kind: StmtKind::Assign { lhs, .. }, .. }] => Some(lhs),
            _ => None,
        }),
        _ => None,
    });
    let assigns: Vec<(&'p Expr, &'p Expr)> = list
        .iter()
        .filter_map(|s| match &s.kind {
            StmtKind::Assign { lhs, rhs, .. } => Some((lhs, rhs)),
            _ => None,
        })
        .collect();
    let x = match (changed, &assigns[..]) {
        (Some(x), _) => x,
        (None, [(_, rhs)]) if does(AtomicAccess::Read) => strip(rhs),
        (None, [(lhs, _)]) => lhs,
        // CAPTURE: one of the two is `v = x`.
        (None, [(l1, r1), (l2, r2)]) => {
            if same_place(l2, strip(r1)) {
                l2
            } else if same_place(l1, strip(r2)) {
                l1
            } else {
                return None;
            }
        }
        _ => return None,
    };
    matches!(x.ty, Ty::Integer(_) | Ty::Unsigned(_) | Ty::Real(_) | Ty::Complex(_) | Ty::Logical(_)).then_some(x)
}

/// The statements without blocks around them; none where a block has variables or there is anything but assignments of
/// values and choices.
fn flat(list: &[Stmt]) -> Option<Vec<&Stmt>> {
    let mut out = Vec::new();
    for s in list {
        match &s.kind {
            StmtKind::Block { locals, body, .. } if locals.is_empty() => out.extend(flat(body)?),
            StmtKind::Assign { .. } => out.push(s),
            StmtKind::If { arms, otherwise, .. } => {
                for body in arms.iter().map(|a| &a.1).chain([otherwise]) {
                    flat(body)?;
                }
                out.push(s);
            }
            _ => return None,
        }
    }
    Some(out)
}

/// The order that a clause of an atomic operation or a flush gives.
pub(super) fn memory_order(o: &Omp) -> Option<MemoryOrder> {
    o.clauses
        .iter()
        .find_map(|c| if let Clause::MemoryOrder(order) = c { Some(in_representation(*order)) } else { None })
}

/// What a clause says of contention.
pub(super) fn hint(o: &Omp) -> Option<Attr> {
    o.clauses.iter().find_map(|c| if let Clause::Hint(n) = c { Some(Attr::Int(*n)) } else { None })
}

fn in_representation(order: typed::MemoryOrder) -> MemoryOrder {
    match order {
        typed::MemoryOrder::Relaxed => MemoryOrder::Relaxed,
        typed::MemoryOrder::Acquire => MemoryOrder::Acquire,
        typed::MemoryOrder::Release => MemoryOrder::Release,
        typed::MemoryOrder::AcqRel => MemoryOrder::AcqRel,
        typed::MemoryOrder::SeqCst => MemoryOrder::SeqCst,
    }
}

impl<'p> Lower<'p> {
    pub(super) fn atomic(&mut self, o: &'p Omp, span: Span) -> Lowered<()> {
        // Pointers and what is no number: one thread at a time.
        let Some(x) = variable(o) else { return self.atomic_as_critical(o) };
        let Some(list) = flat(&o.body) else { return self.atomic_as_critical(o) };
        let does = |access: AtomicAccess| o.clauses.iter().any(|c| matches!(c, Clause::Atomic(a) if *a == access));
        let order = memory_order(o);
        if let (true, [Stmt { kind: StmtKind::Assign { lhs, .. }, .. }]) = (does(AtomicAccess::Read), &list[..]) {
            let r = self.scalar_place(x)?;
            let t = self.m.types.elem(self.m.ty(r));
            let v =
                self.b().op(OpKind::OmpAtomicRead).arg(r).choice_opt(order).attr_opt("hint", hint(o)).result(t).value();
            return self.store_in(lhs, v);
        }
        let place = self.scalar_place(x)?;
        let t = self.m.types.elem(self.m.ty(place));
        let mut state: Vec<Assigned<'p>> = Vec::new();
        self.atomic_statements(&list, x, &mut state)?;
        let Some(at) = state.iter().position(|a| same_place(a.to, x)) else {
            return unsupported(span, "an atomic construct that does not change its variable");
        };
        let new = state.remove(at);
        if let (Dependent::Known(v), true, None) = (&new.value, state.is_empty(), &new.when) {
            let v = self.cast(*v, t);
            self.b().op(OpKind::OmpAtomicWrite).arg(place).arg(v).choice_opt(order).attr_opt("hint", hint(o)).build();
            return Ok(());
        }
        let r = self.m.new_region(&[t]);
        let old = self.m.args(r)[0];
        let mut yielded = Vec::new();
        self.within(r, |s| {
            let old = s.value_as_read(old);
            let mut v = s.dependent(&new.value, old)?;
            if let Some(when) = &new.when {
                let c = s.dependent(when, old)?;
                v = s.select(c, v, old);
            }
            yielded.push(s.cast(v, t));
            for a in &state {
                yielded.push(s.dependent(&a.value, old)?);
                if let Some(when) = &a.when {
                    yielded.push(s.dependent(when, old)?);
                }
            }
            s.b().op(OpKind::Yield).args(&yielded).build();
            Ok(())
        })?;
        let weak = o.clauses.iter().any(|c| matches!(c, Clause::Inert { kind: ClauseKind::Weak, .. }));
        let fail = |c: &Clause| if let Clause::FailOrder(f) = c { Some(in_representation(*f).name()) } else { None };
        let fail = o.clauses.iter().find_map(fail).map(Attr::str);
        let types: Vec<Type> = yielded[1..].iter().map(|&v| self.m.ty(v)).collect();
        let mut b = self.b();
        let mut op = b.op(OpKind::OmpAtomicUpdate).arg(place).choice_opt(order).flag("weak", weak);
        op = op.attr_opt("fail", fail).attr_opt("hint", hint(o)).region(r);
        for &t in &types {
            op = op.result(t);
        }
        let op = op.build();
        let mut results = self.m.ops[op].results.clone().into_iter();
        for a in &state {
            let v = results.next().expect("one for each value that is assigned");
            match &a.when {
                None => self.store_in(a.to, v)?,
                Some(_) => {
                    let c = results.next().expect("its condition follows a value");
                    self.if_else(c, |s| s.store_in(a.to, v), |_| Ok(()))?;
                }
            }
        }
        Ok(())
    }

    /// A value in memory as [`Expressions::scalar`] gives it.
    fn value_as_read(&mut self, v: Value) -> Value {
        if matches!(self.m.tk(v), TypeKind::Logical(_)) { self.cast(v, Type::BOOL) } else { v }
    }

    fn select(&mut self, c: Value, a: Value, b: Value) -> Value {
        let t = self.m.ty(b);
        let a = self.cast(a, t);
        self.b().op(OpKind::Select).arg(c).arg(a).arg(b).result(t).value()
    }

    /// Assigns a value to a variable.
    fn store_in(&mut self, to: &'p Expr, v: Value) -> Lowered<()> {
        let v = self.value_as_read(v);
        let r = self.scalar_place(to)?;
        let t = self.m.types.elem(self.m.ty(r));
        let v = self.cast(v, t);
        self.store_ref(v, r);
        Ok(())
    }

    /// What the statements assign, as functions of the old value of `x`.
    fn atomic_statements(&mut self, list: &[&'p Stmt], x: &'p Expr, state: &mut Vec<Assigned<'p>>) -> Lowered<()> {
        for st in list {
            match &st.kind {
                StmtKind::Assign { lhs, rhs, .. } => {
                    let value = self.dependence_on(rhs, x, state)?;
                    state.retain(|a| !same_place(a.to, lhs));
                    state.push(Assigned { to: lhs, value, when: None });
                }
                StmtKind::If { arms, otherwise, .. } => {
                    let [(cond, body)] = &arms[..] else {
                        return unsupported(st.span, "ELSE IF in an atomic construct");
                    };
                    let cond = self.dependence_on(cond, x, state)?;
                    let (mut yes, mut no) = (state.clone(), state.clone());
                    let inside = "statements are flat";
                    self.atomic_statements(&flat(body).expect(inside), x, &mut yes)?;
                    self.atomic_statements(&flat(otherwise).expect(inside), x, &mut no)?;
                    *state = self.joined_states(cond, yes, no, x);
                }
                _ => return unsupported(st.span, "this statement in an atomic construct"),
            }
        }
        Ok(())
    }

    /// What stands after a choice.
    fn joined_states(
        &mut self,
        cond: Dependent<'p>,
        yes: Vec<Assigned<'p>>,
        mut no: Vec<Assigned<'p>>,
        x: &'p Expr,
    ) -> Vec<Assigned<'p>> {
        let one = self.b().int(1, Type::BOOL);
        let zero = self.b().int(0, Type::BOOL);
        let (one, zero) = (Dependent::Known(one), Dependent::Known(zero));
        let choice = |a: Dependent<'p>, b: Dependent<'p>| Dependent::Choice(Box::new([cond.clone(), a, b]));
        let mut out = Vec::new();
        for a in yes {
            let other = no.iter().position(|b| same_place(a.to, b.to)).map(|i| no.remove(i));
            out.push(match other {
                Some(b) => Assigned {
                    to: a.to,
                    value: choice(a.value, b.value),
                    when: match (a.when, b.when) {
                        (None, None) => None,
                        (p, q) => Some(choice(p.unwrap_or(one.clone()), q.unwrap_or(one.clone()))),
                    },
                },
                None if same_place(a.to, x) => {
                    Assigned { to: a.to, value: choice(a.value, Dependent::Old), when: a.when }
                }
                None => {
                    let when = choice(a.when.unwrap_or(one.clone()), zero.clone());
                    Assigned { to: a.to, value: a.value, when: Some(when) }
                }
            });
        }
        for b in no {
            out.push(if same_place(b.to, x) {
                Assigned { to: b.to, value: choice(Dependent::Old, b.value), when: b.when }
            } else {
                let when = choice(zero.clone(), b.when.unwrap_or(one.clone()));
                Assigned { to: b.to, value: b.value, when: Some(when) }
            });
        }
        out
    }

    /// An expression as a function of the old value of `x`. Its parts that do not refer to `x` are computed here.
    fn dependence_on(&mut self, e: &'p Expr, x: &'p Expr, state: &[Assigned<'p>]) -> Lowered<Dependent<'p>> {
        if let Some(a) = state.iter().find(|a| same_place(a.to, e)) {
            return match a.when {
                Some(_) => unsupported(e.span, "this use of a captured value"),
                None => Ok(a.value.clone()),
            };
        }
        if same_place(e, x) {
            return Ok(Dependent::Old);
        }
        let mut refers = false;
        e.walk(&mut |y| refers |= same_place(y, x) || state.iter().any(|a| same_place(a.to, y)));
        if !refers {
            return Ok(Dependent::Known(self.scalar(e)?));
        }
        let operands = match &e.kind {
            ExprKind::Unary(_, a) | ExprKind::Convert(a) | ExprKind::Paren(a) => {
                vec![Some(self.dependence_on(a, x, state)?)]
            }
            ExprKind::Binary(_, a, b) => {
                vec![Some(self.dependence_on(a, x, state)?), Some(self.dependence_on(b, x, state)?)]
            }
            ExprKind::Intrinsic { id, args } if id.row().class == Class::Elemental => {
                let mut list = Vec::new();
                for a in args {
                    list.push(match a {
                        Some(a) => Some(self.dependence_on(a, x, state)?),
                        None => None,
                    });
                }
                list
            }
            _ => return unsupported(e.span, "this use of the variable of an atomic construct"),
        };
        Ok(Dependent::Op(e, operands))
    }

    /// The value where the old one is `old`.
    fn dependent(&mut self, d: &Dependent<'p>, old: Value) -> Lowered<Value> {
        match d {
            Dependent::Old => Ok(old),
            Dependent::Known(v) => Ok(*v),
            Dependent::Choice(parts) => {
                let [c, a, b] = &**parts;
                let (c, a, b) = (self.dependent(c, old)?, self.dependent(a, old)?, self.dependent(b, old)?);
                Ok(self.select(c, a, b))
            }
            Dependent::Op(e, operands) => {
                let mut values = Vec::new();
                for d in operands {
                    values.push(match d {
                        Some(d) => Some(self.dependent(d, old)?),
                        None => None,
                    });
                }
                match &e.kind {
                    ExprKind::Intrinsic { id, args } => self.emit_intrinsic(*id, e, args, &values),
                    _ => {
                        let values: Vec<Value> = values.into_iter().flatten().collect();
                        self.emit_op(e, &values)
                    }
                }
            }
        }
    }

    pub(super) fn atomic_as_critical(&mut self, o: &'p Omp) -> Lowered<()> {
        let r = self.m.new_region(&[]);
        self.within(r, |s| s.stmts(&o.body));
        self.b().op(OpKind::OmpCritical).choice(CriticalKind::Atomic).region(r).build();
        Ok(())
    }
}
