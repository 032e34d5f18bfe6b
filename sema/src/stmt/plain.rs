//! Statements without a room of their own: STOP, IF, BLOCK, CRITICAL, NULLIFY.

use super::*;

impl<'a> Sema<'a> {
    /// CALL of one of two procedures.
    pub(super) fn call_by_condition(
        &mut self,
        sc: ScopeId,
        condition: &'a ast::Expr,
        [first, second]: [&'a ast::Expr; 2],
        span: Span,
    ) -> Res<StmtKind> {
        let condition = self.logical_expr(sc, condition, "the condition");
        let block = |s: &mut Self, proc: &'a ast::Expr| {
            let kind = ast::StmtKind::Call { proc: proc.clone() };
            let call: &'a ast::Stmt = Box::leak(Box::new(ast::Stmt { label: None, kind, span }));
            let mut out = vec![];
            s.stmt(sc, call, &mut out);
            out
        };
        let (first, second) = (block(self, first), block(self, second));
        let id = self.open(None, false);
        self.close();
        Ok(StmtKind::If { arms: vec![(condition?, first)], otherwise: second, id })
    }

    /// STOP and ERROR STOP.
    pub(super) fn stop(
        &mut self,
        sc: ScopeId,
        error: bool,
        code: Option<&'a ast::Expr>,
        quiet: Option<&'a ast::Expr>,
        span: Span,
    ) -> Res<StmtKind> {
        if self.place.pure_ && !error {
            return Err(self.err(ErrorCode::Pure, span, "STOP is not allowed in a pure procedure"));
        }
        if !error {
            self.image_control("STOP", span)?;
        }
        if self.place.pure_ {
            self.newer(2018, span, "ERROR STOP in a pure procedure")?;
        }
        let code = match code {
            Some(c) => {
                let x = self.expr(sc, c)?;
                if !matches!(x.ty, Ty::Integer(_) | Ty::Character(_, 1)) || x.rank != 0 {
                    let t = ty_name(&self.prog, &x.ty);
                    return Err(self.err(
                        ErrorCode::Type,
                        c.span,
                        format!("the stop code must be a scalar integer or character, this is {t}"),
                    ));
                }
                if self.try_const(&x).is_none() {
                    self.newer(2018, c.span, "a stop code that is not constant")?;
                }
                Some(x)
            }
            None => None,
        };
        let quiet = quiet.map(|q| self.logical_expr(sc, q, "QUIET")).transpose()?;
        Ok(StmtKind::Stop { error, code, quiet })
    }

    /// The IF statement.
    pub(super) fn if_stmt(&mut self, sc: ScopeId, c: &'a ast::Expr, inner: &'a ast::Stmt) -> Res<StmtKind> {
        let cond = self.logical_expr(sc, c, "the condition of IF");
        let id = self.open(None, false);
        let mut body = vec![];
        self.place.conditional += 1;
        self.stmt(sc, inner, &mut body);
        self.place.conditional -= 1;
        self.close();
        Ok(StmtKind::If { arms: vec![(cond?, body)], otherwise: vec![], id })
    }

    /// The IF construct.
    pub(super) fn if_construct(
        &mut self,
        sc: ScopeId,
        name: Option<&'a ast::Ident>,
        arms: &'a [(ast::Expr, ast::Block)],
        otherwise: Option<&'a ast::Block>,
    ) -> Res<StmtKind> {
        let id = self.open(name, false);
        let mut v = vec![];
        let mut failed = false;
        for (c, b) in arms {
            let cond = self.logical_expr(sc, c, "the condition of IF");
            let body = self.if_block(sc, name.is_some(), b);
            match cond {
                Ok(c) => v.push((c, body)),
                Err(_) => failed = true,
            }
        }
        let otherwise = otherwise.map(|b| self.if_block(sc, name.is_some(), b)).unwrap_or_default();
        self.close();
        if failed {
            return Err(Reported);
        }
        Ok(StmtKind::If { arms: v, otherwise, id })
    }

    /// The BLOCK construct.
    pub(super) fn block_construct(
        &mut self,
        sc: ScopeId,
        name: Option<&'a ast::Ident>,
        spec: &'a [ast::Stmt],
        body: &'a [ast::Stmt],
    ) -> Res<StmtKind> {
        let id = self.open(name, false);
        let inner = self.block_scope(sc);
        self.collect(inner, spec);
        self.finish_scope(inner);
        self.finish_generics(inner);
        let mut stmts = self.scope_lengths(inner);
        stmts.append(&mut self.block(inner, body));
        self.close();
        let mut locals = self.sc(inner).locals.clone();
        locals.retain(|s| !self.si(*s).procedure || self.sym(*s).pointer);
        Ok(StmtKind::Block { locals, body: stmts, id })
    }

    /// The CRITICAL construct.
    pub(super) fn critical(
        &mut self,
        sc: ScopeId,
        name: Option<&'a ast::Ident>,
        args: &'a [ast::Arg],
        body: &'a [ast::Stmt],
        span: Span,
    ) -> Res<StmtKind> {
        let mut fine = self.image_control("CRITICAL", span);
        match self.image_options(sc, args) {
            Ok(Some(stat)) => fine = self.status_before(stat, 0, span).and(fine),
            Ok(None) => {}
            Err(e) => fine = Err(e),
        }
        // One image: nothing to exclude.
        let id = self.open(name, false);
        if let Some(o) = self.flow.open.last_mut() {
            o.barrier = Some("CRITICAL");
        }
        self.flow.closed_blocks.push((self.unique + 1, "CRITICAL".to_string()));
        let mut stmts = self.block(sc, body);
        self.close();
        fine?;
        if self.opts.several_images {
            let around = |s: &Self, enter: i64| {
                let args = vec![Some(s.int4(span.lo.into(), span)), Some(s.int4(enter, span))];
                let id = ferrotran_typed::intrinsics::Intrinsic::CriticalOfImages;
                Stmt { kind: StmtKind::IntrinsicCall { id, args }, span }
            };
            stmts.insert(0, around(self, 1));
            stmts.push(around(self, 0));
        }
        Ok(StmtKind::Block { locals: vec![], body: stmts, id })
    }

    /// NULLIFY.
    pub(super) fn nullify(&mut self, sc: ScopeId, list: &'a [ast::Expr]) -> Res<StmtKind> {
        let mut v = vec![];
        for e in list {
            let x = self.expr_want(sc, e, Want::Variable)?;
            self.not_coindexed(e, "NULLIFY")?;
            if !self.is_pointer(&x) || matches!(x.kind, ExprKind::Call(_)) {
                return Err(self.err(ErrorCode::Pointer, e.span, "NULLIFY needs a pointer"));
            }
            self.check_pointer_definable(&x, "nullified")?;
            v.push(x);
        }
        Ok(StmtKind::Nullify(v))
    }

    /// PAUSE.
    pub(super) fn pause(&mut self, sc: ScopeId, code: Option<&'a ast::Expr>, span: Span) -> Res<StmtKind> {
        if self.place.pure_ {
            return Err(self.err(ErrorCode::Pure, span, "PAUSE is not allowed in a pure procedure"));
        }
        let code = code.map(|c| self.expr(sc, c)).transpose()?;
        if let Some(x) = &code
            && (!matches!(x.ty, Ty::Integer(_) | Ty::Character(_, 1)) || x.rank != 0)
        {
            let t = ty_name(&self.prog, &x.ty);
            let text = format!("what PAUSE shows must be a scalar integer or character, this is {t}");
            return Err(self.err(ErrorCode::Type, x.span, text));
        }
        Ok(StmtKind::Pause(code))
    }
}
