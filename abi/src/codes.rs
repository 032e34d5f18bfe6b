//! Numbers that arguments of runtime functions stand for.

/// Bits of the `flags` of `frt_matmul`.
pub mod matmul {
    /// The first matrix is transposed.
    pub const TRANSPOSE_A: i32 = 1;
    /// The second one is.
    pub const TRANSPOSE_B: i32 = 2;
    /// The first matrix is conjugated.
    pub const CONJUGATE_A: i32 = 4;
    /// The second one is.
    pub const CONJUGATE_B: i32 = 8;
    /// The product is logical: OR of ANDs.
    pub const LOGICAL: i32 = 16;
}

/// Bits of the `what` of `frt_chr_reduce`.
pub mod chr_reduce {
    /// The least element, not the greatest.
    pub const LEAST: i32 = 1;
    /// Its location, not its value.
    pub const LOCATION: i32 = 2;
    /// The last one found.
    pub const LAST: i32 = 4;
}

/// Bits of the `flags` of `frt_allocatable_assign`.
pub mod assign {
    /// A new allocation has the lower bounds of the value.
    pub const KEEPS_BOUNDS: i32 = 1;
    /// The value is a copy that no variable had before.
    pub const FRESH: i32 = 2;
}

/// Bits of the `class` of `frt_object_move`.
pub mod object_move {
    /// What is moved is polymorphic.
    pub const FROM_CLASS: i32 = 1;
    /// What takes it over is.
    pub const TO_CLASS: i32 = 2;
}

/// The `schedule` of `frt_omp_for_init`.
pub mod schedule {
    /// Static.
    pub const STATIC: i32 = 0;
    /// Dynamic.
    pub const DYNAMIC: i32 = 1;
    /// Guided.
    pub const GUIDED: i32 = 2;
    /// The runtime chooses.
    pub const AUTO: i32 = 3;
    /// As run-sched-var says.
    pub const RUNTIME: i32 = 4;
    /// Added to one of them: each thread gets its chunks in order.
    pub const MONOTONIC: i32 = 8;
}

/// The number of a device where a directive names none: what the internal control variable says. Programs may name -1, the host.
pub const NO_DEVICE: i32 = i32::MIN;

/// How a region runs that has a host version only.
pub mod on_host {
    /// Instead of on a device: an error where OMP_TARGET_OFFLOAD=mandatory.
    pub const INSTEAD: i32 = 1;
    /// In the place of a device, which has nothing to do in it.
    pub const STANDS_IN: i32 = 2;
}

/// What `frt_omp_cancel` is about.
pub mod cancel {
    /// The parallel region.
    pub const PARALLEL: i64 = 1;
    /// The loop or sections construct.
    pub const WORKSHARING: i64 = 2;
    /// The taskgroup.
    pub const TASKGROUP: i64 = 3;
}

/// Where the threads of a team run: values of `omp_proc_bind_kind` (OpenMP 6.0, 20.7.1).
pub mod proc_bind {
    /// Where the system puts them.
    pub const FALSE: i32 = 0;
    /// They are bound.
    pub const TRUE: i32 = 1;
    /// All on the place of the thread that makes the team.
    pub const PRIMARY: i32 = 2;
    /// On places one after the other.
    pub const CLOSE: i32 = 3;
    /// Far from each other.
    pub const SPREAD: i32 = 4;
}

/// Bits of the `flags` of `frt_omp_task`.
pub mod task {
    /// Runs even where its taskgroup is cancelled, and looks itself.
    pub const BEGINS: i32 = 1;
    /// A target task.
    pub const TARGET: i32 = 2;
    /// The handle of an event that no task waits for, whoever fulfills it: that of a task which runs where it is made.
    pub const NO_EVENT: i64 = 1;
}

/// Kinds of dependences of tasks.
pub mod depend {
    /// `in`.
    pub const IN: i64 = 0;
    /// `out` and `inout`.
    pub const INOUT: i64 = 1;
    /// `inoutset`.
    pub const INOUTSET: i64 = 2;
    /// `mutexinoutset`.
    pub const MUTEXINOUTSET: i64 = 3;
    /// What a dependence object says, whose content is in the place of the address.
    pub const OBJECT: i64 = 4;
}

/// Bits of the `dialect` of `frt_io_defaults`.
pub mod dialect {
    /// Descriptors may lack widths.
    pub const DEFAULT_WIDTHS: u32 = 1;
    /// What the chosen standard does not know is an error.
    pub const PEDANTIC: u32 = 2;
    /// An exponent letter may stand without an exponent.
    pub const BARE_EXPONENTS: u32 = 4;
}

/// Status of ALLOCATE and DEALLOCATE.
pub mod stat {
    /// The allocatable is allocated already.
    pub const ALLOCATED: i32 = 5014;
    /// There is no memory for it.
    pub const NO_MEMORY: i32 = 5020;
    /// It is not allocated.
    pub const NOT_ALLOCATED: i32 = 1;
}

/// Operations of `frt_image_word`, and the statuses of locks.
#[allow(missing_docs)]
pub mod word {
    pub const READ: i32 = 0;
    pub const WRITE: i32 = 1;
    pub const ADD: i32 = 2;
    pub const AND: i32 = 3;
    pub const OR: i32 = 4;
    pub const XOR: i32 = 5;
    pub const SWAP_IF: i32 = 6;
    pub const LOCK: i32 = 7;
    /// LOCK with ACQUIRED_LOCK
    pub const TRY_LOCK: i32 = 8;
    pub const UNLOCK: i32 = 9;
    /// EVENT POST
    pub const POST: i32 = 10;
    /// EVENT WAIT
    pub const WAIT: i32 = 11;
    /// `stat_unlocked`
    pub const UNLOCKED: i64 = 0;
    /// `stat_locked`
    pub const LOCKED: i64 = 1;
    /// `stat_locked_other_image`
    pub const LOCKED_OTHER: i64 = 2;
    /// `stat_unlocked_failed_image`
    pub const UNLOCKED_FAILED: i64 = 6002;
    /// TRY_LOCK: another image has it.
    pub const NOT_ACQUIRED: i64 = -1;
}
