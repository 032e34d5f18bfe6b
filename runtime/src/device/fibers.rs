//! Threads of a team as fibers: stacks between which one thread of the host changes at barriers, without the system.

use std::cell::Cell;
use std::ffi::c_void;
use std::ptr;

/// Bytes of a stack, of which only what is used takes memory.
const STACK: usize = 4 << 20;

/// Goes on at another stack: what functions must preserve is kept on this one, whose end is stored at `from`.
///
/// # Safety
/// `to` is what this function stored for a stack that lives, or the begin of one that [`prepare`] made.
#[cfg(target_arch = "x86_64")]
#[unsafe(naked)]
unsafe extern "sysv64" fn change(from: *mut usize, to: usize) {
    std::arch::naked_asm!(
        "push rbp",
        "push rbx",
        "push r12",
        "push r13",
        "push r14",
        "push r15",
        "mov [rdi], rsp",
        "mov rsp, rsi",
        "pop r15",
        "pop r14",
        "pop r13",
        "pop r12",
        "pop rbx",
        "pop rbp",
        "ret",
    )
}

/// Goes on at another stack: what functions must preserve is kept on this one, whose end is stored at `from`.
///
/// # Safety
/// `to` is what this function stored for a stack that lives, or the begin of one that [`prepare`] made.
#[cfg(target_arch = "aarch64")]
#[unsafe(naked)]
unsafe extern "C" fn change(from: *mut usize, to: usize) {
    std::arch::naked_asm!(
        "sub sp, sp, #160",
        "stp x29, x30, [sp]",
        "stp x19, x20, [sp, #16]",
        "stp x21, x22, [sp, #32]",
        "stp x23, x24, [sp, #48]",
        "stp x25, x26, [sp, #64]",
        "stp x27, x28, [sp, #80]",
        "stp d8, d9, [sp, #96]",
        "stp d10, d11, [sp, #112]",
        "stp d12, d13, [sp, #128]",
        "stp d14, d15, [sp, #144]",
        "mov x9, sp",
        "str x9, [x0]",
        "mov sp, x1",
        "ldp x29, x30, [sp]",
        "ldp x19, x20, [sp, #16]",
        "ldp x21, x22, [sp, #32]",
        "ldp x23, x24, [sp, #48]",
        "ldp x25, x26, [sp, #64]",
        "ldp x27, x28, [sp, #80]",
        "ldp d8, d9, [sp, #96]",
        "ldp d10, d11, [sp, #112]",
        "ldp d12, d13, [sp, #128]",
        "ldp d14, d15, [sp, #144]",
        "add sp, sp, #160",
        "ret",
    )
}

/// Words that [`change`] takes from a stack, which of them is the address where it goes on, and words above them: a return
/// address that leads nowhere, where a walk over frames ends, and what the alignment of a stack asks for.
#[cfg(target_arch = "x86_64")]
const KEPT: (usize, usize, usize) = (7, 6, 5);
/// Words that [`change`] takes from a stack, which of them is the address where it goes on, and words above them: a return
/// address that leads nowhere, where a walk over frames ends, and what the alignment of a stack asks for.
#[cfg(target_arch = "aarch64")]
const KEPT: (usize, usize, usize) = (20, 1, 4);

/// Stacks that a thread of the host keeps, each with a page below it that nobody may touch.
struct Stacks {
    base: usize,
    count: usize,
    page: usize,
}

impl Stacks {
    fn new(count: usize) -> Option<Stacks> {
        // SAFETY: asks the system for a constant.
        let page = unsafe { libc::sysconf(libc::_SC_PAGESIZE) } as usize;
        let stacks = Stacks { base: 0, count, page };
        let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE;
        let access = libc::PROT_READ | libc::PROT_WRITE;
        // SAFETY: new pages at an address that the system chooses.
        let base = unsafe { libc::mmap(ptr::null_mut(), stacks.bytes(), access, flags, -1, 0) };
        if base == libc::MAP_FAILED {
            return None;
        }
        let stacks = Stacks { base: base as usize, ..stacks };
        for i in 0..count {
            let guard = (stacks.base + i * (STACK + page)) as *mut c_void;
            // SAFETY: a page of the mapping made above; where it fails the stacks are given back.
            if unsafe { libc::mprotect(guard, page, libc::PROT_NONE) } != 0 {
                return None;
            }
        }
        Some(stacks)
    }

    fn bytes(&self) -> usize {
        self.count * (STACK + self.page)
    }

    /// The address behind a stack.
    fn end(&self, i: usize) -> usize {
        self.base + (i + 1) * (STACK + self.page)
    }
}

impl Drop for Stacks {
    fn drop(&mut self) {
        // SAFETY: the mapping made in `new`, on which nothing runs any more.
        unsafe { libc::munmap(self.base as *mut c_void, self.bytes()) };
    }
}

/// The fibers that a thread of the host runs now.
struct Crew<'a> {
    work: &'a dyn Fn(),
    /// Ends of the stacks of those that do not run; the last is that of the thread itself.
    ends: Vec<Cell<usize>>,
    /// The order in which they come, anew between barriers where orders are odd.
    order: Vec<Cell<usize>>,
    /// Whose turn it is, as a place in the order.
    at: Cell<usize>,
    /// How many have come to their end.
    over: Cell<usize>,
    /// Some have come to an end where others came to a barrier.
    apart: Cell<bool>,
}

thread_local! {
    static STACKS: Cell<Option<Stacks>> = const { Cell::new(None) };
    static CREW: Cell<*const Crew<'static>> = const { Cell::new(ptr::null()) };
}

/// What a team of fibers could not do.
#[derive(Debug, PartialEq, Eq)]
pub enum Trouble {
    /// The system has no memory for so many stacks.
    NoStacks,
    /// Some came to a barrier, others did not.
    Apart,
}

/// Runs `work` once in each of `count` fibers, which take turns at [`barrier`].
pub fn run(count: usize, work: &dyn Fn()) -> Result<(), Trouble> {
    let held = STACKS.take().filter(|s| s.count >= count);
    let stacks = held.or_else(|| Stacks::new(count)).ok_or(Trouble::NoStacks)?;
    let crew = Crew {
        work,
        ends: (0..=count).map(|_| Cell::new(0)).collect(),
        order: (0..count).map(Cell::new).collect(),
        at: Cell::new(0),
        over: Cell::new(0),
        apart: Cell::new(false),
    };
    for (i, end) in crew.ends[..count].iter().enumerate() {
        end.set(prepare(stacks.end(i)));
    }
    crew.shuffle();
    let before = CREW.replace(ptr::from_ref(&crew).cast());
    crew.go(count, crew.order[0].get());
    CREW.set(before);
    let apart = crew.apart.get();
    STACKS.set(Some(stacks));
    if apart { Err(Trouble::Apart) } else { Ok(()) }
}

/// Writes on a new stack what [`change`] takes from it, so that it goes on in [`begin`]; the stack's end then.
fn prepare(end: usize) -> usize {
    let (words, address, above) = KEPT;
    let at = end - (words + above) * 8;
    // SAFETY: words of a stack on which nothing runs.
    unsafe {
        ptr::write_bytes(at as *mut usize, 0, words + above);
        *(at as *mut usize).add(address) = begin as *const () as usize;
    }
    at
}

/// Where every fiber begins.
extern "C" fn begin() -> ! {
    // SAFETY: it lives until all its fibers are over.
    let crew = unsafe { &*CREW.get() };
    (crew.work)();
    crew.over.set(crew.over.get() + 1);
    crew.next();
    unreachable!("a fiber that is over runs again")
}

/// The fiber that runs.
pub fn current() -> usize {
    // SAFETY: it lives while its fibers run.
    unsafe { CREW.get().as_ref() }.map_or(0, |c| c.order[c.at.get()].get())
}

/// Comes back when all fibers of the crew are here.
pub fn barrier() {
    // SAFETY: it lives while its fibers run.
    let Some(crew) = (unsafe { CREW.get().as_ref() }) else { return };
    if crew.over.get() != 0 {
        crew.apart.set(true);
        crew.go(crew.order[crew.at.get()].get(), crew.order.len());
    }
    crew.next();
}

impl Crew<'_> {
    /// Leaves the turn to the next one, after the last to the first, or to the thread itself where all are over.
    fn next(&self) {
        let (me, count) = (self.order[self.at.get()].get(), self.order.len());
        let next = self.at.get() + 1;
        if next < count {
            self.at.set(next);
        } else if self.over.get() != 0 {
            self.apart.set(self.over.get() != count);
            return self.go(me, count);
        } else {
            self.shuffle();
            self.at.set(0);
        }
        let to = self.order[self.at.get()].get();
        if to != me {
            self.go(me, to);
        }
    }

    fn go(&self, from: usize, to: usize) {
        // SAFETY: the stack of `to` is one that `prepare` has written, or was left by `change`.
        unsafe { change(self.ends[from].as_ptr(), self.ends[to].get()) }
    }

    fn shuffle(&self) {
        for i in (1..self.order.len()).rev() {
            if let Some(j) = crate::omp::pick(i + 1) {
                self.order[i].swap(&self.order[j]);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::RefCell;

    #[test]
    fn all_meet_at_barriers() {
        let sums = RefCell::new(vec![0u64; 3]);
        let work = || {
            for round in 0..3 {
                assert_eq!(sums.borrow()[..round].iter().filter(|&&s| s != 4950).count(), 0);
                sums.borrow_mut()[round] += current() as u64;
                barrier();
            }
        };
        assert_eq!(run(100, &work), Ok(()));
        assert_eq!(*sums.borrow(), [4950; 3]);
        assert_eq!(run(1, &|| barrier()), Ok(()));
    }

    #[test]
    fn those_that_do_not_come_are_noticed() {
        for left in [0, 1, 3] {
            let work = || {
                if current() != left {
                    barrier();
                }
            };
            assert_eq!(run(4, &work), Err(Trouble::Apart), "{left}");
        }
        assert_eq!(run(4, &|| barrier()), Ok(()));
    }
}
