//! The programs of the races. Each prints the seconds of its kernel as the last word.

use crate::{Contender, installed, race};
use std::path::Path;

fn words(s: &str) -> Vec<String> {
    s.split_whitespace().map(String::from).collect()
}

fn timed(declarations: &str, setup: &str, kernel: &str, repeat: usize, check: &str) -> String {
    format!(
        "program bench\n  implicit none\n{declarations}\n  integer(8) :: t0, t1, rate\n  integer :: rep\n  \
         real(8) :: best\n  call system_clock(count_rate=rate)\n{setup}\n  best = huge(best)\n  do rep = 1, {repeat}\n    \
         call system_clock(t0)\n{kernel}\n    call system_clock(t1)\n    \
         best = min(best, real(t1 - t0, 8) / real(rate, 8))\n  end do\n  print *, {check}\n  \
         print '(f12.7)', best\nend program\n"
    )
}

/// Host matmul of square matrices, against OpenBLAS by both of its kernels and the peers' own matmul.
pub fn matmul(ferrotran: &str, dir: &Path, n: usize, runs: usize) {
    for (kind, name) in [(4, "sgemm"), (8, "dgemm")] {
        let decl = format!(
            "  integer, parameter :: n = {n}\n  real({kind}), allocatable :: a(:,:), b(:,:), c(:,:)\n  external {name}"
        );
        let setup = "  allocate(a(n,n), b(n,n), c(n,n))\n  call random_number(a)\n  call random_number(b)\n  c = 0";
        let own =
            timed(&decl.replace(&format!("\n  external {name}"), ""), setup, "    c = matmul(a, b)", 4, "c(n/2, n/3)");
        let blas = timed(
            &decl,
            setup,
            &format!("    call {name}('N', 'N', n, n, n, 1.0_{kind}, a, n, b, n, 0.0_{kind}, c, n)"),
            4,
            "c(n/2, n/3)",
        );
        let mut list = vec![Contender {
            name: "ferrotran matmul".into(),
            build: words(&format!("{ferrotran} -O3")),
            libs: vec![],
            env: vec![("OMP_NUM_THREADS", "2")],
            source: own.clone(),
        }];
        if installed("gfortran") {
            for (label, core) in [("OpenBLAS, own choice", ""), ("OpenBLAS, SkylakeX", "SkylakeX")] {
                let mut env = vec![("OPENBLAS_NUM_THREADS", "2")];
                if !core.is_empty() {
                    env.push(("OPENBLAS_CORETYPE", core));
                }
                list.push(Contender {
                    name: label.into(),
                    build: words("gfortran -O2"),
                    libs: words("-lopenblas"),
                    env,
                    source: blas.clone(),
                });
            }
            list.push(Contender {
                name: "gfortran -O3 matmul".into(),
                build: words("gfortran -O3 -march=native"),
                libs: vec![],
                env: vec![],
                source: own,
            });
        }
        race(&format!("matmul {n}x{n} real({kind})"), dir, &list, runs);
    }
}

/// Five dependent real64 array statements on 2**24 elements.
pub fn chain(ferrotran: &str, dir: &Path, runs: usize) {
    let decl = "  integer, parameter :: n = 2**24\n  real(8), allocatable :: a(:), b(:), c(:), d(:), e(:)";
    let setup = "  allocate(a(n), b(n), c(n), d(n), e(n))\n  a = 1.5d0\n  b = 0.25d0\n  c = 0\n  d = 0\n  e = 0";
    let kernel = |begin: &str, end: &str| {
        format!(
            "    {begin}\n    c = a * b + 1.0d0\n    d = c * c - a\n    e = d * 0.5d0 + c\n    a = e / (c + 2.0d0)\n    \
             b = a + d * 0.125d0\n    {end}"
        )
    };
    let check = "sum(a(1:100)), b(n)";
    let share = timed(decl, setup, &kernel("!$omp parallel workshare", "!$omp end parallel workshare"), 7, check);
    let mut list = vec![Contender {
        name: "ferrotran teams workdistribute".into(),
        build: words(&format!("{ferrotran} -O3")),
        libs: vec![],
        env: vec![("OMP_NUM_THREADS", "2")],
        source: timed(decl, setup, &kernel("!$omp teams workdistribute", "!$omp end teams workdistribute"), 7, check),
    }];
    for (name, command) in [
        ("gfortran parallel workshare", "gfortran -O3 -march=native -fopenmp"),
        ("flang parallel workshare", "flang-22 -O3 -march=native -fopenmp"),
    ] {
        if installed(command.split(' ').next().unwrap_or("")) {
            list.push(Contender {
                name: name.into(),
                build: words(command),
                libs: vec![],
                env: vec![("OMP_NUM_THREADS", "2")],
                source: share.clone(),
            });
        }
    }
    race("chain of five array statements, 2**24 real64", dir, &list, runs);
}
