//! Linking in memory: several objects, and their errors.

mod common;
use common::object;
use ferrotran_backend::{CodegenOptions, link};

const MAIN: &str = r#"module
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

const HELPER: &str = r#"module
mem.global [common = true, size = 16, sym = @shared_, type = type i32]
mem.global [common = true, size = 64, sym = @other_, type = type i32]
func.func [results = [type i32], sym = @helper_] {
  %z = mem.addr_of [sym = @big] : ref<i8>
  %c = mem.addr_of [offset = 24, sym = @shared_] : ref<i32>
  %v = mem.load %c : i32
  func.return %v
}
"#;

fn objects(list: &[(&str, &str)]) -> Vec<(String, Vec<u8>)> {
    list.iter().map(|(n, t)| (n.to_string(), object(t, &CodegenOptions::default()))).collect()
}

#[test]
fn errors() {
    let e = link(&objects(&[("main.o", MAIN)])).expect_err("helper_ is missing");
    assert_eq!(e.undefined.len(), 1);
    assert_eq!(e.undefined[0].0, "helper_");
    assert!(e.undefined[0].1.starts_with("main.o, in `"), "{}", e.undefined[0].1);
    let e = link(&objects(&[("main.o", MAIN), ("a.o", HELPER), ("b.o", HELPER)])).expect_err("helper_ is there twice");
    assert_eq!(e.duplicate, [("helper_".to_string(), "a.o".to_string(), "b.o".to_string())]);
    assert_eq!(e.to_string(), "`helper_` is defined in a.o and again in b.o");
    let e = link(&[("text.o".to_string(), b"no object".to_vec())]).expect_err("no object");
    assert!(e.to_string().starts_with("text.o: not an object file"), "{e}");
}
