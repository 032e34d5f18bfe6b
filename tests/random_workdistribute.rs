//! Random programs of the main job: array statements under `target teams workdistribute`. Every program is compared
//! with itself without directives (`-fno-openmp -O0`), on the host's threads, on a shadow device, and on a Vulkan device where there is one.
//! Values are small integers in every type, so results are exact whatever the order. What can be set: `random/mod.rs`.

#[path = "random_workdistribute/programs.rs"]
mod programs;
mod random;
#[path = "random_workdistribute/statements.rs"]
mod statements;

use std::process::Command;

#[test]
fn random_programs() {
    let devices = Command::new(env!("CARGO_BIN_EXE_ferrotran")).arg("devices").output().expect("the compiler starts");
    let vulkan = String::from_utf8_lossy(&devices.stdout).to_lowercase().contains("vulkan");
    let ways: &[&[&str]] = &[&["-fno-openmp"], &["--device", "host"], &["--device", "shadow"], &["--device", "vulkan"]];
    random::compare(&random::Suite {
        prelude: programs::PROCEDURES,
        case: |seed, _| programs::program(seed),
        reference: Some(&["-fno-openmp", "-O0"]),
        ways: if vulkan { ways } else { &ways[..3] },
        levels: &[&[], &[], &["-O1"], &["-O3"]],
    });
}
