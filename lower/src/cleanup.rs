//! What is to be released, and when: at the end of a statement, of a BLOCK construct, of the procedure.

use super::*;
use ferrotran_syntax::ast::LabelNo;

/// Something to release.
#[derive(Clone, Debug)]
pub(crate) enum Cleanup {
    /// mem.free of this `ptr`.
    Free(Value),
    /// Deallocate this `ref<box>` if it is allocated.
    Box(Value),
    /// Deallocate this polymorphic `ref<box>` if it is allocated.
    Class(Value),
    /// Deallocate this descriptor (`ptr`) of objects of a type (address of its descriptor) if it is allocated.
    Managed { desc: Value, ty: Value },
    /// Finalize the objects of a type behind a descriptor (`ptr`) and free their components.
    Object { desc: Value, ty: Value },
    /// Free what the copy of a value behind a descriptor (`ptr`) holds, without finalization; `ty` null: its dynamic type
    /// and the copy itself.
    Copy { desc: Value, ty: Option<Value> },
    /// Copy back from a packed temporary: descriptor address, packed address.
    Unpack { desc: Value, packed: Value },
    /// The same without copying back.
    UnpackIn { desc: Value, packed: Value },
    /// Give back the stub whose address (or null) is in this cell.
    Trampoline(Value),
    /// This variable stands for nothing on any device any more.
    Mapped(Value),
    /// Put the floating-point environment back.
    Environment(Value),
}

/// What a function has to release.
#[derive(Default)]
pub(crate) struct Cleanups {
    /// At the end of the statement.
    statement: Vec<Cleanup>,
    /// When the procedure returns.
    exit: Vec<Cleanup>,
    /// Whether local entities live until the program ends: those of a main program.
    keeps_locals: bool,
}

/// Labels of a construct.
#[derive(Clone, Debug, Default)]
pub(crate) struct Targets {
    /// Label that EXIT breaks to.
    pub exit: Option<String>,
    /// Label that CYCLE continues.
    pub cycle: Option<String>,
}

/// The constructs around the current statement.
#[derive(Default)]
pub(crate) struct Constructs {
    /// Where EXIT and CYCLE go.
    targets: FxHashMap<ConstructId, Targets>,
    /// What ends with each BLOCK construct, outermost first.
    blocks: Vec<Vec<Cleanup>>,
    /// Number of BLOCK constructs around each construct.
    construct_depth: FxHashMap<ConstructId, usize>,
    /// Number of BLOCK constructs around each label that is in one.
    label_depth: FxHashMap<LabelNo, usize>,
}

impl Cleanups {
    /// Of a procedure.
    pub fn of(is_main: bool) -> Cleanups {
        Cleanups { keeps_locals: is_main, ..Cleanups::default() }
    }

    /// Releases something at the end of the statement.
    pub fn after_statement(&mut self, c: Cleanup) {
        self.statement.push(c);
    }

    /// Releases something when the procedure returns or, in a BLOCK construct, where that ends.
    pub fn at_exit(&mut self, c: Cleanup) {
        self.exit.push(c);
    }

    /// Whether local entities live until the program ends.
    pub fn keeps_locals(&self) -> bool {
        self.keeps_locals
    }

    /// Has these things released at the end of the statement, and no others. The result is what was to be released before.
    pub fn replace_statement(&mut self, list: Vec<Cleanup>) -> Vec<Cleanup> {
        std::mem::replace(&mut self.statement, list)
    }
}

impl Constructs {
    /// Says where EXIT and CYCLE of a construct go.
    pub fn insert(&mut self, id: ConstructId, targets: Targets) {
        self.targets.insert(id, targets);
    }

    /// Where EXIT and CYCLE of a construct go.
    pub fn get(&self, id: &ConstructId) -> Option<&Targets> {
        self.targets.get(id)
    }

    /// Number of BLOCK constructs around the current statement.
    pub fn depth(&self) -> usize {
        self.blocks.len()
    }

    /// Notes where a construct stands.
    pub fn note_construct(&mut self, id: ConstructId) {
        self.construct_depth.insert(id, self.blocks.len());
    }

    /// Number of BLOCK constructs around a construct.
    pub fn depth_of_construct(&self, id: ConstructId) -> usize {
        self.construct_depth.get(&id).copied().unwrap_or(0)
    }

    /// Number of BLOCK constructs around a label.
    pub fn depth_of_label(&self, label: LabelNo) -> usize {
        self.label_depth.get(&label).copied().unwrap_or(0)
    }
}

impl FunctionBuilder {
    /// Releases what ends with the procedure.
    pub fn end_procedure(&mut self) {
        let all = std::mem::take(&mut self.f.cleanups.exit);
        self.release_all(all);
    }

    /// Releases things, the last one first.
    pub fn release_all(&mut self, list: Vec<Cleanup>) {
        for c in list.into_iter().rev() {
            self.release(c);
        }
    }

    /// Emits a release.
    pub fn release(&mut self, c: Cleanup) {
        match c {
            Cleanup::Free(p) => {
                self.b().op(OpKind::Free).arg(p).build();
            }
            Cleanup::Box(b) => {
                let a = self.b().unary(OpKind::BoxAllocated, b, Type::BOOL);
                let _ = self.if_else(
                    a,
                    |s| {
                        s.b().op(OpKind::BoxDeallocate).arg(b).result(Type::I32).build();
                        Ok(())
                    },
                    |_| Ok(()),
                );
            }
            Cleanup::Class(b) => {
                let desc = self.cast_ref(b, Type::PTR);
                let null = self.b().op(OpKind::NullPtr).result(Type::PTR).value();
                let one = self.b().int(1, Type::I32);
                self.rt_value(rt::frt_object_deallocate, &[desc, null, one], Type::I32);
            }
            Cleanup::Managed { desc, ty } => {
                let zero = self.b().int(0, Type::I32);
                self.rt_value(rt::frt_object_deallocate, &[desc, ty, zero], Type::I32);
            }
            Cleanup::Object { desc, ty } => self.rt(rt::frt_object_destroy, &[desc, ty]),
            Cleanup::Copy { desc, ty } => {
                let whole = self.b().int(i64::from(ty.is_none()), Type::I32);
                let ty = match ty {
                    Some(t) => t,
                    None => self.b().op(OpKind::NullPtr).result(Type::PTR).value(),
                };
                self.rt(rt::frt_object_release, &[desc, ty, whole]);
            }
            Cleanup::Unpack { desc, packed } => {
                let one = self.b().int(1, Type::I32);
                self.rt(rt::frt_unpack, &[desc, packed, one]);
            }
            Cleanup::Environment(saved) => self.rt(rt::frt_fenv_leave, &[saved]),
            Cleanup::UnpackIn { desc, packed } => {
                let zero = self.b().int(0, Type::I32);
                self.rt(rt::frt_unpack, &[desc, packed, zero]);
            }
            Cleanup::Mapped(v) => {
                self.b().op(OpKind::OmpEndOnDevices).arg(v).build();
            }
            Cleanup::Trampoline(cell) => {
                let p = self.b().load(cell);
                self.rt(rt::frt_trampoline_free, &[p]);
            }
        }
    }
}

impl Lower<'_> {
    /// Runs `f`; the second result is what it leaves to be released where its storage ends, which is before the procedure
    /// ends, even in a main program.
    pub fn collecting_exits<T>(&mut self, f: impl FnOnce(&mut Self) -> T) -> (T, Vec<Cleanup>) {
        let around = std::mem::take(&mut self.f.cleanups.exit);
        let keeps = std::mem::replace(&mut self.f.cleanups.keeps_locals, false);
        let out = f(self);
        self.f.cleanups.keeps_locals = keeps;
        (out, std::mem::replace(&mut self.f.cleanups.exit, around))
    }

    /// Runs `f` in a region that no RETURN leaves.
    pub fn without_exits<T>(&mut self, f: impl FnOnce(&mut Self) -> T) -> T {
        let around = std::mem::take(&mut self.f.cleanups.exit);
        let out = f(self);
        self.f.cleanups.exit = around;
        out
    }

    /// Runs `f` in a BLOCK construct with these labels, at whose end things are released.
    pub fn in_block(&mut self, ends: Vec<Cleanup>, labels: &[LabelNo], f: impl FnOnce(&mut Self)) {
        let c = &mut self.constructs;
        c.blocks.push(ends);
        let depth = c.blocks.len();
        c.label_depth.extend(labels.iter().map(|&l| (l, depth)));
        f(self);
        let ends = self.constructs.blocks.pop().unwrap_or_default();
        self.release_all(ends);
    }

    /// Releases what ends with the BLOCK constructs deeper than that.
    pub fn end_blocks(&mut self, depth: usize) {
        let all = self.constructs.blocks.iter().skip(depth).flatten().cloned().collect();
        self.release_all(all);
    }
}
