//! Allocators of OpenMP: the handles of those that are always there, memory spaces, traits and their values, by the names
//! of `omp_lib`. The environment variable OMP_ALLOCATOR has these names too, those of traits and values without what
//! stands before them.

/// The allocators that are always there.
pub const PREDEFINED: &[(&str, i64)] = &[
    ("omp_default_mem_alloc", DEFAULT_ALLOCATOR),
    ("omp_large_cap_mem_alloc", 2),
    ("omp_const_mem_alloc", 3),
    ("omp_high_bw_mem_alloc", 4),
    ("omp_low_lat_mem_alloc", 5),
    ("omp_cgroup_mem_alloc", 6),
    ("omp_pteam_mem_alloc", 7),
    ("omp_thread_mem_alloc", 8),
];

/// No allocator.
pub const NULL_ALLOCATOR: i64 = 0;
/// No memory space.
pub const NULL_SPACE: i64 = -1;
/// The allocator of ordinary memory.
pub const DEFAULT_ALLOCATOR: i64 = 1;

/// Memory spaces.
pub const SPACES: &[(&str, i64)] = &[
    ("omp_default_mem_space", 0),
    ("omp_large_cap_mem_space", 1),
    ("omp_const_mem_space", 2),
    ("omp_high_bw_mem_space", 3),
    ("omp_low_lat_mem_space", 4),
];

/// What stands before the name of a trait.
pub const TRAIT_PREFIX: &str = "omp_atk_";

/// Traits.
pub const TRAITS: &[(&str, i32)] = &[
    ("omp_atk_sync_hint", 1),
    ("omp_atk_alignment", ALIGNMENT),
    ("omp_atk_access", 3),
    ("omp_atk_pool_size", POOL_SIZE),
    ("omp_atk_fallback", FALLBACK),
    ("omp_atk_fb_data", FB_DATA),
    ("omp_atk_pinned", 7),
    ("omp_atk_partition", 8),
    ("omp_atk_pin_device", 9),
    ("omp_atk_preferred_device", 10),
    ("omp_atk_device_access", 11),
    ("omp_atk_target_access", 12),
    ("omp_atk_atomic_scope", 13),
    ("omp_atk_part_size", 14),
];

/// The key of the trait `alignment`.
pub const ALIGNMENT: i32 = 2;
/// The key of the trait `pool_size`.
pub const POOL_SIZE: i32 = 4;
/// The key of the trait `fallback`.
pub const FALLBACK: i32 = 5;
/// The key of the trait `fb_data`.
pub const FB_DATA: i32 = 6;

/// What stands before the name of a value.
pub const VALUE_PREFIX: &str = "omp_atv_";

/// Values of traits.
pub const VALUES: &[(&str, i64)] = &[
    ("omp_atv_default", DEFAULT),
    ("omp_atv_false", 0),
    ("omp_atv_true", 1),
    ("omp_atv_contended", 3),
    ("omp_atv_uncontended", 4),
    ("omp_atv_serialized", 5),
    ("omp_atv_private", 6),
    ("omp_atv_device", 7),
    ("omp_atv_thread", 8),
    ("omp_atv_pteam", 9),
    ("omp_atv_cgroup", 10),
    ("omp_atv_default_mem_fb", 11),
    ("omp_atv_null_fb", NULL_FB),
    ("omp_atv_abort_fb", ABORT_FB),
    ("omp_atv_allocator_fb", ALLOCATOR_FB),
    ("omp_atv_environment", 15),
    ("omp_atv_nearest", 16),
    ("omp_atv_blocked", 17),
    ("omp_atv_interleaved", 18),
    ("omp_atv_all", 19),
    ("omp_atv_single", 20),
    ("omp_atv_multiple", 21),
    ("omp_atv_memspace", 22),
];

/// The trait has its default value.
pub const DEFAULT: i64 = -1;
/// Where memory is used up there is none.
pub const NULL_FB: i64 = 12;
/// Where memory is used up the program ends.
pub const ABORT_FB: i64 = 13;
/// Where memory is used up another allocator is asked.
pub const ALLOCATOR_FB: i64 = 14;
