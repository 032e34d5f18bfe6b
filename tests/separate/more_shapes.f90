module more_shapes
  use base_shapes
  implicit none
  type, extends(shape) :: ci
    real :: r = 3
  contains
    procedure :: area => cia
  end type
contains
  real function cia(this)
    class(ci), intent(in) :: this
    cia = 3 * this%r**2
  end function
end module
program more
  use more_shapes
  implicit none
  type(shape) :: x
  type(sq) :: y
  type(ci) :: z
  real :: r(10)
  logical :: h
  call both(r)
  call kernel(x, r, h)
  print *, sum(r), h
  call kernel(y, r, h)
  print *, sum(r), h
  call kernel(z, r, h)
  print *, sum(r), h
end program
