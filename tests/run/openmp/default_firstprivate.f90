! offload: default
! DEFAULT(FIRSTPRIVATE) and DEFAULT(PRIVATE).
program default_firstprivate
  type p
    integer :: k = 4
  end type
  type(p) :: o
  integer :: a(3), n, r(5)
  integer, allocatable :: al(:)
  a = 1; n = 2; o%k = 10; al = [5, 6]; r = 0
  !$omp target teams default(firstprivate) map(tofrom: r) num_teams(1)
  a(1) = 50; n = 51; o%k = 52; al(1) = 53
  r(1:4) = [a(1), n, o%k, al(1)]
  !$omp end target teams
  print *, r, a, n, o%k, al
  !$omp parallel default(firstprivate) shared(r) num_threads(1)
  a(1) = 50; n = 51; o%k = 52; al(1) = 53
  r(1:4) = [a(1), n, o%k, al(1)]
  !$omp end parallel
  print *, r, a, n, o%k, al
  !$omp target parallel default(private) map(tofrom: r) shared(r) num_threads(1)
  a = 50; n = 51; al = 53
  r(1:5) = [a(1), n, o%k, al(1), size(al)]
  o%k = 1
  !$omp end target parallel
  print *, r, a, n, o%k, al
  !$omp task default(firstprivate) shared(r)
  a(1) = 60; n = 61; o%k = 62; al(1) = 63
  r(1:4) = [a(1), n, o%k, al(1)]
  !$omp end task
  !$omp taskwait
  print *, r, a, n, o%k, al
end program
!>            0           0           0           0           0           1           1           1           2          10           5           6
!>           50          51          52          53           0           1           1           1           2          10           5           6
!>           50          51           4          53           2           1           1           1           2          10           5           6
!>           60          61          62          63           2           1           1           1           2          10           5           6
