//! Kernels of teams on the shadow device: one team after the other, each of as many threads of the host as it has.

use super::launch::Argument;
use super::pipelines::{Values, scalar};
use ferrotran_abi::kernel::{Arg, CompiledKernel, Grid, NO_WORD};
use std::cell::{Cell, RefCell};
use std::sync::{Arc, Barrier, Mutex, PoisonError};

/// Threads of a team where the program does not say how many.
const FEW: u32 = 8;

/// How many teams of how many threads.
pub struct Shape {
    teams: i64,
    threads: u32,
}

/// A list of arguments, which all threads read.
pub struct List(pub *const *const u8);

// SAFETY: nobody changes the list or what it names while threads use it.
unsafe impl Sync for List {}
// SAFETY: as above.
unsafe impl Send for List {}

impl List {
    /// Its address.
    pub fn get(&self) -> *const *const u8 {
        self.0
    }
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
    let mut values = Values { sections: Vec::new(), integers: Vec::new() };
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

/// What the threads of the running team share.
struct Shared {
    barrier: Barrier,
    memory: Mutex<Option<Words>>,
}

thread_local! {
    /// The team that the thread belongs to.
    static TEAM: RefCell<Option<Arc<Shared>>> = const { RefCell::new(None) };
    /// Number of the team, how many there are, number of the thread, how many there are.
    static NUMBERS: Cell<[i64; 4]> = const { Cell::new([0, 1, 0, 1]) };
}

/// Runs `work` by every thread of every team.
pub fn run(shape: &Shape, work: &(dyn Fn() + Sync)) -> Result<(), String> {
    if shape.teams <= 0 {
        return Ok(());
    }
    let threads = shape.threads.max(1);
    let shared = Arc::new(Shared { barrier: Barrier::new(threads as usize), memory: Mutex::new(None) });
    let member = |thread: u32| {
        for team in 0..shape.teams {
            if thread == 0 {
                // What the team before left there is nothing that this one may rely on.
                *shared.memory.lock().unwrap_or_else(PoisonError::into_inner) = None;
            }
            shared.barrier.wait();
            NUMBERS.set([team, shape.teams, thread.into(), threads.into()]);
            TEAM.set(Some(Arc::clone(&shared)));
            work();
            TEAM.set(None);
            shared.barrier.wait();
        }
    };
    let member = &member;
    std::thread::scope(|s| {
        for t in 1..threads {
            let started = std::thread::Builder::new().stack_size(4 << 20).spawn_scoped(s, move || member(t));
            if let Err(e) = started {
                // Those that wait already would wait for ever.
                crate::error::fatal(&format!("a team of {threads} threads could not be started: {e}"));
            }
        }
        member(0);
    });
    Ok(())
}

pub extern "C" fn team() -> i64 {
    NUMBERS.get()[0]
}

pub extern "C" fn teams() -> i64 {
    NUMBERS.get()[1]
}

pub extern "C" fn thread() -> i64 {
    NUMBERS.get()[2]
}

pub extern "C" fn threads() -> i64 {
    NUMBERS.get()[3]
}

pub extern "C" fn memory(bytes: i64, offset: i64) -> *mut u8 {
    TEAM.with_borrow(|team| {
        let Some(team) = team else { return std::ptr::null_mut() };
        let mut held = team.memory.lock().unwrap_or_else(PoisonError::into_inner);
        let words = held.get_or_insert_with(|| {
            // No number as a real, like other memory that nothing was stored to.
            const PATTERN: u128 = 0x7ff4_dead_7ff4_dead_7ff4_dead_7ff4_dead;
            vec![PATTERN; (bytes.max(0) as usize).div_ceil(16).max(1)]
        });
        words.as_mut_ptr().cast::<u8>().wrapping_offset(offset as isize)
    })
}

pub extern "C" fn barrier() {
    TEAM.with_borrow(|team| {
        if let Some(team) = team {
            team.barrier.wait();
        }
    });
}
