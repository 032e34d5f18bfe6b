! A scalar for a dummy argument of assumed type and size.
module m
  use iso_c_binding
  implicit none
contains
  subroutine take(x, n) bind(c)
    type(*), target, intent(in) :: x(*)
    integer(c_int), intent(out) :: n
    integer(c_int), pointer :: p
    call c_f_pointer(c_loc(x), p)
    n = p
  end subroutine
end module
program assumed_type_scalar
  use m
  implicit none
  integer(c_int) :: a, n
  a = 42
  call take(a, n)
  if (n /= 42) error stop "scalar"
  call take([7, 8], n)
  if (n /= 7) error stop "array"
end program
