//! REDUCTION clauses (OpenMP 5.2, 5.5): operators, and the declared reductions that they name.

use super::*;
use ferrotran_syntax::ast::{OmpArg, OmpClause};
use ferrotran_syntax::omp::{ClauseKind, Directive};
use rustc_hash::FxHashMap;

/// The reduction operator of a name.
pub(crate) fn reduce_op(name: &str) -> Option<ReduceOp> {
    Some(match name {
        "+" | "-" => ReduceOp::Sum,
        "*" => ReduceOp::Product,
        "max" => ReduceOp::Max,
        "min" => ReduceOp::Min,
        ".and." => ReduceOp::All,
        ".or." => ReduceOp::Any,
        ".eqv." => ReduceOp::Eqv,
        ".neqv." => ReduceOp::Parity,
        "iand" => ReduceOp::Iall,
        "ior" => ReduceOp::Iany,
        "ieor" => ReduceOp::Iparity,
        _ => return None,
    })
}

/// Whether an operation reduces values of a type.
pub(crate) fn reduces(op: ReduceOp, ty: &Ty) -> bool {
    ty.sort().is_some_and(|sort| op.takes(sort))
}

impl<'a> Sema<'a> {
    /// The clauses that a REDUCTION clause stands for: one for each type.
    pub(super) fn reduction(
        &mut self,
        sc: ScopeId,
        cl: &'a OmpClause,
        listed: &mut FxHashMap<SymbolId, Sharing>,
        d: Directive,
    ) -> Res<Vec<Clause>> {
        let id = item_rules::operation(cl);
        self.original_sharing(cl)?;
        if let Some(m) = cl.modifiers.iter().find(|m| &*m.name == "inscan")
            && !(d.has(Leaf::Do) || d.has(Leaf::Simd))
        {
            // SCAN in the loop has what it belongs to.
            self.err(ErrorCode::OmpRule, m.span, "`inscan` belongs to worksharing loops and `simd`");
        }
        let Some(id) = id else {
            return Err(self.err(
                ErrorCode::OmpClauseSyntax,
                cl.span,
                "`reduction` needs an operator: reduction(+: x)",
            ));
        };
        let mut kinds: Vec<Vec<Expr>> = vec![];
        for x in self.omp_items(sc, cl)? {
            // OpenMP 6.0, 7.6.8 and 5.2.1: parts of structures are no list items here.
            if is_part_of_structure(&x) {
                let text = format!("`{}` takes variables, array elements and sections, no components", cl.kind.name());
                return Err(self.err(ErrorCode::OmpData, x.span, text));
            }
            match kinds.iter_mut().find(|k| k[0].ty == x.ty && k[0].rank == 0 && x.rank == 0) {
                Some(k) => k.push(x),
                None => kinds.push(vec![x]),
            }
        }
        let mut out = vec![];
        for items in kinds {
            out.push(self.reduction_of(sc, cl, id, items, listed, d)?);
        }
        Ok(out)
    }

    /// ORIGINAL: how the variables are shared around the construct (OpenMP 6.0, 7.6.10).
    fn original_sharing(&mut self, cl: &'a OmpClause) -> Res<()> {
        let Some(m) = cl.modifiers.iter().find(|m| &*m.name == "original") else { return Ok(()) };
        let word = match &m.args[..] {
            [ast::Expr { kind: ast::ExprKind::Ref(p), .. }] if p.len() == 1 && p[0].args.is_none() => &*p[0].name.name,
            _ => "",
        };
        match word {
            "default" | "shared" => Ok(()),
            "private" => Err(self.unsupported(m.span, "`original(private)`")),
            _ => Err(self.err(ErrorCode::OmpModifier, m.span, "`original` takes `default`, `private` or `shared`")),
        }
    }

    /// The clause for items of one type.
    fn reduction_of(
        &mut self,
        sc: ScopeId,
        cl: &'a OmpClause,
        id: &ast::OmpModifier,
        items: Vec<Expr>,
        listed: &mut FxHashMap<SymbolId, Sharing>,
        d: Directive,
    ) -> Res<Clause> {
        let inscan = cl.modifiers.iter().any(|m| &*m.name == "inscan");
        // Tasks combine their parts with the variable itself.
        let by_tasks = |items: &[Expr]| Clause::TaskReduction(items.iter().filter_map(|x| x.variable()).collect());
        if let Some(decl) = self.user_reduction(sc, &id.name, &items)? {
            for x in &items {
                self.check_definable(x, "a reduction variable")?;
                if let Some(s) = x.variable() {
                    self.note_sharing(s, Sharing::Reduction, x.span, cl.kind.name(), listed, d)?;
                }
            }
            return Ok(match cl.kind {
                ClauseKind::TaskReduction => by_tasks(&items),
                k => {
                    let c = Clause::UserReduction { task: k == ClauseKind::InReduction, items, decl: Box::new(decl) };
                    if inscan { Clause::Inscan(Box::new(c)) } else { c }
                }
            });
        }
        if let Some(Entry { ent: Entity::Proc(_), .. }) = self.lookup(sc, &id.name) {
            let text = format!("there is no reduction `{}`: that is a procedure of the program here", id.name);
            return Err(self.err(ErrorCode::OmpRule, id.span, text));
        }
        if let Some(Entry { ent: Entity::Symbol(_), .. }) = self.lookup(sc, &id.name) {
            let text = format!("there is no reduction `{}`: that is a variable here", id.name);
            return Err(self.err(ErrorCode::OmpRule, id.span, text));
        }
        let renamed = match self.lookup(sc, &id.name) {
            Some(Entry { ent: Entity::Intrinsic(i), .. }) => i.name(),
            _ => &id.name,
        };
        let Some(op) = reduce_op(renamed) else {
            return Err(self.err(
                ErrorCode::OmpRule,
                id.span,
                format!("`{}` is not a reduction operator: +, *, max, min, .and., .or., .eqv., .neqv., iand, ior or ieor is expected", id.name),
            ));
        };
        if &*id.name == "-" {
            let text = "the reduction `-` is deprecated: `+` has the same meaning";
            self.warn(crate::warn::Warn::DeprecatedOpenmp, id.span, text);
        }
        for x in &items {
            if let ExprKind::Section { subs, .. } = &x.kind
                && let Some(Subscript::Range { step: Some(s), .. }) =
                    subs.iter().find(|s| matches!(s, Subscript::Range { step: Some(_), .. }))
                && self.try_int(s).is_some_and(|n| n != 1)
            {
                return Err(self.err(ErrorCode::OmpRule, x.span, "a section in `reduction` must have the stride one"));
            }
            if !reduces(op, &x.ty) {
                let t = ty_name(&self.prog, &x.ty);
                return Err(self.err(
                    ErrorCode::OmpRule,
                    x.span,
                    format!("the reduction `{}` does not apply to type {t}", id.name),
                ));
            }
            self.check_definable(x, "a reduction variable")?;
            if let Some(s) = x.variable() {
                // Of a pointer the target is reduced.
                self.note_sharing(s, Sharing::Reduction, x.span, cl.kind.name(), listed, d)?;
            }
        }
        Ok(match cl.kind {
            _ if inscan => Clause::Inscan(Box::new(Clause::Reduction { op, items })),
            ClauseKind::InReduction => Clause::InReduction { op, items },
            ClauseKind::TaskReduction => by_tasks(&items),
            _ => Clause::Reduction { op, items },
        })
    }

    /// The DECLARE REDUCTION of that name for the type of the items, found where names are.
    fn user_reduction(&mut self, sc: ScopeId, name: &str, items: &[Expr]) -> Res<Option<UserReduction>> {
        let Some(ty) = items.first().map(|x| x.ty.clone()) else { return Ok(None) };
        let mut places = vec![];
        let mut at = Some(sc);
        while let Some(s) = at {
            places.push(s);
            at = self.sc(s).parent;
        }
        let modules = (0..self.scopes.len() as u32).map(ScopeId);
        places.extend(modules.filter(|s| self.sc(*s).kind == ScopeKind::Module));
        // A user-defined operator may have another name here.
        let here = self.operator_generic(sc, name);
        let mut found = None;
        'search: for s in places {
            for c in self.sc(s).reductions.clone() {
                let Some(OmpArg::Word(w)) = c.args.first() else { continue };
                if *w.name != *name && (here.is_none() || self.operator_generic(s, &w.name) != here) {
                    continue;
                }
                for a in &c.args {
                    let OmpArg::Type(t) = a else { continue };
                    let declared = self.type_spec(s, t)?;
                    if declared == ty {
                        found = Some((s, c));
                        break 'search;
                    }
                    // Strings of any length.
                    if let (Ty::Character(CharLen::Assumed | CharLen::Deferred, j), Ty::Character(_, k)) =
                        (&declared, &ty)
                        && j == k
                    {
                        found = found.or(Some((s, c)));
                    }
                }
            }
        }
        let Some((s, c)) = found else { return Ok(None) };
        let stmt =
            |args: &'a [OmpArg]| args.iter().find_map(|a| if let OmpArg::Stmt(s) = a { Some(&**s) } else { None });
        let of_clause = |k: ClauseKind| c.clauses.iter().find(|x| x.kind == k).and_then(|x| stmt(&x.args));
        // Each statement knows its own two names.
        let scopes = [(); 2].map(|()| self.new_scope(ScopeKind::Block, Some(s), String::new()));
        let owner = self.place.proc;
        let (combine, init) =
            (stmt(&c.args).or_else(|| of_clause(ClauseKind::Combiner)), of_clause(ClauseKind::Initializer));
        let array = match items {
            [Expr { kind: ExprKind::Var(v), rank: 1.., .. }] => Some(*v),
            _ => None,
        };
        let whole = array.filter(|_| combine.iter().chain(&init).any(|st| self.about_arrays(s, st)));
        let (dims, allocatable) = match whole {
            Some(v) => (self.sym(v).dims.clone(), self.sym(v).allocatable),
            None => (Dims::Scalar, false),
        };
        let places = [("omp_out", 0), ("omp_in", 0), ("omp_priv", 1), ("omp_orig", 1)];
        let symbols = places.map(|(n, k)| {
            let v = self.new_symbol(n.into(), c.span, ty.clone(), dims.clone(), Storage::Local, scopes[k]);
            self.sym_mut(v).owner = owner;
            self.sym_mut(v).allocatable = allocatable;
            self.bind(scopes[k], n.into(), Entity::Symbol(v), c.span);
            v
        });
        let (mut combiner, mut initializer) = (vec![], vec![]);
        if let Some(st) = combine {
            self.stmt(scopes[0], st, &mut combiner);
        }
        if let Some(st) = init {
            self.stmt(scopes[1], st, &mut initializer);
        }
        if combiner.is_empty() {
            return Err(Reported);
        }
        Ok(Some(UserReduction { symbols, combiner, initializer, whole: whole.is_some() }))
    }

    /// Whether a statement of a declared reduction needs whole arrays: it asks for bounds, or passes them on as arrays.
    fn about_arrays(&mut self, sc: ScopeId, st: &'a ast::Stmt) -> bool {
        match &st.kind {
            ast::StmtKind::Assign { target, value } => self.passes_arrays(sc, target) || self.passes_arrays(sc, value),
            ast::StmtKind::Call { proc } => self.passes_arrays(sc, proc),
            _ => false,
        }
    }

    fn passes_arrays(&mut self, sc: ScopeId, e: &'a ast::Expr) -> bool {
        let mut inner: Vec<&'a ast::Expr> = vec![];
        e.children(&mut |x| inner.push(x));
        if let ast::ExprKind::Ref(parts) = &e.kind {
            let args: Vec<&'a ast::Expr> = (parts.iter().flat_map(|p| p.args.iter().flatten()))
                .filter_map(|a| if let ast::ArgValue::Expr(e) = &a.value { Some(e) } else { None })
                .collect();
            let special = |e: &ast::Expr| matches!(&e.kind, ast::ExprKind::Ref(p) if p.len() == 1 && p[0].args.is_none() && p[0].name.name.starts_with("omp_"));
            let inquiry = matches!(&*parts[0].name.name, "lbound" | "ubound" | "size" | "shape" | "allocated");
            if inquiry && args.iter().any(|a| special(a)) {
                return true;
            }
            if let Some(Entry { ent: Entity::Proc(p), .. }) = self.lookup(sc, &parts[0].name.name) {
                self.ensure_spec(p);
                let dummies = self.proc(p).args.clone();
                let array = |d: &SymbolId| self.sym(*d).rank() > 0;
                if args.iter().zip(&dummies).any(|(a, d)| special(a) && array(d)) {
                    return true;
                }
            }
        }
        inner.into_iter().any(|a| self.passes_arrays(sc, a))
    }

    /// The generic that a defined operator of that name means in a scope.
    fn operator_generic(&mut self, sc: ScopeId, name: &str) -> Option<GenericId> {
        let defined = name.starts_with('.').then(|| format!("operator({name})"))?;
        self.lookup(sc, &defined)?.generic
    }
}

/// Whether a list item is a component of a structure, or an element or a section of one.
fn is_part_of_structure(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Component { .. } => true,
        ExprKind::Elem { base, .. } | ExprKind::Section { base, .. } => is_part_of_structure(base),
        _ => false,
    }
}
