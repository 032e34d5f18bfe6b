//! Defined input/output (Fortran 2018, 12.6.4.8): items that procedures of the program transfer, and the child
//! statements in those procedures, which go on in the record of the statement that called them.

use super::format::Edit;
use super::transfer::{Handle, Style, Ty};
use super::unit::Direction;
use super::{IoError, Res, code};
use crate::derived::Local;
use crate::desc::{ATTRIBUTE_OTHER, Header, VERSION, class, type_code};
use ferrotran_abi::params;
use ferrotran_abi::typedesc::TypeDesc;
use std::cell::RefCell;

thread_local! {
    /// Statements that wait for a procedure, innermost last, with the unit that it was given.
    static PARENTS: RefCell<Vec<(i32, *mut Handle)>> = const { RefCell::new(Vec::new()) };
}

/// Units of procedures called for internal files have numbers below this one.
const INTERNAL_UNITS: i32 = -1_000_000;

/// Whether a number stands for an internal file: in a procedure that was called for one, or in a child of another.
pub fn is_internal(number: i32) -> bool {
    number == -1 || number <= INTERNAL_UNITS
}

/// Length of the IOMSG variable that procedures get.
const MESSAGE: usize = 256;

/// What child and parent share.
fn swap(a: &mut Handle, b: &mut Handle) {
    use std::mem::swap;
    swap(&mut a.held, &mut b.held);
    swap(&mut a.internal, &mut b.internal);
    swap(&mut a.rec, &mut b.rec);
    swap(&mut a.codes, &mut b.codes);
    swap(&mut a.pos, &mut b.pos);
    swap(&mut a.limit, &mut b.limit);
    swap(&mut a.reader, &mut b.reader);
    swap(&mut a.left, &mut b.left);
    swap(&mut a.more, &mut b.more);
    swap(&mut a.open, &mut b.open);
    swap(&mut a.rec_number, &mut b.rec_number);
    swap(&mut a.late, &mut b.late);
}

/// Makes a statement the child of the one that waits for a procedure which was given this unit; false where there
/// is none.
pub fn adopt(h: &mut Handle, unformatted: bool) -> Res<bool> {
    let b = h.block;
    if b.address(params::INTERNAL).is_some() || b.address(params::INTERNAL_DESC).is_some() {
        return Ok(false);
    }
    let Some(number) = b.value(params::UNIT) else { return Ok(false) };
    let last = PARENTS.with(|p| p.borrow().last().copied());
    let Some((_, parent)) = last.filter(|(n, _)| i64::from(*n) == number) else { return Ok(false) };
    // SAFETY: the parent waits for the procedure that this statement is in.
    let p = unsafe { &mut *parent };
    let conflict = |m: &str| Err(IoError::new(code::OPTION_CONFLICT, m));
    if p.dir != h.dir {
        return conflict("Child data transfer in the other direction than its parent");
    }
    if matches!(p.style, Style::Unformatted) != unformatted {
        return conflict("Child data transfer of the other form than its parent");
    }
    swap(h, p);
    h.parent = Some(parent);
    h.modes = p.modes;
    // Child statements do not advance (Fortran 2018, 12.6.4.8.3).
    h.advance = false;
    h.left_limit = h.pos;
    if std::mem::take(&mut h.reader.line_done) && h.block.flags() & params::FLAG_LIST == 0 {
        h.next_record_read()?;
        h.left_limit = 0;
    }
    Ok(true)
}

/// Ends a child statement: the parent goes on where it stopped.
///
/// # Safety
/// `parent` is the handle that [`adopt`] found.
pub unsafe fn give_back(h: &mut Handle, parent: *mut Handle) {
    if h.err.is_none()
        && let Err(e) = h.next_edit(false)
    {
        h.err = Some(e);
    }
    // List-directed input takes the end of the record with the last value.
    h.reader.line_done = h.dir == Direction::Read
        && matches!(h.style, Style::List)
        && h.err.is_none()
        && h.rec.get(h.pos..).unwrap_or_default().iter().all(|c| *c == b' ');
    // SAFETY: as required of the caller.
    let p = unsafe { &mut *parent };
    if h.dir == Direction::Read {
        // Each statement counts its own characters; those of children are their parents' too.
        h.block.store_int(params::SIZE, h.size);
        p.size += h.size;
    }
    swap(h, p);
}

/// See the table.
///
/// # Safety
/// `h` is an open handle.
pub unsafe extern "C" fn frt_defined_wanted(h: *mut u8) -> i32 {
    // SAFETY: as required of the caller.
    let h = unsafe { &mut *h.cast::<Handle>() };
    if h.err.is_some() {
        return 1;
    }
    match &h.style {
        Style::Format(_) => {
            if h.pending.is_none() {
                match h.next_edit(true) {
                    Ok(e) => h.pending = e,
                    Err(e) => h.err = Some(e),
                }
            }
            i32::from(h.err.is_some() || matches!(h.pending, None | Some(Edit::Dt { .. })))
        }
        Style::Count(_) => 0,
        _ => 1,
    }
}

/// See the table.
///
/// # Safety
/// `h` is an open handle; `procedure` has the interface that the standard asks for, `object` is of its type, `ty`
/// null or the descriptor of the dynamic type.
pub unsafe extern "C" fn frt_defined_item(h: *mut u8, procedure: *const u8, object: *mut u8, ty: *const u8) {
    let h = h.cast::<Handle>();
    // SAFETY: as required of the caller.
    if let Err(e) = unsafe { transfer(h, procedure, object, ty) } {
        // SAFETY: as required of the caller.
        unsafe { (*h).err.get_or_insert(e) };
    }
}

/// Transfers one object.
///
/// # Safety
/// As [`frt_defined_item`].
pub unsafe fn transfer(parent: *mut Handle, procedure: *const u8, object: *mut u8, ty: *const u8) -> Res<()> {
    // SAFETY: as required of the caller; the reference ends before the procedure runs.
    let h = unsafe { &mut *parent };
    if h.err.is_some() {
        return Ok(());
    }
    h.item += 1;
    let (kind, list): (Vec<u8>, Vec<i32>) = match &h.style {
        Style::List => (b"LISTDIRECTED".to_vec(), Vec::new()),
        Style::Namelist => (b"NAMELIST".to_vec(), Vec::new()),
        Style::Format(_) => match h.take_edit()? {
            None => return Ok(()),
            Some(Edit::Dt { at }) => {
                let Style::Format(r) = &h.style else { return Ok(()) };
                let (text, list) = &r.format.types[at as usize];
                ([b"DT", &**text].concat(), list.clone())
            }
            Some(_) => return Err(h.mismatch("DT edit descriptor", Ty::Bytes)),
        },
        Style::Unformatted => (Vec::new(), Vec::new()),
        Style::None | Style::Count(_) => return Ok(()),
    };
    if matches!(h.style, Style::List) && h.dir == Direction::Write {
        // The separator of list-directed items.
        h.put(b" ")?;
    }
    if matches!(h.style, Style::List) && h.dir == Direction::Read {
        // What separates values comes before the item.
        while match &h.codes {
            Some(c) => c.get(h.pos).is_some_and(|&c| c == u32::from(b' ')),
            None => h.rec.get(h.pos) == Some(&b' '),
        } {
            h.pos += 1;
        }
    }
    let unformatted = matches!(h.style, Style::Unformatted);
    let mut unit = match &h.held {
        Some(u) => u.number,
        None => INTERNAL_UNITS - PARENTS.with(|p| p.borrow().len()) as i32,
    };
    let mut boxed;
    let object = if ty.is_null() {
        object
    } else {
        // SAFETY: as required of the caller.
        let size = unsafe { (*ty.cast::<TypeDesc>()).size };
        boxed = Local::new(object, size, ty.cast());
        (&raw mut boxed).cast()
    };
    let mut status = 0i32;
    let mut message = [b' '; MESSAGE];
    let head = Header {
        base_addr: list.as_ptr().cast_mut().cast(),
        elem_len: 4,
        version: VERSION,
        rank: 1,
        attribute: ATTRIBUTE_OTHER,
        type_code: type_code(class::INTEGER, 4),
    };
    let mut v_list = (head, [1, list.len() as i64, 4i64]);
    PARENTS.with(|p| p.borrow_mut().push((unit, parent)));
    type Formatted = extern "C" fn(*mut u8, *mut i32, *const u8, *mut u8, *mut i32, *mut u8, i64, i64);
    type Unformatted = extern "C" fn(*mut u8, *mut i32, *mut i32, *mut u8, i64);
    let text = message.as_mut_ptr();
    // SAFETY: as required of the caller; sema has checked the interface of the procedure.
    unsafe {
        if unformatted {
            let f: Unformatted = std::mem::transmute(procedure);
            f(object, &mut unit, &mut status, text, MESSAGE as i64);
        } else {
            let f: Formatted = std::mem::transmute(procedure);
            let v = (&raw mut v_list).cast();
            f(object, &mut unit, kind.as_ptr(), v, &mut status, text, kind.len() as i64, MESSAGE as i64);
        }
    }
    PARENTS.with(|p| p.borrow_mut().pop());
    // SAFETY: as required of the caller.
    let h = unsafe { &mut *parent };
    h.list.wrote_defined();
    if status == 0 && message.iter().any(|c| *c != b' ') {
        h.block.store_text(params::IOMSG, &message);
    }
    if status != 0 {
        let text = String::from_utf8_lossy(&message).trim_end().to_string();
        return Err(IoError::new(status, text));
    }
    Ok(())
}
