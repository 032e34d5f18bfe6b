//! The one table of OpenMP: every directive of version 6.0 with its association, version and clauses; every clause
//! with its grammar, and what of the representation a directive is. The parser, the checks and the documentation are driven by it.

use std::sync::LazyLock;

/// What a directive applies to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Association {
    /// A structured block.
    Block,
    /// A loop nest.
    Loop,
    /// A sequence of loop nests (`fuse`).
    LoopSequence,
    /// Nothing: an executable directive of its own.
    StandAlone,
    /// Nothing: it stands in a specification part.
    Declarative,
    /// Nothing: information for the compiler (`requires`, `assumes`).
    Informational,
    /// Separates parts of a block (`section`, `scan`).
    Separating,
    /// A block, unless clauses make it stand alone (`ordered`).
    BlockOrAlone,
    /// A declaration, or an ALLOCATE statement that follows.
    AllocateStmt,
    /// A call or assignment with a call that follows (`dispatch`).
    CallStmt,
}

/// How a clause's arguments are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ClauseArgs {
    /// No arguments.
    None,
    /// No arguments, or a logical constant.
    Flag,
    /// A list of variables and common blocks.
    List,
    /// `modifiers : list`
    ModList,
    /// `[modifiers :] expression`
    Expr,
    /// An expression that may be left out with its parentheses.
    OptExpr,
    /// `[modifiers :] expressions`
    ExprList,
    /// A keyword, or `modifiers : keyword [, expression]`.
    Words,
    /// Keywords in a list, or `modifiers : keywords`.
    WordList,
    /// Written in a way of its own; kept as words of text.
    Text,
}

macro_rules! clauses {
    ($($kind:ident $name:literal $args:ident $unique:ident $version:literal [$($modifier:literal)*] $($refused:ident)?;)*) => {
        /// A clause.
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
        pub enum ClauseKind { $(#[doc = $name] $kind,)* }

        const CLAUSES: &[ClauseInfo] = &[$(ClauseInfo {
            kind: ClauseKind::$kind, name: $name, args: ClauseArgs::$args, unique: unique!($unique), version: $version,
            modifiers: &[$($modifier),*], refused: refused!($($refused)?),
        },)*];
    };
}

macro_rules! refused {
    () => {
        false
    };
    (refused) => {
        true
    };
}

macro_rules! unique {
    (once) => {
        true
    };
    (many) => {
        false
    };
}

/// A row of the clause table.
#[derive(Debug)]
pub struct ClauseInfo {
    /// The clause.
    pub kind: ClauseKind,
    /// Its name.
    pub name: &'static str,
    /// Its arguments.
    pub args: ClauseArgs,
    /// Whether it may stand only once on a directive.
    pub unique: bool,
    /// Version (times ten) that introduced it.
    pub version: u16,
    /// Modifier keywords. `=` at the end stands for one with arguments or any expression; `id` for a reduction identifier;
    /// `name` for a directive name (`if`).
    pub modifiers: &'static [&'static str],
    /// Whether it is not supported.
    pub refused: bool,
}

clauses! {
    Private "private" List many 20 [];
    Firstprivate "firstprivate" ModList many 20 ["saved"];
    Lastprivate "lastprivate" ModList many 20 ["conditional"];
    Shared "shared" List many 20 [];
    Default "default" Words many 20 [];
    Linear "linear" ModList many 40 ["val" "ref" "uval" "step="];
    Reduction "reduction" ModList many 20 ["id" "inscan" "task" "default" "original="];
    TaskReduction "task_reduction" ModList many 50 ["id"];
    InReduction "in_reduction" ModList many 50 ["id"];
    Induction "induction" ModList many 60 ["id" "strict" "relaxed" "step="];
    Copyin "copyin" List many 20 [];
    Copyprivate "copyprivate" List many 20 [];
    UseDevicePtr "use_device_ptr" List many 45 [];
    UseDeviceAddr "use_device_addr" List many 50 [];
    IsDevicePtr "is_device_ptr" List many 45 [];
    HasDeviceAddr "has_device_addr" List many 51 [];
    Enter "enter" ModList many 52 ["automap"];
    Link "link" List many 45 [];
    Local "local" List many 60 [];
    Map "map" ModList many 40 ["always" "close" "present" "mapper=" "iterator=" "ref_ptr" "ref_ptee" "ref_ptr_ptee" "attach=" "self" "delete" "storage" "to" "from" "tofrom" "alloc" "release"];
    Defaultmap "defaultmap" Words many 45 [];
    To "to" ModList many 40 ["present" "mapper=" "iterator="];
    From "from" ModList many 40 ["present" "mapper=" "iterator="];
    UsesAllocators "uses_allocators" Text many 50 ["memspace=" "traits="];
    Allocate "allocate" ModList many 50 ["allocator=" "align=" "expr="];
    Allocator "allocator" Expr once 50 [];
    Align "align" Expr once 51 [];
    Aligned "aligned" ModList many 40 ["alignment="];
    Nontemporal "nontemporal" List many 50 [];
    Inclusive "inclusive" List once 50 [];
    Exclusive "exclusive" List once 50 [];
    InitComplete "init_complete" Flag once 60 [];
    Affinity "affinity" ModList many 50 ["iterator="];
    Depend "depend" ModList many 40 ["iterator=" "in" "out" "inout" "mutexinoutset" "inoutset" "depobj" "source" "sink"];
    Doacross "doacross" ModList many 52 ["source" "sink"];
    Update "update" Words many 31 [];
    If "if" Expr many 20 ["name"];
    NumThreads "num_threads" ExprList once 20 ["strict" "relaxed"];
    NumTeams "num_teams" Expr once 40 ["lower="];
    ThreadLimit "thread_limit" ExprList once 40 ["dims="];
    ProcBind "proc_bind" Words once 40 [];
    Safesync "safesync" OptExpr once 60 [];
    Schedule "schedule" Words once 20 ["monotonic" "nonmonotonic" "simd"];
    DistSchedule "dist_schedule" Words once 40 [];
    Order "order" Words once 50 ["reproducible" "unconstrained"];
    Ordered "ordered" OptExpr once 20 [];
    Collapse "collapse" Expr once 30 [];
    Nowait "nowait" Flag once 20 [];
    Safelen "safelen" Expr once 40 [];
    Simdlen "simdlen" Expr once 40 [];
    Bind "bind" Words once 50 [];
    Filter "filter" Expr once 51 [];
    Final "final" Expr once 31 [];
    Untied "untied" Flag once 30 [];
    Mergeable "mergeable" Flag once 31 [];
    Priority "priority" Expr once 45 [];
    Detach "detach" List once 50 [];
    Grainsize "grainsize" Expr once 45 ["strict"];
    NumTasks "num_tasks" Expr once 45 ["strict"];
    Nogroup "nogroup" Flag once 45 [];
    Threadset "threadset" Words once 60 [];
    Transparent "transparent" OptExpr once 60 [];
    Replayable "replayable" OptExpr once 60 [];
    GraphId "graph_id" Expr once 60 [];
    GraphReset "graph_reset" OptExpr once 60 [];
    Device "device" Expr once 40 ["ancestor" "device_num"];
    DeviceType "device_type" Words once 50 [];
    Indirect "indirect" Flag once 51 [];
    Threads "threads" Flag once 45 [];
    Simd "simd" Flag once 45 [];
    Read "read" Flag once 31 [];
    Write "write" Flag once 31 [];
    Capture "capture" Flag once 31 [];
    Compare "compare" Flag once 51 [];
    Fail "fail" Words once 51 [];
    Weak "weak" Flag once 51 [];
    Hint "hint" Expr once 45 [];
    SeqCst "seq_cst" Flag once 40 [];
    AcqRel "acq_rel" Flag once 50 [];
    Acquire "acquire" Flag once 50 [];
    Release "release" Flag once 50 [];
    Relaxed "relaxed" Flag once 50 [];
    Memscope "memscope" Words once 60 [];
    Destroy "destroy" Text once 50 [];
    Init "init" Text many 51 [];
    Use "use" Text many 51 [];
    Initializer "initializer" Text once 40 [];
    Combiner "combiner" Text once 60 [];
    Collector "collector" Text once 60 [];
    Inductor "inductor" Text once 60 [];
    Sizes "sizes" ExprList once 51 [];
    Counts "counts" ExprList once 60 [];
    Permutation "permutation" ExprList once 60 [];
    Looprange "looprange" ExprList once 60 [];
    Full "full" Flag once 51 [];
    Partial "partial" OptExpr once 51 [];
    Apply "apply" Text many 60 ["fused" "fused=" "grid" "grid=" "identity" "identity=" "interchanged" "interchanged=" "intratile" "intratile=" "offsets" "offsets=" "reversed" "reversed=" "split" "split=" "unrolled" "unrolled="];
    Uniform "uniform" List many 40 [];
    Inbranch "inbranch" Flag once 40 [];
    Notinbranch "notinbranch" Flag once 40 [];
    Match "match" Text once 50 [];
    AdjustArgs "adjust_args" ModList many 51 ["need_device_ptr" "need_device_addr" "nothing" "fallback="];
    AppendArgs "append_args" Text once 51 [];
    Interop "interop" List once 60 [];
    Nocontext "nocontext" Expr once 51 [];
    Novariants "novariants" Expr once 51 [];
    When "when" Text many 50 [];
    Otherwise "otherwise" Text once 52 [];
    At "at" Words once 51 [];
    Message "message" Expr once 51 [];
    Severity "severity" Words once 51 [];
    Absent "absent" WordList many 51 [];
    Contains "contains" WordList many 51 [];
    Holds "holds" Expr many 51 [];
    NoOpenmp "no_openmp" Flag once 51 [];
    NoOpenmpConstructs "no_openmp_constructs" Flag once 60 [];
    NoOpenmpRoutines "no_openmp_routines" Flag once 51 [];
    NoParallelism "no_parallelism" Flag once 51 [];
    AtomicDefaultMemOrder "atomic_default_mem_order" Words once 50 [];
    DynamicAllocators "dynamic_allocators" Flag once 50 [];
    ReverseOffload "reverse_offload" Flag once 50 [];
    SelfMaps "self_maps" Flag once 60 [];
    UnifiedAddress "unified_address" Flag once 50 [];
    UnifiedSharedMemory "unified_shared_memory" Flag once 50 [];
    DeviceSafesync "device_safesync" Flag once 60 [];
    CancelParallel "parallel" None once 40 [];
    CancelSections "sections" None once 40 [];
    CancelDo "do" None once 40 [];
    CancelTaskgroup "taskgroup" None once 40 [];
    Nothing "nothing" None once 60 [];
}

impl ClauseKind {
    /// Its row of the table.
    pub fn info(self) -> &'static ClauseInfo {
        &CLAUSES[self as usize]
    }
    /// Its name.
    pub fn name(self) -> &'static str {
        self.info().name
    }
    /// The clause of a name. `default` on METADIRECTIVE is `otherwise`, `to` on DECLARE TARGET is `enter`: that is the caller's
    /// affair.
    pub fn by_name(name: &str) -> Option<ClauseKind> {
        CLAUSES.iter().find(|c| c.name == name).map(|c| c.kind)
    }
    /// All rows.
    pub fn all() -> impl Iterator<Item = &'static ClauseInfo> {
        CLAUSES.iter()
    }
}

/// A row of the table of directives that are not combined.
#[derive(Debug)]
pub struct LeafInfo {
    /// The directive.
    pub leaf: Leaf,
    /// Its name, words separated by blanks.
    pub name: &'static str,
    /// What it applies to.
    pub association: Association,
    /// Version (times ten) that introduced it.
    pub version: u16,
    /// Whether an argument list in parentheses may follow the name.
    pub args: bool,
    /// Whether the directive may (and for blocks: can) be closed by an END directive.
    pub end: bool,
    /// Clauses it takes.
    pub clauses: &'static [ClauseKind],
    /// Sets of which at least one clause must be there.
    pub required: &'static [&'static [ClauseKind]],
    /// Sets of which at most one clause may be there.
    pub exclusive: &'static [&'static [ClauseKind]],
    /// The ops of the IR that it is; none where it is no more than what sema makes of it.
    pub ops: &'static [&'static str],
    /// The passes that consume these.
    pub passes: &'static [&'static str],
    /// What it is on the host; nothing where it is not supported at all.
    pub on_host: &'static str,
    /// What it is in the kernels of a target region; nothing where it stands in none.
    pub in_kernels: &'static str,
}

macro_rules! leaves {
    ($($leaf:ident $name:literal $assoc:ident $version:literal $args:ident $end:ident [$($clause:ident)*] $(need [$($need:ident)*])* $(one [$($one:ident)*])* ops [$($op:literal)*] by [$($pass:literal)*] host $host:literal kernels $kernels:literal;)*) => {
        /// A directive that is not made of others.
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
        pub enum Leaf { $(#[doc = $name] $leaf,)* }

        const LEAVES: &[LeafInfo] = &[$(LeafInfo {
            leaf: Leaf::$leaf, name: $name, association: Association::$assoc, version: $version,
            args: yes!($args), end: yes!($end), clauses: &[$(ClauseKind::$clause),*],
            required: &[$(&[$(ClauseKind::$need),*]),*], exclusive: &[$(&[$(ClauseKind::$one),*]),*],
            ops: &[$($op),*], passes: &[$($pass),*], on_host: $host, in_kernels: $kernels,
        },)*];
    };
}

macro_rules! yes {
    (args) => {
        true
    };
    (end) => {
        true
    };
    (no) => {
        false
    };
}

leaves! {
    // Parallelism and worksharing
    Parallel "parallel" Block 20 no end [Allocate Copyin Default Firstprivate If Message NumThreads Private ProcBind Reduction Safesync Severity Shared] ops ["omp.parallel"] by ["omp-host"] host "a team of threads" kernels "the threads of its loops are invocations";
    Teams "teams" Block 40 no end [Allocate Default Firstprivate If NumTeams Private Reduction Shared ThreadLimit] ops ["omp.teams"] by ["omp-host" "workdistribute"] host "a league of teams" kernels "the teams of its loops are invocations";
    Simd "simd" Loop 40 no end [Aligned Collapse If Induction Lastprivate Linear Nontemporal Order Private Reduction Safelen Simdlen] ops ["omp.simd"] by ["omp-privatize"] host "a loop, as vector code where it can be" kernels "a loop";
    Masked "masked" Block 51 no end [Filter] ops ["omp.single"] by ["omp-host"] host "one thread" kernels "one invocation";
    Master "master" Block 20 no end [] ops ["omp.single"] by ["omp-host"] host "the primary thread" kernels "one invocation";
    Single "single" Block 20 no end [Allocate Copyprivate Firstprivate Nowait Private] one [Copyprivate Nowait] ops ["omp.single"] by ["omp-host"] host "one thread" kernels "one invocation";
    Scope "scope" Block 51 no end [Allocate Firstprivate Nowait Private Reduction] ops ["omp.scope"] by ["omp-privatize"] host "every thread" kernels "one invocation";
    Sections "sections" Block 20 no end [Allocate Firstprivate Induction Lastprivate Nowait Private Reduction] ops ["omp.sections"] by ["omp-sections"] host "threads share the sections" kernels "invocations";
    Section "section" Separating 20 no no [] ops ["omp.section"] by ["omp-sections"] host "one thread" kernels "invocations";
    Workshare "workshare" Block 20 no end [Nowait] ops ["omp.workshare"] by ["omp-host"] host "threads share array statements" kernels "one invocation";
    Workdistribute "workdistribute" Block 60 no end [] ops ["omp.workdistribute"] by ["omp-host" "workdistribute"] host "threads share array statements" kernels "a kernel for each statement";
    Do "do" Loop 20 no end [Allocate Collapse Firstprivate Induction Lastprivate Linear Nowait Order Ordered Private Reduction Schedule] one [Order Ordered] ops ["omp.wsloop" "omp.loop_nest"] by ["omp-host" "workdistribute"] host "threads share the iterations" kernels "invocations";
    Distribute "distribute" Loop 40 no end [Allocate Collapse DistSchedule Firstprivate Induction Lastprivate Order Private] ops ["omp.wsloop" "omp.loop_nest"] by ["omp-host" "workdistribute"] host "teams share the iterations" kernels "invocations";
    Loop "loop" Loop 50 no end [Bind Collapse Lastprivate Order Private Reduction] ops ["omp.wsloop" "omp.loop_nest" "omp.simd"] by ["omp-host" "workdistribute"] host "threads or teams share the iterations" kernels "invocations";
    // Tasking
    Task "task" Block 30 no end [Affinity Allocate Default Depend Detach Final Firstprivate If InReduction Mergeable Priority Private Replayable Shared Threadset Transparent Untied] one [Detach Mergeable] ops ["omp.task" "omp.event"] by ["omp-host"] host "a task" kernels "runs where it is met";
    Taskloop "taskloop" Loop 45 no end [Allocate Collapse Default Final Firstprivate Grainsize If InReduction Induction Lastprivate Mergeable Nogroup NumTasks Priority Private Reduction Replayable Shared Threadset Transparent Untied] one [Grainsize NumTasks] one [Nogroup Reduction] ops ["omp.taskloop" "omp.loop_nest"] by ["omp-host"] host "tasks" kernels "tasks, which run at once, one after the other";
    TaskIteration "task_iteration" StandAlone 60 no no [Affinity Depend If] ops [] by [] host "" kernels "";
    Taskgroup "taskgroup" Block 40 no end [Allocate TaskReduction] ops ["omp.taskgroup"] by ["omp-host"] host "waits for tasks" kernels "one invocation";
    Taskgraph "taskgraph" Block 60 no end [GraphId GraphReset If Nogroup] ops ["omp.taskgraph"] by ["omp-tasks"] host "makes its tasks each time and waits for them" kernels "one invocation";
    Taskyield "taskyield" StandAlone 31 no no [] ops ["omp.taskyield"] by ["omp-host"] host "runs tasks" kernels "nothing to do";
    Taskwait "taskwait" StandAlone 30 no no [Depend Nowait Replayable] ops ["omp.taskwait" "omp.task_depend"] by ["omp-host"] host "waits for tasks" kernels "nothing to do";
    // Devices
    Target "target" Block 40 no end [Allocate Default Defaultmap Depend Device DeviceType Firstprivate HasDeviceAddr If InReduction IsDevicePtr Map Nowait Priority Private Replayable ThreadLimit UsesAllocators] ops ["omp.target"] by ["target-split" "workdistribute" "outline"] host "where no device runs it, the host does" kernels "kernels and a host plan";
    TargetData "target data" Block 40 no end [Affinity Allocate Default Depend Detach Device Firstprivate If InReduction Map Mergeable Nogroup Nowait Priority Private Shared Transparent UseDeviceAddr UseDevicePtr] need [Map UseDeviceAddr UseDevicePtr] ops ["omp.target_data"] by ["omp-maps" "target-data"] host "maps" kernels "";
    TargetEnterData "target enter data" StandAlone 45 no no [Depend Device If Map Nowait Priority Replayable] need [Map] ops ["omp.target_enter_data"] by ["omp-maps" "target-data"] host "maps" kernels "";
    TargetExitData "target exit data" StandAlone 45 no no [Depend Device If Map Nowait Priority Replayable] need [Map] ops ["omp.target_exit_data"] by ["omp-maps" "target-data"] host "maps" kernels "";
    TargetUpdate "target update" StandAlone 40 no no [Depend Device From If Nowait Priority Replayable To] need [From To] ops ["omp.target_update"] by ["omp-maps" "target-data"] host "copies" kernels "";
    Interop "interop" StandAlone 51 no no [Depend Destroy Device Init Nowait Use] need [Destroy Init Use] ops ["omp.interop"] by ["omp-host"] host "objects that stand for no foreign runtime" kernels "the region runs on the host";
    // Synchronization
    Critical "critical" Block 20 args end [Hint] ops ["omp.critical"] by ["omp-host"] host "a lock" kernels "one invocation at a time";
    Barrier "barrier" StandAlone 20 no no [] ops ["omp.barrier"] by ["omp-host"] host "waits for threads, runs tasks" kernels "nothing to do";
    Atomic "atomic" Block 20 no end [AcqRel Acquire Capture Compare Fail Hint Memscope Read Relaxed Release SeqCst Update Weak Write] one [AcqRel Acquire Relaxed Release SeqCst] one [Read Write Update] ops ["omp.atomic_read" "omp.atomic_write" "omp.atomic_update"] by ["omp-host"] host "atomic instructions, or a lock" kernels "atomic instructions, or a lock";
    Flush "flush" StandAlone 20 args no [AcqRel Acquire Memscope Relaxed Release SeqCst] one [AcqRel Acquire Relaxed Release SeqCst] ops ["omp.flush"] by ["omp-host"] host "a fence" kernels "nothing to do";
    Depobj "depobj" StandAlone 50 args no [Depend Destroy Init Update] need [Depend Destroy Init Update] one [Depend Destroy Init Update] ops ["omp.depobj"] by ["omp-host"] host "an object of the runtime" kernels "nothing to do where the object is of the region, else the host runs it";
    Ordered "ordered" BlockOrAlone 20 no end [Depend Doacross Simd Threads] ops ["omp.ordered" "omp.doacross"] by ["omp-in-order" "omp-host"] host "iterations in order" kernels "the loop runs in order";
    Cancel "cancel" StandAlone 40 no no [CancelDo CancelParallel CancelSections CancelTaskgroup If] need [CancelDo CancelParallel CancelSections CancelTaskgroup] one [CancelDo CancelParallel CancelSections CancelTaskgroup] ops ["omp.cancel"] by ["omp-host"] host "leaves the region" kernels "leaves the region, of one thread but for loops; a cancelled `distribute parallel do` with a number of teams or threads runs on the host";
    CancellationPoint "cancellation point" StandAlone 40 no no [CancelDo CancelParallel CancelSections CancelTaskgroup] need [CancelDo CancelParallel CancelSections CancelTaskgroup] one [CancelDo CancelParallel CancelSections CancelTaskgroup] ops ["omp.cancellation_point"] by ["omp-host"] host "leaves the region" kernels "leaves the region, of one thread but for loops; a cancelled `distribute parallel do` with a number of teams or threads runs on the host";
    // Data environment
    Threadprivate "threadprivate" Declarative 20 args no [] ops ["mem.global"] by [] host "storage of each thread" kernels "";
    Groupprivate "groupprivate" Declarative 60 args no [DeviceType] ops [] by [] host "" kernels "";
    Scan "scan" Separating 50 no no [Exclusive Inclusive InitComplete] need [Exclusive Inclusive InitComplete] one [Exclusive Inclusive InitComplete] ops ["omp.scan" "omp.initialized"] by ["omp-scan" "omp-reductions" "omp-in-order"] host "blocks of iterations at once" kernels "blocks of iterations at once";
    DeclareReduction "declare reduction" Declarative 40 args no [Combiner Initializer] ops ["omp.recipe"] by ["omp-reductions"] host "code of the program" kernels "code of the program";
    DeclareInduction "declare induction" Declarative 60 args no [Collector Inductor] ops [] by [] host "" kernels "";
    DeclareMapper "declare mapper" Declarative 50 args no [Map] need [Map] ops ["omp.map"] by ["maps" "omp-maps" "target-data"] host "more maps" kernels "";
    Allocate "allocate" AllocateStmt 50 args end [Align Allocator] ops ["omp.allocate" "box.allocate"] by ["omp-privatize"] host "ordinary memory, aligned" kernels "";
    Allocators "allocators" AllocateStmt 52 no end [Allocate] ops ["omp.allocate" "box.allocate"] by ["omp-privatize"] host "ordinary memory, aligned" kernels "";
    // Variants and information
    Metadirective "metadirective" StandAlone 50 no no [Default Otherwise When] ops [] by [] host "decided in compilation" kernels "";
    BeginMetadirective "begin metadirective" Block 50 no end [Default Otherwise When] ops [] by [] host "decided in compilation" kernels "";
    DeclareVariant "declare variant" Declarative 50 args no [AdjustArgs AppendArgs Match] need [Match] ops [] by [] host "decided in compilation" kernels "";
    DeclareSimd "declare simd" Declarative 40 args no [Aligned Inbranch Linear Notinbranch Simdlen Uniform] one [Inbranch Notinbranch] ops [] by [] host "nothing to do" kernels "";
    DeclareTarget "declare target" Declarative 40 args no [DeviceType Enter Indirect Link Local To] ops ["mem.global"] by [] host "a variable or procedure" kernels "";
    Dispatch "dispatch" CallStmt 51 no end [Depend Device HasDeviceAddr Interop IsDevicePtr Nocontext Novariants Nowait] ops ["omp.dispatch"] by ["omp-privatize"] host "a call" kernels "a call";
    Error "error" StandAlone 51 no no [At Message Severity] ops ["omp.error"] by ["omp-privatize"] host "a message" kernels "a message";
    Assume "assume" Block 51 no end [Absent Contains Holds NoOpenmp NoOpenmpConstructs NoOpenmpRoutines NoParallelism] ops ["omp.assume"] by ["omp-privatize"] host "conditions that hold" kernels "conditions that hold";
    Assumes "assumes" Informational 51 no no [Absent Contains Holds NoOpenmp NoOpenmpConstructs NoOpenmpRoutines NoParallelism] ops ["omp.assume"] by ["omp-privatize"] host "conditions that hold" kernels "conditions that hold";
    Requires "requires" Informational 50 no no [AtomicDefaultMemOrder DeviceSafesync DynamicAllocators ReverseOffload SelfMaps UnifiedAddress UnifiedSharedMemory] ops [] by [] host "what the runtime has to know" kernels "";
    Nothing "nothing" StandAlone 51 no no [Apply] ops [] by [] host "nothing to do" kernels "";
    // Loop transformations
    Tile "tile" Loop 51 no end [Apply Sizes] need [Sizes] ops ["omp.tile"] by ["omp-transform"] host "loops" kernels "loops";
    Unroll "unroll" Loop 51 no end [Apply Full Partial] one [Full Partial] ops ["omp.unroll"] by ["omp-transform"] host "loops" kernels "loops";
    Interchange "interchange" Loop 60 no end [Apply Permutation] ops ["omp.interchange"] by ["omp-transform"] host "loops" kernels "loops";
    Reverse "reverse" Loop 60 no end [Apply] ops ["omp.reverse"] by ["omp-transform"] host "loops" kernels "loops";
    Split "split" Loop 60 no end [Apply Counts] need [Counts] ops ["omp.split"] by ["omp-transform"] host "loops" kernels "loops";
    Stripe "stripe" Loop 60 no end [Apply Sizes] need [Sizes] ops ["omp.stripe"] by ["omp-transform"] host "loops" kernels "loops";
    Fuse "fuse" LoopSequence 60 no end [Apply Looprange] ops ["omp.fuse"] by ["omp-transform"] host "loops" kernels "loops";
}

impl Leaf {
    /// Its row of the table.
    pub fn info(self) -> &'static LeafInfo {
        &LEAVES[self as usize]
    }
}

/// Combined and composite directives, each split into its leaves by [`ALL`]. A prefix is put before each of the rests.
const COMBINED: &[(&[&str], &[&str])] = &[
    (&["parallel", "target parallel"], PARALLEL_RESTS),
    (&["teams", "target teams"], TEAMS_RESTS),
    (&["teams parallel", "target teams parallel"], PARALLEL_RESTS),
    (&["target"], &["teams", "parallel", "simd", "loop", "teams parallel", "taskloop", "taskloop simd", "task"]),
    (&["teams"], &["parallel"]),
    (&["do", "taskloop", "distribute"], &["simd"]),
    (&["distribute"], &["parallel do", "parallel do simd", "parallel loop"]),
    (&["masked", "master", "single"], &["taskloop", "taskloop simd"]),
    (&["masked"], &["task", "taskgroup"]),
    (&["single"], &["task", "taskgroup"]),
];

const PARALLEL_RESTS: &[&str] = &[
    "do",
    "do simd",
    "loop",
    "sections",
    "workshare",
    "simd",
    "single",
    "scope",
    "masked",
    "masked taskloop",
    "masked taskloop simd",
    "master",
    "master taskloop",
    "master taskloop simd",
    "single taskloop",
    "single taskloop simd",
    "masked task",
    "single task",
];

const TEAMS_RESTS: &[&str] = &[
    "distribute",
    "distribute simd",
    "distribute parallel do",
    "distribute parallel do simd",
    "distribute parallel loop",
    "loop",
    "workdistribute",
];

/// A row of the full table.
#[derive(Debug)]
struct Row {
    name: String,
    leaves: Vec<Leaf>,
}

/// All directives: first the leaves in their order, then the combined ones.
static ALL: LazyLock<Vec<Row>> = LazyLock::new(|| {
    let mut rows: Vec<Row> = LEAVES.iter().map(|l| Row { name: l.name.to_string(), leaves: vec![l.leaf] }).collect();
    for (prefixes, rests) in COMBINED {
        for p in *prefixes {
            for r in *rests {
                let name = format!("{p} {r}");
                let leaves = name
                    .split(' ')
                    .map(|w| LEAVES.iter().find(|l| l.name == w).expect("combined directives name leaves").leaf)
                    .collect();
                if !rows.iter().any(|row| row.name == name) {
                    rows.push(Row { name, leaves });
                }
            }
        }
    }
    rows
});

/// A directive of the table, combined or not.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Directive(u16);

impl std::fmt::Debug for Directive {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

impl Directive {
    fn row(self) -> &'static Row {
        &ALL[self.0 as usize]
    }
    /// Every directive.
    pub fn all() -> impl Iterator<Item = Directive> {
        (0..ALL.len() as u16).map(Directive)
    }
    /// The directive that is just this leaf.
    pub fn of(leaf: Leaf) -> Directive {
        Directive(leaf as u16)
    }
    /// The directive of a canonical name: lower case, words separated by one blank.
    pub fn by_name(name: &str) -> Option<Directive> {
        ALL.iter().position(|r| r.name == name).map(|i| Directive(i as u16))
    }
    /// The directive of exactly these leaves.
    pub fn of_leaves(leaves: &[Leaf]) -> Option<Directive> {
        ALL.iter().position(|r| r.leaves == leaves).map(|i| Directive(i as u16))
    }
    /// The constructs it is made of, outermost first.
    pub fn leaves(self) -> &'static [Leaf] {
        &self.row().leaves
    }
    /// Whether a construct is part of it.
    pub fn has(self, leaf: Leaf) -> bool {
        self.leaves().contains(&leaf)
    }
    /// Its canonical name.
    pub fn name(self) -> &'static str {
        &self.row().name
    }
    fn last(self) -> &'static LeafInfo {
        self.leaves().last().expect("a directive has a leaf").info()
    }
    /// What it applies to.
    pub fn association(self) -> Association {
        self.last().association
    }
    /// Whether an END directive exists for it.
    pub fn has_end(self) -> bool {
        self.last().end
    }
    /// Whether an argument list in parentheses may follow its name.
    pub fn takes_args(self) -> bool {
        self.leaves().len() == 1 && self.last().args
    }
    /// Version (times ten) that introduced it.
    pub fn version(self) -> u16 {
        let leaves = self.leaves().iter().map(|l| l.info().version).max().unwrap_or(20);
        // Combined forms that are younger than their parts.
        let new = [
            "parallel single",
            "teams parallel",
            "target loop",
            "target task",
            "single task",
            "masked task",
            "parallel scope",
        ];
        if self.leaves().len() > 1 && new.iter().any(|n| self.name().contains(n)) { leaves.max(60) } else { leaves }
    }
    /// Whether the clause may stand on it.
    pub fn clause_allowed(self, clause: ClauseKind) -> bool {
        let leaves = self.leaves();
        if !leaves.iter().any(|l| l.info().clauses.contains(&clause)) {
            return false;
        }
        match clause {
            // The barrier belongs to the enclosing parallel: only the target's own wait can be left out.
            ClauseKind::Nowait if leaves.len() > 1 => leaves[0] == Leaf::Target || !leaves.contains(&Leaf::Parallel),
            ClauseKind::Copyin => leaves[0] != Leaf::Target,
            // The tasks of a team that is made here have no reduction to take part in.
            ClauseKind::InReduction => !(leaves.contains(&Leaf::Parallel) && leaves.contains(&Leaf::Taskloop)),
            _ => true,
        }
    }
    /// All clauses that may stand on it, in alphabetical order.
    pub fn clauses(self) -> Vec<ClauseKind> {
        let mut v: Vec<ClauseKind> = ClauseKind::all().map(|c| c.kind).filter(|k| self.clause_allowed(*k)).collect();
        v.sort_by_key(|k| k.name());
        v
    }
    /// Sets of clauses of which at least one must be there.
    pub fn required(self) -> impl Iterator<Item = &'static [ClauseKind]> {
        self.leaves().iter().flat_map(|l| l.info().required.iter().copied())
    }
    /// Sets of clauses of which at most one may be there.
    pub fn exclusive(self) -> impl Iterator<Item = &'static [ClauseKind]> {
        self.leaves().iter().flat_map(|l| l.info().exclusive.iter().copied())
    }
}

/// Version of OpenMP as in `_OPENMP`.
pub const OPENMP_VERSION: u32 = 202411;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_in_order() {
        for (i, c) in CLAUSES.iter().enumerate() {
            assert_eq!(c.kind as usize, i);
        }
        for (i, l) in LEAVES.iter().enumerate() {
            assert_eq!(l.leaf as usize, i);
            for set in l.required.iter().chain(l.exclusive) {
                for c in *set {
                    assert!(l.clauses.contains(c), "{} {:?}", l.name, c);
                }
            }
        }
    }

    #[test]
    fn workdistribute_forms() {
        let d = Directive::by_name("target teams workdistribute").unwrap();
        assert_eq!(d.leaves(), [Leaf::Target, Leaf::Teams, Leaf::Workdistribute]);
        assert_eq!(d.association(), Association::Block);
        assert!(d.clause_allowed(ClauseKind::Map) && d.clause_allowed(ClauseKind::NumTeams));
        assert!(!d.clause_allowed(ClauseKind::Schedule));
        assert!(Directive::by_name("teams workdistribute").is_some());
        let p = Directive::by_name("target teams distribute parallel do simd").unwrap();
        assert_eq!(p.association(), Association::Loop);
        assert!(!Directive::by_name("parallel do").unwrap().clause_allowed(ClauseKind::Nowait));
        assert_eq!(Directive::of_leaves(d.leaves()), Some(d));
    }
}
