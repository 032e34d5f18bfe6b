//! Facts about IR that several passes need: symbolic index arithmetic ([`poly`]), where memory
//! accesses go ([`alias`]), what ops read and write ([`effects`]), calls ([`calls`]) and procedures with all
//! that they call ([`summaries`]), variables that nothing else refers to ([`locals`]), nests of loops ([`nest`]), loops that are one pass ([`joint`]), which constructs of OpenMP may stand in which
//! ([`nesting`]), where jumps come in ([`labels`]), what ops cost
//! ([`price`]), what other threads may change ([`teams`]), which atomic updates are one instruction ([`atomics`]), what kernels move ([`traffic`]).

pub mod alias;
pub mod atomics;
pub mod calls;
pub mod effects;
pub mod joint;
pub mod labels;
pub mod locals;
pub mod nest;
pub mod nesting;
pub mod poly;
pub mod price;
pub mod straight;
pub mod summaries;
pub mod teams;
pub mod traffic;
pub mod trips;
