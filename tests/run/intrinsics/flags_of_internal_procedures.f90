! Flags are quiet at the entry of an internal procedure that uses the modules itself; the underflow mode counts.
program main
  use ieee_arithmetic
  implicit none
  type(ieee_flag_type), parameter :: all(3) = [ieee_overflow, ieee_divide_by_zero, ieee_inexact]
  logical :: l(3), gradual
  real, volatile :: x
  x = huge(x)
  x = x * x
  call ieee_get_flag(all, l)
  print *, l
  call inner
  call ieee_get_flag(all, l)
  print *, l
  call host_only
  call ieee_set_flag(all, .false.)
  call flush_to_zero(x)
  call ieee_get_underflow_mode(gradual)
  print *, x, gradual
contains
  subroutine inner
    use ieee_exceptions
    real, volatile :: z
    call ieee_get_flag(all, l)
    print *, l
    z = 0
    z = 1 / z
  end subroutine
  subroutine host_only
    call ieee_get_flag(all, l)
    print *, l
  end subroutine
  subroutine flush_to_zero(x)
    real, volatile :: x
    logical :: saved
    call ieee_get_underflow_mode(saved)
    call ieee_set_underflow_mode(.false.)
    x = tiny(x)
    x = x / 2000
    call ieee_set_underflow_mode(saved)
  end subroutine
end program
!>  T F T
!>  F F F
!>  T T T
!>  T T T
!>    0.00000000     T
