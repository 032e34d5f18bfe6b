//! Bodies of `array.elemental` and `array.forall`: pure code, run for each element, some of which reads no memory.

use super::array::Prep;
use super::parts::Snapshots;
use super::*;
use ferrotran_ir::TypeKind;

/// The bodies around what is lowered.
#[derive(Default)]
pub(crate) struct Bodies {
    /// In a body that reads no memory: what variables were before it.
    pub(super) snapshots: Option<Snapshots>,
    /// Sources of the elements that are gathered, innermost last.
    gathered: Vec<Vec<class::Entity>>,
}

impl Bodies {
    /// Whether the body around reads no memory.
    pub fn reads_no_memory(&self) -> bool {
        self.snapshots.is_some()
    }

    /// What a variable was before the body that reads no memory.
    pub fn snapshot(&self, s: SymbolId) -> Option<Value> {
        self.snapshots.as_ref()?.get(&s).copied()
    }

    /// Sources of the elements that are gathered here.
    pub fn gathered(&self) -> Option<&[class::Entity]> {
        self.gathered.last().map(|l| &l[..])
    }
}

impl<'p> Expressions<'p> {
    /// Runs `f` where elements of these objects are gathered.
    pub fn gathering<T>(&mut self, sources: Vec<class::Entity>, f: impl FnOnce(&mut Self) -> T) -> T {
        self.bodies.gathered.push(sources);
        let out = f(self);
        self.bodies.gathered.pop();
        out
    }

    /// Reads the variables of simple expressions now, so that bodies that `f` builds read no memory.
    pub fn with_snapshots<T>(
        &mut self,
        list: impl IntoIterator<Item = &'p Expr>,
        f: impl FnOnce(&mut Self) -> Lowered<T>,
    ) -> Lowered<T> {
        let mut map = self.bodies.snapshots.clone().unwrap_or_default();
        for e in list {
            self.snapshot_parts(e, &mut map)?;
            for s in visit::symbols(e) {
                if map.contains_key(&s) || matches!(self.sym(s).ty, Ty::Derived(_) | Ty::Class(_)) {
                    continue;
                }
                if let Some(v) = self.value_now(s) {
                    map.insert(s, v);
                }
            }
        }
        let around = self.bodies.snapshots.replace(map);
        let out = f(self);
        self.bodies.snapshots = around;
        out
    }

    /// The value that a variable has now, if it is in memory.
    fn value_now(&mut self, s: SymbolId) -> Option<Value> {
        let place = match self.entities.get(s).cloned()? {
            Binding::Scalar(r) => r,
            Binding::Array { view, .. } => view,
            Binding::Box(b) => self.box_view(b),
            Binding::Value(_) | Binding::Proc(_) => return None,
        };
        if matches!(self.m.tk(place), TypeKind::Ref(_)) {
            return Some(self.load_ref(place));
        }
        match self.load_view(place) {
            Prep::Array { value, .. } => Some(value),
            _ => None,
        }
    }
}
