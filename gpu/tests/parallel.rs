//! Kernels of kind parallel and scalar: they compile, and every validator accepts them.

mod common;
use common::{build, try_build};

#[test]
fn axpy() {
    let k = build(
        r#"dev.kernel [kind = "parallel", sym = @axpy] (%0: view<?xf32, contig>, %1: view<?xf32, contig>, %2: f32) {
  %3 = view.extent %0 [dim = 0] : index
  loop.parallel %3 (%4: index) {
    %5 = view.elem %0, %4 : ref<f32>
    %6 = mem.load %5 : f32
    %7 = view.elem %1, %4 : ref<f32>
    %8 = mem.load %7 : f32
    %9 = arith.mul %2, %6 : f32
    %10 = arith.add %9, %8 : f32
    mem.store %10, %7
  }
}"#,
    );
    // Four elements for each invocation, or one.
    assert_eq!(k.stages.len(), 2);
    for stage in &k.stages {
        let wgsl = ferrotran_gpu::to_wgsl(&stage.spirv).unwrap();
        assert!(wgsl.contains("fn main"), "{wgsl}");
        assert_eq!(wgsl.contains("vec4<f32>"), std::ptr::eq(stage, &k.stages[0]), "{wgsl}");
    }
}

#[test]
fn every_scalar_type() {
    for t in ["i8", "i16", "i32", "i64", "index", "f32", "f64", "c32", "c64", "l8", "l16", "l32", "l64"] {
        let k = build(&format!(
            r#"dev.kernel [kind = "parallel", sym = @copy] (%0: view<?x?x{t}>, %1: view<?x?x{t}>, %2: {t}) {{
  %3 = view.extent %0 [dim = 0] : index
  %4 = view.extent %0 [dim = 1] : index
  loop.parallel %3, %4 (%5: index, %6: index) {{
    %7 = view.elem %0, %5, %6 : ref<{t}>
    %8 = mem.load %7 : {t}
    %9 = view.elem %1, %6, %5 : ref<{t}>
    mem.store %8, %9
    %10 = mem.alloca : ref<{t}>
    mem.store %2, %10
    %11 = mem.load %10 : {t}
    %12 = arith.const [value = 1] : i1
    %13 = arith.select %12, %11, %8 : {t}
    mem.store %13, %9
  }}
}}"#
        ));
        assert_eq!(k.stages.len(), 1, "{t}");
    }
}

#[test]
fn integer_arithmetic() {
    for t in ["i8", "i16", "i32", "i64"] {
        let mut body = String::new();
        let mut n = 10;
        for op in
            ["add", "sub", "mul", "div", "rem", "modulo", "min", "max", "and", "or", "xor", "shl", "shr_u", "shr_s"]
        {
            body += &format!("    %{n} = arith.{op} %{}, %8 : {t}\n", n - 1);
            n += 1;
        }
        for op in ["neg", "not", "popcnt", "clz", "ctz"] {
            body += &format!("    %{n} = arith.{op} %{} : {t}\n", n - 1);
            n += 1;
        }
        let last = n - 1;
        build(&format!(
            r#"dev.kernel [kind = "parallel", sym = @ints] (%0: view<?x{t}>, %1: view<?x{t}>) {{
  %2 = view.extent %0 [dim = 0] : index
  loop.parallel %2 (%3: index) {{
    %4 = view.elem %0, %3 : ref<{t}>
    %9 = mem.load %4 : {t}
    %6 = view.elem %1, %3 : ref<{t}>
    %8 = mem.load %6 : {t}
{body}    mem.store %{last}, %6
  }}
}}"#
        ));
    }
}

#[test]
fn float_arithmetic() {
    for t in ["f32", "f64"] {
        let mut body = String::new();
        let mut n = 10;
        for op in ["add", "sub", "mul", "div", "rem", "modulo", "min", "max"] {
            body += &format!("    %{n} = arith.{op} %{}, %8 : {t}\n", n - 1);
            n += 1;
        }
        for f in ["sqrt", "abs", "floor", "ceil", "trunc", "round", "rint"] {
            body += &format!("    %{n} = math.fn %{} [fn = \"{f}\"] : {t}\n", n - 1);
            n += 1;
        }
        body += &format!("    %{n} = math.fn %{}, %8, %9 [fn = \"fma\"] : {t}\n", n - 1);
        n += 1;
        body += &format!("    %{n} = math.fn %{}, %8 [fn = \"copysign\"] : {t}\n", n - 1);
        n += 1;
        body += &format!("    %{n} = math.fn %{}, %8 [fn = \"hypot\"] : {t}\n", n - 1);
        build(&format!(
            r#"dev.kernel [kind = "parallel", sym = @floats] (%0: view<?x{t}>, %1: view<?x{t}>) {{
  %2 = view.extent %0 [dim = 0] : index
  loop.parallel %2 (%3: index) {{
    %4 = view.elem %0, %3 : ref<{t}>
    %9 = mem.load %4 : {t}
    %6 = view.elem %1, %3 : ref<{t}>
    %8 = mem.load %6 : {t}
{body}    mem.store %{n}, %6
  }}
}}"#
        ));
    }
}

#[test]
fn complex_arithmetic() {
    for (t, f) in [("c32", "f32"), ("c64", "f64")] {
        build(&format!(
            r#"dev.kernel [kind = "parallel", sym = @z] (%0: view<?x{t}>, %1: i32) {{
  %2 = view.extent %0 [dim = 0] : index
  loop.parallel %2 (%3: index) {{
    %4 = view.elem %0, %3 : ref<{t}>
    %5 = mem.load %4 : {t}
    %6 = arith.const [value = [1.0, -2.0]] : {t}
    %7 = arith.mul %5, %6 : {t}
    %8 = arith.div %7, %5 : {t}
    %9 = math.fn %8 [fn = "abs"] : {f}
    %10 = complex.im %8 : {f}
    %11 = complex.make %9, %10 : {t}
    %12 = math.fn %11, %1 [fn = "ipow"] : {t}
    %13 = arith.cmp %12, %6 [pred = "ne"] : i1
    %14 = arith.select %13, %12, %6 : {t}
    mem.store %14, %4
  }}
}}"#
        ));
    }
}

#[test]
fn control_flow() {
    build(
        r#"dev.kernel [kind = "parallel", sym = @flow] (%0: view<?xi32>, %1: i32) {
  %2 = view.extent %0 [dim = 0] : index
  loop.parallel %2 [label = "p"] (%3: index) {
    %4 = mem.alloca : ref<i32>
    %5 = arith.const [value = 0] : i32
    mem.store %5, %4
    %6 = arith.const [value = 1] : i32
    loop.for %6, %1, %6 [label = "outer"] (%7: i32) {
      loop.for %1, %6, %5 [label = "inner"] (%8: i32) {
        %9 = arith.cmp %8, %7 [pred = "gt"] : i1
        loop.if %9 {
          loop.continue [label = "outer"]
        } {
        }
        %10 = arith.cmp %8, %1 [pred = "eq"] : i1
        loop.if %10 {
          loop.break [label = "outer"]
        } {
          loop.continue
        }
      }
      loop.block [label = "b"] {
        loop.while {
          %11 = mem.load %4 : i32
          %12 = arith.cmp %11, %1 [pred = "lt"] : i1
          loop.yield %12
        } {
          %13 = mem.load %4 : i32
          %14 = arith.add %13, %6 : i32
          mem.store %14, %4
          loop.select %14 [cases = [[[1, 3], [5, 5]], [[7, 9]], []]] {
            loop.break
          } {
            loop.break [label = "b"]
          } {
            loop.continue [label = "p"]
          }
        }
        %15 = view.elem %0, %3 : ref<i32>
        mem.store %6, %15
      }
    }
    %16 = mem.load %4 : i32
    %17 = view.elem %0, %3 : ref<i32>
    mem.store %16, %17
  }
}"#,
    );
}

#[test]
fn what_is_not_possible_says_so() {
    let e = try_build(
        r#"dev.kernel [kind = "parallel", sym = @bad] (%0: view<?xf32>) {
  %1 = view.extent %0 [dim = 0] : index
  loop.parallel %1 (%2: index) {
    %3 = view.elem %0, %2 : ref<f32>
    %4 = mem.load %3 : f32
    %5 = math.fn %4 [fn = "bessel_j0"] : f32
    mem.store %5, %3
  }
}"#,
    )
    .unwrap_err();
    assert!(e.reason.contains("bessel_j0"), "{e:?}");
}
