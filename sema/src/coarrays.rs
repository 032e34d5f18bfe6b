//! Coarrays (Fortran 2018, 5.4.7), and what they are with one image: a coarray is an ordinary variable, image selectors
//! name this image, image control statements wait for nobody. Several images: `images.rs`.

use super::ctx::*;
use super::decl::resolve::int8;
use super::expr::Want;
use super::images::{Selector, TeamRef};
use ferrotran_source::Span;
use ferrotran_source::message::ErrorCode;
use ferrotran_syntax::ast::{self, Arg, ArgValue, DimSpec, Ident, Part};
use ferrotran_typed::intrinsics::Intrinsic;
use ferrotran_typed::*;

/// The value of `stat_locked` in iso_fortran_env, and of `stat_unlocked`.
const LOCKED: i64 = 1;
const UNLOCKED: i64 = 0;

/// What EXIT may leave and other jumps may not.
pub(super) const CHANGE_TEAM: &str = "CHANGE TEAM";

pub(super) fn assign(lhs: Expr, rhs: Expr) -> StmtKind {
    StmtKind::Assign { lhs, rhs, realloc: false }
}

impl<'a> Resolver<'a> {
    /// Enters the cobounds of a coarray.
    pub(super) fn coarray(&mut self, sc: ScopeId, s: SymbolId, d: &'a [DimSpec], pre: &PreDecl<'a>) {
        let span = pre.span;
        let Ok(dims) = self.dims(sc, d, pre, span, false) else { return };
        let fits = match dims {
            Dims::AssumedSize(..) => !pre.allocatable,
            Dims::Deferred(_) => pre.allocatable,
            _ => false,
        };
        if !fits {
            let text = "the last cobound of a coarray is `*`, and all are `:` where it is allocatable";
            self.err(ErrorCode::Shape, pre.named.unwrap_or(span), text);
        }
        let rank = self.sym(s).rank() + dims.rank();
        if rank > 15 {
            let text = format!("rank and corank add up to {rank}, more than 15");
            self.err(ErrorCode::Shape, span, text);
        }
        self.si_mut(s).cobounds = Some(dims);
    }

    /// Checks an image selector; gives it where there are several images that it can name.
    pub(super) fn image_selector(
        &mut self,
        sc: ScopeId,
        p: &'a Part,
        list: &'a [Arg],
        first: bool,
    ) -> Res<Option<Selector>> {
        let symbol = match first.then(|| self.lookup(sc, &p.name.name)).flatten() {
            Some(Entry { ent: Entity::Symbol(s), .. }) => Some(s),
            _ => None,
        };
        if let Some(s) = symbol
            && let Some(n) = self.si(s).cobounds.as_ref().map(|c| c.rank())
            && list.iter().filter(|a| a.keyword.is_none()).count() != n
        {
            let text = format!("`{}` has {n} codimension{}", p.name.name, if n == 1 { "" } else { "s" });
            return Err(self.err(ErrorCode::Shape, p.span, text));
        }
        if let Some(s) = symbol
            && self.si(s).cobounds.is_none()
            && self.sym(s).storage != Storage::Associate
            && !matches!(self.sym(s).ty, Ty::Derived(_) | Ty::Class(_))
        {
            let text = format!("`{}` is not a coarray", p.name.name);
            return Err(self.err(ErrorCode::Shape, p.span, text));
        }
        let stat = self.image_options(sc, list)?;
        let mut active = None;
        let mut team = self.current_team(p.span);
        let mut subs = vec![];
        for a in list {
            let ArgValue::Expr(e) = &a.value else {
                return Err(self.err(ErrorCode::Shape, a.span, "a cosubscript is a scalar integer"));
            };
            if let Some(k) = &a.keyword {
                self.newer(2018, a.span, "a keyword in an image selector")?;
                let (value, sibling) = match &*k.name {
                    "team" => {
                        let x = self.expr(sc, e)?;
                        (self.team_value(x)?, 0)
                    }
                    "team_number" => {
                        let x = self.expr(sc, e)?;
                        (self.convert(x, &Ty::Integer(8))?, 1)
                    }
                    "stat" => continue,
                    other => {
                        let text = format!("`{other}` is no part of an image selector");
                        return Err(self.err(ErrorCode::Syntax, a.span, text));
                    }
                };
                team = TeamRef { team: value.clone(), how: sibling + 1 };
                let is = self.internal(
                    Intrinsic::TeamActive,
                    vec![value, self.int4(sibling, a.span)],
                    Ty::Integer(4),
                    a.span,
                );
                active = Some(self.compare(Op2::Ne, is, 0));
                continue;
            }
            let x = self.expr(sc, e)?;
            if !matches!(x.ty, Ty::Integer(_)) || x.rank != 0 {
                return Err(self.err(ErrorCode::Shape, a.span, "a cosubscript is a scalar integer"));
            }
            subs.push(x);
        }
        if self.opts.several_images {
            return Ok(Some(Selector { subs, team, stat }));
        }
        match (active, stat) {
            (Some(cond), stat) => {
                let (mut then, mut otherwise) = (vec![], vec![]);
                self.or_failure(stat, 1, &mut then, &mut otherwise, p.span)?;
                let kind = self.choice(cond, then, otherwise);
                self.place.before.push(Stmt { kind, span: p.span });
            }
            (None, Some(stat)) => self.status_before(stat, 0, p.span)?,
            (None, None) => {}
        }
        Ok(None)
    }

    /// The ERRMSG variable among the options of an image control statement.
    pub(super) fn message_option(&mut self, sc: ScopeId, args: &'a [Arg]) -> Res<Option<Expr>> {
        let given = args.iter().find(|a| a.keyword.as_ref().is_some_and(|k| &*k.name == "errmsg"));
        match given.map(|a| &a.value) {
            Some(ArgValue::Expr(e)) => self.expr_want(sc, e, Want::Variable).map(Some),
            _ => Ok(None),
        }
    }

    /// Sets a status variable before the current statement.
    pub(super) fn status_before(&mut self, stat: Expr, v: i64, span: Span) -> Res<()> {
        let rhs = self.convert(int8(v, span), &stat.ty)?;
        self.place.before.push(Stmt { kind: assign(stat, rhs), span });
        Ok(())
    }

    /// Sets the status variables of an image control statement before it.
    pub(super) fn image_options(&mut self, sc: ScopeId, args: &'a [Arg]) -> Res<Option<Expr>> {
        let mut stat = None;
        for a in args {
            if let (Some(k), ArgValue::Expr(e)) = (&a.keyword, &a.value)
                && matches!(&*k.name, "stat" | "errmsg")
            {
                let x = self.expr_want(sc, e, Want::Variable)?;
                self.check_definable(&x, "defined by this statement")?;
                if &*k.name == "errmsg" && (!matches!(x.ty, Ty::Character(_, 1)) || x.rank != 0) {
                    let text = "ERRMSG needs a scalar default character variable";
                    return Err(self.err(ErrorCode::Type, a.span, text));
                }
                if &*k.name == "stat" {
                    if !matches!(x.ty, Ty::Integer(_)) || x.rank != 0 {
                        return Err(self.err(ErrorCode::Type, a.span, "STAT needs a scalar integer variable"));
                    }
                    stat = Some(x);
                }
            }
        }
        Ok(stat)
    }

    pub(super) fn choice(&mut self, cond: Expr, then: Vec<Stmt>, otherwise: Vec<Stmt>) -> StmtKind {
        StmtKind::If { arms: vec![(cond, then)], otherwise, id: self.place.construct_number() }
    }
}

impl<'a> Sema<'a> {
    /// An allocated coarray gets its cobounds.
    pub(super) fn allocated_coarray(&mut self, sc: ScopeId, x: &Expr, list: &'a [Arg]) -> Res<()> {
        let Some((Dims::Deferred(n), _)) = self.coarray_of(x) else {
            return Err(self.err(
                ErrorCode::Attribute,
                x.span,
                "cobounds are given for what is no allocatable coarray",
            ));
        };
        if list.len() != n {
            let text = format!("the coarray has {n} codimensions, cobounds are given for {}", list.len());
            return Err(self.err(ErrorCode::Rank, x.span, text));
        }
        if self.opts.several_images {
            let kind = StmtKind::IntrinsicCall { id: Intrinsic::CoarrayAllocated, args: vec![Some(x.clone())] };
            self.place.after.push(Stmt { kind, span: x.span });
        }
        for (i, a) in list.iter().enumerate() {
            let span = a.span;
            let (lower, upper) = match &a.value {
                ArgValue::Star => (None, None),
                ArgValue::Section { lower, upper, step: None } => (lower.as_ref(), upper.as_ref()),
                ArgValue::Expr(e) => (None, Some(e)),
                _ => {
                    return Err(self.err(
                        ErrorCode::Shape,
                        span,
                        "a cobound is `upper`, `lower:upper`, `*` or `lower:*`",
                    ));
                }
            };
            if upper.is_none() != (i + 1 == n) {
                let text = "the last cobound of an allocation is `*`, the others are numbers";
                return Err(self.err(ErrorCode::Shape, span, text));
            }
            let bound = |s: &mut Self, e: Option<&'a _>| -> Res<Option<Expr>> {
                let Some(e) = e else { return Ok(None) };
                let x = s.int_expr(sc, e, "a cobound")?;
                s.convert(x, &Ty::Integer(8)).map(Some)
            };
            let lower = bound(self, lower)?.unwrap_or_else(|| int8(1, span));
            // One image fills one place along the last codimension.
            let upper = bound(self, upper)?.unwrap_or_else(|| lower.clone());
            let args = [x.clone(), self.int4(i as i64 + 1, span), lower, upper];
            let kind =
                StmtKind::IntrinsicCall { id: Intrinsic::SetCobounds, args: args.into_iter().map(Some).collect() };
            self.place.after.push(Stmt { kind, span });
        }
        if let Some(team) = self.flow.teams.last_mut() {
            team.push(x.clone());
        }
        Ok(())
    }

    /// The beginning of CHANGE TEAM.
    fn enter_team(&mut self, sc: ScopeId, args: &'a [Arg], span: Span) -> Res<Stmt> {
        let stat = self.image_options(sc, args)?;
        let team = self.opaque_value(sc, args, "team_type", span)?;
        if self.opts.several_images {
            let errmsg = self.message_option(sc, args)?;
            let fatal = self.int4(i64::from(stat.is_none()), span);
            let call = self.internal(Intrinsic::ChangeTeamOfImages, vec![team, fatal], Ty::Integer(4), span);
            let kind = self.with_status(call, stat, errmsg)?;
            return Ok(Stmt { kind, span });
        }
        let failed = self.internal(Intrinsic::ChangeTeam, vec![team], Ty::Integer(4), span);
        let fine = self.compare(Op2::Eq, failed, 0);
        let (mut then, mut otherwise) = (vec![], vec![]);
        self.or_failure(stat, 1, &mut then, &mut otherwise, span)?;
        let kind = self.choice(fine, then, otherwise);
        Ok(Stmt { kind, span })
    }

    /// CHANGE TEAM: one image is in every team, so only the names and numbers of teams change.
    pub(super) fn change_team(
        &mut self,
        sc: ScopeId,
        name: Option<&Ident>,
        args: &'a [Arg],
        assocs: &'a [(Ident, Vec<DimSpec>, ast::Expr)],
        (body, end): (&'a [ast::Stmt], &'a [Arg]),
        span: Span,
    ) -> Res<StmtKind> {
        let enter = self.enter_team(sc, args, span);
        let mut failed = false;
        let id = self.open(name, false);
        if let Some(o) = self.flow.open.last_mut() {
            o.barrier = Some(CHANGE_TEAM);
        }
        let inner = self.block_scope(sc);
        let mut list = vec![];
        for (n, d, e) in assocs {
            let x = self.expr_want(sc, e, Want::Variable).and_then(|x| match self.coarray_of(&x) {
                Some(_) => Ok(x),
                None => Err(self.err(ErrorCode::Shape, e.span, "the selector of a coarray association is a coarray")),
            });
            let Ok(x) = x else {
                self.bind(inner, n.name.clone(), Entity::Bad, n.span);
                failed = true;
                continue;
            };
            let s = self.associate_name(inner, n, &x);
            self.coarray(sc, s, d, &PreDecl { span: n.span, ..PreDecl::default() });
            self.si_mut(s).co_root = None;
            list.push((s, x));
        }
        self.flow.teams.push(vec![]);
        self.flow.closed_blocks.push((self.unique + 1, "CHANGE TEAM".to_string()));
        let stmts = self.block(inner, body);
        self.close();
        let mine = self.flow.teams.pop().unwrap_or_default();
        let enter = enter?;
        if failed {
            return Err(Reported);
        }
        self.place.before.push(enter);
        // What was allocated by the team ends with it (F2018 11.1.5.2).
        for x in mine {
            let own = self.internal(Intrinsic::TeamAllocated, vec![x.clone()], Ty::Integer(4), span);
            let own = self.compare(Op2::Ne, own, 0);
            let kind = StmtKind::Deallocate { items: vec![x], stat: None, errmsg: None };
            let kind = self.choice(own, vec![Stmt { kind, span }], vec![]);
            self.place.after.push(Stmt { kind, span });
        }
        if self.opts.several_images {
            let args = vec![int8(0, span), self.int4(0, span), self.int4(1, span)];
            let sync = self.internal(Intrinsic::ImageSync, args, Ty::Integer(4), span);
            let kind = self.with_status(sync, None, None)?;
            self.place.after.push(Stmt { kind, span });
        }
        let kind = StmtKind::IntrinsicCall { id: Intrinsic::EndTeam, args: vec![] };
        self.place.after.push(Stmt { kind, span });
        if let Some(stat) = self.image_options(sc, end)? {
            let zero = self.convert(int8(0, span), &stat.ty)?;
            self.place.after.push(Stmt { kind: assign(stat, zero), span });
        }
        Ok(StmtKind::Associate { assocs: list, body: stmts, id })
    }

    /// Where image control statements may not stand (C1119, C1121, C1599).
    pub(super) fn image_control(&mut self, what: &str, span: Span) -> Res<()> {
        let place = if self.place.pure_ {
            "a pure procedure"
        } else if self.place.in_concurrent > 0 {
            "DO CONCURRENT"
        } else if self.flow.open.iter().any(|o| o.barrier == Some("CRITICAL")) {
            "CRITICAL"
        } else {
            return Ok(());
        };
        let code = if self.place.pure_ { ErrorCode::Pure } else { ErrorCode::Flow };
        Err(self.err(code, span, format!("{what} is an image control statement and may not stand in {place}")))
    }

    /// The integer in a lock or event variable.
    pub(super) fn opaque_value(&mut self, sc: ScopeId, args: &'a [Arg], name: &str, span: Span) -> Res<Expr> {
        let Some(ArgValue::Expr(e)) = args.first().filter(|a| a.keyword.is_none()).map(|a| &a.value) else {
            return Err(self.err(ErrorCode::Argument, span, format!("a variable of type `{name}` is expected here")));
        };
        let x = self.expr_want(sc, e, Want::Variable)?;
        self.opaque_part(x, name)
    }

    /// Image control statements and their kin.
    pub(super) fn image_statement(
        &mut self,
        sc: ScopeId,
        keyword: &str,
        args: &'a [Arg],
        span: Span,
    ) -> Res<Option<StmtKind>> {
        if keyword.replace(' ', "") != "failimage" {
            self.image_control(&keyword.to_uppercase(), span)?;
        } else if let Some(a) = args.first() {
            return Err(self.err(ErrorCode::Syntax, a.span, "FAIL IMAGE has no arguments"));
        }
        let stat = self.image_options(sc, args)?;
        let word = keyword.replace(' ', "");
        if self.opts.several_images {
            let errmsg = self.message_option(sc, args)?;
            return self.statement_of_images(sc, &word, args, (stat, errmsg), span);
        }
        match word.as_str() {
            "syncall" | "syncmemory" => self.no_failure(stat, span),
            "syncteam" => {
                self.opaque_value(sc, args, "team_type", span)?;
                self.no_failure(stat, span)
            }
            "formteam" => self.form_team(sc, args, stat, span),
            "failimage" => {
                // The image stops without a word; there is no other that goes on.
                let kind = ExprKind::Const(Const::Logical(true));
                let quiet = Some(Expr { kind, ty: Ty::Logical(4), rank: 0, span });
                Ok(Some(StmtKind::Stop { error: false, code: None, quiet }))
            }
            "syncimages" => self.sync_images(sc, args, stat, span),
            "lock" => self.lock(sc, args, stat, span),
            "unlock" => {
                let v = self.opaque_value(sc, args, "lock_type", span)?;
                let held = self.compare(Op2::Ne, v.clone(), 0);
                let mut then = vec![Stmt { kind: assign(v, int8(0, span)), span }];
                let mut otherwise = vec![];
                self.or_failure(stat, UNLOCKED, &mut then, &mut otherwise, span)?;
                Ok(Some(self.choice(held, then, otherwise)))
            }
            "eventpost" => {
                let v = self.opaque_value(sc, args, "event_type", span)?;
                if let Some(k) = self.no_failure(stat, span)? {
                    self.place.before.push(Stmt { kind: k, span });
                }
                let sum = self.sum(Op2::Add, v.clone(), int8(1, span));
                Ok(Some(assign(v, sum)))
            }
            "eventwait" => self.event_wait(sc, args, stat, span),
            _ => Err(self.unsupported(span, keyword.to_uppercase())),
        }
    }

    /// What FORM TEAM names: the number, the team, the new index if there is one. Integers have kind 8.
    pub(super) fn team_to_form(&mut self, sc: ScopeId, args: &'a [Arg], span: Span) -> Res<(Expr, Expr, Option<Expr>)> {
        let [Arg { value: ArgValue::Expr(number), keyword: None, .. }, rest @ ..] = args else {
            return Err(self.err(ErrorCode::Argument, span, "FORM TEAM needs a team number and a team"));
        };
        let number = self.int_expr(sc, number, "a team number")?;
        let number = self.convert(number, &Ty::Integer(8))?;
        let team = self.opaque_value(sc, rest, "team_type", span)?;
        self.check_definable(&team, "defined by FORM TEAM")?;
        let index = rest.iter().find(|a| a.keyword.as_ref().is_some_and(|k| &*k.name == "new_index"));
        let index = match index {
            Some(Arg { value: ArgValue::Expr(e), .. }) => {
                let x = self.int_expr(sc, e, "an image index")?;
                Some(self.convert(x, &Ty::Integer(8))?)
            }
            _ => None,
        };
        Ok((number, team, index))
    }

    /// FORM TEAM: there is one image, and its team.
    fn form_team(&mut self, sc: ScopeId, args: &'a [Arg], stat: Option<Expr>, span: Span) -> Res<Option<StmtKind>> {
        let (number, team, index) = self.team_to_form(sc, args, span)?;
        let new = self.internal(Intrinsic::FormTeam, vec![number], Ty::Integer(8), span);
        let form = assign(team, new);
        if let Some(x) = index {
            // The image of a team of one has the index 1.
            let one = self.compare(Op2::Eq, x, 1);
            let (mut then, mut otherwise) = (vec![Stmt { kind: form, span }], vec![]);
            self.or_failure(stat, 1, &mut then, &mut otherwise, span)?;
            return Ok(Some(self.choice(one, then, otherwise)));
        }
        if let Some(k) = self.no_failure(stat, span)? {
            self.place.after.push(Stmt { kind: k, span });
        }
        Ok(Some(form))
    }

    /// SYNC IMAGES: there is image 1 only.
    fn sync_images(&mut self, sc: ScopeId, args: &'a [Arg], stat: Option<Expr>, span: Span) -> Res<Option<StmtKind>> {
        if let Some(Arg { value: ArgValue::Expr(e), keyword: None, .. }) = args.first() {
            let x = self.expr(sc, e)?;
            if !matches!(x.ty, Ty::Integer(_)) || x.rank > 1 {
                return Err(self.err(ErrorCode::Type, x.span, "SYNC IMAGES takes integers or `*`"));
            }
            // There is image 1 only.
            let rank = x.rank;
            let one = Expr { kind: ExprKind::Const(Const::Int(1)), ty: x.ty.clone(), rank: 0, span };
            let kind = ExprKind::Binary(Op2::Eq, Box::new(x), Box::new(one));
            let mut own = Expr { kind, ty: Ty::Logical(4), rank, span };
            if rank > 0 {
                let kind = ExprKind::Intrinsic { id: Intrinsic::All, args: vec![Some(own), None] };
                own = Expr { kind, ty: Ty::Logical(4), rank: 0, span };
            }
            let (mut then, mut otherwise) = (vec![], vec![]);
            if stat.is_some() {
                self.or_failure(stat, 1, &mut then, &mut otherwise, span)?;
            } else {
                let text = b"SYNC IMAGES: there is no such image";
                let ty = Ty::Character(CharLen::Const(text.len() as i64), 1);
                let kind = ExprKind::Const(Const::Char(text.iter().map(|c| u32::from(*c)).collect()));
                let code = Some(Expr { kind, ty, rank: 0, span });
                otherwise.push(Stmt { kind: StmtKind::Stop { error: true, code, quiet: None }, span });
            }
            return Ok(Some(self.choice(own, then, otherwise)));
        }
        self.no_failure(stat, span)
    }

    /// LOCK.
    fn lock(&mut self, sc: ScopeId, args: &'a [Arg], stat: Option<Expr>, span: Span) -> Res<Option<StmtKind>> {
        let v = self.opaque_value(sc, args, "lock_type", span)?;
        let free = self.compare(Op2::Eq, v.clone(), 0);
        let set = Stmt { kind: assign(v, int8(1, span)), span };
        let mut otherwise = vec![];
        let mut then = vec![set];
        let acquired = args.iter().find(|a| a.keyword.as_ref().is_some_and(|k| &*k.name == "acquired_lock"));
        if let Some(Arg { value: ArgValue::Expr(e), .. }) = acquired {
            let l = self.expr_want(sc, e, Want::Variable)?;
            self.check_definable(&l, "defined by LOCK")?;
            if !matches!(l.ty, Ty::Logical(_)) || l.rank != 0 {
                return Err(self.err(ErrorCode::Type, l.span, "ACQUIRED_LOCK needs a scalar logical variable"));
            }
            for (list, v) in [(&mut then, true), (&mut otherwise, false)] {
                let kind = ExprKind::Const(Const::Logical(v));
                let rhs = Expr { kind, ty: l.ty.clone(), rank: 0, span };
                list.push(Stmt { kind: assign(l.clone(), rhs), span });
            }
            if let Some(k) = self.no_failure(stat, span)? {
                self.place.before.push(Stmt { kind: k, span });
            }
        } else {
            self.or_failure(stat, LOCKED, &mut then, &mut otherwise, span)?;
        }
        Ok(Some(self.choice(free, then, otherwise)))
    }

    /// EVENT WAIT.
    fn event_wait(&mut self, sc: ScopeId, args: &'a [Arg], stat: Option<Expr>, span: Span) -> Res<Option<StmtKind>> {
        let v = self.opaque_value(sc, args, "event_type", span)?;
        let until = args.iter().find(|a| a.keyword.as_ref().is_some_and(|k| &*k.name == "until_count"));
        let n = match until {
            Some(Arg { value: ArgValue::Expr(e), .. }) => {
                let x = self.expr(sc, e)?;
                if !matches!(x.ty, Ty::Integer(_)) || x.rank != 0 {
                    return Err(self.err(ErrorCode::Type, x.span, "UNTIL_COUNT needs a scalar integer"));
                }
                self.convert(x, &Ty::Integer(8))?
            }
            _ => int8(1, span),
        };
        let one = int8(1, span);
        let kind = ExprKind::Intrinsic { id: Intrinsic::Max, args: vec![Some(n), Some(one)] };
        let n = Expr { kind, ty: Ty::Integer(8), rank: 0, span };
        // Nobody else will post: an event that is not there yet never comes.
        let enough = self.operation(Op2::Ge, v.clone(), n.clone(), Ty::Logical(4));
        let rest = self.sum(Op2::Sub, v.clone(), n);
        let mut then = vec![Stmt { kind: assign(v, rest), span }];
        let mut otherwise = vec![];
        self.or_failure(stat, 1, &mut then, &mut otherwise, span)?;
        Ok(Some(self.choice(enough, then, otherwise)))
    }
}

impl<'a> Facts<'a> {
    pub(super) fn int4(&self, n: i64, span: Span) -> Expr {
        Expr { kind: ExprKind::Const(Const::Int(n.into())), ty: Ty::Integer(4), rank: 0, span }
    }

    /// A reference to an intrinsic that has no name in programs.
    pub(super) fn internal(&self, id: Intrinsic, args: Vec<Expr>, ty: Ty, span: Span) -> Expr {
        let args = args.into_iter().map(Some).collect();
        Expr { kind: ExprKind::Intrinsic { id, args }, ty, rank: 0, span }
    }

    /// The coarray that a designator is, or is a part of: its cobounds, and the coarray itself (F2018 5.4.7).
    pub(super) fn coarray_of(&self, e: &Expr) -> Option<(Dims, Expr)> {
        match &e.kind {
            ExprKind::Var(s) => {
                let si = self.si(*s);
                Some((si.cobounds.clone()?, si.co_root.clone().unwrap_or_else(|| e.clone())))
            }
            ExprKind::Component { base, of, index } => {
                if let Some(n) = self.types.info[of.0 as usize].coranks.get(index) {
                    return Some((Dims::Deferred(*n), e.clone()));
                }
                let c = &self.ty(*of).components[*index];
                if c.allocatable || c.pointer { None } else { self.coarray_of(base) }
            }
            ExprKind::Elem { base, .. } | ExprKind::Section { base, .. } => self.coarray_of(base),
            ExprKind::Intrinsic { id: Intrinsic::Coindexed, args } => self.coarray_of(args.first()?.as_ref()?),
            _ => None,
        }
    }

    pub(super) fn operation(&self, op: Op2, a: Expr, b: Expr, ty: Ty) -> Expr {
        let span = a.span;
        Expr { kind: ExprKind::Binary(op, Box::new(a), Box::new(b)), ty, rank: 0, span }
    }

    pub(super) fn compare(&self, op: Op2, a: Expr, n: i64) -> Expr {
        let b = if a.ty == Ty::Integer(4) { self.int4(n, a.span) } else { int8(n, a.span) };
        self.operation(op, a, b, Ty::Logical(4))
    }

    pub(super) fn sum(&self, op: Op2, a: Expr, b: Expr) -> Expr {
        let ty = a.ty.clone();
        self.operation(op, a, b, ty)
    }
}

impl<'a> Rules<'a> {
    /// The integer that is the value of a team variable or of GET_TEAM.
    pub(super) fn team_value(&mut self, x: Expr) -> Res<Expr> {
        if let (Ty::Derived(t), ExprKind::StructCtor { values, .. }) = (&x.ty, &x.kind)
            && &*self.ty(*t).name == "team_type"
            && let [Some(v)] = &values[..]
        {
            return Ok(v.clone());
        }
        self.opaque_part(x, "team_type")
    }

    pub(super) fn opaque_part(&mut self, x: Expr, name: &str) -> Res<Expr> {
        let span = x.span;
        match x.ty {
            Ty::Derived(t) if &*self.ty(t).name == name && x.rank == 0 => {
                let kind = ExprKind::Component { base: Box::new(x), of: t, index: 0 };
                Ok(Expr { kind, ty: Ty::Integer(8), rank: 0, span })
            }
            _ => {
                Err(self.err(ErrorCode::Argument, span, format!("a scalar variable of type `{name}` is expected here")))
            }
        }
    }

    /// Sets STAT, if there is one, to zero.
    fn no_failure(&mut self, stat: Option<Expr>, span: Span) -> Res<Option<StmtKind>> {
        let Some(x) = stat else { return Ok(None) };
        let v = self.convert(int8(0, span), &x.ty.clone())?;
        Ok(Some(assign(x, v)))
    }

    /// Status 0 where a statement can do its work, else the status or error termination.
    fn or_failure(
        &mut self,
        stat: Option<Expr>,
        status: i64,
        then: &mut Vec<Stmt>,
        otherwise: &mut Vec<Stmt>,
        span: Span,
    ) -> Res<()> {
        match stat {
            Some(x) => {
                for (list, v) in [(then, 0), (otherwise, status)] {
                    let rhs = self.convert(int8(v, span), &x.ty)?;
                    list.push(Stmt { kind: assign(x.clone(), rhs), span });
                }
            }
            None => {
                let code = self.convert(int8(status, span), &Ty::Integer(4))?;
                otherwise.push(Stmt { kind: StmtKind::Stop { error: true, code: Some(code), quiet: None }, span });
            }
        }
        Ok(())
    }
}
