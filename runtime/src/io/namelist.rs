//! Namelist input and output.

use super::list_read::{self, left_over};
use super::list_write::{namelist_value, wide_value};
use super::transfer::{Handle, Ty};
use super::unit::Delim;
use super::{IoError, Res, code};
use crate::abi::params::{FieldInfo, NamelistGroup, TypeInfo};
use crate::desc::Desc;
use crate::error::bytes;

/// An object of a group, or a part of one: elements in memory.
#[derive(Clone)]
struct Object {
    base: *mut u8,
    /// Class and kind, see [`crate::desc`].
    type_code: i16,
    elem_len: i64,
    /// Lower bound, extent, byte stride.
    dims: Vec<(i64, i64, i64)>,
    info: *const TypeInfo,
    /// Procedure of defined input/output, and the type where its dummy is polymorphic.
    defined: (*const u8, *const u8),
}

impl Object {
    fn ty(&self) -> Ty {
        Ty::from_class(self.type_code & 0xff, i32::from(self.type_code >> 8))
    }
    fn addresses(&self) -> Vec<*mut u8> {
        let mut all = vec![self.base];
        for &(_, n, sm) in &self.dims {
            let inner = std::mem::take(&mut all);
            for i in 0..n {
                all.extend(inner.iter().map(|p| p.wrapping_offset((i * sm) as isize)));
            }
        }
        all
    }
    fn fields(&self) -> &[FieldInfo] {
        if self.info.is_null() {
            return &[];
        }
        // SAFETY: type information as laid out by compiled code.
        unsafe { std::slice::from_raw_parts((*self.info).fields, (*self.info).count.max(0) as usize) }
    }
    /// A component of the element at `base`.
    fn component(base: *mut u8, f: &FieldInfo) -> Object {
        let mut dims = Vec::new();
        let mut sm = f.elem_len;
        for i in 0..f.rank as usize {
            // SAFETY: `rank` pairs as laid out by compiled code.
            let (lower, n) = unsafe { (*f.dims.add(2 * i), *f.dims.add(2 * i + 1)) };
            dims.push((lower, n.max(0), sm));
            sm *= n.max(0);
        }
        Object {
            base: base.wrapping_offset(f.offset as isize),
            type_code: f.type_code as i16,
            elem_len: f.elem_len,
            dims,
            info: f.info,
            defined: (f.defined, f.ty),
        }
    }
    /// All scalars of intrinsic type, and objects that procedures transfer, in order.
    fn leaves(&self, out: &mut Vec<Leaf>) {
        for p in self.addresses() {
            if !self.defined.0.is_null() || self.info.is_null() {
                out.push(Leaf { ty: self.ty(), p, len: self.elem_len, defined: self.defined });
            } else {
                for f in self.fields() {
                    Object::component(p, f).leaves(out);
                }
            }
        }
    }
}

/// What takes one value, or as many as a procedure reads.
struct Leaf {
    ty: Ty,
    p: *mut u8,
    len: i64,
    defined: (*const u8, *const u8),
}

fn field_name(f: &FieldInfo) -> String {
    // SAFETY: a name as laid out by compiled code.
    String::from_utf8_lossy(unsafe { bytes(f.name, f.name_len) }).to_ascii_uppercase()
}

fn items(group: &NamelistGroup) -> Vec<(String, Object)> {
    (0..group.count.max(0) as usize)
        .map(|i| {
            // SAFETY: items as laid out by compiled code.
            let (item, d) = unsafe {
                let item = &*group.items.add(i);
                (item, Desc::new(item.desc))
            };
            // SAFETY: as above.
            let name = String::from_utf8_lossy(unsafe { bytes(item.name, item.name_len) }).to_ascii_uppercase();
            let dims = d.dims().map(|x| (x.lower_bound, x.extent.max(0), x.sm)).collect();
            let h = d.header();
            (
                name,
                Object {
                    base: h.base_addr,
                    type_code: h.type_code,
                    elem_len: d.elem_len(),
                    dims,
                    info: item.info,
                    defined: (item.defined, item.ty),
                },
            )
        })
        .collect()
}

fn group_name(group: &NamelistGroup) -> String {
    // SAFETY: a name as laid out by compiled code.
    String::from_utf8_lossy(unsafe { bytes(group.name, group.name_len) }).to_ascii_uppercase()
}

// ---- output ---------------------------------------------------------------------------------------

/// Writes the group.
pub fn write(h: &mut Handle, group: &NamelistGroup) -> Res<()> {
    h.put(format!("&{}", group_name(group)).as_bytes())?;
    for (name, object) in items(group) {
        write_object(h, &name, &object)?;
    }
    h.next_record_write()?;
    h.put(b" /")?;
    h.next_record_write()
}

fn write_object(h: &mut Handle, name: &str, object: &Object) -> Res<()> {
    if !object.defined.0.is_null() {
        h.next_record_write()?;
        h.put(format!(" {name}=").as_bytes())?;
        for p in object.addresses() {
            // SAFETY: an object of the type whose procedure it is.
            unsafe { super::child::transfer(h, object.defined.0, p, object.defined.1)? };
        }
        return Ok(());
    }
    if !object.info.is_null() {
        let all = object.addresses();
        let mut subs: Vec<i64> = object.dims.iter().map(|d| d.0).collect();
        for p in all {
            let label = if subs.is_empty() {
                name.to_string()
            } else {
                let list: Vec<String> = subs.iter().map(i64::to_string).collect();
                format!("{name}({})", list.join(","))
            };
            for f in object.fields() {
                write_object(h, &format!("{label}%{}", field_name(f)), &Object::component(p, f))?;
            }
            for (s, d) in subs.iter_mut().zip(&object.dims) {
                *s += 1;
                if *s < d.0 + d.1 {
                    break;
                }
                *s = d.0;
            }
        }
        return Ok(());
    }
    h.next_record_write()?;
    h.put(format!(" {name}=").as_bytes())?;
    let ty = object.ty();
    let len = object.elem_len;
    let all = object.addresses();
    // SAFETY: elements of the object.
    let same = |a: *mut u8, b: *mut u8| unsafe { bytes(a, len) == bytes(b, len) };
    let delim = if h.modes.delim == Delim::Unspecified { Delim::Quote } else { h.modes.delim };
    let comma = if h.modes.decimal_comma { b';' } else { b',' };
    // Six values go on a line; the name counts as one on the first.
    let mut on_line = 1;
    let mut i = 0;
    while i < all.len() {
        let mut n = 1;
        while i + n < all.len() && same(all[i], all[i + n]) {
            n += 1;
        }
        if ty == Ty::Wide {
            let mut out: Vec<u32> = if n > 1 { format!(" {n}*").bytes().map(u32::from).collect() } else { Vec::new() };
            // SAFETY: an element of the object.
            unsafe { wide_value(&mut out, all[i], len, delim) };
            if delim != Delim::None {
                out.push(comma.into());
            }
            h.put_codes(&out)?;
        } else {
            h.emit(|out, st| {
                if n > 1 {
                    out.extend_from_slice(format!(" {n}*").as_bytes());
                }
                // SAFETY: an element of the object.
                unsafe { namelist_value(out, ty, all[i], len, n > 1, delim, st) };
                // Strings without delimiters stand without separators.
                if !(ty == Ty::Chr && delim == Delim::None) {
                    out.push(comma);
                }
                Ok(())
            })?;
        }
        i += n;
        // A complex number counts twice.
        on_line += if matches!(ty, Ty::Complex(_)) { 2 } else { 1 };
        if on_line > 5 {
            on_line = 0;
            h.next_record_write()?;
            h.put(b" ")?;
        }
    }
    Ok(())
}

// ---- input ----------------------------------------------------------------------------------------

fn bad<T>(msg: impl Into<String>) -> Res<T> {
    Err(IoError::new(code::READ_VALUE, msg))
}

fn is_name_char(c: u8) -> bool {
    c.is_ascii_alphanumeric() || c == b'_' || c == b'$'
}

/// Reads the group.
pub fn read(h: &mut Handle, group: &NamelistGroup) -> Res<()> {
    let wanted = group_name(group);
    h.reader.namelist = true;
    find_group(h, &wanted)?;
    let items = items(group);
    loop {
        let mut c = h.skip_blanks()?;
        while c == b',' || c == b';' {
            h.pos += 1;
            c = h.skip_blanks()?;
        }
        match c {
            b'/' => return Ok(()),
            b'&' | b'$' => return Ok(()),
            b'?' => {
                h.pos += 1;
                continue;
            }
            _ => {}
        }
        let name = name_at(h);
        if name.is_empty() {
            return bad("Bad data for namelist object: a variable name is expected");
        }
        if name == "END" && h.peek() != Some(b'=') {
            return Ok(());
        }
        let Some((_, object)) = items.iter().find(|(n, _)| *n == name) else {
            return bad(format!("Cannot match namelist object name {}", name.to_ascii_lowercase()));
        };
        let leaves = designator(h, object.clone(), &name)?;
        values(h, &leaves, &name)?;
    }
}

fn name_at(h: &mut Handle) -> String {
    let start = h.pos;
    while h.peek().is_some_and(is_name_char) {
        h.pos += 1;
    }
    String::from_utf8_lossy(&h.rec[start..h.pos]).to_ascii_uppercase()
}

fn find_group(h: &mut Handle, wanted: &str) -> Res<()> {
    loop {
        while matches!(h.peek(), Some(b' ' | b'\t')) {
            h.pos += 1;
        }
        if matches!(h.peek(), Some(b'&' | b'$')) {
            h.pos += 1;
            if name_at(h) == wanted && h.peek().is_none_or(|c| !is_name_char(c)) {
                return Ok(());
            }
        }
        h.next_record_read()?;
    }
}

/// Parses subscripts, components and substrings up to the `=` and returns the scalars meant.
fn designator(h: &mut Handle, object: Object, name: &str) -> Res<Vec<Leaf>> {
    let mut object = object;
    // Elements behind a single element are filled too where more values follow.
    let mut open_ended: Option<Object> = None;
    loop {
        let c = h.skip_blanks()?;
        match c {
            b'=' => {
                h.pos += 1;
                break;
            }
            b'%' => {
                h.pos += 1;
                let component = name_at(h);
                let Some(f) = object.fields().iter().find(|f| field_name(f) == component) else {
                    return bad(format!("Cannot match component of namelist object {}", name.to_ascii_lowercase()));
                };
                open_ended = None;
                let f = *f;
                let mut part = Object::component(object.base, &f);
                // A component of an array: the array's dimensions come behind.
                part.dims.extend(object.dims.iter().copied());
                object = part;
            }
            b'(' => {
                h.pos += 1;
                if object.dims.is_empty() {
                    if !matches!(object.ty(), Ty::Chr | Ty::Wide) {
                        return bad(format!("Substring of a non-character object {}", name.to_ascii_lowercase()));
                    }
                    let subs = subscripts(h)?;
                    let [Sub::Range(lo, hi, None)] = subs.as_slice() else {
                        return bad(format!("Bad substring of namelist object {}", name.to_ascii_lowercase()));
                    };
                    let kind = object.ty().word() as i64;
                    let len = object.elem_len / kind;
                    let (lo, hi) = (lo.unwrap_or(1), hi.unwrap_or(len));
                    if lo < 1 || hi > len {
                        return bad(format!(
                            "Substring out of range for namelist variable {}",
                            name.to_ascii_lowercase()
                        ));
                    }
                    object.base = object.base.wrapping_offset(((lo - 1) * kind) as isize);
                    object.elem_len = (hi - lo + 1).max(0) * kind;
                    open_ended = None;
                    continue;
                }
                let subs = subscripts(h)?;
                let range_error = |d: usize| {
                    let name = name.to_ascii_lowercase();
                    bad(format!("Index {} out of range for namelist variable {name}", d + 1))
                };
                if subs.len() > object.dims.len() {
                    return bad(format!(
                        "Bad number of index fields for namelist variable {}",
                        name.to_ascii_lowercase()
                    ));
                }
                let whole = object.clone();
                let mut dims = Vec::new();
                let all_single = subs.len() == object.dims.len() && subs.iter().all(|s| matches!(s, Sub::At(_)));
                for (d, (s, &(lb, n, sm))) in subs.iter().zip(&whole.dims).enumerate() {
                    let ub = lb + n - 1;
                    match *s {
                        Sub::At(i) => {
                            if i < lb || i > ub {
                                return range_error(d);
                            }
                            object.base = object.base.wrapping_offset(((i - lb) * sm) as isize);
                        }
                        Sub::Range(lo, hi, step) => {
                            let step = step.unwrap_or(1);
                            if step == 0 {
                                return range_error(d);
                            }
                            let (lo, hi) = if step > 0 {
                                (lo.unwrap_or(lb), hi.unwrap_or(ub))
                            } else {
                                (lo.unwrap_or(ub), hi.unwrap_or(lb))
                            };
                            let count = ((hi - lo + step) / step).max(0);
                            if count > 0 && (lo.min(hi) < lb || lo.max(hi) > ub) {
                                return range_error(d);
                            }
                            object.base = object.base.wrapping_offset(((lo - lb) * sm) as isize);
                            dims.push((1, count, sm * step));
                        }
                    }
                }
                dims.extend_from_slice(&whole.dims[subs.len()..]);
                object.dims = dims;
                open_ended = all_single.then_some(whole);
            }
            _ => return bad(format!("Equal sign must follow namelist object name {}", name.to_ascii_lowercase())),
        }
    }
    let mut leaves = Vec::new();
    match open_ended {
        Some(whole) => {
            let start = object.base;
            for p in whole.addresses().into_iter().skip_while(|p| *p != start) {
                let elem = Object { base: p, dims: Vec::new(), ..whole.clone() };
                elem.leaves(&mut leaves);
            }
        }
        None => object.leaves(&mut leaves),
    }
    Ok(leaves)
}

enum Sub {
    At(i64),
    Range(Option<i64>, Option<i64>, Option<i64>),
}

/// The list up to the closing parenthesis.
fn subscripts(h: &mut Handle) -> Res<Vec<Sub>> {
    let mut all = Vec::new();
    let mut parts: Vec<Option<i64>> = vec![None];
    loop {
        let c = h.skip_blanks()?;
        match c {
            b'0'..=b'9' | b'+' | b'-' => {
                let start = h.pos;
                h.pos += 1;
                while h.peek().is_some_and(|c| c.is_ascii_digit()) {
                    h.pos += 1;
                }
                let Ok(v) = super::edit_in::parse_integer(&h.rec[start..h.pos], 8) else {
                    return bad("Bad integer in index");
                };
                // `parts` is never empty.
                *parts.last_mut().unwrap() = Some(v);
                continue;
            }
            b':' if parts.len() < 3 => parts.push(None),
            b',' | b')' => {
                all.push(match parts.as_slice() {
                    [Some(i)] => Sub::At(*i),
                    [None] => return bad("Null index field"),
                    [lo, hi] => Sub::Range(*lo, *hi, None),
                    [lo, hi, step, ..] => Sub::Range(*lo, *hi, *step),
                    [] => return bad("Null index field"),
                });
                parts = vec![None];
                if c == b')' {
                    h.pos += 1;
                    return Ok(all);
                }
            }
            _ => return bad("Bad character in index"),
        }
        h.pos += 1;
    }
}

/// True where `name =`, `name( =` or `name% =` stands at the position.
fn at_name(h: &Handle) -> bool {
    let rest = &h.rec[h.pos.min(h.rec.len())..];
    if !rest.first().is_some_and(|c| c.is_ascii_alphabetic() || *c == b'_') {
        return false;
    }
    let mut depth = 0;
    let mut blank = false;
    for &c in rest {
        match c {
            b'(' => {
                depth += 1;
                blank = false;
            }
            b')' => depth -= 1,
            b'=' if depth == 0 => return true,
            b' ' | b'\t' => blank = true,
            _ if depth > 0 => {}
            b'%' => blank = false,
            _ if is_name_char(c) && !blank => {}
            _ => return false,
        }
    }
    false
}

/// Assigns the values that follow to the scalars, up to the next name or the end of the group.
fn values(h: &mut Handle, leaves: &[Leaf], name: &str) -> Res<()> {
    h.reader.after_value = false;
    for (i, leaf) in leaves.iter().enumerate() {
        if !left_over(h) {
            let mut c = h.skip_blanks()?;
            if i > 0 && c == b',' {
                // A comma before a name or the end is the last value's.
                let at = h.pos;
                h.pos += 1;
                c = h.skip_blanks()?;
                if matches!(c, b'/' | b'&' | b'$') || at_name(h) {
                    h.reader.after_value = false;
                    return Ok(());
                }
                if at < h.pos && h.rec.get(at) == Some(&b',') {
                    h.pos = at;
                } else {
                    // The comma ended the record before.
                    h.reader.after_value = false;
                }
            }
            if matches!(c, b'/' | b'&' | b'$') || at_name(h) {
                h.reader.after_value = false;
                return Ok(());
            }
        }
        let r = match leaf.defined {
            (procedure, ty) if !procedure.is_null() => {
                // SAFETY: an object of the type whose procedure it is.
                unsafe { super::child::transfer(h, procedure, leaf.p, ty) }
            }
            _ => {
                h.item += 1;
                // SAFETY: a scalar of a variable of the group.
                unsafe { list_read::item(h, leaf.ty, leaf.p, leaf.len) }
            }
        };
        if let Err(mut e) = r {
            if e.code == code::READ_VALUE {
                e.msg = format!("Cannot read namelist object {}: {}", name.to_ascii_lowercase(), e.msg);
            }
            return Err(e);
        }
    }
    if left_over(h) {
        return bad(format!("Repeat count too large for namelist object {}", name.to_ascii_lowercase()));
    }
    h.reader.after_value = false;
    let c = h.skip_blanks()?;
    if !matches!(c, b',' | b';' | b'/' | b'&' | b'$') && !at_name(h) {
        return bad(format!("Too many values for namelist object {}", name.to_ascii_lowercase()));
    }
    Ok(())
}
