//! The functions of the runtime that compiled code may call by name: one row each, with name, machine types and meaning.
//! The rows stand in one file for each family.
//!
//! A row `fn frt_alloc(bytes: I64) -> Ptr;` gives the handle [`frt_alloc`](const@frt_alloc), spelled as the link name, so
//! that one search finds row, calls and implementation. The runtime pairs every row of a family with the function of that
//! name (`implementations!` in `runtime/src/table.rs`): a row without a function, or with one of another type, does not
//! compile.
//!
//! Conventions. Addresses are `Ptr`. Strings are an address and a length (`I64`), never NUL-terminated except source file
//! names (`file`). `line` is `I32`. Truth values are `I32` 0 or 1. Descriptors are pointers to `CFI_cdesc_t` (see
//! [`crate::desc`]). Complex numbers are passed as two values and returned through a pointer `out` to two consecutive
//! components.

pub mod kinds;

use std::collections::HashMap;
use std::fmt;
use std::sync::OnceLock;

/// Machine type of a parameter or result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MachineTy {
    /// An address.
    Ptr,
    /// 8-bit integer.
    I8,
    /// 32-bit integer.
    I32,
    /// 64-bit integer (also `index`).
    I64,
    /// Single precision.
    F32,
    /// Double precision.
    F64,
}

/// A part of the runtime's library, which programs get if they call one of its functions.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Part {
    /// What most programs need.
    Host,
    /// Products of matrices.
    Products,
    /// Devices.
    Devices,
}

impl Part {
    /// All, in the order in which they are linked: a part needs nothing of those behind it.
    pub const ALL: [Part; 3] = [Part::Host, Part::Products, Part::Devices];
}

/// A row of the table.
struct Row {
    name: &'static str,
    params: &'static [(&'static str, MachineTy)],
    result: Option<MachineTy>,
}

/// A function of the runtime. There are no others than the constants of this module, so a call by handle cannot name a
/// function that does not exist.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct RuntimeFn {
    family: u8,
    row: u16,
}

impl RuntimeFn {
    const fn get(self) -> &'static Row {
        &FAMILIES[self.family as usize][self.row as usize]
    }
    /// Link name.
    pub const fn name(self) -> &'static str {
        self.get().name
    }
    /// Names and types of the parameters in order.
    pub const fn params(self) -> &'static [(&'static str, MachineTy)] {
        self.get().params
    }
    /// Type of the result, if there is one.
    pub const fn result(self) -> Option<MachineTy> {
        self.get().result
    }
    /// Its family and its place in the family, in the order of the rows.
    pub const fn place(self) -> (usize, usize) {
        (self.family as usize, self.row as usize)
    }
    /// True where the call may wait for other threads or images, or make visible what they wrote.
    pub const fn synchronizes(self) -> bool {
        self.family == Family::OMP as u8 || self.family == Family::IMAGES as u8
    }
    /// The part of the runtime's library that has the function.
    pub fn part(self) -> Part {
        match self.name() {
            _ if self.family == Family::DEVICE as u8 => Part::Devices,
            "frt_matmul" => Part::Products,
            _ => Part::Host,
        }
    }
    /// True for the routines of OpenMP's interface, which programs call by name.
    pub fn is_omp_routine(self) -> bool {
        self.name().starts_with("omp_")
    }
    /// True for those of them that set internal control variables or state of locks and devices.
    pub fn is_omp_setter(self) -> bool {
        self.name().starts_with("omp_set_")
    }
    /// True for those of them that only say where in the program's threads and teams the caller is.
    pub fn is_omp_question(self) -> bool {
        const NAMES: [&str; 12] = [
            "omp_get_thread_num_",
            "omp_get_num_threads_",
            "omp_get_max_threads_",
            "omp_get_num_procs_",
            "omp_in_parallel_",
            "omp_in_final_",
            "omp_get_level_",
            "omp_get_active_level_",
            "omp_get_team_num_",
            "omp_get_num_teams_",
            "omp_get_thread_limit_",
            "omp_is_initial_device_",
        ];
        NAMES.contains(&self.name())
    }
    /// True where the call may end the program, or shows something to its user.
    pub const fn is_noticed(self) -> bool {
        self.family == Family::ERROR as u8
    }
    /// True where the call, as far as the program's variables go, reads and writes only what its arguments are the
    /// addresses of, and what descriptors there describe.
    pub const fn touches_arguments_only(self) -> bool {
        const FAMILIES: [Family; 8] = [
            Family::ERROR,
            Family::ARRAY,
            Family::CHARS,
            Family::INT128,
            Family::MATH,
            Family::BATCH,
            Family::EXTENDED,
            Family::X87,
        ];
        let mut i = 0;
        while i < FAMILIES.len() {
            if self.family == FAMILIES[i] as u8 {
                return true;
            }
            i += 1;
        }
        false
    }
    /// The function of a family whose members are known by words of the IR: `frt_math_` with `exp` and `_f64`.
    pub fn of_parts(parts: &[&str]) -> Option<RuntimeFn> {
        lookup(&parts.concat())
    }
}

impl fmt::Debug for RuntimeFn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The row whose name is these two parts; for constants.
const fn row_of_parts(stem: &str, rest: &str) -> Option<RuntimeFn> {
    let (stem, rest) = (stem.as_bytes(), rest.as_bytes());
    let mut family = 0;
    while family < COUNT {
        let mut row = 0;
        while row < FAMILIES[family].len() {
            let name = FAMILIES[family][row].name.as_bytes();
            if name.len() == stem.len() + rest.len() {
                let mut i = 0;
                while i < name.len() && name[i] == if i < stem.len() { stem[i] } else { rest[i - stem.len()] } {
                    i += 1;
                }
                if i == name.len() {
                    return Some(RuntimeFn { family: family as u8, row: row as u16 });
                }
            }
            row += 1;
        }
        family += 1;
    }
    None
}

/// Every function.
pub fn all() -> impl Iterator<Item = RuntimeFn> {
    FAMILIES
        .iter()
        .enumerate()
        .flat_map(|(family, rows)| (0..rows.len()).map(move |row| RuntimeFn { family: family as u8, row: row as u16 }))
}

/// The function of that link name.
pub fn lookup(name: &str) -> Option<RuntimeFn> {
    static MAP: OnceLock<HashMap<&'static str, RuntimeFn>> = OnceLock::new();
    MAP.get_or_init(|| all().map(|f| (f.name(), f)).collect()).get(name).copied()
}

/// Declares the rows of a family: the handles, the table `ROWS`, and a macro `<family>_rows!` that gives the rows to
/// another macro, by which the runtime pairs them with functions.
macro_rules! family {
    (($d:tt) $rows:ident $family:ident $($row:tt)*) => {
        #[doc(hidden)]
        #[macro_export]
        macro_rules! $rows {
            ($d($d receiver:tt)*) => { $d($d receiver)*! { $($row)* } };
        }
        handles! { $family $($row)* }
    };
}
macro_rules! handles {
    ($family:ident $($(#[doc = $doc:literal])* fn $name:ident($($p:ident: $t:ident),* $(,)?) $(-> $r:ident)?;)*) => {
        #[allow(non_camel_case_types)]
        enum Place { $($name),* }
        $(
            $(#[doc = $doc])*
            #[allow(non_upper_case_globals)]
            pub const $name: super::RuntimeFn =
                super::RuntimeFn { family: super::Family::$family as u8, row: Place::$name as u16 };
        )*
        pub(super) static ROWS: &[super::Row] = &[$(super::Row {
            name: stringify!($name),
            params: &[$((stringify!($p), super::MachineTy::$t)),*],
            result: handles!(@result $($r)?),
        }),*];
    };
    (@result) => { None };
    (@result $r:ident) => { Some(super::MachineTy::$r) };
}
macro_rules! families {
    ($($name:ident $family:ident;)*) => {
        $(mod $name; pub use $name::*;)*
        #[allow(clippy::upper_case_acronyms)]
        #[derive(Clone, Copy)]
        enum Family { $($family),* }
        static FAMILIES: [&[Row]; COUNT] = [$($name::ROWS),*];
        /// How many families there are.
        pub const COUNT: usize = [$(Family::$family as u8),*].len();
    };
}
families! {
    startup STARTUP;
    coverage COVERAGE;
    error ERROR;
    memory MEMORY;
    coarray COARRAY;
    images IMAGES;
    trampoline TRAMPOLINE;
    foreign FOREIGN;
    derived DERIVED;
    array ARRAY;
    chars CHARS;
    ieee IEEE;
    int128 INT128;
    posix POSIX;
    math MATH;
    batch BATCH;
    random RANDOM;
    system SYSTEM;
    extended EXTENDED;
    x87 X87;
    io IO;
    omp OMP;
    device DEVICE;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_found() {
        let mut seen = std::collections::HashSet::new();
        for f in all() {
            assert!(seen.insert(f.name()), "{} stands twice", f.name());
            assert_eq!(lookup(f.name()), Some(f));
        }
        assert_eq!(frt_alloc.params(), [("bytes", MachineTy::I64)]);
        assert_eq!(RuntimeFn::of_parts(&["frt_math_", "exp", "_f64"]), Some(frt_math_exp_f64));
        assert_eq!(lookup("frt_aloc"), None);
    }
}
