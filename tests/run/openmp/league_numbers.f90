! Every team of a league with a number of teams runs the region, has its number and its share of the loops.
! stripped: no
program league_numbers
  use omp_lib
  implicit none
  integer, parameter :: n = 1000
  integer :: cnt, i, j, own(0:n-1), t(0:15), s, k(0:9,0:9), mx
  ! every team counts once
  cnt = 0
  !$omp target teams num_teams(7) map(tofrom:cnt)
  !$omp atomic
  cnt = cnt + 1
  !$omp end target teams
  print *, cnt
  cnt = 0
  !$omp target teams num_teams(5) reduction(+:cnt)
  cnt = cnt + 2
  !$omp end target teams
  print *, cnt
  ! distribution of iterations
  own = -1
  !$omp target teams distribute num_teams(4) map(tofrom:own) dist_schedule(static,10)
  do i = 0, n-1
    own(i) = omp_get_team_num()
  end do
  print *, all(own == [(mod(i/10,4),i=0,n-1)])
  t = 0
  !$omp target teams distribute parallel do num_teams(4) map(tofrom:t) collapse(2)
  do i = 1, 20
    do j = 1, 50
      !$omp atomic
      t(omp_get_team_num()) = t(omp_get_team_num()) + 1
    end do
  end do
  print *, sum(t), count(t > 0)
  ! me before the loop
  t = 0
  !$omp target teams num_teams(3) map(tofrom:t) private(s)
  s = omp_get_team_num()
  !$omp distribute
  do i = 20, 1, -1
    t(s) = t(s) + i
  end do
  !$omp end target teams
  print *, sum(t), count(t>0)
  ! thread in parallel
  t = 0; mx = 0
  !$omp target parallel num_threads(4) map(tofrom:t,mx) private(s)
  s = omp_get_thread_num()
  !$omp do
  do i = 1, 1000
    t(s) = t(s) + i
  end do
  !$omp single
  mx = omp_get_num_threads()
  !$omp end single
  !$omp end target parallel
  print *, sum(t), count(t>0) <= mx, mx <= 4
  ! sum with reduction and numbers
  s = 0; t = 0
  !$omp target teams distribute parallel do num_teams(4) reduction(+:s) map(tofrom:t)
  do i = 1, 1000
    s = s + i
    !$omp atomic
    t(omp_get_team_num()) = t(omp_get_team_num()) + 1
  end do
  print *, s, sum(t)
  ! no query: a league of one kernel
  s = 0
  !$omp target teams num_teams(4) reduction(+:s)
  !$omp distribute parallel do reduction(+:s)
  do i = 1, 1000
    s = s + i
  end do
  !$omp end target teams
  print *, s
  ! empty teams
  own = -1
  !$omp target teams distribute num_teams(8) map(tofrom:own)
  do i = 1, 5
    own(i) = omp_get_team_num()
  end do
  print *, count(own >= 0), maxval(own) < 8
  ! parallel do inside of each team: shared variable of the team
  t = 0
  !$omp target teams num_teams(3) map(tofrom:t) private(s)
  s = omp_get_team_num() * 100
  !$omp parallel do reduction(+:s)
  do i = 1, 10
    s = s + i
  end do
  t(omp_get_team_num()) = s
  !$omp end target teams
  print *, t(0:3)
end program
!>            7
!>           10
!>  T
!>         1000           4
!>          210           3
!>       500500 T T
!>       500500        1000
!>       500500
!>            5 T
!>           55         155         255           0
