! C_F_STRPOINTER of Fortran 2023.
program c_string_pointers
  use iso_c_binding
  implicit none
  type :: holder
    character(:), pointer :: text
  end type
  character(kind=c_char), target :: c(8) = ['h', 'e', 'l', 'l', 'o', c_null_char, 'x', 'y']
  character(:), pointer :: p
  type(holder) :: h
  call c_f_strpointer(c, p)
  print *, p, len(p)
  call c_f_strpointer(c, p, 3)
  print *, p, len(p)
  p(1:1) = 'H'
  call c_f_strpointer(c_loc(c), h%text, nchars=10)
  print *, h%text, len(h%text)
  call c_f_strpointer(c(7:8), p)
  print *, p, len(p)
end program
!>  hello           5
!>  hel           3
!>  Hello           5
!>  xy           2
