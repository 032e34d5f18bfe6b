//! Registers of 256 bits.

use super::*;
use std::arch::asm;
use std::arch::x86_64::*;

/// Registers of this kind of numbers.
pub struct Halves<T>(std::marker::PhantomData<T>);

/// Which numbers of a register: by the sign bits of a register.
#[derive(Clone, Copy)]
pub struct Mask<T>(T);

/// Operations on integers. What the compiler makes for AVX2 has for every constant an instruction that spreads it; for AVX alone constants
/// are operands in memory, but then it does not know these instructions.
macro_rules! integers {
    ($($name:ident $instruction:literal;)*) => {$(
        #[inline]
        #[target_feature(enable = "avx")]
        fn $name(a: __m256i, b: __m256i) -> __m256i {
            let r;
            // SAFETY: the machine has AVX2; it is a function of the registers.
            unsafe {
                asm!(concat!($instruction, " {r}, {a}, {b}"), r = lateout(ymm_reg) r, a = in(ymm_reg) a,
                    b = in(ymm_reg) b, options(pure, nomem, nostack, preserves_flags));
            }
            r
        }
    )*};
}
macro_rules! shifts {
    ($($name:ident $instruction:literal;)*) => {$(
        #[inline]
        #[target_feature(enable = "avx")]
        fn $name<const N: u32>(a: __m256i) -> __m256i {
            let r;
            // SAFETY: as above.
            unsafe {
                asm!(concat!($instruction, " {r}, {a}, {n}"), r = lateout(ymm_reg) r, a = in(ymm_reg) a, n = const N,
                    options(pure, nomem, nostack, preserves_flags));
            }
            r
        }
    )*};
}
integers! {
    add64 "vpaddq";
    sub64 "vpsubq";
    above64 "vpcmpgtq";
    add32 "vpaddd";
    sub32 "vpsubd";
    above32 "vpcmpgtd";
    // As floats are: apart from a comparison, which the compiler would do with other means if it saw both.
    negated "vxorps";
}
shifts! {
    left64 "vpsllq";
    right64 "vpsrlq";
    left32 "vpslld";
    right32 "vpsrld";
    signed32 "vpsrad";
}

// SAFETY (of all): only code for machines with AVX2 has numbers of these types; see the functions' `of_register`.
macro_rules! register {
    ($v:ident $t:ident $i:ident $bias:literal $digits:literal $register:ident $of:ident $as:ident;
     $set:ident $seti:ident $add:ident $sub:ident $mul:ident $div:ident
     $fma:ident $sqrt:ident $compare:ident $blend:ident $max:ident $min:ident $to:ident $from:ident $addi:ident
     $subi:ident $and:ident $or:ident $xor:ident $left:ident $right:ident $above:ident $signs:ident $number:ident) => {
        numbers! { Halves __m256 "AVX2 and fused multiply-adds"; $v $t $register $of $as $set;
        Add add $add, Sub sub $sub, Mul mul $mul, Div div $div }
        impl $v {
            /// A bit for each of the numbers.
            #[inline(always)]
            pub fn which(self, mask: Mask<$register>) -> u32 {
                unsafe { $signs(mask.0) as u32 }
            }
            /// Whether a mask has all of them.
            #[inline(always)]
            fn all(self, mask: Mask<$register>) -> bool {
                self.which(mask) == (1 << (32 / size_of::<$t>())) - 1
            }
        }
        impl BitOr for Mask<$register> {
            type Output = Self;
            #[inline(always)]
            fn bitor(self, b: Self) -> Self {
                Self(unsafe { $or(self.0, b.0) })
            }
        }
        impl BitAnd for Mask<$register> {
            type Output = Self;
            #[inline(always)]
            fn bitand(self, b: Self) -> Self {
                Self(unsafe { $and(self.0, b.0) })
            }
        }
        impl Not for Mask<$register> {
            type Output = Self;
            #[inline(always)]
            fn not(self) -> Self {
                Self(unsafe { $from(negated($to(self.0), $seti(-1))) })
            }
        }
        impl Reals for $v {
            type Number = $t;
            type Int = $i;
            type Mask = Mask<$register>;
            // SAFETY: any bits are numbers.
            const NONE: Mask<$register> = Mask(unsafe { std::mem::transmute::<[u8; 32], $register>([0; 32]) });
            operations! { $i $fma $sqrt $max $min $to $from $seti $addi $subi $left }
            #[inline(always)]
            fn less(self, than: impl Into<Self>) -> Mask<$register> {
                Mask(unsafe { $compare::<_CMP_LT_OQ>(self.0, than.into().0) })
            }
            #[inline(always)]
            fn equal(self, to: impl Into<Self>) -> Mask<$register> {
                Mask(unsafe { $compare::<_CMP_EQ_OQ>(self.0, to.into().0) })
            }
            #[inline(always)]
            fn pick(which: Mask<$register>, a: Self, b: Self) -> Self {
                Self(unsafe { $blend(b.0, a.0, which.0) })
            }
            /// In two steps where a power may not be a number with all its bits. Only the lowest bits of integers count.
            #[inline(always)]
            fn scale(self, n: Self, t: Self) -> Self {
                let near = n.abs().less(($bias - 8) as $t);
                if self.all(near) {
                    return self.plus(t.left::<$digits>());
                }
                let h = Self(unsafe { $from($right::<1>($to(t.0))) });
                let power = |k: Self| k.plus(Self::of($bias)).left::<$digits>();
                self * power(h) * power(t.minus(h))
            }
            #[inline(always)]
            fn scaled(self, low: $t, high: $t, near: $t, f: impl Fn(Self) -> (Self, Self, Self)) -> Self {
                let near = self.all(self.abs().less(near));
                let mut x = self;
                if !near {
                    std::hint::cold_path();
                    x = self.at_least(low).at_most(high);
                }
                // One call of `f`, as for one number.
                let (v, n, t) = f(x);
                if !near {
                    std::hint::cold_path();
                    return v.scale(n, t);
                }
                v.plus(t.left::<$digits>())
            }
            #[inline(always)]
            fn xor(self, b: Self) -> Self {
                Self(unsafe { $xor(self.0, b.0) })
            }
            #[inline(always)]
            fn and(self, bits: $i) -> Self {
                Self(unsafe { $and(self.0, $from($seti(bits))) })
            }
            #[inline(always)]
            fn high<const N: u32>(self) -> Self {
                $number::<N>(self)
            }
            #[inline(always)]
            fn odd(self) -> Mask<$register> {
                Mask(self.left::<{ $i::BITS - 1 }>().0)
            }
            // There are comparisons of integers with signs only.
            #[inline(always)]
            fn not_below(self, bits: $i) -> Mask<$register> {
                let x = self.plus(Self::of($i::MIN));
                let below = Self::of(bits.wrapping_sub(1).wrapping_add($i::MIN));
                Mask(unsafe { $from($above($to(x.0), $to(below.0))) })
            }
        }
    };
}
impl Single for Singles {
    #[inline(always)]
    fn by_wide<const K: usize>(x: [Self; K], f: impl ByWide<K>) -> Self {
        // SAFETY: as above.
        unsafe {
            let low = f.value(x.map(|x| Doubles(_mm256_cvtps_pd(_mm256_castps256_ps128(x.0)))));
            let high = f.value(x.map(|x| Doubles(_mm256_cvtps_pd(_mm256_extractf128_ps::<1>(x.0)))));
            Self(_mm256_set_m128(_mm256_cvtpd_ps(high.0), _mm256_cvtpd_ps(low.0)))
        }
    }
}
/// There are no conversions of such integers, nor shifts with the sign: as bits of a number from 2**52 on.
#[inline(always)]
fn high<const N: u32>(x: Doubles) -> Doubles {
    const FIRST: f64 = (1u64 << 52) as f64;
    let x = x.plus(Doubles::of(i64::MIN));
    let high = Doubles(unsafe { _mm256_castsi256_pd(right64::<N>(_mm256_castpd_si256(x.0))) });
    Doubles(unsafe { _mm256_or_pd(high.0, _mm256_set1_pd(FIRST)) }) - (FIRST + (1u64 << (63 - N)) as f64)
}
#[inline(always)]
fn high_single<const N: u32>(x: Singles) -> Singles {
    Singles(unsafe { _mm256_cvtepi32_ps(signed32::<N>(_mm256_castps_si256(x.0))) })
}
register! { Doubles f64 i64 1023 52 __m256d _mm256_castps_pd _mm256_castpd_ps;
_mm256_set1_pd _mm256_set1_epi64x _mm256_add_pd _mm256_sub_pd _mm256_mul_pd _mm256_div_pd
_mm256_fmadd_pd _mm256_sqrt_pd _mm256_cmp_pd _mm256_blendv_pd _mm256_max_pd _mm256_min_pd
_mm256_castpd_si256 _mm256_castsi256_pd add64 sub64 _mm256_and_pd _mm256_or_pd _mm256_xor_pd
left64 right64 above64 _mm256_movemask_pd high }
register! { Singles f32 i32 127 23 __m256 same same;
_mm256_set1_ps _mm256_set1_epi32 _mm256_add_ps _mm256_sub_ps _mm256_mul_ps _mm256_div_ps
_mm256_fmadd_ps _mm256_sqrt_ps _mm256_cmp_ps _mm256_blendv_ps _mm256_max_ps _mm256_min_ps
_mm256_castps_si256 _mm256_castsi256_ps add32 sub32 _mm256_and_ps _mm256_or_ps _mm256_xor_ps
left32 right32 above32 _mm256_movemask_ps high_single }
