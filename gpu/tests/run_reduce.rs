//! Reductions compute what the host computes, over all kinds and sizes, and repeat exactly.

mod common;
use common::build;
#[path = "common/device.rs"]
mod device;
use device::{Rng, array, run};
use ferrotran_abi::kernel::CompiledKernel;

/// result = reduce over a of a(i) where a(i) is not the mask value, or of `value`.
fn reduction(kind: &str, t: &str, r: &str, body: &str) -> CompiledKernel {
    build(&format!(
        r#"dev.kernel [kind = "reduce", sym = @r] (%0: view<?x?x{t}, contig>, %1: view<{r}, contig>) {{
  %2 = view.extent %0 [dim = 0] : index
  %3 = view.extent %0 [dim = 1] : index
  %4 = loop.reduce %2, %3 [kind = "{kind}"] (%5: index, %6: index) {{
    %7 = view.elem %0, %5, %6 : ref<{t}>
    %8 = mem.load %7 : {t}
{body}
  }} : {result}
  %20 = {after}
  %21 = view.elem %1 : ref<{r}>
  mem.store %20, %21
}}"#,
        result = if r == "l32" {
            "i1"
        } else if kind.contains("loc") || kind.contains("find") || kind == "count" {
            "index"
        } else {
            r
        },
        after = if r == "l32" || kind.contains("loc") || kind.contains("find") || kind == "count" {
            format!("arith.cast %4 : {r}")
        } else {
            format!("arith.add %4, %4 : {r}")
        },
    ))
}

const SIZES: [(usize, usize); 7] = [(0, 5), (1, 1), (3, 5), (256, 1), (1, 257), (61, 97), (1000, 333)];

#[test]
fn integer_kinds() {
    type Fold = fn(i32, i32) -> i32;
    let cases: [(&str, i32, Fold); 7] = [
        ("sum", 0, |a, b| a.wrapping_add(b)),
        ("product", 1, |a, b| a.wrapping_mul(b)),
        ("max", i32::MIN, |a, b| a.max(b)),
        ("min", i32::MAX, |a, b| a.min(b)),
        ("iall", -1, |a, b| a & b),
        ("iany", 0, |a, b| a | b),
        ("iparity", 0, |a, b| a ^ b),
    ];
    let mut rng = Rng(5);
    for (kind, start, f) in cases {
        let masked = "    %9 = arith.const [value = 77] : i32\n    %10 = arith.cmp %8, %9 [pred = \"ne\"] : i1\n    loop.yield %8, %10";
        let k = reduction(kind, "i32", "i32", masked);
        // With subscripts, by the number of the element, and together.
        assert_eq!(k.stages.len(), 3);
        for (n, m) in SIZES {
            let mut a: Vec<i32> =
                (0..n * m).map(|_| if rng.next().is_multiple_of(5) { 77 } else { rng.next() as i32 | 1 }).collect();
            let mut out = [0i32];
            if !run(&k, &[array(&mut a, &[n, m]), array(&mut out, &[])]) {
                return;
            }
            let want = a.iter().filter(|&&x| x != 77).fold(start, |s, &x| f(s, x));
            assert_eq!(out[0], want.wrapping_add(want), "{kind} {n} {m}");
        }
    }
}

#[test]
fn truth_kinds() {
    let body =
        "    %9 = arith.const [value = 3] : i32\n    %10 = arith.cmp %8, %9 [pred = \"gt\"] : i1\n    loop.yield %10";
    for kind in ["any", "all", "parity", "eqv", "count", "findfirst", "findlast"] {
        let positions = ["count", "findfirst", "findlast"].contains(&kind);
        let body = if kind.starts_with("find") {
            body.replace("loop.yield %10", "%11 = arith.const [value = 1] : i1\n    loop.yield %10, %11")
        } else {
            body.to_string()
        };
        let k = reduction(kind, "i32", if positions { "i32" } else { "l32" }, &body);
        for (n, m) in SIZES {
            for pattern in 0..3 {
                let mut a: Vec<i32> = (0..n * m)
                    .map(|i| match pattern {
                        0 => 5,
                        1 => 0,
                        _ => {
                            if i * 7919 % 1009 == 500 {
                                9
                            } else {
                                1
                            }
                        }
                    })
                    .collect();
                let mut out = [-5i32];
                if !run(&k, &[array(&mut a, &[n, m]), array(&mut out, &[])]) {
                    return;
                }
                let count = a.iter().filter(|&&x| x > 3).count();
                let want = match kind {
                    "any" => i32::from(count > 0),
                    "all" => i32::from(count == a.len()),
                    "parity" => (count % 2) as i32,
                    "eqv" => i32::from((a.len() - count).is_multiple_of(2)),
                    "count" => count as i32,
                    "findfirst" => a.iter().position(|&x| x > 3).map_or(-1, |i| i as i32),
                    _ => a.iter().rposition(|&x| x > 3).map_or(-1, |i| i as i32),
                };
                assert_eq!(out[0], want, "{kind} {n} {m} {pattern}");
            }
        }
    }
}

#[test]
fn locations_take_the_first() {
    let body = "    %9 = arith.const [value = 77.0] : f32\n    %10 = arith.cmp %8, %9 [pred = \"ne\"] : i1\n    loop.yield %8, %10";
    let mut rng = Rng(6);
    for kind in ["maxloc", "minloc"] {
        let k = reduction(kind, "f32", "i32", body);
        for (n, m) in SIZES {
            for mode in 0..3 {
                let mut a: Vec<f32> = (0..n * m)
                    .map(|_| match (mode, rng.next() % 10) {
                        (2, _) => f32::NAN,
                        (_, 0) => 77.0,
                        (1, 1) => f32::NAN,
                        (_, x) => (x % 4) as f32 - 2.0,
                    })
                    .collect();
                let mut out = [-5i32];
                if !run(&k, &[array(&mut a, &[n, m]), array(&mut out, &[])]) {
                    return;
                }
                let mut want = -1i32;
                for (i, &x) in a.iter().enumerate() {
                    if x == 77.0 {
                        continue;
                    }
                    let better = want < 0 || {
                        let b = a[want as usize];
                        (b.is_nan() && !x.is_nan()) || if kind == "maxloc" { x > b } else { x < b }
                    };
                    if better {
                        want = i as i32;
                    }
                }
                assert_eq!(out[0], want, "{kind} {n} {m} {mode}");
            }
        }
    }
}

#[test]
fn float_sums_and_extremes() {
    let mut rng = Rng(7);
    for (t, eps) in [("f32", 1e-4), ("f64", 1e-12)] {
        for kind in ["sum", "max", "min"] {
            let k = reduction(kind, t, t, "    loop.yield %8");
            for (n, m) in SIZES {
                let values: Vec<f64> = (0..n * m).map(|_| (rng.unit() * 1000.0).round() / 8.0 - 20.0).collect();
                let mut results = Vec::new();
                for _ in 0..2 {
                    let out = if t == "f32" {
                        let mut a: Vec<f32> = values.iter().map(|&x| x as f32).collect();
                        let mut out = [0f32];
                        if !run(&k, &[array(&mut a, &[n, m]), array(&mut out, &[])]) {
                            return;
                        }
                        f64::from(out[0])
                    } else {
                        let mut a = values.clone();
                        let mut out = [0f64];
                        if !run(&k, &[array(&mut a, &[n, m]), array(&mut out, &[])]) {
                            return;
                        }
                        out[0]
                    };
                    results.push(out);
                }
                assert_eq!(results[0].to_bits(), results[1].to_bits(), "a run repeats exactly");
                let huge = if t == "f32" { f64::from(f32::MAX) } else { f64::MAX };
                let want = 2.0
                    * match kind {
                        "sum" => values.iter().sum::<f64>(),
                        "max" if values.is_empty() => -huge,
                        "min" if values.is_empty() => huge,
                        "max" => values.iter().copied().fold(f64::NEG_INFINITY, f64::max),
                        _ => values.iter().copied().fold(f64::INFINITY, f64::min),
                    };
                if values.is_empty() && kind != "sum" {
                    assert!(results[0].is_infinite(), "twice the huge value");
                } else {
                    assert!(
                        (results[0] - want).abs() <= eps * want.abs().max(1.0),
                        "{kind} {t} {n} {m}: {} {want}",
                        results[0]
                    );
                }
            }
        }
    }
}

#[test]
fn a_reduction_for_every_column() {
    let k = build(
        r#"dev.kernel [kind = "parallel", sym = @cols] (%0: view<?x?xf32, contig>, %1: view<?xf32, contig>) {
  %2 = view.extent %0 [dim = 0] : index
  %3 = view.extent %0 [dim = 1] : index
  loop.parallel %3 (%4: index) {
    %5 = loop.reduce %2 [kind = "max"] (%6: index) {
      %7 = view.elem %0, %6, %4 : ref<f32>
      %8 = mem.load %7 : f32
      loop.yield %8
    } : f32
    %9 = view.elem %1, %4 : ref<f32>
    mem.store %5, %9
  }
}"#,
    );
    let (n, m) = (19, 300);
    let mut a: Vec<f32> = (0..n * m).map(|i| ((i * 7919) % 1000) as f32).collect();
    let mut out = vec![0f32; m];
    if run(&k, &[array(&mut a, &[n, m]), array(&mut out, &[m])]) {
        for j in 0..m {
            assert_eq!(out[j], a[j * n..(j + 1) * n].iter().copied().fold(f32::MIN, f32::max));
        }
    }
}

#[test]
fn scalar_code_with_effects_before_is_run_once() {
    let k = build(
        r#"dev.kernel [kind = "reduce", sym = @once] (%0: view<?xi32, contig>, %1: view<i32, contig>) {
  %2 = view.extent %0 [dim = 0] : index
  %3 = view.elem %1 : ref<i32>
  %4 = mem.load %3 : i32
  %5 = arith.const [value = 1] : i32
  %6 = arith.add %4, %5 : i32
  mem.store %6, %3
  %7 = loop.reduce %2 [kind = "sum"] (%8: index) {
    %9 = view.elem %0, %8 : ref<i32>
    %10 = mem.load %9 : i32
    loop.yield %10
  } : i32
  %11 = mem.load %3 : i32
  %12 = arith.add %11, %7 : i32
  mem.store %12, %3
}"#,
    );
    let mut a: Vec<i32> = (0..100).collect();
    let mut out = [10i32];
    if run(&k, &[array(&mut a, &[100]), array(&mut out, &[])]) {
        assert_eq!(out[0], 11 + 4950);
    }
}
