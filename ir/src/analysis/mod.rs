//! Facts about IR that several passes need: symbolic index arithmetic ([`poly`]), where memory
//! accesses go ([`alias`]), what ops read and write ([`effects`]), uses of values ([`uses`]).

pub mod alias;
pub mod effects;
pub mod poly;
pub mod uses;
