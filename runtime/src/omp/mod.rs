//! OpenMP on the host: threads, worksharing, synchronization, control variables, `omp_lib`.
//!
//! Invariants. A thread that forks keeps its workers for its next region, nested regions take some
//! from a free list; a thread knows its region through a thread-local place. Reductions and ordered regions run in a
//! fixed order, so a program gives the same bits for the same number of threads. Nothing here starts
//! a thread or reads the environment before the program asks for parallelism.

mod alloc;
mod api;
pub mod gate;
pub mod icv;
mod private;
mod task;
mod team;
mod work;

pub use icv::display_at_start;
use std::ffi::c_void;
pub(crate) use task::depend_wait;
pub use team::fork;
pub use work::par_for;

/// Threads that a parallel region started here would have.
pub fn max_threads() -> usize {
    if team::team().is_some_and(|(t, _)| t.active_level > 0) { 1 } else { team::team_size(0) }
}

/// Default-device-var of this thread.
pub fn default_device() -> i32 {
    team::with(|p| p.icv.default_device)
}

crate::abi_table! {
    pub static ABI;
    /// Splits [0, total) over the threads: body(ctx, begin, end). Serial in a parallel region or where total <= grain.
    fn frt_par_for(body: work::RangeFn, ctx: *mut c_void, total: i64, grain: i64) = work::par_for;
    /// Runs body(ctx) on every thread of a new team; num_threads 0 = default; cond 0 = one thread.
    fn frt_omp_parallel(body: work::RegionFn, ctx: *mut c_void, num_threads: i32, cond: i32) = work::parallel;
    /// Runs body(ctx) once for each team of a league; num_teams and thread_limit 0 = not given; cond 0 = one team.
    fn frt_omp_teams(body: work::RegionFn, ctx: *mut c_void, num_teams: i32, thread_limit: i32, cond: i32) = work::teams;
    /// Next range [begin, end) of this team, of `total` iterations that the league shares; state begins with 0; chunk 0 =
    /// equal shares; 0 = none left.
    fn frt_omp_dist_next(state: *mut i64, total: i64, chunk: i64, begin: *mut i64, end: *mut i64) -> i32 = work::dist_next;
    /// Waits for all threads of the team.
    fn frt_omp_barrier() = work::barrier;
    /// Starts a worksharing loop: schedule 0 static 1 dynamic 2 guided 3 auto 4 runtime; chunk 0 = default.
    fn frt_omp_for_init(schedule: i32, total: i64, chunk: i64) = work::for_init;
    /// Next chunk [begin, end) of this thread; 0 = none left.
    fn frt_omp_for_next(begin: *mut i64, end: *mut i64) -> i32 = work::for_next;
    /// Ends a worksharing loop, with a barrier unless nowait.
    fn frt_omp_for_end(nowait: i32) = work::for_end;
    /// At the start of every iteration of a loop with ordered regions.
    fn frt_omp_ordered_start(iteration: i64) = work::ordered_start;
    /// Waits for the turn of this iteration's ordered region.
    fn frt_omp_ordered_begin() = work::ordered_begin;
    /// At the end of the ordered region.
    fn frt_omp_ordered_end() = work::ordered_end;
    /// At the end of every iteration of a loop with ordered regions.
    fn frt_omp_ordered_finish() = work::ordered_finish;
    /// COPYPRIVATE: the addresses of the values, from the thread of the construct.
    fn frt_omp_copy_give(values: *mut c_void) = work::copy_give;
    /// The same on the other threads.
    fn frt_omp_copy_take() -> *mut c_void = work::copy_take;
    /// 1 on the thread that runs the body.
    fn frt_omp_single_begin() -> i32 = work::single_begin;
    /// On every thread after a single construct: a barrier unless nowait.
    fn frt_omp_single_end(nowait: i32) = work::single_end;
    /// 1 on the primary thread.
    fn frt_omp_masked() -> i32 = work::masked;
    /// Enters the critical section called by the address of a static cell (null = unnamed).
    fn frt_omp_critical_begin(name: *const c_void) = work::critical_begin;
    /// Leaves it.
    fn frt_omp_critical_end(name: *const c_void) = work::critical_end;
    /// Waits for this thread's turn, in thread order, to combine a reduction.
    fn frt_omp_reduce_begin() = work::reduce_begin;
    /// Lets the next thread combine.
    fn frt_omp_reduce_end() = work::reduce_end;
    /// Enters the section of atomic operations without a machine instruction.
    fn frt_omp_atomic_begin() = work::atomic_begin;
    /// Leaves it.
    fn frt_omp_atomic_end() = work::atomic_end;
    /// Address of this thread's copy of the threadprivate variable of that size.
    fn frt_threadprivate(variable: *mut u8, bytes: i64) -> *mut u8 = private::threadprivate;
    /// The address itself: that of this thread's copy, to be used by others.
    fn frt_omp_my_address(address: *mut u8) -> *mut u8 = private::my_address;
    /// Memory of that many 8-byte words for what a task uses.
    fn frt_omp_task_context(words: i64) -> *mut c_void = task::new_context;
    /// Makes a task that runs body(context), now or later; cond 0 = now. Takes over the context. `list` has n pairs of
    /// dependence kind (0 in, 1 others) and address. `begins`: runs even where its taskgroup is cancelled, and looks itself.
    fn frt_omp_task(body: work::RegionFn, context: *mut c_void, words: i64, cond: i32, is_final: i32, list: *const i64, n: i64, begins: i32) = task::task;
    /// A dependence of the task that the next `frt_omp_task` of this thread makes, or of its next `frt_omp_depend_wait`:
    /// kind (0 in, 1 the others) and address.
    fn frt_omp_depend_next(kind: i64, address: *const c_void) = task::depend_next;
    /// The task that the next `frt_omp_task` of this thread makes is over only when the event is fulfilled that this gives.
    fn frt_omp_detach_next() -> i64 = task::detach_next;
    /// Procedure omp_fulfill_event of omp_lib.
    fn omp_fulfill_event_(event: *const i64) = task::fulfill_event;
    /// Makes tasks that run body(context, begin, end) for all of [0, total); flags 1 nogroup, 2 strict.
    fn frt_omp_taskloop(body: work::RangeFn, context: *mut c_void, words: i64, total: i64, grainsize: i64, num_tasks: i64, flags: i32, cond: i32, is_final: i32) = task::taskloop;
    /// Waits for the child tasks.
    fn frt_omp_taskwait() = task::taskwait;
    /// Waits for the child tasks with these dependences.
    fn frt_omp_depend_wait(list: *const i64, n: i64) = task::depend_wait;
    /// Lets another task run.
    fn frt_omp_taskyield() = task::taskyield;
    /// A taskgroup region begins.
    fn frt_omp_taskgroup_begin() = task::group_begin;
    /// Waits for its tasks.
    fn frt_omp_taskgroup_end() = task::group_end;
    /// A cancellation point of a region (kind 1 parallel, 2 do or sections, 3 taskgroup), which cond 1 cancels first; 1 = it
    /// is cancelled.
    fn frt_omp_cancel(kind: i32, cond: i32) -> i32 = work::cancel;
    /// Memory fence.
    fn frt_omp_flush() = work::flush;

    /// Procedure omp_get_thread_num of omp_lib.
    fn omp_get_thread_num_() -> i32 = api::get_thread_num;
    /// Procedure omp_get_num_threads of omp_lib.
    fn omp_get_num_threads_() -> i32 = api::get_num_threads;
    /// Procedure omp_get_max_threads of omp_lib.
    fn omp_get_max_threads_() -> i32 = api::get_max_threads;
    /// Procedure omp_get_num_procs of omp_lib.
    fn omp_get_num_procs_() -> i32 = api::get_num_procs;
    /// Procedure omp_in_parallel of omp_lib.
    fn omp_in_parallel_() -> i32 = api::in_parallel;
    /// Procedure omp_set_num_threads of omp_lib.
    fn omp_set_num_threads_(n: *const i32) = api::set_num_threads;
    /// Procedure omp_set_dynamic of omp_lib.
    fn omp_set_dynamic_(on: *const i32) = api::set_dynamic;
    /// Procedure omp_get_dynamic of omp_lib.
    fn omp_get_dynamic_() -> i32 = api::get_dynamic;
    /// Procedure omp_set_nested of omp_lib.
    fn omp_set_nested_(on: *const i32) = api::set_nested;
    /// Procedure omp_get_nested of omp_lib.
    fn omp_get_nested_() -> i32 = api::get_nested;
    /// Procedure omp_set_schedule of omp_lib.
    fn omp_set_schedule_(kind: *const i32, chunk: *const i32) = api::set_schedule;
    /// Procedure omp_get_schedule of omp_lib.
    fn omp_get_schedule_(kind: *mut i32, chunk: *mut i32) = api::get_schedule;
    /// Procedure omp_get_thread_limit of omp_lib.
    fn omp_get_thread_limit_() -> i32 = api::get_thread_limit;
    /// Procedure omp_set_max_active_levels of omp_lib.
    fn omp_set_max_active_levels_(n: *const i32) = api::set_max_active_levels;
    /// Procedure omp_get_max_active_levels of omp_lib.
    fn omp_get_max_active_levels_() -> i32 = api::get_max_active_levels;
    /// Procedure omp_get_supported_active_levels of omp_lib.
    fn omp_get_supported_active_levels_() -> i32 = api::get_supported_active_levels;
    /// Procedure omp_get_level of omp_lib.
    fn omp_get_level_() -> i32 = api::get_level;
    /// Procedure omp_get_active_level of omp_lib.
    fn omp_get_active_level_() -> i32 = api::get_active_level;
    /// Procedure omp_get_ancestor_thread_num of omp_lib.
    fn omp_get_ancestor_thread_num_(level: *const i32) -> i32 = api::get_ancestor_thread_num;
    /// Procedure omp_get_team_size of omp_lib.
    fn omp_get_team_size_(level: *const i32) -> i32 = api::get_team_size;
    /// Procedure omp_in_final of omp_lib.
    fn omp_in_final_() -> i32 = api::in_final;
    /// Procedure omp_in_explicit_task of omp_lib.
    fn omp_in_explicit_task_() -> i32 = api::in_explicit_task;
    /// Procedure omp_get_cancellation of omp_lib.
    fn omp_get_cancellation_() -> i32 = api::get_cancellation;
    /// Procedure omp_get_proc_bind of omp_lib.
    fn omp_get_proc_bind_() -> i32 = api::get_proc_bind;
    /// Procedure omp_get_num_places of omp_lib.
    fn omp_get_num_places_() -> i32 = api::get_num_places;
    /// Procedure omp_get_place_num of omp_lib.
    fn omp_get_place_num_() -> i32 = api::get_place_num;
    /// Procedure omp_get_partition_num_places of omp_lib.
    fn omp_get_partition_num_places_() -> i32 = api::get_partition_num_places;
    /// Procedure omp_get_place_num_procs of omp_lib.
    fn omp_get_place_num_procs_(place: *const i32) -> i32 = api::get_place_num_procs;
    /// Procedure omp_get_place_proc_ids of omp_lib.
    fn omp_get_place_proc_ids_(place: *const i32, ids: *const i32) = api::get_place_proc_ids;
    /// Procedure omp_get_partition_place_nums of omp_lib.
    fn omp_get_partition_place_nums_(places: *const i32) = api::get_partition_place_nums;
    /// omp_get_num_interop_properties of omp_lib (C binding).
    fn omp_get_num_interop_properties(interop: i64) -> i32 = api::get_num_interop_properties;
    /// omp_get_interop_int of omp_lib (C binding).
    fn omp_get_interop_int(interop: i64, property: i32, code: *mut i32) -> i64 = api::get_interop_int;
    /// omp_get_interop_ptr of omp_lib (C binding).
    fn omp_get_interop_ptr(interop: i64, property: i32, code: *mut i32) -> *mut c_void = api::get_interop_ptr;
    /// Procedure omp_get_max_task_priority of omp_lib.
    fn omp_get_max_task_priority_() -> i32 = api::get_max_task_priority;
    /// Procedure omp_get_num_teams of omp_lib.
    fn omp_get_num_teams_() -> i32 = api::get_num_teams;
    /// Procedure omp_get_team_num of omp_lib.
    fn omp_get_team_num_() -> i32 = api::get_team_num;
    /// Procedure omp_get_max_teams of omp_lib.
    fn omp_get_max_teams_() -> i32 = api::get_max_teams;
    /// Procedure omp_set_num_teams of omp_lib.
    fn omp_set_num_teams_(n: *const i32) = api::set_num_teams;
    /// Procedure omp_get_teams_thread_limit of omp_lib.
    fn omp_get_teams_thread_limit_() -> i32 = api::get_teams_thread_limit;
    /// Procedure omp_set_teams_thread_limit of omp_lib.
    fn omp_set_teams_thread_limit_(n: *const i32) = api::set_teams_thread_limit;
    /// Procedure omp_set_default_device of omp_lib.
    fn omp_set_default_device_(n: *const i32) = api::set_default_device;
    /// Procedure omp_get_default_device of omp_lib.
    fn omp_get_default_device_() -> i32 = api::get_default_device;
    /// Procedure omp_get_num_devices of omp_lib.
    fn omp_get_num_devices_() -> i32 = api::get_num_devices;
    /// Procedure omp_get_device_num of omp_lib.
    fn omp_get_device_num_() -> i32 = api::get_device_num;
    /// Procedure omp_get_initial_device of omp_lib.
    fn omp_get_initial_device_() -> i32 = api::get_initial_device;
    /// Procedure omp_is_initial_device of omp_lib.
    fn omp_is_initial_device_() -> i32 = api::is_initial_device;
    /// Procedure omp_get_wtime of omp_lib.
    fn omp_get_wtime_() -> f64 = api::get_wtime;
    /// Procedure omp_get_wtick of omp_lib.
    fn omp_get_wtick_() -> f64 = api::get_wtick;
    /// Procedure omp_pause_resource of omp_lib.
    fn omp_pause_resource_(kind: *const i32, device: *const i32) -> i32 = api::pause_resource;
    /// Procedure omp_pause_resource_all of omp_lib.
    fn omp_pause_resource_all_(kind: *const i32) -> i32 = api::pause_resource_all;
    /// Procedure omp_display_env of omp_lib.
    fn omp_display_env_(verbose: *const i32) = api::display_env;
    /// Procedure omp_init_lock of omp_lib.
    fn omp_init_lock_(lock: *mut u32) = api::init_lock;
    /// Procedure omp_init_lock_with_hint of omp_lib.
    fn omp_init_lock_with_hint_(lock: *mut u32, hint: *const i32) = api::init_lock_with_hint;
    /// Procedure omp_destroy_lock of omp_lib.
    fn omp_destroy_lock_(lock: *mut u32) = api::destroy_lock;
    /// Procedure omp_set_lock of omp_lib.
    fn omp_set_lock_(lock: *mut u32) = api::set_lock;
    /// Procedure omp_unset_lock of omp_lib.
    fn omp_unset_lock_(lock: *mut u32) = api::unset_lock;
    /// Procedure omp_test_lock of omp_lib.
    fn omp_test_lock_(lock: *mut u32) -> i32 = api::test_lock;
    /// Procedure omp_init_nest_lock of omp_lib.
    fn omp_init_nest_lock_(lock: *mut u32) = api::init_lock;
    /// Procedure omp_init_nest_lock_with_hint of omp_lib.
    fn omp_init_nest_lock_with_hint_(lock: *mut u32, hint: *const i32) = api::init_lock_with_hint;
    /// Procedure omp_destroy_nest_lock of omp_lib.
    fn omp_destroy_nest_lock_(lock: *mut u32) = api::destroy_lock;
    /// Procedure omp_set_nest_lock of omp_lib.
    fn omp_set_nest_lock_(lock: *mut u32) = api::set_nest_lock;
    /// Procedure omp_unset_nest_lock of omp_lib.
    fn omp_unset_nest_lock_(lock: *mut u32) = api::unset_nest_lock;
    /// Procedure omp_test_nest_lock of omp_lib.
    fn omp_test_nest_lock_(lock: *mut u32) -> i32 = api::test_nest_lock;
    /// Procedure omp_init_allocator of omp_lib.
    fn omp_init_allocator_(space: *const i64, n: *const i32, traits: *const alloc::Trait) -> i64 = alloc::init_allocator;
    /// Procedure omp_destroy_allocator of omp_lib.
    fn omp_destroy_allocator_(handle: *const i64) = alloc::destroy_allocator;
    /// Procedure omp_set_default_allocator of omp_lib.
    fn omp_set_default_allocator_(handle: *const i64) = alloc::set_default_allocator;
    /// Procedure omp_get_default_allocator of omp_lib.
    fn omp_get_default_allocator_() -> i64 = alloc::get_default_allocator;
    /// omp_alloc of omp_lib (C binding).
    fn omp_alloc(size: i64, allocator: i64) -> *mut c_void = alloc::alloc;
    /// omp_aligned_alloc of omp_lib (C binding).
    fn omp_aligned_alloc(align: i64, size: i64, allocator: i64) -> *mut c_void = alloc::aligned_alloc;
    /// omp_calloc of omp_lib (C binding).
    fn omp_calloc(n: i64, size: i64, allocator: i64) -> *mut c_void = alloc::calloc;
    /// omp_aligned_calloc of omp_lib (C binding).
    fn omp_aligned_calloc(align: i64, n: i64, size: i64, allocator: i64) -> *mut c_void = alloc::aligned_calloc;
    /// omp_realloc of omp_lib (C binding).
    fn omp_realloc(p: *mut c_void, size: i64, allocator: i64, free_allocator: i64) -> *mut c_void = alloc::realloc;
    /// omp_free of omp_lib (C binding).
    fn omp_free(p: *mut c_void, allocator: i64) = alloc::free;
}
