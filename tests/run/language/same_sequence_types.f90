! Definitions of SEQUENCE and BIND(C) types in several scopes are one type where names and components agree (7.5.2.4).
module same_sequence_types_m
  use iso_c_binding
  implicit none
  type point
    sequence
    real :: x(3), y(0:2, 2)
    character(4) :: c(2)
    type(point), pointer :: next
  end type
  type, bind(c) :: matrix
    real(c_float) :: a(4, 4)
  end type
contains
  subroutine show(p, q)
    type(point), intent(in) :: p
    type(matrix), intent(in) :: q
    print '(9f5.1,2a5,f5.1,l2)', p%x, p%y, p%c, q%a(4, 4), associated(p%next)
  end subroutine
end module
program same_sequence_types
  use same_sequence_types_m, only: show
  implicit none
  integer, parameter :: n = 4
  type point
    sequence
    real :: x(3), y(0:n - 2, 2)
    character(n) :: c(2)
    type(point), pointer :: next
  end type
  interface
    real function corner(m) bind(c)
      use iso_c_binding
      type, bind(c) :: matrix
        real(c_float), dimension(4, 4) :: a
      end type
      type(matrix), intent(in) :: m
    end function
  end interface
  type, bind(c) :: matrix
    real :: a(n, n)
  end type
  type(point), target :: p
  type(matrix) :: q
  p%x = 1
  p%y = 2
  p%c = ['ab', 'cd']
  p%next => p
  q%a = 3
  q%a(1, 4) = 7
  call show(p, q)
  print *, corner(q)
end program
real function corner(m) bind(c)
  use same_sequence_types_m, only: matrix
  implicit none
  type(matrix), intent(in) :: m
  corner = m%a(1, 4)
end function
!>   1.0  1.0  1.0  2.0  2.0  2.0  2.0  2.0  2.0 ab   cd    3.0 T
!>    7.00000000
