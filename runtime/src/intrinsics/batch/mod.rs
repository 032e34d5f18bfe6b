//! Elementary functions for loops of the host: in blocks, for vector loops, and one by one for what is left. Both
//! give the same bits, so that results do not depend on where an element lies.
//!
//! On x86 the code is compiled for AVX2 with fused multiply-adds and for AVX-512 as well, which are chosen where the machine has
//! them: there the functions are those of `fused`, of which both give the same bits. What it calls rare and machines without
//! multiply-adds use the compiler's expansions, from which `wide` and `single` are printed.
//! (`-fsame-bits` has the expansions in the program's own code instead, as kernels have them.)

mod fused;

#[rustfmt::skip]
#[allow(clippy::all, unused_parens, unused, missing_docs)]
mod single;
#[rustfmt::skip]
#[allow(clippy::all, unused_parens, unused, missing_docs)]
mod wide;

#[cfg(target_arch = "x86_64")]
use crate::vectors::{Vectors, vectors};
#[cfg(target_arch = "x86_64")]
use std::arch::x86_64::{__m256, __m512};

/// Elements of a block: 128 bytes.
const WIDE: usize = 16;
const SINGLE: usize = 32;

/// The function of a register's numbers, of both widths. (Bits of registers and arrays are the same.)
#[cfg(target_arch = "x86_64")]
macro_rules! lanes {
    ($m:ident $t:ident $n:ident $f:ident $quick:ident $($x:ident)*) => {
        lanes! { @ __m512 ($n / 2) "avx512f,avx512dq,avx512vl,avx512bw,avx512cd,avx2,fma,bmi2" Registers
            lanes rare_lanes blocks_avx512 $m $t $f $quick $($x)* }
        lanes! { @ __m256 ($n / 4) "avx,fma" Halves lanes32 rare_lanes32 blocks_avx2 $m $t $f $quick $($x)* }
    };
    (@ $register:ident ($n:expr) $features:literal $of:ident $lanes:ident $rare:ident $blocks:ident
     $m:ident $t:ident $f:ident $quick:ident $($x:ident)*) => {
        #[target_feature(enable = $features)]
        #[allow(improper_ctypes_definitions)] // the vector ABI of the machine, which compiled code has too
        pub extern "C" fn $lanes($($x: $register),*) -> $register {
            // SAFETY: the code is for machines with these vectors.
            let (v, rare) = fused::$m::$quick($(unsafe { fused::reals::$of::<$t>::of_register($x) }),*);
            let rare = v.which(rare);
            // Elsewhere, so that this function needs no stack.
            if rare != 0 { $rare($($x,)* v.register(), rare) } else { v.register() }
        }
        #[target_feature(enable = $features)]
        pub fn $blocks(r: &mut [$t], $($x: &[$t]),*) {
            $( let mut $x = $x.as_chunks::<{ $n }>().0.iter(); )*
            for out in r.as_chunks_mut::<{ $n }>().0 {
                $( let Some($x) = $x.next() else { return }; )*
                // SAFETY: any bits are numbers.
                *out = unsafe {
                    let r = $lanes($(std::mem::transmute::<[$t; $n], $register>(*$x)),*);
                    std::mem::transmute::<$register, [$t; $n]>(r)
                };
            }
        }
        /// The register with the values of rare arguments.
        #[cold]
        #[inline(never)]
        #[target_feature(enable = $features)]
        #[allow(improper_ctypes_definitions)]
        extern "C" fn $rare($($x: $register,)* v: $register, rare: u32) -> $register {
            // SAFETY: any bits are numbers.
            $( let $x: [$t; $n] = unsafe { std::mem::transmute($x) }; )*
            // SAFETY: as above.
            let mut v: [$t; $n] = unsafe { std::mem::transmute(v) };
            for i in 0..$n {
                if rare >> i & 1 != 0 {
                    v[i] = $m::$f($($x[i]),*);
                }
            }
            // SAFETY: as above.
            unsafe { std::mem::transmute(v) }
        }
    };
}

/// The function that code with vector registers calls: arguments and result are in registers, which only code for machines that have
/// them names. (Its address goes into the table, so that a call does not jump once more.)
macro_rules! of_registers {
    ($name:ident $one:ident $lanes:ident $register:ident $($x:ident)*) => {
        #[cfg(target_arch = "x86_64")]
        #[allow(non_upper_case_globals)]
        const $name: unsafe extern "C" fn() = {
            let function: unsafe extern "C" fn($(of_registers!(@ $register $x)),*) -> $register = $one::$lanes;
            // SAFETY: who calls it knows where it has its arguments.
            unsafe { std::mem::transmute(function) }
        };
        /// See the table: there are no such registers.
        #[cfg(not(target_arch = "x86_64"))]
        pub extern "C" fn $name() {
            unreachable!("code for other machines")
        }
    };
    (@ $register:ident $x:ident) => { $register };
}

/// A function of one argument: for one number, for blocks, and with which machine.
macro_rules! one {
    ($m:ident $t:ident $n:ident $f:ident $quick:ident $one:ident $block:ident $lanes:ident $lanes32:ident) => {
        mod $one {
            use super::*;
            #[inline(always)]
            pub fn single(x: $t) -> $t {
                $m::$f(x)
            }
            pub fn blocks(r: &mut [$t], x: &[$t]) {
                for (out, x) in r.as_chunks_mut::<$n>().0.iter_mut().zip(x.as_chunks::<$n>().0) {
                    let mut r = [0.0; $n];
                    let mut rare = false;
                    for i in 0..$n {
                        let (v, c) = $m::$quick(x[i]);
                        r[i] = v;
                        rare |= c;
                    }
                    if rare {
                        for i in 0..$n {
                            if $m::$quick(x[i]).1 {
                                r[i] = $m::$f(x[i]);
                            }
                        }
                    }
                    *out = r;
                }
            }
            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "avx2,fma,bmi2")]
            pub fn single_avx2(x: $t) -> $t {
                let (v, rare) = fused::$m::$quick(x);
                if rare { $m::$f(x) } else { v }
            }
            lanes! { $m $t $n $f $quick x }
            #[cfg(all(test, target_arch = "x86_64"))]
            pub fn widths_agree() {
                let x: Vec<$t> = tests::numbers(1).map(|bits| <$t>::from_bits(bits as _)).collect();
                tests::widths_agree(x.len(), |v, r| match v {
                    // SAFETY (of all): the machine has the instructions.
                    Vectors::Avx512 => unsafe { blocks_avx512(r, &x) },
                    Vectors::Avx2 => unsafe { blocks_avx2(r, &x) },
                    Vectors::Sse2 => {
                        let one = |k| unsafe { single_avx2(x[k]) };
                        r.iter_mut().enumerate().for_each(|(k, r)| *r = one(k));
                    }
                });
            }
        }
        /// See the table.
        pub extern "C" fn $one(x: $t) -> $t {
            #[cfg(target_arch = "x86_64")]
            if vectors() != Vectors::Sse2 {
                // SAFETY: the machine has the instructions.
                return unsafe { $one::single_avx2(x) };
            }
            $one::single(x)
        }
        /// See the table.
        ///
        /// # Safety
        /// `r` and `x` point to `n` blocks each, which do not overlap.
        pub unsafe extern "C" fn $block(r: *mut $t, x: *const $t, n: i64) {
            let n = n as usize * $n;
            // SAFETY: as required of the caller.
            let (r, x) = unsafe { (std::slice::from_raw_parts_mut(r, n), std::slice::from_raw_parts(x, n)) };
            #[cfg(target_arch = "x86_64")]
            match vectors() {
                // SAFETY: the machine has the instructions.
                Vectors::Avx512 => return unsafe { $one::blocks_avx512(r, x) },
                // SAFETY: as above.
                Vectors::Avx2 => return unsafe { $one::blocks_avx2(r, x) },
                Vectors::Sse2 => {}
            }
            $one::blocks(r, x);
        }
        of_registers! { $lanes $one lanes __m512 x }
        of_registers! { $lanes32 $one lanes32 __m256 x }
    };
}

/// A function of two arguments.
macro_rules! two {
    ($m:ident $t:ident $n:ident $f:ident $quick:ident $one:ident $block:ident $lanes:ident $lanes32:ident) => {
        mod $one {
            use super::*;
            #[inline(always)]
            pub fn single(x: $t, y: $t) -> $t {
                $m::$f(x, y)
            }
            pub fn blocks(r: &mut [$t], x: &[$t], y: &[$t]) {
                let arguments = x.as_chunks::<$n>().0.iter().zip(y.as_chunks::<$n>().0);
                for (out, (x, y)) in r.as_chunks_mut::<$n>().0.iter_mut().zip(arguments) {
                    let mut r = [0.0; $n];
                    let mut rare = false;
                    for i in 0..$n {
                        let (v, c) = $m::$quick(x[i], y[i]);
                        r[i] = v;
                        rare |= c;
                    }
                    if rare {
                        for i in 0..$n {
                            if $m::$quick(x[i], y[i]).1 {
                                r[i] = $m::$f(x[i], y[i]);
                            }
                        }
                    }
                    *out = r;
                }
            }
            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "avx2,fma,bmi2")]
            pub fn single_avx2(x: $t, y: $t) -> $t {
                let (v, rare) = fused::$m::$quick(x, y);
                if rare { $m::$f(x, y) } else { v }
            }
            lanes! { $m $t $n $f $quick x y }
            #[cfg(all(test, target_arch = "x86_64"))]
            pub fn widths_agree() {
                let x: Vec<$t> = tests::numbers(1).map(|bits| <$t>::from_bits(bits as _)).collect();
                let y: Vec<$t> = tests::numbers(2).map(|bits| <$t>::from_bits(bits as _)).collect();
                tests::widths_agree(x.len(), |v, r| match v {
                    // SAFETY (of all): the machine has the instructions.
                    Vectors::Avx512 => unsafe { blocks_avx512(r, &x, &y) },
                    Vectors::Avx2 => unsafe { blocks_avx2(r, &x, &y) },
                    Vectors::Sse2 => {
                        let one = |k| unsafe { single_avx2(x[k], y[k]) };
                        r.iter_mut().enumerate().for_each(|(k, r)| *r = one(k));
                    }
                });
            }
        }
        /// See the table.
        pub extern "C" fn $one(x: $t, y: $t) -> $t {
            #[cfg(target_arch = "x86_64")]
            if vectors() != Vectors::Sse2 {
                // SAFETY: the machine has the instructions.
                return unsafe { $one::single_avx2(x, y) };
            }
            $one::single(x, y)
        }
        /// See the table.
        ///
        /// # Safety
        /// `r`, `x` and `y` point to `n` blocks each, which do not overlap.
        pub unsafe extern "C" fn $block(r: *mut $t, x: *const $t, y: *const $t, n: i64) {
            let n = n as usize * $n;
            // SAFETY: as required of the caller.
            let (r, x, y) = unsafe {
                (
                    std::slice::from_raw_parts_mut(r, n),
                    std::slice::from_raw_parts(x, n),
                    std::slice::from_raw_parts(y, n),
                )
            };
            #[cfg(target_arch = "x86_64")]
            match vectors() {
                // SAFETY: the machine has the instructions.
                Vectors::Avx512 => return unsafe { $one::blocks_avx512(r, x, y) },
                // SAFETY: as above.
                Vectors::Avx2 => return unsafe { $one::blocks_avx2(r, x, y) },
                Vectors::Sse2 => {}
            }
            $one::blocks(r, x, y);
        }
        of_registers! { $lanes $one lanes __m512 x y }
        of_registers! { $lanes32 $one lanes32 __m256 x y }
    };
}

/// The functions of the table's rows.
macro_rules! functions {
    (one { $($m1:ident $t1:ident $n1:ident $f1:ident $q1:ident $one1:ident $block1:ident $lanes1:ident $half1:ident;)* }
     two { $($m2:ident $t2:ident $n2:ident $f2:ident $q2:ident $one2:ident $block2:ident $lanes2:ident $half2:ident;)* }) => {
        $( one! { $m1 $t1 $n1 $f1 $q1 $one1 $block1 $lanes1 $half1 } )*
        $( two! { $m2 $t2 $n2 $f2 $q2 $one2 $block2 $lanes2 $half2 } )*
        #[cfg(all(test, target_arch = "x86_64"))]
        const WIDTHS_AGREE: &[fn()] = &[$( $one1::widths_agree, )* $( $one2::widths_agree, )*];
    };
}

ferrotran_abi::batch_rows! { implementations }

functions! {
    one {
        wide f64 WIDE exp exp_quick frt_one_exp_f64 frt_block_exp_f64 frt_lanes_exp_f64 frt_lanes32_exp_f64;
        wide f64 WIDE exp2 exp2_quick frt_one_exp2_f64 frt_block_exp2_f64 frt_lanes_exp2_f64 frt_lanes32_exp2_f64;
        wide f64 WIDE log log_quick frt_one_log_f64 frt_block_log_f64 frt_lanes_log_f64 frt_lanes32_log_f64;
        wide f64 WIDE log2 log2_quick frt_one_log2_f64 frt_block_log2_f64 frt_lanes_log2_f64 frt_lanes32_log2_f64;
        wide f64 WIDE log10 log10_quick frt_one_log10_f64 frt_block_log10_f64 frt_lanes_log10_f64 frt_lanes32_log10_f64;
        wide f64 WIDE sin sin_quick frt_one_sin_f64 frt_block_sin_f64 frt_lanes_sin_f64 frt_lanes32_sin_f64;
        wide f64 WIDE cos cos_quick frt_one_cos_f64 frt_block_cos_f64 frt_lanes_cos_f64 frt_lanes32_cos_f64;
        wide f64 WIDE tan tan_quick frt_one_tan_f64 frt_block_tan_f64 frt_lanes_tan_f64 frt_lanes32_tan_f64;
        wide f64 WIDE asin asin_quick frt_one_asin_f64 frt_block_asin_f64 frt_lanes_asin_f64 frt_lanes32_asin_f64;
        wide f64 WIDE acos acos_quick frt_one_acos_f64 frt_block_acos_f64 frt_lanes_acos_f64 frt_lanes32_acos_f64;
        wide f64 WIDE atan atan_quick frt_one_atan_f64 frt_block_atan_f64 frt_lanes_atan_f64 frt_lanes32_atan_f64;
        wide f64 WIDE sinh sinh_quick frt_one_sinh_f64 frt_block_sinh_f64 frt_lanes_sinh_f64 frt_lanes32_sinh_f64;
        wide f64 WIDE cosh cosh_quick frt_one_cosh_f64 frt_block_cosh_f64 frt_lanes_cosh_f64 frt_lanes32_cosh_f64;
        wide f64 WIDE tanh tanh_quick frt_one_tanh_f64 frt_block_tanh_f64 frt_lanes_tanh_f64 frt_lanes32_tanh_f64;
        wide f64 WIDE asinh asinh_quick frt_one_asinh_f64 frt_block_asinh_f64 frt_lanes_asinh_f64 frt_lanes32_asinh_f64;
        wide f64 WIDE acosh acosh_quick frt_one_acosh_f64 frt_block_acosh_f64 frt_lanes_acosh_f64 frt_lanes32_acosh_f64;
        wide f64 WIDE atanh atanh_quick frt_one_atanh_f64 frt_block_atanh_f64 frt_lanes_atanh_f64 frt_lanes32_atanh_f64;
        wide f64 WIDE erf erf_quick frt_one_erf_f64 frt_block_erf_f64 frt_lanes_erf_f64 frt_lanes32_erf_f64;
        wide f64 WIDE erfc erfc_quick frt_one_erfc_f64 frt_block_erfc_f64 frt_lanes_erfc_f64 frt_lanes32_erfc_f64;
        wide f64 WIDE cbrt cbrt_quick frt_one_cbrt_f64 frt_block_cbrt_f64 frt_lanes_cbrt_f64 frt_lanes32_cbrt_f64;
        single f32 SINGLE exp exp_quick frt_one_exp_f32 frt_block_exp_f32 frt_lanes_exp_f32 frt_lanes32_exp_f32;
        single f32 SINGLE exp2 exp2_quick frt_one_exp2_f32 frt_block_exp2_f32 frt_lanes_exp2_f32 frt_lanes32_exp2_f32;
        single f32 SINGLE log log_quick frt_one_log_f32 frt_block_log_f32 frt_lanes_log_f32 frt_lanes32_log_f32;
        single f32 SINGLE log2 log2_quick frt_one_log2_f32 frt_block_log2_f32 frt_lanes_log2_f32 frt_lanes32_log2_f32;
        single f32 SINGLE log10 log10_quick frt_one_log10_f32 frt_block_log10_f32 frt_lanes_log10_f32 frt_lanes32_log10_f32;
        single f32 SINGLE sin sin_quick frt_one_sin_f32 frt_block_sin_f32 frt_lanes_sin_f32 frt_lanes32_sin_f32;
        single f32 SINGLE cos cos_quick frt_one_cos_f32 frt_block_cos_f32 frt_lanes_cos_f32 frt_lanes32_cos_f32;
        single f32 SINGLE tan tan_quick frt_one_tan_f32 frt_block_tan_f32 frt_lanes_tan_f32 frt_lanes32_tan_f32;
        single f32 SINGLE asin asin_quick frt_one_asin_f32 frt_block_asin_f32 frt_lanes_asin_f32 frt_lanes32_asin_f32;
        single f32 SINGLE acos acos_quick frt_one_acos_f32 frt_block_acos_f32 frt_lanes_acos_f32 frt_lanes32_acos_f32;
        single f32 SINGLE atan atan_quick frt_one_atan_f32 frt_block_atan_f32 frt_lanes_atan_f32 frt_lanes32_atan_f32;
        single f32 SINGLE sinh sinh_quick frt_one_sinh_f32 frt_block_sinh_f32 frt_lanes_sinh_f32 frt_lanes32_sinh_f32;
        single f32 SINGLE cosh cosh_quick frt_one_cosh_f32 frt_block_cosh_f32 frt_lanes_cosh_f32 frt_lanes32_cosh_f32;
        single f32 SINGLE tanh tanh_quick frt_one_tanh_f32 frt_block_tanh_f32 frt_lanes_tanh_f32 frt_lanes32_tanh_f32;
        single f32 SINGLE asinh asinh_quick frt_one_asinh_f32 frt_block_asinh_f32 frt_lanes_asinh_f32 frt_lanes32_asinh_f32;
        single f32 SINGLE acosh acosh_quick frt_one_acosh_f32 frt_block_acosh_f32 frt_lanes_acosh_f32 frt_lanes32_acosh_f32;
        single f32 SINGLE atanh atanh_quick frt_one_atanh_f32 frt_block_atanh_f32 frt_lanes_atanh_f32 frt_lanes32_atanh_f32;
        single f32 SINGLE erf erf_quick frt_one_erf_f32 frt_block_erf_f32 frt_lanes_erf_f32 frt_lanes32_erf_f32;
        single f32 SINGLE erfc erfc_quick frt_one_erfc_f32 frt_block_erfc_f32 frt_lanes_erfc_f32 frt_lanes32_erfc_f32;
        single f32 SINGLE cbrt cbrt_quick frt_one_cbrt_f32 frt_block_cbrt_f32 frt_lanes_cbrt_f32 frt_lanes32_cbrt_f32;
    }
    two {
        wide f64 WIDE pow pow_quick frt_one_pow_f64 frt_block_pow_f64 frt_lanes_pow_f64 frt_lanes32_pow_f64;
        wide f64 WIDE atan2 atan2_quick frt_one_atan2_f64 frt_block_atan2_f64 frt_lanes_atan2_f64 frt_lanes32_atan2_f64;
        wide f64 WIDE hypot hypot_quick frt_one_hypot_f64 frt_block_hypot_f64 frt_lanes_hypot_f64 frt_lanes32_hypot_f64;
        single f32 SINGLE pow pow_quick frt_one_pow_f32 frt_block_pow_f32 frt_lanes_pow_f32 frt_lanes32_pow_f32;
        single f32 SINGLE atan2 atan2_quick frt_one_atan2_f32 frt_block_atan2_f32 frt_lanes_atan2_f32 frt_lanes32_atan2_f32;
        single f32 SINGLE hypot hypot_quick frt_one_hypot_f32 frt_block_hypot_f32 frt_lanes_hypot_f32 frt_lanes32_hypot_f32;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Bits of numbers of every size, most of them of sizes that programs have, and of those where exponentials leave the range; as of
    /// both kinds of reals.
    #[cfg(target_arch = "x86_64")]
    pub fn numbers(mut seed: u64) -> impl Iterator<Item = u64> {
        (0..16384).map(move |k| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let bits = seed ^ seed >> 33;
            let size = (bits >> 7) as i32 % 12;
            let x =
                (bits >> 40) as f64 * f64::from(size).exp2() / 16_777_216.0 * if bits & 1 == 0 { 1.0 } else { -1.0 };
            // Whole registers of them, as some steps are others if all numbers allow it.
            let x = match k / 16 % 8 {
                1 => x / x.abs() * (690.0 + (bits >> 40) as f64 / 262_144.0),
                2 => x / x.abs() * (80.0 + (bits >> 40) as f64 / 524_288.0),
                3 => x / x.abs() * (26.0 + (bits >> 40) as f64 / 8_388_608.0),
                _ => x,
            };
            // The low half is the number as a real of kind 4.
            if k / 16 % 4 == 0 { bits } else { x.to_bits() & !0xffff_ffff | u64::from((x as f32).to_bits()) }
        })
    }

    /// Runs all forms that this machine has, and compares the bits: one by one (as which those without vectors stand here), and in
    /// registers of each width. Without multiply-adds they are other functions.
    #[cfg(target_arch = "x86_64")]
    pub fn widths_agree<T: Copy + Default + Into<f64>>(n: usize, run: impl Fn(Vectors, &mut [T])) {
        let mut forms = vec![];
        if vectors() != Vectors::Sse2 {
            forms.extend([Vectors::Sse2, Vectors::Avx2]);
        }
        if vectors() == Vectors::Avx512 {
            forms.push(Vectors::Avx512);
        }
        let results: Vec<Vec<u64>> = forms
            .iter()
            .map(|&v| {
                let mut r = vec![T::default(); n];
                run(v, &mut r);
                // Which NaN it is does not count.
                r.into_iter().map(Into::<f64>::into).map(|x| if x.is_nan() { 0 } else { x.to_bits() }).collect()
            })
            .collect();
        for r in results.iter().skip(1) {
            assert_eq!(r, &results[0]);
        }
    }

    #[cfg(target_arch = "x86_64")]
    #[test]
    fn all_widths_of_vectors_agree() {
        WIDTHS_AGREE.iter().for_each(|check| check());
    }

    /// Numbers between the one and the other, as bits; of what size there is no telling.
    fn distance64(a: f64, b: f64) -> u64 {
        if a.is_nan() || b.is_nan() {
            return if a.is_nan() && b.is_nan() { 0 } else { u64::MAX };
        }
        let place =
            |x: f64| if x.is_sign_negative() { -((x.to_bits() & i64::MAX as u64) as i64) } else { x.to_bits() as i64 };
        if a == 0.0 && b == 0.0 && a.to_bits() != b.to_bits() { u64::MAX } else { place(a).abs_diff(place(b)) }
    }

    fn distance32(a: f32, b: f32) -> u32 {
        if a.is_nan() || b.is_nan() {
            return if a.is_nan() && b.is_nan() { 0 } else { u32::MAX };
        }
        let place =
            |x: f32| if x.is_sign_negative() { -((x.to_bits() & i32::MAX as u32) as i32) } else { x.to_bits() as i32 };
        if a == 0.0 && b == 0.0 && a.to_bits() != b.to_bits() { u32::MAX } else { place(a).abs_diff(place(b)) }
    }

    /// Arguments of all sizes, and those where functions change their form.
    fn arguments() -> impl Iterator<Item = f64> {
        const SPECIAL: [f64; 24] = [
            0.0,
            -0.0,
            1.0,
            -1.0,
            0.5,
            2.0,
            f64::INFINITY,
            f64::NEG_INFINITY,
            f64::NAN,
            1e-310,
            -1e-40,
            1e-320,
            1e308,
            -1e308,
            88.72,
            -87.4,
            -103.9,
            709.78,
            -708.5,
            -745.1,
            1000.0,
            1e9,
            1.1e9,
            3.5e38,
        ];
        let n = if cfg!(debug_assertions) { 20_000 } else { 200_000 };
        let mut seed = 7u64;
        SPECIAL.into_iter().chain((0..n).map(move |k| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let bits = seed ^ seed >> 33;
            let part = (bits >> 12) as f64 / (1u64 << 52) as f64;
            let sign = if bits & 1 == 0 { 1.0 } else { -1.0 };
            match k % 5 {
                0 => f64::from_bits(bits),
                1 => sign * part,
                2 => sign * part * 10.0,
                3 => sign * part * 800.0,
                _ => 1.0 + sign * part * 0.01,
            }
        }))
    }

    /// The promises of `fused`: one number beside the right one at most in f32 (these arguments have none of the few exceptions), two in
    /// f64.
    #[test]
    fn fused_functions_are_near() {
        macro_rules! near {
            ($($one64:ident $double:ident $one32:ident $single:ident;)*) => {$(
                for x in arguments() {
                    let (got, want) = ($one64(x), core_math::$double(x));
                    assert!(distance64(got, want) <= 2, "{}({x:e}) is {got:e}, not {want:e}", stringify!($double));
                    let x = x as f32;
                    let (got, want) = ($one32(x), core_math::$single(x));
                    assert!(distance32(got, want) <= 1, "{}({x:e}) is {got:e}, not {want:e}", stringify!($single));
                }
            )*};
        }
        near! {
            frt_one_exp_f64 exp frt_one_exp_f32 expf;
            frt_one_exp2_f64 exp2 frt_one_exp2_f32 exp2f;
            frt_one_log_f64 log frt_one_log_f32 logf;
            frt_one_log2_f64 log2 frt_one_log2_f32 log2f;
            frt_one_log10_f64 log10 frt_one_log10_f32 log10f;
            frt_one_sin_f64 sin frt_one_sin_f32 sinf;
            frt_one_cos_f64 cos frt_one_cos_f32 cosf;
            frt_one_tan_f64 tan frt_one_tan_f32 tanf;
            frt_one_sinh_f64 sinh frt_one_sinh_f32 sinhf;
            frt_one_cosh_f64 cosh frt_one_cosh_f32 coshf;
            frt_one_tanh_f64 tanh frt_one_tanh_f32 tanhf;
            frt_one_asin_f64 asin frt_one_asin_f32 asinf;
            frt_one_acos_f64 acos frt_one_acos_f32 acosf;
            frt_one_atan_f64 atan frt_one_atan_f32 atanf;
            frt_one_asinh_f64 asinh frt_one_asinh_f32 asinhf;
            frt_one_acosh_f64 acosh frt_one_acosh_f32 acoshf;
            frt_one_atanh_f64 atanh frt_one_atanh_f32 atanhf;
            frt_one_erf_f64 erf frt_one_erf_f32 erff;
            frt_one_erfc_f64 erfc frt_one_erfc_f32 erfcf;
            frt_one_cbrt_f64 cbrt frt_one_cbrt_f32 cbrtf;
        }
        let seconds: Vec<f64> = arguments().step_by(37).take(2000).collect();
        macro_rules! near_of_two {
            ($($one64:ident $double:ident $one32:ident $single:ident;)*) => {$(
                for (k, x) in arguments().enumerate() {
                    let y = if k < 24 { seconds[k * 3] } else { seconds[k % seconds.len()] };
                    let (got, want) = ($one64(x, y), core_math::$double(x, y));
                    assert!(distance64(got, want) <= 2, "{}({x:e}, {y:e}) is {got:e}, not {want:e}", stringify!($double));
                    let (x, y) = (x as f32, y as f32);
                    let (got, want) = ($one32(x, y), core_math::$single(x, y));
                    assert!(distance32(got, want) <= 1, "{}({x:e}, {y:e}) is {got:e}, not {want:e}", stringify!($single));
                }
            )*};
        }
        near_of_two! {
            frt_one_pow_f64 pow frt_one_pow_f32 powf;
            frt_one_atan2_f64 atan2 frt_one_atan2_f32 atan2f;
            frt_one_hypot_f64 hypot frt_one_hypot_f32 hypotf;
        }
    }

    /// All real numbers of kind 4, or every one of so many.
    fn all_singles(step: usize) {
        macro_rules! near {
            ($beside:literal; $($one:ident $right:ident;)*) => {$(
                for bits in (0..=u32::MAX).step_by(step) {
                    let x = f32::from_bits(bits);
                    let (got, want) = ($one(x), core_math::$right(x));
                    assert!(distance32(got, want) <= $beside, "{}({x:e}) is {got:e}, not {want:e}", stringify!($right));
                }
            )*};
        }
        near! { 1;
            frt_one_exp_f32 expf;
            frt_one_exp2_f32 exp2f;
            frt_one_log_f32 logf;
            frt_one_log2_f32 log2f;
            frt_one_log10_f32 log10f;
            frt_one_sin_f32 sinf;
            frt_one_cos_f32 cosf;
            frt_one_tan_f32 tanf;
            frt_one_sinh_f32 sinhf;
            frt_one_cosh_f32 coshf;
            frt_one_tanh_f32 tanhf;
            frt_one_asin_f32 asinf;
            frt_one_acos_f32 acosf;
            frt_one_atan_f32 atanf;
            frt_one_asinh_f32 asinhf;
            frt_one_atanh_f32 atanhf;
            frt_one_erf_f32 erff;
            frt_one_erfc_f32 erfcf;
            frt_one_cbrt_f32 cbrtf;
        }
        near! { 2;
            frt_one_acosh_f32 acoshf;
        }
    }

    #[test]
    fn singles_are_near() {
        all_singles(99_991);
    }

    #[test]
    #[ignore = "takes an hour"]
    fn all_singles_are_near() {
        all_singles(1);
    }

    #[test]
    fn blocks_and_single_numbers_agree() {
        let mut x: [f64; 32] = std::array::from_fn(|i| (i as f64 - 11.0) * 1.37);
        x[5] = 1e300;
        let mut y = [0.0; 32];
        // SAFETY: two blocks each.
        unsafe { frt_block_sin_f64(y.as_mut_ptr(), x.as_ptr(), 2) };
        for (a, b) in x.iter().zip(&y) {
            assert_eq!(frt_one_sin_f64(*a).to_bits(), b.to_bits(), "{a}");
        }
        let p: [f64; 32] = std::array::from_fn(|i| i as f64 * 0.25 - 3.0);
        // SAFETY: two blocks each.
        unsafe { frt_block_pow_f64(y.as_mut_ptr(), x.as_ptr(), p.as_ptr(), 2) };
        for i in 0..32 {
            assert_eq!(frt_one_pow_f64(x[i], p[i]).to_bits(), y[i].to_bits(), "{} ** {}", x[i], p[i]);
        }
        let x: [f32; 32] = std::array::from_fn(|i| i as f32 * 0.5 - 7.0);
        let mut z = [0.0; 32];
        // SAFETY: one block each.
        unsafe { frt_block_exp_f32(z.as_mut_ptr(), x.as_ptr(), 1) };
        for (a, b) in x.iter().zip(&z) {
            assert_eq!(frt_one_exp_f32(*a).to_bits(), b.to_bits(), "{a}");
        }
    }
}
