//! Descriptors of other compilers.
//!
//! `what` is a sum of the bits in [`crate::foreign`].

family! { ($) foreign_rows FOREIGN
    /// Writes to `to` what gfortran has for the descriptor of an argument: a descriptor of its own, or the address
    /// of a scalar pointer or allocatable. Gives `to`, or null where the argument is absent. Elements that gfortran
    /// cannot reach through a descriptor are copied.
    fn frt_gfortran_pass(to: Ptr, desc: Ptr, what: I32) -> Ptr;
    /// After the call: takes over what it did with a pointer or allocatable, or copies elements back.
    fn frt_gfortran_return(desc: Ptr, from: Ptr, what: I32);
}
