program distribute_loops
  implicit none
  integer, parameter :: n = 60, m = 40
  real(8) :: a(n, m), s, t
  integer :: i, j, k, big, c(n), low
  logical :: any_neg
  a = 0
  !$omp target teams distribute parallel do collapse(2) private(k, t)
  do j = 1, m
    do i = 1, n
      t = 0
      do k = 1, mod(i, 5) + 1
        if (k == 3) cycle
        t = t + k * 0.5d0
      end do
      if (mod(i + j, 3) == 0) then
        a(i, j) = t
      else if (i > 50) then
        a(i, j) = -t
      else
        a(i, j) = i - j
      end if
    end do
  end do
  !$omp end target teams distribute parallel do
  s = 1
  big = -1000
  low = 100
  any_neg = .false.
  !$omp target teams distribute parallel do reduction(+: s) reduction(max: big) reduction(min: low) &
  !$omp& reduction(.or.: any_neg) map(tofrom: s, big, low, any_neg) collapse(2)
  do j = 1, m
    do i = 1, n
      s = s + a(i, j)
      big = max(big, int(a(i, j)))
      if (a(i, j) < low) low = int(a(i, j))
      any_neg = any_neg .or. a(i, j) < -30
    end do
  end do
  print '(2f14.4)', s, sum(a)
  print *, big, low, any_neg
  !$omp target teams distribute parallel do simd schedule(static)
  do i = n, 1, -2
    c(i) = i * i
  end do
  !$omp target teams distribute parallel do firstprivate(big)
  do i = 1, n, 2
    c(i) = big + i
  end do
  print '(10i6)', c
end program
!>      8040.0000     8039.0000
!>           48         -39 T
!>     49     4    51    16    53    36    55    64    57   100
!>     59   144    61   196    63   256    65   324    67   400
!>     69   484    71   576    73   676    75   784    77   900
!>     79  1024    81  1156    83  1296    85  1444    87  1600
!>     89  1764    91  1936    93  2116    95  2304    97  2500
!>     99  2704   101  2916   103  3136   105  3364   107  3600
