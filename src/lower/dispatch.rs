//! Type-bound procedures resolved at run time, and elemental references with polymorphic arguments.

use super::call::Passed;
use super::class::{Dyn, Entity};
use super::place::{Place, is_designator};
use super::procedure::{Passing, ResultPassing};
use super::*;
use ferrotran_ir::TypeKind;

impl<'p> Lower<'p> {
    /// Address of the procedure in a slot of an object's dispatch table.
    pub fn slot_procedure(&mut self, ty: Value, slot: usize) -> Value {
        let at = ferrotran_runtime::derived::SLOTS_AT + 8 * slot as i64;
        let cell = self.field_at(ty, at, Type::PTR);
        self.b().load(cell)
    }

    /// The procedure of a reference resolved at run time. `passed` are its arguments.
    pub fn bound_procedure(&mut self, object: &'p Expr, declared: TypeId, slot: usize, passed: &[Passed]) -> R<Value> {
        let ty = match self.dtype(declared).bindings[slot].pass.and_then(|i| passed.get(i as usize)) {
            Some(p) => self.box_type(p.value).ty,
            None => {
                let d = self.dynamic_of(object)?;
                let table = self.type_desc(&object.ty, object.span)?;
                self.or_declared(d, &object.ty, table).ty
            }
        };
        Ok(self.slot_procedure(ty, slot))
    }

    /// True for elemental references that cannot stand in the body of an elemental.
    pub fn needs_loop(&self, c: &Call) -> bool {
        let (ProcTarget::Proc(p) | ProcTarget::Bound { iface: p, .. }) = &c.target else { return false };
        let p = self.proc(*p);
        matches!(c.target, ProcTarget::Bound { .. })
            || p.args.iter().any(|a| class::is_class(&self.sym(*a).ty))
            || p.result.is_some_and(|r| matches!(&self.sym(r).ty, Ty::Derived(t) if self.is_managed(*t)))
    }

    /// An elemental function reference with array arguments: a view of its results.
    pub fn elemental_function(&mut self, c: &'p Call, e: &'p Expr) -> R<Value> {
        let Some(v) = self.elemental_loop(c, Some(e))? else { return unsupported(e.span, "this elemental function") };
        Ok(v)
    }

    /// An elemental reference with array arguments, element by element in array element order. Of a function: a view
    /// of the results.
    pub fn elemental_loop(&mut self, c: &'p Call, function: Option<&'p Expr>) -> R<Option<Value>> {
        let (ProcTarget::Proc(id) | ProcTarget::Bound { iface: id, .. }) = &c.target else {
            return unsupported(c.span, "this elemental procedure");
        };
        let p = self.proc(*id);
        enum Arg {
            Elements { view: Value, how: Passing, dynamic: Option<Dyn> },
            Once(Passed),
        }
        let mut list = Vec::new();
        let mut extents: Option<Vec<Value>> = None;
        for (a, d) in c.args.iter().zip(&p.args) {
            let d = self.sym(*d);
            let how = self.passing(d)?;
            list.push(match a {
                Actual::Absent => Arg::Once(self.absent(Some(d))?),
                Actual::Expr(x) if x.rank == 0 => Arg::Once(self.actual(x, d)?),
                Actual::Expr(x) => {
                    let (view, dynamic) = if matches!(how, Passing::Class(_)) && is_designator(x) {
                        let e = self.entity(x)?;
                        let Place::Array { view, .. } = e.place else { return unsupported(x.span, "this argument") };
                        (view, Some(e.dynamic))
                    } else {
                        let view = if is_designator(x) {
                            self.array_place(x)?.0
                        } else {
                            let (v, ext) = self.array_value(x)?;
                            self.materialize(v, &ext, &x.ty, x.span)?
                        };
                        let place = Place::Array { view, lbs: None };
                        let dynamic = match how {
                            Passing::Class(_) => Some(self.static_type(&x.ty, &place, x.span)?),
                            _ => None,
                        };
                        (view, dynamic)
                    };
                    let ext = self.view_extents(view);
                    extents.get_or_insert(ext);
                    Arg::Elements { view, how, dynamic }
                }
            });
        }
        let ext = extents.unwrap_or_default();
        let pointer = match &c.target {
            ProcTarget::Bound { object, declared, slot, .. } => {
                let pass = self.dtype(*declared).bindings[*slot].pass.and_then(|i| list.get(i as usize));
                let ty = match pass {
                    Some(Arg::Elements { dynamic: Some(d), .. }) => d.ty,
                    Some(Arg::Once(p)) => self.box_type(p.value).ty,
                    _ => self.dynamic_of(object)?.ty,
                };
                Some(self.slot_procedure(ty, *slot))
            }
            _ => None,
        };
        let mut results = Vec::new();
        let mut out = None;
        if let (Some(e), Some(r)) = (function, p.result) {
            let rs = self.sym(r);
            let elem = self.ir_ty(&rs.ty, e.span)?;
            if let ResultPassing::Value(t) = self.result_passing(rs)? {
                results.push(t);
            } else if !matches!(self.m.types.kind(elem), TypeKind::Derived(_) | TypeKind::Char(Some(_))) {
                return unsupported(e.span, "an elemental function with this result");
            }
            let view = self.temp_view(&ext, elem, "elemental function result", e.span)?;
            if let Ty::Derived(t) = &rs.ty {
                self.default_init_view(view, *t, e.span)?;
                if self.is_managed(*t) {
                    let c = self.object_cleanup(view, *t, e.span)?;
                    self.f.temps.push(c);
                }
            }
            out = Some(view);
        }
        let name = p.link_name.clone();
        let env = if self.needs_env.contains_key(id) { self.f.env } else { None };
        self.nest(&ext, |s, idx| {
            let mut args = Vec::new();
            let mut lens = Vec::new();
            if let (Some(view), true) = (out, results.is_empty()) {
                let r = s.b().elem(view, idx);
                if s.is_chr_ref(r) {
                    args.push(s.addr(r));
                    args.push(s.chr_len(r));
                } else {
                    args.push(r);
                }
            }
            for a in &list {
                match a {
                    Arg::Once(p) => {
                        args.push(p.value);
                        lens.extend(p.len);
                    }
                    Arg::Elements { view, how, dynamic } => {
                        let r = s.b().elem(*view, idx);
                        match (how, dynamic) {
                            (Passing::Class(bt), Some(d)) => {
                                let rt = s.m.types.reference(*bt);
                                let bx = s.class_box(&Entity { place: Place::Scalar(r), dynamic: *d }, "other");
                                args.push(s.cast_ref(bx, rt));
                            }
                            (Passing::Chr, _) => {
                                args.push(s.addr(r));
                                lens.push(s.chr_len(r));
                            }
                            (Passing::Value(t), _) => {
                                let v = s.load_ref(r);
                                args.push(s.cast(v, *t));
                            }
                            (Passing::Ref(t), _) => {
                                let rt = s.m.types.reference(*t);
                                args.push(s.cast_ref(r, rt));
                            }
                            _ => return unsupported(c.span, "this argument of an elemental procedure"),
                        }
                    }
                }
            }
            args.extend(lens);
            args.extend(env.filter(|_| pointer.is_none()));
            let op = match pointer {
                Some(f) => s.b().op(OpKind::CallPtr).arg(f).args(&args).results(&results).build(),
                None => {
                    let callee = Attr::Sym(name.clone());
                    s.b().op(OpKind::Call).args(&args).attr("callee", callee).results(&results).build()
                }
            };
            if let (Some(view), false) = (out, results.is_empty()) {
                let v = s.m.result(op);
                let r = s.b().elem(view, idx);
                s.store_ref(v, r);
            }
            Ok(())
        })?;
        Ok(out)
    }

    fn is_chr_ref(&self, r: Value) -> bool {
        matches!(self.m.types.kind(self.m.types.elem(self.m.ty(r))), TypeKind::Char(_))
    }
}
