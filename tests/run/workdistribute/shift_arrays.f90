program shift_arrays
  implicit none
  integer :: i
  integer :: a(4,6), sh1(6), sh2(4), b(4,6), c(4,6), bd(6)
  complex :: z(3,4), w(3,4)
  logical :: l(4,6), lb(4)
  a = reshape([(i, i=1,24)], [4,6])
  sh1 = [0,1,-1,5,-7,2]; sh2 = [1,-2,3,0]; bd = [-1,-2,-3,-4,-5,-6]
  z = reshape([(cmplx(i,-i), i=1,12)], [3,4])
  l = mod(a,3) == 0; lb = [.true.,.false.,.true.,.false.]
  !$omp target teams workdistribute
  b = cshift(a, sh1, 1)
  c = cshift(a, shift=sh2, dim=2)
  a = eoshift(cshift(b, 2), sh1, boundary=bd, dim=1) + eoshift(c, sh2, dim=2)
  w = eoshift(z, [1,-1,0], boundary=(9.0,8.0), dim=2)
  z = cshift(w, -1, 2) - conjg(z)
  l = eoshift(l, sh2, boundary=lb, dim=2) .neqv. cshift(l, 1)
  !$omp end target teams workdistribute
  print '(6i5)', a, b, c
  print '(8f7.2)', z, w
  print '(24l2)', l
end program
!>    12    4    4    6   18    6
!>    14    6   14   28   22   24
!>    17   18   -4   12   -4   -3
!>    -5   15   23   30   -6   18
!>     1    2    3    4    6    7
!>     8    5   12    9   10   11
!>    14   15   16   13   18   19
!>    20   17   23   24   21   22
!>     5   18   15    4    9   22
!>    19    8   13    2   23   12
!>    17    6    3   16   21   10
!>     7   20    1   14   11   24
!>    8.00   7.00   6.00 -10.00   9.00 -15.00   0.00  -8.00
!>    4.00   3.00  -3.00  -9.00   0.00 -14.00  -6.00 -10.00
!>   -3.00 -15.00   0.00 -20.00  -6.00 -16.00  -3.00 -21.00
!>    4.00  -4.00   9.00   8.00   3.00  -3.00   7.00  -7.00
!>    2.00  -2.00   6.00  -6.00  10.00 -10.00   5.00  -5.00
!>    9.00  -9.00   9.00   8.00   8.00  -8.00  12.00 -12.00
!>  F T T F F F F F F F T F F F T F F F T F T F F F
