//! OpenMP directives and their clauses.

use super::*;
pub use ferrotran_abi::reduction::ReduceOp;
use ferrotran_syntax::omp::{ClauseKind, Leaf};

/// A directive with its block. A loop-associated directive has exactly the (nest of) `Do` in `body`.
#[derive(Clone, Debug)]
pub struct Omp {
    pub directive: Directive,
    pub clauses: Vec<Clause>,
    pub body: Vec<Stmt>,
    /// Blocks of `sections`; the two phases around `scan`.
    pub sections: Vec<Vec<Stmt>>,
    /// Name of `critical`; of a region that no directive of the program makes, what it is made of.
    pub name: Option<Name>,
}

/// A DECLARE REDUCTION for one type.
#[derive(Clone, Debug)]
pub struct UserReduction {
    /// `omp_out`, `omp_in`, `omp_priv` and `omp_orig`.
    pub symbols: [SymbolId; 4],
    pub combiner: Vec<Stmt>,
    pub initializer: Vec<Stmt>,
    /// The statements are about a whole array, not about each of its elements.
    pub whole: bool,
}

/// Map types.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MapType {
    To,
    From,
    Tofrom,
    Alloc,
    Release,
    Delete,
}

/// Schedules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Schedule {
    Static,
    Dynamic,
    Guided,
    Auto,
    Runtime,
}

/// How a DEPEND clause orders tasks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dependence {
    In,
    Out,
    Inout,
    Mutexinoutset,
    Inoutset,
    /// As an object says that DEPOBJ made.
    Depobj,
}

/// What DEFAULTMAP does with variables that no clause names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DefaultMapping {
    /// `alloc`, and `storage` of OpenMP 6.0
    Alloc,
    To,
    From,
    Tofrom,
    Firstprivate,
    Private,
    Present,
    /// `self`: host and device share it.
    Itself,
    /// Clauses have to name them.
    None,
    /// What is done without DEFAULTMAP.
    Default,
}

impl DefaultMapping {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            DefaultMapping::Alloc => "alloc",
            DefaultMapping::To => "to",
            DefaultMapping::From => "from",
            DefaultMapping::Tofrom => "tofrom",
            DefaultMapping::Firstprivate => "firstprivate",
            DefaultMapping::Private => "private",
            DefaultMapping::Present => "present",
            DefaultMapping::Itself => "self",
            DefaultMapping::None => "none",
            DefaultMapping::Default => "default",
        }
    }
}

/// What DEFAULT makes of variables that no clause lists (OpenMP 6.0, 7.5.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DefaultSharing {
    None,
    Shared,
    Private,
    Firstprivate,
}

/// The variables that a DEFAULT or DEFAULTMAP is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Category {
    All,
    Scalar,
    Aggregate,
    Allocatable,
    Pointer,
}

impl Category {
    /// The category of a variable. Strings are aggregates (OpenMP 5.2, 1.2.6).
    pub fn of(sym: &Symbol) -> Category {
        if sym.pointer {
            Category::Pointer
        } else if sym.allocatable {
            Category::Allocatable
        } else if sym.rank() > 0 || matches!(sym.ty, Ty::Derived(_) | Ty::Class(_) | Ty::Character(..)) {
            Category::Aggregate
        } else {
            Category::Scalar
        }
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Category::All => "all",
            Category::Scalar => "scalar",
            Category::Aggregate => "aggregate",
            Category::Allocatable => "allocatable",
            Category::Pointer => "pointer",
        }
    }

    /// True where variables of the other category are of this one.
    pub fn has(self, other: Category) -> bool {
        self == Category::All || self == other
    }
}

/// What a transparent task hands through (OpenMP 6.0, 14.9.6).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Impex {
    Neither,
    Import,
    Export,
    /// Both, or what is not known before the program runs.
    Both,
}

/// What INTEROP does with an object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InteropAction {
    /// One or both of the types `target` and `targetsync`.
    Init {
        target: bool,
        targetsync: bool,
    },
    Use,
    Destroy,
}

/// What the modifiers of a map say.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct MapWays {
    /// It is copied also where it is on the device already.
    pub always: bool,
    /// It must be there already.
    pub present: bool,
    /// The device uses the memory of the host itself.
    pub itself: bool,
}

/// A checked clause. Data-sharing of symbols not listed follows the implicit rules (lowering applies them; `default(none)` is checked by sema).
#[derive(Clone, Debug)]
pub enum Clause {
    Map {
        ty: MapType,
        ways: MapWays,
        items: Vec<Expr>,
    },
    /// `target update` to / from. `present`: what is not on the device is an error.
    Update {
        to: bool,
        present: bool,
        items: Vec<Expr>,
    },
    Private(Vec<SymbolId>),
    Firstprivate(Vec<SymbolId>),
    Lastprivate(Vec<SymbolId>),
    /// `lastprivate(conditional: ...)`: the value that the last iteration to assign one assigned.
    LastprivateConditional(Vec<SymbolId>),
    Shared(Vec<SymbolId>),
    Linear(Vec<SymbolId>, Option<Expr>),
    /// Variables to which each iteration adds the step, or (`product`) by which it multiplies them.
    Induction {
        product: bool,
        step: Expr,
        list: Vec<SymbolId>,
    },
    /// The dependences of a task and of its children are seen by other tasks.
    Transparent(Impex),
    /// Which graph a TASKGRAPH is.
    GraphId(Expr),
    /// A recorded graph is forgotten, where the condition holds.
    GraphReset(Option<Expr>),
    Copyin(Vec<SymbolId>),
    Copyprivate(Vec<SymbolId>),
    Reduction {
        op: ReduceOp,
        items: Vec<Expr>,
    },
    /// A reduction that the program declared.
    UserReduction {
        /// For a task that takes part, not for the construct.
        task: bool,
        items: Vec<Expr>,
        decl: Box<UserReduction>,
    },
    /// The variables that the tasks of a group reduce.
    TaskReduction(Vec<SymbolId>),
    /// Tasks may take part in the reductions of the directive.
    ReductionByTasks,
    /// A task takes part in a reduction.
    InReduction {
        op: ReduceOp,
        items: Vec<Expr>,
    },
    /// Implicit data sharing of variables of a category. With `none` every one was listed, as sema has seen.
    Default {
        how: DefaultSharing,
        of: Category,
    },
    /// `if` for the leaf construct it names, or for all.
    If {
        leaf: Option<Leaf>,
        cond: Expr,
    },
    Device(Expr),
    /// `device(ancestor: 1)`
    Ancestor,
    /// A map or motion clause for all values of iterators: variable, lower and upper bound, step.
    Iterated {
        vars: Vec<(SymbolId, Expr, Expr, Expr)>,
        clause: Box<Clause>,
    },
    NumTeams(Expr),
    ThreadLimit(Expr),
    NumThreads(Expr),
    ProcBind(ThreadAffinity),
    Collapse(usize),
    Ordered(Option<usize>),
    Schedule {
        kind: Schedule,
        chunk: Option<Expr>,
        /// MONOTONIC (true) or NONMONOTONIC.
        monotonic: Option<bool>,
        /// Chunks are multiples of what vector code takes at once.
        simd: bool,
    },
    DistSchedule(Option<Expr>),
    /// ORDER(CONCURRENT).
    Order(IterationOrder),
    Safelen(i64),
    Simdlen(i64),
    /// Variables, and the bytes to a multiple of which their addresses are aligned.
    Aligned(Vec<SymbolId>, Option<i64>),
    Nontemporal(Vec<SymbolId>),
    /// What CRITICAL is told of the conflicts to expect.
    Hint(i64),
    /// NOWAIT, where the condition holds, if there is one that is not constant.
    Nowait(Option<Expr>),
    Depend {
        kind: Dependence,
        items: Vec<Expr>,
    },
    /// `source` on ORDERED, or, with the values that the variables of the loops have in another iteration, `sink`: this one
    /// waits for that. Without values that is the one before.
    Doacross {
        sink: Option<Vec<Expr>>,
    },
    UseDevicePtr(Vec<SymbolId>),
    UseDeviceAddr(Vec<SymbolId>),
    IsDevicePtr(Vec<SymbolId>),
    HasDeviceAddr(Vec<SymbolId>),
    /// ALLOCATE: the bytes to which private copies of the variables are aligned at least (0: as an allocator asks, which is
    /// known at run time).
    Allocate(Vec<SymbolId>, i64),
    /// Allocators that exist as long as the region does, and the calls that make them.
    UsesAllocators(Vec<(SymbolId, Expr)>),
    Defaultmap {
        how: DefaultMapping,
        of: Category,
    },
    /// A reduction whose prefixes SCAN gives.
    Inscan(Box<Clause>),
    /// On SCAN: the input phase stands in front of it, or behind it.
    Scan {
        inclusive: bool,
    },
    /// On SCAN: what stands in front of it comes before both phases.
    InitComplete,
    /// On ALLOCATE, and for each clause of ALLOCATORS: the variables (none: all of the statement), and the alignment, 0 where
    /// none is asked for. The ALLOCATE statement knows both, and the allocator.
    Allocation {
        names: Vec<String>,
        alignment: i64,
    },
    /// `absent` or `contains` on ASSUME and ASSUMES, and the names of directives.
    Assumption {
        kind: ClauseKind,
        names: Vec<String>,
    },
    /// The thread of MASKED.
    Filter(Expr),
    Final(Expr),
    Priority(Expr),
    /// The event that completes a task.
    Detach(Expr),
    /// The object of DEPOBJ.
    Depobj(Expr),
    /// `init` on DEPOBJ.
    Init,
    /// What INTEROP does with objects. `prefer`: the foreign runtimes that the program prefers, separated by commas.
    Interop {
        action: InteropAction,
        prefer: String,
        objects: Vec<Expr>,
    },
    Grainsize {
        strict: bool,
        iterations: Expr,
    },
    NumTasks {
        strict: bool,
        tasks: Expr,
    },
    Nogroup,
    /// `simd` on ORDERED.
    Simd,
    /// ORDERED with THREADS, which is what it means without a clause.
    Threads,
    Bind(BindRegion),
    /// What CANCEL and CANCELLATION POINT are about.
    Cancelled(CancelledRegion),
    /// What an atomic construct does beside updating.
    Atomic(AtomicAccess),
    /// How an atomic operation or a flush is ordered with other accesses; for atomic constructs also where REQUIRES says it.
    MemoryOrder(MemoryOrder),
    /// How the read of a comparison that fails is ordered.
    FailOrder(MemoryOrder),
    /// The names that FLUSH lists.
    Flushed(Vec<String>),
    /// Of the loop transformations.
    Sizes(Vec<Expr>),
    Permutation(Vec<Expr>),
    Counts(Vec<Expr>),
    Looprange(Vec<Expr>),
    Partial(Vec<Expr>),
    Full,
    /// Transformations of what a transformation generates.
    Apply(Vec<crate::nests::Applied>),
    /// A clause without effect on results: `simdlen`, `proc_bind`, `untied` and others.
    Inert {
        kind: ClauseKind,
        args: Vec<Expr>,
    },
}

/// What PROC_BIND says. `master` is `primary`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ThreadAffinity {
    Primary,
    Close,
    Spread,
}

/// How ORDER(CONCURRENT) may change from one run of a loop to the next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum IterationOrder {
    Concurrent,
    Reproducible,
    Unconstrained,
}

/// The region that a LOOP construct binds to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BindRegion {
    Teams,
    Parallel,
    Thread,
}

/// The region that a CANCEL directive names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CancelledRegion {
    Parallel,
    Do,
    Sections,
    Taskgroup,
}

/// Memory orders (OpenMP 6.0, 17.8.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MemoryOrder {
    Relaxed,
    Acquire,
    Release,
    AcqRel,
    SeqCst,
}

impl MemoryOrder {
    /// The order that a word of REQUIRES names.
    pub fn of_word(word: &str) -> Option<MemoryOrder> {
        Some(match word {
            "relaxed" => MemoryOrder::Relaxed,
            "acquire" => MemoryOrder::Acquire,
            "release" => MemoryOrder::Release,
            "acq_rel" => MemoryOrder::AcqRel,
            "seq_cst" => MemoryOrder::SeqCst,
            _ => return None,
        })
    }
}

/// What an ATOMIC construct does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AtomicAccess {
    Read,
    Write,
    Update,
    Capture,
    Compare,
}
