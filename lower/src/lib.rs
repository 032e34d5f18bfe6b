//! Lowering: the typed program to array form.
//!
//! Variables become memory (`mem.alloca`, `mem.global`, arguments), scalar expressions SSA values,
//! whole-array expressions one `array.elemental` per maximal elementwise tree over `array.load`s.
//! Subscripts become zero-based here; lower bounds do not exist in the IR beyond descriptors.
//!
//! Four owners (`owners`), each reaching what stands before it: `FunctionBuilder` (ops), `Declarations` (what entities stand
//! for), `Expressions` (values and places), `Lower` (statements, constructs, directives, procedures, the module). Ops whose
//! regions closures fill are in `filling`, for every owner. What is known where lowering is: `entities` (names), `cleanup`
//! (what is to be released), `bodies` (of array operations), `omp::regions` (OpenMP constructs).
//!
//! One file per family: `types` (types and layouts), `data` (static data), `procedure` (arguments, entry, exit),
//! `storage` (local and static entities), `host` (host association), `place` (designators), `scalar` and
//! `elemental` (expressions), `array` (array-valued expressions), `subscripts` (vector subscripts), `intrinsics`
//! (intrinsic procedures, by family; `transform` has what the transformational ones are made of), `call`, `assign`,
//! `masked` (WHERE, FORALL), `pointer`, `control`, `rank` (assumed rank), `allocate`, `realloc`, `io`, `omp`.
#![forbid(unsafe_code)]
#![allow(clippy::result_large_err)]

mod absent;
mod allocate;
mod array;
mod assign;
mod bodies;
mod call;
pub(crate) mod check;
mod check_args;
mod choose;
mod class;
mod cleanup;
mod coindexed;
mod concat;
mod conditional;
mod control;
mod coverage;
mod data;
mod debug;
mod dispatch;
mod elemental;
mod emit;
mod entities;
mod environment;
mod filling;
mod finalize;
mod forall;
mod forall_list;
mod host;
mod image;
mod intrinsics;
mod io;
mod masked;
mod omp;
mod owners;
mod parts;
mod place;
mod pointer;
mod procedure;
mod rank;
mod realloc;
mod resident;
mod scalar;
mod select_type;
mod storage;
mod subscripts;
mod transform;
mod turns;
mod typedesc;
mod types;
pub(crate) mod unsigned;
mod user_reduce;

pub use check::Checks;
pub use coverage::Coverage;
pub use debug::Debug;

use bodies::Bodies;
use cleanup::{Cleanup, Cleanups, Constructs, Targets};
use entities::{Binding, Bindings, Entities};
use filling::Filling;
use omp::regions::Elsewhere;
use owners::{Declarations, Expressions, FunctionBuilder, Lower};

use ferrotran_abi::RuntimeFn;
use ferrotran_abi::rt::{self, kinds};
use ferrotran_ir::{Attr, Builder, Loc, Module, OpKind, Point, Region, Type, Value};
use ferrotran_source::{SourceMap, Span};
use ferrotran_typed::visit;
use ferrotran_typed::*;
use ferrotran_xreal::Num;
use rustc_hash::{FxHashMap, FxHashSet};

/// Something that cannot be lowered, with its place.
#[derive(Clone, Debug)]
pub struct LowerError {
    /// The expression or statement.
    pub span: Span,
    /// What is not supported.
    pub text: String,
}

/// Result of lowering a part.
pub(crate) type Lowered<T> = Result<T, LowerError>;

/// Options of [`lower`].
#[derive(Clone, Debug, Default)]
pub struct LowerOptions {
    /// Which checks are inserted (`-fcheck=`).
    pub checks: Checks,
    /// Floating-point exceptions that halt the program, as a mask of flags (`-ffpe-trap=`).
    pub fpe_trap: u32,
    /// Values of local variables that nothing initializes (`-finit-...`).
    pub init: InitLocals,
    /// What input and output do where nothing else is said.
    pub io: IoDefaults,
    /// Assignment to an allocatable array leaves it as it is allocated (`-fno-realloc-lhs`).
    pub keep_allocated: bool,
    /// What debuggers are told of variables (`-g`).
    pub debug: Debug,
    /// No device runs target regions (`-fno-offload`).
    pub host_only: bool,
    /// Programs count what they run (`--coverage`).
    pub coverage: Option<Coverage>,
    /// Products in parentheses are marked: they are rounded before sums take them (`-fprotect-parens`, where code is contracted).
    pub rounded: bool,
}

/// Values that local variables get at entry (`-finit-integer=` and so on).
#[derive(Clone, Copy, Debug, Default)]
pub struct InitLocals {
    /// Of integers.
    pub integer: Option<i64>,
    /// Bits of the value of reals and of both parts of complex numbers.
    pub real: Option<u64>,
    /// Of logicals.
    pub logical: Option<bool>,
    /// Of every character.
    pub character: Option<u8>,
    /// Components of derived types too.
    pub derived: bool,
}

impl InitLocals {
    /// Bits of a signaling NaN.
    pub const SIGNALING: u64 = 0x7ff4_0000_0000_0000;

    /// The value for a type.
    pub fn value(&self, ty: &Ty) -> Option<Const> {
        Some(match ty {
            Ty::Integer(_) => Const::Int(self.integer?.into()),
            Ty::Real(10 | 16) => Const::Ext(Num::from_f64(f64::from_bits(self.real?))),
            Ty::Complex(10 | 16) => {
                let x = Num::from_f64(f64::from_bits(self.real?));
                Const::ExtComplex(x, x)
            }
            Ty::Real(_) => Const::Real(f64::from_bits(self.real?)),
            Ty::Complex(_) => Const::Complex(f64::from_bits(self.real?), f64::from_bits(self.real?)),
            Ty::Logical(_) => Const::Logical(self.logical?),
            Ty::Character(CharLen::Const(n), _) => Const::Char(vec![self.character?.into(); (*n).max(0) as usize]),
            Ty::Character(CharLen::Expr(_) | CharLen::Assumed | CharLen::Deferred | CharLen::Runtime, _)
            | Ty::Unsigned(_)
            | Ty::Derived(_)
            | Ty::Class(_)
            | Ty::Assumed
            | Ty::Procedure
            | Ty::Typeless => return None,
        })
    }
}

/// Defaults of input and output that options change, as the runtime's `frt_io_defaults` takes them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IoDefaults {
    /// Unformatted files have the other order of bytes (`-fconvert=`).
    pub swap: bool,
    /// Record markers have 8 bytes (`-frecord-marker=8`).
    pub wide_markers: bool,
    /// Longest part of an unformatted record; 0 for the usual one.
    pub subrecord: u32,
    /// A zero is written without its sign (`-fno-sign-zero`).
    pub plain_zero: bool,
    /// Exceptions that STOP tells of (`-ffpe-summary=`).
    pub fpe_summary: u32,
    /// The standard's year; 0 for all with extensions, 1 for those of old programs too (`-std=`).
    pub standard: u32,
    /// Bits of the runtime's dialect (`-fdec`, `-pedantic`).
    pub dialect: u32,
}

impl Default for IoDefaults {
    fn default() -> Self {
        // All but inexact.
        IoDefaults {
            swap: false,
            wide_markers: false,
            subrecord: 0,
            plain_zero: false,
            fpe_summary: 0x1f,
            standard: 0,
            dialect: 0,
        }
    }
}

/// Lowers a legal program to array form.
pub fn lower(prog: &Program, map: &SourceMap, opts: &LowerOptions) -> Result<Module, Vec<LowerError>> {
    let mut lw = Lower::new(prog, map, opts.clone());
    lw.run();
    if lw.errors.is_empty() { Ok(lw.expressions.declarations.builder.m) } else { Err(lw.errors) }
}

/// Shorthand for an error.
pub(crate) fn unsupported<T>(span: Span, what: impl Into<String>) -> Lowered<T> {
    Err(LowerError { span, text: format!("not supported yet: {}", what.into()) })
}

impl<'p> Declarations<'p> {
    /// The symbol's data.
    pub fn sym(&self, s: SymbolId) -> &'p Symbol {
        &self.prog.symbols[s.0 as usize]
    }

    /// The procedure's data.
    pub fn proc(&self, p: ProcId) -> &'p Procedure {
        &self.prog.procs[p.0 as usize]
    }

    /// The derived type's data.
    pub fn dtype(&self, t: TypeId) -> &'p DerivedType {
        &self.prog.types[t.0 as usize]
    }
}

impl Lower<'_> {
    fn run(&mut self) {
        self.define_types();
        self.collect_captures();
        for &s in &self.prog.statics {
            if let Err(e) = self.emit_static(s) {
                self.errors.push(e);
            }
        }
        self.emit_commons();
        for (i, p) in self.prog.procs.iter().enumerate() {
            if p.body.is_some() {
                self.lower_procedure(ProcId(i as u32));
            }
        }
        self.tell_statics();
        self.mark_threadprivate();
        self.register_residents();
        self.register_counters();
        let described = self.describe_mapped_types();
        self.errors.extend(described.err());
        if self.errors.is_empty() {
            self.emit_entries_of_trampolines();
        }
    }
}

thread_local! {
    /// The statement being lowered, for reports of faults of the compiler.
    static AT: std::cell::RefCell<Option<(std::sync::Arc<str>, u32)>> = const { std::cell::RefCell::new(None) };
}

/// File and line of the statement that was being lowered last on this thread.
pub fn statement_at_fault() -> Option<String> {
    AT.with(|a| a.borrow().as_ref().map(|(f, l)| format!("{f}:{l}")))
}
