//! Which constructs of OpenMP may stand in which: the restrictions on nesting, as far as they are about one procedure.
//!
//! A construct may stand in a procedure without the constructs that it belongs to: the region around it is then that of
//! a caller. What is closely nested in a region stands in it without another region between to which it would belong.

use crate::choices::{CriticalKind, LoopShare, SingleKind};
use crate::entity::Op;
use crate::module::Module;
use crate::ops::OpKind;

/// What an op is for the restrictions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Construct {
    Target,
    /// Data directives.
    Data,
    Teams,
    Parallel,
    /// A loop whose iterations threads share.
    Loop,
    /// A loop whose iterations teams share.
    Distribute,
    Workshare,
    Workdistribute,
    Single,
    /// `master` and `masked`.
    Masked,
    Critical,
    Ordered,
    Task,
    Taskloop,
    Barrier,
    /// What waits for tasks.
    Wait,
    /// What excludes operations that no instruction does atomically.
    Atomic,
}

use Construct::*;

/// A restriction: `of` stands in none of `not_in`, looking outwards up to the first of `until`.
struct Restriction {
    of: &'static [Construct],
    not_in: &'static [Construct],
    until: &'static [Construct],
}

const RESTRICTIONS: &[Restriction] = &[
    Restriction {
        of: &[Loop, Workshare, Single, Barrier],
        not_in: &[Loop, Workshare, Workdistribute, Single, Masked, Critical, Ordered, Task, Taskloop],
        until: &[Parallel, Teams, Target, Distribute],
    },
    Restriction {
        of: &[Masked],
        not_in: &[Loop, Workshare, Workdistribute, Single, Task, Taskloop],
        until: &[Parallel, Teams, Target, Distribute],
    },
    Restriction {
        of: &[Ordered],
        not_in: &[Ordered, Critical],
        until: &[Loop, Distribute, Parallel, Teams, Target, Task, Taskloop],
    },
    Restriction {
        of: &[Distribute, Workdistribute],
        not_in: &[
            Loop,
            Distribute,
            Workshare,
            Workdistribute,
            Single,
            Masked,
            Critical,
            Ordered,
            Task,
            Taskloop,
            Parallel,
        ],
        until: &[Teams, Target],
    },
    Restriction {
        of: &[Teams],
        not_in: &[
            Teams,
            Parallel,
            Loop,
            Distribute,
            Workshare,
            Workdistribute,
            Single,
            Masked,
            Critical,
            Ordered,
            Task,
            Taskloop,
        ],
        until: &[Target],
    },
    Restriction {
        of: &[Workshare, Single, Masked, Ordered, Task, Taskloop, Barrier],
        not_in: &[Teams],
        until: &[Parallel, Target, Loop, Distribute, Task, Taskloop],
    },
    Restriction {
        of: &[Target, Data, Parallel, Critical, Ordered, Task, Taskloop, Masked, Wait],
        not_in: &[Workdistribute],
        until: &[],
    },
    Restriction { of: &[Target, Data], not_in: &[Target], until: &[] },
    // They exclude themselves.
    Restriction { of: &[Atomic], not_in: &[Atomic], until: &[Parallel, Task, Taskloop] },
];

fn construct(m: &Module, op: Op) -> Option<Construct> {
    Some(match m.kind(op) {
        OpKind::OmpTarget => Target,
        OpKind::OmpTargetData | OpKind::OmpTargetEnter | OpKind::OmpTargetExit | OpKind::OmpTargetUpdate => Data,
        OpKind::OmpTeams => Teams,
        OpKind::OmpParallel => Parallel,
        OpKind::OmpWsLoop => match m.choice_opt(op) {
            None | Some(LoopShare::DistributeParallel) => Loop,
            Some(LoopShare::Distribute) => Distribute,
        },
        OpKind::OmpSections => Loop,
        OpKind::OmpWorkshare => Workshare,
        OpKind::OmpWorkdistribute => Workdistribute,
        OpKind::OmpSingle => match m.choice_opt(op) {
            None | Some(SingleKind::Single) => Single,
            Some(SingleKind::Master | SingleKind::Masked) => Masked,
        },
        OpKind::OmpCritical => match m.choice_opt::<CriticalKind>(op) {
            None => Critical,
            Some(CriticalKind::Atomic) => Atomic,
            Some(CriticalKind::Reduce | CriticalKind::Task | CriticalKind::Ancestor) => return None,
        },
        OpKind::OmpOrdered => Ordered,
        OpKind::OmpTask | OpKind::OmpTargetTask => Task,
        OpKind::OmpTaskloop => Taskloop,
        OpKind::OmpBarrier => Barrier,
        OpKind::OmpTaskwait | OpKind::OmpTaskyield | OpKind::OmpTaskDepend => Wait,
        _ => return None,
    })
}

/// Why a construct may not stand where it is, or where `place` is.
pub fn fault(m: &Module, op: Op, place: Op) -> Option<String> {
    let own = construct(m, op)?;
    let mut at = place;
    let mut nearest = None;
    // Restrictions that have met nothing yet.
    let mut open: Vec<&Restriction> = RESTRICTIONS.iter().filter(|r| r.of.contains(&own)).collect();
    while let Some(around) = m.parent_op(at) {
        at = around;
        // Code of the host that a kernel asks for.
        if m.kind(around) == OpKind::OmpCritical && m.choice_opt(around) == Some(CriticalKind::Ancestor) {
            break;
        }
        let Some(outer) = construct(m, around) else { continue };
        if open.iter().any(|r| r.not_in.contains(&outer)) {
            return Some(format!("stands in {}", m.info(around).name));
        }
        open.retain(|r| !r.until.contains(&outer));
        if nearest.is_none() {
            nearest = Some(around);
            if own == Ordered && outer == Loop && !m.flag(around, "ordered") {
                return Some("stands in a loop that is not `ordered`".into());
            }
        }
        if own == Critical && outer == Critical && m.attr_str(op, "name") == m.attr_str(around, "name") {
            return Some("waits for the omp.critical of its name around it".into());
        }
    }
    let in_teams = nearest.is_some_and(|o| m.kind(o) == OpKind::OmpTeams);
    (own == Workdistribute && !in_teams).then(|| "stands in no omp.teams".into())
}
