//! What goes wrong on a device at run time: messages name the variable and the place, and host data is as OpenMP says.

use std::process::Command;

const EXE: &str = env!("CARGO_BIN_EXE_ferrotran");

/// A program, the variables it runs with, and what comes of it.
struct Case {
    name: &'static str,
    variables: &'static [(&'static str, &'static str)],
    text: &'static str,
    /// Exit status.
    status: i32,
    /// All of this is in the messages, which name the file as `(name).f90`.
    says: &'static [&'static str],
    /// The output, without the distances between its words.
    prints: &'static str,
}

const CASES: &[Case] = &[
    Case {
        name: "no_reduction",
        variables: &[],
        text: "subroutine s(x)
  integer :: x
  !$omp task in_reduction(+: x)
  x = x + 1
  !$omp end task
end subroutine
program p
  integer :: x
  x = 0
  !$omp taskgroup task_reduction(+: x)
  call s(x)
  !$omp end taskgroup
  print *, x
  call s(x)
end program",
        status: 2,
        says: &["the directive at no_reduction.f90:3 has 'x' in in_reduction, but it takes part in no reduction"],
        prints: "1",
    },
    Case {
        name: "no_reduction_on_device",
        variables: &[],
        text: "subroutine s(x)
  integer :: x(4)
  !$omp target in_reduction(+: x)
  x = x + 1
  !$omp end target
end subroutine
program p
  integer :: x(4)
  x = 0
  !$omp taskgroup task_reduction(+: x)
  call s(x)
  !$omp end taskgroup
  print *, x
  call s(x)
end program",
        status: 2,
        says: &[
            "the directive at no_reduction_on_device.f90:3 has 'x' in in_reduction, but it takes part in no reduction",
        ],
        prints: "1 1 1 1",
    },
    Case {
        name: "address_not_mapped",
        variables: &[],
        text: "program p
  use iso_c_binding
  real, target :: a(10)
  real, pointer :: x(:)
  type(c_ptr) :: q
  integer :: i
  a = 1
  q = c_loc(a)
  !$omp target private(x)
  call c_f_pointer(q, x, [10])
  do i = 1, 10
    x(i) = x(i) + 1
  end do
  !$omp end target
end program",
        status: 2,
        says: &["the target region at address_not_mapped.f90:9", "what 'q' points to (40 bytes at", "is not mapped"],
        prints: "",
    },
    Case {
        name: "pool",
        variables: &[("FERROTRAN_DEVICE_HEAP", "1000")],
        text: "program p
  integer :: i, n
  real :: z(100)
  n = 300
  !$omp target teams distribute parallel do map(from: z)
  do i = 1, 100
    block
      real :: a(n + mod(i, 3))
      a = i
      a(mod(i * 7, n) + 1) = 5
      z(i) = sum(a)
    end block
  end do
  print *, z(1)
end program",
        status: 2,
        says: &[
            "a thread of the target region at line 5 has no memory left for what it allocates (FERROTRAN_DEVICE_HEAP",
        ],
        prints: "",
    },
    Case {
        name: "frames",
        variables: &[("FERROTRAN_DEVICE_HEAP", "200000")],
        text: "program p
  integer :: i, z(8)
  !$omp target teams distribute parallel do map(from: z)
  do i = 1, 8
    z(i) = down(i * 100000)
  end do
  print *, z(1)
contains
  recursive integer function down(n) result(r)
    integer, intent(in) :: n
    r = 0
    if (n > 0) r = down(n - 1) + 1
  end function
end program",
        status: 2,
        says: &[
            "At line 5 of file frames.f90",
            "a thread of the target region at line 3 has no memory left for calls of the recursive procedure 'down' (FERROTRAN_DEVICE_HEAP",
        ],
        prints: "",
    },
    Case {
        name: "stop_in_kernel",
        variables: &[],
        text: "program p
  integer :: i, z(8)
  z = 2
  !$omp target teams distribute parallel do map(tofrom: z)
  do i = 1, 8
    if (z(i) == 2) error stop 'two'
    z(i) = 0
  end do
  print *, z(1)
end program",
        status: 1,
        says: &["ERROR STOP two", "in the target region at stop_in_kernel.f90:4"],
        prints: "",
    },
    Case {
        name: "extended",
        variables: &[],
        text: "program p
  integer :: a(10)
  a = 1
  print *, a(3)
  !$omp target enter data map(to: a(1:5))
  !$omp target map(tofrom: a(3:8))
  a(3) = 2
  !$omp end target
end program",
        status: 2,
        says: &["the target region at extended.f90:6: 'a' (24 bytes", "is only partly on the device: 'a' (20 bytes"],
        prints: "1",
    },
    Case {
        name: "extended_component",
        variables: &[],
        text: "program p
  type t
    integer, allocatable :: v(:)
  end type
  type(t) :: o
  allocate(o%v(10))
  !$omp target enter data map(to: o%v(1:5))
  !$omp target data map(tofrom: o%v)
  !$omp end target data
end program",
        status: 2,
        says: &["the directive at extended_component.f90:8: 'o%v' (40 bytes", "is only partly on the device"],
        prints: "",
    },
    Case {
        name: "not_present",
        variables: &[],
        text: "program p
  integer :: a(10)
  a = 1
  print *, a(1)
  !$omp target map(present, tofrom: a)
  a(3) = 2
  !$omp end target
end program",
        status: 2,
        says: &["the target region at not_present.f90:5: 'a' is not present on the device"],
        prints: "1",
    },
    Case {
        name: "not_present_component",
        variables: &[],
        text: "program p
  type t
    integer, allocatable :: v(:)
  end type
  type u
    type(t), allocatable :: parts(:)
  end type
  type(u) :: o
  allocate(o%parts(2))
  allocate(o%parts(1)%v(3), o%parts(2)%v(3))
  !$omp target enter data map(to: o)
  deallocate(o%parts(2)%v)
  allocate(o%parts(2)%v(300))
  print *, 'entered'
  !$omp target data map(present, to: o)
  !$omp end target data
end program",
        status: 2,
        says: &["the directive at not_present_component.f90:15: 'o%parts%v' is not present on the device"],
        prints: "entered",
    },
    Case {
        name: "not_present_data",
        variables: &[],
        text: "program p
  integer :: b(10)
  !$omp target data map(present, alloc: b)
  b(3) = 2
  !$omp end target data
end program",
        status: 2,
        says: &["the directive at not_present_data.f90:3: 'b' is not present on the device"],
        prints: "",
    },
    Case {
        name: "not_present_update",
        variables: &[],
        text: "program p
  integer :: b(10), c(10)
  b = 1
  !$omp target enter data map(to: b)
  !$omp target update to(b)
  !$omp target update from(present: b)
  !$omp target update to(c)
  print *, b(1)
  !$omp target update to(present: c)
end program",
        status: 2,
        says: &["the directive at not_present_update.f90:9: 'c' is not present on the device"],
        prints: "1",
    },
    Case {
        name: "not_present_task",
        variables: &[],
        text: "program p
  integer :: a(10)
  a = 1
  !$omp parallel num_threads(2)
  !$omp single
  !$omp target map(present, tofrom: a) nowait depend(out: a)
  a(3) = 2
  !$omp end target
  !$omp end single
  !$omp end parallel
end program",
        status: 2,
        says: &["the target construct at not_present_task.f90:6: 'a' is not present on the device"],
        prints: "",
    },
    Case {
        name: "partly_updated",
        variables: &[],
        text: "program p
  integer :: a(10)
  a = 1
  !$omp target enter data map(to: a(1:5))
  !$omp target update from(a)
end program",
        status: 2,
        says: &["the directive at partly_updated.f90:5: 'a' (40 bytes", "is only partly on the device"],
        prints: "",
    },
    Case {
        name: "number",
        variables: &[],
        text: "program p
  integer :: a(3)
  a = 1
  !$omp target map(tofrom: a) device(7)
  a = a + 1
  !$omp end target
  print *, a
end program",
        status: 0,
        says: &["the target region at number.f90:4 has no device number 7"],
        prints: "2 2 2",
    },
    Case {
        name: "number_mandatory",
        variables: &[("OMP_TARGET_OFFLOAD", "mandatory")],
        text: "program p
  integer :: a(3)
  a = 1
  print *, a
  !$omp target enter data map(to: a) device(7)
end program",
        status: 2,
        says: &["the directive at number_mandatory.f90:5 has no device number 7, and OMP_TARGET_OFFLOAD is mandatory"],
        prints: "1 1 1",
    },
    // Statements that the host runs in the place of the device are no error.
    Case {
        name: "statements_mandatory",
        variables: &[("OMP_TARGET_OFFLOAD", "mandatory")],
        text: "program p
  integer :: r(3)
  r = 1
  !$omp target map(tofrom: r)
  r = r + 1
  write (*, *) r
  r = r + 1
  !$omp end target
  print *, r
end program",
        status: 0,
        says: &[],
        prints: "2 2 2 3 3 3",
    },
    Case {
        name: "invalid_number",
        variables: &[],
        text: "program p
  use omp_lib
  integer :: a(3)
  a = 1
  !$omp target map(tofrom: a) device(omp_invalid_device)
  a = a + 1
  !$omp end target
end program",
        status: 2,
        says: &["the target region at invalid_number.f90:5 names omp_invalid_device"],
        prints: "",
    },
    // What there is no room for stays on the host, and so do the regions that use it.
    Case {
        name: "no_room",
        variables: &[("FERROTRAN_DEVICE_MEMORY", "200000")],
        text: "program p
  real, allocatable :: x(:), y(:)
  allocate(x(100000), y(1000))
  x = 1; y = 2
  !$omp target enter data map(to: x, y)
  !$omp target
  x = x + 1
  y = y + 1
  !$omp end target
  !$omp target update from(y)
  print '(2f4.1)', x(1), y(1000)
  !$omp target exit data map(from: x, y)
  print '(2f4.1)', x(1), y(1000)
end program",
        status: 0,
        says: &["the directive at no_room.f90:5: 'x': device", "has no 400000 bytes of memory left"],
        prints: "2.0 3.0 2.0 3.0",
    },
    Case {
        name: "no_room_region",
        variables: &[("FERROTRAN_DEVICE_MEMORY", "200000")],
        text: "program p
  real, allocatable :: x(:), y(:)
  allocate(x(40000), y(40000))
  x = 1; y = 2
  !$omp target
  x = x + 1
  y = y + x
  !$omp end target
  print '(2f4.1)', x(1), y(40000)
end program",
        status: 0,
        says: &["the target region at no_room_region.f90:5 cannot run on the device", "160000 bytes of memory left"],
        prints: "2.0 4.0",
    },
    Case {
        name: "no_room_mandatory",
        variables: &[("FERROTRAN_DEVICE_MEMORY", "200000"), ("OMP_TARGET_OFFLOAD", "mandatory")],
        text: "program p
  real, allocatable :: x(:)
  allocate(x(100000))
  x = 1
  print '(f4.1)', x(1)
  !$omp target enter data map(to: x)
end program",
        status: 2,
        says: &["the directive at no_room_mandatory.f90:6: 'x': device", "has no 400000 bytes of memory left"],
        prints: "1.0",
    },
    Case {
        name: "routines",
        variables: &[],
        text: "program p
  use omp_lib
  use iso_c_binding
  integer, target :: a(10)
  type(c_ptr) :: q
  q = omp_target_alloc(1000000000000_c_size_t, 0)
  print *, c_associated(q)
  q = omp_target_alloc(100_c_size_t, 5)
  print *, c_associated(q)
  print *, omp_target_memcpy(c_loc(a), c_loc(a), 40_c_size_t, 0_c_size_t, 0_c_size_t, 9, 0) /= 0
  print *, omp_target_memcpy(c_loc(a), c_null_ptr, 40_c_size_t, 0_c_size_t, 0_c_size_t, 0, 0) /= 0
  print *, omp_target_is_present(c_loc(a), 33)
  print *, omp_target_associate_ptr(c_loc(a), c_loc(a), 40_c_size_t, 0_c_size_t, 0) /= 0
  print *, omp_target_disassociate_ptr(c_loc(a), 0) /= 0
  call omp_target_free(c_loc(a), 0)
end program",
        status: 2,
        says: &["omp_target_free: no such memory on the device"],
        prints: "F F T T 0 T T",
    },
];

#[test]
fn failures_name_the_variable_and_the_place() {
    let dir = std::env::temp_dir().join(format!("ferrotran-device-errors-{}", std::process::id()));
    std::fs::create_dir_all(&dir).expect("a temporary folder");
    let mut wrong = Vec::new();
    for case in CASES {
        let file = dir.join(format!("{}.f90", case.name));
        std::fs::write(&file, case.text).expect("the file is writable");
        let mut c = Command::new(EXE);
        c.args(["run", "-fverify-ir", "--device", "shadow"]).arg(&file);
        c.env_remove("OMP_TARGET_OFFLOAD").envs(case.variables.iter().copied());
        let out = c.output().expect("the compiler starts");
        let said = String::from_utf8_lossy(&out.stderr).replace(&format!("{}/", dir.display()), "");
        let printed: Vec<String> =
            String::from_utf8_lossy(&out.stdout).split_whitespace().map(str::to_string).collect();
        let right = out.status.code() == Some(case.status)
            && case.says.iter().all(|s| said.contains(s))
            && printed.join(" ") == case.prints;
        if !right {
            wrong.push(format!("{}: {:?}\n{said}\n{}", case.name, out.status.code(), printed.join(" ")));
        }
    }
    let _ = std::fs::remove_dir_all(&dir);
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}
