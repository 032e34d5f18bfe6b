program explicit_maps
  implicit none
  integer :: a(100), b(100), c(100), s, t, i, k
  integer, allocatable :: d(:, :)
  a = [(i, i = 1, 100)]
  b = -1
  c = 7
  s = 5
  allocate (d(10, 10), source=2)
  !$omp target teams workdistribute map(to: a) map(from: b) map(tofrom: s, t)
  b = a * s
  s = maxval(b) - s
  t = s + 1
  b(t/10:60) = 0
  !$omp end target teams workdistribute
  print *, s, t, sum(b)
  !$omp target teams workdistribute map(to: a(11:60)) map(tofrom: c(21:70))
  c(21:70) = a(60:11:-1) + c(21:70)
  !$omp end target teams workdistribute
  print *, sum(c), c(20), c(21), c(70), c(71)
  !$omp target data map(tofrom: a, d)
  do k = 1, 8
    !$omp target teams workdistribute
    d(k, :) = a(k:k + 9) + d(k + 1, :)
    d(:, k) = d(:, k) + sum(d(:, k + 1))
    a(k::k) = a(k::k) + maxval(d(k, 1:k))
    !$omp end target teams workdistribute
  end do
  !$omp end target data
  print *, sum(a), sum(d), d(5, 5), a(64)
  !$omp target teams workdistribute firstprivate(k) map(tofrom: d) num_teams(4) thread_limit(32)
  d = d + k
  !$omp end target teams workdistribute
  print *, sum(d)
  if (s > 0) then
    !$omp target teams workdistribute if(.false.)
    d = d - 1
    !$omp end target teams workdistribute
  end if
  print *, sum(d)
end program
!>          495         496       21980
!>         2475           7          67          18           7
!>       170442       78176         758        5238
!>        79076
!>        78976
