program manipulation
  implicit none
  integer :: a(4, 6), b(6, 4), v(24), w(10), u(4, 6), k, i, p(24), e(4, 6)
  logical :: m(4, 6)
  a = reshape([(mod(i*7, 25), i = 1, 24)], [4, 6])
  k = 2
  !$omp target teams workdistribute map(tofrom: p)
  b = transpose(a)
  v = reshape(a, [24])
  b = reshape(v(24:1:-1), [6, 4])
  m = mod(a, 3) == 0
  w = pack(a, m, vector=[0, 0, 0, 0, 0, 0, 0, 0, 0, -1])
  p = 0
  p(1:count(m)) = pack(a, m)
  u = unpack(v(1:24), m, -a)
  e = eoshift(a, k, boundary=99, dim=2)
  a = cshift(a, 1) + cshift(a, -k, dim=2)
  v = reshape(spread(w(1:4), 2, 6), [24])
  e(1:2, :) = reshape([1, 2, 3], [2, 6], pad=[7, 8])
  e(3:4, 1:3) = reshape(v(1:6), [2, 3], order=[2, 1])
  !$omp end target teams workdistribute
  print '(6i5)', b
  print '(10i5)', w
  print '(12i5)', p
  print '(12i5)', u
  print '(12i5)', e
  print '(12i5)', a
  print '(12i5)', v
end program
!>    18   11    4   22   15    8
!>     1   19   12    5   23   16
!>     9    2   20   13    6   24
!>    17   10    3   21   14    7
!>    21    3   24    6    9   12   15   18    0   -1
!>    21    3   24    6    9   12   15   18    0    0    0    0
!>     0    0    0    0    0    0    0    0    0    0    0    0
!>    -7  -14    7   14  -10  -17   21    3  -13  -20   -2   10
!>   -16  -23   -5   17  -19   -1   -8   24  -22   -4  -11    6
!>     1    2   21    6    3    7    3   21    8    7   24    3
!>     8    7   11   18    8    7   99   99    8    7   99   99
!>    33   22   11   22   39   28   17   28   27   16   30   16
!>    33   22   36   22   14   28   17   28   20   34   23   34
!>    21    3   24    6   21    3   24    6   21    3   24    6
!>    21    3   24    6   21    3   24    6   21    3   24    6
