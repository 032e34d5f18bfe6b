//! What lowering builds its ops with: places where they go, arithmetic that folds constants, structured ops, calls of the
//! runtime, storage and addresses.

use super::*;

impl FunctionBuilder {
    /// Builder at the end of the current region.
    pub fn b(&mut self) -> Builder<'_> {
        Builder { point: Point { region: self.f.region, at: None }, loc: self.f.loc, m: &mut self.m }
    }

    /// A fresh label.
    pub fn label(&mut self, stem: &str) -> String {
        self.f.labels += 1;
        format!("{stem}{}", self.f.labels)
    }

    /// A fresh link name for internal data.
    pub fn fresh_sym(&mut self, stem: &str) -> String {
        self.statics.fresh(stem)
    }

    /// Index constant.
    pub fn idx(&mut self, v: i64) -> Value {
        // One constant a region is enough: ops are only ever appended, so it stands before its uses.
        let key = (self.f.region, v);
        if let Some(&c) = self.f.consts.get(&key) {
            return c;
        }
        let c = self.b().index(v);
        self.f.consts.insert(key, c);
        c
    }

    /// Removes constants that nothing came to use.
    pub fn drop_unused_constants(&mut self, region: Region) {
        let ops = self.m.walk(region);
        let used: rustc_hash::FxHashSet<Value> = ops.iter().flat_map(|&o| self.m.operands(o).iter().copied()).collect();
        let unused: rustc_hash::FxHashSet<_> = ops
            .iter()
            .copied()
            .filter(|&o| self.m.kind(o) == OpKind::Const && !used.contains(&self.m.result(o)))
            .collect();
        let mut regions: Vec<Region> = ops.iter().flat_map(|&o| self.m.ops[o].regions.iter().copied()).collect();
        regions.push(region);
        for r in regions {
            self.m.regions[r].ops.retain(|o| !unused.contains(o));
        }
        for o in unused {
            self.m.ops[o].parent = None;
        }
    }

    /// Constant of any integer type.
    fn int_of(&mut self, v: i64, ty: Type) -> Value {
        if ty == Type::INDEX { self.idx(v) } else { self.b().int(v, ty) }
    }

    /// The constant that a value is.
    pub fn known(&self, v: Value) -> Option<i64> {
        self.m.const_int(v)
    }

    /// `a + b`
    pub fn add(&mut self, a: Value, b: Value) -> Value {
        match (self.known(a), self.known(b)) {
            (Some(x), Some(y)) => {
                let ty = self.m.ty(a);
                self.int_of(x.wrapping_add(y), ty)
            }
            (Some(0), _) => b,
            (_, Some(0)) => a,
            _ => self.b().binary(OpKind::Add, a, b),
        }
    }

    /// `a - b`
    pub fn sub(&mut self, a: Value, b: Value) -> Value {
        if a == b {
            let ty = self.m.ty(a);
            return self.b().int(0, ty);
        }
        match (self.known(a), self.known(b)) {
            (Some(x), Some(y)) => {
                let ty = self.m.ty(a);
                self.int_of(x.wrapping_sub(y), ty)
            }
            (_, Some(0)) => a,
            _ => self.b().binary(OpKind::Sub, a, b),
        }
    }

    /// `a * b`
    pub fn mul(&mut self, a: Value, b: Value) -> Value {
        match (self.known(a), self.known(b)) {
            (Some(x), Some(y)) => {
                let ty = self.m.ty(a);
                self.int_of(x.wrapping_mul(y), ty)
            }
            (Some(1), _) => b,
            (_, Some(1)) => a,
            _ => self.b().binary(OpKind::Mul, a, b),
        }
    }

    /// `max(a, 0)`
    pub fn max0(&mut self, a: Value) -> Value {
        let ty = self.m.ty(a);
        if let Some(x) = self.known(a) {
            return self.int_of(x.max(0), ty);
        }
        let z = self.b().int(0, ty);
        self.b().binary(OpKind::Max, a, z)
    }

    /// Conversion, folded for integer constants.
    pub fn cast(&mut self, v: Value, ty: Type) -> Value {
        if self.m.ty(v) == ty {
            return v;
        }
        let int_like = |t: Type| matches!(t, Type::I8 | Type::I16 | Type::I32 | Type::I64 | Type::INDEX);
        if let Some(x) = self.known(v)
            && int_like(ty)
            && int_like(self.m.ty(v))
        {
            let x = match ty {
                Type::I8 => i64::from(x as i8),
                Type::I16 => i64::from(x as i16),
                Type::I32 => i64::from(x as i32),
                _ => x,
            };
            return self.int_of(x, ty);
        }
        self.b().cast(v, ty)
    }

    /// Conversion to index.
    pub fn to_index(&mut self, v: Value) -> Value {
        self.cast(v, Type::INDEX)
    }

    /// Extent of a view's dimension.
    pub fn view_extent(&mut self, view: Value, dim: usize) -> Value {
        match self.m.types.shape(self.m.ty(view)).get(dim).copied().flatten() {
            Some(n) => self.idx(n),
            None => self.b().extent(view, dim),
        }
    }

    /// All extents of a view.
    pub fn view_extents(&mut self, view: Value) -> Vec<Value> {
        let n = self.m.types.rank(self.m.ty(view));
        (0..n).map(|d| self.view_extent(view, d)).collect()
    }

    /// Static shape of extents.
    pub fn static_shape(&self, extents: &[Value]) -> Vec<Option<i64>> {
        extents.iter().map(|&e| self.known(e)).collect()
    }

    /// Product of extents.
    pub fn product(&mut self, extents: &[Value]) -> Value {
        let mut p = self.idx(1);
        for &e in extents {
            p = self.mul(p, e);
        }
        p
    }

    /// Call of a runtime function without result.
    pub fn rt(&mut self, f: RuntimeFn, args: &[Value]) {
        self.b().runtime(f, args, None);
    }

    /// Call of a runtime function with a result.
    pub fn rt_value(&mut self, f: RuntimeFn, args: &[Value], ty: Type) -> Value {
        let op = self.b().runtime(f, args, Some(ty));
        self.m.result(op)
    }

    /// Scalar storage of this activation.
    pub fn alloca(&mut self, ty: Type, name: Option<&str>) -> Value {
        let rt = self.m.types.reference(ty);
        self.b().op(OpKind::Alloca).attr_opt("name", name.map(Attr::str)).result(rt).value()
    }

    /// Storage of this activation as raw bytes, zeroed on request.
    pub fn alloca_bytes(&mut self, size: i64, align: i64, zero: bool) -> Value {
        self.b()
            .op(OpKind::Alloca)
            .attr("size", Attr::Int(size))
            .attr("align", Attr::Int(align))
            .flag("zero", zero)
            .result(Type::PTR)
            .value()
    }

    /// `mem.cast`
    pub fn cast_ref(&mut self, v: Value, ty: Type) -> Value {
        if self.m.ty(v) == ty { v } else { self.b().unary(OpKind::CastRef, v, ty) }
    }

    /// The address of a ref, view or string as `ptr`.
    pub fn addr(&mut self, v: Value) -> Value {
        use ferrotran_ir::TypeKind;
        match self.m.tk(v).clone() {
            TypeKind::Ptr => v,
            TypeKind::View { .. } => self.b().unary(OpKind::ViewAddr, v, Type::PTR),
            TypeKind::Char(..) => self.b().unary(OpKind::ChrAddr, v, Type::PTR),
            TypeKind::Ref(e) if matches!(self.m.types.kind(e), TypeKind::Char(..)) => {
                self.b().unary(OpKind::ChrAddr, v, Type::PTR)
            }
            _ => self.cast_ref(v, Type::PTR),
        }
    }

    /// `ptr` to field at a byte offset, as a ref to `ty`.
    pub fn field_at(&mut self, base: Value, offset: i64, ty: Type) -> Value {
        let p = if offset == 0 {
            base
        } else {
            let o = self.idx(offset);
            self.b().op(OpKind::PtrAdd).arg(base).arg(o).result(Type::PTR).value()
        };
        let rt = self.m.types.reference(ty);
        self.cast_ref(p, rt)
    }

    /// Address of a NUL-terminated constant string.
    pub fn cstr(&mut self, text: &[u8]) -> Value {
        let mut bytes = text.to_vec();
        bytes.push(0);
        self.bytes_const(&bytes)
    }

    /// Address of constant bytes.
    pub fn bytes_const(&mut self, bytes: &[u8]) -> Value {
        let name = match self.statics.string(bytes) {
            Some(n) => n.clone(),
            None => {
                let n = self.fresh_sym("str");
                self.global(&n, Type::I8, bytes.len() as u64, Some(bytes.to_vec().into()), true, true);
                self.statics.note_string(bytes, n.clone());
                n
            }
        };
        self.b().op(OpKind::AddrOf).attr("sym", Attr::Sym(name)).result(Type::PTR).value()
    }

    /// File name (address) and line of the current location, as runtime functions take them.
    pub fn here(&mut self) -> (Value, Value) {
        let loc = self.f.loc;
        let name = self.m.files.get(loc.file as usize).cloned().unwrap_or_default();
        let file = self.cstr(name.as_bytes());
        let line = self.b().int(i64::from(loc.line), Type::I32);
        (file, line)
    }

    /// Ends the current list of statements with a jump, kept last in a region of its own.
    pub fn jump(&mut self, kind: OpKind, label: Option<&str>) {
        let r = self.m.new_region(&[]);
        self.within(r, |s| {
            s.b().op(kind).attr_opt("label", label.map(Attr::str)).build();
        });
        self.b().op(OpKind::Block).region(r).build();
    }
}

impl Declarations<'_> {
    /// Sets the location of the ops that follow.
    pub fn at(&mut self, span: Span) {
        if span == Span::default() {
            return;
        }
        ferrotran_source::message::working_on(span);
        let (file, line, col) = self.position(span);
        self.f.loc = Loc { file, line, col, call: 0 };
    }

    /// File index (in the module), line and column.
    pub fn position(&mut self, span: Span) -> (u16, u32, u16) {
        let Some(place) = self.map.loc(span.lo) else { return (0, 0, 0) };
        AT.with(|a| *a.borrow_mut() = Some((self.map.file(place.file).name.clone(), place.line)));
        let next = self.files.len() as u16;
        let index = *self.files.entry(place.file.0).or_insert(next);
        if index as usize == self.m.files.len() {
            let name = self.map.file(place.file).name.to_string();
            self.m.files.push(name);
        }
        (index, place.line, place.col.min(u32::from(u16::MAX)) as u16)
    }
}

impl Lower<'_> {
    /// A jump to a statement label where a condition holds.
    pub fn goto_if(&mut self, cond: Value, label: ferrotran_syntax::ast::LabelNo) -> Lowered<()> {
        let jump = |s: &mut Self| {
            s.goto(label);
            Ok(())
        };
        self.if_else(cond, jump, |_| Ok(()))
    }
}
