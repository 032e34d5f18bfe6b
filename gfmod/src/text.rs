//! Modules of gfortran as Fortran text.
//!
//! A file says everything of the entities that its module makes known, also of those that come from other modules. The
//! text has a module for each module that any of the files speaks of: it declares what is its own, and takes the
//! rest by USE, so that an entity is one, whatever way it comes.

mod declare;
mod expr;
mod procedure;

use crate::refuse::{Reasons, lower};
use crate::*;
use declare::component_name;
use std::collections::{BTreeMap, BTreeSet};

/// What a module is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Home {
    /// Compiled by gfortran.
    Gfortran,
    /// Of this compiler: its entities are taken from there.
    Own,
    /// An intrinsic module.
    Intrinsic,
}

/// A module as text.
#[derive(Clone, Debug, PartialEq)]
pub struct Unit {
    /// Its name.
    pub name: String,
    /// Version of the file that it comes from.
    pub version: u32,
    /// Its statements.
    pub lines: Vec<String>,
    /// Entities of it that cannot be used.
    pub refused: Vec<Refused>,
    /// Procedures of it that can only be called, and not passed on: gfortran's conventions differ in what they say.
    pub converted: Vec<Refused>,
}

/// An entity that cannot be used.
#[derive(Clone, Debug, PartialEq)]
pub struct Refused {
    /// Its name.
    pub name: String,
    /// Why.
    pub why: String,
}

/// Modules of a compilation.
#[derive(Debug, Default)]
pub struct Pool {
    files: Vec<(String, Module)>,
}

/// Answers about other modules.
pub(crate) struct Answers<'p> {
    pub home: &'p dyn Fn(&str) -> Home,
    pub has: &'p dyn Fn(&str, &str) -> bool,
}

impl Pool {
    /// Adds the module that a file of that name describes.
    pub fn add(&mut self, name: &str, m: Module) {
        self.files.push((name.to_string(), m));
    }

    /// True where nothing was added.
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    pub(crate) fn symbol(&self, file: usize, id: SymbolId) -> &Symbol {
        &self.files[file].1.symbols[&id]
    }

    pub(crate) fn module(&self, file: usize) -> &Module {
        &self.files[file].1
    }

    /// Names of the modules that files speak of.
    pub fn modules(&self) -> BTreeSet<&str> {
        let symbols = self.files.iter().flat_map(|f| f.1.symbols.values());
        symbols.filter(|y| y.is_global() && is_module(&y.module)).map(|y| &*y.module).collect()
    }

    /// All modules as text. `home` says what a module is, `has` whether an intrinsic module has a name.
    pub fn units(&self, home: &dyn Fn(&str) -> Home, has: &dyn Fn(&str, &str) -> bool) -> Vec<Unit> {
        let mut own: BTreeMap<&str, BTreeMap<String, (usize, SymbolId)>> = BTreeMap::new();
        for (n, _) in &self.files {
            own.entry(n).or_default();
        }
        // What a module's own file says goes before what others say of it.
        for first in [true, false] {
            for (f, (n, m)) in self.files.iter().enumerate() {
                for (id, y) in &m.symbols {
                    let here = y.is_global() && (y.module == *n) == first && is_module(&y.module);
                    if here && home(&y.module) == Home::Gfortran {
                        own.entry(&y.module).or_default().entry(y.name.clone()).or_insert((f, *id));
                    }
                }
            }
        }
        let answers = Answers { home, has };
        let reasons = Reasons::default();
        let write = |(name, symbols): (&&str, &BTreeMap<String, (usize, SymbolId)>)| {
            let file = self.files.iter().position(|f| f.0 == **name);
            let mut w = Writer {
                pool: self,
                answers: &answers,
                reasons: &reasons,
                unit: name,
                uses: BTreeSet::new(),
                public: BTreeSet::new(),
                lines: vec![],
                bodies: vec![],
                refused: BTreeMap::new(),
                converted: vec![],
                commons: BTreeSet::new(),
                untold: BTreeSet::new(),
            };
            w.symbols(symbols);
            match file {
                Some(f) => w.names(f),
                None => w.public = symbols.keys().filter(|n| !n.starts_with("__")).map(|n| lower(n)).collect(),
            }
            let version = symbols.values().next().map_or(15, |(f, _)| self.files[*f].1.version);
            w.finish(version)
        };
        own.iter().map(write).collect()
    }
}

/// Whether a name of a symbol's module can be that of a module.
fn is_module(name: &str) -> bool {
    name.bytes().next().is_some_and(|b| b.is_ascii_alphabetic())
        && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
}

/// Whether a name can stand in Fortran text.
fn is_name(name: &str) -> bool {
    is_module(name)
}

/// A text, or why there is none.
pub(crate) type Text = Result<String, String>;

/// Writes one module.
pub(crate) struct Writer<'p> {
    pub pool: &'p Pool,
    answers: &'p Answers<'p>,
    pub reasons: &'p Reasons,
    /// Name of the module.
    unit: &'p str,
    /// Module, its name of an entity, the name here.
    uses: BTreeSet<(String, String, String)>,
    public: BTreeSet<String>,
    pub lines: Vec<String>,
    /// Procedures of the module.
    bodies: Vec<String>,
    refused: BTreeMap<String, String>,
    converted: Vec<Refused>,
    commons: BTreeSet<String>,
    /// What has no text.
    untold: BTreeSet<String>,
}

impl<'p> Writer<'p> {
    pub fn line(&mut self, text: impl Into<String>) {
        self.lines.push(text.into());
    }

    /// The name here of an entity.
    pub fn refer(&mut self, file: usize, id: SymbolId) -> Text {
        let pool = self.pool;
        let Some(y) = pool.module(file).symbols.get(&id) else { return Err("a symbol is missing".into()) };
        let name = lower(&y.name);
        if !is_name(&name) {
            return Err(format!("`{}` has no name that a program can write", y.name));
        }
        if !y.is_global() || y.module == self.unit {
            return Ok(name);
        }
        let local = format!("{name}${}", y.module.trim_start_matches('_'));
        self.take(&y.module, &name, &local)?;
        Ok(local)
    }

    fn is_intrinsic(&self, module: &str) -> bool {
        module.starts_with("__") || (self.answers.home)(module) == Home::Intrinsic
    }

    /// Takes a name of another module.
    fn take(&mut self, module: &str, name: &str, local: &str) -> Result<(), String> {
        let plain = module.trim_start_matches('_');
        let intrinsic = self.is_intrinsic(module);
        if intrinsic && !(self.answers.has)(plain, name) {
            return Err(format!("`{name}` is not in the intrinsic module `{plain}`"));
        }
        if !is_module(plain) {
            return Err(format!("`{module}` is no module"));
        }
        let key = if intrinsic { format!(", intrinsic :: {plain}") } else { format!(" {plain}") };
        self.uses.insert((key, name.to_string(), local.to_string()));
        Ok(())
    }

    /// Declares the entities of the module.
    fn symbols(&mut self, symbols: &BTreeMap<String, (usize, SymbolId)>) {
        let pool = self.pool;
        let mut types: Vec<&String> = vec![];
        let mut contained = vec![];
        let mut namelists = vec![];
        for (name, (f, id)) in symbols {
            let y = pool.symbol(*f, *id);
            if name.starts_with("__") || !is_name(name) {
                continue;
            }
            if let Some(why) = pool.why(self.reasons, *f, *id) {
                self.refused.insert(lower(name), why);
            } else if y.attributes.flavor == Flavor::Procedure
                && let Some(what) = pool.converts(*f, *id)
            {
                let why = format!("gfortran differs in {what}");
                self.converted.push(Refused { name: lower(name), why });
            }
            match y.attributes.flavor {
                Flavor::Derived => types.push(name),
                // Behind its variables.
                Flavor::Namelist => namelists.push((name, *f, *id)),
                Flavor::Procedure if self.is_contained(y) => contained.push((name, *f, *id)),
                _ => {
                    let r = self.declaration(*f, *id, y);
                    self.unless(name, r);
                }
            }
        }
        let mut done = BTreeSet::new();
        for t in types {
            self.types_before(symbols, t, &mut done);
        }
        for f in 0..pool.files.len() {
            self.commons(f);
        }
        for (name, f, id) in namelists {
            let r = self.declaration(f, id, pool.symbol(f, id));
            self.unless(name, r);
        }
        for (name, f, id) in contained {
            let before = std::mem::take(&mut self.lines);
            let r = self.procedure(f, id, false);
            let mut body = std::mem::replace(&mut self.lines, before);
            self.bodies.append(&mut body);
            self.unless(name, r);
        }
    }

    /// A type after the types of its components and its parent.
    fn types_before(&mut self, symbols: &BTreeMap<String, (usize, SymbolId)>, name: &str, done: &mut BTreeSet<String>) {
        if !done.insert(name.to_string()) {
            return;
        }
        let Some((f, id)) = symbols.get(name).copied() else { return };
        let y = self.pool.symbol(f, id);
        for c in y.components.iter().filter(|c| c.ty.derived != 0) {
            if let Some(t) = self.pool.module(f).symbols.get(&c.ty.derived)
                && t.module == self.unit
                && done.len() < 10_000
            {
                self.types_before(symbols, &t.name, done);
            }
        }
        let r = self.derived(f, id, y);
        self.unless(name, r);
    }

    /// Notes why something has no text.
    fn unless(&mut self, name: &str, r: Result<(), String>) {
        if let Err(why) = r {
            self.untold.insert(lower(name));
            self.refused.entry(lower(name)).or_insert(why);
        }
    }

    /// The names that the module makes known, and its generic names.
    fn names(&mut self, file: usize) {
        let m = self.pool.module(file);
        let mut generic = BTreeSet::new();
        for g in &m.generics {
            if is_name(&g.name) {
                self.generic(file, &lower(&g.name), &g.specifics, &mut generic);
            }
        }
        for g in &m.user_operators {
            if is_name(&g.name) {
                self.generic(file, &format!("operator(.{}.)", lower(&g.name)), &g.specifics, &mut generic);
            }
        }
        for ((name, sign), specifics) in OPERATORS.iter().zip(&m.operators) {
            let text = if *name == "ASSIGN" { "assignment(=)".to_string() } else { format!("operator({sign})") };
            self.generic(file, &text, specifics, &mut generic);
        }
        for v in &m.names {
            let y = self.pool.symbol(file, v.symbol);
            let local = lower(&v.name);
            let skip = v.name.starts_with("__")
                || !is_name(&v.name)
                || matches!(y.attributes.flavor, Flavor::Module | Flavor::Label)
                || v.ambiguous
                || !y.is_global();
            if skip {
                continue;
            }
            let only_generic = y.attributes.flavor == Flavor::Procedure
                && (generic.contains(&local) || y.attributes.has(Attribute::Generic));
            let name = lower(&y.name);
            if y.module == self.unit && name == local {
                self.public.insert(local);
            } else if !only_generic {
                match self.take(&y.module, &name, &local) {
                    Ok(()) => {
                        self.public.insert(local);
                    }
                    // It has a name here, and a use of it is told why it cannot be.
                    Err(why) if y.attributes.flavor != Flavor::Procedure => {
                        self.refused.insert(local, why);
                    }
                    Err(_) => {}
                }
            }
        }
        // A generic name of which no specific procedure is left, and no type has it.
        self.public.extend(generic);
    }

    fn generic(&mut self, file: usize, name: &str, specifics: &[SymbolId], seen: &mut BTreeSet<String>) {
        let mut list = vec![];
        let mut lost = None;
        for s in specifics {
            let y = self.pool.symbol(file, *s);
            if y.attributes.flavor == Flavor::Derived {
                continue;
            }
            if self.is_intrinsic(&y.module) {
                // That module of ours has the generic name itself, and operators come with its types.
                if is_name(name) && self.take(&y.module, name, name).is_ok() {
                    seen.insert(name.to_string());
                }
                continue;
            }
            match self.refer(file, *s) {
                Ok(n) if self.pool.symbol(file, *s).module == self.unit && self.lost(&n) => lost = Some(n),
                Ok(n) => list.push(n),
                Err(why) => lost = Some(why),
            }
        }
        if let Some(n) = lost {
            // Without one of its procedures another one might take a call.
            self.refused.insert(name.to_string(), format!("its specific procedure `{n}` cannot be described"));
            return;
        }
        if list.is_empty() {
            return;
        }
        self.line(format!("interface {name}"));
        self.line(format!("procedure {}", list.join(", ")));
        self.line("end interface");
        seen.insert(name.to_string());
    }

    /// Whether an entity of the module has no text.
    fn lost(&self, name: &str) -> bool {
        self.untold.contains(name)
    }

    fn finish(mut self, version: u32) -> Unit {
        let mut lines = vec![format!("module {}", self.unit)];
        for (module, name, local) in &self.uses {
            lines.push(match name == local {
                true => format!("use{module}, only: {name}"),
                false => format!("use{module}, only: {local} => {name}"),
            });
        }
        lines.push("private".into());
        let public: Vec<String> = self.public.iter().cloned().collect();
        lines.append(&mut self.lines);
        for part in public.chunks(50) {
            lines.push(format!("public :: {}", part.join(", ")));
        }
        if !self.bodies.is_empty() {
            lines.push("contains".into());
        }
        lines.append(&mut self.bodies);
        lines.push(format!("end module {}", self.unit));
        let refused = self.refused.into_iter().map(|(name, why)| Refused { name, why }).collect();
        Unit { name: self.unit.to_string(), version, lines, refused, converted: self.converted }
    }
}
