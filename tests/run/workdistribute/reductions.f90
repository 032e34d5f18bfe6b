program reductions
  implicit none
  integer, parameter :: n = 1000, p = 7
  real(8) :: a(n), s, pr, mx, mn, d
  integer :: k(n), c, im, in, ia, io, ix, loc(1), loc2
  logical :: l1, l2, l3
  real(8) :: b(p, 5, 3), s1(5, 3), s2(p, 3), s3(p, 5)
  integer :: i
  a = [(mod(i*37, 101) / 4.0d0 - 5.0d0, i = 1, n)]
  k = [(mod(i*91, 257), i = 1, n)]
  b = reshape([(real(mod(i*13, 29), 8), i = 1, p*15)], [p, 5, 3])
  !$omp target teams workdistribute map(tofrom: s, pr, mx, mn, d, c, im, in, ia, io, ix, loc, loc2, l1, l2, l3)
  s = sum(a)
  pr = product(1.0d0 + a(1:20) / 100.0d0)
  mx = maxval(a)
  mn = minval(a, mask=a > 0.0d0)
  d = dot_product(a, a(n:1:-1))
  c = count(k > 100)
  im = maxval(k(2:n:3))
  in = minval(k)
  ia = iand(maxval(k), 255)
  io = sum(k, mask=mod(k, 2) == 0)
  ix = sum(merge(1, 0, a > 0.0d0))
  loc = maxloc(a)
  loc2 = minloc(k, dim=1, mask=k > 5)
  l1 = any(a > 20.0d0)
  l2 = all(k >= 0)
  l3 = all(a > 0.0d0)
  s1 = sum(b, dim=1)
  s2 = maxval(b, dim=2)
  s3 = sum(b, dim=3, mask=b > 10.0d0)
  !$omp end target teams workdistribute
  print '(5f16.6)', s, pr, mx, mn, d
  print *, c, im, in, ia, io, ix, loc, loc2, l1, l2, l3
  print '(5f8.1)', s1
  print '(7f8.1)', s2
  print '(7f8.1)', s3
end program
!>      7511.000000        4.094322       20.000000        0.250000    68708.125000
!>          606         256           0           0       64218         793          30         226 F T F
!>    103.0   102.0   101.0   100.0    99.0
!>     98.0    97.0    96.0    95.0    94.0
!>     93.0   121.0    91.0    90.0    89.0
!>     25.0    26.0    26.0    27.0    23.0    28.0    20.0
!>     20.0    25.0    17.0    26.0    27.0    27.0    28.0
!>     28.0    24.0    25.0    21.0    26.0    18.0    27.0
!>     37.0    43.0    21.0    37.0    45.0    31.0    39.0
!>     45.0    33.0    39.0    45.0    33.0    39.0    47.0
!>     33.0    41.0    18.0    35.0    41.0    47.0    35.0
!>     41.0    20.0    35.0    43.0    19.0    37.0    43.0
!>     31.0    37.0    43.0    21.0    37.0    45.0    31.0
