//! Measurements against gfortran and flang, side by side
fn main() {}
