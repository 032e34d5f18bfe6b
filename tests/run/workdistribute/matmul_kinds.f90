program matmul_kinds
  implicit none
  real :: a(4,3), b(3,5), c(4,5), v4(4), v3(3), v5(5), d(4,4), at(3,4)
  integer :: ia(3,3), ib(3,3), iv(3)
  logical :: la(3,4), lb(4,2), lc(3,2), lv(4), lw(3)
  real(8) :: da(3,3), db(3,3)
  integer :: i
  a = reshape([(i*0.5, i=1,12)], [4,3]); b = reshape([(16-i*1.0, i=1,15)], [3,5])
  v4 = [1,2,3,4]; v3 = [1,-1,2]
  ia = reshape([(i,i=1,9)],[3,3])
  la = reshape([(mod(i,3)==0, i=1,12)],[3,4]); lb = reshape([(mod(i,2)==0, i=1,8)],[4,2])
  lv = [.true.,.false.,.false.,.true.]
  da = ia; at = 0
  !$omp target teams workdistribute
  c = matmul(a, b)
  v5 = matmul(v3, b)
  v4 = matmul(a, v3) + v4
  d = matmul(a, transpose(a)) - 1
  at = matmul(transpose(b(:,1:3)), transpose(a))
  ib = matmul(ia, ia)
  iv = matmul(ia, [1,2,3])
  lc = matmul(la, lb)
  lw = matmul(la, lv)
  db = matmul(da, dble(ia)) * 2
  da = matmul(da, da)
  ia = matmul(transpose(ia), ib)
  !$omp end target teams workdistribute
  print '(4f9.2)', c, d, at
  print '(5f9.2)', v5
  print '(4f9.2)', v4
  print *, ib, iv, ia
  print *, lc, lw
  print '(3f12.2)', db, da
  !$omp target teams workdistribute
  c(2:3,2:4) = matmul(c(1:2,1:3), b(:,3:1:-1))
  c = c + matmul(max(a,1.0), abs(b))
  v3 = matmul(v4, c(:,1:3)) / sum(v4)
  d = matmul(matmul(a, b), transpose(c))
  iv = matmul(iv, ia) + dot_product(iv, iv)
  lw(1) = dot_product(lv, .not. lv)
  !$omp end target teams workdistribute
  print '(4f12.2)', c, d
  print *, v3, iv, lw
end program
!>    101.00   122.00   143.00   164.00
!>     78.50    95.00   111.50   128.00
!>     56.00    68.00    80.00    92.00
!>     33.50    41.00    48.50    56.00
!>     11.00    14.00    17.00    20.00
!>     25.75    29.50    33.25    37.00
!>     29.50    34.00    38.50    43.00
!>     33.25    38.50    43.75    49.00
!>     37.00    43.00    49.00    55.00
!>    101.00    78.50    56.00   122.00
!>     95.00    68.00   143.00   111.50
!>     80.00   164.00   128.00    92.00
!>     27.00    21.00    15.00     9.00     3.00
!>      8.00    10.00    12.00    14.00
!>           30          36          42          66          81          96         102         126         150          30          36          42         228         552         876         516        1245        1974         804        1938        3072
!>  F F T F F T F F T
!>        60.00       72.00       84.00
!>       132.00      162.00      192.00
!>       204.00      252.00      300.00
!>        30.00       36.00       42.00
!>        66.00       81.00       96.00
!>       102.00      126.00      150.00
!>       209.50      244.00      286.00      328.00
!>       163.00     2024.00     2445.50      256.00
!>       116.50     2703.50     3269.00      184.00
!>        70.00     3383.00     4092.50      112.00
!>        23.50       28.00       34.00       40.00
!>     43082.50    52165.00    61247.50    70330.00
!>    448562.50   544981.00   641399.50   737818.00
!>    541394.50   657775.00   774155.50   890536.00
!>     67720.00    82000.00    96280.00   110560.00
!>    275.909088       1238.04541       1585.70459           67464      147168      226872 F F T
