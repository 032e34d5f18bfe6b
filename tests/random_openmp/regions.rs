//! Regions of devices.

use super::model::*;

/// An operator of reductions: its name, and what it does.
pub type Operator = (&'static str, fn(i64, i64) -> i64);

pub const OPERATORS: [Operator; 5] =
    [("+", |s, e| s + e), ("max", i64::max), ("min", i64::min), ("ieor", |s, e| s ^ e), ("ior", |s, e| s | e)];

/// One more value in a reduction.
pub fn combined(op: &str, x: &str, y: &str) -> String {
    if op == "+" { format!("{x} + {y}") } else { format!("{op}({x}, {y})") }
}

impl Program {
    /// `a(i) = f(b(i))` in a region.
    pub fn region(&mut self) {
        let (a, b, f) = (self.array(), self.array(), self.formula());
        let (b, r) = self.common(a, b);
        // Where an array is not there, the region maps one section of it.
        let mut maps = self.mapped(a, r, true);
        if a != b {
            maps += &self.mapped(b, r, false);
        }
        let x = self.vars[a].name;
        let (lo, hi) = (r.0 + 1, r.1 + 1);
        let element = format!("{x}(i) = {}", f.text(&self.vars[b].value("i"), "i"));
        match self.rng.below(5) {
            0 => {
                self.line(&format!("!$omp target{maps}"));
                self.line(&format!("do i = {lo}, {hi}"));
                self.line(&format!("  {element}"));
                self.line("end do");
                self.line("!$omp end target");
            }
            1 => {
                // The subscripts are a value that the implied loop makes.
                let right = f.text(&self.vars[b].value(&format!("{lo}:{hi}")), &format!("[(i, i = {lo}, {hi})]"));
                self.line(&format!("!$omp target teams workdistribute{maps}"));
                self.line(&format!("{x}({lo}:{hi}) = {right}"));
                self.line("!$omp end target teams workdistribute");
            }
            k => {
                let construct = self.rng.pick(&[
                    "target parallel do",
                    "target teams distribute parallel do",
                    "target teams distribute",
                    "target simd",
                    "target teams loop",
                    "target parallel loop",
                    "target teams distribute simd",
                    "target teams distribute parallel do simd",
                    "target parallel do schedule(dynamic)",
                    "target teams distribute parallel do num_teams(2) thread_limit(3)",
                    "target teams distribute dist_schedule(static, 2)",
                ]);
                let private = if k == 2 { " private(t)" } else { "" };
                self.line(&format!("!$omp {construct}{maps}{private}"));
                self.line(&format!("do i = {lo}, {hi}"));
                if k == 2 {
                    self.line(&format!("  t = {}", f.text(&self.vars[b].value("i"), "i")));
                    self.line(&format!("  {x}(i) = t"));
                } else {
                    self.line(&format!("  {element}"));
                }
                self.line("end do");
            }
        }
        for i in r.0..=r.1 {
            self.vars[a].values[i] = f.of(self.vars[b].values[i], i);
        }
        self.device_wrote(a, r);
    }

    /// A reduction of an array in a region, or on the host.
    pub fn reduction(&mut self, on_device: bool) {
        let (s, a) = (self.scalar(), self.array());
        let (_, r) = self.common(a, a);
        let maps = if on_device {
            let to = self.mapped(s, (0, 0), true);
            to + &self.mapped(a, r, false)
        } else {
            self.to_host(s, (0, 0));
            self.to_host(a, r);
            String::new()
        };
        let construct = if on_device {
            self.rng.pick(&[
                "target parallel do",
                "target teams distribute parallel do",
                "target teams loop",
                "target simd",
                "target teams distribute",
            ])
        } else {
            self.rng.pick(&["parallel do", "parallel do simd", "parallel do schedule(dynamic, 2)", "simd"])
        };
        let (op, result) = self.rng.pick(&OPERATORS);
        let x = self.vars[s].name;
        let each = combined(op, x, &self.vars[a].value("i"));
        self.line(&format!("!$omp {construct}{maps} reduction({op}: {x})"));
        self.line(&format!("do i = {}, {}", r.0 + 1, r.1 + 1));
        self.line(&format!("  {x} = {each}"));
        self.line("end do");
        let mut value = self.vars[s].values[0];
        for i in r.0..=r.1 {
            value = result(value, self.vars[a].values[i]);
        }
        self.vars[s].values[0] = value;
        if on_device {
            self.device_wrote(s, (0, 0));
        } else {
            self.host_wrote(s, (0, 0));
        }
        self.check(s, (0, 0));
        self.scalar_became(s, value);
    }

    /// A scalar or an array that a region has of its own.
    pub fn private(&mut self) {
        let (a, c) = (self.array(), self.rng.range(1, 9));
        let (_, r) = self.common(a, a);
        let s = self.scalar();
        let maps = self.mapped(a, r, true);
        self.to_host(s, (0, 0));
        let (x, y) = (self.vars[a].name, self.vars[s].name);
        let how = self.rng.pick(&["firstprivate", "implicit"]);
        // What is there already is that of the device, where no clause says otherwise.
        let clause = if how == "implicit" { String::new() } else { format!(" firstprivate({y})") };
        self.line(&format!("!$omp target{clause}{maps}"));
        self.line(&format!("{y} = {y} + {c}"));
        self.line(&format!("do i = {}, {}", r.0 + 1, r.1 + 1));
        self.line(&format!("  {x}(i) = mod({} + {y}, {LIMIT})", self.vars[a].value("i")));
        self.line("end do");
        self.line("!$omp end target");
        let add = self.vars[s].values[0] + c;
        for i in r.0..=r.1 {
            self.vars[a].values[i] = (self.vars[a].values[i] + add) % LIMIT;
        }
        self.device_wrote(a, r);
        self.check(s, (0, 0));
    }

    /// The same element of the array for each pair of subscripts: two loops as one, and bounds that hang on the other one.
    pub fn nest(&mut self, on_device: bool) {
        let (a, c) = (self.array(), self.rng.range(1, 9));
        if self.vars[a].partial() {
            return;
        }
        let all = self.vars[a].all();
        let maps = if on_device {
            self.mapped(a, all, true)
        } else {
            self.to_host(a, all);
            String::new()
        };
        let construct = match on_device {
            true => self.rng.pick(&[
                "target teams distribute parallel do",
                "target parallel do",
                "target teams distribute",
                "target teams distribute parallel do simd",
            ]),
            false => self.rng.pick(&[
                "parallel do",
                "parallel do schedule(dynamic)",
                "parallel do simd",
                "taskloop default(shared)",
                "simd",
            ]),
        };
        let (loops, inner, element): (i64, &str, fn(i64, i64) -> i64) = match self.rng.below(3) {
            // A triangle of 10 elements.
            0 => (4, "j = 1, i", |i, j| i * (i - 1) / 2 + j),
            1 => (3, "j = 1, 4", |i, j| (i - 1) * 4 + j),
            // Backwards.
            _ => (3, "j = 4, 2, -2", |i, j| (i - 1) * 4 + j),
        };
        // No schedule may be named where bounds hang on the other loop, and task loops share rectangles.
        let construct = match construct {
            "parallel do schedule(dynamic)" | "taskloop default(shared)" if loops == 4 => "parallel do",
            c => c,
        };
        let subscript = if loops == 4 { "i * (i - 1) / 2 + j" } else { "(i - 1) * 4 + j" };
        let x = self.vars[a].name;
        self.line(&format!("!$omp {construct} collapse(2){maps}"));
        self.line(&format!("do i = 1, {loops}"));
        self.line(&format!("do {inner}"));
        let value = self.vars[a].value(subscript);
        self.line(&format!("{x}({subscript}) = mod({value} * 2 + i * j + {c}, {LIMIT})"));
        self.lines("end do\nend do");
        for i in 1..=loops {
            let second: Vec<i64> = match inner {
                "j = 1, i" => (1..=i).collect(),
                "j = 1, 4" => (1..=4).collect(),
                _ => vec![4, 2],
            };
            for j in second {
                let e = &mut self.vars[a].values[element(i, j) as usize - 1];
                *e = (*e * 2 + i * j + c) % LIMIT;
            }
        }
        if on_device {
            // What was not written came with the rest.
            if self.vars[a].present() {
                self.device_wrote(a, all);
            }
        } else {
            self.host_wrote(a, all);
        }
    }

    /// Whole objects with their components, and objects in arrays.
    pub fn objects(&mut self) {
        let components: Vec<usize> = (0..self.vars.len()).filter(|&v| self.vars[v].kind == Kind::Component).collect();
        if components.iter().any(|&v| self.vars[v].present()) {
            return;
        }
        let (f, r) = (self.formula(), self.range());
        let at = |n: &str| components.iter().copied().find(|&v| self.vars[v].name == n).expect("it is there");
        let (u, w, first, second) = (at("o%u"), at("o%w"), at("os(1)%u"), at("os(2)%u"));
        let construct = self.rng.pick(&["target", "target parallel do", "target teams distribute parallel do"]);
        if self.rng.chance(50) {
            self.line(&format!("!$omp {construct} map(tofrom: o)"));
            self.line(&format!("do i = {}, {}", r.0 + 1, r.1 + 1));
            self.line(&format!("o%u(i) = {}", f.text("o%w(i)", "i")));
            self.line("end do");
            for i in r.0..=r.1 {
                self.vars[u].values[i] = f.of(self.vars[w].values[i], i);
            }
        } else {
            let mapped = self.rng.pick(&["os", "os(1:2)"]);
            self.line(&format!("!$omp {construct} map(tofrom: {mapped}) private(j)"));
            self.line(&format!("do i = {}, {}", r.0 + 1, r.1 + 1));
            self.line("do j = 1, 2");
            self.line(&format!("os(j)%u(i) = {}", f.text("os(j)%u(i)", "j")));
            self.lines("end do\nend do");
            for i in r.0..=r.1 {
                for (k, v) in [first, second].into_iter().enumerate() {
                    self.vars[v].values[i] = f.of(self.vars[v].values[i], k);
                }
            }
        }
        if construct == "target" {
            self.line("!$omp end target");
        }
    }

    /// A region that the host runs.
    pub fn not_offloaded(&mut self) {
        let (a, b, r, f) = (self.plain_array(), self.array(), self.range(), self.formula());
        self.to_host(a, r);
        self.to_host(b, r);
        let (x, y) = (self.vars[a].name, self.vars[b].value("i"));
        self.line("!$omp target teams distribute parallel do if(target: t < 0)");
        self.line(&format!("do i = {}, {}", r.0 + 1, r.1 + 1));
        self.line(&format!("{x}(i) = {}", f.text(&y, "i")));
        self.line("end do");
        for i in r.0..=r.1 {
            self.vars[a].values[i] = f.of(self.vars[b].values[i], i);
        }
        self.host_wrote(a, r);
    }

    /// Teams that have an array each, and threads that meet at barriers.
    pub fn team_arrays(&mut self) {
        let (a, c, n) = (self.array(), self.rng.range(1, 9), self.rng.range(1, 4));
        if self.vars[a].partial() {
            return;
        }
        let all = self.vars[a].all();
        let maps = self.mapped(a, all, true);
        let (x, value) = (self.vars[a].name, self.vars[a].value("i"));
        self.line(&format!("!$omp target teams distribute num_teams({n}) private(own){maps}"));
        self.line(&format!("do k = 1, {SIZE}, 4"));
        self.lines("!$omp parallel do");
        self.line("do i = k, k + 3");
        self.line(&format!("own(i - k + 1) = {value} + {c}"));
        self.lines("end do\n!$omp parallel do");
        self.line("do i = k, k + 3");
        self.line(&format!("{x}(i) = mod(own(k + 4 - i) + i, {LIMIT})"));
        self.lines("end do\nend do");
        let old = self.vars[a].values.clone();
        for i in 0..SIZE {
            let (block, at) = (i / 4, i % 4);
            self.vars[a].values[i] = (old[block * 4 + 3 - at] + c + i as i64 + 1) % LIMIT;
        }
        self.device_wrote(a, all);
    }

    /// An array that iterations add to.
    pub fn array_reduction(&mut self, on_device: bool) {
        let (a, b) = (self.plain_array(), self.array());
        if self.vars[a].partial() || a == b {
            return;
        }
        let (_, r) = self.common(b, b);
        let section = if self.rng.chance(50) { (0, SIZE - 1) } else { (0, 4) };
        let maps = if on_device {
            let to = self.mapped(a, section, true);
            to + &self.mapped(b, r, false)
        } else {
            self.to_host(a, section);
            self.to_host(b, r);
            String::new()
        };
        let construct = match on_device {
            true => self.rng.pick(&["target parallel do", "target teams distribute parallel do"]),
            false => self.rng.pick(&["parallel do", "parallel do schedule(dynamic)", "taskloop num_tasks(3)"]),
        };
        let (x, y) = (self.vars[a].name, self.vars[b].value("i"));
        let item = self.vars[a].section(section);
        let (op, result) = self.rng.pick(&OPERATORS);
        let each = combined(op, &format!("{x}(mod(i, 5) + 1)"), &y);
        self.line(&format!("!$omp {construct}{maps} reduction({op}: {item})"));
        self.line(&format!("do i = {}, {}", r.0 + 1, r.1 + 1));
        self.line(&format!("{x}(mod(i, 5) + 1) = {each}"));
        self.line("end do");
        for i in r.0..=r.1 {
            let e = (i + 1) % 5;
            self.vars[a].values[e] = result(self.vars[a].values[e], self.vars[b].values[i]);
        }
        if on_device {
            self.device_wrote(a, section);
        } else {
            self.host_wrote(a, section);
        }
        self.check(a, section);
        self.line(&format!("{x} = mod({x}, {LIMIT})"));
        self.to_host_silently(a);
    }

    /// A whole array was changed on the host; elements that only the device had are brought before.
    fn to_host_silently(&mut self, a: usize) {
        // The statement stands behind what brings the elements.
        let statement = self.text.trim_end().rfind('\n').map_or(0, |at| at + 1);
        let last = self.text.split_off(statement);
        self.to_host(a, self.vars[a].all());
        self.text += &last;
        self.vars[a].values.iter_mut().for_each(|v| *v %= LIMIT);
        self.host_wrote(a, self.vars[a].all());
    }

    /// Sums of what came before, in one pass.
    pub fn scan(&mut self, on_device: bool) {
        let (a, b, s) = (self.array(), self.array(), self.scalar());
        if a == b {
            return;
        }
        let (b, r) = self.common(a, b);
        if a == b {
            return;
        }
        self.to_host(s, (0, 0));
        let maps = if on_device {
            let to = self.mapped(s, (0, 0), true) + &self.mapped(a, r, true);
            to + &self.mapped(b, r, false)
        } else {
            self.to_host(a, r);
            self.to_host(b, r);
            String::new()
        };
        let construct = match on_device {
            true => self.rng.pick(&["target parallel do", "target simd"]),
            false => self.rng.pick(&["parallel do", "simd", "parallel do simd"]),
        };
        let (x, y, z) = (self.vars[a].name, self.vars[b].value("i"), self.vars[s].name);
        let inclusive = self.rng.chance(50);
        let (write, read) = (format!("{z} = {z} + {y}"), format!("{x}(i) = mod({z}, {LIMIT})"));
        self.line(&format!("!$omp {construct}{maps} reduction(inscan, +: {z})"));
        self.line(&format!("do i = {}, {}", r.0 + 1, r.1 + 1));
        if inclusive {
            self.lines(&format!("{write}\n!$omp scan inclusive({z})\n{read}"));
        } else {
            self.lines(&format!("{read}\n!$omp scan exclusive({z})\n{write}"));
        }
        self.line("end do");
        let mut sum = self.vars[s].values[0];
        for i in r.0..=r.1 {
            let before = sum;
            sum += self.vars[b].values[i];
            self.vars[a].values[i] = if inclusive { sum } else { before } % LIMIT;
        }
        self.vars[s].values[0] = sum;
        if on_device {
            self.device_wrote(a, r);
            self.device_wrote(s, (0, 0));
        } else {
            self.host_wrote(a, r);
            self.host_wrote(s, (0, 0));
        }
        self.check(s, (0, 0));
        self.scalar_became(s, sum);
    }
}
