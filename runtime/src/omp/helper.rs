//! A thread of the runtime for target tasks of teams of one thread: the thread that met the construct goes on meanwhile.

use super::task::{self, Tasks};
use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock};

/// Where target tasks are ready, one entry for each.
static OFFERS: Mutex<VecDeque<Arc<Tasks>>> = Mutex::new(VecDeque::new());
static BELL: Condvar = Condvar::new();

fn offers() -> MutexGuard<'static, VecDeque<Arc<Tasks>>> {
    OFFERS.lock().unwrap_or_else(|e| e.into_inner())
}

/// A target task is ready there. Where there can be no thread for it, it is left to those that wait.
pub fn offer(tasks: Arc<Tasks>) {
    static THERE: OnceLock<bool> = OnceLock::new();
    let there = THERE.get_or_init(|| {
        let thread = std::thread::Builder::new().name("omp target".into());
        thread.stack_size(super::icv::settings().stack_size).spawn(serve).is_ok()
    });
    if *there {
        offers().push_back(tasks);
        BELL.notify_one();
    }
}

fn serve() {
    crate::thread::thread_started();
    super::private::mark_worker();
    loop {
        let mut list = offers();
        let tasks = loop {
            match list.pop_front() {
                Some(tasks) => break tasks,
                None => list = BELL.wait(list).unwrap_or_else(|e| e.into_inner()),
            }
        };
        drop(list);
        if let Some(t) = tasks.target() {
            task::run(&t);
        }
    }
}
