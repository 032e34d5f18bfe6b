//! Emission of references to intrinsic procedures: a file for each family of `typed/src/intrinsics/table.rs`. Its
//! functions are named after what they emit: `emit_` elemental functions of scalar values, `scalar_` and `array_`
//! the other functions by their results, `call_` subroutines. `result_shape` says what shapes hang on, `check_` what is
//! checked. Each says something of every procedure of the family.

use super::*;
use crate::array::Prep;
use crate::place::Place;
use ferrotran_ir::{BoxAttribute, MathFn, Pred, TypeKind};
use ferrotran_typed::intrinsics::family::{Bits, Images, Objects};
use ferrotran_typed::intrinsics::{Family, Intrinsic};

mod arrays;
mod bits;
mod c_binding;
mod characters;
mod collectives;
mod extensions;
mod floats;
mod ieee;
mod ieee_environment;
mod images;
mod mathematics;
mod models;
mod numbers;
mod objects;
mod reductions;
mod shape;
mod strings;
mod system;

pub(crate) use shape::{ResultShape, result_shape};

/// A reference to an elemental intrinsic function whose arguments are scalar values.
pub(crate) struct Elemental<'p, 'v> {
    pub id: Intrinsic,
    /// The reference.
    pub e: &'p Expr,
    pub span: Span,
    args: &'p [Option<Expr>],
    pub vals: &'v [Option<Value>],
    /// Type of the result.
    pub t: Type,
    /// The first argument.
    pub x: Value,
    /// Its type.
    pub xt: Type,
}

impl<'p> Elemental<'p, '_> {
    /// The value of an argument.
    fn get(&self, i: usize) -> Option<Value> {
        self.vals.get(i).copied().flatten()
    }

    /// The value of an argument that is always there.
    fn need(&self, i: usize) -> Lowered<Value> {
        self.get(i).ok_or_else(|| LowerError { span: self.span, text: "a missing argument".into() })
    }

    /// The type of an argument.
    fn ty(&self, i: usize) -> Option<&'p Ty> {
        self.args.get(i).and_then(|a| a.as_ref()).map(|a| &a.ty)
    }

    /// The type of the first argument.
    fn first_ty(&self) -> &'p Ty {
        self.ty(0).unwrap_or(&Ty::Typeless)
    }

    fn not_supported<T>(&self) -> Lowered<T> {
        unsupported(self.span, format!("the intrinsic `{}`", self.id.name()))
    }
}

/// The arguments of a reference to an intrinsic procedure, in the order of its row.
#[derive(Clone, Copy)]
pub(crate) struct Arguments<'p> {
    pub id: Intrinsic,
    pub args: &'p [Option<Expr>],
    pub span: Span,
}

impl<'p> Arguments<'p> {
    /// An argument.
    fn get(&self, i: usize) -> Option<&'p Expr> {
        self.args.get(i).and_then(|a| a.as_ref())
    }

    /// An argument that is always there.
    fn need(&self, i: usize) -> Lowered<&'p Expr> {
        self.get(i).ok_or_else(|| LowerError { span: self.span, text: "a missing argument".into() })
    }

    /// The argument with that keyword.
    fn named(&self, keyword: &str) -> Option<&'p Expr> {
        self.id.row().arg(keyword).and_then(|i| self.get(i))
    }

    fn not_supported<T>(&self) -> Lowered<T> {
        unsupported(self.span, format!("the intrinsic `{}`", self.id.name()))
    }

    fn no_array<T>(&self) -> Lowered<T> {
        unsupported(self.span, format!("the intrinsic `{}` with an array result", self.id.name()))
    }
}

impl FunctionBuilder {
    fn null(&mut self) -> Value {
        self.b().op(OpKind::NullPtr).result(Type::PTR).value()
    }

    /// Address of a descriptor of a view.
    pub fn desc_of_view(&mut self, v: Value) -> Value {
        let t = self.m.ty(v);
        let (rank, elem) = (self.m.types.rank(t), self.m.types.elem(t));
        let bt = self.m.types.boxed(rank, elem);
        let rt = self.m.types.reference(bt);
        let bx = self.b().op(OpKind::BoxMake).arg(v).args(&[]).result(rt).value();
        self.cast_ref(bx, Type::PTR)
    }
}

impl Declarations<'_> {
    /// Checks of the arguments of an elemental intrinsic; `vals` are their values.
    pub fn check_elemental(&mut self, id: Intrinsic, args: &[Option<Expr>], vals: &[Option<Value>]) -> Lowered<()> {
        match id.family() {
            Family::Bits(f) => self.check_bits(f, args, vals),
            Family::Numbers(_)
            | Family::Mathematics(_)
            | Family::Floats(_)
            | Family::Models(_)
            | Family::Characters(_)
            | Family::Strings(_)
            | Family::Reductions(_)
            | Family::Arrays(_)
            | Family::Objects(_)
            | Family::Images(_)
            | Family::Collectives(_)
            | Family::System(_)
            | Family::Extensions(_)
            | Family::CBinding(_)
            | Family::Ieee(_)
            | Family::IeeeSupport(_)
            | Family::IeeeEnvironment(_) => Ok(()),
        }
    }
}

impl<'p> Expressions<'p> {
    /// Applies an elemental intrinsic to scalar values; `args` are its argument expressions (for their types).
    pub fn emit_intrinsic(
        &mut self,
        id: Intrinsic,
        e: &'p Expr,
        args: &'p [Option<Expr>],
        vals: &[Option<Value>],
    ) -> Lowered<Value> {
        let span = e.span;
        let t = self.val_ty(&e.ty, span)?;
        let Some(x) = vals.first().copied().flatten() else {
            return unsupported(span, "this intrinsic without its first argument");
        };
        let call = Elemental { id, e, span, args, vals, t, x, xt: self.m.ty(x) };
        match id.family() {
            Family::Numbers(f) => self.emit_numbers(f, &call),
            Family::Mathematics(f) => self.emit_mathematics(f, &call),
            Family::Floats(f) => self.emit_floats(f, &call),
            Family::Bits(f) => self.emit_bits(f, &call),
            Family::Characters(f) => self.emit_characters(f, &call),
            Family::Ieee(f) => self.emit_ieee(f, &call),
            Family::Models(_)
            | Family::Strings(_)
            | Family::Reductions(_)
            | Family::Arrays(_)
            | Family::Objects(_)
            | Family::Images(_)
            | Family::Collectives(_)
            | Family::System(_)
            | Family::Extensions(_)
            | Family::CBinding(_)
            | Family::IeeeSupport(_)
            | Family::IeeeEnvironment(_) => call.not_supported(),
        }
    }

    /// Scalar result of an intrinsic that is not elemental.
    pub fn intrinsic_scalar(&mut self, id: Intrinsic, args: &'p [Option<Expr>], e: &'p Expr) -> Lowered<Value> {
        let call = Arguments { id, args, span: e.span };
        match id.family() {
            Family::Models(f) => {
                let t = self.val_ty(&e.ty, e.span)?;
                self.scalar_models(f, call, t)
            }
            Family::Strings(f) => {
                let t = self.val_ty(&e.ty, e.span)?;
                self.scalar_strings(f, call, t)
            }
            Family::Reductions(f) => {
                self.check_dim_argument(call)?;
                self.scalar_reductions(f, call, e)
            }
            Family::Arrays(f) => {
                self.check_dim_argument(call)?;
                self.scalar_arrays(f, call, e)
            }
            Family::Objects(f) => self.scalar_objects(f, call, e),
            Family::Images(Images::Coindexed) => self.coindexed_scalar(args, e),
            Family::Images(f) => {
                let t = self.val_ty(&e.ty, e.span)?;
                self.scalar_images(f, call, t)
            }
            Family::System(f) => {
                let t = self.val_ty(&e.ty, e.span)?;
                self.scalar_system(f, call, t)
            }
            Family::Extensions(f) => self.scalar_extensions(f, call, e),
            Family::CBinding(f) => self.scalar_c_binding(f, call, e),
            Family::IeeeSupport(f) => {
                let t = self.val_ty(&e.ty, e.span)?;
                self.scalar_ieee_support(f, call, t)
            }
            Family::Numbers(_)
            | Family::Mathematics(_)
            | Family::Floats(_)
            | Family::Bits(_)
            | Family::Characters(_)
            | Family::Collectives(_)
            | Family::Ieee(_)
            | Family::IeeeEnvironment(_) => call.not_supported(),
        }
    }

    /// A `dim` argument that is not constant is one of the dimensions.
    fn check_dim_argument(&mut self, call: Arguments<'p>) -> Lowered<()> {
        let (Some(d), Some(x)) = (call.named("dim"), call.get(0)) else { return Ok(()) };
        let v = self.scalar(d)?;
        match self.known(v) {
            Some(_) => Ok(()),
            None => self.check_dim(call.id, v, x.rank),
        }
    }

    /// Array result of an intrinsic that is not elemental.
    pub fn intrinsic_array(&mut self, id: Intrinsic, args: &'p [Option<Expr>], e: &'p Expr) -> Lowered<Prep<'p>> {
        self.intrinsic_along(id, args, e, None)
    }

    /// The same in the branch for a (zero-based) value of `dim`.
    pub fn intrinsic_along(
        &mut self,
        id: Intrinsic,
        args: &'p [Option<Expr>],
        e: &'p Expr,
        branch: Option<usize>,
    ) -> Lowered<Prep<'p>> {
        let call = Arguments { id, args, span: e.span };
        match id.family() {
            Family::Objects(f) => self.array_objects(f, call, e),
            Family::Images(Images::Coindexed | Images::Gathered | Images::ImagesOfStatus) => {
                self.array_of_images(id, args, e)
            }
            Family::Images(Images::FailedImages | Images::StoppedImages) => {
                let t = self.val_ty(&e.ty, e.span)?;
                Ok(self.no_images(t))
            }
            Family::Reductions(f) => match self.branches_of_dim(call, e, branch, 0)? {
                Some(all) => Ok(all),
                None => self.array_reductions(f, call, e, branch),
            },
            Family::Arrays(f) => match self.branches_of_dim(call, e, branch, usize::from(id == Intrinsic::Spread))? {
                Some(all) => Ok(all),
                None => self.array_arrays(f, call, e, branch),
            },
            Family::Numbers(_)
            | Family::Mathematics(_)
            | Family::Floats(_)
            | Family::Models(_)
            | Family::Bits(_)
            | Family::Characters(_)
            | Family::Strings(_)
            | Family::Images(_)
            | Family::Collectives(_)
            | Family::System(_)
            | Family::Extensions(_)
            | Family::CBinding(_)
            | Family::Ieee(_)
            | Family::IeeeSupport(_)
            | Family::IeeeEnvironment(_) => call.no_array(),
        }
    }

    /// Where `dim` is not constant: the result by branches for its values, of which there are `more` than dimensions of
    /// the first argument.
    fn branches_of_dim(
        &mut self,
        call: Arguments<'p>,
        e: &'p Expr,
        branch: Option<usize>,
        more: usize,
    ) -> Lowered<Option<Prep<'p>>> {
        let (None, Some(d)) = (branch, call.named("dim")) else { return Ok(None) };
        let v = self.scalar(d)?;
        if self.known(v).is_some() {
            return Ok(None);
        }
        let dims = call.need(0)?.rank + more;
        self.transform_by_dim(call.id, call.args, e, v, dims).map(Some)
    }

    /// CALL of an intrinsic subroutine.
    pub fn intrinsic_call(&mut self, id: Intrinsic, args: &'p [Option<Expr>], span: Span) -> Lowered<()> {
        let call = Arguments { id, args, span };
        match id.family() {
            Family::Bits(Bits::Mvbits) => self.call_mvbits(call),
            Family::Strings(f) => self.call_strings(f, call),
            Family::Objects(Objects::MoveAlloc) => self.move_alloc(call),
            Family::Collectives(f) => self.call_collectives(f, call),
            Family::System(f) => self.call_system(f, call),
            Family::Extensions(f) => self.call_extensions(f, call),
            Family::CBinding(f) => self.call_c_binding(f, call),
            Family::IeeeEnvironment(f) => self.call_ieee_environment(f, call),
            Family::Numbers(_)
            | Family::Mathematics(_)
            | Family::Floats(_)
            | Family::Models(_)
            | Family::Bits(_)
            | Family::Characters(_)
            | Family::Reductions(_)
            | Family::Arrays(_)
            | Family::Objects(_)
            | Family::Images(_)
            | Family::Ieee(_)
            | Family::IeeeSupport(_) => call.not_supported(),
        }
    }

    /// Address and length of a character argument; null and 0 where absent.
    fn chr_arg(&mut self, e: Option<&'p Expr>) -> Lowered<(Value, Value)> {
        let Some(e) = e else {
            let p = self.null();
            let z = self.idx(0);
            return Ok((p, z));
        };
        let r = if place::is_designator(e) { self.scalar_place(e)? } else { self.scalar(e)? };
        Ok((self.addr(r), self.chr_len(r)))
    }

    /// Stores a value to an optional scalar variable.
    fn store_opt(&mut self, e: Option<&'p Expr>, v: Value) -> Lowered<()> {
        let Some(e) = e else { return Ok(()) };
        let r = self.scalar_place(e)?;
        self.store_ref(v, r);
        Ok(())
    }

    fn desc_of(&mut self, e: &'p Expr) -> Lowered<Value> {
        let v = self.view_of(e)?;
        Ok(self.desc_of_view(v))
    }

    pub(crate) fn i32_arg(&mut self, e: &'p Expr) -> Lowered<Value> {
        let v = self.scalar(e)?;
        Ok(self.cast(v, Type::I32))
    }

    /// Stores an integer to an optional integer variable of any kind.
    fn store_cast(&mut self, e: Option<&'p Expr>, v: Value) -> Lowered<()> {
        let Some(e) = e else { return Ok(()) };
        let Place::Scalar(r) = self.place(e)? else { return unsupported(e.span, "this argument") };
        let t = self.m.types.elem(self.m.ty(r));
        let v = self.cast(v, t);
        self.b().store(v, r);
        Ok(())
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
}

/// How the intrinsics that compare strings (LGE and so on) and bits (BGE and so on) order them.
fn ordering(id: Intrinsic) -> Pred {
    match id {
        Intrinsic::Lge | Intrinsic::Bge => Pred::Ge,
        Intrinsic::Lgt | Intrinsic::Bgt => Pred::Gt,
        Intrinsic::Lle | Intrinsic::Ble => Pred::Le,
        _ => Pred::Lt,
    }
}
