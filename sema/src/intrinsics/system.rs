//! The family *system*: time, random numbers, the command line, the compiler.

use super::*;
use ferrotran_typed::intrinsics::family::System;

impl<'a> Rules<'a> {
    pub(super) fn rules_of_system(&mut self, id: System, a: &Arguments) -> Res<()> {
        match id {
            System::SystemClock => self.check_clock(a.slots),
            System::RandomSeed => self.check_seed(a),
            System::DateAndTime => {
                let Some(v) = a.named("values") else { return Ok(()) };
                if let Ty::Integer(1) = v.ty {
                    let text = "the values of `date_and_time` need an integer of two bytes at least";
                    return Err(self.err(ErrorCode::Argument, v.span, text));
                }
                if let Some(Some(n)) = shape_of(&self.prog, v).first()
                    && *n < 8
                {
                    let text = format!("`date_and_time` gives eight values, this has {n} elements");
                    return Err(self.err(ErrorCode::Argument, v.span, text));
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn check_seed(&mut self, a: &Arguments) -> Res<()> {
        let optional = |x: &Expr| matches!(x.kind, ExprKind::Var(s) if self.sym(s).optional);
        if a.slots.iter().flatten().filter(|x| !optional(x)).count() > 1 {
            return Err(self.err(ErrorCode::Argument, a.span, "`random_seed` takes one argument at most"));
        }
        for x in a.slots.iter().skip(1).flatten() {
            let need = if x.ty == Ty::Integer(8) { 4 } else { 8 };
            if let Some(Some(n)) = shape_of(&self.prog, x).first()
                && *n < need
            {
                let text = format!("a seed has {need} elements, this array has {n}");
                return Err(self.err(ErrorCode::Argument, x.span, text));
            }
        }
        Ok(())
    }

    /// Kinds of the arguments of SYSTEM_CLOCK (Fortran 2023, 16.9.202; default kind in Fortran 95).
    fn check_clock(&mut self, slots: &[Option<Expr>]) -> Res<()> {
        let year = self.opts.standard;
        let default = self.opts.default_integer;
        let mut first: Option<u8> = None;
        for a in slots.iter().flatten() {
            let at = a.span;
            match a.ty {
                Ty::Real(_) => self.newer(2003, at, "a real COUNT_RATE")?,
                Ty::Integer(k) if k != default && year == 1995 => {
                    self.newer(2003, at, "an argument of `system_clock` of another kind than default integer")?
                }
                Ty::Integer(k) if year >= 2023 => {
                    if k < default {
                        let text = "the arguments of `system_clock` have the range of default integers at least";
                        return Err(self.err(ErrorCode::Argument, at, text));
                    }
                    if first.is_some_and(|f| f != k) {
                        let text = "the integer arguments of `system_clock` must have one kind";
                        return Err(self.err(ErrorCode::Argument, at, text));
                    }
                    first = Some(k);
                }
                _ => {}
            }
        }
        Ok(())
    }
}

/// The value, where it is known at compile time.
pub(super) fn fold(id: System, r: Reference) -> Val {
    match id {
        System::CompilerVersion => Ok(Const::text(concat!("Ferrotran ", env!("CARGO_PKG_VERSION")).as_bytes())),
        System::CompilerOptions => Ok(Const::text(r.eval.prog.options.as_bytes())),
        System::CommandArgumentCount
        | System::CpuTime
        | System::DateAndTime
        | System::ExecuteCommandLine
        | System::GetCommand
        | System::GetCommandArgument
        | System::GetEnvironmentVariable
        | System::RandomInit
        | System::RandomNumber
        | System::RandomSeed
        | System::SystemClock => r.at_run_time(),
    }
}
