program location
  implicit none
  real :: a(6, 5)
  integer :: i, l2(2), l1(5), f(2), b, g(6), mn(2)
  a = reshape([(real(mod(i*11, 17)), i = 1, 30)], [6, 5])
  !$omp target teams workdistribute map(tofrom: l2, l1, f, b, g, mn)
  l2 = maxloc(a)
  l1 = minloc(a, dim=1)
  f = findloc(a, 5.0)
  b = findloc(a(:, 2), maxval(a(:, 2)), dim=1, back=.true.)
  g = maxloc(a, dim=2, mask=a < 12.0)
  mn = minloc(a, mask=a > 100.0)
  !$omp end target teams workdistribute
  print '(2i4)', l2, f, mn
  print '(6i4)', l1, g
  print *, b
end program
!>    3   1
!>    2   1
!>    0   0
!>    5   5   5   4   4   1
!>    1   4   1   1   3
!>            3
