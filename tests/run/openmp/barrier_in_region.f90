! A barrier in a region that the host runs waits for the tasks of that region: the task that has made it stands still as before.
! stripped: no
program barrier_in_region
  implicit none
  integer :: x(100), y(10)
  x = 1
  y = 2
  !$omp target data map(tofrom: x)
  !$omp target nowait map(tofrom: y)
  y = y + 1
  call sync
  print '(a, i0)', 'sum ', sum(y)
  !$omp end target
  !$omp taskwait
  !$omp target map(tofrom: y) depend(inout: y)
  y = y + 1
  call sync
  print '(a, i0)', 'sum ', sum(y)
  !$omp end target
  !$omp end target data
  print '(2i3)', y(1), x(3)
contains
  subroutine sync
    !$omp barrier
  end subroutine
end program
!> sum 30
!> sum 40
!>   4  1
