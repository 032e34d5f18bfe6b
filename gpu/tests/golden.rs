//! The SPIR-V of a small kernel, as text: a change of the generated code shows here first.

mod common;
use common::build;
use expect_test::expect;

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
    let text = ferrotran_gpu::disassemble(&k.stages[0].spirv).unwrap();
    let body: Vec<&str> = text.lines().skip_while(|l| !l.contains("OpFunction ")).collect();
    expect![[r#"
        %70 = OpFunction  %68  None %69
        %1 = OpLabel
        %12 = OpAccessChain  %10  %8 %11 %9
        %13 = OpLoad  %4  %12
        %14 = OpBitcast  %2  %13
        %18 = OpLoad  %15  %17
        %19 = OpCompositeExtract  %4  %18 0
        %20 = OpLoad  %15  %17
        %21 = OpCompositeExtract  %4  %20 1
        %23 = OpLoad  %15  %22
        %24 = OpCompositeExtract  %4  %23 0
        %25 = OpIMul  %4  %21 %24
        %26 = OpIAdd  %4  %25 %19
        %29 = OpLoad  %4  %28
        %31 = OpIMul  %4  %26 %30
        %32 = OpIAdd  %4  %31 %29
        %33 = OpBitcast  %2  %32
        %41 = OpAccessChain  %10  %8 %11 %11
        %42 = OpLoad  %4  %41
        %43 = OpBitcast  %2  %42
        %54 = OpAccessChain  %10  %8 %11 %53
        %55 = OpLoad  %4  %54
        %56 = OpBitcast  %2  %55
        %62 = OpAccessChain  %10  %8 %11 %61
        %63 = OpLoad  %4  %62
        %64 = OpBitcast  %45  %63
        %35 = OpBitcast  %4  %33
        %36 = OpBitcast  %4  %14
        %38 = OpULessThan  %37  %35 %36
        OpSelectionMerge %40 None
        OpBranchConditional %38 %39 %40
        %39 = OpLabel
        %44 = OpIAdd  %2  %43 %33
        %51 = OpAccessChain  %50  %49 %11 %44
        %52 = OpLoad  %45  %51
        %57 = OpIAdd  %2  %56 %33
        %59 = OpAccessChain  %50  %58 %11 %57
        %60 = OpLoad  %45  %59
        %65 = OpFMul  %45  %64 %52
        %66 = OpFAdd  %45  %65 %60
        %67 = OpAccessChain  %50  %58 %11 %57
        OpStore %67 %66
        OpBranch %40
        %40 = OpLabel
        OpReturn
        OpFunctionEnd"#]]
    .assert_eq(&body.join("\n"));
}
