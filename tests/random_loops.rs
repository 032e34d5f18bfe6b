//! Random programs of scalars, loops, arrays, strings and derived types. Every program is compared with itself at `-O0`.
//! Loop nests over arrays of every type are of a second kind, which runs for every level of the processor's instructions.
//! Values are small and exact, so results do not depend on the order of operations. What can be set: `random/mod.rs`.

#[path = "random_loops/expressions.rs"]
mod expressions;
#[path = "random_loops/kernels.rs"]
mod kernels;
#[path = "random_loops/programs.rs"]
mod programs;
mod random;
#[path = "random_loops/statements.rs"]
mod statements;

#[test]
fn random_programs() {
    random::compare(&random::Suite {
        prelude: programs::HELPERS,
        case: |seed, _| programs::program(seed),
        reference: Some(&["-O0"]),
        ways: &[&["-O1"], &["-O3", "-march=native"], &["-fcheck=all"]],
        levels: &[&[]],
    });
}

#[test]
fn random_kernels() {
    random::compare(&random::Suite {
        prelude: "",
        case: |seed, _| kernels::program(seed),
        reference: Some(&["-O0"]),
        ways: &[&["-O3"], &["-O2", "-fcheck=all"]],
        levels: &[&["-march=native"], &["-march=x86-64"], &["-march=x86-64-v2"], &["-march=x86-64-v3"]],
    });
}
