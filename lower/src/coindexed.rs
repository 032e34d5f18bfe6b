//! Objects of other images, where coarrays have several: values are read into temporaries, what is assigned is made here
//! and copied there (`abi/src/rt/images.rs`).
//!
//! The place of a coindexed object is that of the same object of this image, and the runtime knows where it lies there.
//! From the first allocatable or pointer component on, descriptors of the other image say so: they are copied, and the
//! addresses in them are addresses there.

use super::place::{Place, is_designator};
use super::*;
use crate::array::Prep;
use ferrotran_ir::TypeKind;
use ferrotran_typed::intrinsics::Intrinsic;

/// A component whose descriptor is that of another image.
#[derive(Clone, Copy)]
pub(crate) struct Far {
    /// The designator; known by its place in the typed program.
    designator: *const Expr,
    image: Value,
    /// Whether the object that it is a component of is given by its address there.
    remote: bool,
}

/// An object of another image.
struct Coindexed {
    place: Place,
    image: Value,
    remote: Value,
}

/// The allocatable and pointer components of a designator, the last one first.
fn described<'p>(s: &Expressions<'p>, e: &'p Expr, out: &mut Vec<&'p Expr>) {
    match &e.kind {
        ExprKind::Component { base, of, index } => {
            let c = &s.dtype(*of).components[*index];
            if c.allocatable || c.pointer {
                out.push(e);
            }
            described(s, base, out);
        }
        ExprKind::Elem { base, .. }
        | ExprKind::Section { base, .. }
        | ExprKind::Substring { base, .. }
        | ExprKind::ComplexPart { base, .. } => described(s, base, out),
        _ => {}
    }
}

impl<'p> Expressions<'p> {
    /// The descriptor of a component, which is that of another image in a coindexed object.
    pub(super) fn near_descriptor(&mut self, e: &'p Expr, there: Value) -> Value {
        let Some(far) = self.far.iter().find(|f| std::ptr::eq(f.designator, e)).copied() else { return there };
        let t = self.m.ty(there);
        let words = 3 + 3 * self.m.types.rank(self.m.types.elem(t)) as i64;
        let copy = self.alloca_bytes(8 * words, 8, false);
        let (addr, bytes) = (self.addr(there), self.b().int(8 * words, Type::I64));
        let remote = self.b().int(far.remote.into(), Type::I32);
        self.rt(rt::frt_image_box, &[copy, addr, bytes, far.image, remote]);
        self.cast_ref(copy, t)
    }

    /// Runs `f` with the object that the arguments of a reference to `Coindexed` and its kin begin with: designator,
    /// image, and how many of the components have descriptors there. Gives what `f` gives, the image, and whether
    /// addresses are those there.
    fn with_object<T>(
        &mut self,
        args: &'p [Option<Expr>],
        span: Span,
        f: impl FnOnce(&mut Self, &'p Expr) -> Lowered<T>,
    ) -> Lowered<(T, Value, Value)> {
        let (Some(Some(object)), Some(Some(image)), Some(Some(far))) = (args.first(), args.get(1), args.get(2)) else {
            return unsupported(span, "this coindexed object");
        };
        let image = self.scalar(image)?;
        let image = self.cast(image, Type::I64);
        let n = self.const_i64(far).unwrap_or(0).max(0) as usize;
        let mut list = vec![];
        described(self, object, &mut list);
        list.truncate(n);
        let before = self.far.len();
        for (i, e) in list.iter().enumerate() {
            let remote = i + 1 < list.len();
            self.far.push(Far { designator: *e, image, remote });
        }
        let out = f(self, object);
        self.far.truncate(before);
        let remote = self.b().int(i64::from(n > 0), Type::I32);
        Ok((out?, image, remote))
    }

    fn coindexed_object(&mut self, args: &'p [Option<Expr>], span: Span) -> Lowered<Coindexed> {
        let (place, image, remote) = self.with_object(args, span, |s, object| s.place(object))?;
        Ok(Coindexed { place, image, remote })
    }

    /// The descriptor of an allocatable, which another image may have.
    pub(super) fn descriptor_there(&mut self, x: &'p Expr) -> Lowered<Option<Value>> {
        match &x.kind {
            ExprKind::Intrinsic { id: Intrinsic::Coindexed, args } => {
                Ok(self.with_object(args, x.span, |s, object| s.box_of(object))?.0)
            }
            _ => self.box_of(x),
        }
    }

    /// Bytes of the elements of a coindexed string.
    pub(super) fn coindexed_length(&mut self, args: &'p [Option<Expr>], span: Span) -> Lowered<Value> {
        Ok(match self.coindexed_object(args, span)?.place {
            Place::Scalar(r) => self.chr_len(r),
            Place::Array { view, .. } => self.view_elem_len(view),
        })
    }

    /// The value of a scalar of another image.
    pub(super) fn coindexed_scalar(&mut self, args: &'p [Option<Expr>], e: &'p Expr) -> Lowered<Value> {
        let x = self.coindexed_object(args, e.span)?;
        let Place::Scalar(there) = x.place else { return unsupported(e.span, "this coindexed object as a scalar") };
        let addr = self.addr(there);
        if matches!(e.ty, Ty::Character(..)) {
            let len = self.chr_len(there);
            let (dst, out) = self.string_buffer(len, e.ty.chr_kind(), e.span)?;
            let n = self.cast(len, Type::I64);
            self.rt(rt::frt_image_get, &[dst, addr, n, x.image, x.remote]);
            return Ok(out);
        }
        let t = self.ir_ty(&e.ty, e.span)?;
        let cell = match &e.ty {
            Ty::Derived(id) => self.new_object(*id, e.span)?,
            _ => self.alloca(t, None),
        };
        let size = self.size_of(&e.ty).unwrap_or(8);
        let n = self.b().int(size as i64, Type::I64);
        let dst = self.addr(cell);
        self.rt(rt::frt_image_get, &[dst, addr, n, x.image, x.remote]);
        Ok(self.load_ref(cell))
    }

    /// The value of an array of another image.
    fn coindexed_array(&mut self, args: &'p [Option<Expr>], e: &'p Expr) -> Lowered<Prep<'p>> {
        let x = self.coindexed_object(args, e.span)?;
        let Place::Array { view, .. } = x.place else {
            return unsupported(e.span, "this coindexed object as an array");
        };
        let copy = self.room_for(view, &[], e.span)?;
        let desc = self.desc_of_view(view);
        let dst = self.addr(copy);
        self.rt(rt::frt_image_get_array, &[dst, desc, x.image, x.remote]);
        Ok(self.load_view(copy))
    }

    /// Temporary storage for as many elements as a view has, along further dimensions many times.
    fn room_for(&mut self, view: Value, more: &[Value], span: Span) -> Lowered<Value> {
        let mut extents = self.view_extents(view);
        extents.extend(more);
        let elem = self.m.types.elem(self.m.ty(view));
        let len = match self.m.types.kind(elem) {
            TypeKind::Char(None, _) => Some(self.view_elem_len(view)),
            _ => None,
        };
        self.temp_view_len(&extents, elem, len, "values of other images", span)
    }

    /// Functions with an array result.
    pub(super) fn array_of_images(
        &mut self,
        id: Intrinsic,
        args: &'p [Option<Expr>],
        e: &'p Expr,
    ) -> Lowered<Prep<'p>> {
        let arg = |i: usize| args.get(i).and_then(|a| a.as_ref());
        match (id, arg(0)) {
            (Intrinsic::Coindexed, _) => self.coindexed_array(args, e),
            (Intrinsic::Gathered, Some(x)) => {
                let view = self.one_view(x)?;
                let zero = (self.b().int(0, Type::I32), self.b().int(0, Type::I64));
                let n = self.rt_value(rt::frt_image_number, &[zero.0, zero.1, zero.0], Type::I64);
                let n = self.to_index(n);
                let (source, bytes) = self.bytes_of(x)?;
                let all = match x.rank {
                    0 => {
                        let elem = self.m.types.elem(self.m.ty(view));
                        let len = match self.m.types.kind(elem) {
                            TypeKind::Char(None, _) => Some(self.view_elem_len(view)),
                            _ => None,
                        };
                        self.temp_view_len(&[n], elem, len, "values of other images", e.span)?
                    }
                    _ => self.room_for(view, &[n], e.span)?,
                };
                let (dst, bytes) = (self.addr(all), self.cast(bytes, Type::I64));
                self.rt(rt::frt_image_gather, &[dst, source, bytes]);
                Ok(self.load_view(all))
            }
            (Intrinsic::ImagesOfStatus, Some(status)) => {
                let (Some(team), Some(how)) = (arg(1), arg(2)) else { return unsupported(e.span, "this inquiry") };
                let (status, how) = (self.i32_arg(status)?, self.i32_arg(how)?);
                let team = self.scalar(team)?;
                let team = self.cast(team, Type::I64);
                let zero = self.b().int(0, Type::I32);
                let n = self.rt_value(rt::frt_image_number, &[zero, team, how], Type::I64);
                let n = self.to_index(n);
                let room = self.temp_view(&[n], Type::I64, "indices of images", e.span)?;
                let p = self.addr(room);
                let count = self.rt_value(rt::frt_image_list, &[p, status, team, how], Type::I64);
                let count = self.to_index(count);
                let vt = self.m.types.view(vec![None], Type::I64, true);
                let view = self.b().op(OpKind::ViewMake).arg(p).args(&[count]).args(&[]).opt(None).result(vt).value();
                Ok(self.load_view(view))
            }
            _ => unsupported(e.span, format!("the intrinsic `{}` with an array result", id.name())),
        }
    }

    /// A variable as an array, a scalar as one of one element.
    fn one_view(&mut self, x: &'p Expr) -> Lowered<Value> {
        let place = if is_designator(x) { self.place(x)? } else { self.place_or_temp(x)? };
        match place {
            Place::Array { view, .. } => Ok(view),
            Place::Scalar(r) => {
                let elem = self.m.types.elem(self.m.ty(r));
                let len = match self.m.types.kind(elem) {
                    TypeKind::Char(None, _) => Some(self.chr_len(r)),
                    _ => None,
                };
                let (p, one) = (self.addr(r), self.idx(1));
                let vt = self.m.types.view(vec![Some(1)], elem, true);
                Ok(self.b().op(OpKind::ViewMake).arg(p).args(&[one]).args(&[]).opt(len).result(vt).value())
            }
        }
    }

    /// Functions with a scalar result other than coindexed objects.
    pub(super) fn scalar_of_images(&mut self, id: Intrinsic, args: &'p [Option<Expr>], span: Span) -> Lowered<Value> {
        let arg = |i: usize| match args.get(i).and_then(|a| a.as_ref()) {
            Some(x) => Ok(x),
            None => unsupported(span, "a missing argument"),
        };
        let (callee, types, result): (RuntimeFn, &[Type], Type) = match id {
            Intrinsic::ImageOf => (rt::frt_image_of, &[Type::I64, Type::I64, Type::I32], Type::I64),
            Intrinsic::ImageNumber => (rt::frt_image_number, &[Type::I32, Type::I64, Type::I32], Type::I64),
            Intrinsic::ImageSync => (rt::frt_image_sync, &[Type::I64, Type::I32, Type::I32], Type::I32),
            Intrinsic::ChangeTeamOfImages => (rt::frt_image_team_change, &[Type::I64, Type::I32], Type::I32),
            Intrinsic::ImageFailed => (rt::frt_image_failed, &[Type::I64], Type::I32),
            Intrinsic::StatusOfImage => (rt::frt_image_status, &[Type::I64, Type::I64, Type::I32], Type::I32),
            Intrinsic::ImageSyncSet => {
                let (set, extents) = self.array_value(arg(0)?)?;
                let view = self.materialize(set, &extents, &arg(0)?.ty, span)?;
                let (p, count) = (self.addr(view), self.cast(extents[0], Type::I64));
                let fatal = self.i32_arg(arg(1)?)?;
                return Ok(self.rt_value(rt::frt_image_sync_set, &[p, count, fatal], Type::I32));
            }
            Intrinsic::FormTeamOfImages => {
                let (number, index) = (self.scalar(arg(0)?)?, self.scalar(arg(1)?)?);
                let team = self.scalar_place(arg(2)?)?;
                let team = self.addr(team);
                let fatal = self.i32_arg(arg(3)?)?;
                return Ok(self.rt_value(rt::frt_image_team_form, &[number, index, team, fatal], Type::I32));
            }
            Intrinsic::ImageWord => {
                let x = self.coindexed_object(args, span)?;
                let Place::Scalar(r) = x.place else { return unsupported(span, "an array as an atomic variable") };
                let bytes = self.size_of(&arg(0)?.ty).unwrap_or(8);
                let (addr, bytes) = (self.addr(r), self.b().int(bytes as i64, Type::I32));
                let op = self.i32_arg(arg(3)?)?;
                let (a, b) = (self.scalar(arg(4)?)?, self.scalar(arg(5)?)?);
                let (a, b) = (self.cast(a, Type::I64), self.cast(b, Type::I64));
                let args = [addr, bytes, x.image, x.remote, op, a, b];
                return Ok(self.rt_value(rt::frt_image_word, &args, Type::I64));
            }
            _ => return unsupported(span, format!("the intrinsic `{}`", id.name())),
        };
        let mut vals = vec![];
        for (i, t) in types.iter().enumerate() {
            let v = self.scalar(arg(i)?)?;
            vals.push(self.cast(v, *t));
        }
        Ok(self.rt_value(callee, &vals, result))
    }

    /// Subroutines.
    pub(super) fn call_of_images(&mut self, id: Intrinsic, args: &'p [Option<Expr>], span: Span) -> Lowered<()> {
        let arg = |i: usize| match args.get(i).and_then(|a| a.as_ref()) {
            Some(x) => Ok(x),
            None => unsupported(span, "a missing argument"),
        };
        match id {
            Intrinsic::CoindexedPut => self.coindexed_put(args, arg(3)?, span),
            Intrinsic::CoarrayAllocated => {
                let Some(bx) = self.box_of(arg(0)?)? else { return unsupported(span, "this allocatable coarray") };
                let desc = self.cast_ref(bx, Type::PTR);
                self.rt(rt::frt_image_allocated, &[desc]);
                Ok(())
            }
            Intrinsic::CriticalOfImages => {
                let n = self.scalar(arg(0)?)?;
                let (n, enter) = (self.cast(n, Type::I64), self.i32_arg(arg(1)?)?);
                self.rt(rt::frt_image_critical, &[n, enter]);
                Ok(())
            }
            Intrinsic::FailImage => {
                self.rt(rt::frt_image_fail, &[]);
                Ok(())
            }
            Intrinsic::BroadcastOfImages => {
                let view = self.one_view(arg(0)?)?;
                let desc = self.desc_of_view(view);
                let image = self.scalar(arg(1)?)?;
                let image = self.cast(image, Type::I64);
                self.rt(rt::frt_image_broadcast, &[desc, image]);
                Ok(())
            }
            Intrinsic::MessageOfStatus => {
                let status = self.i32_arg(arg(0)?)?;
                let msg = self.scalar_place(arg(1)?)?;
                let len = self.chr_len(msg);
                let (p, len) = (self.addr(msg), self.cast(len, Type::I64));
                self.rt(rt::frt_image_message, &[status, p, len]);
                Ok(())
            }
            _ => unsupported(span, format!("the intrinsic `{}`", id.name())),
        }
    }

    /// The assignment to an object of another image.
    fn coindexed_put(&mut self, args: &'p [Option<Expr>], value: &'p Expr, span: Span) -> Lowered<()> {
        let (source, _) = self.bytes_of(value)?;
        let chr = match &value.ty {
            Ty::Character(_, k) => i64::from(*k),
            _ => 0,
        };
        let one = match self.size_of(&value.ty) {
            Some(n) => self.idx(n as i64),
            None => self.len_of(value)?,
        };
        let (one, chr) = (self.cast(one, Type::I64), self.b().int(chr, Type::I32));
        let x = self.coindexed_object(args, span)?;
        match x.place {
            Place::Scalar(r) => {
                let object = args.first().and_then(|a| a.as_ref());
                let bytes = match object.and_then(|o| self.size_of(&o.ty)) {
                    Some(n) => self.idx(n as i64),
                    None => self.chr_len(r),
                };
                let (addr, bytes) = (self.addr(r), self.cast(bytes, Type::I64));
                self.rt(rt::frt_image_put, &[addr, bytes, x.image, x.remote, source, one, chr]);
            }
            Place::Array { view, .. } => {
                let desc = self.desc_of_view(view);
                let spread = self.b().int(i64::from(value.rank == 0), Type::I32);
                self.rt(rt::frt_image_put_array, &[desc, x.image, x.remote, source, one, chr, spread]);
            }
        }
        Ok(())
    }
}
