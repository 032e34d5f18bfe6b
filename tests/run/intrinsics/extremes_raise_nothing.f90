! MINVAL and MAXVAL of numbers raise no exception; NaNs lose against numbers, also infinite ones; of nothing they are the ends of the range.
program extremes_raise_nothing
  use ieee_arithmetic
  implicit none
  real :: a(37)
  real(8) :: d(5, 7)
  logical :: invalid
  integer :: i, none
  real :: nan, inf
  nan = ieee_value(1.0, ieee_quiet_nan)
  inf = ieee_value(1.0, ieee_positive_inf)
  none = 0
  call random_number(d)
  a = [(mod(7 * i, 37) - 10.0, i = 1, 37)]
  d = reshape([(mod(3 * i, 35) * 0.5d0, i = 1, 35)], [5, 7])
  call ieee_set_flag(ieee_invalid, .false.)
  print *, minval(a), maxval(a), minval(d), maxval(d)
  print *, minval(d, 1)
  print *, minval(a, a > 0), maxval(a, a < 0)
  print *, minval(a(1:none)) > 1e38, maxval(a(1:none)) < -1e38, minval(a, a > 100) > 1e38
  call ieee_get_flag(ieee_invalid, invalid)
  print *, invalid
  a = nan
  print *, ieee_is_nan(minval(a)), ieee_is_nan(maxval(a))
  a(30) = inf
  print *, minval(a), maxval(a)
  a(30) = -inf
  print *, minval(a), maxval(a)
  a(3) = 5
  print *, minval(a), maxval(a)
  print *, ieee_is_nan(minval(a, ieee_is_nan(a))), minval(a, .not. ieee_is_nan(a))
  a = inf
  print *, minval(a), maxval(a)
  a = -inf
  print *, minval(a), maxval(a)
end program
!>   -10.0000000       26.0000000       0.0000000000000000        17.000000000000000
!>    1.5000000000000000        9.0000000000000000       0.50000000000000000        6.5000000000000000        1.0000000000000000        4.0000000000000000        0.0000000000000000
!>    1.00000000      -1.00000000
!>  T T T
!>  F
!>  T T
!>          Infinity         Infinity
!>         -Infinity        -Infinity
!>         -Infinity   5.00000000
!>  T        -Infinity
!>          Infinity         Infinity
!>         -Infinity        -Infinity
