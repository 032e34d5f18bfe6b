//! Cancellation (OpenMP 6.0, 16): regions that CANCEL can end, and the places where threads see that it has.
//!
//! A construct that something in it may cancel has a label behind its block. CANCEL and CANCELLATION POINT ask whether it is
//! (`omp.cancel`, `omp.cancellation_point`), and break to the label where the region is cancelled; in a parallel region that can be cancelled, so does every
//! construct that ends with a barrier.

use super::*;
use ferrotran_ir::choices;

/// What a region is to a CANCEL construct.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Cancelled {
    Parallel,
    /// DO and SECTIONS
    Loop,
    /// A task of a taskgroup.
    Task,
}

/// The word of the IR for it.
fn construct(c: Cancelled) -> choices::Cancelled {
    match c {
        Cancelled::Parallel => choices::Cancelled::Parallel,
        Cancelled::Loop => choices::Cancelled::Worksharing,
        Cancelled::Task => choices::Cancelled::Taskgroup,
    }
}

/// A construct around the current statement that binds CANCEL and BARRIER constructs.
#[derive(Clone, Debug)]
pub(crate) struct Cancellable {
    kind: Cancelled,
    /// What ends the block, where something in it may cancel the region.
    label: Option<String>,
    /// Number of BLOCK constructs around the construct.
    blocks: usize,
}

/// The kind of region that a CANCEL or CANCELLATION POINT directive names.
fn kind_of(o: &Omp) -> Option<Cancelled> {
    if !matches!(o.directive.leaves().first(), Some(Leaf::Cancel | Leaf::CancellationPoint)) {
        return None;
    }
    o.clauses.iter().find_map(|c| match c {
        Clause::Cancelled(CancelledRegion::Parallel) => Some(Cancelled::Parallel),
        Clause::Cancelled(CancelledRegion::Do | CancelledRegion::Sections) => Some(Cancelled::Loop),
        Clause::Cancelled(CancelledRegion::Taskgroup) => Some(Cancelled::Task),
        _ => None,
    })
}

/// Whether statements have a cancellation point of that kind.
fn has_point(list: &[Stmt], kind: Cancelled) -> bool {
    list.iter().any(|s| {
        let mut found = matches!(&s.kind, StmtKind::Omp(o) if kind_of(o) == Some(kind));
        visit::blocks(s, &mut |b| found |= has_point(b, kind));
        found
    })
}

/// Whether the threads of a team wait for each other at the end of the directive.
fn ends_with_barrier(o: &Omp) -> bool {
    o.directive.leaves().first().is_some_and(|l| {
        matches!(
            l,
            Leaf::Barrier | Leaf::Do | Leaf::Sections | Leaf::Single | Leaf::Workshare | Leaf::Scope | Leaf::Loop
        )
    }) && !has_nowait(o)
}

impl<'p> Lower<'p> {
    /// The label that ends the block of a construct, if something in it may cancel its region.
    pub(super) fn cancel_label(&mut self, kind: Cancelled, o: &'p Omp) -> Option<String> {
        let has = has_point(&o.body, kind) || o.sections.iter().any(|b| has_point(b, kind));
        has.then(|| self.label("cancel"))
    }

    /// Runs `f` inside of a construct that binds CANCEL constructs of a kind; gives what its end is called.
    pub(super) fn cancellable_frame<T>(
        &mut self,
        kind: Cancelled,
        o: &'p Omp,
        f: impl FnOnce(&mut Self) -> T,
    ) -> (T, Option<String>) {
        let label = self.cancel_label(kind, o);
        (self.within_frame(kind, label.clone(), f), label)
    }

    /// Runs `f` inside of such a construct, where its end is called like that.
    pub(super) fn within_frame<T>(
        &mut self,
        kind: Cancelled,
        label: Option<String>,
        f: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let blocks = self.constructs.depth();
        self.omp.cancellable.push(Cancellable { kind, label, blocks });
        let out = f(self);
        self.omp.cancellable.pop();
        out
    }

    /// The same where the block is left by a branch to its end.
    pub(super) fn cancellable(
        &mut self,
        kind: Cancelled,
        o: &'p Omp,
        f: impl FnOnce(&mut Self) -> Lowered<()>,
    ) -> Lowered<()> {
        let Some(label) = self.cancel_label(kind, o) else { return self.within_frame(kind, None, f) };
        let r = self.m.new_region(&[]);
        let out = self.within_frame(kind, Some(label.clone()), |s| s.within(r, f));
        self.b().op(OpKind::Block).attr("label", Attr::str(&label)).region(r).build();
        out
    }

    /// CANCEL and CANCELLATION POINT.
    pub(super) fn cancel(&mut self, o: &'p Omp, leaf: Leaf) -> Lowered<()> {
        let (Some(kind), Some(frame)) = (kind_of(o), self.omp.cancellable.last().cloned()) else { return Ok(()) };
        if frame.kind != kind {
            return Ok(());
        }
        if leaf == Leaf::CancellationPoint {
            return self.leave_if_cancelled(&frame);
        }
        let cond = self.if_clause(o, Leaf::Cancel)?;
        let cond = cond.map(|c| self.cast(c, Type::BOOL));
        let of = construct(kind);
        self.leave_where(&frame, |s| s.b().op(OpKind::OmpCancel).opt(cond).choice(of).result(Type::BOOL).value())
    }

    /// Behind a directive that ends with a barrier: goes on at the end of the parallel region where that is cancelled.
    pub(super) fn barrier_passed(&mut self, o: &Omp) -> Lowered<()> {
        let frame = match self.omp.cancellable.last() {
            Some(f) if f.kind == Cancelled::Parallel && f.label.is_some() && ends_with_barrier(o) => f.clone(),
            _ => return Ok(()),
        };
        self.leave_if_cancelled(&frame)
    }

    /// The block of a task. One that holds memory to give back begins even where its taskgroup is cancelled already.
    pub(super) fn task_body(
        &mut self,
        o: &'p Omp,
        holds: bool,
        f: impl FnOnce(&mut Self) -> Lowered<()>,
    ) -> Lowered<()> {
        let kind = Cancelled::Task;
        // In a target region a point would keep all of it from devices; a task that has begun may go on.
        if !holds || self.f.elsewhere.in_target() {
            return self.cancellable(kind, o, f);
        }
        let label = self.label("cancel");
        let r = self.m.new_region(&[]);
        let out = self.within_frame(kind, Some(label.clone()), |s| {
            s.within(r, |s| {
                let frame = s.omp.cancellable.last().cloned().expect("within a frame");
                s.leave_if_cancelled(&frame)?;
                f(s)
            })
        });
        self.b().op(OpKind::Block).attr("label", Attr::str(&label)).region(r).build();
        out
    }

    fn leave_if_cancelled(&mut self, frame: &Cancellable) -> Lowered<()> {
        let of = construct(frame.kind);
        self.leave_where(frame, |s| s.b().op(OpKind::OmpCancellationPoint).choice(of).result(Type::BOOL).value())
    }

    /// Leaves the construct where the value says that it is cancelled.
    fn leave_where(&mut self, frame: &Cancellable, cancelled: impl FnOnce(&mut Self) -> Value) -> Lowered<()> {
        let Some(label) = &frame.label else { return Ok(()) };
        let over = cancelled(self);
        self.if_else(
            over,
            |s| {
                s.end_blocks(frame.blocks);
                s.jump(OpKind::Break, Some(label));
                Ok(())
            },
            |_| Ok(()),
        )
    }
}
