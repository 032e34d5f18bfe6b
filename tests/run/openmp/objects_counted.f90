! Reference counts of objects and their components: nested regions, a component that is mapped by name as well, delete,
! release, always and present.
module m
  implicit none
  type t
    integer :: n = 0
    real, allocatable :: a(:)
  end type
end module
program objects_counted
  use m
  use omp_lib
  implicit none
  type(t) :: o, l(2)
  logical :: apart
  integer :: i
  apart = omp_get_num_devices() > 0
  allocate(o%a(3), source = 1.0)
  allocate(l(1)%a(2), source = 1.0)
  allocate(l(2)%a(2), source = 2.0)
  ! Counted once, in any order; what is copied back is what one of them says.
  !$omp target data map(to: o) map(from: o%a)
  !$omp target
  o%a(2) = 5
  o%n = 4
  !$omp end target
  !$omp end target data
  print *, o%a, o%n == merge(0, 4, apart)
  o%n = 0
  !$omp target data map(tofrom: o%a) map(alloc: o)
  !$omp target
  o%a(1) = o%a(1) + 2
  !$omp end target
  !$omp end target data
  print *, o%a
  ! Nested.
  !$omp target data map(tofrom: o)
  !$omp target data map(tofrom: o) map(tofrom: o%a)
  !$omp target
  o%a = o%a * 2
  !$omp end target
  !$omp end target data
  print *, all(o%a == merge([3., 5., 1.], [6., 10., 2.], apart))
  !$omp target data map(always, from: o)
  !$omp target
  o%n = 77
  !$omp end target
  !$omp end target data
  print *, o%a, o%n
  o%a(3) = 50
  !$omp target map(always, to: o)
  o%a(3) = o%a(3) + 1
  !$omp end target
  !$omp end target data
  print *, o%a
  ! Delete takes all of it.
  !$omp target enter data map(to: o)
  !$omp target enter data map(to: o)
  !$omp target exit data map(delete: o)
  o%a = [1, 2, 3]
  !$omp target
  o%a(1) = o%a(1) + 10
  !$omp end target
  print *, o%a
  !$omp target enter data map(to: o)
  !$omp target enter data map(to: o%a)
  !$omp target exit data map(release: o)
  if (apart) o%a = 0
  !$omp target
  o%a(2) = 22
  !$omp end target
  !$omp target exit data map(from: o%a)
  print *, o%a
  ! Arrays of objects, sections of them, members.
  !$omp target enter data map(to: l)
  !$omp target
  l(1)%a(1) = 3
  l(2)%a(2) = l(2)%a(1) + 4
  l(2)%n = 8
  !$omp end target
  !$omp target update from(l(2)%a, l(2:2)%n)
  print *, l(2)%a, l%n
  l(1)%n = 5
  !$omp target update to(l%n)
  !$omp target
  l(1)%n = l(1)%n + 1
  !$omp end target
  !$omp target exit data map(from: l)
  print *, l(1)%a, l(2)%a, l%n
end program
!>    1.00000000       5.00000000       1.00000000     T
!>    3.00000000       5.00000000       1.00000000
!>  T
!>    6.00000000       10.0000000       2.00000000              77
!>    6.00000000       10.0000000       51.0000000
!>    11.0000000       2.00000000       3.00000000
!>    11.0000000       22.0000000       3.00000000
!>    2.00000000       6.00000000               0           8
!>    3.00000000       1.00000000       2.00000000       6.00000000               6           8
