//! The command.

// Functions that older C libraries have in no dynamic part.
use ferrotran_rtlib as _;

fn main() -> std::process::ExitCode {
    ferrotran::driver::main()
}
