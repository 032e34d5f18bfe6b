//! Compile speed: the whole command, from source to executable.

use crate::{installed, median};
use std::fmt::Write;
use std::path::Path;
use std::process::Command;
use std::time::Instant;

/// A program of about 700 lines: procedures with declarations, loops, branches, array statements and output.
fn program() -> String {
    let mut s = String::from("module work\n  implicit none\ncontains\n");
    for k in 0..24 {
        write!(
            s,
            "  subroutine step{k}(a, b, n, total)\n    integer, intent(in) :: n\n    real(8), intent(inout) :: a(n), b(n)\n    \
             real(8), intent(out) :: total\n    integer :: i, j\n    real(8) :: t, w(4)\n    total = 0.0d0\n    w = {k}.0d0\n    \
             do i = 1, n\n      t = a(i) * b(i) + {k}.5d0\n      if (t > 10.0d0) then\n        t = t - 10.0d0\n      \
             else if (t < -10.0d0) then\n        t = t + 10.0d0\n      else\n        t = abs(t)\n      end if\n      \
             do j = 1, 4\n        w(j) = w(j) + t / j\n      end do\n      a(i) = t\n      total = total + t\n    end do\n    \
             b = a * 0.5d0 + b\n    total = total + sum(w)\n  end subroutine\n"
        )
        .ok();
    }
    s.push_str("end module\nprogram main\n  use work\n  implicit none\n  real(8) :: a(100), b(100), t\n  a = 1.0d0\n  b = 2.0d0\n");
    for k in 0..24 {
        write!(s, "  call step{k}(a, b, 100, t)\n  print '(a, f20.8)', 'step {k}', t\n").ok();
    }
    s.push_str("end program\n");
    s
}

/// Compares the time of a whole compilation.
pub fn speed(ferrotran: &str, dir: &Path, runs: usize) {
    let text = program();
    let src = dir.join("big.f90");
    std::fs::write(&src, &text).expect("the temporary directory is writable");
    println!("compile a program of {} lines to an executable", text.lines().count());
    let mut list: Vec<(&str, Vec<String>, Vec<f64>)> = vec![
        ("ferrotran", vec![ferrotran.to_string()], vec![]),
        ("ferrotran -O0", vec![ferrotran.to_string(), "-O0".into()], vec![]),
    ];
    for (name, command) in [("gfortran -O0", "gfortran"), ("flang -O0", "flang-22")] {
        if installed(command) {
            list.push((name, vec![command.into(), "-O0".into()], vec![]));
        }
    }
    for run in 0..=runs {
        for (_, c, times) in &mut list {
            let start = Instant::now();
            let ok = Command::new(&c[0])
                .args(&c[1..])
                .arg(&src)
                .arg("-o")
                .arg(dir.join("big.exe"))
                .arg(format!("-J{}", dir.display()))
                .output()
                .is_ok_and(|o| o.status.success());
            // The first round only warms the caches.
            if ok && run > 0 {
                times.push(start.elapsed().as_secs_f64());
            }
        }
    }
    let first = median(&list[0].2);
    for (name, _, times) in &list {
        let m = median(times);
        println!("  {name:28} {m:10.5} s   ferrotran/this = {:.3}", first / m);
    }
}
