//! Text for standard error, past all units.

/// Writes to standard error directly (unit 0's buffer was flushed before).
pub fn report(text: &str) {
    report_bytes(text.as_bytes());
}

/// See [`report`].
pub(crate) fn report_bytes(mut rest: &[u8]) {
    while !rest.is_empty() {
        // SAFETY: `rest` is a live slice.
        let n = unsafe { libc::write(2, rest.as_ptr().cast(), rest.len()) };
        if n <= 0 {
            break;
        }
        rest = &rest[n as usize..];
    }
}
