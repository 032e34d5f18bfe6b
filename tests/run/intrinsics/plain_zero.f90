! options: -fno-sign-zero
! SIGN takes a negative zero for a positive one, and no zero is written with a sign.
program main
  real :: x, y
  real, parameter :: k = sign(1.0, -0.0)
  y = 0
  x = 1
  print '(3f6.1)', sign(1.0, -0.0), sign(x, -y), k
  print '(f4.1,f4.0,sp,f5.1)', -0.0001, -0.0001, -0.0001
  print '(3f6.1)', sign(1.0, -3.0), sign(x, -2.0), -0.0
end program
!>    1.0   1.0   1.0
!>  0.0  0. +0.0
!>   -1.0  -1.0   0.0
