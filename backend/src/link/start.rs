//! Running a loaded program. Executables consist of a copy of the compiler without the compiler's own code (see
//! [`super::exe`]), so everything between the start of the process and the program's first statement is here or in
//! the runtime.

use super::exe::payload_of_current_exe;
use super::load::{Loaded, place_at};

/// Exit status of a program that cannot be started.
const CANNOT_START: u8 = 2;

/// Runs the program that is appended to this executable and gives its exit status; none where this is the compiler.
pub fn run_appended() -> Option<u8> {
    match payload_of_current_exe() {
        Ok(program) => Some(execute(&program?, std::env::args_os().map(|a| a.as_encoded_bytes().to_vec()).collect())),
        Err(e) => {
            eprintln!("cannot start the program: {e}");
            Some(CANNOT_START)
        }
    }
}

/// Runs a loaded program with these arguments, its name first; does not return where the program stops itself.
pub fn execute(program: &Loaded, argv: Vec<Vec<u8>>) -> u8 {
    let Some(entry) = program.entry() else {
        eprintln!("cannot start the program: it has no main program");
        return CANNOT_START;
    };
    if program.has_lines() {
        ferrotran_runtime::backtrace::enable(place_at);
    }
    let program = program.clone();
    let run = move || {
        program.run_constructors();
        entry();
    };
    ferrotran_runtime::start(run, argv) as u8
}
