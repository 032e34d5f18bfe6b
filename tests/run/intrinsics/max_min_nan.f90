! MAX and MIN with NaNs and signed zeros: scalars, vectors and reductions agree.
program max_min_nan
  use ieee_arithmetic
  implicit none
  real(8) :: a(8), b(8), n
  real :: c(8), d(8), m
  integer :: i
  n = ieee_value(n, ieee_quiet_nan); m = n
  a = [1d0, n, 3d0, n, -0d0, 0d0, 5d0, -5d0]; b = [2d0, 4d0, n, n, 0d0, -0d0, -5d0, 5d0]
  c = a; d = b
  print '(8f6.1)', max(a, b), min(a, b), max(c, d), min(c, d)
  do i = 1, 8
    print '(6f6.1)', max(a(i), b(i)), min(a(i), b(i)), max(c(i), d(i)), min(c(i), d(i)), &
      maxval([a(i), b(i)]), minval([a(i), b(i)])
  end do
end program
!>    2.0   4.0   3.0   NaN   0.0  -0.0   5.0   5.0
!>    1.0   4.0   3.0   NaN   0.0  -0.0  -5.0  -5.0
!>    2.0   4.0   3.0   NaN   0.0  -0.0   5.0   5.0
!>    1.0   4.0   3.0   NaN   0.0  -0.0  -5.0  -5.0
!>    2.0   1.0   2.0   1.0   2.0   1.0
!>    4.0   4.0   4.0   4.0   4.0   4.0
!>    3.0   3.0   3.0   3.0   3.0   3.0
!>    NaN   NaN   NaN   NaN   NaN   NaN
!>    0.0   0.0   0.0   0.0  -0.0  -0.0
!>   -0.0  -0.0  -0.0  -0.0   0.0   0.0
!>    5.0  -5.0   5.0  -5.0   5.0  -5.0
!>    5.0  -5.0   5.0  -5.0   5.0  -5.0
