//! Constructs that one thread runs, ordered regions, and the copies of values from one thread to the others.

use super::recipes::Copies;
use super::*;
use ferrotran_ir::{DataSharing, SingleKind, choices};

impl<'p> Lower<'p> {
    /// SINGLE, MASTER and MASKED.
    pub(super) fn single(&mut self, kind: SingleKind, rest: Leaves<'p>) -> Lowered<()> {
        let o = rest.o;
        let names = o.clauses.iter().flat_map(|c| match c {
            Clause::Copyprivate(l) if kind == SingleKind::Single => &l[..],
            _ => &[],
        });
        let given: Vec<(SymbolId, DataSharing)> = names.map(|&s| (s, DataSharing::Copyprivate)).collect();
        let given = self.copies_of(&given)?;
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
        let (variables, given) = self.copy_operands(&given);
        self.f.loc = loc;
        self.b()
            .op(OpKind::OmpSingle)
            .opt(filter)
            .args(&originals)
            .args(&variables)
            .choice(kind)
            .flag("nowait", nowait)
            .copies(&copies)
            .copies_in("copyprivate", &given)
            .region(r)
            .build();
        out
    }

    /// The threadprivate variables that COPYIN names, as the thread has them that meets the construct.
    pub(super) fn copyin(&mut self, o: &'p Omp) -> Lowered<Copies> {
        let names = o.clauses.iter().flat_map(|c| if let Clause::Copyin(l) = c { &l[..] } else { &[] });
        let list: Vec<(SymbolId, DataSharing)> = names.map(|&s| (s, DataSharing::Copyin)).collect();
        self.copies_of(&list)
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
                s.with_reduced(&copies, |s| s.leaf(rest))
            })
        };
        let out = self.with_bindings(|s| s.within(r, body));
        let (originals, copies) = self.copy_operands(&copies);
        self.f.loc = loc;
        let nowait = has_nowait(o);
        self.b().op(OpKind::OmpScope).args(&originals).flag("nowait", nowait).copies(&copies).region(r).build();
        out
    }

    /// ORDERED without a block: what iterations wait for.
    fn doacross(&mut self, o: &'p Omp) -> Lowered<()> {
        for c in &o.clauses {
            let Clause::Doacross { sink } = c else { continue };
            let values = sink.iter().flatten().map(|e| self.scalar(e)).collect::<Lowered<Vec<_>>>()?;
            let values: Vec<Value> = values.into_iter().map(|v| self.cast(v, Type::I64)).collect();
            let kind = if sink.is_some() { choices::Doacross::Sink } else { choices::Doacross::Source };
            self.b().op(OpKind::OmpDoacross).args(&values).choice(kind).build();
        }
        Ok(())
    }

    /// ORDERED with a block.
    pub(super) fn ordered(&mut self, rest: Leaves<'p>) -> Lowered<()> {
        let o = rest.o;
        if o.clauses.iter().any(|c| matches!(c, Clause::Doacross { .. })) {
            return self.with_temps(|s| s.doacross(o));
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
