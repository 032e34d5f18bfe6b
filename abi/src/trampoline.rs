//! Addresses of internal procedures that use variables of their host: stubs that pass the host's environment in a
//! floating-point argument register that the procedure does not use.

/// Floating-point argument registers of the supported calling conventions.
pub const REGISTERS: usize = 8;
