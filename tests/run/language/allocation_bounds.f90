program al
  implicit none
  integer, allocatable :: a(:), b(:), c(:,:), d(:,:)
  character(10), allocatable :: s(:)
  type t; integer, allocatable :: v(:); end type
  type(t) :: x
  allocate(a(-2:2)); a = 7
  b = a; print *, lbound(b), ubound(b)
  b = (a); print *, lbound(b), ubound(b)
  deallocate(b); b = (a); print *, lbound(b), ubound(b)
  allocate(c(0:1, 5:6)); c = 1
  d = c; print *, lbound(d), ubound(d)
  x%v = a; print *, lbound(x%v)
  deallocate(b); b = x%v; print *, lbound(b)
  s = ['abc', 'def']; print *, s, len(s)
  s = [character(2) :: 'x', 'y', 'z']; print *, s, size(s)
end program
!>           -2           2
!>           -2           2
!>            1           5
!>            0           5           1           6
!>           -2
!>           -2
!>  abc       def                 10
!>  x         y         z                    3
