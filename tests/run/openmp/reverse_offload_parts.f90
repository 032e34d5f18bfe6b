! offload: default
! Parts of variables cross between a region and one of the host in it, and nothing else of the variables does.
program parts
  use omp_lib
  implicit none
  !$omp requires reverse_offload
  type t
    integer :: x, y, z(4)
  end type
  type(t) :: o
  integer :: a(10), b(10), n
  logical :: apart, ok
  apart = .false.
  !$omp target map(from: apart)
  apart = .not. omp_is_initial_device()
  !$omp end target
  a = 1
  b = 2
  o = t(1, 2, [3, 4, 5, 6])
  n = 2
  ok = .false.
  !$omp target map(tofrom: a, b, o, ok) firstprivate(n)
  a = 10
  b = 20
  o%x = 11
  o%y = 12
  o%z = 13
  !$omp target device(ancestor: 1) map(always, tofrom: a(n + 1:6)) map(always, from: b(2:4)) &
  !$omp& map(always, tofrom: o%y, o%z(n)) map(always, from: ok)
  ok = all(a(3:6) == 10) .and. o%y == 12 .and. o%z(2) == 13
  if (apart) ok = ok .and. all(a(:2) == 1) .and. all(a(7:) == 1) .and. all(b == 2) .and. o%x == 1 .and. o%z(3) == 5
  a = a + 100
  b = 5
  o%x = 21
  o%y = 22
  o%z = 23
  !$omp end target
  a(1) = a(3) + a(6)
  b(1) = b(2) + b(3) + b(4)
  !$omp end target
  print *, ok, a(1), a(3:6), b(1), b(2:4), o%y, o%z(2)
  if (apart) ok = all(a([2, 7, 8, 9, 10]) == 10) .and. all(b([5, 6, 7, 8, 9, 10]) == 20) .and. o%x == 11 .and. o%z(1) == 13
  print *, ok
  ! A local array of the region is what its region of the host uses.
  !$omp target map(tofrom: a) firstprivate(n)
  block
    integer :: own(2*n)
    own = 6
    !$omp target device(ancestor: 1)
    b(:4) = own
    own = 9
    !$omp end target
    a(3:6) = own
  end block
  !$omp end target
  print *, a(3:6), b(:4)
  ! What a map only brings to the host does not come back.
  !$omp target map(from: a) firstprivate(n)
  block
    integer, allocatable :: own(:), both(:), one
    own = [1, 2, 3]
    both = [4, 5, 6]
    one = 7
    !$omp target device(ancestor: 1) map(to: own, one) map(tofrom: both)
    b(:7) = [own, both, one]
    own = own*10
    one = one*10
    both = both*10
    !$omp end target
    a(:7) = [own, both, one]
  end block
  !$omp end target
  if (.not. apart) a([1, 2, 3, 7]) = a([1, 2, 3, 7])/10
  print *, a(:7), b(:7)
end program
!>  T         220         110         110         110         110          15           5           5           5          22          23
!>  T
!>            9           9           9           9           6           6           6           6
!>            1           2           3          40          50          60           7           1           2           3           4           5           6           7
