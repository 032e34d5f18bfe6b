//! The command: compiler, and start of the programs it wrote.

fn main() -> std::process::ExitCode {
    ferrotran::driver::main()
}
