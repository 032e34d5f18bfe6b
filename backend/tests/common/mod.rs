//! Compiles IR text into memory.
#![allow(dead_code)] // each test file uses a part

use ferrotran_backend::link::Loaded;
use ferrotran_backend::{CodegenOptions, compile_object, link};
use std::collections::HashMap;

/// Options of the fast and of the optimizing mode.
pub fn modes() -> [CodegenOptions; 2] {
    [CodegenOptions { opt_level: 0, ..CodegenOptions::default() }, CodegenOptions::default()]
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
        fma: ferrotran_backend::has_fma(),
        reassociate: false,
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
