//! Facts about IR that several passes need: symbolic index arithmetic ([`poly`]), where memory
//! accesses go ([`alias`]), what ops read and write ([`effects`]), variables that
//! nothing else refers to ([`locals`]), nests of loops ([`nest`]), where jumps come in ([`labels`]).

pub mod alias;
pub mod effects;
pub mod labels;
pub mod locals;
pub mod nest;
pub mod poly;
pub mod straight;
