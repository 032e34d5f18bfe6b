//! Types and variables in the debugging information. (DWARF 5, chapters 4 and 5.)

use super::dwarf::of_module;
use super::marks::{Part, Place, Where, int};
use cranelift_module::DataId;
use ferrotran_abi::desc;
use ferrotran_ir::{Attr, DebugAttr, InlinedCall, Module, Op, OpKind, Type, TypeKind};
use gimli::constants as dw;
use gimli::write::{Address, AttributeValue as Av, DwarfUnit, Expression, FileId, Location, LocationList, UnitEntryId};
use rustc_hash::FxHashMap;

/// Numbers of symbols from here on are those of data.
pub(super) const DATA: usize = 1 << 32;

/// What the symbol of a procedure ends in that takes values in place of addresses.
const VALUES: &str = ".val";

/// How a type is used.
#[derive(Clone, Debug, Default)]
struct Shape {
    /// Behind a descriptor that lies at the place.
    described: bool,
    allocatable: bool,
    pointer: bool,
    unsigned: bool,
    procedure: bool,
    bounds: Vec<(i64, Option<i64>)>,
    rank: usize,
    /// Where the length of the string is.
    length: Option<Expression>,
}

impl Shape {
    fn of(words: &[Attr], bounds: &[Attr], rank: i64) -> Shape {
        let has = |a: DebugAttr| words.iter().any(|w| w.as_str() == Some(a.name()));
        let dim = |a: &Attr| {
            let d = a.items();
            (d.first().map_or(1, int), d.get(1).map(int))
        };
        Shape {
            described: has(DebugAttr::Described),
            allocatable: has(DebugAttr::Allocatable),
            pointer: has(DebugAttr::Pointer),
            unsigned: has(DebugAttr::Unsigned),
            procedure: has(DebugAttr::Procedure),
            bounds: bounds.iter().map(dim).collect(),
            rank: rank.max(0) as usize,
            length: None,
        }
    }
}

/// The debugging information of one object in the making.
pub(super) struct Dies<'m> {
    pub m: &'m Module,
    pub unit: DwarfUnit,
    /// By the numbers of files in the module.
    pub files: FxHashMap<u16, FileId>,
    pub data: &'m FxHashMap<String, DataId>,
    types: FxHashMap<String, UnitEntryId>,
    derived: FxHashMap<String, UnitEntryId>,
    modules: FxHashMap<String, UnitEntryId>,
    /// Procedures that stand in place of calls.
    abstracts: FxHashMap<String, UnitEntryId>,
    /// Variables of modules, by both names.
    members: FxHashMap<(String, String), UnitEntryId>,
}

/// The address of the object at hand, which types are about.
fn object(offset: usize) -> Expression {
    let mut e = Expression::new();
    e.op(dw::DW_OP_push_object_address);
    if offset > 0 {
        e.op_plus_uconst(offset as u64);
    }
    e
}

/// What lies in the object at hand.
fn word(offset: usize) -> Expression {
    let mut e = object(offset);
    e.op_deref();
    e
}

impl<'m> Dies<'m> {
    pub fn new(
        m: &'m Module,
        unit: DwarfUnit,
        files: FxHashMap<u16, FileId>,
        data: &'m FxHashMap<String, DataId>,
    ) -> Dies<'m> {
        let empty = FxHashMap::default;
        Dies {
            m,
            unit,
            files,
            data,
            types: empty(),
            derived: empty(),
            modules: empty(),
            abstracts: empty(),
            members: FxHashMap::default(),
        }
    }

    pub fn add(&mut self, parent: UnitEntryId, tag: gimli::DwTag) -> UnitEntryId {
        self.unit.unit.add(parent, tag)
    }

    pub fn set(&mut self, id: UnitEntryId, name: gimli::DwAt, value: Av) {
        self.unit.unit.get_mut(id).set(name, value);
    }

    pub fn text(&mut self, id: UnitEntryId, at: gimli::DwAt, text: &str) {
        let s = self.unit.strings.add(text);
        self.set(id, at, Av::StringRef(s));
    }

    fn place_in_source(&mut self, id: UnitEntryId, op: Op) {
        let (file, line) = (self.m.attr_int(op, "file").unwrap_or(0), self.m.attr_int(op, "line").unwrap_or(0));
        if line > 0
            && let Some(&f) = self.files.get(&(file as u16))
        {
            self.set(id, dw::DW_AT_decl_file, Av::FileIndex(Some(f)));
            self.set(id, dw::DW_AT_decl_line, Av::Udata(line as u64));
        }
    }

    /// The entry of a module.
    pub fn module(&mut self, name: &str, here: bool) -> UnitEntryId {
        if let Some(&id) = self.modules.get(name) {
            return id;
        }
        let root = self.unit.unit.root();
        let id = self.add(root, dw::DW_TAG_module);
        self.text(id, dw::DW_AT_name, name);
        if !here {
            self.set(id, dw::DW_AT_declaration, Av::Flag(true));
        }
        self.modules.insert(name.to_string(), id);
        id
    }

    // ---- types ----------------------------------------------------------------------------------
    fn base(&mut self, name: &str, encoding: gimli::DwAte, bytes: u64) -> UnitEntryId {
        if let Some(&id) = self.types.get(name) {
            return id;
        }
        let root = self.unit.unit.root();
        let id = self.add(root, dw::DW_TAG_base_type);
        self.text(id, dw::DW_AT_name, name);
        self.set(id, dw::DW_AT_encoding, Av::Encoding(encoding));
        self.set(id, dw::DW_AT_byte_size, Av::Udata(bytes));
        self.types.insert(name.to_string(), id);
        id
    }

    /// The type of a number or truth value, or a derived type.
    fn plain(&mut self, t: Type, unsigned: bool) -> Option<UnitEntryId> {
        let m = self.m;
        let real = |bits: u8| if bits == 80 { 16 } else { u64::from(bits / 8) };
        Some(match m.types.kind(t) {
            TypeKind::Int(bits) => {
                let (name, how) =
                    if unsigned { ("unsigned", dw::DW_ATE_unsigned) } else { ("integer", dw::DW_ATE_signed) };
                self.base(&format!("{name}(kind={})", bits / 8), how, u64::from(bits / 8))
            }
            TypeKind::Logical(bits) => {
                self.base(&format!("logical(kind={})", bits / 8), dw::DW_ATE_boolean, u64::from(bits / 8))
            }
            TypeKind::Float(bits) => self.base(&format!("real(kind={})", bits / 8), dw::DW_ATE_float, real(*bits)),
            TypeKind::Complex(bits) => {
                self.base(&format!("complex(kind={})", bits / 8), dw::DW_ATE_complex_float, 2 * real(*bits))
            }
            TypeKind::Derived(name) => *self.derived.get(name)?,
            _ => return None,
        })
    }

    fn string(&mut self, bytes: Option<i64>, kind: u8, s: &Shape) -> Option<UnitEntryId> {
        let root = self.unit.unit.root();
        if kind == 4 {
            // Debuggers take strings of wide characters for arrays.
            let one = self.base("character(kind=4)", dw::DW_ATE_UTF, 4);
            let bounds = vec![(1, Some(bytes? / 4))];
            return self.array(one, &Shape { bounds, rank: 1, ..Shape::default() });
        }
        let length = match bytes {
            Some(_) => None,
            None if s.described => Some(object(desc::ELEM_LEN)),
            None => Some(s.length.clone()?),
        };
        let key = format!("chr {bytes:?} {kind} {} {}", s.described, s.rank);
        if s.length.is_none()
            && let Some(&id) = self.types.get(&key)
        {
            return Some(id);
        }
        let id = self.add(root, dw::DW_TAG_string_type);
        match length {
            Some(at) => {
                self.set(id, dw::DW_AT_string_length, Av::Exprloc(at));
                self.set(id, dw::DW_AT_string_length_byte_size, Av::Udata(8));
            }
            None => self.set(id, dw::DW_AT_byte_size, Av::Udata(bytes.unwrap_or(0).max(0) as u64)),
        }
        if s.described && s.rank == 0 {
            self.behind_descriptor(id, s);
        }
        if s.length.is_none() {
            self.types.insert(key, id);
        }
        Some(id)
    }

    fn behind_descriptor(&mut self, id: UnitEntryId, s: &Shape) {
        self.set(id, dw::DW_AT_data_location, Av::Exprloc(word(0)));
        if s.allocatable {
            self.set(id, dw::DW_AT_allocated, Av::Exprloc(word(0)));
        }
        if s.pointer {
            self.set(id, dw::DW_AT_associated, Av::Exprloc(word(0)));
        }
    }

    fn pointer_to(&mut self, t: Option<UnitEntryId>) -> UnitEntryId {
        let key = format!("pointer {t:?}");
        if let Some(&id) = self.types.get(&key) {
            return id;
        }
        let root = self.unit.unit.root();
        let id = self.add(root, dw::DW_TAG_pointer_type);
        self.set(id, dw::DW_AT_byte_size, Av::Udata(8));
        if let Some(t) = t {
            self.set(id, dw::DW_AT_type, Av::UnitRef(t));
        }
        self.types.insert(key, id);
        id
    }

    fn procedure_pointer(&mut self) -> UnitEntryId {
        let key = "procedure".to_string();
        let id = match self.types.get(&key) {
            Some(&id) => id,
            None => {
                let root = self.unit.unit.root();
                let id = self.add(root, dw::DW_TAG_subroutine_type);
                self.types.insert(key, id);
                id
            }
        };
        self.pointer_to(Some(id))
    }

    /// The type of an entity; none where nothing true can be said.
    fn type_of(&mut self, t: Type, s: &Shape, component: bool) -> Option<UnitEntryId> {
        if s.procedure {
            return Some(self.procedure_pointer());
        }
        let m = self.m;
        let one = match m.types.kind(t) {
            TypeKind::Char(bytes, kind) => {
                if s.rank > 0 && bytes.is_none() && !s.described {
                    return None;
                }
                self.string(*bytes, *kind, s)?
            }
            _ => self.plain(t, s.unsigned)?,
        };
        if s.rank == 0 {
            let apart = component && s.described && !matches!(m.types.kind(t), TypeKind::Char(None, _));
            return Some(if apart { self.pointer_to(Some(one)) } else { one });
        }
        self.array(one, s)
    }

    fn array(&mut self, one: UnitEntryId, s: &Shape) -> Option<UnitEntryId> {
        if !s.described && s.bounds.len() != s.rank {
            return None;
        }
        let key = format!("array {one:?} {:?} {} {} {} {}", s.bounds, s.described, s.allocatable, s.pointer, s.rank);
        if s.length.is_none()
            && let Some(&id) = self.types.get(&key)
        {
            return Some(id);
        }
        let root = self.unit.unit.root();
        let index = self.base("integer(kind=8)", dw::DW_ATE_signed, 8);
        let id = self.add(root, dw::DW_TAG_array_type);
        self.set(id, dw::DW_AT_ordering, Av::Ordering(dw::DW_ORD_col_major));
        self.set(id, dw::DW_AT_type, Av::UnitRef(one));
        if s.described {
            self.behind_descriptor(id, s);
        }
        for k in 0..s.rank {
            let dim = self.add(id, dw::DW_TAG_subrange_type);
            self.set(dim, dw::DW_AT_type, Av::UnitRef(index));
            if s.described {
                let mut upper = word(desc::lower_bound_at(k));
                upper.op(dw::DW_OP_push_object_address);
                upper.op_plus_uconst(desc::extent_at(k) as u64);
                upper.op_deref();
                upper.op(dw::DW_OP_plus);
                upper.op_constu(1);
                upper.op(dw::DW_OP_minus);
                self.set(dim, dw::DW_AT_lower_bound, Av::Exprloc(word(desc::lower_bound_at(k))));
                self.set(dim, dw::DW_AT_upper_bound, Av::Exprloc(upper));
                self.set(dim, dw::DW_AT_byte_stride, Av::Exprloc(word(desc::stride_at(k))));
            } else {
                let (lower, upper) = s.bounds[k];
                self.set(dim, dw::DW_AT_lower_bound, Av::Sdata(lower));
                if let Some(u) = upper {
                    self.set(dim, dw::DW_AT_upper_bound, Av::Sdata(u));
                }
            }
        }
        if s.length.is_none() {
            self.types.insert(key, id);
        }
        Some(id)
    }

    /// Entries of all derived types.
    pub fn derived_types(&mut self) {
        let m = self.m;
        let root = self.unit.unit.root();
        let all: Vec<Op> = m.top_ops(OpKind::DebugType).collect();
        for &op in &all {
            let id = self.add(root, dw::DW_TAG_structure_type);
            self.text(id, dw::DW_AT_name, m.attr_str(op, "name").unwrap_or_default());
            self.set(id, dw::DW_AT_byte_size, Av::Udata(m.attr_int(op, "size").unwrap_or(0) as u64));
            self.place_in_source(id, op);
            self.derived.insert(m.attr_str(op, "sym").unwrap_or_default().to_string(), id);
        }
        for &op in &all {
            let Some(&id) = self.derived.get(m.attr_str(op, "sym").unwrap_or_default()) else { continue };
            let list = m.attr(op, "components").map(Attr::items).unwrap_or_default();
            for (k, c) in list.iter().enumerate() {
                let [name, offset, Attr::Type(ty), words, bounds, rank] = c.items() else { continue };
                let s = Shape::of(words.items(), bounds.items(), int(rank));
                let Some(t) = self.type_of(*ty, &s, true) else { continue };
                let parent = k == 0 && m.flag(op, "parent");
                let tag = if parent { dw::DW_TAG_inheritance } else { dw::DW_TAG_member };
                let member = self.add(id, tag);
                if parent {
                    self.set(member, dw::DW_AT_accessibility, Av::Accessibility(dw::DW_ACCESS_public));
                } else {
                    self.text(member, dw::DW_AT_name, name.as_str().unwrap_or_default());
                }
                self.set(member, dw::DW_AT_type, Av::UnitRef(t));
                self.set(member, dw::DW_AT_data_member_location, Av::Udata(int(offset).max(0) as u64));
            }
        }
    }

    // ---- variables ------------------------------------------------------------------------------
    /// Where the only place of a kind is; none where there are none or several.
    fn only<'a>(places: &'a [Place], id: i64, parts: &[Part]) -> Option<&'a Place> {
        let mut found = places.iter().filter(|p| p.id == id && parts.contains(&p.part));
        found.next().filter(|_| found.next().is_none())
    }

    /// The address that something in the frame or a register has or is.
    fn address(at: Where, part: Part) -> Expression {
        let mut e = Expression::new();
        match at {
            Where::Frame(n) => e.op_fbreg(n),
            Where::Register(r) => e.op_breg(gimli::Register(r), 0),
        }
        if part == Part::Address && matches!(at, Where::Frame(_)) {
            e.op_deref();
        }
        e
    }

    /// The location of a variable.
    fn location(&mut self, op: Op, function: Option<(Address, &[Place])>, target: bool) -> Option<Av> {
        let m = self.m;
        let finish = |mut e: Expression| {
            if target {
                e.op_deref();
            }
            e
        };
        if let Some(sym) = m.attr_str(op, "global") {
            let id = *self.data.get(sym)?;
            let mut e = Expression::new();
            let addend = m.attr_int(op, "offset").unwrap_or(0);
            e.op_addr(Address::Symbol { symbol: DATA | id.as_u32() as usize, addend });
            return Some(Av::Exprloc(finish(e)));
        }
        let (start, places) = function?;
        let p = Self::only(places, m.attr_int(op, "id")?, &[Part::Entity, Part::Address])?;
        if let [(None, at)] = p.at[..] {
            return Some(Av::Exprloc(finish(Self::address(at, p.part))));
        }
        let mut list = vec![];
        for &(range, at) in &p.at {
            let (begin, end) = range?;
            let Address::Symbol { symbol, addend } = start else { return None };
            let begin_at = Address::Symbol { symbol, addend: addend + i64::from(begin) };
            let data = finish(Self::address(at, p.part));
            list.push(Location::StartLength { begin: begin_at, length: u64::from(end - begin), data });
        }
        let id = self.unit.unit.locations.add(LocationList(list));
        Some(Av::LocationListRef(id))
    }

    /// The entry of a variable.
    fn variable(&mut self, op: Op, parent: UnitEntryId, function: Option<(Address, &[Place])>) -> UnitEntryId {
        let m = self.m;
        let value = m.attr(op, "value");
        let tag = match (m.attr_int(op, "arg"), value) {
            (Some(_), _) => dw::DW_TAG_formal_parameter,
            (_, Some(_)) => dw::DW_TAG_constant,
            _ => dw::DW_TAG_variable,
        };
        let die = self.add(parent, tag);
        self.text(die, dw::DW_AT_name, m.attr_str(op, "name").unwrap_or_default());
        self.place_in_source(die, op);
        let t = self.variable_type(op, function.map(|f| f.1));
        let Some((t, target)) = t else {
            // Nothing else could be true.
            let any = self.unspecified();
            self.set(die, dw::DW_AT_type, Av::UnitRef(any));
            return die;
        };
        self.set(die, dw::DW_AT_type, Av::UnitRef(t));
        if let Some(Attr::Bytes(b)) = value {
            self.set(die, dw::DW_AT_const_value, Av::Block(b.clone()));
        } else if !m.has_choice(op, DebugAttr::Unknown)
            && let Some(at) = self.location(op, function, target)
        {
            self.set(die, dw::DW_AT_location, at);
        }
        die
    }

    fn unspecified(&mut self) -> UnitEntryId {
        let key = "any".to_string();
        if let Some(&id) = self.types.get(&key) {
            return id;
        }
        let root = self.unit.unit.root();
        let id = self.add(root, dw::DW_TAG_unspecified_type);
        self.text(id, dw::DW_AT_name, "*");
        self.types.insert(key, id);
        id
    }

    /// The type of a variable, and whether its place is that of a descriptor whose object is meant.
    fn variable_type(&mut self, op: Op, places: Option<&[Place]>) -> Option<(UnitEntryId, bool)> {
        let m = self.m;
        let Some(Attr::Type(ty)) = m.attr(op, "type") else { return None };
        let list = |key| m.attr(op, key).map(Attr::items).unwrap_or_default();
        let mut s = Shape::of(list("attrs"), list("bounds"), m.attr_int(op, "rank").unwrap_or(0));
        let deferred = matches!(m.types.kind(*ty), TypeKind::Char(None, _));
        if deferred && !s.described {
            let at = places.and_then(|p| Self::only(p, m.attr_int(op, "id")?, &[Part::Length]))?;
            let [(None, Where::Frame(n))] = at.at[..] else { return None };
            let mut e = Expression::new();
            e.op_fbreg(n);
            s.length = Some(e);
        }
        let t = self.type_of(*ty, &s, false)?;
        Some((t, s.described && s.rank == 0 && !deferred))
    }

    /// The type of a function's result.
    pub fn result_type(&mut self, function: &str) -> Option<UnitEntryId> {
        let m = self.m;
        let op = m
            .top_ops(OpKind::DebugVariable)
            .find(|&v| m.attr_str(v, "scope") == Some(function) && m.has_choice(v, DebugAttr::Result))?;
        self.variable_type(op, None).map(|t| t.0)
    }

    /// The variables of modules.
    pub fn module_variables(&mut self) {
        let m = self.m;
        for op in m.top_ops(OpKind::DebugVariable).collect::<Vec<_>>() {
            let Some(module) = m.attr_str(op, "module") else { continue };
            let mut parent = self.module(module, true);
            if let Some(block) = m.attr_str(op, "common") {
                parent = self.common(parent, block, op);
            }
            let die = self.variable(op, parent, None);
            self.set(die, dw::DW_AT_external, Av::Flag(true));
            let name = m.attr_str(op, "name").unwrap_or_default().to_string();
            self.members.insert((module.to_string(), name), die);
        }
    }

    /// The entry of a COMMON block in a scope.
    fn common(&mut self, parent: UnitEntryId, name: &str, member: Op) -> UnitEntryId {
        let key = format!("common {parent:?} {name}");
        if let Some(&id) = self.types.get(&key) {
            return id;
        }
        let id = self.add(parent, dw::DW_TAG_common_block);
        self.text(id, dw::DW_AT_name, name);
        if let Some(data) = self.m.attr_str(member, "global").and_then(|s| self.data.get(s)) {
            let mut e = Expression::new();
            e.op_addr(Address::Symbol { symbol: DATA | data.as_u32() as usize, addend: 0 });
            self.set(id, dw::DW_AT_location, Av::Exprloc(e));
        }
        self.types.insert(key, id);
        id
    }

    /// The arguments and variables of a function, those of its constructs in blocks with the code of these lines.
    pub fn function_variables(
        &mut self,
        die: UnitEntryId,
        symbol: &str,
        code: (Address, &[Place]),
        lines: &dyn Fn(i64, i64) -> Vec<gimli::write::Range>,
    ) {
        let m = self.m;
        // A part of a procedure has the variables that are to be found there.
        let base = symbol.split("..").next().unwrap_or(symbol);
        let whole = Some(base.strip_suffix(VALUES).unwrap_or(base));
        let here = |v: Op| base == symbol || code.1.iter().any(|p| m.attr_int(v, "id") == Some(p.id));
        let mut all: Vec<Op> =
            m.top_ops(OpKind::DebugVariable).filter(|&v| m.attr_str(v, "scope") == whole && here(v)).collect();
        all.sort_by_key(|&v| m.attr_int(v, "arg").unwrap_or(i64::MAX));
        let mut blocks: FxHashMap<(i64, i64), UnitEntryId> = FxHashMap::default();
        let extent = |v: Op| match m.attr(v, "lines").map(Attr::items) {
            Some([a, b]) => Some((int(a), int(b))),
            _ => None,
        };
        // The outer ones first.
        let mut constructs: Vec<(i64, i64)> = all.iter().filter_map(|&v| extent(v)).collect();
        constructs.sort_by_key(|&(a, b)| (a, -b));
        constructs.dedup();
        for (a, b) in constructs {
            let outer = blocks.iter().filter(|(o, _)| o.0 <= a && b <= o.1).min_by_key(|(o, _)| o.1 - o.0);
            let parent = outer.map_or(die, |o| *o.1);
            let ranges = lines(a, b);
            if ranges.is_empty() {
                continue;
            }
            let block = self.add(parent, dw::DW_TAG_lexical_block);
            let ranges = self.unit.unit.ranges.add(gimli::write::RangeList(ranges));
            self.set(block, dw::DW_AT_ranges, Av::RangeListRef(ranges));
            blocks.insert((a, b), block);
        }
        for op in all {
            let mut parent = match extent(op) {
                Some(e) => match blocks.get(&e) {
                    Some(&b) => b,
                    None => continue,
                },
                None => die,
            };
            if let Some(block) = m.attr_str(op, "common") {
                parent = self.common(parent, block, op);
            }
            self.variable(op, parent, Some(code));
        }
    }

    /// The entry of a procedure that stands in place of calls, without code.
    pub fn abstract_procedure(&mut self, c: &InlinedCall) -> UnitEntryId {
        if let Some(&id) = self.abstracts.get(&c.callee) {
            return id;
        }
        let parent = match of_module(&c.callee) {
            Some((module, _)) => self.module(module, true),
            None => self.unit.unit.root(),
        };
        let id = self.add(parent, dw::DW_TAG_subprogram);
        let name = if c.name.is_empty() { &c.callee } else { &c.name };
        self.text(id, dw::DW_AT_name, &name.to_lowercase());
        self.text(id, dw::DW_AT_linkage_name, &c.callee);
        self.set(id, dw::DW_AT_inline, Av::Inline(dw::DW_INL_inlined));
        if let Some(&file) = self.files.get(&c.procedure.file) {
            self.set(id, dw::DW_AT_decl_file, Av::FileIndex(Some(file)));
            self.set(id, dw::DW_AT_decl_line, Av::Udata(u64::from(c.procedure.line)));
        }
        self.abstracts.insert(c.callee.clone(), id);
        id
    }

    /// The variables of a procedure that stands in place of a call.
    pub fn inlined_variables(&mut self, die: UnitEntryId, symbol: &str, code: (Address, &[Place])) {
        let m = self.m;
        let mut all: Vec<Op> = m
            .top_ops(OpKind::DebugVariable)
            .filter(|&v| m.attr_str(v, "scope") == Some(symbol.strip_suffix(VALUES).unwrap_or(symbol)))
            .filter(|&v| m.attr(v, "common").is_none())
            .collect();
        all.sort_by_key(|&v| m.attr_int(v, "arg").unwrap_or(i64::MAX));
        for op in all {
            self.variable(op, die, Some(code));
        }
    }

    /// What is accessible by USE in a procedure or a module.
    pub fn uses(&mut self, die: UnitEntryId, scope: Option<&str>, module: Option<&str>) {
        let m = self.m;
        let is_it = |u: &Op| m.attr_str(*u, "scope") == scope && m.attr_str(*u, "module") == module;
        for u in m.top_ops(OpKind::DebugUse).filter(is_it).collect::<Vec<_>>() {
            let used = m.attr_str(u, "used").unwrap_or_default();
            let names = m.attr(u, "names").map(Attr::items).unwrap_or_default();
            let known = self.members.keys().any(|k| k.0 == used);
            if !m.flag(u, "only") || !known {
                let of = self.module(used, false);
                let id = self.add(die, dw::DW_TAG_imported_module);
                self.set(id, dw::DW_AT_import, Av::UnitRef(of));
            }
            for pair in names {
                let [Some(here), Some(there)] = [0, 1].map(|i| pair.items().get(i).and_then(Attr::as_str)) else {
                    continue;
                };
                let Some(&of) = self.members.get(&(used.to_string(), there.to_string())) else { continue };
                let id = self.add(die, dw::DW_TAG_imported_declaration);
                self.text(id, dw::DW_AT_name, here);
                self.set(id, dw::DW_AT_import, Av::UnitRef(of));
            }
        }
    }

    /// Modules with USE statements.
    pub fn module_uses(&mut self) {
        let m = self.m;
        let mut names: Vec<String> =
            m.top_ops(OpKind::DebugUse).filter_map(|u| m.attr_str(u, "module").map(str::to_string)).collect();
        names.sort();
        names.dedup();
        for n in names {
            let die = self.module(&n, true);
            self.uses(die, None, Some(&n));
        }
    }

    /// How an internal procedure finds the frame of its host: its own place of the environment's address, and where the
    /// host has the environment.
    pub fn static_link(&mut self, die: UnitEntryId, own: &[Place], host: &[Place]) {
        let own = own.iter().find(|p| p.part == Part::HostEnvironment).map(|p| &p.at[..]);
        let host = host.iter().find(|p| p.part == Part::Environment).map(|p| &p.at[..]);
        if let (Some([(None, Where::Frame(a))]), Some([(None, Where::Frame(b))])) = (own, host) {
            let mut e = Expression::new();
            e.op_fbreg(*a);
            e.op_deref();
            e.op_consts(*b);
            e.op(dw::DW_OP_minus);
            self.set(die, dw::DW_AT_static_link, Av::Exprloc(e));
        }
    }
}
