//! A buffered file: one buffer that serves reading or writing, and a position.

use std::ffi::CString;
use std::io::Error;

const BUFFER: usize = 64 * 1024;

/// A file of the operating system with a buffer.
#[derive(Debug)]
pub struct Stream {
    fd: i32,
    buf: Vec<u8>,
    /// Next byte to read in `buf`; 0 when writing.
    pos: usize,
    writing: bool,
    /// File offset of the start of `buf`.
    start: i64,
    /// Offset where the operating system stands.
    os_pos: i64,
    seekable: bool,
    /// A terminal: output goes out with every statement.
    pub terminal: bool,
    eof: bool,
}

impl Stream {
    /// Wraps an open descriptor.
    pub fn new(fd: i32) -> Stream {
        // SAFETY: plain queries.
        let (at, terminal) = unsafe { (libc::lseek(fd, 0, libc::SEEK_CUR), libc::isatty(fd) == 1) };
        let seekable = at >= 0 && !terminal;
        let at = if seekable { at } else { 0 };
        Stream {
            fd,
            buf: Vec::with_capacity(BUFFER),
            pos: 0,
            writing: false,
            start: at,
            os_pos: at,
            seekable,
            terminal,
            eof: false,
        }
    }
    /// Opens a file with the flags of open(2).
    pub fn open(path: &[u8], flags: i32) -> Result<Stream, Error> {
        let Ok(path) = CString::new(path) else { return Err(Error::from_raw_os_error(libc::EINVAL)) };
        // SAFETY: `path` is NUL-terminated.
        let fd = unsafe { libc::open(path.as_ptr(), flags | libc::O_CLOEXEC, 0o666) };
        if fd < 0 {
            return Err(Error::last_os_error());
        }
        // SAFETY: `stat` of an open descriptor into a local.
        unsafe {
            let mut st: libc::stat = std::mem::zeroed();
            if libc::fstat(fd, &mut st) == 0 && st.st_mode & libc::S_IFMT == libc::S_IFDIR {
                libc::close(fd);
                return Err(Error::from_raw_os_error(libc::EISDIR));
            }
        }
        Ok(Stream::new(fd))
    }
    /// The descriptor.
    pub fn fd(&self) -> i32 {
        self.fd
    }
    /// True for files with positions.
    pub fn seekable(&self) -> bool {
        self.seekable
    }
    /// Position in bytes from the start.
    pub fn tell(&self) -> i64 {
        self.start + if self.writing { self.buf.len() } else { self.pos } as i64
    }
    /// Size of the file, what is buffered included; `None` where it has none.
    pub fn size(&mut self) -> Option<i64> {
        if !self.seekable {
            return None;
        }
        // SAFETY: `fstat` into a local.
        let size = unsafe {
            let mut st: libc::stat = std::mem::zeroed();
            if libc::fstat(self.fd, &mut st) != 0 {
                return None;
            }
            st.st_size
        };
        Some(if self.writing { size.max(self.tell()) } else { size })
    }
    /// The number of the line that begins at that byte, where the file can be read again.
    pub fn line_at(&self, offset: i64) -> Option<u64> {
        if !self.seekable {
            return None;
        }
        let (mut at, mut line) = (0, 1);
        let mut buf = vec![0; 1 << 16];
        while at < offset {
            let want = buf.len().min((offset - at) as usize);
            // SAFETY: the buffer has that many bytes; the position of the descriptor stays.
            let n = unsafe { libc::pread(self.fd, buf.as_mut_ptr().cast(), want, at) };
            if n <= 0 {
                return None;
            }
            line += buf[..n as usize].iter().filter(|b| **b == b'\n').count() as u64;
            at += n as i64;
        }
        Some(line)
    }
    fn os_seek(&mut self, to: i64) -> Result<(), Error> {
        if self.seekable && self.os_pos != to {
            // SAFETY: plain call.
            if unsafe { libc::lseek(self.fd, to, libc::SEEK_SET) } < 0 {
                return Err(Error::last_os_error());
            }
            self.os_pos = to;
        }
        Ok(())
    }
    /// Writes out what is buffered, and leaves the position of the descriptor behind it.
    pub fn flush(&mut self) -> Result<(), Error> {
        self.write_out()?;
        if self.writing { self.os_seek(self.start) } else { Ok(()) }
    }
    /// Writes out what is buffered. Where the descriptor stands elsewhere it stays there: one call of the system less. The standard
    /// descriptors do not: other programs may go on where they stand.
    fn write_out(&mut self) -> Result<(), Error> {
        if !self.writing || self.buf.is_empty() {
            return Ok(());
        }
        if self.fd <= 2 {
            self.os_seek(self.start)?;
        }
        let elsewhere = self.seekable && self.os_pos != self.start;
        let mut done = 0;
        while done < self.buf.len() {
            let (rest, len) = (self.buf[done..].as_ptr().cast(), self.buf.len() - done);
            // SAFETY: the rest of the buffer is readable.
            let n = unsafe {
                if elsewhere {
                    libc::pwrite(self.fd, rest, len, self.start + done as i64)
                } else {
                    libc::write(self.fd, rest, len)
                }
            };
            if n < 0 {
                let e = Error::last_os_error();
                if e.kind() == std::io::ErrorKind::Interrupted {
                    continue;
                }
                self.buf.drain(..done);
                self.start += done as i64;
                if !elsewhere {
                    self.os_pos = self.start;
                }
                return Err(e);
            }
            done += n as usize;
        }
        self.start += done as i64;
        if !elsewhere {
            self.os_pos = self.start;
        }
        self.buf.clear();
        Ok(())
    }
    /// Writes at the position.
    pub fn write(&mut self, data: &[u8]) -> Result<(), Error> {
        if !self.writing {
            self.start = self.tell();
            self.buf.clear();
            self.pos = 0;
            self.writing = true;
            self.eof = false;
        }
        if self.buf.len() + data.len() > BUFFER {
            self.write_out()?;
            if data.len() >= BUFFER {
                // Large data goes out directly.
                let keep = std::mem::take(&mut self.buf);
                self.buf = Vec::new();
                self.os_seek(self.start)?;
                let mut done = 0;
                while done < data.len() {
                    // SAFETY: the rest of the data is readable.
                    let n = unsafe { libc::write(self.fd, data[done..].as_ptr().cast(), data.len() - done) };
                    if n < 0 {
                        let e = Error::last_os_error();
                        if e.kind() == std::io::ErrorKind::Interrupted {
                            continue;
                        }
                        self.buf = keep;
                        return Err(e);
                    }
                    done += n as usize;
                    self.start += n as i64;
                    self.os_pos = self.start;
                }
                self.buf = keep;
                return Ok(());
            }
        }
        self.buf.extend_from_slice(data);
        Ok(())
    }
    /// Fetches more bytes behind those not read yet; false at the end of the file.
    fn fill(&mut self) -> Result<bool, Error> {
        if self.writing {
            self.write_out()?;
            self.writing = false;
            self.pos = 0;
        }
        self.buf.drain(..self.pos);
        self.start += self.pos as i64;
        self.pos = 0;
        let have = self.buf.len();
        self.os_seek(self.start + have as i64)?;
        self.buf.resize(have + BUFFER, 0);
        loop {
            // SAFETY: the tail of the buffer is writable.
            let n = unsafe { libc::read(self.fd, self.buf[have..].as_mut_ptr().cast(), BUFFER) };
            if n < 0 {
                let e = Error::last_os_error();
                if e.kind() == std::io::ErrorKind::Interrupted {
                    continue;
                }
                self.buf.truncate(have);
                return Err(e);
            }
            self.buf.truncate(have + n as usize);
            self.os_pos += n as i64;
            return Ok(n > 0);
        }
    }
    /// Appends the next line without its end to `line`. `Ok(None)` at the end of the file; otherwise
    /// whether the line had an end.
    pub fn read_line(&mut self, line: &mut Vec<u8>) -> Result<Option<bool>, Error> {
        if self.writing {
            self.fill()?;
        }
        let mut any = false;
        loop {
            let rest = &self.buf[self.pos..];
            let newline = find_byte(b'\n', rest);
            let text = &rest[..newline.unwrap_or(rest.len())];
            // A carriage return ends a line too, alone or before the line feed.
            let mut known = text.len();
            if let Some(i) = find_byte(b'\r', text) {
                known = i;
                if i + 1 < rest.len() {
                    line.extend_from_slice(&rest[..i]);
                    self.pos += i + 1 + usize::from(rest[i + 1] == b'\n');
                    return Ok(Some(true));
                }
            } else if let Some(i) = newline {
                line.extend_from_slice(text);
                self.pos += i + 1;
                return Ok(Some(true));
            }
            any |= !rest.is_empty();
            line.extend_from_slice(&rest[..known]);
            self.pos += known;
            if !self.fill()? {
                if self.pos < self.buf.len() {
                    // A carriage return at the very end.
                    self.pos += 1;
                    return Ok(Some(true));
                }
                return Ok(if any { Some(false) } else { None });
            }
        }
    }
    /// Reads up to `out.len()` bytes; fewer only at the end of the file.
    pub fn read(&mut self, out: &mut [u8]) -> Result<usize, Error> {
        if self.writing {
            self.fill()?;
        }
        let mut done = 0;
        while done < out.len() {
            if self.pos == self.buf.len() && !self.fill()? {
                break;
            }
            let n = (out.len() - done).min(self.buf.len() - self.pos);
            out[done..done + n].copy_from_slice(&self.buf[self.pos..self.pos + n]);
            self.pos += n;
            done += n;
        }
        Ok(done)
    }
    /// Moves to a position.
    pub fn seek(&mut self, to: i64) -> Result<(), Error> {
        if self.writing {
            // One record of a direct file after the other.
            if to == self.tell() {
                return Ok(());
            }
            self.write_out()?;
            if to == self.start {
                return Ok(());
            }
            self.writing = false;
        } else if to >= self.start && to <= self.start + self.buf.len() as i64 {
            self.pos = (to - self.start) as usize;
            return Ok(());
        }
        if !self.seekable {
            return Err(Error::from_raw_os_error(libc::ESPIPE));
        }
        self.buf.clear();
        self.pos = 0;
        self.start = to;
        Ok(())
    }
    /// Cuts the file off at the position.
    pub fn truncate(&mut self) -> Result<(), Error> {
        if !self.seekable {
            return Ok(());
        }
        self.flush()?;
        let at = self.tell();
        if !self.writing {
            self.buf.truncate(self.pos);
        }
        // SAFETY: plain call.
        if unsafe { libc::ftruncate(self.fd, at) } != 0 {
            let e = Error::last_os_error();
            if e.raw_os_error() != Some(libc::EINVAL) {
                return Err(e);
            }
        }
        Ok(())
    }
    /// Flushes and closes; the standard descriptors stay open.
    pub fn close(&mut self) -> Result<(), Error> {
        let r = self.write_out();
        if self.fd > 2 {
            // SAFETY: the descriptor is ours.
            unsafe { libc::close(self.fd) };
        }
        self.fd = -1;
        r
    }
}

/// Position of the first such byte.
fn find_byte(wanted: u8, data: &[u8]) -> Option<usize> {
    // SAFETY: searches within the slice.
    let p = unsafe { libc::memchr(data.as_ptr().cast(), i32::from(wanted), data.len()) };
    if p.is_null() { None } else { Some(p as usize - data.as_ptr() as usize) }
}
