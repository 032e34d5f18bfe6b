! options: -fno-range-check
! FRACTION, EXPONENT, SPACING, RRSPACING and SET_EXPONENT of what is not finite, as constants and at run time.
program main
  use ieee_arithmetic
  real, parameter :: inf = 2 * huge(0.0), nan = 0.0 / 0.0
  real :: x
  integer :: k
  print *, ieee_is_nan(fraction(inf)), ieee_is_nan(spacing(-inf)), ieee_is_nan(rrspacing(inf)), &
    ieee_is_nan(set_exponent(inf, 3)), exponent(inf) == huge(0), exponent(nan) == huge(0)
  do k = 1, 2
    x = merge(inf, nan, k == 1)
    print *, ieee_is_nan(fraction(x)), ieee_is_nan(spacing(x)), ieee_is_nan(rrspacing(x)), &
      ieee_is_nan(set_exponent(x, 3)), exponent(x) == huge(0)
  end do
end program
!>  T T T T T T
!>  T T T T T
!>  T T T T T
