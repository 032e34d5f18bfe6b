! regions: on the device
! stripped: no
! The bounds of a loop of threads are further apart than 2**31, and known when the program runs.
program far
  use omp_lib
  implicit none
  integer :: i, lo, hi, c, d
  lo = -2000000000
  hi = 2000000000
  if (command_argument_count() > 0) hi = 5
  c = 0
  d = 0
  !$omp target teams distribute parallel do reduction(+: c, d)
  do i = lo, hi, 10000
    c = c + 1
    if (i > 1999000000) d = d + 1
    if (omp_get_thread_num() > 100000) c = c + 1
  end do
  print *, c, d
end program
!>       400001         100
