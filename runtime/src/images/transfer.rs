//! Reading and writing objects of other images, and what all images of a team say at once.

use super::{World, in_order, memory, world};
use crate::desc::Desc;
use crate::error::fatal;

/// Distances of elements that are read as one piece together with what lies between them: at most so many times what is
/// wanted.
const SPARSE: usize = 4;

fn image_of(image: i64) -> usize {
    match usize::try_from(image - 1) {
        Ok(i) if i < world().t.images() => i,
        _ => fatal(&format!("there is no image {image}")),
    }
}

/// Runs of contiguous bytes of an array, in element order: `f` gets the address of each and its bytes.
fn runs(d: &Desc, mut f: impl FnMut(usize, usize)) {
    let mut one = d.elem_len();
    let mut dims: Vec<(i64, i64)> = d.dims().map(|x| (x.extent, x.sm)).collect();
    if dims.iter().any(|x| x.0 <= 0) || one == 0 {
        return;
    }
    while let Some(&(n, sm)) = dims.first()
        && (sm == one || n == 1)
    {
        one *= n;
        dims.remove(0);
    }
    let mut at = vec![0i64; dims.len()];
    let mut p = d.base() as i64;
    loop {
        f(p as usize, one as usize);
        let mut k = 0;
        loop {
            let Some(&(n, sm)) = dims.get(k) else { return };
            at[k] += 1;
            p += sm;
            if at[k] < n {
                break;
            }
            p -= sm * n;
            at[k] = 0;
            k += 1;
        }
    }
}

/// The addresses that an array takes: the lowest, and the bytes from there.
fn hull(d: &Desc) -> (usize, usize) {
    let (mut low, mut high) = (d.base() as i64, d.base() as i64 + d.elem_len());
    for x in d.dims() {
        let far = x.sm * (x.extent - 1).max(0);
        low += far.min(0);
        high += far.max(0);
    }
    (low as usize, (high - low) as usize)
}

/// See the table.
///
/// # Safety
/// `dest` has room for `bytes`.
pub unsafe extern "C" fn frt_image_get(dest: *mut u8, addr: *const u8, bytes: i64, image: i64, remote: i32) {
    let w = world();
    let image = image_of(image);
    let Ok(n @ 1..) = usize::try_from(bytes) else { return };
    if image == w.me() {
        // SAFETY: an object of this image; the caller's promise.
        return unsafe { std::ptr::copy(addr, dest, n) };
    }
    let (window, offset) = w.place(image, addr as usize, n, remote != 0);
    // SAFETY: the caller's promise; the transfer ends here.
    unsafe { w.t.get(image, window, offset, dest, n) };
    w.t.complete_window(image, window);
}

/// See the table.
///
/// # Safety
/// `desc` is a descriptor, `dest` has room for its elements.
pub unsafe extern "C" fn frt_image_get_array(dest: *mut u8, desc: *const u8, image: i64, remote: i32) {
    let w = world();
    let image = image_of(image);
    // SAFETY: the caller's promise.
    let d = unsafe { Desc::new(desc) };
    let wanted = (d.count() * d.elem_len()) as usize;
    if wanted == 0 {
        return;
    }
    let (low, bytes) = hull(&d);
    let mut to = dest;
    let mut copy = |from: *const u8, n: usize| {
        // SAFETY: `dest` has room for all runs; `from` is an element's place.
        unsafe {
            std::ptr::copy(from, to, n);
            to = to.add(n);
        }
    };
    if image == w.me() {
        return runs(&d, |p, n| copy(std::ptr::with_exposed_provenance(p), n));
    }
    let (window, offset) = w.place(image, low, bytes, remote != 0);
    if bytes <= wanted.saturating_mul(SPARSE) {
        let mut all = vec![0u8; if bytes == wanted && d.is_contiguous() { 0 } else { bytes }];
        let buffer = if all.is_empty() { dest } else { all.as_mut_ptr() };
        // SAFETY: the buffer has room; the transfer ends here.
        unsafe { w.t.get(image, window, offset, buffer, bytes) };
        w.t.complete_window(image, window);
        if !all.is_empty() {
            runs(&d, |p, n| copy(all[p - low..].as_ptr(), n));
        }
        return;
    }
    let mut done = 0;
    runs(&d, |p, n| {
        // SAFETY: `dest` has room for all runs, and the transfers end below.
        unsafe { w.t.get(image, window, offset + (p - low), dest.add(done), n) };
        done += n;
    });
    w.t.complete_window(image, window);
}

/// The bytes of a value as a string of another length.
fn string(source: &[u8], bytes: usize, chr: i32) -> Vec<u8> {
    let mut out = source[..source.len().min(bytes)].to_vec();
    match chr {
        4 => out.extend([32, 0, 0, 0].repeat((bytes - out.len()) / 4)),
        _ => out.resize(bytes, b' '),
    }
    out
}

/// See the table.
///
/// # Safety
/// `source` has `source_bytes`.
pub unsafe extern "C" fn frt_image_put(
    addr: *mut u8,
    bytes: i64,
    image: i64,
    remote: i32,
    source: *const u8,
    source_bytes: i64,
    chr: i32,
) {
    let w = world();
    let image = image_of(image);
    let Ok(n @ 1..) = usize::try_from(bytes) else { return };
    // SAFETY: the caller's promise.
    let value = unsafe { std::slice::from_raw_parts(source, source_bytes.max(0) as usize) };
    let padded = (value.len() != n).then(|| string(value, n, chr));
    let value = padded.as_deref().unwrap_or(value);
    if image == w.me() {
        // SAFETY: an object of this image of `n` bytes.
        return unsafe { std::ptr::copy(value.as_ptr(), addr, n) };
    }
    let (window, offset) = w.place(image, addr as usize, n, remote != 0);
    // SAFETY: the value lies here until the transfer is complete.
    unsafe { w.t.put(image, window, offset, value.as_ptr(), n) };
    w.t.complete_window(image, window);
}

/// See the table.
///
/// # Safety
/// `desc` is a descriptor; `source` has its elements, or one.
pub unsafe extern "C" fn frt_image_put_array(
    desc: *const u8,
    image: i64,
    remote: i32,
    source: *const u8,
    source_bytes: i64,
    chr: i32,
    spread: i32,
) {
    let w = world();
    let image = image_of(image);
    // SAFETY: the caller's promise.
    let d = unsafe { Desc::new(desc) };
    let (count, one) = (d.count() as usize, d.elem_len() as usize);
    if count * one == 0 {
        return;
    }
    let have = source_bytes.max(0) as usize;
    // The elements as they are to lie there, one behind the other.
    let mut packed = vec![];
    if spread != 0 || have != one {
        packed.reserve(count * one);
        for k in 0..count {
            let at = if spread != 0 { 0 } else { k * have };
            // SAFETY: the caller's promise.
            let value = unsafe { std::slice::from_raw_parts(source.add(at), have) };
            if have == one { packed.extend_from_slice(value) } else { packed.extend(string(value, one, chr)) }
        }
    }
    let mut from = if packed.is_empty() { source } else { packed.as_ptr() };
    if image == w.me() {
        return runs(&d, |p, n| {
            // SAFETY: elements of this image, and as many bytes of the source.
            unsafe {
                std::ptr::copy(from, std::ptr::with_exposed_provenance_mut(p), n);
                from = from.add(n);
            }
        });
    }
    let (low, bytes) = hull(&d);
    let (window, offset) = w.place(image, low, bytes, remote != 0);
    runs(&d, |p, n| {
        // SAFETY: as above; the transfers end below.
        unsafe {
            w.t.put(image, window, offset + (p - low), from, n);
            from = from.add(n);
        }
    });
    w.t.complete_window(image, window);
}

/// See the table.
///
/// # Safety
/// `copy` has room for `bytes`.
pub unsafe extern "C" fn frt_image_box(copy: *mut u8, addr: *const u8, bytes: i64, image: i64, remote: i32) {
    // SAFETY: the caller's promise.
    unsafe { frt_image_get(copy, addr, bytes, image, remote) };
}

impl World {
    /// Shows `bytes` to the images of the current team; `f` gets the place of each in the order of their indices, and
    /// begins transfers.
    fn show(&self, bytes: &[u8], mut f: impl FnMut(usize, usize, usize)) -> Vec<usize> {
        let team = self.members();
        let taken = memory().take(bytes.len(), 1);
        let Some((at, _)) = taken else { fatal("no memory for a collective subroutine") };
        // SAFETY: the block has room.
        unsafe {
            std::ptr::copy_nonoverlapping(bytes.as_ptr(), std::ptr::with_exposed_provenance_mut(at), bytes.len());
        }
        in_order();
        let told = self.exchange(&team, [at as u64, bytes.len() as u64]);
        for (k, (&image, t)) in team.iter().zip(&told).enumerate() {
            f(k, image, t[0] as usize);
        }
        self.t.complete(None);
        self.wait_for(&team);
        memory().give(at);
        team
    }

    /// Begins to read what an image has shown.
    ///
    /// # Safety
    /// `dest` has room until the transfers are complete.
    unsafe fn read_shown(&self, image: usize, at: usize, dest: *mut u8, bytes: usize) {
        if bytes == 0 {
            return;
        }
        if image == self.me() {
            // SAFETY: the caller's promise; the block is this image's own.
            unsafe { std::ptr::copy(std::ptr::with_exposed_provenance::<u8>(at), dest, bytes) };
            return;
        }
        let (window, offset) = self.place(image, at, bytes, true);
        // SAFETY: the caller's promise.
        unsafe { self.t.get(image, window, offset, dest, bytes) };
    }
}

/// See the table.
///
/// # Safety
/// `source` has `bytes`, `dest` room for those of every image.
pub unsafe extern "C" fn frt_image_gather(dest: *mut u8, source: *const u8, bytes: i64) {
    let w = world();
    let n = bytes.max(0) as usize;
    // SAFETY: the caller's promise.
    let own = if n == 0 { &[][..] } else { unsafe { std::slice::from_raw_parts(source, n) } };
    w.show(own, |k, image, at| {
        // SAFETY: `dest` has room for all images.
        unsafe { w.read_shown(image, at, dest.add(k * n), n) }
    });
}

/// See the table.
///
/// # Safety
/// `desc` is a descriptor.
pub unsafe extern "C" fn frt_image_broadcast(desc: *const u8, index: i64) {
    let w = world();
    // SAFETY: the caller's promise.
    let d = unsafe { Desc::new(desc) };
    let members = w.members();
    let source = match usize::try_from(index - 1).ok().and_then(|i| members.get(i)) {
        Some(&i) => i,
        None => fatal(&format!("CO_BROADCAST: there is no image {index}")),
    };
    let mut bytes = vec![0u8; (d.count() * d.elem_len()) as usize];
    let mine = source == w.me();
    if mine {
        let mut at = 0;
        runs(&d, |p, n| {
            // SAFETY: elements of the array.
            let from = unsafe { std::slice::from_raw_parts(std::ptr::with_exposed_provenance(p), n) };
            bytes[at..at + n].copy_from_slice(from);
            at += n;
        });
    }
    let shown = if mine { bytes.clone() } else { vec![] };
    let (to, n) = (bytes.as_mut_ptr(), bytes.len());
    w.show(&shown, |_, image, at| {
        if image == source && !mine {
            // SAFETY: the buffer has room until `show` has completed the transfers.
            unsafe { w.read_shown(image, at, to, n) }
        }
    });
    if !mine {
        let mut at = 0;
        runs(&d, |p, n| {
            // SAFETY: elements of the array.
            unsafe { std::ptr::copy(bytes[at..].as_ptr(), std::ptr::with_exposed_provenance_mut(p), n) };
            at += n;
        });
    }
}
