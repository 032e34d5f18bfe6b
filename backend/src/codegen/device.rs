//! dev.* ops: the host plan becomes calls of the runtime's device rooms.

use super::func::FuncGen;
use super::value::Val;
use crate::error::Res;
use cranelift_codegen::ir::{InstBuilder, Value as Cv, types};
use ferrotran_abi::codes::NO_DEVICE;
use ferrotran_abi::map;
use ferrotran_abi::rt;
use ferrotran_ir::{Attr, Op, OpKind, Type, TypeKind, Value};

impl FuncGen<'_, '_, '_> {
    pub(crate) fn dev_op(&mut self, op: Op) -> Res<()> {
        let m = self.m;
        match m.kind(op) {
            OpKind::DevEnter => {
                let needs = self.kernel_needs(op)?;
                if needs != 0 {
                    let n = self.b.ins().iconst(types::I32, i64::from(needs));
                    self.rt(op, rt::frt_dev_require, &[n])?;
                }
                let (device, cond) = self.device_and_cond(op)?;
                let (file, mut line) = self.position(op)?;
                if let Some(n) = m.attr_int(op, "line") {
                    line = self.b.ins().iconst(types::I32, n);
                }
                let r = self.rt(op, rt::frt_dev_enter, &[device, cond, file, line])?;
                let c = self.is_true(r.expect("frt_dev_enter has a result"));
                self.set_here(op, Val::S(c));
            }
            OpKind::DevLeave => {
                self.rt(op, rt::frt_dev_leave, &[])?;
            }
            OpKind::DevExpect if m.ty(m.operand(op, 0)) == Type::INDEX => {
                let n = self.ix(m.operand(op, 0))?;
                let n = self.ixv(n);
                if m.flag(op, "iterations") {
                    let wide = self.b.ins().iconst(types::I32, i64::from(m.flag(op, "wide")));
                    self.rt(op, rt::frt_dev_expect_iterations, &[n, wide])?;
                } else {
                    self.rt(op, rt::frt_dev_expect_bytes, &[n])?;
                }
            }
            k @ (OpKind::DevExpect | OpKind::DevLend) => {
                let (d, kind, ty) = self.mapped(op)?;
                let name = self.variable_name(op)?;
                let f = if k == OpKind::DevExpect { rt::frt_dev_expect } else { rt::frt_dev_lend };
                self.rt(op, f, &[d, kind, ty, name])?;
            }
            k @ (OpKind::DevMap | OpKind::DevUnmap | OpKind::DevUpdate) => {
                let (d, kind, ty) = self.mapped(op)?;
                let name = self.variable_name(op)?;
                let (device, cond) = self.device_and_cond(op)?;
                let (file, line) = self.position(op)?;
                let f = match k {
                    OpKind::DevMap => rt::frt_dev_map,
                    OpKind::DevUnmap => rt::frt_dev_unmap,
                    _ => rt::frt_dev_update,
                };
                self.rt(op, f, &[d, kind, ty, name, device, cond, file, line])?;
            }
            OpKind::DevAlloc => {
                let n = self.ix(m.operand(op, 0))?;
                let n = self.ixv(n);
                let p = self.rt(op, rt::frt_dev_alloc, &[n])?.expect("frt_dev_alloc has a result");
                self.set_here(op, Val::S(p));
            }
            OpKind::DevGather => {
                let d = self.descriptor_of(op, m.operand(op, 0))?;
                let numbers = ["offset", "bytes", "rank"].map(|a| m.attr_int(op, a).unwrap_or(0));
                let [offset, bytes, rank] = numbers.map(|n| self.b.ins().iconst(types::I64, n));
                let outer = m.attr(op, "outer").map(Attr::items).unwrap_or_default();
                let outer: Vec<u8> = outer.iter().filter_map(Attr::as_int).flat_map(i64::to_ne_bytes).collect();
                let levels = self.b.ins().iconst(types::I64, outer.len() as i64 / 16);
                let list = match self.cx.bytes(&outer, 8) {
                    Ok(id) => self.data_addr(id),
                    Err(e) => return self.fail(op, e),
                };
                let name = self.variable_name(op)?;
                let args = [d, offset, bytes, rank, list, levels, name];
                let key = self.rt(op, rt::frt_dev_gather, &args)?.expect("frt_dev_gather has a result");
                self.set_here(op, Val::S(key));
            }
            k @ (OpKind::DevGatherCount | OpKind::DevGatherTable) => {
                let key = self.s(m.operand(op, 0))?;
                let table = self.b.ins().iconst(types::I32, i64::from(m.flag(op, "table")));
                let v = if k == OpKind::DevGatherCount {
                    self.rt(op, rt::frt_dev_gather_count, &[key, table])?
                } else {
                    self.rt(op, rt::frt_dev_gather_table, &[key])?
                };
                let v = v.expect("both have a result");
                self.set_here(op, Val::S(v));
            }
            OpKind::DevScatter => {
                let key = self.s(m.operand(op, 0))?;
                let changed = self.b.ins().iconst(types::I32, i64::from(m.flag(op, "changed")));
                self.rt(op, rt::frt_dev_scatter, &[key, changed])?;
            }
            OpKind::DevFree => {
                let p = self.s(m.operand(op, 0))?;
                self.rt(op, rt::frt_dev_free, &[p])?;
            }
            OpKind::DevRead => {
                let r = m.operand(op, 0);
                let p = self.s(r)?;
                let ty = m.ty(m.result(op));
                let Some(n) = self.cx.size_of(ty) else { return self.fail(op, "dev.read of a value of unknown size") };
                let tmp = self.scratch(n.max(8) as u32, 4);
                let n = self.b.ins().iconst(types::I64, n);
                self.rt(op, rt::frt_dev_read, &[tmp, p, n])?;
                let val = self.load_from(op, tmp, ty)?;
                self.set_here(op, val);
            }
            OpKind::DevCopy => {
                let d = self.descriptor_of(op, m.operand(op, 0))?;
                let s = self.descriptor_of(op, m.operand(op, 1))?;
                self.rt(op, rt::frt_dev_copy, &[d, s])?;
            }
            OpKind::DevLaunch => self.launch(op)?,
            _ => unreachable!("dispatched by kind"),
        }
        Ok(())
    }

    /// Address of the name attribute as a NUL-terminated string.
    fn variable_name(&mut self, op: Op) -> Res<Cv> {
        let mut name = self.m.attr_str(op, "name").unwrap_or_default().as_bytes().to_vec();
        name.push(0);
        match self.cx.bytes(&name, 1) {
            Ok(id) => Ok(self.data_addr(id)),
            Err(e) => self.fail(op, e),
        }
    }

    /// Device features that the kernels of the region behind this dev.enter need.
    fn kernel_needs(&mut self, op: Op) -> Res<u32> {
        let m = self.m;
        let entered = m.result(op);
        let Some(body) = m.ops[op].parent else { return Ok(0) };
        let mut needs = 0;
        for &o in &m.regions[body].ops {
            if m.kind(o) != OpKind::If || m.operand(o, 0) != entered {
                continue;
            }
            for inner in m.walk(m.region(o, 0)) {
                if m.kind(inner) == OpKind::DevLaunch
                    && let Some(name) = m.attr_str(inner, "kernel")
                {
                    match self.cx.kernel_needs(name) {
                        Ok(n) => needs |= n,
                        Err(e) => return self.fail(inner, e),
                    }
                }
            }
        }
        Ok(needs)
    }

    /// (device number, condition) with their defaults: none named, and 1.
    fn device_and_cond(&mut self, op: Op) -> Res<(Cv, Cv)> {
        let device = match self.m.opt(op, "device") {
            Some(v) => {
                let c = self.s(v)?;
                self.int_to_int(c, types::I32)
            }
            None => self.b.ins().iconst(types::I32, i64::from(NO_DEVICE)),
        };
        let cond = match self.m.opt(op, "if") {
            Some(v) => {
                let c = self.s(v)?;
                let c = self.is_true(c);
                self.b.ins().uextend(types::I32, c)
            }
            None => self.b.ins().iconst(types::I32, 1),
        };
        Ok((device, cond))
    }

    /// Descriptor, kind bits and type descriptor of a mapped variable.
    fn mapped(&mut self, op: Op) -> Res<(Cv, Cv, Cv)> {
        let m = self.m;
        let var = m.operand(op, 0);
        let Some(mut bits) = m.attr_int(op, "kind") else { return self.fail(op, "a map without kind") };
        let is_box = matches!(m.tk(var), TypeKind::Ref(e) if matches!(m.types.kind(*e), TypeKind::Box { .. }));
        let d = if is_box {
            bits |= i64::from(map::BOX);
            self.s(var)?
        } else {
            self.descriptor_of(op, var)?
        };
        let elem = m.types.elem(m.ty(var));
        let ty = self.type_descriptor(op, if is_box { m.types.elem(elem) } else { elem })?;
        Ok((d, self.b.ins().iconst(types::I32, bits), ty))
    }

    /// The type descriptor of objects that hold addresses; null for other types.
    fn type_descriptor(&mut self, op: Op, elem: Type) -> Res<Cv> {
        let m = self.m;
        let def = match m.types.kind(elem) {
            TypeKind::Derived(name) => m.top_ops(OpKind::TypeDef).find(|&t| m.attr_str(t, "sym") == Some(name)),
            _ => None,
        };
        match def.and_then(|d| m.attr_str(d, "descriptor")) {
            Some(sym) => match self.cx.data_id(sym) {
                Ok(id) => Ok(self.data_addr(id)),
                Err(e) => self.fail(op, e),
            },
            None => Ok(self.b.ins().iconst(types::I64, 0)),
        }
    }

    fn launch(&mut self, op: Op) -> Res<()> {
        let m = self.m;
        let Some(name) = m.attr_str(op, "kernel") else { return self.fail(op, "dev.launch without kernel") };
        let kernel = match self.cx.kernel(name) {
            Ok(id) => self.data_addr(id),
            Err(e) => return self.fail(op, e),
        };
        let code = match m.attr_str(op, "code") {
            Some(sym) => self.function_address(op, sym)?,
            None => self.b.ins().iconst(types::I64, 0),
        };
        let args = m.operands(op).to_vec();
        let size = (args.len().max(1) * 8) as u32;
        let t = self.scratch(size, 3);
        for (i, &v) in args.iter().enumerate() {
            let p = self.launch_arg(op, v)?;
            let flags = self.desc();
            self.b.ins().store(flags, p, t, (i * 8) as i32);
        }
        self.rt(op, rt::frt_dev_launch, &[kernel, code, t])?;
        Ok(())
    }

    /// Address of a descriptor (views, references) or of the value's bytes (scalars).
    fn launch_arg(&mut self, op: Op, v: Value) -> Res<Cv> {
        let ty = self.m.ty(v);
        if matches!(self.m.types.kind(ty), TypeKind::View { .. } | TypeKind::Ref(_)) {
            return self.descriptor_of(op, v);
        }
        let val = self.get(v)?;
        let p = self.scratch(16, 4);
        self.store_to(op, p, &val, ty)?;
        Ok(p)
    }
}
