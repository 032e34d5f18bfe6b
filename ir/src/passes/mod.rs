//! The pass manager: one table of passes, and the way to run a list of them.

pub mod algebra;
pub mod bufferize;
pub mod dead_store;
pub mod dependence;
mod descriptors;
pub mod fold;
pub mod forward;
pub mod fuse;
pub mod inline;
pub mod loop_fuse;
pub mod math_expand;
pub mod offload;
pub mod omp_host;
pub mod procedures;
pub mod registers;
pub mod simplify;
mod tail_calls;
pub mod unroll;

use crate::module::{Loc, Module};
use crate::ops::Forms;
use crate::verify;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// Why a pass gave up, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PassError {
    /// Place in the source.
    pub loc: Loc,
    /// What is wrong.
    pub text: String,
}

impl PassError {
    /// An error at a place.
    pub fn new(loc: Loc, text: impl Into<String>) -> PassError {
        PassError { loc, text: text.into() }
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
}

impl PassCtx {
    /// Says what became of a statement.
    pub fn remark(&mut self, loc: Loc, kind: &'static str, text: impl Into<String>) {
        self.remarks.push(Remark { pass: self.pass, loc, kind, text: text.into() });
    }
    /// Adds to a counter of the running pass.
    pub fn count(&mut self, counter: &'static str, n: u64) {
        *self.stats.entry((self.pass, counter)).or_insert(0) += n;
    }
}

/// One row of the table of passes.
pub struct PassInfo {
    /// Name, as in `opt --passes=`.
    pub name: &'static str,
    /// What it does, in a sentence.
    pub doc: &'static str,
    /// Forms that ops may have before it.
    pub form_in: Forms,
    /// Forms that ops may have after it.
    pub form_out: Forms,
    /// The pass.
    pub run: fn(&mut Module, &mut PassCtx) -> Result<(), PassError>,
}

/// Any form: the pass leaves the form as it is.
pub const ANY: Forms = Forms(7);
/// Loop form on the way to device form.
pub const LOOP_DEVICE: Forms = Forms(6);

/// Every pass.
pub static PASSES: &[PassInfo] = &[
    PassInfo {
        name: "inline",
        doc: "Bodies of procedures in place of their calls in array operations, parallel iterations and target regions.",
        form_in: ANY,
        form_out: ANY,
        run: inline::run,
    },
    PassInfo {
        name: "fold",
        doc: "Constants, identities valid for IEEE numbers, canonical index arithmetic, common subexpressions and loads, dead pure code.",
        form_in: ANY,
        form_out: ANY,
        run: fold::run,
    },
    PassInfo {
        name: "algebra",
        doc: "Transposes and conjugates into the flags of matrix products, double transposes.",
        form_in: ANY,
        form_out: ANY,
        run: algebra::run,
    },
    PassInfo {
        name: "forward",
        doc: "Loads of a variable assigned before take the value, where it is a scalar or cheap.",
        form_in: ANY,
        form_out: ANY,
        run: forward::run,
    },
    PassInfo {
        name: "dead-store",
        doc: "Removes array assignments whose elements are all assigned again before they are read.",
        form_in: ANY,
        form_out: ANY,
        run: dead_store::run,
    },
    PassInfo {
        name: "fuse",
        doc: "Elementals into the bodies that use their elements.",
        form_in: ANY,
        form_out: ANY,
        run: fuse::run,
    },
    PassInfo {
        name: "bufferize",
        doc: "Array form to loop form: array values become loops; temporaries only where the meaning demands them.",
        form_in: Forms::ARRAY,
        form_out: Forms::LOOP,
        run: bufferize::run,
    },
    PassInfo {
        name: "simplify",
        doc: "Clean-up of loop form: invariant code out of loops, repeated expressions and loads merged, storage that is only written removed.",
        form_in: ANY,
        form_out: ANY,
        run: simplify::run,
    },
    PassInfo {
        name: "loop-fuse",
        doc: "Neighbouring loop.parallel of equal extents become one where every dependence stays inside an iteration.",
        form_in: ANY,
        form_out: ANY,
        run: loop_fuse::run,
    },
    PassInfo {
        name: "unroll",
        doc: "Array operations of a few elements become straight code.",
        form_in: LOOP_DEVICE,
        form_out: LOOP_DEVICE,
        run: unroll::run,
    },
    PassInfo {
        name: "registers",
        doc: "Memory that a DO loop reads and writes at one place all the time stays in a local scalar meanwhile.",
        form_in: LOOP_DEVICE,
        form_out: LOOP_DEVICE,
        run: registers::run,
    },
    PassInfo {
        name: "dependence",
        doc: "Marks DO loops of which consecutive iterations may run together, as vector code.",
        form_in: LOOP_DEVICE,
        form_out: LOOP_DEVICE,
        run: dependence::run,
    },
    PassInfo {
        name: "procedures",
        doc: "Scalars by value and bodies of small procedures in place of calls, where both ends are in the module.",
        form_in: ANY,
        form_out: ANY,
        run: procedures::run,
    },
];

/// The pass of that name.
pub fn find_pass(name: &str) -> Option<&'static PassInfo> {
    PASSES.iter().chain(offload::PASSES).find(|p| p.name == name)
}

/// Every pass, in the order of the pipeline's rooms.
pub fn all_passes() -> impl Iterator<Item = &'static PassInfo> {
    PASSES.iter().chain(offload::PASSES)
}

/// From array form as lowered to loop form.
pub const ARRAY_PIPELINE: &str =
    "inline,fold,algebra,forward,dead-store,fuse,fold,bufferize,simplify,loop-fuse,unroll,procedures,simplify";

/// How [`run_passes`] goes about it.
#[derive(Clone, Debug, Default)]
pub struct PassOptions {
    /// Collect the text of the module after every pass.
    pub print_after: bool,
    /// Verify before the first pass and after every one.
    pub verify: bool,
    /// Measure.
    pub timing: bool,
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
    let mut passes = Vec::new();
    for name in list.split(',').map(str::trim).filter(|n| !n.is_empty()) {
        match find_pass(name) {
            Some(p) => passes.push(p),
            None => return Err(PassError::new(Loc::default(), format!("there is no pass `{name}`"))),
        }
    }
    let mut cx = PassCtx::default();
    let mut report = PassReport::default();
    let mut forms = ANY;
    if opts.verify {
        check(m, forms, "the input")?;
    }
    for p in passes {
        if p.form_in != ANY {
            // Name the op that a pass cannot take, rather than let the pass meet it.
            if let Some(op) = m.walk(m.top).into_iter().find(|&o| m.info(o).forms.0 & p.form_in.0 == 0) {
                let text = format!("pass `{}` does not take the op {}", p.name, m.info(op).name);
                return Err(PassError::new(m.ops[op].loc, text));
            }
        }
        let start = Instant::now();
        cx.pass = p.name;
        (p.run)(m, &mut cx)?;
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

fn check(m: &Module, forms: Forms, after: &str) -> Result<(), PassError> {
    match verify::verify(m, forms).into_iter().next() {
        Some(e) => Err(PassError::new(e.loc, format!("invalid IR after {after}: {}", e.text))),
        None => Ok(()),
    }
}
