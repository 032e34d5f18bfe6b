//! Atomic subroutines, locks and events: integers of other images.

use super::sync::Patience;
use super::{FAILED, Op, World, in_order, world};
use crate::error::fatal;
use ferrotran_abi::codes::word;

/// An integer of an image.
#[derive(Clone, Copy)]
struct Word {
    image: usize,
    window: usize,
    offset: usize,
    wide: bool,
}

impl World {
    fn word(&self, x: Word, op: Op, value: i64) -> i64 {
        self.t.fetch(x.image, x.window, x.offset, x.wide, op, value)
    }

    fn replace(&self, x: Word, compare: i64, new: i64) -> i64 {
        self.t.swap_if(x.image, x.window, x.offset, x.wide, compare, new)
    }

    /// LOCK: the status. With `once`, -1 where another image has the lock.
    fn lock(&self, x: Word, once: bool, stops: bool) -> i64 {
        let me = self.me() as i64 + 1;
        let mut patience = Patience::new();
        let mut status = 0;
        loop {
            let owner = self.replace(x, 0, me);
            if owner == 0 {
                break;
            }
            if owner == me && stops {
                fatal("LOCK: this image has locked the lock already");
            }
            if owner == me {
                return word::LOCKED;
            }
            let look = patience.wait(self);
            if (look || once) && self.status_of(owner as usize - 1) == FAILED {
                if self.replace(x, owner, me) == owner {
                    status = word::UNLOCKED_FAILED;
                    break;
                }
            } else if once {
                return word::NOT_ACQUIRED;
            }
        }
        in_order();
        status
    }

    /// UNLOCK: the status.
    fn unlock(&self, x: Word, stops: bool) -> i64 {
        let owner = self.word(x, Op::Read, 0);
        match owner {
            0 if stops => fatal("UNLOCK: the lock is not locked"),
            0 => word::UNLOCKED,
            o if o != self.me() as i64 + 1 && stops => fatal("UNLOCK: another image has locked the lock"),
            o if o != self.me() as i64 + 1 => word::LOCKED_OTHER,
            _ => {
                self.t.complete(None);
                in_order();
                self.word(x, Op::Write, 0);
                0
            }
        }
    }

    fn wait(&self, x: Word, count: i64) -> i64 {
        let count = count.max(1);
        let mut patience = Patience::new();
        while self.word(x, Op::Read, 0) < count {
            patience.wait(self);
        }
        self.word(x, Op::Add, -count);
        in_order();
        0
    }
}

/// See the table.
pub extern "C" fn frt_image_word(addr: *mut u8, bytes: i32, image: i64, remote: i32, op: i32, a: i64, b: i64) -> i64 {
    let w = world();
    let image = match usize::try_from(image - 1) {
        Ok(i) if i < w.t.images() => i,
        _ => fatal(&format!("there is no image {image}")),
    };
    let (window, offset) = w.place(image, addr as usize, bytes as usize, remote != 0);
    let x = Word { image, window, offset, wide: bytes == 8 };
    match op {
        word::READ => w.word(x, Op::Read, 0),
        word::WRITE => w.word(x, Op::Write, a),
        word::ADD => w.word(x, Op::Add, a),
        word::AND => w.word(x, Op::And, a),
        word::OR => w.word(x, Op::Or, a),
        word::XOR => w.word(x, Op::Xor, a),
        word::SWAP_IF => w.replace(x, a, b),
        word::LOCK => w.lock(x, false, b != 0),
        word::TRY_LOCK => w.lock(x, true, b != 0),
        word::UNLOCK => w.unlock(x, b != 0),
        word::POST => {
            w.t.complete(None);
            in_order();
            w.word(x, Op::Add, 1);
            0
        }
        word::WAIT => w.wait(x, a),
        _ => fatal("an unknown operation on an integer of an image"),
    }
}
