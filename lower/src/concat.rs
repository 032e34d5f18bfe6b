//! Assignment of concatenations: the parts go to their places in the variable, without a string in between.

use super::place::Place;
use super::{Declarations, Expressions, Filling, FunctionBuilder, Lowered, unsupported};
use ferrotran_abi::rt;
use ferrotran_ir::{Attr, OpKind, Pred, Type, Value};
use ferrotran_typed::visit;
use ferrotran_typed::{Expr, ExprKind, Op2, Storage, SymbolId, Ty};

/// The operands of a chain of concatenations, left to right; none where `e` is something else.
fn parts(e: &Expr) -> Option<Vec<&Expr>> {
    fn collect<'e>(e: &'e Expr, out: &mut Vec<&'e Expr>) {
        match &e.kind {
            ExprKind::Binary(Op2::Concat, a, b) => {
                collect(a, out);
                collect(b, out);
            }
            ExprKind::Paren(x) if matches!(x.kind, ExprKind::Binary(Op2::Concat, ..)) => collect(x, out),
            _ => out.push(e),
        }
    }
    let mut out = Vec::new();
    collect(e, &mut out);
    (out.len() > 1).then_some(out)
}

impl FunctionBuilder {
    /// Copies the first `n` bytes of a string to the place `at` bytes behind `to`.
    fn copy_string(&mut self, to: Value, at: Value, v: Value, n: Value) {
        let to = if self.known(at) == Some(0) {
            to
        } else {
            self.b().op(OpKind::PtrAdd).arg(to).arg(at).result(Type::PTR).value()
        };
        match self.known(n) {
            Some(0) => {}
            Some(k) if k <= 64 && self.chr_static(v) == Some(k) => {
                let t = self.chr_type(Some(k), self.chr_kind(v));
                let rt = self.m.types.reference(t);
                let r = self.b().op(OpKind::ChrRef).arg(to).arg(n).result(rt).value();
                self.store_ref(v, r);
            }
            _ => {
                let from = self.addr(v);
                self.rt(rt::frt_memcpy, &[to, from, n]);
            }
        }
    }

    /// Storage for a string, which is then written as a whole.
    pub fn string_alloc(&mut self, bytes: Value) -> Value {
        self.rt_value(rt::frt_string_alloc, &[bytes], Type::PTR)
    }

    /// Storage with a string of `n` bytes becomes that of an allocatable; what it had is freed, or gone already.
    pub fn set_string(&mut self, bx: Value, p: Value, n: Value, kind: u8, release: bool) {
        if release {
            self.release(super::Cleanup::Box(bx));
        }
        let rt = self.m.types.reference(Type::chr(kind));
        let r = self.b().op(OpKind::ChrRef).arg(p).arg(n).result(rt).value();
        self.b().op(OpKind::BoxSet).arg(bx).arg(r).args(&[]).build();
    }
}

impl Declarations<'_> {
    /// The variable that holds what `e` designates, where nothing can refer to it by another name.
    fn sole_name(&self, e: &Expr) -> Option<SymbolId> {
        match &e.kind {
            ExprKind::Var(s) => {
                let sym = self.sym(*s);
                let own = matches!(
                    sym.storage,
                    Storage::Local
                        | Storage::Static { .. }
                        | Storage::Extern { .. }
                        | Storage::Dummy(_)
                        | Storage::Result
                );
                (own && !sym.target && !sym.pointer && !sym.volatile && !sym.asynchronous).then_some(*s)
            }
            ExprKind::Component { base, index, of } => {
                if self.dtype(*of).components[*index].pointer {
                    None
                } else {
                    self.sole_name(base)
                }
            }
            ExprKind::Elem { base, .. } => self.sole_name(base),
            ExprKind::Const(_)
            | ExprKind::Section { .. }
            | ExprKind::Substring { .. }
            | ExprKind::ComplexPart { .. }
            | ExprKind::Unary(..)
            | ExprKind::Binary(..)
            | ExprKind::Convert(_)
            | ExprKind::Paren(_)
            | ExprKind::Call(_)
            | ExprKind::Intrinsic { .. }
            | ExprKind::ArrayCtor(_)
            | ExprKind::StructCtor { .. }
            | ExprKind::Null
            | ExprKind::ProcRef(_) => None,
        }
    }

    /// Whether an expression may read the variable `s`, which has no other name of its own: by its name, by a name that
    /// a construct gives it, through a Cray pointer; of a dummy argument also as another one, since old programs pass
    /// one variable twice.
    fn may_read(&self, e: &Expr, s: SymbolId) -> bool {
        let dummy = matches!(self.sym(s).storage, Storage::Dummy(_));
        visit::symbols(e).into_iter().any(|other| {
            let y = self.sym(other);
            other == s
                || match y.storage {
                    Storage::Associate | Storage::Based { .. } => true,
                    Storage::Local | Storage::Constant | Storage::Index | Storage::Result => false,
                    Storage::Static { .. }
                    | Storage::Extern { .. }
                    | Storage::Dummy(_)
                    | Storage::Common { .. }
                    | Storage::Equivalence { .. } => {
                        dummy && !matches!(y.ty, Ty::Integer(_) | Ty::Real(_) | Ty::Logical(_))
                    }
                }
        })
    }
}

impl<'p> Expressions<'p> {
    /// `variable = a // b // ...` with an allocatable of deferred length. False where `rhs` is no concatenation.
    pub fn assign_concat_deferred(&mut self, bx: Value, lhs: &'p Expr, rhs: &'p Expr) -> Lowered<bool> {
        let Some(parts) = parts(rhs) else { return Ok(false) };
        if !self.may_stop() {
            return Ok(false);
        }
        let grows = match self.sole_name(lhs) {
            Some(s) => visit::same_designator(lhs, parts[0]) && !parts[1..].iter().any(|p| self.may_read(p, s)),
            None => false,
        };
        let values = parts.iter().map(|p| self.scalar(p)).collect::<Lowered<Vec<_>>>()?;
        let lens: Vec<Value> = values.iter().map(|&v| self.chr_len(v)).collect();
        let total = lens[1..].iter().fold(lens[0], |a, &b| self.add(a, b));
        let here = self.b().unary(OpKind::BoxAllocated, bx, Type::BOOL);
        let have = self.b().unary(OpKind::BoxElemLen, bx, Type::INDEX);
        let same = self.b().cmp(Pred::Eq, have, total);
        let fits = self.b().binary(OpKind::And, here, same);
        self.if_else(
            fits,
            |s| {
                // The variable keeps its place, and the parts may lie in it.
                let mut whole = values[0];
                for &v in &values[1..] {
                    whole = s.concat(whole, v);
                }
                let r = s.box_view(bx);
                s.store_ref(whole, r);
                Ok(())
            },
            |s| {
                let kind = s.chr_kind(values[0]);
                let p = if grows {
                    let old = s.b().unary(OpKind::BoxAddr, bx, Type::PTR);
                    s.rt_value(rt::frt_string_realloc, &[old, total], Type::PTR)
                } else {
                    s.string_alloc(total)
                };
                let mut at = if grows { lens[0] } else { s.idx(0) };
                for (&v, &n) in values.iter().zip(&lens).skip(usize::from(grows)) {
                    s.copy_string(p, at, v, n);
                    at = s.add(at, n);
                }
                s.set_string(bx, p, total, kind, !grows);
                Ok(())
            },
        )?;
        Ok(true)
    }

    /// `variable = a // b // ...` with a variable of other length than a deferred one. False where `rhs` is no
    /// concatenation or may read the variable.
    pub fn assign_concat_fixed(&mut self, lhs: &'p Expr, rhs: &'p Expr) -> Lowered<bool> {
        let (Some(parts), Some(s)) = (parts(rhs), self.sole_name(lhs)) else { return Ok(false) };
        if !self.may_stop() || !matches!(lhs.ty, Ty::Character(_, 1)) || self.may_read(rhs, s) {
            return Ok(false);
        }
        let values = parts.iter().map(|p| self.scalar(p)).collect::<Lowered<Vec<_>>>()?;
        self.check_there(lhs)?;
        let Place::Scalar(r) = self.place(lhs)? else { return unsupported(lhs.span, "this left side") };
        let len = self.chr_len(r);
        let to = self.addr(r);
        let mut at = self.idx(0);
        for v in values {
            let n = self.chr_len(v);
            let room = self.sub(len, at);
            let n = match (self.known(n), self.known(room)) {
                (Some(n), Some(room)) => self.idx(n.min(room)),
                _ => self.b().binary(OpKind::Min, n, room),
            };
            self.copy_string(to, at, v, n);
            at = self.add(at, n);
        }
        let rest = self.sub(len, at);
        let known = self.known(rest);
        if known != Some(0) {
            let t = self.chr_type(known, 1);
            let rt = self.m.types.reference(t);
            let r = self.b().op(OpKind::ChrSubstr).arg(r).arg(at).arg(rest).result(rt).value();
            let empty = self.chr_type(Some(0), 1);
            let blank = self.b().op(OpKind::ChrConst).attr("value", Attr::Str(Vec::new())).result(empty).value();
            self.store_ref(blank, r);
        }
        Ok(true)
    }
}
