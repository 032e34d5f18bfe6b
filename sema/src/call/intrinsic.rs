//! References to intrinsic procedures: matching of arguments by the table, conversions, types of results.

use super::ArgIn;
use crate::const_eval::numeric::bits_of;
use crate::ctx::*;
use crate::expr::Want;
use crate::expr::ops::common_numeric;
use ferrotran_source::Span;
use ferrotran_source::message::{Diagnostic, ErrorCode};
use ferrotran_syntax::ast::Part;
use ferrotran_typed::intrinsics::{Class, DummyRank, Intrinsic, Origin, Specific, SpecificTy};
use ferrotran_typed::*;

impl<'a> Facts<'a> {
    /// The specific function with that name.
    pub fn specific(&self, name: &str) -> Option<&'static Specific> {
        let vax = || ferrotran_typed::intrinsics::vax_specific(name).filter(|_| self.opts.dec.ints);
        ferrotran_typed::intrinsics::specific(name).or_else(vax)
    }

    /// Whether the standard of `-std=` has an intrinsic procedure; where not, its name is that of an external one.
    pub fn in_standard(&self, id: Intrinsic) -> bool {
        self.opts.standard == 0 || id.first_standard() <= self.opts.standard
    }

    /// Whether an expression is an assumed-rank dummy.
    pub fn is_assumed_rank(&self, e: &Expr) -> bool {
        matches!(&e.kind, ExprKind::Var(s) if self.sym(*s).dims == Dims::AssumedRank)
    }
}

impl<'a> Resolver<'a> {
    /// A reference by a name that may be an intrinsic function.
    pub fn intrinsic_by_name(&mut self, sc: ScopeId, p: &'a Part) -> Res<Option<Expr>> {
        let name = &p.name.name;
        let spec = self.specific(name);
        let id = match (spec, ferrotran_typed::intrinsics::lookup(name)) {
            (Some(s), _) => s.generic,
            (None, Some(i)) if matches!(i.row().origin, Origin::Standard | Origin::Extension) => i,
            _ => return Ok(None),
        };
        if self.procs.globals.contains_key(name) && id.row().origin == Origin::Extension {
            return Ok(None);
        }
        if id.row().subroutine() || !self.in_standard(id) {
            return Ok(None);
        }
        let Some(args) = &p.args else { return Ok(None) };
        let args = self.intrinsic_args(sc, id, args)?;
        let unit = self.unit_scope(sc);
        self.sc_mut(unit).referenced.insert(name.clone());
        self.intrinsic_function(sc, id, spec, args, p.span).map(Some)
    }

    /// A reference to a name that is known to be intrinsic.
    pub fn intrinsic_ref(&mut self, sc: ScopeId, id: Intrinsic, p: &'a Part, want: Want) -> Res<Expr> {
        let spec = self.specific(&p.name.name).filter(|s| s.generic == id);
        self.check_standard(id, p.name.span)?;
        match &p.args {
            Some(args) => {
                if id.row().subroutine() {
                    return Err(self.err(ErrorCode::Intrinsic, p.span, format!("`{}` is a subroutine", id.name())));
                }
                let args = self.intrinsic_args(sc, id, args)?;
                if let (Intrinsic::Loc, Some(s)) =
                    (id, args.first().and_then(|a| crate::decl::data::base_symbol(&a.expr)))
                {
                    // What Cray pointers point to.
                    self.sym_mut(s).target = true;
                }
                self.intrinsic_function(sc, id, spec, args, p.span)
            }
            None if want == Want::Actual => self.intrinsic_as_argument(&p.name),
            None => Err(self.err(
                ErrorCode::Name,
                p.span,
                format!("`{}` is an intrinsic procedure, not a variable", p.name.name),
            )),
        }
    }

    /// Analyses a call of an intrinsic function.
    pub fn intrinsic_function(
        &mut self,
        sc: ScopeId,
        id: Intrinsic,
        spec: Option<&'static Specific>,
        args: Vec<ArgIn>,
        span: Span,
    ) -> Res<Expr> {
        if id == Intrinsic::Null {
            return self.null_ref(args, span);
        }
        if let Some(e) = self.team_inquiry(id, &args, span)? {
            return Ok(e);
        }
        if let Some(e) = self.cobound_inquiry(id, &args, span)? {
            return Ok(e);
        }
        if !id.row().pure_()
            && let Some(why) = self.place.pure_context()
        {
            return Err(self.err(
                ErrorCode::Pure,
                span,
                format!("intrinsic `{}` is not pure, so it cannot be referenced in {why}", id.name()),
            ));
        }
        let mut slots = self.match_intrinsic(id, args, span)?;
        if let Some(Some(x)) = slots.first_mut()
            && let Some(e) = self.enumeration_intrinsic(id, x, span)?
        {
            return Ok(e);
        }
        if let (Some(s), true, Some(Some(Expr { ty: Ty::Integer(k), span: at, .. }))) =
            (spec, self.opts.pedantic, slots.first())
            && matches!(s.name, "float" | "dfloat")
            && *k != self.opts.default_integer
        {
            let text = format!("`{}` of an integer that is not default is an extension", s.name);
            self.diag.warning(ErrorCode::Extension, *at, text);
        }
        if let Some(s) = spec {
            self.specific_args(s, &mut slots, span)?;
            // A specific name that stands for the generic with a kind.
            if let (Some(SpecificTy::Complex(k)), Some(at)) = (s.result, id.row().arg("kind"))
                && let Some(slot @ None) = slots.get_mut(at)
            {
                let kind = ExprKind::Const(Const::Int(i128::from(k)));
                *slot = Some(Expr { kind, ty: Ty::Integer(4), rank: 0, span });
            }
        }
        self.check_args(id, &mut slots)?;
        self.same_kinds(id, &slots)?;
        self.promote(id, &mut slots)?;
        self.check_rules(sc, id, &mut slots, span)?;
        let rank = self.result_rank(id, &slots, span)?;
        let ty = self.result_type(id, &slots, span)?;
        if self.in_initial {
            self.check_initial_function(id, &slots, &ty, span)?;
        }
        if id == Intrinsic::FCString {
            return self.c_string(slots, ty, span);
        }
        if let (Intrinsic::Len, Some(Some(a))) = (id, slots.first())
            && let Some(n) = self.constant_char_len(a)
        {
            return Ok(Expr { kind: ExprKind::Const(Const::Int(n.into())), ty, rank, span });
        }
        if matches!(ty, Ty::Class(_))
            && let Some(e) = gathered(id, &slots, &ty, rank, span)
        {
            return Ok(e);
        }
        let mut e = self.fold(Expr { kind: ExprKind::Intrinsic { id, args: slots }, ty, rank, span })?;
        if let Some(Specific { result: Some(r), .. }) = spec {
            let to = match r {
                SpecificTy::Integer(k) => Ty::Integer(*k),
                SpecificTy::Real(8) => Ty::Real(self.opts.default_double),
                SpecificTy::Real(k) => Ty::Real(*k),
                _ => return Ok(e),
            };
            e = self.convert(e, &to)?;
        }
        Ok(e)
    }

    /// CALL of an intrinsic subroutine.
    pub fn intrinsic_subroutine(&mut self, sc: ScopeId, id: Intrinsic, args: Vec<ArgIn>, span: Span) -> Res<StmtKind> {
        let row = id.row();
        if !row.subroutine() && row.class != Class::ImpureFunction {
            return Err(self.err(ErrorCode::Intrinsic, span, format!("intrinsic `{}` is a function", id.name())));
        }
        if !row.pure_()
            && let Some(why) = self.place.pure_context()
        {
            return Err(self.err(
                ErrorCode::Pure,
                span,
                format!("intrinsic subroutine `{}` is not pure, so it cannot be called in {why}", id.name()),
            ));
        }
        let mut slots = self.match_intrinsic(id, args, span)?;
        if id == Intrinsic::CFProcpointer
            && let Some(Some(f)) = slots.get_mut(1)
        {
            self.procedure_pointer_variable(f)?;
        }
        self.check_args(id, &mut slots)?;
        self.check_rules(sc, id, &mut slots, span)?;
        if row.class == Class::ElementalSubroutine {
            self.result_rank(id, &slots, span)?;
        }
        for (a, d) in slots.iter().zip(&row.args) {
            if let Some(a) = a
                && d.out
            {
                self.check_definable(a, &format!("defined by `{}`", id.name()))?;
                if super::has_vector_subscript(a) && row.class != Class::ElementalSubroutine {
                    let text = format!("`{}` cannot define a section with a vector subscript", id.name());
                    return Err(self.err(ErrorCode::Definable, a.span, text));
                }
            }
        }
        if let Some(s) = self.atomic_subroutine(id, &slots, span)? {
            return Ok(s);
        }
        Ok(StmtKind::IntrinsicCall { id, args: slots })
    }
}

impl<'a> Rules<'a> {
    /// With `-std=` an intrinsic procedure that the standard does not have is none.
    pub fn check_standard(&mut self, id: Intrinsic, span: Span) -> Res<()> {
        let (first, year) = (id.first_standard(), self.opts.standard);
        if year == 0 || first <= year {
            return Ok(());
        }
        let text = crate::checks::standard::since(&format!("intrinsic procedure `{}`", id.name()), first, year);
        Err(self.err(ErrorCode::Intrinsic, span, text))
    }

    /// With `-std=` a feature that the standard does not have is an error.
    pub fn newer(&mut self, first: u16, span: Span, what: &str) -> Res<()> {
        let year = self.opts.standard;
        if year == 0 || first <= year {
            return Ok(());
        }
        Err(self.err(ErrorCode::Syntax, span, crate::checks::standard::since(what, first, year)))
    }

    /// Makes of a procedure pointer that is to be changed a variable.
    fn procedure_pointer_variable(&mut self, e: &mut Expr) -> Res<()> {
        let var = match &e.kind {
            ExprKind::ProcRef(t) => match &**t {
                ProcTarget::Symbol(s) if self.sym(*s).pointer => Some(ExprKind::Var(*s)),
                ProcTarget::Pointer { expr, .. } => Some(expr.kind.clone()),
                _ => None,
            },
            _ => None,
        };
        match var {
            Some(kind) => {
                e.kind = kind;
                Ok(())
            }
            None if self.is_pointer(e) && e.ty == Ty::Procedure => Ok(()),
            None => Err(self.err(
                ErrorCode::Argument,
                e.span,
                "argument `fptr` of `c_f_procpointer` must be a procedure pointer",
            )),
        }
    }

    /// Puts arguments into dummy order.
    fn match_intrinsic(&mut self, id: Intrinsic, args: Vec<ArgIn>, span: Span) -> Res<Vec<Option<Expr>>> {
        let local = matches!(
            id,
            Intrinsic::CLoc
                | Intrinsic::MoveAlloc
                | Intrinsic::Associated
                | Intrinsic::CoSum
                | Intrinsic::CoMin
                | Intrinsic::CoMax
                | Intrinsic::CoReduce
                | Intrinsic::CoBroadcast
        );
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
        // `atan(x=...)` has one argument, `atan(y, x)` two.
        let mut args = args;
        if let (Intrinsic::Atan | Intrinsic::Atand | Intrinsic::Atanpi, [ArgIn { keyword: Some(k), .. }]) =
            (id, &mut args[..])
            && &*k.name == "x"
        {
            k.name = "y".into();
        }
        // `sum(a, mask)` and the like: the second argument may be a mask instead of a dimension.
        for (i, a) in args.into_iter().enumerate() {
            let mut k = match &a.keyword {
                Some(kw) => {
                    keyword = true;
                    if id == Intrinsic::Allocated
                        && (&*kw.name == "scalar") != (a.expr.rank == 0)
                        && !self.is_assumed_rank(&a.expr)
                    {
                        let text = format!("argument `{}` of `allocated` has rank {}", kw.name, a.expr.rank);
                        return Err(self.err(ErrorCode::Rank, a.span, text));
                    }
                    let name = match (id, &*kw.name) {
                        (Intrinsic::Allocated, "scalar") => "array",
                        (Intrinsic::Atan2, "y") | (Intrinsic::Atan, "y") => "y",
                        (Intrinsic::Tokenize, "first") => "tokens",
                        (Intrinsic::Tokenize, "last") => "separator",
                        (_, n) => n,
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
    fn check_args(&mut self, id: Intrinsic, slots: &mut [Option<Expr>]) -> Res<()> {
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
            && !c.contains(['b', 't', '*'])
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

    fn check_rank_of_arg(&mut self, id: Intrinsic, dummy: &ferrotran_typed::intrinsics::Dummy, a: &Expr) -> Res<()> {
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

    /// Intrinsics whose arguments must have one kind (MAX, MIN, MOD and the like take several, as elsewhere).
    fn same_kinds(&mut self, id: Intrinsic, slots: &[Option<Expr>]) -> Res<()> {
        let n = match id {
            Intrinsic::Iand
            | Intrinsic::Ior
            | Intrinsic::Ieor
            | Intrinsic::Hypot
            | Intrinsic::Atan2
            | Intrinsic::Atan
            | Intrinsic::Atan2pi
            | Intrinsic::Atanpi
            | Intrinsic::Sign
            | Intrinsic::Dshiftl
            | Intrinsic::Dshiftr => 2,
            Intrinsic::MergeBits | Intrinsic::IeeeFma => 3,
            _ => return Ok(()),
        };
        if matches!(
            id,
            Intrinsic::Iand
                | Intrinsic::Ior
                | Intrinsic::Ieor
                | Intrinsic::MergeBits
                | Intrinsic::Dshiftl
                | Intrinsic::Dshiftr
        ) && let [Some(a), Some(b), ..] = slots
            && matches!((&a.ty, &b.ty), (Ty::Typeless, Ty::Typeless))
        {
            let text = format!("the first two arguments of `{}` cannot both be BOZ constants", id.name());
            return Err(self.err(ErrorCode::Argument, b.span, text));
        }
        let mut first: Option<(Ty, Span)> = None;
        for (k, e) in slots.iter().take(n).enumerate() {
            let Some(e) = e else { continue };
            if matches!(e.ty, Ty::Typeless) {
                continue;
            }
            match &first {
                None => first = Some((e.ty.clone(), e.span)),
                Some((t, at)) if *t != e.ty => {
                    let (a, b) = (ty_name(&self.prog, t), ty_name(&self.prog, &e.ty));
                    let name = id.row().args.get(k).map_or("", |d| d.name);
                    let d = Diagnostic::error(
                        ErrorCode::Argument,
                        e.span,
                        format!("argument `{name}` of intrinsic `{}` must have the type and kind of the first, {a}, not {b}", id.name()),
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
    fn promote(&mut self, id: Intrinsic, slots: &mut [Option<Expr>]) -> Res<()> {
        let row = id.row();
        let class = |k: usize| row.args.get(k).or(row.args.last()).map_or("", |d| d.classes);
        // BOZ takes the type of the other argument, else default integer.
        let other = slots
            .iter()
            .enumerate()
            .filter(|(k, _)| class(*k).contains('b') || class(*k).contains('='))
            .filter_map(|(_, s)| s.as_ref())
            .find_map(|e| matches!(e.ty, Ty::Integer(_) | Ty::Unsigned(_)).then(|| e.ty.clone()))
            .unwrap_or(Ty::Integer(self.opts.default_integer));
        if !matches!(
            id,
            Intrinsic::Int
                | Intrinsic::Uint
                | Intrinsic::Real
                | Intrinsic::Dble
                | Intrinsic::Cmplx
                | Intrinsic::Int2
                | Intrinsic::Int8
        ) {
            for (k, s) in slots.iter_mut().enumerate() {
                if let Some(e) = s
                    && matches!(e.ty, Ty::Typeless)
                    && class(k).contains('b')
                {
                    *s = Some(self.convert(e.clone(), &boz_type(id, e, &other))?);
                }
            }
        }
        if !slots.iter().enumerate().any(|(k, _)| class(k).contains('='))
            || matches!(
                id,
                Intrinsic::Merge
                    | Intrinsic::Pack
                    | Intrinsic::Unpack
                    | Intrinsic::Reshape
                    | Intrinsic::Eoshift
                    | Intrinsic::Reduce
            )
        {
            return Ok(());
        }
        let mut common = slots[0].as_ref().map(|e| e.ty.clone());
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

    fn specific_args(&mut self, s: &Specific, slots: &mut [Option<Expr>], _span: Span) -> Res<()> {
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

    fn null_ref(&mut self, args: Vec<ArgIn>, span: Span) -> Res<Expr> {
        let e = match args.into_iter().next() {
            Some(a)
                if matches!(&a.expr.kind, ExprKind::ProcRef(t) if match &**t {
                    ProcTarget::Symbol(s) => self.sym(*s).pointer,
                    ProcTarget::Pointer { .. } => true,
                    _ => false,
                }) =>
            {
                Expr { kind: ExprKind::Null, ty: Ty::Typeless, rank: 0, span }
            }
            Some(a) => {
                if !self.is_pointer(&a.expr) && !self.is_allocatable(&a.expr) {
                    return Err(self.err(ErrorCode::Argument, a.span, "the argument of NULL must be a pointer"));
                }
                Expr { kind: ExprKind::Null, ty: a.expr.ty, rank: a.expr.rank, span }
            }
            None => Expr { kind: ExprKind::Null, ty: Ty::Typeless, rank: 0, span },
        };
        Ok(e)
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

/// The type of a BOZ argument next to an argument of that type; where bits are compared none of them is lost.
fn boz_type(id: Intrinsic, boz: &Expr, other: &Ty) -> Ty {
    let (ExprKind::Const(Const::Int(n)), Ty::Integer(k) | Ty::Unsigned(k)) = (&boz.kind, other) else {
        return other.clone();
    };
    let holds = |k: u8| bits_of(k, *n) == *n as u128;
    match id {
        Intrinsic::Bge | Intrinsic::Bgt | Intrinsic::Ble | Intrinsic::Blt if !holds(*k) => {
            Ty::Integer(if holds(8) { 8 } else { 16 })
        }
        _ => other.clone(),
    }
}

/// A function that only puts the elements of polymorphic arrays in another order: it is applied to their numbers, and the
/// elements are gathered by these, whatever their dynamic type.
fn gathered(id: Intrinsic, slots: &[Option<Expr>], ty: &Ty, rank: usize, span: Span) -> Option<Expr> {
    let sources: &[usize] = match id {
        Intrinsic::Reshape | Intrinsic::Eoshift | Intrinsic::Pack | Intrinsic::Unpack => &[0, 2],
        Intrinsic::Merge => &[0, 1],
        Intrinsic::Transpose | Intrinsic::Cshift | Intrinsic::Spread => &[0],
        _ => return None,
    };
    let mut args = slots.to_vec();
    let mut list = vec![];
    for &p in sources {
        if let Some(slot @ Some(_)) = args.get_mut(p) {
            let source = slot.take()?;
            *slot = Some(element_numbers(source.clone(), list.len()));
            list.push(source);
        }
    }
    let index = Expr { kind: ExprKind::Intrinsic { id, args }, ty: Ty::Integer(8), rank, span };
    Some(gather(index, list, ty.clone(), span))
}

/// The numbers of the elements of the source at that position.
pub(crate) fn element_numbers(source: Expr, position: usize) -> Expr {
    let (rank, span) = (source.rank, source.span);
    let at = Expr { kind: ExprKind::Const(Const::Int(position as i128)), ty: Ty::Integer(4), rank: 0, span };
    let args = vec![Some(source), Some(at)];
    Expr { kind: ExprKind::Intrinsic { id: Intrinsic::ElementNumbers, args }, ty: Ty::Integer(8), rank, span }
}

/// The elements of some sources that an array of numbers names.
pub(crate) fn gather(index: Expr, sources: Vec<Expr>, ty: Ty, span: Span) -> Expr {
    let rank = index.rank;
    let args = std::iter::once(index).chain(sources).map(Some).collect();
    Expr { kind: ExprKind::Intrinsic { id: Intrinsic::Gather, args }, ty, rank, span }
}

/// The row of argument `k`: the last one of a row stands for all that follow.
fn row_argument(id: Intrinsic, k: usize) -> &'static ferrotran_typed::intrinsics::Dummy {
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
        ('b', Ty::Typeless) => matches!(a.kind, ExprKind::Const(_)),
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
