//! Compiles IR text into memory.
#![allow(dead_code)] // each test file uses a part

use ferrotran_backend::link::Loaded;
use ferrotran_backend::{CodegenOptions, compile_object, link};
use std::collections::HashMap;

/// Options of the fast and of the optimizing mode.
pub fn modes() -> [CodegenOptions; 2] {
    [CodegenOptions { opt_level: 0, ..CodegenOptions::default() }, CodegenOptions::default()]
}

/// Options for vectors of every width that this machine has.
pub fn widths() -> Vec<CodegenOptions> {
    let native = CodegenOptions::default();
    let without = |feature: &str| CodegenOptions { cpu: native.cpu.with(feature, false), ..CodegenOptions::default() };
    let mut out = vec![without("fma"), without("avx512f"), native.clone()];
    out.dedup_by_key(|o| o.cpu.vector_bytes());
    out
}

/// The object of a module's text.
pub fn object(text: &str, opts: &CodegenOptions) -> Vec<u8> {
    let mut m = match ferrotran_ir::parse_module(text) {
        Ok(m) => m,
        Err(e) => panic!("IR text: {e:?}"),
    };
    last_passes(&mut m, opts);
    match compile_object(&m, opts, &HashMap::new()) {
        Ok(o) => o,
        Err(e) => panic!("{}", e.iter().map(|e| e.render(&m)).collect::<Vec<_>>().join("\n")),
    }
}

/// The passes that code generation counts on.
pub fn last_passes(m: &mut ferrotran_ir::Module, opts: &CodegenOptions) {
    let machine = ferrotran_ir::passes::vectorize::Machine {
        vectors: opts.opt_level > 0,
        bytes: opts.cpu.vector_bytes(),
        fma: ferrotran_backend::Cpu::native().has_fma(),
        ..Default::default()
    };
    let how = ferrotran_ir::PassOptions { machine, ..Default::default() };
    if let Err(e) = ferrotran_ir::run_passes(m, "mem2reg,reductions,vectorize", &how) {
        panic!("{e}");
    }
}

/// Compiles, links and maps a module.
pub fn load(text: &str, opts: &CodegenOptions) -> Loaded {
    let image = link(&[("test.o".to_string(), object(text, opts))]).unwrap_or_else(|e| panic!("{e}"));
    image.load().unwrap_or_else(|e| panic!("{e}"))
}

/// The function `name` of a loaded module, as a function pointer type.
#[macro_export]
macro_rules! function {
    ($l:expr, $name:literal, $t:ty) => {{
        let p = $l.symbol($name).expect("the symbol is defined");
        // SAFETY: the test's module defines the function with this signature.
        unsafe { std::mem::transmute::<*const u8, $t>(p) }
    }};
}

/// A program of two objects: the main program ...
#[allow(dead_code)]
pub const MAIN: &str = r#"module
mem.global [common = true, size = 32, sym = @shared_, type = type i32]
mem.global [init = hex"2a", size = 200000, sym = @big, type = type i8]
func.func [main, sym = @MAIN__] {
  %c = mem.addr_of [offset = 24, sym = @shared_] : ref<i32>
  %v = arith.const [value = 7] : i32
  mem.store %v, %c
  %r = func.call [callee = @helper_] : i32
  %b = mem.addr_of [sym = @big] : ref<i8>
  %x = mem.load %b : i8
  %y = arith.cast %x : i32
  %z = arith.add %r, %y : i32
  %ok = arith.const [value = 49] : i32
  %eq = arith.cmp %z, %ok [pred = "eq"] : i1
  loop.if %eq {
    %s = chr.const [value = "hello from the image\n"] : chr<21>
    %p = chr.addr %s : ptr
    %n = arith.const [value = 21] : index
    %one = arith.const [value = 1] : i32
    %w = func.call %one, %p, %n [callee = @write] : index
  } {
  }
  func.return
}
"#;

/// ... and the procedure that it calls.
#[allow(dead_code)]
pub const HELPER: &str = r#"module
mem.global [common = true, size = 16, sym = @shared_, type = type i32]
mem.global [common = true, size = 64, sym = @other_, type = type i32]
func.func [results = [type i32], sym = @helper_] {
  %z = mem.addr_of [sym = @big] : ref<i8>
  %c = mem.addr_of [offset = 24, sym = @shared_] : ref<i32>
  %v = mem.load %c : i32
  func.return %v
}
"#;
