//! Target and teams constructs, and their maps.

use super::clauses::{ByDefault, DataClause, data_clauses, has_iterated};
use super::target_task::Met;
use super::*;
use ferrotran_ir::analysis::effects::is_box_read;
use ferrotran_ir::section::Part;
use ferrotran_ir::{BoxAttribute, CriticalKind, DataSharing, MapKind, Mapping, Op, Traits};

/// What a directive maps.
#[derive(Clone)]
pub(super) struct Mapped {
    /// The memory of the variable or section, as code refers to it.
    pub memory: Value,
    /// What is mapped: that, or a descriptor of all bytes of the object, where its type is known at run time only.
    object: Value,
    /// Of that the part in each dimension, if it is not the whole: first element, how many, their distance.
    bounds: Vec<[Value; 3]>,
    how: Mapping,
    /// As the program calls it.
    name: String,
    /// No clause names it.
    implicit: bool,
}

/// A part of a variable whose value crosses between a region and one of the host in it (`always`). The two have different
/// values of the rest of the variable, so that it goes by way of memory that only the region around has.
struct Crossing {
    memory: Value,
    between: Value,
    enters: bool,
    leaves: bool,
}

impl Mapped {
    /// A map of the memory itself.
    fn whole(memory: Value, how: Mapping, name: String) -> Mapped {
        Mapped { memory, object: memory, bounds: Vec::new(), how, name, implicit: false }
    }

    /// Of what was that variable, or is reached through it as a descriptor, it maps another one.
    pub(super) fn stands_for(&mut self, lower: &mut Lower<'_>, was: Value, is: Value) {
        let mut known = FxHashMap::from_iter([(was, is)]);
        for v in [&mut self.memory, &mut self.object] {
            *v = reached(lower, *v, &mut known);
        }
    }

    fn implicit(self) -> Mapped {
        Mapped { implicit: true, ..self }
    }
}

/// What an address or view is where variables are others.
fn reached(lower: &mut Lower<'_>, v: Value, known: &mut FxHashMap<Value, Value>) -> Value {
    if let Some(&is) = known.get(&v) {
        return is;
    }
    let m = &lower.m;
    let on_the_way = |&op: &Op| m.has(op, Traits::ADDRESS) || is_box_read(m.kind(op)) || m.kind(op) == OpKind::Declare;
    let Some(op) = m.def(v).filter(on_the_way) else { return v };
    let from = m.operand(op, 0);
    if reached(lower, from, known) == from {
        return v;
    }
    let mut b = lower.b();
    let copy = b.m.clone_op(op, known);
    b.insert(copy);
    b.m.result(copy)
}

/// A map with the modifiers of its clause.
fn said(kind: MapKind, ways: MapWays) -> Mapping {
    let MapWays { always, present, itself } = ways;
    Mapping { always, present, itself, ..kind.into() }
}

/// How a construct unmaps at its end what a clause says.
fn at_exit(ty: MapType, ways: MapWays) -> Mapping {
    let kind = match ty {
        MapType::From | MapType::Tofrom => MapKind::From,
        MapType::Delete => MapKind::Delete,
        MapType::To | MapType::Alloc | MapType::Release => MapKind::Release,
    };
    Mapping { present: false, ..said(kind, ways) }
}

/// What a motion clause does.
fn moves(to: bool, present: bool) -> Mapping {
    Mapping { present, ..if to { MapKind::To } else { MapKind::From }.into() }
}

fn is_box_ref(m: &Module, v: Value) -> bool {
    matches!(m.types.kind(m.types.elem(m.ty(v))), TypeKind::Box { .. })
}

/// The descriptor, or an empty one where the condition holds.
pub(super) fn guarded(mut b: Builder<'_>, descriptor: Value, absent: Value) -> Value {
    let ty = b.m.ty(descriptor);
    b.op(OpKind::BoxGuard).arg(descriptor).arg(absent).result(ty).value()
}

impl<'p> Lower<'p> {
    /// The memory of a variable or section, as map and privates groups take it.
    pub(super) fn memory_of(&mut self, e: &'p Expr) -> Lowered<Value> {
        if matches!(e.kind, ExprKind::Var(_) | ExprKind::Component { .. })
            && let Some(b) = self.box_of(e)?
        {
            return Ok(b);
        }
        match self.place(e)? {
            Place::Scalar(r) => Ok(r),
            Place::Array { view, .. } => Ok(view),
        }
    }

    pub(super) fn symbol_memory(&mut self, s: SymbolId) -> Lowered<Value> {
        let span = self.sym(s).span;
        match self.binding(s, span)? {
            Binding::Scalar(r) => Ok(r),
            Binding::Array { view, .. } => Ok(view),
            Binding::Box(b) => Ok(b),
            _ => unsupported(self.sym(s).span, "this variable in a clause"),
        }
    }

    /// Whole variables that the map clauses of a directive list.
    pub(super) fn mapped_symbols(&self, o: &'p Omp) -> Vec<SymbolId> {
        let items = o.clauses.iter().filter_map(|c| match c {
            Clause::Map { items, .. } => Some(items),
            _ => None,
        });
        items.flatten().filter_map(Expr::variable).collect()
    }

    /// What a map of a variable, or of a part of one, maps. Of an argument that is absent it is nothing: no descriptor in it
    /// is read, and the part has no address, wherever it begins.
    fn mapped_expr(&mut self, e: &'p Expr, how: Mapping) -> Lowered<Mapped> {
        let mut root = e;
        while let Some(whole) = root.whole() {
            root = whole;
        }
        let doubt = match root.kind {
            ExprKind::Var(s) if !std::ptr::eq(root, e) => self.doubt(s)?,
            _ => None,
        };
        let Some(here) = doubt else { return self.mapped_present(e, how) };
        let absent = self.b().unary(OpKind::Not, here, Type::BOOL);
        let region = self.f.region;
        let start = self.m.regions[region].ops.len();
        let mut map = self.mapped_present(e, how)?;
        let mut reads = self.m.regions[region].ops[start..].to_vec();
        reads.retain(|&o| is_box_read(self.m.kind(o)));
        for read in reads {
            let descriptor = self.m.operand(read, 0);
            let guarded = guarded(Builder::before(&mut self.m, read), descriptor, absent);
            self.m.set_operand(read, 0, guarded);
        }
        if is_box_ref(&self.m, map.object) {
            map.object = guarded(self.b(), map.object, absent);
            map.memory = map.object;
        }
        let zero = self.idx(0);
        let first = |s: &mut Self, at: Value| {
            let at = s.cast(at, Type::INDEX);
            s.b().op(OpKind::Select).arg(here).arg(at).arg(zero).result(Type::INDEX).value()
        };
        for [lower, ..] in &mut map.bounds {
            *lower = first(self, *lower);
        }
        if let Some(elem) = self.m.def_of(map.memory, OpKind::ViewElem).filter(|_| map.memory == map.object) {
            let operands = self.m.operands(elem).to_vec();
            let subscripts: Vec<Value> = operands[1..].iter().map(|&at| first(self, at)).collect();
            map.object = self.b().elem(operands[0], &subscripts);
            map.memory = map.object;
        }
        Ok(map)
    }

    fn mapped_present(&mut self, e: &'p Expr, how: Mapping) -> Lowered<Mapped> {
        let memory = self.memory_of(e)?;
        let name = self.designated(e);
        let how = Mapping { class: class::is_class(&e.ty), ..how };
        if how.class && !is_box_ref(&self.m, memory) {
            let entity = self.entity(e)?;
            let object = self.class_box(&entity, BoxAttribute::Other);
            return Ok(Mapped { object, ..Mapped::whole(memory, how, name) });
        }
        let whole = Mapped::whole(memory, how, name);
        if !matches!(e.kind, ExprKind::Section { .. }) {
            return Ok(whole);
        }
        let Some(section) = self.m.def_of(memory, OpKind::ViewSection) else { return Ok(whole) };
        Ok(self.bounded(whole, section))
    }

    /// A map of a section as one of the array, with bounds.
    fn bounded(&mut self, map: Mapped, section: ferrotran_ir::Op) -> Mapped {
        let Some(parts) = ferrotran_ir::section::parts(&self.m, section) else { return map };
        let object = self.m.operand(section, 0);
        let [zero, one] = [0, 1].map(|n| self.idx(n));
        let bounds = parts.iter().enumerate().map(|(d, part)| match *part {
            Part::Index(at) => [at, one, one],
            Part::Range { start, extent, step } => [start, extent, step],
            Part::Whole => [zero, self.view_extent(object, d), one],
        });
        let bounds = bounds.collect();
        Mapped { object, bounds, ..map }
    }

    /// How the program calls a variable or the array of a section.
    fn designated(&self, e: &Expr) -> String {
        match &e.kind {
            ExprKind::Var(s) => self.sym(*s).name.to_string(),
            ExprKind::Component { base, of, index } => {
                format!("{}%{}", self.designated(base), self.dtype(*of).components[*index].name)
            }
            _ => e.whole().map_or_else(String::new, |whole| self.designated(whole)),
        }
    }

    /// The same of a whole variable.
    pub(super) fn mapped_symbol(&mut self, s: SymbolId, how: Mapping) -> Lowered<Mapped> {
        let memory = self.symbol_memory(s)?;
        let how = Mapping { class: self.is_polymorphic(s), ..how };
        let whole = Mapped::whole(memory, how, self.sym(s).name.to_string());
        if !how.class || is_box_ref(&self.m, memory) {
            return Ok(whole);
        }
        let span = self.sym(s).span;
        let binding = self.binding(s, span)?;
        let entity = self.bound_entity(s, &binding)?;
        Ok(Mapped { object: self.class_box(&entity, BoxAttribute::Other), ..whole })
    }

    /// Maps as operands of a directive.
    pub(super) fn map_values(&mut self, maps: &[Mapped]) -> Vec<Value> {
        maps.iter().map(|m| self.map_value(m)).collect()
    }

    fn map_value(&mut self, map: &Mapped) -> Value {
        let bounds: Vec<Value> = map.bounds.iter().map(|&b| self.bounds_of_dimension(b)).collect();
        let name = (!map.name.is_empty()).then(|| Attr::str(&map.name));
        let mut b = self.b();
        let op = b.op(OpKind::OmpMap).arg(map.object).args(&bounds).opt(None).mapping(map.how);
        op.attr_opt("name", name).flag("implicit", map.implicit).result(Type::MAP).value()
    }

    /// What the MAP and motion clauses of a directive map.
    pub(super) fn maps(&mut self, o: &'p Omp) -> Lowered<Vec<Mapped>> {
        let mut out = Vec::new();
        // Where one directive maps a variable twice, the maps that copy to the device come first (and last at the end).
        let copies = |c: &&Clause| matches!(c, Clause::Map { ty: MapType::To | MapType::Tofrom, .. });
        let list = o.clauses.iter().filter(copies).chain(o.clauses.iter().filter(|c| !copies(c)));
        for c in list {
            match c {
                Clause::Map { ty, ways, items } => {
                    let kind = match ty {
                        MapType::To => MapKind::To,
                        MapType::From => MapKind::From,
                        MapType::Tofrom => MapKind::ToFrom,
                        MapType::Alloc => MapKind::Alloc,
                        MapType::Release => MapKind::Release,
                        MapType::Delete => MapKind::Delete,
                    };
                    let mapping = said(kind, *ways);
                    for e in items {
                        out.push(self.mapped_expr(e, mapping)?);
                    }
                }
                Clause::Update { to, present, items } => {
                    for e in items {
                        out.push(self.mapped_expr(e, moves(*to, *present))?);
                    }
                }
                _ => {}
            }
        }
        Ok(out)
    }

    /// The maps of a stand-alone directive, or of the entry or exit of a region, that iterators repeat.
    pub(super) fn iterated_maps(
        &mut self,
        o: &'p Omp,
        kind: OpKind,
        cond: Option<Value>,
        device: Option<Value>,
    ) -> Lowered<()> {
        // A construct unmaps at its end what it has mapped at its begin, whatever the expressions say then.
        let construct = !o.directive.has(Leaf::TargetEnterData) && kind == OpKind::OmpTargetEnter;
        let mut list: Vec<_> = o
            .clauses
            .iter()
            .filter_map(|c| if let Clause::Iterated { vars, clause } = c { Some((vars, &**clause)) } else { None })
            .collect();
        if kind == OpKind::OmpTargetExit {
            // Parts go before the whole that was there first.
            list.reverse();
        }
        for (vars, clause) in list {
            let (items, how) = match clause {
                Clause::Update { to, present, items } => (items, moves(*to, *present)),
                Clause::Map { ty, ways, items } if kind == OpKind::OmpTargetExit => {
                    (items, Mapping { present: ways.present, ..at_exit(*ty, *ways) })
                }
                Clause::Map { ty, ways, items } => {
                    let kind = match ty {
                        MapType::To | MapType::Tofrom => MapKind::To,
                        MapType::From | MapType::Alloc | MapType::Release | MapType::Delete => MapKind::Alloc,
                    };
                    (items, said(kind, *ways))
                }
                _ => continue,
            };
            self.each_value(vars, &mut |s| {
                for e in items {
                    let item = s.mapped_expr(e, how)?;
                    let map = s.map_value(&item);
                    let more = kind != OpKind::OmpTargetUpdate;
                    s.b().op(kind).opt(cond).opt(device).args(&[map]).flag("more", more).build();
                    if construct && let Clause::Map { ty, ways, .. } = clause {
                        let map = s.map_value(&Mapped { how: at_exit(*ty, *ways), ..item });
                        let mut b = s.b();
                        let exit = b.op(OpKind::OmpTargetExit).opt(cond).opt(device).args(&[map]);
                        exit.flag("more", true).flag("later", true).build();
                    }
                }
                Ok(())
            })?;
        }
        Ok(())
    }

    pub(super) fn each_value(
        &mut self,
        vars: &'p [(SymbolId, Expr, Expr, Expr)],
        body: &mut dyn FnMut(&mut Self) -> Lowered<()>,
    ) -> Lowered<()> {
        let Some(((v, lo, hi, step), rest)) = vars.split_first() else { return body(self) };
        let mut bounds = Vec::new();
        for e in [lo, hi, step] {
            let x = self.scalar(e)?;
            bounds.push(self.cast(x, Type::INDEX));
        }
        let n = self.trip_count(bounds[0], bounds[1], bounds[2]);
        let sym = self.sym(*v);
        let ty = self.val_ty(&sym.ty, sym.span)?;
        let cell = self.alloca(ty, None);
        self.entities.bind(*v, Binding::Scalar(cell));
        self.count_loop(n, |s, i| {
            let d = s.mul(i, bounds[2]);
            let x = s.add(bounds[0], d);
            let x = s.cast(x, ty);
            s.b().store(x, cell);
            s.with_temps(|s| s.each_value(rest, body))
        })
    }

    pub(super) fn target(&mut self, rest: Leaves<'p>) -> Lowered<()> {
        let o = rest.o;
        if o.clauses.iter().any(|c| matches!(c, Clause::Ancestor)) {
            return self.reverse_offload(rest);
        }
        let met = self.met(Leaf::Target, o)?;
        self.with_temps(|s| s.with_allocators(o, |s| s.target_where_reduced(rest, &met)))
    }

    /// A region that reduces an optional dummy is one where that is present, and another where it is absent: kernels have
    /// no variables that may be there.
    fn target_where_reduced(&mut self, rest: Leaves<'p>, met: &Met) -> Lowered<()> {
        let Some(s) = self.doubtful_reduction(rest.o) else { return self.target_region(rest, met) };
        let loc = self.f.loc;
        let here = self.present(s, rest.span)?;
        self.if_else(
            here,
            |l| l.knowing(s, true, |l| l.target_where_reduced(rest, met)),
            |l| {
                l.f.loc = loc;
                l.knowing(s, false, |l| l.target_where_reduced(rest, met))
            },
        )
    }

    /// An optional dummy that the directive reduces and that may be absent here. Not where the region has labels, which stand
    /// once in a procedure.
    fn doubtful_reduction(&self, o: &'p Omp) -> Option<SymbolId> {
        let doubtful =
            |s: &SymbolId| self.sym(*s).optional && !self.entities.is_present(*s) && !self.entities.is_absent(*s);
        let mut items = data_clauses(o).filter_map(|c| match c {
            DataClause::Reduction { joins: false, items, .. } => Some(items),
            _ => None,
        });
        let found = items.find_map(|list| list.iter().filter_map(Expr::variable).find(doubtful))?;
        (self.on_host() && !labelled(&o.body)).then_some(found)
    }

    /// The allocators that a region has for itself are made in front of it, and end behind it. Memory of every allocator is
    /// the host's, so that kernels know nothing of them.
    fn with_allocators(&mut self, o: &'p Omp, f: impl FnOnce(&mut Self) -> Lowered<()>) -> Lowered<()> {
        let list = o.clauses.iter().filter_map(|c| if let Clause::UsesAllocators(l) = c { Some(l) } else { None });
        let saved = self.entities.all();
        let mut cells = Vec::new();
        for (s, call) in list.flatten() {
            let handle = self.scalar(call)?;
            let name = self.sym(*s).name.clone();
            let cell = self.alloca(Type::I64, Some(&name));
            self.b().store(handle, cell);
            self.entities.bind(*s, Binding::Scalar(cell));
            cells.push(cell);
        }
        let out = f(self);
        for cell in cells {
            let at = self.cast_ref(cell, Type::PTR);
            self.rt(rt::omp_destroy_allocator_, &[at]);
        }
        self.entities.restore(saved);
        out
    }

    /// `device(ancestor: 1)`: on the host already, or a part of a target region that the host runs with its own
    /// variables. What is firstprivate has the value of the region around it.
    fn reverse_offload(&mut self, rest: Leaves<'p>) -> Lowered<()> {
        let maps = self.maps(rest.o)?;
        let items =
            rest.o.clauses.iter().filter_map(|c| if let Clause::Map { items, .. } = c { items.first() } else { None });
        let parts = items.map(|e| e.span).next().map_or(Ok(vec![]), |span| self.crossing_parts(&maps, span))?;
        let sharing = |first| if first { DataSharing::Firstprivate } else { DataSharing::Private };
        let own: Vec<_> =
            self.target_privates(rest, &maps)?.into_iter().map(|(v, first)| (v, sharing(first))).collect();
        let saved = self.entities.all();
        let out = self.with_mapped_copies(&own, |s| {
            for p in parts.iter().filter(|p| p.enters) {
                s.copy_part(p.between, p.memory);
            }
            let r = s.m.new_region(&[]);
            let region = |s: &mut Self| {
                for p in parts.iter().filter(|p| p.enters) {
                    s.copy_part(p.memory, p.between);
                }
                s.with_temps(|s| s.leaf(rest))?;
                for p in parts.iter().filter(|p| p.leaves) {
                    s.copy_part(p.between, p.memory);
                }
                Ok(())
            };
            let out = s.within(r, region);
            // The variable of an item, which may be a section or a component.
            let variable = |m: &Mapped| m.name.split(['(', '%']).next().unwrap_or_default().to_ascii_lowercase();
            let crossing = |kinds: [MapKind; 2]| {
                let list = maps.iter().filter(|m| m.how.always && kinds.contains(&m.how.kind));
                let list = list.filter(|m| !parts.iter().any(|p| p.memory == m.memory));
                let names: Vec<String> = list.map(variable).collect();
                (!names.is_empty()).then(|| Attr::str(&names.join(" ")))
            };
            let brought = maps.iter().filter(|m| matches!(m.how.kind, MapKind::To | MapKind::Alloc));
            let brought: Vec<String> = brought.map(variable).collect();
            let inward = (!brought.is_empty()).then(|| Attr::str(&brought.join(" ")));
            let enters = crossing([MapKind::To, MapKind::ToFrom]);
            let leaves = crossing([MapKind::From, MapKind::ToFrom]);
            let mut b = s.b();
            let op = b.op(OpKind::OmpCritical).choice(CriticalKind::Ancestor);
            let op = op.attr_opt("always_to", enters).attr_opt("always_from", leaves);
            op.attr_opt("inward", inward).region(r).build();
            for p in parts.iter().filter(|p| p.leaves) {
                s.copy_part(p.memory, p.between);
            }
            out
        });
        self.entities.restore(saved);
        out
    }

    /// The items of a reverse offload that are parts of variables, each with memory of the region around. Other items cross
    /// as whole variables.
    fn crossing_parts(&mut self, maps: &[Mapped], span: Span) -> Lowered<Vec<Crossing>> {
        let mut out = Vec::new();
        for map in maps.iter().filter(|m| m.how.always && !m.how.class) {
            let element = self.m.def_of(map.memory, OpKind::ViewElem).is_some();
            let is_part = element || !map.bounds.is_empty() || map.name.contains('%');
            let elem = self.m.types.elem(self.m.ty(map.memory));
            let simple = !is_box_ref(&self.m, map.memory)
                && !matches!(self.m.types.kind(elem), TypeKind::Derived(_))
                && self.m.types.size_of(elem).is_some();
            if !is_part || !simple {
                continue;
            }
            let between = match self.m.types.kind(self.m.ty(map.memory)) {
                TypeKind::View { .. } => {
                    let extents = self.view_extents(map.memory);
                    self.temp_view_len(&extents, elem, None, "part of a variable", span)?
                }
                _ => self.alloca(elem, None),
            };
            let enters = matches!(map.how.kind, MapKind::To | MapKind::ToFrom);
            let leaves = matches!(map.how.kind, MapKind::From | MapKind::ToFrom);
            out.push(Crossing { memory: map.memory, between, enters, leaves });
        }
        Ok(out)
    }

    fn copy_part(&mut self, to: Value, from: Value) {
        match self.m.types.kind(self.m.ty(from)) {
            TypeKind::View { .. } => {
                if let array::Prep::Array { value, .. } = self.load_view(from) {
                    self.b().op(OpKind::ArrayAssign).arg(to).arg(value).opt(None).build();
                }
            }
            _ => {
                let v = self.load_ref(from);
                self.store_ref(v, to);
            }
        }
    }

    pub(super) fn target_region(&mut self, rest: Leaves<'p>, met: &Met) -> Lowered<()> {
        let Leaves { o, .. } = rest;
        let line = i64::from(self.f.loc.line);
        let maps = self.target_maps(o, met)?;
        let own = self.target_copies(rest, met, &maps)?;
        let (cond, device) = (met.cond, met.device);
        self.enter_iterated(o, &maps, cond, device)?;
        let saved = self.entities.all();
        let target = |s: &mut Self| {
            let mut maps = s.map_values(&maps);
            for &(v, kind) in &own.mapped {
                let item = s.mapped_symbol(v, Mapping { private: true, ..kind.into() })?;
                maps.push(s.map_value(&item));
            }
            // Their code runs in the region.
            let copies = s.in_target(|s| s.copies_of(&own.inside))?;
            let r = s.m.new_region(&copies.types());
            let region = |s: &mut Self| {
                s.with_temps(|s| {
                    s.begin_copies(&copies, r)?;
                    for &(v, address) in &own.addresses {
                        s.set_address(v, address)?;
                    }
                    s.leaf(rest)
                })
            };
            let loc = s.f.loc;
            let out = s.in_target(|s| s.within(r, region));
            let (originals, copies) = s.copy_operands(&copies);
            s.f.loc = loc;
            let host_only = s.opts.host_only;
            let defaultmaps = s.defaultmaps(o);
            let pointers = s.names_in(o, |c| if let Clause::IsDevicePtr(l) = c { Some(l) } else { None });
            let addresses = s.names_in(o, |c| if let Clause::HasDeviceAddr(l) = c { Some(l) } else { None });
            s.b()
                .op(OpKind::OmpTarget)
                .opt(cond)
                .opt(device)
                .opt(met.thread_limit)
                .args(&maps)
                .args(&originals)
                .attr("line", Attr::Int(line))
                .flag("host", host_only)
                .attr_opt("defaultmap", defaultmaps)
                .attr_opt("is_device_ptr", pointers)
                .attr_opt("has_device_addr", addresses)
                .copies(&copies)
                .region(r)
                .build();
            out
        };
        let out = self.with_mapped_copies(&own.before, target);
        self.entities.restore(saved);
        out?;
        self.leave_iterated(o, &maps, cond, device)
    }

    /// The maps at the begin of a construct of which iterators repeat some: they are those of one directive. Without
    /// iterators the construct maps by itself.
    pub(super) fn enter_iterated(
        &mut self,
        o: &'p Omp,
        maps: &[Mapped],
        cond: Option<Value>,
        device: Option<Value>,
    ) -> Lowered<()> {
        if !has_iterated(o) {
            return Ok(());
        }
        let at_begin = |how: Mapping| {
            let kind = match how.kind {
                MapKind::To | MapKind::ToFrom => MapKind::To,
                MapKind::From | MapKind::Alloc | MapKind::Release | MapKind::Delete => MapKind::Alloc,
            };
            Mapping { kind, ..how }
        };
        self.joined_maps(OpKind::OmpTargetEnter, maps.iter(), at_begin, (cond, device));
        self.b().op(OpKind::OmpMapsKept).flag("begin", true).build();
        self.iterated_maps(o, OpKind::OmpTargetEnter, cond, device)?;
        self.end_iterated(o);
        Ok(())
    }

    /// Runs `f` where a target region stands that maps copies of these variables: the host makes them around it.
    fn with_mapped_copies(
        &mut self,
        list: &[(SymbolId, DataSharing)],
        f: impl FnOnce(&mut Self) -> Lowered<()>,
    ) -> Lowered<()> {
        if list.is_empty() {
            return f(self);
        }
        let copies = self.copies_of(list)?;
        let r = self.m.new_region(&copies.types());
        let out = self.within(r, |s| {
            s.with_temps(|s| {
                s.begin_copies(&copies, r)?;
                f(s)
            })
        });
        let (originals, copies) = self.copy_operands(&copies);
        self.b().op(OpKind::OmpScope).args(&originals).flag("nowait", true).copies(&copies).region(r).build();
        out
    }

    /// The same at its end.
    pub(super) fn leave_iterated(
        &mut self,
        o: &'p Omp,
        maps: &[Mapped],
        cond: Option<Value>,
        device: Option<Value>,
    ) -> Lowered<()> {
        if !has_iterated(o) {
            return Ok(());
        }
        let at_end = |how: Mapping| {
            let kind = match how.kind {
                MapKind::From | MapKind::ToFrom => MapKind::From,
                MapKind::Delete => MapKind::Delete,
                MapKind::To | MapKind::Alloc | MapKind::Release => MapKind::Release,
            };
            Mapping { kind, present: false, ..how }
        };
        self.b().op(OpKind::OmpMapsKept).build();
        self.joined_maps(OpKind::OmpTargetExit, maps.iter().rev(), at_end, (cond, device));
        self.end_iterated(o);
        Ok(())
    }

    /// Maps of a directive that others follow.
    fn joined_maps<'a>(
        &mut self,
        kind: OpKind,
        maps: impl Iterator<Item = &'a Mapped>,
        how: impl Fn(Mapping) -> Mapping,
        (cond, device): (Option<Value>, Option<Value>),
    ) {
        let maps: Vec<Mapped> = maps.map(|m| Mapped { how: how(m.how), ..m.clone() }).collect();
        if !maps.is_empty() {
            let maps = self.map_values(&maps);
            self.b().op(kind).opt(cond).opt(device).args(&maps).flag("more", true).build();
        }
    }

    /// Behind the maps of a directive, where iterators repeat some of them.
    pub(super) fn end_iterated(&mut self, o: &'p Omp) {
        if has_iterated(o) {
            self.b().op(OpKind::OmpMapsEnd).build();
        }
    }

    /// Memory that a target region maps, and how: what its clauses list, and what comes back to the host for other reasons.
    pub(super) fn target_maps(&mut self, o: &'p Omp, met: &Met) -> Lowered<Vec<Mapped>> {
        let mut out = match &met.maps {
            Some(maps) => maps.clone(),
            None => self.maps(o)?,
        };
        // Reduction, lastprivate and linear variables of a combined construct come back to the host, and so does what
        // `declare target` lists: no region has a copy of that for itself. Device addresses are used as they are.
        let mut more: Vec<Mapped> = Vec::new();
        let listed = self.mapped_symbols(o);
        for c in data_clauses(o) {
            match c {
                DataClause::Reduction { items, .. } | DataClause::Scanned(items) => {
                    for e in items {
                        more.push(self.mapped_expr(e, MapKind::ToFrom.into())?);
                    }
                }
                DataClause::Lastprivate(l) | DataClause::LastprivateConditional(l) | DataClause::Linear(l) => {
                    for &s in l.iter().filter(|s| !listed.contains(s)) {
                        if self.entities.has(s) || self.sym(s).storage != Storage::Local {
                            more.push(self.mapped_symbol(s, MapKind::ToFrom.into())?);
                        }
                    }
                }
                DataClause::DeviceAddress(l) => {
                    for &s in l {
                        if !self.is_address_object(s) {
                            // A section may be all of it that is there.
                            let there = Mapping { present: true, ..MapKind::Alloc.into() };
                            more.push(self.mapped_symbol(s, there)?.implicit());
                        }
                    }
                }
                DataClause::Private(_)
                | DataClause::Firstprivate(_)
                | DataClause::Shared
                | DataClause::Default(..)
                | DataClause::Defaultmap(..)
                | DataClause::Mapped
                | DataClause::Other => {}
            }
        }
        for s in self.unlisted(o, true) {
            if self.sym(s).on_devices != OnDevices::Mapped {
                more.push(self.mapped_symbol(s, MapKind::ToFrom.into())?.implicit());
            }
        }
        for (s, how) in self.defaultmap(o)? {
            if let ByDefault::Map(mapping) = how {
                more.push(self.mapped_symbol(s, mapping)?.implicit());
            }
        }
        // Scalars with TARGET come back to the host (OpenMP 5.2, 5.8.1).
        let scalars = |c| matches!(c, DataClause::Defaultmap(how, of) if how != DefaultMapping::Default && of.has(Category::Scalar));
        if !data_clauses(o).any(scalars) {
            for s in self.unlisted(o, true) {
                let sym = self.sym(s);
                if sym.target
                    && sym.rank() == 0
                    && !matches!(sym.ty, Ty::Derived(_) | Ty::Class(_))
                    && let Some(Binding::Scalar(v)) = self.entities.get(s).cloned()
                {
                    more.push(Mapped::whole(v, MapKind::ToFrom.into(), sym.name.to_string()).implicit());
                }
            }
        }
        for item in more {
            if !out.iter().any(|m| m.memory == item.memory) {
                out.push(item);
            }
        }
        Ok(out)
    }

    pub(super) fn teams(&mut self, rest: Leaves<'p>) -> Lowered<()> {
        let o = rest.o;
        let find = |f: fn(&'p Clause) -> Option<&'p Expr>| o.clauses.iter().find_map(f);
        let n = find(|c| match c {
            Clause::NumTeams(e) => Some(e),
            _ => None,
        });
        let limit = find(|c| match c {
            Clause::ThreadLimit(e) => Some(e),
            _ => None,
        });
        let (n, limit) = (self.int_clause(n)?, self.int_clause(limit)?);
        let cond = self.if_clause(o, Leaf::Teams)?;
        let with_loop = rest.list.iter().any(|l| matches!(l, Leaf::Distribute | Leaf::Do | Leaf::Loop | Leaf::Simd));
        let distributes = rest.list.contains(&Leaf::Workdistribute);
        // Without a loop in the directive this is where private copies begin.
        let mut own = if with_loop { Vec::new() } else { self.privates(o) };
        if !with_loop && !distributes {
            own.extend(self.loop_variables(o).into_iter().map(|s| (s, DataSharing::Private)));
        }
        let loc = self.f.loc;
        let reduced = if with_loop || distributes { Default::default() } else { self.reduced_copies(o)? };
        let copies = self.copies_of(&own)?.with(reduced);
        let r = self.m.new_region(&copies.types());
        let sharing = self.sharing(o, &copies);
        let league = |s: &mut Self| {
            s.with_temps(|s| {
                s.begin_copies(&copies, r)?;
                if with_loop || distributes {
                    return s.leaf(rest);
                }
                s.with_reduced(&copies, |s| s.leaf(rest))
            })
        };
        let out = self.with_bindings(|s| s.in_teams(|s| s.within(r, league)));
        let combined = rest.list.first().is_some_and(|l| matches!(l, Leaf::Distribute | Leaf::Loop));
        let (originals, copies) = self.copy_operands(&copies);
        self.f.loc = loc;
        self.b()
            .op(OpKind::OmpTeams)
            .opt(n)
            .opt(limit)
            .opt(cond)
            .args(&originals)
            .flag("combined", combined)
            .sharing(&sharing)
            .copies(&copies)
            .region(r)
            .build();
        out
    }
}

/// Some statement has a label.
fn labelled(list: &[Stmt]) -> bool {
    list.iter().any(|s| {
        let mut inner = false;
        ferrotran_typed::visit::blocks(s, &mut |b| inner |= labelled(b));
        inner || matches!(s.kind, StmtKind::Label(_))
    })
}
