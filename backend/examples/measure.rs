//! Times compiled loops: `cargo run --example measure [-- asm]`.

use ferrotran_backend::{CodegenOptions, asm_text, compile_object, link};
use std::collections::HashMap;
use std::time::Instant;

const TEXT: &str = r#"module
func.func [sym = @chain] (%a: ptr, %b: ptr, %c: ptr, %n: index, %s: ref<f64>) {
  %va = view.make %a, %n [segs = [1, 1, 0, 0]] : view<?xf64, contig>
  %vb = view.make %b, %n [segs = [1, 1, 0, 0]] : view<?xf64, contig>
  %vc = view.make %c, %n [segs = [1, 1, 0, 0]] : view<?xf64, contig>
  loop.parallel %n (%i: index) {
    %ra = view.elem %va, %i : ref<f64>
    %rb = view.elem %vb, %i : ref<f64>
    %x = mem.load %ra : f64
    %y = mem.load %rb : f64
    %k = mem.load %s : f64
    %t = arith.mul %k, %y : f64
    %z = arith.add %x, %t : f64
    %rc = view.elem %vc, %i : ref<f64>
    mem.store %z, %rc
  }
  func.return
}
func.func [results = [type f64], sym = @total] (%a: ptr, %n: index) {
  %va = view.make %a, %n [segs = [1, 1, 0, 0]] : view<?xf64, contig>
  %r = loop.reduce %n [kind = "sum"] (%i: index) {
    %ra = view.elem %va, %i : ref<f64>
    %x = mem.load %ra : f64
    loop.yield %x
  } : f64
  func.return %r
}
func.func [sym = @scalar] (%a: ptr, %b: ptr, %c: ptr, %n: ref<i32>, %s: ref<f64>) {
  %nn = mem.load %n : i32
  %len = arith.cast %nn : index
  %va = view.make %a, %len, %len [segs = [1, 2, 0, 0]] : view<?x?xf64, contig>
  %vb = view.make %b, %len, %len [segs = [1, 2, 0, 0]] : view<?x?xf64, contig>
  %vc = view.make %c, %len, %len [segs = [1, 2, 0, 0]] : view<?x?xf64, contig>
  %i = mem.alloca [name = "i"] : ref<i32>
  %j = mem.alloca [name = "j"] : ref<i32>
  %one = arith.const [value = 1] : i32
  %two = arith.const [value = 2] : i32
  %m = arith.sub %nn, %one : i32
  loop.for %two, %m, %one (%jv: i32) {
    mem.store %jv, %j
    loop.for %two, %m, %one (%iv: i32) {
      mem.store %iv, %i
      %i1 = mem.load %i : i32
      %im = arith.sub %i1, %one : i32
      %x0 = arith.cast %im : index
      %j1 = mem.load %j : i32
      %jm = arith.sub %j1, %one : i32
      %y0 = arith.cast %jm : index
      %oneix = arith.const [value = 1] : index
      %xm = arith.sub %x0, %oneix : index
      %xp = arith.add %x0, %oneix : index
      %ym = arith.sub %y0, %oneix : index
      %yp = arith.add %y0, %oneix : index
      %r1 = view.elem %va, %xm, %y0 : ref<f64>
      %r2 = view.elem %va, %xp, %y0 : ref<f64>
      %r3 = view.elem %va, %x0, %ym : ref<f64>
      %r4 = view.elem %va, %x0, %yp : ref<f64>
      %v1 = mem.load %r1 : f64
      %v2 = mem.load %r2 : f64
      %v3 = mem.load %r3 : f64
      %v4 = mem.load %r4 : f64
      %t1 = arith.add %v1, %v2 : f64
      %t2 = arith.add %v3, %v4 : f64
      %t3 = arith.add %t1, %t2 : f64
      %k = mem.load %s : f64
      %t4 = arith.mul %k, %t3 : f64
      %rc = view.elem %vc, %x0, %y0 : ref<f64>
      mem.store %t4, %rc
    }
  }
  func.return
}
"#;

type Chain = extern "C" fn(*const f64, *const f64, *mut f64, i64, &f64);
type Stencil = extern "C" fn(*const f64, *const f64, *mut f64, &i32, &f64);

fn main() {
    let m = ferrotran_ir::parse_module(TEXT).unwrap_or_else(|e| panic!("{e:?}"));
    if std::env::args().any(|a| a == "asm") {
        match asm_text(&m, &CodegenOptions::default(), &HashMap::new()) {
            Ok(t) => println!("{t}"),
            Err(e) => println!("{e:?}"),
        }
        return;
    }
    let t = Instant::now();
    let o = compile_object(&m, &CodegenOptions::default(), &HashMap::new()).unwrap_or_else(|e| panic!("{e:?}"));
    println!("compile: {:?}", t.elapsed());
    let l = link(&[("m.o".into(), o)]).unwrap_or_else(|e| panic!("{e}")).load().unwrap_or_else(|e| panic!("{e}"));
    let f = |name: &str| l.symbol(name).unwrap_or_else(|| panic!("{name} is missing"));
    // SAFETY: the functions of the text above have these signatures.
    let (chain, total, stencil) = unsafe {
        (
            std::mem::transmute::<*const u8, Chain>(f("chain")),
            std::mem::transmute::<*const u8, extern "C" fn(*const f64, i64) -> f64>(f("total")),
            std::mem::transmute::<*const u8, Stencil>(f("scalar")),
        )
    };
    for n in [1000usize, 100_000, 10_000_000] {
        let (a, b) = (vec![1.0; n], vec![2.0; n]);
        let mut c = vec![0.0; n];
        let reps = 20_000_000 / n;
        let best = |mut run: Box<dyn FnMut() + '_>| {
            (0..5)
                .map(|_| {
                    let t = Instant::now();
                    for _ in 0..reps {
                        run();
                    }
                    t.elapsed().as_secs_f64() / reps as f64
                })
                .fold(f64::MAX, f64::min)
        };
        let t = best(Box::new(|| chain(a.as_ptr(), b.as_ptr(), c.as_mut_ptr(), n as i64, &0.5)));
        println!("chain n={n}: {:.2} ns/element, {:.1} GB/s", t * 1e9 / n as f64, 24.0 * n as f64 / t / 1e9);
        let t = best(Box::new(|| {
            std::hint::black_box(total(a.as_ptr(), n as i64));
        }));
        println!("sum   n={n}: {:.2} ns/element, {:.1} GB/s", t * 1e9 / n as f64, 8.0 * n as f64 / t / 1e9);
    }
    let n = 500usize;
    let a = vec![1.0; n * n];
    let mut c = vec![0.0; n * n];
    let mut best = f64::MAX;
    for _ in 0..100 {
        let t = Instant::now();
        stencil(a.as_ptr(), a.as_ptr(), c.as_mut_ptr(), &(n as i32), &0.25);
        best = best.min(t.elapsed().as_secs_f64());
    }
    println!("scalar stencil: {:.2} ns/element", best * 1e9 / (n * n) as f64);
}
