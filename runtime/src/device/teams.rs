//! Kernels of teams on the shadow device: one team after the other, whose threads are fibers (`fibers.rs`).

use super::fibers::{self, Trouble};
use super::launch::Argument;
use super::pipelines::{Values, scalar};
use ferrotran_abi::kernel::{Arg, CompiledKernel, Grid, NO_WORD};
use std::cell::{Cell, RefCell};

/// Threads of a team where the program does not say how many.
const FEW: u32 = 8;

/// How many teams of how many threads.
pub struct Shape {
    teams: i64,
    threads: u32,
}

/// The shape of a launch, where the kernel is one of teams.
///
/// # Safety
/// The arguments are those that the kernel asks for.
pub unsafe fn shape(kernel: &CompiledKernel, arguments: &[Argument]) -> Result<Option<Shape>, String> {
    let Some(stage) = kernel.stages.first() else { return Ok(None) };
    let (count, exact) = match &stage.grid {
        Grid::Teams(e) => (e, true),
        Grid::LooseTeams(e) => (e, false),
        Grid::Linear(_) | Grid::Invocations(_) | Grid::Groups(_) => return Ok(None),
    };
    let mut values = Values { sections: Vec::new(), integers: Vec::new(), offsets: Vec::new() };
    for (arg, given) in kernel.args.iter().zip(arguments) {
        match (arg, given) {
            (Arg::Scalar(s), Argument::Scalar(p)) => {
                // SAFETY: the caller's promise.
                values.integers.push(unsafe { scalar(s.kind, *p, NO_WORD, kernel.wide, &mut [])? });
                values.sections.push(None);
            }
            (_, Argument::View { section, .. }) => {
                values.integers.push(0);
                values.sections.push(Some(*section));
            }
            (Arg::View(_), Argument::Scalar(_)) => return Err("an argument of the wrong kind".into()),
        }
    }
    let teams = values.eval(count, "the number of teams")?;
    let width = stage.workgroup[0];
    Ok(Some(Shape { teams, threads: if exact { width } else { width.min(FEW) } }))
}

/// Memory of a team, in words of 16 bytes.
type Words = Vec<u128>;

/// The team that this thread of the host runs.
struct Running {
    number: i64,
    teams: i64,
    threads: i64,
    memory: RefCell<Option<Words>>,
}

thread_local! {
    static RUNNING: Cell<*const Running> = const { Cell::new(std::ptr::null()) };
}

/// Runs `work` by every thread of every team.
pub fn run(shape: &Shape, work: &dyn Fn()) -> Result<(), String> {
    let threads = shape.threads.max(1);
    for number in 0..shape.teams {
        // What the team before left in its memory is nothing that this one may rely on.
        let team = Running { number, teams: shape.teams, threads: threads.into(), memory: RefCell::new(None) };
        let before = RUNNING.replace(&team);
        let done = fibers::run(threads as usize, work);
        RUNNING.set(before);
        done.map_err(|t| match t {
            Trouble::NoStacks => format!("there is no memory for a team of {threads} threads"),
            Trouble::Apart => format!("some of the {threads} threads of a team come to a barrier, others do not"),
        })?;
    }
    Ok(())
}

/// What the running team says; a team of one thread where there is none.
fn of_team(f: impl FnOnce(&Running) -> i64, alone: i64) -> i64 {
    // SAFETY: it lives while its threads run.
    unsafe { RUNNING.get().as_ref() }.map_or(alone, f)
}

pub extern "C" fn team() -> i64 {
    of_team(|t| t.number, 0)
}

pub extern "C" fn teams() -> i64 {
    of_team(|t| t.teams, 1)
}

pub extern "C" fn thread() -> i64 {
    of_team(|_| fibers::current() as i64, 0)
}

pub extern "C" fn threads() -> i64 {
    of_team(|t| t.threads, 1)
}

pub extern "C" fn memory(bytes: i64, offset: i64) -> *mut u8 {
    // SAFETY: it lives while its threads run.
    let Some(team) = (unsafe { RUNNING.get().as_ref() }) else { return std::ptr::null_mut() };
    let mut held = team.memory.borrow_mut();
    let words = held.get_or_insert_with(|| {
        // No number as a real, like other memory that nothing was stored to.
        const PATTERN: u128 = 0x7ff4_dead_7ff4_dead_7ff4_dead_7ff4_dead;
        vec![PATTERN; (bytes.max(0) as usize).div_ceil(16).max(1)]
    });
    words.as_mut_ptr().cast::<u8>().wrapping_offset(offset as isize)
}

pub extern "C" fn barrier() {
    fibers::barrier();
}
