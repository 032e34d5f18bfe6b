//! Images that wait for each other, and their ends.

use super::{FAILED, HEAP, Op, STOPPED, World, control, guard, in_order, world};
use crate::error::fatal;
use crate::values::{bytes_mut, store_padded};
use ferrotran_abi::codes::word;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// Between two looks at another image, once it has not come for a while.
const PAUSE: Duration = Duration::from_micros(200);

/// Status of SYNC IMAGES for a set in which an image stands twice.
const TWICE: i32 = 3;
/// Status of SYNC IMAGES for an image that is not there.
const NO_IMAGE: i32 = 4;

/// Lets others go on while this image has nothing to do but wait; `turn` counts.
pub(super) struct Patience(u32);

impl Patience {
    pub(super) fn new() -> Patience {
        Patience(0)
    }

    /// True now and then: time to see whether what is waited for can still come.
    pub(super) fn wait(&mut self, w: &World) -> bool {
        w.t.progress();
        self.0 += 1;
        if self.0 > 2000 {
            std::thread::sleep(PAUSE);
            self.0.is_multiple_of(16)
        } else {
            if self.0 > 20 {
                std::thread::yield_now();
            }
            self.0.is_multiple_of(500)
        }
    }
}

impl World {
    /// Whether an image still runs: 0, or the status why it does not.
    pub(super) fn status_of(&self, image: usize) -> i32 {
        if image == self.me() {
            return self.own(control::STATUS).load(Ordering::SeqCst) as i32;
        }
        self.t.fetch(image, HEAP, control::STATUS * 8, true, Op::Read, 0) as i32
    }

    /// Waits for other images that wait for this one; the status.
    pub(super) fn wait_for(&self, images: &[usize]) -> i32 {
        self.t.complete(None);
        in_order();
        let me = self.me();
        let mut until = vec![];
        {
            let mut waited = guard(&self.waited);
            for &i in images {
                waited[i] += 1;
                until.push(waited[i]);
            }
        }
        for &i in images.iter().filter(|i| **i != me) {
            self.t.fetch(i, HEAP, (control::COME + me) * 8, true, Op::Add, 1);
        }
        let mut status = 0;
        for (&i, n) in images.iter().zip(until) {
            if i == me {
                continue;
            }
            let come = || self.own(control::COME + i).load(Ordering::SeqCst) >= n;
            let mut patience = Patience::new();
            while !come() {
                if !patience.wait(self) {
                    continue;
                }
                let gone = self.status_of(i);
                if gone != 0 && !come() {
                    // What is worse for the program counts.
                    if status != STOPPED {
                        status = gone;
                    }
                    break;
                }
            }
        }
        in_order();
        status
    }

    pub(super) fn end_of_statement(&self, status: i32, fatal_: i32, what: &str) -> i32 {
        if status != 0 && fatal_ != 0 {
            fatal(&format!("{what}: {}", message(status)));
        }
        status
    }
}

fn message(status: i32) -> &'static str {
    const LOCKED: i32 = word::LOCKED as i32;
    const LOCKED_OTHER: i32 = word::LOCKED_OTHER as i32;
    const UNLOCKED_FAILED: i32 = word::UNLOCKED_FAILED as i32;
    match status {
        0 => "",
        LOCKED => "the lock is locked by this image",
        LOCKED_OTHER => "the lock is locked by another image",
        UNLOCKED_FAILED => "an image that has failed had locked the lock",
        TWICE => "an image stands twice in the set of SYNC IMAGES",
        NO_IMAGE => "the set of SYNC IMAGES has an image that is not there",
        STOPPED => "an image has stopped",
        FAILED => "an image has failed",
        _ => "the statement cannot be executed",
    }
}

/// See the table.
pub extern "C" fn frt_image_message(status: i32, msg: *mut u8, len: i64) {
    if status != 0 {
        // SAFETY: the ERRMSG variable of the statement.
        store_padded(unsafe { bytes_mut(msg, len) }, message(status).as_bytes());
    }
}

/// See the table.
pub extern "C" fn frt_image_sync(team: i64, how: i32, fatal: i32) -> i32 {
    let w = world();
    if how == 3 {
        w.t.complete(None);
        w.t.progress();
        in_order();
        return 0;
    }
    let status = w.wait_for(&w.members_of(team, how));
    w.end_of_statement(status, fatal, if how == 1 { "SYNC TEAM" } else { "SYNC ALL" })
}

/// See the table.
pub extern "C" fn frt_image_sync_set(set: *const i64, count: i64, fatal_: i32) -> i32 {
    let w = world();
    let members = w.members();
    let mut images = vec![];
    for k in 0..usize::try_from(count).unwrap_or(0) {
        // SAFETY: compiled code passes so many indices.
        let index = unsafe { *set.add(k) };
        match usize::try_from(index - 1).ok().and_then(|i| members.get(i)) {
            Some(i) if images.contains(i) && fatal_ == 0 => return TWICE,
            Some(i) if images.contains(i) => fatal(&format!("SYNC IMAGES: image {index} stands twice")),
            Some(&i) => images.push(i),
            None if fatal_ == 0 => return NO_IMAGE,
            None => fatal(&format!("SYNC IMAGES: there is no image {index}")),
        }
    }
    let status = w.wait_for(&images);
    w.end_of_statement(status, fatal_, "SYNC IMAGES")
}

/// See the table.
pub extern "C" fn frt_image_critical(construct: i64, enter: i32) {
    let w = world();
    let at = (control::CRITICAL + construct.unsigned_abs() as usize % control::CRITICALS) * 8;
    let me = w.me() as i64 + 1;
    if enter == 0 {
        w.t.complete(None);
        in_order();
        w.t.fetch(0, HEAP, at, true, Op::Write, 0);
        return;
    }
    let mut patience = Patience::new();
    loop {
        let owner = w.t.swap_if(0, HEAP, at, true, 0, me);
        if owner == 0 {
            break;
        }
        if patience.wait(w) && w.status_of(owner as usize - 1) == FAILED {
            // What a failed image has begun is over.
            w.t.swap_if(0, HEAP, at, true, owner, 0);
        }
    }
    in_order();
}

/// See the table.
pub extern "C" fn frt_image_fail() {
    let w = world();
    w.t.complete(None);
    leave(w, FAILED);
    // SAFETY: ends the process at once, without what an end in order does.
    unsafe { libc::_exit(0) }
}

/// Says that this image does nothing any more, and waits for the end of the others, which may still use its memory.
fn leave(w: &World, status: i32) {
    in_order();
    w.own(control::STATUS).store(status as u64, Ordering::SeqCst);
    for image in (0..w.t.images()).filter(|i| *i != w.me()) {
        let mut patience = Patience::new();
        while w.status_of(image) == 0 {
            patience.wait(w);
        }
    }
    w.t.end();
}

/// The end of the program: in order, or by an error, which ends all images.
pub(super) fn ending(status: i32, normal: bool) {
    let w = world();
    if normal {
        leave(w, STOPPED);
    } else if w.t.images() > 1 {
        w.t.abort(status);
    }
}
