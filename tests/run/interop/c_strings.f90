! F_C_STRING; the extreme strings of reductions over nothing, and structures through TRANSFER, in constants.
module m
  use iso_c_binding
  implicit none
  type, bind(c) :: pair
    integer(c_int) :: a
    real(c_float) :: b(2)
  end type
contains
  subroutine check(s, asis)
    character(*), intent(in) :: s
    logical, optional, intent(in) :: asis
    character(:), allocatable :: t
    t = f_c_string(s, asis)
    print *, len(t), iachar(t(len(t):)), '[', t(:len(t)-1), ']'
  end subroutine
end module
program main
  use m
  implicit none
  integer, parameter :: words(3) = transfer(pair(7, [1.0, 2.0]), [0])
  type(pair), parameter :: back = transfer([9, 1065353216, 0], pair(0, 0.0))
  character(2), parameter :: none(0) = [character(2) ::], low = minval(none), high = maxval(none)
  print *, len(f_c_string('ab  ')), len(f_c_string('ab  ', .true.))
  call check('xyz  ', .true.)
  call check('xyz  ', .false.)
  call check('xyz  ')
  print *, words, back%a, back%b
  print *, iachar(low(1:1)), iachar(high(2:2))
end program
!>            3           5
!>            6           0 [xyz  ]
!>            4           0 [xyz]
!>            4           0 [xyz]
!>            7  1065353216  1073741824           9   1.00000000       0.00000000    
!>          255           0
