! stdin: pause\n7
! A comma behind the format of PRINT and READ with no items, real subscripts.
program p
  implicit none
  integer :: a(5) = [1, 2, 3, 4, 5]
  real(8) :: v(2) = [1.7d0, -3.2d0]
  character(4) :: s = '(i3)'
  print '("x")',
  print s,
  read *,
  read '(i2)', a(1.5)
  print *, a(2.9), a(abs(v))
  print *, a(1)
end program
!> x
!>
!>            2           7           3
!>            7
