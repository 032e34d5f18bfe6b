//! Launching kernels: where the arguments lie on the device. What then happens is the machine's.

use super::check::Access;
use super::joint::{self, Joined, Place, View};
use super::machine::{Machine, Work};
use super::memory::Memory;
use super::pipelines::{self, Values};
use super::section::Section;
use super::select::{self, feature_names};
use super::table::{FIRST_KEY, Table};
use ferrotran_abi::kernel::{Arg, CompiledKernel, Expr, Grid, HEADER_BYTES, NO_WORD};
use rustc_hash::FxHashMap;
use std::ffi::c_void;
use std::ops::Range;
use std::sync::Arc;

/// Memory that a view lies in.
pub struct Held {
    /// The memory.
    pub memory: Memory,
    /// Where element (0, 0, ..) lies in it; negative where the array begins before its mapped section.
    pub offset: i64,
    /// Which bytes of it are mapped.
    pub mapped: Range<u64>,
    /// What is mapped, for messages.
    pub name: String,
}

/// An argument of a launch.
pub enum Argument {
    /// The address of its bytes.
    Scalar(*const u8),
    /// A view.
    View {
        /// Its descriptor.
        descriptor: *const u8,
        /// What that says.
        section: Section,
        /// Where it lies; `None` where no element is used.
        held: Option<Held>,
    },
}

/// A launch.
pub struct Launch<'a> {
    /// The kernel.
    pub kernel: &'a Arc<CompiledKernel>,
    /// Tells it from every other kernel.
    pub id: u64,
    /// The function of the host that does the same, or null.
    pub code: *const c_void,
    /// The arguments.
    pub arguments: &'a [Argument],
}

/// What a launch does with an entry of the table.
pub struct EntryUse {
    /// Where it begins.
    pub base: u64,
    /// How it is used.
    pub access: Access,
    /// The argument lies in this entry alone.
    pub one: bool,
}

/// The kernels of one device, by the addresses of their bytes.
#[derive(Default)]
pub struct Launcher {
    kernels: FxHashMap<usize, Arc<CompiledKernel>>,
}

/// The views among the arguments of a launch. Those that no stage reads or writes are without elements.
///
/// # Safety
/// `args` are the addresses of descriptors and scalars that the kernel's arguments ask for.
unsafe fn views(kernel: &CompiledKernel, args: *const *const u8) -> Result<Vec<View>, String> {
    let mut out = Vec::new();
    for (i, arg) in kernel.args.iter().enumerate() {
        if let Arg::View(v) = arg {
            // SAFETY: the caller's promise.
            let section = unsafe { Section::read(*args.add(i)) };
            let rank = section.dims().len();
            if rank != v.rank as usize {
                return Err(format!("argument {i} has rank {rank}, the kernel takes {}", v.rank));
            }
            let name = v.name.clone();
            out.push(View { name, section, writes: v.writes, used: !v.bindings.is_empty() });
        }
    }
    Ok(out)
}

/// The values of a launch's arguments.
///
/// # Safety
/// As [`views`].
unsafe fn values(kernel: &CompiledKernel, args: *const *const u8) -> Result<Values, String> {
    let mut values = Values { sections: Vec::new(), integers: Vec::new(), offsets: Vec::new() };
    for (i, arg) in kernel.args.iter().enumerate() {
        // SAFETY: the caller's promise.
        unsafe {
            let p = *args.add(i);
            match arg {
                Arg::Scalar(s) => {
                    values.integers.push(pipelines::scalar(s.kind, p, NO_WORD, kernel.wide, &mut [])?);
                    values.sections.push(None);
                }
                Arg::View(_) => {
                    values.integers.push(0);
                    values.sections.push(Some(Section::read(p)));
                }
            }
        }
    }
    Ok(values)
}

/// What is to run in place of a kernel whose indices have 32 bits, where a loop has more iterations than these count.
///
/// # Safety
/// As [`views`].
unsafe fn twin(kernel: &CompiledKernel, args: *const *const u8) -> Result<Option<Arc<CompiledKernel>>, String> {
    let Some(twin) = &kernel.twin else { return Ok(None) };
    // SAFETY: the caller's promise.
    let values = unsafe { values(kernel, args)? };
    let most = values.eval(&twin.iterations, "the number of iterations")?;
    let needed = select::wide_always() || most > i64::from(i32::MAX);
    Ok(needed.then(|| twin.kernel.clone()))
}

/// Whether any stage of a launch has something to do.
///
/// # Safety
/// As [`views`].
unsafe fn has_iterations(kernel: &CompiledKernel, args: *const *const u8) -> Result<bool, String> {
    // SAFETY: the caller's promise.
    let values = unsafe { values(kernel, args)? };
    let some = |e: &Expr| values.eval(e, "the grid").is_ok_and(|n| n > 0);
    Ok(kernel.stages.iter().any(|s| match &s.grid {
        Grid::Linear(e) | Grid::Teams(e) | Grid::LooseTeams(e) => some(e),
        Grid::Invocations(e) | Grid::Groups(e) => e.iter().all(some),
    }))
}

/// The memory of a view.
fn held(
    table: &Table<Memory>,
    joints: &joint::Places,
    joined: &[Joined],
    section: &Section,
    place: &Place,
) -> Option<Held> {
    match place {
        Place::Nothing => None,
        Place::Entry(base) => table.at(*base).map(|e| {
            let ahead = section.base.wrapping_sub(e.base) as i64;
            let mapped = e.lead..e.lead + e.len;
            let name = if e.base >= FIRST_KEY { "a temporary array" } else { &e.name };
            Held { memory: e.memory.clone(), offset: ahead + e.lead as i64, mapped, name: name.into() }
        }),
        Place::Joint(j) => {
            let first = joints.joints[*j].bases.first().and_then(|b| table.at(*b));
            let memory = joined[*j].memory.clone();
            let mapped = joined[*j].mapped();
            let name = first.map(|e| e.name.clone()).unwrap_or_default();
            Some(Held { memory, offset: joined[*j].offset(section.base), mapped, name })
        }
    }
}

impl Launcher {
    /// The kernel encoded at an address.
    ///
    /// # Safety
    /// An encoded kernel lies at the address and never changes.
    unsafe fn load(&mut self, machine: &dyn Machine, at: *const u8) -> Result<Arc<CompiledKernel>, String> {
        if let Some(k) = self.kernels.get(&(at as usize)) {
            return Ok(Arc::clone(k));
        }
        // SAFETY: the caller's promise; the header says how long it is.
        let bytes = unsafe {
            let header = &*at.cast::<[u8; HEADER_BYTES]>();
            let len = CompiledKernel::encoded_len(header).map_err(|e| e.to_string())?;
            std::slice::from_raw_parts(at, len)
        };
        let kernel = Arc::new(CompiledKernel::decode(bytes).map_err(|e| e.to_string())?);
        let info = machine.info();
        let missing = kernel.needs & !info.features;
        if missing != 0 {
            return Err(format!("the kernel needs {}, which {} lacks", feature_names(missing), info.name));
        }
        self.kernels.insert(at as usize, Arc::clone(&kernel));
        Ok(kernel)
    }

    /// Queues a kernel, or gives what the caller has to run.
    ///
    /// # Safety
    /// As [`Launcher::load`]; `args` are the addresses of descriptors and scalars that its arguments ask for, and `code` is
    /// null or a function that takes such a list.
    pub unsafe fn launch(
        &mut self,
        machine: &mut dyn Machine,
        table: &Table<Memory>,
        at: *const u8,
        code: *const c_void,
        args: *const *const u8,
        listed: &[u64],
    ) -> Result<Option<Work>, String> {
        // SAFETY: the caller's promise.
        let kernel = unsafe { self.load(machine, at)? };
        // SAFETY: the caller's promise.
        let queued = unsafe { run(machine, table, &kernel, (at, code), args, listed) };
        let named = move |e| format!("kernel {}: {e}", kernel.name);
        match queued {
            Ok(None) => Ok(None),
            Ok(Some(work)) => Ok(Some(Box::new(move |over| work(over).map_err(named)))),
            Err(e) => Err(named(e)),
        }
    }

    /// A kernel, and what a launch of it uses; nothing where it has no iterations.
    ///
    /// # Safety
    /// As [`Launcher::launch`].
    pub unsafe fn uses(
        &mut self,
        machine: &dyn Machine,
        table: &Table<Memory>,
        at: *const u8,
        args: *const *const u8,
        listed: &[u64],
    ) -> Result<(Arc<CompiledKernel>, Vec<EntryUse>), String> {
        // SAFETY: the caller's promise.
        let kernel = unsafe { self.load(machine, at)? };
        // SAFETY: the caller's promise.
        let (views, runs): (Vec<View>, bool) = unsafe { (views(&kernel, args)?, has_iterations(&kernel, args)?) };
        let mut uses = Vec::new();
        if !runs {
            return Ok((kernel, uses));
        }
        let places = joint::places(table, &views, listed)?;
        let args = kernel.args.iter().filter_map(|a| match a {
            Arg::View(v) => Some(Access { reads: v.reads, writes: v.writes }),
            Arg::Scalar(_) => None,
        });
        for (access, place) in args.zip(&places.of) {
            match place {
                Place::Nothing => {}
                Place::Entry(base) => uses.push(EntryUse { base: *base, access, one: true }),
                Place::Joint(j) => {
                    let of = |&base: &u64| EntryUse { base, access, one: false };
                    uses.extend(places.joints[*j].bases.iter().map(of));
                }
            }
        }
        // Arguments may be the same variable.
        let mut all: Vec<EntryUse> = Vec::new();
        for u in uses {
            match all.iter_mut().find(|a| a.base == u.base) {
                Some(a) => {
                    a.access.reads |= u.access.reads;
                    a.access.writes |= u.access.writes;
                }
                None => all.push(u),
            }
        }
        Ok((kernel, all))
    }

    /// Bases of the entries that a launch may write to.
    ///
    /// # Safety
    /// As [`Launcher::launch`].
    pub unsafe fn targets(
        &mut self,
        machine: &dyn Machine,
        table: &Table<Memory>,
        at: *const u8,
        args: *const *const u8,
        listed: &[u64],
    ) -> Result<Vec<u64>, String> {
        // SAFETY: the caller's promise.
        let kernel = unsafe { self.load(machine, at)? };
        // SAFETY: the caller's promise.
        let views: Vec<View> = unsafe { views(&kernel, args)? };
        let places = joint::places(table, &views, listed)?;
        let mut bases = Vec::new();
        for (_, place) in views.iter().zip(&places.of).filter(|(v, _)| v.writes) {
            match place {
                Place::Nothing => {}
                Place::Entry(base) => bases.push(*base),
                Place::Joint(j) => bases.extend(&places.joints[*j].bases),
            }
        }
        Ok(bases)
    }
}

/// # Safety
/// As [`Launcher::launch`].
unsafe fn run(
    machine: &mut dyn Machine,
    table: &Table<Memory>,
    kernel: &Arc<CompiledKernel>,
    (at, code): (*const u8, *const c_void),
    args: *const *const u8,
    listed: &[u64],
) -> Result<Option<Work>, String> {
    // SAFETY: the caller's promise.
    let views = unsafe { views(kernel, args)? };
    let places = joint::places(table, &views, listed)?;
    let mut joined = Vec::with_capacity(places.joints.len());
    for j in &places.joints {
        let bytes = Joined::bytes(machine, table, j)?;
        let memory = machine.take(bytes)?;
        joined.push(Joined::gather(machine, table, j, memory)?);
    }
    let mut found = views.iter().zip(&places.of);
    let mut arguments = Vec::with_capacity(kernel.args.len());
    for (i, arg) in kernel.args.iter().enumerate() {
        // SAFETY: the caller's promise.
        let p = unsafe { *args.add(i) };
        arguments.push(match arg {
            Arg::Scalar(_) => Argument::Scalar(p),
            Arg::View(_) => {
                let (View { section, used, .. }, place) = found.next().expect("every view argument has its place");
                let held = if *used { held(table, &places, &joined, section, place) } else { None };
                Argument::View { descriptor: p, section: *section, held }
            }
        });
    }
    // SAFETY: the caller's promise.
    let twin = unsafe { twin(kernel, args)? };
    let info = machine.info();
    if let Some(missing) = twin.as_ref().map(|t| t.needs & !info.features).filter(|m| *m != 0) {
        return Err(format!("its loop needs {}, which {} lacks", feature_names(missing), info.name));
    }
    // Kernels are aligned in the image, so that no other one has the next number.
    let id = at as u64 + u64::from(twin.is_some());
    let launch = Launch { kernel: twin.as_ref().unwrap_or(kernel), id, code, arguments: &arguments };
    // SAFETY: the caller's promise.
    let mut work = unsafe { machine.launch(&launch)? };
    drop(arguments);
    // What is brought together gets its values back behind the kernel.
    if !joined.is_empty()
        && let Some(now) = work.take()
    {
        now(&mut || ())?;
    }
    for (joined, j) in joined.into_iter().zip(&places.joints) {
        if j.writes {
            joined.scatter(machine, table, j)?;
        }
        machine.give(joined.memory);
    }
    Ok(work)
}
