//! RANDOM_NUMBER, RANDOM_SEED, RANDOM_INIT and the older RAND family.

crate::abi_table! { pub static ABI;
    /// One real(4) in [0, 1).
    fn frt_random_f32() -> f32;
    /// One real(8) in [0, 1).
    fn frt_random_f64() -> f64;
    /// RANDOM_NUMBER of an array (or rank-0 descriptor) of real(4) or real(8).
    fn frt_random_array(desc: *const u8);
    /// RANDOM_SEED(SIZE=): number of default integers in a seed (8).
    fn frt_random_seed_size() -> i32;
    /// RANDOM_SEED(PUT=) of an integer(4) or integer(8) vector.
    fn frt_random_seed_put(desc: *const u8);
    /// RANDOM_SEED(GET=).
    fn frt_random_seed_get(desc: *const u8);
    /// RANDOM_SEED without arguments: a seed from the system's entropy.
    fn frt_random_seed_default();
    /// RANDOM_INIT(repeatable, image_distinct).
    fn frt_random_init(repeatable: i32, image_distinct: i32);
    /// RAND(flag): 0 next number, 1 restart, otherwise a new seed.
    fn frt_rand(flag: i32) -> f32;
    /// IRAND(flag).
    fn frt_irand(flag: i32) -> i32;
    /// SRAND(seed).
    fn frt_srand(seed: i32);
}
