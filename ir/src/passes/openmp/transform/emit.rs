//! The loops of the model in the place of a nest with transformations.

use super::model::{Counted, Expr, Form, LoopId, Nest, Tail};
use crate::choices::Pred;
use crate::entity::{Op, Region, Value};
use crate::module::{Builder, Loc, Module};
use crate::ops::OpKind;
use crate::passes::PassError;
use crate::passes::offload::constructs::{iteration_value, open_end, trip_counts};
use crate::passes::openmp::nest::values_in_front;
use crate::types::{Type, TypeKind};
use rustc_hash::{FxHashMap, FxHashSet};

/// So many ops may come of copies of one body.
const MOST_COPIES: usize = 4096;

/// What is known in a place of the code.
#[derive(Clone, Default)]
struct Env {
    /// The numbers of the iterations of the loops around: constants or values.
    numbers: FxHashMap<LoopId, Expr>,
    gone: FxHashMap<LoopId, Expr>,
    variables: FxHashMap<Value, Expr>,
}

impl Env {
    fn enter(&mut self, n: &Nest) {
        self.gone.extend(n.gone.iter().map(|(k, v)| (*k, v.clone())));
        self.variables.extend(n.variables.iter().cloned());
    }
}

struct Emitter<'m> {
    m: &'m mut Module,
    /// The nest that is replaced.
    root: Op,
    /// Values that do not depend on loops are made in front of this op.
    front: Op,
    /// Those that have been.
    made: Vec<(Expr, Value)>,
    loc: Loc,
}

/// Puts loops in the place of a nest; the outermost are the nest of the construct, if there is one.
pub fn emit(m: &mut Module, root: Op, construct: Option<Op>, list: Vec<Nest>) -> Result<(), PassError> {
    for n in &list {
        n.bodies().into_iter().for_each(|r| open_end(m, r));
    }
    let loc = list.first().map_or(m.ops[root].loc, |n| n.loc);
    let mut e = Emitter { m, root, front: construct.unwrap_or(root), made: Vec::new(), loc };
    if !list.iter().all(|n| e.in_order(n, &Env::default())) {
        return Err(PassError::at(e.m, root, "loops depend on loops that transformations put into them"));
    }
    match construct {
        Some(c) => e.construct(c, &list),
        None => {
            let made = e.m.new_region(&[]);
            for n in &list {
                let mut env = Env::default();
                env.enter(n);
                e.loops(made, n, 0, &env);
            }
            for o in std::mem::take(&mut e.m.regions[made].ops) {
                let (region, at) = e.m.position(root);
                e.m.ops[o].parent = None;
                e.m.insert(region, at, o);
            }
            e.m.detach(root);
            Ok(())
        }
    }
}

impl Nest {
    /// The bodies of the program's loops in it.
    fn bodies(&self) -> Vec<Region> {
        match &self.tail {
            Tail::Body(r) => vec![*r],
            Tail::Nests(list) => list.iter().flat_map(|(_, n)| n.bodies()).collect(),
        }
    }
}

impl Emitter<'_> {
    /// The nest of a construct.
    fn construct(&mut self, construct: Op, list: &[Nest]) -> Result<(), PassError> {
        let [nest] = list else {
            return Err(PassError::at(self.m, construct, "the transformations leave several nests"));
        };
        values_in_front(self.m, construct, self.root);
        let most = self.m.attr_int(construct, "collapse").map_or(1, |n| n.max(1) as usize);
        let mut env = Env::default();
        env.enter(nest);
        let mut taken: Vec<&Counted> = Vec::new();
        for l in nest.loops.iter().take(most) {
            // A loop whose iterations are not as many in all iterations of those around it belongs to these.
            if l.form != Form::Loop || self.varies(&l.count, &env) {
                break;
            }
            env.numbers.insert(l.id, Expr::Number(l.id));
            taken.push(l);
        }
        if taken.is_empty() {
            return Err(PassError::at(self.m, construct, "the transformations leave no loop"));
        }
        let each = self.m.new_region(&vec![Type::INDEX; taken.len()]);
        let (zero, one) = (self.in_front(&Expr::Int(0)), self.in_front(&Expr::Int(1)));
        let mut ubs = Vec::new();
        for (l, &v) in taken.iter().zip(&self.m.args(each).to_vec()) {
            ubs.push(self.in_front(&Expr::binary(OpKind::Sub, l.count.clone(), Expr::Int(1))));
            env.numbers.insert(l.id, Expr::Value(v));
        }
        self.loops(each, nest, taken.len(), &env);
        let n = taken.len();
        let mut b = Builder::before(self.m, self.root);
        b.loc = self.loc;
        b.op(OpKind::OmpLoopNest).args(&vec![zero; n]).args(&ubs).args(&vec![one; n]).args(&[]).region(each).build();
        self.m.detach(self.root);
        self.m.remove_attr(construct, "collapse");
        Ok(())
    }

    /// Whether the iterations of each loop are as many as loops around it say.
    fn in_order(&self, nest: &Nest, env: &Env) -> bool {
        let mut env = env.clone();
        env.enter(nest);
        for l in &nest.loops {
            if !self.is_known(&l.count, &env) {
                return false;
            }
            env.numbers.insert(l.id, Expr::Number(l.id));
        }
        match &nest.tail {
            Tail::Body(_) => env.variables.values().all(|e| self.is_known(e, &env)),
            Tail::Nests(list) => list.iter().all(|(_, n)| self.in_order(n, &env)),
        }
    }

    fn is_known(&self, e: &Expr, env: &Env) -> bool {
        match e {
            Expr::Int(_) => true,
            Expr::Value(v) | Expr::Index(v) => self.is_value(*v, env),
            Expr::Number(id) => match env.gone.get(id) {
                Some(e) => self.is_known(e, env),
                None => env.numbers.contains_key(id),
            },
            Expr::Binary(_, a, b) => self.is_known(a, env) && self.is_known(b, env),
            Expr::Trips { bounds, step } => bounds.iter().all(|e| self.is_known(e, env)) && self.is_value(*step, env),
            Expr::Variable { lower, step, number } => {
                self.is_known(lower, env) && self.is_known(number, env) && self.is_value(*step, env)
            }
        }
    }

    /// The same for what a value in the nest is computed of.
    fn is_value(&self, v: Value, env: &Env) -> bool {
        match (env.variables.get(&v), self.m.def(v)) {
            (Some(e), _) => self.is_known(e, env),
            (None, Some(op)) if self.is_inside(v) => self.m.operands(op).iter().all(|&o| self.is_value(o, env)),
            (None, _) => !self.is_inside(v),
        }
    }

    /// Whether a value is one of the nest itself.
    fn is_inside(&self, v: Value) -> bool {
        let home = self.m.home(v);
        home.is_some_and(|h| self.m.ops[self.root].regions.iter().any(|&r| self.m.is_inside(h, r)))
    }

    /// Whether a value depends on the loops around.
    fn varies(&self, e: &Expr, env: &Env) -> bool {
        match e {
            Expr::Int(_) => false,
            Expr::Value(v) | Expr::Index(v) => self.is_inside(*v),
            Expr::Number(id) => match env.gone.get(id) {
                Some(e) => self.varies(e, env),
                None => true,
            },
            Expr::Binary(_, a, b) => self.varies(a, env) || self.varies(b, env),
            Expr::Trips { bounds, step } => bounds.iter().any(|e| self.varies(e, env)) || self.is_inside(*step),
            Expr::Variable { lower, step, number } => {
                self.varies(lower, env) || self.varies(number, env) || self.is_inside(*step)
            }
        }
    }

    /// A value that depends on no loop.
    fn in_front(&mut self, e: &Expr) -> Value {
        self.value(None, e, &Env::default())
    }

    /// A value at the end of a region, or in front of the nest.
    fn value(&mut self, at: Option<Region>, e: &Expr, env: &Env) -> Value {
        let at = at.filter(|_| self.varies(e, env));
        if at.is_none()
            && let Some((_, v)) = self.made.iter().find(|(known, _)| known == e)
        {
            return *v;
        }
        let out = match e {
            Expr::Int(n) => self.at(at, |b| b.index(*n)),
            Expr::Value(v) => return self.materialized(at, *v, env),
            Expr::Index(v) => {
                let v = self.materialized(at, *v, env);
                self.at(at, |b| b.cast(v, Type::INDEX))
            }
            Expr::Number(id) => match (env.gone.get(id), env.numbers.get(id)) {
                (Some(e), _) => return self.value(at, e, env),
                (None, Some(Expr::Value(v))) => return *v,
                (None, Some(Expr::Int(n))) => self.at(at, |b| b.index(*n)),
                (None, _) => unreachable!("the number of a loop is known in it"),
            },
            Expr::Binary(kind, x, y) => {
                let (x, y) = (self.value(at, x, env), self.value(at, y, env));
                self.at(at, |b| b.binary(*kind, x, y))
            }
            Expr::Trips { bounds, step } => {
                let (lb, ub) = (self.value(at, &bounds[0], env), self.value(at, &bounds[1], env));
                let step = self.materialized(at, *step, env);
                self.at(at, |b| trip_counts(b, &[lb], &[ub], &[step])[0])
            }
            Expr::Variable { lower, step, number } => {
                let (lower, number) = (self.value(at, lower, env), self.value(at, number, env));
                let step = self.materialized(at, *step, env);
                self.at(at, |b| iteration_value(b, lower, step, number))
            }
        };
        if at.is_none() {
            self.made.push((e.clone(), out));
        }
        out
    }

    fn at<T>(&mut self, at: Option<Region>, f: impl FnOnce(&mut Builder<'_>) -> T) -> T {
        let mut b = match at {
            Some(r) => Builder::at_end(self.m, r),
            None => Builder::before(self.m, self.front),
        };
        b.loc = self.loc;
        f(&mut b)
    }

    /// A value of the program, where the nest that it may be in is not there any more.
    fn materialized(&mut self, at: Option<Region>, v: Value, env: &Env) -> Value {
        if let Some(e) = env.variables.get(&v) {
            return self.value(at, e, env);
        }
        let Some(op) = self.m.def(v).filter(|_| self.is_inside(v)) else { return v };
        let mut map = FxHashMap::default();
        for o in self.m.operands(op).to_vec() {
            let new = self.materialized(at, o, env);
            map.insert(o, new);
        }
        let copy = self.m.clone_op(op, &mut map);
        self.at(at, |b| b.insert(copy));
        map[&v]
    }

    /// The loops of a nest from one on, at the end of a region.
    fn loops(&mut self, at: Region, nest: &Nest, k: usize, env: &Env) {
        let Some(l) = nest.loops.get(k) else { return self.tail(at, nest, env) };
        match (l.form, &l.count) {
            (Form::Unrolled, Expr::Int(n)) if self.may_copy(nest, *n) => self.copies(at, nest, k, *n, env),
            (Form::Group(n), _) if n > 1 && self.may_copy(nest, n) => {
                let count = self.value(Some(at), &l.count, env);
                if self.m.const_int(count) == Some(n) {
                    return self.copies(at, nest, k, n, env);
                }
                let [whole, part] = [0, 1].map(|_| self.m.new_region(&[]));
                self.copies(whole, nest, k, n, env);
                self.one_loop(part, nest, k, count, env);
                self.at(Some(at), |b| {
                    let size = b.index(n);
                    let all = b.cmp(Pred::Eq, count, size);
                    b.op(OpKind::If).arg(all).region(whole).region(part).build();
                });
            }
            (Form::Loop | Form::Unrolled | Form::Group(_), _) => {
                let count = self.value(Some(at), &l.count, env);
                self.one_loop(at, nest, k, count, env);
            }
        }
    }

    fn one_loop(&mut self, at: Region, nest: &Nest, k: usize, count: Value, env: &Env) {
        let l = &nest.loops[k];
        if let Some((variable, step)) = self.variable_of(nest, k, env) {
            let original = matches!(&l.count, Expr::Trips { .. }) && step == Expr::Int(1);
            if l.runs || original {
                return self.loop_of_values(at, nest, k, (variable, step), count, env);
            }
            // Without iterations the last value may be one that the variable cannot have.
            let [yes, no] = [0, 1].map(|_| self.m.new_region(&[]));
            self.loop_of_values(yes, nest, k, (variable, step), count, env);
            return self.at(Some(at), |b| {
                let zero = b.index(0);
                let any = b.cmp(Pred::Gt, count, zero);
                b.op(OpKind::If).arg(any).region(yes).region(no).build();
            });
        }
        let each = self.m.new_region(&[Type::INDEX]);
        let mut env = env.clone();
        env.numbers.insert(l.id, Expr::Value(self.m.args(each)[0]));
        self.loops(each, nest, k + 1, &env);
        let (zero, one) = (self.in_front(&Expr::Int(0)), self.in_front(&Expr::Int(1)));
        let last = self.before_count(at, count);
        let mut b = Builder::at_end(self.m, at);
        b.loc = nest.loc;
        b.op(OpKind::For).arg(zero).arg(last).arg(one).region(each).build();
    }

    /// The number of the last iteration.
    fn before_count(&mut self, at: Region, count: Value) -> Value {
        let one = self.in_front(&Expr::Int(1));
        self.at(Some(at), |b| match b.m.const_int(count) {
            Some(n) => b.index(n.wrapping_sub(1)),
            None => b.binary(OpKind::Sub, count, one),
        })
    }

    /// The variable of a loop of the program that is all that the number of this loop is for, and by how many of its steps it changes
    /// from iteration to iteration.
    fn variable_of(&self, nest: &Nest, k: usize, env: &Env) -> Option<(Value, Expr)> {
        let id = nest.loops[k].id;
        let inner = nest.loops[k + 1..].iter().any(|l| mentions(&l.count, id, env));
        if inner || !matches!(nest.tail, Tail::Body(_)) {
            return None;
        }
        let mut around = env.clone();
        around.numbers.insert(id, Expr::Int(0));
        let mut users = nest.variables.iter().filter(|(_, e)| mentions(e, id, env));
        let ((variable, Expr::Variable { lower, number, step }), None) = (users.next()?, users.next()) else {
            return None;
        };
        let narrow = matches!(self.m.types.kind(self.m.ty(*variable)), TypeKind::Index | TypeKind::Int(..=64));
        let known = narrow && !mentions(lower, id, env) && self.is_known(number, &around);
        let factor = factor(number, id, env).filter(|_| known)?;
        // The step of the loop has to be a value that the variable can have.
        let step = match (&factor, self.m.const_int(*step)) {
            (Expr::Int(1), _) => return Some((*variable, factor)),
            (Expr::Int(n), Some(by)) => by.checked_mul(*n)?,
            _ => return None,
        };
        let fits = match self.m.types.kind(self.m.ty(*variable)) {
            TypeKind::Int(bits @ ..=63) => (step >> (bits - 1)) == 0 || (step >> (bits - 1)) == -1,
            _ => true,
        };
        fits.then_some((*variable, factor))
    }

    /// A loop over the values of a variable of the program.
    fn loop_of_values(
        &mut self,
        at: Region,
        nest: &Nest,
        k: usize,
        (variable, factor): (Value, Expr),
        count: Value,
        env: &Env,
    ) {
        let l = &nest.loops[k];
        let Some(e @ Expr::Variable { lower, step, number }) = env.variables.get(&variable) else { return };
        let mut around = env.clone();
        around.numbers.insert(l.id, Expr::Int(0));
        let whole = **number == Expr::Number(l.id) && !env.gone.contains_key(&l.id);
        let first = self.value(Some(at), if whole { lower } else { e }, &around);
        let last = match &l.count {
            Expr::Trips { bounds, .. } if factor == Expr::Int(1) => self.value(Some(at), &bounds[1], env),
            _ => {
                let n = self.before_count(at, count);
                around.numbers.insert(l.id, Expr::Value(n));
                self.value(Some(at), e, &around)
            }
        };
        let ty = self.m.ty(variable);
        let step = self.materialized(Some(at), *step, env);
        let step = match (&factor, self.m.const_int(step)) {
            (Expr::Int(1), _) => step,
            (Expr::Int(n), Some(by)) => self.at(Some(at), |b| b.int(by.wrapping_mul(*n), ty)),
            _ => step,
        };
        let each = self.m.new_region(&[ty]);
        let mut inner = env.clone();
        inner.variables.insert(variable, Expr::Value(self.m.args(each)[0]));
        self.loops(each, nest, k + 1, &inner);
        let mut b = Builder::at_end(self.m, at);
        b.loc = nest.loc;
        b.op(OpKind::For).arg(first).arg(last).arg(step).region(each).build();
    }

    /// The iterations of a loop, one behind the other.
    fn copies(&mut self, at: Region, nest: &Nest, k: usize, n: i64, env: &Env) {
        for i in 0..n {
            let mut env = env.clone();
            env.numbers.insert(nest.loops[k].id, Expr::Int(i));
            self.loops(at, nest, k + 1, &env);
        }
    }

    /// Whether the bodies in a nest may stand there `n` times: labels would, too, and code has to stay small.
    fn may_copy(&self, nest: &Nest, n: i64) -> bool {
        let ops: Vec<Op> = nest.bodies().into_iter().flat_map(|r| self.m.walk(r)).collect();
        let labels = ops.iter().any(|&o| self.m.kind(o) == OpKind::Label);
        !labels && usize::try_from(n).is_ok_and(|n| n.saturating_mul(ops.len() + 1) <= MOST_COPIES)
    }

    /// What is in the innermost loop.
    fn tail(&mut self, at: Region, nest: &Nest, env: &Env) {
        match &nest.tail {
            Tail::Body(body) => self.body(at, *body, env),
            Tail::Nests(list) => {
                for (runs, n) in list {
                    let mut env = env.clone();
                    env.enter(n);
                    let Some((number, count)) = runs else {
                        self.loops(at, n, 0, &env);
                        continue;
                    };
                    let (number, count) = (self.value(Some(at), number, &env), self.value(Some(at), count, &env));
                    let [yes, no] = [0, 1].map(|_| self.m.new_region(&[]));
                    self.loops(yes, n, 0, &env);
                    self.at(Some(at), |b| {
                        let runs = b.cmp(Pred::Lt, number, count);
                        b.op(OpKind::If).arg(runs).region(yes).region(no).build();
                    });
                }
            }
        }
    }

    /// A copy of the body of a loop of the program.
    fn body(&mut self, at: Region, body: Region, env: &Env) {
        let mut used: FxHashSet<Value> = FxHashSet::default();
        for o in self.m.walk(body) {
            used.extend(self.m.operands(o));
        }
        let mut map = FxHashMap::default();
        let mut outside = self.m.args(body).to_vec();
        outside.extend(self.m.free_values(body));
        for v in outside {
            if used.contains(&v) && self.is_inside(v) {
                let new = self.materialized(Some(at), v, env);
                map.insert(v, new);
            }
        }
        for o in self.m.regions[body].ops.clone() {
            let copy = self.m.clone_op(o, &mut map);
            let end = self.m.regions[at].ops.len();
            self.m.insert(at, end, copy);
        }
    }
}

/// Whether an expression has the number of a loop in it.
fn mentions(e: &Expr, id: LoopId, env: &Env) -> bool {
    match e {
        Expr::Int(_) | Expr::Value(_) | Expr::Index(_) => false,
        Expr::Number(n) => *n == id || env.gone.get(n).is_some_and(|e| mentions(e, id, env)),
        Expr::Binary(_, a, b) => mentions(a, id, env) || mentions(b, id, env),
        Expr::Trips { bounds, .. } => bounds.iter().any(|e| mentions(e, id, env)),
        Expr::Variable { lower, number, .. } => mentions(lower, id, env) || mentions(number, id, env),
    }
}

/// What the number of a loop is multiplied by in a linear expression.
fn factor(e: &Expr, id: LoopId, env: &Env) -> Option<Expr> {
    match e {
        Expr::Number(n) if *n == id => Some(Expr::Int(1)),
        Expr::Number(n) => factor(env.gone.get(n)?, id, env),
        Expr::Binary(kind, a, b) => match (kind, mentions(a, id, env), mentions(b, id, env)) {
            (OpKind::Add | OpKind::Sub, true, false) => factor(a, id, env),
            (OpKind::Add, false, true) => factor(b, id, env),
            (OpKind::Sub, false, true) => Some(Expr::binary(OpKind::Mul, factor(b, id, env)?, Expr::Int(-1))),
            (OpKind::Mul, true, false) => Some(Expr::binary(OpKind::Mul, factor(a, id, env)?, (**b).clone())),
            (OpKind::Mul, false, true) => Some(Expr::binary(OpKind::Mul, factor(b, id, env)?, (**a).clone())),
            _ => None,
        },
        Expr::Int(_) | Expr::Value(_) | Expr::Index(_) | Expr::Trips { .. } | Expr::Variable { .. } => None,
    }
}
