//! Static variables that devices have from the start (`declare target`): a constructor of the object tells the runtime where
//! they are, before the main program begins.

use super::owners::FnState;
use super::*;
use std::collections::BTreeMap;

/// What the runtime is told.
struct Resident<'p> {
    name: &'p str,
    ty: Option<TypeId>,
    /// Another object may give it its first value.
    shared: bool,
    /// Devices have it, or what its descriptor describes, only while that is mapped.
    mapped: bool,
}

impl<'p> Lower<'p> {
    /// The static object that a variable lies in, where this module defines it.
    fn resident_storage(&self, s: &'p Symbol) -> Option<(String, Resident<'p>)> {
        let ty = match s.ty {
            Ty::Derived(t) => Some(t),
            _ => None,
        };
        match &s.storage {
            Storage::Static { link_name } => {
                Some((link_name.clone(), Resident { name: &s.name, ty, shared: s.bind_c, mapped: false }))
            }
            Storage::Common { block, .. } => {
                let name = &self.prog.commons[*block as usize].link_name;
                Some((name.clone(), Resident { name, ty: None, shared: true, mapped: false }))
            }
            Storage::Equivalence { base, .. } => {
                let (link_name, of) = self.resident_storage(self.sym(*base))?;
                Some((link_name, Resident { name: &s.name, ty: None, ..of }))
            }
            Storage::Extern { .. }
            | Storage::Local
            | Storage::Dummy(_)
            | Storage::Result
            | Storage::Based { .. }
            | Storage::Associate
            | Storage::Index
            | Storage::Constant => None,
        }
    }

    /// Makes the constructor, if there is such a variable. Descriptors stay on the host: what allocatables and pointers
    /// describe is there while it is mapped, and so are variables in LINK. Of those the runtime only knows that they may be.
    pub fn register_residents(&mut self) {
        let mut all = BTreeMap::new();
        let on_devices = |s: &Symbol| {
            let saved = |p| self.proc(p).declare_target && self.proc(p).body.is_some();
            let listed = match s.on_devices {
                OnDevices::Always | OnDevices::Automapped | OnDevices::Linked | OnDevices::Local => true,
                OnDevices::Mapped => s.ty != Ty::Procedure && s.owner.is_some_and(saved),
            };
            listed && !s.threadprivate
        };
        for s in self.prog.symbols.iter().filter(|s| on_devices(s)) {
            if let Some((link_name, what)) = self.resident_storage(s) {
                let mapped = s.allocatable || s.pointer || s.on_devices == OnDevices::Linked;
                // Of variables that share an object one may have a descriptor there.
                let known = all.entry(link_name).or_insert(Resident { mapped, ..what });
                known.mapped &= mapped;
            }
        }
        let mut list = Vec::new();
        for g in self.m.top_ops(OpKind::Global) {
            if let Some(sym) = self.m.attr_str(g, "sym")
                && let Some(what) = all.remove(sym)
                && let Some(size) = self.m.attr_int(g, "size")
                && !self.m.flag(g, "extern")
            {
                let first = what.shared || self.m.attr(g, "init").is_some();
                list.push((sym.to_string(), size, first, what));
            }
        }
        let Some((first, ..)) = list.first() else { return };
        let name = format!("__ft_resident_{first}");
        let region = self.m.new_region(&[]);
        self.f = FnState::new(region);
        let out = self.within(region, |s| {
            for (sym, size, first, what) in list {
                let at = s.b().op(OpKind::AddrOf).attr("sym", Attr::Sym(sym)).result(Type::PTR).value();
                let size = s.b().int(size, Type::I64);
                let mapped = what.mapped;
                let ty = match what.ty.filter(|_| !mapped) {
                    Some(t) => s.type_desc(&Ty::Derived(t), Span::default())?,
                    None => s.b().op(OpKind::NullPtr).result(Type::PTR).value(),
                };
                let mut b = s.b();
                let op = b.op(OpKind::OmpDeclareTarget).arg(at).arg(size).arg(ty);
                op.attr("name", Attr::str(what.name)).flag("initial", first && !mapped).flag("mapped", mapped).build();
            }
            s.b().op(OpKind::Return).build();
            Ok(())
        });
        self.errors.extend(out.err());
        self.f.region = self.m.top;
        self.b()
            .op(OpKind::Func)
            .attr("sym", Attr::Sym(name))
            .attr("source_name", Attr::str("declare target"))
            .flag("internal", true)
            .flag("constructor", true)
            .region(region)
            .build();
    }
}
