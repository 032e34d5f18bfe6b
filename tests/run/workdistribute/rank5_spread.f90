program rank5_spread
  implicit none
  real, dimension(2,2,2,2) :: a, b
  real :: c(2,2,2), d(4,4), t(2,2,2,2,2)
  integer :: i, k(2,2,2), sh(4)
  a = reshape([(i*1., i=1,16)], [2,2,2,2])
  !$omp target teams workdistribute
  b = a(2:1:-1,:,2:1:-1,:)
  c = sum(a*b, dim=3)
  k = minloc(b, dim=4) + maxloc(a, 2)
  d = reshape(a, [4,4])
  a(:,1,:,2) = a(:,2,:,1) + transpose(c(1,:,:))
  t = spread(a, 3, 2) - spread(b, 5, 2)
  sh = shape(t(:,:,:,:,1))
  b = sum(t, 1) + maxval(t, dim=5)
  d = matmul(d, reshape(b, [4,4])) + d(4:1:-1, sh)
  c(:,:,1) = a(1,:,:,2) + b(:,2,1,:)
  !$omp end target teams workdistribute
  print '(8f9.1)', a, b, c, d
  print *, k, sum(t)
end program
!>       1.0      2.0      3.0      4.0      5.0      6.0      7.0      8.0
!>      19.0    260.0     11.0     12.0     59.0    364.0     15.0     16.0
!>       5.0    247.0      3.0      5.0      1.0    243.0     -1.0      1.0
!>     313.0    359.0    275.0     17.0    445.0    355.0    407.0     13.0
!>      22.0     16.0    334.0     32.0    256.0    256.0    356.0    356.0
!>    1340.0   1599.0   1858.0   2117.0   1228.0   1471.0   1714.0   1957.0
!>    4812.0   5775.0   6738.0   7701.0   6060.0   7279.0   8498.0   9717.0
!>            3           3           3           3           3           3           3           3   1312.00000
