//! Emission of the family *extensions*: procedures of gfortran that ask the system.

use super::*;
use ferrotran_abi::MachineTy;
use ferrotran_typed::intrinsics::DummyRank;
use ferrotran_typed::intrinsics::family::Extensions;

impl<'p> Expressions<'p> {
    /// The functions. The table of the ABI says how those are called that are not named here.
    pub(super) fn scalar_extensions(&mut self, id: Extensions, call: Arguments<'p>, e: &'p Expr) -> Lowered<Value> {
        let v = match id {
            Extensions::Rand | Extensions::Irand => {
                let f = match call.get(0) {
                    Some(e) => self.i32_arg(e)?,
                    None => self.b().int(0, Type::I32),
                };
                if id == Extensions::Rand {
                    self.rt_value(rt::frt_rand, &[f], Type::F32)
                } else {
                    self.rt_value(rt::frt_irand, &[f], Type::I32)
                }
            }
            Extensions::Secnds => {
                let Some(x) = call.get(0) else { return unsupported(call.span, "this reference") };
                let x = self.scalar(x)?;
                let x = self.cast(x, Type::F32);
                self.rt_value(rt::frt_secnds, &[x], Type::F32)
            }
            _ => match self.posix(call, true)? {
                Some(v) => v,
                None => return call.not_supported(),
            },
        };
        if matches!(e.ty, Ty::Character(..)) {
            return Ok(v);
        }
        let t = self.val_ty(&e.ty, call.span)?;
        if t == Type::BOOL {
            let vt = self.m.ty(v);
            let zero = self.b().int(0, vt);
            return Ok(self.b().cmp(Pred::Ne, v, zero));
        }
        Ok(self.cast(v, t))
    }

    /// The subroutines. The table of the ABI says how those are called that are not named here.
    pub(super) fn call_extensions(&mut self, id: Extensions, call: Arguments<'p>) -> Lowered<()> {
        match id {
            Extensions::Exit => {
                let c = match call.get(0) {
                    Some(e) => self.i32_arg(e)?,
                    None => self.b().int(0, Type::I32),
                };
                self.rt(rt::frt_exit, &[c]);
                self.jump(OpKind::Unreachable, None);
                Ok(())
            }
            Extensions::Abort => {
                self.rt(rt::frt_abort, &[]);
                self.jump(OpKind::Unreachable, None);
                Ok(())
            }
            Extensions::Srand => {
                let v = self.i32_arg(call.need(0)?)?;
                self.rt(rt::frt_srand, &[v]);
                Ok(())
            }
            Extensions::Flush => {
                use ferrotran_abi::params;
                let block = self.alloca_bytes(i64::from(params::CONTROL_SLOTS * params::SLOT_BYTES), 16, true);
                // A unit that is not connected is no error here, as it is in the statement.
                let flags = self.idx(params::FLAG_ERR);
                let c = self.field_at(block, i64::from(params::FLAGS * params::SLOT_BYTES), Type::INDEX);
                self.b().store(flags, c);
                if let Some(e) = call.get(0) {
                    let v = self.scalar(e)?;
                    let v = self.to_index(v);
                    let at = i64::from(params::UNIT * params::SLOT_BYTES);
                    let c = self.field_at(block, at, Type::INDEX);
                    self.b().store(v, c);
                    let one = self.idx(1);
                    let c = self.field_at(block, at + 8, Type::INDEX);
                    self.b().store(one, c);
                }
                self.rt_value(rt::frt_flush, &[block], Type::I32);
                Ok(())
            }
            Extensions::Getarg => self.command_argument(call),
            Extensions::Getenv => self.environment_variable(call),
            _ => self.posix(call, false).map(|_| ()),
        }
    }

    /// Calls the runtime function of an extension, whose parameters the table of the ABI gives: a string is two of them, a
    /// vector its descriptor, a procedure its address, everything else a number by value. An argument that is left over
    /// takes the result.
    fn posix(&mut self, call: Arguments<'p>, function: bool) -> Lowered<Option<Value>> {
        let Arguments { id, span, .. } = call;
        let row = id.row();
        let f = match id {
            // The plain name is that of the compiler's own allocations.
            Intrinsic::Free => Some(rt::frt_free_address),
            _ => RuntimeFn::of_parts(&["frt_", row.name]),
        };
        let Some(f) = f else {
            return unsupported(span, format!("the intrinsic procedure `{}`", row.name));
        };
        let ir = |t: &MachineTy| match t {
            MachineTy::Ptr => Type::PTR,
            MachineTy::I8 => Type::I8,
            MachineTy::I32 => Type::I32,
            MachineTy::I64 => Type::I64,
            MachineTy::F32 => Type::F32,
            MachineTy::F64 => Type::F64,
        };
        let mut list: Vec<Value> = Vec::new();
        let mut text = None;
        let mut rest = None;
        for (k, dummy) in row.args.iter().enumerate() {
            let given = call.get(k);
            if list.len() == f.params().len() {
                rest = given;
                break;
            }
            let Some((_, want)) = f.params().get(list.len()) else { break };
            let want = ir(want);
            match given {
                None if function && dummy.optional && dummy.classes == "c" => break,
                None => return unsupported(span, format!("`{}` without `{}`", row.name, dummy.name)),
                Some(e) if dummy.classes == "c" => {
                    let (a, n) = self.chr_arg(Some(e))?;
                    list.push(a);
                    list.push(n);
                }
                Some(e) if dummy.rank == DummyRank::Exactly(1) => {
                    let d = self.desc_of(e)?;
                    list.push(d);
                }
                Some(e) if want == Type::PTR => {
                    let v = self.scalar(e)?;
                    if self.m.ty(v) == Type::PTR {
                        list.push(v);
                    } else {
                        let v = self.cast(v, Type::I64);
                        let v = self.b().unary(OpKind::Bitcast, v, Type::PTR);
                        list.push(v);
                    }
                }
                Some(e) => {
                    let v = self.scalar(e)?;
                    let v = self.cast(v, want);
                    list.push(v);
                }
            }
        }
        if list.len() + 2 == f.params().len() && function {
            // The result is a string.
            let n = self.idx(if id == Intrinsic::Ttynam { 64 } else { 24 });
            let (a, v) = self.string_buffer(n, 1, span)?;
            list.push(a);
            list.push(n);
            text = Some(v);
        }
        let Some(ret) = &f.result() else {
            self.rt(f, &list);
            return Ok(text);
        };
        let v = self.rt_value(f, &list, ir(ret));
        if !function {
            self.store_cast(rest, v)?;
        }
        Ok(Some(v))
    }
}
