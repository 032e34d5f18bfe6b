! RESHAPE with PAD of an array without elements, and IEEE_REM of a multiple.
program main
  use ieee_arithmetic
  real, allocatable :: a(:,:), b(:,:,:)
  character(2), allocatable :: c(:,:)
  real :: x
  allocate(a(0,3), b(2,0,0), c(3,0))
  print *, reshape(a, [2,2], pad=[1.0,2.0])
  print *, reshape(b, [3], pad=[5.0])
  print *, reshape(c, [2,2], pad=['ab','cd'], order=[2,1])
  x = -42
  print '(*(f5.1))', ieee_rem(x, 2.0), ieee_rem(-42.0, 2.0), ieee_rem(42d0, 4d0)
end program
!>    1.00000000       2.00000000       1.00000000       2.00000000
!>    5.00000000       5.00000000       5.00000000
!>  ababcdcd
!>  -0.0 -0.0  2.0
