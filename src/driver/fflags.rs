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
    ("PIC", Switch, position_independent),
    ("pic", Switch, position_independent),
    ("fast-math", Switch, reassociate),
    ("associative-math", Switch, reassociate),
    ("unsafe-math-optimizations", Switch, reassociate),
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
    if CHANGES_MEANING.iter().any(|k| plain.strip_prefix(k).is_some_and(|r| r.is_empty() || k.ends_with('='))) {
        // Asking for what is not there not to be there is fine.
        return if plain.len() < flag.len() { Ok(()) } else { Err(format!("-f{flag} is not supported yet")) };
    }
    Err(format!("unrecognized option `-f{flag}`"))
}

/// Flags that ask for what is done anyway, or that only tune; `no-` may stand before them. A `=` at the end stands for
/// any value. Those of old dialects are here where what they allow is either understood or a diagnostic.
const HARMLESS: &[&str] = &[
    "dec-static",
    "dec-math",
    "dec-include",
    "cray-pointer",
    "whole-program",
    "profile-generate",
    "profile-generate=",
    "profile-use",
    "profile-use=",
    "profile-correction",
    "branch-probabilities",
    "PIE",
    "pie",
    "plt",
    "common",
    "lto",
    "lto=",
    "fat-lto-objects",
    "use-linker-plugin",
    "omit-frame-pointer",
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
    "math-errno",
    "trapping-math",
    "signed-zeros",
    "finite-math-only",
    "reciprocal-math",
    "signaling-nans",
    "rounding-math",
    "fp-contract=",
    "frontend-optimize",
    "frontend-loop-interchange",
    "loop-interchange",
    "strict-aliasing",
    "stack-arrays",
    "coarray=single",
    "coarray=lib",
    "openmp-simd",
    "openmp-version=",
    "openmp=",
    "profile-arcs",
    "test-coverage",
    "stack-protector",
    "stack-protector-strong",
    "stack-protector-all",
    "stack-clash-protection",
    "cf-protection",
    "cf-protection=",
    "exceptions",
    "asynchronous-unwind-tables",
    "unwind-tables",
    "diagnostics-color",
    "diagnostics-color=",
    "color-diagnostics",
    "message-length=",
    "diagnostics-show-option",
    "diagnostics-show-caret",
    "external-blas",
    "inline-matmul-limit=",
    "blas-matmul-limit=",
    "pack-derived",
    "align-commons",
    "protect-parens",
    "aggressive-function-elimination",
    "whole-file",
    "data-sections",
    "function-sections",
    "merge-constants",
    "prefetch-loop-arrays",
    "graphite",
    "graphite-identity",
    "ipa-pta",
    "ipa-cp",
    "ipa-cp-clone",
    "version-loops-for-strides",
    "debug-prefix-map=",
    "file-prefix-map=",
    "macro-prefix-map=",
    "visibility=",
    "semantic-interposition",
    "variable-expansion-in-unroller",
    "schedule-insns",
    "schedule-insns2",
    "gcse",
    "defer-pop",
    "keep-inline-functions",
    "save-optimization-record",
    "experimental",
    "caller-saves",
    "split-loops",
    "align-functions=",
    "align-loops=",
    "var-tracking",
    "var-tracking-assignments",
    "max-identifier-length=",
    "canonical-prefixes",
    "aggressive-loop-optimizations",
    "delete-null-pointer-checks",
    "if-conversion",
    "ivopts",
    "tree-pre",
    "tree-dce",
    "ipa-sra",
    "partial-inlining",
    "reorder-blocks",
    "section-anchors",
    "strict-overflow",
    "wrapv",
    "web",
    "verbose-asm",
    "ident",
    "implement-inlines",
    "dump-fortran-original",
    "dump-parse-tree",
    "max-array-constructor=",
    "tail-call-optimization",
    "early-inlining",
    "split-stack",
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
    "float-store",
    "cx-limited-range",
    "cx-fortran-rules",
    "loop-nest-optimize",
    "loop-unroll-and-jam",
    "compare-debug",
    "gcse-after-reload",
    "gcse-sm",
    "gcse-las",
    "unsigned",
    "preprocessed",
    "ipa-icf",
    "ipa-ra",
    "ipa-vrp",
    "offload=",
    "unconstrained-commons",
    "diagnostics-format=text",
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
    "debug-types-section",
    "large-source-files",
    "predictive-commoning",
    "non-call-exceptions",
    "test-forall-temp",
    "modulo-sched",
    "unswitch-loops",
    "expensive-optimizations",
    "inline-intrinsics",
    "inline-intrinsics=",
    "inline-arg-packing",
    "openmp-allocators",
    "use-ld=",
    "random-seed=",
    "time-report",
    "stack-check",
    "stack-limit",
];

/// Flags that change what a program means, and that are not there.
const CHANGES_MEANING: &[&str] = &[
    "leading-underscore",
    "integer-4-integer-8",
    "f2c",
    "openacc",
    "coarray=",
    "sanitize=",
    "trapv",
    "single-precision-constant",
];

fn harmless(flag: &str) -> bool {
    let plain = flag.strip_prefix("no-").unwrap_or(flag);
    // Single passes of other compilers.
    if ["tree-", "ipa-", "disable-tree-", "disable-rtl-", "dump-", "opt-info"].iter().any(|p| plain.starts_with(p)) {
        return true;
    }
    HARMLESS.iter().any(|h| match h.strip_suffix('=') {
        Some(name) => plain.strip_prefix(name).is_some_and(|v| v.starts_with('=')),
        None => plain == *h,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_flag_is_known_or_refused() {
        for f in ["PIE", "no-common", "fp-contract=off", "lto=auto", "no-signed-zeros"] {
            assert!(harmless(f), "{f}");
        }
        for f in ["backslash", "no-automatic", "no-underscoring", "nonsense", "init-real=snan", "fp-contract"] {
            assert!(!harmless(f), "{f}");
        }
        for (i, (name, ..)) in TABLE.iter().enumerate() {
            assert!(!harmless(name) && TABLE[..i].iter().all(|t| t.0 != *name), "{name} stands twice");
        }
    }
}
