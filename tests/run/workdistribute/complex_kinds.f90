program complex_kinds
  implicit none
  integer, parameter :: n = 120
  complex(8) :: z(n), w(n), s
  complex(4) :: c(n), d(n)
  real(8) :: r(n)
  real(4) :: q(n)
  logical :: same(n)
  integer :: i
  z = [(cmplx(0.02d0*i, 1 - 0.01d0*i, 8), i = 1, n)]
  c = cmplx(z)
  !$omp target teams workdistribute map(tofrom: s)
  w = z*z + (1.0d0, -2.0d0)
  w = w / (z + 2)
  s = sum(w)
  r = abs(w) + real(z) * aimag(w)
  d = conjg(c) * 2 + r
  q = real(d)
  where (q > 5) c = sqrt(c)
  z = w - conjg(z)
  same = w == w
  z(1:n:2) = (0.5d0, 0.25d0)
  !$omp end target teams workdistribute
  print '(2f14.6)', s, sum(z)
  print '(2f14.2)', sum(c), sum(d)
  print '(2f14.2)', sum(r), sum(q)
  print *, count(same)
  !$omp target teams workdistribute
  z = exp(z * 0.1d0) + log(z + 3)
  w = sin(z) * cos(z)
  c = z ** 2
  d = c ** 0.5
  !$omp end target teams workdistribute
  print '(2f14.6)', sum(z), sum(w)
  print '(2f14.2)', sum(c), sum(d)
  print '(2f14.6)', dot_product(z(1:10), w(1:10))
end program
!>      77.858179    -60.521305
!>      -3.783417      8.186412
!>         144.35         47.54
!>         331.32        -94.80
!>          40.92        331.32
!>          120
!>     249.053587      2.013261
!>     -46.697997      3.677933
!>         521.04         14.15
!>         249.05          2.01
!>      -9.127253     -0.449360
