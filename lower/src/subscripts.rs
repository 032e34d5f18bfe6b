//! Sections that are no views: with vector subscripts, or of values.

use super::array::Prep;
use super::place::{Place, is_designator};
use super::*;
use ferrotran_ir::BoxAttribute;
use ferrotran_ir::section::{Part, section};
use std::rc::Rc;

/// One subscript, evaluated; zero-based.
enum Sub {
    Fixed(Value),
    Range { start: Value, extent: Value, step: Value },
    Vector { values: Value, lb: Value },
}

/// The subscripts of a section, evaluated.
struct Subscripts {
    subs: Vec<Sub>,
    /// Of the section.
    extents: Vec<Value>,
}

impl FunctionBuilder {
    /// The zero-based index in the array of the section's element `idx`.
    fn subscripts_at(&mut self, list: &Subscripts, idx: &[Value]) -> Vec<Value> {
        let mut k = 0;
        let mut at = Vec::new();
        for p in &list.subs {
            at.push(match p {
                Sub::Fixed(v) => *v,
                Sub::Range { start, step, .. } => {
                    let o = self.mul(idx[k], *step);
                    k += 1;
                    self.add(o, *start)
                }
                Sub::Vector { values, lb } => {
                    let v = self.at_value(*values, &idx[k..=k]);
                    k += 1;
                    let v = self.to_index(v);
                    self.sub(v, *lb)
                }
            });
        }
        at
    }
}

impl Declarations<'_> {
    /// The section with whole dimensions where there are vector subscripts.
    fn without_vectors(&mut self, view: Value, list: &Subscripts) -> Value {
        let vt = self.m.ty(view);
        let (mut parts, mut shape) = (Vec::new(), Vec::new());
        for (d, p) in list.subs.iter().enumerate() {
            match *p {
                Sub::Fixed(at) => parts.push(Part::Index(at)),
                Sub::Range { start, extent, step } => {
                    parts.push(Part::Range { start, extent, step });
                    shape.push(self.known(extent));
                }
                Sub::Vector { .. } => {
                    parts.push(Part::Whole);
                    shape.push(self.m.types.shape(vt)[d]);
                }
            }
        }
        if parts.iter().all(|&p| p == Part::Whole) {
            return view;
        }
        let elem = self.m.types.elem(vt);
        let rt = self.m.types.view(shape, elem, false);
        section(&mut self.b(), view, &parts, rt)
    }
}

impl<'p> Expressions<'p> {
    /// Evaluates subscripts of an array with these lower bounds (absent: all 1) and extents.
    fn subscripts(
        &mut self,
        base: &'p Expr,
        subs: &'p [Subscript],
        lbs: Option<&[Value]>,
        shape: &[Value],
    ) -> Lowered<Subscripts> {
        let name = self.array_name(base);
        let mut out = Subscripts { subs: Vec::new(), extents: Vec::new() };
        for (d, s) in subs.iter().enumerate() {
            let lb = match lbs {
                Some(l) => l[d],
                None => self.idx(1),
            };
            out.subs.push(match s {
                Subscript::Index(e) => {
                    let v = self.scalar(e)?;
                    let v = self.to_index(v);
                    let i = self.sub(v, lb);
                    self.check_one(&name, base, d, i, shape, lb)?;
                    Sub::Fixed(i)
                }
                Subscript::Range { lower, upper, step } => {
                    let (start, extent, step) =
                        self.triplet(lower.as_ref(), upper.as_ref(), step.as_ref(), lb, shape[d])?;
                    if lower.is_some() || upper.is_some() {
                        self.check_span(&name, base, d, (start, extent, step), shape, lb)?;
                    }
                    out.extents.push(extent);
                    Sub::Range { start, extent, step }
                }
                Subscript::Vector(e) => {
                    let (values, ext) = self.array_value(e)?;
                    self.check_vector(&name, d, values, ext[0], shape[d], lb)?;
                    out.extents.extend(ext);
                    Sub::Vector { values, lb }
                }
            });
        }
        Ok(out)
    }

    /// Value of such a section: elements at computed indices.
    pub fn gather(&mut self, base: &'p Expr, subs: &'p [Subscript], span: Span) -> Lowered<Prep<'p>> {
        if !is_designator(base) {
            let base_prep = self.prep(base)?;
            let list = self.subscripts(base, subs, None, base_prep.extents())?;
            return Ok(Prep::Map {
                extents: list.extents.clone(),
                f: Rc::new(move |s, idx| {
                    let at = s.subscripts_at(&list, idx);
                    s.element(&base_prep, &at)
                }),
            });
        }
        let Place::Array { view, lbs } = self.place(base)? else {
            return unsupported(span, "a section of a scalar");
        };
        let shape = self.view_extents(view);
        let list = self.subscripts(base, subs, lbs.as_deref(), &shape)?;
        // Only what the other subscripts leave is read: the array may be larger than anybody knows.
        let part = self.without_vectors(view, &list);
        let part = self.load_view(part);
        Ok(Prep::Map {
            extents: list.extents.clone(),
            f: Rc::new(move |s, idx| {
                let (mut k, mut at) = (0, Vec::new());
                for p in &list.subs {
                    match p {
                        Sub::Fixed(_) => continue,
                        Sub::Range { .. } => at.push(idx[k]),
                        Sub::Vector { values, lb } => {
                            let v = s.at_value(*values, &idx[k..=k]);
                            let v = s.to_index(v);
                            at.push(s.sub(v, *lb));
                        }
                    }
                    k += 1;
                }
                s.element(&part, &at)
            }),
        })
    }

    /// The value of a polymorphic section with vector subscripts: copies of its elements.
    pub fn gather_objects(
        &mut self,
        e: &'p Expr,
        base: &'p Expr,
        subs: &'p [Subscript],
        (view, lbs): (Value, Option<&[Value]>),
        dynamic: class::Dyn,
    ) -> Lowered<class::Entity> {
        let shape = self.view_extents(view);
        let list = self.subscripts(base, subs, lbs, &shape)?;
        let elem = self.ir_ty(&e.ty, e.span)?;
        let bx = self.new_class_box(list.extents.len(), elem, BoxAttribute::Allocatable);
        let one = self.idx(1);
        self.allocate_box(bx, &vec![one; list.extents.len()], &list.extents, Some(dynamic.len))?;
        self.set_type(bx, dynamic);
        let to = self.box_view(bx);
        self.nest(&list.extents, |s, idx| {
            let at = s.subscripts_at(&list, idx);
            let (p, q) = (s.b().elem(to, idx), s.b().elem(view, &at));
            let (p, q) = (s.object_box(p), s.object_box(q));
            s.rt(rt::frt_object_clone, &[p, q, dynamic.ty]);
            Ok(())
        })?;
        let desc = self.cast_ref(bx, Type::PTR);
        self.f.cleanups.after_statement(Cleanup::Copy { desc, ty: None });
        Ok(class::Entity { place: self.class_place(bx), dynamic })
    }

    /// Assignment to a section with vector subscripts, under a mask (array value of i1).
    pub fn scatter(&mut self, lhs: &'p Expr, section: &'p Expr, rhs: &'p Expr, mask: Option<Value>) -> Lowered<()> {
        self.scatter_value(lhs, section, |s| s.prep(rhs), mask)
    }

    /// As [`Self::scatter`], of a value that is prepared once the place is known.
    pub fn scatter_value(
        &mut self,
        lhs: &'p Expr,
        section: &'p Expr,
        rhs: impl FnOnce(&mut Self) -> Lowered<Prep<'p>>,
        mask: Option<Value>,
    ) -> Lowered<()> {
        let ExprKind::Section { base, subs } = &section.kind else { return unsupported(lhs.span, "this left side") };
        let Place::Array { view: whole, lbs } = self.place(base)? else {
            return unsupported(lhs.span, "this left side");
        };
        let shape = self.view_extents(whole);
        let list = self.subscripts(base, subs, lbs.as_deref(), &shape)?;
        // The part of every element that is assigned.
        let Place::Array { view, .. } = self.part_of_whole(lhs, Place::Array { view: whole, lbs })? else {
            return unsupported(lhs.span, "this left side");
        };
        let p = rhs(self)?;
        if !p.extents().is_empty() {
            let (name, have) = (self.array_name(base), p.extents().to_vec());
            self.check_shape(&name, &list.extents, &have)?;
        }
        let elem = self.m.types.elem(self.m.ty(view));
        let plain = self.is_plain(elem);
        self.forall_op(view, &list.extents, |s, idx| {
            let m = match mask {
                Some(m) => s.at_value(m, idx),
                None => s.b().int(1, Type::BOOL),
            };
            let v = s.element(&p, idx)?;
            let v = if plain { s.cast(v, elem) } else { v };
            let mut out = vec![m, v];
            out.extend(s.subscripts_at(&list, idx));
            Ok(out)
        })
    }
}

/// Whether a section has vector subscripts.
pub(super) fn has_vector(subs: &[Subscript]) -> bool {
    subs.iter().any(|s| matches!(s, Subscript::Vector(_)))
}

/// The section with a vector subscript that a designator is, or is a part of.
pub(super) fn vector_section(e: &Expr) -> Option<&Expr> {
    match &e.kind {
        ExprKind::Section { subs, .. } if has_vector(subs) => Some(e),
        ExprKind::Section { base, .. }
        | ExprKind::Elem { base, .. }
        | ExprKind::Component { base, .. }
        | ExprKind::Substring { base, .. }
        | ExprKind::ComplexPart { base, .. } => vector_section(base),
        ExprKind::Const(_)
        | ExprKind::Var(_)
        | ExprKind::Unary(..)
        | ExprKind::Binary(..)
        | ExprKind::Convert(_)
        | ExprKind::Paren(_)
        | ExprKind::Call(_)
        | ExprKind::Intrinsic { .. }
        | ExprKind::ArrayCtor(_)
        | ExprKind::StructCtor { .. }
        | ExprKind::Null
        | ExprKind::ProcRef(_) => None,
    }
}
