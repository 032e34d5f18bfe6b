//! Contexts (OpenMP 6.0, 9): which of the variants of a METADIRECTIVE applies. Traits of devices are known when the program
//! runs, since a target region has a copy for the host and one for devices; everything else is known here.

use super::*;
use ferrotran_typed::intrinsics::Intrinsic;

/// Whether a context selector matches.
enum Match {
    No,
    Yes,
    /// Where that is true.
    If(Expr),
}

impl<'a> Resolver<'a> {
    /// The variants of a procedure that this context asks for (DECLARE VARIANT), the best first.
    fn variants_here(&mut self, sc: ScopeId, base: ProcId) -> Res<Vec<(Match, ProcId, &'a ast::OmpConstruct)>> {
        if !self.any_variants || self.place.omp.no_variants {
            return Ok(vec![]);
        }
        let mut list: Vec<(i64, Match, ProcId, &'a ast::OmpConstruct)> = vec![];
        for at in (0..self.scopes.len() as u32).map(ScopeId) {
            for c in self.sc(at).variants.clone() {
                let name = |a: Option<&ast::OmpArg>| match a {
                    Some(ast::OmpArg::Expr(ast::Expr { kind: ast::ExprKind::Ref(p), .. })) if p.len() == 1 => {
                        Some(p[0].name.clone())
                    }
                    Some(ast::OmpArg::Word(w)) => Some(w.clone()),
                    _ => None,
                };
                let (of, variant) = match &c.args[..] {
                    [v] => (None, name(Some(v))),
                    [b, v] => (name(Some(b)), name(Some(v))),
                    _ => continue,
                };
                let Some(variant) = variant else { continue };
                let mine = match of {
                    None => self.sc(at).proc == Some(base),
                    Some(b) => {
                        matches!(self.lookup(at, &b.name), Some(Entry { ent: Entity::Proc(p), .. }) if p == base)
                            || self.sc(at).proc == Some(base) && self.proc(base).name == b.name
                    }
                };
                if !mine {
                    continue;
                }
                // An interface body names procedures of its host without IMPORT.
                let host = self.sc(at).parent.filter(|_| self.sc(at).kind == ScopeKind::Interface);
                let found = self.lookup(at, &variant.name).or_else(|| self.lookup(host?, &variant.name));
                let Some(Entry { ent: Entity::Proc(v), .. }) = found else {
                    let text = format!("the variant `{}` is not a procedure known here", variant.name);
                    return Err(self.err(ErrorCode::Name, variant.span, text));
                };
                for t in &c.variants {
                    let score = self.score(sc, &t.traits)?;
                    match self.context_matches(sc, &t.traits)? {
                        Match::No => {}
                        m => list.push((score, m, v, c)),
                    }
                }
            }
        }
        list.sort_by_key(|v| std::cmp::Reverse(v.0));
        Ok(list.into_iter().map(|v| (v.1, v.2, v.3)).collect())
    }

    /// What a reference calls, where the context alone decides.
    pub fn variant_target(&mut self, sc: ScopeId, target: ProcTarget, args: &mut Vec<Actual>) -> Res<ProcTarget> {
        let ProcTarget::Proc(base) = target else { return Ok(target) };
        // The first has the highest score.
        let Some((m, v, c)) = self.variants_here(sc, base)?.into_iter().next() else { return Ok(target) };
        match m {
            Match::Yes => {
                self.ensure_spec(v);
                self.adjust_args(sc, base, v, c, args)?;
                return Ok(ProcTarget::Proc(v));
            }
            // What is called is chosen when the program comes there (see `variant_call`, `variant_value`).
            Match::If(_) | Match::No => {}
        }
        Ok(target)
    }

    /// The calls that a reference of a procedure stands for: those that a condition chooses, in their order, and the one that
    /// is left.
    fn calls_here(&mut self, sc: ScopeId, base: ProcId, call: &Call) -> Res<(Vec<(Expr, Call)>, Call)> {
        let mut arms = vec![];
        let mut last = call.clone();
        for (m, v, c) in self.variants_here(sc, base)? {
            self.ensure_spec(v);
            let mut of = Call { target: ProcTarget::Proc(v), ..call.clone() };
            self.adjust_args(sc, base, v, c, &mut of.args)?;
            match m {
                Match::If(cond) => arms.push((cond, of)),
                Match::Yes | Match::No => {
                    last = of;
                    break;
                }
            }
        }
        if !arms.is_empty() && self.place.omp.dispatch.as_ref().is_some_and(|d| d.takes_addresses()) {
            return Err(self.unsupported(call.span, "`need_device_addr` where the variant depends on where it runs"));
        }
        Ok((arms, last))
    }

    /// A function reference whose procedure depends on where it runs: a choice of values, of which one is computed.
    pub fn variant_value(&mut self, sc: ScopeId, e: Expr) -> Res<Expr> {
        let ExprKind::Call(call) = &e.kind else { return Ok(e) };
        let ProcTarget::Proc(base) = call.target else { return Ok(e) };
        let (arms, last) = self.calls_here(sc, base, call)?;
        let (rank, span) = (e.rank, e.span);
        let mut value = match last.target {
            ProcTarget::Proc(v) if v != base => self.call_expr(v, last, rank, span)?,
            _ => e,
        };
        for (cond, of) in arms.into_iter().rev() {
            let ProcTarget::Proc(v) = of.target else { continue };
            let chosen = self.call_expr(v, of, rank, span)?;
            let ty = match &value.ty {
                Ty::Character(_, kind) => Ty::Character(CharLen::Runtime, *kind),
                ty => ty.clone(),
            };
            let args = vec![Some(cond), Some(chosen), Some(value)];
            let kind = ExprKind::Intrinsic { id: Intrinsic::Conditional, args };
            value = Expr { kind, ty, rank, span };
        }
        Ok(value)
    }

    /// A CALL whose procedure depends on where it runs.
    pub fn variant_call(&mut self, sc: ScopeId, call: Call) -> Res<StmtKind> {
        let ProcTarget::Proc(base) = call.target else { return Ok(StmtKind::Call(call)) };
        let (arms, last) = self.calls_here(sc, base, &call)?;
        let span = call.span;
        if arms.is_empty() {
            return Ok(StmtKind::Call(last));
        }
        let stmt = |of| vec![Stmt { span, kind: StmtKind::Call(of) }];
        let arms = arms.into_iter().map(|(cond, of)| (cond, stmt(of))).collect();
        let id = self.place.construct_number();
        Ok(StmtKind::If { arms, otherwise: stmt(last), id })
    }

    /// The weight of a context, by which the best is chosen: that of its traits, or what the program gives in its place.
    fn score(&mut self, sc: ScopeId, traits: &'a [ast::OmpTrait]) -> Res<i64> {
        let mut sum = 0i64;
        for t in traits {
            let own = weight(t);
            let Some(e) = &t.score else {
                sum += own;
                continue;
            };
            let n = self.const_int(sc, e)?;
            if n < 0 {
                return Err(self.err(ErrorCode::OmpRule, e.span, "the score of a trait must not be negative"));
            }
            sum = sum.saturating_add(n);
        }
        Ok(sum)
    }

    fn context_matches(&mut self, sc: ScopeId, traits: &'a [ast::OmpTrait]) -> Res<Match> {
        let mut conds: Vec<Expr> = vec![];
        let mut constructs = vec![];
        for t in traits {
            let yes = match (&*t.set, &*t.name) {
                ("construct", name) => {
                    constructs.push(name.to_string());
                    true
                }
                ("user", "condition") => {
                    let Some(e) = &t.cond else { return Ok(Match::No) };
                    let x = self.logical_expr(sc, e, "a condition of a context")?;
                    match self.try_const(&x) {
                        Some(Const::Logical(b)) => b,
                        _ => {
                            conds.push(x);
                            true
                        }
                    }
                }
                ("device", "kind") => {
                    let host = t.props.iter().all(|p| matches!(&**p, "host" | "cpu" | "any"));
                    let device = t.props.iter().all(|p| matches!(&**p, "nohost" | "gpu" | "any"));
                    if !host && !device {
                        false
                    } else if host && device {
                        true
                    } else if self.runs_on_devices() {
                        let e = self.on_host(t.span)?;
                        conds.push(if host { e } else { not(e) });
                        true
                    } else {
                        host
                    }
                }
                ("device", "arch") => {
                    let here = t.props.iter().all(|p| &**p == std::env::consts::ARCH);
                    if here && self.runs_on_devices() {
                        let e = self.on_host(t.span)?;
                        conds.push(e);
                    }
                    here
                }
                ("target_device", "device_num") => true,
                ("target_device", "kind") => {
                    let host = t.props.iter().all(|p| matches!(&**p, "host" | "cpu" | "any"));
                    let device = t.props.iter().all(|p| matches!(&**p, "nohost" | "gpu" | "any"));
                    if host != device {
                        let number = self.device_of(sc, traits, t.span)?;
                        conds.push(self.is_device(number, device)?);
                    }
                    host || device
                }
                ("target_device", "arch") => {
                    let number = self.device_of(sc, traits, t.span)?;
                    conds.push(self.is_device(number, false)?);
                    t.props.iter().all(|p| &**p == std::env::consts::ARCH)
                }
                ("device" | "target_device", "isa") => false,
                ("implementation", "vendor") => t.props.iter().all(|p| &**p == "ferrotran"),
                ("implementation", "extension") => false,
                // What REQUIRES may ask for, as the program does not.
                ("implementation", _) => false,
                (set, name) => return Err(self.unsupported(t.span, format!("the context `{set}={{{name}}}`"))),
            };
            if !yes {
                return Ok(Match::No);
            }
        }
        // The constructs around, outermost first, hold those of the selector in that order.
        let around: Vec<Leaf> =
            self.place.omp.frames.iter().flat_map(|f| f.directive.leaves().iter().copied()).collect();
        let mut at = around.iter();
        let all = constructs.iter().flat_map(|c| c.split(' ')).all(|c| at.any(|l| l.info().name == c));
        if !all {
            return Ok(Match::No);
        }
        let and = |a: Expr, b: Expr| {
            let (ty, span) = (a.ty.clone(), a.span);
            Expr { kind: ExprKind::Binary(Op2::And, Box::new(a), Box::new(b)), ty, rank: 0, span }
        };
        Ok(match conds.into_iter().reduce(and) {
            Some(e) => Match::If(e),
            None => Match::Yes,
        })
    }

    /// The device that traits of the set `target_device` are about: the one that DEVICE_NUM names, or the default one.
    fn device_of(&mut self, sc: ScopeId, traits: &'a [ast::OmpTrait], span: Span) -> Res<Expr> {
        match traits.iter().find(|t| &*t.set == "target_device" && &*t.name == "device_num") {
            Some(ast::OmpTrait { cond: Some(e), .. }) => {
                let number = self.int_expr(sc, e, "the number of a device")?;
                self.convert(number, &Ty::Integer(4))
            }
            _ => self.number_of("omp_get_default_device", span),
        }
    }

    /// Whether code here may run on a device.
    fn runs_on_devices(&self) -> bool {
        self.place.omp.frames.iter().any(|f| f.directive.has(Leaf::Target))
    }
}

impl<'a> Sema<'a> {
    /// METADIRECTIVE: the first variant that applies, by score.
    pub(super) fn metadirective(&mut self, sc: ScopeId, c: &'a ast::OmpConstruct) -> Res<Option<StmtKind>> {
        if c.faulty {
            self.block(sc, c.body.as_deref().unwrap_or_default());
            return Err(Reported);
        }
        let mut list: Vec<(i64, &'a ast::OmpVariant, Match)> = vec![];
        for v in &c.variants {
            let score = self.score(sc, &v.traits)?;
            match self.context_matches(sc, &v.traits)? {
                Match::No => {}
                m => list.push((score, v, m)),
            }
        }
        list.sort_by_key(|v| std::cmp::Reverse(v.0));
        let mut arms = vec![];
        let mut otherwise = None;
        for (_, v, m) in list {
            match m {
                Match::If(cond) => {
                    let block = self.variant_block(sc, c, v)?;
                    arms.push((cond, block));
                }
                _ => {
                    otherwise = Some(self.variant_block(sc, c, v)?);
                    break;
                }
            }
        }
        let otherwise = match otherwise {
            Some(b) => b,
            None => self.block(sc, c.body.as_deref().unwrap_or_default()),
        };
        if arms.is_empty() {
            let mut otherwise = otherwise;
            if otherwise.len() == 1 {
                return Ok(otherwise.pop().map(|s| s.kind));
            }
            if otherwise.is_empty() {
                return Ok(None);
            }
            return Ok(Some(StmtKind::Block { locals: vec![], body: otherwise, id: self.place.construct_number() }));
        }
        Ok(Some(StmtKind::If { arms, otherwise, id: self.place.construct_number() }))
    }

    fn variant_block(&mut self, sc: ScopeId, c: &'a ast::OmpConstruct, v: &'a ast::OmpVariant) -> Res<Vec<Stmt>> {
        let Some(d) = &v.directive else { return Ok(self.block(sc, c.body.as_deref().unwrap_or_default())) };
        let sections = d.directive.has(Leaf::Sections) && d.sections.is_empty();
        if sections || d.directive.has(Leaf::Metadirective) {
            return Err(self.unsupported(v.span, format!("`{}` in a metadirective", d.directive.name())));
        }
        let kind = self.omp_construct(sc, d)?;
        Ok(kind.into_iter().map(|kind| Stmt { kind, span: v.span }).collect())
    }
}

impl<'a> Facts<'a> {
    /// A call of `omp_is_initial_device`.
    fn on_host(&mut self, span: Span) -> Res<Expr> {
        let target = self.omp_routine("omp_is_initial_device")?;
        let call = Call { target, args: vec![], span };
        Ok(Expr { kind: ExprKind::Call(Box::new(call)), ty: Ty::Logical(4), rank: 0, span })
    }

    /// A call of a routine of `omp_lib` that gives a number.
    fn number_of(&mut self, routine: &str, span: Span) -> Res<Expr> {
        let call = Call { target: self.omp_routine(routine)?, args: vec![], span };
        Ok(Expr { kind: ExprKind::Call(Box::new(call)), ty: Ty::Integer(4), rank: 0, span })
    }

    /// Whether a number is that of a device, or that of the host.
    fn is_device(&mut self, number: Expr, device: bool) -> Res<Expr> {
        let span = number.span;
        let logical = |op, a, b| {
            let kind = ExprKind::Binary(op, Box::new(a), Box::new(b));
            Expr { kind, ty: Ty::Logical(4), rank: 0, span }
        };
        let constant = |n: i128| Expr { kind: ExprKind::Const(Const::Int(n)), ty: Ty::Integer(4), rank: 0, span };
        if device {
            let devices = self.number_of("omp_get_num_devices", span)?;
            let (there, fits) = (Op2::Ge, Op2::Lt);
            return Ok(logical(Op2::And, logical(there, number.clone(), constant(0)), logical(fits, number, devices)));
        }
        let host = self.number_of("omp_get_initial_device", span)?;
        // `omp_initial_device`
        let named = logical(Op2::Eq, number.clone(), constant(-1));
        Ok(logical(Op2::Or, logical(Op2::Eq, number, host), named))
    }

    /// A procedure of `omp_lib`.
    pub(super) fn omp_routine(&mut self, name: &str) -> Res<ProcTarget> {
        let lib = self.builtin_module("omp_lib");
        let key: ast::Name = name.into();
        let Some(Entity::Proc(p)) = self.sc(lib).names.get(&key).map(|e| e.ent.clone()) else { return Err(Reported) };
        Ok(ProcTarget::Proc(p))
    }
}

fn not(e: Expr) -> Expr {
    let (ty, span) = (e.ty.clone(), e.span);
    Expr { kind: ExprKind::Unary(Op1::Not, Box::new(e)), ty, rank: 0, span }
}

/// What a trait counts, so that more specific contexts go first.
fn weight(t: &ast::OmpTrait) -> i64 {
    match (&*t.set, &*t.name) {
        ("device", "kind") => 4,
        ("device", "arch") => 8,
        ("device", "isa") => 16,
        ("construct", _) => 2,
        _ => 1,
    }
}
