! options: -fno-automatic -finit-integer=0
! Variables of BLOCK constructs are saved too, but not in recursive procedures.
integer function f(x)
  integer :: x
  block
    integer :: a
    a = a + x
    f = a
  end block
end function
recursive integer function g(x) result(r)
  integer :: x
  block
    integer :: b
    b = b + x
    r = b
  end block
end function
program main
  integer :: f, g
  print *, f(3), f(4), f(2), g(3), g(4)
end program
!>            3           7           9           3           4
