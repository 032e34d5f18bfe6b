program constructors_implied
  implicit none
  real :: x(8) = [1.,-2.,3.,-4.,5.,-6.,7.,-8.]
  real :: y(8), z(2,4)
  integer :: i, j, m(8)
  complex(8) :: c(8)
  !$omp target teams workdistribute
  y = [x(8:5:-1), (real(i)*x(i), i=1,3), 0.5]
  z(1,:) = y(::2); z(2,:) = y(2::2)
  m = [integer :: 1, 2, nint(x(3:5)), [(i*i, i=1,3)]]
  x = [((x(i+2*j)/max(1,j), i=1,2), j=0,3)]
  c = cmplx(x, y, 8) * (0d0, 1d0)
  z = z + reshape([real(c(1:4)), aimag(c(5:8))], [2,4])
  m(m(1:2)) = [m(8), m(7)]
  !$omp end target teams workdistribute
  print '(8f9.3)', x, y, z, c
  print *, m
contains
end program
!>     1.000   -2.000    3.000   -4.000    2.500   -3.000    2.333   -2.667
!>    -8.000    7.000   -6.000    5.000    1.000   -4.000    9.000    0.500
!>     0.000    0.000    0.000    0.000    3.500   -7.000   11.333   -2.167
!>     8.000    1.000   -7.000   -2.000    6.000    3.000   -5.000   -4.000
!>    -1.000    2.500    4.000   -3.000   -9.000    2.333   -0.500   -2.667
!>            9           4           3          -4           5           1           4           9
