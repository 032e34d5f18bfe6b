//! FORALL in general, as 10.2.4.2.4 has it step by step: the combinations of indices whose mask holds are listed, and
//! each assignment evaluates everything for all of them before it stores anything.

use super::place::Place;
use super::*;
use ferrotran_ir::{BoxAttribute, TypeKind};

/// Combinations of index values, one column each.
pub(super) struct List {
    vars: Vec<SymbolId>,
    tuples: Value,
    count: Value,
}

/// Element type of a block, and the length of its strings where only the run knows it.
type BlockElem = (Type, Option<Value>);

impl FunctionBuilder {
    fn array_load(&mut self, view: Value) -> Value {
        let t = self.m.ty(view);
        let at = self.m.types.array(self.m.types.shape(t).to_vec(), self.m.types.elem(t));
        self.b().op(OpKind::ArrayLoad).arg(view).result(at).value()
    }

    /// The elements of a block with values for a view.
    fn block_elem(&mut self, view: Value) -> BlockElem {
        let elem = self.m.types.elem(self.m.ty(view));
        let strings = matches!(self.m.types.kind(elem), TypeKind::Char(None, _));
        (elem, strings.then(|| self.b().unary(OpKind::ViewElemLen, view, Type::INDEX)))
    }

    fn free_blocks(&mut self, list: &List, places: Value) -> Lowered<()> {
        self.count_loop(list.count, |s, c| {
            let cell = s.b().elem(places, &[c]);
            let p = s.b().load(cell);
            s.b().op(OpKind::Free).arg(p).build();
            Ok(())
        })
    }
}

impl<'p> Lower<'p> {
    /// A FORALL within the combinations of another.
    pub(super) fn forall_list(
        &mut self,
        indices: &'p [ForallIndex],
        mask: Option<&'p Expr>,
        body: &'p [Stmt],
        outer: Option<&List>,
    ) -> Lowered<()> {
        let list = self.list_combinations(indices, mask, outer)?;
        for st in body {
            self.at(st.span);
            match &st.kind {
                StmtKind::Assign { lhs, rhs, .. } => self.list_assign(&list, lhs, rhs, None)?,
                StmtKind::PointerAssign { lhs, rhs, bounds } => self.list_point(&list, lhs, rhs, bounds)?,
                StmtKind::Where { arms, otherwise } => self.list_where(&list, arms, otherwise, None)?,
                StmtKind::Forall { indices, mask, body } => {
                    self.forall_list(indices, mask.as_ref(), body, Some(&list))?
                }
                StmtKind::Call(c) => self.list_call(&list, c, st.span)?,
                _ => return unsupported(st.span, "this statement in FORALL"),
            }
        }
        Ok(())
    }

    fn list_combinations(
        &mut self,
        indices: &'p [ForallIndex],
        mask: Option<&'p Expr>,
        outer: Option<&List>,
    ) -> Lowered<List> {
        let mut vars = outer.map(|l| l.vars.clone()).unwrap_or_default();
        vars.extend(indices.iter().map(|i| i.var));
        let counter = self.alloca(Type::I64, None);
        let step = |s: &mut Self| {
            let (n, one) = (s.b().load(counter), s.b().int(1, Type::I64));
            let n = s.b().binary(OpKind::Add, n, one);
            s.b().store(n, counter);
        };
        let zero = self.b().int(0, Type::I64);
        self.b().store(zero, counter);
        self.each_index(indices, mask, outer, &mut |s| {
            step(s);
            Ok(())
        })?;
        let n = self.b().load(counter);
        let count = self.to_index(n);
        let k = self.idx(vars.len() as i64);
        let tuples = self.temp_view(&[k, count], Type::I64, "index values of FORALL", Span::default())?;
        let zero = self.b().int(0, Type::I64);
        self.b().store(zero, counter);
        let names = vars.clone();
        self.each_index(indices, mask, outer, &mut |s| {
            let c = s.b().load(counter);
            let c = s.to_index(c);
            for (j, v) in names.iter().enumerate() {
                let Some(Binding::Value(x)) = s.entities.get(*v).cloned() else { continue };
                let x = s.cast(x, Type::I64);
                let j = s.idx(j as i64);
                let cell = s.b().elem(tuples, &[j, c]);
                s.b().store(x, cell);
            }
            step(s);
            Ok(())
        })?;
        Ok(List { vars, tuples, count })
    }

    /// Runs `f` for each combination of a level whose mask holds.
    fn each_index(
        &mut self,
        indices: &'p [ForallIndex],
        mask: Option<&'p Expr>,
        outer: Option<&List>,
        f: &mut dyn FnMut(&mut Self) -> Lowered<()>,
    ) -> Lowered<()> {
        match outer {
            Some(l) => self.each(l, &mut |s, _| s.index_level(indices, mask, f)),
            None => self.index_level(indices, mask, f),
        }
    }

    fn index_level(
        &mut self,
        indices: &'p [ForallIndex],
        mask: Option<&'p Expr>,
        f: &mut dyn FnMut(&mut Self) -> Lowered<()>,
    ) -> Lowered<()> {
        let Some((i, rest)) = indices.split_first() else {
            return match mask {
                Some(m) => {
                    let c = self.with_temps(|s| s.scalar(m))?;
                    self.if_else(c, |s| f(s), |_| Ok(()))
                }
                None => f(self),
            };
        };
        let (lo, hi, st) = self.with_temps(|s| s.bounds(&i.lower, &i.upper, i.step.as_ref()))?;
        let n = self.trip_count(lo, hi, st);
        self.count_loop(n, |s, k| {
            let o = s.mul(k, st);
            let v = s.add(lo, o);
            s.bind_index(i.var, v)?;
            s.index_level(rest, mask, f)
        })
    }

    /// Runs `f` for each combination of a list, with its place in the list.
    fn each(&mut self, list: &List, f: &mut dyn FnMut(&mut Self, Value) -> Lowered<()>) -> Lowered<()> {
        self.count_loop(list.count, |s, c| {
            for (j, &v) in list.vars.iter().enumerate() {
                let j = s.idx(j as i64);
                let cell = s.b().elem(list.tuples, &[j, c]);
                let x = s.b().load(cell);
                let x = s.to_index(x);
                s.bind_index(v, x)?;
            }
            s.with_temps(|s| f(s, c))
        })
    }

    fn list_assign(&mut self, list: &List, lhs: &'p Expr, rhs: &'p Expr, masks: Option<Value>) -> Lowered<()> {
        let deep = matches!(&lhs.ty, Ty::Derived(t) if self.is_managed(*t));
        let t = self.ir_ty(&lhs.ty, lhs.span)?;
        let finals = |l: &Self| matches!(&lhs.ty, Ty::Derived(t) if !l.dtype(*t).finals.is_empty());
        if deep && (lhs.rank > 0 || finals(self)) || matches!(lhs.ty, Ty::Class(_)) {
            return unsupported(lhs.span, "FORALL on objects of this type");
        }
        let places = self.temp_view(&[list.count], Type::PTR, "addresses in FORALL", lhs.span)?;
        if lhs.rank > 0 {
            return self.list_assign_arrays(list, lhs, rhs, masks, places);
        }
        if matches!(self.m.types.kind(t), TypeKind::Char(None, _)) {
            return self.list_assign_strings(list, lhs, rhs, places);
        }
        let values = self.temp_view(&[list.count], t, "values in FORALL", lhs.span)?;
        self.each(list, &mut |s, c| {
            let v = s.scalar(rhs)?;
            let Place::Scalar(r) = s.place(lhs)? else { return unsupported(lhs.span, "this left side in FORALL") };
            let p = s.addr(r);
            let cell = s.b().elem(places, &[c]);
            s.b().store(p, cell);
            let cell = s.b().elem(values, &[c]);
            match &lhs.ty {
                // A copy with allocations of its own, which goes away after the assignment.
                Ty::Derived(t) => s.clone_derived(cell, v, *t, lhs.span),
                ty => s.put(v, cell, ty, lhs.span),
            }
        })?;
        self.each(list, &mut |s, c| {
            let cell = s.b().elem(places, &[c]);
            let p = s.b().load(cell);
            let r = match s.m.types.kind(t) {
                &TypeKind::Char(Some(n), kind) => {
                    let (n, string) = (s.idx(n), Type::chr(kind));
                    let rt = s.m.types.reference(string);
                    s.b().op(OpKind::ChrRef).arg(p).arg(n).result(rt).value()
                }
                _ => {
                    let rt = s.m.types.reference(t);
                    s.cast_ref(p, rt)
                }
            };
            let cell = s.b().elem(values, &[c]);
            let v = if matches!(lhs.ty, Ty::Derived(_)) { cell } else { s.load_ref(cell) };
            s.put(v, r, &lhs.ty, lhs.span)?;
            if let (Ty::Derived(t), true) = (&lhs.ty, deep) {
                let end = s.object_cleanup(cell, *t, lhs.span)?;
                s.release(end);
            }
            Ok(())
        })
    }

    /// Defined assignment: one call after the other where none can see what another one changes.
    fn list_call(&mut self, list: &List, c: &'p Call, span: Span) -> Lowered<()> {
        self.check_list_call(c, span)?;
        self.each(list, &mut |s, _| s.call_stmt(c))
    }

    /// Elemental defined assignment under the masks of a WHERE.
    fn list_call_masked(&mut self, list: &List, c: &'p Call, masks: Value, span: Span) -> Lowered<()> {
        self.check_list_call(c, span)?;
        let Some(Actual::Expr(lhs)) = c.args.first() else { return unsupported(span, "this statement in WHERE") };
        self.each(list, &mut |s, k| {
            let ext = s.shape_of(lhs)?;
            let mask = s.block_view(masks, k, &ext, (Type::L8, None), false, span)?;
            s.elemental_loop(c, None, Some(mask)).map(|_| ())
        })
    }

    fn check_list_call(&mut self, c: &'p Call, span: Span) -> Lowered<()> {
        let mut names = Vec::new();
        for a in &c.args {
            if let Actual::Expr(x) = a {
                names.push(base_of(x));
            }
        }
        let changed = names.first().copied().flatten();
        let mut used = false;
        for (k, a) in c.args.iter().enumerate() {
            let Actual::Expr(x) = a else { continue };
            let mut times = 0;
            x.walk(&mut |e| times += usize::from(matches!(&e.kind, ExprKind::Var(s) if Some(*s) == changed)));
            used |= times > usize::from(k == 0);
            // Other objects may be reached through pointers and by procedures.
            x.walk(&mut |e| {
                used |= match &e.kind {
                    ExprKind::Var(s) => self.sym(*s).pointer,
                    ExprKind::Component { of, index, .. } => self.dtype(*of).components[*index].pointer,
                    ExprKind::Call(_) => true,
                    ExprKind::Const(_)
                    | ExprKind::Elem { .. }
                    | ExprKind::Section { .. }
                    | ExprKind::Substring { .. }
                    | ExprKind::ComplexPart { .. }
                    | ExprKind::Unary(..)
                    | ExprKind::Binary(..)
                    | ExprKind::Convert(_)
                    | ExprKind::Paren(_)
                    | ExprKind::Intrinsic { .. }
                    | ExprKind::ArrayCtor(_)
                    | ExprKind::StructCtor { .. }
                    | ExprKind::Null
                    | ExprKind::ProcRef(_) => false,
                }
            });
        }
        if changed.is_none() || used || c.args.len() != 2 {
            return unsupported(span, "this defined assignment in FORALL");
        }
        Ok(())
    }

    /// Strings of run-time length, substrings among them: each new value has its own block, of the length of its place.
    fn list_assign_strings(&mut self, list: &List, lhs: &'p Expr, rhs: &'p Expr, places: Value) -> Lowered<()> {
        let lengths = self.temp_view(&[list.count], Type::INDEX, "lengths in FORALL", lhs.span)?;
        let values = self.temp_view(&[list.count], Type::PTR, "values in FORALL", lhs.span)?;
        let string = |s: &mut Self, view: Value, c: Value| {
            let rt = s.m.types.reference(Type::chr(lhs.ty.chr_kind()));
            let cell = s.b().elem(view, &[c]);
            let p = s.b().load(cell);
            let cell = s.b().elem(lengths, &[c]);
            let n = s.b().load(cell);
            s.b().op(OpKind::ChrRef).arg(p).arg(n).result(rt).value()
        };
        self.each(list, &mut |s, c| {
            let v = s.scalar(rhs)?;
            let Place::Scalar(r) = s.place(lhs)? else { return unsupported(lhs.span, "this left side in FORALL") };
            let (p, n) = (s.addr(r), s.chr_len(r));
            let block = s.b().op(OpKind::Alloc).arg(n).result(Type::PTR).value();
            for (x, view) in [(p, places), (n, lengths), (block, values)] {
                let cell = s.b().elem(view, &[c]);
                s.b().store(x, cell);
            }
            let to = string(s, values, c);
            s.store_ref(v, to);
            Ok(())
        })?;
        self.each(list, &mut |s, c| {
            let from = string(s, values, c);
            let v = s.load_ref(from);
            let to = string(s, places, c);
            s.store_ref(v, to);
            Ok(())
        })?;
        self.free_blocks(list, values)
    }

    /// Pointer assignment: descriptors of all targets first.
    fn list_point(
        &mut self,
        list: &List,
        lhs: &'p Expr,
        rhs: &'p Expr,
        bounds: &'p [(Option<Expr>, Option<Expr>)],
    ) -> Lowered<()> {
        if lhs.ty == Ty::Procedure {
            let values = self.temp_view(&[list.count], Type::PTR, "targets in FORALL", rhs.span)?;
            self.each(list, &mut |s, c| {
                let v = s.scalar(rhs)?;
                let cell = s.b().elem(values, &[c]);
                s.b().store(v, cell);
                Ok(())
            })?;
            return self.each(list, &mut |s, c| {
                let cell = s.b().elem(values, &[c]);
                let v = s.b().load(cell);
                let to = s.scalar_place(lhs)?;
                s.b().store(v, to);
                Ok(())
            });
        }
        if matches!(lhs.ty, Ty::Class(_)) {
            return unsupported(lhs.span, "polymorphic pointers in FORALL");
        }
        let elem = self.ir_ty(&lhs.ty, lhs.span)?;
        let bt = self.m.types.boxed(lhs.rank, elem);
        let rt = self.m.types.reference(bt);
        let size = self.idx(ferrotran_abi::desc::size(lhs.rank) as i64);
        let bytes = self.mul(list.count, size);
        let all = self.temp_view(&[bytes], Type::I8, "targets in FORALL", rhs.span)?;
        let base = self.addr(all);
        let nth = |s: &mut Self, c: Value| {
            let o = s.mul(c, size);
            s.b().op(OpKind::PtrAdd).arg(base).arg(o).result(Type::PTR).value()
        };
        self.each(list, &mut |s, c| {
            let p = nth(s, c);
            let bx = s.cast_ref(p, rt);
            s.b().op(OpKind::BoxInit).arg(bx).choice(BoxAttribute::Pointer).build();
            s.associate_box(bx, rhs, bounds, false)
        })?;
        self.each(list, &mut |s, c| {
            let p = nth(s, c);
            let Some(bx) = s.box_of(lhs)? else { return unsupported(lhs.span, "this pointer in FORALL") };
            let to = s.cast_ref(bx, Type::PTR);
            s.rt(rt::frt_memcpy, &[to, p, size]);
            Ok(())
        })
    }

    fn put(&mut self, v: Value, to: Value, ty: &Ty, span: Span) -> Lowered<()> {
        if let Ty::Derived(t) = ty {
            return self.copy_derived(to, v, *t, span);
        }
        self.store_ref(v, to);
        Ok(())
    }

    fn list_assign_arrays(
        &mut self,
        list: &List,
        lhs: &'p Expr,
        rhs: &'p Expr,
        masks: Option<Value>,
        places: Value,
    ) -> Lowered<()> {
        if subscripts_use_base(lhs) {
            return unsupported(lhs.span, "a FORALL section whose subscripts are changed by the assignment");
        }
        if let Some(section) = super::subscripts::vector_section(lhs) {
            return self.list_scatter(list, lhs, section, rhs, masks, places);
        }
        self.each(list, &mut |s, c| {
            let Place::Array { view, .. } = s.place(lhs)? else { return unsupported(lhs.span, "this left side") };
            let ext = s.view_extents(view);
            let elem = s.block_elem(view);
            let new = s.block_view(places, c, &ext, elem, true, lhs.span)?;
            let mask = s.mask_block(masks, c, &ext, lhs.span)?;
            s.assign_view(new, rhs, mask)
        })?;
        self.each(list, &mut |s, c| {
            let Place::Array { view, .. } = s.place(lhs)? else { return unsupported(lhs.span, "this left side") };
            let ext = s.view_extents(view);
            let elem = s.block_elem(view);
            let new = s.block_view(places, c, &ext, elem, false, lhs.span)?;
            let mask = s.mask_block(masks, c, &ext, lhs.span)?;
            let value = s.array_load(new);
            s.b().op(OpKind::ArrayAssign).arg(view).arg(value).opt(mask).build();
            Ok(())
        })?;
        self.free_blocks(list, places)
    }

    /// Assignment to sections with vector subscripts.
    fn list_scatter(
        &mut self,
        list: &List,
        lhs: &'p Expr,
        section: &'p Expr,
        rhs: &'p Expr,
        masks: Option<Value>,
        places: Value,
    ) -> Lowered<()> {
        let t = self.ir_ty(&lhs.ty, lhs.span)?;
        if matches!(self.m.types.kind(t), TypeKind::Char(None, _)) {
            return unsupported(lhs.span, "strings of this length in FORALL");
        }
        self.each(list, &mut |s, c| {
            let ext = s.shape_of(lhs)?;
            let new = s.block_view(places, c, &ext, (t, None), true, lhs.span)?;
            let mask = s.mask_block(masks, c, &ext, lhs.span)?;
            s.assign_view(new, rhs, mask)
        })?;
        self.each(list, &mut |s, c| {
            let ext = s.shape_of(lhs)?;
            let new = s.block_view(places, c, &ext, (t, None), false, lhs.span)?;
            let mask = s.mask_block(masks, c, &ext, lhs.span)?;
            s.scatter_value(lhs, section, |s| Ok(s.load_view(new)), mask)
        })?;
        self.free_blocks(list, places)
    }

    /// An array in the heap block whose address stands at `c` in `places`; a new block where `fresh`.
    fn block_view(
        &mut self,
        places: Value,
        c: Value,
        ext: &[Value],
        (elem, len): BlockElem,
        fresh: bool,
        span: Span,
    ) -> Lowered<Value> {
        let cell = self.b().elem(places, &[c]);
        if fresh {
            let size = match self.m.types.kind(elem).clone() {
                TypeKind::Derived(n) => self.prog.types.iter().find(|t| t.ir_name == n).map(|t| t.size as i64),
                _ => self.m.types.size_of(elem).map(|n| n as i64),
            };
            let size = match (len, size) {
                (Some(n), _) => n,
                (None, Some(n)) => self.idx(n),
                (None, None) => return unsupported(span, "FORALL on objects of this type"),
            };
            let n = self.product(ext);
            let bytes = self.mul(n, size);
            let p = self.b().op(OpKind::Alloc).arg(bytes).result(Type::PTR).value();
            self.b().store(p, cell);
        }
        let p = self.b().load(cell);
        let shape = self.static_shape(ext);
        let vt = self.m.types.view(shape, elem, true);
        Ok(self.b().op(OpKind::ViewMake).arg(p).args(ext).args(&[]).opt(len).result(vt).value())
    }

    /// The mask in block `c`, if there are masks.
    fn mask_block(&mut self, masks: Option<Value>, c: Value, ext: &[Value], span: Span) -> Lowered<Option<Value>> {
        let Some(m) = masks else { return Ok(None) };
        let view = self.block_view(m, c, ext, (Type::L8, None), false, span)?;
        let value = self.array_load(view);
        self.array_to_elem(value, ext, Type::BOOL).map(Some)
    }

    fn list_where(
        &mut self,
        list: &List,
        arms: &'p [(Expr, Vec<Stmt>)],
        otherwise: &'p [Stmt],
        outer: Option<Value>,
    ) -> Lowered<()> {
        let mut pending = outer;
        let mut blocks = Vec::new();
        for (cond, body) in arms {
            let chosen = self.temp_view(&[list.count], Type::PTR, "masks in FORALL", cond.span)?;
            let rest = self.temp_view(&[list.count], Type::PTR, "masks in FORALL", cond.span)?;
            blocks.extend([chosen, rest]);
            let last = pending;
            self.each(list, &mut |s, c| {
                let p = s.prep(cond)?;
                let ext = p.extents().to_vec();
                let cond_value = s.prep_value(&p, Type::BOOL)?;
                let before = s.mask_block(last, c, &ext, cond.span)?;
                for (blocks, negate) in [(chosen, false), (rest, true)] {
                    let view = s.block_view(blocks, c, &ext, (Type::L8, None), true, cond.span)?;
                    let value = s.elemental(&ext, Type::BOOL, |s, idx| {
                        let mut x = s.at_value(cond_value, idx);
                        if negate {
                            x = s.b().unary(OpKind::Not, x, Type::BOOL);
                        }
                        Ok(match before {
                            None => x,
                            Some(m) => {
                                let a = s.at_value(m, idx);
                                s.b().binary(OpKind::And, a, x)
                            }
                        })
                    })?;
                    let value = s.array_to_elem(value, &ext, Type::L8)?;
                    s.b().op(OpKind::ArrayAssign).arg(view).arg(value).opt(None).build();
                }
                Ok(())
            })?;
            self.list_where_body(list, body, Some(chosen))?;
            pending = Some(rest);
        }
        if !otherwise.is_empty() {
            self.list_where_body(list, otherwise, pending)?;
        }
        for b in blocks {
            self.free_blocks(list, b)?;
        }
        Ok(())
    }

    fn list_where_body(&mut self, list: &List, body: &'p [Stmt], masks: Option<Value>) -> Lowered<()> {
        for st in body {
            self.at(st.span);
            match &st.kind {
                StmtKind::Assign { lhs, rhs, .. } => self.list_assign(list, lhs, rhs, masks)?,
                StmtKind::Where { arms, otherwise } => self.list_where(list, arms, otherwise, masks)?,
                StmtKind::Call(c) => match masks {
                    Some(m) => self.list_call_masked(list, c, m, st.span)?,
                    None => self.list_call(list, c, st.span)?,
                },
                _ => return unsupported(st.span, "this statement in WHERE"),
            }
        }
        Ok(())
    }
}

/// The variable that a reference begins with.
fn base_of(e: &Expr) -> Option<SymbolId> {
    match &e.kind {
        ExprKind::Var(s) => Some(*s),
        ExprKind::Elem { base, .. }
        | ExprKind::Section { base, .. }
        | ExprKind::Substring { base, .. }
        | ExprKind::Component { base, .. } => base_of(base),
        ExprKind::Const(_)
        | ExprKind::ComplexPart { .. }
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

/// The components on the way of a reference, outermost first.
fn component_path(e: &Expr) -> Vec<(TypeId, usize)> {
    match &e.kind {
        ExprKind::Elem { base, .. } | ExprKind::Section { base, .. } | ExprKind::Substring { base, .. } => {
            component_path(base)
        }
        ExprKind::Component { base, of, index } => {
            let mut v = component_path(base);
            v.push((*of, *index));
            v
        }
        ExprKind::Const(_)
        | ExprKind::Var(_)
        | ExprKind::ComplexPart { .. }
        | ExprKind::Unary(..)
        | ExprKind::Binary(..)
        | ExprKind::Convert(_)
        | ExprKind::Paren(_)
        | ExprKind::Call(_)
        | ExprKind::Intrinsic { .. }
        | ExprKind::ArrayCtor(_)
        | ExprKind::StructCtor { .. }
        | ExprKind::Null
        | ExprKind::ProcRef(_) => vec![],
    }
}

/// A subscript of the designator may refer to what an assignment to the designator changes.
fn subscripts_use_base(e: &Expr) -> bool {
    let Some(name) = base_of(e) else { return true };
    let own = component_path(e);
    let mut used = false;
    each_subscript(e, &mut |x| used |= refers_to(x, name, &own));
    used
}

/// Whether an expression refers to a variable, but for components beside those of the path.
fn refers_to(x: &Expr, name: SymbolId, own: &[(TypeId, usize)]) -> bool {
    let mut used = false;
    match &x.kind {
        ExprKind::Var(s) => return *s == name,
        ExprKind::Component { .. } if base_of(x) == Some(name) => {
            if !component_path(x).iter().zip(own).any(|(a, b)| a.0 == b.0 && a.1 != b.1) {
                return true;
            }
            each_subscript(x, &mut |s| used |= refers_to(s, name, own));
        }
        _ => x.children(&mut |c| used |= refers_to(c, name, own)),
    }
    used
}

/// Calls `f` for the subscripts and substring bounds of a reference.
fn each_subscript(e: &Expr, f: &mut dyn FnMut(&Expr)) {
    match &e.kind {
        ExprKind::Elem { base, subs } => {
            each_subscript(base, f);
            subs.iter().for_each(f);
        }
        ExprKind::Section { base, subs } => {
            each_subscript(base, f);
            for s in subs {
                match s {
                    Subscript::Index(x) | Subscript::Vector(x) => f(x),
                    Subscript::Range { lower, upper, step } => {
                        [lower, upper, step].into_iter().flatten().for_each(&mut *f)
                    }
                }
            }
        }
        ExprKind::Substring { base, lower, upper } => {
            each_subscript(base, f);
            [lower, upper].into_iter().flatten().for_each(|x| f(x));
        }
        ExprKind::Component { base, .. } => each_subscript(base, f),
        ExprKind::Const(_)
        | ExprKind::Var(_)
        | ExprKind::ComplexPart { .. }
        | ExprKind::Unary(..)
        | ExprKind::Binary(..)
        | ExprKind::Convert(_)
        | ExprKind::Paren(_)
        | ExprKind::Call(_)
        | ExprKind::Intrinsic { .. }
        | ExprKind::ArrayCtor(_)
        | ExprKind::StructCtor { .. }
        | ExprKind::Null
        | ExprKind::ProcRef(_) => {}
    }
}
