//! Addresses of internal procedures that use variables of their host.
//!
//! Such a procedure needs the host's environment beside its arguments, but its address must be an ordinary one that
//! any caller can use. Each activation of the host therefore has a stub of its own, which puts the environment in the
//! first floating-point argument register that the procedure does not use and jumps to the procedure: no other
//! register and nothing on the stack changes. The code of the stubs is written once, and reads environment and target
//! from a page beside it, so that no memory is ever writable and executable at once.

use ferrotran_abi::trampoline::REGISTERS;
use std::sync::{Mutex, PoisonError};

ferrotran_abi::trampoline_rows! { implementations }

/// Bytes of code, and of data, of one stub.
const STUB: usize = 32;
/// Bytes of code of a block, followed by as many bytes of data: a multiple of every page size in use.
const BLOCK: usize = 64 << 10;

/// What a stub reads.
#[repr(C)]
struct Data {
    env: *const u8,
    code: *const u8,
    reg: usize,
}

/// Addresses of unused stubs, by register.
static FREE: Mutex<[Vec<usize>; REGISTERS]> = Mutex::new([const { Vec::new() }; REGISTERS]);

/// Machine code of the stub: the register from the data, then a jump to the address after it.
#[cfg(target_arch = "x86_64")]
fn stub_code(reg: usize) -> Vec<u8> {
    // endbr64; movq xmm<reg>, [rip + ..]; jmp [rip + ..]
    let mut c = vec![0xf3, 0x0f, 0x1e, 0xfa, 0xf3, 0x0f, 0x7e, 0x05 | (reg as u8) << 3];
    c.extend((BLOCK as i32 - 12).to_le_bytes());
    c.extend([0xff, 0x25]);
    c.extend((BLOCK as i32 + 8 - 18).to_le_bytes());
    c
}

/// Machine code of the stub: the register from the data, then a jump to the address after it.
#[cfg(target_arch = "aarch64")]
fn stub_code(reg: usize) -> Vec<u8> {
    // bti c; ldr d<reg>, [pc + ..]; ldr x16, [pc + ..]; br x16
    let literal = |distance: usize| ((distance / 4) as u32 & 0x7ffff) << 5;
    let words = [
        0xd503_245f,
        0x5c00_0000 | literal(BLOCK - 4) | reg as u32,
        0x5800_0000 | literal(BLOCK + 8 - 8) | 16,
        0xd61f_0200,
    ];
    words.iter().flat_map(|w: &u32| w.to_le_bytes()).collect()
}

/// Maps a block of stubs for a register and lists them.
fn grow(reg: usize, list: &mut Vec<usize>) {
    // SAFETY: a fresh anonymous mapping at an address the system chooses.
    let base = unsafe {
        libc::mmap(
            std::ptr::null_mut(),
            2 * BLOCK,
            libc::PROT_READ | libc::PROT_WRITE,
            libc::MAP_PRIVATE | libc::MAP_ANONYMOUS,
            -1,
            0,
        )
    };
    if base == libc::MAP_FAILED {
        return;
    }
    let code = stub_code(reg);
    let base = base as usize;
    for at in (0..BLOCK).step_by(STUB) {
        // SAFETY: the stub lies in the first half of the mapping made above, and its code is shorter than STUB.
        unsafe { std::ptr::copy_nonoverlapping(code.as_ptr(), (base + at) as *mut u8, code.len()) };
    }
    // SAFETY: the first half of the mapping made above, whole pages.
    if unsafe { libc::mprotect(base as *mut libc::c_void, BLOCK, libc::PROT_READ | libc::PROT_EXEC) } != 0 {
        return;
    }
    list.extend((0..BLOCK).step_by(STUB).map(|at| base + at));
}

unsafe extern "C" fn frt_trampoline_new(code: *const u8, env: *const u8, reg: i32) -> *mut u8 {
    let reg = reg as usize % REGISTERS;
    let mut free = FREE.lock().unwrap_or_else(PoisonError::into_inner);
    if free[reg].is_empty() {
        grow(reg, &mut free[reg]);
    }
    let Some(stub) = free[reg].pop() else {
        crate::error::fatal("no executable memory for the address of an internal procedure");
    };
    // SAFETY: the data of a stub lies BLOCK bytes after it in its mapping, and the stub was in nobody's use.
    unsafe { ((stub + BLOCK) as *mut Data).write(Data { env, code, reg }) };
    stub as *mut u8
}

unsafe extern "C" fn frt_trampoline_free(stub: *mut u8) {
    if stub.is_null() {
        return;
    }
    // SAFETY: the stub came from frt_trampoline_new, so its data lies BLOCK bytes after it.
    let reg = unsafe { (*((stub as usize + BLOCK) as *const Data)).reg };
    FREE.lock().unwrap_or_else(PoisonError::into_inner)[reg].push(stub as usize);
}

#[cfg(test)]
mod tests {
    use super::*;

    extern "C" fn target(a: i64, x: f64, env: f64) -> i64 {
        a + x as i64 + env.to_bits() as i64
    }

    #[test]
    fn passes_the_environment_and_all_arguments() {
        let code = target as extern "C" fn(i64, f64, f64) -> i64 as *const u8;
        let stubs: Vec<*mut u8> =
            (0..3000).map(|k| unsafe { frt_trampoline_new(code, (1000 * k) as *const u8, 1) }).collect();
        for (k, &s) in stubs.iter().enumerate() {
            // SAFETY: the stub has the target's signature without its last argument.
            let f: extern "C" fn(i64, f64) -> i64 = unsafe { std::mem::transmute(s) };
            assert_eq!(f(7, 20.0), 27 + 1000 * k as i64);
        }
        for s in stubs {
            unsafe { frt_trampoline_free(s) };
        }
    }
}
