program vector_subscripts
  implicit none
  integer :: a(20), b(20), p(20), q(5), m(6, 6), r(6), i
  a = [(i * 10, i = 1, 20)]
  b = 0
  p = [(mod(i * 7, 20) + 1, i = 1, 20)]
  q = [3, 3, 9, 1, 20]
  r = [6, 2, 4, 1, 5, 3]
  m = reshape([(i, i = 1, 36)], [6, 6])
  !$omp target teams workdistribute
  b = a(p)
  b(p) = a + b
  a(p(1:10)) = a(p(11:20)) + 1
  b(1:5) = a(q) + b(q)
  m = m(r, :)
  m(:, r) = m + transpose(m(r, r))
  a = a(p(p))
  !$omp end target teams workdistribute
  print '(10i6)', a, b, p
  print '(6i6)', m
end program
!>     71    60    51   141   130   121    11   200   191   180
!>     70    61    50   140   131   120    10   201   190   181
!>    221   221   321   220   570   210   250    90   130   170
!>    210   250   290   330   170   210   250   290   330   370
!>      8    15     2     9    16     3    10    17     4    11
!>     18     5    12    19     6    13    20     7    14     1
!>     60    32    46    25    53    39
!>     44    16    30     9    37    23
!>     70    42    56    35    63    49
!>     49    21    35    14    42    28
!>     65    37    51    30    58    44
!>     39    11    25     4    32    18
