//! Which procedure, file and line a machine instruction belongs to: the table that `-g` puts into objects.
//!
//! An object carries its table in the section [`SECTION`], which is loaded with the program; the linker puts the tables
//! of all objects one behind the other. A table is
//!
//! - its length in bytes, a multiple of 8, and the number of its functions (8 bytes each);
//! - for every function the distance of its code from these 8 bytes;
//! - numbers of variable length (LEB128) and texts (length and bytes): how many names, the names of files and
//!   procedures; for every function its size in bytes, how many rows, and the rows: distance from the row before, file,
//!   line (0: none), procedure plus one;
//! - zeros.

/// The section of an object that holds its table: a name of C, so that linkers say where it begins and ends.
pub const SECTION: &str = "ferrotran_lines";

/// Bytes of a number in the head of a table.
const WORD: usize = 8;

/// A stretch of instructions that begins at `at` and ends where the next one begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// Distance from the start of the function.
    pub at: u32,
    /// Number of the file's name.
    pub file: u32,
    /// Line; 0 where the instructions belong to none.
    pub line: u32,
    /// Number of the procedure's name.
    pub procedure: u32,
}

/// The code of one function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FunctionLines {
    /// Bytes of machine code.
    pub size: u32,
    /// In order.
    pub rows: Vec<Row>,
}

/// The table as bytes, with zeros for the distances of the functions, whose places are given (in order).
pub fn encode(names: &[String], functions: &[FunctionLines]) -> (Vec<u8>, Vec<usize>) {
    let places: Vec<usize> = (0..functions.len()).map(|i| (2 + i) * WORD).collect();
    let mut out = vec![0; (2 + functions.len()) * WORD];
    put(&mut out, names.len() as u64);
    for n in names {
        put(&mut out, n.len() as u64);
        out.extend_from_slice(n.as_bytes());
    }
    for f in functions {
        put(&mut out, u64::from(f.size));
        put(&mut out, f.rows.len() as u64);
        let mut at = 0;
        for r in &f.rows {
            put(&mut out, u64::from(r.at.wrapping_sub(at)));
            put(&mut out, u64::from(r.file));
            put(&mut out, u64::from(r.line));
            put(&mut out, u64::from(r.procedure) + 1);
            at = r.at;
        }
    }
    out.resize(out.len().next_multiple_of(WORD), 0);
    let len = out.len() as u64;
    out[..WORD].copy_from_slice(&len.to_le_bytes());
    out[WORD..2 * WORD].copy_from_slice(&(functions.len() as u64).to_le_bytes());
    (out, places)
}

/// What a code address belongs to by tables that lie one behind the other where the program was loaded: calls `tell`
/// with procedure, file and line (0 where there is none); false where no table has the address. It allocates nothing.
pub fn find(tables: &[u8], address: usize, tell: &mut dyn FnMut(&str, &str, u32)) -> bool {
    let mut rest = tables;
    while let Some(len) = word(rest, 0) {
        let Some((table, next)) =
            usize::try_from(len).ok().filter(|&n| n >= 2 * WORD).and_then(|n| rest.split_at_checked(n))
        else {
            return false;
        };
        if find_in(table, address, tell).unwrap_or(false) {
            return true;
        }
        rest = next;
    }
    false
}

fn find_in(table: &[u8], address: usize, tell: &mut dyn FnMut(&str, &str, u32)) -> Option<bool> {
    let count = usize::try_from(word(table, WORD)?).ok()?;
    let names = table.get(count.checked_add(2)?.checked_mul(WORD)?..)?;
    let mut r = names;
    for _ in 0..get(&mut r)? {
        text(&mut r)?;
    }
    for i in 0..count {
        let place = (2 + i) * WORD;
        let start = (table.as_ptr() as usize + place).wrapping_add(word(table, place)? as usize);
        let (size, rows) = (get(&mut r)?, get(&mut r)?);
        let offset = address.wrapping_sub(start) as u64;
        let inside = offset < size;
        let mut last = None;
        let mut at = 0;
        for _ in 0..rows {
            at += get(&mut r)?;
            let row = (get(&mut r)?, get(&mut r)?, get(&mut r)?);
            if inside && at <= offset {
                last = Some(row);
            }
        }
        if inside {
            let (file, line, procedure) = last?;
            tell(name(names, procedure.checked_sub(1)?)?, name(names, file)?, line as u32);
            return Some(true);
        }
    }
    Some(false)
}

fn name(mut names: &[u8], number: u64) -> Option<&str> {
    let count = get(&mut names)?;
    for i in 0..count {
        let n = text(&mut names)?;
        if i == number {
            return std::str::from_utf8(n).ok();
        }
    }
    None
}

fn word(bytes: &[u8], at: usize) -> Option<u64> {
    Some(u64::from_le_bytes(bytes.get(at..)?.first_chunk().copied()?))
}

/// LEB128.
fn put(out: &mut Vec<u8>, mut n: u64) {
    while n >= 0x80 {
        out.push(n as u8 | 0x80);
        n >>= 7;
    }
    out.push(n as u8);
}

fn get(r: &mut &[u8]) -> Option<u64> {
    let (mut n, mut shift) = (0u64, 0);
    loop {
        let (&b, rest) = r.split_first()?;
        *r = rest;
        n |= u64::from(b & 0x7f).checked_shl(shift)?;
        if b < 0x80 {
            return Some(n);
        }
        shift += 7;
    }
}

fn text<'a>(r: &mut &'a [u8]) -> Option<&'a [u8]> {
    let n = get(r)?;
    let (s, rest) = r.split_at_checked(usize::try_from(n).ok()?)?;
    *r = rest;
    Some(s)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_found_in_tables_of_several_objects() {
        let names = ["a.f90".to_string(), "sub_".to_string()];
        let row = |at, line| Row { at, file: 0, line, procedure: 1 };
        let f = FunctionLines { size: 400, rows: vec![row(0, 3), row(300, 4)] };
        let (first, _) = encode(&names, &[]);
        let (second, places) = encode(&names, &[f.clone(), f]);
        let mut all = first.clone();
        all.extend_from_slice(&second);
        let place = |i: usize| first.len() + places[i];
        let starts = [all.as_ptr() as usize + 0x10000, all.as_ptr() as usize + 0x20000];
        for i in 0..2 {
            let distance = starts[i] - (all.as_ptr() as usize + place(i));
            all[place(i)..place(i) + 8].copy_from_slice(&(distance as u64).to_le_bytes());
        }
        let line = |address: usize| {
            let mut found = None;
            find(&all, address, &mut |p, f, l| found = Some((p.to_string(), f.to_string(), l)));
            found
        };
        let place = |l| Some(("sub_".to_string(), "a.f90".to_string(), l));
        assert_eq!(line(starts[0]), place(3));
        assert_eq!(line(starts[1] + 399), place(4));
        assert_eq!(line(starts[1] + 400), None);
        assert_eq!(line(starts[0] - 1), None);
    }
}
