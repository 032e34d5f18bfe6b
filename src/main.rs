//! The command: compiler, and start of the programs it wrote.

fn main() -> std::process::ExitCode {
    // An executable that the compiler wrote is a copy of it with the program appended, and without the compiler's own
    // code: nothing else may come before this.
    match ferrotran_backend::link::run_appended() {
        Some(status) => status.into(),
        None => ferrotran::driver::main(),
    }
}
