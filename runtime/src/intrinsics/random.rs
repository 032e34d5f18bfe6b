//! RANDOM_NUMBER, RANDOM_SEED, RANDOM_INIT and the older RAND family.

ferrotran_abi::random_rows! { implementations }

use crate::desc::Desc;
use crate::values::{load_int, store_int};
use ferrotran_xreal::{Format, Num};
use std::cell::Cell;
use std::sync::Mutex;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};

type State = [u64; 4];

/// Seeds are stored combined with this, so that a seed of zeros is a good one too.
const MASK: State = [0x9e37_79b9_7f4a_7c15, 0xbf58_476d_1ce4_e5b9, 0x94d0_49bb_1331_11eb, 0x2545_f491_4f6c_dd1d];

/// The seed of all threads.
struct Master {
    state: Option<State>,
    /// Threads that have taken a stream of it.
    streams: u64,
}

static MASTER: Mutex<Master> = Mutex::new(Master { state: None, streams: 0 });
/// Changes with every new seed, so that threads notice; 0 stands for none.
static GENERATION: AtomicU64 = AtomicU64::new(1);

thread_local! {
    static MINE: Cell<(u64, State)> = const { Cell::new((0, [0; 4])) };
}

/// One step of xoshiro256**.
fn next(s: &mut State) -> u64 {
    let result = s[1].wrapping_mul(5).rotate_left(7).wrapping_mul(9);
    let t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = s[3].rotate_left(45);
    result
}

/// Advances by 2**128 steps: the streams of threads do not overlap.
fn jump(s: &mut State) {
    const POLYNOMIAL: State =
        [0x180e_c6d3_3cfd_0aba, 0xd5a6_1266_f0c9_392c, 0xa958_2618_e03f_c9aa, 0x39ab_dc45_29b1_661c];
    let mut t = [0; 4];
    for word in POLYNOMIAL {
        for bit in 0..64 {
            if word >> bit & 1 == 1 {
                for (a, b) in t.iter_mut().zip(*s) {
                    *a ^= b;
                }
            }
            next(s);
        }
    }
    *s = t;
}

fn entropy() -> State {
    use std::hash::{BuildHasher, Hasher};
    std::array::from_fn(|i| {
        let mut h = std::collections::hash_map::RandomState::new().build_hasher();
        h.write_usize(i);
        h.finish()
    })
}

/// This thread's state, derived from the current seed where that is newer.
fn mine() -> State {
    let (generation, state) = MINE.get();
    let now = GENERATION.load(Ordering::Acquire);
    if generation == now {
        return state;
    }
    let mut m = MASTER.lock().unwrap_or_else(|e| e.into_inner());
    let mut s = *m.state.get_or_insert_with(entropy);
    for _ in 0..m.streams {
        jump(&mut s);
    }
    m.streams += 1;
    MINE.set((now, s));
    s
}

fn set_mine(s: State) {
    MINE.set((MINE.get().0, s));
}

/// A new seed for all threads; this one gets it itself.
fn set_seed(s: State) {
    let mut m = MASTER.lock().unwrap_or_else(|e| e.into_inner());
    m.state = Some(s);
    m.streams = 1;
    let g = GENERATION.fetch_add(1, Ordering::AcqRel) + 1;
    MINE.set((g, s));
}

fn single(x: u64) -> f32 {
    (x >> 40) as f32 / (1u32 << 24) as f32
}

fn double(x: u64) -> f64 {
    (x >> 11) as f64 / (1u64 << 53) as f64
}

/// See the table.
pub extern "C" fn frt_random_f32() -> f32 {
    let mut s = mine();
    let x = next(&mut s);
    set_mine(s);
    single(x)
}

/// See the table.
pub extern "C" fn frt_random_f64() -> f64 {
    let mut s = mine();
    let x = next(&mut s);
    set_mine(s);
    double(x)
}

/// See the table.
///
/// # Safety
/// `desc` is the descriptor of a valid real or unsigned array.
pub unsafe extern "C" fn frt_random_array(desc: *const u8) {
    // SAFETY: as required of the caller.
    let d = unsafe { Desc::new(desc) };
    let mut s = mine();
    let len = d.elem_len();
    let unsigned = d.class() == crate::desc::class::UNSIGNED;
    d.for_each(|p| {
        let x = next(&mut s);
        if unsigned {
            // The leading bits, so that the kinds agree in them.
            // SAFETY: an element of the array.
            return unsafe { store_int(p, len as i32, (x >> (64 - 8 * len)) as i64) };
        }
        if len == 16 {
            let kind = d.kind() as u8;
            let digits = Format::of_kind(kind).digits;
            // One word where it has enough, so that the leading bits are those of the other kinds.
            let rest = if digits > 64 { next(&mut s) } else { 0 };
            let bits = (u128::from(x) << 64 | u128::from(rest)) >> (128 - digits);
            let v = Num::from_parts(false, bits, -(digits as i32));
            // SAFETY: an element of the array.
            return unsafe { p.cast::<u128>().write_unaligned(v.to_memory(kind)) };
        }
        // SAFETY: an element of the array.
        unsafe {
            if len == 4 {
                p.cast::<f32>().write_unaligned(single(x));
            } else {
                p.cast::<f64>().write_unaligned(double(x));
            }
        }
    });
    set_mine(s);
}

/// See the table.
pub extern "C" fn frt_random_seed_size() -> i32 {
    8
}

fn check_size(d: Desc) {
    let words = d.count() * d.elem_len() / 4;
    if words < 8 {
        crate::error::fatal("Array size of PUT or GET argument of RANDOM_SEED is too small");
    }
}

/// See the table.
///
/// # Safety
/// `desc` is the descriptor of a valid integer vector.
pub unsafe extern "C" fn frt_random_seed_put(desc: *const u8) {
    // SAFETY: as required of the caller.
    let d = unsafe { Desc::new(desc) };
    check_size(d);
    let kind = d.elem_len() as i32;
    let mut words = Vec::new();
    // SAFETY: elements of the array.
    d.for_each(|p| words.push(unsafe { load_int(p, kind) } as u64));
    let mut s = MASK;
    for (i, x) in s.iter_mut().enumerate() {
        *x ^= if kind == 8 { words[i] } else { words[2 * i] & 0xffff_ffff | words[2 * i + 1] << 32 };
    }
    set_seed(if s == [0; 4] { [1; 4] } else { s });
}

/// See the table.
///
/// # Safety
/// `desc` is the descriptor of a valid integer vector.
pub unsafe extern "C" fn frt_random_seed_get(desc: *const u8) {
    // SAFETY: as required of the caller.
    let d = unsafe { Desc::new(desc) };
    check_size(d);
    let kind = d.elem_len() as i32;
    let s = mine();
    let mut i = 0;
    d.for_each(|p| {
        let word = |w: usize| s[w] ^ MASK[w];
        let value = match kind {
            8 if i < 4 => word(i) as i64,
            4 if i < 8 => (word(i / 2) >> (32 * (i % 2))) as u32 as i64,
            _ => 0,
        };
        // SAFETY: an element of the array.
        unsafe { store_int(p, kind, value) };
        i += 1;
    });
}

/// See the table.
pub extern "C" fn frt_random_seed_default() {
    set_seed(entropy());
}

/// See the table.
pub extern "C" fn frt_random_init(repeatable: i32, _image_distinct: i32) {
    // There is one image.
    set_seed(if repeatable != 0 { MASK.map(|x| x.rotate_left(7)) } else { entropy() });
}

/// Modulus of the older generator (multiplier 16807).
const MODULUS: i64 = 2_147_483_647;
static OLD_SEED: AtomicI64 = AtomicI64::new(1);

/// See the table.
pub extern "C" fn frt_irand(flag: i32) -> i32 {
    match flag {
        0 => {}
        1 => frt_srand(0),
        _ => frt_srand(flag),
    }
    let step = |s: i64| Some(16807 * s % MODULUS);
    // The closure always gives a value.
    let before = OLD_SEED.fetch_update(Ordering::Relaxed, Ordering::Relaxed, step).unwrap_or(1);
    (16807 * before % MODULUS) as i32
}

/// See the table.
pub extern "C" fn frt_rand(flag: i32) -> f32 {
    let v = i64::from(frt_irand(flag)) - 1;
    // Bits that a real(4) cannot hold are dropped, so that the result stays below one.
    (v & !0x1ff) as f32 / (MODULUS - 2) as f32
}

/// See the table.
pub extern "C" fn frt_srand(seed: i32) {
    let s = i64::from(if seed == 0 { 123_459_876 } else { seed }).rem_euclid(MODULUS);
    OLD_SEED.store(if s == 0 { 1 } else { s }, Ordering::Relaxed);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::desc::{test_array, type_code};

    #[test]
    fn known_sequence() {
        let mut s = [1, 2, 3, 4];
        assert_eq!([next(&mut s), next(&mut s), next(&mut s)], [11520, 0, 1509978240]);
    }

    #[test]
    fn seeds_repeat() {
        let mut seed = [3i32, 1, 4, 1, 5, 9, 2, 6];
        let d = test_array(type_code(1, 4), &mut seed, &[(1, 8)]);
        let mut back = [0i32; 8];
        let e = test_array(type_code(1, 4), &mut back, &[(1, 8)]);
        // SAFETY: valid descriptors.
        unsafe {
            frt_random_seed_put(d.as_ptr().cast());
            frt_random_seed_get(e.as_ptr().cast());
            assert_eq!(seed, back);
            let x: Vec<f64> = (0..5).map(|_| frt_random_f64()).collect();
            frt_random_seed_put(d.as_ptr().cast());
            let mut y = [0f64; 5];
            let f = test_array(type_code(3, 8), &mut y, &[(1, 5)]);
            frt_random_array(f.as_ptr().cast());
            assert_eq!(x, y);
            assert!(y.iter().all(|v| (0.0..1.0).contains(v)));
        }
        let mean: f64 = (0..100_000).map(|_| f64::from(frt_random_f32())).sum::<f64>() / 1e5;
        assert!((mean - 0.5).abs() < 0.01, "{mean}");
    }
}
