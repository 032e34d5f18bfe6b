//! Results of type `long double` on the register stack of the x87, where the C ABI has them.

family! { ($) x87_rows X87
    /// Takes the result of the call before this one.
    fn frt_x87_take(out: Ptr);
    /// Takes a complex result of the call before this one.
    fn frt_x87_take_pair(out: Ptr);
    /// Puts a number where the caller looks for the result.
    fn frt_x87_give(p: Ptr);
    /// Puts a complex number where the caller looks for the result.
    fn frt_x87_give_pair(p: Ptr);
}
