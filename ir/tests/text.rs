//! The text format: round trips, errors with places, no panic on any input.

use ferrotran_ir::{Forms, parse_module, print_module, verify};

const SAMPLE: &str = r#"module [files = ["a.f90", "odd \"name\"\n\xff"]]
fort.type [align = 8, fields = [["a", 0, type f64, []], ["b", 8, type box<1xf32>, [3, 4]]], size = 56, sym = @"t y"]
mem.global [init = hex"00ff", size = 2, sym = @g, type = type i8]
func.func [main, sym = @MAIN__] {
  %0 = mem.alloca [name = "x"] : ref<f32> @0:1:3
  %1 = arith.const [value = 1.5] : f32
  mem.store %1, %0 @0:2:3
  %2 = arith.const [value = 0xf7ff8000000000000] : f64 @?
  %3 = arith.const [value = 10] : index @1:3:5
  %4 = arith.const [value = [-0.0, 1e-300]] : c64
  %5 = array.elemental %3 (%6: index) {
    %7 = arith.cast %6 : f32
    array.yield %7
  } : array<?xf32>
  %8 = arith.const [value = -9223372036854775808] : i64
  %9 = arith.const [value = 1] : i1
  loop.if %9 {
    %10 = mem.alloca [name = "s", size = 3] : ref<chr<3>> @1:4:1
  } {
  }
  %11 = mem.alloca : view<2x4xchr<?>, contig>
  %12 = mem.alloca : ref<box<15x!t.u>>
  func.return
}
"#;

#[test]
fn round_trip() {
    let sample = SAMPLE.replace("\\xff", "");
    let m = parse_module(&sample).unwrap();
    assert_eq!(print_module(&m), sample);
}

#[test]
fn modules_say_where_they_are() {
    let text = "module [after = \"omp-host\", files = [\"a.f90\"]]\n";
    let m = parse_module(text).unwrap();
    assert_eq!(m.after.as_deref(), Some("omp-host"));
    assert_eq!(print_module(&m), text);
    assert!(parse_module("module [after = \"simplify\"]\n").is_err());
    let mut m = parse_module(text).unwrap();
    let e = ferrotran_ir::run_passes(&mut m, "target-split", &ferrotran_ir::PassOptions::default()).unwrap_err();
    assert!(e.text.contains("behind the pass `omp-host`"), "{}", e.text);
}

#[test]
fn numbers_of_values_have_limits() {
    let many = |n: usize, one: &dyn Fn(usize) -> String| (0..n).map(one).collect::<Vec<_>>().join(", ");
    let args =
        |n| format!("module\nfunc.func [sym = @f] ({}) {{\n  func.return\n}}\n", many(n, &|i| format!("%a{i}: i32")));
    assert!(parse_module(&args(10_000)).is_ok());
    assert_eq!(parse_module(&args(10_001)).unwrap_err().text, "too many arguments");
    let names = many(10_001, &|i| format!("%r{i}"));
    let text = format!("module\nfunc.func [sym = @f] {{\n  {names} = func.call [callee = @g] : i32\n}}\n");
    assert_eq!(parse_module(&text).unwrap_err().text, "too many results");
}

#[test]
fn errors_have_places() {
    for (text, line, col) in [
        ("modul", 1, 6),
        ("module\nfunc.fun {\n}", 2, 1),
        ("module\nfunc.func [sym = @a] {\n  mem.store %1, %0\n}", 3, 13),
        ("module\nfunc.func [sym = \"a", 2, 18),
        ("module\nfunc.func [nokey = 1] {\n}", 2, 12),
        ("module\nfunc.func {\n  %0 = mem.alloca : ref<f33>\n}", 3, 25),
        ("module\nfunc.func {\n", 3, 1),
    ] {
        let e = parse_module(text).unwrap_err();
        assert_eq!((e.line, e.col), (line, col), "{text}: {e}");
    }
}

#[test]
fn any_input_gives_a_value() {
    // Every prefix, every one-byte change of the sample, and deep nesting.
    let bytes = SAMPLE.as_bytes();
    for i in 0..bytes.len() {
        if let Ok(t) = std::str::from_utf8(&bytes[..i]) {
            let _ = parse_module(t);
        }
        for c in [b'(', b'{', b'"', b'%', b'@', b'9', b'<', b'-', b'\\', b'x', b':'] {
            let mut v = bytes.to_vec();
            v[i] = c;
            if let Ok(t) = std::str::from_utf8(&v) {
                let _ = parse_module(t);
            }
        }
    }
    let deep = format!("module\nfunc.func {}", "{ loop.block ".repeat(100_000));
    assert!(parse_module(&deep).is_err());
    let deep = format!("module\nfunc.func {{ %0 = mem.null : {}", "ref<".repeat(100_000));
    assert!(parse_module(&deep).is_err());
    let deep = format!("module [files = {}", "[".repeat(100_000));
    assert!(parse_module(&deep).is_err());
}

const EXTENDED: &str = r#"module
func.func [results = [type f80, type c128], sym = @f] (%0: f128, %1: ref<c80>) {
  %2 = arith.const [value = 0.5] : f80
  %3 = arith.const [value = hex"5555555555555555555555555555fd3f"] : f128
  %4 = arith.add %0, %3 : f128
  %5 = arith.cast %4 : f80
  %6 = arith.const [value = [1.0, hex"5555555555555555555555555555fd3f"]] : c128
  %7 = mem.load %1 : c80
  %8 = arith.cast %7 : c128
  %9 = arith.mul %6, %8 : c128
  %10 = arith.add %2, %5 : f80
  func.return %10, %9
}
"#;

#[test]
fn reals_of_kinds_10_and_16() {
    let m = parse_module(EXTENDED).unwrap();
    assert_eq!(print_module(&m), EXTENDED);
    assert!(verify(&m, Forms::ARRAY).is_empty());
    // A constant has the bytes of its type.
    let short = EXTENDED.replace("5555555555555555555555555555fd3f\"] : f128", "55fd3f\"] : f128");
    assert!(!verify(&parse_module(&short).unwrap(), Forms::ARRAY).is_empty());
}
