//! From loop form to machine code: Cranelift, objects, the built-in linker
