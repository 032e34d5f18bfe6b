//! The first instructions of a process, where the C library's start files are not taken: `__ferrotran_start`, the entry of
//! executables, hands the stack that the kernel made to `__libc_start_main` of the C library, which calls `main`.
//! (System V ABI, section 3.4.1, Initial Stack and Register State.)
//!
//! C libraries before 2.34 expect the program to call its constructors itself, in a function that they are given; later
//! ones call that function, too, where they get one.

#[cfg(target_arch = "x86_64")]
core::arch::global_asm!(
    ".pushsection .text.__ferrotran_start,\"ax\",@progbits",
    ".globl __ferrotran_start",
    ".type __ferrotran_start,@function",
    "__ferrotran_start:",
    ".cfi_startproc",
    ".cfi_undefined rip",
    "xor ebp, ebp",
    "mov r9, rdx",
    "pop rsi",
    "mov rdx, rsp",
    "and rsp, -16",
    "push rax",
    "push rsp",
    "xor r8d, r8d",
    "lea rcx, [rip + {constructors}]",
    "mov rdi, qword ptr [rip + main@GOTPCREL]",
    "call qword ptr [rip + __libc_start_main@GOTPCREL]",
    "hlt",
    ".cfi_endproc",
    ".size __ferrotran_start, . - __ferrotran_start",
    ".popsection",
    constructors = sym constructors,
);

#[cfg(target_arch = "aarch64")]
core::arch::global_asm!(
    ".pushsection .text.__ferrotran_start,\"ax\",@progbits",
    ".globl __ferrotran_start",
    ".type __ferrotran_start,@function",
    "__ferrotran_start:",
    ".cfi_startproc",
    ".cfi_undefined x30",
    "mov x29, #0",
    "mov x30, #0",
    "mov x5, x0",
    "ldr x1, [sp]",
    "add x2, sp, #8",
    "mov x6, sp",
    "adrp x0, :got:main",
    "ldr x0, [x0, #:got_lo12:main]",
    "adrp x3, {constructors}",
    "add x3, x3, :lo12:{constructors}",
    "mov x4, #0",
    "bl __libc_start_main",
    "brk #1",
    ".cfi_endproc",
    ".size __ferrotran_start, . - __ferrotran_start",
    ".popsection",
    constructors = sym constructors,
);

type Constructor = Option<unsafe extern "C" fn(i32, *const *const u8, *const *const u8)>;

unsafe extern "C" {
    static __init_array_start: [Constructor; 0];
    static __init_array_end: [Constructor; 0];
}

/// Calls the constructors of the executable, in order.
unsafe extern "C" fn constructors(argc: i32, argv: *const *const u8, envp: *const *const u8) {
    // SAFETY: the linker defines both symbols as the ends of the table of constructors.
    unsafe {
        let mut at = (&raw const __init_array_start).cast::<Constructor>();
        let end = (&raw const __init_array_end).cast::<Constructor>();
        while at < end {
            if let Some(f) = *at {
                f(argc, argv, envp);
            }
            at = at.add(1);
        }
    }
}
