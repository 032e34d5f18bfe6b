! Structures with BIND(C) go by value to all procedures, and what these do to them nobody else sees.
module value_structures
  use iso_c_binding
  implicit none
  type, bind(c) :: pair
    integer(c_int) :: i
    real(c_double) :: x
  end type
  type, bind(c) :: many
    real(c_double) :: x(6)
    integer(c_int) :: n
  end type
  type :: plain
    integer :: i
    character(3) :: c
  end type
contains
  integer function first(p, k, n)
    type(pair), value :: p
    integer, intent(in) :: k
    type(many), value :: n
    first = p%i*k + n%n + int(p%x + sum(n%x))
    p%i = -1
    n%x = 0
  end function
  recursive integer function down(p, k) result(r)
    type(pair), value :: p
    integer, intent(in) :: k
    p%i = p%i + 1
    r = p%i
    if (k > 0) r = r + down(p, k - 1)
  end function
  subroutine sometimes(p, q)
    type(pair), value, optional :: p
    type(plain), value :: q
    if (present(p)) then
      p%i = p%i*2
      print *, 'present', p%i
    else
      print *, 'absent'
    end if
    q%c = 'xyz'
  end subroutine
  elemental integer function each(p)
    type(pair), value :: p
    each = p%i + int(p%x)
  end function
  integer function element(a, n)
    type(c_ptr), value :: a
    integer, intent(in) :: n
    integer, pointer :: x(:)
    call c_f_pointer(a, x, [n])
    a = c_null_ptr
    element = x(n)
  end function
  integer function through(f, a, n)
    procedure(element) :: f
    type(c_ptr), intent(in) :: a
    integer, intent(in) :: n
    through = f(a, n) + f(a, n - 1)
  end function
end module
program p
  use value_structures
  implicit none
  type(pair) :: a
  type(pair) :: list(3)
  type(many) :: m
  type(plain) :: q
  type(c_ptr) :: address
  integer, target :: x(4) = [10, 20, 30, 40]
  procedure(first), pointer :: f
  a = pair(5, 2.5d0)
  m = many([1d0, 2d0, 3d0, 4d0, 5d0, 6d0], 100)
  q = plain(1, 'abc')
  print *, first(a, 3, m), a%i, m%x(6)
  f => first
  print *, f(a, 4, m), a%i, m%x(1)
  print *, down(a, 3), a%i
  call sometimes(a, q)
  call sometimes(q=q)
  print *, a%i, q%c
  list = [pair(1, 1d0), pair(2, 2d0), pair(3, 3d0)]
  print *, each(list), each(a)
  print *, first(list(2), 1, m)
  address = c_loc(x)
  print *, element(address, 3), c_associated(address), through(element, address, 4)
  print *, inside(address, 2), c_associated(address)
contains
  integer function inside(b, n)
    type(c_ptr), value :: b
    integer, intent(in) :: n
    integer, pointer :: y(:)
    call c_f_pointer(b, y, [4])
    b = c_null_ptr
    inside = y(n) + a%i
  end function
end program
!>          138           5   6.0000000000000000     
!>          143           5   1.0000000000000000     
!>           30           5
!>  present          10
!>  absent
!>            5 abc
!>            2           4           6           7
!>          125
!>           30 T          70
!>           25 T
