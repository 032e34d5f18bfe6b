//! Random numbers.

family! { ($) random_rows RANDOM
    /// One real(4) in [0, 1).
    fn frt_random_f32() -> F32;
    /// One real(8) in [0, 1).
    fn frt_random_f64() -> F64;
    /// RANDOM_NUMBER of an array (or rank-0 descriptor) of reals.
    fn frt_random_array(desc: Ptr);
    /// RANDOM_SEED(SIZE=): number of default integers in a seed (8).
    fn frt_random_seed_size() -> I32;
    /// RANDOM_SEED(PUT=) of an integer(4) or integer(8) vector.
    fn frt_random_seed_put(desc: Ptr);
    /// RANDOM_SEED(GET=).
    fn frt_random_seed_get(desc: Ptr);
    /// RANDOM_SEED without arguments: a seed from the system's entropy.
    fn frt_random_seed_default();
    /// RANDOM_INIT(repeatable, image_distinct).
    fn frt_random_init(repeatable: I32, image_distinct: I32);
    /// RAND(flag): 0 next number, 1 restart, otherwise a new seed.
    fn frt_rand(flag: I32) -> F32;
    /// IRAND(flag).
    fn frt_irand(flag: I32) -> I32;
    /// SRAND(seed).
    fn frt_srand(seed: I32);
}
