//! Reading and writing archives in the format of GNU `ar`: a table of symbols, long names in a member of their own.

use object::read::archive::ArchiveFile;
use object::read::{Object, ObjectSymbol};

/// A member: its name and its bytes.
pub struct Member {
    pub name: String,
    pub data: Vec<u8>,
}

/// The members of an archive.
pub fn read(bytes: &[u8]) -> Result<Vec<Member>, String> {
    let bad = |e: object::read::Error| format!("the runtime's archive cannot be read: {e}");
    let mut out = vec![];
    for m in ArchiveFile::parse(bytes).map_err(bad)?.members() {
        let m = m.map_err(bad)?;
        let name = String::from_utf8_lossy(m.name()).into_owned();
        out.push(Member { name, data: m.data(bytes).map_err(bad)?.to_vec() });
    }
    Ok(out)
}

/// The archive of these members.
pub fn write(members: &[Member]) -> Vec<u8> {
    const MAGIC: &[u8] = b"!<arch>\n";
    const HEADER: usize = 60;
    let mut names = String::new();
    let places: Vec<usize> = members
        .iter()
        .map(|m| {
            let at = names.len();
            names.push_str(&m.name);
            names.push_str("/\n");
            at
        })
        .collect();
    let symbols: Vec<Vec<String>> = members.iter().map(|m| definitions(&m.data)).collect();
    let table = 4 + symbols.iter().flatten().map(|s| 4 + s.len() + 1).sum::<usize>();
    let even = |n: usize| n.next_multiple_of(2);
    let mut at = MAGIC.len() + HEADER + even(table) + HEADER + even(names.len());
    let mut index = (symbols.iter().flatten().count() as u32).to_be_bytes().to_vec();
    let mut texts = vec![];
    for (m, symbols) in members.iter().zip(&symbols) {
        for s in symbols {
            index.extend_from_slice(&(at as u32).to_be_bytes());
            texts.extend_from_slice(s.as_bytes());
            texts.push(0);
        }
        at += HEADER + even(m.data.len());
    }
    index.extend_from_slice(&texts);
    let mut out = MAGIC.to_vec();
    let mut member = |name: &str, data: &[u8]| {
        out.extend_from_slice(format!("{name:<16}{:<12}{:<6}{:<6}{:<8}{:<10}`\n", 0, 0, 0, 644, data.len()).as_bytes());
        out.extend_from_slice(data);
        out.resize(even(out.len()), b'\n');
    };
    member("/", &index);
    member("//", names.as_bytes());
    for (m, place) in members.iter().zip(places) {
        member(&format!("/{place}"), &m.data);
    }
    out
}

/// The global symbols that an object defines.
fn definitions(data: &[u8]) -> Vec<String> {
    let Ok(o) = object::File::parse(data) else { return vec![] };
    let defined = o.symbols().filter(|s| s.is_global() && s.is_definition());
    defined.filter_map(|s| s.name().ok().map(str::to_string)).collect()
}
