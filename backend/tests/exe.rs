//! Linking: several objects, errors, objects of a C compiler, executables.

mod common;
use common::object;
use ferrotran_backend::link::{payload_of_current_exe, symbol_at};
use ferrotran_backend::{CodegenOptions, link};
use std::process::Command;

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

fn executable() {
    let image = link(&objects(&[("main.o", MAIN), ("helper.o", HELPER)])).unwrap_or_else(|e| panic!("{e}"));
    let dir = std::env::temp_dir().join(format!("ferrotran-exe-{}", std::process::id()));
    std::fs::create_dir_all(&dir).expect("a temporary directory");
    let path = dir.join("program");
    image.append_to(&path).expect("the executable is written");
    let out = Command::new(&path).env_clear().output().expect("the executable runs");
    assert_eq!(String::from_utf8_lossy(&out.stdout), "hello from the image\n");
    assert!(out.status.success());
    // A program that makes programs: the copy of a copy has one program only.
    let size = std::fs::metadata(&path).expect("it is there").len();
    let out = Command::new(&path).arg("--write-again").output().expect("the executable runs");
    assert!(out.status.success());
    let again = std::fs::metadata(dir.join("program-again")).expect("it is there").len();
    assert_eq!(size, again);
    std::fs::remove_dir_all(&dir).expect("the directory can go");
}

fn write_again() {
    let image = link(&objects(&[("main.o", MAIN), ("helper.o", HELPER)])).unwrap_or_else(|e| panic!("{e}"));
    let me = std::env::current_exe().expect("this executable has a name");
    image.append_to(&me.with_file_name("program-again")).expect("the executable is written");
}

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

fn c_object() {
    let text = r#"module
mem.global [init = hex"05000000", size = 16, sym = @shared_, type = type i32]
func.func [results = [type f64], sym = @fortran_value] (%x: f64) {
  %one = arith.const [value = 1.0] : f64
  %r = arith.add %x, %one : f64
  func.return %r
}
func.func [results = [type i32], sym = @run] (%buf: ptr) {
  %x = arith.const [value = 3.0] : f64
  %y = func.call %x [callee = @c_twice] : f64
  %t = func.call %y [callee = @c_twice] : f64
  %n = arith.cast %t : i32
  %s = func.call [callee = @c_shared] : i32
  %h = mem.addr_of [offset = 4, sym = @shared_] : ref<i32>
  %v = mem.load %h : i32
  %two = arith.const [value = 2] : i32
  %len = func.call %two [callee = @c_name_length] : index
  %li = arith.cast %len : i32
  %twenty = arith.const [value = 20] : i32
  %k = func.call %buf, %twenty [callee = @c_print] : i32
  %a = arith.add %n, %s : i32
  %b = arith.add %a, %v : i32
  %c = arith.add %b, %li : i32
  func.return %c
}
"#;
    let mut list = objects(&[("f.o", text)]);
    list.push(("c_object.o".to_string(), include_bytes!("data/c_object.o").to_vec()));
    let loaded = link(&list).unwrap_or_else(|e| panic!("{e}")).load().unwrap_or_else(|e| panic!("{e}"));
    let run = function!(loaded, "run", extern "C" fn(*mut u8) -> i32);
    let mut buf = [0u8; 20];
    // c_twice(3) = 9.5, c_twice(9.5) = 22.5; shared(1) = 5 and two calls; 42; "two".
    assert_eq!(run(buf.as_mut_ptr()), 22 + 7 + 42 + 3);
    assert_eq!(&buf[..6], b"two-2\0");
    let at = loaded.symbol("c_twice").expect("the symbol is defined") as usize;
    assert_eq!(symbol_at(at + 1), Some(("c_twice".to_string(), 1)));
}

fn errors_at_run_time() {
    let program = |body: &str| {
        format!(
            r#"module [files = ["a.f90"]]
mem.global [init = hex"00000000", size = 4, sym = @zero, type = type i32]
func.func [main, sym = @MAIN__] {{
  %a = mem.addr_of [sym = @zero] : ref<i32>
  %z = mem.load %a : i32
  %one = arith.const [value = 1] : i32
  {body}
  mem.store %one, %a
  func.return
}}
"#
        )
    };
    let dir = std::env::temp_dir().join(format!("ferrotran-errors-{}", std::process::id()));
    std::fs::create_dir_all(&dir).expect("a temporary directory");
    for (name, body, line) in [
        ("division", "%q = arith.div %one, %z : i32 @0:12:5\n  mem.store %q, %a", "At line 12 of file a.f90"),
        ("remainder", "%q = arith.modulo %one, %z : i32 @0:13:5\n  mem.store %q, %a", "At line 13 of file a.f90"),
        ("step", "loop.for %one, %one, %z (%i: i32) {\n  } @0:14:5", "At line 14 of file a.f90"),
    ] {
        let image = link(&objects(&[("main.o", &program(body))])).unwrap_or_else(|e| panic!("{e}"));
        let path = dir.join(name);
        image.append_to(&path).expect("the executable is written");
        let out = Command::new(&path).env_clear().output().expect("the executable runs");
        let text = String::from_utf8_lossy(&out.stderr).into_owned();
        assert_eq!(out.status.code(), Some(2), "{name}: {text}");
        assert!(text.contains(line), "{name}: {text}");
    }
    std::fs::remove_dir_all(&dir).expect("the directory can go");
}

fn main() {
    match payload_of_current_exe() {
        Ok(Some(program)) => {
            if std::env::args().any(|a| a == "--write-again") {
                return write_again();
            }
            return program.entry().expect("the program has a main program")();
        }
        Ok(None) => {}
        Err(e) => panic!("{e}"),
    }
    for (name, test) in [
        ("executable", executable as fn()),
        ("errors", errors),
        ("c_object", c_object),
        ("errors_at_run_time", errors_at_run_time),
    ] {
        test();
        println!("test {name} ... ok");
    }
}
