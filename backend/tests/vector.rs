//! Vector loops against scalar code: the same text compiled without and with optimization must store
//! the same bits, for all row lengths around the vector width and for strided views.

mod common;
use common::{load, widths};
use ferrotran_backend::CodegenOptions;

/// Bodies: element types of the inputs %a %b (in memory) and the output, and the ops from %x, %y (values)
/// to %z. `%i` is the index, `%s` a loop-invariant f64.
const BODIES: &[(&str, &str, &str, &str)] = &[
    ("f64", "f64", "f64", "%t = arith.mul %x, %y : f64\n%z = arith.add %t, %s : f64"),
    ("f32", "f32", "f32", "%t = arith.mul %x, %x : f32\n%z = arith.sub %t, %y : f32"),
    ("f32", "f64", "f64", "%t = arith.cast %x : f64\n%z = arith.div %t, %y : f64"),
    ("f64", "f32", "f32", "%t = arith.cast %x : f32\n%z = arith.add %t, %y : f32"),
    (
        "f64",
        "f64",
        "f64",
        "%c = arith.cmp %x, %y [pred = \"lt\"] : i1\n%q = math.fn %y [fn = \"abs\"] : f64\n%r = math.fn %q [fn = \"sqrt\"] : f64\n%z = arith.select %c, %x, %r : f64",
    ),
    (
        "f32",
        "f64",
        "f32",
        "%c = arith.cmp %y, %s [pred = \"gt\"] : i1\n%n = arith.neg %x : f32\n%z = arith.select %c, %x, %n : f32",
    ),
    (
        "f32",
        "f64",
        "f64",
        "%o = arith.const [value = 0.25] : f32\n%c = arith.cmp %x, %o [pred = \"ge\"] : i1\n%n = arith.neg %y : f64\n%z = arith.select %c, %y, %n : f64",
    ),
    ("f64", "f64", "f64", "%t = arith.min %x, %y : f64\n%z = arith.max %t, %s : f64"),
    (
        "f32",
        "f32",
        "f32",
        "%t = arith.max %x, %y : f32\n%u = math.fn %t [fn = \"floor\"] : f32\n%v = math.fn %x [fn = \"round\"] : f32\n%z = arith.add %u, %v : f32",
    ),
    (
        "f64",
        "f64",
        "f64",
        "%t = math.fn %x [fn = \"round\"] : f64\n%u = math.fn %y [fn = \"trunc\"] : f64\n%v = math.fn %t, %u [fn = \"copysign\"] : f64\n%w = math.fn %x [fn = \"rint\"] : f64\n%z = arith.add %v, %w : f64",
    ),
    (
        "i32",
        "i32",
        "i32",
        "%t = arith.mul %x, %y : i32\n%k = arith.const [value = 3] : i32\n%u = arith.shr_s %t, %k : i32\n%v = arith.xor %u, %x : i32\n%z = arith.max %v, %y : i32",
    ),
    (
        "i64",
        "i64",
        "i64",
        "%t = arith.mul %x, %y : i64\n%k = arith.const [value = 7] : i64\n%u = arith.shr_u %t, %k : i64\n%v = arith.and %u, %x : i64\n%w = arith.shr_s %v, %k : i64\n%z = arith.sub %w, %y : i64",
    ),
    ("i32", "f64", "f64", "%t = arith.cast %x : f64\n%z = arith.mul %t, %y : f64"),
    ("i32", "f32", "f32", "%t = arith.cast %x : f32\n%z = arith.mul %t, %y : f32"),
    ("i32", "i64", "i64", "%t = arith.cast %x : i64\n%z = arith.add %t, %y : i64"),
    ("i64", "i32", "i32", "%t = arith.cast %x : i32\n%z = arith.add %t, %y : i32"),
    ("f32", "f32", "i32", "%t = arith.cast %x : i32\n%u = arith.cast %y : i32\n%z = arith.sub %t, %u : i32"),
    ("f64", "f64", "i32", "%t = arith.cast %x : i32\n%u = arith.cast %y : i32\n%z = arith.sub %t, %u : i32"),
    ("f64", "f64", "l32", "%c = arith.cmp %x, %y [pred = \"le\"] : i1\n%z = arith.cast %c : l32"),
    (
        "f32",
        "f32",
        "l8",
        "%c = arith.cmp %x, %y [pred = \"ne\"] : i1\n%d = arith.cmp %x, %x [pred = \"eq\"] : i1\n%e = arith.and %c, %d : i1\n%z = arith.cast %e : l8",
    ),
    ("l8", "f32", "f32", "%c = arith.cast %x : i1\n%n = arith.neg %y : f32\n%z = arith.select %c, %y, %n : f32"),
    (
        "l8",
        "f64",
        "f64",
        "%c = arith.cast %x : i1\n%d = arith.not %c : i1\n%n = arith.neg %y : f64\n%z = arith.select %d, %y, %n : f64",
    ),
    ("i8", "i32", "i32", "%c = arith.cast %x : i32\n%z = arith.add %c, %y : i32"),
    ("i32", "i32", "i8", "%c = arith.add %x, %y : i32\n%z = arith.cast %c : i8"),
    (
        "i64",
        "f64",
        "i64",
        "%k = arith.const [value = 11] : i64\n%c = arith.cmp %x, %k [pred = \"gt\"] : i1\n%d = arith.cmp %y, %s [pred = \"lt\"] : i1\n%e = arith.or %c, %d : i1\n%f = arith.not %e : i1\n%z = arith.select %f, %x, %k : i64",
    ),
    (
        "f64",
        "f64",
        "f64",
        "%k = arith.const [value = 5] : i32\n%t = math.fn %x, %k [fn = \"ipow\"] : f64\n%z = arith.sub %t, %y : f64",
    ),
    ("f64", "f64", "f64", "%t = arith.cast %i : f64\n%z = arith.mul %t, %x : f64"),
    ("f32", "f32", "f32", "%t = arith.cast %i : f32\n%z = arith.mul %t, %x : f32"),
    (
        "f32",
        "f32",
        "i32",
        "%k = arith.const [value = 2] : index\n%m = arith.mul %i, %k : index\n%t = arith.cast %m : i32\n%u = arith.cast %x : i32\n%z = arith.add %t, %u : i32",
    ),
    (
        "f64",
        "f64",
        "f64",
        "%t = math.fn %x, %y, %s [fn = \"fma\"] : f64\n%c = math.fn %t [fn = \"isnan\"] : i1\n%z = arith.select %c, %s, %t : f64",
    ),
    (
        "i32",
        "i32",
        "i32",
        "%q = math.fn %x [fn = \"abs\"] : i32\n%o = arith.const [value = 1] : i32\n%d = arith.add %q, %o : i32\n%t = arith.rem %y, %d : i32\n%u = arith.popcnt %t : i32\n%z = arith.not %u : i32",
    ),
    ("f64", "i64", "i64", "%z = arith.bitcast %x : i64"),
    (
        "f32",
        "f32",
        "l8",
        "%c = arith.cmp %x, %y [pred = \"gt\"] : i1\n%d = arith.cmp %x, %y [pred = \"lt\"] : i1\n%e = arith.select %c, %d, %c : i1\n%f = arith.xor %e, %d : i1\n%z = arith.cast %f : l8",
    ),
];

fn unique(body: &str) -> String {
    body.replace('\n', "\n    ")
}

/// `view`: the type's suffix and how the views are made from (ptr, extent, stride).
fn text(k: usize, (a, b, c, body): (&str, &str, &str, &str), strided: bool) -> String {
    let make = |name: &str, t: &str| {
        if strided {
            format!(
                "%v{name} = view.make %p{name}, %len, %rows, %s{name}, %row{name} [segs = [1, 2, 2, 0]] : view<?x?x{t}>\n  "
            )
        } else {
            format!("%v{name} = view.make %p{name}, %len, %rows [segs = [1, 2, 0, 0]] : view<?x?x{t}, contig>\n  ")
        }
    };
    let row = |name: &str| format!("%row{name} = arith.mul %s{name}, %len : index\n  ");
    format!(
        "func.func [sym = @f{k}] (%pa: ptr, %sa: index, %pb: ptr, %sb: index, %pc: ptr, %sc: index, %len: index, %rows: index, %s: f64) {{
  {}{}{}{}{}{}loop.parallel %len, %rows (%i: index, %j: index) {{
    %ra = view.elem %va, %i, %j : ref<{a}>
    %rb = view.elem %vb, %i, %j : ref<{b}>
    %x = mem.load %ra : {a}
    %y = mem.load %rb : {b}
    {}
    %rc = view.elem %vc, %i, %j : ref<{c}>
    mem.store %z, %rc
  }}
  func.return
}}
",
        row("a"),
        row("b"),
        row("c"),
        make("a", a),
        make("b", b),
        make("c", c),
        unique(body)
    )
}

fn size(t: &str) -> usize {
    t[1..].parse::<usize>().expect("a width") / 8
}

/// `n` elements with many interesting values.
fn data(t: &str, n: usize, seed: u64) -> Vec<u8> {
    let mut s = seed;
    let mut out = Vec::new();
    for i in 0..n {
        s = s.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        let r = (s >> 33) as i64 % 2001 - 1000;
        let special = (s >> 20).is_multiple_of(23);
        match t {
            "f64" => {
                let x = if special { [f64::NAN, 0.0, -0.0, 2.5, -1.5][i % 5] } else { r as f64 / 37.0 };
                out.extend(x.to_le_bytes());
            }
            "f32" => {
                let x = if special { [f32::NAN, 0.0, -0.0, 2.5, -1.5][i % 5] } else { r as f32 / 37.0 };
                out.extend(x.to_le_bytes());
            }
            "i64" => out.extend((r * if special { 1 << 40 } else { 1 }).to_le_bytes()),
            "i32" => out.extend(((r as i32).wrapping_mul(if special { 1 << 20 } else { 1 })).to_le_bytes()),
            "i8" => out.push(r as u8),
            _ => out.push((r & 1) as u8),
        }
    }
    out
}

type Kernel = extern "C" fn(*const u8, i64, *const u8, i64, *mut u8, i64, i64, i64, f64);

#[test]
fn vector_code_stores_the_bits_of_scalar_code() {
    for strided in [false, true] {
        let mut whole = String::from("module\n");
        for (k, &b) in BODIES.iter().enumerate() {
            whole.push_str(&text(k, b, strided));
        }
        let scalar = load(&whole, &CodegenOptions { opt_level: 0, ..CodegenOptions::default() });
        for o in widths() {
            let vector = load(&whole, &o);
            for (k, &(a, b, c, body)) in BODIES.iter().enumerate() {
                let name = format!("f{k}");
                let get = |l: &ferrotran_backend::link::Loaded| {
                    let p = l.symbol(&name).expect("the symbol is defined");
                    // SAFETY: the module defines the function with this signature.
                    unsafe { std::mem::transmute::<*const u8, Kernel>(p) }
                };
                let (fs, fv) = (get(&scalar), get(&vector));
                let gaps: &[usize] = if strided { &[1, 3] } else { &[1] };
                for &gap in gaps {
                    for n in (0usize..=36).chain([47, 48, 49, 63, 64, 65, 70, 127, 129]) {
                        let m = 3;
                        let count = n * m * gap + 1;
                        let (xa, xb) = (data(a, count, 1), data(b, count, 2));
                        let mut want = vec![0u8; count * size(c)];
                        let mut got = want.clone();
                        let strides = [a, b, c].map(|t| (size(t) * gap) as i64);
                        for (f, out) in [(fs, &mut want), (fv, &mut got)] {
                            f(
                                xa.as_ptr(),
                                strides[0],
                                xb.as_ptr(),
                                strides[1],
                                out.as_mut_ptr(),
                                strides[2],
                                n as i64,
                                m as i64,
                                1.75,
                            );
                        }
                        let same = want
                            .chunks(size(c))
                            .zip(got.chunks(size(c)))
                            .all(|(w, g)| w == g || is_nan(c, w) && is_nan(c, g));
                        assert!(same, "body {k} ({a}, {b} -> {c}), n = {n}, gap {gap}:\n{body}\n{want:?}\n{got:?}");
                    }
                }
            }
        }
    }
}

fn is_nan(t: &str, b: &[u8]) -> bool {
    match (t, b) {
        ("f64", b) => b.try_into().is_ok_and(|b| f64::from_le_bytes(b).is_nan()),
        ("f32", b) => b.try_into().is_ok_and(|b| f32::from_le_bytes(b).is_nan()),
        _ => false,
    }
}

/// Reductions: (kind, input type, ops from %x to the yielded operands, result type).
const REDUCTIONS: &[(&str, &str, &str, &str, &str)] = &[
    ("sum", "f64", "", "%x", "f64"),
    ("sum", "f32", "%q = arith.mul %x, %x : f32", "%q", "f32"),
    ("sum", "f32", "%q = arith.cast %x : f64", "%q", "f64"),
    ("product", "f64", "%k = arith.const [value = 40.0] : f64\n%q = arith.div %x, %k : f64", "%q", "f64"),
    ("sum", "f64", "%k = arith.const [value = 1.0] : f64\n%c = arith.cmp %x, %k [pred = \"gt\"] : i1", "%x, %c", "f64"),
    ("sum", "i32", "", "%x", "i32"),
    ("sum", "i64", "", "%x", "i64"),
    ("product", "i32", "", "%x", "i32"),
    ("iany", "i32", "", "%x", "i32"),
    ("iall", "i64", "", "%x", "i64"),
    (
        "iparity",
        "i32",
        "%k = arith.const [value = 100] : i32\n%c = arith.cmp %x, %k [pred = \"lt\"] : i1",
        "%x, %c",
        "i32",
    ),
    ("min", "i32", "", "%x", "i32"),
    ("max", "i64", "", "%x", "i64"),
    ("max", "i32", "%k = arith.const [value = 10] : i32\n%c = arith.cmp %x, %k [pred = \"lt\"] : i1", "%x, %c", "i32"),
    ("min", "f64", "", "%x", "f64"),
    ("max", "f32", "", "%x", "f32"),
    ("max", "f32", "%k = arith.const [value = 0.0] : f32\n%c = arith.cmp %x, %k [pred = \"lt\"] : i1", "%x, %c", "f32"),
    ("count", "f64", "%k = arith.const [value = 0.0] : f64\n%c = arith.cmp %x, %k [pred = \"lt\"] : i1", "%c", "index"),
    ("count", "f32", "%k = arith.const [value = 0.0] : f32\n%c = arith.cmp %x, %k [pred = \"lt\"] : i1", "%c", "i32"),
    ("any", "f32", "%k = arith.const [value = 26.5] : f32\n%c = arith.cmp %x, %k [pred = \"gt\"] : i1", "%c", "i1"),
    ("all", "f64", "%k = arith.const [value = -26.0] : f64\n%c = arith.cmp %x, %k [pred = \"gt\"] : i1", "%c", "i1"),
    ("parity", "i32", "%k = arith.const [value = 0] : i32\n%c = arith.cmp %x, %k [pred = \"gt\"] : i1", "%c", "i1"),
    ("eqv", "i32", "%k = arith.const [value = 0] : i32\n%c = arith.cmp %x, %k [pred = \"gt\"] : i1", "%c", "i1"),
    ("maxloc", "f32", "", "%x", "index"),
    ("minloc", "i32", "", "%x", "index"),
    ("findlast", "l8", "%c = arith.cast %x : i1", "%c", "index"),
];

#[test]
fn vector_reductions_agree_with_scalar_ones() {
    let mut whole = String::from("module\n");
    for (k, (kind, t, body, yields, out)) in REDUCTIONS.iter().enumerate() {
        whole.push_str(&format!(
            "func.func [sym = @r{k}] (%p: ptr, %st: index, %n: index, %m: index, %o: ref<{out}>) {{
  %row = arith.mul %st, %n : index
  %v = view.make %p, %n, %m, %st, %row [segs = [1, 2, 2, 0]] : view<?x?x{t}>
  %r = loop.reduce %n, %m [kind = \"{kind}\"] (%i: index, %j: index) {{
    %e = view.elem %v, %i, %j : ref<{t}>
    %x = mem.load %e : {t}
    {}
    loop.yield {yields}
  }} : {out}
  mem.store %r, %o
  func.return
}}
",
            unique(body)
        ));
    }
    let scalar = load(&whole, &CodegenOptions { opt_level: 0, ..CodegenOptions::default() });
    for o in widths() {
        let vector = load(&whole, &o);
        for (k, (kind, t, body, ..)) in REDUCTIONS.iter().enumerate() {
            let name = format!("r{k}");
            let get = |l: &ferrotran_backend::link::Loaded| {
                let p = l.symbol(&name).expect("the symbol is defined");
                // SAFETY: the module defines the function with this signature.
                unsafe { std::mem::transmute::<*const u8, extern "C" fn(*const u8, i64, i64, i64, *mut u8)>(p) }
            };
            let (fs, fv) = (get(&scalar), get(&vector));
            for gap in [1usize, 2] {
                for n in [0usize, 1, 3, 8, 15, 16, 17, 32, 33, 63, 64, 65, 100] {
                    let x = data(t, n * 3 * gap + 1, 77 + n as u64);
                    let mut bits = [[0u8; 8]; 2];
                    for (f, out) in [fs, fv].iter().zip(&mut bits) {
                        f(x.as_ptr(), (size(t) * gap) as i64, n as i64, 3, out.as_mut_ptr());
                    }
                    let nan = bits.iter().all(|b| is_nan("f64", b))
                        || bits.iter().all(|b| is_nan("f32", &b[..4]) && b[4..] == [0; 4]);
                    assert!(bits[0] == bits[1] || nan, "{kind} of {t}, n = {n}, gap {gap}: {bits:?}\n{body}");
                }
            }
        }
    }
}

#[test]
fn masks() {
    // WHERE: a masked store; and a private variable that a rare case replaces.
    let text = r#"module
func.func [sym = @where] (%pa: ptr, %pb: ptr, %pc: ptr, %n: index, %rows: index, %s: f64) {
  %va = view.make %pa, %n, %rows [segs = [1, 2, 0, 0]] : view<?x?xf64, contig>
  %vb = view.make %pb, %n, %rows [segs = [1, 2, 0, 0]] : view<?x?xf32, contig>
  %vc = view.make %pc, %n, %rows [segs = [1, 2, 0, 0]] : view<?x?xi32, contig>
  loop.parallel %n, %rows (%i: index, %j: index) {
    %ra = view.elem %va, %i, %j : ref<f64>
    %x = mem.load %ra : f64
    %c = arith.cmp %x, %s [pred = "lt"] : i1
    loop.if %c [masked = true] {
      %rb = view.elem %vb, %i, %j : ref<f32>
      %y = mem.load %rb : f32
      %xf = arith.cast %x : f32
      %z = arith.mul %y, %xf : f32
      mem.store %z, %rb
      %zero = arith.const [value = 0.0] : f32
      %d = arith.cmp %y, %zero [pred = "gt"] : i1
      loop.if %d [masked = true] {
        %rc = view.elem %vc, %i, %j : ref<i32>
        %k = arith.const [value = 77] : i32
        mem.store %k, %rc
      } {
      }
    } {
    }
  }
  func.return
}
func.func [sym = @rare] (%pa: ptr, %pb: ptr, %pc: ptr, %n: index, %rows: index, %s: f64) {
  %va = view.make %pa, %n, %rows [segs = [1, 2, 0, 0]] : view<?x?xf64, contig>
  %vb = view.make %pb, %n, %rows [segs = [1, 2, 0, 0]] : view<?x?xf32, contig>
  %vc = view.make %pc, %n, %rows [segs = [1, 2, 0, 0]] : view<?x?xi32, contig>
  loop.parallel %n, %rows (%i: index, %j: index) {
    %t = mem.alloca [name = "t"] : ref<f64>
    %q = mem.alloca [name = "q"] : ref<i32>
    %ra = view.elem %va, %i, %j : ref<f64>
    %x = mem.load %ra : f64
    %h = arith.add %x, %s : f64
    mem.store %h, %t
    %one = arith.const [value = 1] : i32
    mem.store %one, %q
    %c = arith.cmp %x, %s [pred = "gt"] : i1
    loop.if %c {
      %m = mem.load %t : f64
      %m2 = arith.mul %m, %m : f64
      mem.store %m2, %t
      %k = arith.cast %m : i32
      mem.store %k, %q
    } {
    }
    %u = mem.load %t : f64
    mem.store %u, %ra
    %rc = view.elem %vc, %i, %j : ref<i32>
    %w = mem.load %q : i32
    mem.store %w, %rc
  }
  func.return
}
"#;
    let scalar = load(text, &CodegenOptions { opt_level: 0, ..CodegenOptions::default() });
    let vector = load(text, &CodegenOptions::default());
    type F = extern "C" fn(*mut u8, *mut u8, *mut u8, i64, i64, f64);
    for name in ["where", "rare"] {
        for (threshold, n) in [(-1e9, 40usize), (1e9, 40), (0.0, 0), (0.0, 3), (0.0, 8), (0.0, 37), (20.0, 64)] {
            let run = |l: &ferrotran_backend::link::Loaded| {
                let p = l.symbol(name).expect("the symbol is defined");
                // SAFETY: the module defines the function with this signature.
                let f = unsafe { std::mem::transmute::<*const u8, F>(p) };
                let (mut a, mut b, mut c) = (data("f64", n * 2, 5), data("f32", n * 2, 6), data("i32", n * 2, 7));
                f(a.as_mut_ptr(), b.as_mut_ptr(), c.as_mut_ptr(), n as i64, 2, threshold);
                [a, b, c]
            };
            let (want, got) = (run(&scalar), run(&vector));
            for (k, t) in ["f64", "f32", "i32"].iter().enumerate() {
                let same = want[k]
                    .chunks(size(t))
                    .zip(got[k].chunks(size(t)))
                    .all(|(w, g)| w == g || is_nan(t, w) && is_nan(t, g));
                assert!(same, "{name}, threshold {threshold}, n = {n}: {t}\n{:?}\n{:?}", want[k], got[k]);
            }
        }
    }
}

/// Elementary functions after their expansion: (function, lowest, highest argument).
const FUNCTIONS: &[(&str, f64, f64)] = &[
    ("exp", -100.0, 80.0),
    ("log", 1e-3, 1e6),
    ("sin", -30.0, 30.0),
    ("cos", -3000.0, 3000.0),
    ("tan", -1.5, 1.5),
    ("atan", -50.0, 50.0),
    ("tanh", -5.0, 5.0),
    ("asin", -1.0, 1.0),
    ("cbrt", -9.0, 9.0),
    ("erf", -3.0, 3.0),
];

#[test]
fn expanded_functions() {
    for (t, bits) in [("f32", 32), ("f64", 64)] {
        let mut text = String::from("module\n");
        for (name, ..) in FUNCTIONS {
            text.push_str(&format!(
                "func.func [sym = @{name}] (%a: ptr, %b: ptr, %n: index) {{
  %va = view.make %a, %n [segs = [1, 1, 0, 0]] : view<?x{t}, contig>
  %vb = view.make %b, %n [segs = [1, 1, 0, 0]] : view<?x{t}, contig>
  loop.parallel %n (%i: index) {{
    %ra = view.elem %va, %i : ref<{t}>
    %x = mem.load %ra : {t}
    %y = math.fn %x [fn = \"{name}\"] : {t}
    %rb = view.elem %vb, %i : ref<{t}>
    mem.store %y, %rb
  }}
  func.return
}}
"
            ));
        }
        let mut m = ferrotran_ir::parse_module(&text).expect("well formed");
        ferrotran_ir::run_passes(&mut m, "math-expand", &Default::default()).unwrap_or_else(|e| panic!("{e:?}"));
        let text = ferrotran_ir::print_module(&m);
        let scalar = load(&text, &CodegenOptions { opt_level: 0, ..CodegenOptions::default() });
        let vector = load(&text, &CodegenOptions::default());
        for &(name, lo, hi) in FUNCTIONS {
            let n = 1003;
            let x: Vec<u8> = (0..n)
                .flat_map(|i| {
                    let v = lo + (hi - lo) * f64::from(i) / f64::from(n - 1);
                    if bits == 32 { (v as f32).to_le_bytes().to_vec() } else { v.to_le_bytes().to_vec() }
                })
                .collect();
            let run = |l: &ferrotran_backend::link::Loaded| {
                let p = l.symbol(name).expect("the symbol is defined");
                // SAFETY: the module defines the function with this signature.
                let f = unsafe { std::mem::transmute::<*const u8, extern "C" fn(*const u8, *mut u8, i64)>(p) };
                let mut y = vec![0u8; x.len()];
                let start = std::time::Instant::now();
                f(x.as_ptr(), y.as_mut_ptr(), i64::from(n));
                (y, start.elapsed())
            };
            let ((want, ts), (got, tv)) = (run(&scalar), run(&vector));
            println!("{name} {t}: scalar {ts:?}, vector {tv:?}");
            assert!(want == got, "{name} of {t}: vector code differs from scalar code");
            let value = |b: &[u8], i: usize| {
                if bits == 32 {
                    f64::from(f32::from_le_bytes(b[4 * i..4 * i + 4].try_into().expect("four bytes")))
                } else {
                    f64::from_le_bytes(b[8 * i..8 * i + 8].try_into().expect("eight bytes"))
                }
            };
            for i in 0..n as usize {
                let (x, y) = (value(&x, i), value(&got, i));
                let exact = match name {
                    "exp" => x.exp(),
                    "log" => x.ln(),
                    "sin" => x.sin(),
                    "cos" => x.cos(),
                    "tan" => x.tan(),
                    "atan" => x.atan(),
                    "tanh" => x.tanh(),
                    "asin" => x.asin(),
                    "cbrt" => x.cbrt(),
                    _ => continue,
                };
                let eps = if bits == 32 { 2.4e-7 } else { 9e-16 };
                let tiny = if bits == 32 { 1.2e-38 } else { 2.3e-308 };
                assert!((y - exact).abs() <= eps * exact.abs() + tiny, "{name}({x}) = {y}, not {exact}");
            }
        }
    }
}

#[test]
fn reductions_inside_loops() {
    let text = r#"module
func.func [sym = @columns] (%p: ptr, %o: ptr, %n: index, %m: index) {
  %v = view.make %p, %n, %m [segs = [1, 2, 0, 0]] : view<?x?xf32, contig>
  %w = view.make %o, %m [segs = [1, 1, 0, 0]] : view<?xf64, contig>
  %scale = mem.alloca [name = "scale"] : ref<f64>
  %two = arith.const [value = 2.0] : f64
  mem.store %two, %scale
  loop.parallel %m (%j: index) {
    %s = loop.reduce %n [kind = "sum"] (%i: index) {
      %e = view.elem %v, %i, %j : ref<f32>
      %x = mem.load %e : f32
      %y = arith.cast %x : f64
      %k = mem.load %scale : f64
      %z = arith.mul %y, %k : f64
      loop.yield %z
    } : f64
    %big = loop.reduce %n [kind = "max"] (%a: index) {
      %e2 = view.elem %v, %a, %j : ref<f32>
      %x2 = mem.load %e2 : f32
      loop.yield %x2
    } : f32
    %bigd = arith.cast %big : f64
    %k2 = mem.load %scale : f64
    %t = arith.mul %bigd, %k2 : f64
    %u = arith.add %s, %t : f64
    %r = view.elem %w, %j : ref<f64>
    mem.store %u, %r
  }
  func.return
}
"#;
    for o in common::modes() {
        let l = load(text, &o);
        let f = function!(l, "columns", extern "C" fn(*const f32, *mut f64, i64, i64));
        for n in [1usize, 2, 7, 16, 17, 40, 100] {
            let m = 3;
            // Small integers: sums are exact in any order.
            let x: Vec<f32> = (0..n * m).map(|i| ((i * 37) % 101) as f32 - 50.0).collect();
            let mut got = vec![0.0; m];
            f(x.as_ptr(), got.as_mut_ptr(), n as i64, m as i64);
            for (j, column) in x.chunks(n).enumerate() {
                let sum: f32 = column.iter().sum();
                let max = column.iter().copied().fold(f32::MIN, f32::max);
                assert_eq!(got[j], 2.0 * f64::from(sum + max), "column {j} of {n}");
            }
        }
    }
}
