//! The modules ieee_arithmetic and ieee_exceptions.
//!
//! A procedure that names flags, rounding modes or the status of the floating-point environment computes its scalar
//! real operations one after the other at run time, so that none is folded, merged or moved past such a call
//! (Fortran 2018, 17.3, 17.4).

use super::place::Place;
use super::*;
use ferrotran_ir::{MathFn, Pred, TypeKind};
use ferrotran_typed::intrinsics::Intrinsic;

/// All flags that have a name.
const ALL_FLAGS: i64 = 1 | 4 | 8 | 16 | 32;

impl<'p> Lower<'p> {
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

    /// Entry of such a procedure: flags become quiet; what is put back at its end is the cleanup.
    pub fn enter_environment(&mut self) {
        let saved = self.rt_value(rt::frt_fenv_enter, &[], Type::I64);
        self.f.exit_cleanups.push(Cleanup::Environment(saved));
    }

    /// An operation on scalar reals that must see the environment of the moment.
    pub fn environment_arith(&mut self, op: OpKind, x: Value, y: Value) -> Option<Value> {
        if !self.f.fenv || self.f.body_depth > 0 {
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
        if !self.f.fenv || self.f.body_depth > 0 {
            return None;
        }
        let (t, bits) = self.real_bits(x)?;
        Some(self.rt_value(kinds::FENV_SQRT.bits(bits), &[x], t))
    }

    /// The same for a conversion that rounds.
    pub fn environment_convert(&mut self, v: Value, from: &Ty, to: &Ty) -> Option<Value> {
        if !self.f.fenv || self.f.body_depth > 0 || self.known(v).is_some() {
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

    /// Type of a real, and its bits.
    pub fn real_bits(&self, v: Value) -> Option<(Type, u8)> {
        let t = self.m.ty(v);
        match self.m.types.kind(t) {
            TypeKind::Float(bits) => Some((t, *bits)),
            _ => None,
        }
    }

    /// The number in an object of one of the opaque types.
    fn opaque(&mut self, object: Value, ty: Type) -> Value {
        let p = self.cast_ref(object, Type::PTR);
        let cell = self.field_at(p, 0, ty);
        self.b().load(cell)
    }

    fn set_opaque(&mut self, object: Value, v: Value) {
        let t = self.m.ty(v);
        let p = self.cast_ref(object, Type::PTR);
        let cell = self.field_at(p, 0, t);
        self.b().store(v, cell);
    }

    /// Elemental functions of ieee_arithmetic on scalar values.
    pub fn emit_ieee(
        &mut self,
        id: Intrinsic,
        e: &'p Expr,
        args: &'p [Option<Expr>],
        vals: &[Option<Value>],
    ) -> Lowered<Value> {
        let span = e.span;
        let t = self.val_ty(&e.ty, span)?;
        let arg = |i: usize| vals.get(i).copied().flatten();
        let need = |i: usize| arg(i).ok_or_else(|| LowerError { span, text: "a missing argument".into() });
        let x = need(0)?;
        let Some((xt, bits)) = self.real_bits(x) else {
            let from = args.first().and_then(|a| a.as_ref()).map(|a| a.ty.clone());
            return match (id, from) {
                (Intrinsic::IeeeReal, Some(from)) => self.convert(x, &from, &e.ty, span),
                _ => unsupported(span, format!("`{}` of this type", id.name())),
            };
        };
        Ok(match id {
            Intrinsic::IeeeClass => {
                let Ty::Derived(ty) = &e.ty else { return unsupported(span, "this class") };
                let class = self.rt_pure(kinds::IEEE_CLASS.bits(bits), &[x], Type::I32);
                let obj = self.new_object(*ty, span)?;
                self.set_opaque(obj, class);
                obj
            }
            Intrinsic::IeeeValue => {
                let class = self.opaque(need(1)?, Type::I32);
                self.rt_pure(kinds::IEEE_VALUE.bits(bits), &[class], t)
            }
            Intrinsic::IeeeIsNormal => {
                // Normal or zero: neither subnormal, infinite nor NaN.
                let class = self.rt_pure(kinds::IEEE_CLASS.bits(bits), &[x], Type::I32);
                let mut any = self.b().int(0, Type::BOOL);
                for k in [4, 6, 7, 9] {
                    let k = self.b().int(k, Type::I32);
                    let c = self.b().cmp(Pred::Eq, class, k);
                    any = self.b().binary(OpKind::Or, any, c);
                }
                any
            }
            Intrinsic::IeeeSignbit => {
                let one = self.b().float(1.0, xt);
                let s = self.math(MathFn::CopySign, &[one, x], xt);
                let z = self.b().float(0.0, xt);
                self.b().cmp(Pred::Lt, s, z)
            }
            Intrinsic::IeeeNextAfter => {
                let y = need(1)?;
                // Towards what all digits of the other say.
                let wide = if self.m.types.extended_kind(xt).is_some() { xt } else { Type::F64 };
                let y = self.cast(y, wide);
                self.rt_pure(kinds::IEEE_NEXT_AFTER.bits(bits), &[x, y], t)
            }
            Intrinsic::IeeeNextUp | Intrinsic::IeeeNextDown => {
                let far = if id == Intrinsic::IeeeNextUp { f64::INFINITY } else { f64::NEG_INFINITY };
                let wide = if self.m.types.extended_kind(xt).is_some() { xt } else { Type::F64 };
                let y = self.b().float(far, wide);
                self.rt_pure(kinds::IEEE_NEXT_AFTER.bits(bits), &[x, y], t)
            }
            Intrinsic::IeeeRem => {
                let y = need(1)?;
                // The result has the greater precision.
                let (x, y) = (self.cast(x, t), self.cast(y, t));
                let bits = self.real_bits(x).map_or(64, |s| s.1);
                self.rt_pure(kinds::IEEE_REM.bits(bits), &[x, y], t)
            }
            Intrinsic::IeeeRint | Intrinsic::IeeeInt => {
                let mode = match arg(1) {
                    Some(m) => self.opaque(m, Type::I32),
                    None => self.b().int(-1, Type::I32),
                };
                let f = kinds::IEEE_RINT.bits(bits);
                let v = if self.f.body_depth > 0 {
                    self.rt_pure(f, &[x, mode], xt)
                } else {
                    self.rt_value(f, &[x, mode], xt)
                };
                self.cast(v, t)
            }
            Intrinsic::IeeeScalb => {
                let n = need(1)?;
                let n = self.cast(n, Type::I64);
                self.rt_pure(kinds::IEEE_SCALB.bits(bits), &[x, n], t)
            }
            Intrinsic::IeeeLogb => self.rt_pure(kinds::IEEE_LOGB.bits(bits), &[x], t),
            Intrinsic::IeeeMaxNum | Intrinsic::IeeeMinNum | Intrinsic::IeeeMaxNumMag | Intrinsic::IeeeMinNumMag => {
                let which = match id {
                    Intrinsic::IeeeMaxNum => 0,
                    Intrinsic::IeeeMinNum => 1,
                    Intrinsic::IeeeMaxNumMag => 2,
                    _ => 3,
                };
                let (y, which) = (need(1)?, self.b().int(which, Type::I32));
                self.rt_pure(kinds::IEEE_EXTREMUM.bits(bits), &[x, y, which], t)
            }
            Intrinsic::IeeeUnordered => {
                let y = need(1)?;
                let (a, b) = (self.math(MathFn::IsNan, &[x], Type::BOOL), self.math(MathFn::IsNan, &[y], Type::BOOL));
                self.b().binary(OpKind::Or, a, b)
            }
            Intrinsic::IeeeQuietEq
            | Intrinsic::IeeeQuietGe
            | Intrinsic::IeeeQuietGt
            | Intrinsic::IeeeQuietLe
            | Intrinsic::IeeeQuietLt
            | Intrinsic::IeeeQuietNe
            | Intrinsic::IeeeSignalingEq
            | Intrinsic::IeeeSignalingGe
            | Intrinsic::IeeeSignalingGt
            | Intrinsic::IeeeSignalingLe
            | Intrinsic::IeeeSignalingLt
            | Intrinsic::IeeeSignalingNe => {
                let y = need(1)?;
                let (pred, signals) = match id {
                    Intrinsic::IeeeQuietEq => (Pred::Eq, false),
                    Intrinsic::IeeeQuietGe => (Pred::Ge, false),
                    Intrinsic::IeeeQuietGt => (Pred::Gt, false),
                    Intrinsic::IeeeQuietLe => (Pred::Le, false),
                    Intrinsic::IeeeQuietLt => (Pred::Lt, false),
                    Intrinsic::IeeeQuietNe => (Pred::Ne, false),
                    Intrinsic::IeeeSignalingEq => (Pred::Eq, true),
                    Intrinsic::IeeeSignalingGe => (Pred::Ge, true),
                    Intrinsic::IeeeSignalingGt => (Pred::Gt, true),
                    Intrinsic::IeeeSignalingLe => (Pred::Le, true),
                    Intrinsic::IeeeSignalingLt => (Pred::Lt, true),
                    _ => (Pred::Ne, true),
                };
                if signals {
                    self.rt(kinds::IEEE_SIGNAL.bits(bits), &[x, y]);
                }
                self.b().cmp(pred, x, y)
            }
            Intrinsic::IeeeReal => {
                let Some(a) = args.first().and_then(|a| a.as_ref()) else { return unsupported(span, "IEEE_REAL here") };
                self.convert(x, &a.ty, &e.ty, span)?
            }
            _ => return unsupported(span, format!("the intrinsic `{}`", id.name())),
        })
    }

    /// Subroutines of the two modules.
    pub fn ieee_call(&mut self, id: Intrinsic, args: &'p [Option<Expr>], span: Span) -> Lowered<()> {
        let need = |i: usize| {
            args.get(i).and_then(|a| a.as_ref()).ok_or_else(|| LowerError { span, text: "a missing argument".into() })
        };
        match id {
            Intrinsic::IeeeGetFlag | Intrinsic::IeeeGetHaltingMode => {
                let f = if id == Intrinsic::IeeeGetFlag { rt::frt_ieee_get_flags } else { rt::frt_ieee_get_halting };
                self.elemental_refs(args, |s, refs| {
                    let (Some(flag), Some(out)) = (refs[0], refs[1]) else { return Ok(()) };
                    let mask = s.opaque(flag, Type::I32);
                    let v = s.rt_value(f, &[mask], Type::I32);
                    let zero = s.b().int(0, Type::I32);
                    let v = s.b().cmp(Pred::Ne, v, zero);
                    s.store_ref(v, out);
                    Ok(())
                })
            }
            Intrinsic::IeeeSetFlag | Intrinsic::IeeeSetHaltingMode => {
                let f = if id == Intrinsic::IeeeSetFlag { rt::frt_ieee_set_flags } else { rt::frt_ieee_set_halting };
                self.elemental_refs(args, |s, refs| {
                    let (Some(flag), Some(on)) = (refs[0], refs[1]) else { return Ok(()) };
                    let mask = s.opaque(flag, Type::I32);
                    let on = s.load_ref(on);
                    let on = s.cast(on, Type::I32);
                    s.rt(f, &[mask, on]);
                    Ok(())
                })
            }
            Intrinsic::IeeeGetRoundingMode => {
                let r = self.scalar_place(need(0)?)?;
                let v = self.rt_value(rt::frt_ieee_get_rounding, &[], Type::I32);
                self.set_opaque(r, v);
                Ok(())
            }
            Intrinsic::IeeeSetRoundingMode => {
                let r = self.scalar(need(0)?)?;
                let v = self.opaque(r, Type::I32);
                let Some(radix) = args.get(1).and_then(|a| a.as_ref()) else {
                    self.rt(rt::frt_ieee_set_rounding, &[v]);
                    return Ok(());
                };
                // Decimal numbers, of which there are none, have a mode of their own.
                let radix = self.scalar(radix)?;
                let radix = self.to_index(radix);
                let two = self.idx(2);
                let binary = self.b().cmp(Pred::Eq, radix, two);
                self.if_else(
                    binary,
                    |l| {
                        l.rt(rt::frt_ieee_set_rounding, &[v]);
                        Ok(())
                    },
                    |_| Ok(()),
                )
            }
            Intrinsic::IeeeGetUnderflowMode => {
                let r = self.scalar_place(need(0)?)?;
                let v = self.rt_value(rt::frt_ieee_get_gradual, &[], Type::I32);
                let zero = self.b().int(0, Type::I32);
                let v = self.b().cmp(Pred::Ne, v, zero);
                self.store_ref(v, r);
                Ok(())
            }
            Intrinsic::IeeeSetUnderflowMode => {
                let v = self.scalar(need(0)?)?;
                let v = self.cast(v, Type::I32);
                self.rt(rt::frt_ieee_set_gradual, &[v]);
                Ok(())
            }
            Intrinsic::IeeeGetStatus | Intrinsic::IeeeGetModes => {
                let r = self.scalar_place(need(0)?)?;
                let v = self.rt_value(rt::frt_ieee_get_status, &[], Type::I64);
                self.set_opaque(r, v);
                Ok(())
            }
            Intrinsic::IeeeSetStatus | Intrinsic::IeeeSetModes => {
                let r = self.scalar(need(0)?)?;
                let v = self.opaque(r, Type::I64);
                let only = self.b().int(i64::from(id == Intrinsic::IeeeSetModes), Type::I32);
                self.rt(rt::frt_ieee_set_status, &[v, only]);
                Ok(())
            }
            _ => unsupported(span, format!("the intrinsic subroutine `{}`", id.name())),
        }
    }

    /// Calls `body` with references to the arguments of an elemental subroutine, once for each element.
    pub fn elemental_refs(
        &mut self,
        args: &'p [Option<Expr>],
        body: impl FnOnce(&mut Self, &[Option<Value>]) -> Lowered<()>,
    ) -> Lowered<()> {
        let places: Vec<Option<Place>> =
            args.iter().map(|a| a.as_ref().map(|a| self.place_or_temp(a)).transpose()).collect::<Lowered<_>>()?;
        let view = places.iter().flatten().find_map(|p| match p {
            Place::Array { view, .. } => Some(*view),
            Place::Scalar(_) => None,
        });
        let refs = move |s: &mut Self, idx: &[Value]| -> Vec<Option<Value>> {
            places
                .iter()
                .map(|p| match p {
                    Some(Place::Array { view, .. }) => Some(s.b().elem(*view, idx)),
                    Some(Place::Scalar(r)) => Some(*r),
                    None => None,
                })
                .collect()
        };
        match view {
            None => {
                let list = refs(self, &[]);
                body(self, &list)
            }
            Some(v) => {
                let ext = self.view_extents(v);
                self.nest(&ext, |s, idx| {
                    let list = refs(s, idx);
                    body(s, &list)
                })
            }
        }
    }

    /// Mask of all flags, for the main program's `-ffpe-trap`.
    pub fn trap(&mut self, mask: u32) {
        let mask = self.b().int(i64::from(mask) & (ALL_FLAGS | 2), Type::I32);
        self.rt(rt::frt_fpe_trap, &[mask]);
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
