//! REWIND, BACKSPACE and ENDFILE.

use super::unit::{self, Access, EndFile, Held};
use super::{Block, IoError, Res, code};
use ferrotran_abi::params;

/// What a statement does where the unit is not connected.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Missing {
    /// It fails.
    Fail,
    /// There is nothing to do.
    Nothing,
    /// The file that belongs to the number is connected.
    Connect,
}

/// Runs a statement on the unit of a control block.
pub fn on_unit(block: *const u8, missing: Missing, f: impl FnOnce(&mut Held) -> Res<()>) -> i32 {
    // SAFETY: compiled code passes a control block.
    let b = unsafe { Block::new(block, params::CONTROL_SLOTS) };
    let mut place = String::new();
    let r = (|| {
        let number = b.unit()?.unwrap_or(-1);
        let mut u = match unit::find(number)? {
            Some(u) => u,
            None if missing == Missing::Nothing => return Ok(()),
            None if missing == Missing::Fail => return Err(IoError::new(code::BAD_UNIT, "Unattached unit")),
            None if number < 0 => return Err(super::unconnected()),
            None => {
                let mut u = super::control::open_default(number, true, false)?;
                u.form_open = true;
                u
            }
        };
        let r = f(&mut u);
        if r.is_err() {
            place = u.place(None);
        }
        r
    })();
    b.finish(r.err(), &place)
}

/// See the table.
pub extern "C" fn frt_rewind(block: *const u8) -> i32 {
    on_unit(block, Missing::Nothing, |u| {
        if u.access == Access::Direct {
            return Err(IoError::new(code::BAD_OPTION, "Cannot REWIND a file opened for DIRECT access"));
        }
        u.finish_partial()?;
        if u.wrote {
            u.cut_off()?;
        }
        u.wrote = false;
        u.endfile = EndFile::No;
        u.position_append = false;
        u.position_rewind = true;
        if u.stream.seekable() {
            u.at_end = false;
            u.stream.seek(0)?;
        }
        Ok(())
    })
}

/// See the table.
pub extern "C" fn frt_endfile(block: *const u8) -> i32 {
    on_unit(block, Missing::Connect, |u| {
        if u.access == Access::Direct {
            return Err(IoError::new(
                code::OPTION_CONFLICT,
                "Cannot perform ENDFILE on a file opened for DIRECT access",
            ));
        }
        if u.endfile == EndFile::After {
            return Err(IoError::new(
                code::OPTION_CONFLICT,
                "Cannot perform ENDFILE on a file already positioned after the EOF marker",
            ));
        }
        u.finish_partial()?;
        u.stream.truncate()?;
        u.at_end = true;
        u.wrote = false;
        if u.access == Access::Sequential {
            u.endfile = EndFile::After;
        }
        Ok(())
    })
}

/// See the table.
pub extern "C" fn frt_backspace(block: *const u8) -> i32 {
    on_unit(block, Missing::Fail, |u| {
        if u.access == Access::Direct {
            return Err(IoError::new(code::OPTION_CONFLICT, "Cannot BACKSPACE a file opened for DIRECT access"));
        }
        if u.access == Access::Stream && !u.formatted {
            return Err(IoError::new(code::OPTION_CONFLICT, "Cannot BACKSPACE an unformatted stream file"));
        }
        let partial = u.partial;
        u.finish_partial()?;
        u.position_rewind = true;
        u.wrote = false;
        if u.endfile == EndFile::After {
            // Before the endfile record.
            u.endfile = EndFile::No;
            return Ok(());
        }
        if !u.stream.seekable() {
            return Err(IoError::new(libc::ESPIPE, super::os_text(libc::ESPIPE)));
        }
        u.at_end = false;
        if partial == Some(unit::Direction::Read) {
            // The record being read.
            let start = u.rec_start;
            u.stream.seek(start)?;
            return Ok(());
        }
        if u.formatted { back_line(u) } else { back_record(u) }
    })
}

/// To the start of the line before the position.
fn back_line(u: &mut Held) -> Res<()> {
    const PIECE: i64 = 4096;
    let at = u.stream.tell();
    if at == 0 {
        return Ok(());
    }
    let mut buf = [0u8; PIECE as usize];
    // The line's own end does not count.
    u.stream.seek(at - 1)?;
    u.stream.read(&mut buf[..1])?;
    let mut end = if buf[0] == b'\n' { at - 1 } else { at };
    while end > 0 {
        let n = end.min(PIECE);
        u.stream.seek(end - n)?;
        let got = &mut buf[..n as usize];
        u.stream.read(got)?;
        if let Some(i) = got.iter().rposition(|c| *c == b'\n') {
            let to = end - n + i as i64 + 1;
            u.stream.seek(to)?;
            return Ok(());
        }
        end -= n;
    }
    u.stream.seek(0)?;
    Ok(())
}

/// To the start of the unformatted record before the position.
fn back_record(u: &mut Held) -> Res<()> {
    let corrupt = || IoError::new(code::CORRUPT_FILE, "Unformatted file structure has been corrupted");
    let mut at = u.stream.tell();
    if at == 0 {
        return Ok(());
    }
    loop {
        let width = super::defaults::marker_bytes();
        if at < 2 * width as i64 {
            return Err(corrupt());
        }
        let mut m = [0u8; 8];
        let m = &mut m[..width];
        u.stream.seek(at - width as i64)?;
        u.stream.read(m)?;
        let n = super::unformatted::marker(m, u.swap);
        at -= 2 * width as i64 + n.saturating_abs();
        if at < 0 {
            return Err(corrupt());
        }
        if n >= 0 {
            break;
        }
    }
    u.stream.seek(at)?;
    Ok(())
}
