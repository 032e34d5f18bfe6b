//! The verifier: structure, attributes and types by the op table, symbols, visibility of values, jumps, forms.
//!
//! One walk over a module, in time linear in its size. What an op demands stands in its row of the op table: kinds of
//! attributes, counts, regions and what ends them, [`signature`]s, and for what these cannot say a function of [`rules`].
//! A module that passes may be printed, interpreted and given to every pass.

mod attrs;
mod claims;
mod flow;
mod purity;
pub mod rules;
pub mod signature;
mod symbols;
mod types;

use crate::analysis::labels::never_ends;
use crate::analysis::{locals, nesting};
use crate::entity::{Op, Region, SecondaryMap, Value};
use crate::module::{Attr, Loc, Module, ValueDef, takes_jumps};
use crate::ops::{Forms, OpKind, Traits};
use crate::types::Type;
use flow::Flow;
pub use rules::Checked;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use symbols::Symbols;

/// One thing that is wrong with a module.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VerifyError {
    /// Place of the op in the source.
    pub loc: Loc,
    /// The op.
    pub op: Op,
    /// The rule that is broken: one of [`STRUCTURE`], or the rule of an op's row.
    pub rule: &'static str,
    /// What is wrong; begins with the op's name.
    pub text: String,
}

macro_rules! structure {
    ($( $id:ident = $name:literal, $doc:literal; )*) => {
        $( #[doc = $doc] const $id: &str = $name; )*
        /// Rules that are not of single ops, with what they say.
        pub const STRUCTURE: &[(&str, &str)] = &[ $( ($name, $doc) ),* ];
    };
}

structure! {
    FORM = "form", "An op stands in the forms that its row names.";
    COMMON_FORM = "common_form", "A module is in array form, or between loop form and device form, whose ops stand side by side until the passes are through.";
    TOP = "top", "Ops of the module stand at its top, other ops in procedures.";
    VISIBLE = "visible", "A value is defined before its uses, in their region or one around it.";
    DOMINATES = "dominates", "No jump to a label leads around the definition of a value to a use.";
    TERMINATOR = "terminator", "Behind an op that ends a region comes nothing but a label.";
    REGION_END = "region_end", "A region ends in the op that its row names.";
    ATTRIBUTE_UNKNOWN = "attribute_unknown", "An op has the attributes of its row.";
    ATTRIBUTE_MISSING = "attribute_missing", "An op has all attributes that are not optional.";
    ATTRIBUTE_VALUE = "attribute_value", "The value of an attribute is of its type, and one of its words.";
    OPERAND_COUNT = "operand_count", "An op has as many operands as its row says.";
    SEGS = "segs", "`segs` gives the size of every operand group.";
    RESULT_COUNT = "result_count", "An op has as many results as its row says.";
    REGION_COUNT = "region_count", "An op has the regions of its row.";
    REGION_ARGS = "region_args", "A region without arguments in its row has none.";
    TYPES = "types", "Types fit the patterns of the row.";
    TYPE_SENSE = "type_sense", "A type makes sense: of what there are references, views, arrays, and how large they are.";
    TYPE_UNKNOWN = "type_unknown", "A derived type has a layout in the module.";
    SYMBOL_TWICE = "symbol_twice", "A symbol is defined once.";
    LABEL_TWICE = "label_twice", "A label stands once in a procedure.";
    LABEL = "label", "A jump has its label or loop around it.";
    CARRIED = "carried", "What ends a region, and a jump, gives the values that the loop, choice, block or label takes.";
    SEALED = "sealed", "No jump leaves a region that has to end.";
    COND = "cond", "The condition of a loop neither leaves nor repeats it.";
    NESTING = "nesting", "Constructs of OpenMP stand in which they may by the restrictions on nesting.";
    PURE = "pure", "Bodies that stand for values change nothing but what they make; pure procedures share nothing with threads and devices, and control no files.";
    UNSHARED = "unshared", "Storage that is `unshared` is used by loads and stores alone.";
    PLACE = "place", "The file of an op's place is one of the module.";
    CLAIMS = "claims", "What calls and procedures say that they read and write is not less than what the procedures do, as far as that can be seen.";
    CONSTANT = "changes_constant", "Nothing changes a variable that is `constant`; of what procedures do with their dummy arguments that need not be seen.";
    INDEPENDENT = "independent", "In iterations that run in any order nothing waits for other threads, and devices get nothing to do.";
    MODULE_TWICE = "module_twice", "There is one dev.module for a target.";
    RETURN_PLACE = "return_place", "func.return stands in a procedure or kernel, and gives what its results are.";
    ARENA = "arena", "Ops, values and regions know where they stand.";
}

/// Checks a module whose ops may have any of `forms`. Empty where all is well.
pub fn verify(m: &Module, forms: Forms) -> Vec<VerifyError> {
    let mut v = Verifier {
        m,
        forms,
        errors: Vec::new(),
        symbols: Symbols::default(),
        visible: SecondaryMap::new(),
        depth: 1,
        floor: 0,
        types: types::Types::new(m),
        flow: Flow::default(),
        here: FxHashMap::default(),
        scopes: Vec::new(),
        at: 0,
        pure_body: None,
        pure_func: false,
    };
    v.collect_symbols();
    if !v.all_sound() {
        return v.errors;
    }
    for &op in &m.regions[m.top].ops {
        v.flow = Flow::default();
        v.op(op, m.top);
    }
    v.common_form();
    if v.errors.is_empty() {
        claims::check(m, &mut |op, rule, text| v.error(op, rule, text));
    }
    v.errors
}

/// An op around the place of the walk.
#[derive(Clone, Copy)]
struct Scope<'m> {
    op: Op,
    kind: OpKind,
    label: Option<&'m str>,
    /// The number of the region that the walk is in.
    region: usize,
}

struct Verifier<'m> {
    m: &'m Module,
    forms: Forms,
    errors: Vec<VerifyError>,
    symbols: Symbols<'m>,
    /// For a value that may be used here the depth of its region; 0 for others.
    visible: SecondaryMap<Value, u32>,
    depth: u32,
    /// Values of this depth and less are outside of an isolated region.
    floor: u32,
    types: types::Types,
    flow: Flow<'m>,
    /// Blocks that the walk is in, of regions with labels.
    here: FxHashMap<Region, u32>,
    scopes: Vec<Scope<'m>>,
    /// Position of the op that is looked at in its region.
    at: usize,
    /// The innermost body around the walk that stands for a value.
    pure_body: Option<Region>,
    /// The walk is in a pure procedure.
    pure_func: bool,
}

impl<'m> Verifier<'m> {
    fn error(&mut self, op: Op, rule: &'static str, text: impl Into<String>) {
        let name = self.m.info(op).name;
        let text = format!("{name}: {}", text.into());
        self.errors.push(VerifyError { loc: self.m.ops[op].loc, op, rule, text });
    }

    fn collect_symbols(&mut self) {
        let m = self.m;
        let mut twice = Vec::new();
        self.symbols = Symbols::new(m, &mut |op, sym| twice.push((op, sym)));
        for (op, sym) in twice {
            self.error(op, SYMBOL_TWICE, format!("symbol {sym} is defined twice"));
        }
    }

    /// Checks attributes, counts and types of all ops. Rules of one op look at others, which have to be sound for that.
    fn all_sound(&mut self) -> bool {
        let m = self.m;
        let before = self.errors.len();
        for op in m.walk(m.top) {
            self.attrs(op);
            self.counts(op);
            self.value_types(op, &m.ops[op].results);
            for &r in &m.ops[op].regions {
                self.value_types(op, &m.regions[r].args);
            }
        }
        self.errors.len() == before
    }

    /// Ops of array form and ops that array form does not have cannot stand in one module.
    fn common_form(&mut self) {
        let m = self.m;
        let array_only = |o: Op| m.info(o).forms == Forms::ARRAY;
        let never_array = |o: Op| !m.info(o).forms.contains(Forms::ARRAY);
        let all = m.walk(m.top);
        let Some(first) = all.iter().copied().find(|&o| array_only(o) || never_array(o)) else { return };
        let other = |o: Op| if array_only(first) { never_array(o) } else { array_only(o) };
        if let Some(&o) = all.iter().find(|&&o| other(o)) {
            let text = format!("cannot stand in one form of the IR with {}", m.info(first).name);
            self.error(o, COMMON_FORM, text);
        }
    }

    fn op(&mut self, op: Op, region: Region) {
        let m = self.m;
        let d = &m.ops[op];
        let info = d.kind.info();
        if d.parent != Some(region) {
            self.error(op, ARENA, "does not know the region that lists it");
        }
        if info.forms.0 & self.forms.0 == 0 {
            self.error(op, FORM, "is not allowed in this form of the IR");
        }
        let at = d.loc;
        if at.line > 0 && usize::from(at.file) >= m.files.len().max(1) {
            self.error(op, PLACE, format!("its place is in file {}, the module has {}", at.file, m.files.len()));
        }
        let in_device = m.regions[region].parent.is_some_and(|p| m.kind(p) == OpKind::DevModule);
        let at_top = region == m.top || in_device;
        if info.traits.has(Traits::TOP) != at_top {
            self.error(op, TOP, if at_top { "cannot stand at the top of a module" } else { "stands at the top only" });
        } else if at_top && in_device != (d.kind == OpKind::Kernel) {
            self.error(op, TOP, "kernels stand in a dev.module, and nothing else does");
        }
        for &v in m.operands(op) {
            self.usable(op, v);
        }
        for (i, &v) in d.results.iter().enumerate() {
            if m.values[v].def != ValueDef::Result(op, i as u16) {
                self.error(op, ARENA, "a result does not know its op");
            }
        }
        let before = self.errors.len();
        self.row(op);
        self.jump(op);
        self.purity(op);
        self.constants(op);
        self.independence(op);
        if let Some(text) = nesting::fault(m, op, op) {
            self.error(op, NESTING, text);
        }
        self.regions(op);
        if self.errors.len() == before {
            self.bodies(op);
        }
        let depth = self.depth;
        for &v in &d.results {
            self.visible[v] = depth;
        }
        if let Some(&block) = self.here.get(&region) {
            self.flow.define(&d.results, block);
        }
    }

    /// The block of a region with labels in which an op reads its operands: a label those of the block that ends there.
    fn block_of_use(&self, op: Op, home: Region) -> Option<u32> {
        let here = *self.here.get(&home)?;
        if self.m.kind(op) != OpKind::Label || self.m.ops[op].parent != Some(home) {
            return Some(here);
        }
        Some(self.flow.block_at(home, self.at.saturating_sub(1)))
    }

    /// Checks that a value may be used here.
    fn usable(&mut self, op: Op, v: Value) {
        let depth = self.visible[v];
        if depth == 0 || depth <= self.floor {
            self.error(op, VISIBLE, "uses a value that is not defined before it in this or an enclosing region");
        } else if let Some(home) = self.m.home(v)
            && let Some(here) = self.block_of_use(op, home)
            && !self.flow.dominates(home, v, here)
        {
            self.error(op, DOMINATES, "a jump to a label leads here without the definition of a value that it uses");
        }
    }

    fn regions(&mut self, op: Op) {
        let m = self.m;
        let d = &m.ops[op];
        if d.regions.is_empty() {
            return;
        }
        if matches!(d.kind, OpKind::Func | OpKind::Kernel) {
            let mut flow = std::mem::take(&mut self.flow);
            flow.enter(m, op, &mut |o, rule, text| self.error(o, rule, text));
            self.flow = flow;
        }
        let isolated = d.kind.info().traits.has(Traits::ISOLATED);
        let floor = self.floor;
        let scopes = if isolated { std::mem::take(&mut self.scopes) } else { Vec::new() };
        if isolated {
            self.floor = self.depth;
        }
        let before = (self.pure_body, self.pure_func);
        if d.kind == OpKind::Func {
            self.pure_func = m.flag(op, "pure");
        }
        self.scopes.push(Scope { op, kind: d.kind, label: m.attr_str(op, "label"), region: 0 });
        for (i, &r) in d.regions.iter().enumerate() {
            if let Some(s) = self.scopes.last_mut() {
                s.region = i;
            }
            if purity::has_pure_body(d.kind) {
                self.pure_body = Some(r);
            }
            if m.regions[r].parent != Some(op) {
                self.error(op, ARENA, "has a region that does not know it");
            }
            self.region(op, i, r);
        }
        self.scopes.pop();
        (self.pure_body, self.pure_func) = before;
        if isolated {
            self.scopes = scopes;
        }
        self.floor = floor;
    }

    fn region(&mut self, parent: Op, index: usize, r: Region) {
        let m = self.m;
        let d = &m.regions[r];
        self.depth += 1;
        let labels = self.flow.has(r);
        for (i, &v) in d.args.iter().enumerate() {
            if m.values[v].def != ValueDef::Arg(r, i as u16) {
                self.error(parent, ARENA, "a region argument does not know its region");
            }
            self.visible[v] = self.depth;
        }
        let spec = m.info(parent).regions;
        let spec = spec.get(index).or(spec.last()).copied().unwrap_or_default();
        let yields = self.region_end(parent, r, spec);
        for (i, &op) in d.ops.iter().enumerate() {
            if m.has(op, Traits::TERMINATOR)
                && let Some(&next) = d.ops.get(i + 1)
                && m.kind(next) != OpKind::Label
            {
                self.error(op, TERMINATOR, "ends its region but is not its last op (nor followed by cf.label)");
            } else if matches!(m.kind(op), OpKind::Yield | OpKind::ArrayYield) && !(yields && i + 1 == d.ops.len()) {
                self.error(op, REGION_END, format!("{} takes no values here", m.info(parent).name));
            }
            if labels {
                self.here.insert(r, self.flow.block_at(r, i));
            }
            self.at = i;
            self.op(op, r);
        }
        self.here.remove(&r);
        self.depth -= 1;
        for &v in &d.args {
            self.visible[v] = 0;
        }
        for &op in &d.ops {
            for &v in &m.ops[op].results {
                self.visible[v] = 0;
            }
        }
    }

    /// Checks the op that ends a region, and that a region whose row gives it no arguments has none. True where the
    /// region ends with values.
    fn region_end(&mut self, parent: Op, r: Region, spec: &str) -> bool {
        let m = self.m;
        if spec.contains("()") && !m.regions[r].args.is_empty() {
            self.error(parent, REGION_ARGS, "a region has arguments");
        }
        let Some((_, want)) = spec.split_once("=> ") else { return false };
        if want == "values" {
            return self.carried_end(parent, r);
        }
        let last = m.regions[r].ops.last().map(|&o| m.kind(o));
        let ends = last.is_some_and(|k| k.info().name == want);
        if want == OpKind::Return.info().name {
            if !ends && !matches!(last, Some(OpKind::Unreachable | OpKind::Goto)) {
                self.error(parent, REGION_END, "the body must end in func.return");
            }
            return false;
        }
        if !ends {
            self.error(parent, REGION_END, format!("a region must end in {want}"));
        }
        ends
    }

    /// Checks the end of a region that gives its op the results, if the op has any. True where it ends with values.
    fn carried_end(&mut self, parent: Op, r: Region) -> bool {
        let m = self.m;
        if m.ops[parent].results.is_empty() {
            return false;
        }
        match m.regions[r].ops.last() {
            Some(&last) if m.kind(last) == OpKind::Yield => {
                self.carries(last, m.operands(last), parent);
                true
            }
            Some(&last) if never_ends(m, last) => false,
            _ => {
                self.error(parent, REGION_END, "a region must end in loop.yield of the results");
                false
            }
        }
    }

    /// Checks that the values that an op hands to a loop, choice, block or label are of the types of its results.
    fn carries(&mut self, at: Op, values: &[Value], to: Op) {
        let m = self.m;
        let results = &m.ops[to].results;
        if values.len() != results.len() || values.iter().zip(results).any(|(&v, &r)| m.ty(v) != m.ty(r)) {
            let name = m.info(to).name;
            self.error(at, CARRIED, format!("does not give the values that {name} takes"));
        }
    }

    /// Checks the types of new values.
    fn value_types(&mut self, op: Op, values: &[Value]) {
        for &v in values {
            let t = self.m.ty(v);
            if let Err((rule, text)) = self.types.value(self.m, &self.symbols, t) {
                self.error(op, rule, text);
            }
            let maker = match t {
                Type::MAP => OpKind::OmpMap,
                Type::BOUNDS => OpKind::OmpBounds,
                _ => continue,
            };
            if self.m.def_of(v, maker).is_none() {
                let text = format!("a value of type {} comes from {} alone", self.m.types.text(t), maker.info().name);
                self.error(op, TYPE_SENSE, text);
            }
        }
    }

    fn attrs(&mut self, op: Op) {
        let m = self.m;
        let info = m.info(op);
        for (key, value) in &m.ops[op].attrs {
            if *key == "segs" {
                continue;
            }
            match info.attrs.iter().find(|a| a.key == *key) {
                None => self.error(op, ATTRIBUTE_UNKNOWN, format!("unknown attribute `{key}`")),
                Some(spec) => {
                    if let Err(text) = attrs::check(spec.ty, value) {
                        self.error(op, ATTRIBUTE_VALUE, format!("attribute `{key}` {text}"));
                    } else if let Err((rule, text)) = self.types.attr(m, &self.symbols, value) {
                        self.error(op, rule, text);
                    }
                }
            }
        }
        for a in info.attrs {
            if !a.optional && m.attr(op, a.key).is_none() {
                self.error(op, ATTRIBUTE_MISSING, format!("attribute `{}` is missing", a.key));
            }
        }
    }

    fn counts(&mut self, op: Op) {
        let m = self.m;
        let info = m.info(op);
        let d = &m.ops[op];
        let flexible = |s: &&&str| s.ends_with(['?', '.']);
        let n = m.operands(op).len();
        if info.operands.iter().filter(flexible).count() >= 2 {
            self.segs(op);
        } else {
            if m.attr(op, "segs").is_some() {
                self.error(op, SEGS, "has no operand groups whose sizes `segs` would have to tell");
            }
            let fixed = info.operands.iter().filter(|s| !flexible(s)).count();
            let most = match info.operands.iter().find(flexible) {
                None => fixed,
                Some(s) if s.ends_with('?') => fixed + 1,
                Some(_) => usize::MAX,
            };
            if n < fixed || n > most {
                self.error(op, OPERAND_COUNT, format!("has {n} operands"));
            }
        }
        let results = d.results.len();
        let fits = match info.results {
            "0" => results == 0,
            "1" => results == 1,
            _ => true,
        };
        if !fits {
            self.error(op, RESULT_COUNT, format!("has {results} results"));
        }
        let regions = d.regions.len();
        // `...` behind the arguments: any number of them.
        let fixed = info.regions.iter().filter(|s| !s.contains(")...")).count();
        if regions < fixed || (regions > fixed && fixed == info.regions.len()) {
            self.error(op, REGION_COUNT, format!("has {regions} regions"));
        }
    }

    fn segs(&mut self, op: Op) {
        let m = self.m;
        let info = m.info(op);
        let segs = match m.attr(op, "segs").map(Attr::items) {
            Some(segs) if segs.len() == info.operands.len() => segs,
            _ => return self.error(op, SEGS, "attribute `segs` must list the size of every operand group"),
        };
        let mut sum = 0i64;
        for (s, spec) in segs.iter().zip(info.operands) {
            let k = s.as_int().unwrap_or(-1);
            let most = match spec.as_bytes() {
                [.., b'.'] => i64::MAX,
                _ => 1,
            };
            let least = i64::from(!spec.ends_with(['?', '.']));
            if k < least || k > most {
                self.error(op, SEGS, format!("wrong number of operands in group `{spec}`"));
            }
            sum = sum.saturating_add(k.max(0));
        }
        if sum != m.operands(op).len() as i64 {
            self.error(op, SEGS, "`segs` does not add up to the number of operands");
        }
    }

    /// True where all operands and results of an op are vectors of as many lanes, or none is one.
    fn same_lanes(&self, op: Op) -> bool {
        let m = self.m;
        let mut all = m.operands(op).iter().chain(&m.ops[op].results).map(|&v| m.types.lanes(m.ty(v)));
        all.next().is_none_or(|first| all.all(|n| n == first))
    }

    /// Checks what the op's row says of types.
    fn row(&mut self, op: Op) {
        let m = self.m;
        let groups = groups(m, op);
        let operands = groups.iter().map(|g| &m.operands(op)[g.clone()]);
        let lanes = m.has(op, Traits::ELEMENTWISE);
        if lanes && !self.same_lanes(op) {
            return self.error(op, TYPES, "does not take vectors of different lengths, or a vector and a scalar");
        }
        if let Err(text) = signature::signature(m.kind(op)).check(m, lanes, operands, &m.ops[op].results) {
            return self.error(op, TYPES, text);
        }
        if let Some(rule) = m.info(op).rule {
            let checked = Checked { m, op, symbols: &self.symbols, groups, lanes };
            if let Err(text) = (rule.check)(&checked) {
                self.error(op, rule.name, text);
            }
        }
    }

    /// Checks what an op says of bodies that are sound.
    fn bodies(&mut self, op: Op) {
        let m = self.m;
        let kind = m.kind(op);
        if matches!(kind, OpKind::Func | OpKind::Kernel) {
            self.unshared(op);
        }
        let verdict = match kind {
            OpKind::Kernel => rules::kernel_body(m, op),
            OpKind::For if m.flag(op, "lanes") => rules::runs_together(m, op),
            _ => return,
        };
        if let (Err(text), Some(rule)) = (verdict, m.info(op).rule) {
            self.error(op, rule.name, text);
        }
    }

    /// Checks that nothing refers to storage of which that is said.
    fn unshared(&mut self, func: Op) {
        let m = self.m;
        for &body in &m.ops[func].regions {
            let said: Vec<Op> = m.walk(body).into_iter().filter(|&o| m.flag(o, "unshared")).collect();
            if said.is_empty() {
                continue;
            }
            let found: FxHashSet<Op> = locals::unshared(m, body).into_iter().collect();
            for op in said.into_iter().filter(|o| !found.contains(o)) {
                self.error(op, UNSHARED, "is no scalar or array of scalars that only loads and stores use");
            }
        }
    }

    /// Checks that a body that stands for a value changes nothing else.
    fn purity(&mut self, op: Op) {
        let m = self.m;
        let shared = purity::is_shared(m, op);
        if self.pure_func && (shared || purity::controls_file(m, op)) {
            return self.error(op, PURE, "stands in a pure procedure");
        }
        let impure = || {
            let callee = m.attr_str(op, "callee").filter(|_| !m.flag(op, "runtime") && !m.flag(op, "pure"));
            callee.and_then(|c| self.symbols.linked(c)).is_some_and(|f| m.kind(f) == OpKind::Func && !m.flag(f, "pure"))
        };
        if self.pure_func && m.kind(op) == OpKind::Call && impure() {
            return self.error(op, PURE, "calls what is not pure in a pure procedure");
        }
        if let Some(body) = self.pure_body
            && (shared || purity::changes_more(m, op, body))
        {
            self.error(op, PURE, "stands in a body that may change nothing but what it makes");
        }
    }

    /// Checks that an op does not change what is `constant`.
    fn constants(&mut self, op: Op) {
        let m = self.m;
        if let Some(sym) = purity::changed_constant(m, &self.symbols, op) {
            self.error(op, CONSTANT, format!("changes {sym}, which is constant"));
        }
    }

    /// Checks that what runs in any order orders nothing.
    fn independence(&mut self, op: Op) {
        let m = self.m;
        if !purity::orders_threads(m.kind(op)) {
            return;
        }
        let apart = |k: OpKind| matches!(k, OpKind::Parallel | OpKind::Reduce);
        // A region of its own team has its own threads.
        let own = |k: OpKind| {
            matches!(k, OpKind::OmpParallel | OpKind::OmpTask | OpKind::OmpTargetTask | OpKind::OmpTaskloop)
        };
        let around = self.scopes.iter().rev().map(|s| s.kind).take_while(|&k| !own(k)).find(|&k| apart(k));
        if let Some(k) = around {
            self.error(op, INDEPENDENT, format!("stands in {}, whose iterations run in any order", k.info().name));
        }
    }

    /// Checks that a jump has a target around it, and leaves no region that has to end.
    fn jump(&mut self, op: Op) {
        let m = self.m;
        let kind = m.kind(op);
        let label = m.attr_str(op, "label");
        match kind {
            OpKind::Break | OpKind::Continue => {
                for s in self.scopes.iter().rev() {
                    let target =
                        takes_jumps(s.kind) || (kind == OpKind::Break && s.kind == OpKind::Block && label.is_some());
                    if target && (label.is_none() || s.label == label) {
                        let (target, in_cond) = (s.op, s.kind == OpKind::While && s.region == 0);
                        if in_cond {
                            return self.error(op, COND, "stands in the condition of its loop");
                        }
                        return self.carries(op, m.operands(op), target);
                    }
                    if m.has(s.op, Traits::SEALED) {
                        let inside = m.info(s.op).name;
                        return self.error(op, SEALED, format!("leaves {inside}, which has to end"));
                    }
                }
                let what = if kind == OpKind::Break { "loop or block" } else { "loop" };
                let with = label.map(|l| format!(" with label {l}")).unwrap_or_default();
                self.error(op, LABEL, format!("there is no {what}{with} around it"));
            }
            OpKind::Return | OpKind::Unreachable | OpKind::Goto => {
                let Some(func) = self.scopes.first().copied() else { return };
                let in_cond = |s: &Scope<'m>| s.kind == OpKind::While && s.region == 0;
                if kind != OpKind::Unreachable
                    && let Some(s) = self.scopes.iter().rev().find(|s| in_cond(s))
                    && !(kind == OpKind::Goto && self.flow.stays_inside(m, op, s.op))
                {
                    return self.error(op, COND, "leaves the condition of a loop");
                }
                if kind != OpKind::Unreachable
                    && let Some(s) = self.scopes.iter().rev().find(|s| m.has(s.op, Traits::SEALED))
                    && !(kind == OpKind::Goto && self.flow.stays_inside(m, op, s.op))
                {
                    let inside = m.info(s.op).name;
                    return self.error(op, SEALED, format!("leaves {inside}, which has to end"));
                }
                if kind == OpKind::Goto
                    && let Some(label) = self.flow.label(m, op)
                {
                    self.carries(op, m.operands(op), label);
                }
                if kind == OpKind::Return
                    && let Err(text) = rules::fits_results(m, func.op, op)
                {
                    self.error(op, RETURN_PLACE, text);
                }
            }
            OpKind::Label => {
                let before =
                    m.ops[op].parent.zip(self.at.checked_sub(1)).and_then(|(r, k)| m.regions[r].ops.get(k).copied());
                // Control that does not come from the op before brings no values.
                if !(before.is_some_and(|o| never_ends(m, o)) && m.operands(op).is_empty()) {
                    self.carries(op, m.operands(op), op);
                }
            }
            _ => {}
        }
    }
}

/// Ranges of the operand groups of an op whose number of operands is right.
fn groups(m: &Module, op: Op) -> SmallVec<[std::ops::Range<usize>; 4]> {
    let spec = m.info(op).operands;
    let flexible = |s: &&str| s.ends_with(['?', '.']);
    let single = spec.iter().filter(|s| flexible(s)).count() < 2;
    let segs = m.attr(op, "segs").map(Attr::items).unwrap_or_default();
    let mut start = 0;
    spec.iter()
        .enumerate()
        .map(|(i, s)| {
            let len = match segs.get(i).and_then(Attr::as_int) {
                Some(k) => k as usize,
                None if single && flexible(s) => m.operands(op).len() + 1 - spec.len(),
                None => 1,
            };
            start += len;
            start - len..start
        })
        .collect()
}
