! Motion clauses with the names of COMMON blocks, which a module, a host or the procedure itself declares.
module blocks
  implicit none
  integer :: cx, cy(10)
  common /blk/ cx, cy
  !$omp declare target (/blk/)
end module
program update_common
  use blocks
  implicit none
  integer :: r(2), i, u, v
  common /other/ u, v
  !$omp declare target (/other/)
  cx = 5
  cy = [(i, i = 1, 10)]
  !$omp target update to(/blk/)
  !$omp target map(from: r)
  r(1) = cx
  r(2) = sum(cy)
  cx = cx + sum(cy)
  cy(3) = -3
  !$omp end target
  !$omp target update from(/blk/)
  print '(3i4, 10i3)', r, cx, cy
  u = 1
  v = 2
  call inner
  print '(2i4)', u, v
contains
  subroutine inner
    !$omp target update to(/other/)
    !$omp target
    u = u + 10
    v = v + u
    !$omp end target
    !$omp target update from(/other/)
  end subroutine
end program
!>    5  55  60  1  2 -3  4  5  6  7  8  9 10
!>   11  13
