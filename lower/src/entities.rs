//! What the names of the procedure stand for where lowering is.

use super::*;

/// What a symbol is bound to.
#[derive(Clone, Debug)]
pub(crate) enum Binding {
    /// A scalar in memory: `ref<T>`.
    Scalar(Value),
    /// An array that stays where it is: view and lower bounds (index).
    Array { view: Value, lbs: Vec<Value> },
    /// A descriptor: `ref<box>` (allocatable, pointer).
    Box(Value),
    /// A value that cannot be assigned (construct index, expression associated with a name).
    Value(Value),
    /// A procedure address (`ptr`).
    Proc(Value),
}

impl Binding {
    /// Whether both are the same storage.
    pub fn is_same_storage(&self, other: &Binding) -> bool {
        match (self, other) {
            (Binding::Scalar(x), Binding::Scalar(y)) | (Binding::Box(x), Binding::Box(y)) => x == y,
            (Binding::Array { view: x, .. }, Binding::Array { view: y, .. }) => x == y,
            (
                Binding::Scalar(_) | Binding::Array { .. } | Binding::Box(_) | Binding::Value(_) | Binding::Proc(_),
                _,
            ) => false,
        }
    }
}

/// Symbols and what they are bound to.
pub(crate) type Bindings = FxHashMap<SymbolId, Binding>;

/// A symbol, and what it was bound to before it was bound anew.
pub(crate) type Rebound = (SymbolId, Option<Binding>);

/// What is known of the entities of a procedure.
#[derive(Clone, Default)]
pub(crate) struct Entities {
    /// The procedure itself.
    pub proc: Option<ProcId>,
    /// Address of the host environment to pass to internal procedures.
    pub env: Option<Value>,
    bound: Bindings,
    /// Declared lengths of local pointers and allocatables, as they were when the entity came into being.
    lengths: FxHashMap<SymbolId, Value>,
    /// Lower bounds and extents of Cray pointees at entry.
    pointees: FxHashMap<SymbolId, (Vec<Value>, Vec<Value>)>,
    /// Dynamic types of polymorphic entities that have no descriptor of their own.
    types: FxHashMap<SymbolId, class::Dyn>,
    /// Optional dummies that are present where lowering is (see `absent`).
    present: rustc_hash::FxHashSet<SymbolId>,
    /// Those that are absent there.
    absent: rustc_hash::FxHashSet<SymbolId>,
}

impl Entities {
    /// Of a procedure; nothing is bound yet.
    pub fn of(proc: ProcId) -> Entities {
        Entities { proc: Some(proc), ..Entities::default() }
    }

    /// What a symbol is bound to.
    pub fn get(&self, s: SymbolId) -> Option<&Binding> {
        self.bound.get(&s)
    }

    /// Whether a symbol is bound.
    pub fn has(&self, s: SymbolId) -> bool {
        self.bound.contains_key(&s)
    }

    /// Binds a symbol; the result undoes it.
    pub fn bind(&mut self, s: SymbolId, b: Binding) -> Rebound {
        (s, self.bound.insert(s, b))
    }

    /// Undoes bindings, the last one first.
    pub fn unbind(&mut self, list: impl IntoIterator<Item = Rebound, IntoIter: DoubleEndedIterator>) {
        for (s, before) in list.into_iter().rev() {
            match before {
                Some(b) => self.bound.insert(s, b),
                None => self.bound.remove(&s),
            };
        }
    }

    /// All that is bound now.
    pub fn all(&self) -> Bindings {
        self.bound.clone()
    }

    /// Binds what was bound then and nothing else.
    pub fn restore(&mut self, then: Bindings) {
        self.bound = then;
    }

    /// The declared length of a pointer or allocatable.
    pub fn length(&self, s: SymbolId) -> Option<Value> {
        self.lengths.get(&s).copied()
    }

    /// Notes the declared length of a pointer or allocatable.
    pub fn set_length(&mut self, s: SymbolId, n: Value) {
        self.lengths.insert(s, n);
    }

    /// All declared lengths.
    pub fn lengths(&self) -> FxHashMap<SymbolId, Value> {
        self.lengths.clone()
    }

    /// Knows these declared lengths and no others.
    pub fn restore_lengths(&mut self, then: FxHashMap<SymbolId, Value>) {
        self.lengths = then;
    }

    /// Lower bounds and extents of a Cray pointee.
    pub fn pointee_bounds(&self, s: SymbolId) -> Option<&(Vec<Value>, Vec<Value>)> {
        self.pointees.get(&s)
    }

    /// Notes lower bounds and extents of a Cray pointee.
    pub fn set_pointee_bounds(&mut self, s: SymbolId, bounds: (Vec<Value>, Vec<Value>)) {
        self.pointees.insert(s, bounds);
    }

    /// The dynamic type of a polymorphic entity.
    pub fn dynamic(&self, s: SymbolId) -> Option<class::Dyn> {
        self.types.get(&s).copied()
    }

    /// Notes the dynamic type of a polymorphic entity, or that none is known. The result is what was known before.
    pub fn set_dynamic(&mut self, s: SymbolId, d: Option<class::Dyn>) -> Option<class::Dyn> {
        match d {
            Some(d) => self.types.insert(s, d),
            None => self.types.remove(&s),
        }
    }

    /// Whether an optional dummy is surely present where lowering is.
    pub fn is_present(&self, s: SymbolId) -> bool {
        self.present.contains(&s)
    }

    /// The optional dummies of which it is known that they are present, or that they are absent.
    fn known(&mut self, present: bool) -> &mut rustc_hash::FxHashSet<SymbolId> {
        if present { &mut self.present } else { &mut self.absent }
    }

    /// Whether it is surely absent there.
    pub fn is_absent(&self, s: SymbolId) -> bool {
        self.absent.contains(&s)
    }
}

impl Expressions<'_> {
    /// Runs `f` in the branch where an optional dummy is present.
    pub fn knowing_present<T>(&mut self, s: SymbolId, f: impl FnOnce(&mut Self) -> Lowered<T>) -> Lowered<T> {
        let new = self.entities.present.insert(s);
        let out = f(self);
        if new {
            self.entities.present.remove(&s);
        }
        out
    }
}

impl Lower<'_> {
    /// Runs `f` in the branch where an optional dummy is present, or in that where it is absent.
    pub fn knowing<T>(&mut self, s: SymbolId, present: bool, f: impl FnOnce(&mut Self) -> T) -> T {
        let new = self.entities.known(present).insert(s);
        let out = f(self);
        if new {
            self.entities.known(present).remove(&s);
        }
        out
    }

    /// Runs `f`; what it binds ends with it.
    pub fn with_bindings<T>(&mut self, f: impl FnOnce(&mut Self) -> T) -> T {
        let saved = self.entities.all();
        let out = f(self);
        self.entities.restore(saved);
        out
    }
}
