! A team of more threads than the system can have is smaller.
program many_threads
  use omp_lib
  implicit none
  integer :: n, c
  n = 0
  c = 0
  !$omp parallel num_threads(200000)
  !$omp atomic
  c = c + 1
  !$omp single
  n = omp_get_num_threads()
  !$omp end single
  !$omp end parallel
  print *, c == n, n > 1
end program
!>  T T
