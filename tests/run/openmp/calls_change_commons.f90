! Variables of common blocks that called procedures change.
module cm
  implicit none
contains
  subroutine work(n)
    !$omp declare target
    integer, intent(in) :: n
    integer :: x, y(3)
    common /c1/ x, y
    !$omp declare target(/c1/)
    integer, save :: hits(2) = [100, 200]
    x = x + n
    y = y + x
    hits = hits + 1
    y(1) = hits(2)
  end subroutine
end module
program calls_change_commons
  use cm
  implicit none
  integer :: x, y(3), i
  integer :: u, v(2)
  common /c1/ x, y
  !$omp declare target(/c1/)
  common /c2/ u, v
  x = 1; y = 2
  u = 1; v = 0
  !$omp target update to(x, y)
  !$omp target
  call work(5)
  !$omp end target
  !$omp target
  call work(6)
  !$omp end target
  !$omp target update from(x, y)
  print *, x, y
  !$omp target
  call other()
  !$omp end target
  print *, u, v
  !$omp target map(tofrom:/c2/)
  call other()
  u = u * 2
  !$omp end target
  print *, u, v
end program
subroutine other()
  integer :: u, v(2)
  common /c2/ u, v
  u = u + 1
  v = v + u
end subroutine
!>           12         202          20          20
!>            2           2           2
!>            6           5           5
