! Dummy procedures and procedure pointers as specifics of generic names, operators and constructors (15.4.3.4).
module generic_pointers_m
  implicit none
  type :: span
    integer :: low = 0, high = 0
  end type
  procedure(twice_of), pointer :: current => null()
  procedure(joined), pointer :: join => null()
  interface span
    procedure :: join
  end interface
  interface operator(.more.)
    procedure :: current
  end interface
contains
  function twice_of(n) result(m)
    integer, intent(in) :: n
    integer :: m
    m = 2 * n
  end function
  function thrice_of(n) result(m)
    integer, intent(in) :: n
    integer :: m
    m = 3 * n
  end function
  function joined(a, b, gap) result(s)
    type(span), intent(in) :: a, b
    integer, intent(in) :: gap
    type(span) :: s
    s%low = min(a%low, b%low) - gap
    s%high = max(a%high, b%high) + gap
  end function
  subroutine show(n)
    integer, intent(in) :: n
    print *, 'integer', n
  end subroutine
  subroutine both(act, n)
    procedure(show_real) :: act
    integer, intent(in) :: n
    interface put
      procedure :: show, act
    end interface
    call put(n)
    call put(n + 0.5)
  end subroutine
  subroutine show_real(x)
    real, intent(in) :: x
    print '(a,f5.2)', ' real ', x
  end subroutine
  subroutine show_half(x)
    real, intent(in) :: x
    print '(a,f5.2)', ' half ', x / 2
  end subroutine
end module
module generic_pointers_n
  use generic_pointers_m, only: span, operator(.more.)
  implicit none
end module
program generic_pointers
  use generic_pointers_n
  use generic_pointers_m, only: current, join, joined, twice_of, thrice_of, both, show_real, show_half
  implicit none
  type(span) :: s
  current => twice_of
  print *, .more. 7
  current => thrice_of
  print *, .more. 7
  join => joined
  s = span(span(1, 4), span(low=3, high=9), 2)
  print *, s%low, s%high
  call both(show_real, 3)
  call both(show_half, 3)
end program
!>           14
!>           21
!>           -1          11
!>  integer           3
!>  real  3.50
!>  integer           3
!>  half  1.75
