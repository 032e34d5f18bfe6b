//! Input and output statements: parameter blocks and item calls (see `ferrotran_abi::params`).

use super::place::Place;
use super::*;
use ferrotran_abi::desc;
use ferrotran_abi::params::{self as slot, FieldInfo, NamelistGroup, NamelistItem, TypeInfo};
use ferrotran_ir::Pred;
use ferrotran_syntax::ast::Name;
use std::mem::offset_of;

/// The data transfer statement that items belong to.
#[derive(Clone, Copy)]
struct Transfer<'p> {
    /// What the runtime gave for the statement.
    h: Value,
    read: bool,
    /// Procedures of defined input/output that it may call.
    defined: &'p [DefinedIo],
}

/// The one of these procedures that transfers objects of a type.
fn defined_for(list: &[DefinedIo], t: TypeId) -> Option<&DefinedIo> {
    list.iter().find(|d| d.ty == t)
}

impl FunctionBuilder {
    fn word(&mut self, block: Value, s: u32, second: bool, v: Value) {
        let t = self.m.ty(v);
        let offset = i64::from(s * slot::SLOT_BYTES) + if second { 8 } else { 0 };
        let cell = self.field_at(block, offset, t);
        self.b().store(v, cell);
    }

    fn pair(&mut self, block: Value, s: u32, a: Value, b: i64) {
        self.word(block, s, false, a);
        let b = self.idx(b);
        self.word(block, s, true, b);
    }

    /// Address of a new descriptor of an array.
    fn desc(&mut self, view: Value) -> Value {
        self.desc_from(view, &[])
    }

    /// The same with lower bounds.
    fn desc_from(&mut self, view: Value, lbs: &[Value]) -> Value {
        let t = self.m.ty(view);
        let (rank, elem) = (self.m.types.rank(t), self.m.types.elem(t));
        let bt = self.m.types.boxed(rank, elem);
        let rt = self.m.types.reference(bt);
        let bx = self.b().op(OpKind::BoxMake).arg(view).args(lbs).result(rt).value();
        self.cast_ref(bx, Type::PTR)
    }

    /// Stores the fields (offset, value) of a structure at a distance from an address.
    fn store_fields(&mut self, base: Value, at: usize, fields: &[(usize, Value)]) {
        for &(field, v) in fields {
            let t = self.m.ty(v);
            let c = self.field_at(base, (at + field) as i64, t);
            self.b().store(v, c);
        }
    }
}

impl<'p> Lower<'p> {
    fn chr_slot(&mut self, block: Value, s: u32, e: &'p Expr, variable: bool) -> Lowered<()> {
        let v = if variable { self.scalar_place(e)? } else { self.scalar(e)? };
        let (a, n) = (self.addr(v), self.characters(v));
        self.word(block, s, false, a);
        self.word(block, s, true, n);
        Ok(())
    }

    fn int_slot(&mut self, block: Value, s: u32, e: &'p Expr) -> Lowered<()> {
        let v = self.scalar(e)?;
        let v = self.to_index(v);
        self.pair(block, s, v, 1);
        Ok(())
    }

    fn var_slot(&mut self, block: Value, s: u32, e: &'p Expr) -> Lowered<()> {
        let r = self.scalar_place(e)?;
        let size = self.m.types.size_of(self.m.types.elem(self.m.ty(r))).unwrap_or(4) as i64;
        let a = self.addr(r);
        self.pair(block, s, a, size);
        Ok(())
    }

    /// A format in a numeric array from an element on: the rest of the array's storage.
    fn text_from_element(&mut self, block: Value, e: &'p Expr, base: &'p Expr) -> Lowered<()> {
        let (view, _) = self.array_place(base)?;
        let t = self.m.ty(view);
        let size = self.m.types.size_of(self.m.types.elem(t)).unwrap_or(1) as i64;
        let mut bytes = self.idx(size);
        for d in 0..self.m.types.rank(t) {
            let n =
                self.b().op(OpKind::ViewExtent).arg(view).attr("dim", Attr::Int(d as i64)).result(Type::INDEX).value();
            bytes = self.mul(bytes, n);
        }
        let first = self.addr(view);
        let at = self.scalar_place(e)?;
        let at = self.addr(at);
        let p = self.b().unary(OpKind::Bitcast, first, Type::INDEX);
        let q = self.b().unary(OpKind::Bitcast, at, Type::INDEX);
        let skipped = self.sub(q, p);
        let left = self.sub(bytes, skipped);
        self.word(block, slot::FMT, false, at);
        self.word(block, slot::FMT, true, left);
        Ok(())
    }

    /// An I/O statement.
    pub fn io(&mut self, io: &'p Io, span: Span) -> Lowered<()> {
        let transfer = matches!(io.kind, IoKind::Read | IoKind::Write | IoKind::Print);
        if io.kind == IoKind::Inquire
            && let Some((_, var)) = io.specs.iter().find(|(k, _)| *k == "iolength")
        {
            let h = self.rt_value(rt::frt_iolength_begin, &[], Type::PTR);
            self.items(&io.items, Transfer { h, read: false, defined: &io.defined })?;
            let n = self.rt_value(rt::frt_iolength_end, &[h], Type::INDEX);
            let r = self.scalar_place(var)?;
            self.store_ref(n, r);
            return Ok(());
        }
        let slots = if transfer { slot::TRANSFER_SLOTS } else { slot::CONTROL_SLOTS };
        let block = self.alloca_bytes(i64::from(slots * slot::SLOT_BYTES), 16, true);
        let (file, line) = self.here();
        self.word(block, slot::SOURCE, false, file);
        let line = self.to_index(line);
        self.word(block, slot::SOURCE, true, line);
        let mut flags = 0;
        match &io.unit {
            IoUnit::Star => {
                let n = if io.kind == IoKind::Read { 5 } else { 6 };
                let n = self.idx(n);
                self.pair(block, slot::UNIT, n, 1);
            }
            IoUnit::External(e) => self.int_slot(block, slot::UNIT, e)?,
            IoUnit::Internal(e) if e.rank > 0 => {
                let Place::Array { view, .. } = self.place(e)? else {
                    return unsupported(e.span, "this internal unit");
                };
                let d = self.desc(view);
                self.word(block, slot::INTERNAL_DESC, false, d);
            }
            IoUnit::Internal(e) => {
                if e.ty.chr_kind() == 4 {
                    flags |= slot::FLAG_INTERNAL_WIDE;
                }
                self.chr_slot(block, slot::INTERNAL, e, true)?;
            }
            IoUnit::None => {}
        }
        if transfer {
            match &io.format {
                IoFormat::Unformatted => flags |= slot::FLAG_UNFORMATTED,
                IoFormat::List => flags |= slot::FLAG_LIST,
                IoFormat::Text(t) => {
                    let a = self.bytes_const(t);
                    self.pair(block, slot::FMT, a, t.len() as i64);
                }
                IoFormat::Expr(e) if e.rank > 0 => {
                    let (view, _) = self.array_place(e)?;
                    let d = self.desc(view);
                    self.word(block, slot::FMT_DESC, false, d);
                }
                IoFormat::Expr(Expr { kind: ExprKind::Elem { base, .. }, ty, .. })
                    if !matches!(ty, Ty::Character(..)) =>
                {
                    let IoFormat::Expr(e) = &io.format else { unreachable!("matched above") };
                    self.text_from_element(block, e, base)?;
                }
                IoFormat::Expr(e) => self.chr_slot(block, slot::FMT, e, false)?,
                IoFormat::Namelist { name, members } => {
                    let g = self.namelist(name, members, &io.defined, span)?;
                    self.word(block, slot::NML, false, g);
                }
            }
        }
        for (key, e) in &io.specs {
            self.spec(io.kind, block, key, e)?;
        }
        for (present, bit) in
            [(io.err.is_some(), slot::FLAG_ERR), (io.end.is_some(), slot::FLAG_END), (io.eor.is_some(), slot::FLAG_EOR)]
        {
            if present {
                flags |= bit;
            }
        }
        let f = self.idx(flags);
        self.word(block, slot::FLAGS, false, f);
        // Function results end with the statement (F2018 7.5.6.3), whatever branch it takes.
        let run = |s: &mut Self| match io.kind {
            IoKind::Write | IoKind::Print => {
                let h = s.rt_value(rt::frt_write_begin, &[block], Type::PTR);
                s.items(&io.items, Transfer { h, read: false, defined: &io.defined })?;
                Ok(s.rt_value(rt::frt_write_end, &[h], Type::I32))
            }
            IoKind::Read => {
                let h = s.rt_value(rt::frt_read_begin, &[block], Type::PTR);
                s.items(&io.items, Transfer { h, read: true, defined: &io.defined })?;
                Ok(s.rt_value(rt::frt_read_end, &[h], Type::I32))
            }
            k => {
                let f = match k {
                    IoKind::Open => rt::frt_open,
                    IoKind::Close => rt::frt_close,
                    IoKind::Inquire => rt::frt_inquire,
                    IoKind::Rewind => rt::frt_rewind,
                    IoKind::Backspace => rt::frt_backspace,
                    IoKind::Endfile => rt::frt_endfile,
                    IoKind::Flush => rt::frt_flush,
                    _ => rt::frt_wait,
                };
                Ok(s.rt_value(f, &[block], Type::I32))
            }
        };
        let status = self.with_temps(run)?;
        for (label, pred, k) in [(io.err, Pred::Gt, 0), (io.end, Pred::Eq, -1), (io.eor, Pred::Eq, -2)] {
            let Some(label) = label else { continue };
            let k = self.b().int(k, Type::I32);
            let c = self.b().cmp(pred, status, k);
            self.goto_if(c, label)?;
        }
        Ok(())
    }

    fn spec(&mut self, kind: IoKind, block: Value, key: &str, e: &'p Expr) -> Lowered<()> {
        let inquire = kind == IoKind::Inquire;
        match key {
            "iostat" => self.var_slot(block, slot::IOSTAT, e),
            "iomsg" => self.chr_slot(block, slot::IOMSG, e, true),
            "rec" => self.int_slot(block, slot::REC, e),
            "pos" if !inquire => self.int_slot(block, slot::POS, e),
            "pos" => self.var_slot(block, slot::POS, e),
            "size" => self.var_slot(block, slot::SIZE, e),
            "id" => self.var_slot(block, slot::ID, e),
            "newunit" => self.var_slot(block, slot::NEWUNIT, e),
            "readonly" => self.int_slot(block, slot::READONLY, e),
            "recl" if !inquire => self.int_slot(block, slot::RECL, e),
            "recl" => self.var_slot(block, slot::RECL, e),
            "exist" => self.var_slot(block, slot::EXIST, e),
            "opened" => self.var_slot(block, slot::OPENED, e),
            "number" => self.var_slot(block, slot::NUMBER, e),
            "named" => self.var_slot(block, slot::NAMED, e),
            "nextrec" => self.var_slot(block, slot::NEXTREC, e),
            "pending" => self.var_slot(block, slot::PENDING, e),
            _ => {
                let s = match key {
                    "advance" => slot::ADVANCE,
                    "blank" => slot::BLANK,
                    "decimal" => slot::DECIMAL,
                    "delim" => slot::DELIM,
                    "pad" => slot::PAD,
                    "round" => slot::ROUND,
                    "sign" => slot::SIGN,
                    "leading_zero" => slot::LEADING_ZERO,
                    "asynchronous" => slot::ASYNCHRONOUS,
                    "file" => slot::FILE,
                    "status" => slot::STATUS,
                    "access" => slot::ACCESS,
                    "form" => slot::FORM,
                    "action" => slot::ACTION,
                    "position" => slot::POSITION,
                    "encoding" => slot::ENCODING,
                    "convert" => slot::CONVERT,
                    "carriagecontrol" => slot::CARRIAGECONTROL,
                    "share" => slot::SHARE,
                    "name" => slot::NAME,
                    "sequential" => slot::SEQUENTIAL,
                    "direct" => slot::DIRECT,
                    "stream" => slot::STREAM,
                    "formatted" => slot::FORMATTED,
                    "unformatted" => slot::UNFORMATTED,
                    "read" => slot::READ,
                    "write" => slot::WRITE,
                    "readwrite" => slot::READWRITE,
                    _ => return unsupported(e.span, format!("the specifier `{key}`")),
                };
                let variable = inquire && s != slot::FILE;
                self.chr_slot(block, s, e, variable)
            }
        }
    }

    fn items(&mut self, items: &'p [IoItem], to: Transfer<'p>) -> Lowered<()> {
        for i in items {
            match i {
                IoItem::Expr(e) => {
                    let (out, mine) = self.collecting_temps(|s| s.item(e, to));
                    out?;
                    // What is finalized waits for the end of the statement, and with it what it may lie in.
                    if mine.iter().any(|c| matches!(c, Cleanup::Object { .. } | Cleanup::Class(_))) {
                        mine.into_iter().for_each(|c| self.f.cleanups.after_statement(c));
                    } else {
                        self.release_all(mine);
                    }
                }
                IoItem::ImpliedDo { var, lower, upper, step, items } => {
                    let cell = self.scalar_place(var)?;
                    let t = self.m.types.elem(self.m.ty(cell));
                    let (lo, hi, st) = self.bounds(lower, upper, step.as_ref())?;
                    let n = self.trip_count(lo, hi, st);
                    self.count_loop(n, |s, i| {
                        let o = s.mul(i, st);
                        let v = s.add(lo, o);
                        let v = s.cast(v, t);
                        s.b().store(v, cell);
                        s.with_temps(|s| s.items(items, to))
                    })?;
                    let o = self.mul(n, st);
                    let v = self.add(lo, o);
                    let v = self.cast(v, t);
                    self.b().store(v, cell);
                }
            }
        }
        Ok(())
    }

    /// Address of the procedure for objects of a dynamic type, and the descriptor that it gets (or null).
    fn transfer_procedure(&mut self, d: &DefinedIo, ty: Value, dynamic: bool, span: Span) -> Lowered<(Value, Value)> {
        let p = match d.slot {
            Some(slot) if dynamic => self.slot_procedure(ty, slot),
            _ if self.captures.needs_env(d.proc) => {
                return unsupported(span, "an internal procedure with host variables for defined input/output");
            }
            _ => {
                let name = self.proc(d.proc).link_name.clone();
                self.b().op(OpKind::FuncAddr).attr("callee", Attr::Sym(name)).result(Type::PTR).value()
            }
        };
        let ty = if d.class { ty } else { self.b().op(OpKind::NullPtr).result(Type::PTR).value() };
        Ok((p, ty))
    }

    /// An object with defined input/output at a ref. `dynamic`: its type where it is polymorphic.
    fn defined_item(
        &mut self,
        d: &DefinedIo,
        r: Value,
        dynamic: Option<Value>,
        to: Transfer<'p>,
        span: Span,
    ) -> Lowered<()> {
        let h = to.h;
        let ty = match dynamic {
            Some(t) => t,
            None => self.type_desc(&Ty::Derived(d.ty), span)?,
        };
        let (p, ty) = self.transfer_procedure(d, ty, dynamic.is_some(), span)?;
        let a = self.addr(r);
        if dynamic.is_some() || !self.has_plain_components(d.ty) {
            self.rt(rt::frt_defined_item, &[h, p, a, ty]);
            return Ok(());
        }
        // A data edit descriptor other than DT takes the components.
        let wanted = self.rt_value(rt::frt_defined_wanted, &[h], Type::I32);
        let zero = self.b().int(0, Type::I32);
        let c = self.b().cmp(Pred::Ne, wanted, zero);
        let t = d.ty;
        self.if_else(
            c,
            |s| {
                s.rt(rt::frt_defined_item, &[h, p, a, ty]);
                Ok(())
            },
            |s| s.component_items(r, t, to, span),
        )
    }

    /// Whether objects of the type can be transferred by components.
    fn has_plain_components(&self, t: TypeId) -> bool {
        self.dtype(t).components.iter().all(|c| {
            (!c.allocatable || c.role == Role::Sized)
                && !c.pointer
                && c.ty != Ty::Procedure
                && !matches!(&c.ty, Ty::Derived(x) if !self.has_plain_components(*x))
        })
    }

    fn item(&mut self, e: &'p Expr, to: Transfer<'p>) -> Lowered<()> {
        let Transfer { h, read, defined } = to;
        if let Ty::Class(Some(t)) = &e.ty {
            let Some(d) = defined_for(defined, *t) else { return unsupported(e.span, "a polymorphic item") };
            let x = self.entity(e)?;
            let ty = x.dynamic.ty;
            return match x.place {
                Place::Scalar(r) => self.defined_item(d, r, Some(ty), to, e.span),
                Place::Array { view, .. } => {
                    let ext = self.view_extents(view);
                    self.nest(&ext, |s, idx| {
                        let r = s.b().elem(view, idx);
                        s.defined_item(d, r, Some(ty), to, e.span)
                    })
                }
            };
        }
        if e.rank > 0 {
            let (view, _) = self.array_place(e)?;
            if let Ty::Derived(t) = &e.ty {
                let ext = self.view_extents(view);
                return self.nest(&ext, |s, idx| {
                    let r = s.b().elem(view, idx);
                    s.object_items(r, *t, to, e.span)
                });
            }
            let d = self.desc(view);
            let d = self.mark_unsigned(d, &e.ty);
            self.rt(if read { rt::frt_read_array } else { rt::frt_write_array }, &[h, d]);
            return Ok(());
        }
        if let Ty::Derived(t) = &e.ty {
            let r = if read { self.scalar_place(e)? } else { self.scalar(e)? };
            return self.object_items(r, *t, to, e.span);
        }
        if read {
            let r = self.scalar_place(e)?;
            return self.read_ref(r, &e.ty, h, e.span);
        }
        let v = self.scalar(e)?;
        self.write_value(v, &e.ty, h, e.span)
    }

    fn write_value(&mut self, v: Value, ty: &Ty, h: Value, span: Span) -> Lowered<()> {
        let it = self.ir_ty(ty, span)?;
        if self.m.types.is_wide(it) {
            let cell = self.alloca(it, None);
            self.store_ref(v, cell);
            let d = self.desc(cell);
            self.rt(rt::frt_write_array, &[h, d]);
            return Ok(());
        }
        match ty {
            Ty::Integer(k) => {
                let v = self.cast(v, Type::I64);
                let k = self.b().int(i64::from(*k), Type::I32);
                self.rt(rt::frt_write_int, &[h, v, k]);
            }
            Ty::Unsigned(k) => {
                let v = self.resize_unsigned(v, Type::I64);
                let k = self.b().int(i64::from(*k), Type::I32);
                self.rt(rt::frt_write_unsigned, &[h, v, k]);
            }
            Ty::Logical(k) => {
                let v = self.cast(v, Type::I32);
                let k = self.b().int(i64::from(*k), Type::I32);
                self.rt(rt::frt_write_logical, &[h, v, k]);
            }
            Ty::Real(4) => self.rt(rt::frt_write_f32, &[h, v]),
            Ty::Real(8) => self.rt(rt::frt_write_f64, &[h, v]),
            Ty::Complex(k) => {
                let (re, im) = (self.complex_part(v, false), self.complex_part(v, true));
                self.rt(if *k == 4 { rt::frt_write_c32 } else { rt::frt_write_c64 }, &[h, re, im]);
            }
            Ty::Character(_, k) => {
                let (a, n) = (self.addr(v), self.characters(v));
                self.rt(if *k == 4 { rt::frt_write_chr4 } else { rt::frt_write_chr }, &[h, a, n]);
            }
            _ => return unsupported(span, "output of this type"),
        }
        Ok(())
    }

    fn read_ref(&mut self, r: Value, ty: &Ty, h: Value, span: Span) -> Lowered<()> {
        let a = self.addr(r);
        let (f, k) = match ty {
            Ty::Integer(k) => (rt::frt_read_int, *k),
            Ty::Unsigned(k) => (rt::frt_read_unsigned, *k),
            Ty::Logical(k) => (rt::frt_read_logical, *k),
            Ty::Real(k) => (rt::frt_read_real, *k),
            Ty::Complex(k) => (rt::frt_read_complex, *k),
            Ty::Character(_, k) => {
                let n = self.characters(r);
                self.rt(if *k == 4 { rt::frt_read_chr4 } else { rt::frt_read_chr }, &[h, a, n]);
                return Ok(());
            }
            _ => return unsupported(span, "input of this type"),
        };
        let k = self.b().int(i64::from(k), Type::I32);
        self.rt(f, &[h, a, k]);
        Ok(())
    }

    /// An object of derived type.
    fn object_items(&mut self, obj: Value, t: TypeId, to: Transfer<'p>, span: Span) -> Lowered<()> {
        match defined_for(to.defined, t) {
            Some(d) => self.defined_item(d, obj, None, to, span),
            None => self.component_items(obj, t, to, span),
        }
    }

    /// Components of an object in order.
    fn component_items(&mut self, obj: Value, t: TypeId, to: Transfer<'p>, span: Span) -> Lowered<()> {
        let Transfer { h, read, .. } = to;
        let dt = self.dtype(t);
        let it = self.ir_ty(&Ty::Derived(t), span)?;
        let rt = self.m.types.reference(it);
        let obj = self.cast_ref(obj, rt);
        for (index, c) in dt.components.iter().enumerate() {
            // The latter is storage without a name.
            if c.role == Role::LenParam || c.name.starts_with('%') {
                continue;
            }
            if c.role == Role::Sized {
                let ct = self.component_ty(c, span)?;
                let rt = self.m.types.reference(ct);
                let bx = self.b().op(OpKind::Field).arg(obj).attr("field", Attr::str(&c.name)).result(rt).value();
                let v = self.box_view(bx);
                match (&c.ty, c.dims.rank()) {
                    (Ty::Derived(id), _) => {
                        let ext = self.view_extents(v);
                        self.nest(&ext, |s, idx| {
                            let r = s.b().elem(v, idx);
                            s.object_items(r, *id, to, span)
                        })?;
                    }
                    (ty, 0) if read => self.read_ref(v, ty, h, span)?,
                    (ty, 0) => {
                        let v = self.load_ref(v);
                        self.write_value(v, ty, h, span)?;
                    }
                    (
                        Ty::Integer(_)
                        | Ty::Unsigned(_)
                        | Ty::Real(_)
                        | Ty::Complex(_)
                        | Ty::Logical(_)
                        | Ty::Character(..),
                        _,
                    ) => {
                        let d = self.desc(v);
                        let d = self.mark_unsigned(d, &c.ty);
                        self.rt(if read { rt::frt_read_array } else { rt::frt_write_array }, &[h, d]);
                    }
                    (Ty::Class(_) | Ty::Assumed | Ty::Procedure | Ty::Typeless, _) => {
                        return unsupported(span, "transfer of a component of this type");
                    }
                }
                continue;
            }
            if c.allocatable || c.pointer {
                return unsupported(span, "transfer of an object with allocatable or pointer components");
            }
            let ct = self.component_ty(c, span)?;
            let array = match &c.dims {
                Dims::Explicit(b) => self.const_extents(b),
                _ => None,
            };
            let ft = match &array {
                Some(e) => self.m.types.view(e.iter().map(|&n| Some(n)).collect(), ct, true),
                None => self.m.types.reference(ct),
            };
            let f = self.field(obj, t, index, ft)?;
            match (&array, &c.ty) {
                (Some(e), Ty::Derived(id)) => {
                    let ext: Vec<Value> = e.iter().map(|&n| self.idx(n)).collect();
                    self.nest(&ext, |s, idx| {
                        let r = s.b().elem(f, idx);
                        s.object_items(r, *id, to, span)
                    })?;
                }
                (Some(_), _) => {
                    let d = self.desc(f);
                    let d = self.mark_unsigned(d, &c.ty);
                    self.rt(if read { rt::frt_read_array } else { rt::frt_write_array }, &[h, d]);
                }
                (None, Ty::Derived(id)) => self.object_items(f, *id, to, span)?,
                (None, ty) if read => self.read_ref(f, ty, h, span)?,
                (None, ty) => {
                    let v = self.load_ref(f);
                    self.write_value(v, ty, h, span)?;
                }
            }
        }
        Ok(())
    }

    /// Builds the description of a namelist group; result: its address.
    fn namelist(
        &mut self,
        name: &str,
        members: &'p [(Name, SymbolId)],
        procs: &'p [DefinedIo],
        span: Span,
    ) -> Lowered<Value> {
        let n = members.len() as i64;
        let items = self.alloca_bytes(size_of::<NamelistItem>() as i64 * n.max(1), 8, true);
        for (i, (name, m)) in members.iter().enumerate() {
            let m = *m;
            let s = self.sym(m);
            let at = i * size_of::<NamelistItem>();
            let binding = self.binding(m, span)?;
            let d = match binding.clone() {
                Binding::Box(b) => self.cast_ref(b, Type::PTR),
                Binding::Array { view, lbs } => self.desc_from(view, &lbs),
                Binding::Scalar(r) => {
                    let elem = self.m.types.elem(self.m.ty(r));
                    let bt = self.m.types.boxed(0, elem);
                    let rt = self.m.types.reference(bt);
                    let bx = self.b().op(OpKind::BoxMake).arg(r).args(&[]).result(rt).value();
                    self.cast_ref(bx, Type::PTR)
                }
                _ => return unsupported(span, "this namelist item"),
            };
            let d = self.mark_unsigned(d, &s.ty);
            let text = self.bytes_const(name.as_bytes());
            let len = self.idx(name.len() as i64);
            let (defined, ty) = match (&s.ty, binding) {
                (Ty::Class(Some(t)), Binding::Box(b)) => {
                    let Some(d) = defined_for(procs, *t) else {
                        return unsupported(span, "a polymorphic namelist item without defined input/output");
                    };
                    let ty = self.box_type(b).ty;
                    self.transfer_procedure(d, ty, true, span)?
                }
                (Ty::Class(_), _) => return unsupported(span, "this namelist item"),
                _ => self.defined_words(&s.ty, procs, span)?,
            };
            let info = match &s.ty {
                Ty::Derived(t) if defined_for(procs, *t).is_none() => self.type_info(*t, procs, span)?,
                Ty::Integer(_)
                | Ty::Unsigned(_)
                | Ty::Real(_)
                | Ty::Complex(_)
                | Ty::Logical(_)
                | Ty::Character(..)
                | Ty::Derived(_)
                | Ty::Class(_)
                | Ty::Assumed
                | Ty::Procedure
                | Ty::Typeless => self.b().op(OpKind::NullPtr).result(Type::PTR).value(),
            };
            let fields = [
                (offset_of!(NamelistItem, name), text),
                (offset_of!(NamelistItem, name_len), len),
                (offset_of!(NamelistItem, desc), d),
                (offset_of!(NamelistItem, info), info),
                (offset_of!(NamelistItem, defined), defined),
                (offset_of!(NamelistItem, ty), ty),
            ];
            self.store_fields(items, at, &fields);
        }
        let group = self.alloca_bytes(size_of::<NamelistGroup>() as i64, 8, true);
        let text = self.bytes_const(name.as_bytes());
        let len = self.idx(name.len() as i64);
        let count = self.idx(n);
        let fields = [
            (offset_of!(NamelistGroup, name), text),
            (offset_of!(NamelistGroup, name_len), len),
            (offset_of!(NamelistGroup, count), count),
            (offset_of!(NamelistGroup, items), items),
        ];
        self.store_fields(group, 0, &fields);
        Ok(group)
    }

    /// Procedure and type of a namelist item with defined input/output; nulls for others.
    fn defined_words(&mut self, ty: &Ty, procs: &'p [DefinedIo], span: Span) -> Lowered<(Value, Value)> {
        if let Ty::Derived(t) = ty
            && let Some(d) = defined_for(procs, *t)
        {
            let desc = self.type_desc(ty, span)?;
            return self.transfer_procedure(d, desc, false, span);
        }
        let null = self.b().op(OpKind::NullPtr).result(Type::PTR).value();
        Ok((null, null))
    }

    /// Address of the description of a derived type's components, for namelist.
    fn type_info(&mut self, t: TypeId, procs: &'p [DefinedIo], span: Span) -> Lowered<Value> {
        let dt = self.dtype(t);
        let n = dt.components.len() as i64;
        let fields = self.alloca_bytes(size_of::<FieldInfo>() as i64 * n.max(1), 8, true);
        for (i, c) in dt.components.iter().enumerate() {
            if c.allocatable || c.pointer {
                return unsupported(span, "namelist items with allocatable or pointer components");
            }
            let (ext, lower) = match &c.dims {
                Dims::Explicit(b) => {
                    let lower: Option<Vec<i64>> = b.iter().map(|(l, _)| self.const_i64(l)).collect();
                    (self.const_extents(b).unwrap_or_default(), lower.unwrap_or_default())
                }
                _ => Default::default(),
            };
            let image = self.box_image(&c.ty, 0, false);
            let code = i64::from(i16::from_le_bytes([image.bytes[desc::TYPE], image.bytes[desc::TYPE + 1]]));
            let dims = self.alloca_bytes(16 * (ext.len() as i64).max(1), 8, true);
            for (d, &e) in ext.iter().enumerate() {
                for (k, v) in [lower[d], e].into_iter().enumerate() {
                    let v = self.idx(v);
                    let cell = self.field_at(dims, 16 * d as i64 + 8 * k as i64, Type::INDEX);
                    self.b().store(v, cell);
                }
            }
            let text = self.bytes_const(c.name.as_bytes());
            let (defined, defined_ty) = self.defined_words(&c.ty, procs, span)?;
            let info = match &c.ty {
                Ty::Derived(id) if defined_for(procs, *id).is_none() => self.type_info(*id, procs, span)?,
                Ty::Integer(_)
                | Ty::Unsigned(_)
                | Ty::Real(_)
                | Ty::Complex(_)
                | Ty::Logical(_)
                | Ty::Character(..)
                | Ty::Derived(_)
                | Ty::Class(_)
                | Ty::Assumed
                | Ty::Procedure
                | Ty::Typeless => self.b().op(OpKind::NullPtr).result(Type::PTR).value(),
            };
            let size = self.size_of(&c.ty).unwrap_or(0) as i64;
            let words = [
                (offset_of!(FieldInfo, name), text),
                (offset_of!(FieldInfo, name_len), self.idx(c.name.len() as i64)),
                (offset_of!(FieldInfo, offset), self.idx(c.offset as i64)),
                (offset_of!(FieldInfo, type_code), self.idx(code)),
                (offset_of!(FieldInfo, elem_len), self.idx(size)),
                (offset_of!(FieldInfo, rank), self.idx(ext.len() as i64)),
                (offset_of!(FieldInfo, dims), dims),
                (offset_of!(FieldInfo, info), info),
                (offset_of!(FieldInfo, defined), defined),
                (offset_of!(FieldInfo, ty), defined_ty),
            ];
            self.store_fields(fields, i * size_of::<FieldInfo>(), &words);
        }
        let head = self.alloca_bytes(size_of::<TypeInfo>() as i64, 8, true);
        let extends = i64::from(self.dtype(t).extends.is_some());
        let words = [
            (offset_of!(TypeInfo, count), self.idx(n)),
            (offset_of!(TypeInfo, fields), fields),
            (offset_of!(TypeInfo, extends), self.idx(extends)),
        ];
        self.store_fields(head, 0, &words);
        Ok(head)
    }
}
