//! The rows, by family: `Variant "name" class origin "arguments" result rank folds`, the words being those of [`Class`], [`Origin`],
//! [`ResultType`] and [`Rank`]; `folds`: evaluated at compile time where the arguments are constant, `runs`: only at run time.
//! See [`super::Dummy`] for the letters of the arguments.

use super::{Class, Origin, Rank, ResultType};

/// A row as written; parsed once into [`super::Row`].
pub(super) struct RawRow {
    pub id: Intrinsic,
    pub name: &'static str,
    pub class: Class,
    pub origin: Origin,
    pub args: &'static str,
    pub result: ResultType,
    pub rank: Rank,
    pub folds: bool,
}

macro_rules! folds {
    (folds) => {
        true
    };
    (runs) => {
        false
    };
}
macro_rules! intrinsics {
    ($($(#[$doc:meta])* $family:ident { $($id:ident $name:literal $class:ident $origin:ident $args:literal
        $result:ident $(($arg:literal))? $rank:ident $folds:ident;)* })*) => {
        /// An intrinsic procedure, by its generic name.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
        #[repr(u16)]
        #[allow(missing_docs)]
        pub enum Intrinsic { $($($id,)*)* }
        pub(super) static RAW: &[RawRow] = &[$($(RawRow {
            id: Intrinsic::$id, name: $name, class: Class::$class, origin: Origin::$origin, args: $args,
            result: ResultType::$result$(($arg))?, rank: Rank::$rank, folds: folds!($folds),
        },)*)*];
        /// The procedures of each family, so that what treats a family can say something of every procedure in it.
        pub mod family {
            $($(#[$doc])*
            #[derive(Clone, Copy, PartialEq, Eq, Debug)]
            #[allow(missing_docs)]
            pub enum $family { $($id,)* })*
        }
        /// A family of procedures, with the one that is meant.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Family { $($(#[$doc])* $family(family::$family),)* }
        impl Intrinsic {
            /// Its family, as the table groups them.
            pub fn family(self) -> Family {
                match self { $($(Intrinsic::$id => Family::$family(family::$family::$id),)*)* }
            }
        }
    };
}

intrinsics! {
    /// Numbers: arithmetic, rounding, conversion, tests.
    Numbers {
        Abs "abs" Elemental Standard "a:irz" PartOf(0) Elem folds;
        Aimag "aimag" Elemental Standard "z:z" PartOf(0) Elem folds;
        Aint "aint" Elemental Standard "a:r kind?:k" Arg(0) Elem folds;
        Anint "anint" Elemental Standard "a:r kind?:k" Arg(0) Elem folds;
        Ceiling "ceiling" Elemental Standard "a:r kind?:k" Int Elem folds;
        Cmplx "cmplx" Elemental Standard "x:irzBu y?:irBu kind?:k" Special Elem folds;
        Conjg "conjg" Elemental Standard "z:z" Arg(0) Elem folds;
        Dble "dble" Elemental Standard "a:irzBu" Double Elem folds;
        Dim "dim" Elemental Standard "x:ir y:=" Arg(0) Elem folds;
        Dprod "dprod" Elemental Standard "x:r y:r" Double Elem folds;
        Floor "floor" Elemental Standard "a:r kind?:k" Int Elem folds;
        Int "int" Elemental Standard "a:irzBlu kind?:k" Int Elem folds;
        Max "max" Elemental Standard "a1:ircu a2:= ...:=" Special Elem folds;
        Min "min" Elemental Standard "a1:ircu a2:= ...:=" Special Elem folds;
        Mod "mod" Elemental Standard "a:iru p:=" Arg(0) Elem folds;
        Modulo "modulo" Elemental Standard "a:iru p:=" Arg(0) Elem folds;
        Nint "nint" Elemental Standard "a:r kind?:k" Int Elem folds;
        Real "real" Elemental Standard "a:irzBlu kind?:k" Special Elem folds;
        Uint "uint" Elemental Extension "a:irzBu kind?:k" Unsigned Elem folds;
        Sign "sign" Elemental Standard "a:ir b:=!" Arg(0) Elem folds;
        IsIostatEnd "is_iostat_end" Elemental Standard "i:i" Logical Elem folds;
        IsIostatEor "is_iostat_eor" Elemental Standard "i:i" Logical Elem folds;
        OutOfRange "out_of_range" Elemental Standard "x:iru mold:iru/0 round?:l/0" Logical Elem folds;
        Complex "complex" Elemental Extension "x:ir y:ir" Special Elem folds;
        Int2 "int2" Elemental Extension "a:irzBu" Int2 Elem folds;
        Int8 "int8" Elemental Extension "a:irzBu" Int8 Elem folds;
    }
    /// Functions of mathematics.
    Mathematics {
        Acos "acos" Elemental Standard "x:rz" Arg(0) Elem folds;
        Acosh "acosh" Elemental Standard "x:rz" Arg(0) Elem folds;
        Asin "asin" Elemental Standard "x:rz" Arg(0) Elem folds;
        Asinh "asinh" Elemental Standard "x:rz" Arg(0) Elem folds;
        Atan "atan" Elemental Standard "y:rz x?:=!" Arg(0) Elem folds;
        Atan2 "atan2" Elemental Standard "y:r x:=!" Arg(0) Elem folds;
        Atanh "atanh" Elemental Standard "x:rz" Arg(0) Elem folds;
        BesselJ0 "bessel_j0" Elemental Standard "x:r" Arg(0) Elem folds;
        BesselJ1 "bessel_j1" Elemental Standard "x:r" Arg(0) Elem folds;
        BesselJn "bessel_jn" Elemental Standard "n:i x:ir x2?:r/0" Special Special folds;
        BesselY0 "bessel_y0" Elemental Standard "x:r" Arg(0) Elem folds;
        BesselY1 "bessel_y1" Elemental Standard "x:r" Arg(0) Elem folds;
        BesselYn "bessel_yn" Elemental Standard "n:i x:ir x2?:r/0" Special Special folds;
        Cos "cos" Elemental Standard "x:rz" Arg(0) Elem folds;
        Cosh "cosh" Elemental Standard "x:rz" Arg(0) Elem folds;
        Erf "erf" Elemental Standard "x:r" Arg(0) Elem folds;
        Erfc "erfc" Elemental Standard "x:r" Arg(0) Elem folds;
        ErfcScaled "erfc_scaled" Elemental Standard "x:r" Arg(0) Elem folds;
        Exp "exp" Elemental Standard "x:rz" Arg(0) Elem folds;
        Gamma "gamma" Elemental Standard "x:r" Arg(0) Elem folds;
        Hypot "hypot" Elemental Standard "x:r y:=!" Arg(0) Elem folds;
        Log "log" Elemental Standard "x:rz" Arg(0) Elem folds;
        Log10 "log10" Elemental Standard "x:r" Arg(0) Elem folds;
        LogGamma "log_gamma" Elemental Standard "x:r" Arg(0) Elem folds;
        Sin "sin" Elemental Standard "x:rz" Arg(0) Elem folds;
        Sinh "sinh" Elemental Standard "x:rz" Arg(0) Elem folds;
        Sqrt "sqrt" Elemental Standard "x:rz" Arg(0) Elem folds;
        Tan "tan" Elemental Standard "x:rz" Arg(0) Elem folds;
        Tanh "tanh" Elemental Standard "x:rz" Arg(0) Elem folds;
        Acospi "acospi" Elemental Standard "x:r" Arg(0) Elem folds;
        Asinpi "asinpi" Elemental Standard "x:r" Arg(0) Elem folds;
        Atanpi "atanpi" Elemental Standard "y:r x?:=!" Arg(0) Elem folds;
        Atan2pi "atan2pi" Elemental Standard "y:r x:=!" Arg(0) Elem folds;
        Cospi "cospi" Elemental Standard "x:r" Arg(0) Elem folds;
        Sinpi "sinpi" Elemental Standard "x:r" Arg(0) Elem folds;
        Tanpi "tanpi" Elemental Standard "x:r" Arg(0) Elem folds;
        Acosd "acosd" Elemental Extension "x:r" Arg(0) Elem folds;
        Asind "asind" Elemental Extension "x:r" Arg(0) Elem folds;
        Atand "atand" Elemental Extension "y:r x?:=" Arg(0) Elem folds;
        Atan2d "atan2d" Elemental Extension "y:r x:=" Arg(0) Elem folds;
        Cosd "cosd" Elemental Extension "x:r" Arg(0) Elem folds;
        Sind "sind" Elemental Extension "x:r" Arg(0) Elem folds;
        Tand "tand" Elemental Extension "x:r" Arg(0) Elem folds;
        Cotan "cotan" Elemental Extension "x:r" Arg(0) Elem folds;
        Cotand "cotand" Elemental Extension "x:r" Arg(0) Elem folds;
    }
    /// Parts and neighbours of floating-point numbers.
    Floats {
        Exponent "exponent" Elemental Standard "x:r" Int Elem folds;
        Fraction "fraction" Elemental Standard "x:r" Arg(0) Elem folds;
        Nearest "nearest" Elemental Standard "x:r s:r" Arg(0) Elem folds;
        Rrspacing "rrspacing" Elemental Standard "x:r" Arg(0) Elem folds;
        Scale "scale" Elemental Standard "x:r i:i" Arg(0) Elem folds;
        SetExponent "set_exponent" Elemental Standard "x:r i:i" Arg(0) Elem folds;
        Spacing "spacing" Elemental Standard "x:r" Arg(0) Elem folds;
        Isnan "isnan" Elemental Extension "x:r" Logical Elem folds;
    }
    /// What is true of a kind, and kinds with wanted properties.
    Models {
        Digits "digits" Inquiry Standard "x:iru" Int Scalar folds;
        Epsilon "epsilon" Inquiry Standard "x:r" Arg(0) Scalar folds;
        Huge "huge" Inquiry Standard "x:iru" Arg(0) Scalar folds;
        Maxexponent "maxexponent" Inquiry Standard "x:r" Int Scalar folds;
        Minexponent "minexponent" Inquiry Standard "x:r" Int Scalar folds;
        Precision "precision" Inquiry Standard "x:rz" Int Scalar folds;
        Radix "radix" Inquiry Standard "x:iru" Int Scalar folds;
        Range "range" Inquiry Standard "x:irzu" Int Scalar folds;
        Tiny "tiny" Inquiry Standard "x:r" Arg(0) Scalar folds;
        Kind "kind" Inquiry Standard "x:irzlcu" Int Scalar folds;
        SelectedCharKind "selected_char_kind" Transformational Standard "name:c/0" Int Scalar folds;
        SelectedIntKind "selected_int_kind" Transformational Standard "r:i/0" Int Scalar folds;
        SelectedUnsignedKind "selected_unsigned_kind" Transformational Extension "r:i/0" Int Scalar folds;
        SelectedLogicalKind "selected_logical_kind" Transformational Standard "bits:i/0" Int Scalar folds;
        SelectedRealKind "selected_real_kind" Transformational Standard "p?:i/0 r?:i/0 radix?:i/0" Int Scalar folds;
        BitSize "bit_size" Inquiry Standard "i:iu" Arg(0) Scalar folds;
    }
    /// Bits of integers.
    Bits {
        Bge "bge" Elemental Standard "i:ibu j:ibu" Logical Elem folds;
        Bgt "bgt" Elemental Standard "i:ibu j:ibu" Logical Elem folds;
        Ble "ble" Elemental Standard "i:ibu j:ibu" Logical Elem folds;
        Blt "blt" Elemental Standard "i:ibu j:ibu" Logical Elem folds;
        Btest "btest" Elemental Standard "i:iu pos:i" Logical Elem folds;
        Dshiftl "dshiftl" Elemental Standard "i:ibu j:ibu! shift:i" Arg(0) Elem folds;
        Dshiftr "dshiftr" Elemental Standard "i:ibu j:ibu! shift:i" Arg(0) Elem folds;
        Iand "iand" Elemental Standard "i:ibu j:=b!" Arg(0) Elem folds;
        Ibclr "ibclr" Elemental Standard "i:iu pos:i" Arg(0) Elem folds;
        Ibits "ibits" Elemental Standard "i:iu pos:i len:i" Arg(0) Elem folds;
        Ibset "ibset" Elemental Standard "i:iu pos:i" Arg(0) Elem folds;
        Ieor "ieor" Elemental Standard "i:ibu j:=b!" Arg(0) Elem folds;
        Ior "ior" Elemental Standard "i:ibu j:=b!" Arg(0) Elem folds;
        Ishft "ishft" Elemental Standard "i:iu shift:i" Arg(0) Elem folds;
        Ishftc "ishftc" Elemental Standard "i:iu shift:i size?:i" Arg(0) Elem folds;
        Leadz "leadz" Elemental Standard "i:iu" Int Elem folds;
        Maskl "maskl" Elemental Standard "i:i kind?:k" Int Elem folds;
        Maskr "maskr" Elemental Standard "i:i kind?:k" Int Elem folds;
        Umaskl "umaskl" Elemental Extension "i:i kind?:k" Unsigned Elem folds;
        Umaskr "umaskr" Elemental Extension "i:i kind?:k" Unsigned Elem folds;
        MergeBits "merge_bits" Elemental Standard "i:ibu j:ibu! mask:ibu!" Arg(0) Elem folds;
        Mvbits "mvbits" ElementalSubroutine Standard "from:iu frompos:i len:i to:>iu topos:i" None Elem runs;
        Not "not" Elemental Standard "i:iu" Arg(0) Elem folds;
        Popcnt "popcnt" Elemental Standard "i:iu" Int Elem folds;
        Poppar "poppar" Elemental Standard "i:iu" Int Elem folds;
        Shifta "shifta" Elemental Standard "i:iu shift:i" Arg(0) Elem folds;
        Shiftl "shiftl" Elemental Standard "i:iu shift:i" Arg(0) Elem folds;
        Shiftr "shiftr" Elemental Standard "i:iu shift:i" Arg(0) Elem folds;
        Trailz "trailz" Elemental Standard "i:iu" Int Elem folds;
        And "and" Elemental Extension "i:ilb j:=b" Arg(0) Elem folds;
        Or "or" Elemental Extension "i:ilb j:=b" Arg(0) Elem folds;
        Xor "xor" Elemental Extension "i:ilb j:=b" Arg(0) Elem folds;
        Lshift "lshift" Elemental Extension "i:i shift:i" Arg(0) Elem folds;
        Rshift "rshift" Elemental Extension "i:i shift:i" Arg(0) Elem folds;
    }
    /// Elemental functions of characters and logicals, and the choice between values.
    Characters {
        Achar "achar" Elemental Standard "i:ib kind?:k" Char1 Elem folds;
        Adjustl "adjustl" Elemental Standard "string:c" Arg(0) Elem folds;
        Adjustr "adjustr" Elemental Standard "string:c" Arg(0) Elem folds;
        Char "char" Elemental Standard "i:ib kind?:k" Char1 Elem folds;
        Iachar "iachar" Elemental Standard "c:c kind?:k" Int Elem folds;
        Ichar "ichar" Elemental Standard "c:c kind?:k" Int Elem folds;
        Index "index" Elemental Standard "string:c substring:c back?:l kind?:k" Int Elem folds;
        LenTrim "len_trim" Elemental Standard "string:c kind?:k" Int Elem folds;
        Lge "lge" Elemental Standard "string_a:c string_b:c" Logical Elem folds;
        Lgt "lgt" Elemental Standard "string_a:c string_b:c" Logical Elem folds;
        Lle "lle" Elemental Standard "string_a:c string_b:c" Logical Elem folds;
        Llt "llt" Elemental Standard "string_a:c string_b:c" Logical Elem folds;
        Logical "logical" Elemental Standard "l:liu kind?:k" Logical Elem folds;
        Merge "merge" Elemental Standard "tsource:* fsource:= mask:l" Arg(0) Elem folds;
        Scan "scan" Elemental Standard "string:c set:c back?:l kind?:k" Int Elem folds;
        Verify "verify" Elemental Standard "string:c set:c back?:l kind?:k" Int Elem folds;
    }
    /// Other procedures for strings.
    Strings {
        Len "len" Inquiry Standard "string:c kind?:k" Int Scalar folds;
        NewLine "new_line" Inquiry Standard "a:c" Char1 Scalar folds;
        Repeat "repeat" Transformational Standard "string:c/0 ncopies:i/0" Char Scalar folds;
        Trim "trim" Transformational Standard "string:c/0" Char Scalar folds;
        Split "split" PureSubroutine Standard "string:c/0 set:c/0 pos:>i/0 back?:l/0" None Scalar runs;
        Tokenize "tokenize" PureSubroutine Standard "string:c/0 set:c/0 tokens:>ci/1 separator?:>ci/1" None Scalar runs;
    }
    /// Reduction of arrays, and places in them.
    Reductions {
        All "all" Transformational Standard "mask:l/a dim?:i/0" Arg(0) Reduce folds;
        Any "any" Transformational Standard "mask:l/a dim?:i/0" Arg(0) Reduce folds;
        Count "count" Transformational Standard "mask:l/a dim?:i/0 kind?:k" Int Reduce folds;
        Iall "iall" Transformational Standard "array:iu/a dim?:i/0 mask?:l" Arg(0) Reduce folds;
        Iany "iany" Transformational Standard "array:iu/a dim?:i/0 mask?:l" Arg(0) Reduce folds;
        Iparity "iparity" Transformational Standard "array:iu/a dim?:i/0 mask?:l" Arg(0) Reduce folds;
        Maxval "maxval" Transformational Standard "array:ircu/a dim?:i/0 mask?:l" Arg(0) Reduce folds;
        Minval "minval" Transformational Standard "array:ircu/a dim?:i/0 mask?:l" Arg(0) Reduce folds;
        Norm2 "norm2" Transformational Standard "x:r/a dim?:i/0" Arg(0) Reduce folds;
        Parity "parity" Transformational Standard "mask:l/a dim?:i/0" Arg(0) Reduce folds;
        Product "product" Transformational Standard "array:irzu/a dim?:i/0 mask?:l" Arg(0) Reduce folds;
        Sum "sum" Transformational Standard "array:irzu/a dim?:i/0 mask?:l" Arg(0) Reduce folds;
        Reduce "reduce" Transformational Standard "array:*/a operation:p dim?:i/0 mask?:l identity?:=/0 ordered?:l/0" Arg(0) Reduce runs;
        Findloc "findloc" Transformational Standard "array:irzlcu/a value:irzlcu/0 dim?:i/0 mask?:l kind?:k back?:l/0" Int Locate folds;
        Maxloc "maxloc" Transformational Standard "array:ircu/a dim?:i/0 mask?:l kind?:k back?:l/0" Int Locate folds;
        Minloc "minloc" Transformational Standard "array:ircu/a dim?:i/0 mask?:l kind?:k back?:l/0" Int Locate folds;
    }
    /// Construction and rearrangement of arrays.
    Arrays {
        Cshift "cshift" Transformational Standard "array:*/a shift:i dim?:i/0" Arg(0) Same folds;
        DotProduct "dot_product" Transformational Standard "vector_a:irzlu/1 vector_b:irzlu/1" Special Scalar folds;
        Eoshift "eoshift" Transformational Standard "array:*/a shift:i boundary?:= dim?:i/0" Arg(0) Same folds;
        Matmul "matmul" Transformational Standard "matrix_a:irzlu/a matrix_b:irzlu/a" Special Special folds;
        Pack "pack" Transformational Standard "array:*/a mask:l vector?:=/1" Arg(0) Vector folds;
        Reshape "reshape" Transformational Standard "source:*/a shape:i/1 pad?:=/a order?:i/1" Arg(0) Special folds;
        Spread "spread" Transformational Standard "source:* dim:i/0 ncopies:i/0" Arg(0) Special folds;
        Transfer "transfer" Transformational Standard "source:* mold:* size?:i/0" Arg(1) Special folds;
        Transpose "transpose" Transformational Standard "matrix:*/2" Arg(0) Same folds;
        // `(mask ? first : second)`: only one of them is evaluated.
        Conditional "(conditional)" Transformational Internal "mask:l/0 first:* second:*" Special Special runs;
        // Made by the compiler for polymorphic arrays: the elements of `source` (and then `other`) that `index` names, and
        // the numbers of the elements of an array, counted from zero, those of the second source after the first.
        Gather "(gather)" Transformational Internal "index:i/a source:t other?:t" Special Special runs;
        ElementNumbers "(element numbers)" Transformational Internal "array:t source:i/0" Int8 Same runs;
        Unpack "unpack" Transformational Standard "vector:*/1 mask:l/a field:=" Arg(0) Special folds;
    }
    /// Bounds, allocation, association and type of objects.
    Objects {
        // The ordinal after or before one of an enumeration type.
        EnumerationStep "(next)" ImpureFunction Internal "ordinal:i/0 last:i/0 by:i/0 stat?:i/0" Arg(0) Scalar runs;
        Allocated "allocated" Inquiry Standard "array:t" Logical Scalar runs;
        Associated "associated" Inquiry Standard "pointer:t target?:t" Logical Scalar runs;
        ExtendsTypeOf "extends_type_of" Inquiry Standard "a:d mold:d" Logical Scalar runs;
        IsContiguous "is_contiguous" Inquiry Standard "array:*" Logical Scalar runs;
        Lbound "lbound" Inquiry Standard "array:* dim?:i/0 kind?:k" Int Bound folds;
        Present "present" Inquiry Standard "a:t" Logical Scalar runs;
        Rank "rank" Inquiry Standard "a:*" Int Scalar folds;
        SameTypeAs "same_type_as" Inquiry Standard "a:d b:d" Logical Scalar runs;
        Shape "shape" Inquiry Standard "source:* kind?:k" Int Vector folds;
        Size "size" Inquiry Standard "array:* dim?:i/0 kind?:k" Int Scalar folds;
        StorageSize "storage_size" Inquiry Standard "a:* kind?:k" Int Scalar folds;
        Ubound "ubound" Inquiry Standard "array:* dim?:i/0 kind?:k" Int Bound folds;
        Null "null" Transformational Standard "mold?:t" Special Special runs;
        MoveAlloc "move_alloc" PureSubroutine Standard "from:>t to:>t stat?:>i/0 errmsg?:>c/0" None Scalar runs;
        Loc "loc" Inquiry Extension "x:t" Int8 Scalar runs;
        // An actual argument by value, as %VAL of gfortran.
        Val "%val" Transformational Extension "x:irzlu/0" Arg(0) Scalar runs;
        Sizeof "sizeof" Inquiry Extension "x:*" Int8 Scalar folds;
    }
    /// Functions about images, teams and coarrays.
    Images {
        NumImages "num_images" Transformational Standard "team?:id/0" Int Scalar runs;
        ThisImage "this_image" Transformational Standard "team?:id/0" Int Scalar runs;
        ImageIndex "image_index" Transformational Standard "coarray:* sub:i/1 team?:*" Int Scalar runs;
        Lcobound "lcobound" Inquiry Standard "coarray:* dim?:i/0 kind?:k" Int Bound runs;
        Ucobound "ucobound" Inquiry Standard "coarray:* dim?:i/0 kind?:k" Int Bound runs;
        Coshape "coshape" Inquiry Standard "coarray:* kind?:k" Int Vector runs;
        ImageStatus "image_status" Transformational Standard "image:i/0 team?:d/0" Int Scalar runs;
        FailedImages "failed_images" Transformational Standard "team?:d/0 kind?:k" Int Vector runs;
        StoppedImages "stopped_images" Transformational Standard "team?:d/0 kind?:k" Int Vector runs;
        TeamNumber "team_number" Transformational Standard "team?:d/0" Int Scalar runs;
        GetTeam "get_team" Transformational Standard "level?:i/0" Special Scalar runs;
        // What statements about teams and coarrays do; no name in a program is written like these.
        FormTeam "form team" Transformational Extension "number:i/0" Int8 Scalar runs;
        ChangeTeam "change team" Transformational Extension "team:i/0" Int Scalar runs;
        TeamOfLevel "team of level" Transformational Extension "level:i/0" Int8 Scalar runs;
        NumberOfTeam "number of team" Transformational Extension "team:i/0" Int8 Scalar runs;
        TeamActive "team active" Transformational Extension "team:i/0 sibling:i/0" Int Scalar runs;
        TeamAllocated "team allocated" Inquiry Extension "coarray:*" Int Scalar runs;
        // The same of several images: what runs for them (`abi/src/rt/images.rs`).
        Coindexed "coindexed object" Transformational Extension "of:* image:i/0 far:i/0" Arg(0) Same runs;
        Gathered "values of images" Transformational Extension "of:*" Arg(0) Special runs;
        ImageOf "image of team" Transformational Extension "index:i/0 team:i/0 how:i/0" Int8 Scalar runs;
        ImageNumber "image number" Transformational Extension "what:i/0 team:i/0 how:i/0" Int8 Scalar runs;
        ImageSync "image sync" Transformational Extension "team:i/0 how:i/0 fatal:i/0" Int4 Scalar runs;
        ImageSyncSet "image sync set" Transformational Extension "set:i/1 fatal:i/0" Int4 Scalar runs;
        ImageWord "image word" Transformational Extension "of:* image:i/0 far:i/0 op:i/0 a:i/0 b:i/0" Int8 Scalar runs;
        FormTeamOfImages "form team of images" Transformational Extension "number:i/0 index:i/0 team:i/0 fatal:i/0" Int4 Scalar runs;
        ChangeTeamOfImages "change team of images" Transformational Extension "team:i/0 fatal:i/0" Int4 Scalar runs;
        ImageFailed "image failed" Transformational Extension "image:i/0" Int4 Scalar runs;
        StatusOfImage "status of image" Transformational Extension "index:i/0 team:i/0 how:i/0" Int4 Scalar runs;
        ImagesOfStatus "images of status" Transformational Extension "status:i/0 team:i/0 how:i/0" Int8 Vector runs;
    }
    /// Collective and atomic subroutines, and those of teams and events.
    Collectives {
        EndTeam "end team" Subroutine Extension "" None Scalar runs;
        CoindexedPut "coindexed assignment" Subroutine Extension "of:* image:i/0 far:i/0 value:*" None Scalar runs;
        CoarrayAllocated "coarray allocated" Subroutine Extension "coarray:*" None Scalar runs;
        CriticalOfImages "critical of images" Subroutine Extension "construct:i/0 enter:i/0" None Scalar runs;
        FailImage "fail image" Subroutine Extension "" None Scalar runs;
        BroadcastOfImages "broadcast of images" Subroutine Extension "a:* image:i/0" None Scalar runs;
        MessageOfStatus "message of status" Subroutine Extension "status:i/0 message:c/0" None Scalar runs;
        SetCobounds "set cobounds" Subroutine Extension "coarray:* dim:i/0 lower:i/0 upper:i/0" None Scalar runs;
        AtomicDefine "atomic_define" PureSubroutine Standard "atom:>il/0 value:il/0 stat?:>i/0" None Scalar runs;
        AtomicRef "atomic_ref" PureSubroutine Standard "value:>il/0 atom:il/0 stat?:>i/0" None Scalar runs;
        AtomicAdd "atomic_add" PureSubroutine Standard "atom:>i/0 value:i/0 stat?:>i/0" None Scalar runs;
        AtomicAnd "atomic_and" PureSubroutine Standard "atom:>i/0 value:i/0 stat?:>i/0" None Scalar runs;
        AtomicOr "atomic_or" PureSubroutine Standard "atom:>i/0 value:i/0 stat?:>i/0" None Scalar runs;
        AtomicXor "atomic_xor" PureSubroutine Standard "atom:>i/0 value:i/0 stat?:>i/0" None Scalar runs;
        AtomicFetchAdd "atomic_fetch_add" PureSubroutine Standard "atom:>i/0 value:i/0 old:>i/0 stat?:>i/0" None Scalar runs;
        AtomicFetchAnd "atomic_fetch_and" PureSubroutine Standard "atom:>i/0 value:i/0 old:>i/0 stat?:>i/0" None Scalar runs;
        AtomicFetchOr "atomic_fetch_or" PureSubroutine Standard "atom:>i/0 value:i/0 old:>i/0 stat?:>i/0" None Scalar runs;
        AtomicFetchXor "atomic_fetch_xor" PureSubroutine Standard "atom:>i/0 value:i/0 old:>i/0 stat?:>i/0" None Scalar runs;
        AtomicCas "atomic_cas" PureSubroutine Standard "atom:>il/0 old:>il/0 compare:il/0 new:il/0 stat?:>i/0" None Scalar runs;
        EventQuery "event_query" PureSubroutine Standard "event:d/0 count:>i/0 stat?:>i/0" None Scalar runs;
        CoBroadcast "co_broadcast" Subroutine Standard "a:>* source_image:i/0 stat?:>i/0 errmsg?:>c/0" None Scalar runs;
        CoMax "co_max" Subroutine Standard "a:>irc result_image?:i/0 stat?:>i/0 errmsg?:>c/0" None Scalar runs;
        CoMin "co_min" Subroutine Standard "a:>irc result_image?:i/0 stat?:>i/0 errmsg?:>c/0" None Scalar runs;
        CoReduce "co_reduce" Subroutine Standard "a:>* operation:p result_image?:i/0 stat?:>i/0 errmsg?:>c/0" None Scalar runs;
        CoSum "co_sum" Subroutine Standard "a:>irz result_image?:i/0 stat?:>i/0 errmsg?:>c/0" None Scalar runs;
    }
    /// Time, random numbers, the command line, the compiler.
    System {
        CommandArgumentCount "command_argument_count" Transformational Standard "" Int Scalar runs;
        CpuTime "cpu_time" Subroutine Standard "time:>r/0" None Scalar runs;
        DateAndTime "date_and_time" Subroutine Standard "date?:>c/0 time?:>c/0 zone?:>c/0 values?:>i/1" None Scalar runs;
        ExecuteCommandLine "execute_command_line" Subroutine Standard
            "command:c/0 wait?:l/0 exitstat?:>i/0 cmdstat?:>i/0 cmdmsg?:>c/0" None Scalar runs;
        GetCommand "get_command" Subroutine Standard "command?:>c/0 length?:>i/0 status?:>i/0 errmsg?:>c/0" None Scalar runs;
        GetCommandArgument "get_command_argument" Subroutine Standard
            "number:i/0 value?:>c/0 length?:>i/0 status?:>i/0 errmsg?:>c/0" None Scalar runs;
        GetEnvironmentVariable "get_environment_variable" Subroutine Standard
            "name:c/0 value?:>c/0 length?:>i/0 status?:>i/0 trim_name?:l/0 errmsg?:>c/0" None Scalar runs;
        RandomInit "random_init" Subroutine Standard "repeatable:l/0 image_distinct:l/0" None Scalar runs;
        RandomNumber "random_number" Subroutine Standard "harvest:>ru" None Scalar runs;
        RandomSeed "random_seed" Subroutine Standard "size?:>i/0 put?:i/1 get?:>i/1" None Scalar runs;
        SystemClock "system_clock" Subroutine Standard "count?:>i/0 count_rate?:>ir/0 count_max?:>i/0" None Scalar runs;
        CompilerOptions "compiler_options" Inquiry FortranEnv "" Special Scalar folds;
        CompilerVersion "compiler_version" Inquiry FortranEnv "" Special Scalar folds;
    }
    /// Procedures of gfortran that ask the system.
    Extensions {
        // Function or subroutine: what the function returns, the subroutine stores to its last argument.
        Access "access" ImpureFunction Extension "name:c/0 mode:c/0" Int Scalar runs;
        Chdir "chdir" ImpureFunction Extension "name:c/0 status?:>i/0" Int Scalar runs;
        Chmod "chmod" ImpureFunction Extension "name:c/0 mode:c/0 status?:>i/0" Int Scalar runs;
        Ctime "ctime" ImpureFunction Extension "time:i/0 result?:>c/0" Char Scalar runs;
        Etime "etime" ImpureFunction Extension "values:>r/1 time?:>r/0" Real Scalar runs;
        Dtime "dtime" ImpureFunction Extension "values:>r/1 time?:>r/0" Real Scalar runs;
        Fdate "fdate" ImpureFunction Extension "date?:>c/0" Char Scalar runs;
        Fget "fget" ImpureFunction Extension "c:>c/0 status?:>i/0" Int Scalar runs;
        Fgetc "fgetc" ImpureFunction Extension "unit:i/0 c:>c/0 status?:>i/0" Int Scalar runs;
        Fput "fput" ImpureFunction Extension "c:c/0 status?:>i/0" Int Scalar runs;
        Fputc "fputc" ImpureFunction Extension "unit:i/0 c:c/0 status?:>i/0" Int Scalar runs;
        Fstat "fstat" ImpureFunction Extension "unit:i/0 values:>i/1 status?:>i/0" Int Scalar runs;
        Getcwd "getcwd" ImpureFunction Extension "c:>c/0 status?:>i/0" Int Scalar runs;
        Getgid "getgid" ImpureFunction Extension "" Int Scalar runs;
        Getpid "getpid" ImpureFunction Extension "" Int Scalar runs;
        Getuid "getuid" ImpureFunction Extension "" Int Scalar runs;
        Hostnm "hostnm" ImpureFunction Extension "c:>c/0 status?:>i/0" Int Scalar runs;
        Iargc "iargc" ImpureFunction Extension "" Int Scalar runs;
        Ierrno "ierrno" ImpureFunction Extension "" Int Scalar runs;
        Irand "irand" ImpureFunction Extension "i?:i/0" Int Scalar runs;
        Isatty "isatty" ImpureFunction Extension "unit:i/0" Logical Scalar runs;
        Kill "kill" ImpureFunction Extension "pid:i/0 sig:i/0 status?:>i/0" Int Scalar runs;
        Link "link" ImpureFunction Extension "path1:c/0 path2:c/0 status?:>i/0" Int Scalar runs;
        Lstat "lstat" ImpureFunction Extension "name:c/0 values:>i/1 status?:>i/0" Int Scalar runs;
        Malloc "malloc" ImpureFunction Extension "size:i/0" Int8 Scalar runs;
        Mclock "mclock" ImpureFunction Extension "" Int Scalar runs;
        Mclock8 "mclock8" ImpureFunction Extension "" Int8 Scalar runs;
        Rand "rand" ImpureFunction Extension "i?:i/0" Real Scalar runs;
        Rename "rename" ImpureFunction Extension "path1:c/0 path2:c/0 status?:>i/0" Int Scalar runs;
        Secnds "secnds" ImpureFunction Extension "x:r/0" Arg(0) Scalar runs;
        Second "second" ImpureFunction Extension "time?:>r/0" Real Scalar runs;
        Signal "signal" ImpureFunction Extension "number:i/0 handler:pi status?:>i/0" Int Scalar runs;
        Stat "stat" ImpureFunction Extension "name:c/0 values:>i/1 status?:>i/0" Int Scalar runs;
        Symlnk "symlnk" ImpureFunction Extension "path1:c/0 path2:c/0 status?:>i/0" Int Scalar runs;
        System "system" ImpureFunction Extension "command:c/0 status?:>i/0" Int Scalar runs;
        Time "time" ImpureFunction Extension "" Int Scalar runs;
        Time8 "time8" ImpureFunction Extension "" Int8 Scalar runs;
        Ttynam "ttynam" ImpureFunction Extension "unit:i/0 name?:>c/0" Char Scalar runs;
        Fnum "fnum" ImpureFunction Extension "unit:i/0" Int Scalar runs;
        Ftell "ftell" ImpureFunction Extension "unit:i/0 offset?:>i/0" Int8 Scalar runs;
        Umask "umask" ImpureFunction Extension "mask:i/0 old?:>i/0" Int Scalar runs;
        Unlink "unlink" ImpureFunction Extension "path:c/0 status?:>i/0" Int Scalar runs;
        Abort "abort" Subroutine Extension "" None Scalar runs;
        Alarm "alarm" Subroutine Extension "seconds:i/0 handler:pi status?:>i/0" None Scalar runs;
        Backtrace "backtrace" Subroutine Extension "" None Scalar runs;
        Exit "exit" Subroutine Extension "status?:i/0" None Scalar runs;
        Flush "flush" Subroutine Extension "unit?:i/0" None Scalar runs;
        Free "free" Subroutine Extension "ptr:i/0" None Scalar runs;
        Fseek "fseek" Subroutine Extension "unit:i/0 offset:i/0 whence:i/0 status?:>i/0" None Scalar runs;
        Gerror "gerror" Subroutine Extension "result:>c/0" None Scalar runs;
        Getarg "getarg" Subroutine Extension "pos:i/0 value:>c/0" None Scalar runs;
        Getenv "getenv" Subroutine Extension "name:c/0 value:>c/0" None Scalar runs;
        Getlog "getlog" Subroutine Extension "c:>c/0" None Scalar runs;
        Gmtime "gmtime" Subroutine Extension "time:i/0 values:>i/1" None Scalar runs;
        Idate "idate" Subroutine Extension "values:>i/1" None Scalar runs;
        Itime "itime" Subroutine Extension "values:>i/1" None Scalar runs;
        Ltime "ltime" Subroutine Extension "time:i/0 values:>i/1" None Scalar runs;
        Perror "perror" Subroutine Extension "string:c/0" None Scalar runs;
        Sleep "sleep" Subroutine Extension "seconds:i/0" None Scalar runs;
        Srand "srand" Subroutine Extension "seed:i/0" None Scalar runs;
    }
    /// `iso_c_binding`.
    CBinding {
        CAssociated "c_associated" Transformational CBinding "c_ptr_1:d/0 c_ptr_2?:d/0" Logical Scalar runs;
        CFPointer "c_f_pointer" PureSubroutine CBinding "cptr:d/0 fptr:>t shape?:i/1 lower?:i/1" None Scalar runs;
        CFStrpointer "c_f_strpointer" PureSubroutine CBinding "cstrarray:dc fstrptr:>c/0 nchars?:i/0" None Scalar runs;
        CFProcpointer "c_f_procpointer" PureSubroutine CBinding "cptr:d/0 fptr:>t" None Scalar runs;
        CFunloc "c_funloc" Inquiry CBinding "x:t" Special Scalar runs;
        FCString "f_c_string" Transformational CBinding "string:c/0 asis?:l/0" Char Scalar runs;
        CLoc "c_loc" Inquiry CBinding "x:t" Special Scalar runs;
        CSizeof "c_sizeof" Inquiry CBinding "x:*" Int8 Scalar folds;
    }
    /// Elemental functions of `ieee_arithmetic`.
    Ieee {
        IeeeClass "ieee_class" Elemental IeeeArithmetic "x:r" Special Elem runs;
        IeeeCopySign "ieee_copy_sign" Elemental IeeeArithmetic "x:r y:r" Arg(0) Elem folds;
        IeeeFma "ieee_fma" Elemental IeeeArithmetic "a:r b:=! c:=!" Arg(0) Elem folds;
        IeeeInt "ieee_int" Elemental IeeeArithmetic "a:r round:d/0 kind?:k" Int Elem runs;
        IeeeIsFinite "ieee_is_finite" Elemental IeeeArithmetic "x:r" Logical Elem folds;
        IeeeIsNan "ieee_is_nan" Elemental IeeeArithmetic "x:r" Logical Elem folds;
        IeeeIsNegative "ieee_is_negative" Elemental IeeeArithmetic "x:r" Logical Elem folds;
        IeeeIsNormal "ieee_is_normal" Elemental IeeeArithmetic "x:r" Logical Elem folds;
        IeeeLogb "ieee_logb" Elemental IeeeArithmetic "x:r" Arg(0) Elem folds;
        IeeeMaxNum "ieee_max_num" Elemental IeeeArithmetic "x:r y:=" Arg(0) Elem folds;
        IeeeMaxNumMag "ieee_max_num_mag" Elemental IeeeArithmetic "x:r y:=" Arg(0) Elem folds;
        IeeeMinNum "ieee_min_num" Elemental IeeeArithmetic "x:r y:=" Arg(0) Elem folds;
        IeeeMinNumMag "ieee_min_num_mag" Elemental IeeeArithmetic "x:r y:=" Arg(0) Elem folds;
        IeeeNextAfter "ieee_next_after" Elemental IeeeArithmetic "x:r y:r" Arg(0) Elem folds;
        IeeeNextDown "ieee_next_down" Elemental IeeeArithmetic "x:r" Arg(0) Elem folds;
        IeeeNextUp "ieee_next_up" Elemental IeeeArithmetic "x:r" Arg(0) Elem folds;
        IeeeQuietEq "ieee_quiet_eq" Elemental IeeeArithmetic "a:r b:=" Logical Elem folds;
        IeeeQuietGe "ieee_quiet_ge" Elemental IeeeArithmetic "a:r b:=" Logical Elem folds;
        IeeeQuietGt "ieee_quiet_gt" Elemental IeeeArithmetic "a:r b:=" Logical Elem folds;
        IeeeQuietLe "ieee_quiet_le" Elemental IeeeArithmetic "a:r b:=" Logical Elem folds;
        IeeeQuietLt "ieee_quiet_lt" Elemental IeeeArithmetic "a:r b:=" Logical Elem folds;
        IeeeQuietNe "ieee_quiet_ne" Elemental IeeeArithmetic "a:r b:=" Logical Elem folds;
        IeeeReal "ieee_real" Elemental IeeeArithmetic "a:ir kind?:k" Special Elem runs;
        IeeeRem "ieee_rem" Elemental IeeeArithmetic "x:r y:r" Special Elem folds;
        IeeeRint "ieee_rint" Elemental IeeeArithmetic "x:r round?:d/0" Arg(0) Elem runs;
        IeeeScalb "ieee_scalb" Elemental IeeeArithmetic "x:r i:i" Arg(0) Elem folds;
        IeeeSignalingEq "ieee_signaling_eq" Elemental IeeeArithmetic "a:r b:=" Logical Elem runs;
        IeeeSignalingGe "ieee_signaling_ge" Elemental IeeeArithmetic "a:r b:=" Logical Elem runs;
        IeeeSignalingGt "ieee_signaling_gt" Elemental IeeeArithmetic "a:r b:=" Logical Elem runs;
        IeeeSignalingLe "ieee_signaling_le" Elemental IeeeArithmetic "a:r b:=" Logical Elem runs;
        IeeeSignalingLt "ieee_signaling_lt" Elemental IeeeArithmetic "a:r b:=" Logical Elem runs;
        IeeeSignalingNe "ieee_signaling_ne" Elemental IeeeArithmetic "a:r b:=" Logical Elem runs;
        IeeeSignbit "ieee_signbit" Elemental IeeeArithmetic "x:r" Logical Elem folds;
        IeeeUnordered "ieee_unordered" Elemental IeeeArithmetic "x:r y:r" Logical Elem folds;
        IeeeValue "ieee_value" Elemental IeeeArithmetic "x:r class:d" Arg(0) Elem runs;
    }
    /// Inquiries of `ieee_arithmetic` and `ieee_exceptions`.
    IeeeSupport {
        IeeeSelectedRealKind "ieee_selected_real_kind" Transformational IeeeArithmetic "p?:i/0 r?:i/0 radix?:i/0" Int Scalar folds;
        IeeeSupportDatatype "ieee_support_datatype" Inquiry IeeeArithmetic "x?:r" Logical Scalar folds;
        IeeeSupportDenormal "ieee_support_denormal" Inquiry IeeeArithmetic "x?:r" Logical Scalar folds;
        IeeeSupportSubnormal "ieee_support_subnormal" Inquiry IeeeArithmetic "x?:r" Logical Scalar folds;
        IeeeSupportDivide "ieee_support_divide" Inquiry IeeeArithmetic "x?:r" Logical Scalar folds;
        IeeeSupportInf "ieee_support_inf" Inquiry IeeeArithmetic "x?:r" Logical Scalar folds;
        IeeeSupportIo "ieee_support_io" Inquiry IeeeArithmetic "x?:r" Logical Scalar folds;
        IeeeSupportNan "ieee_support_nan" Inquiry IeeeArithmetic "x?:r" Logical Scalar folds;
        IeeeSupportRounding "ieee_support_rounding" Inquiry IeeeArithmetic "round_value:d/0 x?:r" Logical Scalar folds;
        IeeeSupportSqrt "ieee_support_sqrt" Inquiry IeeeArithmetic "x?:r" Logical Scalar folds;
        IeeeSupportStandard "ieee_support_standard" Inquiry IeeeArithmetic "x?:r" Logical Scalar folds;
        IeeeSupportUnderflowControl "ieee_support_underflow_control" Inquiry IeeeArithmetic "x?:r" Logical Scalar folds;
        IeeeSupportFlag "ieee_support_flag" Inquiry IeeeExceptions "flag:d/0 x?:r" Logical Scalar folds;
        IeeeSupportHalting "ieee_support_halting" Inquiry IeeeExceptions "flag:d/0" Logical Scalar folds;
    }
    /// Subroutines of `ieee_arithmetic` and `ieee_exceptions`: the floating-point environment.
    IeeeEnvironment {
        IeeeGetRoundingMode "ieee_get_rounding_mode" Subroutine IeeeArithmetic "round_value:>d/0 radix?:i/0" None Scalar runs;
        IeeeGetUnderflowMode "ieee_get_underflow_mode" Subroutine IeeeArithmetic "gradual:>l/0" None Scalar runs;
        IeeeSetRoundingMode "ieee_set_rounding_mode" Subroutine IeeeArithmetic "round_value:d/0 radix?:i/0" None Scalar runs;
        IeeeSetUnderflowMode "ieee_set_underflow_mode" Subroutine IeeeArithmetic "gradual:l/0" None Scalar runs;
        IeeeGetFlag "ieee_get_flag" ElementalSubroutine IeeeExceptions "flag:d flag_value:>l" None Elem runs;
        IeeeGetHaltingMode "ieee_get_halting_mode" ElementalSubroutine IeeeExceptions "flag:d halting:>l" None Elem runs;
        IeeeGetModes "ieee_get_modes" Subroutine IeeeExceptions "modes:>d/0" None Scalar runs;
        IeeeGetStatus "ieee_get_status" Subroutine IeeeExceptions "status_value:>d/0" None Scalar runs;
        IeeeSetFlag "ieee_set_flag" PureSubroutine IeeeExceptions "flag:d flag_value:l" None Scalar runs;
        IeeeSetHaltingMode "ieee_set_halting_mode" PureSubroutine IeeeExceptions "flag:d halting:l" None Scalar runs;
        IeeeSetModes "ieee_set_modes" Subroutine IeeeExceptions "modes:d/0" None Scalar runs;
        IeeeSetStatus "ieee_set_status" Subroutine IeeeExceptions "status_value:d/0" None Scalar runs;
    }
}
