! Conditional expressions with polymorphic values.
module m
  implicit none
  type :: base
    integer :: n = 1
  end type
  type, extends(base) :: more
    real, allocatable :: x(:)
  end type
contains
  subroutine show(b)
    class(base), intent(in) :: b
    select type (b)
    type is (more)
      print *, 'more', b%n, b%x
    class default
      print *, 'base', b%n
    end select
  end subroutine
  subroutine plain(b)
    type(base), intent(in) :: b
    print *, 'plain', b%n
  end subroutine
  function made(n) result(r)
    integer, intent(in) :: n
    class(base), allocatable :: r
    r = more(n, [1.0, 2.0])
  end function
end module
program p
  use m
  implicit none
  class(base), allocatable :: a, b, c
  class(*), allocatable :: u, v, w
  type(base) :: t
  logical :: l
  integer :: k
  allocate (a, source=base(5))
  allocate (b, source=more(7, [3.0, 4.0, 5.0]))
  do k = 1, 2
    l = k == 1
    c = (l ? a : b)
    call show(c)
    c = (l ? made(k) : a)
    call show(c)
    call plain((l ? a : b))
    select type (x => (l ? b : a))
    type is (more)
      print *, 'selected', x%x
    class default
      print *, 'selected', x%n
    end select
    c = (l ? t : b)
    call show(c)
  end do
  u = 3
  v = 'text'
  w = (.not. l ? u : v)
  select type (w)
  type is (character(*))
    print *, w, len(w)
  type is (integer)
    print *, w
  end select
  call show(b)
end program
!>  base           5
!>  more           1   1.00000000       2.00000000
!>  plain           5
!>  selected   3.00000000       4.00000000       5.00000000
!>  base           1
!>  more           7   3.00000000       4.00000000       5.00000000
!>  base           5
!>  plain           7
!>  selected           5
!>  more           7   3.00000000       4.00000000       5.00000000
!>            3
!>  more           7   3.00000000       4.00000000       5.00000000
