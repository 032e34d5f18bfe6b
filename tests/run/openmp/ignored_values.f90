! Clauses whose constant values are not positive have no effect but a warning; loops are divided all the same.
! stripped: no
program ignored_values
  use omp_lib
  implicit none
  integer :: i, n
  n = 0
  call omp_set_num_threads(2)
  !$omp parallel do num_threads(-3) schedule(dynamic, 0) reduction(+: n)
  do i = 1, 10
    n = n + i*omp_get_num_threads()
  end do
  print *, n
  !$omp simd safelen(0) reduction(+: n)
  do i = 1, 10
    n = n + i
  end do
  print *, n
end program
!>          110
!>          165
