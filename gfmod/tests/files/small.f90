! gfortran -c small.f90 makes small.mod. small14.mod and small16.mod are its text in the versions 14 and 16.
module small
  implicit none
  integer, parameter :: n = -3
  real(8), parameter :: tenth = 0.1d0
  character(4), parameter :: word = 'it''s'
  type, bind(c) :: point
    integer :: i = 4
    real(8) :: x(3)
  end type
contains
  subroutine move(p, by)
    type(point), intent(inout) :: p
    real(8), intent(in) :: by(:)
    p%x = p%x + by
  end subroutine
end module
