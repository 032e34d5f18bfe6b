//! Arguments of intrinsic procedures: put into the order of the row, and held against it.

use super::*;
use ferrotran_source::message::Diagnostic;
use ferrotran_typed::intrinsics::{Dummy, DummyRank};

impl<'a> Rules<'a> {
    /// Puts arguments into dummy order.
    pub(super) fn match_intrinsic(&mut self, id: Intrinsic, args: Vec<ArgIn>, span: Span) -> Res<Vec<Option<Expr>>> {
        let local = match id.family() {
            Family::Objects(f) => objects::is_local(f),
            Family::Collectives(f) => collectives::is_local(f),
            Family::CBinding(f) => c_binding::is_local(f),
            _ => false,
        };
        if let Some(a) = args.iter().find(|a| local && a.coindexed) {
            let text = format!("an argument of `{}` cannot be coindexed", id.name());
            return Err(self.err(ErrorCode::Argument, a.span, text));
        }
        let row = id.row();
        let variadic = row.variadic();
        let given = args.len();
        let fixed = row.args.len() - usize::from(variadic);
        let mut slots: Vec<Option<Expr>> = vec![None; fixed];
        let mut keyword = false;
        // `sum(a, mask)` and the like: the second argument may be a mask instead of a dimension.
        for (i, a) in args.into_iter().enumerate() {
            let mut k = match &a.keyword {
                Some(kw) => {
                    keyword = true;
                    let name = match id.family() {
                        Family::Mathematics(f) => mathematics::keyword(f, &kw.name, given == 1),
                        Family::Strings(f) => strings::keyword(f, &kw.name),
                        Family::Objects(f) => self.keyword_of_objects(f, &a)?,
                        _ => &kw.name,
                    };
                    match row.arg(name).filter(|k| *k < fixed) {
                        Some(k) => k,
                        None if variadic
                            && kw
                                .name
                                .strip_prefix('a')
                                .and_then(|n| n.parse().ok())
                                .is_some_and(|n| (1..=given).contains(&n)) =>
                        {
                            kw.name[1..].parse::<usize>().unwrap_or(1) - 1
                        }
                        None => {
                            let d = Diagnostic::error(
                                ErrorCode::Argument,
                                kw.span,
                                format!("intrinsic `{}` has no argument `{}`", id.name(), kw.name),
                            );
                            return Err(self.report(d));
                        }
                    }
                }
                None if keyword => {
                    return Err(self.err(
                        ErrorCode::Argument,
                        a.span,
                        "an argument without keyword follows one with keyword",
                    ));
                }
                None => i,
            };
            if a.keyword.is_none()
                && i == 1
                && row.args.get(1).is_some_and(|d| d.name == "dim")
                && row.args.get(2).is_some_and(|d| d.name == "mask")
                && matches!(a.expr.ty, Ty::Logical(_))
            {
                k = 2;
            } else if a.keyword.is_none()
                && i == 2
                && (slots.get(2).is_some_and(|s| s.is_some())
                    || id == Intrinsic::Findloc && matches!(a.expr.ty, Ty::Logical(_)))
            {
                k = 3;
            }
            if k >= slots.len() {
                if variadic {
                    slots.resize(k + 1, None);
                } else {
                    return Err(self.err(
                        ErrorCode::Argument,
                        a.span,
                        format!(
                            "intrinsic `{}` takes at most {fixed} argument{}",
                            id.name(),
                            if fixed == 1 { "" } else { "s" }
                        ),
                    ));
                }
            }
            if slots[k].is_some() {
                return Err(self.err(ErrorCode::Argument, a.span, "the argument is given twice"));
            }
            if !crate::expr::conditional::is_no_argument(&a.expr) {
                slots[k] = Some(a.expr);
            }
        }
        for (k, s) in slots.iter().enumerate() {
            let optional = row.args.get(k).is_none_or(|d| d.optional);
            if s.is_none() && (!optional || variadic) {
                return Err(self.err(
                    ErrorCode::Argument,
                    span,
                    format!(
                        "argument `{}` of intrinsic `{}` is missing",
                        row.args.get(k).map_or("a3", |d| d.name),
                        id.name()
                    ),
                ));
            }
        }
        Ok(slots)
    }

    /// Types and ranks that the table demands.
    pub(super) fn check_args(&mut self, id: Intrinsic, slots: &mut [Option<Expr>]) -> Res<()> {
        let mut failed = false;
        for k in 0..slots.len() {
            self.typeless_argument(id, k, slots)?;
            failed |= self.check_arg(id, k, slots).is_err();
        }
        if failed { Err(Reported) } else { Ok(()) }
    }

    /// A Hollerith or BOZ constant becomes what the argument may be, where that is accepted.
    fn typeless_argument(&mut self, id: Intrinsic, k: usize, slots: &mut [Option<Expr>]) -> Res<()> {
        let dummy = row_argument(id, k);
        let c = dummy.classes;
        let Some(mut a) = slots[k].clone() else { return Ok(()) };
        if crate::expr::typeless::is_hollerith(&a) {
            let to = match c {
                c if c.contains(['i', 'k']) => Ty::Integer(self.opts.default_integer),
                c if c.contains('r') => Ty::Real(self.opts.default_real),
                c if c.contains('l') => Ty::Logical(self.opts.default_logical),
                _ => Ty::Character(CharLen::Runtime, 1),
            };
            a = self.convert(a, &to)?;
            slots[k] = Some(a.clone());
        }
        if self.opts.invalid_boz
            && a.ty == Ty::Typeless
            && matches!(a.kind, ExprKind::Const(_))
            && !c.contains(['b', 'B', 't', '*'])
            && (c.contains(['i', 'r']) || c == "=")
        {
            // The bits of what the other arguments are, else an integer.
            let real = slots.iter().flatten().find(|x| matches!(x.ty, Ty::Real(_))).map(|x| x.ty.clone());
            let to = match real {
                Some(t) if c.contains('r') || c == "=" => t,
                _ => Ty::Integer(self.opts.default_integer),
            };
            let text = format!("a BOZ constant as argument `{}` of `{}` is an extension", dummy.name, id.name());
            self.diag.warning(ErrorCode::Extension, a.span, text);
            a = self.convert(a, &to)?;
            slots[k] = Some(a.clone());
        }
        Ok(())
    }

    /// Type, kind and rank of an argument against its row.
    fn check_arg(&mut self, id: Intrinsic, k: usize, slots: &[Option<Expr>]) -> Res<()> {
        let (row, dummy) = (id.row(), row_argument(id, k));
        let c = dummy.classes;
        let any_kind = takes_any_character(id);
        let Some(a) = slots[k].clone() else { return Ok(()) };
        let first = slots[0].as_ref().map(|f| f.ty.clone());
        if matches!(a.kind, ExprKind::Null)
            && (row.class != Class::Inquiry || matches!(id, Intrinsic::Associated | Intrinsic::IsContiguous))
        {
            let text = format!("NULL cannot be an argument of `{}`", id.name());
            self.err(ErrorCode::Argument, a.span, text);
            return Err(Reported);
        }
        // C838
        if self.is_assumed_rank(&a)
            && matches!(row.class, Class::Elemental | Class::Transformational)
            && row.origin != Origin::CBinding
        {
            let ExprKind::Var(s) = a.kind else { return Ok(()) };
            self.assumed_rank_misused(s, a.span);
            return Err(Reported);
        }
        if matches!(a.ty, Ty::Procedure) && !c.contains(['p', 't']) {
            self.err(
                ErrorCode::Argument,
                a.span,
                format!("argument `{}` of `{}` cannot be a procedure", dummy.name, id.name()),
            );
            return Err(Reported);
        }
        let fits = kind_fits(c, &a, first.as_ref(), any_kind.then_some(k));
        if !fits {
            let t = ty_name(&self.prog, &a.ty);
            let want = match (&a.ty, &first) {
                (Ty::Character(..), Some(Ty::Character(..))) if c == "c" && any_kind && k > 0 => {
                    "of the kind of the first argument".to_string()
                }
                (Ty::Character(..), _) if c == "c" => "default character".to_string(),
                _ => class_text(c, first.as_ref().map(|f| ty_name(&self.prog, f))),
            };
            self.err(
                ErrorCode::Argument,
                a.span,
                format!("argument `{}` of intrinsic `{}` must be {want}, this is {t}", dummy.name, id.name()),
            );
            return Err(Reported);
        }
        let mut failed = self.check_rank_of_arg(id, dummy, &a).is_err();
        if c.starts_with('k') {
            failed |= self.const_int_expr(&a).is_err();
        }
        if let ExprKind::Var(s) = &a.kind
            && matches!(self.sym(*s).dims, Dims::AssumedSize(..))
            && row.class != Class::Inquiry
            && !c.contains('t')
        {
            let n = self.sym(*s).name.clone();
            self.err(
                ErrorCode::Shape,
                a.span,
                format!("the whole assumed-size array `{n}` cannot be used here: its last extent is not known"),
            );
            failed = true;
        }
        if failed { Err(Reported) } else { Ok(()) }
    }

    fn check_rank_of_arg(&mut self, id: Intrinsic, dummy: &Dummy, a: &Expr) -> Res<()> {
        match dummy.rank {
            DummyRank::Exactly(n) if a.rank != n as usize && !(n == 1 && self.is_assumed_rank(a)) => {
                let want = if n == 0 { "scalar".to_string() } else { format!("of rank {n}") };
                return Err(self.err(
                    ErrorCode::Rank,
                    a.span,
                    format!(
                        "argument `{}` of intrinsic `{}` must be {want}, this has rank {}",
                        dummy.name,
                        id.name(),
                        a.rank
                    ),
                ));
            }
            DummyRank::Array if a.rank == 0 && !self.is_assumed_rank(a) => {
                return Err(self.err(
                    ErrorCode::Rank,
                    a.span,
                    format!("argument `{}` of intrinsic `{}` must be an array", dummy.name, id.name()),
                ));
            }
            _ => {}
        }
        Ok(())
    }

    /// Arguments that must have one kind (MAX, MIN, MOD and the like take several, as elsewhere).
    pub(super) fn same_kinds(&mut self, id: Intrinsic, slots: &[Option<Expr>]) -> Res<()> {
        let row = id.row();
        if !row.args.iter().any(|d| d.same_kind) {
            return Ok(());
        }
        if let [Some(a), Some(b), ..] = slots
            && matches!((&a.ty, &b.ty), (Ty::Typeless, Ty::Typeless))
        {
            let text = format!("the first two arguments of `{}` cannot both be BOZ constants", id.name());
            return Err(self.err(ErrorCode::Argument, b.span, text));
        }
        let mut first: Option<(Ty, Span)> = None;
        for (k, (e, dummy)) in slots.iter().zip(&row.args).enumerate() {
            let Some(e) = e.as_ref().filter(|e| !matches!(e.ty, Ty::Typeless)) else { continue };
            if k > 0 && !dummy.same_kind {
                continue;
            }
            match &first {
                None => first = Some((e.ty.clone(), e.span)),
                Some((t, at)) if *t != e.ty => {
                    let (a, b) = (ty_name(&self.prog, t), ty_name(&self.prog, &e.ty));
                    let d = Diagnostic::error(
                        ErrorCode::Argument,
                        e.span,
                        format!(
                            "argument `{}` of intrinsic `{}` must have the type and kind of the first, {a}, not {b}",
                            dummy.name,
                            id.name()
                        ),
                    )
                    .also(*at, a);
                    return Err(self.report(d));
                }
                Some(_) => {}
            }
        }
        Ok(())
    }

    /// Arguments that must agree in kind are converted to the larger one (equal kinds in standard programs); BOZ to integers.
    pub(super) fn promote(&mut self, id: Intrinsic, slots: &mut [Option<Expr>]) -> Res<()> {
        let row = id.row();
        let class = |k: usize| row.args.get(k).or(row.args.last()).map_or("", |d| d.classes);
        // BOZ takes the type of the other argument, else default integer.
        let other = slots
            .iter()
            .enumerate()
            .filter(|(k, _)| class(*k).contains(['b', 'B', '=']))
            .filter_map(|(_, s)| s.as_ref())
            .find_map(|e| matches!(e.ty, Ty::Integer(_) | Ty::Unsigned(_)).then(|| e.ty.clone()))
            .unwrap_or(Ty::Integer(self.opts.default_integer));
        for (k, s) in slots.iter_mut().enumerate() {
            if let Some(e) = s
                && matches!(e.ty, Ty::Typeless)
                && class(k).contains('b')
            {
                let to = match id.family() {
                    Family::Bits(f) => bits::boz_type(f, e, &other),
                    _ => other.clone(),
                };
                *s = Some(self.convert(e.clone(), &to)?);
            }
        }
        // Next to data of any type there is no larger kind.
        if class(0).contains('*') {
            return Ok(());
        }
        let mut common = slots.first().and_then(|s| s.as_ref()).map(|e| e.ty.clone());
        for (k, s) in slots.iter().enumerate() {
            if let (Some(e), Some(c)) = (s, &common)
                && class(k).contains('=')
                && let Some(t) = common_numeric(c, &e.ty)
            {
                common = Some(t);
            }
        }
        if let Some(c) = common
            && matches!(c, Ty::Integer(_) | Ty::Unsigned(_) | Ty::Real(_) | Ty::Complex(_))
        {
            for (k, s) in slots.iter_mut().enumerate() {
                if let Some(e) = s
                    && (k == 0 || class(k).contains('='))
                    && e.ty != c
                {
                    *s = Some(self.convert(e.clone(), &c)?);
                }
            }
        }
        Ok(())
    }

    pub(super) fn specific_args(&mut self, s: &Specific, slots: &mut [Option<Expr>], _span: Span) -> Res<()> {
        for slot in slots.iter_mut() {
            let Some(a) = slot.clone() else { continue };
            // MAX and MIN by a specific name take other kinds too, as elsewhere.
            let lenient = matches!(s.generic, Intrinsic::Max | Intrinsic::Min);
            let ok = match (s.arg, &a.ty) {
                // The order of a Bessel function.
                (SpecificTy::Real(_) | SpecificTy::AnyReal, Ty::Integer(_))
                    if matches!(s.generic, Intrinsic::BesselJn | Intrinsic::BesselYn) =>
                {
                    true
                }
                (SpecificTy::Integer(k), Ty::Integer(n)) => {
                    k == *n || k == 4 && *n == self.opts.default_integer || lenient
                }
                (SpecificTy::Real(k), Ty::Real(n)) if lenient => {
                    if k != *n {
                        *slot = Some(self.convert(a.clone(), &Ty::Real(k))?);
                    }
                    true
                }
                (SpecificTy::Real(k), Ty::Real(n)) | (SpecificTy::Complex(k), Ty::Complex(n)) => {
                    let default = if k == 8 { self.opts.default_double } else { self.opts.default_real };
                    k == *n || *n == default
                }
                (SpecificTy::AnyInteger, Ty::Typeless) if self.opts.invalid_boz => {
                    let text = format!("a BOZ constant as argument of `{}` is an extension", s.name);
                    self.diag.warning(ErrorCode::Extension, a.span, text);
                    *slot = Some(self.convert(a.clone(), &Ty::Integer(self.opts.default_integer))?);
                    true
                }
                (SpecificTy::Char, Ty::Character(_, k)) => *k == 1,
                (SpecificTy::AnyInteger, Ty::Integer(_))
                | (SpecificTy::AnyReal, Ty::Real(_))
                | (SpecificTy::AnyComplex, Ty::Complex(_))
                | (SpecificTy::AnyNumber, _) => true,
                _ => false,
            };
            if !ok {
                let t = ty_name(&self.prog, &a.ty);
                return Err(self.err(
                    ErrorCode::Argument,
                    a.span,
                    format!(
                        "`{}` does not take an argument of type {t}: use the generic `{}`",
                        s.name,
                        s.generic.name()
                    ),
                ));
            }
        }
        Ok(())
    }
}

fn same_category(a: &Ty, b: &Ty) -> bool {
    matches!(
        (a, b),
        (Ty::Integer(_), Ty::Integer(_))
            | (Ty::Unsigned(_), Ty::Unsigned(_))
            | (Ty::Real(_), Ty::Real(_))
            | (Ty::Complex(_), Ty::Complex(_))
            | (Ty::Logical(_), Ty::Logical(_))
            | (Ty::Derived(_) | Ty::Class(_), Ty::Derived(_) | Ty::Class(_))
    ) || a.same_characters(b)
}

fn class_text(c: &str, first: Option<String>) -> String {
    let mut v: Vec<String> = vec![];
    for x in c.chars() {
        v.push(
            match x {
                'i' | 'k' => "integer",
                'r' => "real",
                'u' => "unsigned",
                'z' => "complex",
                'l' => "logical",
                'c' => "character",
                'd' => "of derived type",
                'p' => "a procedure",
                '=' => {
                    v.push(format!("of the type of the first argument ({})", first.clone().unwrap_or_default()));
                    continue;
                }
                _ => continue,
            }
            .to_string(),
        );
    }
    v.join(" or ")
}

/// The row of argument `k`: the last one of a row stands for all that follow.
fn row_argument(id: Intrinsic, k: usize) -> &'static Dummy {
    let row = id.row();
    row.args.get(k).unwrap_or_else(|| row.args.last().expect("variadic rows have arguments"))
}

/// Whether characters of every kind are taken.
fn takes_any_character(id: Intrinsic) -> bool {
    let row = id.row();
    (matches!(row.class, Class::Elemental | Class::Transformational | Class::Inquiry)
        || matches!(id, Intrinsic::Split | Intrinsic::Tokenize))
        && row.origin == Origin::Standard
        && !matches!(
            id,
            Intrinsic::SelectedCharKind | Intrinsic::Lge | Intrinsic::Lgt | Intrinsic::Lle | Intrinsic::Llt
        )
}

/// Whether an argument is of one of the sorts that the letters stand for; `any_kind` is its place, where characters of
/// every kind are taken.
fn kind_fits(classes: &str, a: &Expr, first: Option<&Ty>, any_kind: Option<usize>) -> bool {
    classes.chars().any(|x| match (x, &a.ty) {
        ('i' | 'k', Ty::Integer(_)) => true,
        ('u', Ty::Unsigned(_)) => true,
        ('r', Ty::Real(_)) => true,
        ('z', Ty::Complex(_)) => true,
        ('l', Ty::Logical(_)) => true,
        // Several strings have one kind; which need not be the default one in the functions of the standard.
        ('c', Ty::Character(_, n)) => match first {
            Some(Ty::Character(_, m)) if any_kind.is_some_and(|k| k > 0) => m == n,
            _ => *n == 1 || any_kind.is_some(),
        },
        ('b' | 'B', Ty::Typeless) => matches!(a.kind, ExprKind::Const(_)),
        ('d', Ty::Derived(_) | Ty::Class(_)) => true,
        ('*', Ty::Typeless) => false,
        ('*' | 't', _) => true,
        ('p', Ty::Procedure) => true,
        ('=', t) => match first {
            Some(f) => same_category(f, t) || matches!((f, t), (Ty::Typeless, Ty::Integer(_) | Ty::Unsigned(_))),
            None => true,
        },
        _ => false,
    })
}
