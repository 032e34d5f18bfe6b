//! The container: gzip (RFC 1952).

/// The most bytes that the text of a module may have.
const LIMIT: usize = 256 << 20;

/// The contents of a gzip file of one member.
pub(crate) fn unpack(bytes: &[u8]) -> Result<Vec<u8>, String> {
    let cut = || "ends within the header of gzip".to_string();
    let &[_, _, method, flags, ..] = bytes else { return Err(cut()) };
    if method != 8 || flags & 0xe0 != 0 {
        return Err("is compressed in an unknown way".into());
    }
    let mut at = 10;
    if flags & 4 != 0 {
        let n = bytes.get(at..at + 2).ok_or_else(cut)?;
        at += 2 + usize::from(u16::from_le_bytes([n[0], n[1]]));
    }
    for text in [8, 16] {
        if flags & text != 0 {
            let rest = bytes.get(at..).ok_or_else(cut)?;
            at += 1 + rest.iter().position(|b| *b == 0).ok_or_else(cut)?;
        }
    }
    if flags & 2 != 0 {
        at += 2;
    }
    let body = bytes.get(at..).ok_or_else(cut)?;
    miniz_oxide::inflate::decompress_to_vec_with_limit(body, LIMIT).map_err(|e| match e.status {
        miniz_oxide::inflate::TINFLStatus::HasMoreOutput => format!("has more than {} MiB of text", LIMIT >> 20),
        _ => "is damaged: its compressed data make no sense".to_string(),
    })
}
