//! Parallel and scalar kernels compute what the host computes.

mod common;
use common::build;
#[path = "common/device.rs"]
mod device;
use device::{Rng, array, run, scalar, strided};

/// One kernel over three arrays: out(i) = the body's %9 of %7 = a(i) and %8 = b(i).
fn binary(t: &str, r: &str, body: &str) -> ferrotran_abi::kernel::CompiledKernel {
    build(&format!(
        r#"dev.kernel [kind = "parallel", sym = @k] (%0: view<?x{t}, contig>, %1: view<?x{t}, contig>, %2: view<?x{r}, contig>) {{
  %3 = view.extent %0 [dim = 0] : index
  loop.parallel %3 (%4: index) {{
    %5 = view.elem %0, %4 : ref<{t}>
    %6 = view.elem %1, %4 : ref<{t}>
    %7 = mem.load %5 : {t}
    %8 = mem.load %6 : {t}
{body}
    %10 = view.elem %2, %4 : ref<{r}>
    mem.store %9, %10
  }}
}}"#
    ))
}

#[test]
fn axpy_on_a_section() {
    let k = build(
        r#"dev.kernel [kind = "parallel", sym = @axpy] (%0: view<?x?xf32>, %1: view<?x?xf32>, %2: f32) {
  %3 = view.extent %0 [dim = 0] : index
  %4 = view.extent %0 [dim = 1] : index
  loop.parallel %3, %4 (%5: index, %6: index) {
    %7 = view.elem %0, %5, %6 : ref<f32>
    %8 = mem.load %7 : f32
    %9 = view.elem %1, %5, %6 : ref<f32>
    %10 = mem.load %9 : f32
    %11 = arith.mul %2, %8 : f32
    %12 = arith.add %11, %10 : f32
    mem.store %12, %9
  }
}"#,
    );
    let (n, m) = (37, 53);
    let mut x: Vec<f32> = (0..n * m).map(|i| i as f32).collect();
    let mut y: Vec<f32> = (0..n * m).map(|i| (i * i % 91) as f32).collect();
    // x(1::2, 2:40) and y transposed and backwards in the second dimension.
    let (rows, cols) = (18usize, 39usize);
    let mut want = y.clone();
    for j in 0..cols {
        for i in 0..rows {
            let at = (i * n) as i64 + (n - 1) as i64 - j as i64 % n as i64;
            if j < n {
                want[at as usize] += 0.5 * x[1 + 2 * i + (2 + j) * n];
            }
        }
    }
    let cols = cols.min(n) as i64;
    let args = [
        strided(&mut x, 4, 4 * (1 + 2 * n), &[(rows as i64, 8), (cols, 4 * n as i64)]),
        strided(&mut y, 4, 4 * (n - 1), &[(rows as i64, 4 * n as i64), (cols, -4)]),
        scalar(0.5f32.to_le_bytes()),
    ];
    if run(&k, &args) {
        assert_eq!(y, want);
    }
}

fn special_f32() -> Vec<f32> {
    let bits = [0u32, 1, 2, 3, 0x7f_ffff, 0x80_0000, 0x80_0001, 0x3f80_0000, 0x3f80_0001, 0x3f7f_ffff, 0x4000_0000];
    let more = [0x4049_0fdb, 0x7f7f_ffff, 0x7f7f_fffe, 0x7f80_0000, 0x7fc0_0000, 0x0040_0000, 0x4b80_0000, 0x3eaa_aaab];
    bits.into_iter().chain(more).flat_map(|b| [f32::from_bits(b), -f32::from_bits(b)]).collect()
}

/// Pairs of all special values, then random bit patterns.
fn pairs_f32(count: usize) -> (Vec<f32>, Vec<f32>) {
    let special = special_f32();
    let (mut a, mut b) = (Vec::new(), Vec::new());
    for &x in &special {
        for &y in &special {
            a.push(x);
            b.push(y);
        }
    }
    let mut rng = Rng(1);
    while a.len() < count {
        let w = rng.next();
        a.push(f32::from_bits(w as u32));
        b.push(if w.is_multiple_of(3) { (rng.unit() * 4.0) as f32 } else { f32::from_bits((w >> 32) as u32) });
    }
    (a, b)
}

fn same32(a: f32, b: f32) -> bool {
    a.to_bits() == b.to_bits() || (a.is_nan() && b.is_nan())
}

type Case32 = (&'static str, fn(f32, f32) -> f32);

#[test]
fn f32_operations_are_exact() {
    let cases: [Case32; 12] = [
        ("    %9 = arith.div %7, %8 : f32", |a, b| a / b),
        ("    %9 = math.fn %7 [fn = \"sqrt\"] : f32", |a, _| a.sqrt()),
        ("    %9 = arith.rem %7, %8 : f32", |a, b| a % b),
        ("    %9 = arith.min %7, %8 : f32", |a, b| a.min(b)),
        ("    %9 = arith.max %7, %8 : f32", |a, b| a.max(b)),
        ("    %9 = math.fn %7, %8 [fn = \"copysign\"] : f32", |a, b| a.copysign(b)),
        ("    %9 = math.fn %7 [fn = \"round\"] : f32", |a, _| a.round()),
        ("    %9 = math.fn %7 [fn = \"rint\"] : f32", |a, _| a.round_ties_even()),
        ("    %9 = math.fn %7 [fn = \"floor\"] : f32", |a, _| a.floor()),
        ("    %9 = math.fn %7, %8, %7 [fn = \"fma\"] : f32", |a, b| a.mul_add(b, a)),
        ("    %9 = arith.add %7, %8 : f32", |a, b| a + b),
        ("    %9 = arith.mul %7, %8 : f32", |a, b| a * b),
    ];
    let (a, b) = pairs_f32(20_000);
    for (body, f) in cases {
        let k = binary("f32", "f32", body);
        let (mut x, mut y, mut z) = (a.clone(), b.clone(), vec![0f32; a.len()]);
        let n = [a.len()];
        if !run(&k, &[array(&mut x, &n), array(&mut y, &n), array(&mut z, &n)]) {
            return;
        }
        let mut wrong = 0;
        for i in 0..a.len() {
            let want = f(a[i], b[i]);
            // Either zero may be the smaller one.
            let zeros = want == 0.0 && z[i] == 0.0 && body.contains("arith.m");
            if !same32(z[i], want) && !zeros {
                if wrong < 5 {
                    eprintln!("{body}: {:e} {:e}: {:e}, should be {want:e}", a[i], b[i], z[i]);
                }
                wrong += 1;
            }
        }
        assert_eq!(wrong, 0, "{body}");
    }
}

type Case64 = (&'static str, fn(f64, f64) -> f64);

#[test]
fn f64_operations() {
    let cases: [Case64; 10] = [
        ("    %9 = arith.div %7, %8 : f64", |a, b| a / b),
        ("    %9 = math.fn %7 [fn = \"sqrt\"] : f64", |a, _| a.sqrt()),
        ("    %9 = arith.rem %7, %8 : f64", |a, b| a % b),
        ("    %9 = arith.max %7, %8 : f64", |a, b| a.max(b)),
        ("    %9 = math.fn %7, %8 [fn = \"copysign\"] : f64", |a, b| a.copysign(b)),
        ("    %9 = math.fn %7 [fn = \"round\"] : f64", |a, _| a.round()),
        ("    %9 = math.fn %7 [fn = \"floor\"] : f64", |a, _| a.floor()),
        ("    %9 = math.fn %7 [fn = \"ceil\"] : f64", |a, _| a.ceil()),
        ("    %9 = math.fn %7 [fn = \"trunc\"] : f64", |a, _| a.trunc()),
        ("    %9 = math.fn %7 [fn = \"rint\"] : f64", |a, _| a.round_ties_even()),
    ];
    let mut rng = Rng(2);
    let a: Vec<f64> = (0..5000).map(|_| (rng.unit() - 0.5) * 10f64.powi((rng.next() % 40) as i32 - 20)).collect();
    let b: Vec<f64> = (0..5000).map(|_| (rng.unit() - 0.5) * 10f64.powi((rng.next() % 20) as i32 - 10)).collect();
    for (body, f) in cases {
        let k = binary("f64", "f64", body);
        let (mut x, mut y, mut z) = (a.clone(), b.clone(), vec![0f64; a.len()]);
        let n = [a.len()];
        if !run(&k, &[array(&mut x, &n), array(&mut y, &n), array(&mut z, &n)]) {
            return;
        }
        for i in 0..a.len() {
            let want = f(a[i], b[i]);
            let near = (z[i] - want).abs() <= want.abs() * 4.5e-16 || (z[i].is_nan() && want.is_nan());
            assert!(near, "{body}: {:e} {:e}: {:e}, should be {want:e}", a[i], b[i], z[i]);
        }
    }
}

macro_rules! integers {
    ($test:ident, $t:ty, $name:literal) => {
        #[test]
        fn $test() {
            type T = $t;
            const W: u32 = T::BITS;
            type Case = (&'static str, fn(T, T) -> T);
            let cases: [Case; 16] = [
                ("arith.add %7, %8", |a, b| a.wrapping_add(b)),
                ("arith.sub %7, %8", |a, b| a.wrapping_sub(b)),
                ("arith.mul %7, %8", |a, b| a.wrapping_mul(b)),
                ("arith.div %7, %8", |a, b| if b == 0 { 0 } else { a.wrapping_div(b) }),
                ("arith.rem %7, %8", |a, b| if b == 0 { a } else { a.wrapping_rem(b) }),
                ("arith.modulo %7, %8", |a, b| {
                    if b == 0 {
                        return a;
                    }
                    let r = a.wrapping_rem(b);
                    if r != 0 && (r < 0) != (b < 0) { r + b } else { r }
                }),
                ("arith.min %7, %8", |a, b| a.min(b)),
                ("arith.max %7, %8", |a, b| a.max(b)),
                ("arith.xor %7, %8", |a, b| a ^ b),
                ("arith.shl %7, %8", |a, b| if b < 0 || b as u64 >= W as u64 { 0 } else { a << b }),
                ("arith.shr_u %7, %8", |a, b| {
                    if b < 0 || b as u64 >= W as u64 { 0 } else { (((a as i128) & ((1i128 << W) - 1)) >> b) as T }
                }),
                ("arith.shr_s %7, %8", |a, b| a >> (if b < 0 || b as u64 >= W as u64 { W as T - 1 } else { b })),
                ("arith.popcnt %7", |a, _| a.count_ones() as T),
                ("arith.clz %7", |a, _| a.leading_zeros() as T),
                ("arith.ctz %7", |a, _| a.trailing_zeros() as T),
                ("arith.neg %7", |a, _| a.wrapping_neg()),
            ];
            let special = [0, 1, 2, 3, 5, 7, 8, 15, 31, 63, 64, T::MAX, T::MIN, -1, -2, -3, T::MIN + 1, 100];
            let (mut a, mut b) = (Vec::new(), Vec::new());
            for &x in &special {
                for &y in &special {
                    a.push(x);
                    b.push(y);
                }
            }
            let mut rng = Rng(3);
            for _ in 0..777 {
                a.push(rng.next() as T);
                b.push((rng.next() >> (rng.next() % 60)) as T);
            }
            for (body, f) in cases {
                let k = binary($name, $name, &format!("    %9 = {body} : {}", $name));
                let (mut x, mut y, mut z) = (a.clone(), b.clone(), vec![0 as T; a.len()]);
                let n = [a.len()];
                if !run(&k, &[array(&mut x, &n), array(&mut y, &n), array(&mut z, &n)]) {
                    return;
                }
                for i in 0..a.len() {
                    // A zero divisor may give any value.
                    if b[i] == 0 && (body.contains("div") || body.contains("rem") || body.contains("modulo")) {
                        continue;
                    }
                    assert_eq!(z[i], f(a[i], b[i]), "{body}: {} {}", a[i], b[i]);
                }
            }
        }
    };
}
integers!(i8_operations, i8, "i8");
integers!(i16_operations, i16, "i16");
integers!(i32_operations, i32, "i32");
integers!(i64_operations, i64, "i64");

#[test]
fn complex_division_and_powers() {
    let k = build(
        r#"dev.kernel [kind = "parallel", sym = @z] (%0: view<?xc32, contig>, %1: view<?xc32, contig>, %2: i32) {
  %3 = view.extent %0 [dim = 0] : index
  loop.parallel %3 (%4: index) {
    %5 = view.elem %0, %4 : ref<c32>
    %6 = view.elem %1, %4 : ref<c32>
    %7 = mem.load %5 : c32
    %8 = mem.load %6 : c32
    %9 = arith.div %7, %8 : c32
    %10 = math.fn %9, %2 [fn = "ipow"] : c32
    mem.store %10, %6
  }
}"#,
    );
    let mut a: Vec<f32> = vec![1.0, 2.0, -3.0, 0.5, 0.0, 1.0];
    let b0: Vec<f32> = vec![3.0, -4.0, 0.25, 8.0, 2.0, 0.0];
    let mut b = b0.clone();
    if run(&k, &[array_c(&mut a), array_c(&mut b), scalar(3i32.to_le_bytes())]) {
        for i in 0..3 {
            let (x, y, u, v) = (a[2 * i] as f64, a[2 * i + 1] as f64, b0[2 * i] as f64, b0[2 * i + 1] as f64);
            let d = u * u + v * v;
            let (p, q) = ((x * u + y * v) / d, (y * u - x * v) / d);
            let (p2, q2) = (p * p - q * q, 2.0 * p * q);
            let (p3, q3) = (p2 * p - q2 * q, p2 * q + q2 * p);
            assert!((b[2 * i] as f64 - p3).abs() < 1e-5 && (b[2 * i + 1] as f64 - q3).abs() < 1e-5, "{b:?}");
        }
    }
}

fn array_c(data: &mut [f32]) -> device::Arg {
    let n = data.len() as i64 / 2;
    strided(data, 8, 0, &[(n, 8)])
}

#[test]
fn exits_through_several_loops() {
    let k = build(
        r#"dev.kernel [kind = "parallel", sym = @flow] (%0: view<?xi32, contig>) {
  %2 = view.extent %0 [dim = 0] : index
  loop.parallel %2 [label = "p"] (%3: index) {
    %4 = mem.alloca : ref<i32>
    %5 = arith.const [value = 0] : i32
    mem.store %5, %4
    %6 = arith.const [value = 1] : i32
    %7 = arith.cast %3 : i32
    %8 = arith.const [value = 10] : i32
    loop.for %6, %8, %6 [label = "a"] (%10: i32) {
      loop.for %8, %6, %11 [label = "b"] (%12: i32) {
        loop.for %6, %8, %13 [label = "c"] (%14: i32) {
          %15 = mem.load %4 : i32
          %16 = arith.add %15, %6 : i32
          mem.store %16, %4
          %17 = arith.add %12, %14 : i32
          %18 = arith.cmp %17, %7 [pred = "eq"] : i1
          loop.if %18 {
            loop.continue [label = "a"]
          } {
            %19 = arith.cmp %17, %20 [pred = "gt"] : i1
            loop.if %19 {
              loop.continue [label = "b"]
            } {
            }
          }
          %21 = arith.cmp %15, %22 [pred = "gt"] : i1
          loop.if %21 {
            loop.break [label = "a"]
          } {
          }
        }
        %23 = mem.load %4 : i32
        %24 = arith.add %23, %8 : i32
        mem.store %24, %4
      }
      %25 = mem.load %4 : i32
      %26 = arith.add %25, %27 : i32
      mem.store %26, %4
    }
    %28 = mem.load %4 : i32
    loop.select %28 [cases = [[[0, 100]], [[101, 200], [301, 400]], []]] {
      %29 = view.elem %0, %3 : ref<i32>
      mem.store %28, %29
      loop.continue [label = "p"]
    } {
      %30 = arith.neg %28 : i32
      %31 = view.elem %0, %3 : ref<i32>
      mem.store %30, %31
    } {
      %32 = arith.add %28, %27 : i32
      %33 = view.elem %0, %3 : ref<i32>
      mem.store %32, %33
    }
  }
}"#
        .replace("    loop.for %6, %8, %6 [label = \"a\"]", "    %11 = arith.const [value = -2] : i32\n    %13 = arith.const [value = 3] : i32\n    %20 = arith.const [value = 14] : i32\n    %22 = arith.const [value = 150] : i32\n    %27 = arith.const [value = 1000] : i32\n    loop.for %6, %8, %6 [label = \"a\"]")
        .as_str(),
    );
    let n = 40;
    let mut out = vec![0i32; n];
    if !run(&k, &[array(&mut out, &[n])]) {
        return;
    }
    for me in 0..n as i32 {
        let mut count = 0;
        'a: for _ in 1..=10 {
            'b: for b in (1..=10).rev().step_by(2) {
                for c in (1..=10).step_by(3) {
                    let old = count;
                    count += 1;
                    if b + c == me {
                        continue 'a;
                    } else if b + c > 14 {
                        continue 'b;
                    }
                    if old > 150 {
                        break 'a;
                    }
                }
                count += 10;
            }
            count += 1000;
        }
        let want = match count {
            0..=100 => count,
            101..=200 | 301..=400 => -count,
            _ => count + 1000,
        };
        assert_eq!(out[me as usize], want, "{me}");
    }
}

#[test]
fn bytes_of_one_word_by_many_invocations() {
    let k = binary("i8", "i8", "    %9 = arith.add %7, %8 : i8");
    let n = 1000;
    let mut a: Vec<i8> = (0..n).map(|i| i as i8).collect();
    let mut b: Vec<i8> = (0..n).map(|i| (i / 3) as i8).collect();
    let mut c = vec![0i8; n];
    if run(&k, &[array(&mut a, &[n]), array(&mut b, &[n]), array(&mut c, &[n])]) {
        for i in 0..n {
            assert_eq!(c[i], a[i].wrapping_add(b[i]));
        }
    }
}

#[test]
fn more_workgroups_than_one_dimension_holds() {
    let k = build(
        r#"dev.kernel [kind = "parallel", sym = @fill, workgroup = 64] (%0: view<?xi32, contig>) {
  %2 = view.extent %0 [dim = 0] : index
  loop.parallel %2 (%3: index) {
    %4 = view.elem %0, %3 : ref<i32>
    %5 = arith.cast %3 : i32
    mem.store %5, %4
  }
}"#,
    );
    let n = 65536 * 64 + 77;
    let mut a = vec![-1i32; n];
    if run(&k, &[array(&mut a, &[n])]) {
        assert!(a.iter().enumerate().all(|(i, &x)| x == i as i32));
    }
}

#[test]
fn many_dimensions() {
    // b(k, 1, l, i, j) = a(i, j, k, l) with one extent known.
    let k = build(
        r#"dev.kernel [kind = "parallel", sym = @r] (%0: view<?x3x?x?xi32, contig>, %1: view<?x1x?x?x3xi32>) {
  %2 = view.extent %0 [dim = 0] : index
  %3 = arith.const [value = 3] : index
  %4 = view.extent %0 [dim = 2] : index
  %5 = view.extent %0 [dim = 3] : index
  %6 = arith.const [value = 0] : index
  %7 = view.permute %1 [perm = [3, 4, 0, 1, 2]] : view<?x3x?x1x?xi32>
  %8 = view.section %7, %6 [dims = ":::i:"] : view<?x3x?x?xi32>
  loop.parallel %2, %3, %4, %5 (%9: index, %10: index, %11: index, %12: index) {
    %13 = view.elem %0, %9, %10, %11, %12 : ref<i32>
    %14 = mem.load %13 : i32
    %15 = view.elem %8, %9, %10, %11, %12 : ref<i32>
    mem.store %14, %15
  }
}"#,
    );
    let (n, p, q) = (7, 5, 4);
    let mut a: Vec<i32> = (0..(n * 3 * p * q) as i32).collect();
    let mut b = vec![-1i32; n * 3 * p * q];
    if run(&k, &[array(&mut a, &[n, 3, p, q]), array(&mut b, &[p, 1, q, n, 3])]) {
        for l in 0..q {
            for k in 0..p {
                for j in 0..3 {
                    for i in 0..n {
                        assert_eq!(b[k + p * (l + q * (i + n * j))], a[i + n * (j + 3 * (k + p * l))]);
                    }
                }
            }
        }
    }
}
