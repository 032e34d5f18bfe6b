program constructors
  implicit none
  integer :: a(12), b(12), n, i, m(3, 4), s
  real(8) :: x(10), y(10)
  n = 12
  b = [(i, i = 1, 12)]
  !$omp target teams workdistribute map(tofrom: s)
  a = [(i * i, i = 1, 12)]
  a(1:n) = [(i + a(13 - i), i = 1, n)]
  b = [b(7:12), b(1:6)]
  b(1:6) = [a(1:3), b(4:6)]
  m = reshape([b(1:4), a(1:4), [(n - i, i = 1, 4)]], [3, 4])
  x = [(sqrt(real(i, 8)), i = 1, 10)]
  y = x ** 2 + [1.0d0, (0.5d0 * i, i = 2, 9), 100.0d0]
  s = sum([a(1), b(2), m(3, 4)])
  !$omp end target teams workdistribute
  print '(12i6)', a, b, m
  print '(5f10.3)', y
  print *, s
end program
!>    145   123   103    85    69    55    43    33    25    19    15    13
!>    145   123   103    10    11    12     1     2     3     4     5     6
!>    145   123   103    10   145   123   103    85    11    10     9     8
!>      2.000     3.000     4.500     6.000     7.500
!>      9.000    10.500    12.000    13.500   110.000
!>          276
