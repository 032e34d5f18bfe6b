program real4_reduce
  implicit none
  real(4) :: a(3, 500), v(500), w(3), s
  real(8) :: d(3)
  complex(4) :: c(500), cs, cp(3)
  integer(1) :: t(500), tm
  integer(2) :: u(500), us
  integer(8) :: e(500), ep(3)
  logical(1) :: l(3, 500), la(3)
  integer :: i, p(2), q(3), r(500)
  a = reshape([(mod(i * 7, 64) * 0.5, i = 1, 1500)], [3, 500])
  !$omp target teams workdistribute map(tofrom: s, cs, tm, us)
  v = a(2, :)
  w = sum(a, 2)
  s = sum(a(:, ::5)) + sum(v(500:1:-7))
  d = maxval(real(a, 8), 2) - minval(a, 2)
  c = cmplx(a(1, :), a(3, :))
  cs = sum(c)
  cp = product(reshape(c(1:6), [2, 3]), 1)
  t = int(mod(int(v), 100), 1)
  tm = maxval(t) - minval(t)
  u = t * 3_2
  us = sum(u(1:100))
  e = u * 10000000000_8
  ep = [maxval(e), minval(e, e > 0), sum(e)]
  l = a > 10
  la = all(l .or. a < 11, 2)
  p = maxloc(a)
  q = minloc(a, 2)
  r = maxloc(a, 1)
  !$omp end target teams workdistribute
  print '(3f12.2)', w, s, d
  print '(4f14.2)', cs, cp
  print *, tm, us, ep
  print *, la, p, q, sum(r)
end program
!>      7881.00     7839.00     7925.00
!>      5879.00       31.50       31.50
!>        31.50
!>        7881.00       7925.00       -171.50        220.50
!>        -241.50        339.50       -311.50        910.50
!>    31   4542         930000000000          30000000000      231420000000000
!>  T T T           3           3          22          43          64        1336
