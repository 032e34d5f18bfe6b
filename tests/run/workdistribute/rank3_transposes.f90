program rank3_transposes
  implicit none
  integer :: a(3,3,3), b(3,3,3), v(27), i, t(3,3), o(3,3,2)
  a = reshape([(i, i=1,27)], [3,3,3])
  !$omp target teams workdistribute
  b = reshape(a, [3,3,3], order=[3,1,2])
  a(:,:,1) = transpose(a(:,:,2)); a(2,:,:) = transpose(a(:,2,:))
  t = sum(a, dim=2) + maxval(b, 3) * minval(b, 1)
  v = reshape(b, [27])
  a(1:2,1:2,1:2) = a(2:3,2:3,2:3)
  a(3:1:-1,:,3:1:-1) = a(:,3:1:-1,:)
  o = reshape([t, t(3:1:-1,:)], [3,3,2], order=[2,3,1])
  t = matmul(t, reshape(v(1:9), [3,3])) / 10
  b = b + spread(t, 1, 3) + spread(t, 2, 3) + spread(t, 3, 3)
  !$omp end target teams workdistribute
  print '(9i7)', a, b, v, t, o
end program
!>      27     24     25     24     15     22     21     17     19
!>      18     23     16     15     27     24     12     24     15
!>      18     22     12     17     18     23     16     15     14
!>     358    797   1388    790   1624   2754   1298   2526   4197
!>     769   1603   2733   1596   2825   4494   2643   4266   6476
!>    1180   2408   4079   2401   4024   6234   3989   6006   8757
!>       1      4      7     10     13     16     19     22     25
!>       2      5      8     11     14     17     20     23     26
!>       3      6      9     12     15     18     21     24     27
!>     119    337    631    324    937   1770    529   1536   2910
!>      36    129    405    106    344    216    222    639     63
!>      63    222    639    216    106    344    405     36    129
