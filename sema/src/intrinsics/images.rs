//! The family *images*: functions about images, teams and coarrays.

use super::*;
use crate::decl::resolve::int8;
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
                    false => Ok(None),
                }
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
        let (explicit, last) = match self.coarray_of(&first.expr) {
            Some((Dims::AssumedSize(b, last), _)) => (b, *last),
            Some((d, root)) => {
                let bound = |id: Intrinsic, i: usize| {
                    let dim = self.int4(i as i64 + 1, span);
                    self.internal(id, vec![root.clone(), dim], Ty::Integer(8), span)
                };
                let n = d.rank().max(1);
                let explicit =
                    (0..n - 1).map(|i| (bound(Intrinsic::Lcobound, i), bound(Intrinsic::Ucobound, i))).collect();
                (explicit, bound(Intrinsic::Lcobound, n - 1))
            }
            None => {
                let text = format!("the argument of `{}` is not a coarray", name(id));
                return Err(self.err(ErrorCode::Argument, first.span, text));
            }
        };
        let mut kind = Ty::Integer(4);
        let mut dim = None;
        let mut sub = None;
        for (i, a) in args.iter().enumerate().skip(1) {
            // There is no team that the image is not in.
            if matches!(&a.expr.ty, Ty::Derived(t) if &*self.ty(*t).name == "team_type") {
                continue;
            }
            match a.keyword.as_ref().map(|k| &*k.name) {
                Some("team_number") => {}
                Some("kind") => kind = Ty::Integer(self.const_int_expr(&a.expr)? as u8),
                Some("dim") => dim = Some(a.expr.clone()),
                Some("sub") => sub = Some(a.expr.clone()),
                None if id == Images::ImageIndex && i == 1 => sub = Some(a.expr.clone()),
                None if id != Images::Coshape && i == 1 => dim = Some(a.expr.clone()),
                None => kind = Ty::Integer(self.const_int_expr(&a.expr)? as u8),
                Some(_) => return Err(self.unsupported(a.span, "this argument")),
            }
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
        let mut out = vec![];
        for e in list {
            out.push(self.convert(e, &kind)?);
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
        Ok(Expr { kind: ExprKind::ArrayCtor(items), ty: kind, rank: 1, span })
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
