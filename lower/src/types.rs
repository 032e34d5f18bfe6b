//! Fortran types to IR types, and layouts of derived types.

use super::*;
use ferrotran_ir::TypeKind;

impl FunctionBuilder {
    /// Character of so many bytes (`None`: known at run time) and that kind.
    pub fn chr_type(&mut self, bytes: Option<i64>, kind: u8) -> Type {
        self.m.types.intern(TypeKind::Char(bytes, kind))
    }
}

impl Declarations<'_> {
    /// The type of an object of this Fortran type in memory.
    pub fn ir_ty(&mut self, ty: &Ty, span: Span) -> Lowered<Type> {
        Ok(match ty {
            Ty::Integer(k) | Ty::Unsigned(k @ (1 | 2 | 4 | 8)) => self.m.types.intern(TypeKind::Int(k * 8)),
            Ty::Real(k) => self.m.types.intern(TypeKind::Float(k * 8)),
            Ty::Complex(k) => self.m.types.intern(TypeKind::Complex(k * 8)),
            Ty::Logical(k) => self.m.types.intern(TypeKind::Logical(k * 8)),
            Ty::Character(CharLen::Const(n), k) => self.chr_type(Some((*n).max(0) * i64::from(*k)), *k),
            Ty::Character(CharLen::Expr(e), k) => {
                let n = self.const_i64(e);
                self.chr_type(n.map(|n| n.max(0) * i64::from(*k)), *k)
            }
            Ty::Character(_, k) => Type::chr(*k),
            Ty::Derived(id) | Ty::Class(Some(id)) => {
                let n = self.prog.types[id.0 as usize].ir_name.clone();
                self.m.types.intern(TypeKind::Derived(n))
            }
            Ty::Procedure | Ty::Assumed => Type::PTR,
            Ty::Unsigned(k) => return unsupported(span, format!("unsigned({k})")),
            Ty::Class(None) => self.any_class(),
            Ty::Typeless => return unsupported(span, "a typeless value here"),
        })
    }

    /// The type of a scalar VALUE of this Fortran type: as in memory, but `i1` for logicals.
    pub fn val_ty(&mut self, ty: &Ty, span: Span) -> Lowered<Type> {
        if matches!(ty, Ty::Logical(_)) { Ok(Type::BOOL) } else { self.ir_ty(ty, span) }
    }

    /// Bytes of one object in memory, where static.
    pub fn size_of(&mut self, ty: &Ty) -> Option<u64> {
        Some(match ty {
            Ty::Integer(k) | Ty::Unsigned(k) | Ty::Logical(k) => u64::from(*k),
            Ty::Real(k) => u64::from(real_bytes(*k)),
            Ty::Complex(k) => 2 * u64::from(real_bytes(*k)),
            Ty::Character(CharLen::Const(n), k) => (*n).max(0) as u64 * u64::from(*k),
            Ty::Character(CharLen::Expr(e), k) => self.const_i64(e)?.max(0) as u64 * u64::from(*k),
            Ty::Derived(id) | Ty::Class(Some(id)) => self.dtype(*id).size,
            Ty::Procedure => 8,
            Ty::Character(CharLen::Assumed | CharLen::Deferred | CharLen::Runtime, _)
            | Ty::Class(None)
            | Ty::Assumed
            | Ty::Typeless => return None,
        })
    }

    /// Emits `fort.type` for every derived type.
    pub fn define_types(&mut self) {
        let top = self.m.top;
        self.f.region = top;
        let any = |t: &Ty| *t == Ty::Class(None);
        if self.prog.symbols.iter().any(|s| any(&s.ty))
            || self.prog.types.iter().any(|t| t.components.iter().any(|c| any(&c.ty)))
        {
            self.b()
                .op(OpKind::TypeDef)
                .attr("sym", Attr::Sym("any.class".into()))
                .attr("size", Attr::Int(1))
                .attr("align", Attr::Int(1))
                .attr("fields", Attr::List(vec![]))
                .build();
        }
        for t in &self.prog.types {
            let mut fields = Vec::new();
            // The first component of an extended type is its parent.
            for c in &t.components {
                let Ok(ty) = self.component_ty(c, t.span) else { continue };
                let extents = match &c.dims {
                    Dims::Explicit(b) if !c.allocatable && !c.pointer => self.const_extents(b).unwrap_or_default(),
                    _ => vec![],
                };
                fields.push(Attr::List(vec![
                    Attr::str(&c.name),
                    Attr::Int(c.offset as i64),
                    Attr::Type(ty),
                    Attr::ints(&extents),
                ]));
            }
            let offsets = |is: fn(&Component) -> bool| -> Option<Attr> {
                let list: Vec<i64> = t.components.iter().filter(|c| is(c)).map(|c| c.offset as i64).collect();
                (!list.is_empty()).then(|| Attr::ints(&list))
            };
            let pointers = offsets(|c| c.pointer);
            let classes = offsets(|c| matches!(c.ty, Ty::Class(_)));
            self.b()
                .op(OpKind::TypeDef)
                .attr("sym", Attr::Sym(t.ir_name.clone()))
                .attr("size", Attr::Int(t.size as i64))
                .attr("align", Attr::Int(t.align.max(1) as i64))
                .attr("fields", Attr::List(fields))
                .attr_opt("pointers", pointers)
                .attr_opt("classes", classes)
                .flag("extends", t.extends.is_some())
                .attr_opt("code", c_address(t).map(|c| Attr::Int(i64::from(c))))
                .build();
        }
    }

    /// Type of one component in memory (its element for explicit-shape arrays).
    pub fn component_ty(&mut self, c: &Component, span: Span) -> Lowered<Type> {
        let e = self.ir_ty(&c.ty, span)?;
        Ok(if (c.allocatable || c.pointer) && c.ty != Ty::Procedure { self.m.types.boxed(c.dims.rank(), e) } else { e })
    }

    /// Extents of constant bounds.
    pub fn const_extents(&self, bounds: &[(Expr, Expr)]) -> Option<Vec<i64>> {
        bounds.iter().map(|(l, u)| Some((self.const_i64(u)? - self.const_i64(l)? + 1).max(0))).collect()
    }

    /// The integer that a constant expression is.
    pub fn const_i64(&self, e: &Expr) -> Option<i64> {
        match &e.kind {
            ExprKind::Const(Const::Int(n)) => i64::try_from(*n).ok(),
            ExprKind::Convert(x) | ExprKind::Paren(x) if matches!(e.ty, Ty::Integer(_)) => self.const_i64(x),
            ExprKind::Var(s) => match (&self.sym(*s).storage, &self.sym(*s).value) {
                (Storage::Constant, Some(Const::Int(n))) => i64::try_from(*n).ok(),
                _ => None,
            },
            ExprKind::Unary(Op1::Neg, a) => self.const_i64(a)?.checked_neg(),
            ExprKind::Binary(op, a, b) => {
                let (a, b) = (self.const_i64(a)?, self.const_i64(b)?);
                match op {
                    Op2::Add => a.checked_add(b),
                    Op2::Sub => a.checked_sub(b),
                    Op2::Mul => a.checked_mul(b),
                    Op2::Div if b != 0 => a.checked_div(b),
                    _ => None,
                }
            }
            _ => None,
        }
    }
}

/// The type code in descriptors of C_PTR and C_FUNPTR (F2018 18.5.4, table 18.4, and gfortran's).
pub(super) fn c_address(t: &DerivedType) -> Option<i16> {
    use ferrotran_abi::desc::class;
    match t.ir_name.as_str() {
        "iso_c_binding.c_ptr" => Some(class::CPTR),
        "iso_c_binding.c_funptr" => Some(class::CFUNPTR),
        _ => None,
    }
}
