//! Objects of derived type in the data environment. Descriptors of components are the host's: kernels get what they need of
//! them with their arguments, and no copy changes one. What allocatable components hold is mapped with its object.

use super::section::Section;
use crate::desc::{Desc, size};
use ferrotran_abi::typedesc::{AddressDesc, ComponentDesc, KIND_CLASS, KIND_PARENT, TypeDesc};
use rustc_hash::FxHashMap;
use std::ops::Range;
use std::sync::{LazyLock, Mutex, PoisonError};

/// The type of elements; null where they hold no addresses.
pub type Ty = *const TypeDesc;

/// A list of a type descriptor.
///
/// # Safety
/// `p` is the address of `n` structures that live as long as the program, where `n` is not 0.
unsafe fn list<T>(p: *const T, n: i64) -> &'static [T] {
    // SAFETY: the caller's promise.
    if n <= 0 || p.is_null() { &[] } else { unsafe { std::slice::from_raw_parts(p, n as usize) } }
}

/// Which bytes of the elements of an array are addresses of the host.
#[derive(Debug)]
pub struct Addresses {
    /// Where an element begins.
    base: u64,
    /// From one element to the next.
    period: u64,
    /// Offsets in an element, in order.
    holes: Vec<Range<u64>>,
}

impl Addresses {
    /// Those of a section; `None` where there are none.
    ///
    /// # Safety
    /// `ty` is null or a type descriptor.
    pub unsafe fn of(section: &Section, ty: Ty) -> Option<Addresses> {
        let mut holes = Vec::new();
        // SAFETY: the caller's promise.
        unsafe { gather(ty, 0, &mut holes) };
        if holes.is_empty() {
            return None;
        }
        holes.sort_unstable_by_key(|h| h.start);
        let strides = section.dims().iter().filter(|d| d.0 > 1).map(|d| d.1.unsigned_abs());
        let period = strides.fold(0, gcd).max(section.elem);
        Some(Addresses { base: section.base, period, holes })
    }

    /// Calls `f` for the parts of a range of memory that hold no addresses.
    pub fn between(&self, range: Range<u64>, f: &mut dyn FnMut(Range<u64>)) {
        let mut at = range.start;
        while at < range.end {
            let inside = (at.wrapping_sub(self.base) as i64).rem_euclid(self.period as i64) as u64;
            let next = self.holes.iter().find(|h| h.end > inside);
            if let Some(h) = next.filter(|h| h.start <= inside) {
                at += h.end - inside;
                continue;
            }
            let end = range.end.min(at + next.map_or(self.period, |h| h.start) - inside);
            f(at..end);
            at = end;
        }
    }
}

fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// # Safety
/// As [`Addresses::of`].
unsafe fn gather(ty: Ty, at: i64, holes: &mut Vec<Range<u64>>) {
    if ty.is_null() {
        return;
    }
    // SAFETY: a type descriptor with its lists.
    let all: &[AddressDesc] = unsafe { list((*ty).addresses, (*ty).address_count) };
    for a in all {
        for i in 0..a.count {
            let start = at + a.offset + i * a.bytes;
            if a.ty.is_null() {
                holes.push(start as u64..(start + a.bytes) as u64);
            } else {
                // SAFETY: so is the type of what lies in the object.
                unsafe { gather(a.ty, start, holes) };
            }
        }
    }
}

/// What the allocatable components of the elements of a section hold, not those of what they hold, and how they are called
/// where the section is that of a variable of that name.
///
/// # Safety
/// `ty` is null or a type descriptor, the elements are objects of that type or an extension.
pub unsafe fn components(section: &Section, ty: Ty, name: &str) -> Vec<(Section, Ty, &'static str)> {
    let mut out = Vec::new();
    // SAFETY: the caller's promise.
    unsafe {
        if !ty.is_null() && (*ty).component_count != 0 {
            let mut names = NAMES.lock().unwrap_or_else(PoisonError::into_inner);
            let of = names.whole(name);
            section.each(|p| parts(p as *const u8, ty, of, &mut names, &mut out));
        }
    }
    out
}

/// How variables and their components are called.
#[derive(Default)]
struct Names {
    /// Variables.
    wholes: FxHashMap<String, &'static str>,
    /// Components, by the addresses of the names of object and component.
    parts: FxHashMap<(usize, usize), &'static str>,
}

static NAMES: LazyLock<Mutex<Names>> = LazyLock::new(Mutex::default);

impl Names {
    fn whole(&mut self, name: &str) -> &'static str {
        if let Some(known) = self.wholes.get(name) {
            return known;
        }
        let kept: &'static str = Box::leak(name.into());
        self.wholes.insert(name.into(), kept);
        kept
    }

    fn part(&mut self, of: &'static str, component: &'static [u8]) -> &'static str {
        let key = (of.as_ptr() as usize, component.as_ptr() as usize);
        if let Some(known) = self.parts.get(&key) {
            return known;
        }
        let component = String::from_utf8_lossy(component);
        // What holds components of its own type goes as deep as it likes.
        let repeats = of.matches('%').count() >= DEEPEST;
        let name: &'static str = if repeats { of } else { Box::leak(format!("{of}%{component}").into()) };
        self.parts.insert(key, name);
        name
    }
}

/// Components in components that names tell.
const DEEPEST: usize = 16;

/// # Safety
/// `p` is an object of that type.
unsafe fn parts(p: *const u8, ty: Ty, of: &'static str, names: &mut Names, out: &mut Vec<(Section, Ty, &'static str)>) {
    // SAFETY: the caller's promise; the components lie in the object, their descriptors are well formed.
    unsafe {
        let all: &[ComponentDesc] = list((*ty).components, (*ty).component_count);
        for c in all {
            let at = p.add(c.offset as usize);
            if c.kind <= KIND_PARENT {
                let count: i64 = list(c.extents, c.rank.into()).iter().map(|n| (*n).max(0)).product();
                let of = if c.kind == KIND_PARENT { of } else { names.part(of, list(c.name, c.name_len)) };
                for i in 0..count {
                    parts(at.add((i * (*c.ty).size) as usize), c.ty, of, names, out);
                }
                continue;
            }
            let mut held = c.ty;
            if c.kind == KIND_CLASS {
                let dynamic = at.add(size(Desc::new(at).rank())).cast::<Ty>().read_unaligned();
                held = if dynamic.is_null() { held } else { dynamic };
            }
            let section = Section::read(at);
            if !section.is_empty() {
                out.push((section, held, names.part(of, list(c.name, c.name_len))));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn holes_repeat() {
        let a = Addresses { base: 1000, period: 40, holes: vec![8..24, 32..40] };
        let pieces = |range| {
            let mut out = Vec::new();
            a.between(range, &mut |r| out.push((r.start, r.end)));
            out
        };
        assert_eq!(pieces(1000..1080), [(1000, 1008), (1024, 1032), (1040, 1048), (1064, 1072)]);
        assert_eq!(pieces(1004..1006), [(1004, 1006)]);
        assert_eq!(pieces(1010..1020), []);
        // Elements in front of the base: its strides may be negative.
        assert_eq!(pieces(960..1001), [(960, 968), (984, 992), (1000, 1001)]);
    }
}
