//! A program can be taken out of the pipelines `loop` and `device` behind every pass as text, and goes on from there: by `run`, and by the
//! pass that follows.

use std::process::{Command, Output};

const EXE: &str = env!("CARGO_BIN_EXE_ferrotran");

const TEXT: &str = "program p
  implicit none
  type :: t
    integer, allocatable :: of(:)
  end type
  type(t) :: o
  integer :: i, n, s, a(40)
  real :: x(40)
  n = 0
  s = 0
  a = 1
  !$omp target map(tofrom: n)
  n = n + 110
  !$omp end target
  !$omp target teams distribute parallel do map(tofrom: a) map(from: x) reduction(+: s)
  do i = 1, 40
    a(i) = a(i) + i
    x(i) = sqrt(real(i))
    s = s + a(i)
  end do
  !$omp parallel do num_threads(2) reduction(+: s)
  do i = 1, 40
    s = s + a(i)
  end do
  !$omp atomic
  s = s + 1
  do while (n > 50)
    n = n - 7
  end do
  allocate (o%of(3), source=2)
  !$omp target enter data map(to: o)
  !$omp target
  o%of = o%of + 1
  !$omp end target
  !$omp target exit data map(from: o)
  print *, n, s, sum(a), nint(sum(x)), o%of
end program
";

fn ferrotran(args: &[&str]) -> Output {
    Command::new(EXE).env("FERROTRAN_DEVICE", "shadow").args(args).output().expect("the compiler starts")
}

#[test]
fn the_rest_of_the_pipeline_follows() {
    let dir = std::env::temp_dir().join(format!("ferrotran-prefixes-{}", std::process::id()));
    std::fs::create_dir_all(&dir).expect("a folder for the texts");
    let file = |name: &str| dir.join(name).to_str().expect("a plain path").to_string();
    let (source, array) = (file("p.f90"), file("array.ir"));
    std::fs::write(&source, TEXT).expect("the program can be written");
    let wanted = String::from_utf8_lossy(&ferrotran(&["run", "-fopenmp", &source]).stdout).into_owned();
    assert!(wanted.contains("47"), "{wanted}");
    let text = ferrotran(&["emit", "array", "-fopenmp", &source]).stdout;
    std::fs::write(&array, text).expect("the text can be written");
    let (mut wrong, mut last) = (Vec::new(), file("by_hand.ir"));
    let passes: Vec<&str> = ferrotran_ir::Pipeline::ALL[..3].iter().flat_map(|p| p.passes().split(',')).collect();
    let first = passes.len() - ferrotran_ir::passes::once().count();
    let before = ferrotran(&["opt", "--passes", "array", &array, "-o", &last]);
    assert!(before.status.success(), "{}", String::from_utf8_lossy(&before.stderr));
    for n in first + 1..=passes.len() {
        // All of them at once, and one by one.
        let (at_once, by_hand) = (file("at_once.ir"), file(&format!("by_hand.{n}.ir")));
        for (list, from, to) in [(passes[..n].join(","), &array, &at_once), (passes[n - 1].into(), &last, &by_hand)] {
            let out = ferrotran(&["opt", "--passes", &list, from, "-o", to]);
            let ran = ferrotran(&["run", "-fopenmp", to]);
            if !out.status.success() || String::from_utf8_lossy(&ran.stdout) != wanted {
                let said = String::from_utf8_lossy(&ran.stderr).into_owned();
                wrong.push(format!("behind {}: {}{said}", passes[n - 1], String::from_utf8_lossy(&ran.stdout)));
            }
        }
        last = by_hand;
    }
    let _ = std::fs::remove_dir_all(&dir);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
