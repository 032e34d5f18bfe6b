! Products of matrices inside elemental expressions whose assignment needs both ways, with and without a temporary: the
! product is computed once, before the loops.
module parts
  implicit none
  type cell
    real :: c
  end type
contains
  elemental real function fx(a, b)
    real, intent(in) :: a, b
    fx = a - mod(b, 4.0)
  end function

  subroutine work(n, m, k, v, cells, choose, grid, x)
    integer, intent(in) :: n, m, k
    real, allocatable :: v(:)
    type(cell) :: cells(2:n + 1)
    logical, pointer :: choose(:, :)
    real, pointer :: grid(:, :)
    real, intent(in) :: x
    grid(m - 6:0, 2:(-2):-2) = mod(merge(matmul(mod(fx(grid(0:2:2, (-3):(-3):-1), x), 8.0), &
      mod(reshape([(-3.0)], [1, k + 1], pad=[(-3.0)]), 8.0)), sum(v, mask=(cells(:)%c <= (-1.0))), &
      choose(k + 2:m, [n - 5, 4, 3])), 128.0)
  end subroutine

  subroutine plain(k, grid, small)
    integer, intent(in) :: k
    real, pointer :: grid(:, :), small(:, :)
    grid(-1:0, 0:k) = matmul(fx(small, 1.0), reshape([1.0, 2.0], [2, k + 1], pad=[3.0]))
  end subroutine
end module

program p
  use parts
  implicit none
  real, target :: store(-1:2, -3:2)
  real, pointer :: grid(:, :), small(:, :)
  logical, pointer :: choose(:, :)
  real, allocatable :: v(:)
  type(cell) :: cells(7)
  integer :: i
  store = reshape([(real(mod(i * 5, 13)), i=1, 24)], [4, 6])
  grid(-1:, -3:) => store
  allocate (choose(5, 4))
  choose = reshape([(mod(i, 3) /= 0, i=1, 20)], [5, 4])
  v = [(real(i), i=1, 7)]
  cells%c = [(real(3 - i), i=1, 7)]
  call work(7, 5, 2, v, cells, choose, grid, 6.0)
  print '(6f8.2)', transpose(store)
  small => store(-1:0, -1:0)
  call plain(2, grid, small)
  print '(6f8.2)', transpose(store)
end program
!>     5.00    0.00    6.00    0.00    7.00   22.00
!>    10.00   22.00   11.00  -15.00   12.00  -15.00
!>     2.00    9.00    3.00   10.00    4.00   11.00
!>     7.00    1.00    8.00    2.00    9.00    3.00
!>     5.00    0.00    6.00    3.00   12.00   12.00
!>    10.00   22.00   11.00  -22.00  -18.00  -18.00
!>     2.00    9.00    3.00   10.00    4.00   11.00
!>     7.00    1.00    8.00    2.00    9.00    3.00
