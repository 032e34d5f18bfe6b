module lm
  integer :: i = 10
end module
program lens
  use lm
  use iso_c_binding
  implicit none
  character(8), target :: text = 'abcdefgh'
  call ff(10)
  call ff(3)
  i = 4
  call gg(c_loc(text), 5)
  print *, 'missing ampersand in a string: con&
     tinued'
contains
  subroutine ff(expected)
    integer, intent(in) :: expected
    character(i), allocatable :: cc
    character(i), allocatable :: ca(:)
    i = 3
    cc = "as"
    allocate(ca(2))
    ca = ['xyz12', 'abcde']
    print *, len(cc), '[', cc, ']', len(ca), expected, ca
    deallocate(cc)
    cc = 'longer than that'
    print *, cc
  end subroutine
  subroutine gg(p, n)
    type(c_ptr), value :: p
    integer, intent(in) :: n
    character(n), pointer :: s
    character(n), pointer :: t(:)
    call c_f_pointer(p, s)
    print *, s, len(s)
    allocate(t(2))
    t = 'qwertyuiop'
    print *, t, len(t)
    deallocate(t)
  end subroutine
end program
!>           10 [as        ]          10          10 xyz12     abcde
!>  longer tha
!>            3 [as ]           3           3 xyzabc
!>  lon
!>  abcde           5
!>  qwertqwert           5
!>  missing ampersand in a string: continued
