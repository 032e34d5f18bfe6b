! A thread executes its sections in their order, so that what the last one leaves in a private variable none before it meets;
! a taskloop evaluates its bounds before there are tasks.
program sections
  implicit none
  integer :: j, wrong, round, a, b, s
  wrong = 0
  do round = 1, 500
    j = 10
    !$omp parallel num_threads(4)
    !$omp sections firstprivate(j) lastprivate(j) reduction(+: wrong)
    !$omp section
    if (j /= 10) wrong = wrong + 1
    !$omp section
    if (j /= 10) wrong = wrong + 1
    !$omp section
    if (j /= 10) wrong = wrong + 1
    !$omp section
    if (j /= 10) wrong = wrong + 1
    j = 20
    !$omp end sections nowait
    !$omp end parallel
    if (j /= 20) wrong = wrong + 1
  end do
  print *, wrong
  a = 3
  b = 12
  s = 0
  !$omp parallel
  !$omp single
  !$omp taskloop default(none) reduction(+: s) collapse(2)
  do j = a, b, a - 1
    do round = a, a + b
      s = s + j*round
    end do
  end do
  !$omp end single
  !$omp end parallel
  print *, s
end program
!>            0
!>         4095
