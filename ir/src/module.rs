//! The module: arenas of ops, values and regions, and the ways to build and change them.
//!
//! An op has operands, results, attributes and regions; a region has arguments and a list of ops.
//! There are no basic blocks: control flow is structured, with `loop.break`, `loop.continue`,
//! `func.return` and `cf.goto` as the ways out. A variable is memory; values are SSA.

use crate::choices::{ChoiceAttr, MapModifier, Mapping, MathFn, Pred};
use crate::entity::{Op, PrimaryMap, Region, Value};
use crate::ops::{AttrType, OpInfo, OpKind, Traits};
use crate::types::{Type, TypeKind, TypeTable};
use ferrotran_xreal::Num;
use smallvec::SmallVec;
use std::sync::atomic::{AtomicU32, Ordering};

/// A place in a source file. Line 0 means unknown.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Loc {
    /// Index into [`Module::files`].
    pub file: u16,
    /// One-based column.
    pub col: u16,
    /// One-based line.
    pub line: u32,
    /// The call in whose place the op stands: its number in [`Module::calls`], from 1 on; 0 where the op is of the procedure
    /// itself.
    pub call: u32,
}

impl Loc {
    /// The place alone.
    pub fn place(self) -> Loc {
        Loc { call: 0, ..self }
    }
}

/// The attribute by which debuggers are told of variables.
pub const DEBUG: Key = "debug";

/// A call that the body of the procedure stands in place of.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InlinedCall {
    /// Link name of the procedure.
    pub callee: String,
    /// Its name in the source.
    pub name: String,
    /// Where the procedure is.
    pub procedure: Loc,
    /// Where the call was.
    pub at: Loc,
}

/// The value of an attribute.
#[derive(Clone, PartialEq, Debug)]
pub enum Attr {
    /// `true`: present without a value.
    Unit,
    /// `12`
    Int(i64),
    /// `0.5`, `0xf3ff0000000000000` for what decimal cannot give exactly (bits of an f64).
    Float(f64),
    /// `"text"` (bytes, escaped).
    Str(Vec<u8>),
    /// `@name`
    Sym(String),
    /// A type, `!t` and so on, written after `type `.
    Type(Type),
    /// `hex"00ff"`
    Bytes(Vec<u8>),
    /// `[a, b]`
    List(Vec<Attr>),
}

impl Attr {
    /// A string attribute.
    pub fn str(s: &str) -> Attr {
        Attr::Str(s.as_bytes().to_vec())
    }
    /// A real of that kind: as a float where that is exact, else the bytes in memory.
    pub fn number(x: Num, kind: u8) -> Attr {
        let f = x.to_f64();
        if kind <= 8 || !x.is_nan() && Num::from_f64(f) == x {
            Attr::Float(f)
        } else {
            Attr::Bytes(x.to_memory(kind).to_le_bytes().into())
        }
    }
    /// The real of that kind, if it is one.
    pub fn as_number(&self, kind: u8) -> Option<Num> {
        match self {
            Attr::Float(f) => Some(Num::from_f64(*f)),
            Attr::Bytes(b) => Some(Num::from_memory(kind, u128::from_le_bytes(b.as_slice().try_into().ok()?))),
            _ => None,
        }
    }
    /// A list of integers.
    pub fn ints(v: &[i64]) -> Attr {
        Attr::List(v.iter().map(|&i| Attr::Int(i)).collect())
    }
    /// The integer, if it is one.
    pub fn as_int(&self) -> Option<i64> {
        if let Attr::Int(i) = self { Some(*i) } else { None }
    }
    /// The text of a string or symbol.
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Attr::Str(s) => std::str::from_utf8(s).ok(),
            Attr::Sym(s) => Some(s),
            _ => None,
        }
    }
    /// The entries of a list (empty for anything else).
    pub fn items(&self) -> &[Attr] {
        if let Attr::List(v) = self { v } else { &[] }
    }
}

/// Attribute keys are the strings of the op table.
pub type Key = &'static str;

/// One op.
#[derive(Clone, Debug)]
pub struct OpData {
    /// Which op.
    pub kind: OpKind,
    /// Operands, all groups in order. They change by methods of the module only, which keep the users of values.
    operands: SmallVec<[Value; 4]>,
    /// Results.
    pub results: SmallVec<[Value; 1]>,
    /// Attributes in order of setting (printed sorted by key).
    pub attrs: SmallVec<[(Key, Attr); 2]>,
    /// Regions.
    pub regions: SmallVec<[Region; 1]>,
    /// Where it comes from.
    pub loc: Loc,
    /// The region it stands in; none while detached.
    pub parent: Option<Region>,
    /// Where it stood there when somebody asked last.
    place: Place,
}

/// A position in a region that was right once. It changes while others read the module.
#[derive(Debug, Default)]
struct Place(AtomicU32);

impl Clone for Place {
    fn clone(&self) -> Place {
        Place(AtomicU32::new(self.0.load(Ordering::Relaxed)))
    }
}

/// Where a value comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ValueDef {
    /// The n-th result of an op.
    Result(Op, u16),
    /// The n-th argument of a region.
    Arg(Region, u16),
}

/// One value.
#[derive(Clone, Debug)]
pub struct ValueData {
    /// Its type.
    pub ty: Type,
    /// Its definition.
    pub def: ValueDef,
    /// Ops that use it. One that uses it no more, or is detached, may be among them; queries look.
    users: SmallVec<[Op; 2]>,
}

/// One region.
#[derive(Clone, Debug, Default)]
pub struct RegionData {
    /// Arguments.
    pub args: SmallVec<[Value; 2]>,
    /// Ops in order.
    pub ops: Vec<Op>,
    /// The op that holds it (none for the top of the module).
    pub parent: Option<Op>,
}

/// A whole program unit of compilation.
#[derive(Clone, Debug)]
pub struct Module {
    /// Types.
    pub types: TypeTable,
    /// Ops.
    pub ops: PrimaryMap<Op, OpData>,
    /// Values.
    pub values: PrimaryMap<Value, ValueData>,
    /// Regions.
    pub regions: PrimaryMap<Region, RegionData>,
    /// The region that holds functions, globals, type definitions and device modules.
    pub top: Region,
    /// Names of source files.
    pub files: Vec<String>,
    /// Calls that bodies stand in place of, for debuggers.
    pub calls: Vec<InlinedCall>,
    /// The pass of the pipelines `loop` and `device` that ran last, where others of its pipeline are to follow: what passes
    /// before it expect is not there any more.
    pub after: Option<String>,
}

impl Default for Module {
    fn default() -> Self {
        let mut regions = PrimaryMap::new();
        let top = regions.push(RegionData::default());
        Module {
            types: TypeTable::default(),
            ops: PrimaryMap::new(),
            values: PrimaryMap::new(),
            regions,
            top,
            files: Vec::new(),
            calls: Vec::new(),
            after: None,
        }
    }
}

impl Module {
    /// True for the layout of a derived type (`fort.type`) whose objects have descriptors in them, as components of their own.
    pub fn has_descriptors(&self, layout: Op) -> bool {
        let fields = self.attr(layout, "fields").map(Attr::items).unwrap_or_default();
        fields.iter().any(|f| match f.items().get(2) {
            Some(Attr::Type(t)) => matches!(self.types.kind(*t), TypeKind::Box { .. }),
            _ => false,
        })
    }
    // ---- reading ------------------------------------------------------------------------------
    /// Kind of an op.
    pub fn kind(&self, op: Op) -> OpKind {
        self.ops[op].kind
    }
    /// Table row of an op.
    pub fn info(&self, op: Op) -> &'static OpInfo {
        self.ops[op].kind.info()
    }
    /// True where the op has all those traits.
    pub fn has(&self, op: Op, t: Traits) -> bool {
        self.info(op).traits.has(t)
    }
    /// Type of a value.
    pub fn ty(&self, v: Value) -> Type {
        self.values[v].ty
    }
    /// What the type of a value is.
    pub fn tk(&self, v: Value) -> &TypeKind {
        self.types.kind(self.values[v].ty)
    }
    /// The op that defines a value (none for region arguments).
    pub fn def(&self, v: Value) -> Option<Op> {
        match self.values[v].def {
            ValueDef::Result(op, _) => Some(op),
            ValueDef::Arg(..) => None,
        }
    }
    /// The defining op where it is of that kind.
    pub fn def_of(&self, v: Value, kind: OpKind) -> Option<Op> {
        self.def(v).filter(|&o| self.kind(o) == kind)
    }
    /// The only result.
    pub fn result(&self, op: Op) -> Value {
        self.ops[op].results[0]
    }
    /// Operands of all groups.
    pub fn operands(&self, op: Op) -> &[Value] {
        &self.ops[op].operands
    }
    /// Operand `i`.
    pub fn operand(&self, op: Op, i: usize) -> Value {
        self.ops[op].operands[i]
    }
    /// Range in [`OpData::operands`] of the group of that name (without `?` or `...`).
    /// Panics where the table has no such group (a mistake in the caller).
    pub fn group_range(&self, op: Op, name: &str) -> std::ops::Range<usize> {
        let spec = self.info(op).operands;
        let pos =
            spec.iter().position(|s| s.trim_end_matches(['?', '.']) == name).expect("operand group in the op table");
        let total = self.ops[op].operands.len();
        let flexible = spec.iter().filter(|s| s.ends_with(['?', '.'])).count();
        if flexible >= 2 {
            let segs = self.attr(op, "segs").expect("segs attribute").items();
            let start: i64 = segs[..pos].iter().filter_map(Attr::as_int).sum();
            let len = segs[pos].as_int().unwrap_or(0);
            return start as usize..(start + len) as usize;
        }
        let flex_len = total - (spec.len() - flexible);
        let mut start = 0;
        for (i, s) in spec.iter().enumerate() {
            let len = if s.ends_with(['?', '.']) { flex_len } else { 1 };
            if i == pos {
                return start..start + len;
            }
            start += len;
        }
        unreachable!("position is in the list")
    }
    /// Operands of the group of that name.
    pub fn group(&self, op: Op, name: &str) -> &[Value] {
        &self.ops[op].operands[self.group_range(op, name)]
    }
    /// The operand of an optional group.
    pub fn opt(&self, op: Op, name: &str) -> Option<Value> {
        self.group(op, name).first().copied()
    }
    /// Attribute of that key.
    pub fn attr(&self, op: Op, key: &str) -> Option<&Attr> {
        self.ops[op].attrs.iter().find(|(k, _)| *k == key).map(|(_, a)| a)
    }
    /// Whether two ops have the same attributes, but for what debuggers are told.
    pub fn same_attrs(&self, a: Op, b: Op) -> bool {
        let of = |op: Op| self.ops[op].attrs.iter().filter(|(k, _)| *k != DEBUG);
        of(a).eq(of(b))
    }
    /// Integer attribute.
    pub fn attr_int(&self, op: Op, key: &str) -> Option<i64> {
        self.attr(op, key).and_then(Attr::as_int)
    }
    /// Text attribute (string or symbol).
    pub fn attr_str(&self, op: Op, key: &str) -> Option<&str> {
        self.attr(op, key).and_then(Attr::as_str)
    }
    /// The value of an attribute that is a choice. The op must be one that always has it.
    ///
    /// Panics where the op has none, or a word that is none of the enum: the verifier takes no such op.
    pub fn choice<T: ChoiceAttr>(&self, op: Op) -> T {
        self.choice_opt(op).expect("the op has the attribute")
    }
    /// The value of an optional attribute that is a choice.
    ///
    /// Panics where the word is none of the enum: the verifier takes no such op.
    pub fn choice_opt<T: ChoiceAttr>(&self, op: Op) -> Option<T> {
        debug_assert!(takes::<T>(self.kind(op)), "{} has no {} of that enum", self.info(op).name, T::KEY);
        self.attr_str(op, T::KEY).map(|word| T::of_word(word).expect("the verifier knows the word"))
    }
    /// The values of an attribute that is a list of choices; none where it is absent.
    ///
    /// Panics where a word is none of the enum: the verifier takes no such op.
    pub fn choices<T: ChoiceAttr>(&self, op: Op) -> impl Iterator<Item = T> + '_ {
        debug_assert!(takes::<T>(self.kind(op)), "{} has no {} of that enum", self.info(op).name, T::KEY);
        let word = |a: &Attr| a.as_str().and_then(T::of_word).expect("the verifier knows the word");
        self.attr(op, T::KEY).map(Attr::items).unwrap_or_default().iter().map(word)
    }
    /// True where a list of choices has that one.
    pub fn has_choice<T: ChoiceAttr + PartialEq>(&self, op: Op, value: T) -> bool {
        self.choices(op).any(|v: T| v == value)
    }
    /// How an `omp.map` maps.
    pub fn mapping(&self, map: Op) -> Mapping {
        Mapping::new(self.choice(map), self.choices(map))
    }
    /// The `omp.map` ops of a directive, in order.
    ///
    /// Panics where an operand comes from something else: the verifier takes no such op.
    pub fn maps(&self, op: Op) -> Vec<Op> {
        let map = |&v: &Value| self.def_of(v, OpKind::OmpMap).expect("the verifier knows the map");
        self.group(op, "maps").iter().map(map).collect()
    }
    /// True where a flag is present.
    pub fn flag(&self, op: Op, key: &str) -> bool {
        self.attr(op, key).is_some()
    }
    /// Region `i` of an op.
    pub fn region(&self, op: Op, i: usize) -> Region {
        self.ops[op].regions[i]
    }
    /// Arguments of a region.
    pub fn args(&self, r: Region) -> &[Value] {
        &self.regions[r].args
    }
    /// The op around an op.
    pub fn parent_op(&self, op: Op) -> Option<Op> {
        self.ops[op].parent.and_then(|r| self.regions[r].parent)
    }
    /// The loop or block that a loop.break leaves, or the loop whose next iteration a loop.continue begins.
    pub fn jump_target(&self, jump: Op) -> Option<Op> {
        let label = self.attr_str(jump, "label");
        let blocks = label.is_some() && self.kind(jump) == OpKind::Break;
        let mut at = self.parent_op(jump);
        while let Some(p) = at {
            let takes = takes_jumps(self.kind(p)) || blocks && self.kind(p) == OpKind::Block;
            if takes && label.is_none_or(|l| self.attr_str(p, "label") == Some(l)) {
                return Some(p);
            }
            at = self.parent_op(p);
        }
        None
    }
    /// The func.func with that link name.
    pub fn func(&self, sym: &str) -> Option<Op> {
        self.top_ops(OpKind::Func).find(|&o| self.attr_str(o, "sym") == Some(sym))
    }
    /// Top-level ops of a kind.
    pub fn top_ops(&self, kind: OpKind) -> impl Iterator<Item = Op> + '_ {
        self.regions[self.top].ops.iter().copied().filter(move |&o| self.kind(o) == kind)
    }
    /// The constant integer that a value is, looking at arith.const only.
    pub fn const_int(&self, v: Value) -> Option<i64> {
        self.def_of(v, OpKind::Const).and_then(|o| self.attr_int(o, "value"))
    }
    /// All ops of a region and of the regions inside it, outer before inner.
    pub fn walk(&self, r: Region) -> Vec<Op> {
        let mut out = Vec::new();
        self.walk_into(r, &mut out);
        out
    }
    fn walk_into(&self, r: Region, out: &mut Vec<Op>) {
        for &op in &self.regions[r].ops {
            out.push(op);
            for &inner in &self.ops[op].regions {
                self.walk_into(inner, out);
            }
        }
    }
    /// True where `r` is `ancestor` or lies inside it.
    pub fn is_inside(&self, mut r: Region, ancestor: Region) -> bool {
        loop {
            if r == ancestor {
                return true;
            }
            match self.regions[r].parent.and_then(|o| self.ops[o].parent) {
                Some(p) => r = p,
                None => return false,
            }
        }
    }
    /// The region a value is visible from (where it is defined).
    pub fn home(&self, v: Value) -> Option<Region> {
        match self.values[v].def {
            ValueDef::Result(op, _) => self.ops[op].parent,
            ValueDef::Arg(r, _) => Some(r),
        }
    }
    /// The region of which a value is an argument, and which of its arguments.
    pub fn argument(&self, v: Value) -> Option<(Region, usize)> {
        match self.values[v].def {
            ValueDef::Result(..) => None,
            ValueDef::Arg(r, n) => Some((r, n.into())),
        }
    }
    /// Values used in a region (and inside) but defined outside it, in order of first use.
    pub fn free_values(&self, r: Region) -> Vec<Value> {
        let mut seen = rustc_hash::FxHashSet::default();
        let mut out = Vec::new();
        for op in self.walk(r) {
            for &v in &self.ops[op].operands {
                let inside = self.home(v).is_some_and(|h| self.is_inside(h, r));
                if !inside && seen.insert(v) {
                    out.push(v);
                }
            }
        }
        out
    }
    /// Makes the captures of a lib.matmul what its regions use of the values around it.
    pub fn capture(&mut self, op: Op) {
        debug_assert_eq!(self.kind(op), OpKind::LibMatmul);
        let mut captures: Vec<Value> = Vec::new();
        for &r in &self.ops[op].regions {
            for v in self.free_values(r) {
                if !captures.contains(&v) {
                    captures.push(v);
                }
            }
        }
        let fixed = self.group_range(op, "captures").start;
        let mut operands = self.ops[op].operands.clone();
        operands.truncate(fixed);
        operands.extend(captures);
        self.set_operands(op, operands);
    }
    /// The ops of the module that use `v`, each once, in the order in which they were made.
    pub fn users(&self, v: Value) -> SmallVec<[Op; 4]> {
        let uses = |&o: &Op| self.ops[o].operands.contains(&v) && self.is_attached(o);
        let mut out: SmallVec<[Op; 4]> = self.values[v].users.iter().copied().filter(uses).collect();
        out.sort_unstable();
        out.dedup();
        out
    }
    /// The operands of the module's ops that are `v`: op and operand position.
    pub fn uses(&self, v: Value) -> SmallVec<[(Op, usize); 4]> {
        let places = |o: Op| {
            let hits = self.ops[o].operands.iter().enumerate().filter(move |(_, x)| **x == v);
            hits.map(move |(i, _)| (o, i))
        };
        self.users(v).into_iter().flat_map(places).collect()
    }
    /// True where the op hangs in the module.
    pub fn is_attached(&self, mut op: Op) -> bool {
        loop {
            let Some(r) = self.ops[op].parent else { return false };
            match self.regions[r].parent {
                Some(p) => op = p,
                None => return r == self.top,
            }
        }
    }

    // ---- changing -----------------------------------------------------------------------------
    /// A new detached region with arguments of these types.
    pub fn new_region(&mut self, args: &[Type]) -> Region {
        let r = self.regions.push(RegionData::default());
        for &t in args {
            self.add_arg(r, t);
        }
        r
    }
    /// Adds an argument to a region.
    pub fn add_arg(&mut self, r: Region, ty: Type) -> Value {
        let n = self.regions[r].args.len() as u16;
        let v = self.values.push(ValueData { ty, def: ValueDef::Arg(r, n), users: SmallVec::new() });
        self.regions[r].args.push(v);
        v
    }
    /// Adds a result to an op.
    pub fn add_result(&mut self, op: Op, ty: Type) -> Value {
        let n = self.ops[op].results.len() as u16;
        let v = self.values.push(ValueData { ty, def: ValueDef::Result(op, n), users: SmallVec::new() });
        self.ops[op].results.push(v);
        v
    }
    /// Hangs a region onto an op.
    pub fn attach_region(&mut self, op: Op, r: Region) {
        self.regions[r].parent = Some(op);
        self.ops[op].regions.push(r);
    }
    /// Sets an attribute.
    pub fn set_attr(&mut self, op: Op, key: Key, value: Attr) {
        match self.ops[op].attrs.iter_mut().find(|(k, _)| *k == key) {
            Some(slot) => slot.1 = value,
            None => self.ops[op].attrs.push((key, value)),
        }
    }
    /// Sets an attribute that is a choice.
    pub fn set_choice<T: ChoiceAttr>(&mut self, op: Op, value: T) {
        debug_assert!(takes::<T>(self.kind(op)), "{} has no {} of that enum", self.info(op).name, T::KEY);
        self.set_attr(op, T::KEY, Attr::str(value.word()));
    }
    /// Sets how an `omp.map` maps.
    pub fn set_mapping(&mut self, map: Op, how: Mapping) {
        self.set_choice(map, how.kind);
        let words = how.modifiers().into_iter().map(|m| Attr::str(m.name())).collect();
        match how.modifiers().is_empty() {
            true => self.remove_attr(map, MapModifier::KEY),
            false => self.set_attr(map, MapModifier::KEY, Attr::List(words)),
        }
    }
    /// Takes the operands of a group behind the first `keep`.
    pub(crate) fn truncate_group(&mut self, op: Op, group: &str, keep: usize) {
        let range = self.group_range(op, group);
        self.ops[op].operands.drain(range.start + keep..range.end);
        let at = self.info(op).operands.iter().position(|o| o.trim_end_matches(['?', '.']) == group);
        if let (Some(at), Some((_, Attr::List(segs)))) = (at, self.ops[op].attrs.iter_mut().find(|(k, _)| *k == "segs"))
        {
            segs[at] = Attr::Int(keep as i64);
        }
    }
    /// Gives a group of an op other operands.
    pub fn set_group(&mut self, op: Op, group: &str, values: &[Value]) {
        self.truncate_group(op, group, 0);
        let start = self.group_range(op, group).start;
        for (i, &v) in values.iter().enumerate() {
            self.insert_operand(op, start + i, v);
        }
        let at = self.info(op).operands.iter().position(|o| o.trim_end_matches(['?', '.']) == group);
        if let (Some(at), Some((_, Attr::List(segs)))) = (at, self.ops[op].attrs.iter_mut().find(|(k, _)| *k == "segs"))
        {
            segs[at] = Attr::Int(values.len() as i64);
        }
    }
    /// Takes a group of operands from an op, with the attribute of that name.
    pub fn forget_group(&mut self, op: Op, group: &str) {
        self.truncate_group(op, group, 0);
        self.remove_attr(op, group);
    }
    /// Removes an attribute.
    pub fn remove_attr(&mut self, op: Op, key: &str) {
        self.ops[op].attrs.retain(|(k, _)| *k != key);
    }
    /// Position of an op in its region. Panics for a detached op.
    pub fn position(&self, op: Op) -> (Region, usize) {
        let r = self.ops[op].parent.expect("op stands in a region");
        let ops = &self.regions[r].ops;
        let place = &self.ops[op].place.0;
        // Ops come and go near it: it is near where it was, or, if it is new, near the end.
        let start = (place.load(Ordering::Relaxed) as usize).min(ops.len());
        let (before, behind) = ops.split_at(start);
        let mut down = before.iter().rev();
        let mut up = behind.iter();
        let mut far = 0;
        let i = loop {
            match (up.next(), down.next()) {
                (Some(&o), _) if o == op => break start + far,
                (_, Some(&o)) if o == op => break start - 1 - far,
                (None, None) => unreachable!("a region lists its ops"),
                _ => far += 1,
            }
        };
        place.store(i as u32, Ordering::Relaxed);
        (r, i)
    }
    /// Makes an op without results and regions that stands nowhere yet.
    pub(crate) fn new_op(
        &mut self,
        kind: OpKind,
        operands: SmallVec<[Value; 4]>,
        attrs: SmallVec<[(Key, Attr); 2]>,
        loc: Loc,
    ) -> Op {
        let (results, regions) = (SmallVec::new(), SmallVec::new());
        let place = Place(AtomicU32::new(u32::MAX));
        let op = self.ops.push(OpData { kind, operands, results, attrs, regions, loc, parent: None, place });
        for i in 0..self.ops[op].operands.len() {
            self.note_user(self.ops[op].operands[i], op);
        }
        op
    }
    fn note_user(&mut self, v: Value, op: Op) {
        let users = &mut self.values[v].users;
        if users.last() != Some(&op) {
            users.push(op);
        }
    }
    /// Makes `v` operand `i` of an op.
    pub fn set_operand(&mut self, op: Op, i: usize, v: Value) {
        self.ops[op].operands[i] = v;
        self.note_user(v, op);
    }
    /// Gives an op other operands.
    pub fn set_operands(&mut self, op: Op, operands: SmallVec<[Value; 4]>) {
        for &v in &operands {
            self.note_user(v, op);
        }
        self.ops[op].operands = operands;
    }
    /// Puts an operand before operand `i` of an op, or behind the last one.
    pub fn insert_operand(&mut self, op: Op, i: usize, v: Value) {
        self.ops[op].operands.insert(i, v);
        self.note_user(v, op);
    }
    /// Replaces the operands of an op for which `with` gives another value.
    pub fn replace_operands(&mut self, op: Op, mut with: impl FnMut(Value) -> Option<Value>) {
        for i in 0..self.ops[op].operands.len() {
            if let Some(new) = with(self.ops[op].operands[i]) {
                self.set_operand(op, i, new);
            }
        }
    }
    /// Drops from a region's list the ops that have no parent or another one: many ops leave in one go, each by having
    /// its `parent` taken.
    pub fn compact(&mut self, r: Region) {
        let mut list = std::mem::take(&mut self.regions[r].ops);
        list.retain(|&o| self.ops[o].parent == Some(r));
        self.regions[r].ops = list;
    }
    /// Takes an op out of its region; it stays valid and can be inserted elsewhere.
    pub fn detach(&mut self, op: Op) {
        if self.ops[op].parent.is_some() {
            let (r, i) = self.position(op);
            self.regions[r].ops.remove(i);
            self.ops[op].parent = None;
        }
    }
    /// Inserts a detached op at a position.
    pub fn insert(&mut self, r: Region, at: usize, op: Op) {
        debug_assert!(self.ops[op].parent.is_none());
        self.regions[r].ops.insert(at, op);
        self.ops[op].parent = Some(r);
        self.ops[op].place.0.store(at as u32, Ordering::Relaxed);
    }
    /// Replaces every use of `old` in `scope` (and inside) by `new`.
    pub fn replace_uses(&mut self, scope: Region, old: Value, new: Value) {
        if old == new {
            return;
        }
        let users = std::mem::take(&mut self.values[old].users);
        for op in users {
            if self.ops[op].parent.is_some_and(|r| self.is_inside(r, scope)) {
                self.replace_operands(op, |v| (v == old).then_some(new));
            } else if self.ops[op].operands.contains(&old) {
                self.note_user(old, op);
            }
        }
    }
    /// Replaces every use of `old` by `new`.
    pub fn replace_all_uses(&mut self, old: Value, new: Value) {
        if old == new {
            return;
        }
        for op in std::mem::take(&mut self.values[old].users) {
            self.replace_operands(op, |v| (v == old).then_some(new));
        }
    }
    /// Deep copy of an op (detached), operands mapped through `map`, results and region arguments
    /// added to it. Values not in the map stay as they are.
    pub fn clone_op(&mut self, op: Op, map: &mut rustc_hash::FxHashMap<Value, Value>) -> Op {
        let d = self.ops[op].clone();
        let operands = d.operands.iter().map(|v| *map.get(v).unwrap_or(v)).collect();
        let copy = self.new_op(d.kind, operands, d.attrs, d.loc);
        for &r in &d.results {
            let ty = self.ty(r);
            let v = self.add_result(copy, ty);
            map.insert(r, v);
        }
        for &r in &d.regions {
            let c = self.clone_region(r, map);
            self.attach_region(copy, c);
        }
        copy
    }
    /// Deep copy of a region (detached).
    pub fn clone_region(&mut self, r: Region, map: &mut rustc_hash::FxHashMap<Value, Value>) -> Region {
        let d = self.regions[r].clone();
        let copy = self.regions.push(RegionData::default());
        for &a in &d.args {
            let ty = self.ty(a);
            let v = self.add_arg(copy, ty);
            map.insert(a, v);
        }
        for &op in &d.ops {
            let c = self.clone_op(op, map);
            let end = self.regions[copy].ops.len();
            self.insert(copy, end, c);
        }
        copy
    }
}

/// Loops that a loop.break without a label leaves.
pub(crate) const fn takes_jumps(kind: OpKind) -> bool {
    matches!(kind, OpKind::For | OpKind::While | OpKind::OmpWsLoop | OpKind::OmpSections | OpKind::OmpTaskloop)
}

/// True where the table gives an op that enum as an attribute.
fn takes<T: ChoiceAttr>(kind: OpKind) -> bool {
    let fits = |ty: AttrType| matches!(ty, AttrType::Choice(words) | AttrType::Choices(words) if words == T::WORDS);
    kind.info().attrs.iter().any(|a| a.key == T::KEY && fits(a.ty))
}

/// Where a [`Builder`] puts ops.
#[derive(Clone, Copy, Debug)]
pub struct Point {
    /// The region.
    pub region: Region,
    /// Before the op at this position; `None` for the end.
    pub at: Option<usize>,
}

/// Builds ops at an insertion point, giving each the current location.
pub struct Builder<'m> {
    /// The module.
    pub m: &'m mut Module,
    /// Insertion point.
    pub point: Point,
    /// Location of new ops.
    pub loc: Loc,
}

impl<'m> Builder<'m> {
    /// At the end of a region.
    pub fn at_end(m: &'m mut Module, region: Region) -> Self {
        Builder { m, point: Point { region, at: None }, loc: Loc::default() }
    }
    /// Before an op, with its location.
    pub fn before(m: &'m mut Module, op: Op) -> Self {
        let (region, at) = m.position(op);
        let loc = m.ops[op].loc;
        Builder { m, point: Point { region, at: Some(at) }, loc }
    }
    /// After an op, with its location.
    pub fn after(m: &'m mut Module, op: Op) -> Self {
        let (region, at) = m.position(op);
        let loc = m.ops[op].loc;
        Builder { m, point: Point { region, at: Some(at + 1) }, loc }
    }
    /// Starts an op; operand groups follow in the order of the table.
    pub fn op(&mut self, kind: OpKind) -> OpBuilder<'_, 'm> {
        OpBuilder {
            b: self,
            kind,
            operands: SmallVec::new(),
            groups: SmallVec::new(),
            attrs: SmallVec::new(),
            results: SmallVec::new(),
            regions: SmallVec::new(),
        }
    }
    /// Runs `f` with the end of `region` as insertion point.
    pub fn inside<T>(&mut self, region: Region, f: impl FnOnce(&mut Self) -> T) -> T {
        let saved = self.point;
        self.point = Point { region, at: None };
        let out = f(self);
        self.point = saved;
        out
    }
    /// Inserts a detached op here.
    pub fn insert(&mut self, op: Op) {
        let at = self.point.at.unwrap_or(self.m.regions[self.point.region].ops.len());
        self.m.insert(self.point.region, at, op);
        if let Some(a) = &mut self.point.at {
            *a += 1;
        }
    }

    // ---- shorthands ---------------------------------------------------------------------------
    /// Integer, index, i1 or logical constant.
    pub fn int(&mut self, value: i64, ty: Type) -> Value {
        self.op(OpKind::Const).attr("value", Attr::Int(value)).result(ty).value()
    }
    /// Index constant.
    pub fn index(&mut self, value: i64) -> Value {
        self.int(value, Type::INDEX)
    }
    /// Float constant.
    pub fn float(&mut self, value: f64, ty: Type) -> Value {
        self.op(OpKind::Const).attr("value", Attr::Float(value)).result(ty).value()
    }
    /// Float constant of any kind.
    pub fn number(&mut self, value: Num, ty: Type) -> Value {
        let kind = self.m.types.extended_kind(ty).unwrap_or(8);
        self.op(OpKind::Const).attr("value", Attr::number(value, kind)).result(ty).value()
    }
    /// The value of a type whose bytes are all zero: a number, a truth value or an address.
    pub fn zero(&mut self, ty: Type) -> Value {
        match self.m.types.kind(ty) {
            TypeKind::Float(_) => self.number(Num::ZERO, ty),
            TypeKind::Complex(_) => {
                let kind = self.m.types.extended_kind(ty).unwrap_or(8);
                let zero = Attr::number(Num::ZERO, kind);
                self.op(OpKind::Const).attr("value", Attr::List(vec![zero.clone(), zero])).result(ty).value()
            }
            TypeKind::Ptr | TypeKind::Ref(_) => self.op(OpKind::NullPtr).result(ty).value(),
            _ => self.int(0, ty),
        }
    }
    /// Op with two operands whose result has the type of the first.
    pub fn binary(&mut self, kind: OpKind, a: Value, b: Value) -> Value {
        let ty = self.m.ty(a);
        self.op(kind).arg(a).arg(b).result(ty).value()
    }
    /// Op with one operand.
    pub fn unary(&mut self, kind: OpKind, a: Value, ty: Type) -> Value {
        self.op(kind).arg(a).result(ty).value()
    }
    /// Conversion; the value itself where the type is right already.
    pub fn cast(&mut self, a: Value, ty: Type) -> Value {
        if self.m.ty(a) == ty { a } else { self.unary(OpKind::Cast, a, ty) }
    }
    /// Comparison.
    pub fn cmp(&mut self, pred: Pred, a: Value, b: Value) -> Value {
        let ty = self.m.types.like(self.m.ty(a), Type::BOOL);
        self.op(OpKind::Cmp).arg(a).arg(b).choice(pred).result(ty).value()
    }
    /// Elementary function with the type of its first argument.
    pub fn math(&mut self, f: MathFn, args: &[Value]) -> Value {
        let ty = self.m.ty(args[0]);
        self.op(OpKind::Math).args(args).choice(f).result(ty).value()
    }
    /// Load.
    pub fn load(&mut self, r: Value) -> Value {
        let ty = self.m.types.elem(self.m.ty(r));
        self.op(OpKind::Load).arg(r).result(ty).value()
    }
    /// Store.
    pub fn store(&mut self, value: Value, r: Value) {
        self.op(OpKind::Store).arg(value).arg(r).build();
    }
    /// Reference to an element of a view.
    pub fn elem(&mut self, view: Value, subs: &[Value]) -> Value {
        let e = self.m.types.elem(self.m.ty(view));
        let ty = self.m.types.reference(e);
        self.op(OpKind::ViewElem).arg(view).args(subs).result(ty).value()
    }
    /// Extent of a dimension of a view; a constant where the type says it.
    pub fn extent(&mut self, view: Value, dim: usize) -> Value {
        let n = self.m.types.shape(self.m.ty(view)).get(dim).copied().flatten();
        match n {
            Some(n) => self.index(n),
            None => {
                self.op(OpKind::ViewExtent).arg(view).attr("dim", Attr::Int(dim as i64)).result(Type::INDEX).value()
            }
        }
    }
}

/// An op in the making.
#[must_use]
pub struct OpBuilder<'b, 'm> {
    b: &'b mut Builder<'m>,
    kind: OpKind,
    operands: SmallVec<[Value; 4]>,
    groups: SmallVec<[i64; 4]>,
    attrs: SmallVec<[(Key, Attr); 2]>,
    results: SmallVec<[Type; 1]>,
    regions: SmallVec<[Region; 1]>,
}

impl OpBuilder<'_, '_> {
    /// The next operand group, of one value.
    pub fn arg(mut self, v: Value) -> Self {
        self.operands.push(v);
        self.groups.push(1);
        self
    }
    /// The next operand group, of any number.
    pub fn args(mut self, v: &[Value]) -> Self {
        self.operands.extend_from_slice(v);
        self.groups.push(v.len() as i64);
        self
    }
    /// The next operand group, optional.
    pub fn opt(mut self, v: Option<Value>) -> Self {
        self.operands.extend(v);
        self.groups.push(i64::from(v.is_some()));
        self
    }
    /// An attribute.
    pub fn attr(mut self, key: Key, value: Attr) -> Self {
        self.attrs.push((key, value));
        self
    }
    /// An attribute, if any.
    pub fn attr_opt(mut self, key: Key, value: Option<Attr>) -> Self {
        self.attrs.extend(value.map(|v| (key, v)));
        self
    }
    /// An attribute that is a choice.
    pub fn choice<T: ChoiceAttr>(self, value: T) -> Self {
        debug_assert!(takes::<T>(self.kind), "{} has no {} of that enum", self.kind.info().name, T::KEY);
        self.attr(T::KEY, Attr::str(value.word()))
    }
    /// An attribute that is a choice, if any.
    pub fn choice_opt<T: ChoiceAttr>(self, value: Option<T>) -> Self {
        match value {
            Some(v) => self.choice(v),
            None => self,
        }
    }
    /// An attribute that is a list of choices.
    pub fn choices<T: ChoiceAttr>(self, values: &[T]) -> Self {
        debug_assert!(takes::<T>(self.kind), "{} has no {} of that enum", self.kind.info().name, T::KEY);
        self.attr(T::KEY, Attr::List(values.iter().map(|v| Attr::str(v.word())).collect()))
    }
    /// How an `omp.map` maps.
    pub fn mapping(self, how: Mapping) -> Self {
        let modifiers = how.modifiers();
        let op = self.choice(how.kind);
        if modifiers.is_empty() { op } else { op.choices(&modifiers) }
    }
    /// A flag.
    pub fn flag(self, key: Key, on: bool) -> Self {
        if on { self.attr(key, Attr::Unit) } else { self }
    }
    /// A result of that type.
    pub fn result(mut self, ty: Type) -> Self {
        self.results.push(ty);
        self
    }
    /// Results of these types.
    pub fn results(mut self, tys: &[Type]) -> Self {
        self.results.extend_from_slice(tys);
        self
    }
    /// A (detached) region.
    pub fn region(mut self, r: Region) -> Self {
        self.regions.push(r);
        self
    }
    /// Creates and inserts the op. Trailing operand groups that were not given are empty.
    pub fn build(mut self) -> Op {
        let spec = self.kind.info().operands;
        if spec.iter().filter(|s| s.ends_with(['?', '.'])).count() >= 2 {
            self.groups.resize(spec.len(), 0);
            self.attrs.push(("segs", Attr::ints(&self.groups)));
        }
        let b = self.b;
        let op = b.m.new_op(self.kind, self.operands, self.attrs, b.loc);
        for ty in self.results {
            b.m.add_result(op, ty);
        }
        for r in self.regions {
            b.m.attach_region(op, r);
        }
        b.insert(op);
        op
    }
    /// Creates the op and gives its first result.
    pub fn value(self) -> Value {
        let OpBuilder { b, kind, operands, groups, attrs, results, regions } = self;
        let op = OpBuilder { b: &mut *b, kind, operands, groups, attrs, results, regions }.build();
        b.m.ops[op].results[0]
    }
}
