//! Private copies and reductions.

use super::*;

impl<'p> Lower<'p> {
    /// Private copies of the variables in PRIVATE and FIRSTPRIVATE clauses, from here to the end of the directive.
    pub(super) fn privatize(&mut self, o: &'p Omp) -> R<()> {
        let mut list = Vec::new();
        for c in &o.clauses {
            match c {
                Clause::Private(l) => list.extend(l.iter().map(|&s| (s, false))),
                Clause::Firstprivate(l) => list.extend(l.iter().map(|&s| (s, true))),
                Clause::DefaultPrivate | Clause::DefaultFirstprivate => {
                    let first = matches!(c, Clause::DefaultFirstprivate);
                    list.extend(self.unlisted(o, false).into_iter().map(|s| (s, first)));
                }
                _ => {}
            }
        }
        for (s, first) in list {
            self.private_copy(s, first)?;
        }
        Ok(())
    }

    pub(super) fn private_copy(&mut self, s: SymbolId, first: bool) -> R<Binding> {
        let sym = self.sym(s);
        let outer = self.binding(s, sym.span)?;
        let cleanups = std::mem::take(&mut self.f.exit_cleanups);
        let fresh = match &outer {
            // Dummies and others keep their shape, not their declaration.
            Binding::Array { view, lbs } => {
                let (view, lbs) = (*view, lbs.clone());
                let t = self.m.ty(view);
                let elem = self.m.types.elem(t);
                let ext = self.view_extents(view);
                let static_size = match (
                    self.m.types.shape(t).iter().copied().collect::<Option<Vec<i64>>>(),
                    self.size_of(&sym.ty),
                ) {
                    (Some(s), Some(n)) => Some(s.iter().product::<i64>() * n as i64),
                    _ => None,
                };
                let v = match static_size {
                    Some(n) if n <= 16 * 1024 => {
                        let shape = self.m.types.shape(t).to_vec();
                        let vt = self.m.types.view(shape, elem, true);
                        self.b()
                            .op(OpKind::Alloca)
                            .attr("name", Attr::str(&sym.name))
                            .attr("size", Attr::Int(n))
                            .attr("align", Attr::Int(64))
                            .result(vt)
                            .value()
                    }
                    _ => self.temp_view(&ext, elem, "private copy", sym.span)?,
                };
                Binding::Array { view: v, lbs }
            }
            Binding::Scalar(r) => {
                let t = self.m.types.elem(self.m.ty(*r));
                match &sym.ty {
                    Ty::Derived(id) => Binding::Scalar(self.new_object(*id, sym.span)?),
                    _ if matches!(self.m.types.kind(t), TypeKind::Char(None)) => self.local_storage(sym)?,
                    _ => Binding::Scalar(self.alloca(t, Some(&sym.name))),
                }
            }
            _ => self.local_storage(sym)?,
        };
        let mine = std::mem::replace(&mut self.f.exit_cleanups, cleanups);
        self.f.temps.extend(mine);
        if first {
            self.copy_binding(&fresh, &outer)?;
        }
        self.f.bind.insert(s, fresh.clone());
        Ok(fresh)
    }

    /// Private accumulators of reduction variables, set to the operator's identity.
    pub(super) fn begin_reductions(&mut self, o: &'p Omp) -> R<Vec<(Value, Value, &'static str)>> {
        let mut out = Vec::new();
        for c in &o.clauses {
            let Clause::Reduction { op, items } = c else { continue };
            for e in items {
                let ExprKind::Var(s) = &e.kind else {
                    return unsupported(e.span, "a reduction of a part of a variable");
                };
                let shared = self.symbol_memory(*s)?;
                let shared =
                    if matches!(self.binding(*s, e.span)?, Binding::Box(_)) { self.box_view(shared) } else { shared };
                if let Binding::Box(_) = self.binding(*s, e.span)? {
                    let lbs = match self.place(e)? {
                        Place::Array { lbs: Some(l), .. } => l,
                        _ => Vec::new(),
                    };
                    let b = if matches!(self.m.tk(shared), TypeKind::Ref(_)) {
                        Binding::Scalar(shared)
                    } else {
                        Binding::Array { view: shared, lbs }
                    };
                    self.f.bind.insert(*s, b);
                }
                let fresh = self.private_copy(*s, false)?;
                let private = match fresh {
                    Binding::Scalar(r) => {
                        let v = self.identity(*op, &e.ty, e.span)?;
                        self.store_ref(v, r);
                        r
                    }
                    Binding::Array { view, .. } => {
                        let v = self.identity(*op, &e.ty, e.span)?;
                        let elem = self.m.types.elem(self.m.ty(view));
                        let v = self.cast(v, elem);
                        self.b().op(OpKind::ArrayAssign).arg(view).arg(v).opt(None).build();
                        view
                    }
                    _ => return unsupported(e.span, "a reduction of this variable"),
                };
                out.push((private, shared, reduce_name(*op)));
            }
        }
        Ok(out)
    }

    pub(super) fn end_reductions(&mut self, list: Vec<(Value, Value, &'static str)>) {
        for (private, shared, kind) in list {
            self.b().op(OpKind::OmpReduction).arg(private).arg(shared).attr("kind", Attr::str(kind)).build();
        }
    }

    /// Identity element of a reduction operator.
    pub(super) fn identity(&mut self, op: ReduceOp, ty: &Ty, span: Span) -> R<Value> {
        let t = self.val_ty(ty, span)?;
        let int = |bits: u8, max: bool| -> i64 {
            let m = if bits == 64 { i64::MAX } else { (1i64 << (bits - 1)) - 1 };
            if max { m } else { -m - 1 }
        };
        Ok(match (op, ty) {
            (ReduceOp::Add | ReduceOp::Ior | ReduceOp::Ieor, Ty::Integer(_)) => self.b().int(0, t),
            (ReduceOp::Mul, Ty::Integer(_)) => self.b().int(1, t),
            (ReduceOp::Iand, Ty::Integer(_)) => self.b().int(-1, t),
            (ReduceOp::Max, Ty::Integer(k)) => self.b().int(int(k * 8, false), t),
            (ReduceOp::Min, Ty::Integer(k)) => self.b().int(int(k * 8, true), t),
            (ReduceOp::Add, Ty::Real(_)) => self.b().float(0.0, t),
            (ReduceOp::Mul, Ty::Real(_)) => self.b().float(1.0, t),
            (ReduceOp::Max, Ty::Real(k)) => self.b().float(if *k == 4 { f64::from(f32::MIN) } else { f64::MIN }, t),
            (ReduceOp::Min, Ty::Real(k)) => self.b().float(if *k == 4 { f64::from(f32::MAX) } else { f64::MAX }, t),
            (ReduceOp::Add | ReduceOp::Mul, Ty::Complex(_)) => {
                let re = if op == ReduceOp::Mul { 1.0 } else { 0.0 };
                let v = Attr::List(vec![Attr::Float(re), Attr::Float(0.0)]);
                self.b().op(OpKind::Const).attr("value", v).result(t).value()
            }
            (ReduceOp::And | ReduceOp::Eqv, Ty::Logical(_)) => self.b().int(1, t),
            (ReduceOp::Or | ReduceOp::Neqv, Ty::Logical(_)) => self.b().int(0, t),
            _ => return unsupported(span, "this reduction"),
        })
    }

    /// Combines accumulators of a sequential construct into the variables at once.
    pub(super) fn join_reductions(&mut self, reds: Vec<(Value, Value, &'static str)>) -> R<()> {
        for (private, shared, kind) in reds {
            if !matches!(self.m.tk(shared), TypeKind::Ref(_)) {
                return unsupported(Span::default(), "an array reduction on SIMD");
            }
            let (a, b) = (self.load_ref(shared), self.load_ref(private));
            let k = match kind {
                "sum" => OpKind::Add,
                "product" => OpKind::Mul,
                "max" => OpKind::Max,
                "min" => OpKind::Min,
                "and" | "iand" => OpKind::And,
                "or" | "ior" => OpKind::Or,
                _ => OpKind::Xor,
            };
            let mut v = self.b().binary(k, a, b);
            if kind == "eqv" {
                v = self.b().unary(OpKind::Not, v, Type::BOOL);
            }
            self.store_ref(v, shared);
        }
        Ok(())
    }
}

fn reduce_name(op: ReduceOp) -> &'static str {
    match op {
        ReduceOp::Add => "sum",
        ReduceOp::Mul => "product",
        ReduceOp::Max => "max",
        ReduceOp::Min => "min",
        ReduceOp::And => "and",
        ReduceOp::Or => "or",
        ReduceOp::Eqv => "eqv",
        ReduceOp::Neqv => "neqv",
        ReduceOp::Iand => "iand",
        ReduceOp::Ior => "ior",
        ReduceOp::Ieor => "ieor",
    }
}
