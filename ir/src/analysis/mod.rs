//! Facts about IR that several passes need: symbolic index arithmetic ([`poly`]), where memory
//! accesses go ([`alias`]), what ops read and write ([`effects`]), variables that
//! nothing else refers to ([`locals`]), nests of loops ([`nest`]), which constructs of OpenMP may stand in which
//! ([`nesting`]), where jumps come in ([`labels`]), what ops cost
//! ([`price`]).

pub mod alias;
pub mod effects;
pub mod labels;
pub mod locals;
pub mod nest;
pub mod nesting;
pub mod poly;
pub mod price;
pub mod straight;
