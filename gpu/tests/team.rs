//! Kernels of teams: valid in every language, with barriers for all memory and the memory of a team.

mod common;
use common::{build, try_build};
use ferrotran_abi::kernel::Grid;

const KERNEL: &str = r#"dev.kernel [kind = "teams", sym = @k] (%n: index, %a: view<8x?xi32, contig>, %lock: view<i32, contig>) {
  dev.team %n [exact, threads = 8] (%team: index, %thread: index, %teams: index, %threads: index, %s: ref<i32>, %w: view<8xf64, contig>, %c: view<5xl8, contig>) {
    %zero = arith.const [value = 0] : index
    %one = arith.const [value = 1] : i32
    %x = arith.const [value = 1.5] : f64
    %p = view.elem %w, %thread : ref<f64>
    mem.store %x, %p
    %first = arith.cmp %thread, %zero [pred = "eq"] : i1
    loop.if %first {
      mem.store %one, %s
      %yes = arith.cast %first : l8
      %f = view.elem %c, %zero : ref<l8>
      mem.store %yes, %f
    } {
    }
    dev.barrier
    omp.atomic_update %s (%old: i32) {
      %new = arith.add %old, %one : i32
      loop.yield %new
    }
    omp.flush
    dev.barrier
    %v = mem.load %s : i32
    %e = view.elem %a, %thread, %team : ref<i32>
    mem.store %v, %e
  }
  func.return
}"#;

#[test]
fn a_team_is_a_workgroup() {
    let k = build(KERNEL);
    assert_eq!(k.stages.len(), 1);
    assert_eq!(k.stages[0].workgroup, [8, 1, 1]);
    assert!(matches!(k.stages[0].grid, Grid::Teams(_)));
    let text = ferrotran_gpu::disassemble(&k.stages[0].spirv).unwrap();
    assert_eq!(text.matches("OpControlBarrier").count(), 2, "{text}");
    assert_eq!(text.matches("OpMemoryBarrier").count(), 1, "{text}");
    assert_eq!(text.matches(" Workgroup\n").count(), 3, "{text}");
    assert!(text.contains("Coherent"), "{text}");
}

#[test]
fn atomic_operations_on_64_bits_of_a_team_are_refused() {
    let text = KERNEL
        .replace("omp.atomic_update %s (%old: i32)", "omp.atomic_update %p (%old: f64)")
        .replace("arith.add %old, %one : i32", "arith.add %old, %x : f64");
    let why = try_build(&text).unwrap_err().to_string();
    assert!(why.contains("64 bits of memory that a team shares"), "{why}");
}
