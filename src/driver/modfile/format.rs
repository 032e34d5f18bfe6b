//! The bytes of a module file: lines of text, the last of them a checksum of all before.

use super::{Dialect, Hash, Line, ModuleFile};
use ferrotran_source::LineKind;

/// First line of every module file, up to the number of the format.
const MAGIC: &[u8] = b"ferrotran module file, format ";
/// The format that this version writes and reads.
const FORMAT: &str = "2";
/// Lines of a source file that are believed.
const MAX_LINE: u32 = 1 << 24;

/// Why a module file is not usable: a phrase that follows the file's name.
pub(super) type Bad = String;

impl ModuleFile {
    /// The bytes of the file.
    pub(super) fn encode(&self) -> Vec<u8> {
        let mut out = MAGIC.to_vec();
        let mut line = |text: String| {
            out.extend_from_slice(text.as_bytes());
            out.push(b'\n');
        };
        line(FORMAT.into());
        line(format!("compiler {}", env!("CARGO_PKG_VERSION")));
        line(format!("module {}", self.key));
        line(format!("source {}", self.source));
        let [i, r, l, d] = self.kinds;
        line(format!("kinds {i} {r} {l} {d}"));
        line(format!("dialect {}", self.dialect.letters()));
        line(format!("interface {:016x}", self.interface));
        line(format!("uses {}", self.uses.len()));
        for (n, h) in &self.uses {
            line(format!("{h:016x} {n}"));
        }
        line(format!("files {}", self.files.len()));
        for f in &self.files {
            line(f.clone());
        }
        line(format!("lines {}", self.lines.len()));
        for l in &self.lines {
            let kind = match (l.kind, l.fixed) {
                (LineKind::Statement, false) => 's',
                (LineKind::Statement, true) => 'S',
                (LineKind::Omp, false) => 'o',
                (LineKind::Omp, true) => 'O',
            };
            out.extend_from_slice(format!("{} {} {kind} {}\n", l.file, l.number, l.text.len()).as_bytes());
            out.extend_from_slice(&l.text);
            out.push(b'\n');
        }
        let sum = Hash::of(&out);
        out.extend_from_slice(format!("end {sum:016x}\n").as_bytes());
        out
    }

    /// Reads the bytes of a file.
    pub(super) fn decode(bytes: &[u8]) -> Result<ModuleFile, Bad> {
        if bytes.starts_with(&[0x1f, 0x8b]) || bytes.starts_with(b"GFORTRAN module") {
            return Err("was written by gfortran; compile its source again".into());
        }
        if bytes.starts_with(b"!mod$") {
            return Err("was written by flang; compile its source again".into());
        }
        let Some(rest) = bytes.strip_prefix(MAGIC) else { return Err("is not a module file of ferrotran".into()) };
        let format = rest.split(|b| *b == b'\n').next().unwrap_or_default();
        if format != FORMAT.as_bytes() {
            let format = String::from_utf8_lossy(&format[..format.len().min(20)]).into_owned();
            return Err(format!("has format {format} where this version reads {FORMAT}; compile its source again"));
        }
        let mut r = Reader { bytes: rest, at: FORMAT.len() + 1 };
        let version = r.field("compiler").unwrap_or_default();
        if version != env!("CARGO_PKG_VERSION") && !version.is_empty() {
            return Err(format!("was written by ferrotran {version}; compile its source again"));
        }
        let corrupt = || "is damaged; compile its source again".to_string();
        // The checksum first: nothing else of a damaged file is believed.
        let tail = "end 0123456789abcdef\n".len();
        let (body, end) = bytes.split_at_checked(bytes.len().wrapping_sub(tail)).ok_or_else(corrupt)?;
        if end != format!("end {:016x}\n", Hash::of(body)).as_bytes() {
            return Err(corrupt());
        }
        r.parse().ok_or_else(corrupt)
    }
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    fn line(&mut self) -> Option<&'a str> {
        let rest = self.bytes.get(self.at..)?;
        let n = rest.iter().position(|b| *b == b'\n')?;
        self.at += n + 1;
        std::str::from_utf8(&rest[..n]).ok()
    }

    fn field(&mut self, name: &str) -> Option<&'a str> {
        self.line()?.strip_prefix(name)?.strip_prefix(' ')
    }

    fn count(&mut self, name: &str) -> Option<usize> {
        // Every counted thing takes a byte at least.
        self.field(name)?.parse().ok().filter(|n| *n <= self.bytes.len())
    }

    fn parse(&mut self) -> Option<ModuleFile> {
        let key = self.field("module")?.to_string();
        let source = self.field("source")?.to_string();
        let kinds: Vec<u8> = self.field("kinds")?.split(' ').filter_map(|k| k.parse().ok()).collect();
        let kinds: [u8; 4] = kinds.try_into().ok()?;
        if kinds.iter().any(|k| !matches!(k, 4 | 8 | 10 | 16)) {
            return None;
        }
        let dialect = Dialect::from_letters(self.field("dialect")?)?;
        let interface = u64::from_str_radix(self.field("interface")?, 16).ok()?;
        let mut uses = vec![];
        for _ in 0..self.count("uses")? {
            let (h, n) = self.line()?.split_once(' ')?;
            uses.push((n.to_string(), u64::from_str_radix(h, 16).ok()?));
        }
        let mut files = vec![];
        for _ in 0..self.count("files")? {
            files.push(self.line()?.to_string());
        }
        let mut lines = vec![];
        for _ in 0..self.count("lines")? {
            let head: Vec<&str> = self.line()?.split(' ').collect();
            let [file, number, kind, len] = head[..] else { return None };
            let (kind, fixed) = match kind {
                "s" => (LineKind::Statement, false),
                "S" => (LineKind::Statement, true),
                "o" => (LineKind::Omp, false),
                "O" => (LineKind::Omp, true),
                _ => return None,
            };
            let file: usize = file.parse().ok().filter(|f| *f < files.len())?;
            let number: u32 = number.parse().ok().filter(|n| (1..MAX_LINE).contains(n))?;
            let len: usize = len.parse().ok()?;
            let text = self.bytes.get(self.at..self.at.checked_add(len)?)?.to_vec();
            self.at += len;
            if self.bytes.get(self.at) != Some(&b'\n') || text.contains(&b'\n') {
                return None;
            }
            self.at += 1;
            lines.push(Line { file, number, kind, fixed, text });
        }
        Some(ModuleFile { key, source, kinds, dialect, interface, uses, files, lines })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> ModuleFile {
        let line = |n, text: &str| Line {
            file: 0,
            number: n,
            kind: LineKind::Statement,
            fixed: false,
            text: text.as_bytes().to_vec(),
        };
        ModuleFile {
            key: "m".into(),
            source: "a.f90".into(),
            dialect: Dialect { dots: true, ..Dialect::default() },
            kinds: [4, 8, 4, 16],
            interface: 77,
            uses: vec![("n".into(), 3)],
            files: vec!["a.f90".into()],
            lines: vec![line(1, "module m"), line(3, "end module")],
        }
    }

    #[test]
    fn what_is_written_is_read() {
        let m = sample();
        assert_eq!(ModuleFile::decode(&m.encode()), Ok(m));
    }

    #[test]
    fn no_bytes_are_believed_without_their_checksum() {
        let good = sample().encode();
        for i in 0..good.len() {
            for flip in [1u8, 0x20, 0x80] {
                let mut bad = good.clone();
                bad[i] ^= flip;
                assert!(ModuleFile::decode(&bad).is_err(), "byte {i}");
            }
            assert!(ModuleFile::decode(&good[..i]).is_err(), "the first {i} bytes");
        }
        assert!(ModuleFile::decode(&[good.clone(), good].concat()).is_err());
    }
}
