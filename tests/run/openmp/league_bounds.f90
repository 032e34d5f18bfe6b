! The number of teams is within the bounds that the program gives and is what the library says.
! stripped: no
program league_bounds
  use omp_lib
  implicit none
  integer :: k, cnt, lim, i, c2
  k = 0; cnt = 0
  !$omp target teams num_teams(2:5) map(tofrom:k,cnt)
  !$omp atomic write
  k = omp_get_num_teams()
  !$omp atomic
  cnt = cnt + 1
  !$omp end target teams
  print *, k >= 2 .and. k <= 5, cnt == k
  k = 0; cnt = 0
  !$omp target teams num_teams(3:3) map(tofrom:k,cnt)
  !$omp atomic write
  k = omp_get_num_teams()
  !$omp atomic
  cnt = cnt + 1
  !$omp end target teams
  print *, k, cnt
  k = 0; cnt = 0
  !$omp target teams num_teams(4) thread_limit(3) map(tofrom:k,cnt,lim)
  !$omp atomic write
  k = omp_get_num_teams()
  !$omp atomic
  cnt = cnt + 1

  !$omp end target teams
  print *, k >=1 .and. k<=4, cnt == k, lim <= 3
  k = 0; cnt = 0
  !$omp teams num_teams(2:5)
  !$omp atomic write
  k = omp_get_num_teams()
  !$omp atomic
  cnt = cnt + 1
  !$omp end teams
  print *, k >= 2 .and. k <= 5, cnt == k
  k = 0; cnt=0; lim=0; c2 = 0
  !$omp target teams distribute parallel do num_teams(2:5) thread_limit(8) map(tofrom:k,cnt,lim,c2)
  do i = 1, 1000
    !$omp atomic
    k = max(k, omp_get_num_teams())
    !$omp atomic
    cnt = max(cnt, omp_get_team_num())
    !$omp atomic
    lim = max(lim, omp_get_num_threads())
    !$omp atomic
    c2 = max(c2, omp_get_thread_num())
  end do
  print *, k >= 2 .and. k <= 5, cnt < k, lim <= 8, c2 < lim
end program
!>  T T
!>            3           3
!>  T T T
!>  T T
!>  T T T T
