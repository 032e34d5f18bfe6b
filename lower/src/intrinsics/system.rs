//! Emission of the family *system*: time, random numbers, the command line, the compiler.

use super::*;
use ferrotran_typed::intrinsics::family::System;

impl<'p> Expressions<'p> {
    /// The functions.
    pub(super) fn scalar_system(&mut self, id: System, call: Arguments<'p>, t: Type) -> Lowered<Value> {
        match id {
            System::CommandArgumentCount => {
                let v = self.rt_value(rt::frt_command_argument_count, &[], Type::I32);
                Ok(self.cast(v, t))
            }
            System::CpuTime
            | System::DateAndTime
            | System::ExecuteCommandLine
            | System::GetCommand
            | System::GetCommandArgument
            | System::GetEnvironmentVariable
            | System::RandomInit
            | System::RandomNumber
            | System::RandomSeed
            | System::SystemClock
            | System::CompilerOptions
            | System::CompilerVersion => call.not_supported(),
        }
    }

    /// The subroutines.
    pub(super) fn call_system(&mut self, id: System, call: Arguments<'p>) -> Lowered<()> {
        match id {
            System::RandomNumber => {
                let e = call.need(0)?;
                if e.rank > 0 || matches!(e.ty, Ty::Unsigned(_) | Ty::Real(10 | 16)) {
                    let d = self.desc_of(e)?;
                    let d = self.mark_unsigned(d, &e.ty);
                    self.rt(rt::frt_random_array, &[d]);
                    return Ok(());
                }
                let (f, t) =
                    if e.ty == Ty::Real(4) { (rt::frt_random_f32, Type::F32) } else { (rt::frt_random_f64, Type::F64) };
                let v = self.rt_value(f, &[], t);
                self.store_opt(Some(e), v)
            }
            System::RandomInit => {
                let (a, b) = (self.scalar(call.need(0)?)?, self.scalar(call.need(1)?)?);
                let (a, b) = (self.cast(a, Type::I32), self.cast(b, Type::I32));
                self.rt(rt::frt_random_init, &[a, b]);
                Ok(())
            }
            System::SystemClock => {
                let (a, ak) = self.var_kind(call.get(0))?;
                let (b, bk) = self.var_kind(call.get(1))?;
                let (c, ck) = self.var_kind(call.get(2))?;
                self.rt(rt::frt_system_clock, &[a, ak, b, bk, c, ck]);
                Ok(())
            }
            System::CpuTime => {
                let e = call.need(0)?;
                let v = self.rt_value(rt::frt_cpu_time, &[], Type::F64);
                let t = self.ir_ty(&e.ty, call.span)?;
                let v = self.cast(v, t);
                self.store_opt(Some(e), v)
            }
            System::DateAndTime => {
                let mut list = Vec::new();
                for i in 0..3 {
                    let (a, n) = self.chr_arg(call.get(i))?;
                    list.push(a);
                    list.push(n);
                }
                list.push(match call.get(3) {
                    Some(e) => self.desc_of(e)?,
                    None => self.null(),
                });
                self.rt(rt::frt_date_and_time, &list);
                Ok(())
            }
            System::GetCommand => {
                let (v, vn) = self.chr_arg(call.get(0))?;
                let cell = self.alloca(Type::I64, None);
                let p = self.addr(cell);
                let st = self.rt_value(rt::frt_get_command, &[v, vn, p], Type::I32);
                let len = self.b().load(cell);
                self.store_cast(call.get(1), len)?;
                self.store_cast(call.get(2), st)
            }
            System::RandomSeed => self.random_seed(call),
            System::GetCommandArgument => self.command_argument(call),
            System::GetEnvironmentVariable => self.environment_variable(call),
            System::ExecuteCommandLine => self.execute_command_line(call),
            System::CommandArgumentCount | System::CompilerOptions | System::CompilerVersion => call.not_supported(),
        }
    }

    fn random_seed(&mut self, call: Arguments<'p>) -> Lowered<()> {
        // At most one argument may be there (16.9.156); which one, the run may have to tell.
        let mut count = self.idx(0);
        let mut there = Vec::new();
        for e in call.args {
            let doubtful = e.as_ref().and_then(|x| Some((self.optional_dummy(x)?, x.span)));
            let here = match (e, doubtful) {
                (None, _) => None,
                (Some(_), None) => Some(self.b().int(1, Type::BOOL)),
                (_, Some((s, span))) => Some(self.present(s, span)?),
            };
            if let Some(h) = here {
                let n = self.to_index(h);
                count = self.add(count, n);
            }
            there.push(here);
        }
        let (zero, one) = (self.idx(0), self.idx(1));
        if there.iter().flatten().count() > 1 {
            let bad = self.b().cmp(Pred::Gt, count, one);
            self.stop_with(bad, "RANDOM_SEED should have at most one argument present.")?;
        }
        let none = self.b().cmp(Pred::Eq, count, zero);
        self.where_holds(none, |s| {
            s.rt(rt::frt_random_seed_default, &[]);
            Ok(())
        })?;
        for (k, here) in there.into_iter().enumerate() {
            let (Some(here), Some(e)) = (here, call.get(k)) else { continue };
            self.where_holds(here, |s| {
                if k == 0 {
                    let mut v = s.rt_value(rt::frt_random_seed_size, &[], Type::I32);
                    if e.ty == Ty::Integer(8) {
                        // Integers of default kind hold twice as many bits.
                        let two = s.b().int(2, Type::I32);
                        v = s.b().binary(OpKind::Div, v, two);
                    }
                    return s.store_opt(Some(e), v);
                }
                let d = s.desc_of(e)?;
                s.rt(if k == 1 { rt::frt_random_seed_put } else { rt::frt_random_seed_get }, &[d]);
                Ok(())
            })?;
        }
        Ok(())
    }

    /// GET_COMMAND_ARGUMENT and GETARG.
    pub(super) fn command_argument(&mut self, call: Arguments<'p>) -> Lowered<()> {
        let n = self.i32_arg(call.need(0)?)?;
        let (v, vn) = self.chr_arg(call.get(1))?;
        let cell = self.alloca(Type::I64, None);
        let p = self.addr(cell);
        let st = self.rt_value(rt::frt_get_command_argument, &[n, v, vn, p], Type::I32);
        if call.id == Intrinsic::GetCommandArgument {
            let len = self.b().load(cell);
            self.store_cast(call.get(2), len)?;
            self.store_cast(call.get(3), st)?;
        }
        Ok(())
    }

    /// GET_ENVIRONMENT_VARIABLE and GETENV.
    pub(super) fn environment_variable(&mut self, call: Arguments<'p>) -> Lowered<()> {
        let (n, nn) = self.chr_arg(Some(call.need(0)?))?;
        let (v, vn) = self.chr_arg(call.get(1))?;
        let cell = self.alloca(Type::I64, None);
        let p = self.addr(cell);
        let trim = match call.get(4) {
            Some(e) => {
                let v = self.scalar(e)?;
                self.cast(v, Type::I32)
            }
            None => self.b().int(1, Type::I32),
        };
        let st = self.rt_value(rt::frt_get_environment_variable, &[n, nn, v, vn, p, trim], Type::I32);
        let len = self.b().load(cell);
        self.store_cast(call.get(2), len)?;
        self.store_cast(call.get(3), st)
    }

    fn execute_command_line(&mut self, call: Arguments<'p>) -> Lowered<()> {
        let (c, cn) = self.chr_arg(Some(call.need(0)?))?;
        let wait = match call.get(1) {
            Some(e) => {
                let v = self.scalar(e)?;
                self.cast(v, Type::I32)
            }
            None => self.b().int(1, Type::I32),
        };
        // EXITSTAT keeps its value where the command runs on (16.9.83).
        let before = match call.get(2) {
            Some(e) => {
                let v = self.scalar(e)?;
                self.cast(v, Type::I32)
            }
            None => self.b().int(0, Type::I32),
        };
        let cell = self.alloca(Type::I32, None);
        self.b().store(before, cell);
        let (pe, pc) = (self.addr(cell), self.alloca(Type::I32, None));
        let pcs = match call.get(3) {
            Some(_) => self.addr(pc),
            None => self.null(),
        };
        let (m, mn) = self.chr_arg(call.get(4))?;
        self.rt(rt::frt_execute_command_line, &[c, cn, wait, pe, pcs, m, mn]);
        let v = self.b().load(cell);
        self.store_cast(call.get(2), v)?;
        if call.get(3).is_some() {
            let v = self.b().load(pc);
            self.store_cast(call.get(3), v)?;
        }
        Ok(())
    }

    /// Address and kind (negative for reals) of a numeric variable.
    fn var_kind(&mut self, e: Option<&'p Expr>) -> Lowered<(Value, Value)> {
        let Some(e) = e else {
            let p = self.null();
            let z = self.b().int(0, Type::I32);
            return Ok((p, z));
        };
        let r = self.scalar_place(e)?;
        let k = match e.ty {
            Ty::Integer(k) => i64::from(k),
            Ty::Real(k) => -i64::from(k),
            _ => return unsupported(e.span, "an argument of this type"),
        };
        let a = self.addr(r);
        Ok((a, self.b().int(k, Type::I32)))
    }
}
