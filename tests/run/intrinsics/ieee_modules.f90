! ieee_arithmetic and ieee_exceptions.
program i1
use ieee_arithmetic
implicit none
real :: x, y
real(8) :: d
type(ieee_class_type) :: c, cs(3)
type(ieee_round_type) :: r
logical :: l, fl(5)
x = ieee_value(x, ieee_positive_inf)
y = ieee_value(y, ieee_quiet_nan)
c = ieee_class(x)
print *, c == ieee_positive_inf, c /= ieee_negative_inf
if (ieee_class(y) == ieee_quiet_nan) print *, 'nan'
print *, ieee_is_normal(1.0), ieee_is_nan(y), ieee_is_finite(x), ieee_is_negative(-1.0)
print *, ieee_next_after(1.0, 2.0)
print *, ieee_rem(5.0, 3.0), ieee_rint(2.5), ieee_scalb(1.0, 3), ieee_logb(10.0), ieee_copy_sign(1.0,-2.0)
print *, ieee_unordered(x,y), ieee_unordered(1.0,2.0)
print *, ieee_support_datatype(x), ieee_support_nan(), ieee_support_inf(d), ieee_support_rounding(ieee_nearest)
print *, ieee_selected_real_kind(6,30), ieee_selected_real_kind(p=12)
call ieee_get_rounding_mode(r)
print *, r == ieee_nearest
call ieee_set_rounding_mode(ieee_up)
x = 1.0; y = 3.0
print '(f20.15)', x/y
call ieee_set_rounding_mode(ieee_down)
print '(f20.15)', x/y
call ieee_set_rounding_mode(ieee_nearest)
call ieee_set_flag(ieee_all, .false.)
call ieee_get_flag(ieee_all, fl)
print *, fl
y = 0.0
x = x / y
call ieee_get_flag(ieee_divide_by_zero, l)
print *, l
call ieee_get_flag(ieee_all, fl)
print *, fl
call ieee_get_halting_mode(ieee_invalid, l)
print *, l
cs = ieee_class([1.0, -0.0, 1e-40])
print *, cs(1)==ieee_positive_normal, cs(2)==ieee_negative_zero, cs(3)==ieee_positive_subnormal
print *, ieee_value([1.0,2.0], ieee_positive_zero)
end
!>  T T
!>  nan
!>  T T F T
!>    1.00000012
!>   -1.00000000       2.00000000       8.00000000       3.00000000      -1.00000000
!>  T F
!>  T T T T
!>            4           8
!>  T
!>    0.333333343267441
!>    0.333333313465118
!>  F F F F F
!>  T
!>  F T F F F
!>  F
!>  T T T
!>    0.00000000       0.00000000
