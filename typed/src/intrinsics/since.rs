//! Since which standard an intrinsic procedure is part of the language; those of no list are in Fortran 95.

use super::{Intrinsic, Origin};

/// Transformational functions that may stand in initialization expressions of Fortran 95 (there 7.1.6.1).
const INITIAL_1995: &[&str] =
    &["null", "repeat", "reshape", "selected_int_kind", "selected_real_kind", "transfer", "trim"];

const F2003: &[&str] = &[
    "command_argument_count",
    "extends_type_of",
    "get_command",
    "get_command_argument",
    "get_environment_variable",
    "is_iostat_end",
    "is_iostat_eor",
    "move_alloc",
    "new_line",
    "same_type_as",
    "selected_char_kind",
];
const F2008: &[&str] = &[
    "acosh",
    "asinh",
    "atanh",
    "atomic_define",
    "atomic_ref",
    "bessel_j0",
    "bessel_j1",
    "bessel_jn",
    "bessel_y0",
    "bessel_y1",
    "bessel_yn",
    "bge",
    "bgt",
    "ble",
    "blt",
    "compiler_options",
    "compiler_version",
    "dshiftl",
    "dshiftr",
    "erf",
    "erfc",
    "erfc_scaled",
    "execute_command_line",
    "findloc",
    "gamma",
    "hypot",
    "iall",
    "iany",
    "image_index",
    "iparity",
    "is_contiguous",
    "lcobound",
    "leadz",
    "log_gamma",
    "maskl",
    "maskr",
    "merge_bits",
    "norm2",
    "num_images",
    "parity",
    "popcnt",
    "poppar",
    "shifta",
    "shiftl",
    "shiftr",
    "storage_size",
    "this_image",
    "trailz",
    "ucobound",
    "c_sizeof",
];
const F2018: &[&str] = &[
    "atomic_add",
    "atomic_and",
    "atomic_cas",
    "atomic_fetch_add",
    "atomic_fetch_and",
    "atomic_fetch_or",
    "atomic_fetch_xor",
    "atomic_or",
    "atomic_xor",
    "co_broadcast",
    "co_max",
    "co_min",
    "co_reduce",
    "co_sum",
    "coshape",
    "event_query",
    "failed_images",
    "get_team",
    "image_status",
    "out_of_range",
    "random_init",
    "rank",
    "reduce",
    "stopped_images",
    "team_number",
];
const F2023: &[&str] = &[
    "acosd",
    "acospi",
    "asind",
    "asinpi",
    "atand",
    "atan2d",
    "atan2pi",
    "atanpi",
    "c_f_strpointer",
    "cosd",
    "cospi",
    "f_c_string",
    "selected_logical_kind",
    "sind",
    "sinpi",
    "split",
    "tand",
    "tanpi",
    "tokenize",
];

impl Intrinsic {
    /// The year of the first standard with it; that of an extension is [`u16::MAX`].
    pub fn first_standard(self) -> u16 {
        let name = self.name();
        for (list, year) in [(F2003, 2003), (F2008, 2008), (F2018, 2018), (F2023, 2023)] {
            if list.contains(&name) {
                return year;
            }
        }
        if self.row().origin == Origin::Extension { u16::MAX } else { 1990 }
    }

    /// Whether Fortran 95 has this transformational function in initialization expressions.
    pub fn initial_in_1995(self) -> bool {
        INITIAL_1995.contains(&self.name())
    }
}
