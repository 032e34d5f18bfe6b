//! Ops whose regions closures fill. Every owner has them, and its closures get the owner itself: what they call stands
//! before the caller, wherever the op is built.

use super::*;
use ferrotran_ir::{Pred, TypeKind};

/// An owner that builds ops with regions.
pub(crate) trait Filling: Sized {
    /// What builds its ops.
    fn builder(&mut self) -> &mut FunctionBuilder;

    /// Runs `f` with `region` as the current region.
    fn within<T>(&mut self, region: Region, f: impl FnOnce(&mut Self) -> T) -> T {
        let saved = std::mem::replace(&mut self.builder().f.region, region);
        let out = f(self);
        self.builder().f.region = saved;
        out
    }

    /// Runs `f` in the body of an array operation whose region is given.
    fn in_body<T>(&mut self, region: Region, f: impl FnOnce(&mut Self) -> T) -> T {
        self.builder().f.bodies += 1;
        let out = self.within(region, f);
        self.builder().f.bodies -= 1;
        out
    }

    /// `loop.if` with both branches built by closures.
    fn if_else(
        &mut self,
        cond: Value,
        then: impl FnOnce(&mut Self) -> Lowered<()>,
        otherwise: impl FnOnce(&mut Self) -> Lowered<()>,
    ) -> Lowered<()> {
        let m = &mut self.builder().m;
        let (rt, re) = (m.new_region(&[]), m.new_region(&[]));
        let a = self.within(rt, then);
        let b = self.within(re, otherwise);
        self.builder().b().op(OpKind::If).arg(cond).region(rt).region(re).build();
        a.and(b)
    }

    /// Counted loop over index values `0 .. n-1`.
    fn count_loop(&mut self, n: Value, body: impl FnOnce(&mut Self, Value) -> Lowered<()>) -> Lowered<()> {
        let m = &mut self.builder().m;
        let r = m.new_region(&[Type::INDEX]);
        let iv = m.args(r)[0];
        let out = self.within(r, |s| body(s, iv));
        let s = self.builder();
        let (zero, one) = (s.idx(0), s.idx(1));
        let last = s.sub(n, one);
        s.b().op(OpKind::For).arg(zero).arg(last).arg(one).region(r).build();
        out
    }

    /// A sequential loop nest, first index fastest.
    fn nest(&mut self, ext: &[Value], body: impl FnOnce(&mut Self, &[Value]) -> Lowered<()>) -> Lowered<()> {
        type Body<'b, S> = Box<dyn FnOnce(&mut S, &[Value]) -> Lowered<()> + 'b>;
        fn level<S: Filling>(s: &mut S, ext: &[Value], idx: &mut Vec<Value>, body: Body<'_, S>) -> Lowered<()> {
            let Some((&n, rest)) = ext.split_last() else {
                let order: Vec<Value> = idx.iter().rev().copied().collect();
                return body(s, &order);
            };
            s.count_loop(n, |s, i| {
                idx.push(i);
                level(s, rest, idx, body)
            })
        }
        level(self, ext, &mut Vec::new(), Box::new(body))
    }

    /// An `array.elemental` whose body `f` gives the elements; `elem` is the element type unless the body's value
    /// says it (strings).
    fn elemental(
        &mut self,
        extents: &[Value],
        elem: Type,
        f: impl FnOnce(&mut Self, &[Value]) -> Lowered<Value>,
    ) -> Lowered<Value> {
        let m = &mut self.builder().m;
        let region = m.new_region(&vec![Type::INDEX; extents.len()]);
        let idx = m.args(region).to_vec();
        let v = self.in_body(region, |s| {
            let v = f(s, &idx)?;
            s.builder().b().op(OpKind::ArrayYield).args(&[v]).build();
            Ok(v)
        });
        let v = v?;
        let s = self.builder();
        let vt = s.m.ty(v);
        let elem = match s.m.types.kind(vt).clone() {
            TypeKind::Char(..) => vt,
            TypeKind::Ref(t) => t,
            _ => elem,
        };
        let shape = s.static_shape(extents);
        let at = s.m.types.array(shape, elem);
        Ok(s.b().op(OpKind::ArrayElemental).args(extents).region(region).result(at).value())
    }

    /// An `array.forall` whose body gives mask, value and zero-based subscripts.
    fn forall_op(
        &mut self,
        view: Value,
        extents: &[Value],
        body: impl FnOnce(&mut Self, &[Value]) -> Lowered<Vec<Value>>,
    ) -> Lowered<()> {
        let m = &mut self.builder().m;
        let region = m.new_region(&vec![Type::INDEX; extents.len()]);
        let idx = m.args(region).to_vec();
        let out = self.in_body(region, |s| {
            let v = body(s, &idx)?;
            s.builder().b().op(OpKind::ArrayYield).args(&v).build();
            Ok(())
        });
        out?;
        self.builder().b().op(OpKind::ArrayForall).arg(view).args(extents).region(region).build();
        Ok(())
    }

    /// Runs `f` where a condition holds, which may be known here.
    fn where_holds(&mut self, cond: Value, f: impl FnOnce(&mut Self) -> Lowered<()>) -> Lowered<()> {
        match self.builder().known(cond) {
            Some(0) => Ok(()),
            Some(_) => f(self),
            None => self.if_else(cond, f, |_| Ok(())),
        }
    }

    /// Runs `f` unless neither of two arrays has elements.
    fn where_elements(&mut self, a: &[Value], b: &[Value], f: impl FnOnce(&mut Self) -> Lowered<()>) -> Lowered<()> {
        let s = self.builder();
        let (a, b) = (s.product(a), s.product(b));
        if s.known(a).is_some_and(|n| n > 0) || s.known(b).is_some_and(|n| n > 0) {
            return f(self);
        }
        let zero = s.idx(0);
        let (a, b) = (s.b().cmp(Pred::Gt, a, zero), s.b().cmp(Pred::Gt, b, zero));
        let some = s.b().binary(OpKind::Or, a, b);
        self.if_else(some, f, |_| Ok(()))
    }

    /// Runs `f` with `true` where the condition holds, and with `false` where it does not.
    fn either(&mut self, condition: Value, f: impl Fn(&mut Self, bool) -> Lowered<()>) -> Lowered<()> {
        self.if_else(condition, |l| l.with_temps(|l| f(l, true)), |l| l.with_temps(|l| f(l, false)))
    }

    /// Stops the program where `bad` holds.
    fn stop_if(&mut self, bad: Value, callee: RuntimeFn, args: impl FnOnce(&mut Self) -> Vec<Value>) -> Lowered<()> {
        if self.builder().known(bad) == Some(0) {
            return Ok(());
        }
        self.if_else(
            bad,
            |s| {
                let (file, line) = s.builder().here();
                let mut all = vec![file, line];
                all.extend(args(s));
                let s = s.builder();
                s.rt(callee, &all);
                s.b().op(OpKind::Unreachable).build();
                Ok(())
            },
            |_| Ok(()),
        )
    }

    /// Runs `f` where the dummy argument, whose ref or view is `v`, is there.
    fn where_present(&mut self, v: Value, optional: bool, f: impl FnOnce(&mut Self) -> Lowered<()>) -> Lowered<()> {
        if !optional {
            return f(self);
        }
        let s = self.builder();
        let p = s.addr(v);
        let null = s.b().op(OpKind::NullPtr).result(Type::PTR).value();
        let absent = s.b().op(OpKind::PtrCmp).arg(p).arg(null).result(Type::BOOL).value();
        let there = s.b().unary(OpKind::Not, absent, Type::BOOL);
        self.if_else(there, f, |_| Ok(()))
    }

    /// Runs `f`, then releases the temporaries it made.
    fn with_temps<T>(&mut self, f: impl FnOnce(&mut Self) -> Lowered<T>) -> Lowered<T> {
        let (out, mine) = self.collecting_temps(f);
        self.builder().release_all(mine);
        out
    }

    /// Runs `f`; the second result is what it leaves to be released at the end of the statement.
    fn collecting_temps<T>(&mut self, f: impl FnOnce(&mut Self) -> T) -> (T, Vec<Cleanup>) {
        let around = self.builder().f.cleanups.replace_statement(Vec::new());
        let out = f(self);
        (out, self.builder().f.cleanups.replace_statement(around))
    }
}

impl Filling for FunctionBuilder {
    fn builder(&mut self) -> &mut FunctionBuilder {
        self
    }
}

impl Filling for Declarations<'_> {
    fn builder(&mut self) -> &mut FunctionBuilder {
        self
    }
}

impl Filling for Expressions<'_> {
    fn builder(&mut self) -> &mut FunctionBuilder {
        self
    }
}

impl Filling for Lower<'_> {
    fn builder(&mut self) -> &mut FunctionBuilder {
        self
    }
}
