//! Random programs of scalars, loops, arrays, strings and derived types. Every program is compared with itself at `-O0`.
//! Values are small and exact, so results do not depend on the order of operations. What can be set: `random/mod.rs`.

#[path = "random_loops/expressions.rs"]
mod expressions;
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
