//! Internal control variables and the environment variables that set them.

use super::places::{self, Bind, Processors, Spot};
use super::{affinity, alloc};
use ferrotran_abi::allocators;
use std::str::FromStr;
use std::sync::{Mutex, OnceLock};
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
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
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
    /// default-device-var; none: that of the process.
    pub default_device: Option<i32>,
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
    /// place-assignment-var and place-partition-var
    pub spot: Spot,
    /// The monotonic modifier of run-sched-var.
    pub monotonic: bool,
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
    /// bind-var by nesting level; at least one.
    pub proc_bind: Vec<Bind>,
    /// The place list.
    pub places: Vec<Processors>,
    /// `OMP_PLACES` as it was given.
    pub places_text: Option<String>,
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

/// Control variables that each device has of its own; 0: not set.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// nteams-var
    pub num_teams: i32,
    /// teams-thread-limit-var
    pub thread_limit: i32,
}

impl Limits {
    /// What the environment says of the device of that number: first what names it, then what is said of every device, then
    /// what is said of devices and host (OpenMP 6.0, 4.2).
    pub fn from_env(number: usize, var: &dyn Fn(&str) -> Option<String>) -> Limits {
        let read = |name: &str| {
            let names = [format!("{name}_DEV_{number}"), format!("{name}_DEV"), format!("{name}_ALL")];
            let (name, text) = names.into_iter().find_map(|n| var(&n).map(|t| (n, t)))?;
            let value = positive::<i32>(&text);
            if value.is_none() {
                eprintln!("ferrotran: warning: invalid value '{}' of environment variable {name} ignored", text.trim());
            }
            value
        };
        Limits {
            num_teams: read("OMP_NUM_TEAMS").unwrap_or(0),
            thread_limit: read("OMP_TEAMS_THREAD_LIMIT").unwrap_or(0),
        }
    }
}

/// Reads or changes those of the device of that number.
pub fn limits<T>(number: usize, f: impl FnOnce(&mut Limits) -> T) -> T {
    static ALL: Mutex<Vec<Limits>> = Mutex::new(Vec::new());
    let mut all = ALL.lock().unwrap_or_else(|e| e.into_inner());
    while all.len() <= number {
        let next = Limits::from_env(all.len(), &|name| std::env::var(name).ok());
        all.push(next);
    }
    f(&mut all[number])
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

/// `[monotonic:|nonmonotonic:]kind[,chunk]`; the last result: it is monotonic.
fn schedule(s: &str) -> Option<(Schedule, i64, bool)> {
    let s = s.trim().to_ascii_lowercase();
    let (monotonic, s) = match s.split_once(':') {
        Some(("monotonic", rest)) => (true, rest),
        Some(("nonmonotonic", rest)) => (false, rest),
        Some(_) => return None,
        None => (false, &s[..]),
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
    Some((kind, chunk, monotonic))
}

/// Reads a variable of the environment, where it is set, by what it is given, which says whether the value makes sense.
type Read<'a> = dyn FnMut(&str, &mut dyn FnMut(&str) -> Option<()>) + 'a;

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
                default_device: None,
                thread_limit: u32::MAX >> 1,
                num_teams: 0,
                teams_thread_limit: 0,
                league: (0, 1),
                allocator: allocators::DEFAULT_ALLOCATOR,
                spot: Spot { place: -1, partition: (0, 0) },
                monotonic: false,
            },
            // Virtual memory only; automatic arrays of procedures called in parallel lie here.
            stack_size: 64 << 20,
            wait_active: None,
            cancellation: false,
            offload: Offload::Default,
            max_task_priority: 0,
            seed: None,
            proc_bind: vec![Bind::False],
            places: Vec::new(),
            places_text: None,
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
        s.read_places(&mut read);
        read("OMP_NESTED", &mut |t| {
            s.icv.max_active_levels = if truth(t)? { i32::MAX } else { 1 };
            Some(())
        });
        read("OMP_MAX_ACTIVE_LEVELS", &mut |t| {
            s.icv.max_active_levels = t.parse::<i32>().ok().filter(|n| *n >= 0)?;
            Some(())
        });
        read("OMP_SCHEDULE", &mut |t| {
            (s.icv.schedule, s.icv.chunk, s.icv.monotonic) = schedule(t)?;
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
            s.icv.default_device = Some(t.parse::<i32>().ok().filter(|n| *n >= 0)?);
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
        s.warnings.append(&mut warnings);
        s
    }

    /// Reads where threads are to run.
    fn read_places(&mut self, read: &mut Read<'_>) {
        let mut binds = None;
        read("OMP_PROC_BIND", &mut |t| {
            let list = t.split(',').map(Bind::of_text).collect::<Option<Vec<_>>>()?;
            if list.len() > 1 {
                // Only policies make a list.
                if list.iter().any(|b| matches!(b, Bind::False | Bind::True)) {
                    return None;
                }
                self.icv.max_active_levels = self.icv.max_active_levels.max(list.len().min(LEVELS) as i32);
            }
            binds = Some(list);
            Some(())
        });
        read("OMP_PLACES", &mut |t| {
            self.places = places::parse(t, places::topology())?;
            self.places_text = Some(t.into());
            Some(())
        });
        if self.places_text.is_some() && self.places.is_empty() {
            self.warnings.push("OMP_PLACES names no processor that the program may use: threads are not bound".into());
        }
        // Who names places wants threads to be there.
        self.proc_bind = binds.unwrap_or_else(|| vec![if self.places.is_empty() { Bind::False } else { Bind::True }]);
        let bound = self.proc_bind[0] != Bind::False;
        if bound && self.places_text.is_none() {
            self.places = places::of_level(places::Level::Core, places::topology());
        }
        let place = if bound && !self.places.is_empty() { 0 } else { -1 };
        self.icv.spot = Spot { place, partition: (0, self.places.len() as u32) };
    }

    /// bind-var for parallel regions of a nesting level.
    pub fn bind_at(&self, level: i32) -> Bind {
        let level = (level.max(0) as usize).min(self.proc_bind.len() - 1);
        self.proc_bind[level]
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
        let schedule = if i.monotonic { format!("MONOTONIC:{schedule}") } else { schedule };
        let offload = match self.offload {
            Offload::Default => "DEFAULT",
            Offload::Mandatory => "MANDATORY",
            Offload::Disabled => "DISABLED",
        };
        let name = |b: &Bind| ["FALSE", "TRUE", "PRIMARY", "CLOSE", "SPREAD"][*b as usize];
        let bind = self.proc_bind.iter().map(name).collect::<Vec<_>>().join(",");
        let place = |p: &Processors| format!("{{{}}}", p.iter().map(u32::to_string).collect::<Vec<_>>().join(","));
        let places = self.places.iter().map(place).collect::<Vec<_>>().join(",");
        let mut rows = vec![
            ("_OPENMP", "202411".to_string()),
            ("OMP_DYNAMIC", truth(i.dynamic)),
            ("OMP_NUM_THREADS", threads),
            ("OMP_SCHEDULE", schedule),
            ("OMP_PROC_BIND", bind),
            ("OMP_PLACES", places),
            ("OMP_STACKSIZE", format!("{}B", self.stack_size)),
            ("OMP_WAIT_POLICY", if self.wait_active == Some(true) { "ACTIVE" } else { "PASSIVE" }.to_string()),
            ("OMP_THREAD_LIMIT", self.icv.thread_limit.to_string()),
            ("OMP_MAX_ACTIVE_LEVELS", i.max_active_levels.to_string()),
            ("OMP_NUM_TEAMS", self.icv.num_teams.to_string()),
            ("OMP_TEAMS_THREAD_LIMIT", self.icv.teams_thread_limit.to_string()),
            ("OMP_CANCELLATION", truth(self.cancellation)),
            ("OMP_DEFAULT_DEVICE", i.default_device.unwrap_or(0).to_string()),
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
        assert_eq!(s.proc_bind, [Bind::Close, Bind::Spread]);
        assert_eq!((s.bind_at(0), s.bind_at(1), s.bind_at(7)), (Bind::Close, Bind::Spread, Bind::Spread));
        assert!(!s.places.is_empty() && s.icv.spot == Spot { place: 0, partition: (0, s.places.len() as u32) });
        assert!(!s.icv.monotonic);
        assert_eq!(s.icv.thread_limit, 9);
        assert!(s.icv.dynamic);
        assert!(s.display_text().contains("OMP_SCHEDULE = 'GUIDED,7'"));
    }

    #[test]
    fn threads_are_bound_where_that_is_asked_for() {
        let unbound = with(&[]);
        assert_eq!((unbound.bind_at(0), unbound.places.len(), unbound.icv.spot.place), (Bind::False, 0, -1));
        let named = with(&[("OMP_PLACES", "threads(1)")]);
        assert_eq!((named.bind_at(0), named.places.len(), named.icv.spot.place), (Bind::True, 1, 0));
        let not = with(&[("OMP_PLACES", "threads(1)"), ("OMP_PROC_BIND", "false")]);
        assert_eq!((not.bind_at(0), not.places.len(), not.icv.spot.place), (Bind::False, 1, -1));
        let wrong = with(&[("OMP_PLACES", "threads("), ("OMP_PROC_BIND", "close,true")]);
        assert_eq!((wrong.warnings.len(), wrong.icv.spot.place), (2, -1));
        let monotonic = with(&[("OMP_SCHEDULE", "monotonic:dynamic,4")]);
        assert!(monotonic.icv.monotonic && monotonic.display_text().contains("'MONOTONIC:DYNAMIC,4'"));
    }

    #[test]
    fn devices_have_limits_of_their_own() {
        let vars = [("OMP_NUM_TEAMS_DEV_1", "5"), ("OMP_NUM_TEAMS_DEV", "4"), ("OMP_TEAMS_THREAD_LIMIT_ALL", "9")];
        let of = |n| Limits::from_env(n, &|name| vars.iter().find(|v| v.0 == name).map(|v| v.1.to_string()));
        assert_eq!(of(0), Limits { num_teams: 4, thread_limit: 9 });
        assert_eq!(of(1), Limits { num_teams: 5, thread_limit: 9 });
        assert_eq!(with(&vars).icv.num_teams, 0, "what is said of devices is not about the host");
        assert_eq!(with(&vars).icv.teams_thread_limit, 9);
    }

    #[test]
    fn wrong_values_are_reported_and_ignored() {
        let s = with(&[("OMP_NUM_THREADS", "0"), ("OMP_SCHEDULE", "fast"), ("OMP_STACKSIZE", "k")]);
        assert_eq!(s.warnings.len(), 3);
        assert_eq!(s.icv.nthreads[0], 0);
        assert_eq!(s.icv.schedule, Schedule::Dynamic);
    }
}
