//! Addresses of internal procedures that use variables of their host.

family! { ($) trampoline_rows TRAMPOLINE
    /// Address of a new stub that jumps to `code` with `env` in floating-point argument register `reg` (0 to 7).
    fn frt_trampoline_new(code: Ptr, env: Ptr, reg: I32) -> Ptr;
    /// Gives a stub back. A null address is ignored.
    fn frt_trampoline_free(stub: Ptr);
}
