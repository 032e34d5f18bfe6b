//! Executables that the linker makes of modules of the IR, and what they say when they fail.

#[path = "../../backend/tests/common/mod.rs"]
#[allow(unused_macros)]
mod common;
use common::{HELPER, MAIN, object};
use ferrotran_backend::CodegenOptions;
use ferrotran_linker::{Input, Request, link};
use std::os::unix::fs::OpenOptionsExt;
use std::process::Command;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// One test at a time: a child that another thread is about to start has open what this one writes, and a file that is open for writing
/// cannot be executed.
static ALONE: Mutex<()> = Mutex::new(());

fn alone() -> MutexGuard<'static, ()> {
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}

fn executable_of(list: &[(&str, &str)], path: &std::path::Path) {
    let input = |(name, text): &(&str, &str)| Input::Bytes(name.to_string(), object(text, &CodegenOptions::default()));
    let request = Request { inputs: list.iter().map(input).collect(), ..Request::default() };
    let bytes = link(&request).unwrap_or_else(|e| panic!("{e}"));
    let mut f =
        std::fs::File::options().write(true).create(true).truncate(true).mode(0o777).open(path).expect("a file");
    std::io::Write::write_all(&mut f, &bytes).expect("the executable is written");
}

#[test]
fn executable() {
    let _alone = alone();
    let dir = std::env::temp_dir().join(format!("ferrotran-exe-{}", std::process::id()));
    std::fs::create_dir_all(&dir).expect("a temporary directory");
    let path = dir.join("program");
    executable_of(&[("main.o", MAIN), ("helper.o", HELPER)], &path);
    let out = Command::new(&path).env_clear().output().expect("the executable runs");
    assert_eq!(String::from_utf8_lossy(&out.stdout), "hello from the image\n");
    assert!(out.status.success());
    std::fs::remove_dir_all(&dir).expect("the directory can go");
}

#[test]
fn errors_at_run_time() {
    let _alone = alone();
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
        let path = dir.join(name);
        executable_of(&[("main.o", &program(body))], &path);
        let out = Command::new(&path).env_clear().output().expect("the executable runs");
        let text = String::from_utf8_lossy(&out.stderr).into_owned();
        assert_eq!(out.status.code(), Some(2), "{name}: {text}");
        assert!(text.contains(line), "{name}: {text}");
    }
    std::fs::remove_dir_all(&dir).expect("the directory can go");
}
