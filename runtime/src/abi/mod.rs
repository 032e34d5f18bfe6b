//! The ABI table: every `extern "C"` function of the runtime that compiled code may call by name,
//! with its signature, meaning and address. Each room declares its own rows with [`abi_table!`];
//! [`all`] chains them and [`lookup`] finds one by name.
//!
//! Conventions. Addresses are `Ptr`. Strings are an address and a length (`I64`), never
//! NUL-terminated except source file names (`file`). `line` is `I32`. Truth values are `I32` 0 or 1.
//! Descriptors are pointers to `CFI_cdesc_t` (see [`crate::desc`]). Complex numbers are passed as
//! two values and returned through a pointer `out` to two consecutive components.

pub mod kernel;
pub mod params;

use std::collections::HashMap;
use std::sync::OnceLock;

/// Machine type of a parameter or result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AbiTy {
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

/// Rust types that may stand in the signature of a runtime function.
pub trait AbiType {
    /// Its machine type.
    const TY: AbiTy;
}
macro_rules! abi_type {
    ($($t:ty => $a:ident),*) => { $( impl AbiType for $t { const TY: AbiTy = AbiTy::$a; } )* };
}
abi_type!(i8 => I8, u8 => I8, i32 => I32, u32 => I32, i64 => I64, u64 => I64, usize => I64, f32 => F32, f64 => F64);
impl<T> AbiType for *mut T {
    const TY: AbiTy = AbiTy::Ptr;
}
impl<T> AbiType for *const T {
    const TY: AbiTy = AbiTy::Ptr;
}
macro_rules! abi_fn_type {
    ($($p:ident),*) => {
        impl<R, $($p),*> AbiType for extern "C" fn($($p),*) -> R { const TY: AbiTy = AbiTy::Ptr; }
        impl<R, $($p),*> AbiType for unsafe extern "C" fn($($p),*) -> R { const TY: AbiTy = AbiTy::Ptr; }
    };
}
abi_fn_type!();
abi_fn_type!(A);
abi_fn_type!(A, B);
abi_fn_type!(A, B, C);

/// Address of a function.
#[derive(Clone, Copy, Debug)]
pub struct FnAddr(pub *const ());
// SAFETY: the address of code; nothing is written through it.
unsafe impl Sync for FnAddr {}
// SAFETY: as above.
unsafe impl Send for FnAddr {}

/// One row.
#[derive(Clone, Copy, Debug)]
pub struct AbiFn {
    /// Link name.
    pub name: &'static str,
    /// Parameter names and types in order.
    pub params: &'static [(&'static str, AbiTy)],
    /// Result, if any.
    pub ret: Option<AbiTy>,
    /// Where it is.
    pub addr: FnAddr,
    /// What it does.
    pub doc: &'static str,
}

/// Declares a room's rows:
/// `abi_table! { pub static ABI; /// doc \n fn frt_name(a: *mut u8, n: i64) -> i32 = path::of::function; }`.
/// The function's type is checked against the row.
#[macro_export]
macro_rules! abi_table {
    ($vis:vis static $table:ident; $( $(#[doc = $doc:literal])* fn $name:ident($($p:ident : $t:ty),* $(,)?) $(-> $r:ty)? = $path:path; )*) => {
        /// The functions of this room that compiled code may call.
        $vis static $table: &[$crate::abi::AbiFn] = &[ $( $crate::abi::AbiFn {
            name: stringify!($name),
            params: &[$((stringify!($p), <$t as $crate::abi::AbiType>::TY)),*],
            ret: $crate::abi_table!(@ret $($r)?),
            addr: $crate::abi_table!(@addr [unsafe extern "C" fn($($t),*) $(-> $r)?] $path),
            doc: concat!($($doc),*),
        }, )* ];
    };
    (@addr [$f:ty] $path:path) => { $crate::abi::FnAddr({ const F: $f = $path; F as *const () }) };
    (@ret) => { None };
    (@ret $r:ty) => { Some(<$r as $crate::abi::AbiType>::TY) };
}

/// Every room's table.
static ROOMS: &[&[AbiFn]] = &[
    crate::error::ABI,
    crate::memory::ABI,
    crate::coarray::ABI,
    crate::trampoline::ABI,
    crate::derived::ABI,
    crate::array::ABI,
    crate::intrinsics::chars::ABI,
    crate::intrinsics::ieee::ABI,
    crate::intrinsics::int128::ABI,
    crate::intrinsics::posix::ABI,
    crate::intrinsics::math::ABI,
    crate::intrinsics::batch::ABI,
    crate::intrinsics::random::ABI,
    crate::intrinsics::system::ABI,
    crate::intrinsics::xreal::ABI,
    crate::intrinsics::xreal::x87::ABI,
    crate::io::ABI,
    crate::omp::ABI,
    crate::device::ABI,
];

/// Every function of every room.
pub fn all() -> impl Iterator<Item = &'static AbiFn> {
    ROOMS.iter().flat_map(|r| r.iter())
}

/// The function of that name.
pub fn lookup(name: &str) -> Option<&'static AbiFn> {
    static MAP: OnceLock<HashMap<&'static str, &'static AbiFn>> = OnceLock::new();
    MAP.get_or_init(|| all().map(|f| (f.name, f)).collect()).get(name).copied()
}

#[cfg(test)]
mod tests {
    #[test]
    fn names_are_unique_and_documented() {
        let mut seen = std::collections::HashSet::new();
        for f in super::all() {
            assert!(seen.insert(f.name), "{} stands twice", f.name);
            assert!(!f.doc.trim().is_empty(), "{} has no text", f.name);
        }
        assert_eq!(super::lookup("frt_alloc").unwrap().params.len(), 1);
    }
}
