//! The functions behind the rows of the ABI's table ([`ferrotran_abi::rt`]). Each room pairs the rows of its family with its
//! functions by `ferrotran_abi::<family>_rows! { implementations }`, which takes for every row what has its name in that
//! scope.

use ferrotran_abi::MachineTy;
use ferrotran_abi::rt::RuntimeFn;

/// Address of a function.
#[derive(Clone, Copy, Debug)]
pub struct FnAddr(pub *const ());
// SAFETY: the address of code; nothing is written through it.
unsafe impl Sync for FnAddr {}
// SAFETY: as above.
unsafe impl Send for FnAddr {}

/// Rust types that may stand in the signature of a runtime function.
pub trait MachineType {
    /// Its machine type; none for `()`.
    const TY: Option<MachineTy>;
}
macro_rules! machine_type {
    ($($t:ty => $a:ident),*) => { $( impl MachineType for $t { const TY: Option<MachineTy> = Some(MachineTy::$a); } )* };
}
machine_type!(i8 => I8, u8 => I8, i32 => I32, u32 => I32, i64 => I64, u64 => I64, usize => I64, f32 => F32, f64 => F64);
impl MachineType for () {
    const TY: Option<MachineTy> = None;
}
impl<T> MachineType for *mut T {
    const TY: Option<MachineTy> = Some(MachineTy::Ptr);
}
impl<T> MachineType for *const T {
    const TY: Option<MachineTy> = Some(MachineTy::Ptr);
}

/// Types of functions that can stand behind a row, and of the functions that such take.
pub trait Signature: Copy {
    /// Machine types of the parameters.
    const PARAMS: &'static [Option<MachineTy>];
    /// Machine type of the result.
    const RESULT: Option<MachineTy>;
}
macro_rules! signature {
    ($($p:ident)*) => {
        impl<R: MachineType, $($p: MachineType),*> Signature for unsafe extern "C" fn($($p),*) -> R {
            const PARAMS: &'static [Option<MachineTy>] = &[$($p::TY),*];
            const RESULT: Option<MachineTy> = R::TY;
        }
        impl<R, $($p),*> MachineType for unsafe extern "C" fn($($p),*) -> R {
            const TY: Option<MachineTy> = Some(MachineTy::Ptr);
        }
        impl<R, $($p),*> MachineType for extern "C" fn($($p),*) -> R {
            const TY: Option<MachineTy> = Some(MachineTy::Ptr);
        }
    };
}
signature!();
signature!(A);
signature!(A B);
signature!(A B C);
signature!(A B C D);
signature!(A B C D E);
signature!(A B C D E F);
signature!(A B C D E F G);
signature!(A B C D E F G H);
signature!(A B C D E F G H I);
signature!(A B C D E F G H I J);
signature!(A B C D E F G H I J K);
signature!(A B C D E F G H I J K L);
signature!(A B C D E F G H I J K L M);
signature!(A B C D E F G H I J K L M N);

const fn same(a: Option<MachineTy>, b: Option<MachineTy>) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => a as u8 == b as u8,
        (None, None) => true,
        _ => false,
    }
}

/// Checks, when the crate is compiled, that a function has the type that its row states.
pub const fn check<F: Signature>(row: RuntimeFn, _: &F) {
    let params = row.params();
    assert!(params.len() == F::PARAMS.len(), "the row has another number of parameters");
    let mut i = 0;
    while i < params.len() {
        assert!(same(Some(params[i].1), F::PARAMS[i]), "a parameter has another type in the row");
        i += 1;
    }
    assert!(same(row.result(), F::RESULT), "the result has another type in the row");
}

/// Gives functions the link names that programs call them by: jumps in sections of their own, so that a linker takes with
/// a name what its function needs and no other. (The names of the functions themselves are Rust's, and may be those of
/// the C library; some are instances of generic ones, whose addresses only stand in constants.)
macro_rules! exported {
    ($($name:ident = $function:ident as $type:ty;)*) => {
        #[allow(non_upper_case_globals)]
        mod link_names {
            $(
                static $name: $crate::table::FnAddr = $crate::table::FnAddr({
                    let function: $type = super::$function;
                    function as *const ()
                });
                core::arch::global_asm!(
                    concat!(".pushsection .text.", stringify!($name), ",\"ax\",@progbits"),
                    concat!(".globl ", stringify!($name)),
                    concat!(".type ", stringify!($name), ",@function"),
                    concat!(stringify!($name), ":"),
                    $crate::table::jump!(),
                    concat!(".size ", stringify!($name), ", . - ", stringify!($name)),
                    ".popsection",
                    target = sym $name,
                );
            )*
        }
    };
}

/// The instructions that go on in a function whose address stands in memory.
#[cfg(target_arch = "x86_64")]
macro_rules! jump {
    () => {
        "jmp qword ptr [rip + {target}]"
    };
}
/// The instructions that go on in a function whose address stands in memory.
#[cfg(target_arch = "aarch64")]
macro_rules! jump {
    () => {
        "adrp x16, {target}\nldr x16, [x16, #:lo12:{target}]\nbr x16"
    };
}
pub(crate) use {exported, jump};

/// Receives the rows of a family and makes the room's table `ABI` of them: for every row the address of what has its name.
/// Gives the functions the names of the rows.
macro_rules! implementations {
    ($($(#[doc = $doc:literal])* fn $name:ident($($p:ident: $t:ident),* $(,)?) $(-> $r:ident)?;)*) => {
        /// The room's functions that compiled code may call, in the order of their rows.
        pub static ABI: &[$crate::table::FnAddr] = &[$($crate::table::FnAddr({
            let function = $name as unsafe extern "C" fn($(implementations!(@any $p)),*) -> _;
            $crate::table::check(ferrotran_abi::rt::$name, &function);
            function as *const ()
        })),*];
        $crate::table::exported! { $($name = $name as unsafe extern "C" fn($(implementations!(@any $p)),*) -> _;)* }
    };
    (@any $p:ident) => { _ };
}
