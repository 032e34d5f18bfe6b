//! Mappers: what DECLARE MAPPER makes of the items of map and motion clauses (OpenMP 6.0, 7.9.10).
//!
//! A mapper is applied to every element of an array: its maps are then repeated by iterators over the elements.

use crate::ctx::*;
use crate::decl::resolve::int8;
use ferrotran_source::Span;
use ferrotran_source::message::ErrorCode;
use ferrotran_syntax::ast::{self, OmpArg, OmpClause};
use ferrotran_syntax::omp::ClauseKind;
use ferrotran_typed::intrinsics::Intrinsic;
use ferrotran_typed::*;

/// How a clause maps its items.
#[derive(Clone, Copy)]
pub(super) struct How {
    pub ty: MapType,
    pub ways: MapWays,
}

/// Iterators as [`Clause::Iterated`] has them, outermost first.
type Iterators = Vec<(SymbolId, Expr, Expr, Expr)>;

/// A mapper and the scope that declares it.
type Mapper<'a> = (ScopeId, &'a ast::OmpConstruct);

/// How an item is mapped.
struct Choice<'a> {
    /// Where this is known at run time only.
    when: Option<Expr>,
    /// The type that it has.
    of: TypeId,
    /// None: as it is.
    mapper: Option<Mapper<'a>>,
}

/// The modifier of that name of a clause.
fn modifier<'c>(cl: &'c OmpClause, name: &str) -> Option<&'c ast::OmpModifier> {
    cl.modifiers.iter().find(|m| &*m.name == name)
}

impl<'a> Sema<'a> {
    /// What mappers make of a map or motion clause; other clauses stay as they are.
    pub(super) fn with_mappers(&mut self, sc: ScopeId, cl: &'a OmpClause, clause: Clause) -> Res<Vec<Clause>> {
        match clause {
            Clause::Map { ty, ways, items } => self.mapped_by(sc, cl, How { ty, ways }, items, &mut vec![]),
            Clause::Update { to, present, items } => {
                let ty = if to { MapType::To } else { MapType::From };
                let list = self.mapped_by(
                    sc,
                    cl,
                    How { ty, ways: MapWays { present, ..MapWays::default() } },
                    items,
                    &mut vec![],
                )?;
                // What the mapper does not move this way stays.
                Ok(list.into_iter().filter_map(|c| moved(c, ty)).collect())
            }
            Clause::Iterated { vars, clause } => {
                let list = self.with_mappers(sc, cl, *clause)?;
                Ok(list.into_iter().map(|c| repeated(vars.clone(), c)).collect())
            }
            other => Ok(vec![other]),
        }
    }

    /// What default mappers make of the implicit maps of objects that a region uses.
    pub(super) fn implicitly_mapped(
        &mut self,
        sc: ScopeId,
        objects: Vec<SymbolId>,
        clauses: &[Clause],
        span: Span,
    ) -> Res<Vec<Clause>> {
        let mut out = vec![];
        let none = MapWays::default();
        for s in objects {
            let y = self.sym(s);
            let x = Expr { kind: ExprKind::Var(s), ty: y.ty.clone(), rank: y.rank(), span };
            let category = Category::of(y);
            let by_default = clauses.iter().find_map(|c| match c {
                Clause::Defaultmap { how, of } if of.has(category) => Some(*how),
                _ => None,
            });
            let (present, itself) = (MapWays { present: true, ..none }, MapWays { itself: true, ..none });
            let (ty, ways) = match by_default.unwrap_or(DefaultMapping::Default) {
                DefaultMapping::Default | DefaultMapping::Tofrom => (MapType::Tofrom, none),
                DefaultMapping::Alloc => (MapType::Alloc, none),
                DefaultMapping::To => (MapType::To, none),
                DefaultMapping::From => (MapType::From, none),
                DefaultMapping::Present => (MapType::Tofrom, present),
                DefaultMapping::Itself => (MapType::Tofrom, itself),
                DefaultMapping::Firstprivate | DefaultMapping::Private | DefaultMapping::None => continue,
            };
            let how = How { ty, ways };
            let list = self.default_mappers(sc, &x)?;
            let plain = list.iter().all(|c| c.mapper.is_none());
            for Choice { when, of, mapper } in list.into_iter().filter(|_| !plain) {
                let mut clauses = vec![];
                match mapper {
                    Some(mapper) => self.apply_mapper(mapper, how, (x.clone(), of), &mut vec![], &mut clauses)?,
                    None => clauses.push(Clause::Map { ty, ways, items: vec![x.clone()] }),
                }
                self.add_if(sc, when, clauses, &mut out);
            }
        }
        Ok(out)
    }

    /// What the mapper that a clause names, or the default ones, make of its items. `active`: mappers that are being
    /// applied; what they map is mapped as it is where it would need them again.
    fn mapped_by(
        &mut self,
        sc: ScopeId,
        cl: &'a OmpClause,
        how: How,
        items: Vec<Expr>,
        active: &mut Vec<Span>,
    ) -> Res<Vec<Clause>> {
        let named = match modifier(cl, "mapper").and_then(|m| m.args.first().map(|e| (m, e))) {
            Some((_, ast::Expr { kind: ast::ExprKind::Ref(p), .. })) if p.len() == 1 => Some(p[0].name.clone()),
            Some((m, _)) => {
                return Err(self.err(ErrorCode::OmpModifier, m.span, "`mapper` takes the name of a mapper"));
            }
            None => None,
        };
        let named = named.filter(|n| &*n.name != "default");
        let (mut plain, mut out) = (vec![], vec![]);
        for x in items {
            let list = match &named {
                None => self.default_mappers(sc, &x)?,
                Some(n) => {
                    let Some(of) = object_type(&x.ty) else { return Err(self.no_mapper(n)) };
                    let Some(mapper) = self.mapper_of(sc, of, Some(&*n.name))? else { return Err(self.no_mapper(n)) };
                    vec![Choice { when: None, of, mapper: Some(mapper) }]
                }
            };
            if list.is_empty() {
                plain.push(x);
                continue;
            }
            for Choice { when, of, mapper } in list {
                let mut clauses = vec![];
                match mapper {
                    Some(mapper) if !active.contains(&mapper.1.span) => {
                        self.apply_mapper(mapper, how, (x.clone(), of), active, &mut clauses)?;
                    }
                    Some(_) | None if when.is_none() => plain.push(x.clone()),
                    Some(_) | None => {
                        clauses.push(Clause::Map { ty: how.ty, ways: how.ways, items: vec![x.clone()] });
                    }
                }
                self.add_if(sc, when, clauses, &mut out);
            }
        }
        if !plain.is_empty() {
            let How { ty, ways } = how;
            out.insert(0, Clause::Map { ty, ways, items: plain });
        }
        Ok(out)
    }

    /// Adds what a mapper makes of one item.
    fn apply_mapper(
        &mut self,
        (at, c): Mapper<'a>,
        how: How,
        (x, of): (Expr, TypeId),
        active: &mut Vec<Span>,
        out: &mut Vec<Clause>,
    ) -> Res<()> {
        let inner = self.new_scope(ScopeKind::Block, Some(at), String::new());
        let mut elements = vec![];
        let element = match self.is_there(&x) {
            // Nothing is mapped of an object that is not there.
            Some(there) if x.rank == 0 => {
                self.once_if(inner, there, &mut elements);
                x.clone()
            }
            _ => self.element(inner, x.clone(), &mut elements)?,
        };
        let Some(var) = c.args.iter().find_map(|a| match a {
            OmpArg::Expr(ast::Expr { kind: ast::ExprKind::Ref(p), .. }) => Some(p[0].name.clone()),
            _ => None,
        }) else {
            return Err(Reported);
        };
        let owner = self.place.proc;
        let v = self.new_symbol(var.name.clone(), var.span, Ty::Derived(of), Dims::Scalar, Storage::Local, inner);
        self.sym_mut(v).owner = owner;
        self.bind(inner, var.name, Entity::Symbol(v), var.span);
        let object = |e: &Expr| matches!(e.kind, ExprKind::Var(s) if s == v);
        for cl in c.clauses.iter().filter(|k| k.kind == ClauseKind::Map) {
            let mut nothing = Default::default();
            let (own, clause) = match modifier(cl, "iterator") {
                Some(m) => match self.iterated(inner, c.directive, cl, m, &mut nothing)? {
                    Clause::Iterated { vars, clause } => (vars, *clause),
                    other => (vec![], other),
                },
                None => (vec![], self.map_clause(inner, cl, c.directive, &mut nothing)?),
            };
            let Clause::Map { ty, ways, items } = clause else { continue };
            let how = How { ty: combined(how.ty, ty), ways: both(how.ways, ways) };
            let (whole, mut parts): (Vec<Expr>, Vec<Expr>) = items.into_iter().partition(object);
            if !whole.is_empty() {
                // All elements at once.
                let How { ty, ways } = how;
                let map = Clause::Map { ty, ways, items: vec![x.clone()] };
                out.push(if elements.is_empty() { map } else { repeated(vec![], map) });
            }
            if parts.is_empty() {
                continue;
            }
            let stands_for = |e: &Expr| object(e).then(|| element.clone());
            parts.iter_mut().for_each(|i| i.replace(&stands_for));
            let mut iterators: Iterators = elements.clone();
            for (s, mut lower, mut upper, mut step) in own {
                [&mut lower, &mut upper, &mut step].into_iter().for_each(|e| e.replace(&stands_for));
                iterators.push((s, lower, upper, step));
            }
            active.push(c.span);
            let list = self.mapped_by(inner, cl, how, parts, active);
            active.pop();
            out.extend(
                list?.into_iter().map(|c| if iterators.is_empty() { c } else { repeated(iterators.clone(), c) }),
            );
        }
        Ok(())
    }

    /// An element of an array or section, with iterators over all of them.
    fn element(&mut self, sc: ScopeId, x: Expr, iterators: &mut Iterators) -> Res<Expr> {
        if x.rank == 0 {
            return Ok(x);
        }
        let (ty, span) = (x.ty.clone(), x.span);
        match x.kind {
            ExprKind::Section { base, subs } => {
                let mut list = vec![];
                for (d, s) in subs.into_iter().enumerate() {
                    match s {
                        Subscript::Index(e) => list.push(e),
                        Subscript::Range { lower, upper, step } => {
                            let lower = lower.unwrap_or_else(|| self.bound(&base, Intrinsic::Lbound, d));
                            let upper = upper.unwrap_or_else(|| self.bound(&base, Intrinsic::Ubound, d));
                            let step = step.unwrap_or_else(|| int8(1, span));
                            list.push(self.iterator(sc, (lower, upper, step), iterators));
                        }
                        Subscript::Vector(_) => {
                            return Err(self.unsupported(span, "a mapper for elements that a vector subscript names"));
                        }
                    }
                }
                Ok(Expr { kind: ExprKind::Elem { base, subs: list }, ty, rank: 0, span })
            }
            ExprKind::Component { base, of, index } if base.rank != 0 => {
                let base = Box::new(self.element(sc, *base, iterators)?);
                let rank = self.ty(of).components[index].dims.rank();
                let one = Expr { kind: ExprKind::Component { base, of, index }, ty, rank, span };
                self.element(sc, one, iterators)
            }
            ExprKind::Var(_) | ExprKind::Component { .. } => {
                let rank = x.rank;
                let mut subs = vec![];
                for d in 0..rank {
                    let ends = [Intrinsic::Lbound, Intrinsic::Ubound].map(|id| self.bound(&x, id, d));
                    let [lower, upper] = ends;
                    subs.push(self.iterator(sc, (lower, upper, int8(1, span)), iterators));
                }
                Ok(Expr { kind: ExprKind::Elem { base: Box::new(x), subs }, ty, rank: 0, span })
            }
            _ => Err(self.unsupported(span, "an array whose elements a mapper maps")),
        }
    }

    /// A new iterator, as an expression.
    fn iterator(&mut self, sc: ScopeId, (lower, upper, step): (Expr, Expr, Expr), iterators: &mut Iterators) -> Expr {
        let span = lower.span;
        let n = self.fresh();
        let ty = Ty::Integer(8);
        let name: ast::Name = format!("(element.{n})").into();
        let s = self.new_symbol(name, span, ty.clone(), Dims::Scalar, Storage::Local, sc);
        let owner = self.place.proc;
        self.sym_mut(s).owner = owner;
        self.si_mut(s).used = true;
        iterators.push((s, lower, upper, step));
        Expr { kind: ExprKind::Var(s), ty, rank: 0, span }
    }

    /// An iterator with one value where the condition holds, and none elsewhere.
    fn once_if(&mut self, sc: ScopeId, condition: Expr, iterators: &mut Iterators) {
        let span = condition.span;
        let args = vec![Some(condition), Some(int8(1, span)), Some(int8(0, span))];
        let kind = ExprKind::Intrinsic { id: Intrinsic::Conditional, args };
        let last = Expr { kind, ty: Ty::Integer(8), rank: 0, span };
        self.iterator(sc, (int8(1, span), last, int8(1, span)), iterators);
    }

    /// Adds clauses that count where the condition holds.
    fn add_if(&mut self, sc: ScopeId, condition: Option<Expr>, clauses: Vec<Clause>, out: &mut Vec<Clause>) {
        let Some(condition) = condition else { return out.extend(clauses) };
        let inner = self.new_scope(ScopeKind::Block, Some(sc), String::new());
        let mut once = vec![];
        self.once_if(inner, condition, &mut once);
        out.extend(clauses.into_iter().map(|c| repeated(once.clone(), c)));
    }

    fn no_mapper(&mut self, n: &ast::Ident) -> Reported {
        self.err(ErrorCode::Name, n.span, format!("there is no mapper `{}` for this type", n.name))
    }

    /// The default mappers of an item. A polymorphic one takes that of its dynamic type, or of the nearest type that this
    /// extends, up to the declared type; so there may be several, and the mapping without a mapper is one of them.
    fn default_mappers(&mut self, sc: ScopeId, x: &Expr) -> Res<Vec<Choice<'a>>> {
        let Some(declared) = object_type(&x.ty) else { return Ok(vec![]) };
        let own = self.mapper_of(sc, declared, None)?;
        let mut list: Vec<(TypeId, Mapper<'a>)> = vec![];
        if matches!(x.ty, Ty::Class(_)) {
            for t in (0..self.prog.types.len() as u32).map(TypeId) {
                let known = list.iter().any(|l| self.same_type(l.0, t));
                if !known
                    && self.extends(t, declared)
                    && !self.same_type(t, declared)
                    && let Some(mapper) = self.mapper_of(sc, t, None)?
                {
                    list.push((t, mapper));
                }
            }
        }
        if list.is_empty() {
            return Ok(own.map(|m| Choice { when: None, of: declared, mapper: Some(m) }).into_iter().collect());
        }
        // The condition: it is of one type, and of none of those that extend that.
        let mut out = vec![];
        for &(of, mapper) in &list {
            out.push(Choice { when: Some(self.is_of(x, Some(of), &list)), of, mapper: Some(mapper) });
        }
        out.push(Choice { when: Some(self.is_of(x, None, &list)), of: declared, mapper: own });
        Ok(out)
    }

    /// The default mapper of a type, or the one of that name.
    fn mapper_of(&mut self, sc: ScopeId, of: TypeId, name: Option<&str>) -> Res<Option<Mapper<'a>>> {
        let mut places = vec![];
        let mut at = Some(sc);
        while let Some(s) = at {
            places.push(s);
            at = self.sc(s).parent;
        }
        places.extend((0..self.scopes.len() as u32).map(ScopeId).filter(|s| self.sc(*s).kind == ScopeKind::Module));
        for s in places {
            for c in self.sc(s).mappers.clone() {
                let own = c.args.iter().find_map(|a| match a {
                    OmpArg::Word(w) => Some(&*w.name),
                    _ => None,
                });
                if own.filter(|n| *n != "default") != name {
                    continue;
                }
                for a in &c.args {
                    if let OmpArg::Type(t) = a
                        && self.type_spec(s, t)? == Ty::Derived(of)
                    {
                        return Ok(Some((s, c)));
                    }
                }
            }
        }
        Ok(None)
    }
}

impl<'a> Facts<'a> {
    /// Whether an object is of a type, or an extension, but of none of the others that extend it. Without a type: of none.
    fn is_of(&self, x: &Expr, of: Option<TypeId>, others: &[(TypeId, Mapper<'a>)]) -> Expr {
        let (ty, span) = (Ty::Logical(self.opts.default_logical), x.span);
        let call = |id, args: Vec<Expr>| {
            let args = args.into_iter().map(Some).collect();
            Expr { kind: ExprKind::Intrinsic { id, args }, ty: ty.clone(), rank: 0, span }
        };
        // Nothing but its type is asked of the second argument.
        let extends = |t| {
            let of_type = Expr { kind: ExprKind::Null, ty: Ty::Derived(t), rank: 0, span };
            call(Intrinsic::ExtendsTypeOf, vec![x.clone(), of_type])
        };
        let known = |is| Expr { kind: ExprKind::Const(Const::Logical(is)), ty: ty.clone(), rank: 0, span };
        let mut is = of.map_or_else(|| known(true), extends);
        for &(other, _) in others {
            if of.is_none_or(|of| self.extends(other, of) && !self.same_type(other, of)) {
                is = call(Intrinsic::Conditional, vec![extends(other), known(false), is]);
            }
        }
        match self.is_there(x) {
            Some(there) => call(Intrinsic::Conditional, vec![there, is, known(of.is_none())]),
            None => is,
        }
    }

    /// A bound of a whole array; those of a range that is empty where there is no array.
    fn bound(&self, x: &Expr, id: Intrinsic, d: usize) -> Expr {
        let span = x.span;
        let of = |id, args| Expr { kind: ExprKind::Intrinsic { id, args }, ty: Ty::Integer(8), rank: 0, span };
        let bound = of(id, vec![Some(x.clone()), Some(int8(d as i64 + 1, span)), None]);
        match self.is_there(x) {
            Some(there) => {
                let none = int8(i64::from(id == Intrinsic::Lbound), span);
                of(Intrinsic::Conditional, vec![Some(there), Some(bound), Some(none)])
            }
            None => bound,
        }
    }

    /// Whether there is an object, where that is known at run time only.
    fn is_there(&self, x: &Expr) -> Option<Expr> {
        let (ty, span) = (Ty::Logical(self.opts.default_logical), x.span);
        let of = |id, args| Expr { kind: ExprKind::Intrinsic { id, args }, ty: ty.clone(), rank: 0, span };
        let object = || Some(x.clone());
        let has_target = match x {
            _ if self.is_pointer(x) => Some(of(Intrinsic::Associated, vec![object(), None])),
            _ if self.is_allocatable(x) => Some(of(Intrinsic::Allocated, vec![object()])),
            _ => None,
        };
        let is_present = match x.kind {
            ExprKind::Var(s) if self.sym(s).optional => Some(of(Intrinsic::Present, vec![object()])),
            _ => None,
        };
        match (is_present, has_target) {
            (Some(present), Some(target)) => {
                let no = Expr { kind: ExprKind::Const(Const::Logical(false)), ty: ty.clone(), rank: 0, span };
                Some(of(Intrinsic::Conditional, vec![Some(present), Some(target), Some(no)]))
            }
            (one, other) => one.or(other),
        }
    }
}

/// The declared type of an object.
fn object_type(ty: &Ty) -> Option<TypeId> {
    match *ty {
        Ty::Derived(of) | Ty::Class(Some(of)) => Some(of),
        _ => None,
    }
}

/// The clause for all values of these iterators.
fn repeated(mut vars: Iterators, clause: Clause) -> Clause {
    match clause {
        Clause::Iterated { vars: inner, clause } => {
            vars.extend(inner);
            Clause::Iterated { vars, clause }
        }
        one => Clause::Iterated { vars, clause: Box::new(one) },
    }
}

/// A map that moves that way as a motion clause.
fn moved(c: Clause, ty: MapType) -> Option<Clause> {
    match c {
        Clause::Map { ty: own, ways, items } if own == ty => {
            Some(Clause::Update { to: ty == MapType::To, present: ways.present, items })
        }
        Clause::Iterated { vars, clause } => Some(repeated(vars, moved(*clause, ty)?)),
        _ => None,
    }
}

/// What a clause says and what the map of a mapper says.
fn both(a: MapWays, b: MapWays) -> MapWays {
    MapWays { always: a.always | b.always, present: a.present | b.present, itself: a.itself | b.itself }
}

/// The type of a map that a mapper makes of one of the given type.
fn combined(given: MapType, own: MapType) -> MapType {
    let reads = |t| matches!(t, MapType::To | MapType::Tofrom);
    let writes = |t| matches!(t, MapType::From | MapType::Tofrom);
    match given {
        MapType::Release | MapType::Delete => given,
        _ => match (reads(given) && reads(own), writes(given) && writes(own)) {
            (true, true) => MapType::Tofrom,
            (true, false) => MapType::To,
            (false, true) => MapType::From,
            (false, false) => MapType::Alloc,
        },
    }
}
