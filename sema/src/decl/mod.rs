//! Declarations: gathering ([`collect`]), turning gathered declarations into symbols ([`resolve`]), types and
//! layout ([`types`], [`derived`]), program units and procedure interfaces ([`units`], [`interfaces`]), and storage
//! association and initial values ([`storage`], [`data`]).

pub(crate) mod bindings;
mod bounds;
pub(crate) mod collect;
mod constraints;
pub(crate) mod data;
pub(crate) mod derived;
mod distinguish;
pub(crate) mod entry;
mod enumeration;
pub(crate) mod initial;
pub(crate) mod interfaces;
pub(crate) mod lengths;
pub(crate) mod parameterized;
pub(crate) mod resolve;
pub(crate) mod storage;
pub(crate) mod types;
pub(crate) mod units;
