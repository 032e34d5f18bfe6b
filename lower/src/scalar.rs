//! Scalar expressions.

use super::place::{Place, is_designator};
use super::*;
use ferrotran_ir::TypeKind;
use ferrotran_typed::intrinsics::{Class, Family, Intrinsic};
use ferrotran_xreal::{Calc, Num};

impl FunctionBuilder {
    /// The value behind a ref, as [`Expressions::scalar`] gives it.
    pub fn load_ref(&mut self, r: Value) -> Value {
        let t = self.m.types.elem(self.m.ty(r));
        match self.m.types.kind(t) {
            TypeKind::Derived(_) | TypeKind::Box { .. } => r,
            TypeKind::Logical(_) => {
                let v = self.b().load(r);
                self.cast(v, Type::BOOL)
            }
            _ => self.b().load(r),
        }
    }

    /// Stores a scalar value (as [`Expressions::scalar`] gives it) through a ref, converting truth values and padding strings.
    pub fn store_ref(&mut self, v: Value, r: Value) {
        let t = self.m.types.elem(self.m.ty(r));
        match self.m.types.kind(t) {
            TypeKind::Char(..) => {
                self.b().op(OpKind::ChrAssign).arg(v).arg(r).build();
            }
            TypeKind::Derived(_) => {
                let rt = self.m.ty(r);
                let v = self.cast_ref(v, rt);
                self.b().op(OpKind::CopyObject).arg(r).arg(v).build();
            }
            _ => {
                let v = self.cast(v, t);
                self.b().store(v, r);
            }
        }
    }

    /// Part of a string value or reference: zero-based start and length in characters.
    pub fn substr_chars(&mut self, s: Value, start: Value, len: Value) -> Value {
        let kind = self.chr_kind(s);
        let (start, len) = (self.bytes_of_chars(start, kind), self.bytes_of_chars(len, kind));
        let t = self.chr_type(self.known(len), kind);
        let t = if matches!(self.m.tk(s), TypeKind::Ref(_)) { self.m.types.reference(t) } else { t };
        self.b().op(OpKind::ChrSubstr).arg(s).arg(start).arg(len).result(t).value()
    }

    /// Real or imaginary part.
    pub fn complex_part(&mut self, z: Value, imag: bool) -> Value {
        let bits = match self.m.tk(z) {
            TypeKind::Complex(b) => *b,
            _ => return z,
        };
        let t = self.m.types.intern(TypeKind::Float(bits));
        self.b().unary(if imag { OpKind::ComplexIm } else { OpKind::ComplexRe }, z, t)
    }
}

impl Declarations<'_> {
    /// A scalar constant.
    pub fn constant(&mut self, c: &Const, ty: &Ty, span: Span) -> Lowered<Value> {
        let t = self.val_ty(ty, span)?;
        Ok(match (c, ty) {
            (Const::Int(n), Ty::Unsigned(k)) => self.b().int(unsigned::signed_bits(*n, *k), t),
            (Const::Int(n), Ty::Integer(_)) => match i64::try_from(*n) {
                Ok(n) => self.b().int(n, t),
                Err(_) => {
                    self.b().op(OpKind::Const).attr("value", Attr::Bytes(n.to_le_bytes().into())).result(t).value()
                }
            },
            (Const::Int(n), Ty::Real(k @ (10 | 16))) => {
                let x = Calc::kind(*k).convert(Num::from_i128(*n));
                self.b().number(x, t)
            }
            (Const::Int(n), Ty::Real(_)) => self.b().float(*n as f64, t),
            (Const::Real(x), Ty::Real(_)) => self.b().float(*x, t),
            (Const::Ext(x), Ty::Real(_)) => self.b().number(*x, t),
            (Const::ExtComplex(re, im), Ty::Complex(k)) => {
                let v = Attr::List(vec![Attr::number(*re, *k), Attr::number(*im, *k)]);
                self.b().op(OpKind::Const).attr("value", v).result(t).value()
            }
            (Const::Complex(re, im), Ty::Complex(_)) => {
                let v = Attr::List(vec![Attr::Float(*re), Attr::Float(*im)]);
                self.b().op(OpKind::Const).attr("value", v).result(t).value()
            }
            (Const::Logical(x), _) => self.b().int(i64::from(*x), Type::BOOL),
            (Const::Char(s), ty) => {
                let image = character_image(s, ty.chr_kind());
                let t = self.chr_type(Some(image.len() as i64), ty.chr_kind());
                self.b().op(OpKind::ChrConst).attr("value", Attr::Str(image)).result(t).value()
            }
            (Const::Struct { .. }, Ty::Derived(_)) => {
                let bytes = self.const_image(c, ty, span)?;
                let name = self.fresh_sym("obj");
                self.global_image(&name, ty, bytes, true, span)?;
                let rt = self.m.types.reference(t);
                self.b().op(OpKind::AddrOf).attr("sym", Attr::Sym(name)).result(rt).value()
            }
            (Const::Null, _) => self.b().op(OpKind::NullPtr).result(Type::PTR).value(),
            _ => return unsupported(span, "a constant of this type here"),
        })
    }

    /// A new object of a derived type in this activation's storage, default-initialized.
    pub fn new_object(&mut self, ty: TypeId, span: Span) -> Lowered<Value> {
        let dt = self.dtype(ty);
        let t = self.ir_ty(&Ty::Derived(ty), span)?;
        let rt = self.m.types.reference(t);
        let (size, align) = (dt.size as i64, dt.align.max(1) as i64);
        let obj = self
            .b()
            .op(OpKind::Alloca)
            .attr("size", Attr::Int(size))
            .attr("align", Attr::Int(align))
            .result(rt)
            .value();
        self.default_init(obj, ty, span)?;
        Ok(obj)
    }
}

impl<'p> Expressions<'p> {
    /// The value of a scalar expression: SSA scalar, `i1` for logicals, a string, or for derived types the
    /// `ref` of an object that holds it.
    pub fn scalar(&mut self, e: &'p Expr) -> Lowered<Value> {
        if matches!(e.kind, ExprKind::Elem { .. } | ExprKind::Component { .. })
            && let Some(v) = self.part_value(e)?
        {
            return Ok(v);
        }
        match &e.kind {
            ExprKind::Const(c) => self.constant(c, &e.ty, e.span),
            ExprKind::Var(s) => {
                if let Some(v) = self.bodies.snapshot(*s) {
                    return Ok(v);
                }
                let sym = self.sym(*s);
                if let (Storage::Constant, Some(c)) = (&sym.storage, &sym.value) {
                    return self.constant(c, &sym.ty, e.span);
                }
                match self.binding(*s, e.span)? {
                    Binding::Value(v) => Ok(v),
                    Binding::Proc(v) => Ok(v),
                    Binding::Scalar(_) | Binding::Array { .. } | Binding::Box(_) => self.load_place(e),
                }
            }
            ExprKind::Elem { base, subs } => {
                if let ExprKind::Var(s) = &base.kind {
                    if let Some(value) = self.bodies.snapshot(*s) {
                        let lbs = match self.binding(*s, e.span)? {
                            Binding::Array { lbs, .. } => Some(lbs),
                            Binding::Box(b) => Some(self.box_lbounds(b)),
                            Binding::Scalar(_) | Binding::Value(_) | Binding::Proc(_) => None,
                        };
                        let idx = self.zero_based(subs, lbs.as_deref())?;
                        return Ok(self.at_value(value, &idx));
                    }
                }
                self.load_place(e)
            }
            ExprKind::Binary(op @ (Op2::And | Op2::Or), a, b)
                if self.needs_short_circuit(b) && !self.bodies.reads_no_memory() =>
            {
                self.short_circuit(*op, a, b)
            }
            ExprKind::Call(c) => self.function_scalar(c, e),
            ExprKind::Intrinsic { id: ferrotran_typed::intrinsics::Intrinsic::ElementNumbers, args } => {
                match self.element_numbers(args, e)? {
                    super::array::Prep::Scalar(v) => Ok(v),
                    _ => unsupported(e.span, "the elements of this object"),
                }
            }
            ExprKind::Intrinsic { id: Intrinsic::Conditional, args } => self.conditional_scalar(args, e),
            ExprKind::Intrinsic { id, args } => match self.doubtful_argument(e) {
                Some(x) => self.either_scalar(e, x),
                None => self.intrinsic_value(*id, args, e),
            },
            ExprKind::StructCtor { ty, values } => self.struct_ctor(*ty, values, e.span),
            ExprKind::ProcRef(t) => self.proc_address(t, e.span),
            ExprKind::Unary(_, a) | ExprKind::Convert(a) | ExprKind::Paren(a) => {
                let v = self.scalar(a)?;
                self.emit_op(e, &[v])
            }
            ExprKind::Binary(_, a, b) => {
                let x = self.scalar(a)?;
                let y = self.scalar(b)?;
                self.emit_op(e, &[x, y])
            }
            ExprKind::Substring { base, lower, upper } if !is_designator(base) || self.bodies.reads_no_memory() => {
                let s = self.scalar(base)?;
                let (start, len) = self.substring_range(s, lower.as_deref(), upper.as_deref())?;
                let total = self.characters(s);
                self.check_substring(base, start, len, total)?;
                Ok(self.substr_chars(s, start, len))
            }
            ExprKind::ComplexPart { base, imag } if !is_designator(base) || self.bodies.reads_no_memory() => {
                let z = self.scalar(base)?;
                Ok(self.complex_part(z, *imag))
            }
            ExprKind::Component { .. } | ExprKind::Substring { .. } | ExprKind::ComplexPart { .. } => {
                self.load_place(e)
            }
            ExprKind::Null => Ok(self.b().op(OpKind::NullPtr).result(Type::PTR).value()),
            ExprKind::Section { .. } | ExprKind::ArrayCtor(_) => {
                unsupported(e.span, "an array where a scalar is needed")
            }
        }
    }

    fn intrinsic_value(&mut self, id: Intrinsic, args: &'p [Option<Expr>], e: &'p Expr) -> Lowered<Value> {
        if id.row().class != Class::Elemental {
            return self.intrinsic_scalar(id, args, e);
        }
        let vals = self.scalar_args(args)?;
        self.check_elemental(id, args, &vals)?;
        self.emit_intrinsic(id, e, args, &vals)
    }

    /// Values of the scalar arguments that are present.
    pub fn scalar_args(&mut self, args: &'p [Option<Expr>]) -> Lowered<Vec<Option<Value>>> {
        args.iter().map(|a| a.as_ref().map(|a| self.scalar(a)).transpose()).collect()
    }

    fn load_place(&mut self, e: &'p Expr) -> Lowered<Value> {
        self.check_there(e)?;
        match self.place(e)? {
            Place::Scalar(r) => Ok(self.load_ref(r)),
            Place::Array { .. } => unsupported(e.span, "an array where a scalar is needed"),
        }
    }

    fn short_circuit(&mut self, op: Op2, a: &'p Expr, b: &'p Expr) -> Lowered<Value> {
        let cell = self.alloca(Type::BOOL, None);
        let x = self.scalar(a)?;
        self.b().store(x, cell);
        let cond = if op == Op2::And { x } else { self.b().unary(OpKind::Not, x, Type::BOOL) };
        self.if_else(
            cond,
            |s| {
                s.with_temps(|s| {
                    let y = s.scalar(b)?;
                    s.b().store(y, cell);
                    Ok(())
                })
            },
            |_| Ok(()),
        )?;
        Ok(self.b().load(cell))
    }

    fn struct_ctor(&mut self, ty: TypeId, values: &'p [Option<Expr>], span: Span) -> Lowered<Value> {
        let obj = self.new_object(ty, span)?;
        for (i, v) in values.iter().enumerate() {
            if let Some(v) = v {
                self.set_component(obj, ty, i, v)?;
            }
        }
        self.end_copy(obj, ty, span)?;
        Ok(obj)
    }

    fn set_component(&mut self, obj: Value, ty: TypeId, index: usize, v: &'p Expr) -> Lowered<()> {
        let c = &self.dtype(ty).components[index];
        let t = self.component_ty(c, v.span)?;
        let field = |s: &mut Self, rt: Type| {
            let name = c.name.clone();
            s.b().op(OpKind::Field).arg(obj).attr("field", Attr::str(&name)).result(rt).value()
        };
        if c.pointer {
            if c.ty == Ty::Procedure {
                let rt = self.m.types.reference(Type::PTR);
                let f = field(self, rt);
                let p = self.scalar(v)?;
                self.b().store(p, f);
                return Ok(());
            }
            let rt = self.m.types.reference(t);
            let f = field(self, rt);
            return self.associate_box(f, v, &[], class::is_class(&c.ty));
        }
        if c.allocatable {
            let rt = self.m.types.reference(t);
            let f = field(self, rt);
            if matches!(v.kind, ExprKind::Null) {
                return Ok(());
            }
            if class::is_class(&c.ty) {
                return self.assign_class(f, v);
            }
            return self.assign_allocatable_box(f, v);
        }
        if let Dims::Explicit(b) = &c.dims {
            let Some(ext) = self.const_extents(b) else {
                return unsupported(v.span, "components whose shape is not constant");
            };
            let vt = self.m.types.view(ext.into_iter().map(Some).collect(), t, true);
            let f = field(self, vt);
            return self.assign_view(f, v, None);
        }
        let rt = self.m.types.reference(t);
        let f = field(self, rt);
        let x = self.scalar(v)?;
        if let Ty::Derived(id) = &c.ty {
            return self.clone_derived(f, x, *id, v.span);
        }
        self.store_ref(x, f);
        Ok(())
    }
}

impl Declarations<'_> {
    /// True where evaluating the expression needlessly could fault or have an effect.
    fn needs_short_circuit(&self, e: &Expr) -> bool {
        let mut found = false;
        e.walk(&mut |x| {
            found |= match &x.kind {
                ExprKind::Elem { .. }
                | ExprKind::Section { .. }
                | ExprKind::Component { .. }
                | ExprKind::Call(_)
                | ExprKind::Substring { .. }
                | ExprKind::StructCtor { .. } => true,
                ExprKind::Intrinsic {
                    id: Intrinsic::Present | Intrinsic::Allocated | Intrinsic::Associated, ..
                } => false,
                // They divide.
                ExprKind::Intrinsic { id: Intrinsic::Mod | Intrinsic::Modulo, args }
                    if !matches!(x.ty, Ty::Real(_)) =>
                {
                    let by = args.get(1).and_then(|a| a.as_ref());
                    by.and_then(|e| self.const_i64(e)).is_none_or(|n| n == 0)
                }
                ExprKind::Intrinsic { id, .. } => {
                    id.row().class != Class::Elemental || self.checks().bits && matches!(id.family(), Family::Bits(_))
                }
                ExprKind::Var(s) => {
                    let s = self.sym(*s);
                    s.optional || s.allocatable || s.pointer
                }
                ExprKind::Binary(op, ..) => *op == Op2::Div,
                ExprKind::Const(_)
                | ExprKind::ComplexPart { .. }
                | ExprKind::Unary(..)
                | ExprKind::Convert(_)
                | ExprKind::Paren(_)
                | ExprKind::ArrayCtor(_)
                | ExprKind::Null
                | ExprKind::ProcRef(_) => false,
            }
        });
        found
    }
}
