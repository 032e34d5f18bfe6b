//! What `-o` writes are files that other tools and other compilers' objects and libraries can be used with. What needs a
//! tool that is not there is left out, with a note.

mod tools;
use tools::{FC, folder, has, ok, run, write};
const HELLO: &str = "program hello\n  print '(a)', 'hello'\nend program\n";

#[test]
fn tools_may_change_them() {
    let dir = &folder("tools");
    write(dir, "h.f90", HELLO);
    ok(dir, FC, &["h.f90", "-o", "h"]);
    ok(dir, FC, &["-s", "h.f90", "-o", "s"]);
    assert_eq!(ok(dir, "./s", &[]), "hello\n");
    let size = |name: &str| std::fs::metadata(dir.join(name)).expect("it was written").len();
    assert!(size("s") < size("h"));
    ok(dir, FC, &["-no-pie", "h.f90", "-o", "n"]);
    assert_eq!(ok(dir, "./n", &[]), "hello\n");
    // To be executed is all that a program needs of its file.
    ok(dir, "chmod", &["111", "s"]);
    assert_eq!(ok(dir, "./s", &[]), "hello\n");
    if has("strip") && has("objcopy") {
        ok(dir, "strip", &["h"]);
        assert_eq!(ok(dir, "./h", &[]), "hello\n");
        ok(dir, "objcopy", &["n", "copy"]);
        assert_eq!(ok(dir, "./copy", &[]), "hello\n");
    }
}

/// What others write behind a program comes behind its output, also where the program has gone back in it.
#[test]
fn standard_output_ends_where_others_go_on() {
    let dir = &folder("behind");
    for (name, more) in [("closed", "  close (6)\n"), ("rewound", "  rewind (6)\n"), ("ended", "")] {
        let text = format!(
            "program p\n  write (6, '(a)') 'one'\n  rewind (6)\n  write (6, '(a)') 'two and three'\n{more}end program\n"
        );
        write(dir, &format!("{name}.f90"), &text);
        ok(dir, FC, &[&format!("{name}.f90"), "-o", name]);
        let both = format!("(./{name}; echo behind) > {name}.txt; cat {name}.txt");
        assert_eq!(ok(dir, "sh", &["-c", &both]), "two and three\nbehind\n", "{name}");
    }
}

/// GPU code is in those programs only that have target regions; nothing newer than glibc 2.28 is asked for.
#[test]
fn they_hold_what_they_use() {
    let dir = &folder("parts");
    write(dir, "h.f90", HELLO);
    ok(dir, FC, &["h.f90", "-o", "h"]);
    let bytes = std::fs::read(dir.join("h")).expect("it was written");
    let contains = |text: &[u8]| bytes.windows(text.len()).any(|w| w == text);
    assert!(!contains(b"libvulkan"));
    ok(dir, FC, &["-s", "h.f90", "-o", "s"]);
    let size = std::fs::metadata(dir.join("s")).expect("it was written").len();
    assert!(size < 2 << 20, "{size} bytes");
    // The compiler's own file, too.
    let compiler = std::fs::read(FC).expect("it is there");
    for (whose, bytes) in [("the program", &bytes), ("the compiler", &compiler)] {
        const NAME: &[u8] = b"GLIBC_2.";
        let names = bytes.windows(NAME.len()).enumerate().filter(|w| w.1 == NAME).map(|w| &bytes[w.0 + NAME.len()..]);
        for digits in names.filter_map(|n| std::str::from_utf8(n.get(..2)?).ok()) {
            let minor = digits.trim_end_matches(['\0', '.']).parse().unwrap_or(0);
            assert!(minor <= 28, "{whose} asks for GLIBC_2.{minor}");
        }
    }
}

#[test]
fn common_blocks_of_libraries() {
    if !has("cc") {
        return;
    }
    let dir = &folder("commons");
    write(
        dir,
        "cb.c",
        "int cb_[2] = {7, 8};\nint callback_(int *);\nint calls(int x) { cb_[1] = 9; return callback_(&x); }\n",
    );
    write(
        dir,
        "cb.f90",
        "program p\n  integer x, y\n  common /cb/ x, y\n  interface\n    integer function calls(x) bind(c)\n\
         integer, value :: x\n    end function\n  end interface\n  print '(3i3)', x, y, calls(5)\n  print '(i3)', y\n\
         end program\ninteger function callback(x)\n  integer :: x\n  callback = 2 * x\nend function\n",
    );
    ok(dir, "cc", &["-shared", "-fPIC", "cb.c", "-o", "libcb.so"]);
    ok(dir, FC, &["cb.f90", "-L.", "-lcb", "-Wl,-rpath,$ORIGIN", "-o", "cb"]);
    assert_eq!(ok(dir, "./cb", &[]), "  7  8 10\n  9\n");
    // The same from objects and archives.
    ok(dir, FC, &["-c", "cb.f90"]);
    ok(dir, FC, &["cb.o", "libcb.so", "-Wl,-rpath,.", "-o", "cbo"]);
    assert_eq!(ok(dir, "./cbo", &[]), "  7  8 10\n  9\n");
}

/// Archives that only name the files of their members, as Meson makes them, are archives like others.
#[test]
fn thin_archives() {
    if !has("ar") {
        return;
    }
    let dir = &folder("thin");
    std::fs::create_dir(dir.join("sub")).expect("a folder for the archive");
    write(
        dir,
        "sub/m.f90",
        "subroutine product(n, a, b, c)\n  integer :: n\n  real :: a(n, n), b(n, n), c(n, n)\n  c = matmul(a, b)\n\
         end subroutine\n",
    );
    write(
        dir,
        "p.f90",
        "program p\n  real :: a(40, 40), c(40, 40)\n  a = 2\n  call product(40, a, a, c)\n  print '(2f6.1)', c(1, 1), c(40, 40)\n\
         end program\n",
    );
    ok(dir, FC, &["-O2", "-c", "-fPIC", "sub/m.f90", "-o", "sub/m.o"]);
    ok(dir, "ar", &["rcs", "--thin", "sub/libthin.a", "sub/m.o"]);
    ok(dir, FC, &["p.f90", "sub/libthin.a", "-o", "p"]);
    assert_eq!(ok(dir, "./p", &[]), " 160.0 160.0\n");
    ok(dir, FC, &["p.f90", "-Lsub", "-lthin", "-o", "p"]);
    assert_eq!(ok(dir, "./p", &[]), " 160.0 160.0\n");
    // What a library of them shows.
    ok(dir, FC, &["-shared", "-Wl,--whole-archive", "sub/libthin.a", "-Wl,--no-whole-archive", "-o", "libshown.so"]);
    ok(dir, FC, &["p.f90", "-L.", "-lshown", "-Wl,-rpath,.", "-o", "p"]);
    assert_eq!(ok(dir, "./p", &[]), " 160.0 160.0\n");
    // Other ways to say that.
    write(dir, "e.f90", "subroutine e\nend subroutine\n");
    let shared = ["-shared", "-fPIC", "e.f90", "-Lsub", "-o", "libshown.so"];
    for (words, all) in [
        (&["-Wl,--whole-archive,-lthin,--no-whole-archive"][..], true),
        (&["-Wl,--whole-archive", "-l", "thin", "-Wl,--no-whole-archive"], true),
        (&["-Wl,--push-state,--whole-archive", "-lthin", "-Wl,--pop-state"], true),
        (&["-Wl,--push-state,--whole-archive", "-Wl,--pop-state", "-lthin"], false),
    ] {
        ok(dir, FC, &[&shared[..], words].concat());
        let shown = std::fs::read(dir.join("libshown.so")).expect("the library is read");
        assert_eq!(shown.windows(9).any(|w| w == b"\0product_"), all, "{words:?}");
    }
    // A member that is not there is not left out.
    std::fs::remove_file(dir.join("sub/m.o")).expect("the member goes");
    let out = run(dir, FC, &[&shared[..], &["-Wl,--whole-archive", "-lthin"]].concat());
    assert!(!out.status.success());
}

/// Objects of gcc with OpenMP in them get its runtime, which may be named too.
#[test]
fn openmp_of_c() {
    if !has("gcc") {
        return;
    }
    let dir = &folder("openmp_of_c");
    write(
        dir,
        "c.c",
        "int c_sum_(int *n) {\n  int s = 0;\n#pragma omp parallel for reduction(+ : s)\n  for (int i = 1; i <= *n; i++)\n\
         s += i;\n  return s;\n}\n",
    );
    write(
        dir,
        "p.f90",
        "program p\n  integer, external :: c_sum\n  integer :: i, s\n  s = 0\n  !$omp parallel do reduction(+: s)\n\
         do i = 1, 10\n    s = s + i\n  end do\n  print '(2i6)', s, c_sum(100)\nend program\n",
    );
    write(dir, "h.f90", HELLO);
    ok(dir, "gcc", &["-fopenmp", "-c", "c.c"]);
    for more in [&[][..], &["-lgomp"], &["-fuse-ld=bfd"]] {
        if more == ["-fuse-ld=bfd"] && !has("ld.bfd") {
            continue;
        }
        let mut args = vec!["-fopenmp", "p.f90", "c.o", "-o", "p"];
        args.extend(more);
        ok(dir, FC, &args);
        assert_eq!(ok(dir, "./p", &[]), "    55  5050\n", "{more:?}");
    }
    ok(dir, FC, &["h.f90", "-lgomp", "-o", "h"]);
    assert_eq!(ok(dir, "./h", &[]), "hello\n");
}

#[test]
fn thread_local_storage_and_variables_of_libraries() {
    if !has("cc") {
        return;
    }
    let dir = &folder("tls");
    write(
        dir,
        "c.c",
        "#include <stdlib.h>\nextern char **environ;\nstatic __thread char big[8192];\n__thread int count = 5;\n\
         int c_side_(void) { int n = 0; while (environ[n]) n++; big[n & 8191] = 1; count++; return n > 0 ? count : 0; }\n",
    );
    write(dir, "p.f90", "program p\n  integer, external :: c_side\n  print '(i0)', c_side()\nend program\n");
    for flags in [&["-fPIE"][..], &["-fPIC"], &["-fno-pie", "-mcmodel=small"]] {
        let mut args = flags.to_vec();
        args.extend(["-c", "c.c"]);
        ok(dir, "cc", &args);
        let pie = if flags[0] == "-fno-pie" { "-no-pie" } else { "-pie" };
        ok(dir, FC, &["p.f90", "c.o", pie, "-o", "p"]);
        assert_eq!(ok(dir, "./p", &[]), "6\n", "{flags:?}");
        assert_eq!(ok(dir, FC, &["run", "p.f90", "c.o"]), "6\n", "{flags:?}");
    }
}

#[test]
fn exceptions_of_cpp_pass_through() {
    if !has("c++") {
        return;
    }
    let dir = &folder("exceptions");
    write(
        dir,
        "e.cpp",
        "#include <iostream>\n#include <stdexcept>\nextern \"C\" void mid_(void (*)());\n\
         extern \"C\" void thrower() { throw std::runtime_error(\"boom\"); }\n\
         extern \"C\" int run_() { try { mid_(thrower); } catch (std::exception &e) {\n\
         std::cout << \"caught \" << e.what() << std::endl; return 1; } return 0; }\n",
    );
    write(
        dir,
        "e.f90",
        "program p\n  integer, external :: run\n  integer :: n\n  n = run()\n  print '(i0)', n\nend program\n\
         subroutine mid(f)\n  external f\n  call f()\n  print *, 'not here'\nend subroutine\n",
    );
    ok(dir, "c++", &["-c", "e.cpp"]);
    ok(dir, FC, &["e.f90", "e.o", "-lstdc++", "-o", "e"]);
    assert_eq!(ok(dir, "./e", &[]), "caught boom\n1\n");
}

#[test]
fn dynamic_libraries() {
    let dir = &folder("shared");
    write(
        dir,
        "lib.f90",
        "module lib\n  integer :: kept = 4\ncontains\n  subroutine say(n)\n    integer, intent(in) :: n\n\
         print '(a,2i3)', 'lib', n, kept\n    write(20, *) n\n    kept = kept + 1\n  end subroutine\nend module\n",
    );
    write(
        dir,
        "main.f90",
        "program main\n  use lib\n  integer :: k\n  open(20, status='scratch')\n  print '(a)', 'first'\n  call say(1)\n\
         kept = 40\n  print '(a)', 'second'\n  call say(2)\n  rewind 20\n  read(20, *) k\n  print '(a,2i3)', 'third', k, kept\n\
         end program\n",
    );
    ok(dir, FC, &["-shared", "-fPIC", "lib.f90", "-o", "libl.so", "-Wl,-soname,libl.so"]);
    ok(dir, FC, &["main.f90", "-L.", "-ll", "-Wl,-rpath,$ORIGIN", "-o", "main"]);
    // One runtime: units and buffers are the same for both.
    assert_eq!(ok(dir, "./main", &[]), "first\nlib  1  4\nsecond\nlib  2 40\nthird  1 41\n");
    if !has("cc") {
        return;
    }
    write(
        dir,
        "sub.f90",
        "subroutine hello(n)\n  integer, intent(in) :: n\n  print '(a,i2)', 'sub', n\nend subroutine\n",
    );
    write(dir, "m.c", "void hello_(int *);\nint main(void) { int n = 3; hello_(&n); return 0; }\n");
    ok(dir, FC, &["-shared", "sub.f90", "-o", "libsub.so"]);
    ok(dir, "cc", &["m.c", "./libsub.so", "-o", "m"]);
    assert_eq!(ok(dir, "./m", &[]), "sub 3\n");
    // A main program in C, linked by us.
    ok(dir, "cc", &["-c", "m.c"]);
    ok(dir, FC, &["m.o", "sub.f90", "-o", "m2"]);
    assert_eq!(ok(dir, "./m2", &[]), "sub 3\n");
    // One object of several.
    ok(dir, FC, &["-c", "sub.f90"]);
    ok(dir, FC, &["-r", "sub.o", "m.o", "-o", "both.o"]);
    ok(dir, FC, &["both.o", "-o", "m3"]);
    assert_eq!(ok(dir, "./m3", &[]), "sub 3\n");
}

#[test]
fn static_executables() {
    let dir = &folder("static");
    write(dir, "h.f90", HELLO);
    let o = run(dir, FC, &["-static", "h.f90", "-o", "h"]);
    let err = String::from_utf8_lossy(&o.stderr);
    if !o.status.success() {
        // Never a dynamic one instead.
        assert!(err.contains("-static needs") && !dir.join("h").exists(), "{err}");
        return;
    }
    assert_eq!(ok(dir, "./h", &[]), "hello\n");
    let bytes = std::fs::read(dir.join("h")).expect("it was written");
    // No program header asks for a dynamic linker (PT_INTERP is 3).
    let number = |at: usize, n: usize| bytes[at..at + n].iter().rev().fold(0, |all, b| all << 8 | usize::from(*b));
    let (table, count) = (number(0x20, 8), number(0x38, 2));
    assert!((0..count).all(|i| number(table + i * 56, 4) != 3));
}

#[test]
fn debuggers_know_lines_and_procedures() {
    if !has("gdb") {
        return;
    }
    let dir = &folder("debugger");
    write(
        dir,
        "t.f90",
        "module m\ncontains\n  subroutine inner(a, i)\n    real :: a(:)\n    integer :: i\n    a(i) = 1.0\n\
         a(1) = 2.0\n  end subroutine\nend module\nprogram t\n  use m\n  real :: x(5)\n  call inner(x, 4)\n\
         print *, x(4)\nend program\n",
    );
    for level in ["-O0", "-O2"] {
        ok(dir, FC, &["-g", level, "t.f90", "-o", "t"]);
        let commands = ["break t.f90:14", "run", "bt", "info symbol $pc", "info line inner"];
        let mut args = vec!["-batch", "-nx"];
        commands.iter().for_each(|c| args.extend(["-ex", c]));
        args.push("./t");
        let out = ok(dir, "gdb", &args);
        assert!(out.contains("t.f90:14"), "{level}\n{out}");
        assert!(out.contains("t () at t.f90:14"), "{level}\n{out}");
        assert!(out.contains("Line 3 of \"t.f90\"") || level == "-O2", "{level}\n{out}");
    }
}
