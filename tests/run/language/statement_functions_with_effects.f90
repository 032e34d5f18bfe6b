! A statement function has the effects of the functions that it refers to: each reference counts.
program statement_functions_with_effects
  implicit none
  integer :: n, y, x, f, h, i
  integer, external :: g
  common /c/ n
  f(x) = x + g()
  h(x) = 2 * x + 1
  n = 0
  y = f(1) + f(1)
  print *, y, n
  do i = 1, 5
    y = f(7)
  end do
  print *, y, n
  y = f(3)
  y = h(3) + h(3)
  print *, y, n
end program
integer function g()
  integer :: n
  common /c/ n
  n = n + 1
  g = n
end function
!>            5           2
!>           14           7
!>           14           8
