//! Calls: of procedures (C ABI of the host), of the runtime, of libc; and returns.

use super::func::FuncGen;
use super::module::{PADDING, X87};
use super::structs;
use super::value::Val;
use crate::error::Res;
use cranelift_codegen::ir::{
    AbiParam, ArgumentPurpose, ExtFuncData, ExternalName, FuncRef, Inst, InstBuilder, MemFlagsData, Signature,
    TrapCode, Type as Ct, UserExternalName, Value as Cv, types,
};
use cranelift_codegen::isa::CallConv;
use ferrotran_abi::{self as abi, MachineTy, RuntimeFn, rt};
use ferrotran_ir::{Op, OpKind, Type, TypeKind};

impl FuncGen<'_, '_, '_> {
    pub(crate) fn call_op(&mut self, op: Op) -> Res<()> {
        let m = self.m;
        match m.kind(op) {
            OpKind::Return => {
                let vals = m.operands(op).to_vec();
                if vals.len() != self.results.len() {
                    return self.fail(op, "func.return with another number of values than the procedure's results");
                }
                let mut regs = Vec::new();
                let mut x87 = None;
                for v in vals {
                    let val = self.get(v)?;
                    if X87 && self.extended(m.ty(v)) == Some(80) {
                        x87 = Some((val, m.ty(v)));
                        continue;
                    }
                    self.push_arg(op, &val, m.ty(v), &mut regs)?;
                }
                self.release_all();
                self.push_struct_result(&mut regs)?;
                if let Some((val, ty)) = x87 {
                    // Nothing comes between this and the return.
                    let at = self.wide_room_of(32);
                    self.store_to(op, at, &val, ty)?;
                    let give = if matches!(val, Val::C(..)) { rt::frt_x87_give_pair } else { rt::frt_x87_give };
                    self.rt(op, give, &[at])?;
                }
                self.b.ins().return_(&regs);
                self.dead = true;
                Ok(())
            }
            OpKind::Unreachable => {
                self.b.ins().trap(TrapCode::unwrap_user(1));
                self.dead = true;
                Ok(())
            }
            OpKind::Call => {
                let Some(name) = m.attr_str(op, "callee") else { return self.fail(op, "func.call without callee") };
                let name = name.to_string();
                // Routines of omp_lib with C binding pass structures as C does; the tables say nothing of those.
                let structs = m.flag(op, "struct_result") || !structs::byval(m, op).is_empty();
                if let Some(f) = abi::lookup(&name).filter(|_| m.func(&name).is_none() && !structs) {
                    return self.runtime_call(op, f);
                }
                if m.flag(op, "runtime") {
                    return self.fail(op, format!("the runtime has no function {name}"));
                }
                let (sig, args) = self.call_signature(op, m.operands(op))?;
                let fr = match self.func_ref(&name, sig) {
                    Ok(f) => f,
                    Err(e) => return self.fail(op, e),
                };
                let inst = self.b.ins().call(fr, &args);
                self.call_results(op, 0, inst)
            }
            OpKind::CallPtr => {
                let target = self.s(m.operand(op, 0))?;
                let (sig, args) = self.call_signature(op, &m.operands(op)[1..])?;
                let sr = self.b.import_signature(sig);
                let inst = self.b.ins().call_indirect(sr, target, &args);
                self.call_results(op, 1, inst)
            }
            _ => unreachable!("dispatched by kind"),
        }
    }

    /// The words of a structure result.
    pub(crate) fn push_struct_result(&mut self, regs: &mut Vec<Cv>) -> Res<()> {
        if self.m.flag(self.op, "struct_result") {
            let r = self.m.args(self.m.region(self.op, 0))[0];
            let at = self.s(r)?;
            regs.extend(self.struct_result_words(at, self.m.types.elem(self.m.ty(r))));
        }
        Ok(())
    }

    pub(crate) fn func_addr(&mut self, op: Op) -> Res<Val> {
        let Some(name) = self.m.attr_str(op, "callee") else { return self.fail(op, "func.addr without callee") };
        self.function_address(op, name).map(Val::S)
    }

    /// Address of the function of that name.
    pub(crate) fn function_address(&mut self, op: Op, name: &str) -> Res<Cv> {
        let sig = Signature::new(CallConv::SystemV);
        match self.func_ref(name, sig) {
            Ok(f) => Ok(self.b.ins().func_addr(types::I64, f)),
            Err(e) => self.fail(op, e),
        }
    }

    fn call_signature(&mut self, op: Op, args: &[ferrotran_ir::Value]) -> Res<(Signature, Vec<Cv>)> {
        let m = self.m;
        let params: Vec<Type> = args.iter().map(|&v| m.ty(v)).collect();
        let results: Vec<Type> = m.ops[op].results.iter().map(|&v| m.ty(v)).collect();
        let sig = match self.cx.struct_signature(op, &params, &results) {
            Ok(s) => s,
            Err(e) => return self.fail(op, e),
        };
        if m.flag(op, "variadic") && sig.params.iter().any(|p| p.value_type.is_float()) {
            return self.fail(op, "floating-point arguments of a variadic C function");
        }
        let mut regs = Vec::new();
        let by_value = structs::byval(m, op);
        let result = m.flag(op, "struct_result");
        for (i, &v) in args.iter().enumerate() {
            if i == 0 && result {
                // In registers nothing is passed for it.
                if !sig.params.is_empty() && sig.params[0].purpose == ArgumentPurpose::StructReturn {
                    regs.push(self.s(v)?);
                }
                continue;
            }
            if by_value.contains(&i) {
                let at = self.s(v)?;
                self.push_struct(op, at, m.types.elem(m.ty(v)), &sig, &mut regs)?;
                continue;
            }
            let val = self.get(v)?;
            if X87 && self.extended(m.ty(v)) == Some(80) && sig.params[regs.len()].purpose == PADDING {
                let nothing = self.wide_room();
                regs.push(nothing);
            }
            self.push_arg(op, &val, m.ty(v), &mut regs)?;
        }
        Ok((sig, regs))
    }

    /// Appends the machine values by which a value is passed.
    fn push_arg(&mut self, op: Op, val: &Val, ty: Type, out: &mut Vec<Cv>) -> Res<()> {
        match val {
            Val::S(c) if X87 && self.extended(ty) == Some(80) => out.push(self.wide_address(*c)),
            Val::C(re, im) if X87 && self.extended(ty) == Some(80) => {
                let at = self.wide_room_of(32);
                self.store_to(op, at, &Val::C(*re, *im), ty)?;
                out.push(at);
            }
            Val::S(c) if self.extended(ty).is_some() => out.push(self.to_passed(*c)),
            Val::S(c) => out.push(*c),
            Val::C(re, im) if self.extended(ty).is_some() => {
                let (re, im) = (self.to_passed(*re), self.to_passed(*im));
                out.extend([re, im]);
            }
            Val::C(re, im) => {
                if matches!(self.m.types.kind(ty), TypeKind::Complex(32)) {
                    out.push(self.pack_c32(*re, *im));
                } else {
                    out.extend([*re, *im]);
                }
            }
            Val::Chr { ptr, .. } => out.push(*ptr),
            Val::View(_) => return self.fail(op, "a view cannot be passed; pass its address or a descriptor"),
            Val::Vec(_) => return self.fail(op, "a vector cannot be passed"),
        }
        Ok(())
    }

    /// A number of which the machine passes the parts in more than one way; `None` for what it passes as it is.
    pub(super) fn take_number(&mut self, ty: Type, take: &mut impl FnMut() -> Cv) -> Option<Val> {
        Some(match self.m.types.kind(ty) {
            TypeKind::Complex(32) => {
                let (re, im) = self.unpack_c32(take());
                Val::C(re, im)
            }
            TypeKind::Complex(64) => {
                let re = take();
                Val::C(re, take())
            }
            TypeKind::Complex(_) => {
                let (re, im) = (take(), take());
                let re = self.from_passed(re);
                Val::C(re, self.from_passed(im))
            }
            TypeKind::Float(80 | 128) => Val::S(self.from_passed(take())),
            _ => return None,
        })
    }

    /// `first`: the number of the first argument among the operands.
    fn call_results(&mut self, op: Op, first: usize, inst: Inst) -> Res<()> {
        let regs = self.b.inst_results(inst).to_vec();
        if self.m.flag(op, "struct_result") {
            let r = self.m.operand(op, first);
            let at = self.s(r)?;
            self.receive_struct(at, self.m.types.elem(self.m.ty(r)), &regs);
            return Ok(());
        }
        let mut next = regs.into_iter();
        for &r in &self.m.ops[op].results {
            let mut take = || next.next().expect("one machine result per component");
            let val = match self.m.tk(r) {
                TypeKind::Float(80) if X87 => {
                    let out = self.wide_room();
                    self.rt(self.op, rt::frt_x87_take, &[out])?;
                    Val::S(self.b.ins().load(types::I128, MemFlagsData::trusted(), out, 0))
                }
                TypeKind::Complex(80) if X87 => {
                    let out = self.wide_room_of(32);
                    self.rt(self.op, rt::frt_x87_take_pair, &[out])?;
                    self.load_from(self.op, out, self.m.ty(r))?
                }
                TypeKind::Ref(_) => {
                    let p = take();
                    self.static_object(r, p)?
                }
                TypeKind::Char(Some(n), _) => Val::Chr { ptr: take(), len: super::value::Ix::C(*n) },
                _ => match self.take_number(self.m.ty(r), &mut take) {
                    Some(v) => v,
                    None => Val::S(take()),
                },
            };
            let d = self.depth;
            self.set(r, val, d);
        }
        Ok(())
    }

    /// A function with this signature (which may differ from the one it is declared with: Fortran's
    /// implicit interfaces).
    fn func_ref(&mut self, name: &str, sig: Signature) -> Result<FuncRef, String> {
        let id = self.cx.func_id(name, &sig)?;
        let colocated = self.cx.is_local_func(id);
        let signature = self.b.import_signature(sig);
        let user = self.b.func.declare_imported_user_function(UserExternalName { namespace: 0, index: id.as_u32() });
        let data = ExtFuncData { name: ExternalName::user(user), signature, colocated, patchable: false };
        Ok(self.b.import_function(data))
    }

    // ---- the runtime ----------------------------------------------------------------------------
    /// func.call of a function of the runtime's table.
    fn runtime_call(&mut self, op: Op, f: RuntimeFn) -> Res<()> {
        let m = self.m;
        // Numbers of 16 bytes travel by address, a result to the address that comes first.
        let wide =
            (m.ops[op].results.first()).is_some_and(|&r| f.result().is_none() && self.extended(m.ty(r)).is_some());
        let mut regs = Vec::new();
        for &v in m.operands(op) {
            match self.get(v)? {
                Val::C(re, im) if self.extended(m.ty(v)).is_some() => {
                    regs.push(self.wide_address(re));
                    regs.push(self.wide_address(im));
                }
                Val::S(c) if self.extended(m.ty(v)).is_some() => regs.push(self.wide_address(c)),
                Val::C(re, im) => regs.extend([re, im]),
                Val::S(c) => regs.push(c),
                Val::Chr { ptr, .. } => regs.push(ptr),
                Val::View(_) => return self.fail(op, format!("{}: a view is passed by descriptor", f.name())),
                Val::Vec(_) => return self.fail(op, "a vector cannot be passed"),
            }
        }
        if wide {
            let room = self.wide_room();
            regs.insert(0, room);
            self.rt(op, f, &regs)?;
            let c = self.b.ins().load(types::I128, MemFlagsData::trusted(), room, 0);
            let d = self.depth;
            self.set(m.result(op), Val::S(c), d);
            return Ok(());
        }
        let got = self.rt(op, f, &regs)?;
        let results = m.ops[op].results.to_vec();
        match (results.as_slice(), got) {
            ([], _) => Ok(()),
            ([r], Some(c)) => {
                let ty = m.ty(*r);
                let c = match m.types.kind(ty) {
                    // Truth values travel as integers.
                    TypeKind::Bool => self.is_true(c),
                    _ => match self.cx.scalar_ty(ty) {
                        Some(t) if t == self.b.func.dfg.value_type(c) => c,
                        Some(t) if t.is_int() && self.b.func.dfg.value_type(c).is_int() => self.int_to_int(c, t),
                        _ if matches!(m.types.kind(ty), TypeKind::Ref(_)) => c,
                        _ => return self.fail(op, format!("{} has another result type", f.name())),
                    },
                };
                let val =
                    if matches!(m.types.kind(ty), TypeKind::Ref(_)) { self.static_object(*r, c)? } else { Val::S(c) };
                let d = self.depth;
                self.set(*r, val, d);
                Ok(())
            }
            _ => self.fail(op, format!("{} has another number of results", f.name())),
        }
    }

    /// Calls a runtime function; narrower integers are widened to its parameters' types.
    pub(crate) fn rt(&mut self, op: Op, f: RuntimeFn, args: &[Cv]) -> Res<Option<Cv>> {
        match self.runtime(f, args) {
            Ok(r) => Ok(r),
            Err(e) => self.fail(op, e),
        }
    }

    /// The member of a family of functions that words of the op choose.
    pub(crate) fn function(&self, op: Op, parts: &[&str]) -> Res<RuntimeFn> {
        match RuntimeFn::of_parts(parts) {
            Some(f) => Ok(f),
            None => self.fail(op, format!("the runtime has no function {}", parts.concat())),
        }
    }

    pub(crate) fn runtime(&mut self, f: RuntimeFn, args: &[Cv]) -> Result<Option<Cv>, String> {
        let name = f.name();
        if f.params().len() != args.len() {
            return Err(format!("{name} takes {} arguments, not {}", f.params().len(), args.len()));
        }
        let mut sig = Signature::new(CallConv::SystemV);
        let mut regs = Vec::new();
        for (&(pname, ty), &a) in f.params().iter().zip(args) {
            let want = machine(ty);
            sig.params.push(AbiParam::new(want));
            let have = self.b.func.dfg.value_type(a);
            regs.push(if have == want {
                a
            } else if have.is_int() && want.is_int() && have.bits() < want.bits() {
                // i1 and small integers: truth values are 0 or 1, for which both extensions agree.
                self.b.ins().sextend(want, a)
            } else if have == types::I64 && want == types::I32 {
                self.b.ins().ireduce(want, a)
            } else {
                return Err(format!("{name}: argument {pname} has another type"));
            });
        }
        if let Some(r) = f.result() {
            sig.returns.push(AbiParam::new(machine(r)));
        }
        let fr = self.func_ref(name, sig)?;
        let inst = self.b.ins().call(fr, &regs);
        self.wide_used = 0;
        Ok(self.b.inst_results(inst).first().copied())
    }

    /// Calls a function of the C library on 64-bit arguments, ignoring its result.
    pub(crate) fn libc(&mut self, name: &str, args: &[Cv]) -> Res<()> {
        let mut sig = Signature::new(CallConv::SystemV);
        sig.params = vec![AbiParam::new(types::I64); args.len()];
        sig.returns = vec![AbiParam::new(types::I64)];
        match self.func_ref(name, sig) {
            Ok(f) => {
                self.b.ins().call(f, args);
                Ok(())
            }
            Err(e) => self.fail(self.op, e),
        }
    }

    /// (address of the source file's name, line) for runtime errors.
    pub(crate) fn position(&mut self, op: Op) -> Res<(Cv, Cv)> {
        let loc = self.m.ops[op].loc;
        let mut name = self.m.files.get(usize::from(loc.file)).cloned().unwrap_or_default().into_bytes();
        name.push(0);
        let id = match self.cx.bytes(&name, 1) {
            Ok(id) => id,
            Err(e) => return self.fail(op, e),
        };
        let p = self.data_addr(id);
        Ok((p, self.b.ins().iconst(types::I32, i64::from(loc.line))))
    }

    /// Before leaving the procedure: frees its temporaries.
    pub(crate) fn release_all(&mut self) {
        if let Some(mark) = self.entry_mark {
            // The table has this function: the mark came from its companion.
            let _ = self.runtime(rt::frt_temp_release, &[mark]);
        }
    }
}

fn machine(t: MachineTy) -> Ct {
    match t {
        MachineTy::Ptr | MachineTy::I64 => types::I64,
        MachineTy::I8 => types::I8,
        MachineTy::I32 => types::I32,
        MachineTy::F32 => types::F32,
        MachineTy::F64 => types::F64,
    }
}
