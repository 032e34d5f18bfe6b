//! Reals of kinds 10 (x87 extended precision) and 16 (IEEE binary128): arithmetic with one rounding ([`Calc`]),
//! elementary and special functions ([`functions`], over numbers of 256 bits, [`Big`]), exact decimal text
//! ([`decimal`]). The compiler folds constants with what the runtime computes with.

#![forbid(unsafe_code)]

mod arith;
mod bessel;
mod big;
mod bits;
pub mod complex;
pub mod decimal;
pub mod functions;
mod num;
mod special;
#[cfg(test)]
mod tests;
mod trig;
mod uint;

pub use arith::{Calc, Mode, flag};
pub use big::Big;
pub use num::{Class, Format, Num};
