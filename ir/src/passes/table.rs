//! The table of passes, grouped as the pipeline is.

use super::*;

/// A stretch of the way from array form to machine code; its name stands for its passes in `opt --passes`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pipeline {
    /// From array form as lowered to loop form. First what constructs of OpenMP make of variables becomes code.
    Array,
    /// Target regions in loop form become kernels and a host plan.
    Loop,
    /// What OpenMP means on the host, elementary functions, what loops hold in registers, which of them may become
    /// vector code, and which regions a device really can run. Nothing changes the IR after it.
    Device,
    /// In front of the others, on request: the program without OpenMP.
    Sequential,
}

impl Pipeline {
    /// All, in order.
    pub const ALL: [Pipeline; 4] = [Pipeline::Array, Pipeline::Loop, Pipeline::Device, Pipeline::Sequential];

    /// Its name in `opt --passes`.
    pub fn name(self) -> &'static str {
        match self {
            Pipeline::Array => "array",
            Pipeline::Loop => "loop",
            Pipeline::Device => "device",
            Pipeline::Sequential => "sequential",
        }
    }
    /// The names of its passes, one by one.
    pub fn list(self) -> impl Iterator<Item = &'static str> {
        self.passes().split(',')
    }
    /// The names of its passes in the order in which they run; some run more than once.
    pub fn passes(self) -> &'static str {
        match self {
            Pipeline::Array => {
                "omp-transform,omp-tasks,omp-sections,omp-scan,omp-reductions,omp-privatize,omp-in-order,omp-collapse,summaries,jumps,inline,unused,fold,algebra,forward,dead-store,fuse,fold,bufferize,simplify,omp-merge,omp-barriers,loop-fuse,unroll,procedures,contiguous,omp-invariants,simplify"
            }
            Pipeline::Loop => {
                "target-split,device-library,workdistribute,target-fission,maps,omp-maps,outline,target-data"
            }
            Pipeline::Device => {
                "omp-collapse,omp-host,host-reads,math-expand,interchange,jam,apart,registers,dependence,kernel-check,device-fallback,kernel-code,mem2reg,split,sink,reductions,counted-sums,complex-parts,vectorize,contract,subscripts"
            }
            Pipeline::Sequential => {
                "omp-untransform,omp-tasks,omp-sections,omp-reductions,omp-privatize,omp-in-order,omp-collapse,omp-strip"
            }
        }
    }
}

/// One row of the table of passes.
pub struct PassInfo {
    /// The pipeline where it runs (first).
    pub pipeline: Pipeline,
    /// Name, as in `opt --passes=`.
    pub name: &'static str,
    /// What it does, in a sentence.
    pub doc: &'static str,
    /// Forms that ops may have before it.
    pub form_in: Forms,
    /// Forms that ops may have after it.
    pub form_out: Forms,
    /// It takes loops, choices and labels that carry values.
    pub carried: bool,
    /// The pass.
    pub run: fn(&mut Module, &mut PassCtx) -> Result<(), PassError>,
}

/// Passes that merge, move or drop what statements do, for nothing but speed: code that people step through goes without
/// them. (What kernels and the host do is no matter to the others.)
pub const STATEMENTS_MERGED: &[&str] = &[
    "inline",
    "forward",
    "dead-store",
    "fuse",
    "simplify",
    "loop-fuse",
    "unroll",
    "procedures",
    "contiguous",
    "omp-invariants",
    "interchange",
    "jam",
    "apart",
    "registers",
    "dependence",
    "split",
    "sink",
    "counted-sums",
];

/// Any form: the pass leaves the form as it is.
pub const ANY: Forms = Forms(7);
/// Loop form on the way to device form.
pub const LOOP_DEVICE: Forms = Forms(6);

/// Every pass.
pub static PASSES: &[PassInfo] = &[
    PassInfo {
        pipeline: Pipeline::Array,
        name: "omp-transform",
        doc: "Loops become those that transformations make of them, of which constructs take theirs.",
        form_in: ANY,
        form_out: ANY,
        carried: false,
        run: openmp::transform::run,
    },
    PassInfo {
        pipeline: Pipeline::Sequential,
        name: "omp-untransform",
        doc: "Loops with transformations stay as the program has them.",
        form_in: ANY,
        form_out: ANY,
        carried: false,
        run: openmp::transform::undo,
    },
    PassInfo {
        pipeline: Pipeline::Array,
        name: "omp-tasks",
        doc: "Target tasks become tasks, which run at once unless the program lets them be deferred.",
        form_in: ANY,
        form_out: ANY,
        carried: false,
        run: openmp::tasks::run,
    },
    PassInfo {
        pipeline: Pipeline::Array,
        name: "omp-sections",
        doc: "Sections become a loop over their numbers, which the threads share.",
        form_in: ANY,
        form_out: ANY,
        carried: false,
        run: openmp::sections::run,
    },
    PassInfo {
        pipeline: Pipeline::Array,
        name: "omp-scan",
        doc: "A loop with a scan becomes two loops over blocks of iterations, with the prefixes of the blocks between them.",
        form_in: ANY,
        form_out: ANY,
        carried: false,
        run: openmp::scan::run,
    },
    PassInfo {
        pipeline: Pipeline::Array,
        name: "omp-reductions",
        doc: "Constructs make the copies in which they reduce variables, and combine them.",
        form_in: ANY,
        form_out: ANY,
        carried: false,
        run: openmp::reductions::run,
    },
    PassInfo {
        pipeline: Pipeline::Array,
        name: "omp-privatize",
        doc: "Constructs make the copies of variables that they have, by the recipes of these.",
        form_in: ANY,
        form_out: ANY,
        carried: false,
        run: openmp::privatize::run,
    },
    PassInfo {
        pipeline: Pipeline::Array,
        name: "omp-in-order",
        doc: "One thread runs the iterations of loops in which they need what those before them did; the phases of scans follow each other.",
        form_in: ANY,
        form_out: ANY,
        carried: false,
        run: openmp::in_order::run,
    },
    PassInfo {
        pipeline: Pipeline::Sequential,
        name: "omp-strip",
        doc: "The sequential program: constructs are their bodies, tasks run in place, target regions on the host.",
        form_in: ANY,
        form_out: ANY,
        carried: false,
        run: openmp::strip::run,
    },
    PassInfo {
        pipeline: Pipeline::Array,
        name: "omp-collapse",
        doc: "One loop of each nest that threads share or tasks run, with the variables of the loops recovered from the number of the iteration.",
        form_in: ANY,
        form_out: ANY,
        carried: false,
        run: openmp::collapse::run,
    },
    PassInfo {
        pipeline: Pipeline::Array,
        name: "summaries",
        doc: "Calls say what the called procedure, with all that it calls, reads and writes.",
        form_in: ANY,
        form_out: ANY,
        carried: true,
        run: summaries::run,
    },
    PassInfo {
        pipeline: Pipeline::Array,
        name: "jumps",
        doc: "Jumps to labels in target regions and in procedures that these call become ways out of blocks and loops.",
        form_in: ANY,
        form_out: ANY,
        carried: false,
        run: jumps::run,
    },
    PassInfo {
        pipeline: Pipeline::Array,
        name: "inline",
        doc: "Bodies of procedures in place of their calls in array operations, parallel iterations and target regions.",
        form_in: ANY,
        form_out: ANY,
        carried: false,
        run: inline::run,
    },
    PassInfo {
        pipeline: Pipeline::Array,
        name: "unused",
        doc: "Procedures that nothing names, and those of other objects that were there to be inlined, go.",
        form_in: ANY,
        form_out: ANY,
        carried: true,
        run: unused::run,
    },
    PassInfo {
        pipeline: Pipeline::Array,
        name: "fold",
        doc: "Constants, identities valid for IEEE numbers, canonical index arithmetic, common subexpressions and loads, dead pure code.",
        form_in: ANY,
        form_out: ANY,
        carried: false,
        run: fold::run,
    },
    PassInfo {
        pipeline: Pipeline::Array,
        name: "algebra",
        doc: "Transposes and conjugates into the flags of matrix products, double transposes.",
        form_in: ANY,
        form_out: ANY,
        carried: false,
        run: algebra::run,
    },
    PassInfo {
        pipeline: Pipeline::Array,
        name: "forward",
        doc: "Loads of a variable assigned before take the value, where it is a scalar or cheap.",
        form_in: ANY,
        form_out: ANY,
        carried: false,
        run: forward::run,
    },
    PassInfo {
        pipeline: Pipeline::Array,
        name: "dead-store",
        doc: "Removes array assignments whose elements are all assigned again before they are read.",
        form_in: ANY,
        form_out: ANY,
        carried: false,
        run: dead_store::run,
    },
    PassInfo {
        pipeline: Pipeline::Array,
        name: "fuse",
        doc: "Elementals into the bodies that use their elements.",
        form_in: ANY,
        form_out: ANY,
        carried: false,
        run: fuse::run,
    },
    PassInfo {
        pipeline: Pipeline::Array,
        name: "bufferize",
        doc: "Array form to loop form: array values become loops; temporaries only where the meaning demands them.",
        form_in: Forms::ARRAY,
        form_out: Forms::LOOP,
        carried: false,
        run: bufferize::run,
    },
    PassInfo {
        pipeline: Pipeline::Array,
        name: "simplify",
        doc: "Clean-up of loop form: invariant code out of loops, repeated expressions and loads merged, storage that is only written removed.",
        form_in: ANY,
        form_out: ANY,
        carried: false,
        run: simplify::run,
    },
    PassInfo {
        pipeline: Pipeline::Array,
        name: "omp-merge",
        doc: "Neighbouring parallel regions of equal clauses become one where nobody can tell.",
        form_in: ANY,
        form_out: ANY,
        carried: false,
        run: openmp::merge::run,
    },
    PassInfo {
        pipeline: Pipeline::Array,
        name: "omp-barriers",
        doc: "Barriers go that separate nothing, also those at the ends of constructs.",
        form_in: ANY,
        form_out: ANY,
        carried: false,
        run: openmp::barriers::run,
    },
    PassInfo {
        pipeline: Pipeline::Array,
        name: "loop-fuse",
        doc: "Neighbouring loop.parallel of equal extents become one where every dependence stays inside an iteration.",
        form_in: ANY,
        form_out: ANY,
        carried: false,
        run: loop_fuse::run,
    },
    PassInfo {
        pipeline: Pipeline::Array,
        name: "unroll",
        doc: "Array operations of a few elements, and DO loops of a few iterations, become straight code.",
        form_in: LOOP_DEVICE,
        form_out: LOOP_DEVICE,
        carried: false,
        run: unroll::run,
    },
    PassInfo {
        pipeline: Pipeline::Array,
        name: "procedures",
        doc: "Scalars by value and bodies of small procedures in place of calls, where both ends are in the module.",
        form_in: ANY,
        form_out: ANY,
        carried: false,
        run: procedures::run,
    },
    PassInfo {
        pipeline: Pipeline::Array,
        name: "contiguous",
        doc: "Procedures have code of their own for assumed-shape dummies that are arrays without gaps.",
        form_in: LOOP_DEVICE,
        form_out: LOOP_DEVICE,
        carried: false,
        run: contiguous::run,
    },
    PassInfo {
        pipeline: Pipeline::Array,
        name: "omp-invariants",
        doc: "Values that are the same in all iterations, threads and teams are computed in front of shared loops, parallel and target regions.",
        form_in: ANY,
        form_out: ANY,
        carried: false,
        run: openmp::invariants::run,
    },
    PassInfo {
        pipeline: Pipeline::Loop,
        name: "target-split",
        doc: "Makes every target region a choice between a copy for SPIR-V devices and one for the host.",
        form_in: LOOP_DEVICE,
        form_out: LOOP_DEVICE,
        carried: false,
        run: offload::split::run,
    },
    PassInfo {
        pipeline: Pipeline::Loop,
        name: "device-library",
        doc: "Functions that only the host has a library for become code in the SPIR-V copies.",
        form_in: LOOP_DEVICE,
        form_out: LOOP_DEVICE,
        carried: false,
        run: offload::library::run,
    },
    PassInfo {
        pipeline: Pipeline::Loop,
        name: "workdistribute",
        doc: "Cuts the SPIR-V copy of a target region into units, one for each kernel, and a host plan.",
        form_in: LOOP_DEVICE,
        form_out: LOOP_DEVICE,
        carried: false,
        run: offload::distribute::run,
    },
    PassInfo {
        pipeline: Pipeline::Loop,
        name: "target-fission",
        doc: "Allocates memory that units use on the device.",
        form_in: LOOP_DEVICE,
        form_out: LOOP_DEVICE,
        carried: false,
        run: offload::fission::run,
    },
    PassInfo {
        pipeline: Pipeline::Loop,
        name: "maps",
        doc: "Maps variables that units use, and drops transfers that nobody can observe.",
        form_in: LOOP_DEVICE,
        form_out: LOOP_DEVICE,
        carried: false,
        run: offload::maps::run,
    },
    PassInfo {
        pipeline: Pipeline::Loop,
        name: "omp-maps",
        doc: "Maps say all that is mapped: what objects hold becomes members of their maps.",
        form_in: LOOP_DEVICE,
        form_out: LOOP_DEVICE,
        carried: false,
        run: offload::omp_maps::run,
    },
    PassInfo {
        pipeline: Pipeline::Loop,
        name: "outline",
        doc: "Makes units kernels and launches, and maps of a region dev.map and dev.unmap.",
        form_in: LOOP_DEVICE,
        form_out: LOOP_DEVICE,
        carried: false,
        run: offload::outline::run,
    },
    PassInfo {
        pipeline: Pipeline::Loop,
        name: "target-data",
        doc: "Makes target data, enter data, exit data and update maps of the device data environment.",
        form_in: LOOP_DEVICE,
        form_out: LOOP_DEVICE,
        carried: false,
        run: offload::data::run,
    },
    PassInfo {
        pipeline: Pipeline::Device,
        name: "omp-host",
        doc: "Makes OpenMP regions and array statements spread over threads functions that the runtime's team runs.",
        form_in: LOOP_DEVICE,
        form_out: LOOP_DEVICE,
        carried: false,
        run: omp_host::run,
    },
    PassInfo {
        pipeline: Pipeline::Device,
        name: "host-reads",
        doc: "On request: the host tells the runtime what it reads, which knows whether a device has newer values.",
        form_in: LOOP_DEVICE,
        form_out: LOOP_DEVICE,
        carried: false,
        run: offload::host_reads::run,
    },
    PassInfo {
        pipeline: Pipeline::Device,
        name: "math-expand",
        doc: "Expands elementary functions in parallel loops and kernels into arithmetic.",
        form_in: LOOP_DEVICE,
        form_out: LOOP_DEVICE,
        carried: false,
        run: math_expand::run,
    },
    PassInfo {
        pipeline: Pipeline::Device,
        name: "interchange",
        doc: "DO loops of a nest change places so that elements are accessed in the order in which they lie in memory.",
        form_in: LOOP_DEVICE,
        form_out: LOOP_DEVICE,
        carried: false,
        run: interchange::run,
    },
    PassInfo {
        pipeline: Pipeline::Device,
        name: "jam",
        doc: "Iterations of the loop around an innermost one run together in it where they access the same elements.",
        form_in: LOOP_DEVICE,
        form_out: LOOP_DEVICE,
        carried: false,
        run: jam::run,
    },
    PassInfo {
        pipeline: Pipeline::Device,
        name: "apart",
        doc: "The iteration of a DO loop that stores the element which all of them load stands for itself.",
        form_in: LOOP_DEVICE,
        form_out: LOOP_DEVICE,
        carried: false,
        run: split::run_apart,
    },
    PassInfo {
        pipeline: Pipeline::Device,
        name: "registers",
        doc: "Memory that a DO loop reads and writes at one place all the time stays in a local scalar meanwhile.",
        form_in: LOOP_DEVICE,
        form_out: LOOP_DEVICE,
        carried: false,
        run: registers::run,
    },
    PassInfo {
        pipeline: Pipeline::Device,
        name: "dependence",
        doc: "Marks DO loops of which consecutive iterations may run together, as vector code.",
        form_in: LOOP_DEVICE,
        form_out: LOOP_DEVICE,
        carried: false,
        run: dependence::run,
    },
    PassInfo {
        pipeline: Pipeline::Device,
        name: "kernel-check",
        doc: "Asks the kernel compiler about every kernel: marks those that it refuses and those that have loops.",
        form_in: LOOP_DEVICE,
        form_out: LOOP_DEVICE,
        carried: true,
        run: offload::kernel_check::run,
    },
    PassInfo {
        pipeline: Pipeline::Device,
        name: "device-fallback",
        doc: "Regions with a refused kernel keep their host copy only; those whose kernels have loops may run again on the host.",
        form_in: LOOP_DEVICE,
        form_out: Forms::DEVICE,
        carried: true,
        run: offload::fallback::run,
    },
    PassInfo {
        pipeline: Pipeline::Device,
        name: "kernel-code",
        doc: "Kernels also become functions of the host, for the device of separate memory there.",
        form_in: Forms::DEVICE,
        form_out: Forms::DEVICE,
        carried: true,
        run: offload::kernel_code::run,
    },
    PassInfo {
        pipeline: Pipeline::Device,
        name: "mem2reg",
        doc: "Local scalars become values, which loops, choices, blocks and labels carry.",
        form_in: ANY,
        form_out: ANY,
        carried: true,
        run: mem2reg::run,
    },
    PassInfo {
        pipeline: Pipeline::Device,
        name: "split",
        doc: "Loops with conditions on their index that decide what they access become loops for the stretches between.",
        form_in: LOOP_DEVICE,
        form_out: LOOP_DEVICE,
        carried: true,
        run: split::run,
    },
    PassInfo {
        pipeline: Pipeline::Device,
        name: "sink",
        doc: "What both parts of a choice store to one place is stored once, behind it.",
        form_in: ANY,
        form_out: ANY,
        carried: true,
        run: sink::run,
    },
    PassInfo {
        pipeline: Pipeline::Device,
        name: "reductions",
        doc: "Reductions become loops that carry what the elements came to, with vectors where that fits.",
        form_in: LOOP_DEVICE,
        form_out: LOOP_DEVICE,
        carried: true,
        run: reductions::run,
    },
    PassInfo {
        pipeline: Pipeline::Device,
        name: "counted-sums",
        doc: "A loop that adds one whole number again and again is a multiplication, where that is exact.",
        form_in: ANY,
        form_out: ANY,
        carried: true,
        run: counted_sums::run,
    },
    PassInfo {
        pipeline: Pipeline::Device,
        name: "complex-parts",
        doc: "Complex numbers of loops that may have vectors become their parts.",
        form_in: LOOP_DEVICE,
        form_out: LOOP_DEVICE,
        carried: true,
        run: complex_parts::run,
    },
    PassInfo {
        pipeline: Pipeline::Device,
        name: "vectorize",
        doc: "Many iterations of loops at once, with vectors.",
        form_in: LOOP_DEVICE,
        form_out: LOOP_DEVICE,
        carried: true,
        run: vectorize::run,
    },
    PassInfo {
        pipeline: Pipeline::Device,
        name: "contract",
        doc: "On request: products and the sums that take them are one operation, which rounds once.",
        form_in: ANY,
        form_out: ANY,
        carried: true,
        run: contract::run,
    },
    PassInfo {
        pipeline: Pipeline::Device,
        name: "subscripts",
        doc: "Integers of 32 bits that loops carry and use as subscripts are carried with 64.",
        form_in: ANY,
        form_out: ANY,
        carried: true,
        run: subscripts::run,
    },
];

/// The pass of that name.
pub fn find_pass(name: &str) -> Option<&'static PassInfo> {
    PASSES.iter().find(|p| p.name == name)
}

/// The passes of a comma-separated list, in which the name of a pipeline stands for its passes.
pub fn passes_of(list: &str) -> Result<Vec<&'static PassInfo>, PassError> {
    let mut out = Vec::new();
    for name in list.split(',').map(str::trim).filter(|n| !n.is_empty()) {
        match Pipeline::ALL.into_iter().find(|p| p.name() == name) {
            Some(p) => out.extend(passes_of(p.passes())?),
            None => match find_pass(name) {
                Some(p) => out.push(p),
                None => return Err(PassError::new(Loc::default(), format!("there is no pass `{name}`"))),
            },
        }
    }
    Ok(out)
}
