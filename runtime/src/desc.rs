//! Array descriptors: the `CFI_cdesc_t` of ISO_Fortran_binding.h as gfortran lays it out.

/// Fixed part of a descriptor; `rank` triples ([`Dim`]) follow at offset 24.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Header {
    /// Address of the first element, null where there is none.
    pub base_addr: *mut u8,
    /// Bytes of one element.
    pub elem_len: u64,
    /// `CFI_VERSION`.
    pub version: i32,
    /// Number of dimensions.
    pub rank: u8,
    /// One of the `ATTRIBUTE_*` codes.
    pub attribute: u8,
    /// One of the type codes, see [`type_code`].
    pub type_code: i16,
}

/// One dimension.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dim {
    /// Lower bound.
    pub lower_bound: i64,
    /// Number of elements.
    pub extent: i64,
    /// Byte stride.
    pub sm: i64,
}

/// `CFI_VERSION`
pub const VERSION: i32 = 1;
/// `CFI_attribute_pointer`
pub const ATTRIBUTE_POINTER: u8 = 0;
/// `CFI_attribute_allocatable`
pub const ATTRIBUTE_ALLOCATABLE: u8 = 1;
/// `CFI_attribute_other`
pub const ATTRIBUTE_OTHER: u8 = 2;
/// `CFI_MAX_RANK`
pub const MAX_RANK: usize = 15;

/// Intrinsic type classes: the low byte of a type code.
pub mod class {
    /// Integer.
    pub const INTEGER: i16 = 1;
    /// Logical.
    pub const LOGICAL: i16 = 2;
    /// Real.
    pub const REAL: i16 = 3;
    /// Complex; the kind is that of a component.
    pub const COMPLEX: i16 = 4;
    /// Character; kind 1.
    pub const CHARACTER: i16 = 5;
    /// Derived type.
    pub const STRUCT: i16 = 6;
    /// C_PTR.
    pub const CPTR: i16 = 7;
    /// C_FUNPTR.
    pub const CFUNPTR: i16 = 8;
    /// Unsigned integer (Fortran 202Y). Compiled code gives it where the sign counts: input and output, random numbers,
    /// types of `class(*)`; elsewhere the class of such an array is that of integers.
    pub const UNSIGNED: i16 = 11;
}

/// The type code of a class and a kind (bytes): `class + (kind << 8)`; struct, cptr and cfunptr have kind 0.
pub const fn type_code(class: i16, kind: i16) -> i16 {
    class + (kind << 8)
}

/// A descriptor given by compiled code.
#[derive(Clone, Copy, Debug)]
pub struct Desc(*mut u8);

impl Desc {
    /// Wraps the address of a descriptor.
    ///
    /// # Safety
    /// `p` points to a well-formed descriptor that outlives the value; all methods rely on it.
    pub unsafe fn new(p: *const u8) -> Desc {
        Desc(p.cast_mut())
    }
    /// The fixed part.
    pub fn header(&self) -> &Header {
        // SAFETY: promised to `new`.
        unsafe { &*self.0.cast::<Header>() }
    }
    /// Address of the first element.
    pub fn base(&self) -> *mut u8 {
        self.header().base_addr
    }
    /// Sets the address.
    pub fn set_base(&self, p: *mut u8) {
        // SAFETY: promised to `new`.
        unsafe { (*self.0.cast::<Header>()).base_addr = p }
    }
    /// Rank.
    pub fn rank(&self) -> usize {
        usize::from(self.header().rank)
    }
    /// Bytes of an element.
    pub fn elem_len(&self) -> i64 {
        self.header().elem_len as i64
    }
    /// Class of the type code.
    pub fn class(&self) -> i16 {
        self.header().type_code & 0xff
    }
    /// Kind of the type code.
    pub fn kind(&self) -> i32 {
        i32::from(self.header().type_code >> 8)
    }
    /// A dimension.
    pub fn dim(&self, i: usize) -> Dim {
        debug_assert!(i < self.rank());
        // SAFETY: promised to `new`; `i` is less than the rank.
        unsafe { *self.0.add(24).cast::<Dim>().add(i) }
    }
    /// Sets a dimension.
    pub fn set_dim(&self, i: usize, d: Dim) {
        debug_assert!(i < self.rank());
        // SAFETY: promised to `new`; `i` is less than the rank.
        unsafe { *self.0.add(24).cast::<Dim>().add(i) = d }
    }
    /// The dimensions.
    pub fn dims(&self) -> impl Iterator<Item = Dim> + '_ {
        (0..self.rank()).map(|i| self.dim(i))
    }
    /// Number of elements (0 where an extent is 0 or less).
    pub fn count(&self) -> i64 {
        self.dims().map(|d| d.extent.max(0)).product()
    }
    /// True where the elements lie without gaps in column-major order.
    pub fn is_contiguous(&self) -> bool {
        let mut want = self.elem_len();
        let mut gaps = false;
        for d in self.dims() {
            if d.extent <= 0 {
                return true;
            }
            gaps |= d.extent != 1 && d.sm != want;
            want *= d.extent;
        }
        !gaps
    }
    /// Calls `f` with the address of every element in element order.
    pub fn for_each(&self, mut f: impl FnMut(*mut u8)) {
        self.try_for_each(|p| {
            f(p);
            true
        });
    }
    /// As `for_each`, until `f` says false.
    pub fn try_for_each(&self, mut f: impl FnMut(*mut u8) -> bool) {
        let rank = self.rank();
        if self.count() == 0 {
            return;
        }
        if rank == 0 {
            f(self.base());
            return;
        }
        let first = self.dim(0);
        let mut at = [0i64; MAX_RANK];
        let mut row = self.base();
        loop {
            let mut p = row;
            for _ in 0..first.extent {
                if !f(p) {
                    return;
                }
                p = p.wrapping_offset(first.sm as isize);
            }
            let mut i = 1;
            loop {
                if i >= rank {
                    return;
                }
                let d = self.dim(i);
                at[i] += 1;
                row = row.wrapping_offset(d.sm as isize);
                if at[i] < d.extent {
                    break;
                }
                row = row.wrapping_offset((-d.sm * d.extent) as isize);
                at[i] = 0;
                i += 1;
            }
        }
    }
}

/// A contiguous descriptor with null address for tests: (lower bound, extent) per dimension.
#[cfg(test)]
pub fn test_desc(type_code: i16, elem_len: u64, dims: &[(i64, i64)]) -> Vec<u64> {
    let mut d = vec![0u64; 3 + 3 * dims.len()];
    let h = Header {
        base_addr: std::ptr::null_mut(),
        elem_len,
        version: VERSION,
        rank: dims.len() as u8,
        attribute: ATTRIBUTE_OTHER,
        type_code,
    };
    // SAFETY: the vector has room for the header.
    unsafe { d.as_mut_ptr().cast::<Header>().write(h) };
    let mut sm = elem_len as i64;
    for (i, &(lb, n)) in dims.iter().enumerate() {
        d[3 + 3 * i] = lb as u64;
        d[4 + 3 * i] = n as u64;
        d[5 + 3 * i] = sm as u64;
        sm *= n;
    }
    d
}

/// A contiguous descriptor of a slice for tests.
#[cfg(test)]
pub fn test_array<T>(type_code: i16, data: &mut [T], dims: &[(i64, i64)]) -> Vec<u64> {
    let mut d = test_desc(type_code, std::mem::size_of::<T>() as u64, dims);
    d[0] = data.as_mut_ptr() as u64;
    d
}
