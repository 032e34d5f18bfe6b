//! Copies and releases of objects whose type holds itself through allocatable components (10.2.1.3, 9.7.3.2): the
//! depth is known at run time only, so each such type has one function that calls itself.

use super::*;

/// What is done to every object of a type at any depth.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum DeepAction {
    /// Copies the second operand over the first.
    Copy,
    /// Frees the allocatable components.
    Release,
}

impl<'p> Lower<'p> {
    /// True where an object of the type may hold another of the same type in an allocatable component.
    pub fn holds_itself(&self, t: TypeId) -> bool {
        let mut seen = rustc_hash::FxHashSet::default();
        let mut work = vec![t];
        while let Some(u) = work.pop() {
            let dt = self.dtype(u);
            let inner = dt.components.iter().filter(|c| !c.pointer).filter_map(|c| match &c.ty {
                Ty::Derived(id) => Some(*id),
                _ => None,
            });
            for id in inner.chain(dt.extends) {
                if id == t {
                    return true;
                }
                if seen.insert(id) {
                    work.push(id);
                }
            }
        }
        false
    }

    /// Calls the type's function for the action, which is made when it is first asked for.
    pub fn call_deep(&mut self, action: DeepAction, objects: &[Value], t: TypeId, span: Span) -> R<()> {
        let stem = match action {
            DeepAction::Copy => "copy",
            DeepAction::Release => "release",
        };
        let name = format!("__{stem}_{}_{}", self.dtype(t).name, t.0);
        if self.emitted.insert(name.clone()) {
            self.deep_function(action, &name, t, span)?;
        }
        let it = self.ir_ty(&Ty::Derived(t), span)?;
        let rt = self.m.types.reference(it);
        let args: Vec<Value> = objects.iter().map(|&o| self.cast_ref(o, rt)).collect();
        self.b().op(OpKind::Call).args(&args).attr("callee", Attr::Sym(name)).build();
        Ok(())
    }

    /// Copies into a new object that then takes the place of the old one: the source may be a part of that.
    fn copy_whole(&mut self, dst: Value, src: Value, t: TypeId, span: Span) -> R<()> {
        let it = self.ir_ty(&Ty::Derived(t), span)?;
        let new = self.alloca(it, None);
        self.default_init(new, t, span)?;
        self.copy_components(new, src, t, span)?;
        self.release_components(dst, t, span)?;
        self.b().op(OpKind::CopyObject).arg(dst).arg(new).build();
        Ok(())
    }

    fn deep_function(&mut self, action: DeepAction, name: &str, t: TypeId, span: Span) -> R<()> {
        let it = self.ir_ty(&Ty::Derived(t), span)?;
        let rt = self.m.types.reference(it);
        let count = if action == DeepAction::Copy { 2 } else { 1 };
        let region = self.m.new_region(&vec![rt; count]);
        let args = self.m.args(region).to_vec();
        let fresh = FnState::new(self.f.proc, region);
        let saved = std::mem::replace(&mut self.f, fresh);
        self.f.loc = saved.loc;
        let out = match action {
            DeepAction::Copy => self.copy_whole(args[0], args[1], t, span),
            DeepAction::Release => self.release_each(args[0], t, span),
        };
        self.b().op(OpKind::Return).build();
        self.drop_unused_constants(region);
        self.f.region = self.m.top;
        self.b()
            .op(OpKind::Func)
            .attr("sym", Attr::Sym(name.into()))
            .flag("recursive", true)
            .flag("internal", true)
            .region(region)
            .build();
        self.f = saved;
        out
    }
}
