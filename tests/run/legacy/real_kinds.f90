! options: -freal-4-real-8
! Reals of kind 4 become those of kind 8, in declarations, literals and conversions.
program main
  real :: x
  real(4) :: y
  complex :: z
  complex*8 :: w
  double precision :: d
  x = 1.0 / 3
  y = real(1, 4) / 3
  z = (1.0, 2.0) / 3
  w = z
  d = 1.0
  print *, kind(x), kind(y), kind(z), kind(w), kind(d), kind(1.0), kind(1e0_4), kind(real(1))
  print *, x == 1d0 / 3, y == x, real(w) == x
end program
!>            8           8           8           8           8           8           8           8
!>  T T T
