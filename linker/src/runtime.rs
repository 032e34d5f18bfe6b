//! The runtime as files, for other linkers.

use crate::{Kind, MACHINE, Request, archive, link, part};
use ferrotran_abi::rt::Part;
use ferrotran_backend::LinkError;
use std::hash::Hasher;

/// What a program that another linker makes needs beside `-lferrotran`.
pub const LIBRARIES: &[&str] = &["m", "pthread", "dl", "c"];

/// A number that is another one for every other runtime.
pub fn runtime_mark() -> u64 {
    let mut h = rustc_hash::FxHasher::default();
    Part::ALL.into_iter().for_each(|p| h.write(part(p)));
    h.finish()
}

/// `libferrotran.a`: the whole runtime.
pub fn runtime_archive() -> Result<Vec<u8>, LinkError> {
    let mut members = vec![];
    for p in Part::ALL {
        members.extend(archive::read(part(p)).map_err(LinkError::text)?);
    }
    members.push(archive::Member { name: "cut.o".into(), data: stand_ins()? });
    Ok(archive::write(&members))
}

/// An object that defines what only dead code of the archive refers to: the built-in linker leaves such code out, others
/// want its symbols to be there. Nobody comes to the place that they name.
fn stand_ins() -> Result<Vec<u8>, LinkError> {
    const CUT: &str = include_str!(concat!(env!("OUT_DIR"), "/cut"));
    const TRAP: &[u8] = if cfg!(target_arch = "aarch64") { &[0x20, 0x00, 0x20, 0xd4] } else { &[0x0f, 0x0b] };
    let mut o = object::write::Object::new(object::BinaryFormat::Elf, MACHINE, object::Endianness::Little);
    let text = o.section_id(object::write::StandardSection::Text);
    let at = o.append_section_data(text, TRAP, 16);
    for name in CUT.lines() {
        o.add_symbol(object::write::Symbol {
            name: name.as_bytes().to_vec(),
            value: at,
            size: 0,
            kind: object::SymbolKind::Text,
            scope: object::SymbolScope::Linkage,
            weak: false,
            section: object::write::SymbolSection::Section(text),
            flags: object::SymbolFlags::None,
        });
    }
    o.add_section(vec![], b".note.GNU-stack".to_vec(), object::SectionKind::Metadata);
    o.write().map_err(|e| LinkError::text(e.to_string()))
}

/// `libferrotran.so`: the whole runtime as a dynamic library.
pub fn runtime_library() -> Result<Vec<u8>, LinkError> {
    link(&Request { kind: Kind::Shared, options: vec!["-soname=libferrotran.so".into()], ..Request::default() })
}
