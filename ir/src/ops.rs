//! The op table: the one place that says which ops exist, their operands, attributes, regions,
//! traits and the forms in which they may stand. Printer, parser, verifier and `docs/ir.md` read it.
//!
//! Notation. Operands: `name`, `name?` (none or one), `name...` (any number). Where an op has two or
//! more groups of the latter two kinds, the attribute `segs` gives the number of operands of EVERY
//! group. Results: `0`, `1` or `*`. Attributes: `key` or `key?`, with what their values may be. Regions:
//! `name`, `name?`, `name...`; text in parentheses gives the region's arguments, `=> op` what it ends in.
//!
//! In brackets stand the traits, then the effects ([`Effect`]).
//!
//! The line below gives the types, a pattern for every operand group and result (see
//! [`crate::verify::signature`]), and the rule of the verifier for what patterns cannot say.
//!
//! Subscripts in `view.*` and `array.*` ops are zero-based. Dimensions in attributes (`dim`) are
//! zero-based too. Operations on whole arrays use Fortran's column-major element order.

use crate::choices::*;
use crate::verify::{Checked, rules};
use AttrType::*;
use Effect::*;
use Reach::*;
use ferrotran_abi::reduction::ReduceOp;

/// In which forms of the IR an op may stand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Forms(pub u8);

impl Forms {
    /// As lowered: arrays are values.
    pub const ARRAY: Forms = Forms(1);
    /// Arrays are views of memory, loops are structured.
    pub const LOOP: Forms = Forms(2);
    /// Host plan with launches, and kernels.
    pub const DEVICE: Forms = Forms(4);
    /// True where every form of `f` is among these.
    pub const fn contains(self, f: Forms) -> bool {
        self.0 & f.0 == f.0
    }
}

/// Facts about an op that passes may use without knowing it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Traits(pub u16);

impl Traits {
    pub const NONE: Traits = Traits(0);
    /// The result is an address in what operand 0 refers to.
    pub const ADDRESS: Traits = Traits(1);
    /// Looks at no bytes of its string operands: hands them on, or asks for their lengths. Any other op with string
    /// operands reads their bytes.
    pub const HANDS_ON: Traits = Traits(2);
    /// Ends its region.
    pub const TERMINATOR: Traits = Traits(8);
    /// Operands may be swapped.
    pub const COMMUTATIVE: Traits = Traits(16);
    /// Its regions see no values from outside (functions, modules).
    pub const ISOLATED: Traits = Traits(32);
    /// Stands at the top of a module (or in a `dev.module`) only.
    pub const TOP: Traits = Traits(64);
    /// Does what its regions do and nothing else (structured control flow).
    pub const STRUCTURED: Traits = Traits(128);
    /// Takes vectors too, lane by lane: all its operands and its result are vectors of as many lanes.
    pub const ELEMENTWISE: Traits = Traits(512);
    /// No break, continue, goto or return leaves its regions.
    pub const SEALED: Traits = Traits(256);
    /// True where every trait of `t` is among these.
    pub const fn has(self, t: Traits) -> bool {
        self.0 & t.0 == t.0
    }
    const fn or(self, t: Traits) -> Traits {
        Traits(self.0 | t.0)
    }
}

/// Which memory an effect is about. Numbers are those of operands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reach {
    /// The data behind a view, ref, ptr; of a `ref<box>` the descriptor.
    At(u8),
    /// The descriptor behind a `ref<box>`.
    Desc(u8),
    /// The data that a descriptor describes.
    Pointee(u8),
    /// Anything.
    Anything,
}

/// What an op does beside giving results that its operands and attributes decide. An op without effects may be
/// removed, moved, repeated and merged with its like. Effects are those of the op, not of its regions.
/// [`crate::analysis::effects`] answers the questions that passes ask.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effect {
    /// Reads memory. That strings given as operands are read is not said here, see [`Traits::HANDS_ON`].
    Reads(Reach),
    /// Writes memory.
    Writes(Reach),
    /// Makes an object, another one each time, whose storage ends with the region that the op stands in.
    Makes,
    /// The result lies in storage that ends with the region that the op stands in, and nothing changes it there.
    Holds,
    /// Makes storage that somebody has to free.
    Allocates,
    /// Ends the object behind this operand.
    Frees(u8),
    /// The program may stop here.
    Traps,
    /// The program stops where this operand is an integer and zero.
    TrapsOnZero(u8),
    /// May not be removed, merged or moved, for what it says or where it leads.
    Orders,
    /// Other threads or devices may see what was written before, and what they wrote may be seen after it: for what
    /// stands around it, it reads and writes anything. Its own accesses are given beside it, where they are known.
    Synchronizes,
}

/// What the value of an attribute may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AttrType {
    /// Present or not, without a value.
    Flag,
    /// Any integer.
    Int,
    /// An integer from 0.
    Count,
    /// A line of a source file, or 0.
    Line,
    /// A power of two.
    Align,
    /// Text in UTF-8.
    Str,
    /// Bytes in quotes.
    Text,
    /// A link name.
    Sym,
    /// A type.
    Type,
    /// Bytes.
    Data,
    /// A number: integer, float, list of parts, or bytes.
    Constant,
    /// A list of types.
    Types,
    /// A list of integers from 0.
    Ints,
    /// A list of lines.
    Lines,
    /// A list of names.
    Names,
    /// A list of pairs of texts.
    Pairs,
    /// One of these words.
    Choice(&'static [&'static str]),
    /// A list of such words.
    Choices(&'static [&'static str]),
    /// Copies that a construct makes of variables: a list of [sharing, recipe, name].
    Copies,
    /// Fields of a derived type: a list of [name, offset, type, extents].
    Fields,
    /// Bounds of an array: for each dimension a list of [lower, upper], or [lower] where the upper one is not known.
    Shape,
    /// Components for debuggers: a list of [name, offset, type, attributes, bounds, rank].
    Components,
    /// Addresses in initial data: a list of [offset, symbol] or [offset, symbol, addend].
    Relocs,
    /// Cases: for each a list of [low, high].
    Cases,
    /// Memory that a call reads or writes: a list of numbers of operands and symbols, each in a list of its own where what
    /// descriptors and addresses there lead to is meant.
    Places,
}

/// An attribute of an op.
#[derive(Debug)]
pub struct AttrSpec {
    /// Its key.
    pub key: &'static str,
    /// True where the op may stand without it.
    pub optional: bool,
    /// What its value may be.
    pub ty: AttrType,
}

/// The key of an attribute in the table: without the `?`.
const fn key_of(name: &'static str) -> &'static str {
    match name.as_bytes() {
        [.., b'?'] => name.split_at(name.len() - 1).0,
        _ => name,
    }
}

/// A rule of the verifier for an op whose attributes, counts and patterns of types are right.
#[derive(Clone, Copy)]
pub struct Rule {
    /// Its name, also that of its tests.
    pub name: &'static str,
    /// The check.
    pub check: fn(&Checked<'_>) -> Result<(), String>,
}

impl std::fmt::Debug for Rule {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}

/// One row of the table.
#[derive(Debug)]
pub struct OpInfo {
    /// Name in the text format, `family.name`.
    pub name: &'static str,
    /// Operand groups, see the notation above.
    pub operands: &'static [&'static str],
    /// `0`, `1` or `*`.
    pub results: &'static str,
    /// Attributes.
    pub attrs: &'static [AttrSpec],
    /// Regions.
    pub regions: &'static [&'static str],
    /// Traits.
    pub traits: Traits,
    /// Effects.
    pub effects: &'static [Effect],
    /// Forms.
    pub forms: Forms,
    /// Types of operands and results, see [`crate::verify::signature`].
    pub types: &'static str,
    /// What else the verifier demands.
    pub rule: Option<Rule>,
    /// Meaning, for readers of `docs/ir.md`.
    pub doc: &'static str,
}

macro_rules! row_rule {
    () => {
        None
    };
    ($rule:ident) => {
        Some(Rule { name: stringify!($rule), check: rules::$rule })
    };
}

macro_rules! ops {
    ($( $id:ident $name:literal [$($operand:literal),*] -> $results:literal {$($attr:literal : $aty:expr),*} ($($region:literal),*) [$($tr:ident)|*] [$($effect:expr),*] $forms:ident
        $types:literal $(+ $rule:ident)? $doc:literal; )*) => {
        /// Which op. See [`OpKind::info`].
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        #[repr(u16)]
        pub enum OpKind { $( #[doc = $doc] $id, )* }

        /// Every row, in the order of [`OpKind`].
        pub static OPS: &[OpInfo] = &[ $( OpInfo {
            name: $name, operands: &[$($operand),*], results: $results,
            attrs: &[$(AttrSpec { key: key_of($attr), optional: key_of($attr).len() < $attr.len(), ty: $aty }),*],
            regions: &[$($region),*], traits: Traits::NONE$(.or(Traits::$tr))*, effects: &[$($effect),*], forms: $forms, types: $types,
            rule: row_rule!($($rule)?), doc: $doc,
        }, )* ];

        /// Every kind, in the order of the table.
        pub const KINDS: &[OpKind] = &[ $( OpKind::$id, )* ];
    };
}

const ALL: Forms = Forms(7);
const A: Forms = Forms(1);
const AL: Forms = Forms(3);
const LD: Forms = Forms(6);
const D: Forms = Forms(4);

impl OpKind {
    /// The row of this op.
    pub fn info(self) -> &'static OpInfo {
        &OPS[self as usize]
    }
    /// The op of that text name.
    pub fn from_name(name: &str) -> Option<OpKind> {
        use std::sync::OnceLock;
        static MAP: OnceLock<rustc_hash::FxHashMap<&'static str, OpKind>> = OnceLock::new();
        MAP.get_or_init(|| KINDS.iter().map(|&k| (k.info().name, k)).collect()).get(name).copied()
    }
}

ops! {
    // ---- module level ---------------------------------------------------------------------------
    Func "func.func" [] -> "0" {"sym": Sym, "results?": Types, "pure?": Flag, "elemental?": Flag, "recursive?": Flag, "internal?": Flag, "main?": Flag, "source_name?": Str, "available?": Flag, "template?": Flag, "constructor?": Flag, "byval?": Ints, "struct_result?": Flag} ("body(args) => func.return") [TOP|ISOLATED] [] ALL
        "" + func
        "A procedure. `sym` is its link name, `results` the list of result types. Arguments by reference are `ref`, `ptr` or `ref<box>`, by value anything scalar. `internal`: not visible to other objects. `source_name`: the Fortran name. `available`: another object defines it, the body is here to be inlined. `template`: a recursive procedure before its calls of itself were unrolled, for kernels; until `workdistribute`. `constructor`: runs before the main program. `byval`: list of the numbers of arguments that the machine passes as structures by value; here each is the address of a copy that the procedure may change. `struct_result`: the first argument is the address of the variable for the structure that the machine returns. The body ends in func.return.";
    Global "mem.global" [] -> "0" {"sym": Sym, "type": Type, "init?": Data, "relocs?": Relocs, "align?": Align, "common?": Flag, "internal?": Flag, "constant?": Flag, "threadprivate?": Flag, "extern?": Flag, "size?": Count, "weak?": Flag} () [TOP] [] ALL
        "" + global
        "A variable of static storage. `type` as it lies in memory; for arrays `size` bytes with the element type in `type`. `init`: its bytes (zero where absent or short). `relocs`: addresses in it, a list of [offset, symbol] or [offset, symbol, bytes behind the symbol]. `extern`: defined in another object. `weak`: other objects may define the same; one of them is used.";
    TypeDef "fort.type" [] -> "0" {"sym": Sym, "size": Count, "align": Align, "fields": Fields, "code?": Int, "pointers?": Ints, "classes?": Ints, "extends?": Flag, "descriptor?": Sym} () [TOP] [] ALL
        "" + type_def
        "Layout of a derived type. `fields`: list of [name, byte offset, type, extents] (extents: list of integers, empty for scalars; allocatable and pointer components have box type). Components may share memory (UNION). `code`: the type code in descriptors, where it is not that of structures. `pointers`: offsets of the pointer components. `classes`: of the polymorphic ones. `extends`: the first component is the parent. `descriptor`: the type descriptor, of a type whose objects hold addresses, in a module with target regions or data.";
    OmpRecipe "omp.recipe" [] -> "0" {"sym": Sym, "reads_original?": Flag, "optional?": Flag, "kept?": Flag, "linear?": Flag} ("init(original, ...) => loop.yield", "copy(original, fresh, way)", "combine(original, fresh, ...)", "dealloc(fresh, ...)") [TOP|ISOLATED] [] A
        "" + omp_recipe
        "How constructs make copies of variables of one kind. `original` is the variable as the construct has it (ref, view or ref<box>). `init` makes a new one and ends with it; where it ends, its storage does. `copy` gives the new one the value of the original, `combine` combines what a reduction came to with the original, by one omp.reduce_into or by code that one thread at a time may run, or gives the original the value of the copy, and `dealloc` ends what is in the copy. `linear`: `copy` has one more argument, which it adds to the value of the original. `reads_original`: `init` does. `optional`: the original may be absent. `kept`: the copy does not end with the region where it is made, but with `dealloc`. An empty `name` in `init` stands for that of the variable. `omp-reductions` and `omp-privatize` put the regions where the copies are made.";
    Modules "fort.modules" [] -> "0" {"defined?": Pairs, "used?": Pairs} () [TOP] [] ALL
        "" + modules
        "The Fortran modules that the program units here define, and those of others that they use: lists of [key, interface], for the linker, which refuses objects that do not agree.";
    DebugVariable "debug.variable" [] -> "0" {"id": Count, "name": Str, "scope?": Sym, "module?": Str, "line": Line, "file": Count, "type?": Type, "attrs?": Choices(DebugAttr::NAMES), "bounds?": Shape, "rank?": Count, "arg?": Count, "global?": Sym, "offset?": Int, "common?": Str, "lines?": Lines, "value?": Data} () [TOP] [] ALL
        ""
        "A named entity of the program, for debuggers. `scope`: the procedure that it belongs to, or `module`; in a COMMON block `common`, in a construct the `lines` from its first to its last. `type`: of a scalar, or of an element (absent where any is possible), with `bounds` of an array that lies at the place itself; `rank` of one behind a descriptor. `arg`: its number among the dummy arguments, from 1. `global` and `offset`: its place, where that is static; `value`: bytes of a named constant. Where else it lies say the ops with attribute `debug`, a list of the variable's `id` and what the storage of the op holds: 0 the entity, 1 its address, 2 the bytes of the string, 3 the address of the host's environment (no entity). Nothing but the back end looks at them.";
    DebugType "debug.type" [] -> "0" {"sym": Sym, "name": Str, "line": Line, "file": Count, "size": Count, "parent?": Flag, "components": Components} () [TOP] [] ALL
        ""
        "A derived type for debuggers, with the layout that `fort.type` of that `sym` has. `components`: a list of [name, offset, type, attributes, bounds, rank]. `parent`: the first one is the type that it extends.";
    DebugUse "debug.use" [] -> "0" {"scope?": Sym, "module?": Str, "used": Str, "only?": Flag, "names?": Pairs} () [TOP] [] ALL
        ""
        "A USE statement of the procedure `scope` or of `module`, for debuggers: the module `used`; `names` with `only` all that is accessible, without it what has another name here: pairs of the name here and that in the module.";
    CoverageFile "coverage.file" [] -> "0" {"stamp": Count} () [TOP] [] ALL
        ""
        "The program units here are instrumented: `stamp` ties the notes of the compiler to the counts of the program (`--coverage`).";
    CoverageProcedure "coverage.procedure" [] -> "0" {"name": Str, "file": Count, "line": Line, "column": Count, "last": Line, "ident": Count, "place_sum": Count, "graph_sum": Count, "blocks": Count, "lines": Ints, "arcs": Ints} () [TOP] [] ALL
        ""
        "The flow graph of a procedure that is instrumented, for gcov: block 0 is the entry, block 1 the exit. `lines`: triples of a block, a file and a line, in order. `arcs`: triples of two blocks and flags (1: not counted but found out from the others, 2: where the program may end, 4: the next block); those without 1 have the counters of the procedure, in order.";
    DevModule "dev.module" [] -> "0" {"target": Choice(DeviceTarget::NAMES)} ("body()") [TOP|ISOLATED] [] D
        ""
        "The kernels of one device target (`spirv`).";
    Kernel "dev.kernel" [] -> "0" {"sym": Sym, "kind": Choice(KernelKind::NAMES), "one_pass?": Flag, "workgroup?": Count, "wide?": Choice(KernelWidth::NAMES), "statements?": Lines, "names?": Str, "loops?": Flag, "buffers?": Count, "refused?": Str, "refused_at?": Lines} ("body(args) => func.return") [TOP|ISOLATED] [] D
        "" + kernel
        "A device kernel. Arguments: views (device buffers) and scalars by value. `kind`: `parallel` (body is one loop.parallel and pure scalar code before it), `reduce`, `matmul`, `transpose`, `scalar` (one invocation runs the body), `teams` (body may hold team-level code). `one_pass`, of a reduction: the loops at the top of the body stand side by side, have the same extents, and need of each other what is of the same iteration; what stands before them reads nothing that they store. `wide`: a loop may have more iterations than 32 bits count. There is a second form of the kernel in which an `index` has 64 (`launch`), or only that (`always`). `statements`: source lines it came from. `names`: what its arguments are, a line each, where some are memory of which only the address is known. What `kernel-check` finds and `device-fallback` consumes: `refused`, why the kernel compiler does not take it, with the place `refused_at` ([file, line, column]); `loops`, its invocations run loops; `buffers`, how many storage buffers it binds, where that is more than every device can.";
    Return "func.return" ["values..."] -> "0" {} () [TERMINATOR] [Orders] ALL
        "any"
        "Leaves the procedure; may stand inside structured ops, at the end of a region.";
    Call "func.call" ["args..."] -> "*" {"callee": Sym, "pure?": Flag, "runtime?": Flag, "effects?": Choice(CallEffects::NAMES), "reads?": Places, "writes?": Places, "byval?": Ints, "struct_result?": Flag} () [] [Reads(Anything), Writes(Anything)] ALL
        "any -> any" + call
        "Calls the procedure with link name `callee`; the signature is that of the operands and results (C calling convention of the host). `runtime`: a function of the runtime's ABI table. A `chr` operand passes address then (at the end of the argument list) length as the lowering makes explicit: strings are split with chr.addr and chr.len before calls. `pure` calls have no effect. `effects`: `read` for calls that only read memory. `reads` and `writes` (set by `summaries`): the only memory that it reads or writes of what is known outside of it: `2` the variable that operand 2 is an address of, `@x` a variable of static storage, `[2]` and `[@x]` what descriptors and addresses in these lead to.";
    CallPtr "func.call_ptr" ["target", "args..."] -> "*" {"pure?": Flag, "byval?": Ints, "struct_result?": Flag, "other_type?": Flag} () [] [Reads(Anything), Writes(Anything)] ALL
        "ptr, any -> any" + call_ptr
        "As func.call (`byval` does not count the target) through the procedure address `target` (`ptr`). `other_type` (set by `inline`): a procedure of an object whose dynamic type is none that the module knows; a region with such an object runs on the host.";
    FuncAddr "func.addr" [] -> "1" {"callee": Sym} () [] [] ALL
        "-> ptr" + func_addr
        "Address (`ptr`) of the procedure with that link name.";
    Unreachable "func.unreachable" [] -> "0" {} () [TERMINATOR] [Orders] ALL
        ""
        "Control never comes here (after a call that does not return).";

    // ---- memory -----------------------------------------------------------------------------------
    Alloca "mem.alloca" [] -> "1" {"name?": Str, "size?": Count, "align?": Align, "strict?": Flag, "zero?": Flag, "unshared?": Flag, "environment?": Flag, "debug?": Ints, "kept?": Flag} () [] [Makes] ALL
        "-> var" + alloca
        "Storage that ends with the region it is made in: code generation gives its place to storage of later regions. Result `ref<T>`; or a contiguous `view` of static shape; for derived types give `size` and `align` in bytes. `strict`: the program asks for `align`, which otherwise is a wish where it is more than 16. `zero`: cleared. `unshared` (set by `fold`): a scalar, or an array of scalars, that nothing refers to but references and views made of this one, for loads and stores. `environment`: the table of addresses that internal procedures get, which is filled where it is made and does not change. `debug`: see `debug.variable`. `kept`: a debugger reads it: it stays in memory with all that is stored there.";
    AddrOf "mem.addr_of" [] -> "1" {"sym": Sym, "offset?": Int} () [] [] ALL
        "-> var" + addr_of
        "Address of a mem.global (plus `offset` bytes): `ref<T>`, `ptr`, or a contiguous view of static shape.";
    Load "mem.load" ["ref"] -> "1" {"atomic?": Flag} () [] [Reads(At(0))] ALL
        "ref -> any" + load
        "The value of a scalar object. A loaded `chr` value refers to the object's own bytes.";
    Store "mem.store" ["value", "ref"] -> "0" {"atomic?": Flag} () [] [Writes(At(1))] ALL
        "any, ref" + store
        "Stores a value of the pointee's exact type (not for characters: chr.assign; not for derived types: mem.copy_object).";
    CopyObject "mem.copy_object" ["dst", "src"] -> "0" {} () [] [Writes(At(0)), Reads(At(1))] ALL
        "T:ref, T" + copy_object
        "Copies the bytes of a derived-type object from one ref to another; the objects are the same or disjoint.";
    Alloc "mem.alloc" ["bytes"] -> "1" {"name?": Str, "align?": Align, "reason?": Str} () [] [Allocates, Traps] ALL
        "index -> ptr"
        "Heap storage (`ptr`), 16-byte aligned (64 bytes from 1 KiB on), or as `align` says; the program stops with an error where there is none. `reason`: why a temporary exists, for `explain`.";
    Free "mem.free" ["ptr"] -> "0" {} () [] [Frees(0)] ALL
        "ptr" + free
        "Releases what mem.alloc gave.";
    CastRef "mem.cast" ["from"] -> "1" {} () [ADDRESS] [] ALL
        "addr -> addr" + address
        "Reinterprets an address: between `ptr` and `ref`, or `ref` and `ref`. To `ref<chr<?>>` use chr.ref.";
    PtrAdd "mem.offset" ["ptr", "bytes"] -> "1" {} () [ADDRESS] [] ALL
        "ptr, index -> ptr"
        "`ptr` plus `bytes` (index).";
    PtrCmp "mem.same" ["a", "b"] -> "1" {} () [] [] ALL
        "ptr, ptr -> i1"
        "i1: both addresses (`ptr`) are equal.";
    PtrDistance "mem.distance" ["to", "from"] -> "1" {} () [] [] ALL
        "ptr, ptr -> index"
        "Bytes from one address (`ptr`) to another in the same object.";
    NullPtr "mem.null" [] -> "1" {} () [] [] ALL
        "-> addr" + address
        "The null address (`ptr` or `ref`).";
    Field "mem.field" ["object"] -> "1" {"field": Str} () [ADDRESS] [] ALL
        "ref -> var" + field
        "Component of an object: `ref<!t>` -> `ref<T>`; a view where the component is an explicit-shape array; `ref<box>` where it is allocatable or pointer. Of a complex number `re` and `im`.";
    Copy "mem.copy" ["dst", "src"] -> "0" {"reason?": Str} () [] [Writes(At(0)), Reads(At(1))] ALL
        "view, view" + copy
        "Copies the elements of view `src` to view `dst` of equal shape and type; no overlap.";
    Clear "mem.clear" ["dst"] -> "0" {} () [] [Writes(At(0))] LD
        "view" + clear
        "All bytes of the elements of a contiguous view become zero.";
    Declare "fort.declare" ["memory"] -> "1" {"name": Str, "attrs?": Choices(DeclareAttr::NAMES), "debug?": Ints} () [ADDRESS] [] ALL
        "T:var -> T" + declare
        "Gives a variable its Fortran name; result is the operand. Two declared entities without `target`, `pointer`, `equivalence` or `volatile` in `attrs` (list of strings; also `dummy`, `optional`, `intent_in`, `intent_out`, `result`, `allocatable`, `private`) do not overlap unless one comes from the other. What has `pointee`, the object of a Cray pointer, may overlap anything. `debug`: see `debug.variable`.";

    Assume "fort.assume" ["cond"] -> "0" {} () [] [Orders] ALL
        "i1"
        "The condition (i1) is true whenever control comes here. `loop-fuse` uses what comparisons for equality say about extents, and removes it.";
    CoverageCount "coverage.count" [] -> "0" {"sym": Sym, "index": Count, "atomic?": Flag} () [] [Orders] ALL
        "" + coverage_count
        "One more in the counter with that number of the mem.global `sym`, an array of i64. `atomic`: several threads may count at once. On devices nothing is counted: `inline` takes it out of target regions.";

    // ---- views ------------------------------------------------------------------------------------
    ViewMake "view.make" ["base", "extents...", "strides...", "elem_len?"] -> "1" {} () [ADDRESS] [] ALL
        "addr, index, index, index -> view" + view_make
        "A view of memory at `base` (`ptr` or `ref`): one extent (index, in elements) per dimension; no strides where the result is contiguous, else one BYTE stride per dimension; `elem_len` (index, bytes) for elements of type `chr<?>`.";
    ViewSection "view.section" ["view", "subs..."] -> "1" {"dims": Str} () [ADDRESS] [] ALL
        "view, index -> view" + view_section
        "A section. `dims`: one of `i` (one operand: subscript; dimension dropped), `s` (three operands: start, extent, step in elements of that dimension) or `:` (none: all of the dimension) per dimension of the operand, as a string such as `s:i`.";
    ViewElem "view.elem" ["view", "subs..."] -> "1" {} () [ADDRESS] [] ALL
        "view, index -> ref" + view_elem
        "Reference to one element.";
    ViewField "view.field" ["view"] -> "1" {"field": Str} () [ADDRESS] [] ALL
        "view -> view" + view_field
        "The same component of every element of a view of derived type; also `re` and `im` of complex.";
    ViewPermute "view.permute" ["view"] -> "1" {"perm": Ints} () [ADDRESS] [] ALL
        "view -> view" + view_permute
        "Dimension k of the result is dimension perm[k] of the operand.";
    ViewCast "view.cast" ["view"] -> "1" {} () [ADDRESS] [] ALL
        "view -> view" + view_cast
        "The same view with other static facts (extents known or not, contig or not); the caller guarantees them.";
    ViewExtent "view.extent" ["view"] -> "1" {"dim": Count} () [] [] ALL
        "view -> index" + dim
        "Extent (index) of dimension `dim`.";
    ViewStride "view.stride" ["view"] -> "1" {"dim": Count} () [] [] ALL
        "view -> index" + dim
        "Byte stride (index) of dimension `dim`.";
    ViewAddr "view.addr" ["view"] -> "1" {} () [ADDRESS] [] ALL
        "view -> ptr"
        "Address (`ptr`) of the first element.";
    ViewElemLen "view.elem_len" ["view"] -> "1" {} () [] [] ALL
        "view -> index"
        "Bytes of one element (index).";
    ViewIsContig "view.is_contig" ["view"] -> "1" {} () [] [] ALL
        "view -> i1"
        "i1: the elements lie without gaps.";
    ViewOverlap "view.overlap" ["a", "b"] -> "1" {} () [] [] ALL
        "view, view -> i1"
        "i1: the byte ranges of the two views may meet. Conservative: true where it cannot tell cheaply.";

    // ---- descriptors ------------------------------------------------------------------------------
    BoxView "box.view" ["box"] -> "1" {} () [] [Reads(Desc(0))] ALL
        "box -> view" + box_view
        "The array that a descriptor (`ref<box>`) describes now, as a view.";
    BoxRef "box.ref" ["box"] -> "1" {} () [] [Reads(Desc(0))] ALL
        "box -> ref" + box_ref
        "The scalar that a rank-0 descriptor describes now, as a ref.";
    BoxGuard "box.guard" ["box", "absent"] -> "1" {} () [ADDRESS] [] ALL
        "T:box, i1 -> T"
        "The descriptor (`ref<box>`), or an empty one of the same kind where `absent` holds: the object that it is a part of is not there.";
    BoxAddr "box.addr" ["box"] -> "1" {} () [] [Reads(Desc(0))] ALL
        "box -> ptr"
        "Base address (`ptr`), null where not allocated or associated.";
    BoxLbound "box.lbound" ["box"] -> "1" {"dim": Count} () [] [Reads(Desc(0))] ALL
        "box -> index" + dim
        "Lower bound (index) of dimension `dim`.";
    BoxExtent "box.extent" ["box"] -> "1" {"dim": Count} () [] [Reads(Desc(0))] ALL
        "box -> index" + dim
        "Extent (index) of dimension `dim`.";
    BoxElemLen "box.elem_len" ["box"] -> "1" {"dynamic?": Flag} () [] [Reads(Desc(0))] ALL
        "box -> index"
        "Bytes of one element (index): of the element type where it says so, unless `dynamic` asks for what the descriptor says.";
    BoxAllocated "box.allocated" ["box"] -> "1" {} () [] [Reads(Desc(0))] ALL
        "box -> i1"
        "i1: the base address is not null.";
    BoxInit "box.init" ["box"] -> "0" {"attribute": Choice(BoxAttribute::NAMES)} () [] [Writes(Desc(0))] ALL
        "box"
        "Makes an empty descriptor: null address, rank, element length and type code from its type; `attribute` is `allocatable`, `pointer` or `other`.";
    BoxMake "box.make" ["view", "lbounds..."] -> "1" {"attribute?": Choice(BoxAttribute::NAMES)} () [] [Makes] ALL
        "var, index -> box" + box_make
        "A new descriptor in this activation's storage that describes the view (a `ref` gives rank 0); lower bounds 1 where none are given; there is room for a dynamic type. Used to pass arrays to assumed-shape arguments.";
    BoxSet "box.set" ["box", "view", "lbounds..."] -> "0" {} () [] [Writes(Desc(0))] ALL
        "box, var, index" + box_set
        "Makes an existing descriptor describe the view or ref (pointer assignment).";
    BoxDyn "box.type" ["box"] -> "1" {} () [] [Reads(Desc(0))] ALL
        "box -> ptr"
        "Address (`ptr`) of the type descriptor of the dynamic type: the word after the dimensions of a polymorphic entity's descriptor; null: the declared type.";
    BoxSetDyn "box.set_type" ["box", "type", "elem_len"] -> "0" {} () [] [Writes(Desc(0))] ALL
        "box, ptr, index"
        "Stores the dynamic type (`ptr`) in a polymorphic entity's descriptor, and the bytes of one element (index).";
    BoxNullify "box.nullify" ["box"] -> "0" {} () [] [Writes(Desc(0))] ALL
        "box"
        "Disassociates a pointer: the base address becomes null.";
    BoxAllocate "box.allocate" ["box", "lbounds...", "extents...", "elem_len?", "align?", "allocator?"] -> "1" {} () [] [Reads(Desc(0)), Writes(Desc(0)), Writes(Pointee(0)), Allocates] ALL
        "box, index, index, index, i64, i64 -> i32" + box_allocate
        "Allocates, at a multiple of `align` and of what the traits of the `allocator` of OpenMP ask for. Result i32: 0, or a positive status of the runtime (already allocated, no memory) that the caller handles.";
    BoxDeallocate "box.deallocate" ["box"] -> "1" {} () [] [Reads(Desc(0)), Writes(Desc(0)), Writes(Pointee(0))] ALL
        "box -> i32"
        "Frees and nullifies. Result i32: 0, or a positive status (not allocated).";

    // ---- arithmetic -------------------------------------------------------------------------------
    Const "arith.const" [] -> "1" {"value": Constant} () [] [] ALL
        "-> scalar" + constant
        "A constant: integer for i1, i8..i128, index, l8..l128; float for f32, f64, f80, f128; list of two floats for complex. What these do not hold is the 16 bytes in memory, of i128, f80, f128 and parts of c80 and c128.";
    Add "arith.add" ["a", "b"] -> "1" {} () [COMMUTATIVE|ELEMENTWISE] [] ALL
        "T:num, T -> T"
        "Sum of integers (wrapping), index, floats or complex of one type, which is the result's.";
    Sub "arith.sub" ["a", "b"] -> "1" {} () [ELEMENTWISE] [] ALL
        "T:num, T -> T"
        "Difference.";
    Mul "arith.mul" ["a", "b"] -> "1" {"rounded?": Flag} () [COMMUTATIVE|ELEMENTWISE] [] ALL
        "T:num, T -> T"
        "Product. `rounded`: of reals in parentheses, where code is contracted: it is rounded before anything else is done with it.";
    Div "arith.div" ["a", "b"] -> "1" {} () [ELEMENTWISE] [TrapsOnZero(1)] ALL
        "T:num, T -> T"
        "Quotient; of integers truncated towards zero (division by zero stops the program on the host, gives any value on a device).";
    Rem "arith.rem" ["a", "b"] -> "1" {} () [ELEMENTWISE] [TrapsOnZero(1)] ALL
        "T:real, T -> T"
        "Remainder with the sign of `a`: integers and floats (Fortran MOD).";
    Modulo "arith.modulo" ["a", "b"] -> "1" {} () [ELEMENTWISE] [TrapsOnZero(1)] ALL
        "T:real, T -> T"
        "Remainder with the sign of `b` (Fortran MODULO): integers and floats.";
    Neg "arith.neg" ["a"] -> "1" {} () [ELEMENTWISE] [] ALL
        "T:num -> T"
        "Negation.";
    Min "arith.min" ["a", "b"] -> "1" {} () [COMMUTATIVE|ELEMENTWISE] [] ALL
        "T:real, T -> T"
        "Smaller of two integers or floats; where one is a NaN, the other.";
    Max "arith.max" ["a", "b"] -> "1" {} () [COMMUTATIVE|ELEMENTWISE] [] ALL
        "T:real, T -> T"
        "Larger of two; where one is a NaN, the other.";
    And "arith.and" ["a", "b"] -> "1" {} () [COMMUTATIVE|ELEMENTWISE] [] ALL
        "T:bits, T -> T"
        "Bitwise and: i1 and integers.";
    Or "arith.or" ["a", "b"] -> "1" {} () [COMMUTATIVE|ELEMENTWISE] [] ALL
        "T:bits, T -> T"
        "Bitwise or.";
    Xor "arith.xor" ["a", "b"] -> "1" {} () [COMMUTATIVE|ELEMENTWISE] [] ALL
        "T:bits, T -> T"
        "Bitwise exclusive or.";
    Not "arith.not" ["a"] -> "1" {} () [ELEMENTWISE] [] ALL
        "T:bits -> T"
        "Bitwise complement.";
    Shl "arith.shl" ["a", "count"] -> "1" {} () [ELEMENTWISE] [] ALL
        "T:int, T -> T"
        "Shift left; a count of the width or more gives 0. Both operands have the result's type.";
    ShrU "arith.shr_u" ["a", "count"] -> "1" {} () [ELEMENTWISE] [] ALL
        "T:int, T -> T"
        "Logical shift right; a count of the width or more gives 0.";
    ShrS "arith.shr_s" ["a", "count"] -> "1" {} () [ELEMENTWISE] [] ALL
        "T:int, T -> T"
        "Arithmetic shift right; a count of the width or more gives the sign.";
    Popcnt "arith.popcnt" ["a"] -> "1" {} () [ELEMENTWISE] [] ALL
        "T:int -> T"
        "Number of one bits, in the operand's type.";
    Clz "arith.clz" ["a"] -> "1" {} () [ELEMENTWISE] [] ALL
        "T:int -> T"
        "Number of leading zero bits, in the operand's type (the width for zero).";
    Ctz "arith.ctz" ["a"] -> "1" {} () [ELEMENTWISE] [] ALL
        "T:int -> T"
        "Number of trailing zero bits, in the operand's type (the width for zero).";
    Cmp "arith.cmp" ["a", "b"] -> "1" {"pred": Choice(Pred::NAMES)} () [ELEMENTWISE] [] ALL
        "T:comparable, T -> i1" + cmp
        "i1. `pred`: eq ne lt le gt ge (signed; for floats ordered, ne unordered), ult ule ugt uge (integers). Complex and logical: eq ne.";
    Select "arith.select" ["cond", "a", "b"] -> "1" {} () [HANDS_ON|ELEMENTWISE] [] ALL
        "i1, any, any -> any" + select
        "`a` where the i1 `cond` is true, else `b`; any value type, strings of one length included.";
    Cast "arith.cast" ["a"] -> "1" {} () [ELEMENTWISE] [] ALL
        "scalar -> scalar" + cast
        "Fortran numeric conversion to the result type (float to integer truncates; complex to real takes the real part; to i1 from logical: not zero; i1 to logical: 0 or 1; between index and integers: sign extension or truncation).";
    Bitcast "arith.bitcast" ["a"] -> "1" {} () [ELEMENTWISE] [] ALL
        "any -> any" + bitcast
        "The same bits as another scalar type of the same size.";
    ComplexMake "complex.make" ["re", "im"] -> "1" {} () [] [] ALL
        "T:float, T -> complex" + complex_make
        "Complex number from its parts.";
    ComplexRe "complex.re" ["z"] -> "1" {} () [] [] ALL
        "complex -> float" + complex_part
        "Real part.";
    ComplexIm "complex.im" ["z"] -> "1" {} () [] [] ALL
        "complex -> float" + complex_part
        "Imaginary part.";
    Math "math.fn" ["args..."] -> "1" {"fn": Choice(MathFn::NAMES), "batch?": Flag, "rounded?": Flag} () [ELEMENTWISE] [Traps] ALL
        "scalar -> scalar" + math
        "An elementary function `fn` on floats (or complex, where Fortran has it) of the result's type: sqrt exp log log10 sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh atan2 hypot pow erf erfc gamma log_gamma bessel_j0 bessel_j1 bessel_y0 bessel_y1 exp2 log2 cbrt; abs (also integer; complex to its float); floor ceil trunc round (half away from zero) rint (half to even), each float to the same float; copysign; fma (three arguments, one rounding); ipow (float or integer or complex base, i32 exponent); conj. isnan gives i1; of f80 and f128 also sind cosd tand asind acosd atand atan2d, in degrees. `batch` (set by `math-expand` in loops of the host): the runtime's function that gives the bits of the expansion. `rounded`: of powers as of arith.mul.";

    // ---- characters -------------------------------------------------------------------------------
    ChrConst "chr.const" [] -> "1" {"value": Text} () [] [] ALL
        "-> chr" + chr_const
        "A character constant; `value`: its bytes.";
    ChrMake "chr.make" ["ptr", "len"] -> "1" {} () [ADDRESS] [] ALL
        "ptr, index -> chr" + chr_make
        "A string value from its address and length (index, bytes).";
    ChrRef "chr.ref" ["ptr", "len"] -> "1" {} () [ADDRESS] [] ALL
        "ptr, index -> string" + chr_ref
        "A reference `ref<chr<?>>` (or of the length that `len` is) from address and length (index, bytes as in all of these ops).";
    ChrAddr "chr.addr" ["s"] -> "1" {} () [ADDRESS|HANDS_ON] [] ALL
        "string -> ptr"
        "Address (`ptr`) of a string value or reference.";
    ChrLen "chr.len" ["s"] -> "1" {} () [HANDS_ON] [] ALL
        "string -> index"
        "Length (index, bytes) of a string value or reference.";
    ChrSubstr "chr.substr" ["s", "start", "len"] -> "1" {} () [ADDRESS|HANDS_ON] [] ALL
        "string, index, index -> string" + chr_substr
        "Substring of a value or reference; `start` zero-based, `len` not negative, both in bytes. A `ref` gives a `ref`.";
    ChrConcat "chr.concat" ["a", "b"] -> "1" {} () [] [Holds] ALL
        "chr, chr -> chr" + chr_concat
        "Concatenation; the result lives in this activation's storage.";
    ChrCast "chr.cast" ["s"] -> "1" {} () [] [Holds] ALL
        "chr -> chr" + chr_cast
        "The same characters in the other kind; kind 1 keeps the low eight bits of their codes. The result lives in this activation's storage.";
    ChrCmp "chr.cmp" ["a", "b"] -> "1" {"pred": Choice(Pred::NAMES)} () [] [] ALL
        "chr, chr -> i1" + chr_cmp
        "i1: comparison with blank padding. `pred`: eq ne lt le gt ge.";
    ChrAssign "chr.assign" ["value", "ref"] -> "0" {"apart?": Flag} () [] [Writes(At(1))] ALL
        "chr, string" + chr_assign
        "Assigns with padding or truncation; the value may overlap the target, if it is not known to lie `apart`.";
    ChrFromCode "chr.from_code" ["code"] -> "1" {} () [] [] ALL
        "int -> chr" + chr_from_code
        "`chr<1>` or `chr4<4>` from an integer (CHAR, ACHAR).";
    ChrCode "chr.code" ["s"] -> "1" {} () [] [] ALL
        "chr -> i32"
        "i32 code of the first character (ICHAR, IACHAR).";

    // ---- arrays as values -------------------------------------------------------------------------
    ArrayLoad "array.load" ["view"] -> "1" {} () [] [Reads(At(0))] A
        "view -> array" + array_load
        "The elements of a view, now, as a value.";
    ArrayConst "array.const" [] -> "1" {"data": Data} () [] [] A
        "-> array" + array_const
        "A constant array; `data`: its bytes in element order.";
    ArrayFrom "array.from" ["elems..."] -> "1" {} () [] [] A
        "any -> array" + array_from
        "Array of static shape from its elements in element order.";
    ArrayElemental "array.elemental" ["extents..."] -> "1" {} ("body(indices) => array.yield") [SEALED] [] A
        "index -> array" + array_elemental
        "Array of that shape whose element at (indices) is what the body yields. The body is pure; it may be evaluated for every element in any order, more than once, or not at all where the element is not used.";
    ArrayAt "array.at" ["array", "subs..."] -> "1" {} () [] [] A
        "array, index -> any" + array_at
        "One element of an array value.";
    ArrayYield "array.yield" ["values..."] -> "0" {} () [TERMINATOR] [] A
        "any"
        "Result of the enclosing array region.";
    ArrayShape "array.extent" ["array"] -> "1" {"dim": Count} () [] [] A
        "array -> index" + dim
        "Extent (index) of dimension `dim` of an array value.";
    ArrayElemLen "array.elem_len" ["array"] -> "1" {} () [] [] A
        "array -> index" + array_elem_len
        "Length (index) of the elements of a character array value.";
    ArrayAssign "array.assign" ["view", "value", "mask?"] -> "0" {} () [] [Writes(At(0))] A
        "view, any, array" + array_assign
        "Assigns a value of the view's shape, or a scalar to every element; where `mask` (array of i1) is true, if given. The value is complete before the first element is stored. Characters are padded.";
    ArrayForall "array.forall" ["view", "extents..."] -> "0" {} ("body(indices) => array.yield") [SEALED] [Writes(At(0))] A
        "view, index" + array_forall
        "For every index tuple of the shape: the body yields (mask i1, value, subscripts...); then each value whose mask is true is stored to that element of `view`. All values are computed before the first store.";
    ArrayReduce "array.reduce" ["array", "mask?"] -> "1" {"kind": Choice(ReduceKind::WORDS), "dim?": Count} () [] [] A
        "array, array -> any" + array_reduce
        "Reduction. `kind`: sum product max min of numbers; all any parity eqv of truth values (result i1), whose number is `count` (result index); iall iany iparity of the bits of integers. With `dim` the result is an array of one rank less; otherwise scalar. Elements whose mask is false do not take part. Empty: Fortran's value.";
    ArrayLocate "array.locate" ["array", "mask?", "value?"] -> "1" {"kind": Choice(LocateKind::NAMES), "dim?": Count, "back?": Flag} () [] [] A
        "array, array, any -> any" + array_locate
        "MAXLOC, MINLOC, FINDLOC (`kind`: max min find; `value` for find). Result `index`, ONE-based, zero where nothing is found: with `dim` an array of one rank less, else array<rank x index>.";
    ArrayMatmul "array.matmul" ["a", "b"] -> "1" {"ta?": Flag, "tb?": Flag, "ca?": Flag, "cb?": Flag} () [] [] A
        "array, array -> array" + array_matmul
        "Matrix product of rank 2x2, 2x1 or 1x2; numeric types of the result's type, or i1 (or of and). `ta`, `tb`: that operand is used transposed; `ca`, `cb`: conjugated.";
    ArrayTranspose "array.transpose" ["array"] -> "1" {} () [] [] A
        "array -> array" + array_transpose
        "Transpose of a rank-2 value.";
    ArrayReshape "array.reshape" ["array", "extents..."] -> "1" {} () [] [] A
        "array, index -> array" + array_reshape
        "The first elements in element order, in a new shape (RESHAPE without PAD and ORDER, which the lowering expresses by elementals).";
    ArrayPack "array.pack" ["array", "mask"] -> "1" {} () [] [] A
        "array, array -> array" + array_pack
        "Elements whose mask is true, in element order; the result's only extent is their number.";
    ArrayUnpack "array.unpack" ["vector", "mask", "field"] -> "1" {} () [] [] A
        "array, array, array -> array" + array_unpack
        "UNPACK: of the shape of `mask`; `field` is an array of that shape.";

    // ---- loops ------------------------------------------------------------------------------------
    For "loop.for" ["lb", "ub", "step", "inits..."] -> "*" {"label?": Str, "lanes?": Count, "reassociate?": Flag} ("body(iv, carried...) => values") [STRUCTURED] [TrapsOnZero(2)] ALL
        "T:int, T, T, value -> value" + loop_for
        "Fortran DO: trip count max((ub-lb+step)/step, 0) fixed at entry; iv and its bounds have one type (index or an integer of at most 64 bits). Zero step stops the program. The loop carries values: the first iteration gets `inits`, every further one what the iteration before ended with (`loop.yield`, `loop.continue`), and the results are what the last one, or `loop.break`, left. `lanes` (set by `dependence`): so many consecutive iterations (0: any number) may run together, op by op, as far as memory other than `unshared` scalars goes. `reassociate`: sums and products of floats over the iterations may be taken in any order.";
    Trips "loop.trips" ["lb", "ub", "step"] -> "1" {} () [] [TrapsOnZero(2)] ALL
        "T:int, T, T -> index" + loop_trips
        "How many iterations a loop.for of these bounds has, however far apart they are; at most 2**62, or on devices 2**31-1. Zero step stops the program.";
    While "loop.while" ["inits..."] -> "*" {"label?": Str} ("cond(carried...) => loop.yield", "body(carried...) => values") [STRUCTURED] [] ALL
        "value -> value" + loop_while
        "Runs `cond`, which ends in loop.yield of an i1 and the carried values, then `body` with these values while it is true; they are the results once it is false. `cond` gets `inits` first, then what `body` ended with.";
    If "loop.if" ["cond"] -> "*" {"masked?": Flag} ("then() => values", "else() => values") [STRUCTURED] [] ALL
        "i1 -> value"
        "Runs one of two regions (each may be empty where there are no results); the results are what it ends with. `masked`: the memory that the region refers to exists whatever the condition (WHERE), so a vector loop may load elements that the mask excludes.";
    SelectCase "loop.select" ["value"] -> "*" {"cases": Cases} ("bodies()... => values") [STRUCTURED] [] ALL
        "int -> value" + loop_select
        "`value` is an integer. `cases`: for each region a list of [low, high] pairs (inclusive); an empty list marks the default, which is the last region. No fall through. The results are what the chosen region ends with; with results there must be a default.";
    Block "loop.block" [] -> "*" {"label?": Str, "scope?": Flag} ("body() => values") [STRUCTURED] [] ALL
        "-> value"
        "Runs its region; a target for loop.break. The results are what the region or the break ends with. `scope`: it is there for the storage made in it, which ends with it.";
    Parallel "loop.parallel" ["extents..."] -> "0" {"schedule?": Choice(Schedule::NAMES), "label?": Str, "reason?": Str, "par?": Choice(Spread::NAMES), "stmts?": Lines} ("body(indices)") [STRUCTURED|SEALED] [] ALL
        "index" + loop_parallel
        "A nest of independent iterations, each index from 0 to extent-1, the first index fastest. No break leaves it. `par`: `threads` after the pass that spreads it over the host's threads. `stmts`: lines of the statements it computes.";
    Reduce "loop.reduce" ["extents..."] -> "*" {"kind": Choice(LoopReduceKind::WORDS), "par?": Choice(Spread::NAMES), "reason?": Str, "stmts?": Lines} ("body(indices) => loop.yield") [STRUCTURED|SEALED] [] LD
        "index -> any" + loop_reduce
        "Reduces what the body yields (with loop.yield: value, then an i1 mask if given) over the index space, first index fastest, in a fixed order for a given shape. `kind` as in array.reduce: result is the scalar. For `maxloc minloc lastmaxloc lastminloc findfirst findlast` (`last...`: of equals the last; the first where there are only NaNs) the value is an i1 or a number, and the result is the linear zero-based position (index), -1 where none.";
    Break "loop.break" ["values..."] -> "0" {"label?": Str} () [TERMINATOR] [Orders] ALL
        "value"
        "Leaves the enclosing loop or block with that label (the innermost loop where absent); `values` are its results.";
    Continue "loop.continue" ["values..."] -> "0" {"label?": Str} () [TERMINATOR] [Orders] ALL
        "value"
        "Next iteration of that loop, with these carried values.";
    Yield "loop.yield" ["values..."] -> "0" {} () [TERMINATOR] [] ALL
        "any"
        "Ends a region with its values.";
    Label "cf.label" ["values..."] -> "*" {"label": Str} () [] [Writes(Anything), Orders] ALL
        "value -> value"
        "A statement label, target of cf.goto; anywhere in a procedure. It begins a block whose arguments are the results: `values` where control comes from the op before, which may be none where it does not, else those of the jump.";
    Goto "cf.goto" ["values..."] -> "0" {"label": Str} () [TERMINATOR] [Orders] ALL
        "value"
        "Jumps to the label, out of any structured ops between, with the values that it takes.";

    // ---- vectors ----------------------------------------------------------------------------------
    VecSplat "vec.splat" ["value"] -> "1" {} () [] [] LD
        "scalar -> vec" + vec_splat
        "The value in every lane.";
    VecRamp "vec.ramp" ["first"] -> "1" {"step": Int} () [] [] LD
        "int -> vec" + vec_ramp
        "`first` in the first lane, and `step` more in every further one.";
    VecBuild "vec.build" ["lanes..."] -> "1" {} () [] [] LD
        "T:scalar -> vec" + vec_build
        "A lane from each value.";
    VecLane "vec.lane" ["vec"] -> "1" {"lane": Count} () [] [] LD
        "vec -> scalar" + vec_lane
        "The value of a lane.";
    VecLoad "vec.load" ["from", "index", "mask?"] -> "1" {"stride?": Int} () [] [Reads(Anything)] LD
        "ref, index, vec -> vec" + vec_load
        "Lane k is the element `index + k` from `from` on: elements are `stride` bytes apart, or lie side by side. Lanes whose `mask` is false are zero, and their elements need not be there.";
    VecStore "vec.store" ["vec", "to", "index", "mask?"] -> "0" {"stride?": Int} () [] [Writes(Anything)] LD
        "vec, ref, index, vec" + vec_store
        "Stores the lanes, of them those whose `mask` is true, to elements, as vec.load finds them; in the order of the lanes where elements coincide. Elements of other lanes are not touched: another thread may define them.";
    VecAny "vec.any" ["mask"] -> "1" {} () [] [] LD
        "vec -> i1" + vec_any
        "Whether any lane of a mask is true.";
    VecFold "vec.fold" ["init", "vec"] -> "1" {"kind": Choice(<ReduceOp as ChoiceAttr>::WORDS)} () [] [] LD
        "T:scalar, vec -> T" + vec_fold
        "`init` and all lanes combined, in any order.";

    // ---- library operations on views --------------------------------------------------------------
    LibMatmul "lib.matmul" ["c", "a", "b", "captures..."] -> "0" {"ta?": Flag, "tb?": Flag, "ca?": Flag, "cb?": Flag, "par?": Choice(Spread::NAMES), "reason?": Str, "stmts?": Lines, "prologue_a?": Flag, "prologue_b?": Flag, "epilogue?": Flag, "in_place?": Flag} ("regions(...)... => loop.yield") [SEALED] [Writes(At(0)), Reads(At(1)), Reads(At(2))] LD
        "view, view, view, any" + lib_matmul
        "c = op(a) * op(b) on views that do not overlap c; ranks as in array.matmul. Optional regions, present in the order of the flags: `prologue_a`(x, i, j), `prologue_b`(x, i, j): element as loaded from the view at its own subscripts -> element used; `epilogue`(sum, i, j): sum -> element stored in c. `in_place`: the epilogue may read element (i, j) of c, which has its old value until the new one is stored. They end in loop.yield and may use outside values listed in `captures` only.";
    LibTranspose "lib.transpose" ["dst", "src"] -> "0" {"par?": Choice(Spread::NAMES), "reason?": Str, "stmts?": Lines} () [] [Writes(At(0)), Reads(At(1))] LD
        "view, view" + lib_transpose
        "dst(j,i) = src(i,j); no overlap.";
    LibPack "lib.pack" ["dst", "src", "mask"] -> "1" {"reason?": Str, "stmts?": Lines} () [] [Writes(At(0)), Reads(At(1)), Reads(At(2))] LD
        "view, view, view -> index" + lib_pack
        "Stores the elements of view `src` whose mask (view of i8 or logical) is true to rank-1 view `dst` in element order (as many as fit); result: their number (index).";

    // ---- OpenMP -----------------------------------------------------------------------------------
    OmpBounds "omp.bounds" ["lower", "extent", "stride"] -> "1" {} () [] [] AL
        "index, index, index -> bounds"
        "The part of one dimension of a variable that an omp.map maps: `extent` elements from the zero-based subscript `lower` on, `stride` apart, in elements of that dimension.";
    OmpReduced "omp.reduced" ["var", "bounds...", "with?", "more..."] -> "1" {} () [ADDRESS] [] A
        "T:var, bounds, var, any -> T" + omp_reduced
        "A variable in `originals` of a construct that reduces a part of it: the element or section that `bounds` give, one for each dimension. `with`: what the construct combines with in place of the variable (a task). `more`: what code of the reduction uses beside its variables. The regions of the recipe, but for `copy`, have arguments behind the others: lower, extent and stride of each dimension, `with`, and `more`. `omp-reductions` consumes it.";
    OmpMap "omp.map" ["var", "bounds...", "parent?"] -> "1" {"kind": Choice(MapKind::NAMES), "modifiers?": Choices(MapModifier::NAMES), "name?": Str, "implicit?": Flag, "descriptor?": Flag, "member?": Flag, "deep?": Flag} () [ADDRESS] [] AL
        "var, bounds, map -> map" + omp_map
        "How a directive maps the variable `var` (ref, view or ref<box>): the whole of it, or the part that `bounds` give, one for each dimension of a view. `name`: as the program calls it. `parent`: the map of the object or descriptor that it is a member of. `implicit`: no clause names it. `descriptor` (after omp-maps): the variable is a descriptor, which is the host's; a directive that takes the map maps what it describes when it runs. `member` (after omp-maps): the compiler has made it of the map of the object; where only a part is on the device, a clause has named that part. `deep`: what allocatable components of the objects hold belongs to it, and the runtime finds it by the table of their type. A modifier `always` copies also what is on the device already, `present` wants it there, `class` says that the descriptor has the dynamic type of the objects, `private` that it is a private copy of the region, `self` that the device uses the memory of the host. Directives alone take maps.";
    OmpTarget "omp.target" ["if?", "device?", "thread_limit?", "maps...", "originals..."] -> "0" {"line?": Line, "host?": Flag, "target?": Choice(RegionCopy::NAMES), "copies?": Copies, "defaultmap?": Pairs, "is_device_ptr?": Names, "has_device_addr?": Names} ("body(copies)") [SEALED] [Synchronizes] AL
        "i1, int, int, map, var" + omp_target
        "A target region. `maps`: of the kinds `to from tofrom alloc`; of the copy for the host none (after outline). `host`: no device runs it (`-fno-offload`). `target` (after target-split): which copy this is. `copies`: as in omp.parallel; scalars go as values. What a region maps in place of a variable is a copy of an omp.scope around it. The body uses the same SSA values as the maps. What clauses say of variables beside that: `defaultmap`, behaviors with the categories of variables that they are for; the names in `is_device_ptr` and `has_device_addr`, which the region does not map.";
    OmpTeams "omp.teams" ["num_teams?", "thread_limit?", "if?", "originals..."] -> "0" {"kind?": Choice(KernelKind::NAMES), "one_pass?": Flag, "combined?": Flag, "shared?": Names, "default?": Choice(DefaultSharing::NAMES), "default_of?": Pairs, "copies?": Copies} ("body(copies)") [SEALED] [Synchronizes] AL
        "int, int, i1, var" + omp_copies
        "A teams region. `copies`, `shared`, `default`: as in omp.parallel, for each team. `combined`: all that the program wrote in it is a loop over the teams. `kind` (after workdistribute): the region is one kernel of that kind, see dev.kernel, as for `one_pass`.";
    OmpWorkdistribute "omp.workdistribute" [] -> "0" {"line?": Line} ("body()") [STRUCTURED|SEALED] [] AL
        ""
        "Array and scalar assignments to spread over the teams.";
    OmpTargetData "omp.target_data" ["if?", "device?", "maps..."] -> "0" {"use_device_ptr?": Names, "use_device_addr?": Names} ("body()") [SEALED] [Synchronizes] AL
        "i1, int, map" + data_maps
        "Data stays on the device during the region. Operands as in omp.target. `use_device_ptr`, `use_device_addr`: the names in these clauses; that in the region their addresses are those on the device is what the runtime makes of host addresses where it is given them.";
    OmpTargetEnter "omp.target_enter_data" ["if?", "device?", "maps..."] -> "0" {"more?": Flag} () [] [Synchronizes] AL
        "i1, int, map" + data_maps
        "Maps until a matching exit. Map kinds `to tofrom alloc`. `more`: other maps of the directive follow.";
    OmpTargetExit "omp.target_exit_data" ["if?", "device?", "maps..."] -> "0" {"more?": Flag, "later?": Flag} () [] [Synchronizes] AL
        "i1, int, map" + data_maps
        "Unmaps. Map kinds `from tofrom release delete`. `more`: as there. `later`: at the end of the construct that the last omp.maps_kept began.";
    OmpMapsKept "omp.maps_kept" [] -> "0" {"begin?": Flag} () [] [Synchronizes] AL
        ""
        "A construct begins (`begin`), or ends, of which iterators repeat maps: at its end it unmaps what it has mapped at its begin.";
    OmpTargetUpdate "omp.target_update" ["if?", "device?", "maps..."] -> "0" {} () [] [Synchronizes] AL
        "i1, int, map" + data_maps
        "Copies now: map kinds `to` and `from`.";
    OmpMapsEnd "omp.maps_end" [] -> "0" {} () [] [Synchronizes] AL
        ""
        "The maps of a directive of which iterators repeat some (`more`) are complete.";
    OmpEndOnDevices "omp.end_on_devices" ["var"] -> "0" {} () [] [Synchronizes] AL
        "var" + omp_end_on_devices
        "The variable ends here: what directives entered of it is on no device any more.";
    OmpDeclareTarget "omp.declare_target" ["address", "bytes", "type"] -> "0" {"name": Str, "initial?": Flag, "mapped?": Flag} () [] [Orders] AL
        "ptr, i64, ptr"
        "At the start of the program: these bytes of static storage are on every device, `initial` with what they hold there; `mapped`: only while they, or what the descriptor there describes, are mapped. `type` is the descriptor of the type of the objects, or null.";
    OmpRequires "omp.requires" [] -> "0" {"kind": Choice(Requirement::NAMES)} () [] [Orders] AL
        ""
        "At the start of the program: what it needs of all devices.";
    OmpParallel "omp.parallel" ["num_threads?", "if?", "originals...", "copyin..."] -> "0" {"copies?": Copies, "copyin?": Copies, "proc_bind?": Choice(ProcBind::NAMES), "shared?": Names, "default?": Choice(DefaultSharing::NAMES), "default_of?": Pairs} ("body(copies)") [SEALED] [Synchronizes] AL
        "int, i1, var, var" + omp_parallel
        "Every thread of a team runs the body. `copyin`: threadprivate variables, which the threads have with the values of the thread that makes the team, each with [copyin, recipe, name] in the attribute. `proc_bind`: where the threads are to run. `copies`: for each of `originals`, what the thread has of its own, an argument of the body: [sharing, recipe, name]. `sharing`: private; firstprivate, with the value of the original; reduction, which is combined with the original at the end; task_reduction, the same where tasks take part; in_reduction (tasks). Reductions are the last of the list. After `omp-privatize` they are allocas in the body. `shared`: the names of the variables of the procedure that the body uses and that are no copies, by a clause or by the rules for those that no clause lists; `default_of`: the same of categories of variables, [sharing, category]. `default`: what the program says of these. Until `omp-privatize` both stand there for readers: the body refers to the variables.";
    OmpWsLoop "omp.wsloop" ["chunk?", "dist_chunk?", "originals...", "linear..."] -> "0" {"schedule?": Choice(Schedule::NAMES), "ordered?": Flag, "in_order?": Flag, "nowait?": Flag, "kind?": Choice(LoopShare::NAMES), "modifier?": Choice(ScheduleModifier::NAMES), "simd_chunks?": Flag, "order?": Choice(IterationOrder::NAMES), "bind?": Choice(BindRegion::NAMES), "label?": Str, "collapse?": Count, "copies?": Copies} ("body(copies)") [SEALED] [Synchronizes] AL
        "int, int, var, real" + omp_wsloop
        "The threads of the team share the iterations of the omp.loop_nest that the body ends with; with `kind` = `distribute_parallel` by all threads of all teams, `distribute` by the teams (chunks of `dist_chunk` iterations), of which one thread each runs it. `ordered`: it has omp.ordered regions. `in_order`: iterations need what those before them did (doacross, scans), until `omp-scan` or `omp-in-order`. `schedule`: static dynamic guided auto runtime, with `modifier` and `simd_chunks` (the modifier simd). `order` and `bind`: what the clauses say. `collapse`: where the nest has transformations, how many of the generated loops it takes at most. Of a loop that is vector code as well the nest stands in an omp.simd, until `omp-privatize`. A loop.break out of it (cancellation) ends the share of the thread that comes there. Implicit barrier at the end unless `nowait`. `copies`: as in omp.parallel, for each thread that has a share; in an omp.target, whose iterations a device runs at once, for each iteration. lastprivate: the original gets what the copy holds after the last iteration; first_lastprivate: it also begins with the value of the original. linear: as lastprivate, and in each iteration the copy begins with what the original holds in front of the loop and the number of the iteration times a step; `linear` has the steps of these variables in their order. conditional: the copy begins with the value of the original, which gets the one that the last iteration left of those that came to an omp.assigned of the copy, if one did; in an omp.target the iterations run in their order. loop_variable: the variable of a loop, a copy for each iteration, of all loops in their order; last_loop_variable: the original gets its value behind the loop.";
    OmpSections "omp.sections" ["originals..."] -> "0" {"nowait?": Flag, "label?": Str, "copies?": Copies} ("body(copies)") [SEALED] [Synchronizes] A
        "var" + omp_sections
        "Each omp.section of the body is run once, by one of the threads. `label` and `copies`: as in omp.wsloop, the last section is the last iteration. `omp-sections` makes a loop over their numbers.";
    OmpSection "omp.section" [] -> "0" {} ("body()") [] [Synchronizes] A
        "" + omp_section
        "One of the sections of an omp.sections.";
    OmpLoopNest "omp.loop_nest" ["lbs...", "ubs...", "steps...", "slopes..."] -> "0" {"sloped?": Ints} ("body(ivs)") [] [Synchronizes] AL
        "T:int, T, T, T" + omp_loop_nest
        "Nested loops, outermost first, all of one index or integer type, with Fortran bounds (inclusive, trip counts as of loop.for), whose iterations are those of the construct around. `slopes`: what bounds depend on the variable of a loop further out by. `sloped` has three numbers for each: which loop it is a bound of, 0 for the lower and 1 for the upper one, and the loop whose variable, times the slope, is added to it. `omp-collapse` makes one loop of the nest, except in an omp.target, whose kernels have several dimensions.";
    OmpTile "omp.tile" ["sizes..."] -> "0" {"nest?": Count, "at?": Count} ("loops()") [] [Synchronizes] A
        "int" + omp_transformation
        "Loops become loops over tiles of the given sizes, all of them, and then loops over the iterations of a tile. The region of a transformation has the nest whose outermost loops it takes: an omp.loop_nest, which may have in its body one transformation, whose loops go on with the nest, or a transformation, whose generated loops it takes. `at`: the number of the first loop that it takes of that nest; `nest`: of which nest, where the transformation in the region leaves several. A construct around takes as many of the loops as its attribute `collapse` says; without one they are loops of the procedure. `omp-transform` carries transformations out.";
    OmpStripe "omp.stripe" ["sizes..."] -> "0" {"nest?": Count, "at?": Count} ("loops()") [] [Synchronizes] A
        "int" + omp_transformation
        "Loops become loops over the first iterations, as many as the sizes say, and then loops over the iterations at multiples of that distance from these. Else as omp.tile.";
    OmpUnroll "omp.unroll" ["factor?"] -> "0" {"nest?": Count, "at?": Count, "full?": Flag} ("loops()") [] [Synchronizes] A
        "int" + omp_transformation
        "A loop whose body is to stand there once for each iteration (`full`), or, with `factor`, as many times, so that a loop over groups of iterations is left for a construct or transformation around; without either it is left to the back end. Else as omp.tile.";
    OmpInterchange "omp.interchange" [] -> "0" {"nest?": Count, "at?": Count, "permutation": Ints} ("loops()") [] [Synchronizes] A
        "" + omp_interchange
        "Loops in another order: `permutation` has for each the number of the loop that is to stand there. Else as omp.tile.";
    OmpReverse "omp.reverse" [] -> "0" {"nest?": Count, "at?": Count} ("loops()") [] [Synchronizes] A
        "" + omp_transformation
        "The iterations of a loop in the reverse order. Else as omp.tile.";
    OmpSplit "omp.split" [] -> "0" {"nest?": Count, "at?": Count, "counts": Ints, "fill": Count} ("loops()") [] [Synchronizes] A
        "" + omp_split
        "A loop becomes several, one after the other, each with as many of its iterations as `counts` says; that with the number `fill` has what the others leave. Else as omp.tile.";
    OmpFuse "omp.fuse" [] -> "0" {"first?": Count, "count?": Count} ("loops()") [] [Synchronizes] A
        "" + omp_fuse
        "Of several nests, `count` of them from the nest `first` on, the outermost loops become one, each iteration of which runs what those of them do that have as many. Without the attributes it takes all nests in the region. Else as omp.tile.";
    OmpLastIteration "omp.last_iteration" [] -> "1" {} () [] [Orders] AL
        "-> i1" + omp_last_iteration
        "Whether the iteration of the omp.loop_nest around is the last one, in the order of the program. `omp-collapse` makes a comparison of it.";
    OmpIteration "omp.iteration" [] -> "1" {} () [] [Orders] AL
        "-> index" + omp_last_iteration
        "The number of the iteration of the omp.loop_nest around, from 0 on, in the order of the program. `omp-collapse` computes it.";
    OmpAssigned "omp.assigned" ["ref"] -> "0" {} () [] [Synchronizes] A
        "ref"
        "In a construct: the statement behind it gives a copy that is `conditional` a value. `omp-privatize` remembers the number of the iteration.";
    OmpScan "omp.scan" ["originals..."] -> "0" {"inclusive?": Flag, "copies?": Copies} ("input(copies)", "scan()") [STRUCTURED] [Synchronizes] A
        "var" + omp_scan
        "The phases of an iteration of a loop that computes prefixes. In the input phase reductions, `copies` as in omp.parallel, have copies, which `omp-reductions` combines with the originals at its end; the scan phase reads the originals. `inclusive`: the input phase comes first. `omp-scan` makes loops over blocks of iterations of the loop around; `omp-in-order` puts the phases in their place.";
    OmpInitialized "omp.initialized" [] -> "0" {} () [] [Synchronizes] A
        ""
        "SCAN with INIT_COMPLETE: what stands in front of it in an iteration comes before both phases of the omp.scan behind it. `omp-in-order` takes it away.";
    OmpDoacross "omp.doacross" ["iteration..."] -> "0" {"kind": Choice(Doacross::NAMES)} () [] [Synchronizes] A
        "int"
        "In a loop with dependences between iterations: `source`, other iterations may go on behind theirs that wait for this one; `sink`, this one waits for the iteration where the variables of the loops have these values, or, without values, for the one before it. `omp-in-order` consumes it.";
    OmpWorkshare "omp.workshare" [] -> "0" {"nowait?": Flag} ("body()") [STRUCTURED|SEALED] [] AL
        ""
        "Array assignments spread over the team's threads.";
    OmpReduction "omp.reduce_into" ["private", "shared"] -> "0" {"kind": Choice(ReduceOp::WORDS)} () [] [Reads(At(0)), Reads(At(1)), Writes(At(1)), Synchronizes] AL
        "var, var" + omp_reduce_into
        "Combines a thread's private copy (ref or view) into the shared variable at the end of the omp.parallel or omp.teams around it, also one of a calling procedure, in thread order. `kind` as in array.reduce, without count.";
    OmpBarrier "omp.barrier" [] -> "0" {} () [] [Synchronizes] AL
        ""
        "Waits until all threads of the team are here and their tasks are over. It stands where all of them come.";
    OmpFlush "omp.flush" [] -> "0" {"order?": Choice(MemoryOrder::NAMES), "list?": Names} () [] [Synchronizes] ALL
        "" + omp_flush
        "Waits for nobody: what this thread wrote is there for others (`order` = release), and what they wrote for it (acquire), or both (acq_rel, and seq_cst or none, where all threads see flushes in one order). It is about all variables, also where the program lists some (`list`, their names).";
    OmpTaskwait "omp.taskwait" [] -> "0" {} () [] [Synchronizes] AL
        ""
        "Waits for the child tasks of this task.";
    OmpTaskyield "omp.taskyield" [] -> "0" {} () [] [Synchronizes] AL
        ""
        "Another task may run on this thread before this one goes on.";
    OmpTaskgroup "omp.taskgroup" ["reduced...", "bytes..."] -> "0" {} ("body()") [SEALED] [Synchronizes] AL
        "var, int" + omp_taskgroup
        "Runs the body and waits for the tasks that are made in it, and for those that they make. `reduced`: variables that these tasks reduce, `bytes`: the size of each; what a task has for one of them is combined with the variable itself.";
    OmpTaskgraph "omp.taskgraph" ["if?", "graph_id?", "graph_reset?"] -> "0" {"nogroup?": Flag} ("body()") [SEALED] [Synchronizes] A
        "i1, int, i1"
        "Tasks that may be recorded and replayed: the body makes them each time it is run, in an omp.taskgroup unless `nogroup`. `if`: whether it is to be a graph, `graph_id`: which one, `graph_reset`: whether a recorded one is forgotten. `omp-tasks` consumes it.";
    OmpAccumulator "omp.accumulator" ["private", "bytes", "shared"] -> "0" {} () [] [Synchronizes] AL
        "ptr, int, ptr"
        "From here to the omp.accumulator_end of `private`, tasks that take part in the reduction of what is in the `bytes` at `private` combine with what is at `shared`; null where that is not contiguous, so that only tasks of this procedure may.";
    OmpAccumulatorEnd "omp.accumulator_end" ["private"] -> "0" {} () [] [Synchronizes] AL
        "ptr"
        "The end of omp.accumulator.";
    OmpAccumulated "omp.accumulated" ["address"] -> "1" {"name": Str} () [] [Synchronizes] AL
        "ptr -> ptr"
        "What a task combines with that takes part in the reduction of what is at `address`, a variable of that name: as omp.accumulator says. It is an error if none says so.";
    OmpCancel "omp.cancel" ["if?"] -> "1" {"construct": Choice(Cancelled::NAMES)} () [] [Synchronizes] AL
        "i1 -> i1"
        "Cancels the construct around it where `if` holds and the control variable allows it. The result: whether that is cancelled, by whomever, so that this thread leaves it. What leaves it is a loop.break behind the op.";
    OmpCancellationPoint "omp.cancellation_point" [] -> "1" {"construct": Choice(Cancelled::NAMES)} () [] [Synchronizes] AL
        "-> i1"
        "Whether the construct around it is cancelled, so that this thread leaves it. It also stands where constructs end with a barrier in a parallel region that can be cancelled, and at the begin of tasks that hold memory.";
    OmpSingle "omp.single" ["filter?", "originals...", "copyprivate..."] -> "0" {"nowait?": Flag, "kind?": Choice(SingleKind::NAMES), "copies?": Copies, "copyprivate?": Copies} ("body(copies)") [SEALED] [Synchronizes] AL
        "int, var, var" + omp_single
        "One thread runs the body (`kind`: single, master, masked). `filter`: the number of the thread, of masked, until `omp-privatize`, which makes a choice of it. `copies`: as in omp.parallel. `copyprivate`: variables of every thread which behind the construct have the values that those of the thread have that ran it, each with [copyprivate, recipe, name] in the attribute.";
    OmpScope "omp.scope" ["originals..."] -> "0" {"nowait?": Flag, "copies?": Copies} ("body(copies)") [STRUCTURED] [Synchronizes] A
        "var" + omp_copies
        "Every thread that comes here runs the body, and waits for the others of its team unless `nowait`. `copies`: as in omp.parallel. `omp-privatize` puts the body in its place.";
    OmpSimd "omp.simd" ["aligned...", "nontemporal...", "originals...", "linear..."] -> "0" {"safelen?": Count, "simdlen?": Count, "alignments?": Ints, "order?": Choice(IterationOrder::NAMES), "collapse?": Count, "copies?": Copies} ("body(copies)") [STRUCTURED] [] A
        "var, var, var, real" + omp_simd
        "The body is a loop whose iterations may run as vector code; in an omp.wsloop it is the omp.loop_nest, and so it is where variables follow from the numbers of the iterations (`linear`, `collapse` and last values as in omp.wsloop), until `omp-collapse` makes loops of it. `safelen`: how far apart iterations that run at once may be; `simdlen`: how many are wanted. `alignments`: for each of `aligned` the bytes to which data is aligned, 0 for as many as vectors need. `nontemporal`: variables that are not used again soon. `copies`: as in omp.parallel. Else `omp-privatize` puts the body in its place.";
    OmpTask "omp.task" ["if?", "final?", "deps...", "originals...", "priority?", "event?", "affinity..."] -> "0" {"dep_kinds?": Choices(DependKind::NAMES), "begins?": Flag, "target?": Flag, "untied?": Flag, "mergeable?": Flag, "replayable?": Flag, "transparent?": Choice(Impex::NAMES), "shared?": Names, "default?": Choice(DefaultSharing::NAMES), "default_of?": Pairs, "copies?": Copies} ("body(copies)") [SEALED] [Synchronizes] AL
        "i1, i1, ptr, var, int, i64, ptr" + omp_task
        "Makes a task that runs the body, now or later. `deps`: addresses (ptr) of storage, with `in`, `out`, `inout`, `inoutset` or `mutexinoutset` each in `dep_kinds`; with `depobj` the content of a dependence object. `if`: false where it runs now. `begins`: its body looks whether it is cancelled. `target`: a target task, which threads outside of the team may run. `event`: the handle of an omp.event; the task is over only when that is fulfilled. `priority`: of the tasks that could run, those with higher numbers come first. `affinity` (addresses of what it uses), `untied`, `mergeable`: hints, which change no result. `shared`, `default`: as in omp.parallel. `copies`: as there, with the values that firstprivate variables have where the task is made; recipes keep these copies as long as the task (`kept`), but scalars go as values. in_reduction: the copy is combined with the original when the task ends. `replayable`: for the omp.taskgraph around it. `transparent`: its dependences and those of its children order tasks outside of it, too; until `omp-tasks`, which has it wait for all that come before and for what it makes.";
    OmpTargetTask "omp.target_task" ["deferred?", "deps...", "originals...", "priority?"] -> "0" {"nowait?": Flag, "replayable?": Flag, "dep_kinds?": Choices(DependKind::NAMES), "begins?": Flag, "copies?": Copies} ("body(copies)") [SEALED] [Synchronizes] A
        "i1, ptr, var, int" + omp_target_task
        "A target task: a directive with DEPEND, NOWAIT or IN_REDUCTION, in the body, together with what is prepared for it when the task runs. `nowait`: it may be deferred, unless `deferred` is false; without it the thread that comes here waits. `deps`, `priority`, `begins` and `copies` as in omp.task: what the task keeps of the place where it is made, and its parts in reductions. `omp-tasks` makes an omp.task of it.";
    OmpTaskloop "omp.taskloop" ["grainsize?", "num_tasks?", "if?", "final?", "originals...", "priority?", "linear..."] -> "0" {"nogroup?": Flag, "strict?": Flag, "untied?": Flag, "mergeable?": Flag, "replayable?": Flag, "transparent?": Choice(Impex::NAMES), "label?": Str, "collapse?": Count, "shared?": Names, "default?": Choice(DefaultSharing::NAMES), "default_of?": Pairs, "copies?": Copies} ("body(copies)") [SEALED] [Synchronizes] AL
        "int, int, i1, i1, var, int, real" + omp_taskloop
        "Makes tasks, each of which runs the body for some of the iterations of the omp.loop_nest in it, and waits for them unless `nogroup`. A loop.break out of it (cancellation) ends the iterations of the task. `copies`: as in omp.task, for each of the tasks, with last values and `linear` as in omp.wsloop; the variable of a loop has one copy for a task. `priority`, `untied`, `mergeable`, `shared` and `default`: as in omp.task.";
    OmpTaskDepend "omp.task_depend" ["deps..."] -> "0" {"dep_kinds": Choices(DependKind::NAMES)} () [] [Synchronizes] AL
        "ptr" + dep_kinds
        "Waits for the child tasks that a task with these dependences would wait for.";
    OmpDependence "omp.dependence" ["deps..."] -> "0" {"dep_kinds": Choices(DependKind::NAMES)} () [] [Synchronizes] AL
        "ptr" + dep_kinds
        "More dependences of the omp.task or omp.task_depend that this thread comes to next: those that iterators give.";
    OmpDepobj "omp.depobj" ["object", "address?"] -> "0" {"dep_kinds?": Choices(DependKind::NAMES)} () [] [Synchronizes] AL
        "ptr, ptr" + omp_depobj
        "Gives the dependence object at `object` the storage at `address` and the one kind of `dep_kinds`; without an address it keeps its storage and gets that kind, without either it is destroyed.";
    OmpInterop "omp.interop" ["device?", "deps...", "objects..."] -> "0" {"actions": Choices(InteropAction::NAMES), "prefer?": Names, "nowait?": Flag, "dep_kinds?": Choices(DependKind::NAMES)} () [] [Writes(Anything), Synchronizes] AL
        "int, ptr, ref" + omp_interop
        "Interoperability objects of foreign runtimes. `actions` has one for each of `objects`: it is initialized, of the type `target`, `targetsync` or `both`; used; or destroyed. `prefer`: for each the runtimes that the program prefers, separated by commas, or `any`. `deps`: as in omp.task, of tasks that come first. There is no foreign runtime: `omp-host` stores omp_interop_none.";
    OmpError "omp.error" [] -> "0" {"severity": Choice(Severity::NAMES)} ("body()") [STRUCTURED] [] A
        ""
        "ERROR at execution time: the body shows the message and, where it is fatal, ends the program. `omp-privatize` puts the body in its place.";
    OmpDispatch "omp.dispatch" ["deps..."] -> "0" {"nowait?": Flag, "dep_kinds?": Choices(DependKind::NAMES)} ("body()") [STRUCTURED] [] A
        "ptr" + dep_kinds
        "A call for which the variant that fits here is chosen, in the body, with what its arguments need on a device. `deps`: as in omp.task, of tasks that come first. `omp-privatize` puts the body in its place.";
    OmpAllocate "omp.allocate" [] -> "0" {"names?": Names, "align?": Count} ("body()") [STRUCTURED] [] A
        ""
        "ALLOCATE, or an ALLOCATE clause of ALLOCATORS, in front of the ALLOCATE statement in the body: `names` are those of the variables that it is for, all of the statement where there are none; `align` is the alignment that it asks for. What becomes of a variable, also its allocator, is operands of its box.allocate. `omp-privatize` puts the body in its place.";
    OmpAssume "omp.assume" ["holds..."] -> "0" {"assumptions?": Choices(Assumption::NAMES), "absent?": Names, "contains?": Names} ("body()") [STRUCTURED] [] A
        "i1"
        "What ASSUME says of its body, or ASSUMES, at the begin of a procedure and with an empty body, of what follows: `holds` are conditions that hold in front of it; `absent` directives of these names that are not in it, `contains` some that may be; `assumptions` the clauses without arguments, and `holds` of expressions that are not evaluated since they are more than operations on scalars. `omp-privatize` makes a fort.assume of each condition and puts the body in its place.";
    OmpEvent "omp.event" [] -> "1" {} () [] [Synchronizes] AL
        "-> i64"
        "A new event, for the omp.task that this thread comes to next, whose operand `event` it is. omp_fulfill_event takes the handle.";
    OmpOrdered "omp.ordered" [] -> "0" {} ("body()") [SEALED] [Synchronizes] AL
        ""
        "Runs the body in the order of the iterations of the worksharing loop around it.";
    OmpCritical "omp.critical" [] -> "0" {"name?": Str, "kind?": Choice(CriticalKind::NAMES), "hint?": Count, "always_to?": Str, "always_from?": Str, "inward?": Str} ("body()") [SEALED] [Synchronizes] AL
        ""
        "One thread at a time. `always_to` and `always_from`, of kind `ancestor`: the names of variables whose values maps of the directive copy from the device to the host in front of the body, and back behind it; `inward`: of variables of the region around that maps only bring to the body. `hint`: what the program says of contention. `kind`: `atomic` excludes the atomic operations that the machine has no instructions for; `reduce` also runs the threads of the team in the order of their numbers, each once; `task` excludes other tasks that combine a reduction.";
    OmpAtomicRead "omp.atomic_read" ["ref"] -> "1" {"order?": Choice(MemoryOrder::NAMES), "hint?": Count} () [] [Reads(At(0)), Synchronizes] ALL
        "ref -> any" + omp_atomic_read
        "The value of a variable that others may change at the same time, never a part of one value and a part of another. `hint`: what the program says of contention, as in omp.critical.";
    OmpAtomicWrite "omp.atomic_write" ["ref", "value"] -> "0" {"order?": Choice(MemoryOrder::NAMES), "hint?": Count} () [] [Writes(At(0)), Synchronizes] ALL
        "ref, any" + omp_atomic_write
        "Stores a value as a whole. `hint`: as in omp.atomic_read.";
    OmpAtomicUpdate "omp.atomic_update" ["ref"] -> "*" {"order?": Choice(MemoryOrder::NAMES), "fail?": Choice(MemoryOrder::NAMES), "weak?": Flag, "hint?": Count} ("body(old) => loop.yield") [SEALED] [Reads(At(0)), Writes(At(0)), Synchronizes] ALL
        "ref -> any" + omp_atomic_update
        "Replaces the value `old` of a variable by the first value that the body ends with, and nobody changes it in between. The results are the other values that the body ends with: what is captured. The body computes and reads; it may run more than once, and the last time counts. `fail`: the order that the program gives the read of a comparison that fails; the order of the whole, which is no weaker, is kept there, too. `weak`: the comparison may fail without reason, which it does not. `hint`: as in omp.atomic_read.";

    // ---- device plan ------------------------------------------------------------------------------
    DevExpect "dev.expect" ["var"] -> "0" {"kind?": Count, "name?": Str, "iterations?": Flag, "wide?": Flag} () [] [Synchronizes] D
        "sized" + device_expect
        "The region of the next dev.enter maps this view, ref or ref<box>, or, where the operand is an index, allocates so many bytes (`iterations`: runs so many iterations, `wide`: of a kernel that is `wide`): where the device has no room for it or cannot count so far, that dev.enter sends the region to the host copy.";
    DevEnter "dev.enter" ["device?", "if?"] -> "1" {"line?": Line} () [] [Synchronizes] D
        "int, i1 -> i1"
        "i1: the region runs on a device that can (chosen by the `device` number, the `if` value, OMP_TARGET_OFFLOAD and the selected adapter); false sends it to the host copy. Opens the region's queue.";
    DevLeave "dev.leave" [] -> "0" {} () [] [Synchronizes] D
        ""
        "Ends the region: submits what is queued and waits.";
    DevLend "dev.lend" ["var"] -> "0" {"kind": Count, "name?": Str} () [] [Synchronizes] D
        "var" + device_lend
        "The host copy that follows uses this view, ref or ref<box>: where a device was to run the region, the host gets the device's value until `frt_dev_return`.";
    DevHost "dev.host" ["uses..."] -> "*" {"why?": Str, "ancestor?": Flag, "always_to?": Str, "always_from?": Str, "inward?": Str, "later?": Flag} ("body() => values") [] [Synchronizes] LD
        "any -> any"
        "Statements of a device's region that only the host can run: it gets the device's values of what they use, and the device the host's afterwards. The results are operands of the yield that the body may end with. `uses` (during workdistribute): what the body takes from around it, which is out of sight then. `why`: what no kernel can do. `ancestor`: a region of the host, which has the host's values of what it shares with the device; `always_to`, `always_from` and `inward` as there. `later` (during workdistribute): a thread of a kernel comes to it, does nothing more, and the host runs it when the kernel has ended.";
    DevPool "dev.pool" [] -> "1" {} () [] [] LD
        "-> view"
        "During workdistribute: the memory from which the threads of a kernel take what they allocate, as bytes.";
    DevTake "dev.take" ["bytes"] -> "1" {"frame?": Str} () [] [Allocates] LD
        "index -> index"
        "During workdistribute: the place in the pool, never 0, of so many bytes for the thread that asks. `frame`: for an activation of that recursive procedure, of which there may be many.";
    DevGive "dev.give" ["place"] -> "0" {} () [] [Allocates] LD
        "index"
        "During workdistribute: what dev.take gave is free again; 0: nothing.";
    DevMap "dev.map" ["var", "if?", "device?"] -> "0" {"kind": Count, "name?": Str} () [] [Synchronizes] D
        "var, i1, int" + device_map
        "Enters a view, ref or ref<box> into the device data environment (reference counted by host address): allocates and copies as `kind` says. For a ref<box> the data it describes.";
    DevUnmap "dev.unmap" ["var", "if?", "device?"] -> "0" {"kind": Count, "name?": Str} () [] [Synchronizes] D
        "var, i1, int" + device_unmap
        "Leaves it: copies back and frees as `kind` and the count say; with LATER at the end of the construct that `frt_dev_maps_kept` began.";
    DevUpdate "dev.update" ["var", "if?", "device?"] -> "0" {"kind": Count, "name?": Str} () [] [Synchronizes] D
        "var, i1, int" + device_update
        "Copies a present variable `to` or `from` the device.";
    DevAlloc "dev.alloc" ["bytes"] -> "1" {"name?": Str, "reason?": Str} () [] [Allocates] D
        "index -> ptr"
        "Device memory; the `ptr` is a key that only the device data environment understands (never dereferenced by the host).";
    DevGather "dev.gather" ["objects"] -> "1" {"offset": Count, "bytes": Count, "rank": Count, "outer?": Lines, "name?": Str} () [] [Allocates] D
        "view -> ptr"
        "Device memory with what an allocatable component of `rank` dimensions holds in all elements of an array of objects, one after the other: the descriptor is `offset` bytes behind the begin of an object, its elements have `bytes` bytes. `outer`: the objects are what an allocatable component holds of the elements, and so on: offset and dimensions of each of these, the outermost first. The `ptr` is a key, as that of dev.alloc. What is not mapped ends the program, which calls it by `name`.";
    DevGatherCount "dev.gather_count" ["gathered"] -> "1" {"table?": Flag} () [] [Reads(Anything)] D
        "ptr -> index"
        "How many elements dev.gather has brought together; `table`: how many numbers there are in the table.";
    DevGatherTable "dev.gather_table" ["gathered"] -> "1" {} () [] [Reads(Anything)] D
        "ptr -> ptr"
        "Device memory with numbers of 32 bits, a row for each object: the place of the first element (-1 where it is not allocated), then extent and lower bound of each dimension. With `outer` those of the outermost objects come first; their places are those of rows of the objects in them.";
    DevScatter "dev.scatter" ["gathered"] -> "0" {"changed?": Flag} () [] [Writes(Anything)] D
        "ptr"
        "Releases what dev.gather gave; `changed`: after a copy of the elements back to where they were.";
    DevFree "dev.free" ["ptr"] -> "0" {} () [] [Writes(Anything)] D
        "ptr" + device_free
        "Releases it.";
    DevLaunch "dev.launch" ["args..."] -> "0" {"kernel": Sym, "code?": Sym, "stmts?": Lines} () [] [Synchronizes] D
        "any" + dev_launch
        "Queues a kernel of the module's `dev.module` with these arguments: views by (host or dev.alloc) address, scalars by value. Does not wait. `code`: the function of the host that does the same (`kernel-code`).";
    DevTeam "dev.team" ["teams"] -> "0" {"threads": Count, "exact?": Flag} ("body(team, thread, teams, threads, memory)") [SEALED] [Synchronizes] LD
        "index" + dev_team
        "The body of a kernel of teams: every thread of `teams` teams runs it, those of one team at once. Arguments: number of the team, of the thread in it, how many teams there are, how many threads a team has (at most the attribute `threads`, which is the size of the workgroup; `exact`: so many), and memory that the threads of a team share (refs and views of constant shape), undefined at the start.";
    DevBarrier "dev.barrier" [] -> "0" {} () [] [Synchronizes] LD
        ""
        "In dev.team: waits until all threads of the team are here; what they wrote before is seen after it. Either all of them come to it or none.";
    DevRead "dev.read" ["ref"] -> "1" {} () [] [Reads(At(0)), Synchronizes] D
        "ref -> any" + load
        "The value of a scalar in device memory; waits for the queue.";
    DevCopy "dev.copy" ["dst", "src"] -> "0" {} () [] [Writes(At(0)), Reads(At(1)), Synchronizes] D
        "var, var" + device_copy
        "Queues a copy between contiguous device buffers of equal size.";
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The operand of an effect is one that every op of the kind has, at that place.
    #[test]
    fn effects_are_about_operands_that_are_there() {
        for row in OPS {
            for e in row.effects {
                let (Reads(At(i) | Desc(i) | Pointee(i))
                | Writes(At(i) | Desc(i) | Pointee(i))
                | Frees(i)
                | TrapsOnZero(i)) = *e
                else {
                    continue;
                };
                let before = row.operands.get(..=usize::from(i)).unwrap_or_else(|| panic!("{}: {e:?}", row.name));
                assert!(before.iter().all(|o| !o.ends_with(['?', '.'])), "{}: {e:?}", row.name);
            }
        }
    }

    /// Ops that other ops find nothing of have no effects; what has none gives a result, ends or holds regions.
    #[test]
    fn ops_without_effects_are_for_something() {
        for row in OPS.iter().filter(|r| r.effects.is_empty()) {
            let structure = [Traits::TERMINATOR, Traits::STRUCTURED, Traits::TOP].iter().any(|t| row.traits.has(*t));
            assert!(structure || row.results != "0", "{}", row.name);
        }
    }
}
