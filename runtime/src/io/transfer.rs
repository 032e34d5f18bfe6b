//! Data transfer statements: the handle, records, and the calls for items.

use super::edit_out::RealStyle;
use super::format::{Edit, Format, Runner};
use super::list_read::ListReader;
use super::list_write::ListState;
use super::unit::{self, Access, Action, Carriage, Delim, Direction, EndFile, Held, Leading, Modes, Round, Sign};
use super::value::Real;
use super::{Block, IoError, Res, code, namelist, unformatted};
use crate::desc::{Desc, class};
use ferrotran_abi::params;
use std::cell::RefCell;

/// Type of an item.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ty {
    Int(i32),
    Unsigned(i32),
    Logical(i32),
    Real(i32),
    /// Kind of a component.
    Complex(i32),
    Chr,
    /// Character of kind 4.
    Wide,
    /// Unformatted transfer only.
    Bytes,
}

impl Ty {
    /// The type that a descriptor's code names.
    pub fn from_class(class_code: i16, kind: i32) -> Ty {
        match class_code {
            class::INTEGER => Ty::Int(kind),
            class::UNSIGNED => Ty::Unsigned(kind),
            class::LOGICAL => Ty::Logical(kind),
            class::REAL => Ty::Real(kind),
            class::COMPLEX => Ty::Complex(kind),
            class::CHARACTER if kind == 4 => Ty::Wide,
            class::CHARACTER => Ty::Chr,
            _ => Ty::Bytes,
        }
    }
    /// Fortran name of the type, for messages.
    pub fn name(self) -> &'static str {
        match self {
            Ty::Int(_) => "INTEGER",
            Ty::Unsigned(_) => "UNSIGNED",
            Ty::Logical(_) => "LOGICAL",
            Ty::Real(_) => "REAL",
            Ty::Complex(_) => "COMPLEX",
            Ty::Chr | Ty::Wide => "CHARACTER",
            Ty::Bytes => "derived type",
        }
    }
    /// Bytes of one number that byte swapping reverses.
    pub fn word(self) -> usize {
        match self {
            Ty::Int(k) | Ty::Unsigned(k) | Ty::Logical(k) => k as usize,
            Ty::Real(k) | Ty::Complex(k) => real_bytes(k),
            Ty::Wide => 4,
            Ty::Chr | Ty::Bytes => 1,
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
    /// Characters of a record.
    pub len: usize,
    /// They have kind 4.
    pub wide: bool,
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
    /// The unit is a scalar: it has one record.
    pub fn single(&self) -> bool {
        matches!(self.elements, Elements::One(_))
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
    /// The characters of `rec` where they may be more than bytes, see `wide`.
    pub(super) codes: Option<Vec<u32>>,
    pub pos: usize,
    pub(super) left_limit: usize,
    /// Longest record.
    pub limit: usize,
    pub modes: Modes,
    pub(super) scale: i32,
    pub style: Style,
    pub list: ListState,
    pub reader: ListReader,
    pub err: Option<IoError>,
    /// The end of the file, met before the first item of formatted input.
    pub(super) late: Option<IoError>,
    /// Number of the item, for messages.
    pub item: i32,
    pub(super) advance: bool,
    pub(super) dollar: bool,
    /// Characters read by data edit descriptors.
    pub(super) size: i64,
    /// Unformatted: bytes left in the (sub)record.
    pub left: u64,
    /// Unformatted: another subrecord follows.
    pub more: bool,
    /// Unformatted: a record is open.
    pub open: bool,
    /// Direct access: number of the record.
    pub rec_number: i64,
    scratch: Vec<u8>,
    /// The next data edit descriptor, where it was looked at before its item came.
    pub(super) pending: Option<Edit>,
    /// A child statement: the statement that called the procedure.
    pub(super) parent: Option<*mut Handle>,
}

thread_local! {
    /// Handles for reuse.
    #[allow(clippy::vec_box)]
    static FREE: RefCell<Vec<Box<Handle>>> = const { RefCell::new(Vec::new()) };
}

impl Handle {
    pub(super) fn blank(block: Block, dir: Direction) -> Box<Handle> {
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
            codes: None,
            pos: 0,
            left_limit: 0,
            limit: usize::MAX,
            modes: Modes::default(),
            scale: 0,
            style: Style::None,
            list: ListState::default(),
            reader: ListReader::default(),
            err: None,
            late: None,
            item: 0,
            advance: true,
            dollar: false,
            size: 0,
            left: 0,
            more: false,
            open: false,
            rec_number: 0,
            scratch,
            pending: None,
            parent: None,
        }
    }
    /// The unit; internal units have none.
    pub fn unit(&mut self) -> Res<&mut Held> {
        self.held.as_mut().ok_or_else(|| IoError::new(code::BAD_UNIT, "Statement needs an external unit"))
    }
    pub(super) fn start(&mut self) -> Res<()> {
        let b = self.block;
        let unformatted = b.flags() & params::FLAG_UNFORMATTED != 0;
        let child = super::child::adopt(self, unformatted)?;
        if !child {
            self.connect(unformatted)?;
        }
        if unformatted {
            // The specifiers that change modes are not for unformatted transfer (Fortran 2023, 12.6.2.1).
            self.style = Style::Unformatted;
            return if child { Ok(()) } else { unformatted::begin(self) };
        }
        self.set_modes()?;
        self.set_style()?;
        if !child && self.dir == Direction::Read {
            match self.begin_reading() {
                // Wrong descriptors come first.
                Err(e) if e.code == code::END && matches!(self.style, Style::Format(_)) => self.late = Some(e),
                r => r?,
            }
        }
        self.namelist()
    }
    /// How items of formatted transfer are transferred.
    fn set_style(&mut self) -> Res<()> {
        let b = self.block;
        if let Some(a) = b.keyword(params::ADVANCE) {
            self.advance = match a.as_str() {
                "YES" => true,
                "NO" => false,
                _ => return Err(IoError::new(code::BAD_OPTION, "Bad ADVANCE parameter in data transfer statement")),
            };
        }
        self.style = if b.address(params::NML).is_some() {
            Style::Namelist
        } else if b.flags() & params::FLAG_LIST != 0 {
            Style::List
        } else {
            let input = self.dir == Direction::Read;
            let text = match (b.text(params::FMT), b.address(params::FMT_DESC)) {
                (Some(t), _) => Format::cached(t, input)?,
                (None, Some(d)) => {
                    // SAFETY: the slot holds a descriptor.
                    let d = unsafe { Desc::new(d) };
                    let mut t = Vec::new();
                    let n = d.elem_len();
                    // SAFETY: elements of a character array.
                    d.for_each(|p| t.extend_from_slice(unsafe { crate::values::bytes(p, n) }));
                    Format::cached(&t, input)?
                }
                _ => return Err(IoError::new(code::OPTION_CONFLICT, "Missing format for FORMATTED data transfer")),
            };
            Style::Format(Runner::new(text))
        };
        Ok(())
    }
    fn namelist(&mut self) -> Res<()> {
        if let Some(group) = self.block.address(params::NML) {
            // SAFETY: the slot holds the address of a group.
            let group = unsafe { &*group.cast::<params::NamelistGroup>() };
            if self.dir == Direction::Write {
                namelist::write(self, group)?;
            } else {
                namelist::read(self, group)?;
            }
        }
        Ok(())
    }
    fn internal_unit(&mut self, elements: Elements, len: i64, wide: bool) {
        let len = len.max(0) as usize;
        self.limit = len;
        self.codes = wide.then(Vec::new);
        self.internal = Some(Internal { elements, len, wide, index: 0 });
    }
    /// Finds the internal or external unit and takes up a partial record.
    fn connect(&mut self, unformatted: bool) -> Res<()> {
        let b = self.block;
        if let Some(d) = b.address(params::INTERNAL_DESC) {
            // SAFETY: the slot holds a descriptor.
            let d = unsafe { Desc::new(d) };
            let mut v = Vec::with_capacity(d.count() as usize);
            d.for_each(|p| v.push(p));
            self.internal_unit(Elements::Many(v), d.elem_len() / i64::from(d.kind().max(1)), d.kind() == 4);
            return Ok(());
        }
        if let Some(p) = b.address(params::INTERNAL) {
            let wide = b.flags() & params::FLAG_INTERNAL_WIDE != 0;
            self.internal_unit(Elements::One(p.cast_mut()), b.slot(params::INTERNAL).1 as i64, wide);
            return Ok(());
        }
        let number = b.unit()?.unwrap_or(6);
        let mut u = match unit::find(number)? {
            Some(u) => u,
            None if number < 0 => {
                return Err(super::unconnected());
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
        self.codes = (u.utf8 && !unformatted).then(Vec::new);
        match u.access {
            Access::Direct => {
                let Some(rec) = b.value(params::REC) else {
                    return Err(IoError::new(
                        code::MISSING_OPTION,
                        "Direct access data transfer requires record number",
                    ));
                };
                if rec < 1 {
                    return Err(IoError::new(code::BAD_OPTION, "Record number must be positive"));
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
                        u.at_end = false;
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
            if let Some(c) = &mut self.codes {
                std::mem::swap(c, &mut u.codes);
            }
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
        if let Some(s) = b.keyword(params::LEADING_ZERO) {
            self.modes.leading = parse_leading(&s).ok_or_else(|| wrong("LEADING_ZERO"))?;
        }
        Ok(())
    }
    /// Settings for real output.
    pub fn real_style(&self) -> RealStyle {
        RealStyle {
            scale: self.scale,
            sign: self.modes.sign,
            comma: self.modes.decimal_comma,
            round: self.modes.round,
            leading: self.modes.leading,
        }
    }

    // ---- output records ---------------------------------------------------------------------------

    /// Lets `f` append text at the position; what lies there is overwritten.
    pub fn emit(&mut self, f: impl FnOnce(&mut Vec<u8>, &RealStyle) -> Result<(), &'static str>) -> Res<()> {
        if self.internal.as_ref().is_some_and(|i| i.index >= i.count()) {
            return Err(IoError::end());
        }
        let style = self.real_style();
        let start = self.pos;
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
            return Err(IoError::eor());
        }
        self.put_in_codes(start);
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
                match &mut self.codes {
                    Some(codes) => {
                        codes.resize(self.rec.len(), super::wide::BLANK);
                        // SAFETY: a record of the internal unit.
                        unsafe { super::wide::store(i.address(i.index), 4 * i.len as i64, codes) };
                        codes.clear();
                    }
                    None => {
                        // SAFETY: a record of the internal unit.
                        let to = unsafe { crate::values::bytes_mut(i.address(i.index), i.len as i64) };
                        crate::values::store_padded(to, &self.rec);
                    }
                }
            }
            i.index += 1;
        } else {
            let rec_number = self.rec_number;
            self.encoded();
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
                match u.carriage {
                    None | Some(Carriage::List) => self.rec.push(b'\n'),
                    Some(Carriage::None) => {}
                    Some(Carriage::Fortran) => unit::carriage_control(&mut self.rec),
                }
                let from = u.emitted.min(self.rec.len());
                u.stream.write(&self.rec[from..])?;
                u.emitted = 0;
                if u.access == Access::Stream {
                    // As in sequential access, the record written is the last one.
                    u.cut_off()?;
                }
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
            unsafe {
                if i.wide {
                    let codes = super::wide::item_codes(i.address(i.index), 4 * i.len as i64);
                    self.set_codes(codes);
                } else {
                    self.rec.extend_from_slice(crate::values::bytes(i.address(i.index), i.len as i64));
                }
            }
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
            return self.decoded();
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
                self.decoded()
            }
        }
    }
    /// Goes on to the next input record.
    pub fn next_record_read(&mut self) -> Res<()> {
        if let Some(e) = self.late.take() {
            return Err(e);
        }
        if let Some(i) = &mut self.internal {
            i.index += 1;
        }
        self.rec_number += 1;
        self.load_record()
    }
    /// Puts the next record behind what is left of the current one, with a line end between them.
    pub fn extend_record(&mut self) -> Res<()> {
        let at = self.pos.min(self.rec.len());
        let mut rest = self.rec.split_off(at);
        let mut codes = self.codes.as_mut().map(|c| c.split_off(at.min(c.len())));
        let r = self.next_record_read();
        if r.is_ok() {
            rest.push(b'\n');
            rest.append(&mut self.rec);
            if let (Some(c), Some(next)) = (&mut codes, &mut self.codes) {
                c.push(u32::from(b'\n'));
                c.append(next);
            }
        }
        self.rec = rest;
        self.codes = codes;
        self.pos = 0;
        r
    }
    /// The next `w` characters of the record for a data descriptor (shorter where the record is);
    /// numeric fields end at a comma, which is skipped.
    pub(super) fn field(&mut self, w: usize, numeric: bool) -> Res<std::ops::Range<usize>> {
        if let Some(e) = self.late.take() {
            return Err(e);
        }
        let start = self.pos.min(self.rec.len());
        let mut end = start.saturating_add(w).min(self.rec.len());
        let mut comma = false;
        if self.internal.as_ref().is_some_and(|i| i.len == 0) && !self.modes.pad {
            return Err(IoError::end());
        }
        if numeric && (self.internal.is_none() || super::defaults::legacy()) {
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
                    Ty::Complex(k) => (2, Ty::Real(k), real_bytes(k) as i64),
                    _ => (1, ty, len),
                };
                for i in 0..parts {
                    let Some(edit) = self.take_edit()? else { return Ok(()) };
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
    pub(super) unsafe fn array(&mut self, desc: *const u8) {
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
                    // What the next statement writes follows the positions skipped at the end.
                    if self.pos > self.rec.len() {
                        self.rec.resize(self.pos, b' ');
                    }
                    if let Some(c) = &mut self.codes {
                        c.resize(self.rec.len(), super::wide::BLANK);
                        std::mem::swap(c, &mut u.codes);
                    }
                    std::mem::swap(&mut self.rec, &mut u.rec);
                    u.rec_pos = self.pos;
                    u.partial = Some(Direction::Write);
                }
            }
            (_, Direction::Read) => {
                self.next_edit(false)?;
                if let Some(e) = self.late.take().filter(|_| self.held.is_some()) {
                    return Err(e);
                }
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
                if let Some(c) = &mut self.codes {
                    std::mem::swap(c, &mut u.codes);
                }
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
    pub(super) fn end(mut self: Box<Self>) -> i32 {
        if let Some(parent) = self.parent.take() {
            // SAFETY: the parent waits for the procedure that this statement is in.
            unsafe { super::child::give_back(&mut self, parent) };
            let (block, err) = (self.block, self.err.take());
            return block.finish(err, "");
        }
        if self.err.is_none()
            && let Err(e) = self.complete()
        {
            self.err = Some(e);
        }
        if self.late.take().is_some()
            && let Some(u) = &mut self.held
        {
            // Another error came first: nothing was read.
            u.endfile = EndFile::No;
        }
        if self.err.is_some() {
            // After an error the record, if any, is over.
            if self.dir == Direction::Read {
                if matches!(self.style, Style::Unformatted) {
                    let _ = unformatted::end_read(&mut self);
                }
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
                let line = if self.reader.namelist { u.stream.line_at(u.rec_start) } else { None };
                u.place(line)
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
    if u.form_open {
        u.form_open = false;
        u.formatted = !unformatted;
    }
    let err = |code, msg: &str| Err(IoError::new(code, msg));
    if b.address(params::NML).is_some() && !u.formatted {
        return err(code::OPTION_CONFLICT, "Namelist formatting for unit connected with FORM='UNFORMATTED'");
    }
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
        let what = if u.access == Access::Stream { "stream" } else { "sequential" };
        let msg = format!("Record number not allowed for {what} access data transfer");
        return err(code::OPTION_CONFLICT, &msg);
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

/// Value of LEADING_ZERO=.
pub fn parse_leading(s: &str) -> Option<Leading> {
    Some(match s {
        "PRINT" => Leading::Print,
        "SUPPRESS" => Leading::Suppress,
        "PROCESSOR_DEFINED" => Leading::Default,
        _ => return None,
    })
}

/// Bytes of a real of a kind in memory.
pub fn real_bytes(kind: i32) -> usize {
    if kind == 10 { 16 } else { kind as usize }
}

/// Loads a real of a kind.
///
/// # Safety
/// `p` points to one.
pub unsafe fn load_real(p: *const u8, kind: i32) -> Real {
    // SAFETY: as required of the caller.
    unsafe { Real::load(p, kind) }
}
