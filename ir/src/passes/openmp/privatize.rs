//! `omp-privatize`: the copies that constructs make of variables become storage where their recipes are put. Who runs the
//! body of a construct makes its copies at the begin of the body, and ends them at its end. Of a loop that threads share,
//! every thread makes them before its share; in a target region, where a device runs the iterations at once, every
//! iteration has its own, unless one could tell that by what the one before it left: the body changes a copy that began with
//! a value. Behind the last iteration originals get the values of copies. Tasks keep the values that variables have where they are made,
//! and target regions those of scalars. Copies of linear variables begin each iteration with values that follow from its number.

use super::conditional;
use super::kept;
use super::{Part, Place, Recipes, cells, drop_unused, in_target, need_loops, nest, received, repeat};
use crate::analysis::effects::{is_box_read, is_pure};
use crate::choices::{DataSharing, DependKind, LoopShare, MathFn, Pred, VariableCopy};
use crate::entity::{Op, Region, Value};
use crate::module::{Builder, Loc, Module, Point};
use crate::ops::OpKind;
use crate::passes::offload::constructs::{open_end, splice};
use crate::passes::offload::memory::Base;
use crate::passes::offload::privates::reads_first;
use crate::passes::{PassCtx, PassError};
use crate::types::{Type, TypeKind};
use ferrotran_abi::rt;
use ferrotran_xreal::Num;

/// Runs the pass.
pub fn run(m: &mut Module, cx: &mut PassCtx) -> Result<(), PassError> {
    need_loops(m)?;
    let recipes = Recipes::new(m);
    for op in m.walk(m.top) {
        m.forget_sharing(op);
        if m.attr(op, "copies").is_some() {
            cx.count("copies", m.copies(op).len() as u64);
            expand(m, &recipes, op);
        }
        if m.kind(op) == OpKind::OmpParallel {
            received::copyin(m, &recipes, op);
        }
        if m.kind(op) == OpKind::OmpSingle {
            received::copyprivate(m, &recipes, op);
            filter(m, op);
        }
        if m.kind(op) == OpKind::OmpScope && !m.flag(op, "nowait") {
            Builder::after(m, op).op(OpKind::OmpBarrier).build();
        }
        if m.kind(op) == OpKind::OmpDispatch && m.attr(op, "dep_kinds").is_some() {
            let (deps, kinds) = (m.group(op, "deps").to_vec(), m.choices::<DependKind>(op).collect::<Vec<_>>());
            Builder::before(m, op).op(OpKind::OmpTaskDepend).args(&deps).choices(&kinds).build();
        }
        if m.kind(op) == OpKind::OmpAssume {
            for cond in m.operands(op).to_vec() {
                Builder::before(m, op).op(OpKind::Assume).arg(cond).build();
            }
        }
        if matches!(m.kind(op), OpKind::OmpError | OpKind::OmpDispatch | OpKind::OmpAllocate | OpKind::OmpAssume) {
            splice(m, op);
            continue;
        }
        if matches!(m.kind(op), OpKind::OmpScope | OpKind::OmpSimd) && !nest::is_simd_alone(m, op) {
            splice(m, op);
        }
    }
    for op in m.walk(m.top) {
        match m.kind(op) {
            OpKind::OmpTarget => cells::forget(m, op),
            // Of what is no copy that is conditional, or none any more.
            OpKind::OmpAssigned => m.detach(op),
            _ => {}
        }
    }
    drop_unused(m);
    Ok(())
}

/// A masked region whose thread the program names becomes a choice.
fn filter(m: &mut Module, op: Op) {
    let Some(wanted) = m.opt(op, "filter") else { return };
    let body = m.ops[op].regions[0];
    let mut b = Builder::before(m, op);
    b.loc = b.m.ops[op].loc;
    let wanted = b.cast(wanted, Type::I32);
    let own = b.runtime(rt::omp_get_thread_num_, &[], Some(Type::I32));
    let own = b.m.result(own);
    let here = b.cmp(Pred::Eq, own, wanted);
    let no = b.m.new_region(&[]);
    let choice = b.op(OpKind::If).arg(here).build();
    m.ops[op].regions.clear();
    m.attach_region(choice, body);
    m.attach_region(choice, no);
    m.detach(op);
}

/// Where the copies of a construct are made.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Home {
    /// In the body.
    Body,
    /// Around the construct.
    Around,
    /// In front of the construct, whose body ends it.
    Task,
    /// Around the construct, and from that once more in the body.
    Twice,
    /// Around the construct, and once more beside that or in the body, for the iterations to add to what was there.
    Linear,
}

/// `arg`: the copy in the body of an iteration.
fn home(m: &Module, op: Op, copy: &VariableCopy, original: Value, body: Region, arg: Value) -> Home {
    match m.kind(op) {
        OpKind::OmpWsLoop if copy.how.is_loop_variable() => Home::Body,
        _ if copy.how.is_linear() => Home::Linear,
        OpKind::OmpWsLoop if !in_target(m, op) => Home::Around,
        // What a thread's iterations make of it is there in its next ones.
        OpKind::OmpWsLoop if copy.how.takes_value() && may_change(m, arg) => Home::Around,
        OpKind::OmpWsLoop if is_value(m, original) && reads_first(m, body, &Base::Arg(arg)) => Home::Around,
        OpKind::OmpWsLoop if copy.how == DataSharing::Private && kept::sees(m, body, arg) => Home::Around,
        OpKind::OmpWsLoop if kept::goes_on(m, op, body, arg) && may_change(m, arg) => Home::Around,
        // The last iteration stores to the original, while others begin with its value.
        OpKind::OmpWsLoop if copy.how == DataSharing::FirstLastprivate => Home::Twice,
        OpKind::OmpTarget if copy.how.takes_value() && is_value(m, original) => Home::Task,
        OpKind::OmpTask if copy.how.takes_value() => Home::Task,
        OpKind::OmpTaskloop if copy.how.takes_value() => Home::Twice,
        _ => Home::Body,
    }
}

/// Whether anything but reads refers to a variable, or to a part of it.
fn may_change(m: &Module, variable: Value) -> bool {
    m.users(variable).into_iter().any(|o| match m.kind(o) {
        OpKind::Load | OpKind::ArrayLoad => false,
        _ => {
            let names_part = is_pure(m, o) || is_box_read(m.kind(o));
            !names_part || m.ops[o].results.iter().any(|&r| may_change(m, r))
        }
    })
}

/// What a linear variable begins with.
#[derive(Clone, Copy)]
enum Start {
    Value(Value),
    /// A copy that keeps what the original held, as a value of the type of that.
    Copy(Value),
}

/// The copies of a construct in the making.
pub(super) struct Expansion<'r> {
    recipes: &'r Recipes,
    /// The construct.
    pub op: Op,
    body: Region,
    /// Where it stands in the program.
    pub loc: Loc,
    /// How many ops in the body come before what it was.
    begun: usize,
}

impl Expansion<'_> {
    /// Repeats a region of a recipe.
    pub fn put(
        &self,
        m: &mut Module,
        copy: &VariableCopy,
        part: Part,
        args: &[Value],
        point: Point,
    ) -> (Vec<Value>, usize) {
        let place = Place { point, loc: self.loc, name: &copy.name };
        repeat(m, self.recipes.region(m, &copy.recipe, part), args, &place)
    }

    /// Makes a copy in front of the construct.
    fn make_before(&self, m: &mut Module, copy: &VariableCopy, original: Value) -> Value {
        self.make_in_front(m, copy, original, self.op)
    }

    /// Makes a copy in front of an op.
    fn make_in_front(&self, m: &mut Module, copy: &VariableCopy, original: Value, of: Op) -> Value {
        let (region, at) = m.position(of);
        let fresh = self.put(m, copy, Part::Init, &[original], Point { region, at: Some(at) }).0[0];
        if copy.how.takes_value() {
            let (region, at) = m.position(of);
            self.put(m, copy, Part::Copy, &[original, fresh], Point { region, at: Some(at) });
        }
        fresh
    }

    /// Where it is known what a linear variable holds in front of the loop: the teams that share one do not meet, so that it
    /// is in front of them, where the variable comes from there.
    fn front(&self, m: &Module, original: Value) -> Op {
        let mut at = self.op;
        if m.kind(self.op) != OpKind::OmpWsLoop || m.choice_opt::<LoopShare>(self.op).is_none() {
            return at;
        }
        while let Some(p) = m.parent_op(at) {
            at = p;
            if m.kind(p) == OpKind::OmpTeams {
                let inside = m.home(original).is_some_and(|h| m.is_inside(h, m.region(p, 0)));
                return if inside { self.op } else { p };
            }
        }
        self.op
    }

    /// The copy of a linear variable, and what it begins with.
    fn make_linear(&mut self, m: &mut Module, copy: &VariableCopy, original: Value) -> Made {
        let (mut behind, mut ends) = (Vec::new(), None);
        let front = self.front(m, original);
        let (start, like) = match is_value(m, original) {
            true => (Start::Value(self.value_before(m, copy, original, front)), original),
            false => {
                let kept = self.make_in_front(m, copy, original, front);
                let ty = m.types.held(m.ty(original));
                // What changes nothing.
                let nothing = i64::from(copy.how == DataSharing::Product);
                let mut b = Builder::before(m, front);
                let none = match *b.m.types.kind(ty) {
                    TypeKind::Float(_) => b.number(Num::from_f64(nothing as f64), ty),
                    _ => b.int(nothing, ty),
                };
                let (region, at) = m.position(front);
                self.put(m, copy, Part::Copy, &[original, kept, none], Point { region, at: Some(at) });
                ends = (front != self.op).then_some((kept, front));
                if ends.is_none() {
                    behind.push(kept);
                }
                let like = self.like(m, kept, original, front);
                (Start::Copy(like), like)
            }
        };
        let start = Some(start);
        if let Some((kept, front)) = ends {
            let (region, at) = m.position(front);
            self.put(m, copy, Part::Dealloc, &[kept], Point { region, at: Some(at + 1) });
        }
        if m.kind(self.op) == OpKind::OmpWsLoop && !in_target(m, self.op) {
            let fresh = self.make_before(m, copy, like);
            behind.push(fresh);
            return Made { inside: None, behind, fresh, start };
        }
        let fresh = self.make_inside(m, copy, like, false);
        Made { inside: Some(fresh), behind, fresh, start }
    }

    /// A copy as a value of the type of the original, in front of an op: it may be known to be contiguous.
    fn like(&self, m: &mut Module, copy: Value, original: Value, of: Op) -> Value {
        let ty = m.ty(original);
        if m.ty(copy) == ty {
            return copy;
        }
        let mut b = Builder::before(m, of);
        b.loc = self.loc;
        b.unary(OpKind::ViewCast, copy, ty)
    }

    /// Makes a copy at the begin of the body, behind those that are there.
    fn make_inside(&mut self, m: &mut Module, copy: &VariableCopy, original: Value, with_value: bool) -> Value {
        let point = |s: &Self| Point { region: s.body, at: Some(s.begun) };
        let (fresh, n) = self.put(m, copy, Part::Init, &[original], point(self));
        self.begun += n;
        if with_value {
            self.begun += self.put(m, copy, Part::Copy, &[original, fresh[0]], point(self)).1;
        }
        fresh[0]
    }

    /// Makes a copy of a scalar that begins with the value which the original has in front of the construct.
    fn make_of_value(&mut self, m: &mut Module, copy: &VariableCopy, original: Value) -> Value {
        let value = self.value_before(m, copy, original, self.op);
        let fresh = self.make_inside(m, copy, original, false);
        Builder { m, point: Point { region: self.body, at: Some(self.begun) }, loc: self.loc }.store(value, fresh);
        self.begun += 1;
        fresh
    }

    /// The value of a scalar in front of an op; any where it is absent.
    fn value_before(&self, m: &mut Module, copy: &VariableCopy, original: Value, of: Op) -> Value {
        let optional = m.flag(self.recipes.get(&copy.recipe), "optional");
        let mut b = Builder::before(m, of);
        b.loc = self.loc;
        if !optional {
            return b.load(original);
        }
        let ty = b.m.ty(original);
        let cell = b.op(OpKind::Alloca).result(ty).value();
        let at = b.unary(OpKind::CastRef, original, Type::PTR);
        let null = b.op(OpKind::NullPtr).result(Type::PTR).value();
        let none = b.op(OpKind::PtrCmp).arg(at).arg(null).result(Type::BOOL).value();
        let there = b.unary(OpKind::Not, none, Type::BOOL);
        let [yes, no] = [0, 1].map(|_| b.m.new_region(&[]));
        b.inside(yes, |b| {
            let value = b.load(original);
            b.store(value, cell);
        });
        b.op(OpKind::If).arg(there).region(yes).region(no).build();
        b.load(cell)
    }

    fn end_inside(&self, m: &mut Module, copy: &VariableCopy, fresh: Value) {
        self.put(m, copy, Part::Dealloc, &[fresh], Point { region: self.body, at: None });
    }

    /// Ends a copy behind the construct; the result is where the next one ends.
    fn end_behind(&self, m: &mut Module, copy: &VariableCopy, fresh: Value, at: usize) -> usize {
        let (region, _) = m.position(self.op);
        at + self.put(m, copy, Part::Dealloc, &[fresh], Point { region, at: Some(at) }).1
    }
}

/// Whether a copy of what is referred to is made by one load.
fn is_value(m: &Module, original: Value) -> bool {
    let TypeKind::Ref(elem) = *m.tk(original) else { return false };
    !matches!(m.types.kind(elem), TypeKind::Derived(_) | TypeKind::Char(..) | TypeKind::Box { .. })
}

/// A copy that an expansion has made: what ends in the body and what ends behind the construct, and what it begins with
/// where it is linear.
struct Made {
    inside: Option<Value>,
    behind: Vec<Value>,
    fresh: Value,
    start: Option<Start>,
}

/// In front of what an iteration does, from the op number `at` on: linear variables get what follows from its number. The
/// result is how many ops that is.
fn linear_values(
    m: &mut Module,
    x: &Expansion<'_>,
    copies: &[VariableCopy],
    made: &[Made],
    (each, mut at): (Region, usize),
    steps: &[Value],
) -> usize {
    let before = m.regions[each].ops.len();
    let mut steps = steps.iter();
    let mut number = None;
    for (copy, own) in copies.iter().zip(made) {
        let (Some(start), Some(&step)) = (own.start, own.start.and_then(|_| steps.next())) else { continue };
        let then = m.regions[each].ops.len();
        let mut b = Builder { m, point: Point { region: each, at: Some(at) }, loc: x.loc };
        let number = *number.get_or_insert_with(|| b.op(OpKind::OmpIteration).result(Type::INDEX).value());
        let ty = b.m.ty(step);
        let product = copy.how == DataSharing::Product;
        let way = if product {
            let n = b.cast(number, Type::I32);
            b.op(OpKind::Math).choice(MathFn::Ipow).arg(step).arg(n).result(ty).value()
        } else {
            let n = b.cast(number, ty);
            b.binary(OpKind::Mul, n, step)
        };
        let value = match start {
            Start::Value(start) => Some(b.binary(if product { OpKind::Mul } else { OpKind::Add }, start, way)),
            Start::Copy(_) => None,
        };
        if let Some(value) = value {
            b.store(value, own.fresh);
        }
        at += m.regions[each].ops.len() - then;
        if let Start::Copy(kept) = start {
            at += x.put(m, copy, Part::Copy, &[kept, own.fresh, way], Point { region: each, at: Some(at) }).1;
        }
    }
    m.regions[each].ops.len() - before
}

/// In a loop that threads share: the variables of the loops, and those that are linear, get the values of each iteration, and
/// behind the last one the originals those of their copies.
fn iterations(
    m: &mut Module,
    x: &mut Expansion<'_>,
    copies: &[VariableCopy],
    originals: &[Value],
    made: &[Made],
    steps: &[Value],
) {
    let Some(nest) = nest::find(m, x.op) else { return };
    let each = m.region(nest, 0);
    let ivs = m.args(each).to_vec();
    let mut at = if each == x.body { x.begun } else { 0 };
    let of_loops = |how: DataSharing| how.is_loop_variable();
    for ((_, own), &iv) in copies.iter().zip(made).filter(|(c, _)| of_loops(c.how)).zip(&ivs) {
        let before = m.regions[each].ops.len();
        let mut b = Builder { m, point: Point { region: each, at: Some(at) }, loc: x.loc };
        let ty = b.m.types.elem(b.m.ty(own.fresh));
        let value = b.cast(iv, ty);
        b.store(value, own.fresh);
        at += m.regions[each].ops.len() - before;
    }
    at += linear_values(m, x, copies, made, (each, at), steps);
    if each == x.body {
        x.begun = at;
    }
    let at_last = |how: DataSharing| how.gives_value() && how != DataSharing::Conditional;
    if !copies.iter().any(|c| at_last(c.how)) {
        return;
    }
    let mut b = Builder::at_end(m, each);
    b.loc = x.loc;
    let last = b.op(OpKind::OmpLastIteration).result(Type::BOOL).value();
    let [yes, no] = [0, 1].map(|_| m.new_region(&[]));
    let steps = m.group(nest, "steps").to_vec();
    let mut k = 0;
    for ((copy, &original), own) in copies.iter().zip(originals).zip(made) {
        let fresh = own.fresh;
        if copy.how == DataSharing::LastLoopVariable {
            // It is one step further, as behind the loop without the directive.
            let mut b = Builder::at_end(m, yes);
            b.loc = x.loc;
            let next = b.binary(OpKind::Add, ivs[k], steps[k]);
            let ty = b.m.types.elem(b.m.ty(fresh));
            let next = b.cast(next, ty);
            b.store(next, fresh);
        }
        k += usize::from(copy.how.is_loop_variable());
        if at_last(copy.how) {
            x.put(m, copy, Part::Combine, &[original, fresh], Point { region: yes, at: None });
        }
    }
    let mut b = Builder::at_end(m, each);
    b.loc = x.loc;
    b.op(OpKind::If).arg(last).region(yes).region(no).build();
}

/// Whether the copies of all threads begin with what the original holds in front of the construct that gives it a value.
fn begins_with_original(how: DataSharing) -> bool {
    how.is_linear() || matches!(how, DataSharing::FirstLastprivate | DataSharing::Conditional)
}

fn expand(m: &mut Module, recipes: &Recipes, op: Op) {
    let mut copies = m.copies(op);
    let mut originals = m.group(op, "originals").to_vec();
    let whole = m.region(op, 0);
    let mut args: Vec<Value> = m.args(whole)[m.args(whole).len() - copies.len()..].to_vec();
    let steps = m.steps(op).to_vec();
    m.forget_copies(op, 0);
    if m.kind(op) == OpKind::OmpSimd || m.kind(op) == OpKind::OmpWsLoop && in_target(m, op) {
        conditional::in_order(m, op, &mut copies, &mut originals, &mut args);
    }
    // Of a loop that threads share the body is that of an iteration.
    let each = nest::find(m, op).map(|n| m.region(n, 0));
    let body = each.filter(|_| m.kind(op) == OpKind::OmpWsLoop).unwrap_or(whole);
    open_end(m, body);
    each.into_iter().for_each(|r| open_end(m, r));
    let mut x = Expansion { recipes, op, body, loc: m.ops[op].loc, begun: 0 };
    let mut made: Vec<Made> = Vec::new();
    for ((copy, &original), &arg) in copies.iter().zip(&originals).zip(&args) {
        let inside = |fresh| Made { inside: Some(fresh), behind: vec![], fresh, start: None };
        let one = match home(m, op, copy, original, body, arg) {
            Home::Body => inside(x.make_inside(m, copy, original, copy.how.takes_value())),
            Home::Task | Home::Twice if is_value(m, original) && m.kind(op) != OpKind::OmpWsLoop => {
                inside(x.make_of_value(m, copy, original))
            }
            Home::Around => {
                let fresh = x.make_before(m, copy, original);
                Made { inside: None, behind: vec![fresh], fresh, start: None }
            }
            // The task ends what it keeps.
            Home::Task => inside(x.make_before(m, copy, original)),
            Home::Twice => {
                let kept = x.make_before(m, copy, original);
                let like = x.like(m, kept, original, op);
                Made { behind: vec![kept], ..inside(x.make_inside(m, copy, like, true)) }
            }
            Home::Linear => x.make_linear(m, copy, original),
        };
        m.replace_uses(whole, arg, one.fresh);
        made.push(one);
    }
    // Those of teams do not meet, and tasks begin with values from where they are made.
    let meet = m.kind(op) == OpKind::OmpWsLoop
        && match m.choice_opt::<LoopShare>(op) {
            None => true,
            Some(LoopShare::DistributeParallel) => in_target(m, op),
            Some(LoopShare::Distribute) => false,
        };
    if copies.iter().any(|c| begins_with_original(c.how)) && meet {
        // All threads know what they begin with before one stores to the original.
        let mut b = Builder::before(m, op);
        b.loc = x.loc;
        b.op(OpKind::OmpBarrier).build();
    }
    iterations(m, &mut x, &copies, &originals, &made, &steps);
    let fresh: Vec<Value> = made.iter().map(|own| own.fresh).collect();
    conditional::last_assignments(m, &x, &copies, &originals, &fresh);
    let mut at = m.position(op).1 + 1;
    for (copy, own) in copies.iter().zip(made).rev() {
        if let Some(fresh) = own.inside {
            x.end_inside(m, copy, fresh);
        }
        for fresh in own.behind.into_iter().rev() {
            at = x.end_behind(m, copy, fresh, at);
        }
    }
}
