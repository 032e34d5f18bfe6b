! Structures by value behind results that are arrays, strings, allocatables and objects.
module results
  use, intrinsic :: iso_c_binding
  implicit none
  type pair
    integer :: a, b
    integer :: more(6)
  end type
contains
  integer function scalar(x, y)
    allocatable :: scalar
    integer, value :: x
    type(c_ptr), value :: y
    integer, pointer :: p
    call c_f_pointer(y, p)
    scalar = x + p
  end function
  function list(y) result(r)
    type(c_ptr), value :: y
    integer, allocatable :: r(:)
    integer, pointer :: p
    call c_f_pointer(y, p)
    r = [p, p + 1]
  end function
  function text(y, n) result(r)
    type(pair), value :: y
    integer, intent(in) :: n
    character(n) :: r
    write(r, '(i0)') y%a
    y%a = 0
  end function
  function array(y) result(r)
    type(pair), value :: y
    integer :: r(6)
    r = y%more + y%b
    y%more = 0
  end function
  function object(y, z) result(r)
    type(pair), value :: y
    type(pair), intent(in) :: z
    type(pair) :: r
    y%more = -y%more
    r = pair(y%a + z%a, y%b - z%b, y%more + 1)
  end function
  function where_it_is(y) result(r)
    type(c_ptr), value :: y
    integer, pointer :: r
    call c_f_pointer(y, r)
  end function
end module
program structures_by_value
  use results
  implicit none
  integer, target :: k = 4
  type(pair) :: p
  integer, pointer :: q
  integer :: i
  p = pair(12, 5, [(i, i = 1, 6)])
  print '(*(i4))', scalar(1, c_loc(k)), list(c_loc(k)), array(p)
  print '(a)', '"' // text(p, 4) // '"'
  print '(*(i4))', object(p, p), p
  q => where_it_is(c_loc(k))
  q = 9
  print '(i4)', k
end program
!>    5   4   5   6   7   8   9  10  11
!> "12  "
!>   24   0   0  -1  -2  -3  -4  -5  12   5   1   2   3   4   5   6
!>    9
