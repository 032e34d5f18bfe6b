//! Static variables that devices have from the start (`declare target`). Constructors of the program's objects register them
//! before the main program begins; a device gets their first values when something first refers to them there.

use super::object::Ty;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};

/// Such a variable, or the storage of several.
#[derive(Clone)]
pub struct Resident {
    /// Its bytes on the host.
    pub range: Range<u64>,
    /// Type of the objects in it; null where they hold no addresses.
    pub ty: Ty,
    /// Bytes of one of them.
    pub elem: u64,
    /// Its name, for messages.
    pub name: String,
    /// The first value; `None`: zeros.
    pub first: Option<Arc<[u8]>>,
}

// SAFETY: type descriptors are read-only data that lives as long as the program.
unsafe impl Send for Resident {}

static ALL: Mutex<BTreeMap<u64, Resident>> = Mutex::new(BTreeMap::new());
/// Variables of `declare target` that devices have only while they, or what their descriptors describe, are mapped.
static MAPPED: Mutex<Vec<Range<u64>>> = Mutex::new(Vec::new());
static ANY: AtomicBool = AtomicBool::new(false);

fn all() -> MutexGuard<'static, BTreeMap<u64, Resident>> {
    ALL.lock().unwrap_or_else(|e| e.into_inner())
}

/// Whether there are any.
pub fn any() -> bool {
    ANY.load(Ordering::Relaxed)
}

/// Registers a variable. COMMON blocks are registered by every object that has them, the largest counts.
pub fn register(r: Resident) {
    let mut all = all();
    let known = all.get(&r.range.start).is_some_and(|old| old.range.end >= r.range.end);
    if !known {
        all.insert(r.range.start, r);
    }
    ANY.store(true, Ordering::Relaxed);
}

/// Registers a variable that devices have while it is mapped.
pub fn register_mapped(range: Range<u64>) {
    MAPPED.lock().unwrap_or_else(|e| e.into_inner()).push(range);
}

/// The bytes of all variables of `declare target` on the host.
pub fn everything() -> Vec<Range<u64>> {
    let mut list: Vec<Range<u64>> = all().values().map(|r| r.range.clone()).collect();
    list.extend(MAPPED.lock().unwrap_or_else(|e| e.into_inner()).iter().cloned());
    list
}

/// Those that share bytes with a range.
pub fn touching(range: &Range<u64>) -> Vec<Resident> {
    if !any() {
        return Vec::new();
    }
    let all = all();
    let list = all.range(..range.end).rev().map(|(_, r)| r);
    list.take_while(|r| r.range.end > range.start).cloned().collect()
}
