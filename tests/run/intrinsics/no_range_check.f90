! options: -fno-range-check
! Constants beyond their kind: integers wrap around, reals become infinite or NaN.
program main
  use ieee_arithmetic
  integer, parameter :: n = huge(0) + 1, p = 3**40
  integer(1), parameter :: b = 200_1
  integer, parameter :: lit = 4294967295
  real, parameter :: inf = 1 / 0.0, nan = 0 / 0.0, big = 1e50, root = exp(1e5)
  print *, n == -huge(0) - 1, p, b, lit
  print *, ieee_is_finite(inf), ieee_is_nan(nan), big > huge(1.0), root > huge(1.0), inf == big
  print *, -1 / 0.0 < -huge(1.0), int(huge(1d0)) < 0
end program
!>  T   689956897  -56          -1
!>  F T T T T
!>  T T
