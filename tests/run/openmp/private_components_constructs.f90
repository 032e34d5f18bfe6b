! offload: default
! The same for worksharing, tasks and teams, and LASTPRIVATE.
module m
  type c
    integer :: n = 2
    integer, allocatable :: a(:)
  end type
end module
program private_components_constructs
  use m
  type(c) :: x, y
  integer :: i, r(10), s
  x%a = [1,2,3]; y%a = [4]
  r = 0
  !$omp parallel do firstprivate(x) lastprivate(y)
  do i = 1, 10
    x%a(2) = i
    y%a = [i, i * x%a(2)]
    y%n = i
    r(i) = sum(x%a)
  end do
  print *, r, x%a, y%a, y%n
  r = 0
  !$omp parallel do private(x)
  do i = 1, 10
    x%a = [i]
    r(i) = x%a(1)
  end do
  print *, r, x%a
  r = 0
  !$omp taskloop firstprivate(x) grainsize(3)
  do i = 1, 10
    x%a(1) = 5
    r(i) = sum(x%a)
  end do
  print *, r, x%a
  r = 0
  !$omp parallel
  !$omp single firstprivate(x)
  x%a(1) = 1000
  r(1) = sum(x%a)
  !$omp end single
  !$omp sections firstprivate(x) lastprivate(y)
  !$omp section
  x%a(1) = 1000
  y%a = [77, 78]
  r(2) = sum(x%a)
  !$omp section
  r(3) = x%n
  y%a = [87, 88]
  !$omp end sections
  !$omp end parallel
  print *, r, x%a, y%a
  r = 0
  !$omp teams distribute parallel do firstprivate(x) lastprivate(y)
  do i = 1, 10
    x%a(1) = i
    y%a = [i]
    r(i) = sum(x%a)
  end do
  print *, r, x%a, y%a
  r = 0
  !$omp target teams distribute parallel do firstprivate(x) lastprivate(y) map(tofrom: r)
  do i = 1, 10
    x%a(1) = i
    y%a = [i]
    r(i) = sum(x%a)
  end do
  print *, r, x%a, y%a
  s = 0
  !$omp simd private(x) reduction(+: s)
  do i = 1, 4
    x%n = i
    s = s + x%n
  end do
  print *, s, x%n, x%a
end program
!>            5           6           7           8           9          10          11          12          13          14           1           2           3          10         100          10
!>            1           2           3           4           5           6           7           8           9          10           1           2           3
!>           10          10          10          10          10          10          10          10          10          10           1           2           3
!>         1005        1005           2           0           0           0           0           0           0           0           1           2           3          87          88
!>            6           7           8           9          10          11          12          13          14          15           1           2           3          10
!>            6           7           8           9          10          11          12          13          14          15           1           2           3          10
!>           10           2           1           2           3
