//! The rows: `Variant "name" class origin "arguments" result rank fold`. See [`super::Dummy`] for the letters of the arguments.

use super::{Class, Origin, Rank, Res};

/// A row as written; parsed once into [`super::Row`].
pub(super) struct RawRow {
    pub id: Intrinsic,
    pub name: &'static str,
    pub class: Class,
    pub origin: Origin,
    pub args: &'static str,
    pub res: Res,
    pub rank: Rank,
    pub folds: bool,
}

macro_rules! class {
    (E) => {
        Class::Elemental
    };
    (T) => {
        Class::Transformational
    };
    (Q) => {
        Class::Inquiry
    };
    (F) => {
        Class::ImpureFunction
    };
    (P) => {
        Class::PureSubroutine
    };
    (ES) => {
        Class::ElementalSubroutine
    };
    (S) => {
        Class::Subroutine
    };
}
macro_rules! origin {
    (std) => {
        Origin::Standard
    };
    (ext) => {
        Origin::Extension
    };
    (cbind) => {
        Origin::CBinding
    };
    (env) => {
        Origin::FortranEnv
    };
    (ieee) => {
        Origin::IeeeArithmetic
    };
    (exc) => {
        Origin::IeeeExceptions
    };
    (internal) => {
        Origin::Internal
    };
}
macro_rules! res {
    (None) => {
        Res::None
    };
    (A0) => {
        Res::Arg(0)
    };
    (A1) => {
        Res::Arg(1)
    };
    (P0) => {
        Res::PartOf(0)
    };
    ($r:ident) => {
        Res::$r
    };
}
macro_rules! fold {
    (fold) => {
        true
    };
    (no) => {
        false
    };
}
macro_rules! intrinsics {
    ($($id:ident $name:literal $class:ident $origin:ident $args:literal $res:ident $rank:ident $fold:ident;)*) => {
        /// An intrinsic procedure, by its generic name.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
        #[repr(u16)]
        #[allow(missing_docs)]
        pub enum Intrinsic { $($id),* }
        pub(super) static RAW: &[RawRow] = &[$(RawRow {
            id: Intrinsic::$id, name: $name, class: class!($class), origin: origin!($origin), args: $args,
            res: res!($res), rank: Rank::$rank, folds: fold!($fold),
        }),*];
    };
}

intrinsics! {
    // Numbers
    Abs "abs" E std "a:irz" P0 Elem fold;
    Aimag "aimag" E std "z:z" P0 Elem fold;
    Aint "aint" E std "a:r kind?:k" A0 Elem fold;
    Anint "anint" E std "a:r kind?:k" A0 Elem fold;
    Ceiling "ceiling" E std "a:r kind?:k" Int Elem fold;
    Cmplx "cmplx" E std "x:irzbu y?:irbu kind?:k" Special Elem fold;
    Conjg "conjg" E std "z:z" A0 Elem fold;
    Dble "dble" E std "a:irzbu" Double Elem fold;
    Dim "dim" E std "x:ir y:=" A0 Elem fold;
    Dprod "dprod" E std "x:r y:r" Double Elem fold;
    Floor "floor" E std "a:r kind?:k" Int Elem fold;
    Int "int" E std "a:irzblu kind?:k" Int Elem fold;
    Max "max" E std "a1:ircu a2:= ...:=" A0 Elem fold;
    Min "min" E std "a1:ircu a2:= ...:=" A0 Elem fold;
    Mod "mod" E std "a:iru p:=" A0 Elem fold;
    Modulo "modulo" E std "a:iru p:=" A0 Elem fold;
    Nint "nint" E std "a:r kind?:k" Int Elem fold;
    Real "real" E std "a:irzblu kind?:k" Special Elem fold;
    Uint "uint" E ext "a:irzbu kind?:k" Unsigned Elem fold;
    Sign "sign" E std "a:ir b:=" A0 Elem fold;
    // Mathematics
    Acos "acos" E std "x:rz" A0 Elem fold;
    Acosh "acosh" E std "x:rz" A0 Elem fold;
    Asin "asin" E std "x:rz" A0 Elem fold;
    Asinh "asinh" E std "x:rz" A0 Elem fold;
    Atan "atan" E std "y:rz x?:=" A0 Elem fold;
    Atan2 "atan2" E std "y:r x:=" A0 Elem fold;
    Atanh "atanh" E std "x:rz" A0 Elem fold;
    BesselJ0 "bessel_j0" E std "x:r" A0 Elem fold;
    BesselJ1 "bessel_j1" E std "x:r" A0 Elem fold;
    BesselJn "bessel_jn" E std "n:i x:ir x2?:r/0" Special Special fold;
    BesselY0 "bessel_y0" E std "x:r" A0 Elem fold;
    BesselY1 "bessel_y1" E std "x:r" A0 Elem fold;
    BesselYn "bessel_yn" E std "n:i x:ir x2?:r/0" Special Special fold;
    Cos "cos" E std "x:rz" A0 Elem fold;
    Cosh "cosh" E std "x:rz" A0 Elem fold;
    Erf "erf" E std "x:r" A0 Elem fold;
    Erfc "erfc" E std "x:r" A0 Elem fold;
    ErfcScaled "erfc_scaled" E std "x:r" A0 Elem fold;
    Exp "exp" E std "x:rz" A0 Elem fold;
    Gamma "gamma" E std "x:r" A0 Elem fold;
    Hypot "hypot" E std "x:r y:=" A0 Elem fold;
    Log "log" E std "x:rz" A0 Elem fold;
    Log10 "log10" E std "x:r" A0 Elem fold;
    LogGamma "log_gamma" E std "x:r" A0 Elem fold;
    Sin "sin" E std "x:rz" A0 Elem fold;
    Sinh "sinh" E std "x:rz" A0 Elem fold;
    Sqrt "sqrt" E std "x:rz" A0 Elem fold;
    Tan "tan" E std "x:rz" A0 Elem fold;
    Tanh "tanh" E std "x:rz" A0 Elem fold;
    Acospi "acospi" E std "x:r" A0 Elem fold;
    Asinpi "asinpi" E std "x:r" A0 Elem fold;
    Atanpi "atanpi" E std "y:r x?:=" A0 Elem fold;
    Atan2pi "atan2pi" E std "y:r x:=" A0 Elem fold;
    Cospi "cospi" E std "x:r" A0 Elem fold;
    Sinpi "sinpi" E std "x:r" A0 Elem fold;
    Tanpi "tanpi" E std "x:r" A0 Elem fold;
    // Model numbers and floating-point manipulation
    Digits "digits" Q std "x:iru" Int Scalar fold;
    Epsilon "epsilon" Q std "x:r" A0 Scalar fold;
    Exponent "exponent" E std "x:r" Int Elem fold;
    Fraction "fraction" E std "x:r" A0 Elem fold;
    Huge "huge" Q std "x:iru" A0 Scalar fold;
    Maxexponent "maxexponent" Q std "x:r" Int Scalar fold;
    Minexponent "minexponent" Q std "x:r" Int Scalar fold;
    Nearest "nearest" E std "x:r s:r" A0 Elem fold;
    Precision "precision" Q std "x:rz" Int Scalar fold;
    Radix "radix" Q std "x:iru" Int Scalar fold;
    Range "range" Q std "x:irzu" Int Scalar fold;
    Rrspacing "rrspacing" E std "x:r" A0 Elem fold;
    Scale "scale" E std "x:r i:i" A0 Elem fold;
    SetExponent "set_exponent" E std "x:r i:i" A0 Elem fold;
    Spacing "spacing" E std "x:r" A0 Elem fold;
    Tiny "tiny" Q std "x:r" A0 Scalar fold;
    // Kinds
    Kind "kind" Q std "x:irzlcu" Int Scalar fold;
    SelectedCharKind "selected_char_kind" T std "name:c/0" Int Scalar fold;
    SelectedIntKind "selected_int_kind" T std "r:i/0" Int Scalar fold;
    SelectedUnsignedKind "selected_unsigned_kind" T ext "r:i/0" Int Scalar fold;
    SelectedLogicalKind "selected_logical_kind" T std "bits:i/0" Int Scalar fold;
    SelectedRealKind "selected_real_kind" T std "p?:i/0 r?:i/0 radix?:i/0" Int Scalar fold;
    // Bits
    Bge "bge" E std "i:ibu j:ibu" Logical Elem fold;
    Bgt "bgt" E std "i:ibu j:ibu" Logical Elem fold;
    Ble "ble" E std "i:ibu j:ibu" Logical Elem fold;
    Blt "blt" E std "i:ibu j:ibu" Logical Elem fold;
    BitSize "bit_size" Q std "i:iu" A0 Scalar fold;
    Btest "btest" E std "i:iu pos:i" Logical Elem fold;
    Dshiftl "dshiftl" E std "i:ibu j:ibu shift:i" A0 Elem fold;
    Dshiftr "dshiftr" E std "i:ibu j:ibu shift:i" A0 Elem fold;
    Iand "iand" E std "i:ibu j:=b" A0 Elem fold;
    Ibclr "ibclr" E std "i:iu pos:i" A0 Elem fold;
    Ibits "ibits" E std "i:iu pos:i len:i" A0 Elem fold;
    Ibset "ibset" E std "i:iu pos:i" A0 Elem fold;
    Ieor "ieor" E std "i:ibu j:=b" A0 Elem fold;
    Ior "ior" E std "i:ibu j:=b" A0 Elem fold;
    Ishft "ishft" E std "i:iu shift:i" A0 Elem fold;
    Ishftc "ishftc" E std "i:iu shift:i size?:i" A0 Elem fold;
    Leadz "leadz" E std "i:iu" Int Elem fold;
    Maskl "maskl" E std "i:i kind?:k" Int Elem fold;
    Maskr "maskr" E std "i:i kind?:k" Int Elem fold;
    Umaskl "umaskl" E ext "i:i kind?:k" Unsigned Elem fold;
    Umaskr "umaskr" E ext "i:i kind?:k" Unsigned Elem fold;
    MergeBits "merge_bits" E std "i:ibu j:ibu mask:ibu" A0 Elem fold;
    Mvbits "mvbits" ES std "from:iu frompos:i len:i to:>iu topos:i" None Elem no;
    Not "not" E std "i:iu" A0 Elem fold;
    Popcnt "popcnt" E std "i:iu" Int Elem fold;
    Poppar "poppar" E std "i:iu" Int Elem fold;
    Shifta "shifta" E std "i:iu shift:i" A0 Elem fold;
    Shiftl "shiftl" E std "i:iu shift:i" A0 Elem fold;
    Shiftr "shiftr" E std "i:iu shift:i" A0 Elem fold;
    Trailz "trailz" E std "i:iu" Int Elem fold;
    // Characters and logicals
    Achar "achar" E std "i:ib kind?:k" Char1 Elem fold;
    Adjustl "adjustl" E std "string:c" A0 Elem fold;
    Adjustr "adjustr" E std "string:c" A0 Elem fold;
    Char "char" E std "i:ib kind?:k" Char1 Elem fold;
    Iachar "iachar" E std "c:c kind?:k" Int Elem fold;
    Ichar "ichar" E std "c:c kind?:k" Int Elem fold;
    Index "index" E std "string:c substring:c back?:l kind?:k" Int Elem fold;
    Len "len" Q std "string:c kind?:k" Int Scalar fold;
    LenTrim "len_trim" E std "string:c kind?:k" Int Elem fold;
    Lge "lge" E std "string_a:c string_b:c" Logical Elem fold;
    Lgt "lgt" E std "string_a:c string_b:c" Logical Elem fold;
    Lle "lle" E std "string_a:c string_b:c" Logical Elem fold;
    Llt "llt" E std "string_a:c string_b:c" Logical Elem fold;
    Logical "logical" E std "l:liu kind?:k" Logical Elem fold;
    Merge "merge" E std "tsource:* fsource:= mask:l" A0 Elem fold;
    NewLine "new_line" Q std "a:c" Char1 Scalar fold;
    Repeat "repeat" T std "string:c/0 ncopies:i/0" Char Scalar fold;
    Scan "scan" E std "string:c set:c back?:l kind?:k" Int Elem fold;
    Trim "trim" T std "string:c/0" Char Scalar fold;
    Verify "verify" E std "string:c set:c back?:l kind?:k" Int Elem fold;
    // Array reduction and location
    All "all" T std "mask:l/a dim?:i/0" A0 Reduce fold;
    Any "any" T std "mask:l/a dim?:i/0" A0 Reduce fold;
    Count "count" T std "mask:l/a dim?:i/0 kind?:k" Int Reduce fold;
    Iall "iall" T std "array:iu/a dim?:i/0 mask?:l" A0 Reduce fold;
    Iany "iany" T std "array:iu/a dim?:i/0 mask?:l" A0 Reduce fold;
    Iparity "iparity" T std "array:iu/a dim?:i/0 mask?:l" A0 Reduce fold;
    Maxval "maxval" T std "array:ircu/a dim?:i/0 mask?:l" A0 Reduce fold;
    Minval "minval" T std "array:ircu/a dim?:i/0 mask?:l" A0 Reduce fold;
    Norm2 "norm2" T std "x:r/a dim?:i/0" A0 Reduce fold;
    Parity "parity" T std "mask:l/a dim?:i/0" A0 Reduce fold;
    Product "product" T std "array:irzu/a dim?:i/0 mask?:l" A0 Reduce fold;
    Sum "sum" T std "array:irzu/a dim?:i/0 mask?:l" A0 Reduce fold;
    Reduce "reduce" T std "array:*/a operation:p dim?:i/0 mask?:l identity?:=/0 ordered?:l/0" A0 Reduce no;
    Findloc "findloc" T std "array:irzlcu/a value:irzlcu/0 dim?:i/0 mask?:l kind?:k back?:l/0" Int Locate fold;
    Maxloc "maxloc" T std "array:ircu/a dim?:i/0 mask?:l kind?:k back?:l/0" Int Locate fold;
    Minloc "minloc" T std "array:ircu/a dim?:i/0 mask?:l kind?:k back?:l/0" Int Locate fold;
    // Array construction and manipulation
    Cshift "cshift" T std "array:*/a shift:i dim?:i/0" A0 Same fold;
    DotProduct "dot_product" T std "vector_a:irzlu/1 vector_b:irzlu/1" Special Scalar fold;
    Eoshift "eoshift" T std "array:*/a shift:i boundary?:= dim?:i/0" A0 Same fold;
    Matmul "matmul" T std "matrix_a:irzlu/a matrix_b:irzlu/a" Special Special fold;
    Pack "pack" T std "array:*/a mask:l vector?:=/1" A0 Vector fold;
    Reshape "reshape" T std "source:*/a shape:i/1 pad?:=/a order?:i/1" A0 Special fold;
    Spread "spread" T std "source:* dim:i/0 ncopies:i/0" A0 Special fold;
    Transfer "transfer" T std "source:* mold:* size?:i/0" A1 Special fold;
    Transpose "transpose" T std "matrix:*/2" A0 Same fold;
    // `(mask ? first : second)`: only one of them is evaluated.
    Conditional "(conditional)" T internal "mask:l/0 first:* second:*" Special Special no;
    // Made by the compiler for polymorphic arrays: the elements of `source` (and then `other`) that `index` names, and
    // the numbers of the elements of an array, counted from zero, those of the second source after the first.
    Gather "(gather)" T internal "index:i/a source:t other?:t" Special Special no;
    ElementNumbers "(element numbers)" T internal "array:t source:i/0" Int8 Same no;
    // The ordinal after or before one of an enumeration type.
    EnumerationStep "(next)" F internal "ordinal:i/0 last:i/0 by:i/0 stat?:i/0" A0 Scalar no;
    Unpack "unpack" T std "vector:*/1 mask:l/a field:=" A0 Special fold;
    // Inquiry
    Allocated "allocated" Q std "array:t" Logical Scalar no;
    Associated "associated" Q std "pointer:t target?:t" Logical Scalar no;
    ExtendsTypeOf "extends_type_of" Q std "a:d mold:d" Logical Scalar no;
    IsContiguous "is_contiguous" Q std "array:*" Logical Scalar no;
    Lbound "lbound" Q std "array:* dim?:i/0 kind?:k" Int Bound fold;
    Present "present" Q std "a:t" Logical Scalar no;
    Rank "rank" Q std "a:*" Int Scalar fold;
    SameTypeAs "same_type_as" Q std "a:d b:d" Logical Scalar no;
    Shape "shape" Q std "source:* kind?:k" Int Vector fold;
    Size "size" Q std "array:* dim?:i/0 kind?:k" Int Scalar fold;
    StorageSize "storage_size" Q std "a:* kind?:k" Int Scalar fold;
    Ubound "ubound" Q std "array:* dim?:i/0 kind?:k" Int Bound fold;
    IsIostatEnd "is_iostat_end" E std "i:i" Logical Elem fold;
    IsIostatEor "is_iostat_eor" E std "i:i" Logical Elem fold;
    OutOfRange "out_of_range" E std "x:iru mold:iru/0 round?:l/0" Logical Elem fold;
    Null "null" T std "mold?:t" Special Special no;
    NumImages "num_images" T std "team?:id/0" Int Scalar no;
    ThisImage "this_image" T std "team?:id/0" Int Scalar no;
    ImageIndex "image_index" T std "coarray:* sub:i/1 team?:*" Int Scalar no;
    Lcobound "lcobound" Q std "coarray:* dim?:i/0 kind?:k" Int Bound no;
    Ucobound "ucobound" Q std "coarray:* dim?:i/0 kind?:k" Int Bound no;
    Coshape "coshape" Q std "coarray:* kind?:k" Int Vector no;
    ImageStatus "image_status" T std "image:i/0 team?:d/0" Int Scalar no;
    FailedImages "failed_images" T std "team?:d/0 kind?:k" Int Vector no;
    StoppedImages "stopped_images" T std "team?:d/0 kind?:k" Int Vector no;
    TeamNumber "team_number" T std "team?:d/0" Int Scalar no;
    GetTeam "get_team" T std "level?:i/0" Special Scalar no;
    // What statements about teams and coarrays do; no name in a program is written like these.
    FormTeam "form team" T ext "number:i/0" Int8 Scalar no;
    ChangeTeam "change team" T ext "team:i/0" Int Scalar no;
    EndTeam "end team" S ext "" None Scalar no;
    TeamOfLevel "team of level" T ext "level:i/0" Int8 Scalar no;
    NumberOfTeam "number of team" T ext "team:i/0" Int8 Scalar no;
    TeamActive "team active" T ext "team:i/0 sibling:i/0" Int Scalar no;
    TeamAllocated "team allocated" Q ext "coarray:*" Int Scalar no;
    SetCobounds "set cobounds" S ext "coarray:* dim:i/0 lower:i/0 upper:i/0" None Scalar no;
    CommandArgumentCount "command_argument_count" T std "" Int Scalar no;
    // Subroutines
    AtomicDefine "atomic_define" P std "atom:>il/0 value:il/0 stat?:>i/0" None Scalar no;
    AtomicRef "atomic_ref" P std "value:>il/0 atom:il/0 stat?:>i/0" None Scalar no;
    AtomicAdd "atomic_add" P std "atom:>i/0 value:i/0 stat?:>i/0" None Scalar no;
    AtomicAnd "atomic_and" P std "atom:>i/0 value:i/0 stat?:>i/0" None Scalar no;
    AtomicOr "atomic_or" P std "atom:>i/0 value:i/0 stat?:>i/0" None Scalar no;
    AtomicXor "atomic_xor" P std "atom:>i/0 value:i/0 stat?:>i/0" None Scalar no;
    AtomicFetchAdd "atomic_fetch_add" P std "atom:>i/0 value:i/0 old:>i/0 stat?:>i/0" None Scalar no;
    AtomicFetchAnd "atomic_fetch_and" P std "atom:>i/0 value:i/0 old:>i/0 stat?:>i/0" None Scalar no;
    AtomicFetchOr "atomic_fetch_or" P std "atom:>i/0 value:i/0 old:>i/0 stat?:>i/0" None Scalar no;
    AtomicFetchXor "atomic_fetch_xor" P std "atom:>i/0 value:i/0 old:>i/0 stat?:>i/0" None Scalar no;
    AtomicCas "atomic_cas" P std "atom:>il/0 old:>il/0 compare:il/0 new:il/0 stat?:>i/0" None Scalar no;
    EventQuery "event_query" P std "event:d/0 count:>i/0 stat?:>i/0" None Scalar no;
    CoBroadcast "co_broadcast" S std "a:>* source_image:i/0 stat?:>i/0 errmsg?:>c/0" None Scalar no;
    CoMax "co_max" S std "a:>irc result_image?:i/0 stat?:>i/0 errmsg?:>c/0" None Scalar no;
    CoMin "co_min" S std "a:>irc result_image?:i/0 stat?:>i/0 errmsg?:>c/0" None Scalar no;
    CoReduce "co_reduce" S std "a:>* operation:p result_image?:i/0 stat?:>i/0 errmsg?:>c/0" None Scalar no;
    CoSum "co_sum" S std "a:>irz result_image?:i/0 stat?:>i/0 errmsg?:>c/0" None Scalar no;
    CpuTime "cpu_time" S std "time:>r/0" None Scalar no;
    DateAndTime "date_and_time" S std "date?:>c/0 time?:>c/0 zone?:>c/0 values?:>i/1" None Scalar no;
    ExecuteCommandLine "execute_command_line" S std
        "command:c/0 wait?:l/0 exitstat?:>i/0 cmdstat?:>i/0 cmdmsg?:>c/0" None Scalar no;
    GetCommand "get_command" S std "command?:>c/0 length?:>i/0 status?:>i/0 errmsg?:>c/0" None Scalar no;
    GetCommandArgument "get_command_argument" S std
        "number:i/0 value?:>c/0 length?:>i/0 status?:>i/0 errmsg?:>c/0" None Scalar no;
    GetEnvironmentVariable "get_environment_variable" S std
        "name:c/0 value?:>c/0 length?:>i/0 status?:>i/0 trim_name?:l/0 errmsg?:>c/0" None Scalar no;
    MoveAlloc "move_alloc" P std "from:>t to:>t stat?:>i/0 errmsg?:>c/0" None Scalar no;
    RandomInit "random_init" S std "repeatable:l/0 image_distinct:l/0" None Scalar no;
    RandomNumber "random_number" S std "harvest:>ru" None Scalar no;
    RandomSeed "random_seed" S std "size?:>i/0 put?:i/1 get?:>i/1" None Scalar no;
    Split "split" P std "string:c/0 set:c/0 pos:>i/0 back?:l/0" None Scalar no;
    Tokenize "tokenize" P std "string:c/0 set:c/0 tokens:>ci/1 separator?:>ci/1" None Scalar no;
    SystemClock "system_clock" S std "count?:>i/0 count_rate?:>ir/0 count_max?:>i/0" None Scalar no;
    // Extensions of gfortran: functions
    Acosd "acosd" E ext "x:r" A0 Elem fold;
    Asind "asind" E ext "x:r" A0 Elem fold;
    Atand "atand" E ext "y:r x?:=" A0 Elem fold;
    Atan2d "atan2d" E ext "y:r x:=" A0 Elem fold;
    Cosd "cosd" E ext "x:r" A0 Elem fold;
    Sind "sind" E ext "x:r" A0 Elem fold;
    Tand "tand" E ext "x:r" A0 Elem fold;
    Cotan "cotan" E ext "x:r" A0 Elem fold;
    Cotand "cotand" E ext "x:r" A0 Elem fold;
    And "and" E ext "i:ilb j:=b" A0 Elem fold;
    Or "or" E ext "i:ilb j:=b" A0 Elem fold;
    Xor "xor" E ext "i:ilb j:=b" A0 Elem fold;
    Lshift "lshift" E ext "i:i shift:i" A0 Elem fold;
    Rshift "rshift" E ext "i:i shift:i" A0 Elem fold;
    Complex "complex" E ext "x:ir y:ir" Special Elem fold;
    Isnan "isnan" E ext "x:r" Logical Elem fold;
    Int2 "int2" E ext "a:irzbu" Int2 Elem fold;
    Int8 "int8" E ext "a:irzbu" Int8 Elem fold;
    Loc "loc" Q ext "x:t" Int8 Scalar no;
    // An actual argument by value, as %VAL of gfortran.
    Val "%val" T ext "x:irzlu/0" A0 Scalar no;
    Sizeof "sizeof" Q ext "x:*" Int8 Scalar fold;
    // Function or subroutine: what the function returns, the subroutine stores to its last argument.
    Access "access" F ext "name:c/0 mode:c/0" Int Scalar no;
    Chdir "chdir" F ext "name:c/0 status?:>i/0" Int Scalar no;
    Chmod "chmod" F ext "name:c/0 mode:c/0 status?:>i/0" Int Scalar no;
    Ctime "ctime" F ext "time:i/0 result?:>c/0" Char Scalar no;
    Etime "etime" F ext "values:>r/1 time?:>r/0" Real Scalar no;
    Dtime "dtime" F ext "values:>r/1 time?:>r/0" Real Scalar no;
    Fdate "fdate" F ext "date?:>c/0" Char Scalar no;
    Fget "fget" F ext "c:>c/0 status?:>i/0" Int Scalar no;
    Fgetc "fgetc" F ext "unit:i/0 c:>c/0 status?:>i/0" Int Scalar no;
    Fput "fput" F ext "c:c/0 status?:>i/0" Int Scalar no;
    Fputc "fputc" F ext "unit:i/0 c:c/0 status?:>i/0" Int Scalar no;
    Fstat "fstat" F ext "unit:i/0 values:>i/1 status?:>i/0" Int Scalar no;
    Getcwd "getcwd" F ext "c:>c/0 status?:>i/0" Int Scalar no;
    Getgid "getgid" F ext "" Int Scalar no;
    Getpid "getpid" F ext "" Int Scalar no;
    Getuid "getuid" F ext "" Int Scalar no;
    Hostnm "hostnm" F ext "c:>c/0 status?:>i/0" Int Scalar no;
    Iargc "iargc" F ext "" Int Scalar no;
    Ierrno "ierrno" F ext "" Int Scalar no;
    Irand "irand" F ext "i?:i/0" Int Scalar no;
    Isatty "isatty" F ext "unit:i/0" Logical Scalar no;
    Kill "kill" F ext "pid:i/0 sig:i/0 status?:>i/0" Int Scalar no;
    Link "link" F ext "path1:c/0 path2:c/0 status?:>i/0" Int Scalar no;
    Lstat "lstat" F ext "name:c/0 values:>i/1 status?:>i/0" Int Scalar no;
    Malloc "malloc" F ext "size:i/0" Int8 Scalar no;
    Mclock "mclock" F ext "" Int Scalar no;
    Mclock8 "mclock8" F ext "" Int8 Scalar no;
    Rand "rand" F ext "i?:i/0" Real Scalar no;
    Rename "rename" F ext "path1:c/0 path2:c/0 status?:>i/0" Int Scalar no;
    Secnds "secnds" F ext "x:r/0" A0 Scalar no;
    Second "second" F ext "time?:>r/0" Real Scalar no;
    Signal "signal" F ext "number:i/0 handler:pi status?:>i/0" Int Scalar no;
    Stat "stat" F ext "name:c/0 values:>i/1 status?:>i/0" Int Scalar no;
    Symlnk "symlnk" F ext "path1:c/0 path2:c/0 status?:>i/0" Int Scalar no;
    System "system" F ext "command:c/0 status?:>i/0" Int Scalar no;
    Time "time" F ext "" Int Scalar no;
    Time8 "time8" F ext "" Int8 Scalar no;
    Ttynam "ttynam" F ext "unit:i/0 name?:>c/0" Char Scalar no;
    Fnum "fnum" F ext "unit:i/0" Int Scalar no;
    Ftell "ftell" F ext "unit:i/0 offset?:>i/0" Int8 Scalar no;
    Umask "umask" F ext "mask:i/0 old?:>i/0" Int Scalar no;
    Unlink "unlink" F ext "path:c/0 status?:>i/0" Int Scalar no;
    // Extensions of gfortran: subroutines
    Abort "abort" S ext "" None Scalar no;
    Alarm "alarm" S ext "seconds:i/0 handler:pi status?:>i/0" None Scalar no;
    Backtrace "backtrace" S ext "" None Scalar no;
    Exit "exit" S ext "status?:i/0" None Scalar no;
    Flush "flush" S ext "unit?:i/0" None Scalar no;
    Free "free" S ext "ptr:i/0" None Scalar no;
    Fseek "fseek" S ext "unit:i/0 offset:i/0 whence:i/0 status?:>i/0" None Scalar no;
    Gerror "gerror" S ext "result:>c/0" None Scalar no;
    Getarg "getarg" S ext "pos:i/0 value:>c/0" None Scalar no;
    Getenv "getenv" S ext "name:c/0 value:>c/0" None Scalar no;
    Getlog "getlog" S ext "c:>c/0" None Scalar no;
    Gmtime "gmtime" S ext "time:i/0 values:>i/1" None Scalar no;
    Idate "idate" S ext "values:>i/1" None Scalar no;
    Itime "itime" S ext "values:>i/1" None Scalar no;
    Ltime "ltime" S ext "time:i/0 values:>i/1" None Scalar no;
    Perror "perror" S ext "string:c/0" None Scalar no;
    Sleep "sleep" S ext "seconds:i/0" None Scalar no;
    Srand "srand" S ext "seed:i/0" None Scalar no;
    // iso_c_binding, iso_fortran_env
    CAssociated "c_associated" T cbind "c_ptr_1:d/0 c_ptr_2?:d/0" Logical Scalar no;
    CFPointer "c_f_pointer" P cbind "cptr:d/0 fptr:>t shape?:i/1 lower?:i/1" None Scalar no;
    CFStrpointer "c_f_strpointer" P cbind "cstrarray:dc fstrptr:>c/0 nchars?:i/0" None Scalar no;
    CFProcpointer "c_f_procpointer" P cbind "cptr:d/0 fptr:>t" None Scalar no;
    CFunloc "c_funloc" Q cbind "x:t" Special Scalar no;
    FCString "f_c_string" T cbind "string:c/0 asis?:l/0" Char Scalar no;
    CLoc "c_loc" Q cbind "x:t" Special Scalar no;
    CSizeof "c_sizeof" Q cbind "x:*" Int8 Scalar fold;
    CompilerOptions "compiler_options" Q env "" Special Scalar fold;
    CompilerVersion "compiler_version" Q env "" Special Scalar fold;
    // ieee_arithmetic
    IeeeClass "ieee_class" E ieee "x:r" Special Elem no;
    IeeeCopySign "ieee_copy_sign" E ieee "x:r y:r" A0 Elem fold;
    IeeeFma "ieee_fma" E ieee "a:r b:= c:=" A0 Elem fold;
    IeeeGetRoundingMode "ieee_get_rounding_mode" S ieee "round_value:>d/0 radix?:i/0" None Scalar no;
    IeeeGetUnderflowMode "ieee_get_underflow_mode" S ieee "gradual:>l/0" None Scalar no;
    IeeeInt "ieee_int" E ieee "a:r round:d/0 kind?:k" Int Elem no;
    IeeeIsFinite "ieee_is_finite" E ieee "x:r" Logical Elem fold;
    IeeeIsNan "ieee_is_nan" E ieee "x:r" Logical Elem fold;
    IeeeIsNegative "ieee_is_negative" E ieee "x:r" Logical Elem fold;
    IeeeIsNormal "ieee_is_normal" E ieee "x:r" Logical Elem fold;
    IeeeLogb "ieee_logb" E ieee "x:r" A0 Elem fold;
    IeeeMaxNum "ieee_max_num" E ieee "x:r y:=" A0 Elem fold;
    IeeeMaxNumMag "ieee_max_num_mag" E ieee "x:r y:=" A0 Elem fold;
    IeeeMinNum "ieee_min_num" E ieee "x:r y:=" A0 Elem fold;
    IeeeMinNumMag "ieee_min_num_mag" E ieee "x:r y:=" A0 Elem fold;
    IeeeNextAfter "ieee_next_after" E ieee "x:r y:r" A0 Elem fold;
    IeeeNextDown "ieee_next_down" E ieee "x:r" A0 Elem fold;
    IeeeNextUp "ieee_next_up" E ieee "x:r" A0 Elem fold;
    IeeeQuietEq "ieee_quiet_eq" E ieee "a:r b:=" Logical Elem fold;
    IeeeQuietGe "ieee_quiet_ge" E ieee "a:r b:=" Logical Elem fold;
    IeeeQuietGt "ieee_quiet_gt" E ieee "a:r b:=" Logical Elem fold;
    IeeeQuietLe "ieee_quiet_le" E ieee "a:r b:=" Logical Elem fold;
    IeeeQuietLt "ieee_quiet_lt" E ieee "a:r b:=" Logical Elem fold;
    IeeeQuietNe "ieee_quiet_ne" E ieee "a:r b:=" Logical Elem fold;
    IeeeReal "ieee_real" E ieee "a:ir kind?:k" Special Elem no;
    IeeeRem "ieee_rem" E ieee "x:r y:r" A0 Elem fold;
    IeeeRint "ieee_rint" E ieee "x:r round?:d/0" A0 Elem no;
    IeeeScalb "ieee_scalb" E ieee "x:r i:i" A0 Elem fold;
    IeeeSelectedRealKind "ieee_selected_real_kind" T ieee "p?:i/0 r?:i/0 radix?:i/0" Int Scalar fold;
    IeeeSetRoundingMode "ieee_set_rounding_mode" S ieee "round_value:d/0 radix?:i/0" None Scalar no;
    IeeeSetUnderflowMode "ieee_set_underflow_mode" S ieee "gradual:l/0" None Scalar no;
    IeeeSignalingEq "ieee_signaling_eq" E ieee "a:r b:=" Logical Elem no;
    IeeeSignalingGe "ieee_signaling_ge" E ieee "a:r b:=" Logical Elem no;
    IeeeSignalingGt "ieee_signaling_gt" E ieee "a:r b:=" Logical Elem no;
    IeeeSignalingLe "ieee_signaling_le" E ieee "a:r b:=" Logical Elem no;
    IeeeSignalingLt "ieee_signaling_lt" E ieee "a:r b:=" Logical Elem no;
    IeeeSignalingNe "ieee_signaling_ne" E ieee "a:r b:=" Logical Elem no;
    IeeeSignbit "ieee_signbit" E ieee "x:r" Logical Elem fold;
    IeeeSupportDatatype "ieee_support_datatype" Q ieee "x?:r" Logical Scalar fold;
    IeeeSupportDenormal "ieee_support_denormal" Q ieee "x?:r" Logical Scalar fold;
    IeeeSupportSubnormal "ieee_support_subnormal" Q ieee "x?:r" Logical Scalar fold;
    IeeeSupportDivide "ieee_support_divide" Q ieee "x?:r" Logical Scalar fold;
    IeeeSupportInf "ieee_support_inf" Q ieee "x?:r" Logical Scalar fold;
    IeeeSupportIo "ieee_support_io" Q ieee "x?:r" Logical Scalar fold;
    IeeeSupportNan "ieee_support_nan" Q ieee "x?:r" Logical Scalar fold;
    IeeeSupportRounding "ieee_support_rounding" Q ieee "round_value:d/0 x?:r" Logical Scalar fold;
    IeeeSupportSqrt "ieee_support_sqrt" Q ieee "x?:r" Logical Scalar fold;
    IeeeSupportStandard "ieee_support_standard" Q ieee "x?:r" Logical Scalar fold;
    IeeeSupportUnderflowControl "ieee_support_underflow_control" Q ieee "x?:r" Logical Scalar fold;
    IeeeUnordered "ieee_unordered" E ieee "x:r y:r" Logical Elem fold;
    IeeeValue "ieee_value" E ieee "x:r class:d" A0 Elem no;
    // ieee_exceptions
    IeeeGetFlag "ieee_get_flag" ES exc "flag:d flag_value:>l" None Elem no;
    IeeeGetHaltingMode "ieee_get_halting_mode" ES exc "flag:d halting:>l" None Elem no;
    IeeeGetModes "ieee_get_modes" S exc "modes:>d/0" None Scalar no;
    IeeeGetStatus "ieee_get_status" S exc "status_value:>d/0" None Scalar no;
    IeeeSetFlag "ieee_set_flag" P exc "flag:d flag_value:l" None Scalar no;
    IeeeSetHaltingMode "ieee_set_halting_mode" P exc "flag:d halting:l" None Scalar no;
    IeeeSetModes "ieee_set_modes" S exc "modes:d/0" None Scalar no;
    IeeeSetStatus "ieee_set_status" S exc "status_value:d/0" None Scalar no;
    IeeeSupportFlag "ieee_support_flag" Q exc "flag:d/0 x?:r" Logical Scalar fold;
    IeeeSupportHalting "ieee_support_halting" Q exc "flag:d/0" Logical Scalar fold;
}
