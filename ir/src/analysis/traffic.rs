//! What kernels move and compute: bytes of the memory of the device that they read and write, operations, and which of the two
//! limits them. [`region`] compares what the kernels of a region move with what its statements must: a kernel that could have
//! been a part of another one shows as the difference.
//!
//! An array counts once in a kernel, however many loads there are of its elements: what neighbouring iterations share comes from
//! caches. All numbers are for one iteration of the kernel's loops; parts of arrays that few of the loops go through (a row that
//! all columns use, scalars) count nothing there. Where all extents are constants there are totals, in which they count.

use super::effects::Access;
use super::effects::{is_pure, own_reads, own_writes};
use super::price::price;
use crate::choices::KernelKind;
use crate::entity::{Op, Region, Value};
use crate::module::Module;
use crate::ops::OpKind;
use crate::passes::offload::memory::{Base, root_of};
use crate::passes::offload::omp_maps::name_of;
use crate::types::TypeKind;
use rustc_hash::{FxHashMap, FxHashSet};

/// Operations for each byte from which on devices compute longer than they wait for memory: GPUs of the last years do 10 to 40
/// operations of 32 bits in the time of a byte.
const BALANCE: u64 = 16;

/// Bytes that are moved.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Bytes {
    /// For one iteration.
    pub each: u64,
    /// In all, where that is known.
    pub total: Option<u64>,
}

impl Bytes {
    const NONE: Bytes = Bytes { each: 0, total: Some(0) };

    fn and(self, o: Bytes) -> Bytes {
        Bytes {
            each: self.each.saturating_add(o.each),
            total: self.total.zip(o.total).map(|(x, y)| x.saturating_add(y)),
        }
    }

    /// Both where they may be the same ones.
    fn with(self, o: Bytes) -> Bytes {
        Bytes { each: self.each.max(o.each), total: self.total.zip(o.total).map(|(x, y)| x.max(y)) }
    }
}

/// What limits a kernel.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Limit {
    /// The memory of the device.
    Memory,
    /// Arithmetic.
    Arithmetic,
    /// One invocation does all: the start of the kernel.
    Launch,
}

impl Limit {
    /// In words.
    pub fn name(self) -> &'static str {
        match self {
            Limit::Memory => "memory",
            Limit::Arithmetic => "arithmetic",
            Limit::Launch => "launch",
        }
    }
}

/// An argument of a kernel that is memory.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
struct Used {
    read: Option<Bytes>,
    written: Option<Bytes>,
    /// The first access of an element may be a read.
    first: bool,
}

/// What a kernel moves and computes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Kernel {
    /// Iterations of its loops, where known.
    pub iterations: Option<u64>,
    /// What it reads.
    pub read: Bytes,
    /// What it writes.
    pub written: Bytes,
    /// Operations in one iteration, in additions.
    pub operations: u64,
    /// What limits it.
    pub limit: Limit,
    arguments: Vec<Used>,
}

/// What the kernels of a region move, and what its statements must.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Total {
    /// By the kernels.
    pub generated: Bytes,
    /// Each array of the program once: what is read before it is written, and what is written.
    pub ideal: Bytes,
}

/// How often something happens.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Count {
    /// In each iteration of the kernel.
    each: u64,
    /// In all.
    total: Option<u64>,
}

fn product(m: &Module, extents: &[Value]) -> Option<u64> {
    extents.iter().try_fold(1u64, |n, &e| n.checked_mul(u64::try_from(m.const_int(e)?).unwrap_or(0)))
}

/// What a `dev.kernel` moves and computes.
pub fn kernel(m: &Module, op: Op) -> Kernel {
    let body = m.region(op, 0);
    let mut walk = Walk { m, body, used: vec![Used::default(); m.args(body).len()], operations: 0, loops: Vec::new() };
    let top = m.regions[body].ops.clone();
    let is_loop =
        |o: &Op| matches!(m.kind(*o), OpKind::Parallel | OpKind::Reduce | OpKind::LibMatmul | OpKind::LibTranspose);
    let kind: KernelKind = m.choice(op);
    let mut iterations = Some(1);
    for &o in &top {
        match m.kind(o) {
            OpKind::Parallel | OpKind::Reduce => {
                iterations = product(m, m.group(o, "extents"));
                // A reduction adds each element to what the others came to.
                walk.operations += u64::from(m.kind(o) == OpKind::Reduce);
                walk.nest(o);
            }
            OpKind::LibMatmul => iterations = walk.matmul(o),
            OpKind::LibTranspose => iterations = walk.transpose(o),
            _ => {}
        }
    }
    let parallel = top.iter().any(is_loop) && kind != KernelKind::Scalar;
    if !parallel {
        walk.region(body);
    }
    let sum = |f: fn(&Used) -> Option<Bytes>| walk.used.iter().filter_map(f).fold(Bytes::NONE, Bytes::and);
    let (read, written) = (sum(|u| u.read), sum(|u| u.written));
    let limit = match (parallel, walk.operations > BALANCE.saturating_mul(read.and(written).each)) {
        (false, _) => Limit::Launch,
        (true, true) => Limit::Arithmetic,
        (true, false) => Limit::Memory,
    };
    Kernel { iterations, read, written, operations: walk.operations, limit, arguments: walk.used }
}

/// A walk over a kernel.
struct Walk<'m> {
    m: &'m Module,
    body: Region,
    used: Vec<Used>,
    operations: u64,
    /// Indices of the loops around, with their extents; those of the kernel's own loop first.
    loops: Vec<(Value, Option<u64>, bool)>,
}

impl Walk<'_> {
    /// A loop of the kernel.
    fn nest(&mut self, op: Op) {
        let m = self.m;
        let r = m.region(op, 0);
        let known = |v: Value| m.const_int(v).map(|n| n.max(0) as u64);
        self.loops = m.args(r).iter().zip(m.group(op, "extents")).map(|(&a, &e)| (a, known(e), true)).collect();
        self.region(r);
        self.loops.clear();
    }

    fn region(&mut self, r: Region) {
        let m = self.m;
        for &o in &m.regions[r].ops {
            self.accesses(o);
            let turns = self.loops.iter().filter(|l| !l.2).map(|l| l.1.unwrap_or(1)).fold(1, u64::saturating_mul);
            let counts = is_pure(m, o) && !m.info(o).name.starts_with("view.") && self.computes(o);
            if counts {
                self.operations = self.operations.saturating_add(u64::from(price(m, o)).saturating_mul(turns));
            }
            let around = self.loops.len();
            if matches!(m.kind(o), OpKind::For | OpKind::Reduce | OpKind::Parallel)
                && let Some(&inner) = m.ops[o].regions.first()
            {
                let known = |v: Value| m.const_int(v).map(|n| n.max(0) as u64);
                match m.kind(o) {
                    OpKind::For => {
                        let [first, last, step] = [0, 1, 2].map(|k| m.const_int(m.operand(o, k)).map(i128::from));
                        let n = first.zip(last).zip(step.filter(|&s| s != 0));
                        let n = n.and_then(|((a, b), s)| u64::try_from(((b - a + s) / s).max(0)).ok());
                        self.loops.extend(m.args(inner).first().map(|&a| (a, n, false)));
                    }
                    _ => {
                        let list = m.args(inner).iter().zip(m.group(o, "extents"));
                        self.loops.extend(list.map(|(&a, &e)| (a, known(e), false)));
                    }
                }
            }
            for &inner in &m.ops[o].regions {
                self.region(inner);
            }
            self.loops.truncate(around);
        }
    }

    /// Arithmetic on numbers, not on subscripts.
    fn computes(&self, op: Op) -> bool {
        self.m.ops[op].results.iter().any(|&v| match self.m.tk(v) {
            TypeKind::Float(_) | TypeKind::Complex(_) => true,
            TypeKind::Int(_) => !matches!(self.m.kind(op), OpKind::Const),
            _ => false,
        })
    }

    fn accesses(&mut self, op: Op) {
        let m = self.m;
        for (list, read) in [(own_reads(m, op), true), (own_writes(m, op), false)] {
            for a in list {
                if let Access::Data(address) = a {
                    self.access(address, read);
                }
            }
        }
    }

    fn access(&mut self, address: Value, read: bool) {
        let m = self.m;
        let Some(size) = m.types.size_of(m.types.elem(m.ty(address))) else { return };
        let mut uses = FxHashSet::default();
        self.indices(address, &mut uses, 0);
        let own = self.loops.iter().filter(|l| l.2).all(|l| uses.contains(&l.0));
        let inner = self.loops.iter().filter(|l| !l.2 && uses.contains(&l.0)).map(|l| l.1.unwrap_or(1));
        let each = if own && !self.loops.is_empty() { inner.fold(1, u64::saturating_mul) } else { 0 };
        let used = self.loops.iter().filter(|l| uses.contains(&l.0));
        let total = used.map(|l| l.1).try_fold(1u64, |n, l| n.checked_mul(l?));
        self.note(address, Count { each, total }, size, read);
    }

    /// Indices of loops on which an address depends.
    fn indices(&self, v: Value, out: &mut FxHashSet<Value>, depth: u32) {
        if self.loops.iter().any(|l| l.0 == v) {
            out.insert(v);
        }
        if let Some(d) = self.m.def(v).filter(|_| depth < 40) {
            for &o in self.m.operands(d) {
                self.indices(o, out, depth + 1);
            }
        }
    }

    fn note(&mut self, address: Value, n: Count, size: u64, read: bool) {
        let m = self.m;
        let Base::Arg(var) = root_of(m, address).base else { return };
        let Some(k) = m.args(self.body).iter().position(|&a| a == var) else { return };
        let bytes = Bytes { each: n.each.saturating_mul(size), total: n.total.map(|t| t.saturating_mul(size)) };
        let u = &mut self.used[k];
        if read && u.written.is_none() {
            u.first = true;
        } else if read {
            // Stored by this kernel before: it is in a register or cache.
            return;
        }
        let slot = if read { &mut u.read } else { &mut u.written };
        *slot = Some(slot.unwrap_or(bytes).with(bytes));
    }

    /// Rows times columns of a product are its iterations, each of which has a part of the operands to load.
    fn matmul(&mut self, op: Op) -> Option<u64> {
        let m = self.m;
        let shape = |k: usize| -> Option<u64> {
            m.types
                .shape(m.ty(m.operand(op, k)))
                .iter()
                .try_fold(1u64, |n, e| n.checked_mul(u64::try_from((*e)?).ok()?))
        };
        let (c, results) = (m.operand(op, 0), shape(0));
        for k in [1, 2] {
            let v = m.operand(op, k);
            if let Some(size) = m.types.size_of(m.types.elem(m.ty(v))) {
                let total = shape(k);
                let each = match (total, results) {
                    (Some(n), Some(of)) if of > 0 => n.div_ceil(of),
                    _ => 1,
                };
                self.note(v, Count { each, total }, size, true);
            }
        }
        // A multiplication and an addition for each term.
        let a = shape(1);
        let rows = m.types.shape(m.ty(c)).first().copied().flatten().map_or(1, |n| n.max(1) as u64);
        let terms = a.map_or(u64::from(u8::MAX), |n| n / rows.max(1));
        self.operations = self.operations.saturating_add(2 * terms);
        let epilogue = m.ops[op].regions.last().copied().filter(|_| m.flag(op, "epilogue"));
        for &r in &m.ops[op].regions {
            if Some(r) == epilogue {
                // What it reads beside the sum is there for each element of the result, which may be its old value.
                let known = |n: &Option<i64>| n.map(|n| n.max(0) as u64);
                let dims = m.types.shape(m.ty(c));
                self.loops = m.args(r)[1..].iter().zip(dims).map(|(&a, n)| (a, known(n), true)).collect();
            }
            self.region(r);
            self.loops.clear();
        }
        if let Some(size) = m.types.size_of(m.types.elem(m.ty(c))) {
            self.note(c, Count { each: 1, total: results }, size, false);
        }
        results
    }

    fn transpose(&mut self, op: Op) -> Option<u64> {
        let m = self.m;
        let v = m.operand(op, 0);
        let total = m.types.shape(m.ty(v)).iter().try_fold(1u64, |n, e| n.checked_mul(u64::try_from((*e)?).ok()?));
        for k in [1, 0] {
            let v = m.operand(op, k);
            if let Some(size) = m.types.size_of(m.types.elem(m.ty(v))) {
                self.note(v, Count { each: 1, total }, size, k == 1);
            }
        }
        total
    }
}

/// What the launches in a part of a plan move, and what they must.
pub fn region(m: &Module, plan: Region) -> Total {
    let kernels: FxHashMap<&str, Op> = m
        .walk(m.top)
        .into_iter()
        .filter(|&o| m.kind(o) == OpKind::Kernel)
        .filter_map(|o| Some((m.attr_str(o, "sym")?, o)))
        .collect();
    let mut out = Total { generated: Bytes::NONE, ideal: Bytes::NONE };
    let mut known: FxHashMap<String, (bool, Option<Bytes>)> = FxHashMap::default();
    for launch in m.walk(plan).into_iter().filter(|&o| m.kind(o) == OpKind::DevLaunch) {
        let Some(&op) = m.attr_str(launch, "kernel").and_then(|s| kernels.get(s)) else { continue };
        let k = kernel(m, op);
        out.generated = out.generated.and(k.read).and(k.written);
        for (&v, u) in m.operands(launch).iter().zip(&k.arguments) {
            let root = root_of(m, v);
            // What only the region has need not be in memory.
            if matches!(root.base, Base::Heap(_) | Base::Local(_)) && root.name.is_none() {
                continue;
            }
            let name = name_of(m, v).unwrap_or_else(|| format!("{:?}", root.base));
            let seen = known.entry(name).or_insert((false, None));
            if u.first && !seen.0 && seen.1.is_none() {
                out.ideal = out.ideal.and(u.read.unwrap_or(Bytes::NONE));
                seen.0 = true;
            }
            if let Some(w) = u.written {
                seen.1 = Some(seen.1.unwrap_or(w).with(w));
            }
        }
    }
    for (_, written) in known.into_values() {
        out.ideal = out.ideal.and(written.unwrap_or(Bytes::NONE));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::parse_module;

    fn only_kernel(text: &str) -> Kernel {
        let m = parse_module(text).expect("a module");
        let op = m.walk(m.top).into_iter().find(|&o| m.kind(o) == OpKind::Kernel).expect("a kernel");
        kernel(&m, op)
    }

    #[test]
    fn epilogues_read_for_each_element() {
        let k = only_kernel(
            r#"module [files = ["a.f90"]]
dev.module [target = "spirv"] {
  dev.kernel [kind = "matmul", sym = @k] (%0: view<10x20xf32, contig>, %1: view<10x30xf32, contig>, %2: view<30x20xf32, contig>, %3: view<10x20xf32, contig>) {
    lib.matmul %0, %1, %2, %0, %3 [epilogue, in_place] (%4: f32, %5: index, %6: index) {
      %7 = view.elem %0, %5, %6 : ref<f32>
      %8 = mem.load %7 : f32
      %9 = view.elem %3, %5, %6 : ref<f32>
      %10 = mem.load %9 : f32
      %11 = arith.mul %10, %4 : f32
      %12 = arith.add %8, %11 : f32
      loop.yield %12
    }
    func.return
  }
}
"#,
        );
        // Parts of the operands for each element, 2 and 3 elements of them, and one each of the old value and the factor.
        assert_eq!(k.read, Bytes { each: 4 * (2 + 3 + 1 + 1), total: Some(4 * (300 + 600 + 200 + 200)) });
        assert_eq!(k.written, Bytes { each: 4, total: Some(800) });
        assert!(k.arguments[0].first, "the old value is read before it is overwritten");
    }
}
