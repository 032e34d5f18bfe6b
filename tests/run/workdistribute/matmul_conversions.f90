program matmul_conversions
  implicit none
  integer :: a(3,3), b(3,3), i, e(3,4), v(3)
  integer(8) :: c(3,3)
  real(8) :: d(3,3), w(3)
  real :: x(3,3)
  complex :: z(3,3)
  logical :: l(3,3), k(3,4)
  logical(1) :: l1(3,4)
  a = reshape([(i,i=1,9)],[3,3]); b = a + 1; x = a
  l = mod(a,3)==1; k = .false.; k(1,2)=.true.; k(3,4)=.true.; z = cmplx(x,-x)
  !$omp target teams workdistribute
  c = mod(matmul(mod(a,50), mod(b,50)), 1009)
  d = sqrt(matmul(x, x) + 1)
  e = merge(1, 0, matmul(l, k))
  v = matmul(x(:,1), x)
  w = matmul(a(:,1), a) * 0.5d0
  l1 = .not. matmul(l, k)
  x = abs(matmul(z, conjg(z)))
  !$omp end target teams workdistribute
  print *, c
  print '(3f12.6)', d, w, x
  print *, e, v, l1
end program
!>                    42                   51                   60                   78                   96                  114                  114                  141                  168
!>     5.567764    6.082763    6.557438
!>     8.185352    9.055386    9.848858
!>    10.148891   11.269427   12.288206
!>     7.000000   16.000000   25.000000
!>    60.000000   72.000000   84.000000
!>   132.000000  162.000000  192.000000
!>   204.000000  252.000000  300.000000
!>            0           0           0           1           0           0           0           0           0           1           0           0          14          32          50 T T T F T T T T T F T T
