module stencils
  implicit none
contains
  subroutine heat(n, m, a, b)
    integer, intent(in) :: n, m
    real(8), intent(out) :: a(n, m)
    real(8), intent(in) :: b(n, m)
    integer :: i, j
    do j = 2, m - 1
      do i = 2, n - 1
        a(i, j) = b(i, j) + 0.1d0 * (b(i - 1, j) + b(i + 1, j) + b(i, j - 1) + b(i, j + 1) - 4 * b(i, j))
      end do
    end do
  end subroutine
  subroutine heat_array(a, b)
    real(8), intent(inout) :: a(:, :)
    real(8), intent(in) :: b(:, :)
    integer :: n, m
    n = size(a, 1)
    m = size(a, 2)
    a(2:n-1, 2:m-1) = b(2:n-1, 2:m-1) + 0.1d0 * (b(1:n-2, 2:m-1) + b(3:n, 2:m-1) + b(2:n-1, 1:m-2) &
      + b(2:n-1, 3:m) - 4 * b(2:n-1, 2:m-1))
  end subroutine
  subroutine seven(n, a, b)
    integer, intent(in) :: n
    real(8), intent(out) :: a(n, n, n)
    real(8), intent(in) :: b(n, n, n)
    integer :: i, j, k
    do k = 2, n - 1
      do j = 2, n - 1
        do i = 2, n - 1
          a(i, j, k) = 0.4d0 * b(i, j, k) + 0.1d0 * (b(i - 1, j, k) + b(i + 1, j, k) + b(i, j - 1, k) + b(i, j + 1, k) &
            + b(i, j, k - 1) + b(i, j, k + 1))
        end do
      end do
    end do
  end subroutine
  subroutine blur(n, m, a, b)
    integer, intent(in) :: n, m
    real(4), intent(out) :: a(n, m)
    real(4), intent(in) :: b(n, m)
    integer :: i, j
    do j = 2, m - 1
      do i = 2, n - 1
        a(i, j) = (b(i-1, j-1) + 2 * b(i, j-1) + b(i+1, j-1) + 2 * b(i-1, j) + 4 * b(i, j) + 2 * b(i+1, j) &
          + b(i-1, j+1) + 2 * b(i, j+1) + b(i+1, j+1)) / 16
      end do
    end do
  end subroutine
  subroutine shallow(n, m, h, u, v, hn, un, vn)
    integer, intent(in) :: n, m
    real(8), intent(in), dimension(n, m) :: h, u, v
    real(8), intent(inout), dimension(n, m) :: hn, un, vn
    real(8), parameter :: g = 9.81d0, dt = 1d-3
    integer :: i, j
    do j = 2, m - 1
      do i = 2, n - 1
        un(i, j) = u(i, j) - dt * (u(i, j) * (u(i+1, j) - u(i-1, j)) * 0.5d0 + v(i, j) * (u(i, j+1) - u(i, j-1)) * 0.5d0 &
          + g * (h(i+1, j) - h(i-1, j)) * 0.5d0)
        vn(i, j) = v(i, j) - dt * (u(i, j) * (v(i+1, j) - v(i-1, j)) * 0.5d0 + v(i, j) * (v(i, j+1) - v(i, j-1)) * 0.5d0 &
          + g * (h(i, j+1) - h(i, j-1)) * 0.5d0)
        hn(i, j) = h(i, j) - dt * ((u(i+1, j) * h(i+1, j) - u(i-1, j) * h(i-1, j)) * 0.5d0 &
          + (v(i, j+1) * h(i, j+1) - v(i, j-1) * h(i, j-1)) * 0.5d0)
      end do
    end do
  end subroutine
  subroutine life(n, a, b)
    integer, intent(in) :: n
    integer(1), intent(out) :: a(0:n+1, 0:n+1)
    integer(1), intent(in) :: b(0:n+1, 0:n+1)
    integer :: i, j, k
    do j = 1, n
      do i = 1, n
        k = b(i-1, j-1) + b(i, j-1) + b(i+1, j-1) + b(i-1, j) + b(i+1, j) + b(i-1, j+1) + b(i, j+1) + b(i+1, j+1)
        if (k == 3 .or. (k == 2 .and. b(i, j) == 1)) then
          a(i, j) = 1
        else
          a(i, j) = 0
        end if
      end do
    end do
  end subroutine
  subroutine upwind(n, a, b, c)
    integer, intent(in) :: n
    real(8), intent(out) :: a(n)
    real(8), intent(in) :: b(n), c(n)
    integer :: i, left, right
    do i = 1, n
      left = i - 1
      right = i + 1
      if (left < 1) left = n
      if (right > n) right = 1
      if (c(i) > 0) then
        a(i) = b(i) - c(i) * (b(i) - b(left))
      else
        a(i) = b(i) - c(i) * (b(right) - b(i))
      end if
    end do
  end subroutine
  subroutine seidel(n, a)
    integer, intent(in) :: n
    real(8), intent(inout) :: a(n, n)
    integer :: i, j
    do j = 2, n - 1
      do i = 2, n - 1
        a(i, j) = 0.25d0 * (a(i-1, j) + a(i+1, j) + a(i, j-1) + a(i, j+1))
      end do
    end do
  end subroutine
end module
