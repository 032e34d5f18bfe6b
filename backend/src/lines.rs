//! Which procedure, file and line a machine instruction belongs to: the table that `-g` puts into objects and images.
//!
//! An object carries its table in the section [`LINES_SECTION`]: places are distances from the start of a function,
//! which is named by its symbol. The linker merges the tables into one of an image, where places are distances from
//! the image's base and functions have no names of their own.

use rustc_hash::FxHashMap;

/// The section of an object that holds its table.
pub const LINES_SECTION: &str = ".ferrotran.lines";

/// A stretch of instructions that begins at `at` and ends where the next one begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// Distance from the start of the function, or from the base of the image.
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
    /// Its symbol.
    pub symbol: String,
    /// Bytes of machine code.
    pub size: u32,
    /// In order.
    pub rows: Vec<Row>,
}

/// A table. In an image there is one function that holds all rows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LineTable {
    /// Names of files and procedures.
    pub names: Vec<String>,
    /// The functions.
    pub functions: Vec<FunctionLines>,
    index: FxHashMap<String, u32>,
}

impl LineTable {
    /// The number of a name.
    pub fn name(&mut self, name: &str) -> u32 {
        if let Some(&i) = self.index.get(name) {
            return i;
        }
        let i = self.names.len() as u32;
        self.names.push(name.to_string());
        self.index.insert(name.to_string(), i);
        i
    }

    /// Takes the rows of another table over, as those of code that lies at these places of the image.
    pub fn merge(&mut self, other: &LineTable, place: impl Fn(&str) -> Option<u64>) {
        let numbers: Vec<u32> = other.names.iter().map(|n| self.name(n)).collect();
        let number = |i: u32| numbers.get(i as usize).copied().unwrap_or(0);
        if self.functions.is_empty() {
            self.functions.push(FunctionLines { symbol: String::new(), size: 0, rows: vec![] });
        }
        for f in &other.functions {
            let Some(base) = place(&f.symbol).and_then(|p| u32::try_from(p).ok()) else { continue };
            let rows = &mut self.functions[0].rows;
            rows.extend(f.rows.iter().map(|r| Row {
                at: base + r.at,
                file: number(r.file),
                line: r.line,
                procedure: number(r.procedure),
            }));
            // What follows the function belongs to nothing until another one begins.
            rows.push(Row { at: base + f.size, file: 0, line: 0, procedure: u32::MAX });
        }
    }

    /// Orders the rows of an image.
    pub fn finish(&mut self) {
        for f in &mut self.functions {
            // The end of one function may be the start of the next, which counts.
            f.rows.sort_by_key(|r| (r.at, r.procedure != u32::MAX));
        }
    }

    /// The table as bytes.
    pub fn encode(&self) -> Vec<u8> {
        let mut out = vec![];
        put(&mut out, self.names.len() as u64);
        for n in &self.names {
            put_str(&mut out, n);
        }
        put(&mut out, self.functions.len() as u64);
        for f in &self.functions {
            put_str(&mut out, &f.symbol);
            put(&mut out, u64::from(f.size));
            put(&mut out, f.rows.len() as u64);
            let mut at = 0;
            for r in &f.rows {
                put(&mut out, u64::from(r.at.wrapping_sub(at)));
                put(&mut out, u64::from(r.file));
                put(&mut out, u64::from(r.line));
                put(&mut out, u64::from(r.procedure.wrapping_add(1)));
                at = r.at;
            }
        }
        out
    }

    /// The table that [`LineTable::encode`] wrote; none where the bytes are not one.
    pub fn decode(bytes: &[u8]) -> Option<LineTable> {
        let mut r = bytes;
        let mut t = LineTable::default();
        for _ in 0..count(&mut r)? {
            let n = string(&mut r)?;
            t.index.insert(n.clone(), t.names.len() as u32);
            t.names.push(n);
        }
        for _ in 0..count(&mut r)? {
            let symbol = string(&mut r)?;
            let size = get(&mut r)? as u32;
            let mut rows = vec![];
            let mut at = 0u32;
            for _ in 0..count(&mut r)? {
                at = at.wrapping_add(get(&mut r)? as u32);
                let (file, line) = (get(&mut r)? as u32, get(&mut r)? as u32);
                rows.push(Row { at, file, line, procedure: (get(&mut r)? as u32).wrapping_sub(1) });
            }
            t.functions.push(FunctionLines { symbol, size, rows });
        }
        Some(t)
    }

    /// What an offset of the image belongs to: procedure, file and line (0 where there is none).
    pub fn find(&self, offset: u64) -> Option<(&str, &str, u32)> {
        let rows = &self.functions.first()?.rows;
        let i = rows.partition_point(|r| u64::from(r.at) <= offset).checked_sub(1)?;
        let r = rows[i];
        let name = |i: u32| self.names.get(i as usize).map(String::as_str);
        Some((name(r.procedure)?, name(r.file).unwrap_or_default(), r.line))
    }
}

/// LEB128.
fn put(out: &mut Vec<u8>, mut n: u64) {
    while n >= 0x80 {
        out.push(n as u8 | 0x80);
        n >>= 7;
    }
    out.push(n as u8);
}

fn put_str(out: &mut Vec<u8>, s: &str) {
    put(out, s.len() as u64);
    out.extend_from_slice(s.as_bytes());
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

/// A number of things that each take a byte at least.
fn count(r: &mut &[u8]) -> Option<u64> {
    let n = get(r)?;
    (n <= r.len() as u64).then_some(n)
}

fn string(r: &mut &[u8]) -> Option<String> {
    let n = count(r)? as usize;
    let (s, rest) = r.split_at(n);
    *r = rest;
    String::from_utf8(s.to_vec()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_of_objects_become_one() {
        let mut object = LineTable::default();
        let (file, p) = (object.name("a.f90"), object.name("sub_"));
        let rows = vec![Row { at: 0, file, line: 3, procedure: p }, Row { at: 300, file, line: 4, procedure: p }];
        object.functions.push(FunctionLines { symbol: "sub_".into(), size: 400, rows });
        let object = LineTable::decode(&object.encode()).expect("it was encoded");
        let mut image = LineTable::default();
        image.merge(&object, |s| (s == "sub_").then_some(0x1000));
        image.finish();
        let image = LineTable::decode(&image.encode()).expect("it was encoded");
        let line = |at| image.find(at);
        assert_eq!(line(0x1000), Some(("sub_", "a.f90", 3)));
        assert_eq!(line(0x1000 + 399), Some(("sub_", "a.f90", 4)));
        assert_eq!(line(0x1000 + 400), None);
        assert_eq!(line(0xfff), None);
    }
}
