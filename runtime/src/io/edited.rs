//! Transfer under control of a format: control items, and one item by one descriptor.

use super::edit_out::{self, RealEdit};
use super::format::{Edit, Op, Step};
use super::transfer::{Handle, Style, Ty, load_real};
use super::unit::Direction;
use super::value::Real;
use super::{IoError, Res, code, edit_in};

/// Whether B, O and Z do not fit the type: the standards know them for reals since 2008, others never.
fn strict_bits(ty: Ty) -> bool {
    match ty {
        Ty::Int(_) | Ty::Unsigned(_) => false,
        Ty::Real(_) => (2..2008).contains(&super::defaults::standard()),
        _ => super::defaults::standard() > 1,
    }
}

impl Handle {
    /// The descriptor for the next item; it may have been looked at already.
    pub(super) fn take_edit(&mut self) -> Res<Option<Edit>> {
        match self.pending.take() {
            Some(e) => Ok(Some(e)),
            None => self.next_edit(true),
        }
    }
    /// Runs the format up to the descriptor for the next item; `None` at its end.
    pub(super) fn next_edit(&mut self, more: bool) -> Res<Option<Edit>> {
        loop {
            let Style::Format(r) = &mut self.style else { return Ok(None) };
            match r.step(more)? {
                Step::Data(e) => return Ok(Some(e)),
                Step::Done => return Ok(None),
                // `$` keeps the record open where the format starts again, too.
                Step::Revert if self.dollar && self.dir == Direction::Write => {}
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
            // Fortran 2018, 13.3.2 (C1309): strings are for output.
            Op::Text(_) => {
                let Style::Format(r) = &self.style else { return Ok(()) };
                return Err(r.error("Constant string in input format"));
            }
            Op::Slash(n) => {
                for _ in 0..*n {
                    match self.end_record() {
                        // What lies behind an internal file matters only to items that follow.
                        Err(e) if e.code == code::END && self.dir == Direction::Read && self.internal.is_some() => {
                            self.late = Some(e);
                        }
                        r => r?,
                    }
                }
                // Behind the last record of an internal file is its end.
                if self.dir == Direction::Write && self.internal.as_ref().is_some_and(|i| i.index >= i.count()) {
                    return Err(IoError::end());
                }
            }
            Op::Right(n) => self.pos += *n as usize,
            Op::Left(n) => self.pos = self.pos.saturating_sub(*n as usize).max(self.left_limit),
            Op::Tab(n) => self.pos = self.left_limit + *n as usize - 1,
            Op::Scale(k) => self.scale = *k,
            Op::Sign(s) => self.modes.sign = *s,
            Op::Leading(l) => self.modes.leading = *l,
            Op::BlankZero(z) => self.modes.blank_zero = *z,
            Op::Round(r) => self.modes.round = *r,
            Op::DecimalComma(c) => self.modes.decimal_comma = *c,
            Op::Dollar => self.dollar = true,
            Op::Data(..) | Op::Colon | Op::Open { .. } | Op::Close { .. } => {}
        }
        Ok(())
    }
    /// A DT descriptor that meets an item which no procedure transfers.
    fn no_procedure(&self) -> IoError {
        let msg =
            format!("Missing DTIO procedure or intrinsic type passed for item {} in formatted transfer", self.item);
        match &self.style {
            Style::Format(r) => r.error(&msg),
            _ => IoError::new(code::FORMAT, msg),
        }
    }
    pub(super) fn mismatch(&self, want: &str, ty: Ty) -> IoError {
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
    pub(super) unsafe fn write_edit(&mut self, edit: Edit, ty: Ty, p: *const u8, len: i64) -> Res<()> {
        // SAFETY: as required of the caller.
        let raw = unsafe { crate::values::bytes(p, len) };
        let int = |t: Ty| match t {
            // SAFETY: as required of the caller.
            Ty::Int(k) | Ty::Logical(k) => Some(unsafe { crate::values::load_integer(p, k) }),
            _ => None,
        };
        let float = |t: Ty| match t {
            // SAFETY: as required of the caller.
            Ty::Real(k) => Some(unsafe { load_real(p, k) }),
            _ => None,
        };
        let single = ty == Ty::Real(4);
        let edit = edit.for_kind(matches!(ty, Ty::Real(_)), len);
        match edit {
            Edit::I { w, m } | Edit::G { w, d: m, .. } if matches!(ty, Ty::Unsigned(_)) => {
                let m = if matches!(edit, Edit::I { .. }) { m } else { None };
                // SAFETY: as required of the caller.
                let v = unsafe { crate::values::load_unsigned(p, ty.word() as i32) };
                self.emit(|o, st| {
                    edit_out::magnitude(o, false, v, w, m, st.sign);
                    Ok(())
                })
            }
            Edit::I { w, m } => match int(ty).filter(|_| matches!(ty, Ty::Int(_))) {
                Some(v) => self.emit(|o, st| {
                    edit_out::integer(o, v, w, m, st.sign);
                    Ok(())
                }),
                None => Err(self.mismatch("INTEGER", ty)),
            },
            Edit::Bits { .. } if strict_bits(ty) => Err(self.mismatch("INTEGER", ty)),
            Edit::Bits { shift, w, m } => self.emit(|o, _| {
                edit_out::bits(o, raw, shift, w, m);
                Ok(())
            }),
            Edit::L { w } => match int(ty).filter(|_| matches!(ty, Ty::Logical(_))) {
                Some(v) => self.write_logical(v != 0, w),
                None => Err(self.mismatch("LOGICAL", ty)),
            },
            Edit::At if !matches!(ty, Ty::Chr | Ty::Wide) => Err(self.mismatch("CHARACTER", ty)),
            Edit::A { .. } | Edit::G { .. } | Edit::At if ty == Ty::Wide => {
                // SAFETY: as required of the caller.
                let mut text = unsafe { super::wide::item_codes(p, len) };
                if edit == Edit::At {
                    let n = text.iter().rposition(|&c| c != super::wide::BLANK).map_or(0, |i| i + 1);
                    text.truncate(n);
                }
                let w = match edit {
                    Edit::A { w: Some(w) } => w as usize,
                    Edit::G { w, .. } if w > 0 => w as usize,
                    _ => text.len(),
                };
                let mut field = vec![super::wide::BLANK; w.saturating_sub(text.len())];
                field.extend_from_slice(&text[..text.len().min(w)]);
                self.put_codes(&field)
            }
            Edit::A { w } => {
                let w = w.map_or(raw.len(), |w| w as usize);
                self.emit(|o, _| {
                    o.resize(o.len() + w.saturating_sub(raw.len()), b' ');
                    o.extend_from_slice(&raw[..raw.len().min(w)]);
                    Ok(())
                })
            }
            Edit::At => self.emit(|o, _| {
                let n = raw.iter().rposition(|&c| c != b' ').map_or(0, |i| i + 1);
                o.extend_from_slice(&raw[..n]);
                Ok(())
            }),
            Edit::Dt { .. } => Err(self.no_procedure()),
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
                    let v = float(ty).unwrap_or(Real::Double(0.0));
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
    pub(super) unsafe fn read_edit(&mut self, edit: Edit, ty: Ty, p: *mut u8, len: i64) -> Res<()> {
        // SAFETY (of all stores below): as required of the caller.
        let edit = edit.for_kind(matches!(ty, Ty::Real(_)), len);
        let characters = if ty == Ty::Wide { len / 4 } else { len } as usize;
        let text_item = matches!(ty, Ty::Chr | Ty::Wide);
        let width = match edit {
            Edit::I { w, .. } | Edit::Bits { w, .. } | Edit::L { w } | Edit::F { w, .. } => w as usize,
            Edit::E { w, .. } | Edit::EN { w, .. } | Edit::ES { w, .. } | Edit::EX { w, .. } => w as usize,
            Edit::G { w: 0, .. } if text_item => characters,
            Edit::G { w, .. } => w as usize,
            Edit::A { w } => w.map_or(characters, |w| w as usize),
            Edit::At | Edit::Dt { .. } => return Err(self.no_procedure()),
        };
        let chr = matches!(edit, Edit::A { .. }) || (matches!(edit, Edit::G { .. }) && text_item);
        let modes = self.modes;
        let range = self.field(width, !chr)?;
        if chr && ty == Ty::Wide {
            let skip = width.saturating_sub(characters).min(range.len());
            let text = self.codes_at(range.start + skip..range.end);
            // SAFETY: see above.
            unsafe { super::wide::store(p, len, &text) };
            return Ok(());
        }
        let padded;
        let text = if modes.blank_zero && !chr && range.len() < width && self.rec.get(range.end).is_none() {
            // The blanks that pad a short record count as zeros like others.
            padded = [&self.rec[range.clone()], &vec![b' '; width - range.len()]].concat();
            &padded[..]
        } else {
            &self.rec[range]
        };
        if chr {
            // SAFETY: see above.
            let to = unsafe { crate::values::bytes_mut(p, len) };
            let skip = width.saturating_sub(to.len()).min(text.len());
            let text = if width > to.len() { &text[skip..] } else { text };
            crate::values::store_padded(to, text);
            return Ok(());
        }
        match edit {
            Edit::I { .. } | Edit::Bits { .. } | Edit::G { .. } if matches!(ty, Ty::Int(_)) => {
                let Ty::Int(kind) = ty else { return Ok(()) };
                let v = match edit {
                    Edit::Bits { shift, .. } => edit_in::bits(text, shift, kind as usize * 8, &modes)? as i128,
                    _ => edit_in::integer(text, kind, &modes)?,
                };
                // SAFETY: see above.
                unsafe { crate::values::store_integer(p, kind, v) };
            }
            Edit::I { .. } | Edit::G { .. } if matches!(ty, Ty::Unsigned(_)) => {
                let kind = ty.word() as i32;
                let v = edit_in::unsigned(text, kind, &modes)?;
                // SAFETY: see above.
                unsafe { crate::values::store_int(p, kind, v as i64) };
            }
            Edit::Bits { .. } if strict_bits(ty) => return Err(self.mismatch("INTEGER", ty)),
            Edit::Bits { shift, .. } => {
                let v = edit_in::bits(text, shift, len as usize * 8, &modes)?;
                // SAFETY: see above.
                unsafe { crate::values::store_integer(p, len as i32, v as i128) };
            }
            Edit::I { .. } => return Err(self.mismatch("INTEGER", ty)),
            Edit::L { .. } | Edit::G { .. } if matches!(ty, Ty::Logical(_)) => {
                let v = edit_in::logical(text)?;
                // SAFETY: see above.
                unsafe { crate::values::store_int(p, len as i32, i64::from(v)) };
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
            Edit::A { .. } | Edit::At | Edit::Dt { .. } => {}
        }
        Ok(())
    }
}
