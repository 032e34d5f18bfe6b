//! Calls of runtime functions: `func.call` with the flag `runtime`, whose `callee` is the link name of a row of
//! [`ferrotran_abi::rt`]. Ops are built and asked by handle, so no pass spells a name.

use crate::entity::{Op, Value};
use crate::module::{Attr, Builder, Module};
use crate::ops::OpKind;
use crate::types::Type;
use ferrotran_abi::RuntimeFn;

impl Builder<'_> {
    /// Calls a runtime function.
    pub fn runtime(&mut self, f: RuntimeFn, args: &[Value], result: Option<Type>) -> Op {
        self.op(OpKind::Call)
            .args(args)
            .attr("callee", Attr::Sym(f.name().into()))
            .attr("runtime", Attr::Unit)
            .results(result.as_slice())
            .build()
    }
}

impl Module {
    /// The runtime function that an op calls.
    pub fn runtime_fn(&self, op: Op) -> Option<RuntimeFn> {
        self.routine(op).filter(|_| self.flag(op, "runtime"))
    }
    /// The same, or the routine of the OpenMP library that an op calls: programs do so by its name, without the flag.
    pub fn routine(&self, op: Op) -> Option<RuntimeFn> {
        let callee = if self.kind(op) == OpKind::Call { self.attr_str(op, "callee") } else { None };
        callee.and_then(ferrotran_abi::lookup)
    }
}
