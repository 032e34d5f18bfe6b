module m
  implicit none
  integer, target, save :: g = 11, ga(0:3) = [1, 2, 3, 4]
  abstract interface
    integer function fi(x); integer, intent(in) :: x; end function
  end interface
  type t
    integer, pointer :: p => g
    integer, pointer :: a(:) => ga
    integer, pointer :: e => ga(2)
    procedure(fi), pointer, nopass :: f => twice
    procedure(fi), pointer, nopass :: n => null()
    integer :: k = 3
  end type
  type u
    type(t) :: inner(2)
    integer :: z
  end type
  type(t), save :: mt
  type(u), save :: mu
  procedure(fi), pointer :: mp => thrice
contains
  integer function twice(x); integer, intent(in) :: x; twice = 2 * x; end function
  integer function thrice(x); integer, intent(in) :: x; thrice = 3 * x; end function
  subroutine local()
    type(t) :: l
    type(u), allocatable :: al(:)
    print *, l%p, l%a, lbound(l%a), l%e, l%f(4), associated(l%n), l%k
    allocate(al(2))
    print *, al(2)%inner(2)%p, al(1)%inner(1)%f(7)
    l = t(f=thrice, k=9)
    print *, l%f(5), l%p, l%k
    l = t(p=null())
    print *, associated(l%p), associated(l%a, ga)
  end subroutine
end module
program p
  use m
  implicit none
  type(t) :: x, y(2) = [t(k=1), t(k=2)]
  type(t), parameter :: c = t(k=77)
  print *, mt%p, mt%a, mt%f(3), mu%inner(2)%e, mu%inner(1)%f(8), mp(5)
  call local()
  print *, x%p, x%f(10), y(2)%f(1), y%k, y(1)%a(3)
  x = c; print *, x%k, x%p, x%f(6)
  g = 5; print *, x%p, mt%p
  mt%f => thrice; mt%p = 6; print *, mt%f(1), g
end program
!>           11           1           2           3           4           6           3          16          15
!>           11           1           2           3           4           0           3           8 F           3
!>           11          14
!>           15          11           9
!>  F T
!>           11          20           2           1           2           4
!>           77          11          12
!>            5           5
!>            3           6
