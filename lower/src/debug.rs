//! What debuggers are told of variables and types (`-g`): `debug.variable`, `debug.type` and `debug.use` at the top of the
//! module, and attributes of ops that say where variables are. Where code is to be debugged (`Debug::Kept`), whatever has
//! no storage of its own that stays gets some: its address, its length or a descriptor, where the frame is.

use super::*;
use ferrotran_ir::{DebugAttr, Op, TypeKind};

/// What is said of variables.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Debug {
    /// Nothing.
    #[default]
    None,
    /// Names, types, and the places that they have anyway: the code is the same.
    Named,
    /// All are in memory for as long as they are.
    Kept,
}

/// What an op's storage is to a variable, in its attribute `debug`.
#[derive(Clone, Copy)]
enum Part {
    Entity = 0,
    Address = 1,
    Length = 2,
    Environment = 3,
}

/// Bytes of named constants that debuggers are told.
const MAX_CONSTANT: usize = 1 << 12;

/// What has been told.
#[derive(Default)]
pub(crate) struct Told {
    variables: FxHashSet<SymbolId>,
    /// First and last line of the construct around.
    lines: Option<(u32, u32)>,
}

/// Where an entity is, and what is there.
#[derive(Default)]
struct Site {
    global: Option<(String, i64)>,
    described: bool,
    unknown: bool,
    /// Lower and upper bounds.
    bounds: Vec<(i64, Option<i64>)>,
    value: Option<Vec<u8>>,
    common: Option<String>,
}

impl<'p> Declarations<'p> {
    /// Whether variables have to stay in memory where lowering is.
    fn keeps_variables(&self) -> bool {
        let on_device = self.entities.proc.is_some_and(|p| self.proc(p).declare_target);
        self.opts.debug == Debug::Kept && !on_device && !self.f.elsewhere.in_target() && !self.f.in_body()
    }

    /// Tells of an entity of the procedure that it is bound to something now.
    pub fn tell(&mut self, id: SymbolId, b: &Binding) {
        if self.opts.debug == Debug::None || self.f.in_body() || self.sym(id).owner != self.entities.proc {
            return;
        }
        let s = self.sym(id);
        let mut site = Site { bounds: self.constant_bounds(&s.dims), ..Site::default() };
        match b {
            Binding::Scalar(v) => self.tell_place(id, *v, &mut site),
            Binding::Box(v) => {
                site.described = true;
                self.tell_place(id, *v, &mut site);
            }
            Binding::Array { view, lbs } => self.tell_array(id, *view, lbs, &mut site),
            Binding::Value(v) => self.tell_value(id, *v, &mut site),
            Binding::Proc(p) => {
                if self.keeps_variables() {
                    self.keep_value(id, Part::Entity, *p);
                }
            }
        }
        self.tell_variable(id, &site);
    }

    /// Tells where a construct has its own copy of a variable.
    pub fn tell_copy(&mut self, id: SymbolId, b: &Binding) {
        if !self.keeps_variables() || self.sym(id).owner != self.entities.proc {
            return;
        }
        let (Binding::Scalar(v) | Binding::Box(v) | Binding::Array { view: v, .. }) = *b else { return };
        let long = match self.m.tk(v) {
            TypeKind::Ref(e) | TypeKind::View { elem: e, .. } => {
                matches!(self.m.types.kind(*e), TypeKind::Char(None, _))
            }
            _ => true,
        };
        // Debuggers know the bounds of the variable itself only.
        let as_declared = match b {
            Binding::Array { .. } => !self.constant_bounds(&self.sym(id).dims).is_empty(),
            _ => true,
        };
        if !long && as_declared {
            let p = self.addr(v);
            self.keep_value(id, Part::Address, p);
        }
    }

    /// Storage in the frame with that value.
    fn keep_value(&mut self, id: SymbolId, part: Part, v: Value) {
        let t = self.m.ty(v);
        let cell = self.alloca(t, None);
        self.b().store(v, cell);
        let op = self.m.def(cell).expect("the op that was made");
        self.mark(op, id, part);
    }

    fn mark(&mut self, op: Op, id: SymbolId, part: Part) {
        self.m.set_attr(op, "debug", Attr::ints(&[i64::from(id.0), part as i64]));
        if self.keeps_variables() && self.m.kind(op) == OpKind::Alloca {
            self.m.set_attr(op, "kept", Attr::Unit);
        }
    }

    /// Keeps the address of the host's environment for debuggers.
    pub fn tell_environment(&mut self, env: Value) {
        if self.keeps_variables() {
            self.keep_value(SymbolId(0), Part::Environment, env);
        }
    }

    /// The value that an address comes from, the bytes from there, and the op that gives it its name.
    fn origin(&self, mut v: Value) -> (Option<Op>, i64, Option<Op>) {
        let (mut offset, mut named) = (0, None);
        while let Some(op) = self.m.def(v) {
            match self.m.kind(op) {
                OpKind::Declare => named = Some(op),
                OpKind::CastRef | OpKind::ViewMake | OpKind::ViewCast | OpKind::ChrRef => {}
                OpKind::PtrAdd => match self.known(self.m.operand(op, 1)) {
                    Some(n) => offset += n,
                    None => return (None, 0, named),
                },
                _ => return (Some(op), offset, named),
            }
            v = self.m.operand(op, 0);
        }
        (None, 0, named)
    }

    /// Tells where a scalar, a descriptor or an array of known shape is.
    fn tell_place(&mut self, id: SymbolId, v: Value, site: &mut Site) {
        let kept = self.keeps_variables();
        let long = match self.m.tk(v) {
            TypeKind::Ref(e) => matches!(self.m.types.kind(*e), TypeKind::Char(None, _)),
            TypeKind::Char(..) => true,
            _ => false,
        };
        if long {
            if !kept {
                site.unknown = true;
                return;
            }
            let n = self.chr_len(v);
            self.keep_value(id, Part::Length, n);
        }
        let (origin, offset, named) = self.origin(v);
        if let Some(op) = origin {
            match self.m.kind(op) {
                OpKind::AddrOf if !self.sym(id).threadprivate => {
                    let sym = self.m.attr_str(op, "sym").unwrap_or_default().to_string();
                    site.global = Some((sym, offset + self.m.attr_int(op, "offset").unwrap_or(0)));
                    return;
                }
                OpKind::Alloca if offset == 0 && self.m.attr(op, "debug").is_none() => {
                    return self.mark(op, id, Part::Entity);
                }
                _ => {}
            }
        }
        if kept {
            let p = self.addr(v);
            self.keep_value(id, Part::Address, p);
        } else if let Some(op) = named
            && self.m.operand(op, 0) != v
        {
            self.mark(op, id, Part::Address);
        }
    }

    fn tell_array(&mut self, id: SymbolId, view: Value, lbs: &[Value], site: &mut Site) {
        let vt = self.m.ty(view);
        let (shape, elem) = (self.m.types.shape(vt).to_vec(), self.m.types.elem(vt));
        let contiguous = self.m.types.is_contig(vt);
        let long = matches!(self.m.types.kind(elem), TypeKind::Char(None, _));
        let last_is_open = matches!(self.sym(id).dims, Dims::AssumedSize(..));
        let lower: Option<Vec<i64>> = lbs.iter().map(|&l| self.known(l)).collect();
        let known = shape.iter().rev().skip(usize::from(last_is_open)).all(Option::is_some);
        if let Some(lower) = lower.filter(|l| known && contiguous && !long && l.len() == shape.len()) {
            site.bounds = lower.iter().zip(&shape).map(|(&l, n)| (l, n.map(|n| l + n - 1))).collect();
            return self.tell_place(id, view, site);
        }
        site.bounds = vec![];
        if !self.keeps_variables() || lbs.len() != shape.len() {
            site.unknown = true;
            return;
        }
        site.described = true;
        let bt = self.m.types.boxed(shape.len(), elem);
        let rt = self.m.types.reference(bt);
        let bx = self.b().op(OpKind::BoxMake).arg(view).args(lbs).result(rt).value();
        let p = self.cast_ref(bx, Type::PTR);
        self.keep_value(id, Part::Address, p);
    }

    fn tell_value(&mut self, id: SymbolId, v: Value, site: &mut Site) {
        if matches!(self.m.tk(v), TypeKind::Char(..)) {
            return self.tell_place(id, v, site);
        }
        let s = self.sym(id);
        let Ok(t) = self.ir_ty(&s.ty, s.span) else { return };
        let plain = matches!(
            self.m.types.kind(t),
            TypeKind::Int(_) | TypeKind::Float(_) | TypeKind::Complex(_) | TypeKind::Logical(_)
        );
        if plain && self.keeps_variables() {
            let cell = self.alloca(t, Some(&s.name));
            self.store_ref(v, cell);
            let op = self.m.def(cell).expect("the op that was made");
            self.mark(op, id, Part::Entity);
        }
    }

    /// Bounds of a constant shape; empty where it is no such array.
    fn constant_bounds(&self, dims: &Dims) -> Vec<(i64, Option<i64>)> {
        let pairs = |b: &[(Expr, Expr)]| -> Option<Vec<(i64, Option<i64>)>> {
            b.iter().map(|(l, u)| Some((self.const_i64(l)?, Some(self.const_i64(u)?)))).collect()
        };
        match dims {
            Dims::Explicit(b) => pairs(b).unwrap_or_default(),
            Dims::Scalar | Dims::Assumed(_) | Dims::Deferred(_) | Dims::AssumedSize(..) | Dims::AssumedRank => vec![],
        }
    }

    fn attrs_of(&self, ty: &Ty, allocatable: bool, pointer: bool) -> Vec<DebugAttr> {
        let procedure = *ty == Ty::Procedure;
        let list = [
            (allocatable, DebugAttr::Allocatable),
            (pointer && !procedure, DebugAttr::Pointer),
            (matches!(ty, Ty::Unsigned(_)), DebugAttr::Unsigned),
            (procedure, DebugAttr::Procedure),
        ];
        list.into_iter().filter(|x| x.0).map(|x| x.1).collect()
    }

    fn tell_variable(&mut self, id: SymbolId, site: &Site) {
        let s = self.sym(id);
        // What the compiler made has other names.
        if !s.name.starts_with(|c: char| c.is_ascii_alphabetic()) || !self.told.variables.insert(id) {
            return;
        }
        let (file, line, _) = self.position(s.span);
        let owner = s.owner.map(|p| self.proc(p));
        let mut attrs = self.attrs_of(&s.ty, s.allocatable, s.pointer);
        let more = [
            (site.described, DebugAttr::Described),
            (site.unknown, DebugAttr::Unknown),
            (s.storage == Storage::Constant, DebugAttr::Constant),
            (owner.is_some_and(|p| p.result == Some(id)), DebugAttr::Result),
        ];
        attrs.extend(more.into_iter().filter(|x| x.0).map(|x| x.1));
        let ty = match &s.ty {
            Ty::Class(None) | Ty::Assumed | Ty::Typeless => None,
            t => self.ir_ty(t, s.span).ok().map(Attr::Type),
        };
        let arg = owner.and_then(|p| p.args.iter().position(|&a| a == id));
        let lines = self.told.lines.map(|(a, b)| Attr::ints(&[a.into(), b.into()]));
        let bounds = (!site.bounds.is_empty()).then(|| shape_attr(&site.bounds));
        let (scope, module) = (owner.map(|p| p.link_name.clone()), s.module.clone());
        let top = self.m.top;
        self.within(top, |l| {
            l.b()
                .op(OpKind::DebugVariable)
                .attr("id", Attr::Int(id.0.into()))
                .attr("name", Attr::str(&s.name))
                .attr_opt("scope", scope.map(Attr::Sym))
                .attr_opt("module", module.filter(|_| s.owner.is_none()).map(|m| Attr::str(&m)))
                .attr("line", Attr::Int(line.into()))
                .attr("file", Attr::Int(file.into()))
                .attr_opt("type", ty)
                .choices(&attrs)
                .attr_opt("bounds", bounds)
                .attr_opt("rank", (s.rank() > 0).then(|| Attr::Int(s.rank() as i64)))
                .attr_opt("arg", arg.map(|n| Attr::Int(n as i64 + 1)))
                .attr_opt("global", site.global.as_ref().map(|g| Attr::Sym(g.0.clone())))
                .attr_opt("offset", site.global.as_ref().filter(|g| g.1 != 0).map(|g| Attr::Int(g.1)))
                .attr_opt("common", site.common.as_deref().map(Attr::str))
                .attr_opt("lines", lines)
                .attr_opt("value", site.value.clone().map(Attr::Bytes))
                .build();
        });
    }

    /// The static storage that an entity is in, and the COMMON block.
    fn static_site(&self, s: &Symbol) -> Option<(String, i64, Option<String>)> {
        match &s.storage {
            Storage::Static { link_name } => Some((link_name.clone(), 0, None)),
            Storage::Common { block, offset } => {
                let name = self.prog.commons[*block as usize].link_name.clone();
                let plain = name.strip_suffix('_').unwrap_or(&name).to_string();
                Some((name, *offset as i64, Some(plain)))
            }
            Storage::Equivalence { base, offset } => {
                let (name, at, common) = self.static_site(self.sym(*base))?;
                Some((name, at + *offset as i64, common))
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

    /// Tells of static data, named constants, and what has no place that debuggers could know.
    fn tell_rest(&mut self) {
        for (i, s) in self.prog.symbols.iter().enumerate() {
            let id = SymbolId(i as u32);
            let body = s.owner.and_then(|p| self.proc(p).body.as_ref());
            let here = if s.owner.is_some() { body.is_some() } else { s.module.is_some() };
            if !here || self.told.variables.contains(&id) {
                continue;
            }
            let mut site = Site { bounds: self.constant_bounds(&s.dims), ..Site::default() };
            site.described = (s.allocatable || s.pointer) && s.ty != Ty::Procedure;
            if s.storage == Storage::Constant {
                let image = s.value.as_ref().and_then(|c| self.const_image(c, &s.ty, s.span).ok());
                let Some(image) = image.filter(|i| i.relocs.is_empty() && i.len() <= MAX_CONSTANT) else { continue };
                site.value = Some(image.bytes);
            } else if let Some((name, offset, common)) = self.static_site(s) {
                site.global = Some((name, offset)).filter(|_| !s.threadprivate);
                site.common = common;
            } else {
                let p = s.owner.map(|p| self.proc(p));
                let declared = body.is_some_and(|b| b.locals.contains(&id)) || p.is_some_and(|p| p.args.contains(&id));
                if !declared {
                    continue;
                }
                site.unknown = true;
            }
            self.tell_variable(id, &site);
        }
    }

    fn tell_types(&mut self) {
        let top = self.m.top;
        for t in &self.prog.types {
            let (file, line, _) = self.position(t.span);
            let mut components = vec![];
            for c in &t.components {
                let Ok(ty) = self.ir_ty(&c.ty, t.span) else { continue };
                let mut attrs = self.attrs_of(&c.ty, c.allocatable, c.pointer);
                if (c.allocatable || c.pointer) && c.ty != Ty::Procedure {
                    attrs.push(DebugAttr::Described);
                }
                let words = attrs.iter().map(|a| Attr::str(a.name())).collect();
                let bounds = shape_attr(&self.constant_bounds(&c.dims));
                let (offset, rank) = (Attr::Int(c.offset as i64), Attr::Int(c.dims.rank() as i64));
                let name = Attr::str(&c.name);
                components.push(Attr::List(vec![name, offset, Attr::Type(ty), Attr::List(words), bounds, rank]));
            }
            self.within(top, |l| {
                l.b()
                    .op(OpKind::DebugType)
                    .attr("sym", Attr::Sym(t.ir_name.clone()))
                    .attr("name", Attr::str(&t.name))
                    .attr("line", Attr::Int(line.into()))
                    .attr("file", Attr::Int(file.into()))
                    .attr("size", Attr::Int(t.size as i64))
                    .flag("parent", t.extends.is_some())
                    .attr("components", Attr::List(components))
                    .build();
            });
        }
    }

    fn tell_uses(&mut self) {
        let top = self.m.top;
        for u in &self.prog.uses {
            let scope = u.proc.map(|p| self.proc(p));
            if scope.is_some_and(|p| p.body.is_none()) {
                continue;
            }
            let names: Vec<Attr> =
                u.names.iter().map(|(here, there)| Attr::List(vec![Attr::str(here), Attr::str(there)])).collect();
            let scope = scope.map(|p| Attr::Sym(p.link_name.clone()));
            self.within(top, |l| {
                l.b()
                    .op(OpKind::DebugUse)
                    .attr_opt("scope", scope)
                    .attr_opt("module", u.module.as_ref().map(|m| Attr::str(m)))
                    .attr("used", Attr::str(&u.used))
                    .flag("only", u.only)
                    .attr_opt("names", (!names.is_empty()).then_some(Attr::List(names)))
                    .build();
            });
        }
    }

    /// Tells what is not of one activation of a procedure.
    pub fn tell_statics(&mut self) {
        if self.opts.debug == Debug::None {
            return;
        }
        self.tell_types();
        self.tell_rest();
        self.tell_uses();
    }

    /// Runs `f`; what it tells of is in the construct that begins here and has this body.
    pub fn construct_lines(&mut self, body: &[Stmt]) -> Option<(u32, u32)> {
        if self.opts.debug == Debug::None {
            return None;
        }
        let first = self.f.loc.line;
        let mut last = first;
        let mut work: Vec<&[Stmt]> = vec![body];
        while let Some(list) = work.pop() {
            for s in list {
                if let Some(place) = self.map.loc(s.span.hi.max(s.span.lo + 1) - 1) {
                    last = last.max(place.line);
                }
                visit::blocks(s, &mut |inner| work.push(inner));
            }
        }
        self.told.lines.replace((first, last))
    }

    /// Ends what [`Declarations::construct_lines`] began.
    pub fn end_construct_lines(&mut self, before: Option<(u32, u32)>) {
        self.told.lines = before;
    }
}

fn shape_attr(bounds: &[(i64, Option<i64>)]) -> Attr {
    let dim = |&(l, u): &(i64, Option<i64>)| Attr::List([Some(l), u].into_iter().flatten().map(Attr::Int).collect());
    Attr::List(bounds.iter().map(dim).collect())
}
