//! Array descriptors in memory; their layout is that of [`ferrotran_abi::desc`].

pub use ferrotran_abi::desc::{
    ATTRIBUTE_ALLOCATABLE, ATTRIBUTE_OTHER, ATTRIBUTE_POINTER, DIMS, Dim, Header, MAX_RANK, VERSION, class, size,
    type_code,
};

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
    /// Makes it, the descriptor of a string pointer, point to a text; to nothing where there is none.
    pub fn point_to(&self, text: Option<&'static str>) {
        // SAFETY: promised to `new`.
        let header = unsafe { &mut *self.0.cast::<Header>() };
        header.base_addr = text.map_or(std::ptr::null_mut(), |t| t.as_ptr().cast_mut());
        header.elem_len = text.map_or(0, str::len) as _;
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
        unsafe { *self.0.add(DIMS).cast::<Dim>().add(i) }
    }
    /// Sets a dimension.
    pub fn set_dim(&self, i: usize, d: Dim) {
        debug_assert!(i < self.rank());
        // SAFETY: promised to `new`; `i` is less than the rank.
        unsafe { *self.0.add(DIMS).cast::<Dim>().add(i) = d }
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
