//! The vocabulary of reductions: how many values become one.
//!
//! Constant expressions, OpenMP, array operations, loops and kernels speak of reductions by [`ReduceOp`]; what is true of
//! one (its identity, the values that it takes, whether order matters) is said here.

macro_rules! reductions {
    ($($(#[$doc:meta])* $name:ident $word:literal)*) => {
        /// How many values become one.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum ReduceOp {
            $($(#[$doc])* $name,)*
        }

        impl ReduceOp {
            /// All.
            pub const OPS: [ReduceOp; [$($word),*].len()] = [$(ReduceOp::$name),*];

            /// Its word in the text of the IR.
            pub const fn name(self) -> &'static str {
                match self {
                    $(ReduceOp::$name => $word,)*
                }
            }
        }
    };
}

reductions! {
    /// `+`
    Sum "sum"
    /// `*`
    Product "product"
    /// The greatest. Numbers win against NaNs.
    Max "max"
    /// The least. Numbers win against NaNs.
    Min "min"
    /// `.and.`
    All "all"
    /// `.or.`
    Any "any"
    /// `.neqv.`: whether an odd number is true.
    Parity "parity"
    /// `.eqv.`: whether an even number is false.
    Eqv "eqv"
    /// Bitwise and.
    Iall "iall"
    /// Bitwise or.
    Iany "iany"
    /// Bitwise exclusive or.
    Iparity "iparity"
}

/// What sort of values is reduced.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Sort {
    /// Truth values.
    Truth,
    /// Integers.
    Integer,
    /// Integers without sign.
    Unsigned,
    /// Reals.
    Real,
    /// Complex numbers.
    Complex,
}

/// The value that an operation combines with any other to give that other.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Identity {
    /// 0 or false.
    Zero,
    /// 1 or true.
    One,
    /// All bits set.
    Ones,
    /// The least value of the type, of reals negative infinity.
    Least,
    /// The greatest value of the type, of reals infinity.
    Greatest,
}

impl ReduceOp {
    /// What reductions begin with.
    pub const fn identity(self) -> Identity {
        match self {
            ReduceOp::Sum | ReduceOp::Any | ReduceOp::Parity | ReduceOp::Iany | ReduceOp::Iparity => Identity::Zero,
            ReduceOp::Product | ReduceOp::All | ReduceOp::Eqv => Identity::One,
            ReduceOp::Iall => Identity::Ones,
            ReduceOp::Max => Identity::Least,
            ReduceOp::Min => Identity::Greatest,
        }
    }

    /// True where the values are truth values.
    pub const fn is_logical(self) -> bool {
        match self {
            ReduceOp::All | ReduceOp::Any | ReduceOp::Parity | ReduceOp::Eqv => true,
            ReduceOp::Sum
            | ReduceOp::Product
            | ReduceOp::Max
            | ReduceOp::Min
            | ReduceOp::Iall
            | ReduceOp::Iany
            | ReduceOp::Iparity => false,
        }
    }

    /// True where one of the values is chosen by their order: numbers win against NaNs, and integers without sign have an
    /// order of their own.
    pub const fn is_extreme(self) -> bool {
        match self {
            ReduceOp::Max | ReduceOp::Min => true,
            ReduceOp::Sum
            | ReduceOp::Product
            | ReduceOp::All
            | ReduceOp::Any
            | ReduceOp::Parity
            | ReduceOp::Eqv
            | ReduceOp::Iall
            | ReduceOp::Iany
            | ReduceOp::Iparity => false,
        }
    }

    /// True where there is such a reduction of such values.
    pub const fn takes(self, sort: Sort) -> bool {
        match self {
            ReduceOp::Sum | ReduceOp::Product => !matches!(sort, Sort::Truth),
            ReduceOp::Max | ReduceOp::Min => matches!(sort, Sort::Integer | Sort::Unsigned | Sort::Real),
            ReduceOp::All | ReduceOp::Any | ReduceOp::Parity | ReduceOp::Eqv => matches!(sort, Sort::Truth),
            ReduceOp::Iall | ReduceOp::Iany | ReduceOp::Iparity => matches!(sort, Sort::Integer | Sort::Unsigned),
        }
    }

    /// True where the order of the values does not change the result: sums and products of reals are rounded.
    pub const fn is_exact(self, sort: Sort) -> bool {
        match self {
            ReduceOp::Sum | ReduceOp::Product => !matches!(sort, Sort::Real | Sort::Complex),
            ReduceOp::Max
            | ReduceOp::Min
            | ReduceOp::All
            | ReduceOp::Any
            | ReduceOp::Parity
            | ReduceOp::Eqv
            | ReduceOp::Iall
            | ReduceOp::Iany
            | ReduceOp::Iparity => true,
        }
    }
}

impl Identity {
    /// As an integer of that many bits with sign.
    pub const fn signed(self, bits: u32) -> i128 {
        match self {
            Identity::Zero => 0,
            Identity::One => 1,
            Identity::Ones => -1,
            Identity::Least => i128::MIN >> (128 - bits),
            Identity::Greatest => i128::MAX >> (128 - bits),
        }
    }

    /// As an integer of that many bits without sign.
    pub const fn unsigned(self, bits: u32) -> u128 {
        match self {
            Identity::Zero | Identity::Least => 0,
            Identity::One => 1,
            Identity::Ones | Identity::Greatest => u128::MAX >> (128 - bits),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identities_change_nothing() {
        let combine = |op: ReduceOp, a: i128, b: i128| match op {
            ReduceOp::Sum => a + b,
            ReduceOp::Product => a * b,
            ReduceOp::Max => a.max(b),
            ReduceOp::Min => a.min(b),
            ReduceOp::All | ReduceOp::Iall => a & b,
            ReduceOp::Any | ReduceOp::Iany => a | b,
            ReduceOp::Parity | ReduceOp::Iparity => a ^ b,
            ReduceOp::Eqv => i128::from(a == b),
        };
        for op in ReduceOp::OPS {
            let values: &[i128] = if op.is_logical() { &[0, 1] } else { &[-128, -1, 0, 5, 127] };
            for &v in values {
                assert_eq!(combine(op, op.identity().signed(8), v), v, "{op:?}");
            }
        }
        assert_eq!(Identity::Greatest.unsigned(8), 255);
        assert_eq!(Identity::Least.signed(128), i128::MIN);
    }
}
