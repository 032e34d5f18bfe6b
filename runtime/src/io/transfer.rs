//! Data transfer statements: the handle, records, and the calls for items.

use super::edit_out::{self, RealEdit, RealStyle};
use super::format::{Edit, Format, Op, Runner, Step};
use super::list_read::ListReader;
use super::list_write::ListState;
use super::unit::{self, Access, Action, Delim, Direction, EndFile, Held, Modes, Round, Sign};
use super::{Block, IoError, Res, code, edit_in, namelist, unformatted};
use crate::abi::params;
use crate::desc::{Desc, class};
use std::cell::RefCell;

/// Type of an item.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ty {
    Int(i32),
    Logical(i32),
    Real(i32),
    /// Kind of a component.
    Complex(i32),
    Chr,
    /// Unformatted transfer only.
    Bytes,
}

impl Ty {
    /// The type that a descriptor's code names.
    pub fn from_class(class_code: i16, kind: i32) -> Ty {
        match class_code {
            class::INTEGER => Ty::Int(kind),
            class::LOGICAL => Ty::Logical(kind),
            class::REAL => Ty::Real(kind),
            class::COMPLEX => Ty::Complex(kind),
            class::CHARACTER => Ty::Chr,
            _ => Ty::Bytes,
        }
    }
    /// Fortran name of the type, for messages.
    pub fn name(self) -> &'static str {
        match self {
            Ty::Int(_) => "INTEGER",
            Ty::Logical(_) => "LOGICAL",
            Ty::Real(_) => "REAL",
            Ty::Complex(_) => "COMPLEX",
            Ty::Chr => "CHARACTER",
            Ty::Bytes => "derived type",
        }
    }
    /// Bytes of one number that byte swapping reverses.
    pub fn word(self) -> usize {
        match self {
            Ty::Int(k) | Ty::Logical(k) | Ty::Real(k) | Ty::Complex(k) => k as usize,
            _ => 1,
        }
    }
}

/// How items are transferred.
#[derive(Debug)]
pub enum Style {
    /// Nothing, after an error at the start.
    None,
    List,
    Format(Runner),
    Unformatted,
    /// INQUIRE(IOLENGTH=)
    Count(i64),
    Namelist,
}

/// Elements of an internal unit.
#[derive(Debug)]
pub struct Internal {
    /// Address of each record.
    elements: Elements,
    /// Bytes of a record.
    pub len: usize,
    /// Current record.
    pub index: usize,
}

#[derive(Debug)]
enum Elements {
    One(*mut u8),
    Many(Vec<*mut u8>),
}

impl Internal {
    pub fn count(&self) -> usize {
        match &self.elements {
            Elements::One(_) => 1,
            Elements::Many(v) => v.len(),
        }
    }
    fn address(&self, i: usize) -> *mut u8 {
        match &self.elements {
            Elements::One(p) => *p,
            Elements::Many(v) => v[i],
        }
    }
}

/// A data transfer statement in progress.
pub struct Handle {
    pub block: Block,
    pub dir: Direction,
    pub held: Option<Held>,
    pub internal: Option<Internal>,
    /// The current record; for unformatted output what will be written.
    pub rec: Vec<u8>,
    pub pos: usize,
    left_limit: usize,
    /// Longest record.
    pub limit: usize,
    pub modes: Modes,
    scale: i32,
    pub style: Style,
    pub list: ListState,
    pub reader: ListReader,
    pub err: Option<IoError>,
    /// Number of the item, for messages.
    pub item: i32,
    advance: bool,
    dollar: bool,
    /// Characters read by data edit descriptors.
    size: i64,
    /// Unformatted: bytes left in the (sub)record.
    pub left: u64,
    /// Unformatted: another subrecord follows.
    pub more: bool,
    /// Unformatted: a record is open.
    pub open: bool,
    /// Direct access: number of the record.
    pub rec_number: i64,
    scratch: Vec<u8>,
}

thread_local! {
    /// Handles for reuse.
    #[allow(clippy::vec_box)]
    static FREE: RefCell<Vec<Box<Handle>>> = const { RefCell::new(Vec::new()) };
}

impl Handle {
    fn blank(block: Block, dir: Direction) -> Box<Handle> {
        let reused = FREE.try_with(|f| f.borrow_mut().pop()).ok().flatten();
        match reused {
            Some(mut h) => {
                let mut rec = std::mem::take(&mut h.rec);
                rec.clear();
                let scratch = std::mem::take(&mut h.scratch);
                *h = Handle::fresh(block, dir, rec, scratch);
                h
            }
            None => Box::new(Handle::fresh(block, dir, Vec::with_capacity(256), Vec::new())),
        }
    }
    fn fresh(block: Block, dir: Direction, rec: Vec<u8>, scratch: Vec<u8>) -> Handle {
        Handle {
            block,
            dir,
            held: None,
            internal: None,
            rec,
            pos: 0,
            left_limit: 0,
            limit: usize::MAX,
            modes: Modes::default(),
            scale: 0,
            style: Style::None,
            list: ListState::default(),
            reader: ListReader::default(),
            err: None,
            item: 0,
            advance: true,
            dollar: false,
            size: 0,
            left: 0,
            more: false,
            open: false,
            rec_number: 0,
            scratch,
        }
    }
    /// The unit; internal units have none.
    pub fn unit(&mut self) -> Res<&mut Held> {
        self.held.as_mut().ok_or_else(|| IoError::new(code::BAD_UNIT, "Statement needs an external unit"))
    }
    fn start(&mut self) -> Res<()> {
        let b = self.block;
        let flags = b.flags();
        let unformatted = flags & params::FLAG_UNFORMATTED != 0;
        self.connect(unformatted)?;
        self.set_modes()?;
        let write = self.dir == Direction::Write;
        if unformatted {
            self.style = Style::Unformatted;
            return unformatted::begin(self);
        }
        if let Some(a) = b.keyword(params::ADVANCE) {
            self.advance = match a.as_str() {
                "YES" => true,
                "NO" => false,
                _ => return Err(IoError::new(code::BAD_OPTION, "Bad ADVANCE parameter in data transfer statement")),
            };
        }
        let nml = b.address(params::NML);
        self.style = if nml.is_some() {
            Style::Namelist
        } else if flags & params::FLAG_LIST != 0 {
            Style::List
        } else {
            let text = match (b.text(params::FMT), b.address(params::FMT_DESC)) {
                (Some(t), _) => Format::cached(t)?,
                (None, Some(d)) => {
                    // SAFETY: the slot holds a descriptor.
                    let d = unsafe { Desc::new(d) };
                    let mut t = Vec::new();
                    let n = d.elem_len();
                    // SAFETY: elements of a character array.
                    d.for_each(|p| t.extend_from_slice(unsafe { crate::error::bytes(p, n) }));
                    Format::cached(&t)?
                }
                _ => return Err(IoError::new(code::OPTION_CONFLICT, "Missing format for FORMATTED data transfer")),
            };
            Style::Format(Runner::new(text))
        };
        if !write {
            self.begin_reading()?;
        }
        if let Some(group) = nml {
            // SAFETY: the slot holds the address of a group.
            let group = unsafe { &*group.cast::<params::NamelistGroup>() };
            if write {
                namelist::write(self, group)?;
            } else {
                namelist::read(self, group)?;
            }
        }
        Ok(())
    }
    /// Finds the internal or external unit and takes up a partial record.
    fn connect(&mut self, unformatted: bool) -> Res<()> {
        let b = self.block;
        if let Some(d) = b.address(params::INTERNAL_DESC) {
            // SAFETY: the slot holds a descriptor.
            let d = unsafe { Desc::new(d) };
            let mut v = Vec::with_capacity(d.count() as usize);
            d.for_each(|p| v.push(p));
            self.limit = d.elem_len() as usize;
            self.internal = Some(Internal { elements: Elements::Many(v), len: self.limit, index: 0 });
            return Ok(());
        }
        if let Some(p) = b.address(params::INTERNAL) {
            self.limit = b.slot(params::INTERNAL).1 as usize;
            self.internal = Some(Internal { elements: Elements::One(p.cast_mut()), len: self.limit, index: 0 });
            return Ok(());
        }
        let number = b.value(params::UNIT).unwrap_or(6) as i32;
        let mut u = match unit::find(number)? {
            Some(u) => u,
            None if number < 0 => {
                return Err(IoError::new(code::BAD_UNIT, "Unit number in I/O statement not connected"));
            }
            None => super::control::open_default(number, !unformatted, b.value(params::REC).is_some())?,
        };
        let write = self.dir == Direction::Write;
        // From here on the unit is released with the handle, and named in messages.
        self.held = Some(match check(&mut u, b, unformatted, write) {
            Ok(()) => u,
            Err(e) => {
                self.held = Some(u);
                return Err(e);
            }
        });
        // Just stored.
        let u = self.held.as_mut().unwrap();
        self.modes = u.modes;
        match u.access {
            Access::Direct => {
                let Some(rec) = b.value(params::REC) else {
                    return Err(IoError::new(
                        code::MISSING_OPTION,
                        "Direct access data transfer requires record number",
                    ));
                };
                if rec < 1 {
                    return Err(IoError::new(code::BAD_OPTION, "Record number not allowed to be zero or negative"));
                }
                self.rec_number = rec;
                self.limit = u.recl.unwrap_or(i64::MAX) as usize;
            }
            Access::Stream => {
                if let Some(pos) = b.value(params::POS) {
                    if pos < 1 {
                        return Err(IoError::new(code::BAD_OPTION, "POS=specifier must be positive"));
                    }
                    if u.stream.seekable() || pos - 1 != u.stream.tell() {
                        u.finish_partial()?;
                        u.stream.seek(pos - 1)?;
                        u.endfile = EndFile::No;
                    }
                }
            }
            Access::Sequential => {
                if let (Some(r), true) = (u.recl, u.formatted) {
                    self.limit = r as usize;
                }
            }
        }
        if u.partial.is_some() && u.partial != Some(self.dir) {
            if write && u.access == Access::Sequential && u.stream.seekable() {
                // What was read of the record stays.
                u.partial = None;
                u.rec.clear();
                u.rec_pos = 0;
            } else {
                u.finish_partial()?;
            }
        }
        if u.partial == Some(self.dir) && !unformatted {
            std::mem::swap(&mut self.rec, &mut u.rec);
            self.pos = u.rec_pos;
            self.left_limit = self.pos;
        }
        Ok(())
    }
    fn set_modes(&mut self) -> Res<()> {
        let b = self.block;
        let wrong =
            |what: &str| IoError::new(code::BAD_OPTION, format!("Bad {what} parameter in data transfer statement"));
        let bad = |what: &str| Err(wrong(what));
        if let Some(s) = b.keyword(params::BLANK) {
            self.modes.blank_zero = match s.as_str() {
                "ZERO" => true,
                "NULL" => false,
                _ => return bad("BLANK"),
            };
        }
        if let Some(s) = b.keyword(params::DECIMAL) {
            self.modes.decimal_comma = match s.as_str() {
                "COMMA" => true,
                "POINT" => false,
                _ => return bad("DECIMAL"),
            };
        }
        if let Some(s) = b.keyword(params::DELIM) {
            self.modes.delim = parse_delim(&s).ok_or_else(|| wrong("DELIM"))?;
        }
        if let Some(s) = b.keyword(params::PAD) {
            self.modes.pad = match s.as_str() {
                "YES" => true,
                "NO" => false,
                _ => return bad("PAD"),
            };
        }
        if let Some(s) = b.keyword(params::ROUND) {
            self.modes.round = parse_round(&s).ok_or_else(|| wrong("ROUND"))?;
        }
        if let Some(s) = b.keyword(params::SIGN) {
            self.modes.sign = parse_sign(&s).ok_or_else(|| wrong("SIGN"))?;
        }
        Ok(())
    }
    /// Settings for real output.
    pub fn real_style(&self) -> RealStyle {
        RealStyle { scale: self.scale, sign: self.modes.sign, comma: self.modes.decimal_comma, round: self.modes.round }
    }

    // ---- output records ---------------------------------------------------------------------------

    /// Lets `f` append text at the position; what lies there is overwritten.
    pub fn emit(&mut self, f: impl FnOnce(&mut Vec<u8>, &RealStyle) -> Result<(), &'static str>) -> Res<()> {
        if self.internal.as_ref().is_some_and(|i| i.index >= i.count()) {
            return Err(IoError::end());
        }
        let style = self.real_style();
        let old = self.rec.len();
        if self.pos > old {
            self.rec.resize(self.pos, b' ');
        }
        let bad = |m: &str| IoError::new(code::FORMAT, m);
        if self.pos == self.rec.len() {
            f(&mut self.rec, &style).map_err(bad)?;
            self.pos = self.rec.len();
        } else {
            let mut text = std::mem::take(&mut self.scratch);
            text.clear();
            let r = f(&mut text, &style);
            let end = self.pos + text.len();
            if end > self.rec.len() {
                self.rec.resize(end, b' ');
            }
            self.rec[self.pos..end].copy_from_slice(&text);
            self.pos = end;
            self.scratch = text;
            r.map_err(bad)?;
        }
        if self.rec.len() > self.limit {
            self.rec.truncate(old);
            self.pos = old;
            return Err(match &self.held {
                Some(u) if u.access == Access::Direct => {
                    IoError::new(code::DIRECT_EOR, "Write exceeds length of DIRECT access record")
                }
                _ => IoError::eor(),
            });
        }
        Ok(())
    }
    /// Appends text.
    pub fn put(&mut self, text: &[u8]) -> Res<()> {
        self.emit(|out, _| {
            out.extend_from_slice(text);
            Ok(())
        })
    }
    /// Ends the record being written.
    pub fn next_record_write(&mut self) -> Res<()> {
        if let Some(i) = &mut self.internal {
            if i.index < i.count() {
                // SAFETY: a record of the internal unit.
                let to = unsafe { crate::error::bytes_mut(i.address(i.index), i.len as i64) };
                crate::intrinsics::chars::store_padded(to, &self.rec);
            }
            i.index += 1;
        } else {
            let rec_number = self.rec_number;
            // Statements have an internal or an external unit.
            let u = self.held.as_mut().unwrap();
            if u.access == Access::Direct {
                let recl = u.recl.unwrap_or(0);
                self.rec.resize(recl as usize, b' ');
                u.stream.seek((rec_number - 1) * recl)?;
                u.stream.write(&self.rec)?;
                u.next_rec = rec_number + 1;
                self.rec_number += 1;
            } else {
                self.rec.push(b'\n');
                let from = u.emitted.min(self.rec.len());
                u.stream.write(&self.rec[from..])?;
                u.emitted = 0;
            }
        }
        self.rec.clear();
        self.pos = 0;
        self.left_limit = 0;
        Ok(())
    }

    // ---- input records ----------------------------------------------------------------------------

    fn begin_reading(&mut self) -> Res<()> {
        if let Some(u) = &mut self.held {
            if u.partial == Some(Direction::Read) {
                return Ok(());
            }
            if u.stream.fd() == 0 && u.stream.terminal {
                super::flush_all_but(u.number);
            }
        }
        self.load_record()
    }
    /// Reads the next record of the file or internal unit.
    fn load_record(&mut self) -> Res<()> {
        self.rec.clear();
        self.pos = 0;
        self.left_limit = 0;
        if let Some(i) = &self.internal {
            if i.index >= i.count() {
                return Err(IoError::end());
            }
            // SAFETY: a record of the internal unit.
            self.rec.extend_from_slice(unsafe { crate::error::bytes(i.address(i.index), i.len as i64) });
            return Ok(());
        }
        let rec_number = self.rec_number;
        // Statements have an internal or an external unit.
        let u = self.held.as_mut().unwrap();
        if u.access == Access::Direct {
            let recl = u.recl.unwrap_or(0);
            u.stream.seek((rec_number - 1) * recl)?;
            self.rec.resize(recl as usize, b' ');
            let n = u.stream.read(&mut self.rec)?;
            if n == 0 {
                return Err(IoError::new(code::BAD_OPTION, "Non-existing record number"));
            }
            self.rec.truncate(n);
            u.next_rec = rec_number + 1;
            return Ok(());
        }
        u.rec_start = u.stream.tell();
        match u.stream.read_line(&mut self.rec)? {
            None => {
                if u.access == Access::Sequential {
                    u.endfile = EndFile::After;
                }
                Err(IoError::end())
            }
            Some(ended) => {
                u.last_line_open = !ended;
                u.at_end = false;
                Ok(())
            }
        }
    }
    /// Goes on to the next input record.
    pub fn next_record_read(&mut self) -> Res<()> {
        if let Some(i) = &mut self.internal {
            i.index += 1;
        }
        self.rec_number += 1;
        self.load_record()
    }
    /// The next `w` characters of the record for a data descriptor (shorter where the record is);
    /// numeric fields end at a comma, which is skipped.
    fn field(&mut self, w: usize, numeric: bool) -> Res<std::ops::Range<usize>> {
        let start = self.pos.min(self.rec.len());
        let mut end = start.saturating_add(w).min(self.rec.len());
        let mut comma = false;
        if numeric && self.internal.is_none() {
            let separator = if self.modes.decimal_comma { b';' } else { b',' };
            if let Some(i) = self.rec[start..end].iter().position(|&c| c == separator) {
                end = start + i;
                comma = true;
            }
        }
        let short = !comma && end - start < w;
        self.size += (end - start) as i64;
        self.pos = if comma { end + 1 } else { self.pos.max(end) };
        if short {
            if !self.advance {
                // The item is padded; the statement ends at this record's end.
                if !self.modes.pad {
                    return Err(IoError::eor());
                }
                self.err = Some(IoError::eor());
            } else if !self.modes.pad {
                return Err(IoError::eor());
            }
        }
        Ok(start..end)
    }

    // ---- formatted transfer -----------------------------------------------------------------------

    /// Runs the format up to the descriptor for the next item; `None` at its end.
    fn next_edit(&mut self, more: bool) -> Res<Option<Edit>> {
        loop {
            let Style::Format(r) = &mut self.style else { return Ok(None) };
            match r.step(more)? {
                Step::Data(e) => return Ok(Some(e)),
                Step::Done => return Ok(None),
                Step::Revert => self.end_record()?,
                Step::Control(i) => {
                    let format = r.format.clone();
                    self.control(&format.ops[i])?;
                }
            }
        }
    }
    fn end_record(&mut self) -> Res<()> {
        match self.dir {
            Direction::Write => self.next_record_write(),
            Direction::Read => self.next_record_read(),
        }
    }
    fn control(&mut self, op: &Op) -> Res<()> {
        match op {
            Op::Text(t) if self.dir == Direction::Write => self.put(t)?,
            // In input a string skips as many characters.
            Op::Text(t) => self.pos += t.len(),
            Op::Slash(n) => {
                for _ in 0..*n {
                    self.end_record()?;
                }
            }
            Op::Right(n) => self.pos += *n as usize,
            Op::Left(n) => self.pos = self.pos.saturating_sub(*n as usize).max(self.left_limit),
            Op::Tab(n) => self.pos = self.left_limit + *n as usize - 1,
            Op::Scale(k) => self.scale = *k,
            Op::Sign(s) => self.modes.sign = *s,
            Op::BlankZero(z) => self.modes.blank_zero = *z,
            Op::Round(r) => self.modes.round = *r,
            Op::DecimalComma(c) => self.modes.decimal_comma = *c,
            Op::Dollar => self.dollar = true,
            Op::Data(..) | Op::Colon | Op::Open { .. } | Op::Close { .. } => {}
        }
        Ok(())
    }
    fn mismatch(&self, want: &str, ty: Ty) -> IoError {
        let msg = format!("Expected {want} for item {} in formatted transfer, got {}", self.item, ty.name());
        match &self.style {
            Style::Format(r) => r.error(&msg),
            _ => IoError::new(code::FORMAT, msg),
        }
    }
    /// Writes one item (a component of a complex number counts as one) by a descriptor.
    ///
    /// # Safety
    /// `p` points to a value of type `ty` (of `len` bytes).
    unsafe fn write_edit(&mut self, edit: Edit, ty: Ty, p: *const u8, len: i64) -> Res<()> {
        // SAFETY: as required of the caller.
        let raw = unsafe { crate::error::bytes(p, len) };
        let int = |t: Ty| match t {
            // SAFETY: as required of the caller.
            Ty::Int(k) | Ty::Logical(k) => Some(unsafe { super::load_int(p, k) }),
            _ => None,
        };
        let float = |t: Ty| match t {
            // SAFETY: as required of the caller.
            Ty::Real(k) => Some(unsafe { load_real(p, k) }),
            _ => None,
        };
        let single = ty == Ty::Real(4);
        match edit {
            Edit::I { w, m } => match int(ty) {
                Some(v) => self.emit(|o, st| {
                    edit_out::integer(o, v, w, m, st.sign);
                    Ok(())
                }),
                None => Err(self.mismatch("INTEGER", ty)),
            },
            Edit::Bits { shift, w, m } => self.emit(|o, _| {
                edit_out::bits(o, raw, shift, w, m);
                Ok(())
            }),
            Edit::L { w } => match int(ty) {
                Some(v) => self.write_logical(v != 0, w),
                None => Err(self.mismatch("LOGICAL", ty)),
            },
            Edit::A { w } => {
                let w = w.map_or(raw.len(), |w| w as usize);
                self.emit(|o, _| {
                    o.resize(o.len() + w.saturating_sub(raw.len()), b' ');
                    o.extend_from_slice(&raw[..raw.len().min(w)]);
                    Ok(())
                })
            }
            Edit::G { w, d, e } => match ty {
                Ty::Int(_) => {
                    let v = int(ty).unwrap_or(0);
                    self.emit(|o, st| {
                        edit_out::integer(o, v, w, None, st.sign);
                        Ok(())
                    })
                }
                Ty::Logical(_) => self.write_logical(int(ty) != Some(0), w.max(1)),
                Ty::Real(_) => {
                    let v = float(ty).unwrap_or(0.0);
                    self.emit(|o, st| edit_out::real(o, v, single, RealEdit::G, w, d, e, st))
                }
                _ => {
                    let w = if w == 0 { raw.len() } else { w as usize };
                    self.emit(|o, _| {
                        o.resize(o.len() + w.saturating_sub(raw.len()), b' ');
                        o.extend_from_slice(&raw[..raw.len().min(w)]);
                        Ok(())
                    })
                }
            },
            Edit::F { .. } | Edit::E { .. } | Edit::EN { .. } | Edit::ES { .. } | Edit::EX { .. } => {
                let Some(v) = float(ty) else { return Err(self.mismatch("REAL", ty)) };
                let (kind, w, d, e) = match edit {
                    Edit::E { w, d, e, letter } => (RealEdit::E(letter), w, d, e),
                    Edit::EN { w, d, e } => (RealEdit::EN, w, d, e),
                    Edit::ES { w, d, e } => (RealEdit::ES, w, d, e),
                    Edit::EX { w, d, e } => (RealEdit::EX, w, d, e),
                    Edit::F { w, d } => (RealEdit::F, w, d, None),
                    _ => return Ok(()),
                };
                self.emit(|o, st| edit_out::real(o, v, single, kind, w, Some(d), e, st))
            }
        }
    }
    fn write_logical(&mut self, v: bool, w: u32) -> Res<()> {
        self.emit(|o, _| {
            edit_out::right(o, if v { b"T" } else { b"F" }, w);
            Ok(())
        })
    }
    /// Reads one item by a descriptor.
    ///
    /// # Safety
    /// `p` points to a variable of type `ty` (of `len` bytes).
    unsafe fn read_edit(&mut self, edit: Edit, ty: Ty, p: *mut u8, len: i64) -> Res<()> {
        // SAFETY (of all stores below): as required of the caller.
        let width = match edit {
            Edit::I { w, .. } | Edit::Bits { w, .. } | Edit::L { w } | Edit::F { w, .. } => w as usize,
            Edit::E { w, .. } | Edit::EN { w, .. } | Edit::ES { w, .. } | Edit::EX { w, .. } => w as usize,
            Edit::G { w: 0, .. } if ty == Ty::Chr => len as usize,
            Edit::G { w, .. } => w as usize,
            Edit::A { w } => w.map_or(len as usize, |w| w as usize),
        };
        let chr = matches!(edit, Edit::A { .. }) || (matches!(edit, Edit::G { .. }) && ty == Ty::Chr);
        let width = if width == 0 && !chr {
            // A width of zero takes the item as in list-directed input.
            let rest = &self.rec[self.pos.min(self.rec.len())..];
            let lead = rest.iter().take_while(|c| **c == b' ').count();
            lead + rest[lead..].iter().take_while(|c| !matches!(**c, b' ' | b',' | b';')).count()
        } else {
            width
        };
        let range = self.field(width, !chr)?;
        let text = &self.rec[range];
        let modes = self.modes;
        if chr {
            // SAFETY: see above.
            let to = unsafe { crate::error::bytes_mut(p, len) };
            let skip = width.saturating_sub(to.len()).min(text.len());
            let text = if width > to.len() { &text[skip..] } else { text };
            crate::intrinsics::chars::store_padded(to, text);
            return Ok(());
        }
        match edit {
            Edit::I { .. } | Edit::Bits { .. } | Edit::G { .. } if matches!(ty, Ty::Int(_)) => {
                let Ty::Int(kind) = ty else { return Ok(()) };
                let v = match edit {
                    Edit::Bits { shift, .. } => edit_in::bits(text, shift, kind as usize * 8, &modes)? as i64,
                    _ => edit_in::integer(text, kind, &modes)?,
                };
                // SAFETY: see above.
                unsafe { super::store_int(p, kind, v) };
            }
            Edit::Bits { shift, .. } => {
                let v = edit_in::bits(text, shift, len as usize * 8, &modes)?;
                // SAFETY: see above.
                unsafe { super::store_int(p, len as i32, v as i64) };
            }
            Edit::I { .. } => return Err(self.mismatch("INTEGER", ty)),
            Edit::L { .. } | Edit::G { .. } if matches!(ty, Ty::Logical(_) | Ty::Int(_)) => {
                let v = edit_in::logical(text)?;
                // SAFETY: see above.
                unsafe { super::store_int(p, len as i32, i64::from(v)) };
            }
            Edit::L { .. } => return Err(self.mismatch("LOGICAL", ty)),
            Edit::F { d, .. } | Edit::E { d, .. } | Edit::EN { d, .. } | Edit::ES { d, .. } | Edit::EX { d, .. } => {
                let Ty::Real(kind) = ty else { return Err(self.mismatch("REAL", ty)) };
                // SAFETY: see above.
                unsafe { edit_in::real(text, p, kind, d, self.scale, &modes)? };
            }
            Edit::G { d, .. } => {
                let Ty::Real(kind) = ty else { return Err(self.mismatch("REAL", ty)) };
                // SAFETY: see above.
                unsafe { edit_in::real(text, p, kind, d.unwrap_or(0), self.scale, &modes)? };
            }
            Edit::A { .. } => {}
        }
        Ok(())
    }

    // ---- items ------------------------------------------------------------------------------------

    /// Transfers one item.
    ///
    /// # Safety
    /// `p` points to an object of type `ty` and `len` bytes, writable for input.
    pub unsafe fn item(&mut self, ty: Ty, p: *mut u8, len: i64) {
        if self.err.is_some() {
            return;
        }
        self.item += 1;
        // SAFETY: as required of the caller.
        if let Err(e) = unsafe { self.try_item(ty, p, len) } {
            self.err = Some(e);
        }
    }
    unsafe fn try_item(&mut self, ty: Ty, p: *mut u8, len: i64) -> Res<()> {
        // SAFETY (of the whole function): as required of the caller.
        match (&mut self.style, self.dir) {
            (Style::Count(n), _) => *n += len,
            (Style::Unformatted, Direction::Write) => return unsafe { unformatted::write(self, ty, p, len) },
            (Style::Unformatted, Direction::Read) => return unsafe { unformatted::read(self, ty, p, len) },
            (Style::List, _) if ty == Ty::Bytes => return Err(self.mismatch("intrinsic type", ty)),
            (Style::List, Direction::Write) => return unsafe { super::list_write::item(self, ty, p, len) },
            (Style::List, Direction::Read) => return unsafe { super::list_read::item(self, ty, p, len) },
            (Style::Format(_), dir) => {
                let (parts, part_ty, part_len) = match ty {
                    Ty::Complex(k) => (2, Ty::Real(k), i64::from(k)),
                    _ => (1, ty, len),
                };
                for i in 0..parts {
                    let Some(edit) = self.next_edit(true)? else { return Ok(()) };
                    let q = unsafe { p.add((i * part_len) as usize) };
                    match dir {
                        Direction::Write => unsafe { self.write_edit(edit, part_ty, q, part_len)? },
                        Direction::Read => unsafe { self.read_edit(edit, part_ty, q, part_len)? },
                    }
                    if self.err.is_some() {
                        return Ok(());
                    }
                }
            }
            (Style::None | Style::Namelist, _) => {}
        }
        Ok(())
    }
    /// Transfers an array.
    ///
    /// # Safety
    /// `desc` is the descriptor of an array of intrinsic type.
    unsafe fn array(&mut self, desc: *const u8) {
        // SAFETY: as required of the caller.
        let d = unsafe { Desc::new(desc) };
        let ty = Ty::from_class(d.class(), d.kind());
        let len = d.elem_len();
        if let Style::Count(n) = &mut self.style {
            *n += len * d.count();
            return;
        }
        if self.err.is_none() && matches!(self.style, Style::Unformatted) && d.is_contiguous() {
            let total = len * d.count();
            // SAFETY: contiguous elements of the array.
            let r = match self.dir {
                Direction::Write => unsafe { unformatted::write(self, ty, d.base(), total) },
                Direction::Read => unsafe { unformatted::read(self, ty, d.base(), total) },
            };
            self.err = r.err();
            return;
        }
        d.try_for_each(|p| {
            // SAFETY: elements of the array.
            unsafe { self.item(ty, p, len) };
            self.err.is_none()
        });
    }

    // ---- end --------------------------------------------------------------------------------------

    fn complete(&mut self) -> Res<()> {
        match (&self.style, self.dir) {
            (Style::None | Style::Count(_), _) => return Ok(()),
            (Style::Unformatted, Direction::Write) => unformatted::end_write(self)?,
            (Style::Unformatted, Direction::Read) => unformatted::end_read(self)?,
            (_, Direction::Write) => {
                self.next_edit(false)?;
                let advance = self.advance && !self.dollar;
                if matches!(self.style, Style::Namelist) {
                    // Its last record is complete.
                } else if advance || self.internal.is_some() {
                    self.next_record_write()?;
                    if let Some(u) = &mut self.held {
                        u.partial = None;
                    }
                } else if let Some(u) = &mut self.held {
                    std::mem::swap(&mut self.rec, &mut u.rec);
                    u.rec_pos = self.pos;
                    u.partial = Some(Direction::Write);
                }
            }
            (_, Direction::Read) => {
                self.next_edit(false)?;
                self.keep_read_record(!self.advance);
            }
        }
        if let Some(u) = &mut self.held {
            if self.dir == Direction::Write {
                if u.access == Access::Sequential {
                    u.cut_off()?;
                    u.wrote = true;
                }
                if u.stream.terminal {
                    u.flush()?;
                }
            } else {
                u.wrote = false;
            }
        }
        Ok(())
    }
    /// After formatted input: the record goes on with the next statement, or is done with.
    fn keep_read_record(&mut self, keep: bool) {
        if let Some(u) = &mut self.held {
            if keep {
                std::mem::swap(&mut self.rec, &mut u.rec);
                u.rec_pos = self.pos;
                u.partial = Some(Direction::Read);
            } else {
                u.partial = None;
                u.rec.clear();
                u.rec_pos = 0;
            }
        }
    }
    /// Ends the statement. Returns IOSTAT.
    fn end(mut self: Box<Self>) -> i32 {
        if self.err.is_none() {
            if let Err(e) = self.complete() {
                self.err = Some(e);
            }
        }
        if self.err.is_some() {
            // After an error the record, if any, is over.
            if self.dir == Direction::Read {
                self.keep_read_record(false);
            } else if let Some(u) = &mut self.held {
                let _ = u.finish_partial();
            }
        }
        if self.dir == Direction::Read {
            self.block.store_int(params::SIZE, self.size);
        }
        let place = match (&self.held, &self.err) {
            (Some(u), Some(_)) => {
                format!(" (unit = {}, file = '{}')", u.number, String::from_utf8_lossy(&u.name))
            }
            _ => String::new(),
        };
        let (block, err) = (self.block, self.err.take());
        self.held = None;
        self.internal = None;
        self.style = Style::None;
        let _ = FREE.try_with(|f| {
            let mut f = f.borrow_mut();
            if f.len() < 8 && self.rec.capacity() < 1 << 16 {
                f.push(self);
            }
        });
        block.finish(err, &place)
    }
}

fn check(u: &mut Held, b: Block, unformatted: bool, write: bool) -> Res<()> {
    let err = |code, msg: &str| Err(IoError::new(code, msg));
    if unformatted && u.formatted {
        return err(code::OPTION_CONFLICT, "Missing format for FORMATTED data transfer");
    }
    if !unformatted && !u.formatted {
        return err(code::OPTION_CONFLICT, "Format present for UNFORMATTED data transfer");
    }
    if write && u.action == Action::Read {
        return err(code::BAD_ACTION, "Cannot write to file opened for READ");
    }
    if !write && u.action == Action::Write {
        return err(code::BAD_ACTION, "Cannot read from file opened for WRITE");
    }
    if b.value(params::REC).is_some() && u.access != Access::Direct {
        return err(code::OPTION_CONFLICT, "Record number not allowed for sequential access data transfer");
    }
    if b.value(params::POS).is_some() && u.access != Access::Stream {
        return err(code::OPTION_CONFLICT, "POS=specifier not allowed with REC= or without STREAM access");
    }
    if u.access == Access::Sequential && u.endfile == EndFile::After {
        return err(
            code::OPTION_CONFLICT,
            "Sequential READ or WRITE not allowed after EOF marker, possibly use REWIND or BACKSPACE",
        );
    }
    Ok(())
}

/// Value of DELIM=.
pub fn parse_delim(s: &str) -> Option<Delim> {
    Some(match s {
        "NONE" => Delim::None,
        "QUOTE" => Delim::Quote,
        "APOSTROPHE" => Delim::Apostrophe,
        _ => return None,
    })
}

/// Value of ROUND=.
pub fn parse_round(s: &str) -> Option<Round> {
    Some(match s {
        "UP" => Round::Up,
        "DOWN" => Round::Down,
        "ZERO" => Round::Zero,
        "NEAREST" => Round::Nearest,
        "COMPATIBLE" => Round::Compatible,
        "PROCESSOR_DEFINED" => Round::ProcessorDefined,
        _ => return None,
    })
}

/// Value of SIGN=.
pub fn parse_sign(s: &str) -> Option<Sign> {
    Some(match s {
        "PLUS" => Sign::Plus,
        "SUPPRESS" => Sign::Suppress,
        "PROCESSOR_DEFINED" => Sign::Default,
        _ => return None,
    })
}

/// Loads a real of `kind` bytes.
///
/// # Safety
/// `p` points to one.
pub unsafe fn load_real(p: *const u8, kind: i32) -> f64 {
    // SAFETY: as required of the caller.
    unsafe { if kind == 4 { f64::from(p.cast::<f32>().read_unaligned()) } else { p.cast::<f64>().read_unaligned() } }
}

fn begin(block: *const u8, dir: Direction) -> *mut u8 {
    // SAFETY: compiled code passes a transfer block that lives until the end call.
    let block = unsafe { Block::new(block, params::TRANSFER_SLOTS) };
    let mut h = Handle::blank(block, dir);
    if let Err(e) = h.start() {
        h.err = Some(e);
    }
    Box::into_raw(h).cast()
}

/// The handle behind an address from a begin call.
///
/// # Safety
/// `h` came from a begin call and its end call has not been made.
unsafe fn handle<'a>(h: *mut u8) -> &'a mut Handle {
    // SAFETY: as required of the caller.
    unsafe { &mut *h.cast::<Handle>() }
}

/// See the table.
///
/// # Safety
/// `block` is a transfer block.
pub unsafe extern "C" fn frt_write_begin(block: *const u8) -> *mut u8 {
    begin(block, Direction::Write)
}
/// See the table.
///
/// # Safety
/// `block` is a transfer block.
pub unsafe extern "C" fn frt_read_begin(block: *const u8) -> *mut u8 {
    begin(block, Direction::Read)
}
/// See the table.
///
/// # Safety
/// `h` is an open handle.
pub unsafe extern "C" fn frt_write_end(h: *mut u8) -> i32 {
    // SAFETY: as required of the caller; the box is taken back once.
    unsafe { Box::from_raw(h.cast::<Handle>()) }.end()
}
/// See the table.
///
/// # Safety
/// `h` is an open handle.
pub unsafe extern "C" fn frt_read_end(h: *mut u8) -> i32 {
    // SAFETY: as required of the caller; the box is taken back once.
    unsafe { Box::from_raw(h.cast::<Handle>()) }.end()
}
/// See the table.
pub extern "C" fn frt_iolength_begin() -> *mut u8 {
    // SAFETY: no slot of an empty block is ever looked at.
    let mut h = Handle::blank(unsafe { Block::new(std::ptr::null(), 0) }, Direction::Write);
    h.style = Style::Count(0);
    Box::into_raw(h).cast()
}
/// See the table.
///
/// # Safety
/// `h` is an open handle.
pub unsafe extern "C" fn frt_iolength_end(h: *mut u8) -> i64 {
    // SAFETY: as required of the caller; the box is taken back once.
    match unsafe { Box::from_raw(h.cast::<Handle>()) }.style {
        Style::Count(n) => n,
        _ => 0,
    }
}

macro_rules! write_scalar {
    ($($name:ident($($v:ident: $t:ty),*) [$kind:expr, $len:expr] $local:expr;)*) => { $(
        /// See the table.
        ///
        /// # Safety
        /// `h` is an open handle.
        pub unsafe extern "C" fn $name(h: *mut u8, $($v: $t),*) {
            let mut local = $local;
            // SAFETY: as required of the caller; the item is a local of that type.
            unsafe { handle(h).item($kind, (&raw mut local).cast(), $len) }
        }
    )* };
}
write_scalar! {
    frt_write_int(value: i64, kind: i32) [Ty::Int(kind), i64::from(kind)] value.to_le();
    frt_write_logical(value: i32, kind: i32) [Ty::Logical(kind), i64::from(kind)] i64::from(value != 0).to_le();
    frt_write_f32(value: f32) [Ty::Real(4), 4] value;
    frt_write_f64(value: f64) [Ty::Real(8), 8] value;
    frt_write_c32(re: f32, im: f32) [Ty::Complex(4), 8] [re, im];
    frt_write_c64(re: f64, im: f64) [Ty::Complex(8), 16] [re, im];
}

/// See the table.
///
/// # Safety
/// `h` is an open handle, `text` points to `len` bytes.
pub unsafe extern "C" fn frt_write_chr(h: *mut u8, text: *const u8, len: i64) {
    // SAFETY: as required of the caller; output does not write to the item.
    unsafe { handle(h).item(Ty::Chr, text.cast_mut(), len.max(0)) }
}
/// See the table.
///
/// # Safety
/// `h` is an open handle, `desc` a descriptor.
pub unsafe extern "C" fn frt_write_array(h: *mut u8, desc: *const u8) {
    // SAFETY: as required of the caller.
    unsafe { handle(h).array(desc) }
}
/// See the table.
///
/// # Safety
/// `h` is an open handle, `var` an integer of that kind.
pub unsafe extern "C" fn frt_read_int(h: *mut u8, var: *mut u8, kind: i32) {
    // SAFETY: as required of the caller.
    unsafe { handle(h).item(Ty::Int(kind), var, i64::from(kind)) }
}
/// See the table.
///
/// # Safety
/// `h` is an open handle, `var` a logical of that kind.
pub unsafe extern "C" fn frt_read_logical(h: *mut u8, var: *mut u8, kind: i32) {
    // SAFETY: as required of the caller.
    unsafe { handle(h).item(Ty::Logical(kind), var, i64::from(kind)) }
}
/// See the table.
///
/// # Safety
/// `h` is an open handle, `var` a real of that kind.
pub unsafe extern "C" fn frt_read_real(h: *mut u8, var: *mut u8, kind: i32) {
    // SAFETY: as required of the caller.
    unsafe { handle(h).item(Ty::Real(kind), var, i64::from(kind)) }
}
/// See the table.
///
/// # Safety
/// `h` is an open handle, `var` a complex of that kind.
pub unsafe extern "C" fn frt_read_complex(h: *mut u8, var: *mut u8, kind: i32) {
    // SAFETY: as required of the caller.
    unsafe { handle(h).item(Ty::Complex(kind), var, 2 * i64::from(kind)) }
}
/// See the table.
///
/// # Safety
/// `h` is an open handle, `var` points to `len` bytes.
pub unsafe extern "C" fn frt_read_chr(h: *mut u8, var: *mut u8, len: i64) {
    // SAFETY: as required of the caller.
    unsafe { handle(h).item(Ty::Chr, var, len.max(0)) }
}
/// See the table.
///
/// # Safety
/// `h` is an open handle, `desc` a descriptor.
pub unsafe extern "C" fn frt_read_array(h: *mut u8, desc: *const u8) {
    // SAFETY: as required of the caller.
    unsafe { handle(h).array(desc) }
}
