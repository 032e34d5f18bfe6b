//! Structures by value, as the System V ABI for x86-64 passes them: up to two words in registers, or in memory.
//!
//! In the IR such an argument is the address of a private copy (`byval`), and such a result the address of the variable
//! that receives it (`struct_result`); what the machine sees of them is decided here.

use super::func::FuncGen;
use super::module::ModuleCx;
use crate::error::Res;
use cranelift_codegen::ir::{AbiParam, ArgumentPurpose, InstBuilder, Signature, Type as Ct, Value as Cv, types};
use cranelift_codegen::isa::CallConv;
use ferrotran_ir::{Attr, Module, Op, Type, TypeKind};

/// Registers for arguments.
const INTEGER_REGISTERS: usize = 6;
const FLOAT_REGISTERS: usize = 8;

/// A part of a structure that goes into one register.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Word {
    pub offset: i32,
    /// Bytes, 8 at most.
    pub size: i32,
    pub float: bool,
}

impl Word {
    fn machine(self) -> Ct {
        match (self.float, self.size) {
            (true, 4) => types::F32,
            (true, _) => types::F64,
            (false, _) => types::I64,
        }
    }
}

/// How a structure is passed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Struct {
    Registers(Vec<Word>),
    Memory { size: i64 },
}

/// Numbers of the arguments that are structures by value (without the target of func.call_ptr).
pub(crate) fn byval(m: &Module, op: Op) -> Vec<usize> {
    let items = m.attr(op, "byval").map(Attr::items).unwrap_or_default();
    items.iter().filter_map(|a| a.as_int().map(|n| n as usize)).collect()
}

impl ModuleCx<'_> {
    /// How a structure type is passed, registers permitting.
    pub(crate) fn classify(&self, t: Type) -> Result<Struct, String> {
        if cfg!(not(target_arch = "x86_64")) {
            return Err("not supported yet: structures by value on this machine".into());
        }
        let size = self.size_of(t).unwrap_or(0);
        if size == 0 || size > 16 {
            return Ok(Struct::Memory { size });
        }
        // Integer wins over floating point in each word of eight bytes.
        let mut float = [true; 2];
        self.mark_integers(t, 0, &mut float)?;
        let words = (0..(size + 7) / 8)
            .map(|k| Word { offset: k as i32 * 8, size: (size - k * 8).min(8) as i32, float: float[k as usize] })
            .collect();
        Ok(Struct::Registers(words))
    }

    fn mark_integers(&self, t: Type, at: i64, float: &mut [bool; 2]) -> Result<(), String> {
        match self.m.types.kind(t) {
            TypeKind::Derived(name) => {
                let Some(l) = self.layouts.get(name) else { return Err(format!("the layout of {name} is not known")) };
                for (offset, ty, extents) in l.fields.values() {
                    let one = self.size_of(*ty).unwrap_or(0);
                    for k in 0..extents.iter().product::<i64>().max(i64::from(extents.is_empty())) {
                        self.mark_integers(*ty, at + offset + k * one, float)?;
                    }
                }
            }
            TypeKind::Float(80 | 128) | TypeKind::Complex(80 | 128) => {
                return Err("structures by value with components of kind 10 or 16".into());
            }
            TypeKind::Float(_) | TypeKind::Complex(_) => {}
            _ => {
                if let Some(f) = float.get_mut((at / 8) as usize) {
                    *f = false;
                }
            }
        }
        Ok(())
    }

    /// The signature of a procedure or call with structures by value among its arguments, or as its result.
    pub(crate) fn struct_signature(&self, op: Op, params: &[Type], results: &[Type]) -> Result<Signature, String> {
        let by_value = byval(self.m, op);
        let result = self.m.flag(op, "struct_result");
        if by_value.is_empty() && !result {
            return self.signature(params, results);
        }
        let mut sig = Signature::new(CallConv::SystemV);
        for (i, &t) in params.iter().enumerate() {
            if i == 0 && result {
                match self.classify(self.m.types.elem(t))? {
                    Struct::Registers(words) => {
                        sig.returns.extend(words.iter().map(|w| AbiParam::new(w.machine())));
                    }
                    Struct::Memory { .. } => {
                        sig.params.push(AbiParam::special(types::I64, ArgumentPurpose::StructReturn));
                    }
                }
            } else if by_value.contains(&i) {
                match self.passed(self.m.types.elem(t), &sig)? {
                    Struct::Registers(words) => {
                        sig.params.extend(words.iter().map(|w| AbiParam::new(w.machine())));
                    }
                    Struct::Memory { size } => {
                        let size = (size.max(1) as u32).next_multiple_of(8);
                        sig.params.push(AbiParam::special(types::I64, ArgumentPurpose::StructArgument(size)));
                    }
                }
            } else {
                self.push_abi(t, &mut sig.params)?;
            }
        }
        for &t in results {
            self.push_result(t, &mut sig.returns)?;
        }
        Ok(sig)
    }

    /// How the next argument is passed after those of `sig`: a structure goes wholly into registers or not at all.
    fn passed(&self, t: Type, sig: &Signature) -> Result<Struct, String> {
        let s = self.classify(t)?;
        let Struct::Registers(words) = &s else { return Ok(s) };
        let in_registers = |p: &&AbiParam| !matches!(p.purpose, ArgumentPurpose::StructArgument(_));
        let floats = sig.params.iter().filter(in_registers).filter(|p| p.value_type.is_float()).count();
        let integers = sig.params.iter().filter(in_registers).filter(|p| !p.value_type.is_float()).count();
        let need = words.iter().filter(|w| w.float).count();
        let fits = floats + need <= FLOAT_REGISTERS && integers + (words.len() - need) <= INTEGER_REGISTERS;
        // With nothing of its kind left, a word would be in memory while its neighbour is in a register.
        Ok(if fits { s } else { Struct::Memory { size: self.size_of(t).unwrap_or(0) } })
    }
}

impl FuncGen<'_, '_, '_> {
    fn struct_slot(&mut self, size: i64) -> Cv {
        let bytes = (size.max(1) as u32).next_multiple_of(8);
        self.scratch(bytes, 4)
    }

    /// A register's worth of a structure.
    fn load_word(&mut self, at: Cv, w: Word) -> Cv {
        // It may be a variable of the program, which other code reaches as such.
        let flags = self.data();
        if w.float {
            return self.b.ins().load(w.machine(), flags, at, w.offset);
        }
        // No byte behind the structure is read.
        let mut out: Option<Cv> = None;
        let mut done = 0;
        while done < w.size {
            let ty = match w.size - done {
                8.. => types::I64,
                4.. => types::I32,
                2.. => types::I16,
                _ => types::I8,
            };
            let v = self.b.ins().load(ty, flags, at, w.offset + done);
            let v = if ty == types::I64 { v } else { self.b.ins().uextend(types::I64, v) };
            let v = if done == 0 { v } else { self.b.ins().ishl_imm_u(v, i64::from(done) * 8) };
            out = Some(match out {
                Some(o) => self.b.ins().bor(o, v),
                None => v,
            });
            done += ty.bytes() as i32;
        }
        out.expect("a word has a byte at least")
    }

    fn store_word(&mut self, v: Cv, at: Cv, w: Word) {
        let flags = self.data();
        if w.float {
            self.b.ins().store(flags, v, at, w.offset);
            return;
        }
        let mut done = 0;
        while done < w.size {
            let ty = match w.size - done {
                8.. => types::I64,
                4.. => types::I32,
                2.. => types::I16,
                _ => types::I8,
            };
            let part = if done == 0 { v } else { self.b.ins().ushr_imm_u(v, i64::from(done) * 8) };
            let part = if ty == types::I64 { part } else { self.b.ins().ireduce(ty, part) };
            self.b.ins().store(flags, part, at, w.offset + done);
            done += ty.bytes() as i32;
        }
    }

    /// Appends what a call passes for a structure at an address; `sig` has the parameters up to it.
    pub(crate) fn push_struct(&mut self, op: Op, at: Cv, t: Type, sig: &Signature, out: &mut Vec<Cv>) -> Res<()> {
        match sig.params[out.len()].purpose {
            ArgumentPurpose::StructArgument(bytes) => {
                // The machine copies whole words.
                let size = self.cx.size_of(t).unwrap_or(0);
                if size % 8 == 0 {
                    out.push(at);
                } else {
                    let copy = self.struct_slot(i64::from(bytes));
                    for k in 0..(size + 7) / 8 {
                        let w = Word { offset: k as i32 * 8, size: (size - k * 8).min(8) as i32, float: false };
                        let v = self.load_word(at, w);
                        self.store_word(v, copy, w);
                    }
                    out.push(copy);
                }
                Ok(())
            }
            _ => match self.cx.classify(t) {
                Ok(Struct::Registers(words)) => {
                    for w in words {
                        let v = self.load_word(at, w);
                        out.push(v);
                    }
                    Ok(())
                }
                Ok(Struct::Memory { .. }) => self.fail(op, "internal error: a structure without a place"),
                Err(e) => self.fail(op, e),
            },
        }
    }

    /// The address of a structure argument of this procedure, from its machine parameters.
    pub(crate) fn take_struct(&mut self, op: Op, t: Type, memory: bool, take: &mut dyn FnMut() -> Cv) -> Res<Cv> {
        if memory {
            return Ok(take());
        }
        match self.cx.classify(t) {
            Ok(Struct::Registers(words)) => {
                let at = self.struct_slot(words.len() as i64 * 8);
                for w in words {
                    let v = take();
                    self.store_word(v, at, w);
                }
                Ok(at)
            }
            Ok(Struct::Memory { .. }) => Ok(take()),
            Err(e) => self.fail(op, e),
        }
    }

    /// The words of this procedure's structure result, at its end.
    pub(crate) fn struct_result_words(&mut self, at: Cv, t: Type) -> Vec<Cv> {
        match self.cx.classify(t) {
            Ok(Struct::Registers(words)) => words.into_iter().map(|w| self.load_word(at, w)).collect(),
            _ => vec![],
        }
    }

    /// Room for this procedure's structure result, where it goes back in registers.
    pub(crate) fn struct_result_room(&mut self, t: Type) -> Option<Cv> {
        match self.cx.classify(t) {
            Ok(Struct::Registers(words)) => Some(self.struct_slot(words.len() as i64 * 8)),
            _ => None,
        }
    }

    /// Stores the structure that a call gave back in registers.
    pub(crate) fn receive_struct(&mut self, at: Cv, t: Type, regs: &[Cv]) {
        if let Ok(Struct::Registers(words)) = self.cx.classify(t) {
            for (w, v) in words.into_iter().zip(regs) {
                self.store_word(*v, at, w);
            }
        }
    }
}
