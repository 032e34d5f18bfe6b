//! `FERROTRAN_SHADOW_CHECK=1`: what a shadow device finds wrong with the maps of a program. It knows of every variable that
//! it has whether anything was ever stored there, what the host's bytes were when both had the same values, and which
//! kernel wrote values that the host does not have. Of regions that run as tasks it knows which of them use a variable in
//! no order. Doubtful cases are left alone.

use super::say;
use crate::omp::{Node, orders_wanted};
use ferrotran_abi::kernel::{CompiledKernel, instructions};
use rustc_hash::{FxHashMap, FxHasher};
use std::collections::HashSet;
use std::hash::Hasher;
use std::ops::Range;

/// What is known of a variable on a device.
#[derive(Default)]
struct Known {
    /// Something was copied to it or stored there.
    stored: bool,
    /// The checksum of the host's bytes when they were those of the device; `None` where that is not known.
    host: Option<u64>,
    /// The last kernel that wrote values that the host does not have and no kernel after it has read.
    writer: Option<String>,
    /// What kernels have stored that the host does not have.
    newer: Option<Newer>,
    /// The last kernel that wrote there has changed all of it.
    whole: bool,
    /// It is a private copy.
    private: bool,
}

/// Values of a variable that the host does not have.
struct Newer {
    /// The last kernel that may have stored some.
    kernel: String,
    /// The host's bytes at the time when a kernel stored others.
    before: Vec<u8>,
    /// Which bytes those are.
    fresh: Vec<bool>,
}

impl Newer {
    /// Host and device have the same bytes here, counted from the variable's first.
    fn alike(&mut self, runs: &[Range<usize>]) {
        for r in runs {
            let end = r.end.min(self.fresh.len());
            self.fresh[r.start.min(end)..end].fill(false);
        }
    }
}

/// A variable that has left the device, where a kernel had changed all of it: an error if the host counts on these values.
struct Left {
    /// Where the host has it.
    range: Range<u64>,
    name: String,
    kernel: String,
    /// The host's bytes at that time, and the device's.
    host: Vec<u8>,
    device: Vec<u8>,
}

/// What a kernel or an update did with a variable. Which elements it read is not known.
#[derive(PartialEq, Eq, Debug)]
pub enum Touch {
    /// It read some.
    Read,
    /// It changed these bytes, counted from the variable's first.
    Changed {
        /// In order.
        runs: Vec<Range<usize>>,
        /// Those are all elements.
        all: bool,
    },
}

impl Touch {
    /// What has changed of elements of so many bytes.
    pub fn between(before: &[u8], after: &[u8], elem: usize) -> Touch {
        let elem = elem.max(1);
        let mut runs: Vec<Range<usize>> = Vec::new();
        for (i, (a, b)) in before.chunks(elem).zip(after.chunks(elem)).enumerate() {
            let at = i * elem;
            match runs.last_mut() {
                _ if a == b => {}
                Some(last) if last.end == at => last.end = at + b.len(),
                _ => runs.push(at..at + b.len()),
            }
        }
        let all = runs.len() == 1 && runs[0] == (0..after.len());
        Touch::Changed { runs, all }
    }

    /// Whether the order of the two makes a difference for sure.
    fn clashes(&self, other: &Touch) -> bool {
        match (self, other) {
            (Touch::Read, Touch::Read) => false,
            (Touch::Read, Touch::Changed { all, .. }) | (Touch::Changed { all, .. }, Touch::Read) => *all,
            (Touch::Changed { runs: a, .. }, Touch::Changed { runs: b, .. }) => {
                a.iter().any(|x| b.iter().any(|y| x.start < y.end && y.start < x.end))
            }
        }
    }
}

/// Whether a kernel has atomic updates, which need no order.
pub fn has_atomics(kernel: &CompiledKernel) -> bool {
    let atomic = |i: &[u32]| matches!(i[0] & 0xffff, 227..=242 | 5614 | 5615 | 6035);
    kernel.stages.iter().any(|stage| instructions(&stage.spirv).any(atomic))
}

/// One use of a variable.
struct Use {
    node: Node,
    touch: Touch,
    what: String,
}

/// Uses of a variable that are remembered, and variables that have left.
const USES: usize = 64;

/// The variables of one device, by their entries' bases.
pub struct Checks {
    known: FxHashMap<u64, Known>,
    /// Also of variables that are not on the device any more: tasks may map the same one each for itself.
    uses: FxHashMap<u64, Vec<Use>>,
    left: Vec<Left>,
    said: HashSet<String>,
}

/// How a kernel uses a variable.
#[derive(Clone, Copy)]
pub struct Access {
    /// It may read elements.
    pub reads: bool,
    /// It may write elements.
    pub writes: bool,
}

/// Whether the program's maps are to be checked.
pub fn wanted() -> bool {
    orders_wanted()
}

/// The checksum of bytes.
fn checksum(bytes: &[u8]) -> u64 {
    let mut h = FxHasher::default();
    h.write(bytes);
    h.finish()
}

impl Checks {
    /// Knows of nothing.
    pub fn new() -> Checks {
        Checks { known: FxHashMap::default(), uses: FxHashMap::default(), left: Vec::new(), said: HashSet::new() }
    }

    fn report(&mut self, text: String) {
        if !self.said.contains(&text) {
            say(format_args!("ferrotran: shadow check: {text}"));
            self.said.insert(text);
        }
    }

    /// A variable is on the device from now on.
    pub fn begin(&mut self, base: u64, private: bool) {
        self.left.retain(|l| !l.range.contains(&base));
        self.known.insert(base, Known { private, ..Known::default() });
    }

    /// Its memory is freed.
    pub fn freed(&mut self, base: u64) {
        self.known.remove(&base);
        self.uses.remove(&base);
    }

    /// What `node` did with a variable: whether another one did something else there that has no order.
    pub fn order(&mut self, base: u64, name: &str, what: &str, touch: Touch, node: &Node) {
        if self.known.get(&base).is_none_or(|k| k.private) || node.is_local(base) {
            return;
        }
        let uses = self.uses.entry(base).or_default();
        let clash = uses.iter().find(|u| u.touch.clashes(&touch) && u.node.is_unordered(node));
        let text = clash.map(|u| format!("{what} and {} use '{name}' in no order, and one of them changes it", u.what));
        let known = uses.iter().any(|u| !u.node.is_other(node) && u.touch == touch && u.what == what);
        if !known {
            if uses.len() == USES {
                uses.remove(0);
            }
            uses.push(Use { node: node.clone(), touch, what: what.to_string() });
        }
        if let Some(text) = text {
            self.report(text);
        }
    }

    /// It is not any more.
    pub fn end(&mut self, base: u64) {
        self.known.remove(&base);
    }

    /// Bytes were copied to the device: these runs, or all, which `whole` are on the host.
    pub fn sent(&mut self, base: u64, runs: &[Range<usize>], whole: Option<&[u8]>) {
        let k = self.known.entry(base).or_default();
        k.stored = true;
        k.host = whole.map(checksum);
        if whole.is_some() {
            k.writer = None;
            k.newer = None;
        } else if let Some(newer) = &mut k.newer {
            newer.alike(runs);
        }
    }

    /// Bytes were copied to the host: these runs, or all, which `whole` are on the host.
    pub fn fetched(&mut self, base: u64, runs: &[Range<usize>], whole: Option<&[u8]>) {
        if let Some(k) = self.known.get_mut(&base) {
            k.host = whole.map(checksum);
            k.writer = None;
            if whole.is_some() {
                k.newer = None;
            } else if let Some(newer) = &mut k.newer {
                newer.alike(runs);
            }
        }
    }

    /// What the host has is not comparable any more.
    pub fn doubt(&mut self, base: u64) {
        if let Some(k) = self.known.get_mut(&base) {
            k.host = None;
            k.writer = None;
            k.newer = None;
            k.stored = true;
        }
    }

    /// A kernel is about to use a variable, of which `host` are the host's bytes. What it changes [`Checks::changed`] is told
    /// later, or, of a kernel with `atomics`, nobody knows.
    pub fn launch(&mut self, base: u64, name: &str, kernel: &str, access: Access, host: &[u8], atomics: bool) {
        let Some(k) = self.known.get(&base) else { return };
        let changed = k.host.is_some_and(|before| before != checksum(host));
        let mut text = None;
        if access.reads && !access.writes && !k.stored {
            text =
                Some(format!("{kernel} reads '{name}', to which nothing was copied and nothing stored on the device"));
        } else if access.reads && changed {
            text = Some(format!(
                "{kernel} reads '{name}' on the device, which has old values: the host has changed its own since they were \
                 copied"
            ));
        }
        if let Some(text) = text {
            self.report(text);
        }
        let Some(k) = self.known.get_mut(&base) else { return };
        if changed {
            k.host = None;
        }
        if access.reads {
            // What the device itself needs is no loss.
            k.writer = None;
        }
        if access.writes {
            k.stored = true;
            k.whole = false;
            k.writer = Some(kernel.to_string());
            if !host.is_empty() && !k.private {
                let last = k.newer.take().filter(|n| n.before.len() == host.len());
                let mut newer = last.unwrap_or_else(|| Newer {
                    kernel: String::new(),
                    before: host.to_vec(),
                    fresh: vec![false; host.len()],
                });
                newer.kernel = kernel.to_string();
                let Newer { before, fresh, .. } = &mut newer;
                for ((b, f), h) in before.iter_mut().zip(fresh).zip(host) {
                    *b = if *f { *b } else { *h };
                    *f |= atomics;
                }
                k.newer = Some(newer);
                super::reads::newer();
            }
        }
    }

    /// The kernel that has just written there has changed these bytes.
    pub fn changed(&mut self, base: u64, runs: &[Range<usize>]) {
        if let Some(newer) = self.known.get_mut(&base).and_then(|k| k.newer.as_mut()) {
            for r in runs {
                let end = r.end.min(newer.fresh.len());
                newer.fresh[r.start.min(end)..end].fill(true);
            }
        }
    }

    /// The kernel that has just written there has changed all elements.
    pub fn all_changed(&mut self, base: u64) {
        if let Some(k) = self.known.get_mut(&base) {
            k.whole = true;
        }
    }

    /// A variable that is mapped to the device only leaves it, with values that the host does not have. Where all of it has
    /// changed it may be meant for the device alone, as long as the host does not read it.
    pub fn leaves(&mut self, base: u64, name: &str, host: Vec<u8>, device: Vec<u8>) {
        let Some(k) = self.known.get(&base).filter(|k| k.whole && host.len() == device.len()) else {
            return self.lost(base, name, "it is mapped to the device only");
        };
        let Some(kernel) = k.writer.clone() else { return };
        if self.left.len() == USES {
            self.left.remove(0);
        }
        let range = base..base + host.len() as u64;
        self.left.push(Left { range, name: name.to_string(), kernel, host, device });
    }

    /// The host reads `now` at an address, in a place of the program: whether a variable had lost newer values there.
    pub fn read_after(&mut self, at: u64, now: &[u8], place: &str) {
        let end = at + now.len() as u64;
        let lost = |l: &Left| {
            if at < l.range.start || end > l.range.end {
                return false;
            }
            let part = (at - l.range.start) as usize..(end - l.range.start) as usize;
            // What the host itself has stored since then is not old.
            l.host[part.clone()] == *now && l.device[part] != *now
        };
        if let Some(i) = self.left.iter().position(lost) {
            let Left { name, kernel, .. } = self.left.remove(i);
            self.report(format!(
                "what {kernel} stores in '{name}' is lost: it is mapped to the device only, and the host reads its old \
                 values at {place}"
            ));
        }
    }

    /// The host frees memory.
    pub fn forget(&mut self, range: &Range<u64>) {
        self.left.retain(|l| l.range.end <= range.start || range.end <= l.range.start);
    }

    /// The kernel that wrote values of a variable that the host does not have.
    pub fn writer(&self, base: u64) -> Option<&str> {
        self.known.get(&base)?.writer.as_deref()
    }

    /// The kernel that has stored values which the host does not have in some of these bytes, and the host's there at that
    /// time.
    pub fn newer(&self, base: u64, part: Range<usize>) -> Option<(&str, &[u8])> {
        let newer = self.known.get(&base)?.newer.as_ref()?;
        newer.fresh.get(part.clone())?.contains(&true).then_some(())?;
        Some((&newer.kernel, newer.before.get(part)?))
    }

    /// The host has read old values.
    pub fn read_by_host(&mut self, name: &str, kernel: &str, place: &str) {
        self.report(format!("the host reads old values of '{name}' at {place}: {kernel} has stored newer ones"));
    }

    /// A variable leaves the device, and values that differ from the host's are lost.
    pub fn lost(&mut self, base: u64, name: &str, why: &str) {
        if let Some(kernel) = self.writer(base) {
            let text = format!("what {kernel} stores in '{name}' is lost: {why}");
            self.report(text);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_clash_where_they_meet() {
        let touch = |after: &[u8]| Touch::between(&[0; 8], after, 4);
        let (first, second, both) =
            (touch(&[0, 1, 0, 0, 0, 0, 0, 0]), touch(&[0, 0, 0, 0, 0, 0, 0, 9]), touch(&[1, 0, 0, 0, 1, 0, 0, 0]));
        assert_eq!(first, Touch::Changed { runs: std::iter::once(0..4).collect(), all: false });
        assert_eq!(both, Touch::Changed { runs: std::iter::once(0..8).collect(), all: true });
        assert!(!first.clashes(&second) && first.clashes(&both) && both.clashes(&second));
        assert!(both.clashes(&Touch::Read) && !first.clashes(&Touch::Read) && !Touch::Read.clashes(&Touch::Read));
        assert_eq!(touch(&[0; 8]), Touch::Changed { runs: vec![], all: false });
    }
}
