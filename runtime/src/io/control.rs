//! OPEN, CLOSE, INQUIRE, FLUSH and WAIT.

use super::position::{Missing, on_unit};
use super::stream::Stream;
use super::transfer::{parse_delim, parse_leading, parse_round, parse_sign};
use super::unit::{self, Access, Action, Carriage, Delim, EndFile, Held, Leading, Modes, Round, Share, Sign, Unit};
use super::{Block, IoError, Res, code, os_text};
use ferrotran_abi::params;

fn bad(what: &str) -> IoError {
    IoError::new(code::BAD_OPTION, format!("Bad {what} parameter in OPEN statement"))
}

fn trimmed(text: &[u8]) -> &[u8] {
    // As the system sees it, a name ends at a NUL.
    let text = text.split(|c| *c == 0).next().unwrap_or_default();
    let n = text.iter().rposition(|c| *c != b' ').map_or(0, |i| i + 1);
    &text[..n]
}

/// Opens a file for the action, or for whatever it allows; returns the action too.
fn open_file(path: &[u8], action: Option<Action>, create: i32) -> Result<(Stream, Action), std::io::Error> {
    let flags = |a| match a {
        Action::Read => libc::O_RDONLY,
        Action::Write => libc::O_WRONLY,
        Action::ReadWrite => libc::O_RDWR,
    };
    if let Some(a) = action {
        let create = if a == Action::Read { create & !libc::O_TRUNC } else { create };
        return Ok((Stream::open(path, flags(a) | create)?, a));
    }
    let mut first = None;
    for a in [Action::ReadWrite, Action::Read, Action::Write] {
        let c = if a == Action::Read { create & !(libc::O_TRUNC | libc::O_CREAT) } else { create };
        match Stream::open(path, flags(a) | c) {
            Ok(s) => return Ok((s, a)),
            Err(e) => {
                let refused = matches!(e.raw_os_error(), Some(libc::EACCES | libc::EPERM | libc::EROFS));
                let stop = !refused;
                first.get_or_insert(e);
                if stop {
                    break;
                }
            }
        }
    }
    // The loop ran at least once without success.
    Err(first.unwrap_or_else(|| std::io::Error::from_raw_os_error(libc::EACCES)))
}

fn scratch_file() -> Result<Stream, std::io::Error> {
    let dir = std::env::var("TMPDIR").or_else(|_| std::env::var("TMP")).unwrap_or_else(|_| "/tmp".into());
    let mut template = format!("{dir}/ferrotran-XXXXXX\0").into_bytes();
    // SAFETY: the template is NUL-terminated and writable. The file loses its name at once, so that it
    // vanishes with the process.
    unsafe {
        let fd = libc::mkstemp(template.as_mut_ptr().cast());
        if fd < 0 {
            return Err(std::io::Error::last_os_error());
        }
        libc::unlink(template.as_ptr().cast());
        Ok(Stream::new(fd))
    }
}

/// Connects an unopened unit to `fort.N`, as a READ or WRITE on it does.
pub fn open_default(number: i32, formatted: bool, direct: bool) -> Res<Held> {
    if direct {
        return Err(IoError::new(code::MISSING_OPTION, "Missing RECL parameter in OPEN statement"));
    }
    let name = format!("fort.{number}").into_bytes();
    let (stream, action) = open_file(&name, None, libc::O_CREAT).map_err(|e| cannot_open(&name, &e))?;
    let mut u = Unit::new(number, stream, name);
    u.action = action;
    u.formatted = formatted;
    unit::insert(u);
    unit::find(number)?.ok_or_else(|| IoError::new(code::BAD_UNIT, "Unit is not connected"))
}

fn cannot_open(name: &[u8], e: &std::io::Error) -> IoError {
    let errno = e.raw_os_error().unwrap_or(code::BAD_OPTION);
    let name = String::from_utf8_lossy(name);
    IoError::new(errno, format!("Cannot open file '{name}': {}", os_text(errno)))
}

/// Applies the changeable modes of a control list.
fn set_modes(m: &mut Modes, b: Block) -> Res<()> {
    if let Some(s) = b.keyword(params::BLANK) {
        m.blank_zero = match s.as_str() {
            "ZERO" => true,
            "NULL" => false,
            _ => return Err(bad("BLANK")),
        };
    }
    if let Some(s) = b.keyword(params::DECIMAL) {
        m.decimal_comma = match s.as_str() {
            "COMMA" => true,
            "POINT" => false,
            _ => return Err(bad("DECIMAL")),
        };
    }
    if let Some(s) = b.keyword(params::DELIM) {
        m.delim = parse_delim(&s).ok_or_else(|| bad("DELIM"))?;
    }
    if let Some(s) = b.keyword(params::PAD) {
        m.pad = match s.as_str() {
            "YES" => true,
            "NO" => false,
            _ => return Err(bad("PAD")),
        };
    }
    if let Some(s) = b.keyword(params::ROUND) {
        m.round = parse_round(&s).ok_or_else(|| bad("ROUND"))?;
    }
    if let Some(s) = b.keyword(params::SIGN) {
        m.sign = parse_sign(&s).ok_or_else(|| bad("SIGN"))?;
    }
    if let Some(s) = b.keyword(params::LEADING_ZERO) {
        m.leading = parse_leading(&s).ok_or_else(|| bad("LEADING_ZERO"))?;
    }
    Ok(())
}

/// What the specifiers of OPEN ask for; none where one is absent and its default depends on others.
struct Connection {
    status: String,
    access: Option<Access>,
    formatted: Option<bool>,
    action: Option<Action>,
    /// READONLY.
    protected: bool,
    carriage: Option<Carriage>,
    share: Share,
    append: bool,
    rewind: bool,
    asynchronous: bool,
    utf8: bool,
    /// The bytes of numbers are swapped.
    swap: bool,
    recl: Option<i64>,
}

impl Connection {
    fn wanted(b: Block) -> Res<Connection> {
        let status = b.keyword(params::STATUS).unwrap_or_else(|| "UNKNOWN".into());
        if !matches!(status.as_str(), "OLD" | "NEW" | "SCRATCH" | "REPLACE" | "UNKNOWN") {
            return Err(bad("STATUS"));
        }
        let access = match b.keyword(params::ACCESS).as_deref() {
            None => None,
            Some("SEQUENTIAL" | "APPEND") => Some(Access::Sequential),
            Some("DIRECT") => Some(Access::Direct),
            Some("STREAM") => Some(Access::Stream),
            _ => return Err(bad("ACCESS")),
        };
        let formatted = match b.keyword(params::FORM).as_deref() {
            None => None,
            Some("FORMATTED") => Some(true),
            Some("UNFORMATTED") => Some(false),
            _ => return Err(bad("FORM")),
        };
        let action = match b.keyword(params::ACTION).as_deref() {
            None => None,
            Some("READ") => Some(Action::Read),
            Some("WRITE") => Some(Action::Write),
            Some("READWRITE") => Some(Action::ReadWrite),
            _ => return Err(bad("ACTION")),
        };
        let protected = b.value(params::READONLY).is_some();
        if protected && action.is_some_and(|a| a != Action::Read) {
            return Err(IoError::new(code::OPTION_CONFLICT, "ACTION conflicts with READONLY in OPEN statement"));
        }
        let action = if protected { Some(Action::Read) } else { action };
        let carriage = match b.keyword(params::CARRIAGECONTROL).as_deref() {
            None => None,
            Some("LIST") => Some(Carriage::List),
            Some("FORTRAN") => Some(Carriage::Fortran),
            Some("NONE") => Some(Carriage::None),
            _ => return Err(bad("CARRIAGECONTROL")),
        };
        let share = match b.keyword(params::SHARE).as_deref() {
            None | Some("NODENY") => Share::NoDeny,
            Some("DENYNONE") => Share::DenyNone,
            Some("DENYRW") => Share::DenyReadWrite,
            _ => return Err(bad("SHARE")),
        };
        let position = b.keyword(params::POSITION);
        if !matches!(position.as_deref(), None | Some("ASIS" | "REWIND" | "APPEND")) {
            return Err(bad("POSITION"));
        }
        if b.keyword(params::ACCESS).as_deref() == Some("APPEND")
            && !matches!(position.as_deref(), None | Some("APPEND"))
        {
            return Err(IoError::new(code::BAD_OPTION, "Conflicting ACCESS and POSITION flags in OPEN statement"));
        }
        let append = position.as_deref() == Some("APPEND") || b.keyword(params::ACCESS).as_deref() == Some("APPEND");
        let asynchronous = match b.keyword(params::ASYNCHRONOUS).as_deref() {
            None | Some("NO") => false,
            Some("YES") => true,
            _ => return Err(bad("ASYNCHRONOUS")),
        };
        let utf8 = match b.keyword(params::ENCODING).as_deref() {
            None | Some("DEFAULT") => false,
            Some("UTF-8") => true,
            _ => return Err(bad("ENCODING")),
        };
        let swap = match b.keyword(params::CONVERT).as_deref() {
            None => super::defaults::swap(),
            Some("NATIVE") => false,
            Some("SWAP") => true,
            Some("LITTLE_ENDIAN") => cfg!(target_endian = "big"),
            Some("BIG_ENDIAN") => cfg!(target_endian = "little"),
            _ => return Err(bad("CONVERT")),
        };
        let recl = b.value(params::RECL);
        if recl.is_some_and(|r| r <= 0) {
            return Err(IoError::new(code::BAD_OPTION, "RECL parameter is non-positive in OPEN statement"));
        }
        let rewind = position.as_deref() == Some("REWIND");
        Ok(Connection {
            status,
            access,
            formatted,
            action,
            protected,
            carriage,
            share,
            append,
            rewind,
            asynchronous,
            utf8,
            swap,
            recl,
        })
    }

    /// OPEN of a unit for the file that it is connected to: only the changeable modes change.
    fn change(&self, u: &mut Held, b: Block) -> Res<()> {
        if self.access.is_some_and(|a| a != u.access)
            || self.formatted.is_some_and(|f| f != u.formatted)
            || self.action.is_some_and(|a| a != u.action)
        {
            return Err(IoError::new(
                code::OPTION_CONFLICT,
                "Cannot change ACCESS, FORM or ACTION parameter in OPEN statement of a connected unit",
            ));
        }
        let mut m = u.modes;
        set_modes(&mut m, b)?;
        u.modes = m;
        if b.address(params::ENCODING).is_some() {
            u.set_utf8(self.utf8);
        }
        Ok(())
    }

    /// Connects a unit.
    fn connect(&self, number: i32, file: Option<&[u8]>, b: Block) -> Res<()> {
        let access = self.access.unwrap_or(Access::Sequential);
        let formatted = self.formatted.unwrap_or(access == Access::Sequential);
        if access == Access::Direct && self.recl.is_none() {
            return Err(IoError::new(code::MISSING_OPTION, "Missing RECL parameter in OPEN statement"));
        }
        if access == Access::Direct && self.append {
            return Err(IoError::new(code::OPTION_CONFLICT, "POSITION parameter conflicts with DIRECT access"));
        }
        // Fortran 2003 and 2008 do not allow a file in two units.
        if (2..2018).contains(&super::defaults::standard())
            && self.status != "SCRATCH"
            && let Some(f) = file
            && unit::find_file(f)?.is_some()
        {
            return Err(IoError::new(code::OPTION_CONFLICT, "File already opened in another unit"));
        }
        let default_name = format!("fort.{number}").into_bytes();
        let name = file.unwrap_or(&default_name);
        let (stream, action, name) = if self.status == "SCRATCH" {
            if file.is_some() {
                return Err(IoError::new(code::BAD_OPTION, "FILE parameter must not be present in OPEN statement"));
            }
            (
                scratch_file().map_err(|e| cannot_open(b"scratch", &e))?,
                self.action.unwrap_or(Action::ReadWrite),
                Vec::new(),
            )
        } else {
            let create = match self.status.as_str() {
                "OLD" => 0,
                "NEW" => libc::O_CREAT | libc::O_EXCL,
                "REPLACE" => libc::O_CREAT | libc::O_TRUNC,
                _ => libc::O_CREAT,
            };
            let (s, a) = open_file(name, self.action, create).map_err(|e| cannot_open(name, &e))?;
            (s, a, name.to_vec())
        };
        let mut u = Unit::new(number, stream, name);
        u.scratch = self.status == "SCRATCH";
        u.access = access;
        u.action = action;
        u.formatted = formatted;
        u.utf8 = self.utf8;
        u.asynchronous = self.asynchronous;
        u.carriage = self.carriage;
        u.share = self.share;
        u.protected = self.protected;
        u.recl = self.recl;
        u.swap = self.swap;
        u.position_append = self.append;
        u.position_rewind = self.rewind;
        set_modes(&mut u.modes, b)?;
        if self.append
            && let Some(size) = u.stream.size()
        {
            u.stream.seek(size)?;
            u.at_end = true;
        }
        unit::insert(u);
        Ok(())
    }
}

fn open(b: Block) -> Res<()> {
    let newunit = b.slot(params::NEWUNIT).0 != 0;
    // Until the unit is connected.
    let taken = newunit.then(unit::new_number);
    let number = match &taken {
        Some(n) => n.0,
        None => b.unit()?.unwrap_or(-1),
    };
    let w = Connection::wanted(b)?;
    let file = b.text(params::FILE).map(trimmed);
    if let Some(mut u) = unit::find(number)? {
        let same = match file {
            None => w.status != "SCRATCH",
            Some(f) => u.name == f,
        };
        if same && u.stream.fd() >= 0 {
            return w.change(&mut u, b);
        }
        close_unit(u, false)?;
    } else if number < 0 && !newunit {
        return Err(IoError::new(code::BAD_OPTION, "Bad unit number in OPEN statement"));
    }
    w.connect(number, file, b)?;
    if newunit {
        b.store_int(params::NEWUNIT, i64::from(number));
    }
    Ok(())
}

fn close_unit(mut u: Held, delete: bool) -> Res<()> {
    let r = u.finish_partial();
    let cut = if u.wrote { u.cut_off() } else { Ok(()) };
    let closed = u.stream.close();
    unit::remove(&u);
    if delete
        && !u.name.is_empty()
        && let Ok(path) = std::ffi::CString::new(u.name.clone())
    {
        // SAFETY: `path` is NUL-terminated.
        unsafe { libc::unlink(path.as_ptr()) };
    }
    r?;
    cut?;
    closed?;
    Ok(())
}

/// See the table.
///
/// # Safety
/// `block` is a control block.
pub unsafe extern "C" fn frt_open(block: *const u8) -> i32 {
    // SAFETY: as required of the caller.
    let b = unsafe { Block::new(block, params::CONTROL_SLOTS) };
    let place = match b.value(params::UNIT) {
        Some(n) if n >= 0 => format!(" (unit = {n})"),
        _ => String::new(),
    };
    b.finish(open(b).err(), &place)
}

/// See the table.
///
/// # Safety
/// `block` is a control block.
pub unsafe extern "C" fn frt_close(block: *const u8) -> i32 {
    // SAFETY: as required of the caller.
    let b = unsafe { Block::new(block, params::CONTROL_SLOTS) };
    let r = (|| {
        let delete = match b.keyword(params::STATUS).as_deref() {
            None | Some("KEEP") => false,
            Some("DELETE") => true,
            _ => return Err(IoError::new(code::BAD_OPTION, "Bad STATUS parameter in CLOSE statement")),
        };
        let number = b.unit()?.unwrap_or(-1);
        match unit::find(number)? {
            None if number < 0 => Err(IoError::new(code::BAD_UNIT, "Bad unit number in statement")),
            Some(u) => {
                let protected = delete && u.protected;
                if protected {
                    eprintln!(
                        "Fortran runtime warning: STATUS set to DELETE on CLOSE but file protected by READONLY specifier"
                    );
                }
                close_unit(u, delete && !protected)
            }
            None => Ok(()),
        }
    })();
    b.finish(r.err(), "")
}

/// See the table.
///
/// # Safety
/// `block` is a control block.
pub unsafe extern "C" fn frt_flush(block: *const u8) -> i32 {
    // SAFETY: as required of the caller.
    let b = unsafe { Block::new(block, params::CONTROL_SLOTS) };
    if b.value(params::UNIT).is_none() {
        super::flush_all();
        return b.finish(None, "");
    }
    let r = (|| match unit::find(b.unit()?.unwrap_or(-1))? {
        Some(mut u) => u.flush(),
        // Not an error for those who do not ask (Fortran 2018, 12.9).
        None => Err(IoError::new(-code::BAD_UNIT, "Specified UNIT in FLUSH is not connected")),
    })();
    b.finish(r.err(), "")
}

/// See the table.
pub extern "C" fn frt_wait(block: *const u8) -> i32 {
    on_unit(block, Missing::Nothing, |_| Ok(()))
}

/// See the table.
///
/// # Safety
/// `block` is a control block.
pub unsafe extern "C" fn frt_inquire(block: *const u8) -> i32 {
    // SAFETY: as required of the caller.
    let b = unsafe { Block::new(block, params::CONTROL_SLOTS) };
    b.finish(inquire(b).err(), "")
}

fn can(path: &[u8], mode: i32) -> bool {
    // SAFETY: `path` is NUL-terminated.
    std::ffi::CString::new(path).is_ok_and(|p| unsafe { libc::access(p.as_ptr(), mode) == 0 })
}

fn yes_no(x: bool) -> &'static [u8] {
    if x { b"YES" } else { b"NO" }
}

fn inquire(b: Block) -> Res<()> {
    let file = b.text(params::FILE).map(trimmed);
    let mut unit = match (file, b.value(params::UNIT)) {
        (Some(f), _) => unit::find_file(f)?,
        (None, Some(n)) => match i32::try_from(n) {
            Ok(n) if super::child::is_internal(n) => {
                b.store_int(params::EXIST, 0);
                return Err(IoError::new(code::INQUIRE_INTERNAL, "INQUIRE statement on an internal file"));
            }
            Ok(n) => unit::find(n)?,
            Err(_) => None,
        },
        (None, None) => None,
    };
    let exists = match (&unit, file) {
        (_, Some(f)) => can(f, libc::F_OK),
        (Some(_), _) => true,
        (None, None) => b.value(params::UNIT).is_some_and(|n| (0..=i64::from(i32::MAX)).contains(&n)),
    };
    b.store_int(params::EXIST, i64::from(exists));
    b.store_int(params::OPENED, i64::from(unit.is_some()));
    b.store_int(params::NUMBER, unit.as_ref().map_or(-1, |u| i64::from(u.number)));
    b.store_int(params::NAMED, i64::from(unit.as_ref().map_or(file.is_some(), |u| !u.name.is_empty())));
    b.store_int(params::PENDING, 0);
    match &mut unit {
        Some(u) => {
            inquire_connection(b, u)?;
            inquire_modes(b, u);
        }
        None => inquire_file(b, file),
    }
    Ok(())
}

/// What INQUIRE says where there is nothing to say.
const UNDEFINED: &[u8] = b"UNDEFINED";

/// How a unit is connected, and where it stands.
fn inquire_connection(b: Block, u: &mut Unit) -> Res<()> {
    b.store_text(params::NAME, &u.name);
    let access = match u.access {
        Access::Sequential => "SEQUENTIAL",
        Access::Direct => "DIRECT",
        Access::Stream => "STREAM",
    };
    b.store_text(params::ACCESS, access.as_bytes());
    b.store_text(params::SEQUENTIAL, yes_no(u.access == Access::Sequential));
    b.store_text(params::DIRECT, yes_no(u.access == Access::Direct));
    b.store_text(params::STREAM, yes_no(u.access == Access::Stream));
    b.store_text(params::FORM, if u.formatted { b"FORMATTED" } else { b"UNFORMATTED" });
    b.store_text(params::FORMATTED, yes_no(u.formatted));
    b.store_text(params::UNFORMATTED, yes_no(!u.formatted));
    let (r, w) = (u.action != Action::Write, u.action != Action::Read);
    let action = match u.action {
        Action::Read => "READ",
        Action::Write => "WRITE",
        Action::ReadWrite => "READWRITE",
    };
    b.store_text(params::ACTION, action.as_bytes());
    b.store_text(params::READ, yes_no(r));
    b.store_text(params::WRITE, yes_no(w));
    b.store_text(params::READWRITE, yes_no(r && w));
    // What sequential files can hold in a record: all but the marker of a piece.
    let most = if u.access == Access::Stream { -2 } else { i64::MAX - (1 << 31) };
    b.store_saturated(params::RECL, u.recl.unwrap_or(most));
    b.store_int(params::NEXTREC, if u.access == Access::Direct { u.next_rec } else { 0 });
    u.emit_partial()?;
    let at = if u.partial == Some(unit::Direction::Read) { u.rec_start + u.rec_pos as i64 } else { u.stream.tell() };
    b.store_int(params::POS, at + 1);
    let size = u.stream.size().unwrap_or(-1);
    b.store_int(params::SIZE, size);
    let position = match u.access {
        Access::Direct => "UNDEFINED",
        _ if u.position_append && at >= size => "APPEND",
        _ if at == 0 && !u.position_rewind => "ASIS",
        _ if at == 0 => "REWIND",
        _ if at >= size => "APPEND",
        _ => "UNSPECIFIED",
    };
    b.store_text(params::POSITION, position.as_bytes());
    if u.endfile == EndFile::After && u.access == Access::Sequential {
        b.store_text(params::POSITION, b"APPEND");
    }
    Ok(())
}

/// The changeable modes of a unit, and the properties of its connection that say how data look.
fn inquire_modes(b: Block, u: &Unit) {
    let text = |x: bool, s: &'static str| if x { s.as_bytes() } else { UNDEFINED };
    let f = u.formatted;
    b.store_text(params::BLANK, text(f, if u.modes.blank_zero { "ZERO" } else { "NULL" }));
    b.store_text(params::DECIMAL, text(f, if u.modes.decimal_comma { "COMMA" } else { "POINT" }));
    let delim = match u.modes.delim {
        Delim::None | Delim::Unspecified => "NONE",
        Delim::Quote => "QUOTE",
        Delim::Apostrophe => "APOSTROPHE",
    };
    b.store_text(params::DELIM, text(f, delim));
    b.store_text(params::PAD, text(f, if u.modes.pad { "YES" } else { "NO" }));
    let round = match u.modes.round {
        Round::Up => "UP",
        Round::Down => "DOWN",
        Round::Zero => "ZERO",
        Round::Nearest => "NEAREST",
        Round::Compatible => "COMPATIBLE",
        Round::ProcessorDefined => "PROCESSOR_DEFINED",
        Round::Unspecified => "PROCESSOR_DEFINED",
    };
    b.store_text(params::ROUND, round.as_bytes());
    let sign = match u.modes.sign {
        Sign::Plus => "PLUS",
        Sign::Suppress => "SUPPRESS",
        Sign::Default => "PROCESSOR_DEFINED",
    };
    b.store_text(params::SIGN, sign.as_bytes());
    let leading = match u.modes.leading {
        Leading::Print => "PRINT",
        Leading::Suppress => "SUPPRESS",
        Leading::Default => "PROCESSOR_DEFINED",
    };
    b.store_text(params::LEADING_ZERO, text(f, leading));
    b.store_text(params::ENCODING, text(f, if u.utf8 { "UTF-8" } else { "UNKNOWN" }));
    let convert: &[u8] = match (u.swap, cfg!(target_endian = "little")) {
        (false, true) | (true, false) => b"LITTLE_ENDIAN",
        _ => b"BIG_ENDIAN",
    };
    b.store_text(params::CONVERT, convert);
    b.store_text(params::ASYNCHRONOUS, yes_no(u.asynchronous));
    let carriage = match u.carriage {
        Some(Carriage::Fortran) => "FORTRAN",
        Some(Carriage::List) => "LIST",
        Some(Carriage::None) => "NONE",
        None if u.formatted => "LIST",
        None => "NONE",
    };
    b.store_text(params::CARRIAGECONTROL, carriage.as_bytes());
    let share = match u.share {
        Share::NoDeny => "NODENY",
        Share::DenyNone => "DENYNONE",
        Share::DenyReadWrite => "DENYRW",
    };
    b.store_text(params::SHARE, share.as_bytes());
}

/// What can be said of a file, if one is named, that is not connected.
fn inquire_file(b: Block, file: Option<&[u8]>) {
    for slot in [
        params::ACCESS,
        params::FORM,
        params::ACTION,
        params::POSITION,
        params::BLANK,
        params::DECIMAL,
        params::DELIM,
        params::PAD,
        params::ROUND,
        params::SIGN,
        params::LEADING_ZERO,
        params::ENCODING,
        params::ASYNCHRONOUS,
    ] {
        b.store_text(slot, UNDEFINED);
    }
    for slot in [params::SEQUENTIAL, params::DIRECT, params::STREAM, params::FORMATTED, params::UNFORMATTED] {
        b.store_text(slot, b"UNKNOWN");
    }
    let access = |mode| file.map_or(&b"UNKNOWN"[..], |f| yes_no(can(f, mode)));
    b.store_text(params::READ, access(libc::R_OK));
    b.store_text(params::WRITE, access(libc::W_OK));
    b.store_text(params::READWRITE, access(libc::R_OK | libc::W_OK));
    b.store_int(params::RECL, -1);
    b.store_int(params::POS, 0);
    b.store_int(params::NEXTREC, 0);
    b.store_text(params::CONVERT, b"UNKNOWN");
    b.store_text(params::CARRIAGECONTROL, b"UNKNOWN");
    b.store_text(params::SHARE, b"UNKNOWN");
    let size = file.and_then(|f| {
        use std::os::unix::ffi::OsStrExt;
        std::fs::metadata(std::ffi::OsStr::from_bytes(f)).ok()
    });
    b.store_int(params::SIZE, size.map_or(-1, |m| m.len() as i64));
    if let Some(f) = file {
        b.store_text(params::NAME, f);
    } else {
        b.store_text(params::NAME, b"");
    }
}
