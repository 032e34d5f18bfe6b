//! OpenMP constructs. A combined directive is lowered leaf by leaf, outermost first. Private copies and reductions
//! are those of the threads (`sharing::enter`, `private`); in target regions, where iterations become the invocations of a kernel,
//! each iteration has its own copies.

mod atomic;
pub(super) mod cancel;
mod clauses;
mod conditional;
mod joined;
mod linear;
mod loops;
mod polymorphic;
mod private;
pub(super) mod recipes;
pub(super) mod regions;
mod scan;
mod sharing;
mod stated;
mod sync;
mod target;
mod target_task;
mod task;
mod transformed;

use super::place::Place;
use super::realloc::{AtEntry, EntryTarget};
use super::*;
use atomic::memory_order;
use clauses::{has_iterated, has_nowait};
use ferrotran_ir::{MapKind, Mapping, MemoryOrder, ProcBind, SingleKind, TypeKind};
use ferrotran_syntax::omp::Leaf;

/// The leaves of a directive from one on, outermost first.
#[derive(Clone, Copy)]
struct Leaves<'p> {
    o: &'p Omp,
    list: &'static [Leaf],
    span: Span,
    /// Whether a leaf further out has made the private copies and accumulators of the directive (see [`Lower::enter`]).
    entered: bool,
}

impl<'p> Leaves<'p> {
    /// All leaves of a directive.
    fn of(o: &'p Omp, span: Span) -> Leaves<'p> {
        Leaves { o, list: o.directive.leaves(), span, entered: false }
    }

    /// The outermost leaf, and those in it.
    fn split(self) -> Option<(Leaf, Leaves<'p>)> {
        let (&first, list) = self.list.split_first()?;
        Some((first, Leaves { list, ..self }))
    }

    /// The same within a leaf that has made the private copies.
    fn entered(self) -> Leaves<'p> {
        Leaves { entered: true, ..self }
    }

    /// Whether these are all leaves of the directive.
    fn all(self) -> bool {
        self.list.len() == self.o.directive.leaves().len()
    }
}

/// Alignment of copies in memory of an allocator: what it asks for itself is known at run time only, so that copies get a
/// whole cache line, which is as much as vectors need.
const OF_ALLOCATORS: i64 = 64;

/// To how many bytes a directive aligns its copies of variables.
fn alignments(o: &Omp) -> FxHashMap<SymbolId, i64> {
    let mut out = FxHashMap::default();
    for c in &o.clauses {
        if let Clause::Allocate(list, alignment) = c {
            out.extend(list.iter().map(|&s| (s, OF_ALLOCATORS.max(*alignment))));
        }
    }
    out
}

impl<'p> Lower<'p> {
    /// A directive with its block.
    pub fn omp(&mut self, o: &'p Omp, span: Span) -> Lowered<()> {
        self.check_clauses(o, span)?;
        let leaves = Leaves::of(o, span);
        let region = leaves
            .list
            .iter()
            .any(|l| matches!(l, Leaf::Target | Leaf::Teams | Leaf::Workdistribute | Leaf::Workshare));
        let outermost = self.on_host();
        let around = self.omp.set_alignments(alignments(o));
        let out = self.with_bindings(|s| {
            s.with_temps(|s| match region && outermost {
                _ if s.is_target_task(leaves) => s.target_task(leaves),
                true => {
                    let entry = s.entry_target(leaves)?;
                    s.prepared(o, entry, &|s| s.leaf(leaves))
                }
                false => s.leaf(leaves),
            })
        });
        self.omp.set_alignments(around);
        out?;
        self.barrier_passed(o)
    }

    /// Where a target region in front of which values may be computed runs.
    fn entry_target(&mut self, leaves: Leaves<'p>) -> Lowered<Option<EntryTarget>> {
        let o = leaves.o;
        if leaves.list.first() != Some(&Leaf::Target) || o.clauses.iter().any(|c| matches!(c, Clause::Ancestor)) {
            return Ok(None);
        }
        Ok(Some(EntryTarget { cond: self.if_clause(o, Leaf::Target)?, device: self.device(o)? }))
    }

    /// A region that may run elsewhere: what it assigns to is allocated at its entry.
    fn prepared(
        &mut self,
        o: &'p Omp,
        target: Option<EntryTarget>,
        region: &dyn Fn(&mut Self) -> Lowered<()>,
    ) -> Lowered<()> {
        let bind = self.entities.all();
        let AtEntry { fits, fitted } = self.allocate_at_entry(o, target)?;
        let fitting = |s: &mut Self| s.with_fitted(fitted, region);
        let Some(fits) = fits else { return fitting(self) };
        let errors = self.errors.len();
        self.if_else(fits, fitting, |s| {
            if s.errors.len() > errors {
                return Ok(());
            }
            // A shape changes on the way: every assignment allocates for itself, which only the host can do.
            s.entities.restore(bind);
            region(s)
        })
    }

    fn leaf(&mut self, leaves: Leaves<'p>) -> Lowered<()> {
        let Leaves { o, span, .. } = leaves;
        let Some((leaf, rest)) = leaves.split() else {
            self.stmts(&o.body);
            return Ok(());
        };
        match leaf {
            Leaf::Target => self.target(rest),
            Leaf::Teams => self.teams(rest),
            Leaf::Workdistribute => {
                let line = i64::from(self.f.loc.line);
                let r = self.m.new_region(&[]);
                let out = self.sharing_work(|s| s.within(r, |s| s.leaf(rest)));
                self.b().op(OpKind::OmpWorkdistribute).attr("line", Attr::Int(line)).region(r).build();
                out
            }
            Leaf::Workshare => {
                let r = self.m.new_region(&[]);
                let out = self.sharing_work(|s| s.within(r, |s| s.leaf(rest)));
                self.b().op(OpKind::OmpWorkshare).flag("nowait", has_nowait(o)).region(r).build();
                out
            }
            Leaf::TargetData => {
                let maps = self.maps(o)?;
                let values = if has_iterated(o) { Vec::new() } else { self.map_values(&maps) };
                let (cond, device) = (self.if_clause(o, Leaf::TargetData)?, self.device(o)?);
                self.enter_iterated(o, &maps, cond, device)?;
                let loc = self.f.loc;
                let r = self.m.new_region(&[]);
                let out = self.within(r, |s| s.leaf(rest));
                self.f.loc = loc;
                let pointers = self.names_in(o, |c| if let Clause::UseDevicePtr(l) = c { Some(l) } else { None });
                let addresses = self.names_in(o, |c| if let Clause::UseDeviceAddr(l) = c { Some(l) } else { None });
                let mut b = self.b();
                let op = b.op(OpKind::OmpTargetData).opt(cond).opt(device).args(&values);
                op.attr_opt("use_device_ptr", pointers).attr_opt("use_device_addr", addresses).region(r).build();
                out?;
                self.leave_iterated(o, &maps, cond, device)
            }
            Leaf::TargetEnterData | Leaf::TargetExitData | Leaf::TargetUpdate => {
                let met = self.met(leaf, o)?;
                self.data_directive(leaf, o, &met)
            }
            Leaf::Depobj => self.depobj(o),
            Leaf::Interop => self.interop(o),
            Leaf::Dispatch => self.dispatch(o),
            Leaf::Error => {
                let fatal = o.body.iter().any(|s| matches!(s.kind, StmtKind::Stop { .. }));
                let severity = if fatal {
                    ferrotran_ir::choices::Severity::Fatal
                } else {
                    ferrotran_ir::choices::Severity::Warning
                };
                let (r, loc) = (self.m.new_region(&[]), self.f.loc);
                self.within(r, |s| s.stmts(&o.body));
                self.f.loc = loc;
                self.b().op(OpKind::OmpError).choice(severity).region(r).build();
                Ok(())
            }
            Leaf::Parallel => self.parallel(rest),
            Leaf::Do | Leaf::Distribute | Leaf::Loop => self.ws_loop(leaf, leaves),
            Leaf::Simd => self.simd(leaves),
            Leaf::Sections => self.sections(leaves),
            Leaf::Single => self.single(SingleKind::Single, rest),
            Leaf::Master => self.single(SingleKind::Master, rest),
            Leaf::Masked => self.single(SingleKind::Masked, rest),
            Leaf::Scope => self.scope(rest),
            Leaf::Ordered => self.ordered(rest),
            Leaf::Task => self.task(rest),
            Leaf::Taskloop => self.taskloop(rest),
            Leaf::Taskgroup => self.taskgroup(rest),
            Leaf::Taskgraph => self.taskgraph(rest),
            Leaf::Taskwait => self.taskwait(o),
            Leaf::Taskyield => {
                self.b().op(OpKind::OmpTaskyield).build();
                Ok(())
            }
            Leaf::Cancel | Leaf::CancellationPoint => self.cancel(o, leaf),
            Leaf::Critical => {
                let r = self.m.new_region(&[]);
                let out = self.within(r, |s| s.leaf(rest));
                let name = o.name.as_ref().map(|n| Attr::str(n));
                let hint = atomic::hint(o);
                self.b().op(OpKind::OmpCritical).attr_opt("name", name).attr_opt("hint", hint).region(r).build();
                out
            }
            Leaf::Barrier => {
                self.b().op(OpKind::OmpBarrier).build();
                Ok(())
            }
            Leaf::Flush => {
                // One that orders nothing does not flush less than OpenMP knows.
                let order = memory_order(o).filter(|o| *o != MemoryOrder::Relaxed);
                let names = |c: &Clause| match c {
                    Clause::Flushed(l) => Some(Attr::List(l.iter().map(|n| Attr::str(n)).collect())),
                    _ => None,
                };
                let list = o.clauses.iter().find_map(names);
                self.b().op(OpKind::OmpFlush).choice_opt(order).attr_opt("list", list).build();
                Ok(())
            }
            Leaf::Allocate | Leaf::Allocators => {
                self.allocation(o);
                Ok(())
            }
            Leaf::Atomic => self.atomic(o, span),
            Leaf::Assume | Leaf::Assumes => self.assume(rest),
            Leaf::Unroll | Leaf::Tile | Leaf::Stripe | Leaf::Interchange | Leaf::Reverse | Leaf::Split | Leaf::Fuse => {
                self.transformation(o, span)
            }
            Leaf::Scan if o.clauses.iter().any(|c| matches!(c, Clause::InitComplete)) => {
                self.b().op(OpKind::OmpInitialized).build();
                Ok(())
            }
            Leaf::Scan => self.scan(o, span),
            Leaf::Section
            | Leaf::TaskIteration
            | Leaf::Threadprivate
            | Leaf::Groupprivate
            | Leaf::DeclareReduction
            | Leaf::DeclareInduction
            | Leaf::DeclareMapper
            | Leaf::Metadirective
            | Leaf::BeginMetadirective
            | Leaf::DeclareVariant
            | Leaf::DeclareSimd
            | Leaf::DeclareTarget
            | Leaf::Requires
            | Leaf::Nothing => unsupported(span, format!("the directive `{}`", o.directive.name())),
        }
    }

    fn parallel(&mut self, rest: Leaves<'p>) -> Lowered<()> {
        let o = rest.o;
        let n = o.clauses.iter().find_map(|c| match c {
            Clause::NumThreads(e) => Some(e),
            _ => None,
        });
        let n = self.int_clause(n)?;
        let cond = self.if_clause(o, Leaf::Parallel)?;
        let of_iterations = self.f.elsewhere.in_target()
            && rest.list.iter().any(|l| matches!(l, Leaf::Do | Leaf::Loop | Leaf::Simd | Leaf::Distribute));
        let (outside, loc) = (self.entities.all(), self.f.loc);
        let taken = self.copyin(o)?;
        let own = if of_iterations { Vec::new() } else { self.own_of_threads(o) };
        let reduced = if of_iterations { Default::default() } else { self.reduced_copies(o)? };
        let copies = self.copies_of(&own)?.with(reduced);
        let r = self.m.new_region(&copies.types());
        let sharing = self.sharing(o, &copies);
        let team = |s: &mut Self| {
            s.with_temps(|s| {
                s.begin_copies(&copies, r)?;
                if of_iterations {
                    return s.leaf(rest);
                }
                s.with_reduced(&copies, |s| s.cancellable(cancel::Cancelled::Parallel, o, |s| s.leaf(rest.entered())))
            })
        };
        let out = self.with_bindings(|s| s.in_team(Some(outside), |s| s.within(r, team)));
        let (originals, copies) = self.copy_operands(&copies);
        let (variables, taken) = self.copy_operands(&taken);
        self.f.loc = loc;
        let bind = o.clauses.iter().find_map(|c| match c {
            Clause::ProcBind(ThreadAffinity::Primary) => Some(ProcBind::Primary),
            Clause::ProcBind(ThreadAffinity::Close) => Some(ProcBind::Close),
            Clause::ProcBind(ThreadAffinity::Spread) => Some(ProcBind::Spread),
            _ => None,
        });
        self.b()
            .op(OpKind::OmpParallel)
            .opt(n)
            .opt(cond)
            .args(&originals)
            .args(&variables)
            .choice_opt(bind)
            .sharing(&sharing)
            .copies(&copies)
            .copies_in("copyin", &taken)
            .region(r)
            .build();
        out
    }
}
