program p
  type a
    integer :: i = 1
  end type
  type, extends(a) :: b
    real :: x = 2.5
  end type
  type, extends(b) :: c
    integer :: k = 7
  end type
  type(b) :: s, v(2)
  type(c) :: t
  print *, s
  print *, t
  print *, v
  write (*, *) t%b, t%a
end program
!>            1   2.50000000
!>            1   2.50000000               7
!>            1   2.50000000               1   2.50000000
!>            1   2.50000000               1
