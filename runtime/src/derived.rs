//! Objects of derived type: type descriptors, deep copies, intrinsic assignment, finalization, polymorphic entities.
//!
//! Compiled code emits one [`TypeDesc`] a derived type (and one an intrinsic type that stands behind `class(*)`).
//! The descriptor of a polymorphic entity is a `CFI_cdesc_t` with one more word after its dimensions: the address
//! of the type descriptor of the dynamic type, or null where that is the declared type.

ferrotran_abi::derived_rows! { implementations }

use crate::desc::{ATTRIBUTE_OTHER, Desc, Dim, Header, MAX_RANK, VERSION, class, type_code};
use crate::error::STAT_NOT_ALLOCATED;
use crate::memory::{frt_alloc, frt_free};
use ferrotran_abi::codes::{assign, object_move};
use ferrotran_abi::typedesc::{
    ASSIGNS_CLASS, ASSIGNS_FROM_CLASS, ComponentDesc, FINAL_ANY_RANK, FINAL_ELEMENTAL, FINAL_PACKED, FINAL_SCALAR,
    FINAL_SHAPE, FinalDesc, KIND_CLASS, KIND_EMBEDDED, KIND_PARENT, SLOTS_AT, TypeDesc,
};

pub(crate) type Ty = *const TypeDesc;

/// A descriptor in this frame, with room for the dynamic type.
pub(crate) struct Local([u64; 3 + 3 * MAX_RANK + 1]);

impl Local {
    pub(crate) fn new(base: *mut u8, elem_len: i64, ty: Ty) -> Local {
        let mut l = Local([0; 3 + 3 * MAX_RANK + 1]);
        let h = Header {
            base_addr: base,
            elem_len: elem_len as u64,
            version: VERSION,
            rank: 0,
            attribute: ATTRIBUTE_OTHER,
            type_code: type_code(class::STRUCT, 0),
        };
        // SAFETY: the buffer is larger than a header and aligned for it.
        unsafe { l.0.as_mut_ptr().cast::<Header>().write(h) };
        l.0[3] = ty as u64;
        l
    }

    fn ptr(&mut self) -> *mut u8 {
        self.0.as_mut_ptr().cast()
    }

    fn desc(&mut self) -> Desc {
        // SAFETY: a well-formed descriptor as long as `self` is not moved, which the borrow of callers prevents.
        unsafe { Desc::new(self.ptr()) }
    }

    /// Gives it dimensions.
    fn set_dims(&mut self, dims: impl Iterator<Item = Dim>, ty: Ty) {
        let mut n = 0;
        for (i, d) in dims.enumerate().take(MAX_RANK) {
            self.0[3 + 3 * i] = d.lower_bound as u64;
            self.0[4 + 3 * i] = d.extent as u64;
            self.0[5 + 3 * i] = d.sm as u64;
            n = i + 1;
        }
        self.0[3 + 3 * n] = ty as u64;
        // SAFETY: the buffer starts with a header.
        unsafe { (*self.ptr().cast::<Header>()).rank = n as u8 };
    }
}

/// The word with the dynamic type.
///
/// # Safety
/// `d` is the descriptor of a polymorphic entity.
unsafe fn dyn_word(d: Desc, at: *mut u8) -> *mut Ty {
    // SAFETY: the word follows the dimensions.
    unsafe { at.add(crate::desc::size(d.rank())).cast() }
}

/// Components of a type, by reference.
///
/// # Safety
/// `ty` is a type descriptor or null; it lives as long as the program.
unsafe fn components(ty: Ty) -> &'static [ComponentDesc] {
    // SAFETY: the table has that many entries.
    unsafe {
        if ty.is_null() || (*ty).component_count == 0 {
            return &[];
        }
        std::slice::from_raw_parts((*ty).components, (*ty).component_count as usize)
    }
}

/// # Safety
/// As for [`components`].
unsafe fn finals(ty: Ty) -> &'static [FinalDesc] {
    // SAFETY: the table has that many entries.
    unsafe {
        if ty.is_null() || (*ty).final_count == 0 {
            return &[];
        }
        std::slice::from_raw_parts((*ty).finals, (*ty).final_count as usize)
    }
}

/// What the runtime does with components.
trait Component {
    /// Elements of an array that lies in the object.
    ///
    /// # Safety
    /// The component is well formed.
    unsafe fn count(&self) -> i64;
    /// Descriptor of an embedded component of the object at `p`.
    ///
    /// # Safety
    /// `p` is an object that has the component; `ty` is not null.
    unsafe fn embedded(&self, p: *mut u8) -> Local;
    /// Dynamic type of what an allocatable component of the object at `p` holds, and its descriptor.
    ///
    /// # Safety
    /// `p` is an object that has the component, which is allocatable.
    unsafe fn allocatable(&self, p: *mut u8) -> (Desc, Ty);
}

impl Component for ComponentDesc {
    unsafe fn count(&self) -> i64 {
        // SAFETY: `extents` has `rank` entries.
        unsafe { (0..self.rank as usize).map(|i| (*self.extents.add(i)).max(0)).product() }
    }

    unsafe fn embedded(&self, p: *mut u8) -> Local {
        // SAFETY: as required of the caller.
        unsafe {
            let size = (*self.ty).size;
            let mut l = Local::new(p.add(self.offset as usize), size, self.ty);
            let mut sm = size;
            let dims: Vec<Dim> = (0..self.rank as usize)
                .map(|i| {
                    let d = Dim { lower_bound: 1, extent: *self.extents.add(i), sm };
                    sm *= d.extent.max(0);
                    d
                })
                .collect();
            l.set_dims(dims.into_iter(), self.ty);
            l
        }
    }

    unsafe fn allocatable(&self, p: *mut u8) -> (Desc, Ty) {
        // SAFETY: as required of the caller.
        unsafe {
            let at = p.add(self.offset as usize);
            let d = Desc::new(at);
            let mut ty = self.ty;
            if self.kind == KIND_CLASS {
                let w = *dyn_word(d, at);
                if !w.is_null() {
                    ty = w;
                }
            }
            (d, ty)
        }
    }
}

/// Elements in element order.
fn addresses(d: Desc) -> Vec<*mut u8> {
    let mut v = Vec::with_capacity(d.count().max(0) as usize);
    d.for_each(|p| v.push(p));
    v
}

/// Copies an object into storage that holds nothing yet.
///
/// # Safety
/// Both are storage of that type; they do not overlap.
unsafe fn clone_one(dst: *mut u8, src: *const u8, len: i64, ty: Ty) {
    // SAFETY: as required of the caller.
    unsafe {
        std::ptr::copy_nonoverlapping(src, dst, len as usize);
        clone_parts(dst, ty);
    }
}

/// After a copy of the bytes: gives the copy its own allocations.
///
/// # Safety
/// `p` is a byte copy of a valid object.
unsafe fn clone_parts(p: *mut u8, ty: Ty) {
    // SAFETY: the components lie in the object; descriptors in it are valid.
    unsafe {
        for c in components(ty) {
            if c.kind <= KIND_PARENT {
                let size = (*c.ty).size;
                for i in 0..c.count() {
                    clone_parts(p.add((c.offset + i * size) as usize), c.ty);
                }
                continue;
            }
            let (d, t) = c.allocatable(p);
            if d.base().is_null() {
                continue;
            }
            let (n, len) = (d.count(), d.elem_len());
            let (old, new) = (d.base(), frt_alloc(n * len));
            std::ptr::copy_nonoverlapping(old, new, (n * len) as usize);
            if !components(t).is_empty() {
                for i in 0..n {
                    clone_parts(new.add((i * len) as usize), t);
                }
            }
            d.set_base(new);
        }
    }
}

/// Makes storage that holds nothing yet a default-initialized object. Its allocatable components are allocated as
/// those of `src` are, and their elements are made like this.
///
/// # Safety
/// `src` is an object of that type, `dst` storage for one; they do not overlap.
unsafe fn private_one(dst: *mut u8, src: *const u8, len: i64, ty: Ty) {
    // SAFETY: as required of the caller.
    unsafe {
        std::ptr::write_bytes(dst, 0, len as usize);
        init_one(dst, len, ty);
        private_parts(dst, src.cast_mut(), ty);
    }
}

/// The allocatable components of [`private_one`].
///
/// # Safety
/// `dst` is a default-initialized object of that type, `src` another.
unsafe fn private_parts(dst: *mut u8, src: *mut u8, ty: Ty) {
    // SAFETY: as in `clone_parts`; descriptors of one component have one size.
    unsafe {
        for c in components(ty) {
            if c.kind <= KIND_PARENT {
                let size = (*c.ty).size;
                for i in 0..c.count() {
                    let at = (c.offset + i * size) as usize;
                    private_parts(dst.add(at), src.add(at), c.ty);
                }
                continue;
            }
            let (s, t) = c.allocatable(src);
            let old = s.base();
            if old.is_null() {
                continue;
            }
            let (n, len) = (s.count(), s.elem_len());
            let bytes = crate::desc::size(s.rank()) + if c.kind == KIND_CLASS { 8 } else { 0 };
            let at = c.offset as usize;
            std::ptr::copy_nonoverlapping(src.add(at), dst.add(at), bytes);
            let new = frt_alloc(n * len);
            for i in 0..n {
                private_one(new.add((i * len) as usize), old.add((i * len) as usize), len, t);
            }
            Desc::new(dst.add(at)).set_base(new);
        }
    }
}

/// Frees the allocations of an object, without finalization.
///
/// # Safety
/// `p` is an object of that type.
unsafe fn release_one(p: *mut u8, ty: Ty) {
    // SAFETY: as in `clone_parts`.
    unsafe {
        for c in components(ty) {
            if c.kind <= KIND_PARENT {
                let size = (*c.ty).size;
                for i in 0..c.count() {
                    release_one(p.add((c.offset + i * size) as usize), c.ty);
                }
                continue;
            }
            let (d, t) = c.allocatable(p);
            let base = d.base();
            if base.is_null() {
                continue;
            }
            if !components(t).is_empty() {
                for i in 0..d.count() {
                    release_one(base.add((i * d.elem_len()) as usize), t);
                }
            }
            frt_free(base);
            d.set_base(std::ptr::null_mut());
        }
    }
}

/// True where finalization of the type may call something.
///
/// # Safety
/// `ty` is a type descriptor or null.
unsafe fn finalizable(ty: Ty) -> bool {
    // SAFETY: as required of the caller.
    unsafe { !ty.is_null() && (!finals(ty).is_empty() || !components(ty).is_empty()) }
}

/// Finalization of an entity (Fortran 2018, 7.5.6.2): its FINAL procedure, its components, its parent component.
///
/// # Safety
/// The elements of `d` are objects of type `ty`.
unsafe fn finalize(d: Desc, at: *mut u8, ty: Ty) {
    type ByAddress = unsafe extern "C" fn(*mut u8);
    // SAFETY: the table names procedures with one argument, passed as `mode` says.
    unsafe {
        if !finalizable(ty) || d.count() == 0 {
            return;
        }
        let rank = d.rank() as i32;
        let call = |f: &FinalDesc, p: *mut u8| std::mem::transmute::<*const u8, ByAddress>(f.proc)(p);
        let list = finals(ty);
        if let Some(f) = list.iter().find(|f| f.rank == rank && !matches!(f.mode, FINAL_ELEMENTAL | FINAL_ANY_RANK)) {
            match f.mode {
                FINAL_SCALAR => call(f, d.base()),
                FINAL_SHAPE => call(f, at),
                FINAL_PACKED if d.is_contiguous() => call(f, at),
                FINAL_PACKED => {
                    let packed = crate::array::copy::frt_pack(at);
                    let mut sm = d.elem_len();
                    let mut l = Local::new(packed, sm, ty);
                    let dims: Vec<Dim> = d
                        .dims()
                        .map(|x| {
                            let y = Dim { lower_bound: 1, extent: x.extent, sm };
                            sm *= x.extent.max(0);
                            y
                        })
                        .collect();
                    l.set_dims(dims.into_iter(), ty);
                    call(f, l.ptr());
                    crate::array::copy::frt_unpack(at, packed, 1);
                }
                _ if d.is_contiguous() => call(f, d.base()),
                _ => {
                    let packed = crate::array::copy::frt_pack(at);
                    call(f, packed);
                    crate::array::copy::frt_unpack(at, packed, 1);
                }
            }
        } else if let Some(f) = list.iter().find(|f| f.mode == FINAL_ELEMENTAL) {
            d.for_each(|p| call(f, p));
        } else if let Some(f) = list.iter().find(|f| f.mode == FINAL_ANY_RANK) {
            call(f, at);
        }
        let comps = components(ty);
        if comps.iter().any(|c| c.kind != KIND_PARENT) {
            d.for_each(|p| {
                for c in comps {
                    match c.kind {
                        KIND_PARENT => {}
                        KIND_EMBEDDED => {
                            // Nothing of it may have a FINAL procedure: that is found out without a descriptor.
                            if finalizable(c.ty) {
                                let mut l = c.embedded(p);
                                let (e, at) = (l.desc(), l.ptr());
                                finalize(e, at, c.ty);
                            }
                        }
                        _ => {
                            let (e, t) = c.allocatable(p);
                            if !e.base().is_null() {
                                finalize(e, p.add(c.offset as usize), t);
                            }
                        }
                    }
                }
            });
        }
        if let Some(c) = comps.iter().find(|c| c.kind == KIND_PARENT) {
            let mut l = Local::new(d.base(), (*c.ty).size, c.ty);
            l.set_dims(d.dims(), c.ty);
            let (e, at) = (l.desc(), l.ptr());
            finalize(e, at, c.ty);
        }
    }
}

/// True where the type has components with defined assignment.
///
/// # Safety
/// `ty` is a type descriptor or null.
unsafe fn has_defined_assignment(ty: Ty) -> bool {
    // SAFETY: as required of the caller.
    unsafe {
        components(ty).iter().any(|c| !c.assign.is_null() || (c.kind <= KIND_PARENT && has_defined_assignment(c.ty)))
    }
}

/// True where assignment of objects of the type calls procedures of the program: for finalization, or of components.
///
/// # Safety
/// `ty` is a type descriptor or null.
unsafe fn runs_procedures(ty: Ty, seen: &mut Vec<Ty>) -> bool {
    // A type may have allocatable components of itself.
    if seen.contains(&ty) {
        return false;
    }
    seen.push(ty);
    // SAFETY: as required of the caller.
    unsafe {
        // What a polymorphic component holds may be of any type.
        let calls = |c: &ComponentDesc| !c.assign.is_null() || c.kind == KIND_CLASS;
        !finals(ty).is_empty() || components(ty).iter().any(|c| calls(c) || runs_procedures(c.ty, seen))
    }
}

/// Calls a defined assignment of a component's type.
///
/// # Safety
/// Both are objects of the component's type.
unsafe fn defined_assign(c: &ComponentDesc, dst: *mut u8, src: *mut u8, ty: Ty) {
    // SAFETY: as required of the caller.
    unsafe { call_assignment(c.assign, c.assign_class, dst, src, ty) }
}

/// Calls a defined assignment; `class` are bits of [`ComponentDesc::assign_class`].
///
/// # Safety
/// Both are objects of type `ty`, which the procedure takes.
unsafe fn call_assignment(assign: *const u8, class: i64, dst: *mut u8, src: *mut u8, ty: Ty) {
    type Assign = unsafe extern "C" fn(*mut u8, *mut u8);
    // SAFETY: the procedure takes two arguments, each an object or the descriptor of a polymorphic one.
    unsafe {
        let f = std::mem::transmute::<*const u8, Assign>(assign);
        let mut a = Local::new(dst, (*ty).size, ty);
        let mut b = Local::new(src, (*ty).size, ty);
        let p = if class & ASSIGNS_CLASS != 0 { a.ptr() } else { dst };
        let q = if class & ASSIGNS_FROM_CLASS != 0 { b.ptr() } else { src };
        f(p, q);
    }
}

/// Assigns an object component by component: allocations are replaced, components with defined assignment are
/// assigned by it. Nothing is finalized here.
///
/// # Safety
/// Both are objects of that type; `src` does not lie in what `dst` holds.
unsafe fn assign_parts(dst: *mut u8, src: *mut u8, len: i64, ty: Ty) {
    // SAFETY: as required of the caller.
    unsafe {
        // The bytes between the components that need care.
        let mut at = 0i64;
        for c in components(ty) {
            if c.offset > at {
                std::ptr::copy(src.add(at as usize), dst.add(at as usize), (c.offset - at) as usize);
            }
            if c.kind <= KIND_PARENT {
                let size = (*c.ty).size;
                for i in 0..c.count() {
                    let o = (c.offset + i * size) as usize;
                    if c.assign.is_null() {
                        assign_parts(dst.add(o), src.add(o), size, c.ty);
                    } else {
                        defined_assign(c, dst.add(o), src.add(o), c.ty);
                    }
                }
                at = at.max(c.offset + size * c.count());
                continue;
            }
            let o = c.offset as usize;
            let (sd, st) = c.allocatable(src);
            let (dd, dt) = c.allocatable(dst);
            let bytes = crate::desc::size(c.rank as usize) as i64 + if c.kind == KIND_CLASS { 8 } else { 0 };
            at = at.max(c.offset + bytes);
            let old = dd.base();
            if !old.is_null() {
                if !components(dt).is_empty() {
                    for i in 0..dd.count() {
                        release_one(old.add((i * dd.elem_len()) as usize), dt);
                    }
                }
                frt_free(old);
                dd.set_base(std::ptr::null_mut());
            }
            std::ptr::copy(src.add(o), dst.add(o), bytes as usize);
            if sd.base().is_null() {
                continue;
            }
            let (n, len) = (sd.count(), sd.elem_len());
            let new = frt_alloc(n * len);
            dd.set_base(new);
            for i in 0..n {
                let (p, q) = (new.add((i * len) as usize), sd.base().add((i * len) as usize));
                if !c.assign.is_null() && !st.is_null() {
                    init_one(p, len, st);
                    defined_assign(c, p, q, st);
                } else if has_defined_assignment(st) {
                    init_one(p, len, st);
                    assign_parts(p, q, len, st);
                } else {
                    clone_one(p, q, len, st);
                }
            }
        }
        if len > at {
            std::ptr::copy(src.add(at as usize), dst.add(at as usize), (len - at) as usize);
        }
    }
}

/// # Safety
/// `p` is storage of an object of that type.
unsafe fn init_one(p: *mut u8, len: i64, ty: Ty) {
    // SAFETY: the default object has the size of the type.
    unsafe {
        if !ty.is_null() && !(*ty).init.is_null() {
            let n = (*ty).size.min(len) as usize;
            std::ptr::copy_nonoverlapping((*ty).init, p, n);
        }
    }
}

/// See the table.
///
/// # Safety
/// As the table says.
pub unsafe extern "C" fn frt_object_init(desc: *mut u8, ty: *const u8) {
    let ty: Ty = ty.cast();
    // SAFETY: as required of the caller.
    unsafe {
        if desc.is_null() || ty.is_null() || (*ty).init.is_null() {
            return;
        }
        let d = Desc::new(desc);
        d.for_each(|p| init_one(p, (*ty).size, ty));
    }
}

/// See the table.
///
/// # Safety
/// As the table says.
pub unsafe extern "C" fn frt_object_clone(dst: *mut u8, src: *const u8, ty: *const u8) {
    let ty: Ty = ty.cast();
    // SAFETY: as required of the caller.
    unsafe {
        let (d, s) = (Desc::new(dst), Desc::new(src));
        let len = element_len(d, ty);
        if s.rank() == 0 {
            d.for_each(|p| clone_one(p, s.base(), len, ty));
            return;
        }
        for (p, q) in addresses(d).into_iter().zip(addresses(s)) {
            clone_one(p, q, len, ty);
        }
    }
}

/// See the table.
///
/// # Safety
/// As the table says.
pub unsafe extern "C" fn frt_object_private(dst: *mut u8, src: *const u8, ty: *const u8) {
    // SAFETY: as required of the caller.
    unsafe {
        let (d, s) = (Desc::new(dst), Desc::new(src));
        let len = element_len(d, ty.cast());
        for (p, q) in addresses(d).into_iter().zip(addresses(s)) {
            private_one(p, q, len, ty.cast());
        }
    }
}

/// See the table.
///
/// # Safety
/// As the table says.
pub unsafe extern "C" fn frt_object_define(dst: *mut u8, src: *const u8, ty: *const u8, assign: *const u8, class: i32) {
    // SAFETY: as required of the caller.
    unsafe {
        let (d, s) = (Desc::new(dst), Desc::new(src));
        for (p, q) in addresses(d).into_iter().zip(addresses(s)) {
            call_assignment(assign, class.into(), p, q, ty.cast());
        }
    }
}

/// See the table.
///
/// # Safety
/// As the table says.
pub unsafe extern "C" fn frt_object_own(desc: *mut u8, ty: *const u8) {
    // SAFETY: as required of the caller.
    unsafe { Desc::new(desc).for_each(|p| clone_parts(p, ty.cast())) }
}

/// Bytes of an element of that type; characters have their length in the descriptor.
///
/// # Safety
/// `ty` is a type descriptor or null.
unsafe fn element_len(d: Desc, ty: Ty) -> i64 {
    // SAFETY: as required of the caller.
    unsafe { if ty.is_null() || (*ty).size == 0 { d.elem_len() } else { (*ty).size } }
}

/// See the table.
///
/// # Safety
/// As the table says.
pub unsafe extern "C" fn frt_object_assign(dst: *mut u8, src: *const u8, ty: *const u8) {
    let t: Ty = ty.cast();
    // SAFETY: as required of the caller.
    unsafe {
        let (d, s) = (Desc::new(dst), Desc::new(src));
        let same = d.base() == s.base() && (d.rank() == s.rank()) && d.dims().eq(s.dims());
        if same && !runs_procedures(t, &mut Vec::new()) {
            return;
        }
        if d.rank() == 0 && s.rank() == 0 {
            return assign_scalar(d, s.base(), dst, t);
        }
        assign_elements(d, addresses(d), s, dst, t);
    }
}

/// # Safety
/// `d`, at `at`, describes one object of type `t`, and `q` is another, or the same.
unsafe fn assign_scalar(d: Desc, q: *mut u8, at: *mut u8, t: Ty) {
    const SMALL: usize = 256;
    let mut small = [0u128; SMALL / 16];
    // SAFETY: as required of the caller; the copy has the size of the object.
    unsafe {
        let (p, len) = (d.base(), element_len(d, t));
        let heap = len as usize > SMALL;
        // The value is complete before anything of the variable goes away.
        let temp = if heap { frt_alloc(len) } else { small.as_mut_ptr().cast() };
        clone_one(temp, q, len, t);
        finalize(d, at, t);
        put(p, temp, len, t, has_defined_assignment(t));
        if heap {
            frt_free(temp);
        }
    }
}

/// Moves a value into an object, which loses what it held; `defined` as [`has_defined_assignment`] says.
///
/// # Safety
/// Both are objects of type `t` and `len` bytes, apart from each other; `value` is storage alone afterwards.
unsafe fn put(p: *mut u8, value: *mut u8, len: i64, t: Ty, defined: bool) {
    // SAFETY: as required of the caller.
    unsafe {
        if defined {
            assign_parts(p, value, len, t);
            release_one(value, t);
        } else {
            release_one(p, t);
            std::ptr::copy_nonoverlapping(value, p, len as usize);
        }
    }
}

/// # Safety
/// `list` are the elements of `d` to assign (all of them); `s` is a scalar or has as many elements.
unsafe fn assign_elements(d: Desc, list: Vec<*mut u8>, s: Desc, at: *mut u8, t: Ty) {
    // SAFETY: as required of the caller.
    unsafe {
        let len = element_len(d, t);
        let n = list.len();
        let from = addresses(s);
        // The value is complete before anything of the variable goes away.
        let copies = if s.rank() == 0 { 1.min(n) } else { n.min(from.len()) };
        let temp = frt_alloc(copies as i64 * len);
        for (i, q) in from.iter().take(copies).enumerate() {
            clone_one(temp.add(i * len as usize), *q, len, t);
        }
        finalize(d, at, t);
        let defined = has_defined_assignment(t);
        for (i, p) in list.into_iter().enumerate() {
            if s.rank() != 0 {
                put(p, temp.add(i * len as usize), len, t, defined);
            } else if defined {
                assign_parts(p, temp, len, t);
            } else {
                release_one(p, t);
                clone_one(p, temp, len, t);
            }
        }
        if s.rank() == 0 && copies > 0 {
            release_one(temp, t);
        }
        frt_free(temp);
    }
}

/// See the table.
///
/// # Safety
/// As the table says.
pub unsafe extern "C" fn frt_object_assign_masked(dst: *mut u8, src: *const u8, ty: *const u8, mask: *const u8) {
    let t: Ty = ty.cast();
    // SAFETY: as required of the caller.
    unsafe {
        let (d, s, m) = (Desc::new(dst), Desc::new(src), Desc::new(mask));
        let len = element_len(d, t);
        let from = addresses(s);
        let chosen: Vec<(*mut u8, *mut u8)> = addresses(d)
            .into_iter()
            .zip(addresses(m))
            .enumerate()
            .filter(|(_, (_, m))| **m != 0)
            .filter_map(|(i, (p, _))| from.get(if s.rank() == 0 { 0 } else { i }).map(|q| (p, *q)))
            .collect();
        let temp = frt_alloc(chosen.len() as i64 * len);
        for (i, (_, q)) in chosen.iter().enumerate() {
            clone_one(temp.add(i * len as usize), *q, len, t);
        }
        let defined = has_defined_assignment(t);
        for (i, (p, _)) in chosen.iter().enumerate() {
            let mut l = Local::new(*p, len, t);
            let (e, at) = (l.desc(), l.ptr());
            finalize(e, at, t);
            put(*p, temp.add(i * len as usize), len, t, defined);
        }
        frt_free(temp);
    }
}

/// See the table.
///
/// # Safety
/// As the table says.
pub unsafe extern "C" fn frt_object_destroy(desc: *mut u8, ty: *const u8) {
    let t: Ty = ty.cast();
    // SAFETY: as required of the caller.
    unsafe {
        if desc.is_null() || !finalizable(t) {
            return;
        }
        let d = Desc::new(desc);
        if d.base().is_null() {
            return;
        }
        finalize(d, desc, t);
        d.for_each(|p| release_one(p, t));
    }
}

/// See the table.
///
/// # Safety
/// As the table says.
pub unsafe extern "C" fn frt_object_release(desc: *mut u8, ty: *const u8, whole: i32) {
    // SAFETY: as required of the caller.
    unsafe {
        let d = Desc::new(desc);
        if d.base().is_null() {
            return;
        }
        let t: Ty = if ty.is_null() { *dyn_word(d, desc) } else { ty.cast() };
        if !components(t).is_empty() {
            d.for_each(|p| release_one(p, t));
        }
        if whole != 0 {
            frt_free(d.base());
            d.set_base(std::ptr::null_mut());
        }
    }
}

/// See the table.
///
/// # Safety
/// As the table says.
pub unsafe extern "C" fn frt_object_deallocate(desc: *mut u8, ty: *const u8, class: i32) -> i32 {
    // SAFETY: as required of the caller.
    unsafe {
        if desc.is_null() {
            return 0;
        }
        let d = Desc::new(desc);
        if d.base().is_null() {
            return STAT_NOT_ALLOCATED;
        }
        let mut t: Ty = ty.cast();
        if class != 0 {
            let w = dyn_word(d, desc);
            if !(*w).is_null() {
                t = *w;
            }
        }
        frt_object_destroy(desc, t.cast());
        frt_free(d.base());
        d.set_base(std::ptr::null_mut());
        if class != 0 {
            *dyn_word(d, desc) = std::ptr::null();
        }
        0
    }
}

/// See the table.
///
/// # Safety
/// As the table says.
pub unsafe extern "C" fn frt_allocatable_assign(dst: *mut u8, src: *const u8, ty: *const u8, class: i32, flags: i32) {
    let t: Ty = ty.cast();
    // SAFETY: as required of the caller.
    unsafe {
        let (d, s) = (Desc::new(dst), Desc::new(src));
        if s.base().is_null() {
            // The value of an unallocated allocatable: only as a component of a constructor.
            frt_object_deallocate(dst, ty, class);
            return;
        }
        let len = element_len(s, t);
        let spread = s.rank() == 0 && d.rank() > 0;
        let allocated = !d.base().is_null();
        let old = if class != 0 { *dyn_word(d, dst) } else { t };
        let same_shape = spread || d.dims().zip(s.dims()).all(|(a, b)| a.extent.max(0) == b.extent.max(0));
        if allocated && same_shape && same_type(old, t) && d.elem_len() == len {
            frt_object_assign(dst, src, ty);
            return;
        }
        // The new value is complete before the old one goes away.
        let n = if spread { d.count() } else { s.count() };
        let mut new = frt_alloc(n.max(0) * len);
        if spread {
            for i in 0..n {
                clone_one(new.add((i * len) as usize), s.base(), len, t);
            }
        } else {
            for (i, q) in addresses(s).into_iter().enumerate() {
                clone_one(new.add(i * len as usize), q, len, t);
            }
        }
        let dims: Vec<Dim> = s.dims().collect();
        if allocated {
            frt_object_deallocate(dst, ty, class);
        }
        if flags & assign::FRESH == 0 && has_defined_assignment(t) {
            // The components of the new object are assigned to, as those of an old one.
            let value = new;
            new = frt_alloc(n.max(0) * len);
            for i in 0..n {
                let (p, v) = (new.add((i * len) as usize), value.add((i * len) as usize));
                init_one(p, len, t);
                assign_parts(p, v, len, t);
                release_one(v, t);
            }
            frt_free(value);
        }
        (*dst.cast::<Header>()).elem_len = len as u64;
        let mut sm = len;
        for i in 0..d.rank() {
            let mut dim = d.dim(i);
            if !spread {
                dim.extent = dims[i].extent.max(0);
                dim.lower_bound =
                    if flags & assign::KEEPS_BOUNDS != 0 && dim.extent > 0 { dims[i].lower_bound } else { 1 };
            }
            dim.sm = sm;
            sm *= dim.extent.max(0);
            d.set_dim(i, dim);
        }
        d.set_base(new);
        if class != 0 {
            *dyn_word(d, dst) = t;
        }
    }
}

/// See the table.
///
/// # Safety
/// As the table says.
pub unsafe extern "C" fn frt_object_gather(dst: *mut u8, index: *const u8, a: *const u8, b: *const u8, ty: *const u8) {
    let t: Ty = ty.cast();
    // SAFETY: as required of the caller.
    unsafe {
        let (d, ix, a) = (Desc::new(dst), Desc::new(index), Desc::new(a));
        let len = element_len(a, t);
        let mut from = addresses(a);
        if !b.is_null() {
            from.extend(addresses(Desc::new(b)));
        }
        let places = addresses(ix);
        let new = frt_alloc((places.len() as i64) * len);
        for (i, p) in places.into_iter().enumerate() {
            let n = p.cast::<i64>().read_unaligned();
            if let Some(q) = usize::try_from(n).ok().and_then(|n| from.get(n)) {
                clone_one(new.add(i * len as usize), *q, len, t);
            }
        }
        (*dst.cast::<Header>()).elem_len = len as u64;
        let mut sm = len;
        for i in 0..d.rank() {
            let extent = ix.dim(i).extent.max(0);
            d.set_dim(i, Dim { lower_bound: 1, extent, sm });
            sm *= extent;
        }
        d.set_base(new);
        *dyn_word(d, dst) = t;
    }
}

/// See the table.
///
/// # Safety
/// As the table says.
pub unsafe extern "C" fn frt_object_move(from: *mut u8, to: *mut u8, from_ty: *const u8, to_ty: *const u8, class: i32) {
    // SAFETY: as required of the caller.
    unsafe {
        let (f, t) = (Desc::new(from), Desc::new(to));
        let dynamic = if class & object_move::FROM_CLASS != 0 { *dyn_word(f, from) } else { std::ptr::null() };
        frt_object_deallocate(to, to_ty, class >> 1);
        if f.base().is_null() {
            return;
        }
        (*to.cast::<Header>()).elem_len = f.header().elem_len;
        for i in 0..f.rank() {
            t.set_dim(i, f.dim(i));
        }
        t.set_base(f.base());
        f.set_base(std::ptr::null_mut());
        if class & object_move::TO_CLASS != 0 {
            *dyn_word(t, to) = if dynamic.is_null() { from_ty.cast() } else { dynamic };
        }
        if class & object_move::FROM_CLASS != 0 {
            *dyn_word(f, from) = std::ptr::null();
        }
    }
}

/// See the table.
///
/// # Safety
/// As the table says.
pub unsafe extern "C" fn frt_type_extends(ty: *const u8, base: *const u8) -> i32 {
    // An unlimited polymorphic entity without a value has no type (Fortran 2018, 16.9.76).
    if base.is_null() {
        return 1;
    }
    let mut t: Ty = ty.cast();
    // SAFETY: parents form a chain that ends in null.
    unsafe {
        while !t.is_null() {
            if t == base.cast() {
                return 1;
            }
            t = (*t).parent;
        }
    }
    0
}

/// # Safety
/// Both are type descriptors or null.
unsafe fn same_type(a: Ty, b: Ty) -> bool {
    let structure = i32::from(type_code(class::STRUCT, 0));
    // SAFETY: as required of the caller.
    unsafe { a == b || (!a.is_null() && !b.is_null() && (*a).code == (*b).code && (*a).code != structure) }
}

/// See the table.
///
/// # Safety
/// As the table says.
pub unsafe extern "C" fn frt_type_same(a: *const u8, b: *const u8) -> i32 {
    // SAFETY: as required of the caller.
    i32::from(!a.is_null() && unsafe { same_type(a.cast(), b.cast()) })
}

/// See the table.
///
/// # Safety
/// As the table says.
pub unsafe extern "C" fn frt_type_slot(ty: *const u8, slot: i64) -> *mut u8 {
    let t: Ty = ty.cast();
    // SAFETY: the slots follow the descriptor.
    unsafe {
        if t.is_null() || slot >= (*t).slot_count {
            crate::error::fatal("type-bound procedure called through an object that is not allocated or associated");
        }
        *ty.add(SLOTS_AT as usize).cast::<*mut u8>().add(slot as usize)
    }
}
