//! Matrix products and transposes compute what the host computes.

mod common;
use common::build;
#[path = "common/device.rs"]
mod device;
use device::{Arg, Elem, Rng, array, run, strided};

fn kernel(t: &str, flags: &str, ranks: [&str; 3]) -> ferrotran_abi::kernel::CompiledKernel {
    let [c, a, b] = ranks;
    let flags = if flags.is_empty() { String::new() } else { format!(" [{flags}]") };
    build(&format!(
        r#"dev.kernel [kind = "matmul", sym = @mm] (%0: view<{c}x{t}>, %1: view<{a}x{t}>, %2: view<{b}x{t}>) {{
  lib.matmul %0, %1, %2{flags}
}}"#
    ))
}

fn small(rng: &mut Rng, n: usize) -> Vec<f64> {
    (0..n).map(|_| (rng.next() % 17) as f64 - 8.0).collect()
}

fn cast<T: Elem>(v: &[f64], f: impl Fn(f64) -> T) -> Vec<T> {
    v.iter().map(|&x| f(x)).collect()
}

/// Column-major reference over small integers, which every type computes exactly.
fn product(a: &[f64], b: &[f64], [n, m, k]: [usize; 3], ta: bool, tb: bool) -> Vec<f64> {
    let mut c = vec![0.0; n * m];
    for j in 0..m {
        for i in 0..n {
            for l in 0..k {
                let x = if ta { a[l + i * k] } else { a[i + l * n] };
                let y = if tb { b[j + l * m] } else { b[l + j * k] };
                c[i + j * n] += x * y;
            }
        }
    }
    c
}

fn check<T: Elem + PartialEq + std::fmt::Debug>(t: &str, f: fn(f64) -> T, sizes: &[[usize; 3]]) {
    let mut rng = Rng(9);
    for (ta, tb) in [(false, false), (true, false), (false, true), (true, true)] {
        let flags = [("ta", ta), ("tb", tb)].iter().filter(|x| x.1).map(|x| x.0).collect::<Vec<_>>().join(", ");
        let k = kernel(t, &flags, ["?x?", "?x?", "?x?"]);
        for &[n, m, l] in sizes {
            let (a, b) = (small(&mut rng, n * l), small(&mut rng, l * m));
            let (mut x, mut y, mut z) = (cast(&a, f), cast(&b, f), vec![f(99.0); n * m]);
            let (sa, sb) = (if ta { [l, n] } else { [n, l] }, if tb { [m, l] } else { [l, m] });
            if !run(&k, &[array(&mut z, &[n, m]), array(&mut x, &sa), array(&mut y, &sb)]) {
                return;
            }
            let want = cast(&product(&a, &b, [n, m, l], ta, tb), f);
            assert!(z == want, "{t} {flags} {n} {m} {l}");
        }
    }
}

const SIZES: [[usize; 3]; 5] = [[1, 1, 1], [5, 7, 3], [64, 64, 16], [65, 33, 50], [130, 70, 17]];

#[test]
fn products_of_matrices() {
    check("f32", |x| x as f32, &SIZES);
    check("f32", |x| x as f32, &[[513, 515, 20], [3, 4, 0]]);
    check("f64", |x| x, &SIZES);
    check("i32", |x| x as i32, &SIZES);
    check("i64", |x| x as i64, &SIZES[..3]);
    check("i8", |x| x as i64 as i8, &SIZES[..3]);
}

#[test]
fn products_with_vectors() {
    let mut rng = Rng(10);
    for (flags, ranks) in
        [("", ["?", "?x?", "?"]), ("ta", ["?", "?x?", "?"]), ("", ["?", "?", "?x?"]), ("tb", ["?", "?", "?x?"])]
    {
        let k = kernel("f32", flags, ranks);
        let (n, l) = (301, 530);
        let (mat, vec) = (small(&mut rng, n * l), small(&mut rng, l));
        let left = ranks[1] == "?x?";
        let (want, shape) = match (left, flags) {
            (true, "") => (product(&mat, &vec, [n, 1, l], false, false), [n, l]),
            (true, _) => (product(&mat, &vec, [n, 1, l], true, false), [l, n]),
            (false, "") => (product(&vec, &mat, [1, n, l], false, false), [l, n]),
            (false, _) => (product(&vec, &mat, [1, n, l], false, true), [n, l]),
        };
        let (mut x, mut y, mut z) = (cast(&mat, |x| x as f32), cast(&vec, |x| x as f32), vec![0f32; n]);
        let (mv, vv, zv) = (array(&mut x, &shape), array(&mut y, &[l]), array(&mut z, &[n]));
        let args: [Arg; 3] = if left { [zv, mv, vv] } else { [zv, vv, mv] };
        if !run(&k, &args) {
            return;
        }
        assert!(z == cast(&want, |x| x as f32), "{flags} {ranks:?}");
    }
}

#[test]
fn logical_products() {
    for ranks in [["?x?", "?x?", "?x?"], ["?", "?x?", "?"]] {
        let k = kernel("l32", "", ranks);
        let mut rng = Rng(11);
        let (n, l) = (40, 37);
        let m = if ranks[2] == "?" { 1 } else { 29 };
        let mut a: Vec<i32> = (0..n * l).map(|_| i32::from(rng.next().is_multiple_of(9))).collect();
        let mut b: Vec<i32> = (0..l * m).map(|_| i32::from(rng.next().is_multiple_of(7))).collect();
        let mut c = vec![5i32; n * m];
        let (sc, sb): (&[usize], &[usize]) = if m == 1 { (&[40], &[37]) } else { (&[40, 29], &[37, 29]) };
        if !run(&k, &[array(&mut c, sc), array(&mut a, &[n, l]), array(&mut b, sb)]) {
            return;
        }
        for j in 0..m {
            for i in 0..n {
                let any = (0..l).any(|q| a[i + q * n] != 0 && b[q + j * l] != 0);
                assert_eq!(c[i + j * n], i32::from(any));
            }
        }
    }
}

#[test]
fn complex_products_with_conjugates_and_fused_regions() {
    let k = build(
        r#"dev.kernel [kind = "matmul", sym = @mm] (%0: view<?x?xc32>, %1: view<?x?xc32>, %2: view<?x?xc32>, %3: c32) {
  lib.matmul %0, %1, %2, %3 [ca, epilogue, prologue_b, ta] (%4: c32, %5: index, %6: index) {
    %7 = arith.sub %4, %3 : c32
    loop.yield %7
  } (%8: c32, %9: index, %10: index) {
    %11 = arith.cast %9 : f32
    %12 = arith.cast %10 : f32
    %13 = complex.make %11, %12 : c32
    %14 = arith.add %8, %13 : c32
    loop.yield %14
  }
}"#,
    );
    let mut rng = Rng(12);
    let (n, m, l) = (35, 40, 21);
    let mut a: Vec<f32> = cast(&small(&mut rng, 2 * n * l), |x| x as f32);
    let mut b: Vec<f32> = cast(&small(&mut rng, 2 * m * l), |x| x as f32);
    let mut c = vec![0f32; 2 * n * m];
    let mut s = Vec::new();
    s.extend(2.0f32.to_le_bytes());
    s.extend((-1.0f32).to_le_bytes());
    let matrix = |v: &mut [f32], r: usize, c: usize| strided(v, 8, 0, &[(r as i64, 8), (c as i64, 8 * r as i64)]);
    let args = [matrix(&mut c, n, m), matrix(&mut a, l, n), matrix(&mut b, l, m), Arg::Scalar(s)];
    if !run(&k, &args) {
        return;
    }
    for j in 0..m {
        for i in 0..n {
            let (mut re, mut im) = (i as f32, j as f32);
            for q in 0..l {
                let (x, y) = (a[2 * (q + i * l)], -a[2 * (q + i * l) + 1]);
                let (u, v) = (b[2 * (q + j * l)] - 2.0, b[2 * (q + j * l) + 1] + 1.0);
                re += x * u - y * v;
                im += x * v + y * u;
            }
            assert_eq!((c[2 * (i + j * n)], c[2 * (i + j * n) + 1]), (re, im), "{i} {j}");
        }
    }
}

#[test]
fn strided_operands() {
    let k = kernel("f32", "", ["?x?", "?x?", "?x?"]);
    let mut rng = Rng(13);
    let (n, m, l) = (20, 30, 25);
    // a(1:2n:2, l:1:-1), b contiguous, c with a gap between columns.
    let av = small(&mut rng, 2 * n * l);
    let bv = small(&mut rng, l * m);
    let (mut a, mut b, mut c) = (cast(&av, |x| x as f32), cast(&bv, |x| x as f32), vec![7f32; (n + 3) * m]);
    let args = [
        strided(&mut c, 4, 0, &[(n as i64, 4), (m as i64, 4 * (n as i64 + 3))]),
        strided(&mut a, 4, 4 * 2 * n * (l - 1), &[(n as i64, 8), (l as i64, -8 * n as i64)]),
        array(&mut b, &[l, m]),
    ];
    if !run(&k, &args) {
        return;
    }
    for j in 0..m {
        for i in 0..n + 3 {
            let want =
                if i < n { (0..l).map(|q| av[2 * i + 2 * n * (l - 1 - q)] * bv[q + j * l]).sum::<f64>() } else { 7.0 };
            assert_eq!(f64::from(c[i + j * (n + 3)]), want);
        }
    }
}

fn transpose<T: Elem + PartialEq + std::fmt::Debug>(t: &str, width: usize, f: fn(usize) -> T) {
    let k = build(&format!(
        r#"dev.kernel [kind = "transpose", sym = @t] (%0: view<?x?x{t}>, %1: view<?x?x{t}>) {{
  lib.transpose %0, %1
}}"#
    ));
    for (n, m) in [(1, 1), (5, 40), (33, 31), (100, 64)] {
        let mut a: Vec<T> = (0..n * m * width).map(f).collect();
        let mut b: Vec<T> = (0..n * m * width).map(|_| f(0)).collect();
        let elem = size_of::<T>() * width;
        let view = |v: &mut [T], r: usize, c: usize| {
            strided(v, elem, 0, &[(r as i64, elem as i64), (c as i64, (elem * r) as i64)])
        };
        if !run(&k, &[view(&mut b, m, n), view(&mut a, n, m)]) {
            return;
        }
        for j in 0..m {
            for i in 0..n {
                for w in 0..width {
                    assert_eq!(b[(j + i * m) * width + w], a[(i + j * n) * width + w], "{t} {n} {m} {i} {j}");
                }
            }
        }
    }
}

#[test]
fn transposes() {
    transpose("f32", 1, |i| i as f32);
    transpose("f64", 1, |i| i as f64);
    transpose("i8", 1, |i| i as i8);
    transpose("i16", 1, |i| i as i16);
    transpose("i64", 1, |i| i as i64);
    transpose("c32", 2, |i| i as f32);
    transpose("c64", 2, |i| i as f64);
    transpose("l32", 1, |i| (i % 3 == 1) as i32);
    transpose("chr<3>", 3, |i| (i % 200) as u8);
}
