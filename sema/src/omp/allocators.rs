//! The clause `uses_allocators` (OpenMP 6.0, 8.8).

use super::Sharing;
use crate::ctx::*;
use ferrotran_abi::allocators::{PREDEFINED, SPACES};
use ferrotran_source::Span;
use ferrotran_source::message::ErrorCode;
use ferrotran_syntax::ast::{self, OmpArg, OmpClause};
use ferrotran_syntax::omp::Directive;
use ferrotran_typed::*;
use rustc_hash::FxHashMap;

impl<'a> Sema<'a> {
    /// The allocators of the program that a target region has while it runs; nothing where all are predefined.
    pub(super) fn uses_allocators(
        &mut self,
        sc: ScopeId,
        cl: &'a OmpClause,
        listed: &mut FxHashMap<SymbolId, Sharing>,
        d: Directive,
    ) -> Res<Option<Clause>> {
        let of = |name: &str| cl.modifiers.iter().find(|m| &*m.name == name);
        for m in &cl.modifiers {
            let twice = cl.modifiers.iter().filter(|o| o.name == m.name).count() > 1;
            if twice || m.args.len() != 1 {
                let text = format!("`{}` stands once in `uses_allocators`, with one argument", m.name);
                return Err(self.err(ErrorCode::OmpModifier, m.span, text));
            }
        }
        let [space, traits] = ["memspace", "traits"].map(|name| of(name).and_then(|m| m.args.first()));
        let (mut list, mut failed) = (vec![], false);
        for a in &cl.args {
            let OmpArg::Expr(e) = a else { continue };
            match self.used_allocator(sc, e, [space, traits], listed, d) {
                Ok(x) => list.extend(x),
                Err(_) => failed = true,
            }
        }
        if failed {
            return Err(Reported);
        }
        Ok((!list.is_empty()).then_some(Clause::UsesAllocators(list)))
    }

    /// An allocator with the call that makes it; nothing for one that is always there.
    fn used_allocator(
        &mut self,
        sc: ScopeId,
        e: &'a ast::Expr,
        [space, mut traits]: [Option<&'a ast::Expr>; 2],
        listed: &mut FxHashMap<SymbolId, Sharing>,
        d: Directive,
    ) -> Res<Option<(SymbolId, Expr)>> {
        let rule = ErrorCode::OmpRule;
        let name = match &e.kind {
            ast::ExprKind::Ref(p) if p.len() == 1 => &p[0],
            _ => {
                return Err(self.err(
                    rule,
                    e.span,
                    "an allocator in `uses_allocators` is a variable or a predefined one",
                ));
            }
        };
        // The form of OpenMP 5.0: `allocator(traits)`.
        if let Some(args) = &name.args {
            match &args[..] {
                [ast::Arg { keyword: None, value: ast::ArgValue::Expr(t), .. }]
                    if traits.is_none() && space.is_none() =>
                {
                    traits = Some(t);
                }
                _ => return Err(self.err(rule, e.span, "an allocator in `uses_allocators` has one array of traits")),
            }
        }
        let s = self.variable_named(sc, &name.name)?;
        let y = self.sym(s);
        if y.ty != Ty::Integer(8) || y.rank() != 0 {
            let text = "an allocator is a scalar integer(omp_allocator_handle_kind)";
            return Err(self.err(rule, name.name.span, text));
        }
        if let Storage::Constant = y.storage {
            let value = match &y.value {
                Some(Const::Int(n)) => *n,
                _ => return Err(Reported),
            };
            if !PREDEFINED.iter().any(|p| i128::from(p.1) == value) {
                let text = format!("`{}` is no predefined allocator", name.name.name);
                return Err(self.err(rule, name.name.span, text));
            }
            if let Some(m) = space.or(traits) {
                return Err(self.err(rule, m.span, "a predefined allocator takes neither a memory space nor traits"));
            }
            return Ok(None);
        }
        self.note_sharing(s, Sharing::Firstprivate, name.name.span, "uses_allocators", listed, d)?;
        let space = match space {
            Some(m) => self.memory_space(sc, m)?,
            None => SPACES[0].1,
        };
        let traits = traits.map(|t| self.constant_traits(sc, t)).transpose()?;
        Ok(Some((s, self.new_allocator(space, traits, e.span)?)))
    }

    fn memory_space(&mut self, sc: ScopeId, e: &'a ast::Expr) -> Res<i64> {
        let x = self.int_expr(sc, e, "a memory space")?;
        match self.try_int(&x) {
            Some(n) if x.ty == Ty::Integer(8) && SPACES.iter().any(|s| s.1 == n) => Ok(n),
            _ => {
                let text = "a memory space is a predefined integer(omp_memspace_handle_kind)";
                Err(self.err(ErrorCode::OmpRule, e.span, text))
            }
        }
    }

    fn constant_traits(&mut self, sc: ScopeId, e: &'a ast::Expr) -> Res<Expr> {
        let x = self.expr(sc, e)?;
        let of_traits = |t: &TypeId| &*self.ty(*t).name == "omp_alloctrait";
        let fits = matches!(&x.ty, Ty::Derived(t) if of_traits(t)) && x.rank == 1;
        let named = matches!(&e.kind, ast::ExprKind::Ref(p) if p.len() == 1 && p[0].args.is_none());
        if !fits || !named || self.try_const(&x).is_none() {
            let text = "the traits of an allocator are a named constant array of type(omp_alloctrait)";
            return Err(self.err(ErrorCode::OmpRule, e.span, text));
        }
        Ok(x)
    }

    /// The call of `omp_init_allocator`.
    fn new_allocator(&mut self, space: i64, traits: Option<Expr>, span: Span) -> Res<Expr> {
        let module = self.builtin_module("omp_lib");
        let entry = self.lookup_in(module, &ast::Name::from("omp_init_allocator"));
        let Some(Entry { ent: Entity::Proc(init), .. }) = entry else { return Err(Reported) };
        let int = |n: i64, kind: u8| Expr {
            kind: ExprKind::Const(Const::Int(n.into())),
            ty: Ty::Integer(kind),
            rank: 0,
            span,
        };
        let n = match traits.as_ref().and_then(|t| self.try_const(t)) {
            Some(Const::Array { elems, .. }) => elems.len() as i64,
            _ => 0,
        };
        let traits = match (traits, self.proc(init).args.last().copied()) {
            (Some(t), _) => t,
            // Without traits none is read.
            (None, Some(dummy)) => Expr {
                kind: ExprKind::Const(Const::Array { shape: vec![0], elems: vec![] }),
                ty: self.sym(dummy).ty.clone(),
                rank: 1,
                span,
            },
            (None, None) => return Err(Reported),
        };
        let args = [int(space, 8), int(n, 4), traits].map(Actual::Expr).to_vec();
        let call = Call { target: ProcTarget::Proc(init), args, span };
        Ok(Expr { kind: ExprKind::Call(Box::new(call)), ty: Ty::Integer(8), rank: 0, span })
    }
}
