//! Random graphs of host tasks and target tasks, with dependences of all kinds, events, taskgroups and waits. Every program
//! knows what its variables must be, as if the tasks ran one after the other; it runs its graph outside of parallel
//! regions and by teams of 1, 2 and 4 threads, on the host and on a device. What can be set: `random/mod.rs`.

mod random;

use random::{Rng, Without};
use std::fmt::Write;

/// Variables.
const COUNT: usize = 5;
/// What values stay below.
const LIMIT: i64 = 10007;
/// Steps of a program.
const STEPS: usize = 14;

/// A graph in the making.
struct Graph {
    rng: Rng,
    text: String,
    /// What the variables are when all tasks made so far are over.
    values: [i64; COUNT],
    /// Events that nothing fulfills yet, and how many were made.
    open: Vec<usize>,
    events: usize,
}

/// One update of a variable: its statement, and the variables it reads.
struct Update {
    of: usize,
    reads: Vec<usize>,
    statement: String,
}

impl Graph {
    fn line(&mut self, text: &str) {
        let _ = writeln!(self.text, "    {text}");
    }

    /// `v = v * 3 + c + others`; the constant as code gives it.
    fn update(&mut self, constant: Option<&str>) -> Update {
        let of = self.rng.below(COUNT);
        let reads: Vec<usize> = (0..COUNT).filter(|&i| i != of && self.rng.chance(30)).collect();
        let c = self.rng.range(1, 9);
        let sum: i64 = reads.iter().map(|&i| self.values[i]).sum();
        self.values[of] = (self.values[of] * 3 + c + sum) % LIMIT;
        if let Some(name) = constant {
            self.line(&format!("{name} = {c}"));
        }
        let c = constant.map_or(c.to_string(), str::to_string);
        let others: String = reads.iter().map(|i| format!(" + v{i}")).collect();
        Update { of, reads, statement: format!("v{of} = mod(v{of} * 3 + {c}{others}, {LIMIT})") }
    }

    fn depends(&mut self, u: &Update) -> String {
        let kind = self.rng.pick(&["inout", "out", "mutexinoutset"]);
        let reads: String = u.reads.iter().map(|i| format!("depend(in: v{i}) ")).collect();
        format!("{reads}depend({kind}: v{})", u.of)
    }

    fn maps(u: &Update) -> String {
        let reads: String = u.reads.iter().map(|i| format!("map(to: v{i}) ")).collect();
        format!("{reads}map(tofrom: v{})", u.of)
    }

    fn host(&mut self) {
        let u = self.update(None);
        let d = self.depends(&u);
        let shared: Vec<String> = u.reads.iter().chain([&u.of]).map(|i| format!("v{i}")).collect();
        self.line(&format!("!$omp task {d} shared({})", shared.join(", ")));
        self.line(&u.statement);
        self.line("!$omp end task");
    }

    fn target(&mut self, nowait: &str) {
        let u = self.update(Some("c"));
        let d = self.depends(&u);
        self.line(&format!("!$omp target {nowait} {d} {}", Self::maps(&u)));
        self.line(&u.statement);
        self.line("!$omp end target");
        self.line("c = -1");
    }

    /// A region between data directives.
    fn data(&mut self) {
        let u = self.update(Some("c"));
        let (d, v) = (self.depends(&u), u.of);
        self.line(&format!("!$omp target enter data map(to: v{v}) nowait depend(inout: v{v})"));
        self.line(&format!("!$omp target nowait {d} {}", Self::maps(&u)));
        self.line(&u.statement);
        self.line("!$omp end target");
        if self.rng.chance(50) {
            self.line(&format!("!$omp target update from(v{v}) nowait depend(inout: v{v})"));
        }
        self.line(&format!("!$omp target exit data map(from: v{v}) nowait depend(inout: v{v})"));
    }

    /// Tasks that may run side by side.
    fn set(&mut self) {
        let v = self.rng.below(COUNT);
        for _ in 0..self.rng.range(2, 3) {
            let c = self.rng.range(1, 9);
            self.values[v] += c;
            self.line(&format!("!$omp task depend(inoutset: v{v}) shared(v{v})"));
            self.line("!$omp atomic");
            self.line(&format!("v{v} = v{v} + {c}"));
            self.line("!$omp end task");
        }
    }

    fn detach(&mut self) {
        if self.events < 4 {
            self.events += 1;
            let (v, e, c) = (self.rng.below(COUNT), self.events, self.rng.range(1, 9));
            self.values[v] = (self.values[v] + c) % LIMIT;
            self.line(&format!("!$omp task detach(e{e}) depend(inout: v{v}) shared(v{v})"));
            self.line(&format!("v{v} = mod(v{v} + {c}, {LIMIT})"));
            self.line("!$omp end task");
            self.open.push(e);
        }
    }

    fn fulfill(&mut self) {
        if self.open.is_empty() {
            return;
        }
        let e = self.open.swap_remove(self.rng.below(self.open.len()));
        if self.rng.chance(50) {
            self.line(&format!("!$omp task firstprivate(e{e})"));
            self.line(&format!("call omp_fulfill_event(e{e})"));
            self.line("!$omp end task");
        } else {
            self.line(&format!("call omp_fulfill_event(e{e})"));
        }
    }

    /// Nothing behind this may wait for an event that is fulfilled later.
    fn fulfill_all(&mut self) {
        for e in std::mem::take(&mut self.open) {
            self.line(&format!("call omp_fulfill_event(e{e})"));
        }
    }

    fn wait(&mut self) {
        self.fulfill_all();
        let v = self.rng.below(COUNT);
        match self.rng.below(3) {
            0 => self.line("!$omp taskwait"),
            1 => self.line(&format!("!$omp taskwait depend(in: v{v})")),
            _ => {
                self.line("!$omp taskgroup");
                self.line(&format!("!$omp target nowait depend(inout: v{v}) map(tofrom: v{v})"));
                self.line(&format!("v{v} = v{v} + 1"));
                self.line("!$omp end target");
                self.line("!$omp end taskgroup");
                self.values[v] += 1;
            }
        }
        self.line(&format!("if (v{v} /= {}) error stop 2", self.values[v]));
    }
}

fn program(seed: u64, without: &Without) -> String {
    let rng = Rng::of_step(seed, STEPS);
    let mut g = Graph { rng, text: String::new(), values: [0; COUNT], open: Vec::new(), events: 0 };
    for step in 0..g.rng.range(4, STEPS as i64) as usize {
        if without.has(step) {
            continue;
        }
        g.rng = Rng::of_step(seed, step);
        match g.rng.below(9) {
            0 => g.host(),
            1 | 2 => g.target("nowait"),
            3 => {
                g.fulfill_all();
                g.target("");
            }
            4 => g.data(),
            5 => g.set(),
            6 => g.detach(),
            7 => g.fulfill(),
            _ => g.wait(),
        }
    }
    g.fulfill_all();
    g.line("!$omp taskwait");
    for (i, v) in g.values.into_iter().enumerate() {
        g.line(&format!("if (v{i} /= {v}) error stop 1"));
    }
    format!(
        "subroutine case#
  implicit none
  integer :: n, r
  do r = 1, 4
    call graph
    do n = 1, 4
      !$omp parallel num_threads(n)
      !$omp single
      call graph
      !$omp end single
      !$omp end parallel
    end do
  end do
contains
  subroutine graph
    use omp_lib
    integer :: v0, v1, v2, v3, v4, c
    integer(omp_event_handle_kind) :: e1, e2, e3, e4
    v0 = 0; v1 = 0; v2 = 0; v3 = 0; v4 = 0
{}  end subroutine
end subroutine
",
        g.text
    )
}

#[test]
fn random_task_graphs() {
    random::compare(&random::Suite {
        prelude: "",
        case: program,
        reference: None,
        ways: &[&["--device", "host"], &["--device", "vulkan"], &["--device", "shadow"]],
        levels: &[&[], &["-O0"], &["-O1"], &["-O3"]],
    });
}
