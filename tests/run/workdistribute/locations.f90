program locations
  implicit none
  integer :: a(6, 8), i, p(2), q(1), w(8), z(6), f(2), g(8), s, e(0)
  real :: x(40)
  integer :: k(8)
  a = reshape([(mod(i * 19, 23), i = 1, 48)], [6, 8])
  x = [(real(mod(i * 7, 11)), i = 1, 40)]
  !$omp target teams workdistribute map(tofrom: s)
  p = maxloc(a)
  q = minloc(x)
  w = maxloc(a, 1)
  z = minloc(a, dim=2, mask=a > 4)
  f = findloc(a, 7)
  g = findloc(a, 5, dim=1)
  s = maxloc(x, 1)
  k(1) = minloc(x, 1, back=.true.)
  k(2) = maxloc(x(10:40:3), 1, x(10:40:3) < 8)
  k(3) = findloc(x, 4.0, 1)
  k(4) = findloc(x, 4.0, 1, back=.true.)
  k(5) = findloc(x, 99.0, 1)
  k(6) = maxloc(x, 1, x > 100)
  k(7) = findloc(x > 3, .true., 1)
  k(8) = maxloc(x(40:1:-1), dim=1, back=.true.)
  !$omp end target teams workdistribute
  print *, p, q
  print *, w
  print *, z
  print *, f, g
  print *, s, k
  !$omp target teams workdistribute
  p = minloc(a, mask=a > 2)
  f = findloc(a, 3, mask=a < 10, back=.true.)
  w = findloc(a, 12, dim=1, back=.true.) + minloc(a, 1, back=.true.)
  z = maxloc(a, 2, a < 15)
  !$omp end target teams workdistribute
  print *, p, f
  print *, w
  print *, z
end program
!>            6           1          11
!>            6           6           6           6           5           5           5           5
!>            8           8           7           3           8           8
!>            4           1           0           0           4           0           0           0           3           0
!>            3          33           9          10          32           0           0           1          38
!>            5           1           4           5
!>            5           5           5           7           4           4           4           5
!>            6           2           1           1           1           0
