//! Data directives.

use super::model::*;

impl Program {
    pub fn enter(&mut self) {
        let v = self.rng.below(self.vars.len());
        let x = &self.vars[v];
        if x.kind == Kind::Resident || x.count > 2 + x.floor {
            return;
        }
        let kind = if self.rng.chance(25) { "alloc" } else { "to" };
        let r = self.section_to_enter(v);
        let item = self.vars[v].section(r);
        let (after, wait) = if self.rng.chance(15) { (" nowait", true) } else { ("", false) };
        self.line(&format!("!$omp target enter data map({kind}: {item}){after}"));
        if wait {
            self.line("!$omp taskwait");
        }
        self.entered(v, r, kind == "to");
    }

    /// What a directive brings to the device that enters a variable.
    fn section_to_enter(&mut self, v: usize) -> Range {
        match self.vars[v].count {
            0 if self.vars[v].kind == Kind::Scalar => (0, 0),
            0 if self.rng.chance(70) => self.vars[v].all(),
            0 => self.range(),
            _ => self.vars[v].there,
        }
    }

    fn entered(&mut self, v: usize, r: Range, to: bool) {
        let x = &mut self.vars[v];
        x.count += 1;
        if x.count == 1 {
            x.there = r;
            x.device.fill(false);
            x.device[r.0..=r.1].fill(to);
        }
    }

    fn left(&mut self, v: usize, count: usize) {
        let x = &mut self.vars[v];
        x.count = count;
        if count == 0 {
            x.there = x.all();
            x.host.fill(true);
            x.device.fill(false);
        }
    }

    pub fn exit(&mut self) {
        let v = self.rng.below(self.vars.len());
        let (count, floor, there) = (self.vars[v].count, self.vars[v].floor, self.vars[v].there);
        if count == floor {
            return;
        }
        let whole = |l: &[bool]| l[there.0..=there.1].iter().all(|&b| b);
        let (host, device) = (whole(&self.vars[v].host), whole(&self.vars[v].device));
        let last = count == 1;
        let kind = match () {
            () if device && self.rng.chance(60) => "from",
            () if host && floor == 0 && self.rng.chance(20) => "delete",
            () if host || !last => "release",
            () => {
                self.to_device(v, there);
                "from"
            }
        };
        let item = self.vars[v].section(there);
        self.line(&format!("!$omp target exit data map({kind}: {item})"));
        self.left(v, if kind == "delete" { 0 } else { count - 1 });
    }

    /// A region of data around some steps.
    pub fn target_data(&mut self, depth: usize) {
        let mut list: Vec<(usize, Range, &str)> = Vec::new();
        for _ in 0..self.rng.range(1, 2) {
            let v = self.rng.below(self.vars.len());
            if self.vars[v].kind != Kind::Resident && list.iter().all(|l| l.0 != v) {
                let r = self.section_to_enter(v);
                list.push((v, r, self.rng.pick(&["to", "tofrom", "tofrom", "alloc", "from"])));
            }
        }
        if list.is_empty() {
            return;
        }
        let maps: String =
            list.iter().map(|(v, r, kind)| format!(" map({kind}: {})", self.vars[*v].section(*r))).collect();
        self.line(&format!("!$omp target data{maps}"));
        for (v, r, kind) in &list {
            self.entered(*v, *r, kind.starts_with("to"));
            self.vars[*v].floor += 1;
        }
        for _ in 0..self.rng.range(1, 4) {
            self.step(depth + 1);
        }
        for (v, _, kind) in &list {
            let there = self.vars[*v].there;
            if self.vars[*v].count == 1 && kind.ends_with("from") {
                self.to_device(*v, there);
            } else if self.vars[*v].count == 1 {
                self.to_host(*v, there);
            }
        }
        self.line("!$omp end target data");
        for (v, ..) in list {
            self.vars[v].floor -= 1;
            self.left(v, self.vars[v].count - 1);
        }
    }

    pub fn update(&mut self) {
        let v = self.rng.below(self.vars.len());
        if !self.vars[v].present() {
            return;
        }
        let r = if self.vars[v].kind == Kind::Scalar { (0, 0) } else { self.range_in(self.vars[v].there) };
        if self.rng.chance(40) {
            self.to_host(v, r);
        } else if self.rng.chance(40) && self.vars[v].kind != Kind::Scalar {
            self.strided_update(v, r);
        } else if self.vars[v].host[r.0..=r.1].iter().all(|&b| b) {
            let item = self.vars[v].section(r);
            self.line(&format!("!$omp target update to({item})"));
            self.vars[v].device[r.0..=r.1].fill(true);
        }
    }

    /// An update of every second or third element.
    fn strided_update(&mut self, v: usize, r: Range) {
        let step = self.rng.range(2, 3) as usize;
        let elements = || (r.0..=r.1).step_by(step);
        let item = format!("{}({}:{}:{step})", self.vars[v].name, r.0 + 1, r.1 + 1);
        let x = &mut self.vars[v];
        let kind = if elements().all(|i| x.host[i]) {
            elements().for_each(|i| x.device[i] = true);
            "to"
        } else if elements().all(|i| x.device[i]) {
            elements().for_each(|i| x.host[i] = true);
            "from"
        } else {
            return;
        };
        self.line(&format!("!$omp target update {kind}({item})"));
    }

    /// The map clause of a region that reads, or writes, elements of a variable, which are on the device then.
    pub fn mapped(&mut self, v: usize, r: Range, writes: bool) -> String {
        let kind = if writes { "tofrom" } else { "to" };
        if self.vars[v].present() {
            self.to_device(v, r);
            let x = &self.vars[v];
            let may = x.kind != Kind::Resident;
            return if x.kind == Kind::Scalar || x.partial() || may && self.rng.chance(50) {
                // It is there already: nothing is copied.
                format!(" map({kind}: {})", self.vars[v].section(r))
            } else {
                String::new()
            };
        }
        // Sections of one component and the whole object would overlap.
        let must = matches!(self.vars[v].kind, Kind::Component) || writes && self.vars[v].kind == Kind::Scalar;
        if must || self.rng.chance(60) {
            return format!(" map({kind}: {})", self.vars[v].section(r));
        }
        String::new()
    }

    /// An allocatable array or a pointer gets other memory, where no device has it.
    pub fn reallocate(&mut self) {
        let v = self.array();
        let x = &self.vars[v];
        if x.count > 0 || !matches!(x.kind, Kind::Allocatable | Kind::Pointer | Kind::Component) {
            return;
        }
        let (name, c) = (x.name, self.rng.range(0, 99));
        self.line(&format!("deallocate ({name})"));
        self.line(&format!("allocate ({name}({SIZE}), source = {})", kind_of(name, c)));
        self.vars[v].values.fill(c);
    }
}

/// A constant of the type of the variable.
fn kind_of(name: &str, c: i64) -> String {
    if name == "h" { format!("{c}_8") } else { c.to_string() }
}
