//! Which specifiers of OPEN and of data transfers go together (12.5.6, 12.6.2).

use crate::ctx::*;
use ferrotran_source::Span;
use ferrotran_source::message::ErrorCode;
use ferrotran_typed::*;

/// Specifiers of modes, which are for formatted transfers only.
const MODES: [&str; 7] = ["blank", "decimal", "delim", "leading_zero", "pad", "round", "sign"];

impl<'a> Facts<'a> {
    /// The word that a specifier gives, where it is constant.
    fn word_of(&mut self, io: &Io, key: &str) -> Option<(String, Span)> {
        let x = io.specs.iter().find(|s| s.0 == key).map(|s| s.1.clone())?;
        match self.try_const(&x) {
            Some(Const::Char(v)) => Some((String::from_utf8_lossy(&narrow(&v)).trim().to_lowercase(), x.span)),
            _ => None,
        }
    }
}

impl<'a> Rules<'a> {
    /// Values of specifiers of OPEN that exclude others (12.5.6.5 to 12.5.6.19).
    pub(super) fn check_connection(&mut self, io: &Io, span: Span) -> Res<()> {
        // With IOSTAT or ERR the program deals with it itself.
        if io.err.is_some() || io.specs.iter().any(|s| s.0 == "iostat") {
            return Ok(());
        }
        let has = |k: &str| io.specs.iter().any(|s| s.0 == k);
        let is = |w: &Option<(String, Span)>, v: &[&str]| w.as_ref().is_some_and(|w| v.contains(&&*w.0));
        if let Some((_, x)) = io.specs.iter().find(|s| s.0 == "recl")
            && self.try_int(x).is_some_and(|n| n <= 0)
        {
            return Err(self.err(ErrorCode::Io, x.span, "RECL must be positive"));
        }
        let status = self.word_of(io, "status");
        if is(&status, &["scratch"]) && has("file") {
            return Err(self.err(ErrorCode::Io, span, "STATUS='SCRATCH' and FILE exclude each other"));
        }
        let access = self.word_of(io, "access");
        if is(&access, &["direct"]) && has("position") {
            return Err(self.err(ErrorCode::Io, span, "POSITION is for sequential and stream access only"));
        }
        if is(&access, &["stream"]) && has("recl") {
            return Err(self.err(ErrorCode::Io, span, "RECL is not for stream access"));
        }
        if is(&self.word_of(io, "form"), &["unformatted"]) {
            for k in MODES.iter().chain(&["encoding"]) {
                if has(k) {
                    let text = format!("{} is not for unformatted files", k.to_uppercase());
                    return Err(self.err(ErrorCode::Io, span, text));
                }
            }
        }
        if has("readonly") && self.word_of(io, "action").is_some_and(|w| w.0 != "read") {
            return Err(self.err(ErrorCode::Io, span, "READONLY and this ACTION exclude each other"));
        }
        if io.specs.iter().filter(|s| s.0 == "share").count() > 1 {
            return Err(self.err(ErrorCode::Io, span, "SHARED, NOSHARED and SHARE exclude each other"));
        }
        // An extension gives such files a name.
        if self.opts.pedantic && is(&status, &["new", "replace"]) && !(has("file") || has("newunit")) {
            return Err(self.err(ErrorCode::Io, span, "STATUS='NEW' or 'REPLACE' needs FILE"));
        }
        Ok(())
    }

    /// Specifiers of modes need a format or a namelist group (Fortran 2023, 12.6.2.1).
    pub(super) fn check_modes(&mut self, io: &Io, span: Span) -> Res<()> {
        if matches!(io.format, IoFormat::Unformatted)
            && let Some(k) = MODES.iter().find(|k| io.specs.iter().any(|s| s.0 == **k))
        {
            let text = format!("{} needs a format or a namelist group", k.to_uppercase());
            return Err(self.err(ErrorCode::Io, span, text));
        }
        Ok(())
    }

    /// SIZE and EOR are for nonadvancing input (C1218, C1219).
    pub(super) fn check_advance(&mut self, io: &Io, span: Span) -> Res<()> {
        let Some((word, at)) = self.word_of(io, "advance") else {
            if io.eor.is_some() && !io.specs.iter().any(|s| s.0 == "advance") {
                return Err(self.err(ErrorCode::Io, span, "EOR needs ADVANCE='NO'"));
            }
            return Ok(());
        };
        if word == "yes" && (io.eor.is_some() || io.specs.iter().any(|s| s.0 == "size")) {
            return Err(self.err(ErrorCode::Io, at, "SIZE and EOR need ADVANCE='NO'"));
        }
        Ok(())
    }
}
