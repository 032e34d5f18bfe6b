//! The family *images*: functions about images, teams and coarrays.

use super::*;
use crate::decl::resolve::int8;
use crate::images::{Cobounds, TeamRef};
use ferrotran_typed::intrinsics::family::Images;

impl<'a> Rules<'a> {
    /// What a reference to a function about teams and cobounds becomes, whose arguments may be written in several ways;
    /// none for the other functions.
    pub(super) fn instead_of_images(&mut self, id: Images, args: &[ArgIn], span: Span) -> Res<Option<Expr>> {
        match id {
            Images::GetTeam | Images::TeamNumber => self.team_inquiry(id, args, span),
            Images::Lcobound | Images::Ucobound | Images::Coshape | Images::ImageIndex => {
                self.cobound_inquiry(id, args, span).map(Some)
            }
            Images::ThisImage => {
                let dim = |a: &ArgIn| a.keyword.as_ref().is_some_and(|k| matches!(&*k.name, "dim" | "coarray"));
                let coarray = args.first().is_some_and(|a| self.coarray_of(&a.expr).is_some());
                match coarray || args.iter().any(dim) {
                    true => self.cobound_inquiry(id, args, span).map(Some),
                    false if self.opts.several_images => self.several_images(id, args, span),
                    false => Ok(None),
                }
            }
            Images::NumImages | Images::ImageStatus | Images::FailedImages | Images::StoppedImages
                if self.opts.several_images =>
            {
                self.several_images(id, args, span)
            }
            _ => Ok(None),
        }
    }

    pub(super) fn rules_of_images(&mut self, id: Images, a: &Arguments) -> Res<()> {
        match (id, a.get(0).and_then(|x| self.try_int(x).map(|n| (n, x.span)))) {
            (Images::ImageStatus, Some((n, at))) if n < 1 => {
                Err(self.err(ErrorCode::Argument, at, format!("image numbers are positive, this is {n}")))
            }
            _ => Ok(()),
        }
    }

    /// GET_TEAM and TEAM_NUMBER.
    fn team_inquiry(&mut self, id: Images, args: &[ArgIn], span: Span) -> Res<Option<Expr>> {
        match (id, args) {
            (Images::GetTeam, [] | [_]) => {
                let level = match args {
                    [a] => self.convert(a.expr.clone(), &Ty::Integer(4))?,
                    _ => self.int4(0, span),
                };
                let ty = self.builtin_type("team_type", span)?;
                let v = self.internal(Intrinsic::TeamOfLevel, vec![level], Ty::Integer(8), span);
                let kind = ExprKind::StructCtor { ty, values: vec![Some(v)] };
                Ok(Some(Expr { kind, ty: Ty::Derived(ty), rank: 0, span }))
            }
            (Images::TeamNumber, [] | [_]) => {
                let team = match args {
                    [a] => self.team_value(a.expr.clone())?,
                    _ => int8(0, span),
                };
                let v = self.internal(Intrinsic::NumberOfTeam, vec![team], Ty::Integer(8), span);
                let default = Ty::Integer(self.opts.default_integer);
                self.convert(v, &default).map(Some)
            }
            _ => Ok(None),
        }
    }

    /// LCOBOUND, UCOBOUND, COSHAPE, IMAGE_INDEX and THIS_IMAGE of a coarray.
    fn cobound_inquiry(&mut self, id: Images, args: &[ArgIn], span: Span) -> Res<Expr> {
        let Some(first) = args.first() else {
            return Err(self.err(ErrorCode::Argument, span, format!("`{}` needs a coarray", name(id))));
        };
        let Some((explicit, last)) = self.cobounds_of(&first.expr) else {
            let text = format!("the argument of `{}` is not a coarray", name(id));
            return Err(self.err(ErrorCode::Argument, first.span, text));
        };
        let mut kind = Ty::Integer(4);
        let mut dim = None;
        let mut sub = None;
        let mut team = self.current_team(span);
        for (i, a) in args.iter().enumerate().skip(1) {
            if matches!(&a.expr.ty, Ty::Derived(t) if &*self.ty(*t).name == "team_type") {
                team = TeamRef { team: self.team_value(a.expr.clone())?, how: 1 };
                continue;
            }
            match a.keyword.as_ref().map(|k| &*k.name) {
                Some("team_number") => team = TeamRef { team: self.convert(a.expr.clone(), &Ty::Integer(8))?, how: 2 },
                Some("kind") => kind = Ty::Integer(self.const_int_expr(&a.expr)? as u8),
                Some("dim") => dim = Some(a.expr.clone()),
                Some("sub") => sub = Some(a.expr.clone()),
                None if id == Images::ImageIndex && i == 1 => sub = Some(a.expr.clone()),
                None if id != Images::Coshape && i == 1 => dim = Some(a.expr.clone()),
                None => kind = Ty::Integer(self.const_int_expr(&a.expr)? as u8),
                Some(_) => return Err(self.unsupported(a.span, "this argument")),
            }
        }
        if self.opts.several_images {
            let list = self.cobounds_of_images(id, (explicit, last), sub, &team, span)?;
            return match (id, list) {
                (Images::ImageIndex, mut list) => Ok(list.remove(0)),
                (_, list) => self.chosen_bound(list, dim, &kind, span),
            };
        }
        let lower: Vec<Expr> = explicit.iter().map(|b| b.0.clone()).chain([last.clone()]).collect();
        // One image fills one place along the last codimension.
        let upper: Vec<Expr> = explicit.iter().map(|b| b.1.clone()).chain([last]).collect();
        let list = match id {
            Images::Lcobound | Images::ThisImage | Images::ImageIndex => lower,
            Images::Ucobound => upper,
            _ => {
                let extent = |(l, u): (&Expr, &Expr)| {
                    let n = self.sum(Op2::Sub, u.clone(), l.clone());
                    self.sum(Op2::Add, n, int8(1, span))
                };
                lower.iter().zip(&upper).map(extent).collect()
            }
        };
        if id == Images::ImageIndex {
            // Image 1 has the lower cobounds; there is no other.
            let Some(sub) = sub else {
                return Err(self.err(ErrorCode::Argument, span, "argument `sub` of `image_index` is missing"));
            };
            if !matches!(sub.ty, Ty::Integer(_)) || sub.rank != 1 {
                let text = "argument `sub` of `image_index` must be an integer array of rank 1";
                return Err(self.err(ErrorCode::Argument, sub.span, text));
            }
            if let Some(Some(n)) = shape_of(&self.prog, &sub).first()
                && *n != list.len() as i64
            {
                let text = format!("argument `sub` of `image_index` has {n} elements, the corank is {}", list.len());
                return Err(self.err(ErrorCode::Argument, sub.span, text));
            }
            let sub = self.convert(sub, &Ty::Integer(8))?;
            let items = list.into_iter().map(AcItem::Expr).collect();
            let lower = Expr { kind: ExprKind::ArrayCtor(items), ty: Ty::Integer(8), rank: 1, span };
            let kind = ExprKind::Binary(Op2::Eq, Box::new(sub), Box::new(lower));
            let same = Expr { kind, ty: Ty::Logical(4), rank: 1, span };
            let all = ExprKind::Intrinsic { id: Intrinsic::All, args: vec![Some(same), None] };
            let all = Expr { kind: all, ty: Ty::Logical(4), rank: 0, span };
            let int4 = |n: i128| Expr { kind: ExprKind::Const(Const::Int(n)), ty: Ty::Integer(4), rank: 0, span };
            let args = vec![Some(int4(1)), Some(int4(0)), Some(all)];
            let kind = ExprKind::Intrinsic { id: Intrinsic::Merge, args };
            return Ok(Expr { kind, ty: Ty::Integer(4), rank: 0, span });
        }
        self.chosen_bound(list, dim, &kind, span)
    }

    /// All values of a list, or that of one dimension.
    fn chosen_bound(&mut self, list: Vec<Expr>, dim: Option<Expr>, kind: &Ty, span: Span) -> Res<Expr> {
        let mut out = vec![];
        for e in list {
            out.push(self.convert(e, kind)?);
        }
        if let Some(d) = dim {
            if d.rank != 0 || !matches!(d.ty, Ty::Integer(_)) {
                return Err(self.err(ErrorCode::Argument, d.span, "the dimension is a scalar integer"));
            }
            let Some(n) = self.try_int(&d) else {
                // One of them, known at run time.
                let mut chosen = out[0].clone();
                for (i, e) in out.into_iter().enumerate().skip(1) {
                    let d = self.convert(d.clone(), &Ty::Integer(8))?;
                    let this = self.compare(Op2::Eq, d, i as i64 + 1);
                    let ty = e.ty.clone();
                    chosen = self.internal(Intrinsic::Merge, vec![e, chosen, this], ty, span);
                }
                return Ok(chosen);
            };
            return match usize::try_from(n - 1).ok().and_then(|i| out.get(i).cloned()) {
                Some(e) => Ok(e),
                None => Err(self.err(ErrorCode::Argument, d.span, format!("there is no codimension {n}"))),
            };
        }
        let items = out.into_iter().map(AcItem::Expr).collect();
        Ok(Expr { kind: ExprKind::ArrayCtor(items), ty: kind.clone(), rank: 1, span })
    }
}

impl<'a> Rules<'a> {
    /// What LCOBOUND and its kin give for several images: a value for each codimension; of IMAGE_INDEX one.
    fn cobounds_of_images(
        &mut self,
        id: Images,
        (explicit, last): Cobounds,
        sub: Option<Expr>,
        team: &TeamRef,
        span: Span,
    ) -> Res<Vec<Expr>> {
        let wide = Ty::Integer(8);
        let (mut lower, mut upper, mut weights) = (vec![], vec![], vec![int8(1, span)]);
        for (l, u) in explicit {
            let (l, u) = (self.convert(l, &wide)?, self.convert(u, &wide)?);
            let n = self.sum(Op2::Sub, u.clone(), l.clone());
            let n = self.sum(Op2::Add, n, int8(1, span));
            let w = self.sum(Op2::Mul, weights[weights.len() - 1].clone(), n);
            weights.push(w);
            lower.push(l);
            upper.push(u);
        }
        let last = self.convert(last, &wide)?;
        let row = weights[weights.len() - 1].clone();
        let images = self.image_number(0, team, span);
        let before = self.sum(Op2::Sub, images.clone(), int8(1, span));
        let rows = self.sum(Op2::Div, before, row.clone());
        lower.push(last.clone());
        upper.push(self.sum(Op2::Add, last, rows));
        Ok(match id {
            Images::Lcobound => lower,
            Images::Ucobound => upper,
            Images::Coshape => {
                let extent = |(l, u): (&Expr, &Expr)| {
                    let n = self.sum(Op2::Sub, u.clone(), l.clone());
                    self.sum(Op2::Add, n, int8(1, span))
                };
                lower.iter().zip(&upper).map(extent).collect()
            }
            Images::ImageIndex => {
                let Some(sub) = sub else {
                    return Err(self.err(ErrorCode::Argument, span, "argument `sub` of `image_index` is missing"));
                };
                vec![self.index_of_cosubscripts(sub, lower, upper, weights, images)?]
            }
            _ => {
                let own = self.image_number(1, team, span);
                let own = self.sum(Op2::Sub, own, int8(1, span));
                let n = lower.len();
                let at = |i: usize| {
                    let steps = self.sum(Op2::Div, own.clone(), weights[i].clone());
                    let steps = match weights.get(i + 1).filter(|_| i + 1 < n) {
                        Some(next) => {
                            let extent = self.sum(Op2::Div, next.clone(), weights[i].clone());
                            self.internal(Intrinsic::Mod, vec![steps, extent], Ty::Integer(8), span)
                        }
                        None => steps,
                    };
                    self.sum(Op2::Add, lower[i].clone(), steps)
                };
                (0..n).map(at).collect()
            }
        })
    }

    /// IMAGE_INDEX: 0 where no image has the cosubscripts.
    fn index_of_cosubscripts(
        &mut self,
        sub: Expr,
        lower: Vec<Expr>,
        upper: Vec<Expr>,
        weights: Vec<Expr>,
        images: Expr,
    ) -> Res<Expr> {
        let span = sub.span;
        if !matches!(sub.ty, Ty::Integer(_)) || sub.rank != 1 {
            let text = "argument `sub` of `image_index` must be an integer array of rank 1";
            return Err(self.err(ErrorCode::Argument, sub.span, text));
        }
        if let Some(Some(n)) = shape_of(&self.prog, &sub).first()
            && *n != lower.len() as i64
        {
            let text = format!("argument `sub` of `image_index` has {n} elements, the corank is {}", lower.len());
            return Err(self.err(ErrorCode::Argument, sub.span, text));
        }
        let sub = self.convert(sub, &Ty::Integer(8))?;
        let list = |v: Vec<Expr>| {
            let kind = ExprKind::ArrayCtor(v.into_iter().map(AcItem::Expr).collect());
            Expr { kind, ty: Ty::Integer(8), rank: 1, span }
        };
        let each = |op: Op2, a: &Expr, b: Expr, ty: Ty| {
            let kind = ExprKind::Binary(op, Box::new(a.clone()), Box::new(b));
            Expr { kind, ty, rank: 1, span }
        };
        let (lower, upper, weights) = (list(lower), list(upper), list(weights));
        let steps = each(Op2::Sub, &sub, lower.clone(), Ty::Integer(8));
        let index = self.internal(Intrinsic::DotProduct, vec![steps, weights], Ty::Integer(8), span);
        let index = self.sum(Op2::Add, index, int8(1, span));
        let above = each(Op2::Ge, &sub, lower, Ty::Logical(4));
        let below = each(Op2::Le, &sub, upper, Ty::Logical(4));
        let inside = each(Op2::And, &above, below, Ty::Logical(4));
        let kind = ExprKind::Intrinsic { id: Intrinsic::All, args: vec![Some(inside), None] };
        let inside = Expr { kind, ty: Ty::Logical(4), rank: 0, span };
        let there = self.operation(Op2::Le, index.clone(), images, Ty::Logical(4));
        let fine = self.operation(Op2::And, inside, there, Ty::Logical(4));
        let index = self.internal(Intrinsic::Merge, vec![index, int8(0, span), fine], Ty::Integer(8), span);
        self.convert(index, &Ty::Integer(4))
    }

    /// NUM_IMAGES, THIS_IMAGE without a coarray, and what is known of the state of images, where there are several.
    fn several_images(&mut self, id: Images, args: &[ArgIn], span: Span) -> Res<Option<Expr>> {
        let mut team = self.current_team(span);
        let mut kind = Ty::Integer(self.opts.default_integer);
        let mut rest = vec![];
        for (i, a) in args.iter().enumerate() {
            let keyword = a.keyword.as_ref().map(|k| &*k.name);
            match &a.expr.ty {
                Ty::Derived(t) if &*self.ty(*t).name == "team_type" => {
                    team = TeamRef { team: self.team_value(a.expr.clone())?, how: 1 };
                }
                _ if keyword == Some("team_number") || id == Images::NumImages && keyword.is_none() && i == 0 => {
                    team = TeamRef { team: self.convert(a.expr.clone(), &Ty::Integer(8))?, how: 2 };
                }
                _ if keyword == Some("kind") => kind = Ty::Integer(self.const_int_expr(&a.expr)? as u8),
                _ => rest.push(a),
            }
        }
        let call = match (id, &rest[..]) {
            (Images::NumImages, []) => self.image_number(0, &team, span),
            (Images::ThisImage, []) => self.image_number(1, &team, span),
            (Images::ImageStatus, [image]) => {
                let index = self.convert(image.expr.clone(), &Ty::Integer(8))?;
                let args = vec![index, team.team, self.int4(team.how, span)];
                self.internal(Intrinsic::StatusOfImage, args, Ty::Integer(4), span)
            }
            (Images::FailedImages | Images::StoppedImages, []) => {
                let status = if id == Images::FailedImages { 6001 } else { 6000 };
                let args = vec![self.int4(status, span), team.team, self.int4(team.how, span)];
                let e = self.internal(Intrinsic::ImagesOfStatus, args, Ty::Integer(8), span);
                Expr { rank: 1, ..e }
            }
            _ => return Ok(None),
        };
        self.convert(call, &kind).map(Some)
    }
}

/// The name in programs of a function of cobounds.
fn name(id: Images) -> &'static str {
    match id {
        Images::Lcobound => Intrinsic::Lcobound,
        Images::Ucobound => Intrinsic::Ucobound,
        Images::Coshape => Intrinsic::Coshape,
        Images::ImageIndex => Intrinsic::ImageIndex,
        _ => Intrinsic::ThisImage,
    }
    .name()
}
