! Shares of teams in loops of all shapes.
! stripped: no
program league_shares
  use omp_lib
  implicit none
  integer :: i, j, k, t(0:7), n, a(10,10), cnt, lastv
  real :: r, rs(0:3)
  integer(1) :: b
  integer(1) :: seen(0:127)
  n = 3; t = 0
  !$omp target teams num_teams(n+1) map(tofrom:t) private(k)
  do k = 1, 3
    !$omp distribute
    do i = 1, 10
      t(omp_get_team_num()) = t(omp_get_team_num()) + k
    end do
  end do
  !$omp end target teams
  print *, sum(t), count(t > 0) <= 4
  a = 0
  !$omp target teams distribute parallel do collapse(2) num_teams(3) map(tofrom:a)
  do i = 10, 1, -1
    do j = 1, 10, 3
      a(j,i) = 1 + omp_get_team_num()
    end do
  end do
  print *, count(a > 0), maxval(a) <= 3
  seen = 0
  !$omp target teams distribute num_teams(5) map(tofrom:seen)
  do b = 0_1, 126_1
    seen(b) = seen(b) + 1_1 + int(0*omp_get_team_num(),1)
  end do
  print *, sum(int(seen))
  cnt = 0; lastv = -1
  !$omp target teams distribute parallel do num_teams(4) lastprivate(lastv) map(tofrom:cnt)
  do i = 1, 37
    lastv = i * 2
    if (omp_get_thread_num() >= 0) then
      !$omp atomic
      cnt = cnt + 1
    end if
  end do
  print *, cnt, lastv
  rs = 0
  !$omp target teams num_teams(4) map(tofrom:rs) private(r)
  r = 0
  !$omp distribute parallel do reduction(+:r)
  do i = 1, 100
    r = r + i
  end do
  rs(omp_get_team_num()) = r
  !$omp end target teams
  print *, sum(rs), count(rs > 0)
  t = 0
  !$omp target teams loop num_teams(4) map(tofrom:t)
  do i = 0, 7
    t(i) = t(i) + i
  end do
  print *, t
  t = 0
  !$omp target map(tofrom:t)
  !$omp teams num_teams(2:4)
  !$omp distribute
  do i = 0, 7
    t(i) = omp_get_num_teams()
  end do
  !$omp end teams
  !$omp end target
  print *, minval(t) >= 2, maxval(t) <= 4, minval(t) == maxval(t)
  t = 0
  !$omp target teams num_teams(3) map(tofrom:t)
  !$omp parallel do
  do i = 0, 7
    !$omp atomic
    t(i) = t(i) + 1
  end do
  !$omp end target teams
  print *, t
  t = 0
  !$omp target teams num_teams(2) map(tofrom:t)
  !$omp distribute
  do i = 0, 7
    if (i == 5) cycle
    t(i) = t(i) + 1 + 0*omp_get_team_num()
  end do
  !$omp end target teams
  print *, t
  t = 0
  !$omp target parallel map(tofrom:t) num_threads(4)
  !$omp do schedule(static,1)
  do i = 0, 99
    t(omp_get_thread_num()) = t(omp_get_thread_num()) + 1
  end do
  !$omp end do
  !$omp do reduction(+:cnt)
  do i = 1, 3
   cnt = cnt + omp_get_num_threads()*0 + 1
  end do
  !$omp end target parallel
  print *, sum(t), cnt
end program
!>           60 T
!>           40 T
!>          127
!>           37          74
!>    5050.00000               4
!>            0           1           2           3           4           5           6           7
!>  T T T
!>            3           3           3           3           3           3           3           3
!>            1           1           1           1           1           0           1           1
!>          100          37
