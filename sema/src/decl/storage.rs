//! Storage association: COMMON blocks and EQUIVALENCE.

use super::types::const_elements;
use crate::ctx::*;
use crate::warn::Warn;
use ferrotran_source::Span;
use ferrotran_source::message::{Diagnostic, ErrorCode};
use ferrotran_syntax::ast::Name;
use ferrotran_typed::*;
use rustc_hash::FxHashMap;

/// Most bytes of objects that share storage and have initial values.
const MAX_INITIALIZED: u64 = 1 << 26;

impl<'a> Facts<'a> {
    /// Bytes that a variable occupies in a storage sequence.
    fn storage_size(&self, s: SymbolId) -> Option<u64> {
        let y = self.sym(s);
        if y.pointer || y.allocatable {
            return Some(ferrotran_abi::desc::size(y.rank()) as u64);
        }
        Some(self.size_of(&y.ty)? * const_elements(&y.dims)?.max(0) as u64)
    }

    /// What tells objects apart that may not be equivalenced by the standard: default numeric and default character
    /// ones (and sequence types of such alone) stand together, others with their own type (C8115 to C8119).
    fn storage_kind(&self, s: SymbolId) -> (u8, Option<Ty>) {
        let mut kinds = [false; 3];
        let ty = self.sym(s).ty.clone();
        self.unit_kinds(&ty, &mut kinds);
        match kinds {
            [true, false, false] => (0, None),
            [false, true, false] => (1, None),
            _ => match ty {
                Ty::Character(_, k) => (2, Some(Ty::Character(CharLen::Runtime, k))),
                t => (2, Some(t)),
            },
        }
    }

    /// Which storage units a type has: default numeric ones, default characters, others.
    fn unit_kinds(&self, ty: &Ty, out: &mut [bool; 3]) {
        let (int, real) = (self.opts.default_integer, self.opts.default_real);
        match ty {
            Ty::Integer(k) if *k == int => out[0] = true,
            Ty::Logical(k) if *k == self.opts.default_logical => out[0] = true,
            Ty::Real(k) if *k == real || *k == self.opts.default_double => out[0] = true,
            Ty::Complex(k) if *k == real => out[0] = true,
            Ty::Character(_, 1) => out[1] = true,
            Ty::Derived(t) if self.ty(*t).sequence => {
                self.ty(*t).components.iter().for_each(|c| self.unit_kinds(&c.ty, out));
            }
            _ => out[2] = true,
        }
    }

    /// Byte offset of an EQUIVALENCE object from the start of its variable.
    fn equivalence_offset(&self, e: &Expr) -> Option<(SymbolId, i64)> {
        match &e.kind {
            ExprKind::Var(s) => Some((*s, 0)),
            ExprKind::Elem { base, subs } => {
                let (s, off) = self.equivalence_offset(base)?;
                let y = self.sym(s);
                let Dims::Explicit(v) = &y.dims else { return None };
                let (mut at, mut stride) = (0i64, 1i64);
                for ((l, h), x) in v.iter().zip(subs) {
                    let (l, h, x) = (self.try_int(l)?, self.try_int(h)?, self.try_int(x)?);
                    at += (x - l) * stride;
                    stride *= h - l + 1;
                }
                Some((s, off + at * self.size_of(&y.ty)? as i64))
            }
            ExprKind::Substring { base, lower, .. } => {
                let (s, off) = self.equivalence_offset(base)?;
                let lo = match lower {
                    Some(l) => self.try_int(l)?,
                    None => 1,
                };
                Some((s, off + lo - 1))
            }
            _ => None,
        }
    }
}

impl<'a> Resolver<'a> {
    /// Lays out the COMMON blocks of a scope.
    pub fn finish_commons(&mut self, sc: ScopeId) {
        let bound = std::mem::take(&mut self.sc_mut(sc).bound_commons);
        let commons = std::mem::take(&mut self.sc_mut(sc).commons);
        for n in std::mem::take(&mut self.sc_mut(sc).named_commons) {
            if !commons.iter().any(|c| c.0.as_ref() == Some(&n.name)) {
                self.err(ErrorCode::Name, n.span, format!("there is no COMMON block `{}`", n.name));
            }
        }
        for (n, _) in &bound {
            if !commons.iter().any(|c| c.0.as_ref() == Some(&n.name)) {
                self.err(ErrorCode::Name, n.span, format!("there is no COMMON block `{}`", n.name));
            }
        }
        // A block may be continued by several statements.
        let mut at: FxHashMap<u32, u64> = FxHashMap::default();
        let mut spans: Vec<(u32, Name, Span, u64)> = vec![];
        for (name, span, objs) in commons {
            let mut key: Name = name.clone().unwrap_or_else(|| "".into());
            let bind = bound.iter().find(|(n, _)| Some(&n.name) == name.as_ref()).map(|(_, b)| *b);
            let label = bind.and_then(|b| self.bind_name(sc, Some(b), &key).ok().flatten());
            let same = name.as_ref().and_then(|n| self.procs.globals.get(n)).copied();
            if same.is_some() && label.is_some() {
                let _ = self.newer(2008, span, "a COMMON block with the name of a procedure");
            } else if let Some(p) = same {
                let d = Diagnostic::error(
                    ErrorCode::Name,
                    span,
                    format!("COMMON block `{key}` has the name of a procedure"),
                )
                .also(self.proc(p).span, "the procedure");
                self.report(d);
            }
            self.check_common_name(sc, &key, span);
            if !self.sc(sc).imported {
                let first = self.storage.common_labels.entry(key.clone()).or_insert_with(|| label.clone()).clone();
                if first != label {
                    let _ = self.newer(2008, span, "a COMMON block with several binding labels");
                }
            }
            // With a label that is its global identifier (19.2).
            if let Some(l) = &label {
                key = format!("bind(c) {l}").into();
            }
            let link = match &name {
                Some(n) => format!("{n}_"),
                None => "__BLNK__".to_string(),
            };
            let id = match self.storage.common_ids.get(&key) {
                Some(i) => *i,
                None => {
                    let i = self.prog.commons.len() as u32;
                    self.prog.commons.push(CommonBlock { link_name: link, size: 0, align: 1, members: vec![] });
                    self.storage.common_ids.insert(key, i);
                    i
                }
            };
            if let Some(label) = label {
                self.prog.commons[id as usize].link_name = label;
            }
            let mut off = at.get(&id).copied().unwrap_or(0);
            if let Some(n) = &name
                && spans.iter().all(|s| s.0 != id)
            {
                let at = objs.first().map_or(span, |o| o.name.span);
                spans.push((id, n.clone(), at, self.prog.commons[id as usize].size));
            }
            for o in objs {
                let Some(Entry { ent: Entity::Symbol(s), .. }) = self.lookup_in(sc, &o.name.name) else { continue };
                let Some(size) = self.storage_size(s) else {
                    self.err(
                        ErrorCode::Shape,
                        o.name.span,
                        format!("`{}` needs constant bounds and length to be in a COMMON block", o.name.name),
                    );
                    continue;
                };
                if let Ty::Derived(t) = self.sym(s).ty
                    && !self.ty(t).sequence
                    && !self.ty(t).bind_c
                {
                    self.err(
                        ErrorCode::Attribute,
                        o.name.span,
                        format!("`{}` in a COMMON block must be of a SEQUENCE or BIND(C) type", o.name.name),
                    );
                }
                self.check_common_object(sc, s, &o.name);
                let descriptor = self.sym(s).pointer || self.sym(s).allocatable;
                let align = if descriptor { 8 } else { self.align_of(&self.sym(s).ty.clone()).max(1) };
                let padding = off.next_multiple_of(align) - off;
                if padding > 0 {
                    let text = format!("{padding} bytes of padding stand before `{}` in its COMMON block", o.name.name);
                    self.warn(Warn::AlignCommons, o.name.span, text);
                }
                off += padding;
                self.sym_mut(s).storage = Storage::Common { block: id, offset: off };
                off += size;
                let b = &mut self.prog.commons[id as usize];
                b.members.push(s);
                b.align = b.align.max(align);
                b.size = b.size.max(off);
            }
            at.insert(id, off);
        }
        // Files of one command would not know of each other, were they compiled one by one.
        let file = |s: &Self, at: Span| s.file_starts.partition_point(|f| *f <= at.lo);
        for (id, name, span, before) in spans {
            let own = at.get(&id).copied().unwrap_or(0);
            let here = file(self, span);
            let known = self.storage.common_files.insert(id, here) == Some(here);
            if known && before != own && !self.sc(sc).imported {
                let text = format!("COMMON block `{name}` has {own} bytes here, {before} bytes elsewhere");
                self.diag.warning(ErrorCode::Suspicious, span, text);
            }
        }
    }

    /// Lays out EQUIVALENCE groups: union of sets that share a variable, offsets relative to one base.
    pub fn finish_equivalences(&mut self, sc: ScopeId) {
        let sets = std::mem::take(&mut self.sc_mut(sc).equivalences);
        if sets.is_empty() {
            return;
        }
        // Group leader and offset of each variable relative to its group.
        let mut group: FxHashMap<SymbolId, (usize, i64)> = FxHashMap::default();
        let mut groups: Vec<Vec<SymbolId>> = vec![];
        let mut places: FxHashMap<SymbolId, Span> = FxHashMap::default();
        for set in sets {
            if let [e] = set {
                self.err(ErrorCode::Semantic, e.span, "an EQUIVALENCE set needs two objects at least");
                continue;
            }
            let mut first: Option<(SymbolId, i64)> = None;
            for e in set {
                let Ok(x) = self.expr_want(sc, e, super::super::expr::Want::Variable) else { continue };
                let Some((s, off)) = self.equivalence_offset(&x) else {
                    self.err(
                        ErrorCode::Semantic,
                        e.span,
                        "an EQUIVALENCE object must be a variable, or an element or substring with constant subscripts",
                    );
                    continue;
                };
                if self.check_equivalence_object(sc, s, e.span).is_err() {
                    continue;
                }
                if self.storage_size(s).is_none() {
                    self.err(ErrorCode::Shape, e.span, "an EQUIVALENCE object needs constant bounds");
                    continue;
                }
                places.entry(s).or_insert(e.span);
                group.entry(s).or_insert_with(|| {
                    groups.push(vec![s]);
                    (groups.len() - 1, 0)
                });
                match first {
                    None => first = Some((s, off)),
                    Some((f, foff)) => {
                        let differ = self.storage_kind(f) != self.storage_kind(s);
                        if differ && self.newer(u16::MAX, e.span, "EQUIVALENCE of objects of such types").is_err() {
                            continue;
                        }
                        let (ga, oa) = group[&f];
                        let (gb, ob) = group[&s];
                        // Position of the shared unit: oa + foff = ob' + off.
                        let want = oa + foff - off;
                        if ga == gb {
                            if ob != want {
                                self.err(
                                    ErrorCode::Semantic,
                                    e.span,
                                    "this EQUIVALENCE contradicts another one for the same variables",
                                );
                            }
                            continue;
                        }
                        let shift = want - ob;
                        let moved = std::mem::take(&mut groups[gb]);
                        for m in moved {
                            let g = group.get_mut(&m).expect("every member has a group");
                            *g = (ga, g.1 + shift);
                            groups[ga].push(m);
                        }
                    }
                }
            }
        }
        for members in groups.into_iter().filter(|g| !g.is_empty()) {
            self.place_group(sc, &members, &group, &places);
        }
    }
}

impl<'a> Rules<'a> {
    fn place_group(
        &mut self,
        sc: ScopeId,
        members: &[SymbolId],
        group: &FxHashMap<SymbolId, (usize, i64)>,
        places: &FxHashMap<SymbolId, Span>,
    ) {
        // Part of a COMMON block: the others follow it.
        let common = members.iter().find_map(|m| match self.sym(*m).storage {
            Storage::Common { block, offset } => Some((block, offset as i64 - group[m].1)),
            _ => None,
        });
        if let Some((block, origin)) = common {
            for m in members {
                let off = origin + group[m].1;
                if let Ty::Derived(t) = self.sym(*m).ty
                    && !matches!(self.sym(*m).storage, Storage::Common { .. })
                    && self.has_default_init(t)
                {
                    let (span, name) = (places[m], self.sym(*m).name.clone());
                    let text = format!("`{name}` has default values, so it cannot share storage with a COMMON block");
                    self.err(ErrorCode::Attribute, span, text);
                    continue;
                }
                if off < 0 {
                    let (span, name) = (places[m], self.sym(*m).name.clone());
                    self.err(
                        ErrorCode::Semantic,
                        span,
                        format!("EQUIVALENCE extends the COMMON block before its start through `{name}`"),
                    );
                    continue;
                }
                if let Storage::Common { block: b, offset } = self.sym(*m).storage {
                    if b != block || offset as i64 != off {
                        let (span, name) = (places[m], self.sym(*m).name.clone());
                        self.err(
                            ErrorCode::Semantic,
                            span,
                            format!("EQUIVALENCE associates `{name}` with another place in COMMON storage"),
                        );
                    }
                    continue;
                }
                self.sym_mut(*m).storage = Storage::Common { block, offset: off as u64 };
                let size = self.storage_size(*m).unwrap_or(0);
                let b = &mut self.prog.commons[block as usize];
                b.size = b.size.max(off as u64 + size);
                self.prog.statics.retain(|x| x != m);
            }
            return;
        }
        let min = members.iter().map(|m| group[m].1).min().unwrap_or(0);
        let mut size = 0u64;
        let mut saved = false;
        for m in members {
            let off = (group[m].1 - min) as u64;
            size = size.max(off + self.storage_size(*m).unwrap_or(0));
            let y = self.sym(*m);
            saved |= matches!(y.storage, Storage::Static { .. });
            if y.allocatable || y.pointer {
                let d = Diagnostic::error(
                    ErrorCode::Attribute,
                    y.span,
                    format!("`{}` in EQUIVALENCE is allocatable or a pointer", y.name),
                );
                self.report(d);
                return;
            }
        }
        // The name is the same wherever a module's specification part is analysed.
        let first = members.iter().map(|m| self.sym(*m).name.clone()).min().unwrap_or_else(|| "".into());
        let path = self.sc(sc).path.clone();
        let link = format!("{path}.equiv.{first}");
        let span = Span::default();
        let dims = Dims::Explicit(vec![(super::resolve::int8(1, span), super::resolve::int8(size as i64, span))]);
        let is_main = self.sc(sc).proc.is_some_and(|p| self.proc(p).is_main);
        let storage = if saved || self.sc(sc).proc.is_none() || is_main {
            Storage::Static { link_name: link.clone() }
        } else {
            Storage::Local
        };
        let is_static = matches!(storage, Storage::Static { .. });
        let span = self.sym(members[0]).span;
        let base = self.new_symbol(link.into(), span, Ty::Integer(1), dims, storage, sc);
        if is_static {
            self.prog.statics.push(base);
        }
        self.storage.equivalences.push((base, size, members.to_vec()));
        let mut locals = vec![base];
        locals.extend(std::mem::take(&mut self.sc_mut(sc).locals));
        self.sc_mut(sc).locals = locals;
        for m in members {
            let off = (group[m].1 - min) as u64;
            self.sym_mut(*m).storage = Storage::Equivalence { base, offset: off };
            self.prog.statics.retain(|x| x != m);
        }
    }

    /// Initial values of members of EQUIVALENCE groups become bytes of the group's storage; of those in COMMON, the member
    /// is added to the block.
    pub fn finish_equivalence_values(&mut self) {
        for (base, size, members) in std::mem::take(&mut self.storage.equivalences) {
            let valued = |&m: &SymbolId| {
                let s = self.sym(m);
                let placed = matches!(s.storage, Storage::Equivalence { .. });
                placed && (s.value.is_some() || self.default_value(&s.ty, &s.dims).is_some())
            };
            let Some(&first) = members.iter().find(|m| valued(m)) else { continue };
            if size > MAX_INITIALIZED {
                let span = self.sym(first).span;
                self.unsupported(span, "equivalenced objects of so many bytes with initial values");
                continue;
            }
            let mut bytes: Vec<Option<u8>> = vec![None; size as usize];
            let mut any = false;
            // Default initialization first: explicit values prevail.
            for &m in &members {
                let s = self.sym(m);
                let Storage::Equivalence { offset, .. } = s.storage else { continue };
                let Some(v) = self.default_value(&s.ty, &s.dims) else { continue };
                any = true;
                let ty = s.ty.clone();
                let (span, name) = (s.span, s.name.clone());
                let mut own: Vec<Option<u8>> = vec![None; size as usize];
                put_bytes(&self.prog, &v, &ty, offset as usize, &mut own);
                let differs = |(a, b): (&Option<u8>, &Option<u8>)| a.is_some() && b.is_some() && a != b;
                if bytes.iter().zip(&own).any(differs) {
                    let text = format!("`{name}` and another object of its storage have different default values");
                    self.err(ErrorCode::Constant, span, text);
                }
                put_bytes(&self.prog, &v, &ty, offset as usize, &mut bytes);
            }
            let mut given: Vec<Option<u8>> = vec![None; size as usize];
            for m in members {
                let Storage::Equivalence { offset, .. } = self.sym(m).storage else { continue };
                let Some(v) = self.sym_mut(m).value.take() else { continue };
                any = true;
                let ty = self.sym(m).ty.clone();
                put_bytes(&self.prog, &v, &ty, offset as usize, &mut bytes);
                // 8.10.1
                let mut own: Vec<Option<u8>> = vec![None; size as usize];
                put_bytes(&self.prog, &v, &ty, offset as usize, &mut own);
                let differs = |(a, b): (&Option<u8>, &Option<u8>)| a.is_some() && b.is_some() && a != b;
                if given.iter().zip(&own).any(differs) {
                    let (span, name) = (self.sym(m).span, self.sym(m).name.clone());
                    let text = format!("`{name}` and another object of its storage have different initial values");
                    self.err(ErrorCode::Constant, span, text);
                }
                for (g, o) in given.iter_mut().zip(own) {
                    *g = g.or(o);
                }
            }
            if any {
                let elems = bytes.into_iter().map(|b| b.map(|b| Const::Int(b as i8 as i128))).collect();
                self.sym_mut(base).value = Some(Const::Array { shape: vec![size as i64], elems });
            }
        }
        for i in 0..self.prog.symbols.len() {
            let s = SymbolId(i as u32);
            if let Storage::Common { block, .. } = self.sym(s).storage
                && block != u32::MAX
                && self.sym(s).value.is_some()
                && !self.prog.commons[block as usize].members.contains(&s)
            {
                self.prog.commons[block as usize].members.push(s);
            }
        }
    }
}

/// Writes the bytes of a constant at an offset; the number of bytes it takes.
fn put_bytes(prog: &Program, c: &Const, ty: &Ty, at: usize, out: &mut [Option<u8>]) -> usize {
    let mut put = |off: usize, b: &[u8]| {
        for (k, x) in b.iter().enumerate() {
            if let Some(cell) = out.get_mut(off + k) {
                *cell = Some(*x);
            }
        }
        b.len()
    };
    match (c, ty) {
        (Const::Array { elems, .. }, t) => {
            let one = crate::const_eval::byte_size(prog, t).unwrap_or(0) as usize;
            for (k, e) in elems.iter().enumerate() {
                if let Some(e) = e {
                    put_bytes(prog, e, t, at + k * one, out);
                }
            }
            one * elems.len()
        }
        (Const::Struct { ty, values }, _) => {
            let t = &prog.types[ty.0 as usize];
            for (c, v) in t.components.iter().zip(values) {
                if let Some(v) = v {
                    put_bytes(prog, v, &c.ty, at + c.offset as usize, out);
                }
            }
            t.size as usize
        }
        (Const::Int(n), Ty::Integer(k) | Ty::Unsigned(k)) => put(at, &n.to_le_bytes()[..*k as usize]),
        (Const::Logical(b), Ty::Logical(k)) => put(at, &i128::from(*b).to_le_bytes()[..*k as usize]),
        (Const::Real(x), Ty::Real(4)) => put(at, &(*x as f32).to_le_bytes()),
        (Const::Real(x), Ty::Real(_)) => put(at, &x.to_le_bytes()),
        (Const::Ext(x), Ty::Real(k)) => put(at, &x.to_memory(*k).to_le_bytes()),
        (Const::ExtComplex(r, i), Ty::Complex(k)) => {
            put_bytes(prog, &Const::Ext(*r), &Ty::Real(*k), at, out);
            put_bytes(prog, &Const::Ext(*i), &Ty::Real(*k), at + 16, out);
            32
        }
        (Const::Complex(r, i), Ty::Complex(k)) => {
            let n = *k as usize;
            put_bytes(prog, &Const::Real(*r), &Ty::Real(*k), at, out);
            put_bytes(prog, &Const::Real(*i), &Ty::Real(*k), at + n, out);
            2 * n
        }
        (Const::Char(s), t) => put(at, &character_image(s, t.chr_kind())),
        _ => 0,
    }
}
