//! Executables: a copy of this executable with an image appended, and finding it again at start.
//!
//! The file is: this executable (where the code of the compiler proper lies together, with a hole in its place),
//! padding to a page, the segments (each at a page), the description of the image, and a trailer of 32 bytes: magic,
//! version, length of the description, its position, and the length of the executable without all that.

use super::load::{Contents, Loaded};
use super::{Fixup, FixupKind, Image, PAGE, Protection, Segment};
use object::{Object, ObjectSection, ReadCache};
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::thread::JoinHandle;

const MAGIC: &[u8; 8] = b"FERROTRN";
const VERSION: u32 = 3;
const TRAILER: u64 = 32;
/// The code that only the compiler runs, as the package's build script names it.
const COMPILER_SECTION: &str = ".compiler";

struct Trailer {
    description_len: u32,
    description_at: u64,
    original_len: u64,
}

fn read_trailer(f: &mut File) -> io::Result<Option<Trailer>> {
    let len = f.metadata()?.len();
    if len < TRAILER {
        return Ok(None);
    }
    f.seek(SeekFrom::Start(len - TRAILER))?;
    let mut t = [0u8; TRAILER as usize];
    f.read_exact(&mut t)?;
    let u32_at = |i: usize| u32::from_le_bytes([t[i], t[i + 1], t[i + 2], t[i + 3]]);
    let u64_at = |i: usize| u64::from(u32_at(i)) | u64::from(u32_at(i + 4)) << 32;
    if &t[..8] != MAGIC || u32_at(8) != VERSION {
        return Ok(None);
    }
    let r = Trailer { description_len: u32_at(12), description_at: u64_at(16), original_len: u64_at(24) };
    let fits = r.original_len <= r.description_at
        && r.description_at.checked_add(u64::from(r.description_len)).is_some_and(|e| e <= len - TRAILER);
    Ok(fits.then_some(r))
}

fn this_executable() -> io::Result<File> {
    // The file this process runs, even where it was renamed since.
    if cfg!(target_os = "linux") { File::open("/proc/self/exe") } else { File::open(std::env::current_exe()?) }
}

/// A copy of this executable in the making, next to the file that it will become. Copying takes a good part of the
/// time of a small compilation, so it runs beside it.
#[derive(Debug)]
pub struct ExeCopy {
    path: PathBuf,
    temporary: PathBuf,
    /// Something else than a file stands at `path` (a device, a pipe): it is written to, not replaced.
    in_place: bool,
    copying: Option<JoinHandle<io::Result<(File, u64)>>>,
}

impl ExeCopy {
    /// Begins to copy for an executable at `path`.
    pub fn begin(path: &Path) -> ExeCopy {
        let name = path.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
        let in_place = std::fs::metadata(path).is_ok_and(|m| !m.is_file());
        let temporary = format!(".{name}.{}", std::process::id());
        let temporary = if in_place { std::env::temp_dir().join(temporary) } else { path.with_file_name(temporary) };
        let to = temporary.clone();
        ExeCopy { path: path.into(), temporary, in_place, copying: Some(std::thread::spawn(move || copy_exe(&to))) }
    }

    /// Appends the image and puts the executable in its place.
    pub fn finish(mut self, image: &Image) -> io::Result<()> {
        let Some(copying) = self.copying.take() else { return Ok(()) };
        let (out, len) = copying.join().map_err(|_| io::Error::other("the copy failed"))??;
        append(image, out, len)?;
        if self.in_place {
            let mut to = File::options().write(true).open(&self.path)?;
            return io::copy(&mut File::open(&self.temporary)?, &mut to).map(drop);
        }
        // A running program keeps its old file: the name moves, the file is not overwritten. Some file systems
        // write a file out at once that takes the place of another by renaming, so the old name goes first.
        let _ = std::fs::remove_file(&self.path);
        std::fs::rename(&self.temporary, &self.path)
    }
}

impl Drop for ExeCopy {
    fn drop(&mut self) {
        if let Some(copying) = self.copying.take() {
            let _ = copying.join();
        }
        // Gone already where the executable was finished.
        let _ = std::fs::remove_file(&self.temporary);
    }
}

/// The new file, open at its end, and its length.
fn copy_exe(path: &Path) -> io::Result<(File, u64)> {
    let mut exe = this_executable()?;
    let len = match read_trailer(&mut exe)? {
        Some(t) => t.original_len,
        None => exe.metadata()?.len(),
    };
    let unneeded = compiler_only(&exe).filter(|r| r.end <= len).unwrap_or(0..0);
    let mut out = File::create(path)?;
    for range in [0..unneeded.start, unneeded.end..len] {
        exe.seek(SeekFrom::Start(range.start))?;
        // Where nothing is written the file has a hole, which takes no place and reads as zeros.
        out.seek(SeekFrom::Start(range.start))?;
        let n = range.end - range.start;
        if io::copy(&mut (&mut exe).take(n), &mut out)? != n {
            return Err(io::Error::other("the compiler's executable changed while it was copied"));
        }
    }
    Ok((out, len))
}

/// The whole pages of this executable with code that no program runs, if its linker put that code together.
fn compiler_only(exe: &File) -> Option<Range<u64>> {
    let cache = ReadCache::new(exe);
    let file = object::File::parse(&cache).ok()?;
    let (at, size) = file.section_by_name(COMPILER_SECTION)?.file_range()?;
    let pages = at.next_multiple_of(PAGE)..at.checked_add(size)? / PAGE * PAGE;
    (pages.start < pages.end).then_some(pages)
}

fn append(image: &Image, mut out: File, len: u64) -> io::Result<()> {
    let mut at = len;
    let pad_to_page = |out: &mut File, at: &mut u64| -> io::Result<()> {
        let n = at.next_multiple_of(PAGE) - *at;
        out.write_all(&vec![0; n as usize])?;
        *at += n;
        Ok(())
    };
    let mut places = Vec::new();
    for s in &image.segments {
        pad_to_page(&mut out, &mut at)?;
        places.push(at);
        out.write_all(&s.data)?;
        at += s.data.len() as u64;
    }
    pad_to_page(&mut out, &mut at)?;
    let description = encode(image, &places);
    out.write_all(&description)?;
    out.write_all(MAGIC)?;
    out.write_all(&VERSION.to_le_bytes())?;
    out.write_all(&(description.len() as u32).to_le_bytes())?;
    out.write_all(&at.to_le_bytes())?;
    out.write_all(&len.to_le_bytes())?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mut p = out.metadata()?.permissions();
        p.set_mode(p.mode() | (p.mode() & 0o444) >> 2);
        out.set_permissions(p)?;
    }
    Ok(())
}

impl Image {
    /// Writes an executable that runs the image: a copy of this executable with the image appended.
    pub fn append_to(&self, path: &Path) -> io::Result<()> {
        ExeCopy::begin(path).finish(self)
    }
}

/// The program appended to this executable, mapped and ready to run; none where there is none.
pub fn payload_of_current_exe() -> Result<Option<Loaded>, String> {
    let text = |e: io::Error| format!("cannot read the program: {e}");
    let mut f = match this_executable() {
        Ok(f) => f,
        // Without its own file this can only be the compiler.
        Err(_) => return Ok(None),
    };
    let Some(t) = read_trailer(&mut f).map_err(text)? else { return Ok(None) };
    f.seek(SeekFrom::Start(t.description_at)).map_err(text)?;
    let mut d = vec![0u8; t.description_len as usize];
    f.read_exact(&mut d).map_err(text)?;
    let (image, places) = decode(&d).ok_or("malformed program")?;
    image.load_from(&Contents::File(&f, &places)).map(Some)
}

fn put(out: &mut Vec<u8>, n: u64) {
    out.extend_from_slice(&n.to_le_bytes());
}

fn put_str(out: &mut Vec<u8>, s: &str) {
    put(out, s.len() as u64);
    out.extend_from_slice(s.as_bytes());
}

fn encode(image: &Image, places: &[u64]) -> Vec<u8> {
    let mut out = Vec::new();
    put(&mut out, u64::from(image.low));
    put(&mut out, image.segments.len() as u64);
    for (s, &p) in image.segments.iter().zip(places) {
        put(&mut out, s.protection as u64);
        put(&mut out, s.offset);
        put(&mut out, s.size);
        put(&mut out, p);
        put(&mut out, s.data.len() as u64);
    }
    put(&mut out, image.fixups.len() as u64);
    for f in &image.fixups {
        let what = match f.what {
            FixupKind::Base => 0,
            FixupKind::Base32 => 1,
            FixupKind::Tls32 => 2,
            FixupKind::Tls64 => 3,
            FixupKind::Import(n) => 2 * u64::from(n) + 4,
            FixupKind::Copy(n) => 2 * u64::from(n) + 5,
        };
        put(&mut out, u64::from(f.at) << 32 | what);
    }
    put(&mut out, image.imports.len() as u64);
    for n in &image.imports {
        put_str(&mut out, n);
    }
    put(&mut out, image.symbols.len() as u64);
    for (n, at, size) in &image.symbols {
        put_str(&mut out, n);
        put(&mut out, *at);
        put(&mut out, *size);
    }
    put(&mut out, image.libraries.len() as u64);
    for n in &image.libraries {
        put_str(&mut out, n);
    }
    for list in [&image.constructors, &image.destructors] {
        put(&mut out, list.len() as u64);
        list.iter().for_each(|p| put(&mut out, *p));
    }
    put(&mut out, image.tls.size);
    put(&mut out, image.tls.data.len() as u64);
    out.extend_from_slice(&image.tls.data);
    put(&mut out, image.lines.len() as u64);
    out.extend_from_slice(&image.lines);
    out
}

struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn u64(&mut self) -> Option<u64> {
        let (a, rest) = self.0.split_first_chunk::<8>()?;
        self.0 = rest;
        Some(u64::from_le_bytes(*a))
    }
    fn count(&mut self) -> Option<u64> {
        self.u64().filter(|&n| n <= self.0.len() as u64)
    }
    fn str(&mut self) -> Option<String> {
        let n = self.count()? as usize;
        let (a, rest) = self.0.split_at_checked(n)?;
        self.0 = rest;
        String::from_utf8(a.to_vec()).ok()
    }
}

/// The image without its segments' contents, and where in the file those are: (position, length).
fn decode(bytes: &[u8]) -> Option<(Image, Vec<(u64, u64)>)> {
    let mut r = Reader(bytes);
    let mut image = Image { low: r.u64()? != 0, ..Image::default() };
    let mut places = Vec::new();
    for _ in 0..r.count()? {
        let protection = match r.u64()? {
            0 => Protection::ReadExecute,
            1 => Protection::Read,
            2 => Protection::ReadWrite,
            _ => return None,
        };
        let (offset, size) = (r.u64()?, r.u64()?);
        places.push((r.u64()?, r.u64()?));
        image.segments.push(Segment { protection, offset, data: Vec::new(), size });
    }
    for _ in 0..r.count()? {
        let n = r.u64()?;
        let what = match n & 0xffff_ffff {
            0 => FixupKind::Base,
            1 => FixupKind::Base32,
            2 => FixupKind::Tls32,
            3 => FixupKind::Tls64,
            k if k % 2 == 0 => FixupKind::Import((k as u32 - 4) / 2),
            k => FixupKind::Copy((k as u32 - 5) / 2),
        };
        image.fixups.push(Fixup { at: (n >> 32) as u32, what });
    }
    for _ in 0..r.count()? {
        image.imports.push(r.str()?);
    }
    for _ in 0..r.count()? {
        image.symbols.push((r.str()?, r.u64()?, r.u64()?));
    }
    for _ in 0..r.count()? {
        image.libraries.push(r.str()?);
    }
    for _ in 0..r.count()? {
        image.constructors.push(r.u64()?);
    }
    for _ in 0..r.count()? {
        image.destructors.push(r.u64()?);
    }
    image.tls.size = r.u64()?;
    let n = r.count()? as usize;
    let (data, rest) = r.0.split_at_checked(n)?;
    image.tls.data = data.to_vec();
    r.0 = rest;
    let n = r.count()? as usize;
    image.lines = r.0.get(..n)?.to_vec();
    Some((image, places))
}
