program reductions_dim_mask
  implicit none
  integer :: a(7, 9, 4), i, s1(9, 4), s2(7, 4), s3(7, 9), t(4), d
  real :: x(7, 9), r1(9), r2(7)
  logical :: m(7, 9, 4), l1(9, 4), l2(7, 4), l3(7, 9)
  integer :: k1(9, 4), k2(7, 4), k3(7, 9)
  a = reshape([(mod(i * 11, 31) - 12, i = 1, 252)], [7, 9, 4])
  x = a(:, :, 2) * 0.5
  !$omp target teams workdistribute
  m = mod(a, 3) /= 0
  s1 = sum(a, 1)
  s2 = sum(a, dim=2, mask=m)
  s3 = sum(a, 3, a > 2)
  !$omp end target teams workdistribute
  print *, s1
  print *, s2
  print *, s3
  !$omp target teams workdistribute
  s1 = maxval(a, 1)
  s2 = minval(a, 2, m)
  s3 = product(a, 3, a /= 0)
  k1 = count(m, 1)
  k2 = count(m, 2)
  k3 = count(a > 0, 3) + sum(a, 3)
  !$omp end target teams workdistribute
  print *, s1
  print *, s2
  print *, s3
  print *, k1
  print *, k2
  print *, k3
  !$omp target teams workdistribute map(tofrom: d)
  s1 = iall(a, 1)
  s2 = iany(a, 2, m)
  s3 = iparity(a, 3)
  l1 = all(a > -10, 1)
  l2 = any(a > 17, 2)
  l3 = parity(m, 3)
  r1 = norm2(x, 1)
  r2 = sum(x, 2) / 9
  t = sum(sum(a, 1), 1) - maxval(maxval(a, 1), 1)
  d = sum(maxval(a, 3)) + count(any(a > 16, 2))
  !$omp end target teams workdistribute
  print *, s1
  print *, s2
  print *, s3
  print *, l1
  print *, l2
  print *, l3
  print '(9f8.3)', r1
  print '(9f8.3)', r2
  print *, t, d
end program
!>            7          50           0          43          -7          36          17          29          10          22          34          15          27           8          20          32          13          25           6          49          -1          42          -8          35          16          28           9          21          33          14          26           7          50           0          43          -7
!>           26          10           7          41          13         -13          35          10           7          41          13         -13          35          37           7          41          13         -13          35          37         -10          41          13         -13          35          37         -10          18
!>           10          22          12          15          29          17          22          35          21          28          41          25          34          27           9          20          11          11          24          13          17          32          19          25          38          23          31          25           8          18          10          10          22          12          15          29          17          22          35          21          28          41          25          34          27           9          20          11          11          24          13          17          32          19          25          38          23          31          25           8          18          10          10
!>           12          18          11          17          10          16          18          15          17          14          18          13          17          12          16          18          15          17          14          18          13          17          12          16          18          15          17          14          18          13          17          12          18          11          17          10
!>           -5          -8         -11          -2          -7         -11          -1          -8         -11          -2          -7         -11          -1          -5         -11          -2          -7         -11          -1          -5         -10          -2          -7         -11          -1          -5         -10         -11
!>          100       -1200         960        -288       -4032        2016       -1260       -6720        1920       -2240       -8064        1008       -2268        3564         198       -1089        1089        -198       -2574        1638        -728       -5460        2100       -1800       -7650        1530       -2448        4896        -288         960       -1200         100       -1200         960        -288       -4032        2016       -1260       -6720        1920       -2240       -8064        1008       -2268        3564         198       -1089        1089        -198       -2574        1638        -728       -5460        2100       -1800       -7650        1530       -2448        4896        -288         960       -1200         100
!>            5           5           4           5           5           4           4           5           4           5           5           4           4           5           5           4           5           4           4           5           5           4           5           5           3           5           5           4           5           5           3           5           5           4           5           5
!>            7           5           6           6           6           6           5           5           6           6           6           6           5           7           6           6           6           6           5           7           5           6           6           6           5           7           5           6
!>            2          16          -3          11          24           5          19          32          13          27          40          21          35          16          -3          11          -8           6          20           1          15          28           9          23          36          17          31          12          -7           7         -12           2          16          -3          11          24           5          19          32          13          27          40          21          35          16          -3          11          -8           6          20           1          15          28           9          23          36          17          31          12          -7           7         -12           2
!>            0           0           0           0           0           0           0           0           0           0           0           0           0           0           0           0           0           0           0           0           0           0           0           0           0           0           0           0           0           0           0           0           0           0           0           0
!>           -1          -1          -9          -1          -1          -1          -1          -1          -9          -1          -1          -1          -1          -1          -9          -1          -1          -1          -1          -1          -1          -1          -1          -1          -1          -1          -1          -9
!>            2         -15           3         -10          -7          15         -14         -31          19         -18          -7          23         -30          16           2          -9           9          -2         -13           1         -14          -1           9         -10         -29          17         -30          16          -2           9          -9           2         -15           3         -10          -7          15         -14         -31          19         -18          -7          23         -30          16           2          -9           9          -2         -13           1         -14          -1           9         -10         -29          17         -30          16          -2           9          -9           2
!>  F T F T F T F T F F T F T F T F T F F T F T F T F T F T F T F F T F T F
!>  F F T F F F T F T F F F T F T F F F T F F F F F T F F T
!>  F T T F F F F T T F T T F F F F F F T T F T T F F F F F F T T F T T F F F F T T F T T F F F F F F T T F T T F F F F F F T T F
!>   12.390  13.323  12.010  12.738  11.769  12.268  13.229  11.927  12.679
!>    0.556   0.889   2.944   1.556  -1.556   3.944   2.556
!>          167         178         158         169         878
