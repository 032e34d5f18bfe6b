! A task that yields stands at a scheduling point: the target task that runs meanwhile may take its variables for the host.
! stripped: no
program yields_beside_parts
  implicit none
  integer :: x(100), y(10), k
  x = 1
  y = 2
  k = 0
  !$omp target data map(tofrom: x)
  !$omp target nowait map(tofrom: y)
  y = y + 1
  print '(a, i0)', 'sum ', sum(y)
  !$omp end target
  !$omp taskyield
  k = 3
  !$omp taskwait
  !$omp end target data
  print '(3i3)', y(1), x(3), k
end program
!> sum 30
!>   3  1  3
