//! The floating-point environment.
//!
//! A procedure that names flags, rounding modes or the status of the floating-point environment computes its scalar
//! real operations one after the other at run time, so that none is folded, merged or moved past such a call
//! (Fortran 2018, 17.3, 17.4).

use super::*;
use ferrotran_ir::TypeKind;
use ferrotran_typed::intrinsics::Intrinsic;

/// All flags that have a name.
const ALL_FLAGS: i64 = 1 | 4 | 8 | 16 | 32;

impl FunctionBuilder {
    /// Entry of such a procedure: flags become quiet; what is put back at its end is the cleanup.
    pub fn enter_environment(&mut self) {
        let saved = self.rt_value(rt::frt_fenv_enter, &[], Type::I64);
        self.f.cleanups.at_exit(Cleanup::Environment(saved));
    }

    /// An operation on scalar reals that must see the environment of the moment.
    pub fn environment_arith(&mut self, op: OpKind, x: Value, y: Value) -> Option<Value> {
        if !self.f.fenv || self.f.in_body() {
            return None;
        }
        let (t, bits) = self.real_bits(x)?;
        let code = match op {
            OpKind::Add => 0,
            OpKind::Sub => 1,
            OpKind::Mul => 2,
            OpKind::Div => 3,
            _ => return None,
        };
        let code = self.b().int(code, Type::I32);
        Some(self.rt_value(kinds::FENV_ARITH.bits(bits), &[x, y, code], t))
    }

    /// The same for a square root.
    pub fn environment_sqrt(&mut self, x: Value) -> Option<Value> {
        if !self.f.fenv || self.f.in_body() {
            return None;
        }
        let (t, bits) = self.real_bits(x)?;
        Some(self.rt_value(kinds::FENV_SQRT.bits(bits), &[x], t))
    }

    /// Type of a real, and its bits.
    pub fn real_bits(&self, v: Value) -> Option<(Type, u8)> {
        let t = self.m.ty(v);
        match self.m.types.kind(t) {
            TypeKind::Float(bits) => Some((t, *bits)),
            _ => None,
        }
    }

    /// The number in an object of one of the opaque types.
    pub fn opaque(&mut self, object: Value, ty: Type) -> Value {
        let p = self.cast_ref(object, Type::PTR);
        let cell = self.field_at(p, 0, ty);
        self.b().load(cell)
    }

    pub fn set_opaque(&mut self, object: Value, v: Value) {
        let t = self.m.ty(v);
        let p = self.cast_ref(object, Type::PTR);
        let cell = self.field_at(p, 0, t);
        self.b().store(v, cell);
    }

    /// Mask of all flags, for the main program's `-ffpe-trap`.
    pub fn trap(&mut self, mask: u32) {
        let mask = self.b().int(i64::from(mask) & (ALL_FLAGS | 2), Type::I32);
        self.rt(rt::frt_fpe_trap, &[mask]);
    }
}

impl<'p> Declarations<'p> {
    /// Whether a procedure body names values of the floating-point environment.
    pub fn uses_environment(&self, body: &'p [Stmt]) -> bool {
        let mut found = sets_underflow(body);
        visit::stmts(
            body,
            &mut |e| {
                if let Ty::Derived(t) = &e.ty {
                    let name = &*self.dtype(*t).name;
                    found |=
                        matches!(name, "ieee_flag_type" | "ieee_round_type" | "ieee_status_type" | "ieee_modes_type");
                }
            },
            &mut |_| {},
        );
        found
    }

    /// The same for a conversion that rounds.
    pub fn environment_convert(&mut self, v: Value, from: &Ty, to: &Ty) -> Option<Value> {
        if !self.f.fenv || self.f.in_body() || self.known(v).is_some() {
            return None;
        }
        match (from, to) {
            (Ty::Real(8), Ty::Real(4)) => Some(self.rt_value(rt::frt_fenv_narrow, &[v], Type::F32)),
            (Ty::Integer(_), Ty::Real(8)) => {
                let v = self.cast(v, Type::I64);
                Some(self.rt_value(rt::frt_fenv_from_int, &[v], Type::F64))
            }
            _ => None,
        }
    }
}

/// Whether one of the statements sets the underflow mode.
fn sets_underflow(body: &[Stmt]) -> bool {
    body.iter().any(|s| {
        let mut found = matches!(&s.kind, StmtKind::IntrinsicCall { id: Intrinsic::IeeeSetUnderflowMode, .. });
        visit::blocks(s, &mut |b| found |= sets_underflow(b));
        found
    })
}
