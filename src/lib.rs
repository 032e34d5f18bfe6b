//! The driver: command line, stages, `explain`. The stages are crates of their own: `source`, `syntax`, `sema`, `lower`,
//! `ir`, `backend`, `gpu`; `diag` renders their messages.
#![forbid(unsafe_code)]
#![allow(clippy::result_large_err)]

pub mod driver;
