//! Objects without what is for debuggers, and without the intermediate code that the standard library carries.
//!
//! Sections keep their numbers: what goes becomes an empty entry of the table of sections, so that nothing that refers
//! to others by number changes. (System V ABI, chapter 4, Object Files.)

use object::elf;

const SECTION: usize = 64;
const SYMBOL: usize = 24;

/// Where numbers stand in the headers.
mod field {
    pub const SECTIONS_AT: usize = 0x28;
    pub const SECTION_COUNT: usize = 0x3c;
    pub const NAMES: usize = 0x3e;
    /// In an entry of the table of sections.
    pub const TYPE: usize = 4;
    pub const AT: usize = 24;
    pub const SIZE: usize = 32;
    pub const INFO: usize = 44;
    pub const ALIGN: usize = 48;
    /// In a symbol.
    pub const SYMBOL_SECTION: usize = 6;
}

fn number(data: &[u8], at: usize, bytes: usize) -> Option<usize> {
    let mut out = [0u8; 8];
    out[..bytes].copy_from_slice(data.get(at..at + bytes)?);
    usize::try_from(u64::from_le_bytes(out)).ok()
}

fn put(data: &mut [u8], at: usize, bytes: usize, value: usize) -> Option<()> {
    data.get_mut(at..at + bytes)?.copy_from_slice(&(value as u64).to_le_bytes()[..bytes]);
    Some(())
}

/// The object without its sections for debuggers; none where it is of an unknown form.
pub fn without_debugging(data: &[u8]) -> Option<Vec<u8>> {
    if !data.starts_with(&[0x7f, b'E', b'L', b'F', 2, 1]) {
        return None;
    }
    let table = number(data, field::SECTIONS_AT, 8)?;
    let count = number(data, field::SECTION_COUNT, 2)?;
    let mut headers: Vec<Vec<u8>> = (0..count)
        .map(|i| data.get(table + i * SECTION..table + (i + 1) * SECTION).map(<[u8]>::to_vec))
        .collect::<Option<_>>()?;
    let names_at = number(headers.get(number(data, field::NAMES, 2)?)?, field::AT, 8)?;
    let goes: Vec<bool> = headers
        .iter()
        .map(|h| {
            let name = data.get(names_at + number(h, 0, 4)?..)?;
            let name = name.strip_prefix(b".rela").unwrap_or(name);
            Some([&b".debug"[..], b".comment\0", b".llvm"].iter().any(|n| name.starts_with(n)))
        })
        .collect::<Option<_>>()?;
    let mut out = data.get(..64)?.to_vec();
    for (i, h) in headers.iter_mut().enumerate() {
        if goes[i] {
            h.fill(0);
            continue;
        }
        let kind = number(h, field::TYPE, 4)? as u32;
        let (at, size) = (number(h, field::AT, 8)?, number(h, field::SIZE, 8)?);
        if kind == elf::SHT_NULL {
            continue;
        }
        out.resize(out.len().next_multiple_of(number(h, field::ALIGN, 8)?.max(1)), 0);
        put(h, field::AT, 8, out.len())?;
        if kind == elf::SHT_NOBITS {
            continue;
        }
        let start = out.len();
        out.extend_from_slice(data.get(at..at + size)?);
        if kind == elf::SHT_SYMTAB {
            for s in out[start..].chunks_exact_mut(SYMBOL) {
                let section = number(s, field::SYMBOL_SECTION, 2)?;
                if goes.get(section) == Some(&true) {
                    // A symbol of a section that went: nothing refers to it.
                    put(s, field::SYMBOL_SECTION, 2, usize::from(elf::SHN_ABS))?;
                    s[4] = 0;
                }
            }
        }
        if kind == elf::SHT_RELA && goes.get(number(h, field::INFO, 4)?) == Some(&true) {
            return None;
        }
    }
    out.resize(out.len().next_multiple_of(8), 0);
    let at = out.len();
    put(&mut out, field::SECTIONS_AT, 8, at)?;
    headers.iter().for_each(|h| out.extend_from_slice(h));
    Some(out)
}
