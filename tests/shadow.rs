//! The device of separate memory on the host: it is a device for programs, and it finds what is wrong with their maps.

use std::process::{Command, Output};

const EXE: &str = env!("CARGO_BIN_EXE_ferrotran");

/// Runs a program on shadow devices.
fn run(name: &str, device: &str, variables: &[(&str, &str)], text: &str) -> Output {
    run_with(name, device, variables, &[], text)
}

/// The same with flags of the compiler.
fn run_with(name: &str, device: &str, variables: &[(&str, &str)], flags: &[&str], text: &str) -> Output {
    let dir = std::env::temp_dir().join(format!("ferrotran-shadow-{}", std::process::id()));
    std::fs::create_dir_all(&dir).expect("a temporary folder");
    let file = dir.join(format!("{name}.f90"));
    std::fs::write(&file, text).expect("the file is writable");
    let mut c = Command::new(EXE);
    c.args(["run", "-fverify-ir", "--device", device]).args(flags).arg(&file);
    c.env("OMP_TARGET_OFFLOAD", "mandatory").env("OMP_NUM_THREADS", "2").envs(variables.iter().copied());
    let out = c.output().expect("the compiler starts");
    let _ = std::fs::remove_file(file);
    out
}

/// What the checks say, one message a line, without the folders of sources.
fn checked(name: &str, text: &str) -> Vec<String> {
    let out = run(name, "shadow", &[("FERROTRAN_SHADOW_CHECK", "1")], text);
    let said = String::from_utf8_lossy(&out.stderr).into_owned();
    assert!(out.status.success(), "{said}");
    let folder =
        format!("{}/", std::env::temp_dir().join(format!("ferrotran-shadow-{}", std::process::id())).display());
    said.lines().map(|l| l.strip_prefix("ferrotran: shadow check: ").unwrap_or(l).replace(&folder, "")).collect()
}

#[test]
fn several_devices_are_apart() {
    let text = "program p
  use omp_lib
  use iso_c_binding
  implicit none
  integer :: a(4), b(4), where_(2), n
  type(c_ptr) :: x, y
  if (omp_get_num_devices() /= 2 .or. omp_get_initial_device() /= 2) error stop 1
  a = [1, 2, 3, 4]
  !$omp target enter data map(to: a) device(0)
  !$omp target enter data map(to: a) device(1)
  do n = 0, 1
    !$omp target map(a) map(from: where_(n + 1:n + 1)) device(n)
    a = a * (n + 2)
    where_(n + 1) = merge(1, 0, omp_is_initial_device())
    !$omp end target
  end do
  print *, a, where_
  !$omp target update from(a) device(0)
  print *, a
  !$omp target update from(a) device(1)
  print *, a
  !$omp target exit data map(delete: a) device(0)
  if (omp_target_is_present(c_loc_of(a), 0) /= 0 .or. omp_target_is_present(c_loc_of(a), 1) == 0) error stop 2
  x = omp_target_alloc(16_c_size_t, 0)
  y = omp_target_alloc(16_c_size_t, 1)
  if (omp_target_memcpy(x, c_loc_of(a), 16_c_size_t, 0_c_size_t, 0_c_size_t, 0, 2) /= 0) error stop 3
  if (omp_target_memcpy(y, x, 16_c_size_t, 0_c_size_t, 0_c_size_t, 1, 0) /= 0) error stop 4
  if (omp_target_memcpy(c_loc_of(b), y, 16_c_size_t, 0_c_size_t, 0_c_size_t, 2, 1) /= 0) error stop 5
  ! What is one device's is not another's.
  if (omp_target_memcpy(c_loc_of(b), x, 16_c_size_t, 0_c_size_t, 0_c_size_t, 2, 1) == 0) error stop 6
  call omp_target_free(x, 0)
  call omp_target_free(y, 1)
  print *, b
contains
  type(c_ptr) function c_loc_of(v)
    integer, target :: v(*)
    c_loc_of = c_loc(v)
  end function
end program
";
    let out = run("several", "shadow,shadow", &[], text);
    let text = String::from_utf8_lossy(&out.stdout);
    assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
    let lines: Vec<Vec<&str>> = text.lines().map(|l| l.split_whitespace().collect()).collect();
    let want: [&[&str]; 4] =
        [&["1", "2", "3", "4", "0", "0"], &["2", "4", "6", "8"], &["3", "6", "9", "12"], &["3", "6", "9", "12"]];
    assert_eq!(lines, want);
}

/// Processes of a job take turns with the devices of their machine, if nobody says which one is the default.
#[test]
fn ranks_have_devices_of_their_own() {
    let text = "program p
  use omp_lib
  integer :: where_
  !$omp target map(from: where_)
  where_ = omp_get_device_num()
  !$omp end target
  print '(3i2)', where_, omp_get_default_device(), omp_get_num_devices()
end program
";
    let rank = |n: &'static str| ("OMPI_COMM_WORLD_LOCAL_RANK", n);
    for (variables, want) in [
        (&[][..], " 0 0 2\n"),
        (&[rank("0")], " 0 0 2\n"),
        (&[rank("1")], " 1 1 2\n"),
        (&[rank("4")], " 0 0 2\n"),
        (&[("SLURM_LOCALID", "3")], " 1 1 2\n"),
        (&[rank("1"), ("OMP_DEFAULT_DEVICE", "0")], " 0 0 2\n"),
    ] {
        let out = run("ranks", "shadow,shadow", variables, text);
        assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
        assert_eq!(String::from_utf8_lossy(&out.stdout), want, "{variables:?}");
    }
}

#[test]
fn accesses_outside_of_what_is_mapped_end_the_program() {
    let text = "program p
  real :: a(100), b(100)
  integer :: i
  a = 1; b = 2
  !$omp target teams distribute parallel do map(tofrom: a(1:50)) map(to: b)
  do i = 1, 60
    a(i) = b(i) * i
  end do
  print *, a(50)
end program
";
    let out = run("outside", "shadow", &[], text);
    let said = String::from_utf8_lossy(&out.stderr);
    assert_eq!(out.status.code(), Some(2), "{said}");
    assert!(
        said.contains("outside.f90:5 uses memory") && said.contains("behind the end of the mapped part of 'a'"),
        "{said}"
    );
}

/// What was never stored is no number.
#[test]
fn nothing_works_by_accident() {
    let text = "program p
  real :: a(4)
  a = 1
  !$omp target map(from: a)
  a(2) = 5
  !$omp end target
  print *, a(2) == 5, a(1) == a(1), transfer(a(1), 1) == int(z'7ff4dead')
end program
";
    let out = run("accident", "shadow", &[], text);
    let text = String::from_utf8_lossy(&out.stdout);
    assert_eq!(
        text.split_whitespace().collect::<Vec<_>>(),
        ["T", "F", "T"],
        "{}",
        String::from_utf8_lossy(&out.stderr)
    );
}

#[test]
fn lost_values_are_found() {
    let text = "program p
  integer :: a(100), b(100), c(100), i
  a = 1; b = 2; c = 3
  !$omp target teams distribute parallel do map(to: a, b) firstprivate(c)
  do i = 1, 100
    c(i) = 4
    a(i) = b(i) + c(i)
  end do
  print *, a(1)
end program
";
    let said = checked("lost", text);
    assert_eq!(said.len(), 1, "{said:?}");
    assert!(said[0].starts_with("what kernel ") && said[0].contains("lost.f90:4 stores in 'a' is lost"), "{said:?}");
    assert!(said[0].ends_with("lost.f90:9"), "{said:?}");
    // Nobody reads what is room for the device alone.
    assert_eq!(checked("not_lost", &text.replace("  print *, a(1)\n", "")), Vec::<String>::new());
}

#[test]
fn stale_values_are_found() {
    let text = "program p
  integer :: a(100), b(100), i
  a = 1; b = 2
  !$omp target data map(to: a) map(from: b)
  !$omp target teams distribute parallel do
  do i = 1, 100
    b(i) = a(i)
  end do
  a = 5
  !$omp target teams distribute parallel do
  do i = 1, 100
    b(i) = b(i) + a(i)
  end do
  a = 6
  !$omp target update to(a)
  !$omp target teams distribute parallel do
  do i = 1, 100
    b(i) = b(i) + a(i)
  end do
  !$omp end target data
end program
";
    let said = checked("stale", text);
    assert_eq!(said.len(), 1, "{said:?}");
    assert!(said[0].contains("stale.f90:10 reads 'a' on the device, which has old values"), "{said:?}");
}

#[test]
fn reads_of_nothing_are_found() {
    let text = "program p
  integer :: a(100), b(100), i
  a = 1
  !$omp target data map(alloc: a) map(from: b)
  !$omp target teams distribute parallel do
  do i = 1, 100
    b(i) = a(i)
  end do
  !$omp target teams distribute parallel do
  do i = 1, 100
    a(i) = i
  end do
  !$omp target teams distribute parallel do
  do i = 1, 100
    b(i) = a(i)
  end do
  !$omp end target data
  print *, b(100)
end program
";
    let said = checked("nothing", text);
    assert_eq!(said.len(), 1, "{said:?}");
    assert!(said[0].contains("nothing.f90:5 reads 'a', to which nothing was copied"), "{said:?}");
}

#[test]
fn tasks_without_an_order_are_found() {
    let text = "program p
  integer :: a(100), b(100), c(100), i
  a = 1; b = 2; c = 3
  !$omp target enter data map(to: a, b, c)
  !$omp target teams distribute parallel do nowait depend(out: a)
  do i = 1, 100
    a(i) = a(i) + 1
  end do
  !$omp target teams distribute parallel do nowait depend(in: a) depend(out: b)
  do i = 1, 100
    b(i) = a(i)
  end do
  !$omp target teams distribute parallel do nowait depend(in: b)
  do i = 1, 100
    c(i) = a(i) + b(i)
  end do
  !$omp target teams distribute parallel do nowait
  do i = 1, 100
    c(i) = c(i) * 2
  end do
  !$omp taskwait
  !$omp target teams distribute parallel do
  do i = 1, 100
    c(i) = c(i) + a(i)
  end do
  !$omp target exit data map(from: a, b, c)
end program
";
    let said = checked("tasks", text);
    assert_eq!(said.len(), 1, "{said:?}");
    let clash = said[0].contains("tasks.f90:13") && said[0].contains("tasks.f90:17");
    assert!(clash && said[0].contains("use 'c' in no order"), "{said:?}");
}

/// Tasks that map a variable each for itself, and what the thread does that made them.
#[test]
fn regions_beside_tasks_are_found() {
    let text = "program p
  integer :: a(100), i
  a = 1
  !$omp target teams distribute parallel do nowait map(tofrom: a)
  do i = 1, 100
    a(i) = a(i) + 1
  end do
  !$omp target teams distribute parallel do map(tofrom: a)
  do i = 1, 100
    a(i) = a(i) + 1
  end do
  !$omp taskwait
  !$omp target teams distribute parallel do map(tofrom: a)
  do i = 1, 100
    a(i) = a(i) + 1
  end do
end program
";
    let said = checked("beside", text);
    assert_eq!(said.len(), 1, "{said:?}");
    let clash = said[0].contains("beside.f90:4") && said[0].contains("beside.f90:8");
    assert!(clash && said[0].contains("use 'a' in no order"), "{said:?}");
}

/// Tasks that need no order: parts of one variable, atomic updates, values that are only read.
#[test]
fn tasks_that_need_no_order_pass() {
    let text = "program p
  integer :: a(100), b(100), c(100), s, i, k
  a = 1; b = 2; c = 0; s = 0
  !$omp target enter data map(to: a, b, c, s)
  do k = 0, 3
    !$omp target teams distribute parallel do nowait
    do i = k * 25 + 1, k * 25 + 25
      a(i) = a(i) + b(i)
    end do
  end do
  do k = 0, 1
    !$omp target teams distribute parallel do nowait map(tofrom: s)
    do i = 1, 100
      !$omp atomic
      s = s + b(i)
    end do
  end do
  !$omp taskwait
  !$omp target teams distribute parallel do nowait depend(out: c)
  do i = 1, 100
    c(i) = 1
  end do
  !$omp taskwait depend(in: c)
  !$omp target teams distribute parallel do
  do i = 1, 100
    c(i) = c(i) + a(i)
  end do
  !$omp target exit data map(from: a, b, c, s)
  if (any(a /= 3) .or. s /= 400 .or. any(c /= 4)) error stop 1
end program
";
    assert_eq!(checked("parts", text), [""; 0]);
}

/// What correct programs do is no finding.
#[test]
fn correct_maps_pass() {
    let text = "program p
  integer :: a(100), b(100), c(100), w(100), s, i, k
  a = 1; b = 2; c = 0; s = 0; w = 0
  !$omp target enter data map(to: a) map(alloc: c)
  ! A work array that happens to have initial values.
  !$omp target teams workdistribute map(to: w)
  w = a
  c = w(100:1:-1)
  !$omp end target teams workdistribute
  do k = 1, 3
    !$omp target teams distribute parallel do map(to: b) map(tofrom: s) reduction(+: s)
    do i = 1, 100
      c(i) = a(i) + b(i)
      s = s + c(i)
    end do
    b = b + 1
    !$omp target update from(c(1:50))
    c(51:) = 0
    a = a + 1
    !$omp target update to(a)
  end do
  !$omp target
  a(1) = 9
  !$omp end target
  !$omp target update from(a)
  !$omp target exit data map(delete: a) map(from: c)
  print *, s, a(1), c(1)
end program
";
    assert_eq!(checked("correct", text), [""; 0]);
}

/// The lines of the trace that begin so, without what comes before and the rest.
fn traced(name: &str, flags: &[&str], offload: &str, text: &str, of: &str) -> Vec<String> {
    let variables = [("FERROTRAN_DEVICE_TRACE", "1"), ("OMP_TARGET_OFFLOAD", offload)];
    let out = run_with(name, "shadow", &variables, flags, text);
    let said = String::from_utf8_lossy(&out.stderr).into_owned();
    assert!(out.status.success(), "{said}");
    let lines = said.lines().filter_map(|l| l.strip_prefix("device: "));
    lines
        .filter_map(|l| l.strip_prefix(of))
        .map(|l| l.trim().split([' ', ':']).next().unwrap_or("").to_string())
        .collect()
}

#[test]
fn the_host_runs_only_statements_that_it_must() {
    let text = "program p
  implicit none
  real :: a(100), b(100), s
  real, allocatable :: t(:)
  a = 1
  !$omp target map(tofrom: a, b) map(from: s)
  a = a + 1
  print '(f5.1)', a(3)
  b = a * 2
  b(1) = 8
  allocate (t(100))
  t = a + b
  s = sum(t)
  deallocate (t)
  call change(b, 3)
  b(4) = b(3) + b(2)
  !$omp end target
  print '(3f8.1)', s, a(1), b(1)
  print '(3f8.1)', b(2:4)
contains
  recursive subroutine change(x, k)
    real, intent(inout) :: x(*)
    integer, intent(in) :: k
    x(k) = x(k) + k
    if (k > 1) call change(x, k - 1)
  end subroutine
end program
";
    let launches = traced("host_statements", &[], "mandatory", text, "launch");
    // The sum is computed as the loop makes what it adds.
    assert_eq!(launches.len(), 5, "{launches:?}");
    // Nothing for the transfer, which reads a number; the variable that statements of the host allocate and free; what
    // the call is given.
    assert_eq!(traced("host_statements", &[], "mandatory", text, "lend"), ["t", "b"]);
    let out = run("host_statements", "shadow", &[], text);
    assert_eq!(String::from_utf8_lossy(&out.stdout), "  2.0\n   604.0     2.0     9.0\n     6.0     7.0    13.0\n");
}

#[test]
fn flags_say_what_is_offloaded() {
    let text = "program p
  implicit none
  real :: a(70000), b(70000), s
  integer :: i
  do concurrent (i = 1:70000)
    a(i) = i
  end do
  b = a * 2
  a(1:10) = 0
  !$omp target map(tofrom: a)
  a = a + 1
  !$omp end target
  s = a(70000) + b(1)
  print '(f9.1)', s
end program
";
    let launches = |flags: &[&str]| traced("offload_flags", flags, "default", text, "launch").len();
    assert_eq!(launches(&[]), 1);
    assert_eq!(launches(&["-fdo-concurrent=none"]), 1);
    assert_eq!(launches(&["-fdo-concurrent=host"]), 1);
    assert_eq!(launches(&["-fdo-concurrent=device"]), 2);
    // Both array statements are one kernel.
    assert_eq!(launches(&["-foffload-arrays"]), 2);
    assert_eq!(launches(&["-foffload-arrays", "-fdo-concurrent=device"]), 3);
    assert_eq!(launches(&["-fno-offload", "-foffload-arrays", "-fdo-concurrent=device"]), 0);
    let out = run_with("offload_flags", "shadow", &[], &["-fdo-concurrent=threads"], text);
    let said = String::from_utf8_lossy(&out.stderr).into_owned();
    assert!(!out.status.success() && said.contains("there are host, device and none"), "{said}");
    let out = run_with("offload_flags", "shadow", &[], &["-fno-offload"], text);
    let said = String::from_utf8_lossy(&out.stderr).into_owned();
    assert!(!out.status.success() && said.contains("-fno-offload") && said.contains("is mandatory"), "{said}");
}
