//! Internal control variables and the environment variables that set them.

use super::{affinity, alloc};
use ferrotran_abi::allocators;
use std::str::FromStr;
use std::sync::OnceLock;
use std::thread::available_parallelism;

/// A worksharing schedule, as the compiled code and `omp_sched_t` number them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Schedule {
    /// Fixed shares.
    Static,
    /// Chunks as threads ask for them.
    Dynamic,
    /// Shrinking chunks.
    Guided,
    /// Left to the implementation: static here.
    Auto,
}

/// `OMP_TARGET_OFFLOAD`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Offload {
    /// Use a device where there is one that can.
    Default,
    /// A region that cannot run on a device is an error.
    Mandatory,
    /// Never use a device.
    Disabled,
}

/// Nesting levels for which `OMP_NUM_THREADS` may give different numbers.
pub const LEVELS: usize = 8;

/// The control variables of one data environment (inherited by the threads of a new team).
#[derive(Clone, Copy, Debug)]
pub struct Icv {
    /// nthreads-var by nesting level; 0 = as the last level given.
    pub nthreads: [u32; LEVELS],
    /// dyn-var
    pub dynamic: bool,
    /// max-active-levels-var
    pub max_active_levels: i32,
    /// run-sched-var
    pub schedule: Schedule,
    /// Its chunk size, 0 = default.
    pub chunk: i64,
    /// default-device-var
    pub default_device: i32,
    /// thread-limit-var
    pub thread_limit: u32,
    /// nteams-var, 0 = not set.
    pub num_teams: i32,
    /// teams-thread-limit-var, 0 = not set.
    pub teams_thread_limit: i32,
    /// Number of this team, and teams of its league.
    pub league: (i32, i32),
    /// def-allocator-var
    pub allocator: i64,
}

/// Everything that the environment says and that does not change afterwards, and the initial [`Icv`].
#[derive(Clone, Debug)]
pub struct Settings {
    /// Initial control variables.
    pub icv: Icv,
    /// stacksize-var in bytes.
    pub stack_size: usize,
    /// wait-policy-var: `Some(true)` for active.
    pub wait_active: Option<bool>,
    /// cancel-var
    pub cancellation: bool,
    /// target-offload-var
    pub offload: Offload,
    /// max-task-priority-var
    pub max_task_priority: i32,
    /// `FERROTRAN_SCHEDULE_SEED`, see `seeded`.
    pub seed: Option<u64>,
    /// bind-var as `omp_proc_bind_t` (threads are not bound whatever it says).
    pub proc_bind: i32,
    /// `OMP_ALLOCATOR` as it was given.
    pub allocator: Option<String>,
    /// affinity-format-var, where the environment sets it.
    pub affinity_format: Option<String>,
    /// display-affinity-var
    pub display_affinity: bool,
    /// `OMP_DISPLAY_ENV`: 0 no, 1 yes, 2 verbose.
    pub display: u8,
    /// What was wrong with the environment.
    pub warnings: Vec<String>,
}

/// Processors that this process may use.
pub fn num_procs() -> u32 {
    static N: OnceLock<u32> = OnceLock::new();
    *N.get_or_init(|| available_parallelism().map_or(1, |n| n.get() as u32))
}

/// The settings of this process, read from the environment at first use.
pub fn settings() -> &'static Settings {
    static S: OnceLock<Settings> = OnceLock::new();
    S.get_or_init(|| {
        let s = Settings::from_env(&|name| std::env::var(name).ok());
        for w in &s.warnings {
            eprintln!("ferrotran: warning: {w}");
        }
        if s.display != 0 {
            eprint!("{}", s.display_text());
        }
        s
    })
}

/// Shows the settings now where `OMP_DISPLAY_ENV` asks for it. For the start of a program.
pub fn display_at_start() {
    if std::env::var_os("OMP_DISPLAY_ENV").is_some() {
        settings();
    }
}

/// Turns of busy waiting before a thread sleeps.
pub fn spins() -> u32 {
    match settings().wait_active {
        Some(true) => 200_000,
        Some(false) => 0,
        // A single processor cannot make the condition true while we spin on it.
        None if num_procs() == 1 => 0,
        // About the time that a sleeping thread takes to run again several times over.
        None => 20_000,
    }
}

fn truth(s: &str) -> Option<bool> {
    match s.to_ascii_lowercase().as_str() {
        "true" | "1" | "yes" | "on" => Some(true),
        "false" | "0" | "no" | "off" => Some(false),
        _ => None,
    }
}

fn positive<T: FromStr + PartialOrd + From<u8>>(s: &str) -> Option<T> {
    s.trim().parse::<T>().ok().filter(|n| *n >= T::from(1))
}

/// A size: digits and B, K, M or G; K where no letter stands.
fn size(s: &str) -> Option<usize> {
    let s = s.trim().to_ascii_lowercase();
    let (digits, shift) = match s.as_bytes().last()? {
        b'b' => (&s[..s.len() - 1], 0),
        b'k' => (&s[..s.len() - 1], 10),
        b'm' => (&s[..s.len() - 1], 20),
        b'g' => (&s[..s.len() - 1], 30),
        _ => (&s[..], 10),
    };
    let n: usize = digits.trim().parse().ok()?;
    n.checked_mul(1 << shift).filter(|&n| n > 0)
}

/// `[monotonic:|nonmonotonic:]kind[,chunk]`
fn schedule(s: &str) -> Option<(Schedule, i64)> {
    let s = s.trim().to_ascii_lowercase();
    let s = match s.split_once(':') {
        Some(("monotonic" | "nonmonotonic", rest)) => rest,
        Some(_) => return None,
        None => &s,
    };
    let (kind, chunk) = match s.split_once(',') {
        Some((kind, chunk)) => (kind, positive::<i64>(chunk)?),
        None => (s, 0),
    };
    let kind = match kind.trim() {
        "static" => Schedule::Static,
        "dynamic" => Schedule::Dynamic,
        "guided" => Schedule::Guided,
        "auto" => Schedule::Auto,
        _ => return None,
    };
    Some((kind, chunk))
}

impl Settings {
    /// Reads the variables through `var`.
    pub fn from_env(var: &dyn Fn(&str) -> Option<String>) -> Settings {
        let mut s = Settings {
            icv: Icv {
                nthreads: [0; LEVELS],
                dynamic: false,
                max_active_levels: 1,
                schedule: Schedule::Dynamic,
                chunk: 1,
                default_device: 0,
                thread_limit: u32::MAX >> 1,
                num_teams: 0,
                teams_thread_limit: 0,
                league: (0, 1),
                allocator: allocators::DEFAULT_ALLOCATOR,
            },
            // Virtual memory only; automatic arrays of procedures called in parallel lie here.
            stack_size: 64 << 20,
            wait_active: None,
            cancellation: false,
            offload: Offload::Default,
            max_task_priority: 0,
            seed: None,
            proc_bind: 0,
            allocator: None,
            affinity_format: None,
            display_affinity: false,
            display: 0,
            warnings: Vec::new(),
        };
        let mut warnings = Vec::new();
        let mut read = |name: &str, set: &mut dyn FnMut(&str) -> Option<()>| {
            // What is said of all devices is about the host, too (OpenMP 6.0, 4.2).
            let Some(text) = var(name).or_else(|| var(&format!("{name}_ALL"))) else { return };
            if set(text.trim()).is_none() {
                warnings.push(format!("invalid value '{}' of environment variable {name} ignored", text.trim()));
            }
        };
        read("OMP_NUM_THREADS", &mut |t| {
            let list = t.split(',').map(positive::<u32>).collect::<Option<Vec<_>>>()?;
            for (level, n) in list.iter().take(LEVELS).enumerate() {
                s.icv.nthreads[level] = *n;
            }
            s.icv.max_active_levels = list.len().min(LEVELS) as i32;
            Some(())
        });
        read("OMP_PROC_BIND", &mut |t| {
            let first = t.split(',').next()?.trim().to_ascii_lowercase();
            s.proc_bind = match first.as_str() {
                "false" => 0,
                "true" => 1,
                "primary" | "master" => 2,
                "close" => 3,
                "spread" => 4,
                _ => return None,
            };
            if t.contains(',') {
                s.icv.max_active_levels = s.icv.max_active_levels.max(t.split(',').count().min(LEVELS) as i32);
            }
            Some(())
        });
        read("OMP_NESTED", &mut |t| {
            s.icv.max_active_levels = if truth(t)? { i32::MAX } else { 1 };
            Some(())
        });
        read("OMP_MAX_ACTIVE_LEVELS", &mut |t| {
            s.icv.max_active_levels = t.parse::<i32>().ok().filter(|n| *n >= 0)?;
            Some(())
        });
        read("OMP_SCHEDULE", &mut |t| {
            (s.icv.schedule, s.icv.chunk) = schedule(t)?;
            Some(())
        });
        read("OMP_DYNAMIC", &mut |t| {
            s.icv.dynamic = truth(t)?;
            Some(())
        });
        read("OMP_THREAD_LIMIT", &mut |t| {
            s.icv.thread_limit = positive::<u32>(t)?;
            Some(())
        });
        read("OMP_STACKSIZE", &mut |t| {
            s.stack_size = size(t)?.max(64 << 10);
            Some(())
        });
        read("OMP_WAIT_POLICY", &mut |t| {
            s.wait_active = Some(match t.to_ascii_lowercase().as_str() {
                "active" => true,
                "passive" => false,
                _ => return None,
            });
            Some(())
        });
        read("OMP_CANCELLATION", &mut |t| {
            s.cancellation = truth(t)?;
            Some(())
        });
        read("OMP_DEFAULT_DEVICE", &mut |t| {
            s.icv.default_device = t.parse::<i32>().ok().filter(|n| *n >= 0)?;
            Some(())
        });
        read("OMP_TARGET_OFFLOAD", &mut |t| {
            s.offload = match t.to_ascii_lowercase().as_str() {
                "default" => Offload::Default,
                "mandatory" => Offload::Mandatory,
                "disabled" => Offload::Disabled,
                _ => return None,
            };
            Some(())
        });
        read("OMP_NUM_TEAMS", &mut |t| {
            s.icv.num_teams = t.parse::<i32>().ok().filter(|n| *n > 0)?;
            Some(())
        });
        read("OMP_TEAMS_THREAD_LIMIT", &mut |t| {
            s.icv.teams_thread_limit = t.parse::<i32>().ok().filter(|n| *n > 0)?;
            Some(())
        });
        read("FERROTRAN_SCHEDULE_SEED", &mut |t| {
            s.seed = Some(t.parse::<u64>().ok()?);
            Some(())
        });
        read("OMP_MAX_TASK_PRIORITY", &mut |t| {
            s.max_task_priority = t.parse::<i32>().ok().filter(|n| *n >= 0)?;
            Some(())
        });
        read("OMP_ALLOCATOR", &mut |t| {
            s.icv.allocator = alloc::of_text(t)?;
            s.allocator = Some(t.into());
            Some(())
        });
        read("OMP_AFFINITY_FORMAT", &mut |t| {
            s.affinity_format = Some(t.into());
            Some(())
        });
        read("OMP_DISPLAY_AFFINITY", &mut |t| {
            s.display_affinity = truth(t)?;
            Some(())
        });
        read("OMP_DISPLAY_ENV", &mut |t| {
            s.display = match t.to_ascii_lowercase().as_str() {
                "verbose" => 2,
                t => u8::from(truth(t)?),
            };
            Some(())
        });
        s.warnings = warnings;
        s
    }

    /// Text of `OMP_DISPLAY_ENV`.
    pub fn display_text(&self) -> String {
        let truth = |b: bool| if b { "TRUE" } else { "FALSE" }.to_string();
        let i = &self.icv;
        let threads: Vec<String> = i.nthreads.iter().take_while(|n| **n != 0).map(u32::to_string).collect();
        let threads = if threads.is_empty() { num_procs().to_string() } else { threads.join(",") };
        let kind = match i.schedule {
            Schedule::Static => "STATIC",
            Schedule::Dynamic => "DYNAMIC",
            Schedule::Guided => "GUIDED",
            Schedule::Auto => "AUTO",
        };
        let schedule = if i.chunk > 0 { format!("{kind},{}", i.chunk) } else { kind.to_string() };
        let offload = match self.offload {
            Offload::Default => "DEFAULT",
            Offload::Mandatory => "MANDATORY",
            Offload::Disabled => "DISABLED",
        };
        let bind = ["FALSE", "TRUE", "PRIMARY", "CLOSE", "SPREAD"][self.proc_bind as usize];
        let mut rows = vec![
            ("_OPENMP", "202411".to_string()),
            ("OMP_DYNAMIC", truth(i.dynamic)),
            ("OMP_NUM_THREADS", threads),
            ("OMP_SCHEDULE", schedule),
            ("OMP_PROC_BIND", bind.to_string()),
            ("OMP_STACKSIZE", format!("{}B", self.stack_size)),
            ("OMP_WAIT_POLICY", if self.wait_active == Some(true) { "ACTIVE" } else { "PASSIVE" }.to_string()),
            ("OMP_THREAD_LIMIT", self.icv.thread_limit.to_string()),
            ("OMP_MAX_ACTIVE_LEVELS", i.max_active_levels.to_string()),
            ("OMP_NUM_TEAMS", self.icv.num_teams.to_string()),
            ("OMP_TEAMS_THREAD_LIMIT", self.icv.teams_thread_limit.to_string()),
            ("OMP_CANCELLATION", truth(self.cancellation)),
            ("OMP_DEFAULT_DEVICE", i.default_device.to_string()),
            ("OMP_ALLOCATOR", self.allocator.clone().unwrap_or_else(|| allocators::PREDEFINED[0].0.into())),
            ("OMP_DISPLAY_AFFINITY", truth(self.display_affinity)),
            ("OMP_AFFINITY_FORMAT", self.affinity_format.clone().unwrap_or_else(|| affinity::DEFAULT.into())),
            ("OMP_MAX_TASK_PRIORITY", self.max_task_priority.to_string()),
            ("OMP_TARGET_OFFLOAD", offload.to_string()),
        ];
        if self.display == 2 {
            rows.push(("FERROTRAN_DEVICE", std::env::var("FERROTRAN_DEVICE").unwrap_or_else(|_| "auto".into())));
        }
        let mut out = String::from("\nOPENMP DISPLAY ENVIRONMENT BEGIN\n");
        for (name, value) in rows {
            let prefix = if name.starts_with('_') { "  " } else { "  [host] " };
            out.push_str(&format!("{prefix}{name} = '{value}'\n"));
        }
        out.push_str("OPENMP DISPLAY ENVIRONMENT END\n");
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(vars: &[(&str, &str)]) -> Settings {
        let find = |name: &str| vars.iter().find(|v| v.0 == name).map(|v| v.1.to_string());
        Settings::from_env(&find)
    }

    #[test]
    fn values() {
        let s = with(&[
            ("OMP_NUM_THREADS", "4, 2"),
            ("OMP_SCHEDULE", "nonmonotonic:guided, 7"),
            ("OMP_STACKSIZE", "2m"),
            ("OMP_TARGET_OFFLOAD", "MANDATORY"),
            ("OMP_WAIT_POLICY", "Passive"),
            ("OMP_PROC_BIND", "close,spread"),
            ("OMP_THREAD_LIMIT", "9"),
            ("OMP_DYNAMIC", "true"),
        ]);
        assert_eq!(s.warnings, Vec::<String>::new());
        assert_eq!(s.icv.nthreads[..3], [4, 2, 0]);
        assert_eq!(s.icv.max_active_levels, 2);
        assert_eq!((s.icv.schedule, s.icv.chunk), (Schedule::Guided, 7));
        assert_eq!(s.stack_size, 2 << 20);
        assert_eq!(s.offload, Offload::Mandatory);
        assert_eq!(s.wait_active, Some(false));
        assert_eq!(s.proc_bind, 3);
        assert_eq!(s.icv.thread_limit, 9);
        assert!(s.icv.dynamic);
        assert!(s.display_text().contains("OMP_SCHEDULE = 'GUIDED,7'"));
    }

    #[test]
    fn wrong_values_are_reported_and_ignored() {
        let s = with(&[("OMP_NUM_THREADS", "0"), ("OMP_SCHEDULE", "fast"), ("OMP_STACKSIZE", "k")]);
        assert_eq!(s.warnings.len(), 3);
        assert_eq!(s.icv.nthreads[0], 0);
        assert_eq!(s.icv.schedule, Schedule::Dynamic);
    }
}
