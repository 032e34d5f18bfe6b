! Elements of an array component of all elements of a named constant; procedures that nothing refers to may name what
! does not exist.
program p
  implicit none
  type t
    integer :: a(0:1)
  end type
  type(t), parameter :: x(3) = [t([1, 2]), t([3, 4]), t([5, 6])]
  integer, parameter :: first(3) = x%a(0), second(2) = x(2)%a
  print *, x%a(1), sum(x%a(0))
  print *, first, second
contains
  subroutine never
    call nowhere
  end subroutine
end program
!>            2           4           6           9
!>            1           3           5           3           4
