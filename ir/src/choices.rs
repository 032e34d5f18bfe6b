//! Attributes that are choices: one enum for each, with the words that stand for it in text.

macro_rules! choices {
    ($( $(#[$doc:meta])* $name:ident { $( $(#[$vdoc:meta])* $v:ident = $word:literal, )* } )*) => { $(
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

    )* };
}

choices! {
    /// How two values compare. The first letter `u` is for integers without sign.
    Pred {
        Eq = "eq", Ne = "ne", Lt = "lt", Le = "le", Gt = "gt", Ge = "ge",
        Ult = "ult", Ule = "ule", Ugt = "ugt", Uge = "uge",
    }
    /// Reductions of array values.
    ReduceKind {
        Sum = "sum", Product = "product", Max = "max", Min = "min", Any = "any", All = "all", Count = "count",
        Parity = "parity", Iall = "iall", Iany = "iany", Iparity = "iparity",
    }
    /// Reductions of loop.reduce: those of arrays, and searches for a place.
    LoopReduceKind {
        Sum = "sum", Product = "product", Max = "max", Min = "min", Any = "any", All = "all", Count = "count",
        Parity = "parity", Iall = "iall", Iany = "iany", Iparity = "iparity",
        MaxLoc = "maxloc", MinLoc = "minloc", FindFirst = "findfirst", FindLast = "findlast",
    }
    /// What array.locate looks for.
    LocateKind { Max = "max", Min = "min", Find = "find", }
    /// Reductions of OpenMP.
    OmpReduceKind {
        Sum = "sum", Product = "product", Max = "max", Min = "min", And = "and", Or = "or", Eqv = "eqv", Neqv = "neqv",
        Iand = "iand", Ior = "ior", Ieor = "ieor",
    }
    /// What omp.atomic does with the object.
    AtomicKind {
        Add = "add", Sub = "sub", Mul = "mul", Div = "div", And = "and", Or = "or", Xor = "xor", Eqv = "eqv",
        Neqv = "neqv", Min = "min", Max = "max", Write = "write",
    }
    /// Elementary functions.
    MathFn {
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
    BoxAttribute { Allocatable = "allocatable", Pointer = "pointer", Other = "other", }
    /// What is known of a declared variable.
    DeclareAttr {
        Target = "target", Pointer = "pointer", Equivalence = "equivalence", Volatile = "volatile", Dummy = "dummy",
        Optional = "optional", IntentIn = "intent_in", IntentOut = "intent_out", Result = "result",
        Allocatable = "allocatable", Private = "private", Pointee = "pointee", Host = "host",
    }
    /// What a call does beside giving its results.
    CallEffects { Read = "read", }
    /// Where kernels run.
    DeviceTarget { Spirv = "spirv", }
    /// Which copy of a target region it is.
    RegionCopy { Spirv = "spirv", Host = "host", }
    /// The shape of a kernel.
    KernelKind {
        Parallel = "parallel", Reduce = "reduce", Matmul = "matmul", Transpose = "transpose", Scalar = "scalar",
        Teams = "teams",
    }
    /// Over what iterations are spread.
    Spread { Threads = "threads", }
    /// How the iterations of a worksharing loop are given to threads.
    Schedule { Static = "static", Dynamic = "dynamic", Guided = "guided", Auto = "auto", Runtime = "runtime", }
    /// Who shares a loop, if it is not the threads of one team.
    LoopShare { Distribute = "distribute", DistributeParallel = "distribute_parallel", }
    /// Mapping of a variable.
    MapKind {
        To = "to", From = "from", ToFrom = "tofrom", Alloc = "alloc", Present = "present", Release = "release",
        Delete = "delete",
    }
    /// Dependences of tasks.
    DependKind { In = "in", InOut = "inout", }
    /// What omp.barrier waits for.
    BarrierKind {
        Flush = "flush", TaskWait = "taskwait", TaskYield = "taskyield", TaskGroupBegin = "taskgroup_begin",
        TaskGroupEnd = "taskgroup_end",
    }
    /// Which thread runs omp.single.
    SingleKind { Single = "single", Master = "master", Masked = "masked", }
    /// Special critical regions. `ancestor`: what the host runs for a kernel.
    CriticalKind { Atomic = "atomic", Reduce = "reduce", Task = "task", Ancestor = "ancestor", }
}
