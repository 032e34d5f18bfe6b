//! What devices see of variables: MAP and motion clauses, DEFAULTMAP.

use super::Sharing;
use super::clauses::word;
use crate::ctx::*;
use ferrotran_source::Span;
use ferrotran_source::message::{Diagnostic, ErrorCode};
use ferrotran_syntax::ast::{self, Name, OmpClause, OmpModifier};
use ferrotran_syntax::omp::{Directive, Leaf};
use ferrotran_typed::*;
use rustc_hash::FxHashMap;

impl<'a> Sema<'a> {
    pub(super) fn map_clause(
        &mut self,
        sc: ScopeId,
        cl: &'a OmpClause,
        d: Directive,
        listed: &mut FxHashMap<SymbolId, Sharing>,
    ) -> Res<Clause> {
        let mut ty = None;
        let mut ways = MapWays::default();
        let mut referring: Option<&OmpModifier> = None;
        for m in &cl.modifiers {
            let t = match &*m.name {
                "to" => MapType::To,
                "from" => MapType::From,
                "tofrom" => MapType::Tofrom,
                "alloc" | "storage" => MapType::Alloc,
                "release" => MapType::Release,
                "delete" => MapType::Delete,
                "always" => {
                    ways.always = true;
                    continue;
                }
                "present" => {
                    ways.present = true;
                    continue;
                }
                "self" => {
                    ways.itself = true;
                    continue;
                }
                "close" | "mapper" | "iterator" => continue,
                "ref_ptr" | "ref_ptee" | "ref_ptr_ptee" => {
                    referring = Some(m);
                    continue;
                }
                "attach" => {
                    self.attach_modifier(m)?;
                    continue;
                }
                n => return Err(self.unsupported(m.span, format!("the map modifier `{n}`"))),
            };
            // DELETE may say what becomes of the count that RELEASE is about (OpenMP 6.0, 7.9.6).
            if let (Some(MapType::Delete), MapType::Release) | (Some(MapType::Release), MapType::Delete) = (ty, t) {
                ty = Some(MapType::Delete);
                continue;
            }
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
        let mut items = self.omp_items(sc, cl)?;
        // Procedures are called by the host, whose pointers to them regions use.
        items.retain(|i| !matches!(&i.kind, ExprKind::Var(s) if self.si(*s).procedure && self.sym(*s).pointer));
        if items.is_empty() {
            return Ok(Clause::Inert { kind: cl.kind, args: vec![] });
        }
        for i in &items {
            self.check_mappable(i, false)?;
            if let Some(m) = referring {
                self.check_referring(i, m)?;
            }
            if cl.modifiers.iter().any(|m| &*m.name == "attach") && !self.has_base_pointer(i) {
                let text = "`attach` needs a pointer or an allocatable variable, or a part of one";
                return Err(self.err(ErrorCode::OmpData, i.span, text));
            }
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
        if referring.is_some_and(|m| &*m.name == "ref_ptr") {
            // Descriptors are the host's: kernels get them with their arguments.
            return Ok(Clause::Inert { kind: cl.kind, args: vec![] });
        }
        Ok(Clause::Map { ty, ways, items })
    }
}

impl<'a> Rules<'a> {
    /// `attach(...)` (OpenMP 6.0, 7.9.4). A pointer on a device always is associated as it is on the host.
    fn attach_modifier(&mut self, m: &OmpModifier) -> Res<()> {
        let mode = match &m.args[..] {
            [ast::Expr { kind: ast::ExprKind::Ref(parts), .. }] if parts.len() == 1 => &*parts[0].name.name,
            _ => "",
        };
        match mode {
            "always" | "auto" => Ok(()),
            "never" => {
                let text =
                    "`attach(never)` has no effect: a kernel finds what a pointer is associated with on the host";
                self.report(Diagnostic::warning(ErrorCode::OmpModifier, m.span, text));
                Ok(())
            }
            _ => Err(self.err(ErrorCode::OmpModifier, m.span, "`attach` takes one of always, auto, never")),
        }
    }

    /// A list item is a pointer or allocatable, or reached through one.
    fn has_base_pointer(&self, item: &Expr) -> bool {
        match &item.kind {
            ExprKind::Var(s) => self.sym(*s).pointer || self.sym(*s).allocatable,
            ExprKind::Component { base, of, index } => {
                let c = &self.prog.types[of.0 as usize].components[*index];
                c.pointer || c.allocatable || self.has_base_pointer(base)
            }
            ExprKind::Elem { base, .. } | ExprKind::Section { base, .. } | ExprKind::Substring { base, .. } => {
                self.has_base_pointer(base)
            }
            _ => false,
        }
    }

    /// The reference modifiers say what is mapped of variables that refer to others (OpenMP 6.0, 7.9.5).
    fn check_referring(&mut self, item: &Expr, m: &OmpModifier) -> Res<()> {
        let refers = match &item.kind {
            ExprKind::Var(s) => self.sym(*s).pointer || self.sym(*s).allocatable,
            ExprKind::Component { of, index, .. } => {
                let c = &self.prog.types[of.0 as usize].components[*index];
                c.pointer || c.allocatable
            }
            _ => false,
        };
        if refers {
            return Ok(());
        }
        let text = format!("`{}` needs a pointer or an allocatable variable", m.name);
        Err(self.err(ErrorCode::OmpData, item.span, text))
    }

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
        let of = self.variable_category(words.get(1).map(|w| &**w), span)?;
        Ok((how, of))
    }

    /// The category of variables of that name; all without one.
    pub(super) fn variable_category(&mut self, name: Option<&str>, span: Span) -> Res<Category> {
        Ok(match name {
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
        })
    }

    pub(super) fn check_mappable(&mut self, e: &Expr, update: bool) -> Res<()> {
        if let Some(s) = super::restrictions::root_variable(e)
            && self.sym(s).on_devices == OnDevices::Local
        {
            let text = format!(
                "`{}` is in `local` of `declare target`: each device has its own, and nothing is copied to or from it",
                self.sym(s).name
            );
            return Err(self.err(ErrorCode::OmpData, e.span, text));
        }
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
