//! Constructs of the host.

use super::model::*;
use super::regions::{OPERATORS, combined};

impl Program {
    pub fn host_loop(&mut self) {
        let (a, b, r, f) = (self.array(), self.array(), self.range(), self.formula());
        self.to_host(a, r);
        self.to_host(b, r);
        let (x, y) = (self.vars[a].name, self.vars[b].value("i"));
        let clause = self.rng.pick(&[
            "",
            " schedule(static, 1)",
            " schedule(guided)",
            " schedule(dynamic, 3)",
            " schedule(monotonic: dynamic)",
            " num_threads(3)",
            " num_threads(4) proc_bind(close)",
            " collapse(1)",
            " if(t > 0)",
            " ordered",
        ]);
        self.line(&format!("!$omp parallel do private(t){clause}"));
        self.line(&format!("do i = {}, {}", r.0 + 1, r.1 + 1));
        self.line(&format!("  t = {}", f.text(&y, "i")));
        if clause == " ordered" {
            self.lines(&format!("!$omp ordered\n{x}(i) = t\n!$omp end ordered"));
        } else {
            self.line(&format!("  {x}(i) = t"));
        }
        self.line("end do");
        for i in r.0..=r.1 {
            self.vars[a].values[i] = f.of(self.vars[b].values[i], i);
        }
        self.host_wrote(a, r);
    }

    /// A whole array on the host.
    pub fn fill(&mut self) {
        let (a, c) = (self.array(), self.rng.range(0, 99));
        let x = self.vars[a].name;
        let form = self.rng.below(3);
        match form {
            0 => self.line(&format!("{x} = {c}")),
            1 => self.lines(&format!("!$omp parallel workshare\n{x}(:) = {c}\n!$omp end parallel workshare")),
            _ => self.lines(&format!("do concurrent (i = 1:{SIZE})\n{x}(i) = {c}\nend do")),
        }
        self.vars[a].values.fill(c);
        self.host_wrote(a, (0, SIZE - 1));
    }

    pub fn lastprivate(&mut self) {
        let (s, r, f) = (self.scalar(), self.range(), self.formula());
        let x = self.vars[s].name;
        let construct = self.rng.pick(&[
            "parallel do",
            "parallel do simd",
            "parallel do schedule(dynamic)",
            "simd",
            "taskloop",
            "taskloop simd",
        ]);
        self.line(&format!("!$omp {construct} lastprivate({x})"));
        self.line(&format!("do i = {}, {}", r.0 + 1, r.1 + 1));
        self.line(&format!("  {x} = {}", f.text("i", "i")));
        self.line("end do");
        self.vars[s].values[0] = f.of(r.1 as i64 + 1, r.1);
        self.host_wrote(s, (0, 0));
    }

    /// A variable that goes on by a step in every iteration, and one whose copies begin with its value.
    pub fn linear(&mut self) {
        let (s, a, r, step) = (self.scalar(), self.array(), self.range(), self.rng.range(1, 4));
        self.to_host(s, (0, 0));
        self.to_host(a, r);
        let (x, y) = (self.vars[s].name, self.vars[a].name);
        let construct = self.rng.pick(&["parallel do", "simd", "parallel do schedule(dynamic, 2)", "parallel do simd"]);
        self.line(&format!("!$omp {construct} linear({x}: {step})"));
        self.line(&format!("do i = {}, {}", r.0 + 1, r.1 + 1));
        self.line(&format!("{y}(i) = mod({x}, {LIMIT})"));
        self.line(&format!("{x} = {x} + {step}"));
        self.line("end do");
        let mut value = self.vars[s].values[0];
        for i in r.0..=r.1 {
            self.vars[a].values[i] = value % LIMIT;
            value += step;
        }
        self.host_wrote(a, r);
        self.scalar_became(s, value);
    }

    pub fn sections(&mut self) {
        let (s, t, c, d) = (self.scalar(), self.scalar(), self.rng.range(1, 9), self.rng.range(1, 9));
        self.to_host(s, (0, 0));
        self.to_host(t, (0, 0));
        let (x, y) = (self.vars[s].name, self.vars[t].name);
        match self.rng.below(3) {
            0 => {
                self.line("!$omp parallel sections");
                for (v, c) in [(x, c), (y, d)] {
                    self.lines(&format!("!$omp section\n!$omp atomic\n{v} = {v} + {c}"));
                }
                self.line("!$omp end parallel sections");
                for (v, c) in [(s, c), (t, d)] {
                    let value = self.vars[v].values[0] + c;
                    self.scalar_became(v, value);
                }
            }
            1 => {
                self.line(&format!("!$omp parallel sections reduction(+: {x}) num_threads(3)"));
                for c in [c, d, c + d] {
                    self.lines(&format!("!$omp section\n{x} = {x} + {c}"));
                }
                self.line("!$omp end parallel sections");
                let value = self.vars[s].values[0] + 2 * (c + d);
                self.scalar_became(s, value);
            }
            _ => {
                self.line(&format!("!$omp parallel sections lastprivate({x}) firstprivate(t)"));
                self.lines(&format!("{x} = t + {c}\n!$omp section\n{x} = t + {d}"));
                self.line("!$omp end parallel sections");
                self.vars[s].values[0] = d;
                self.host_wrote(s, (0, 0));
            }
        }
    }

    /// Every thread adds to what one of them has given to all.
    pub fn team(&mut self, depth: usize) {
        let (s, c, n) = (self.scalar(), self.rng.range(1, 9), self.rng.range(1, 4));
        self.to_host(s, (0, 0));
        let x = self.vars[s].name;
        let value = self.vars[s].values[0];
        match self.rng.below(7) {
            0 => {
                self.line(&format!("!$omp parallel num_threads({n}) private(t) reduction(+: {x})"));
                self.lines(&format!("!$omp single\nt = {c}\n!$omp end single copyprivate(t)"));
                self.line(&format!("{x} = {x} + t"));
                self.line("!$omp end parallel");
                self.scalar_became(s, value + c * n);
            }
            1 => {
                self.line(&format!("!$omp parallel num_threads({n})"));
                self.lines(&format!("!$omp critical (lock)\n{x} = {x} + {c}\n!$omp end critical (lock)"));
                self.lines(&format!("!$omp barrier\n!$omp masked\n{x} = {x} * 2\n!$omp end masked"));
                self.line("!$omp end parallel");
                self.scalar_became(s, (value + c * n) * 2);
            }
            2 => {
                // The old values of all threads are different.
                self.line(&format!("!$omp parallel num_threads({n}) private(t)"));
                self.lines(&format!("!$omp atomic capture\nt = {x}\n{x} = {x} + {c}\n!$omp end atomic"));
                self.lines("!$omp atomic\nown(1) = own(1) + t\n!$omp end parallel");
                self.checks += 1;
                let sum = own_sum(value, c, n);
                self.line(&format!("if (own(1) /= {sum}) error stop {}", self.checks));
                self.line("own(1) = 0");
                self.scalar_became(s, value + c * n);
            }
            3 => {
                // Teams in teams.
                self.line(&format!("!$omp parallel num_threads({n}) reduction(+: {x})"));
                self.line(&format!("!$omp parallel num_threads(2) reduction(+: {x})"));
                self.lines(&format!("{x} = {x} + {c}\n!$omp end parallel\n!$omp end parallel"));
                // Each inner team has as many threads as it gets.
                self.line(&format!("{x} = {x} - {value}"));
                self.checks += 1;
                self.line(&format!("if ({x} /= {} .and. {x} /= {}) error stop {}", c * n, c * n * 2, self.checks));
                self.line(&format!("{x} = {value}"));
                self.host_wrote(s, (0, 0));
            }
            4 => {
                self.line(&format!("!$omp parallel num_threads({n})"));
                self.lines(&format!("!$omp scope reduction(+: {x})\n{x} = {x} + {c}\n!$omp end scope"));
                self.line("!$omp end parallel");
                self.scalar_became(s, value + c * n);
            }
            5 => {
                self.line(&format!("own_to_all = {c}"));
                self.line(&format!("!$omp parallel num_threads({n}) copyin(own_to_all) reduction(+: {x})"));
                self.lines(&format!("own_to_all = own_to_all + 1\n{x} = {x} + own_to_all\n!$omp end parallel"));
                self.scalar_became(s, value + (c + 1) * n);
            }
            // Teams stand in no region but that of a device.
            _ if depth > 0 => self.check(s, (0, 0)),
            _ => {
                self.line(&format!("!$omp teams num_teams({n}) reduction(+: {x})"));
                self.line(&format!("!$omp distribute parallel do reduction(+: {x})"));
                self.line(&format!("do i = 1, {}", c + 2));
                self.lines(&format!("{x} = {x} + i\nend do\n!$omp end teams"));
                self.scalar_became(s, value + (c + 2) * (c + 3) / 2);
            }
        }
    }

    /// A reduction that the program declares, of objects.
    pub fn declared_reduction(&mut self) {
        let (s, a, r) = (self.scalar(), self.array(), self.range());
        self.to_host(a, r);
        let (x, y) = (self.vars[s].name, self.vars[a].value("i"));
        let construct = self.rng.pick(&["parallel do", "parallel do schedule(dynamic, 1)", "taskloop", "simd"]);
        self.lines("pr = pair(0, -1)");
        self.line(&format!("!$omp {construct} reduction(joined: pr)"));
        self.line(&format!("do i = {}, {}", r.0 + 1, r.1 + 1));
        self.lines(&format!("pr%n = pr%n + 1\npr%largest = max(pr%largest, {y})\nend do"));
        self.line(&format!("{x} = pr%n * 3 + pr%largest"));
        let largest = self.vars[a].values[r.0..=r.1].iter().max().copied().unwrap_or(-1);
        self.vars[s].values[0] = (r.1 - r.0 + 1) as i64 * 3 + largest;
        self.host_wrote(s, (0, 0));
    }

    /// Iterations that wait for others.
    pub fn doacross(&mut self) {
        let (a, r, c) = (self.array(), self.range(), self.rng.range(1, 9));
        self.to_host(a, r);
        let (x, before) = (self.vars[a].name, self.vars[a].value("i - 1"));
        let (sink, source) = self.rng.pick(&[
            ("depend(sink: i - 1)", "depend(source)"),
            ("doacross(sink: i - 1)", "doacross(source:)"),
            ("doacross(sink: omp_cur_iteration - 1)", "doacross(source: omp_cur_iteration)"),
        ]);
        let schedule = self.rng.pick(&["", " schedule(static, 1)", " schedule(dynamic)"]);
        self.line(&format!("!$omp parallel do ordered(1) num_threads(3){schedule}"));
        self.line(&format!("do i = {}, {}", r.0 + 2, r.1 + 1));
        self.lines(&format!("!$omp ordered {sink}\n{x}(i) = mod({before} * 2 + {c}, {LIMIT})"));
        self.lines(&format!("!$omp ordered {source}\nend do"));
        for i in r.0 + 1..=r.1 {
            self.vars[a].values[i] = (self.vars[a].values[i - 1] * 2 + c) % LIMIT;
        }
        self.host_wrote(a, r);
    }

    /// Loops that directives make others of.
    pub fn transformed(&mut self) {
        let (a, c) = (self.array(), self.rng.range(1, 9));
        let all = self.vars[a].all();
        self.to_host(a, all);
        let outer = self.rng.pick(&["", "!$omp parallel do", "!$omp simd", "!$omp parallel do schedule(dynamic)"]);
        if !outer.is_empty() {
            self.line(outer);
        }
        let directive = self.rng.pick(&[
            "tile sizes(2, 3)",
            "tile sizes(4)",
            "unroll partial(3)",
            "reverse",
            "interchange",
            "interchange permutation(2, 1)",
            "stripe sizes(2)",
            "unroll partial",
        ]);
        self.line(&format!("!$omp {directive}"));
        let (x, value) = (self.vars[a].name, self.vars[a].value("(i - 1) * 4 + j"));
        self.lines("do i = 1, 3\ndo j = 1, 4");
        self.line(&format!("{x}((i - 1) * 4 + j) = mod({value} + i * j + {c}, {LIMIT})"));
        self.lines("end do\nend do");
        for i in 1..=3 {
            for j in 1..=4 {
                let e = &mut self.vars[a].values[(i - 1) * 4 + j - 1];
                *e = (*e + (i * j) as i64 + c) % LIMIT;
            }
        }
        self.host_wrote(a, all);
    }

    /// Loops one behind the other that become one.
    pub fn fused(&mut self) {
        let (a, b, c) = (self.array(), self.array(), self.rng.range(1, 9));
        if a == b {
            return;
        }
        let (n, m) = (self.rng.range(1, SIZE as i64), self.rng.range(1, SIZE as i64));
        self.to_host(a, self.vars[a].all());
        self.to_host(b, self.vars[b].all());
        if self.rng.chance(50) {
            self.line("!$omp parallel do");
        }
        self.line("!$omp fuse");
        for (v, n) in [(a, n), (b, m)] {
            let (x, value) = (self.vars[v].name, self.vars[v].value("i"));
            self.line(&format!("do i = 1, {n}"));
            self.lines(&format!("{x}(i) = mod({value} + i + {c}, {LIMIT})\nend do"));
            for i in 0..n as usize {
                self.vars[v].values[i] = (self.vars[v].values[i] + i as i64 + 1 + c) % LIMIT;
            }
            self.host_wrote(v, (0, n as usize - 1));
        }
        self.line("!$omp end fuse");
    }

    /// DO CONCURRENT with variables of its own and a reduction.
    pub fn concurrent(&mut self) {
        let (s, a, r) = (self.scalar(), self.array(), self.range());
        self.to_host(s, (0, 0));
        self.to_host(a, r);
        let (op, result) = self.rng.pick(&OPERATORS);
        let x = self.vars[s].name;
        let each = combined(op, x, "t");
        let (lo, hi, value) = (r.0 + 1, r.1 + 1, self.vars[a].value("i"));
        self.line(&format!("do concurrent (i = {lo}:{hi}) local(t) reduce({op}: {x})"));
        self.lines(&format!("t = {value}\n{x} = {each}\nend do\nt = 0"));
        let mut v = self.vars[s].values[0];
        for i in r.0..=r.1 {
            v = result(v, self.vars[a].values[i]);
        }
        self.scalar_became(s, v);
    }
}

/// The sum of what `n` threads find that add `c` to a value one after the other.
fn own_sum(value: i64, c: i64, n: i64) -> i64 {
    value * n + c * n * (n - 1) / 2
}
