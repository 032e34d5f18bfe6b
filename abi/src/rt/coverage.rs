//! Counting what a program runs (`--coverage`).

family! { ($) coverage_rows COVERAGE
    /// An object has counters: the address of its table (see [`crate::coverage`]). Its counts are written when the program
    /// ends.
    fn frt_coverage_register(table: Ptr);
}
