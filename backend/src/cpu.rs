//! Processors: which instruction sets code may use (`-march=`, `-mavx2`).

/// A set of instruction sets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cpu(u32);

macro_rules! features {
    ($($name:tt $flag:literal $needs:literal;)*) => {
        /// Instruction sets of x86-64: the name after `-m`, Cranelift's name (none where it knows nothing of it), and what it stands upon. In order: what
        /// one needs stands in front of it.
        const FEATURES: &[(&str, &str, &str)] = &[$(($name, $flag, $needs)),*];

        /// What this machine has.
        #[cfg(target_arch = "x86_64")]
        fn detect() -> [bool; FEATURES.len()] {
            [$(std::is_x86_feature_detected!($name)),*]
        }
    };
}

features! {
    "sse3" "has_sse3" "";
    "ssse3" "has_ssse3" "sse3";
    "sse4.1" "has_sse41" "ssse3";
    "sse4.2" "has_sse42" "sse4.1";
    "cmpxchg16b" "has_cmpxchg16b" "";
    "popcnt" "has_popcnt" "";
    "lzcnt" "has_lzcnt" "";
    "avx" "has_avx" "sse4.2";
    "avx2" "has_avx2" "avx";
    "fma" "has_fma" "avx";
    "bmi1" "has_bmi1" "";
    "bmi2" "has_bmi2" "";
    "avx512f" "has_avx512f" "avx2";
    "avx512dq" "has_avx512dq" "avx512f";
    "avx512bw" "" "avx512f";
    "avx512cd" "" "avx512f";
    "avx512vl" "has_avx512vl" "avx512f";
    "avx512bitalg" "has_avx512bitalg" "avx512f";
    "avx512vbmi" "has_avx512vbmi" "avx512f";
}

/// What loops with vectors of 512 bits need: the runtime's functions for them, too.
const WIDE: [&str; 7] = ["avx512f", "avx512dq", "avx512bw", "avx512cd", "avx512vl", "fma", "bmi2"];

/// What loops with vectors of 256 bits need.
const HALF_WIDE: [&str; 3] = ["avx2", "fma", "bmi2"];

/// Levels of the x86-64 psABI (section 3.1.1, micro-architecture levels): what each adds.
const LEVELS: &[(&str, &[&str])] = &[
    ("x86-64", &[]),
    ("x86-64-v2", &["sse4.2", "cmpxchg16b", "popcnt"]),
    ("x86-64-v3", &["avx2", "fma", "bmi1", "bmi2", "lzcnt"]),
    ("x86-64-v4", &["avx512f", "avx512dq", "avx512bw", "avx512cd", "avx512vl"]),
];

/// Processors by gcc's names: the level that they reach, and what else they have.
const PROCESSORS: &[(&str, &[&str], &[&str])] = &[
    (
        "x86-64",
        &["x86-64", "generic", "k8", "opteron", "athlon64", "athlon-fx", "nocona", "eden-x2", "nano", "nano-1000"],
        &[],
    ),
    ("x86-64", &["k8-sse3", "opteron-sse3", "athlon64-sse3"], &["sse3"]),
    ("x86-64", &["amdfam10", "barcelona"], &["sse3", "popcnt", "lzcnt", "cmpxchg16b"]),
    ("x86-64", &["core2", "bonnell", "atom", "nano-2000", "btver1"], &["ssse3", "cmpxchg16b"]),
    ("x86-64", &["nano-3000", "nano-x2", "nano-x4", "eden-x4"], &["sse4.1"]),
    (
        "x86-64-v2",
        &["nehalem", "corei7", "westmere", "silvermont", "slm", "goldmont", "goldmont-plus", "tremont", "lujiazui"],
        &[],
    ),
    ("x86-64-v2", &["sandybridge", "corei7-avx", "ivybridge", "core-avx-i", "bdver1", "btver2"], &["avx"]),
    ("x86-64-v2", &["bdver2", "bdver3"], &["fma", "bmi1", "lzcnt"]),
    (
        "x86-64-v3",
        &[
            "haswell",
            "core-avx2",
            "broadwell",
            "skylake",
            "alderlake",
            "raptorlake",
            "meteorlake",
            "gracemont",
            "sierraforest",
            "grandridge",
            "arrowlake",
            "arrowlake-s",
            "lunarlake",
            "pantherlake",
            "clearwaterforest",
            "bdver4",
            "znver1",
            "znver2",
            "znver3",
            "knl",
            "knm",
            "yongfeng",
            "shijidadao",
        ],
        &[],
    ),
    ("x86-64-v4", &["skylake-avx512", "cascadelake", "cooperlake"], &[]),
    (
        "x86-64-v4",
        &[
            "cannonlake",
            "icelake-client",
            "icelake-server",
            "rocketlake",
            "tigerlake",
            "sapphirerapids",
            "emeraldrapids",
            "graniterapids",
            "graniterapids-d",
            "diamondrapids",
            "znver4",
            "znver5",
        ],
        &["avx512bitalg", "avx512vbmi"],
    ),
];

fn index(name: &str) -> Option<usize> {
    FEATURES.iter().position(|f| f.0 == name)
}

impl Default for Cpu {
    fn default() -> Cpu {
        Cpu::native()
    }
}

impl Cpu {
    /// This machine.
    pub fn native() -> Cpu {
        #[cfg(target_arch = "x86_64")]
        {
            let on = detect();
            Cpu((0..FEATURES.len()).fold(0, |bits, i| bits | u32::from(on[i]) << i))
        }
        #[cfg(not(target_arch = "x86_64"))]
        {
            Cpu(0)
        }
    }

    /// The processor that `-march=NAME` means; `None` where nothing has that name.
    pub fn named(name: &str) -> Option<Cpu> {
        if name == "native" {
            return Some(Cpu::native());
        }
        if cfg!(not(target_arch = "x86_64")) {
            return name.starts_with("arm").then_some(Cpu(0));
        }
        let level = |level: &str| {
            let up_to = LEVELS.iter().position(|l| l.0 == level).map_or(0, |n| n + 1);
            LEVELS[..up_to].iter().flat_map(|l| l.1).fold(Cpu(0), |c, f| c.with(f, true))
        };
        if LEVELS.iter().any(|l| l.0 == name) {
            return Some(level(name));
        }
        let (base, _, more) = PROCESSORS.iter().find(|p| p.1.contains(&name))?;
        Some(more.iter().fold(level(base), |c, f| c.with(f, true)))
    }

    /// With a feature and what it stands upon, or without it and what stands upon it. Unknown names change nothing.
    #[must_use]
    pub fn with(self, feature: &str, on: bool) -> Cpu {
        let Some(i) = index(feature) else { return self };
        if on {
            let below = FEATURES[i].2;
            let base = if below.is_empty() { self } else { self.with(below, true) };
            return Cpu(base.0 | 1 << i);
        }
        let above = FEATURES.iter().filter(|f| f.2 == feature).map(|f| f.0);
        Cpu(above.fold(self, |c, f| c.with(f, false)).0 & !(1 << i))
    }

    /// Whether there is a feature of that name.
    pub fn is_feature(name: &str) -> bool {
        index(name).is_some()
    }

    /// Whether code may use it.
    pub fn has(self, feature: &str) -> bool {
        index(feature).is_some_and(|i| self.0 & 1 << i != 0)
    }

    /// Whether one instruction multiplies and adds, rounding once.
    pub fn has_fma(self) -> bool {
        cfg!(not(target_arch = "x86_64")) || self.has("fma")
    }

    /// Bytes of the widest vectors for which the back end makes loops.
    pub fn vector_bytes(self) -> u32 {
        let all = |list: &[&str]| list.iter().all(|f| self.has(f));
        match () {
            () if all(&WIDE) => 64,
            () if all(&HALF_WIDE) => 32,
            () => 16,
        }
    }

    /// Cranelift's names of what there is.
    pub(crate) fn flags(self) -> impl Iterator<Item = &'static str> {
        FEATURES.iter().enumerate().filter(move |(i, f)| self.0 & 1 << i != 0 && !f.1.is_empty()).map(|(_, f)| f.1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_stand_upon_each_other() {
        let v = |n: u8| Cpu::named(&format!("x86-64-v{n}")).unwrap();
        assert!(!Cpu::named("x86-64").unwrap().has("sse3"));
        assert!(v(2).has("sse3") && !v(2).has("avx"));
        assert!(v(3).has("popcnt") && v(3).has_fma() && !v(3).has("avx512f"));
        assert!(v(4).has("avx512vl") && v(4).0 & v(3).0 == v(3).0);
        assert_eq!([2, 3, 4].map(|n| v(n).vector_bytes()), [16, 32, 64]);
        assert!(Cpu::named("haswell") == Cpu::named("x86-64-v3"));
        assert!(Cpu::named("banana").is_none());
    }

    #[test]
    fn what_stands_upon_another_goes_with_it() {
        let c = Cpu::named("x86-64-v4").unwrap().with("avx", false);
        assert!(c.has("sse4.2") && !c.has("avx2") && !c.has("fma") && !c.has("avx512dq"));
        assert!(Cpu::named("x86-64").unwrap().with("avx2", true).has("sse4.1"));
        for (i, f) in FEATURES.iter().enumerate() {
            assert!(f.2.is_empty() || index(f.2).unwrap() < i, "{} needs what stands behind it", f.0);
        }
    }
}
