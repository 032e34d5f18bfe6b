//! The driver: command line, the pipeline from files to a running program or an executable, and the report of the
//! compiler's own faults.

mod build;
mod cli;
mod commands;
mod coverage;
mod csource;
mod depend;
mod explain;
mod fflags;
mod html;
mod install;
mod kernels;
mod lsp;
mod manual;
mod modfile;
mod optinfo;
mod options;
mod pipeline;
mod progress;
mod recover;

pub use pipeline::Session;

use std::panic::AssertUnwindSafe;
use std::process::ExitCode;
use std::sync::Mutex;

/// Stack of the thread that compiles and runs: deep expressions recurse, and Fortran programs keep arrays there.
const STACK: usize = 1 << 30;

/// Exit status of a rejected program.
pub const REJECTED: u8 = 1;
/// Exit status of a wrong command line.
pub const USAGE: u8 = 2;
/// Exit status after a fault of the compiler.
pub const FAULT: u8 = 101;

/// The whole command.
pub fn main() -> ExitCode {
    let command = match cli::parse(std::env::args_os().skip(1)) {
        Ok(c) => c,
        Err(status) => return ExitCode::from(status),
    };
    if matches!(command, cli::Command::Compile(_)) {
        ferrotran_runtime::compiler_memory();
    }
    on_big_stack(move || guarded(command))
}

/// What the pass `vectorize` may count on.
fn machine(flags: &cli::Flags) -> ferrotran_ir::passes::vectorize::Machine {
    ferrotran_ir::passes::vectorize::Machine {
        vectors: flags.opt_level > 0,
        bytes: flags.cpu.vector_bytes(),
        fma: flags.cpu.has_fma(),
        reassociate: flags.reassociate,
        same_bits: flags.same_bits,
        contract: flags.contracts(),
    }
}

fn on_big_stack(f: impl FnOnce() -> u8 + Send + 'static) -> ExitCode {
    let thread = std::thread::Builder::new().name("main".into()).stack_size(STACK).spawn(f);
    match thread.map(|t| t.join()) {
        Ok(Ok(status)) => ExitCode::from(status),
        Ok(Err(_)) => ExitCode::from(FAULT),
        Err(e) => {
            eprintln!("ferrotran: error: cannot start a thread: {e}");
            ExitCode::from(FAULT)
        }
    }
}

/// Where and why the compiler failed, kept by the panic hook.
static PANIC: Mutex<Option<(String, String)>> = Mutex::new(None);

/// Runs a command; a panic is reported as a fault of the compiler with the statement that it was working on.
fn guarded(command: cli::Command) -> u8 {
    std::panic::set_hook(Box::new(|info| {
        let text = info
            .payload()
            .downcast_ref::<&str>()
            .map(|s| s.to_string())
            .or_else(|| info.payload().downcast_ref::<String>().cloned())
            .unwrap_or_else(|| "unknown".into());
        let place = info.location().map_or(String::new(), |l| format!("{}:{}", l.file(), l.line()));
        if let Ok(mut p) = PANIC.lock() {
            p.get_or_insert((text, place));
        }
    }));
    match std::panic::catch_unwind(AssertUnwindSafe(|| commands::run(command))) {
        Ok(status) => status,
        Err(_) => {
            let (text, place) = PANIC.lock().ok().and_then(|mut p| p.take()).unwrap_or_default();
            eprintln!("error[E0599]: internal error of the compiler: {text}");
            eprintln!("  note: at {place}, ferrotran {}", env!("CARGO_PKG_VERSION"));
            if let Some((file, line)) = ferrotran_source::message::current_place() {
                eprintln!("  note: while it worked on {file}:{line}");
            }
            eprintln!(
                "  help: this is a bug of ferrotran, not of the program; please report it with the statement above"
            );
            FAULT
        }
    }
}
