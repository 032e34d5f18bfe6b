//! Memory that threads of a kernel allocate, and statements at which they end the program.
//!
//! [`prepare`] runs on the constructs of a region: components of local objects of threads become variables
//! of their own ([`objects`]), temporaries and local allocatables places in a pool
//! ([`boxes`]: `dev.take`, `dev.give`), and statements that end the program become the host's ([`ends`]: `dev.host` with
//! `later`). [`expand`] runs when the kernels are there:
//! - A kernel that takes memory has a limited number of threads, each of which runs every so-manieth iteration, and each of
//!   which has a part of a pool that the plan allocates for that kernel ([`blocks`]). What is taken is as large as the plan
//!   can tell; else the threads share what the runtime gives.
//! - A thread that ends the program, or that finds its part too small, says so in a variable that the plan reads behind the
//!   kernel, and leaves its work.

mod blocks;
mod boxes;
mod ends;
mod letters;
mod objects;
pub mod parcels;
mod spread;
mod texts;
mod types;

use super::constructs::open_ends;
use super::maps::bring_before;
use super::recursion;
use super::{Unsupported, c_string};
use crate::choices::Pred;
use crate::entity::{Op, Region, Value};
use crate::module::{Attr, Builder, Loc, Module, Point};
use crate::ops::OpKind;
use crate::types::Type;
use blocks::{HEAD, Part, choice};
use ferrotran_abi::rt;
use letters::Letters;
use spread::Lanes;
pub use spread::kernels;

type Result<T> = std::result::Result<T, Unsupported>;

/// Threads of a kernel that share a pool, at most.
const LANES: i64 = 4096;
/// Threads that call recursive procedures, at most: each needs memory for many frames.
const DEEP_LANES: i64 = 1024;
/// At least, where that is the number of iterations.
const FEW_LANES: i64 = 64;

/// Rewrites what code of threads allocates and where it ends the program. `plan`: the body of the region.
pub fn prepare(m: &mut Module, plan: Region, of_thread: &dyn Fn(&Module, Op) -> bool) {
    // What the host does later is prepared: teams have been here first.
    let of_thread: &dyn Fn(&Module, Op) -> bool = &|m, o| of_thread(m, o) && !is_in_host(m, o);
    recursion::expand(m, plan, of_thread);
    types::no_others(m, plan);
    types::distances(m, plan);
    types::ask_before(m, plan, of_thread);
    objects::split(m, plan, of_thread);
    let concerns = |o: Op| {
        use OpKind::*;
        let here = matches!(m.kind(o), Alloc | BoxAllocate | BoxSet | BoxInit | Unreachable | DevTake);
        (here || m.runtime_fn(o) == Some(rt::frt_write_begin)) && of_thread(m, o)
    };
    if !m.walk(plan).into_iter().any(concerns) {
        return;
    }
    boxes::read_before(m, plan, of_thread);
    boxes::rewrite(m, plan, of_thread);
    boxes::decided(m, plan);
    ends::output(m, plan, of_thread);
    ends::collect(m, plan, of_thread);
    open_ends(m);
}

/// The op is in a statement of the host.
fn is_in_host(m: &Module, op: Op) -> bool {
    let mut at = op;
    while let Some(p) = m.parent_op(at) {
        if m.kind(p) == OpKind::DevHost {
            return true;
        }
        at = p;
    }
    false
}

/// Makes code of that in the kernels of a region. Gives the statements of the host that it adds to the plan.
pub fn expand(m: &mut Module, plan: Region) -> Result<Vec<Op>> {
    let (mut status, mut hosts) = (None, Vec::new());
    for kernel in kernels(m, plan) {
        let kernel =
            Kernel { m, plan, op: kernel, status: &mut status, codes: Vec::new(), ways: Vec::new(), letters: None };
        hosts.extend(kernel.run()?);
    }
    for o in m.walk(plan) {
        if m.kind(o) == OpKind::DevPool && m.users(m.result(o)).is_empty() {
            m.detach(o);
        }
    }
    Ok(hosts)
}

/// A label for a block that threads leave, which none in the function around `op` has.
fn new_label(m: &Module, op: Op) -> String {
    let mut at = op;
    while let Some(p) = m.parent_op(at).filter(|_| m.kind(at) != OpKind::Func) {
        at = p;
    }
    let has = |o: &Op| m.attr_str(*o, "label").is_some_and(|l| l.starts_with("leave."));
    let others = m.ops[at].regions.iter().flat_map(|&r| m.walk(r)).filter(has);
    // Blocks have labels, and what leaves them too: what is free is one more than the last.
    let last = others.filter_map(|o| m.attr_str(o, "label")?.strip_prefix("leave.")?.parse::<usize>().ok()).max();
    format!("leave.{}", last.map_or(0, |n| n + 1))
}

/// Ops that this is about.
fn concerns(m: &Module, op: Op) -> bool {
    matches!(m.kind(op), OpKind::DevTake | OpKind::DevGive) || m.kind(op) == OpKind::DevHost && m.flag(op, "later")
}

/// What the host does where a thread has left its work.
enum After {
    /// The statement that it came to, and the values of the thread that it uses.
    Statement(Region, Vec<Value>),
    /// The error of a pool that is too small, for frames of that procedure where there is one.
    Exhausted(Option<String>),
}

struct Kernel<'m> {
    m: &'m mut Module,
    plan: Region,
    op: Op,
    /// The variable that says how threads left their work; 0: they did not.
    status: &'m mut Option<Value>,
    /// What the values of the variable mean, from 1 on.
    codes: Vec<(Loc, After)>,
    /// Blocks that a thread leaves, and their labels.
    ways: Vec<(Op, String)>,
    /// Where threads write what the host needs for its statements.
    letters: Option<Letters>,
}

impl Kernel<'_> {
    fn run(mut self) -> Result<Option<Op>> {
        let body = self.m.region(self.op, 0);
        let all: Vec<Op> = self.m.walk(body).into_iter().filter(|&o| concerns(self.m, o)).collect();
        if all.is_empty() {
            return Ok(None);
        }
        if let Some(&o) = all.iter().find(|&&o| self.m.kind(o) == OpKind::DevHost && !ends::can_wait(self.m, o)) {
            return Err(Unsupported::new(self.m, o, "a thread does input or output that the host cannot do later"));
        }
        spread::serialize_nests(self.m, body)?;
        let (mut takes, mut ends) = (Vec::new(), Vec::new());
        for o in all {
            if self.m.kind(o) == OpKind::DevHost { ends.push(o) } else { takes.push(o) }
        }
        let asked: Vec<Op> = takes.iter().copied().filter(|&o| self.m.kind(o) == OpKind::DevTake).collect();
        let known: Vec<Option<Value>> = asked.iter().map(|&o| self.known(o)).collect();
        let lanes = if asked.is_empty() { None } else { Some(self.lanes(&asked, &known)) };
        let lanes = spread::spread(self.m, self.op, lanes)?;
        self.op = lanes.op;
        let plain = |&o: &Op| ends::ends(self.m, o) && self.m.free_values(self.m.region(o, 0)).is_empty();
        if !ends.iter().all(plain) {
            let write = !ends.iter().all(|&o| ends::ends(self.m, o));
            let large = ends.iter().any(|&o| ends::sends_arrays(self.m, o));
            self.letters = Some(Letters::new(self.m, self.plan, self.op, write, large));
        }
        for o in ends {
            self.end(o, &lanes)?;
        }
        if let Some((lane, each)) = lanes.part {
            self.memory(&lanes, lane, each, &takes, known.iter().all(Option::is_some))?;
        }
        Ok(self.report())
    }

    /// Bytes of a block, as the plan can compute them in front of the kernel.
    fn known(&mut self, take: Op) -> Option<Value> {
        if self.m.attr(take, "frame").is_some() {
            return None;
        }
        let (op, body) = (self.op, self.m.region(self.op, 0));
        let bytes = bring_before(self.m, op, body, self.m.operand(take, 0))?;
        Some(blocks::rounded(&mut Builder::before(self.m, op), bytes))
    }

    /// How many threads the kernel shall have, and how many bytes each of them.
    fn lanes(&mut self, asked: &[Op], known: &[Option<Value>]) -> (Value, Value) {
        let op = self.op;
        let deep = asked.iter().any(|&o| self.m.attr(o, "frame").is_some());
        let again = asked.iter().any(|&o| self.m.parent_op(o).is_some_and(|p| p != op));
        let total = spread::threads(self.m, op);
        let mut b = Builder::before(self.m, op);
        let mut sum = b.index(if known.iter().all(Option::is_some) { 0 } else { HEAD });
        for &n in known.iter().flatten() {
            sum = b.binary(OpKind::Add, sum, n);
        }
        if again {
            let two = b.index(2);
            sum = b.binary(OpKind::Mul, sum, two);
        }
        let call = b.runtime(rt::frt_dev_heap, &[], Some(Type::I64));
        let heap = b.m.result(call);
        let heap = b.cast(heap, Type::INDEX);
        let most = if deep { DEEP_LANES } else { LANES };
        let (one, most, unit) = (b.index(1), b.index(most), b.index(HEAD));
        let all_known = known.iter().all(Option::is_some);
        let mut lanes = match total {
            Some(total) => b.binary(OpKind::Min, total, most),
            None => most,
        };
        if all_known {
            let (few, fit) = (b.index(FEW_LANES), b.binary(OpKind::Div, heap, sum));
            let fit = b.binary(OpKind::Max, fit, few);
            lanes = b.binary(OpKind::Min, lanes, fit);
        }
        lanes = b.binary(OpKind::Max, lanes, one);
        if let Some(n) = spread::team_threads(b.m, op) {
            let teams = b.m.operand(op, 0);
            let width = b.index(n);
            lanes = b.binary(OpKind::Mul, teams, width);
        }
        let each = if all_known {
            sum
        } else {
            let share = b.binary(OpKind::Div, heap, lanes);
            let share = b.binary(OpKind::Div, share, unit);
            let share = b.binary(OpKind::Mul, share, unit);
            b.binary(OpKind::Add, share, sum)
        };
        (lanes, each)
    }

    /// The variable with the status.
    fn status(&mut self) -> Value {
        if let Some(v) = *self.status {
            return v;
        }
        let loc = self.m.ops[self.op].loc;
        let ty = self.m.types.reference(Type::I32);
        let mut b = Builder { m: self.m, point: Point { region: self.plan, at: Some(0) }, loc };
        let v = b.op(OpKind::Alloca).result(ty).value();
        let zero = b.int(0, Type::I32);
        b.store(zero, v);
        *self.status = Some(v);
        v
    }

    /// The number that stands for what the host does then.
    fn code(&mut self, loc: Loc, after: After) -> i64 {
        self.codes.push((loc, after));
        self.codes.len() as i64
    }

    /// A thread comes to a statement of the host.
    fn end(&mut self, host: Op, lanes: &Lanes) -> Result<()> {
        let body = self.m.region(host, 0);
        let loc = self.m.ops[host].loc;
        let ends = ends::ends(self.m, host);
        let values: Vec<Value> = self.m.free_values(body).into_iter().collect();
        let code = self.code(loc, After::Statement(body, values.clone()));
        let label = if ends { Some(self.way_out(host, lanes)?) } else { None };
        let status = self.status();
        let mut b = Builder::before(self.m, host);
        if let Some(letters) = &self.letters {
            letters.write(&mut b, code, &values);
        }
        let code = b.int(code, Type::I32);
        b.store(code, status);
        if let Some(label) = label {
            b.op(OpKind::Break).attr("label", Attr::str(&label)).build();
        }
        self.m.ops[host].regions.clear();
        self.m.regions[body].parent = None;
        self.m.detach(host);
        Ok(())
    }

    /// The label of the block that a thread leaves from there: nothing in it waits for others.
    fn way_out(&mut self, op: Op, lanes: &Lanes) -> Result<String> {
        if let Some(label) = &lanes.label {
            return Ok(label.clone());
        }
        let body = self.m.region(self.op, 0);
        let mut path = vec![op];
        while self.m.ops[path[path.len() - 1]].parent != Some(body) {
            let Some(p) = self.m.parent_op(path[path.len() - 1]) else { break };
            path.push(p);
        }
        let waits = |m: &Module, o: Op| {
            m.ops[o].regions.iter().any(|&r| m.walk(r).iter().any(|&x| m.kind(x) == OpKind::DevBarrier))
        };
        let quiet = |m: &Module, o: Op| {
            use OpKind::*;
            matches!(m.kind(o), For | While | If | SelectCase | Block) && m.ops[o].results.is_empty() && !waits(m, o)
        };
        let way = path[1..].iter().rev().copied().find(|&o| quiet(self.m, o));
        let Some(way) = way else {
            return Err(Unsupported::new(
                self.m,
                op,
                "a thread may end or find no memory where others of its team wait for it",
            ));
        };
        if let Some((_, label)) = self.ways.iter().find(|w| w.0 == way) {
            return Ok(label.clone());
        }
        let label = new_label(self.m, way);
        let inner = self.m.new_region(&[]);
        let mut b = Builder::before(self.m, way);
        b.op(OpKind::Block).attr("label", Attr::str(&label)).region(inner).build();
        self.m.detach(way);
        self.m.insert(inner, 0, way);
        self.ways.push((way, label.clone()));
        Ok(label)
    }

    /// The pool, and code for what the threads take from it and give back.
    fn memory(&mut self, lanes: &Lanes, lane: Value, each: Value, takes: &[Op], all_known: bool) -> Result<()> {
        let loc = self.m.ops[self.op].loc;
        let ty = self.m.types.view(vec![None], Type::I8, true);
        let mut b = Builder::before(self.m, self.op);
        let bytes = b.binary(OpKind::Mul, lanes.count, each);
        let reason = Attr::str("memory that threads allocate");
        let heap = b.op(OpKind::Alloc).arg(bytes).attr("reason", reason).result(Type::PTR).value();
        let pool = b.op(OpKind::ViewMake).arg(heap).args(&[bytes]).args(&[]).opt(None).result(ty).value();
        Builder::after(self.m, self.op).op(OpKind::Free).arg(heap).build();
        let body = self.m.region(self.op, 0);
        for o in self.m.walk(self.plan) {
            if self.m.kind(o) == OpKind::DevPool {
                let old = self.m.result(o);
                self.m.replace_uses(body, old, pool);
            }
        }
        let of_index = self.m.types.reference(Type::INDEX);
        // Behind what gives the lane its number.
        let at = self.m.def(lane).filter(|&d| self.m.ops[d].parent == Some(lanes.list));
        let at = at.map_or(0, |d| self.m.position(d).1 + 1);
        let mut b = Builder { m: self.m, point: Point { region: lanes.list, at: Some(at) }, loc };
        let first = b.binary(OpKind::Mul, lane, each);
        let end = b.binary(OpKind::Add, first, each);
        let top = b.op(OpKind::Alloca).result(of_index).value();
        b.store(first, top);
        if let Some(iteration) = lanes.iteration {
            let mut b = Builder { m: self.m, point: Point { region: iteration, at: Some(0) }, loc };
            b.store(first, top);
        }
        let part = Part { pool, first, end, top };
        let mut codes: Vec<(Option<String>, i64)> = Vec::new();
        for &o in takes {
            let v = self.m.operand(o, 0);
            if self.m.kind(o) == OpKind::DevGive {
                part.give(&mut Builder::before(self.m, o), v);
                self.m.detach(o);
                continue;
            }
            // What the plan has counted is there.
            let sure = all_known && self.m.ops[o].parent == Some(body);
            let way = if sure { None } else { Some(self.way_out(o, lanes)?) };
            let mut b = Builder::before(self.m, o);
            let size = blocks::rounded(&mut b, v);
            let is_frame = b.m.attr(o, "frame").is_some();
            let place = if is_frame { part.push(&mut b, size) } else { part.take(&mut b, size) };
            if let Some(label) = way {
                let frame = self.m.attr_str(o, "frame").map(str::to_string);
                let code = match codes.iter().find(|c| c.0 == frame) {
                    Some(c) => c.1,
                    None => {
                        let code = self.code(self.m.ops[o].loc, After::Exhausted(frame.clone()));
                        codes.push((frame, code));
                        code
                    }
                };
                let status = self.status();
                let mut b = Builder::before(self.m, o);
                let zero = b.index(0);
                let none = b.cmp(Pred::Eq, place, zero);
                choice(&mut b, none, |b| {
                    if let Some(letters) = &self.letters {
                        letters.write(b, code, &[]);
                    }
                    leave(b, status, code, &label);
                });
            }
            let old = self.m.result(o);
            self.m.replace_all_uses(old, place);
            self.m.detach(o);
        }
        Ok(())
    }

    /// Behind the kernel the host looks whether a thread has left its work, and what for. Gives the statement of the host, if
    /// it becomes one.
    fn report(self) -> Option<Op> {
        let status = (*self.status).filter(|_| !self.codes.is_empty())?;
        let (m, plan) = (self.m, self.plan);
        let line = m.regions[plan].parent.and_then(|t| m.attr_int(t, "line"));
        let (region, mut at) = m.position(self.op);
        at += 1;
        while m.regions[region].ops.get(at).is_some_and(|&o| {
            matches!(m.kind(o), OpKind::Free | OpKind::Store | OpKind::Load)
                || crate::analysis::effects::is_pure(m, o) && m.ops[o].regions.is_empty()
        }) {
            at += 1;
        }
        let loc = m.ops[self.op].loc;
        let mut b = Builder { m, point: Point { region, at: Some(at) }, loc };
        let now = b.load(status);
        let zero = b.int(0, Type::I32);
        let any = b.cmp(Pred::Ne, now, zero);
        let mut host = None;
        choice(&mut b, any, |b| match &self.letters {
            None => {
                for (k, (loc, after)) in self.codes.into_iter().enumerate() {
                    let code = b.int(k as i64 + 1, Type::I32);
                    let this = b.cmp(Pred::Eq, now, code);
                    choice(b, this, |b| match after {
                        After::Statement(body, _) => put(b, body),
                        After::Exhausted(frame) => exhausted(b, line, loc, frame.as_deref()),
                    });
                }
            }
            Some(letters) => {
                let body = b.m.new_region(&[]);
                b.inside(body, |b| {
                    letters.read(b, line, self.codes.into_iter().enumerate(), |b, loc, after, at| match after {
                        After::Statement(body, values) => {
                            letters.values(b, body, &values, at);
                            put(b, body);
                        }
                        After::Exhausted(frame) => exhausted(b, line, loc, frame.as_deref()),
                    });
                });
                // The variable is the region's for all its kernels.
                let why = Attr::str("it does what threads have left to the host");
                host = Some(b.op(OpKind::DevHost).attr("why", why).region(body).build());
                b.store(zero, status);
            }
        });
        if let Some(letters) = &self.letters {
            letters.free(m, region);
        }
        host
    }
}

/// The ops of a region.
fn put(b: &mut Builder<'_>, body: Region) {
    for o in std::mem::take(&mut b.m.regions[body].ops) {
        b.m.ops[o].parent = None;
        b.insert(o);
    }
}

/// The error of a pool that is too small for what a line allocates.
fn exhausted(b: &mut Builder<'_>, region: Option<i64>, loc: Loc, frame: Option<&str>) {
    let file = b.m.files.get(loc.file as usize).cloned().unwrap_or_default();
    let region = region.unwrap_or(i64::from(loc.line));
    let what = frame.map_or("what it allocates".to_string(), |f| format!("calls of the recursive procedure '{f}'"));
    let text = format!(
        "a thread of the target region at line {region} has no memory left for {what} (FERROTRAN_DEVICE_HEAP: bytes for all \
         threads)"
    );
    error(b, &file, loc.line, &text);
}

/// An error of the runtime.
fn error(b: &mut Builder<'_>, file: &str, line: u32, text: &str) {
    let name = c_string(b, file);
    let at = b.int(line.into(), Type::I32);
    let chars = b.op(OpKind::ChrConst).attr("value", Attr::str(text)).result(Type::CHR).value();
    let chars = b.op(OpKind::ChrAddr).arg(chars).result(Type::PTR).value();
    let len = b.int(text.len() as i64, Type::I64);
    b.runtime(rt::frt_error, &[name, at, chars, len], None);
}

/// A thread leaves its work for a reason.
fn leave(b: &mut Builder<'_>, status: Value, code: i64, label: &str) {
    let code = b.int(code, Type::I32);
    b.store(code, status);
    b.op(OpKind::Break).attr("label", Attr::str(label)).build();
}
