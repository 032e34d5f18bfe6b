! VALUE dummies of all sorts get copies.
module m
  implicit none
  type t
    integer :: i = 1
    integer, allocatable :: a(:)
  end type
contains
  subroutine s(x, n, c, arr)
    type(t), value :: x
    integer, optional, value :: n
    character(*), value :: c
    integer, value :: arr(3)
    x%i = 99
    if (allocated(x%a)) x%a = -1
    if (present(n)) then
      n = n + 1
      print *, 'n', n
    end if
    c(1:1) = 'Z'
    arr = 0
    print *, x%i, c, arr
  end subroutine
  subroutine fwd(n)
    integer, optional, value :: n
    type(t) :: q
    q%a = [1,2]
    call s(q, n, 'abc', [1,2,3])
    print *, q%i, q%a
  end subroutine
end module
program p
  use m
  integer :: k = 5, z(3) = [7,8,9]
  character(4) :: c = 'wxyz'
  type(t) :: x
  call fwd()
  call fwd(k)
  call s(x, k, c, z)
  print *, k, c, z, x%i
end
!>           99 Zbc           0           0           0
!>            1           1           2
!>  n           6
!>           99 Zbc           0           0           0
!>            1           1           2
!>  n           6
!>           99 Zxyz           0           0           0
!>            5 wxyz           7           8           9           1
