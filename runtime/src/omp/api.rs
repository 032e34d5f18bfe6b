//! The procedures of `omp_lib` with Fortran linkage: arguments by reference, results by value.

use super::gate::{Apart, Lock};
use super::icv::{self, Icv, Schedule, settings};
use super::places;
use super::team::{self, with};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, OnceLock};
use std::time::Instant;

/// omp_control_tool_notool
const NO_TOOL: i32 = -2;
/// omp_sched_monotonic
const MONOTONIC: i32 = i32::MIN;

/// The value behind a by-reference argument.
///
/// # Safety
/// `p` is valid for reading, as an actual argument of that type is.
unsafe fn arg<T: Copy>(p: *const T) -> T {
    // SAFETY: the caller's promise.
    unsafe { p.read_unaligned() }
}

/// Changes control variables of this thread.
pub(super) fn change(f: impl FnOnce(&mut Icv)) {
    super::task::keep_icv();
    with(|p| {
        p.changed = true;
        f(&mut p.icv);
    });
}

macro_rules! fortran {
    ($( $(#[doc = $doc:literal])* fn $name:ident($($p:ident: $t:ty),*) $(-> $r:ty)? $body:block )*) => { $(
        $(#[doc = $doc])*
        ///
        /// # Safety
        /// Called with by-reference arguments of the types that the interface declares.
        pub unsafe extern "C" fn $name($($p: *const $t),*) $(-> $r)? {
            // SAFETY: the caller's promise.
            $( let $p = unsafe { arg($p) }; )*
            $body
        }
    )* };
}

fortran! {
    /// Number of this thread in its team.
    fn get_thread_num() -> i32 { team::number_and_size().0 as i32 }
    /// Threads of the team.
    fn get_num_threads() -> i32 { team::number_and_size().1 as i32 }
    /// Threads of a team that a parallel region here would get.
    fn get_max_threads() -> i32 {
        let level = team::team().map_or(0, |(t, _)| t.level);
        with(|p| team::threads_at(&p.icv, level).min(p.icv.thread_limit)) as i32
    }
    /// Processors.
    fn get_num_procs() -> i32 { icv::num_procs() as i32 }
    /// In an active parallel region.
    fn in_parallel() -> i32 { i32::from(team::team().is_some_and(|(t, _)| t.active_level > 0)) }
    /// Sets nthreads-var.
    fn set_num_threads(n: i32) {
        let level = team::team().map_or(0, |(t, _)| t.level).clamp(0, icv::LEVELS as i32 - 1) as usize;
        if n > 0 {
            change(|icv| icv.nthreads[level] = n as u32);
        }
    }
    /// Sets dyn-var.
    fn set_dynamic(on: i32) { change(|icv| icv.dynamic = on != 0); }
    /// dyn-var
    fn get_dynamic() -> i32 { with(|p| i32::from(p.icv.dynamic)) }
    /// Allows or forbids nested parallelism.
    fn set_nested(on: i32) { change(|icv| icv.max_active_levels = if on != 0 { i32::MAX } else { 1 }); }
    /// Whether nested parallelism is allowed.
    fn get_nested() -> i32 { with(|p| i32::from(p.icv.max_active_levels > 1)) }
    /// Sets run-sched-var.
    fn set_schedule(kind: i32, chunk: i32) {
        // The highest bit is the monotonic modifier.
        let schedule = match kind & !MONOTONIC {
            1 => Schedule::Static,
            2 => Schedule::Dynamic,
            3 => Schedule::Guided,
            4 => Schedule::Auto,
            _ => return,
        };
        let monotonic = kind & MONOTONIC != 0;
        change(|icv| (icv.schedule, icv.chunk, icv.monotonic) = (schedule, i64::from(chunk.max(0)), monotonic));
    }
    /// thread-limit-var
    fn get_thread_limit() -> i32 { with(|p| p.icv.thread_limit as i32) }
    /// Sets max-active-levels-var.
    fn set_max_active_levels(n: i32) {
        if n >= 0 {
            change(|icv| icv.max_active_levels = n);
        }
    }
    /// max-active-levels-var
    fn get_max_active_levels() -> i32 { with(|p| p.icv.max_active_levels) }
    /// Nesting levels that can be active.
    fn get_supported_active_levels() -> i32 { i32::MAX }
    /// Nesting level.
    fn get_level() -> i32 { team::team().map_or(0, |(t, _)| t.level) }
    /// Active nesting level.
    fn get_active_level() -> i32 { team::team().map_or(0, |(t, _)| t.active_level) }
    /// Thread number at a level of the ancestor of this thread, -1 where there is none.
    fn get_ancestor_thread_num(level: i32) -> i32 { ancestor(level).map_or(-1, |a| a.0 as i32) }
    /// Team size at a level, -1 where there is none.
    fn get_team_size(level: i32) -> i32 { ancestor(level).map_or(-1, |a| a.1 as i32) }
    /// In a final task.
    fn in_final() -> i32 { i32::from(super::task::in_final()) }
    /// In an explicit task.
    fn in_explicit_task() -> i32 { i32::from(super::task::in_explicit()) }
    /// There is no tool that the program could control.
    fn control_tool(_command: i32, _modifier: i32) -> i32 { NO_TOOL }
    /// Whether a free-agent thread runs the task: threads outside of teams run target tasks only, whose regions have
    /// initial threads of their own.
    fn is_free_agent() -> i32 { 0 }
    /// The same of the ancestor at a level.
    fn ancestor_is_free_agent(_level: i32) -> i32 { 0 }
    /// cancel-var.
    fn get_cancellation() -> i32 { i32::from(settings().cancellation) }
    /// bind-var
    fn get_proc_bind() -> i32 {
        let level = team::team().map_or(0, |(t, _)| t.level);
        settings().bind_at(level) as i32
    }
    /// Places of the place list.
    fn get_num_places() -> i32 { settings().places.len() as i32 }
    /// Place of this thread, -1 where it is not bound.
    fn get_place_num() -> i32 {
        let spot = with(|p| p.icv.spot);
        places::bind(spot);
        spot.place
    }
    /// Places of the partition.
    fn get_partition_num_places() -> i32 { with(|p| p.icv.spot.partition.1) as i32 }
    /// Processors of a place.
    fn get_place_num_procs(place: i32) -> i32 { places::place_num_procs(place) }
    /// max-task-priority-var
    fn get_max_task_priority() -> i32 { settings().max_task_priority }
    /// Teams of the league.
    fn get_num_teams() -> i32 { with(|p| p.icv.league.1) }
    /// Number of this team.
    fn get_team_num() -> i32 { with(|p| p.icv.league.0) }
    /// nteams-var
    fn get_max_teams() -> i32 { with(|p| p.icv.num_teams) }
    /// Sets nteams-var.
    fn set_num_teams(n: i32) {
        if n > 0 {
            change(|icv| icv.num_teams = n);
        }
    }
    /// teams-thread-limit-var
    fn get_teams_thread_limit() -> i32 { with(|p| p.icv.teams_thread_limit) }
    /// Sets teams-thread-limit-var.
    fn set_teams_thread_limit(n: i32) {
        if n > 0 {
            change(|icv| icv.teams_thread_limit = n);
        }
    }
    /// Sets default-device-var.
    fn set_default_device(n: i32) { change(|icv| icv.default_device = Some(n)); }
    /// This code runs on the host.
    fn is_initial_device() -> i32 { 1 }
    /// Seconds since some time in the past.
    fn get_wtime() -> f64 {
        static START: OnceLock<Instant> = OnceLock::new();
        START.get_or_init(Instant::now).elapsed().as_secs_f64()
    }
    /// Seconds between ticks of the clock.
    fn get_wtick() -> f64 { 1e-9 }
    /// Releases resources: nothing that a program could notice.
    fn pause_resource(_kind: i32, _device: i32) -> i32 { 0 }
    /// As `pause_resource`, of every device.
    fn pause_resource_all(_kind: i32) -> i32 { 0 }
    /// Writes the settings to the error unit.
    fn display_env(_verbose: i32) { eprint!("{}", settings().display_text()); }
}

/// Reads run-sched-var.
///
/// # Safety
/// Both are valid for writing.
pub unsafe extern "C" fn get_schedule(kind: *mut i32, chunk: *mut i32) {
    let (schedule, size, monotonic) = with(|p| (p.icv.schedule, p.icv.chunk, p.icv.monotonic));
    let n = match schedule {
        Schedule::Static => 1,
        Schedule::Dynamic => 2,
        Schedule::Guided => 3,
        Schedule::Auto => 4,
    };
    // SAFETY: the caller's promise.
    unsafe {
        *kind = if monotonic { n | MONOTONIC } else { n };
        *chunk = size as i32;
    }
}

/// Thread number and team size at a level.
pub(super) fn ancestor(level: i32) -> Option<(usize, usize)> {
    if level == 0 {
        return Some((0, 1));
    }
    let (mut team, mut num) = team::team()?;
    if level < 0 || level > team.level {
        return None;
    }
    while team.level > level {
        num = team.parent_num;
        // SAFETY: a team of level above one has a parent, whose region is in progress.
        team = unsafe { team.parent.as_ref() }?;
    }
    Some((num, team.size))
}

/// A simple lock of `omp_lib`, in the first four bytes of the program's variable, so that any integer kind will do. A
/// variable that never was given to `omp_init_lock` hardly has one of its numbers.
type SimpleLock = Lock<0x6c6f_636b>;

/// # Safety
/// `var` is a lock variable.
#[inline]
unsafe fn simple_lock<'a>(var: *mut u32) -> &'a SimpleLock {
    if !var.is_aligned() {
        crate::error::fatal("an OpenMP lock is a variable that is not aligned");
    }
    // SAFETY: the caller's promise; any number may stand there.
    unsafe { &*var.cast() }
}

#[cold]
fn no_lock() -> ! {
    crate::error::fatal("OpenMP lock is used before omp_init_lock")
}

/// Makes a lock.
///
/// # Safety
/// `var` is a lock variable.
pub unsafe extern "C" fn init_lock(var: *mut u32) {
    // SAFETY: the caller's promise.
    unsafe { var.cast::<SimpleLock>().write_unaligned(SimpleLock::new()) }
}

/// As `init_lock`; hints do not change anything.
///
/// # Safety
/// `var` is a lock variable.
pub unsafe extern "C" fn init_lock_with_hint(var: *mut u32, _hint: *const i32) {
    // SAFETY: the caller's promise.
    unsafe { init_lock(var) }
}

/// Ends the use of a lock.
///
/// # Safety
/// `var` is a lock variable.
pub unsafe extern "C" fn destroy_lock(var: *mut u32) {
    // SAFETY: the caller's promise.
    unsafe {
        if !simple_lock(var).is_one() {
            no_lock();
        }
        var.write(0);
    }
}

/// Takes a lock.
///
/// # Safety
/// `var` is a lock variable.
pub unsafe extern "C" fn set_lock(var: *mut u32) {
    // SAFETY: the caller's promise.
    let lock = unsafe { simple_lock(var) };
    if !lock.is_one() {
        no_lock();
    }
    lock.acquire();
}

/// Gives it back.
///
/// # Safety
/// `var` is a lock variable.
pub unsafe extern "C" fn unset_lock(var: *mut u32) {
    // SAFETY: the caller's promise.
    let lock = unsafe { simple_lock(var) };
    if !lock.is_one() {
        no_lock();
    }
    lock.release();
}

/// Takes a lock if it is free.
///
/// # Safety
/// `var` is a lock variable.
pub unsafe extern "C" fn test_lock(var: *mut u32) -> i32 {
    // SAFETY: the caller's promise.
    let lock = unsafe { simple_lock(var) };
    if !lock.is_one() {
        no_lock();
    }
    i32::from(lock.try_acquire())
}

/// A nestable lock. The program's variable holds its number, in its first four bytes.
#[derive(Default)]
struct NestLock {
    lock: Lock,
    /// The number of the task that has it, and how often; changed by that alone.
    owner: AtomicU64,
    depth: AtomicU64,
}

impl NestLock {
    /// Takes the lock in this way if the task has not got it: how often it has it now, 0 where it could not be taken.
    fn take(&self, take: impl FnOnce(&Lock) -> bool) -> u64 {
        let me = super::task::number();
        if self.owner.load(Ordering::Relaxed) != me {
            if !take(&self.lock) {
                return 0;
            }
            self.owner.store(me, Ordering::Relaxed);
        }
        let depth = self.depth.load(Ordering::Relaxed) + 1;
        self.depth.store(depth, Ordering::Relaxed);
        depth
    }
}

/// Locks of the first block of nestable locks; each block has twice as many as the one before.
const FIRST_BLOCK: usize = 64;

/// The blocks of nestable locks, found without a lock.
static BLOCKS: [OnceLock<Box<[Apart<NestLock>]>>; 26] = [const { OnceLock::new() }; 26];

/// The numbers that locks have had which are destroyed, and the highest number so far.
static NUMBERS: Mutex<(Vec<u32>, u32)> = Mutex::new((Vec::new(), 0));

/// The block of a lock, and its place there.
fn place(n: u32) -> (usize, usize) {
    let at = n as usize - 1 + FIRST_BLOCK;
    let block = (at / FIRST_BLOCK).ilog2() as usize;
    (block, at - (FIRST_BLOCK << block))
}

/// # Safety
/// `var` is a lock variable.
unsafe fn nest_lock(var: *const u32) -> &'static NestLock {
    // SAFETY: the caller's promise.
    let n = unsafe { arg(var) };
    if n != 0 {
        let (block, at) = place(n);
        if let Some(lock) = BLOCKS.get(block).and_then(OnceLock::get).and_then(|b| b.get(at)) {
            return lock;
        }
    }
    no_lock()
}

/// Makes a nestable lock.
///
/// # Safety
/// `var` is a lock variable.
pub unsafe extern "C" fn init_nest_lock(var: *mut u32) {
    let mut numbers = NUMBERS.lock().unwrap_or_else(|e| e.into_inner());
    let n = numbers.0.pop().unwrap_or_else(|| {
        numbers.1 += 1;
        numbers.1
    });
    let block = place(n).0;
    BLOCKS[block].get_or_init(|| (0..FIRST_BLOCK << block).map(|_| Apart::default()).collect());
    // SAFETY: the caller's promise.
    unsafe { var.write_unaligned(n) }
}

/// As `init_nest_lock`; hints do not change anything.
///
/// # Safety
/// `var` is a lock variable.
pub unsafe extern "C" fn init_nest_lock_with_hint(var: *mut u32, _hint: *const i32) {
    // SAFETY: the caller's promise.
    unsafe { init_nest_lock(var) }
}

/// Ends the use of a nestable lock.
///
/// # Safety
/// `var` is a lock variable.
pub unsafe extern "C" fn destroy_nest_lock(var: *mut u32) {
    // SAFETY: the caller's promise.
    let (n, lock) = unsafe { (arg(var), nest_lock(var)) };
    lock.owner.store(0, Ordering::Relaxed);
    lock.depth.store(0, Ordering::Relaxed);
    lock.lock.release();
    // SAFETY: the caller's promise.
    unsafe { var.write_unaligned(0) };
    NUMBERS.lock().unwrap_or_else(|e| e.into_inner()).0.push(n);
}

/// Takes a nestable lock.
///
/// # Safety
/// `var` is a lock variable.
pub unsafe extern "C" fn set_nest_lock(var: *mut u32) {
    // SAFETY: the caller's promise.
    unsafe { nest_lock(var) }.take(|lock| {
        lock.acquire();
        true
    });
}

/// Gives it back once.
///
/// # Safety
/// `var` is a lock variable.
pub unsafe extern "C" fn unset_nest_lock(var: *mut u32) {
    // SAFETY: the caller's promise.
    let lock = unsafe { nest_lock(var) };
    let left = lock.depth.load(Ordering::Relaxed).wrapping_sub(1);
    lock.depth.store(left, Ordering::Relaxed);
    if left == 0 {
        lock.owner.store(0, Ordering::Relaxed);
        lock.lock.release();
    }
}

/// Takes a nestable lock if it is free or ours: how often we hold it now, or 0.
///
/// # Safety
/// `var` is a lock variable.
pub unsafe extern "C" fn test_nest_lock(var: *mut u32) -> i32 {
    // SAFETY: the caller's promise.
    unsafe { nest_lock(var) }.take(Lock::try_acquire) as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn locks() {
        let mut var = [0u32; 2];
        let p = var.as_mut_ptr();
        // SAFETY: `p` is a lock variable.
        unsafe {
            init_lock(p);
            assert_eq!(test_lock(p), 1);
            assert_eq!(test_lock(p), 0);
            unset_lock(p);
            set_lock(p);
            unset_lock(p);
            destroy_lock(p);
            assert_eq!(var, [0; 2]);
            init_nest_lock(p);
            set_nest_lock(p);
            assert_eq!(test_nest_lock(p), 2);
            let at = p as usize;
            let other = std::thread::spawn(move || test_nest_lock(at as *mut u32));
            assert_eq!(other.join().unwrap(), 0);
            unset_nest_lock(p);
            unset_nest_lock(p);
            let other = std::thread::spawn(move || test_nest_lock(at as *mut u32));
            assert_eq!(other.join().unwrap(), 1);
        }
        assert_eq!(var[1], 0, "only the first word is the lock's");
    }

    #[test]
    fn places_of_nestable_locks() {
        let first = FIRST_BLOCK as u32;
        let all = [1, first, first + 1, 3 * first, 3 * first + 1].map(place);
        assert_eq!(all, [(0, 0), (0, FIRST_BLOCK - 1), (1, 0), (1, 2 * FIRST_BLOCK - 1), (2, 0)]);
        assert_eq!(place(u32::MAX).0, BLOCKS.len());
    }

    #[test]
    fn control_variables() {
        // A thread of its own, as the values are this thread's.
        let values = std::thread::spawn(|| {
            // SAFETY: arguments of the right types.
            unsafe {
                set_num_threads(&3);
                set_schedule(&2, &5);
                set_dynamic(&1);
                let (mut kind, mut chunk) = (0, 0);
                get_schedule(&mut kind, &mut chunk);
                (get_max_threads(), kind, chunk, get_dynamic(), get_level(), get_num_threads())
            }
        });
        assert_eq!(values.join().unwrap(), (3, 2, 5, 1, 0, 1));
        // SAFETY: as above.
        unsafe {
            assert_eq!(get_ancestor_thread_num(&0), 0);
            assert_eq!(get_ancestor_thread_num(&1), -1);
            assert!(get_wtime() <= get_wtime());
        }
    }
}
