//! Pass `kernel-code`: every kernel also as a function of the host, for the device of separate memory that the runtime
//! keeps there (`runtime/src/device/shadow.rs`). The function has one argument, the address of the launch's arguments
//! as `frt_dev_launch` gets them; the body is the kernel's, run by one thread in order, or of a kernel of teams by every thread.

use super::constructs::{plain_atomic, splice};
use super::split::layout;
use crate::choices::KernelKind;
use crate::entity::{Op, Region, Value};
use crate::module::{Attr, Builder, Loc, Module};
use crate::ops::OpKind;
use crate::passes::omp_host::worksharing::atomic;
use crate::passes::{PassCtx, PassError};
use crate::types::{Type, TypeKind};
use ferrotran_abi::desc::{Dim, Header};
use ferrotran_abi::rt;
use rustc_hash::FxHashMap;
use std::mem::{offset_of, size_of};

/// Runs the pass.
pub fn run(m: &mut Module, cx: &mut PassCtx) -> Result<(), PassError> {
    let of_kind = |m: &Module, kind| -> Vec<Op> { m.walk(m.top).into_iter().filter(|&o| m.kind(o) == kind).collect() };
    let mut made: FxHashMap<String, String> = FxHashMap::default();
    for kernel in of_kind(m, OpKind::Kernel) {
        let name = m.attr_str(kernel, "sym").unwrap_or_default().to_string();
        let code = format!("{name}.code");
        if !m.top_ops(OpKind::Func).any(|f| m.attr_str(f, "sym") == Some(&code)) {
            function(m, kernel, &code);
            cx.count("functions", 1);
        }
        made.insert(name, code);
    }
    for launch in of_kind(m, OpKind::DevLaunch) {
        if let Some(code) = m.attr_str(launch, "kernel").and_then(|k| made.get(k)) {
            m.set_attr(launch, "code", Attr::Sym(code.clone()));
        }
    }
    Ok(())
}

fn function(m: &mut Module, kernel: Op, sym: &str) {
    let loc = m.ops[kernel].loc;
    let body = m.new_region(&[Type::PTR]);
    let list = m.args(body)[0];
    let source = m.region(kernel, 0);
    let mut values = FxHashMap::default();
    for (i, a) in m.args(source).to_vec().into_iter().enumerate() {
        let mut reader = Reader { m, body, loc };
        let at = reader.word(list, i * 8, Type::PTR);
        let ty = reader.m.ty(a);
        let v = reader.argument(at, ty);
        values.insert(a, v);
    }
    for op in m.regions[source].ops.clone() {
        let copy = m.clone_op(op, &mut values);
        let end = m.regions[body].ops.len();
        m.insert(body, end, copy);
    }
    for op in m.walk(body) {
        if m.kind(op) == OpKind::DevTeam {
            team(m, op);
        }
    }
    // One thread runs all of it.
    let teams = m.choice_opt(kernel) == Some(KernelKind::Teams);
    for op in m.walk(body) {
        match m.kind(op) {
            OpKind::OmpAtomicRead | OpKind::OmpAtomicWrite | OpKind::OmpAtomicUpdate if teams => atomic(m, op),
            OpKind::OmpAtomicRead | OpKind::OmpAtomicWrite | OpKind::OmpAtomicUpdate => plain_atomic(m, op),
            OpKind::OmpFlush => {
                Builder::before(m, op).runtime(rt::frt_omp_flush, &[], None);
                m.detach(op);
            }
            OpKind::DevBarrier => {
                Builder::before(m, op).runtime(rt::frt_dev_team_barrier, &[], None);
                m.detach(op);
            }
            _ => {}
        }
    }
    let top = m.top;
    let mut b = Builder::at_end(m, top);
    b.loc = loc;
    b.op(OpKind::Func).attr("sym", Attr::Sym(sym.into())).attr("internal", Attr::Unit).region(body).build();
}

/// Every thread of a team calls the function: it asks the runtime who it is, and where the memory of its team lies.
fn team(m: &mut Module, op: Op) {
    let body = m.region(op, 0);
    let args = m.args(body).to_vec();
    let mut at = 0;
    let mut places = Vec::new();
    for &a in &args[4..] {
        let t = m.ty(a);
        let elem = m.types.elem(t);
        let size = match m.types.kind(elem).clone() {
            TypeKind::Derived(n) => layout(m, &n).map_or(0, |l| l.0),
            _ => m.types.size_of(elem).map_or(0, |s| s as i64),
        };
        let count: i64 = m.types.shape(t).iter().map(|e| e.unwrap_or(0)).product();
        places.push(at);
        at = (at + size * count + 15) / 16 * 16;
    }
    let mut b = Builder::before(m, op);
    let numbers = [rt::frt_dev_team, rt::frt_dev_team_thread, rt::frt_dev_teams, rt::frt_dev_team_threads];
    let mut values = Vec::new();
    for f in numbers {
        let call = b.runtime(f, &[], Some(Type::INDEX));
        values.push(b.m.result(call));
    }
    let bytes = b.index(at);
    for (&a, place) in args[4..].iter().zip(places) {
        let offset = b.index(place);
        let call = b.runtime(rt::frt_dev_team_memory, &[bytes, offset], Some(Type::PTR));
        let p = b.m.result(call);
        let t = b.m.ty(a);
        values.push(match b.m.types.kind(t).clone() {
            TypeKind::View { shape, .. } => {
                let extents: Vec<Value> = shape.iter().map(|e| b.index(e.unwrap_or(0))).collect();
                b.op(OpKind::ViewMake).arg(p).args(&extents).result(t).value()
            }
            _ => b.op(OpKind::CastRef).arg(p).result(t).value(),
        });
    }
    for (&a, v) in args.iter().zip(values) {
        m.replace_uses(body, a, v);
    }
    splice(m, op);
}

/// Reads the arguments of a launch at the start of a function.
struct Reader<'m> {
    m: &'m mut Module,
    body: Region,
    loc: Loc,
}

impl Reader<'_> {
    fn builder(&mut self) -> Builder<'_> {
        let mut b = Builder::at_end(self.m, self.body);
        b.loc = self.loc;
        b
    }

    /// The value of that type at a distance from an address.
    fn word(&mut self, base: Value, offset: usize, ty: Type) -> Value {
        let to = self.m.types.reference(ty);
        let mut b = self.builder();
        let at = match offset {
            0 => base,
            n => {
                let n = b.index(n as i64);
                b.op(OpKind::PtrAdd).arg(base).arg(n).result(Type::PTR).value()
            }
        };
        let r = b.op(OpKind::CastRef).arg(at).result(to).value();
        b.load(r)
    }

    /// A view from its descriptor, any other value from its bytes.
    fn argument(&mut self, at: Value, ty: Type) -> Value {
        let (shape, elem, contig) = match self.m.types.kind(ty).clone() {
            TypeKind::View { shape, elem, contig } => (shape, elem, contig),
            TypeKind::Bool => {
                let byte = self.word(at, 0, Type::L8);
                return self.builder().cast(byte, Type::BOOL);
            }
            _ => return self.word(at, 0, ty),
        };
        let dim = |d: usize, field: usize| size_of::<Header>() + d * size_of::<Dim>() + field;
        let base = self.word(at, offset_of!(Header, base_addr), Type::PTR);
        let mut extents = Vec::new();
        for (d, e) in shape.iter().enumerate() {
            extents.push(match e {
                Some(n) => self.builder().index(*n),
                None => self.word(at, dim(d, offset_of!(Dim, extent)), Type::INDEX),
            });
        }
        let dims = if contig { 0 } else { shape.len() };
        let strides: Vec<Value> = (0..dims).map(|d| self.word(at, dim(d, offset_of!(Dim, sm)), Type::INDEX)).collect();
        let len = match *self.m.types.kind(elem) {
            TypeKind::Char(None, kind) => {
                let bytes = self.word(at, offset_of!(Header, elem_len), Type::INDEX);
                let mut b = self.builder();
                let kind = b.index(i64::from(kind));
                Some(b.binary(OpKind::Div, bytes, kind))
            }
            _ => None,
        };
        self.builder().op(OpKind::ViewMake).arg(base).args(&extents).args(&strides).opt(len).result(ty).value()
    }
}
