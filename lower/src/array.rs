//! Array-valued expressions.
//!
//! An expression is first *prepared*: whatever needs memory or has a value of its own (variables, function
//! references, transformational intrinsics, scalar subexpressions) is evaluated; what remains is an elementwise
//! tree ([`Prep`]) from which the body of one `array.elemental` is generated.

use super::place::{Place, is_designator};
use super::subscripts::has_vector;
use super::*;
use ferrotran_ir::{Pred, TypeKind};
use ferrotran_typed::intrinsics::{Class, Intrinsic};
use std::rc::Rc;

/// Computes the element at an index.
pub(crate) type ElementFn<'p> = Rc<dyn Fn(&mut Expressions<'p>, &[Value]) -> Lowered<Value> + 'p>;

/// A prepared array (or scalar) expression.
#[derive(Clone)]
pub(crate) enum Prep<'p> {
    /// Broadcast.
    Scalar(Value),
    /// An array value.
    Array { value: Value, extents: Vec<Value> },
    /// An elementwise operation.
    Node { e: &'p Expr, args: Vec<Option<Prep<'p>>>, extents: Vec<Value> },
    /// Elements by computation.
    Map { extents: Vec<Value>, f: ElementFn<'p> },
}

impl Prep<'_> {
    /// Extents; none for scalars.
    pub fn extents(&self) -> &[Value] {
        match self {
            Prep::Scalar(_) => &[],
            Prep::Array { extents, .. } | Prep::Node { extents, .. } | Prep::Map { extents, .. } => extents,
        }
    }
}

impl FunctionBuilder {
    /// Extents of an array value.
    pub fn value_extents(&mut self, v: Value) -> Vec<Value> {
        let shape = self.m.types.shape(self.m.ty(v)).to_vec();
        shape
            .into_iter()
            .enumerate()
            .map(|(d, n)| match n {
                Some(n) => self.idx(n),
                None => {
                    self.b().op(OpKind::ArrayShape).arg(v).attr("dim", Attr::Int(d as i64)).result(Type::INDEX).value()
                }
            })
            .collect()
    }

    /// Says that two shapes are equal, for passes that compare the extents of statements. Nothing where they have not one rank,
    /// or where this is in the body of an array operation.
    pub fn assume_same_shape(&mut self, a: &[Value], b: &[Value]) {
        let mut around = self.m.regions[self.f.region].parent;
        while let Some(o) = around {
            if matches!(self.m.kind(o), OpKind::ArrayElemental | OpKind::ArrayForall) {
                return;
            }
            around = self.m.parent_op(o);
        }
        if a.len() != b.len() {
            return;
        }
        for (&x, &y) in a.iter().zip(b) {
            if x != y && (self.known(x).is_none() || self.known(y).is_none()) {
                let same = self.b().cmp(Pred::Eq, x, y);
                self.b().op(OpKind::Assume).arg(same).build();
            }
        }
    }

    /// One element of an array value, as [`Expressions::scalar`] would give it.
    pub fn at_value(&mut self, array: Value, idx: &[Value]) -> Value {
        let elem = self.m.types.elem(self.m.ty(array));
        let t =
            if matches!(self.m.types.kind(elem), TypeKind::Derived(_)) { self.m.types.reference(elem) } else { elem };
        let v = self.b().op(OpKind::ArrayAt).arg(array).args(idx).result(t).value();
        if matches!(self.m.types.kind(elem), TypeKind::Logical(_)) { self.cast(v, Type::BOOL) } else { v }
    }

    /// A string value padded or cut to a length in characters.
    pub fn fit_chr(&mut self, v: Value, n: i64) -> Value {
        let kind = self.chr_kind(v);
        let n = n * i64::from(kind);
        if self.chr_static(v) == Some(n) {
            return v;
        }
        let ct = self.chr_type(Some(n), kind);
        let cell = self.alloca(ct, None);
        self.b().op(OpKind::ChrAssign).arg(v).arg(cell).build();
        self.b().load(cell)
    }
}

impl Declarations<'_> {
    /// Binds a construct index to an index value.
    pub fn bind_index(&mut self, var: SymbolId, i: Value) -> Lowered<()> {
        let sym = self.sym(var);
        let t = self.ir_ty(&sym.ty, sym.span)?;
        let v = self.cast(i, t);
        self.entities.bind(var, Binding::Value(v));
        Ok(())
    }

    /// True where the expression can stand in the body of an elemental: scalar operations on variables, elements of
    /// whole arrays and construct indices.
    pub fn is_simple(&self, e: &Expr) -> bool {
        let mut ok = true;
        // Objects stand there for their parts only.
        let (mut objects, mut parts) = (0, 0);
        e.walk(&mut |x| {
            let part =
                matches!(x.kind, ExprKind::Elem { .. } | ExprKind::Component { .. }) && self.object_part(x).is_some();
            parts += usize::from(part && !matches!(x.ty, Ty::Derived(_) | Ty::Class(_)));
            ok &= match &x.kind {
                ExprKind::Const(c) => !matches!(c, Const::Array { .. } | Const::Struct { .. }),
                ExprKind::Var(s) => {
                    let s = self.sym(*s);
                    objects += usize::from(matches!(s.ty, Ty::Derived(_)));
                    !matches!(s.ty, Ty::Class(_) | Ty::Procedure)
                }
                ExprKind::Elem { base, .. } => part || matches!(base.kind, ExprKind::Var(_)),
                // An array component has its subscripts around it.
                ExprKind::Component { .. } => part || x.rank > 0,
                ExprKind::Unary(..) | ExprKind::Binary(..) | ExprKind::Convert(_) | ExprKind::Paren(_) => true,
                ExprKind::ComplexPart { .. } | ExprKind::Substring { .. } => true,
                ExprKind::Intrinsic { id, .. } => {
                    id.row().class == Class::Elemental
                        && !matches!(id.row().name, "adjustl" | "adjustr" | "index" | "scan" | "verify" | "len_trim")
                }
                ExprKind::Call(c) => self.is_elemental_call(c),
                ExprKind::Section { .. }
                | ExprKind::ArrayCtor(_)
                | ExprKind::StructCtor { .. }
                | ExprKind::Null
                | ExprKind::ProcRef(_) => false,
            }
        });
        ok && e.rank == 0 && objects == parts
    }
}

impl<'p> Expressions<'p> {
    /// Prepares an expression of any rank.
    pub fn prep(&mut self, e: &'p Expr) -> Lowered<Prep<'p>> {
        if e.rank == 0 {
            return Ok(Prep::Scalar(self.scalar(e)?));
        }
        if let Some(x) = self.doubtful_argument(e) {
            return self.either_array(e, x);
        }
        match &e.kind {
            ExprKind::Const(c) => self.const_array(c, &e.ty, e.span),
            ExprKind::Var(s) => {
                let sym = self.sym(*s);
                if let (Storage::Constant, Some(c)) = (&sym.storage, &sym.value) {
                    return self.const_array(c, &sym.ty, e.span);
                }
                if let Some(v) = self.bodies.snapshot(*s) {
                    let extents = self.value_extents(v);
                    return Ok(Prep::Array { value: v, extents });
                }
                self.load_array(e)
            }
            ExprKind::Section { base, subs } if has_vector(subs) => self.gather(base, subs, e.span),
            _ if is_designator(e) => self.load_array(e),
            ExprKind::Section { base, subs } => self.gather(base, subs, e.span),
            ExprKind::Unary(_, a) | ExprKind::Convert(a) | ExprKind::Paren(a) => self.node(e, &[Some(a)]),
            ExprKind::Binary(_, a, b) => self.node(e, &[Some(a), Some(b)]),
            ExprKind::ComplexPart { base, .. } | ExprKind::Substring { base, .. } => self.node(e, &[Some(base)]),
            ExprKind::Intrinsic { id: id @ (Intrinsic::BesselJn | Intrinsic::BesselYn), args }
                if args.get(2).is_some_and(|a| a.is_some()) =>
            {
                self.bessel_orders(*id, args, e)
            }
            ExprKind::Intrinsic { id: Intrinsic::ElementNumbers, args } => self.element_numbers(args, e),
            ExprKind::Intrinsic { id: Intrinsic::Conditional, args } => self.conditional_array(args, e),
            ExprKind::Intrinsic { id, args } => match id.row().class {
                Class::Elemental => {
                    let list: Vec<Option<&'p Expr>> = args.iter().map(|a| a.as_ref()).collect();
                    let buffered =
                        matches!(id, Intrinsic::Adjustl | Intrinsic::Adjustr | Intrinsic::Max | Intrinsic::Min);
                    if buffered && matches!(&e.ty, Ty::Character(n, _) if !matches!(n, CharLen::Const(_))) {
                        return self.in_order(e, &list);
                    }
                    self.node(e, &list)
                }
                Class::Inquiry
                | Class::Transformational
                | Class::ImpureFunction
                | Class::PureSubroutine
                | Class::ElementalSubroutine
                | Class::Subroutine => self.intrinsic_array(*id, args, e),
            },
            ExprKind::Call(c) => {
                if self.is_elemental_call(c) && self.needs_loop(c) {
                    let view = self.elemental_function(c, e)?;
                    return Ok(self.load_view(view));
                }
                if self.is_elemental_call(c) {
                    let list: Vec<Option<&'p Expr>> = c
                        .args
                        .iter()
                        .map(|a| match a {
                            Actual::Expr(x) => Some(x),
                            Actual::Absent => None,
                        })
                        .collect();
                    return self.node(e, &list);
                }
                let view = self.function_array(c, e)?;
                Ok(self.load_view(view))
            }
            ExprKind::ArrayCtor(items) => self.array_ctor(items, e),
            ExprKind::Elem { .. } | ExprKind::Component { .. } => self.load_array(e),
            ExprKind::StructCtor { .. } | ExprKind::Null | ExprKind::ProcRef(_) => {
                unsupported(e.span, "this array expression")
            }
        }
    }

    fn node(&mut self, e: &'p Expr, operands: &[Option<&'p Expr>]) -> Lowered<Prep<'p>> {
        let args = operands.iter().map(|a| a.map(|a| self.prep(a)).transpose()).collect::<Lowered<Vec<_>>>()?;
        // Best a shape that is known here.
        let shapes = || args.iter().flatten().map(Prep::extents).filter(|x| x.len() == e.rank);
        let extents = shapes()
            .find(|x| x.iter().all(|&n| self.known(n).is_some()))
            .or_else(|| shapes().next())
            .map(<[Value]>::to_vec)
            .unwrap_or_default();
        if extents.len() != e.rank {
            return unsupported(e.span, "an elementwise operation of this shape");
        }
        if self.checked(|c| c.bounds) {
            let all: Vec<_> = args.iter().map(|a| a.as_ref().map(|p| p.extents().to_vec())).collect();
            self.check_operands(operands, &all)?;
        }
        let others: Vec<Vec<Value>> = args.iter().flatten().map(|p| p.extents().to_vec()).collect();
        for other in others {
            self.assume_same_shape(&extents, &other);
        }
        Ok(Prep::Node { e, args, extents })
    }

    /// An elementwise operation that is evaluated now, one element after the other in array element order: its elements
    /// need storage of run-time length, or it may have effects.
    fn in_order(&mut self, e: &'p Expr, args: &[Option<&'p Expr>]) -> Lowered<Prep<'p>> {
        let node = self.node(e, args)?;
        let Prep::Node { args, extents, .. } = &node else { return Ok(node) };
        let elem = self.ir_ty(&e.ty, e.span)?;
        let elem_len = match self.m.types.kind(elem) {
            TypeKind::Char(None, _) => Some(self.element_len(e, args)?),
            _ => None,
        };
        let view = self.temp_view_len(extents, elem, elem_len, "values in order", e.span)?;
        self.nest(extents, |s, idx| {
            s.with_temps(|s| {
                let v = s.element(&node, idx)?;
                let r = s.b().elem(view, idx);
                if matches!(e.ty, Ty::Derived(_)) {
                    let rt = s.m.ty(r);
                    let v = s.cast_ref(v, rt);
                    s.b().op(OpKind::CopyObject).arg(r).arg(v).build();
                } else {
                    s.store_ref(v, r);
                }
                Ok(())
            })
        })?;
        Ok(self.load_view(view))
    }

    /// Length of the elements of an elementwise operation on strings, which no element needs to be evaluated for.
    fn element_len(&mut self, e: &'p Expr, args: &[Option<Prep<'p>>]) -> Lowered<Value> {
        let mut lens = Vec::new();
        for a in args {
            lens.push(match a {
                Some(Prep::Scalar(v)) if self.is_string(*v) => Some(self.chr_len(*v)),
                Some(Prep::Scalar(_)) | None => None,
                Some(p) => {
                    let v = self.prep_value(p, Type::CHR)?;
                    self.is_string(v).then(|| self.elem_len(v))
                }
            });
        }
        let known = lens.into_iter().flatten().reduce(|a, b| self.b().binary(OpKind::Max, a, b));
        match known {
            Some(n) => Ok(n),
            None => unsupported(e.span, "strings of this length"),
        }
    }

    /// `array.load` of a designator.
    fn load_array(&mut self, e: &'p Expr) -> Lowered<Prep<'p>> {
        self.check_there(e)?;
        match self.place(e)? {
            Place::Array { view, .. } => Ok(self.load_view(view)),
            Place::Scalar(_) => unsupported(e.span, "this use of a scalar as an array"),
        }
    }

    /// `array.load` of a view.
    pub fn load_view(&mut self, view: Value) -> Prep<'p> {
        let extents = self.view_extents(view);
        let t = self.m.ty(view);
        let (shape, elem) = (self.m.types.shape(t).to_vec(), self.m.types.elem(t));
        let at = self.m.types.array(shape, elem);
        let value = self.b().unary(OpKind::ArrayLoad, view, at);
        Prep::Array { value, extents }
    }

    /// The element of a prepared expression at an index.
    pub fn element(&mut self, p: &Prep<'p>, idx: &[Value]) -> Lowered<Value> {
        match p {
            Prep::Scalar(v) => Ok(*v),
            Prep::Array { value, .. } => Ok(self.at_value(*value, idx)),
            Prep::Map { f, .. } => f(self, idx),
            Prep::Node { e, args, .. } => {
                let vals = args
                    .iter()
                    .map(|a| a.as_ref().map(|a| self.element(a, idx)).transpose())
                    .collect::<Lowered<Vec<Option<Value>>>>()?;
                let e: &'p Expr = e;
                match &e.kind {
                    ExprKind::Intrinsic { id, args } => self.emit_intrinsic(*id, e, args, &vals),
                    ExprKind::Call(c) => self.elemental_call(c, e, &vals),
                    ExprKind::ComplexPart { imag, .. } => {
                        let z = vals[0].ok_or_else(|| LowerError { span: e.span, text: "a missing operand".into() })?;
                        Ok(self.complex_part(z, *imag))
                    }
                    ExprKind::Substring { lower, upper, .. } => {
                        let s = vals[0].ok_or_else(|| LowerError { span: e.span, text: "a missing operand".into() })?;
                        let (start, len) = self.substring_range(s, lower.as_deref(), upper.as_deref())?;
                        Ok(self.substr_chars(s, start, len))
                    }
                    _ => {
                        let vals: Vec<Value> = vals.into_iter().flatten().collect();
                        self.emit_op(e, &vals)
                    }
                }
            }
        }
    }

    /// The array value of a prepared expression, with elements of type `elem`.
    pub fn prep_value(&mut self, p: &Prep<'p>, elem: Type) -> Lowered<Value> {
        if let Prep::Array { value, .. } = p {
            let have = self.m.types.elem(self.m.ty(*value));
            if have == elem || matches!(self.m.types.kind(have), TypeKind::Char(..) | TypeKind::Derived(_)) {
                return Ok(*value);
            }
        }
        let extents = p.extents().to_vec();
        let is_scalar_type = !matches!(self.m.types.kind(elem), TypeKind::Char(..) | TypeKind::Derived(_));
        self.elemental(&extents, elem, |s, idx| {
            let v = s.element(p, idx)?;
            Ok(if is_scalar_type { s.cast(v, elem) } else { v })
        })
    }

    /// The value of an array expression with elements as scalar values have them (`i1` for logicals).
    pub fn array_value(&mut self, e: &'p Expr) -> Lowered<(Value, Vec<Value>)> {
        let p = self.prep(e)?;
        let t = self.val_ty(&e.ty, e.span)?;
        let v = self.prep_value(&p, t)?;
        Ok((v, p.extents().to_vec()))
    }

    /// A prepared expression of that rank; scalars are spread over `extents`.
    pub fn spread_to(&mut self, p: Prep<'p>, extents: &[Value]) -> Prep<'p> {
        match p {
            Prep::Scalar(v) => Prep::Map { extents: extents.to_vec(), f: Rc::new(move |_, _| Ok(v)) },
            p => p,
        }
    }

    /// A constant array.
    pub fn const_array(&mut self, c: &Const, ty: &Ty, span: Span) -> Lowered<Prep<'p>> {
        let Const::Array { shape, .. } = c else { return unsupported(span, "this constant as an array") };
        let image = self.const_image(c, ty, span)?;
        let elem = self.ir_ty(ty, span)?;
        if !image.relocs.is_empty() {
            let base = self.image_const(elem, image);
            let vt = self.m.types.view(shape.iter().map(|&n| Some(n)).collect(), elem, true);
            let ext: Vec<Value> = shape.iter().map(|&n| self.idx(n)).collect();
            let view = self.b().op(OpKind::ViewMake).arg(base).args(&ext).args(&[]).opt(None).result(vt).value();
            return Ok(self.load_view(view));
        }
        let at = self.m.types.array(shape.iter().map(|&n| Some(n)).collect(), elem);
        let value = self.b().op(OpKind::ArrayConst).attr("data", Attr::Bytes(image.bytes)).result(at).value();
        let extents = shape.iter().map(|&n| self.idx(n)).collect();
        Ok(Prep::Array { value, extents })
    }

    fn array_ctor(&mut self, items: &'p [AcItem], e: &'p Expr) -> Lowered<Prep<'p>> {
        let scalars: Option<Vec<&'p Expr>> = items
            .iter()
            .map(|i| match i {
                AcItem::Expr(x) if x.rank == 0 => Some(x),
                AcItem::Expr(_) | AcItem::ImpliedDo { .. } => None,
            })
            .collect();
        // Elements of one type are one value; those whose length is not constant must be brought to one length.
        let stored = matches!(e.ty, Ty::Derived(_) | Ty::Class(_))
            || matches!(&e.ty, Ty::Character(n, _) if !matches!(n, CharLen::Const(_)));
        if let Some(list) = scalars.as_ref().filter(|l| l.len() <= 64 && !stored) {
            let mut vals = Vec::new();
            for x in list {
                let v = self.scalar(x)?;
                vals.push(match &e.ty {
                    Ty::Character(CharLen::Const(n), _) => self.fit_chr(v, *n),
                    _ => v,
                });
            }
            let t = match vals.first() {
                Some(&v) => self.m.ty(v),
                None => self.val_ty(&e.ty, e.span)?,
            };
            let n = vals.len() as i64;
            let at = self.m.types.array(vec![Some(n)], t);
            let value = self.b().op(OpKind::ArrayFrom).args(&vals).result(at).value();
            let n = self.idx(n);
            return Ok(Prep::Array { value, extents: vec![n] });
        }
        if let [AcItem::ImpliedDo { var, lower, upper, step, items: inner }] = items
            && let [AcItem::Expr(x)] = inner.as_slice()
            && x.rank == 0
            && (!stored || matches!(e.ty, Ty::Character(CharLen::Runtime | CharLen::Assumed | CharLen::Deferred, _)))
            && self.is_simple(x)
            && !(self.checked(|c| c.bounds) && has_subscripts(x))
        {
            let (lo, hi, st) = self.bounds(lower, upper, step.as_ref())?;
            let n = self.trip_count(lo, hi, st);
            let var = *var;
            let t = self.val_ty(&e.ty, e.span)?;
            let len = match &e.ty {
                Ty::Character(CharLen::Const(n), _) => Some(*n),
                _ => None,
            };
            let element = |s: &mut Self, idx: &[Value]| {
                let o = s.mul(idx[0], st);
                let i = s.add(lo, o);
                s.bind_index(var, i)?;
                let v = s.scalar(x)?;
                Ok(match len {
                    Some(n) => s.fit_chr(v, n),
                    None => v,
                })
            };
            let value = self.with_snapshots([x], |s| s.elemental(&[n], t, element))?;
            return Ok(Prep::Array { value, extents: vec![n] });
        }
        // Many constants are data; constants of intrinsic types are folded where they are written.
        if let Some(list) = &scalars
            && !stored
            && let Some(elems) = list.iter().map(|x| constant_of(x).map(Some)).collect()
        {
            let all = Const::Array { shape: vec![list.len() as i64], elems };
            return self.const_array(&all, &e.ty, e.span);
        }
        // General: count, then fill a temporary in order. What stands outside of implied DOs is evaluated once.
        let mut parts = Vec::new();
        for i in items {
            parts.push(match i {
                AcItem::Expr(x) => AcPart::Value(self.prep(x)?, x),
                AcItem::ImpliedDo { .. } => AcPart::Loop(i),
            });
        }
        let mut n = self.idx(0);
        for p in &parts {
            let k = match p {
                AcPart::Value(p, _) => {
                    let ext = p.extents().to_vec();
                    self.product(&ext)
                }
                AcPart::Loop(i) => self.count_items(std::slice::from_ref(i))?,
            };
            n = self.add(n, k);
        }
        let elem = self.ir_ty(&e.ty, e.span)?;
        let elem_len = match self.m.types.kind(elem) {
            TypeKind::Char(None, _) => Some(self.ctor_len(&e.ty, &parts)?),
            _ => None,
        };
        let view = self.temp_view_len(&[n], elem, elem_len, "array constructor", e.span)?;
        let pos = self.alloca(Type::INDEX, None);
        let zero = self.idx(0);
        self.b().store(zero, pos);
        for p in &parts {
            match p {
                AcPart::Value(p, x) => self.fill_value(p, x, &e.ty, view, elem_len, pos)?,
                AcPart::Loop(i) => self.fill_items(std::slice::from_ref(i), &e.ty, view, elem_len, pos)?,
            }
        }
        if let Ty::Derived(t) = &e.ty {
            self.end_copy(view, *t, e.span)?;
        }
        Ok(self.load_view(view))
    }

    /// Length of the elements of a constructor: that of its type, else of its first value.
    fn ctor_len(&mut self, ty: &'p Ty, parts: &[AcPart<'p>]) -> Lowered<Value> {
        if let Ty::Character(CharLen::Expr(n), k) = ty {
            let v = self.scalar(n)?;
            let v = self.to_index(v);
            let v = self.max0(v);
            return Ok(self.bytes_of_chars(v, *k));
        }
        match parts.first() {
            None => Ok(self.idx(0)),
            Some(AcPart::Value(Prep::Scalar(v), _)) => Ok(self.chr_len(*v)),
            Some(AcPart::Value(p, _)) => {
                let v = self.prep_value(p, Type::CHR)?;
                Ok(self.elem_len(v))
            }
            Some(AcPart::Loop(i)) => {
                let cell = self.alloca(Type::INDEX, None);
                let zero = self.idx(0);
                self.b().store(zero, cell);
                self.first_len(i, cell)?;
                Ok(self.b().load(cell))
            }
        }
    }

    /// Stores the length of the first value of an implied DO in `cell`, if it has a value.
    fn first_len(&mut self, item: &'p AcItem, cell: Value) -> Lowered<()> {
        match item {
            AcItem::Expr(x) => {
                let n = self.with_temps(|s| s.len_of(x))?;
                self.b().store(n, cell);
                Ok(())
            }
            AcItem::ImpliedDo { var, lower, upper, step, items } => {
                let (lo, hi, st) = self.bounds(lower, upper, step.as_ref())?;
                let trips = self.trip_count(lo, hi, st);
                let zero = self.idx(0);
                let some = self.b().cmp(Pred::Gt, trips, zero);
                self.if_else(
                    some,
                    |s| {
                        s.bind_index(*var, lo)?;
                        match items.first() {
                            Some(i) => s.first_len(i, cell),
                            None => Ok(()),
                        }
                    },
                    |_| Ok(()),
                )
            }
        }
    }

    /// Lower, upper and step as index values.
    pub fn bounds(
        &mut self,
        lower: &'p Expr,
        upper: &'p Expr,
        step: Option<&'p Expr>,
    ) -> Lowered<(Value, Value, Value)> {
        let lo = self.scalar(lower)?;
        let lo = self.to_index(lo);
        let hi = self.scalar(upper)?;
        let hi = self.to_index(hi);
        let st = match step {
            Some(s) => {
                let v = self.scalar(s)?;
                self.to_index(v)
            }
            None => self.idx(1),
        };
        Ok((lo, hi, st))
    }

    /// Number of elements of constructor items.
    fn count_items(&mut self, items: &'p [AcItem]) -> Lowered<Value> {
        let mut n = self.idx(0);
        for i in items {
            let k = match i {
                AcItem::Expr(x) if x.rank == 0 => self.idx(1),
                AcItem::Expr(x) => {
                    let ext = self.shape_of(x)?;
                    self.product(&ext)
                }
                AcItem::ImpliedDo { var, lower, upper, step, items } => {
                    let (lo, hi, st) = self.bounds(lower, upper, step.as_ref())?;
                    let trips = self.trip_count(lo, hi, st);
                    let total = self.alloca(Type::INDEX, None);
                    let zero = self.idx(0);
                    self.b().store(zero, total);
                    let fixed = items.iter().all(|i| matches!(i, AcItem::Expr(x) if x.rank == 0));
                    if fixed {
                        let k = self.idx(items.len() as i64);
                        self.mul(trips, k)
                    } else {
                        self.count_loop(trips, |s, i| {
                            let o = s.mul(i, st);
                            let v = s.add(lo, o);
                            s.bind_index(*var, v)?;
                            let k = s.with_temps(|s| s.count_items(items))?;
                            let t = s.b().load(total);
                            let t = s.add(t, k);
                            s.b().store(t, total);
                            Ok(())
                        })?;
                        self.b().load(total)
                    }
                }
            };
            n = self.add(n, k);
        }
        Ok(n)
    }

    fn fill_items(
        &mut self,
        items: &'p [AcItem],
        ty: &'p Ty,
        view: Value,
        elem_len: Option<Value>,
        pos: Value,
    ) -> Lowered<()> {
        for i in items {
            match i {
                AcItem::Expr(x) => {
                    let p = self.prep(x)?;
                    self.fill_value(&p, x, ty, view, elem_len, pos)?;
                }
                AcItem::ImpliedDo { var, lower, upper, step, items } => {
                    let (lo, hi, st) = self.bounds(lower, upper, step.as_ref())?;
                    let trips = self.trip_count(lo, hi, st);
                    self.count_loop(trips, |s, i| {
                        let o = s.mul(i, st);
                        let v = s.add(lo, o);
                        s.bind_index(*var, v)?;
                        s.with_temps(|s| s.fill_items(items, ty, view, elem_len, pos))
                    })?;
                }
            }
        }
        Ok(())
    }

    /// Stores one value of a constructor of type `ty` from position `pos` on.
    fn fill_value(
        &mut self,
        p: &Prep<'p>,
        x: &'p Expr,
        ty: &'p Ty,
        view: Value,
        elem_len: Option<Value>,
        pos: Value,
    ) -> Lowered<()> {
        let at = self.b().load(pos);
        let first = self.b().elem(view, &[at]);
        if let Prep::Scalar(v) = p {
            self.check_ctor_length(ty, elem_len, |s| s.chr_len(*v))?;
            if let Ty::Derived(id) | Ty::Class(Some(id)) = &x.ty {
                self.clone_derived(first, *v, *id, x.span)?;
            } else {
                self.store_ref(*v, first);
            }
            let one = self.idx(1);
            let at = self.add(at, one);
            self.b().store(at, pos);
            return Ok(());
        }
        let ext = p.extents().to_vec();
        let n = self.product(&ext);
        let a = self.addr(first);
        let elem = self.m.types.elem(self.m.ty(view));
        let shape = self.static_shape(&ext);
        let vt = self.m.types.view(shape, elem, true);
        let part = self.b().op(OpKind::ViewMake).arg(a).args(&ext).args(&[]).opt(elem_len).result(vt).value();
        let value = self.prep_value(p, elem)?;
        self.check_ctor_length(ty, elem_len, |s| s.elem_len(value))?;
        self.b().op(OpKind::ArrayAssign).arg(part).arg(value).opt(None).build();
        if let Ty::Derived(id) | Ty::Class(Some(id)) = &x.ty
            && self.is_managed(*id)
        {
            self.own_parts(part, *id, x.span)?;
        }
        let at = self.add(at, n);
        self.b().store(at, pos);
        Ok(())
    }

    /// Extents of an array expression; where they need its value, it is evaluated.
    pub fn shape_of(&mut self, e: &'p Expr) -> Lowered<Vec<Value>> {
        match &e.kind {
            _ if e.rank == 0 => Ok(Vec::new()),
            ExprKind::Const(Const::Array { shape, .. }) => {
                let shape = shape.clone();
                Ok(shape.iter().map(|&n| self.idx(n)).collect())
            }
            ExprKind::Unary(_, a) | ExprKind::Convert(a) | ExprKind::Paren(a) => self.shape_of(a),
            ExprKind::Binary(_, a, b) => self.shape_of(if a.rank > 0 { a } else { b }),
            _ if is_designator(e) => match self.place(e)? {
                Place::Array { view, .. } => Ok(self.view_extents(view)),
                Place::Scalar(_) => Ok(Vec::new()),
            },
            _ => Ok(self.prep(e)?.extents().to_vec()),
        }
    }
}

/// The value of a scalar that is a constant of intrinsic type.
fn constant_of(e: &Expr) -> Option<Const> {
    match &e.kind {
        ExprKind::Const(c) if !matches!(c, Const::Null) => Some(c.clone()),
        _ => None,
    }
}

/// True where something in an expression may be out of bounds.
fn has_subscripts(e: &Expr) -> bool {
    let mut found = false;
    e.walk(&mut |x| {
        found |= matches!(x.kind, ExprKind::Elem { .. } | ExprKind::Section { .. } | ExprKind::Substring { .. })
    });
    found
}

/// A value of an array constructor.
enum AcPart<'p> {
    /// Evaluated.
    Value(Prep<'p>, &'p Expr),
    /// An implied DO.
    Loop(&'p AcItem),
}
