//! Units: what is connected to which number, and who is using it.

use super::stream::Stream;
use super::{IoError, Res, code};
use std::cell::{RefCell, UnsafeCell};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, OnceLock, PoisonError, Weak};

/// ACCESS=
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Access {
    Sequential,
    Direct,
    Stream,
}
/// ACTION=
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    Read,
    Write,
    ReadWrite,
}
/// DELIM=
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Delim {
    /// Not asked for: as `None`, but namelist output has quotes.
    Unspecified,
    None,
    Quote,
    Apostrophe,
}
/// SIGN=
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sign {
    Default,
    Plus,
    Suppress,
}
/// LEADING_ZERO= of Fortran 2023: the zero before the decimal point where a field may do without.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Leading {
    Default,
    Suppress,
    Print,
}
/// ROUND=
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Round {
    Unspecified,
    Up,
    Down,
    Zero,
    Nearest,
    Compatible,
    ProcessorDefined,
}

/// The changeable modes of a connection.
#[derive(Clone, Copy, Debug)]
pub struct Modes {
    pub blank_zero: bool,
    pub decimal_comma: bool,
    pub delim: Delim,
    pub pad: bool,
    pub round: Round,
    pub sign: Sign,
    pub leading: Leading,
}

impl Default for Modes {
    fn default() -> Modes {
        Modes {
            blank_zero: false,
            decimal_comma: false,
            delim: Delim::Unspecified,
            pad: true,
            round: Round::Unspecified,
            sign: Sign::Default,
            leading: Leading::Default,
        }
    }
}

/// Where a sequential file stands with respect to its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EndFile {
    /// Before it or not known.
    No,
    /// A READ met the end, or ENDFILE was executed: the next transfer is an error.
    After,
}

/// CARRIAGECONTROL=: what ends records, and whether their first character stands for the line feeds before them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Carriage {
    List,
    Fortran,
    None,
}

/// SHARE=
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Share {
    NoDeny,
    DenyNone,
    DenyReadWrite,
}

/// A connection.
#[derive(Debug)]
pub struct Unit {
    pub number: i32,
    pub stream: Stream,
    /// File name as given; empty for scratch files.
    pub name: Vec<u8>,
    pub scratch: bool,
    pub access: Access,
    pub action: Action,
    pub formatted: bool,
    /// Connected by a statement that says nothing of FORM (REWIND and the like): the first transfer decides.
    pub form_open: bool,
    pub utf8: bool,
    /// ASYNCHRONOUS='YES'
    pub asynchronous: bool,
    /// CARRIAGECONTROL= where given.
    pub carriage: Option<Carriage>,
    pub share: Share,
    /// READONLY: CLOSE does not delete the file.
    pub protected: bool,
    pub modes: Modes,
    /// RECL= where given (direct access always).
    pub recl: Option<i64>,
    pub position_append: bool,
    pub position_rewind: bool,
    pub endfile: EndFile,
    /// Bytes of other endianness.
    pub swap: bool,
    /// Record being built by non-advancing output, or being read by non-advancing input.
    pub rec: Vec<u8>,
    /// Its characters, of a file in UTF-8.
    pub codes: Vec<u32>,
    pub rec_pos: usize,
    /// `rec` is alive between statements.
    pub partial: Option<Direction>,
    /// Bytes of `rec` (encoded) that are in the file already.
    pub emitted: usize,
    /// File offset of the start of the record being read.
    pub rec_start: i64,
    /// Number of the next direct-access record.
    pub next_rec: i64,
    /// Nothing lies behind the position (sequential output).
    pub at_end: bool,
    /// The line read last had no end.
    pub last_line_open: bool,
    /// The last operation was a sequential WRITE (an end mark is implied by closing or repositioning).
    pub wrote: bool,
}

/// Input or output.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Direction {
    Read,
    Write,
}

impl Unit {
    /// Which unit and file a message is about, and which line of it. Numbers that NEWUNIT= chose say nothing to people.
    pub fn place(&self, line: Option<u64>) -> String {
        let unit = if self.number >= 0 { format!("unit = {}, ", self.number) } else { String::new() };
        let line = line.map(|l| format!(", line {l}")).unwrap_or_default();
        format!(" ({unit}file = '{}'{line})", String::from_utf8_lossy(&self.name))
    }
    /// A connection with default properties.
    pub fn new(number: i32, stream: Stream, name: Vec<u8>) -> Unit {
        Unit {
            number,
            stream,
            name,
            scratch: false,
            access: Access::Sequential,
            action: Action::ReadWrite,
            formatted: true,
            form_open: false,
            utf8: false,
            asynchronous: false,
            carriage: None,
            share: Share::NoDeny,
            protected: false,
            modes: Modes::default(),
            recl: None,
            position_append: false,
            position_rewind: false,
            endfile: EndFile::No,
            swap: super::defaults::swap(),
            rec: Vec::new(),
            codes: Vec::new(),
            rec_pos: 0,
            partial: None,
            emitted: 0,
            rec_start: 0,
            next_rec: 1,
            at_end: false,
            last_line_open: false,
            wrote: false,
        }
    }
    /// Puts the part of a non-advancing record that is not in the file yet into the stream.
    pub fn emit_partial(&mut self) -> Res<()> {
        // The first character of a record with carriage control is not written as it stands.
        let whole = self.access == Access::Direct || self.carriage == Some(Carriage::Fortran);
        if self.partial == Some(Direction::Write) && !whole {
            let encoded = self.utf8.then(|| self.encoded(self.codes.len()));
            let text = encoded.as_deref().unwrap_or(&self.rec);
            if self.emitted < text.len() {
                self.stream.write(&text[self.emitted..])?;
                self.emitted = text.len();
            }
        }
        Ok(())
    }
    /// Changes the encoding; what there is of a record stays.
    pub fn set_utf8(&mut self, utf8: bool) {
        if utf8 && !self.utf8 {
            self.codes = super::wide::raw_codes(&self.rec);
        } else if self.utf8 && !utf8 {
            let bytes = self.encoded(self.rec_pos).len();
            self.rec = self.encoded(self.codes.len());
            self.rec_pos = bytes;
            self.codes.clear();
        }
        self.utf8 = utf8;
    }
    /// The first characters of the record of a file in UTF-8, as they stand there.
    fn encoded(&self, characters: usize) -> Vec<u8> {
        let mut out = Vec::new();
        super::wide::encode(&self.codes[..characters.min(self.codes.len())], &mut out);
        out
    }
    /// Bytes before the position.
    pub fn position(&mut self) -> i64 {
        match self.partial {
            Some(Direction::Read) if self.utf8 => self.rec_start + self.encoded(self.rec_pos).len() as i64,
            Some(Direction::Read) => self.rec_start + self.rec_pos as i64,
            _ => {
                let _ = self.emit_partial();
                self.stream.tell()
            }
        }
    }
    /// Goes to a position; a record in progress ends there.
    pub fn move_to(&mut self, to: i64) -> Res<()> {
        self.emit_partial()?;
        self.partial = None;
        self.rec.clear();
        self.rec_pos = 0;
        self.emitted = 0;
        self.endfile = EndFile::No;
        self.at_end = false;
        self.stream.seek(to)?;
        Ok(())
    }
    /// Puts bytes at the position, outside of any record.
    pub fn put_bytes(&mut self, data: &[u8]) -> Res<()> {
        self.emit_partial()?;
        self.stream.write(data)?;
        Ok(())
    }
    /// Writes out everything written so far.
    pub fn flush(&mut self) -> Res<()> {
        self.emit_partial()?;
        self.stream.flush()?;
        Ok(())
    }
    /// Ends a record left open by non-advancing output.
    pub fn finish_partial(&mut self) -> Res<()> {
        if self.partial == Some(Direction::Write) {
            self.emit_partial()?;
            if self.carriage == Some(Carriage::Fortran) && !self.rec.is_empty() {
                carriage_control(&mut self.rec);
                self.stream.write(&self.rec)?;
                self.rec.clear();
            }
            let standard = self.stream.fd() <= 2;
            if !standard && self.access != Access::Stream && !self.rec.is_empty() {
                self.stream.write(b"\n")?;
            }
        }
        self.partial = None;
        self.rec.clear();
        self.rec_pos = 0;
        self.emitted = 0;
        Ok(())
    }
    /// After sequential output: nothing may lie behind the position.
    pub fn cut_off(&mut self) -> Res<()> {
        if !self.at_end {
            let size = self.stream.size();
            if size.is_some_and(|s| s > self.stream.tell()) {
                self.stream.truncate()?;
            }
            self.at_end = true;
        }
        Ok(())
    }
}

/// A unit that threads take turns with.
pub struct UnitCell {
    /// Number of the thread that holds it, or 0.
    owner: AtomicU64,
    waiting: AtomicI32,
    gate: Mutex<()>,
    free: Condvar,
    closed: AtomicBool,
    unit: UnsafeCell<Unit>,
}
// SAFETY: `unit` is touched only by the thread whose number is in `owner`.
unsafe impl Sync for UnitCell {}
// SAFETY: as above.
unsafe impl Send for UnitCell {}

fn thread_number() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    thread_local!(static ME: u64 = NEXT.fetch_add(1, Ordering::Relaxed));
    // Also called while a thread ends, when its locals are gone.
    ME.try_with(|m| *m).unwrap_or(u64::MAX)
}

/// A held unit; released when dropped.
pub struct Held {
    cell: Arc<UnitCell>,
}

impl std::ops::Deref for Held {
    type Target = Unit;
    fn deref(&self) -> &Unit {
        // SAFETY: this thread is the owner.
        unsafe { &*self.cell.unit.get() }
    }
}
impl std::ops::DerefMut for Held {
    fn deref_mut(&mut self) -> &mut Unit {
        // SAFETY: this thread is the owner, and there is one `Held` per ownership.
        unsafe { &mut *self.cell.unit.get() }
    }
}
impl Drop for Held {
    fn drop(&mut self) {
        self.cell.owner.store(0, Ordering::SeqCst);
        if self.cell.waiting.load(Ordering::SeqCst) > 0 {
            let _gate = self.cell.gate.lock();
            self.cell.free.notify_one();
        }
    }
}

impl UnitCell {
    fn new(unit: Unit) -> Arc<UnitCell> {
        Arc::new(UnitCell {
            owner: AtomicU64::new(0),
            waiting: AtomicI32::new(0),
            gate: Mutex::new(()),
            free: Condvar::new(),
            closed: AtomicBool::new(false),
            unit: UnsafeCell::new(unit),
        })
    }
    fn try_hold(self: &Arc<Self>) -> Option<Held> {
        let me = thread_number();
        self.owner
            .compare_exchange(0, me, Ordering::SeqCst, Ordering::SeqCst)
            .is_ok()
            .then(|| Held { cell: self.clone() })
    }
    fn hold(self: &Arc<Self>) -> Res<Held> {
        if let Some(h) = self.try_hold() {
            return Ok(h);
        }
        if self.owner.load(Ordering::SeqCst) == thread_number() {
            return Err(IoError::new(code::RECURSIVE_IO, "Recursive I/O attempted"));
        }
        self.waiting.fetch_add(1, Ordering::SeqCst);
        let mut gate = self.gate.lock().unwrap_or_else(|e| e.into_inner());
        let held = loop {
            if let Some(h) = self.try_hold() {
                break h;
            }
            // The time limit covers a release between the test and the wait.
            gate = match self.free.wait_timeout(gate, std::time::Duration::from_millis(5)) {
                Ok((g, _)) => g,
                Err(e) => e.into_inner().0,
            };
        };
        drop(gate);
        self.waiting.fetch_sub(1, Ordering::SeqCst);
        Ok(held)
    }
}

type Table = BTreeMap<i32, Arc<UnitCell>>;

static TABLE: OnceLock<Mutex<Table>> = OnceLock::new();

thread_local! {
    /// The unit that this thread found last, which the next statement mostly names again.
    static LAST: RefCell<(i32, Weak<UnitCell>)> = const { RefCell::new((0, Weak::new())) };
}

/// Connects units 0, 5 and 6, with their buffers: a program that has used up its memory can still say so.
pub fn connect_standard() {
    table();
}

fn table() -> &'static Mutex<Table> {
    TABLE.get_or_init(|| {
        let mut t = Table::new();
        for (number, fd, name, action) in
            [(0, 2, "stderr", Action::Write), (5, 0, "stdin", Action::Read), (6, 1, "stdout", Action::Write)]
        {
            let mut u = Unit::new(number, Stream::new(fd), name.into());
            u.action = action;
            u.at_end = fd != 0;
            t.insert(number, UnitCell::new(u));
        }
        Mutex::new(t)
    })
}

fn locked() -> std::sync::MutexGuard<'static, Table> {
    table().lock().unwrap_or_else(|e| e.into_inner())
}

/// The unit of that number, held by this thread; `None` where nothing is connected.
pub fn find(number: i32) -> Res<Option<Held>> {
    let last = LAST.try_with(|l| {
        let l = l.borrow();
        if l.0 == number { l.1.upgrade() } else { None }
    });
    let last = last.ok().flatten();
    if let Some(cell) = last.filter(|c| !c.closed.load(Ordering::SeqCst)) {
        let held = cell.hold()?;
        if !cell.closed.load(Ordering::SeqCst) {
            return Ok(Some(held));
        }
    }
    loop {
        let Some(cell) = locked().get(&number).cloned() else { return Ok(None) };
        let held = cell.hold()?;
        if !cell.closed.load(Ordering::SeqCst) {
            let _ = LAST.try_with(|l| *l.borrow_mut() = (number, Arc::downgrade(&cell)));
            return Ok(Some(held));
        }
        // Closed while this thread waited.
    }
}

/// Enters a connection; the number must be free.
pub fn insert(unit: Unit) {
    let n = unit.number;
    locked().insert(n, UnitCell::new(unit));
}

/// Takes a held unit out of the table.
pub fn remove(held: &Held) {
    held.cell.closed.store(true, Ordering::SeqCst);
    locked().remove(&held.number);
}

/// Numbers that an OPEN statement has taken for its unit, which is not connected yet.
static TAKEN: Mutex<Vec<i32>> = Mutex::new(Vec::new());

/// A number for NEWUNIT=, which no other thread gets meanwhile.
#[derive(Debug)]
pub struct NewNumber(pub i32);

impl Drop for NewNumber {
    fn drop(&mut self) {
        TAKEN.lock().unwrap_or_else(PoisonError::into_inner).retain(|&n| n != self.0);
    }
}

/// A number for NEWUNIT=: -10, -11, ...
pub fn new_number() -> NewNumber {
    let t = locked();
    let mut taken = TAKEN.lock().unwrap_or_else(PoisonError::into_inner);
    let mut n = -10;
    while t.contains_key(&n) || taken.contains(&n) {
        n -= 1;
    }
    taken.push(n);
    NewNumber(n)
}

/// The unit connected to that file (same device and inode, or same name), held.
pub fn find_file(path: &[u8]) -> Res<Option<Held>> {
    let wanted = identity(path);
    let cells: Vec<_> = locked().values().cloned().collect();
    for cell in cells {
        let held = match cell.try_hold() {
            Some(h) => h,
            // A unit in use by this very thread cannot be asked twice.
            None if cell.owner.load(Ordering::SeqCst) == thread_number() => continue,
            None => cell.hold()?,
        };
        if cell.closed.load(Ordering::SeqCst) {
            continue;
        }
        let same = match wanted {
            Some(w) => descriptor_identity(held.stream.fd()) == Some(w),
            None => held.name == path,
        };
        if same && held.stream.fd() > 2 {
            return Ok(Some(held));
        }
    }
    Ok(None)
}

fn identity(path: &[u8]) -> Option<(u64, u64)> {
    let path = std::ffi::CString::new(path).ok()?;
    // SAFETY: `path` is NUL-terminated, the result is a local.
    unsafe {
        let mut st: libc::stat = std::mem::zeroed();
        (libc::stat(path.as_ptr(), &mut st) == 0).then_some((st.st_dev as u64, st.st_ino as u64))
    }
}

fn descriptor_identity(fd: i32) -> Option<(u64, u64)> {
    // SAFETY: the result is a local.
    unsafe {
        let mut st: libc::stat = std::mem::zeroed();
        (libc::fstat(fd, &mut st) == 0).then_some((st.st_dev as u64, st.st_ino as u64))
    }
}

/// Calls `f` for every unit; those that other threads hold are waited for, at most a second.
pub fn for_all(wait: bool, mut f: impl FnMut(&mut Unit)) {
    // Where there is no table yet, nothing was written; a program may even end while it is being made.
    let Some(table) = TABLE.get() else { return };
    let cells: Vec<_> = match table.try_lock() {
        Ok(t) => t.values().cloned().collect(),
        Err(_) if wait => locked().values().cloned().collect(),
        Err(_) => return,
    };
    for cell in cells {
        let mut tries = if wait { 1000 } else { 1 };
        loop {
            if let Some(mut h) = cell.try_hold() {
                f(&mut h);
                break;
            }
            if cell.owner.load(Ordering::SeqCst) == thread_number() {
                // SAFETY: this thread is the owner, in the middle of a statement that will not go on.
                f(unsafe { &mut *cell.unit.get() });
                break;
            }
            tries -= 1;
            if tries == 0 {
                break;
            }
            std::thread::sleep(std::time::Duration::from_millis(1));
        }
    }
}

/// Puts line feeds in the place of a record's first character, which says how many, and the carriage return behind it.
pub fn carriage_control(rec: &mut Vec<u8>) {
    let (before, back): (&[u8], bool) = match rec.first() {
        Some(b'+') => (b"", true),
        Some(b'0') => (b"\n\n", true),
        Some(b'1') => (b"\x0c", true),
        Some(b'$') => (b"\n", false),
        Some(0) => (b"", false),
        _ => (b"\n", true),
    };
    let first = rec.len().min(1);
    rec.splice(..first, before.iter().copied());
    if back {
        rec.push(b'\r');
    }
}
