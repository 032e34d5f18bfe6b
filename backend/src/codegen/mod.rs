//! From a module in device form (or loop form without OpenMP ops) to a relocatable object file.
//!
//! One Cranelift function per `func.func`. A variable of the program is memory; scalar allocas whose
//! address does not escape become Cranelift variables. Views, strings and complex numbers are bundles
//! of scalars ([`value::Val`]). The rooms: [`module`] (symbols and data), [`func`] (one procedure, its
//! values and dispatch), and one per family of ops.

mod arith;
mod atomic;
mod boxes;
mod calls;
mod chars;
mod condition;
mod device;
mod dwarf;
mod extended;
mod flow;
pub(crate) mod func;
mod isa;
mod lib_ops;
mod marks;
mod math;
mod memory;
mod module;
mod sections;
pub(crate) mod storage;
mod structs;
mod unwind;
pub(crate) mod value;
mod variables;
mod views;
mod wide;

pub(crate) use arith::{float_cc, int_cc};
pub use module::{CodegenOptions, CompiledObject, compile};
