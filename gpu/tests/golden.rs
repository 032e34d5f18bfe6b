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
        %127 = OpFunction  %125  None %126
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
        %60 = OpAccessChain  %10  %8 %11 %11
        %61 = OpLoad  %4  %60
        %62 = OpBitcast  %2  %61
        %74 = OpAccessChain  %10  %8 %11 %35
        %75 = OpLoad  %4  %74
        %76 = OpBitcast  %2  %75
        %87 = OpAccessChain  %10  %8 %11 %86
        %88 = OpLoad  %4  %87
        %89 = OpBitcast  %54  %88
        %36 = OpBitcast  %4  %14
        %37 = OpBitcast  %4  %33
        %38 = OpShiftRightLogical  %4  %36 %34
        %39 = OpBitwiseAnd  %4  %36 %35
        %40 = OpIAdd  %4  %38 %39
        %42 = OpULessThan  %41  %37 %38
        OpSelectionMerge %44 None
        OpBranchConditional %42 %43 %45
        %43 = OpLabel
        %46 = OpShiftLeftLogical  %4  %37 %34
        %47 = OpBitcast  %2  %46
        %49 = OpIAdd  %2  %47 %3
        %51 = OpIAdd  %2  %47 %50
        %53 = OpIAdd  %2  %47 %52
        %63 = OpShiftRightArithmetic  %2  %62 %34
        %64 = OpBitcast  %2  %37
        %65 = OpIAdd  %2  %63 %64
        %67 = OpAccessChain  %66  %59 %11 %65
        %68 = OpLoad  %55  %67
        %69 = OpCompositeExtract  %54  %68 0
        %70 = OpCompositeExtract  %54  %68 1
        %71 = OpCompositeExtract  %54  %68 2
        %72 = OpCompositeExtract  %54  %68 3
        %77 = OpShiftRightArithmetic  %2  %76 %34
        %78 = OpBitcast  %2  %37
        %79 = OpIAdd  %2  %77 %78
        %80 = OpAccessChain  %66  %73 %11 %79
        %81 = OpLoad  %55  %80
        %82 = OpCompositeExtract  %54  %81 0
        %83 = OpCompositeExtract  %54  %81 1
        %84 = OpCompositeExtract  %54  %81 2
        %85 = OpCompositeExtract  %54  %81 3
        %90 = OpFMul  %54  %89 %69
        %91 = OpFMul  %54  %89 %70
        %92 = OpFMul  %54  %89 %71
        %93 = OpFMul  %54  %89 %72
        %94 = OpFAdd  %54  %90 %82
        %95 = OpFAdd  %54  %91 %83
        %96 = OpFAdd  %54  %92 %84
        %97 = OpFAdd  %54  %93 %85
        %98 = OpShiftRightArithmetic  %2  %76 %34
        %99 = OpBitcast  %2  %37
        %100 = OpIAdd  %2  %98 %99
        %101 = OpAccessChain  %66  %73 %11 %100
        %102 = OpCompositeConstruct  %55  %94 %95 %96 %97
        OpStore %101 %102
        OpBranch %44
        %45 = OpLabel
        %103 = OpULessThan  %41  %37 %40
        OpSelectionMerge %105 None
        OpBranchConditional %103 %104 %105
        %104 = OpLabel
        %106 = OpShiftLeftLogical  %4  %38 %34
        %107 = OpISub  %4  %37 %38
        %108 = OpIAdd  %4  %106 %107
        %109 = OpBitcast  %2  %108
        %110 = OpIAdd  %2  %62 %109
        %116 = OpAccessChain  %115  %114 %11 %110
        %117 = OpLoad  %54  %116
        %118 = OpIAdd  %2  %76 %109
        %120 = OpAccessChain  %115  %119 %11 %118
        %121 = OpLoad  %54  %120
        %122 = OpFMul  %54  %89 %117
        %123 = OpFAdd  %54  %122 %121
        %124 = OpAccessChain  %115  %119 %11 %118
        OpStore %124 %123
        OpBranch %105
        %105 = OpLabel
        OpBranch %44
        %44 = OpLabel
        OpReturn
        OpFunctionEnd"#]]
    .assert_eq(&body.join("\n"));
}
