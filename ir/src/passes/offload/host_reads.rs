//! Pass `host-reads`: where the program is to be checked ([`PassOptions::host_reads`](crate::passes::PassOptions)), the host
//! tells the runtime what it reads before it does so: elements and scalars that are loaded, and what is written to units. The
//! runtime knows whether a device has newer values.

use super::c_string;
use super::memory::{Base, root_of};
use crate::entity::{Op, Value};
use crate::module::{Builder, Module};
use crate::ops::OpKind;
use crate::passes::{PassCtx, PassError};
use crate::types::{Type, TypeKind};
use ferrotran_abi::rt;

/// Runs the pass.
pub fn run(m: &mut Module, cx: &mut PassCtx) -> Result<(), PassError> {
    if !cx.host_reads {
        return Ok(());
    }
    let functions: Vec<Op> = m.top_ops(OpKind::Func).collect();
    for f in functions {
        for region in m.ops[f].regions.clone() {
            for op in m.walk(region) {
                tell(m, op);
            }
        }
    }
    Ok(())
}

fn tell(m: &mut Module, op: Op) {
    match m.kind(op) {
        OpKind::Load => {
            let at = m.operand(op, 0);
            let bytes = m.types.size_of(m.ty(m.result(op)));
            if let Some(n) = bytes.filter(|_| may_be_mapped(m, at)) {
                scalar(m, op, at, n as i64);
            }
        }
        OpKind::Call if m.runtime_fn(op).is_some_and(|f| f.name().starts_with("frt_write")) => {
            for mut v in m.operands(op).to_vec() {
                if let Some(cast) = m.def_of(v, OpKind::CastRef) {
                    v = m.operand(cast, 0);
                }
                let TypeKind::Ref(held) = *m.tk(v) else { continue };
                if let TypeKind::Box { .. } = m.types.kind(held) {
                    array(m, op, v);
                } else if let Some(n) = m.types.size_of(held).filter(|_| may_be_mapped(m, v)) {
                    scalar(m, op, v, n as i64);
                }
            }
        }
        _ => {}
    }
}

/// Not a local variable to which nothing but loads and stores refers.
fn may_be_mapped(m: &Module, at: Value) -> bool {
    match root_of(m, at).base {
        Base::Local(alloca) => !m.flag(alloca, "unshared") && !only_accessed(m, m.result(alloca)),
        Base::Constant => false,
        Base::Heap(_) | Base::Global(..) | Base::Arg(_) | Base::Box(_) | Base::Unknown(_) => true,
    }
}

/// Loads and stores are all that refers to the variable, or to parts of it.
fn only_accessed(m: &Module, v: Value) -> bool {
    m.uses(v).into_iter().all(|(u, i)| match m.kind(u) {
        OpKind::Load => true,
        OpKind::Store => i == STORED_TO,
        OpKind::ViewElem | OpKind::Declare | OpKind::Field | OpKind::ViewCast => only_accessed(m, m.result(u)),
        _ => false,
    })
}

/// The operand of a store that is the place.
const STORED_TO: usize = 1;

fn place(b: &mut Builder<'_>, op: Op) -> [Value; 2] {
    let loc = b.m.ops[op].loc;
    let file = b.m.files.get(loc.file as usize).cloned().unwrap_or_default();
    [c_string(b, &file), b.int(i64::from(loc.line), Type::I32)]
}

fn scalar(m: &mut Module, op: Op, at: Value, bytes: i64) {
    let mut b = Builder::before(m, op);
    let address = b.unary(OpKind::CastRef, at, Type::PTR);
    let n = b.int(bytes, Type::I64);
    let [file, line] = place(&mut b, op);
    b.runtime(rt::frt_dev_host_reads, &[address, n, file, line], None);
}

fn array(m: &mut Module, op: Op, descriptor: Value) {
    let mut b = Builder::before(m, op);
    let address = b.unary(OpKind::CastRef, descriptor, Type::PTR);
    let [file, line] = place(&mut b, op);
    b.runtime(rt::frt_dev_host_reads_array, &[address, file, line], None);
}
