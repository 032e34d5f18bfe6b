//! Dependences between the child tasks of one task. By address there is the set of tasks that were the last to depend on
//! it, and the set before that. A new task joins the last set where all of that may run side by side, and follows the set
//! before; otherwise it is a set of its own and follows the last one.

use ferrotran_abi::codes::depend as code;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::ffi::c_void;

/// The address of a dependence that names `omp_all_memory`.
const ALL_MEMORY: usize = 0;

/// Where a dependence object keeps the kind, above all addresses and keys of device memory.
const KIND_SHIFT: u32 = 61;

/// How a dependence orders tasks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    /// Tasks that read.
    In,
    /// Tasks that may write side by side.
    Set,
    /// One task. Tasks that exclude each other may run in any order, and so in that in which they are made.
    One,
}

/// A storage location, and how a task depends on it.
#[derive(Clone, Copy, Debug)]
pub struct Dependence {
    kind: Kind,
    address: usize,
}

impl Dependence {
    /// Of a kind of [`code`]; for an object, `word` is what it holds.
    pub fn new(kind: i64, word: i64) -> Dependence {
        let kind = match kind {
            code::IN => Kind::In,
            code::INOUTSET => Kind::Set,
            code::OBJECT => return Dependence::of_object(word),
            _ => Kind::One,
        };
        Dependence { kind, address: word as usize }
    }

    /// What a dependence object stands for.
    pub fn of_object(word: i64) -> Dependence {
        let address = word as u64 & ((1 << KIND_SHIFT) - 1);
        Dependence::new((word as u64 >> KIND_SHIFT) as i64, address as i64)
    }

    /// What an object holds that stands for it.
    fn word(self) -> i64 {
        let kind = match self.kind {
            Kind::In => code::IN,
            Kind::Set => code::INOUTSET,
            Kind::One => code::INOUT,
        };
        kind << KIND_SHIFT | self.address as i64
    }
}

/// What has dependences.
pub trait Node: Clone {
    /// Whether they are the same.
    fn is(&self, other: &Self) -> bool;
    /// Whether nothing has to wait for it any more.
    fn is_over(&self) -> bool;
    /// Waits for another one, if that is not over.
    fn follows(&self, before: &Self);
}

/// Child tasks that depend on one storage location.
pub struct Users<T> {
    kind: Kind,
    /// The last set.
    last: SmallVec<[T; 2]>,
    /// The set before it.
    before: SmallVec<[T; 2]>,
}

impl<T: Node> Users<T> {
    fn new(kind: Kind) -> Users<T> {
        Users { kind, last: SmallVec::new(), before: SmallVec::new() }
    }

    /// One more task.
    fn add(&mut self, t: &T, kind: Kind) {
        if self.last.iter().any(|l| l.is(t)) && (kind == self.kind || self.kind == Kind::One) {
            return;
        }
        if kind != self.kind || kind == Kind::One {
            if !self.last.is_empty() {
                self.before = std::mem::take(&mut self.last);
            }
            self.kind = kind;
        }
        for b in &self.before {
            if !b.is(t) {
                t.follows(b);
            }
        }
        if self.last.len() >= 32 && self.last.len().is_power_of_two() {
            self.last.retain(|l| !l.is_over());
        }
        self.last.push(t.clone());
    }
}

/// Registers the dependences of a new task among those of its parent's children.
pub fn register<T: Node>(users: &mut FxHashMap<usize, Users<T>>, t: &T, list: &[Dependence]) {
    for d in list {
        if d.address == ALL_MEMORY {
            for u in users.values() {
                for before in u.last.iter().chain(&u.before) {
                    if !before.is(t) {
                        t.follows(before);
                    }
                }
            }
            users.clear();
        } else if let Some(all) = users.get(&ALL_MEMORY) {
            for before in &all.last {
                if !before.is(t) {
                    t.follows(before);
                }
            }
        }
        users.entry(d.address).or_insert_with(|| Users::new(d.kind)).add(t, d.kind);
    }
}

/// DEPOBJ: the object stands for a dependence from now on.
///
/// # Safety
/// `object` can be written.
pub unsafe extern "C" fn depobj(object: *mut i64, kind: i64, address: *const c_void) {
    // SAFETY: the caller's promise.
    unsafe { *object = Dependence::new(kind, address as i64).word() };
}

/// DEPOBJ with UPDATE: the object stands for a dependence of another kind on the same storage.
///
/// # Safety
/// `object` is one.
pub unsafe extern "C" fn depobj_update(object: *mut i64, kind: i64) {
    // SAFETY: the caller's promise.
    unsafe {
        let address = Dependence::of_object(*object).address;
        *object = Dependence::new(kind, address as i64).word();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::RefCell;
    use std::rc::Rc;

    /// Remembers whom it follows.
    #[derive(Clone)]
    struct Told(usize, Rc<RefCell<Vec<(usize, usize)>>>);

    impl Node for Told {
        fn is(&self, other: &Told) -> bool {
            self.0 == other.0
        }
        fn is_over(&self) -> bool {
            false
        }
        fn follows(&self, before: &Told) {
            self.1.borrow_mut().push((before.0, self.0));
        }
    }

    /// Pairs of tasks with an order that tasks with such dependences on one address get.
    fn edges(kinds: &[&[i64]]) -> Vec<(usize, usize)> {
        let told = Rc::default();
        let mut users = FxHashMap::default();
        for (n, k) in kinds.iter().enumerate() {
            let list: Vec<Dependence> = k.iter().map(|&k| Dependence::new(k, 64)).collect();
            register(&mut users, &Told(n, Rc::clone(&told)), &list);
        }
        let mut out = told.borrow().clone();
        out.sort_unstable();
        out
    }

    #[test]
    fn sets_run_side_by_side() {
        let (i, o, s, m) = (code::IN, code::INOUT, code::INOUTSET, code::MUTEXINOUTSET);
        assert_eq!(edges(&[&[o], &[i], &[i], &[o]]), [(0, 1), (0, 2), (1, 3), (2, 3)]);
        assert_eq!(edges(&[&[s], &[s], &[i], &[s]]), [(0, 2), (1, 2), (2, 3)]);
        assert_eq!(edges(&[&[m], &[m]]), [(0, 1)]);
        assert_eq!(edges(&[&[i, o], &[i, o]]), [(0, 1)]);
    }

    #[test]
    fn objects_keep_the_kind() {
        for kind in [code::IN, code::INOUT, code::INOUTSET] {
            let d = Dependence::new(kind, 1 << 60 | 4096);
            let back = Dependence::new(code::OBJECT, d.word());
            assert_eq!((back.kind, back.address), (d.kind, d.address));
        }
    }
}
