//! Emission of the family *c_binding*: the module `iso_c_binding`.

use super::*;
use crate::place::Place;
use ferrotran_typed::intrinsics::family::CBinding;

impl<'p> Expressions<'p> {
    /// The functions.
    pub(super) fn scalar_c_binding(&mut self, id: CBinding, call: Arguments<'p>, e: &'p Expr) -> Lowered<Value> {
        match id {
            CBinding::CAssociated => {
                let read = |s: &mut Self, x: &'p Expr| -> Lowered<Value> {
                    let r = s.scalar(x)?;
                    let p = s.cast_ref(r, Type::PTR);
                    let c = s.field_at(p, 0, Type::PTR);
                    Ok(s.b().load(c))
                };
                let Some(x) = call.get(0) else { return unsupported(call.span, "C_ASSOCIATED here") };
                let a = read(self, x)?;
                let null = self.b().op(OpKind::NullPtr).result(Type::PTR).value();
                let none = self.b().op(OpKind::PtrCmp).arg(a).arg(null).result(Type::BOOL).value();
                let mut v = self.b().unary(OpKind::Not, none, Type::BOOL);
                if let Some(y) = call.get(1) {
                    let b = read(self, y)?;
                    let same = self.b().op(OpKind::PtrCmp).arg(a).arg(b).result(Type::BOOL).value();
                    v = self.b().binary(OpKind::And, v, same);
                }
                Ok(v)
            }
            CBinding::CLoc | CBinding::CFunloc => {
                let x = call.need(0)?;
                let a = if matches!(x.kind, ExprKind::ProcRef(_)) {
                    self.scalar(x)?
                } else {
                    match self.place_or_temp(x)? {
                        Place::Array { view, .. } => self.addr(view),
                        Place::Scalar(r) => self.addr(r),
                    }
                };
                let Ty::Derived(id) = &e.ty else { return unsupported(call.span, "this address") };
                let obj = self.new_object(*id, call.span)?;
                let p = self.cast_ref(obj, Type::PTR);
                let cell = self.field_at(p, 0, Type::PTR);
                self.b().store(a, cell);
                Ok(obj)
            }
            CBinding::CSizeof => self.size_in_bytes(call.need(0)?, e),
            CBinding::CFPointer | CBinding::CFStrpointer | CBinding::CFProcpointer | CBinding::FCString => {
                call.not_supported()
            }
        }
    }

    /// The subroutines.
    pub(super) fn call_c_binding(&mut self, id: CBinding, call: Arguments<'p>) -> Lowered<()> {
        match id {
            CBinding::CFStrpointer => {
                let (from, pointer) = (call.need(0)?, call.need(1)?);
                let (base, size) = if matches!(from.ty, Ty::Character(..)) {
                    let (view, _) = self.array_place(from)?;
                    let n = match call.get(2) {
                        Some(_) => None,
                        None => self.view_extents(view).first().copied(),
                    };
                    (self.addr(view), n)
                } else {
                    (self.c_address(from)?, None)
                };
                let limit = match (call.get(2), size) {
                    (Some(e), _) => {
                        let v = self.scalar(e)?;
                        self.to_index(v)
                    }
                    (None, Some(n)) => n,
                    (None, None) => return unsupported(call.span, "a string whose end is not known"),
                };
                let n = self.rt_value(rt::frt_c_length, &[base, limit], Type::I64);
                let n = self.to_index(n);
                let Some(bx) = self.box_of(pointer)? else { return unsupported(pointer.span, "this pointer") };
                let rt = self.m.types.reference(Type::CHR);
                let r = self.b().op(OpKind::ChrRef).arg(base).arg(n).result(rt).value();
                self.b().op(OpKind::BoxSet).arg(bx).arg(r).args(&[]).build();
                Ok(())
            }
            CBinding::CFProcpointer => {
                let base = self.c_address(call.need(0)?)?;
                let target = call.need(1)?;
                let cell = self.proc_pointer_cell(target)?;
                self.b().store(base, cell);
                Ok(())
            }
            CBinding::CFPointer => {
                let base = self.c_address(call.need(0)?)?;
                let target = call.need(1)?;
                let Some(bx) = self.box_of(target)? else { return unsupported(target.span, "this pointer") };
                let bt = self.m.types.elem(self.m.ty(bx));
                let (rank, elem) = (self.m.types.rank(bt), self.m.types.elem(bt));
                // A string has the length that the pointer has.
                let elem_len = match self.m.types.kind(elem) {
                    TypeKind::Char(None, _) => Some(self.object_len(target, bx)?),
                    _ => None,
                };
                if rank == 0 {
                    let rt = self.m.types.reference(elem);
                    let r = match elem_len {
                        Some(n) => self.b().op(OpKind::ChrRef).arg(base).arg(n).result(rt).value(),
                        None => self.cast_ref(base, rt),
                    };
                    self.b().op(OpKind::BoxSet).arg(bx).arg(r).args(&[]).build();
                    return Ok(());
                }
                let elements = |l: &mut Self, e: &'p Expr| -> Lowered<Vec<Value>> {
                    let (v, _) = l.array_value(e)?;
                    (0..rank as i64)
                        .map(|k| {
                            let k = l.idx(k);
                            let x = l.at_value(v, &[k]);
                            Ok(l.to_index(x))
                        })
                        .collect()
                };
                let extents = elements(self, call.need(2)?)?;
                let lower = match call.get(3) {
                    Some(e) => elements(self, e)?,
                    None => (0..rank).map(|_| self.idx(1)).collect(),
                };
                let vt = self.m.types.view(vec![None; rank], elem, true);
                let view =
                    self.b().op(OpKind::ViewMake).arg(base).args(&extents).args(&[]).opt(elem_len).result(vt).value();
                self.b().op(OpKind::BoxSet).arg(bx).arg(view).args(&lower).build();
                Ok(())
            }
            CBinding::CAssociated | CBinding::CFunloc | CBinding::FCString | CBinding::CLoc | CBinding::CSizeof => {
                call.not_supported()
            }
        }
    }

    /// The address in a value of type C_PTR or C_FUNPTR.
    pub fn c_address(&mut self, e: &'p Expr) -> Lowered<Value> {
        let r = self.scalar(e)?;
        let p = self.cast_ref(r, Type::PTR);
        let cell = self.field_at(p, 0, Type::PTR);
        Ok(self.b().load(cell))
    }
}
