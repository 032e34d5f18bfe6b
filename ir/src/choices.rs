//! Attributes that are choices: one enum for each, with the words that stand for it in text.

use crate::module::Key;
use crate::ops::OpKind;
use ferrotran_abi::map;
use ferrotran_abi::reduction::ReduceOp;
use std::cmp::Ordering;

/// An enum that is the value of an attribute. [`crate::Module::choice`] reads it, [`crate::OpBuilder::choice`] sets it.
pub trait ChoiceAttr: Copy + 'static {
    /// The key of the attribute.
    const KEY: Key;
    /// The words of all.
    const WORDS: &'static [&'static str];
    /// The word that stands for it in text.
    fn word(self) -> &'static str;
    /// What the word stands for.
    fn of_word(word: &str) -> Option<Self>;
}

macro_rules! choices {
    ($( $(#[$doc:meta])* $name:ident in $key:literal { $( $(#[$vdoc:meta])* $v:ident = $word:literal, )* } )*) => { $(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum $name { $( #[doc = concat!("`", $word, "`")] $(#[$vdoc])* $v, )* }

        impl $name {
            /// The words of all, in the order of the enum.
            pub const NAMES: &'static [&'static str] = &[ $( $word, )* ];
            /// All, in the order of the enum.
            pub const ALL: &'static [$name] = &[ $( $name::$v, )* ];
            /// The word that stands for it in text.
            pub const fn name(self) -> &'static str {
                Self::NAMES[self as usize]
            }
            /// What the word stands for.
            pub fn from_name(word: &str) -> Option<$name> {
                match word { $( $word => Some($name::$v), )* _ => None }
            }
        }

        impl ChoiceAttr for $name {
            const KEY: Key = $key;
            const WORDS: &'static [&'static str] = Self::NAMES;
            fn word(self) -> &'static str {
                self.name()
            }
            fn of_word(word: &str) -> Option<$name> {
                $name::from_name(word)
            }
        }

    )* };
}

choices! {
    /// How two values compare. The first letter `u` is for integers without sign.
    Pred in "pred" {
        Eq = "eq", Ne = "ne", Lt = "lt", Le = "le", Gt = "gt", Ge = "ge",
        Ult = "ult", Ule = "ule", Ugt = "ugt", Uge = "uge",
    }
    /// What loop.reduce searches for: the place of a value, or of a true one.
    Search in "kind" {
        MaxLoc = "maxloc", MinLoc = "minloc", LastMaxLoc = "lastmaxloc", LastMinLoc = "lastminloc", FindFirst = "findfirst", FindLast = "findlast",
    }
    /// What array.locate looks for.
    LocateKind in "kind" { Max = "max", Min = "min", Find = "find", }
    /// How an atomic operation is ordered with other accesses of its thread (OpenMP 6.0, 17.8.1).
    MemoryOrder in "order" {
        Relaxed = "relaxed", Acquire = "acquire", Release = "release", AcqRel = "acq_rel", SeqCst = "seq_cst",
    }
    /// What a copy that a construct makes of a variable is to it.
    DataSharing in "sharing" {
        Private = "private", Firstprivate = "firstprivate", Lastprivate = "lastprivate",
        FirstLastprivate = "first_lastprivate", Linear = "linear", Product = "product", LoopVariable = "loop_variable",
        LastLoopVariable = "last_loop_variable", Conditional = "conditional", Reduction = "reduction", TaskReduction = "task_reduction",
        InReduction = "in_reduction", Copyin = "copyin", Copyprivate = "copyprivate",
    }
    /// What an iteration is to others that depend on it.
    Doacross in "kind" { Source = "source", Sink = "sink", }
    /// Elementary functions.
    MathFn in "fn" {
        Sqrt = "sqrt", Exp = "exp", Log = "log", Log10 = "log10", Sin = "sin", Cos = "cos", Tan = "tan", Asin = "asin",
        Acos = "acos", Atan = "atan", Sinh = "sinh", Cosh = "cosh", Tanh = "tanh", Asinh = "asinh", Acosh = "acosh",
        Atanh = "atanh", Atan2 = "atan2", Hypot = "hypot", Pow = "pow", Erf = "erf", Erfc = "erfc", Gamma = "gamma",
        LogGamma = "log_gamma", BesselJ0 = "bessel_j0", BesselJ1 = "bessel_j1", BesselY0 = "bessel_y0",
        BesselY1 = "bessel_y1", Exp2 = "exp2", Log2 = "log2", Cbrt = "cbrt", Abs = "abs", Floor = "floor", Ceil = "ceil",
        Trunc = "trunc", Round = "round", Rint = "rint", CopySign = "copysign", Fma = "fma", Ipow = "ipow", Conj = "conj",
        IsNan = "isnan", Sind = "sind", Cosd = "cosd", Tand = "tand", Asind = "asind", Acosd = "acosd", Atand = "atand",
        Atan2d = "atan2d",
    }
    /// What a descriptor is for.
    BoxAttribute in "attribute" { Allocatable = "allocatable", Pointer = "pointer", Other = "other", }
    /// What is known of a declared variable.
    DeclareAttr in "attrs" {
        Target = "target", Pointer = "pointer", Equivalence = "equivalence", Volatile = "volatile", Dummy = "dummy",
        Optional = "optional", IntentIn = "intent_in", IntentOut = "intent_out", Result = "result",
        Allocatable = "allocatable", Private = "private", Pointee = "pointee", Host = "host",
    }
    /// What debuggers have to know of a variable or component. `described`: the array lies where the descriptor at its place says;
    /// pointers and allocatables have such a descriptor, scalars too. `unknown`: its length or shape is in no place that is known.
    DebugAttr in "attrs" {
        Allocatable = "allocatable", Pointer = "pointer", Described = "described", Result = "result", Unsigned = "unsigned",
        Procedure = "procedure", Constant = "constant", Unknown = "unknown",
    }
    /// What a call does beside giving its results.
    CallEffects in "effects" { Read = "read", }
    /// Where kernels run.
    DeviceTarget in "target" { Spirv = "spirv", }
    /// Which copy of a target region it is.
    RegionCopy in "target" { Spirv = "spirv", Host = "host", }
    /// The shape of a kernel.
    KernelKind in "kind" {
        Parallel = "parallel", Reduce = "reduce", Matmul = "matmul", Transpose = "transpose", Scalar = "scalar",
        Teams = "teams",
    }
    /// Whether a kernel counts iterations with 64 bits: where the launch finds that it has to, or always.
    KernelWidth in "wide" { Launch = "launch", Always = "always", }
    /// Over what iterations are spread.
    Spread in "par" { Threads = "threads", }
    /// How the iterations of a worksharing loop are given to threads.
    Schedule in "schedule" { Static = "static", Dynamic = "dynamic", Guided = "guided", Auto = "auto", Runtime = "runtime", }
    /// Whether the chunks that a thread gets come in the order of their iterations.
    ScheduleModifier in "modifier" { Monotonic = "monotonic", Nonmonotonic = "nonmonotonic", }
    /// What is said of the order of iterations.
    IterationOrder in "order" {
        Concurrent = "concurrent", Reproducible = "reproducible:concurrent", Unconstrained = "unconstrained:concurrent",
    }
    /// Who runs the iterations of a LOOP construct.
    BindRegion in "bind" { Teams = "teams", Parallel = "parallel", Thread = "thread", }
    /// Who shares a loop, if it is not the threads of one team.
    LoopShare in "kind" { Distribute = "distribute", DistributeParallel = "distribute_parallel", }
    /// What happens to a mapped variable.
    MapKind in "kind" {
        To = "to", From = "from", ToFrom = "tofrom", Alloc = "alloc", Release = "release", Delete = "delete",
    }
    /// What more is said of a map. `always`: it is copied also where it is on the device already. `present`: it must be
    /// there already. `close`: near to the device. `class`: its descriptor has the dynamic type of the objects. `private`:
    /// a private copy of the region, whose values nobody misses at its end. `self`: the device uses the memory of the host.
    MapModifier in "modifiers" {
        Always = "always", Present = "present", Close = "close", Class = "class", Private = "private",
        Itself = "self",
    }
    /// What a program requires.
    Requirement in "kind" { SharedMemory = "unified_shared_memory", }
    /// Dependences of tasks.
    DependKind in "dep_kinds" { In = "in", Out = "out", InOut = "inout", InOutSet = "inoutset", MutexInOutSet = "mutexinoutset", Object = "depobj", }
    /// What a construct that can be cancelled is.
    Cancelled in "construct" { Parallel = "parallel", Worksharing = "worksharing", Taskgroup = "taskgroup", }
    /// Where the threads of a team run.
    ProcBind in "proc_bind" { Primary = "primary", Close = "close", Spread = "spread", }
    /// What a construct makes of the variables that no clause lists (OpenMP 6.0, 7.5.1).
    DefaultSharing in "default" {
        None = "none", Private = "private", Firstprivate = "firstprivate", Shared = "shared",
    }
    /// Which thread runs omp.single.
    SingleKind in "kind" { Single = "single", Master = "master", Masked = "masked", }
    /// What INTEROP does with an object (OpenMP 6.0, 16.1): `target`, `targetsync` and `both` are the types of those that it
    /// initializes.
    InteropAction in "actions" {
        Target = "target", Targetsync = "targetsync", Both = "both", Use = "use", Destroy = "destroy",
    }
    /// Which dependences of a task and its children order these and those of other tasks (OpenMP 6.0, 14.9.6).
    Impex in "transparent" { NotImpex = "not_impex", Import = "import", Export = "export", Impex = "impex", }
    /// Clauses of ASSUME and ASSUMES.
    Assumption in "assumptions" {
        Holds = "holds", NoOpenmp = "no_openmp", NoOpenmpConstructs = "no_openmp_constructs",
        NoOpenmpRoutines = "no_openmp_routines", NoParallelism = "no_parallelism",
    }
    /// What ERROR does to the program where it is executed.
    Severity in "severity" { Fatal = "fatal", Warning = "warning", }
    /// Special critical regions. `ancestor`: what the host runs for a kernel.
    CriticalKind in "kind" { Atomic = "atomic", Reduce = "reduce", Task = "task", Ancestor = "ancestor", }
}

impl MemoryOrder {
    /// Whether what the thread does later stays behind the operation.
    pub fn acquires(self) -> bool {
        matches!(self, MemoryOrder::Acquire | MemoryOrder::AcqRel | MemoryOrder::SeqCst)
    }

    /// Whether what the thread did before stays in front of it.
    pub fn releases(self) -> bool {
        matches!(self, MemoryOrder::Release | MemoryOrder::AcqRel | MemoryOrder::SeqCst)
    }
}

impl Cancelled {
    /// The number that the runtime knows it by.
    pub fn code(self) -> i64 {
        use ferrotran_abi::codes::cancel;
        match self {
            Cancelled::Parallel => cancel::PARALLEL,
            Cancelled::Worksharing => cancel::WORKSHARING,
            Cancelled::Taskgroup => cancel::TASKGROUP,
        }
    }
}

impl DependKind {
    /// The number that the runtime knows it by.
    pub fn code(self) -> i64 {
        use ferrotran_abi::codes::depend;
        match self {
            DependKind::In => depend::IN,
            // A task that only writes is ordered like one that reads as well.
            DependKind::Out | DependKind::InOut => depend::INOUT,
            DependKind::InOutSet => depend::INOUTSET,
            DependKind::MutexInOutSet => depend::MUTEXINOUTSET,
            DependKind::Object => depend::OBJECT,
        }
    }
}

/// Words of several enums.
const fn join<const N: usize>(lists: &[&[&'static str]]) -> [&'static str; N] {
    let mut all = [""; N];
    let (mut n, mut l) = (0, 0);
    while l < lists.len() {
        let mut i = 0;
        while i < lists[l].len() {
            all[n] = lists[l][i];
            n += 1;
            i += 1;
        }
        l += 1;
    }
    assert!(n == N);
    all
}

impl KernelKind {
    /// The op that fills a kernel of that shape; none where it is plain code.
    pub const fn op(self) -> Option<OpKind> {
        match self {
            KernelKind::Parallel => Some(OpKind::Parallel),
            KernelKind::Reduce => Some(OpKind::Reduce),
            KernelKind::Matmul => Some(OpKind::LibMatmul),
            KernelKind::Transpose => Some(OpKind::LibTranspose),
            KernelKind::Teams => Some(OpKind::DevTeam),
            KernelKind::Scalar => None,
        }
    }

    /// The shape of the kernel that an op fills.
    pub fn of_op(op: OpKind) -> Option<KernelKind> {
        KernelKind::ALL.iter().copied().find(|k| k.op() == Some(op))
    }
}

/// The words of [`ReduceOp`]s.
const REDUCE_OPS: [&str; ReduceOp::OPS.len()] = {
    let mut all = [""; ReduceOp::OPS.len()];
    let mut i = 0;
    while i < all.len() {
        all[i] = ReduceOp::OPS[i].name();
        i += 1;
    }
    all
};
const COUNT: &str = "count";
const REDUCTIONS: [&str; REDUCE_OPS.len() + 1] = join(&[&REDUCE_OPS, &[COUNT]]);
const LOOP_REDUCTIONS: [&str; REDUCTIONS.len() + Search::NAMES.len()] = join(&[&REDUCTIONS, Search::NAMES]);

impl ChoiceAttr for ReduceOp {
    const KEY: Key = "kind";
    const WORDS: &'static [&'static str] = &REDUCE_OPS;
    fn word(self) -> &'static str {
        self.name()
    }
    fn of_word(word: &str) -> Option<ReduceOp> {
        ReduceOp::OPS.into_iter().find(|op| op.name() == word)
    }
}

/// Reductions of array values.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ReduceKind {
    /// The elements are combined.
    Op(ReduceOp),
    /// The true elements are counted.
    Count,
}

impl ChoiceAttr for ReduceKind {
    const KEY: Key = "kind";
    const WORDS: &'static [&'static str] = &REDUCTIONS;
    fn word(self) -> &'static str {
        match self {
            ReduceKind::Op(op) => op.name(),
            ReduceKind::Count => COUNT,
        }
    }
    fn of_word(word: &str) -> Option<ReduceKind> {
        if word == COUNT { Some(ReduceKind::Count) } else { ReduceOp::of_word(word).map(ReduceKind::Op) }
    }
}

/// Reductions of loop.reduce.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LoopReduceKind {
    /// As of arrays.
    Reduce(ReduceKind),
    /// A search for a place.
    Search(Search),
}

impl LoopReduceKind {
    /// Values are combined.
    pub const fn op(op: ReduceOp) -> LoopReduceKind {
        LoopReduceKind::Reduce(ReduceKind::Op(op))
    }
}

impl From<ReduceKind> for LoopReduceKind {
    fn from(kind: ReduceKind) -> LoopReduceKind {
        LoopReduceKind::Reduce(kind)
    }
}

impl ChoiceAttr for LoopReduceKind {
    const KEY: Key = "kind";
    const WORDS: &'static [&'static str] = &LOOP_REDUCTIONS;
    fn word(self) -> &'static str {
        match self {
            LoopReduceKind::Reduce(kind) => kind.word(),
            LoopReduceKind::Search(search) => search.name(),
        }
    }
    fn of_word(word: &str) -> Option<LoopReduceKind> {
        let search = || Search::from_name(word).map(LoopReduceKind::Search);
        ReduceKind::of_word(word).map(LoopReduceKind::Reduce).or_else(search)
    }
}

impl Pred {
    /// True where integers are compared as numbers without sign.
    pub const fn is_unsigned(self) -> bool {
        matches!(self, Pred::Ult | Pred::Ule | Pred::Ugt | Pred::Uge)
    }
    /// The same comparison of integers without sign.
    pub const fn unsigned(self) -> Pred {
        match self {
            Pred::Eq => Pred::Eq,
            Pred::Ne => Pred::Ne,
            Pred::Lt | Pred::Ult => Pred::Ult,
            Pred::Le | Pred::Ule => Pred::Ule,
            Pred::Gt | Pred::Ugt => Pred::Ugt,
            Pred::Ge | Pred::Uge => Pred::Uge,
        }
    }
    /// The same comparison with its operands in the other order.
    pub const fn swapped(self) -> Pred {
        match self {
            Pred::Eq => Pred::Eq,
            Pred::Ne => Pred::Ne,
            Pred::Lt => Pred::Gt,
            Pred::Gt => Pred::Lt,
            Pred::Le => Pred::Ge,
            Pred::Ge => Pred::Le,
            Pred::Ult => Pred::Ugt,
            Pred::Ugt => Pred::Ult,
            Pred::Ule => Pred::Uge,
            Pred::Uge => Pred::Ule,
        }
    }
    /// Whether it is true of two values in that order (none where one is not a number).
    pub fn holds(self, order: Option<Ordering>) -> bool {
        match self {
            Pred::Eq => order == Some(Ordering::Equal),
            Pred::Ne => order != Some(Ordering::Equal),
            Pred::Lt | Pred::Ult => order == Some(Ordering::Less),
            Pred::Le | Pred::Ule => order.is_some_and(Ordering::is_le),
            Pred::Gt | Pred::Ugt => order == Some(Ordering::Greater),
            Pred::Ge | Pred::Uge => order.is_some_and(Ordering::is_ge),
        }
    }
    /// Whether it is true of two integers.
    pub fn of_ints(self, a: i64, b: i64) -> bool {
        self.holds(Some(if self.is_unsigned() { (a as u64).cmp(&(b as u64)) } else { a.cmp(&b) }))
    }
}

impl MathFn {
    /// True for what costs about as much as a division, not as a call.
    pub const fn is_cheap(self) -> bool {
        use MathFn::*;
        matches!(self, Abs | Sqrt | Fma | CopySign | Conj | Floor | Trunc | Ceil | Rint)
    }
}

impl DataSharing {
    /// Whether the copy begins with the value of the original, or gets the value of another thread's.
    pub const fn takes_value(self) -> bool {
        use DataSharing::*;
        match self {
            Firstprivate | FirstLastprivate | Conditional | Copyin | Copyprivate => true,
            Private | Lastprivate | Linear | Product | LoopVariable | LastLoopVariable | Reduction | TaskReduction
            | InReduction => false,
        }
    }
    /// Whether the original gets the value that the copy has after the last iteration.
    pub const fn gives_value(self) -> bool {
        use DataSharing::*;
        match self {
            Lastprivate | FirstLastprivate | Linear | Product | LastLoopVariable | Conditional => true,
            Private | Firstprivate | LoopVariable | Reduction | TaskReduction | InReduction | Copyin | Copyprivate => {
                false
            }
        }
    }
    /// Whether the copy is the variable of a loop.
    pub const fn is_loop_variable(self) -> bool {
        use DataSharing::*;
        match self {
            LoopVariable | LastLoopVariable => true,
            Private | Firstprivate | Lastprivate | FirstLastprivate | Linear | Product | Conditional | Reduction
            | TaskReduction | InReduction | Copyin | Copyprivate => false,
        }
    }
    /// Whether the copy begins each iteration with what follows from the number of that.
    pub const fn is_linear(self) -> bool {
        use DataSharing::*;
        match self {
            Linear | Product => true,
            Private | Firstprivate | Lastprivate | FirstLastprivate | LoopVariable | LastLoopVariable | Conditional
            | Reduction | TaskReduction | InReduction | Copyin | Copyprivate => false,
        }
    }
    /// Whether the copy is combined with the original.
    pub const fn is_reduction(self) -> bool {
        use DataSharing::*;
        match self {
            Reduction | TaskReduction | InReduction => true,
            Private | Firstprivate | Lastprivate | FirstLastprivate | Linear | Product | LoopVariable
            | LastLoopVariable | Conditional | Copyin | Copyprivate => false,
        }
    }
}

/// A copy that a construct makes of a variable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VariableCopy {
    /// What it is to the variable.
    pub how: DataSharing,
    /// The `omp.recipe` by which it is made.
    pub recipe: String,
    /// The name of the variable.
    pub name: String,
}

/// What a construct says of the variables of which it makes no copies.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SharedVariables {
    /// What the program says of those that no clause lists.
    pub default: Option<DefaultSharing>,
    /// The same of categories of variables: what becomes of them, and the name of the category.
    pub of: Vec<(DefaultSharing, &'static str)>,
    /// The names of those that the body uses.
    pub names: Vec<String>,
}

/// How an `omp.map` maps: its kind and its modifiers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mapping {
    /// What happens.
    pub kind: MapKind,
    /// Also where the variable is on the device already.
    pub always: bool,
    /// The variable must be there already.
    pub present: bool,
    /// Near to the device.
    pub close: bool,
    /// Its descriptor has the dynamic type of the objects.
    pub class: bool,
    /// It is a private copy of the region.
    pub private: bool,
    /// The device uses the memory of the host.
    pub itself: bool,
}

impl From<MapKind> for Mapping {
    fn from(kind: MapKind) -> Mapping {
        Mapping::new(kind, [])
    }
}

impl Mapping {
    /// A map of that kind with these modifiers.
    pub fn new(kind: MapKind, modifiers: impl IntoIterator<Item = MapModifier>) -> Mapping {
        let mut out =
            Mapping { kind, always: false, present: false, close: false, class: false, private: false, itself: false };
        for modifier in modifiers {
            match modifier {
                MapModifier::Always => out.always = true,
                MapModifier::Present => out.present = true,
                MapModifier::Close => out.close = true,
                MapModifier::Class => out.class = true,
                MapModifier::Private => out.private = true,
                MapModifier::Itself => out.itself = true,
            }
        }
        out
    }
    /// Whether a modifier is given.
    pub const fn has(self, modifier: MapModifier) -> bool {
        match modifier {
            MapModifier::Always => self.always,
            MapModifier::Present => self.present,
            MapModifier::Close => self.close,
            MapModifier::Class => self.class,
            MapModifier::Private => self.private,
            MapModifier::Itself => self.itself,
        }
    }
    /// The modifiers, in the order of the enum.
    pub fn modifiers(self) -> Vec<MapModifier> {
        MapModifier::ALL.iter().copied().filter(|&m| self.has(m)).collect()
    }
    /// The bits that the runtime knows.
    pub fn bits(self) -> i32 {
        let kind = match self.kind {
            MapKind::To => map::TO,
            MapKind::From => map::FROM,
            MapKind::ToFrom => map::TO | map::FROM,
            MapKind::Alloc => 0,
            MapKind::Release => map::RELEASE,
            MapKind::Delete => map::DELETE,
        };
        let bit = |m: MapModifier| match m {
            MapModifier::Always => map::ALWAYS,
            MapModifier::Present => map::PRESENT,
            // All memory of a device is as near to it.
            MapModifier::Close => 0,
            MapModifier::Class => map::CLASS,
            MapModifier::Private => map::PRIVATE,
            MapModifier::Itself => map::SELF,
        };
        self.modifiers().into_iter().fold(kind, |bits, m| bits | bit(m))
    }
}

impl DeclareAttr {
    /// True where the object may be reached without the name.
    pub const fn is_shared(self) -> bool {
        match self {
            DeclareAttr::Target | DeclareAttr::Pointer | DeclareAttr::Equivalence | DeclareAttr::Volatile => true,
            DeclareAttr::Dummy
            | DeclareAttr::Optional
            | DeclareAttr::IntentIn
            | DeclareAttr::IntentOut
            | DeclareAttr::Result
            | DeclareAttr::Allocatable
            | DeclareAttr::Private
            | DeclareAttr::Pointee
            | DeclareAttr::Host => false,
        }
    }
}
