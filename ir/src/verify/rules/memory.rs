//! Storage, views and descriptors.

use super::super::types::{MAX_BYTES, is_string_ref};
use super::{Checked, Verdict, need};
use crate::module::Attr;
use crate::ops::OpKind;
use crate::section::{self, Part};
use crate::types::{Type, TypeKind};

/// Views of storage whose size the type says.
fn is_static(c: &Checked<'_>, t: Type) -> bool {
    match c.kind(t) {
        TypeKind::View { shape, contig, .. } => *contig && shape.iter().all(Option::is_some),
        _ => true,
    }
}

/// `mem.alloca`
pub fn alloca(c: &Checked<'_>) -> Verdict {
    let t = c.result();
    need(is_static(c, t), "storage is a contiguous view of static shape")?;
    need(!c.is_open_string(t), "an address has no length: use chr.ref")?;
    let known = c.m.attr_int(c.op, "size");
    let sized = |t: Type| c.m.types.size_of(t).is_some();
    let pointee = if t == Type::PTR { None } else { Some(c.elem(t)) };
    need(known.is_some() || pointee.is_some_and(sized), "storage needs a `size`")?;
    let least = c.symbols.reach(c.m, t).unwrap_or(0);
    need(known.is_none_or(|size| least <= size), "`size` is less than an object of the type has")?;
    need(known.is_none_or(|size| size <= MAX_BYTES), "larger than any memory")?;
    let needed = pointee.map_or(1, |t| c.symbols.align_of(c.m, t));
    let align = c.m.attr_int(c.op, "align");
    need(align.is_none_or(|a| a >= needed), "`align` is less than objects of the type need")
}

/// `coverage.count`
pub fn coverage_count(c: &Checked<'_>) -> Verdict {
    let sym = c.word("sym");
    let global = c.symbols.linked(sym).filter(|&g| c.m.kind(g) == OpKind::Global);
    let Some(global) = global else { return Err(format!("there is no mem.global {sym}")) };
    let size = c.m.attr_int(global, "size").unwrap_or(0);
    let index = c.m.attr_int(c.op, "index").unwrap_or(0);
    need(index < size / 8, &format!("{sym} has no such counter"))
}

/// `mem.addr_of`
pub fn addr_of(c: &Checked<'_>) -> Verdict {
    let sym = c.word("sym");
    let Some(global) = c.symbols.linked(sym) else { return Err(format!("there is no mem.global {sym}")) };
    need(c.m.kind(global) == OpKind::Global, &format!("{sym} is no mem.global"))?;
    need(is_static(c, c.result()), "static storage is a contiguous view of static shape")?;
    need(!c.is_open_string(c.result()), "an address has no length: use chr.ref")?;
    let offset = c.m.attr_int(c.op, "offset").unwrap_or(0);
    need(offset >= 0, "`offset` is not inside of the variable")?;
    let Some(Attr::Type(of)) = c.m.attr(global, "type") else { return Ok(()) };
    // What another object defines is known by name alone; bytes are storage of anything.
    if c.m.flag(global, "extern") {
        return Ok(());
    }
    let (t, untyped) = (c.result(), *of == Type::I8);
    let same = t == Type::PTR || untyped || c.same_chr(c.elem(t), *of) || c.elem(t) == *of;
    need(same, &format!("{sym} has elements of type {}", c.m.types.text(*of)))?;
    let size = c.m.attr_int(global, "size").or_else(|| c.symbols.size_of(c.m, *of));
    let end = offset.checked_add(c.symbols.reach(c.m, t).unwrap_or(0));
    let inside = size.is_none_or(|size| end.is_some_and(|end| end <= size));
    need(inside, &format!("reaches over the end of {sym}"))
}

/// `mem.cast`, `mem.null`
pub fn address(c: &Checked<'_>) -> Verdict {
    need(!c.is_open_string(c.result()), "an address has no length: use chr.ref")
}

/// `mem.load`, `dev.read`
pub fn load(c: &Checked<'_>) -> Verdict {
    c.fit(c.same_elem(c.elem(c.ty(0)), c.result()))?;
    atomic(c, c.result())
}

/// Numbers, truth values and addresses are loaded and stored at once.
fn atomic(c: &Checked<'_>, t: Type) -> Verdict {
    let whole = super::super::signature::Class::Comparable.has(&c.m.types, t) && !is_string_ref(c.m, t);
    need(!c.m.flag(c.op, "atomic") || whole, "only numbers, truth values and addresses are `atomic`")
}

/// `mem.free`
pub fn free(c: &Checked<'_>) -> Verdict {
    let mut from = c.m.operand(c.op, 0);
    while let Some(o) = c.m.def(from)
        && matches!(c.m.kind(o), OpKind::CastRef | OpKind::Declare | OpKind::ViewAddr | OpKind::ViewCast)
    {
        from = c.m.operand(o, 0);
    }
    let other = [
        OpKind::Alloca,
        OpKind::AddrOf,
        OpKind::FuncAddr,
        OpKind::DevAlloc,
        OpKind::PtrAdd,
        OpKind::Field,
        OpKind::ViewElem,
        OpKind::BoxMake,
    ];
    let heap = other.iter().all(|&k| c.m.def_of(from, k).is_none());
    need(heap, "what is released does not come from mem.alloc")
}

/// `dev.free`
pub fn device_free(c: &Checked<'_>) -> Verdict {
    let from = c.m.operand(c.op, 0);
    let host = [OpKind::Alloc, OpKind::Alloca, OpKind::AddrOf, OpKind::FuncAddr];
    let device = host.iter().all(|&k| c.m.def_of(from, k).is_none());
    need(device, "what is released does not come from dev.alloc")
}

/// `mem.store`
pub fn store(c: &Checked<'_>) -> Verdict {
    let sort = !matches!(c.kind(c.ty(0)), TypeKind::Char(..) | TypeKind::View { .. } | TypeKind::Array { .. });
    c.fit(sort && c.elem(c.ty(1)) == c.ty(0))?;
    atomic(c, c.ty(0))
}

/// `mem.copy_object`
pub fn copy_object(c: &Checked<'_>) -> Verdict {
    c.fit(matches!(c.kind(c.elem(c.ty(0))), TypeKind::Derived(_)))
}

/// `fort.declare`
pub fn declare(c: &Checked<'_>) -> Verdict {
    let attrs: Vec<&str> = c.items("attrs").iter().filter_map(Attr::as_str).collect();
    let twice = attrs.iter().enumerate().any(|(i, a)| attrs[..i].contains(a));
    need(!twice, "an attribute stands twice in `attrs`")?;
    let both = |a: &str, b: &str| attrs.contains(&a) && attrs.contains(&b);
    need(!both("intent_in", "intent_out"), "what has `intent_in` has no `intent_out`")
}

/// What a component is, seen through a reference to its object: checks that `t` is that type. Extents and contiguity may
/// be left out of it.
fn is_component(c: &Checked<'_>, field: super::super::symbols::Field<'_>, t: Type) -> bool {
    let extents: Vec<Option<i64>> = field.extents.iter().map(Attr::as_int).collect();
    match c.kind(t) {
        TypeKind::View { shape, elem, .. } => {
            !extents.is_empty() && super::extents_fit(shape, &extents) && c.same_elem(*elem, field.ty)
        }
        TypeKind::Ref(e) => extents.is_empty() && c.same_elem(*e, field.ty),
        _ => false,
    }
}

/// `mem.field`
pub fn field(c: &Checked<'_>) -> Verdict {
    let key = c.word("field");
    let TypeKind::Derived(name) = c.kind(c.elem(c.ty(0))) else {
        let (whole, part) = (c.kind(c.elem(c.ty(0))), c.kind(c.result()));
        let TypeKind::Ref(part) = part else { return c.fit(false) };
        return c.fit(is_part(whole, c.kind(*part), key) && matches!(c.kind(c.ty(0)), TypeKind::Ref(_)));
    };
    let Some(f) = c.symbols.field(name, key) else { return Err(format!("type {name} has no component {key}")) };
    c.fit(is_component(c, f, c.result()))
}

/// Whether a type is that of the part of that name of complex numbers.
fn is_part(whole: &TypeKind, part: &TypeKind, key: &str) -> bool {
    match (whole, part) {
        (TypeKind::Complex(a), TypeKind::Float(b)) => a == b && matches!(key, "re" | "im"),
        _ => false,
    }
}

/// `mem.copy`
pub fn copy(c: &Checked<'_>) -> Verdict {
    c.fit(c.shapes_fit(c.ty(0), c.ty(1)) && c.same_elem(c.elem(c.ty(0)), c.elem(c.ty(1))))?;
    need(c.m.operand(c.op, 0) != c.m.operand(c.op, 1), "copies a view to itself")
}

/// `mem.clear`
pub fn clear(c: &Checked<'_>) -> Verdict {
    need(c.m.types.is_contig(c.ty(0)), "a view that is not contiguous")?;
    c.fit(c.m.types.size_of(c.elem(c.ty(0))).is_some())
}

/// `view.make`
pub fn view_make(c: &Checked<'_>) -> Verdict {
    let (extents, strides) = (c.group(1).len(), c.group(2).len());
    let rank = c.rank(c.result());
    let wanted = if c.m.types.is_contig(c.result()) { 0 } else { rank };
    need(extents == rank && strides == wanted, "wrong number of extents or strides")?;
    c.extents_are(c.group(1), c.m.types.shape(c.result()))?;
    let open = matches!(c.kind(c.elem(c.result())), TypeKind::Char(None, _));
    need(open == (c.group(3).len() == 1), "`elem_len` is for strings of no known length, which need it")
}

/// `view.section`
pub fn view_section(c: &Checked<'_>) -> Verdict {
    let Some(parts) = section::parts(c.m, c.op) else { return Err("`dims` does not fit the operands".into()) };
    let (from, to) = (c.ty(0), c.result());
    let kept = parts.iter().filter(|p| !matches!(p, Part::Index(_))).count();
    need(parts.len() == c.rank(from) && kept == c.rank(to), "`dims` does not fit the ranks")?;
    let (a, b) = (c.m.types.shape(from), c.m.types.shape(to));
    let same = (0..kept).all(|i| match Part::kept(&parts, i) {
        Some((k, Part::Whole)) => a[k].is_none() || b[i].is_none() || a[k] == b[i],
        Some((_, Part::Range { .. } | Part::Index(_))) | None => true,
    });
    c.fit(same && c.elem(from) == c.elem(to))?;
    for (i, &said) in b.iter().enumerate() {
        if let Some((_, Part::Range { extent, .. })) = Part::kept(&parts, i) {
            c.extents_are(&[extent], &[said])?;
        }
    }
    need(!c.m.types.is_contig(to) || section_is_contig(c, &parts), "the elements of the section have gaps")
}

/// False where the types say that a section is not contiguous. One element of a dimension has no gaps.
fn section_is_contig(c: &Checked<'_>, parts: &[Part]) -> bool {
    let (from, to) = (c.m.types.shape(c.ty(0)), c.m.types.shape(c.result()));
    let (mut kept, mut part) = (to.iter(), false);
    c.m.types.is_contig(c.ty(0))
        && parts.iter().zip(from).all(|(p, &whole)| {
            let taken = match p {
                Part::Index(_) => Some(1),
                Part::Range { .. } | Part::Whole => kept.next().copied().flatten(),
            };
            let fits = !part || taken == Some(1) || taken == Some(0);
            part |= !matches!(p, Part::Whole) && (taken.is_none() || taken != whole);
            fits
        })
}

/// `view.elem`
pub fn view_elem(c: &Checked<'_>) -> Verdict {
    c.fit(c.rank(c.ty(0)) == c.group(1).len() && c.elem(c.result()) == c.elem(c.ty(0)))
}

/// `view.field`
pub fn view_field(c: &Checked<'_>) -> Verdict {
    let key = c.word("field");
    let (from, to) = (c.ty(0), c.result());
    let (outer, all) = (c.m.types.shape(from), c.m.types.shape(to));
    let TypeKind::Derived(name) = c.kind(c.elem(from)) else {
        let part = is_part(c.kind(c.elem(from)), c.kind(c.elem(to)), key);
        c.fit(part && super::extents_fit(outer, all))?;
        return need(!c.m.types.is_contig(to), "parts of complex numbers have gaps");
    };
    let Some(f) = c.symbols.field(name, key) else { return Err(format!("type {name} has no component {key}")) };
    let parts: Vec<Option<i64>> = f.extents.iter().map(Attr::as_int).collect();
    let whole: Vec<Option<i64>> = [outer, &parts].concat();
    c.fit(c.same_elem(c.elem(to), f.ty) && super::extents_fit(&whole, all))?;
    let count = parts.iter().try_fold(1i64, |n, e| n.checked_mul((*e)?));
    let bytes = c.symbols.size_of(c.m, f.ty).and_then(|one| one.checked_mul(count?));
    let all_of_it = bytes.is_some() && bytes == c.symbols.size_of(c.m, c.elem(from)) && c.m.types.is_contig(from);
    need(!c.m.types.is_contig(to) || all_of_it, "the same component of several objects has gaps")
}

/// `view.permute`
pub fn view_permute(c: &Checked<'_>) -> Verdict {
    let (from, to) = (c.ty(0), c.result());
    let rank = c.rank(from);
    let perm: Vec<usize> = c.items("perm").iter().filter_map(|p| usize::try_from(p.as_int()?).ok()).collect();
    let mut seen = vec![false; rank];
    for &k in &perm {
        match seen.get_mut(k) {
            Some(s) if !*s => *s = true,
            _ => return Err("`perm` is not a permutation".into()),
        }
    }
    need(perm.len() == rank, "`perm` is not a permutation")?;
    let moved: Vec<Option<i64>> = perm.iter().map(|&k| c.m.types.shape(from)[k]).collect();
    c.fit(super::extents_fit(&moved, c.m.types.shape(to)) && c.elem(from) == c.elem(to))?;
    let long: Vec<usize> = perm.into_iter().zip(&moved).filter(|&(_, &n)| n != Some(1)).map(|(k, _)| k).collect();
    let in_order = long.is_sorted() && c.m.types.is_contig(from);
    need(!c.m.types.is_contig(to) || in_order, "the elements do not lie in the order of the result")
}

/// `view.cast`
pub fn view_cast(c: &Checked<'_>) -> Verdict {
    let (from, to) = (c.ty(0), c.result());
    c.fit(c.shapes_fit(from, to) && c.same_elem(c.elem(from), c.elem(to)))
}

/// Ops with a `dim` of a view, an array or a descriptor.
pub fn dim(c: &Checked<'_>) -> Verdict {
    let t = c.ty(0);
    let rank = if let TypeKind::Ref(b) = c.kind(t) { c.rank(*b) } else { c.rank(t) };
    let fits = c.m.attr_int(c.op, "dim").is_none_or(|k| k >= 0 && (k as usize) < rank);
    need(fits, &format!("`dim` is not below the rank {rank}"))
}

/// `box.view`
pub fn box_view(c: &Checked<'_>) -> Verdict {
    let b = c.descriptor(c.ty(0));
    c.fit(c.rank(b) == c.rank(c.result()) && c.same_elem(c.elem(c.result()), c.elem(b)))
}

/// `box.ref`
pub fn box_ref(c: &Checked<'_>) -> Verdict {
    let b = c.descriptor(c.ty(0));
    need(c.rank(b) == 0, "the descriptor is one of an array")?;
    c.fit(c.same_elem(c.elem(c.result()), c.elem(b)))
}

/// What a descriptor may describe.
fn describes(c: &Checked<'_>, b: Type, v: Type, lbounds: usize) -> Verdict {
    let b = c.descriptor(b);
    let rank = c.rank(b);
    // Objects of derived type may be seen as parts or extensions of another type.
    let (want, have) = (c.elem(b), if v == Type::PTR { c.elem(b) } else { c.elem(v) });
    let free = |t: Type| matches!(c.kind(t), TypeKind::Derived(_) | TypeKind::Ptr);
    need(free(want) || free(have) || c.same_elem(want, have), "the element types differ")?;
    match c.kind(v) {
        TypeKind::View { .. } => need(c.rank(v) == rank, "the ranks differ")?,
        _ => need(rank == 0, "the descriptor is one of an array")?,
    }
    need(lbounds == 0 || lbounds == rank, "wrong number of lower bounds")
}

/// `box.make`
pub fn box_make(c: &Checked<'_>) -> Verdict {
    describes(c, c.result(), c.ty(0), c.group(1).len())
}

/// `box.set`
pub fn box_set(c: &Checked<'_>) -> Verdict {
    describes(c, c.ty(0), c.ty(1), c.group(2).len())
}

/// `box.allocate`
pub fn box_allocate(c: &Checked<'_>) -> Verdict {
    let rank = c.rank(c.descriptor(c.ty(0)));
    let (lower, extents) = (c.group(1).len(), c.group(2).len());
    need(extents == rank && (lower == 0 || lower == rank), "wrong number of bounds")?;
    let open = matches!(c.kind(c.elem(c.descriptor(c.ty(0)))), TypeKind::Char(None, _));
    need(!open || c.group(3).len() == 1, "strings of no known length need an `elem_len`")
}
