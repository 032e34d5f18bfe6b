program transform_nested
  implicit none
  integer :: v(24), m(4, 6), w(6, 4), c(2, 3, 4), u(24), i, n, p(24), q(6)
  logical :: l(4, 6)
  v = [(mod(i * 5, 13), i = 1, 24)]
  u = 0
  n = 6
  p = -1
  !$omp target teams workdistribute
  m = reshape(v, [4, 6]) + spread(v(1:4), 2, 6)
  w = transpose(m) * reshape(v(24:1:-1), [6, 4])
  c = reshape(m + 1, [2, 3, 4])
  l = m > 10
  u = unpack(v, [(mod(i, 2) == 0, i = 1, 24)], 7)
  !$omp end target teams workdistribute
  print '(12i5)', m
  print '(12i5)', w
  print '(12i5)', c
  print '(12i5)', u
  !$omp target teams workdistribute
  q = pack(m(:, 1), m(:, 1) > 0, [-1, -2, -3, -4, -5, -6])
  p(1:count(l)) = pack(m, l)
  u = merge(v, pack(v, v >= 0), v > 6)
  m = unpack(v, l, m)
  m = merge(m, transpose(w), l)
  w = spread(sum(m, 1), 2, 4) + reshape([1, 2, 3], [6, 4], pad=[9, 8])
  !$omp end target teams workdistribute
  print '(12i5)', q
  print '(12i5)', p
  print '(12i5)', u
  print '(12i6)', m
  print '(12i6)', w
  !$omp target teams workdistribute
  m = reshape(v, [4, 6], order=[2, 1])
  u = pack(transpose(m), .true.)
  v = reshape(spread(u(1:4), 1, 6), [24])
  c(:, :, 2:4) = c(:, :, 1:3)
  c = cshift(c, 1, 3) + spread(reshape(u(1:6), [2, 3]), 3, 4)
  !$omp end target teams workdistribute
  print '(12i6)', m
  print '(12i6)', u
  print '(12i6)', v
  print '(12i6)', c
end program
!>    10   20    4   14   17   14   11    8   11   21    5   15
!>     5   15   12    9   12   22    6   16    6   16   13   10
!>    30  187   66    5  108   24  240   98   42  150  110    0
!>    32   33   55   72    6  117   56   96  105   18  160   50
!>    11   21    5   15   18   15   12    9   12   22    6   16
!>     6   16   13   10   13   23    7   17    7   17   14   11
!>     7    5    7   10    7    2    7    7    7   12    7    4
!>     7    9    7    1    7    6    7   11    7    3    7    8
!>    10   20    4   14   -5   -6
!>    20   14   17   14   11   11   21   15   15   12   12   22
!>    16   16   13   -1   -1   -1   -1   -1   -1   -1   -1   -1
!>     5   10    2    7   12    4    9    1    6   11    3    8
!>     0    5   10    2    7   12    4    9    1    6   11    3
!>     30     5    32    10     2     7    12    96     4     9    55     1
!>      5     6    11    18     3     8     6     0    24     5    10    50
!>     78   119    72    49    25    98    85   126    77    49    25    98
!>     85   126    77    49    25    98    85   126    77    49    25    98
!>      5     9     0     4    10     1     5     9     2     6    10     1
!>      7    11     2     6    12     3     7    11     4     8    12     3
!>      5    10     2     7    12     4     9     1     6    11     3     8
!>      0     5    10     2     7    12     4     9     1     6    11     3
!>      5     5     5     5     5     5    10    10    10    10    10    10
!>      2     2     2     2     2     2     7     7     7     7     7     7
!>     16    31     7    22    30    19    17    19    14    29    18    20
!>     11    26    15    17    25    27    16    31     7    22    30    19
