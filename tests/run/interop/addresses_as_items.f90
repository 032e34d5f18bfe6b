! An object of type C_PTR is written and read as its address, also as a component; a mold of no bytes gives a scalar or
! as many elements as SIZE says.
program g
  use iso_c_binding
  type t
    integer :: i = 3
    type(c_ptr) :: p = c_null_ptr
  end type
  type(t) :: x
  character(0) :: e
  print *, size(transfer(1, '', size=0)), len(transfer(1, '', size=3)), size(transfer([1,2], e, 2)), len(transfer(1, ''))
  print *, c_null_ptr, c_null_funptr, x
  print '(z4)', c_null_ptr
end program
!>            0           0           2           0
!>                     0                    0           3                    0
!>    0
