! Products large enough for the blocked kernels, of all layouts, against sums by definition. Small whole numbers: every
! order of summation gives the same.
module against_definition
  implicit none
contains
  pure integer function entry_of(i, j, salt)
    integer, intent(in) :: i, j, salt
    entry_of = modulo(i * 7 + j * 13 + i * j + salt, 9) - 4
  end function

  ! Differences in some elements: the corners, and a sample.
  integer function differences(c, a, b)
    real(8), intent(in) :: c(:, :), a(:, :), b(:, :)
    integer :: i, j
    differences = 0
    do j = 1, size(c, 2)
      if (j > 3 .and. j < size(c, 2) - 7 .and. modulo(j, 41) /= 0) cycle
      do i = 1, size(c, 1)
        if (c(i, j) /= dot_product(a(i, :), b(:, j))) differences = differences + 1
      end do
    end do
  end function
end module

program matmul_blocked
  use against_definition
  implicit none
  integer, parameter :: m = 397, n = 403, k = 389
  real(4), allocatable :: a4(:, :), b4(:, :), c4(:, :), t4(:, :)
  real(8), allocatable :: a8(:, :), b8(:, :), c8(:, :), wide(:, :)
  integer :: i, j
  allocate (a8(m, k), b8(k, n), c8(m, n), c4(m, n), t4(n, m), wide(2 * m + 1, n))
  a8 = reshape([((real(entry_of(i, j, 0), 8), i = 1, m), j = 1, k)], [m, k])
  b8 = reshape([((real(entry_of(i, j, 5), 8), i = 1, k), j = 1, n)], [k, n])
  a4 = real(a8)
  b4 = real(b8)
  c8 = matmul(a8, b8)
  print *, 'real(8)', differences(c8, a8, b8)
  c4 = matmul(a4, b4)
  print *, 'real(4)', differences(real(c4, 8), a8, b8)
  t4 = matmul(transpose(b4), transpose(a4))
  print *, 'transposed', differences(transpose(real(t4, 8)), a8, b8)
  t4 = transpose(matmul(a4, b4))
  print *, 'result transposed', differences(transpose(real(t4, 8)), a8, b8)
  wide = -1
  wide(2::2, :) = matmul(a8, b8)
  print *, 'into a section', differences(wide(2::2, :), a8, b8), count(wide(1::2, :) /= -1)
  c8 = matmul(wide(2 * m:2:-2, 1:k), b8(k:1:-1, :))
  print *, 'from sections', differences(c8, wide(2 * m:2:-2, 1:k), b8(k:1:-1, :))
  c8(:, 1:64) = matmul(a8, b8(:, 1:64))
  print *, 'few columns', differences(c8(:, 1:64), a8, b8(:, 1:64))
  c8 = matmul(a8(:, 1:70), b8(1:70, :))
  print *, 'few terms', differences(c8, a8(:, 1:70), b8(1:70, :))
end program
!>  real(8)           0
!>  real(4)           0
!>  transposed           0
!>  result transposed           0
!>  into a section           0           0
!>  from sections           0
!>  few columns           0
!>  few terms           0
