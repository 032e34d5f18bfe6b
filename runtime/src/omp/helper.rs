//! Threads of the runtime for target tasks of teams of one thread: the thread that met the construct goes on meanwhile.

use super::queue::Tasks;
use super::seeded;
use super::task;
use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard};

/// Threads at most where processors are few: tasks of several devices run apart, one that waits for its device holds up no
/// others, and kernels of the shadow device run side by side.
const FEW: usize = 4;

struct Offers {
    /// Where target tasks are ready, one entry for each.
    list: VecDeque<&'static Tasks>,
    /// Threads, and those among them that wait for an offer.
    threads: usize,
    idle: usize,
}

static OFFERS: Mutex<Offers> = Mutex::new(Offers { list: VecDeque::new(), threads: 0, idle: 0 });
static BELL: Condvar = Condvar::new();

fn offers() -> MutexGuard<'static, Offers> {
    OFFERS.lock().unwrap_or_else(|e| e.into_inner())
}

/// A target task is ready there. Where there can be no thread for it, it is left to those that wait.
pub fn offer(tasks: &'static Tasks) {
    let mut all = offers();
    if all.idle <= all.list.len() && all.threads < FEW.max(super::icv::num_procs() as usize) {
        let thread = std::thread::Builder::new().name("omp target".into());
        if thread.stack_size(super::icv::settings().stack_size).spawn(serve).is_ok() {
            all.threads += 1;
        }
    }
    if all.threads > 0 {
        all.list.push_back(tasks);
        BELL.notify_one();
    }
}

fn serve() {
    super::private::mark_worker();
    super::places::run_anywhere();
    loop {
        let mut all = offers();
        let tasks = loop {
            if let Some(tasks) = all.list.pop_front() {
                break tasks;
            }
            all.idle += 1;
            all = BELL.wait(all).unwrap_or_else(|e| e.into_inner());
            all.idle -= 1;
        };
        drop(all);
        seeded::disturb();
        if let Some(t) = tasks.target() {
            task::run(t);
        }
    }
}
