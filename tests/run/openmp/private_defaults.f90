! offload: default
! Private objects begin with the default initialization of their types.
module m
  type p
    integer :: a = 3
    real :: b = 1.5
    logical :: l = .true.
  end type
end module
program private_defaults
  use m
  type(p) :: x, y(2)
  integer :: i, o(6)
  o = 0
  x%a = 50; y%a = 60
  !$omp target teams distribute parallel do private(x, y) map(tofrom: o)
  do i = 1, 6
    if (x%l) o(i) = x%a * 100 + y(2)%a * 10 + nint(x%b*2)
    x%a = i; y(2)%a = i; x%l = .false.
  end do
  print *, o, x%a, y%a
  o = 0
  !$omp target map(tofrom: o)
  !$omp parallel private(x, y)
  !$omp single
  o(1) = x%a; o(2) = y(1)%a
  !$omp end single
  !$omp end parallel
  !$omp end target
  print *, o, x%a, y%a
  o = 0
  !$omp target teams private(x) map(tofrom: o) num_teams(1)
  o(1) = x%a
  x%a = 1000
  !$omp end target teams
  print *, o, x%a
end program
!>          333         333         333         333         333         333          50          60          60
!>            3           3           0           0           0           0          50          60          60
!>            3           0           0           0           0           0          50
