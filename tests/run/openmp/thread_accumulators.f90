! offload: default
! Sums for each thread count every iteration.
program thread_accumulators
  use omp_lib
  implicit none
  integer, parameter :: n = 200000
  integer :: acc(0:4095), i, nt
  acc = 0; nt = 0
  !$omp target teams distribute parallel do map(tofrom:acc) num_teams(1)
  do i = 1, n
    acc(omp_get_thread_num()) = acc(omp_get_thread_num()) + 1
  end do
  print *, sum(acc)
  acc = 0
  !$omp target parallel do map(tofrom:acc)
  do i = 1, n
    acc(omp_get_thread_num()) = acc(omp_get_thread_num()) + 1
  end do
  print *, sum(acc)
end program
!>       200000
!>       200000
