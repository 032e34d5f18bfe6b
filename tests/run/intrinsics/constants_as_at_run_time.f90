! options: -fno-range-check -funsigned
! What constants give is what variables give.
program main
  use ieee_arithmetic
  implicit none
  real, parameter :: inf = 1 / 0.0, nan = 0 / 0.0
  real(8), parameter :: inf8 = 1 / 0d0, nan8 = 0 / 0d0
  real(16), parameter :: inf16 = 1 / 0.0_16, nan16 = 0 / 0.0_16
  real, volatile :: x, y, z
  real(8), volatile :: d, e
  real(10), volatile :: t
  real(16), volatile :: q, r
  real, volatile :: a(2)
  real(16), volatile :: b(2)
  integer(16), volatile :: k
  integer(8), volatile :: j

  print *, ieee_logb(inf), ieee_logb(-inf), ieee_logb(nan), ieee_logb(0.0), ieee_logb(inf8), ieee_logb(inf16)
  x = inf; y = -inf; z = nan; d = inf8; q = inf16
  a = 0
  print *, ieee_logb(x), ieee_logb(y), ieee_logb(z), ieee_logb(a(1)), ieee_logb(d), ieee_logb(q)

  print *, ieee_max_num_mag(-2.0, nan), ieee_min_num_mag(-2.0, nan), ieee_max_num_mag(nan, -2.0), ieee_min_num_mag(nan, -2.0)
  x = -2
  print *, ieee_max_num_mag(x, z), ieee_min_num_mag(x, z), ieee_max_num_mag(z, x), ieee_min_num_mag(z, x)
  print *, ieee_min_num_mag(-2.0_16, nan16) == -2, ieee_max_num_mag(-2.0_16, nan16) == -2
  q = -2; r = nan16
  print *, ieee_min_num_mag(q, r) == -2, ieee_max_num_mag(q, r) == -2

  print *, ieee_rem(1e30, 1.25), ieee_rem(7.5d0, -inf8), ieee_rem(huge(1d0), 2147483647.5d0), ieee_rem(-6.0, 2.0)
  x = 1e30; y = 1.25; d = 7.5; e = -inf8
  print *, ieee_rem(x, y), ieee_rem(d, e), ieee_rem(huge(d), d + 2147483640), ieee_rem(-3 * y, y)

  print *, ieee_is_nan(ieee_next_after(1.0, nan)), ieee_is_nan(ieee_next_after(1.0_16, nan16)), &
    ieee_is_negative(nan), ieee_is_negative(-nan), ieee_is_negative(-0.0)
  x = 1
  q = 1
  print *, ieee_is_nan(ieee_next_after(x, z)), ieee_is_nan(ieee_next_after(q, r)), &
    ieee_is_negative(z), ieee_is_negative(-z), ieee_is_negative(-0 * x)

  ! One rounding: the product alone would be 1 - 2**-48.
  print *, ieee_fma(1 + 2.0**(-23), 1 - 2.0**(-23), -1.0) == -2.0**(-46), ieee_fma(1 + 2.0**(-23), 1 + 2.0**(-23), 2.0**(-60)) == 1 + 2.0**(-22)
  x = 1 + 2.0**(-23); y = 1 - 2.0**(-23)
  print *, ieee_fma(x, y, -1.0) == -2.0**(-46), ieee_fma(x, x, 2.0**(-60)) == 1 + 2.0**(-22)

  print *, maxval([-inf, -inf]), minval([inf, nan]), maxval([real :: ]), ieee_is_nan(maxval([nan16, nan16])), minval([inf16, inf16]) > huge(q)
  a = [-inf, -inf]; b = [nan16, nan16]
  print *, maxval(a), minval([-a(1), nan]), maxval(a(2:1)), ieee_is_nan(maxval(b)), minval(-a) > huge(x)

  print *, set_exponent(1.5_16, -huge(0_16)), scale(1.5, huge(0_16)), scale(1.5d0, -huge(0_8)), ieee_scalb(-1.5, huge(0_16))
  k = huge(k); j = -huge(j)
  q = 1.5; x = 1.5; d = 1.5
  print *, set_exponent(q, -k), scale(x, k), scale(d, j), ieee_scalb(-x, k)

  print *, out_of_range(1e35, 1_16), out_of_range(-2.0**127, 1_16), out_of_range(2.0**127, 1_16), &
    out_of_range(127.5_10, 1_1), out_of_range(127.5_10, 1_1, .true.), out_of_range(1e39_16, 1.0), out_of_range(64_16, 1u_8)
  x = 1e35; y = 2.0**127; t = 127.5; q = 1e39_16; k = 64
  print *, out_of_range(x, 1_16), out_of_range(-y, 1_16), out_of_range(y, 1_16), &
    out_of_range(t, 1_1), out_of_range(t, 1_1, .true.), out_of_range(q, 1.0), out_of_range(k, 1u_8)

  print *, bit_size(1u_2), real(cmplx(9007199791611905_8, 0)) == real(9007199791611905_8), storage_size(1.0_16, 1), &
    selected_real_kind(1, radix=huge(1_16))
end program
!>          Infinity         Infinity              NaN        -Infinity                  Infinity                                      Infinity
!>          Infinity         Infinity              NaN        -Infinity                  Infinity                                      Infinity
!>   -2.00000000      -2.00000000      -2.00000000      -2.00000000
!>   -2.00000000      -2.00000000      -2.00000000      -2.00000000
!>  T T
!>  T T
!>    0.00000000       7.5000000000000000       -2047.0000000000000       -0.00000000
!>    0.00000000       7.5000000000000000       -2047.0000000000000       -0.00000000
!>  T T F F T
!>  T T F F T
!>  T T
!>  T T
!>         -Infinity         Infinity  -3.40282347E+38 T T
!>         -Infinity         Infinity  -3.40282347E+38 T T
!>    0.00000000000000000000000000000000000               Infinity   0.0000000000000000             -Infinity
!>    0.00000000000000000000000000000000000               Infinity   0.0000000000000000             -Infinity
!>  F F T F T T F
!>  F F T F T T F
!>      16 T -128          -5
