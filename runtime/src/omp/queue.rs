//! The tasks of a team: those that are ready, and how many are not over. Threads run them where they wait.
//!
//! A queue is never freed, and serves one team after the other: a thread that has come to the end of its region may still
//! look at it when the region is over. The number of the region tells it that.

use super::gate::Gate;
use super::icv;
use super::ready::Ready;
use super::seeded;
use super::task::{Task, lock, run};
use std::cell::Cell;
use std::sync::atomic::{AtomicU32, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

/// Ready tasks for each thread of a team above which threads run the tasks that they make.
const MANY: usize = 64;

/// Tasks of a team, or those that a thread outside of parallel regions has made.
pub struct Tasks {
    /// Where the threads wait, for tasks and for each other.
    pub gate: Gate,
    /// Of one thread outside of parallel regions, for as long as it lives.
    of_thread: bool,
    /// Number of threads.
    size: AtomicUsize,
    /// Number of the region.
    region: AtomicU64,
    ready: Mutex<Ready<Arc<Task>>>,
    /// Number of ready tasks.
    count: AtomicUsize,
    /// Tasks that run, of a thread alone.
    running: AtomicUsize,
    /// Tasks that were made and are not over.
    unfinished: AtomicUsize,
    /// Counts what waiting threads have to look at again.
    changes: AtomicU32,
}

/// Queues without a team.
static POOL: Mutex<Vec<&'static Tasks>> = Mutex::new(Vec::new());

thread_local! {
    /// The queue of the last team that this thread has made.
    static SPARE: Cell<Option<&'static Tasks>> = const { Cell::new(None) };
}

impl Tasks {
    fn new(of_thread: bool) -> &'static Tasks {
        Box::leak(Box::new(Tasks {
            gate: Gate::new(),
            of_thread,
            size: AtomicUsize::new(1),
            region: AtomicU64::new(0),
            ready: Mutex::default(),
            count: AtomicUsize::new(0),
            running: AtomicUsize::new(0),
            unfinished: AtomicUsize::new(0),
            changes: AtomicU32::new(0),
        }))
    }

    /// For a thread outside of parallel regions.
    pub fn of_thread() -> &'static Tasks {
        Tasks::new(true)
    }

    /// For a team of so many threads.
    pub fn begin(size: usize) -> &'static Tasks {
        let spare = SPARE.take().or_else(|| lock(&POOL).pop());
        let tasks = spare.unwrap_or_else(|| Tasks::new(false));
        tasks.size.store(size, Ordering::Relaxed);
        tasks
    }

    /// The region is over: its threads go, and the next team may have the queue.
    pub fn end(&'static self) {
        self.region.fetch_add(1, Ordering::AcqRel);
        self.gate.notify();
        if let Some(other) = SPARE.replace(Some(self)) {
            lock(&POOL).push(other);
        }
    }

    /// Number of threads.
    pub fn size(&self) -> usize {
        self.size.load(Ordering::Relaxed)
    }

    /// The region that the queue serves.
    pub fn region(&self) -> u64 {
        self.region.load(Ordering::Acquire)
    }

    /// Turns of busy waiting, which makes sense only while every thread of the team can have a processor.
    pub fn spins(&self) -> u32 {
        if self.size() > icv::num_procs() as usize { icv::spins().min(50) } else { icv::spins() }
    }

    /// Threads that wait look again.
    pub fn changed(&self) {
        self.changes.fetch_add(1, Ordering::Release);
        self.gate.notify();
    }

    /// A task is ready. Threads that wait hear of it by [`Tasks::changed`].
    pub fn push(&self, t: Arc<Task>, priority: i32) {
        lock(&self.ready).push(t, priority);
        self.count.fetch_add(1, Ordering::AcqRel);
    }

    /// A task was made.
    pub fn one_more(&self) {
        self.unfinished.fetch_add(1, Ordering::AcqRel);
    }

    /// A task is over. `awaited`: somebody may have waited for just this one.
    pub fn one_over(&self, awaited: bool) {
        if self.unfinished.fetch_sub(1, Ordering::AcqRel) == 1 || awaited {
            self.changed();
        }
    }

    /// A task runs that was not taken.
    pub fn runs(&self) {
        if self.of_thread {
            self.running.fetch_add(1, Ordering::AcqRel);
        }
    }

    /// A task has run.
    pub fn has_run(&self) {
        if self.of_thread {
            self.running.fetch_sub(1, Ordering::AcqRel);
            // The end of the program looks at that.
            self.changed();
        }
    }

    /// Takes the ready task that `which` chooses. `region`: that the thread belongs to, if it may be over.
    fn take(
        &self,
        region: Option<u64>,
        which: impl FnOnce(&mut Ready<Arc<Task>>) -> Option<Arc<Task>>,
    ) -> Option<Arc<Task>> {
        if self.count.load(Ordering::Acquire) == 0 {
            return None;
        }
        let mut ready = lock(&self.ready);
        // As long as the region's tasks are here it is not over.
        if region.is_some_and(|r| r != self.region()) {
            return None;
        }
        let t = which(&mut ready)?;
        // There is no moment at which it is neither ready nor runs.
        self.runs();
        self.count.fetch_sub(1, Ordering::AcqRel);
        Some(t)
    }

    /// The oldest ready target task.
    pub fn target(&self) -> Option<Arc<Task>> {
        self.take(None, |ready| ready.oldest_of(|t| t.is_target()))
    }

    /// The newest ready task that descends from `of`.
    pub fn descendant(&self, of: &Arc<Task>) -> Option<Arc<Task>> {
        self.take(None, |ready| ready.newest_of(|t| t.descends(of)))
    }

    /// Whether there are so many ready tasks that a thread had better run its next one than leave it to the others.
    pub fn are_many(&self) -> bool {
        self.count.load(Ordering::Relaxed) > MANY * self.size()
    }

    /// On a thread that has come to the end of the region and may not look at its team any more: runs tasks until the region
    /// is over, or there is something else to do.
    pub fn help_to_the_end(&self, region: u64, called: impl Fn() -> bool) {
        let over = || self.region() != region || called();
        while !over() {
            while let Some(t) = self.take(Some(region), Ready::oldest) {
                run(&t);
            }
            let _wait = super::waits("the end of the team");
            self.gate.wait(self.spins(), || over() || self.some_ready());
        }
    }

    /// True where a barrier may let its threads go as far as tasks are concerned.
    pub fn all_over(&self) -> bool {
        self.unfinished.load(Ordering::Acquire) == 0
    }

    /// True where a waiting thread could run a task.
    pub fn some_ready(&self) -> bool {
        self.count.load(Ordering::Acquire) != 0
    }

    /// Runs ready tasks until there are none.
    pub fn help(&self) {
        while let Some(t) = self.take(None, Ready::oldest) {
            run(&t);
        }
    }

    /// Runs descendants of `of` until `done`.
    pub fn wait(&self, of: &Arc<Task>, reason: &str, done: impl Fn() -> bool) {
        loop {
            let seen = self.changes.load(Ordering::Acquire);
            if done() {
                return;
            }
            seeded::disturb();
            match self.descendant(of) {
                Some(t) => run(&t),
                None => {
                    let _wait = super::waits(reason);
                    self.gate.wait(self.spins(), || done() || self.changes.load(Ordering::Acquire) != seen);
                }
            }
        }
    }

    /// Runs tasks, and waits for those that run, until nothing here can become ready any more unless somebody else
    /// fulfills an event.
    pub fn drain(&self) {
        loop {
            let seen = self.changes.load(Ordering::Acquire);
            self.help();
            if !self.some_ready() && self.running.load(Ordering::Acquire) == 0 {
                return;
            }
            let _wait = super::waits("tasks at the end of the program");
            self.gate.wait(self.spins(), || self.changes.load(Ordering::Acquire) != seen);
        }
    }
}
