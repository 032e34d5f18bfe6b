//! The command.

fn main() -> std::process::ExitCode {
    ferrotran::driver::main()
}
