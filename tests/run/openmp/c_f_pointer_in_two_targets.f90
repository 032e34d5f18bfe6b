! Target regions of one procedure that associate one pointer anew run on the device, each with its own target.
program main
  use iso_c_binding
  implicit none
  integer, target :: a(6), b(6)
  integer, pointer :: f(:)
  integer :: i
  a = [(i, i = 1, 6)]; b = 0
  !$omp target map(tofrom: a, b)
    call c_f_pointer(c_loc(a), f, [6])
    b = f + 1
  !$omp end target
  print *, b
  !$omp target map(tofrom: a, b)
    call c_f_pointer(c_loc(b), f, [6])
    a = f * 2
    call c_f_pointer(c_loc(a), f, [3])
    b(:3) = b(:3) + f
  !$omp end target
  print *, a, b
  do i = 1, 2
    !$omp target map(tofrom: a, b)
      if (i == 1) then
        call c_f_pointer(c_loc(a), f, [6])
        b = f - i
      else
        call c_f_pointer(c_loc(b), f, [6])
        a = f - i
      end if
    !$omp end target
  end do
  print *, a, b
end program
!>            2           3           4           5           6           7
!>            4           6           8          10          12          14           6           9          12           5           6           7
!>            1           3           5           7           9          11           3           5           7           9          11          13
