//! Intrinsic functions as actual arguments and targets of procedure pointers (16.8): a procedure around each.

use super::*;
use ferrotran_syntax::ast::{self, Ident};

impl<'a> Resolver<'a> {
    /// An intrinsic function as an actual argument: a wrapper function around it.
    pub fn intrinsic_as_argument(&mut self, name: &Ident) -> Res<Expr> {
        let spec = self.specific(&name.name);
        let id = match spec {
            Some(s) => Some(s.generic),
            None => ferrotran_typed::intrinsics::lookup(&name.name),
        };
        let passable = |i: &Intrinsic| i.row().class == Class::Elemental || *i == Intrinsic::Len;
        let Some(id) = id.filter(|i| passable(i) && spec.is_none_or(|s| s.actual)) else {
            return Err(self.err(
                ErrorCode::Argument,
                name.span,
                format!("intrinsic `{}` cannot be an actual argument", name.name),
            ));
        };
        let key = name.name.to_string();
        let p = match self.procs.wrappers.get(&key) {
            Some(p) => *p,
            None => {
                let arg_ty = match spec.map(|s| s.arg) {
                    Some(SpecificTy::Integer(k)) => Ty::Integer(k),
                    Some(SpecificTy::Real(8)) => Ty::Real(self.opts.default_double),
                    Some(SpecificTy::Real(k)) => Ty::Real(k),
                    Some(SpecificTy::Complex(8)) => Ty::Complex(self.opts.default_double),
                    Some(SpecificTy::Complex(k)) => Ty::Complex(k),
                    _ => match id.row().args[0].classes.chars().next() {
                        Some('i') if id == Intrinsic::Mod || !id.row().args[0].classes.contains('r') => Ty::Integer(4),
                        Some('c') => Ty::Character(CharLen::Assumed, 1),
                        Some('z') => Ty::Complex(4),
                        _ => Ty::Real(self.opts.default_real),
                    },
                };
                let p = self.make_wrapper(id, spec, &name.name, arg_ty, name.span)?;
                self.procs.wrappers.insert(key, p);
                p
            }
        };
        Ok(Expr { kind: ExprKind::ProcRef(Box::new(ProcTarget::Proc(p))), ty: Ty::Procedure, rank: 0, span: name.span })
    }

    fn make_wrapper(
        &mut self,
        id: Intrinsic,
        spec: Option<&'static Specific>,
        name: &ast::Name,
        arg_ty: Ty,
        span: Span,
    ) -> Res<ProcId> {
        let scope = self.new_scope(ScopeKind::Proc, None, format!("intrinsic.{name}"));
        let p = self.new_proc(name.clone(), format!("intrinsic.{name}"), span, None, scope);
        self.sc_mut(scope).proc = Some(p);
        let required = id.row().args.iter().filter(|a| !a.optional).count();
        let mut args = vec![];
        let mut ins = vec![];
        for i in 0..required {
            let n: ast::Name = format!("a{i}").into();
            let s = self.new_symbol(n, span, arg_ty.clone(), Dims::Scalar, Storage::Dummy(i as u32), scope);
            self.sym_mut(s).intent = Intent::In;
            args.push(s);
            let expr = Expr { kind: ExprKind::Var(s), ty: arg_ty.clone(), rank: 0, span };
            ins.push(ArgIn { part: false, coindexed: false, keyword: None, expr, span });
        }
        let value = self.intrinsic_function(scope, id, spec, ins, span)?;
        let r = self.new_symbol(name.clone(), span, value.ty.clone(), Dims::Scalar, Storage::Result, scope);
        let lhs = Expr { kind: ExprKind::Var(r), ty: value.ty.clone(), rank: 0, span };
        let body = Body {
            locals: args.iter().copied().chain([r]).collect(),
            stmts: vec![Stmt { kind: StmtKind::Assign { lhs, rhs: value, realloc: false }, span }],
            entries: vec![],
        };
        let q = self.proc_mut(p);
        q.args = args;
        q.result = Some(r);
        q.pure_ = true;
        q.body = Some(body);
        let i = self.pi_mut(p);
        i.function = true;
        i.state = State::Done;
        Ok(p)
    }
}
