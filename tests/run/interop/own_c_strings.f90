! Procedures of a program that are named like those which Fortran 2023 put into ISO_C_BINDING.
module own_strings
  use iso_c_binding
contains
  function f_c_string(s) result(r)
    character(*), intent(in) :: s
    character(kind=c_char), allocatable :: r(:)
    integer :: i
    r = [(s(i:i), i=1, len(s)), c_null_char]
  end function
  subroutine c_f_strpointer(s, n)
    character(kind=c_char), intent(in) :: s(*)
    integer, intent(out) :: n
    n = 0
    do while (s(n + 1) /= c_null_char)
      n = n + 1
    end do
  end subroutine
end module
program own_c_strings
  use own_strings
  implicit none
  integer :: n
  call c_f_strpointer(f_c_string('four'), n)
  print *, n, size(f_c_string('a '))
end program
!>            4           3
