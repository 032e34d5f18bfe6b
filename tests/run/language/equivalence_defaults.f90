! Default initialization of objects in EQUIVALENCE: at every entry; explicit values prevail.
module m
  type t
    sequence
    integer :: i = 7
    integer :: j
    integer :: k = 9
  end type
contains
  subroutine s(first)
    logical, intent(in) :: first
    type(t) :: a
    integer :: b(4)
    equivalence (a, b(2))
    if (first) b = 0
    print *, a%i, b(4)
    a%i = 100
    b(4) = 200
  end subroutine
  subroutine saved
    type(t), save :: a
    integer, save :: b(3)
    equivalence (a, b)
    data b(2) / 5 /
    print *, b
    a%k = a%k + 1
  end subroutine
end module
program main
  use m
  type(t) :: x
  integer :: y(3)
  equivalence (x, y)
  print *, y(1), y(3)
  call s(.false.)
  call s(.false.)
  call saved
  call saved
end program
!>            7           9
!>            7           9
!>            7           9
!>            7           5           9
!>            7           5          10
