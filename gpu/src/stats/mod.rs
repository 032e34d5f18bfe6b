//! What kernels cost, without a device: each stage is run for one workgroup of a launch of made-up size, and counted.
//!
//! Counts are those of the SPIR-V that drivers get. Warps are 32 invocations with neighbouring numbers; an access of a warp
//! takes as many segments of 128 bytes as it touches, and an access to workgroup memory as many cycles as the busiest of 32
//! banks of 4 bytes has different words to give.

mod code;
mod live;
mod sim;

pub use live::Kept;
pub use sim::Counts;

use code::Code;
use ferrotran_abi::kernel::{Arg, CompiledKernel, Expr, Given, Grid, MAX_GROUPS, NO_WORD, ScalarKind};
use rustc_hash::{FxHashMap, FxHashSet};
use std::fmt;

/// Invocations of a warp.
const WARP: usize = 32;
/// Bytes that one transaction of memory moves.
const SEGMENT: i64 = 128;
/// Banks of workgroup memory, each a word wide.
const BANKS: i64 = 32;

/// What one stage costs.
#[derive(Clone, PartialEq, Debug)]
pub struct StageStats {
    /// Workgroup size.
    pub size: [u32; 3],
    /// Workgroups of the launch; `None` where the stage is left out at this size.
    pub groups: Option<[u32; 3]>,
    /// Instructions of its text.
    pub text: u32,
    /// Registers and memory of its own.
    pub kept: Kept,
    /// Sums over the invocations of the workgroup that was run.
    pub counts: Counts,
    /// Segments that the warps' accesses to buffers touch, and the least number that could hold the bytes.
    pub segments: (u64, u64),
    /// Cycles of the warps' accesses to workgroup memory, and the number of accesses.
    pub cycles: (u64, u64),
}

/// What a kernel costs.
#[derive(Clone, PartialEq, Debug)]
pub struct KernelStats {
    /// Its name.
    pub name: String,
    /// Its stages.
    pub stages: Vec<StageStats>,
}

/// The arguments of a launch in which arrays of rank one have `size * size` elements, others `size` in each of the first three
/// dimensions, and integers are as large as the first extent.
struct Sample {
    params: Vec<u32>,
    extents: Vec<Vec<i64>>,
    scalars: i64,
}

impl Sample {
    fn new(k: &CompiledKernel, size: u32) -> Sample {
        let size = i64::from(size.clamp(1, 1024));
        let rank = k.args.iter().map(|a| if let Arg::View(v) = a { v.rank } else { 0 }).max().unwrap_or(0);
        let scalars = if rank > 1 { size } else { size * size };
        let mut params = vec![0u32; k.params_words as usize];
        let mut set = |word: u32, value: i64, words: u32| {
            if word == NO_WORD {
                return;
            }
            for n in 0..words.min(2) {
                params[(word + n) as usize] = (value >> (32 * n)) as u32;
            }
        };
        let mut extents = Vec::new();
        for a in &k.args {
            let mut shape = Vec::new();
            match a {
                Arg::View(v) => {
                    let mut stride = i64::from(v.elem.size() / v.unit.max(1));
                    for d in 0..v.rank as usize {
                        let n = match (v.rank, d) {
                            (1, _) => size * size,
                            (_, 0..=2) => size,
                            _ => 2,
                        };
                        set(v.extents[d], n, 1);
                        set(v.strides[d], stride, 1);
                        stride *= n;
                        shape.push(n);
                    }
                }
                Arg::Scalar(s) => match s.kind {
                    ScalarKind::F32 | ScalarKind::C32 => set(s.word, i64::from(1.5f32.to_bits()), 1),
                    ScalarKind::F64 | ScalarKind::C64 => set(s.word, 1.5f64.to_bits() as i64, 2),
                    ScalarKind::Bool | ScalarKind::L8 | ScalarKind::L16 | ScalarKind::L32 | ScalarKind::L64 => {
                        set(s.word, 1, 1);
                    }
                    kind => set(s.word, scalars, kind.words(k.wide)),
                },
            }
            extents.push(shape);
        }
        Sample { params, extents, scalars }
    }

    fn eval(&self, e: &Expr) -> i64 {
        e.eval(self).unwrap_or(0)
    }

    fn groups(&self, grid: &Grid, size: [u32; 3]) -> Option<[u32; 3]> {
        let most = u64::from(MAX_GROUPS);
        let three = |e: &[Expr; 3], per: [u32; 3]| {
            let mut out = [0; 3];
            for d in 0..3 {
                out[d] = (self.eval(&e[d]).max(0) as u64).div_ceil(u64::from(per[d])).min(most) as u32;
            }
            out.iter().all(|&n| n > 0).then_some(out)
        };
        match grid {
            Grid::Linear(e) => {
                let n = (self.eval(e).max(0) as u64).div_ceil(size.iter().map(|&n| u64::from(n)).product());
                let rows = n.div_ceil(most);
                (n > 0).then(|| [n.div_ceil(rows) as u32, rows as u32, 1])
            }
            Grid::Invocations(e) => three(e, size),
            Grid::Groups(e) => three(e, [1; 3]),
            Grid::Teams(e) | Grid::LooseTeams(e) => three(&[e.clone(), Expr::Const(1), Expr::Const(1)], [1; 3]),
        }
    }
}

impl Given for Sample {
    fn scalar(&self, _: u32) -> i64 {
        self.scalars
    }
    fn extent(&self, arg: u32, dim: u32) -> i64 {
        self.extents.get(arg as usize).and_then(|s| s.get(dim as usize)).copied().unwrap_or(0)
    }
    fn lined(&self, _: u32, _: u32) -> bool {
        true
    }
}

/// The costs of a kernel launched with arrays of that many elements in each dimension (1 to 1024).
///
/// # Errors
/// The SPIR-V cannot be read, or a loop does not end for these arguments.
pub fn kernel_stats(k: &CompiledKernel, size: u32) -> Result<KernelStats, String> {
    let sample = Sample::new(k, size);
    let params_at: Vec<u32> = [0].into_iter().chain(k.params_also.iter().map(|b| b.index)).collect();
    let below = sample.extents.iter().flatten().copied().min().unwrap_or(sample.scalars);
    let mut stages = Vec::new();
    for (n, stage) in k.stages.iter().enumerate() {
        let c = Code::read(&stage.spirv)?;
        let groups = sample.groups(&stage.grid, stage.workgroup);
        let mut stats = StageStats {
            size: stage.workgroup,
            groups,
            text: c.list.len() as u32,
            kept: live::estimate(&c),
            counts: Counts::default(),
            segments: (0, 0),
            cycles: (0, 0),
        };
        if let Some(groups) = groups {
            let launch = sim::Launch {
                params: &sample.params,
                params_at: &params_at,
                size: stage.workgroup,
                groups,
                group: groups.map(|n| n / 2),
                below: below.max(1) as u64,
            };
            let lanes = sim::run(&c, &launch).map_err(|e| format!("kernel {}, stage {n}: {e}", k.name))?;
            for warp in lanes.chunks(WARP) {
                stats.warp(warp);
            }
        }
        stages.push(stats);
    }
    Ok(KernelStats { name: k.name.clone(), stages })
}

impl StageStats {
    /// Adds what a warp did.
    fn warp(&mut self, lanes: &[(Counts, Vec<sim::Access>)]) {
        let mut together: FxHashMap<(usize, u32), Vec<sim::Access>> = FxHashMap::default();
        for (counts, accesses) in lanes {
            self.counts.add(counts);
            for a in accesses {
                together.entry(a.at).or_default().push(*a);
            }
        }
        for list in together.into_values() {
            let places: FxHashSet<i64> = list.iter().map(|a| a.byte).collect();
            let bytes = i64::from(list[0].bytes);
            if list[0].shared {
                let words: FxHashSet<i64> =
                    places.iter().flat_map(|&b| (b / 4)..((b + bytes).max(b + 4) / 4)).collect();
                let mut banks = [0u64; BANKS as usize];
                for w in words {
                    banks[w.rem_euclid(BANKS) as usize] += 1;
                }
                self.cycles.0 += banks.iter().max().copied().unwrap_or(0);
                // Wide accesses take as many cycles as their bytes do where no bank is met twice.
                self.cycles.1 += ((places.len() as i64 * bytes) as u64).div_ceil((BANKS * 4) as u64).max(1);
                continue;
            }
            let segments: FxHashSet<i64> = places
                .iter()
                .flat_map(|&b| b.div_euclid(SEGMENT)..=(b + bytes.max(1) - 1).div_euclid(SEGMENT))
                .collect();
            self.segments.0 += segments.len() as u64;
            self.segments.1 += ((places.len() as i64 * bytes) as u64).div_ceil(SEGMENT as u64).max(1);
        }
    }

    /// Invocations of the workgroup that was run.
    pub fn invocations(&self) -> u64 {
        self.size.iter().map(|&n| u64::from(n)).product()
    }

    /// Means over the invocations, by name.
    pub fn means(&self) -> Vec<(&'static str, f64)> {
        let n = self.invocations().max(1) as f64;
        self.counts.fields().into_iter().map(|(name, x)| (name, x as f64 / n)).collect()
    }
}

/// A ratio where there is something to compare.
fn ratio((have, least): (u64, u64)) -> f64 {
    if least == 0 { 1.0 } else { have as f64 / least as f64 }
}

impl StageStats {
    /// Segments that warps touch, as a multiple of the least possible.
    pub fn spread(&self) -> f64 {
        ratio(self.segments)
    }
    /// Cycles of accesses to workgroup memory, as a multiple of the least possible.
    pub fn conflicts(&self) -> f64 {
        ratio(self.cycles)
    }
}

impl fmt::Display for KernelStats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (n, s) in self.stages.iter().enumerate() {
            writeln!(f, "kernel {}, stage {n}", self.name)?;
            let [x, y, z] = s.size;
            let k = s.kept;
            writeln!(
                f,
                "  workgroup {x}x{y}x{z}, {} instructions of text, {} registers, {} local bytes, {} shared bytes",
                s.text, k.registers, k.local_bytes, k.shared_bytes
            )?;
            let Some([x, y, z]) = s.groups else {
                writeln!(f, "  not launched at this size")?;
                continue;
            };
            writeln!(f, "  {x}x{y}x{z} workgroups; for each invocation")?;
            let means: Vec<String> = s.means().into_iter().map(|(name, v)| format!("{name} {}", short(v))).collect();
            writeln!(f, "    {}", means.join(", "))?;
            writeln!(f, "    segments {}, conflicts {}", short(s.spread()), short(s.conflicts()))?;
        }
        Ok(())
    }
}

/// A number with two digits behind the point at most.
fn short(v: f64) -> String {
    let text = format!("{v:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_string()
}
