! What a device's driver computes raises no exceptions of the program and is not stopped by those that it asked for.
program exceptions_of_drivers
  use ieee_arithmetic
  implicit none
  integer :: a(100), i, k
  logical :: raised(5), halts
  call ieee_set_halting_mode(ieee_divide_by_zero, .true.)
  call ieee_set_halting_mode(ieee_invalid, .true.)
  call ieee_set_rounding_mode(ieee_up)
  a = 1
  !$omp target teams distribute parallel do map(tofrom: a)
  do i = 1, 100
    a(i) = 2*i
  end do
  do k = 1, 5
    call ieee_get_flag(ieee_all(k), raised(k))
  end do
  call ieee_get_halting_mode(ieee_invalid, halts)
  print *, sum(a), raised, halts
end program
!>        10100 F F F F F T
