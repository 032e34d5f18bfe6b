//! Copies that the ops of constructs make: variables are operands of the op, and an `omp.recipe` of the module says how a
//! copy of such a variable is made and ended. Constructs share the recipes for variables of one kind.

use super::place::Place;
use super::sharing::{Reducing, reads_original};
use super::target::guarded;
use super::*;
use crate::entities::Entities;
use crate::owners::FnState;
use ferrotran_ir::section::{Part, section};
use ferrotran_ir::{BoxAttribute, DataSharing, VariableCopy};
use std::mem::{Discriminant, discriminant, replace, take};

/// The recipes of a module: the name of each, and the type of what it makes.
#[derive(Default)]
pub(crate) struct Recipes {
    known: FxHashMap<Kind, (String, Type)>,
    /// How many there are, with those that only one construct has.
    made: usize,
}

/// What a recipe hangs on.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Kind {
    /// Copies begin with the value of the original.
    takes_value: bool,
    /// The original gets the value of a copy.
    gives_value: bool,
    /// It begins each iteration with what follows from its number.
    linear: bool,
    /// What follows is by multiplication.
    product: bool,
    /// Type of the operand.
    original: Type,
    ty: Discriminant<Ty>,
    of: Option<TypeId>,
    bound: Bound,
    allocatable: bool,
    pointer: bool,
    /// It may be an absent argument.
    optional: bool,
    /// Copies live as long as a task.
    kept: bool,
    /// The construct's code may map copies, which end on devices where they end.
    entered: bool,
    /// A target region, or another that may run elsewhere, is around.
    elsewhere: (bool, bool),
    /// Real operations see the floating-point environment.
    fenv: bool,
    reduces: Option<Reduces>,
    /// Bytes to which copies are aligned, 0 for what their type wants.
    alignment: i64,
    /// Lower bounds, where code of a reduction sees the whole array.
    lbs: Vec<i64>,
    /// Type of what a task combines with in place of the original.
    with: Option<Type>,
}

/// What a reduction hangs on.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Reduces {
    by: Result<ReduceOp, [SymbolId; 4]>,
    tasks: bool,
    part: Option<PartKind>,
}

/// A part of an array that is reduced: what becomes of each dimension.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct PartKind(Vec<Dimension>);

/// What becomes of a dimension of an array of which a part is reduced.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Dimension {
    Subscript,
    Range {
        extent: Option<i64>,
        /// Elements side by side.
        unit: bool,
    },
    Whole(Option<i64>),
}

/// An element or section of an array that is reduced: lower bound, extent and stride of each dimension.
#[derive(Clone)]
pub(super) struct ReducedPart {
    kind: PartKind,
    bounds: Vec<[Value; 3]>,
}

/// What a reduction is about beside the variable.
#[derive(Clone, Default)]
pub(super) struct Beside {
    pub part: Option<ReducedPart>,
    /// What a task combines with, where that is not the original.
    pub with: Option<Value>,
    /// The code uses more than its variables: what is around the construct.
    open: bool,
}

/// How a variable is bound.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Bound {
    Scalar,
    Array,
    Box,
    /// A polymorphic dummy: the operand is a descriptor of it, and so is the copy.
    Class,
}

/// A copy that a construct makes of a variable.
pub(super) struct Copy {
    symbol: SymbolId,
    /// What the variable is bound to around the construct.
    outer: Binding,
    bound: Bound,
    original: Value,
    how: DataSharing,
    recipe: String,
    /// Type of the copy.
    fresh: Type,
    /// Whether there is an original, where it may be an absent argument.
    here: Option<Value>,
    /// What tasks combine with that take part in its reduction.
    tasks: Option<Value>,
}

/// The copies that a construct makes.
#[derive(Default)]
pub(super) struct Copies(Vec<Copy>);

impl Copies {
    /// One more.
    pub fn add(&mut self, copy: Copy) {
        self.0.push(copy);
    }

    /// Whether the variable has one.
    pub fn has(&self, s: SymbolId) -> bool {
        self.0.iter().any(|c| c.symbol == s)
    }

    /// The variables whose originals get what the last iteration leaves.
    pub fn last_values(&self) -> Vec<SymbolId> {
        self.0.iter().filter(|c| c.how.gives_value()).map(|c| c.symbol).collect()
    }

    /// Those that give the value of the last iteration that assigns them.
    pub fn conditional(&self) -> Vec<SymbolId> {
        self.0.iter().filter(|c| c.how == DataSharing::Conditional).map(|c| c.symbol).collect()
    }

    /// The linear ones and their originals.
    pub fn linear(&self) -> Vec<(SymbolId, Value)> {
        self.0.iter().filter(|c| c.how.is_linear()).map(|c| (c.symbol, c.original)).collect()
    }

    /// More of them.
    pub fn with(mut self, more: Copies) -> Copies {
        self.0.extend(more.0);
        self
    }

    /// The arguments of the body that stand for them.
    pub fn types(&self) -> Vec<Type> {
        self.0.iter().map(|c| c.fresh).collect()
    }
}

impl Kind {
    /// Types of what regions get beside the variable and its copy.
    fn given(&self) -> Vec<Type> {
        let rank = self.reduces.iter().filter_map(|r| r.part.as_ref()).map(|p| p.0.len()).sum::<usize>();
        vec![Type::INDEX; 3 * rank].into_iter().chain(self.with).collect()
    }

    /// The same in a region.
    fn beside(&self, args: &[Value]) -> Beside {
        let part = self.reduces.as_ref().and_then(|r| r.part.clone());
        let n = part.as_ref().map_or(0, |p| 3 * p.0.len());
        let bounds = args[..n].chunks(3).map(|b| [b[0], b[1], b[2]]).collect();
        let with = self.with.map(|_| args[n]);
        Beside { part: part.map(|kind| ReducedPart { kind, bounds }), with, open: false }
    }
}

impl FunctionBuilder {
    /// The part of the data of a variable that is reduced.
    pub(super) fn reduced_of(&mut self, data: Value, beside: &Beside) -> Value {
        let Some(part) = &beside.part else { return data };
        let (mut parts, mut shape, mut open) = (Vec::new(), Vec::new(), true);
        let mut contig = self.m.types.is_contig(self.m.ty(data));
        for (dimension, &[start, extent, step]) in part.kind.0.iter().zip(&part.bounds) {
            match *dimension {
                Dimension::Subscript => {
                    parts.push(Part::Index(start));
                    open = false;
                }
                Dimension::Range { extent: n, unit } => {
                    contig &= open && unit;
                    open = false;
                    shape.push(n);
                    parts.push(Part::Range { start, extent, step });
                }
                Dimension::Whole(n) => {
                    contig &= open;
                    shape.push(n);
                    parts.push(Part::Whole);
                }
            }
        }
        if shape.is_empty() {
            let subscripts: Vec<Value> = part.bounds.iter().map(|b| b[0]).collect();
            return self.b().elem(data, &subscripts);
        }
        let elem = self.m.types.elem(self.m.ty(data));
        let ty = self.m.types.view(shape, elem, contig);
        section(&mut self.b(), data, &parts, ty)
    }

    /// The bounds of a dimension.
    pub(super) fn bounds_of_dimension(&mut self, [lower, extent, stride]: [Value; 3]) -> Value {
        self.b().op(OpKind::OmpBounds).arg(lower).arg(extent).arg(stride).result(Type::BOUNDS).value()
    }
}

impl<'p> Lower<'p> {
    /// In front of a construct: the copies that it makes.
    pub(super) fn copies_of(&mut self, list: &[(SymbolId, DataSharing)]) -> Lowered<Copies> {
        let mut out: Vec<Copy> = Vec::new();
        for &(symbol, how) in list {
            if !out.iter().any(|c| c.symbol == symbol) {
                out.push(self.copy_of(symbol, how)?);
            }
        }
        Ok(Copies(out))
    }

    fn copy_of(&mut self, symbol: SymbolId, how: DataSharing) -> Lowered<Copy> {
        let span = self.sym(symbol).span;
        let outer = self.binding(symbol, span)?;
        self.copy_like(symbol, outer, how, None, false)
    }

    /// In front of a loop that threads share: the copies of its variables, and of those that get the values of the last
    /// iteration. `outer`: what variables are around the whole directive.
    pub(super) fn copies_of_iterations(
        &mut self,
        list: &[(SymbolId, DataSharing)],
        outer: &Bindings,
    ) -> Lowered<Copies> {
        let mut out = Copies::default();
        for &(symbol, how) in list {
            let span = self.sym(symbol).span;
            let mut original = outer.get(&symbol).cloned().map_or_else(|| self.binding(symbol, span), Ok)?;
            if let (DataSharing::Linear, true, Binding::Box(bx)) = (how, self.sym(symbol).pointer, &original) {
                // It is what the pointer points to that is linear.
                original = self.described_now(*bx);
            }
            if let (true, Binding::Box(bx)) = (how.is_loop_variable(), &original) {
                // The copy is a plain variable.
                original = self.described_now(*bx);
            }
            if how.is_loop_variable() && !matches!(original, Binding::Scalar(_)) {
                return unsupported(span, "this loop variable");
            }
            out.0.push(self.copy_like(symbol, original, how, None, false)?);
        }
        Ok(out)
    }

    /// The copy in which a construct reduces a variable.
    pub(super) fn reduced_copy(
        &mut self,
        how: DataSharing,
        op: Result<ReduceOp, &'p UserReduction>,
        item: &'p Expr,
    ) -> Lowered<Copy> {
        let (symbol, outer) = self.reduced_variable(item)?;
        let tasks = how == DataSharing::TaskReduction;
        let part = self.reduced_part(symbol, &outer, item)?;
        let with = if tasks && part.is_none() { Some(self.data_of(&outer, item.span)?) } else { None };
        let beside = Beside { part, with: None, open: !self.is_closed(op, &outer) };
        let mut copy = self.copy_like(symbol, outer, how, Some((Reducing { op, item, tasks }, beside)), false)?;
        copy.tasks = with;
        Ok(copy)
    }

    /// The variable of an item of a reduction clause, and what the construct takes for it.
    fn reduced_variable(&mut self, item: &'p Expr) -> Lowered<(SymbolId, Binding)> {
        let base = match &item.kind {
            ExprKind::Elem { base, .. } | ExprKind::Section { base, .. } => base,
            _ => item,
        };
        let ExprKind::Var(symbol) = base.kind else { return unsupported(item.span, "a reduction of this") };
        let outer = self.binding(symbol, item.span)?;
        // On the host the copies of allocatable variables are allocatable too.
        let keeps =
            matches!(item.kind, ExprKind::Var(_)) && self.sym(symbol).allocatable && !self.f.elsewhere.in_target();
        let (&Binding::Box(bx), false) = (&outer, keeps) else { return Ok((symbol, outer)) };
        let bx = match self.doubt(symbol)? {
            Some(here) => {
                let absent = self.b().unary(OpKind::Not, here, Type::BOOL);
                guarded(self.b(), bx, absent)
            }
            None => bx,
        };
        let described = match self.is_polymorphic(symbol) {
            true => {
                let dynamic = self.box_type(bx);
                self.entities.set_dynamic(symbol, Some(dynamic));
                self.class_binding(bx)
            }
            false => self.described_now(bx),
        };
        Ok((symbol, described))
    }

    /// The part of a variable that an item of a reduction clause is, where it is not the whole.
    fn reduced_part(&mut self, s: SymbolId, outer: &Binding, item: &'p Expr) -> Lowered<Option<ReducedPart>> {
        if matches!(item.kind, ExprKind::Var(_)) {
            return Ok(None);
        }
        let memory = self.with_bindings(|l| {
            l.entities.bind(s, outer.clone());
            l.place(item)
        })?;
        let one = self.idx(1);
        let (mut dimensions, mut bounds) = (Vec::new(), Vec::new());
        match memory {
            Place::Scalar(r) => {
                let Some(elem) = self.m.def_of(r, OpKind::ViewElem) else {
                    return unsupported(item.span, "a reduction of this part of a variable");
                };
                for &at in &self.m.operands(elem).to_vec()[1..] {
                    dimensions.push(Dimension::Subscript);
                    bounds.push([at, one, one]);
                }
            }
            Place::Array { view, .. } => {
                let section = self.m.def_of(view, OpKind::ViewSection);
                let Some(parts) = section.and_then(|o| ferrotran_ir::section::parts(&self.m, o)) else {
                    return unsupported(item.span, "a reduction of this part of a variable");
                };
                let zero = self.idx(0);
                let whole = self.data_of(outer, item.span)?;
                for (d, p) in parts.iter().enumerate() {
                    let (dimension, bound) = match *p {
                        Part::Index(at) => (Dimension::Subscript, [at, one, one]),
                        Part::Range { start, extent, step } => {
                            let unit = self.known(step) == Some(1);
                            (Dimension::Range { extent: self.known(extent), unit }, [start, extent, step])
                        }
                        Part::Whole => {
                            let n = self.view_extent(whole, d);
                            (Dimension::Whole(self.known(n)), [zero, n, one])
                        }
                    };
                    dimensions.push(dimension);
                    bounds.push(bound);
                }
            }
        }
        Ok(Some(ReducedPart { kind: PartKind(dimensions), bounds }))
    }

    /// In front of a task, or of a loop that becomes tasks (`kept`: false): the copies with the values of now.
    pub(super) fn values_of(&mut self, list: &[SymbolId], kept: bool) -> Lowered<Copies> {
        let mut out = Copies::default();
        for &symbol in list {
            let span = self.sym(symbol).span;
            let outer = self.binding(symbol, span)?;
            let value = self.is_value(symbol, &outer);
            out.0.push(self.copy_like(symbol, outer, DataSharing::Firstprivate, None, kept && !value)?);
        }
        Ok(out)
    }

    /// Whether a task takes the value of a variable, not a copy in memory.
    fn is_value(&self, s: SymbolId, b: &Binding) -> bool {
        matches!(b, Binding::Scalar(_)) && !matches!(self.sym(s).ty, Ty::Derived(_) | Ty::Class(_) | Ty::Character(..))
    }

    /// Whether there are copies in memory among those that have values.
    pub(super) fn hold_memory(&self, copies: &Copies) -> bool {
        !self.in_memory(copies).is_empty()
    }

    /// The variables of which there are such copies.
    pub(super) fn in_memory(&self, copies: &Copies) -> Vec<SymbolId> {
        let held = |c: &&Copy| (c.how.takes_value() || c.how.is_linear()) && !self.is_value(c.symbol, &c.outer);
        copies.0.iter().filter(held).map(|c| c.symbol).collect()
    }

    /// The copy in which a task takes part in a reduction of what is in that memory.
    pub(super) fn joined_copy(
        &mut self,
        op: Result<ReduceOp, &'p UserReduction>,
        item: &'p Expr,
        with: Option<Value>,
    ) -> Lowered<Copy> {
        let (symbol, own) = self.reduced_variable(item)?;
        let part = self.reduced_part(symbol, &own, item)?;
        let whole = part.is_none();
        let (outer, with) = match (own, with) {
            (Binding::Array { lbs, .. }, Some(view)) if whole => (Binding::Array { view, lbs }, None),
            (Binding::Scalar(_), Some(r)) if whole => (Binding::Scalar(r), None),
            (own, with) => (own, with),
        };
        let shared = match with {
            Some(with) => with,
            None => self.data_of(&outer, item.span)?,
        };
        let beside = Beside { part, with, open: !self.is_closed(op, &outer) };
        let reducing = Some((Reducing { op, item, tasks: true }, beside));
        let mut copy = self.copy_like(symbol, outer, DataSharing::InReduction, reducing, false)?;
        copy.tasks = whole.then_some(shared);
        Ok(copy)
    }

    fn copy_like(
        &mut self,
        symbol: SymbolId,
        outer: Binding,
        how: DataSharing,
        reducing: Option<(Reducing<'p>, Beside)>,
        kept: bool,
    ) -> Lowered<Copy> {
        let sym = self.sym(symbol);
        let (reducing, beside) = match reducing {
            Some((r, beside)) => (Some(r), beside),
            None => (None, Beside::default()),
        };
        let (bound, original) = match &outer {
            Binding::Scalar(_) | Binding::Array { .. } if self.is_polymorphic(symbol) => {
                let entity = self.bound_entity(symbol, &outer)?;
                (Bound::Class, self.class_box(&entity, BoxAttribute::Other))
            }
            Binding::Scalar(r) => (Bound::Scalar, *r),
            Binding::Array { view, .. } => (Bound::Array, *view),
            Binding::Box(b) => (Bound::Box, *b),
            Binding::Value(_) | Binding::Proc(_) => return unsupported(sym.span, "a private copy of this variable"),
        };
        let here = self.doubt(symbol)?;
        if here.is_some() && reducing.is_some_and(|r| r.tasks) {
            return unsupported(sym.span, "a reduction by tasks of an argument that may be absent");
        }
        let kind = Kind {
            takes_value: how.takes_value(),
            gives_value: how.gives_value(),
            linear: how.is_linear(),
            product: how == DataSharing::Product,
            original: self.m.ty(original),
            ty: discriminant(&sym.ty),
            of: match &sym.ty {
                Ty::Derived(t) | Ty::Class(Some(t)) => Some(*t),
                _ => None,
            },
            bound,
            allocatable: sym.allocatable,
            pointer: sym.pointer,
            kept,
            entered: self.entered.contains(&symbol),
            optional: sym.optional && !self.entities.is_present(symbol),
            elsewhere: (self.f.elsewhere.in_target(), self.f.elsewhere.any()),
            fenv: self.f.fenv,
            // Memory of devices is aligned as they want.
            alignment: if self.f.elsewhere.in_target() { 0 } else { self.omp.alignment(symbol) },
            lbs: match (&outer, reducing.map(|r| r.op)) {
                (Binding::Array { lbs, .. }, Some(Err(d))) if d.whole => self.known_bounds(lbs).unwrap_or_default(),
                _ => Vec::new(),
            },
            reduces: reducing.map(|r| Reduces {
                by: r.op.map_err(|d| d.symbols),
                tasks: r.tasks,
                part: beside.part.as_ref().map(|p| p.kind.clone()),
            }),
            with: beside.with.map(|v| self.m.ty(v)),
        };
        let known = self.recipes.known.get(&kind).filter(|_| !beside.open).cloned();
        let (recipe, fresh, more) = match known {
            Some((recipe, fresh)) => (recipe, fresh, Vec::new()),
            None => {
                let around = beside.open.then_some(&outer);
                let (recipe, fresh, more) = self.build_recipe(symbol, &kind, reducing, around)?;
                if !beside.open {
                    self.recipes.known.insert(kind, (recipe.clone(), fresh));
                }
                (recipe, fresh, more)
            }
        };
        let original = self.reduced_original(original, &beside, &more);
        Ok(Copy { symbol, outer, bound, original, how, recipe, fresh, here, tasks: None })
    }

    /// The operand of a construct that reduces a variable, as it is or with what the regions of the recipe get.
    fn reduced_original(&mut self, original: Value, beside: &Beside, more: &[Value]) -> Value {
        if beside.part.is_none() && beside.with.is_none() && more.is_empty() {
            return original;
        }
        let bounds = beside.part.iter().flat_map(|p| p.bounds.iter().copied()).collect::<Vec<[Value; 3]>>();
        let bounds: Vec<Value> = bounds.into_iter().map(|b| self.bounds_of_dimension(b)).collect();
        let ty = self.m.ty(original);
        self.b().op(OpKind::OmpReduced).arg(original).args(&bounds).opt(beside.with).args(more).result(ty).value()
    }

    /// Builds a recipe for variables like that one, or, where its code uses what is around the construct (`around`: the
    /// variable there), for that one. The last of the results is what it uses.
    fn build_recipe(
        &mut self,
        s: SymbolId,
        kind: &Kind,
        by: Option<Reducing<'p>>,
        around_it: Option<&Binding>,
    ) -> Lowered<(String, Type, Vec<Value>)> {
        let init = self.m.new_region(&[&[kind.original], &kind.given()[..]].concat());
        let mut around = replace(&mut self.f, FnState::new(init));
        (self.f.loc, self.f.fenv) = (around.loc, around.fenv);
        self.f.elsewhere = take(&mut around.elsewhere);
        // A recipe knows nothing of the procedure, unless its code does.
        let known = match around_it {
            Some(_) => self.entities.clone(),
            None => self.entities.proc.map_or_else(Entities::default, Entities::of),
        };
        let entities = replace(&mut self.entities, known);
        let lbs = match around_it {
            Some(Binding::Array { lbs, .. }) => lbs.clone(),
            _ => Vec::new(),
        };
        let out = self.recipe_regions(s, kind, by, init, &lbs);
        around.elsewhere = take(&mut self.f.elsewhere);
        self.f = around;
        self.entities = entities;
        let (regions, fresh) = out?;
        let more = self.give_what_is_used([init, regions[1], regions[2]]);
        let how = match (by, kind.takes_value, kind.gives_value) {
            (Some(_), ..) => DataSharing::Reduction,
            _ if kind.product => DataSharing::Product,
            _ if kind.linear => DataSharing::Linear,
            (None, true, true) => DataSharing::FirstLastprivate,
            (None, true, false) => DataSharing::Firstprivate,
            (None, false, true) => DataSharing::Lastprivate,
            (None, false, false) => DataSharing::Private,
        };
        let task = if kind.kept { "task." } else { "" };
        let sym = format!("omp.{task}{}.{}", how.name(), self.recipes.made);
        self.recipes.made += 1;
        let reads = by.and_then(|by| by.op.err()).is_some_and(reads_original);
        let (top, loc) = (self.m.top, self.f.loc);
        let mut b = ferrotran_ir::Builder::at_end(&mut self.m, top);
        b.loc = loc;
        let mut op = b
            .op(OpKind::OmpRecipe)
            .attr("sym", Attr::Sym(sym.as_str().into()))
            .flag("reads_original", reads)
            .flag("optional", kind.optional)
            .flag("kept", kind.kept)
            .flag("linear", kind.linear)
            .region(init);
        for r in regions {
            op = op.region(r);
        }
        op.build();
        Ok((sym, fresh, more))
    }

    /// What regions use of the outside becomes arguments of all of them. The result is what they are to be given.
    fn give_what_is_used(&mut self, regions: [Region; 3]) -> Vec<Value> {
        let mut out: Vec<Value> = Vec::new();
        for r in regions {
            for v in self.m.free_values(r) {
                if !out.contains(&v) {
                    out.push(v);
                }
            }
        }
        for &v in &out {
            let ty = self.m.ty(v);
            for r in regions {
                let arg = self.m.add_arg(r, ty);
                self.m.replace_uses(r, v, arg);
            }
        }
        out
    }

    /// Fills the regions of a recipe; the result is those behind `init`, and the type of what that makes.
    fn recipe_regions(
        &mut self,
        s: SymbolId,
        kind: &Kind,
        by: Option<Reducing<'p>>,
        init: Region,
        lbs: &[Value],
    ) -> Lowered<([Region; 3], Type)> {
        let (arg, given) = (self.m.args(init)[0], kind.beside(&self.m.args(init)[1..]));
        let bound = |l: &mut Self, v: Value| match lbs {
            [] => l.bound_as(s, kind.bound, &kind.lbs, v),
            _ if kind.bound == Bound::Array => Ok(Binding::Array { view: v, lbs: lbs.to_vec() }),
            _ => l.bound_as(s, kind.bound, &[], v),
        };
        let outer = bound(self, arg)?;
        // What is released is what `dealloc` releases.
        let ((fresh, _), _) = self.collecting_temps(|l| l.collecting_exits(|l| l.fresh_storage(s, kind, &outer)));
        let (fresh, value) = fresh?;
        self.with_temps(|l| {
            if !kind.takes_value {
                // The rest of an array can be read as it was. On a device only the part is mapped.
                let rest = given.part.is_some() && !l.f.elsewhere.in_target();
                l.where_there(s, kind, &outer, |l| l.begin_copy(s, &fresh, &outer, rest))?;
            }
            let Some(by) = by else { return Ok(()) };
            l.where_there(s, kind, &outer, |l| l.begin_in_recipe(by, &fresh, &outer, &given))
        })?;
        self.b().op(OpKind::Yield).args(&[value]).build();
        self.forget_names(init);
        let made = self.m.ty(value);

        let way = kind.linear.then(|| self.m.types.held(kind.original));
        let copied: Vec<Type> = [kind.original, made].into_iter().chain(way).collect();
        let combined = [&[kind.original, made], &kind.given()[..]].concat();
        let (copy, combine) = (self.m.new_region(&copied), self.m.new_region(&combined));
        let both = |l: &mut Self, r: Region, run: &dyn Fn(&mut Self, &Binding, &Binding) -> Lowered<()>| {
            l.within(r, |l| {
                let args = l.m.args(r).to_vec();
                let outer = bound(l, args[0])?;
                let run = |l: &mut Self| {
                    let fresh = bound(l, args[1])?;
                    run(l, &fresh, &outer)
                };
                l.with_temps(|l| l.where_there(s, kind, &outer, run))
            })
        };
        if kind.takes_value {
            both(self, copy, &|l, fresh, outer| l.copy_variable(s, fresh, outer))?;
        }
        if kind.linear {
            let way = self.m.args(copy)[2];
            let span = self.sym(s).span;
            both(self, copy, &|l, fresh, outer| l.copy_linear(fresh, outer, way, kind.product, span))?;
        }
        if kind.gives_value {
            both(self, combine, &|l, fresh, outer| l.copy_variable(s, outer, fresh))?;
        }
        if let Some(by) = by {
            let given = kind.beside(&self.m.args(combine)[2..]);
            both(self, combine, &|l, fresh, outer| l.combine_in_recipe(by, fresh, outer, &given, kind.optional))?;
        }
        let dealloc = self.m.new_region(&[&[made], &kind.given()[..]].concat());
        self.within(dealloc, |l| {
            let arg = l.m.args(dealloc)[0];
            let given = kind.beside(&l.m.args(dealloc)[1..]);
            if kind.bound == Bound::Class {
                if let Some(by) = by {
                    let fresh = bound(l, arg)?;
                    l.end_in_recipe(by, &fresh, &given)?;
                }
                l.release(Cleanup::Class(arg));
                if kind.kept {
                    let at = l.cast_ref(arg, Type::PTR);
                    l.release(Cleanup::Free(at));
                }
                return Ok(());
            }
            let fresh = bound(l, arg)?;
            if let Some(c) = l.end_on_devices(s, &fresh) {
                l.release(c);
            }
            if kind.kept {
                return l.end_kept(s, &fresh);
            }
            by.map_or(Ok(()), |by| l.end_in_recipe(by, &fresh, &given))?;
            l.end_copy(s, &fresh)
        })?;
        Ok(([copy, combine, dealloc], made))
    }

    /// Storage for a copy, and the value that stands for it.
    fn fresh_storage(&mut self, s: SymbolId, kind: &Kind, outer: &Binding) -> Lowered<(Binding, Value)> {
        if kind.bound == Bound::Class {
            let sym = self.sym(s);
            let elem = self.ir_ty(&sym.ty, sym.span)?;
            let like = self.bound_entity(s, outer)?;
            let bx = match kind.kept {
                true => self.kept_descriptor(kind.original, sym.rank()),
                false => self.new_class_box(sym.rank(), elem, BoxAttribute::Allocatable),
            };
            self.allocate_as(bx, &like, true)?;
            return Ok((self.class_binding(bx), bx));
        }
        let fresh = if kind.kept { self.task_storage(s, outer)?.1 } else { self.storage_like(s, outer)? };
        self.align_storage(&fresh, kind.alignment);
        let value = match &fresh {
            Binding::Scalar(v) | Binding::Array { view: v, .. } | Binding::Box(v) => *v,
            Binding::Value(_) | Binding::Proc(_) => {
                return unsupported(self.sym(s).span, "a private copy of this variable");
            }
        };
        Ok((fresh, value))
    }

    /// Runs `f` where there is an original.
    fn where_there(
        &mut self,
        s: SymbolId,
        kind: &Kind,
        outer: &Binding,
        f: impl FnOnce(&mut Self) -> Lowered<()>,
    ) -> Lowered<()> {
        if !kind.optional {
            return f(self);
        }
        let at = self.binding_address(s, outer)?;
        let there = self.is_there(at);
        self.if_else(there, f, |_| Ok(()))
    }

    /// The variable in a recipe, or in the body of a construct, which a value stands for.
    fn bound_as(&mut self, s: SymbolId, bound: Bound, lbs: &[i64], v: Value) -> Lowered<Binding> {
        Ok(match bound {
            Bound::Scalar => Binding::Scalar(v),
            // Other copies do not hang on lower bounds.
            Bound::Array => Binding::Array { view: v, lbs: lbs.iter().map(|&n| self.idx(n)).collect() },
            Bound::Box => Binding::Box(v),
            Bound::Class => {
                let dynamic = self.box_type(v);
                self.entities.set_dynamic(s, Some(dynamic));
                self.class_binding(v)
            }
        })
    }

    /// Lower bounds, if all of them are known.
    pub(super) fn known_bounds(&self, lbs: &[Value]) -> Option<Vec<i64>> {
        lbs.iter().map(|&v| self.known(v)).collect()
    }

    /// What a descriptor of a polymorphic object describes.
    fn class_binding(&mut self, bx: Value) -> Binding {
        match self.class_place(bx) {
            Place::Scalar(r) => Binding::Scalar(r),
            Place::Array { view, lbs } => Binding::Array { view, lbs: lbs.unwrap_or_default() },
        }
    }

    /// At the begin of the body of a construct: binds the variables to their copies, the last arguments of the body.
    pub(super) fn begin_copies(&mut self, copies: &Copies, body: Region) -> Lowered<()> {
        self.bind_copies(copies, body)?;
        for c in &copies.0 {
            if let Some(b) = self.entities.get(c.symbol).cloned() {
                self.tell_copy(c.symbol, &b);
            }
        }
        Ok(())
    }

    /// As [`Lower::begin_copies`], without a word to debuggers: in the body nothing may stand but parts of the construct.
    pub(super) fn bind_copies(&mut self, copies: &Copies, body: Region) -> Lowered<()> {
        let args = self.m.args(body).to_vec();
        for (c, &v) in copies.0.iter().zip(&args[args.len() - copies.0.len()..]) {
            let fresh = match (c.bound, &c.outer) {
                (Bound::Array, Binding::Array { lbs, .. }) => Binding::Array { view: v, lbs: lbs.clone() },
                (Bound::Class, _) => self.class_binding(v),
                (Bound::Scalar | Bound::Array | Bound::Box, _) => self.bound_as(c.symbol, c.bound, &[], v)?,
            };
            let fresh = self.only_where(c.here, c.symbol, fresh)?;
            self.entities.bind(c.symbol, fresh);
        }
        Ok(())
    }

    /// Runs `f`, where the body of a construct is lowered: tasks combine with the originals of reductions they may take
    /// part in.
    pub(super) fn with_reduced<T>(&mut self, copies: &Copies, f: impl FnOnce(&mut Self) -> T) -> T {
        let listed = copies.0.iter().filter_map(|c| Some((c.symbol, c.tasks?)));
        let before: Vec<_> = listed.map(|(s, with)| (s, self.omp.set_reduced(s, Some(with)))).collect();
        let out = f(self);
        for (s, with) in before.into_iter().rev() {
            self.omp.set_reduced(s, with);
        }
        out
    }
}

impl Lower<'_> {
    /// The operands and the attribute of the construct's op.
    pub(super) fn copy_operands(&self, copies: &Copies) -> (Vec<Value>, Vec<VariableCopy>) {
        let one =
            |c: &Copy| VariableCopy { how: c.how, recipe: c.recipe.clone(), name: self.sym(c.symbol).name.to_string() };
        (copies.0.iter().map(|c| c.original).collect(), copies.0.iter().map(one).collect())
    }
}

impl FunctionBuilder {
    /// A descriptor of polymorphic objects that lives as long as a task.
    fn kept_descriptor(&mut self, ty: Type, rank: usize) -> Value {
        let bytes = self.idx(ferrotran_abi::desc::class_size(rank) as i64);
        let at = self.b().op(OpKind::Alloc).arg(bytes).attr("name", Attr::str("")).result(Type::PTR).value();
        let bx = self.cast_ref(at, ty);
        self.b().op(OpKind::BoxInit).arg(bx).choice(BoxAttribute::Allocatable).build();
        self.forget_type(bx);
        bx
    }

    /// Whether an address is not null.
    fn is_there(&mut self, at: Value) -> Value {
        let null = self.b().op(OpKind::NullPtr).result(Type::PTR).value();
        let none = self.b().op(OpKind::PtrCmp).arg(at).arg(null).result(Type::BOOL).value();
        self.b().unary(OpKind::Not, none, Type::BOOL)
    }

    /// The storage that a recipe makes has the name of the variable that it is used for.
    fn forget_names(&mut self, init: Region) {
        for op in self.m.walk(init) {
            if self.m.attr(op, "name").is_some() && matches!(self.m.kind(op), OpKind::Alloca | OpKind::Alloc) {
                self.m.set_attr(op, "name", Attr::str(""));
            }
        }
    }
}
