//! Characters, derived types and local memory on the device; kernels run by one invocation.

mod common;
use common::build;
#[path = "common/device.rs"]
mod device;
use device::{array, run, scalar, strided};

#[test]
fn characters() {
    let k = build(
        r#"dev.kernel [kind = "parallel", sym = @chars] (%0: view<?xchr<5>, contig>, %1: view<?xchr<7>, contig>, %2: view<?xi32, contig>) {
  %3 = view.extent %0 [dim = 0] : index
  %4 = arith.const [value = 1] : index
  %5 = arith.const [value = 2] : index
  %6 = chr.const [value = "b-"] : chr<2>
  %7 = chr.const [value = "cc"] : chr<2>
  loop.parallel %3 (%8: index) {
    %9 = view.elem %0, %8 : ref<chr<5>>
    %10 = mem.load %9 : chr<5>
    %11 = view.elem %1, %8 : ref<chr<7>>
    %12 = chr.substr %10, %4, %5 : chr<?>
    %13 = chr.concat %12, %6 : chr<?>
    %14 = chr.code %10 : i32
    %15 = arith.const [value = 1] : i32
    %16 = arith.add %14, %15 : i32
    %17 = chr.from_code %16 : chr<1>
    %18 = chr.concat %13, %17 : chr<?>
    chr.assign %18, %11
    %19 = chr.cmp %10, %7 [pred = "lt"] : i1
    %20 = mem.alloca : ref<chr<6>>
    chr.assign %10, %20
    %21 = mem.load %20 : chr<6>
    %22 = chr.cmp %21, %10 [pred = "eq"] : i1
    %23 = arith.cast %19 : i32
    %24 = arith.cast %22 : i32
    %25 = arith.add %24, %24 : i32
    %26 = arith.add %23, %25 : i32
    %27 = view.elem %2, %8 : ref<i32>
    mem.store %26, %27
  }
}"#,
    );
    let n = 60;
    let mut a: Vec<u8> = (0..n * 5).map(|i| b'a' + (i * 7 % 5) as u8).collect();
    let mut b = vec![b'#'; n * 7];
    let mut c = vec![-1i32; n];
    let args = [strided(&mut a, 5, 0, &[(n as i64, 5)]), strided(&mut b, 7, 0, &[(n as i64, 7)]), array(&mut c, &[n])];
    if !run(&k, &args) {
        return;
    }
    for i in 0..n {
        let s = &a[5 * i..5 * i + 5];
        let mut want = vec![s[1], s[2], b'b', b'-', s[0] + 1];
        want.resize(7, b' ');
        assert_eq!(&b[7 * i..7 * i + 7], &want[..], "{i}");
        let padded = b"cc   ";
        assert_eq!(c[i], i32::from(s < &padded[..]) + 2, "{i}");
    }
}

#[test]
fn a_string_moved_within_itself() {
    let k = build(
        r#"dev.kernel [kind = "scalar", sym = @shift] (%0: view<chr<9>, contig>) {
  %1 = view.elem %0 : ref<chr<9>>
  %2 = mem.load %1 : chr<9>
  %3 = arith.const [value = 0] : index
  %4 = arith.const [value = 8] : index
  %5 = chr.substr %2, %3, %4 : chr<?>
  %6 = arith.const [value = 1] : index
  %7 = chr.substr %1, %6, %4 : ref<chr<?>>
  chr.assign %5, %7
}"#,
    );
    let mut a = b"123456789...".to_vec();
    if run(&k, &[strided(&mut a, 9, 0, &[])]) {
        assert_eq!(&a, b"112345678...");
    }
}

#[test]
fn derived_types() {
    let k = build(
        r#"module
fort.type [align = 8, fields = [["x", 0, type f64, []], ["n", 8, type i32, []], ["flag", 12, type l8, []], ["v", 16, type f32, [3]], ["tag", 28, type chr<4>, []]], size = 32, sym = @t]
dev.module [target = "spirv"] {
dev.kernel [kind = "parallel", sym = @objects] (%0: view<?x!t>, %1: view<?x!t>) {
  %2 = view.extent %0 [dim = 0] : index
  %3 = view.field %0 [field = "x"] : view<?xf64>
  loop.parallel %2 (%4: index) {
    %5 = view.elem %3, %4 : ref<f64>
    %6 = mem.load %5 : f64
    %7 = view.elem %1, %4 : ref<!t>
    %8 = view.elem %0, %4 : ref<!t>
    mem.copy_object %7, %8
    %9 = mem.field %7 [field = "n"] : ref<i32>
    %10 = mem.load %9 : i32
    %11 = arith.cast %6 : i32
    %12 = arith.add %10, %11 : i32
    mem.store %12, %9
    %13 = mem.alloca [align = 8, size = 32] : ref<!t>
    mem.copy_object %13, %8
    %14 = mem.field %13 [field = "v"] : view<3xf32, contig>
    %15 = arith.const [value = 2] : index
    %16 = view.elem %14, %15 : ref<f32>
    %17 = mem.load %16 : f32
    %18 = mem.field %13 [field = "x"] : ref<f64>
    %19 = mem.load %18 : f64
    %20 = arith.cast %17 : f64
    %21 = arith.add %19, %20 : f64
    %22 = mem.field %7 [field = "x"] : ref<f64>
    mem.store %21, %22
    %23 = mem.field %7 [field = "flag"] : ref<l8>
    %24 = mem.load %23 : l8
    %25 = arith.cast %24 : i1
    %26 = arith.not %25 : i1
    %27 = arith.cast %26 : l8
    mem.store %27, %23
  }
}
}"#,
    );
    let n = 33;
    let mut a: Vec<u8> = Vec::new();
    for i in 0..n {
        a.extend((i as f64 + 0.5).to_le_bytes());
        a.extend((10 * i as i32).to_le_bytes());
        a.extend([(i % 2) as u8, 0, 0, 0]);
        for j in 0..3 {
            a.extend((i as f32 * 100.0 + j as f32).to_le_bytes());
        }
        a.extend(format!("{i:04}").bytes());
    }
    // Aligned as Fortran storage is.
    let words = |v: &[u8]| v.chunks(8).map(|c| i64::from_le_bytes(c.try_into().unwrap())).collect::<Vec<i64>>();
    let (mut a, mut b) = (words(&a), vec![0i64; 4 * n]);
    let view = |v: &mut [i64]| strided(v, 32, 0, &[(n as i64, 32)]);
    if !run(&k, &[view(&mut a), view(&mut b)]) {
        return;
    }
    let bytes: Vec<u8> = b.iter().flat_map(|w| w.to_le_bytes()).collect();
    for i in 0..n {
        let o = &bytes[32 * i..32 * i + 32];
        let x = f64::from_le_bytes(o[..8].try_into().unwrap());
        assert_eq!(x, i as f64 + 0.5 + f64::from(i as f32 * 100.0 + 2.0));
        assert_eq!(i32::from_le_bytes(o[8..12].try_into().unwrap()), 11 * i as i32);
        assert_eq!(o[12], 1 - (i % 2) as u8);
        assert_eq!(f32::from_le_bytes(o[20..24].try_into().unwrap()), i as f32 * 100.0 + 1.0);
        assert_eq!(&o[28..], format!("{i:04}").as_bytes());
    }
}

#[test]
fn pack_and_sequential_loops() {
    let k = build(
        r#"dev.kernel [kind = "scalar", sym = @pack] (%0: view<?xi32, contig>, %1: view<?x?xi32>, %2: view<?x?xl32>, %3: view<index, contig>) {
  %4 = lib.pack %0, %1, %2 : index
  %5 = view.elem %3 : ref<index>
  mem.store %4, %5
  %6 = arith.const [value = 0] : i64
  %7 = arith.const [value = 2] : i64
  %8 = arith.const [value = 9] : i64
  %9 = mem.alloca [zero] : view<4xi64, contig>
  loop.for %6, %8, %7 (%10: i64) {
    %11 = arith.cast %10 : index
    %12 = arith.const [value = 4] : index
    %13 = arith.rem %11, %12 : index
    %14 = view.elem %9, %13 : ref<i64>
    %15 = mem.load %14 : i64
    %16 = arith.add %15, %10 : i64
    mem.store %16, %14
  }
  %17 = arith.const [value = 0] : index
  %18 = view.elem %9, %17 : ref<i64>
  %19 = mem.load %18 : i64
  %20 = arith.cast %19 : i32
  %21 = view.elem %0, %17 : ref<i32>
  mem.store %20, %21
}"#,
    );
    let mut src: Vec<i32> = (100..124).collect();
    let mut mask: Vec<i32> = (0..24).map(|i| i32::from(i % 3 == 1)).collect();
    let mut dst = vec![0i32; 6];
    let mut count = [-1i64];
    let args = [array(&mut dst, &[6]), array(&mut src, &[4, 6]), array(&mut mask, &[4, 6]), array(&mut count, &[])];
    if run(&k, &args) {
        assert_eq!(count[0], 8);
        assert_eq!(dst, [4 + 8, 104, 107, 110, 113, 116]);
    }
}

#[test]
fn scalars_of_every_kind_by_value() {
    let k = build(
        r#"dev.kernel [kind = "scalar", sym = @args] (%0: view<?xf64, contig>, %1: i1, %2: i8, %3: i16, %4: i32, %5: i64, %6: index, %7: f32, %8: f64, %9: c32, %10: c64, %11: l8, %12: l64) {
  %13 = arith.cast %1 : f64
  %14 = arith.cast %2 : f64
  %15 = arith.cast %3 : f64
  %16 = arith.cast %4 : f64
  %17 = arith.cast %5 : f64
  %18 = arith.cast %6 : f64
  %19 = arith.cast %7 : f64
  %20 = complex.im %9 : f32
  %21 = arith.cast %20 : f64
  %22 = complex.im %10 : f64
  %23 = arith.cast %11 : i1
  %24 = arith.cast %12 : i1
  %25 = arith.const [value = 0] : index
  %26 = view.elem %0, %25 : ref<f64>
  mem.store %13, %26
  %27 = arith.const [value = 1] : index
  %28 = view.elem %0, %27 : ref<f64>
  mem.store %14, %28
  %29 = arith.const [value = 2] : index
  %30 = view.elem %0, %29 : ref<f64>
  mem.store %15, %30
  %31 = arith.const [value = 3] : index
  %32 = view.elem %0, %31 : ref<f64>
  mem.store %16, %32
  %33 = arith.const [value = 4] : index
  %34 = view.elem %0, %33 : ref<f64>
  mem.store %17, %34
  %35 = arith.const [value = 5] : index
  %36 = view.elem %0, %35 : ref<f64>
  mem.store %18, %36
  %37 = arith.const [value = 6] : index
  %38 = view.elem %0, %37 : ref<f64>
  mem.store %19, %38
  %39 = arith.const [value = 7] : index
  %40 = view.elem %0, %39 : ref<f64>
  mem.store %8, %40
  %41 = arith.const [value = 8] : index
  %42 = view.elem %0, %41 : ref<f64>
  mem.store %21, %42
  %43 = arith.const [value = 9] : index
  %44 = view.elem %0, %43 : ref<f64>
  mem.store %22, %44
  %45 = arith.and %23, %24 : i1
  %46 = arith.cast %45 : f64
  %47 = arith.const [value = 10] : index
  %48 = view.elem %0, %47 : ref<f64>
  mem.store %46, %48
}"#,
    );
    let mut out = vec![0f64; 11];
    let mut c32 = Vec::from(1.5f32.to_le_bytes());
    c32.extend((-2.5f32).to_le_bytes());
    let mut c64 = Vec::from(1.5f64.to_le_bytes());
    c64.extend(1e300f64.to_le_bytes());
    let args = [
        array(&mut out, &[11]),
        scalar([1u8]),
        scalar((-7i8).to_le_bytes()),
        scalar((-700i16).to_le_bytes()),
        scalar((-70000i32).to_le_bytes()),
        scalar((-7i64 << 40).to_le_bytes()),
        scalar(12345i64.to_le_bytes()),
        scalar(0.25f32.to_le_bytes()),
        scalar((-1e-200f64).to_le_bytes()),
        device::Arg::Scalar(c32),
        device::Arg::Scalar(c64),
        scalar([1u8]),
        scalar(1i64.to_le_bytes()),
    ];
    if run(&k, &args) {
        let want = [1.0, -7.0, -700.0, -70000.0, -((7i64 << 40) as f64), 12345.0, 0.25, -1e-200, -2.5, 1e300, 1.0];
        assert_eq!(out, want);
    }
}
