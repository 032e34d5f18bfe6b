//! What of a gfortran module cannot be used, and why.

use crate::text::Pool;
use crate::*;
use std::cell::RefCell;
use std::collections::HashMap;

/// Reasons by file and symbol; `None` while they are looked for.
#[derive(Default)]
pub(crate) struct Reasons(RefCell<HashMap<(usize, SymbolId), Option<String>>>);

/// What a type of gfortran's does not have in common with one of ours.
const DESCRIPTOR: &str = "gfortran keeps another descriptor for it";

impl Pool {
    /// Why a symbol cannot be used.
    pub(crate) fn why(&self, r: &Reasons, file: usize, id: SymbolId) -> Option<String> {
        if let Some(known) = r.0.borrow().get(&(file, id)) {
            return known.clone();
        }
        r.0.borrow_mut().insert((file, id), None);
        let y = self.symbol(file, id);
        let why = match y.attributes.unknown.first() {
            Some(a) => Some(format!("it has the attribute {a}, which is not known here")),
            None => match y.attributes.flavor {
                Flavor::Derived => self.type_why(r, file, y),
                Flavor::Parameter => self.of_type(r, file, &y.ty),
                Flavor::Variable => self.variable_why(r, file, id, y),
                Flavor::Procedure if y.attributes.has(Attribute::ProcPointer) => self.interface_why(r, file, id, y),
                Flavor::Procedure => self.procedure_why(r, file, id, y),
                Flavor::Namelist => {
                    let bad = y.namelist.iter().find_map(|v| Some((*v, self.why(r, file, *v)?)));
                    bad.map(|(v, why)| format!("of its variable `{}`: {why}", self.symbol(file, v).name))
                }
                _ => None,
            },
        };
        r.0.borrow_mut().insert((file, id), why.clone());
        why
    }

    fn of_type(&self, r: &Reasons, file: usize, t: &Type) -> Option<String> {
        match t.basic {
            Basic::Derived => {
                let why = self.why(r, file, t.derived)?;
                Some(format!("it has the type `{}`: {why}", lower(&self.symbol(file, t.derived).name)))
            }
            Basic::Class => Some("it is polymorphic (CLASS), and gfortran has other tables for that".into()),
            Basic::Union => Some("it is a UNION".into()),
            Basic::Void | Basic::Procedure => Some("its type is not known".into()),
            _ => None,
        }
    }

    fn type_why(&self, r: &Reasons, file: usize, y: &Symbol) -> Option<String> {
        let a = &y.attributes;
        let pdt = [Attribute::PdtType, Attribute::PdtTemplate].iter().any(|p| a.has(*p));
        if pdt || y.parameterized {
            return Some("it has type parameters".into());
        }
        for c in &y.components {
            let x = &c.attributes;
            let name = &c.name;
            if let Some(u) = x.unknown.first() {
                return Some(format!("its component `{name}` has the attribute {u}, which is not known here"));
            }
            if x.has(Attribute::Codimension) {
                return Some(format!("its component `{name}` is a coarray"));
            }
            if x.has(Attribute::Allocatable) {
                return Some(format!("its component `{name}` is allocatable, and {DESCRIPTOR}"));
            }
            if x.has(Attribute::Pointer) && c.ty.basic == Basic::Derived {
                continue;
            }
            if let Some(why) = self.of_type(r, file, &c.ty).filter(|_| !x.has(Attribute::ProcPointer)) {
                return Some(format!("of its component `{name}`: {why}"));
            }
        }
        if self.has_output(file, y) {
            return Some("it has procedures for input or output, which cannot be called".into());
        }
        let bound = y.bound.as_ref()?;
        if bound.operators.iter().any(|o| o.0 == "ASSIGN") {
            return Some("it has an assignment of its own, which cannot be called".into());
        }
        for f in &bound.finals {
            let p = self.symbol(file, *f);
            let scalar = p.dummies.iter().all(|d| *d != 0 && self.symbol(file, *d).shape.is_none());
            if !scalar || self.why(r, file, *f).is_some() {
                return Some(format!("its FINAL procedure `{}` cannot be called", p.name));
            }
        }
        None
    }

    /// Whether a generic name for derived-type input and output is that of a type.
    fn has_output(&self, file: usize, y: &Symbol) -> bool {
        let bound = y.bound.iter().flat_map(|b| &b.procedures).any(|p| p.0.contains('('));
        let of_type = |p: &SymbolId| {
            let d = self.symbol(file, *p).dummies.first().filter(|d| **d != 0)?;
            self.module(file).symbols.get(&self.symbol(file, *d).ty.derived)
        };
        let generics = self.module(file).generics.iter().filter(|g| g.name.contains('('));
        bound || generics.flat_map(|g| &g.specifics).filter_map(of_type).any(|t| t.name == y.name)
    }

    fn variable_why(&self, r: &Reasons, file: usize, id: SymbolId, y: &Symbol) -> Option<String> {
        let a = &y.attributes;
        for (x, what) in [(Attribute::Allocatable, "allocatable"), (Attribute::Pointer, "a pointer")] {
            if a.has(x) && !a.has(Attribute::Dummy) {
                return Some(format!("it is {what}, and {DESCRIPTOR}"));
            }
        }
        if a.has(Attribute::Codimension) {
            return Some("it is a coarray".into());
        }
        if a.has(Attribute::ThreadPrivate) {
            return Some("it is THREADPRIVATE, and gfortran keeps such variables elsewhere".into());
        }
        if a.has(Attribute::CrayPointee) {
            return Some("it is based on a Cray pointer".into());
        }
        if self.module(file).equivalences.iter().flatten().any(|e| *e == id) {
            return Some("it shares storage by EQUIVALENCE".into());
        }
        self.of_type(r, file, &y.ty)
    }

    /// The symbol whose dummy arguments are the interface of a dummy procedure or procedure pointer.
    pub(crate) fn interface_of(&self, file: usize, id: SymbolId, y: &Symbol) -> Option<SymbolId> {
        match y.ty.interface {
            0 => (y.attributes.source != Source::Unknown && y.formal_scope != 0).then_some(id),
            i => Some(i).filter(|i| self.symbol(file, *i).module != "(intrinsic)"),
        }
    }

    fn interface_why(&self, r: &Reasons, file: usize, id: SymbolId, y: &Symbol) -> Option<String> {
        let i = self.interface_of(file, id, y)?;
        let why = match i == id {
            true => self.procedure_why(r, file, id, y),
            false => self.why(r, file, i),
        };
        why.or_else(|| self.converts(file, i).map(|w| format!("procedures of its interface differ in gfortran: {w}")))
    }

    /// What calls of a procedure by our conventions and by gfortran's differ in.
    pub(crate) fn converts(&self, file: usize, id: SymbolId) -> Option<String> {
        let y = self.symbol(file, id);
        if y.attributes.has(Attribute::BindC) {
            return None;
        }
        for d in y.dummies.iter().filter(|d| **d != 0) {
            let s = self.symbol(file, *d);
            let a = &s.attributes;
            if a.flavor == Flavor::Procedure {
                continue;
            }
            let described = a.has(Attribute::Allocatable)
                || a.has(Attribute::Pointer)
                || matches!(
                    s.shape.as_ref().map(|s| s.kind),
                    Some(ShapeKind::AssumedShape | ShapeKind::AssumedRank | ShapeKind::Deferred)
                );
            if described {
                return Some(format!("the descriptor of `{}`", s.name));
            }
            let by_value = a.has(Attribute::Value);
            let plain = match s.ty.basic {
                Basic::Character => false,
                Basic::Derived => self.symbol(file, s.ty.derived).attributes.has(Attribute::BindC),
                _ => true,
            };
            if by_value && (!plain || a.has(Attribute::Optional)) {
                return Some(format!("`{}`, which has VALUE", s.name));
            }
        }
        let result = self.result(file, y)?;
        let a = &result.attributes;
        let described = result.shape.is_some() || a.has(Attribute::Pointer) || a.has(Attribute::Allocatable);
        (described || matches!(result.ty.basic, Basic::Derived | Basic::Class)).then(|| "the result".to_string())
    }

    /// The result of a function.
    pub(crate) fn result<'p>(&'p self, file: usize, y: &'p Symbol) -> Option<&'p Symbol> {
        if !y.attributes.has(Attribute::Function) {
            return None;
        }
        Some(if y.result == 0 { y } else { self.symbol(file, y.result) })
    }

    fn procedure_why(&self, r: &Reasons, file: usize, id: SymbolId, y: &Symbol) -> Option<String> {
        let a = &y.attributes;
        if a.has(Attribute::Generic) && y.dummies.is_empty() && y.formal_scope == 0 {
            return None;
        }
        let c = a.has(Attribute::BindC);
        let elemental = a.has(Attribute::Elemental);
        for d in &y.dummies {
            if *d == 0 {
                return Some("it has an alternate return".into());
            }
            let s = self.symbol(file, *d);
            if let Some(why) = self.dummy_why(r, file, *d, s, c, elemental) {
                return Some(format!("of its argument `{}`: {why}", s.name));
            }
        }
        let dummies = || y.dummies.iter().map(|d| self.symbol(file, *d));
        let flag = |s: &Symbol| s.attributes.has(Attribute::Value) && s.attributes.has(Attribute::Optional);
        if !c && dummies().any(flag) && dummies().any(|s| s.ty.basic == Basic::Character) {
            return Some(
                "versions of gfortran differ in the order of its hidden arguments (OPTIONAL with VALUE)".into(),
            );
        }
        if let Some(s) = self.result(file, y) {
            let x = &s.attributes;
            let described = x.has(Attribute::Pointer) || x.has(Attribute::Allocatable);
            if let Some(why) = self.of_type(r, file, &s.ty) {
                return Some(format!("of its result: {why}"));
            }
            if described && !x.has(Attribute::ProcPointer) && !c {
                return Some("its result is allocatable or a pointer".into());
            }
            if s.ty.deferred {
                return Some("its result has a deferred length".into());
            }
            if s.ty.basic == Basic::Complex && s.ty.kind == 16 && s.shape.is_none() {
                return Some("its result is complex(16)".into());
            }
            if elemental && s.ty.basic == Basic::Derived {
                return Some("it is elemental, and its result is a structure".into());
            }
        }
        let by_name = y.ty.interface != 0 && y.formal_scope == 0;
        if by_name && !c {
            return self.interface_why(r, file, id, y).filter(|_| y.ty.interface != id);
        }
        if a.has(Attribute::Abstract) || !y.is_global() {
            return self.converts(file, id).map(|w| format!("procedures of this interface differ in gfortran: {w}"));
        }
        None
    }

    fn dummy_why(
        &self,
        r: &Reasons,
        file: usize,
        id: SymbolId,
        s: &Symbol,
        c: bool,
        elemental: bool,
    ) -> Option<String> {
        let a = &s.attributes;
        if let Some(u) = a.unknown.first() {
            return Some(format!("it has the attribute {u}, which is not known here"));
        }
        if a.flavor == Flavor::Procedure {
            return self.interface_why(r, file, id, s);
        }
        if a.has(Attribute::Codimension) || s.shape.as_ref().is_some_and(|s| s.corank > 0) {
            return Some("it is a coarray".into());
        }
        if let Some(why) = self.of_type(r, file, &s.ty) {
            return Some(why);
        }
        if c {
            return None;
        }
        if s.ty.deferred {
            return Some("its length is deferred, and gfortran passes that elsewhere".into());
        }
        if a.has(Attribute::Value) {
            if s.ty.basic == Basic::Complex && s.ty.kind > 8 {
                return Some(format!("it is complex({}) and has VALUE", s.ty.kind));
            }
            let one = matches!(&s.ty.length.as_deref().map(|e| &e.kind),
                Some(ExprKind::Constant(Constant::Integer(n))) if n == "1");
            let plain = !matches!(s.ty.basic, Basic::Derived | Basic::Character);
            if s.ty.basic == Basic::Character && !one || s.shape.is_some() {
                return Some("it has VALUE and is no scalar of one character".into());
            }
            if !plain && (elemental || a.has(Attribute::Optional)) || elemental && a.has(Attribute::Optional) {
                return Some("it has VALUE and OPTIONAL or is of an elemental procedure".into());
            }
        }
        None
    }
}

/// A name as programs write it: gfortran gives derived types capital letters.
pub(crate) fn lower(name: &str) -> String {
    name.to_ascii_lowercase()
}
