! LOOP takes the loops of DO CONCURRENT, with its mask and the localities of its variables.
program loop_over_do_concurrent
  implicit none
  integer :: i, j, a(10), b(4, 5), s, t, k, w(3)
  real :: x
  s = 0
  a = 0
  !$omp parallel num_threads(2)
  !$omp loop bind(parallel)
  do concurrent (i = 1:10)
    a(i) = i
  end do
  !$omp end parallel
  print *, sum(a)
  !$omp target teams loop map(tofrom: a)
  do concurrent (i = 1:10)
    a(i) = a(i) + 1
  end do
  print *, sum(a)
  !$omp parallel loop
  do concurrent (i = 1:4, j = 1:5, i /= j)
    b(i, j) = 10*i + j
  end do
  b(1, 1) = 0; b(2, 2) = 0; b(3, 3) = 0; b(4, 4) = 0
  print '(5i4)', (b(i, :), i = 1, 4)
  k = 7
  t = 3
  w = [1, 2, 3]
  !$omp target parallel loop map(tofrom: a, s)
  do concurrent (i = 2:10:2) local(x) local_init(k, w) shared(a) reduce(+: s)
    x = real(i)
    k = k + i
    w(1) = w(1) + i
    a(i) = k + int(x) + w(1)
    s = s + 1
  end do
  print '(10i5)', a
  print *, s, k, w
  s = 0
  !$omp teams num_teams(2)
  !$omp loop bind(teams) private(t)
  do concurrent (i = 1:10) reduce(max: s)
    t = i
    if (mod(t, 2) == 0) cycle
    s = max(s, t)
  end do
  !$omp end teams
  print *, s
  !$omp loop bind(thread) reduction(+: s)
  outer: do concurrent (i = 1:3)
    s = s + i
  end do outer
  print *, s
end program
!>           55
!>           65
!>    0  12  13  14  15
!>   21   0  23  24  25
!>   31  32   0  34  35
!>   41  42  43   0  45
!>     2   14    4   20    6   26    8   32   10   38
!>            5           7           1           2           3
!>            9
!>           15
