//! Patterns of types: what the op table says of the operands and results of an op.
//!
//! `T:num, T -> T`: a pattern for every operand group, then for every result. A pattern is a class of types; `T:class`
//! gives the type that stands there a name, and the name alone means that very type. Every operand of a group has to fit
//! the group's pattern. A name that first stands at a group fits each of its operands alike.

use crate::entity::Value;
use crate::module::Module;
use crate::ops::{KINDS, OpKind};
use crate::types::{Type, TypeKind, TypeTable};
use std::sync::OnceLock;

/// A class of types.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Class {
    /// This type.
    Is(Type),
    /// `int`: integers and index.
    Int,
    /// `float`
    Float,
    /// `complex`
    Complex,
    /// `real`: int and float.
    Real,
    /// `num`: real and complex.
    Num,
    /// `bits`: int and i1.
    Bits,
    /// `scalar`: num, i1 and logical.
    Scalar,
    /// `comparable`: scalar and addr.
    Comparable,
    /// `chr`: strings.
    Chr,
    /// `string`: strings and references to one.
    String,
    /// `ref`
    Ref,
    /// `addr`: ref and ptr.
    Addr,
    /// `box`: references to a descriptor.
    Box,
    /// `view`
    View,
    /// `array`
    Array,
    /// `vec`
    Vec,
    /// `value`: comparable and vec.
    Value,
    /// `var`: addr and view.
    Var,
    /// `sized`: var and index.
    Sized,
    /// `any`
    Any,
}

impl Class {
    fn from_name(name: &str) -> Option<Class> {
        Some(match name {
            "i1" => Class::Is(Type::BOOL),
            "i32" => Class::Is(Type::I32),
            "i64" => Class::Is(Type::I64),
            "index" => Class::Is(Type::INDEX),
            "ptr" => Class::Is(Type::PTR),
            "map" => Class::Is(Type::MAP),
            "bounds" => Class::Is(Type::BOUNDS),
            "int" => Class::Int,
            "float" => Class::Float,
            "complex" => Class::Complex,
            "real" => Class::Real,
            "num" => Class::Num,
            "bits" => Class::Bits,
            "scalar" => Class::Scalar,
            "comparable" => Class::Comparable,
            "chr" => Class::Chr,
            "string" => Class::String,
            "ref" => Class::Ref,
            "addr" => Class::Addr,
            "box" => Class::Box,
            "view" => Class::View,
            "array" => Class::Array,
            "vec" => Class::Vec,
            "value" => Class::Value,
            "var" => Class::Var,
            "sized" => Class::Sized,
            "any" => Class::Any,
            _ => return None,
        })
    }

    /// True for types of the class.
    pub fn has(self, types: &TypeTable, t: Type) -> bool {
        let kind = types.kind(t);
        let pointee = |what: fn(&TypeKind) -> bool| matches!(kind, TypeKind::Ref(e) if what(types.kind(*e)));
        let among = |classes: &[Class]| classes.iter().any(|c| c.has(types, t));
        match self {
            Class::Is(x) => x == t,
            Class::Int => matches!(kind, TypeKind::Int(_) | TypeKind::Index),
            Class::Float => matches!(kind, TypeKind::Float(_)),
            Class::Complex => matches!(kind, TypeKind::Complex(_)),
            Class::Real => among(&[Class::Int, Class::Float]),
            Class::Num => among(&[Class::Real, Class::Complex]),
            Class::Bits => among(&[Class::Int, Class::Is(Type::BOOL)]),
            Class::Scalar => among(&[Class::Num, Class::Is(Type::BOOL)]) || matches!(kind, TypeKind::Logical(_)),
            Class::Comparable => among(&[Class::Scalar, Class::Addr]),
            Class::Chr => matches!(kind, TypeKind::Char(..)),
            Class::String => among(&[Class::Chr]) || pointee(|k| matches!(k, TypeKind::Char(..))),
            Class::Ref => matches!(kind, TypeKind::Ref(_)),
            Class::Addr => among(&[Class::Ref, Class::Is(Type::PTR)]),
            Class::Box => pointee(|k| matches!(k, TypeKind::Box { .. })),
            Class::View => matches!(kind, TypeKind::View { .. }),
            Class::Array => matches!(kind, TypeKind::Array { .. }),
            Class::Vec => matches!(kind, TypeKind::Vec { .. }),
            Class::Value => among(&[Class::Comparable, Class::Vec]),
            Class::Var => among(&[Class::Addr, Class::View]),
            Class::Sized => among(&[Class::Var, Class::Is(Type::INDEX)]),
            Class::Any => true,
        }
    }
}

/// A pattern: a class, or the type that a name stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Pattern {
    Class(Class),
    Bind(Class),
    Bound,
}

/// The patterns of one op.
#[derive(Clone, Debug, Default)]
pub struct Signature {
    operands: Vec<Pattern>,
    results: Vec<Pattern>,
}

/// The signature of an op.
pub fn signature(kind: OpKind) -> &'static Signature {
    static ALL: OnceLock<Vec<Signature>> = OnceLock::new();
    &ALL.get_or_init(|| KINDS.iter().map(|k| parse(k.info().types).expect("a signature of the op table")).collect())
        [kind as usize]
}

fn parse(text: &str) -> Option<Signature> {
    let (operands, results) = match text.split_once("->") {
        Some((a, b)) => (a, b),
        None => (text, ""),
    };
    let list = |text: &str| -> Option<Vec<Pattern>> {
        let words = text.split(',').map(str::trim).filter(|w| !w.is_empty());
        words
            .map(|w| match w.split_once(':') {
                Some((_, class)) => Class::from_name(class).map(Pattern::Bind),
                None if w == "T" => Some(Pattern::Bound),
                None => Class::from_name(w).map(Pattern::Class),
            })
            .collect()
    };
    Some(Signature { operands: list(operands)?, results: list(results)? })
}

impl Signature {
    /// Checks types: `groups` has the operands of every group. `lanes`: of vectors the types of their lanes count.
    pub fn check<'a>(
        &self,
        m: &Module,
        lanes: bool,
        groups: impl Iterator<Item = &'a [Value]>,
        results: &[Value],
    ) -> Result<(), String> {
        let mut bound: Option<Type> = None;
        let mut fits = |p: Pattern, v: Value| {
            let t = if lanes { m.types.lane(m.ty(v)) } else { m.ty(v) };
            match p {
                Pattern::Class(c) => c.has(&m.types, t),
                Pattern::Bind(c) => c.has(&m.types, t) && *bound.get_or_insert(t) == t,
                Pattern::Bound => bound.is_none_or(|b| b == t),
            }
        };
        for (i, group) in groups.enumerate() {
            let Some(&p) = self.operands.get(i) else { return Err("the op table has no type for an operand".into()) };
            if let Some(&v) = group.iter().find(|&&v| !fits(p, v)) {
                return Err(format!("operand {} must not have type {}", i + 1, m.types.text(m.ty(v))));
            }
        }
        for (i, &v) in results.iter().enumerate() {
            // The last pattern is that of all further results.
            let Some(&p) = self.results.get(i).or(self.results.last()) else {
                return Err("the op table has no type for a result".into());
            };
            if !fits(p, v) {
                return Err(format!("the result must not have type {}", m.types.text(m.ty(v))));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every op with operands or results has patterns for all of them.
    #[test]
    fn signatures_are_complete() {
        for &k in KINDS {
            let (info, s) = (k.info(), parse(k.info().types).expect("classes that exist"));
            assert_eq!(s.operands.len(), info.operands.len(), "{}", info.name);
            assert_eq!(s.results.is_empty(), info.results == "0", "{}", info.name);
        }
    }
}
