//! Constructs that one thread runs, ordered regions, and the copies of values from one thread to the others.

use super::*;
use ferrotran_ir::{Pred, SingleKind};

/// A threadprivate variable and the address of the encountering thread's copy.
pub(super) type Source = (SymbolId, Value);

impl<'p> Lower<'p> {
    /// SINGLE, MASTER and MASKED.
    pub(super) fn single(&mut self, kind: SingleKind, rest: Leaves<'p>) -> Lowered<()> {
        let o = rest.o;
        let copies: Vec<SymbolId> = o
            .clauses
            .iter()
            .flat_map(|c| match c {
                Clause::Copyprivate(l) if kind == SingleKind::Single => &l[..],
                _ => &[],
            })
            .copied()
            .collect();
        if !copies.is_empty() {
            return self.copyprivate(&copies, rest);
        }
        let filter = o.clauses.iter().find_map(|c| match c {
            Clause::Filter(e) if kind == SingleKind::Masked => Some(e),
            _ => None,
        });
        let filter = self.int_clause(filter)?;
        let own = if kind == SingleKind::Single && !rest.entered { self.privates(o) } else { Vec::new() };
        let loc = self.f.loc;
        let copies = self.copies_of(&own)?;
        let r = self.m.new_region(&copies.types());
        let body = |s: &mut Self| {
            s.with_temps(|s| {
                s.begin_copies(&copies, r)?;
                s.leaf(rest)
            })
        };
        let out = self.with_bindings(|s| s.within(r, body));
        let nowait = has_nowait(o) || kind != SingleKind::Single;
        let (originals, copies) = self.copy_operands(&copies);
        self.f.loc = loc;
        self.b()
            .op(OpKind::OmpSingle)
            .opt(filter)
            .args(&originals)
            .choice(kind)
            .flag("nowait", nowait)
            .copies(&copies)
            .region(r)
            .build();
        out
    }

    /// SINGLE whose thread gives its values to the private variables of the others.
    fn copyprivate(&mut self, list: &[SymbolId], rest: Leaves<'p>) -> Lowered<()> {
        let own: Vec<(SymbolId, Binding)> =
            list.iter().map(|&s| Ok((s, self.binding(s, rest.span)?))).collect::<Lowered<_>>()?;
        let words = self.alloca_bytes(8 * own.len() as i64, 8, false);
        let first = self.rt_value(rt::frt_omp_single_begin, &[], Type::I32);
        let zero = self.b().int(0, Type::I32);
        let mine = self.b().cmp(Pred::Ne, first, zero);
        self.if_else(
            mine,
            |s| {
                s.with_temps(|s| {
                    for (v, how) in s.privates(rest.o) {
                        s.private_copy(v, how.takes_value())?;
                    }
                    s.leaf(rest)
                })?;
                for (k, (v, b)) in own.iter().enumerate() {
                    let a = s.binding_address(*v, b)?;
                    let a = s.rt_value(rt::frt_omp_my_address, &[a], Type::PTR);
                    let cell = s.address_cell(words, k);
                    s.b().store(a, cell);
                }
                s.rt(rt::frt_omp_copy_give, &[words]);
                Ok(())
            },
            |_| Ok(()),
        )?;
        self.b().op(OpKind::OmpBarrier).build();
        self.if_else(
            mine,
            |_| Ok(()),
            |s| {
                let from = s.rt_value(rt::frt_omp_copy_take, &[], Type::PTR);
                let null = s.b().op(OpKind::NullPtr).result(Type::PTR).value();
                let none = s.b().op(OpKind::PtrCmp).arg(from).arg(null).result(Type::BOOL).value();
                s.if_else(
                    none,
                    |_| Ok(()),
                    |s| {
                        for (k, (v, b)) in own.iter().enumerate() {
                            let cell = s.address_cell(from, k);
                            let a = s.b().load(cell);
                            let src = s.binding_at(*v, b, a)?;
                            s.copy_variable(*v, b, &src)?;
                        }
                        Ok(())
                    },
                )
            },
        )?;
        self.b().op(OpKind::OmpBarrier).build();
        Ok(())
    }
}

impl FunctionBuilder {
    /// Word number `k` behind an address, as a place for an address.
    fn address_cell(&mut self, base: Value, k: usize) -> Value {
        let n = self.idx(8 * k as i64);
        let at = self.b().op(OpKind::PtrAdd).arg(base).arg(n).result(Type::PTR).value();
        let rt = self.m.types.reference(Type::PTR);
        self.cast_ref(at, rt)
    }
}

impl<'p> Lower<'p> {
    /// The encountering thread's copies of the variables in COPYIN clauses.
    pub(super) fn copyin_sources(&mut self, o: &'p Omp) -> Lowered<Vec<Source>> {
        let mut out = Vec::new();
        for c in &o.clauses {
            let Clause::Copyin(list) = c else { continue };
            for &s in list {
                let span = self.sym(s).span;
                let b = self.binding(s, span)?;
                let at = self.binding_address(s, &b)?;
                out.push((s, self.rt_value(rt::frt_omp_my_address, &[at], Type::PTR)));
            }
        }
        Ok(out)
    }

    /// At the start of a parallel region: threadprivate variables get the values of the thread that made the team.
    pub(super) fn copyin(&mut self, sources: Vec<Source>) -> Lowered<()> {
        if sources.is_empty() {
            return Ok(());
        }
        let num = self.rt_value(rt::omp_get_thread_num_, &[], Type::I32);
        let zero = self.b().int(0, Type::I32);
        let other = self.b().cmp(Pred::Ne, num, zero);
        self.if_else(
            other,
            |s| {
                for (v, at) in &sources {
                    let span = s.sym(*v).span;
                    let own = s.binding(*v, span)?;
                    let src = s.binding_at(*v, &own, *at)?;
                    s.copy_variable(*v, &own, &src)?;
                }
                Ok(())
            },
            |_| Ok(()),
        )?;
        self.b().op(OpKind::OmpBarrier).build();
        Ok(())
    }

    /// SCOPE: every thread runs the block.
    pub(super) fn scope(&mut self, rest: Leaves<'p>) -> Lowered<()> {
        let o = rest.o;
        if rest.entered {
            return self.leaf(rest);
        }
        let loc = self.f.loc;
        let reduced = self.reduced_copies(o)?;
        let copies = self.copies_of(&self.own_of_threads(o))?.with(reduced);
        let r = self.m.new_region(&copies.types());
        let body = |s: &mut Self| {
            s.with_temps(|s| {
                s.begin_copies(&copies, r)?;
                let reds = s.enter_reductions(o)?;
                s.with_reduced(&copies, |s| s.leaf(rest))?;
                s.end_reductions(reds)
            })
        };
        let out = self.with_bindings(|s| s.within(r, body));
        let (originals, copies) = self.copy_operands(&copies);
        self.f.loc = loc;
        let nowait = has_nowait(o);
        self.b().op(OpKind::OmpScope).args(&originals).flag("nowait", nowait).copies(&copies).region(r).build();
        out
    }

    /// ORDERED with a block.
    pub(super) fn ordered(&mut self, rest: Leaves<'p>) -> Lowered<()> {
        let o = rest.o;
        if o.clauses.iter().any(|c| matches!(c, Clause::Doacross)) {
            // One thread runs the iterations of such a loop in their order (`divided`): all sources have been passed.
            return Ok(());
        }
        let r = self.m.new_region(&[]);
        let out = self.within(r, |s| s.leaf(rest));
        let only_simd = o.clauses.iter().any(|c| matches!(c, Clause::Simd))
            && !o.clauses.iter().any(|c| matches!(c, Clause::Threads));
        if only_simd {
            // Iterations of one thread are in order already.
            self.b().op(OpKind::Block).region(r).build();
        } else {
            self.b().op(OpKind::OmpOrdered).region(r).build();
        }
        out
    }
}
