//! OpenMP on the host: threads, worksharing, synchronization, control variables, `omp_lib`.

family! { ($) omp_rows OMP
    /// Splits [0, total) over the threads: body(ctx, begin, end). Serial in a parallel region or where total <= grain.
    fn frt_par_for(body: Ptr, ctx: Ptr, total: I64, grain: I64);
    /// Runs body(ctx) on every thread of a new team; num_threads 0 = default; cond 0 = one thread.
    fn frt_omp_parallel(body: Ptr, ctx: Ptr, num_threads: I32, cond: I32);
    /// Where the threads of the next team run that this thread makes, `codes::proc_bind`: the clause PROC_BIND.
    fn frt_omp_bind_next(policy: I32);
    /// Runs body(ctx) once for each team of a league; num_teams and thread_limit 0 = not given; cond 0 = one team.
    fn frt_omp_teams(body: Ptr, ctx: Ptr, num_teams: I32, thread_limit: I32, cond: I32);
    /// Next range [begin, end) of this team, of `total` iterations that the league shares; state begins with 0; chunk 0 =
    /// equal shares; 0 = none left.
    fn frt_omp_dist_next(state: Ptr, total: I64, chunk: I64, begin: Ptr, end: Ptr) -> I32;
    /// Waits for all threads of the team.
    fn frt_omp_barrier();
    /// Starts a worksharing loop: schedule 0 static 1 dynamic 2 guided 3 auto 4 runtime, and 8: each thread gets its chunks
    /// in order; chunk 0 = default.
    fn frt_omp_for_init(schedule: I32, total: I64, chunk: I64);
    /// Next chunk [begin, end) of this thread; 0 = none left.
    fn frt_omp_for_next(begin: Ptr, end: Ptr) -> I32;
    /// This thread's chunks of a worksharing loop with a static schedule, neither ordered nor cancelled, of which the runtime
    /// hears no more: where the first begins, their size and the distance of one to the next. The result is their number.
    /// Without a chunk (0) there is one, or the size is zero.
    fn frt_omp_for_static(total: I64, chunk: I64, first: Ptr, size: Ptr, stride: Ptr) -> I64;
    /// Ends a worksharing loop, with a barrier unless nowait.
    fn frt_omp_for_end(nowait: I32);
    /// At the start of every iteration of a loop with ordered regions.
    fn frt_omp_ordered_start(iteration: I64);
    /// Waits for the turn of this iteration's ordered region.
    fn frt_omp_ordered_begin();
    /// At the end of the ordered region.
    fn frt_omp_ordered_end();
    /// At the end of every iteration of a loop with ordered regions.
    fn frt_omp_ordered_finish();
    /// COPYPRIVATE: the addresses of the values, from the thread of the construct.
    fn frt_omp_copy_give(values: Ptr);
    /// The same on the other threads.
    fn frt_omp_copy_take() -> Ptr;
    /// 1 on the thread that runs the body.
    fn frt_omp_single_begin() -> I32;
    /// On every thread after a single construct: a barrier unless nowait.
    fn frt_omp_single_end(nowait: I32);
    /// 1 on the primary thread.
    fn frt_omp_masked() -> I32;
    /// Enters the critical section called by the address of a static cell (null = unnamed).
    fn frt_omp_critical_begin(name: Ptr);
    /// Leaves it.
    fn frt_omp_critical_end(name: Ptr);
    /// Waits for this thread's turn, in thread order, to combine a reduction.
    fn frt_omp_reduce_begin();
    /// Lets the next thread combine.
    fn frt_omp_reduce_end();
    /// In its turn: 1 where this thread's last assignment to the conditional variable `which` of the construct, in the
    /// iteration of that number (negative: it has made none), comes behind those of the threads before.
    fn frt_omp_latest(number: I64, which: I64) -> I32;
    /// Enters the section of atomic operations without a machine instruction.
    fn frt_omp_atomic_begin();
    /// Leaves it.
    fn frt_omp_atomic_end();
    /// Address of this thread's copy of the threadprivate variable of that size.
    fn frt_threadprivate(variable: Ptr, bytes: I64) -> Ptr;
    /// The address itself: that of this thread's copy, to be used by others.
    fn frt_omp_my_address(address: Ptr) -> Ptr;
    /// Makes a task that runs body(context), now or later; cond 0 = now. Copies the context, which has that many 8-byte
    /// words, where it runs later. `list` has n pairs of dependence kind (`codes::depend`) and address. `flags`: `codes::task`.
    fn frt_omp_task(body: Ptr, context: Ptr, words: I64, cond: I32, is_final: I32, list: Ptr, n: I64, priority: I32, flags: I32);
    /// The same for a task that has nothing but a context and a condition.
    fn frt_omp_task_plain(body: Ptr, context: Ptr, words: I64, cond: I32);
    /// A dependence of the task that the next `frt_omp_task` of this thread makes, or of its next `frt_omp_depend_wait`:
    /// kind (`codes::depend`) and address.
    fn frt_omp_depend_next(kind: I64, address: Ptr);
    /// Makes a dependence object stand for a dependence of that kind on what is at the address.
    fn frt_omp_depobj(object: Ptr, kind: I64, address: Ptr);
    /// Gives the dependence that an object stands for another kind.
    fn frt_omp_depobj_update(object: Ptr, kind: I64);
    /// The task that the next `frt_omp_task` of this thread makes is over only when the event is fulfilled that this gives.
    fn frt_omp_detach_next() -> I64;
    /// Procedure omp_fulfill_event of omp_lib.
    fn omp_fulfill_event_(event: Ptr);
    /// Makes tasks that run body(context, begin, end) for all of [0, total); flags 1 nogroup, 2 strict.
    fn frt_omp_taskloop(body: Ptr, context: Ptr, words: I64, total: I64, grainsize: I64, num_tasks: I64, flags: I32, cond: I32, is_final: I32, priority: I32);
    /// So many bytes at an address accumulate a task's (or thread's) part of a reduction; what tasks made there combine
    /// with is at the other address (null: it is not contiguous).
    fn frt_omp_accumulator(private: Ptr, bytes: I64, shared: Ptr);
    /// That is over.
    fn frt_omp_accumulator_end(private: Ptr);
    /// The address that a task combines with which takes part in the reduction of what is at this address, a variable of that
    /// name, at a place of the program. It is an error if there is no such reduction.
    fn frt_omp_reduced(address: Ptr, name: Ptr, file: Ptr, line: I32) -> Ptr;
    /// Where a target region begins that runs on the host: it has control variables of its own.
    fn frt_omp_target_begin();
    /// Where it ends.
    fn frt_omp_target_end();
    /// Waits for the child tasks.
    fn frt_omp_taskwait();
    /// Waits for the child tasks with these dependences.
    fn frt_omp_depend_wait(list: Ptr, n: I64);
    /// Lets another task run.
    fn frt_omp_taskyield();
    /// A taskgroup region begins.
    fn frt_omp_taskgroup_begin();
    /// Waits for its tasks.
    fn frt_omp_taskgroup_end();
    /// A cancellation point of a region (kind 1 parallel, 2 do or sections, 3 taskgroup), which cond 1 cancels first; 1 = it
    /// is cancelled.
    fn frt_omp_cancel(kind: I32, cond: I32) -> I32;
    /// Memory fence.
    fn frt_omp_flush();
    /// Procedure omp_get_thread_num of omp_lib.
    fn omp_get_thread_num_() -> I32;
    /// Procedure omp_get_num_threads of omp_lib.
    fn omp_get_num_threads_() -> I32;
    /// Procedure omp_get_max_threads of omp_lib.
    fn omp_get_max_threads_() -> I32;
    /// Procedure omp_get_num_procs of omp_lib.
    fn omp_get_num_procs_() -> I32;
    /// Procedure omp_in_parallel of omp_lib.
    fn omp_in_parallel_() -> I32;
    /// Procedure omp_set_num_threads of omp_lib.
    fn omp_set_num_threads_(n: Ptr);
    /// Procedure omp_set_dynamic of omp_lib.
    fn omp_set_dynamic_(on: Ptr);
    /// Procedure omp_get_dynamic of omp_lib.
    fn omp_get_dynamic_() -> I32;
    /// Procedure omp_set_nested of omp_lib.
    fn omp_set_nested_(on: Ptr);
    /// Procedure omp_get_nested of omp_lib.
    fn omp_get_nested_() -> I32;
    /// Procedure omp_set_schedule of omp_lib.
    fn omp_set_schedule_(kind: Ptr, chunk: Ptr);
    /// Procedure omp_get_schedule of omp_lib.
    fn omp_get_schedule_(kind: Ptr, chunk: Ptr);
    /// Procedure omp_get_thread_limit of omp_lib.
    fn omp_get_thread_limit_() -> I32;
    /// Procedure omp_set_max_active_levels of omp_lib.
    fn omp_set_max_active_levels_(n: Ptr);
    /// Procedure omp_get_max_active_levels of omp_lib.
    fn omp_get_max_active_levels_() -> I32;
    /// Procedure omp_get_supported_active_levels of omp_lib.
    fn omp_get_supported_active_levels_() -> I32;
    /// Procedure omp_get_level of omp_lib.
    fn omp_get_level_() -> I32;
    /// Procedure omp_get_active_level of omp_lib.
    fn omp_get_active_level_() -> I32;
    /// Procedure omp_get_ancestor_thread_num of omp_lib.
    fn omp_get_ancestor_thread_num_(level: Ptr) -> I32;
    /// Procedure omp_get_team_size of omp_lib.
    fn omp_get_team_size_(level: Ptr) -> I32;
    /// Procedure omp_in_final of omp_lib.
    fn omp_in_final_() -> I32;
    /// Procedure omp_in_explicit_task of omp_lib.
    fn omp_in_explicit_task_() -> I32;
    /// Procedure omp_get_cancellation of omp_lib.
    fn omp_get_cancellation_() -> I32;
    /// Procedure omp_get_proc_bind of omp_lib.
    fn omp_get_proc_bind_() -> I32;
    /// Procedure omp_set_affinity_format of omp_lib.
    fn omp_set_affinity_format_(format: Ptr, len: I64);
    /// Procedure omp_get_affinity_format of omp_lib.
    fn omp_get_affinity_format_(buffer: Ptr, len: I64) -> I32;
    /// Procedure omp_display_affinity of omp_lib.
    fn omp_display_affinity_(format: Ptr, len: I64);
    /// Procedure omp_capture_affinity of omp_lib.
    fn omp_capture_affinity_(buffer: Ptr, format: Ptr, buffer_len: I64, format_len: I64) -> I32;
    /// Procedure omp_get_num_places of omp_lib.
    fn omp_get_num_places_() -> I32;
    /// Procedure omp_get_place_num of omp_lib.
    fn omp_get_place_num_() -> I32;
    /// Procedure omp_get_partition_num_places of omp_lib.
    fn omp_get_partition_num_places_() -> I32;
    /// Procedure omp_get_place_num_procs of omp_lib.
    fn omp_get_place_num_procs_(place: Ptr) -> I32;
    /// Procedure omp_get_place_proc_ids of omp_lib.
    fn omp_get_place_proc_ids_(place: Ptr, ids: Ptr);
    /// Procedure omp_get_partition_place_nums of omp_lib.
    fn omp_get_partition_place_nums_(places: Ptr);
    /// omp_get_num_interop_properties of omp_lib (C binding).
    fn omp_get_num_interop_properties(interop: I64) -> I32;
    /// omp_get_interop_int of omp_lib (C binding).
    fn omp_get_interop_int(interop: I64, property: I32, code: Ptr) -> I64;
    /// omp_get_interop_ptr of omp_lib (C binding).
    fn omp_get_interop_ptr(interop: I64, property: I32, code: Ptr) -> Ptr;
    /// Procedure omp_get_interop_str of omp_lib; the result is a descriptor.
    fn omp_get_interop_str_(result: Ptr, interop: Ptr, property: Ptr, code: Ptr);
    /// Procedure omp_get_interop_name of omp_lib; the result is a descriptor.
    fn omp_get_interop_name_(result: Ptr, interop: Ptr, property: Ptr);
    /// Procedure omp_get_interop_type_desc of omp_lib; the result is a descriptor.
    fn omp_get_interop_type_desc_(result: Ptr, interop: Ptr, property: Ptr);
    /// Procedure omp_get_interop_rc_desc of omp_lib; the result is a descriptor.
    fn omp_get_interop_rc_desc_(result: Ptr, interop: Ptr, code: Ptr);
    /// Procedure omp_control_tool of omp_lib.
    fn omp_control_tool_(command: Ptr, modifier: Ptr) -> I32;
    /// Procedure omp_is_free_agent of omp_lib.
    fn omp_is_free_agent_() -> I32;
    /// Procedure omp_ancestor_is_free_agent of omp_lib.
    fn omp_ancestor_is_free_agent_(level: Ptr) -> I32;
    /// Procedure omp_get_max_task_priority of omp_lib.
    fn omp_get_max_task_priority_() -> I32;
    /// Procedure omp_get_num_teams of omp_lib.
    fn omp_get_num_teams_() -> I32;
    /// Procedure omp_get_team_num of omp_lib.
    fn omp_get_team_num_() -> I32;
    /// Procedure omp_get_max_teams of omp_lib.
    fn omp_get_max_teams_() -> I32;
    /// Procedure omp_set_num_teams of omp_lib.
    fn omp_set_num_teams_(n: Ptr);
    /// Procedure omp_get_teams_thread_limit of omp_lib.
    fn omp_get_teams_thread_limit_() -> I32;
    /// Procedure omp_set_teams_thread_limit of omp_lib.
    fn omp_set_teams_thread_limit_(n: Ptr);
    /// Procedure omp_set_default_device of omp_lib.
    fn omp_set_default_device_(n: Ptr);
    /// Procedure omp_is_initial_device of omp_lib.
    fn omp_is_initial_device_() -> I32;
    /// Procedure omp_get_wtime of omp_lib.
    fn omp_get_wtime_() -> F64;
    /// Procedure omp_get_wtick of omp_lib.
    fn omp_get_wtick_() -> F64;
    /// Procedure omp_pause_resource of omp_lib.
    fn omp_pause_resource_(kind: Ptr, device: Ptr) -> I32;
    /// Procedure omp_pause_resource_all of omp_lib.
    fn omp_pause_resource_all_(kind: Ptr) -> I32;
    /// Procedure omp_display_env of omp_lib.
    fn omp_display_env_(verbose: Ptr);
    /// Procedure omp_init_lock of omp_lib.
    fn omp_init_lock_(lock: Ptr);
    /// Procedure omp_init_lock_with_hint of omp_lib.
    fn omp_init_lock_with_hint_(lock: Ptr, hint: Ptr);
    /// Procedure omp_destroy_lock of omp_lib.
    fn omp_destroy_lock_(lock: Ptr);
    /// Procedure omp_set_lock of omp_lib.
    fn omp_set_lock_(lock: Ptr);
    /// Procedure omp_unset_lock of omp_lib.
    fn omp_unset_lock_(lock: Ptr);
    /// Procedure omp_test_lock of omp_lib.
    fn omp_test_lock_(lock: Ptr) -> I32;
    /// Procedure omp_init_nest_lock of omp_lib.
    fn omp_init_nest_lock_(lock: Ptr);
    /// Procedure omp_init_nest_lock_with_hint of omp_lib.
    fn omp_init_nest_lock_with_hint_(lock: Ptr, hint: Ptr);
    /// Procedure omp_destroy_nest_lock of omp_lib.
    fn omp_destroy_nest_lock_(lock: Ptr);
    /// Procedure omp_set_nest_lock of omp_lib.
    fn omp_set_nest_lock_(lock: Ptr);
    /// Procedure omp_unset_nest_lock of omp_lib.
    fn omp_unset_nest_lock_(lock: Ptr);
    /// Procedure omp_test_nest_lock of omp_lib.
    fn omp_test_nest_lock_(lock: Ptr) -> I32;
    /// Procedure omp_init_allocator of omp_lib.
    fn omp_init_allocator_(space: Ptr, n: Ptr, traits: Ptr) -> I64;
    /// Procedure omp_destroy_allocator of omp_lib.
    fn omp_destroy_allocator_(handle: Ptr);
    /// Procedure omp_set_default_allocator of omp_lib.
    fn omp_set_default_allocator_(handle: Ptr);
    /// Procedure omp_get_default_allocator of omp_lib.
    fn omp_get_default_allocator_() -> I64;
    /// The alignment that the traits of an allocator ask for, a power of two.
    fn frt_omp_allocator_alignment(allocator: I64) -> I64;
    /// omp_alloc of omp_lib (C binding).
    fn omp_alloc(size: I64, allocator: I64) -> Ptr;
    /// omp_aligned_alloc of omp_lib (C binding).
    fn omp_aligned_alloc(align: I64, size: I64, allocator: I64) -> Ptr;
    /// omp_calloc of omp_lib (C binding).
    fn omp_calloc(n: I64, size: I64, allocator: I64) -> Ptr;
    /// omp_aligned_calloc of omp_lib (C binding).
    fn omp_aligned_calloc(align: I64, n: I64, size: I64, allocator: I64) -> Ptr;
    /// omp_realloc of omp_lib (C binding).
    fn omp_realloc(p: Ptr, size: I64, allocator: I64, free_allocator: I64) -> Ptr;
    /// omp_free of omp_lib (C binding).
    fn omp_free(p: Ptr, allocator: I64);
}
