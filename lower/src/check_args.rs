//! Checks of what does not lie in a designator: arguments, lengths of strings, variables of DO loops, arguments of
//! intrinsics that are wrong in any program.

use super::call::Passed;
use super::check::repeatable;
use super::place::{Place, is_designator};
use super::procedure::Passing;
use super::*;
use ferrotran_ir::Pred;
use ferrotran_typed::intrinsics::Intrinsic;

/// Bytes of a character of a type.
fn chr_kind(t: &Ty) -> u8 {
    match t {
        Ty::Character(_, k) => *k,
        _ => 1,
    }
}

impl FunctionBuilder {
    /// After an iteration: the variable has the value that the loop gave it.
    pub fn check_loop_variable(&mut self, cell: Value, value: Value) -> Lowered<()> {
        let now = self.b().load(cell);
        let bad = self.b().cmp(Pred::Ne, now, value);
        self.stop_with(bad, "Loop variable has been modified")
    }
}

impl Declarations<'_> {
    /// Whether this is host code in which a program may stop.
    pub fn may_stop(&self) -> bool {
        self.checked(|_| true)
    }

    /// Whether an expression of the declaration of a dummy can be evaluated where the procedure is called: everything
    /// in it is bound, the dummies to what is passed in this call.
    fn evaluable(&self, e: &Expr, unbound: &[SymbolId]) -> bool {
        let mut ok = repeatable(e);
        e.walk(&mut |x| match &x.kind {
            ExprKind::Var(s) => ok &= self.entities.has(*s) && !unbound.contains(s),
            ExprKind::Intrinsic { id: Intrinsic::Present, .. } => ok = false,
            _ => {}
        });
        ok
    }

    fn evaluable_bounds(&self, b: &[(Expr, Expr)], unbound: &[SymbolId]) -> bool {
        b.iter().all(|(l, u)| self.evaluable(l, unbound) && self.evaluable(u, unbound))
    }

    /// Before a DO loop with a step of one: its variable does not pass the last value of its type.
    pub fn check_loop_end(&mut self, lo: Value, hi: Value, st: Value, kind: u8) -> Lowered<()> {
        if !self.checked(|c| c.loops) {
            return Ok(());
        }
        let t = self.m.ty(hi);
        let top = i64::MAX >> (64 - 8 * u32::from(kind.min(8)));
        let (last, runs) = match self.known(st) {
            Some(1) => (top, Pred::Le),
            Some(-1) => (-top - 1, Pred::Ge),
            _ => return Ok(()),
        };
        if self.known(hi).is_some_and(|h| h != last) {
            return Ok(());
        }
        let last = self.b().int(last, t);
        let at_end = self.b().cmp(Pred::Eq, hi, last);
        let runs = self.b().cmp(runs, lo, hi);
        let bad = self.b().binary(OpKind::And, at_end, runs);
        self.stop_with(bad, "Loop iterates infinitely")
    }

    /// The `dim` of a reference to an intrinsic, known only at run time, is one of the dimensions.
    pub fn check_dim(&mut self, id: Intrinsic, dim: Value, dims: usize) -> Lowered<()> {
        if !self.may_stop() {
            return Ok(());
        }
        let name = id.name().to_uppercase();
        let d = self.to_index(dim);
        let (one, top) = (self.idx(1), self.idx(dims as i64));
        let low = self.b().cmp(Pred::Lt, d, one);
        let high = self.b().cmp(Pred::Gt, d, top);
        let bad = self.b().binary(OpKind::Or, low, high);
        let text = format!("Dim argument incorrect in {name} intrinsic: is %1, should be between 1 and %2");
        self.stop_with_numbers(bad, &text, d, top)
    }

    /// NCOPIES of REPEAT is not negative.
    pub fn check_copies(&mut self, n: Value) -> Lowered<()> {
        if !self.may_stop() || self.known(n).is_some_and(|n| n >= 0) {
            return Ok(());
        }
        let zero = self.idx(0);
        let bad = self.b().cmp(Pred::Lt, n, zero);
        let text = "Argument NCOPIES of REPEAT intrinsic is negative (its value is %1)";
        self.stop_with_numbers(bad, text, n, zero)
    }

    /// ORDER of RESHAPE (zero-based) is a permutation.
    pub fn check_order(&mut self, order: &[Value]) -> Lowered<()> {
        if !self.checked(|c| c.bounds) {
            return Ok(());
        }
        let (zero, one, n) = (self.idx(0), self.idx(1), self.idx(order.len() as i64));
        for (i, &d) in order.iter().enumerate() {
            let low = self.b().cmp(Pred::Lt, d, zero);
            let high = self.b().cmp(Pred::Ge, d, n);
            let bad = self.b().binary(OpKind::Or, low, high);
            let shown = self.add(d, one);
            self.stop_with_numbers(bad, "Value %1 out of range in ORDER argument to RESHAPE intrinsic", shown, n)?;
            for &e in &order[..i] {
                let twice = self.b().cmp(Pred::Eq, d, e);
                self.stop_with_numbers(twice, "Duplicate value %1 in ORDER argument to RESHAPE intrinsic", shown, n)?;
            }
        }
        Ok(())
    }

    /// A scalar is assigned to the elements of an allocatable array, which must be there.
    pub fn check_scalar_to_array(&mut self, bx: Value) -> Lowered<()> {
        if !self.checked(|c| c.mem) {
            return Ok(());
        }
        let there = self.b().unary(OpKind::BoxAllocated, bx, Type::BOOL);
        let bad = self.b().unary(OpKind::Not, there, Type::BOOL);
        self.stop_with(bad, "Assignment of scalar to unallocated array")
    }
}

impl<'p> Expressions<'p> {
    /// At the entry of a procedure: the actual strings have at least the declared length, or exactly that where the
    /// dummy is a pointer, allocatable or of assumed shape (F2018 15.5.2.4, 15.5.2.5).
    pub fn check_dummy_lengths(
        &mut self,
        params: &[(SymbolId, Passing)],
        lens: &FxHashMap<SymbolId, Value>,
    ) -> Lowered<()> {
        if !self.checked(|c| c.bounds) {
            return Ok(());
        }
        for &(a, how) in params {
            let s = self.sym(a);
            let exact = s.allocatable || s.pointer || matches!(s.dims, Dims::Assumed(_) | Dims::AssumedRank);
            // Arrays in storage order may be cut into other strings.
            if !exact && s.rank() > 0 || matches!(how, Passing::Byte(_)) {
                continue;
            }
            let (Some(&have), Some(want)) = (lens.get(&a), self.declared_len(s)?) else { continue };
            let bad = self.b().cmp(if exact { Pred::Ne } else { Pred::Lt }, have, want);
            let bad = if s.optional {
                let here = self.present(a, s.span)?;
                self.b().binary(OpKind::And, here, bad)
            } else {
                bad
            };
            let kind = chr_kind(&s.ty);
            let (have, want) = (self.chars_of_bytes(have, kind), self.chars_of_bytes(want, kind));
            let how = if exact { "does not match the declared one" } else { "is shorter than the declared one" };
            let text = format!("Actual string length {how} for dummy argument '{}' (%1/%2)", s.name);
            self.stop_with_numbers(bad, &text, have, want)?;
        }
        Ok(())
    }

    /// In a call, with the dummies bound to the actual arguments: strings on which the result depends get the lengths
    /// that they declare.
    pub fn declare_lengths(&mut self, callee: ProcId, passed: &[Passed]) -> Lowered<()> {
        let dummies = &self.proc(callee).args;
        let unbound: Vec<SymbolId> =
            dummies.iter().zip(passed).filter(|(_, p)| p.bound.is_none()).map(|(&d, _)| d).collect();
        for (&d, p) in dummies.iter().zip(passed) {
            let s = self.sym(d);
            let Ty::Character(CharLen::Expr(e), _) = &s.ty else { continue };
            if p.bound.is_none() || !self.result_depends(callee, d) || !self.evaluable(e, &unbound) {
                continue;
            }
            let Some(n) = self.declared_len(s)? else { continue };
            match p.bound {
                Some(Binding::Box(_)) => {
                    self.entities.set_length(d, n);
                }
                Some(Binding::Scalar(r)) if self.is_string(r) => {
                    let (p, rt) = (self.addr(r), self.m.types.reference(Type::CHR));
                    let r = self.b().op(OpKind::ChrRef).arg(p).arg(n).result(rt).value();
                    self.entities.bind(d, Binding::Scalar(r));
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// In a call, with the dummies bound: arrays of explicit shape find as many elements as they declare
    /// (F2018 15.5.2.11). Strings are counted in characters.
    pub fn check_sizes(&mut self, c: &'p Call, dummies: &'p [SymbolId], passed: &[Passed]) -> Lowered<()> {
        if !self.checked(|c| c.bounds) {
            return Ok(());
        }
        let unbound: Vec<SymbolId> = dummies
            .iter()
            .zip(passed)
            .zip(&c.args)
            .filter(|((_, p), a)| p.bound.is_none() || matches!(a, Actual::Absent))
            .map(|((&d, _), _)| d)
            .collect();
        for ((&d, a), p) in dummies.iter().zip(&c.args).zip(passed) {
            let s = self.sym(d);
            let (Actual::Expr(x), Dims::Explicit(b)) = (a, &s.dims) else { continue };
            // With checks of pointers, what is not there has been found before.
            let missing = self.optional_dummy(x).is_some() || self.may_be_absent(x) && !self.checks().pointer;
            if s.allocatable || s.pointer || class::is_class(&s.ty) || class::is_class(&x.ty) || missing {
                continue;
            }
            if !self.evaluable_bounds(b, &unbound) {
                continue;
            }
            let Some(have) = self.elements_from(x, p)? else { continue };
            let (_, ext) = self.declared_bounds(b)?;
            let want = self.product(&ext);
            let (have, want) = match &s.ty {
                Ty::Character(len, k) => {
                    let each = match p.len {
                        Some(n) => n,
                        None => self.len_of(x)?,
                    };
                    let of_dummy = match len {
                        CharLen::Const(n) => self.idx((*n).max(0) * i64::from(*k)),
                        CharLen::Expr(e) if self.evaluable(e, &unbound) => match self.declared_len(s)? {
                            Some(n) => n,
                            None => continue,
                        },
                        CharLen::Assumed => each,
                        CharLen::Expr(_) | CharLen::Deferred | CharLen::Runtime => continue,
                    };
                    let (have, want) = (self.mul(have, each), self.mul(want, of_dummy));
                    (self.chars_of_bytes(have, *k), self.chars_of_bytes(want, *k))
                }
                _ => (have, want),
            };
            let bad = self.b().cmp(Pred::Lt, have, want);
            let text = format!("Actual argument contains too few elements for dummy argument '{}' (%1/%2)", s.name);
            self.stop_with_numbers(bad, &text, have, want)?;
        }
        Ok(())
    }

    /// Number of elements that an actual argument for an array offers, where it is known: those of an array, or from an
    /// element on to the end of its array.
    fn elements_from(&mut self, x: &'p Expr, p: &Passed) -> Lowered<Option<Value>> {
        let open = |l: &Self, e: &Expr| match &e.kind {
            ExprKind::Var(s) => matches!(l.sym(*s).dims, Dims::AssumedSize(..)),
            _ => false,
        };
        if x.rank > 0 {
            return Ok(match p.bound {
                Some(Binding::Array { view, .. }) if !open(self, x) => {
                    let ext = self.view_extents(view);
                    Some(self.product(&ext))
                }
                _ => None,
            });
        }
        let ExprKind::Elem { base, subs } = &x.kind else { return Ok(None) };
        if !is_designator(base) || open(self, base) || base.rank != subs.len() || !repeatable(x) {
            return Ok(None);
        }
        let Place::Array { view, lbs } = self.place(base)? else { return Ok(None) };
        let idx = self.zero_based(subs, lbs.as_deref())?;
        let ext = self.view_extents(view);
        let mut before = self.idx(0);
        let mut step = self.idx(1);
        for (&i, &n) in idx.iter().zip(&ext) {
            let o = self.mul(i, step);
            before = self.add(before, o);
            step = self.mul(step, n);
        }
        Ok(Some(self.sub(step, before)))
    }

    /// The strings of an array constructor without a type specification have one length (F2018 7.8).
    pub fn check_ctor_length(
        &mut self,
        ty: &Ty,
        first: Option<Value>,
        length: impl FnOnce(&mut Self) -> Value,
    ) -> Lowered<()> {
        let Some(first) = first.filter(|_| matches!(ty, Ty::Character(CharLen::Runtime, _))) else { return Ok(()) };
        if !self.checked(|c| c.bounds) {
            return Ok(());
        }
        let n = length(self);
        if n == first {
            return Ok(());
        }
        let bad = self.b().cmp(Pred::Ne, n, first);
        let (n, first) = (self.chars_of_bytes(n, chr_kind(ty)), self.chars_of_bytes(first, chr_kind(ty)));
        self.stop_with_numbers(bad, "Different CHARACTER lengths (%1/%2) in array constructor", first, n)
    }

    /// A string pointer and its target have one length (F2018 10.2.2.3).
    pub fn check_pointer_length(&mut self, lhs: &'p Expr, bx: Value, rhs: &'p Expr) -> Lowered<()> {
        let declared = match &lhs.ty {
            Ty::Character(CharLen::Deferred | CharLen::Runtime, _) => false,
            Ty::Character(..) => matches!(rhs.ty, Ty::Character(..)),
            _ => false,
        };
        if !declared || !self.checked(|c| c.bounds) || !is_designator(rhs) || !repeatable(rhs) {
            return Ok(());
        }
        let want = match &lhs.ty {
            Ty::Character(CharLen::Const(n), k) => self.idx(*n * i64::from(*k)),
            _ => self.object_len(lhs, bx)?,
        };
        let have = self.len_of(rhs)?;
        let mut bad = self.b().cmp(Pred::Ne, want, have);
        if let Some(b) = self.box_of(rhs)? {
            let there = self.b().unary(OpKind::BoxAllocated, b, Type::BOOL);
            bad = self.b().binary(OpKind::And, bad, there);
        }
        let kind = chr_kind(&lhs.ty);
        let (want, have) = (self.chars_of_bytes(want, kind), self.chars_of_bytes(have, kind));
        self.stop_with_numbers(bad, "Unequal character lengths (%1/%2) in pointer assignment", want, have)
    }
}
