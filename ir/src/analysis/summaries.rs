//! What procedures of the module read and write of the memory that others know, with all they call: through which of
//! their arguments, and which variables of static storage. Recursion is followed until nothing more is found.
//!
//! What a procedure does not own, and what cannot be named from outside (pointers in objects of pointers, calls of unknown
//! procedures, volatile variables, other threads), makes it *anything*. The result is a fact about the program, which no
//! pass changes, so that calls can carry it in their attributes.

use super::alias::{Entity, Origin, described, entity, made_descriptor};
use super::calls::is_address;
use super::effects::{Access, Accesses, ends_program, is_volatile_access, only_reads, own_reads, own_writes};
use crate::entity::{Op, Region, Value};
use crate::module::{Attr, Module, ValueDef};
use crate::ops::{Effect, OpKind, Traits};
use crate::types::TypeKind;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// Procedures that use more places are taken to use anything.
const MAX_PLACES: usize = 24;

/// A variable that the callers of a procedure know.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Base {
    /// That one whose address is the argument of that number.
    Argument(u16),
    /// One of static storage.
    Static(String),
}

/// Memory that the callers of a procedure know.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Place {
    base: Base,
    /// What descriptors and addresses there lead to.
    described: bool,
}

impl Place {
    fn attr(&self) -> Attr {
        let base = match &self.base {
            Base::Argument(i) => Attr::Int((*i).into()),
            Base::Static(sym) => Attr::Sym(sym.clone()),
        };
        if self.described { Attr::List(vec![base]) } else { base }
    }
}

/// Places; none: anything.
type Places = Option<BTreeSet<Place>>;

/// What a procedure does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Summary {
    reads: Places,
    writes: Places,
    /// It comes to its end and does nothing but read, write and give results: nobody can tell whether it ran.
    quiet: bool,
}

impl Summary {
    /// What it reads, as the attribute of a call; none for anything.
    pub fn reads(&self) -> Option<Attr> {
        attr(&self.reads)
    }
    /// What it writes, as the attribute of a call; none for anything.
    pub fn writes(&self) -> Option<Attr> {
        attr(&self.writes)
    }
    /// True where all that a call does is to read and to give results.
    pub fn only_reads(&self) -> bool {
        self.quiet && self.writes.as_ref().is_some_and(BTreeSet::is_empty)
    }
}

fn attr(places: &Places) -> Option<Attr> {
    places.as_ref().map(|p| Attr::List(p.iter().map(Place::attr).collect()))
}

/// A procedure while its summary is made.
struct Procedure {
    body: Region,
    /// Calls of procedures of the module, and whether what they write can be seen afterwards.
    calls: Vec<(Op, bool)>,
    summary: Summary,
}

/// The summaries of all procedures of a module, by their link names.
pub fn summaries(m: &Module) -> FxHashMap<String, Summary> {
    let mut numbers: FxHashMap<&str, usize> = FxHashMap::default();
    let mut list: Vec<Procedure> = Vec::new();
    for f in m.top_ops(OpKind::Func) {
        let Some(name) = m.attr_str(f, "sym") else { continue };
        numbers.insert(name, list.len());
        let summary = Summary { reads: Some(BTreeSet::new()), writes: Some(BTreeSet::new()), quiet: true };
        list.push(Procedure { body: m.region(f, 0), calls: Vec::new(), summary });
    }
    let global = |g: Op| m.attr_str(g, "sym").filter(|_| m.flag(g, "constant"));
    let constants: FxHashMap<&str, bool> =
        m.top_ops(OpKind::Global).filter_map(|g| Some((global(g)?, m.flag(g, "relocs")))).collect();
    let called = |op: Op| m.attr_str(op, "callee").filter(|_| !m.flag(op, "runtime")).and_then(|n| numbers.get(n));
    for p in &mut list {
        let mut own = Own {
            m,
            known: &|op| called(op).is_some(),
            constants: &constants,
            body: p.body,
            calls: Vec::new(),
            summary: p.summary.clone(),
        };
        own.region(p.body, true);
        (p.calls, p.summary) = (own.calls, own.summary);
    }
    // What procedures do that call each other grows until it is all.
    let quiet: Vec<bool> = list.iter().map(|p| p.summary.quiet).collect();
    loop {
        let mut changed = false;
        for i in 0..list.len() {
            let mut summary = list[i].summary.clone();
            for &(call, lasting) in &list[i].calls {
                let Some(&callee) = called(call) else { continue };
                let c = &list[callee];
                let fits = m.operands(call).len() == m.args(c.body).len();
                let translate =
                    |p: &Places| p.as_ref().filter(|_| fits).and_then(|p| at_call(m, list[i].body, call, p));
                join(&mut summary.reads, translate(&c.summary.reads));
                if lasting && !only_reads(m, call) {
                    join(&mut summary.writes, translate(&c.summary.writes));
                }
            }
            changed |= summary != list[i].summary;
            list[i].summary = summary;
        }
        if !changed {
            break;
        }
    }
    // Procedures that call themselves may never end.
    let mut done = vec![false; list.len()];
    loop {
        let before = done.clone();
        for (i, p) in list.iter().enumerate() {
            done[i] = quiet[i] && p.calls.iter().all(|&(c, _)| called(c).is_some_and(|&k| done[k]));
        }
        if done == before {
            break;
        }
    }
    for (p, done) in list.iter_mut().zip(done) {
        p.summary.quiet = done;
    }
    numbers.into_iter().map(|(name, i)| (name.to_string(), list[i].summary.clone())).collect()
}

/// Adds places.
fn join(to: &mut Places, more: Places) {
    let Some(list) = to else { return };
    match more {
        Some(more) => list.extend(more),
        None => *to = None,
    }
    if to.as_ref().is_some_and(|l| l.len() > MAX_PLACES) {
        *to = None;
    }
}

/// Places of a called procedure as those of the one that calls it.
fn at_call(m: &Module, body: Region, call: Op, places: &BTreeSet<Place>) -> Places {
    let mut out = Some(BTreeSet::new());
    for p in places {
        let i = match &p.base {
            Base::Static(_) => {
                join(&mut out, Some(BTreeSet::from([p.clone()])));
                continue;
            }
            Base::Argument(i) => usize::from(*i),
        };
        let v = m.operand(call, i);
        let mut accesses = Accesses::new();
        super::calls::reach(m, v, p.described, &mut accesses);
        for a in accesses {
            join(&mut out, place(m, body, a));
        }
    }
    out
}

/// What of an access the callers of a procedure know; none: anything.
fn place(m: &Module, body: Region, access: Access) -> Places {
    let e = match access {
        Access::All | Access::Static(_) => return None,
        Access::Data(v) | Access::Desc(v) | Access::Object(v) => {
            if made_descriptor(m, v).is_some() {
                return Some(BTreeSet::new());
            }
            entity(m, v)
        }
        Access::Pointee(v) | Access::Described(v) => described(m, v),
    };
    place_of(m, body, &e)
}

fn place_of(m: &Module, body: Region, e: &Entity) -> Places {
    let (origin, level) = e.origin()?;
    let base = match origin {
        Origin::Alloca(_) | Origin::Alloc(_) if level == 0 || e.is_own_allocation() => return Some(BTreeSet::new()),
        Origin::Alloca(_) | Origin::Alloc(_) => return None,
        Origin::Global(sym) => Base::Static(sym.clone()),
        Origin::Arg(v) => Base::Argument(argument(m, body, *v)?),
        Origin::Unknown => {
            // An address in the table that an internal procedure gets of its host.
            let load = m.def_of(e.anchor?, OpKind::Load)?;
            let table = entity(m, m.operand(load, 0));
            let (Origin::Arg(v), 0) = table.origin()? else { return None };
            let by_address = matches!(m.tk(*v), TypeKind::Ptr);
            let base = Base::Argument(argument(m, body, *v).filter(|_| by_address)?);
            return Some(BTreeSet::from([Place { base, described: true }]));
        }
    };
    (level <= 1).then(|| BTreeSet::from([Place { base, described: level == 1 }]))
}

/// The number of an argument of a procedure.
fn argument(m: &Module, body: Region, v: Value) -> Option<u16> {
    match m.values[v].def {
        ValueDef::Arg(r, n) if r == body => Some(n),
        ValueDef::Arg(..) | ValueDef::Result(..) => None,
    }
}

/// What a procedure does by itself.
struct Own<'a> {
    m: &'a Module,
    /// Whether a call is one of a procedure of the module.
    known: &'a dyn Fn(Op) -> bool,
    /// Variables that nobody changes, and whether addresses are in them.
    constants: &'a FxHashMap<&'a str, bool>,
    body: Region,
    calls: Vec<(Op, bool)>,
    summary: Summary,
}

impl Own<'_> {
    /// The ops of a region; `lasting`: the program goes on behind it.
    fn region(&mut self, r: Region, lasting: bool) {
        let m = self.m;
        for &op in &m.regions[r].ops {
            self.op(op, lasting);
            for &inner in &m.ops[op].regions {
                self.region(inner, lasting && !ends_program(m, inner));
            }
        }
    }

    fn op(&mut self, op: Op, lasting: bool) {
        let m = self.m;
        self.summary.quiet &= is_quiet(m, op);
        match m.kind(op) {
            // That control comes in there is a matter of this procedure.
            OpKind::Label => return,
            OpKind::Call if (self.known)(op) => {
                self.calls.push((op, lasting));
                return;
            }
            _ => {}
        }
        if m.info(op).effects.contains(&Effect::Synchronizes) || is_volatile_access(m, op) {
            (self.summary.reads, self.summary.writes, self.summary.quiet) = (None, None, false);
            return;
        }
        for a in own_reads(m, op) {
            if !is_constant(m, a) {
                let more = self.variable(a);
                join(&mut self.summary.reads, more);
            }
        }
        if lasting {
            for a in own_writes(m, op) {
                let more = self.variable(a);
                join(&mut self.summary.writes, more);
            }
        }
    }

    /// [`place`], without constants.
    fn variable(&self, access: Access) -> Places {
        let mut places = place(self.m, self.body, access)?;
        places.retain(|p| match &p.base {
            Base::Static(sym) => self.constants.get(sym.as_str()).is_none_or(|&addresses| p.described && addresses),
            Base::Argument(_) => true,
        });
        Some(places)
    }
}

/// True for what is read of a constant string or of a scalar by value.
fn is_constant(m: &Module, access: Access) -> bool {
    let (Access::Data(v) | Access::Object(v)) = access else { return false };
    let mut v = v;
    while let Some(d) = m.def(v).filter(|&d| m.has(d, Traits::ADDRESS)) {
        v = m.operand(d, 0);
    }
    !is_address(m, v)
        || m.def(v).is_some_and(|d| {
            matches!(m.kind(d), OpKind::ChrConst | OpKind::ChrFromCode | OpKind::ChrConcat | OpKind::ChrCast)
        })
}

/// True for an op that, but for its regions, comes to its end and changes nothing but memory of the program.
fn is_quiet(m: &Module, op: Op) -> bool {
    match m.kind(op) {
        OpKind::Call if m.flag(op, "runtime") => {
            m.flag(op, "pure") || m.runtime_fn(op).is_some_and(|f| f.touches_arguments_only() && !f.is_noticed())
        }
        // Those that are not of the module are not quiet, which is found out later.
        OpKind::Call => true,
        OpKind::CallPtr
        | OpKind::While
        | OpKind::Label
        | OpKind::Goto
        | OpKind::Unreachable
        | OpKind::CoverageCount => false,
        OpKind::For => m.const_int(m.operand(op, 2)).is_some_and(|step| step != 0),
        _ => {
            !m.info(op).effects.iter().any(|e| matches!(e, Effect::Allocates | Effect::Frees(_) | Effect::Synchronizes))
        }
    }
}

/// The procedures that, with all they call, neither wait for other threads nor look at what those wrote meanwhile. What a
/// parallel or target construct does inside is its own threads' affair, but for what all threads share.
pub fn without_synchronization(m: &Module) -> FxHashSet<String> {
    let mut calls: FxHashMap<String, Vec<String>> = FxHashMap::default();
    for f in m.top_ops(OpKind::Func) {
        let Some(name) = m.attr_str(f, "sym") else { continue };
        let mut callees = Vec::new();
        if !synchronizes(m, m.region(f, 0), false, &mut callees) {
            calls.insert(name.to_string(), callees);
        }
    }
    loop {
        let loud: Vec<String> = calls
            .iter()
            .filter(|(_, callees)| callees.iter().any(|c| !calls.contains_key(c)))
            .map(|(name, _)| name.clone())
            .collect();
        if loud.is_empty() {
            return calls.into_keys().collect();
        }
        calls.retain(|name, _| !loud.contains(name));
    }
}

/// Whether code does so itself; `apart`: in the construct of another team. Collects the procedures that it calls.
fn synchronizes(m: &Module, r: Region, apart: bool, callees: &mut Vec<String>) -> bool {
    m.regions[r].ops.iter().any(|&o| {
        let itself = match m.kind(o) {
            OpKind::OmpParallel | OpKind::OmpTeams | OpKind::OmpTarget | OpKind::OmpTargetData => {
                return m.ops[o].regions.iter().any(|&inner| synchronizes(m, inner, true, callees));
            }
            OpKind::Call | OpKind::CallPtr if m.flag(o, "pure") => false,
            OpKind::Call if m.flag(o, "runtime") => m.runtime_fn(o).is_none_or(|f| f.synchronizes() && !apart),
            OpKind::Call => match m.attr_str(o, "callee") {
                Some(name) => {
                    callees.push(name.to_string());
                    false
                }
                None => true,
            },
            OpKind::CallPtr => true,
            OpKind::OmpCritical
            | OpKind::OmpAtomicRead
            | OpKind::OmpAtomicWrite
            | OpKind::OmpAtomicUpdate
            | OpKind::OmpFlush
            | OpKind::OmpAccumulator
            | OpKind::OmpAccumulatorEnd
            | OpKind::OmpAccumulated
            | OpKind::OmpEvent
            | OpKind::OmpDepobj => true,
            _ => !apart && m.info(o).effects.iter().any(|e| matches!(e, Effect::Synchronizes)),
        };
        itself || m.ops[o].regions.iter().any(|&inner| synchronizes(m, inner, apart, callees))
    })
}
