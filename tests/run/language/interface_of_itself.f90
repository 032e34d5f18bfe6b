! External procedures that use the module whose interface bodies describe them.
module interface_of_itself_m
  implicit none
  integer :: calls = 0
  interface
    subroutine step(n)
      integer, intent(in) :: n
    end subroutine
    function doubled(n) result(m)
      integer, intent(in) :: n
      integer :: m
    end function
  end interface
end module
program interface_of_itself
  use interface_of_itself_m
  implicit none
  call step(3)
  call step(doubled(2))
  print *, calls
end program
subroutine step(n)
  use interface_of_itself_m
  implicit none
  integer, intent(in) :: n
  calls = calls + doubled(n)
end subroutine
function doubled(n) result(m)
  use interface_of_itself_m
  implicit none
  integer, intent(in) :: n
  integer :: m
  m = 2 * n
end function
!>           14
