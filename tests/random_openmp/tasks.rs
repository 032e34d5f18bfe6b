//! Tasks, of the host and of devices.

use super::model::*;

impl Program {
    pub fn tasks(&mut self) {
        let (a, r, c) = (self.array(), self.range(), self.rng.range(1, 9));
        self.to_host(a, r);
        let (x, v) = (self.vars[a].name, self.vars[a].value("i"));
        self.line("!$omp parallel num_threads(2)");
        self.line("!$omp single");
        if self.rng.chance(50) {
            self.line(&format!("do i = {}, {}", r.0 + 1, r.1 + 1));
            self.line("  !$omp task firstprivate(i)");
            self.line(&format!("  {x}(i) = mod({v} + i * {c}, {LIMIT})"));
            self.line("  !$omp end task");
            self.line("end do");
        } else {
            let clause = self.rng.pick(&["", " grainsize(2)", " num_tasks(3)", " nogroup"]);
            self.line(&format!("!$omp taskloop{clause}"));
            self.line(&format!("do i = {}, {}", r.0 + 1, r.1 + 1));
            self.line(&format!("  {x}(i) = mod({v} + i * {c}, {LIMIT})"));
            self.line("end do");
        }
        self.line("!$omp end single");
        self.line("!$omp end parallel");
        for i in r.0..=r.1 {
            self.vars[a].values[i] = (self.vars[a].values[i] + (i as i64 + 1) * c) % LIMIT;
        }
        self.host_wrote(a, r);
    }

    /// Host tasks that change scalars in the order of their dependences.
    pub fn dependent_tasks(&mut self) {
        let n = self.rng.range(1, 3);
        for v in 0..self.vars.len() {
            if self.vars[v].kind == Kind::Scalar {
                self.to_host(v, (0, 0));
            }
        }
        self.line(&format!("!$omp parallel num_threads({n})"));
        self.line("!$omp single");
        for _ in 0..self.rng.range(2, 6) {
            let (s, t, f) = (self.scalar(), self.scalar(), self.formula());
            let (x, y) = (self.vars[s].name, self.vars[t].name);
            let kind = self.rng.pick(&["inout", "out", "mutexinoutset"]);
            let reads = if s == t { String::new() } else { format!(" depend(in: {y})") };
            let more = self.rng.pick(&["", " untied", " priority(3)", " if(t < 0)", " mergeable", " final(t > 0)"]);
            self.line(&format!("!$omp task depend({kind}: {x}){reads}{more}"));
            self.line(&format!("{x} = {}", f.text(y, "2")));
            self.line("!$omp end task");
            self.vars[s].values[0] = f.of(self.vars[t].values[0], 1);
            self.host_wrote(s, (0, 0));
        }
        self.line("!$omp end single");
        self.line("!$omp end parallel");
    }

    /// Regions that nobody waits for until they are all there.
    pub fn target_tasks(&mut self) {
        let all = (0, SIZE - 1);
        let arrays: Vec<usize> = (0..2).map(|_| self.array()).collect();
        if arrays.iter().any(|&v| self.vars[v].partial()) {
            return;
        }
        for &v in &arrays {
            if self.vars[v].present() {
                self.to_device(v, all);
            }
        }
        for _ in 0..self.rng.range(2, 4) {
            let (a, b, f) = (self.rng.pick(&arrays), self.rng.pick(&arrays), self.formula());
            let (x, y) = (self.vars[a].name, self.vars[b].name);
            let mut clauses = format!(" map(tofrom: {x}) depend(inout: {x})");
            if a != b {
                clauses += &format!(" map(to: {y}) depend(in: {y})");
            }
            let construct =
                self.rng.pick(&["target teams distribute parallel do", "target parallel do", "target teams loop"]);
            self.line(&format!("!$omp {construct} nowait{clauses}"));
            self.line(&format!("do i = 1, {SIZE}"));
            self.line(&format!("  {x}(i) = {}", f.text(&self.vars[b].value("i"), "i")));
            self.line("end do");
            for i in 0..SIZE {
                self.vars[a].values[i] = f.of(self.vars[b].values[i], i);
            }
            self.device_wrote(a, all);
        }
        self.line("!$omp taskwait");
    }

    /// A reduction in which tasks take part.
    pub fn task_reduction(&mut self) {
        let (s, a, r) = (self.scalar(), self.array(), self.range());
        self.to_host(s, (0, 0));
        self.to_host(a, r);
        let (x, y) = (self.vars[s].name, self.vars[a].value("i"));
        let (op, each, result): (&str, String, fn(i64, i64) -> i64) = match self.rng.below(3) {
            0 => ("+", format!("{x} + {y}"), |s, e| s + e),
            1 => ("max", format!("max({x}, {y})"), i64::max),
            _ => ("ieor", format!("ieor({x}, {y})"), |s, e| s ^ e),
        };
        self.line("!$omp parallel num_threads(2)");
        self.line("!$omp single");
        let (lo, hi) = (r.0 + 1, r.1 + 1);
        if self.rng.chance(50) {
            self.line(&format!("!$omp taskgroup task_reduction({op}: {x})"));
            self.line(&format!("do i = {lo}, {hi}"));
            self.line(&format!("  !$omp task in_reduction({op}: {x}) firstprivate(i)"));
            self.line(&format!("  {x} = {each}"));
            self.line("  !$omp end task");
            self.line("end do");
            self.line("!$omp end taskgroup");
        } else {
            self.line(&format!("!$omp taskloop reduction({op}: {x}) num_tasks(3)"));
            self.line(&format!("do i = {lo}, {hi}"));
            self.line(&format!("  {x} = {each}"));
            self.line("end do");
        }
        self.line("!$omp end single");
        self.line("!$omp end parallel");
        let mut value = self.vars[s].values[0];
        for i in r.0..=r.1 {
            value = result(value, self.vars[a].values[i]);
        }
        self.line(&format!("{x} = mod({x}, {LIMIT})"));
        self.vars[s].values[0] = value % LIMIT;
        self.host_wrote(s, (0, 0));
    }

    /// Copies of a whole array, of threads or of a task.
    pub fn own_arrays(&mut self) {
        let (s, a, r, c, n) =
            (self.scalar(), self.plain_array(), self.range(), self.rng.range(1, 9), self.rng.range(1, 3));
        self.to_host(s, (0, 0));
        self.to_host(a, (0, SIZE - 1));
        let (x, y) = (self.vars[s].name, self.vars[a].name);
        let part = format!("{y}({}:{})", r.0 + 1, r.1 + 1);
        let sum: i64 = self.vars[a].values[r.0..=r.1].iter().map(|v| v + c).sum();
        if self.rng.chance(50) {
            self.line(&format!("!$omp parallel num_threads({n}) firstprivate({y}) reduction(+: {x})"));
            self.line(&format!("{part} = {part} + {c}"));
            self.line(&format!("{x} = {x} + sum({part})"));
            self.line("!$omp end parallel");
            self.vars[s].values[0] += sum * n;
        } else {
            self.line(&format!("!$omp task firstprivate({y}) shared({x})"));
            self.line(&format!("{part} = {part} + {c}"));
            self.line(&format!("{x} = {x} + sum({part})"));
            self.line("!$omp end task");
            self.line("!$omp taskwait");
            self.vars[s].values[0] += sum;
        }
        self.line(&format!("{x} = mod({x}, {LIMIT})"));
        self.vars[s].values[0] %= LIMIT;
        self.host_wrote(s, (0, 0));
        self.check(a, r);
    }

    /// Tasks that depend on elements of an array.
    pub fn element_tasks(&mut self) {
        let (a, n) = (self.array(), self.rng.range(1, 4));
        self.to_host(a, self.vars[a].all());
        let x = self.vars[a].name;
        self.line(&format!("!$omp parallel num_threads({n})"));
        self.line("!$omp single");
        for _ in 0..self.rng.range(2, 6) {
            let (e, o, c) = (self.rng.below(SIZE), self.rng.below(SIZE - 3), self.rng.range(1, 9));
            let (here, there) = (e + 1, o + 1);
            match self.rng.below(5) {
                0 => {
                    let r = self.range();
                    let (lo, hi, v) = (r.0 + 2, r.1 + 1, self.vars[a].value("i - 1"));
                    self.line(&format!("do i = {lo}, {hi}"));
                    self.line(&format!("!$omp task depend(in: {x}(i - 1)) depend(inout: {x}(i)) firstprivate(i)"));
                    self.lines(&format!("{x}(i) = mod({v} * 2 + {c}, {LIMIT})\n!$omp end task\nend do"));
                    for i in r.0 + 1..=r.1 {
                        self.vars[a].values[i] = (self.vars[a].values[i - 1] * 2 + c) % LIMIT;
                    }
                }
                1 => {
                    let last = o + 2;
                    self.line(&format!("!$omp task depend(iterator(k = {there}:{}), in: {x}(k)) &", last + 1));
                    self.line(&format!("!$omp& depend(inout: {x}({here}))"));
                    let section = self.vars[a].value(&format!("{there}:{}", last + 1));
                    self.lines(&format!("{x}({here}) = mod(sum({section}) + {c}, {LIMIT})\n!$omp end task"));
                    self.vars[a].values[e] = (self.vars[a].values[o..=last].iter().sum::<i64>() + c) % LIMIT;
                }
                2 => {
                    self.line(&format!("!$omp taskwait depend(in: {x}({here}))"));
                    self.checks += 1;
                    self.line(&format!("if ({x}({here}) /= {}) error stop {}", self.vars[a].values[e], self.checks));
                }
                3 => {
                    self.line(&format!("!$omp task depend(inout: {x}({here})) if({})", ["t < 0", "t == 0"][o % 2]));
                    let v = self.vars[a].value(&here.to_string());
                    self.lines(&format!("{x}({here}) = mod({v} * 3 + {c}, {LIMIT})\n!$omp end task"));
                    self.vars[a].values[e] = (self.vars[a].values[e] * 3 + c) % LIMIT;
                }
                _ => {
                    self.lines("!$omp taskgroup");
                    self.line(&format!("!$omp task depend(inout: {x}({here})) depend(in: {x}({there}))"));
                    let v = self.vars[a].value(&there.to_string());
                    self.lines(&format!("!$omp task\n{x}({here}) = mod({v} + {c}, {LIMIT})\n!$omp end task"));
                    self.lines("!$omp taskwait\n!$omp end task\n!$omp end taskgroup");
                    self.vars[a].values[e] = (self.vars[a].values[o] + c) % LIMIT;
                }
            }
        }
        self.line("!$omp end single");
        self.line("!$omp end parallel");
        self.host_wrote(a, self.vars[a].all());
    }
}
