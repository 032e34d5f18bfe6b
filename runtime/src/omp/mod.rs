//! OpenMP on the host: threads, worksharing, synchronization, control variables, `omp_lib`.
//!
//! Invariants. A thread that forks keeps its workers for its next region, nested regions take some
//! from a free list; a thread knows its region through a thread-local place. Ordered regions, and reductions but those of integers,
//! run in a fixed order, so a program gives the same bits for the same number of threads. Nothing here starts
//! a thread or reads the environment before the program asks for parallelism.

mod affinity;
mod alloc;
mod api;
mod depend;
pub mod gate;
mod held;
mod helper;
pub mod icv;
mod interop;
mod next;
mod order;
mod parts;
mod places;
mod private;
mod queue;
mod ready;
mod reduced;
mod rest;
mod seeded;
mod slots;
mod task;
mod team;
mod work;

use crate::timeline::{self, Arg, Span};

pub use icv::{Limits, display_at_start, limits};
pub(crate) use order::{Node, wanted as orders_wanted};
pub(crate) use seeded::pick;
pub use task::sequential_barrier;
pub(crate) use task::{Kept, keep_maker, node, target_task};
pub use team::fork;
pub use work::par_for;

/// What the timeline says of a thread that waits.
fn waits(reason: &str) -> Option<Span> {
    timeline::span_if_on(|| timeline::span("wait", "wait", &[("reason", Arg::Text(reason))]))
}

/// Threads that a parallel region started here would have.
pub fn max_threads() -> usize {
    if team::team().is_some_and(|(t, _)| t.active_level > 0) { 1 } else { team::team_size(0) }
}

/// Control variables of this thread that devices have, too.
pub fn host_limits() -> Limits {
    team::with(|p| Limits { num_teams: p.icv.num_teams, thread_limit: p.icv.teams_thread_limit })
}

/// Sets nteams-var of this thread.
pub fn set_num_teams(n: i32) {
    api::change(|icv| icv.num_teams = n);
}

/// Sets teams-thread-limit-var of this thread.
pub fn set_teams_thread_limit(n: i32) {
    api::change(|icv| icv.teams_thread_limit = n);
}

/// Default-device-var of this thread; none where neither the environment nor the program has set it.
pub fn default_device() -> Option<i32> {
    team::with(|p| p.icv.default_device)
}

// The link names of the functions.
use affinity::{
    capture_affinity as omp_capture_affinity_, display_affinity as omp_display_affinity_,
    get_affinity_format as omp_get_affinity_format_, set_affinity_format as omp_set_affinity_format_,
};
use alloc::{
    aligned_alloc as omp_aligned_alloc, aligned_calloc as omp_aligned_calloc, alloc as omp_alloc,
    allocator_alignment as frt_omp_allocator_alignment, calloc as omp_calloc,
    destroy_allocator as omp_destroy_allocator_, free as omp_free, get_default_allocator as omp_get_default_allocator_,
    init_allocator as omp_init_allocator_, realloc as omp_realloc, set_default_allocator as omp_set_default_allocator_,
};
use api::{
    ancestor_is_free_agent as omp_ancestor_is_free_agent_, control_tool as omp_control_tool_,
    destroy_lock as omp_destroy_lock_, destroy_nest_lock as omp_destroy_nest_lock_, display_env as omp_display_env_,
    get_active_level as omp_get_active_level_, get_ancestor_thread_num as omp_get_ancestor_thread_num_,
    get_cancellation as omp_get_cancellation_, get_dynamic as omp_get_dynamic_, get_level as omp_get_level_,
    get_max_active_levels as omp_get_max_active_levels_, get_max_task_priority as omp_get_max_task_priority_,
    get_max_teams as omp_get_max_teams_, get_max_threads as omp_get_max_threads_, get_nested as omp_get_nested_,
    get_num_places as omp_get_num_places_, get_num_procs as omp_get_num_procs_, get_num_teams as omp_get_num_teams_,
    get_num_threads as omp_get_num_threads_, get_partition_num_places as omp_get_partition_num_places_,
    get_place_num as omp_get_place_num_, get_place_num_procs as omp_get_place_num_procs_,
    get_proc_bind as omp_get_proc_bind_, get_schedule as omp_get_schedule_,
    get_supported_active_levels as omp_get_supported_active_levels_, get_team_num as omp_get_team_num_,
    get_team_size as omp_get_team_size_, get_teams_thread_limit as omp_get_teams_thread_limit_,
    get_thread_limit as omp_get_thread_limit_, get_thread_num as omp_get_thread_num_, get_wtick as omp_get_wtick_,
    get_wtime as omp_get_wtime_, in_explicit_task as omp_in_explicit_task_, in_final as omp_in_final_,
    in_parallel as omp_in_parallel_, init_lock as omp_init_lock_, init_lock_with_hint as omp_init_lock_with_hint_,
    init_nest_lock as omp_init_nest_lock_, init_nest_lock_with_hint as omp_init_nest_lock_with_hint_,
    is_free_agent as omp_is_free_agent_, is_initial_device as omp_is_initial_device_,
    pause_resource as omp_pause_resource_, pause_resource_all as omp_pause_resource_all_,
    set_default_device as omp_set_default_device_, set_dynamic as omp_set_dynamic_, set_lock as omp_set_lock_,
    set_max_active_levels as omp_set_max_active_levels_, set_nest_lock as omp_set_nest_lock_,
    set_nested as omp_set_nested_, set_num_teams as omp_set_num_teams_, set_num_threads as omp_set_num_threads_,
    set_schedule as omp_set_schedule_, set_teams_thread_limit as omp_set_teams_thread_limit_,
    test_lock as omp_test_lock_, test_nest_lock as omp_test_nest_lock_, unset_lock as omp_unset_lock_,
    unset_nest_lock as omp_unset_nest_lock_,
};
use depend::{depobj as frt_omp_depobj, depobj_update as frt_omp_depobj_update};
use interop::{
    get_interop_int as omp_get_interop_int, get_interop_name as omp_get_interop_name_,
    get_interop_ptr as omp_get_interop_ptr, get_interop_rc_desc as omp_get_interop_rc_desc_,
    get_interop_str as omp_get_interop_str_, get_interop_type_desc as omp_get_interop_type_desc_,
    get_num_interop_properties as omp_get_num_interop_properties,
};
use next::{depend_next as frt_omp_depend_next, detach_next as frt_omp_detach_next};
use places::{
    bind_next as frt_omp_bind_next, get_partition_place_nums as omp_get_partition_place_nums_,
    get_place_proc_ids as omp_get_place_proc_ids_,
};
use private::{my_address as frt_omp_my_address, threadprivate as frt_threadprivate};
use reduced::{
    accumulator as frt_omp_accumulator, accumulator_end as frt_omp_accumulator_end, reduced as frt_omp_reduced,
};
use task::{
    depend_wait as frt_omp_depend_wait, fulfill_event as omp_fulfill_event_, group_begin as frt_omp_taskgroup_begin,
    group_end as frt_omp_taskgroup_end, task as frt_omp_task, task_plain as frt_omp_task_plain,
    taskloop as frt_omp_taskloop, taskwait as frt_omp_taskwait, taskyield as frt_omp_taskyield,
};
use work::{
    atomic_begin as frt_omp_atomic_begin, atomic_end as frt_omp_atomic_end, barrier as frt_omp_barrier,
    cancel as frt_omp_cancel, copy_give as frt_omp_copy_give, copy_take as frt_omp_copy_take,
    critical_begin as frt_omp_critical_begin, critical_end as frt_omp_critical_end, dist_next as frt_omp_dist_next,
    flush as frt_omp_flush, for_end as frt_omp_for_end, for_init as frt_omp_for_init, for_next as frt_omp_for_next,
    for_static as frt_omp_for_static, latest as frt_omp_latest, masked as frt_omp_masked,
    ordered_begin as frt_omp_ordered_begin, ordered_end as frt_omp_ordered_end,
    ordered_finish as frt_omp_ordered_finish, ordered_start as frt_omp_ordered_start, par_for as frt_par_for,
    parallel as frt_omp_parallel, reduce_begin as frt_omp_reduce_begin, reduce_end as frt_omp_reduce_end,
    single_begin as frt_omp_single_begin, single_end as frt_omp_single_end, target_begin as frt_omp_target_begin,
    target_end as frt_omp_target_end, teams as frt_omp_teams,
};

ferrotran_abi::omp_rows! { implementations }
