//! Runs compiled kernels on the Vulkan device of the machine (a software one will do) through the
//! functions that compiled programs call. Where there is no device the tests say so and pass.
#![allow(dead_code)]

use ferrotran_abi::kernel::CompiledKernel;
use ferrotran_abi::{RuntimeFn, rt};
use std::ffi::c_void;
use std::sync::{Mutex, Once};

static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

/// A scalar that arrays are made of.
pub trait Elem: Copy + 'static {}
impl Elem for i8 {}
impl Elem for u8 {}
impl Elem for i16 {}
impl Elem for i32 {}
impl Elem for u32 {}
impl Elem for i64 {}
impl Elem for f32 {}
impl Elem for f64 {}

/// An argument of a launch.
pub enum Arg {
    /// A view: address of its first element, bytes of an element, extents and byte strides; and the
    /// address and number of bytes to map.
    View(Vec<u8>, *mut u8, usize),
    /// The bytes of a scalar.
    Scalar(Vec<u8>),
}

/// A view of all of `data` in that shape.
pub fn array<T: Elem>(data: &mut [T], shape: &[usize]) -> Arg {
    let mut stride = size_of::<T>() as i64;
    let mut dims = Vec::new();
    for &n in shape {
        dims.push((n as i64, stride));
        stride *= n as i64;
    }
    strided(data, size_of::<T>(), 0, &dims)
}

/// A view of part of `data`: bytes of an element, first byte, extents and byte strides.
pub fn strided<T: Elem>(data: &mut [T], elem: usize, first: usize, dims: &[(i64, i64)]) -> Arg {
    let base = data.as_mut_ptr().cast::<u8>();
    let mut d = Vec::new();
    d.extend((base as u64 + first as u64).to_le_bytes());
    d.extend((elem as u64).to_le_bytes());
    d.extend(20180515i32.to_le_bytes());
    d.extend([dims.len() as u8, 0]);
    d.extend(0i16.to_le_bytes());
    for &(extent, stride) in dims {
        d.extend(1i64.to_le_bytes());
        d.extend(extent.to_le_bytes());
        d.extend(stride.to_le_bytes());
    }
    Arg::View(d, base, std::mem::size_of_val(data))
}

/// A scalar argument.
pub fn scalar<const N: usize>(bytes: [u8; N]) -> Arg {
    Arg::Scalar(bytes.to_vec())
}

fn address(f: RuntimeFn) -> *const () {
    ferrotran_runtime::address(f)
}

/// Runs a kernel; all views are copied there and back. False where there is no device.
pub fn run(k: &CompiledKernel, args: &[Arg]) -> bool {
    static CHOICE: Once = Once::new();
    CHOICE.call_once(|| {
        ferrotran_runtime::device::choose("vulkan");
    });
    let _guard = ONE_AT_A_TIME.lock().unwrap_or_else(|e| e.into_inner());
    type Enter = unsafe extern "C" fn(i32, i32, *const i8, i32) -> i32;
    type Map = unsafe extern "C" fn(*const c_void, i32, *const c_void, *const i8, i32, i32, *const i8, i32);
    type Launch = unsafe extern "C" fn(*const u8, *const c_void, *const *const c_void);
    type Leave = extern "C" fn();
    // SAFETY: these are the signatures of the table's rows.
    let (enter, map, unmap, launch, leave) = unsafe {
        (
            std::mem::transmute::<*const (), Enter>(address(rt::frt_dev_enter)),
            std::mem::transmute::<*const (), Map>(address(rt::frt_dev_map)),
            std::mem::transmute::<*const (), Map>(address(rt::frt_dev_unmap)),
            std::mem::transmute::<*const (), Launch>(address(rt::frt_dev_launch)),
            std::mem::transmute::<*const (), Leave>(address(rt::frt_dev_leave)),
        )
    };
    // Descriptors are read with their natural alignment.
    let aligned = |bytes: &[u8]| -> Vec<u64> {
        let words = bytes.chunks(8).map(|c| {
            let mut w = [0; 8];
            w[..c.len()].copy_from_slice(c);
            u64::from_le_bytes(w)
        });
        words.collect()
    };
    let storage: Vec<Vec<u64>> = args
        .iter()
        .map(|a| match a {
            Arg::View(d, ..) => aligned(d),
            Arg::Scalar(b) => aligned(b),
        })
        .collect();
    let maps: Vec<Vec<u64>> = args
        .iter()
        .filter_map(|a| match a {
            Arg::View(_, base, bytes) => {
                // All of the array as bytes.
                let mut d = Vec::new();
                d.extend((*base as u64).to_le_bytes());
                d.extend(1u64.to_le_bytes());
                d.extend(20180515i32.to_le_bytes());
                d.extend([1, 0, 0, 0]);
                d.extend(1i64.to_le_bytes());
                d.extend((*bytes as i64).to_le_bytes());
                d.extend(1i64.to_le_bytes());
                Some(aligned(&d))
            }
            Arg::Scalar(_) => None,
        })
        .collect();
    let pointers: Vec<*const c_void> = storage.iter().map(|s| s.as_ptr().cast()).collect();
    let image: &'static [u8] = Box::leak(k.encode().into_boxed_slice());
    // SAFETY: the descriptors and arrays outlive the calls, and the arguments are those of the kernel.
    unsafe {
        if enter(-1, 1, std::ptr::null(), 0) == 0 {
            eprintln!("note: no Vulkan device, the kernel is not run");
            return false;
        }
        for m in &maps {
            map(m.as_ptr().cast(), 1 | 2, std::ptr::null(), std::ptr::null(), -1, 1, std::ptr::null(), 0);
        }
        launch(image.as_ptr(), std::ptr::null(), pointers.as_ptr());
        for m in &maps {
            unmap(m.as_ptr().cast(), 1 | 2, std::ptr::null(), std::ptr::null(), -1, 1, std::ptr::null(), 0);
        }
        leave();
    }
    true
}

/// Pseudo-random numbers.
pub struct Rng(pub u64);

impl Rng {
    /// The next 64 bits.
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
    /// Between 0 and 1.
    pub fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }
}
