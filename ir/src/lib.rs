//! The intermediate representation of Ferrotran.
//!
//! A [`Module`] owns arenas of ops, values and regions, referred to by small indices ([`entity`]).
//! Which ops exist is said in one table ([`ops`]); types are interned ([`types`]).
//! A program passes through three forms (see `docs/architecture.md`): *array form* (arrays are
//! values), *loop form* (arrays are views of memory, loops are structured) and *device form*
//! (kernels and a host plan).
#![forbid(unsafe_code)]

pub mod analysis;
pub mod choices;
mod copies;
pub mod doc;
pub mod entity;
pub mod interp;
pub mod module;
pub mod ops;
pub mod passes;
pub mod reduction;
mod runtime;
pub mod section;
pub mod text;
pub mod types;
pub mod verify;

pub use choices::{
    BoxAttribute, CallEffects, ChoiceAttr, CriticalKind, DataSharing, DebugAttr, DeclareAttr, DefaultSharing,
    DependKind, DeviceTarget, KernelKind, KernelWidth, LocateKind, LoopReduceKind, LoopShare, MapKind, Mapping, MathFn,
    MemoryOrder, Pred, ProcBind, ReduceKind, RegionCopy, Requirement, Schedule, Search, SharedVariables, SingleKind,
    Spread, VariableCopy,
};
pub use entity::{EntityRef, Op, PrimaryMap, Region, Value};
pub use ferrotran_abi::reduction::ReduceOp;
pub use module::{Attr, Builder, InlinedCall, Key, Loc, Module, OpBuilder, OpData, Point, RegionData, ValueDef};
pub use ops::{Forms, KINDS, OPS, OpInfo, OpKind, Traits};
pub use passes::{PassCtx, PassError, PassInfo, PassOptions, PassReport, Pipeline, Remark, run_passes};
pub use text::{ParseError, parse_module, parse_with_places, print_module, print_op};
pub use types::{Type, TypeKind, TypeTable};
pub use verify::{VerifyError, verify};
