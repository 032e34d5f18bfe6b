! Variables that declare target lists need no clause with defaultmap(none).
module m
  integer :: e = 1
  real :: arr(10) = 2.0
  !$omp declare target enter(e, arr)
end module
program defaultmap_declared
  use m
  implicit none
  integer :: r
  r = 0
  !$omp target defaultmap(none) map(tofrom:r)
  r = r + e
  e = e + int(arr(3))
  !$omp end target
  !$omp target update from(e)
  print *, r, e
end program
!>            1           3
