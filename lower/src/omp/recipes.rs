//! Copies that the ops of constructs make: variables are operands of the op, and an `omp.recipe` of the module says how a
//! copy of such a variable is made and ended. Constructs share the recipes for variables of one kind.

use super::*;
use crate::owners::FnState;
use ferrotran_ir::{BoxAttribute, DataSharing, VariableCopy};
use std::mem::{Discriminant, discriminant, replace, take};

/// The recipes of a module: the name of each, and the type of what it makes.
#[derive(Default)]
pub(crate) struct Recipes(FxHashMap<Kind, (String, Type)>);

/// What a recipe hangs on.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Kind {
    /// Copies begin with the value of the original.
    takes_value: bool,
    /// Type of the operand.
    original: Type,
    ty: Discriminant<Ty>,
    of: Option<TypeId>,
    bound: Bound,
    allocatable: bool,
    pointer: bool,
    /// It may be an absent argument.
    optional: bool,
    /// A target region, or another that may run elsewhere, is around.
    elsewhere: (bool, bool),
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
struct Copy {
    symbol: SymbolId,
    /// What the variable is bound to around the construct.
    outer: Binding,
    bound: Bound,
    original: Value,
    how: DataSharing,
    recipe: String,
    /// Type of the copy.
    fresh: Type,
}

/// The copies that a construct makes.
#[derive(Default)]
pub(super) struct Copies(Vec<Copy>);

impl Copies {
    /// The arguments of the body that stand for them.
    pub fn types(&self) -> Vec<Type> {
        self.0.iter().map(|c| c.fresh).collect()
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
        let sym = self.sym(symbol);
        let outer = self.binding(symbol, sym.span)?;
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
        let kind = Kind {
            takes_value: how.takes_value(),
            original: self.m.ty(original),
            ty: discriminant(&sym.ty),
            of: match &sym.ty {
                Ty::Derived(t) | Ty::Class(Some(t)) => Some(*t),
                _ => None,
            },
            bound,
            allocatable: sym.allocatable,
            pointer: sym.pointer,
            optional: sym.optional && !self.entities.is_present(symbol),
            elsewhere: (self.f.elsewhere.in_target(), self.f.elsewhere.any()),
        };
        let (recipe, fresh) = match self.recipes.0.get(&kind) {
            Some(known) => known.clone(),
            None => {
                let made = self.build_recipe(symbol, &kind)?;
                self.recipes.0.insert(kind, made.clone());
                made
            }
        };
        Ok(Copy { symbol, outer, bound, original, how, recipe, fresh })
    }

    /// Builds a recipe for variables like that one.
    fn build_recipe(&mut self, s: SymbolId, kind: &Kind) -> Lowered<(String, Type)> {
        let original = kind.original;
        let init = self.m.new_region(&[original]);
        let mut around = replace(&mut self.f, FnState::new(init));
        self.f.loc = around.loc;
        self.f.elsewhere = take(&mut around.elsewhere);
        let dynamic = self.entities.dynamic(s);
        let out = self.recipe_regions(s, kind, init);
        around.elsewhere = take(&mut self.f.elsewhere);
        self.f = around;
        self.entities.set_dynamic(s, dynamic);
        let (copy, dealloc, fresh) = out?;
        let n = self.recipes.0.len();
        let how = if kind.takes_value { DataSharing::Firstprivate } else { DataSharing::Private };
        let sym = format!("omp.{}.{n}", how.name());
        let top = self.m.top;
        let loc = self.f.loc;
        let mut b = ferrotran_ir::Builder::at_end(&mut self.m, top);
        b.loc = loc;
        b.op(OpKind::OmpRecipe)
            .attr("sym", Attr::Sym(sym.as_str().into()))
            .region(init)
            .region(copy)
            .region(dealloc)
            .build();
        Ok((sym, fresh))
    }

    fn recipe_regions(&mut self, s: SymbolId, kind: &Kind, init: Region) -> Lowered<(Region, Region, Type)> {
        let arg = self.m.args(init)[0];
        let outer = self.bound_as(s, kind.bound, arg)?;
        // What is released is what `dealloc` releases.
        let ((fresh, _), _) = self.collecting_temps(|l| l.collecting_exits(|l| l.fresh_storage(s, kind, &outer)));
        let (fresh, value) = fresh?;
        if !kind.takes_value {
            self.with_temps(|l| l.where_there(s, kind, &outer, |l| l.begin_copy(s, &fresh, &outer, false)))?;
        }
        self.b().op(OpKind::Yield).args(&[value]).build();
        self.forget_names(init);
        let made = self.m.ty(value);

        let copy = self.m.new_region(&[kind.original, made]);
        if kind.takes_value {
            self.within(copy, |l| {
                let args = l.m.args(copy).to_vec();
                let outer = l.bound_as(s, kind.bound, args[0])?;
                let copy = |l: &mut Self| {
                    let fresh = l.bound_as(s, kind.bound, args[1])?;
                    l.copy_variable(s, &fresh, &outer)
                };
                l.with_temps(|l| l.where_there(s, kind, &outer, copy))
            })?;
        }
        let dealloc = self.m.new_region(&[made]);
        self.within(dealloc, |l| {
            let arg = l.m.args(dealloc)[0];
            if kind.bound == Bound::Class {
                l.release(Cleanup::Class(arg));
                return Ok(());
            }
            let fresh = l.bound_as(s, kind.bound, arg)?;
            l.end_copy(s, &fresh)
        })?;
        Ok((copy, dealloc, made))
    }

    /// Storage for a copy, and the value that stands for it.
    fn fresh_storage(&mut self, s: SymbolId, kind: &Kind, outer: &Binding) -> Lowered<(Binding, Value)> {
        if kind.bound == Bound::Class {
            let sym = self.sym(s);
            let elem = self.ir_ty(&sym.ty, sym.span)?;
            let like = self.bound_entity(s, outer)?;
            let bx = self.new_class_box(sym.rank(), elem, BoxAttribute::Allocatable);
            self.allocate_as(bx, &like, true)?;
            return Ok((self.class_binding(bx), bx));
        }
        let fresh = self.storage_like(s, outer)?;
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
    fn bound_as(&mut self, s: SymbolId, bound: Bound, v: Value) -> Lowered<Binding> {
        Ok(match bound {
            Bound::Scalar => Binding::Scalar(v),
            // Copies do not hang on lower bounds.
            Bound::Array => Binding::Array { view: v, lbs: Vec::new() },
            Bound::Box => Binding::Box(v),
            Bound::Class => {
                let dynamic = self.box_type(v);
                self.entities.set_dynamic(s, Some(dynamic));
                self.class_binding(v)
            }
        })
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
        let args = self.m.args(body).to_vec();
        for (c, &v) in copies.0.iter().zip(&args[args.len() - copies.0.len()..]) {
            let fresh = match (c.bound, &c.outer) {
                (Bound::Array, Binding::Array { lbs, .. }) => Binding::Array { view: v, lbs: lbs.clone() },
                (Bound::Class, _) => self.class_binding(v),
                (Bound::Scalar | Bound::Array | Bound::Box, _) => self.bound_as(c.symbol, c.bound, v)?,
            };
            let here = self.doubt(c.symbol)?;
            let fresh = self.only_where(here, c.symbol, fresh)?;
            self.entities.bind(c.symbol, fresh);
        }
        Ok(())
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
