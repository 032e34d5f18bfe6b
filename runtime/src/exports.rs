//! All functions that compiled code may call, with their addresses.

use crate::table::FnAddr;
use ferrotran_abi::rt::{self, RuntimeFn};

/// Every room's functions, in the order of the families.
static ROOMS: [&[FnAddr]; rt::COUNT] = [
    crate::startup::ABI,
    crate::coverage::ABI,
    crate::error::ABI,
    crate::memory::ABI,
    crate::coarray::ABI,
    crate::images::ABI,
    crate::trampoline::ABI,
    crate::foreign::ABI,
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

/// Address of a function of the table.
pub fn address(f: RuntimeFn) -> *const () {
    let (family, row) = f.place();
    ROOMS[family][row].0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rooms_stand_in_the_order_of_the_families() {
        for f in rt::all() {
            let (family, row) = f.place();
            assert!(row < ROOMS[family].len(), "{f:?}");
        }
        assert_eq!(address(rt::frt_alloc), crate::memory::frt_alloc as *const ());
        assert_eq!(address(rt::frt_x87_give), crate::intrinsics::xreal::x87::ABI[2].0);
    }
}
