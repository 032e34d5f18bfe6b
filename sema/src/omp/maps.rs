//! What devices see of variables: MAP and motion clauses with their mappers, DEFAULTMAP.

use super::Sharing;
use super::clauses::word;
use crate::ctx::*;
use ferrotran_source::message::{Diagnostic, ErrorCode};
use ferrotran_syntax::ast::{self, Name, OmpArg, OmpClause};
use ferrotran_syntax::omp::{ClauseKind, Directive, Leaf};
use ferrotran_typed::*;
use rustc_hash::FxHashMap;

impl<'a> Sema<'a> {
    /// DEFAULTMAP: what variables of a category get.
    pub(super) fn defaultmap_clause(&mut self, cl: &OmpClause) -> Res<(DefaultMapping, Category)> {
        let span = cl.span;
        let mut words: Vec<Name> = cl.modifiers.iter().map(|m| m.name.clone()).collect();
        words.extend(cl.args.iter().filter_map(word));
        let Some(behavior) = words.first() else {
            return Err(self.err(ErrorCode::OmpClauseSyntax, span, "`defaultmap` needs a behavior"));
        };
        let how = match &**behavior {
            "alloc" | "storage" => DefaultMapping::Alloc,
            "to" => DefaultMapping::To,
            "from" => DefaultMapping::From,
            "tofrom" => DefaultMapping::Tofrom,
            "firstprivate" => DefaultMapping::Firstprivate,
            "private" => DefaultMapping::Private,
            "present" => DefaultMapping::Present,
            "self" => DefaultMapping::Itself,
            "none" => DefaultMapping::None,
            "default" => DefaultMapping::Default,
            other => {
                let text = format!("`{other}` is not a behavior of `defaultmap`");
                return Err(self.err(ErrorCode::OmpClauseSyntax, span, text));
            }
        };
        let of = match words.get(1).map(|w| &**w) {
            None | Some("all") => Category::All,
            Some("scalar") => Category::Scalar,
            Some("aggregate") => Category::Aggregate,
            Some("allocatable") => Category::Allocatable,
            Some("pointer") => Category::Pointer,
            Some(other) => {
                let text = format!(
                    "`{other}` is not a category of variables: scalar, aggregate, allocatable, pointer or all is expected"
                );
                return Err(self.err(ErrorCode::OmpClauseSyntax, span, text));
            }
        };
        Ok((how, of))
    }

    pub(super) fn map_clause(
        &mut self,
        sc: ScopeId,
        cl: &'a OmpClause,
        d: Directive,
        listed: &mut FxHashMap<SymbolId, Sharing>,
    ) -> Res<Clause> {
        let mut ty = None;
        let (mut always, mut present) = (false, false);
        for m in &cl.modifiers {
            let t = match &*m.name {
                "to" => MapType::To,
                "from" => MapType::From,
                "tofrom" => MapType::Tofrom,
                "alloc" | "storage" => MapType::Alloc,
                "release" => MapType::Release,
                "delete" => MapType::Delete,
                "always" => {
                    always = true;
                    continue;
                }
                "present" => {
                    present = true;
                    continue;
                }
                "close" | "mapper" | "iterator" => continue,
                n => return Err(self.unsupported(m.span, format!("the map modifier `{n}`"))),
            };
            if ty.is_some() {
                return Err(self.err(ErrorCode::OmpModifier, m.span, "`map` has two map types"));
            }
            ty = Some(t);
        }
        let default = if d.has(Leaf::TargetExitData) {
            MapType::From
        } else if d.has(Leaf::TargetEnterData) {
            MapType::To
        } else {
            MapType::Tofrom
        };
        let ty = ty.unwrap_or(default);
        let bad = if d.has(Leaf::TargetEnterData) {
            !matches!(ty, MapType::To | MapType::Alloc | MapType::Tofrom)
        } else if d.has(Leaf::TargetExitData) {
            matches!(ty, MapType::To | MapType::Alloc)
        } else {
            matches!(ty, MapType::Release | MapType::Delete)
        };
        if bad {
            return Err(self.err(
                ErrorCode::OmpModifier,
                cl.span,
                format!("this map type is not allowed on `{}`", d.name()),
            ));
        }
        let items = self.omp_items(sc, cl)?;
        for i in &items {
            self.check_mappable(i, false)?;
            if d.has(Leaf::Target)
                && let ExprKind::Var(s) = &i.kind
            {
                self.note_sharing(*s, Sharing::Mapped, i.span, "map", listed, d)?;
            } else if d.has(Leaf::Target)
                && let Some(s) = i.variable()
            {
                listed.entry(s).or_insert(Sharing::Mapped);
            }
        }
        Ok(Clause::Map { ty, always, present, items })
    }

    /// What mappers (DECLARE MAPPER) make of the items of a map clause.
    pub(super) fn mapped_by(
        &mut self,
        sc: ScopeId,
        mapper: Option<&'a ast::OmpModifier>,
        ty: MapType,
        (always, present): (bool, bool),
        items: Vec<Expr>,
    ) -> Res<Vec<Clause>> {
        let named = match mapper.and_then(|m| m.args.first().map(|e| (m, e))) {
            Some((_, ast::Expr { kind: ast::ExprKind::Ref(p), .. })) if p.len() == 1 => Some(p[0].name.clone()),
            Some((m, _)) => {
                return Err(self.err(ErrorCode::OmpModifier, m.span, "`mapper` takes the name of a mapper"));
            }
            None => None,
        };
        let named = named.filter(|n| &*n.name != "default");
        let (mut plain, mut out) = (vec![], vec![]);
        for x in items {
            let Some((at, c)) = self.mapper_of(sc, &x.ty, named.as_ref().map(|n| &*n.name))? else {
                if let Some(n) = &named {
                    let text = format!("there is no mapper `{}` for this type", n.name);
                    return Err(self.err(ErrorCode::Name, n.span, text));
                }
                plain.push(x);
                continue;
            };
            if x.rank != 0 {
                return Err(self.unsupported(x.span, "an array whose elements a mapper maps"));
            }
            let inner = self.new_scope(ScopeKind::Block, Some(at), String::new());
            let Some(var) = c.args.iter().find_map(|a| match a {
                OmpArg::Expr(ast::Expr { kind: ast::ExprKind::Ref(p), .. }) => Some(p[0].name.clone()),
                _ => None,
            }) else {
                return Err(Reported);
            };
            let owner = self.cx.proc;
            let v = self.new_symbol(var.name.clone(), var.span, x.ty.clone(), Dims::Scalar, Storage::Local, inner);
            self.sym_mut(v).owner = owner;
            self.bind(inner, var.name, Entity::Symbol(v), var.span);
            for cl in c.clauses.iter().filter(|k| k.kind == ClauseKind::Map) {
                let Clause::Map { ty: own, items, .. } =
                    self.map_clause(inner, cl, c.directive, &mut Default::default())?
                else {
                    continue;
                };
                let mut items = items;
                for i in &mut items {
                    i.replace(&|e| matches!(e.kind, ExprKind::Var(s) if s == v).then(|| x.clone()));
                }
                out.push(Clause::Map { ty: combined(ty, own), always, present, items });
            }
        }
        if !plain.is_empty() {
            out.insert(0, Clause::Map { ty, always, present, items: plain });
        }
        Ok(out)
    }

    /// The mapper of that name, or the default one, for a type, with the scope that declares it.
    pub(super) fn mapper_of(
        &mut self,
        sc: ScopeId,
        ty: &Ty,
        name: Option<&str>,
    ) -> Res<Option<(ScopeId, &'a ast::OmpConstruct)>> {
        if !matches!(ty, Ty::Derived(_)) {
            return Ok(None);
        }
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
                        && self.type_spec(s, t)? == *ty
                    {
                        return Ok(Some((s, c)));
                    }
                }
            }
        }
        Ok(None)
    }

    pub(super) fn check_mappable(&mut self, e: &Expr, update: bool) -> Res<()> {
        if let ExprKind::Var(s) = &e.kind {
            let y = self.sym(*s).clone();
            if y.storage == Storage::Constant {
                return Err(self.err(
                    ErrorCode::OmpData,
                    e.span,
                    format!("named constant `{}` cannot be mapped", y.name),
                ));
            }
            if matches!(y.dims, Dims::AssumedSize(..)) {
                let d = Diagnostic::error(
                    ErrorCode::OmpData,
                    e.span,
                    format!("the whole assumed-size array `{}` cannot be mapped: its size is not known", y.name),
                )
                .with_help("map a section with an upper bound");
                return Err(self.report(d));
            }
            if self.si(*s).procedure {
                return Err(self.err(ErrorCode::OmpData, e.span, format!("procedure `{}` cannot be mapped", y.name)));
            }
            if y.threadprivate {
                return Err(self.err(
                    ErrorCode::OmpData,
                    e.span,
                    format!("threadprivate `{}` cannot be mapped", y.name),
                ));
            }
        }
        if let ExprKind::Section { subs, .. } = &e.kind {
            for s in subs {
                match s {
                    Subscript::Vector(x) => {
                        return Err(self.err(
                            ErrorCode::OmpData,
                            x.span,
                            "a section with a vector subscript cannot be mapped",
                        ));
                    }
                    Subscript::Range { step: Some(s), .. } if !update && self.try_int(s) != Some(1) => {
                        return Err(self.err(
                            ErrorCode::OmpData,
                            s.span,
                            "a mapped section must be contiguous: no stride",
                        ));
                    }
                    _ => {}
                }
            }
        }
        Ok(())
    }
}

/// The type of a map that a mapper makes of one of the given type (OpenMP 6.0, 7.9.10).
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
