//! The pass manager: one table of passes, and the way to run a list of them.

pub mod algebra;
mod allocated;
mod branches;
pub mod bufferize;
pub mod complex_parts;
pub mod contiguous;
pub mod contract;
pub mod counted_sums;
mod dead_code;
pub mod dead_store;
pub mod dependence;
mod descriptors;
mod dispatch;
mod exact;
pub mod fold;
pub mod forward;
pub mod fuse;
pub mod inline;
pub mod interchange;
pub mod jam;
pub mod jumps;
pub mod loop_fuse;
pub mod math_expand;
pub mod mem2reg;
pub mod offload;
pub mod omp_host;
pub mod openmp;
pub mod procedures;
pub mod reductions;
pub mod registers;
pub mod simplify;
pub mod sink;
pub mod split;
pub mod subscripts;
pub mod summaries;
mod table;
mod tail_calls;
pub mod unroll;
mod unused;
pub mod vectorize;

pub use table::{ANY, LOOP_DEVICE, PASSES, PassInfo, Pipeline, STATEMENTS_MERGED, find_pass, passes_of};

use crate::entity::Op;
use crate::module::{Loc, Module};
use crate::ops::{Forms, OpKind};
use crate::verify;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// Why a pass gave up, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PassError {
    /// Place in the source.
    pub loc: Loc,
    /// The op, if it is known.
    pub op: Option<Op>,
    /// What is wrong.
    pub text: String,
}

impl PassError {
    /// An error at a place.
    pub fn new(loc: Loc, text: impl Into<String>) -> PassError {
        PassError { loc, op: None, text: text.into() }
    }
    /// An error at an op.
    pub fn at(m: &Module, op: Op, text: impl Into<String>) -> PassError {
        PassError { loc: m.ops[op].loc, op: Some(op), text: text.into() }
    }
}

impl std::fmt::Display for PassError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}: {}", self.loc.line, self.loc.col, self.text)
    }
}
impl std::error::Error for PassError {}

/// Something a pass did or could not do, for `explain`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Remark {
    /// The pass.
    pub pass: &'static str,
    /// Place in the source.
    pub loc: Loc,
    /// A short class such as `fused`, `temporary`, `fallback`.
    pub kind: &'static str,
    /// The sentence.
    pub text: String,
}

/// What a pass gets beside the module.
#[derive(Default, Debug)]
pub struct PassCtx {
    /// Everything remarked so far.
    pub remarks: Vec<Remark>,
    /// Named counters: (pass, counter) -> count.
    pub stats: BTreeMap<(&'static str, &'static str), u64>,
    pass: &'static str,
    /// See [`PassOptions::kernel_check`].
    pub(crate) kernel_check: Option<offload::kernel_check::KernelCheck>,
    /// See [`PassOptions::machine`].
    machine: vectorize::Machine,
    /// See [`PassOptions::host_reads`].
    pub(crate) host_reads: bool,
}

impl PassCtx {
    /// Says what became of a statement.
    pub fn remark(&mut self, loc: Loc, kind: &'static str, text: impl Into<String>) {
        self.remarks.push(Remark { pass: self.pass, loc: loc.place(), kind, text: text.into() });
    }
    /// Adds to a counter of the running pass.
    pub fn count(&mut self, counter: &'static str, n: u64) {
        *self.stats.entry((self.pass, counter)).or_insert(0) += n;
    }
}

/// How [`run_passes`] goes about it.
#[derive(Clone, Debug, Default)]
pub struct PassOptions {
    /// Collect the text of the module after every pass.
    pub print_after: bool,
    /// Verify before the first pass and after every one.
    pub verify: bool,
    /// Measure.
    pub timing: bool,
    /// The kernel compiler's opinion, for the pass `kernel-check`; without it no kernel is refused.
    pub kernel_check: Option<offload::kernel_check::KernelCheck>,
    /// What vector code may count on.
    pub machine: vectorize::Machine,
    /// The pass `host-reads` has an effect.
    pub host_reads: bool,
}

/// What [`run_passes`] found out.
#[derive(Default, Debug)]
pub struct PassReport {
    /// Remarks in order.
    pub remarks: Vec<Remark>,
    /// Counters, as (pass, counter) -> count.
    pub stats: BTreeMap<(&'static str, &'static str), u64>,
    /// Text after each pass, with its name, if asked for.
    pub printed: Vec<(&'static str, String)>,
    /// Time of each pass, if asked for.
    pub times: Vec<(&'static str, Duration)>,
}

/// Runs the passes of a comma-separated list in order.
pub fn run_passes(m: &mut Module, list: &str, opts: &PassOptions) -> Result<PassReport, PassError> {
    let passes = passes_of(list)?;
    let mut cx = PassCtx {
        kernel_check: opts.kernel_check.clone(),
        machine: opts.machine,
        host_reads: opts.host_reads,
        ..PassCtx::default()
    };
    let mut report = PassReport::default();
    let mut forms = ANY;
    if opts.verify {
        check(m, forms, "the input")?;
    }
    let mut done = m.after.as_deref().and_then(|name| once().position(|p| p == name)).map(|at| at + 1);
    for p in passes {
        if let Some(last) = m.after.as_deref() {
            let at = once().position(|pass| pass == p.name && p.pipeline == Pipeline::Loop);
            let before = at.is_some_and(|at| done.is_some_and(|done| at < done)) || p.pipeline == Pipeline::Sequential;
            if before {
                let text = format!("the module is behind the pass `{last}`: `{}` is before", p.name);
                return Err(PassError::new(Loc::default(), text));
            }
        }
        if p.form_in != ANY {
            // Name the op that a pass cannot take, rather than let the pass meet it.
            if let Some(op) = m.walk(m.top).into_iter().find(|&o| m.info(o).forms.0 & p.form_in.0 == 0) {
                let text = format!("pass `{}` does not take the op {}", p.name, m.info(op).name);
                return Err(PassError::at(m, op, text));
            }
        }
        if !p.carried
            && let Some(op) = m.walk(m.top).into_iter().find(|&o| hands_on(m, o))
        {
            let text = format!("pass `{}` does not take a {} that carries values", p.name, m.info(op).name);
            return Err(PassError::at(m, op, text));
        }
        let start = Instant::now();
        cx.pass = p.name;
        (p.run)(m, &mut cx)?;
        done = passed(m, done, p.name);
        let last = done.and_then(|n| n.checked_sub(1)).and_then(|at| once().nth(at));
        m.after = last.filter(|last| Pipeline::Loop.list().last() != Some(last)).map(str::to_string);
        if opts.timing {
            report.times.push((p.name, start.elapsed()));
        }
        if p.form_out != ANY {
            forms = p.form_out;
        }
        if opts.verify {
            check(m, forms, p.name)?;
        }
        if opts.print_after {
            report.printed.push((p.name, crate::text::print_module(m)));
        }
    }
    report.remarks = cx.remarks;
    report.stats = cx.stats;
    Ok(report)
}

/// The passes that may run but once, in their order: those of the pipelines `loop` and `device`.
pub fn once() -> impl Iterator<Item = &'static str> {
    Pipeline::Loop.list().chain(Pipeline::Device.list())
}

/// How many of these a module has behind it, where it is on the way: it comes there by the first of them, or shows that it has
/// been there by copies of its target regions or by its kernels.
fn passed(m: &Module, done: Option<usize>, pass: &str) -> Option<usize> {
    let list: Vec<&str> = once().collect();
    let cut = Pipeline::Loop.list().count();
    if list[0] == pass {
        return Some(1);
    }
    let outlined = || m.top_ops(OpKind::DevModule).next().is_some();
    let split = || m.walk(m.top).into_iter().any(|o| m.kind(o) == OpKind::OmpTarget && m.attr(o, "target").is_some());
    let on_the_way = match list.iter().position(|p| *p == pass) {
        Some(at) if at < cut => split().then_some(1),
        Some(at) if at < cut + 2 => outlined().then_some(cut),
        _ => None,
    };
    let from = done.or(on_the_way)?;
    match list[from..].iter().position(|p| *p == pass) {
        Some(at) if from + at + 1 == list.len() => None,
        Some(at) => Some(from + at + 1),
        None => Some(from),
    }
}

/// True for loops, choices and labels that carry values.
fn hands_on(m: &Module, op: Op) -> bool {
    let carries = matches!(
        m.kind(op),
        OpKind::For | OpKind::While | OpKind::If | OpKind::SelectCase | OpKind::Block | OpKind::Label
    );
    carries && !m.ops[op].results.is_empty()
}

fn check(m: &Module, forms: Forms, after: &str) -> Result<(), PassError> {
    match verify::verify(m, forms).into_iter().next() {
        Some(e) => Err(PassError::at(m, e.op, format!("invalid IR after {after}: {}", e.text))),
        None => Ok(()),
    }
}
