//! Loops with vectors as machine code of their own, with registers of 256 or 512 bits.
//!
//! Cranelift's vectors have 128 bits. What `vectorize` made for wider machines becomes functions without a frame on the stack, which the
//! code around them calls: the loop's inputs, what it carries and what runs out of registers lie in a block of memory, the *frame*
//! of the loop, whose address is the argument. [`select`] chooses instructions on virtual registers ([`machine`]), [`allocate`] gives
//! them registers, [`encode`] makes bytes of them. A loop that does not fit here is Cranelift's: both do what the ops say.
//!
//! AVX2 or AVX-512 is needed ([`crate::Cpu::vector_bytes`]). What the machine has, and under which codes, stands in [`isa`].

mod allocate;
mod encode;
mod isa;
mod machine;
mod select;

use crate::codegen::func::FuncGen;
use crate::codegen::value::Val;
use crate::error::Res;
use cranelift_codegen::ir::{
    AbiParam, InstBuilder, MemFlagsData, Signature, StackSlot, StackSlotData, StackSlotKind, types,
};
use cranelift_codegen::isa::CallConv;
use cranelift_module::Module as _;
use ferrotran_ir::analysis::straight::lane_size;
use ferrotran_ir::{MathFn, Op, OpKind, Type, TypeKind};
use isa::Isa;
use machine::Home;
use select::Form;

/// The runtime's function for a register of numbers of so many bytes, in registers of that width.
fn function(f: MathFn, size: i64, width: i64) -> Option<&'static str> {
    let family = if width == 32 { "frt_lanes32_" } else { "frt_lanes_" };
    ferrotran_abi::rt::RuntimeFn::of_parts(&[family, f.name(), if size == 4 { "_f32" } else { "_f64" }])
        .map(|f| f.name())
}

impl FuncGen<'_, '_, '_> {
    /// A loop with vectors in wide registers, if it is one; false where the other code generator has to do it.
    pub(crate) fn wide_loop(&mut self, op: Op) -> Res<bool> {
        let m = self.m;
        let r = m.region(op, 0);
        let Some(isa) = Isa::of(self.cx.opts.cpu) else { return Ok(false) };
        if self.cx.opts.opt_level == 0 || !m.regions[r].ops.iter().any(|&o| is_vector(m, o)) {
            return Ok(false);
        }
        let size_of = |t: Type| self.cx.size_of(t);
        let (between, rest) = self.rest_of(op);
        let mut together = vec![op];
        together.extend(rest);
        let s = match select::select(m, isa, &together, &size_of) {
            Err(_) if together.len() > 1 => {
                together.truncate(1);
                select::select(m, isa, &together, &size_of)
            }
            s => s,
        };
        let Ok(mut s) = s else { return Ok(false) };
        if together.len() > 1 {
            for &o in &between {
                self.one(o)?;
            }
            self.early.extend(between.iter().chain(&together[1..]));
        }
        let loops = std::mem::take(&mut s.program.loops);
        let allocated: Vec<_> = loops
            .into_iter()
            .map(|l| {
                let a = allocate::allocate(&mut s.program, &l);
                (l, a)
            })
            .collect();
        let f = match encode::assemble(&mut s.program, &allocated, self.cx.opts.want_asm) {
            Ok(f) => f,
            Err(e) => return self.fail(op, e),
        };
        let functions: Vec<&str> = s.program.functions.clone();
        let id = match self.cx.define_loop(self.op, &f.bytes, &f.calls, &functions, &f.places, &f.text) {
            Ok(id) => id,
            Err(e) => return self.fail(op, e),
        };
        // The frame begins at a multiple of 64.
        let bytes = s.program.frame as u32 + 64;
        let slot = self.loop_frame(bytes);
        let frame = self.b.ins().stack_addr(types::I64, slot, 0);
        let frame = self.b.ins().iadd_imm_s(frame, 63);
        let frame = self.b.ins().band_imm_s(frame, -64);
        let flags = MemFlagsData::trusted();
        for i in &s.inputs {
            let Home::Frame(at) = i.home else { continue };
            let val = self.get(i.value)?;
            match (i.form, val) {
                (Form::Scalar, Val::S(c)) => {
                    let t = self.b.func.dfg.value_type(c);
                    let c = if t.is_int() && t.bits() < 64 { self.b.ins().sextend(types::I64, c) } else { c };
                    self.b.ins().store(flags, c, frame, at);
                }
                (Form::Truth, Val::S(c)) => {
                    let c = self.b.ins().bmask(types::I32, c);
                    self.b.ins().store(flags, c, frame, at);
                }
                (Form::Lanes, Val::Vec(x)) => {
                    for (k, &r) in x.regs.iter().enumerate() {
                        self.b.ins().store(flags, r, frame, at + k as i32 * 16);
                    }
                }
                _ => return self.fail(op, "internal error: a value of another form enters a loop"),
            }
        }
        let mut sig = Signature::new(CallConv::SystemV);
        sig.params.push(AbiParam::new(types::I64));
        let callee = self.cx.obj.declare_func_in_func(id, self.b.func);
        self.b.ins().call(callee, &[frame]);
        for (v, home) in s.outputs {
            let Home::Frame(at) = home else { continue };
            let ty = m.ty(v);
            let w = self.wide(op, ty)?;
            let lane = m.types.lane(ty);
            let size = lane_size(m, lane).unwrap_or(8);
            let reg = w.reg(self, lane);
            let regs = (0..w.count(size)).map(|k| self.b.ins().load(reg, flags, frame, at + k as i32 * 16)).collect();
            let depth = self.depth;
            self.set(v, Val::Vec(crate::vector::Lanes { regs, size, mask: false }), depth);
        }
        Ok(true)
    }
}

impl FuncGen<'_, '_, '_> {
    /// The slot for frames of loops, of at least so many bytes: one for all, as none is needed after its loop.
    fn loop_frame(&mut self, bytes: u32) -> StackSlot {
        let data = StackSlotData::new(StackSlotKind::ExplicitSlot, bytes, 4);
        let slot = match self.loop_frame {
            Some(slot) => slot,
            None => self.b.create_sized_stack_slot(data),
        };
        self.loop_frame = Some(slot);
        let size = &mut self.b.func.sized_stack_slots[slot].size;
        *size = bytes.max(*size);
        slot
    }

    /// The loop for what one with vectors leaves, which comes next, and what is computed between them, if that does not ask for
    /// results of the first one.
    fn rest_of(&self, op: Op) -> (Vec<Op>, Option<Op>) {
        let m = self.m;
        let (home, at) = m.position(op);
        let mut between = Vec::new();
        for &o in &m.regions[home].ops[at + 1..] {
            if m.kind(o) == OpKind::For {
                let bounds = &m.operands(o)[..3];
                let apart = !bounds.iter().any(|v| m.ops[op].results.contains(v));
                let lanes = m.regions[m.region(o, 0)].ops.iter().any(|&o| is_vector(m, o));
                return (between, (apart && lanes).then_some(o));
            }
            let plain = matches!(
                m.kind(o),
                OpKind::Const | OpKind::Add | OpKind::Sub | OpKind::Mul | OpKind::And | OpKind::Cast | OpKind::VecSplat
            );
            if !plain || m.operands(o).iter().any(|v| m.ops[op].results.contains(v)) {
                break;
            }
            between.push(o);
        }
        (Vec::new(), None)
    }
}

/// Whether an op gives or takes lanes.
fn is_vector(m: &ferrotran_ir::Module, op: Op) -> bool {
    match m.kind(op) {
        OpKind::VecStore | OpKind::VecLoad => true,
        _ => m.ops[op].results.iter().any(|&v| matches!(m.tk(v), TypeKind::Vec { .. })),
    }
}
