! Several variables of one COMMON block or EQUIVALENCE set in a region, some of them mapped before.
module cmod
  implicit none
  integer :: aa(5), bb(5)
  real :: cc
  common /cb/ aa, bb, cc
end module
subroutine other
  implicit none
  integer :: x(3), y(7)
  real :: z
  common /cb/ x, y, z
  !$omp target teams workdistribute
  y(2:7) = y(1:6) + x(1)
  x = y(1:3)
  !$omp end target teams workdistribute
end subroutine
program common_variables
  use cmod
  implicit none
  real :: e1(10), e2(5), e3(4)
  integer :: i
  equivalence (e1(6), e2(1)), (e1(2), e3(1))
  aa = [1,2,3,4,5]; bb = -aa; cc = 2.5
  e1 = [(real(i), i=1,10)]
  !$omp target teams workdistribute
  aa = aa + bb(5:1:-1)
  bb = aa * int(cc)
  e2 = e1(1:5) + e2
  e3 = e2(1:4) + e3
  e1(10) = 0
  !$omp end target teams workdistribute
  print *, aa, bb, cc
  print *, e1
  call other
  print *, aa, bb, cc
  !$omp target data map(tofrom: bb) map(to: cc)
  !$omp target teams workdistribute
  bb = bb + 1
  aa = bb
  !$omp end target teams workdistribute
  !$omp end target data
  print *, aa, bb
end program
!>           -4          -2           0           2           4          -8          -4           0           4           8   2.50000000
!>    1.00000000       9.00000000       12.0000000       15.0000000       18.0000000       7.00000000       9.00000000       11.0000000       13.0000000       0.00000000
!>            2          -2           0           2          -2           0         -12          -8          -4           0   2.50000000
!>            1         -11          -7          -3           1           1         -11          -7          -3           1
