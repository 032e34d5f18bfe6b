//! Options of gfortran and gcc that are no flags of ours: one table says what becomes of each. What is not here, nor in
//! [`super::fflags`] nor on our command line, is an error.

use ferrotran_backend::Cpu;
use ferrotran_sema::warn::Warnings;

/// What becomes of an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// Nothing need be done; the reason.
    Harmless(&'static str),
    /// It asks for something that is not there; the reason.
    Refused(&'static str),
    /// It goes to the linker as it is.
    Linker,
}
use Fate::{Harmless, Linker, Refused};

const NO_PROFILE: Fate = Refused("programs write no profile; `perf record` samples them as they are");
const ONE_FILE: Fate = Harmless("the runtime is always linked statically");
const NO_PARTS: Fate = Harmless("the compiler is one program: there are no parts to look for");
const OWN_FILES_ONLY: Fate = Harmless("nothing but the compiler's own part is linked unasked");
const DUMP: Fate = Harmless("a record for people who develop the other compiler");

/// How an option is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A word.
    Word,
    /// A word and the next one.
    Pair,
    /// The beginning of a word.
    Prefix,
}
use Shape::{Pair, Prefix, Word};

/// Options that are words of their own.
const WORDS: &[(&str, Shape, Fate)] = &[
    ("-pipe", Word, Harmless("no other program is run")),
    ("-pthread", Word, Harmless("threads are always there")),
    ("-pthreads", Word, Harmless("threads are always there")),
    ("-static-libgfortran", Word, ONE_FILE),
    ("-static-libgcc", Word, ONE_FILE),
    ("-static-libquadmath", Word, ONE_FILE),
    ("-static-libstdc++", Word, Harmless("C++ is linked as its library is named")),
    ("-static-libasan", Word, Harmless("nothing of it is linked")),
    ("-shared-libgcc", Word, Harmless("nothing of it is linked")),
    ("-p", Word, NO_PROFILE),
    ("-pg", Word, NO_PROFILE),
    ("-save-temps", Prefix, Harmless("there are no temporary files")),
    ("--save-temps", Prefix, Harmless("there are no temporary files")),
    ("-nostdlib", Word, OWN_FILES_ONLY),
    ("-nodefaultlibs", Word, OWN_FILES_ONLY),
    ("-nostartfiles", Word, OWN_FILES_ONLY),
    ("-nolibc", Word, OWN_FILES_ONLY),
    ("-nostdinc", Word, Harmless("there are no folders of the system's own include files")),
    ("-undef", Word, Harmless("few macros are predefined")),
    ("-H", Word, Harmless("a list for people")),
    ("-Q", Word, Harmless("statistics of the other compiler")),
    ("-C", Word, Harmless("comments are kept")),
    ("-CC", Word, Harmless("comments are kept")),
    ("-time", Word, Harmless("--time shows our stages")),
    ("-pass-exit-codes", Word, Harmless("exit statuses are always ours")),
    ("-traditional-cpp", Word, Harmless("Fortran is always preprocessed that way")),
    ("-traditional", Word, Harmless("Fortran is always preprocessed that way")),
    ("-no-canonical-prefixes", Word, NO_PARTS),
    ("-canonical-prefixes", Word, NO_PARTS),
    ("-B", Pair, NO_PARTS),
    ("-B", Prefix, NO_PARTS),
    ("-specs=", Prefix, NO_PARTS),
    ("--sysroot=", Prefix, Harmless("only libraries that are named are looked for")),
    ("--sysroot", Pair, Harmless("only libraries that are named are looked for")),
    ("-isysroot", Pair, Harmless("there are no folders of the system's own include files")),
    ("-wrapper", Pair, Harmless("no other program is run")),
    ("--param", Pair, Harmless("limits of another optimizer")),
    ("--param=", Prefix, Harmless("limits of another optimizer")),
    ("-Xassembler", Pair, Harmless("no assembler is run")),
    ("-dumpdir", Pair, DUMP),
    ("-dumpbase", Pair, DUMP),
    ("-dumpbase-ext", Pair, DUMP),
    ("-static-pie", Word, Refused("static executables have a fixed address: -static")),
    ("-rdynamic", Word, Linker),
    ("-export-dynamic", Word, Linker),
    ("-symbolic", Word, Linker),
    ("-t", Word, Linker),
    ("-n", Word, Linker),
    ("-N", Word, Linker),
    ("-pie", Word, Linker),
    ("-no-pie", Word, Linker),
    ("-nopie", Word, Linker),
    ("-s", Word, Linker),
    ("-u", Pair, Linker),
    ("-z", Pair, Linker),
    ("-T", Pair, Linker),
    ("-e", Pair, Linker),
    ("--build-id", Prefix, Linker),
    ("-plugin", Pair, Refused("plugins are the other compiler's")),
    ("-fplugin=", Prefix, Refused("plugins are the other compiler's")),
];

/// The linker's name for an option of [`Fate::Linker`].
pub fn for_linker(option: &str) -> &str {
    match option {
        "-s" => "--strip-all",
        "-rdynamic" | "-export-dynamic" => "--export-dynamic",
        "-symbolic" => "-Bsymbolic",
        "-nopie" => "-no-pie",
        "-t" => "--trace",
        other => other,
    }
}

/// What becomes of a word of the command line, if the table has it.
pub fn word(text: &str) -> Option<(Shape, Fate)> {
    let hit = |(name, shape, _): &&(&str, Shape, Fate)| match shape {
        Word | Pair => text == *name,
        Prefix => text.starts_with(name),
    };
    WORDS.iter().find(hit).map(|r| (r.1, r.2))
}

/// Warnings of gfortran and gcc that are not ours: what they look for is an error here, or is not looked for, or is a
/// matter of C and C++.
const OTHER_WARNINGS: &[&str] = &[
    "abi-tag",
    "absolute-value",
    "address",
    "address-of-packed-member",
    "aggregate-return",
    "aggressive-loop-optimizations",
    "aligned-new",
    "alloc-size",
    "alloc-size-larger-than",
    "alloc-zero",
    "alloca",
    "alloca-larger-than",
    "analyzer-double-fclose",
    "analyzer-double-free",
    "analyzer-exposure-through-output-file",
    "analyzer-file-leak",
    "analyzer-free-of-non-heap",
    "analyzer-malloc-leak",
    "analyzer-mismatching-deallocation",
    "analyzer-null-argument",
    "analyzer-null-dereference",
    "analyzer-possible-null-argument",
    "analyzer-possible-null-dereference",
    "analyzer-shift-count-negative",
    "analyzer-shift-count-overflow",
    "analyzer-stale-setjmp-buffer",
    "analyzer-tainted-allocation-size",
    "analyzer-tainted-array-index",
    "analyzer-tainted-divisor",
    "analyzer-tainted-offset",
    "analyzer-tainted-size",
    "analyzer-too-complex",
    "analyzer-unsafe-call-within-signal-handler",
    "analyzer-use-after-free",
    "analyzer-use-of-pointer-in-stale-stack-frame",
    "analyzer-use-of-uninitialized-value",
    "analyzer-write-to-const",
    "analyzer-write-to-string-literal",
    "arith-conversion",
    "array-bounds",
    "array-bounds-pointer-arithmetic",
    "array-compare",
    "array-parameter",
    "assign-intercept",
    "attribute-alias",
    "attribute-warning",
    "attributes",
    "bad-function-cast",
    "bidi-chars",
    "bool-compare",
    "bool-operation",
    "builtin-declaration-mismatch",
    "builtin-macro-redefined",
    "c++-compat",
    "c++0x-compat",
    "c++11-compat",
    "c++11-extensions",
    "c++14-compat",
    "c++14-extensions",
    "c++17-compat",
    "c++17-extensions",
    "c++1z-compat",
    "c++20-compat",
    "c++20-extensions",
    "c++23-extensions",
    "c++2a-compat",
    "c11-c23-compat",
    "c11-c2x-compat",
    "c23-c2y-compat",
    "c90-c99-compat",
    "c99-c11-compat",
    "calloc-transposed-args",
    "cannot-profile",
    "cast-align",
    "cast-function-type",
    "cast-qual",
    "cast-result",
    "catch-value",
    "char-subscripts",
    "class-conversion",
    "class-memaccess",
    "clobbered",
    "comma-subscript",
    "comment",
    "comments",
    "complain-wrong-lang",
    "conditionally-supported",
    "conversion-null",
    "coverage-invalid-line-number",
    "coverage-mismatch",
    "cpp",
    "ctad-maybe-unsupported",
    "ctor-dtor-privacy",
    "dangling-else",
    "dangling-pointer",
    "dangling-reference",
    "date-time",
    "declaration-after-statement",
    "declaration-missing-parameter-type",
    "delete-incomplete",
    "delete-non-virtual-dtor",
    "deprecated",
    "deprecated-copy",
    "deprecated-copy-dtor",
    "deprecated-declarations",
    "deprecated-enum-enum-conversion",
    "deprecated-enum-float-conversion",
    "designated-init",
    "disabled-optimization",
    "discarded-array-qualifiers",
    "discarded-qualifiers",
    "div-by-zero",
    "double-promotion",
    "duplicate-decl-specifier",
    "duplicated-branches",
    "duplicated-cond",
    "effc++",
    "empty-body",
    "endif-labels",
    "enum-compare",
    "enum-conversion",
    "enum-int-mismatch",
    "error-implicit-function-declaration",
    "everything",
    "exceptions",
    "expansion-to-defined",
    "external-argument-mismatch",
    "extra-semi",
    "flex-array-member-not-at-end",
    "float-conversion",
    "float-equal",
    "format",
    "format-contains-nul",
    "format-diag",
    "format-extra-args",
    "format-nonliteral",
    "format-overflow",
    "format-security",
    "format-signedness",
    "format-truncation",
    "format-y2k",
    "format-zero-length",
    "frame-address",
    "frame-larger-than",
    "free-nonheap-object",
    "frontend-loop-interchange",
    "function-elimination",
    "header-guard",
    "if-not-aligned",
    "ignored-attributes",
    "ignored-qualifiers",
    "implicit",
    "implicit-fallthrough",
    "implicit-function-declaration",
    "implicit-int",
    "inaccessible-base",
    "incompatible-pointer-types",
    "infinite-recursion",
    "inherited-variadic-ctor",
    "init-list-lifetime",
    "init-self",
    "inline",
    "int-conversion",
    "int-in-bool-context",
    "int-to-pointer-cast",
    "interference-size",
    "intrinsics-std",
    "invalid-imported-macros",
    "invalid-memory-model",
    "invalid-offsetof",
    "invalid-pch",
    "invalid-utf8",
    "jump-misses-init",
    "larger-than",
    "leading-whitespace",
    "literal-suffix",
    "logical-not-parentheses",
    "logical-op",
    "long-long",
    "lto-type-mismatch",
    "main",
    "memset-elt-size",
    "memset-transposed-args",
    "misleading-indentation",
    "mismatched-dealloc",
    "mismatched-new-delete",
    "mismatched-tags",
    "missing-attributes",
    "missing-braces",
    "missing-declarations",
    "missing-field-initializers",
    "missing-format-attribute",
    "missing-include-dirs",
    "missing-noreturn",
    "missing-parameter-type",
    "missing-profile",
    "missing-prototypes",
    "missing-requires",
    "missing-template-keyword",
    "multichar",
    "multiple-inheritance",
    "multistatement-macros",
    "namespaces",
    "narrowing",
    "nested-externs",
    "noexcept",
    "noexcept-type",
    "non-template-friend",
    "non-virtual-dtor",
    "nonnull",
    "nonnull-compare",
    "normalized",
    "nrvo",
    "null-dereference",
    "objc-root-class",
    "odr",
    "old-style-cast",
    "old-style-declaration",
    "old-style-definition",
    "openacc-parallelism",
    "openmp-simd",
    "overflow",
    "overlength-strings",
    "overloaded-virtual",
    "override-init",
    "override-init-side-effects",
    "overwrite-recursive",
    "packed",
    "packed-bitfield-compat",
    "packed-not-aligned",
    "padded",
    "parentheses",
    "pessimizing-move",
    "placement-new",
    "pmf-conversions",
    "pointer-arith",
    "pointer-compare",
    "pointer-sign",
    "pointer-to-int-cast",
    "pragmas",
    "prio-ctor-dtor",
    "property-assign-default",
    "protocol",
    "psabi",
    "range-loop-construct",
    "real-q-constant",
    "recursion",
    "redundant-decls",
    "redundant-move",
    "redundant-tags",
    "register",
    "reorder",
    "restrict",
    "return-local-addr",
    "return-mismatch",
    "scalar-storage-order",
    "selector",
    "self-move",
    "sequence-point",
    "shadow",
    "shadow-compatible-local",
    "shadow-ivar",
    "shadow-local",
    "shift-count-negative",
    "shift-count-overflow",
    "shift-negative-value",
    "shift-overflow",
    "sign-compare",
    "sign-conversion",
    "sign-promo",
    "sized-deallocation",
    "sizeof-array-argument",
    "sizeof-array-div",
    "sizeof-pointer-div",
    "sizeof-pointer-memaccess",
    "stack-protector",
    "stack-usage",
    "strict-aliasing",
    "strict-flex-arrays",
    "strict-null-sentinel",
    "strict-overflow",
    "strict-prototypes",
    "strict-selector-match",
    "string-compare",
    "stringop-overflow",
    "stringop-overread",
    "stringop-truncation",
    "subobject-linkage",
    "suggest-attribute",
    "suggest-final-methods",
    "suggest-final-types",
    "suggest-override",
    "switch",
    "switch-bool",
    "switch-default",
    "switch-enum",
    "switch-outside-range",
    "switch-unreachable",
    "sync-nand",
    "system-headers",
    "tautological-compare",
    "templates",
    "terminate",
    "traditional",
    "traditional-conversion",
    "trailing-whitespace",
    "trampolines",
    "trigraphs",
    "trivial-auto-var-init",
    "tsan",
    "type-limits",
    "undeclared-selector",
    "undef",
    "undefined-vars",
    "unicode",
    "unknown-pragmas",
    "unknown-warning-option",
    "unreachable-code",
    "unsafe-loop-optimizations",
    "unsuffixed-float-constants",
    "unused-but-set-parameter",
    "unused-but-set-variable",
    "unused-command-line-argument",
    "unused-const-variable",
    "unused-local-typedefs",
    "unused-macros",
    "unused-result",
    "use-after-free",
    "useless-cast",
    "varargs",
    "variadic-macros",
    "vector-operation-performance",
    "vexing-parse",
    "virtual-inheritance",
    "virtual-move-assign",
    "vla",
    "vla-larger-than",
    "vla-parameter",
    "volatile",
    "volatile-register-var",
    "write-strings",
    "xor-used-as-pow",
    "zero-as-null-pointer-constant",
    "zero-length-bounds",
];

/// Takes the word after `-W`; an error is a wrong command line.
pub fn warning(warnings: &mut Warnings, text: &str) -> Result<(), String> {
    if ["a,", "l,", "p,"].iter().any(|p| text.starts_with(p)) || warnings.apply(text) {
        return Ok(());
    }
    let plain = ["error=", "no-error=", "no-"].iter().find_map(|p| text.strip_prefix(p)).unwrap_or(text);
    let name = plain.split_once('=').map_or(plain, |n| n.0);
    if OTHER_WARNINGS.contains(&name) || name.starts_with("analyzer-") {
        return Ok(());
    }
    // As other compilers: not to be warned of what nobody knows is no fault.
    if text.starts_with("no-") && !text.starts_with("no-error=") {
        return Ok(());
    }
    let known = ferrotran_sema::warn::names().chain(OTHER_WARNINGS.iter().copied());
    Err(format!("unrecognized option `-W{text}`{}", like(name, known, "-W")))
}

/// `; did you mean ...` where a name is near.
pub fn like(name: &str, known: impl Iterator<Item = &'static str>, dash: &str) -> String {
    let near = known.map(|k| (strsim::damerau_levenshtein(k, name), k)).min();
    match near {
        Some((d, k)) if d * 3 <= name.len() => format!("; did you mean `{dash}{k}`?"),
        _ => String::new(),
    }
}

/// Standards of Fortran, as `-std=` names them: the year that the checks go by, 1 for old programs, 0 for all that is
/// understood.
const STANDARDS: &[(&str, u32)] = &[
    ("f77", 1),
    ("f90", 1990),
    ("f95", 1995),
    ("f2003", 2003),
    ("f2008", 2008),
    ("f2008ts", 2008),
    ("f2018", 2018),
    ("f2023", 2023),
    ("f202y", 2023),
    ("gnu", 0),
    ("legacy", 1),
];

/// The standard that `-std=` means; for those of C sources, 0.
pub fn standard(text: &str) -> Result<u32, String> {
    if let Some(s) = STANDARDS.iter().find(|s| s.0 == text) {
        return Ok(s.1);
    }
    let year = ["c++", "gnu++", "c", "gnu", "iso9899:"].iter().find_map(|p| text.strip_prefix(p));
    if year.is_some_and(|y| y.starts_with(|c: char| c.is_ascii_digit()) && y.len() <= 6) {
        return Ok(0);
    }
    let names: Vec<&str> = STANDARDS.iter().map(|s| s.0).collect();
    Err(format!("-std={text}: there are {}", names.join(", ")))
}

/// Machine options that change nothing here; a `=` at the end stands for any value.
const MACHINE: &[&str] = &[
    "64",
    "128bit-long-double",
    "8bit-idiv",
    "3dnow",
    "3dnowa",
    "80387",
    "hard-float",
    "ieee-fp",
    "fancy-math-387",
    "fp-ret-in-387",
    "accumulate-outgoing-args",
    "address-mode=",
    "adx",
    "aes",
    "align-data=",
    "align-functions=",
    "align-jumps=",
    "align-loops=",
    "align-stringops",
    "amx-bf16",
    "amx-int8",
    "amx-tile",
    "amx-fp16",
    "amx-complex",
    "android",
    "asm=att",
    "avx256-split-unaligned-load",
    "avx256-split-unaligned-store",
    "avx5124fmaps",
    "avx5124vnniw",
    "avx512bf16",
    "avx512bw",
    "avx512cd",
    "avx512er",
    "avx512fp16",
    "avx512ifma",
    "avx512pf",
    "avx512vbmi2",
    "avx512vnni",
    "avx512vp2intersect",
    "avx512vpopcntdq",
    "avxvnni",
    "avxvnniint8",
    "avxvnniint16",
    "avxifma",
    "avxneconvert",
    "bionic",
    "branch-cost=",
    "call-ms2sysv-xlogues",
    "cld",
    "cldemote",
    "clflushopt",
    "clwb",
    "clzero",
    "cmodel=small",
    "cmodel=medium",
    "cmodel=large",
    "cmpccxadd",
    "crc32",
    "direct-extern-access",
    "dispatch-scheduler",
    "dump-tune-features",
    "enqcmd",
    "f16c",
    "fentry",
    "fma4",
    "force-drap",
    "force-indirect-call",
    "fpmath=sse",
    "fpmath=sse,387",
    "fpmath=sse+387",
    "fpmath=both",
    "fsgsbase",
    "function-return=",
    "fused-madd",
    "fxsr",
    "gather",
    "gfni",
    "glibc",
    "harden-sls=",
    "hle",
    "hreset",
    "incoming-stack-boundary=",
    "indirect-branch=",
    "indirect-branch-register",
    "indirect-branch-cs-prefix",
    "inline-all-stringops",
    "inline-stringops-dynamically",
    "instrument-return=",
    "kl",
    "large-data-threshold=",
    "long-double-80",
    "lwp",
    "manual-endbr",
    "memcpy-strategy=",
    "memset-strategy=",
    "mmx",
    "movbe",
    "movdir64b",
    "movdiri",
    "move-max=",
    "mpx",
    "mwait",
    "mwaitx",
    "needed",
    "nop-mcount",
    "omit-leaf-frame-pointer",
    "pc80",
    "pclmul",
    "pconfig",
    "pku",
    "prefer-avx128",
    "prefer-vector-width=",
    "preferred-stack-boundary=",
    "prefetchi",
    "prefetchwt1",
    "prfchw",
    "ptwrite",
    "push-args",
    "raoint",
    "rdpid",
    "rdrnd",
    "rdseed",
    "recip",
    "recip=",
    "record-mcount",
    "record-return",
    "red-zone",
    "relax-cmpxchg-loop",
    "relax-relocations",
    "rtm",
    "sahf",
    "scatter",
    "serialize",
    "sgx",
    "sha",
    "shstk",
    "skip-rax-setup",
    "sse",
    "sse2",
    "sse2avx",
    "sse4a",
    "stack-arg-probe",
    "stack-protector-guard=",
    "stack-protector-guard-offset=",
    "stack-protector-guard-reg=",
    "stack-protector-guard-symbol=",
    "stackrealign",
    "store-max=",
    "stringop-strategy=",
    "stv",
    "tbm",
    "tls-dialect=",
    "tls-direct-seg-refs",
    "tsxldtrk",
    "tune-ctrl=",
    "uintr",
    "unaligned-vector-move",
    "vaes",
    "veclibabi=",
    "vpclmulqdq",
    "vzeroupper",
    "waitpkg",
    "wbnoinvd",
    "widekl",
    "xop",
    "xsave",
    "xsavec",
    "xsaveopt",
    "xsaves",
    "usermsr",
    "apxf",
    "evex512",
    "daz-ftz",
    "partial-vector-fp-math",
    // aarch64.
    "little-endian",
    "fix-cortex-a53-835769",
    "fix-cortex-a53-843419",
    "outline-atomics",
    "pc-relative-literal-loads",
    "branch-protection=",
    "sve-vector-bits=",
    "strict-align",
    "low-precision-recip-sqrt",
    "low-precision-sqrt",
    "low-precision-div",
    "abi=lp64",
    "general-regs-only-none",
];

/// Machine options that ask for other code than ours.
const OTHER_MACHINES: &[(&str, &str)] = &[
    ("32", "programs have 64-bit addresses"),
    ("x32", "programs have 64-bit addresses"),
    ("16", "programs have 64-bit addresses"),
    ("iamcu", "programs have 64-bit addresses"),
    ("abi=", "procedures are called as the machine's ABI says"),
    ("regparm=", "procedures are called as the machine's ABI says"),
    ("rtd", "procedures are called as the machine's ABI says"),
    ("soft-float", "floating-point numbers are the processor's"),
    ("general-regs-only", "floating-point numbers are the processor's"),
    ("fpmath=", "floating-point numbers are in vector registers"),
    ("pc32", "kind 10 has its full precision"),
    ("pc64", "kind 10 has its full precision"),
    ("long-double-64", "kind 10 has its full precision"),
    ("long-double-128", "kind 10 has its full precision"),
    ("cmodel=", "the code model is small"),
    ("asm=", "assembly text has one syntax"),
    ("intel-syntax", "assembly text has one syntax"),
];

/// gcc's names of what a processor has, where they are not those of [`Cpu::with`].
const FEATURE_NAMES: &[(&str, &[&str])] =
    &[("sse4", &["sse4.2"]), ("cx16", &["cmpxchg16b"]), ("bmi", &["bmi1"]), ("abm", &["lzcnt", "popcnt"])];

/// Takes the word after `-m`; an error is a wrong command line.
pub fn machine(cpu: &mut Cpu, text: &str) -> Result<(), String> {
    if let Some((option, name)) = text.split_once('=').filter(|o| matches!(o.0, "arch" | "cpu" | "tune")) {
        // Later parts of a name are extensions: `armv8-a+crc`.
        let name = if cfg!(target_arch = "aarch64") { name.split('+').next().unwrap_or(name) } else { name };
        let named = if name == "intel" { Cpu::named("silvermont") } else { Cpu::named(name) };
        return match named {
            Some(c) if option == "arch" => {
                *cpu = c;
                Ok(())
            }
            Some(_) => Ok(()),
            // Names of processors are many there, and all run the same code.
            None if cfg!(target_arch = "aarch64") && option != "arch" => Ok(()),
            None => Err(format!("-m{text}: there is no such processor; native is this one")),
        };
    }
    let (on, name) = text.strip_prefix("no-").map_or((true, text), |n| (false, n));
    let one = [name];
    let features = FEATURE_NAMES.iter().find(|f| f.0 == name).map_or(&one[..], |f| f.1);
    if features.iter().all(|f| Cpu::is_feature(f)) {
        *cpu = features.iter().fold(*cpu, |c, f| c.with(f, on));
        return Ok(());
    }
    let matches = |entry: &str| entry == name || entry.ends_with('=') && name.starts_with(entry);
    if MACHINE.iter().any(|m| matches(m)) {
        return Ok(());
    }
    match OTHER_MACHINES.iter().find(|m| matches(m.0)) {
        Some(_) if !on => Ok(()),
        Some((_, why)) => Err(format!("-m{text}: {why}")),
        None => Err(format!("unrecognized option `-m{text}`{}", like(name, MACHINE.iter().copied(), "-m"))),
    }
}

/// Ways to ask for debug information: the level after `-g`, with formats and details that other compilers have.
pub fn debug_level(option: &str) -> Option<&'static str> {
    let rest = option.strip_prefix("-g")?;
    let level = ["dwarf-", "dwarf", "gdb", "stabs+", "stabs", "xcoff+", "xcoff", "vms", "coff", ""]
        .iter()
        .find_map(|p| rest.strip_prefix(p))
        .filter(|digits| digits.chars().all(|c| c.is_ascii_digit()));
    if let Some(level) = level {
        // Behind the format's name stands its version.
        return Some(match level {
            _ if rest.starts_with("dwarf") => "2",
            "0" => "0",
            "1" => "1",
            _ => "2",
        });
    }
    let name = rest.strip_prefix("no-").unwrap_or(rest);
    const DETAILS: &[&str] = &[
        "line-tables-only",
        "column-info",
        "strict-dwarf",
        "split-dwarf",
        "record-gcc-switches",
        "pubnames",
        "gnu-pubnames",
        "as-loc-support",
        "as-locview-support",
        "inline-points",
        "statement-frontiers",
        "variable-location-views",
        "internal-reset-location-views",
        "describe-dies",
        "simple-template-names",
        "dwarf32",
        "dwarf64",
        "z",
        "z=none",
        "z=zlib",
        "z=zstd",
        "toggle",
        "embed-source",
    ];
    let level = if name == "line-tables-only" { "1" } else { "2" };
    DETAILS.contains(&name).then_some(if rest.starts_with("no-") { "" } else { level })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_nobody_knows_is_an_error() {
        let mut w = Warnings::default();
        for good in
            ["all", "extra", "no-banana", "error=unused-variable", "no-unused", "l,-rpath,x", "strict-prototypes"]
        {
            assert!(warning(&mut w, good).is_ok(), "{good}");
        }
        for bad in ["banana", "error=banana", "unused-varible"] {
            assert!(warning(&mut w, bad).is_err(), "{bad}");
        }
        assert!(warning(&mut w, "unused-varible").unwrap_err().contains("-Wunused-variable"));
        for bad in ["f3000", "banana", "f2019", "cobol", ""] {
            assert!(standard(bad).is_err(), "{bad}");
        }
        for good in ["f95", "f2023", "gnu", "legacy", "c11", "gnu17", "c++20"] {
            assert!(standard(good).is_ok(), "{good}");
        }
        let mut cpu = Cpu::native();
        for bad in ["arch=banana", "tune=banana", "banana", "32", "abi=ms", "fpmath=387"] {
            assert!(machine(&mut cpu, bad).is_err(), "{bad}");
        }
        for good in ["tune=native", "64", "recip", "no-red-zone", "no-x32", "cmodel=small"] {
            assert!(machine(&mut cpu, good).is_ok(), "{good}");
        }
    }

    #[test]
    #[cfg(target_arch = "x86_64")]
    fn machine_options_choose_instruction_sets() {
        let mut cpu = Cpu::native();
        machine(&mut cpu, "arch=x86-64").unwrap();
        assert!(!cpu.has("avx"));
        machine(&mut cpu, "avx2").unwrap();
        machine(&mut cpu, "abm").unwrap();
        assert!(cpu.has("avx2") && cpu.has("lzcnt") && !cpu.has_fma());
        machine(&mut cpu, "no-sse4.1").unwrap();
        assert!(!cpu.has("avx") && cpu.has("ssse3"));
    }

    #[test]
    fn no_option_stands_twice() {
        for (i, (name, shape, _)) in WORDS.iter().enumerate() {
            assert!(WORDS[..i].iter().all(|w| (w.0, w.1) != (*name, *shape)), "{name}");
        }
        let own: Vec<&str> = ferrotran_sema::warn::names().collect();
        for (i, name) in OTHER_WARNINGS.iter().enumerate() {
            assert!(!own.contains(name) && !OTHER_WARNINGS[..i].contains(name), "{name}");
        }
        for (i, name) in MACHINE.iter().enumerate() {
            assert!(!MACHINE[..i].contains(name), "{name}");
        }
    }
}
