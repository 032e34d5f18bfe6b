module products
  implicit none
contains
  subroutine multiply(c, a, b)
    real(8), intent(out) :: c(:, :)
    real(8), intent(in) :: a(:, :), b(:, :)
    c = matmul(a, b)
  end subroutine
  subroutine multiply4(c, a, b)
    real(4), intent(out) :: c(:, :)
    real(4), intent(in) :: a(:, :), b(:, :)
    c = matmul(a, b)
  end subroutine
  subroutine multiply_integers(c, a, b)
    integer, intent(out) :: c(:, :)
    integer, intent(in) :: a(:, :), b(:, :)
    c = matmul(a, b)
  end subroutine
  subroutine multiply_complex(c, a, b)
    complex(8), intent(out) :: c(:, :)
    complex(8), intent(in) :: a(:, :), b(:, :)
    c = matmul(a, b)
  end subroutine
  subroutine multiply_transposed(c, a, b)
    real(8), intent(out) :: c(:, :)
    real(8), intent(in) :: a(:, :), b(:, :)
    c = matmul(transpose(a), b)
  end subroutine
  subroutine times_vector(y, a, x)
    real(8), intent(out) :: y(:)
    real(8), intent(in) :: a(:, :), x(:)
    y = matmul(a, x)
  end subroutine
  subroutine vector_times(y, x, a)
    real(8), intent(out) :: y(:)
    real(8), intent(in) :: a(:, :), x(:)
    y = matmul(x, a)
  end subroutine
  subroutine loops_jki(n, c, a, b)
    integer, intent(in) :: n
    real(8), intent(inout) :: c(n, n)
    real(8), intent(in) :: a(n, n), b(n, n)
    integer :: i, j, k
    c = 0
    do j = 1, n
      do k = 1, n
        do i = 1, n
          c(i, j) = c(i, j) + a(i, k) * b(k, j)
        end do
      end do
    end do
  end subroutine
  subroutine loops_ijk(n, c, a, b)
    integer, intent(in) :: n
    real(8), intent(inout) :: c(n, n)
    real(8), intent(in) :: a(n, n), b(n, n)
    real(8) :: s
    integer :: i, j, k
    do i = 1, n
      do j = 1, n
        s = 0
        do k = 1, n
          s = s + a(i, k) * b(k, j)
        end do
        c(i, j) = s
      end do
    end do
  end subroutine
  subroutine small(n, c, a, b)
    integer, intent(in) :: n
    real(8), intent(out) :: c(3, 3, n)
    real(8), intent(in) :: a(3, 3, n), b(3, 3, n)
    integer :: i
    do i = 1, n
      c(:, :, i) = matmul(a(:, :, i), b(:, :, i))
    end do
  end subroutine
  subroutine outer(n, a, x, y)
    integer, intent(in) :: n
    real(8), intent(inout) :: a(n, n)
    real(8), intent(in) :: x(n), y(n)
    integer :: i, j
    do j = 1, n
      do i = 1, n
        a(i, j) = a(i, j) + x(i) * y(j)
      end do
    end do
  end subroutine
end module
