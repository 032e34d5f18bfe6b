//! Static data: initial bytes of variables, default initialization, COMMON blocks.

use super::image::{Image, Reloc};
use super::*;
use ferrotran_abi::desc;

/// Alignment of static arrays.
const STATIC_ALIGN: i64 = 64;

/// Bytes of one initialized object.
const MAX_INITIALIZED: u64 = 1 << 30;

/// Names of static data.
#[derive(Default)]
pub(crate) struct Statics {
    /// What the module has.
    emitted: rustc_hash::FxHashSet<String>,
    /// Constant bytes, by what they are.
    strings: FxHashMap<Vec<u8>, String>,
    /// Number of names made.
    made: u32,
}

impl Statics {
    /// Whether the module has no data of that name yet; from now on it has.
    pub fn is_new(&mut self, name: &str) -> bool {
        self.emitted.insert(name.to_string())
    }

    /// A name that nothing has.
    pub fn fresh(&mut self, stem: &str) -> String {
        self.made += 1;
        format!("__ft_{stem}_{}", self.made)
    }

    /// The name of constant bytes.
    pub fn string(&self, bytes: &[u8]) -> Option<&String> {
        self.strings.get(bytes)
    }

    /// Gives constant bytes a name.
    pub fn note_string(&mut self, bytes: &[u8], name: String) {
        self.strings.insert(bytes.to_vec(), name);
    }
}

impl FunctionBuilder {
    /// Emits a `mem.global`.
    pub fn global(&mut self, name: &str, ty: Type, size: u64, init: Option<Image>, internal: bool, constant: bool) {
        if !self.statics.is_new(name) {
            return;
        }
        let top = self.m.top;
        let init = init.filter(|b| constant || !b.is_zero());
        let relocs = init.as_ref().map(|i| i.relocs.clone()).unwrap_or_default();
        let relocs: Vec<Attr> = relocs
            .into_iter()
            .map(|r| Attr::List(vec![Attr::Int(r.at as i64), Attr::Sym(r.symbol), Attr::Int(r.addend)]))
            .collect();
        self.within(top, |s| {
            s.b()
                .op(OpKind::Global)
                .attr("sym", Attr::Sym(name.into()))
                .attr("type", Attr::Type(ty))
                .attr("size", Attr::Int(size as i64))
                .attr("align", Attr::Int(STATIC_ALIGN))
                .attr_opt("init", init.map(|i| Attr::Bytes(i.bytes)))
                .attr_opt("relocs", (!relocs.is_empty()).then_some(Attr::List(relocs)))
                .flag("internal", internal)
                .flag("constant", constant)
                .build();
        });
    }

    /// The `mem.global` of that name begins at a multiple of that.
    pub fn align_global(&mut self, name: &str, alignment: i64) {
        if alignment <= STATIC_ALIGN {
            return;
        }
        let top = self.m.regions[self.m.top].ops.clone();
        let is_it =
            |o: &ferrotran_ir::Op| self.m.kind(*o) == OpKind::Global && self.m.attr_str(*o, "sym") == Some(name);
        if let Some(g) = top.into_iter().find(is_it) {
            self.m.set_attr(g, "align", Attr::Int(alignment));
        }
    }

    /// Address of constant data.
    pub fn image_const(&mut self, elem: Type, image: Image) -> Value {
        if image.relocs.is_empty() {
            return self.bytes_const(&image.bytes);
        }
        let name = self.fresh_sym("data");
        self.global(&name, elem, image.len() as u64, Some(image), true, true);
        self.b().op(OpKind::AddrOf).attr("sym", Attr::Sym(name)).result(Type::PTR).value()
    }
}

impl Declarations<'_> {
    /// Static data of which each thread has a copy.
    pub fn mark_threadprivate(&mut self) {
        let mut sizes: FxHashMap<String, Option<u64>> = FxHashMap::default();
        for s in self.prog.symbols.iter().filter(|s| s.threadprivate) {
            match &s.storage {
                Storage::Static { link_name } => sizes.insert(link_name.clone(), None),
                Storage::Extern { link_name } => {
                    let size = if s.allocatable || s.pointer {
                        Some(self.box_image(&s.ty, s.rank(), s.pointer).len() as u64)
                    } else {
                        let n = self.element_count(&s.dims).unwrap_or(1);
                        self.size_of(&s.ty).map(|one| one * n)
                    };
                    sizes.insert(link_name.clone(), size)
                }
                Storage::Common { block, .. } => {
                    sizes.insert(self.prog.commons[*block as usize].link_name.clone(), None)
                }
                // Members of an equivalence group are in its base; others are not static.
                Storage::Equivalence { .. }
                | Storage::Local
                | Storage::Dummy(_)
                | Storage::Result
                | Storage::Based { .. }
                | Storage::Associate
                | Storage::Index
                | Storage::Constant => None,
            };
        }
        if sizes.is_empty() {
            return;
        }
        let globals: Vec<_> = self.m.top_ops(OpKind::Global).collect();
        for g in globals {
            let Some(size) = self.m.attr_str(g, "sym").and_then(|n| sizes.get(n).copied()) else { continue };
            self.m.set_attr(g, "threadprivate", Attr::Unit);
            if let Some(n) = size {
                self.m.set_attr(g, "size", Attr::Int(n as i64));
            }
        }
    }

    /// Emits a constant object from its bytes.
    pub fn global_image(&mut self, name: &str, ty: &Ty, bytes: Image, constant: bool, span: Span) -> Lowered<()> {
        let t = self.ir_ty(ty, span)?;
        self.global(name, t, bytes.len() as u64, Some(bytes), true, constant);
        Ok(())
    }

    /// Emits the storage of a static symbol.
    pub fn emit_static(&mut self, id: SymbolId) -> Lowered<()> {
        let s = self.sym(id);
        let (Storage::Static { link_name }, false) = (&s.storage, s.ty == Ty::Procedure && !s.pointer) else {
            return Ok(());
        };
        let external = s.owner.is_none();
        if s.allocatable || s.pointer {
            let elem = self.ir_ty(&s.ty, s.span)?;
            if s.ty == Ty::Procedure {
                self.global(link_name, Type::PTR, 8, None, !external, false);
                return Ok(());
            }
            let rank = s.rank();
            let bt = self.m.types.boxed(rank, elem);
            let image = self.box_image(&s.ty, rank, s.pointer);
            self.global(link_name, bt, image.len() as u64, Some(image), !external, false);
            return Ok(());
        }
        let elem = self.ir_ty(&s.ty, s.span)?;
        let one = self.size_of(&s.ty).unwrap_or(0);
        let Some(count) = self.element_count(&s.dims) else {
            return unsupported(s.span, "a static array whose shape is not constant");
        };
        // Options give values to local variables that nothing else initializes.
        let by_option = if external { None } else { self.opts.init.value(&s.ty) };
        let mut bytes = match s.value.as_ref().or(by_option.as_ref()) {
            Some(c) => self.value_image(c, &s.ty, count, s.span)?,
            None => Image::default(),
        };
        if s.value.is_none()
            && let Ty::Derived(t) = &s.ty
            && let Some(one) = self.default_image(*t, s.span)?
        {
            bytes = one.repeat(count as usize);
        }
        if s.bind_c && external && bytes.is_zero() && self.statics.is_new(link_name) {
            // A definition in C with or without a value is the same variable.
            let (top, name) = (self.m.top, link_name.clone());
            self.within(top, |l| {
                l.b()
                    .op(OpKind::Global)
                    .attr("sym", Attr::Sym(name))
                    .attr("type", Attr::Type(elem))
                    .attr("size", Attr::Int((one * count) as i64))
                    .attr("align", Attr::Int(STATIC_ALIGN))
                    .flag("common", true)
                    .build();
            });
            return Ok(());
        }
        self.global(link_name, elem, one * count, Some(bytes), !external, false);
        self.align_global(link_name, s.alignment);
        Ok(())
    }

    /// Bytes of `count` elements with that value: an array constant, or a scalar for every element.
    fn value_image(&mut self, c: &Const, ty: &Ty, count: u64, span: Span) -> Lowered<Image> {
        let elements = match c {
            Const::Array { elems, .. } => elems.len() as u64,
            _ => count,
        };
        if self.size_of(ty).is_some_and(|n| n.saturating_mul(elements) > MAX_INITIALIZED) {
            return unsupported(span, "initial values of more than 1 GiB");
        }
        let one = self.const_image(c, ty, span)?;
        Ok(if matches!(c, Const::Array { .. }) { one } else { one.repeat(count as usize) })
    }

    /// Bytes of a constant of that type as it lies in memory.
    pub fn const_image(&mut self, c: &Const, ty: &Ty, span: Span) -> Lowered<Image> {
        let size = self.size_of(ty);
        Ok(match (c, ty) {
            (Const::Array { elems, .. }, _) => {
                let mut out = Image::default();
                let pad = match size {
                    Some(n) => n as usize,
                    // Strings of unknown length: that of the first element.
                    None => match elems.iter().flatten().next() {
                        Some(Const::Char(s)) => s.len() * usize::from(ty.chr_kind()),
                        _ => 0,
                    },
                };
                for e in elems {
                    match e {
                        Some(e) => {
                            let mut b = self.const_image(e, ty, span)?;
                            if size.is_none()
                                && let (Ty::Character(_, k), Const::Char(s)) = (ty, e)
                            {
                                let mut s = s.clone();
                                s.resize(pad / usize::from(*k), BLANK);
                                b = character_image(&s, *k).into();
                            }
                            out.extend(b);
                        }
                        None => match ty {
                            Ty::Derived(t) => match self.default_image(*t, span)? {
                                Some(b) => out.extend(b),
                                None => out.resize(out.len() + pad, 0),
                            },
                            Ty::Integer(_)
                            | Ty::Unsigned(_)
                            | Ty::Real(_)
                            | Ty::Complex(_)
                            | Ty::Logical(_)
                            | Ty::Character(..)
                            | Ty::Class(_)
                            | Ty::Assumed
                            | Ty::Procedure
                            | Ty::Typeless => out.resize(out.len() + pad, 0),
                        },
                    }
                }
                out
            }
            (Const::Int(n), Ty::Integer(k) | Ty::Unsigned(k)) => n.to_le_bytes()[..*k as usize].to_vec().into(),
            (Const::Ext(x), Ty::Real(k)) => x.to_memory(*k).to_le_bytes().to_vec().into(),
            (Const::ExtComplex(a, b), Ty::Complex(k)) => {
                [a.to_memory(*k).to_le_bytes(), b.to_memory(*k).to_le_bytes()].concat().into()
            }
            (Const::Int(n), Ty::Real(k @ (10 | 16))) => {
                let x = ferrotran_xreal::Calc::kind(*k).convert(ferrotran_xreal::Num::from_i128(*n));
                x.to_memory(*k).to_le_bytes().to_vec().into()
            }
            (Const::Int(n), Ty::Real(k)) => float_bytes(*n as f64, *k).into(),
            (Const::Real(x), Ty::Real(k)) => float_bytes(*x, *k).into(),
            (Const::Complex(a, b), Ty::Complex(k)) => [float_bytes(*a, *k), float_bytes(*b, *k)].concat().into(),
            (Const::Real(a), Ty::Complex(k)) => [float_bytes(*a, *k), float_bytes(0.0, *k)].concat().into(),
            (Const::Logical(v), Ty::Logical(k)) => {
                let mut b = vec![0; *k as usize];
                b[0] = u8::from(*v);
                b.into()
            }
            (Const::Char(s), ty) => {
                let mut s = s.clone();
                let kind = ty.chr_kind();
                if let Some(n) = size {
                    s.resize(n as usize / usize::from(kind), BLANK);
                }
                character_image(&s, kind).into()
            }
            (Const::Struct { ty: t, values }, _) => {
                let mut out = match self.default_image(*t, span)? {
                    Some(b) => b,
                    None => Image::zero(self.dtype(*t).size as usize),
                };
                let dt = self.dtype(*t);
                for (c, v) in dt.components.iter().zip(values) {
                    let Some(v) = v else { continue };
                    let offset = c.offset as usize;
                    let bytes = if c.pointer || c.allocatable {
                        self.pointer_image(c, Some(v), span)?
                    } else {
                        let n = self.element_count(&c.dims).unwrap_or(1);
                        self.value_image(v, &c.ty, n, span)?
                    };
                    out.put(offset, bytes);
                }
                out
            }
            (Const::Null, _) => Image::zero(size.unwrap_or(8) as usize),
            _ => return unsupported(span, "a constant of this type in static data"),
        })
    }

    /// Bytes of an unallocated or disassociated descriptor.
    pub fn box_image(&mut self, ty: &Ty, rank: usize, pointer: bool) -> Image {
        let (class, kind) = match ty {
            Ty::Integer(k) => (desc::class::INTEGER, *k),
            Ty::Unsigned(k) => (desc::class::UNSIGNED, *k),
            Ty::Logical(k) => (desc::class::LOGICAL, *k),
            Ty::Real(k) => (desc::class::REAL, *k),
            Ty::Complex(k) => (desc::class::COMPLEX, *k),
            Ty::Character(_, k) => (desc::class::CHARACTER, *k),
            Ty::Derived(t) | Ty::Class(Some(t)) => (types::c_address(self.dtype(*t)).unwrap_or(desc::class::STRUCT), 0),
            Ty::Class(None) | Ty::Assumed | Ty::Procedure | Ty::Typeless => (desc::class::STRUCT, 0),
        };
        // The dynamic type of an unallocated polymorphic entity is null, which stands for the declared type.
        let size = if matches!(ty, Ty::Class(_)) { desc::class_size(rank) } else { desc::size(rank) };
        let mut b = vec![0u8; size];
        let len = self.size_of(ty).unwrap_or(0);
        b[desc::ELEM_LEN..][..8].copy_from_slice(&len.to_le_bytes());
        b[desc::VERSION_AT..][..4].copy_from_slice(&desc::VERSION.to_le_bytes());
        b[desc::RANK] = rank as u8;
        b[desc::ATTRIBUTE] = if pointer { desc::ATTRIBUTE_POINTER } else { desc::ATTRIBUTE_ALLOCATABLE };
        b[desc::TYPE..][..2].copy_from_slice(&desc::type_code(class, i16::from(kind)).to_le_bytes());
        b.into()
    }

    /// A pointer or allocatable component with that initial value: empty, or associated with a target.
    fn pointer_image(&mut self, c: &Component, value: Option<&Const>, span: Span) -> Lowered<Image> {
        let target = match value {
            Some(Const::Target(x)) => Some(&**x),
            _ => None,
        };
        if c.ty == Ty::Procedure {
            let mut out = Image::zero(8);
            if let Some(x) = target {
                let symbol = match &x.kind {
                    ExprKind::ProcRef(t) => match &**t {
                        ProcTarget::Proc(p) => self.proc(*p).link_name.clone(),
                        ProcTarget::Implicit { link_name, .. } => link_name.clone(),
                        _ => return unsupported(x.span, "this default target"),
                    },
                    _ => return unsupported(x.span, "this default target"),
                };
                out.relocs.push(Reloc { at: 0, symbol, addend: 0 });
            }
            return Ok(out);
        }
        let mut out = self.box_image(&c.ty, c.dims.rank(), c.pointer);
        let Some(x) = target else { return Ok(out) };
        let Some((symbol, addend)) = self.static_address(x) else {
            return unsupported(x.span, "this default target");
        };
        out.relocs.push(Reloc { at: 0, symbol, addend });
        let size = match self.size_of(&x.ty) {
            Some(n) => n as i64,
            None => return unsupported(x.span, "a default target of this type"),
        };
        out.bytes[desc::ELEM_LEN..][..8].copy_from_slice(&size.to_le_bytes());
        if class::is_class(&c.ty) {
            let at = desc::size(c.dims.rank());
            let Ty::Derived(t) = &x.ty else { return unsupported(x.span, "this default target") };
            let symbol = self.derived_desc(*t, span)?;
            out.relocs.push(Reloc { at, symbol, addend: 0 });
        }
        if x.rank > 0 {
            let ExprKind::Var(s) = &x.kind else { return unsupported(span, "a section as a default target") };
            let Dims::Explicit(bounds) = &self.sym(*s).dims else { return unsupported(span, "this default target") };
            let Some(extents) = self.const_extents(bounds) else { return unsupported(span, "this default target") };
            let mut stride = size;
            for (d, ((lower, _), n)) in bounds.iter().zip(extents).enumerate() {
                let at = desc::lower_bound_at(d);
                let lower = self.const_i64(lower).unwrap_or(1);
                for (k, v) in [lower, n, stride].into_iter().enumerate() {
                    out.bytes[at + 8 * k..at + 8 * k + 8].copy_from_slice(&v.to_le_bytes());
                }
                stride *= n;
            }
        }
        Ok(out)
    }

    /// Number of elements of an object whose shape is constant: 1 of a scalar. None where it is not constant, or not that
    /// of the object itself.
    pub fn element_count(&self, dims: &Dims) -> Option<u64> {
        match dims {
            Dims::Scalar => Some(1),
            Dims::Explicit(b) => self.const_extents(b).map(|e| e.iter().product::<i64>() as u64),
            Dims::Assumed(_) | Dims::Deferred(_) | Dims::AssumedSize(..) | Dims::AssumedRank => None,
        }
    }

    /// Symbol and offset of an object of static storage.
    fn static_address(&mut self, x: &Expr) -> Option<(String, i64)> {
        match &x.kind {
            ExprKind::Var(s) => match &self.sym(*s).storage {
                Storage::Static { link_name } | Storage::Extern { link_name } => Some((link_name.clone(), 0)),
                Storage::Common { block, offset } => {
                    Some((self.prog.commons[*block as usize].link_name.clone(), *offset as i64))
                }
                Storage::Local
                | Storage::Dummy(_)
                | Storage::Result
                | Storage::Equivalence { .. }
                | Storage::Based { .. }
                | Storage::Associate
                | Storage::Index
                | Storage::Constant => None,
            },
            ExprKind::Elem { base, subs } => {
                let ExprKind::Var(s) = &base.kind else { return None };
                let Dims::Explicit(bounds) = &self.sym(*s).dims else { return None };
                let (symbol, mut at) = self.static_address(base)?;
                let extents = self.const_extents(bounds)?;
                let mut stride = self.size_of(&x.ty)? as i64;
                for ((i, (lower, _)), n) in subs.iter().zip(bounds).zip(extents) {
                    at += (self.const_i64(i)? - self.const_i64(lower)?) * stride;
                    stride *= n;
                }
                Some((symbol, at))
            }
            ExprKind::Component { base, of, index } if base.rank == 0 => {
                let (symbol, at) = self.static_address(base)?;
                let c = &self.dtype(*of).components[*index];
                (!c.pointer && !c.allocatable).then_some((symbol, at + c.offset as i64))
            }
            ExprKind::Const(_)
            | ExprKind::Section { .. }
            | ExprKind::Component { .. }
            | ExprKind::Substring { .. }
            | ExprKind::ComplexPart { .. }
            | ExprKind::Unary(..)
            | ExprKind::Binary(..)
            | ExprKind::Convert(_)
            | ExprKind::Paren(_)
            | ExprKind::Call(_)
            | ExprKind::Intrinsic { .. }
            | ExprKind::ArrayCtor(_)
            | ExprKind::StructCtor { .. }
            | ExprKind::Null
            | ExprKind::ProcRef(_) => None,
        }
    }

    /// Bytes of a default-initialized object; `None` where no component needs any.
    pub fn default_image(&mut self, t: TypeId, span: Span) -> Lowered<Option<Image>> {
        let dt = self.dtype(t);
        let mut out = Image::zero(dt.size as usize);
        let mut any = false;
        // Values of the program count where components share storage with others.
        let (own, other): (Vec<_>, Vec<_>) = dt.components.iter().partition(|c| c.init.is_some());
        for c in other.into_iter().chain(own) {
            let at = c.offset as usize;
            if c.allocatable || c.pointer {
                let b = self.pointer_image(c, c.init.as_ref(), span)?;
                out.put(at, b);
                any = true;
                continue;
            }
            let n = self.element_count(&c.dims).unwrap_or(1);
            let bytes = match (&c.init, &c.ty) {
                (Some(v), _) => Some(self.value_image(v, &c.ty, n, span)?),
                (None, Ty::Derived(id)) => self.default_image(*id, span)?.map(|b| b.repeat(n as usize)),
                (None, ty) if self.opts.init.derived => match self.opts.init.value(ty) {
                    Some(v) => Some(self.value_image(&v, ty, n, span)?),
                    None => None,
                },
                _ => None,
            };
            if let Some(b) = bytes {
                out.put(at, b);
                any = true;
            }
        }
        Ok(any.then_some(out))
    }

    /// Default-initializes an object of a derived type.
    pub fn default_init(&mut self, obj: Value, t: TypeId, span: Span) -> Lowered<()> {
        let Some(bytes) = self.default_image(t, span)? else { return Ok(()) };
        let a = self.default_object(t, bytes, span)?;
        let rt = self.m.ty(obj);
        let a = self.cast_ref(a, rt);
        self.b().op(OpKind::CopyObject).arg(obj).arg(a).build();
        Ok(())
    }

    /// Ref to the constant default object of a type.
    fn default_object(&mut self, t: TypeId, bytes: Image, span: Span) -> Lowered<Value> {
        let name = format!("__ft_init_{}", self.dtype(t).ir_name);
        self.global_image(&name, &Ty::Derived(t), bytes, true, span)?;
        let it = self.ir_ty(&Ty::Derived(t), span)?;
        let rt = self.m.types.reference(it);
        Ok(self.b().op(OpKind::AddrOf).attr("sym", Attr::Sym(name)).result(rt).value())
    }

    /// Default-initializes every element of a view of derived type.
    pub fn default_init_view(&mut self, view: Value, t: TypeId, span: Span) -> Lowered<()> {
        if self.default_image(t, span)?.is_none() {
            return Ok(());
        }
        let ext = self.view_extents(view);
        self.nest(&ext, |s, idx| {
            let r = s.b().elem(view, idx);
            s.default_init(r, t, span)
        })
    }
}

impl Lower<'_> {
    /// Emits COMMON blocks, initialized by the values of their members.
    pub fn emit_commons(&mut self) {
        for c in &self.prog.commons {
            let mut any = c.members.iter().any(|&m| {
                let s = self.sym(m);
                s.value.is_some() && matches!(s.storage, Storage::Common { .. })
            });
            if any && c.size > MAX_INITIALIZED {
                let span = c.members.first().map_or(ferrotran_source::Span::default(), |m| self.sym(*m).span);
                self.errors.extend(unsupported::<()>(span, "an initialized COMMON block of more than 1 GiB").err());
                any = false;
            }
            let mut bytes = Image::zero(if any { c.size as usize } else { 0 });
            for &m in c.members.iter().filter(|_| any) {
                let s = self.sym(m);
                let (Some(v), Storage::Common { offset, .. }) = (&s.value, &s.storage) else { continue };
                let n = self.element_count(&s.dims).unwrap_or(1);
                match self.value_image(v, &s.ty, n, s.span) {
                    Ok(b) => {
                        let at = *offset as usize;
                        bytes.put(at, b);
                    }
                    Err(e) => self.errors.push(e),
                }
            }
            let top = self.m.top;
            let (name, size) = (c.link_name.clone(), c.size.max(1));
            self.within(top, |s| {
                s.b()
                    .op(OpKind::Global)
                    .attr("sym", Attr::Sym(name))
                    .attr("type", Attr::Type(Type::I8))
                    .attr("size", Attr::Int(size as i64))
                    .attr("align", Attr::Int(STATIC_ALIGN))
                    .attr_opt("init", any.then_some(Attr::Bytes(bytes.bytes)))
                    .flag("common", !any)
                    .build();
            });
        }
    }
}

fn float_bytes(x: f64, kind: u8) -> Vec<u8> {
    if kind > 8 {
        return ferrotran_xreal::Num::from_f64(x).to_memory(kind).to_le_bytes().to_vec();
    }
    if kind == 4 { (x as f32).to_le_bytes().to_vec() } else { x.to_le_bytes().to_vec() }
}
