//! Namelist input and output.

use super::list_read::{self, left_over};
use super::list_write::{namelist_value, wide_value};
use super::transfer::{Handle, Ty};
use super::unit::Delim;
use super::{IoError, Res, code};
use crate::desc::Desc;
use crate::values::bytes;
use ferrotran_abi::params::{FieldInfo, NamelistGroup, TypeInfo};

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
    /// The component of that name, own or inherited, with the offset of the part that it is in.
    fn find(&self, name: &str) -> Option<(i64, FieldInfo)> {
        let mut info = self.info;
        let mut offset = 0;
        while !info.is_null() {
            // SAFETY: type information as laid out by compiled code.
            let ty = unsafe { &*info };
            // SAFETY: as above.
            let fields = unsafe { std::slice::from_raw_parts(ty.fields, ty.count.max(0) as usize) };
            if let Some(f) = fields.iter().find(|f| field_name(f) == name) {
                return Some((offset, *f));
            }
            // The part that the type inherits is the first component.
            let parent = fields.first().filter(|_| ty.extends != 0)?;
            offset += parent.offset;
            info = parent.info;
        }
        None
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
    // As gfortran has it since version 13, only records of internal files begin with a blank here.
    let blank = if h.internal.is_some() { " " } else { "" };
    h.put(format!("{blank}&{}", group_name(group)).as_bytes())?;
    for (name, object) in items(group) {
        write_object(h, &name, &object)?;
    }
    next_line(h)?;
    h.put(b" /")?;
    h.next_record_write()
}

/// Ends a record of the output; in an internal file of one record all stands in that record.
fn next_line(h: &mut Handle) -> Res<()> {
    if h.internal.as_ref().is_some_and(|i| i.single()) { h.put(b" ") } else { h.next_record_write() }
}

fn write_object(h: &mut Handle, name: &str, object: &Object) -> Res<()> {
    if !object.defined.0.is_null() {
        next_line(h)?;
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
    next_line(h)?;
    h.put(format!(" {name}=").as_bytes())?;
    let ty = object.ty();
    let len = object.elem_len;
    let all = object.addresses();
    // SAFETY: elements of the object.
    let same = |a: *mut u8, b: *mut u8| unsafe { bytes(a, len) == bytes(b, len) };
    let delim = if h.modes.delim == Delim::Unspecified { Delim::Quote } else { h.modes.delim };
    let bare = matches!(ty, Ty::Chr | Ty::Wide) && delim == Delim::None;
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
            if !bare {
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
                if !bare {
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
            if bare {
                h.put(&[comma])?;
            }
            next_line(h)?;
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
    h.reader.namelist = true;
    find_group(h, group)?;
    let items = items(group);
    loop {
        let mut c = h.skip_blanks()?;
        while c == b',' || c == b';' {
            h.pos += 1;
            c = h.skip_blanks()?;
        }
        match c {
            b'/' => return Ok(()),
            b'&' | b'$' => {
                h.pos += 1;
                if name_at(h) == "END" {
                    return Ok(());
                }
                return bad("namelist not terminated with / or &end");
            }
            _ if query(h, group)? => continue,
            _ => {}
        }
        let name = name_at(h);
        if name.is_empty() {
            let token: Vec<u8> =
                h.rec[h.pos..].iter().copied().take_while(|c| !matches!(c, b' ' | b'=' | b',')).collect();
            return bad(format!("Cannot match namelist object name {}", String::from_utf8_lossy(&token)));
        }
        if name == "END" && h.peek() != Some(b'=') {
            return Ok(());
        }
        let name = name.to_ascii_lowercase();
        let Some((_, object)) = items.iter().find(|(n, _)| n.eq_ignore_ascii_case(&name)) else {
            return bad(format!("Cannot match namelist object name {name}"));
        };
        let (leaves, name) = designator(h, object.clone(), name)?;
        values(h, &leaves, &name).map_err(|e| of_object(e, &name))?;
    }
}

/// An error of a value, which counts values only, with the object that gets it.
fn of_object(mut e: IoError, name: &str) -> IoError {
    if e.code == code::READ_VALUE && !e.msg.ends_with(&format!("object {name}")) {
        e.msg.push_str(&format!(", namelist object {name}"));
    }
    e
}

fn name_at(h: &mut Handle) -> String {
    let start = h.pos;
    while h.peek().is_some_and(is_name_char) {
        h.pos += 1;
    }
    String::from_utf8_lossy(&h.rec[start..h.pos]).to_ascii_uppercase()
}

/// Goes on to the first value of the group, over whatever stands before it.
fn find_group(h: &mut Handle, group: &NamelistGroup) -> Res<()> {
    let wanted = group_name(group);
    loop {
        while matches!(h.peek(), Some(b' ' | b'\t')) {
            h.pos += 1;
        }
        if matches!(h.peek(), Some(b'&' | b'$')) {
            h.pos += 1;
            if name_at(h) == wanted && h.peek().is_none_or(|c| !is_name_char(c)) {
                return Ok(());
            }
        } else {
            query(h, group)?;
        }
        h.next_record_read()?;
    }
}

/// `?` in standard input asks for the names of the group, `=?` for their values too (an extension); whether one of
/// them stood there.
fn query(h: &mut Handle, group: &NamelistGroup) -> Res<bool> {
    let values = match h.rec.get(h.pos..) {
        Some([b'?', ..]) => false,
        Some([b'=', b'?', ..]) => true,
        _ => return Ok(false),
    };
    h.pos += if values { 2 } else { 1 };
    if h.held.as_ref().is_none_or(|u| u.stream.fd() != 0) {
        return Ok(true);
    }
    let Some(mut out) = super::unit::find(6)? else { return Ok(true) };
    if values {
        // SAFETY: no slot of an empty block is ever looked at.
        let block = unsafe { super::Block::new(std::ptr::null(), 0) };
        let mut answer = Handle::blank(block, super::unit::Direction::Write);
        answer.modes = out.modes;
        answer.held = Some(out);
        write(&mut answer, group)?;
        if let Some(u) = &mut answer.held {
            u.flush()?;
        }
        return Ok(true);
    }
    let mut text = format!("&{}\n", group_name(group));
    for (name, _) in items(group) {
        text.push_str(&format!(" {name}\n"));
    }
    text.push_str("&end\n");
    out.put_bytes(text.as_bytes())?;
    out.flush()?;
    Ok(true)
}

/// Parses subscripts, components and substrings up to the `=`; returns the scalars meant, and the name with its
/// components.
fn designator(h: &mut Handle, object: Object, name: String) -> Res<(Vec<Leaf>, String)> {
    let (mut object, mut name) = (object, name);
    // Dimensions of the last part; those of the parts before it follow them in the object.
    let mut rank = object.dims.len();
    let mut ranked_parts = 0;
    // Elements behind a single element are filled too where more values follow.
    let mut open_ended: Option<Object>;
    loop {
        open_ended = None;
        let c = h.skip_blanks()?;
        if rank > 0 {
            let mut section = true;
            if c == b'(' {
                h.pos += 1;
                let whole = object.clone();
                section = subscript(h, &mut object, rank, &name)?;
                if !section && whole.dims.len() == rank && whole.info.is_null() {
                    open_ended = Some(whole);
                }
            }
            ranked_parts += i32::from(section);
        }
        if h.skip_blanks()? != b'%' {
            break;
        }
        h.pos += 1;
        if object.info.is_null() {
            return bad(format!("Attempt to get derived component for {name}"));
        }
        let component = name_at(h);
        name = format!("{name}%{}", component.to_ascii_lowercase());
        let Some((offset, f)) = object.find(&component) else {
            return bad(format!("Cannot match namelist object name {name}"));
        };
        let mut part = Object::component(object.base.wrapping_offset(offset as isize), &f);
        rank = part.dims.len();
        part.dims.append(&mut object.dims);
        object = part;
    }
    if h.peek() == Some(b'(') && matches!(object.ty(), Ty::Chr | Ty::Wide) {
        h.pos += 1;
        let kind = object.ty().word() as i64;
        let (lo, hi, step) = triplet(h, (1, object.elem_len / kind), true, true, &name)?.0;
        if step != 1 {
            return bad(format!("Step not allowed in substring qualifier for namelist object {name}"));
        }
        object.base = object.base.wrapping_offset(((lo - 1) * kind) as isize);
        object.elem_len = (hi - lo + 1) * kind;
        if let Some(whole) = &mut open_ended {
            // Only this element has the substring.
            whole.dims.clear();
            whole.base = object.base;
            whole.elem_len = object.elem_len;
        }
    }
    let c = h.skip_blanks()?;
    if c == b'(' {
        return bad(format!("Qualifier for a scalar or non-character namelist object {name}"));
    }
    if ranked_parts > 1 {
        return bad(format!("Multiple sub-objects with non-zero rank in namelist object {name}"));
    }
    if c != b'=' {
        return bad(format!("Equal sign must follow namelist object name {name}"));
    }
    h.pos += 1;
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
    Ok((leaves, name))
}

/// Applies the subscripts up to the closing parenthesis to the first `rank` dimensions; whether a section is left.
fn subscript(h: &mut Handle, object: &mut Object, rank: usize, name: &str) -> Res<bool> {
    let outer = object.dims.split_off(rank);
    let mut dims = Vec::new();
    let mut section = false;
    for (d, (lb, n, sm)) in std::mem::take(&mut object.dims).into_iter().enumerate() {
        let ub = lb + n - 1;
        let ((lo, hi, step), colon) = triplet(h, (lb, ub), d + 1 == rank, false, name)?;
        if lo.min(hi) < lb || lo.max(hi) > ub {
            return bad(format!("Index {} out of range for namelist variable {name}", d + 1));
        }
        if step == 0 || (hi - lo) * step < 0 {
            return bad(format!("Bad range in index {} for namelist variable {name}", d + 1));
        }
        object.base = object.base.wrapping_offset(((lo - lb) * sm) as isize);
        section |= colon && lo != hi;
        if colon {
            dims.push((1, (hi - lo) / step + 1, sm * step));
        }
    }
    dims.extend(outer);
    object.dims = dims;
    Ok(section)
}

type Triplet = (i64, i64, i64);

/// One subscript or triplet with the comma or, where it is the `last`, the parenthesis behind it; and whether it has a
/// colon. What is left out is a `bound`.
fn triplet(h: &mut Handle, bounds: (i64, i64), last: bool, string: bool, name: &str) -> Res<(Triplet, bool)> {
    let wrong = |text: &str, of_string: &str| {
        let text = if string { of_string } else { text };
        bad(format!("{text} for namelist variable {name}"))
    };
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
                    return wrong("Bad integer in index", "Bad integer in substring qualifier");
                };
                // `parts` is never empty.
                *parts.last_mut().unwrap() = Some(v as i64);
                continue;
            }
            b':' if parts.len() < 3 => parts.push(None),
            b',' | b')' if (c == b')') != last => {
                return wrong("Bad number of index fields", "Bad substring qualifier");
            }
            b',' | b')' => {
                h.pos += 1;
                break;
            }
            _ => return wrong("Bad character in index", "Bad character in substring qualifier"),
        }
        h.pos += 1;
    }
    let (lb, ub) = bounds;
    let colon = parts.len() > 1;
    let t = match parts.as_slice() {
        [None] => return wrong("Null index field", "Null substring qualifier"),
        [Some(_)] if string => return wrong("", "Missing colon in substring qualifier"),
        [_, _, None] => return wrong("Bad index triplet", "Bad substring qualifier"),
        [Some(i)] => (*i, *i, 1),
        [lo, hi, step] if step.is_some_and(|s| s < 0) => (lo.unwrap_or(ub), hi.unwrap_or(lb), step.unwrap_or(1)),
        [lo, hi, rest @ ..] => {
            let step = rest.first().copied().flatten().unwrap_or(1);
            (lo.unwrap_or(lb), hi.unwrap_or(ub), step)
        }
        [] => (lb, ub, 1),
    };
    if string && (t.0 < 1 || t.1 > ub || t.0 > t.1) {
        return wrong("", "Substring out of range");
    }
    Ok((t, colon))
}

/// True where a name with an equal sign behind it stands at the position, perhaps with qualifiers. Names may look like
/// values (`inf`, `t`), and the equal sign may stand in a later record.
fn at_name(h: &mut Handle) -> Res<bool> {
    if !h.peek().is_some_and(|c| c.is_ascii_alphabetic() || c == b'_') {
        return Ok(false);
    }
    let mut depth = 0;
    let mut blank = false;
    let mut i = 0;
    loop {
        let Some(&c) = h.rec.get(h.pos + i) else {
            if depth > 0 {
                return Ok(false);
            }
            match h.extend_record() {
                Ok(()) => continue,
                Err(e) if e.code == code::END => return Ok(false),
                Err(e) => return Err(e),
            }
        };
        match c {
            b'(' => {
                depth += 1;
                blank = false;
            }
            b')' => depth -= 1,
            b'=' if depth == 0 => return Ok(true),
            b' ' | b'\t' | b'\r' | b'\n' => blank = true,
            _ if depth > 0 => {}
            b'!' => {
                i += h.rec[h.pos + i..].iter().position(|c| *c == b'\n').unwrap_or(h.rec.len() - h.pos - i);
                blank = true;
                continue;
            }
            b'%' => blank = false,
            _ if is_name_char(c) && !blank => {}
            _ => return Ok(false),
        }
        i += 1;
    }
}

/// Assigns the values that follow to the scalars, up to the next name or the end of the group.
fn values(h: &mut Handle, leaves: &[Leaf], name: &str) -> Res<()> {
    let ends = |c| matches!(c, b'/' | b'&' | b'$');
    h.reader.after_value = false;
    // Messages count the objects.
    h.item += 1;
    for (i, leaf) in leaves.iter().enumerate() {
        if !left_over(h) {
            let mut c = h.skip_blanks()?;
            if i > 0 && c == h.separator() {
                h.pos += 1;
                c = h.skip_blanks()?;
            }
            h.reader.after_value = false;
            if ends(c) || at_name(h)? {
                return Ok(());
            }
            if query_at(h) {
                return Ok(());
            }
        }
        match leaf.defined {
            (procedure, ty) if !procedure.is_null() => {
                // SAFETY: an object of the type whose procedure it is.
                unsafe { super::child::transfer(h, procedure, leaf.p, ty)? }
            }
            _ => {
                // SAFETY: a scalar of a variable of the group.
                unsafe { list_read::item(h, leaf.ty, leaf.p, leaf.len)? }
            }
        }
    }
    if left_over(h) {
        return bad(format!("Repeat count too large for namelist object {name}"));
    }
    h.reader.after_value = false;
    Ok(())
}

/// A question stands at the position.
fn query_at(h: &Handle) -> bool {
    matches!(h.rec.get(h.pos..), Some([b'?', ..] | [b'=', b'?', ..]))
}
