program pack_unpack
  implicit none
  integer :: a(50), b(50), m(5, 10), n, i, f(5, 10)
  logical :: l(50), k(5, 10)
  a = [(mod(i * 13, 29), i = 1, 50)]
  b = 0
  f = -9
  !$omp target teams workdistribute map(tofrom: n)
  l = a > 12
  n = count(l)
  b(1:n) = pack(a, l)
  b(n + 1:) = pack(a, .not. l)
  m = reshape(b, [5, 10])
  k = mod(m, 2) == 0
  f = unpack(a, k, f)
  a = unpack(b(1:n), l, a)
  b = pack(transpose(m), .true.)
  b = pack(a + b, a > 3, b)
  !$omp end target teams workdistribute
  print *, n
  print '(10i5)', a, b
  print '(10i5)', m, f
end program
!>           28
!>    13   26   10   23    7   20    4   17    1   14
!>    27   11   24    8   21    5   18    2   15   28
!>    12   25    9   22    6   19    3   16    0   13
!>    26   10   23    7   20    4   17    1   14   27
!>    11   24    8   21    5   18    2   15   28   12
!>    26   40   25   39   24   38    8   19   25   53
!>    38   52   21   35   20   19   25   36   35   49
!>    34   48   33   47   25   18   46   31   45   30
!>    44   14   25   18   29   28   42   27   41   26
!>    25   18   29   24   21    7    5    3    1   12
!>    13   26   23   20   17   14   27   24   21   18
!>    15   28   25   22   19   16   13   26   23   20
!>    17   14   27   24   21   18   15   28   10    7
!>     4    1   11    8    5    2   12    9    6    3
!>     0   10    7    4    1   11    8    5    2   12
!>    -9   13   -9   26   -9   10   -9   23   -9    7
!>    -9   20   -9    4   -9   17   -9    1   -9   14
!>    -9   27   -9   11   -9   24   -9    8   21   -9
!>     5   -9   -9   18   -9    2   15   -9   28   -9
!>    12   25   -9    9   -9   -9   22   -9    6   19
