! Enumeration types of Fortran 2023: constructors, order, INT, HUGE, NEXT, PREVIOUS, SELECT CASE, components, arrays.
module colours
  implicit none
  enumeration type :: colour
    enumerator :: red, orange
    enumerator green
  end enumeration type colour
  enumeration type, private :: hidden
    enumerator :: one_hidden
  end enumeration type
  type pair
    type(colour) :: first = orange
    integer :: n = 3
  end type
  interface describe
    procedure describe_colour, describe_integer
  end interface
contains
  function describe_colour(c) result(r)
    type(colour), intent(in) :: c
    character(6) :: r
    select case (c)
    case (red)
      r = 'red'
    case (orange:)
      r = 'other'
    end select
  end function
  function describe_integer(c) result(r)
    integer, intent(in) :: c
    character(6) :: r
    write (r, '(i0)') c
  end function
  elemental logical function warm(c)
    type(colour), intent(in) :: c
    warm = c <= orange
  end function
end module

program p
  use colours
  implicit none
  enum, bind(c) :: level
    enumerator :: low = 2, high = 5
  end enum
  type(colour) :: c, all(3)
  type(colour), parameter :: last = huge(red)
  type(pair) :: x
  type(level) :: l
  integer :: k, stat
  c = red
  print *, c == red, c /= red, c < green, green >= orange, red > green
  print *, int(c), int(last), int(huge(c)), int(green, 8), kind(int(green, 8))
  c = next(c)
  print *, int(c), c == orange, int(previous(c)), int(next(next(red)))
  c = green
  c = next(c, stat)
  print *, int(c), stat > 0
  c = previous(c, stat=stat)
  print *, int(c), stat
  do k = 1, 3
    all(k) = colour(k)
  end do
  print *, all == orange, warm(all), count(all == colour(2))
  print *, int(all)
  print *, int(x%first), x%n, describe(x%first), describe(red), describe(12)
  x = pair(green, 1)
  print *, x%first == last
  l = high
  print *, l, l == high, level(2)
  write (*, '(a,i0,1x,i3)') 'c=', c, all(3)
contains
  integer function unrelated(i)
    integer, intent(in) :: i
    unrelated = i
  end function
end program
!>  T F T T F
!>            1           3           3                    3           8
!>            2 T           1           3
!>            3 T
!>            2           0
!>  F T F T T F           1
!>            1           2           3
!>            2           3 other red   12
!>  T
!>            5 T           2
!> c=2   3
