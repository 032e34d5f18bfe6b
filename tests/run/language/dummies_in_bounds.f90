! Bounds and lengths of dummy arguments that name array dummies behind them in the list.
subroutine grid(g, n, b, c)
  integer, intent(in) :: n
  integer, intent(in) :: b(2, n)
  real, intent(in) :: g(b(1,1):b(2,1), b(1,2):b(2,2))
  character(b(2,1)), intent(in) :: c
  print *, lbound(g), ubound(g), len(c), sum(g)
end subroutine
module m
contains
  function part(u, lo, hi)
    integer, intent(in) :: lo(:), hi(:)
    real, intent(in) :: u(lo(1):hi(1), lo(2):hi(2))
    real :: part(lbound(u,1):ubound(u,1), lbound(u,2):ubound(u,2))
    part = u + 1
  end function
end module
program main
  use m
  real :: g(3, 4)
  g = 1
  call grid(g, 2, reshape([0, 2, 2, 5], [2, 2]), 'abcd')
  print *, shape(part(g, [0, 1], [2, 4])), sum(part(g, [0, 1], [2, 4]))
end program
!>            0           2           2           5           2   12.0000000
!>            3           4   24.0000000
