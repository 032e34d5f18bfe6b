! regions: on the device
! Tasks of a region run in order: depend objects are there, and say nothing more.
program dep
  use omp_lib
  implicit none
  integer(omp_depend_kind) :: d
  integer :: x
  x = 1
  !$omp target map(tofrom: x) private(d)
  !$omp depobj(d) depend(inout: x)
  !$omp task depend(depobj: d) shared(x)
  x = x + 1
  !$omp end task
  !$omp task depend(depobj: d) shared(x)
  x = x * 10
  !$omp end task
  !$omp taskwait
  !$omp depobj(d) destroy
  !$omp end target
  print *, x
end program
!>           20
