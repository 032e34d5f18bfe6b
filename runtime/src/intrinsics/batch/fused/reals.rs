//! What the functions are written with: numbers, one or as many as a register of 512 or 256 bits has. Every operation gives the same
//! bits in all of them.

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
    /// With the sign of another, of a number that is not negative.
    fn signed(self, of: Self) -> Self;
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
    /// 2**n `self` for integers n up to twice the largest exponent, rounded once; `self` is in 1/128..2, or a NaN, as n is then. `t` is n
    /// and 1.5/epsilon, whose lowest bits are those of n.
    fn scale(self, n: Self, t: Self) -> Self;
    /// A value that `f` gives in such parts of `self` between two bounds. It has all its bits where the size of `self` is less than `near`,
    /// where the power of two is then added to its exponent.
    #[inline(always)]
    fn scaled(
        self,
        low: Self::Number,
        high: Self::Number,
        _near: Self::Number,
        f: impl Fn(Self) -> (Self, Self, Self),
    ) -> Self {
        let (v, n, t) = f(self.at_least(low).at_most(high));
        v.scale(n, t)
    }
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
    /// The high bits without the lowest N, with the sign, as an integer, of which it is the number.
    fn high<const N: u32>(self) -> Self;
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
            fn signed(self, of: Self) -> Self {
                self.xor(of.and($i::MIN))
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
            fn scale(self, _: Self, t: Self) -> Self {
                const MAGIC: $t = 1.5 / $t::EPSILON;
                let n = (t.to_bits() as $i).wrapping_sub(MAGIC.to_bits() as $i);
                let h = n >> 1;
                let power = |k: $i| $t::from_bits((k.wrapping_add($bias) << $digits) as $u);
                self * power(h) * power(n.wrapping_sub(h))
            }
            #[inline(always)]
            fn scaled(self, low: $t, high: $t, near: $t, f: impl Fn(Self) -> (Self, Self, Self)) -> Self {
                let near = $t::abs(self) < near;
                // One call of `f`, so that it becomes part of this code.
                let (v, n, t) = f(if near { self } else { self.at_least(low).at_most(high) });
                if near { v.plus(t.left::<$digits>()) } else { v.scale(n, t) }
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
            fn high<const N: u32>(self) -> Self {
                const MAGIC: $t = 1.5 / $t::EPSILON;
                $t::from_bits(((self.to_bits() as $i >> N) as $u).wrapping_add(MAGIC.to_bits())) - MAGIC
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
pub use {halves::Halves, registers::Registers};

/// As the conversions of registers to those of other kinds are.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
unsafe fn same<X>(x: X) -> X {
    x
}

#[cfg(target_arch = "x86_64")]
macro_rules! operators {
    ($v:ident $t:ident; $($operator:ident $name:ident $f:ident),*) => {
        $(
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
        )*
        impl Neg for $v {
            type Output = Self;
            #[inline(always)]
            fn neg(self) -> Self {
                self.xor(Self::from(-0.0))
            }
        }
    };
}

/// Registers of 512 bits.
#[cfg(target_arch = "x86_64")]
mod registers {
    use super::*;
    use std::arch::x86_64::*;

    /// Registers of this kind of numbers.
    pub struct Registers<T>(std::marker::PhantomData<T>);

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
                /// A bit for each of the numbers.
                #[inline(always)]
                pub fn which(self, mask: $mask) -> u32 {
                    mask.into()
                }
            }
            impl From<$t> for $v {
                #[inline(always)]
                fn from(x: $t) -> Self {
                    Self(unsafe { $set(x) })
                }
            }
            operators! { $v $t; Add add $add, Sub sub $sub, Mul mul $mul, Div div $div }
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
                fn signed(self, of: Self) -> Self {
                    self.xor(of.and($i::MIN))
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
                fn scale(self, n: Self, _: Self) -> Self {
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
    _mm512_castpd_si512 _mm512_castsi512_pd _mm512_add_epi64 _mm512_sub_epi64 _mm512_and_si512 _mm512_xor_si512 _mm512_or_si512
    _mm512_slli_epi64 _mm512_srai_epi64 _mm512_cvtepi64_pd _mm512_test_epi64_mask _mm512_cmp_epu64_mask }
    register! { Singles f32 i32 __mmask16 __m512 same same;
    _mm512_set1_ps _mm512_set1_epi32 _mm512_add_ps _mm512_sub_ps _mm512_mul_ps _mm512_div_ps
    _mm512_fmadd_ps _mm512_sqrt_ps _mm512_cmp_ps_mask _mm512_mask_blend_ps _mm512_max_ps _mm512_min_ps _mm512_scalef_ps
    _mm512_castps_si512 _mm512_castsi512_ps _mm512_add_epi32 _mm512_sub_epi32 _mm512_and_si512 _mm512_xor_si512 _mm512_or_si512
    _mm512_slli_epi32 _mm512_srai_epi32 _mm512_cvtepi32_ps _mm512_test_epi32_mask _mm512_cmp_epu32_mask }
}

/// Registers of 256 bits.
#[cfg(target_arch = "x86_64")]
mod halves {
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
        ($v:ident $t:ident $i:ident $u:ident $bias:literal $digits:literal $register:ident $of:ident $as:ident;
         $set:ident $seti:ident $add:ident $sub:ident $mul:ident $div:ident
         $fma:ident $sqrt:ident $compare:ident $blend:ident $max:ident $min:ident $to:ident $from:ident $addi:ident
         $subi:ident $and:ident $or:ident $xor:ident $left:ident $right:ident $above:ident $signs:ident $number:ident) => {
            /// A register of numbers.
            #[derive(Clone, Copy)]
            #[repr(transparent)]
            pub struct $v($register);

            impl Halves<$t> {
                /// The numbers of a register.
                ///
                /// # Safety
                /// The code is for machines with AVX2 and fused multiply-adds.
                #[inline(always)]
                pub unsafe fn of_register(x: __m256) -> $v {
                    $v(unsafe { $of(x) })
                }
            }
            impl $v {
                /// The register.
                #[inline(always)]
                pub fn register(self) -> __m256 {
                    unsafe { $as(self.0) }
                }
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
            impl From<$t> for $v {
                #[inline(always)]
                fn from(x: $t) -> Self {
                    Self(unsafe { $set(x) })
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
            operators! { $v $t; Add add $add, Sub sub $sub, Mul mul $mul, Div div $div }
            impl Reals for $v {
                type Number = $t;
                type Int = $i;
                type Mask = Mask<$register>;
                // SAFETY: any bits are numbers.
                const NONE: Mask<$register> = Mask(unsafe { std::mem::transmute::<[u8; 32], $register>([0; 32]) });
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
                fn signed(self, of: Self) -> Self {
                    self.xor(of.and($i::MIN))
                }
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
                // The instructions give the second of both where one is a NaN.
                #[inline(always)]
                fn at_least(self, bound: impl Into<Self>) -> Self {
                    Self(unsafe { $max(bound.into().0, self.0) })
                }
                #[inline(always)]
                fn at_most(self, bound: impl Into<Self>) -> Self {
                    Self(unsafe { $min(bound.into().0, self.0) })
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
                    // As above.
                    let (v, n, t) = f(x);
                    if !near {
                        std::hint::cold_path();
                        return v.scale(n, t);
                    }
                    v.plus(t.left::<$digits>())
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
                    Self(unsafe { $xor(self.0, b.0) })
                }
                #[inline(always)]
                fn and(self, bits: $i) -> Self {
                    Self(unsafe { $and(self.0, $from($seti(bits))) })
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
    register! { Doubles f64 i64 u64 1023 52 __m256d _mm256_castps_pd _mm256_castpd_ps;
    _mm256_set1_pd _mm256_set1_epi64x _mm256_add_pd _mm256_sub_pd _mm256_mul_pd _mm256_div_pd
    _mm256_fmadd_pd _mm256_sqrt_pd _mm256_cmp_pd _mm256_blendv_pd _mm256_max_pd _mm256_min_pd
    _mm256_castpd_si256 _mm256_castsi256_pd add64 sub64 _mm256_and_pd _mm256_or_pd _mm256_xor_pd
    left64 right64 above64 _mm256_movemask_pd high }
    register! { Singles f32 i32 u32 127 23 __m256 same same;
    _mm256_set1_ps _mm256_set1_epi32 _mm256_add_ps _mm256_sub_ps _mm256_mul_ps _mm256_div_ps
    _mm256_fmadd_ps _mm256_sqrt_ps _mm256_cmp_ps _mm256_blendv_ps _mm256_max_ps _mm256_min_ps
    _mm256_castps_si256 _mm256_castsi256_ps add32 sub32 _mm256_and_ps _mm256_or_ps _mm256_xor_ps
    left32 right32 above32 _mm256_movemask_ps high_single }
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
