//! What may stand after `-f`: one table of the flags that mean something, and a list of those that ask for what is done
//! anyway or only tune.

use super::cli::Flags;
use ferrotran_sema::Underscores;
use ferrotran_syntax::Form;

/// How a flag is written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    /// `-fNAME` and `-fno-NAME`.
    Switch,
    /// `-fNAME=VALUE`.
    Value,
    /// `-fNAME-VALUE`.
    Suffix,
}
use Shape::{Suffix, Switch, Value};

/// What is set: switches get whether they are on, the others the text of their value.
type Set = fn(&mut Flags, bool, &str) -> Result<(), &'static str>;

const NUMBER: &str = "a number is needed";

/// A number of columns, or `none`.
fn columns(v: &str) -> Result<usize, &'static str> {
    if v == "none" { Ok(0) } else { v.parse().map_err(|_| "a number or `none` is needed") }
}

/// Of what gfortran's flags for mathematics allow, another order of sums is what is made use of.
fn reassociate(f: &mut Flags, on: bool, _: &str) -> Result<(), &'static str> {
    f.reassociate = on;
    Ok(())
}

/// What is said of loops.
fn opt_info(f: &mut Flags, on: bool, words: &str) -> Result<(), &'static str> {
    f.opt_info = if on { Some(super::optinfo::OptInfo::of(words)?) } else { None };
    Ok(())
}

/// Code for dynamic libraries: other files of the process may have what this one defines.
fn position_independent(f: &mut Flags, on: bool, _: &str) -> Result<(), &'static str> {
    f.pic = on;
    Ok(())
}

/// The flags, as users of gfortran know them.
const TABLE: &[(&str, Shape, Set)] = &[
    ("openmp", Switch, |f, on, _| {
        f.parse.openmp = on;
        Ok(())
    }),
    ("do-concurrent", Value, |f, _, v| {
        use ferrotran_sema::DoConcurrent::{Device, Host, None};
        f.do_concurrent = match v {
            "none" => None,
            "host" => Host,
            "device" => Device,
            _ => return Err("there are host, device and none"),
        };
        Ok(())
    }),
    ("offload-arrays", Switch, |f, on, _| {
        f.offload_arrays = on;
        Ok(())
    }),
    ("offload", Switch, |f, on, _| {
        f.offload = on;
        Ok(())
    }),
    ("profile-arcs", Switch, |f, on, _| {
        f.coverage.counts = on;
        Ok(())
    }),
    ("test-coverage", Switch, |f, on, _| {
        f.coverage.notes = on;
        Ok(())
    }),
    ("profile-update", Value, |f, _, v| {
        f.coverage.atomic = match v {
            "single" => Some(false),
            "atomic" | "prefer-atomic" => Some(true),
            _ => return Err("there are single, atomic and prefer-atomic"),
        };
        Ok(())
    }),
    ("profile-dir", Value, |f, _, v| {
        f.coverage.dir = Some(v.into());
        Ok(())
    }),
    ("verify-ir", Switch, |f, on, _| {
        f.verify_ir = on;
        Ok(())
    }),
    ("fixed-form", Switch, |f, _, _| {
        f.parse.form = Form::Fixed;
        Ok(())
    }),
    ("free-form", Switch, |f, _, _| {
        f.parse.form = Form::Free;
        Ok(())
    }),
    ("fixed-line-length", Suffix, |f, _, v| {
        f.parse.fixed_line_length = columns(v)?;
        Ok(())
    }),
    ("free-line-length", Suffix, |f, _, v| {
        f.parse.free_line_length = columns(v)?;
        Ok(())
    }),
    ("backslash", Switch, |f, on, _| {
        f.parse.backslash = on;
        Ok(())
    }),
    ("dollar-ok", Switch, |f, on, _| {
        f.parse.dollars = on;
        Ok(())
    }),
    ("pad-source", Switch, |f, on, _| {
        f.parse.pad_source = on;
        Ok(())
    }),
    ("d-lines-as-code", Switch, |f, on, _| {
        f.parse.d_lines = on;
        Ok(())
    }),
    ("d-lines-as-comments", Switch, |f, on, _| {
        f.parse.d_lines = !on;
        Ok(())
    }),
    ("implicit-none", Switch, |f, on, _| {
        f.implicit_none = on;
        Ok(())
    }),
    ("integer-4-integer-8", Switch, |f, on, _| {
        f.integer_4 = if on { 8 } else { 4 };
        Ok(())
    }),
    ("real-4-real-8", Switch, |f, on, _| {
        f.real_kinds[0] = if on { 8 } else { 4 };
        Ok(())
    }),
    ("real-4-real-10", Switch, |f, on, _| {
        f.real_kinds[0] = if on { 10 } else { 4 };
        Ok(())
    }),
    ("real-4-real-16", Switch, |f, on, _| {
        f.real_kinds[0] = if on { 16 } else { 4 };
        Ok(())
    }),
    ("real-8-real-10", Switch, |f, on, _| {
        f.real_kinds[1] = if on { 10 } else { 8 };
        Ok(())
    }),
    ("real-8-real-16", Switch, |f, on, _| {
        f.real_kinds[1] = if on { 16 } else { 8 };
        Ok(())
    }),
    ("real-8-real-4", Switch, |f, on, _| {
        f.real_kinds[1] = if on { 4 } else { 8 };
        Ok(())
    }),
    ("range-check", Switch, |f, on, _| {
        f.range_check = on;
        Ok(())
    }),
    ("default-real-8", Switch, |f, on, _| {
        f.default_real = on.then_some(8);
        Ok(())
    }),
    ("default-real-10", Switch, |f, on, _| {
        f.default_real = on.then_some(10);
        Ok(())
    }),
    ("default-real-16", Switch, |f, on, _| {
        f.default_real = on.then_some(16);
        Ok(())
    }),
    ("default-double-8", Switch, |f, on, _| {
        f.default_double_8 = on;
        Ok(())
    }),
    ("default-integer-8", Switch, |f, on, _| {
        f.default_integer_8 = on;
        Ok(())
    }),
    ("coarray", Value, |f, _, v| {
        f.several_images = match v {
            "mpi" => true,
            // Programs for the library of OpenCoarrays run as one image.
            "single" | "lib" => false,
            _ => return Err("there are single, lib, mpi"),
        };
        Ok(())
    }),
    ("allow-argument-mismatch", Switch, |f, on, _| {
        f.argument_mismatch = on;
        Ok(())
    }),
    ("automatic", Switch, |f, on, _| {
        f.save_all = !on;
        Ok(())
    }),
    // Local variables are never shared between activations, except with -fno-automatic.
    ("recursive", Switch, |f, on, _| {
        f.save_all &= !on;
        Ok(())
    }),
    ("max-stack-var-size", Value, |f, _, v| {
        f.save_above = Some(v.parse().map_err(|_| NUMBER)?);
        Ok(())
    }),
    ("underscoring", Switch, |f, on, _| {
        f.underscores = if on { Underscores::One } else { Underscores::None };
        Ok(())
    }),
    ("second-underscore", Switch, |f, on, _| {
        f.underscores = if on { Underscores::Two } else { Underscores::One };
        Ok(())
    }),
    ("bounds-check", Switch, |f, on, _| {
        f.checks.bounds = on;
        Ok(())
    }),
    // Temporaries of arguments are no error.
    ("check-array-temporaries", Switch, |_, _, _| Ok(())),
    ("realloc-lhs", Switch, |f, on, _| {
        f.keep_allocated = !on;
        Ok(())
    }),
    ("check", Value, |f, _, v| {
        f.checks.apply(v).map_err(|_| "there are all, none, bounds, pointer, mem, do, bits, recursion, array-temps")
    }),
    ("fpe-trap", Value, |f, _, v| {
        for name in v.split(',') {
            f.fpe_trap |= exception(name)?;
        }
        Ok(())
    }),
    ("fpe-summary", Value, |f, _, v| {
        let mut mask = 0;
        for name in v.split(',') {
            mask |= match name {
                "all" => 0x3f,
                name => exception(name)?,
            };
        }
        f.io.fpe_summary = mask;
        Ok(())
    }),
    ("init-local-zero", Switch, |f, on, _| {
        f.init.integer = on.then_some(0);
        f.init.real = on.then_some(0);
        f.init.logical = on.then_some(false);
        f.init.character = on.then_some(0);
        Ok(())
    }),
    ("init-integer", Value, |f, _, v| {
        f.init.integer = Some(v.parse().map_err(|_| NUMBER)?);
        Ok(())
    }),
    ("init-real", Value, |f, _, v| {
        f.init.real = Some(match v.to_ascii_lowercase().as_str() {
            "zero" => 0,
            "inf" => f64::INFINITY.to_bits(),
            "-inf" => f64::NEG_INFINITY.to_bits(),
            "nan" => f64::NAN.to_bits(),
            "snan" => ferrotran_lower::InitLocals::SIGNALING,
            _ => return Err("there are zero, inf, -inf, nan and snan"),
        });
        Ok(())
    }),
    ("init-logical", Value, |f, _, v| {
        f.init.logical = Some(match v {
            "true" => true,
            "false" => false,
            _ => return Err("there are true and false"),
        });
        Ok(())
    }),
    ("init-character", Value, |f, _, v| {
        f.init.character = Some(v.parse().ok().filter(|n| *n < 128).ok_or("a number from 0 to 127 is needed")?);
        Ok(())
    }),
    ("init-derived", Switch, |f, on, _| {
        f.init.derived = on;
        Ok(())
    }),
    ("convert", Value, |f, _, v| {
        f.io.swap = match v {
            "native" => false,
            "swap" => true,
            "big-endian" => cfg!(target_endian = "little"),
            "little-endian" => cfg!(target_endian = "big"),
            _ => return Err("there are native, swap, big-endian and little-endian"),
        };
        Ok(())
    }),
    ("record-marker", Value, |f, _, v| {
        f.io.wide_markers = match v {
            "4" => false,
            "8" => true,
            _ => return Err("markers have 4 or 8 bytes"),
        };
        Ok(())
    }),
    ("max-subrecord-length", Value, |f, _, v| {
        let n: u32 = v.parse().map_err(|_| NUMBER)?;
        f.io.subrecord = n.min(ferrotran_runtime::io::MAX_SUBRECORD);
        Ok(())
    }),
    ("dec", Switch, |f, on, _| {
        f.parse.bare_exponents = on;
        f.dec = ferrotran_sema::Dec { structure: on, bitwise: on, char_conversions: on, blank_items: on, ints: on };
        f.parse.dec_structure = on;
        dialect(f, on, ferrotran_abi::codes::dialect::DEFAULT_WIDTHS | ferrotran_abi::codes::dialect::BARE_EXPONENTS);
        Ok(())
    }),
    ("dec-format-defaults", Switch, |f, on, _| {
        dialect(f, on, ferrotran_abi::codes::dialect::DEFAULT_WIDTHS);
        Ok(())
    }),
    ("dec-blank-format-item", Switch, |f, on, _| {
        f.dec.blank_items = on;
        Ok(())
    }),
    ("dec-char-conversions", Switch, |f, on, _| {
        f.dec.char_conversions = on;
        Ok(())
    }),
    ("dec-structure", Switch, |f, on, _| {
        f.dec.structure = on;
        f.parse.dec_structure = on;
        Ok(())
    }),
    ("dec-intrinsic-ints", Switch, |f, on, _| {
        f.dec.ints = on;
        Ok(())
    }),
    ("allow-invalid-boz", Switch, |f, on, _| {
        f.invalid_boz = on;
        Ok(())
    }),
    ("all-intrinsics", Switch, |f, on, _| {
        f.all_intrinsics = on;
        Ok(())
    }),
    ("module-private", Switch, |f, on, _| {
        f.module_private = on;
        Ok(())
    }),
    ("pre-include", Value, |f, _, v| {
        f.parse.pre_includes.push(v.to_string());
        Ok(())
    }),
    ("use-ld", Value, |f, _, v| {
        f.use_ld = (v != "wild").then(|| v.to_string());
        Ok(())
    }),
    ("diagnostics-format", Value, |f, _, v| match v {
        "text" => Ok(()),
        "json" | "json-stderr" => {
            f.json = true;
            Ok(())
        }
        _ => Err("there are text and json"),
    }),
    ("PIC", Switch, position_independent),
    ("pic", Switch, position_independent),
    ("fast-math", Switch, |f, on, v| {
        f.fast = on;
        reassociate(f, on, v)
    }),
    ("fp-contract", Value, |f, _, v| {
        f.contract = Some(match v {
            "fast" => true,
            // Inside of statements alone, as gfortran has it: not at all.
            "on" | "off" => false,
            _ => return Err("there are fast, on and off"),
        });
        Ok(())
    }),
    ("protect-parens", Switch, |f, on, _| {
        f.protect_parens = on;
        Ok(())
    }),
    ("associative-math", Switch, reassociate),
    ("unsafe-math-optimizations", Switch, reassociate),
    ("same-bits", Switch, |f, on, _| {
        f.same_bits = on;
        Ok(())
    }),
    ("opt-info", Switch, |f, on, _| opt_info(f, on, "")),
    ("opt-info", Suffix, opt_info),
    ("opt-info", Value, |f, _, v| opt_info(f, true, &format!("={v}"))),
    ("sign-zero", Switch, |f, on, _| {
        f.io.plain_zero = !on;
        Ok(())
    }),
    ("backtrace", Switch, |f, on, _| {
        f.lines &= on;
        Ok(())
    }),
    ("syntax-only", Switch, |f, on, _| {
        f.syntax_only = on;
        Ok(())
    }),
    ("max-errors", Value, |f, _, v| {
        let n = v.parse().map_err(|_| NUMBER)?;
        f.max_errors = Some(if n == 0 { usize::MAX } else { n });
        Ok(())
    }),
];

/// Sets bits of the runtime's dialect.
fn dialect(f: &mut Flags, on: bool, bits: u32) {
    if on {
        f.io.dialect |= bits;
    } else {
        f.io.dialect &= !bits;
    }
}

/// Bits of the floating-point environment.
fn exception(name: &str) -> Result<u32, &'static str> {
    Ok(match name {
        "invalid" => 1,
        "denormal" => 2,
        "zero" => 4,
        "overflow" => 8,
        "underflow" => 16,
        "inexact" | "precision" => 32,
        "none" => 0,
        _ => return Err("there are invalid, zero, overflow, underflow, inexact, denormal and none"),
    })
}

/// Takes a flag, given without `-f`; an error is a wrong command line.
pub fn apply(flags: &mut Flags, flag: &str) -> Result<(), String> {
    for &(name, shape, set) in TABLE {
        let r = match shape {
            Switch if flag == name => set(flags, true, ""),
            Switch if flag.strip_prefix("no-") == Some(name) => set(flags, false, ""),
            Value => match flag.strip_prefix(name).and_then(|r| r.strip_prefix('=')) {
                Some(v) => set(flags, true, v),
                None => continue,
            },
            Suffix => match flag.strip_prefix(name).and_then(|r| r.strip_prefix('-')) {
                Some(v) => set(flags, true, v),
                None => continue,
            },
            _ => continue,
        };
        return r.map_err(|e| format!("-f{flag}: {e}"));
    }
    if harmless(flag) {
        return Ok(());
    }
    let plain = flag.strip_prefix("no-").unwrap_or(flag);
    if let Some((_, why)) = REFUSED.iter().find(|r| matches(r.0, plain)) {
        // Asking for what is not there not to be there is fine.
        return if plain.len() < flag.len() { Ok(()) } else { Err(format!("-f{flag} is not supported: {why}")) };
    }
    let known = TABLE.iter().map(|t| t.0).chain(HARMLESS.iter().flat_map(|h| h.1.iter().copied()));
    let near = super::options::like(plain.split('=').next().unwrap_or(plain), known, "-f");
    Err(format!("unrecognized option `-f{flag}`{near}"))
}

/// Flags that ask for what is done anyway, or that only tune, by the reason why nothing need be done; `no-` may stand
/// before them. A `=` at the end stands for any value.
const HARMLESS: &[(&str, &[&str])] = &[
    (
        "What the language of old programs allows is understood, or is a diagnostic.",
        &[
            "dec-static",
            "dec-math",
            "dec-include",
            "cray-pointer",
            "whole-program",
            "whole-file",
            "allow-leading-underscore",
            "experimental",
            "preprocessed",
            "unsigned",
            "max-array-constructor=",
            "max-identifier-length=",
            "openmp-allocators",
            "implement-inlines",
        ],
    ),
    (
        "It is so anyway, or what it allows is not made use of.",
        &[
            "PIE",
            "pie",
            "plt",
            "common",
            "omit-frame-pointer",
            "stack-arrays",
            "pack-derived",
            "align-commons",
            "exceptions",
            "asynchronous-unwind-tables",
            "unwind-tables",
            "non-call-exceptions",
            "data-sections",
            "function-sections",
            "merge-constants",
            "ident",
            "visibility=",
            "semantic-interposition",
            "openmp-simd",
            "openmp-version=",
            "openmp=",
            "delete-null-pointer-checks",
            "wrapv",
            "wrapv-pointer",
            "strict-overflow",
            "inline-intrinsics",
            "inline-intrinsics=",
            "math-errno",
            "trapping-math",
            "signed-zeros",
            "rounding-math",
            "signaling-nans",
            "float-store",
            "excess-precision=fast",
            "excess-precision=standard",
            "cx-limited-range",
            "cx-fortran-rules",
            "finite-math-only",
            "reciprocal-math",
            "trampolines",
            "zero-initialized-in-bss",
        ],
    ),
    (
        "How messages look is decided here.",
        &[
            "diagnostics-color",
            "diagnostics-color=",
            "color-diagnostics",
            "message-length=",
            "diagnostics-show-option",
            "diagnostics-show-caret",
            "save-optimization-record",
            "verbose-asm",
            "diagnostics-column-origin=",
            "diagnostics-column-unit=",
            "diagnostics-escape-format=",
            "diagnostics-generate-patch",
            "diagnostics-minimum-margin-width=",
            "diagnostics-parseable-fixits",
            "diagnostics-path-format=",
            "diagnostics-plain-output",
            "diagnostics-show-cwe",
            "diagnostics-show-labels",
            "diagnostics-show-line-numbers",
            "diagnostics-show-location=",
            "diagnostics-show-path-depths",
            "diagnostics-show-rules",
            "diagnostics-urls=",
            "diagnostics-text-art-charset=",
            "show-column",
            "tabstop=",
        ],
    ),
    (
        "Profiles are advice.",
        &[
            "profile-generate",
            "profile-generate=",
            "profile-use",
            "profile-use=",
            "profile-correction",
            "branch-probabilities",
            "auto-profile",
            "auto-profile=",
            "profile-abs-path",
            "profile-exclude-files=",
            "profile-filter-files=",
            "profile-info-section",
            "profile-note=",
            "profile-partial-training",
            "profile-prefix-map=",
            "profile-prefix-path=",
            "profile-reorder-functions",
            "profile-report",
            "profile-reproducible=",
            "profile-values",
        ],
    ),
    (
        "Modules are optimized one by one.",
        &[
            "lto",
            "lto=",
            "fat-lto-objects",
            "use-linker-plugin",
            "lto-compression-level=",
            "lto-odr-type-merging",
            "lto-partition=",
            "lto-report",
            "lto-report-wpa",
        ],
    ),
    (
        "Guards of C programs; Fortran's are those of `-fcheck`.",
        &[
            "stack-protector",
            "stack-protector-strong",
            "stack-protector-all",
            "stack-clash-protection",
            "cf-protection",
            "cf-protection=",
            "split-stack",
            "stack-check",
            "stack-limit",
            "harden-compares",
            "harden-conditional-branches",
            "harden-control-flow-redundancy",
            "hardened",
            "stack-check=",
            "stack-protector-explicit",
            "strict-flex-arrays",
            "strict-flex-arrays=",
            "trivial-auto-var-init=",
            "vtable-verify=",
        ],
    ),
    (
        "Records and names for people who look for faults of the other compiler.",
        &[
            "debug-prefix-map=",
            "file-prefix-map=",
            "macro-prefix-map=",
            "var-tracking",
            "var-tracking-assignments",
            "canonical-prefixes",
            "dump-fortran-original",
            "dump-parse-tree",
            "compare-debug",
            "debug-types-section",
            "large-source-files",
            "test-forall-temp",
            "random-seed=",
            "time-report",
            "checking",
            "checking=",
            "check-data-deps",
            "compare-debug-second",
            "dbg-cnt=",
            "dbg-cnt-list",
            "debug-aux-vars",
            "dwarf2-cfi-asm",
            "eliminate-dwarf2-dups",
            "eliminate-unused-debug-symbols",
            "eliminate-unused-debug-types",
            "emit-class-debug-always",
            "gnat-encodings=",
            "ira-verbose=",
            "mem-report",
            "mem-report-wpa",
            "merge-debug-strings",
            "post-ipa-mem-report",
            "pre-ipa-mem-report",
            "record-gcc-switches",
            "report-bug",
            "sched-verbose=",
            "time-report-details",
            "var-tracking-assignments-toggle",
            "var-tracking-uninit",
            "working-directory",
            "canon-prefix-map",
        ],
    ),
    (
        "Steps of the other compiler's optimizer.",
        &[
            "inline",
            "inline-functions",
            "inline-small-functions",
            "inline-limit=",
            "unroll-loops",
            "unroll-all-loops",
            "peel-loops",
            "tree-vectorize",
            "vectorize",
            "slp-vectorize",
            "tree-slp-vectorize",
            "tree-loop-vectorize",
            "vect-cost-model=",
            "simd-cost-model=",
            "frontend-optimize",
            "frontend-loop-interchange",
            "loop-interchange",
            "strict-aliasing",
            "external-blas",
            "inline-matmul-limit=",
            "blas-matmul-limit=",
            "aggressive-function-elimination",
            "prefetch-loop-arrays",
            "graphite",
            "graphite-identity",
            "ipa-pta",
            "ipa-cp",
            "ipa-cp-clone",
            "version-loops-for-strides",
            "variable-expansion-in-unroller",
            "schedule-insns",
            "schedule-insns2",
            "gcse",
            "defer-pop",
            "keep-inline-functions",
            "caller-saves",
            "split-loops",
            "align-functions=",
            "align-loops=",
            "aggressive-loop-optimizations",
            "if-conversion",
            "ivopts",
            "tree-pre",
            "tree-dce",
            "ipa-sra",
            "partial-inlining",
            "reorder-blocks",
            "section-anchors",
            "web",
            "tail-call-optimization",
            "early-inlining",
            "loop-parallelize-all",
            "tree-parallelize-loops=",
            "openacc-dim=",
            "repack-arrays",
            "indirect-inlining",
            "guess-branch-probability",
            "code-hoisting",
            "dse",
            "loop-block",
            "loop-strip-mine",
            "move-loop-invariants",
            "move-loop-stores",
            "sel-sched-pipelining",
            "sel-sched-pipelining-outer-loops",
            "selective-scheduling",
            "selective-scheduling2",
            "tracer",
            "malloc-dce",
            "loop-nest-optimize",
            "loop-unroll-and-jam",
            "gcse-after-reload",
            "gcse-sm",
            "gcse-las",
            "ipa-icf",
            "ipa-ra",
            "ipa-vrp",
            "offload=",
            "unconstrained-commons",
            "split-wide-types",
            "rename-registers",
            "rerun-cse-after-loop",
            "cprop-registers",
            "live-range-shrinkage",
            "shrink-wrap",
            "store-merging",
            "thread-jumps",
            "branch-count-reg",
            "combine-stack-adjustments",
            "crossjumping",
            "optimize-strlen",
            "reorder-functions",
            "reorder-blocks-and-partition",
            "reorder-blocks-algorithm=",
            "inline-functions-called-once",
            "predictive-commoning",
            "modulo-sched",
            "unswitch-loops",
            "expensive-optimizations",
            "inline-arg-packing",
            "abi-version=",
            "align-functions",
            "align-jumps",
            "align-jumps=",
            "align-labels",
            "align-labels=",
            "align-loops",
            "allocation-dce",
            "allow-store-data-races",
            "analyzer",
            "argument-alias",
            "argument-noalias",
            "argument-noalias-anything",
            "argument-noalias-global",
            "auto-inc-dec",
            "bit-tests",
            "branch-target-load-optimize",
            "branch-target-load-optimize2",
            "btr-bb-exclusive",
            "check-new",
            "compare-elim",
            "conserve-stack",
            "cse-follow-jumps",
            "cse-skip-blocks",
            "dce",
            "delayed-branch",
            "delete-dead-exceptions",
            "devirtualize",
            "devirtualize-at-ltrans",
            "devirtualize-speculatively",
            "finite-loops",
            "fold-simple-inlines",
            "force-addr",
            "forward-propagate",
            "fp-int-builtin-inexact",
            "function-cse",
            "gcse-lm",
            "gnu-tm",
            "gnu-unique",
            "handle-exceptions",
            "hoist-adjacent-loads",
            "if-conversion2",
            "inline-atomics",
            "inline-stringops",
            "ira-algorithm=",
            "ira-hoist-pressure",
            "ira-loop-pressure",
            "ira-region=",
            "ira-share-save-slots",
            "ira-share-spill-slots",
            "isolate-erroneous-paths-attribute",
            "isolate-erroneous-paths-dereference",
            "jump-tables",
            "keep-gc-roots-live",
            "keep-static-consts",
            "keep-static-functions",
            "lifetime-dse",
            "lifetime-dse=",
            "limit-function-alignment",
            "live-patching",
            "live-patching=",
            "loop-flatten",
            "loop-optimize",
            "lra-remat",
            "merge-all-constants",
            "modulo-sched-allow-regmoves",
            "threadsafe-statics",
            "nothrow-opt",
            "offload-abi=",
            "offload-options=",
            "optimize-register-move",
            "optimize-sibling-calls",
            "peephole",
            "peephole2",
            "permitted-flt-eval-methods=",
            "printf-return-value",
            "regmove",
            "rerun-loop-opt",
            "reschedule-modulo-scheduled-loops",
            "rtti",
            "sched-critical-path-heuristic",
            "sched-dep-count-heuristic",
            "sched-group-heuristic",
            "sched-interblock",
            "sched-last-insn-heuristic",
            "sched-pressure",
            "sched-rank-heuristic",
            "sched-spec",
            "sched-spec-insn-heuristic",
            "sched-spec-load",
            "sched-spec-load-dangerous",
            "sched-stalled-insns",
            "sched-stalled-insns=",
            "sched-stalled-insns-dep",
            "sched-stalled-insns-dep=",
            "sched2-use-superblocks",
            "sched2-use-traces",
            "schedule-fusion",
            "see",
            "sel-sched-reschedule-pipelined",
            "short-wchar",
            "shrink-wrap-separate",
            "split-ivs-in-unroller",
            "split-paths",
            "split-wide-types-early",
            "ssa-backprop",
            "ssa-phiopt",
            "stack-reuse=",
            "stdarg-opt",
            "strength-reduce",
            "strict-enums",
            "strict-volatile-bitfields",
            "sync-libcalls",
            "tail-call-workaround",
            "tls-model=",
            "toplevel-reorder",
            "trampoline-impl=",
            "unit-at-a-time",
            "unroll-completely-grow-size",
            "unsafe-loop-optimizations",
            "vpt",
            "zee",
            "ext-dce",
            "late-combine-instructions",
            "fold-mem-offsets",
            "avoid-store-forwarding",
            "vect-cost-model",
            "simd-cost-model",
            "multiflags",
        ],
    ),
];

/// Flags that ask for what is not there, with what there is; `no-` in front of them is fine. A `=` at the end stands
/// for any value.
const REFUSED: &[(&str, &str)] = &[
    ("leading-underscore", "names of symbols are -funderscoring's"),
    ("f2c", "functions are called as gfortran does without it"),
    ("openacc", "OpenMP is the language of directives"),
    ("sanitize=", "-fcheck=all finds what is outside of arrays and unallocated, `valgrind` the rest"),
    ("sanitize-", "-fcheck=all finds what is outside of arrays and unallocated, `valgrind` the rest"),
    ("trapv", "integers wrap around"),
    ("single-precision-constant", "constants have the kind that they are written with"),
    ("condition-coverage", "--coverage counts lines and branches"),
    ("path-coverage", "--coverage counts lines and branches"),
    ("instrument-functions", "procedures call nobody"),
    ("pack-struct", "SEQUENCE and BIND(C) say how objects lie in memory"),
    ("pack-struct=", "SEQUENCE and BIND(C) say how objects lie in memory"),
    ("pcc-struct-return", "procedures are called as the machine's ABI says"),
    ("reg-struct-return", "procedures are called as the machine's ABI says"),
    ("short-enums", "enumerators have the kind of C's int"),
    ("plugin=", "plugins are the other compiler's"),
    ("plugin-arg-", "plugins are the other compiler's"),
    ("stack-usage", "no file of stack sizes is written"),
    ("callgraph-info", "no file of calls is written"),
    ("stack-limit-register=", "the stack's limit is the system's"),
    ("stack-limit-symbol=", "the stack's limit is the system's"),
    ("patchable-function-entry=", "procedures begin at once"),
    ("zero-call-used-regs=", "registers keep what they had"),
    ("fixed-", "registers are allocated here"),
    ("call-saved-", "registers are allocated here"),
    ("call-used-", "registers are allocated here"),
    ("c-prototypes", "no C prototypes are printed"),
    ("c-prototypes-external", "no C prototypes are printed"),
    ("excess-precision=", "there are fast and standard"),
];

/// Whether an entry of these tables stands for a flag: the part in front of `=` or `-` at the entry's end, or all of it.
fn matches(entry: &str, flag: &str) -> bool {
    if entry.ends_with(['=', '-']) { flag.len() > entry.len() && flag.starts_with(entry) } else { flag == entry }
}

fn harmless(flag: &str) -> bool {
    let plain = flag.strip_prefix("no-").unwrap_or(flag);
    // Single passes of other compilers.
    if ["tree-", "ipa-", "disable-tree-", "disable-rtl-", "dump-"].iter().any(|p| plain.starts_with(p)) {
        return true;
    }
    HARMLESS.iter().flat_map(|(_, list)| *list).any(|entry| matches(entry, plain))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_flag_is_known_or_refused() {
        for f in ["PIE", "no-common", "lto=auto", "no-signed-zeros"] {
            assert!(harmless(f), "{f}");
        }
        for f in [
            "backslash",
            "no-automatic",
            "no-underscoring",
            "nonsense",
            "init-real=snan",
            "fp-contract",
            "protect-parens",
        ] {
            assert!(!harmless(f), "{f}");
        }
        for (i, (name, form, ..)) in TABLE.iter().enumerate() {
            let other =
                |t: &(&str, Shape, Set)| t.0 != *name || std::mem::discriminant(&t.1) != std::mem::discriminant(form);
            assert!(!harmless(name) && TABLE[..i].iter().all(other), "{name} stands twice");
        }
    }
}
