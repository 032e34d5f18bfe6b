//! Registers of 512 bits.

use super::*;
use std::arch::x86_64::*;

/// Registers of this kind of numbers.
pub struct Registers<T>(std::marker::PhantomData<T>);

// SAFETY (of all): only code for machines with AVX-512 has numbers of these types; see the functions' `of_register`.
macro_rules! register {
    ($v:ident $t:ident $i:ident $mask:ident $register:ident $of:ident $as:ident;
     $set:ident $seti:ident $add:ident $sub:ident $mul:ident $div:ident
     $fma:ident $sqrt:ident $compare:ident $blend:ident $max:ident $min:ident $scale:ident $to:ident $from:ident $addi:ident
     $subi:ident $and:ident $xor:ident $left:ident $right:ident $number:ident $test:ident $compareu:ident) => {
        numbers! { Registers __m512 "AVX-512"; $v $t $register $of $as $set;
        Add add $add, Sub sub $sub, Mul mul $mul, Div div $div }
        impl $v {
            /// A bit for each of the numbers.
            #[inline(always)]
            pub fn which(self, mask: $mask) -> u32 {
                mask.into()
            }
        }
        impl Reals for $v {
            type Number = $t;
            type Int = $i;
            type Mask = $mask;
            const NONE: $mask = 0;
            operations! { $i $fma $sqrt $max $min $to $from $seti $addi $subi $left }
            #[inline(always)]
            fn less(self, than: impl Into<Self>) -> $mask {
                unsafe { $compare::<_CMP_LT_OQ>(self.0, than.into().0) }
            }
            #[inline(always)]
            fn equal(self, to: impl Into<Self>) -> $mask {
                unsafe { $compare::<_CMP_EQ_OQ>(self.0, to.into().0) }
            }
            #[inline(always)]
            fn pick(which: $mask, a: Self, b: Self) -> Self {
                Self(unsafe { $blend(which, b.0, a.0) })
            }
            #[inline(always)]
            fn scale(self, n: Self, _: Self) -> Self {
                Self(unsafe { $scale(self.0, n.0) })
            }
            #[inline(always)]
            fn xor(self, b: Self) -> Self {
                Self(unsafe { $from($xor($to(self.0), $to(b.0))) })
            }
            #[inline(always)]
            fn and(self, bits: $i) -> Self {
                Self(unsafe { $from($and($to(self.0), $seti(bits))) })
            }
            #[inline(always)]
            fn high<const N: u32>(self) -> Self {
                Self(unsafe { $number($right::<N>($to(self.0))) })
            }
            #[inline(always)]
            fn odd(self) -> $mask {
                unsafe { $test($to(self.0), $seti(1)) }
            }
            #[inline(always)]
            fn not_below(self, bits: $i) -> $mask {
                unsafe { $compareu::<_MM_CMPINT_NLT>($to(self.0), $seti(bits)) }
            }
        }
    };
}
impl Single for Singles {
    #[inline(always)]
    fn by_wide<const K: usize>(x: [Self; K], f: impl ByWide<K>) -> Self {
        // SAFETY: as above.
        unsafe {
            let low = f.value(x.map(|x| Doubles(_mm512_cvtps_pd(_mm512_castps512_ps256(x.0)))));
            let high = f.value(x.map(|x| Doubles(_mm512_cvtps_pd(_mm512_extractf32x8_ps::<1>(x.0)))));
            let (low, high) = (_mm512_cvtpd_ps(low.0), _mm512_cvtpd_ps(high.0));
            Self(_mm512_insertf32x8::<1>(_mm512_castps256_ps512(low), high))
        }
    }
}
register! { Doubles f64 i64 __mmask8 __m512d _mm512_castps_pd _mm512_castpd_ps;
_mm512_set1_pd _mm512_set1_epi64 _mm512_add_pd _mm512_sub_pd _mm512_mul_pd _mm512_div_pd
_mm512_fmadd_pd _mm512_sqrt_pd _mm512_cmp_pd_mask _mm512_mask_blend_pd _mm512_max_pd _mm512_min_pd _mm512_scalef_pd
_mm512_castpd_si512 _mm512_castsi512_pd _mm512_add_epi64 _mm512_sub_epi64 _mm512_and_si512 _mm512_xor_si512
_mm512_slli_epi64 _mm512_srai_epi64 _mm512_cvtepi64_pd _mm512_test_epi64_mask _mm512_cmp_epu64_mask }
register! { Singles f32 i32 __mmask16 __m512 same same;
_mm512_set1_ps _mm512_set1_epi32 _mm512_add_ps _mm512_sub_ps _mm512_mul_ps _mm512_div_ps
_mm512_fmadd_ps _mm512_sqrt_ps _mm512_cmp_ps_mask _mm512_mask_blend_ps _mm512_max_ps _mm512_min_ps _mm512_scalef_ps
_mm512_castps_si512 _mm512_castsi512_ps _mm512_add_epi32 _mm512_sub_epi32 _mm512_and_si512 _mm512_xor_si512
_mm512_slli_epi32 _mm512_srai_epi32 _mm512_cvtepi32_ps _mm512_test_epi32_mask _mm512_cmp_epu32_mask }
