//! Calls of procedures that gfortran compiled.
//!
//! What is passed in another way than to procedures of this compiler:
//!
//! | argument or result | here | gfortran |
//! | --- | --- | --- |
//! | assumed shape and rank | `box` | its own descriptor (`frt_gfortran_pass`, `frt_gfortran_return`) |
//! | pointer, allocatable array | `box` | its own descriptor, which it may change |
//! | pointer, allocatable scalar | `box` | address of the address |
//! | VALUE, a structure | address of a copy | by value, as C does |
//! | VALUE, one character | address of a copy | the character; its length behind the arguments |
//! | VALUE with OPTIONAL | address of a copy, or null | the value, and a flag behind the arguments |
//! | array result | address of the elements | its own descriptor |
//! | structure as result | address of the place | as C returns it |
//!
//! All the rest is the same, also where lengths of strings are. What cannot be passed at all sema has refused.

use super::*;
use ferrotran_abi::foreign;

/// Bytes of gfortran's largest descriptor.
const ROOM: i64 = 8 * (foreign::WORDS + foreign::DIM_WORDS * ferrotran_abi::desc::MAX_RANK) as i64;

/// What is passed to a procedure of gfortran.
pub(super) struct Foreign<'p> {
    pub args: Vec<Value>,
    dummies: Vec<&'p Symbol>,
    /// Descriptors of arguments: ours, gfortran's, what there is to know.
    changed: Vec<[Value; 3]>,
}

impl<'p> Declarations<'p> {
    /// Whether a dummy argument or result is that of a procedure that gfortran compiled.
    pub fn is_foreign(&self, s: &Symbol) -> bool {
        s.owner.is_some_and(|p| matches!(self.proc(p).convention, Convention::Gfortran { .. }))
    }

    fn old_layout(&self, s: &Symbol) -> i32 {
        let old = s.owner.is_some_and(|p| self.proc(p).convention == Convention::Gfortran { old: true });
        if old { foreign::OLD } else { 0 }
    }

    /// A zero of a type that is passed by value.
    pub fn zero_of(&mut self, t: Type) -> Value {
        let bytes = self.m.types.size_of(t).unwrap_or(0) as i64;
        let zeros = self.alloca_bytes(bytes.max(1), 16, true);
        let rt = self.m.types.reference(t);
        let from = self.cast_ref(zeros, rt);
        self.b().load(from)
    }

    fn foreign_descriptor(&mut self, value: Value, what: i32) -> [Value; 3] {
        let room = self.alloca_bytes(ROOM, 8, false);
        let desc = self.cast_ref(value, Type::PTR);
        let what = self.b().int(i64::from(what), Type::I32);
        let made = self.rt_value(rt::frt_gfortran_pass, &[room, desc, what], Type::PTR);
        [desc, made, what]
    }

    /// The descriptor of the place for an array result.
    pub(super) fn foreign_result(&mut self, view: Value, s: &Symbol) -> Value {
        let elem = self.m.types.elem(self.m.ty(view));
        let rank = self.m.types.rank(self.m.ty(view));
        let bt = self.m.types.boxed(rank, elem);
        let rt = self.m.types.reference(bt);
        let bx = self.b().op(OpKind::BoxMake).arg(view).args(&[]).result(rt).value();
        let [_, made, _] = self.foreign_descriptor(bx, self.old_layout(s));
        made
    }
}

impl<'p> Expressions<'p> {
    /// The arguments as gfortran takes them; `None` where the procedure is not one of gfortran's.
    pub(super) fn foreign_arguments(&mut self, callee: &Callee<'p>, passed: &[Passed]) -> Lowered<Option<Foreign<'p>>> {
        let Some(p) = callee.proc.map(|p| self.proc(p)) else { return Ok(None) };
        if !matches!(p.convention, Convention::Gfortran { .. }) {
            return Ok(None);
        }
        let dummies: Vec<&'p Symbol> = p.args.iter().map(|&a| self.sym(a)).collect();
        let mut out = Foreign { args: vec![], dummies, changed: vec![] };
        for (d, v) in out.dummies.clone().into_iter().zip(passed) {
            if !matches!(self.passing(d)?, Passing::Box(_)) {
                out.args.push(v.value);
                continue;
            }
            let mut what = self.old_layout(d);
            let bits = [
                (d.pointer, foreign::POINTER),
                (d.allocatable, foreign::ALLOCATABLE),
                (d.intent == Intent::Out, foreign::OUT),
                (d.intent == Intent::In, foreign::IN),
                (d.dims == Dims::AssumedRank, foreign::ANY_RANK),
            ];
            what |= bits.iter().filter(|b| b.0).map(|b| b.1).sum::<i32>();
            let made = self.foreign_descriptor(v.value, what);
            let t = self.m.ty(v.value);
            out.args.push(self.cast_ref(made[1], t));
            out.changed.push(made);
        }
        Ok(Some(out))
    }

    /// Flags of optional arguments that go by value.
    pub(super) fn foreign_flags(&mut self, f: &Foreign<'p>, c: &'p Call) -> Lowered<Vec<Value>> {
        let mut out = vec![];
        for (d, a) in f.dummies.iter().zip(&c.args) {
            if !(d.by_value && d.optional) {
                continue;
            }
            let here = match a {
                Actual::Expr(x) if self.may_be_absent(x) => self.argument_there(x)?,
                a => self.b().int(i64::from(!matches!(a, Actual::Absent)), Type::BOOL),
            };
            out.push(self.cast(here, Type::I32));
        }
        Ok(out)
    }

    /// The value of an argument that may be absent; anything where it is.
    pub(super) fn foreign_optional(&mut self, x: &'p Expr, t: Type) -> Lowered<Passed> {
        let here = self.argument_there(x)?;
        let cell = self.alloca(t, None);
        let zero = self.zero_of(t);
        self.b().store(zero, cell);
        self.if_else(
            here,
            |l| {
                let v = l.scalar(x)?;
                let v = l.cast(v, t);
                l.b().store(v, cell);
                Ok(())
            },
            |_| Ok(()),
        )?;
        Ok(Passed { value: self.b().load(cell), len: None, bound: None })
    }

    /// Takes over what the procedure did with descriptors.
    pub(super) fn foreign_returns(&mut self, f: Foreign) {
        for [desc, made, what] in f.changed {
            self.rt(rt::frt_gfortran_return, &[desc, made, what]);
        }
    }
}
