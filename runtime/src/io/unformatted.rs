//! Unformatted transfer: sequential records between length markers of 4 (or by an option 8) bytes (a negative length
//! says that the record goes on in another piece), direct and stream access.

use super::transfer::{Handle, Ty};
use super::unit::{Access, EndFile, Unit};
use super::{IoError, Res, code, defaults};

/// The number that a record marker holds.
pub fn marker(bytes: &[u8], swap: bool) -> i64 {
    let mut b = [0u8; 8];
    b[..bytes.len()].copy_from_slice(bytes);
    if swap != cfg!(target_endian = "big") {
        b[..bytes.len()].reverse();
    }
    if bytes.len() == 4 { i64::from(i32::from_le_bytes([b[0], b[1], b[2], b[3]])) } else { i64::from_le_bytes(b) }
}

fn read_marker(u: &mut Unit) -> Res<Option<i64>> {
    let mut m = [0u8; 8];
    let m = &mut m[..defaults::marker_bytes()];
    match u.stream.read(m)? {
        0 => Ok(None),
        n if n == m.len() => Ok(Some(marker(m, u.swap))),
        _ => Err(corrupt()),
    }
}

/// Writes a record marker.
fn write_marker(u: &mut Unit, n: i64) -> Res<()> {
    let mut m = n.to_le_bytes();
    let m = &mut m[..defaults::marker_bytes()];
    if u.swap != cfg!(target_endian = "big") {
        m.reverse();
    }
    Ok(u.stream.write(m)?)
}

fn corrupt() -> IoError {
    IoError::new(code::CORRUPT_FILE, "Unformatted file structure has been corrupted")
}

fn short() -> IoError {
    IoError::new(code::SHORT_RECORD, "I/O past end of record on unformatted file")
}

/// Opens the record.
pub fn begin(h: &mut Handle) -> Res<()> {
    let number = h.rec_number;
    let write = h.dir == super::unit::Direction::Write;
    let u = h.unit()?;
    match u.access {
        Access::Direct => {
            let recl = u.recl.unwrap_or(0);
            u.stream.seek((number - 1) * recl)?;
            if !write {
                let mut rec = vec![0; recl as usize];
                let n = u.stream.read(&mut rec)?;
                if n == 0 && recl > 0 {
                    return Err(IoError::new(code::BAD_OPTION, "Non-existing record number"));
                }
                rec.truncate(n);
                u.next_rec = number + 1;
                h.rec = rec;
                h.pos = 0;
            }
        }
        Access::Sequential if !write => {
            let Some(m) = read_marker(u)? else {
                u.endfile = EndFile::After;
                return Err(IoError::end());
            };
            h.left = m.unsigned_abs();
            h.more = m < 0;
            h.open = true;
        }
        _ => {}
    }
    Ok(())
}

fn swap_words(bytes: &mut [u8], word: usize) {
    if word > 1 {
        for w in bytes.chunks_exact_mut(word) {
            w.reverse();
        }
    }
}

/// Writes `len` bytes of numbers of type `ty`.
///
/// # Safety
/// `p` points to them.
pub unsafe fn write(h: &mut Handle, ty: Ty, p: *const u8, len: i64) -> Res<()> {
    // SAFETY: as required of the caller.
    let data = unsafe { crate::values::bytes(p, len) };
    let u = h.unit()?;
    let (access, recl, swap) = (u.access, u.recl, u.swap);
    if access == Access::Stream && !swap {
        u.stream.write(data)?;
        return Ok(());
    }
    let start = h.rec.len();
    h.rec.extend_from_slice(data);
    if swap {
        swap_words(&mut h.rec[start..], ty.word());
    }
    if access == Access::Stream {
        let data = std::mem::take(&mut h.rec);
        h.unit()?.stream.write(&data)?;
    } else if access == Access::Direct && h.rec.len() > recl.unwrap_or(0) as usize {
        h.rec.truncate(start);
        return Err(IoError::new(code::DIRECT_EOR, "Write exceeds length of DIRECT access record"));
    } else if access == Access::Sequential && recl.is_some_and(|r| h.rec.len() as i64 > r) {
        h.rec.truncate(start);
        return Err(IoError::new(code::SHORT_RECORD, "Write exceeds the record length of the file (RECL=)"));
    }
    Ok(())
}

/// Closes the record written.
pub fn end_write(h: &mut Handle) -> Res<()> {
    let number = h.rec_number;
    let mut data = std::mem::take(&mut h.rec);
    let u = h.unit()?;
    match u.access {
        Access::Stream => {}
        Access::Direct => {
            data.resize(u.recl.unwrap_or(0) as usize, 0);
            u.stream.write(&data)?;
            u.next_rec = number + 1;
        }
        Access::Sequential => {
            let pieces = data.len().div_ceil(defaults::subrecord()).max(1);
            let mut rest = &data[..];
            for i in 0..pieces {
                let (piece, after) = rest.split_at(rest.len().min(defaults::subrecord()));
                rest = after;
                let n = piece.len() as i64;
                write_marker(u, if i + 1 < pieces { -n } else { n })?;
                u.stream.write(piece)?;
                write_marker(u, if i > 0 { -n } else { n })?;
            }
        }
    }
    data.clear();
    h.rec = data;
    Ok(())
}

/// Goes on to the next piece of a sequential record; false where there is none.
fn next_piece(h: &mut Handle) -> Res<bool> {
    let more = h.more;
    let u = h.unit()?;
    if read_marker(u)?.is_none() {
        return Err(corrupt());
    }
    if !more {
        h.open = false;
        return Ok(false);
    }
    let Some(m) = read_marker(h.unit()?)? else { return Err(corrupt()) };
    h.left = m.unsigned_abs();
    h.more = m < 0;
    Ok(true)
}

/// Reads `len` bytes of numbers of type `ty`.
///
/// # Safety
/// `p` points to as many writable bytes.
pub unsafe fn read(h: &mut Handle, ty: Ty, p: *mut u8, len: i64) -> Res<()> {
    // SAFETY: as required of the caller.
    let to = unsafe { crate::values::bytes_mut(p, len) };
    let u = h.unit()?;
    let swap = u.swap;
    match u.access {
        Access::Stream => {
            if u.stream.read(to)? < to.len() {
                return Err(IoError::end());
            }
        }
        Access::Direct => {
            let end = h.pos + to.len();
            if end > h.rec.len() {
                return Err(short());
            }
            to.copy_from_slice(&h.rec[h.pos..end]);
            h.pos = end;
        }
        Access::Sequential => {
            let mut done = 0;
            while done < to.len() {
                if h.left == 0 {
                    if !h.more || !next_piece(h)? {
                        return Err(short());
                    }
                    continue;
                }
                let n = (h.left.min((to.len() - done) as u64)) as usize;
                if h.unit()?.stream.read(&mut to[done..done + n])? < n {
                    return Err(corrupt());
                }
                h.left -= n as u64;
                done += n;
            }
        }
    }
    if swap {
        swap_words(to, ty.word());
    }
    Ok(())
}

/// Skips the rest of the record.
pub fn end_read(h: &mut Handle) -> Res<()> {
    while h.open {
        let left = h.left as i64;
        let u = h.unit()?;
        if u.stream.seekable() {
            let at = u.stream.tell();
            u.stream.seek(at + left)?;
        } else {
            let mut skip = vec![0; left as usize];
            u.stream.read(&mut skip)?;
        }
        u.at_end = false;
        next_piece(h)?;
    }
    Ok(())
}
