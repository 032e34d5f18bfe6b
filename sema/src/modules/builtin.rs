//! The intrinsic modules: iso_fortran_env, iso_c_binding, ieee_arithmetic, ieee_exceptions, ieee_features, omp_lib.

use crate::ctx::*;
use ferrotran_abi::allocators;
use ferrotran_abi::codes::proc_bind;
use ferrotran_source::Span;
use ferrotran_syntax::ast::Name;
use ferrotran_typed::intrinsics::Origin;
use ferrotran_typed::*;
use rustc_hash::FxHashSet;

/// Names of the intrinsic modules.
pub(crate) const NAMES: &[&str] = &[
    "iso_fortran_env",
    "iso_c_binding",
    "ieee_arithmetic",
    "ieee_exceptions",
    "ieee_features",
    "omp_lib",
    "omp_lib_kinds",
];

/// Whether a USE without ONLY of an intrinsic module leaves the name to others (see [`UNSIGNED`]).
pub(super) fn is_newer(name: &str) -> bool {
    UNSIGNED.iter().chain(C_UNSIGNED).any(|(n, _)| *n == name)
}

/// Entities of `iso_fortran_env` and `iso_c_binding` that Fortran 2003 does not have, with the year of the standard that
/// brought them.
const SINCE: &[(u16, &[&str])] = &[
    (
        2008,
        &[
            "int8",
            "int16",
            "int32",
            "int64",
            "real32",
            "real64",
            "real128",
            "atomic_int_kind",
            "atomic_logical_kind",
            "integer_kinds",
            "real_kinds",
            "logical_kinds",
            "character_kinds",
            "iostat_inquire_internal_unit",
            "lock_type",
            "stat_locked",
            "stat_locked_other_image",
            "stat_stopped_image",
            "stat_unlocked",
            "compiler_options",
            "compiler_version",
            "c_sizeof",
        ],
    ),
    (
        2018,
        &[
            "event_type",
            "team_type",
            "stat_failed_image",
            "stat_unlocked_failed_image",
            "current_team",
            "initial_team",
            "parent_team",
            "c_ptrdiff_t",
        ],
    ),
    (2023, &["logical8", "logical16", "logical32", "logical64", "real16"]),
    (
        u16::MAX,
        &[
            "int128",
            "logical128",
            "c_int128_t",
            "c_int_least128_t",
            "c_int_fast128_t",
            "c_float128",
            "c_float128_complex",
        ],
    ),
];

/// The year of the first standard whose intrinsic modules have a name.
pub(super) fn first_standard(name: &str) -> u16 {
    SINCE.iter().find(|s| s.1.contains(&name)).map_or(2003, |s| s.0)
}

/// Whether a module of that name is built in.
pub(crate) fn is_builtin(name: &str) -> bool {
    NAMES.contains(&name)
}

const ENV: &[(&str, i64)] = &[
    ("int8", 1),
    ("int16", 2),
    ("int32", 4),
    ("int64", 8),
    ("int128", 16),
    ("real32", 4),
    ("real64", 8),
    ("real128", 16),
    ("logical8", 1),
    ("logical16", 2),
    ("logical32", 4),
    ("logical64", 8),
    ("logical128", 16),
    ("real16", -2),
    ("input_unit", 5),
    ("output_unit", 6),
    ("error_unit", 0),
    ("character_storage_size", 8),
    ("file_storage_size", 8),
    ("numeric_storage_size", 32),
    ("iostat_end", -1),
    ("iostat_eor", -2),
    ("iostat_inquire_internal_unit", 5018),
    ("atomic_int_kind", 4),
    ("atomic_logical_kind", 4),
    ("stat_stopped_image", 6000),
    ("stat_failed_image", 6001),
    ("stat_locked", 1),
    ("stat_locked_other_image", 2),
    ("stat_unlocked", 0),
    ("stat_unlocked_failed_image", 6002),
    ("current_team", 0),
    ("initial_team", 1),
    ("parent_team", 2),
];

/// Kinds of unsigned integers (Fortran 202Y). Programs of older standards have such names of their own, so that a USE
/// without ONLY makes them known only where nothing else has the name.
pub(super) const UNSIGNED: &[(&str, i64)] = &[("uint8", 1), ("uint16", 2), ("uint32", 4), ("uint64", 8)];

/// As [`UNSIGNED`], of `iso_c_binding`.
pub(super) const C_UNSIGNED: &[(&str, i64)] = &[
    ("c_unsigned", 4),
    ("c_unsigned_short", 2),
    ("c_unsigned_char", 1),
    ("c_unsigned_long", 8),
    ("c_unsigned_long_long", 8),
    ("c_uintmax_t", 8),
    ("c_uint8_t", 1),
    ("c_uint16_t", 2),
    ("c_uint32_t", 4),
    ("c_uint64_t", 8),
    ("c_uint128_t", 16),
    ("c_uint_least8_t", 1),
    ("c_uint_least16_t", 2),
    ("c_uint_least32_t", 4),
    ("c_uint_least64_t", 8),
    ("c_uint_least128_t", 16),
    ("c_uint_fast8_t", 1),
    ("c_uint_fast16_t", 8),
    ("c_uint_fast32_t", 8),
    ("c_uint_fast64_t", 8),
    ("c_uint_fast128_t", 16),
];

const C: &[(&str, i64)] = &[
    ("c_int", 4),
    ("c_short", 2),
    ("c_long", 8),
    ("c_long_long", 8),
    ("c_signed_char", 1),
    ("c_size_t", 8),
    ("c_int8_t", 1),
    ("c_int16_t", 2),
    ("c_int32_t", 4),
    ("c_int64_t", 8),
    ("c_int128_t", 16),
    ("c_int_least8_t", 1),
    ("c_int_least16_t", 2),
    ("c_int_least32_t", 4),
    ("c_int_least64_t", 8),
    ("c_int_least128_t", 16),
    ("c_int_fast8_t", 1),
    ("c_int_fast16_t", 8),
    ("c_int_fast32_t", 8),
    ("c_int_fast64_t", 8),
    ("c_int_fast128_t", 16),
    ("c_intmax_t", 8),
    ("c_intptr_t", 8),
    ("c_ptrdiff_t", 8),
    ("c_float", 4),
    ("c_double", 8),
    ("c_long_double", 10),
    ("c_float128", 16),
    ("c_float_complex", 4),
    ("c_double_complex", 8),
    ("c_long_double_complex", 10),
    ("c_float128_complex", 16),
    ("c_bool", 1),
    ("c_char", 1),
];

const C_CHARS: &[(&str, u8)] = &[
    ("c_null_char", 0),
    ("c_alert", 7),
    ("c_backspace", 8),
    ("c_form_feed", 12),
    ("c_new_line", 10),
    ("c_carriage_return", 13),
    ("c_horizontal_tab", 9),
    ("c_vertical_tab", 11),
];

const OMP_CONST: &[(&str, i64)] = &[
    ("omp_integer_kind", 4),
    ("omp_logical_kind", 4),
    ("omp_lock_kind", 8),
    ("omp_nest_lock_kind", 8),
    ("omp_sched_kind", 4),
    ("omp_proc_bind_kind", 4),
    ("omp_lock_hint_kind", 4),
    ("omp_sync_hint_kind", 4),
    ("omp_pause_resource_kind", 4),
    ("omp_allocator_handle_kind", 8),
    ("omp_depend_kind", 8),
    ("omp_event_handle_kind", 8),
    ("omp_memspace_handle_kind", 8),
    ("omp_alloctrait_key_kind", 4),
    ("omp_alloctrait_val_kind", 8),
    ("omp_interop_kind", 8),
    ("omp_interop_fr_kind", 4),
    ("omp_interop_property_kind", 4),
    ("omp_interop_rc_kind", 4),
    ("omp_ifr_cuda", 1),
    ("omp_ifr_cuda_driver", 2),
    ("omp_ifr_opencl", 3),
    ("omp_ifr_sycl", 4),
    ("omp_ifr_hip", 5),
    ("omp_ifr_level_zero", 6),
    ("omp_ifr_hsa", 7),
    ("omp_ifr_last", 7),
    ("omp_ipr_fr_id", -1),
    ("omp_ipr_fr_name", -2),
    ("omp_ipr_vendor", -3),
    ("omp_ipr_vendor_name", -4),
    ("omp_ipr_device_num", -5),
    ("omp_ipr_platform", -6),
    ("omp_ipr_device", -7),
    ("omp_ipr_device_context", -8),
    ("omp_ipr_targetsync", -9),
    ("omp_ipr_first", -9),
    ("omp_irc_no_value", 1),
    ("omp_irc_success", 0),
    ("omp_irc_empty", -1),
    ("omp_irc_out_of_range", -2),
    ("omp_irc_type_int", -3),
    ("omp_irc_type_ptr", -4),
    ("omp_irc_type_str", -5),
    ("omp_irc_other", -6),
    ("omp_impex_kind", 4),
    ("omp_not_impex", 0),
    ("omp_import", 1),
    ("omp_export", 2),
    ("omp_impex", 3),
    ("omp_pause_stop_tool", 3),
    ("omp_unassigned_thread", -2),
    ("omp_sched_monotonic", i32::MIN as i64),
    ("omp_control_tool_kind", 4),
    ("omp_control_tool_result_kind", 4),
    ("omp_control_tool_start", 1),
    ("omp_control_tool_pause", 2),
    ("omp_control_tool_flush", 3),
    ("omp_control_tool_end", 4),
    ("omp_control_tool_notool", -2),
    ("omp_control_tool_nocallback", -1),
    ("omp_control_tool_success", 0),
    ("omp_control_tool_ignored", 1),
    ("omp_sched_static", 1),
    ("omp_sched_dynamic", 2),
    ("omp_sched_guided", 3),
    ("omp_sched_auto", 4),
    ("omp_proc_bind_false", proc_bind::FALSE as i64),
    ("omp_proc_bind_true", proc_bind::TRUE as i64),
    ("omp_proc_bind_primary", proc_bind::PRIMARY as i64),
    ("omp_proc_bind_master", proc_bind::PRIMARY as i64),
    ("omp_proc_bind_close", proc_bind::CLOSE as i64),
    ("omp_proc_bind_spread", proc_bind::SPREAD as i64),
    ("omp_sync_hint_none", 0),
    ("omp_sync_hint_uncontended", 1),
    ("omp_sync_hint_contended", 2),
    ("omp_sync_hint_nonspeculative", 4),
    ("omp_sync_hint_speculative", 8),
    ("omp_lock_hint_none", 0),
    ("omp_lock_hint_uncontended", 1),
    ("omp_lock_hint_contended", 2),
    ("omp_lock_hint_nonspeculative", 4),
    ("omp_lock_hint_speculative", 8),
    ("omp_pause_soft", 1),
    ("omp_pause_hard", 2),
    ("omp_initial_device", -1),
    ("omp_default_device", -5),
    ("omp_invalid_device", -4),
    ("openmp_version", 202411),
];

/// Constants of 8 bytes: allocators, memory spaces, values of traits, objects of foreign runtimes.
fn omp_const8() -> impl Iterator<Item = &'static (&'static str, i64)> {
    const OTHERS: &[(&str, i64)] = &[
        ("omp_null_allocator", allocators::NULL_ALLOCATOR),
        ("omp_null_mem_space", allocators::NULL_SPACE),
        ("omp_interop_none", 0),
    ];
    OTHERS.iter().chain(allocators::PREDEFINED).chain(allocators::SPACES).chain(allocators::VALUES)
}

/// The text of `omp_lib.h`, good for both source forms: the constants of omp_lib, its type, the types of its functions,
/// and interfaces of the procedures that cannot be called without.
pub fn omp_header() -> String {
    use std::fmt::Write;
    let mut out = String::new();
    let traits = allocators::TRAITS.iter().map(|(n, v)| (*n, i64::from(*v), 4));
    let constants = OMP_CONST.iter().map(|(n, v)| (*n, *v, 4)).chain(traits);
    for (name, value, kind) in constants.chain(omp_const8().map(|(n, v)| (*n, *v, 8))) {
        // The least number is no literal.
        let value = match value {
            v if v == i64::from(i32::MIN) => format!("-{}_4-1_4", i32::MAX),
            v => format!("{v}_{kind}"),
        };
        let _ = writeln!(out, "      integer({kind}) {name}\n      parameter ({name}={value})");
    }
    out.push_str(
        "      type, bind(c) :: omp_alloctrait\n      integer(4) key\n      integer(8) value\n      end type omp_alloctrait\n",
    );
    for p in OMP_PROCS {
        let (name, result, args) = p;
        if *result == "C" || args.iter().any(|(_, a)| !matches!(*a, "i" | "l" | "k" | ">i" | "o" | "c" | ">c")) {
            interface_text(&mut out, p);
            continue;
        }
        let _ = writeln!(out, "      external {name}");
        if let Some(kind) = header_type(result) {
            let _ = writeln!(out, "      {kind} {name}");
        }
    }
    out
}

/// How a type of [`OMP_PROCS`] is declared; nothing for that of a subroutine.
fn header_type(ty: &str) -> Option<&'static str> {
    Some(match ty.trim_start_matches(['>', '?']) {
        "-" => return None,
        "I" | "k" | "o" | "s" | "a" => "integer(8)",
        "l" => "logical(4)",
        "d" => "real(8)",
        "p" => "type(c_ptr)",
        "c" => "character(*)",
        "C" => "character(:), pointer ::",
        "ta" => "type(omp_alloctrait)",
        _ => "integer(4)",
    })
}

/// Writes the interface of a procedure. Lines are continued as both source forms take it: by a `&` behind column 72, and
/// one in column 6.
fn interface_text(out: &mut String, (name, result, args): &OmpProc) {
    use std::fmt::Write;
    let bind_c = args.iter().any(|a| matches!(a.1, "v" | "s"));
    let sort = if header_type(result).is_some() { "function" } else { "subroutine" };
    let continued = |out: &mut String, line: String| {
        let _ = write!(out, "{line:<72}&\n     &");
    };
    let _ = writeln!(out, "      interface");
    continued(out, format!("      {sort} {name}("));
    for (k, (a, _)) in args.iter().enumerate() {
        match k + 1 == args.len() {
            true => out.push_str(&format!("{a})")),
            false => {
                let _ = write!(out, "{:<66}&\n     &", format!("{a},"));
            }
        }
    }
    match bind_c {
        true => {
            let _ = writeln!(out, " bind(c,name='{name}')");
        }
        false => out.push('\n'),
    }
    let _ = writeln!(out, "      use, intrinsic :: iso_c_binding, only: c_ptr");
    let _ = writeln!(out, "      import :: omp_alloctrait");
    if let Some(ty) = header_type(result) {
        let _ = writeln!(out, "      {ty} {name}");
    }
    for (a, ty) in *args {
        let mut attributes = String::new();
        if matches!(*ty, "p" | "s" | "v") {
            attributes.push_str(", value");
        }
        attributes.push_str(match () {
            () if ty.contains('>') => ", intent(out)",
            () if *ty == "o" => "",
            () => ", intent(in)",
        });
        if ty.starts_with('?') {
            attributes.push_str(", optional");
        }
        let bounds = if ty.ends_with(['a', 'A', 'n']) { "(*)" } else { "" };
        let _ = writeln!(out, "      {}{attributes} :: {a}{bounds}", header_type(ty).unwrap_or_default());
    }
    let _ = writeln!(out, "      end {sort} {name}\n      end interface");
}

/// A procedure of omp_lib.
type OmpProc = (&'static str, &'static str, &'static [(&'static str, &'static str)]);

/// Procedures of omp_lib: name, result (`i` integer, `I` integer(8), `l` logical, `d` real(8), `p` type(c_ptr), `C`
/// pointer to a string, `-` subroutine) and arguments (`i`, `l`, `k` (integer(8)): by reference; `c` character of assumed length; `n`: integer array of assumed size; `ta`: traits of allocators; `>i`: out, `?>i`: optional; `>A`: out, of assumed size; `o` lock
/// (integer(8), in and out); `p` type(c_ptr), `s` integer(c_size_t)
/// and `v` integer(c_int): by value; `a`: integer(8) array of assumed size, `?a` an optional one). Those with arguments by
/// value have C binding.
const OMP_PROCS: &[OmpProc] = &[
    ("omp_set_num_threads", "-", &[("num_threads", "i")]),
    ("omp_get_num_threads", "i", &[]),
    ("omp_get_max_threads", "i", &[]),
    ("omp_get_thread_num", "i", &[]),
    ("omp_get_num_procs", "i", &[]),
    ("omp_in_parallel", "l", &[]),
    ("omp_set_dynamic", "-", &[("dynamic_threads", "l")]),
    ("omp_get_dynamic", "l", &[]),
    ("omp_get_cancellation", "l", &[]),
    ("omp_set_nested", "-", &[("nested", "l")]),
    ("omp_get_nested", "l", &[]),
    ("omp_set_schedule", "-", &[("kind", "i"), ("chunk_size", "i")]),
    ("omp_get_schedule", "-", &[("kind", ">i"), ("chunk_size", ">i")]),
    ("omp_get_thread_limit", "i", &[]),
    ("omp_get_supported_active_levels", "i", &[]),
    ("omp_set_max_active_levels", "-", &[("max_levels", "i")]),
    ("omp_get_max_active_levels", "i", &[]),
    ("omp_get_level", "i", &[]),
    ("omp_get_ancestor_thread_num", "i", &[("level", "i")]),
    ("omp_get_team_size", "i", &[("level", "i")]),
    ("omp_get_active_level", "i", &[]),
    ("omp_in_final", "l", &[]),
    ("omp_get_proc_bind", "i", &[]),
    ("omp_set_affinity_format", "-", &[("format", "c")]),
    ("omp_get_affinity_format", "i", &[("buffer", ">c")]),
    ("omp_display_affinity", "-", &[("format", "c")]),
    ("omp_capture_affinity", "i", &[("buffer", ">c"), ("format", "c")]),
    ("omp_get_num_places", "i", &[]),
    ("omp_get_place_num_procs", "i", &[("place_num", "i")]),
    ("omp_get_place_num", "i", &[]),
    ("omp_set_default_device", "-", &[("device_num", "i")]),
    ("omp_get_default_device", "i", &[]),
    ("omp_get_num_devices", "i", &[]),
    ("omp_get_device_num", "i", &[]),
    ("omp_get_num_teams", "i", &[]),
    ("omp_get_team_num", "i", &[]),
    ("omp_set_num_teams", "-", &[("num_teams", "i")]),
    ("omp_get_max_teams", "i", &[]),
    ("omp_set_teams_thread_limit", "-", &[("thread_limit", "i")]),
    ("omp_get_teams_thread_limit", "i", &[]),
    ("omp_is_initial_device", "l", &[]),
    ("omp_get_initial_device", "i", &[]),
    ("omp_get_max_task_priority", "i", &[]),
    ("omp_get_wtime", "d", &[]),
    ("omp_get_wtick", "d", &[]),
    ("omp_fulfill_event", "-", &[("event", "k")]),
    ("omp_init_lock", "-", &[("svar", "o")]),
    ("omp_destroy_lock", "-", &[("svar", "o")]),
    ("omp_set_lock", "-", &[("svar", "o")]),
    ("omp_unset_lock", "-", &[("svar", "o")]),
    ("omp_test_lock", "l", &[("svar", "o")]),
    ("omp_init_nest_lock", "-", &[("nvar", "o")]),
    ("omp_destroy_nest_lock", "-", &[("nvar", "o")]),
    ("omp_set_nest_lock", "-", &[("nvar", "o")]),
    ("omp_unset_nest_lock", "-", &[("nvar", "o")]),
    ("omp_test_nest_lock", "i", &[("nvar", "o")]),
    ("omp_init_lock_with_hint", "-", &[("svar", "o"), ("hint", "i")]),
    ("omp_init_nest_lock_with_hint", "-", &[("nvar", "o"), ("hint", "i")]),
    ("omp_in_explicit_task", "l", &[]),
    ("omp_get_partition_num_places", "i", &[]),
    ("omp_get_place_proc_ids", "-", &[("place_num", "i"), ("ids", ">A")]),
    ("omp_get_partition_place_nums", "-", &[("place_nums", ">A")]),
    ("omp_get_num_interop_properties", "i", &[("interop", "s")]),
    ("omp_get_interop_int", "I", &[("interop", "s"), ("property_id", "v"), ("ret_code", "?>i")]),
    ("omp_get_interop_ptr", "p", &[("interop", "s"), ("property_id", "v"), ("ret_code", "?>i")]),
    ("omp_get_interop_str", "C", &[("interop", "k"), ("property_id", "i"), ("ret_code", "?>i")]),
    ("omp_get_interop_name", "C", &[("interop", "k"), ("property_id", "i")]),
    ("omp_get_interop_type_desc", "C", &[("interop", "k"), ("property_id", "i")]),
    ("omp_get_interop_rc_desc", "C", &[("interop", "k"), ("ret_code", "i")]),
    ("omp_get_uid_from_device", "C", &[("device_num", "i")]),
    ("omp_get_device_from_uid", "i", &[("uid", "c")]),
    ("omp_get_devices_memspace", "I", &[("ndevs", "i"), ("devs", "n"), ("memspace", "k")]),
    ("omp_get_devices_allocator", "I", &[("ndevs", "i"), ("devs", "n"), ("memspace", "k")]),
    ("omp_get_device_memspace", "I", &[("dev", "i"), ("memspace", "k")]),
    ("omp_get_device_allocator", "I", &[("dev", "i"), ("memspace", "k")]),
    ("omp_get_devices_and_host_memspace", "I", &[("ndevs", "i"), ("devs", "n"), ("memspace", "k")]),
    ("omp_get_devices_and_host_allocator", "I", &[("ndevs", "i"), ("devs", "n"), ("memspace", "k")]),
    ("omp_get_device_and_host_memspace", "I", &[("dev", "i"), ("memspace", "k")]),
    ("omp_get_device_and_host_allocator", "I", &[("dev", "i"), ("memspace", "k")]),
    ("omp_get_devices_all_memspace", "I", &[("memspace", "k")]),
    ("omp_get_devices_all_allocator", "I", &[("memspace", "k")]),
    ("omp_get_memspace_num_resources", "i", &[("memspace", "k")]),
    ("omp_get_memspace_pagesize", "I", &[("memspace", "k")]),
    ("omp_get_submemspace", "I", &[("memspace", "k"), ("num_resources", "i"), ("resources", "n")]),
    ("omp_get_device_num_teams", "i", &[("device_num", "i")]),
    ("omp_set_device_num_teams", "-", &[("num_teams", "i"), ("device_num", "i")]),
    ("omp_get_device_teams_thread_limit", "i", &[("device_num", "i")]),
    ("omp_set_device_teams_thread_limit", "-", &[("thread_limit", "i"), ("device_num", "i")]),
    ("omp_get_max_progress_width", "i", &[("device_num", "i")]),
    ("omp_control_tool", "i", &[("command", "i"), ("modifier", "i")]),
    ("omp_is_free_agent", "l", &[]),
    ("omp_ancestor_is_free_agent", "l", &[("level", "i")]),
    ("omp_pause_resource", "i", &[("kind", "i"), ("device_num", "i")]),
    ("omp_pause_resource_all", "i", &[("kind", "i")]),
    ("omp_display_env", "-", &[("verbose", "l")]),
    ("omp_init_allocator", "I", &[("memspace", "k"), ("ntraits", "i"), ("traits", "ta")]),
    ("omp_destroy_allocator", "-", &[("allocator", "k")]),
    ("omp_set_default_allocator", "-", &[("allocator", "k")]),
    ("omp_get_default_allocator", "I", &[]),
    ("omp_alloc", "p", &[("size", "s"), ("allocator", "s")]),
    ("omp_aligned_alloc", "p", &[("alignment", "s"), ("size", "s"), ("allocator", "s")]),
    ("omp_calloc", "p", &[("nmemb", "s"), ("size", "s"), ("allocator", "s")]),
    ("omp_aligned_calloc", "p", &[("alignment", "s"), ("nmemb", "s"), ("size", "s"), ("allocator", "s")]),
    ("omp_realloc", "p", &[("ptr", "p"), ("size", "s"), ("allocator", "s"), ("free_allocator", "s")]),
    ("omp_free", "-", &[("ptr", "p"), ("allocator", "s")]),
    ("omp_target_alloc", "p", &[("size", "s"), ("device_num", "v")]),
    ("omp_target_free", "-", &[("device_ptr", "p"), ("device_num", "v")]),
    ("omp_target_is_present", "i", &[("ptr", "p"), ("device_num", "v")]),
    ("omp_target_is_accessible", "i", &[("ptr", "p"), ("size", "s"), ("device_num", "v")]),
    ("omp_get_mapped_ptr", "p", &[("ptr", "p"), ("device_num", "v")]),
    (
        "omp_target_associate_ptr",
        "i",
        &[("host_ptr", "p"), ("device_ptr", "p"), ("size", "s"), ("device_offset", "s"), ("device_num", "v")],
    ),
    ("omp_target_disassociate_ptr", "i", &[("ptr", "p"), ("device_num", "v")]),
    (
        "omp_target_memcpy",
        "i",
        &[
            ("dst", "p"),
            ("src", "p"),
            ("length", "s"),
            ("dst_offset", "s"),
            ("src_offset", "s"),
            ("dst_device_num", "v"),
            ("src_device_num", "v"),
        ],
    ),
    (
        "omp_target_memcpy_async",
        "i",
        &[
            ("dst", "p"),
            ("src", "p"),
            ("length", "s"),
            ("dst_offset", "s"),
            ("src_offset", "s"),
            ("dst_device_num", "v"),
            ("src_device_num", "v"),
            ("depobj_count", "v"),
            ("depobj_list", "?a"),
        ],
    ),
    ("omp_target_memcpy_rect", "i", RECT),
    ("omp_target_memcpy_rect_async", "i", RECT_ASYNC),
    ("omp_target_memset", "p", &[("ptr", "p"), ("val", "v"), ("count", "s"), ("device_num", "v")]),
    (
        "omp_target_memset_async",
        "p",
        &[
            ("ptr", "p"),
            ("val", "v"),
            ("count", "s"),
            ("device_num", "v"),
            ("depobj_count", "v"),
            ("depobj_list", "?a"),
        ],
    ),
];

const RECT_ASYNC: &[(&str, &str)] = &[
    ("dst", "p"),
    ("src", "p"),
    ("element_size", "s"),
    ("num_dims", "v"),
    ("volume", "a"),
    ("dst_offsets", "a"),
    ("src_offsets", "a"),
    ("dst_dimensions", "a"),
    ("src_dimensions", "a"),
    ("dst_device_num", "v"),
    ("src_device_num", "v"),
    ("depobj_count", "v"),
    ("depobj_list", "?a"),
];
const RECT: &[(&str, &str)] = RECT_ASYNC.split_at(11).0;

/// Whether that is the name of a routine of OpenMP.
pub(crate) fn is_omp_routine(name: &str) -> bool {
    let base = name.strip_suffix("_8").unwrap_or(name);
    name.starts_with("omp_") && OMP_PROCS.iter().any(|p| p.0 == base)
}

/// The type of what a routine of OpenMP gives, where it is a number or logical.
pub(crate) fn omp_result(name: &str) -> Option<Ty> {
    let (_, result, _) = OMP_PROCS.iter().find(|p| p.0 == name)?;
    match header_type(result)? {
        "integer(4)" => Some(Ty::Integer(4)),
        "integer(8)" => Some(Ty::Integer(8)),
        "logical(4)" => Some(Ty::Logical(4)),
        "real(8)" => Some(Ty::Real(8)),
        _ => None,
    }
}

/// Values of private one-component types of the IEEE modules.
const IEEE_CLASSES: &[&str] = &[
    "ieee_other_value",
    "ieee_signaling_nan",
    "ieee_quiet_nan",
    "ieee_negative_inf",
    "ieee_negative_normal",
    "ieee_negative_subnormal",
    "ieee_negative_zero",
    "ieee_positive_zero",
    "ieee_positive_subnormal",
    "ieee_positive_normal",
    "ieee_positive_inf",
];
const IEEE_ROUNDS: &[(&str, i64)] =
    &[("ieee_nearest", 0), ("ieee_to_zero", 1), ("ieee_up", 2), ("ieee_down", 3), ("ieee_away", 4), ("ieee_other", 5)];
const IEEE_FLAGS: &[(&str, i64)] = &[
    ("ieee_invalid", 1),
    ("ieee_overflow", 8),
    ("ieee_divide_by_zero", 4),
    ("ieee_underflow", 16),
    ("ieee_inexact", 32),
];
const IEEE_FEATURES: &[&str] = &[
    "ieee_datatype",
    "ieee_denormal",
    "ieee_divide",
    "ieee_halting",
    "ieee_inexact_flag",
    "ieee_inf",
    "ieee_invalid_flag",
    "ieee_nan",
    "ieee_rounding",
    "ieee_sqrt",
    "ieee_subnormal",
    "ieee_underflow_flag",
];

impl<'a> Facts<'a> {
    /// The scope of an intrinsic module, built on first use.
    pub fn builtin_module(&mut self, name: &str) -> ScopeId {
        let key: Name = format!("intrinsic {name}").into();
        if let Some(m) = self.modules.known.get(&key) {
            return m.scope;
        }
        let sc = self.new_scope(ScopeKind::Module, None, name.to_string());
        self.sc_mut(sc).module = Some(name.into());
        self.modules.known.insert(key, Module { scope: sc, state: State::Done });
        match name {
            "iso_fortran_env" => self.fill_env(sc),
            "iso_c_binding" => self.fill_c(sc),
            "ieee_arithmetic" => self.fill_arithmetic(sc),
            "ieee_exceptions" => self.fill_exceptions(sc),
            "ieee_features" => {
                let t = self.opaque(sc, "ieee_features_type", 4, true);
                for (i, n) in IEEE_FEATURES.iter().enumerate() {
                    self.struct_const(sc, n, t, i as i64);
                }
            }
            _ => self.fill_omp(sc),
        }
        self.sc_mut(sc).finished = true;
        sc
    }

    fn constant(&mut self, sc: ScopeId, name: &str, ty: Ty, dims: Dims, v: Const) {
        let n: Name = name.into();
        let s = self.new_symbol(n.clone(), Span::default(), ty, dims, Storage::Constant, sc);
        self.sym_mut(s).value = Some(v);
        self.si_mut(s).parameter = true;
        self.bind(sc, n, Entity::Symbol(s), Span::default());
    }

    fn int_const(&mut self, sc: ScopeId, name: &str, v: i64) {
        self.constant(sc, name, Ty::Integer(4), Dims::Scalar, Const::Int(v as i128));
    }

    fn int_array(&mut self, sc: ScopeId, name: &str, v: &[i64]) {
        use crate::decl::resolve::int8;
        let one = Span::default();
        let dims = Dims::Explicit(vec![(int8(1, one), int8(v.len() as i64, one))]);
        self.constant(sc, name, Ty::Integer(4), dims, crate::const_eval::ints(v.to_vec()));
    }

    /// A type with one private integer component.
    fn opaque(&mut self, sc: ScopeId, name: &'static str, kind: u8, bind_c: bool) -> TypeId {
        if let Some(t) = self.types.builtin.get(name) {
            let t = *t;
            self.bind(sc, name.into(), Entity::Type(t), Span::default());
            return t;
        }
        let id = TypeId(self.prog.types.len() as u32);
        let path = self.sc(sc).path.clone();
        self.prog.types.push(DerivedType {
            name: name.into(),
            ir_name: format!("{path}.{name}"),
            extends: None,
            abstract_: false,
            sequence: false,
            bind_c,
            overlaid: false,
            components: vec![Component {
                private: true,
                ..Component::scalar("value_".into(), Ty::Integer(kind), Role::Data)
            }],
            size: kind as u64,
            align: kind as u64,
            bindings: vec![],
            assignments: vec![],
            finals: vec![],
            enumeration: None,
            span: Span::default(),
        });
        let module = self.sc(sc).module.clone();
        self.types.info.push(TypeInfo {
            coranks: Default::default(),
            def: None,
            scope: sc,
            state: State::Done,
            module,
            generics: vec![],
            private_bindings: FxHashSet::default(),
            own_bindings: FxHashSet::default(),
            non_overridable: FxHashSet::default(),
            bindings_done: State::Done,
            finals_pending: vec![],
            bad: false,
            lens: vec![],
            sized: vec![],
            component_lens: Default::default(),
            layout: vec![],
        });
        self.types.builtin.insert(name, id);
        self.bind(sc, name.into(), Entity::Type(id), Span::default());
        id
    }

    fn struct_const(&mut self, sc: ScopeId, name: &str, ty: TypeId, v: i64) {
        let c = Const::Struct { ty, values: vec![Some(Const::Int(v as i128))] };
        self.constant(sc, name, Ty::Derived(ty), Dims::Scalar, c);
    }

    fn intrinsics_of(&mut self, sc: ScopeId, origins: &[Origin]) {
        for r in ferrotran_typed::intrinsics::rows() {
            if origins.contains(&r.origin) {
                self.bind(sc, r.name.into(), Entity::Intrinsic(r.id), Span::default());
            }
        }
    }

    fn fill_env(&mut self, sc: ScopeId) {
        for (n, v) in ENV.iter().chain(UNSIGNED) {
            self.int_const(sc, n, *v);
        }
        self.int_array(sc, "integer_kinds", &INTEGER_KINDS.iter().map(|k| i64::from(*k)).collect::<Vec<_>>());
        self.int_array(sc, "real_kinds", &REAL_KINDS.iter().map(|k| i64::from(*k)).collect::<Vec<_>>());
        self.int_array(sc, "logical_kinds", &INTEGER_KINDS.iter().map(|k| i64::from(*k)).collect::<Vec<_>>());
        self.int_array(sc, "character_kinds", &[1, 4]);
        // Their components have default values: unlocked, no posts, no team (Fortran 2018, 16.10.2.10 to 16.10.2.33).
        for name in ["lock_type", "event_type", "team_type"] {
            let t = self.opaque(sc, name, 8, false);
            self.prog.types[t.0 as usize].components[0].init = Some(Const::Int(0));
        }
        self.intrinsics_of(sc, &[Origin::FortranEnv]);
    }

    fn fill_c(&mut self, sc: ScopeId) {
        for (n, v) in C.iter().chain(C_UNSIGNED) {
            self.int_const(sc, n, *v);
        }
        for (n, v) in C_CHARS {
            self.constant(sc, n, Ty::Character(CharLen::Const(1), 1), Dims::Scalar, Const::text(&[*v]));
        }
        let p = self.opaque(sc, "c_ptr", 8, true);
        let f = self.opaque(sc, "c_funptr", 8, true);
        self.struct_const(sc, "c_null_ptr", p, 0);
        self.struct_const(sc, "c_null_funptr", f, 0);
        self.intrinsics_of(sc, &[Origin::CBinding]);
    }

    fn fill_exceptions(&mut self, sc: ScopeId) {
        let flag = self.opaque(sc, "ieee_flag_type", 4, false);
        for (n, v) in IEEE_FLAGS {
            self.struct_const(sc, n, flag, *v);
        }
        for (n, idx) in [("ieee_usual", &[1usize, 2, 0][..]), ("ieee_all", &[1, 2, 0, 3, 4][..])] {
            let elems: Vec<Option<Const>> = idx
                .iter()
                .map(|i| Some(Const::Struct { ty: flag, values: vec![Some(Const::Int(IEEE_FLAGS[*i].1 as i128))] }))
                .collect();
            use crate::decl::resolve::int8;
            let dims = Dims::Explicit(vec![(int8(1, Span::default()), int8(elems.len() as i64, Span::default()))]);
            let v = Const::Array { shape: vec![elems.len() as i64], elems };
            self.constant(sc, n, Ty::Derived(flag), dims, v);
        }
        self.opaque(sc, "ieee_status_type", 8, false);
        self.opaque(sc, "ieee_modes_type", 8, false);
        self.intrinsics_of(sc, &[Origin::IeeeExceptions]);
    }

    fn fill_arithmetic(&mut self, sc: ScopeId) {
        // The entities of ieee_exceptions are here too, the same ones (F2018 17.1).
        let other = self.builtin_module("ieee_exceptions");
        for (name, e) in self.sc(other).names.clone() {
            self.bind(sc, name, e.ent, Span::default());
        }
        let class = self.opaque(sc, "ieee_class_type", 4, false);
        for (i, n) in IEEE_CLASSES.iter().enumerate() {
            self.struct_const(sc, n, class, i as i64);
        }
        self.struct_const(sc, "ieee_negative_denormal", class, 5);
        self.struct_const(sc, "ieee_positive_denormal", class, 8);
        let round = self.opaque(sc, "ieee_round_type", 4, false);
        for (n, v) in IEEE_ROUNDS {
            self.struct_const(sc, n, round, *v);
        }
        self.intrinsics_of(sc, &[Origin::IeeeArithmetic]);
    }

    fn fill_omp(&mut self, sc: ScopeId) {
        for (n, v) in OMP_CONST {
            self.int_const(sc, n, *v);
        }
        for (n, v) in allocators::TRAITS {
            self.int_const(sc, n, i64::from(*v));
        }
        for (n, v) in omp_const8() {
            self.constant(sc, n, Ty::Integer(8), Dims::Scalar, Const::Int(*v as i128));
        }
        let traits = self.opaque(sc, "omp_alloctrait", 8, true);
        let t = &mut self.prog.types[traits.0 as usize];
        if let [one] = &t.components[..] {
            let of = |name: &str, kind: u8, offset: u64| Component {
                name: name.into(),
                ty: Ty::Integer(kind),
                offset,
                private: false,
                ..one.clone()
            };
            t.components = vec![of("key", 4, 0), of("value", 8, 8)];
            t.size = 16;
        }
        let c_ptr = self.builtin_type("c_ptr", Span::default()).ok();
        for (name, res, args) in OMP_PROCS {
            let n: Name = (*name).into();
            let scope = self.new_scope(ScopeKind::Interface, Some(sc), name.to_string());
            let bind_c = args.iter().any(|a| matches!(a.1, "v" | "s"));
            let link = if bind_c { name.to_string() } else { format!("{name}_") };
            let p = self.new_proc(n.clone(), link, Span::default(), None, scope);
            self.proc_mut(p).bind_c = bind_c;
            self.sc_mut(scope).proc = Some(p);
            let mut list = vec![];
            for (i, (an, at)) in args.iter().enumerate() {
                let ty = match at.trim_start_matches(['>', '?']) {
                    "l" => Ty::Logical(4),
                    "o" | "s" | "a" | "k" => Ty::Integer(8),
                    "c" => Ty::Character(CharLen::Assumed, 1),
                    "ta" => Ty::Derived(traits),
                    "p" => c_ptr.map_or(Ty::Integer(8), Ty::Derived),
                    _ => Ty::Integer(4),
                };
                let dims = match at.ends_with(['a', 'A', 'n']) {
                    true => Dims::AssumedSize(vec![], Box::new(crate::decl::resolve::int8(1, Span::default()))),
                    false => Dims::Scalar,
                };
                let s = self.new_symbol((*an).into(), Span::default(), ty, dims, Storage::Dummy(i as u32), scope);
                self.si_mut(s).any_kind = matches!(*at, "i" | "l" | ">A" | "n");
                self.sym_mut(s).by_value = matches!(*at, "p" | "s" | "v");
                self.sym_mut(s).optional = at.starts_with('?');
                self.sym_mut(s).intent = match *at {
                    "o" => Intent::InOut,
                    a if a.contains('>') => Intent::Out,
                    _ => Intent::In,
                };
                list.push(s);
            }
            let result = match *res {
                "i" => Some(Ty::Integer(4)),
                "I" => Some(Ty::Integer(8)),
                "l" => Some(Ty::Logical(4)),
                "d" => Some(Ty::Real(self.opts.default_double)),
                "p" => c_ptr.map(Ty::Derived),
                "C" => Some(Ty::Character(CharLen::Deferred, 1)),
                _ => None,
            };
            let r =
                result.map(|t| self.new_symbol(n.clone(), Span::default(), t, Dims::Scalar, Storage::Result, scope));
            if let (Some(r), "C") = (r, *res) {
                self.sym_mut(r).pointer = true;
            }
            let q = self.proc_mut(p);
            q.args = list;
            q.result = r;
            q.external = true;
            let i = self.pi_mut(p);
            i.function = r.is_some();
            i.interface = true;
            i.state = State::Done;
            self.bind(sc, n, Entity::Proc(p), Span::default());
        }
    }

    /// A built-in derived type by name.
    pub fn builtin_type(&mut self, name: &'static str, _span: Span) -> Res<TypeId> {
        if let Some(t) = self.types.builtin.get(name) {
            return Ok(*t);
        }
        self.builtin_module(if name.starts_with("c_") { "iso_c_binding" } else { "ieee_arithmetic" });
        self.types.builtin.get(name).copied().ok_or(Reported)
    }
}
