//! Type descriptors: read-only data that says at run time what a type is, see [`typedesc`].
//!
//! One weak symbol a derived type, so that objects compiled apart share it.

use super::*;
use ferrotran_abi::desc;
use ferrotran_abi::typedesc::{self, AddressDesc, ComponentDesc, FinalDesc, TypeDesc};
use ferrotran_ir::TypeKind;
use std::mem::offset_of;

/// Bytes of a table under construction, with the addresses in it.
#[derive(Default)]
struct Table {
    bytes: Vec<u8>,
    relocs: Vec<Attr>,
}

impl Table {
    /// Appends a zeroed structure and gives its offset.
    fn structure(&mut self, size: usize) -> usize {
        let at = self.bytes.len();
        self.bytes.resize(at + size, 0);
        at
    }
    fn int(&mut self, at: usize, v: i64) {
        self.bytes[at..at + 8].copy_from_slice(&v.to_le_bytes());
    }
    fn half(&mut self, at: usize, v: i32) {
        self.bytes[at..at + 4].copy_from_slice(&v.to_le_bytes());
    }
    fn address(&mut self, at: usize, sym: Option<String>) {
        if let Some(s) = sym {
            self.relocs.push(Attr::List(vec![Attr::Int(at as i64), Attr::Sym(s)]));
        }
    }
}

impl FunctionBuilder {
    fn emit_table(&mut self, name: &str, t: Table, weak: bool) {
        let top = self.m.top;
        self.within(top, |s| {
            s.b()
                .op(OpKind::Global)
                .attr("sym", Attr::Sym(name.into()))
                .attr("type", Attr::Type(Type::I8))
                .attr("size", Attr::Int(t.bytes.len() as i64))
                .attr("align", Attr::Int(16))
                .attr("init", Attr::Bytes(t.bytes))
                .attr_opt("relocs", (!t.relocs.is_empty()).then_some(Attr::List(t.relocs)))
                .flag("internal", !weak)
                .flag("weak", weak)
                .flag("constant", true)
                .build();
        });
    }

    /// The type that stands for the elements of `class(*)` entities.
    pub fn any_class(&mut self) -> Type {
        self.m.types.intern(TypeKind::Derived("any.class".into()))
    }
}

impl Declarations<'_> {
    /// Address of the descriptor of a type; null for types without one.
    pub fn type_desc(&mut self, ty: &Ty, span: Span) -> Lowered<Value> {
        let sym = match ty {
            Ty::Derived(t) | Ty::Class(Some(t)) => self.derived_desc(*t, span)?,
            Ty::Class(None) | Ty::Assumed => return Ok(self.b().op(OpKind::NullPtr).result(Type::PTR).value()),
            Ty::Integer(_)
            | Ty::Unsigned(_)
            | Ty::Real(_)
            | Ty::Complex(_)
            | Ty::Logical(_)
            | Ty::Character(..)
            | Ty::Procedure
            | Ty::Typeless => self.intrinsic_desc(ty, span)?,
        };
        Ok(self.b().op(OpKind::AddrOf).attr("sym", Attr::Sym(sym)).result(Type::PTR).value())
    }

    fn intrinsic_desc(&mut self, ty: &Ty, span: Span) -> Lowered<String> {
        use desc::class as c;
        let (class, kind) = match ty {
            Ty::Integer(k) => (c::INTEGER, *k),
            Ty::Unsigned(k) => (c::UNSIGNED, *k),
            Ty::Logical(k) => (c::LOGICAL, *k),
            Ty::Real(k) => (c::REAL, *k),
            Ty::Complex(k) => (c::COMPLEX, *k),
            Ty::Character(_, k) => (c::CHARACTER, *k),
            _ => return unsupported(span, "an entity of this type as a polymorphic one"),
        };
        let code = desc::type_code(class, i16::from(kind));
        let name = format!("__ft_type.{code}");
        if self.statics.is_new(&name) {
            let size = if class == c::CHARACTER { 0 } else { self.size_of(ty).unwrap_or(0) };
            let mut t = Table::default();
            t.structure(size_of::<TypeDesc>());
            t.int(offset_of!(TypeDesc, size), size as i64);
            t.half(offset_of!(TypeDesc, code), code.into());
            self.emit_table(&name, t, false);
        }
        Ok(name)
    }

    /// Link name of the descriptor of a derived type, which is emitted if it was not.
    pub fn derived_desc(&mut self, id: TypeId, span: Span) -> Lowered<String> {
        let dt = self.dtype(id);
        let name = format!("__ft_type_{}", dt.ir_name);
        if !self.statics.is_new(&name) {
            return Ok(name);
        }
        let parent = dt.extends.map(|p| self.derived_desc(p, span)).transpose()?;
        let init = match self.default_image(id, span)? {
            Some(bytes) => {
                let sym = format!("__ft_init_{}", dt.ir_name);
                self.global_image(&sym, &Ty::Derived(id), bytes, true, span)?;
                Some(sym)
            }
            None => None,
        };
        let (components, component_count) = self.component_table(id, &name, span)?;
        let finals = self.final_table(id, &name)?;
        let (addresses, address_count) = self.address_table(id, &name, span)?;
        let text = format!("{name}.name");
        self.emit_table(&text, Table { bytes: dt.name.as_bytes().to_vec(), relocs: vec![] }, false);
        let mut t = Table::default();
        t.structure(size_of::<TypeDesc>());
        t.int(offset_of!(TypeDesc, size), dt.size as i64);
        t.address(offset_of!(TypeDesc, parent), parent);
        t.address(offset_of!(TypeDesc, init), init);
        t.address(offset_of!(TypeDesc, components), components);
        t.int(offset_of!(TypeDesc, component_count), component_count);
        t.address(offset_of!(TypeDesc, finals), finals);
        t.int(offset_of!(TypeDesc, final_count), dt.finals.len() as i64);
        t.address(offset_of!(TypeDesc, name), Some(text));
        t.int(offset_of!(TypeDesc, name_len), dt.name.len() as i64);
        t.half(offset_of!(TypeDesc, code), types::c_address(dt).unwrap_or(desc::class::STRUCT).into());
        t.address(offset_of!(TypeDesc, addresses), addresses);
        t.int(offset_of!(TypeDesc, address_count), address_count);
        t.int(offset_of!(TypeDesc, slot_count), dt.bindings.len() as i64);
        for b in &dt.bindings {
            let at = t.structure(typedesc::SLOT_BYTES as usize);
            // Nothing calls what gfortran compiled with objects of its own.
            let proc = b.proc.map(|p| self.proc(p)).filter(|p| p.convention != Convention::Refused);
            t.address(at, proc.map(|p| p.link_name.clone()));
        }
        self.emit_table(&name, t, true);
        Ok(name)
    }

    fn component_table(&mut self, id: TypeId, stem: &str, span: Span) -> Lowered<(Option<String>, i64)> {
        let dt = self.dtype(id);
        let mut t = Table::default();
        let mut n = 0;
        for (i, c) in dt.components.iter().enumerate() {
            if c.pointer || c.ty == Ty::Procedure {
                continue;
            }
            let assign = match &c.ty {
                Ty::Derived(ct) => self.bound_component_assignment(*ct, c.dims.rank()),
                Ty::Integer(_)
                | Ty::Unsigned(_)
                | Ty::Real(_)
                | Ty::Complex(_)
                | Ty::Logical(_)
                | Ty::Character(..)
                | Ty::Class(_)
                | Ty::Assumed
                | Ty::Procedure
                | Ty::Typeless => None,
            };
            let kind = match &c.ty {
                Ty::Class(_) => typedesc::KIND_CLASS,
                _ if c.allocatable => typedesc::KIND_ALLOCATABLE,
                Ty::Derived(ct) if assign.is_some() || self.is_managed(*ct) => {
                    if i == 0 && dt.extends.is_some() {
                        typedesc::KIND_PARENT
                    } else {
                        typedesc::KIND_EMBEDDED
                    }
                }
                Ty::Integer(_)
                | Ty::Unsigned(_)
                | Ty::Real(_)
                | Ty::Complex(_)
                | Ty::Logical(_)
                | Ty::Character(..)
                | Ty::Derived(_)
                | Ty::Assumed
                | Ty::Procedure
                | Ty::Typeless => continue,
            };
            let extents = match &c.dims {
                Dims::Explicit(b) if kind <= typedesc::KIND_PARENT => self.const_extents(b).unwrap_or_default(),
                _ => Vec::new(),
            };
            let extents_sym = (!extents.is_empty()).then(|| format!("{stem}.{}", c.name));
            if let Some(s) = &extents_sym {
                let mut e = Table::default();
                for &n in &extents {
                    let at = e.structure(8);
                    e.int(at, n);
                }
                self.emit_table(s, e, false);
            }
            let ty = match &c.ty {
                Ty::Derived(ct) | Ty::Class(Some(ct)) => Some(self.derived_desc(*ct, span)?),
                Ty::Integer(_)
                | Ty::Unsigned(_)
                | Ty::Real(_)
                | Ty::Complex(_)
                | Ty::Logical(_)
                | Ty::Character(..)
                | Ty::Assumed
                | Ty::Procedure
                | Ty::Typeless
                | Ty::Class(None) => None,
            };
            let at = t.structure(size_of::<ComponentDesc>());
            t.int(at + offset_of!(ComponentDesc, offset), c.offset as i64);
            t.address(at + offset_of!(ComponentDesc, ty), ty);
            t.half(at + offset_of!(ComponentDesc, kind), kind);
            t.half(at + offset_of!(ComponentDesc, rank), c.dims.rank() as i32);
            t.address(at + offset_of!(ComponentDesc, extents), extents_sym);
            t.address(at + offset_of!(ComponentDesc, assign), assign.as_ref().map(|a| a.0.clone()));
            t.int(at + offset_of!(ComponentDesc, assign_class), assign.map_or(0, |a| a.1));
            let text = format!("{stem}.name.{i}");
            self.emit_table(&text, Table { bytes: c.name.as_bytes().to_vec(), relocs: vec![] }, false);
            t.address(at + offset_of!(ComponentDesc, name), Some(text));
            t.int(at + offset_of!(ComponentDesc, name_len), c.name.len() as i64);
            n += 1;
        }
        if n == 0 {
            return Ok((None, 0));
        }
        let name = format!("{stem}.components");
        self.emit_table(&name, t, false);
        Ok((Some(name), n))
    }

    /// Where objects of the type hold addresses, see [`AddressDesc`].
    fn address_table(&mut self, id: TypeId, stem: &str, span: Span) -> Lowered<(Option<String>, i64)> {
        let dt = self.dtype(id);
        let mut t = Table::default();
        let mut n = 0;
        for c in &dt.components {
            let (bytes, ty) = match &c.ty {
                Ty::Procedure => (8, None),
                Ty::Class(_) => (desc::class_size(c.dims.rank()) as i64, None),
                _ if c.allocatable || c.pointer => (desc::size(c.dims.rank()) as i64, None),
                Ty::Derived(ct) if self.holds_addresses(*ct) => {
                    (self.dtype(*ct).size as i64, Some(self.derived_desc(*ct, span)?))
                }
                _ => continue,
            };
            let count = match &c.dims {
                Dims::Explicit(b) if ty.is_some() => self.const_extents(b).unwrap_or_default().iter().product(),
                _ => 1,
            };
            let at = t.structure(size_of::<AddressDesc>());
            t.int(at + offset_of!(AddressDesc, offset), c.offset as i64);
            t.int(at + offset_of!(AddressDesc, bytes), bytes);
            t.int(at + offset_of!(AddressDesc, count), count);
            t.address(at + offset_of!(AddressDesc, ty), ty);
            n += 1;
        }
        if n == 0 {
            return Ok((None, 0));
        }
        let name = format!("{stem}.addresses");
        self.emit_table(&name, t, false);
        Ok((Some(name), n))
    }

    /// Whether objects of the type hold descriptors or addresses.
    fn holds_addresses(&self, t: TypeId) -> bool {
        self.dtype(t).components.iter().any(|c| match &c.ty {
            Ty::Procedure | Ty::Class(_) => true,
            _ if c.allocatable || c.pointer => true,
            Ty::Derived(id) => self.holds_addresses(*id),
            _ => false,
        })
    }

    /// Gives the types whose objects hold addresses their descriptors, where the module has target regions or data: devices
    /// get no addresses.
    pub fn describe_mapped_types(&mut self) -> Lowered<()> {
        let maps = |k| {
            matches!(
                k,
                OpKind::OmpTarget
                    | OpKind::OmpTargetData
                    | OpKind::OmpTargetEnter
                    | OpKind::OmpTargetExit
                    | OpKind::OmpTargetUpdate
            )
        };
        if !self.m.walk(self.m.top).into_iter().any(|o| maps(self.m.kind(o)))
            && !self.prog.symbols.iter().any(|s| s.on_devices != OnDevices::Mapped)
        {
            return Ok(());
        }
        for (i, t) in self.prog.types.iter().enumerate() {
            let id = TypeId(i as u32);
            if !self.holds_addresses(id) {
                continue;
            }
            let def = self.m.top_ops(OpKind::TypeDef).find(|&d| self.m.attr_str(d, "sym") == Some(&t.ir_name));
            let sym = self.derived_desc(id, t.span)?;
            if let Some(def) = def {
                self.m.set_attr(def, "descriptor", Attr::Sym(sym));
            }
        }
        Ok(())
    }

    fn final_table(&mut self, id: TypeId, stem: &str) -> Lowered<Option<String>> {
        let dt = self.dtype(id);
        if dt.finals.is_empty() {
            return Ok(None);
        }
        let mut t = Table::default();
        for &f in &dt.finals {
            let p = self.proc(f);
            let dummy = p.args.first().map(|&a| self.sym(a));
            let contiguous = dummy.is_some_and(|s| s.contiguous);
            let (rank, mode) = match dummy.map(|s| &s.dims) {
                _ if p.elemental => (0, typedesc::FINAL_ELEMENTAL),
                Some(Dims::AssumedRank) => (0, typedesc::FINAL_ANY_RANK),
                Some(Dims::Assumed(l)) if contiguous => (l.len(), typedesc::FINAL_PACKED),
                Some(Dims::Assumed(l)) => (l.len(), typedesc::FINAL_SHAPE),
                Some(d) if d.rank() > 0 => (d.rank(), typedesc::FINAL_CONTIGUOUS),
                None | Some(Dims::Scalar | Dims::Explicit(_) | Dims::Deferred(_) | Dims::AssumedSize(..)) => {
                    (0, typedesc::FINAL_SCALAR)
                }
            };
            let at = t.structure(size_of::<FinalDesc>());
            t.half(at + offset_of!(FinalDesc, rank), rank as i32);
            t.half(at + offset_of!(FinalDesc, mode), mode);
            t.address(at + offset_of!(FinalDesc, proc), Some(p.link_name.clone()));
        }
        let name = format!("{stem}.finals");
        self.emit_table(&name, t, false);
        Ok(Some(name))
    }

    /// The type-bound assignment that assigns components of that type (Fortran 2018, 10.2.1.3): link name, and
    /// which of its arguments are polymorphic (bits of [`ComponentDesc::assign_class`]).
    fn bound_component_assignment(&self, t: TypeId, rank: usize) -> Option<(String, i64)> {
        self.bound_assignments(t, rank)
            .find_map(|(slot, class)| Some((self.proc(self.dtype(t).bindings[slot].proc?).link_name.clone(), class)))
    }

    /// The slot of the type-bound assignment that assigns objects of that type to each other, and which of its arguments
    /// are polymorphic.
    pub fn bound_assignment(&self, t: TypeId, rank: usize) -> Option<(usize, i64)> {
        self.bound_assignments(t, rank).next()
    }

    fn bound_assignments(&self, t: TypeId, rank: usize) -> impl Iterator<Item = (usize, i64)> {
        let dt = self.dtype(t);
        dt.assignments.iter().filter_map(move |&slot| {
            let b = &dt.bindings[slot];
            let p = self.proc(b.proc.or(b.iface)?);
            let [l, r] = p.args.as_slice() else { return None };
            let (l, r) = (self.sym(*l), self.sym(*r));
            let fits = match &r.ty {
                Ty::Derived(x) => *x == t,
                Ty::Class(Some(x)) => self.extends(t, *x),
                Ty::Integer(_)
                | Ty::Unsigned(_)
                | Ty::Real(_)
                | Ty::Complex(_)
                | Ty::Logical(_)
                | Ty::Character(..)
                | Ty::Assumed
                | Ty::Procedure
                | Ty::Typeless
                | Ty::Class(None) => false,
            };
            let class = |s: &Symbol, bit: i64| if matches!(s.ty, Ty::Class(_)) { bit } else { 0 };
            let plain = |s: &Symbol| s.rank() == 0 && !s.allocatable && !s.pointer && !s.by_value;
            let fits = fits && (rank == 0 || p.elemental);
            (fits && b.pass == Some(0) && plain(l) && plain(r))
                .then(|| (slot, class(l, typedesc::ASSIGNS_CLASS) | class(r, typedesc::ASSIGNS_FROM_CLASS)))
        })
    }

    /// Whether `t` is `base` or extends it.
    pub fn extends(&self, t: TypeId, base: TypeId) -> bool {
        let mut cur = Some(t);
        while let Some(x) = cur {
            if x == base {
                return true;
            }
            cur = self.dtype(x).extends;
        }
        false
    }

    /// True for types whose objects are more than their bytes: they have FINAL procedures, allocatable components or
    /// components with defined assignment at any depth. Their copies and ends go through the runtime.
    pub fn is_managed(&self, t: TypeId) -> bool {
        let dt = self.dtype(t);
        !dt.finals.is_empty()
            || dt.components.iter().any(|c| {
                c.allocatable
                    || matches!(&c.ty, Ty::Derived(id) if !c.pointer
                        && (!self.dtype(*id).assignments.is_empty() || self.is_managed(*id)))
            })
    }
}
