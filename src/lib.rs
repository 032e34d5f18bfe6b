//! The compiler: front end and driver. Text becomes logical lines ([`source`]), those become an abstract
//! syntax tree ([`syntax`]), and every message goes through [`diag`].
#![forbid(unsafe_code)]
#![allow(clippy::result_large_err)]

pub mod diag;
pub mod driver;
pub mod lower;
pub mod sema;
pub mod source;
pub mod syntax;
