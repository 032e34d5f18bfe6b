! The inquiry without an argument asks for all kinds of reals.
program t
  use ieee_arithmetic
  implicit none
  logical, parameter :: all_kinds = ieee_support_underflow_control()
  print *, all_kinds, ieee_support_underflow_control(1.0_16), ieee_support_underflow_control(1d0)
end program
!>  F F T
