//! The dynamic parts of the C library as inputs of a link, so that the result runs with older ones.
//!
//! A program needs the versions of functions that the linker found: those of the machine on which it was linked. The
//! GNU C library keeps the older versions of every function, but lets linkers see the newest one only. What is made
//! here is the same library with the newest version up to [`OLDEST`] visible, where there is one.
//! (ELF symbol versioning: Linux Standard Base 5.0, section 10.7.)

use object::LittleEndian as LE;
use object::elf::{FileHeader64, VERSYM_HIDDEN};
use object::read::elf::{FileHeader, Sym as _};
use rustc_hash::FxHashMap;

/// The version of the GNU C library with which executables run.
pub const OLDEST: (u32, u32) = (2, 28);

/// `GLIBC_2.14` as (2, 14); others are no numbers.
fn number(version: &[u8]) -> Option<(u32, u32)> {
    let text = std::str::from_utf8(version).ok()?.strip_prefix("GLIBC_")?;
    let mut parts = text.split('.').map(|p| p.parse::<u32>());
    Some((parts.next()?.ok()?, parts.next().map_or(Some(0), Result::ok)?))
}

/// What a linker sees of functions that older libraries do not have at all.
#[derive(Clone, Copy, PartialEq, Eq)]
#[allow(dead_code)] // each of the two that link uses one
pub enum Newer {
    /// Who calls them gets them, and needs a newer library.
    Shown,
    /// They are not there: weak references to them are resolved by the library that the program finds.
    Hidden,
}

/// Makes the older versions of the library's symbols those that a linker sees.
pub fn show_older(bytes: &mut [u8], newer: Newer) {
    for (at, entry) in changes(bytes, newer).unwrap_or_default() {
        if let Some(place) = bytes.get_mut(at..at + 2) {
            place.copy_from_slice(&entry.to_le_bytes());
        }
    }
}

/// One version of a symbol: its place in the tables, its entry among the versions, the version.
struct Definition {
    at: usize,
    entry: u16,
    version: Option<(u32, u32)>,
}

/// Which entries of the table of symbols' versions are to be changed: (place in the file, new entry).
fn changes(bytes: &[u8], newer: Newer) -> Option<Vec<(usize, u16)>> {
    let header = FileHeader64::<LE>::parse(bytes).ok()?;
    let sections = header.sections(LE, bytes).ok()?;
    let symbols = sections.symbols(LE, bytes, object::elf::SHT_DYNSYM).ok()?;
    let (versyms, _) = sections.gnu_versym(LE, bytes).ok()??;
    let versions = sections.versions(LE, bytes).ok()??;
    let table = versyms.as_ptr() as usize - bytes.as_ptr() as usize;
    let mut all: FxHashMap<&[u8], Vec<Definition>> = FxHashMap::default();
    for (index, symbol) in symbols.enumerate() {
        let Ok(name) = symbol.name(LE, symbols.strings()) else { continue };
        let Some(entry) = versyms.get(index.0).map(|v| v.0.get(LE)) else { continue };
        if symbol.is_undefined(LE) {
            continue;
        }
        let version = versions.version(versions.version_index(LE, index)).ok()?.and_then(|v| number(v.name()));
        all.entry(name).or_default().push(Definition { at: index.0, entry, version });
    }
    let mut out = vec![];
    for definitions in all.into_values() {
        let old = definitions.iter().filter(|d| d.version.is_some_and(|v| v <= OLDEST));
        let best = old.max_by_key(|d| d.version).map(|d| d.at);
        let versioned = definitions.iter().any(|d| d.version.is_some());
        if best.is_none() && (newer == Newer::Shown || !versioned) {
            continue;
        }
        for d in &definitions {
            let entry = if Some(d.at) == best { d.entry & !VERSYM_HIDDEN } else { d.entry | VERSYM_HIDDEN };
            if entry != d.entry {
                out.push((table + 2 * d.at, entry));
            }
        }
    }
    Some(out)
}
