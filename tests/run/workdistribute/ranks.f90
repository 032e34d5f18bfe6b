program ranks
  implicit none
  integer :: a1(7), a3(3, 4, 5), a5(2, 3, 2, 3, 2), b5(2, 3, 2, 3, 2), i
  integer :: a4(3, 2, 4, 2), s
  a1 = [(i, i = 1, 7)]
  a3 = reshape([(i, i = 1, 60)], [3, 4, 5])
  a5 = reshape([(i, i = 1, 72)], [2, 3, 2, 3, 2])
  a4 = 1
  !$omp target teams workdistribute map(tofrom: s)
  a3 = a3 * 2 + 1
  a3(:, 2:3, 1:5:2) = a3(:, 1:2, 1:5:2) - a3(:, 3:4, 5:1:-2)
  b5 = a5(2:1:-1, :, :, 3:1:-1, :)
  a5(1, :, :, 2, :) = b5(2, :, :, 2, :) * 10
  a4(:, 1, :, :) = 5
  a4(2, 2, 3, :) = a4(2, 2, 3, :) + a1(3:4)
  s = sum(b5(:, 1, :, :, 2))
  !$omp end target teams workdistribute
  print *, sum(a3), sum(a5), sum(b5), sum(a4), s
  print '(12i6)', a3(:, :, 1), a3(:, :, 5)
  print '(12i6)', a5(:, :, :, 2, 1)
end program
!>         2388        6516        2628         151         630
!>      3     5     7  -108  -108  -108  -108  -108  -108    21    23    25
!>     99   101   103    84    84    84    84    84    84   117   119   121
!>    130    14   150    16   170    18   190    20   210    22   230    24
