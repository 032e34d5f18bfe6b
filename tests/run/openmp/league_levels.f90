! offload: default
! Loops of threads in loops of teams, with variables of each team.
! stripped: no
program league_levels
  use omp_lib
  implicit none
  integer, parameter :: nteam = 4, n = 64
  integer :: i, j, a(n), partial(0:nteam-1), t, loc(8), flags(0:nteam-1)
  real(8) :: x(n), s, tsum
  a = 0; partial = 0; flags = 0
  x = [(real(i,8), i=1,n)]
  !$omp target teams num_teams(nteam) map(tofrom:a,partial,flags) map(to:x) private(t, loc, tsum)
  t = omp_get_team_num()
  loc = t
  tsum = 0
  !$omp distribute
  do i = 1, n, 8
    tsum = 0
    !$omp parallel do reduction(+:tsum)
    do j = i, i+7
      tsum = tsum + x(j)
      a(j) = loc(j-i+1) + 1
    end do
    !$omp parallel
    !$omp single
    partial(t) = partial(t) + int(tsum)
    !$omp end single
    !$omp end parallel
  end do
  !$omp parallel
  !$omp masked
  flags(t) = flags(t) + 1
  !$omp end masked
  !$omp end parallel
  !$omp end target teams
  print *, a(1::8)
  print *, partial, flags
  s = 0
  !$omp target teams num_teams(nteam) map(tofrom:s) reduction(+:s)
  !$omp distribute parallel do reduction(+:s)
  do i = 1, n
    s = s + x(i)
  end do
  s = s + 1000
  !$omp end target teams
  print *, s
  partial = 0
  !$omp target teams num_teams(nteam) map(tofrom:partial)
  !$omp parallel
  !$omp sections
  !$omp section
  !$omp atomic
  partial(0) = partial(0) + 1
  !$omp section
  !$omp critical
  partial(1) = partial(1) + 1
  !$omp end critical
  !$omp end sections
  !$omp end parallel
  !$omp end target teams
  print *, partial(0), partial(1)
end program
!>            1           1           2           2           3           3           4           4
!>          136         392         648         904           1           1           1           1
!>    6080.0000000000000
!>            4           4
