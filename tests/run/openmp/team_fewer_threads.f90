! stripped: no
! Fewer threads than the team has come to barriers in loops and choices; the others follow the first one.
program team_fewer_threads
  use omp_lib
  implicit none
  integer :: a(16), i, k, n, s, big(4)
  a = 0; n = 5; big = 0
  !$omp target teams num_teams(1) thread_limit(16) map(tofrom: a, big) firstprivate(n)
  !$omp parallel num_threads(16)
  !$omp atomic
  big(1) = big(1) + 1
  !$omp end parallel
  !$omp parallel num_threads(n) private(i, k)
  i = omp_get_thread_num() + 1
  a(i) = i
  do k = 1, 4
    !$omp barrier
    if (i < omp_get_num_threads()) then
      big(2) = big(2) * 1
    end if
    !$omp single
    big(3) = big(3) + omp_get_num_threads()
    !$omp end single
    !$omp do
    do s = 1, 5
      a(s) = a(s) + k
    end do
  end do
  if (n > 3) then
    !$omp barrier
    !$omp critical
    big(4) = big(4) + i
    !$omp end critical
  end if
  !$omp end parallel
  !$omp end target teams
  print '(16i4)', a
  print *, big(1), big(3), big(4)
end program
!>   11  12  13  14  15   0   0   0   0   0   0   0   0   0   0   0
!>           16          20          15
