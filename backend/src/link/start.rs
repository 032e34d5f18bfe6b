//! Running a loaded program.

use super::load::Loaded;

/// Exit status of a program that cannot be started.
const CANNOT_START: u8 = 2;

/// Runs a loaded program with these arguments, its name first; does not return where the program stops itself.
pub fn execute(program: &Loaded, argv: Vec<Vec<u8>>) -> u8 {
    let Some(entry) = program.entry() else {
        eprintln!("cannot start the program: it has no main program");
        return CANNOT_START;
    };
    program.enable_backtraces();
    let program = program.clone();
    let run = move || {
        program.run_constructors();
        entry();
    };
    ferrotran_runtime::start(run, argv) as u8
}
