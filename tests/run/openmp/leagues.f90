! offload: disabled
! stripped: no
program b
  use omp_lib
  implicit none
  integer :: i, n, k, total, teams_seen(0:9), s, last
  integer :: a(100)
  real(8) :: x
  n = 0; teams_seen = 0
  !$omp teams num_teams(4) private(k) reduction(+:s)
  k = omp_get_team_num()
  !$omp atomic
  n = n + 1
  teams_seen(k) = omp_get_num_teams()
  !$omp end teams
  print *, n, teams_seen
  a = -1
  !$omp teams distribute num_teams(3)
  do i = 1, 10
    a(i) = omp_get_team_num()
  end do
  print *, a(1:10)
  !$omp teams distribute num_teams(3) dist_schedule(static,2) lastprivate(last)
  do i = 1, 10
    a(i) = omp_get_team_num()
    last = i * 10
  end do
  print *, a(1:10), last
  call omp_set_num_threads(4)
  s = 0; x = 1
  !$omp target teams distribute parallel do num_teams(2) reduction(+:s) map(tofrom: x)
  do i = 1, 100
    a(i) = omp_get_team_num() * 10 + omp_get_thread_num()
    s = s + i
  end do
  print *, s, x
  print '(25i3)', a
  n = 0
  !$omp target teams num_teams(3) thread_limit(2) map(tofrom: n, a, teams_seen)
  !$omp atomic
  n = n + 1
  !$omp distribute parallel do
  do i = 1, 30
    a(i) = omp_get_team_num() * 10 + omp_get_num_threads()
  end do
  !$omp parallel num_threads(1)
  teams_seen(omp_get_team_num()) = omp_get_thread_limit()
  !$omp end parallel
  !$omp end target teams
  print *, n, teams_seen(0:2)
  print '(15i3)', a(1:30)
  s = 0
  !$omp teams distribute num_teams(5) reduction(+:s) collapse(2)
  do i = 1, 10
   do k = 1, 5
    s = s + i*k + 0 * omp_get_team_num()
    end do
  end do
  print *, s
end program
!>            4           4           4           4           4           0           0           0           0           0           0
!>            0           0           0           0           1           1           1           2           2           2
!>            0           0           1           1           2           2           0           0           1           1         100
!>         5050   1.0000000000000000     
!>   0  0  0  0  0  0  0  0  0  0  0  0  0  1  1  1  1  1  1  1  1  1  1  1  1
!>   1  2  2  2  2  2  2  2  2  2  2  2  2  3  3  3  3  3  3  3  3  3  3  3  3
!>  10 10 10 10 10 10 10 10 10 10 10 10 10 11 11 11 11 11 11 11 11 11 11 11 11
!>  11 12 12 12 12 12 12 12 12 12 12 12 12 13 13 13 13 13 13 13 13 13 13 13 13
!>            3           2           2           2
!>   2  2  2  2  2  2  2  2  2  2 12 12 12 12 12
!>  12 12 12 12 12 22 22 22 22 22 22 22 22 22 22
!>          825
