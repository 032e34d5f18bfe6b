//! Emission of the family *ieee_environment*: the subroutines of `ieee_arithmetic` and `ieee_exceptions`.

use super::*;
use ferrotran_typed::intrinsics::family::IeeeEnvironment;

impl<'p> Expressions<'p> {
    /// The subroutines.
    pub(super) fn call_ieee_environment(&mut self, id: IeeeEnvironment, call: Arguments<'p>) -> Lowered<()> {
        match id {
            IeeeEnvironment::IeeeGetFlag | IeeeEnvironment::IeeeGetHaltingMode => {
                let f =
                    if id == IeeeEnvironment::IeeeGetFlag { rt::frt_ieee_get_flags } else { rt::frt_ieee_get_halting };
                self.elemental_refs(call.args, |s, refs| {
                    let (Some(flag), Some(out)) = (refs[0], refs[1]) else { return Ok(()) };
                    let mask = s.opaque(flag, Type::I32);
                    let v = s.rt_value(f, &[mask], Type::I32);
                    let zero = s.b().int(0, Type::I32);
                    let v = s.b().cmp(Pred::Ne, v, zero);
                    s.store_ref(v, out);
                    Ok(())
                })
            }
            IeeeEnvironment::IeeeSetFlag | IeeeEnvironment::IeeeSetHaltingMode => {
                let f =
                    if id == IeeeEnvironment::IeeeSetFlag { rt::frt_ieee_set_flags } else { rt::frt_ieee_set_halting };
                self.elemental_refs(call.args, |s, refs| {
                    let (Some(flag), Some(on)) = (refs[0], refs[1]) else { return Ok(()) };
                    let mask = s.opaque(flag, Type::I32);
                    let on = s.load_ref(on);
                    let on = s.cast(on, Type::I32);
                    s.rt(f, &[mask, on]);
                    Ok(())
                })
            }
            IeeeEnvironment::IeeeGetRoundingMode => {
                let r = self.scalar_place(call.need(0)?)?;
                let v = self.rt_value(rt::frt_ieee_get_rounding, &[], Type::I32);
                self.set_opaque(r, v);
                Ok(())
            }
            IeeeEnvironment::IeeeSetRoundingMode => {
                let r = self.scalar(call.need(0)?)?;
                let v = self.opaque(r, Type::I32);
                let Some(radix) = call.get(1) else {
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
            IeeeEnvironment::IeeeGetUnderflowMode => {
                let r = self.scalar_place(call.need(0)?)?;
                let v = self.rt_value(rt::frt_ieee_get_gradual, &[], Type::I32);
                let zero = self.b().int(0, Type::I32);
                let v = self.b().cmp(Pred::Ne, v, zero);
                self.store_ref(v, r);
                Ok(())
            }
            IeeeEnvironment::IeeeSetUnderflowMode => {
                let v = self.scalar(call.need(0)?)?;
                let v = self.cast(v, Type::I32);
                self.rt(rt::frt_ieee_set_gradual, &[v]);
                Ok(())
            }
            IeeeEnvironment::IeeeGetStatus | IeeeEnvironment::IeeeGetModes => {
                let r = self.scalar_place(call.need(0)?)?;
                let v = self.rt_value(rt::frt_ieee_get_status, &[], Type::I64);
                self.set_opaque(r, v);
                Ok(())
            }
            IeeeEnvironment::IeeeSetStatus | IeeeEnvironment::IeeeSetModes => {
                let r = self.scalar(call.need(0)?)?;
                let v = self.opaque(r, Type::I64);
                let only = self.b().int(i64::from(id == IeeeEnvironment::IeeeSetModes), Type::I32);
                self.rt(rt::frt_ieee_set_status, &[v, only]);
                Ok(())
            }
        }
    }
}
