//! COMMON blocks that a dynamic library defines.
//!
//! A symbol without a value (a COMMON block) of an object is a definition for the linker, which would serve the library,
//! too, and the library's values would be lost. Other linkers let the library's definition stand: the symbol becomes one
//! that is defined elsewhere. (MPI libraries tell MPI_IN_PLACE and others by the addresses of such blocks.)

use crate::Input;
use object::LittleEndian as LE;
use object::elf::{FileHeader64, SHN_COMMON, SHT_SYMTAB, Sym64};
use object::read::archive::ArchiveFile;
use object::read::elf::FileHeader;
use object::read::{Object, ObjectSymbol, ReadCache};
use rustc_hash::FxHashSet;
use std::fs::File;

/// The symbols that dynamic libraries among the inputs define.
pub(super) fn of_libraries(inputs: &[Input]) -> FxHashSet<Vec<u8>> {
    let mut out = FxHashSet::default();
    for i in inputs {
        let Input::File(path) = i else { continue };
        let Ok(cache) = File::open(path).map(ReadCache::new) else { continue };
        let Ok(o) = object::File::parse(&cache) else { continue };
        if o.kind() == object::ObjectKind::Dynamic {
            let defined = o.dynamic_symbols().filter(|s| s.is_definition() && s.kind() == object::SymbolKind::Data);
            out.extend(defined.filter_map(|s| s.name_bytes().ok().map(<[u8]>::to_vec)));
        }
    }
    out
}

/// An input whose COMMON blocks of these names are defined elsewhere; none where it has no such block.
pub(super) fn of_others(input: &Input, names: &FxHashSet<Vec<u8>>) -> Option<Vec<u8>> {
    if names.is_empty() {
        return None;
    }
    let bytes = input.bytes()?;
    let mut places = vec![];
    for m in objects(&bytes) {
        let found = symbols(&bytes[m.clone()], names).unwrap_or_default();
        places.extend(found.into_iter().map(|p| p + m.start));
    }
    if places.is_empty() {
        return None;
    }
    let mut out = bytes.into_owned();
    for p in places {
        // Section number and value of the symbol.
        out.get_mut(p + 6..p + 16)?.fill(0);
    }
    Some(out)
}

/// Where the objects of a file stand in it: the file, or the members of an archive.
pub(super) fn objects(bytes: &[u8]) -> Vec<std::ops::Range<usize>> {
    match ArchiveFile::parse(bytes) {
        Ok(archive) => archive
            .members()
            .flatten()
            .filter(|m| !m.is_thin())
            .map(|m| m.file_range())
            .map(|(at, size)| at as usize..(at + size) as usize)
            .filter(|r| r.end <= bytes.len())
            .collect(),
        Err(_) => std::iter::once(0..bytes.len()).collect(),
    }
}

/// Where the symbols of such COMMON blocks stand in an object.
fn symbols(data: &[u8], names: &FxHashSet<Vec<u8>>) -> Option<Vec<usize>> {
    let header = FileHeader64::<LE>::parse(data).ok()?;
    if header.e_type.get(LE) != object::elf::ET_REL {
        return None;
    }
    let table = header.sections(LE, data).ok()?.symbols(LE, data, SHT_SYMTAB).ok()?;
    let mut out = vec![];
    for s in table.iter() {
        let s: &Sym64<LE> = s;
        let name = table.strings().get(s.st_name.get(LE)).unwrap_or_default();
        if s.st_shndx.get(LE) == SHN_COMMON && names.contains(name) {
            out.push(s as *const Sym64<LE> as usize - data.as_ptr() as usize);
        }
    }
    Some(out)
}
