//! Where the results of functions go.

use super::*;
use ferrotran_ir::Op;

/// Offset of the element length in a descriptor.
const ELEM_LEN: i64 = ferrotran_abi::desc::ELEM_LEN as i64;

/// Where a function puts its result.
pub(super) struct ResultPlace {
    /// Arguments in front of those that the call states.
    pub args: Vec<Value>,
    /// Types of a result that comes by value.
    pub results: Vec<Type>,
    pub given: Given,
}

/// What the caller has after a call.
pub(super) enum Given {
    /// Nothing: the call of a subroutine.
    Nothing,
    /// The op's result.
    Value,
    /// What the function filled.
    Filled(CallResult),
    /// A descriptor, with the length that its strings are declared with.
    Descriptor { bx: Value, allocatable: bool, length: Option<Value> },
}

impl ResultPlace {
    /// Of a subroutine.
    pub fn none() -> ResultPlace {
        ResultPlace { args: vec![], results: vec![], given: Given::Nothing }
    }

    fn by_value(ty: Type) -> ResultPlace {
        ResultPlace { args: vec![], results: vec![ty], given: Given::Value }
    }

    fn filled(args: Vec<Value>, out: CallResult) -> ResultPlace {
        ResultPlace { args, results: vec![], given: Given::Filled(out) }
    }

    fn descriptor(bx: Value, allocatable: bool, length: Option<Value>) -> ResultPlace {
        ResultPlace { args: vec![bx], results: vec![], given: Given::Descriptor { bx, allocatable, length } }
    }
}

impl<'p> Declarations<'p> {
    fn object_result(&mut self, ty: TypeId, c: &'p Call) -> Lowered<ResultPlace> {
        let obj = self.new_object(ty, c.span)?;
        self.end_result(obj, ty, c.span)?;
        Ok(ResultPlace::filled(vec![obj], CallResult::Scalar(obj)))
    }

    /// A function result of a managed type ends with the statement.
    fn end_result(&mut self, v: Value, t: TypeId, span: Span) -> Lowered<()> {
        if self.is_managed(t) && !self.f.in_body() {
            let c = self.object_cleanup(v, t, span)?;
            self.f.cleanups.after_statement(c);
        }
        Ok(())
    }

    /// The result behind a call.
    pub(super) fn received(&mut self, callee: &Callee<'p>, op: Op, given: Given, span: Span) -> Lowered<CallResult> {
        match given {
            Given::Filled(out) => return Ok(out),
            Given::Descriptor { bx, allocatable, length } => {
                if let Some(n) = length {
                    let desc = self.cast_ref(bx, Type::PTR);
                    let cell = self.field_at(desc, ELEM_LEN, Type::INDEX);
                    self.b().store(n, cell);
                }
                return Ok(CallResult::Box { bx, allocatable });
            }
            Given::Nothing => return Ok(CallResult::None),
            Given::Value => {}
        }
        let v = self.m.result(op);
        if callee.proc.and_then(|p| self.proc(p).result).is_some_and(|r| self.gives_byte(self.sym(r))) {
            let t = self.m.ty(v);
            let kind = if t == Type::I32 { 4 } else { 1 };
            let one = self.idx(kind.into());
            let (p, chr) = self.string_buffer(one, kind, span)?;
            let rt = self.m.types.reference(t);
            let at = self.cast_ref(p, rt);
            self.b().store(v, at);
            return Ok(CallResult::Scalar(chr));
        }
        let v = if matches!(self.m.tk(v), TypeKind::Logical(_)) { self.cast(v, Type::BOOL) } else { v };
        Ok(CallResult::Scalar(v))
    }

    /// Storage for a string of that length (bytes).
    fn string_result(&mut self, len: Value, kind: u8, c: &'p Call) -> Lowered<ResultPlace> {
        let (p, v) = self.string_buffer(len, kind, c.span)?;
        Ok(ResultPlace::filled(vec![p, len], CallResult::Scalar(v)))
    }
}

impl<'p> Expressions<'p> {
    /// Storage for the result of a function.
    pub(super) fn result_place(&mut self, callee: &Callee<'p>, c: &'p Call) -> Lowered<ResultPlace> {
        match (callee.proc.and_then(|p| self.proc(p).result), callee.implicit) {
            (Some(r), _) => {
                let s = self.sym(r);
                match self.result_passing(s)? {
                    ResultPassing::Value(t) => Ok(ResultPlace::by_value(t)),
                    ResultPassing::Hidden(_) => self.declared_result(s, c),
                }
            }
            (None, Some(ty)) => self.implicit_result(ty, c),
            (None, None) => unsupported(c.span, "a function without result"),
        }
    }

    /// Storage for a result that an explicit interface declares and that does not come by value.
    fn declared_result(&mut self, s: &'p Symbol, c: &'p Call) -> Lowered<ResultPlace> {
        let t = self.ir_ty(&s.ty, s.span)?;
        let attribute = storage::box_attribute(s);
        if class::is_class(&s.ty) {
            let bx = self.new_class_box(s.rank(), t, attribute);
            if s.allocatable {
                self.f.cleanups.after_statement(Cleanup::Class(bx));
            }
            return Ok(ResultPlace::descriptor(bx, false, None));
        }
        if s.allocatable || s.pointer {
            let bx = self.new_box(s.rank(), t, attribute, None);
            if s.allocatable {
                let end = self.allocatable_cleanup(bx, &s.ty, s.span)?;
                self.f.cleanups.after_statement(end);
            }
            // A declared length, whatever the target of the pointer has.
            let length = if storage::has_declared_length(s) { self.declared_len(s)? } else { None };
            return Ok(ResultPlace::descriptor(bx, s.allocatable, length));
        }
        if s.rank() > 0 {
            return self.array_result(s, t, c);
        }
        if let Ty::Derived(id) = &s.ty {
            return self.object_result(*id, c);
        }
        let n = match self.declared_len(s)? {
            Some(n) => n,
            None => self.assumed_length(c)?,
        };
        self.string_result(n, s.ty.chr_kind(), c)
    }

    /// Storage for the result of a function with an implicit interface.
    fn implicit_result(&mut self, ty: &'p Ty, c: &'p Call) -> Lowered<ResultPlace> {
        let n = match ty {
            Ty::Derived(id) => return self.object_result(*id, c),
            Ty::Character(CharLen::Const(n), _) => Some(self.idx(*n)),
            Ty::Character(CharLen::Expr(e), _) => {
                let v = self.scalar(e)?;
                Some(self.to_index(v))
            }
            Ty::Character(CharLen::Assumed | CharLen::Deferred | CharLen::Runtime, _) => None,
            Ty::Integer(_)
            | Ty::Unsigned(_)
            | Ty::Real(_)
            | Ty::Complex(_)
            | Ty::Logical(_)
            | Ty::Class(_)
            | Ty::Assumed
            | Ty::Procedure
            | Ty::Typeless => return Ok(ResultPlace::by_value(self.ir_ty(ty, c.span)?)),
        };
        let n = match n {
            Some(n) => self.bytes_of_chars(n, ty.chr_kind()),
            None => self.assumed_length(c)?,
        };
        self.string_result(n, ty.chr_kind(), c)
    }

    /// Storage for an array; `t` is the type of its elements.
    fn array_result(&mut self, s: &'p Symbol, t: Type, c: &'p Call) -> Lowered<ResultPlace> {
        let Dims::Explicit(b) = &s.dims else { return unsupported(c.span, "a function result of this shape") };
        let (_, ext) = self.declared_bounds(b)?;
        let elem_len =
            if matches!(self.m.types.kind(t), TypeKind::Char(None, _)) { self.declared_len(s)? } else { None };
        let view = self.temp_view_len(&ext, t, elem_len, "function result", c.span)?;
        let mut args = vec![match self.is_foreign(s) {
            true => self.foreign_result(view, s),
            false => self.addr(view),
        }];
        if matches!(self.m.types.kind(t), TypeKind::Char(..)) {
            args.push(match (elem_len, self.m.types.size_of(t)) {
                (Some(l), _) => l,
                (None, n) => self.idx(n.unwrap_or(0) as i64),
            });
        }
        if let Ty::Derived(id) = &s.ty {
            self.end_result(view, *id, c.span)?;
        }
        Ok(ResultPlace::filled(args, CallResult::View(view)))
    }
}
