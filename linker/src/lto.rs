//! Objects with intermediate code of gcc (`-flto`). Those that have machine code, too (`-ffat-lto-objects`), are linked as
//! if they had nothing else.

use crate::Input;
use crate::commons::objects;
use ferrotran_backend::LinkError;
use object::LittleEndian as LE;
use object::elf::FileHeader64;
use object::read::elf::{FileHeader, SectionHeader};
use object::read::{Object, ObjectSymbol};

/// How names of sections with intermediate code begin.
const PREFIX: &[u8] = b".gnu.lto_";

/// The symbol of objects that have nothing else.
const SLIM: &str = "__gnu_lto_slim";

/// The input with sections that the linker does not take for intermediate code, and passes over; none where it has none.
/// An error where it has no machine code.
pub(super) fn without(input: &Input) -> Result<Option<Input>, LinkError> {
    let Some(bytes) = input.bytes() else { return Ok(None) };
    let mut places = vec![];
    for m in objects(&bytes) {
        let data = &bytes[m.clone()];
        let found = names(data).unwrap_or_default();
        let slim = || object::File::parse(data).is_ok_and(|o| o.symbols().any(|s| s.name() == Ok(SLIM)));
        if !found.is_empty() && slim() {
            return Err(LinkError::text(format!(
                "{} has only intermediate code of its compiler: compile it with -ffat-lto-objects or without -flto",
                input.name()
            )));
        }
        places.extend(found.into_iter().map(|p| p + m.start));
    }
    if places.is_empty() {
        return Ok(None);
    }
    let mut bytes = bytes.into_owned();
    for p in places {
        bytes[p + PREFIX.len() - 1] = b'-';
    }
    Ok(Some(Input::Bytes(input.name(), bytes)))
}

/// Where the names of such sections stand in an object.
fn names(data: &[u8]) -> Option<Vec<usize>> {
    let header = FileHeader64::<LE>::parse(data).ok()?;
    let sections = header.section_headers(LE, data).ok()?;
    let (start, size) = sections.get(usize::from(header.shstrndx(LE, data).ok()? as u16))?.file_range(LE)?;
    let mut out = vec![];
    for s in sections {
        let at = start as usize + s.sh_name.get(LE) as usize;
        if at < (start + size) as usize && data.get(at..).is_some_and(|d| d.starts_with(PREFIX)) {
            out.push(at);
        }
    }
    Some(out)
}
