! regions: on the device
! stripped: no
! Objects with allocatable components of which each thread has one, in loops of teams and in a parallel construct.
program main
  implicit none
  type t
    integer :: k = 3
    real, allocatable :: v(:)
  end type
  type(t) :: o
  integer :: i
  real :: a(6)
  allocate (o%v(3), source = 1.5)
  !$omp target teams num_teams(2) thread_limit(4) map(from: a)
  !$omp distribute parallel do firstprivate(o)
  do i = 1, 6
    o%v(2) = i
    o%k = o%k + 0*i
    a(i) = sum(o%v) + o%k
  end do
  !$omp end target teams
  print '(6f8.2)', a
  !$omp target parallel private(o) map(from: a) num_threads(2)
  o%v = [1., 2.]
  !$omp do
  do i = 1, 6
    o%v(1) = o%v(1) + 1
    a(i) = o%v(1) + size(o%v)
  end do
  !$omp end target parallel
  print '(6f8.2)', a
end program
!>     7.00    8.00    9.00   10.00   11.00   12.00
!>     4.00    5.00    6.00    4.00    5.00    6.00
