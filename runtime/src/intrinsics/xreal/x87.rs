//! Results of type `long double` on the register stack of the x87, where the C ABI has them.

ferrotran_abi::x87_rows! { implementations }

// Functions of their own, since compiled Rust code must leave these registers as it found them.
#[cfg(target_arch = "x86_64")]
std::arch::global_asm!(
    ".text",
    ".globl x87_take",
    "x87_take:",
    "fstp tbyte ptr [rdi]",
    "ret",
    ".globl x87_take_pair",
    "x87_take_pair:",
    "fstp tbyte ptr [rdi]",
    "fstp tbyte ptr [rdi + 16]",
    "ret",
    ".globl x87_give",
    "x87_give:",
    "fld tbyte ptr [rdi]",
    "ret",
    ".globl x87_give_pair",
    "x87_give_pair:",
    "fld tbyte ptr [rdi + 16]",
    "fld tbyte ptr [rdi]",
    "ret",
);

#[cfg(target_arch = "x86_64")]
unsafe extern "C" {
    #[link_name = "x87_take"]
    fn frt_x87_take(out: *mut u8);
    #[link_name = "x87_take_pair"]
    fn frt_x87_take_pair(out: *mut u8);
    #[link_name = "x87_give"]
    fn frt_x87_give(p: *const u8);
    #[link_name = "x87_give_pair"]
    fn frt_x87_give_pair(p: *const u8);
}

#[cfg(not(target_arch = "x86_64"))]
mod none {
    //! Other machines have no such registers, and compiled code does not call these.
    pub unsafe extern "C" fn frt_x87_take(_: *mut u8) {}
    pub unsafe extern "C" fn frt_x87_take_pair(_: *mut u8) {}
    pub unsafe extern "C" fn frt_x87_give(_: *const u8) {}
    pub unsafe extern "C" fn frt_x87_give_pair(_: *const u8) {}
}
#[cfg(not(target_arch = "x86_64"))]
use none::*;
