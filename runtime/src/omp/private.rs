//! Threadprivate variables: the program's initial thread uses the variable itself, every thread of
//! ours a copy that begins with the variable's initial value.

use rustc_hash::FxHashMap;
use std::cell::{Cell, RefCell};
use std::sync::Mutex;

thread_local! {
    static COPIES: RefCell<FxHashMap<usize, usize>> = RefCell::default();
    static WORKER: Cell<bool> = const { Cell::new(false) };
    /// Variables that this thread has used, and where it has them: each at a place that its address says.
    static RECENT: [Cell<(usize, usize)>; PLACES] = const { [const { Cell::new((0, 0)) }; PLACES] };
}

/// Places for variables used recently.
const PLACES: usize = 32;

/// Initial values by address, taken at the first use by any thread, before which nothing can have
/// changed them (all uses come through here).
static INITIAL: Mutex<Option<FxHashMap<usize, Box<[u8]>>>> = Mutex::new(None);

/// Says that this thread is a worker.
pub fn mark_worker() {
    WORKER.set(true);
}

/// Address of this thread's copy of the variable of `bytes` bytes at `variable`.
///
/// # Safety
/// `variable` is static data of that size, alive to the end of the process.
pub unsafe extern "C" fn threadprivate(variable: *mut u8, bytes: i64) -> *mut u8 {
    let key = variable as usize;
    let at = (key >> 3 ^ key >> 8) % PLACES;
    let (recent, mine) = RECENT.with(|r| r[at].get());
    if recent == key {
        return mine as *mut u8;
    }
    // SAFETY: the caller's promise.
    let mine = unsafe { find(variable, bytes) };
    RECENT.with(|r| r[at].set((key, mine)));
    mine as *mut u8
}

/// The same, of any variable.
///
/// # Safety
/// As there.
#[cold]
unsafe fn find(variable: *mut u8, bytes: i64) -> usize {
    let key = variable as usize;
    let find = |copies: &RefCell<FxHashMap<usize, usize>>| {
        if let Some(&p) = copies.borrow().get(&key) {
            return p;
        }
        let mut all = INITIAL.lock().unwrap_or_else(|e| e.into_inner());
        let initial = all.get_or_insert_default().entry(key).or_insert_with(|| {
            // SAFETY: the caller's promise.
            unsafe { std::slice::from_raw_parts(variable, bytes.max(0) as usize) }.into()
        });
        let mine = if WORKER.get() {
            // Workers live as long as the process, and so do their copies. Words of 16 bytes give
            // every type its alignment.
            let words = Box::leak(vec![0u128; initial.len().div_ceil(16).max(1)].into_boxed_slice());
            bytemuck::cast_slice_mut::<u128, u8>(words)[..initial.len()].copy_from_slice(initial);
            words.as_mut_ptr() as usize
        } else {
            key
        };
        copies.borrow_mut().insert(key, mine);
        mine
    };
    COPIES.with(find)
}

/// An address in a threadprivate variable. Compiled code cannot see through the call, so what it hands to other threads
/// stays the address in the copy of the thread that called.
pub extern "C" fn my_address(address: *mut u8) -> *mut u8 {
    address
}

#[cfg(test)]
mod tests {
    use super::threadprivate;
    use crate::omp::team;
    use std::sync::Mutex;

    #[test]
    fn copies_stay_with_their_threads() {
        let variable: &'static mut [i32; 3] = Box::leak(Box::new([5, 6, 7]));
        let at = variable.as_mut_ptr() as usize;
        // SAFETY: the variable lives on, and each thread uses its own copy.
        let mine = || unsafe { &mut *threadprivate(at as *mut u8, 12).cast::<[i32; 3]>() };
        mine()[0] = 100;
        for round in 0..3 {
            let seen = Mutex::new(vec![[0; 3]; 3]);
            team::fork(3, &|| {
                let num = team::team().unwrap().1;
                let copy = mine();
                copy[1] += num as i32;
                seen.lock().unwrap()[num] = *copy;
            });
            let expected = |num: i32| [if num == 0 { 100 } else { 5 }, 6 + (round + 1) * num, 7];
            assert_eq!(*seen.lock().unwrap(), [expected(0), expected(1), expected(2)]);
        }
        assert_eq!(mine()[0], 100);
        assert_eq!(mine().as_ptr() as usize, at);
    }
}
