//! The family *collectives*: collective and atomic subroutines, and those of teams and events.

use super::*;
use crate::coarrays::assign;
use crate::decl::resolve::int8;
use ferrotran_typed::intrinsics::family::Collectives;

/// Whether the arguments are objects of this image.
pub(super) fn is_local(id: Collectives) -> bool {
    matches!(
        id,
        Collectives::CoSum | Collectives::CoMin | Collectives::CoMax | Collectives::CoReduce | Collectives::CoBroadcast
    )
}

impl<'a> Resolver<'a> {
    pub(super) fn rules_of_collectives(&mut self, sc: ScopeId, id: Collectives, a: &mut Arguments) -> Res<()> {
        if id == Collectives::CoReduce {
            self.check_operation(a)?;
            if self.opts.several_images {
                self.reduce_operation(sc, a.slots)?;
            }
        }
        Ok(())
    }

    /// Atomic subroutines and EVENT_QUERY as the assignments that they are with one image.
    pub(super) fn atomic_subroutine(&mut self, id: Collectives, args: &Arguments) -> Res<Option<StmtKind>> {
        let span = args.span;
        let arg = |k: usize| args.get(k).cloned();
        let (stat_at, fetch) = match id {
            Collectives::AtomicDefine
            | Collectives::AtomicRef
            | Collectives::AtomicAdd
            | Collectives::AtomicAnd
            | Collectives::AtomicOr
            | Collectives::AtomicXor => (2, false),
            Collectives::EventQuery => (2, false),
            Collectives::AtomicFetchAdd
            | Collectives::AtomicFetchAnd
            | Collectives::AtomicFetchOr
            | Collectives::AtomicFetchXor => (3, true),
            Collectives::AtomicCas => (4, false),
            _ if self.opts.several_images => return self.collective_of_images(id, args.slots, span),
            _ => return Ok(None),
        };
        if id != Collectives::EventQuery {
            self.check_atomic(args)?;
        }
        if self.opts.several_images {
            return self.atomic_of_images(id, args.slots, span);
        }
        if let Some(s) = arg(stat_at) {
            let zero = self.convert(int8(0, span), &s.ty)?;
            self.place.before.push(Stmt { kind: assign(s, zero), span });
        }
        let (Some(a), Some(b)) = (arg(0), arg(1)) else { return Err(Reported) };
        if fetch && let Some(old) = arg(2) {
            let v = self.convert(a.clone(), &old.ty)?;
            self.place.before.push(Stmt { kind: assign(old, v), span });
        }
        let op = match id {
            Collectives::AtomicDefine | Collectives::AtomicRef => {
                let v = self.convert(b, &a.ty)?;
                return Ok(Some(assign(a, v)));
            }
            Collectives::EventQuery => {
                let v = self.opaque_part(a, "event_type")?;
                let v = self.convert(v, &b.ty)?;
                return Ok(Some(assign(b, v)));
            }
            Collectives::AtomicCas => {
                let (Some(compare), Some(new)) = (arg(2), arg(3)) else { return Err(Reported) };
                let v = self.convert(a.clone(), &b.ty)?;
                self.place.before.push(Stmt { kind: assign(b, v), span });
                let logical = matches!(a.ty, Ty::Logical(_));
                let compare = self.convert(compare, &a.ty)?;
                let same = self.operation(if logical { Op2::Eqv } else { Op2::Eq }, a.clone(), compare, Ty::Logical(4));
                let new = self.convert(new, &a.ty)?;
                let then = vec![Stmt { kind: assign(a, new), span }];
                return Ok(Some(self.choice(same, then, vec![])));
            }
            Collectives::AtomicAdd | Collectives::AtomicFetchAdd => None,
            Collectives::AtomicAnd | Collectives::AtomicFetchAnd => Some(Intrinsic::Iand),
            Collectives::AtomicOr | Collectives::AtomicFetchOr => Some(Intrinsic::Ior),
            _ => Some(Intrinsic::Ieor),
        };
        let b = self.convert(b, &a.ty)?;
        let ty = a.ty.clone();
        let v = match op {
            None => self.sum(Op2::Add, a.clone(), b),
            Some(id) => {
                let kind = ExprKind::Intrinsic { id, args: vec![Some(a.clone()), Some(b)] };
                Expr { kind, ty, rank: 0, span }
            }
        };
        Ok(Some(assign(a, v)))
    }
}

impl<'a> Rules<'a> {
    /// The variable of an atomic subroutine is a coarray of the atomic kind, and the other arguments go with it
    /// (16.9.20 to 16.9.30).
    fn check_atomic(&mut self, args: &Arguments) -> Res<()> {
        let at = usize::from(args.id == Intrinsic::AtomicRef);
        let Some(atom) = args.get(at) else { return Ok(()) };
        if !matches!(atom.ty, Ty::Integer(4) | Ty::Logical(4)) {
            let text = "an atomic variable must be of type integer(atomic_int_kind) or logical(atomic_logical_kind)";
            return Err(self.err(ErrorCode::Argument, atom.span, text));
        }
        if self.coarray_of(atom).is_none() {
            return Err(self.err(ErrorCode::Argument, atom.span, "an atomic variable must be a coarray or coindexed"));
        }
        for (i, a) in args.slots.iter().enumerate() {
            let Some(a) = a else { continue };
            let name = args.id.row().args[i].name;
            if i == at || name == "stat" {
                continue;
            }
            let exact = matches!(name, "old" | "compare");
            let category =
                matches!((&atom.ty, &a.ty), (Ty::Integer(_), Ty::Integer(_)) | (Ty::Logical(_), Ty::Logical(_)));
            if !category || exact && a.ty != atom.ty {
                let text = format!("argument `{name}` of `{}` must have the type of the atomic variable", args.name());
                return Err(self.err(ErrorCode::Argument, a.span, text));
            }
        }
        Ok(())
    }
}
