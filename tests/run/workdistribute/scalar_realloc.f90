! offload: default
program scalar_realloc
  implicit none
  integer :: a(6), s, t, i, n
  real :: x(6), m, v
  real, allocatable :: d(:), e(:,:)
  a = [3,1,4,1,5,9]; s = 0; t = 0; n = 2; m = 0; v = 0
  x = a
  !$omp target teams workdistribute map(tofrom: s,t,m,v,n)
  s = a(3)
  a(3) = s + a(4)
  t = s
  s = sum(a)
  a(1) = t
  a(n) = s
  n = a(6) - 5
  a(1:n) = a(1:n) + t
  t = maxval(a) - minval(a)
  m = sum(x) / size(x)
  v = sum((x - m)**2) / size(x)
  x = (x - m) / sqrt(v)
  v = sum(x**2)
  m = sum(x)
  x(n) = max(v, m, 3.0)
  x(1) = x(n) + x(n-1)
  x(n:n+1) = x(1)
  !$omp end target teams workdistribute
  print *, a, s, t, n
  print '(8f10.4)', x, m, v
  !$omp target teams workdistribute map(tofrom: s)
  d = x(1:3)
  e = spread(d, 2, 2)
  d = [d, d]
  d = d(2:5)
  s = size(d) + size(e)
  e = transpose(e)
  !$omp end target teams workdistribute
  print *, shape(d), shape(e), s
  print '(8f10.4)', d, e
end program
!>            8          28           9           5           5           9          24          23           4
!>     6.0610   -1.0365    0.0610    6.0610    6.0610    1.8901    0.0000    6.0000
!>            4           2           3          10
!>    -1.0365    0.0610    6.0610   -1.0365    6.0610    6.0610   -1.0365   -1.0365
!>     0.0610    0.0610
