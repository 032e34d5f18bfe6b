//! What the functions are written with: numbers, one or as many as a register of 512 bits has. Every operation gives the same bits in
//! both.

use std::ops::{Add, BitAnd, BitOr, Div, Mul, Neg, Not, Sub};

/// Numbers that are computed with side by side. Operations on bits take the numbers' bits as integers, which wrap.
pub trait Reals:
    Copy
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
    + Add<Self::Number, Output = Self>
    + Sub<Self::Number, Output = Self>
    + Mul<Self::Number, Output = Self>
    + From<Self::Number>
{
    /// One of them.
    type Number;
    /// The bits of one.
    type Int;
    /// Which of them.
    type Mask: Copy + BitOr<Output = Self::Mask> + BitAnd<Output = Self::Mask> + Not<Output = Self::Mask>;

    /// None of them.
    const NONE: Self::Mask;

    /// `self` times `a` and `b` more, rounded once.
    fn mul_add(self, a: impl Into<Self>, b: impl Into<Self>) -> Self;
    /// The square root.
    fn sqrt(self) -> Self;
    /// Without the sign.
    fn abs(self) -> Self;
    /// With the sign of another.
    fn copysign(self, of: Self) -> Self;
    /// Which are less; none that are compared with a NaN.
    fn less(self, than: impl Into<Self>) -> Self::Mask;
    /// Which are greater; none that are compared with a NaN.
    #[inline(always)]
    fn above(self, bound: impl Into<Self>) -> Self::Mask {
        bound.into().less(self)
    }
    /// Which are equal.
    fn equal(self, to: impl Into<Self>) -> Self::Mask;
    /// `a` where the mask says so, else `b`.
    fn pick(which: Self::Mask, a: Self, b: Self) -> Self;
    /// A bound where it is greater.
    fn at_least(self, bound: impl Into<Self>) -> Self;
    /// A bound where it is less.
    fn at_most(self, bound: impl Into<Self>) -> Self;
    /// 2**n `self` for integers n up to twice the largest exponent, rounded once; `self` is in 0.5..2, or a NaN.
    fn scale(self, n: Self) -> Self;
    /// The sum of the bits.
    fn plus(self, other: Self) -> Self;
    /// The difference of the bits.
    fn minus(self, other: Self) -> Self;
    /// Those bits that are in one but not in the other.
    fn xor(self, other: Self) -> Self;
    /// The bits that are in a constant as well.
    fn and(self, bits: Self::Int) -> Self;
    /// These bits in all of them.
    fn of(bits: Self::Int) -> Self;
    /// The bits by N to the left.
    fn left<const N: u32>(self) -> Self;
    /// The bits by N to the right, with the sign.
    fn right<const N: u32>(self) -> Self;
    /// The bits as an integer, of which it is the number; not beyond the integers that have only one number.
    fn number(self) -> Self;
    /// Whose bits are odd.
    fn odd(self) -> Self::Mask;
    /// Whose bits are not below this constant, without signs.
    fn not_below(self, bits: Self::Int) -> Self::Mask;
}

/// One number.
macro_rules! one {
    ($t:ident $i:ident $u:ident $bias:literal $digits:literal) => {
        impl Reals for $t {
            type Number = $t;
            type Int = $i;
            type Mask = bool;
            const NONE: bool = false;
            #[inline(always)]
            fn mul_add(self, a: impl Into<Self>, b: impl Into<Self>) -> Self {
                $t::mul_add(self, a.into(), b.into())
            }
            #[inline(always)]
            fn sqrt(self) -> Self {
                $t::sqrt(self)
            }
            #[inline(always)]
            fn abs(self) -> Self {
                $t::abs(self)
            }
            #[inline(always)]
            fn copysign(self, of: Self) -> Self {
                $t::copysign(self, of)
            }
            #[inline(always)]
            fn less(self, than: impl Into<Self>) -> bool {
                self < than.into()
            }
            #[inline(always)]
            fn equal(self, to: impl Into<Self>) -> bool {
                self == to.into()
            }
            #[inline(always)]
            fn pick(which: bool, a: Self, b: Self) -> Self {
                if which { a } else { b }
            }
            #[inline(always)]
            fn at_least(self, bound: impl Into<Self>) -> Self {
                let bound = bound.into();
                if bound > self { bound } else { self }
            }
            #[inline(always)]
            fn at_most(self, bound: impl Into<Self>) -> Self {
                let bound = bound.into();
                if bound < self { bound } else { self }
            }
            /// In two steps, of which the first is exact.
            #[inline(always)]
            fn scale(self, n: Self) -> Self {
                const MAGIC: $t = 1.5 / $t::EPSILON;
                let n = ((n + MAGIC).to_bits() as $i).wrapping_sub(MAGIC.to_bits() as $i);
                let h = n >> 1;
                let power = |k: $i| $t::from_bits((k.wrapping_add($bias) << $digits) as $u);
                self * power(h) * power(n.wrapping_sub(h))
            }
            #[inline(always)]
            fn plus(self, other: Self) -> Self {
                $t::from_bits(self.to_bits().wrapping_add(other.to_bits()))
            }
            #[inline(always)]
            fn minus(self, other: Self) -> Self {
                $t::from_bits(self.to_bits().wrapping_sub(other.to_bits()))
            }
            #[inline(always)]
            fn xor(self, other: Self) -> Self {
                $t::from_bits(self.to_bits() ^ other.to_bits())
            }
            #[inline(always)]
            fn and(self, bits: $i) -> Self {
                $t::from_bits(self.to_bits() & bits as $u)
            }
            #[inline(always)]
            fn of(bits: $i) -> Self {
                $t::from_bits(bits as $u)
            }
            #[inline(always)]
            fn left<const N: u32>(self) -> Self {
                $t::from_bits(self.to_bits() << N)
            }
            #[inline(always)]
            fn right<const N: u32>(self) -> Self {
                $t::from_bits((self.to_bits() as $i >> N) as $u)
            }
            #[inline(always)]
            fn number(self) -> Self {
                const MAGIC: $t = 1.5 / $t::EPSILON;
                $t::from_bits(self.to_bits().wrapping_add(MAGIC.to_bits())) - MAGIC
            }
            #[inline(always)]
            fn odd(self) -> bool {
                self.to_bits() & 1 != 0
            }
            #[inline(always)]
            fn not_below(self, bits: $i) -> bool {
                self.to_bits() >= bits as $u
            }
        }
    };
}
one! { f64 i64 u64 1023 52 }
one! { f32 i32 u32 127 23 }

#[cfg(target_arch = "x86_64")]
pub use registers::Registers;

#[cfg(target_arch = "x86_64")]
mod registers {
    use super::*;
    use std::arch::x86_64::*;

    /// Registers of this kind of numbers.
    pub struct Registers<T>(std::marker::PhantomData<T>);

    /// As the conversions of registers to those of other kinds are.
    #[inline(always)]
    unsafe fn same(x: __m512) -> __m512 {
        x
    }

    macro_rules! operators {
        ($v:ident $t:ident; $($operator:ident $name:ident $f:ident),*) => {$(
            impl $operator for $v {
                type Output = Self;
                #[inline(always)]
                fn $name(self, b: Self) -> Self {
                    Self(unsafe { $f(self.0, b.0) })
                }
            }
            impl $operator<$t> for $v {
                type Output = Self;
                #[inline(always)]
                fn $name(self, b: $t) -> Self {
                    self.$name(Self::from(b))
                }
            }
        )*};
    }

    // SAFETY (of all): only code for machines with AVX-512 has numbers of these types; see the functions' `of_register`.
    macro_rules! register {
        ($v:ident $t:ident $i:ident $mask:ident $register:ident $of:ident $as:ident;
         $set:ident $seti:ident $add:ident $sub:ident $mul:ident $div:ident
         $fma:ident $sqrt:ident $compare:ident $blend:ident $max:ident $min:ident $scale:ident $to:ident $from:ident $addi:ident
         $subi:ident $and:ident $xor:ident $or:ident $left:ident $right:ident $number:ident $test:ident $compareu:ident) => {
            /// A register of numbers.
            #[derive(Clone, Copy)]
            #[repr(transparent)]
            pub struct $v($register);

            impl Registers<$t> {
                /// The numbers of a register.
                ///
                /// # Safety
                /// The code is for machines with AVX-512.
                #[inline(always)]
                pub unsafe fn of_register(x: __m512) -> $v {
                    $v(unsafe { $of(x) })
                }
            }
            impl $v {
                /// The register.
                #[inline(always)]
                pub fn register(self) -> __m512 {
                    unsafe { $as(self.0) }
                }
            }
            impl From<$t> for $v {
                #[inline(always)]
                fn from(x: $t) -> Self {
                    Self(unsafe { $set(x) })
                }
            }
            operators! { $v $t; Add add $add, Sub sub $sub, Mul mul $mul, Div div $div }
            impl Neg for $v {
                type Output = Self;
                #[inline(always)]
                fn neg(self) -> Self {
                    self.xor(Self::from(-0.0))
                }
            }
            impl Reals for $v {
                type Number = $t;
                type Int = $i;
                type Mask = $mask;
                const NONE: $mask = 0;
                #[inline(always)]
                fn mul_add(self, a: impl Into<Self>, b: impl Into<Self>) -> Self {
                    Self(unsafe { $fma(self.0, a.into().0, b.into().0) })
                }
                #[inline(always)]
                fn sqrt(self) -> Self {
                    Self(unsafe { $sqrt(self.0) })
                }
                #[inline(always)]
                fn abs(self) -> Self {
                    self.and($i::MAX)
                }
                #[inline(always)]
                fn copysign(self, of: Self) -> Self {
                    Self(unsafe { $from($or($to(self.and($i::MAX).0), $to(of.and($i::MIN).0))) })
                }
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
                // The instructions give the second of both where one is a NaN.
                #[inline(always)]
                fn at_least(self, bound: impl Into<Self>) -> Self {
                    Self(unsafe { $max(bound.into().0, self.0) })
                }
                #[inline(always)]
                fn at_most(self, bound: impl Into<Self>) -> Self {
                    Self(unsafe { $min(bound.into().0, self.0) })
                }
                #[inline(always)]
                fn scale(self, n: Self) -> Self {
                    Self(unsafe { $scale(self.0, n.0) })
                }
                #[inline(always)]
                fn plus(self, b: Self) -> Self {
                    Self(unsafe { $from($addi($to(self.0), $to(b.0))) })
                }
                #[inline(always)]
                fn minus(self, b: Self) -> Self {
                    Self(unsafe { $from($subi($to(self.0), $to(b.0))) })
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
                fn of(bits: $i) -> Self {
                    Self(unsafe { $from($seti(bits)) })
                }
                #[inline(always)]
                fn left<const N: u32>(self) -> Self {
                    Self(unsafe { $from($left::<N>($to(self.0))) })
                }
                #[inline(always)]
                fn right<const N: u32>(self) -> Self {
                    Self(unsafe { $from($right::<N>($to(self.0))) })
                }
                #[inline(always)]
                fn number(self) -> Self {
                    Self(unsafe { $number($to(self.0)) })
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
    _mm512_castpd_si512 _mm512_castsi512_pd _mm512_add_epi64 _mm512_sub_epi64 _mm512_and_si512 _mm512_xor_si512 _mm512_or_si512
    _mm512_slli_epi64 _mm512_srai_epi64 _mm512_cvtepi64_pd _mm512_test_epi64_mask _mm512_cmp_epu64_mask }
    register! { Singles f32 i32 __mmask16 __m512 same same;
    _mm512_set1_ps _mm512_set1_epi32 _mm512_add_ps _mm512_sub_ps _mm512_mul_ps _mm512_div_ps
    _mm512_fmadd_ps _mm512_sqrt_ps _mm512_cmp_ps_mask _mm512_mask_blend_ps _mm512_max_ps _mm512_min_ps _mm512_scalef_ps
    _mm512_castps_si512 _mm512_castsi512_ps _mm512_add_epi32 _mm512_sub_epi32 _mm512_and_si512 _mm512_xor_si512 _mm512_or_si512
    _mm512_slli_epi32 _mm512_srai_epi32 _mm512_cvtepi32_ps _mm512_test_epi32_mask _mm512_cmp_epu32_mask }
}

/// Reals of f64.
pub trait Wide: Reals<Number = f64, Int = i64> + From<f64> {}
impl<T: Reals<Number = f64, Int = i64>> Wide for T {}

/// Reals of f32.
pub trait Single: Reals<Number = f32, Int = i32> + From<f32> {
    /// A function of the numbers as f64, of which they are rounded.
    fn by_wide<const K: usize>(x: [Self; K], f: impl ByWide<K>) -> Self;
}

/// A function of f64 of which f32 have the rounded values.
pub trait ByWide<const K: usize> {
    /// The value.
    fn value<X: Wide>(&self, x: [X; K]) -> X;
}

impl Single for f32 {
    #[inline(always)]
    fn by_wide<const K: usize>(x: [Self; K], f: impl ByWide<K>) -> Self {
        f.value(x.map(f64::from)) as f32
    }
}
