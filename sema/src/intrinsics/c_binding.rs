//! The family *C binding*: procedures of `iso_c_binding`.

use super::*;
use ferrotran_typed::intrinsics::family::CBinding;

impl<'a> Rules<'a> {
    /// A pointer to a procedure that is to be changed is a variable.
    pub(super) fn prepare_c_binding(&mut self, id: CBinding, slots: &mut [Option<Expr>]) -> Res<()> {
        match (id, slots.get_mut(1)) {
            (CBinding::CFProcpointer, Some(Some(f))) => self.procedure_pointer_variable(f),
            _ => Ok(()),
        }
    }

    pub(super) fn rules_of_c_binding(&mut self, id: CBinding, a: &Arguments) -> Res<()> {
        match id {
            CBinding::CLoc => self.check_address(a),
            CBinding::CFunloc => match a.get(0).map(|x| (x.span, self.procedure_of(x))) {
                Some((at, Some(ProcIface::Explicit(p)))) if !self.proc(p).bind_c => {
                    self.newer(2018, at, "`c_funloc` of a procedure without BIND(C)")
                }
                _ => Ok(()),
            },
            CBinding::CSizeof => self.check_interoperable(a),
            CBinding::CFStrpointer => self.check_string_pointer(a.slots, a.span),
            CBinding::CAssociated => match (a.get(0), a.get(1)) {
                (Some(p), Some(q)) if p.ty != q.ty => {
                    let (x, y) = (ty_name(&self.prog, &q.ty), ty_name(&self.prog, &p.ty));
                    let text = format!("the second argument of `c_associated` has {x}, the first one {y}");
                    Err(self.err(ErrorCode::Argument, q.span, text))
                }
                _ => Ok(()),
            },
            CBinding::CFPointer => {
                self.check_c_pointer(a, "c_ptr")?;
                self.check_pointer(a)
            }
            CBinding::CFProcpointer => self.check_c_pointer(a, "c_funptr"),
            CBinding::FCString => Ok(()),
        }
    }

    /// The first argument is of a type of the module.
    fn check_c_pointer(&mut self, a: &Arguments, want: &str) -> Res<()> {
        if let Some(Expr { ty: Ty::Derived(t), span, .. }) = a.get(0)
            && (&*self.ty(*t).name != want || self.types.info[t.0 as usize].def.is_some())
        {
            let text = format!("argument `cptr` of `{}` must be of type({want})", a.name());
            return Err(self.err(ErrorCode::Argument, *span, text));
        }
        Ok(())
    }

    fn check_pointer(&mut self, a: &Arguments) -> Res<()> {
        let (Some(c), Some(f)) = (a.get(0), a.get(1)) else { return Ok(()) };
        if matches!(f.ty, Ty::Class(_)) {
            let text = "argument `fptr` of `c_f_pointer` cannot be polymorphic";
            return Err(self.err(ErrorCode::Argument, f.span, text));
        }
        if !self.is_pointer(f) {
            let text = "argument `fptr` of `c_f_pointer` must be a pointer";
            return Err(self.err(ErrorCode::Argument, f.span, text));
        }
        if a.get(2).is_some() != (f.rank > 0) {
            let text = "argument `shape` of `c_f_pointer` is needed for array pointers, and for those only";
            return Err(self.err(ErrorCode::Argument, c.span, text));
        }
        Ok(())
    }

    fn check_interoperable(&mut self, args: &Arguments) -> Res<()> {
        let Some(a) = args.get(0) else { return Ok(()) };
        let noninteroperable = |t: &TypeId| !self.ty(*t).bind_c && self.types.info[t.0 as usize].def.is_some();
        let why = match (&a.kind, &a.ty) {
            (ExprKind::Var(s), _) if matches!(self.sym(*s).dims, Dims::AssumedSize(..)) => "an array of assumed size",
            (_, Ty::Derived(t)) if noninteroperable(t) => "of a type without BIND(C)",
            (_, Ty::Class(_)) => "polymorphic",
            _ => return Ok(()),
        };
        let text = format!("the argument of `c_sizeof` cannot be {why}");
        Err(self.err(ErrorCode::Argument, a.span, text))
    }

    /// What C_LOC gives the address of (18.2.3.6).
    fn check_address(&mut self, args: &Arguments) -> Res<()> {
        let Some(a) = args.get(0) else { return Ok(()) };
        if matches!(a.ty, Ty::Class(_)) {
            let text = "the argument of `c_loc` cannot be polymorphic";
            return Err(self.err(ErrorCode::Argument, a.span, text));
        }
        if !self.is_target(a) && !matches!(a.ty, Ty::Procedure) {
            let text = "the argument of `c_loc` must have the attribute TARGET or POINTER";
            return Err(self.err(ErrorCode::Argument, a.span, text));
        }
        let described = match &a.kind {
            ExprKind::Var(s) => {
                let y = self.sym(*s);
                y.pointer || matches!(y.dims, Dims::Assumed(_))
            }
            ExprKind::Component { of, index, .. } => self.ty(*of).components[*index].pointer,
            _ => false,
        };
        if a.rank > 0
            && let Ty::Derived(t) = &a.ty
            && !self.ty(*t).bind_c
            && self.types.info[t.0 as usize].def.is_some()
        {
            self.newer(2018, a.span, "`c_loc` of an array of a type without BIND(C)")?;
        } else if a.rank > 0 && described {
            self.newer(2008, a.span, "`c_loc` of an array pointer or an assumed-shape array")?;
        }
        Ok(())
    }

    /// C_F_STRPOINTER makes a pointer to a string of deferred length.
    fn check_string_pointer(&mut self, slots: &[Option<Expr>], span: Span) -> Res<()> {
        let [Some(array), Some(pointer), count] = slots else { return Err(Reported) };
        let deferred = match &pointer.kind {
            ExprKind::Var(s) => matches!(self.sym(*s).ty, Ty::Character(CharLen::Deferred, _)),
            ExprKind::Component { of, index, .. } => {
                matches!(self.ty(*of).components[*index].ty, Ty::Character(CharLen::Deferred, _))
            }
            _ => false,
        };
        if !self.is_pointer(pointer) || !deferred {
            let text =
                "argument `fstrptr` of `c_f_strpointer` must be a pointer of type character with deferred length";
            return Err(self.err(ErrorCode::Argument, pointer.span, text));
        }
        let unbounded = match &array.kind {
            _ if !matches!(array.ty, Ty::Character(..)) => true,
            ExprKind::Var(s) => matches!(self.sym(*s).dims, Dims::AssumedSize(..)),
            _ => false,
        };
        if unbounded && count.is_none() {
            let text = "`c_f_strpointer` needs `nchars` here: nothing else says where the string ends";
            return Err(self.err(ErrorCode::Argument, span, text));
        }
        if matches!(array.ty, Ty::Character(..)) && array.rank != 1 {
            let text = "argument `cstrarray` of `c_f_strpointer` must have rank 1";
            return Err(self.err(ErrorCode::Rank, array.span, text));
        }
        Ok(())
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

    /// F_C_STRING (Fortran 2023, 18.2.3.9): the string, without trailing blanks unless ASIS is true, and a null.
    pub(super) fn c_string(&mut self, slots: Vec<Option<Expr>>, ty: Ty, span: Span) -> Res<Expr> {
        let mut slots = slots.into_iter();
        let Some(string) = slots.next().flatten() else { return Err(Reported) };
        let asis = slots.next().flatten();
        let call = |id: Intrinsic, args: Vec<Option<Expr>>, ty: Ty| Expr {
            kind: ExprKind::Intrinsic { id, args },
            ty,
            rank: 0,
            span,
        };
        let text = match asis {
            None => call(Intrinsic::Trim, vec![Some(string)], ty.clone()),
            Some(mut asis) => {
                // An absent dummy argument as ASIS is an absent argument.
                if let ExprKind::Var(s) = &asis.kind
                    && self.sym(*s).optional
                {
                    let logical = Ty::Logical(self.opts.default_logical);
                    let here = call(Intrinsic::Present, vec![Some(asis.clone())], logical.clone());
                    let value = self.convert(asis, &logical)?;
                    let kind = ExprKind::Binary(Op2::And, Box::new(here), Box::new(value));
                    asis = Expr { kind, ty: logical, rank: 0, span };
                }
                let whole = call(Intrinsic::Len, vec![Some(string.clone()), None], Ty::Integer(8));
                let trimmed = call(Intrinsic::LenTrim, vec![Some(string.clone()), None], Ty::Integer(8));
                let n = call(Intrinsic::Merge, vec![Some(whole), Some(trimmed), Some(asis)], Ty::Integer(8));
                let base = Expr { rank: 0, ty: ty.clone(), span, kind: ExprKind::Paren(Box::new(string)) };
                let kind = ExprKind::Substring { base: Box::new(base), lower: None, upper: Some(Box::new(n)) };
                Expr { kind, ty: ty.clone(), rank: 0, span }
            }
        };
        let null = Expr {
            kind: ExprKind::Const(Const::Char(vec![0])),
            ty: Ty::Character(CharLen::Const(1), 1),
            rank: 0,
            span,
        };
        Ok(Expr { kind: ExprKind::Binary(Op2::Concat, Box::new(text), Box::new(null)), ty, rank: 0, span })
    }

    pub(super) fn type_of_c_binding(&mut self, id: CBinding, span: Span) -> Res<Ty> {
        match id {
            CBinding::CLoc => self.builtin_type("c_ptr", span).map(Ty::Derived),
            CBinding::CFunloc => self.builtin_type("c_funptr", span).map(Ty::Derived),
            _ => Ok(Ty::Typeless),
        }
    }
}

/// Whether the argument is an object of this image.
pub(super) fn is_local(id: CBinding) -> bool {
    id == CBinding::CLoc
}

/// The value, where it is known at compile time.
pub(super) fn fold(id: CBinding, r: Reference) -> Val {
    match id {
        CBinding::CSizeof => objects::size_in_bytes(&r),
        CBinding::CAssociated
        | CBinding::CFPointer
        | CBinding::CFStrpointer
        | CBinding::CFProcpointer
        | CBinding::CFunloc
        | CBinding::FCString
        | CBinding::CLoc => r.at_run_time(),
    }
}
