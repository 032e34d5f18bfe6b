//! Reductions that tasks take part in. What IN_REDUCTION names may be the accumulator of the task around it, which can be
//! over before the new one: a task combines with the variable of the TASKGROUP or of the construct that reduces it. Within
//! one procedure that is known (`Regions::reduced`), else `omp.accumulated` gives it.

use super::clauses::{DataClause, data_clauses};
use super::place::Place;
use super::*;

impl<'p> Lower<'p> {
    /// Where a task is made: what it combines with, for the items of its IN_REDUCTION clauses in order.
    pub(super) fn joined(&mut self, o: &'p Omp) -> Lowered<Vec<Value>> {
        let mut out = Vec::new();
        for c in data_clauses(o) {
            let DataClause::Reduction { joins: true, items, .. } = c else { continue };
            for e in items {
                let known = if let ExprKind::Var(s) = e.kind { self.omp.reduced(s) } else { None };
                out.push(match known {
                    Some(v) => v,
                    None => self.joined_memory(e)?,
                });
            }
        }
        Ok(out)
    }

    fn joined_memory(&mut self, e: &'p Expr) -> Lowered<Value> {
        let memory = self.reduced_memory(e)?;
        if self.f.elsewhere.in_target() {
            return Ok(memory);
        }
        let at = self.address_of_memory(memory);
        let name = e.variable().map_or(String::new(), |s| self.sym(s).name.to_string());
        let name = Attr::str(&name);
        let at = self.b().op(OpKind::OmpAccumulated).arg(at).attr("name", name).result(Type::PTR).value();
        Ok(self.memory_at(memory, at))
    }

    /// The data of an item of a reduction clause.
    fn reduced_memory(&mut self, e: &'p Expr) -> Lowered<Value> {
        Ok(match self.place(e)? {
            Place::Scalar(r) => r,
            Place::Array { view, .. } => view,
        })
    }

    /// Says that tasks which are made from here on, in whatever procedure, and take part in the reduction of what is at
    /// `private` combine with what is at `shared`.
    pub(super) fn begin_accumulator(&mut self, ty: &Ty, private: Value, shared: Value, span: Span) -> Lowered<()> {
        if self.f.elsewhere.in_target() {
            return Ok(());
        }
        let bytes = self.bytes_of_memory(ty, private, span)?;
        let from = self.address_of_memory(private);
        let mut to = self.address_of_memory(shared);
        if private != shared && matches!(self.m.tk(shared), TypeKind::View { contig: false, .. }) {
            let dense = self.b().unary(OpKind::ViewIsContig, shared, Type::BOOL);
            let null = self.b().op(OpKind::NullPtr).result(Type::PTR).value();
            to = self.b().op(OpKind::Select).arg(dense).arg(to).arg(null).result(Type::PTR).value();
        }
        self.b().op(OpKind::OmpAccumulator).arg(from).arg(bytes).arg(to).build();
        Ok(())
    }
}

impl FunctionBuilder {
    /// The end of [`Lower::begin_accumulator`].
    pub(super) fn end_accumulator(&mut self, private: Value) {
        if !self.f.elsewhere.in_target() {
            let from = self.address_of_memory(private);
            self.b().op(OpKind::OmpAccumulatorEnd).arg(from).build();
        }
    }
}

impl Lower<'_> {
    /// In front of a TASKGROUP that reduces these: what tasks combine with, whatever it is an accumulator of, and the bytes
    /// of that.
    pub(super) fn reduced_by_tasks(&mut self, reduces: &[SymbolId]) -> Lowered<(Vec<Value>, Vec<Value>)> {
        let (mut own, mut sizes) = (Vec::new(), Vec::new());
        if self.f.elsewhere.in_target() {
            return Ok((own, sizes));
        }
        for &s in reduces {
            let memory = self.symbol_memory(s)?;
            let sym = self.sym(s);
            let of_box = matches!(self.binding(s, sym.span)?, Binding::Box(_));
            let memory = if of_box { self.box_view(memory) } else { memory };
            sizes.push(self.bytes_of_memory(&sym.ty, memory, sym.span)?);
            own.push(memory);
        }
        Ok((own, sizes))
    }
}

impl FunctionBuilder {
    fn address_of_memory(&mut self, v: Value) -> Value {
        match self.m.tk(v) {
            TypeKind::View { .. } => self.b().op(OpKind::ViewAddr).arg(v).result(Type::PTR).value(),
            _ if matches!(self.m.types.kind(self.m.types.elem(self.m.ty(v))), TypeKind::Char(..)) => {
                self.b().op(OpKind::ChrAddr).arg(v).result(Type::PTR).value()
            }
            _ => self.cast_ref(v, Type::PTR),
        }
    }
}

impl Lower<'_> {
    /// Bytes of the elements.
    fn bytes_of_memory(&mut self, ty: &Ty, v: Value, span: Span) -> Lowered<Value> {
        let view = matches!(self.m.tk(v), TypeKind::View { .. });
        let one = match (view, self.size_of(ty)) {
            (_, Some(n)) => self.idx(n as i64),
            (true, None) => self.b().unary(OpKind::ViewElemLen, v, Type::INDEX),
            (false, None) if matches!(ty, Ty::Character(..)) => {
                self.b().op(OpKind::ChrLen).arg(v).result(Type::INDEX).value()
            }
            (false, None) => return unsupported(span, "a reduction of this variable by tasks"),
        };
        if !view {
            return Ok(one);
        }
        let ext = self.view_extents(v);
        let n = self.product(&ext);
        Ok(self.mul(n, one))
    }
}

impl FunctionBuilder {
    fn view_stride(&mut self, v: Value, d: usize) -> Value {
        self.b().op(OpKind::ViewStride).arg(v).attr("dim", Attr::Int(d as i64)).result(Type::INDEX).value()
    }

    /// What has the shape of `v` at another address.
    fn memory_at(&mut self, v: Value, at: Value) -> Value {
        let ty = self.m.ty(v);
        let TypeKind::View { shape, elem, contig } = self.m.tk(v).clone() else {
            if matches!(self.m.types.kind(self.m.types.elem(ty)), TypeKind::Char(None, _)) {
                let n = self.b().op(OpKind::ChrLen).arg(v).result(Type::INDEX).value();
                return self.b().op(OpKind::ChrRef).arg(at).arg(n).result(ty).value();
            }
            return self.cast_ref(at, ty);
        };
        let ext = self.view_extents(v);
        let strides: Vec<Value> =
            if contig { Vec::new() } else { (0..shape.len()).map(|d| self.view_stride(v, d)).collect() };
        let len = matches!(self.m.types.kind(elem), TypeKind::Char(None, _))
            .then(|| self.b().unary(OpKind::ViewElemLen, v, Type::INDEX));
        self.b().op(OpKind::ViewMake).arg(at).args(&ext).args(&strides).opt(len).result(ty).value()
    }
}
