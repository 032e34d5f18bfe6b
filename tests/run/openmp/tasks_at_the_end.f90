! Tasks that nobody waits for use variables of the main program, which are there until the tasks are complete.
! stripped: no
program tasks_at_the_end
  implicit none
  integer :: y(10), z(10)
  y = 2
  z = 1
  !$omp target nowait map(tofrom: y)
  y = y + 1
  print '(a, i0)', 'sum ', sum(y)
  !$omp end target
  !$omp barrier
  print '(10i2)', y
  !$omp task shared(z)
  !$omp target nowait map(tofrom: z)
  z = z + 1
  !$omp end target
  !$omp end task
  !$omp target nowait map(tofrom: y)
  y = y + 1
  !$omp end target
end program
!> sum 30
!>  3 3 3 3 3 3 3 3 3 3
