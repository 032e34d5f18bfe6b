//! Components of objects and of array elements in FORALL and in bodies that read no memory: `a(i)%c`, `o%x(i)`, `o%k`.

use super::array::Prep;
use super::*;

/// A scalar designator with at least one component and at most one list of subscripts.
pub(super) struct Part<'e> {
    root: SymbolId,
    /// Components from the object to the scalar, and how many of them come before the subscripts.
    path: Vec<(TypeId, usize)>,
    before: usize,
    /// The array and its subscripts.
    pub elem: Option<(&'e Expr, &'e [Expr])>,
}

impl<'e> Part<'e> {
    /// Components after the subscripts.
    pub fn after(&self) -> &[(TypeId, usize)] {
        &self.path[self.before..]
    }

    fn key(&self) -> PartKey {
        (self.root, self.path.clone(), self.elem.as_ref().map(|_| self.before))
    }
}

/// What tells parts apart: variable, components, place of the subscripts.
pub(super) type PartKey = (SymbolId, Vec<(TypeId, usize)>, Option<usize>);

/// What variables were when a body that reads no memory began.
#[derive(Clone, Debug, Default)]
pub(crate) struct Snapshots {
    vars: FxHashMap<SymbolId, Value>,
    /// Parts, arrays of parts with the lower bounds of the subscripts.
    parts: FxHashMap<PartKey, (Value, Option<Vec<Value>>)>,
}

impl std::ops::Deref for Snapshots {
    type Target = FxHashMap<SymbolId, Value>;
    fn deref(&self) -> &Self::Target {
        &self.vars
    }
}

impl std::ops::DerefMut for Snapshots {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.vars
    }
}

impl Declarations<'_> {
    /// Takes a scalar designator of a part to pieces.
    pub(super) fn object_part<'e>(&self, e: &'e Expr) -> Option<Part<'e>> {
        if e.rank != 0 {
            return None;
        }
        let (mut at, mut path, mut elem, mut after) = (e, Vec::new(), None, 0);
        let root = loop {
            match &at.kind {
                ExprKind::Component { base, of, index } => {
                    let c = &self.dtype(*of).components[*index];
                    let direct = !(c.allocatable || c.pointer);
                    // What follows subscripts is at a fixed place in the element.
                    if c.ty == Ty::Procedure || matches!(c.ty, Ty::Class(_)) || elem.is_none() && !direct {
                        return None;
                    }
                    if elem.is_none() && c.dims.rank() > 0 {
                        return None;
                    }
                    path.push((*of, *index));
                    at = base;
                }
                ExprKind::Elem { base, subs } if elem.is_none() && subs.iter().all(|s| s.rank == 0) => {
                    elem = Some((&**base, &subs[..]));
                    after = path.len();
                    at = base;
                }
                ExprKind::Var(s) => break *s,
                _ => return None,
            }
        };
        if path.is_empty() || !matches!(self.sym(root).ty, Ty::Derived(_)) {
            return None;
        }
        path.reverse();
        let before = if elem.is_some() { path.len() - after } else { 0 };
        Some(Part { root, path, before, elem })
    }

    /// The view of a component of every element of a view, one component after the other.
    pub(super) fn parts_of_view(&mut self, mut view: Value, path: &[(TypeId, usize)], span: Span) -> Lowered<Value> {
        for &(of, index) in path {
            view = self.component_of_view(view, of, index, span)?;
        }
        Ok(view)
    }
}

impl<'p> Expressions<'p> {
    /// Reads the parts that an expression names, for [`Self::part_value`].
    pub(super) fn snapshot_parts(&mut self, e: &'p Expr, map: &mut Snapshots) -> Lowered<()> {
        let mut found = Vec::new();
        e.walk(&mut |x| {
            if !matches!(x.ty, Ty::Derived(_) | Ty::Class(_))
                && let Some(p) = self.object_part(x)
            {
                found.push((x, p));
            }
        });
        for (x, p) in found {
            if map.parts.contains_key(&p.key()) {
                continue;
            }
            let v = match p.elem {
                None => (self.scalar(x)?, None),
                Some((array, _)) => {
                    let (view, lbs) = self.array_place(array)?;
                    let view = self.parts_of_view(view, p.after(), x.span)?;
                    match self.load_view(view) {
                        Prep::Array { value, .. } => (value, lbs),
                        _ => return unsupported(x.span, "this component here"),
                    }
                }
            };
            map.parts.insert(p.key(), v);
        }
        Ok(())
    }

    /// The value that a part had when the body began.
    pub(super) fn part_value(&mut self, e: &'p Expr) -> Lowered<Option<Value>> {
        if self.bodies.snapshots.as_ref().is_none_or(|s| s.parts.is_empty()) {
            return Ok(None);
        }
        let Some(p) = self.object_part(e) else { return Ok(None) };
        let Some((value, lbs)) = self.bodies.snapshots.as_ref().and_then(|s| s.parts.get(&p.key()).cloned()) else {
            return Ok(None);
        };
        match p.elem {
            None => Ok(Some(value)),
            Some((_, subs)) => {
                let idx = self.zero_based(subs, lbs.as_deref())?;
                Ok(Some(self.at_value(value, &idx)))
            }
        }
    }
}
