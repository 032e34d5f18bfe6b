//! Variables of the program and layouts of derived types.

use super::super::types::{MAX_BYTES, MAX_RANK, is_string_ref};
use super::{Checked, Verdict, need};
use crate::module::{Attr, Module};
use crate::ops::OpKind;
use crate::types::{Type, TypeKind};

/// Bytes of one object whose initial value stands in the object file.
const MAX_INITIALIZED: i64 = 1 << 30;
/// Bytes of an address in memory.
const ADDRESS: i64 = 8;

/// `mem.global`
pub fn global(c: &Checked<'_>) -> Verdict {
    let m = c.m;
    let flag = |key: &str| m.flag(c.op, key);
    let Some(Attr::Type(t)) = m.attr(c.op, "type") else { return Ok(()) };
    super::program::own_name(c, "name")?;
    need(storable(m, *t), "views, arrays, vectors and references to strings are no storage")?;
    let homes = ["internal", "common", "extern", "weak"];
    need(
        homes.iter().filter(|k| flag(k)).count() <= 1,
        "only one of `internal`, `common`, `extern` and `weak` is true",
    )?;
    need(
        !flag("constant") || !flag("threadprivate") && !flag("common"),
        "what is `constant` is no thread's and no common",
    )?;
    let align = m.attr_int(c.op, "align");
    need(align.is_none_or(|a| a >= c.symbols.align_of(m, *t)), "`align` is less than objects of the type need")?;
    let with_value = flag("init") || flag("relocs");
    need(!flag("extern") || !with_value, "another object gives the value of what is `extern`")?;
    let own = c.symbols.size_of(m, *t);
    let size = match (m.attr_int(c.op, "size"), own) {
        (Some(size), own) => {
            // An array may be empty.
            need(size == 0 || own.is_none_or(|own| own <= size), "`size` is less than an object of the type has")?;
            size
        }
        (None, Some(own)) => own,
        (None, None) => return need(flag("extern"), "the type does not say how large it is: it needs a `size`"),
    };
    // Descriptors of polymorphic entities have a word more.
    let descriptor = matches!(m.types.kind(*t), TypeKind::Box { .. });
    let whole = descriptor || own.is_none_or(|own| own == 0 || size % own == 0);
    need(whole, "`size` is no number of objects of the type")?;
    need(size <= MAX_BYTES, "larger than any memory")?;
    need(size <= MAX_INITIALIZED || !with_value && !flag("constant"), "too large for an initial value")?;
    if let Some(Attr::Bytes(b)) = m.attr(c.op, "init") {
        need(b.len() as i64 <= size, "`init` has more bytes than the variable")?;
        need(*t != Type::BOOL || b.iter().all(|&b| b <= 1), "a truth value is 0 or 1")?;
    }
    let mut places: Vec<i64> = c.items("relocs").iter().filter_map(|r| r.items().first()?.as_int()).collect();
    places.sort_unstable();
    let inside = places.last().is_none_or(|&at| at <= size - ADDRESS);
    need(inside, "an address of `relocs` does not lie inside")?;
    need(places.windows(2).all(|w| w[1] - w[0] >= ADDRESS), "addresses of `relocs` overlap")?;
    let number = matches!(
        m.types.kind(*t),
        TypeKind::Bool | TypeKind::Float(_) | TypeKind::Complex(_) | TypeKind::Logical(_) | TypeKind::Char(..)
    );
    need(places.is_empty() || !number, "objects of the type hold no address")?;
    let host = |r: &Attr| r.items().get(1).and_then(Attr::as_str).is_none_or(|s| !is_kernel(c, s));
    need(c.items("relocs").iter().all(host), "a kernel has no address")
}

/// True for the name of a kernel and of nothing else.
fn is_kernel(c: &Checked<'_>, sym: &str) -> bool {
    c.symbols.linked(sym).is_none() && c.symbols.kernel(sym).is_some()
}

/// True for types that lie in memory as they are.
fn storable(m: &Module, t: Type) -> bool {
    let in_registers = matches!(m.types.kind(t), TypeKind::View { .. } | TypeKind::Array { .. } | TypeKind::Vec { .. });
    !in_registers && !is_string_ref(m, t)
}

/// `fort.modules`
pub fn modules(c: &Checked<'_>) -> Verdict {
    for list in ["defined", "used"] {
        let mut keys: Vec<&str> = c.items(list).iter().filter_map(|p| p.items().first()?.as_str()).collect();
        keys.sort_unstable();
        need(keys.windows(2).all(|w| w[0] != w[1]), &format!("`{list}` names a module twice"))?;
    }
    Ok(())
}

/// `fort.type`
pub fn type_def(c: &Checked<'_>) -> Verdict {
    let m = c.m;
    let size = m.attr_int(c.op, "size").unwrap_or(0);
    let align = m.attr_int(c.op, "align").unwrap_or(1).max(1);
    need(size <= MAX_BYTES && size % align == 0, "`size` is no multiple of `align`, or larger than any memory")?;
    let code = m.attr_int(c.op, "code").unwrap_or(0);
    need(i16::try_from(code).is_ok(), "`code` is no type code of descriptors")?;
    need(!c.symbols.is_endless(c.word("sym")), "objects of the type would contain objects of it")?;
    let pointers = c.items("pointers").iter().filter_map(Attr::as_int);
    need(pointers.max().is_none_or(|at| at <= size - ADDRESS), "an offset of `pointers` does not lie inside")?;
    let descriptor = m.attr_str(c.op, "descriptor").and_then(|d| c.symbols.linked(d));
    need(descriptor.is_none_or(|d| m.kind(d) == OpKind::Global), "`descriptor` is no variable")?;
    let mut names = rustc_hash::FxHashSet::default();
    for f in c.items("fields") {
        let [name, offset, Attr::Type(ty), extents] = f.items() else { continue };
        let name = name.as_str().unwrap_or_default();
        need(!name.is_empty(), "a component has no name")?;
        need(names.insert(name), &format!("component {name} stands twice"))?;
        need(storable(m, *ty), &format!("component {name} is no storage"))?;
        need(extents.items().len() <= MAX_RANK, &format!("component {name} has too many dimensions"))?;
        let Some(one) = c.symbols.size_of(m, *ty) else {
            return Err(format!("the type of component {name} does not say how large it is"));
        };
        let bytes = extents.items().iter().try_fold(one, |n, e| n.checked_mul(e.as_int()?));
        let end = bytes.and_then(|b| b.checked_add(offset.as_int()?));
        need(end.is_some_and(|e| e <= size), &format!("component {name} does not lie inside"))?;
        need(c.symbols.align_of(m, *ty) <= align, &format!("component {name} needs another `align`"))?;
        let aligned = offset.as_int().is_some_and(|o| o % c.symbols.align_of(m, *ty) == 0);
        need(aligned, &format!("component {name} does not lie where objects of its type may"))?;
    }
    Ok(())
}
