//! The compiler in the hands of build systems and other linkers. What needs a tool that is not there is left out, with a
//! note.

mod tools;
use std::path::Path;
use tools::{FC, folder, has, ok, run, write};

/// A module that C calls, in a library, and a program that calls C.
fn mixed(dir: &Path) {
    write(
        dir,
        "m.f90",
        "module m\n  use iso_c_binding\ncontains\n  subroutine s(n) bind(c)\n    integer(c_int), value :: n\n\
         \x20   print '(a,i0)', 's', n\n  end subroutine\nend module\n",
    );
    write(
        dir,
        "p.F90",
        "program p\n  use m\n  interface\n    subroutine c() bind(c)\n    end subroutine\n  end interface\n\
         #ifdef _OPENMP\n  call s(1)\n#endif\n  call c()\nend program\n",
    );
    write(dir, "c.c", "void s(int);\nvoid c(void) { s(2); }\n");
}

#[test]
fn cmake_finds_its_way() {
    if !has("cmake") || !has("cc") || !has("c++") {
        return;
    }
    let dir = &folder("cmake");
    mixed(dir);
    write(
        dir,
        "CMakeLists.txt",
        "cmake_minimum_required(VERSION 3.16)\nproject(demo LANGUAGES C CXX Fortran)\ninclude(FortranCInterface)\n\
         FortranCInterface_VERIFY(CXX)\nfind_package(OpenMP REQUIRED COMPONENTS Fortran)\n\
         message(STATUS \"id=${CMAKE_Fortran_COMPILER_ID}\")\nadd_library(l SHARED m.f90)\nadd_executable(x p.F90 c.c)\n\
         target_link_libraries(x l OpenMP::OpenMP_Fortran)\n",
    );
    ok(dir, FC, &["--install-runtime", "rt"]);
    let compiler = format!("-DCMAKE_Fortran_COMPILER={FC}");
    let own = "-DCMAKE_TOOLCHAIN_FILE=rt/ferrotran/cmake/ferrotran.cmake";
    for (build, more, id) in [("gnu", "-DCMAKE_BUILD_TYPE=Release", "id=GNU"), ("own", own, "id=Ferrotran")] {
        let text = ok(dir, "cmake", &["-S", ".", "-B", build, &compiler, more]);
        assert!(text.contains(id), "{text}");
        ok(dir, "cmake", &["--build", build]);
        assert_eq!(ok(dir, &format!("{build}/x"), &[]), "s1\ns2\n");
    }
}

#[test]
fn meson_finds_its_way() {
    if !has("meson") || !has("ninja") || !has("cc") {
        return;
    }
    let dir = &folder("meson");
    mixed(dir);
    // The C compiler links what has both languages.
    write(
        dir,
        "meson.build",
        "project('d', 'c', 'fortran')\nl = shared_library('l', 'm.f90', version: '1.2.3')\n\
         \x23 Not every Meson knows the version of OpenMP that the Fortran compiler has.\n\
         x = executable('x', 'p.F90', 'c.c', link_with: l, dependencies: dependency('openmp'))\n\
         test('x', x)\n",
    );
    write(dir, "native.ini", &format!("[binaries]\nfortran = '{FC}'\n"));
    ok(dir, "meson", &["setup", "build", "--native-file", "native.ini"]);
    ok(dir, "meson", &["compile", "-C", "build"]);
    assert_eq!(ok(dir, "build/x", &[]), "s1\ns2\n");
}

#[test]
fn other_linkers_find_the_runtime() {
    if !has("cc") {
        return;
    }
    let dir = &folder("runtime");
    write(dir, "sub.f90", "subroutine sub(n)\n  integer :: n\n  print '(i0)', n\n  n = n*2\nend subroutine\n");
    write(
        dir,
        "main.c",
        "#include <stdio.h>\nvoid sub_(int *);\nint main(void) { int n = 5; sub_(&n); printf(\"%d\\n\", n); return 0; }\n",
    );
    ok(dir, FC, &["-c", "sub.f90"]);
    let libs = ok(dir, FC, &["--print-libs"]);
    let mut args = vec!["main.c", "sub.o", "-o", "a"];
    args.extend(libs.split_whitespace());
    ok(dir, "cc", &args);
    assert_eq!(ok(dir, "./a", &[]), "5\n10\n");
    ok(dir, FC, &["--install-runtime", "rt"]);
    ok(dir, "cc", &["main.c", "sub.o", "-o", "s", "-Lrt", "-lferrotran", "-Wl,-rpath,$ORIGIN/rt"]);
    assert_eq!(ok(dir, "./s", &[]), "5\n10\n");
    let archive = ok(dir, FC, &["-print-file-name=libferrotran.a"]);
    assert!(Path::new(archive.trim()).is_file(), "{archive}");
    assert_eq!(ok(dir, FC, &["-print-file-name=libbanana.a"]), "libbanana.a\n");
    if has("pkg-config") {
        let o = std::process::Command::new("pkg-config")
            .args(["--libs", "ferrotran"])
            .env("PKG_CONFIG_PATH", dir.join("rt/pkgconfig"))
            .output()
            .expect("it runs");
        assert!(String::from_utf8_lossy(&o.stdout).contains("-lferrotran"));
    }
    // Another name, other answers.
    let link = "rt/ferrotran/bin/ferrotran-gfortran";
    assert!(ok(dir, link, &["--version"]).starts_with("GNU Fortran ("));
    write(dir, "omp.f90", "program p\n  integer :: n\n  n = 1\n  !$ n = 2\n  print '(i0)', n\nend program\n");
    for (options, n) in [(&["omp.f90"][..], "1\n"), (&["-fopenmp", "omp.f90"][..], "2\n")] {
        ok(dir, link, options);
        assert_eq!(ok(dir, "./a.out", &[]), n);
    }
}

#[test]
fn other_linkers_link() {
    let dir = &folder("linkers");
    write(dir, "h.f90", "program h\n  print '(a)', 'hello'\nend program\n");
    for linker in ["bfd", "gold", "lld", "mold"].iter().filter(|l| has(&format!("ld.{l}"))) {
        ok(dir, FC, &["h.f90", "-o", linker, &format!("-fuse-ld={linker}")]);
        assert_eq!(ok(dir, &format!("./{linker}"), &[]), "hello\n");
    }
    let o = run(dir, FC, &["h.f90", "-fuse-ld=banana"]);
    assert!(o.status.code() == Some(1) && String::from_utf8_lossy(&o.stderr).contains("ld.banana"));
}

/// Intermediate code beside machine code is passed over; alone it is an error that says so.
#[test]
fn objects_with_intermediate_code() {
    if !has("gcc") {
        return;
    }
    let dir = &folder("lto");
    write(
        dir,
        "p.f90",
        "program p\n  interface\n    subroutine c() bind(c)\n    end subroutine\n  end interface\n  call c()\nend\n",
    );
    write(dir, "c.c", "#include <stdio.h>\nvoid c(void) { puts(\"c\"); }\n");
    ok(dir, "gcc", &["-c", "-flto", "-ffat-lto-objects", "c.c", "-o", "fat.o"]);
    ok(dir, FC, &["p.f90", "fat.o", "-o", "fat"]);
    assert_eq!(ok(dir, "./fat", &[]), "c\n");
    ok(dir, "gcc", &["-c", "-flto", "-fno-fat-lto-objects", "c.c", "-o", "slim.o"]);
    let o = run(dir, FC, &["p.f90", "slim.o", "-o", "slim"]);
    assert!(o.status.code() == Some(1));
    assert!(String::from_utf8_lossy(&o.stderr).contains("-ffat-lto-objects"));
}

/// Each option of gfortran is obeyed, refused, or in the table of what is harmless.
#[test]
fn options_are_known_or_refused() {
    let dir = &folder("options");
    write(dir, "v.f90", "program v\n  integer :: unused\n  print '(a)', 'v'\nend program\n");
    for bad in [
        "-Wbanana",
        "-Werror=banana",
        "-std=f3000",
        "-march=banana",
        "-mbanana",
        "-fbanana",
        "-pg",
        "-p",
        "-fpath-coverage",
        "-fsanitize=address",
        "-fsanitize=undefined",
        "-m32",
        "-static-pie",
        "-finstrument-functions",
        "-fdiagnostics-format=sarif-file",
    ] {
        let o = run(dir, FC, &[bad, "v.f90"]);
        assert!(!o.status.success() && !o.stderr.is_empty(), "{bad}");
    }
    for good in [
        "-Wno-banana",
        "-pthread",
        "-frandom-seed=1",
        "-fshow-column",
        "-fdiagnostics-color=never",
        "-march=x86-64",
        "-mtune=native",
        "-pipe",
        "-fno-diagnostics-show-caret",
        "-fstrict-aliasing",
        "-gdwarf-4",
        "-ggdb3",
        "-Wp,-DX=1",
        "-static-libgfortran",
        "--param=max-inline-insns-single=1",
        "-std=f2023",
        "-fopenmp-simd",
        "-rdynamic",
    ] {
        ok(dir, FC, &[good, "v.f90", "-o", "v"]);
        assert_eq!(ok(dir, "./v", &[]), "v\n", "{good}");
    }
    let status = |args: &[&str]| run(dir, FC, &[args, &["-fsyntax-only", "v.f90"]].concat()).status.code();
    assert_eq!(status(&["-Werror=unused-variable"]), Some(1));
    assert_eq!(status(&["-Wall", "-Werror"]), Some(1));
    assert_eq!(status(&["-Wall", "-Werror", "-Wno-error=unused-variable"]), Some(0));
    assert_eq!(status(&["-Wall", "-Wno-error"]), Some(0));
    write(
        dir,
        "o.f90",
        "program o\n  use iso_fortran_env\n  print '(a)', compiler_version()\n  print '(a)', compiler_options()\nend\n",
    );
    ok(dir, FC, &["-O1", "-march=x86-64-v2", "-I.", "o.f90", "-o", "o"]);
    let text = ok(dir, "./o", &[]);
    assert_eq!(text.lines().nth(1), Some("-O1 -march=x86-64-v2 -I."));
    write(dir, "pp.F90", "#define A 3\nprogram pp\n  print *, A\nend\n");
    assert_eq!(ok(dir, FC, &["-E", "-P", "pp.F90"]), "program pp\n  print *, 3\nend\n");
    // Standard input, as build systems try it.
    let macros =
        std::process::Command::new("sh").args(["-c", &format!("{FC} -E -dM - < /dev/null")]).output().expect("a shell");
    assert!(String::from_utf8_lossy(&macros.stdout).contains("#define __GNUC__ "));
}

/// Without AVX there is none in the code.
#[test]
#[cfg(target_arch = "x86_64")]
fn code_keeps_to_the_processor_that_is_named() {
    let dir = &folder("march");
    write(
        dir,
        "a.f90",
        "subroutine a(x, y, n)\n  integer :: n\n  real(8) :: x(n), y(n)\n  y = floor(x)*2 + abs(y)*x + sqrt(y)\nend\n",
    );
    let uses_avx = |options: &[&str]| {
        let text = ok(dir, FC, &[&["-S", "-O3", "a.f90", "-o", "-"], options].concat());
        text.lines().filter_map(|l| l.split_whitespace().next()).any(|w| w.starts_with("vmul") || w.starts_with("vadd"))
    };
    assert!(!uses_avx(&["-march=x86-64"]));
    assert!(!uses_avx(&["-march=haswell", "-mno-avx"]));
    assert!(uses_avx(&["-march=x86-64-v3"]));
    write(
        dir,
        "p.f90",
        "program p\n  real(8) :: x(3) = [1.5d0, 2.5d0, -0.5d0], y(3) = 4\n  call a(x, y, 3)\n  print '(3f6.2)', y\nend\n",
    );
    ok(dir, FC, &["-march=x86-64", "-O3", "p.f90", "a.f90", "-o", "p"]);
    assert_eq!(ok(dir, "./p", &[]), " 10.00 16.00 -2.00\n");
}
