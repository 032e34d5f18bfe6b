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
    /// With the other sign where another number is negative: with that one's sign if it is not negative itself.
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

/// A register of numbers: the type, its conversions and its operators.
#[cfg(target_arch = "x86_64")]
macro_rules! numbers {
    ($kind:ident $whole:ident $machine:literal; $v:ident $t:ident $register:ident $of:ident $as:ident $set:ident;
     $($operator:ident $name:ident $f:ident),*) => {
        /// A register of numbers.
        #[derive(Clone, Copy)]
        #[repr(transparent)]
        pub struct $v($register);

        impl $kind<$t> {
            /// The numbers of a register.
            ///
            /// # Safety
            #[doc = concat!("The code is for machines with ", $machine, ".")]
            #[inline(always)]
            pub unsafe fn of_register(x: $whole) -> $v {
                $v(unsafe { $of(x) })
            }
        }
        impl $v {
            /// The register.
            #[inline(always)]
            pub fn register(self) -> $whole {
                unsafe { $as(self.0) }
            }
        }
        impl From<$t> for $v {
            #[inline(always)]
            fn from(x: $t) -> Self {
                Self(unsafe { $set(x) })
            }
        }
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

/// The operations that are an instruction each for registers of every width, or the same ones of those.
#[cfg(target_arch = "x86_64")]
macro_rules! operations {
    ($i:ident $fma:ident $sqrt:ident $max:ident $min:ident $to:ident $from:ident $seti:ident $addi:ident $subi:ident
     $left:ident) => {
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
        fn plus(self, b: Self) -> Self {
            Self(unsafe { $from($addi($to(self.0), $to(b.0))) })
        }
        #[inline(always)]
        fn minus(self, b: Self) -> Self {
            Self(unsafe { $from($subi($to(self.0), $to(b.0))) })
        }
        #[inline(always)]
        fn of(bits: $i) -> Self {
            Self(unsafe { $from($seti(bits)) })
        }
        #[inline(always)]
        fn left<const N: u32>(self) -> Self {
            Self(unsafe { $from($left::<N>($to(self.0))) })
        }
    };
}

#[cfg(target_arch = "x86_64")]
mod halves;
#[cfg(target_arch = "x86_64")]
mod registers;

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
