//! Intrinsic subroutines, and functions that ask the system.

use super::place::Place;
use super::*;
use ferrotran_abi::codes::object_move;
use ferrotran_ir::{Pred, TypeKind};
use ferrotran_typed::intrinsics::Intrinsic;

impl<'p> Lower<'p> {
    fn null(&mut self) -> Value {
        self.b().op(OpKind::NullPtr).result(Type::PTR).value()
    }

    /// Address and length of a character argument; null and 0 where absent.
    fn chr_arg(&mut self, e: Option<&'p Expr>) -> Lowered<(Value, Value)> {
        let Some(e) = e else {
            let p = self.null();
            let z = self.idx(0);
            return Ok((p, z));
        };
        let r = if place::is_designator(e) { self.scalar_place(e)? } else { self.scalar(e)? };
        Ok((self.addr(r), self.chr_len(r)))
    }

    /// Stores a value to an optional scalar variable.
    fn store_opt(&mut self, e: Option<&'p Expr>, v: Value) -> Lowered<()> {
        let Some(e) = e else { return Ok(()) };
        let r = self.scalar_place(e)?;
        self.store_ref(v, r);
        Ok(())
    }

    fn desc_of(&mut self, e: &'p Expr) -> Lowered<Value> {
        let v = self.view_of(e)?;
        Ok(self.desc_of_view(v))
    }

    /// Address of a descriptor of a view.
    pub fn desc_of_view(&mut self, v: Value) -> Value {
        let t = self.m.ty(v);
        let (rank, elem) = (self.m.types.rank(t), self.m.types.elem(t));
        let bt = self.m.types.boxed(rank, elem);
        let rt = self.m.types.reference(bt);
        let bx = self.b().op(OpKind::BoxMake).arg(v).args(&[]).result(rt).value();
        self.cast_ref(bx, Type::PTR)
    }

    fn i32_arg(&mut self, e: &'p Expr) -> Lowered<Value> {
        let v = self.scalar(e)?;
        Ok(self.cast(v, Type::I32))
    }

    /// Address and kind (negative for reals) of a numeric variable.
    fn var_kind(&mut self, e: Option<&'p Expr>) -> Lowered<(Value, Value)> {
        let Some(e) = e else {
            let p = self.null();
            let z = self.b().int(0, Type::I32);
            return Ok((p, z));
        };
        let r = self.scalar_place(e)?;
        let k = match e.ty {
            Ty::Integer(k) => i64::from(k),
            Ty::Real(k) => -i64::from(k),
            _ => return unsupported(e.span, "an argument of this type"),
        };
        let a = self.addr(r);
        Ok((a, self.b().int(k, Type::I32)))
    }

    /// Runs `f` where a condition holds, which may be known here.
    fn where_holds(&mut self, cond: Value, f: impl FnOnce(&mut Self) -> Lowered<()>) -> Lowered<()> {
        match self.known(cond) {
            Some(0) => Ok(()),
            Some(_) => f(self),
            None => self.if_else(cond, f, |_| Ok(())),
        }
    }

    /// CALL of an intrinsic subroutine.
    pub fn intrinsic_call(&mut self, id: Intrinsic, args: &'p [Option<Expr>], span: Span) -> Lowered<()> {
        let arg = |i: usize| args.get(i).and_then(|a| a.as_ref());
        let need = |i: usize| arg(i).ok_or_else(|| LowerError { span, text: "a missing argument".into() });
        match id {
            Intrinsic::EndTeam => {
                self.rt(rt::frt_team_end, &[]);
                Ok(())
            }
            Intrinsic::SetCobounds => {
                let base = self.coarray_base(need(0)?)?;
                let dim = self.i32_arg(need(1)?)?;
                let mut bounds = [base; 2];
                for (i, b) in bounds.iter_mut().enumerate() {
                    let v = self.scalar(need(2 + i)?)?;
                    *b = self.cast(v, Type::I64);
                }
                self.rt(rt::frt_cobounds_set, &[base, dim, bounds[0], bounds[1]]);
                Ok(())
            }
            Intrinsic::RandomNumber => {
                let e = need(0)?;
                if e.rank > 0 || matches!(e.ty, Ty::Unsigned(_) | Ty::Real(10 | 16)) {
                    let d = self.desc_of(e)?;
                    let d = self.mark_unsigned(d, &e.ty);
                    self.rt(rt::frt_random_array, &[d]);
                    return Ok(());
                }
                let (f, t) =
                    if e.ty == Ty::Real(4) { (rt::frt_random_f32, Type::F32) } else { (rt::frt_random_f64, Type::F64) };
                let v = self.rt_value(f, &[], t);
                self.store_opt(Some(e), v)
            }
            Intrinsic::RandomSeed => {
                // At most one argument may be there (16.9.156); which one, the run may have to tell.
                let mut count = self.idx(0);
                let mut there = Vec::new();
                for e in args {
                    let doubtful = e.as_ref().and_then(|x| Some((self.optional_dummy(x)?, x.span)));
                    let here = match (e, doubtful) {
                        (None, _) => None,
                        (Some(_), None) => Some(self.b().int(1, Type::BOOL)),
                        (_, Some((s, span))) => Some(self.present(s, span)?),
                    };
                    if let Some(h) = here {
                        let n = self.to_index(h);
                        count = self.add(count, n);
                    }
                    there.push(here);
                }
                let (zero, one) = (self.idx(0), self.idx(1));
                if there.iter().flatten().count() > 1 {
                    let bad = self.b().cmp(Pred::Gt, count, one);
                    self.stop_with(bad, "RANDOM_SEED should have at most one argument present.")?;
                }
                let none = self.b().cmp(Pred::Eq, count, zero);
                self.where_holds(none, |s| {
                    s.rt(rt::frt_random_seed_default, &[]);
                    Ok(())
                })?;
                for (k, here) in there.into_iter().enumerate() {
                    let (Some(here), Some(e)) = (here, arg(k)) else { continue };
                    self.where_holds(here, |s| {
                        if k == 0 {
                            let mut v = s.rt_value(rt::frt_random_seed_size, &[], Type::I32);
                            if e.ty == Ty::Integer(8) {
                                // Integers of default kind hold twice as many bits.
                                let two = s.b().int(2, Type::I32);
                                v = s.b().binary(OpKind::Div, v, two);
                            }
                            return s.store_opt(Some(e), v);
                        }
                        let d = s.desc_of(e)?;
                        s.rt(if k == 1 { rt::frt_random_seed_put } else { rt::frt_random_seed_get }, &[d]);
                        Ok(())
                    })?;
                }
                Ok(())
            }
            Intrinsic::RandomInit => {
                let (a, b) = (self.scalar(need(0)?)?, self.scalar(need(1)?)?);
                let (a, b) = (self.cast(a, Type::I32), self.cast(b, Type::I32));
                self.rt(rt::frt_random_init, &[a, b]);
                Ok(())
            }
            Intrinsic::SystemClock => {
                let (a, ak) = self.var_kind(arg(0))?;
                let (b, bk) = self.var_kind(arg(1))?;
                let (c, ck) = self.var_kind(arg(2))?;
                self.rt(rt::frt_system_clock, &[a, ak, b, bk, c, ck]);
                Ok(())
            }
            Intrinsic::CpuTime => {
                let e = need(0)?;
                let v = self.rt_value(rt::frt_cpu_time, &[], Type::F64);
                let t = self.ir_ty(&e.ty, e.span)?;
                let v = self.cast(v, t);
                self.store_opt(Some(e), v)
            }
            Intrinsic::DateAndTime => {
                let mut list = Vec::new();
                for i in 0..3 {
                    let (a, n) = self.chr_arg(arg(i))?;
                    list.push(a);
                    list.push(n);
                }
                list.push(match arg(3) {
                    Some(e) => self.desc_of(e)?,
                    None => self.null(),
                });
                self.rt(rt::frt_date_and_time, &list);
                Ok(())
            }
            Intrinsic::GetCommandArgument | Intrinsic::Getarg => {
                let n = self.i32_arg(need(0)?)?;
                let (v, vn) = self.chr_arg(arg(1))?;
                let cell = self.alloca(Type::I64, None);
                let p = self.addr(cell);
                let st = self.rt_value(rt::frt_get_command_argument, &[n, v, vn, p], Type::I32);
                if id == Intrinsic::GetCommandArgument {
                    let len = self.b().load(cell);
                    self.store_cast(arg(2), len)?;
                    self.store_cast(arg(3), st)?;
                }
                Ok(())
            }
            Intrinsic::GetCommand => {
                let (v, vn) = self.chr_arg(arg(0))?;
                let cell = self.alloca(Type::I64, None);
                let p = self.addr(cell);
                let st = self.rt_value(rt::frt_get_command, &[v, vn, p], Type::I32);
                let len = self.b().load(cell);
                self.store_cast(arg(1), len)?;
                self.store_cast(arg(2), st)
            }
            Intrinsic::GetEnvironmentVariable | Intrinsic::Getenv => {
                let (n, nn) = self.chr_arg(Some(need(0)?))?;
                let (v, vn) = self.chr_arg(arg(1))?;
                let cell = self.alloca(Type::I64, None);
                let p = self.addr(cell);
                let trim = match arg(4) {
                    Some(e) => {
                        let v = self.scalar(e)?;
                        self.cast(v, Type::I32)
                    }
                    None => self.b().int(1, Type::I32),
                };
                let st = self.rt_value(rt::frt_get_environment_variable, &[n, nn, v, vn, p, trim], Type::I32);
                let len = self.b().load(cell);
                self.store_cast(arg(2), len)?;
                self.store_cast(arg(3), st)
            }
            Intrinsic::ExecuteCommandLine => {
                let (c, cn) = self.chr_arg(Some(need(0)?))?;
                let wait = match arg(1) {
                    Some(e) => {
                        let v = self.scalar(e)?;
                        self.cast(v, Type::I32)
                    }
                    None => self.b().int(1, Type::I32),
                };
                // EXITSTAT keeps its value where the command runs on (16.9.83).
                let before = match arg(2) {
                    Some(e) => {
                        let v = self.scalar(e)?;
                        self.cast(v, Type::I32)
                    }
                    None => self.b().int(0, Type::I32),
                };
                let cell = self.alloca(Type::I32, None);
                self.b().store(before, cell);
                let (pe, pc) = (self.addr(cell), self.alloca(Type::I32, None));
                let pcs = match arg(3) {
                    Some(_) => self.addr(pc),
                    None => self.null(),
                };
                let (m, mn) = self.chr_arg(arg(4))?;
                self.rt(rt::frt_execute_command_line, &[c, cn, wait, pe, pcs, m, mn]);
                let v = self.b().load(cell);
                self.store_cast(arg(2), v)?;
                if arg(3).is_some() {
                    let v = self.b().load(pc);
                    self.store_cast(arg(3), v)?;
                }
                Ok(())
            }
            Intrinsic::MoveAlloc => {
                let (Some(from), Some(to)) = (self.box_of(need(0)?)?, self.box_of(need(1)?)?) else {
                    return unsupported(span, "MOVE_ALLOC of these objects");
                };
                let (ft, tt) = (&need(0)?.ty, &need(1)?.ty);
                let (pf, pt) = (self.cast_ref(from, Type::PTR), self.cast_ref(to, Type::PTR));
                if matches!(ft, Ty::Derived(_)) || class::is_class(ft) || class::is_class(tt) {
                    let (fd, td) = (self.type_desc(ft, span)?, self.type_desc(tt, span)?);
                    let from = if class::is_class(ft) { object_move::FROM_CLASS } else { 0 };
                    let to = if class::is_class(tt) { object_move::TO_CLASS } else { 0 };
                    let how = self.b().int((from | to).into(), Type::I32);
                    self.rt(rt::frt_object_move, &[pf, pt, fd, td, how]);
                    return Ok(());
                }
                self.release(Cleanup::Box(to));
                let rank = self.m.types.rank(self.m.types.elem(self.m.ty(from)));
                let n = self.idx(ferrotran_abi::desc::size(rank) as i64);
                self.rt(rt::frt_memmove, &[pt, pf, n]);
                self.nullify_box(from);
                Ok(())
            }
            Intrinsic::Exit => {
                let c = match arg(0) {
                    Some(e) => self.i32_arg(e)?,
                    None => self.b().int(0, Type::I32),
                };
                self.rt(rt::frt_exit, &[c]);
                self.jump(OpKind::Unreachable, None);
                Ok(())
            }
            Intrinsic::Abort => {
                self.rt(rt::frt_abort, &[]);
                self.jump(OpKind::Unreachable, None);
                Ok(())
            }
            Intrinsic::Srand => {
                let v = self.i32_arg(need(0)?)?;
                self.rt(rt::frt_srand, &[v]);
                Ok(())
            }
            Intrinsic::Flush => {
                let slots = ferrotran_abi::params::CONTROL_SLOTS;
                let block = self.alloca_bytes(i64::from(slots * ferrotran_abi::params::SLOT_BYTES), 16, true);
                if let Some(e) = arg(0) {
                    let v = self.scalar(e)?;
                    let v = self.to_index(v);
                    let at = i64::from(ferrotran_abi::params::UNIT * ferrotran_abi::params::SLOT_BYTES);
                    let c = self.field_at(block, at, Type::INDEX);
                    self.b().store(v, c);
                    let one = self.idx(1);
                    let c = self.field_at(block, at + 8, Type::INDEX);
                    self.b().store(one, c);
                }
                self.rt_value(rt::frt_flush, &[block], Type::I32);
                Ok(())
            }
            // One image: what it has is the result already.
            Intrinsic::CoBroadcast | Intrinsic::CoMax | Intrinsic::CoMin | Intrinsic::CoReduce | Intrinsic::CoSum => {
                let zero = self.b().int(0, Type::I32);
                self.store_cast(id.row().arg("stat").and_then(arg), zero)
            }
            Intrinsic::Mvbits => self.elemental_refs(args, |s, refs| {
                let [Some(from), Some(fp), Some(len), Some(to), Some(tp)] = refs else { return Ok(()) };
                let old = s.load_ref(*to);
                let t = s.m.ty(old);
                let [f, fp, len, tp] = [from, fp, len, tp].map(|r| {
                    let v = s.load_ref(*r);
                    s.cast(v, t)
                });
                let ones = s.b().int(-1, t);
                let hi = s.b().binary(OpKind::Shl, ones, len);
                let mask = s.b().unary(OpKind::Not, hi, t);
                let bits = s.b().binary(OpKind::ShrU, f, fp);
                let bits = s.b().binary(OpKind::And, bits, mask);
                let bits = s.b().binary(OpKind::Shl, bits, tp);
                let hole = s.b().binary(OpKind::Shl, mask, tp);
                let hole = s.b().unary(OpKind::Not, hole, t);
                let rest = s.b().binary(OpKind::And, old, hole);
                let v = s.b().binary(OpKind::Or, rest, bits);
                s.store_ref(v, *to);
                Ok(())
            }),
            Intrinsic::Split => {
                let (s, n) = self.chr_arg(arg(0))?;
                let (set, m) = self.chr_arg(arg(1))?;
                let kind = self.b().int(need(0)?.ty.chr_kind().into(), Type::I32);
                let pos = self.scalar(need(2)?)?;
                let pos = self.cast(pos, Type::I64);
                let back = match arg(3) {
                    Some(e) => {
                        let v = self.scalar(e)?;
                        self.cast(v, Type::I32)
                    }
                    None => self.b().int(0, Type::I32),
                };
                let v = self.rt_value(rt::frt_split, &[s, n, set, m, kind, pos, back], Type::I64);
                self.store_cast(arg(2), v)
            }
            Intrinsic::Tokenize => {
                let (s, n) = self.chr_arg(arg(0))?;
                let (set, m) = self.chr_arg(arg(1))?;
                let bytes = i64::from(need(0)?.ty.chr_kind());
                let kind = self.b().int(bytes, Type::I32);
                let cell = self.alloca(Type::I64, None);
                let p = self.addr(cell);
                let count = self.rt_value(rt::frt_tokens, &[s, n, set, m, kind, p], Type::I64);
                let longest = self.b().load(cell);
                let (count, longest) = (self.to_index(count), self.to_index(longest));
                let (one, character) = (self.idx(1), self.idx(bytes));
                for (k, e) in [arg(2), arg(3)].into_iter().enumerate() {
                    let Some(e) = e else { continue };
                    let strings = matches!(e.ty, Ty::Character(..));
                    let Some(bx) = self.box_of(e)? else { return unsupported(e.span, "this object") };
                    let extent = if strings && k == 1 { self.sub(count, one) } else { count };
                    let len = strings.then_some(if k == 0 { longest } else { character });
                    self.release(Cleanup::Box(bx));
                    self.allocate_box(bx, &[one], &[extent], len)?;
                    let what = self.b().int(k as i64 + if strings { 0 } else { 2 }, Type::I32);
                    let desc = self.cast_ref(bx, Type::PTR);
                    self.rt(rt::frt_token_fill, &[s, n, set, m, kind, desc, what]);
                }
                Ok(())
            }
            Intrinsic::CFStrpointer => {
                let (from, pointer) = (need(0)?, need(1)?);
                let (base, size) = if matches!(from.ty, Ty::Character(..)) {
                    let (view, _) = self.array_place(from)?;
                    let n = match arg(2) {
                        Some(_) => None,
                        None => self.view_extents(view).first().copied(),
                    };
                    (self.addr(view), n)
                } else {
                    (self.c_address(from)?, None)
                };
                let limit = match (arg(2), size) {
                    (Some(e), _) => {
                        let v = self.scalar(e)?;
                        self.to_index(v)
                    }
                    (None, Some(n)) => n,
                    (None, None) => return unsupported(span, "a string whose end is not known"),
                };
                let n = self.rt_value(rt::frt_c_length, &[base, limit], Type::I64);
                let n = self.to_index(n);
                let Some(bx) = self.box_of(pointer)? else { return unsupported(pointer.span, "this pointer") };
                let rt = self.m.types.reference(Type::CHR);
                let r = self.b().op(OpKind::ChrRef).arg(base).arg(n).result(rt).value();
                self.b().op(OpKind::BoxSet).arg(bx).arg(r).args(&[]).build();
                Ok(())
            }
            Intrinsic::CFProcpointer => {
                let base = self.c_address(need(0)?)?;
                let target = need(1)?;
                let cell = self.proc_pointer_cell(target)?;
                self.b().store(base, cell);
                Ok(())
            }
            Intrinsic::CFPointer => {
                let base = self.c_address(need(0)?)?;
                let target = need(1)?;
                let Some(bx) = self.box_of(target)? else { return unsupported(target.span, "this pointer") };
                let bt = self.m.types.elem(self.m.ty(bx));
                let (rank, elem) = (self.m.types.rank(bt), self.m.types.elem(bt));
                // A string has the length that the pointer has.
                let elem_len = match self.m.types.kind(elem) {
                    TypeKind::Char(None, _) => Some(self.object_len(target, bx)?),
                    _ => None,
                };
                if rank == 0 {
                    let rt = self.m.types.reference(elem);
                    let r = match elem_len {
                        Some(n) => self.b().op(OpKind::ChrRef).arg(base).arg(n).result(rt).value(),
                        None => self.cast_ref(base, rt),
                    };
                    self.b().op(OpKind::BoxSet).arg(bx).arg(r).args(&[]).build();
                    return Ok(());
                }
                let elements = |l: &mut Self, e: &'p Expr| -> Lowered<Vec<Value>> {
                    let (v, _) = l.array_value(e)?;
                    (0..rank as i64)
                        .map(|k| {
                            let k = l.idx(k);
                            let x = l.at_value(v, &[k]);
                            Ok(l.to_index(x))
                        })
                        .collect()
                };
                let extents = elements(self, need(2)?)?;
                let lower = match args.get(3).and_then(|a| a.as_ref()) {
                    Some(e) => elements(self, e)?,
                    None => (0..rank).map(|_| self.idx(1)).collect(),
                };
                let vt = self.m.types.view(vec![None; rank], elem, true);
                let view =
                    self.b().op(OpKind::ViewMake).arg(base).args(&extents).args(&[]).opt(elem_len).result(vt).value();
                self.b().op(OpKind::BoxSet).arg(bx).arg(view).args(&lower).build();
                Ok(())
            }
            _ if id.name().starts_with("ieee_") => self.ieee_call(id, args, span),
            _ => self.posix_call(id, args, span),
        }
    }

    /// The address in a value of type C_PTR or C_FUNPTR.
    pub fn c_address(&mut self, e: &'p Expr) -> Lowered<Value> {
        let r = self.scalar(e)?;
        let p = self.cast_ref(r, Type::PTR);
        let cell = self.field_at(p, 0, Type::PTR);
        Ok(self.b().load(cell))
    }

    /// Stores an integer to an optional integer variable of any kind.
    fn store_cast(&mut self, e: Option<&'p Expr>, v: Value) -> Lowered<()> {
        let Some(e) = e else { return Ok(()) };
        let Place::Scalar(r) = self.place(e)? else { return unsupported(e.span, "this argument") };
        let t = self.m.types.elem(self.m.ty(r));
        let v = self.cast(v, t);
        self.b().store(v, r);
        Ok(())
    }

    /// Functions that are not pure: extensions that ask the system.
    pub fn system_function(&mut self, id: Intrinsic, args: &'p [Option<Expr>], e: &'p Expr) -> Lowered<Value> {
        let arg = |i: usize| args.get(i).and_then(|a| a.as_ref());
        let v = match id {
            Intrinsic::Rand | Intrinsic::Irand => {
                let f = match arg(0) {
                    Some(e) => self.i32_arg(e)?,
                    None => self.b().int(0, Type::I32),
                };
                if id == Intrinsic::Rand {
                    self.rt_value(rt::frt_rand, &[f], Type::F32)
                } else {
                    self.rt_value(rt::frt_irand, &[f], Type::I32)
                }
            }
            Intrinsic::EnumerationStep => {
                let ([Some(Some(o)), Some(Some(last)), Some(Some(by))], stat) =
                    ([0, 1, 2].map(|i| args.get(i).map(Option::as_ref)), arg(3))
                else {
                    return unsupported(e.span, "this reference");
                };
                let [o, last, by] = [self.i32_arg(o)?, self.i32_arg(last)?, self.i32_arg(by)?];
                let next = self.b().binary(OpKind::Add, o, by);
                let one = self.b().int(1, Type::I32);
                let low = self.b().cmp(Pred::Lt, next, one);
                let high = self.b().cmp(Pred::Gt, next, last);
                let bad = self.b().binary(OpKind::Or, low, high);
                match stat {
                    Some(_) => {
                        let zero = self.b().int(0, Type::I32);
                        let s = self.b().op(OpKind::Select).arg(bad).arg(one).arg(zero).result(Type::I32).value();
                        self.store_cast(stat, s)?;
                    }
                    None => self.stop_with(bad, "There is no next or previous enumerator")?,
                }
                self.b().op(OpKind::Select).arg(bad).arg(o).arg(next).result(Type::I32).value()
            }
            Intrinsic::Secnds => {
                let Some(x) = arg(0) else { return unsupported(e.span, "this reference") };
                let x = self.scalar(x)?;
                let x = self.cast(x, Type::F32);
                self.rt_value(rt::frt_secnds, &[x], Type::F32)
            }
            _ => match self.posix(id, args, true, e.span)? {
                Some(v) => v,
                None => return unsupported(e.span, format!("the intrinsic `{}`", id.name())),
            },
        };
        if matches!(e.ty, Ty::Character(..)) {
            return Ok(v);
        }
        let t = self.val_ty(&e.ty, e.span)?;
        if t == Type::BOOL {
            let vt = self.m.ty(v);
            let zero = self.b().int(0, vt);
            return Ok(self.b().cmp(Pred::Ne, v, zero));
        }
        Ok(self.cast(v, t))
    }

    /// The subroutine form of an extension.
    fn posix_call(&mut self, id: Intrinsic, args: &'p [Option<Expr>], span: Span) -> Lowered<()> {
        self.posix(id, args, false, span).map(|_| ())
    }

    /// Calls the runtime function of an extension, whose parameters the table of the ABI gives: a string is two of them, a
    /// vector its descriptor, a procedure its address, everything else a number by value. An argument that is left over
    /// takes the result.
    fn posix(&mut self, id: Intrinsic, args: &'p [Option<Expr>], function: bool, span: Span) -> Lowered<Option<Value>> {
        use ferrotran_abi::MachineTy;
        let row = id.row();
        let f = match id {
            // The plain name is that of the compiler's own allocations.
            Intrinsic::Free => Some(rt::frt_free_address),
            _ => RuntimeFn::of_parts(&["frt_", row.name]),
        };
        let Some(f) = f else {
            return unsupported(span, format!("the intrinsic procedure `{}`", row.name));
        };
        let ir = |t: &MachineTy| match t {
            MachineTy::Ptr => Type::PTR,
            MachineTy::I8 => Type::I8,
            MachineTy::I32 => Type::I32,
            MachineTy::I64 => Type::I64,
            MachineTy::F32 => Type::F32,
            MachineTy::F64 => Type::F64,
        };
        let mut list: Vec<Value> = Vec::new();
        let mut text = None;
        let mut rest = None;
        for (k, dummy) in row.args.iter().enumerate() {
            let given = args.get(k).and_then(|a| a.as_ref());
            if list.len() == f.params().len() {
                rest = given;
                break;
            }
            let Some((_, want)) = f.params().get(list.len()) else { break };
            let want = ir(want);
            match given {
                None if function && dummy.optional && dummy.classes == "c" => break,
                None => return unsupported(span, format!("`{}` without `{}`", row.name, dummy.name)),
                Some(e) if dummy.classes == "c" => {
                    let (a, n) = self.chr_arg(Some(e))?;
                    list.push(a);
                    list.push(n);
                }
                Some(e) if dummy.rank == ferrotran_typed::intrinsics::DummyRank::Exactly(1) => {
                    let d = self.desc_of(e)?;
                    list.push(d);
                }
                Some(e) if want == Type::PTR => {
                    let v = self.scalar(e)?;
                    if self.m.ty(v) == Type::PTR {
                        list.push(v);
                    } else {
                        let v = self.cast(v, Type::I64);
                        let v = self.b().unary(OpKind::Bitcast, v, Type::PTR);
                        list.push(v);
                    }
                }
                Some(e) => {
                    let v = self.scalar(e)?;
                    let v = self.cast(v, want);
                    list.push(v);
                }
            }
        }
        if list.len() + 2 == f.params().len() && function {
            // The result is a string.
            let n = self.idx(if id == Intrinsic::Ttynam { 64 } else { 24 });
            let (a, v) = self.string_buffer(n, 1, span)?;
            list.push(a);
            list.push(n);
            text = Some(v);
        }
        let Some(ret) = &f.result() else {
            self.rt(f, &list);
            return Ok(text);
        };
        let v = self.rt_value(f, &list, ir(ret));
        if !function {
            self.store_cast(rest, v)?;
        }
        Ok(Some(v))
    }
}
