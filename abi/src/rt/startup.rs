//! The beginning of a program.

family! { ($) startup_rows STARTUP
    /// What `main` of a Fortran program calls: prepares everything, runs the main program, which takes no arguments, and
    /// gives the exit status.
    fn frt_main(program: Ptr, argc: I32, argv: Ptr) -> I32;
    /// Prepares what procedures need that a main program in another language calls. The constructor of every object, so
    /// only the first call does anything.
    fn frt_initialize();
}
